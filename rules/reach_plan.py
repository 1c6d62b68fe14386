"""The plan of one model's move (skirmish): its ways, where they may end, and the routes that the referee allows. Inches.

On flat ground ways are searched among circles alone (physics/ways.py); where anything can be climbed or walked over,
over a relief (physics/ways_over.py). Both are searched when they are first asked for, and kept.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

import shapely

from physics.contact import clearance
from physics.shapes import Shape
from physics.tolerance import is_within
from physics.vectors import Point, lerp, path_length
from physics.ways import Ways
from physics.ways_over import WaysOver
from rules.actions import ModelMove, Waypoint
from rules.engagement import can_fight
from rules.reach_ends import Ends, Name
from rules.reach_floors import floors_of
from rules.reach_obstacles import Obstacle, enemy_obstacles, gap_obstacles, grown, terrain_obstacles, window
from rules.reach_relief import box_of, relief_of, rows_of
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table
from rules.terrain import Feature
from rules.walk import STEP


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
        """The features near enough whose tops are surfaces."""
        near = self.table.terrain.solids.in_box(window(self.model, self.model.base.radius))
        found = {p.owner.id: p.owner for p in near if isinstance(p.owner, Feature)}
        return [f for f in found.values() if f.standable and f.kind != "impassable"]

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

    def obstacles(self, opened: frozenset[str]) -> list[Obstacle]:
        """What the middle of the base keeps out of, the zones of some enemies open."""
        if opened not in self._found:
            self._found[opened] = [*self._fixed, *enemy_obstacles(self.table, self.model, opened)]
        return self._found[opened]

    def flat_ways(self, opened: frozenset[str] = frozenset(), allowance: float | None = None) -> Ways:
        """The ways on the surface where the model stands, the zones of some enemies open."""
        inches = self.model.move if allowance is None else allowance
        key = (opened, inches)
        if key not in self._flat:
            found = [o for o in self.obstacles(opened) if o.is_in_way(self.elevation)]
            self._flat[key] = ways_round(self.table, self.model, inches, found)
        return self._flat[key]

    def ways_over(self, opened: frozenset[str] = frozenset(), allowance: float | None = None) -> WaysOver:
        """The ways over everything that can be climbed, the zones of some enemies open."""
        inches = self.model.move if allowance is None else allowance
        key = (opened, inches)
        if key not in self._over:
            found = self.obstacles(opened)
            relief = relief_of(self.table, self.model, found)
            floors, hard = floors_of(self.table, self.model, found, self._surfaces, inches)
            box = box_of(self.table, self.model)
            self._over[key] = WaysOver(self.start, self.elevation, inches, relief, floors, box, hard)
        return self._over[key]

    # -- ends --------------------------------------------------------------------------------------------------

    def areas(self, inches: float) -> dict[str, shapely.Geometry]:
        """Where it can end for so many inches, by surface."""
        if not self.has_heights:
            return self._ends.on_flat_ground(self.flat_ways(allowance=inches).region())
        return self._ends.by_surface(self.ways_over(allowance=inches))

    def landings(self) -> dict[str, shapely.Geometry]:
        """The lines on which it can end where a drop ends its move, by surface."""
        return self._ends.landings(self.ways_over()) if self.has_heights else {}

    @cached_property
    def _ends(self) -> Ends:
        return Ends(self.table, self.model, self.name, self.obstacles(frozenset()), self._surfaces)

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
        return next(self.ways_over(opened).routes_to(spot, most=1), None) is not None

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
            features = self.table.terrain.features
            on, _ = self.table.terrain.surface_at(waypoint.at, waypoint.on)
            number = next((k for k, f in enumerate(features) if f.id == on and f.is_solid), -1)
            for cost, corners in self.ways_over(opened).routes_to(waypoint.at, number):
                named = (Waypoint(p, features[k].id if k >= 0 and features[k].bottom > 0.0 else None) for p, k in corners[:-1])
                yield cost, (*named, waypoint)
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
