"""Turn by turn: a side goes through the phases of its turn, then the next side does (clause turn.order)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.actions import Action, Casualty, End
from rules.ruling import Finding
from rules.scoring import score_round
from rules.table import Table, Turn
from rules.turns import acting_unit

ANY_PHASE = ""


def order_by_phase(table: Table, action: Action, phase_of: Mapping[str, str]) -> Finding | None:
    """turn.order: why an action is out of turn or phase, or None. On a board without a game nothing is.

    `phase_of` gives each action's phase; actions that are not named in it belong to every phase.
    """
    unit = acting_unit(table, action)
    turn = table.turn
    if table.game is None or unit is None:
        return None
    side = table.units[unit].side
    phase = phase_of.get(action.name, ANY_PHASE)
    if side != turn.side:
        says = f"it is {turn.side}'s turn, not {side}'s"
    elif phase not in (ANY_PHASE, turn.phase):
        says = f"{action.name} belongs to the {phase} phase, and this is the {turn.phase} phase"
    elif phase != ANY_PHASE and turn.times(unit) > 0:
        says = f"{unit} has acted in this phase already"
    else:
        return None
    return Finding("turn.order", says, pieces=(unit,))


def advance_by_phase(table: Table, action: Action, phases: tuple[str, ...], phase_of: Mapping[str, str]) -> Table:
    """The Table with its turn moved on after a legal action: `end` ends the phase, after the last one the turn."""
    if table.game is None or table.turn.is_over or isinstance(action, Casualty):
        return table
    if isinstance(action, End):
        return next_phase(table, phases)
    unit = acting_unit(table, action)
    if unit is None or action.name not in phase_of:
        return table
    turn = table.turn
    return replace(table, turn=replace(turn, acted={**turn.acted, unit: turn.times(unit) + 1}))


def next_phase(table: Table, phases: tuple[str, ...]) -> Table:
    """The Table in the next phase, of the next side's turn after the last one; after the last side a new round."""
    game, turn = table.game, table.turn
    assert game is not None, "only a game has phases"
    k = phases.index(turn.phase) + 1 if turn.phase in phases else 0
    if k < len(phases):
        return replace(table, turn=replace(turn, phase=phases[k], acted={}))
    names = _in_order(table)
    here = names.index(turn.side)
    if here + 1 < len(names):
        return replace(table, turn=Turn(turn.round, names[here + 1], phases[0]))
    table = score_round(table)
    if turn.round >= game.rounds:
        return replace(table, turn=replace(turn, is_over=True))
    return replace(table, turn=Turn(turn.round + 1, names[0], phases[0]))


def _in_order(table: Table) -> list[str]:
    """The sides in the order of their turns: the one that starts the game first."""
    names = [s.name for s in table.sides]
    assert table.game is not None
    first = names.index(table.game.first)
    return names[first:] + names[:first]
