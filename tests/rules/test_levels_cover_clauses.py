"""Every clause of a ruleset that has levels is told in words, allowed once and refused once on some board, and tested."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.boards import load_board
from rules.rulesets import RULESETS

ROOT = Path(__file__).resolve().parents[2]
LEVELS = ROOT / "levels"
BOARDS = sorted(f for name in RULESETS for f in (LEVELS / name).glob("*.toml"))
TAUGHT = [name for name in RULESETS if any((LEVELS / name).glob("*.toml"))]
CLAUSES = [(name, clause.id) for name in TAUGHT for clause in RULESETS[name].clauses]

# They say how something is reckoned or what holds, and refuse nothing by themselves: what is refused on account of them
# is refused by another clause (a climb that is paid for and too far: move.distance), or only seen in a fact.
DESCRIBING = {
    "engagement", "climb.cost", "climb.free", "drop",
    "coherency.kept", "coherency.casualty", "coherency.marker", "flying", "direct.leader", "direct.edge", "leader.first",
    "keyword.match", "setup.destroyed",
    "spacing.uncontrolled", "spacing.kept",
    "combat.contact", "measure.point", "wheel.free",
}  # fmt: skip


@cache
def written(file: Path) -> tuple[list[str], dict[str, Any]]:
    """The clauses that a board's first line names, and the board as its author wrote it."""
    text = file.read_text(encoding="utf-8")
    first = text.splitlines()[0]
    assert first.startswith("# clauses: "), f"{file}: the first line names the clauses that the board is about"
    return [c.strip() for c in first.removeprefix("# clauses: ").split(",")], tomllib.loads(text)


def expectations(ruleset: str, clause: str, cited: bool) -> list[dict[str, Any]]:
    """Those of a ruleset's levels that cite a clause, or all those of the boards that are about it."""
    found = []
    for file in sorted((LEVELS / ruleset).glob("*.toml")):
        about, board = written(file)
        found += [e for e in board.get("expect", []) if (clause in e.get("because", []) if cited else clause in about)]
    return found


@pytest.mark.parametrize(("ruleset", "clause"), CLAUSES)
def test_a_clause_has_words(ruleset, clause):
    words = RULESETS[ruleset].clause(clause)
    assert words is not None
    assert words.title
    assert words.words.endswith(".")


@pytest.mark.parametrize(("ruleset", "clause"), CLAUSES)
def test_a_clause_is_kept_on_some_board(ruleset, clause):
    assert any(e.get("ruling") == "legal" for e in expectations(ruleset, clause, cited=False)), (
        f"no board in levels/{ruleset} whose first line names {clause} has a legal expectation"
    )


@pytest.mark.parametrize(("ruleset", "clause"), CLAUSES)
def test_a_clause_is_broken_on_some_board(ruleset, clause):
    if clause in DESCRIBING:
        about = expectations(ruleset, clause, cited=False)
        assert any(e.get("ruling") == "illegal" or "fact" in e for e in about), f"no board shows where {clause} ends"
        return
    assert any(e.get("ruling") == "illegal" for e in expectations(ruleset, clause, cited=True)), (
        f"nothing in levels/{ruleset} is illegal because of {clause}"
    )


@pytest.mark.parametrize(("ruleset", "clause"), CLAUSES)
def test_a_clause_is_found_by_its_id(ruleset, clause):
    tests = [f for f in (ROOT / "tests").rglob("*") if f.suffix in (".py", ".toml") and f != Path(__file__)]
    assert any(clause in f.read_text(encoding="utf-8") for f in [*tests, *BOARDS])


@pytest.mark.parametrize("file", BOARDS, ids=lambda f: f.relative_to(LEVELS).as_posix())
def test_a_level_is_readable_and_says_what_it_teaches(file):
    about, board = written(file)
    known = {c.id for c in RULESETS[file.parent.name].clauses}
    assert set(about) <= known, f"unknown clauses: {set(about) - known}"
    assert board["ruleset"] == file.parent.name
    assert board["title"]
    assert board["summary"].endswith(".")
    assert len(board["summary"]) <= 160
    assert load_board(file).expectations


@pytest.mark.parametrize("ruleset", TAUGHT)
def test_no_two_levels_bear_the_same_title(ruleset):
    titles = [written(f)[1]["title"] for f in sorted((LEVELS / ruleset).glob("*.toml"))]
    assert len(set(titles)) == len(titles)
