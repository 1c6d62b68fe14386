"""The zones of enemies as shapes for the middle of one model's base (skirmish), cut where walls hide them. Inches and radians."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

import shapely
from shapely.geometry import Polygon

from physics.regions import overlapping_pieces
from physics.shapes import Shape, polygon
from physics.sweep import point_inside
from physics.vectors import Point
from rules.terrain import Feature

_STEP: Final = 0.15
"""Radians between spots of the line on which a base is just hidden: chords miss it by less than 0.006 in."""
_OFF: Final = 0.003
"""Inches by which that line may be simplified."""
_ALIKE: Final = 2e-3
"""Inches by which two parts of a zone may end at different distances where they meet, and count as alike."""
_INSIDE: Final = 1e-5
"""Radians inside a wall's outermost directions in which it is asked how far away it is."""
OVERLAP: Final = 1e-3
"""Inches by which the pieces of what is kept out of overlap, lest a way runs between two of them."""
_WIDEST: Final = 3.0
"""Radians that one part of a zone turns at most: less than a half turn."""


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a disc between two directions (radians), less than a half turn."""

    centre: Point
    radius: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Part:
    """The directions from `low` to `high`, and how far off the middle of a base is just not in the zone there."""

    low: float
    high: float
    far: tuple[float, float]


@lru_cache(maxsize=1024)
def zone_parts(
    centre: Point, radius: float, reach: float, mover: float, walls: tuple[Feature, ...]
) -> tuple[Shape | Sector, ...] | None:
    """The zone of a round base of a `radius`, which ends `reach` inches from it, for round movers; None where no wall cuts it.

    A base is hidden where the line between the two edges has come to a wall: so far from the middle of the owner, and
    half the mover's base more. Standing in front of the wall, or on it with its edge in front, it is not.
    """
    whole = radius + reach + mover
    turns = _turns(centre, radius + reach, walls)
    parts = _joined([_part(centre, a, b, radius, reach, mover, walls) for a, b in pairwise(turns)])
    if not any(min(p.far) < whole for p in parts):
        return None
    shapes: list[Shape | Sector] = []
    for run in _runs(parts, whole):
        if min(run[0].far) >= whole:
            shapes.append(Sector(centre, whole, run[0].low, run[-1].high))
        else:
            shapes += _cut(centre, run)
    return tuple(shapes)


def _turns(centre: Point, reach: float, walls: tuple[Feature, ...]) -> list[float]:
    """All round from the first corner of a wall, the directions in which corners of walls lie, and steps between them."""
    ring = shapely.Point(centre).buffer(reach, quad_segs=12)
    corners: set[float] = set()
    for piece in (p for wall in walls for p in wall.footprint.pieces):
        part = Polygon(piece.outline(1e-3)).intersection(ring)
        if isinstance(part, Polygon) and not part.is_empty and part.distance(shapely.Point(centre)) > 1e-9:
            corners |= {math.atan2(y - centre[1], x - centre[0]) for x, y in part.exterior.coords[:-1]}
    found = sorted(corners) or [-math.pi]
    turns = [found[0]]
    for turn in (*found[1:], found[0] + 2.0 * math.pi):
        since = turns[-1]
        count = math.ceil((turn - since) / _STEP)
        if turn - since > 4.0 * _INSIDE:
            turns += [since + (turn - since) * k / count for k in range(1, count + 1)]
    return turns


def _part(
    centre: Point, low: float, high: float, radius: float, reach: float, mover: float, walls: tuple[Feature, ...]
) -> _Part:
    one, other = (_first_wall(centre, turn, radius, radius + reach, walls) for turn in (low + _INSIDE, high - _INSIDE))
    return _Part(low, high, (one + mover, other + mover))


def _joined(parts: list[_Part]) -> list[_Part]:
    """The parts, alike where two of them meet all but alike: areas with such edges can't be joined well."""
    for k, part in enumerate(parts):
        before = parts[k - 1]
        if abs(before.far[1] - part.far[0]) < _ALIKE:
            far = max(before.far[1], part.far[0])
            parts[k - 1] = replace(before, far=(before.far[0], far))
            parts[k] = replace(parts[k], far=(far, parts[k].far[1]))
    return parts


def _first_wall(centre: Point, turn: float, radius: float, most: float, walls: tuple[Feature, ...]) -> float:
    """How far from the middle of a round base the first wall in a direction is, past its edge; at most so far."""
    end = (centre[0] + most * math.cos(turn), centre[1] + most * math.sin(turn))
    nearest = most
    for piece in (p for wall in walls for p in wall.footprint.pieces):
        inside = point_inside(centre, end, piece.points, piece.radius)
        if inside is not None and inside[1] * most > radius + 1e-6 and inside[0] > 0.0:
            nearest = min(nearest, max(radius, inside[0] * most))
    return nearest


def _runs(parts: list[_Part], whole: float) -> list[list[_Part]]:
    """Parts in a row that walls cut, or that they do not, none of the runs turning too far."""
    runs: list[list[_Part]] = []
    for part in parts:
        is_cut = min(part.far) < whole
        if runs and is_cut == (min(runs[-1][0].far) < whole) and part.high - runs[-1][0].low <= _WIDEST:
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _cut(centre: Point, run: list[_Part]) -> tuple[Shape, ...]:
    """Parts that walls cut, as convex shapes."""
    x, y = centre
    spots = [(t, f) for part in run for t, f in zip((part.low, part.high), part.far, strict=True)]
    rim = shapely.LineString([(x + far * math.cos(turn), y + far * math.sin(turn)) for turn, far in spots])
    line = shapely.get_coordinates(rim.simplify(_OFF)).tolist()
    ring = (centre, *((float(a), float(b)) for a, b in line))
    return overlapping_pieces(polygon(ring).points, OVERLAP) if shapely.Polygon(ring).area > 1e-9 else ()
