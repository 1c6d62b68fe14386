"""Random tables and paths for the property tests and the oracle (hypothesis strategies and plain generators)."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from physics.vectors import Point
from rules.actions import ModelMove, Waypoint
from rules.table import Model, Table
from rules.terrain import Feature
from tests.rules.tables import (
    INCH,
    block,
    box,
    gap,
    impassable,
    ladder,
    piece,
    slope,
    table_of,
    tower,
    wall,
)

BASES: tuple[object, ...] = (25.0, 32.0, 2 * INCH, 40.0, {"rect": (25.0, 50.0)}, {"rect": (INCH, INCH)}, (35.0, 60.0))
HEIGHTS = (0.5, 0.95, 1.0, 1.25, 2.0, 3.0, 3.5)


def random_feature(rng: random.Random, name: str, has_heights: bool, grid: float) -> Feature:
    """A feature anywhere in the middle of the table; on a grid, so that edges meet, when `grid` is not nought."""
    x, y = on_grid(rng.uniform(2.0, 15.0), grid), on_grid(rng.uniform(2.0, 11.0), grid)
    w, d = on_grid(rng.uniform(1.0, 4.5), grid) or 1.0, on_grid(rng.uniform(1.0, 4.5), grid) or 1.0
    angle = 0.0 if grid else rng.uniform(-90.0, 90.0)
    height = rng.choice(HEIGHTS)
    if not has_heights:
        return _flat_feature(rng, name, (x, y, w, d), angle, height)
    kind = rng.choice(("block", "block", "block", "deck", "wall", "fence", "slope", "gap", "impassable", "L", "tower"))
    corners = box(x, y, w, d, angle)
    if kind == "deck":
        return block(name, corners, 0.25, bottom=rng.choice((1.0, 2.0, 2.75)))
    if kind == "wall":
        return wall(name, ((x, y), (x + w, y + rng.choice((0.0, d)))), height, climbable=rng.random() < 0.6)
    if kind == "fence":
        return wall(name, ((x, y), (x, y + d), (x + w, y + d)), rng.choice((0.75, 1.0)))
    if kind == "slope":
        low, high = _middle(corners[3], corners[0]), _middle(corners[1], corners[2])
        return slope(name, corners, low, high, height)
    if kind == "gap":
        return gap(name, box(x, y, min(w, 1.5), d, angle))
    if kind == "impassable":
        return impassable(name, box(x, y, min(w, 1.5), min(d, 1.5), angle))
    if kind == "L":
        t = min(w, d) / 2.0
        return block(name, ((x, y), (x + w, y), (x + w, y + t), (x + t, y + t), (x + t, y + d), (x, y + d)), height)
    if kind == "tower":
        return tower(name, (x, y), min(w, 2.0), height, climbable=rng.random() < 0.7)
    return block(name, corners, height, climbable=rng.random() < 0.7)


def _flat_feature(
    rng: random.Random, name: str, at: tuple[float, float, float, float], angle: float, height: float
) -> Feature:
    """What nobody climbs or stands on: it blocks, is stepped over, hides, or is passed under."""
    x, y, w, d = at
    kind = rng.choice(("block", "wall", "impassable", "tower", "over"))
    if kind == "wall":
        return wall(name, ((x, y), (x + w, y + rng.choice((0.0, d)))), height, climbable=False)
    if kind == "impassable":
        return impassable(name, box(x, y, min(w, 2.0), min(d, 2.0), angle))
    if kind == "tower":
        return tower(name, (x, y), min(w, 1.5), height, climbable=False, standable=False)
    bottom = rng.choice((1.0, 1.5)) if kind == "over" else 0.0
    return block(name, box(x, y, w, min(d, 1.5), angle), height, bottom, climbable=False, standable=False)


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)


def on_grid(value: float, grid: float) -> float:
    """A number rounded to a grid (nought: left as it is)."""
    return round(value / grid) * grid if grid else value


def random_table(rng: random.Random, has_heights: bool, features: int = 6, enemies: int = 3) -> Table:
    """A table with one model to move, `mover`, some enemies and a friend. Bases may overlap: the judge takes any table."""
    grid = rng.choice((0.0, 0.5))
    terrain = [random_feature(rng, f"f{k}", has_heights, grid) for k in range(rng.randint(0, features))]
    if has_heights and rng.random() < 0.3:
        edges = [f for f in terrain if f.kind == "block" and f.footprint.edges]
        if edges:
            a, b = rng.choice(rng.choice(edges).footprint.edges)
            terrain.append(ladder("rungs", (_middle(a, b), b)))
    pieces = []
    for k in range(enemies + 2):
        name = "mover" if k == 0 else "friend" if k == 1 else f"enemy-{k}"
        at = (on_grid(rng.uniform(1.5, 18.0), grid), on_grid(rng.uniform(1.5, 13.0), grid))
        pieces.append(piece(
            name, "Reds" if k < 2 else "Blues", at, base=rng.choice(BASES[:4] if k else BASES[:6]),
            move=rng.choice((4.0, 6.0, 9.0)), agility=rng.choice((0.0, 1.0, 2.0, 3.0, 5.0)), height=rng.choice((1.0, 1.25, 2.0)),
            facing_deg=90.0 if grid else rng.uniform(-180.0, 180.0),
        ))
    return table_of(terrain, pieces, size=(20.0, 15.0))


def random_path(rng: random.Random, table: Table, legs: int = 3) -> tuple[Waypoint, ...]:
    """A path of the mover of some legs, about as long as its Move in all; on the half-inch grid now and then."""
    x, y = table.model("mover").standing.at
    grid = rng.choice((0.0, 0.0, 0.5))
    path = []
    for _ in range(rng.randint(1, legs)):
        turn = rng.choice((rng.uniform(-math.pi, math.pi), rng.randint(0, 3) * math.pi / 2.0))
        far = rng.uniform(0.5, 4.5)
        x = min(19.0, max(1.0, on_grid(x + far * math.cos(turn), grid)))
        y = min(14.0, max(1.0, on_grid(y + far * math.sin(turn), grid)))
        on = rng.choice(table.terrain.features).id if table.terrain.features and rng.random() < 0.06 else None
        if on is not None and (not table.terrain.feature(on).is_solid or not table.terrain.feature(on).is_over((x, y))):
            on = None
        path.append(Waypoint((x, y), on))
    return tuple(path)


def random_case(seed: int, has_heights: bool) -> tuple[Table, ModelMove]:
    """A table and a move of `mover` on it."""
    rng = random.Random(seed)
    table = random_table(rng, has_heights)
    return table, ModelMove("move", "mover", random_path(rng, table))


def seeds() -> st.SearchStrategy[int]:
    """Seeds of random cases. Hypothesis shrinks them to a small number, not to a small board; each is reproducible."""
    return st.integers(0, 2**40)


def with_models(table: Table, changed: Sequence[Model]) -> Table:
    return table.with_models(changed)


def with_move(table: Table, inches: float) -> Table:
    """The same table, the mover with another Move."""
    return table.with_models([replace(table.model("mover"), move=inches)])
