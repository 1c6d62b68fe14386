"""How many bases there can be room for at most, by areas: it never says too few, and often says too many. Inches.

Two bounds on the middles of bases that keep apart: the room is cut into cells so small that no two of them fit into
one, which is exact in an alley; and Oler's inequality for a convex area, which is good in a yard.
"""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from shapely.affinity import rotate

from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.links import Linking
from rules.spots import Spots
from rules.table import Model

_ARC = 16
"""Chords to a quarter turn."""
_LOOSE = 4.0 * TOLERANCE
"""Inches by which whatever takes up room is made smaller."""


def capacity(spots: Spots, apart: float, enough: int) -> int:
    """The most middles of a round base that can lie `apart` inches from each other where its leader's links, one after
    another, can get to; `enough` where there may be as many or more."""
    leader = spots.linking.leader
    if not (spots.model.base.is_disc and leader.base.is_disc) or spots.footing.is_uneven:
        return enough
    seen = sight(spots.linking, spots.leader_at, spots.reach + 1.0)
    room = _room(spots, [m for m in spots.others if m.id != leader.id]).intersection(seen)
    keeps_apart = leader.base.radius + spots.model.base.radius >= apart
    total = 0
    for part in _areas(room):
        has_leader = part.distance(shapely.Point(spots.leader_at)) <= _LOOSE
        most = _oler(part, apart - _LOOSE) - (has_leader and keeps_apart)
        rest = part.difference(_area(leader.footprint, spots.model.base.radius - _LOOSE)) if has_leader else part
        total += min(most, _most_cells(rest, apart - _LOOSE, min(most, enough)))
    return min(total, enough)


def _oler(room: shapely.Geometry, apart: float) -> int:
    """Oler's bound for the convex hull of an area: 2/√3 × area + half of its edge + 1, all in units of `apart`."""
    hull = room.convex_hull
    return int(2.0 / math.sqrt(3.0) * hull.area / apart**2 + hull.length / apart / 2.0 + 1.0)


def _most_cells(room: shapely.Geometry, apart: float, enough: int) -> int:
    # A cell is half of a square on the diagonal, at most: with more room than that there is nothing to find out.
    if room.is_empty or room.area > enough * apart * apart / 2.0:
        return 0 if room.is_empty else enough
    frames = [room, rotate(room, -_slant(room), origin=room.centroid, use_radians=True)]
    return min(_cells(frame, apart, enough) for frame in frames)


def sight(linking: Linking, at: Point, reach: float) -> shapely.Geometry:
    """The part of the square round a point that lines, one after another, can get to from it past the terrain."""
    around = shapely.box(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    walls = [_area(p, _LOOSE) for o in linking.obstacles if o.feature is not None for p in o.pieces]
    parts = shapely.get_parts(around.difference(shapely.union_all(walls)) if walls else around)
    return parts[int(np.argmin(shapely.distance(parts, shapely.Point(at))))]


def _room(spots: Spots, others: Sequence[Model]) -> shapely.Geometry:
    """The room of the base's middle within reach, clear of terrain and others, a little too large where it is round."""
    r = spots.model.base.radius
    width, depth = spots.table.size
    reach = spots.reach / math.cos(math.pi / 4.0 / _ARC) + _LOOSE
    room = shapely.Point(spots.leader_at).buffer(reach, quad_segs=_ARC)
    room = room.intersection(shapely.box(r - _LOOSE, r - _LOOSE, width - r + _LOOSE, depth - r + _LOOSE))
    taken = [_area(s, r - _LOOSE) for s in spots.footing.blocking]
    taken += [_area(m.footprint, r - _LOOSE) for m in others if m.base.is_disc]
    return room.difference(shapely.union_all(taken)) if taken else room


def _area(shape: Shape, by: float) -> shapely.Geometry:
    """A shape grown by some inches, its arcs replaced by chords inside them."""
    return shapely.MultiPoint(shape.points).convex_hull.buffer(shape.radius + by, quad_segs=_ARC)


def _slant(room: shapely.Geometry) -> float:
    """The direction (radians) of the longer side of the least rectangle round an area."""
    corners = shapely.get_coordinates(room.minimum_rotated_rectangle)
    if len(corners) < 4:
        return 0.0
    a, b = max(((corners[k], corners[k + 1]) for k in range(2)), key=lambda s: math.dist(*s))
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _cells(room: shapely.Geometry, apart: float, enough: int) -> int:
    """Cells less than `apart` inches across that cover an area; `enough` when it takes so many."""
    count = 0
    waiting = _areas(room)
    while waiting and count < enough:
        part = waiting.pop()
        left, bottom, right, top = part.bounds
        if math.hypot(right - left, top - bottom) < apart:
            count += 1
            continue
        is_wide = right - left >= top - bottom
        across = min(top - bottom if is_wide else right - left, 0.7 * apart)
        cut = min(math.sqrt(apart * apart - across * across) - TOLERANCE, 0.5 * max(right - left, top - bottom))
        strip = (left, bottom, left + cut, top) if is_wide else (left, bottom, right, bottom + cut)
        rest = (left + cut, bottom, right, top) if is_wide else (left, bottom + cut, right, top)
        waiting += [p for box in (rest, strip) for p in _areas(part.intersection(shapely.box(*box)))]
    return count


def _areas(room: shapely.Geometry) -> list[shapely.Geometry]:
    return [p for p in shapely.get_parts(room).tolist() if isinstance(p, shapely.Polygon) and not p.is_empty]
