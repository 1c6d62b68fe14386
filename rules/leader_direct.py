"""`towards` and `away` of the leader ruleset: direct.line, direct.end, direct.leader, direct.edge. Inches."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from physics.sweep import Leg
from physics.tolerance import TOLERANCE, is_closer, is_more
from physics.vectors import Point, add, scale, subtract, unit
from rules.actions import DirectMove, Waypoint, WaySide
from rules.arranging import Setting, Wish, set_unit
from rules.direct_aims import Aim, aims_of, apart, direct_leader, leaders_of, shortest_way, unit_of
from rules.direct_setting import Pull, best_spot_near, nearness_findings, settle
from rules.direct_ways import Bend, Course, course_of
from rules.leading import level_findings, stray_place, with_coherency
from rules.links import crosses_at_access
from rules.moves import unavailable
from rules.ruling import CostItem, Finding, Line, ProfilePoint, Ruling
from rules.table import Model, Place, Table


@dataclass(frozen=True)
class Plan:
    """What a direct move would come to: its leader before and after, what it is measured by, its way, the others."""

    table: Table
    unit: str
    leader: Model
    moved: Model
    aim: Aim
    course: Course
    pull: Pull
    placed: Mapping[str, Waypoint]
    is_by_access: bool

    @cached_property
    def setting(self) -> Setting:
        """The unit set round its leader; only found when it is asked for."""
        shift = subtract(self.moved.standing.at, self.leader.standing.at)
        wish = Wish(shift, self.pull.point, self.pull.furthest)
        found = set_unit(self.table, self.unit, self.moved, self.placed, wish)
        settle(found, self.unit, self.moved, frozenset(self.placed), self.pull)
        return found


def judge_leader_direct(table: Table, action: DirectMove) -> Ruling:
    """A unit drawn directly towards something or driven directly away from it."""
    mover = unit_of(table, action)
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
    return _judge_plan(table, action, _plan(table, action, mover, leader, aim))


def plan_of(table: Table, action: DirectMove) -> Plan | None:
    """What a direct move would come to, legal or not; None where there is no line for it."""
    mover = unit_of(table, action)
    found = direct_leader(table, action) if mover in table.units and action.distance >= 0.0 else None
    if found is None or math.dist(found[0].standing.at, found[1].middle) <= TOLERANCE:
        return None
    return _plan(table, action, mover, *found)


def _plan(table: Table, action: DirectMove, mover: str, leader: Model, aim: Aim) -> Plan:
    heading = unit(subtract(aim.middle, leader.standing.at))
    if action.name == "away":
        heading = scale(heading, -1.0)
    entered = _entered(table, leader, heading, action.distance)
    course = course_of(table, mover, leader, heading, action.distance, action.way, entered)
    end = course.points[-1]
    on, elevation = table.terrain.surface_at(end)
    moved = leader.placed(Place(end, on, elevation, leader.standing.facing))
    pull = Pull(aim.middle, action.name == "away")
    return Plan(table, mover, leader, moved, aim, course, pull, action.place, on in entered)


def _entered(table: Table, leader: Model, heading: Point, distance: float) -> frozenset[str]:
    """The feature onto which the line leads by an access point, if it ends there."""
    line = Leg(leader.standing.at, add(leader.standing.at, scale(heading, distance)))
    on, _ = table.terrain.surface_at(line.end)
    if leader.flying or on == leader.standing.on or on not in table.terrain:
        return frozenset()
    return frozenset([on]) if crosses_at_access(line, table.terrain.feature(on)) else frozenset()


def _judge_plan(table: Table, action: DirectMove, plan: Plan) -> Ruling:
    leader, moved, course, setting = plan.leader, plan.moved, plan.course, plan.setting
    legs = [Leg(a, b) for a, b in pairwise(course.points) if math.dist(a, b) > 1e-12]
    findings = _leader_findings(table, action, leader) + _way_findings(leader, course, action.way)
    findings += _end_findings(leader, moved, plan.aim, action.name)
    findings += [] if leader.flying or plan.is_by_access else level_findings(table, leader, moved, legs)
    findings += setting.findings
    if not findings and not setting.is_out:
        findings += nearness_findings(setting.table, plan.unit, moved, frozenset(action.place), plan.pull)
    found = tuple(findings)
    items = (CostItem("across", course.length, 0.0, leader.standing.at),)
    profile = _profile(leader.elevation, moved.elevation, course.points)
    after = None if found else with_coherency(setting, plan.unit)
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
    mover = unit_of(table, action)
    aims = aims_of(table, action)
    first = leaders_of(table, replace(action, leader=None))
    if leader.id in first:
        return []
    way = shortest_way(table, mover, leader, aims)
    least = shortest_way(table, mover, table.model(first[0]), aims)
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
            notes.append(Finding("direct.line", says, bend.least, None, _lines(bend, other), 0.0, (leader.id, *bend.names)))
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
    before, after = apart(leader, aim), apart(moved, aim)
    is_wrong = is_more(after, before) if name == "towards" else is_closer(after, before)
    if not is_wrong:
        return []
    what = "further away" if name == "towards" else "closer"
    says = f"{leader.id} would end {what} than it began: {after:.2f} in from {aim.name}, {before:.2f} in before"
    line = Line(moved.standing.at, aim.middle, "measure", f"{after:.2f} in")
    return [Finding("direct.end", says, after, before, (line,), 0.0, (leader.id,))]


def spot_held(table: Table, action: DirectMove, model_id: str, at: Point) -> Point | None:
    """The spot nearest to a point of those at which a model of the unit stands as near (or far) as the rule asks,
    the others being where the action places them; None where there is none."""
    plan = plan_of(table, replace(action, place={i: w for i, w in action.place.items() if i != model_id}))
    if plan is None or model_id not in plan.setting.table.models:
        return None
    after = plan.setting.table
    return best_spot_near(after, plan.unit, plan.moved, table.model(model_id), plan.pull, at)
