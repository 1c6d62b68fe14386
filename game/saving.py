"""Opening boards and saved games, and the names of the files that games are written to."""

from __future__ import annotations

import re
import time
from pathlib import Path

from game.session import Session
from rules import boards
from rules.board_errors import BoardError
from rules.boards import load_board
from rules.match import Match, start_match
from rules.saves import SaveError, read_save, saves_folder

SUFFIX = ".json"
BOARD_SUFFIX = ".toml"


class OpeningError(Exception):
    """Why a file could not be opened, in sentences for the player."""


def new_game(board: Path) -> Session:
    """A game on a board from its start, with a file of its own; OpeningError says why there is none."""
    try:
        match = start_match(load_board(board))
    except BoardError as error:
        raise OpeningError(str(error)) from error
    except OSError as error:
        raise OpeningError(f"{board}: {error.strerror or error}") from error
    return Session(match, fresh_file(board.stem))


def saved_game(save: Path) -> Session:
    """A saved game, to go on in the same file; OpeningError says why it can't be used. The file is kept."""
    try:
        return Session(read_save(save), save)
    except SaveError as error:
        raise OpeningError(f"{error}. The file is kept as it is.") from error


def any_game(path: Path) -> Session:
    """The game of a file that is a board or a saved game."""
    return new_game(path) if path.suffix == BOARD_SUFFIX else saved_game(path)


def played_again(session: Session) -> Session:
    """The same board from its start, in a file of its own."""
    match = session.match
    again = Match(match.board_source, match.tables[:1], board_file=match.board_file)
    return Session(again, fresh_file(Path(match.board_file).stem or "board"))


def fresh_file(name: str) -> Path:
    """A file in the folder of saved games that does not exist yet."""
    stem = f"{plain_name(name)}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    folder = saves_folder()
    file, number = folder / f"{stem}{SUFFIX}", 2
    while file.exists():
        file, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
    return file


def plain_name(name: str) -> str:
    """A name that is a file's name on every system."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60] or "board"


def boards_folder() -> Path:
    """Where boards that were saved from play go."""
    return saves_folder() / "boards"


def write_board(session: Session, file: Path) -> str:
    """Writes the present position as a board; what went wrong, or nothing."""
    try:
        text = boards.board_text(session.table, session.match.board_source)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f".{file.name}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        return f"The board could not be saved to {file}: {error.strerror or error}."
    return ""
