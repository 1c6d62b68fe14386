"""Moves of units stopped at a last legal spot: each model of a squad at its own, a led unit where its leader's is. Inches."""

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from physics.vectors import Point, lerp
from rules.actions import LeaderMove, SquadMove, Waypoint
from rules.referee import judge
from rules.ruling import Finding, Ruling
from rules.table import Model, Table

OF_THE_UNIT = ("coherency.neighbours", "coherency.group", "coherency.move", "contact.charge", "turn.order")
"""Clauses that no model alone keeps or breaks."""
_NUDGE = 3e-6
"""Inches kept from a limit: three times the tolerance, so that a spot at it is legal and looks exact."""
_STEP = 0.25
_FINE = 1e-3
"""Inches to which a last legal spot is found where no finding tells it."""


def held(table: Table, action: SquadMove) -> SquadMove:
    """The same move with each model's path cut where it is legal no further; those in front are set first."""
    movers = [table.models[i] for i in action.paths if i in table.models and table.models[i].is_on_table]
    if not any(own_findings(table, action, m, action.paths[m.id]) for m in movers) and not _crowd(table, action):
        return action
    front = sorted(movers, key=lambda m: -_forward(m, action.paths[m.id]))
    paths: dict[str, tuple[Waypoint, ...]] = {}
    here = table.with_models([m.placed(None) for m in front])
    for model in front:
        there = here.with_models([model])
        path = _cut(there, action, model, action.paths[model.id])
        paths[model.id] = path
        here = here.with_models([_at_end(there, model, path)])
    return replace(action, paths={i: paths.get(i, p) for i, p in action.paths.items()})


def held_leader(table: Table, action: LeaderMove, refused: Ruling) -> LeaderMove | None:
    """The same way of a Leading Model, stopped where one of the findings on it begins and all is legal, or None."""
    leader = table.models.get(action.leader)
    if leader is None or leader.place is None or not action.path:
        return None
    legs = [leader.standing.at, *(w.at for w in action.path)]
    whole = math.fsum(math.dist(a, b) for a, b in pairwise(legs))
    ends = {min(whole, f.along) for f in refused.findings if f.along > 0.0}
    ends |= {min(whole, f.limit) for f in refused.findings if f.clause == "move.distance" and f.limit is not None}
    for end in reversed(sorted(ends)[:3]):  # beyond the first findings of a way none of its ends is legal
        for inches in (end, end - _NUDGE):
            shorter = replace(action, path=cut_at(legs, action.path, inches))
            if judge(table, shorter, in_turn=False).legal:
                return shorter
    return None


def own_findings(table: Table, action: SquadMove, model: Model, path: tuple[Waypoint, ...]) -> list[Finding]:
    """What is wrong with one model's path, whatever becomes of its unit's coherency."""
    if not path:
        return []
    alone = table.with_models([table.models[i].placed(None) for i in action.paths if i != model.id and i in table.models])
    ruling = judge(alone, SquadMove(action.name, action.unit, {model.id: path}), in_turn=False)
    return [] if ruling.legal else _own(ruling.findings, model.id)


def _own(findings: tuple[Finding, ...], model_id: str) -> list[Finding]:
    return [f for f in findings if f.clause not in OF_THE_UNIT and (not f.pieces or model_id in f.pieces)]


def _crowd(table: Table, action: SquadMove) -> bool:
    """Whether two of the unit would end over each other, which no path alone shows."""
    ruling = judge(table, action, in_turn=False)
    return not ruling.legal and any(f.clause not in OF_THE_UNIT for f in ruling.findings)


def _forward(model: Model, path: tuple[Waypoint, ...]) -> float:
    """How far ahead a model stands in the direction in which it goes."""
    if not path:
        return -math.inf
    (x, y), (tx, ty) = model.standing.at, path[-1].at
    size = math.hypot(tx - x, ty - y)
    return (x * (tx - x) + y * (ty - y)) / size if size > 1e-9 else math.inf


def _at_end(table: Table, model: Model, path: tuple[Waypoint, ...]) -> Model:
    if not path:
        return model
    on, elevation = table.terrain.surface_at(path[-1].at, path[-1].on)
    return model.placed(replace(model.standing, at=path[-1].at, on=on, elevation=elevation))


def _cut(table: Table, action: SquadMove, model: Model, path: tuple[Waypoint, ...]) -> tuple[Waypoint, ...]:
    """The path of one model up to its last legal spot; empty where it can't go at all."""
    found = _wrong(table, action, model, path)
    if not found:
        return path
    legs = [model.standing.at, *(w.at for w in path)]
    whole = math.fsum(math.dist(a, b) for a, b in pairwise(legs))
    ends = {min(whole, f.along) for f in found if f.along > 0.0}
    ends |= {min(whole, f.limit) for f in found if f.clause == "move.distance" and f.limit is not None}
    for end in sorted(ends, reverse=True):
        for inches in (end, end - _NUDGE):
            shorter = cut_at(legs, path, inches)
            if not _wrong(table, action, model, shorter):
                return shorter
    return _searched(table, action, model, path, legs, whole)


def _searched(
    table: Table, action: SquadMove, model: Model, path: tuple[Waypoint, ...], legs: list[Point], whole: float
) -> tuple[Waypoint, ...]:
    high = low = whole
    while low > 0.0:
        low = max(0.0, low - _STEP)
        if low > 0.0 and not _wrong(table, action, model, cut_at(legs, path, low)):
            break
        high = low
    while low > 0.0 and high - low > _FINE:
        middle = (low + high) / 2.0
        if _wrong(table, action, model, cut_at(legs, path, middle)):
            high = middle
        else:
            low = middle
    return cut_at(legs, path, low) if low > 0.0 else ()


def _wrong(table: Table, action: SquadMove, model: Model, path: tuple[Waypoint, ...]) -> list[Finding]:
    paths: Mapping[str, tuple[Waypoint, ...]] = {model.id: path}
    ruling = judge(table, SquadMove(action.name, action.unit, paths), in_turn=False)
    return [] if ruling.legal else _own(ruling.findings, model.id)


def cut_at(legs: list[Point], path: tuple[Waypoint, ...], inches: float) -> tuple[Waypoint, ...]:
    """The path's first so many inches."""
    kept: list[Waypoint] = []
    left = max(0.0, inches)
    for a, waypoint in zip(legs, path, strict=False):
        size = math.dist(a, waypoint.at)
        if size >= left:
            at = lerp(a, waypoint.at, left / size) if size > 0.0 else waypoint.at
            return (*kept, Waypoint(at, waypoint.on if size == left else None))
        kept.append(waypoint)
        left -= size
    return tuple(kept)
