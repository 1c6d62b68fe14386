"""Whether there is room for one more model: clause setup.destroyed, decided at the corners of the free region.

Where a base can stand at all, it can stand in a corner of the free region: where two of the curves that bound it
meet (bases and coherency are circles round other bases, edges are lines moved by half a base), or anywhere on a
curve that nothing else meets. So it is enough to try those. Inches.
"""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np

from physics.curves import circles_meet, lines_meet, lines_meet_circles
from physics.vectors import Point
from rules.table import Model, Table

Line = tuple[Point, Point]
Circle = tuple[Point, float]


def find_room(
    table: Table, model: Model, zone: tuple[Point, ...] | None, reach: float, fits: Callable[[Point], bool]
) -> Point | None:
    """A spot at which `fits` says the model can be set up, or None; exact for round bases.

    `zone` is the outline that the base must be inside (None: the table); `reach` the inches of coherency.
    """
    r = model.base.radius
    lines, circles = _curves(table, model, zone, reach)
    seen: set[tuple[int, int]] = set()
    for at in itertools.chain(_starts(table, zone, circles), _corners(lines, circles)):
        key = (round(at[0] * 1e6), round(at[1] * 1e6))
        if key in seen or not (-r <= at[0] <= table.size[0] + r and -r <= at[1] <= table.size[1] + r):
            continue
        seen.add(key)
        if fits(at):
            return at
    return None


def _curves(
    table: Table, model: Model, zone: tuple[Point, ...] | None, reach: float
) -> tuple[list[Line], list[Circle]]:
    r = model.base.radius
    width, depth = table.size
    outline = zone or ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    lines = [_moved(a, b, -r) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)]
    circles = []
    for other in table.standing:
        circles.append((other.standing.at, other.base.radius + r))
        if other.unit == model.unit:
            circles.append((other.standing.at, other.base.radius + r + reach))
    for feature in table.terrain.features:
        for a, b in feature.footprint.edges:
            lines += [_moved(a, b, r), _moved(a, b, -1e-4)]
            circles.append((a, r))
        circles += [(p.points[0], p.radius + r) for p in feature.footprint.pieces if p.is_disc]
    return lines, circles


def _moved(a: Point, b: Point, by: float) -> Line:
    """The line of an anticlockwise edge moved outwards by some inches (inwards: negative)."""
    size = math.dist(a, b)
    nx, ny = (b[1] - a[1]) / size * by, (a[0] - b[0]) / size * by
    return (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)


def _starts(table: Table, zone: tuple[Point, ...] | None, circles: list[Circle]) -> Iterator[Point]:
    outline = zone or ((0.0, 0.0), table.size)
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    yield (min(xs) + max(xs)) / 2.0, (min(ys) + max(ys)) / 2.0
    for (x, y), radius in circles:
        for k in range(8):
            angle = math.pi * k / 4.0
            yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def _corners(lines: list[Line], circles: list[Circle]) -> Iterator[Point]:
    straight = np.array([(*a, *b) for a, b in lines])
    round_ones = np.array([(*at, radius) for at, radius in circles]).reshape(-1, 3)
    for found in (circles_meet(round_ones), lines_meet_circles(straight, round_ones), lines_meet(straight)):
        for x, y in found:
            yield float(x), float(y)
