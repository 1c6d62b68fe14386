"""The history of a game in words: one Record for each action that was made."""

from dataclasses import dataclass

from rules.actions import (
    Action,
    Addition,
    BlockMove,
    Casualty,
    DirectMove,
    End,
    LeaderMove,
    ModelMove,
    Reform,
    Separate,
    Setting,
    SquadMove,
    Target,
)
from rules.ruling import Ruling
from rules.table import Table

_DEEDS = {
    "move": "moved",
    "back_off": "backed off",
    "towards": "went straight towards",
    "away": "went straight away from",
    "run": "ran",
    "charge": "charged",
    "disengage": "disengaged",
    "close_ranks": "closed ranks",
    "deploy": "deployed",
    "place": "took a new place",
    "summon": "came to the table",
    "fight_move": "moved up to fight",
    "add": "got reinforcements",
    "failed_charge": "failed to charge",
    "flee": "fled",
    "pursue": "pursued",
    "reform": "reformed",
    "separate": "moved apart",
}


@dataclass(frozen=True, slots=True)
class Record:
    """What happened: the action, the ruling on it, and one sentence for the panel."""

    action: Action
    ruling: Ruling
    sentence: str


def record(before: Table, action: Action, ruling: Ruling) -> Record:
    """The record of an action on a Table and its ruling."""
    return Record(action, ruling, sentence_of(before, action, ruling))


def sentence_of(before: Table, action: Action, ruling: Ruling) -> str:
    """One plain sentence on what happened, with its inches: "Mara moved 5.20″"."""
    if isinstance(action, Casualty):
        return f"{action.model} was removed as a casualty"
    if isinstance(action, End):
        return _ended(before)
    deed = _DEEDS.get(action.name, action.name)
    if isinstance(action, DirectMove) and action.is_unit:
        deed = deed.replace("straight", "directly")  # its leader goes round what is in the way
    words = [_actor(action), deed]
    target = _target(action)
    if target is not None:
        words.append(target if isinstance(target, str) else f"the point {target[0]:.2f}, {target[1]:.2f}")
    if ruling.cost is not None and isinstance(action, ModelMove | DirectMove | LeaderMove | SquadMove | BlockMove):
        words.append(f"{ruling.cost:.2f}″")
    return " ".join(words)


def _ended(before: Table) -> str:
    turn = before.turn
    if turn.acting is not None:
        return f"{turn.acting} ended its activation"
    if turn.phase:
        return f"{turn.side} ended the {turn.phase} phase"
    return f"{turn.side} passed" if turn.side else "Nothing was under way to be ended"


def _actor(action: ModelMove | DirectMove | LeaderMove | Setting | SquadMove | Addition | BlockMove | Reform | Separate) -> str:
    match action:
        case ModelMove():
            return action.model
        case DirectMove():
            return action.mover
        case _:
            return action.unit


def _target(action: Action) -> Target | None:
    return action.target if isinstance(action, DirectMove | LeaderMove | BlockMove) else None
