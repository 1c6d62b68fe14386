"""Boards checked: every board in the files and folders named is loaded and asked its expectations."""

import os
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.board_errors import BoardError, Problem
from rules.boards import load_board
from rules.expectations import Outcome, check_board, in_words

RULESETS_FOLDER = "rulesets"
"""Folders of this name hold authors' rulesets, not boards."""


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """What came of one board file: what is wrong with it, or the outcomes of its expectations."""

    file: str
    title: str | None = None
    ruleset: str | None = None
    problems: tuple[Problem, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The outcomes that were not as expected."""
        return tuple(o for o in self.outcomes if o.passed is False)

    @property
    def passed(self) -> tuple[Outcome, ...]:
        """The outcomes that were as expected."""
        return tuple(o for o in self.outcomes if o.passed is True)

    def as_data(self) -> dict[str, Any]:
        """The check with the keys of BOARDS.md, for JSON."""
        return {
            "file": self.file,
            "title": self.title,
            "ruleset": self.ruleset,
            "error": "; ".join(map(str, self.problems)) or None,
            "expectations": [outcome.as_data() for outcome in self.outcomes],
        }


def check_paths(paths: Iterable[Path]) -> Iterator[BoardCheck]:
    """The checks of all boards in files and folders, one after the other, each file once."""
    seen: set[Path] = set()
    for path in paths:
        for file in find_boards(path):
            if file not in seen:
                seen.add(file)
                yield check_file(file)


def find_boards(path: Path) -> list[Path]:
    """The board files of a folder and its folders, in order; anything else, and a folder that is shut, as it is."""
    if not path.is_dir():
        return [path]
    found: list[Path] = []
    for folder, folders, files in os.walk(path, onerror=lambda error: found.append(Path(error.filename))):
        folders[:] = sorted(name for name in folders if name != RULESETS_FOLDER and not name.startswith("."))
        found.extend(Path(folder, name) for name in sorted(files) if name.endswith(".toml"))
    return found


def check_file(file: Path) -> BoardCheck:
    """The check of one board file; whatever is wrong with it is told, and never raised."""
    try:
        if not file.exists():
            return BoardCheck(str(file), problems=(Problem("", "there is no such file or folder"),))
        board = load_board(file)
    except BoardError as error:
        return BoardCheck(str(file), problems=tuple(error.problems))
    except OSError as error:
        return BoardCheck(str(file), problems=(Problem("", f"the file could not be read: {error.strerror or error}"),))
    except Exception as error:
        if os.environ.get("TABLE_DEBUG"):
            traceback.print_exc()
        says = f"a fault in the program kept this from being read ({type(error).__name__}: {error})"
        return BoardCheck(str(file), problems=(Problem("", says),))
    return BoardCheck(str(file), board.table.title, board.ruleset, outcomes=tuple(check_board(board)))


def status_of(checks: Iterable[BoardCheck]) -> int:
    """The exit status: 2 when a file could not be read, 1 when an expectation failed, 0 when everything held."""
    statuses = [2 if check.problems else 1 if check.failed else 0 for check in checks]
    return max(statuses, default=0)


def report_data(checks: list[BoardCheck]) -> dict[str, Any]:
    """All checks as the one JSON object of BOARDS.md."""
    return {
        "boards": [check.as_data() for check in checks],
        "passed": sum(len(check.passed) for check in checks),
        "failed": sum(len(check.failed) for check in checks),
        "errors": sum(bool(check.problems) for check in checks),
    }


def problem_lines(check: BoardCheck) -> list[str]:
    """What is wrong with a board file, a line each: `levels/x.toml: unit[2].at: expected two numbers`."""
    return [f"{check.file}: {problem}" for problem in check.problems]


def report_lines(check: BoardCheck) -> list[str]:
    """One board's check in words: a line for the board, more for what failed or was only asked."""
    if check.problems:
        return problem_lines(check)
    told = [f"{len(check.passed)} held"]
    if check.failed:
        told.append(f"{len(check.failed)} FAILED")
    reported = [o for o in check.outcomes if o.passed is None]
    if reported:
        told.append(f"{len(reported)} only reported")
    lines = [f"{check.file}: {check.title} ({check.ruleset}): {', '.join(told)}"]
    for outcome in (*check.failed, *reported):
        lines += _outcome_lines(outcome)
    return lines


def _outcome_lines(outcome: Outcome) -> list[str]:
    if outcome.passed is None:
        found = in_words(outcome.value) if outcome.ruling is None else outcome.ruling
        cost = "" if outcome.cost is None else f", cost {in_words(outcome.cost)}"
        lines = [f"  reported  {outcome.name}: {found}{cost}"]
    else:
        lines = [f"  FAILED    {outcome.name}: {outcome.says}"]
    for finding in outcome.because:
        numbers = [
            f"{word} {value:.4f}" for word, value in (("measured", finding.measured), ("limit", finding.limit))
            if value is not None
        ]
        measured = f" ({', '.join(numbers)})" if numbers else ""
        lines.append(f"      {finding.clause}: {finding.says}{measured}")
    return lines


def summary_line(checks: list[BoardCheck]) -> str:
    """The last line: how much was checked, and what came of it."""
    data = report_data(checks)
    boards = "1 board" if len(checks) == 1 else f"{len(checks)} boards"
    errors = "" if not data["errors"] else f", {data['errors']} could not be read"
    return f"{boards}{errors}: {data['passed']} expectations held, {data['failed']} failed"
