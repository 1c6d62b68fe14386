"""What the panel says, as the marked-up words of its text boxes: the unit, the ruling, the history."""

from __future__ import annotations

from game.asking import engaged_ids, kind_of, mover_of
from game.block_hand import words_of
from game.block_play import is_under_way
from game.block_words import block_hint, block_lines, block_unit_words
from game.carry import Carry
from game.gui import html
from game.play import Play
from game.ruler import named
from game.told import Told
from game.unit_words import aura_lines, unit_of_models_words, units_in_hand_words
from rules.actions import Action, BlockMove, DirectMove
from rules.history import sentence_of
from rules.rulesets import ruleset_of
from rules.ruling import CostItem, Finding, Ruling
from rules.table import Base, Table
from rules.turns import can_act

GOOD, BAD, HINT = "#60e2b0", "#ff9d6b", "#aab3bc"
LEADING = (
    "Space: waypoint · Backspace: takes it back · Shift: finds the way · L: the next model leads · 1 to 9: exact inches · "
    "Esc: lets go"
)
CARRYING = "Space: waypoint · Backspace: takes it back · Shift: finds the way · 1 to 9: exact inches · Esc: lets go"
AIMING = "Click: this target · Esc: lets go"
AIMED = "Pull along the line, type the inches, + and - · click or Enter: there · Backspace: another target · Esc: lets go"


def unit_words(play: Play) -> str:
    """The model in hand or selected (or under the pointer) and its statistics."""
    table = play.table
    model_id = play.hand.model.id if play.hand is not None else play.selected or play.hovered
    model = table.models.get(model_id) if model_id is not None else None
    if model is None or not model.is_on_table:
        return f"<font color={HINT}>Nothing selected.<br>Click a model, or press Tab for the next that may act.</font>"
    state = "" if table.game is None else " · may act" if can_act(table, model.unit) else " · not now"
    ranked = block_unit_words(table, model) if kind_of(table) == "blocks" else []
    if ranked:
        return "<br>".join([f"<b>{html(model.unit)}</b> · {html(table.side_of(model))}{state}", *ranked])
    engaged = engaged_ids(table, model)
    if kind_of(table) in ("leader", "squad"):
        return unit_of_models_words(table, model, state, engaged)
    lines = [
        f"<b>{html(model.id)}</b> · {html(table.side_of(model))}{state}",
        f"Move <b>{model.move:g}″</b> · Agility <b>{model.agility:g}″</b> · height <b>{model.height:g}″</b>",
        f"Base {base_words(model.base)} · on {html(model.standing.on)} at <b>{model.elevation:.2f}″</b>",
        f"Engaged with <b>{html(', '.join(engaged))}</b>" if engaged else f"<font color={HINT}>Engaged with nobody</font>",
    ]
    return "<br>".join(lines)


def base_words(base: Base) -> str:
    """The kind and size of a base."""
    if base.kind == "disc":
        return f"{base.front_mm:g} mm"
    what = "oval" if base.kind == "oval" else "block"
    return f"{base.front_mm:g} × {base.depth_mm:g} mm {what}"


def ruling_words(play: Play, most: int | None = None) -> str:
    """The ruling on what is in hand, was refused or was done, with its cost and all its findings, or at most so many."""
    told = play.telling
    if play.aim is not None and told is None:
        return (
            f"<b>Directly {play.aim.name}</b><br>Point at a model, a marker or a spot, and click it. "
            "Then set the distance: move the pointer along the line, type it, or press + and -."
        )
    if told is None:
        words = [*units_in_hand_words(play), *aura_lines(play)] or [block_hint(play) or _hint(play)]
        return "<br>".join([f"<font color={HINT}>{html(play.note)}</font>"] if play.note and play.hand is None else words)
    if told.no_way:
        return "<br>".join(_no_way_lines(play, told))
    lines = [_verdict(play, told)]
    if told.ruling.cost is not None and mover_of(told.table, told.action) is not None:
        lines.append(cost_words(told.ruling))
    lines += _hand_words(play) + units_in_hand_words(play) + block_lines(play)
    for finding in told.ruling.findings[:most]:
        lines += ["", finding_words(told.table, finding, told.ruling.legal)]
    left = len(told.ruling.findings) - len(told.ruling.findings[:most])
    if left:
        lines += ["", f"<font color={HINT}>… and {left} more: hold it still to read them.</font>"]
    if told.how == "refused":
        lines += ["", f"<font color={HINT}>Nothing has changed: the model is where it was.</font>"]
    if play.carry is not None and not left:
        hint = LEADING if kind_of(play.table) == "leader" else CARRYING
        lines += ["", f"<font color={HINT}>{hint}</font>"]
    if play.aim is not None:
        lines += ["", f"<font color={HINT}>{AIMED if play.aim.is_fixed else AIMING}</font>"]
    if play.hand is not None and play.hand.no_way:
        lines.append(f"<font color={BAD}>{html(play.hand.no_way)}.</font>")
    if play.note:
        lines.append(f"<font color={BAD}>{html(play.note)}</font>")
    return "<br>".join(lines)


def _no_way_lines(play: Play, told: Told) -> list[str]:
    """What is said while a way is asked for and there is none."""
    lines = [f"<font color={BAD}><b>✘ {html(told.no_way)}.</b></font>"]
    if told.nearest is not None:
        lines.append("The nearest spot that there is a way to is drawn.")
    if play.hand is not None:
        lines.append(f"<font color={HINT}>Let Shift go to carry it straight: then it is told what is in between.</font>")
    else:
        lines += ["", f"<font color={HINT}>Nothing has changed: the model is where it was.</font>"]
    return lines


def _hint(play: Play) -> str:
    if play.selected is None:
        return "Here stands what the referee says."
    return "Drag the model, or press M: the ruling is shown here while you carry it."


def _verdict(play: Play, told: Told) -> str:
    what = action_title(told.table, told.action)
    if told.how == "done":
        return f"<font color={GOOD}><b>✔ Done:</b></font> {html(sentence_of(told.table, told.action, told.ruling))}"
    if not told.ruling.legal:
        if play.block is not None and is_under_way(play.block):
            return f"<b>… Under way:</b> {html(what)}"
        word = "Refused" if told.how == "refused" else "Not legal"
        return f"<font color={BAD}><b>✘ {word}:</b></font> {html(what)}"
    words = f"<font color={GOOD}><b>✔ Legal:</b></font> {html(what)}"
    if play.hand is not None and play.hand.is_held:
        words += f"<br>Held here (Alt lets loose). Beyond: {html(play.hand.held_because)}."
    return words


def _hand_words(play: Play) -> list[str]:
    """What a player should know of the way it is carried: backing off, exact inches, the surface chosen."""
    told, carry = play.telling, play.carry
    if told is None or carry is None:
        return []
    lines = []
    if carry.name in ("back_off", "disengage") and "action.unavailable" not in told.ruling.clauses:
        lines.append("Backing off: it is engaged." if carry.name == "back_off" else "Disengaging: the unit is engaged.")
    if carry.exact is not None:
        lines.append(f"Exactly {carry.exact:g}″ across, where you point.")
    place = told.ghost
    if place is not None and (carry.choice is not None or place.elevation or carry.last_elevation):
        lines.append(f"Ends on <b>{html(place.on)}</b> at {place.elevation:.2f}″{_other_surfaces(carry)}.")
    after = told.ruling.after
    fought = engaged_ids(after, after.model(carry.model.id)) if after is not None and kind_of(play.table) == "skirmish" else []
    if fought:
        lines.append(f"Ends engaged with <b>{html(', '.join(fought))}</b>.")
    return lines


def _other_surfaces(carry: Carry) -> str:
    return " (PageUp, PageDown: other surfaces)" if carry.has_choice else ""


def finding_words(table: Table, finding: Finding, is_legal: bool) -> str:
    """One finding: its sentence, what was measured and the limit, and its clause as a link."""
    mark = f"<font color={HINT}>•</font>" if is_legal else f"<font color={BAD}><b>✘</b></font>"
    clause = ruleset_of(table).clause(finding.clause)
    title = html(clause.title) if clause is not None else finding.clause
    measured = []
    if finding.measured is not None:
        measured.append(f"measured {finding.measured:.2f}")
    if finding.limit is not None:
        measured.append(f"limit {finding.limit:.2f}")
    numbers = f"<font color={HINT}>{' · '.join(measured)}</font><br>" if measured else ""
    rule = f"Rule: <a href='clause:{finding.clause}'>{title}</a> <font color={HINT}>({finding.clause})</font>"
    return f"{mark} {html(finding.says)}.<br>{numbers}{rule}"


def cost_words(ruling: Ruling) -> str:
    """The cost, item by item, of the allowance."""
    sums: dict[str, float] = {}
    for item in ruling.items:
        if item.counted > 0.0 or item.kind == "across":
            sums[item.kind] = sums.get(item.kind, 0.0) + item.counted
    parts = [f"{inches:.2f} {kind}" for kind, inches in sums.items()]
    total = f"<b>{ruling.cost:.2f}″</b>"
    words = f"{' + '.join(parts)} = {total}" if len(parts) > 1 else total
    if ruling.allowance is not None:
        words += f" of {ruling.allowance:.2f}″"
    free = [_free_words(item) for item in ruling.items if item.kind == "drop" and item.counted <= 0.0]
    return words + "".join(f"<br>{line}" for line in free)


def _free_words(item: CostItem) -> str:
    return f"drop of {abs(item.elevation_from - item.elevation_to):.2f}″, not counted"


def action_title(table: Table, action: Action) -> str:
    """An action in a few words, without its cost."""
    mover = mover_of(table, action)
    title = ruleset_of(table).action_words.get(action.name, action.name.replace("_", " "))
    who = mover or getattr(action, "model", None)
    where = f" {named(action.target)}" if isinstance(action, DirectMove) else ""
    where += f" ({words_of(action.steps)})" if isinstance(action, BlockMove) else ""
    who = getattr(action, "unit", who)
    return f"{who}: {title.lower()}{where}" if who is not None else title


def history_words(play: Play) -> str:
    """All actions, the latest first, each a link that shows its ruling; those taken back above, struck out."""
    match = play.session.match
    lines = []
    for k, (before, record) in enumerate(zip(match.tables, match.records, strict=False)):
        number = f"R{before.turn.round} " if before.game is not None else ""
        lines.append(f"<font color={HINT}>{number}{k + 1}.</font> <a href='action:{k}'>{html(record.sentence)}</a>")
    undone = len(match.undone)
    head = [f"<font color={HINT}>({undone} taken back: Ctrl+Y makes it again)</font>"] if undone else []
    if not lines:
        head.append(f"<font color={HINT}>Nothing has been done yet.</font>")
    return "<br>".join([*head, *reversed(lines)])

