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
    """The area between parts of neighbouring rays: of each pair of neighbours the first part of both, and so on."""
    order = np.lexsort((begin, leg))
    leg, begin, end = leg[order], begin[order], end[order]
    rank = np.arange(len(leg)) - np.searchsorted(leg, leg)
    key = leg * 64 + rank
    spot = np.searchsorted(key, key + 64)
    found = np.flatnonzero((spot < len(key)) & (key[np.minimum(spot, len(key) - 1)] == key + 64)) if len(key) else key
    here, there = found, spot[found]
    same = rays.fan[leg[here]] == rays.fan[leg[there]]
    here, there = here[same], there[same]
    corners = ((here, begin), (here, end), (there, end), (there, begin))
    at = [legs.start[leg[k]] + legs.along[leg[k]] * t[k, None] for k, t in corners]
    parts = shapely.polygons(np.stack(at, axis=1) + np.asarray(origin)) if len(here) else np.zeros(0, dtype=object)
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
