"""A game and the file that it saves itself to: every action, undo and redo is on disk before the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.asking import path_of
from physics.vectors import Point
from rules import match as matches
from rules.actions import Action
from rules.match import Match
from rules.ruling import Ruling
from rules.saves import SaveError, write_save
from rules.table import Table


@dataclass
class Session:
    """The game as it stands, its file, and what went wrong when it was last written."""

    match: Match
    file: Path | None
    trouble: str = ""

    @property
    def table(self) -> Table:
        """The Table at present."""
        return self.match.table

    def act(self, action: Action) -> Ruling:
        """Does an action and saves the game; a refused one changes nothing."""
        self.match, ruling = matches.act(self.match, action)
        if ruling.legal:
            self.save()
        return ruling

    def undo(self) -> bool:
        """Takes back the last action; whether there was one."""
        return self._went(matches.undo)

    def redo(self) -> bool:
        """Makes the action again that was taken back last; whether there was one."""
        return self._went(matches.redo)

    def reset_activation(self) -> bool:
        """Takes back everything of this activation; whether there was anything."""
        return self._went(matches.reset_activation)

    @property
    def undo_crosses_turn(self) -> bool:
        """Whether taking back the last action goes back into the turn before."""
        return matches.undo_crosses_turn(self.match)

    def _went(self, change: Callable[[Match], Match]) -> bool:
        changed = change(self.match)
        has_changed = len(changed.actions) != len(self.match.actions)
        self.match = changed
        if has_changed:
            self.save()
        return has_changed

    def save(self) -> None:
        """Writes the game to its file; a disk that refuses is told, and the game goes on."""
        if self.file is None:
            return
        try:
            write_save(self.file, self.match)
            self.trouble = ""
        except SaveError as error:
            self.trouble = str(error)

    @property
    def last_path(self) -> tuple[Point, ...]:
        """The path of the last action, where it had one."""
        if not self.match.actions:
            return ()
        before = self.match.tables[-2] if len(self.match.tables) > 1 else self.match.first
        return path_of(before, self.match.actions[-1])
