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
from physics.shapes import MM_PER_INCH, Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from physics.ways_outlines import Bools, Floats, Ints
from rules.obstruction import higher_part
from rules.reach_obstacles import Obstacle, simplified, window
from rules.reach_zones import Sector
from rules.table import Model, Table
from rules.terrain import Feature, Terrain
from rules.walk import STEP

_ARC = 0.05
"""Radians between corners of a sector's arc: its chords miss it by less than 0.001 in."""


def relief_of(table: Table, model: Model, obstacles: Iterable[Obstacle]) -> Relief:
    """What a model walks over, and what stops it."""
    numbers = {f.id: k for k, f in enumerate(table.terrain.features) if f.is_solid}  # pits do not keep anyone in the air
    near = table.terrain.solids.in_box(window(model, model.base.radius))
    prisms = [prism_of(p.owner, p.shape, numbers[p.owner.id]) for p in near if isinstance(p.owner, Feature)]
    barriers = [Barrier(_barrier(o.shape), o.least, o.most, numbers.get(o.owner, -1), o.is_left) for o in obstacles]
    body = Body(model.height, STEP, model.agility, bool(table.parameters["drop.counted"]), _narrow(model))
    return Relief(prisms, barriers, body, rungs_of(table.terrain, _narrow(model)))


def _barrier(shape: Shape | Sector) -> Shape | Pie:
    return shape if isinstance(shape, Shape) else Pie(shape.centre, shape.radius, shape.low, shape.high)


def rungs_of(terrain: Terrain, narrow: float) -> list[Rungs]:
    """The ladders, with the features on whose edge they are, for a base that is so narrow (half of it, inches)."""
    found = []
    for ladder in terrain.ladders:
        a, b = ladder.line[0], ladder.line[-1]
        owners = [
            k
            for k, f in enumerate(terrain.features)
            if f.is_solid and any(clearance(Shape((a,)), piece) <= 0.1 for piece in f.footprint.pieces)
        ]
        found.append(Rungs(a, b, ladder.reach + narrow, tuple(owners)))
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


def numbers_of(obstacles: Sequence[Obstacle]) -> Ints:
    """The numbers of the obstacles in the order of `rows_of`: discs, polygons, sectors."""
    kinds = [2 if isinstance(o.shape, Sector) else 0 if o.shape.is_disc else 1 for o in obstacles]
    return np.argsort(np.array(kinds, dtype=np.int64), kind="stable")


def box_of(table: Table, model: Model) -> tuple[float, float, float, float]:
    """Where the middle of a base may be, for the base to be on the table (left, bottom, right, top)."""
    left, bottom, right, top = model.outline.box
    return (-left, -bottom, table.size[0] - right, table.size[1] - top)


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
