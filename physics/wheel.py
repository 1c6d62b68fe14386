"""A body of convex shapes that shifts in a straight line or wheels about a point: when it is too near, and how near.

Nothing is sampled. A shift is a sweep (physics/sweep.py). In a wheel every corner goes along a circle: the moments
at which a corner is exactly so far from an edge or corner of the other shape are roots in closed form, and between
two of them nothing changes. Outlines of very many corners (ovals) are stepped through by what the clearance allows
(conservative advancement). Times are fractions of the motion; inches and radians.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from physics.contact import _MANY, clearance
from physics.shapes import Shape
from physics.sweep import Interval, Leg, closer_than, closest_approach, union
from physics.tolerance import TOLERANCE
from physics.vectors import Point

Array = NDArray[np.float64]
_STEP = 2e-4
"""Inches: the least step through an oval's wheel. A dip between two such steps is shallower than their square."""
_FULL = 2.0 * math.pi


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

    def box(self, body: Sequence[Shape]) -> tuple[float, float, float, float]:
        """A rectangle round all that the body passes over."""
        left, bottom, right, top = box_of(body)
        dx, dy = self.by
        return (left + min(dx, 0.0), bottom + min(dy, 0.0), right + max(dx, 0.0), top + max(dy, 0.0))

    def times(self, piece: Shape, obstacle: Shape, reach: float) -> list[Interval]:
        """When the clearance of the two is below `reach` inches (no tolerance)."""
        part = closer_than(Leg((0.0, 0.0), self.by), piece, obstacle, reach + TOLERANCE)
        return [part] if part else []

    def closest(self, piece: Shape, obstacle: Shape, within: Interval) -> tuple[float, float]:
        """The least clearance in a part of the motion (inches), and when."""
        return closest_approach(Leg((0.0, 0.0), self.by), piece, obstacle, within)

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

    def box(self, body: Sequence[Shape]) -> tuple[float, float, float, float]:
        """A rectangle round all that the body passes over."""
        reach = self.reach(body)
        x, y = self.pivot
        return (x - reach, y - reach, x + reach, y + reach)

    def times(self, piece: Shape, obstacle: Shape, reach: float) -> list[Interval]:
        """When the clearance of the two is below `reach` inches (no tolerance)."""
        if abs(self.angle) <= 1e-15:
            return [(0.0, 1.0)] if clearance(piece, obstacle) < reach else []
        if clearance(Shape((self.pivot,), self.reach((piece,))), obstacle) >= reach:
            return []
        if len(piece.points) > _MANY or len(obstacle.points) > _MANY:
            return self._stepped(piece, obstacle, reach)
        moments = self._moments(piece, obstacle, reach + piece.radius + obstacle.radius)
        ends = [0.0, *moments, 1.0]
        spans = [
            (a, b)
            for a, b in pairwise(ends)
            if b > a and clearance(self.carried(piece, (a + b) / 2.0), obstacle) < reach
        ]
        return union(spans)

    def _moments(self, piece: Shape, obstacle: Shape, reach: float) -> list[float]:
        """All moments at which a corner of one core is exactly `reach` from an edge or a corner of the other."""
        mine = np.asarray(piece.points) - self.pivot
        theirs = np.asarray(obstacle.points) - self.pivot
        turns = [*_edge_turns(mine, theirs, reach, self.angle), *_edge_turns(theirs, mine, reach, -self.angle)]
        if reach > 0.0:
            turns += _corner_turns(mine, theirs, reach, self.angle)
        whole = abs(self.angle)
        laps = range(math.ceil(whole / _FULL))
        return sorted({t / whole for turn in turns for k in laps if 0.0 < (t := turn + k * _FULL) < whole})

    def _stepped(self, piece: Shape, obstacle: Shape, reach: float) -> list[Interval]:
        """The same for outlines of very many corners: from clearance c no turn by less than c / radius can reach."""
        speed = self.reach((piece,)) * abs(self.angle)

        def room(t: float) -> float:
            return clearance(self.carried(piece, t), obstacle) - reach

        spans: list[Interval] = []
        at, here = 0.0, room(0.0)
        start = 0.0
        while at < 1.0:
            on = min(1.0, at + max(abs(here), _STEP) / speed)
            there = room(on)
            if (there < 0.0) != (here < 0.0):
                root = _halved(room, at, on)
                if here < 0.0:
                    spans.append((start, root))
                start = root
            at, here = on, there
        if here < 0.0:
            spans.append((start, 1.0))
        return spans

    def closest(self, piece: Shape, obstacle: Shape, within: Interval) -> tuple[float, float]:
        """The least clearance in a part of the turn (inches), and when.

        It is least at an end of the part, or where a corner is on one line with the pivot and a corner of the other
        shape, or farthest over an edge of it.
        """
        mine = np.asarray(piece.points) - self.pivot
        theirs = np.asarray(obstacle.points) - self.pivot
        found = _near_turns(mine, theirs, self.angle) + _near_turns(theirs, mine, -self.angle)
        low, high = within
        whole = abs(self.angle)
        laps = range(math.ceil(whole / _FULL))
        best = sorted((off, t / whole) for off, turn in found for k in laps if low * whole < (t := turn + k * _FULL) < high * whole)
        moments = [low, high, *(t for _, t in best[:24])]
        return min((clearance(self.carried(piece, t), obstacle), t) for t in moments)

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


def box_of(body: Sequence[Shape]) -> tuple[float, float, float, float]:
    """The least rectangle round some shapes: (left, bottom, right, top)."""
    boxes = [s.box for s in body]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def boxes_apart(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """Inches between two upright rectangles; nought when they meet."""
    dx = max(0.0, one[0] - other[2], other[0] - one[2])
    dy = max(0.0, one[1] - other[3], other[1] - one[3])
    return math.hypot(dx, dy)


def _rooms(box: tuple[float, float, float, float], size: tuple[float, float]) -> tuple[float, float, float, float]:
    """Inches between a rectangle and the table's edges: left, bottom, right, top."""
    return (box[0], box[1], size[0] - box[2], size[1] - box[3])


def _forward(turn: Array, angle: float) -> Array:
    """Turns as they are met in the direction of a wheel, from nought to a full circle."""
    forward: Array = (turn if angle >= 0.0 else -turn) % _FULL
    return forward


def _edges(core: Array) -> tuple[Array, Array, Array]:
    """The edges of a core: their lengths, directions and outward normals (of those that are not nought)."""
    step = np.roll(core, -1, axis=0) - core
    size = np.hypot(step[:, 0], step[:, 1])
    along = step / np.where(size > 0.0, size, 1.0)[:, None]
    return size, along, np.stack([along[:, 1], -along[:, 0]], axis=1)


def _edge_turns(corners: Array, core: Array, reach: float, angle: float) -> list[float]:
    """The turns after which a corner is `reach` outside the line of an edge, beside that edge."""
    if len(core) < 2:
        return []
    size, along, normal = _edges(core)
    far = np.hypot(corners[:, 0], corners[:, 1])[:, None]
    phi = np.arctan2(corners[:, 1], corners[:, 0])[:, None]
    level = (normal * core).sum(axis=1)[None, :] + reach
    slack = 1e-9 + (-reach if reach < 0.0 else 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.arccos(level / far)
    out = np.arctan2(normal[:, 1], normal[:, 0])[None, :]
    turns: list[float] = []
    for turn in (out - half, out + half):
        beside = far * (np.cos(turn) * along[:, 0] + np.sin(turn) * along[:, 1]) - (along * core).sum(axis=1)
        is_met = (beside >= -slack) & (beside <= size + slack) & (size > 0.0)
        turns += _forward(turn - phi, angle)[is_met & np.isfinite(turn)].tolist()
    return turns


def _corner_turns(corners: Array, others: Array, reach: float, angle: float) -> list[float]:
    """The turns after which a corner is `reach` from a corner of the other."""
    far = np.hypot(corners[:, 0], corners[:, 1])[:, None]
    other = np.hypot(others[:, 0], others[:, 1])[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.arccos((far * far + other * other - reach * reach) / (2.0 * far * other))
    towards = np.arctan2(others[:, 1], others[:, 0])[None, :] - np.arctan2(corners[:, 1], corners[:, 0])[:, None]
    turns: list[float] = []
    for turn in (towards - half, towards + half):
        turns += _forward(turn, angle)[np.isfinite(turn)].tolist()
    return turns


def _near_turns(corners: Array, core: Array, angle: float) -> list[tuple[float, float]]:
    """Turns after which a corner may be nearest to a core, each with the inches to the corner or edge meant."""
    far = np.hypot(corners[:, 0], corners[:, 1])[:, None]
    phi = np.arctan2(corners[:, 1], corners[:, 0])[:, None]
    other = np.hypot(core[:, 0], core[:, 1])[None, :]
    turn = _forward(np.arctan2(core[:, 1], core[:, 0])[None, :] - phi, angle)
    found = list(zip(np.abs(far - other).ravel().tolist(), turn.ravel().tolist(), strict=True))
    if len(core) > 1:
        size, along, normal = _edges(core)
        back = np.arctan2(-normal[:, 1], -normal[:, 0])[None, :]
        off = -far - (normal * core).sum(axis=1)[None, :]
        beside = far * (np.cos(back) * along[:, 0] + np.sin(back) * along[:, 1]) - (along * core).sum(axis=1)
        is_beside = (beside >= 0.0) & (beside <= size) & (size > 0.0)
        turn = _forward(back - phi, angle)
        found += list(zip(off[is_beside].tolist(), turn[is_beside].tolist(), strict=True))
    return found


def _halved(room: Callable[[float], float], low: float, high: float) -> float:
    """The moment between two at which a sign changes, by halving."""
    sign = room(low) < 0.0
    for _ in range(60):
        middle = (low + high) / 2.0
        if (room(middle) < 0.0) == sign:
            low = middle
        else:
            high = middle
        if high - low < 1e-12:
            break
    return (low + high) / 2.0


def times_closer(motion: Motion, body: Sequence[Shape], obstacle: Sequence[Shape], reach: float) -> list[Interval]:
    """When the body is less than `reach` inches from the obstacle (no tolerance), as parts of the motion in order."""
    if boxes_apart(motion.box(body), box_of(obstacle)) >= reach > 0.0:
        return []
    return union((span for a in body for b in obstacle for span in motion.times(a, b, reach)), 1e-12)


def closest(motion: Motion, body: Sequence[Shape], obstacle: Sequence[Shape], within: Interval) -> tuple[float, float]:
    """The least clearance between body and obstacle in a part of the motion (inches), and when."""
    return min(motion.closest(a, b, within) for a in body for b in obstacle)
