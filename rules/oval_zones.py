"""When a wall hides the owner of a zone from a mover, for bases of many corners: ovals (clause proximity.enter).

Their shortest line moves steadily along a leg. A wall begins or ceases to hide it when the line passes a corner of
the wall or an end of it an edge; these are the noughts of smooth functions of time, found between samples by halving,
with each turning point near nought looked at, so that a short peep between two walls is not missed.
"""

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from physics.carried import ShortestLine
from physics.shapes import Shape
from physics.sweep import Interval, Leg
from physics.vectors import Point, cross, subtract

MANY_CORNERS = 64
"""Corners of both bases together from which they are taken for curved."""
_SAMPLES = 48
_HALVINGS = 34
_TURNS = 24

Line = tuple[Point, Point]


def is_curved(one: Shape, other: Shape) -> bool:
    """Whether one of two bases has so many corners that it stands for a curve."""
    return len(one.points) + len(other.points) > MANY_CORNERS


def turning_times(line: ShortestLine, leg: Leg, walls: list[Shape], inside: Interval) -> list[float]:
    """The times within a part of a leg at which a wall may begin or cease to cross the shortest line."""
    seen: dict[float, Line] = {}

    def line_at(t: float) -> Line:
        if t not in seen:
            seen[t] = line.at(leg.at(t))[1:]
        return seen[t]

    low, high = inside
    times = [low + (high - low) * k / _SAMPLES for k in range(_SAMPLES + 1)]
    found: list[float] = []
    for side in _sides(walls):
        found += _noughts(partial(_at, side, line_at), times)
    return found


def _at(side: Callable[[Line], float], line_at: Callable[[float], Line], t: float) -> float:
    return side(line_at(t))


def _sides(walls: list[Shape]) -> list[Callable[[Line], float]]:
    """Functions of a line that change their sign when it passes a corner of a wall, or one of its ends an edge."""
    sides: list[Callable[[Line], float]] = []
    for wall in walls:
        if wall.is_disc:
            sides += _round_sides(wall.points[0], wall.radius)
            continue
        for a, b in zip(wall.points, wall.points[1:] + wall.points[:1], strict=True):
            sides += [partial(_past, a), partial(_beyond, a, b, 0), partial(_beyond, a, b, 1)]
    return sides


def _past(corner: Point, line: Line) -> float:
    return cross(subtract(line[1], line[0]), subtract(corner, line[0]))


def _beyond(a: Point, b: Point, end: int, line: Line) -> float:
    return cross(subtract(b, a), subtract(line[end], a))


def _round_sides(middle: Point, radius: float) -> list[Callable[[Line], float]]:
    """The same for a round wall: the line touches it, or one of its ends lies on the rim."""

    def beside(line: Line) -> float:
        way = subtract(line[1], line[0])
        return abs(cross(way, subtract(middle, line[0]))) - radius * math.hypot(*way)

    return [beside, lambda line: math.dist(line[0], middle) - radius, lambda line: math.dist(line[1], middle) - radius]


def _noughts(side: Callable[[float], float], times: list[float]) -> list[float]:
    """The noughts of a smooth function: between samples of unlike sign, and about turning points that reach it."""
    values = [side(t) for t in times]
    points = list(zip(times, values, strict=True))
    for k in range(1, len(times) - 1):
        before, here, after = values[k - 1], values[k], values[k + 1]
        if before * after > 0.0 and here * before > 0.0 and abs(here) <= min(abs(before), abs(after)):
            turn = _least(side, times[k - 1], times[k + 1], 1.0 if before > 0.0 else -1.0)
            points.append((turn, side(turn)))
    points.sort()
    return [_halved(side, a, b) for a, b in pairwise(points) if a[1] == 0.0 or a[1] * b[1] < 0.0]


def _least(side: Callable[[float], float], low: float, high: float, sign: float) -> float:
    """Where a function (times `sign`) with one valley between two times is least, or a place where it is below nought."""
    for _ in range(_TURNS):
        one, other = low + (high - low) / 3.0, high - (high - low) / 3.0
        at_one, at_other = sign * side(one), sign * side(other)
        if min(at_one, at_other) < 0.0:
            return one if at_one < at_other else other
        if at_one < at_other:
            high = other
        else:
            low = one
    return (low + high) / 2.0


def _halved(side: Callable[[float], float], a: tuple[float, float], b: tuple[float, float]) -> float:
    (low, at_low), high = a, b[0]
    if at_low == 0.0:
        return low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if side(middle) * at_low > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
