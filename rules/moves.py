"""Moves of one model (skirmish): `move`, `back_off`, and the checks that every such move passes. Inches.

Clauses move.distance, enemy.base, proximity.enter, engagement.held, table.edge; the terrain's are in rules/walker.py
and rules/positioning.py.
"""

from collections.abc import Sequence
from dataclasses import replace

from physics.contact import clearance, nearest
from physics.shapes import Shape
from physics.sweep import Interval, closer_than, closest_approach
from physics.tolerance import TOLERANCE, is_more, is_within
from physics.vectors import lerp, path_length
from rules.actions import Casualty, End, ModelMove, Waypoint
from rules.engagement import engaged, engaged_with
from rules.obstruction import base_evidence
from rules.positioning import edge_finding, end_findings, measured_line
from rules.proximity import has_zone, in_reach, zone_times
from rules.ruling import CostItem, Evidence, Finding, Line, ProfilePoint, Ring, Ruling, Spot, without_repeats
from rules.table import Model, Place, Table
from rules.walk import Mover, Settled, Stop, Stretch, Walk, settle
from rules.walker import walk


def unavailable(says: str, *pieces: str) -> Ruling:
    """A refusal by action.unavailable."""
    return Ruling(False, findings=(Finding("action.unavailable", says, pieces=pieces),))


def judge_casualty(table: Table, action: Casualty) -> Ruling:
    """A model is removed; only one that is on the table can be."""
    model = table.models.get(action.model)
    if model is None or not model.is_alive:
        return unavailable(f"{action.model} is not a model in play", action.model)
    return Ruling(True, 0.0, after=table.with_models([replace(model, is_alive=False, place=None)]))


def judge_end(table: Table, _action: End) -> Ruling:
    """The activation ends; the turn passes."""
    return Ruling(True, 0.0, after=table)


def judge_move(table: Table, action: ModelMove) -> Ruling:
    """An ordinary move: engagement.held refuses it to an engaged model."""
    return _judge_model(table, action, is_back_off=False)


def judge_back_off(table: Table, action: ModelMove) -> Ruling:
    """A move of an engaged model that ends engaged with nobody and in nobody's zone (engagement.held)."""
    return _judge_model(table, action, is_back_off=True)


def _judge_model(table: Table, action: ModelMove, is_back_off: bool) -> Ruling:
    problem = _missing(table, action)
    if problem is not None:
        return problem
    model = table.model(action.model)
    opponents = engaged_with(table, model)
    if is_back_off and not opponents:
        return unavailable(f"{model.id} is engaged with nobody: only an engaged model backs off", model.id)
    held = [_held(model, opponents)] if opponents and not is_back_off else []
    return judge_path(table, model, action.path, held, opponents, is_back_off)


def _missing(table: Table, action: ModelMove) -> Ruling | None:
    model = table.models.get(action.model)
    if model is None or not model.is_on_table:
        return unavailable(f"{action.model} is not a model on the table", action.model)
    for waypoint in action.path:
        if waypoint.on not in (None, "ground") and waypoint.on not in table.terrain:
            return unavailable(f"there is no feature {waypoint.on} to stand on", model.id)
    return None


def _held(model: Model, opponents: list[Model]) -> Finding:
    names = ", ".join(m.id for m in opponents)
    evidence = tuple(measured_line(model, m) for m in opponents)
    says = f"{model.id} is engaged with {names}: it can only back off"
    return Finding("engagement.held", says, None, None, evidence, 0.0, (model.id, *(m.id for m in opponents)))


def stops_of(table: Table, path: Sequence[Waypoint]) -> list[Stop]:
    """The waypoints with the surfaces that they stand on (BOARDS: `on`)."""
    stops = []
    for waypoint in path:
        named = waypoint.on if can_stand_on(table, waypoint.on) else None
        on, elevation = table.terrain.surface_at(waypoint.at, named)
        stops.append(Stop(waypoint.at, on, elevation, named is not None))
    return stops


def can_stand_on(table: Table, on: str | None) -> bool:
    """Whether a surface is one to stand on: the ground, a gap's floor or a standable feature."""
    if on is None or on not in table.terrain:
        return True
    feature = table.terrain.feature(on)
    return feature.kind == "gap" or (feature.is_solid and feature.standable and feature.kind != "impassable")


def _is_over(table: Table, waypoint: Waypoint) -> bool:
    """Whether the surface that a waypoint names lies under it, its edge included."""
    if waypoint.on is None or waypoint.on not in table.terrain:
        return True
    pieces = table.terrain.feature(waypoint.on).footprint.pieces
    return any(is_within(clearance(Shape((waypoint.at,)), piece), 0.0) for piece in pieces)


def _no_surface_findings(table: Table, model: Model, path: Sequence[Waypoint]) -> list[Finding]:
    """positioning.overhang: a waypoint on what lies elsewhere, or an end on what nobody can stand on (a fence, a rock).

    On its way over a fence a model may well be said to be on it: only a move's end is a place to stand.
    """
    findings = []
    for k, waypoint in enumerate(path):
        is_beside = not _is_over(table, waypoint)
        is_no_place = k == len(path) - 1 and not can_stand_on(table, waypoint.on)
        if not is_beside and not is_no_place:
            continue
        along = path_length([model.standing.at, *(w.at for w in path[: k + 1])])
        says = f"{model.id} cannot stand on {waypoint.on}" + ("" if is_no_place else ", which is not under its middle here")
        pieces = (model.id, str(waypoint.on))
        findings.append(Finding("positioning.overhang", says, 1.0, 0.5, (Spot(waypoint.at),), along, pieces))
    return findings


def judge_path(
    table: Table,
    model: Model,
    path: Sequence[Waypoint],
    findings: list[Finding],
    opponents: list[Model],
    is_back_off: bool = False,
) -> Ruling:
    """The ruling on one model's path, whatever asked for it; `findings` are what was found before."""
    place = model.standing
    stops = stops_of(table, path)
    mover = Mover(model.id, model.outline, model.height)
    walked = walk(table.terrain, mover, Stop(place.at, place.on, place.elevation), stops)
    counts_drops = bool(table.parameters["drop.counted"])
    settled = settle(walked, model.id, model.agility, model.move, counts_drops)
    end = stops[-1].at if stops else place.at
    moved = model.placed(Place(end, walked.on, walked.elevation, place.facing))
    on_the_way = [*walked.findings, *settled.findings, *edge_path_findings(table, model, stops)]
    on_the_way += distance_findings(model, settled, walked, model.move)
    near = enemies_near(table, model, walked.stretches, table.number("proximity.radius"))
    if near:
        on_the_way += enemy_findings(table, model, walked.stretches, near)
        on_the_way += zone_findings(table, model, moved, walked.stretches, opponents, near)
    on_the_way += _no_surface_findings(table, model, path)
    at_end = end_findings(table, moved, walked.across) if stops else []
    if is_back_off:
        at_end += _back_off_findings(table.with_models([moved]), moved, walked.across)
    found = _in_order([*findings, *on_the_way], at_end)
    items = (CostItem("across", walked.across, 0.0, place.at), *settled.items)
    is_legal = not found
    return Ruling(
        is_legal,
        settled.cost,
        tuple(found) if found else settled.notes,
        table.with_models([moved]) if is_legal else None,
        model.move,
        items,
        tuple(walked.profile),
    )


def _in_order(on_the_way: list[Finding], at_end: list[Finding]) -> list[Finding]:
    """The findings, the first along the path first, one for each clause and piece."""
    return without_repeats(sorted([*on_the_way, *at_end], key=lambda f: f.along))


def edge_path_findings(table: Table, model: Model, stops: list[Stop]) -> list[Finding]:
    """table.edge along the path: a base is furthest out at a corner of its path."""
    along = 0.0
    at = model.standing.at
    for stop in stops:
        along += ((stop.at[0] - at[0]) ** 2 + (stop.at[1] - at[1]) ** 2) ** 0.5
        at = stop.at
        finding = edge_finding(table, model, at, along)
        if finding is not None:
            return [finding]
    return []


def distance_findings(model: Model, settled: Settled, walked: Walk, allowance: float) -> list[Finding]:
    """move.distance: the cost is more than the allowance; the spot shown is where the allowance runs out."""
    if not is_more(settled.limited, allowance):
        return []
    spot = _spot_at_cost(walked, settled.items, allowance)
    says = f"{model.id} would move {settled.limited:.2f} in; it has {allowance:g}"
    evidence: tuple[Evidence, ...] = (Spot(spot.at, "limit", f"{allowance:g} in"),)
    return [Finding("move.distance", says, settled.limited, allowance, evidence, spot.along, (model.id,))]


def _spot_at_cost(walked: Walk, items: Sequence[CostItem], allowance: float) -> ProfilePoint:
    """The point of the path at which the allowance is spent, climbs and all, and how far along it lies."""
    spent = 0.0
    climbs = sorted((i for i in items if i.counted > 0.0), key=lambda i: i.along)
    for before, after in zip(walked.profile, walked.profile[1:], strict=False):
        while climbs and climbs[0].along <= before.along + TOLERANCE:
            spent += climbs.pop(0).counted
        inches = after.along - before.along
        if spent + inches >= allowance and inches > 0.0:
            share = min(1.0, max(0.0, (allowance - spent) / inches))
            at = lerp(before.at, after.at, share)
            return ProfilePoint(before.along + share * inches, before.elevation, at)
        spent += inches
    return walked.profile[-1]


def enemies_near(table: Table, model: Model, stretches: list[Stretch], margin: float = 0.0) -> dict[str, Model]:
    """The enemies that a model comes within a margin of on its way, and maybe a few more, by name."""
    near: dict[str, Model] = {}
    for run in {s.along: s.run for s in stretches}.values():
        for piece in table.bases.along(run, model.outline, margin):
            owner = piece.owner
            if isinstance(owner, Model) and table.are_enemies(model, owner):
                near[owner.id] = owner
    return near


def enemy_findings(
    table: Table, model: Model, stretches: list[Stretch], near: dict[str, Model] | None = None
) -> list[Finding]:
    """enemy.base: the enemies whose bases the path passes through; `near` are those to be looked at, where known."""
    findings = []
    for enemy in (enemies_near(table, model, stretches) if near is None else near).values():
        for stretch in stretches:
            part = closer_than(stretch.run, model.outline, enemy.footprint)
            if part is None:
                continue
            level = stretch.level_between(enemy.elevation - model.height + 2 * TOLERANCE, enemy.head - 2 * TOLERANCE)
            start = _first_common(part, level)
            if start is not None:
                findings.append(_through_finding(model, enemy, stretch, start))
                break
    return findings


def _first_common(part: Interval | None, level: Interval | None) -> float | None:
    if part is None or level is None:
        return None
    low, high = max(part[0], level[0]), min(part[1], level[1])
    return low if low < high else None


def _through_finding(model: Model, enemy: Model, stretch: Stretch, t: float) -> Finding:
    least, _ = closest_approach(stretch.run, model.outline, enemy.footprint)
    at = stretch.run.at(t)
    says = f"{model.id} would pass through the base of {enemy.id}, by {-least:.2f} in"
    evidence = (*base_evidence(model.outline, at), Ring(enemy.standing.at, enemy.base.radius, "block", enemy.id))
    return Finding(
        "enemy.base", says, least, 0.0, evidence, stretch.along + t * stretch.run.length, (model.id, enemy.id)
    )


def zone_findings(
    table: Table,
    model: Model,
    moved: Model,
    stretches: list[Stretch],
    opponents: list[Model],
    near: dict[str, Model],
) -> list[Finding]:
    """proximity.enter: the zones that the path enters, or comes back into, without ending engaged with their owner."""
    findings = []
    for owner in near.values():
        if engaged(table, moved, owner):
            continue
        was_opponent = any(o.id == owner.id for o in opponents)
        its_own = engaged_with(table, owner)
        if its_own and (not was_opponent or any(m.id != model.id for m in its_own)):
            continue
        finding = _zone_finding(table, model, owner, stretches, was_opponent)
        if finding is not None:
            findings.append(finding)
    return findings


def _zone_finding(
    table: Table, model: Model, owner: Model, stretches: list[Stretch], was_opponent: bool
) -> Finding | None:
    """The first time that the zone is entered from outside, or None. Who starts inside may stay and leave."""
    may_stay = was_opponent or in_reach(table, model, owner)
    limit = table.number("proximity.height")
    left_at = 0.0 if may_stay else -1.0
    for stretch in stretches:
        level = stretch.level_between(owner.elevation - limit - TOLERANCE, owner.elevation + limit + TOLERANCE)
        if level is None or stretch.run.length <= 1e-9:
            continue
        for low, high in zone_times(table, stretch.run, model.outline, owner):
            low, high = max(low, level[0]), min(high, level[1])
            if low >= high:
                continue
            if stretch.along + low * stretch.run.length > left_at + 2.0 * TOLERANCE:
                return _entered(model, owner, stretch, (low, high), table.number("proximity.radius"))
            left_at = stretch.along + high * stretch.run.length
    return None


def _entered(model: Model, owner: Model, stretch: Stretch, part: Interval, radius: float) -> Finding:
    least, t = closest_approach(stretch.run, model.outline, owner.footprint, part)
    at = stretch.run.at(t)
    line = nearest(owner.footprint, model.outline.moved(at))
    apart = f"{max(least, 0.0):.2f} in"
    says = f"{model.id} enters the Proximity of {owner.id}: it comes to {apart}, and may not be closer than {radius:g} in"
    evidence = (
        Line(line.here, line.there, "measure", apart),
        *base_evidence(model.outline, at),
        Ring(owner.standing.at, owner.base.radius + radius, "limit", owner.id),
        Spot(stretch.run.at(part[0]), "note", "enters here"),
    )
    along = stretch.along + part[0] * stretch.run.length
    return Finding("proximity.enter", says, least, radius, evidence, along, (model.id, owner.id))


def _back_off_findings(after: Table, moved: Model, along: float) -> list[Finding]:
    """engagement.held: a back-off ends engaged with nobody and in nobody's zone."""
    findings = []
    radius = after.number("proximity.radius")
    for enemy in after.standing:
        if not after.are_enemies(moved, enemy):
            continue
        if engaged(after, moved, enemy):
            says = f"{moved.id} would end engaged with {enemy.id}: a back-off ends engaged with nobody"
        elif has_zone(after, enemy) and in_reach(after, moved, enemy):
            apart = clearance(moved.footprint, enemy.footprint)
            says = f"{moved.id} would end {apart:.2f} in from {enemy.id}, in its zone: a back-off ends in nobody's"
        else:
            continue
        apart = max(0.0, clearance(moved.footprint, enemy.footprint))
        evidence = (measured_line(enemy, moved, f"{apart:.2f} in"),)
        findings.append(Finding("engagement.held", says, apart, radius, evidence, along, (moved.id, enemy.id)))
    return findings
