"""A shape carried along a straight leg without turning: when it is closer than a limit to another shape.

Clearance between two convex shapes, one of which moves in a straight line, is a convex function of the way gone,
so the times at which it is below a limit are one interval. It is found in closed form, as the way of a point past
the Minkowski difference of the two.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from physics.contact import depth_of_point
from physics.shapes import MANY, Shape, difference
from physics.tolerance import TOLERANCE
from physics.vectors import Point, lerp

Interval = tuple[float, float]
"""Fractions of a leg, 0 at its start and 1 at its end."""


_POINT = Shape(((0.0, 0.0),))


@dataclass(frozen=True, slots=True)
class Leg:
    """One straight part of a path, from `start` to `end` (inches)."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its inches."""
        return math.dist(self.start, self.end)

    def at(self, fraction: float) -> Point:
        """The point at a fraction of the way."""
        return lerp(self.start, self.end, fraction)


def closer_than(leg: Leg, mover: Shape, obstacle: Shape, limit: float = 0.0) -> Interval | None:
    """The fractions of a leg at which the mover is closer than `limit` inches to the obstacle, or None.

    `mover` is given about its own origin, which is carried along the leg. Exactly the limit is not closer;
    a limit of nought asks where the two overlap.
    """
    if len(mover.points) > 1 or mover.points[0] != (0.0, 0.0):
        obstacle, mover = difference(obstacle, mover), _POINT
    return point_inside(leg.start, leg.end, obstacle.points, obstacle.radius + mover.radius + limit - TOLERANCE)


def point_inside(a: Point, b: Point, core: tuple[Point, ...], radius: float) -> Interval | None:
    """The fractions of the way from a to b at which a point is less than `radius` from a convex core, or None.

    A radius below nought asks for so much depth inside the core.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx * dx + dy * dy <= 1e-24:
        return (0.0, 1.0) if depth_of_point(a, core)[0] < radius else None
    if len(core) == 1:
        return _inside_disc(a, dx, dy, core[0], radius)
    if len(core) > MANY:
        return _inside_many(a, dx, dy, np.asarray(core), radius)
    if radius <= 0.0:
        return _inside_polygon(a, dx, dy, core, radius)
    return _inside_rounded(a, dx, dy, core, radius)


def _inside_disc(a: Point, dx: float, dy: float, centre: Point, radius: float) -> Interval | None:
    if radius <= 0.0:
        return None
    ex, ey = centre[0] - a[0], centre[1] - a[1]
    size = dx * dx + dy * dy
    along = (ex * dx + ey * dy) / size
    off = ex * dy - ey * dx
    room = radius * radius - off * off / size
    if room <= 0.0:
        return None
    half = math.sqrt(room / size)
    start, end = max(0.0, along - half), min(1.0, along + half)
    return (start, end) if start < end else None


def _inside_polygon(a: Point, dx: float, dy: float, core: tuple[Point, ...], radius: float) -> Interval | None:
    """Half planes, one an edge, each moved inwards by -radius."""
    if len(core) < 3:
        return None
    low, high = 0.0, 1.0
    ax, ay = a
    for px, py, ux, uy, _ in _sides(core):
        depth = (ax - px) * uy - (ay - py) * ux - radius
        slope = dx * uy - dy * ux
        if slope == 0.0:
            if depth >= 0.0:
                return None
        elif slope > 0.0:
            high = min(high, -depth / slope)
        else:
            low = max(low, -depth / slope)
        if low >= high:
            return None
    return (low, high)


def _passes_by(a: Point, dx: float, dy: float, core: tuple[Point, ...], radius: float) -> bool:
    """Whether the whole core lies to one side of the line of the way, surely further from it than the radius."""
    ax, ay = a
    room = radius * math.hypot(dx, dy) * (1.0 + 1e-9) + 1e-12
    is_left = is_right = True
    for x, y in core:
        side = (x - ax) * dy - (y - ay) * dx
        is_left, is_right = is_left and side < -room, is_right and side > room
        if not is_left and not is_right:
            return False
    return True


def _inside_rounded(a: Point, dx: float, dy: float, core: tuple[Point, ...], radius: float) -> Interval | None:
    """The union of a disc at each corner, a strip along each edge, and the polygon itself, which is convex.

    One loop, and no calls: most of a ruling's sweeps are made here.
    """
    if _passes_by(a, dx, dy, core, radius):
        return None
    low, high = math.inf, -math.inf
    inner_low, inner_high = (0.0, 1.0) if len(core) > 2 else (1.0, 0.0)
    (ax, ay), way = a, dx * dx + dy * dy
    for px, py, ux, uy, size in _sides(core):
        ex, ey = ax - px, ay - py
        out, out_step = ex * uy - ey * ux, dx * uy - dy * ux
        if out >= radius and out + out_step >= radius:
            return None  # all of the leg is outside this edge, and the core inside it
        start, end = 0.0, 1.0  # within the strip to both sides of the edge's line
        if out_step != 0.0:
            one, other = (-radius - out) / out_step, (radius - out) / out_step
            start, end = (max(0.0, one), min(1.0, other)) if one < other else (max(0.0, other), min(1.0, one))
            nought = -out / out_step
            if out_step > 0.0:
                inner_high = min(inner_high, nought)
            else:
                inner_low = max(inner_low, nought)
        elif out >= 0.0:
            inner_high = -1.0
        if start < end and (out_step != 0.0 or -radius < out < radius):
            strip = _inside_slab(ex * ux + ey * uy, dx * ux + dy * uy, 0.0, size, start, end)
            if strip is not None:
                low, high = min(low, strip[0]), max(high, strip[1])
        off = ey * dx - ex * dy
        room = radius * radius - off * off / way
        if room > 0.0:
            along, half = -(ex * dx + ey * dy) / way, math.sqrt(room / way)
            start, end = max(0.0, along - half), min(1.0, along + half)
            if start < end:
                low, high = min(low, start), max(high, end)
    if inner_low < inner_high:
        low, high = min(low, inner_low), max(high, inner_high)
    return (low, high) if low < high else None


@lru_cache(maxsize=4096)
def _sides(core: tuple[Point, ...]) -> tuple[tuple[float, float, float, float, float], ...]:
    """The edges of a core: where each starts, its direction, and its inches."""
    sides = []
    for (px, py), (qx, qy) in zip((core[-1], *core), core, strict=False):
        size = math.hypot(qx - px, qy - py)
        if size > 0.0:
            sides.append((px, py, (qx - px) / size, (qy - py) / size, size))
    return tuple(sides)


def _inside_slab(at: float, step: float, least: float, most: float, low: float, high: float) -> Interval | None:
    if step == 0.0:
        return (low, high) if least < at < most else None
    one, other = (least - at) / step, (most - at) / step
    if one > other:
        one, other = other, one
    if one > low:
        low = one
    if other < high:
        high = other
    return (low, high) if low < high else None


def _inside_many(a: Point, dx: float, dy: float, core: np.ndarray, radius: float) -> Interval | None:
    """The same as the loops above for outlines of very many corners (ovals), in numpy."""
    edge = np.roll(core, -1, axis=0) - core
    size = np.hypot(edge[:, 0], edge[:, 1])
    n = np.stack([edge[:, 1], -edge[:, 0]], axis=1) / size[:, None]
    depth = (a[0] - core[:, 0]) * n[:, 0] + (a[1] - core[:, 1]) * n[:, 1] - radius
    slope = dx * n[:, 0] + dy * n[:, 1]
    # Corners of such an outline turn by so little that the outline grown by mitred corners is off the rounded one
    # by less than the error of the outline itself.
    if np.any((slope == 0.0) & (depth >= 0.0)):
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = -depth / slope
    low = max(0.0, float(np.max(cut[slope < 0.0], initial=0.0)))
    high = min(1.0, float(np.min(cut[slope > 0.0], initial=1.0)))
    return (low, high) if low < high else None


def union(intervals: Iterable[Interval], joint: float = 0.0) -> list[Interval]:
    """Intervals in order, those that meet (or lie within `joint` of each other) made one."""
    intervals = list(intervals)
    if len(intervals) < 2:
        return intervals
    merged: list[Interval] = []
    for low, high in sorted(intervals):
        if merged and low <= merged[-1][1] + joint:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged


def without(intervals: Iterable[Interval], cut: Iterable[Interval]) -> list[Interval]:
    """What is left of the intervals outside all of `cut`."""
    left: list[Interval] = []
    holes = union(cut)
    for low, high in union(intervals):
        at = low
        for start, end in holes:
            if end <= at or start >= high:
                continue
            if start > at:
                left.append((at, start))
            at = max(at, end)
        if at < high:
            left.append((at, high))
    return left


def closest_approach(leg: Leg, mover: Shape, obstacle: Shape, within: Interval = (0.0, 1.0)) -> tuple[float, float]:
    """The least clearance on a part of a leg, and the fraction at which it is reached (inches, fraction).

    Clearance is convex along a leg, so narrowing by thirds (here by the golden section) cannot miss the least.
    """
    merged = difference(obstacle, mover)

    def depth(t: float) -> float:
        return depth_of_point(leg.at(t), merged.points)[0] - merged.radius

    low, high = within
    if leg.length <= 1e-12:
        return depth(low), low
    if merged.is_disc:
        at = _foot(leg, merged.points[0], within)
        return depth(at), at
    golden = (math.sqrt(5.0) - 1.0) / 2.0
    one, other = high - golden * (high - low), low + golden * (high - low)
    d_one, d_other = depth(one), depth(other)
    for _ in range(60):
        if d_one <= d_other:
            high, other, d_other = other, one, d_one
            one = high - golden * (high - low)
            d_one = depth(one)
        else:
            low, one, d_one = one, other, d_other
            other = low + golden * (high - low)
            d_other = depth(other)
        if (high - low) * leg.length < 1e-9:
            break
    return min((depth(t), t) for t in (within[0], within[1], (low + high) / 2.0))


def _foot(leg: Leg, p: Point, within: Interval) -> float:
    dx, dy = leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]
    t = ((p[0] - leg.start[0]) * dx + (p[1] - leg.start[1]) * dy) / (dx * dx + dy * dy)
    return min(max(t, within[0]), within[1])
