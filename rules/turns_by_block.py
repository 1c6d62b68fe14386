"""Turns of ranked units: a side's charges, then its other moves, each unit once a turn (clause turn.order)."""

from dataclasses import replace

from rules.actions import Action, Casualty, End
from rules.ruling import Finding
from rules.table import Table
from rules.turns import acting_unit
from rules.turns_by_phase import next_phase

PHASES = ("charges", "moves")
PHASE_OF = {"charge": "charges", "failed_charge": "charges", "move": "moves", "reform": "moves"}
"""Actions that are a unit's own; flights, pursuits and being set apart come when something else asks for them."""


def order_by_block(table: Table, action: Action) -> Finding | None:
    """turn.order: why an action is out of turn, or None. On a board without a game nothing is.

    The first move ends the charges by itself; a charge after it is too late.
    """
    unit = acting_unit(table, action)
    turn = table.turn
    if table.game is None or unit is None or action.name not in PHASE_OF:
        return None
    side = table.units[unit].side
    if side != turn.side:
        says = f"it is {turn.side}'s turn, not {side}'s"
    elif turn.times(unit) > 0:
        says = f"{unit} has charged or moved in this turn already"
    elif PHASES.index(PHASE_OF[action.name]) < _phase(table):
        says = "charges come first: the other moves of this turn have begun"
    else:
        return None
    return Finding("turn.order", says, pieces=(unit,))


def advance_by_block(table: Table, action: Action) -> Table:
    """The Table with its turn moved on after a legal action: `end` ends the phase, after the moves the turn."""
    turn = table.turn
    if table.game is None or turn.is_over or isinstance(action, Casualty):
        return table
    if isinstance(action, End):
        after = next_phase(table, PHASES)
        is_same_turn = (after.turn.round, after.turn.side) == (turn.round, turn.side) and not after.turn.is_over
        return replace(after, turn=replace(after.turn, acted=turn.acted)) if is_same_turn else after
    unit = acting_unit(table, action)
    if unit is None or action.name not in PHASE_OF:
        return table
    acted = {**turn.acted, unit: turn.times(unit) + 1}
    return replace(table, turn=replace(turn, acted=acted, phase=PHASE_OF[action.name]))


def _phase(table: Table) -> int:
    return PHASES.index(table.turn.phase) if table.turn.phase in PHASES else 0
