"""`towards` and `away` of the leader ruleset: direct.line, direct.end, direct.leader, direct.edge. Inches."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from physics.contact import clearance
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE, is_closer, is_more
from physics.vectors import Point, add, lerp, scale, subtract, unit
from rules.actions import DirectMove, WaySide
from rules.arranging import Wish, set_unit
from rules.direct import middle_of
from rules.direct_setting import Pull, nearness_findings, settle
from rules.direct_ways import Bend, Course, course_of, obstacles_of, ways_round
from rules.leading import level_findings, stray_place, with_coherency
from rules.moves import unavailable
from rules.ruling import CostItem, Finding, Line, ProfilePoint, Ruling
from rules.table import Model, Place, Table

_AROUND = 48
"""Points of contact that are tried where the middle of the target is out of reach."""


@dataclass(frozen=True)
class Aim:
    """What a direct move is measured by: a model, a marker or a point, with its outline."""

    name: str
    middle: Point
    outline: Shape


def judge_leader_direct(table: Table, action: DirectMove) -> Ruling:
    """A unit drawn directly towards something or driven directly away from it."""
    mover = _unit_of(table, action)
    if mover not in table.units or not table.models_of(table.units[mover]):
        return unavailable(f"{action.mover} has no model on the table", action.mover)
    if action.distance < 0.0:
        return unavailable(f"a distance of {action.distance:g} in is less than nought", mover)
    found = direct_leader(table, action)
    if found is None:
        return unavailable(f"there is no {action.target} on the table to move by", mover)
    leader, aim = found
    if action.leader not in (None, leader.id):
        says = f"{action.leader} is no model of {mover} on the table, and so cannot lead it"
        return Ruling(False, findings=(Finding("leader.first", says, pieces=(mover, str(action.leader))),))
    if leader.id in action.place:
        return unavailable(f"{leader.id} leads: its line says where it ends, and place can't", mover)
    stray = stray_place(table, mover, action.place)
    if stray is not None:
        return stray
    if math.dist(leader.standing.at, aim.middle) <= TOLERANCE:
        says = f"{leader.id} stands exactly on what it is to move by, so there is no line through the two middles"
        return Ruling(False, findings=(Finding("direct.line", says, pieces=(leader.id,)),))
    return _judge_line(table, action, mover, leader, aim)


def _unit_of(table: Table, action: DirectMove) -> str:
    return table.models[action.mover].unit if action.mover in table.models else action.mover


def direct_leader(table: Table, action: DirectMove) -> tuple[Model, Aim] | None:
    """direct.leader: the model that leads a direct move and what it is measured by, or None where there is none.

    It leads that has the shortest way to the target; its line is through the target's nearest model (towards) or its
    furthest (away), as seen from it.
    """
    unit_id = _unit_of(table, action)
    aims = _aims(table, action)
    ways = _shortest_ways(table, unit_id, aims)
    if not ways:
        return None
    leader = table.models[action.leader if action.leader in ways else leaders_of(table, action)[0]]
    nearest: Callable[..., Aim] = min if action.name == "towards" else max
    return leader, nearest(aims, key=lambda a: _apart(leader, a))


def leaders_of(table: Table, action: DirectMove) -> list[str]:
    """The models that may lead a direct move, in the order of the unit: those than whose way none is shorter."""
    ways = _shortest_ways(table, _unit_of(table, action), _aims(table, action))
    return [i for i, way in ways.items() if not is_more(way, min(ways.values()))]


def _aims(table: Table, action: DirectMove) -> list[Aim]:
    """What may be aimed at: the models of the target unit, or the one thing named."""
    target = action.target
    if isinstance(target, str) and target in table.units and target not in table.models:
        return [Aim(m.id, m.standing.at, m.footprint) for m in table.models_of(table.units[target])]
    middle = middle_of(table, target)
    if middle is None:
        return []
    if not isinstance(target, str):
        return [Aim("the point", middle, Shape((middle,)))]
    model, marker = table.models.get(target), table.marker(target)
    outline = model.footprint if model is not None else marker.shape if marker is not None else Shape((middle,))
    return [Aim(target, middle, outline)]


def _apart(model: Model, aim: Aim) -> float:
    """Inches from a base to what is aimed at."""
    return max(0.0, clearance(model.footprint, aim.outline))


def _shortest_ways(table: Table, unit_id: str, aims: list[Aim]) -> dict[str, float]:
    """Inches of each model's shortest way to any of the aims.

    Of one that can't be first the straight distance stands for it; so it does where nobody has a way at all.
    """
    models = table.models_of(table.units[unit_id]) if unit_id in table.units else []
    straight = {m.id: min((_apart(m, a) for a in aims), default=math.inf) for m in models} if aims else {}
    ways: dict[str, float] = {}
    for model in sorted(models if aims else [], key=lambda m: straight[m.id]):
        if straight[model.id] > min(ways.values(), default=math.inf) + TOLERANCE:
            break
        ways[model.id] = _shortest_way(table, unit_id, model, aims)
    best = min(ways.values(), default=math.inf)
    if best == math.inf:
        return straight
    return {m.id: ways.get(m.id, straight[m.id]) for m in models}


def _shortest_way(table: Table, unit_id: str, model: Model, aims: list[Aim]) -> float:
    best = math.inf
    for apart, aim in sorted(((_apart(model, a), a) for a in aims), key=lambda pair: pair[0]):
        if apart < best:
            best = min(best, way_to(table, unit_id, model, aim))
    return best


def way_to(table: Table, unit_id: str, model: Model, aim: Aim) -> float:
    """Inches of the shortest way of a model round what is in the way until it touches what is aimed at; infinite: none."""
    straight = _apart(model, aim)
    obstacles = [o for o in obstacles_of(table, unit_id, model) if o.name != aim.name]
    at, far = model.standing.at, math.dist(model.standing.at, aim.middle)
    leg = Leg(at, lerp(at, aim.middle, straight / far if far > TOLERANCE else 0.0))
    if not any(closer_than(leg, model.outline, p) is not None for o in obstacles for p in o.pieces):
        return straight
    ways = ways_round(table, at, model.base.radius, obstacles)
    radius = model.base.radius + (aim.outline.radius if aim.outline.is_disc else 0.0)
    whole = ways.distance_to(aim.middle)
    if whole is not None:
        return max(straight, whole - radius)
    turns = [2.0 * math.pi * k / _AROUND for k in range(_AROUND)]
    ends = [add(aim.middle, (radius * math.cos(t), radius * math.sin(t))) for t in turns]
    return min((d for e in ends if (d := ways.distance_to(e)) is not None), default=math.inf)


def _judge_line(table: Table, action: DirectMove, mover: str, leader: Model, aim: Aim) -> Ruling:
    heading = unit(subtract(aim.middle, leader.standing.at))
    if action.name == "away":
        heading = scale(heading, -1.0)
    course = course_of(table, mover, leader, heading, action.distance, action.way)
    start, end = leader.standing.at, course.points[-1]
    on, elevation = table.terrain.surface_at(end)
    moved = leader.placed(Place(end, on, elevation, leader.standing.facing))
    legs = [Leg(a, b) for a, b in pairwise(course.points) if math.dist(a, b) > 1e-12]
    findings = _leader_findings(table, action, leader) + _way_findings(leader, course, action.way)
    findings += _end_findings(leader, moved, aim, action.name)
    findings += [] if leader.flying else level_findings(table, leader, moved, legs)
    pull, placed = Pull(aim.middle, action.name == "away"), frozenset(action.place)
    wish = Wish(shift=subtract(end, start), point=pull.point, furthest=pull.furthest)
    setting = set_unit(table, mover, moved, action.place, wish)
    settle(setting, mover, moved, placed, pull)
    findings += setting.findings
    if not findings:
        findings += nearness_findings(setting.table, mover, moved, placed, pull)
    found = tuple(findings)
    items = (CostItem("across", course.length, 0.0, start),)
    profile = _profile(leader.elevation, elevation, course.points)
    after = None if found else with_coherency(setting, mover)
    notes = (*_course_notes(leader, course, action.distance), *setting.notes)
    return Ruling(not found, course.length, found or notes, after, action.distance, items, profile)


def _profile(begin: float, end: float, points: tuple[Point, ...]) -> tuple[ProfilePoint, ...]:
    """Each corner of the way with the inches up to it; only its end may lie at another elevation."""
    along = 0.0
    found = [ProfilePoint(0.0, begin, points[0])]
    for k, (a, b) in enumerate(pairwise(points)):
        along += math.dist(a, b)
        found.append(ProfilePoint(along, end if k == len(points) - 2 else begin, b))
    return tuple(found)


def _leader_findings(table: Table, action: DirectMove, leader: Model) -> list[Finding]:
    """direct.leader: that another model has a shorter way to the target than the one that is to lead."""
    if action.leader is None:
        return []
    mover = _unit_of(table, action)
    aims = _aims(table, action)
    first = leaders_of(table, replace(action, leader=None))
    if leader.id in first:
        return []
    way = _shortest_way(table, mover, leader, aims)
    least = _shortest_way(table, mover, table.model(first[0]), aims)
    how = f"its way is {way:.2f} in" if way < math.inf else "it has no way there"
    says = f"{leader.id} cannot lead: {how}, and {first[0]} has only {least:.2f} in to go"
    return [Finding("direct.leader", says, way if way < math.inf else None, least, (), 0.0, (leader.id, first[0]))]


def _way_findings(leader: Model, course: Course, chosen: tuple[WaySide, ...]) -> list[Finding]:
    """direct.line: the bends at which the side chosen has no way, or not one of the shortest."""
    findings = []
    for bend, side in zip(course.bends, chosen, strict=False):
        what = ", ".join(bend.names)
        if side not in bend.lengths:
            says = f"{leader.id} finds no way round {what} on the {side}"
            findings.append(Finding("direct.line", says, None, bend.least, _lines(bend, bend.side), 0.0, (leader.id, *bend.names)))
        elif is_more(bend.lengths[side], bend.least):
            other: WaySide = "right" if side == "left" else "left"
            length = bend.lengths[side]
            says = (
                f"round {what} the way on the {side} is {length - bend.least:.2f} in longer: {length:.2f} in, where "
                f"the {other} has {bend.least:.2f}, and the shortest is gone"
            )
            findings.append(Finding("direct.line", says, length, bend.least, _lines(bend, other), 0.0, (leader.id, *bend.names)))
    return findings


def _course_notes(leader: Model, course: Course, distance: float) -> list[Finding]:
    """What is to be told of a legal way: that another is as short, and what stopped it short."""
    notes = []
    for bend in course.bends:
        if bend.is_tied:
            other: WaySide = "right" if bend.side == "left" else "left"
            says = (
                f"{leader.id} goes round {', '.join(bend.names)} on the {bend.side}; the {other} is as short "
                f"({bend.least:.2f} in), and the player chooses"
            )
            notes.append(Finding("direct.line", says, bend.least, bend.least, _lines(bend, other), 0.0, (leader.id, *bend.names)))
    so_far = f"after {course.length:.2f} of {distance:g} in"
    line = (Line(course.points[-2], course.points[-1], "measure", f"{course.length:.2f} in"),) if course.ended != "distance" else ()
    if course.ended == "edge":
        says = f"{leader.id} stops {so_far}, where its base touches the table's edge"
        notes.append(Finding("direct.edge", says, course.length, distance, line, course.length))
    if course.ended == "blocked":
        says = f"{leader.id} stops {so_far}: it touches {', '.join(course.by)}, and no way leads round"
        notes.append(Finding("direct.line", says, course.length, distance, line, course.length, (leader.id, *course.by)))
    return notes


def _lines(bend: Bend, side: WaySide) -> tuple[Line, ...]:
    """The way round on a side, to be drawn: its words at its longest leg."""
    legs = list(pairwise((bend.start, *bend.routes.get(side, ()))))
    longest = max(legs, key=lambda leg: math.dist(*leg), default=None)
    words = f"{side}: {bend.lengths[side]:.2f} in" if side in bend.lengths else ""
    return tuple(Line(*leg, "note", words if leg is longest else "") for leg in legs)


def _end_findings(leader: Model, moved: Model, aim: Aim, name: str) -> list[Finding]:
    """direct.end: not further away when moving towards, not closer when moving away; base to base."""
    before, after = _apart(leader, aim), _apart(moved, aim)
    is_wrong = is_more(after, before) if name == "towards" else is_closer(after, before)
    if not is_wrong:
        return []
    what = "further away" if name == "towards" else "closer"
    says = f"{leader.id} would end {what} than it began: {after:.2f} in from {aim.name}, {before:.2f} in before"
    line = Line(moved.standing.at, aim.middle, "measure", f"{after:.2f} in")
    return [Finding("direct.end", says, after, before, (line,), 0.0, (leader.id,))]
