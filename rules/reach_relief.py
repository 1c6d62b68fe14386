"""The terrain as prisms to be walked over, for one model's moves (skirmish). Inches."""

import math
from collections.abc import Iterable

from physics.relief import Barrier, Body, Prism, Relief
from physics.shapes import Shape
from rules.reach_obstacles import Obstacle, Sector, simplified
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_ARC = 0.03
"""Radians between corners of a sector's arc: its chords miss it by 0.0003 in."""


def relief_of(table: Table, model: Model, obstacles: Iterable[Obstacle]) -> Relief:
    """What a model walks over, and what stops it."""
    numbers = {f.id: k for k, f in enumerate(table.terrain.features)}
    prisms = [
        prism_of(feature, piece, numbers[feature.id])
        for feature in table.terrain.features
        if feature.is_solid
        for piece in feature.footprint.pieces
    ]
    barriers = [Barrier(_convex(o.shape), o.least, o.most, numbers.get(o.owner, -1)) for o in obstacles]
    body = Body(model.height, STEP, model.agility, bool(table.parameters["drop.counted"]))
    return Relief(prisms, barriers, body)


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


def _convex(shape: Shape | Sector) -> Shape:
    if isinstance(shape, Shape):
        return shape
    count = max(1, math.ceil((shape.high - shape.low) / _ARC))
    step = (shape.high - shape.low) / count
    x, y = shape.centre
    angles = [shape.low + k * step for k in range(count + 1)]
    return Shape((shape.centre, *((x + shape.radius * math.cos(a), y + shape.radius * math.sin(a)) for a in angles)))
