"""A slow, obvious search for ways of one model, to disagree with reach and route: spots, and legs that the referee walks.

Spots lie on a grid and where ways bend: just off corners, half a base in and out of edges, round zones, beside ladders.
From the start every spot is tried, then from each spot got to, the cheapest first. A whole path is walked each time,
since what a leg may do hangs on those before it, and the referee's own ruling on the whole stands behind what is found.
"""

import heapq
import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import shapely
from shapely.geometry import Polygon

from physics.vectors import Point, lerp
from rules.actions import ModelMove, Waypoint
from rules.engagement import engaged_with
from rules.positioning import edge_finding
from rules.referee import judge
from rules.ruling import Finding, Ruling
from rules.table import Model, Place, Table

Path = tuple[Waypoint, ...]
PATHS = int(os.environ.get("REACH_PATHS") or "1000")
"""Paths walked on a board at most: 2200 find about an eighth more, in twice the time."""
HAIR = 0.003
"""Inches that spots keep from what they are beside."""


@dataclass(frozen=True)
class Way:
    """A path that may go on: its cost so far, and the enemy in whose zone it is (to touch it)."""

    path: Path
    cost: float
    into: str | None = None
    may_be_free: bool = False

    @property
    def least(self) -> float:
        """What it may come to cost less: an inch up is free when it goes down again."""
        return self.cost - (1.0 if self.may_be_free else 0.0)


@dataclass(frozen=True)
class Found:
    """A legal move: its path, its ruling, and the surface and enemy that it ends on and at."""

    path: Path
    cost: float
    ruling: Ruling

    @property
    def end(self) -> Place:
        """Where it ends."""
        assert self.ruling.after is not None
        return self.ruling.after.model("mover").standing


def passes(table: Table, model: Model, path: Path) -> Way | None:
    """The path as a way that may go on, whatever its end is like to stand on; None where it breaks a clause before."""
    ruling = judge(table, ModelMove("move", model.id, path), in_turn=False)
    changes = [i for i in ruling.items if i.kind not in ("across", "gap") and i.elevation_from != i.elevation_to]
    rise = changes[-1].elevation_to - changes[-1].elevation_from if changes else 0.0
    is_whole_inch = abs(rise - 1.0) < 1e-6 and changes[-1].counted > 0.0
    into: set[str] = set()
    for finding in ruling.findings if not ruling.legal else ():
        if finding.clause == "proximity.enter":
            into.add(finding.pieces[1])
        elif finding.clause == "move.distance":
            if not is_whole_inch or (finding.measured or 0.0) > model.move + 1.0:
                return None
        elif not _is_of_the_end(finding) and not (finding.clause == "climb.surface" and is_whole_inch):
            return None
    if len(into) > 1 or ruling.cost is None:
        return None
    return Way(path, ruling.cost, next(iter(into), None), is_whole_inch)


def _is_of_the_end(finding: Finding) -> bool:
    """Whether it says only that a move may not end there."""
    is_over_a_gap = finding.clause == "gap.crossing" and finding.limit is None
    return is_over_a_gap or finding.clause in ("base.overlap", "base.fit", "positioning.overhang")


# -- spots ---------------------------------------------------------------------------------------------------------


def spots_of(table: Table, model: Model, grid: float, offset: Point) -> list[Point]:
    """Where a way might bend or end, inside the table: first those beside things, then those of a grid."""
    pieces = [piece for f in table.terrain.features if f.is_solid for piece in f.footprint.pieces]
    spots = [p for piece in pieces for p in _beside(piece.outline(0.02), model)]
    for feature in table.terrain.features:
        if feature.kind == "ladder":
            continue
        area = feature.footprint.area
        if feature.is_solid:
            spots += _corners(area.buffer(-HAIR)) + _corners(area.buffer(-_half(model) - HAIR)) + _along(area, model)
        else:
            spots += _corners(area.buffer(HAIR - _half(model), join_style="mitre")) + _corners(area.buffer(HAIR, quad_segs=1))
    for rungs in table.terrain.ladders:
        spots += _near_rungs(rungs.line[0], rungs.line[-1], rungs.reach + _half(model) - HAIR)
    for enemy in table.standing:
        if table.are_enemies(model, enemy):
            zone = enemy.base.radius + model.base.radius + table.number("proximity.radius")
            spots += _ring(enemy.standing.at, zone * 1.021 + HAIR, 16)
    x, y = offset
    width, depth = table.size
    spots += [(x + grid * i, y + grid * k) for i in range(int((width - x) / grid) + 1) for k in range(int((depth - y) / grid) + 1)]
    return _apart([p for p in spots if edge_finding(table, model, p, 0.0) is None], 0.02)


def contact_spots(table: Table, model: Model) -> dict[str, list[Point]]:
    """By enemy: spots where the base touches its base (discs only)."""
    found = {}
    for enemy in table.standing:
        if table.are_enemies(model, enemy) and model.base.is_disc and enemy.base.is_disc:
            spots = _ring(enemy.standing.at, enemy.base.radius + model.base.radius, 10)
            found[enemy.id] = [p for p in spots if edge_finding(table, model, p, 0.0) is None]
    return found


def _half(model: Model) -> float:
    return min(model.base.front_mm, model.base.depth_mm) / 2.0 / 25.4


def _beside(corners: Sequence[Point], model: Model) -> list[Point]:
    """Just clear of a convex piece, at its corners."""
    outline = shapely.convex_hull(shapely.MultiPoint(model.outline.outline(0.08)))
    ring = [(x * 1.08, y * 1.08) for x, y in outline.exterior.coords[:-1]]
    return _corners(shapely.convex_hull(shapely.MultiPoint([(x + a, y + b) for x, y in corners for a, b in ring])))


def _along(area: shapely.Geometry, model: Model) -> list[Point]:
    """At parts of each edge: on it, half a base in, half a base out, and at its very foot (where deep drops end)."""
    spots = []
    for part in shapely.get_parts(area).tolist():
        ring = part.exterior.coords
        for a, b in pairwise(ring):
            length = math.dist(a, b)
            if length < 0.4:
                continue
            nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            for t in (0.3, 0.7) if length > 1.5 else (0.5,):
                x, y = lerp(a, b, t)
                spots += [(x + nx * d, y + ny * d) for d in (_half(model) + HAIR, _half(model), -HAIR, -_half(model) - HAIR)]
    return spots


def _corners(area: shapely.Geometry) -> list[Point]:
    rings = [part.exterior for part in shapely.get_parts(area).tolist() if isinstance(part, Polygon) and not part.is_empty]
    return [(float(x), float(y)) for ring in rings for x, y in ring.simplify(0.01).coords[:-1]]


def _near_rungs(a: Point, b: Point, reach: float) -> list[Point]:
    area = shapely.LineString([a, b]).buffer(reach, quad_segs=2)
    return [a, lerp(a, b, 0.5), b, *_corners(area)]


def _ring(centre: Point, radius: float, count: int) -> list[Point]:
    turns = (2.0 * math.pi * k / count for k in range(count))
    return [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turns]


def _apart(spots: list[Point], least: float) -> list[Point]:
    """The spots, without those that lie nearly on one before."""
    kept: dict[tuple[int, int], Point] = {}
    for p in spots:
        kept.setdefault((round(p[0] / least), round(p[1] / least)), p)
    return list(kept.values())


# -- the search ----------------------------------------------------------------------------------------------------


class WaySearch:
    """All ways found of one model over some spots, for so many walked paths at most."""

    def __init__(self, table: Table, model_id: str, spots: Sequence[Point], most: int = 6000) -> None:
        self.table, self.model = table, table.model(model_id)
        self.left = most
        self.best: dict[tuple[Waypoint, str | None, bool], float] = {}
        self.ways: dict[Waypoint, list[Way]] = {}
        decks = [f for f in table.terrain.features if f.is_solid and f.standable and f.bottom > 0.0 and f.kind != "impassable"]
        self.goals = [Waypoint(p) for p in spots]
        self.goals += [Waypoint(p, f.id) for p in spots for f in decks if f.is_over(p)]
        self.hard = _hard(table, self.model)
        self.contacts = {i: [Waypoint(p) for p in found] for i, found in contact_spots(table, self.model).items()}

    def run(self) -> None:
        """Search until nothing gets cheaper, or the paths are spent."""
        queue: list[tuple[float, int, Way]] = [(0.0, 0, Way((), 0.0))]
        number = 0
        while queue and self.left > 0:
            _, _, way = heapq.heappop(queue)
            if way.path and way.cost > self.best[self._key(way)] + 1e-9:
                continue
            for further in self._steps(way):
                number += 1
                heapq.heappush(queue, (further.cost, number, further))

    def _steps(self, way: Way) -> Iterator[Way]:
        """The ways one leg further that are the cheapest yet."""
        at = way.path[-1].at if way.path else self.model.standing.at
        goals = self.goals if way.into is None else []
        for contact in (w for i, spots in self.contacts.items() if way.into in (None, i) for w in spots):
            goals = [*goals, contact] if contact not in goals else goals
        lines = shapely.linestrings([(at, w.at) for w in goals]) if goals else []
        for goal, is_hopeless in zip(goals, shapely.intersects(self.hard, lines), strict=True):
            least = way.least + math.dist(at, goal.at)
            known = self.ways.get(goal, ())
            if is_hopeless or goal.at == at or least > self.model.move + 1e-9 or self.left <= 0:
                continue
            if any(w.cost <= least + 1e-3 and w.into is None and not w.may_be_free for w in known):
                continue
            self.left -= 1
            further = passes(self.table, self.model, (*way.path, goal))
            if further is None or further.cost >= self.best.get(self._key(further), math.inf) - 1e-6:
                continue
            self.best[self._key(further)] = further.cost
            self.ways.setdefault(goal, []).append(further)
            yield further

    def _key(self, way: Way) -> tuple[Waypoint, str | None, bool]:
        return (way.path[-1], way.into, way.may_be_free)

    def found(self) -> list[Found]:
        """The cheapest legal move to each spot that there is one to."""
        moves = []
        for ways in self.ways.values():
            for way in sorted(ways, key=lambda w: w.cost):
                found = legal_move(self.table, self.model.id, way.path)
                if found is not None:
                    moves.append(found)
                    break
        return moves


def _hard(table: Table, model: Model) -> shapely.Geometry:
    """Where the middle of the base never is: a little within half a base of what nobody gets up on or over."""
    solids = [f for f in table.terrain.features if f.is_solid]
    tops = [f.top for f in solids if f.kind != "impassable" and (f.standable or f.climbable)]
    highest = max([0.0, model.elevation, *tops]) + 1.0
    hard = [f for f in solids if f.bottom <= 0.0 and f.top > highest + 1e-3 and not (f.standable or f.climbable)]
    hard += [f for f in solids if f.kind == "impassable"]
    area = shapely.union_all([f.footprint.area for f in hard]).buffer(_half(model) - 0.02)
    shapely.prepare(area)
    return area


def legal_move(table: Table, model_id: str, path: Path) -> Found | None:
    """The move along a path, if the referee allows it."""
    ruling = judge(table, ModelMove("move", model_id, path), in_turn=False)
    return Found(path, ruling.cost, ruling) if ruling.legal and ruling.cost is not None else None


def straightened(table: Table, model_id: str, found: Found, tries: int = 60) -> Found:
    """A legal move to the same end that costs no more: waypoints left out, then drawn in bit by bit."""
    best = _with_fewer(table, model_id, found)
    step = 0.2
    while tries > 0 and step > 0.004 and len(best.path) > 1:
        better = None
        for k in range(len(best.path) - 1):
            for dx, dy in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
                x, y = best.path[k].at
                path = (*best.path[:k], replace(best.path[k], at=(x + dx, y + dy)), *best.path[k + 1 :])
                if _length(table, model_id, path) >= _length(table, model_id, best.path) - 1e-4:
                    continue
                tries -= 1
                tried = legal_move(table, model_id, path)
                if tried is not None and tried.cost < best.cost - 1e-4:
                    better = best = tried
        if better is None:
            step /= 2.0
    return best


def _with_fewer(table: Table, model_id: str, found: Found) -> Found:
    best = found
    for k in reversed(range(len(found.path) - 1)):
        tried = legal_move(table, model_id, (*best.path[:k], *best.path[k + 1 :]))
        if tried is not None and tried.cost <= best.cost + 1e-9:
            best = tried
    return best


def _length(table: Table, model_id: str, path: Path) -> float:
    points = [table.model(model_id).standing.at, *(w.at for w in path)]
    return math.fsum(math.dist(a, b) for a, b in pairwise(points))


def touched(found: Found, model_id: str) -> list[str]:
    """The enemies that a move ends engaged with."""
    after = found.ruling.after
    assert after is not None
    return [m.id for m in engaged_with(after, after.model(model_id))]


def ways_found(table: Table, model_id: str, rng: random.Random, besides: Sequence[Point] = ()) -> list[Found]:
    """The cheapest legal moves that the search finds to spots all over a table and some besides; ten of them straightened."""
    model = table.model(model_id)
    grid = 0.8
    most = 100 if model.base.is_disc else 24  # the referee takes long over ovals
    spots = spots_of(table, model, grid, (rng.uniform(0.0, grid), rng.uniform(0.0, grid)))
    search = WaySearch(table, model_id, [*besides, *rng.sample(spots, min(len(spots), most))], PATHS if most == 100 else 60)
    search.run()
    founds = search.found()
    bent = [f for f in founds if len(f.path) > 1]
    return founds + [straightened(table, model_id, f) for f in rng.sample(bent, min(len(bent), 10))]
