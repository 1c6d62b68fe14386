"""Builders of Tables for tests: a board in a few words, inches throughout (bases in millimetres)."""

import math
from collections.abc import Iterable

from physics.regions import Footprint, circle_footprint, polygon_footprint, wall_footprint
from physics.shapes import Shape
from physics.vectors import Point, rotate
from rules.actions import ModelMove, Waypoint
from rules.referee import judge
from rules.rulesets import RULESETS
from rules.ruling import Ruling
from rules.table import Base, Game, Marker, Model, Place, Side, Table, Turn, Unit
from rules.terrain import Feature, Opening, Terrain

INCH = 25.4
"""Millimetres, so that a base of `2 * INCH` has a radius of exactly an inch."""
SIDES = (Side("Reds", "#D55E00"), Side("Blues", "#0072B2"))


def box(x: float, y: float, width: float, depth: float, angle_deg: float = 0.0) -> tuple[Point, ...]:
    """The corners of a rectangle by its lower left corner, turned about its middle."""
    cx, cy = x + width / 2.0, y + depth / 2.0
    corners = ((-width, -depth), (width, -depth), (width, depth), (-width, depth))
    turned = (rotate((px / 2.0, py / 2.0), math.radians(angle_deg)) for px, py in corners)
    return tuple((cx + px, cy + py) for px, py in turned)


def block(
    name: str, points: tuple[Point, ...], height: float, bottom: float = 0.0, climbable: bool = True,
    standable: bool = True,
) -> Feature:
    return Feature(name, "block", polygon_footprint(points), bottom, height, climbable, standable)


def tower(name: str, at: Point, radius: float, height: float, climbable: bool = True, standable: bool = True) -> Feature:
    return Feature(name, "block", circle_footprint(at, radius), 0.0, height, climbable, standable)


def wall(
    name: str, line: tuple[Point, ...], height: float, thickness: float = 0.25, climbable: bool = True,
    bottom: float = 0.0, standable: bool = False, openings: tuple[tuple[Point, Point], ...] = (),
) -> Feature:
    doors = tuple(
        Opening(((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), math.dist(a, b), (a, b)) for a, b in openings
    )
    footprint = wall_footprint(line, thickness, openings)
    return Feature(
        name, "wall", footprint, bottom, height, climbable, standable, line=line, thickness=thickness, openings=doors
    )


def gap(name: str, points: tuple[Point, ...], depth: float | None = None) -> Feature:
    return Feature(name, "gap", polygon_footprint(points), depth=depth)


def round_gap(name: str, at: Point, radius: float) -> Feature:
    return Feature(name, "gap", circle_footprint(at, radius))


def slope(
    name: str, points: tuple[Point, ...], low: Point, high: Point, height: float, bottom: float = 0.0
) -> Feature:
    return Feature(name, "slope", polygon_footprint(points), bottom, height, slope=(low, high))


def ladder(name: str, line: tuple[Point, Point], reach: float = 0.5) -> Feature:
    return Feature(name, "ladder", Footprint((Shape(line),)), line=line, reach=reach)


def impassable(name: str, points: tuple[Point, ...]) -> Feature:
    return Feature(name, "impassable", polygon_footprint(points), climbable=False)


def base_of(base: float | tuple[float, float] | dict[str, tuple[float, float]]) -> Base:
    """A disc of so many millimetres, an oval (front, depth), or {"rect": (front, depth)}."""
    if isinstance(base, dict):
        return Base("rect", *base["rect"])
    if isinstance(base, tuple):
        return Base("oval", *base)
    return Base("disc", base, base)


def piece(
    name: str, side: str, at: Point, *, base: float | tuple[float, float] | dict[str, tuple[float, float]] = 2 * INCH,
    on: str | None = None, move: float = 6.0, agility: float = 3.0, height: float = 1.25, facing_deg: float = 90.0,
) -> tuple[Model, str, str | None]:
    """A model to be put on a table, its side, and the surface it is to stand on."""
    place = Place(at, facing=math.radians(facing_deg))
    return Model(name, name, base_of(base), height, move, agility, 1, 2 * move, place=place), side, on


def table_of(
    features: Iterable[Feature], pieces: Iterable[tuple[Model, str, str | None]], *, size: tuple[float, float] = (30.0, 22.0),
    parameters: dict[str, float | bool] | None = None, game: Game | None = None, markers: tuple[Marker, ...] = (),
) -> Table:
    """A skirmish table; every model stands where BOARDS.md says for its `on`."""
    terrain = Terrain(tuple(features))
    models: dict[str, Model] = {}
    units: dict[str, Unit] = {}
    for model, side, on in pieces:
        surface, elevation = terrain.surface_at(model.standing.at, on)
        models[model.id] = model.placed(Place(model.standing.at, surface, elevation, model.standing.facing))
        units[model.id] = Unit(model.id, side, (model.id,))
    turn = Turn(1, game.first) if game else Turn()
    return Table(
        "test", "skirmish", size, SIDES, terrain, units, models, markers,
        parameters={**RULESETS["skirmish"].defaults, **(parameters or {})}, game=game, turn=turn,
    )


def waypoints(*path: tuple[float, float] | tuple[float, float, str]) -> tuple[Waypoint, ...]:
    """Waypoints of (x, y) or (x, y, "on")."""
    return tuple(Waypoint((p[0], p[1]), p[2] if len(p) == 3 else None) for p in path)


def move(name: str, *path: tuple[float, float] | tuple[float, float, str]) -> ModelMove:
    return ModelMove("move", name, waypoints(*path))


def back_off(name: str, *path: tuple[float, float] | tuple[float, float, str]) -> ModelMove:
    return ModelMove("back_off", name, waypoints(*path))


def rule(table: Table, action: ModelMove) -> Ruling:
    """The ruling whoever's turn it is."""
    return judge(table, action, in_turn=False)


def offences(ruling: Ruling) -> set[str]:
    """The clauses that refuse; none of a legal ruling."""
    return set() if ruling.legal else set(ruling.clauses)
