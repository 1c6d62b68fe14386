"""The terrain as prisms to be walked over, for one model's moves (skirmish). Inches."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import Polygon

from physics.contact import clearance
from physics.prisms import Barrier, Body, Pie, Prism, Rungs
from physics.relief import Relief
from physics.shapes import MM_PER_INCH, Shape, disc
from physics.tolerance import TOLERANCE
from physics.vectors import Point, cross, lerp, subtract
from physics.ways_outlines import Bools, Floats, Outlines, corners_of, outlines_near, with_circles, with_sectors
from physics.ways_over import Floor
from rules.obstruction import higher_part
from rules.reach_obstacles import Obstacle, Sector, simplified, window
from rules.table import Model, Table
from rules.terrain import Feature, Terrain
from rules.walk import STEP

_ARC = 0.05
"""Radians between corners of a sector's arc: its chords miss it by less than 0.001 in."""


def relief_of(table: Table, model: Model, obstacles: Iterable[Obstacle]) -> Relief:
    """What a model walks over, and what stops it."""
    numbers = {f.id: k for k, f in enumerate(table.terrain.features)}
    near = table.terrain.solids.in_box(window(model, model.base.radius))
    prisms = [prism_of(p.owner, p.shape, numbers[p.owner.id]) for p in near if isinstance(p.owner, Feature)]
    barriers = [Barrier(_barrier(o.shape), o.least, o.most, numbers.get(o.owner, -1), o.is_left) for o in obstacles]
    body = Body(model.height, STEP, model.agility, bool(table.parameters["drop.counted"]), _narrow(model))
    return Relief(prisms, barriers, body, rungs_of(table, model))


def _barrier(shape: Shape | Sector) -> Shape | Pie:
    return shape if isinstance(shape, Shape) else Pie(shape.centre, shape.radius, shape.low, shape.high)


def rungs_of(table: Table, model: Model) -> list[Rungs]:
    """The ladders, with the features on whose edge they are."""
    found = []
    for ladder in table.terrain.ladders:
        a, b = ladder.line[0], ladder.line[-1]
        owners = [
            k
            for k, f in enumerate(table.terrain.features)
            if f.is_solid and any(clearance(Shape((a,)), piece) <= 0.1 for piece in f.footprint.pieces)
        ]
        found.append(Rungs(a, b, ladder.reach + _narrow(model), tuple(owners)))
    return found


def _narrow(model: Model) -> float:
    """Half the least width of a base, inches."""
    return min(model.base.front_mm, model.base.depth_mm) / 2.0 / MM_PER_INCH


def prism_of(feature: Feature, piece: Shape, number: int) -> Prism:
    """A convex piece of a feature as a prism."""
    is_open = feature.kind != "impassable"
    rise = None
    if feature.slope is not None:
        (ax, ay), (bx, by) = feature.slope
        dx, dy = bx - ax, by - ay
        pace = feature.height / (dx * dx + dy * dy)
        rise = (pace * dx, pace * dy, feature.bottom - pace * (ax * dx + ay * dy))
    return Prism(
        simplified(piece),
        feature.bottom,
        feature.top if math.isfinite(feature.top) else 1e6,
        feature.standable and is_open,
        feature.climbable and is_open,
        number,
        rise,
    )


@lru_cache(maxsize=4096)
def convex(shape: Shape | Sector) -> Shape:
    """A shape as it is, a sector as the polygon just inside of it."""
    if isinstance(shape, Shape):
        return shape
    count = max(1, math.ceil((shape.high - shape.low) / _ARC))
    step = (shape.high - shape.low) / count
    x, y = shape.centre
    angles = [shape.low + k * step for k in range(count + 1)]
    return Shape((shape.centre, *((x + shape.radius * math.cos(a), y + shape.radius * math.sin(a)) for a in angles)))


Rows = tuple[list[tuple[float, ...]], list[tuple[Point, ...]], list[float], list[tuple[float, ...]], list[int]]


def rows_of(obstacles: Iterable[Obstacle]) -> Rows:
    """Obstacles as ways want them: discs, polygons, the polygons' radii, sectors, and which discs were started in."""
    discs: list[tuple[float, ...]] = []
    polygons: list[tuple[Point, ...]] = []
    radii: list[float] = []
    sectors: list[tuple[float, ...]] = []
    left: list[int] = []
    for obstacle in obstacles:
        shape = obstacle.shape
        if isinstance(shape, Sector):
            sectors.append((*shape.centre, shape.radius, shape.low, shape.high))
        elif shape.is_disc:
            left += [len(discs)] if obstacle.is_left else []
            discs.append((*shape.points[0], shape.radius))
        else:
            polygons.append(shape.points)
            radii.append(shape.radius)
    return discs, polygons, radii, sectors, left


def box_of(table: Table, model: Model) -> tuple[float, float, float, float]:
    """Where the middle of a base may be, for the base to be on the table (left, bottom, right, top)."""
    left, bottom, right, top = model.outline.box
    return (-left, -bottom, table.size[0] - right, table.size[1] - top)


def floors_of(
    table: Table, model: Model, obstacles: Sequence[Obstacle], surfaces: Sequence[Feature], inches: float
) -> list[Floor]:
    """The surfaces on which a way can bend: the ground, and tops with something at them to be gone round."""
    levels: dict[float, list[Feature]] = {0.0: []}
    for feature in surfaces:
        if feature.slope is None and feature.top > STEP - TOLERANCE:
            levels.setdefault(feature.top, []).append(feature)
    floors = []
    for level, features in levels.items():
        found = [o for o in obstacles if o.is_in_way(level)]
        if level != 0.0:
            found = [o for o in found if any(_meet(_box(o.shape), f.footprint.box) for f in features)]
            spots = [p for f in features for p in _bends_on(table, model, f)]
        else:
            spots = [p for f in surfaces if f.slope is not None for p in _foot_of(f)]
        outlines = _outlines(model, inches, [*found, *(Obstacle(disc(0.0, p)) for p in spots)])
        if level != 0.0:
            area = shapely.union_all([f.footprint.area for f in features])
            centres = outlines.centres + np.array(model.standing.at)
            outlines = with_circles(outlines, shapely.dwithin(shapely.points(centres), area, outlines.radii + 1e-6))
        if len(outlines.radii) or level == 0.0:
            floors.append(Floor(level, outlines))
    return floors


def hard_outlines(
    table: Table, model: Model, obstacles: Sequence[Obstacle], surfaces: Sequence[Feature], inches: float
) -> Outlines:
    """What stops a model on every surface that there is near it, and is not to be climbed."""
    highest = max([0.0, model.elevation, *(f.top for f in surfaces)])
    near = table.terrain.solids.in_box(window(model, model.base.radius))
    tops = [p.owner.top for p in near if isinstance(p.owner, Feature) and p.owner.climbable]
    highest = max([highest, *(top for top in tops if top < 1e5)])
    open_to = {f.id for f in table.terrain.features if f.climbable or f.standable}
    found = [
        o for o in obstacles if o.owner not in open_to and o.is_in_way(0.0) and o.is_in_way(highest) and o.least < 0.0
    ]
    return _outlines(model, inches, found)


def _foot_of(slope: Feature) -> list[Point]:
    """Where the edges of a slope are just low enough to be stepped onto: ways up it bend there."""
    spots = []
    low = STEP - 1e-3
    for a, b in slope.footprint.edges:
        at_a, at_b = slope.top_at(a) - low, slope.top_at(b) - low
        if at_a * at_b < 0.0:
            spots.append(lerp(a, b, at_a / (at_a - at_b)))
    return spots


def _bends_on(table: Table, model: Model, feature: Feature) -> list[Point]:
    """Where ways on a top bend that nothing stands on: at inner corners, and just past the ends of what can be climbed."""
    spots = []
    for ring in feature.footprint.rings:
        for k, p in enumerate(ring):
            before, after = subtract(p, ring[k - 1]), subtract(ring[(k + 1) % len(ring)], p)
            if cross(before, after) < -1e-9:
                spots.append(p)
    for rungs in rungs_of(table, model):
        if table.terrain.features.index(feature) in rungs.owners and not feature.climbable:
            near = shapely.LineString([rungs.a, rungs.b]).buffer(rungs.reach - 1e-3, quad_segs=32)
            inner = feature.footprint.area.buffer(-1e-4).boundary.intersection(near)
            ends = (shapely.get_coordinates(part)[[0, -1]] for part in shapely.get_parts(shapely.line_merge(inner)))
            spots += [(float(x), float(y)) for end in ends for x, y in end]
    return spots


def _outlines(model: Model, inches: float, obstacles: Sequence[Obstacle]) -> Outlines:
    discs, polygons, radii, sectors, left = rows_of(obstacles)
    rows = np.array(discs).reshape(-1, 3)
    pies = np.array(sectors).reshape(-1, 5)
    corners = with_sectors(corners_of(polygons, np.array(radii)), pies)
    counted = np.ones(len(rows) + len(polygons) + len(pies), dtype=bool)
    counted[left] = False
    return outlines_near(model.standing.at, inches, rows, corners, pies, counted if left else None)


def _box(shape: Shape | Sector) -> tuple[float, float, float, float]:
    return convex(shape).box


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


@lru_cache(maxsize=512)
def held_area(terrain: Terrain, feature: Feature, outline: Shape) -> shapely.Geometry:
    """Where the middle of a base may be on a top with less than half of the base over its edge (positioning.overhang)."""
    level = [f.footprint.area for f in terrain.features
             if f.is_solid and f.standable and f.kind != "impassable" and abs(f.top - feature.top) < STEP - TOLERANCE]
    support = shapely.union_all([area for area in level if area.distance(feature.footprint.area) <= 2.0 * outline.reach])
    base = np.array(outline.outline(0.004))
    parts = [
        _shrunk_until_held(part, support, base, outline.reach)
        for part in shapely.get_parts(support).tolist()
        if isinstance(part, Polygon) and part.intersects(feature.footprint.area)
    ]
    return shapely.union_all(parts)


def low_part(slope: Feature) -> shapely.Geometry:
    """The part of a slope that is less than an inch up: a base may hang over its edge there."""
    high = [part for piece in slope.footprint.pieces if (part := higher_part(slope, piece, STEP - TOLERANCE))]
    return slope.footprint.area.difference(shapely.union_all([Polygon(part.outline()) for part in high]))


def _shrunk_until_held(part: Polygon, support: shapely.Geometry, base: Floats, radius: float) -> shapely.Geometry:
    """An area drawn in from its edge to where just half of the base is over the support."""
    core = part.buffer(-0.7 * radius)
    if core.is_empty:
        core = part.representative_point()
    ring = part.exterior.segmentize(0.06)
    rim = shapely.get_coordinates(ring)
    aims = shapely.get_coordinates(shapely.shortest_line(shapely.points(rim), core))[1::2]
    shares = _held_shares(rim, aims, support, base)
    shrunk = shapely.Polygon(rim + (aims - rim) * shares[:, None])
    return shrunk if shrunk.is_valid else shrunk.buffer(0.0)


def _held_shares(rim: Floats, aims: Floats, support: shapely.Geometry, base: Floats) -> Floats:
    """How far each spot of a rim must be moved to its aim for half of the base to be held: 0 to 1."""
    half = shapely.Polygon(base).area / 2.0 - 1e-3  # a spot on a straight edge is held by just half
    shares = np.zeros(len(rim))
    hangs = np.flatnonzero(~_is_held(rim, support, base, half))
    low, high = np.zeros(len(hangs)), np.ones(len(hangs))
    for _ in range(7):
        middle = (low + high) / 2.0
        held = _is_held(rim[hangs] + (aims - rim)[hangs] * middle[:, None], support, base, half)
        high, low = np.where(held, middle, high), np.where(held, low, middle)
    shares[hangs] = high
    return shares


def _is_held(at: Floats, support: shapely.Geometry, base: Floats, half: float) -> Bools:
    bases = shapely.polygons(at[:, None, :] + base[None, :, :])
    held: Bools = shapely.area(shapely.intersection(bases, support)) > half
    return held
