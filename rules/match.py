"""A match: a first Table, the actions made on it, and the Tables after each. Undo is the Table before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rules.actions import Action
from rules.history import Record, record
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Table
from rules.turns import acting_unit

if TYPE_CHECKING:
    from rules.boards import Board


@dataclass(frozen=True)
class Match:
    """A game in progress; every change makes a new Match. `tables` holds the first Table and the one after each action."""

    board_source: str
    tables: tuple[Table, ...]
    actions: tuple[Action, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    undone: tuple[Action, ...] = ()
    board_file: str = ""

    @property
    def first(self) -> Table:
        """The Table of the board as written."""
        return self.tables[0]

    @property
    def table(self) -> Table:
        """The present Table."""
        return self.tables[-1]

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """What happened so far, one record for each action."""
        return tuple(map(record, self.tables, self.actions, self.rulings))


def start_match(board: Board) -> Match:
    """The match at its first Table."""
    return Match(board.source, (board.table,), board_file=board.file)


def act(match: Match, action: Action) -> tuple[Match, Ruling]:
    """The match after an action, and the ruling on it. An illegal action changes nothing, what was undone included."""
    ruling = judge(match.table, action)
    if not ruling.legal or ruling.after is None:
        return match, ruling
    return replace(_grown(match, action, ruling), undone=()), ruling


def undo(match: Match) -> Match:
    """The match before its last action; the same match when there is none."""
    if not match.actions:
        return match
    return replace(
        match, tables=match.tables[:-1], actions=match.actions[:-1], rulings=match.rulings[:-1],
        undone=(*match.undone, match.actions[-1]),
    )


def redo(match: Match) -> Match:
    """The match with the action that was undone last made again; the same match when there is none."""
    if not match.undone:
        return match
    ruling = judge(match.table, match.undone[-1])
    assert ruling.legal, "an undone action is judged on the very Table that it was legal on"
    return replace(_grown(match, match.undone[-1], ruling), undone=match.undone[:-1])


def undo_crosses_turn(match: Match) -> bool:
    """Whether undoing the last action goes back before the start of the present turn (its round, side or phase)."""
    return bool(match.actions) and _differ_in_turn(match.tables[-2], match.table)


def reset_activation(match: Match) -> Match:
    """The match at the start of the present activation: its unit's actions undone, never beyond the turn's start."""
    for _ in range(len(match.actions) - activation_start(match)):
        match = undo(match)
    return match


def activation_start(match: Match) -> int:
    """How many actions were made before the present activation began."""
    start = len(match.actions)
    unit = match.table.turn.acting
    while start > 0 and not _differ_in_turn(match.tables[start - 1], match.tables[start]):
        actor = acting_unit(match.tables[start - 1], match.actions[start - 1])
        unit = unit or actor
        if actor is not None and actor != unit:
            break
        start -= 1
    while start < len(match.actions) and acting_unit(match.tables[start], match.actions[start]) is None:
        start += 1  # casualties before the unit's first action are no part of its activation
    return start


def _grown(match: Match, action: Action, ruling: Ruling) -> Match:
    assert ruling.after is not None
    return replace(
        match, tables=(*match.tables, ruling.after), actions=(*match.actions, action), rulings=(*match.rulings, ruling)
    )


def _differ_in_turn(before: Table, after: Table) -> bool:
    one, other = before.turn, after.turn
    return (one.round, one.side, one.phase, one.is_over) != (other.round, other.side, other.phase, other.is_over)
