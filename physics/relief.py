"""Straight legs over prisms: how high a body stands along each, what its climbs cost, and where it is stopped.

Many legs at once. A body on an elevation walks onto what is up to a step higher, climbs what can be climbed and pays
for it, and comes down on the far side. What its base meets while it stands too low for it stops it, except a prism
that the leg itself passes over: that one is climbed. Inches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from physics.prisms import Barrier, Body, Prism, Rungs
from physics.spans import Spans, Stack
from physics.tolerance import TOLERANCE
from physics.walked_legs import Walked, times_of
from physics.ways_outlines import SLACK, Bools, Floats, Ints
from physics.ways_sight import Legs

SEAM: Final = 1e-7
"""Inches by which a footprint counts as wider, so that the seam of two prisms is over both."""


@dataclass(frozen=True)
class Profiles:
    """Legs as walked: the times (inches) at which something changes, and between them the elevation and extra cost.

    `times` is (legs, n), filled up with each leg's length; `levels` and `extras` are (legs, n + 1). `stopped` is how
    far each can go at most (infinite: to its end), `by` what stops it (-1: nothing), `crossed` a number that is the
    same for legs that pass over the same prisms.
    """

    times: Floats
    levels: Floats
    extras: Floats
    stopped: Floats
    by: Ints
    pairs: Spans
    end_level: Floats

    def extra(self) -> Floats:
        """What each whole leg costs besides its length."""
        last: Floats = self.extras[:, -1]
        return last

    def furthest(self, left: Floats) -> Floats:
        """How far each leg goes for so much cost."""
        count = self.times.shape[1]
        end = left[:, None] - self.extras
        nexts = np.concatenate([self.times, np.full((len(left), 1), np.inf)], axis=1)
        first = (end < nexts).argmax(axis=1)
        rows = np.arange(len(left))
        before = np.where(first > 0, self.times[rows, np.maximum(first - 1, 0)] if count else 0.0, 0.0)
        far: Floats = np.minimum(np.maximum(end[rows, first], before), self.stopped)
        return far

    def crossings(self, far: Floats) -> Ints:
        """A number for each leg that is the same for those that pass over the same prisms before `far`."""
        weights = np.random.default_rng(7).integers(1, 2**40, int(self.pairs.shape.max(initial=0)) + 1)
        met = self.pairs.begin < far[self.pairs.leg]
        sums = np.zeros(len(far), dtype=np.int64)
        np.add.at(sums, self.pairs.leg[met], weights[self.pairs.shape[met]])
        return sums


class Relief:
    """Prisms to be walked over, and barriers to be kept out of, for one kind of body."""

    def __init__(
        self, prisms: Sequence[Prism], barriers: Sequence[Barrier], body: Body, rungs: Sequence[Rungs] = ()
    ) -> None:
        self.prisms, self.barriers, self.body, self.rungs = prisms, barriers, body, rungs
        self._over = Stack([p.core for p in prisms], SEAM)
        self._near = Stack([b.shape for b in barriers], -SLACK)
        self._bottom = np.array([p.bottom for p in prisms])
        self._top = np.array([p.top for p in prisms])
        self._can_stand = np.array([p.can_stand for p in prisms], dtype=bool)
        self._can_climb = np.array([p.can_climb for p in prisms], dtype=bool)
        self._owner = np.array([p.owner for p in prisms], dtype=np.int64)
        rises = [p.rise if p.rise is not None else (0.0, 0.0, p.top) for p in prisms]
        self._rise = np.array(rises).reshape(-1, 3)

    @cached_property
    def _least(self) -> Floats:
        return np.array([b.least for b in self.barriers])

    @cached_property
    def _most(self) -> Floats:
        return np.array([b.most for b in self.barriers])

    @cached_property
    def _is_left(self) -> Bools:
        return np.array([b.is_left for b in self.barriers], dtype=bool)

    @cached_property
    def _barrier_owner(self) -> Ints:
        return np.array([b.owner for b in self.barriers], dtype=np.int64)

    def level_at(self, points: Floats) -> Floats:
        """The elevation of the highest top over points that reaches down to nought, else nought."""
        point, piece = self._over.covers(points)
        stands = self._can_stand[piece] & (self._bottom[piece] <= 0.0)
        point, piece = point[stands], piece[stands]
        level = np.zeros(len(points))
        np.maximum.at(level, point, self._tops(piece, points[point]))
        return level

    def _tops(self, piece: Ints, spot: Floats) -> Floats:
        rise = self._rise[piece]
        least = np.minimum(self._bottom[piece], self._top[piece])
        tops: Floats = np.clip((rise[:, :2] * spot).sum(axis=1) + rise[:, 2], least, self._top[piece])
        return tops

    def can_climb(self, piece: Ints, spot: Floats, level: Floats) -> Bools:
        """Whether there is something to climb on each piece at a spot: a side that reaches down, or rungs."""
        can: Bools = self._can_climb[piece] & (self._bottom[piece] <= level + TOLERANCE)
        for rungs in self.rungs:
            on_it = np.flatnonzero(np.isin(self._owner[piece], rungs.owners) & ~can)
            a, b = np.array(rungs.a), np.array(rungs.b)
            d = b - a
            t = np.clip(((spot[on_it] - a) * d).sum(axis=1) / max(float((d * d).sum()), 1e-12), 0.0, 1.0)
            off = spot[on_it] - a - t[:, None] * d
            can[on_it] = np.hypot(off[:, 0], off[:, 1]) <= rungs.reach + TOLERANCE
        return can

    @cached_property
    def _is_hard(self) -> Bools:
        """Prisms that nobody gets over, from whatever surface there is."""
        stands = self._top[self._can_stand | self._can_climb]
        highest = max(float(stands.max(initial=0.0)), 0.0)
        hard: Bools = ~self._can_climb & ~self._can_stand & (self._bottom <= 0.0)
        for rungs in self.rungs:
            hard &= ~np.isin(self._owner, rungs.owners)
        return hard & (self._top > highest + self.body.step + TOLERANCE)

    def over(self, legs: Legs) -> Spans:
        """Where legs pass over prisms."""
        return self._over.spans(legs)

    @property
    def tops(self) -> Floats:
        """The highest elevation of each prism."""
        return self._top

    @property
    def can_stand(self) -> Bools:
        """Whether each prism can be stood on."""
        return self._can_stand

    @cached_property
    def _firm(self) -> Stack:
        return Stack([p.core for p in self.prisms], self.body.radius - TOLERANCE)

    def firm(self, legs: Legs) -> Spans:
        """Where the base that is carried along legs is over prisms."""
        return self._firm.spans(legs)

    def is_hopeless(self, over: Spans, count: int) -> Bools:
        """Which of so many legs pass through what nobody gets over."""
        hopeless = np.zeros(count, dtype=bool)
        hopeless[over.leg[self._is_hard[over.shape]]] = True
        return hopeless

    def walk(self, legs: Legs, level: Floats, over: Spans | None = None) -> Profiles:
        """The legs as walked, each from its own elevation."""
        over = self._over.spans(legs) if over is None else over
        times = times_of(legs, over)
        walked = Walked(self, legs, over, times, level)
        walked.go()
        stopped, by = self._stops(legs, over, times, walked)
        return Profiles(times, walked.levels, walked.extras, stopped, by, over, walked.end_levels())

    def _stops(self, legs: Legs, over: Spans, times: Floats, walked: Walked) -> tuple[Floats, Ints]:
        """How far each leg goes before it is stopped, and by which barrier (-1: none; -2: a side it cannot pass)."""
        stopped, by = walked.stopped, np.where(np.isfinite(walked.stopped), -2, -1)
        near = self._near.spans(legs)
        near = near.only(~self._is_climbed(near, over))
        near = near.only(~self._is_left[near.shape] | (near.begin > SLACK)) if self._is_left.any() else near
        if len(near.leg) == 0:
            return stopped, by
        levels = walked.levels[near.leg]
        begin = np.concatenate([np.zeros((len(near.leg), 1)), times[near.leg]], axis=1)
        end = np.concatenate([times[near.leg], legs.length[near.leg, None]], axis=1)
        low, high = np.maximum(begin, near.begin[:, None]), np.minimum(end, near.end[:, None])
        held = (levels > self._least[near.shape, None] + TOLERANCE) & (levels < self._most[near.shape, None] - TOLERANCE)
        at = np.where(held & (high - low > 1e-9), low, np.inf).min(axis=1)
        np.minimum.at(stopped, near.leg, at)
        first = np.isfinite(at) & (at <= stopped[near.leg])
        by[near.leg[first]] = near.shape[first]
        return stopped, by

    def _is_climbed(self, near: Spans, over: Spans) -> Bools:
        """Whether a leg passes over the very thing that a barrier belongs to, while it is near it."""
        owner = self._barrier_owner[near.shape] if len(near.shape) else near.shape
        climbed = np.zeros(len(near.leg), dtype=bool)
        if len(over.leg) == 0:
            return climbed
        base = int(max(self._owner.max(initial=0), owner.max(initial=0))) + 2
        over_key = over.leg * base + self._owner[over.shape]
        order = np.argsort(over_key, kind="stable")
        keys = over_key[order]
        key = near.leg * base + owner
        low, high = np.searchsorted(keys, key), np.searchsorted(keys, key, side="right")
        for k in range(int((high - low).max(initial=0))):
            some = (low + k < high) & (owner >= 0)
            j = order[low[some] + k]
            meets = (over.begin[j] <= near.end[some] + 1e-6) & (over.end[j] >= near.begin[some] - 1e-6)
            climbed[np.flatnonzero(some)[meets]] = True
        return climbed
