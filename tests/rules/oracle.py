"""A slow, obvious referee for skirmish moves, written from RULES.md alone, to disagree with the exact one.

It walks a path in steps of 1/64 in and asks Shapely what is where. For each clause it says True (broken: a place on
the path proves it), False (kept, with more than a step to spare) or None (too near to a limit for steps to tell).
Only paths whose waypoints name no surface are asked of it.
"""

import math
from dataclasses import dataclass, field

import shapely
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from rules.actions import ModelMove
from rules.table import Model, Table
from rules.terrain import Feature

STEP = 1.0 / 64.0
SURE = 1e-5
GROUND = "ground"
Place = tuple[float, float]


class Unsure(Exception):
    """The case hangs on less than a step: nothing is to be compared."""


@dataclass
class Sample:
    """A place on the path: where, along which run, at which elevation, on what."""

    at: Place
    run: int
    z: float = 0.0
    on: str = GROUND


@dataclass
class Verdict:
    """What each clause says of the move, and the cost, if the walk could be followed to its end."""

    broken: dict[str, bool | None] = field(default_factory=dict)
    cost: float | None = None

    @property
    def is_legal(self) -> bool | None:
        if any(v is True for v in self.broken.values()):
            return False
        return None if any(v is None for v in self.broken.values()) else True


# -- outlines ------------------------------------------------------------------------------------------------------


def area_of(feature: Feature) -> BaseGeometry:
    """The footprint from its rings (holes are rings inside rings), or its disc."""
    if not feature.footprint.rings:
        piece = feature.footprint.pieces[0]
        if not piece.is_disc:
            return LineString(piece.points)
        return Point(piece.points[0]).buffer(piece.radius, quad_segs=256)
    area: BaseGeometry = Polygon()
    for ring in feature.footprint.rings:
        area = area.symmetric_difference(Polygon(ring))
    return area


def base_at(model: Model, at: Place) -> BaseGeometry:
    """The outline of a model's base with its middle at a place."""
    front, depth = model.base.front_mm / 25.4, model.base.depth_mm / 25.4
    if model.base.kind == "rect":
        shape: BaseGeometry = shapely.box(-depth / 2.0, -front / 2.0, depth / 2.0, front / 2.0)
    else:
        shape = affinity.scale(Point(0.0, 0.0).buffer(1.0, quad_segs=64), depth / 2.0, front / 2.0)
    turned = affinity.rotate(shape, model.standing.facing, origin=(0.0, 0.0), use_radians=True)
    return affinity.translate(turned, *at)


def overlap(apart: float) -> bool | None:
    """Whether two outlines so far apart (below nought: overlapping) overlap: surely, surely not by a step, or unsure."""
    return False if apart > STEP else True if apart < -SURE else None


# -- the walk ------------------------------------------------------------------------------------------------------


class Oracle:
    """One move on one table."""

    def __init__(self, table: Table, action: ModelMove) -> None:
        self.table, self.model = table, table.model(action.model)
        self.start = self.model.standing
        self.path = [self.start.at, *(w.at for w in action.path)]
        self.solids = [f for f in table.terrain.features if f.kind not in ("gap", "ladder")]
        self.areas = {f.id: area_of(f) for f in table.terrain.features}
        for area in self.areas.values():
            shapely.prepare(area)
        self.samples = self._samples()
        self.bases = [base_at(self.model, s.at) for s in self.samples]
        self._cores = shapely.points([s.at for s in self.samples]) if self.model.base.is_disc else self.bases
        self._radius = self.model.base.radius if self.model.base.is_disc else 0.0
        self._series: dict[str, list[float]] = {}
        self.verdict = Verdict()
        self.edges: list[tuple[int, str, Place]] = []  # run, feature, where its edge is crossed on purpose
        self.climbs = 0.0
        self.whole_inch: tuple[Feature, bool] | None = None
        self.last_change = 0.0

    def judge(self) -> Verdict:
        """All clauses of the move. Raises Unsure when the walk itself hangs on less than a step."""
        broken = self.verdict.broken
        self._walk()
        self._settle_whole_inch(None)
        cost = math.fsum(math.dist(a, b) for a, b in zip(self.path, self.path[1:], strict=False)) + self.climbs
        self.verdict.cost = cost
        broken["move.distance"] = None if abs(cost - self.model.move) < 2.0 * STEP else cost > self.model.move
        self._blocked()
        self._edge()
        self._enemies()
        self._gaps()
        self._end()
        return self.verdict

    def _samples(self) -> list[Sample]:
        samples = [Sample(self.path[0], 0)]
        run = 0
        for k, (a, b) in enumerate(zip(self.path, self.path[1:], strict=False)):
            if k and not _is_straight(self.path[k - 1], a, b):
                run += 1
            count = max(1, math.ceil(math.dist(a, b) / STEP))
            for i in range(1, count + 1):
                t = i / count
                samples.append(Sample((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), run))
        return samples

    def _apart(self, i: int, name: str, geometry: BaseGeometry | None = None, grown: float = 0.0) -> float:
        """Inches between the base at sample i and an outline grown by a radius; below nought where they overlap."""
        if name not in self._series:
            shape = self.areas[name] if geometry is None else geometry
            apart = shapely.distance(self._cores, shape) - self._radius - grown
            if not self._radius and not grown:
                pairs = zip(apart, self.bases, strict=True)
                is_over = [a <= 0.0 and b.intersection(shape).area >= SURE for a, b in pairs]
                apart = [-1.0 if over else a for a, over in zip(apart, is_over, strict=True)]
            self._series[name] = [float(a) for a in apart]
        return self._series[name][i]

    def _apart_from(self, i: int, model: Model) -> float:
        """Inches between the base at sample i and that of another model."""
        if model.base.is_disc:
            return self._apart(i, f"model {model.id}", Point(model.standing.at), model.base.radius)
        return self._apart(i, f"model {model.id}", base_at(model, model.standing.at))

    def _meets(self, i: int, feature: Feature, level: float) -> bool | None:
        """Whether the base at sample i meets what of a feature is above a level."""
        if self._apart(i, feature.id) > STEP or feature.slope is None:
            return overlap(self._apart(i, feature.id))
        part = self._part_above(feature, level)
        if part.is_empty or self.bases[i].distance(part) > STEP:
            return False
        return True if self.bases[i].intersection(part).area > 1e-3 else None

    def _over(self, at: Place, is_end: bool = False) -> list[Feature]:
        """The solid features under (or over) the centre; an edge less than half a step away is no sure thing at the end."""
        p = Point(at)
        if is_end and any(self.areas[f.id].boundary.distance(p) < STEP / 2.0 for f in self.solids):
            raise Unsure
        return [f for f in self.solids if self.areas[f.id].intersects(p)]

    def _top(self, feature: Feature, at: Place) -> float:
        return math.inf if feature.kind == "impassable" else feature.top_at(at)

    def _is_in_way(self, feature: Feature, z: float, at: Place) -> bool:
        rise = self._top(feature, at) - z
        if feature.slope is not None and abs(rise - 1.0) < 0.1:
            raise Unsure
        return rise > 1.0 + SURE and feature.bottom < z + self.model.height - SURE

    def _walk(self) -> None:
        on, z = self.start.on, self.start.elevation
        self._over(self.samples[0].at, is_end=True)
        busy_until = 0
        before: set[str] = set()
        for i, sample in enumerate(self.samples):
            over = self._over(sample.at, i == len(self.samples) - 1)
            feature = next((f for f in over if f.id == on), None)
            if feature is not None and feature.slope is not None:
                z = feature.top_at(sample.at)
            ids = {f.id for f in over}
            if len(ids ^ before) > 1 and i:
                raise Unsure  # two edges within a step: the order of events is not sure
            before = ids
            if i > busy_until or i == 0:
                on, z, busy_until = self._change(i, over, on, z)
            sample.on, sample.z = on, z
            if i < busy_until:
                continue

    def _change(self, i: int, over: list[Feature], on: str, z: float) -> tuple[str, float, int]:
        """The surface after sample i, and the sample until which nothing else is looked at."""
        at = self.samples[i].at
        while True:
            above = [f for f in over if f.id != on and self._is_in_way(f, z, at)]
            if not above:
                break
            feature = min(above, key=lambda f: self._top(f, at))
            if i == 0 or not self._can_climb(feature, i, z):
                self.verdict.broken["terrain.blocked"] = True
                raise Blocked
            self._settle_whole_inch(None)
            self.climbs += self._top(feature, at) - z
            self.last_change = self._top(feature, at) - z
            self._cross(i, feature.id)
            on, z = feature.id, self._top(feature, at)
        here = self._surface(over, at, z)
        level = self._top(here, at) if here else 0.0
        name = here.id if here else GROUND
        if name == on:
            return on, (z if here is None or here.slope is None else level), i
        if abs(z - level - 1.0) < 0.1 and ((here and here.slope) or self._slope(on)):
            raise Unsure
        if level > z - 1.0 + SURE:
            return self._step(i, here, on, z, level)
        landing = self._across(i, z)
        if landing is not None:
            j, onto = landing
            self._cross(i, on)
            self._cross(j, onto.id)
            for k in range(i, j):
                self.samples[k].z, self.samples[k].on = z, on
            return onto.id, self._top(onto, self.samples[j].at), j
        return self._down(i, on, z)

    def _slope(self, on: str) -> bool:
        return on in self.areas and self.table.terrain.feature(on).slope is not None

    def _step(self, i: int, here: Feature | None, on: str, z: float, level: float) -> tuple[str, float, int]:
        self._cross(i, on)
        if here is not None:
            self._cross(i, here.id)
        if abs(level - z) > SURE:
            self._settle_whole_inch(level - z)
            self.last_change = level - z
            if level - z >= 1.0 - SURE and here is not None:
                self.whole_inch = (here, self._can_climb(here, i, z))
        return (here.id if here else GROUND), level, i

    def _settle_whole_inch(self, change: float | None) -> None:
        """An obstacle exactly an inch tall is free if the next change goes down again by an inch or less."""
        if self.whole_inch is None:
            return
        can_climb = self.whole_inch[1]
        self.whole_inch = None
        if change is not None and -1.0 - SURE <= change <= SURE:
            return
        if not can_climb:
            self.verdict.broken["climb.surface"] = True
        self.climbs += 1.0

    def _surface(self, over: list[Feature], at: Place, z: float) -> Feature | None:
        tops = [f for f in over if f.standable and f.kind != "impassable" and self._top(f, at) <= z + 1.0 + SURE]
        best = max(tops, key=lambda f: (self._top(f, at), f.id), default=None)
        return best if best is not None and self._top(best, at) >= 0.0 else None

    def _can_climb(self, feature: Feature, i: int, z: float) -> bool:
        if feature.kind == "impassable":
            return False
        if feature.climbable and feature.bottom <= z + SURE:
            return True
        for rungs in self.table.terrain.ladders:
            line = LineString(rungs.line)
            if Point(rungs.line[0]).distance(self.areas[feature.id]) > 0.1:
                continue
            apart = self.bases[i].distance(line)
            if abs(apart - rungs.reach) < 2.0 * STEP:
                raise Unsure
            if apart < rungs.reach:
                return True
        return False

    def _cross(self, i: int, feature_id: str) -> None:
        if feature_id in self.areas:
            self.edges.append((self.samples[i].run, feature_id, self.samples[i].at))

    # -- over the air and down -------------------------------------------------------------------------------------

    def _level_with(self, z: float, at: Place) -> list[Feature]:
        return [f for f in self.solids if f.standable and abs(self._top(f, at) - z) < 1.0 - SURE]

    def _across(self, i: int, z: float) -> tuple[int, Feature] | None:
        """The sample at which a deck of like elevation is reached with some part of the base on one all the way."""
        run, is_unsure = self.samples[i].run, False
        for j in range(i, len(self.samples)):
            if self.samples[j].run != run:
                return None
            at = self.samples[j].at
            firm = self._level_with(z, at)
            onto = [f for f in firm if self.areas[f.id].intersects(Point(at))]
            if onto and is_unsure:
                raise Unsure
            if onto:
                return j, max(onto, key=lambda f: self._top(f, at))
            touch = [overlap(self._apart(j, f.id)) for f in firm]
            if not any(touch):
                if not any(t is None for t in touch):
                    return None
                is_unsure = True
        return None

    def _down(self, i: int, on: str, z: float) -> tuple[str, float, int]:
        """A way down of an inch or more: where it lands, and whether it is climbed, dropped, or too deep."""
        off = self.table.terrain.feature(on) if on in self.areas else None
        run = self.samples[i].run
        k = i
        while True:
            at = self.samples[k].at
            here = self._surface([f for f in self._over(at) if f.id != on], at, z - 1.0)
            level = self._top(here, at) if here else 0.0
            hits = [
                self._meets(k, f, level + 1.0)
                for f in self.solids
                if f is not here and self._rises(f, level) and f.bottom < level + self.model.height - SURE
            ]
            if not any(h is True for h in hits):
                break
            if k + 1 >= len(self.samples) or self.samples[k + 1].run != run:
                break
            k += 1
        self._settle_whole_inch(level - z)
        self._cross(i, on)
        goes_on = self._goes_on(k, off)
        depth = z - level
        is_obstacle = abs(depth - 1.0) <= SURE and 0.0 < self.last_change <= 1.0 + SURE
        self.last_change = -depth
        if off is None or is_obstacle or (off.standable and depth <= self.model.agility + SURE):
            pass
        elif not off.standable or (goes_on and self._can_climb_down(off, i, level)):
            self.climbs += depth
        elif goes_on:
            self.verdict.broken["drop.ends"] = True
        for s in self.samples[i:k]:
            s.z, s.on = z, on
        return (here.id if here else GROUND), level, k

    def _can_climb_down(self, off: Feature, i: int, level: float) -> bool:
        return self._can_climb(off, i, level)

    def _goes_on(self, k: int, off: Feature | None) -> bool:
        """Whether the path goes on after the base is clear of what it dropped from."""
        if self.samples[k].run != self.samples[-1].run:
            return True
        left = (len(self.samples) - 1 - k) * STEP
        if off is None:
            return left > 0.0
        clear = next((j for j in range(k, len(self.samples)) if overlap(self._apart(j, off.id)) is not True), None)
        if clear is None:
            return False
        if len(self.samples) - 1 - clear < 4:
            raise Unsure
        return True

    def _rises(self, feature: Feature, z: float) -> bool:
        return (math.inf if feature.kind == "impassable" else feature.top) > z + 1.0 + SURE

    def _part_above(self, feature: Feature, level: float) -> BaseGeometry:
        """Of a slope what is above a level; of anything else the whole footprint."""
        if feature.slope is None:
            return self.areas[feature.id]
        (ax, ay), (bx, by) = feature.slope
        share = min(1.0, max(0.0, (level - feature.bottom) / feature.height))
        size = math.dist((ax, ay), (bx, by))
        far = 1000.0
        half = shapely.box(share * size, -far, far, far)
        turned = affinity.rotate(half, math.atan2(by - ay, bx - ax), origin=(0.0, 0.0), use_radians=True)
        return self.areas[feature.id].intersection(affinity.translate(turned, ax, ay))

    # -- clauses ---------------------------------------------------------------------------------------------------

    def _blocked(self) -> None:
        """terrain.blocked: the base meets what it cannot walk over, away from the edges that its run crosses."""
        result: bool | None = False
        for i, sample in enumerate(self.samples):
            for feature in self.solids:
                if feature.id == sample.on or self._apart(i, feature.id) > STEP:
                    continue
                if not self._rises(feature, sample.z) or feature.bottom > sample.z + self.model.height - SURE:
                    continue
                hit = self._meets(i, feature, sample.z + 1.0)
                if hit is False or self._is_excused(i, feature):
                    continue
                is_near = self._is_excused(i, feature, 2.0 * STEP)
                if hit is None and is_near:
                    continue
                if hit is None or is_near:
                    result = None
                else:
                    self.verdict.broken["terrain.blocked"] = True
                    return
        self.verdict.broken["terrain.blocked"] = result

    def _is_excused(self, i: int, feature: Feature, by: float = 0.0) -> bool:
        """Whether the base is against an edge of the feature that its run crosses on purpose."""
        for run, name, where in self.edges:
            if run != self.samples[i].run or name != feature.id:
                continue
            if not feature.footprint.edges:
                return True
            edges = sorted(feature.footprint.edges, key=lambda e: LineString(e).distance(Point(where)))
            if len(edges) > 1 and LineString(edges[1]).distance(Point(where)) < 2.0 * STEP:
                raise Unsure  # at a corner
            if self.bases[i].distance(LineString(edges[0])) <= by:
                return True
        return False

    def _edge(self) -> None:
        width, depth = self.table.size
        over = max(
            max(-b.bounds[0], -b.bounds[1], b.bounds[2] - width, b.bounds[3] - depth) for b in self.bases
        )
        self.verdict.broken["table.edge"] = None if abs(over) < STEP / 16.0 else over > 0.0

    def _enemies(self) -> None:
        """engagement.held, enemy.base and proximity.enter."""
        others = [m for m in self.table.standing if m.id != self.model.id]
        enemies = [m for m in others if self.table.are_enemies(self.model, m)]
        opponents = {m.id for m in enemies if self._are_engaged(self.model, m, self._apart_from(0, m), self.samples[0].z)}
        self.verdict.broken["engagement.held"] = bool(opponents)
        results: dict[str, list[bool | None]] = {"enemy.base": [], "proximity.enter": []}
        for enemy in enemies:
            results["enemy.base"].append(self._passes_through(enemy))
            held = [
                m for m in self.table.standing
                if m.id != self.model.id and self.table.are_enemies(m, enemy)
                and self._are_engaged(enemy, m, _apart_in_plan(enemy, m), enemy.elevation)
            ]
            if not held:
                results["proximity.enter"].append(self._enters(enemy, enemy.id in opponents))
        for clause, found in results.items():
            self.verdict.broken[clause] = True if True in found else None if None in found else False

    def _are_engaged(self, one: Model, other: Model, apart: float, z: float) -> bool:
        if SURE / 10.0 < apart < 10.0 * SURE:
            raise Unsure
        low, high = sorted(((z, one.height), (other.elevation, other.height)))
        return apart < SURE and high[0] - low[0] <= 2.0 + SURE and high[0] <= low[0] + low[1] + SURE

    def _passes_through(self, enemy: Model) -> bool | None:
        result: bool | None = False
        for i, sample in enumerate(self.samples):
            if sample.z > enemy.head - 0.02 or sample.z + self.model.height < enemy.elevation + 0.02:
                if sample.z < enemy.head - SURE and sample.z + self.model.height > enemy.elevation + SURE:
                    result = None
                continue
            hit = overlap(self._apart_from(i, enemy))
            if hit is True:
                return True
            if hit is None:
                result = None
        return result

    def _enters(self, enemy: Model, was_opponent: bool) -> bool | None:
        """proximity.enter: whether the zone is entered, or come back into, by samples that are surely in and out."""
        if self._are_engaged(self.model, enemy, self._apart_from(len(self.samples) - 1, enemy), self.samples[-1].z):
            return False
        walls = [
            self.areas[f.id] for f in self.solids
            if f.bottom <= enemy.elevation + SURE and self._rises(f, enemy.head - 1.0 - 2.0 * SURE)
        ]
        thin = [(w, w.buffer(-STEP)) for w in walls]
        footprint = base_at(enemy, enemy.standing.at)
        states = [self._state(i, enemy, footprint, thin) for i in range(len(self.samples))]
        if was_opponent:
            states[0] = "in"
        if states[0] == "maybe":
            raise Unsure
        first_out = next((i for i, s in enumerate(states) if s == "out"), None)
        if first_out is None:
            return None if "maybe" in states else False
        rest = states[first_out:]
        before = states[: first_out]
        if "maybe" in before and "in" in before[before.index("maybe") :]:
            return None  # out by less than a step, and in again
        if "in" in rest:
            return True
        return None if "maybe" in rest else False

    def _state(
        self, i: int, enemy: Model, footprint: BaseGeometry, walls: list[tuple[BaseGeometry, BaseGeometry]]
    ) -> str:
        """Whether sample i is in the zone, outside it by more than a step, or neither for sure."""
        apart, rise = self._apart_from(i, enemy), abs(self.samples[i].z - enemy.elevation)
        if apart > 1.0 + STEP or rise > 2.02:
            return "out"
        if rise > 1.98 and abs(rise - 2.0) > SURE:
            return "maybe"
        if walls and apart > 0.0:
            line = shapely.shortest_line(footprint, self.bases[i])
            if any(line.intersection(thin).length > STEP for _, thin in walls):
                return "out"
            if any(line.distance(w) < 2.0 * STEP for w, _ in walls):
                return "maybe"
        return "in" if apart < 1.0 - SURE else "maybe"

    def _gaps(self) -> None:
        """gap.crossing on the way: half a base at most from the rim, unless on something level with the ground."""
        gaps = [self.areas[g.id] for g in self.table.terrain.gaps]
        if not gaps:
            return
        pit = shapely.union_all(gaps)
        result = self.verdict.broken.get("gap.crossing", False)
        for i, (sample, base) in enumerate(zip(self.samples, self.bases, strict=True)):
            if sample.on != GROUND or not pit.intersects(Point(sample.at)):
                continue
            if any(overlap(self._apart(i, f.id)) is not False for f in self._level_with(0.0, sample.at)):
                result = None
                continue
            outside = base.difference(pit).area
            if outside <= 1e-7:
                self.verdict.broken["gap.crossing"] = True
                return
            if base.distance(pit.boundary) > 0.0 or outside < 2.0 * STEP * 0.2:
                result = None
        self.verdict.broken["gap.crossing"] = result

    def _end(self) -> None:
        """Where the model stands at last: base.overlap, base.fit, positioning.overhang, gap.crossing."""
        last, base, end = self.samples[-1], self.bases[-1], len(self.samples) - 1
        found = [
            overlap(self._apart_from(end, m))
            for m in self.table.standing
            if m.id != self.model.id and not self._stands_clear(last, m)
        ]
        self.verdict.broken["base.overlap"] = True if True in found else None if None in found else False
        found = []
        for feature in self.solids:
            top = math.inf if feature.kind == "impassable" else feature.top
            if feature.id == last.on or feature.bottom > last.z + self.model.height - SURE or top < last.z + 1.0 - SURE:
                continue
            found.append(self._meets(end, feature, last.z + 1.0))
        self.verdict.broken["base.fit"] = True if True in found else None if None in found else False
        self.verdict.broken["positioning.overhang"] = self._overhangs(last, base)
        pits = [self.areas[g.id] for g in self.table.terrain.gaps]
        if last.on == GROUND and pits:
            over = shapely.union_all(pits)
            if over.boundary.distance(Point(last.at)) < SURE:
                self.verdict.broken["gap.crossing"] = None
            elif over.intersects(Point(last.at)):
                self.verdict.broken["gap.crossing"] = True

    def _stands_clear(self, last: Sample, other: Model) -> bool:
        low, high = sorted(((last.z, self.model.height), (other.elevation, other.height)))
        return last.on != other.standing.on and high[0] >= low[0] + low[1] - SURE

    def _overhangs(self, last: Sample, base: BaseGeometry) -> bool | None:
        if last.on == GROUND or abs(last.z) < 1.0 - SURE:
            return False
        support = shapely.union_all([self.areas[f.id] for f in self._level_with(last.z, last.at)])
        share = base.difference(support).area / base.area
        return None if abs(share - 0.5) < 0.002 else share > 0.5


class Blocked(Exception):
    """The walk ran into something: what comes after it is not looked at."""


def _apart_in_plan(one: Model, other: Model) -> float:
    """Inches between two bases where they stand."""
    if one.base.is_disc and other.base.is_disc:
        return math.dist(one.standing.at, other.standing.at) - one.base.radius - other.base.radius
    return float(base_at(one, one.standing.at).distance(base_at(other, other.standing.at)))


def _is_straight(a: Place, b: Place, c: Place) -> bool:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return abs(ux * vy - uy * vx) < 1e-9 * max(1e-3, math.hypot(ux, uy) * math.hypot(vx, vy)) and ux * vx + uy * vy > 0.0


def ask(table: Table, action: ModelMove) -> Verdict | None:
    """The oracle's verdict, or None where it cannot tell. A walk that ran into something says no more than that."""
    oracle = Oracle(table, action)
    try:
        return oracle.judge()
    except Blocked:
        return Verdict({"terrain.blocked": True})
    except Unsure:
        return None
