"""Builders of Tables of ranked units for tests, whole boards mirrored, turned and shifted, and moves for them. Inches."""

import math
import random
from collections.abc import Iterable
from dataclasses import replace

from physics.contact import clearance
from physics.ranks import block_places
from physics.regions import Footprint, circle_footprint
from physics.shapes import MM_PER_INCH
from physics.vectors import Point
from rules.actions import BlockMove, Reform, Separate, Step
from rules.blocks import block_of, inches_between, outline_of
from rules.manoeuvres import march_of
from rules.referee import judge
from rules.rulesets import RULESETS
from rules.ruling import Ruling
from rules.table import Base, Formation, Game, Model, Place, Table, Turn, Unit
from rules.terrain import Feature, Terrain
from tests.rules.motions import Motion, _moved_feature
from tests.rules.tables import INCH, SIDES

Piece = tuple[Unit, list[Model]]


def ranked(
    name: str, side: str, at: Point, files: int = 2, count: int = 2, *, facing_deg: float = 90.0,
    base: tuple[float, float] = (2 * INCH, 2 * INCH), move: float = 8.0, charge: float = 16.0,
) -> Piece:
    """A ranked unit; `at` is the middle of its front edge. Its bases are 2 × 2 in unless millimetres are given."""
    pose = Formation(files, at, math.radians(facing_deg))
    spots = block_places(at, pose.facing, files, count, base[0] / MM_PER_INCH, base[1] / MM_PER_INCH)
    models = [
        Model(f"{name}-{k + 1}", name, Base("rect", *base), 1.25, move, 0.0, 1, charge, place=Place(p, facing=pose.facing))
        for k, p in enumerate(spots)
    ]
    return Unit(name, side, tuple(m.id for m in models), formation=pose), models


def lone(name: str, side: str, at: Point, base: Base, move: float = 8.0, facing_deg: float = 90.0) -> Piece:
    """A unit of one model on any base; `at` is its middle."""
    place = Place(at, facing=math.radians(facing_deg))
    return Unit(name, side, (name,)), [Model(name, name, base, 1.25, move, 0.0, 1, 2 * move, place=place)]


def block_table(
    ruleset: str, pieces: Iterable[Piece], features: Iterable[Feature] = (), *, size: tuple[float, float] = (60.0, 40.0),
    game: Game | None = None, parameters: dict[str, float | bool] | None = None,
) -> Table:
    """A table of ranked units."""
    pieces = list(pieces)
    turn = Turn(1, game.first, "charges") if game else Turn()
    return Table(
        "test", ruleset, size, SIDES, Terrain(tuple(features)), {u.id: u for u, _ in pieces},
        {m.id: m for _, models in pieces for m in models},
        parameters={**RULESETS[ruleset].defaults, **(parameters or {})}, game=game, turn=turn,
    )


def ahead(inches: float) -> Step:
    return Step(advance=inches)


def left(degrees: float) -> Step:
    return Step(wheel="left", degrees=degrees)


def right(degrees: float) -> Step:
    return Step(wheel="right", degrees=degrees)


def go(table: Table, unit: str, *steps: Step, name: str = "move", target: str | None = None, in_turn: bool = False) -> Ruling:
    """The ruling on a move of some steps, whoever's turn it is."""
    return judge(table, BlockMove(name, unit, steps, target), in_turn)


def reform(table: Table, unit: str, files: int, at: Point, facing_deg: float = 90.0) -> Ruling:
    return judge(table, Reform(unit, files, at, facing_deg), in_turn=False)


def separate(table: Table, unit: str, by: Point) -> Ruling:
    return judge(table, Separate(unit, by), in_turn=False)


def after(ruling: Ruling) -> Table:
    """The Table after a move that is legal."""
    assert ruling.legal, ruling.findings
    assert ruling.after is not None
    return ruling.after


def apart(table: Table, one: str, other: str) -> float:
    """Signed inches between two units."""
    return inches_between(outline_of(table, table.units[one]), outline_of(table, table.units[other]))


def refused(ruling: Ruling) -> set[str]:
    return set() if ruling.legal else set(ruling.clauses)


def moved_blocks(table: Table, motion: Motion) -> Table:
    """The board carried along by a motion; in a mirrored one left and right change places, in the ranks too."""
    models: dict[str, Model] = {}
    units: dict[str, Unit] = {}
    for unit in table.units.values():
        pose = unit.formation
        if pose is not None:
            pose = Formation(pose.files, motion.point(pose.at), motion.facing(pose.facing))
        units[unit.id] = replace(unit, formation=pose)
        for model in table.models_of(unit):
            place = model.standing
            models[model.id] = model.placed(Place(motion.point(place.at), place.on, place.elevation, motion.facing(place.facing)))
    terrain = Terrain(tuple(_moved_feature(f, motion) for f in table.terrain.features))
    return replace(table, size=(200.0, 200.0), units=units, models=models, terrain=terrain)


def moved_steps(steps: tuple[Step, ...], motion: Motion) -> tuple[Step, ...]:
    other = {"left": "right", "right": "left"}
    return tuple(replace(s, wheel=other[s.wheel]) if s.wheel and motion.is_mirrored else s for s in steps)


def random_blocks(rng: random.Random, ruleset: str, count: int = 6, size: float = 26.0, room: float = 1.0) -> Table:
    """Blocks of two sides, at least so far apart that the board is a legal one, and a rock."""
    pieces: list[Piece] = []
    rock = Feature("rock", "impassable", _disc(rng, size), climbable=False)
    tries = 0
    while len(pieces) < count and tries < 400:
        tries += 1
        files = rng.randint(1, 4)
        piece = ranked(
            f"u{len(pieces)}", rng.choice(("Reds", "Blues")), (rng.uniform(4, size - 4), rng.uniform(4, size - 4)), files,
            rng.randint(files, 3 * files), facing_deg=rng.uniform(0, 360), base=rng.choice(((20, 20), (25, 50), (25.4, 25.4))),
        )
        table = block_table(ruleset, [*pieces, piece], [rock], size=(size, size))
        new = outline_of(table, piece[0])
        others = [outline_of(table, u) for u, _ in pieces] + [rock.footprint.pieces]
        boxes = [s.box for s in new]
        on_table = all(b[0] >= 0 and b[1] >= 0 and b[2] <= size and b[3] <= size for b in boxes)
        if on_table and all(inches_between(new, o) > room + 0.01 for o in others):
            pieces.append(piece)
    return block_table(ruleset, pieces, [rock], size=(size, size))


def _disc(rng: random.Random, size: float) -> Footprint:
    return circle_footprint((rng.uniform(6, size - 6), rng.uniform(6, size - 6)), 1.2)


def random_steps(rng: random.Random) -> tuple[Step, ...]:
    """One to four steps that a unit of Move 8 can often afford."""
    steps: list[Step] = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(3)
        steps.append(ahead(rng.uniform(0.1, 4.0)) if kind == 0 else (left if kind == 1 else right)(rng.uniform(1.0, 50.0)))
    return tuple(steps)


def sampled_least(table: Table, unit: str, steps: tuple[Step, ...]) -> float:
    """The least clearance of a unit to all else on its way, found slowly: pose after pose, a sixteenth of an inch apart."""
    block = block_of(table, table.units[unit])
    assert block is not None
    march = march_of(block, steps)
    others = [outline_of(table, u) for u in table.units.values() if u.id != unit]
    others += [f.footprint.pieces for f in table.terrain.features]
    least = math.inf
    for stage in march.stages:
        count = max(2, math.ceil(stage.inches * 16))
        for k in range(count + 1):
            for piece in stage.block_at(k / count).outline:
                least = min(least, min(clearance(piece, o) for other in others for o in other))
    return least
