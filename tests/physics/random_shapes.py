"""Random convex shapes for the tests of physics/ (hypothesis strategies), and Shapely's view of them."""

import math

import shapely
from hypothesis import strategies as st
from shapely.geometry import Point as PlanPoint
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from physics.shapes import Shape, disc, oval, polygon, rectangle
from physics.vectors import Point

COORDINATES = st.one_of(st.floats(-6.0, 6.0).map(lambda x: round(x, 6)), st.integers(-6, 6).map(float))
POINTS = st.tuples(COORDINATES, COORDINATES)
SIZES = st.one_of(st.floats(0.2, 3.0), st.sampled_from((0.5, 1.0, 2.0)))
ANGLES = st.one_of(st.floats(-math.pi, math.pi), st.sampled_from((0.0, math.pi / 4.0, math.pi / 2.0)))


def hull(points: list[Point]) -> Shape | None:
    """The convex polygon round some points, or None where it is a line."""
    area = shapely.MultiPoint(points).convex_hull
    if area.geom_type != "Polygon" or area.area < 1e-2:
        return None
    return polygon(tuple((float(x), float(y)) for x, y in area.exterior.coords[:-1]))


DISCS = st.builds(disc, SIZES, POINTS)
RECTANGLES = st.builds(lambda w, d, a, at: rectangle(w, d).turned(a).moved(at), SIZES, SIZES, ANGLES, POINTS)
OVALS = st.builds(lambda w, d, a, at: oval(w, d).turned(a).moved(at), SIZES, SIZES, ANGLES, POINTS)
HULLS = st.lists(POINTS, min_size=3, max_size=7).map(hull).filter(lambda s: s is not None)
SHAPES = st.one_of(DISCS, RECTANGLES, HULLS)


def core(shape: Shape) -> BaseGeometry:
    """What the radius grows, as Shapely has it."""
    if len(shape.points) == 1:
        return PlanPoint(shape.points[0])
    return shapely.LineString(shape.points) if len(shape.points) == 2 else Polygon(shape.points)


def apart(one: Shape, other: Shape) -> float:
    """Inches between two shapes by Shapely; not above nought where they overlap."""
    return float(core(one).distance(core(other))) - one.radius - other.radius
