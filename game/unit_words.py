"""What the panel says of units of many models: their statistics, coherency, the worst offender, auras."""

from __future__ import annotations

from game.asking import kind_of
from game.gui import html
from game.led_aim import LedAim
from game.play import Play
from game.squad_hand import SquadHand
from game.unit_hand import Correcting, UnitHand
from game.unit_play import aura_words
from rules.auras import keywords_of
from rules.neighbours import neighbours_of
from rules.table import Model, Table

GOOD, BAD, HINT = "#60e2b0", "#ff9d6b", "#aab3bc"


def unit_of_models_words(table: Table, model: Model, state: str, engaged: list[str]) -> str:
    """A led unit or squad by one of its models: who it is, what it may, whether it is in coherency."""
    unit = table.unit_of(model)
    count = len(table.models_of(unit))
    head = f"<b>{html(unit.id)}</b> · {html(unit.side)} · {count} model{'s' if count != 1 else ''}{state}"
    if kind_of(table) == "leader":
        fly = " · flies" if model.flying else ""
        inches = f"Move <b>{model.move:g}″</b> · Charge <b>{model.charge:g}″</b>"
        numbers = f"{html(model.id)} leads · {inches} · Size <b>{model.size}</b>{fly}"
        is_out = unit.id in table.memory.out_of_coherency
        hold = f"<font color={BAD}><b>✘ Out of Coherency</b></font>" if is_out else f"<font color={GOOD}>✔ In Coherency</font>"
    else:
        numbers = f"{html(model.id)} · Move <b>{model.move:g}″</b> · Charge <b>{model.charge:g}″</b>"
        hold = squad_state_words(table, unit.id)
    words = f" · {html(', '.join(keywords_of(unit)))}" if unit.keywords else ""
    fight = f"Engaged with <b>{html(', '.join(engaged))}</b>" if engaged else f"<font color={HINT}>Engaged with nobody</font>"
    return "<br>".join([head, numbers, f"{hold}{words}", fight])


def squad_state_words(table: Table, unit_id: str) -> str:
    """Whether a squad is in coherency, how many neighbours are needed, its groups."""
    found = neighbours_of(table, table.models_of(table.units[unit_id]))
    if found.is_coherent:
        need = f"each has its {found.needed} neighbour{'s' if found.needed != 1 else ''}" if found.needed else "alone"
        return f"<font color={GOOD}>✔ In coherency</font>: {need}"
    parts = []
    if found.lacking:
        worst = found.models[found.lacking[0]].id
        parts.append(f"{html(worst)} has {len(found.near[found.lacking[0]])} of {found.needed}")
    if len(found.groups) > 1:
        parts.append(f"{len(found.groups)} groups of {', '.join(str(len(g)) for g in found.groups)}")
    return f"<font color={BAD}>✘ Not in coherency</font>: {'; '.join(parts)}"


def units_in_hand_words(play: Play) -> list[str]:
    """What a player should know of the unit in hand."""
    hand = play.hand
    told = play.telling
    lines: list[str] = []
    if isinstance(hand, Correcting):
        by_hand = f", {hand.corrected} moved by hand" if hand.corrected else ""
        lines.append(f"<b>The others, as the game arranges them</b>{by_hand}. Drag any of them. Enter does it.")
    elif isinstance(hand, SquadHand):
        who = _who_words(hand)
        lines.append(f"{who} (I: the other way). {len(hand.chosen)} chosen." if hand.chosen else f"{who} (I: the other way).")
        if told is not None and told.ruling.after is not None:
            lines.append(squad_state_words(told.ruling.after, hand.unit))
    elif isinstance(hand, LedAim):
        lines += hand.choices
    if isinstance(hand, UnitHand):
        lines.append(f"<font color={HINT}>{html(hand.advice)}</font>")
    return lines


def _who_words(hand: SquadHand) -> str:
    if not hand.grabbed:
        return "One model at a time" if hand.who == "one" else "Put down so far: nothing is done before Enter"
    if len(hand.grabbed) == 1:
        return "This model alone"
    everybody = len(hand.table.models_of(hand.table.units[hand.unit]))
    return "The whole unit, as it stands" if len(hand.grabbed) == everybody else f"{len(hand.grabbed)} chosen models"


def aura_lines(play: Play) -> list[str]:
    """The aura that is shown, and each unit's answer to it: reached or not, and why."""
    answers = aura_words(play)
    if not answers or play.aura is None:
        return []
    aura = next(a for a in play.table.auras if a.id == play.aura)
    how = "wholly within" if aura.wholly else "within"
    lines = [f"<b>{html(aura.id)}</b>: {html(aura.text)} ({html(aura.keyword)}, {how} {aura.distance:g}″ of {html(aura.of)})"]
    for unit_id, reaches, why in answers:
        mark = f"<font color={GOOD}>✔ reached</font>" if reaches else f"<font color={BAD}>✘ not reached</font>"
        lines.append(f"{mark} <b>{html(unit_id)}</b>: {html(why)}")
    return lines

