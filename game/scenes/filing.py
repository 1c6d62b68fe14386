"""Where a copy of the game, or its position as a board, is to be written."""

from __future__ import annotations

from pathlib import Path

from game.saving import boards_folder, plain_name, write_board
from game.scenes.dialogs import NameFile
from game.session import Session
from rules.saves import SaveError, saves_folder, write_save


def ask_for_save(session: Session) -> NameFile:
    """Asks for the file of a copy of the game."""

    def write(file: Path) -> str:
        try:
            write_save(file, session.match)
        except SaveError as error:
            return str(error)
        return ""

    return NameFile("Save the game as", saves_folder() / f"{plain_name(session.table.title)}.json", write)


def ask_for_board(session: Session) -> NameFile:
    """Asks for the file of the present position as a board."""
    name = f"{plain_name(session.table.title)}.toml"
    return NameFile("Save this position as a board", boards_folder() / name, lambda file: write_board(session, file))
