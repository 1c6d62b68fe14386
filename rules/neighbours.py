"""Coherency by neighbours (squad): coherency.neighbours, coherency.group. Inches, horizontal and vertical apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from physics.contact import clearance, nearest
from physics.tolerance import TOLERANCE, is_within
from rules.ruling import Finding, Line, Ring
from rules.table import Model, Table


@dataclass(frozen=True, slots=True)
class Neighbours:
    """How the models of a unit stand: who is near whom, how many neighbours each needs, and the groups."""

    models: tuple[Model, ...]
    near: tuple[tuple[int, ...], ...]
    needed: int
    groups: tuple[tuple[int, ...], ...]

    @property
    def lacking(self) -> tuple[int, ...]:
        """The models with too few neighbours, the worst first."""
        short = [k for k, near in enumerate(self.near) if len(near) < self.needed]
        return tuple(sorted(short, key=lambda k: len(self.near[k])))

    @property
    def is_coherent(self) -> bool:
        """Whether every model has its neighbours and the unit is one group."""
        return not self.lacking and len(self.groups) <= 1

    @property
    def links(self) -> list[tuple[int, int]]:
        """The pairs of neighbours, each once."""
        return [(i, j) for i, near in enumerate(self.near) for j in near if i < j]


def neighbours_of(table: Table, models: Sequence[Model]) -> Neighbours:
    """The neighbours, needs and groups of the models of one unit that stand on a table."""
    across, up = table.number("coherency.horizontal"), table.number("coherency.vertical")
    near = _near_pairs(models, across, up)
    count = len(models)
    needed = 0 if count <= 1 else 2 if count >= table.number("coherency.large") else 1
    lists = tuple(tuple(int(j) for j in np.flatnonzero(near[i])) for i in range(count))
    return Neighbours(tuple(models), lists, needed, _groups(lists))


def _near_pairs(models: Sequence[Model], across: float, up: float) -> npt.NDArray[np.bool_]:
    """A table of true and false: are these two within both distances of each other."""
    at = np.array([m.standing.at for m in models]).reshape(-1, 2)
    height = np.array([m.elevation for m in models])
    reach = np.array([m.base.radius for m in models])
    apart = np.hypot(at[:, None, 0] - at[None, :, 0], at[:, None, 1] - at[None, :, 1]) - reach[:, None] - reach[None, :]
    near: npt.NDArray[np.bool_] = apart <= across + TOLERANCE
    # Round bases are measured by their radii; for others those only rule nobody in, so they are measured in full.
    odd = [k for k, m in enumerate(models) if not m.base.is_disc]
    for i in odd:
        for j in range(len(models)):
            near[i, j] = near[j, i] = is_within(clearance(models[i].footprint, models[j].footprint), across)
    near &= np.abs(height[:, None] - height[None, :]) <= up + TOLERANCE
    np.fill_diagonal(near, False)
    return near


def _groups(near: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    left = set(range(len(near)))
    groups = []
    while left:
        group, waiting = set(), [min(left)]
        while waiting:
            k = waiting.pop()
            if k not in group:
                group.add(k)
                waiting.extend(near[k])
        left -= group
        groups.append(tuple(sorted(group)))
    return tuple(groups)


def is_coherent(table: Table, unit_id: str) -> bool:
    """Whether the models of a unit, as they stand, are in coherency; a unit of one always is."""
    return neighbours_of(table, table.models_of(table.units[unit_id])).is_coherent


def coherency_findings(table: Table, unit_id: str) -> list[Finding]:
    """coherency.neighbours and coherency.group: what is wrong with how a unit stands."""
    found = neighbours_of(table, table.models_of(table.units[unit_id]))
    findings = [_lacking_finding(table, found, k) for k in found.lacking[:1]]
    if len(found.groups) > 1:
        findings.append(_group_finding(unit_id, found))
    return findings


def _lacking_finding(table: Table, found: Neighbours, k: int) -> Finding:
    model = found.models[k]
    across = table.number("coherency.horizontal")
    others = [(max(0.0, clearance(model.footprint, m.footprint)), m) for j, m in enumerate(found.models) if j != k]
    others.sort(key=lambda o: o[0])
    have, need = len(found.near[k]), found.needed
    apart, missed = others[min(need, len(others)) - 1]
    more = f" ({len(found.lacking) - 1} more like it)" if len(found.lacking) > 1 else ""
    says = f"{model.id} has {have} of the {need} neighbours it needs: {missed.id} is {apart:.2f} in away{more}"
    line = nearest(model.footprint, missed.footprint)
    evidence = (
        Line(line.here, line.there, "measure", f"{apart:.2f} in"),
        Ring(model.standing.at, model.base.radius + across, "limit", f"{across:g} in"),
    )
    pieces = tuple(found.models[j].id for j in found.lacking)
    return Finding("coherency.neighbours", says, apart, across, evidence, 0.0, pieces)


def _group_finding(unit_id: str, found: Neighbours) -> Finding:
    pairs = [
        (clearance(found.models[i].footprint, found.models[j].footprint), i, j)
        for i in found.groups[0]
        for group in found.groups[1:]
        for j in group
    ]
    apart, i, j = min(pairs)
    one, other = found.models[i], found.models[j]
    line = nearest(one.footprint, other.footprint)
    says = f"{unit_id} stands in {len(found.groups)} groups: {one.id} and {other.id} are {max(0.0, apart):.2f} in apart"
    evidence = (Line(line.here, line.there, "measure", f"{max(0.0, apart):.2f} in"),)
    return Finding("coherency.group", says, apart, None, evidence, 0.0, (one.id, other.id))
