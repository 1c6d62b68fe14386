"""Units that follow a leader: links, gaps and arranging, against random searches and figures worked out by hand."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import DirectMove, LeaderMove, Setting, Waypoint
from rules.arranging import set_at
from rules.clearing import narrow_gaps, terrain_obstacles
from rules.links import Linking
from rules.positioning import edge_finding, end_findings
from rules.referee import judge
from tests.rules.tables import block, box
from tests.rules.unit_tables import unit_table


def random_box(rng):
    sides = rng.uniform(0.4, 4), rng.uniform(0.4, 4)
    return box(rng.uniform(2, 34), rng.uniform(2, 24), *sides, rng.uniform(0, 90))


def random_table(seed: int, count: int = 5):
    rng = random.Random(seed)
    features = [
        block(f"b{k}", random_box(rng), 3.0, climbable=False, standable=False)
        for k in range(14)
    ]
    return rng, unit_table("leader", [None] * count, features, enemies=[(rng.uniform(3, 37), rng.uniform(3, 27)) for _ in range(4)])


def free_leader(rng, table):
    for _ in range(200):
        at = (rng.uniform(1, 39), rng.uniform(1, 29))
        model = set_at(table, table.model("u-1"), Waypoint(at))
        if not end_findings(table, model, 0.0) and not edge_finding(table, model, at, 0.0):
            return at
    return None


@given(st.integers(0, 10**9))
def test_what_the_game_arranges_is_judged_legal(seed: int) -> None:
    rng, table = random_table(seed)
    at = free_leader(rng, table)
    if at is None:
        return
    ruling = judge(table, Setting("place", "u", {"u-1": Waypoint(at)}, "u-1"))
    assert ruling.legal, ruling.findings
    placed = {m.id: Waypoint(m.standing.at) for m in ruling.after.standing if m.unit == "u"}
    if len(placed) == 5 and "u" not in ruling.after.memory.out_of_coherency:
        again = judge(table, Setting("place", "u", placed, "u-1"))
        assert again.legal, again.findings


@given(st.integers(0, 10**9))
def test_where_a_random_search_finds_room_the_game_does_too(seed: int) -> None:
    rng, table = random_table(seed, count=3)
    at = free_leader(rng, table)
    if at is None:
        return
    ruling = judge(table, Setting("place", "u", {"u-1": Waypoint(at)}, "u-1"))
    if ruling.after is not None and "u" not in ruling.after.memory.out_of_coherency and len(ruling.findings) == 0:
        return
    leader = set_at(table, table.model("u-1"), Waypoint(at))
    for _ in range(150):
        placed = {"u-1": Waypoint(at)}
        for name in ("u-2", "u-3"):
            angle, far = rng.uniform(0, 2 * math.pi), 3.0 * math.sqrt(rng.random())
            placed[name] = Waypoint((at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)))
        found = judge(table, Setting("place", "u", placed, "u-1"))
        assert not found.legal or found.findings, (leader.standing.at, placed)


@given(st.integers(0, 10**9))
def test_links_hold_both_ways(seed: int) -> None:
    rng, table = random_table(seed)
    placed = []
    for name in ("u-1", "u-2", "u-3"):
        at = free_leader(rng, table)
        if at is not None:
            placed.append(set_at(table, table.model(name), Waypoint(at)))
    if len(placed) < 2:
        return
    table = table.with_models(placed)
    linking = Linking(table, "u", placed[0])
    for one in placed:
        for other in placed:
            assert (linking.block(one, other) is None) == (linking.block(other, one) is None)


@given(st.integers(0, 10**9))
def test_a_casualty_has_no_spot_on_a_grid(seed: int) -> None:
    rng = random.Random(seed)
    # A yard with room for one or two bases of 32 mm: walls all round it.
    width, depth = rng.uniform(1.3, 3.2), rng.uniform(1.3, 1.9)
    walls = [
        block("s", box(9.5, 8.5, width + 1, 0.5), 3.0, climbable=False, standable=False),
        block("n", box(9.5, 9 + depth, width + 1, 0.5), 3.0, climbable=False, standable=False),
        block("w", box(9.5, 9, 0.5, depth), 3.0, climbable=False, standable=False),
        block("e", box(10 + width, 9, 0.5, depth), 3.0, climbable=False, standable=False),
    ]
    table = unit_table("leader", [None, None], walls, size=(20.0, 20.0))
    r = 16.0 / 25.4
    at = (10 + r + rng.random() * (width - 2 * r), 9 + r + rng.random() * (depth - 2 * r))
    ruling = judge(table, Setting("place", "u", {"u-1": Waypoint(at)}, "u-1"))
    assert ruling.legal
    corners = [(10 + r + i * (width - 2 * r), 9 + r + j * (depth - 2 * r)) for i in (0, 1) for j in (0, 1)]
    is_room = max(math.dist(at, c) for c in corners) >= 2 * r  # the free spots furthest from the leader are corners
    assert ruling.after.model("u-2").is_alive == is_room


def test_a_gap_between_parallel_faces_is_a_band() -> None:
    table = unit_table("leader", [(5, 5)], [block("a", box(2, 8, 3, 2), 3.0), block("b", box(5.9, 8, 3, 2), 3.0)])
    (gap,) = narrow_gaps(terrain_obstacles(table, 0.0, 1.25), 1.0)
    assert gap.width == pytest.approx(0.9)
    assert gap.band.box == pytest.approx((5.0, 8.0, 5.9, 10.0))


def test_leaving_a_narrow_place_that_one_stands_in_is_no_crossing() -> None:
    # 40 mm bases 2.5 in apart, and a Size 3 model of 50 mm between them: it needs three inches, and may leave.
    table = unit_table("leader", [(10.0, 10.0)], base_mm=50.0, enemies=[(7.5, 10.0), (12.5, 10.0)], models_size=3)
    ruling = judge(table, LeaderMove("disengage", "u", "u-1", (Waypoint((10.0, 14.0)),), {}))
    assert "gap.clearance" not in ruling.clauses


def test_round_what_is_in_the_way_and_on_in_the_first_direction() -> None:
    table = unit_table("leader", [(5.0, 10.0)], [block("post", box(9, 9.5, 1, 1), 3.0)], enemies=[(25.0, 10.0)])
    ruling = judge(table, DirectMove("towards", "u", "e1", 10.0, is_unit=True))
    assert ruling.legal, ruling.findings
    assert ruling.cost == pytest.approx(10.0)
    end = ruling.after.model("u-1").standing.at
    assert end[1] == pytest.approx(10.0, abs=1e-6)
    # On the line again at 10 + r, after a tangent to the circle round (9, 10.5), the arcs, an inch of wall and half an inch.
    r = 16.0 / 25.4
    turn = math.atan2(0.5, 4.0) + math.asin(r / math.hypot(4.0, 0.5))
    spent = math.sqrt(16.25 - r * r) + turn * r + 1.0 + math.pi / 2.0 * r + 0.5
    assert end[0] == pytest.approx(10.0 + r + 10.0 - spent, abs=1e-5)


@given(st.integers(0, 10**9), st.floats(-math.pi, math.pi))
def test_turning_the_board_changes_no_ruling(seed: int, angle: float) -> None:
    rng, table = random_table(seed, count=1)
    at = free_leader(rng, table)
    if at is None:
        return
    table = table.with_models([set_at(table, table.model("u-1"), Waypoint(at))])
    path = tuple(Waypoint((at[0] + rng.uniform(-4, 4), at[1] + rng.uniform(-4, 4))) for _ in range(2))
    first = judge(table, LeaderMove("run", "u", "u-1", path, {}))
    turned, turn = turned_table(table, angle)
    second = judge(turned, LeaderMove("run", "u", "u-1", tuple(Waypoint(turn(w.at)) for w in path), {}))
    assert set(first.clauses) - {"table.edge"} == set(second.clauses) - {"table.edge"}


def turned_table(table, angle: float):
    from dataclasses import replace

    from physics.regions import Footprint
    from physics.vectors import rotate
    from rules.terrain import Terrain

    def turn(p):
        x, y = rotate((p[0] - 20.0, p[1] - 15.0), angle)
        return (x + 60.0, y + 60.0)

    def shape(s):
        return replace(s, points=tuple(turn(p) for p in s.points))

    def footprint(f):
        rings = tuple(tuple(turn(p) for p in ring) for ring in f.rings)
        return Footprint(tuple(shape(p) for p in f.pieces), rings)

    features = tuple(replace(f, footprint=footprint(f.footprint)) for f in table.terrain.features)
    models = {i: m.placed(replace(m.place, at=turn(m.place.at))) if m.place else m for i, m in table.models.items()}
    return replace(table, terrain=Terrain(features), models=models, size=(120.0, 120.0)), turn
