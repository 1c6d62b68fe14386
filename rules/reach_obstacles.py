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

from physics.regions import overlapping_pieces
from physics.shapes import Shape, difference, polygon
from physics.tolerance import TOLERANCE
from rules.engagement import engaged_with
from rules.obstruction import higher_part
from rules.proximity import has_zone, in_reach, walls_of
from rules.reach_zones import OVERLAP, Sector, zone_parts
from rules.table import Model, Table
from rules.terrain import Feature, Terrain
from rules.walk import STEP

_MANY: Final = 40
"""Corners of an outline (an oval's) above which a simpler one round it is used: it is off by less than 0.01 in."""
_NARROWER: Final = 1e-4
"""Inches by which half a base counts for less over a gap: exactly as wide as the base is not narrower than it."""
_LEAST: Final = 1e-9
"""Square inches of a part of a gap below which it is none: what is left by rounding."""
_OPEN: Final = 5e-7
"""Inches by which the base of an enemy to be touched counts for less: contact on a board is true to rounding."""


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
    """The gaps without what is less than half the base from the ground beside them (gap.crossing)."""
    narrow = min(mover.base.front_mm, mover.base.depth_mm) / 2.0 / 25.4 - _NARROWER
    for gap_id, piece in _cores(table.terrain, narrow):
        yield Obstacle(piece, -1.0, STEP, gap_id)


@lru_cache(maxsize=64)
def _cores(terrain: Terrain, narrow: float) -> tuple[tuple[str, Shape], ...]:
    """The parts of gaps that are more than so many inches from the ground beside them, in convex pieces.

    Gaps side by side are one: there is no ground along the edges that lie in another gap.
    """
    found: list[tuple[str, Shape]] = []
    joined: dict[str, shapely.Geometry] = {}
    for gap in terrain.gaps:
        area, rim = gap.footprint.area, terrain.gap_rim(gap.id)
        if set(rim) == set(gap.footprint.edges):
            core = area.buffer(-narrow, join_style="mitre", mitre_limit=20.0)
            found += [(gap.id, piece) for piece in _pieces(core)]
        else:
            core = area.difference(shapely.MultiLineString(list(rim)).buffer(narrow, quad_segs=8))
            joined[gap.id] = core.buffer(2.0 * TOLERANCE, join_style="mitre")
    owner = next(iter(joined), "")
    return (*found, *((owner, piece) for piece in _pieces(shapely.union_all(list(joined.values())))))


def _pieces(area: shapely.Geometry) -> Iterator[Shape]:
    """The polygons of an area in convex pieces that overlap a little."""
    for part in shapely.get_parts(area).tolist():
        if isinstance(part, Polygon) and part.area > _LEAST:
            ring = polygon(tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])).points
            yield from (simplified(piece) for piece in overlapping_pieces(ring, OVERLAP))


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
    walls = walls_of(table, owner)
    parts = None
    if walls and owner.footprint.is_disc and mover.outline.is_disc:
        parts = zone_parts(owner.standing.at, owner.footprint.radius, radius, mover.outline.radius, tuple(walls))
    return [grown(owner.footprint, mover, radius)] if parts is None else list(parts)
