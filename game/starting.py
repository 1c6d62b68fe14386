"""How a player begins: takes a model or unit in hand, or starts an action by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.aim import Aim
from game.asking import kind_of
from game.block_hand import BlockHand
from game.block_play import pick_up_block, set_apart, start_block_action
from game.carry import Carry
from game.led_aim import LedAim
from game.reform_hand import ReformHand
from game.unit_play import SETTINGS, squad_picked_up, start_setting
from physics.vectors import Point
from rules.actions import Casualty, End
from rules.ruling import Ruling

if TYPE_CHECKING:
    from game.play import Play

NOT_IN_HAND = ("deploy", "place", "summon", "add")
"""Actions that need more than one model's path."""


def pick_up(play: Play, model_id: str, at: Point | None = None, is_dragged: bool = False) -> None:
    """Takes a model in hand, gripped at a point of it (or at its middle)."""
    if not play.table.model(model_id).is_on_table:
        return  # it left the table while the button was held on it
    play.select(model_id)
    play.told = None
    x, y = play.table.model(model_id).standing.at
    grip = (at[0] - x, at[1] - y) if at is not None else (0.0, 0.0)
    if kind_of(play.table) == "blocks":
        pick_up_block(play, model_id, at, is_dragged, play.grip)
    elif kind_of(play.table) == "squad":
        play.hand = squad_picked_up(play, model_id, at)
        play.hand.is_dragged = is_dragged
    else:
        play.hand = Carry(play.table, model_id, grip, is_dragged)
    play.hovered = None


def start_action(play: Play, name: str) -> Ruling | None:
    """Starts an action of the selected model by its name; one that needs no hand is done at once."""
    if name in ("end", "separate", "casualty") and isinstance(play.hand, BlockHand | ReformHand):
        play.hand = None
    if name == "end":
        return play.act(End())
    if name == "separate":
        return set_apart(play)
    if name in SETTINGS and kind_of(play.table) in ("leader", "squad"):
        start_setting(play, name)
        return None
    if play.selected is None or not play.table.model(play.selected).is_on_table:
        play.note = "Select a model first (click it, or Tab)."
        return None
    if kind_of(play.table) == "blocks" and start_block_action(play, name):
        return None
    if name == "casualty":
        return play.act(Casualty(play.selected))
    _take_in_hand(play, play.selected, name)
    return None


def _take_in_hand(play: Play, selected: str, name: str) -> None:
    play.told = None
    if name in ("towards", "away"):
        kind = LedAim if kind_of(play.table) == "leader" else Aim
        play.hand = kind(play.table, selected, "towards" if name == "towards" else "away")
    elif name in NOT_IN_HAND:
        play.note = f"The window can't ask for this yet: {name.replace('_', ' ')}. A board's expectations can."
        return
    else:
        pick_up(play, selected)
        play.carry_as(name)
    play.point_at(play.pointer)
