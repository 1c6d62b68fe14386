"""Tricky cases on the flat, each worked out by hand: touching, zones, walls that hide, gaps, the table's edge."""

import math
from dataclasses import replace

import pytest

from rules.actions import DirectMove
from rules.engagement import engaged, engaged_pairs
from rules.proximity import in_zone
from rules.referee import judge
from rules.scoring import controller
from rules.table import Game, Marker
from tests.rules.tables import (
    INCH,
    back_off,
    block,
    box,
    gap,
    impassable,
    move,
    offences,
    piece,
    round_gap,
    rule,
    table_of,
    wall,
)

TWO_INCH = 2 * INCH
"""A base of 2 in: its radius is an inch."""


def test_move_of_exactly_its_allowance_is_legal() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0), move=5.0)])
    ruling = rule(table, move("boss", (7.0, 8.0)))  # 3, 4, 5
    assert ruling.legal
    assert ruling.cost == 5.0
    assert offences(rule(table, move("boss", (7.0, 8.001)))) == {"move.distance"}


def test_a_bent_path_is_the_sum_of_its_legs() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0), move=5.0)])
    assert rule(table, move("boss", (7.0, 4.0), (7.0, 6.0))).cost == 5.0
    assert offences(rule(table, move("boss", (7.0, 4.0), (7.0, 6.1)))) == {"move.distance"}


def test_staying_where_it_is_costs_nothing() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0))])
    assert rule(table, move("boss", (4.0, 4.0))).cost == 0.0
    assert rule(table, move("boss")).legal
    assert rule(table, move("boss", (5.0, 4.0), (5.0, 4.0), (4.0, 4.0))).cost == 2.0


# -- the table's edge --------------------------------------------------------------------------------------------------


def test_touching_the_edge_is_inside() -> None:
    table = table_of([], [piece("boss", "Reds", (3.0, 4.0))])
    assert rule(table, move("boss", (1.0, 4.0))).legal
    assert offences(rule(table, move("boss", (0.999, 4.0)))) == {"table.edge"}


def test_a_path_that_leaves_the_table_and_comes_back_is_illegal() -> None:
    table = table_of([], [piece("boss", "Reds", (2.0, 4.0))])
    assert offences(rule(table, move("boss", (0.5, 5.0), (2.0, 6.0)))) == {"table.edge"}


def test_a_turned_rectangle_reaches_the_edge_with_its_corner() -> None:
    """A 2 × 2 in square turned by 45° reaches √2 from its middle."""
    diamond = {"rect": (TWO_INCH, TWO_INCH)}
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0), base=diamond, facing_deg=45.0)])
    assert rule(table, move("boss", (math.sqrt(2.0), 4.0))).legal
    assert offences(rule(table, move("boss", (1.41, 4.0)))) == {"table.edge"}


# -- contact, engagement -----------------------------------------------------------------------------------------------


def test_leaving_contact_with_a_friend_and_sliding_along_are_legal() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0)), piece("pal", "Reds", (6.0, 4.0))])
    assert rule(table, move("boss", (1.5, 4.0))).legal
    assert rule(table, move("boss", (4.0, 8.0))).legal
    assert rule(table, move("boss", (8.0, 4.0))).legal  # right through, to touch on the other side
    assert offences(rule(table, move("boss", (7.9, 4.0)))) == {"base.overlap"}


def test_a_charge_that_ends_touching_enters_the_zone_legally() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0)), piece("foe", "Blues", (9.0, 4.0))])
    ruling = rule(table, move("boss", (7.0, 4.0)))
    assert ruling.legal
    assert ruling.after is not None
    assert engaged_pairs(ruling.after) == [("boss", "foe")]
    assert offences(rule(table, move("boss", (6.99, 4.0)))) == {"proximity.enter"}
    assert offences(rule(table, move("boss", (7.01, 4.0)))) >= {"base.overlap", "enemy.base"}


def test_an_engaged_model_has_no_zone() -> None:
    """The friend at (11, 4) holds the foe, so the boss may pass it half an inch away."""
    foes = [piece("foe", "Blues", (9.0, 4.0)), piece("pal", "Reds", (11.0, 4.0))]
    table = table_of([], [piece("boss", "Reds", (6.0, 2.0)), *foes])
    assert rule(table, move("boss", (6.5, 4.0))).legal
    alone = table.with_models([replace(table.model("pal"), is_alive=False, place=None)])
    assert offences(rule(alone, move("boss", (6.5, 4.0)))) == {"proximity.enter"}


def test_passing_at_exactly_an_inch_is_legal() -> None:
    table = table_of([], [piece("boss", "Reds", (3.0, 4.0)), piece("foe", "Blues", (6.0, 7.0))])
    assert rule(table, move("boss", (9.0, 4.0))).legal  # 3 in between the middles: 1 + 1 + 1
    table = table_of([], [piece("boss", "Reds", (3.0, 4.001)), piece("foe", "Blues", (6.0, 7.0))])
    found = rule(table, move("boss", (9.0, 4.001)))
    assert offences(found) == {"proximity.enter"}
    assert found.findings[0].measured == pytest.approx(0.999, abs=1e-6)


def test_corner_of_a_zone_is_round() -> None:
    """Round the corner of a square base the zone is an arc: at 45° a disc of 1 in keeps 2 in from the corner."""
    guard = piece("foe", "Blues", (10.0, 10.0), base={"rect": (TWO_INCH, TWO_INCH)})
    start = 11.0 + 2.0 / math.sqrt(2.0)  # the spot at 45° off the corner (11, 11)
    table = table_of([], [piece("boss", "Reds", (start + 1.0, start - 1.0)), guard])
    assert rule(table, move("boss", (start - 1.0, start + 1.0))).legal
    near = start - 0.001
    table = table_of([], [piece("boss", "Reds", (near + 1.0, near - 1.0)), guard])
    assert offences(rule(table, move("boss", (near - 1.0, near + 1.0)))) == {"proximity.enter"}


def test_starting_inside_a_zone_it_may_stay_and_leave_but_not_come_back() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0)), piece("foe", "Blues", (6.5, 4.0))])  # half an inch
    assert rule(table, move("boss", (4.0, 5.0))).legal
    assert rule(table, move("boss", (4.2, 4.0))).legal  # nearer, but never out
    assert rule(table, move("boss", (2.0, 4.0))).legal
    assert offences(rule(table, move("boss", (2.0, 4.0), (4.0, 4.0)))) == {"proximity.enter"}


def test_oval_mover_passes_an_inch_from_its_broad_side() -> None:
    """An oval 1 in across and 3 in long, looking along x, goes along x: its half width is half an inch."""
    rider = piece("boss", "Reds", (3.0, 4.0), base=(INCH, 3 * INCH), facing_deg=0.0)
    table = table_of([], [rider, piece("foe", "Blues", (6.0, 6.500001))])  # 0.5 + 1 + 1, and a hair
    assert rule(table, move("boss", (9.0, 4.0))).legal
    table = table_of([], [rider, piece("foe", "Blues", (6.0, 6.499))])
    assert offences(rule(table, move("boss", (9.0, 4.0)))) == {"proximity.enter"}
    across = piece("boss", "Reds", (3.0, 4.0), base=(INCH, 3 * INCH), facing_deg=90.0)
    table = table_of([], [across, piece("foe", "Blues", (6.0, 7.4))])  # now 1.5 + 1 + 1 would be needed
    assert offences(rule(table, move("boss", (9.0, 4.0)))) == {"proximity.enter"}


def test_oval_enemy_reaches_further_end_on() -> None:
    beast = piece("foe", "Blues", (6.0, 7.0), base=(INCH, 3 * INCH), facing_deg=90.0)
    table = table_of([], [piece("boss", "Reds", (3.0, 3.5), move=7.0), beast])  # 3.5 = 1 + 1.5 + 1
    assert rule(table, move("boss", (9.0, 3.499999))).legal
    assert offences(rule(table, move("boss", (9.0, 3.51)))) == {"proximity.enter"}


def test_rectangles_touch_along_a_side() -> None:
    tray = {"rect": (TWO_INCH, INCH)}  # 2 in across, looking up: from -1 to 1 in x, from -0.5 to 0.5 in y
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0), base=tray), piece("foe", "Blues", (4.5, 5.0), base=tray)])
    assert engaged(table, table.model("boss"), table.model("foe"))
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0), base=tray), piece("foe", "Blues", (4.5, 5.001), base=tray)])
    assert not engaged(table, table.model("boss"), table.model("foe"))
    assert in_zone(table, table.model("boss"), table.model("foe"))


# -- walls that hide ---------------------------------------------------------------------------------------------------


def test_zone_is_seen_past_the_end_of_a_wall_on_a_moving_line_of_sight() -> None:
    """The wall is the segment from y = 0 to 6 (a quarter inch thick about x = 8); the guard stands at (6.875, 5).

    Going up at x = 9.125, the line between the middles goes over the wall's end (x from 7.875 to 8.125, y = 6) only when
    it is above 6 at x = 7.875: y = 5 + 2.25, and then the bases are more than an inch apart: never in the zone.
    Half as tall, the wall hides nobody.
    """
    guard = piece("foe", "Blues", (6.875, 5.0))
    boss = piece("boss", "Reds", (9.125, 3.0), move=9.0)
    tall = table_of([wall("fence", ((8.0, 0.0), (8.0, 6.0)), 1.25)], [boss, guard])
    assert rule(tall, move("boss", (9.125, 9.0))).legal
    low = table_of([wall("fence", ((8.0, 0.0), (8.0, 6.0)), 1.24)], [boss, guard])
    assert offences(rule(low, move("boss", (9.125, 9.0)))) == {"proximity.enter"}


def test_zone_past_a_short_wall_is_entered_where_the_line_clears_its_end() -> None:
    """The wall ends at y = 5.2. With the mover's middle at (9.125, 5 + h) the line passes x = 7.875 at 5 + h·1/2.25.

    It is clear of the end when 1.0 · h / 2.25 > 0.2, that is h > 0.45; at h = 0.45 the bases are
    √(2.25² + 0.45²) - 2 = 0.2946 in apart: the zone is entered there, 2.45 in along.
    """
    guard = piece("foe", "Blues", (6.875, 5.0))
    table = table_of(
        [wall("fence", ((8.0, 0.0), (8.0, 5.2)), 1.25)], [piece("boss", "Reds", (9.125, 3.0), move=9.0), guard]
    )
    ruling = rule(table, move("boss", (9.125, 9.0)))
    assert offences(ruling) == {"proximity.enter"}
    found = ruling.findings[0]
    assert found.along == pytest.approx(2.45, abs=1e-5)
    assert found.measured == pytest.approx(math.hypot(2.25, 0.45) - 2.0, abs=1e-5)
    assert rule(table, move("boss", (9.125, 5.44))).legal


def test_a_move_that_ends_where_the_guard_is_seen_past_the_walls_very_edge_is_in_its_zone() -> None:
    """At h = 0.45 the line touches the end of the wall, and touching is not crossing: hidden all the way but for the end."""
    table = table_of(
        [wall("fence", ((8.0, 0.0), (8.0, 5.2)), 1.25)],
        [piece("boss", "Reds", (9.125, 3.0), move=9.0), piece("foe", "Blues", (6.875, 5.0))],
    )
    for x in (0.0, 0.001):  # straight up, and from a little to the right of it
        boss = table.model("boss")
        started = table.with_models([boss.placed(replace(boss.standing, at=(9.125 + x, 3.0)))])
        assert offences(rule(started, move("boss", (9.125, 5.45)))) == {"proximity.enter"}


def test_bases_that_meet_are_hidden_by_nothing() -> None:
    """A wall a tenth of an inch into the foe's base: who comes over the foe from that side has entered its zone."""
    rock = block("rock", box(7.9, 4.0, 1.0, 4.0), 3.0, climbable=False)
    table = table_of([rock], [piece("boss", "Reds", (11.0, 6.0), move=12.0), piece("foe", "Blues", (7.0, 6.0))])
    assert {"proximity.enter", "enemy.base"} <= offences(rule(table, move("boss", (8.5, 6.0))))


def test_a_door_lets_the_zone_through() -> None:
    guard = piece("foe", "Blues", (6.5, 5.0))
    boss = piece("boss", "Reds", (9.25, 5.0), base=INCH)  # a radius of half an inch: 1.25 in apart, nothing entered yet
    door = (((8.0, 4.0), (8.0, 6.0)),)
    open_one = table_of([wall("front", ((8.0, 0.0), (8.0, 10.0)), 3.0, openings=door)], [boss, guard])
    assert offences(rule(open_one, move("boss", (8.9, 5.0)))) == {"proximity.enter"}
    shut = table_of([wall("front", ((8.0, 0.0), (8.0, 10.0)), 3.0)], [boss, guard])
    assert rule(shut, move("boss", (8.9, 5.0))).legal


def test_an_l_shaped_house_hides_along_the_seam_of_its_pieces() -> None:
    """The line between the two runs through the middle of the house, wherever it is cut into convex pieces."""
    house = block("house", ((7.0, 3.0), (9.0, 3.0), (9.0, 5.0), (8.0, 5.0), (8.0, 8.0), (7.0, 8.0)), 3.0, climbable=False)
    for y in (3.5, 4.0, 4.5, 5.0, 5.5):
        guard = piece("foe", "Blues", (6.0, y))
        boss = piece("boss", "Reds", (9.51, y), base=INCH)
        table = table_of([house], [boss, guard])
        assert not in_zone(table_of([house], [guard, boss]), table.model("boss"), table.model("foe"))


# -- ways through ------------------------------------------------------------------------------------------------------


def test_an_opening_as_wide_as_the_base_is_passed() -> None:
    door = (((8.0, 4.0), (8.0, 6.0)),)
    front = wall("front", ((8.0, 0.0), (8.0, 10.0)), 3.0, climbable=False, openings=door)
    table = table_of([front], [piece("boss", "Reds", (6.0, 5.0))])
    assert rule(table, move("boss", (10.0, 5.0))).legal
    assert offences(rule(table, move("boss", (6.0, 5.01), (10.0, 5.01)))) == {"terrain.blocked"}
    narrow = wall("front", ((8.0, 0.0), (8.0, 10.0)), 3.0, climbable=False, openings=(((8.0, 4.0), (8.0, 5.99)),))
    table = table_of([narrow], [piece("boss", "Reds", (6.0, 5.0))])
    assert "terrain.blocked" in offences(rule(table, move("boss", (10.0, 4.995))))


def test_a_courtyard_is_reached_only_by_its_gate() -> None:
    ring = ((4.0, 4.0), (12.0, 4.0), (12.0, 12.0), (4.0, 12.0), (4.0, 4.0))
    shut = table_of([wall("yard", ring, 3.0, climbable=False)], [piece("boss", "Reds", (8.0, 8.0), move=9.0)])
    assert rule(shut, move("boss", (9.0, 9.0))).legal
    assert offences(rule(shut, move("boss", (8.0, 2.0)))) == {"terrain.blocked"}
    gate = (((7.0, 4.0), (9.0, 4.0)),)
    table = table_of([wall("yard", ring, 3.0, climbable=False, openings=gate)], [piece("boss", "Reds", (8.0, 8.0), move=9.0)])
    assert rule(table, move("boss", (8.0, 2.0))).legal


def test_a_nook_of_an_l_is_free() -> None:
    house = block("house", ((4.0, 4.0), (10.0, 4.0), (10.0, 6.0), (6.0, 6.0), (6.0, 10.0), (4.0, 10.0)), 3.0, climbable=False)
    table = table_of([house], [piece("boss", "Reds", (10.0, 10.0))])
    assert rule(table, move("boss", (7.0, 7.0))).legal  # touching both sides
    assert offences(rule(table, move("boss", (6.99, 7.0)))) == {"terrain.blocked", "base.fit"}


def test_impassable_is_entered_at_no_height() -> None:
    rock = impassable("rock", box(8.0, 3.0, 2.0, 2.0))
    table = table_of([rock, block("deck", box(2.0, 2.0, 6.0, 4.0), 3.0)], [piece("boss", "Reds", (5.0, 4.0))])
    assert rule(table, move("boss", (7.0, 4.0))).legal
    assert offences(rule(table, move("boss", (7.01, 4.0)))) >= {"terrain.blocked"}


# -- gaps in the ground ------------------------------------------------------------------------------------------------


def test_a_gap_just_narrower_than_the_base_is_crossed() -> None:
    """A base of 2 in crosses a trench of 1.999 in and not one of 2.001 in."""
    for width, expected in ((1.999, set()), (2.001, {"gap.crossing"})):
        table = table_of([gap("trench", box(6.0, 0.0, width, 12.0))], [piece("boss", "Reds", (4.0, 6.0))])
        assert offences(rule(table, move("boss", (9.5, 6.0)))) == expected


def test_no_move_ends_over_a_gap() -> None:
    table = table_of([gap("trench", box(6.0, 0.0, 1.0, 12.0))], [piece("boss", "Reds", (4.0, 6.0))])
    assert offences(rule(table, move("boss", (6.5, 6.0)))) == {"gap.crossing"}
    assert rule(table, move("boss", (6.0, 6.0))).legal  # over its very edge
    assert rule(table, move("boss", (7.0, 6.0))).legal


def test_a_round_pit_is_crossed_where_it_is_narrow() -> None:
    """A pit of radius 1.5 in: a chord is legal while the middle stays within an inch of the rim: 0.5 in off the centre."""
    for off, expected in ((0.501, set()), (0.499, {"gap.crossing"})):
        table = table_of([round_gap("pit", (8.0, 6.0), 1.5)], [piece("boss", "Reds", (5.5, 6.0 + off))])
        assert offences(rule(table, move("boss", (10.5, 6.0 + off)))) == expected


def test_two_trenches_side_by_side_are_one() -> None:
    trenches = [gap("one", box(6.0, 0.0, 1.2, 12.0)), gap("two", box(7.2, 0.0, 1.2, 12.0))]
    table = table_of(trenches, [piece("boss", "Reds", (4.0, 6.0))])
    assert offences(rule(table, move("boss", (9.5, 6.0)))) == {"gap.crossing"}
    apart = [gap("one", box(6.0, 0.0, 1.2, 12.0)), gap("two", box(7.3, 0.0, 1.2, 12.0))]
    assert rule(table_of(apart, [piece("boss", "Reds", (4.0, 6.0))]), move("boss", (9.5, 6.0))).legal


# -- sides, casualties, turns ------------------------------------------------------------------------------------------


def test_dead_models_measure_nothing() -> None:
    table = table_of(
        [], [piece("boss", "Reds", (4.0, 4.0)), piece("foe", "Blues", (8.0, 4.0)), piece("other", "Blues", (20.0, 4.0))],
        markers=(Marker("cache", (8.0, 4.0), 40.0, "mission"),),
    )
    assert controller(table, table.markers[0]) == "Blues"
    dead = table.with_models([replace(table.model("foe"), is_alive=False, place=None)])
    assert controller(dead, dead.markers[0]) is None
    assert rule(dead, move("boss", (8.0, 4.0))).legal
    assert engaged_pairs(dead) == []
    assert "action.unavailable" in rule(dead, move("foe", (9.0, 4.0))).clauses
    assert "action.unavailable" in judge(dead, DirectMove("towards", "boss", "foe", 1.0), in_turn=False).clauses


def test_backing_off_leaves_the_zone_once_and_ends_outside_all() -> None:
    table = table_of([], [piece("boss", "Reds", (4.0, 4.0)), piece("foe", "Blues", (6.0, 4.0))])
    assert offences(rule(table, move("boss", (2.0, 4.0)))) == {"engagement.held"}
    assert rule(table, back_off("boss", (3.0, 4.0))).legal  # exactly an inch from it
    assert offences(rule(table, back_off("boss", (3.001, 4.0)))) == {"engagement.held"}
    assert offences(rule(table, back_off("boss", (2.0, 4.0), (3.2, 4.0)))) == {"proximity.enter", "engagement.held"}
    free = table_of([], [piece("boss", "Reds", (4.0, 4.0)), piece("foe", "Blues", (7.0, 4.0))])
    assert offences(rule(free, back_off("boss", (3.0, 4.0)))) == {"action.unavailable"}


def test_three_sides_take_turns_in_their_order() -> None:
    from rules.table import Side

    pieces = [piece(f"m{k}", side, (4.0 + 6.0 * k, 4.0)) for k, side in enumerate(("Reds", "Blues", "Greens"))]
    table = table_of([], pieces, game=Game(2, "Reds"))
    table = replace(table, sides=(*table.sides, Side("Greens", "#009E73")))
    for k, side in enumerate(("Reds", "Blues", "Greens")):
        assert table.turn.side == side
        ruling = judge(table, move(f"m{k}", (4.0 + 6.0 * k, 5.0)))
        assert ruling.legal
        assert ruling.after is not None
        table = ruling.after
    assert table.turn.round == 2
    assert table.turn.side == "Reds"
    assert table.are_enemies(table.model("m1"), table.model("m2"))


def test_directly_towards_stops_at_no_less_than_contact() -> None:
    """From (4, 4) to the foe at (10, 12) it is 10 in between the middles, 8 between the edges."""
    pieces = [piece("boss", "Reds", (4.0, 4.0), move=9.0), piece("foe", "Blues", (10.0, 12.0))]
    table = table_of([], pieces)
    ruling = judge(table, DirectMove("towards", "boss", "foe", 8.0), in_turn=False)
    assert ruling.legal
    assert ruling.after is not None
    assert ruling.after.model("boss").standing.at == pytest.approx((8.8, 10.4))
    assert engaged(ruling.after, ruling.after.model("boss"), ruling.after.model("foe"))
    away = judge(table, DirectMove("away", "boss", "foe", 2.5), in_turn=False)
    assert away.after is not None
    assert away.after.model("boss").standing.at == pytest.approx((2.5, 2.0))
