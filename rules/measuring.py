"""The tape measure: horizontal distances between models, units, markers and points, edge to edge. Inches.

You can always measure, and measuring changes nothing. What is not on the table (a casualty, a model in reserve)
measures nothing: asking for it is a MeasureError that says so.
"""

from collections.abc import Sequence

from physics.contact import Nearest, clearance, nearest
from physics.shapes import Shape
from physics.tolerance import is_within
from physics.vectors import Point
from rules.furthest import EXACT, furthest_spot, inches_to, search_furthest
from rules.table import Model, Table

Measured = str | Point
"""The id of a model, a unit or a marker, or a point."""


class MeasureError(ValueError):
    """Something that can't be measured: it is not on the table, or there is no such thing."""


def distance(table: Table, a: Measured, b: Measured) -> float:
    """Inches between the closest points of the two, seen from above; 0 when they touch or overlap."""
    return max(0.0, nearest_points(table, a, b).clearance)


def within(table: Table, a: Measured, b: Measured, x: float) -> bool:
    """Whether any part of a is within x inches of b; of a unit, any model."""
    return is_within(distance(table, a, b), x)


def wholly_within(table: Table, a: Measured, b: Measured, x: float) -> bool:
    """Whether every part of a is within x inches of b; of a unit, every model."""
    return is_within(furthest_distance(table, a, b), x)


def furthest_distance(table: Table, a: Measured, b: Measured) -> float:
    """Inches from b to the furthest point of a's bases, which is what wholly within asks for."""
    there = outlines_of(table, b)
    return max(furthest_from(shape, there) for shape in outlines_of(table, a))


def nearest_points(table: Table, a: Measured, b: Measured) -> Nearest:
    """The closest points of the two and the clearance between them, to be drawn; negative when they overlap."""
    pairs = [(one, other) for one in outlines_of(table, a) for other in outlines_of(table, b)]
    one, other = min(pairs, key=lambda pair: clearance(*pair))
    return nearest(one, other)


def outlines_of(table: Table, what: Measured) -> list[Shape]:
    """The outlines on the table that are measured to: of a unit, those of all its models that stand on it."""
    if not isinstance(what, str):
        return [Shape((what,))]
    if what in table.models:
        return [_standing(table.models[what]).footprint]
    if what in table.units:
        models = table.models_of(table.units[what])
        if not models:
            raise MeasureError(f"no model of {what} is on the table, so there is nothing to measure")
        return [model.footprint for model in models]
    marker = table.marker(what)
    if marker is None:
        raise MeasureError(f"there is no model, unit or marker {what}")
    return [marker.shape]


def _standing(model: Model) -> Model:
    if not model.is_on_table:
        why = "is in reserve" if model.is_alive else "is a casualty"
        raise MeasureError(f"{model.id} {why}: what is not on the table measures nothing")
    return model


def furthest_from(shape: Shape, others: Sequence[Shape]) -> float:
    """Inches from the furthest point of a shape to the nearest of the others.

    The distance to one convex shape grows towards the corners, so a corner is furthest from it; a round corner adds
    its radius. Where different models are near different parts of the shape, the furthest point is searched for.
    """
    spots = [furthest_spot(shape, other) for other in others]
    least, spot = min(spots)
    found = inches_to(spot, others)
    if least <= 0.0 or len(others) == 1 or found >= least - EXACT:
        return max(0.0, least)
    return max(0.0, search_furthest(shape, others, found, least))
