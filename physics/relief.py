"""Straight legs over prisms: how high a body stands along each, what its climbs cost, and where it is stopped.

Many legs at once. A body on an elevation walks onto what is up to a step higher, climbs what can be climbed and pays
for it, and comes down on the far side. What its base meets while it stands too low for it stops it, except a prism
that the leg itself passes over: that one is climbed. Inches.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from physics.shapes import Shape
from physics.tolerance import TOLERANCE
from physics.ways_outlines import SLACK, Bools, Floats, Ints
from physics.ways_sight import Legs

SEAM: Final = 1e-7
"""Inches by which a footprint counts as wider, so that the seam of two prisms is over both."""
_GROUPS: Final = (1, 4, 8, 48, 4096)


@dataclass(frozen=True, slots=True)
class Prism:
    """A convex piece of something solid, from `bottom` up to its top.

    The top is flat at `top`, or rises as `rise` (x, y and a constant) says, up to `top`. `owner` numbers what it is a
    piece of.
    """

    core: Shape
    bottom: float
    top: float
    can_stand: bool
    can_climb: bool
    owner: int
    rise: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Pie:
    """A part of a disc between two directions (radians), less than a half turn."""

    centre: tuple[float, float]
    radius: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Barrier:
    """A convex shape that a point keeps out of while its elevation is above `least` and below `most`."""

    shape: Shape | Pie
    least: float
    most: float
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Rungs:
    """What makes the sides of its owners climbable for a point within `reach` of the line from `a` to `b`."""

    a: tuple[float, float]
    b: tuple[float, float]
    reach: float
    owners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """What walks: its height, the step that it takes for nothing, how deep it drops for nothing, whether drops cost."""

    height: float
    step: float
    agility: float
    counts_drops: bool = False


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
    pairs: "Spans"
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


@dataclass(frozen=True)
class Spans:
    """Where legs lie inside shapes: leg, shape, from and to (inches along the leg)."""

    leg: Ints
    shape: Ints
    begin: Floats
    end: Floats

    def only(self, which: Bools | Ints) -> "Spans":
        """Some of them."""
        return Spans(self.leg[which], self.shape[which], self.begin[which], self.end[which])

    def of_legs(self, legs: Ints, count: int) -> "Spans":
        """Those of some legs, which are numbered anew in that order; `count` legs there are in all."""
        number = np.full(count, -1, dtype=np.int64)
        number[legs] = np.arange(len(legs))
        found = self.only(number[self.leg] >= 0)
        return Spans(number[found.leg], found.shape, found.begin, found.end)


class Stack:
    """Convex shapes of all kinds, to be asked where legs lie inside of them."""

    def __init__(self, all_shapes: Sequence[Shape | Pie], grow: float) -> None:
        self._groups: list[tuple[Ints, Floats, Floats, Floats, Floats]] = []
        shapes = [s if isinstance(s, Shape) else Shape((s.centre,), s.radius) for s in all_shapes]
        pies = [(k, s) for k, s in enumerate(all_shapes) if isinstance(s, Pie)]
        self._pies = np.zeros(len(shapes), dtype=bool)
        self._pies[[k for k, _ in pies]] = True
        self._sides = np.zeros((len(shapes), 4))
        for k, s in pies:
            self._sides[k] = (math.cos(s.low), math.sin(s.low), math.cos(s.high), math.sin(s.high))
        self._centres = np.array([s.points[0] for s in shapes]).reshape(-1, 2)
        sizes = np.array([len(s.points) for s in shapes], dtype=np.int64)
        least = 0
        for most in _GROUPS:
            which = np.flatnonzero((sizes > least) & (sizes <= most))
            least = most
            if len(which) == 0:
                continue
            width = int(sizes[which].max())
            some = [shapes[k] for k in which.tolist()]
            cores = np.array([[*s.points, *[s.points[0]] * (width - len(s.points))] for s in some])
            radii = np.array([s.radius + grow for s in some])
            middle = cores.mean(axis=1)
            bound = np.hypot(*(cores - middle[:, None]).transpose(2, 0, 1)).max(axis=1) + np.maximum(radii, 0.0)
            self._groups.append((which, cores, radii, middle, bound))

    def spans(self, legs: Legs) -> Spans:
        """Where legs lie inside the shapes."""
        found = [self._spans_in(legs, group) for group in self._groups] if len(legs.length) else []
        if not found:
            none = np.zeros(0, np.int64)
            return Spans(none, none, np.zeros(0), np.zeros(0))
        spans = Spans(
            np.concatenate([s.leg for s in found]), np.concatenate([s.shape for s in found]),
            np.concatenate([s.begin for s in found]), np.concatenate([s.end for s in found]),
        )  # fmt: skip
        return self._within_pies(legs, spans) if self._pies.any() else spans

    def _within_pies(self, legs: Legs, spans: Spans) -> Spans:
        """Of spans in whole discs the part in the pies that these stand for."""
        begin, end = spans.begin.copy(), spans.end.copy()
        k = np.flatnonzero(self._pies[spans.shape])
        leg, shape = spans.leg[k], spans.shape[k]
        from_centre = legs.start[leg] - self._centres[shape]
        u = legs.along[leg]
        for x, y in ((self._sides[shape, 0], self._sides[shape, 1]), (-self._sides[shape, 2], -self._sides[shape, 3])):
            at = x * from_centre[:, 1] - y * from_centre[:, 0] - SLACK  # inside, to the left of the first side
            pace = x * u[:, 1] - y * u[:, 0]
            with np.errstate(divide="ignore", invalid="ignore"):
                cut = -at / pace
            begin[k] = np.where(pace > 0.0, np.maximum(begin[k], cut), begin[k])
            end[k] = np.where(pace < 0.0, np.minimum(end[k], cut), end[k])
            end[k] = np.where((pace == 0.0) & (at <= 0.0), -np.inf, end[k])
        kept = end - begin > 1e-9
        return Spans(spans.leg[kept], spans.shape[kept], begin[kept], end[kept])

    def covers(self, points: Floats) -> tuple[Ints, Ints]:
        """The pairs of a point and a shape that it lies in."""
        found = [self._covers_in(points, group) for group in self._groups]
        none = np.zeros(0, np.int64)
        return np.concatenate([none, *(p for p, _ in found)]), np.concatenate([none, *(s for _, s in found)])

    @staticmethod
    def _covers_in(points: Floats, group: tuple[Ints, Floats, Floats, Floats, Floats]) -> tuple[Ints, Ints]:
        which, cores, radii, middle, bound = group
        dx = points[:, None, 0] - middle[None, :, 0]
        dy = points[:, None, 1] - middle[None, :, 1]
        point, shape = np.nonzero(dx * dx + dy * dy <= bound * bound)
        if cores.shape[1] > 1:
            # Prisms have no rounded corners unless they are discs: their few radii count as wider edges here.
            a = cores[shape]
            edge = np.roll(a, -1, axis=1) - a
            to = points[point][:, None] - a
            size = np.hypot(edge[..., 0], edge[..., 1])
            inside = (to[..., 0] * edge[..., 1] - to[..., 1] * edge[..., 0] <= radii[shape, None] * size).all(axis=1)
            point, shape = point[inside], shape[inside]
        return point, which[shape]

    @staticmethod
    def _spans_in(legs: Legs, group: tuple[Ints, Floats, Floats, Floats, Floats]) -> Spans:
        which, cores, radii, middle, bound = group
        forms = legs.forms
        side = forms @ np.vstack([middle[:, 1], -middle[:, 0], -np.ones(len(middle))])
        pairs = np.flatnonzero(np.abs(side) < bound)
        leg, shape = np.divmod(pairs, len(middle))
        foot = ((middle[shape] - legs.start[leg]) * legs.along[leg]).sum(axis=1)
        near = (foot > -bound[shape]) & (foot < legs.length[leg] + bound[shape])
        leg, shape = leg[near], shape[near]
        start, along = legs.start[leg], legs.along[leg]
        if cores.shape[1] > 1:  # most lines that pass near miss: all corners on one side, and far enough
            off = (cores[shape, :, 0] - start[:, None, 0]) * along[:, None, 1]
            off -= (cores[shape, :, 1] - start[:, None, 1]) * along[:, None, 0]
            low, high = off.min(axis=1), off.max(axis=1)
            hits = np.flatnonzero((low < radii[shape]) & (high > -radii[shape]))
            leg, shape, start, along = leg[hits], shape[hits], start[hits], along[hits]
        begin, end = _inside(start, along, cores[shape], radii[shape])
        begin, end = np.maximum(begin, 0.0), np.minimum(end, legs.length[leg])
        kept = end - begin > 1e-9
        return Spans(leg[kept], which[shape[kept]], begin[kept], end[kept])


def _inside(start: Floats, along: Floats, cores: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """From where to where lines lie inside rounded convex cores (pairs, corners, 2); begin > end: nowhere."""
    to = cores - start[:, None]
    ux, uy = along[:, None, 0], along[:, None, 1]
    foot = to[..., 0] * ux + to[..., 1] * uy
    off = to[..., 0] * uy - to[..., 1] * ux
    radius = np.maximum(radii, 0.0)[:, None]
    room = radius * radius - off * off
    half = np.sqrt(np.maximum(room, 0.0))
    hit = room > 0.0
    begin = np.where(hit, foot - half, np.inf).min(axis=1)
    end = np.where(hit, foot + half, -np.inf).max(axis=1)
    if cores.shape[1] == 1:
        return begin, end
    edge = np.roll(cores, -1, axis=1) - cores
    size = np.hypot(edge[..., 0], edge[..., 1])
    is_edge = size > 0.0
    t = edge / np.where(is_edge, size, 1.0)[..., None]
    height = -(to[..., 0] * t[..., 1] - to[..., 1] * t[..., 0])  # of the start, outwards of each edge
    climb = ux * t[..., 1] - uy * t[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        # The core moved by a negative radius, or as it is: half planes.
        level = np.minimum(radii, 0.0)[:, None]
        cut = (level - height) / climb
        low = np.where(is_edge & (climb < 0.0), cut, -np.inf).max(axis=1)
        high = np.where(is_edge & (climb > 0.0), cut, np.inf).min(axis=1)
        outside = (is_edge & (climb == 0.0) & (height >= level)).any(axis=1)
        one, other = (-radius - height) / climb, (radius - height) / climb
        slab_low = np.where(climb == 0.0, np.where(np.abs(height) < radius, -np.inf, np.inf), np.minimum(one, other))
        slab_high = np.where(climb == 0.0, np.where(np.abs(height) < radius, np.inf, -np.inf), np.maximum(one, other))
        pace = ux * t[..., 0] + uy * t[..., 1]
        at = -(to[..., 0] * t[..., 0] + to[..., 1] * t[..., 1])
        one, other = -at / pace, (size - at) / pace
        inside = (at > 0.0) & (at < size)
        strip_low = np.where(pace == 0.0, np.where(inside, -np.inf, np.inf), np.minimum(one, other))
        strip_high = np.where(pace == 0.0, np.where(inside, np.inf, -np.inf), np.maximum(one, other))
    low_strip, high_strip = np.maximum(slab_low, strip_low), np.minimum(slab_high, strip_high)
    real = is_edge & (low_strip < high_strip) & (radius > 0.0)
    begin = np.minimum(begin, np.where(real, low_strip, np.inf).min(axis=1))
    end = np.maximum(end, np.where(real, high_strip, -np.inf).max(axis=1))
    solid = ~outside & (low < high)
    return np.where(solid, np.minimum(begin, low), begin), np.where(solid, np.maximum(end, high), end)


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

    def is_hopeless(self, over: Spans, count: int) -> Bools:
        """Which of so many legs pass through what nobody gets over."""
        hopeless = np.zeros(count, dtype=bool)
        hopeless[over.leg[self._is_hard[over.shape]]] = True
        return hopeless

    def walk(self, legs: Legs, level: Floats, over: Spans | None = None) -> Profiles:
        """The legs as walked, each from its own elevation."""
        over = self._over.spans(legs) if over is None else over
        times = _times(legs, over)
        walked = _Walked(self, legs, over, times, level)
        walked.go()
        stopped, by = self._stops(legs, over, times, walked)
        return Profiles(times, walked.levels, walked.extras, stopped, by, over, walked.end_levels())

    def _stops(self, legs: Legs, over: Spans, times: Floats, walked: "_Walked") -> tuple[Floats, Ints]:
        """How far each leg goes before it is stopped, and by which barrier (-1: none; -2: a side it cannot pass)."""
        stopped, by = walked.stopped, np.where(np.isfinite(walked.stopped), -2, -1)
        near = self._near.spans(legs)
        near = near.only(~self._is_climbed(near, over))
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


def _times(legs: Legs, over: Spans) -> Floats:
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


class _Walked:
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
            off_stands, off_climbs = self._off(at, start, below)
            deep = down > body.agility + TOLERANCE
            pays = is_drop & (~off_stands | body.counts_drops | deep)
            extra = extra + np.where(pays, down, 0.0)
            held = is_drop & deep & off_stands & ~off_climbs
            self.stopped[held] = np.minimum(self.stopped[held], at[held])
        self.levels[moves, k + 1] = below[moves]
        self.extras[moves, k + 1] += extra[moves]

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
