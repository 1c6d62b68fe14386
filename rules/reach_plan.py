"""The plan of one model's move (skirmish): its ways, where they may end, and the routes that the referee allows. Inches.

On flat ground ways are searched among circles alone (physics/ways.py); where anything can be climbed or walked over,
over a relief (physics/ways_over.py). Both are searched when they are first asked for, and kept.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
import shapely

from physics.contact import clearance
from physics.shapes import Shape
from physics.tolerance import TOLERANCE, is_within
from physics.vectors import Point, lerp, path_length
from physics.ways import Ways
from physics.ways_over import WaysOver
from rules.actions import ModelMove, Waypoint
from rules.engagement import can_fight, engaged_with
from rules.reach_obstacles import Obstacle, Sector, enemy_obstacles, gap_obstacles, grown, terrain_obstacles, window
from rules.reach_relief import box_of, convex, floors_of, hard_outlines, held_area, low_part, relief_of, rows_of
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table
from rules.terrain import GROUND, Feature
from rules.walk import STEP

Name = Literal["move", "back_off"]


@dataclass(frozen=True, slots=True)
class Route:
    """A legal way: the waypoints, what it costs (inches), the ruling on it."""

    path: tuple[Waypoint, ...]
    cost: float
    ruling: Ruling

    def action(self, model_id: str, name: Name = "move") -> ModelMove:
        """The move that goes this way."""
        return ModelMove(name, model_id, self.path)


class ReachPlan:
    """The ways of one model on one table, searched when they are first asked for."""

    def __init__(self, table: Table, model: Model, name: Name) -> None:
        self.table, self.model, self.name = table, model, name
        place = model.standing
        self.start, self.elevation = place.at, place.elevation
        self._found: dict[frozenset[str], list[Obstacle]] = {}
        self._flat: dict[tuple[frozenset[str], float], Ways] = {}
        self._over: dict[tuple[frozenset[str], float], WaysOver] = {}

    @cached_property
    def _surfaces(self) -> list[Feature]:
        """The features near enough whose tops are surfaces, without a board under them."""
        near = self.table.terrain.solids.in_box(window(self.model, self.model.base.radius))
        found = {p.owner.id: p.owner for p in near if isinstance(p.owner, Feature)}
        return [f for f in found.values() if f.standable and f.kind != "impassable" and f.bottom <= 0.0]

    @cached_property
    def has_heights(self) -> bool:
        """Whether anything near can be walked or climbed over, or the model stands above the ground."""
        near = self.table.terrain.solids.in_box(window(self.model, self.model.base.radius))
        features = [p.owner for p in near if isinstance(p.owner, Feature)]
        return bool(self._surfaces) or self.elevation != 0.0 or any(f.climbable and f.top > STEP for f in features)

    @cached_property
    def _fixed(self) -> list[Obstacle]:
        table, model = self.table, self.model
        level = 0.0 if self.has_heights else self.elevation
        return [*terrain_obstacles(table, model, level), *gap_obstacles(table, model)]

    def _obstacles(self, opened: frozenset[str]) -> list[Obstacle]:
        if opened not in self._found:
            self._found[opened] = [*self._fixed, *enemy_obstacles(self.table, self.model, opened)]
        return self._found[opened]

    def flat_ways(self, opened: frozenset[str] = frozenset(), allowance: float | None = None) -> Ways:
        """The ways on the surface where the model stands, the zones of some enemies open."""
        inches = self.model.move if allowance is None else allowance
        key = (opened, inches)
        if key not in self._flat:
            found = [o for o in self._obstacles(opened) if o.is_in_way(self.elevation)]
            self._flat[key] = ways_round(self.table, self.model, inches, found)
        return self._flat[key]

    def ways_over(self, opened: frozenset[str] = frozenset(), allowance: float | None = None) -> WaysOver:
        """The ways over everything that can be climbed, the zones of some enemies open."""
        inches = self.model.move if allowance is None else allowance
        key = (opened, inches)
        if key not in self._over:
            found = self._obstacles(opened)
            relief = relief_of(self.table, self.model, found)
            floors = floors_of(self.table, self.model, found, self._surfaces, inches)
            hard = hard_outlines(self.table, self.model, found, self._surfaces, inches)
            box = box_of(self.table, self.model)
            self._over[key] = WaysOver(self.start, self.elevation, inches, relief, floors, box, hard)
        return self._over[key]

    # -- ends --------------------------------------------------------------------------------------------------

    def areas(self, inches: float) -> dict[str, shapely.Geometry]:
        """Where it can end for so many inches, by surface."""
        if self.has_heights:
            return self._areas_by_surface(inches)
        area = self.flat_ways(allowance=inches).region()
        return {GROUND: _without(area, self._no_ends(GROUND, self.elevation))}

    def _areas_by_surface(self, inches: float) -> dict[str, shapely.Geometry]:
        area = self.ways_over(allowance=inches).area
        shapely.prepare(area)
        tops = {f.id: f.footprint.area for f in self._surfaces if f.footprint.area.intersects(area)}
        found = {GROUND: self._ends_on(area, GROUND, 0.0, list(tops.values()))}
        for feature in (f for f in self._surfaces if f.id in tops):
            own = tops[feature.id]
            higher = [tops[f.id] for f in self._surfaces if f.id in tops and _is_higher(f, feature)]
            level = feature.top if feature.slope is None else feature.bottom + feature.height / 2.0
            part = self._ends_on(area.intersection(own), feature.id, level, higher)
            if feature.top >= STEP and not part.is_empty:
                held = held_area(self.table.terrain, feature, self.model.outline)
                part = part.intersection(held.union(low_part(feature)) if feature.slope else held)
            if not part.is_empty:
                found[feature.id] = part
        return found

    def _ends_on(self, area: shapely.Geometry, on: str, level: float, besides: list[shapely.Geometry]) -> shapely.Geometry:
        blocked = [
            o.shape for o in self._obstacles(frozenset()) if o.is_in_way(level) and o.owner != on and not o.is_left
        ]
        return _without(area, [*blocked, *self._no_ends(on, level)], besides)

    @cached_property
    def _friends(self) -> list[tuple[Model, Shape]]:
        """The friends near enough, and where a base would be over theirs."""
        model = self.model
        near = (p.owner for p in self.table.bases.in_box(window(model, model.base.radius)))
        friends = [m for m in near if isinstance(m, Model) and not self.table.are_enemies(model, m)]
        return [(m, grown(m.footprint, model)) for m in friends if m.id != model.id]

    @cached_property
    def _pieces(self) -> list[tuple[Feature, Shape]]:
        """The solid features near enough, and where a base would be over them."""
        near = self.table.terrain.solids.in_box(window(self.model, self.model.base.radius))
        return [(p.owner, grown(p.shape, self.model)) for p in near if isinstance(p.owner, Feature)]

    def _no_ends(self, on: str, level: float) -> list[Shape]:
        """Where a base may be on its way but not end: over friends, gaps, and what is too high to stand in."""
        table, model = self.table, self.model
        shapes = []
        for other, shape in self._friends:
            lower, upper = sorted((other.elevation, level))
            head = lower + (other.height if lower == other.elevation else model.height)
            if other.standing.on == on or not is_within(head, upper):
                shapes.append(shape)
        for feature, shape in self._pieces:
            if abs(feature.top - level - STEP) <= TOLERANCE and feature.slope is None and feature.id != on:
                shapes.append(shape)
        if on == GROUND:
            shapes += [piece for gap in table.terrain.gaps for piece in gap.footprint.pieces]
        if self.name == "back_off":
            for enemy in engaged_with(table, model):
                shapes.append(grown(enemy.footprint, model, table.number("proximity.radius")))
            zones = (o.shape for o in self._obstacles(frozenset()) if o.is_left)
            shapes += [zone for zone in zones if isinstance(zone, Shape)]
        return shapes

    def contacts(self) -> dict[str, shapely.Geometry]:
        """By enemy: the parts of the line of contact with it that can be reached."""
        found = {}
        for enemy in self._enemies_in_reach():
            spots = _rim(grown(enemy.footprint, self.model))
            opened = frozenset((enemy.id,))
            is_free = [self._is_within(spot, opened) for spot in spots]
            parts = _runs(spots, is_free)
            if parts:
                found[enemy.id] = shapely.MultiLineString(parts)
        return found

    def _is_within(self, spot: Point, opened: frozenset[str]) -> bool:
        if not self.has_heights:
            return self.flat_ways(opened).distance_to(spot) is not None
        return next(self.ways_over(opened).routes_to(spot, 1), None) is not None

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
        best = self._judged((waypoint,))
        for cost, path in self._candidates(waypoint):
            if best is not None and best.cost <= cost + 1e-6:
                break
            found = self._judged(path)
            if found is not None and (best is None or found.cost < best.cost):
                best = found
        return best

    def _judged(self, path: tuple[Waypoint, ...]) -> Route | None:
        ruling = judge(self.table, ModelMove(self.name, self.model.id, path), in_turn=False)
        return Route(path, ruling.cost, ruling) if ruling.legal and ruling.cost is not None else None

    def _candidates(self, waypoint: Waypoint) -> Iterator[tuple[float, tuple[Waypoint, ...]]]:
        """Ways to a place, the cheapest first, each with what it should cost."""
        opened = self._touched(waypoint)
        if self.has_heights:
            for cost, points in self.ways_over(opened).routes_to(waypoint.at):
                yield cost, (*(Waypoint(p) for p in points[:-1]), waypoint)
        if self.elevation == 0.0 or not self.has_heights:
            ways = self.flat_ways(opened)
            found = ways.route_to(waypoint.at)
            if found is not None and len(found) > 1:
                yield path_length([self.start, *found]), (*(Waypoint(p) for p in found[:-1]), waypoint)

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


def ways_round(table: Table, model: Model, inches: float, found: Collection[Obstacle]) -> Ways:
    """The ways of a model from where it stands round shapes, on the table."""
    discs, polygons, radii, sectors, left = rows_of(found)
    return Ways(model.standing.at, inches, discs, polygons, radii, box_of(table, model), left, sectors)


def _without(
    area: shapely.Geometry, shapes: Collection[Shape | Sector], besides: Collection[shapely.Geometry] = ()
) -> shapely.Geometry:
    """An area without shapes and other areas."""
    left, bottom, right, top = area.bounds
    pieces = [convex(s) for s in shapes]
    near = [s for s in pieces if s.box[0] < right and s.box[2] > left and s.box[1] < top and s.box[3] > bottom]
    taken = np.array([*(_area(s) for s in near), *besides], dtype=object)
    if len(taken) == 0 or area.is_empty:
        return area
    shapely.prepare(area)
    taken = taken[shapely.intersects(area, taken)]
    return shapely.difference(area, shapely.union_all(taken)) if len(taken) else area


@lru_cache(maxsize=4096)
def _area(shape: Shape) -> shapely.Geometry:
    return shapely.Polygon(shape.outline(0.004))


def _is_higher(one: Feature, other: Feature) -> bool:
    return (one.top, one.id) > (other.top, other.id)


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
