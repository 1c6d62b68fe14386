"""Authors' own rulesets: a built-in one with other parameters and words, in a file rulesets/NAME.toml.

The file lies in a folder `rulesets` beside the board, or in the project's levels/rulesets/. A ruleset is named,
never a path: the name's form leaves no room for one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from rules.board_errors import BoardError, Problem
from rules.board_parse import parse_toml, read_text, shape_of
from rules.board_schema import BUILT_IN, Part
from rules.board_values import ChoiceValue, Name, Text, is_number, is_number_in
from rules.rulesets import find_ruleset

NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
PROJECT_FOLDER = Path(__file__).resolve().parent.parent / "levels" / "rulesets"

BuiltIn = Annotated[str, ChoiceValue(BUILT_IN)]


class RulesetPart(Part):
    """A whole ruleset file."""

    name: Name | None = Field(default=None, description="if given, the file's own name")
    title: Text = Field(default="", description="the ruleset's title; left out, its name")
    based_on: BuiltIn = Field(description="the built-in ruleset that it changes")
    summary: Text = Field(default="", description="one sentence on what is different")
    rules: dict[Name, Any] = Field(default_factory=dict, description="parameters with their changed values")
    words: dict[Name, Text] = Field(default_factory=dict, description="clauses with their changed words")


@dataclass(frozen=True)
class AuthorRuleset:
    """A built-in ruleset as an author changed it."""

    name: str
    title: str
    based_on: str
    summary: str = ""
    parameters: Mapping[str, float | bool] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


def load_author_ruleset(path: Path) -> AuthorRuleset:
    """The ruleset in a file; BoardError says what is wrong with it and where."""
    file = str(path)
    part = shape_of(RulesetPart, parse_toml(read_text(path, file), file), file)
    parameters, problems = parameters_of(part.based_on, part.rules)
    if part.name is not None and part.name != path.stem:
        problems.append(Problem("name", f'expected the name of its file, "{path.stem}"'))
    ruleset = find_ruleset(part.based_on)
    if ruleset is not None:
        unknown = [c for c in part.words if ruleset.clause(c) is None]
        problems += [Problem(f'words."{c}"', f"expected a clause of {part.based_on}") for c in unknown]
    if problems:
        raise BoardError(file, problems)
    return AuthorRuleset(path.stem, part.title or path.stem, part.based_on, part.summary, parameters, part.words)


def find_author_ruleset(name: str, folder: Path | None) -> AuthorRuleset | None:
    """The author's ruleset of a name, from rulesets/ beside the board or the project's; None when there is none."""
    if NAME.fullmatch(name) is None:
        return None
    for place in ruleset_folders(folder):
        path = place / f"{name}.toml"
        if path.is_file():
            return load_author_ruleset(path)
    return None


def ruleset_folders(folder: Path | None) -> list[Path]:
    """Where rulesets are looked for: beside the boards of a folder, then in the project."""
    return [PROJECT_FOLDER] if folder is None else [folder / "rulesets", PROJECT_FOLDER]


def author_ruleset_names(folder: Path | None) -> list[str]:
    """The names of the authors' rulesets that boards of a folder can use."""
    paths = [p for place in ruleset_folders(folder) if place.is_dir() for p in place.glob("*.toml")]
    return sorted({p.stem for p in paths if NAME.fullmatch(p.stem)})


def parameters_of(based_on: str, rules: Mapping[str, Any]) -> tuple[dict[str, float | bool], list[Problem]]:
    """The changed parameters of a [rules] table, and what is wrong with them."""
    given = dict(_flat(rules))
    problems = [Problem(f'rules."{k}"', says) for k, v in given.items() if (says := _parameter_says(based_on, k, v))]
    return {k: v if isinstance(v, bool) else float(v) for k, v in given.items()} if not problems else {}, problems


def _flat(rules: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """The parameters with their whole names: TOML reads an unquoted `proximity.radius` as a table in a table."""
    found: list[tuple[str, Any]] = []
    for key, value in rules.items():
        found += _flat(value, f"{before}{key}.") if isinstance(value, dict) else [(f"{before}{key}", value)]
    return found


def _parameter_says(based_on: str, name: str, value: Any) -> str | None:
    """What would be right for a parameter, or None when it is."""
    ruleset = find_ruleset(based_on)
    if ruleset is None:
        is_right = isinstance(value, bool) or (is_number(value) and is_number_in(value, -1000.0, 1000.0))
        return None if is_right else "expected a number, or true or false"
    parameter = next((p for p in ruleset.parameters if p.name == name), None)
    if parameter is None:
        names = ", ".join(p.name for p in ruleset.parameters)
        return f"expected a parameter of {based_on}: {names}"
    if isinstance(parameter.default, bool):
        return None if isinstance(value, bool) else "expected true or false"
    if not is_number_in(value, parameter.least, parameter.most):
        return f"expected a number from {parameter.least:g} to {parameter.most:g}"
    return None
