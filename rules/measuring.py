"""The tape measure: horizontal distances between models, units, markers and points, edge to edge. Inches.

You can always measure, and measuring changes nothing. What is not on the table (a casualty, a model in reserve)
measures nothing: asking for it is a MeasureError that says so.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf

from physics.contact import Nearest, clearance, depth_of_point, nearest
from physics.shapes import Shape
from physics.tolerance import is_within
from physics.vectors import Point
from physics.vectors import distance as inches_between
from rules.table import Model, Table

Measured = str | Point
"""The id of a model, a unit or a marker, or a point."""

_EXACT = 1e-7
"""Inches to which the furthest point is narrowed down where several models are near it: a tenth of the tolerance."""
_SQUARES = 20_000
"""Squares after which the search ends: far more than it takes, so that no ruler can hang."""


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
    spots = [_furthest_spot(shape, other) for other in others]
    least, spot = min(spots)
    found = _inches_to(spot, others)
    if least <= 0.0 or len(others) == 1 or found >= least - _EXACT:
        return max(0.0, least)
    return max(0.0, _search_furthest(shape, others, found, least))


def _furthest_spot(shape: Shape, other: Shape) -> tuple[float, Point]:
    """The signed inches from a shape to the point of the first that is furthest from it, and that point."""
    corners = [(depth_of_point(p, other.points), p) for p in shape.points]
    (depth, foot), corner = max(corners, key=lambda c: c[0][0])
    apart = inches_between(corner, foot)
    if apart <= 0.0:
        return depth + shape.radius - other.radius, (corner[0] + shape.radius, corner[1])
    out = shape.radius / apart if depth >= 0.0 else -shape.radius / apart
    spot = (corner[0] + (corner[0] - foot[0]) * out, corner[1] + (corner[1] - foot[1]) * out)
    return depth + shape.radius - other.radius, spot


def _inches_to(p: Point, others: Sequence[Shape]) -> float:
    return min(depth_of_point(p, other.points)[0] - other.radius for other in others)


def _search_furthest(shape: Shape, others: Sequence[Shape], found: float, most: float) -> float:
    """Branch and bound over squares, from a distance that was found up to the most it can be (inches).

    No point of a square is further than the shape that is nearest to all its corners is from one of them.
    """
    left, bottom, right, top = shape.box
    squares = [(-inf, (left + right) / 2.0, (bottom + top) / 2.0, max(right - left, top - bottom) / 2.0)]
    for _ in range(_SQUARES):
        if not squares or min(most, -squares[0][0]) <= found + _EXACT:
            break
        _, x, y, whole = heappop(squares)
        half = whole / 2.0
        for middle in ((x - half, y - half), (x + half, y - half), (x - half, y + half), (x + half, y + half)):
            depth, foot = depth_of_point(middle, shape.points)
            if depth - shape.radius > half * 1.5:  # no corner of this square reaches the shape
                continue
            found = max(found, _inches_to(_pulled_inside(middle, depth, foot, shape.radius), others))
            heappush(squares, (-_most_in_square(middle, half, others), *middle, half))
    return found


def _most_in_square(middle: Point, half: float, others: Sequence[Shape]) -> float:
    corners = [(middle[0] + i * half, middle[1] + j * half) for i in (-1, 1) for j in (-1, 1)]
    return min(max(_inches_to(corner, (other,)) for corner in corners) for other in others)


def _pulled_inside(p: Point, depth: float, foot: Point, radius: float) -> Point:
    """The point of a shape that is nearest to p: p itself, or on its edge towards p."""
    if depth <= radius:
        return p
    part = radius / depth
    return (foot[0] + (p[0] - foot[0]) * part, foot[1] + (p[1] - foot[1]) * part)
