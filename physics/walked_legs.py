"""The walk of many legs over prisms, all of them together from one change of surface to the next. Inches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from physics.spans import Spans
from physics.tolerance import TOLERANCE
from physics.ways_outlines import Bools, Floats
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

    def __init__(self, relief: Relief, legs: Legs, over: Spans, times: Floats, level: Floats) -> None:
        self.relief, self.legs, self.over, self.times = relief, legs, over, times
        count, changes = times.shape
        self.levels = np.repeat(level[:, None], changes + 1, axis=1)
        self.extras = np.zeros((count, changes + 1))
        self.stopped = np.full(count, np.inf)
        self.pending = np.zeros(count)

    def go(self) -> None:
        """Walk them all."""
        self._level_first()
        for k in range(self.times.shape[1]):
            self.levels[:, k + 1], self.extras[:, k + 1] = self.levels[:, k], self.extras[:, k]
            at = self.times[:, k]
            after = self.times[:, k + 1] if k + 1 < self.times.shape[1] else self.legs.length
            self._change(k, at, (at + after) / 2.0)

    def end_levels(self) -> Floats:
        """The elevation at the end of each leg."""
        return self._level_at(self.times.shape[1], self.legs.length)

    def _level_first(self) -> None:
        """A leg that starts on a side sets out onto what lies under its first inches."""
        middle = (self.legs.length if self.times.shape[1] == 0 else self.times[:, 0]) / 2.0
        self._enter(-1, np.zeros(len(middle)), np.minimum(middle, 1e-3))

    def _change(self, k: int, at: Floats, middle: Floats) -> None:
        if (at < self.legs.length - 1e-12).any():
            self._enter(k, at, middle)

    def _enter(self, k: int, at: Floats, middle: Floats) -> None:
        relief, over, body = self.relief, self.over, self.relief.body
        here = np.flatnonzero(
            (over.begin < middle[over.leg]) & (over.end > middle[over.leg]) & (at[over.leg] < self.legs.length[over.leg])
        )
        leg, piece = over.leg[here], over.shape[here]
        spot = self.legs.start[leg] + self.legs.along[leg] * at[leg, None]
        top = self.relief._tops(piece, spot)
        level = self._level_at(k, at)
        start = level.copy()
        for _ in range(3):
            in_way = (top > level[leg] + body.step + TOLERANCE) & (
                relief._bottom[piece] < level[leg] + body.height - TOLERANCE
            )
            if not in_way.any():
                break
            next_top = np.full(len(level), np.inf)
            np.minimum.at(next_top, leg[in_way], top[in_way])
            is_next = in_way & (top <= next_top[leg])
            fails = is_next & ~relief.can_climb(piece, spot, level[leg])
            self.stopped[leg[fails]] = np.minimum(self.stopped[leg[fails]], at[leg[fails]])
            climbs = np.isfinite(next_top)
            level = np.where(climbs, next_top, level)
        below = np.zeros(len(level))
        stands = relief._can_stand[piece] & (top <= level[leg] + body.step + TOLERANCE)
        np.maximum.at(below, leg[stands], top[stands])
        moves = at < self.legs.length
        self._settle(k, at, moves, start, level, np.where(moves, below, level))

    def _settle(self, k: int, at: Floats, moves: Bools, start: Floats, climbed: Floats, below: Floats) -> None:
        """What the change costs: up from `start` to `climbed`, then down (or a step) to `below`."""
        body = self.relief.body
        extra = climbed - start
        down = climbed - below
        is_step = down < body.step - TOLERANCE
        whole = moves & (below - climbed >= body.step - TOLERANCE)
        refund = moves & (self.pending > 0.0) & (down >= -TOLERANCE) & (down <= body.step + TOLERANCE)
        is_change = moves & (np.abs(below - start) > TOLERANCE)
        extra = extra + np.where(whole, body.step, 0.0) - np.where(refund & is_change, self.pending, 0.0)
        self.pending = np.where(whole, body.step, np.where(is_change, 0.0, self.pending))
        is_drop = moves & ~is_step & ~(refund & is_change)
        if is_drop.any():
            over_air = self._crosses_air(at, climbed, is_drop)
            is_drop, below = is_drop & ~over_air, np.where(over_air, climbed, below)
        if is_drop.any():
            off_stands, off_climbs = self._off(at, start, below)
            deep = down > body.agility + TOLERANCE
            pays = is_drop & (~off_stands | body.counts_drops | deep)
            extra = extra + np.where(pays, down, 0.0)
            held = is_drop & deep & off_stands & ~off_climbs
            self.stopped[held] = np.minimum(self.stopped[held], at[held])
        self.levels[moves, k + 1] = below[moves]
        self.extras[moves, k + 1] += extra[moves]

    def _crosses_air(self, at: Floats, level: Floats, is_drop: Bools) -> Bools:
        """Which legs step over the air to another top of like elevation: the base is over one or the other all along."""
        relief, over = self.relief, self.over
        is_level = relief.can_stand[over.shape] & (np.abs(relief.tops[over.shape] - level[over.leg]) < relief.body.step)
        ahead = np.flatnonzero(is_level & is_drop[over.leg] & (over.begin > at[over.leg] + 1e-9))
        landing = np.full(len(at), np.inf)
        np.minimum.at(landing, over.leg[ahead], over.begin[ahead])
        some = np.flatnonzero(np.isfinite(landing))
        crosses = np.zeros(len(at), dtype=bool)
        if len(some) == 0:
            return crosses
        firm = relief.firm(self.legs.only(some))
        leg = some[firm.leg]
        near = relief.can_stand[firm.shape] & (np.abs(relief.tops[firm.shape] - level[leg]) < relief.body.step)
        held = at.copy()
        for _ in range(2):  # as far as the base is over the first top, then over the next
            reached = near & (firm.begin <= held[leg] + 1e-9)
            np.maximum.at(held, leg[reached], firm.end[reached])
        crosses[some] = held[some] >= landing[some]
        return crosses

    def _off(self, at: Floats, start: Floats, below: Floats) -> tuple[Bools, Bools]:
        """Whether what each leg leaves can be stood on, and climbed down."""
        relief, over = self.relief, self.over
        left = np.abs(over.end - at[over.leg]) <= 1e-6
        top = relief._top[over.shape]
        is_it = left & (np.abs(top - start[over.leg]) <= 1e-3 + np.abs(relief._rise[over.shape, :2]).sum(axis=1) * 1e3)
        stands = np.ones(len(at), dtype=bool)
        climbs = np.zeros(len(at), dtype=bool)
        stands[over.leg[is_it & ~relief._can_stand[over.shape]]] = False
        it = np.flatnonzero(is_it)
        leg = over.leg[it]
        spot = self.legs.start[leg] + self.legs.along[leg] * at[leg, None]
        climbs[leg[relief.can_climb(over.shape[it], spot, below[leg])]] = True
        return stands, climbs

    def _level_at(self, k: int, at: Floats) -> Floats:
        """The elevation just before a change: on a slope, that of its top there."""
        level = self.levels[:, max(k, 0)].copy()
        relief, over = self.relief, self.over
        if not np.any(relief._rise[:, :2]):
            return level
        sloped = np.flatnonzero(
            (relief._rise[over.shape, :2] != 0.0).any(axis=1)
            & (over.begin < at[over.leg] - 1e-9) & (over.end >= at[over.leg] - 1e-6)
        )  # fmt: skip
        leg = over.leg[sloped]
        was = (self.times[leg, k - 1] if k > 0 else np.zeros(len(leg)))
        before = self.relief._tops(over.shape[sloped], self.legs.start[leg] + self.legs.along[leg] * was[:, None])
        on_it = np.abs(before - self.levels[leg, max(k, 0)]) <= 1e-3
        sloped, leg = sloped[on_it], leg[on_it]
        level[leg] = self.relief._tops(over.shape[sloped], self.legs.start[leg] + self.legs.along[leg] * at[leg, None])
        return level
