"""Crowded places for a led unit, and random searches that fill them: the oracle of the game's own arranging. Inches.

A search throws models in at random, shakes those that stand, and throws again. What it finds is shown to the judge
model by model; so an arrangement that it finds is legal by the judge's own word, and the game has to find one too.
"""

import math
import random
from dataclasses import dataclass, replace

import shapely

from physics.vectors import Point
from rules.actions import Setting, Waypoint
from rules.links import Linking
from rules.referee import judge
from rules.table import Model, Place, Table
from rules.terrain import Feature, Terrain
from tests.rules.tables import block, box, tower
from tests.rules.unit_tables import unit_table

BASES = (25.0, 25.0, 28.5, 32.0, 32.0, 40.0, 50.0)
THROWS = 40
SHAKES = 12


@dataclass(frozen=True)
class Crowd:
    """A table with a unit in reserve, the spot of its leader, and (where one was found) a whole arrangement."""

    table: Table
    leader: Point
    found: dict[str, Point]


def solid(name: str, corners: tuple[Point, ...]) -> Feature:
    return block(name, corners, 3.0, climbable=False, standable=False)


def alley(rng: random.Random, r: float) -> tuple[list[Feature], tuple[float, float, float, float]]:
    """A dead end about one base wide, and its inside (left, bottom, right, top)."""
    wide = 2.0 * r + rng.choice((0.0, 1e-9, 0.05, 0.2, 0.6, 1.1))
    deep = rng.uniform(3.0, 8.0)
    walls = [
        solid("west", box(19.5, 10, 0.5, deep)), solid("east", box(20 + wide, 10, 0.5, deep)),
        solid("end", box(19.5, 10 + deep, wide + 1.0, 0.5)),
    ]
    return walls, (20.0, 10.0, 20.0 + wide, 10.0 + deep)


def bent_alley(rng: random.Random, r: float) -> tuple[list[Feature], tuple[float, float, float, float]]:
    """An alley that turns a corner and ends blind."""
    wide = 2.0 * r + rng.choice((0.02, 0.2, 0.6))
    up, across = rng.uniform(1.0, 3.0) + wide, rng.uniform(1.0, 3.0) + wide
    walls = [
        solid("west", box(19.5, 10, 0.5, up + 0.5)), solid("top", box(20, 10 + up, across + 0.5, 0.5)),
        solid("inner", box(20 + wide, 10, across - wide + 0.5, up - wide)),
        solid("end", box(20 + across, 10 + up - wide, 0.5, wide)),
    ]
    return walls, (20.0, 10.0, 20.0 + across, 10.0 + up)


def yard(rng: random.Random, r: float) -> tuple[list[Feature], tuple[float, float, float, float]]:
    """A closed yard with things in it."""
    wide, deep = rng.uniform(2.5 * r, 5.0), rng.uniform(2.5 * r, 5.0)
    x, y = 20.0, 10.0
    walls = [
        solid("west", box(x - 0.5, y - 0.5, 0.5, deep + 1)), solid("east", box(x + wide, y - 0.5, 0.5, deep + 1)),
        solid("south", box(x, y - 0.5, wide, 0.5)), solid("north", box(x, y + deep, wide, 0.5)),
    ]
    for k in range(rng.randint(0, 2)):
        at = (x + rng.uniform(0.0, wide), y + rng.uniform(0.0, deep))
        if rng.random() < 0.5:
            walls.append(tower(f"post{k}", at, rng.uniform(0.1, 0.5), 3.0, climbable=False, standable=False))
        else:
            size = rng.uniform(0.2, 1.0), rng.uniform(0.2, 1.0)
            walls.append(solid(f"crate{k}", box(*at, *size, rng.uniform(0.0, 90.0))))
    return walls, (x, y, x + wide, y + deep)


def corner(rng: random.Random, r: float) -> tuple[list[Feature], tuple[float, float, float, float]]:
    """The table's corner, with things round it."""
    walls = [
        solid(f"b{k}", box(rng.uniform(0, 5), rng.uniform(0, 5), rng.uniform(0.3, 2), rng.uniform(0.3, 2), rng.uniform(0, 90)))
        for k in range(rng.randint(2, 6))
    ]
    return walls, (0.0, 0.0, 4.0, 4.0)


def thicket(rng: random.Random, r: float) -> tuple[list[Feature], tuple[float, float, float, float]]:
    """Things all over."""
    walls = [
        solid(f"b{k}", box(rng.uniform(14, 24), rng.uniform(8, 18), rng.uniform(0.3, 3), rng.uniform(0.3, 3), rng.uniform(0, 90)))
        for k in range(rng.randint(6, 16))
    ]
    return walls, (16.0, 10.0, 22.0, 16.0)


PLACES = (alley, bent_alley, yard, corner, thicket)


def random_crowd(seed: int, most: int = 12) -> Crowd | None:
    """A crowded place, and a unit of as many models as a random search could set there whole; None: no leader fits."""
    rng = random.Random(seed)
    is_mixed = rng.random() < 0.5
    sizes = [rng.choice(BASES)] * most if not is_mixed else [rng.choice(BASES) for _ in range(most)]
    features, inside = PLACES[seed % len(PLACES)](rng, min(sizes) / 50.8)
    enemies = []
    if rng.random() < 0.4:
        enemies = [(rng.uniform(inside[0], inside[2]), rng.uniform(inside[1], inside[3])) for _ in range(rng.randint(1, 3))]
    models_size = rng.choice((1, 1, 2, 3))
    table = unit_table("leader", [None] * most, features, enemies, sizes, models_size=models_size)
    search = Search(table, rng)
    leader = search.find_leader(inside)
    if leader is None:
        return None
    found = search.fill(leader)
    return Crowd(_only(table, tuple(found)), leader, found)


class Search:
    """Models thrown at random round a leader: kept where they fit, shaken, and thrown again."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.rng = table, rng
        self.solid = shapely.union_all([f.footprint.area for f in table.terrain.features])
        shapely.prepare(self.solid)
        self.discs = [(m.standing.at, m.base.radius) for m in table.standing]
        self.names = list(table.units["u"].models)

    def fits(self, at: Point, r: float, others: list[tuple[Point, float]]) -> bool:
        x, y = at
        width, depth = self.table.size
        if not (r <= x <= width - r and r <= y <= depth - r):
            return False
        if any(math.dist(at, p) < r + q for p, q in others) or any(math.dist(at, p) < r + q for p, q in self.discs):
            return False
        return bool(self.solid.is_empty or self.solid.distance(shapely.Point(at)) >= r)

    def find_leader(self, inside: tuple[float, float, float, float]) -> Point | None:
        r = self.table.model(self.names[0]).base.radius
        left, bottom, right, top = inside
        for _ in range(200):
            at = (self.rng.uniform(left, right), self.rng.uniform(bottom, top))
            at = self.rng.choice((at, (min(max(at[0], left + r), right - r), min(max(at[1], bottom + r), top - r))))
            if self.fits(at, r, []):
                return at
        return None

    def fill(self, leader: Point) -> dict[str, Point]:
        """The models that found a spot, the leader first; all of them linked and wholly within."""
        rng = self.rng
        lead = self.table.model(self.names[0])
        spots: dict[str, Point] = {lead.id: leader}
        waiting = self.names[1:]
        rng.shuffle(waiting)
        for name in waiting:
            for shake in range(SHAKES):
                at = self._throw(name, spots)
                if at is not None:
                    spots[name] = at
                    break
                if shake == SHAKES - 1:
                    break
                self._shake(spots, lead)
        return spots

    def _radius(self, name: str) -> float:
        return self.table.model(name).base.radius

    def _others(self, spots: dict[str, Point], besides: str = "") -> list[tuple[Point, float]]:
        return [(p, self._radius(i)) for i, p in spots.items() if i != besides]

    def _throw(self, name: str, spots: dict[str, Point]) -> Point | None:
        rng, r = self.rng, self._radius(name)
        (lx, ly), most = next(iter(spots.values())), 3.0 + self._radius(self.names[0]) - r
        others = self._others(spots)
        for _ in range(THROWS):
            turn, far = rng.uniform(0.0, 2.0 * math.pi), most * math.sqrt(rng.random())
            at = (lx + far * math.cos(turn), ly + far * math.sin(turn))
            if self.fits(at, r, others) and self._is_linked({**spots, name: at}):
                return at
        return None

    def _shake(self, spots: dict[str, Point], lead: Model) -> None:
        rng = self.rng
        lx, ly = spots[lead.id]
        pull = rng.uniform(0.0, 2.0 * math.pi)
        for name in [n for n in spots if n != lead.id] * 3:
            r = self._radius(name)
            step = rng.choice((0.02, 0.1, 0.4))
            x, y = spots[name]
            at = (x + step * (rng.uniform(-1, 1) + math.cos(pull)), y + step * (rng.uniform(-1, 1) + math.sin(pull)))
            is_within = math.dist(at, (lx, ly)) <= 3.0 + lead.base.radius - r
            if is_within and self.fits(at, r, self._others(spots, name)) and self._is_linked({**spots, name: at}):
                spots[name] = at

    def _is_linked(self, spots: dict[str, Point]) -> bool:
        set_ones = [self.table.model(i).placed(Place(p)) for i, p in spots.items()]
        linking = Linking(self.table.with_models(set_ones), "u", set_ones[0])
        return len(linking.linked()) == len(spots)


def is_legal_and_whole(crowd: Crowd) -> bool:
    """Whether the judge takes the arrangement that the search found."""
    place = {i: Waypoint(p) for i, p in crowd.found.items()}
    ruling = judge(crowd.table, Setting("place", "u", place, "u-1"))
    return ruling.legal and ruling.after is not None and "u" not in ruling.after.memory.out_of_coherency


def planted_crowd(seed: int, most: int = 9) -> Crowd | None:
    """A whole arrangement first, then posts and crates thrown into the room round it, so that few others are left."""
    rng = random.Random(seed)
    sizes = [rng.choice(BASES) for _ in range(most)] if rng.random() < 0.5 else [rng.choice(BASES)] * most
    models_size = rng.choice((1, 2, 3))
    table = unit_table("leader", [None] * most, [], [], sizes, models_size=models_size)
    search = Search(table, rng)
    leader = (20.0, 15.0) if rng.random() < 0.6 else (rng.uniform(1.0, 2.5), rng.uniform(1.0, 2.5))
    if not search.fits(leader, search._radius("u-1"), []):
        return None
    found = search.fill(leader)
    room = rng.choice((0.0, 0.01, 0.05))
    for k in range(60):
        turn, far = rng.uniform(0.0, 2.0 * math.pi), 4.5 * math.sqrt(rng.random())
        at = (leader[0] + far * math.cos(turn), leader[1] + far * math.sin(turn))
        apart = min(math.dist(at, p) - search._radius(i) for i, p in found.items()) - room
        if apart < 0.08 or not (1.0 < at[0] < 39.0 and 1.0 < at[1] < 29.0):
            continue
        if rng.random() < 0.5:
            feature = tower(f"f{k}", at, min(apart, rng.uniform(0.08, 1.0)), 3.0, climbable=False, standable=False)
        else:
            half = min(apart, rng.uniform(0.1, 1.2)) / math.sqrt(2.0)
            feature = solid(f"f{k}", box(at[0] - half, at[1] - half, 2 * half, 2 * half, rng.uniform(0.0, 90.0)))
        more = replace(search.table, terrain=Terrain((*search.table.terrain.features, feature)))
        set_ones = [more.model(i).placed(Place(p)) for i, p in found.items()]
        if len(Linking(more.with_models(set_ones), "u", set_ones[0]).linked()) == len(found):
            search.table = more
    return Crowd(_only(search.table, tuple(found)), leader, found)


def _only(table: Table, names: tuple[str, ...]) -> Table:
    """The table on which unit u has these models and no others."""
    models = {i: m for i, m in table.models.items() if m.unit != "u" or i in names}
    return replace(table, models=models, units={**table.units, "u": replace(table.units["u"], models=names)})
