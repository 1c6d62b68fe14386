"""The way of a leader that goes directly: along its line, round what is in the way, back onto the line. Inches.

Clause direct.line. What is in the way is what the base would run into: terrain that blocks, and models of other units.
It is gone round by the shortest way from where the straight part began to the line beyond; where that is as short on
the left as on the right, the player chooses. Clause direct.edge: the line ends where the base meets the table's edge.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE, is_same
from physics.vectors import Point, add, lerp, path_length, scale
from physics.ways import Ways
from rules.actions import WaySide
from rules.clearing import Obstacle, model_obstacles, terrain_obstacles
from rules.table import Model, Table

SIDES: tuple[WaySide, WaySide] = ("left", "right")
_POINT = Shape(((0.0, 0.0),))
_HAIR = 1e-6
"""Half the inches across the bar that closes one side of an obstacle to see how long the way on the other side is."""


@dataclass(frozen=True)
class Bend:
    """A way round what is in the way: whom, from where on the line (`start`) to where (`end`), the inches and corners
    of the shortest way on each side (those that there are), and the side that is taken."""

    names: tuple[str, ...]
    start: Point
    end: Point
    lengths: dict[WaySide, float]
    routes: dict[WaySide, tuple[Point, ...]]
    side: WaySide

    @property
    def is_tied(self) -> bool:
        """Whether both sides are equally short, so that the player chooses."""
        return len(self.lengths) == 2 and is_same(self.lengths["left"], self.lengths["right"])

    @property
    def least(self) -> float:
        """The inches of the shortest way round."""
        return min(self.lengths.values())


@dataclass(frozen=True)
class Course:
    """The way of a leader: its corners (the start first), its inches, the bends in it, and what ended it."""

    points: tuple[Point, ...]
    length: float
    bends: tuple[Bend, ...]
    ended: Literal["distance", "edge", "blocked"]
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Stretch:
    """A part of the line on which the base would run into something: from where to where along it, and into what."""

    start: float
    end: float
    names: tuple[str, ...]
    inside: float


def obstacles_of(table: Table, unit: str, model: Model) -> list[Obstacle]:
    """What a model of a unit goes round: terrain, and models of other units whose bodies are as high as its own."""
    if model.flying:
        return []
    low, high = model.elevation + TOLERANCE, model.elevation + model.height - TOLERANCE
    others = [o for o in model_obstacles(table, unit) if _is_level(table.model(o.name), low, high)]
    return terrain_obstacles(table, model.elevation, model.height) + others


def _is_level(other: Model, low: float, high: float) -> bool:
    return other.elevation < high and other.head > low


def inches_to_edge(table: Table, leader: Model, heading: Point) -> float:
    """How far a model can go straight on before its base meets the table's edge."""
    left, bottom, right, top = leader.outline.box
    (x, y), (dx, dy) = leader.standing.at, heading
    width, depth = table.size
    rooms = []
    if abs(dx) > 1e-12:
        rooms.append(((width - right - x) if dx > 0.0 else (-left - x)) / dx)
    if abs(dy) > 1e-12:
        rooms.append(((depth - top - y) if dy > 0.0 else (-bottom - y)) / dy)
    return max(0.0, min(rooms))


def ways_round(
    size: tuple[float, float],
    start: Point,
    radius: float,
    obstacles: Sequence[Obstacle],
    allowance: float = math.inf,
    bars: Sequence[tuple[Point, ...]] = (),
) -> Ways:
    """All ways of a disc from a point round obstacles, on a table of a size; `bars` stop its middle only."""
    discs: list[tuple[float, ...]] = []
    polygons: list[tuple[Point, ...]] = []
    left: list[int] = []
    pieces = [p for o in obstacles for p in o.pieces]
    for piece in [p for p in pieces if p.is_disc] + [p for p in pieces if not p.is_disc]:
        # A base that is no disc may start nearer than half its length: it leaves what it starts in.
        if closer_than(Leg(start, start), _POINT, piece, radius) is not None:
            left.append(len(discs) + len(polygons))
        if piece.is_disc:
            discs.append((*piece.points[0], piece.radius + radius))
        else:
            polygons.append(piece.points)
    radii = [radius] * len(polygons) + [0.0] * len(bars)
    width, depth = size
    box = (radius, radius, width - radius, depth - radius)
    return Ways(start, min(allowance, longest(size)), discs, [*polygons, *bars], radii, box, left)


def longest(size: tuple[float, float]) -> float:
    """Inches that no way round anything on a table of a size is longer than: four times its sides."""
    return 4.0 * (size[0] + size[1])


def course_of(
    table: Table,
    unit: str,
    leader: Model,
    heading: Point,
    distance: float,
    sides: Sequence[WaySide] = (),
    entered: frozenset[str] = frozenset(),
) -> Course:
    """The way of a leader, so many inches along a line; `sides` are those chosen at each bend, in order.

    `entered` are features that it goes onto lawfully, by an access point.
    """
    start = leader.standing.at
    reach = inches_to_edge(table, leader, heading)
    obstacles = [o for o in obstacles_of(table, unit, leader) if o.name not in entered]
    points, spent, at = [start], 0.0, 0.0
    bends: list[Bend] = []
    blocked = _blocked(leader.outline, start, heading, reach, obstacles)
    while True:
        ahead = next((s for s in blocked if s.end > at + TOLERANCE), None)
        free = min(ahead.start, reach) if ahead is not None else reach
        if spent + free - at >= distance:
            end = add(start, scale(heading, at + max(0.0, distance - spent)))
            return Course((*points, end), distance, tuple(bends), "distance")
        if ahead is None or ahead.start >= reach:
            return Course((*points, add(start, scale(heading, reach))), spent + reach - at, tuple(bends), "edge")
        line = _Line(table.size, leader.base.radius, start, heading, reach, tuple(obstacles))
        wanted = sides[len(bends)] if len(bends) < len(sides) else None
        bend = _bend(line, at, ahead, wanted)
        if bend is None:
            stop = max(at, free - TOLERANCE)
            return Course((*points, add(start, scale(heading, stop))), spent + stop - at, tuple(bends), "blocked", ahead.names)
        bends.append(bend)
        length, route = bend.lengths[bend.side], bend.routes[bend.side]
        if spent + length >= distance:
            part = _cut([points[-1], *route], (distance - spent) / length)
            return Course((*points, *part), distance, tuple(bends), "distance")
        points += route
        spent += length
        at = math.dist(start, bend.end)


def _blocked(
    base: Shape, start: Point, heading: Point, reach: float, obstacles: Sequence[Obstacle], limit: float = 0.0
) -> list[_Stretch]:
    """The stretches of a line on which a base would run into something, in order, those that overlap as one.

    With a limit those on which it would be closer than that to something.
    """
    if reach <= TOLERANCE:
        return []
    leg = Leg(start, add(start, scale(heading, reach)))
    found = []
    for obstacle in obstacles:
        for piece in obstacle.pieces:
            part = closer_than(leg, base, piece, limit)
            if part is not None and (part[1] - part[0]) * reach > TOLERANCE:
                low, high = part[0] * reach, part[1] * reach
                found.append(_Stretch(low, high, (obstacle.name,), (low + high) / 2.0))
    merged: list[_Stretch] = []
    for stretch in sorted(found, key=lambda s: s.start):
        last = merged[-1] if merged else None
        if last is None or stretch.start > last.end + 3.0 * TOLERANCE:
            merged.append(stretch)
        else:
            names = tuple(dict.fromkeys(last.names + stretch.names))
            merged[-1] = _Stretch(last.start, max(last.end, stretch.end), names, last.inside)
    return merged


@dataclass(frozen=True)
class _Line:
    """The line that a base of a radius keeps to, on a table of a size, and what lies about it."""

    size: tuple[float, float]
    radius: float
    start: Point
    heading: Point
    reach: float
    obstacles: tuple[Obstacle, ...]

    def at(self, inches: float) -> Point:
        return add(self.start, scale(self.heading, inches))

    def exits(self, ahead: _Stretch) -> list[float]:
        """Where the line is free again beyond what is ahead, in order: just beyond it, and where rounding can't matter."""
        disc = Shape(((0.0, 0.0),), self.radius)
        found = []
        for limit in (0.0, 2.0 * TOLERANCE):
            stretches = _blocked(disc, self.start, self.heading, self.reach, self.obstacles, limit)
            found += [s.end + 2.0 * TOLERANCE for s in stretches if s.end > ahead.start + TOLERANCE]
        return sorted(e for e in found if e <= self.reach)

    def ways(self, along: float, ahead: _Stretch, allowance: float) -> dict[WaySide, Ways]:
        """The ways from a spot of the line that pass what is ahead on its one side, and on its other."""
        here = self.at(along)
        return {
            side: ways_round(self.size, here, self.radius, self.obstacles, allowance, [self._bar(side, ahead)]) for side in SIDES
        }

    def _bar(self, side: WaySide, stretch: _Stretch) -> tuple[Point, ...]:
        """A bar from inside of what is in the way to beyond the table, across the side that is not to be taken."""
        (x, y), (hx, hy) = self.at(stretch.inside), self.heading
        far = 2.0 * sum(self.size)
        ox, oy = (hy, -hx) if side == "left" else (-hy, hx)
        ax, ay = hx * _HAIR, hy * _HAIR
        corners = [(x - ax, y - ay), (x + ax, y + ay)]
        corners += [(a + ox * far, b + oy * far) for a, b in reversed(corners)]
        return tuple(corners if side == "right" else reversed(corners))


@lru_cache(maxsize=64)
def _bend(line: _Line, along: float, ahead: _Stretch, wanted: WaySide | None) -> Bend | None:
    """The shortest ways from a spot of a line round what is ahead, back to it; None where there is none.

    The line is met again at the free spot that is reached soonest: mostly the first one, but not one in a nook that can
    only be entered from behind. Short ways are looked for first, long ones where there are none. Kept, since whoever
    pulls along a line asks again and again.
    """
    exits = line.exits(ahead)
    allowance = 1.4 * (exits[0] - along) + 4.0 if exits else 0.0
    while exits:
        ways = line.ways(along, ahead, allowance)
        end = _soonest(line, along, ways, exits)
        bend = _bend_to(line, along, ahead, ways, end, wanted) if end is not None else None
        if bend is not None and (wanted is None or wanted in bend.lengths or allowance >= longest(line.size)):
            return bend
        if allowance >= longest(line.size):
            break
        allowance *= 4.0
    return None


def _soonest(line: _Line, along: float, ways: dict[WaySide, Ways], exits: Sequence[float]) -> float | None:
    """Of some spots of a line the one with the shortest way there, the first of equal ones; None where none has one."""
    best: tuple[float, float] | None = None
    for end in exits:
        if best is not None and end - along >= best[0]:
            break
        lengths = [d for way in ways.values() if (d := way.distance_to(line.at(end))) is not None]
        if lengths and (best is None or min(lengths) < best[0] - TOLERANCE):
            best = (min(lengths), end)
    return best[1] if best is not None else None


def _bend_to(
    line: _Line, along: float, ahead: _Stretch, ways: dict[WaySide, Ways], end: float, wanted: WaySide | None
) -> Bend | None:
    there = line.at(end)
    routes = {s: tuple(r) for s, w in ways.items() if (r := w.route_to(there)) is not None}
    lengths = {s: d for s in routes if (d := ways[s].distance_to(there)) is not None}
    if not lengths:
        return None
    shortest = min(SIDES, key=lambda s: lengths.get(s, math.inf) - (TOLERANCE if s == "left" else 0.0))
    return Bend(ahead.names, line.at(along), there, lengths, routes, wanted if wanted in lengths else shortest)


def _cut(points: Sequence[Point], share: float) -> list[Point]:
    """The corners after the first of a way of straight legs, up to a share of its length."""
    left = path_length(list(points)) * min(1.0, max(0.0, share))
    path: list[Point] = []
    for a, b in pairwise(points):
        size = math.dist(a, b)
        if size >= left:
            return [*path, lerp(a, b, left / size)] if size > 0.0 else [*path, b]
        path.append(b)
        left -= size
    return path

