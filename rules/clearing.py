"""Clause gap.clearance (leader): the gaps that a leader's path and a unit's links may not go through. Inches.

An obstacle is one separate thing: a connected part of a terrain feature (the two sides of an opening are two), or a
model of another unit. A gap is narrow when the shortest line between two obstacles is shorter than the Size needs;
between parallel faces there are many such lines, and together they are a band.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from physics.contact import clearance, depth_of_point, nearest
from physics.shapes import Shape
from physics.sweep import Interval, Leg, closer_than
from physics.tolerance import TOLERANCE, is_closer
from physics.vectors import Point, bounds, cross, subtract
from rules.doors import doors, is_at_door, pieces_for_links
from rules.ruling import Area, Finding, Line, without_repeats
from rules.table import Model, Table
from rules.terrain import Feature, Opening, Terrain
from rules.walk import STEP

_POINT = Shape(((0.0, 0.0),))
_FLUSH = 1e-5
"""Inches that a seam is cut short at each end: ten times the tolerance."""


@dataclass(frozen=True)
class Obstacle:
    """One separate thing in the way: whose it is, and its convex pieces."""

    name: str
    pieces: tuple[Shape, ...]
    feature: Feature | None = None

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The least rectangle round it."""
        boxes = [p.box for p in self.pieces]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


@dataclass(frozen=True)
class NarrowGap:
    """A gap that is too narrow: the two obstacles, its width, and the band of its shortest lines (a hull of points)."""

    one: Obstacle
    other: Obstacle
    width: float
    band: Shape
    line: tuple[Point, Point]
    door: Opening | None = None


def needed_width(table: Table, size: int) -> float:
    """The inches that a gap needs for a Size: gap.small for 2 or lower, gap.large for 3 or larger."""
    return table.number("gap.large" if size >= 3 else "gap.small")


def terrain_obstacles(table: Table, elevation: float, height: float) -> list[Obstacle]:
    """The separate parts of the solid features that stand in the way of a body on an elevation."""
    return list(_obstacles_of(table.terrain, elevation, height))


def link_obstacles(table: Table, elevation: float, height: float) -> list[Obstacle]:
    """The same for links, which pass through access points."""
    return list(_link_obstacles_of(table.terrain, elevation, height))


@lru_cache(maxsize=64)
def _link_obstacles_of(terrain: Terrain, elevation: float, height: float) -> tuple[Obstacle, ...]:
    found = []
    for obstacle in _obstacles_of(terrain, elevation, height):
        assert obstacle.feature is not None
        pieces = pieces_for_links(obstacle.feature)
        found.append(obstacle if pieces is obstacle.feature.footprint.pieces else replace(obstacle, pieces=pieces))
    return tuple(found)


@lru_cache(maxsize=64)
def _obstacles_of(terrain: Terrain, elevation: float, height: float) -> tuple[Obstacle, ...]:
    found = []
    for feature in terrain.features:
        in_way = feature.is_solid and feature.bottom < elevation + height - TOLERANCE
        if in_way and feature.top > elevation + STEP + TOLERANCE:
            found += [Obstacle(feature.id, part, feature) for part in _separate_parts(feature.footprint.pieces)]
    return tuple(found)


@lru_cache(maxsize=64)
def _gaps_of(terrain: Terrain, elevation: float, height: float, needed: float) -> tuple[NarrowGap, ...]:
    """The narrow gaps between terrain alone, which never change; what is between two jambs is told once."""
    between = narrow_gaps(list(_obstacles_of(terrain, elevation, height)), needed)
    return (*(g for g in between if not _is_between_jambs(g)), *_door_gaps(terrain, elevation, height, needed))


def _is_between_jambs(gap: NarrowGap) -> bool:
    feature = gap.one.feature
    if feature is None or feature is not gap.other.feature:
        return False
    (ax, ay), (bx, by) = gap.line
    return is_at_door(feature, gap.width, ((ax + bx) / 2.0, (ay + by) / 2.0))


def _door_gaps(terrain: Terrain, elevation: float, height: float, needed: float) -> list[NarrowGap]:
    """The openings that are too narrow, of what rises from where a body stands or reaches up to it."""
    found = []
    for feature in terrain.features:
        if feature.bottom < elevation + height - TOLERANCE and feature.top > elevation - TOLERANCE:
            whole = Obstacle(feature.id, feature.footprint.pieces, feature)
            for opening, corners in doors(feature) if feature.is_solid else ():
                if is_closer(opening.width, needed):
                    found.append(NarrowGap(whole, whole, opening.width, Shape(corners), opening.ends, opening))
    return found


def gaps_on_table(
    table: Table, elevation: float, height: float, models: list[Obstacle], needed: float
) -> list[NarrowGap]:
    """All narrow gaps for a body on an elevation: between terrain, between models of other units, and between both."""
    gaps = list(_gaps_of(table.terrain, elevation, height, needed)) + narrow_gaps(models, needed)
    for model in models:
        for obstacle in _obstacles_of(table.terrain, elevation, height):
            if boxes_meet(model.box, obstacle.box, needed):
                gap = _gap_between(model, obstacle, needed)
                gaps += [gap] if gap else []
    return gaps


def seams(table: Table, elevation: float, height: float, models: list[Obstacle]) -> list[NarrowGap]:
    """Where obstacles touch each other: gaps of no width, which a line may not slip through."""
    found = list(_seams_of(table.terrain, elevation, height)) + _touching(models, models)
    return found + _touching(models, list(_obstacles_of(table.terrain, elevation, height)))


@lru_cache(maxsize=64)
def _seams_of(terrain: Terrain, elevation: float, height: float) -> tuple[NarrowGap, ...]:
    obstacles = list(_obstacles_of(terrain, elevation, height))
    return tuple(_touching(obstacles, obstacles))


def _touching(some: list[Obstacle], others: list[Obstacle]) -> list[NarrowGap]:
    found = []
    for k, one in enumerate(some):
        for other in others[k + 1 :] if some is others else others:
            if boxes_meet(one.box, other.box, TOLERANCE):
                pairs = [(p, q) for p in one.pieces for q in other.pieces if abs(clearance(p, q)) <= TOLERANCE]
                bands = [_seam(p, q) for p, q in pairs]
                found += [NarrowGap(one, other, 0.0, band, (band.points[0], band.points[-1])) for band in bands]
    return found


def _seam(p: Shape, q: Shape) -> Shape:
    """Where two touching shapes meet: a point, or a stretch cut short at both ends, since a line may run along faces
    that are flush."""
    line = nearest(p, q)
    ends = [(line.here, line.there), *_line_ends(p, q)]
    (ax, ay), (bx, by) = min(e[0] for e in ends), max(e[0] for e in ends)
    size = math.hypot(bx - ax, by - ay)
    if size <= 4.0 * _FLUSH:
        return Shape((((ax + bx) / 2.0, (ay + by) / 2.0),))
    dx, dy = (bx - ax) / size * _FLUSH, (by - ay) / size * _FLUSH
    return Shape(((ax + dx, ay + dy), (bx - dx, by - dy)))


def _separate_parts(pieces: tuple[Shape, ...]) -> list[tuple[Shape, ...]]:
    """Convex pieces that touch belong together."""
    left = list(pieces)
    parts = []
    while left:
        part = [left.pop()]
        grew = True
        while grew:
            joined = [p for p in left if any(clearance(p, q) <= TOLERANCE for q in part)]
            grew = bool(joined)
            part += joined
            left = [p for p in left if p not in joined]
        parts.append(tuple(part))
    return parts


def model_obstacles(table: Table, unit: str, besides: Iterable[str] = ()) -> list[Obstacle]:
    """The models of other units on the table, but for those of the units in `besides`."""
    out = {unit, *besides}
    return [Obstacle(m.id, (m.footprint,)) for m in table.standing if m.unit not in out]


def narrow_gaps(obstacles: list[Obstacle], needed: float) -> list[NarrowGap]:
    """The gaps between obstacles that are narrower than needed."""
    found = []
    for k, one in enumerate(obstacles):
        for other in obstacles[k + 1 :]:
            if boxes_meet(one.box, other.box, needed):
                gap = _gap_between(one, other, needed)
                if gap is not None:
                    found.append(gap)
    return found


def boxes_meet(a: tuple[float, ...], b: tuple[float, ...], margin: float) -> bool:
    """Whether two boxes (left, bottom, right, top) come within a margin of each other."""
    return a[0] <= b[2] + margin and b[0] <= a[2] + margin and a[1] <= b[3] + margin and b[1] <= a[3] + margin


def _gap_between(one: Obstacle, other: Obstacle, needed: float) -> NarrowGap | None:
    pairs = [(clearance(p, q), p, q) for p in one.pieces for q in other.pieces]
    width = min(pair[0] for pair in pairs)
    if not is_closer(width, needed) or width <= TOLERANCE:
        return None
    ends = [end for apart, p, q in pairs if apart <= width + 1e-9 for end in _line_ends(p, q)]
    points = tuple(p for end in ends for p in end)
    return NarrowGap(one, other, width, Shape(_hull(points)), ends[len(ends) // 2])


def _line_ends(p: Shape, q: Shape) -> list[tuple[Point, Point]]:
    """The shortest lines between two convex shapes: one, or the two outermost between parallel faces."""
    if p.is_disc or q.is_disc:
        line = nearest(p, q)
        return [(line.here, line.there)]
    least = clearance(p, q)
    lines = [(a, spot) for a in p.points for gap, spot in [depth_of_point(a, q.points)] if gap <= least + 1e-9]
    lines += [(spot, b) for b in q.points for gap, spot in [depth_of_point(b, p.points)] if gap <= least + 1e-9]
    return lines


def _hull(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)

    def half(run: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in run:
            while len(chain) > 1 and cross(subtract(chain[-1], chain[-2]), subtract(p, chain[-1])) <= 1e-12:
                chain.pop()
            chain.append(p)
        return chain

    lower, upper = half(ordered), half(reversed(ordered))
    return tuple(lower[:-1] + upper[:-1])


def crossing(leg: Leg, gap: NarrowGap, leaves: bool = False) -> Interval | None:
    """When a point on a leg is on the shortest lines of a gap; `leaves` forgives a leg that only starts there."""
    part = closer_than(leg, _POINT, gap.band, 3.0 * TOLERANCE)
    if part is None or (leaves and part[0] <= 0.0 and part[1] * leg.length <= 1e-4):
        return None
    return part


def path_findings(
    table: Table, model: Model, legs: list[Leg], unit: str, allowed: frozenset[str] = frozenset()
) -> list[Finding]:
    """gap.clearance and terrain.blocked along a leader's path: narrow gaps crossed, obstacles passed too closely.

    `allowed` are features that the path enters lawfully, by an access point.
    """
    needed = needed_width(table, model.size)
    models = model_obstacles(table, unit)
    gaps = gaps_on_table(table, model.elevation, model.height, models, needed)
    obstacles = [o for o in terrain_obstacles(table, model.elevation, model.height) if o.name not in allowed] + models
    # The base, or what the gap needs, whichever is less: bases wider than a gap pass it, but not its sides.
    narrow = min(2.0 * model.base.radius, needed) / 2.0
    findings: list[Finding] = []
    along = 0.0
    for k, leg in enumerate(legs):
        box = bounds((leg.start, leg.end))
        for gap in gaps:
            is_entered = gap.door is None and {gap.one.name, gap.other.name} & allowed
            if boxes_meet(gap.band.box, box, 0.01) and not is_entered:
                part = crossing(leg, gap, leaves=k == 0)
                findings += [_gap_finding(model, gap, needed, along + part[0] * leg.length)] if part else []
        for obstacle in obstacles:
            if boxes_meet(obstacle.box, box, narrow):
                findings += _passing_findings(model, leg, obstacle, narrow, along)
        along += leg.length
    return without_repeats(findings)


def _gap_finding(model: Model, gap: NarrowGap, needed: float, along: float) -> Finding:
    where = f"between {gap.one.name} and {gap.other.name}: the gap"
    if gap.door is not None:
        where = f"through an opening of {gap.one.name}: it"
    says = f"{model.id} cannot pass {where} is {gap.width:.3g} in wide and Size {model.size} needs {needed:g} in"
    evidence = (Line(*gap.line, "measure", f"{gap.width:.2f} in"),)
    return Finding("gap.clearance", says, gap.width, needed, evidence, along, (model.id, gap.one.name, gap.other.name))


def _passing_findings(model: Model, leg: Leg, obstacle: Obstacle, narrow: float, along: float) -> list[Finding]:
    for piece in obstacle.pieces:
        part = closer_than(leg, _POINT, piece, narrow)
        if part is None or leg.length <= 1e-9:
            continue
        inches = along + part[0] * leg.length
        block = Area(tuple(piece.outline(0.01)), "block", obstacle.name)
        if closer_than(leg, _POINT, piece) is not None:
            clause = "terrain.blocked" if obstacle.feature is not None else "gap.clearance"
            says = f"{model.id} would go through {obstacle.name}"
            return [Finding(clause, says, None, None, (block,), inches, (model.id, obstacle.name))]
        least = min(clearance(Shape((leg.at(t),)), piece) for t in (part[0], (part[0] + part[1]) / 2.0, part[1]))
        says = (
            f"{model.id} passes {obstacle.name} at {max(0.0, least):.3f} in from its middle; it keeps {narrow:.3f} in"
        )
        return [Finding("gap.clearance", says, least, narrow, (block,), inches, (model.id, obstacle.name))]
    return []
