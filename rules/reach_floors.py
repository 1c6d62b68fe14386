"""The floors on which one model's ways can bend (skirmish): what is in the way on each surface, and spots besides. Inches."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import shapely

from physics.boxes import Boxes
from physics.contact import clearance
from physics.prisms import Rungs
from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point, add, cross, dot, lerp, scale, subtract, unit
from physics.ways_floors import Floor, of_owners, with_spots
from physics.ways_outlines import Bools, Outlines, corners_of, outlines_near, with_circles, with_sectors, without_hidden
from rules.reach_obstacles import Obstacle, window
from rules.reach_relief import convex, numbers_of, rows_of, rungs_of
from rules.table import Model, Table
from rules.terrain import Feature, Terrain
from rules.walk import STEP

_HAIR: Final = 1e-6
"""Inches inside an edge at which spots on a top lie."""
_FLUSH: Final = 0.05
"""Inches within which something is as good as flush with a corner."""
_ASIDE: Final = 2e-3
"""Inches aside of an edge at which ways along it to rungs begin, so that they come to it only there."""


def floors_of(
    table: Table, model: Model, obstacles: Sequence[Obstacle], surfaces: Sequence[Feature], inches: float
) -> tuple[list[Floor], Outlines]:
    """The surfaces on which a way can bend (the ground first, then tops), and what stops a model on all of them."""
    outlines = _outlines(model, inches, obstacles)
    spots = spots_of(table.terrain, model.outline)
    is_there = np.array([o.is_in_way(0.0) for o in obstacles], dtype=bool)
    floors = [Floor(0.0, _floor(model, outlines, is_there, spots.on_ground))]
    levels: dict[tuple[float, int], list[Feature]] = {}
    for feature in surfaces:
        if feature.top > STEP - TOLERANCE:
            number = -1 if feature.slope is None else table.terrain.features.index(feature)
            levels.setdefault((feature.top, number), []).append(feature)
    boxes = Boxes([convex(o.shape).box for o in obstacles])
    for (level, number), features in levels.items():
        near = np.zeros(len(obstacles), dtype=bool)
        near[[k for f in features for k in boxes.near(f.footprint.box)]] = True
        near &= np.array([_is_on(o, features[0]) for o in obstacles], dtype=bool)
        found = _floor(model, outlines, near, [p for f in features for p in spots.on_top.get(f.id, ())])
        area = shapely.union_all([f.footprint.area for f in features])
        centres = found.centres + np.array(model.standing.at)
        found = with_circles(found, shapely.dwithin(shapely.points(centres), area, found.radii + 1e-6))
        if len(found.radii):
            floors.append(Floor(level, found, number))
    return floors, without_hidden(of_owners(outlines, _is_hard(table, model, obstacles, surfaces)))


def _floor(model: Model, outlines: Outlines, is_there: Bools, spots: Sequence[Point]) -> Outlines:
    at = np.array(spots).reshape(-1, 2) - np.array(model.standing.at)
    near = np.hypot(at[:, 0], at[:, 1]) <= model.move
    return without_hidden(with_spots(of_owners(outlines, is_there), at[near]))


def _is_hard(table: Table, model: Model, obstacles: Sequence[Obstacle], surfaces: Sequence[Feature]) -> Bools:
    """Which obstacles stop a model on every surface that there is near it, and are not to be climbed."""
    near = table.terrain.solids.in_box(window(model, model.base.radius))
    tops = [p.owner.top for p in near if isinstance(p.owner, Feature) and p.owner.climbable]
    highest = max([0.0, model.elevation, *(f.top for f in surfaces), *(top for top in tops if top < 1e5)])
    open_to = {f.id for f in table.terrain.features if f.climbable or f.standable}
    return np.array(
        [
            o.owner not in open_to and o.is_in_way(0.0) and o.is_in_way(highest) and o.least < 0.0
            for o in obstacles
        ],
        dtype=bool,
    )


def _outlines(model: Model, inches: float, obstacles: Sequence[Obstacle]) -> Outlines:
    """All obstacles together, on whatever surface they are; their owners are the numbers of the obstacles."""
    discs, polygons, radii, sectors, left = rows_of(obstacles)
    rows = np.array(discs).reshape(-1, 3)
    pies = np.array(sectors).reshape(-1, 5)
    corners = with_sectors(corners_of(polygons, np.array(radii)), pies)
    counted = np.ones(len(rows) + len(polygons) + len(pies), dtype=bool)
    counted[left] = False
    found = outlines_near(model.standing.at, inches, rows, corners, pies, counted if left else None)
    number = numbers_of(obstacles)
    return replace(found, owners=number[found.owners], edge_owners=number[found.edge_owners])


def _foot_of(slope: Feature) -> Iterator[Point]:
    """Just inside its edges where they are just low enough to be stepped onto, and its corners: ways up it bend there."""
    low = STEP - 1e-3
    for a, b in slope.footprint.edges:
        inwards = scale(unit((a[1] - b[1], b[0] - a[0])), _HAIR)
        at_a, at_b = slope.top_at(a) - low, slope.top_at(b) - low
        if at_a * at_b < 0.0:
            yield add(lerp(a, b, at_a / (at_a - at_b)), inwards)
    for p, before, after in _turns(slope):
        if cross(before, after) > 1e-9:
            yield _inside_corner(p, before, after)


def _is_on(obstacle: Obstacle, feature: Feature) -> bool:
    """Whether an obstacle is in the way of what stands on a top (of a slope: somewhere on it)."""
    if feature.slope is None:
        return obstacle.is_in_way(feature.top)
    low, high = feature.bottom + TOLERANCE, feature.top - TOLERANCE
    return obstacle.owner != feature.id and obstacle.least < high and obstacle.most > low


@dataclass(frozen=True)
class Spots:
    """Where ways bend though nothing stands there: on the ground, and by feature on its top."""

    on_ground: tuple[Point, ...]
    on_top: Mapping[str, tuple[Point, ...]]


@lru_cache(maxsize=64)
def spots_of(terrain: Terrain, outline: Shape) -> Spots:
    """The spots of a terrain for a base."""
    tops = [f for f in terrain.features if f.is_solid and f.standable and f.kind != "impassable"]
    on_top = {f.id: (*_inner_corners(f), *_outer_corners(terrain, f)) for f in tops}
    on_ground: list[Point] = []
    for feature in (f for f in tops if f.slope is not None):
        foot = tuple(_foot_of(feature))
        on_top[feature.id] += foot
        on_ground += [p for p in foot if feature.top_at(p) < STEP]
    narrow = min(-outline.box[0], -outline.box[1])
    for rungs in rungs_of(terrain, narrow):
        for feature in (terrain.features[k] for k in rungs.owners if not terrain.features[k].climbable):
            if feature.id in on_top:
                on_top[feature.id] += tuple(_ends_of_rungs(feature, rungs))
            on_ground += _beside_rungs(feature, rungs, outline)
    return Spots(tuple(on_ground), on_top)


def _inner_corners(feature: Feature) -> Iterator[Point]:
    """Where its outline turns inwards: ways on the top bend there."""
    for p, before, after in _turns(feature):
        if cross(before, after) < -1e-9:
            yield p


def _outer_corners(terrain: Terrain, feature: Feature) -> Iterator[Point]:
    """Just inside the corners that something else is flush with: ways onto the top and off it pass there."""
    for p, before, after in _turns(feature):
        if cross(before, after) <= 1e-9:
            continue
        beside = terrain.solids.near(Shape((p,)), _FLUSH)
        if any(isinstance(b.owner, Feature) and b.owner.id != feature.id for b in beside):
            yield _inside_corner(p, before, after)


def _inside_corner(p: Point, before: Point, after: Point) -> Point:
    return add(p, scale(unit(subtract(unit(after), unit(before))), 2.0 * _HAIR))


def _turns(feature: Feature) -> Iterator[tuple[Point, Point, Point]]:
    """Each corner of its outline, with the edges before and after it."""
    for ring in feature.footprint.rings:
        for k, p in enumerate(ring):
            yield p, subtract(p, ring[k - 1]), subtract(ring[(k + 1) % len(ring)], p)


def _ends_of_rungs(feature: Feature, rungs: Rungs) -> Iterator[Point]:
    """Just inside the ends of the part of an edge that can be climbed by rungs."""
    near = shapely.LineString([rungs.a, rungs.b]).buffer(rungs.reach - 1e-3, quad_segs=32)
    inner = feature.footprint.area.buffer(-_HAIR).boundary.intersection(near)
    for part in shapely.get_parts(shapely.line_merge(inner)):
        for x, y in shapely.get_coordinates(part)[[0, -1]]:
            yield float(x), float(y)


def _beside_rungs(feature: Feature, rungs: Rungs, outline: Shape) -> Iterator[Point]:
    """Round the corners next to rungs, where a base is just clear of both edges: ways to the rungs bend there."""
    for p, before, after in _turns(feature):
        if cross(before, after) <= 1e-9:
            continue
        for edge, other, back in ((before, after, subtract(p, before)), (after, before, add(p, after))):
            ends = Shape((p, back))
            if clearance(Shape((rungs.a, rungs.b)), ends) > rungs.reach:
                continue
            out, aside = unit((other[1], -other[0])), unit((edge[1], -edge[0]))
            far = max(dot(q, out) for q in outline.points) + outline.radius  # outlines are alike on opposite sides
            yield add(p, add(scale(out, far + _HAIR), scale(aside, _ASIDE)))
