"""Setting many bases at once where room is scarce: orders and corners are tried until all of a unit stand. Inches.

A base that is set goes to a corner of the room that is left: where it touches two things. First whole settings are
tried, each pressed another way (towards the leader, away from it, to each side, the largest first); then, from the
best of them, a few bases are taken up and set again, over and over. The same table always gets the same answer.
"""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely

from physics.curves import circles_meet, circles_meet_others, segments_meet_circles, segments_meet_others
from physics.screens import Bools, Floats
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.capacity import capacity, sight
from rules.links import Linking, cut_lines
from rules.shadows import rays_past
from rules.spots import MARGIN, Spots, on_curves
from rules.table import Base, Model
from rules.walk import STEP

WORK = 300
"""Bases set, in all tries together, before the search gives up: about a tenth of a second, and three times what the
hardest of some hundred crowds took."""
_AGAIN = 1
"""How often a few bases are set again for each time that all are."""
_LOOKS = 8
"""How often it is asked, of a setting as good as any, whether one more could stand where a link is just not cut."""
_LOOKED_AT = 8
"""Corners whose links are asked for together, the best first."""
_SEED = 20
_LEAN = 0.03
"""Radians by which a direction leans, so that of places equally far that way those to one side come first."""

Key = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class Peg:
    """A base that stands somewhere: which kind it is of, and its middle."""

    kind: int
    at: Point


@dataclass
class Kind:
    """Models of one base and height: how many wait, and what the room for them is before any of them stands."""

    spots: Spots
    radius: float
    names: list[str]
    seen: shapely.Geometry
    """Where the links of the unit can get to, one after another, and half a base more."""

    @cached_property
    def corners(self) -> Floats:
        """The corners of the room, and where links begin to be cut at its edge."""
        circles, lines = self.spots.bounds
        seen = [segments_meet_others(self.spots.shadow_lines, lines, MARGIN)]
        seen.append(segments_meet_circles(self.spots.shadow_lines, circles, MARGIN))
        return self._standing(np.concatenate([self.spots.corners, self.spots.possible(np.concatenate(seen))]))

    @cached_property
    def curves(self) -> tuple[Floats, Floats]:
        """The circles that bound the room, and the lines that do or along which links begin to be cut."""
        circles, lines = self.spots.bounds
        return circles, np.concatenate([lines, self.spots.shadow_lines])

    def meeting(self, rings: Floats, others: Floats) -> Floats:
        """Where circles meet each other, other circles and the curves of the room, within the room."""
        circles, lines = self.curves
        found = [segments_meet_circles(lines, rings, MARGIN), circles_meet_others(rings, np.concatenate([circles, others]))]
        found += [circles_meet(rings), on_curves(rings, lines[:0], self.spots.leader_at)]
        return self._standing(self.spots.possible(np.concatenate(found)))

    def seen_past(self, rays: Floats, rings: Floats) -> Floats:
        """Where rays meet the edge of the room, or circles in it, outside of which a base has to stay."""
        circles, lines = self.spots.bounds
        found = [segments_meet_others(rays, lines, MARGIN)]
        found.append(segments_meet_circles(rays, np.concatenate([circles, rings]), MARGIN))
        return _outside(self._standing(self.spots.possible(np.concatenate(found))), rings)

    def _standing(self, spots: Floats) -> Floats:
        """Those that links can get to, and, where the ground is not all there is, where it stands level with its leader
        and free."""
        spots = spots[shapely.contains_xy(self.seen, spots[:, 0], spots[:, 1])] if len(spots) else spots
        raised = np.flatnonzero(self.spots.footing.is_raised(spots))
        ok = np.ones(len(spots), dtype=np.bool_)
        level = self.spots.linking.leader.elevation
        for k in raised:
            model = self.spots.at((float(spots[k, 0]), float(spots[k, 1])))
            ok[k] = abs(model.elevation - level) < STEP - TOLERANCE and self.spots.is_free(model)
        return spots[ok]


@dataclass
class Room:
    """The room left for each kind while bases are set in it."""

    kinds: Sequence[Kind]
    pegs: list[Peg] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    spots: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = [len(k.names) for k in self.kinds]
        self.spots = [k.corners for k in self.kinds]

    def set(self, pegs: Sequence[Peg]) -> None:
        """More bases stand: what they cover is no room any more, and round them are new corners."""
        for peg in pegs:
            self.left[peg.kind] -= 1
        for k, kind in enumerate(self.kinds):
            if not self.left[k]:
                continue
            before, rings = self.rings(self.pegs, kind), self.rings(pegs, kind)
            new, old = kind.meeting(rings, before), self.spots[k]
            self.spots[k] = np.concatenate([_outside(old, rings), _outside(_outside(new, before), rings)])
        self.pegs += pegs

    def rings(self, pegs: Sequence[Peg], kind: Kind) -> Floats:
        """The circles on which a base of a kind touches bases that stand."""
        return np.array([(*p.at, self.kinds[p.kind].radius + kind.radius) for p in pegs]).reshape(-1, 3)


def _outside(spots: Floats, rings: Floats) -> Floats:
    """The spots that lie in none of the circles."""
    off = np.hypot(spots[:, 0, None] - rings[:, 0], spots[:, 1, None] - rings[:, 1])
    return spots[(off >= rings[:, 2] - TOLERANCE).all(axis=1)]


class Packing:
    """The search for a setting of all waiting models, wholly within coherency; `is_wide`: or further off."""

    def __init__(
        self, linking: Linking, waiting: Sequence[Model], linked: Sequence[Model], shuns: float, is_wide: bool = False
    ) -> None:
        self.linking, self.linked, self.is_wide = linking, list(linked), is_wide
        self.cut_off = [m for m in linking.models if m.id not in {k.id for k in linked}]
        self.inner = linking.table.number("coherency.distance") + linking.leader.base.radius
        reach = extent(linking) if is_wide else self.inner
        groups: dict[tuple[Base, float], list[Model]] = {}
        for model in waiting:
            if model.base.is_disc:
                groups.setdefault((model.base, model.height), []).append(model)
        seen = sight(linking, linking.leader.standing.at, reach + 1.0)
        self.kinds = []
        for models in groups.values():
            radius, names = models[0].base.radius, [m.id for m in models]
            spots = Spots(linking, models[0], linked, reach - radius, shuns)
            # A base may reach through a gap that is too narrow, and stand behind it.
            area = seen.buffer(1.05 * radius)
            shapely.prepare(area)
            self.kinds.append(Kind(spots, radius, names, area))
        self.whole = sum(len(k.names) for k in self.kinds)
        self.work, self.most_work = 0, WORK // 2 if is_wide else WORK
        self._screens = linking.screens_near(_box_of(self.kinds, linking.models))
        self._rng = random.Random(_SEED)
        self.best: list[Peg] = []
        self.spread: list[Peg] = []
        """Of all settings as good as the best, the one that keeps furthest from the leader: it sees most round it."""
        self._worth = (-1, -1, -1)
        self._looks_round_corners = _LOOKS

    def search(self) -> list[Peg]:
        """The setting of most models that is found, all of them linked."""
        if not self.kinds or not linking_is_round(self.linking):
            return []
        most = self._most()
        at = self.linking.leader.standing.at
        keys = [*(_near(m.standing.at) for m in self.cut_off), _near(at), _far(at)]
        for key in keys:
            self._consider(self._filled(Room(self.kinds), self._large_first, key, True))
            if self._worth >= most:
                return self.best
        directions = itertools.cycle(self._directions())
        while self._worth < most and self.work <= self.most_work:
            self._consider(self._pressed(next(directions)))
            for _ in range(_AGAIN):
                if self._worth < most:
                    self._consider(self._again(self.best))
        return self.best

    @cached_property
    def _large_first(self) -> list[int]:
        return sorted(range(len(self.kinds)), key=lambda k: -self.kinds[k].radius)

    def _pressed(self, direction: float) -> list[Peg]:
        """All bases set anew, pressed one way, linked or not: what is left without a link is taken up again."""
        return self._filled(Room(self.kinds), self._large_first, _towards(direction), False)

    def _most(self) -> tuple[int, int, int]:
        """What no setting can better: models placed by the player that are linked, bases set, and those within."""
        least = min(self.kinds, key=lambda k: k.radius)
        apart = 2.0 * least.radius
        most = inside = capacity(least.spots, apart, self.whole)
        if self.is_wide:
            spots = least.spots
            near = Spots(self.linking, spots.model, self.linked, self.inner - least.radius, spots.shuns)
            inside = capacity(near, apart, self.whole)
        return len(self.cut_off), most, min(most, inside)

    def _consider(self, pegs: list[Peg]) -> None:
        linked, mended = self._linked_pegs(pegs)
        if self._worth[1] <= len(linked) < self.whole and self._looks_round_corners > 0:
            self._looks_round_corners -= 1
            linked = self._round_corners(linked)
        at = self.linking.leader.standing.at
        inside = sum(math.dist(p.at, at) + self.kinds[p.kind].radius <= self.inner + TOLERANCE for p in linked)
        worth = (mended, len(linked), inside)
        if worth > self._worth or (worth == self._worth and _inches(linked, at) > _inches(self.spread, at) + MARGIN):
            self.spread = linked
        if worth >= self._worth:
            self.best, self._worth = linked, worth

    def _round_corners(self, pegs: list[Peg]) -> list[Peg]:
        """Bases that are set and more, at spots where the links of those that are set begin to be cut."""
        room = Room(self.kinds)
        room.set(pegs)
        gap_ends = np.array([p for band in self._screens[1].shapes for p in band.points]).reshape(-1, 2)
        rays = [rays_past(p.at, self._screens[0], 2.0 * self.inner, gap_ends) for p in pegs]
        for k in self._large_first[::-1]:
            while room.left[k] and rays:
                kind = self.kinds[k]
                spots = kind.seen_past(np.concatenate(rays), room.rings(room.pegs, kind))
                linked = self._sees(spots, kind.radius, room.pegs)
                if not linked.any():
                    break
                room.set([Peg(k, _point(spots[int(linked.argmax())]))])
        return room.pegs

    def _directions(self) -> list[float]:
        """Directions (radians) to press bases: square to most walls, a little to the left and right, and between."""
        lines = np.concatenate([k.spots.bounds[1] for k in self.kinds])
        d = lines[:, 2:] - lines[:, :2]
        slants = np.round(np.arctan2(d[:, 1], d[:, 0]) % (math.pi / 2.0), 3) % 1.571
        kinds, which = np.unique(slants, return_inverse=True)
        inches = np.bincount(which, np.hypot(d[:, 0], d[:, 1]), len(kinds))
        most = [float(kinds[k]) for k in np.argsort(-inches, kind="stable")[:2]] or [0.0]
        turns = [most[0] + math.pi / 2.0 * k + by for by in (_LEAN, -_LEAN, math.pi / 4.0) for k in range(4)]
        return turns + [slant + math.pi / 2.0 * k + _LEAN for slant in most[1:] for k in range(4)]

    def _again(self, pegs: list[Peg]) -> list[Peg]:
        """Some bases near one spot taken up, and set again another way, with those that were left out."""
        rng = self._rng
        every = np.concatenate([k.corners for k in self.kinds])
        spot = every[rng.randrange(len(every))] if len(every) else np.array(self.linking.leader.standing.at)
        count = rng.randint(1, max(1, min(5, len(pegs))))
        near = sorted(pegs, key=lambda p: math.dist(p.at, spot))
        room = Room(self.kinds)
        room.set(near[count:])
        self.work += 2
        # The largest first finds room for all where there is any; the smallest first, for most.
        order = self._large_first if rng.random() < 0.5 else self._large_first[::-1]
        key = rng.choice((_near, _far))(_point(spot)) if rng.random() < 0.4 else _towards(rng.uniform(0.0, 2.0 * math.pi))
        return self._filled(room, order, key, rng.random() < 0.5)

    def _filled(self, room: Room, order: list[int], key: Key, is_chained: bool) -> list[Peg]:
        """Bases set one by one, each at the best corner by a key; `is_chained` asks a link of each when it is set."""
        for kind in order:
            while room.left[kind]:
                self.work += 1
                at = self._corner(room, kind, key, is_chained)
                if at is None:
                    break
                room.set([Peg(kind, at)])
        return room.pegs

    def _corner(self, room: Room, kind: int, key: Key, is_chained: bool) -> Point | None:
        spots = room.spots[kind]
        if not len(spots):
            return None
        order = np.argsort(key(spots), kind="stable")
        if not is_chained:
            return _point(spots[order[0]])
        for k in range(0, len(order), _LOOKED_AT):
            part = spots[order[k : k + _LOOKED_AT]]
            linked = self._sees(part, self.kinds[kind].radius, room.pegs)
            if linked.any():
                return _point(part[int(linked.argmax())])
        return None

    def _sees(self, spots: Floats, radius: float, pegs: Sequence[Peg]) -> Bools:
        """Which spots have a line to one that stands: the leader and those linked to it, or a peg."""
        standing = self._standing(pegs)
        ats, radii = np.array([at for at, _ in standing]), np.array([r for _, r in standing])
        lines = np.repeat(spots, len(standing), axis=0)
        cut = cut_lines(self._screens, lines, radius, np.tile(ats, (len(spots), 1)), np.tile(radii, len(spots)))
        return np.asarray(~cut.reshape(len(spots), len(standing)).all(axis=1))

    def _standing(self, pegs: Sequence[Peg]) -> list[tuple[Point, float]]:
        fixed = [(m.standing.at, m.base.radius) for m in self.linked]
        return fixed + [(p.at, self.kinds[p.kind].radius) for p in pegs]

    def _linked_pegs(self, pegs: list[Peg]) -> tuple[list[Peg], int]:
        """Those that hang together with the leader, and how many models placed by the player do so through them."""
        discs = self._standing(pegs) + [(m.standing.at, m.base.radius) for m in self.cut_off]
        spots, radii = np.array([at for at, _ in discs]), np.array([r for _, r in discs])
        i, j = np.triu_indices(len(discs), 1)
        joined = np.zeros((len(discs), len(discs)), dtype=np.bool_)
        joined[i, j] = ~cut_lines(self._screens, spots[i], radii[i], spots[j], radii[j])
        joined |= joined.T
        linked = np.arange(len(discs)) < len(self.linked)
        while (more := joined[linked].any(axis=0) & ~linked).any():
            linked |= more
        fixed, end = len(self.linked), len(self.linked) + len(pegs)
        return [p for p, is_linked in zip(pegs, linked[fixed:end], strict=True) if is_linked], int(linked[end:].sum())


def linking_is_round(linking: Linking) -> bool:
    """Whether the models that stand are discs on one level, as the search takes them to be."""
    level = linking.leader.elevation
    return all(linking.is_plain(m) and abs(m.elevation - level) < STEP - TOLERANCE for m in linking.models)


def extent(linking: Linking) -> float:
    """Inches from the leader to the furthest point that its links, one after another, can get to."""
    at = linking.leader.standing.at
    left, bottom, right, top = sight(linking, at, sum(linking.table.size)).bounds
    return min(sum(linking.table.size), max(math.dist(at, (x, y)) for x in (left, right) for y in (bottom, top)))


def _box_of(kinds: Sequence[Kind], linked: Sequence[Model]) -> tuple[float, float, float, float]:
    boxes = [k.spots.footing.box for k in kinds] + [m.footprint.box for m in linked]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _inches(pegs: Sequence[Peg], at: Point) -> float:
    return math.fsum(math.dist(p.at, at) for p in pegs)


def _point(row: Floats) -> Point:
    return float(row[0]), float(row[1])


def _near(at: Point) -> Key:
    return lambda spots: np.hypot(spots[:, 0] - at[0], spots[:, 1] - at[1])


def _far(at: Point) -> Key:
    return lambda spots: -np.hypot(spots[:, 0] - at[0], spots[:, 1] - at[1])


def _towards(turn: float) -> Key:
    dx, dy = math.cos(turn), math.sin(turn)
    return lambda spots: spots[:, 0] * dx + spots[:, 1] * dy
