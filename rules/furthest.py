"""The furthest point of a base from another, or from several, where different ones are near different parts. Inches.

The distance to one convex shape grows towards the corners, so a corner is furthest from it; a round corner adds its
radius. Of an oval, with its thousands, only those are asked that may be it. With several models it is searched for by
branch and bound over cells of the base in polar form, from its middle out to its edge. The distance to one convex shape
is nowhere in a cell greater than at a corner of it, but for what its arc bulges beyond the chord; so the most that the
nearest model can be off is known for each cell, and is off the truth by the square of the cell's size alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final

import numpy as np

from physics.contact import clearance, depth_in
from physics.shapes import MANY, Shape
from physics.vectors import Point, lerp

EXACT: Final = 1e-7
"""Inches to which the furthest point is narrowed down: a tenth of the tolerance."""
_CELLS: Final = 20_000
"""Cells after which the search ends: far more than it takes, so that no ruler can hang."""


def inches_to(p: Point, others: Sequence[Shape]) -> float:
    """Signed inches from a point to the nearest of several shapes."""
    return min(depth_in(p, other)[0] for other in others)


def furthest_spot(shape: Shape, other: Shape) -> tuple[float, Point]:
    """The signed inches from another shape to the point of the first that is furthest from it, and that point."""
    corner = _furthest_corner(shape, other)
    depth, foot = depth_in(corner, other)
    apart = math.dist(corner, foot)
    if apart <= 0.0:
        return depth + shape.radius, (corner[0] + shape.radius, corner[1])
    out = shape.radius / apart if depth + other.radius >= 0.0 else -shape.radius / apart
    spot = (corner[0] + (corner[0] - foot[0]) * out, corner[1] + (corner[1] - foot[1]) * out)
    return depth + shape.radius, spot


def _furthest_corner(shape: Shape, other: Shape) -> Point:
    if len(shape.points) <= MANY:
        return max(shape.points, key=lambda p: depth_in(p, other)[0])
    if shape.points == other.points:
        return shape.points[0]  # all lie on its edge
    edge, count = _edge_of(Shape(shape.points)), len(shape.points)
    spans = [(count * k // 4, count * (k + 1) // 4) for k in range(4)]
    best, waiting = (-math.inf, 0), [(-math.inf, *span) for span in spans]
    while waiting:
        bound, t0, t1 = heappop(waiting)
        if -bound <= best[0]:
            break
        offs = [(depth_in(shape.points[t % count], other)[0], t) for t in (t0, t1)]
        best = max(best, *offs)
        if t1 - t0 > 1:
            most = max(offs)[0] + edge.bulge(t0, t1)
            for span in ((t0, (t0 + t1) // 2), ((t0 + t1) // 2, t1)):
                heappush(waiting, (-most, *span))
    return shape.points[best[1] % count]


@dataclass(frozen=True)
class _Edge:
    """The edge of a convex shape as a curve from 0 to `end`: an angle of a disc, a count of corners of a polygon."""

    middle: Point
    corners: tuple[Point, ...]
    radius: float

    @property
    def end(self) -> float:
        return float(len(self.corners)) if self.corners else 2.0 * math.pi

    def at(self, t: float) -> Point:
        if not self.corners:
            return self.middle[0] + self.radius * math.cos(t), self.middle[1] + self.radius * math.sin(t)
        count = len(self.corners)
        whole = min(math.floor(t), count - 1)
        return lerp(self.corners[whole], self.corners[(whole + 1) % count], t - whole)

    def bulge(self, t0: float, t1: float) -> float:
        """The most inches that the edge between two places of it is off the chord between them."""
        if not self.corners:
            return self.radius * (1.0 - math.cos((t1 - t0) / 2.0))
        first, last = math.floor(t0) + 1, math.ceil(t1) - 1
        if first > last:
            return 0.0
        a, b = np.array(self.at(t0)), np.array(self.at(t1))
        between = np.array([self.corners[k % len(self.corners)] for k in range(first, last + 1)]) - a
        along = b - a
        part = np.clip(between @ along / max(float(along @ along), 1e-300), 0.0, 1.0)
        off = between - part[:, None] * along
        return float(np.hypot(off[:, 0], off[:, 1]).max())

    def halfway(self, t0: float, t1: float) -> float:
        """Where to cut it: at a corner as long as there is one."""
        middle = (t0 + t1) / 2.0
        return float(round(middle)) if self.corners and t0 < round(middle) < t1 else middle


def _edge_of(shape: Shape) -> _Edge:
    if shape.is_disc:
        return _Edge(shape.points[0], (), shape.radius)
    corners = shape.points if shape.radius <= 0.0 else tuple(shape.outline(EXACT))
    x, y = (math.fsum(axis) / len(corners) for axis in zip(*corners, strict=True))
    return _Edge((x, y), corners, 0.0)


@dataclass(frozen=True)
class _Cell:
    """Part of a base: from s0 to s1 of the way from its middle to its edge, the edge from t0 to t1."""

    s0: float
    s1: float
    t0: float
    t1: float

    def corners(self, edge: _Edge) -> list[Point]:
        ends = edge.at(self.t0), edge.at(self.t1)
        return [lerp(edge.middle, end, s) for s in (self.s0, self.s1) for end in ends]

    def halves(self, edge: _Edge) -> "tuple[_Cell, _Cell]":
        a, b = edge.at(self.t0), edge.at(self.t1)
        wide = self.s1 * (math.dist(a, b) + edge.bulge(self.t0, self.t1))
        if (self.s1 - self.s0) * math.dist(edge.middle, a) > wide:
            s = (self.s0 + self.s1) / 2.0
            return _Cell(self.s0, s, self.t0, self.t1), _Cell(s, self.s1, self.t0, self.t1)
        t = edge.halfway(self.t0, self.t1)
        return _Cell(self.s0, self.s1, self.t0, t), _Cell(self.s0, self.s1, t, self.t1)


def search_furthest(shape: Shape, others: Sequence[Shape], found: float, most: float) -> float:
    """The inches from the furthest point of a shape to the nearest of others: at least `found`, at most `most`."""
    edge = _edge_of(shape)
    others = [other for other in others if clearance(shape, other) <= most]  # the rest are nearest to no part of it
    quarters = [edge.end * k / 4.0 for k in range(5)]
    waiting = []
    for k in range(4):
        cell = _Cell(0.0, 1.0, quarters[k], quarters[k + 1])
        least, bound = _bounds(cell, edge, others)
        found = max(found, least)
        waiting.append((-bound, k, cell))
    heapify(waiting)
    for number in range(4, _CELLS):
        if not waiting or min(most, -waiting[0][0]) <= found + EXACT:
            break
        for k, half in enumerate(heappop(waiting)[2].halves(edge)):
            least, bound = _bounds(half, edge, others)
            found = max(found, least)
            if bound > found + EXACT:
                heappush(waiting, (-bound, 2 * number + k, half))
    return found


def _bounds(cell: _Cell, edge: _Edge, others: Sequence[Shape]) -> tuple[float, float]:
    """The inches of the furthest corner of a cell, and the most that any point of it can be off."""
    corners = cell.corners(edge)
    offs = [[depth_in(corner, other)[0] for corner in corners] for other in others]
    least = max(min(column) for column in zip(*offs, strict=True))
    return least, min(max(row) for row in offs) + cell.s1 * edge.bulge(cell.t0, cell.t1)
