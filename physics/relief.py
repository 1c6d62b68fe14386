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

    `times` is (legs, n), filled up with each leg's length; `levels`, `extras` and `is_refused` are (legs, n + 1): whether
    no move ends there, on a whole inch up that can be passed and not be climbed. `limit` is how far
    each goes for what was left, `is_held` whether it ends there at an edge for want of what going on costs. `stopped`
    is how far it can go at most (infinite: to its end), `by` what stops it (-1: nothing). `lands` is where it comes down
    from the first drop after which no move goes on, unless it is climbed (infinite: there is none), `clears` where the
    base is clear of what it came off, and `land_extras` what it costs besides its length as far as that.
    """

    times: Floats
    levels: Floats
    extras: Floats
    is_refused: Bools
    limit: Floats
    is_held: Bools
    lands: Floats
    clears: Floats
    land_extras: Floats
    stopped: Floats
    by: Ints
    pairs: Spans
    end_level: Floats

    def extra(self) -> Floats:
        """What each whole leg costs besides its length."""
        last: Floats = self.extras[:, -1]
        return last

    def over_top(
        self, which: Bools, relief: "Relief", legs: Legs, is_on: bool, left: Floats
    ) -> tuple[Ints, Floats, Floats]:
        """Where legs pass over some prisms and may end for so much: on their tops or else under them; leg, from, to."""
        pairs = self.pairs.only(which[self.pairs.shape])
        times = np.concatenate([np.zeros((len(self.times), 1)), self.times], axis=1)[pairs.leg]
        ends = np.concatenate([self.times[pairs.leg], np.full((len(pairs.leg), 1), np.inf)], axis=1)
        within = (times >= pairs.begin[:, None] - 1e-9) & (times < pairs.end[:, None] - 1e-9)
        shape = np.broadcast_to(pairs.shape[:, None], times.shape)
        spots = legs.start[pairs.leg, None] + legs.along[pairs.leg, None] * times[..., None]
        tops = relief.tops_at(shape.ravel(), spots.reshape(-1, 2)).reshape(times.shape)
        up = self.levels[pairs.leg] - tops
        row, column = np.nonzero(within & ((np.abs(up) < 1e-3) if is_on else (up < -1e-3)))
        leg = pairs.leg[row]
        begin = np.maximum(times[row, column], pairs.begin[row])
        end = np.minimum(ends[row, column], pairs.end[row])
        end = np.minimum(end, left[leg] - self.extras[leg, column])
        kept = (end > begin) & ~self.is_refused[leg, column]
        return leg[kept], begin[kept], end[kept]

    def crossings(self, far: Floats) -> Ints:
        """Numbers, rows as in `far` by leg, that are the same for legs that pass over the same prisms before it."""
        leg, shape = self.pairs.leg, self.pairs.shape
        weight = ((shape + 1) * 2654435761 ^ (shape + 7) * 40503) % (1 << 30)
        met = np.where(self.pairs.begin < far[:, leg], weight, 0)
        return np.array([np.bincount(leg, weights=row, minlength=far.shape[1]) for row in met]).astype(np.int64)


def _furthest(times: Floats, extras: Floats, left: Floats) -> tuple[Floats, Bools]:
    """How far each leg goes for so much cost, whatever stops it, and whether it ends there at an edge too dear.

    An inch that is paid on a top and given back behind it may be too dear to end on and not to pass.
    """
    end = left[:, None] - extras
    begins = np.concatenate([np.zeros((len(left), 1)), times], axis=1)
    last = begins.shape[1] - 1 - (end >= begins)[:, ::-1].argmax(axis=1)
    rows = np.arange(len(left))
    ends = np.concatenate([times, np.full((len(left), 1), np.inf)], axis=1)
    far, most = end[rows, last], ends[rows, last]
    return np.maximum(np.minimum(far, most), 0.0), far > most


def _while_between(
    level: Floats, level_after: Floats, begin: Floats, end: Floats, least: Floats, most: Floats, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """The parts from `low` to `high` of stretches on which the elevation, rising evenly, lies between two others."""
    with np.errstate(divide="ignore", invalid="ignore"):
        pace = (level_after - level) / (end - begin)
        one, other = begin + (least - level) / pace, begin + (most - level) / pace
    rises = np.abs(level_after - level) > 1e-9
    is_between = (level > least) & (level < most)
    low = np.where(rises, np.maximum(low, np.minimum(one, other)), np.where(is_between, low, np.inf))
    return low, np.where(rises, np.minimum(high, np.maximum(one, other)), high)


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
    def bounds_top(self) -> Bools:
        """Which barriers belong to something that can be stood on."""
        can_stand = np.unique(self._owner[self._can_stand])
        return np.asarray(np.isin(self._barrier_owner, can_stand), dtype=bool) if self.barriers else np.zeros(1, dtype=bool)

    @cached_property
    def lacks_barrier(self) -> Bools:
        """Which prisms are in nobody's way beside them: exactly a step high, or lower."""
        return np.asarray(~np.isin(self._owner, self._barrier_owner), dtype=bool)

    @cached_property
    def has_left(self) -> bool:
        """Whether any barrier can be left by who is inside of it."""
        return bool(self._is_left.any())

    @cached_property
    def is_terrain(self) -> Bools:
        """Which barriers belong to something that takes up room on the table, and not to an enemy."""
        return np.asarray(self._barrier_owner >= 0, dtype=bool)

    @cached_property
    def is_passed(self) -> Bools:
        """Which barriers belong to something that can be got onto or off: legs that do so pass through them."""
        passed = self._owner[self._can_stand | self._can_climb]
        passed = np.unique(np.concatenate([passed, *(np.array(r.owners, dtype=np.int64) for r in self.rungs)]))
        return np.asarray(np.isin(self._barrier_owner, passed), dtype=bool)

    def is_active(self, barrier: Ints, level: Floats) -> Bools:
        """Whether barriers are in the way of a body on an elevation."""
        active: Bools = (level > self._least[barrier] + TOLERANCE) & (level < self._most[barrier] - TOLERANCE)
        return active

    def near(self, legs: Legs) -> Spans:
        """Where legs lie inside barriers, whatever elevation these are at."""
        return self._near.spans(legs)

    def inside_of(self, points: Floats, level: Floats, whose: Ints) -> tuple[Ints, Ints]:
        """The pairs of a point on an elevation and a barrier in whose way it is; what may be left counts for none.

        Nobody is in the way of what stands on its own top (`whose`).
        """
        point, barrier = self._near.covers(points)
        active = self.is_active(barrier, level[point]) & ~self._is_left[barrier]
        active &= (self._barrier_owner[barrier] != whose[point]) | (whose[point] < 0)
        return point[active], barrier[active]

    @cached_property
    def _is_left(self) -> Bools:
        return np.array([b.is_left for b in self.barriers], dtype=bool)

    @cached_property
    def _barrier_owner(self) -> Ints:
        return np.array([b.owner for b in self.barriers], dtype=np.int64).reshape(-1)

    def surface_near(self, points: Floats, wanted: Floats, owner: Ints) -> tuple[Floats, Ints]:
        """Of the surfaces over points the elevation nearest to one wanted, and whose top it is (-1: the ground's).

        Where `owner` (not -1) has a top there, it is that one.
        """
        point, piece = self._over.covers(points)
        level, whose = np.zeros(len(points)), np.full(len(points), -1, dtype=np.int64)
        tops = self.tops_at(piece, points[point])
        off = np.abs(wanted)
        off[point[self._bottom[piece] <= 0.0]] = np.inf  # no ground there
        stands = (self._can_stand[piece]).nonzero()[0]
        away = np.abs(tops[stands] - wanted[point[stands]])
        away[(owner[point[stands]] == self._owner[piece[stands]]) & (owner[point[stands]] >= 0)] = -1.0
        order = stands[np.argsort(-away, kind="stable")]  # the nearest is written last
        away = np.sort(away)[::-1]
        better = away <= off[point[order]]
        order = order[better]
        level[point[order]], whose[point[order]] = tops[order], self._owner[piece[order]]
        return level, whose

    def highest(self, points: Floats) -> tuple[Floats, Ints]:
        """The elevation of the highest top over points, else nought, and whose it is (-1: the ground's)."""
        return self.surface_near(points, np.full(len(points), 1e5), np.full(len(points), -1, dtype=np.int64))

    def tops_at(self, piece: Ints, spot: Floats) -> Floats:
        """The elevation of the top of each piece at a spot."""
        if not self.has_slopes:
            return self._top[piece]
        rise = self._rise[piece]
        least = np.minimum(self._bottom[piece], self._top[piece])
        tops: Floats = np.clip((rise[:, :2] * spot).sum(axis=1) + rise[:, 2], least, self._top[piece])
        return tops

    def can_climb(self, piece: Ints, spot: Floats, level: Floats) -> Bools:
        """Whether there is something to climb on each piece at a spot: a side that reaches down, or rungs."""
        can: Bools = self._can_climb[piece] & (self._bottom[piece] <= level + TOLERANCE)
        for rungs in self.rungs:
            on_it = (np.isin(self._owner[piece], rungs.owners) & ~can).nonzero()[0]
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
    def owners(self) -> Ints:
        """The number of what each prism is a piece of."""
        return self._owner

    @property
    def bottoms(self) -> Floats:
        """The elevation at which each prism begins."""
        return self._bottom

    @cached_property
    def has_slopes(self) -> bool:
        """Whether the top of any prism rises."""
        return bool(self.is_slope.any())

    @cached_property
    def is_slope(self) -> Bools:
        """Whether the top of each prism rises."""
        return np.asarray((self._rise[:, :2] != 0.0).any(axis=1))

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

    def walk(
        self, legs: Legs, level: Floats, over: Spans | None = None, left: Floats | None = None,
        wanted: Ints | None = None,
    ) -> Profiles:  # fmt: skip
        """The legs as walked, each from its own elevation; with `left`, only as far as so much cost each.

        `wanted` are the numbers of what each leg is to get up on where it might pass under it (-1: nothing).
        """
        over = self._over.spans(legs) if over is None else over
        near = self._near.spans(legs)
        times = times_of(legs, over)
        walked = Walked(self, legs, over, near, times, level, self._raised(wanted))
        walked.go()
        limit, is_held = legs.length, np.zeros(len(times), dtype=bool)
        if left is not None:
            limit, is_held = _furthest(times, walked.extras, left)
        stopped, by = self._stops(legs, over, near, walked, limit)
        lands = np.where((by == -2) | (walked.lands <= stopped + 1e-9), walked.lands, np.inf)
        ends = walked.end_levels()
        return Profiles(
            times, walked.levels, walked.extras, walked.is_refused, limit, is_held, lands, walked.clears,
            walked.land_extras, stopped, by, over, ends,
        )  # fmt: skip

    def _raised(self, wanted: Ints | None) -> Ints | None:
        """What is wanted, if any of it stands in the air: onto all else one climbs unasked."""
        if wanted is None or not np.isin(self._owner[self._bottom > 0.0], wanted).any():
            return None
        return wanted

    def _stops(self, legs: Legs, over: Spans, near: Spans, walked: Walked, limit: Floats) -> tuple[Floats, Ints]:
        """How far each leg goes before it is stopped, and by which barrier (-1: none; -2: a side it cannot pass)."""
        stopped, by = walked.stopped, np.where(np.isfinite(walked.stopped), -2, -1)
        times = walked.times
        got_to = np.minimum(limit, stopped)[over.leg]
        near = near.only(~self._is_climbed(near, over.only(over.begin < got_to)) & ~walked.is_landing(near))
        near = near.only(~self._is_left[near.shape] | (near.begin > SLACK)) if self.has_left else near
        if len(near.leg) == 0:
            return stopped, by
        levels = walked.levels[near.leg]
        begin = np.concatenate([np.zeros((len(near.leg), 1)), times[near.leg]], axis=1)
        end = np.concatenate([times[near.leg], legs.length[near.leg, None]], axis=1)
        low, high = np.maximum(begin, near.begin[:, None]), np.minimum(end, near.end[:, None])
        least, most = self._least[near.shape, None] + TOLERANCE, self._most[near.shape, None] - TOLERANCE
        if self.has_slopes:
            low, high = _while_between(levels, walked.levels_at_ends()[near.leg], begin, end, least, most, low, high)
            held = np.ones_like(low, dtype=bool)
        else:
            held = (levels > least) & (levels < most)
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
            climbed[some.nonzero()[0][meets]] = True
        return climbed
