"""Boards: what an author wrote, read, checked, and made into a Table to play on.

`read_board` refuses a file with everything that is wrong with it, each with its place and what would be right.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from rules.author_rulesets import AuthorRuleset, author_ruleset_names, find_author_ruleset, parameters_of
from rules.board_checks import position_problems
from rules.board_errors import BoardError, Problem
from rules.board_expectations import Expectation, expectations_of
from rules.board_geometry import terrain_of
from rules.board_parse import parse_toml, read_text, shape_of
from rules.board_schema import BUILT_IN, MOST_MODELS, BoardPart, UnitPart
from rules.board_sides import aura_of, marker_of, sides_of
from rules.board_units import Roster, roster_of
from rules.board_writing import board_text
from rules.rulesets import find_ruleset
from rules.table import Game, Table, Turn
from rules.terrain import GROUND, Terrain

__all__ = ["Board", "BoardError", "Expectation", "Problem", "board_text", "load_board", "read_board"]

FIRST_PHASES = {"squad": "movement", "regiment": "charges", "ranks": "charges"}
"""The phase that a turn begins with, where the ruleset has phases."""


@dataclass(frozen=True)
class Board:
    """A board that was read: its table, its expectations, its text, and its ruleset's name as the author wrote it."""

    file: str
    source: str
    table: Table
    expectations: tuple[Expectation, ...]
    ruleset: str
    author_ruleset: AuthorRuleset | None = None


def load_board(path: Path) -> Board:
    """The board in a file; BoardError when it can't be used."""
    return read_board(read_text(path, str(path)), str(path), path.parent)


def read_board(text: str, name: str, folder: Path | None = None) -> Board:
    """The board in a text. `name` is what errors call it; authors' rulesets are looked for beside `folder`."""
    part = shape_of(BoardPart, parse_toml(text, name), name)
    problems: list[Problem] = []
    based_on, author = _ruleset(part, Path(name).parent if folder is None else folder, problems)
    terrain, found = terrain_of(part.terrain)
    problems += found + _id_problems(part)
    count = sum(map(_count, part.unit))
    if count > MOST_MODELS:
        problems.append(Problem("unit", f"expected at most {MOST_MODELS} models, found {count}"))
    if count > MOST_MODELS or len(terrain.features) < len(part.terrain):
        raise BoardError(name, problems)  # where models stand can't be told without all of the terrain
    roster = roster_of(part.unit, terrain)
    problems += roster.problems + _roster_problems(part, roster)
    table = _table(part, based_on, author, terrain, roster, problems, Path(name).stem)
    if not roster.problems:
        problems += position_problems(table, roster.origin)
    expectations, found = expectations_of(part.expect, table)
    problems += found
    if problems:
        raise BoardError(name, problems)
    return Board(name, text, table, expectations, part.ruleset, author)


def _ruleset(part: BoardPart, folder: Path, problems: list[Problem]) -> tuple[str, AuthorRuleset | None]:
    """The built-in ruleset that a board is played by, and the author's own where it names one."""
    if part.ruleset in BUILT_IN:
        return part.ruleset, None
    try:
        author = find_author_ruleset(part.ruleset, folder)
    except BoardError as error:
        problems += [Problem("ruleset", f"in {error.file}: {p}") for p in error.problems]
        return "", None
    if author is None:
        own = author_ruleset_names(folder)
        problems.append(Problem("ruleset", f"expected one of {', '.join([*BUILT_IN, *own])}"))
        return "", None
    return author.based_on, author


def _id_problems(part: BoardPart) -> list[Problem]:
    """Ids that are given twice, or mean something else."""
    problems = _twice(((f"side[{k}].name", s.name) for k, s in enumerate(part.side)), "side")
    problems += [Problem(f"side[{k}].name", 'expected another name: "nobody" is nobody')
                 for k, s in enumerate(part.side) if s.name == "nobody"]
    problems += _twice(((f"terrain[{k}].id", t.id) for k, t in enumerate(part.terrain)), "feature")
    problems += [Problem(f"terrain[{k}].id", 'expected another id: "ground" is the ground')
                 for k, t in enumerate(part.terrain) if t.id == GROUND]
    problems += _twice(((f"unit[{k}].id", u.id) for k, u in enumerate(part.unit)), "unit")
    problems += _twice(((f"marker[{k}].id", m.id) for k, m in enumerate(part.marker)), "marker")
    return problems + _twice(((f"aura[{k}].id", a.id) for k, a in enumerate(part.aura)), "aura")


def _twice(named: Iterable[tuple[str, str]], what: str) -> list[Problem]:
    seen: dict[str, str] = {}
    problems = []
    for where, name in named:
        if name in seen:
            problems.append(Problem(where, f'expected a name of its own: another {what} is "{name}" ({seen[name]})'))
        seen.setdefault(name, where)
    return problems


def _roster_problems(part: BoardPart, roster: Roster) -> list[Problem]:
    """Sides that are not there, models that share a name with another unit or a marker."""
    problems: list[Problem] = []
    sides = {s.name for s in part.side}
    for k, unit in enumerate(part.unit):
        if unit.side not in sides:
            names = ", ".join(f'"{s}"' for s in sorted(sides))
            problems.append(Problem(f"unit[{k}].side", f"expected the name of a side: {names}"))
        problems += _model_id_problems(unit, f"unit[{k}]", roster)
    for k, marker in enumerate(part.marker):
        if marker.id in roster.models or marker.id in roster.units:
            problems.append(Problem(f"marker[{k}].id", f'expected a name of its own: a model or unit is "{marker.id}"'))
    for k, aura in enumerate(part.aura):
        if aura.of not in roster.units:
            problems.append(Problem(f"aura[{k}].of", f'expected the id of a unit; there is no "{aura.of}"'))
    return problems


def _model_id_problems(part: UnitPart, where: str, roster: Roster) -> list[Problem]:
    problems = []
    unit = roster.units.get(part.id)
    for name in unit.models if unit is not None else ():
        model = roster.models[name]
        if model.unit != part.id:
            problems.append(Problem(where, f'expected other ids: its model "{name}" is also of unit "{model.unit}"'))
        elif name in roster.units and (name != part.id or len(unit.models if unit else ()) > 1):
            problems.append(Problem(roster.origin[name], f'expected another id: a unit is called "{name}" too'))
    return problems


def _count(part: UnitPart) -> int:
    """How many models a unit has."""
    if part.formation is not None:
        return part.formation.count
    return len(part.models or part.model or (None,))


def _table(
    part: BoardPart,
    based_on: str,
    author: AuthorRuleset | None,
    terrain: Terrain,
    roster: Roster,
    problems: list[Problem],
    stem: str,
) -> Table:
    ruleset = find_ruleset(based_on)
    sides, found = sides_of(part.side)
    problems += found
    changed: dict[str, float | bool] = {}
    if based_on:
        changed, found = parameters_of(based_on, part.rules)
        problems += found
    defaults = ruleset.defaults if ruleset is not None else {}
    parameters = {**defaults, **(author.parameters if author is not None else {}), **changed}
    table = Table(
        part.title or stem, based_on, part.table.size, sides, terrain, roster.units, roster.models,
        tuple(map(marker_of, part.marker)), tuple(map(aura_of, part.aura)),
        parameters, part.summary,
    )
    return _with_game(table, part, problems)


def _with_game(table: Table, part: BoardPart, problems: list[Problem]) -> Table:
    """The table at the start of its game, or as a sandbox."""
    if part.game is None:
        return table
    names = [s.name for s in part.side]
    first = part.game.first or names[0]
    if first not in names:
        problems.append(Problem("game.first", f"expected the name of a side: {', '.join(names)}"))
    turn = Turn(1, first, FIRST_PHASES.get(table.ruleset, ""))
    return replace(table, game=Game(part.game.rounds, first, part.game.seed), turn=turn)
