"""Setting the models of a led unit round its leader: those the player placed are judged, the others arranged.

Each of the others goes, one after another, as near as it can to where the formation would have it. Where that leaves
one out, the whole unit is packed (packing.py); only when that fails too is a model set outside coherency, as near to
its leader as can be, or lost. Clause coherency.casualty. Inches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import shapely

from physics.regions import area_footprint
from physics.vectors import Point, add
from rules.actions import Waypoint
from rules.coherence import Setting, judge_coherency
from rules.formations import Formation, arrange
from rules.positioning import edge_finding, end_findings
from rules.ruling import Finding
from rules.squads import is_inside_zone
from rules.table import Model, Place, Table

__all__ = ["Setting", "Wish", "set_at", "set_unit"]


@dataclass(frozen=True)
class Wish:
    """Where the game would like to set the models that nobody placed: by a shift, or near to (far from) a point."""

    shift: Point = (0.0, 0.0)
    point: Point | None = None
    furthest: bool = False


def set_unit(
    table: Table,
    unit_id: str,
    leader: Model,
    placed: Mapping[str, Waypoint],
    wish: Wish,
    shuns: float = 0.0,
    is_deployed: bool = False,
    zone: tuple[Point, ...] | None = None,
) -> Setting:
    """The unit set round its leader (already where it ends); `shuns` are inches to keep from enemies where it may choose.

    Where the leader itself cannot stand, nobody is arranged. With a `zone` the others are set within it, where all can be.
    """
    unit = table.units[unit_id]
    others = [table.model(i) for i in unit.models if i != leader.id and table.model(i).is_alive]
    chosen = [set_at(table, m, placed[m.id]) for m in others if m.id in placed]
    waiting = [m for m in others if m.id not in placed]
    start = table.with_models([leader, *chosen, *(m.placed(None) for m in waiting)])
    result = Setting(start)
    refused = _standing_findings(start, leader)
    result.findings += [f for model in chosen for f in _standing_findings(start, model)] + refused
    if waiting and not refused:
        wished = {m.id: _wished(m, leader, wish) for m in waiting}
        formation = Formation(unit_id, leader, waiting, wished, wish.point is not None, wish.furthest, shuns)
        result.table, lost = _arranged_within(start, formation, zone)
        for name in lost:
            says = f"{name} finds no spot with a link to {leader.id} and is removed as a casualty"
            result.notes.append(Finding("coherency.casualty", says, pieces=(name,)))
            gone = replace(result.table.model(name), is_alive=False, place=None)
            result.table = result.table.with_models([gone])
    judge_coherency(result, unit_id, leader, [m.id for m in chosen], is_deployed, shuns)
    return result


def _arranged_within(start: Table, formation: Formation, zone: tuple[Point, ...] | None) -> tuple[Table, Sequence[str]]:
    """The waiting models of a formation arranged, in a zone where that leaves out nobody, and those that found no spot."""
    found, lost = arrange(start, formation)
    names = [m.id for m in formation.waiting]
    if zone is None or not _are_outside(found, names, zone):
        return found, lost
    width, depth = start.size
    outside = shapely.box(-1.0, -1.0, width + 1.0, depth + 1.0).difference(shapely.Polygon(zone))
    inside, left = arrange(replace(start, off_limits=area_footprint(outside).pieces), formation)
    if left or _are_outside(inside, names, zone):
        return found, lost
    return replace(inside, off_limits=()), left


def _are_outside(table: Table, names: Sequence[str], zone: tuple[Point, ...]) -> bool:
    """Whether any of some models stands outside of a zone."""
    models = [table.model(i) for i in names]
    return any(m.is_on_table and not is_inside_zone(m, zone) for m in models)


def set_at(table: Table, model: Model, waypoint: Waypoint) -> Model:
    """A model set at a waypoint, on the surface there."""
    on, elevation = table.terrain.surface_at(waypoint.at, waypoint.on)
    facing = model.place.facing if model.place else Place((0.0, 0.0)).facing
    return model.placed(Place(waypoint.at, on, elevation, facing))


def _standing_findings(table: Table, model: Model) -> list[Finding]:
    edge = edge_finding(table, model, model.standing.at, 0.0)
    return ([edge] if edge else []) + end_findings(table, model, 0.0)


def _wished(model: Model, leader: Model, wish: Wish) -> Point:
    if wish.point is not None:
        return wish.point
    return add(model.place.at, wish.shift) if model.place else leader.standing.at
