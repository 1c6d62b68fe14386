"""Which legs over a relief are free and what they cost, and how far rays go over it. Inches."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from physics.relief import Relief
from physics.spans import Spans
from physics.ways_network import LIMITED, RayEnds
from physics.ways_outlines import Bools, Floats, Ints, Outlines
from physics.ways_sight import Legs, first_hits, is_clear, legs_between

_STEP = 1.0 - 1e-6
"""Inches by which the elevation of a bend may differ from that of its floor."""
CLEAR: Final = 2e-6
"""Inches past what is in the way at which a way can bend: what touches there is no longer in the way."""
FREE: Final = 0
PASSED: Final = 1
CLOSED: Final = 2


@dataclass(frozen=True)
class ReliefSight:
    """What legs cost over a relief. Legs are seen from the start, which stands on `level`.

    `wanted` is what rays get up on where they might pass under it. Legs that pass over nothing are decided as on flat
    ground, and those through what is `hard` not at all: walking legs over the relief is the costly part.
    """

    relief: Relief
    origin: Floats
    level: float
    floors: Floats
    owners: Ints
    floor_of: Ints
    ground: Outlines
    hard: Outlines
    is_same_both_ways: bool = False
    wanted: int = -1

    def _floors_at(self, circle: Ints) -> Ints:
        return np.append(self.floor_of, 0)[circle]  # the start counts for the ground

    def surfaces(self, at: Floats, circle: Ints) -> tuple[Floats, Ints]:
        """The elevation at which legs set out from points on circles (-1: from the start), and of whose top."""
        floor = self._floors_at(circle)
        level, whose = self.relief.surface_near(at + self.origin, self.floors[floor], self.owners[floor])
        return np.where(circle < 0, self.level, level), whose

    def can_bend(self, at: Floats, circle: Ints) -> Bools:
        """Where a surface is less than a step from the floor that the circle belongs to, and nothing is in the way."""
        is_free: Bools = self.room_at(at, circle) == FREE
        return is_free

    def is_arc(self, at: Floats, circle: Ints) -> Bools:
        """Where a surface is less than a step from the floor that the circle belongs to."""
        return self._is_on_floor(*self.surfaces(at, circle), self._floors_at(circle))

    def _is_on_floor(self, level: Floats, whose: Ints, floor: Ints) -> Bools:
        on_slope = self.owners[floor] >= 0
        near = np.abs(level - self.floors[floor]) < _STEP
        is_on: Bools = np.where(on_slope, whose == self.owners[floor], near)
        return is_on

    def room_at(self, at: Floats, circle: Ints) -> Ints:
        """What is at points on circles: FREE, PASSED (in the way there, but a leg may pass it) or CLOSED."""
        level, whose = self.surfaces(at, circle)
        return self._room(at, level, whose, self._is_on_floor(level, whose, self._floors_at(circle)))

    def _room(self, at: Floats, level: Floats, whose: Ints, is_on_floor: Bools) -> Ints:
        room: Ints = np.where(is_on_floor, FREE, CLOSED)
        some = is_on_floor.nonzero()[0]
        point, barrier = self.relief.inside_of(at[some] + self.origin, level[some], whose[some])
        np.maximum.at(room, some[point], np.where(self.relief.is_passed[barrier], PASSED, CLOSED))
        return room

    def beyond(self, at: Floats, along: Floats, circle: Ints, most: float) -> tuple[Floats, Ints]:
        """Where straight on from points in the way of something the first spot lies that is free, and on which floor.

        Spots, and the numbers of floors, -1 where there is none within `most` inches.
        """
        level, _ = self.surfaces(at, circle)
        near = self.relief.near(Legs(at + self.origin, along, np.full(len(at), most)))
        spot, floor = at, np.full(len(at), -1, dtype=np.int64)
        for _ in range(3):  # on the way down or up what is in the way changes with the surface
            far = self._first_clear(near, level, most)
            spot = at + along * (np.where(np.isfinite(far), far, 0.0) + CLEAR)[:, None]
            found, whose = self.relief.highest(spot + self.origin)
            is_same = np.abs(found - level) < 1e-3
            nearest = np.abs(found[:, None] - self.floors[None, :]).argmin(axis=1)
            on_floor = np.isfinite(far) & is_same & (np.abs(found - self.floors[nearest]) < _STEP)
            room = self._room(spot, found, whose, on_floor)
            floor = np.where(room == FREE, nearest, -1)
            if is_same.all():
                break
            level = found
        return spot, floor

    def _first_clear(self, near: Spans, level: Floats, most: float) -> Floats:
        near = near.only(self.relief.is_active(near.shape, level[near.leg]))
        far = np.zeros(len(level))
        for _ in range(4):
            goes_on = (near.begin <= far[near.leg] + 1e-7) & (near.end > far[near.leg])
            if not goes_on.any():
                break
            np.maximum.at(far, near.leg[goes_on], near.end[goes_on])
        return np.where(far < most - 1e-6, far, np.inf)

    def costs(self, start: Floats, end: Floats, tail: Ints, head: Ints) -> Floats:
        """The length of each leg and its climbs, infinite when it is not free or ends on another surface."""
        legs = legs_between(start, end)
        both, whose = self.surfaces(np.concatenate([start, end]), np.concatenate([tail, head]))
        level, goal = np.split(both, 2)
        wanted = whose[len(level) :]
        cost = np.full(len(tail), np.inf)
        over, walks = self._walks(legs, level)
        flat = (~walks & (np.abs(goal) < 1e-3)).nonzero()[0]
        clear = flat[is_clear(legs.only(flat), self.ground)]
        cost[clear] = legs.length[clear]
        some = (walks & ~self.relief.is_hopeless(over, len(tail))).nonzero()[0]
        some = some[is_clear(legs.only(some), self.hard)]
        part = legs.only(some)
        pairs = over.of_legs(some, len(tail))
        walked = self.relief.walk(self._on_table(part), level[some], pairs, wanted=wanted[some])
        free = (np.abs(walked.end_level - goal[some]) < 1e-3) & (walked.stopped >= part.length - 1e-9)
        cost[some[free]] = (part.length + walked.extra())[free]
        return cost

    def _walks(self, legs: Legs, level: Floats) -> tuple[Spans, Bools]:
        """Where legs pass over something, and which of them do, or start above the ground."""
        over = self.relief.over(self._on_table(legs))
        walks = np.abs(level) > 1e-9
        walks[over.leg] = True
        return over, walks

    def rays(self, legs: Legs, circle: Ints, left: Floats) -> RayEnds:
        """How far each ray goes, and a number for what ends it after passing over what."""
        count = len(left)
        level, whose = self.surfaces(legs.start, circle)
        over, walks = self._walks(legs, level)
        # An arc ends where it comes to another surface: none goes on from there.
        left = np.where((circle < 0) | self._is_on_floor(level, whose, self._floors_at(circle)), left, 0.0)
        limit, hit = left.copy(), np.full(count, np.inf)
        what, wall = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
        flat = (~walks).nonzero()[0]
        far, by = first_hits(legs.only(flat), self.ground)
        hit[flat] = np.where(by < 0, np.inf, far)
        wall[flat] = self._names(np.zeros(len(flat), dtype=np.int64), by)
        some = walks.nonzero()[0]
        part, pairs = self._on_table(legs.only(some)), over.of_legs(some, count)
        wanted = None if self.wanted < 0 else np.full(len(some), self.wanted)
        walked = self.relief.walk(part, level[some], pairs, left[some], wanted)
        held = walked.is_held & (walked.limit <= walked.stopped)
        limit[some], hit[some] = walked.limit, np.where(held, walked.limit, walked.stopped)
        passed = walked.crossings(np.stack([limit[some], np.minimum(hit[some], 1e6)]))
        what[some] = LIMITED - (1000 + passed[0] * 31 % (1 << 40))
        wall[some] = self._names(passed[1], np.where(held, -3, walked.by))
        return RayEnds(limit, what, hit, wall)

    def _names(self, passed: Ints, by: Ints) -> Ints:
        """Numbers for what ends rays: LIMITED and below where chords between their ends would lie on what they end at."""
        names = 1000 + (passed * 31 + by * 7919) % (1 << 40)
        return np.where((by >= 0) & ~self.relief.bounds_top[np.maximum(by, 0)], names, LIMITED - names)

    def _on_table(self, legs: Legs) -> Legs:
        return Legs(legs.start + self.origin, legs.along, legs.length)
