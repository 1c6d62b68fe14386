"""The others of a unit that goes directly: each as near to what is aimed at (or as far from it) as coherency lets it.

Clause direct.leader. The game sets them one after another, then moves each on while a better spot is free for it; a
player may set them otherwise, so long as none is left for which one is. Inches.
"""

import math
from dataclasses import dataclass

from physics.vectors import Point
from rules.coherence import CLOSER, Setting
from rules.links import Linking
from rules.ruling import Finding, Line, Spot
from rules.spots import Spots, least_radius
from rules.table import Model, Table

_EQUAL = 1e-5
"""Inches by which spots that are offered to a player may differ: less than anybody sees, more than rounding."""
_ROUNDS = 6
"""How often all models are looked at for a better spot; twice is nearly always enough."""


@dataclass(frozen=True)
class Pull:
    """What the models of a unit are drawn to or driven from: a point, and whether they flee it."""

    point: Point
    furthest: bool

    def gain(self, here: Point, there: Point) -> float:
        """Inches by which `there` is better than `here`."""
        more = math.dist(there, self.point) - math.dist(here, self.point)
        return more if self.furthest else -more


def settle(setting: Setting, unit_id: str, leader: Model, placed: frozenset[str], pull: Pull) -> None:
    """Moves each model that nobody placed on to a better spot while one is free, for what was set after it may link it."""
    if setting.is_out or not _is_cluttered(setting.table, unit_id, leader):
        return
    for _ in range(_ROUNDS):
        has_moved = False
        for model in _others(setting.table, unit_id, leader):
            better = None if model.id in placed else better_spot(setting.table, unit_id, leader, model, pull)
            if better is not None:
                setting.table = setting.table.with_models([better])
                has_moved = True
        if not has_moved:
            return


def nearness_findings(table: Table, unit_id: str, leader: Model, placed: frozenset[str], pull: Pull) -> list[Finding]:
    """direct.leader: the models placed by hand for which a better spot is free, coherency kept."""
    findings = []
    for model in _others(table, unit_id, leader):
        better = better_spot(table, unit_id, leader, model, pull) if model.id in placed else None
        if better is not None:
            findings.append(_nearness_finding(model, better, pull))
    return findings


def better_spot(table: Table, unit_id: str, leader: Model, model: Model, pull: Pull) -> Model | None:
    """A model at the best spot that is free for it, when that is better than its own by more than a hundredth of an inch."""
    own = model.standing.at
    best = _Freedom(table, unit_id, leader, model).best(pull, own)
    return best if best is not None and pull.gain(own, best.standing.at) > CLOSER else None


def best_spot_near(table: Table, unit_id: str, leader: Model, model: Model, pull: Pull, at: Point) -> Point | None:
    """Of the best spots that are free for a model, all as good as each other, the one nearest to a point; or None."""
    freedom = _Freedom(table, unit_id, leader, model)
    best = freedom.best(pull, None)
    if best is None:
        return None
    goal = best.standing.at

    def is_as_good(spot: Model) -> bool:
        return pull.gain(spot.standing.at, goal) <= _EQUAL and freedom.keeps_links(spot)

    nearest = freedom.spots.best(at, False, is_as_good)
    return nearest.standing.at if nearest is not None else goal


class _Freedom:
    """Where one model of a unit may stand while the others stay where they are."""

    def __init__(self, table: Table, unit_id: str, leader: Model, model: Model) -> None:
        self.table = table.with_models([model.placed(None)])
        self.linking = Linking(self.table, unit_id, leader)
        names = self.linking.linked()
        self.linked = [m for m in self.linking.models if m.id in names]
        self.is_needed = len(self.linked) < len(self.linking.models)
        reach = table.number("coherency.distance") + leader.base.radius - least_radius(model.base)
        cut_off = [m for m in self.linking.models if m.id not in names]
        self.spots = Spots(self.linking, model, self.linked, reach, cut_off=cut_off)

    def best(self, pull: Pull, own: Point | None) -> Model | None:
        """The model at the best spot; where it has one of its own already, only if that is better by a hundredth of an inch."""
        limit = None
        if own is not None:
            limit = math.dist(own, pull.point) + (CLOSER if pull.furthest else -CLOSER)
        return self.spots.best(pull.point, pull.furthest, self.keeps_links, limit=limit)

    def keeps_links(self, spot: Model) -> bool:
        """Whether nobody else's link is lost when a model stands at a spot."""
        if not self.is_needed:
            return True
        whole = Linking(self.table.with_models([spot]), self.linking.unit, self.linking.leader)
        return len(whole.linked()) == len(whole.models)


def _others(table: Table, unit_id: str, leader: Model) -> list[Model]:
    return [m for m in table.models_of(table.units[unit_id]) if m.id != leader.id]


def _is_cluttered(table: Table, unit_id: str, leader: Model) -> bool:
    """Whether anything may hide a spot from the leader: else what was set first stands best already.

    All that stand wholly within coherency, and so all their links, lie in one disc about the leader.
    """
    linking = Linking(table, unit_id, leader)
    x, y = leader.standing.at
    far = leader.base.radius + table.number("coherency.distance")
    boxes = [o.box for o in linking.obstacles] + [g.band.box for g in linking.gaps]
    return any(b[0] <= x + far and b[2] >= x - far and b[1] <= y + far and b[3] >= y - far for b in boxes)


def _nearness_finding(model: Model, better: Model, pull: Pull) -> Finding:
    here, there = (math.dist(m.standing.at, pull.point) for m in (model, better))
    what = "further" if pull.furthest else "nearer"
    x, y = better.standing.at
    says = (
        f"{model.id} could stand {abs(there - here):.2f} in {what}, at {x:.2f}, {y:.2f}: the others are set as "
        f"{'far' if pull.furthest else 'near'} as coherency lets them"
    )
    evidence = (Line(model.standing.at, better.standing.at, "measure"), Spot(better.standing.at, "limit"))
    return Finding("direct.leader", says, here, there, evidence, 0.0, (model.id,))
