"""Setting the models of a led unit round its leader: those the player placed are judged, the others arranged.

Clauses coherency.distance, coherency.link, coherency.closer, coherency.casualty, deploy.coherency. Inches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from physics.tolerance import is_more
from physics.vectors import Point, add, subtract
from rules.actions import Waypoint
from rules.links import Linking
from rules.positioning import edge_finding, end_findings
from rules.ruling import Finding, Ring
from rules.spots import Spots
from rules.table import Model, Place, Table

CLOSER = 0.01
"""Inches to which a model that finds no room within coherency stands as near as it can (coherency.closer)."""


@dataclass(frozen=True)
class Wish:
    """Where the game would like to set the models that nobody placed: by a shift, or near to (far from) a point."""

    shift: Point = (0.0, 0.0)
    point: Point | None = None
    furthest: bool = False


@dataclass
class Setting:
    """What came of setting a unit: the Table, what was wrong, what is to be told, and who is lost."""

    table: Table
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    is_out: bool = False


def set_unit(
    table: Table,
    unit_id: str,
    leader: Model,
    placed: Mapping[str, Waypoint],
    wish: Wish,
    shuns: float = 0.0,
    is_deployed: bool = False,
) -> Setting:
    """The unit set round its leader (already where it ends); `shuns` are inches to keep from enemies where it may choose."""
    unit = table.units[unit_id]
    others = [table.model(i) for i in unit.models if i != leader.id and table.model(i).is_alive]
    chosen = [set_at(table, m, placed[m.id]) for m in others if m.id in placed]
    waiting = [m for m in others if m.id not in placed]
    start = table.with_models([leader, *chosen, *(m.placed(None) for m in waiting)])
    result = Setting(start)
    for model in chosen:
        result.findings += _standing_findings(start, model)
    result.findings += _standing_findings(start, leader)
    # Models that would be set nearest to the leader are set first, so that chains grow outwards.
    wished = {m.id: _wished(m, leader, wish) for m in waiting}
    for model in sorted(waiting, key=lambda m: _apart(wished[m.id], leader)):
        _arrange(result, unit_id, leader, model, wished[model.id], wish, shuns)
    _judge_coherency(result, unit_id, leader, chosen, is_deployed)
    return result


def set_at(table: Table, model: Model, waypoint: Waypoint) -> Model:
    """A model set at a waypoint, on the surface there."""
    on, elevation = table.terrain.surface_at(waypoint.at, waypoint.on)
    facing = model.place.facing if model.place else Place((0.0, 0.0)).facing
    return model.placed(Place(waypoint.at, on, elevation, facing))


def _standing_findings(table: Table, model: Model) -> list[Finding]:
    edge = edge_finding(table, model, model.standing.at, 0.0)
    return ([edge] if edge else []) + end_findings(table, model, 0.0)


def _wished(model: Model, leader: Model, wish: Wish) -> Point:
    if wish.point is not None:
        return wish.point
    return add(model.place.at, wish.shift) if model.place else leader.standing.at


def _apart(at: Point, leader: Model) -> float:
    dx, dy = subtract(at, leader.standing.at)
    return dx * dx + dy * dy


def _arrange(
    result: Setting, unit_id: str, leader: Model, model: Model, wished: Point, wish: Wish, shuns: float
) -> None:
    """One more model set: in coherency as near to the wish as can be, else as near to the leader, else lost."""
    linking = Linking(result.table, unit_id, leader)
    linked = _linked_models(linking)

    def is_good(at: Model) -> bool:
        return spots.is_free(at) and linking.is_wholly_within(at) and linking.is_linked_at(at, linked)

    def is_legal(at: Model) -> bool:
        return spots.is_free(at) and linking.is_linked_at(at, linked)

    reach = result.table.number("coherency.distance") + leader.base.radius - model.base.radius
    spots = Spots(linking, model, linked, reach, shuns)
    best = spots.quick(wished, is_good) if wish.point is None else None
    best = best or spots.best(wished, wish.furthest, is_good)
    whole = sum(result.table.size)
    while best is None and reach < whole:
        reach = min(2.0 * reach + 1.0, whole)
        spots = Spots(linking, model, linked, reach, shuns)
        best = spots.best(leader.standing.at, False, is_legal)
    if best is None:
        says = f"{model.id} finds no spot with a link to {leader.id} and is removed as a casualty"
        result.notes.append(Finding("coherency.casualty", says, pieces=(model.id,)))
        result.table = result.table.with_models([replace(model, is_alive=False, place=None)])
        return
    result.table = result.table.with_models([best])


def _linked_models(linking: Linking) -> list[Model]:
    names = linking.linked()
    return [m for m in linking.models if m.id in names]


def _judge_coherency(result: Setting, unit_id: str, leader: Model, chosen: list[Model], is_deployed: bool) -> None:
    """Whether every model is linked and wholly within, or as near as it can be."""
    linking = Linking(result.table, unit_id, leader)
    names = linking.linked()
    linked = [m for m in linking.models if m.id in names]
    for model in linking.models:
        if model.id not in names:
            result.findings.append(linking.missing_link(model, linked))
    far = [m for m in linking.models if m.id != leader.id and not linking.is_wholly_within(m)]
    if is_deployed:
        result.findings += [_far_finding(linking, m, "deploy.coherency", "a deployment ends in coherency") for m in far]
        return
    for model in far:
        if model.id in names and any(m.id == model.id for m in chosen):
            result.findings += _nearer_findings(linking, model)
    if far:
        result.is_out = True
        if not result.findings:
            gone = ", ".join(m.id for m in far)
            says = f"{unit_id} is Out of Coherency: {gone} found no room wholly within reach of {leader.id}"
            result.notes.append(Finding("coherency.closer", says, pieces=(unit_id,)))


def _nearer_findings(linking: Linking, model: Model) -> list[Finding]:
    """coherency.distance where a spot wholly within is free for a model, coherency.closer where only a nearer one is."""
    table = linking.table
    without = table.with_models([model.placed(None)])
    alone = Linking(without, linking.unit, linking.leader)
    linked = _linked_models(alone)
    leader_at = linking.leader.standing.at
    spots = Spots(alone, model, linked, linking.reach_of(model) + linking.leader.base.radius, 0.0)

    def is_legal(at: Model) -> bool:
        return spots.is_free(at) and alone.is_linked_at(at, linked)

    best = spots.best(leader_at, False, is_legal)
    if best is None or not is_more(linking.reach_of(model), alone.reach_of(best)):
        return []
    if alone.is_wholly_within(best):
        return [_far_finding(linking, model, "coherency.distance", "there is room nearer")]
    if linking.reach_of(model) - alone.reach_of(best) <= CLOSER:
        return []
    spot = best.standing.at
    says = f"a spot nearer to {linking.leader.id} is free, at {spot[0]:.2f}, {spot[1]:.2f}"
    return [_far_finding(linking, model, "coherency.closer", says)]


def _far_finding(linking: Linking, model: Model, clause: str, why: str) -> Finding:
    limit = linking.table.number("coherency.distance")
    reach = linking.reach_of(model)
    leader = linking.leader
    says = f"{model.id} reaches {reach:.2f} in from {leader.id}; wholly within {limit:g} in is asked, and {why}"
    ring = Ring(leader.standing.at, leader.base.radius + limit, "limit", f"{limit:g} in")
    return Finding(clause, says, reach, limit, (ring,), 0.0, (model.id, leader.id))
