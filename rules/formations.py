"""Setting all waiting models of a led unit: near to their formation where that leaves nobody out, else packed. Inches."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.optimize import linear_sum_assignment

from physics.vectors import Point
from rules.coherence import find_nearer, linked_models
from rules.footing import is_stand_in, stand_in, with_stand_ins
from rules.links import Linking
from rules.packing import Packing, Peg, extent
from rules.spots import Spots, least_radius
from rules.table import Model, Table

_ROUNDS = 2
"""How often those left out are asked whether they can stand nearer by now."""
_ENOUGH = 40
"""More models than ever stand round one leader."""


@dataclass(frozen=True)
class Formation:
    """The models to be set round a leader, and where each would like to be.

    `is_drawn`: they all want to be as near as can be to one point (or, `is_driven`, as far from it), and not merely
    near it. `shuns` are inches to keep from enemies.
    """

    unit: str
    leader: Model
    waiting: Sequence[Model]
    wished: dict[str, Point]
    is_drawn: bool = False
    is_driven: bool = False
    shuns: float = 0.0

    def outwards(self, models: Sequence[Model]) -> list[Model]:
        """Models that would be nearest to the leader first, so that chains grow outwards."""
        at = self.leader.standing.at
        return sorted(models, key=lambda m: math.dist(self.wished[m.id], at))


@dataclass(frozen=True)
class Plan:
    """A way of setting a unit: the table, the models that found no spot wholly within, and those that found none."""

    formation: Formation
    table: Table
    out: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @cached_property
    def linking(self) -> Linking:
        """The unit's links as they would be."""
        return Linking(self.table, self.formation.unit, self.formation.leader)

    @cached_property
    def cost(self) -> tuple[int, int, int]:
        """What is wrong with it, the worst first: models with no link, casualties, models not wholly within."""
        return len(self.linking.models) - len(self.linking.linked()), len(self.lost), len(self.out)

    @property
    def is_whole(self) -> bool:
        """Whether nobody is left out."""
        return self.cost == (0, 0, 0)


def arrange(start: Table, formation: Formation) -> tuple[Table, tuple[str, ...]]:
    """The table on which the waiting models stand, and the names of those that are lost."""
    waiting = [stand_in(m) for m in formation.waiting]
    formation = replace(formation, leader=stand_in(formation.leader), waiting=waiting)
    place = with_stand_ins(start)
    plan = _one_by_one(Plan(formation, place), formation.outwards(waiting))
    if plan is None or not plan.is_whole:
        plan = _packed(place, formation, plan)
    return start.with_models(start.model(m.id).placed(plan.table.model(m.id).place) for m in waiting), plan.lost


def _one_by_one(plan: Plan, models: Sequence[Model]) -> Plan | None:
    """Each model set as near to its wish as is quickly found; None when one finds no spot."""
    formation, linking = plan.formation, plan.linking
    linked = linked_models(linking)
    is_all = len(linked) == len(linking.models)
    for model in models:
        spots = Spots(linking, model, linked, _reach(linking, model), formation.shuns)
        wished = formation.wished[model.id]
        found = spots.best(wished, formation.is_driven) if formation.is_drawn else spots.quick(wished)
        if found is None:
            return None
        linking = linking.with_model(found)
        linked = [*linked, found] if is_all else linked_models(linking)
    return Plan(formation, linking.table)


def _reach(linking: Linking, model: Model) -> float:
    """Inches from the leader's middle within which the middle of a model that is wholly within lies."""
    return linking.table.number("coherency.distance") + linking.leader.base.radius - least_radius(model.base)


def _packed(start: Table, formation: Formation, plan: Plan | None) -> Plan:
    """The unit packed as closely as it takes."""
    linking = Linking(start, formation.unit, formation.leader)
    packing = Packing(linking, formation.waiting, linked_models(linking), formation.shuns)
    found = _completed(Plan(formation, start), packing, packing.search())
    if len(found.out) > 1:
        # Of several that stand outside, one may bring another within sight of the leader.
        other = _completed(Plan(formation, start), packing, packing.spread)
        found = min(found, other, key=lambda p: p.cost)
    if found.lost and extent(linking) > packing.inner:
        wide = Packing(linking, formation.waiting, linked_models(linking), formation.shuns, is_wide=True)
        other = _completed(Plan(formation, start), wide, wide.search())
        found = min(found, other, key=lambda p: p.cost)
    if plan is not None and plan.cost <= found.cost:
        return plan
    return _nearer(found) if found.out else _polished(found)


def _completed(plan: Plan, packing: Packing, pegs: Sequence[Peg]) -> Plan:
    """The plan with the bases that were packed, each given to the model that wants it most, and the rest set outside."""
    formation = plan.formation
    table = plan.table
    for k, kind in enumerate(packing.kinds):
        spots = [p.at for p in pegs if p.kind == k]
        costs = np.array([[math.dist(formation.wished[n], at) for at in spots] for n in kind.names])
        costs = costs.reshape(len(kind.names), len(spots))
        for name, spot in zip(*linear_sum_assignment(costs), strict=True):
            table = table.with_models([kind.spots.of(table.model(kind.names[name]), spots[spot])])
    linking = Linking(table, formation.unit, formation.leader)
    set_ones = [m for m in formation.waiting if table.model(m.id).is_on_table]
    out = tuple(m.id for m in set_ones if not linking.is_wholly_within(table.model(m.id)))
    rest = [m for m in formation.waiting if not table.model(m.id).is_on_table]
    plan = Plan(formation, table, out)
    for model in sorted(rest, key=lambda m: (-m.base.radius, math.dist(formation.wished[m.id], formation.leader.standing.at))):
        plan = _outside(plan, model)
    return plan


def _outside(plan: Plan, model: Model) -> Plan:
    """One more model set at the nearest free spot with a link, wherever it is, or lost."""
    formation = plan.formation
    linking = plan.linking
    linked = linked_models(linking)
    whole, reach = sum(plan.table.size), _reach(linking, model)
    accepts = _true_links(plan, linked) if any(is_stand_in(m) for m in (model, *linked)) else None
    best = None
    while best is None:
        spots = Spots(linking, model, linked, reach, formation.shuns)
        best = spots.best(formation.leader.standing.at, False, accepts, whole=False)
        if reach >= whole:
            break
        reach = min(2.0 * reach + 1.0, whole)
    if best is None:
        return Plan(formation, plan.table, plan.out, (*plan.lost, model.id))
    is_out = not linking.is_wholly_within(best)
    return Plan(formation, plan.table.with_models([best]), (*plan.out, model.id) if is_out else plan.out, plan.lost)


def _true_links(plan: Plan, linked: Sequence[Model]) -> Callable[[Model], bool]:
    """Whether a model set somewhere is linked when all ovals have their own outlines, not those of their stand-ins."""
    table = plan.table.with_models(replace(m) for m in plan.table.standing if is_stand_in(m))
    linking = Linking(table, plan.formation.unit, table.model(plan.formation.leader.id))
    others = [table.model(m.id) for m in linked]

    def is_linked(spot: Model) -> bool:
        own = replace(spot)  # Both ways: the nearest points of ovals are a little off, and a line may only just pass.
        return any(linking.block(own, o) is None and linking.block(o, own) is None for o in others)

    return is_linked


def _polished(plan: Plan) -> Plan:
    """The plan with each packed model brought nearer to its wish where that leaves nobody out."""
    formation = plan.formation
    for model in formation.outwards(formation.waiting):
        if model.id in plan.out or model.id in plan.lost:
            continue
        here = plan.table.model(model.id)
        without = Plan(formation, plan.table.with_models([here.placed(None)]))
        linked = linked_models(without.linking)
        spots = Spots(without.linking, model, linked, _reach(without.linking, model), formation.shuns)
        wished = formation.wished[model.id]
        there = spots.quick(wished)
        sign = -1.0 if formation.is_driven else 1.0
        if there is None or sign * math.dist(there.standing.at, wished) >= sign * math.dist(here.standing.at, wished) - 1e-6:
            continue
        moved = Plan(formation, plan.table.with_models([there]), plan.out, plan.lost)
        if moved.cost <= plan.cost:
            plan = moved
    return plan


def _nearer(plan: Plan) -> Plan:
    """The plan with those left out brought as near to their leader as they can be."""
    formation = plan.formation
    for _ in range(_ROUNDS):
        before = plan
        for name in plan.out:
            better = find_nearer(plan.linking, plan.table.model(name), formation.shuns)
            if better is None:
                continue
            linked = [m for m in linked_models(plan.linking) if m.id != name]
            if is_stand_in(better) and not _true_links(plan, linked)(better):
                continue
            is_out = not plan.linking.is_wholly_within(better)
            out = plan.out if is_out else tuple(n for n in plan.out if n != name)
            moved = Plan(formation, plan.table.with_models([better]), out, plan.lost)
            plan = moved if moved.cost <= plan.cost else plan
        if plan is before:
            break
    return plan
