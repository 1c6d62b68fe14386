"""Free spots for a model of a led unit: the best one by distance to a point, decided at the corners of the free region.

The free region of a base's middle is bounded by circles (round other bases, corners of terrain, the leader's reach)
and lines (edges of terrain and table, and the lines from a linked model past what hides it). The spot of it nearest
to (or furthest from) a point is a corner where two of them meet, or the point of one curve nearest to (or furthest
from) that point. All of those are tried, the best first. Inches.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from physics.contact import clearance
from physics.curves import circles_meet, segments_meet, segments_meet_circles, segments_meet_others
from physics.screens import Bools, Floats, Screens
from physics.shapes import MM_PER_INCH, Shape
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.clearing import boxes_meet
from rules.footing import Footing, box_round, is_stand_in, stand_in
from rules.links import Linking, cut_lines
from rules.positioning import edge_finding, end_findings
from rules.shadows import rays_from_rim, rays_past, spots_at_gaps
from rules.table import Base, Model, Place, Table
from rules.terrain import GROUND, Feature
from rules.walk import STEP

MARGIN = 1e-6
"""Inches by which a spot may be off the curves that it lies on."""
_CHUNK = 96
"""Spots judged together, the best first: each further lot is four times as large."""
_LATTICE = 0.1
"""Inches between the spots that are tried besides, where a base is not round: its curves are only nearly right."""
_ON_TOPS = 0.25
"""Inches between those on and about what can be stood on: there is no curve for half of a base over an edge."""


class Spots:
    """The places where one model may be set: `linked` are the models that it may be linked to, `reach` inches from
    the leader's middle how far its own may be, `shuns` inches to keep from enemies. Models `cut_off` hang together
    with the rest only through it: whether it keeps their links too is for `accepts` to say."""

    def __init__(
        self,
        linking: Linking,
        model: Model,
        linked: Sequence[Model],
        reach: float,
        shuns: float = 0.0,
        cut_off: Sequence[Model] = (),
    ) -> None:
        self.linking, self.model, self.shuns, self.cut_off = linking, model, shuns, tuple(cut_off)
        self.table, self.reach = linking.table, reach
        self.leader_at = linking.leader.standing.at
        self.linked = sorted(linked, key=lambda m: math.dist(m.standing.at, self.leader_at))
        self.footing = Footing(self.table, model, box_round(self.leader_at, reach), self._tops())

    def best(
        self,
        towards: Point,
        furthest: bool = False,
        accepts: Callable[[Model], bool] | None = None,
        *,
        whole: bool = True,
        limit: float | None = None,
    ) -> Model | None:
        """The model set at the free, linked spot nearest to a point (or furthest from it), or None.

        `accepts` asks more of a spot; `whole` that it is wholly within coherency of the leader; `limit` that it is
        less (or more) than some inches from the point.
        """
        spots = self._spots(towards, furthest, limit)
        found = next((m for m in self._good(spots, whole) if accepts is None or accepts(m)), None)
        if found is None or not self._is_rough(found):
            return found
        return self._nudged(found, towards, furthest, lambda m: self.is_good(m, whole) and (accepts is None or accepts(m)))

    def quick(self, towards: Point) -> Model | None:
        """An acceptable spot near a point, if one is found on a coarse wheel round the leader; None proves nothing."""
        lx, ly = self.leader_at
        rings = np.linspace(self.reach, 0.3 * self.reach, 6)
        turns = np.linspace(0.0, 2.0 * np.pi, 32, endpoint=False)
        wheel = np.stack(
            [lx + np.outer(rings, np.cos(turns)).ravel(), ly + np.outer(rings, np.sin(turns)).ravel()], axis=1
        )
        spots = np.concatenate([[towards], wheel])
        away = np.hypot(spots[:, 0] - towards[0], spots[:, 1] - towards[1])
        return next(self._good(spots[np.argsort(away, kind="stable")], True), None)

    def at(self, at: Point) -> Model:
        """The model set at a point, on the surface there."""
        return self.of(self.model, at)

    def of(self, model: Model, at: Point) -> Model:
        """Another model set at a point, on the surface there."""
        on, elevation = self.table.terrain.surface_at(at)
        facing = model.place.facing if model.place else math.pi / 2.0
        placed = model.placed(Place(at, on, elevation, facing))
        return stand_in(placed) if is_stand_in(model) else placed

    def is_free(self, model: Model) -> bool:
        """Whether a model set somewhere fits there, on the table, clear of enemies it may not be engaged with."""
        at = model.standing.at
        if edge_finding(self.table, model, at, 0.0) or end_findings(self.table, model, 0.0):
            return False
        if any(clearance(model.footprint, piece) < -TOLERANCE for piece in self.table.off_limits):
            return False
        return not self.shuns or not is_near_enemy(self.table, model, self.shuns)

    def is_good(self, model: Model, whole: bool, is_linked: bool = False) -> bool:
        """Whether a model set somewhere is free and linked there, and (`whole`) wholly within coherency."""
        if not self.is_free(model) or (whole and not self.linking.is_wholly_within(model)):
            return False
        return is_linked or self.linking.is_linked_at(model, self.linked)

    def possible(self, spots: Floats) -> Floats:
        """Those within reach, on the table, clear of all bases and of terrain; what is raised is judged one by one."""
        lx, ly = self.leader_at
        spots = spots[np.hypot(spots[:, 0] - lx, spots[:, 1] - ly) <= self.reach + TOLERANCE]
        spots = spots[self.footing.is_clear_of(spots, self.others)]
        spots = spots[self.footing.is_clear(spots)]
        return spots[~self._is_near_enemy(spots)] if self.shuns and len(spots) else spots

    def sees(self, spots: Floats) -> tuple[Bools, Bools]:
        """At which spots the model is linked, and of which others one has to ask one by one."""
        linked = np.zeros(len(spots), dtype=np.bool_)
        unsure = self.footing.is_raised(spots) | self._may_engage(spots)
        if not self.model.base.is_disc:
            return linked, np.ones(len(spots), dtype=np.bool_)
        for other in self.linked:
            if not self.linking.is_plain(other) or abs(other.elevation) >= STEP - TOLERANCE:
                unsure[:] = True
                continue
            k = np.flatnonzero(~linked & ~self.footing.is_raised(spots))
            radius, there = self.model.base.radius, other.base.radius
            linked[k] = ~cut_lines(self._screens, spots[k], radius, other.standing.at, there)
        return linked, unsure & ~linked

    @cached_property
    def curves(self) -> tuple[Floats, Floats]:
        """The circles and lines (from end to end) that may bound the free region."""
        circles, lines = self.footing.curves()
        more, straight = self.footing.curves_round([o.footprint for o in self.others])
        found, along = [circles, more, np.array([(*self.leader_at, self.reach)])], [lines, straight]
        if self.shuns:
            kept, past = self.footing.curves_round(self._enemy_shapes, self.shuns + 2.0 * TOLERANCE)
            found, along = [*found, kept], [*along, past]
        return np.unique(np.concatenate(found), axis=0), np.concatenate(along)

    @cached_property
    def corners(self) -> Floats:
        """The corners of the free region, links left aside; of a curve that has none, two points."""
        circles, lines = self.curves
        found = [circles_meet(circles), segments_meet(lines, MARGIN), segments_meet_circles(lines, circles, MARGIN)]
        spots = self.possible(np.concatenate([*found, on_curves(circles, lines, self.leader_at)]))
        return spots[np.unique(np.round(spots, 7), axis=0, return_index=True)[1]]

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The circles and lines that do bound the free region: those with a corner of it on them."""
        (circles, lines), spots = self.curves, self.corners
        if not self.model.base.is_disc or not len(spots):
            return circles, lines
        off = np.hypot(spots[:, 0, None] - circles[:, 0], spots[:, 1, None] - circles[:, 1]) - circles[:, 2]
        dx, dy = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
        turn = (spots[:, 0, None] - lines[:, 0]) * dy - (spots[:, 1, None] - lines[:, 1]) * dx
        return circles[(abs(off) < MARGIN).any(axis=0)], lines[(abs(turn / np.hypot(dx, dy)) < MARGIN).any(axis=0)]

    @cached_property
    def shadow_lines(self) -> Floats:
        """The rays along which the links begin to be cut."""
        walls, bands = self._screens
        gap_ends = np.array([p for band in bands.shapes for p in band.points]).reshape(-1, 2)
        others, far = (*self.linked, *self.cut_off), 2.0 * self.reach
        rays = [rays_past(m.standing.at, walls, far, gap_ends) for m in others]
        rays += [rays_from_rim(m.standing.at, m.base.radius, bands, far) for m in others]
        return np.concatenate([np.zeros((0, 4)), *rays])

    @cached_property
    def link_corners(self) -> Floats:
        """Where the links begin to be cut and the free region ends.

        Where the links of two models begin to be cut there is a way on to both sides, so no spot there is the best,
        unless it needs both.
        """
        circles, lines = self.bounds
        ranges, _ = self.footing.curves_round(self._enemy_shapes, self.table.number("engagement.range"))
        circles, shadows = np.concatenate([circles, ranges]), self.shadow_lines
        ats = [m.standing.at for m in (*self.linked, *self.cut_off)]
        found = [segments_meet_others(shadows, lines, MARGIN)]
        found += [segments_meet(shadows, MARGIN)] if self.cut_off else []
        found += [segments_meet_circles(np.concatenate([shadows, lines]), circles, MARGIN), circles_meet(circles)]
        found.append(spots_at_gaps(ats, self._screens, self.model.base.radius, circles, lines))
        return np.concatenate(found)

    def _spots(self, towards: Point, furthest: bool, limit: float | None) -> Floats:
        """The spots that may be best, the best first."""
        circles, lines = self.bounds
        if self.model.base.is_disc and not len(self.corners):
            return np.array([towards])  # there is no room at all
        found = [np.array([towards]), self.corners, self.link_corners]
        found.append(on_curves(circles, np.concatenate([lines, self.shadow_lines]), towards))
        if not self._is_round:
            found.append(self._lattice(_LATTICE))
        elif self.footing.is_uneven:
            lattice = self._lattice(_ON_TOPS)
            found.append(lattice[self.footing.is_raised(lattice)])
        spots = np.concatenate(found)
        away = np.hypot(spots[:, 0] - towards[0], spots[:, 1] - towards[1])
        order = np.argsort(-away if furthest else away, kind="stable")
        if limit is not None:
            order = order[(away[order] > limit) if furthest else (away[order] < limit)]
        return spots[order]

    def _good(self, spots: Floats, whole: bool) -> Iterator[Model]:
        """The model set at each spot in turn that is good."""
        start, size = 0, _CHUNK
        while start < len(spots):
            part = self.possible(spots[start : start + size])
            linked, unsure = self.sees(part)
            for k in np.flatnonzero(linked | unsure):
                model = self.at((float(part[k, 0]), float(part[k, 1])))
                if self.is_good(model, whole, bool(linked[k])):
                    yield model
            start, size = start + size, 4 * size

    def _nudged(self, model: Model, towards: Point, furthest: bool, is_good: Callable[[Model], bool]) -> Model:
        """A model moved on towards a point (or away from it) by ever smaller steps, as far as it is good there."""
        step = _LATTICE
        sign = -1.0 if furthest else 1.0
        while step > 1e-4:
            x, y = model.standing.at
            turns = [math.pi * k / 8.0 for k in range(16)]
            tried = [self.at((x + step * math.cos(t), y + step * math.sin(t))) for t in turns]
            here = sign * math.dist((x, y), towards)
            nearer = [m for m in tried if sign * math.dist(m.standing.at, towards) < here - 1e-9]
            nearer.sort(key=lambda m: sign * math.dist(m.standing.at, towards))
            found = next((m for m in nearer if is_good(m)), None)
            step, model = (step, found) if found is not None else (step / 2.0, model)
        return model

    @cached_property
    def others(self) -> list[Model]:
        """The models whose bases it may meet: those near the leader's reach."""
        box = box_round(self.leader_at, self.reach + self.model.base.radius + self.shuns + 0.1)
        return [m for m in self.table.standing if m.id != self.model.id and boxes_meet(m.footprint.box, box, 0.0)]

    @cached_property
    def _enemies(self) -> list[Model]:
        return [m for m in self.others if self.table.are_enemies(self.model, m)]

    @cached_property
    def _enemy_shapes(self) -> list[Shape]:
        return [m.footprint for m in self._enemies]

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        """The square in which all its lines to linked models lie."""
        xs = [m.standing.at[0] for m in (*self.linked, *self.cut_off)]
        ys = [m.standing.at[1] for m in (*self.linked, *self.cut_off)]
        left, bottom, right, top = box_round(self.leader_at, self.reach)
        return min([left, *xs]), min([bottom, *ys]), max([right, *xs]), max([top, *ys])

    @cached_property
    def _screens(self) -> tuple[Screens, Screens]:
        return self.linking.screens_near(self._box)

    def _is_near_enemy(self, spots: Floats) -> Bools:
        """At which spots a round base is within `shuns` of a round enemy; others are judged one by one."""
        found = np.zeros(len(spots), dtype=np.bool_)
        for enemy in self._enemies:
            if enemy.base.is_disc and self.model.base.is_disc:
                x, y = enemy.standing.at
                least = enemy.base.radius + self.model.base.radius + self.shuns + TOLERANCE
                found |= np.hypot(spots[:, 0] - x, spots[:, 1] - y) <= least
        return found

    def _may_engage(self, spots: Floats) -> Bools:
        """At which spots the model may be engaged with enemies that its unit is not engaged with: it may see past them."""
        found = np.zeros(len(spots), dtype=np.bool_)
        limit = self.table.number("engagement.range") + self.model.base.radius + 0.001
        for enemy in self._enemies:
            if enemy.unit not in self.linking.engaged_units and not self.linking.leader.flying:
                x, y = enemy.standing.at
                found |= np.hypot(spots[:, 0] - x, spots[:, 1] - y) <= limit + enemy.base.radius
        return found

    def _tops(self) -> frozenset[str]:
        """The features that the model may stand on: low ones, and those that its links can lead up to."""
        level = [m.elevation for m in [self.linking.leader, *self.linked]]
        grounds = {m.standing.on for m in [self.linking.leader, *self.linked]}
        is_any = self.linking.leader.flying or any(
            on != GROUND and on in self.table.terrain and _has_access(self.table.terrain.feature(on)) for on in grounds
        )
        return frozenset(
            f.id
            for f in self.table.terrain.features
            if f.is_solid
            and f.standable
            and f.kind != "impassable"
            and f.bottom <= 0.0
            and (is_any or f.slope is not None or _has_access(f) or any(abs(f.top - z) < STEP for z in level))
        )

    @property
    def _is_round(self) -> bool:
        return self.model.base.is_disc and self.linking.leader.base.is_disc

    def _is_rough(self, model: Model) -> bool:
        """Whether the curves that bound its room are not all known: how much of a base hangs over an edge has none."""
        return not self._is_round or bool(self.footing.is_raised(np.array([model.standing.at]))[0])

    def _lattice(self, step: float) -> Floats:
        lx, ly = self.leader_at
        reach = min(self.reach, 6.0)
        steps = np.arange(-reach, reach + step, step)
        return np.stack(np.meshgrid(lx + steps, ly + steps), axis=-1).reshape(-1, 2)


def _has_access(feature: Feature) -> bool:
    return any(o.access_point for o in feature.openings)


def least_radius(base: Base) -> float:
    """Inches from the middle of a base to the nearest point of its edge."""
    return min(base.front_mm, base.depth_mm) / 2.0 / MM_PER_INCH


def is_near_enemy(table: Table, model: Model, limit: float) -> bool:
    """Whether an enemy's base is within some inches of a model's."""
    return any(
        isinstance(p.owner, Model)
        and table.are_enemies(model, p.owner)
        and clearance(model.footprint, p.shape) <= limit + TOLERANCE
        for p in table.bases.near(model.footprint, limit)
    )


def on_curves(circles: Floats, lines: Floats, towards: Point) -> Floats:
    """On each circle the nearest and the furthest point from a point, on each line the nearest."""
    tx, ty = towards
    d = circles[:, :2] - (tx, ty)
    size = np.hypot(d[:, 0], d[:, 1])
    u = np.where(size[:, None] > 1e-12, d / np.maximum(size, 1e-12)[:, None], (1.0, 0.0))
    near, far = circles[:, :2] - u * circles[:, 2:], circles[:, :2] + u * circles[:, 2:]
    e = lines[:, 2:] - lines[:, :2]
    t = ((tx - lines[:, 0]) * e[:, 0] + (ty - lines[:, 1]) * e[:, 1]) / (e * e).sum(axis=1)
    return np.concatenate([near, far, lines[:, :2] + e * t[:, None]])
