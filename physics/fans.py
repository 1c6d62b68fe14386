"""The reach as fans: the areas that rays sweep over, turning about the start and about circles. Inches and radians."""

from dataclasses import dataclass

import numpy as np
import shapely

from physics.fan_rays import Rays
from physics.vectors import Point
from physics.ways_network import LIMITED
from physics.ways_outlines import Bools, Floats, Ints
from physics.ways_sight import Legs

_GRID = 1e-6
"""Inches of the grid on which areas are joined when they can't be otherwise."""
_NEAR = 0.025
"""Inches between rays below which what is over something on one of them only ends at the other."""
_BASE_STEP = 0.5
"""Radians of a circle between the bases of rays that are kept."""


@dataclass(frozen=True)
class Fan:
    """An area that rays sweep over, as its outline: from where they start, and back along their tips."""

    outline: Floats


def fans_of(rays: Rays) -> list[Fan]:
    """Each fan's rays as one outline; the start's has tips only.

    Of tips in a row on one obstacle the first and the last are enough: the chord between them lies inside of it,
    since it is convex. So do chords between the bases, inside the circle that the rays are tangent to.
    """
    same_fan = rays.fan[:-1] == rays.fan[1:]
    begins_fan, ends_fan = np.concatenate([[True], ~same_fan]), np.concatenate([~same_fan, [True]])
    as_before = np.concatenate([[False], same_fan & (rays.owner[:-1] == rays.owner[1:])])
    as_after = np.concatenate([as_before[1:], [False]])
    is_inner = as_before & as_after
    needs_tip = ~is_inner | (((rays.owner == -1) | (rays.owner <= LIMITED)) & ~_is_straight(rays, is_inner))
    steps = np.floor(rays.turn / _BASE_STEP)
    needs_base = begins_fan | ends_fan | np.concatenate([[True], steps[1:] != steps[:-1]])
    cuts = np.flatnonzero(begins_fan).tolist()
    fans = []
    for number, (begin, end) in enumerate(zip(cuts, [*cuts[1:], len(rays.fan)], strict=True)):
        tips = rays.tip[begin:end][needs_tip[begin:end]]
        if number == 0:
            fans.append(Fan(tips))
        elif rays.turn[end - 1] > 1e-9:
            fans.append(Fan(np.concatenate([rays.base[begin:end][needs_base[begin:end]], tips[::-1]])))
    return fans


def _is_straight(rays: Rays, is_inner: Bools) -> Bools:
    """Of tips with both neighbours on the same thing, those that lie on the line between them."""
    straight = np.zeros(len(is_inner), dtype=bool)
    k = np.flatnonzero(is_inner)
    before, after = rays.tip[k] - rays.tip[k - 1], rays.tip[k + 1] - rays.tip[k]
    off = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    straight[k] = np.abs(off) <= 1e-9 * np.hypot(*(rays.tip[k + 1] - rays.tip[k - 1]).T)
    return straight


def swept_between(
    rays: Rays, legs: Legs, leg: Ints, begin: Floats, end: Floats, origin: Point
) -> shapely.Geometry:
    """The area between parts of neighbouring rays: between those that lie beside each other.

    A part beside which there is none on the next ray ends before that one: where the two are near, it is as good as
    there.
    """
    order = np.lexsort((begin, leg))
    leg, begin, end = leg[order], begin[order], end[order]
    count = np.bincount(leg, minlength=len(rays.fan) + 1)
    first = np.concatenate([[0], np.cumsum(count)])
    has_next = np.append(rays.fan[:-1] == rays.fan[1:], False)
    has_match = np.zeros((2, len(leg)), dtype=bool)
    quads = []
    for rank in range(int(count.max(initial=0))):
        here = np.flatnonzero(has_next[leg] & (count[leg + 1] > rank))
        there = first[leg[here] + 1] + rank
        meets = (end[here] > begin[there]) & (end[there] > begin[here])
        here, there = here[meets], there[meets]
        has_match[0, here], has_match[1, there] = True, True
        quads.append((leg[here], begin[here], end[here], leg[there], begin[there], end[there]))
    beside = sum(len(q[0]) for q in quads)
    has_last = np.append(False, has_next[:-1])
    for side, is_there in ((0, has_next), (1, has_last)):
        alone = np.flatnonzero(~has_match[side] & is_there[leg])
        other = leg[alone] + (1 if side == 0 else -1)
        length = legs.length[other]
        ends = (np.minimum(begin[alone], length), np.minimum(end[alone], length))
        quads.append((leg[alone], begin[alone], end[alone], other, *ends))
    one, low, high, other, low_there, high_there = (np.concatenate(part) for part in zip(*quads, strict=True))
    corners = ((one, low), (one, high), (other, high_there), (other, low_there))
    at = [legs.start[k] + legs.along[k] * t[:, None] for k, t in corners]
    is_near = np.ones(len(one), dtype=bool)
    is_near[beside:] = np.hypot(*(at[1] - at[2])[beside:].T) < np.maximum(_NEAR, 0.3 * (high - low)[beside:])
    at = [spots[is_near] for spots in at]
    parts = shapely.polygons(np.stack(at, axis=1) + np.asarray(origin)) if is_near.any() else np.zeros(0, dtype=object)
    parts = shapely.make_valid(parts[~shapely.is_empty(parts)], method="structure", keep_collapsed=False)
    return shapely.union_all(parts)


def area_of_fans(fans: list[Fan], obstacles: Floats, origin: Point) -> shapely.Geometry:
    """The fans as one area, without the obstacles; `origin` is where the start is on the table."""
    fans = [fan for fan in fans if len(fan.outline) > 2]  # fewer where it stands in something, and no way leads out
    if not fans:
        return shapely.Polygon()
    sizes = [len(fan.outline) for fan in fans]
    rings = shapely.linearrings(
        np.concatenate([fan.outline for fan in fans]) + np.asarray(origin),
        indices=np.repeat(np.arange(len(fans)), sizes),
    )
    parts = shapely.polygons(rings)
    wrong = ~shapely.is_valid(parts)
    if wrong.any():
        parts[wrong] = shapely.make_valid(parts[wrong], method="structure", keep_collapsed=False)
    try:
        return _without(shapely.union_all(parts), obstacles, None)
    except shapely.GEOSException:  # lines that all but coincide: on a fine grid they do
        return _without(shapely.union_all(parts, grid_size=_GRID), obstacles, _GRID)


def _without(area: shapely.Geometry, obstacles: Floats, grid: float | None) -> shapely.Geometry:
    shapely.prepare(area)
    met = obstacles[shapely.intersects(area, obstacles)]
    return shapely.difference(area, shapely.union_all(met, grid_size=grid), grid_size=grid)
