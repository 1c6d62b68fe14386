"""Tables built by hand for the tests of the drawing."""

import math
import random

from physics.regions import circle_footprint, polygon_footprint, wall_footprint
from physics.vectors import Point
from rules.rulesets import RULESETS
from rules.table import Base, Marker, Model, Place, Side, Table, Unit
from rules.terrain import Feature, Terrain

BASES = (
    Base("disc", 32, 32),
    Base("disc", 25, 25),
    Base("oval", 60, 35),
    Base("rect", 25, 50),
    Base("disc", 40, 40),
)


def rectangle(x: float, y: float, width: float, depth: float) -> tuple[Point, ...]:
    """Corners of a rectangle, anticlockwise."""
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def block(name: str, x: float, y: float, width: float, depth: float, height: float, bottom: float = 0.0) -> Feature:
    """A block of terrain."""
    return Feature(name, "block", polygon_footprint(rectangle(x, y, width, depth)), bottom, height)


def single(
    name: str, side: str, at: Point, terrain: Terrain, base: Base = BASES[0], on: str | None = None
) -> tuple[Unit, Model]:
    """A unit of one model."""
    surface, elevation = terrain.surface_at(at, on)
    model = Model(name, name, base, 1.25, 6.0, 4.0, 1, 12.0, place=Place(at, surface, elevation))
    return Unit(name, side, (name,)), model


def table_of(
    size: tuple[float, float],
    terrain: Terrain,
    pieces: list[tuple[Unit, Model]],
    markers: tuple[Marker, ...] = (),
    deploy: float = 0.0,
) -> Table:
    """A skirmish table of two sides."""
    zones = (
        (rectangle(0, 0, size[0], deploy), rectangle(0, size[1] - deploy, size[0], deploy)) if deploy else (None, None)
    )
    sides = (Side("Wardens", "#0072B2", zones[0]), Side("Raiders", "#D55E00", zones[1]))
    units = {unit.id: unit for unit, _ in pieces}
    models = {model.id: model for _, model in pieces}
    return Table(
        "By hand", "skirmish", size, sides, terrain, units, models, markers, parameters=RULESETS["skirmish"].defaults
    )


def crowded_table(features: int, models: int, seed: int = 3) -> Table:
    """A table of 44 × 60 in with that many features and models, always the same for a seed."""
    chance = random.Random(seed)
    terrain = Terrain(tuple(_random_feature(chance, k) for k in range(features)))
    pieces: list[tuple[Unit, Model]] = []
    while len(pieces) < models:
        at, base = (chance.uniform(1.5, 42.5), chance.uniform(1.5, 58.5)), chance.choice(BASES)
        if all(math.dist(at, m.standing.at) > base.radius + m.base.radius for _, m in pieces):
            name = f"m{len(pieces)}"
            unit, model = single(name, ("Wardens", "Raiders")[len(pieces) % 2], at, terrain, base)
            place = model.standing
            pieces.append((unit, model.placed(Place(at, place.on, place.elevation, chance.uniform(0.0, 6.28)))))
    markers = tuple(
        Marker(kind, (8.0 + 9.0 * k, 30.0), 40, kind)
        for k, kind in enumerate(("mission", "search", "objective", "plain"))
    )
    return table_of((44.0, 60.0), terrain, pieces, markers, 6.0)


def _random_feature(chance: random.Random, number: int) -> Feature:
    x, y, width, depth = chance.uniform(1, 38), chance.uniform(1, 54), chance.uniform(1.2, 5), chance.uniform(1.2, 5)
    kind = chance.choice(("block", "block", "block", "corner", "wall", "slope", "gap", "impassable", "circle", "deck"))
    name, height = f"f{number}", chance.choice((0.5, 1.0, 2.0, 3.0, 5.0))
    box = polygon_footprint(rectangle(x, y, width, depth))
    if kind == "deck":
        return Feature(name, "block", box, 2.8, 0.2)
    if kind == "circle":
        return Feature(
            name, "block", circle_footprint((x + width / 2, y + depth / 2), min(width, depth) / 2), 0.0, height
        )
    if kind == "wall":
        line = ((x, y), (x + width, y), (x + width, y + depth))
        return Feature(
            name, "wall", wall_footprint(line, 0.25), 0.0, height, standable=False, line=line, thickness=0.25
        )
    if kind == "slope":
        return Feature(name, "slope", box, 0.0, height, slope=((x, y + depth / 2), (x + width, y + depth / 2)))
    if kind == "gap":
        return Feature(name, "gap", box, depth=3.0)
    if kind == "impassable":
        return Feature(name, "impassable", box)
    half = (
        (x, y),
        (x + width, y),
        (x + width, y + depth / 2),
        (x + width / 2, y + depth / 2),
        (x + width / 2, y + depth),
        (x, y + depth),
    )
    return Feature(name, "block", polygon_footprint(half) if kind == "corner" else box, 0.0, height)
