"""Boards as tests: each expectation of a board is one case, and a board that can't be read is one that fails."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rules.board_errors import BoardError
from rules.boards import Board, Expectation, load_board
from rules.check import find_boards
from rules.expectations import check_expectation

Case = tuple[Board, Expectation] | BoardError


def cases_in(folders: Iterable[Path], root: Path) -> list[Any]:
    """A case for each expectation of every board in some folders, named by file and sentence."""
    boards = [file for folder in folders if folder.is_dir() for file in find_boards(folder)]
    return [case for file in boards for case in _cases_of(file, file.relative_to(root).as_posix())]


def _cases_of(file: Path, name: str) -> list[Any]:
    try:
        board = load_board(file)
    except BoardError as error:
        return [pytest.param(error, id=f"{name}::can be read")]
    return [pytest.param((board, e), id=f"{name}::{e.name}") for e in board.expectations]


def assert_holds(case: Case) -> None:
    """Fails with what was found instead, and why, when an expectation does not hold."""
    if isinstance(case, BoardError):
        pytest.fail(str(case), pytrace=False)
    board, expectation = case
    outcome = check_expectation(board.table, expectation)
    if outcome.passed is False:
        reasons = [f"  {f.clause}: {f.says} ({f.measured} / {f.limit})" for f in outcome.because]
        pytest.fail("\n".join([f"{board.file}: {expectation.name}: {outcome.says}", *reasons]), pytrace=False)
