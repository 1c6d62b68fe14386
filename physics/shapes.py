"""Convex outlines on the table: a polygon, made rounder by a radius.

One kind of shape is enough for everything: a disc is one point and a radius, a rectangle four points and no
radius, a piece of terrain its corners. The Minkowski difference of two such shapes is such a shape again, so a
base carried past another shape becomes a point carried past one shape, in closed form.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Final

import numpy as np
import numpy.typing as npt

from physics.vectors import Point, cross, rotate, subtract

MM_PER_INCH: Final = 25.4
OVAL_ERROR: Final = 2.5e-7
"""Inches by which the many-cornered outline of an oval may miss the true oval: a quarter of the tolerance."""


MANY: Final = 48
"""Corners of an outline (an oval's) above which it is asked as arrays."""
_KEPT: Final = 128
"""Differences of shapes of many corners that are kept."""
Corners = npt.NDArray[np.float64]
_turn = Lock()
_cores: "OrderedDict[tuple[int, int], tuple[Shape, Shape, Corners]]" = OrderedDict()


@dataclass(frozen=True)
class Shape:
    """A convex outline: the hull of `points` (anticlockwise, inches) grown outwards by `radius` (inches)."""

    points: tuple[Point, ...]
    radius: float = 0.0

    @property
    def is_disc(self) -> bool:
        """Whether it is a disc (or a point)."""
        return len(self.points) == 1

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The least rectangle round it: (left, bottom, right, top), inches."""
        xs = [p[0] for p in self.points]
        ys = [p[1] for p in self.points]
        r = self.radius
        return (min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)

    @cached_property
    def reach(self) -> float:
        """Inches from the origin of its own coordinates to its furthest point."""
        return max(math.hypot(x, y) for x, y in self.points) + self.radius

    def moved(self, by: Point) -> "Shape":
        """The same shape carried along a vector (inches)."""
        dx, dy = by
        shape = Shape(tuple((x + dx, y + dy) for x, y in self.points), self.radius)
        if len(self.points) > MANY:  # what is costly to work out for many corners is kept by the shape it was first
            first, (x, y) = self.first
            shape.__dict__["first"] = (first, (x + dx, y + dy))
        return shape

    @cached_property
    def corners(self) -> Corners:
        """Its points as an array."""
        return np.array(self.points)

    @cached_property
    def first(self) -> "tuple[Shape, Point]":
        """The shape that it was carried here from, and by how much (inches): it itself where it was made here."""
        return self, (0.0, 0.0)

    def turned(self, angle: float) -> "Shape":
        """The same shape turned anticlockwise about the origin by an angle (radians)."""
        return Shape(tuple(rotate(p, angle) for p in self.points), self.radius)

    def grown(self, by: float) -> "Shape":
        """The same shape made larger on all sides by some inches (never below no radius)."""
        return Shape(self.points, max(0.0, self.radius + by))

    def mirrored(self) -> "Shape":
        """The shape reflected through the origin: what stands for it in a Minkowski difference."""
        return Shape(tuple((-x, -y) for x, y in self.points), self.radius)

    @cached_property
    def sketch(self) -> tuple[Point, ...]:
        """Its edge to a hundredth of an inch, anticlockwise: what evidence is drawn with."""
        return tuple(self.outline(0.01))

    def outline(self, chord: float = 1e-3) -> list[Point]:
        """Its edge as points, anticlockwise, off the true arcs by at most `chord` inches (for drawing and areas)."""
        if self.radius <= 0.0:
            return list(self.points)
        steps = 2 * max(4, math.ceil(math.pi / math.acos(1.0 - min(1.0, chord / self.radius)) / 2.0))
        if self.is_disc:
            (x, y), r = self.points[0], self.radius
            return [(x + r * cos, y + r * sin) for cos, sin in _circle(steps)]
        return _rounded_outline(self.points, self.radius, steps)


@lru_cache(maxsize=64)
def _circle(steps: int) -> tuple[Point, ...]:
    turns = (2.0 * math.pi * k / steps for k in range(steps))
    return tuple((math.cos(t), math.sin(t)) for t in turns)


def _rounded_outline(points: tuple[Point, ...], radius: float, steps: int) -> list[Point]:
    outline: list[Point] = []
    count = len(points)
    for i, corner in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % count]
        start = math.atan2(corner[1] - before[1], corner[0] - before[0]) - math.pi / 2.0
        turn = math.atan2(
            cross(subtract(corner, before), subtract(after, corner)),
            (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (after[1] - corner[1]),
        )
        if count == 2:
            turn = math.pi
        parts = max(1, math.ceil(abs(turn) / (2.0 * math.pi) * steps))
        for k in range(parts + 1):
            angle = start + turn * k / parts
            outline.append((corner[0] + radius * math.cos(angle), corner[1] + radius * math.sin(angle)))
    return outline


def disc(radius: float, at: Point = (0.0, 0.0)) -> Shape:
    """A disc of a radius in inches."""
    return Shape((at,), radius)


def rectangle(front: float, depth: float) -> Shape:
    """A rectangle about the origin, looking along +x: `front` inches wide across, `depth` inches along."""
    w, d = front / 2.0, depth / 2.0
    return Shape(((-d, -w), (d, -w), (d, w), (-d, w)))


@lru_cache(maxsize=256)
def oval(front: float, depth: float) -> Shape:
    """An oval about the origin, looking along +x: `front` inches across, `depth` inches along.

    Corners alternate between points of the true oval pushed out, so that the outline strays from it to both
    sides by no more than OVAL_ERROR inches.
    """
    if front == depth:
        return disc(front / 2.0)
    a, b = depth / 2.0, front / 2.0
    steps = 4 * math.ceil(math.pi * math.sqrt(max(a, b) / (4.0 * OVAL_ERROR)) / 2.0 / 2.0)
    turns = 2.0 * np.pi * (np.arange(steps) + 0.5) / steps
    push = 1.0 + (np.pi / steps) ** 2 / 4.0
    xs, ys = a * push * np.cos(turns), b * push * np.sin(turns)
    return Shape(tuple(zip(xs.tolist(), ys.tolist(), strict=True)))


def polygon(points: tuple[Point, ...]) -> Shape:
    """A convex polygon with its corners in either order (inches)."""
    area = sum(cross(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
    return Shape(points if area >= 0.0 else points[::-1])


def difference(obstacle: Shape, mover: Shape) -> Shape:
    """The places of the mover's origin at which it meets the obstacle (Minkowski difference)."""
    radius = obstacle.radius + mover.radius
    if mover.is_disc:
        x, y = mover.points[0]
        if x == 0.0 and y == 0.0:
            return Shape(obstacle.points, radius)
        return Shape(tuple((px - x, py - y) for px, py in obstacle.points), radius)
    if obstacle.is_disc:
        x, y = obstacle.points[0]
        return Shape(tuple((x - px, y - py) for px, py in mover.points), radius)
    return Shape(_sum_of_polygons(obstacle.points, mover.mirrored().points), radius)


def core_of_difference(obstacle: Shape, mover: Shape) -> Corners:
    """The corners of the difference of two shapes without their radii, kept for those that are only carried about."""
    (one, a), (other, b) = obstacle.first, mover.first
    key = (id(one), id(other))
    with _turn:
        kept = _cores.get(key)
        if kept is None:
            core = np.array(difference(Shape(one.points), Shape(other.points)).points)
            kept = _cores[key] = (one, other, core)  # with both shapes, so that no other has their place in memory
            while len(_cores) > _KEPT:
                _cores.popitem(last=False)
        _cores.move_to_end(key)
    corners: Corners = kept[2] + (np.array(a) - np.array(b))
    return corners


def _from_lowest(points: tuple[Point, ...]) -> tuple[Point, ...]:
    start = min(range(len(points)), key=lambda i: (points[i][1], points[i][0]))
    return points[start:] + points[:start]


def _sum_of_polygons(one: tuple[Point, ...], other: tuple[Point, ...]) -> tuple[Point, ...]:
    """The Minkowski sum of two convex polygons: their edges in the order of their directions."""
    p, q = _from_lowest(one), _from_lowest(other)
    n, m = len(p), len(q)
    i = j = 0
    corners: list[Point] = []
    while i < n or j < m:
        a, b = p[i % n], q[j % m]
        corners.append((a[0] + b[0], a[1] + b[1]))
        turn = cross(subtract(p[(i + 1) % n], a), subtract(q[(j + 1) % m], b))
        advance_one = i < n and (j >= m or turn >= 0.0)
        advance_other = j < m and (i >= n or turn <= 0.0)
        i += advance_one
        j += advance_other
    return tuple(corners)
