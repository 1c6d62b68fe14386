"""Wheels past or of outlines of very many corners (ovals): the clearance at a moment, quickly, and steps through it.

The outline of few corners is turned, against or about the other; numpy measures. Inches, radians, fractions of a turn.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.contact import clearance
from physics.shapes import MANY, Shape
from physics.sweep import Interval
from physics.vectors import Point, rotate

Array = NDArray[np.float64]
_STEP = 1e-3
"""Inches: the least step through a wheel. A dip between two such steps is shallower than their square, the tolerance."""
_LOOKS = 64
"""Into how many parts a wheel is cut to find where it comes nearest; the best of them is then narrowed down."""


class OvalWheel:
    """A shape that turns about a pivot past another; one of the two has very many corners."""

    def __init__(self, pivot: Point, angle: float, piece: Shape, obstacle: Shape) -> None:
        self.pivot, self.angle, self.piece, self.obstacle = pivot, angle, piece, obstacle
        is_piece_few = len(piece.points) <= len(obstacle.points)
        few, many = (piece, obstacle) if is_piece_few else (obstacle, piece)
        self._few, self._turn = few, angle if is_piece_few else -angle
        self._are_both_many = len(few.points) > MANY
        self._round = few.radius + many.radius
        self._corners = np.asarray(many.points) - pivot
        self._sides = _sides(self._corners)
        self._speed = max(math.dist(pivot, p) for p in piece.points) + piece.radius

    def clearance_at(self, t: float) -> float:
        """Signed inches between the two at a fraction of the turn."""
        turned = [rotate((p[0] - self.pivot[0], p[1] - self.pivot[1]), self._turn * t) for p in self._few.points]
        if self._are_both_many:
            other = tuple((float(x), float(y)) for x, y in self._corners)
            return clearance(Shape(tuple(turned)), Shape(other)) - self._round
        few = np.asarray(turned)
        sides = _sides(few)
        apart = max(_gap(self._sides, few), _gap(sides, self._corners))
        if apart > 0.0:
            apart = min(_inches(few, self._sides), _inches(self._corners, sides) if len(few) > 1 else math.inf)
        return apart - self._round

    def times(self, reach: float) -> list[Interval]:
        """When they are less than `reach` apart: from clearance c no turn by less than c / radius can reach that."""
        speed = self._speed * abs(self.angle)
        spans: list[Interval] = []
        at = start = 0.0
        here = self.clearance_at(0.0) - reach
        while at < 1.0:
            on = min(1.0, at + max(abs(here), _STEP) / speed)
            there = self.clearance_at(on) - reach
            if (there < 0.0) != (here < 0.0):
                root = _halved(lambda t: self.clearance_at(t) - reach, at, on)
                if here < 0.0:
                    spans.append((start, root))
                start = root
            at, here = on, there
        if here < 0.0:
            spans.append((start, 1.0))
        return spans

    def closest(self, within: Interval) -> tuple[float, float]:
        """The least clearance in a part of the turn, and when."""
        low, high = within
        looks = [low + (high - low) * k / _LOOKS for k in range(_LOOKS + 1)]
        _, best = min((self.clearance_at(t), t) for t in looks)
        part = (high - low) / _LOOKS
        low, high = max(low, best - part), min(high, best + part)
        while (high - low) * self._speed * abs(self.angle) > 1e-7:
            one, other = low + (high - low) * 0.382, low + (high - low) * 0.618
            if self.clearance_at(one) <= self.clearance_at(other):
                high = other
            else:
                low = one
        return min((self.clearance_at(t), t) for t in (best, low, high))


def _sides(core: Array) -> tuple[Array, Array, Array, Array]:
    """The edges of a core: starts, directions, lengths and outward normals; a point has one of no length."""
    step = np.roll(core, -1, axis=0) - core
    size = np.hypot(step[:, 0], step[:, 1])
    along = step / np.where(size > 0.0, size, 1.0)[:, None]
    return core, along, size, np.stack([along[:, 1], -along[:, 0]], axis=1)


def _gap(sides: tuple[Array, Array, Array, Array], others: Array) -> float:
    """The widest strip along an edge that has nothing of the others in it; negative: they come so deep behind all."""
    starts, _, size, normal = sides
    if not size.any():
        return -math.inf
    levels: Any = normal @ others.T - (normal * starts).sum(axis=1)[:, None]
    return float(levels.min(axis=1).max())


def _inches(points: Array, sides: tuple[Array, Array, Array, Array]) -> float:
    """The least distance of points to edges."""
    starts, along, size, _ = sides
    dx = points[:, None, 0] - starts[None, :, 0]
    dy = points[:, None, 1] - starts[None, :, 1]
    t = np.clip(dx * along[:, 0] + dy * along[:, 1], 0.0, size)
    return float(np.sqrt(((dx - t * along[:, 0]) ** 2 + (dy - t * along[:, 1]) ** 2).min()))


def _halved(room: Callable[[float], float], low: float, high: float) -> float:
    """The moment between two at which a sign changes, by halving."""
    sign = room(low) < 0.0
    while high - low > 1e-11:
        middle = (low + high) / 2.0
        if (room(middle) < 0.0) == sign:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
