"""Who leads a move directly towards or away, and what it is measured by. Clause direct.leader. Inches."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from physics.contact import clearance
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from physics.tolerance import TOLERANCE, is_more
from physics.vectors import Point, add, lerp
from physics.ways import Ways
from rules.actions import DirectMove
from rules.clearing import Obstacle
from rules.direct import middle_of
from rules.direct_ways import obstacles_of, ways_round
from rules.table import Model, Table

_AROUND = 48
"""Points of contact that are tried where the middle of the target is out of reach."""


@dataclass(frozen=True)
class Aim:
    """What a direct move is measured by: a model, a marker or a point, with its outline."""

    name: str
    middle: Point
    outline: Shape


def unit_of(table: Table, action: DirectMove) -> str:
    """The unit that moves, also where one of its models is named."""
    return table.models[action.mover].unit if action.mover in table.models else action.mover


def direct_leader(table: Table, action: DirectMove) -> tuple[Model, Aim] | None:
    """direct.leader: the model that leads a direct move and what it is measured by, or None where there is none.

    It leads that has the shortest way to the target; its line is through the target's nearest model (towards) or its
    furthest (away), as seen from it.
    """
    unit_id = unit_of(table, action)
    aims = aims_of(table, action)
    ways = ways_of(table, unit_id, aims)
    if not ways:
        return None
    leader = table.models[action.leader if action.leader in ways else _shortest_of(ways)[0]]
    nearest: Callable[..., Aim] = min if action.name == "towards" else max
    return leader, nearest(aims, key=lambda a: apart(leader, a))


def leaders_of(table: Table, action: DirectMove) -> list[str]:
    """The models that may lead a direct move, in the order of the unit: those than whose way none is shorter."""
    return _shortest_of(ways_of(table, unit_of(table, action), aims_of(table, action)))


def _shortest_of(ways: dict[str, float]) -> list[str]:
    return [i for i, way in ways.items() if not is_more(way, min(ways.values()))]


def aims_of(table: Table, action: DirectMove) -> list[Aim]:
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


def apart(model: Model, aim: Aim) -> float:
    """Inches from a base to what is aimed at."""
    return max(0.0, clearance(model.footprint, aim.outline))


def ways_of(table: Table, unit_id: str, aims: list[Aim]) -> dict[str, float]:
    """Inches of each model's shortest way to any of the aims.

    Of one that can't be first the straight distance stands for it; so it does where nobody has a way at all.
    """
    models = table.models_of(table.units[unit_id]) if unit_id in table.units else []
    straight = {m.id: min((apart(m, a) for a in aims), default=math.inf) for m in models} if aims else {}
    ways: dict[str, float] = {}
    for model in sorted(models if aims else [], key=lambda m: straight[m.id]):
        if straight[model.id] > min(ways.values(), default=math.inf) + TOLERANCE:
            break
        ways[model.id] = shortest_way(table, unit_id, model, aims)
    best = min(ways.values(), default=math.inf)
    if best == math.inf:
        return straight
    return {m.id: ways.get(m.id, straight[m.id]) for m in models}


def shortest_way(table: Table, unit_id: str, model: Model, aims: list[Aim]) -> float:
    """Inches of a model's shortest way round what is in the way until it touches one of the aims; infinite: it has none."""
    names = {aim.name for aim in aims}
    obstacles = tuple(o for o in obstacles_of(table, unit_id, model) if o.name not in names)
    return _shortest(table.size, Walker(model.standing.at, model.outline, model.base.radius), tuple(aims), obstacles)


@dataclass(frozen=True)
class Walker:
    """A base on its way: its middle, its outline about that, and its radius."""

    at: Point
    outline: Shape
    radius: float

    def sees(self, aim: Aim, straight: float, obstacles: Sequence[Obstacle]) -> bool:
        """Whether nothing is in its way for so many inches towards an aim."""
        far = math.dist(self.at, aim.middle)
        leg = Leg(self.at, lerp(self.at, aim.middle, straight / far if far > TOLERANCE else 0.0))
        return all(closer_than(leg, self.outline, p) is None for o in obstacles for p in o.pieces)


@lru_cache(maxsize=256)
def _shortest(
    size: tuple[float, float], walker: Walker, aims: tuple[Aim, ...], obstacles: tuple[Obstacle, ...]
) -> float:
    """The same, kept: whoever pulls along a line asks again and again."""
    base = walker.outline.moved(walker.at)
    pairs = sorted(((max(0.0, clearance(base, aim.outline)), aim) for aim in aims), key=lambda pair: pair[0])
    best = math.inf
    ways: Ways | None = None
    for straight, aim in pairs:
        if straight >= best:
            break
        if walker.sees(aim, straight, obstacles):
            return straight
        ways = ways if ways is not None else ways_round(size, walker.at, walker.radius, obstacles)
        best = min(best, max(straight, _way_to(ways, aim, walker.radius)))
    return best


def _way_to(ways: Ways, aim: Aim, radius: float) -> float:
    """Inches until a base of a radius touches an aim: at its middle less both radii, where that middle can be reached."""
    apart = radius + (aim.outline.radius if aim.outline.is_disc else 0.0)
    whole = ways.distance_to(aim.middle)
    if whole is not None:
        return whole - apart
    turns = [2.0 * math.pi * k / _AROUND for k in range(_AROUND)]
    ends = [add(aim.middle, (apart * math.cos(t), apart * math.sin(t))) for t in turns]
    return min((d for e in ends if (d := ways.distance_to(e)) is not None), default=math.inf)
