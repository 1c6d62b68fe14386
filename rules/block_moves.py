"""Moves of ranked units: `move`, `charge`, `failed_charge`, `flee`, `pursue` and `reform`, in `regiment` and in `ranks`.

Clauses table.edge, terrain.blocked, base.fit, base.overlap for blocks; the others stand in rules/manoeuvres.py,
rules/spacing.py and rules/separation.py. Inches.
"""

from collections.abc import Sequence
from dataclasses import replace

from physics.tolerance import is_closer, is_more
from physics.wheel import box_of, boxes_apart
from rules.actions import BlockMove, Reform, Step, Target
from rules.approaches import Approach, Neighbour, approaches, end_finding, finding
from rules.blocks import Block, block_of, missing, outline_of, with_block
from rules.manoeuvres import (
    March,
    distance_findings,
    double_findings,
    free_notes,
    march_of,
    reformed,
    step_findings,
)
from rules.moves import unavailable
from rules.positioning import fit_findings
from rules.ruling import Area, Finding, Ruling
from rules.separation import separation_notes
from rules.spacing import (
    charge_contact_findings,
    inch_findings,
    kept_notes,
    reform_findings,
    spacing_findings,
    stopped,
    uncontrolled_notes,
    with_memory,
)
from rules.table import Formation, Table
from rules.terrain import Feature
from rules.walk import STEP


def judge_regiment_move(table: Table, action: BlockMove) -> Ruling:
    """A move of the `regiment` ruleset: spacing lowered on the way, kept at the end, excused where it is remembered."""
    block = _ready(table, action)
    if isinstance(block, Ruling):
        return block
    target = _target_unit(table, action.target)
    limit = max(table.number("spacing.end"), table.number("spacing.during"))
    march = march_of(block, action.steps)
    near = approaches(table, march, limit)
    is_uncontrolled = action.name != "move"
    notes: list[Finding] = []
    if is_uncontrolled and action.name != "charge":
        march, note = stopped(table, march, near, _solid_ahead(table, march))
        if note is not None:
            notes, near = [note], approaches(table, march, limit)
    findings = _march_findings(table, march, _allowance(block, action))
    if action.name == "charge":
        findings += charge_contact_findings(_with_target(table, march, near, target), str(target), "spacing.contact")
    elif not is_uncontrolled:
        findings += spacing_findings(table, near)
    findings += _overlap_findings(near)
    if not findings:
        notes += kept_notes(table, near)
        if is_uncontrolled:
            notes += uncontrolled_notes(table, near, target)
    ruling = _ruling(table, march, findings, notes, _allowance(block, action))
    if ruling.after is None:
        return ruling
    return replace(ruling, after=with_memory(table, ruling.after, near, is_uncontrolled))


def judge_ranks_move(table: Table, action: BlockMove) -> Ruling:
    """A move of the `ranks` ruleset: an inch off everything at every moment, but for a charge."""
    block = _ready(table, action)
    if isinstance(block, Ruling):
        return block
    is_charge = action.name == "charge"
    march = march_of(block, action.steps, wheels_are_free=is_charge)
    near = approaches(table, march, table.number("spacing"))
    findings = _march_findings(table, march, _allowance(block, action))
    if is_charge:
        target = _target_unit(table, action.target)
        findings += charge_contact_findings(_with_target(table, march, near, target), str(target), "spacing.charge")
    else:
        findings += inch_findings(table, near)
    findings += _overlap_findings(near)
    ruling = _ruling(table, march, findings, free_notes(march) if is_charge else [], _allowance(block, action))
    if ruling.after is None or not is_charge:
        return ruling
    return replace(ruling, findings=(*ruling.findings, *separation_notes(ruling.after)))


def judge_regiment_reform(table: Table, action: Reform) -> Ruling:
    """A reform of the `regiment` ruleset: who is excused stays excused, unless it is put back more than an inch off."""
    return _judge_reform(table, action, is_regiment=True)


def judge_ranks_reform(table: Table, action: Reform) -> Ruling:
    """A reform of the `ranks` ruleset: set up anew an inch off everything (manoeuvre.spacing)."""
    return _judge_reform(table, action, is_regiment=False)


def _judge_reform(table: Table, action: Reform, is_regiment: bool) -> Ruling:
    block = _reformable(table, action.unit)
    if isinstance(block, Ruling):
        return block
    factor = table.number("manoeuvre.factor")
    new, longest, findings = reformed(block, action, factor)
    if findings and findings[0].clause == "reform":
        return Ruling(False, None, tuple(findings))
    march = March(new, ())
    limit = table.number("spacing.end" if is_regiment else "spacing")
    near = approaches(table, march, limit)
    findings += _edge_findings(table, march)
    findings += reform_findings(table, near, is_regiment)
    findings += _overlap_findings(near)
    notes = kept_notes(table, near) if is_regiment and not findings else []
    ruling = _ruling(table, march, findings, notes, factor * block.move, longest)
    if ruling.after is None or not is_regiment:
        return ruling
    return replace(ruling, after=with_memory(table, ruling.after, near, is_uncontrolled=False))


def _ready(table: Table, action: BlockMove) -> Block | Ruling:
    """The block that an action moves, or why it can't be moved so."""
    problem = missing(table, action.unit)
    if problem is not None:
        return problem
    unit = table.units[action.unit]
    block = block_of(table, unit)
    if block is None:
        return unavailable(f"{unit.id} stands in no ranks: it can only reform into some", unit.id)
    target = _target_unit(table, action.target)
    if isinstance(action.target, str) and target is None and table.marker(action.target) is None:
        return unavailable(f"there is no unit or marker {action.target} on the table", unit.id)
    if action.name == "charge" and (target is None or table.units[target].side == unit.side):
        return unavailable(f"{unit.id} charges an enemy unit: the target is to be one", unit.id)
    return block


def _reformable(table: Table, unit_id: str) -> Block | Ruling:
    """The unit as a block for a reform, which a loose unit can do too when its bases are like rectangles."""
    problem = missing(table, unit_id)
    if problem is not None:
        return problem
    unit = table.units[unit_id]
    block = block_of(table, unit)
    if block is not None:
        return block
    models = tuple(table.models_of(unit))
    if models[0].base.kind != "rect" or any(m.base != models[0].base for m in models):
        return unavailable(f"{unit_id} can't stand in ranks: that takes rectangular bases of one size", unit_id)
    place = models[0].standing
    return Block(unit, models, Formation(1, place.at, place.facing))


def _target_unit(table: Table, target: Target | None) -> str | None:
    """The unit on the table that a target names, by its own id or a model's; None for points and for nobody."""
    if not isinstance(target, str):
        return None
    unit = table.units.get(table.models[target].unit if target in table.models else target)
    return unit.id if unit is not None and table.models_of(unit) else None


def _allowance(block: Block, action: BlockMove) -> float:
    return block.move if action.name == "move" else block.charge


def _with_target(table: Table, march: March, near: Sequence[Approach], target: str | None) -> list[Approach]:
    """The approaches with that of the target among them, however far off it is."""
    if target is None or any(a.id == target for a in near):
        return list(near)
    unit = table.units[target]
    return [*near, Approach(march, Neighbour(target, outline_of(table, unit), unit.side))]


def _march_findings(table: Table, march: March, allowance: float) -> list[Finding]:
    """What is wrong with the steps themselves, and with the table's edge and terrain on their way."""
    findings = step_findings(march) + distance_findings(march, allowance)
    findings += double_findings(march, table.number("manoeuvre.factor"))
    return findings + _edge_findings(table, march) + _blocked_findings(table, march)


def _edge_findings(table: Table, march: March) -> list[Finding]:
    """table.edge: the first moment at which a corner comes over the table's edge."""
    name = march.block.unit.id
    for k, stage in enumerate(march.stages or march_of(march.block, (Step(advance=0.0),)).stages):
        over = stage.motion.over_edge(stage.block.outline, table.size)
        if over is not None:
            first, most = over
            says = f"{name} comes over the table's edge, by {most:.2f} in"
            shown = tuple(Area(tuple(s.outline(0.01))) for s in stage.block_at(first).outline)
            return [Finding("table.edge", says, most, 0.0, shown, march.along(k + first), (name,))]
    return []


def _solid_ahead(table: Table, march: March) -> list[Approach]:
    """The solid terrain near the way that the unit can't walk over, as it comes to it."""
    block = march.block
    floor, height = min(m.elevation for m in block.models), max(m.height for m in block.models)
    under = {m.standing.on for m in block.models}
    return [
        Approach(march, Neighbour(f.id, f.footprint.pieces))
        for f in table.terrain.features
        if f.id not in under
        and _is_in_way(f, floor, height)
        and any(boxes_apart(s.box, f.footprint.box) <= 0.0 for s in march.stages)
    ]


def _blocked_findings(table: Table, march: March) -> list[Finding]:
    """terrain.blocked: the solid terrain that the unit would pass through and can't walk over."""
    findings = []
    for approach in _solid_ahead(table, march):
        spans = approach.closer_than(0.0)
        if spans:
            is_impassable = table.terrain.feature(approach.id).kind == "impassable"
            how = "which nothing enters" if is_impassable else "which it can't walk over"
            says = f"{march.block.unit.id} runs into {approach.id}, {how}"
            findings.append(finding("terrain.blocked", approach, spans[0], says, 0.0, spans[0][0], 0.0))
    return findings


def _is_in_way(feature: Feature, floor: float, height: float) -> bool:
    """Whether a feature is too high to be walked over, and starts below the unit's heads; slopes are walked up."""
    if not feature.is_solid or feature.slope is not None:
        return False
    return is_closer(feature.bottom, floor + height) and is_more(feature.top, floor + STEP)


def _overlap_findings(near: Sequence[Approach]) -> list[Finding]:
    """base.overlap: the units on whose bases the move would end."""
    return [
        end_finding("base.overlap", a, 0.0, "no base ends over another")
        for a in near
        if a.neighbour.side is not None and a.ends_near(0.0) and is_closer(a.end, 0.0)
    ]


def _fit_findings(table: Table, after: Table, end: Block) -> list[Finding]:
    """base.fit: the terrain that a model's body would end in; one finding for each feature."""
    box = box_of(end.outline)
    if not any(f.is_solid and boxes_apart(box, f.footprint.box) <= 0.0 for f in table.terrain.features):
        return []
    found = [f for m in end.models for f in fit_findings(after, after.model(m.id), 0.0)]
    return list({f.pieces[-1]: f for f in reversed(found)}.values())


def _ruling(
    table: Table, march: March, findings: list[Finding], notes: list[Finding], allowance: float, cost: float | None = None
) -> Ruling:
    after = with_block(table, march.end)
    fit = [replace(f, along=march.along(len(march.stages))) for f in _fit_findings(table, after, march.end)]
    found = _in_order([*findings, *fit])
    paid = march.cost if cost is None else cost
    return Ruling(not found, paid, tuple(found or notes), None if found else after, allowance, march.items)


def _in_order(findings: list[Finding]) -> list[Finding]:
    """The first along the way first, one for each clause and those that it is about."""
    seen: dict[tuple[str, tuple[str, ...]], Finding] = {}
    for f in sorted(findings, key=lambda f: f.along):
        seen.setdefault((f.clause, f.pieces), f)
    return list(seen.values())
