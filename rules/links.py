"""Coherency Links (leader): coherency.link, and which models of a unit hang together with their leader. Inches."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from physics.contact import clearance, nearest
from physics.screens import Bools, Floats, Screens
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE
from physics.vectors import Point, bounds
from rules.clearing import (
    NarrowGap,
    Obstacle,
    boxes_meet,
    crossing,
    gaps_on_table,
    link_obstacles,
    model_obstacles,
    needed_width,
    seams,
)
from rules.measuring import furthest_from
from rules.obstruction import is_on_edge
from rules.ruling import Area, Evidence, Finding, Line
from rules.table import Model, Table
from rules.terrain import Feature
from rules.walk import STEP

_POINT = Shape(((0.0, 0.0),))


@dataclass(frozen=True)
class Block:
    """What cuts a line between two models: its name, in words, and where."""

    says: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Linking:
    """The links of one unit on a table, led by one of its models."""

    table: Table
    unit: str
    leader: Model

    @cached_property
    def models(self) -> list[Model]:
        """The unit's models on the table."""
        return self.table.models_of(self.table.units[self.unit])

    @cached_property
    def engaged_units(self) -> frozenset[str]:
        """The units of enemies that this unit is engaged with: its links may pass through them."""
        return frozenset(unit for model in self.models for unit in self._engaged_by(model))

    @cached_property
    def _enemies(self) -> list[Model]:
        return [m for m in self.table.standing if self.table.are_enemies(self.leader, m)]

    def _engaged_by(self, model: Model) -> set[str]:
        """The units of enemies that a model is engaged with where it stands."""
        limit = self.table.number("engagement.range") + TOLERANCE
        at, reach = model.standing.at, limit + model.base.radius
        near = [e for e in self._enemies if math.dist(at, e.standing.at) <= reach + e.base.radius]
        return {e.unit for e in near if clearance(model.footprint, e.footprint) <= limit}

    def with_model(self, model: Model) -> "Linking":
        """The links when one more model of the unit stands on the table."""
        more = Linking(self.table.with_models([model]), self.unit, self.leader)
        if model.elevation >= self._lowest and self._engaged_by(model) <= self.engaged_units:
            # What may cut its lines is the same.
            for known in ("_enemies", "engaged_units", "_lowest", "_strangers", "obstacles", "gaps", "seams", "_screens"):
                if known in self.__dict__:
                    more.__dict__[known] = self.__dict__[known]
        return more

    @cached_property
    def _lowest(self) -> float:
        return min(m.elevation for m in [*self.models, self.leader])

    @cached_property
    def _strangers(self) -> list[Obstacle]:
        return [] if self.leader.flying else model_obstacles(self.table, self.unit, self.engaged_units)

    @cached_property
    def obstacles(self) -> list[Obstacle]:
        """What stands in the way of a link: terrain at the unit's lowest elevation, models of other units."""
        if self.leader.flying:
            return []
        return link_obstacles(self.table, self._lowest, self.leader.height) + self._strangers

    @cached_property
    def gaps(self) -> list[NarrowGap]:
        """The gaps that the leader could not move through."""
        if self.leader.flying:
            return []
        needed = needed_width(self.table, self.leader.size)
        found = gaps_on_table(self.table, self._lowest, self.leader.height, self._strangers, needed)
        return [gap for gap in found if gap.door is None or not gap.door.access_point]

    @cached_property
    def seams(self) -> list[NarrowGap]:
        """Where obstacles touch each other."""
        return [] if self.leader.flying else seams(self.table, self._lowest, self.leader.height, self._strangers)

    def block(self, one: Model, other: Model) -> Block | None:
        """What cuts the line between two models of the unit, base to base, or None."""
        line = nearest(one.footprint, other.footprint)
        leg = Leg(line.here, line.there)
        if abs(one.elevation - other.elevation) >= STEP - TOLERANCE and not self._leads_up(leg, one, other):
            says = f"{one.id} and {other.id} stand at different elevations with no access point between them"
            return Block(says, (Line(leg.start, leg.end, "offence"),))
        if line.clearance <= TOLERANCE:
            return None
        box = bounds((leg.start, leg.end))
        for obstacle in self.obstacles:
            if not boxes_meet(obstacle.box, box, 0.0):
                continue
            if self._is_through(leg, obstacle) and not self._is_by_access(leg, obstacle.feature, one, other):
                areas = tuple(Area(tuple(p.outline(0.01)), "block", obstacle.name) for p in obstacle.pieces)
                return Block(f"{obstacle.name} is in between", (Line(leg.start, leg.end, "offence"), *areas))
        for gap in (*self.gaps, *self.seams):
            if boxes_meet(gap.band.box, box, 0.01) and crossing(leg, gap) is not None:
                says = f"the gap between {gap.one.name} and {gap.other.name} is only {gap.width:.2f} in wide"
                if gap.width <= 0.0:
                    says = f"{gap.one.name} and {gap.other.name} touch each other, and are in between"
                return Block(
                    says, (Line(leg.start, leg.end, "offence"), Line(*gap.line, "measure", f"{gap.width:.2f} in"))
                )
        return None

    def _leads_up(self, leg: Leg, one: Model, other: Model) -> bool:
        """Whether the line of two models at different elevations goes by an access point of what one stands on."""
        surfaces = {one.standing.on, other.standing.on}
        return self.leader.flying or any(
            crosses_at_access(leg, self.table.terrain.feature(on)) for on in surfaces if on in self.table.terrain
        )

    @staticmethod
    def _is_through(leg: Leg, obstacle: Obstacle) -> bool:
        return any(closer_than(leg, _POINT, piece) is not None for piece in obstacle.pieces)

    @staticmethod
    def _is_by_access(leg: Leg, feature: Feature | None, one: Model, other: Model) -> bool:
        """Whether a line leads onto a feature that one of the two stands on, across an access point of it."""
        if feature is None or feature.id not in (one.standing.on, other.standing.on):
            return False
        if one.standing.on == other.standing.on:
            return True
        return crosses_at_access(leg, feature)

    def linked(self) -> dict[str, str | None]:
        """The models that hang together with the leader, each with the model that it is linked through."""
        reached: dict[str, str | None] = {self.leader.id: None}
        waiting = [self.leader]
        while waiting:
            one = waiting.pop()
            for other in self.models:
                if other.id not in reached and self.block(one, other) is None:
                    reached[other.id] = one.id
                    waiting.append(other)
        return reached

    def is_linked_at(self, model: Model, linked: Sequence[Model]) -> bool:
        """Whether a model, set somewhere, has a line to one of those already linked."""
        if any(self.block(model, other) is None for other in linked):
            return True
        if self.leader.flying or self._engaged_by(model) <= self.engaged_units:
            return False
        # Set there it engages enemies that its unit was not engaged with: its lines may pass through them.
        there = Linking(self.table.with_models([model]), self.unit, self.leader)
        return any(there.block(model, other) is None for other in linked)

    def screens_near(self, box: tuple[float, float, float, float]) -> tuple[Screens, Screens]:
        """What cuts a line inside a box: the obstacles, and the shortest lines of narrow gaps."""
        if box not in self._screens:
            walls = [p for o in self.obstacles if boxes_meet(o.box, box, 0.01) for p in o.pieces]
            bands = [g.band for g in (*self.gaps, *self.seams) if boxes_meet(g.band.box, box, 0.01)]
            self._screens[box] = Screens(walls), Screens(bands, 3.0 * TOLERANCE)
        return self._screens[box]

    @cached_property
    def _screens(self) -> dict[tuple[float, float, float, float], tuple[Screens, Screens]]:
        return {}

    @cached_property
    def _features_in_way(self) -> frozenset[str]:
        return frozenset(o.feature.id for o in self.obstacles if o.feature is not None)

    def is_plain(self, model: Model) -> bool:
        """Whether a model's lines are cut by what is in between alone: it is round, and stands on nothing in the way."""
        return model.base.is_disc and model.standing.on not in self._features_in_way

    def is_wholly_within(self, model: Model) -> bool:
        """coherency.distance: whether every part of a base is within coherency of the leader's base."""
        return self.reach_of(model) <= self.table.number("coherency.distance") + TOLERANCE

    def reach_of(self, model: Model) -> float:
        """Inches from the leader's base to the furthest point of a model's."""
        return furthest_from(model.footprint, [self.leader.footprint])

    def missing_link(self, model: Model, linked: Sequence[Model]) -> Finding:
        """coherency.link: that a model has no chain of lines to its leader, and what cuts the shortest one."""
        to = min(linked, key=lambda m: nearest(model.footprint, m.footprint).clearance)
        block = self.block(model, to)
        why = block.says if block else "no line is free"
        says = f"{model.id} has no link to {self.leader.id}: {why}"
        return Finding("coherency.link", says, None, None, block.evidence if block else (), 0.0, (model.id, to.id))


def cut_lines(
    screens: tuple[Screens, Screens], spots: Floats, radius: float | Floats, at: Point | Floats, other: float | Floats
) -> Bools:
    """For a disc at each spot: whether the line to a disc elsewhere (one, or one for each), base to base, is cut."""
    ats, others = np.broadcast_to(np.asarray(at), spots.shape), np.broadcast_to(np.asarray(other), len(spots))
    radii = np.broadcast_to(np.asarray(radius), len(spots))
    d = ats - spots
    apart = np.hypot(d[:, 0], d[:, 1])
    u = d / np.maximum(apart, 1e-300)[:, None]
    cut = apart - radii - others > TOLERANCE
    k = np.flatnonzero(cut)
    if len(k):
        starts, ends = spots[k] + u[k] * radii[k, None], ats[k] - u[k] * others[k, None]
        cut[k] = screens[0].cut(starts, ends) | screens[1].cut(starts, ends)
    return np.asarray(cut)


def crosses_at_access(leg: Leg, feature: Feature) -> bool:
    """Whether each crossing of a feature's edge by a leg lies in an access point of it."""
    crossed = [at for e in feature.footprint.edges if (at := _crossing_point(leg, e)) is not None]
    if not crossed:
        return False
    doors = [o.ends for o in feature.openings if o.access_point]
    return all(any(is_on_edge(at, door) for door in doors) for at in crossed)


def _crossing_point(leg: Leg, edge: tuple[Point, Point]) -> Point | None:
    part = closer_than(leg, _POINT, Shape(edge), 2e-6)
    return leg.at((part[0] + part[1]) / 2.0) if part else None
