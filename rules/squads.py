"""Moves of the `squad` ruleset: every model of a unit along its own path, the whole move or none of it. Inches.

Clauses coherency.move, coherency.neighbours, coherency.group, contact.end, contact.charge, setup.coherency,
setup.destroyed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import shapely
from shapely.geometry import Polygon

from physics.contact import clearance
from physics.tolerance import TOLERANCE, is_within
from physics.vectors import Point
from rules.actions import Addition, Setting, SquadMove, Waypoint
from rules.moves import distance_findings, edge_path_findings, enemy_findings, stops_of, unavailable
from rules.neighbours import coherency_findings, neighbours_of
from rules.positioning import edge_finding, end_findings, measured_line
from rules.room import find_room
from rules.ruling import CostItem, Finding, ProfilePoint, Ruling, without_repeats
from rules.table import Model, Place, Table, Unit
from rules.walk import Mover, Stop, settle
from rules.walker import walk


def judge_squad_move(table: Table, action: SquadMove) -> Ruling:
    """`move`, `charge` and `fight_move`: all models end in coherency, or the unit does not move (coherency.move)."""
    problem = _missing(table, action.unit, action.paths)
    if problem is not None:
        return problem
    unit = table.units[action.unit]
    walked = [_walk_model(table, table.model(i), path, action) for i, path in action.paths.items()]
    after = table.with_models([w.moved for w in walked])
    findings = [f for w in walked for f in w.findings]
    for one in walked:
        findings += end_findings(after, one.moved, one.cost)
    findings += _contact_findings(after, unit, action.name)
    broken = coherency_findings(after, unit.id)
    if broken:
        says = f"{unit.id} cannot end this move in coherency, so none of it is made"
        findings += [*broken, Finding("coherency.move", says, pieces=(unit.id,))]
    cost = max((w.cost for w in walked), default=0.0)
    found = tuple(without_repeats(findings))
    items = tuple(i for w in walked for i in w.items) if len(walked) == 1 else ()
    profile = walked[0].profile if len(walked) == 1 else ()
    limits = {_allowance(table, table.model(i), action) for i in action.paths}
    allowance = limits.pop() if len(limits) == 1 else None
    return Ruling(not found, cost, found, None if found else after, allowance, items, profile)


class _Walked:
    """One model's part of a unit's move."""

    def __init__(
        self,
        moved: Model,
        cost: float,
        findings: list[Finding],
        items: tuple[CostItem, ...],
        profile: tuple[ProfilePoint, ...],
    ) -> None:
        self.moved, self.cost, self.findings, self.items, self.profile = moved, cost, findings, items, profile


def _allowance(table: Table, model: Model, action: SquadMove) -> float:
    if action.name == "fight_move":
        return table.number("fight.distance")
    return model.charge if action.name == "charge" else model.move


def _walk_model(table: Table, model: Model, path: Sequence[Waypoint], action: SquadMove) -> _Walked:
    place, allowance = model.standing, _allowance(table, model, action)
    stops = stops_of(table, path)
    start = Stop(place.at, place.on, place.elevation)
    walked = walk(table.terrain, Mover(model.id, model.outline, model.height, over_walls=False), start, stops)
    settled = settle(walked, model.id, model.agility, allowance, counts_drops=False)
    end = stops[-1].at if stops else place.at
    moved = model.placed(Place(end, walked.on, walked.elevation, place.facing))
    findings = [*walked.findings, *settled.findings, *edge_path_findings(table, model, stops)]
    findings += distance_findings(model, settled, walked, allowance)
    findings += enemy_findings(table, model, walked.stretches)
    items = (CostItem("across", walked.across, 0.0, place.at), *settled.items)
    return _Walked(moved, settled.cost, findings, items, tuple(walked.profile))


def _missing(table: Table, unit_id: str, named: Mapping[str, object]) -> Ruling | None:
    unit = table.units.get(unit_id)
    if unit is None:
        return unavailable(f"there is no unit {unit_id}", unit_id)
    if not table.models_of(unit):
        return unavailable(f"{unit_id} has no model on the table", unit_id)
    for model_id in named:
        if model_id not in unit.models or not table.model(model_id).is_on_table:
            return unavailable(f"{model_id} is not a model of {unit_id} on the table", unit_id)
    return None


def _contact_findings(after: Table, unit: Unit, name: str) -> list[Finding]:
    """contact.end and contact.charge: who may end touching an enemy, and who must."""
    touching = [
        (model, enemy)
        for model in after.models_of(unit)
        for enemy in after.standing
        if after.are_enemies(model, enemy) and is_within(clearance(model.footprint, enemy.footprint), 0.0)
    ]
    if name == "charge" and not touching:
        nearest = min(
            (
                (clearance(m.footprint, e.footprint), m.id, m, e)
                for m in after.models_of(unit)
                for e in after.standing
                if after.are_enemies(m, e)
            ),
            default=None,
            key=lambda pair: pair[:2],
        )
        says = f"{unit.id} charges, and none of its models ends touching an enemy"
        if nearest is None:
            return [Finding("contact.charge", says, None, 0.0, (), 0.0, (unit.id,))]
        apart, _, model, enemy = nearest
        line = measured_line(model, enemy, f"{apart:.2f} in")
        return [
            Finding(
                "contact.charge",
                f"{says}: {model.id} is {apart:.2f} in from {enemy.id}",
                apart,
                0.0,
                (line,),
                0.0,
                (unit.id,),
            )
        ]
    if name != "move":
        return []
    return [
        Finding(
            "contact.end",
            f"{m.id} would end touching {e.id}: only a charge or a fight move does",
            0.0,
            None,
            (measured_line(m, e),),
            0.0,
            (m.id, e.id),
        )
        for m, e in touching
    ]


def judge_add(table: Table, action: Addition) -> Ruling:
    """Models added to a unit: set up in coherency with it (setup.coherency), where their bases fit."""
    unit = table.units.get(action.unit)
    if unit is None:
        return unavailable(f"there is no unit {action.unit}", action.unit)
    if not action.place:
        return unavailable(f"no place is given for a model to be added to {unit.id}", unit.id)
    added = _new_models(table, unit, action.place)
    grown = replace(unit, models=(*unit.models, *(m.id for m in added if m.id not in unit.models)))
    after = replace(table.with_models(added), units={**table.units, unit.id: grown})
    findings = _set_up_findings(after, added) + _incoherent(after, unit.id)
    return Ruling(not findings, 0.0, tuple(without_repeats(findings)), None if findings else after)


def _new_models(table: Table, unit: Unit, places: Sequence[Waypoint]) -> list[Model]:
    """The unit's models in reserve first; then new ones like its first, numbered on."""
    waiting = [m for m in (table.model(i) for i in unit.models) if m.is_alive and m.place is None]
    pattern = table.model(unit.models[0])
    number = len(unit.models)
    models: list[Model] = []
    for waypoint in places:
        if waiting:
            model = waiting.pop(0)
        else:
            number += 1
            while f"{unit.id}-{number}" in table.models:
                number += 1
            model = replace(pattern, id=f"{unit.id}-{number}", is_alive=True)
        models.append(_set_at(table, model, waypoint))
    return models


def _set_at(table: Table, model: Model, waypoint: Waypoint) -> Model:
    on, elevation = table.terrain.surface_at(waypoint.at, waypoint.on)
    facing = model.place.facing if model.place else Place((0.0, 0.0)).facing
    return model.placed(Place(waypoint.at, on, elevation, facing))


def _set_up_findings(after: Table, models: Sequence[Model]) -> list[Finding]:
    findings: list[Finding] = []
    for model in models:
        findings += end_findings(after, model, 0.0)
        edge = edge_finding(after, model, model.standing.at, 0.0)
        findings += [edge] if edge else []
        findings += [
            Finding(
                "contact.end",
                f"{model.id} would be set up touching {e.id}",
                0.0,
                None,
                (measured_line(model, e),),
                0.0,
                (model.id, e.id),
            )
            for e in after.standing
            if after.are_enemies(model, e) and is_within(clearance(model.footprint, e.footprint), 0.0)
        ]
    return findings


def _incoherent(after: Table, unit_id: str) -> list[Finding]:
    return [replace(f, clause="setup.coherency") for f in coherency_findings(after, unit_id)[:1]]


def judge_deploy(table: Table, action: Setting) -> Ruling:
    """A unit set up from reserve in its zone; models for which there is no room are destroyed (setup.destroyed)."""
    unit = table.units.get(action.unit)
    if unit is None:
        return unavailable(f"there is no unit {action.unit}", action.unit)
    waiting = [i for i in unit.models if table.model(i).is_alive and table.model(i).place is None]
    stray = next((i for i in action.place if i not in waiting), None)
    if stray is not None or not waiting or not action.place:
        what = f"{stray} is not in reserve" if stray else f"{unit.id} has nobody in reserve to set up"
        return unavailable(what, unit.id)
    models = [_set_at(table, table.model(i), waypoint) for i, waypoint in action.place.items()]
    zone = table.side(unit.side).deploy
    after = table.with_models(models)
    findings = _set_up_findings(after, models) + [f for m in models if (f := zone_finding(m, zone))]
    findings += _incoherent(after, unit.id)
    left_out = [i for i in waiting if i not in action.place]
    if not findings and left_out:
        findings += [f for i in left_out for f in _room_findings(after, table.model(i), zone)]
    if findings:
        return Ruling(False, 0.0, tuple(without_repeats(findings)))
    lost = [replace(table.model(i), is_alive=False) for i in left_out]
    notes = tuple(
        Finding("setup.destroyed", f"there is no room for {m.id}: it is destroyed", pieces=(m.id,)) for m in lost
    )
    return Ruling(True, 0.0, notes, after.with_models(lost))


def zone_finding(model: Model, zone: tuple[Point, ...] | None) -> Finding | None:
    """deploy.zone: a model is set up wholly inside the deployment zone of its side, where there is one."""
    if zone is None or is_inside_zone(model, zone):
        return None
    says = f"{model.id} would be set up outside the deployment zone of its side"
    return Finding("deploy.zone", says, None, None, (), 0.0, (model.id,))


def is_inside_zone(model: Model, zone: tuple[Point, ...]) -> bool:
    """Whether every part of a base is inside a zone, its edge included."""
    area = Polygon(zone)
    base = model.footprint
    corners = shapely.points(base.points)
    inside = shapely.intersects(area, corners) | (shapely.distance(area, corners) <= TOLERANCE)
    deep = shapely.distance(area.exterior, corners) >= base.radius - TOLERANCE
    return bool((inside & deep).all())


def _room_findings(after: Table, model: Model, zone: tuple[Point, ...] | None) -> list[Finding]:
    """setup.destroyed: a model may be left out only where there is really no room for it."""

    def fits(at: Point) -> bool:
        placed = _set_at(after, model, Waypoint(at))
        if zone is not None and not is_inside_zone(placed, zone):
            return False
        with_it = after.with_models([placed])
        if edge_finding(after, placed, at, 0.0) or end_findings(after, placed, 0.0):
            return False
        return neighbours_of(with_it, with_it.models_of(with_it.units[model.unit])).is_coherent

    room = find_room(after, model, zone, after.number("coherency.horizontal"), fits)
    if room is None:
        return []
    says = f"{model.id} is left out although there is room for it, at {room[0]:.2f}, {room[1]:.2f}"
    return [Finding("setup.destroyed", says, None, None, (), 0.0, (model.id,))]
