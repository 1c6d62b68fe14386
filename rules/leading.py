"""Actions of the `leader` ruleset: the Leading Model goes along its path, then the others are set. Inches.

Clauses leader.first, move.distance, gap.clearance, terrain.blocked, flying, engaged.end, charge.contact, deploy.zone.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from physics.contact import clearance
from physics.sweep import Leg
from physics.tolerance import TOLERANCE, is_more, is_within
from physics.vectors import Point, lerp, subtract
from rules.actions import LeaderMove, Waypoint
from rules.actions import Setting as SettingAction
from rules.arranging import Setting, Wish, set_at, set_unit
from rules.clearing import path_findings
from rules.links import crosses_at_access
from rules.moves import edge_path_findings, stops_of, unavailable
from rules.obstruction import base_evidence
from rules.positioning import measured_line
from rules.ruling import CostItem, Finding, ProfilePoint, Ruling, Spot, without_repeats
from rules.squads import zone_finding
from rules.table import Model, Place, Table
from rules.terrain import Feature
from rules.walk import STEP


def engaged(table: Table, one: str, other: str) -> bool:
    """Whether two models of different sides are within engagement.range of each other."""
    a, b = table.model(one), table.model(other)
    return table.are_enemies(a, b) and is_within(clearance(a.footprint, b.footprint), table.number("engagement.range"))


def is_unit_engaged(table: Table, unit_id: str) -> bool:
    """Whether any model of a unit is engaged."""
    return bool(engagements(table, unit_id))


def engagements(table: Table, unit_id: str) -> list[tuple[Model, Model]]:
    """The pairs of a unit's models and enemies that are engaged."""
    limit = table.number("engagement.range")
    return [
        (model, p.owner)
        for model in table.models_of(table.units[unit_id])
        for p in table.bases.near(model.footprint, limit)
        if isinstance(p.owner, Model) and engaged(table, model.id, p.owner.id)
    ]


def is_coherent(table: Table, unit_id: str) -> bool:
    """Whether a unit is in coherency, as its last action left it (coherency.kept)."""
    return unit_id not in table.memory.out_of_coherency


def allowance_of(table: Table, action: LeaderMove, model: Model) -> float:
    """The inches that an action lets the leader go."""
    if action.name == "run":
        return table.number("run.factor") * model.move
    if action.name == "charge":
        return model.charge
    return table.number("close_ranks.distance") if action.name == "close_ranks" else model.move


def judge_leader_move(table: Table, action: LeaderMove) -> Ruling:
    """`move`, `run`, `charge`, `disengage` and `close_ranks`."""
    problem = _missing(table, action) or _state_problem(table, action)
    if problem is not None:
        return problem
    model = table.model(action.leader)
    stops = stops_of(table, action.path)
    legs = _legs(model.standing.at, [s.at for s in stops])
    cost = math.fsum(leg.length for leg in legs)
    allowance = allowance_of(table, action, model)
    findings = edge_path_findings(table, model, stops)
    findings += _distance_findings(model, cost, allowance, legs)
    end = stops[-1] if stops else None
    moved = model.placed(Place(end.at, end.on, end.elevation, model.standing.facing)) if end else model
    if not model.flying:
        findings += way_findings(table, action.unit, model, moved, legs)
    wish = Wish(shift=subtract(moved.standing.at, model.standing.at))
    shuns = 0.0 if action.name in ("charge", "close_ranks") else table.number("engagement.range")
    setting = set_unit(table, action.unit, moved, action.place, wish, shuns)
    findings += [*setting.findings, *_end_state_findings(setting.table, action, moved)]
    found = tuple(sorted(without_repeats(findings), key=lambda f: f.along))
    after = None if found else with_coherency(setting, action.unit)
    items = (CostItem("across", cost, 0.0, model.standing.at),)
    z = model.elevation
    profile = (ProfilePoint(0.0, z, model.standing.at), ProfilePoint(cost, moved.elevation, moved.standing.at))
    return Ruling(not found, cost, found or tuple(setting.notes), after, allowance, items, profile)


def _legs(start: Point, points: list[Point]) -> list[Leg]:
    ends = [start, *points]
    return [Leg(a, b) for a, b in zip(ends, points, strict=False) if math.dist(a, b) > 1e-12]


def with_coherency(setting: Setting, unit_id: str) -> Table:
    """The Table that remembers whether the unit ended in or Out of Coherency."""
    memory = setting.table.memory
    out = memory.out_of_coherency | {unit_id} if setting.is_out else memory.out_of_coherency - {unit_id}
    return replace(setting.table, memory=replace(memory, out_of_coherency=out))


def _missing(table: Table, action: LeaderMove) -> Ruling | None:
    unit = table.units.get(action.unit)
    if unit is None or not table.models_of(unit):
        return unavailable(f"{action.unit} has no model on the table", action.unit)
    if action.leader not in unit.models or not table.model(action.leader).is_on_table:
        says = f"{action.leader} is no model of {action.unit} on the table, and so cannot lead it"
        return Ruling(False, findings=(Finding("leader.first", says, pieces=(action.unit, action.leader)),))
    return stray_place(table, action.unit, action.place)


def stray_place(table: Table, unit_id: str, place: Mapping[str, Waypoint]) -> Ruling | None:
    """A refusal of places for models that the unit has not, or on what is not there; None where there is none."""
    unit = table.units[unit_id]
    for model_id, waypoint in place.items():
        if model_id not in unit.models or not table.model(model_id).is_alive:
            return unavailable(f"{model_id} is not a model of {unit_id} in play", unit_id)
        if waypoint.on not in (None, "ground") and waypoint.on not in table.terrain:
            return unavailable(f"there is no feature {waypoint.on} to stand on", unit_id)
    return None


def _state_problem(table: Table, action: LeaderMove) -> Ruling | None:
    is_held = is_unit_engaged(table, action.unit)
    if action.name in ("move", "run") and is_held:
        return unavailable(f"{action.unit} is engaged: it can disengage, not {action.name}", action.unit)
    if action.name == "disengage" and not is_held:
        return unavailable(f"{action.unit} is not engaged, so there is nothing to disengage from", action.unit)
    if isinstance(action.target, str) and action.target not in table.models and action.target not in table.units:
        return unavailable(f"there is no {action.target} to charge", action.unit)
    return None


def _distance_findings(model: Model, cost: float, allowance: float, legs: list[Leg]) -> list[Finding]:
    if not is_more(cost, allowance):
        return []
    left = allowance
    at = model.standing.at
    for leg in legs:
        at = lerp(leg.start, leg.end, min(1.0, left / leg.length))
        left -= leg.length
        if left <= 0.0:
            break
    says = f"{model.id} would move {cost:.2f} in; it has {allowance:g}"
    return [
        Finding("move.distance", says, cost, allowance, (Spot(at, "limit", f"{allowance:g} in"),), cost, (model.id,))
    ]


def way_findings(table: Table, unit: str, model: Model, moved: Model, legs: list[Leg]) -> list[Finding]:
    """gap.clearance and terrain.blocked along the way of a leader on foot, and that it keeps to its elevation."""
    on = moved.standing.on
    enters = on != model.standing.on and on in table.terrain and _enters_by_access(table.terrain.feature(on), legs)
    by_access = frozenset([on]) if enters else frozenset[str]()
    findings = path_findings(table, model, legs, unit, by_access)
    is_told = bool(by_access) or "terrain.blocked" in {f.clause for f in findings}
    return findings if is_told else findings + level_findings(table, model, moved, legs)


def level_findings(table: Table, model: Model, moved: Model, legs: list[Leg]) -> list[Finding]:
    """terrain.blocked: that a leader on foot changes its elevation, and leaves what it stands on by no access point."""
    change = abs(moved.elevation - model.elevation)
    if change < STEP - TOLERANCE or _leaves_by_access(table, model, legs):
        return []
    says = f"{model.id} would change its elevation by {change:.2f} in with no access point on its way"
    return [Finding("terrain.blocked", says, change, STEP, base_evidence(model.outline, moved.standing.at), 0.0, (model.id,))]


def _enters_by_access(feature: Feature, legs: list[Leg]) -> bool:
    return any(crosses_at_access(leg, feature) for leg in legs)


def _leaves_by_access(table: Table, model: Model, legs: list[Leg]) -> bool:
    on = model.standing.on
    return on in table.terrain and any(crosses_at_access(leg, table.terrain.feature(on)) for leg in legs)


def _end_state_findings(after: Table, action: LeaderMove, leader: Model) -> list[Finding]:
    """Engaged or not at the end, as the action asks: engaged.end and charge.contact."""
    if action.name == "charge":
        return _charge_findings(after, action, leader)
    if action.name == "close_ranks":
        return []
    limit = after.number("engagement.range")
    return [
        Finding(
            "engaged.end",
            f"{m.id} would end engaged with {e.id}: a {action.name} ends engaged with nobody",
            max(0.0, clearance(m.footprint, e.footprint)),
            limit,
            (measured_line(m, e),),
            0.0,
            (m.id, e.id),
        )
        for m, e in engagements(after, action.unit)
    ]


def _charge_findings(after: Table, action: LeaderMove, leader: Model) -> list[Finding]:
    targets = [m for m in after.standing if after.are_enemies(leader, m)]
    if isinstance(action.target, str):
        targets = [m for m in targets if action.target in (m.id, m.unit)]
    apart = sorted(((clearance(leader.footprint, m.footprint), m.id, m) for m in targets), key=lambda t: t[:2])
    if apart and is_within(apart[0][0], 0.0):
        return []
    says = f"{leader.id} ends its charge without touching {action.target or 'an enemy'}"
    if not apart:
        return [Finding("charge.contact", says, None, 0.0, (), 0.0, (leader.id,))]
    line = measured_line(leader, apart[0][2], f"{apart[0][0]:.2f} in")
    return [
        Finding(
            "charge.contact", f"{says}: it is {apart[0][0]:.2f} in away", apart[0][0], 0.0, (line,), 0.0, (leader.id,)
        )
    ]


def judge_setting(table: Table, action: SettingAction) -> Ruling:
    """`deploy`, `place` and `summon`: models set with no path."""
    unit = table.units.get(action.unit)
    if unit is None:
        return unavailable(f"there is no unit {action.unit}", action.unit)
    leader_id = action.leader or next(iter(action.place), None)
    if leader_id is None or leader_id not in unit.models:
        says = f"{leader_id or 'nobody'} is no model of {unit.id}, and so cannot lead it"
        return Ruling(False, findings=(Finding("leader.first", says, pieces=(unit.id,)),))
    problem = stray_place(table, unit.id, action.place) or _setting_problem(table, action, leader_id)
    if problem is not None:
        return problem
    before = table.model(leader_id)
    leader = set_at(table, before, action.place[leader_id]) if leader_id in action.place else before
    shift = subtract(leader.standing.at, before.place.at) if before.place else (0.0, 0.0)
    is_deployed = action.name == "deploy"
    others = {k: w for k, w in action.place.items() if k != leader_id}
    zone = table.side(unit.side).deploy if is_deployed else None
    setting = set_unit(table, unit.id, leader, others, Wish(shift=shift), 0.0, is_deployed, zone)
    findings = list(setting.findings)
    if is_deployed:
        standing = setting.table.models_of(setting.table.units[unit.id])
        findings += [f for m in standing if (f := zone_finding(m, zone))]
    found = tuple(without_repeats(findings))
    return Ruling(not found, 0.0, found or tuple(setting.notes), None if found else with_coherency(setting, unit.id))


def _setting_problem(table: Table, action: SettingAction, leader_id: str) -> Ruling | None:
    unit = table.units[action.unit]
    on_table = table.models_of(unit)
    if action.name == "deploy" and on_table:
        return unavailable(f"{unit.id} is on the table already", unit.id)
    if not table.model(leader_id).is_alive:
        return unavailable(f"{leader_id} is a casualty", unit.id)
    if leader_id not in action.place and table.model(leader_id).place is None:
        return unavailable(f"place gives no spot for {leader_id}, which leads", unit.id)
    return None
