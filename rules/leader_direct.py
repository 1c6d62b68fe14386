"""`towards` and `away` of the leader ruleset: direct.line, direct.end, direct.leader, direct.edge. Inches."""

import math
from itertools import pairwise

from physics.sweep import Leg
from physics.tolerance import TOLERANCE, is_closer, is_more
from physics.vectors import Point, add, lerp, scale, subtract, unit
from physics.ways import Ways
from rules.actions import DirectMove
from rules.arranging import Wish, set_unit
from rules.clearing import Obstacle, model_obstacles, path_findings, terrain_obstacles
from rules.direct import middle_of
from rules.leading import with_coherency
from rules.moves import unavailable
from rules.ruling import CostItem, Finding, Line, ProfilePoint, Ruling
from rules.table import Model, Place, Table


def judge_leader_direct(table: Table, action: DirectMove) -> Ruling:
    """A unit drawn directly towards something or driven directly away from it."""
    mover = table.models[action.mover].unit if action.mover in table.models else action.mover
    if mover not in table.units or not table.models_of(table.units[mover]):
        return unavailable(f"{action.mover} has no model on the table", action.mover)
    if action.distance < 0.0:
        return unavailable(f"a distance of {action.distance:g} in is less than nought", mover)
    aims = _aims(table, action)
    if not aims:
        return unavailable(f"there is no {action.target} on the table to move by", mover)
    models = table.models_of(table.units[mover])
    leader, aim = _leader_and_aim(models, aims, action.name)
    if math.dist(leader.standing.at, aim) <= TOLERANCE:
        says = f"{leader.id} stands exactly on what it is to move by, so there is no line through the two middles"
        return Ruling(False, findings=(Finding("direct.line", says, pieces=(leader.id,)),))
    return _judge_line(table, action, mover, leader, aim)


def direct_leader(table: Table, action: DirectMove) -> tuple[Model, Point] | None:
    """The model that leads a unit's direct move and the point that it is measured by, or None where there is none."""
    unit = table.units.get(action.mover)
    models = table.models_of(unit) if unit is not None else []
    aims = _aims(table, action)
    return _leader_and_aim(models, aims, action.name) if models and aims else None


def _aims(table: Table, action: DirectMove) -> list[Point]:
    """The middles that may be aimed at: of the target unit's models, or of the one thing named."""
    target = action.target
    if isinstance(target, str) and target in table.units and target not in table.models:
        return [m.standing.at for m in table.models_of(table.units[target])]
    middle = middle_of(table, target)
    return [middle] if middle is not None else []


def _leader_and_aim(models: list[Model], aims: list[Point], name: str) -> tuple[Model, Point]:
    """direct.leader: the model with the shortest way to what is aimed at: the nearest (towards), the furthest (away)."""

    def apart(m: Model, a: Point) -> float:
        return math.dist(m.standing.at, a) - m.base.radius

    nearest = min(models, key=lambda m: min(apart(m, a) for a in aims))
    if name == "towards":
        return nearest, min(aims, key=lambda a: apart(nearest, a))
    aim = max(aims, key=lambda a: min(apart(m, a) for m in models))
    return min(models, key=lambda m: apart(m, aim)), aim


def _judge_line(table: Table, action: DirectMove, mover: str, leader: Model, aim: Point) -> Ruling:
    start = leader.standing.at
    heading = unit(subtract(aim, start))
    if action.name == "away":
        heading = scale(heading, -1.0)
    path, notes = _path(table, mover, leader, heading, action.distance)
    legs = [Leg(a, b) for a, b in zip([start, *path], path, strict=False) if math.dist(a, b) > 1e-12]
    cost = math.fsum(leg.length for leg in legs)
    end = path[-1] if path else start
    on, elevation = table.terrain.surface_at(end)
    moved = leader.placed(Place(end, on, elevation, leader.standing.facing))
    findings = [] if leader.flying else path_findings(table, leader, legs, mover)
    findings += _end_findings(leader, start, end, aim, action.name)
    wish = Wish(shift=subtract(end, start), point=aim, furthest=action.name == "away")
    setting = set_unit(table, mover, moved, {}, wish)
    found = (*findings, *setting.findings)
    items = (CostItem("across", cost, 0.0, start),)
    profile = _profile(leader.elevation, elevation, [start, *path])
    after = None if found else with_coherency(setting, mover)
    return Ruling(not found, cost, found or (*notes, *setting.notes), after, action.distance, items, profile)


def _profile(begin: float, end: float, points: list[Point]) -> tuple[ProfilePoint, ...]:
    """Each corner of the way with the inches up to it; only its end may lie at another elevation."""
    along = 0.0
    found = [ProfilePoint(0.0, begin, points[0])]
    for k, (a, b) in enumerate(pairwise(points)):
        along += math.dist(a, b)
        found.append(ProfilePoint(along, end if k == len(points) - 2 else begin, b))
    return tuple(found)


def _obstacles(table: Table, mover: str, leader: Model) -> list[Obstacle]:
    return terrain_obstacles(table, leader.elevation, leader.height) + model_obstacles(table, mover)


def _path(
    table: Table, mover: str, leader: Model, heading: Point, distance: float
) -> tuple[list[Point], list[Finding]]:
    """The way of the leader: straight, round what is in the way by the shortest way, and stopped at the table's edge."""
    start = leader.standing.at
    reach = _inches_to_edge(table, leader, heading)
    notes: list[Finding] = []
    if is_more(distance, reach):
        stop = add(start, scale(heading, reach))
        says = f"{leader.id} stops after {reach:.2f} of {distance:g} in, where its base touches the table's edge"
        notes.append(
            Finding("direct.edge", says, reach, distance, (Line(start, stop, "measure", f"{reach:.2f} in"),), reach)
        )
    straight = add(start, scale(heading, min(distance, reach)))
    if leader.flying:
        return [straight], notes
    leg = Leg(start, straight)
    if not path_findings(table, leader, [leg], mover):
        return [straight], notes
    return _round_obstacles(table, mover, leader, heading, distance, reach), notes


def _inches_to_edge(table: Table, leader: Model, heading: Point) -> float:
    left, bottom, right, top = leader.outline.box
    (x, y), (dx, dy) = leader.standing.at, heading
    width, depth = table.size
    rooms = []
    if abs(dx) > 1e-12:
        rooms.append(((width - right - x) if dx > 0.0 else (-left - x)) / dx)
    if abs(dy) > 1e-12:
        rooms.append(((depth - top - y) if dy > 0.0 else (-bottom - y)) / dy)
    return max(0.0, min(rooms))


def _round_obstacles(
    table: Table, mover: str, leader: Model, heading: Point, distance: float, reach: float
) -> list[Point]:
    """Round what is in the way by the shortest way back onto the line, then on along it; cut after `distance` inches."""
    start = leader.standing.at
    r = leader.base.radius
    obstacles = _obstacles(table, mover, leader)
    discs = [(*p.points[0], p.radius + r) for o in obstacles for p in o.pieces if p.is_disc]
    polygons = [p.points for o in obstacles for p in o.pieces if not p.is_disc]
    box = (r, r, table.size[0] - r, table.size[1] - r)
    ways = Ways(start, 2.0 * distance + 12.0, discs, polygons, r, box)
    best: list[Point] = []
    step = 0.0
    while step < min(reach, distance + 6.0):
        step += 0.125
        goal = add(start, scale(heading, min(step, reach)))
        route = ways.route_to(goal)
        if route is not None and len(route) > 1:
            rest = add(start, scale(heading, reach))
            best = _cut([start, *route, rest], distance)
            break
    if best:
        return best
    return [start]


def _cut(points: list[Point], distance: float) -> list[Point]:
    path: list[Point] = []
    left = distance
    for a, b in pairwise(points):
        size = math.dist(a, b)
        if size >= left:
            return [*path, lerp(a, b, left / size)] if size > 0.0 else path
        path.append(b)
        left -= size
    return path


def _end_findings(leader: Model, start: Point, end: Point, aim: Point, name: str) -> list[Finding]:
    """direct.end: not further away when moving towards, not closer when moving away."""
    before, after = math.dist(start, aim), math.dist(end, aim)
    is_wrong = is_more(after, before) if name == "towards" else is_closer(after, before)
    if not is_wrong:
        return []
    what = "further away" if name == "towards" else "closer"
    says = (
        f"{leader.id} would end {what} than it began: {after:.2f} in from the middle aimed at, {before:.2f} in before"
    )
    return [Finding("direct.end", says, after, before, (Line(end, aim, "measure"),), 0.0, (leader.id,))]
