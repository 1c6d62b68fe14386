"""A body of convex shapes that shifts in a straight line or wheels about a point: when it is too near, and how near.

Nothing is sampled. A shift is a sweep (physics/sweep.py). In a wheel every corner goes along a circle: the moments
at which a corner is exactly so far from an edge or corner of the other shape are roots in closed form, and between
two of them nothing changes. Outlines of very many corners (ovals) are stepped through by what the clearance allows
(physics/wheel_ovals.py). Times are fractions of the motion; inches and radians.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from physics.contact import clearance, depth_of_point, nearest
from physics.shapes import MANY, Shape, difference
from physics.sweep import Interval, Leg, closer_than, point_inside, union
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from physics.wheel_ovals import OvalWheel

_FULL = 2.0 * math.pi
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A straight motion by a vector, without turning."""

    by: Point

    @property
    def length(self) -> float:
        """Inches that every point goes."""
        return math.hypot(*self.by)

    def carried(self, shape: Shape, t: float) -> Shape:
        """The shape at a fraction of the motion."""
        return shape.moved((self.by[0] * t, self.by[1] * t))

    def box(self, body: Sequence[Shape]) -> Box:
        """A rectangle round all that the body passes over."""
        left, bottom, right, top = box_of(body)
        dx, dy = self.by
        return (left + min(dx, 0.0), bottom + min(dy, 0.0), right + max(dx, 0.0), top + max(dy, 0.0))

    def times(self, piece: Shape, obstacle: Shape, reach: float) -> list[Interval]:
        """When the clearance of the two is below `reach` inches (no tolerance)."""
        if boxes_apart(self.box((piece,)), obstacle.box) >= reach > 0.0:
            return []
        part = closer_than(Leg((0.0, 0.0), self.by), piece, obstacle, reach + TOLERANCE)
        return [part] if part else []

    def closest(self, piece: Shape, obstacle: Shape, within: Interval) -> tuple[float, float]:
        """The least clearance in a part of the motion (inches), and when."""
        merged = difference(obstacle, piece)
        a, b = ((self.by[0] * t, self.by[1] * t) for t in within)
        inside = point_inside(a, b, merged.points, merged.radius)
        line = nearest(Shape((a, b)) if math.dist(a, b) > 1e-12 else Shape((a,)), merged)
        part = (inside[0] + inside[1]) / 2.0 if inside else _share(line.here, a, b)
        spot = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
        return depth_of_point(spot, merged.points)[0] - merged.radius, within[0] + (within[1] - within[0]) * part

    def over_edge(self, body: Sequence[Shape], size: tuple[float, float]) -> tuple[float, float] | None:
        """When the body first comes over the edge of a table, and by how many inches at most; or None."""
        box = box_of(body)
        found = []
        for room, step in zip(_rooms(box, size), (-self.by[0], -self.by[1], self.by[0], self.by[1]), strict=True):
            over = max(-room, step - room)
            if over > TOLERANCE:
                found.append((min(1.0, max(0.0, room / step)) if step > 0.0 else 0.0, over))
        return (min(f[0] for f in found), max(f[1] for f in found)) if found else None


@dataclass(frozen=True, slots=True)
class Wheel:
    """A turn about a fixed point by an angle, anticlockwise where that is positive."""

    pivot: Point
    angle: float

    def turned(self, p: Point, t: float) -> Point:
        """Where a point is at a fraction of the turn."""
        cos, sin = math.cos(self.angle * t), math.sin(self.angle * t)
        x, y = p[0] - self.pivot[0], p[1] - self.pivot[1]
        return (self.pivot[0] + x * cos - y * sin, self.pivot[1] + x * sin + y * cos)

    def carried(self, shape: Shape, t: float) -> Shape:
        """The shape at a fraction of the turn."""
        return Shape(tuple(self.turned(p, t) for p in shape.points), shape.radius)

    def reach(self, body: Sequence[Shape]) -> float:
        """Inches from the pivot to the furthest point of the body."""
        return max(math.dist(self.pivot, p) + s.radius for s in body for p in s.points)

    def box(self, body: Sequence[Shape]) -> Box:
        """A rectangle round all that the body passes over."""
        reach = self.reach(body)
        x, y = self.pivot
        return (x - reach, y - reach, x + reach, y + reach)

    def times(self, piece: Shape, obstacle: Shape, reach: float) -> list[Interval]:
        """When the clearance of the two is below `reach` inches (no tolerance)."""
        far = self.reach((piece,))
        if clearance(Shape((self.pivot,), far), obstacle) >= reach:
            return []
        half = clearance(self.carried(piece, 0.5), obstacle)
        if half - far * abs(self.angle) / 2.0 >= reach:  # no point goes further than that from the middle of the turn
            return []
        if half + far * abs(self.angle) / 2.0 < reach:
            return [(0.0, 1.0)]
        if len(piece.points) > MANY or len(obstacle.points) > MANY:
            return OvalWheel(self.pivot, self.angle, piece, obstacle).times(reach)
        ends = [0.0, *self._moments(piece, obstacle, reach + piece.radius + obstacle.radius), 1.0]
        spans = (
            (a, b)
            for a, b in pairwise(ends)
            if b > a and clearance(self.carried(piece, (a + b) / 2.0), obstacle) < reach
        )
        return union(spans)

    def _moments(self, piece: Shape, obstacle: Shape, reach: float) -> list[float]:
        """All moments at which a corner of one core is exactly `reach` from an edge or a corner of the other."""
        mine, theirs = _polar(piece.points, self.pivot), _polar(obstacle.points, self.pivot)
        whole = abs(self.angle)
        side = 1.0 if self.angle >= 0.0 else -1.0
        turns = [*_edge_turns(mine, _edges(obstacle.points, self.pivot), reach, side, whole)]
        turns += _edge_turns(theirs, _edges(piece.points, self.pivot), reach, -side, whole)
        if reach > 0.0:
            turns += _corner_turns(mine, theirs, reach, side, whole)
        laps = range(math.ceil(whole / _FULL))
        return sorted({t / whole for turn in turns for k in laps if 0.0 < (t := turn + k * _FULL) < whole})

    def closest(self, piece: Shape, obstacle: Shape, within: Interval) -> tuple[float, float]:
        """The least clearance in a part of the turn (inches), and when.

        It is least at an end of the part, or where a corner is on one line with the pivot and a corner of the other
        shape, or farthest over an edge of it. Each such moment comes with the inches to that corner or edge: once
        these are no less than what was found, nothing nearer can come.
        """
        if len(piece.points) > MANY or len(obstacle.points) > MANY:
            return OvalWheel(self.pivot, self.angle, piece, obstacle).closest(within)
        mine, theirs = _polar(piece.points, self.pivot), _polar(obstacle.points, self.pivot)
        side = 1.0 if self.angle >= 0.0 else -1.0
        found = _near_turns(mine, theirs, _edges(obstacle.points, self.pivot), side)
        found += _near_turns(theirs, mine, _edges(piece.points, self.pivot), -side)
        whole, (low, high) = abs(self.angle), within
        round_by = piece.radius + obstacle.radius
        laps = range(math.ceil(whole / _FULL))
        best = min((clearance(self.carried(piece, t), obstacle), t) for t in within)
        for off, turn in sorted(found):
            if off - round_by >= best[0]:
                break
            for t in ((turn + k * _FULL) / whole for k in laps):
                if low < t < high:
                    best = min(best, (clearance(self.carried(piece, t), obstacle), t))
        return best

    def over_edge(self, body: Sequence[Shape], size: tuple[float, float]) -> tuple[float, float] | None:
        """When the body first comes over the edge of a table, and by how many inches at most; or None."""
        found = []
        rooms = _rooms((*self.pivot, *self.pivot), size)
        for shape in body:
            for p in shape.points:
                for out, room in zip((math.pi, -math.pi / 2.0, 0.0, math.pi / 2.0), rooms, strict=True):
                    part = self._over(p, out, room - shape.radius)
                    if part is not None:
                        found.append(part)
        return (min(f[0] for f in found), max(f[1] for f in found)) if found else None

    def _over(self, p: Point, out: float, room: float) -> tuple[float, float] | None:
        """When a point first is more than `room` inches from the pivot in the direction `out`, and by how much."""
        x, y = p[0] - self.pivot[0], p[1] - self.pivot[1]
        far, whole = math.hypot(x, y), abs(self.angle)
        if far - room <= TOLERANCE:
            return None
        side = 1.0 if self.angle >= 0.0 else -1.0
        from_out = ((math.atan2(y, x) - out) * side + math.pi) % _FULL - math.pi  # -π..π, growing as it turns
        half = math.acos(max(-1.0, (room + TOLERANCE) / far))
        start = 0.0 if abs(from_out) < half else (-half - from_out) % _FULL
        if start > whole:
            return None
        turns_to_out = (-from_out) % _FULL
        ends = [far * math.cos(from_out), far * math.cos(from_out + whole)]
        most = far if turns_to_out <= whole else max(ends)
        return (start / whole if whole > 0.0 else 0.0, most - room)


Motion = Shift | Wheel


def box_of(body: Sequence[Shape]) -> Box:
    """The least rectangle round some shapes: (left, bottom, right, top)."""
    boxes = [s.box for s in body]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def boxes_apart(one: Box, other: Box) -> float:
    """Inches between two upright rectangles; nought when they meet."""
    dx = max(0.0, one[0] - other[2], other[0] - one[2])
    dy = max(0.0, one[1] - other[3], other[1] - one[3])
    return math.hypot(dx, dy)


def _share(p: Point, a: Point, b: Point) -> float:
    """How far along from a to b a point of that segment is."""
    whole = math.dist(a, b)
    return min(1.0, math.dist(a, p) / whole) if whole > 0.0 else 0.0


def _rooms(box: Box, size: tuple[float, float]) -> Box:
    """Inches between a rectangle and the table's edges: left, bottom, right, top."""
    return (box[0], box[1], size[0] - box[2], size[1] - box[3])


_Polar = tuple[float, float]
"""Inches from the pivot and the direction from there (radians)."""
_Edge = tuple[float, float, float, float]
"""The direction of an edge's outward normal, the pivot's inches to its line, and its start and end along it."""


def _polar(points: Sequence[Point], pivot: Point) -> list[_Polar]:
    return [(math.dist(p, pivot), math.atan2(p[1] - pivot[1], p[0] - pivot[0])) for p in points]


def _edges(core: Sequence[Point], pivot: Point) -> list[_Edge]:
    """The edges of a core that are not nought, as seen from the pivot."""
    edges: list[_Edge] = []
    for (ax, ay), (bx, by) in zip(core, (*core[1:], core[0]), strict=True):
        size = math.hypot(bx - ax, by - ay)
        if size > 0.0:
            ux, uy = (bx - ax) / size, (by - ay) / size
            level = (ax - pivot[0]) * uy - (ay - pivot[1]) * ux
            start = (ax - pivot[0]) * ux + (ay - pivot[1]) * uy
            edges.append((math.atan2(-ux, uy), level, start, start + size))
    return edges


def _edge_turns(corners: list[_Polar], edges: list[_Edge], reach: float, side: float, whole: float) -> Iterator[float]:
    """The turns after which a corner is `reach` outside the line of an edge, beside that edge."""
    slack = 1e-9 + max(0.0, -reach)
    for out, level, start, end in edges:
        for far, phi in corners:
            if not -far <= level + reach <= far or far <= 0.0:
                continue
            half = math.acos((level + reach) / far)
            for off in (-half, half):
                turn = (out + off - phi) * side % _FULL
                # Along the edge, which is a quarter turn on from its normal.
                if turn < whole and start - slack <= far * math.sin(off) <= end + slack:
                    yield turn


def _corner_turns(corners: list[_Polar], others: list[_Polar], reach: float, side: float, whole: float) -> Iterator[float]:
    """The turns after which a corner is `reach` from a corner of the other."""
    for far, phi in corners:
        for other, towards in others:
            if abs(far - other) > reach or far + other < reach or far * other <= 0.0:
                continue
            half = math.acos(max(-1.0, min(1.0, (far * far + other * other - reach * reach) / (2.0 * far * other))))
            for off in (-half, half):
                turn = (towards + off - phi) * side % _FULL
                if turn < whole:
                    yield turn


def _near_turns(corners: list[_Polar], others: list[_Polar], edges: list[_Edge], side: float) -> list[tuple[float, float]]:
    """Turns after which a corner may be nearest to a core, each with the inches to the corner or edge meant."""
    found = [(abs(far - other), (towards - phi) * side % _FULL) for far, phi in corners for other, towards in others]
    for out, level, start, end in edges:
        if start <= 0.0 <= end:
            found += [(-far - level, (out + math.pi - phi) * side % _FULL) for far, phi in corners]
    return found


def times_closer(motion: Motion, body: Sequence[Shape], obstacle: Sequence[Shape], reach: float) -> list[Interval]:
    """When the body is less than `reach` inches from the obstacle (no tolerance), as parts of the motion in order."""
    if boxes_apart(motion.box(body), box_of(obstacle)) >= reach > 0.0:
        return []
    return union((span for a in body for b in obstacle for span in motion.times(a, b, reach)), 1e-12)


def closest(motion: Motion, body: Sequence[Shape], obstacle: Sequence[Shape], within: Interval) -> tuple[float, float]:
    """The least clearance between body and obstacle in a part of the motion (inches), and when."""
    return min(motion.closest(a, b, within) for a in body for b in obstacle)
