"""How far apart two shapes are, where, and from which side. Closed forms; inches."""

import math
from dataclasses import dataclass

import numpy as np

from physics.carried import ShortestLine
from physics.shapes import MANY, Corners, Shape, core_of_difference, difference
from physics.vectors import Point, cross, subtract


@dataclass(frozen=True, slots=True)
class Nearest:
    """The closest points of two shapes: `clearance` is signed (negative: they overlap by so much)."""

    clearance: float
    here: Point
    there: Point


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of the segment from a to b that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    if size <= 0.0:
        return a
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / size
    if t <= 0.0:
        return a
    if t >= 1.0:
        return b
    return (a[0] + t * dx, a[1] + t * dy)


def depth_of_point(p: Point, points: tuple[Point, ...]) -> tuple[float, Point]:
    """Signed inches from p to a convex core (negative inside) and the core's edge point nearest to p."""
    count = len(points)
    if count == 1:
        q = points[0]
        return math.hypot(p[0] - q[0], p[1] - q[1]), q
    if count > MANY:
        return _depth_of_point_in_many(p, points)
    px, py = p
    best, spot = math.inf, points[0]
    is_inside = count > 2
    deepest = -math.inf
    deepest_spot = points[0]
    ax, ay = points[-1]
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        if size > 0.0:
            ex, ey = px - ax, py - ay
            side = (ex * dy - ey * dx) / math.sqrt(size)  # positive: outside this edge
            t = (ex * dx + ey * dy) / size
            if side > 0.0:
                is_inside = False
            if side > deepest:
                deepest = side
                deepest_spot = (ax + t * dx, ay + t * dy)
            t = 0.0 if t <= 0.0 else 1.0 if t >= 1.0 else t
            qx, qy = ax + t * dx, ay + t * dy
            gap = (px - qx) ** 2 + (py - qy) ** 2
            if gap < best:
                best, spot = gap, (qx, qy)
        ax, ay = bx, by
    if is_inside:
        return deepest, deepest_spot
    return math.sqrt(best), spot


def _depth_of_point_in_many(p: Point, points: tuple[Point, ...] | Corners) -> tuple[float, Point]:
    a = np.asarray(points)
    b = np.roll(a, -1, axis=0)
    d = b - a
    e = np.asarray(p) - a
    size = (d * d).sum(axis=1)
    side = (e[:, 0] * d[:, 1] - e[:, 1] * d[:, 0]) / np.sqrt(size)
    if side.max() <= 0.0:
        k = int(side.argmax())
        spot = a[k] + d[k] * ((e[k] @ d[k]) / size[k])
        return float(side[k]), (float(spot[0]), float(spot[1]))
    t = np.clip((e * d).sum(axis=1) / size, 0.0, 1.0)
    spots = a + d * t[:, None]
    gaps = ((np.asarray(p) - spots) ** 2).sum(axis=1)
    k = int(gaps.argmin())
    return math.sqrt(float(gaps[k])), (float(spots[k, 0]), float(spots[k, 1]))


def depth_in(p: Point, shape: Shape) -> tuple[float, Point]:
    """Signed inches from p to a shape (negative inside) and the point of its core's edge nearest to p."""
    many = len(shape.points) > MANY
    depth, spot = _depth_of_point_in_many(p, shape.corners) if many else depth_of_point(p, shape.points)
    return depth - shape.radius, spot


def clearance(one: Shape, other: Shape) -> float:
    """Signed inches between the outlines of two shapes: nought when touching, negative when they overlap."""
    if one.is_disc and other.is_disc:
        a, b = one.points[0], other.points[0]
        return math.hypot(a[0] - b[0], a[1] - b[1]) - one.radius - other.radius
    if one.is_disc:
        return depth_of_point(one.points[0], other.points)[0] - one.radius - other.radius
    if other.is_disc:
        return depth_of_point(other.points[0], one.points)[0] - one.radius - other.radius
    if len(one.points) + len(other.points) > MANY:
        depth, _ = _depth_of_point_in_many((0.0, 0.0), core_of_difference(other, one))
        return depth - one.radius - other.radius
    merged = difference(other, one)
    return depth_of_point((0.0, 0.0), merged.points)[0] - merged.radius


def nearest(one: Shape, other: Shape) -> Nearest:
    """The closest points of two shapes and the clearance between them (inches)."""
    if len(one.points) == len(other.points) == 1:
        a, b = one.points[0], other.points[0]
        gap = math.hypot(b[0] - a[0], b[1] - a[1])
        apart = gap - one.radius - other.radius
    else:
        a, b = _core_witness(one, other)
        gap = math.hypot(b[0] - a[0], b[1] - a[1])
        apart = clearance(one, other)
    if gap <= 1e-12:
        return Nearest(apart, a, b)
    ux, uy = (b[0] - a[0]) / gap, (b[1] - a[1]) / gap
    here = (a[0] + ux * one.radius, a[1] + uy * one.radius)
    there = (b[0] - ux * other.radius, b[1] - uy * other.radius)
    return Nearest(apart, here, there)


def _core_witness(one: Shape, other: Shape) -> tuple[Point, Point]:
    if one.is_disc:
        p = one.points[0]
        return p, depth_of_point(p, other.points)[1]
    if other.is_disc:
        p = other.points[0]
        return depth_of_point(p, one.points)[1], p
    if len(one.points) + len(other.points) > MANY:
        _, a, b = ShortestLine(one, other, of_cores=True).at((0.0, 0.0))
        return a, b
    # The nearest pair of two convex polygons has a corner of one of them; parallel edges have a whole run of
    # nearest pairs, of which the middle is the one to show.
    found: list[tuple[float, Point, Point]] = []
    for p in one.points:
        gap, q = depth_of_point(p, other.points)
        found.append((gap, p, q))
    for q in other.points:
        gap, p = depth_of_point(q, one.points)
        found.append((gap, p, q))
    least = min(f[0] for f in found)
    ties = [f for f in found if f[0] <= least + 1e-9]
    if least <= 0.0 or len(ties) == 1:
        return ties[0][1], ties[0][2]
    first, last = ties[0], max(ties, key=lambda f: math.dist(f[1], ties[0][1]))
    middle_here = ((first[1][0] + last[1][0]) / 2, (first[1][1] + last[1][1]) / 2)
    middle_there = ((first[2][0] + last[2][0]) / 2, (first[2][1] + last[2][1]) / 2)
    return middle_here, middle_there


def furthest(one: Shape, other: Shape) -> float:
    """Inches from the outline of `other` to the point of `one` that is furthest from it (wholly within)."""
    if one.is_disc:
        return max(0.0, depth_of_point(one.points[0], other.points)[0] + one.radius - other.radius)
    return max(0.0, max(depth_of_point(p, other.points)[0] for p in one.points) + one.radius - other.radius)


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """The fraction of the way from a to b at which it meets the segment from c to d, or None."""
    ab, cd = subtract(b, a), subtract(d, c)
    turn = cross(ab, cd)
    if abs(turn) < 1e-15:
        return None
    ac = subtract(c, a)
    t, u = cross(ac, cd) / turn, cross(ac, ab) / turn
    return t if -1e-12 <= t <= 1.0 + 1e-12 and -1e-12 <= u <= 1.0 + 1e-12 else None
