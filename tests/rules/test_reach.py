"""Reach and route against the referee: what is offered is legal at the cost shown, and what is legal is offered."""

import math
import os
import random
from dataclasses import replace
from itertools import pairwise

import pytest
import shapely

from physics.contact import clearance
from physics.vectors import Point
from rules.actions import ModelMove, Waypoint
from rules.engagement import engaged_with
from rules.positioning import edge_finding, end_findings
from rules.reach import is_reachable, reach, route, route_cost
from rules.referee import judge
from rules.table import Table
from tests.rules.random_tables import random_path, random_table
from tests.rules.tables import INCH, block, box, gap, impassable, piece, table_of, wall

FLAT_SEEDS = range(int(os.environ.get("REACH_EXAMPLES", "60")))  # 500 at night


def is_sound(table: Table) -> bool:
    """Whether every model stands where it may, and the mover is engaged with nobody."""
    if any(end_findings(table, m, 0.0) or edge_finding(table, m, m.standing.at, 0.0) for m in table.standing):
        return False
    return not engaged_with(table, table.model("mover"))


def flat_table(seed: int) -> tuple[random.Random, Table] | None:
    rng = random.Random(seed)
    table = random_table(rng, has_heights=False)
    return (rng, table) if is_sound(table) else None


def corridor(width: float) -> Table:
    walls = [wall("low", ((4.0, 5.0 - width / 2.0 - 0.125), (9.0, 5.0 - width / 2.0 - 0.125)), 3.0, climbable=False),
             wall("high", ((4.0, 5.0 + width / 2.0 + 0.125), (9.0, 5.0 + width / 2.0 + 0.125)), 3.0, climbable=False),
             wall("end", ((4.0, 0.0), (4.0, 5.0 - width / 2.0)), 3.0, climbable=False),
             wall("other", ((4.0, 5.0 + width / 2.0), (4.0, 12.0)), 3.0, climbable=False)]
    return table_of(walls, [piece("mover", "Reds", (2.0, 5.0), move=12.0)], size=(20.0, 12.0))


@pytest.mark.parametrize("seed", FLAT_SEEDS)
def test_what_is_legal_is_in_reach_and_has_a_route_no_dearer(seed: int) -> None:
    case = flat_table(seed)
    if case is None:
        return
    rng, table = case
    areas = reach(table, "mover").areas
    for _ in range(12):
        path = random_path(rng, table)
        ruling = judge(table, ModelMove("move", "mover", path), in_turn=False)
        if not ruling.legal or ruling.after is None or ruling.cost is None:
            continue
        end = ruling.after.model("mover")
        if not engaged_with(ruling.after, end):
            assert areas[end.standing.on].distance(shapely.Point(path[-1].at)) <= 0.02, path
        found = route(table, "mover", path[-1])
        assert found is not None, path
        assert found.cost <= ruling.cost + 2e-3


@pytest.mark.parametrize("seed", FLAT_SEEDS)
def test_inside_the_reach_there_is_a_legal_way_and_outside_there_is_none(seed: int) -> None:
    case = flat_table(seed)
    if case is None:
        return
    rng, table = case
    model = table.model("mover")
    enemies = [m.footprint for m in table.standing if table.are_enemies(m, model)]
    for on, area in reach(table, "mover").areas.items():
        for at in _spots(rng, area):
            if area.boundary.distance(shapely.Point(at)) <= 0.02:
                continue
            found = route(table, "mover", Waypoint(at, on))
            if area.contains(shapely.Point(at)):
                assert found is not None, at
                assert judge(table, found.action("mover"), in_turn=False).cost == found.cost
                assert found.cost <= model.move + 1e-6
            elif all(clearance(model.outline.moved(at), e) > 1e-6 for e in enemies):
                assert found is None, at


def _spots(rng: random.Random, area: shapely.Geometry) -> list[Point]:
    """Spots all over the table, and spots just on either side of the border of an area."""
    spots = [(rng.uniform(0.0, 20.0), rng.uniform(0.0, 15.0)) for _ in range(12)]
    rim = shapely.get_coordinates(area)
    for _ in range(10 if len(rim) else 0):
        x, y = rim[rng.randrange(len(rim))]
        turn = rng.uniform(0.0, 2.0 * math.pi)
        spots.append((float(x) + 0.03 * math.cos(turn), float(y) + 0.03 * math.sin(turn)))
    return spots


def test_a_corridor_exactly_as_wide_as_the_base_can_be_gone_along() -> None:
    assert route_cost(corridor(2.0), "mover", Waypoint((7.0, 5.0))) == pytest.approx(5.0)
    assert not is_reachable(corridor(1.99), "mover", Waypoint((7.0, 5.0)))


def test_a_zone_is_gone_round_along_its_edge() -> None:
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=14.0, base=INCH), piece("guard", "Blues", (9.0, 6.0), base=INCH)]
    found = route(table_of([], pieces, size=(20.0, 12.0)), "mover", Waypoint((14.0, 6.0)))
    assert found is not None
    straight = 2.0 * math.sqrt(5.0**2 - 2.0**2)
    assert found.cost == pytest.approx(straight + 2.0 * 2.0 * math.asin(2.0 / 5.0), abs=1e-3)


def test_a_wall_cuts_a_zone_and_the_way_behind_it_is_open() -> None:
    """The guard stands close behind a wall as tall as it is: on the other side of it there is no zone."""
    pieces = [piece("mover", "Reds", (4.0, 4.0), move=9.0, base=INCH), piece("guard", "Blues", (9.0, 5.875), base=INCH)]
    fence = wall("fence", ((6.0, 5.0), (12.0, 5.0)), 2.0, climbable=False)
    table = table_of([fence], pieces, size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((12.0, 4.25))) == pytest.approx(math.hypot(8.0, 0.25), abs=1e-6)
    assert reach(table, "mover").areas["ground"].contains(shapely.Point(9.0, 4.3))


def test_contact_can_be_reached_through_the_zone_of_that_enemy_alone() -> None:
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=8.0, base=INCH), piece("guard", "Blues", (9.0, 6.0), base=INCH),
              piece("mate", "Blues", (9.0, 8.0), base=INCH)]
    table = table_of([], pieces, size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((8.0, 6.0))) == pytest.approx(4.0)
    assert not is_reachable(table, "mover", Waypoint((7.9, 6.0)))
    assert not is_reachable(table, "mover", Waypoint((9.0, 7.0 - 0.25)))
    found = reach(table, "mover")
    assert found.engaging["guard"].distance(shapely.Point(8.0, 6.0)) < 0.01
    assert not found.areas["ground"].contains(shapely.Point(8.0, 6.0))


def test_friends_are_passed_but_not_ended_on() -> None:
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=8.0, base=INCH), piece("mate", "Reds", (7.0, 6.0), base=INCH)]
    table = table_of([], pieces, size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((10.0, 6.0))) == pytest.approx(6.0)
    assert not is_reachable(table, "mover", Waypoint((7.5, 6.0)))
    area = reach(table, "mover").areas["ground"]
    assert area.contains(shapely.Point(9.0, 6.0))
    assert not area.contains(shapely.Point(7.5, 6.0))


def test_what_is_an_inch_high_is_walked_over_and_not_ended_in() -> None:
    low = block("low", box(6.0, 4.0, 1.0, 4.0), 1.0, climbable=False, standable=False)
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=8.0, base=INCH)]
    table = table_of([low], pieces, size=(20.0, 12.0))
    assert route_cost(table, "mover", Waypoint((9.0, 6.0))) == pytest.approx(5.0)
    assert not is_reachable(table, "mover", Waypoint((5.8, 6.0)))


def test_a_pit_as_wide_as_the_base_is_gone_round() -> None:
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=9.0, base=INCH)]
    narrow = table_of([gap("pit", box(6.0, 3.0, 0.9, 6.0))], pieces, size=(20.0, 12.0))
    wide = table_of([gap("pit", box(6.0, 3.0, 1.0, 6.0))], pieces, size=(20.0, 12.0))
    assert route_cost(narrow, "mover", Waypoint((9.0, 6.0))) == pytest.approx(5.0)
    around = route_cost(wide, "mover", Waypoint((9.0, 6.0)))
    assert around is not None
    assert around > 6.5
    assert not is_reachable(narrow, "mover", Waypoint((6.4, 6.0)))


def test_nothing_leads_into_a_closed_yard() -> None:
    ring = ((8.0, 3.0), (13.0, 3.0), (13.0, 8.0), (8.0, 8.0), (8.0, 3.0))
    sides = [impassable(f"s{k}", box(min(a[0], b[0]), min(a[1], b[1]), max(0.3, abs(a[0] - b[0])),
                                     max(0.3, abs(a[1] - b[1])))) for k, (a, b) in enumerate(pairwise(ring))]
    table = table_of(sides, [piece("mover", "Reds", (4.0, 6.0), move=30.0, base=INCH)], size=(20.0, 12.0))
    assert not is_reachable(table, "mover", Waypoint((10.5, 5.5)))
    assert not reach(table, "mover").areas["ground"].contains(shapely.Point(10.5, 5.5))


def test_who_is_engaged_does_not_move_but_backs_off() -> None:
    pieces = [piece("mover", "Reds", (4.0, 6.0), move=6.0, base=INCH), piece("guard", "Blues", (5.0, 6.0), base=INCH)]
    table = table_of([], pieces, size=(20.0, 12.0))
    assert route(table, "mover", Waypoint((2.0, 6.0))) is None
    assert route(table, "mover", Waypoint((2.0, 6.0)), "back_off") is not None
    found = reach(table, "mover")
    assert found.name == "back_off"
    assert found.areas["ground"].contains(shapely.Point(2.0, 6.0))
    assert not found.areas["ground"].contains(shapely.Point(3.5, 6.0))


def test_contours_are_the_reach_of_a_smaller_move() -> None:
    table = table_of([], [piece("mover", "Reds", (10.0, 6.0), move=5.0, base=INCH)], size=(20.0, 12.0))
    area = reach(table, "mover").contour(2.0)["ground"]
    assert area.area == pytest.approx(math.pi * 4.0, abs=0.1)


@pytest.mark.parametrize("seed", range(80))
def test_a_back_off_ends_where_its_reach_says(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng, has_heights=False)
    model, enemy = table.model("mover"), table.model("enemy-2")
    if not (model.base.is_disc and enemy.base.is_disc):
        return
    turn, apart = rng.uniform(0.0, 2.0 * math.pi), model.base.radius + enemy.base.radius
    at = (enemy.standing.at[0] + apart * math.cos(turn), enemy.standing.at[1] + apart * math.sin(turn))
    table = table.with_models([model.placed(replace(model.standing, at=at))])
    if any(end_findings(table, m, 0.0) or edge_finding(table, m, m.standing.at, 0.0) for m in table.standing):
        return
    area = reach(table, "mover").areas["ground"]
    for _ in range(12):
        path = random_path(rng, table)
        if judge(table, ModelMove("back_off", "mover", path), in_turn=False).legal:
            assert area.distance(shapely.Point(path[-1].at)) <= 0.02, path
        at = (rng.uniform(0.0, 20.0), rng.uniform(0.0, 15.0))
        if area.contains(shapely.Point(at)) and area.boundary.distance(shapely.Point(at)) > 0.02:
            assert route(table, "mover", Waypoint(at), "back_off") is not None, at


def test_a_zone_that_was_left_is_not_entered_again() -> None:
    """Behind a wall that sticks out of the zone: the short way round it leads out and in again."""
    pieces = [piece("mover", "Reds", (6.0, 7.1), move=9.0, base=INCH), piece("guard", "Blues", (6.0, 5.5), base=INCH)]
    spur = impassable("spur", box(6.6, 6.2, 0.4, 3.0))
    table = table_of([spur], pieces, size=(20.0, 12.0))
    assert is_reachable(table, "mover", Waypoint((6.0, 9.0)))
    for at in ((7.6, 6.2), (7.55, 6.6)):
        found = route(table, "mover", Waypoint(at))
        assert (found is not None) == reach(table, "mover").areas["ground"].contains(shapely.Point(at))
