"""How a unit hangs together, to be drawn: links and what cuts them, rings, narrow gaps, neighbours, groups, auras.

Everything is asked of the rules; nothing is decided here. Inches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import combinations

import shapely

from physics.contact import nearest
from physics.shapes import Shape
from physics.vectors import Point, subtract
from rules.actions import Action, LeaderMove, Setting, Waypoint
from rules.arranging import Wish, set_at, set_unit
from rules.auras import aura_of, bears_keyword, is_in_reach
from rules.clearing import gaps_on_table, model_obstacles, needed_width
from rules.links import Linking
from rules.measuring import MeasureError, distance, furthest_distance, wholly_within
from rules.neighbours import neighbours_of
from rules.ruling import Area, Line
from rules.table import Model, Place, Table

Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Hanging:
    """What is drawn of units: each field a kind of mark, in inches on the table."""

    links: tuple[Segment, ...] = ()
    cuts: tuple[tuple[Point, Point, str], ...] = ()
    blocks: tuple[tuple[tuple[Point, ...], str], ...] = ()
    rings: tuple[tuple[Point, float, str], ...] = ()
    gaps: tuple[tuple[Point, Point, float, float], ...] = ()
    tallies: tuple[tuple[Point, str, bool], ...] = ()
    groups: tuple[tuple[tuple[tuple[Point, ...], ...], str], ...] = ()
    areas: tuple[tuple[tuple[Point, ...], str], ...] = field(default=())
    notes: tuple[tuple[Point, str, bool], ...] = field(default=())


NEAR_GAPS = 7.0
"""Inches round a leader within which narrow gaps are marked."""


def arranged(table: Table, action: LeaderMove | Setting, can_stand: bool = True) -> tuple[tuple[str, Place], ...]:
    """Where a led unit would stand after an action that may be refused, the leader first.

    Round a leader that can't stand there nobody is arranged (which may take long): the others keep their formation.
    """
    leader = table.models.get(action.leader or "")
    end = _end_of(action)
    if leader is None or end is None:
        return ()
    moved = set_at(table, leader, end)
    if not can_stand:
        return ((leader.id, moved.standing), *_in_formation(table, action, leader, end))
    wish = Wish(shift=subtract(moved.standing.at, leader.place.at) if leader.place is not None else (0.0, 0.0))
    others_placed = {i: w for i, w in action.place.items() if i != leader.id}
    after = set_unit(table, action.unit, moved, others_placed, wish).table
    others = [m for m in after.models_of(after.units[action.unit]) if m.id != leader.id]
    return ((leader.id, moved.standing), *((m.id, m.standing) for m in others))


def _in_formation(table: Table, action: LeaderMove | Setting, leader: Model, end: Waypoint) -> list[tuple[str, Place]]:
    """The others of a unit on the table, as far from where the leader would be as they are now; those placed, there."""
    if leader.place is None:
        return [(i, set_at(table, table.model(i), w).standing) for i, w in action.place.items() if i != leader.id]
    dx, dy = subtract(end.at, leader.place.at)
    found = []
    for model in table.models_of(table.units[action.unit]):
        x, y = model.standing.at
        if model.id != leader.id:
            found.append((model.id, set_at(table, model, action.place.get(model.id, Waypoint((x + dx, y + dy)))).standing))
    return found


def _end_of(action: LeaderMove | Setting) -> Waypoint | None:
    if isinstance(action, Setting):
        return action.place.get(action.leader or "")
    return action.path[-1] if action.path else None


def led_hanging(table: Table, unit_id: str, leader_id: str, is_close: bool = False) -> Hanging:
    """The links of a led unit as it stands on a table, what cuts a missing one, its ring, and narrow gaps.

    `is_close` adds the rings for the middles of each base size.
    """
    leader = table.models.get(leader_id)
    if leader is None or leader.place is None or "coherency.distance" not in table.parameters:
        return Hanging()
    linking = Linking(table, unit_id, leader)
    reached = linking.linked()
    links = [_line(a, b) for a, b in combinations(linking.models, 2) if linking.block(a, b) is None]
    cuts, blocks = [], []
    linked = [m for m in linking.models if m.id in reached]
    for model in linking.models:
        if model.id in reached or not linked:
            continue
        finding = linking.missing_link(model, linked)
        to = min(linked, key=lambda m: nearest(model.footprint, m.footprint).clearance)
        cuts.append((*_line(model, to), f"{model.id}: no link"))
        blocks += [(e.points, e.label) for e in finding.evidence if isinstance(e, Area)]
        blocks += [((e.start, e.end), e.label) for e in finding.evidence if isinstance(e, Line) and e.role == "measure"]
    rings = _rings(table, unit_id, leader, is_close)
    notes = _outside(table, unit_id, leader)
    return Hanging(tuple(links), tuple(cuts), tuple(blocks), rings, led_gaps(table, unit_id, leader), notes=notes)


def _outside(table: Table, unit_id: str, leader: Model) -> tuple[tuple[Point, str, bool], ...]:
    """The models of a led unit that are not wholly within its ring, each with how far its base reaches."""
    limit = table.number("coherency.distance")
    others = [m for m in table.models_of(table.units[unit_id]) if m.id != leader.id]
    far = [m for m in others if not wholly_within(table, m.id, leader.id, limit)]
    return tuple((m.standing.at, f"reaches {furthest_distance(table, m.id, leader.id):.2f}″", False) for m in far)


def _rings(table: Table, unit_id: str, leader: Model, is_close: bool) -> tuple[tuple[Point, float, str], ...]:
    if len(table.models_of(table.units[unit_id])) < 2:
        return ()  # nobody has to keep near it
    reach = leader.base.radius + table.number("coherency.distance")
    at = leader.standing.at
    rings = [(at, reach, f"wholly within {table.number('coherency.distance'):g}″ of {leader.id}")]
    if is_close:
        bases = {m.base for m in table.models_of(table.units[unit_id]) if m.id != leader.id and m.base.is_disc}
        for base in sorted(bases, key=lambda b: b.front_mm):
            if reach > base.radius:
                rings.append((at, reach - base.radius, f"middles of {base.front_mm:g} mm bases"))
    return tuple(rings)


def led_gaps(table: Table, unit_id: str, leader: Model) -> tuple[tuple[Point, Point, float, float], ...]:
    """The gaps too narrow for a leader's Size: the shortest line, its width and the width it needs."""
    if leader.flying or leader.place is None:
        return ()
    needed = needed_width(table, leader.size)
    found = gaps_on_table(table, leader.elevation, leader.height, model_obstacles(table, unit_id), needed)
    near = [gap for gap in found if math.dist(gap.line[0], leader.place.at) <= NEAR_GAPS]
    return tuple((*gap.line, gap.width, needed) for gap in near)


def _line(one: Model, other: Model) -> Segment:
    met = nearest(one.footprint, other.footprint)
    return met.here, met.there


def squad_hanging(table: Table, unit_id: str) -> Hanging:
    """The neighbours of each model of a squad, the links that count, and its groups where it has fallen apart."""
    models = table.models_of(table.units[unit_id])
    if "coherency.horizontal" not in table.parameters or not models:
        return Hanging()
    found = neighbours_of(table, models)
    links = tuple(_line(models[i], models[j]) for i, j in found.links)
    tallies = tuple(
        (m.standing.at, f"{len(near)}/{found.needed}", len(near) >= found.needed)
        for m, near in zip(models, found.near, strict=True)
    ) if found.needed else ()
    cuts: tuple[tuple[Point, Point, str], ...] = ()
    groups: list[tuple[tuple[tuple[Point, ...], ...], str]] = []
    if len(found.groups) > 1:
        for k, group in enumerate(found.groups):
            words = f"group {k + 1} of {len(found.groups)}: {len(group)} model{'s' if len(group) > 1 else ''}"
            groups.append((_hull([models[i].footprint for i in group], 0.25), words))
    return Hanging(links, cuts, tallies=tallies, groups=tuple(groups))


def _hull(shapes: list[Shape], margin: float) -> tuple[tuple[Point, ...], ...]:
    area = shapely.union_all([shapely.Polygon(s.outline(0.02)) for s in shapes]).convex_hull.buffer(margin)
    return (tuple((x, y) for x, y in area.exterior.coords[:-1]),)


def out_of_coherency(table: Table) -> Hanging:
    """A hatched ring and the words for each unit that is Out of Coherency."""
    groups = []
    for unit_id in sorted(table.memory.out_of_coherency):
        models = table.models_of(table.units[unit_id]) if unit_id in table.units else []
        if models:
            groups.append((_hull([m.footprint for m in models], 0.2), f"{unit_id}: Out of Coherency"))
    return Hanging(groups=tuple(groups))


def aura_hanging(table: Table, aura_id: str) -> Hanging:
    """The area of an aura, and each unit's answer to it."""
    aura = aura_of(table, aura_id)
    shapes = [m.footprint for m in table.models_of(table.units[aura.of])]
    areas: list[tuple[tuple[Point, ...], str]] = []
    if shapes:
        whole = shapely.union_all([shapely.Polygon(s.outline(0.02)).buffer(aura.distance) for s in shapes])
        how = "wholly within" if aura.wholly else "within"
        for part in shapely.get_parts(whole).tolist():
            areas.append((tuple((x, y) for x, y in part.exterior.coords[:-1]), f"{aura.id}: {how} {aura.distance:g}″ of {aura.of}"))
    notes = []
    for unit_id, reaches, why in aura_answers(table, aura_id):
        models = table.models_of(table.units[unit_id])
        if models:
            top = max(models, key=lambda m: m.standing.at[1])
            notes.append((top.standing.at, ("✓ " if reaches else "✕ ") + why, reaches))
    return Hanging(areas=tuple(areas), notes=tuple(notes))


def aura_answers(table: Table, aura_id: str) -> list[tuple[str, bool, str]]:
    """Each unit on the table, whether an aura reaches it, and why or why not."""
    aura = aura_of(table, aura_id)
    answers = []
    for unit in table.units.values():
        if not table.models_of(unit):
            continue
        bears, near = bears_keyword(table, aura, unit), is_in_reach(table, aura, unit)
        measure = furthest_distance if aura.wholly else distance
        try:
            inches = f"{max(0.0, measure(table, unit.id, aura.of)):.2f}″"
        except MeasureError:
            inches = "not on the table"
        words = [f"bears {aura.keyword}" if bears else f"does not bear {aura.keyword}", f"{inches} of {aura.distance:g}″"]
        answers.append((unit.id, bears and near, ", ".join(words)))
    return answers


def after_action(table: Table, ghosts: tuple[tuple[str, Place], ...], after: Table | None) -> Table:
    """The Table as it would be: after a legal action, else with its ghosts set where they are shown."""
    if after is not None:
        return after
    known = [table.model(i).placed(p) for i, p in ghosts if i in table.models]
    new = [model.placed(p) for i, p in ghosts if (model := pattern_of(table, i)) is not None]
    units = dict(table.units)
    for model in new:
        units[model.unit] = replace(units[model.unit], models=(*units[model.unit].models, model.id))
    return replace(table.with_models([*known, *new]), units=units)


def pattern_of(table: Table, model_id: str) -> Model | None:
    """What a model that is to be added looks like (its id is its unit's, a plus and a number), or None."""
    unit_id, plus, _ = model_id.rpartition("+")
    if not plus or model_id in table.models or unit_id not in table.units:
        return None
    return replace(table.model(table.units[unit_id].models[0]), id=model_id, is_alive=True)


def leader_of(action: Action) -> str | None:
    """The id of the Leading Model that an action names, or None."""
    return getattr(action, "leader", None)


