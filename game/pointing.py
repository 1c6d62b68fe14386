"""What lies under a point of the table: a model, a marker, or nothing but the point."""

from __future__ import annotations

from physics.contact import clearance
from physics.shapes import Shape
from physics.vectors import Point
from rules.measuring import Measured
from rules.table import Model, Table


def model_at(table: Table, at: Point, slop: float = 0.0) -> Model | None:
    """The model under a point, the highest of several; within `slop` inches when none is exactly there."""
    spot = Shape((at,))
    pieces = table.bases.in_box((*at, *at), slop)
    near = [(clearance(spot, p.shape), p.owner) for p in pieces if isinstance(p.owner, Model)]
    under = [m for apart, m in near if apart <= 0.0]
    if under:
        return max(under, key=lambda m: m.elevation)
    close = [(apart, m.id) for apart, m in near if apart <= slop]
    return table.model(min(close)[1]) if close else None


def what_is_at(table: Table, at: Point) -> Measured:
    """What the ruler or an aim takes hold of at a point: a model, a marker, or the point itself."""
    model = model_at(table, at)
    if model is not None:
        return model.id
    marker = next((m for m in table.markers if clearance(Shape((at,)), m.shape) <= 0.0), None)
    return marker.id if marker is not None else at
