"""The walk of many legs over prisms, all of them together from one change of surface to the next. Inches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from physics.spans import Spans
from physics.tolerance import TOLERANCE
from physics.ways_outlines import Bools, Floats, Ints
from physics.ways_sight import Legs

if TYPE_CHECKING:
    from physics.relief import Relief


def times_of(legs: Legs, over: Spans) -> Floats:
    """The times at which each leg comes over something or leaves it, in order, filled up with its length."""
    leg = np.concatenate([over.leg, over.leg])
    at = np.concatenate([over.begin, over.end])
    inner = (at > 1e-9) & (at < legs.length[leg] - 1e-9)
    leg, at = leg[inner], at[inner]
    order = np.lexsort((at, leg))
    leg, at = leg[order], at[order]
    first = np.searchsorted(leg, leg)
    place = np.arange(len(leg)) - first
    times = np.repeat(legs.length[:, None], int(place.max(initial=-1)) + 1, axis=1)
    times[leg, place] = at
    return times


class Walked:
    """The legs walked from one change to the next, all of them together."""

    def __init__(
        self, relief: Relief, legs: Legs, over: Spans, near: Spans, times: Floats, level: Floats, wanted: Ints | None
    ) -> None:
        self.relief, self.legs, self.over, self.near = relief, legs, over, near
        self.times, self.wanted = times, wanted
        self.landings: list[tuple[Ints, Floats, Floats, Floats]] = []
        self.busy = np.zeros(len(times))
        self.lands, self.clears, self.land_extras = np.full(len(times), np.inf), np.zeros(len(times)), np.zeros(len(times))
        count, changes = times.shape
        # Which legs pass over two tops or more, and which come beside two things or more, or may land on another top.
        self.has_tops = np.bincount(over.leg[relief.can_stand[over.shape]], minlength=count) > 1
        beside = np.bincount(near.leg[relief.is_terrain[near.shape]], minlength=count)
        lacks = np.bincount(over.leg[relief.lacks_barrier[over.shape]], minlength=count) > 0
        self.is_beside = (beside > 1) | ((beside > 0) & (self.has_tops | lacks))
        self.levels = np.repeat(level[:, None], changes + 1, axis=1)
        self.extras = np.zeros((count, changes + 1))
        self.is_refused = np.zeros((count, changes + 1), dtype=bool)
        self.stopped = np.full(count, np.inf)
        self.pending = np.zeros(count)

    def go(self) -> None:
        """Walk them all, each until it is stopped."""
        self._level_first()
        length, stages = self.legs.length, self.times.shape[1]
        for k in range(stages):
            for state in (self.levels, self.extras, self.is_refused):
                state[:, k + 1] = state[:, k]
            at = self.times[:, k]
            rows = ((at < length - 1e-12) & (self.stopped > at) & (at >= self.busy - 1e-9)).nonzero()[0]
            if len(rows):
                after = self.times[rows, k + 1] if k + 1 < stages else length[rows]
                self._enter(k, rows, at[rows], (at[rows] + after) / 2.0)

    def end_levels(self) -> Floats:
        """The elevation at the end of each leg."""
        return self._level_at(self.times.shape[1], np.arange(len(self.times)), self.legs.length)

    def levels_at_ends(self) -> Floats:
        """The elevation just before each change and at the end: on slopes another than at the beginning."""
        rows = np.arange(len(self.times))
        ends = [self._level_at(k, rows, self.times[:, k]) for k in range(self.times.shape[1])]
        return np.stack([*ends, self.end_levels()], axis=1)

    def _level_first(self) -> None:
        """A leg that starts on a side sets out onto what lies under its first inches."""
        starts = self.levels[:, 0] != 0.0
        starts[self.over.leg[self.over.begin < 1e-3]] = True
        rows = (starts & (self.legs.length > 0.0)).nonzero()[0]
        middle = (self.legs.length if self.times.shape[1] == 0 else self.times[:, 0])[rows] / 2.0
        if len(rows):
            self._enter(-1, rows, np.zeros(len(rows)), np.minimum(middle, 1e-3))

    def _enter(self, k: int, rows: Ints, at: Floats, middle: Floats) -> None:
        """Some legs come over or leave something: on to the elevation there."""
        relief, over, body = self.relief, self.over, self.relief.body
        row = self._rows(rows)
        spans = (row[over.leg] >= 0).nonzero()[0]
        leg = row[over.leg[spans]]
        here = (over.begin[spans] < middle[leg]) & (over.end[spans] > middle[leg])
        spans, leg = spans[here], leg[here]
        piece = over.shape[spans]
        is_wanted = self._is_wanted(spans, rows[leg], at[leg])
        spot = self.legs.start[rows[leg]] + self.legs.along[rows[leg]] * at[leg, None]
        top = relief.tops_at(piece, spot)
        start = self._level_at(k, rows, at)
        level = start.copy()
        for _ in range(3):
            is_low = (relief.bottoms[piece] < level[leg] + body.height - TOLERANCE) | is_wanted
            in_way = (top > level[leg] + body.step + TOLERANCE) & is_low
            if not in_way.any():
                break
            next_top = np.full(len(level), np.inf)
            np.minimum.at(next_top, leg[in_way], top[in_way])
            is_next = in_way & (top <= next_top[leg])
            fails = leg[is_next & ~relief.can_climb(piece, spot, level[leg])]
            self.stopped[rows[fails]] = np.minimum(self.stopped[rows[fails]], at[fails])
            level = np.where(np.isfinite(next_top), next_top, level)
        below = np.zeros(len(level))
        stands = relief.can_stand[piece] & (top <= level[leg] + body.step + TOLERANCE)
        np.maximum.at(below, leg[stands], top[stands])
        whole = below - level >= body.step - TOLERANCE
        is_refused = whole.copy()
        if whole.any():
            is_it = stands & (np.abs(top - below[leg]) <= TOLERANCE)
            is_refused[leg[is_it & relief.can_climb(piece, spot, start[leg])]] = False
        is_top = stands & (np.abs(top - level[leg]) <= 1e-3)
        is_wall = level > start + TOLERANCE
        is_wall[leg[is_top]] = False
        self._settle(k, rows, at, start, level, below, whole, is_refused, is_wall)

    def _is_wanted(self, spans: Ints, leg: Ints, at: Floats) -> Bools:
        """Whether a leg comes to the edge of what it is to get up on, though it could pass under it."""
        if self.wanted is None:
            return np.zeros(len(spans), dtype=bool)
        enters = np.abs(self.over.begin[spans] - at) <= 1e-6
        is_wanted: Bools = enters & (self.relief.owners[self.over.shape[spans]] == self.wanted[leg])
        return is_wanted

    def _rows(self, rows: Ints) -> Ints:
        """The place of each leg among some, -1 for the others."""
        row = np.full(len(self.times), -1, dtype=np.int64)
        row[rows] = np.arange(len(rows))
        return row

    def _settle(
        self, k: int, rows: Ints, at: Floats, start: Floats, climbed: Floats, below: Floats, whole: Bools,
        is_refused: Bools, is_wall: Bools,
    ) -> None:  # fmt: skip
        """What the change costs: up from `start` to `climbed`, then down (or a step, or a whole inch up) to `below`.

        `is_wall`: what is climbed has no top to stand on.
        """
        body = self.relief.body
        extra = climbed - start
        falls = (climbed - below >= body.step - TOLERANCE).nonzero()[0]
        some = falls[self.has_tops[rows[falls]]]
        if len(some):
            over_air = some[self._crosses_air(rows[some], at[some], climbed[some])]
            below[over_air] = climbed[over_air]
        down = climbed - below
        pending = self.pending[rows]
        is_step = down < body.step - TOLERANCE
        is_change = np.abs(below - start) > TOLERANCE
        refund = (pending > 0.0) & (down >= -TOLERANCE) & (down <= body.step + TOLERANCE) & is_change
        refund &= climbed <= start + TOLERANCE
        extra = extra + np.where(whole, body.step, 0.0) - np.where(refund, pending, 0.0)
        self.pending[rows] = np.where(whole, body.step, np.where(is_change, 0.0, pending))
        drops = (~is_step).nonzero()[0]
        if len(drops):
            self._drop(k, rows, at, start, climbed, below, extra, drops, refund, is_wall)
        self.is_refused[rows, k + 1] = is_refused | (self.is_refused[rows, max(k, 0)] & ~is_change)
        self.levels[rows, k + 1] = below
        self.extras[rows, k + 1] += extra

    def _land(self, rows: Ints, at: Floats, level: Floats, below: Floats) -> tuple[Floats, Floats]:
        """The elevation at which legs come down and how far along: not before the base fits beside all it came over."""
        relief, near, over = self.relief, self.near, self.over
        row = self._rows(rows)
        near = near.only((row[near.leg] >= 0).nonzero()[0])
        over = over.only((row[over.leg] >= 0).nonzero()[0])
        landing, below, length = at.copy(), below.copy(), self.legs.length[rows]
        mine, own = row[near.leg], row[over.leg]
        own_at, own_along = self.legs.start[rows[own]], self.legs.along[rows[own]]
        stands = relief.can_stand[over.shape]
        while True:
            in_way = relief.is_active(near.shape, below[mine]) & relief.is_terrain[near.shape]
            in_way &= (near.begin <= landing[mine] + 1e-9) & (near.end > landing[mine] + 1e-9)
            if not in_way.any():
                break
            # On to where the first of them is passed, or where another surface begins below.
            after = np.full(len(rows), np.inf)
            np.minimum.at(after, mine[in_way], near.end[in_way])
            goes_on = np.isfinite(after)
            for edge in (over.begin, over.end):
                later = stands & (edge > landing[own] + 1e-9)
                np.minimum.at(after, own[later], edge[later])
            landing[goes_on] = np.minimum(after, length)[goes_on]
            after = np.minimum(landing + 1e-6, length)
            here = (over.begin <= after[own]) & (over.end >= after[own]) & stands
            top = relief.tops_at(over.shape, own_at + own_along * after[own, None])
            here &= (top <= level[own] + TOLERANCE) & goes_on[own]
            below[goes_on] = 0.0
            np.maximum.at(below, own[here], top[here])
        self.busy[rows] = landing
        self.landings.append((rows, at, landing, level))
        return below, landing

    def is_landing(self, near: Spans) -> Bools:
        """Which barriers legs are beside only while they come down, when the base is still above them."""
        found = np.zeros(len(near.leg), dtype=bool)
        for rows, at, landing, level in self.landings:
            row = self._rows(rows)[near.leg]
            some = (row >= 0).nonzero()[0]
            k = row[some]
            is_it = (near.end[some] <= landing[k] + 1e-9) & (near.end[some] > at[k] - 1e-9)
            is_it &= self.relief.is_terrain[near.shape[some]]
            found[some] |= is_it & ~self.relief.is_active(near.shape[some], level[k])
        return found

    def _drop(
        self, k: int, rows: Ints, at: Floats, start: Floats, climbed: Floats, below: Floats, extra: Floats, drops: Ints,
        refund: Bools, is_wall: Bools,
    ) -> None:  # fmt: skip
        """Ways down of a step or more: paid for where they are climbed, the end of the move where they can't be.

        Not so those of a whole inch that was crossed, which is given back (`refund`).
        """
        body = self.relief.body
        some = drops[self.is_beside[rows[drops]]]
        if len(some):
            below[some], _ = self._land(rows[some], at[some], climbed[some], below[some])
        drops = drops[~refund[drops]]
        leg, down = rows[drops], climbed[drops] - below[drops]
        off_stands, off_climbs = self._off(leg, at[drops], start[drops], below[drops])
        off_stands[is_wall[drops]] = False
        deep = down > body.agility + TOLERANCE
        before = self.extras[leg, k + 1] + extra[drops]
        extra[drops] += np.where(~off_stands | body.counts_drops | (deep & off_climbs), down, 0.0)
        ends = (deep & off_stands & np.isinf(self.lands[leg]) & (self.stopped[leg] > at[drops])).nonzero()[0]
        if len(ends):
            lands, some = leg[ends], drops[ends]
            _, self.lands[lands] = self._land(lands, at[some], climbed[some], below[some])
            self.land_extras[lands] = before[ends]
            self.clears[lands] = np.maximum(self.lands[lands], self._clear_of(lands, at[some]))
            held = ends[~off_climbs[ends]]
            self.stopped[leg[held]] = at[drops[held]]

    def _clear_of(self, rows: Ints, at: Floats) -> Floats:
        """How far along the base of each leg is clear of what its middle leaves there."""
        over, row = self.over, self._rows(rows)
        left = ((row[over.leg] >= 0) & (np.abs(over.end - at[row[over.leg]]) <= 1e-6)).nonzero()[0]
        owner = np.full(len(rows), -1, dtype=np.int64)
        owner[row[over.leg[left]]] = self.relief.owners[over.shape[left]]
        firm = self.relief.firm(self.legs.only(rows))
        is_it = (self.relief.owners[firm.shape] == owner[firm.leg]) & (firm.begin <= at[firm.leg]) & (firm.end >= at[firm.leg])
        clear = at.copy()
        np.maximum.at(clear, firm.leg[is_it], firm.end[is_it])
        return clear

    def _crosses_air(self, rows: Ints, at: Floats, level: Floats) -> Bools:
        """Which legs step over the air to another top of like elevation: the base is over one or the other all along."""
        relief, over = self.relief, self.over
        crosses = np.zeros(len(rows), dtype=bool)
        row = self._rows(rows)
        ahead = (row[over.leg] >= 0).nonzero()[0]
        leg, shape = row[over.leg[ahead]], over.shape[ahead]
        is_level = relief.can_stand[shape] & (np.abs(relief.tops[shape] - level[leg]) < relief.body.step)
        landing = np.full(len(rows), np.inf)
        later = is_level & (over.begin[ahead] > at[leg] + 1e-9)
        np.minimum.at(landing, leg[later], over.begin[ahead][later])
        some = (np.isfinite(landing)).nonzero()[0]
        if len(some) == 0:
            return crosses
        firm = relief.firm(self.legs.only(rows[some]))
        leg = some[firm.leg]
        near = relief.can_stand[firm.shape] & (np.abs(relief.tops[firm.shape] - level[leg]) < relief.body.step)
        held = at.copy()
        for _ in range(2):  # as far as the base is over the first top, then over the next
            reached = near & (firm.begin <= held[leg] + 1e-9)
            np.maximum.at(held, leg[reached], firm.end[reached])
        crosses[some] = held[some] >= landing[some]
        return crosses

    def _off(self, rows: Ints, at: Floats, start: Floats, below: Floats) -> tuple[Bools, Bools]:
        """Whether what each leg leaves can be stood on, and climbed down."""
        relief, over = self.relief, self.over
        row = self._rows(rows)
        mine = (row[over.leg] >= 0).nonzero()[0]
        leg, shape = row[over.leg[mine]], over.shape[mine]
        left = np.abs(over.end[mine] - at[leg]) <= 1e-6
        is_it = left & (np.abs(relief.tops[shape] - start[leg]) <= 1e-3 + relief.is_slope[shape] * 1e3)
        leg, shape = leg[is_it], shape[is_it]
        stands = np.ones(len(rows), dtype=bool)
        climbs = np.zeros(len(rows), dtype=bool)
        stands[leg[~relief.can_stand[shape]]] = False
        spot = self.legs.start[rows[leg]] + self.legs.along[rows[leg]] * at[leg, None]
        climbs[leg[relief.can_climb(shape, spot, below[leg])]] = True
        return stands, climbs

    def _level_at(self, k: int, rows: Ints, at: Floats) -> Floats:
        """The elevation of some legs just before a change: on a slope, that of its top there."""
        level: Floats = self.levels[rows, max(k, 0)]
        relief, over = self.relief, self.over
        if not relief.has_slopes:
            return level
        row = self._rows(rows)
        sloped = (relief.is_slope[over.shape] & (row[over.leg] >= 0)).nonzero()[0]
        place = row[over.leg[sloped]]
        is_on = (over.begin[sloped] < at[place] - 1e-9) & (over.end[sloped] >= at[place] - 1e-6)
        place, shape = place[is_on], over.shape[sloped[is_on]]
        leg = rows[place]
        was = self.times[leg, k - 1] if k > 0 else np.zeros(len(leg))
        before = relief.tops_at(shape, self.legs.start[leg] + self.legs.along[leg] * was[:, None])
        is_it = np.abs(before - self.levels[leg, max(k, 0)]) <= 1e-3
        place, leg, shape = place[is_it], leg[is_it], shape[is_it]
        level[place] = relief.tops_at(shape, self.legs.start[leg] + self.legs.along[leg] * at[place, None])
        return level
