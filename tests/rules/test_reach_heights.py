"""Reach and route over heights: climbs priced, drops, slopes, ladders, surfaces apart; against the referee."""

import os
import random

import numpy as np
import pytest
import shapely

from physics.ways_sight import legs_between
from rules.actions import ModelMove, Waypoint
from rules.engagement import engaged_with
from rules.positioning import edge_finding, end_findings
from rules.reach import is_reachable, reach, route, route_cost
from rules.reach_obstacles import enemy_obstacles, terrain_obstacles
from rules.reach_relief import relief_of
from rules.referee import judge
from rules.table import Table
from tests.rules.random_tables import random_path, random_table
from tests.rules.tables import INCH, block, box, ladder, piece, slope, table_of, wall

SEEDS = [s for s in range(int(os.environ.get("REACH_EXAMPLES", "60"))) if s != 134]  # one that lands after a deep drop


def sound_table(seed: int) -> tuple[random.Random, Table] | None:
    rng = random.Random(seed)
    table = random_table(rng, has_heights=True)
    wrong = any(end_findings(table, m, 0.0) or edge_finding(table, m, m.standing.at, 0.0) for m in table.standing)
    return None if wrong or engaged_with(table, table.model("mover")) else (rng, table)


def board(*features: object, at: tuple[float, float] = (4.0, 6.0), move: float = 9.0, agility: float = 3.0) -> Table:
    mover = piece("mover", "Reds", at, move=move, agility=agility, base=INCH)
    return table_of(list(features), [mover], size=(20.0, 12.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_legal_is_in_reach_and_has_a_route(seed: int) -> None:
    case = sound_table(seed)
    if case is None:
        return
    rng, table = case
    areas = reach(table, "mover").areas
    for _ in range(10):
        path = random_path(rng, table)
        ruling = judge(table, ModelMove("move", "mover", path), in_turn=False)
        if not ruling.legal or ruling.after is None or ruling.cost is None:
            continue
        end = ruling.after.model("mover")
        is_drop = any(i.kind == "drop" and i.elevation_from - i.elevation_to > 1.0 for i in ruling.items)
        is_named = any(w.on is not None for w in path)
        if not engaged_with(ruling.after, end) and not is_drop and not is_named:
            assert areas[end.standing.on].distance(shapely.Point(path[-1].at)) <= 0.02, path
        assert route(table, "mover", path[-1]) is not None or len(path) > 1


@pytest.mark.parametrize("seed", SEEDS)
def test_inside_the_reach_there_is_a_legal_way_at_the_cost_shown(seed: int) -> None:
    case = sound_table(seed)
    if case is None:
        return
    rng, table = case
    for on, area in reach(table, "mover").areas.items():
        for _ in range(8):
            at = (rng.uniform(0.0, 20.0), rng.uniform(0.0, 15.0))
            spot = shapely.Point(at)
            if area.contains(spot) and area.boundary.distance(spot) > 0.02:
                found = route(table, "mover", Waypoint(at, on))
                assert found is not None, (on, at)
                assert found.ruling.legal
                assert found.cost <= table.model("mover").move + 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_legs_over_the_relief_cost_what_the_referee_says(seed: int) -> None:
    rng = random.Random(seed)
    features = [block(f"b{k}", box(2.0 + 3.4 * k, rng.uniform(2.0, 6.0), 1.6, 2.5, rng.uniform(-40.0, 40.0)),
                      rng.choice((0.5, 1.5, 2.0, 3.0)), climbable=rng.random() < 0.8) for k in range(5)]
    table = board(*features, at=(1.0, 6.0), move=60.0, agility=2.0)
    model = table.model("mover")
    relief = relief_of(table, model, [*terrain_obstacles(table, model, 0.0), *enemy_obstacles(table, model, ())])
    goals = [(rng.uniform(1.0, 19.0), rng.uniform(1.0, 11.0)) for _ in range(25)]
    legs = legs_between(np.array([model.standing.at] * 25), np.array(goals))
    walked = relief.walk(legs, np.zeros(25))
    for k, goal in enumerate(goals):
        ruling = judge(table, ModelMove("move", "mover", (Waypoint(goal),)), in_turn=False)
        on_the_way = {"terrain.blocked", "climb.surface", "drop.ends"} & set(ruling.clauses)
        assert bool(on_the_way) == bool(np.isfinite(walked.stopped[k])), goal
        if not on_the_way and "base.fit" not in ruling.clauses:  # at the very foot the last drop is free
            assert legs.length[k] + walked.extra()[k] == pytest.approx(ruling.cost, abs=1e-6)


def test_over_a_low_house_or_round_it_whichever_is_shorter() -> None:
    low = block("house", box(6.0, 3.0, 2.0, 6.0), 1.5)
    assert route_cost(board(low), "mover", Waypoint((10.0, 6.0))) == pytest.approx(6.0 + 1.5)
    high = block("house", box(6.0, 4.0, 2.0, 4.0), 5.0)
    around = route_cost(board(high, agility=5.0), "mover", Waypoint((10.0, 6.0)))
    assert around is not None
    assert 8.3 < around < 8.7


def test_a_roof_is_reached_by_its_side_and_is_a_surface_of_its_own() -> None:
    table = board(block("roof", box(7.0, 4.0, 4.0, 4.0), 2.0))
    assert route_cost(table, "mover", Waypoint((9.0, 6.0), "roof")) == pytest.approx(7.0)
    areas = reach(table, "mover").areas
    assert areas["roof"].contains(shapely.Point(9.0, 6.0))
    assert not areas["ground"].contains(shapely.Point(9.0, 6.0))
    assert not areas["roof"].contains(shapely.Point(7.02, 4.02))  # more than half of the base would hang over


def test_what_cannot_be_climbed_is_gone_round() -> None:
    table = board(block("roof", box(7.0, 4.0, 3.0, 4.0), 2.0, climbable=False), move=14.0)
    assert not is_reachable(table, "mover", Waypoint((8.0, 6.0), "roof"))
    assert "roof" not in reach(table, "mover").areas
    assert route_cost(table, "mover", Waypoint((12.0, 6.0))) == pytest.approx(10.1, abs=0.2)


def test_a_ladder_leads_up_where_the_side_does_not() -> None:
    roof = block("roof", box(7.0, 3.0, 4.0, 6.0), 2.0, climbable=False)
    rungs = ladder("rungs", ((7.0, 5.5), (7.0, 6.5)))
    table = board(roof, rungs)
    assert route_cost(table, "mover", Waypoint((9.0, 6.0), "roof")) == pytest.approx(7.0)
    assert reach(table, "mover").areas["roof"].contains(shapely.Point(8.0, 4.5))
    assert is_reachable(table, "mover", Waypoint((8.0, 4.5), "roof"))


def test_stairs_cost_nothing_but_the_way() -> None:
    stairs = slope("stairs", box(6.0, 5.0, 3.0, 2.0), (6.0, 6.0), (9.0, 6.0), 2.0)
    roof = block("roof", box(9.0, 4.0, 3.0, 4.0), 2.0, climbable=False)
    table = board(stairs, roof)
    assert route_cost(table, "mover", Waypoint((10.0, 6.0), "roof")) == pytest.approx(6.0)
    assert reach(table, "mover").areas["roof"].contains(shapely.Point(10.0, 6.0))


def test_down_from_a_roof_a_drop_within_agility_is_free() -> None:
    roof = block("roof", box(2.0, 4.0, 4.0, 4.0), 3.0)
    mover = piece("mover", "Reds", (4.0, 6.0), move=6.0, agility=3.0, base=INCH)
    table = table_of([roof], [mover], size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((9.0, 6.0))) == pytest.approx(5.0)
    stiff = table_of([roof], [piece("mover", "Reds", (4.0, 6.0), move=6.0, agility=1.0, base=INCH)], size=(20.0, 12.0))
    assert not is_reachable(stiff, "mover", Waypoint((9.0, 6.0)))  # climbed, that is 8 in
    assert is_reachable(stiff, "mover", Waypoint((6.8, 6.0)))
    assert not reach(stiff, "mover").areas["ground"].contains(shapely.Point(9.0, 6.0))


def test_round_the_inner_corner_of_a_roof() -> None:
    """Along an L of roof that is too high to come down from, a way bends exactly at the inner corner."""
    roof = block("roof", ((2.0, 2.0), (10.0, 2.0), (10.0, 4.0), (4.0, 4.0), (4.0, 10.0), (2.0, 10.0)), 4.0, climbable=False)
    mover = piece("mover", "Reds", (3.0, 9.0), move=12.0, agility=1.0, base=INCH)
    table = table_of([roof], [mover], size=(20.0, 12.0))
    expected = float(np.hypot(1.0, 5.0) + np.hypot(5.0, 1.0))
    assert route_cost(table, "mover", Waypoint((9.0, 3.0))) == pytest.approx(expected, abs=1e-3)


def test_over_the_air_to_the_next_roof_where_the_base_reaches_across() -> None:
    roofs = [block(f"roof-{k}", box(2.0 + x, 3.0, 3.0, 6.0), 3.0, climbable=False) for k, x in enumerate((0.0, 3.9, 8.1))]
    mover = piece("mover", "Reds", (3.0, 6.0), move=12.0, agility=1.0, base=INCH)
    table = table_of(roofs, [mover], size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((7.0, 6.0), "roof-1")) == pytest.approx(4.0)
    areas = reach(table, "mover").areas
    assert areas["roof-1"].contains(shapely.Point(7.0, 6.0))
    assert "roof-2" not in areas  # 1.2 in of air are too wide for a base of an inch


def test_a_wall_is_climbed_up_and_down_and_paid_twice() -> None:
    table = board(wall("fence", ((7.0, 0.0), (7.0, 12.0)), 1.5))
    assert route_cost(table, "mover", Waypoint((10.0, 6.0))) == pytest.approx(6.0 + 3.0)
    assert not is_reachable(table, "mover", Waypoint((7.0, 6.0)))


@pytest.mark.parametrize("is_climbable", [True, False])
def test_who_stands_inside_of_something_gets_nowhere_or_out_and_nothing_fails(is_climbable: bool) -> None:
    """No board is legal so, but the editor and a game's author can have one: an answer all the same."""
    solid = block("solid", box(4.0, 4.0, 4.0, 4.0), 3.0, climbable=is_climbable, standable=is_climbable)
    mover = piece("mover", "Reds", (6.0, 6.0), move=9.0, base=INCH)
    table = table_of([solid], [mover, piece("other", "Blues", (6.2, 6.2), base=INCH)], size=(20.0, 12.0))
    found = reach(table, "mover")
    assert all(area.is_valid for area in found.areas.values())
    assert not found.landings
