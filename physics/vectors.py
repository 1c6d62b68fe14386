"""Points and directions in the plane, as plain pairs of floats (inches)."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]


def add(a: Point, b: Point) -> Point:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1])


def subtract(a: Point, b: Point) -> Point:
    """The vector from b to a."""
    return (a[0] - b[0], a[1] - b[1])


def scale(a: Point, factor: float) -> Point:
    """The vector made longer by a factor."""
    return (a[0] * factor, a[1] * factor)


def dot(a: Point, b: Point) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """The z of the vector product: positive when b is anticlockwise from a."""
    return a[0] * b[1] - a[1] * b[0]


def length(a: Point) -> float:
    """The length of a vector, inches."""
    return math.hypot(a[0], a[1])


def distance(a: Point, b: Point) -> float:
    """Inches between two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def unit(a: Point) -> Point:
    """The vector made one long; the zero vector stays zero."""
    size = math.hypot(a[0], a[1])
    return (a[0] / size, a[1] / size) if size > 0.0 else (0.0, 0.0)


def lerp(a: Point, b: Point, fraction: float) -> Point:
    """The point at a fraction of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction)


def rotate(a: Point, angle: float) -> Point:
    """The vector turned anticlockwise by an angle in radians."""
    cos, sin = math.cos(angle), math.sin(angle)
    return (a[0] * cos - a[1] * sin, a[0] * sin + a[1] * cos)


def path_length(points: Sequence[Point]) -> float:
    """The sum of the straight legs of a path, inches."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(points))


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The least and greatest x and y: (left, bottom, right, top)."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))
