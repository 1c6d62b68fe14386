"""What carrying a model asks for in each ruleset, and where an action takes whom: its path and its ghosts."""

from __future__ import annotations

import math
from typing import Any

from game.hanging import arranged
from physics.contact import clearance, nearest
from physics.vectors import Point
from rules.actions import (
    Action,
    Addition,
    BlockMove,
    DirectMove,
    LeaderMove,
    ModelMove,
    Setting,
    SquadMove,
    Target,
    Waypoint,
)
from rules.blocks import block_of
from rules.direct_aims import direct_leader
from rules.leader_direct import plan_of
from rules.manoeuvres import march_of
from rules.rulesets import ruleset_of
from rules.ruling import Ruling
from rules.table import Model, Place, Table

LEADER_MOVES = ("move", "run", "charge", "disengage", "close_ranks")
SQUAD_MOVES = {"movement": "move", "charge": "charge", "fight": "fight_move"}
"""The move that belongs to each phase of `squad`."""


def is_engaged(table: Table, model: Model) -> bool:
    """Whether a model is engaged with anybody, as its ruleset has it."""
    return bool(engaged_ids(table, model))


def engaged_ids(table: Table, model: Model) -> list[str]:
    """The ids of the models that a model is engaged with."""
    engaged = ruleset_of(table).engaged
    return [m.id for m in table.standing if table.are_enemies(m, model) and engaged(table, model.id, m.id)]


def kind_of(table: Table) -> str:
    """The ruleset that a table's is built on: it decides what carrying a model asks for."""
    judges = ruleset_of(table).judges
    for action, kind in (("back_off", "skirmish"), ("run", "leader"), ("fight_move", "squad")):
        if action in judges:
            return kind
    return "blocks"


def usual_name(table: Table, model: Model) -> str:
    """The action that carrying a model asks for when no other is chosen."""
    kind = kind_of(table)
    if kind == "squad":
        return SQUAD_MOVES.get(table.turn.phase, "move")
    if kind == "skirmish" and is_engaged(table, model):
        return "back_off"
    if kind == "leader" and any(is_engaged(table, m) for m in table.models_of(table.unit_of(model))):
        return "disengage"
    return "move"


def carried_action(table: Table, model: Model, name: Any, path: tuple[Waypoint, ...], is_alone: bool = False) -> Action:
    """The action that takes a carried model along a path: alone, as the Leading Model, or its whole squad with it."""
    kind = kind_of(table)
    if kind == "leader":
        target = _nearest_enemy_unit(table, model, path) if name == "charge" else None
        return LeaderMove(name if name in LEADER_MOVES else "move", model.unit, model.id, path, {}, target)
    if kind == "squad":
        movers = [model] if is_alone else table.models_of(table.unit_of(model))
        paths = {m.id: _shifted(path, model, m) for m in movers} if path else {}
        return SquadMove(name if name in SQUAD_MOVES.values() else "move", model.unit, paths)
    return ModelMove("back_off" if name == "back_off" else "move", model.id, path)


NEAR_CONTACT = 0.3
"""Inches from an enemy's base within which a charge that is led there is taken to mean contact with it."""


def spot_in_contact(table: Table, model: Model, spot: Point) -> Point | None:
    """Where a model that is led onto an enemy, or nearly, touches it: straight off the spot; None where nobody is so near."""
    enemies = [(clearance(model.outline.moved(spot), m.footprint), m.id) for m in table.standing if table.are_enemies(m, model)]
    apart, enemy = min(enemies, default=(math.inf, ""))
    if apart > NEAR_CONTACT:
        return None
    at = spot
    for _ in range(3):  # one step is enough for discs
        line = nearest(table.model(enemy).footprint, model.outline.moved(at))
        dx, dy = line.there[0] - line.here[0], line.there[1] - line.here[1]
        size = math.hypot(dx, dy)
        if size < 1e-9:
            break
        step = -line.clearance / size if line.clearance >= 0.0 else line.clearance / size
        at = (at[0] + dx * step, at[1] + dy * step)
    return at


def _shifted(path: tuple[Waypoint, ...], carried: Model, other: Model) -> tuple[Waypoint, ...]:
    if other.id == carried.id:
        return path
    (ax, ay), (bx, by) = carried.standing.at, other.standing.at
    return tuple(Waypoint((w.at[0] + bx - ax, w.at[1] + by - ay), w.on) for w in path)


def _nearest_enemy_unit(table: Table, model: Model, path: tuple[Waypoint, ...]) -> str | None:
    end = path[-1].at if path else model.standing.at
    enemies = [(math.dist(m.standing.at, end), m.unit) for m in table.standing if table.are_enemies(m, model)]
    return min(enemies)[1] if enemies else None


def mover_of(table: Table, action: Action) -> str | None:
    """The id of the model whose path an action is measured by, or None."""
    match action:
        case ModelMove(model=model):
            return model
        case DirectMove(mover=mover):
            led = direct_leader(table, action) if action.is_unit else None
            return led[0].id if led is not None else mover if mover in table.models else None
        case LeaderMove(leader=leader):
            return leader
        case SquadMove(paths=paths):
            return next(iter(paths), None)
        case BlockMove(unit=unit_id):
            return next((m.id for m in table.models_of(table.units[unit_id])), None) if unit_id in table.units else None
    return None


def path_of(table: Table, action: Action) -> tuple[Point, ...]:
    """The corners of the path that an action is measured by, its start first; empty for actions without one."""
    mover = mover_of(table, action)
    model = table.models.get(mover) if mover is not None else None
    if model is None or model.place is None:
        return ()
    start = model.place.at
    match action:
        case ModelMove(path=path) | LeaderMove(path=path):
            return (start, *(w.at for w in path))
        case SquadMove(paths=paths):
            return (start, *(w.at for w in paths[model.id]))
        case BlockMove():
            return _front_path(table, action)
        case DirectMove(is_unit=True):
            plan = plan_of(table, action)
            return plan.course.points if plan is not None else (start,)
        case DirectMove():
            return (start, direct_end(table, model, action))
    return ()


def _front_path(table: Table, action: BlockMove) -> tuple[Point, ...]:
    """The way of the middle of a block's front edge, a wheel as short straight parts."""
    block = block_of(table, table.units[action.unit])
    if block is None:
        return ()
    march = march_of(block, action.steps)
    moments = [k + part / 8.0 for k, stage in enumerate(march.stages) for part in range(1, 9) if stage.step.wheel or part == 8]
    return (block.pose.at, *(march.block_at(moment).pose.at for moment in moments))


def end_of(table: Table, action: Action) -> Point:
    """Where the path of an action ends."""
    return path_of(table, action)[-1]


def ghosts_of(table: Table, action: Action, ruling: Ruling) -> tuple[tuple[str, Place], ...]:
    """The models that an action moves and where they would stand, the one it is measured by first."""
    mover = mover_of(table, action)
    if ruling.after is not None:
        before = {i: m.place for i, m in table.models.items()}
        moved = [(i, m.place) for i, m in ruling.after.models.items() if m.place is not None and m.place != before.get(i)]
        return tuple(sorted(moved, key=lambda ghost: ghost[0] != mover))
    match action:
        case DirectMove(is_unit=True):
            return _ghosts_of_unit(table, action)
        case LeaderMove(path=way, leader=leader) if way:
            return arranged(table, action, _can_stand(leader, ruling))
        case Setting(leader=leader, place=place) if leader in place:
            return arranged(table, action, _can_stand(leader, ruling))
        case Setting(place=place):
            return tuple((i, _at_end(table, i, w)) for i, w in place.items() if i in table.models)
        case Addition(unit=unit_id, place=spots):
            if unit_id not in table.units:
                return ()
            pattern = table.units[unit_id].models[0]
            return tuple((f"{unit_id}+{k + 1}", _at_end(table, pattern, w)) for k, w in enumerate(spots))
        case SquadMove(paths=paths):
            return tuple((i, _at_end(table, i, path[-1])) for i, path in paths.items() if path and i in table.models)
        case BlockMove(unit=unit_id):
            block = block_of(table, table.units[unit_id])
            end = march_of(block, action.steps).end if block is not None else None
            if end is None:
                return ()
            stood = zip(end.models, end.places, strict=False)
            return tuple((m.id, Place(at, m.standing.on, m.elevation, end.pose.facing)) for m, at in stood)
    path = path_of(table, action)
    if mover is None or len(path) < 2:
        return ()
    on = action.path[-1].on if isinstance(action, ModelMove | LeaderMove) else None
    return ((mover, _at_end(table, mover, Waypoint(path[-1], on))),)


CANNOT_STAND = ("base.fit", "base.overlap", "table.edge", "positioning.overhang", "gap.crossing")
"""Clauses on where a model ends, whatever becomes of the others."""


def _can_stand(leader: str | None, ruling: Ruling) -> bool:
    """Whether a leader could stand where a refused action takes it."""
    return not any(f.clause in CANNOT_STAND and leader in f.pieces[:1] for f in ruling.findings)


def _ghosts_of_unit(table: Table, action: DirectMove) -> tuple[tuple[str, Place], ...]:
    """Where a unit that goes directly would stand, were it legal; its leader first."""
    plan = plan_of(table, action)
    if plan is None:
        return ()
    others = [m for m in plan.setting.table.models_of(table.units[plan.unit]) if m.id != plan.leader.id]
    return tuple((m.id, m.standing) for m in (plan.moved, *others))


def _at_end(table: Table, model_id: str, end: Waypoint) -> Place:
    surface, elevation = table.terrain.surface_at(end.at, end.on)
    place = table.model(model_id).place
    return Place(end.at, surface, elevation, place.facing if place is not None else math.pi / 2.0)


def middle_of(table: Table, target: Target) -> Point | None:
    """The middle of a model, a unit's first model or a marker, or the point itself; None when it is not there."""
    if not isinstance(target, str):
        return target
    model = table.models.get(target)
    if model is None and target in table.units:
        model = next(iter(table.models_of(table.units[target])), None)
    if model is not None:
        return model.place.at if model.place is not None else None
    marker = table.marker(target)
    return marker.at if marker is not None else None


def direct_way(table: Table, model: Model, name: str, target: Target) -> Point | None:
    """The direction, one inch long, in which a model goes directly towards or away from a target."""
    middle = middle_of(table, target)
    if middle is None:
        return None
    (ax, ay), (bx, by) = model.standing.at, middle
    far = math.hypot(bx - ax, by - ay)
    if far < 1e-9:
        return None
    sign = 1.0 if name == "towards" else -1.0
    return (sign * (bx - ax) / far, sign * (by - ay) / far)


def direct_end(table: Table, model: Model, action: DirectMove) -> Point:
    """Where the middle of a model would be after going directly so many inches."""
    x, y = model.standing.at
    way = direct_way(table, model, action.name, action.target) or (0.0, 0.0)
    return (x + way[0] * action.distance, y + way[1] * action.distance)
