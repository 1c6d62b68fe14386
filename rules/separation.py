"""After a charge: who fights, who stands too near a fight, and the shortest moves that set them apart. Inches.

Clauses combat.contact and combat.separate (ranks).
"""

import math
from dataclasses import dataclass, replace

from physics.apart import shortest_shift
from physics.contact import clearance, nearest
from physics.shapes import Shape, difference
from physics.tolerance import TOLERANCE, is_closer, is_more, is_within
from physics.vectors import Point
from physics.wheel import box_of, boxes_apart
from rules.actions import Separate
from rules.blocks import inches_between, missing, outline_of, surface_from
from rules.moves import unavailable
from rules.positioning import fit_findings
from rules.ruling import Area, Evidence, Finding, Line, Ruling
from rules.table import Table, Unit
from rules.walk import STEP

_SLACK = 1e-3
"""Inches by which a unit may be moved further than it has to: what a board's numbers are compared to."""
_REACH = 6.0
"""Inches round a unit within which a spot apart is looked for."""


def outlines(table: Table) -> dict[str, tuple[Shape, ...]]:
    """The outlines of all units on the table."""
    found = ((u.id, outline_of(table, u)) for u in table.units.values())
    return {i: outline for i, outline in found if outline}


def fights(table: Table) -> set[frozenset[str]]:
    """combat.contact: the pairs of units of different sides that touch."""
    shapes = outlines(table)
    boxes = {i: box_of(s) for i, s in shapes.items()}
    ids = list(shapes)
    return {
        frozenset((a, b))
        for k, a in enumerate(ids)
        for b in ids[k + 1 :]
        if table.units[a].side != table.units[b].side
        and boxes_apart(boxes[a], boxes[b]) <= TOLERANCE
        and is_within(inches_between(shapes[a], shapes[b]), 0.0)
    }


def engaged_models(table: Table, one: str, other: str) -> bool:
    """combat.contact: whether two models of different sides touch."""
    a, b = table.model(one), table.model(other)
    return table.are_enemies(a, b) and is_within(clearance(a.footprint, b.footprint), 0.0)


@dataclass(frozen=True)
class TooNear:
    """A unit that takes no part in a fight, and the fighting units that it is closer than the spacing to."""

    unit: str
    fighters: tuple[str, ...]


def too_near(table: Table) -> list[TooNear]:
    """combat.separate: the units that stand too near a fight and are to be moved before the turn goes on."""
    pairs = fights(table)
    fighting = {i for pair in pairs for i in pair}
    if not fighting:
        return []
    shapes, limit = outlines(table), table.number("spacing")
    boxes = {i: box_of(s) for i, s in shapes.items()}
    found = []
    for unit in shapes:
        if unit in fighting:
            continue
        near = tuple(
            i
            for i in sorted(fighting)
            if boxes_apart(boxes[unit], boxes[i]) < limit and is_closer(inches_between(shapes[unit], shapes[i]), limit)
        )
        if near:
            found.append(TooNear(unit, near))
    return found


def separation_notes(table: Table) -> list[Finding]:
    """combat.separate, as notes on a charge: who is to be moved now."""
    return [_near_finding(table, case, "it is to be moved apart before the turn goes on") for case in too_near(table)]


def separation_pending(table: Table) -> Finding | None:
    """combat.separate: why the turn does not go on, or None. Nobody waits for a unit that has no room to be moved to."""
    for case in too_near(table):
        if _shortest(table, case) is not None:
            return _near_finding(table, case, "before the turn goes on it is moved apart")
    return None


def _near_finding(table: Table, case: TooNear, words: str) -> Finding:
    limit = table.number("spacing")
    shapes = outlines(table)
    mine = shapes[case.unit]
    fighter = min(case.fighters, key=lambda i: inches_between(mine, shapes[i]))
    pair = min(((a, b) for a in mine for b in shapes[fighter]), key=lambda p: clearance(*p))
    line = nearest(*pair)
    apart = max(0.0, line.clearance)
    says = f"{case.unit} is {apart:.2f} in from {fighter}, which is fighting: {words}"
    shown: tuple[Evidence, ...] = (Line(line.here, line.there, "measure", f"{apart:.2f} in"),)
    return Finding("combat.separate", says, apart, limit, shown, 0.0, (case.unit, *case.fighters))


def judge_separate(table: Table, action: Separate) -> Ruling:
    """A unit too near a fight is moved, at no cost, to the spacing from it (combat.separate)."""
    problem = missing(table, action.unit)
    if problem is not None:
        return problem
    case = next((c for c in too_near(table) if c.unit == action.unit), None)
    if case is None:
        return unavailable(f"{action.unit} stands too near no fight: there is nothing to move it apart from", action.unit)
    findings = _separated_findings(table, case, action.by)
    after = _shifted(table, table.units[action.unit], action.by)
    findings += [f for m in after.models_of(after.units[action.unit]) for f in fit_findings(after, m, 0.0)]
    return Ruling(not findings, 0.0, tuple(findings), None if findings else after)


def judge_no_separate(table: Table, action: Separate) -> Ruling:
    """`regiment` asks nobody to be moved apart: who was left near may stay (spacing.kept)."""
    problem = missing(table, action.unit)
    return problem or unavailable(f"{action.unit} may stay where it is: nobody is moved apart here", action.unit)


def _separated_findings(table: Table, case: TooNear, by: Point) -> list[Finding]:
    limit = table.number("spacing")
    shapes = outlines(table)
    moved = tuple(s.moved(by) for s in shapes[case.unit])
    area = tuple(Area(tuple(s.outline(0.01))) for s in moved)
    apart = {i: inches_between(moved, s) for i, s in shapes.items() if i != case.unit}
    fighting = {i for pair in fights(table) for i in pair}
    findings = []
    for i, inches in apart.items():
        if is_closer(inches, limit):
            clause = "combat.separate" if i in fighting else "spacing.inch"
            says = f"{case.unit} would stand {max(0.0, inches):.2f} in from {i}; it is moved to {limit:g} in"
            findings.append(Finding(clause, says, inches, limit, area, 0.0, (case.unit, i)))
    for feature in table.terrain.features:
        if feature.kind == "impassable" and is_closer(inches := inches_between(moved, feature.footprint.pieces), limit):
            says = f"{case.unit} would stand {max(0.0, inches):.2f} in from {feature.id}; {limit:g} in is asked"
            findings.append(Finding("spacing.inch", says, inches, limit, area, 0.0, (case.unit, feature.id)))
    nearest_fighter = min(case.fighters, key=lambda i: apart[i])
    if is_more(apart[nearest_fighter], limit + _SLACK) and _is_longer_than_needed(table, case, by):
        says = f"{case.unit} would be moved {apart[nearest_fighter]:.2f} in off {nearest_fighter}; it is moved to {limit:g} in"
        findings.append(Finding("combat.separate", says, apart[nearest_fighter], limit, area, 0.0, (case.unit, nearest_fighter)))
    over = _over_edge(table, moved)
    if over > TOLERANCE:
        says = f"{case.unit} would hang {over:.2f} in over the table's edge"
        findings.append(Finding("table.edge", says, over, 0.0, area, 0.0, (case.unit,)))
    return findings


def _is_longer_than_needed(table: Table, case: TooNear, by: Point) -> bool:
    """Whether a shorter move would do: where others are in the way, the shortest one goes further off."""
    offered = _shortest(table, case)
    return offered is None or math.hypot(*by) > math.hypot(*offered) + _SLACK


def _shifted(table: Table, unit: Unit, by: Point) -> Table:
    models = []
    for model in table.models_of(unit):
        at = (model.standing.at[0] + by[0], model.standing.at[1] + by[1])
        on, elevation = surface_from(table, model, at)
        models.append(model.placed(replace(model.standing, at=at, on=on, elevation=elevation)))
    after = table.with_models(models)
    if unit.formation is None:
        return after
    at = (unit.formation.at[0] + by[0], unit.formation.at[1] + by[1])
    return replace(after, units={**table.units, unit.id: replace(unit, formation=replace(unit.formation, at=at))})


def _over_edge(table: Table, outline: tuple[Shape, ...]) -> float:
    left, bottom, right, top = box_of(outline)
    return max(-left, -bottom, right - table.size[0], top - table.size[1])


def offered_separations(table: Table) -> list[Separate]:
    """The shortest legal move apart for each unit that stands too near a fight; none for one that has no room."""
    offered = ((case.unit, _shortest(table, case)) for case in too_near(table))
    return [Separate(unit, by) for unit, by in offered if by is not None]


def _shortest(table: Table, case: TooNear) -> Point | None:
    """The shortest vector that sets a unit apart from the fight without bringing it too near anything else."""
    limit = table.number("spacing")
    shapes = outlines(table)
    mine = shapes.pop(case.unit)
    box = box_of(mine)
    obstacles = [(piece, limit) for outline in shapes.values() for piece in outline]
    for feature in table.terrain.features:
        if feature.kind == "impassable":
            obstacles += [(piece, limit) for piece in feature.footprint.pieces]
        elif feature.is_solid and feature.slope is None and feature.top >= STEP:
            obstacles += [(piece, 0.0) for piece in feature.footprint.pieces]
    forbidden = [
        difference(piece, own).grown(inches)
        for piece, inches in obstacles
        if boxes_apart(box, piece.box) <= inches + _REACH
        for own in mine
    ]
    width, depth = table.size
    room = (
        max(-box[0], -_REACH), max(-box[1], -_REACH), min(width - box[2], _REACH), min(depth - box[3], _REACH)
    )
    return shortest_shift(forbidden, room)
