"""What the panel and the strip say of ranked units: the steps with their inches, the target, what can be done."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.asking import kind_of
from game.block_hand import BlockHand
from game.gui import html
from game.reform_hand import ReformHand
from rules.blocks import block_of
from rules.measuring import distance
from rules.separation import fights
from rules.table import Model, Table

if TYPE_CHECKING:
    from game.play import Play

GOOD, BAD, HINT = "#60e2b0", "#ff9d6b", "#aab3bc"


def block_lines(play: Play) -> list[str]:
    """The steps of what is in hand, one a line, each with its inches; the target; how wide a reform is."""
    hand = play.hand
    if isinstance(hand, ReformHand):
        return _reform_lines(hand)
    if not isinstance(hand, BlockHand):
        return []
    lines = []
    if hand.target is not None:
        lines.append(f"Target: <b>{html(hand.target)}</b>")
        lines += _face_lines(hand)
    for k, (words, inches, is_paid) in enumerate(hand.lines(), 1):
        mark = " ←" if hand.pull is not None and k > len(hand.steps) else ""
        price = f"<b>{inches:.2f}″</b>" if is_paid else f"{inches:.2f}″ free"
        lines.append(f"{k}. {html(_short(words))} · {price}{mark}")
    return lines


def _short(words: str) -> str:
    """A step without its inches, which stand beside it; degrees to a tenth."""
    first, *rest = words.split()
    if first == "advance":
        return "Advance"
    if rest and rest[-1].endswith("°"):
        return f"Wheel {rest[0]} {float(rest[-1][:-1]):.1f}°"
    return words


def _face_lines(hand: BlockHand) -> list[str]:
    if not hand.faces or hand.steps:
        return []
    ways = [f"{f.name} <b>{f.cost:.2f}″</b>" for f in hand.faces if f.charge is not None]
    if ways:
        return [f"In reach: {', '.join(ways)}. Click a face to charge it."]
    apart = distance(hand.table, hand.block.unit.id, hand.target or "")
    return [f"It is <b>{apart:.2f}″</b> off, the charge is {hand.block.charge:g}″: no face was found in reach with one wheel."]


def _reform_lines(hand: ReformHand) -> list[str]:
    shown, ways = hand.shown, hand.ways()
    ranks = -(-hand.block.count // shown.files)
    files = f"<b>{shown.files}</b> {'file' if shown.files == 1 else 'files'}"
    lines = [f"{files}, {ranks} {'rank' if ranks == 1 else 'ranks'}, facing <b>{shown.facing_deg:.1f}°</b>"]
    if ways:
        lines.append(f"The longest way of a model: <b>{math.dist(*ways[0]):.2f}″</b>")
    return lines


def block_hint(play: Play) -> str:
    """What to do while what is in hand asks for nothing yet; empty on other tables."""
    hand = play.hand
    if hand is None and kind_of(play.table) == "blocks" and play.selected is not None:
        return "Pull a front corner to wheel, the front to advance; or choose what the unit does: C charges, K reforms."
    if isinstance(hand, ReformHand):
        return "Drag the ghost to set it elsewhere, its knob to turn it; + and - change its files. Enter does it."
    if not isinstance(hand, BlockHand):
        return ""
    if hand.wants_target:
        return "Click the unit to charge: the faces in reach are shown."
    faces = "<br>".join(_face_lines(hand))
    lead = f"Target: {html(hand.target)}. {faces}<br>" if hand.target is not None else ""
    return lead + "Pull a front corner to wheel, the front to advance. Each time you let go a step is added; Enter does them all."


def block_hints(play: Play) -> tuple[str, ...]:
    """What can be done now, one thing each, for the strip; nothing on other tables."""
    hand = play.hand
    if isinstance(hand, ReformHand):
        return (
            "Place: drag the ghost", "Facing: drag the knob, or type it", "Files: + and -", "Turn: comma, dot (Shift: 1°)",
            "As it stands: Backspace", "Do it: Enter", "Let go: Esc",
        )
    if not isinstance(hand, BlockHand):
        return _hints_for_selected(play)
    if hand.wants_target:
        return ("Click the unit to charge", "Let go: Esc")
    is_offered = not hand.steps and any(f.charge is not None for f in hand.faces)
    face = ("Charge a face: click it",) if is_offered else ()
    return (
        *face, "Wheel: pull a front corner", "Advance: pull the front, or 1 to 9", "Wheel by keys: comma, dot (Shift: 1°)",
        "Take a step back: Backspace", "Not held at a limit: Alt", "Do it all: Enter", "Let go: Esc",
    )


def _hints_for_selected(play: Play) -> tuple[str, ...]:
    if kind_of(play.table) != "blocks" or play.hand is not None:
        return ()
    view = ("Ruler: R", "Zoom: wheel", "Whole table: F", "Keys and rules: F1")
    if play.selected is None:
        return ("Click any model of a unit to select it", "Tab: the next that may act", "E: ends the phase", *view)
    return (
        "Wheel: pull a front corner", "Advance: pull the front, or 1 to 9", "Charge: C", "Reform: K", "Next: Tab",
        "End of the phase: E", *view,
    )


def block_unit_words(table: Table, model: Model) -> list[str]:
    """A ranked unit in the panel: its ranks and files, its Move; empty for units that stand in no ranks."""
    block = block_of(table, table.unit_of(model))
    if block is None:
        return []
    ranks = math.ceil(block.count / block.files)
    models = "model" if block.count == 1 else "models"
    kept = sorted(i for pair in table.memory.close_pairs if block.unit.id in pair for i in pair if i != block.unit.id)
    lines = [
        f"<b>{block.count}</b> {models}, {block.files} wide, {ranks} deep · facing {math.degrees(block.pose.facing) % 360.0:.1f}°",
        f"Move <b>{block.move:g}″</b> · Charge <b>{block.charge:g}″</b> · {block.width:.2f} × {block.length:.2f}″",
    ]
    foes = sorted(i for pair in fights(table) if block.unit.id in pair for i in pair if i != block.unit.id)
    if foes:
        lines.append(f"Fights <b>{html(', '.join(foes))}</b>")
    if kept:
        lines.append(f"Excused towards <b>{html(', '.join(kept))}</b> until apart")
    return lines
