"""What a player does with units of many models: `Play` asks here when its ruleset is one of units."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

from game.asking import kind_of, mover_of, usual_name
from game.carry import Carry
from game.hanging import (
    Hanging,
    after_action,
    aura_answers,
    aura_hanging,
    leader_of,
    led_gaps,
    led_hanging,
    out_of_coherency,
    squad_hanging,
)
from game.led_aim import LedAim
from game.squad_hand import Mustering, SquadHand
from game.unit_hand import Correcting, Deploying, UnitHand, reserves
from physics.vectors import Point
from rules.actions import DirectMove, LeaderMove, Setting
from rules.auras import bears_keyword
from rules.ruling import Ruling
from rules.table import Table

if TYPE_CHECKING:
    from game.play import Play
    from game.told import Told

SETTINGS = ("deploy", "place", "summon", "add")


def squad_picked_up(play: Play, model_id: str, at: Point | None) -> SquadHand:
    """A squad in hand, by the one model that was taken hold of."""
    model = play.table.model(model_id)
    name = usual_name(play.table, model)
    chosen = play.chosen if model_id in play.chosen else frozenset[str]()
    return SquadHand(play.table, model, at if at is not None else model.standing.at, name, "one" if play.alone else "all", chosen)


def start_setting(play: Play, name: str, unit_id: str | None = None, is_dragged: bool = False) -> bool:
    """Takes a unit in hand to be deployed, placed, summoned or added to; whether there was one."""
    table = play.table
    hand = play.hand
    if unit_id is None and isinstance(hand, Deploying) and hand.name == name:
        hand.choose_next()
        return True
    unit_id = unit_id or _unit_for(play, name)
    if unit_id is None:
        wanted = "Select a unit first." if name != "deploy" else "Nobody waits in reserve."
        play.note = wanted
        return False
    play.told = None
    play.ruler = None
    play.note = ""
    is_squad = kind_of(table) == "squad"
    units = Mustering(table, unit_id, name, play.pointer) if is_squad else Deploying(table, unit_id, name, play.pointer)
    units.is_dragged = is_dragged
    play.hand = units
    return True


def _unit_for(play: Play, name: str) -> str | None:
    """The selected unit, or the first in reserve of the side whose turn it is."""
    table = play.table
    selected = table.models.get(play.selected) if play.selected is not None else None
    if name in ("place", "add") and selected is not None:
        return selected.unit
    side = table.turn.side if table.game is not None else None
    waiting = reserves(table, side) if name != "add" else []
    return waiting[0] if waiting else None


def put_down(play: Play, hand: UnitHand) -> Ruling | None:
    """Does what a unit in hand wishes if it is legal; a led unit that was just set is corrected first."""
    if isinstance(hand, Mustering):
        hand.add_waits()
    hand.judge()
    if hand.action is None or hand.ruling is None:
        play.hand = None
        return None
    if not hand.ruling.legal:
        return play.keep_in_hand(hand.ruling)
    play.note = ""
    if isinstance(hand, Deploying) and isinstance(hand.action, Setting) and _has_others(hand.table, hand.unit):
        play.hand = Correcting(hand.table, hand.action, hand.ruling)
        return hand.ruling
    play.hand = None
    return play.act(hand.action)


def _has_others(table: Table, unit_id: str) -> bool:
    return sum(1 for i in table.units[unit_id].models if table.model(i).is_alive) > 1


def arranged_after(play: Play, hand: Carry | LedAim) -> bool:
    """Takes the arrangement of a led unit in hand once its leader was put down legally; whether there is one."""
    action, ruling = hand.action, hand.ruling
    if not isinstance(action, LeaderMove | DirectMove) or ruling is None or not ruling.legal:
        return False
    if not _has_others(play.table, hand.model.unit):
        return False
    play.hand = Correcting(play.table, action, ruling)
    return True


def next_leader(play: Play) -> bool:
    """The next model of a led unit in hand leads instead, from where it stands; whether there is a unit in hand."""
    carry = play.carry
    if isinstance(play.hand, LedAim | Deploying):
        play.hand.choose_next_leader()
        return True
    if carry is None or kind_of(play.table) != "leader":
        return False
    models = [m.id for m in play.table.models_of(play.table.units[carry.model.unit])]
    after = models[(models.index(carry.model.id) + 1) % len(models)]
    name, dragged = carry.name, carry.is_dragged
    play.selected = after
    play.hand = Carry(play.table, after, is_dragged=dragged)
    play.hand.name = name
    play.point_at(play.pointer)
    return True


def learn_keywords(table: Table) -> Thread | None:
    """Asks beside the game whom the auras name: the grammar that knows plurals takes a second or more to load."""
    if not table.auras:
        return None

    def ask() -> None:
        for aura in table.auras:
            for unit in table.units.values():
                bears_keyword(table, aura, unit)

    thread = Thread(target=ask, name="keywords", daemon=True)
    thread.start()
    return thread


def next_aura(play: Play) -> None:
    """Shows the next of the table's auras, after the last one none."""
    ids = [None, *(a.id for a in play.table.auras)]
    here = ids.index(play.aura) if play.aura in ids else 0
    play.aura = ids[(here + 1) % len(ids)]
    if len(ids) == 1:
        play.note = "This table has no auras."


def is_ghost_legal(told: Told, model_id: str) -> bool | None:
    """Whether a ghost bears the mark of legal or illegal; of a unit refused only those that are at fault bear one.

    Whom a finding measures from, the leader, is at fault only where nobody else is.
    """
    if told.ruling.legal or len(told.ghosts) < 2:
        return told.ruling.legal
    at_fault = {p for f in told.ruling.findings for p in f.pieces}
    if not any(i in at_fault for i, _ in told.ghosts):
        return False
    others = {i for i, _ in told.ghosts[1:]} & at_fault
    return False if model_id in (others or at_fault) else None


def hangings_of(play: Play) -> tuple[Hanging, ...]:
    """What is drawn of how units hang together: that in hand, that selected, those Out of Coherency, an aura."""
    kind = kind_of(play.table)
    if kind not in ("leader", "squad"):
        return ()
    told, hand = play.telling, play.hand
    found = []
    if play.table.memory.out_of_coherency:
        found.append(out_of_coherency(play.table))
    if play.aura is not None and any(a.id == play.aura for a in play.table.auras):
        found.append(aura_hanging(play.table, play.aura))
    if told is not None and hand is not None:
        after = after_action(play.table, told.ghosts, told.ruling.after)
        unit_id = str(getattr(told.action, "unit", hand.model.unit))
        if kind == "squad" and unit_id in after.units:
            found.append(squad_hanging(after, unit_id))
        leader = mover_of(play.table, told.action) or leader_of(told.action) or ""
        if kind == "leader" and unit_id in after.units and leader in after.models:
            led = led_hanging(after, unit_id, leader, "links" in play.overlays)
            is_told = "coherency.link" in told.ruling.clauses  # then the finding's evidence shows what is in the way
            found.append(replace(led, blocks=()) if is_told else led)
    elif play.selected in play.table.models and ("links" in play.overlays or "gaps" in play.overlays):
        found.append(_selected_hanging(play, kind))
    return tuple(found)


def _selected_hanging(play: Play, kind: str) -> Hanging:
    model = play.table.model(play.selected or "")
    if not model.is_on_table:
        return Hanging()
    if kind == "squad":
        return squad_hanging(play.table, model.unit) if "links" in play.overlays else Hanging()
    if "links" in play.overlays:
        return led_hanging(play.table, model.unit, model.id, True)
    return Hanging(gaps=led_gaps(play.table, model.unit, model))


def aura_words(play: Play) -> list[tuple[str, bool, str]]:
    """The units and their answers to the aura that is shown."""
    shown = play.aura is not None and any(a.id == play.aura for a in play.table.auras)
    return aura_answers(play.table, play.aura) if shown and play.aura is not None else []


