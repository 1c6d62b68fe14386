"""Shortest ways against a slow oracle, by symmetry, and at the edges where such code goes wrong."""

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely

from physics.vectors import path_length
from physics.ways import Ways

sys.path.insert(0, str(Path(__file__).parent))
import ways_oracle as oracle

BENCH = Path(__file__).parents[3] / "shared" / "bench"
OPEN = (0.0, 0.0, 40.0, 30.0)


def ways_of(scene: oracle.Scene, **changes: Any) -> Ways:
    given = {"discs": scene.discs, "polygons": scene.polygons, "radius": scene.radius, "box": scene.box}
    return Ways(scene.start, scene.allowance, **{**given, **changes})


def block(x: float, y: float, width: float, depth: float) -> list[tuple[float, float]]:
    return [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]


@pytest.mark.parametrize("seed", range(14))
def test_distances_lie_between_those_of_the_oracle(seed: int) -> None:
    scene = oracle.random_scene(seed)
    goals = oracle.random_goals(scene, 30, seed)
    least, most = (oracle.distances(scene, goals, outside) for outside in (False, True))
    ways = ways_of(scene)
    for goal, low, high in zip(goals, least, most, strict=True):
        found = ways.distance_to(goal)
        if found is None:
            assert high > scene.allowance - 1e-6, goal
        else:
            assert low - 1e-6 <= found <= high + 1e-6, goal


@pytest.mark.parametrize("seed", range(20, 34))
def test_routes_are_as_long_as_said_clear_and_the_same_reversed(seed: int) -> None:
    scene = oracle.random_scene(seed)
    ways = ways_of(scene)
    blocker = oracle.obstacles(scene, outside=False).buffer(-1e-7)
    for goal in oracle.random_goals(scene, 25, seed):
        found, route = ways.distance_to(goal), ways.route_to(goal)
        assert (found is None) == (route is None)
        if found is None or route is None:
            continue
        assert route[-1] == goal
        assert found - 1e-9 <= path_length([scene.start, *route]) <= min(found + 1e-3, scene.allowance + 1e-6)
        assert not shapely.LineString([scene.start, *route]).intersects(blocker)
        back = Ways(goal, scene.allowance, scene.discs, scene.polygons, scene.radius, scene.box)
        assert back.distance_to(scene.start) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("seed", range(40, 48))
def test_a_mirrored_board_has_the_same_distances(seed: int) -> None:
    scene = oracle.random_scene(seed)
    width = 12.0
    mirrored = Ways(
        (width - scene.start[0], scene.start[1]),
        scene.allowance,
        [(width - x, y, r) for x, y, r in scene.discs],
        [[(width - x, y) for x, y in reversed(p)] for p in scene.polygons],
        scene.radius,
        scene.box,
    )
    ways = ways_of(scene)
    for x, y in oracle.random_goals(scene, 30, seed):
        one, other = ways.distance_to((x, y)), mirrored.distance_to((width - x, y))
        assert one == pytest.approx(other, abs=1e-9)
    assert ways.region().area == pytest.approx(mirrored.region().area, abs=0.1)


@pytest.mark.parametrize("seed", range(50, 64))
def test_the_region_agrees_with_distances_but_for_two_hundredths(seed: int) -> None:
    scene = oracle.random_scene(seed)
    ways = ways_of(scene)
    region = ways.region()
    assert region.is_valid
    edge = region.boundary
    spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(edge)][::3]
    rng = np.random.default_rng(seed)
    near = [(x + float(dx), y + float(dy)) for (x, y), (dx, dy) in zip(spots, rng.normal(0, 0.03, (len(spots), 2)), strict=True)]
    for goal in near + oracle.random_goals(scene, 30, seed):
        at = shapely.Point(goal)
        if edge.distance(at) > 0.02:
            assert region.contains(at) == (ways.distance_to(goal) is not None), goal


@pytest.mark.parametrize("seed", range(70, 76))
def test_a_larger_allowance_reaches_no_less_at_the_same_cost(seed: int) -> None:
    scene = oracle.random_scene(seed, allowance=4.0)
    further = Ways(scene.start, 6.0, scene.discs, scene.polygons, scene.radius, scene.box)
    ways = ways_of(scene)
    for goal in oracle.random_goals(scene, 40, seed):
        found = ways.distance_to(goal)
        if found is not None:
            assert further.distance_to(goal) == pytest.approx(found, abs=1e-9)


def test_nothing_in_the_way_is_a_straight_line() -> None:
    ways = Ways((5.0, 5.0), 6.0, [], [], 0.5, OPEN)
    assert ways.distance_to((8.0, 9.0)) == 5.0
    assert ways.route_to((8.0, 9.0)) == [(8.0, 9.0)]
    assert ways.distance_to((5.0, 11.0)) == 6.0  # exactly the allowance is within it
    assert ways.distance_to((5.0, 11.001)) is None
    assert ways.region().area == pytest.approx(math.pi * 36.0 - _cut_off_by_two_edges(), abs=0.3)


def _cut_off_by_two_edges() -> float:
    """What the left and the lower edge, 5 in away, cut off a disc of 6 in, by sampling."""
    xs = (np.arange(-6.0, 6.0, 0.01) + 0.005)[:, None]
    ys = xs.T
    return float(((xs**2 + ys**2 <= 36.0) & ((xs < -5.0) | (ys < -5.0))).sum()) * 1e-4


def test_round_one_corner_by_hand() -> None:
    """Up to (0, 0.5), a quarter turn of radius 0.5 round the corner at the origin, and on to the right."""
    ways = Ways((-0.5, -3.0), 12.0, [], [block(0.0, -6.0, 6.0, 6.0)], 0.5, (-8.0, -8.0, 8.0, 8.0))
    assert ways.distance_to((4.0, 0.5)) == pytest.approx(3.0 + math.pi / 4.0 + 4.0, abs=1e-12)


def test_round_a_disc_by_hand() -> None:
    ways = Ways((-5.0, 0.0), 12.0, [(0.0, 0.0, 3.0)], [], 0.5, (-8.0, -8.0, 8.0, 8.0))
    assert ways.distance_to((5.0, 0.0)) == pytest.approx(8.0 + 3.0 * 2.0 * math.asin(3.0 / 5.0), abs=1e-12)


def test_a_closed_room_has_no_way_out_at_once() -> None:
    room = [block(0, 0, 6, 0.5), block(0, 5.5, 6, 0.5), block(0, 0.5, 0.5, 5), block(5.5, 0.5, 0.5, 5)]
    ways = Ways((3.0, 3.0), 100.0, [], room, 0.5, (-50.0, -50.0, 50.0, 50.0))
    assert ways.distance_to((10.0, 3.0)) is None
    assert ways.route_to((10.0, 3.0)) is None
    assert ways.region().area == pytest.approx(16.0, abs=1e-3)
    outside = Ways((10.0, 3.0), 100.0, [], room, 0.5, (-50.0, -50.0, 50.0, 50.0))
    assert outside.distance_to((3.0, 3.0)) is None


@pytest.mark.parametrize(("width", "is_open"), [(1.0, True), (1.0 - 5e-10, True), (0.9999, False), (1.2, True)])
def test_a_corridor_exactly_as_wide_as_the_base_is_open(width: float, is_open: bool) -> None:
    walls = [block(4.0, -10.0, 6.0, 10.0), block(4.0, width, 6.0, 10.0)]
    ways = Ways((1.0, 3.0), 30.0, [], walls, 0.5, (-20.0, -9.0, 40.0, 9.0))
    assert (ways.route_to((13.0, 3.0)) is not None) == is_open
    assert (ways.distance_to((7.0, width / 2.0)) is not None) == is_open


def test_between_discs_that_just_leave_room() -> None:
    discs = [(5.0, -1.5, 1.5), (5.0, 1.5, 1.5), *((5.0, y, 1.5) for y in (-4.5, 4.5, -7.5, 7.5))]
    ways = Ways((1.0, 2.0), 30.0, discs, [], 0.5, (-20.0, -9.0, 40.0, 9.0))
    route = ways.route_to((9.0, -2.0))
    assert route is not None
    found = ways.distance_to((9.0, -2.0))
    assert found == pytest.approx(path_length([(1.0, 2.0), *route]), abs=1e-3)
    mirrored = Ways((1.0, -2.0), 30.0, discs, [], 0.5, (-20.0, -9.0, 40.0, 9.0))
    assert found == pytest.approx(mirrored.distance_to((9.0, 2.0)), abs=1e-9)
    closer = [(x, y, r + 1e-4) for x, y, r in discs]
    assert Ways((1.0, 2.0), 30.0, closer, [], 0.5, (-20.0, -9.0, 40.0, 9.0)).route_to((9.0, -2.0)) is None


def test_along_a_row_of_blocks_whose_edges_are_in_line() -> None:
    row = [block(2.0 * k, 0.0, 2.0, 2.0) for k in range(1, 5)]
    ways = Ways((1.0, 2.5), 20.0, [], row, 0.5, (-20.0, -9.0, 40.0, 9.0))
    assert ways.distance_to((12.0, 2.5)) == pytest.approx(11.0, abs=1e-12)
    below = ways.distance_to((6.0, -0.5))
    whole = Ways((1.0, 2.5), 20.0, [], [block(2.0, 0.0, 8.0, 2.0)], 0.5, (-20.0, -9.0, 40.0, 9.0))
    assert below == pytest.approx(whole.distance_to((6.0, -0.5)), abs=1e-9)
    assert ways.region().area == pytest.approx(whole.region().area, abs=0.05)


def test_a_start_in_contact_can_slide_along_and_leave() -> None:
    discs = [(3.0, 0.0, 1.0)]
    for start in ((2.0, 0.0), (2.0 + 5e-7, 0.0), (2.0 - 5e-7, 0.0)):
        ways = Ways(start, 10.0, discs, [], 0.5, (-9.0, -9.0, 9.0, 9.0))
        assert ways.distance_to((0.0, 0.0)) == pytest.approx(2.0, abs=1e-6)
        assert ways.distance_to((4.0, 0.0)) == pytest.approx(math.pi, abs=1e-5)
        assert ways.region().area > 100.0


def test_a_start_against_a_wall_can_slide_along_and_leave() -> None:
    for start in ((2.5, 3.0), (2.5 + 8e-7, 3.0)):
        ways = Ways(start, 10.0, [], [block(3.0, 0.0, 2.0, 6.0)], 0.5, (-9.0, -9.0, 19.0, 19.0))
        assert ways.distance_to((2.5, 5.0)) == pytest.approx(2.0, abs=1e-6)
        assert ways.distance_to((5.5, 3.0)) == pytest.approx(8.0 + math.pi / 2.0, abs=1e-5)


def test_ignored_obstacles_stop_nothing() -> None:
    discs, walls = [(0.0, 0.0, 2.0), (6.0, 0.0, 1.0)], [block(-3.0, -1.0, 0.5, 2.0)]
    held = Ways((1.0, 0.0), 8.0, discs, walls, 0.5, (-9.0, -9.0, 9.0, 9.0))
    assert held.distance_to((4.0, 0.0)) is None
    ways = Ways((1.0, 0.0), 8.0, discs, walls, 0.5, (-9.0, -9.0, 9.0, 9.0), ignored=(0, 2))
    assert ways.distance_to((4.0, 0.0)) == pytest.approx(3.0)
    assert ways.distance_to((-5.0, 0.0)) == pytest.approx(6.0)
    assert ways.distance_to((8.0, 0.0)) > 7.0


def test_corners_of_no_radius_are_turned_at_exactly() -> None:
    """A base that is no disc makes obstacles of sharp corners."""
    ways = Ways((0.0, 0.0), 12.0, [], [block(2.0, -3.0, 2.0, 4.0)], 0.0, (-9.0, -9.0, 9.0, 9.0))
    assert ways.distance_to((6.0, 0.0)) == pytest.approx(2.0 * math.hypot(2.0, 1.0) + 2.0, abs=1e-9)
    route = ways.route_to((6.0, 0.0))
    assert route is not None
    assert {(2.0, 1.0), (4.0, 1.0)} <= {(round(x, 9), round(y, 9)) for x, y in route}
    assert ways.region().is_valid


def test_the_box_closes_a_pocket() -> None:
    ways = Ways((1.0, 1.0), 20.0, [(5.0, 4.0, 4.5)], [], 0.5, (0.5, 0.5, 9.5, 9.5))
    assert ways.distance_to((9.0, 1.0)) is None or ways.distance_to((9.0, 1.0)) > 8.0
    closed = Ways((1.0, 1.0), 30.0, [(5.0, 5.0, 4.6)], [], 0.5, (0.5, 0.5, 9.5, 9.5))
    assert closed.distance_to((9.0, 9.0)) is None


def test_a_goal_inside_an_obstacle_or_off_the_box_is_out_of_reach() -> None:
    ways = Ways((1.0, 1.0), 20.0, [(5.0, 4.0, 2.0)], [block(6.0, 6.0, 2.0, 2.0)], 0.5, (0.5, 0.5, 9.5, 9.5))
    for goal in ((5.0, 4.0), (6.9, 4.0), (7.0, 7.0), (5.6, 7.0), (9.6, 1.0)):
        assert ways.distance_to(goal) is None
    assert ways.distance_to((7.0, 4.0)) is not None
    assert ways.distance_to((9.5, 9.5)) is not None


def test_fans_cover_the_region() -> None:
    scene = oracle.random_scene(3)
    ways = ways_of(scene)
    cover = shapely.union_all([shapely.Polygon(fan).buffer(1e-3) for fan in ways.fans()])
    assert ways.region().difference(cover).area < 1e-3


@pytest.mark.skipif(not (BENCH / "boards.py").exists(), reason="the shared boards are not here")
@pytest.mark.parametrize("seed", [1, 2])
def test_on_the_shared_boards_routes_hold_in_both_directions(seed: int) -> None:
    sys.path.insert(0, str(BENCH))
    import boards

    from physics.regions import convex_pieces

    board = boards.case("p40", seed)
    polygons = [piece.points for p in board.polys for piece in convex_pieces(tuple(map(tuple, p.tolist())))]
    rng = np.random.default_rng(seed)
    for k in boards.movers(board, 3):
        start, r, others = boards.obstacles_for(board, k)
        box = (r, r, board.w - r, board.h - r)
        ways = Ways(tuple(start.tolist()), 12.0, others, polygons, r, box)
        region = ways.region()
        for goal in (start + rng.uniform(-9, 9, (40, 2))).tolist():
            found = ways.distance_to(tuple(goal))
            if region.boundary.distance(shapely.Point(goal)) > 0.02:
                assert region.contains(shapely.Point(goal)) == (found is not None)
            if found is not None:
                back = Ways(tuple(goal), 12.0, others, polygons, r, box)
                assert back.distance_to(tuple(start.tolist())) == pytest.approx(found, abs=1e-9)
