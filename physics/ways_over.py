"""The shortest ways of a point that also climbs, over prisms and down again. Inches.

The graph is that of flat ground, laid over several floors: each surface on which something must be gone round has
its own circles. Every leg between them is walked over the relief, which says what it costs and where it ends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from physics.fans import LIMITED, Fan, area_of_fans, fans_of
from physics.relief import Relief
from physics.spans import Spans
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from physics.ways_bends import bends_of, waypoints_round
from physics.ways_network import TURN, Network, angles_on, build_network, is_in_box
from physics.ways_outlines import Bools, Floats, Ints, Outlines, stacked
from physics.ways_sight import Legs, first_hits, is_clear, legs_between
from physics.ways_tangents import tangents_from

_STEP = 1.0 - 1e-6
"""Inches by which the elevation of a bend may differ from that of its floor."""


@dataclass(frozen=True)
class Floor:
    """A surface: its elevation, and what must be gone round on it."""

    level: float
    outlines: Outlines


@dataclass(frozen=True)
class ReliefSight:
    """What legs cost over a relief. Legs are seen from the start, which stands on `level`.

    Legs that pass over nothing are decided as on flat ground, and those through what is `hard` not at all: walking
    legs over the relief is the costly part.
    """

    relief: Relief
    origin: Floats
    level: float
    floors: Floats
    floor_of: Ints
    ground: Outlines
    hard: Outlines
    is_same_both_ways: bool = False

    def _levels(self, at: Floats, circle: Ints) -> Floats:
        """The elevation at which legs set out from points on circles (-1: from the start)."""
        return np.where(circle < 0, self.level, self.relief.level_at(at + self.origin))

    def can_bend(self, at: Floats, circle: Ints) -> Bools:
        """Where a surface is less than a step from the floor that the circle belongs to."""
        off = np.abs(self._levels(at, circle) - self.floors[self.floor_of[circle]])
        return off < _STEP

    def costs(self, start: Floats, end: Floats, tail: Ints, head: Ints) -> Floats:
        """The length of each leg and its climbs, infinite when it is not free or ends on another surface."""
        legs = legs_between(start, end)
        level, goal = self._levels(start, tail), self._levels(end, head)
        cost = np.full(len(tail), np.inf)
        over, walks = self._walks(legs, level)
        flat = np.flatnonzero(~walks & (np.abs(goal) < 1e-3))
        clear = flat[is_clear(legs.only(flat), self.ground)]
        cost[clear] = legs.length[clear]
        some = np.flatnonzero(walks & ~self.relief.is_hopeless(over, len(tail)))
        some = some[is_clear(legs.only(some), self.hard)]
        part = legs.only(some)
        walked = self.relief.walk(self._on_table(part), level[some], over.of_legs(some, len(tail)))
        free = (np.abs(walked.end_level - goal[some]) < 1e-3) & (walked.stopped >= part.length - 1e-9)
        cost[some[free]] = (part.length + walked.extra())[free]
        return cost

    def _walks(self, legs: Legs, level: Floats) -> tuple[Spans, Bools]:
        """Where legs pass over something, and which of them do, or start above the ground."""
        over = self.relief.over(self._on_table(legs))
        walks = np.abs(level) > 1e-9
        walks[over.leg] = True
        return over, walks

    def rays(self, legs: Legs, circle: Ints, left: Floats) -> tuple[Floats, Ints]:
        """How far each ray goes, and a number for what ends it after passing over what."""
        count = len(left)
        level = self._levels(legs.start, circle)
        over, walks = self._walks(legs, level)
        far, owner = np.zeros(count), np.zeros(count, dtype=np.int64)
        flat = np.flatnonzero(~walks)
        far[flat], owner[flat] = first_hits(legs.only(flat), self.ground)
        some = np.flatnonzero(walks)
        part = legs.only(some)
        walked = self.relief.walk(self._on_table(part), level[some], over.of_legs(some, count))
        reached = np.minimum(walked.furthest(left[some]), part.length)
        is_stopped = walked.stopped <= reached + 1e-12
        names = 1000 + (walked.crossings(reached) * 31 + np.where(is_stopped, walked.by, -1) * 7919) % (1 << 40)
        # An edge that is not to be passed bounds what is walked on from inside: chords between its rays cut that off.
        is_wall = is_stopped & (walked.by >= 0)
        far[some], owner[some] = reached, np.where(is_wall, names, LIMITED - names)
        return far, owner

    def _on_table(self, legs: Legs) -> Legs:
        return Legs(legs.start + self.origin, legs.along, legs.length)


class WaysOver:
    """Everything that a point can reach from `start`, on an elevation, by ways over a relief that cost at most so much.

    The first of the floors is the ground. `hard` is what stops a leg on whatever surface it is.
    """

    def __init__(
        self, start: Point, level: float, allowance: float, relief: Relief, floors: Sequence[Floor],
        box: tuple[float, float, float, float], hard: Outlines,
    ) -> None:  # fmt: skip
        self.start, self.allowance, self.relief = start, allowance, relief
        x, y = start
        self._origin = np.array(start)
        self._box = (box[0] - x, box[1] - y, box[2] - x, box[3] - y)
        self._outlines = stacked([f.outlines for f in floors])
        levels = np.array([f.level for f in floors])
        self._sight = ReliefSight(relief, self._origin, level, levels, self._outlines.floor, floors[0].outlines, hard)

    @cached_property
    def _network(self) -> Network:
        return build_network(self._outlines, self._box, self.allowance, self._sight)

    @cached_property
    def _fans(self) -> list[Fan]:
        passable = (p.core for p in self.relief.prisms if p.can_stand or p.can_climb)
        corners = np.array([p for core in passable for p in core.points]).reshape(-1, 2) - self._origin
        near = corners[np.hypot(corners[:, 0], corners[:, 1]) <= self.allowance]
        return fans_of(self._network, self.allowance, np.arctan2(near[:, 1], near[:, 0]))

    def fans(self) -> list[list[Point]]:
        """The reach as outlines that overlap each other, to be drawn under the obstacles."""
        x, y = self.start
        return [[(float(a) + x, float(b) + y) for a, b in fan.outline] for fan in self._fans]

    @cached_property
    def area(self) -> shapely.Geometry:
        """Where ways lead, on whatever surface, with a little of the obstacles beside them."""
        return area_of_fans(self._fans, np.zeros(0, dtype=object), self.start)

    def routes_to(self, point: Point, most: int = 6) -> Iterator[tuple[float, list[Point]]]:
        """Ways to a point, each with its cost, the cheapest first: the waypoints after the start, `point` the last."""
        goal = np.array([point[0] - self.start[0], point[1] - self.start[1]])
        if not is_in_box(goal[None, :], self._box)[0]:
            return
        for cost, node, circle, angle in self._lasts(goal)[:most]:
            bends = bends_of(self._network, node, circle, angle) if circle >= 0 else []
            spare = max(1e-9, min(5e-4, self.allowance + TOLERANCE / 2.0 - cost))
            corners = waypoints_round(bends, self._outlines, spare, False)
            yield cost, [(a + self.start[0], b + self.start[1]) for a, b in corners] + [point]

    def _lasts(self, goal: Floats) -> list[tuple[float, int, int, float]]:
        """The last legs to a goal: cost of the whole way, node, circle and angle where the leg begins; cheapest first."""
        limit = self.allowance + TOLERANCE
        nowhere = np.array([-1])
        straight = legs_between(np.zeros((1, 2)), goal[None, :])
        found = [(float(self._leg_costs(straight, nowhere)[0]), 0, -1, 0.0)]
        touches = tangents_from(goal, self._outlines)
        network = self._network
        if len(touches.circle) and len(network.order):
            angle = angles_on(self._outlines, touches.circle, touches.normal)
            spot = np.searchsorted(network.keys, touches.circle * TURN + angle)
            last = len(network.order) - 1
            nodes = np.stack([network.order[np.maximum(spot - 1, 0)], network.order[np.minimum(spot, last)]])
            on_circle = (nodes >= 0) & (network.circle[nodes] == touches.circle)
            arc = np.abs(network.angle[nodes] - angle) * self._outlines.radii[touches.circle]
            costs = np.where(on_circle, network.distance[nodes] + arc, np.inf)
            which, best = costs.argmin(axis=0), costs.min(axis=0)
            some = np.flatnonzero(best + touches.length <= limit)
            some = some[self._sight.can_bend(touches.at[some], touches.circle[some])]
            legs = legs_between(touches.at[some], np.broadcast_to(goal, (len(some), 2)))
            whole = best[some] + self._leg_costs(legs, touches.circle[some])
            found += [
                (float(c), int(nodes[which[k], k]), int(touches.circle[k]), float(angle[k]))
                for c, k in zip(whole.tolist(), some.tolist(), strict=True)
            ]
        return sorted(f for f in found if f[0] <= limit)

    def _leg_costs(self, legs: Legs, tail: Ints) -> Floats:
        """The cost of last legs: on whatever surface they end."""
        sight = self._sight
        walked = self.relief.walk(Legs(legs.start + self._origin, legs.along, legs.length), sight._levels(legs.start, tail))
        free = walked.stopped >= legs.length - 1e-9
        return np.where(free, legs.length + walked.extra(), np.inf)
