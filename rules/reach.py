"""Where one move of a model can end, and the shortest legal way there (skirmish). Inches.

Ways are computed fast (physics/ways.py) and every route offered is judged: what the referee refuses is not offered.
"""

import math
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

import numpy as np
import shapely

from physics.contact import clearance
from physics.shapes import Shape
from physics.tolerance import TOLERANCE, is_within
from physics.vectors import Point, lerp
from physics.ways import Ways
from rules.actions import ModelMove, Waypoint
from rules.engagement import can_fight, engaged_with
from rules.reach_obstacles import Obstacle, Sector, enemy_obstacles, gap_obstacles, grown, terrain_obstacles
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table
from rules.terrain import GROUND, Feature
from rules.walk import STEP

Name = Literal["move", "back_off"]
_KEPT: Final = 12
"""Questions about a table that are remembered: the reach of what is carried, and its ways into contact."""


@dataclass(frozen=True, slots=True)
class Route:
    """A legal way: the waypoints, what it costs (inches), the ruling on it."""

    path: tuple[Waypoint, ...]
    cost: float
    ruling: Ruling

    def action(self, model_id: str, name: Name = "move") -> ModelMove:
        """The move that goes this way."""
        return ModelMove(name, model_id, self.path)


@dataclass(frozen=True)
class Reach:
    """Where the middle of a model's base can end one move.

    `areas` are by surface ("ground" or a feature's id). `engaging` are by enemy: the lines on which it ends in contact.
    """

    model: str
    name: Name
    allowance: float
    areas: Mapping[str, shapely.Geometry]
    _plan: "_Plan" = field(repr=False, compare=False)

    @cached_property
    def engaging(self) -> Mapping[str, shapely.Geometry]:
        """By enemy: the lines on which the middle of the base is when the move ends engaged with it."""
        return self._plan.contacts()

    def contour(self, inches: float) -> Mapping[str, shapely.Geometry]:
        """Where it can end for at most so many inches, by surface: for contour lines."""
        return self._plan.areas(inches)


def reach(table: Table, model_id: str, name: Name | None = None) -> Reach:
    """Everywhere that a model can end its move; of an engaged one, where it can back off to. KeyError: no such model."""
    model = _mover(table, model_id)
    name = name or ("back_off" if model.is_on_table and engaged_with(table, model) else "move")
    plan = _plan_of(table, model, name)
    return Reach(model.id, name, model.move, plan.areas(model.move), plan)


def route(table: Table, model_id: str, waypoint: Waypoint, name: Name = "move") -> Route | None:
    """The shortest legal way of one move that ends at a place, or None. KeyError: no such model."""
    model = _mover(table, model_id)
    if not model.is_on_table or (name == "move" and engaged_with(table, model)):
        return None
    return _plan_of(table, model, name).route(waypoint)


def route_cost(table: Table, model_id: str, waypoint: Waypoint) -> float | None:
    """Inches of the shortest legal move that ends at a place, or None."""
    found = route(table, model_id, waypoint)
    return None if found is None else found.cost


def is_reachable(table: Table, model_id: str, waypoint: Waypoint) -> bool:
    """Whether one ordinary move can end at a place."""
    return route(table, model_id, waypoint) is not None


def _mover(table: Table, mover: str) -> Model:
    """The model of that id, or the first on the table of the unit of that id."""
    if mover in table.models:
        return table.model(mover)
    unit = table.units[mover]
    return next(iter(table.models_of(unit)), table.model(unit.models[0]))


class _Plan:
    """The ways of one model on one table, searched when they are first asked for."""

    def __init__(self, table: Table, model: Model, name: Name) -> None:
        self.table, self.model, self.name = table, model, name
        place = model.standing
        self.start, self.elevation = place.at, place.elevation
        self._ways: dict[tuple[frozenset[str], float], Ways] = {}

    @cached_property
    def _fixed(self) -> list[Obstacle]:
        table, model = self.table, self.model
        return [*terrain_obstacles(table, model, self.elevation), *gap_obstacles(table, model)]

    def ways(self, opened: frozenset[str] = frozenset(), allowance: float | None = None) -> Ways:
        """The ways on the surface where the model stands, the zones of some enemies open."""
        inches = self.model.move if allowance is None else allowance
        key = (opened, inches)
        if key not in self._ways:
            enemies = enemy_obstacles(self.table, self.model, opened)
            found = [o.shape for o in [*self._fixed, *enemies] if o.is_in_way(self.elevation)]
            self._ways[key] = ways_round(self.table, self.model, inches, found)
        return self._ways[key]

    # -- ends --------------------------------------------------------------------------------------------------

    def areas(self, inches: float) -> dict[str, shapely.Geometry]:
        """Where it can end for so many inches, by surface."""
        area = self.ways(allowance=inches).region()
        taken = [*self._no_ends()]
        if taken:
            area = shapely.difference(area, shapely.union_all([_area(s) for s in taken]))
        return {GROUND: area}

    def _no_ends(self) -> list[Shape]:
        """Where a base may be on its way but not end: over friends, gaps, and what is too high to stand in."""
        table, model = self.table, self.model
        shapes = []
        for other in table.standing:
            same = other.standing.on == model.standing.on
            if other.id != model.id and not table.are_enemies(model, other):
                lower, upper = sorted((other.elevation, self.elevation))
                head = lower + (other.height if lower == other.elevation else model.height)
                if same or not is_within(head, upper):
                    shapes.append(grown(other.footprint, model))
        for piece in table.terrain.solids.in_box((0.0, 0.0, *table.size)):
            feature = piece.owner
            assert isinstance(feature, Feature)
            if abs(feature.top - self.elevation - STEP) <= TOLERANCE and feature.slope is None:
                shapes.append(grown(piece.shape, model))
        shapes += [piece for gap in table.terrain.gaps for piece in gap.footprint.pieces]
        if self.name == "back_off":
            for enemy in engaged_with(table, model):
                shapes.append(grown(enemy.footprint, model, table.number("proximity.radius")))
        return shapes

    def contacts(self) -> dict[str, shapely.Geometry]:
        """By enemy: the parts of the line of contact with it that can be reached."""
        found = {}
        for enemy in self._enemies_in_reach():
            spots = _rim(grown(enemy.footprint, self.model))
            ways = self.ways(frozenset((enemy.id,)))
            is_free = [ways.distance_to(spot) is not None for spot in spots]
            parts = _runs(spots, is_free)
            if parts:
                found[enemy.id] = shapely.MultiLineString(parts)
        return found

    def _enemies_in_reach(self) -> list[Model]:
        if self.name == "back_off":
            return []
        model, table = self.model, self.table
        return [
            m for m in table.standing
            if table.are_enemies(m, model) and can_fight(table, m, model)
            and clearance(m.footprint, model.footprint) <= model.move
        ]  # fmt: skip

    # -- routes ------------------------------------------------------------------------------------------------

    def route(self, waypoint: Waypoint) -> Route | None:
        """The shortest of the ways found that the referee allows."""
        best: Route | None = None
        for path in self._candidates(waypoint):
            ruling = judge(self.table, ModelMove(self.name, self.model.id, path), in_turn=False)
            if ruling.legal and ruling.cost is not None and (best is None or ruling.cost < best.cost - 1e-9):
                best = Route(path, ruling.cost, ruling)
        return best

    def _candidates(self, waypoint: Waypoint) -> list[tuple[Waypoint, ...]]:
        paths: list[tuple[Waypoint, ...]] = [(waypoint,)]
        found = self.ways(self._touched(waypoint)).route_to(waypoint.at)
        if found is not None and len(found) > 1:
            paths.append((*(Waypoint(p) for p in found[:-1]), waypoint))
        return paths

    def _touched(self, waypoint: Waypoint) -> frozenset[str]:
        """The enemies that a move ending there would end engaged with."""
        if self.name == "back_off":
            return frozenset()
        table = self.table
        on, elevation = table.terrain.surface_at(waypoint.at, waypoint.on)
        moved = self.model.placed(Place(waypoint.at, on, elevation, self.model.standing.facing))
        return frozenset(
            piece.owner.id
            for piece in table.bases.near(moved.footprint, 0.0)
            if isinstance(piece.owner, Model)
            and table.are_enemies(moved, piece.owner)
            and can_fight(table, moved, piece.owner)
            and is_within(clearance(moved.footprint, piece.owner.footprint), 0.0)
        )


_plans: OrderedDict[tuple[int, str, Name], _Plan] = OrderedDict()


def _plan_of(table: Table, model: Model, name: Name) -> _Plan:
    """The plan of a model; the last few are kept, each with its table, so that none is mistaken for another."""
    key = (id(table), model.id, name)
    plan = _plans.get(key)
    if plan is None or plan.table is not table:
        plan = _plans[key] = _Plan(table, model, name)
    _plans.move_to_end(key)
    while len(_plans) > _KEPT:
        _plans.popitem(last=False)
    return plan


def ways_round(table: Table, model: Model, inches: float, found: Collection[Shape | Sector]) -> Ways:
    """The ways of a model from where it stands round shapes, on the table."""
    left, bottom, right, top = model.outline.box
    width, depth = table.size
    sectors = [(*s.centre, s.radius, s.low, s.high) for s in found if isinstance(s, Sector)]
    shapes = [s for s in found if isinstance(s, Shape)]
    discs = np.array([(*s.points[0], s.radius) for s in shapes if s.is_disc]).reshape(-1, 3)
    rest = [s for s in shapes if not s.is_disc]
    radii = np.array([s.radius for s in rest])
    box = (-left, -bottom, width - right, depth - top)
    return Ways(model.standing.at, inches, discs, [s.points for s in rest], radii, box, sectors=sectors)


def _area(shape: Shape) -> shapely.Geometry:
    return shapely.Polygon(shape.outline(0.004))


def _rim(shape: Shape) -> list[Point]:
    """Spots along the edge of a shape, about a tenth of an inch apart, the first again at the end."""
    corners = shape.outline(4e-4)
    spots: list[Point] = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        parts = max(1, math.ceil(math.dist(a, b) / 0.12))  # only straight sides are longer
        spots += [lerp(a, b, k / parts) for k in range(parts)]
    return [*spots, spots[0]]


def _runs(spots: list[Point], is_free: list[bool]) -> list[list[Point]]:
    """Stretches of spots in a row that are free."""
    runs: list[list[Point]] = [[]]
    for spot, free in zip(spots, is_free, strict=True):
        if free:
            runs[-1].append(spot)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]
