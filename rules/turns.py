"""Alternating activations: whose turn it is, when it passes, when a round ends (clause turn.order)."""

from dataclasses import replace

from rules.actions import Action, Casualty, DirectMove, End, ModelMove
from rules.ruling import Finding
from rules.scoring import score_round
from rules.table import Table, Turn


def acting_unit(table: Table, action: Action) -> str | None:
    """The id of the unit that an action activates, or None."""
    match action:
        case ModelMove():
            return table.models[action.model].unit if action.model in table.models else None
        case DirectMove():
            if action.mover in table.models:
                return table.models[action.mover].unit
            return action.mover if action.mover in table.units else None
        case Casualty() | End():
            return None
    unit = action.unit
    return unit if unit in table.units else None


def moves_allowed(table: Table) -> int:
    """How many actions one activation is made of at most."""
    return int(table.parameters.get("turn.moves", 1))


def can_act(table: Table, unit: str) -> bool:
    """Whether a unit of the side whose turn it is may be activated now, or go on acting."""
    turn = table.turn
    if table.game is None:
        return True
    if turn.is_over or table.units[unit].side != turn.side:
        return False
    if turn.acting is not None:
        return turn.acting == unit
    return _is_fresh(table, unit)


def _is_fresh(table: Table, unit: str) -> bool:
    return table.turn.times(unit) == 0 and any(table.models[m].is_alive for m in table.units[unit].models)


def order_alternating(table: Table, action: Action) -> Finding | None:
    """turn.order: why this action is out of turn, or None. On a board without a game nothing is."""
    unit = acting_unit(table, action)
    turn = table.turn
    if table.game is None or unit is None or can_act(table, unit):
        return None
    side = table.units[unit].side
    if side != turn.side:
        says = f"it is {turn.side}'s turn, not {side}'s"
    elif turn.acting is not None and turn.acting != unit:
        says = f"{turn.acting} is acting: its activation ends before {unit} begins"
    else:
        says = f"{unit} has acted in this round already"
    return Finding("turn.order", says, pieces=(unit,))


def advance_alternating(table: Table, action: Action) -> Table:
    """The Table with its turn moved on after a legal action."""
    if table.game is None or table.turn.is_over:
        return table
    turn = table.turn
    if isinstance(action, End):
        if turn.acting is None:
            passed = {u.id: max(1, turn.times(u.id)) for u in table.units.values() if u.side == turn.side}
            turn = replace(turn, acted={**turn.acted, **passed})
        return _pass_on(replace(table, turn=replace(turn, acting=None)))
    unit = acting_unit(table, action)
    if unit is None:
        return _settle(table)
    times = turn.times(unit) + 1
    is_done = times >= moves_allowed(table)
    turn = replace(turn, acted={**turn.acted, unit: times}, acting=None if is_done else unit)
    table = replace(table, turn=turn)
    return _pass_on(table) if is_done else table


def _settle(table: Table) -> Table:
    """After a casualty: the turn passes when nobody of the side is left to act."""
    turn = table.turn
    if turn.acting is not None:
        if any(table.models[m].is_alive for m in table.units[turn.acting].models):
            return table
        return _pass_on(replace(table, turn=replace(turn, acting=None)))
    return table if _waiting(table, turn.side) else _pass_on(table)


def _waiting(table: Table, side: str) -> bool:
    return any(u.side == side and _is_fresh(table, u.id) for u in table.units.values())


def _pass_on(table: Table) -> Table:
    """To the next side that has somebody left to act; when nobody has, to the next round."""
    names = [s.name for s in table.sides]
    here = names.index(table.turn.side) if table.turn.side in names else 0
    for k in range(1, len(names) + 1):
        side = names[(here + k) % len(names)]
        if _waiting(table, side):
            return replace(table, turn=replace(table.turn, side=side))
    return _next_round(table)


def _next_round(table: Table) -> Table:
    game = table.game
    assert game is not None, "only a game has rounds"
    table = score_round(table)
    turn = table.turn
    is_anybody_left = any(m.is_alive for m in table.models.values())
    if turn.round >= game.rounds or not is_anybody_left:
        return replace(table, turn=replace(turn, is_over=True, acting=None))
    table = replace(table, turn=Turn(turn.round + 1, game.first, turn.phase))
    return table if _waiting(table, game.first) else _pass_on(table)
