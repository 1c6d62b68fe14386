"""What a player does with ranked units: `Play`, the pointer and the panel ask here when the ruleset is one of blocks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from game.asking import kind_of
from game.block_hand import MOVES, BlockHand
from game.reform_hand import ReformHand
from physics.vectors import Point
from rules.actions import BlockMove, Separate
from rules.blocks import Block, block_of
from rules.holding_blocks import hindrances, is_unmet
from rules.ruling import Area, Evidence, Line, Ruling
from rules.separation import offered_separations, too_near
from rules.table import Model, Table
from rules.turns import can_act

if TYPE_CHECKING:
    from game.play import Play

GRIP_PX = 14
"""Pixels round a corner or a knob at which it is taken hold of."""


@dataclass(frozen=True)
class BlockShow:
    """What is drawn of ranked units: what is in hand, else the one selected, and who is to be set apart."""

    hand: BlockHand | ReformHand | None = None
    selected: Block | None = None
    may_move: bool = False
    separations: tuple[Separate, ...] = ()
    crowded: tuple[str, ...] = field(default=())


def block_show(play: Play) -> BlockShow | None:
    """What is drawn of ranked units now; None on other tables."""
    if kind_of(play.table) != "blocks":
        return None
    hand = play.hand if isinstance(play.hand, BlockHand | ReformHand) else None
    selected = None
    model = play.table.models.get(play.selected) if play.selected is not None and play.hand is None else None
    if model is not None and model.is_on_table:
        selected = block_of(play.table, play.table.unit_of(model))
    offered, crowded = _separations(play)
    is_able = model is not None and may_move(play.table, model.unit)
    return BlockShow(hand, selected, is_able, offered, crowded)


def firsts_of_units(table: Table, models: list[str], selected: str | None) -> list[str]:
    """One of the models of each unit, in order: the one that is selected, else the unit's first."""
    found: dict[str, str] = {}
    for model_id in models:
        unit = table.model(model_id).unit
        if unit not in found or model_id == selected:
            found[unit] = model_id
    return list(found.values())


def may_move(table: Table, unit_id: str) -> bool:
    """Whether a unit may move or charge now."""
    return table.game is None or can_act(table, unit_id)


_kept: list[tuple[Table, tuple[Separate, ...], tuple[str, ...]]] = []


def _separations(play: Play) -> tuple[tuple[Separate, ...], tuple[str, ...]]:
    """The moves apart that are offered, and the units that stand too near a fight with no room for one."""
    table = play.table
    if "spacing" not in table.parameters:
        return (), ()
    if not _kept or _kept[0][0] is not table:
        offered = tuple(offered_separations(table))
        placed = {s.unit for s in offered}
        _kept[:] = [(table, offered, tuple(c.unit for c in too_near(table) if c.unit not in placed))]
    return _kept[0][1], _kept[0][2]


def is_under_way(hand: BlockHand) -> bool:
    """Whether all that is wrong with a charge in hand is that it has not come to its target yet."""
    action, ruling = hand.action, hand.ruling
    if not isinstance(action, BlockMove) or ruling is None or ruling.legal:
        return False
    return all(is_unmet(action, f) for f in ruling.findings)


def ruling_shown(play: Play, ruling: Ruling) -> Ruling:
    """A ruling as it is drawn: of a charge under way only how far it still is from its target."""
    if ruling.legal and kind_of(play.table) == "blocks":
        return replace(ruling, findings=tuple(replace(f, evidence=tuple(_as_note(e) for e in f.evidence)) for f in ruling.findings))
    if not isinstance(play.hand, BlockHand) or not is_under_way(play.hand):
        return ruling
    lines = [replace(f, evidence=tuple(e for e in f.evidence if isinstance(e, Line)), pieces=()) for f in ruling.findings]
    return replace(ruling, findings=tuple(lines))


def _as_note(piece: Evidence) -> Evidence:
    """Evidence of something legal: nothing of it is an offence."""
    return replace(piece, role="note") if isinstance(piece, Area) else piece


# Taking in hand


def pick_up_block(play: Play, model_id: str, at: Point | None, is_dragged: bool, reach: float) -> None:
    """Takes a ranked unit in hand; dragged, by its corner or its front under the pointer."""
    table = play.table
    model = table.model(model_id)
    if block_of(table, table.unit_of(model)) is None:
        play.hand = None
        play.note = f"{model.unit} stands in no ranks: reform it first (K)."
        return
    hand = BlockHand(table, model_id)
    if is_dragged and at is not None and not hand.press(at, reach):
        hand.take("front", at)
        hand.is_dragged = True
    play.hand = hand


def start_block_action(play: Play, name: str) -> bool:
    """Starts an action of the selected ranked unit, or switches what is in hand to it; whether it is one of blocks."""
    if name not in (*MOVES, "reform") or play.selected is None:
        return False
    hand = play.hand
    play.told, play.note = None, ""
    if name == "reform":
        play.hand = ReformHand(play.table, play.selected)
    elif isinstance(hand, BlockHand):
        hand.name, hand.is_stale = name, True
        hand.target, hand.faces = None, ()
    else:
        pick_up_block(play, play.selected, None, False, 0.0)
        if isinstance(play.hand, BlockHand):
            play.hand.name = name
    return True


def set_apart(play: Play) -> Ruling | None:
    """Does the first of the moves apart that are offered; None, with the reason noted, where there is none."""
    offered, crowded = _separations(play)
    if offered:
        play.note = ""
        return play.act(offered[0])
    play.note = "Nobody stands too near a fight."
    if "spacing" not in play.table.parameters:
        play.note = "Nobody is set apart here: who was left near may stay until they part."
    elif crowded:
        play.note = f"{', '.join(crowded)}: there is no room to be set apart."
    return None


# The mouse


def press_block(play: Play, at: Point, reach: float) -> None:
    """The button went down while a ranked unit is in hand: on a face, on a target, or on the unit itself."""
    hand = play.hand
    if isinstance(hand, ReformHand):
        hand.press(at, reach)
        return
    if not isinstance(hand, BlockHand):
        return
    play.note = ""
    if hand.pull is not None:
        hand.release()
        return
    under = play.model_at(at)
    if hand.wants_target and under is not None and play.table.units[under.unit].side == hand.block.unit.side:
        play.note = "Click the enemy unit to charge first."
        return
    is_enemy = under is not None and play.table.units[under.unit].side != hand.block.unit.side
    if hand.press(at, reach) and not (is_enemy and hand.wants_target):
        return
    face = hand.face_at(at, reach)
    if face is not None:
        hand.go_for(face)
    elif under is not None and is_enemy:
        hand.pull, hand.is_dragged = None, False
        _aim(play, hand, under.unit)


def _aim(play: Play, hand: BlockHand, unit_id: str) -> None:
    if hand.name == "move":
        play.note = "A move goes for nobody: choose Charge first (C)."
    elif hand.aim_at(unit_id) and hand.faces and not any(f.charge for f in hand.faces):
        play.note = f"No face of {unit_id} was found in reach with a single wheel."


def release_block(play: Play, is_inside: bool) -> None:
    """The button came up: what was pulled becomes a step, unless it was let go beside the table."""
    hand = play.hand
    if not isinstance(hand, BlockHand | ReformHand) or not hand.is_dragged:
        return
    if isinstance(hand, ReformHand):
        hand.release()
        return
    if is_inside:
        hand.judge()
        before, wished = list(hand.steps), hand.action
        hand.release()
        if hand.steps == before and isinstance(wished, BlockMove) and len(wished.steps) > len(before):
            play.note = f"No step was added. {_why(hand, wished)}"
        return
    hand.take_back_waypoint()
    play.note = "Let go outside the table: that step was not added."


def _why(hand: BlockHand, wished: BlockMove) -> str:
    """Why a pull was no step: what held it at its very start, or what is wrong with it."""
    if hand.beyond is not None:
        return f"{hand.beyond.says}."
    found = hindrances(hand.table, wished)
    return f"{found[0].says}." if found else ""


def grip_of_selected(play: Play, at: Point, reach: float) -> Model | None:
    """The selected model when a handle of its unit lies under a point, though no base does."""
    if kind_of(play.table) != "blocks" or play.selected is None or play.selected not in play.table.models:
        return None
    model = play.table.model(play.selected)
    block = block_of(play.table, play.table.unit_of(model)) if model.is_on_table else None
    if block is None or not may_move(play.table, model.unit):
        return None
    return model if BlockHand(play.table, model.id).grip_at(at, reach) in ("left", "right") else None


def put_down_block(play: Play, hand: BlockHand | ReformHand) -> Ruling | None:
    """Does the whole move if it is legal; else it stays in hand, to be mended."""
    hand.release()
    hand.judge()
    if hand.action is None or hand.ruling is None:
        play.hand = None
        return None
    if not hand.ruling.legal:
        return play.keep_in_hand(hand.ruling)
    play.hand = None
    return play.act(hand.action)
