"""The shortest way of a unit's leader (leader) or of one of its models (squad) to a place, every one judged. Inches.

A unit arrives where its leader, or the model that has the shortest way there, does; the others are set by the game
(leader) or stay (squad).
"""

from collections.abc import Iterator

from physics.shapes import Shape
from physics.vectors import Point, path_length
from physics.ways import Ways
from rules.actions import LeaderMove, SquadMove, Waypoint
from rules.clearing import gaps_on_table, model_obstacles, needed_width, terrain_obstacles
from rules.reach_obstacles import Obstacle, enemy_bases, gap_obstacles, grown
from rules.reach_obstacles import terrain_obstacles as solid_obstacles
from rules.reach_relief import box_of, rows_of
from rules.referee import judge
from rules.rulesets import ruleset_of
from rules.ruling import Ruling
from rules.table import Model, Table

Found = tuple[tuple[Waypoint, ...], Ruling]
_CROSSED = 4e-6
"""Inches kept from the lines of a gap: a little more than the referee takes for crossing them."""


def shortest_of_unit(table: Table, models: list[Model], waypoint: Waypoint) -> Found | None:
    """The shortest legal `move` that brings one of these models of a unit to a place, or None."""
    kind = ruleset_of(table).move_kind
    if kind not in (LeaderMove, SquadMove):
        return None
    ways = sorted((w for m in models for w in _ways(table, m, waypoint)), key=lambda w: w[0])
    for _, model, path in ways:
        action: LeaderMove | SquadMove
        if kind is LeaderMove:
            action = LeaderMove("move", model.unit, model.id, path, {})
        else:
            action = SquadMove("move", model.unit, {model.id: path})
        ruling = judge(table, action, in_turn=False)
        if ruling.legal and ruling.cost is not None:
            return path, ruling
    return None


def _ways(table: Table, model: Model, waypoint: Waypoint) -> Iterator[tuple[float, Model, tuple[Waypoint, ...]]]:
    """Ways of one model to a place: the straight one, and the one round what is in between."""
    start = model.standing.at
    straight = path_length([start, waypoint.at])
    if straight > model.move + 1e-6:
        return
    yield straight, model, (waypoint,)
    if model.flying:
        return
    found = _round(table, model, waypoint.at)
    if found is not None and len(found) > 1:
        yield path_length([start, *found]), model, (*(Waypoint(p) for p in found[:-1]), waypoint)


def _round(table: Table, model: Model, goal: Point) -> list[Point] | None:
    is_leader = ruleset_of(table).move_kind is LeaderMove
    shapes = list(_leader_shapes(table, model) if is_leader else _squad_shapes(table, model))
    discs, polygons, radii, _, _ = rows_of(Obstacle(s) for s in shapes)
    return Ways(model.standing.at, model.move, discs, polygons, radii, box_of(table, model)).route_to(goal)


def _leader_shapes(table: Table, model: Model) -> Iterator[Shape]:
    """Obstacles kept clear of as by a disc as wide as the base or the gap, whichever is less, and the lines of gaps."""
    needed = needed_width(table, model.size)
    narrow = min(2.0 * model.base.radius, needed) / 2.0
    models = model_obstacles(table, model.unit)
    for obstacle in [*terrain_obstacles(table, model.elevation, model.height), *models]:
        for piece in obstacle.pieces:
            yield piece.grown(narrow)
    for gap in gaps_on_table(table, model.elevation, model.height, models, needed):
        yield gap.band.grown(_CROSSED)


def _squad_shapes(table: Table, model: Model) -> Iterator[Shape]:
    """Enemies' bases and solid terrain."""
    found = [*solid_obstacles(table, model, model.elevation), *gap_obstacles(table, model)]
    yield from (o.shape for o in found if isinstance(o.shape, Shape) and o.is_in_way(model.elevation))
    yield from (grown(m.footprint, model) for m in enemy_bases(table, model))
