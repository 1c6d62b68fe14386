"""What is in the way of one model's moves (skirmish), as shapes for the middle of its base. Inches.

Each obstacle says between which elevations of the mover's surface it is in the way, so that one list serves every
surface. A zone cut by walls becomes the convex pieces of what is left of it.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from shapely.geometry import Polygon

from physics.regions import convex_pieces
from physics.shapes import Shape, difference, polygon
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.engagement import engaged_with
from rules.obstruction import higher_part
from rules.proximity import has_zone, in_reach, walls_of
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_MANY: Final = 40
"""Corners of an outline (an oval's) above which a simpler one round it is used: it is off by less than 0.01 in."""
_NARROWER: Final = 1e-4
"""Inches by which half a base counts for less over a gap: exactly as wide as the base is not narrower than it."""
_OPEN: Final = 5e-7
"""Inches by which the base of an enemy to be touched counts for less: contact on a board is true to rounding."""


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a disc between two directions (radians), less than a half turn."""

    centre: Point
    radius: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A shape that the middle of the base keeps out of while its surface is above `least` and below `most`.

    One that `is_left` was started in: it can be left, but not entered again.
    """

    shape: Shape | Sector
    least: float = -math.inf
    most: float = math.inf
    owner: str = ""
    is_left: bool = False

    def is_in_way(self, elevation: float) -> bool:
        """Whether it blocks a model that stands on an elevation."""
        return self.least + TOLERANCE < elevation < self.most - TOLERANCE


def simplified(shape: Shape) -> Shape:
    """The shape, or one of fewer corners round it where it has very many."""
    count = len(shape.points)
    if count <= _MANY:
        return shape
    points = np.asarray(shape.points)
    angles = 2.0 * np.pi * np.arange(_MANY) / _MANY
    normals = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    support = (points @ normals.T).max(axis=0)
    following = np.roll(normals, -1, axis=0)
    turn = normals[:, 0] * following[:, 1] - normals[:, 1] * following[:, 0]
    far = np.roll(support, -1)
    x = (support * following[:, 1] - far * normals[:, 1]) / turn
    y = (far * normals[:, 0] - support * following[:, 0]) / turn
    return Shape(tuple(zip(x.tolist(), y.tolist(), strict=True)), shape.radius)


def grown(shape: Shape, mover: Model, by: float = 0.0) -> Shape:
    """Where the middle of the mover's base is when it is closer than `by` to a shape."""
    return difference(simplified(shape), simplified(mover.outline)).grown(by)


def window(mover: Model, beyond: float = 0.0) -> tuple[float, float, float, float]:
    """The least box that holds all that a model's move can come to, and so much beyond."""
    x, y = mover.standing.at
    span = mover.move + beyond
    return (x - span, y - span, x + span, y + span)


def terrain_obstacles(table: Table, mover: Model, elevation: float) -> Iterator[Obstacle]:
    """The solid features that a model cannot walk over: over an inch above its surface, starting below its head.

    A slope counts with the part that is too high for `elevation`.
    """
    for piece in table.terrain.solids.in_box(window(mover, mover.base.radius)):
        feature = piece.owner
        assert isinstance(feature, Feature)
        shape: Shape | None = piece.shape
        if feature.slope is not None:
            shape = higher_part(feature, piece.shape, elevation + STEP)
        if shape is not None and feature.top > STEP + TOLERANCE:
            yield Obstacle(grown(shape, mover), feature.bottom - mover.height, feature.top - STEP, feature.id)


def gap_obstacles(table: Table, mover: Model) -> Iterator[Obstacle]:
    """The gaps shrunk inwards by half the base (gap.crossing)."""
    narrow = min(mover.base.front_mm, mover.base.depth_mm) / 2.0 / 25.4 - _NARROWER
    for gap in table.terrain.gaps:
        core = gap.footprint.area.buffer(-narrow, join_style="mitre", mitre_limit=20.0)
        for part in shapely.get_parts(core).tolist():
            if isinstance(part, Polygon) and part.area > 0.0:
                ring = polygon(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])).points
                for piece in convex_pieces(ring):
                    yield Obstacle(simplified(piece), -1.0, STEP, gap.id)


def enemy_bases(table: Table, mover: Model, beyond: float = 0.0) -> list[Model]:
    """The enemies that a model's move can come to, or to within so much of."""
    near = (p.owner for p in table.bases.in_box(window(mover, mover.base.radius + beyond)))
    return [m for m in near if isinstance(m, Model) and m.id != mover.id and table.are_enemies(mover, m)]


def enemy_obstacles(table: Table, mover: Model, opened: Collection[str]) -> Iterator[Obstacle]:
    """Enemies' bases, and the zones that may not be entered; those `opened` are to be touched and have no zone."""
    opponents = {m.id for m in engaged_with(table, mover)}
    reach = table.number("proximity.height")
    for enemy in enemy_bases(table, mover, table.number("proximity.radius")):
        base = grown(enemy.footprint, mover, -_OPEN if enemy.id in opened else 0.0)
        yield Obstacle(base, enemy.elevation - mover.height, enemy.head, enemy.id)
        others = [m for m in engaged_with(table, enemy) if m.id != mover.id]
        if enemy.id in opened or others or (enemy.id not in opponents and not has_zone(table, enemy)):
            continue
        is_left = enemy.id in opponents or in_reach(table, mover, enemy)
        shapes = zone_shapes(table, mover, enemy)
        if is_left and not (len(shapes) == 1 and isinstance(shapes[0], Shape) and shapes[0].is_disc):
            continue  # who starts inside may stay and leave; that nobody comes back in is for the judge here
        for shape in shapes:
            yield Obstacle(shape, enemy.elevation - reach - 2e-6, enemy.elevation + reach + 2e-6, enemy.id, is_left)


def zone_shapes(table: Table, mover: Model, owner: Model) -> list[Shape | Sector]:
    """Where the middle of a base is when it is in the zone of an owner, as convex shapes."""
    radius = table.number("proximity.radius")
    whole = grown(owner.footprint, mover, radius)
    walls = walls_of(table, owner)
    if not walls or not (owner.footprint.is_disc and mover.outline.is_disc):
        return [whole]
    centre = owner.standing.at
    hidden = _hidden_spans(centre, owner.footprint.radius + radius, tuple(walls))
    if not hidden:
        return [whole]
    spans = [span for span, _ in hidden]
    shapes = [hull for _, hull in hidden]
    return [*shapes, *(Sector(centre, whole.radius, low, high) for low, high in _seen_spans(spans))]


@lru_cache(maxsize=1024)
def _hidden_spans(
    centre: Point, reach: float, walls: tuple[Feature, ...]
) -> list[tuple[tuple[float, float], Shape]]:
    """The directions in which walls end a zone, each with the hull of the zone's middle and that wall."""
    ring = shapely.Point(centre).buffer(reach, quad_segs=12)
    found = []
    for wall in walls:
        for piece in wall.footprint.pieces:
            part = Polygon(piece.outline(1e-4)).intersection(ring)
            if part.is_empty or not isinstance(part, Polygon) or part.distance(shapely.Point(centre)) <= 1e-9:
                continue
            corners = [(float(x), float(y)) for x, y in part.exterior.coords[:-1]]
            middle = math.atan2(part.centroid.y - centre[1], part.centroid.x - centre[0])
            turns = [_turn(math.atan2(y - centre[1], x - centre[0]) - middle) for x, y in corners]
            hull = shapely.MultiPoint([centre, *corners]).convex_hull
            if max(turns) - min(turns) > 1e-6 and isinstance(hull, Polygon):
                ring_of = tuple((float(x), float(y)) for x, y in hull.exterior.coords[:-1])
                found.append(((middle + min(turns), middle + max(turns)), polygon(ring_of)))
    return found


def _turn(angle: float) -> float:
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


def _seen_spans(hidden: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The directions between the hidden ones, none wider than a half turn."""
    start = hidden[0][1]
    rest = sorted(((low - start) % (2.0 * math.pi), high - low) for low, high in hidden)
    at = 0.0
    seen = []
    for low, width in rest:
        if low > at and low + width <= 2.0 * math.pi + 1e-9:
            seen.append((at, low))
        at = max(at, low + width)
    if at < 2.0 * math.pi:
        seen.append((at, 2.0 * math.pi))
    parts = []
    for low, high in seen:
        count = max(1, math.ceil((high - low) / 3.0))
        step = (high - low) / count
        parts += [(start + low + k * step, start + low + (k + 1) * step) for k in range(count)]
    return parts
