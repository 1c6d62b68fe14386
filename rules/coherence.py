"""Whether a led unit that has been set is in coherency, and whether what is out of it stands as near as it can.

Clauses coherency.distance, coherency.link, coherency.closer, deploy.coherency. Inches.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from physics.tolerance import is_more
from rules.footing import stand_in, with_stand_ins
from rules.links import Linking
from rules.ruling import Finding, Ring
from rules.spots import Spots, least_radius
from rules.table import Model, Table

CLOSER = 0.01
"""Inches to which a model that finds no room within coherency stands as near as it can (coherency.closer)."""


@dataclass
class Setting:
    """What came of setting a unit: the Table, what was wrong, what is to be told, and whether it is Out of Coherency."""

    table: Table
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    is_out: bool = False


def linked_models(linking: Linking) -> list[Model]:
    """The models that hang together with the leader."""
    names = linking.linked()
    return [m for m in linking.models if m.id in names]


def judge_coherency(
    result: Setting, unit_id: str, leader: Model, chosen: Collection[str], is_deployed: bool, shuns: float
) -> None:
    """Whether every model is linked and wholly within; those of `chosen` that are not, whether they could be nearer."""
    linking = Linking(result.table, unit_id, leader)
    linked = linked_models(linking)
    names = {m.id for m in linked}
    result.findings += [linking.missing_link(m, linked) for m in linking.models if m.id not in names]
    far = [m for m in linking.models if m.id != leader.id and not linking.is_wholly_within(m)]
    if is_deployed:
        result.findings += [far_finding(linking, m, "deploy.coherency", "a deployment ends in coherency") for m in far]
        return
    for model in far:
        if model.id in names and model.id in chosen:
            result.findings += _nearer_findings(linking, model, shuns)
    result.is_out = bool(far)
    if far and not result.findings:
        gone = ", ".join(m.id for m in far)
        says = f"{unit_id} is Out of Coherency: {gone} found no room wholly within reach of {leader.id}"
        result.notes.append(Finding("coherency.closer", says, pieces=(unit_id,)))


def find_nearer(linking: Linking, model: Model, shuns: float = 0.0) -> Model | None:
    """The model at the free spot with a link that is nearest to its leader, where that is nearer than it stands and
    none that is linked now loses its link."""
    table, model = with_stand_ins(linking.table), stand_in(model)
    linking = Linking(table, linking.unit, stand_in(linking.leader))
    alone = Linking(table.with_models([model.placed(None)]), linking.unit, linking.leader)
    linked, before = linked_models(alone), len(linking.linked())

    def keeps_links(spot: Model) -> bool:
        if len(linked) + 1 >= before:
            return True
        return len(Linking(table.with_models([spot]), linking.unit, linking.leader).linked()) >= before

    inches, at = linking.reach_of(model), linking.leader.standing.at
    names = {m.id for m in linked}
    cut_off = [m for m in alone.models if m.id not in names]
    spots = Spots(alone, model, linked, inches + linking.leader.base.radius - least_radius(model.base), shuns, cut_off)
    best = spots.best(at, False, keeps_links, whole=False)
    return best if best is not None and is_more(inches, alone.reach_of(best)) else None


def _nearer_findings(linking: Linking, model: Model, shuns: float) -> list[Finding]:
    """coherency.distance where a spot wholly within is free for a model, coherency.closer where only a nearer one is."""
    best = find_nearer(linking, model, shuns)
    if best is None:
        return []
    if linking.is_wholly_within(best):
        return [far_finding(linking, model, "coherency.distance", "there is room nearer")]
    if not is_more(linking.reach_of(model) - linking.reach_of(best), CLOSER):
        return []
    x, y = best.standing.at
    says = f"a spot nearer to {linking.leader.id} is free, at {x:.2f}, {y:.2f}"
    return [far_finding(linking, model, "coherency.closer", says)]


def far_finding(linking: Linking, model: Model, clause: str, why: str) -> Finding:
    """That a model is not wholly within coherency of its leader, and how far it reaches."""
    limit = linking.table.number("coherency.distance")
    reach = linking.reach_of(model)
    leader = linking.leader
    says = f"{model.id} reaches {reach:.2f} in from {leader.id}; wholly within {limit:g} in is asked, and {why}"
    ring = Ring(leader.standing.at, leader.base.radius + limit, "limit", f"{limit:g} in")
    return Finding(clause, says, reach, limit, (ring,), 0.0, (model.id, leader.id))
