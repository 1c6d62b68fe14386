"""A board's expectations: each asked of the board as written, and what was found. Costs and numbers to 0.001."""

import math
import os
import traceback
from dataclasses import dataclass
from typing import Any, Final

from rules.boards import Board, Expectation
from rules.facts import FactError, Value, ask
from rules.measuring import MeasureError
from rules.referee import judge
from rules.rulesets import find_ruleset
from rules.ruling import Finding, Ruling
from rules.table import Table

PRECISION: Final = 0.001 + 1e-9
"""Inches by which a cost or a number may differ from what a board expects: it gives three decimals."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one expectation. `passed` is None where it compares nothing; `says` tells why it failed."""

    name: str
    passed: bool | None
    ruling: str | None = None
    cost: float | None = None
    value: Value | None = None
    because: tuple[Finding, ...] = ()
    says: str = ""

    def as_data(self) -> dict[str, Any]:
        """The outcome with the keys of BOARDS.md, for JSON."""
        return {
            "name": self.name,
            "passed": self.passed,
            "ruling": self.ruling,
            "cost": _finite(self.cost),
            "value": _finite(self.value) if isinstance(self.value, float) else self.value,
            "because": [_finding_data(finding) for finding in self.because],
        }


def check_board(board: Board) -> list[Outcome]:
    """What came of each expectation of a board, in order."""
    return [check_expectation(board.table, expectation) for expectation in board.expectations]


def check_expectation(table: Table, expectation: Expectation) -> Outcome:
    """What comes of an expectation that is asked of a table. A fault of the program fails this one alone."""
    try:
        return _check(table, expectation)
    except Exception as error:
        if os.environ.get("TABLE_DEBUG"):
            traceback.print_exc()
        says = f"a fault in the program kept this from being judged ({type(error).__name__}: {error})"
        return Outcome(expectation.name, False, says=says)


def _check(table: Table, expectation: Expectation) -> Outcome:
    if find_ruleset(table.ruleset) is None:
        return Outcome(expectation.name, False, says=f"the ruleset {table.ruleset} is not there yet")
    for number, action in enumerate(expectation.after, start=1):
        ruling = judge(table, action, expectation.in_turn)
        if not ruling.legal or ruling.after is None:
            says = f"action {number} of after ({action.name}) is illegal"
            return Outcome(expectation.name, False, because=ruling.findings, says=says)
        table = ruling.after
    if expectation.attempt is not None:
        return _ruled(expectation, judge(table, expectation.attempt, expectation.in_turn))
    return _answered(expectation, table)


def _ruled(expectation: Expectation, ruling: Ruling) -> Outcome:
    found = "legal" if ruling.legal else "illegal"
    missing = [clause for clause in expectation.because if clause not in ruling.clauses]
    wrong = []
    if expectation.ruling is not None and expectation.ruling != found:
        wrong.append(f"expected {expectation.ruling}, found {found}")
    if expectation.cost is not None and not is_like(ruling.cost, expectation.cost):
        cost = "none" if ruling.cost is None else f"{ruling.cost:.4f}"
        wrong.append(f"expected a cost of {expectation.cost:.4f}, found {cost}")
    if missing:
        wrong.append(f"expected because of {', '.join(missing)}, found {', '.join(ruling.clauses) or 'no reason'}")
    is_compared = expectation.ruling is not None or expectation.cost is not None or bool(expectation.because)
    passed = not wrong if is_compared else None
    return Outcome(expectation.name, passed, found, ruling.cost, None, ruling.findings, "; ".join(wrong))


def _answered(expectation: Expectation, table: Table) -> Outcome:
    try:
        value = ask(table, expectation.fact or {})
    except (FactError, MeasureError) as error:
        return Outcome(expectation.name, False, says=str(error))
    if expectation.equals is None:
        return Outcome(expectation.name, None, value=value)
    passed = is_like(value, expectation.equals)
    says = "" if passed else f"expected {in_words(expectation.equals)}, found {in_words(value)}"
    return Outcome(expectation.name, passed, value=value, says=says)


def is_like(found: Value | None, expected: object) -> bool:
    """Whether a value is the one expected: numbers to 0.001, true, false and words exactly."""
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, int | float) and isinstance(expected, int | float):
        return found == expected or abs(found - expected) <= PRECISION
    return isinstance(found, str) and found == expected


def in_words(value: object) -> str:
    """A value as it is told: numbers with four decimals, true and false as in a board file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.4f}" if isinstance(value, int | float) else str(value)


def _finding_data(finding: Finding) -> dict[str, Any]:
    measured, limit = _finite(finding.measured), _finite(finding.limit)
    return {"clause": finding.clause, "says": finding.says, "measured": measured, "limit": limit}


def _finite(value: float | None) -> float | None:
    """The number, or None where JSON has none for it."""
    return value if value is not None and math.isfinite(value) else None
