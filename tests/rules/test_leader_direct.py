"""Directly towards and away (leader): each sentence of the rule, with values worked out by hand, and what always holds.

Most bases are 25.4 mm: a radius of half an inch.
"""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contact import clearance
from physics.shapes import Shape
from physics.sweep import Leg, closer_than
from rules.actions import ActionError, DirectMove, Waypoint, as_data, parse_action
from rules.direct_aims import direct_leader, leaders_of
from rules.direct_ways import course_of, obstacles_of
from rules.referee import judge
from rules.table import Base, Unit
from rules.terrain import Opening
from tests.rules.tables import block, box
from tests.rules.test_leader import random_table, turned_table
from tests.rules.unit_tables import unit_table

INCH = 25.4
TOWARDS_E1 = DirectMove("towards", "u", "e1", 10.0, is_unit=True)


def table_of(at, features=(), enemies=((25.0, 10.0),), **more):
    """A unit of bases of an inch across, and enemies of a base as wide."""
    table = unit_table("leader", at, features, enemies, base_mm=INCH, **more)
    return table.with_models([replace(m, base=Base("disc", INCH, INCH)) for m in table.models.values()])


def as_one(table, *names):
    """Some models of other units made one unit, called foes."""
    models = [replace(table.model(i), unit="foes") for i in names]
    units = {k: u for k, u in table.units.items() if k not in names}
    side = table.units[names[0]].side
    return replace(table.with_models(models), units=units | {"foes": Unit("foes", side, names)})


def end_of(ruling, name="u-1"):
    return ruling.after.model(name).standing.at


def post(up=0.5, down=0.5, x=9.0):
    """A block an inch long on the line y = 10, so much of it above the line and so much below."""
    return block("post", box(x, 10.0 - down, 1.0, up + down), 3.0)


def way_round_post(off: float, across: float = 4.0, r: float = 0.5) -> float:
    """From a spot on the line, `across` before the post, round it on the side where it stands `off` beyond the line:
    a tangent to the circle round its near corner, an arc, its length of an inch, a quarter turn, and back to the line."""
    far = math.hypot(across, off)
    turn = math.atan2(off, across) + math.asin(r / far)
    return math.sqrt(far**2 - r**2) + turn * r + 1.0 + math.pi / 2.0 * r + off


# direct.line: the line, and round what is in the way


def test_the_line_goes_through_both_middles():
    ruling = judge(table_of([(5.0, 10.0)], enemies=[(11.0, 18.0)]), replace(TOWARDS_E1, distance=5.0))
    assert ruling.legal
    assert end_of(ruling) == pytest.approx((8.0, 14.0))  # 3, 4, 5
    assert ruling.cost == pytest.approx(5.0)
    assert ruling.findings == ()


def test_away_is_on_the_same_line():
    ruling = judge(table_of([(5.0, 10.0)], enemies=[(8.0, 14.0)]), DirectMove("away", "u", "e1", 5.0, is_unit=True))
    assert end_of(ruling) == pytest.approx((2.0, 6.0))


def test_what_is_in_the_way_is_gone_round_and_the_line_kept_beyond():
    assert way_round_post(0.5) == pytest.approx(4.0 + 0.124355 + 1.0 + 0.785398 + 0.5, abs=1e-6)
    ruling = judge(table_of([(5.0, 10.0)], [post()]), TOWARDS_E1)
    assert ruling.legal
    assert ruling.cost == pytest.approx(10.0)
    assert end_of(ruling) == pytest.approx((10.5 + 10.0 - way_round_post(0.5), 10.0), abs=1e-5)


def test_one_that_stops_before_it_goes_straight():
    for distance in (3.0, 3.5):  # at 3.5 the bases touch the post
        ruling = judge(table_of([(5.0, 10.0)], [post()]), replace(TOWARDS_E1, distance=distance))
        assert end_of(ruling) == pytest.approx((5.0 + distance, 10.0))
        assert ruling.findings == ()


def test_what_the_base_only_grazes_is_not_in_the_way():
    low = block("low", box(9.0, 8.0, 1.0, 1.5), 3.0)  # its top is exactly half an inch off the line
    assert end_of(judge(table_of([(5.0, 10.0)], [low]), TOWARDS_E1)) == pytest.approx((15.0, 10.0))
    high = block("high", box(9.0, 8.0, 1.0, 1.5001), 3.0)
    assert judge(table_of([(5.0, 10.0)], [high]), TOWARDS_E1).after.model("u-1").standing.at[0] < 15.0


def test_the_shorter_side_is_gone():
    ruling = judge(table_of([(5.0, 10.0)], [post(up=0.2, down=1.0)]), TOWARDS_E1)
    assert end_of(ruling)[0] == pytest.approx(10.5 + 10.0 - way_round_post(0.2), abs=1e-5)
    assert ruling.findings == ()
    assert max(p.at[1] for p in ruling.profile) == pytest.approx(10.7, abs=1e-3)


def test_models_of_other_units_are_gone_round_too():
    # A base an inch across, 4 in ahead: tangents to a circle of an inch, root 15 long; the arc between them and back.
    table = table_of([(5.0, 10.0)], enemies=[(25.0, 10.0), (9.0, 10.0)])
    turn = math.asin(1.0 / 4.0)
    length = math.sqrt(15.0) + (turn + math.pi / 2.0) * 1.0
    assert end_of(judge(table, TOWARDS_E1)) == pytest.approx((10.0 + 10.0 - length, 10.0), abs=1e-5)


def test_its_own_models_are_not_in_the_way():
    assert end_of(judge(table_of([(5.0, 10.0), (4.0, 12.0)]), TOWARDS_E1))[0] == pytest.approx(15.0)


def test_several_things_in_a_row_are_gone_round_one_after_another():
    table = table_of([(5.0, 10.0)], [post(), block("second", box(14.5, 9.5, 1.0, 1.0), 3.0)])
    # On the line again at 10.5, 4 in before the second: the same way round again.
    spent = 2.0 * way_round_post(0.5)
    ruling = judge(table, replace(TOWARDS_E1, distance=spent + 1.0))
    assert ruling.legal
    assert end_of(ruling) == pytest.approx((17.0, 10.0), abs=2e-5)


def test_a_nook_entered_only_from_behind_is_passed_by():
    # A cup, open to the right, on the line: its floor 9..9.5, its sides 1.5 above and below, up to 13; in it a post.
    # On the line inside of it there is room for a base, from 10 on; the way out and in again is long.
    cup = [
        block("floor", box(9.0, 8.0, 0.5, 4.0), 3.0), block("top", box(9.0, 11.5, 4.0, 0.5), 3.0),
        block("bottom", box(9.0, 8.0, 4.0, 0.5), 3.0), block("stopper", box(11.5, 9.4, 1.5, 1.2), 3.0),
    ]
    course = course_of(t := table_of([(5.0, 10.0)], cup), "u", t.model("u-1"), (1.0, 0.0), 14.0)
    assert course.bends[0].end == pytest.approx((13.5, 10.0), abs=1e-5)


def test_gap_clearance_is_no_matter_of_direct_moves():
    # 2 in between two blocks: too narrow for the moves of Size 3, and no matter here; the base fits.
    blocks = [block("n", box(9, 11, 2, 4), 3.0), block("s", box(9, 5, 2, 4), 3.0)]
    table = table_of([(5.0, 10.0)], blocks, models_size=3)
    assert end_of(judge(table, TOWARDS_E1)) == pytest.approx((15.0, 10.0))


def test_with_no_way_round_it_stops_touching():
    wall = block("wall", box(9.0, 0.0, 1.0, 30.0), 3.0)
    ruling = judge(table_of([(5.0, 10.0)], [wall]), TOWARDS_E1)
    assert ruling.legal
    assert ruling.cost == pytest.approx(3.5)
    assert end_of(ruling) == pytest.approx((8.5, 10.0), abs=2e-6)
    assert ruling.clauses == ("direct.line",)
    assert "no way leads round" in ruling.findings[0].says


def test_a_flying_leader_goes_straight_over_everything():
    table = table_of([(5.0, 10.0)], [post()])
    table = table.with_models([replace(table.model("u-1"), flying=True)])
    assert end_of(judge(table, TOWARDS_E1)) == pytest.approx((15.0, 10.0))
    assert judge(table, replace(TOWARDS_E1, distance=3.8)).clauses == ("base.fit",)  # passing is not stopping


def test_a_model_overhead_is_not_in_the_way():
    deck = block("deck", box(8.0, 8.0, 4.0, 4.0), 0.2, bottom=3.0)
    table = table_of([(5.0, 10.0)], [deck], enemies=[(25.0, 10.0), (10.0, 10.0)])
    above = table.model("e2")
    table = table.with_models([above.placed(replace(above.standing, on="deck", elevation=3.2))])
    assert end_of(judge(table, TOWARDS_E1)) == pytest.approx((15.0, 10.0))


def test_nobody_is_driven_off_a_roof():
    table = table_of([(9.0, 10.0)], [block("house", box(8.0, 8.0, 4.0, 4.0), 3.0)])
    assert table.model("u-1").elevation == 3.0
    assert judge(table, replace(TOWARDS_E1, distance=2.0)).legal
    assert judge(table, replace(TOWARDS_E1, distance=8.0)).clauses == ("terrain.blocked",)


def test_an_access_point_on_the_line_leads_up():
    """A house 3 in high across the line, its access point where the line meets it, or an inch beside."""
    for beside, on in ((0.0, "house"), (1.0, "ground")):
        door = ((9.0, 9.5 + beside), (9.0, 10.5 + beside))
        house = block("house", box(9.0, 8.0, 4.0, 4.0), 3.0)
        house = replace(house, openings=(Opening((9.0, 10.0 + beside), 1.0, door, access_point=True),))
        ruling = judge(table_of([(5.0, 10.0)], [house]), replace(TOWARDS_E1, distance=6.0))
        assert ruling.legal
        assert ruling.after.model("u-1").standing.on == on
        assert (ruling.after.model("u-1").elevation, len(ruling.findings)) == ((3.0, 0) if on == "house" else (0.0, 1))


def test_no_line_through_one_and_the_same_middle():
    assert judge(table_of([(5.0, 10.0)]), replace(TOWARDS_E1, target=(5.0, 10.0))).clauses == ("direct.line",)


# direct.line: of two equal ways the player chooses


def test_without_a_choice_the_left_is_gone_and_the_other_is_told_of():
    ruling = judge(table_of([(5.0, 10.0)], [post()]), replace(TOWARDS_E1, distance=4.0))
    # The end of the tangent: with tan a = 1/8 the touch lies at (-sin 2a, cos 2a) from the corner, by half an inch.
    assert end_of(ruling) == pytest.approx((9.0 - 0.5 * 16 / 65, 10.5 + 0.5 * 63 / 65), abs=1e-3)
    (note,) = ruling.findings
    assert note.clause == "direct.line"
    assert "right is as short" in note.says
    assert note.measured == pytest.approx(way_round_post(0.5))
    assert all(e.start[1] <= 10.0 + 1e-9 for e in note.evidence)


@pytest.mark.parametrize(("way", "sign"), [("left", 1.0), ("right", -1.0)])
def test_the_chosen_side_is_gone(way, sign):
    ruling = judge(table_of([(5.0, 10.0)], [post()]), replace(TOWARDS_E1, distance=4.0, way=(way,)))
    assert end_of(ruling) == pytest.approx((9.0 - 0.5 * 16 / 65, 10.0 + sign * (0.5 + 0.5 * 63 / 65)), abs=1e-3)


def test_left_and_right_are_as_the_mover_sees_them():
    table = table_of([(15.0, 10.0)], [post()], enemies=[(1.0, 10.0)])  # it goes towards -x: its left is below
    ruling = judge(table, replace(TOWARDS_E1, distance=5.0, way=("left",)))
    assert end_of(ruling)[1] < 10.0


def test_a_longer_side_is_refused_and_by_how_much_is_said():
    table = table_of([(5.0, 10.0)], [post(up=0.2, down=1.0)])
    ruling = judge(table, replace(TOWARDS_E1, way=("right",)))
    assert ruling.clauses == ("direct.line",)
    (finding,) = ruling.findings
    assert finding.measured == pytest.approx(way_round_post(1.0))
    assert finding.limit == pytest.approx(way_round_post(0.2))
    assert f"{way_round_post(1.0) - way_round_post(0.2):.2f} in longer" in finding.says
    assert judge(table, replace(TOWARDS_E1, way=("left",))).legal


def test_a_side_with_no_way_is_refused():
    table = table_of([(5.0, 2.0)], [block("post", box(9.0, 0.0, 1.0, 2.5), 3.0)], enemies=[(25.0, 2.0)])
    assert judge(table, TOWARDS_E1).findings == ()
    refused = judge(table, replace(TOWARDS_E1, way=("right",)))
    assert refused.clauses == ("direct.line",)
    assert "no way round post on the right" in refused.findings[0].says


def test_one_side_is_chosen_for_each_thing_in_the_way():
    table = table_of([(5.0, 10.0)], [post(), block("second", box(14.5, 9.5, 1.0, 1.0), 3.0)])
    ruling = judge(table, replace(TOWARDS_E1, distance=way_round_post(0.5) + 4.0, way=("left", "right")))
    assert end_of(ruling)[1] < 10.0
    assert max(p.at[1] for p in ruling.profile) > 10.9
    assert len(ruling.findings) == 2


def test_a_choice_where_nothing_is_in_the_way_changes_nothing():
    table = table_of([(5.0, 10.0)])
    assert judge(table, replace(TOWARDS_E1, way=("right",))) == judge(table, TOWARDS_E1)


# direct.end


def test_towards_and_past_it_ends_no_further_away_than_it_began():
    table = table_of([(5.0, 10.0)], enemies=[(9.0, 10.0)])
    # Round the target itself: 4 in before the middle, 4 in beyond is as far, a hair more is further.
    round_it = math.sqrt(15.0) + math.asin(0.25) + math.pi / 2.0
    assert judge(table, replace(TOWARDS_E1, distance=round_it + 3.0 - 1e-4)).legal
    refused = judge(table, replace(TOWARDS_E1, distance=round_it + 3.0 + 1e-4))
    assert refused.clauses[0] == "direct.end"
    assert refused.findings[0].limit == pytest.approx(3.0)
    assert refused.findings[0].measured == pytest.approx(3.0001, abs=1e-5)


def test_away_round_something_does_not_end_closer():
    # A cup, open towards what it is driven from: the only way out of it leads back past that.
    cup = [
        block("floor", box(2.0, 8.0, 0.5, 4.0), 3.0), block("top", box(2.0, 11.5, 8.0, 0.5), 3.0),
        block("bottom", box(2.0, 8.0, 8.0, 0.5), 3.0),
    ]
    table = table_of([(4.0, 10.0)], cup, enemies=[(8.0, 10.0)])
    refused = judge(table, DirectMove("away", "u", "e1", 4.5, is_unit=True))
    assert "direct.end" in refused.clauses
    assert judge(table, DirectMove("away", "u", "e1", 1.0, is_unit=True)).legal


# direct.leader


def test_the_leader_is_the_one_with_the_shortest_way_not_the_nearest_as_the_crow_flies():
    # u-1 is 4 in off, behind a wall 8 in long; u-2 is 6 in off with nothing in between.
    wall = block("wall", box(7.0, 6.0, 0.5, 8.0), 3.0)
    table = table_of([(5.0, 10.0), (5.0, 12.0)], [wall], enemies=[(10.0, 10.0)])
    open_table = table_of([(5.0, 10.0), (5.0, 12.0)], enemies=[(10.0, 10.0)])
    assert direct_leader(open_table, TOWARDS_E1)[0].id == "u-1"
    # Over the top: u-2 is two inches nearer to the corner.
    assert direct_leader(table, TOWARDS_E1)[0].id == "u-2"


def test_of_models_with_equally_short_ways_the_player_may_choose_who_leads():
    table = table_of([(5.0, 9.0), (5.0, 11.0)], enemies=[(10.0, 10.0)])
    assert leaders_of(table, TOWARDS_E1) == ["u-1", "u-2"]
    action = replace(TOWARDS_E1, distance=math.hypot(5.0, 1.0) / 2.0)  # half of the way between the middles
    assert end_of(judge(table, action), "u-1") == pytest.approx((7.5, 9.5))
    assert end_of(judge(table, replace(action, leader="u-2")), "u-2") == pytest.approx((7.5, 10.5))


def test_a_leader_with_a_longer_way_is_refused():
    table = table_of([(5.0, 10.0), (4.0, 12.0)], enemies=[(10.0, 10.0)])
    ruling = judge(table, replace(TOWARDS_E1, distance=1.0, leader="u-2"))
    assert ruling.clauses == ("direct.leader",)
    assert ruling.findings[0].measured == pytest.approx(math.hypot(6.0, 2.0) - 1.0)
    assert ruling.findings[0].limit == pytest.approx(4.0)
    assert judge(table, replace(TOWARDS_E1, leader="e1")).clauses == ("leader.first",)


def test_the_target_itself_does_not_lengthen_the_way_to_it():
    table = as_one(table_of([(5.0, 10.0), (5.0, 8.0)], enemies=[(9.0, 10.0), (9.0, 11.0)]), "e1", "e2")
    assert direct_leader(table, replace(TOWARDS_E1, target="foes"))[0].id == "u-1"


def test_large_bases_are_nearer():
    # Middles 6 and 6.5 in off; the second base is 3 in across: 6 - 0.5 - 0.5 = 5.0 against 6.5 - 0.5 - 1.5 = 4.5.
    table = table_of([(10.0, 10.0)], enemies=[(16.0, 10.0), (10.0, 16.5)])
    big = replace(table.model("e2"), base=Base("disc", 3 * INCH, 3 * INCH))
    table = as_one(table.with_models([big]), "e1", "e2")
    towards = direct_leader(table, DirectMove("towards", "u", "foes", 1.0, is_unit=True))
    away = direct_leader(table, DirectMove("away", "u", "foes", 1.0, is_unit=True))
    assert (towards[1].name, away[1].name) == ("e2", "e1")


def test_towards_aims_at_the_nearest_and_away_at_the_furthest_of_a_unit():
    table = as_one(table_of([(10.0, 10.0)], enemies=[(13.0, 10.0), (10.0, 3.0)]), "e1", "e2")
    drawn = judge(table, DirectMove("towards", "u", "foes", 1.0, is_unit=True))
    driven = judge(table, DirectMove("away", "u", "foes", 2.0, is_unit=True))
    assert end_of(drawn) == pytest.approx((11.0, 10.0))
    assert end_of(driven) == pytest.approx((10.0, 12.0))


def test_of_a_unit_driven_away_the_nearest_leads():
    table = table_of([(10.0, 10.0), (12.0, 10.0)], enemies=[(16.0, 10.0)])
    ruling = judge(table, DirectMove("away", "u", "e1", 3.0, is_unit=True))
    assert end_of(ruling, "u-2") == pytest.approx((9.0, 10.0))
    # The other as far as coherency lets it: 3 in from base to far edge is 3 - 0.5 + 0.5 between the middles.
    assert end_of(ruling, "u-1") == pytest.approx((6.0, 10.0), abs=1e-3)


def test_the_others_stand_as_near_as_coherency_lets_them():
    ruling = judge(table_of([(10.0, 10.0), (8.0, 10.0)]), replace(TOWARDS_E1, distance=3.0))
    assert end_of(ruling, "u-2") == pytest.approx((16.0, 10.0), abs=1e-3)


# Correcting by hand


THREE = [(10.0, 10.0), (8.0, 10.5), (8.0, 9.5)]


def test_the_others_may_change_places():
    """The first stands 3 in before the leader, at (16, 10); the second beside it, touching, at 3 in from the leader."""
    table, action = table_of(THREE), replace(TOWARDS_E1, distance=3.0)
    arranged = judge(table, action).after
    front = next(i for i in ("u-2", "u-3") if math.dist(arranged.model(i).standing.at, (16.0, 10.0)) < 1e-3)
    side = "u-3" if front == "u-2" else "u-2"
    swapped = {front: Waypoint(arranged.model(side).standing.at), side: Waypoint(arranged.model(front).standing.at)}
    assert judge(table, replace(action, place=swapped)).legal
    # On the circle of 3 in about (13, 10), an inch from (16, 10): half the angle has the sine 1/6. Either side will do.
    turn = 2.0 * math.asin(1.0 / 6.0)
    for sign in (1.0, -1.0):
        spot = (13.0 + 3.0 * math.cos(turn), 10.0 + sign * 3.0 * math.sin(turn))
        ruling = judge(table, replace(action, place={"u-2": Waypoint((16.0, 10.0)), "u-3": Waypoint(spot)}))
        assert ruling.legal, ruling.findings


def test_one_that_could_stand_nearer_is_refused_by_direct_leader():
    table, action = table_of(THREE), replace(TOWARDS_E1, distance=3.0)
    ruling = judge(table, replace(action, place={"u-2": Waypoint((15.5, 10.0))}))
    # The other was arranged after it, and touches it; in front of it there is half an inch that no base fits in.
    assert ruling.clauses == ("direct.leader",)
    (finding,) = ruling.findings
    assert finding.pieces == ("u-2",)
    assert finding.measured == pytest.approx(9.5)
    assert finding.limit < 9.5
    assert judge(table, replace(action, place={"u-2": Waypoint((15.995, 10.0))})).legal  # to a hundredth of an inch


def test_a_place_out_of_coherency_or_over_another_base_is_refused():
    table, action = table_of(THREE), replace(TOWARDS_E1, distance=3.0)
    assert "coherency.distance" in judge(table, replace(action, place={"u-2": Waypoint((17.0, 10.0))})).clauses
    assert "base.overlap" in judge(table, replace(action, place={"u-2": Waypoint((13.4, 10.0))})).clauses


def test_a_unit_drawn_into_a_blind_alley_may_end_out_of_coherency_and_be_placed_so():
    # An alley an inch and a hair wide: three bases of an inch in a row lie wholly within 3 in of the leader, two do not.
    walls = [block("n", box(10.0, 10.501, 12.0, 1.0), 3.0), block("s", box(10.0, 8.499, 12.0, 1.0), 3.0)]
    walls.append(block("end", box(20.0, 9.499, 1.0, 1.002), 3.0))
    table = table_of([(9.0, 10.0), (8.0, 10.0), (8.0, 11.0), (8.0, 9.0), (7.0, 10.5), (7.0, 9.5)], walls)
    action = replace(TOWARDS_E1, target=(19.9, 10.0), distance=10.5)
    ruling = judge(table, action)
    assert ruling.legal, ruling.findings
    assert end_of(ruling) == pytest.approx((19.5, 10.0), abs=1e-5)
    assert "u" in ruling.after.memory.out_of_coherency
    xs = sorted(m.standing.at[0] for m in ruling.after.models_of(ruling.after.units["u"]))
    assert xs == pytest.approx([14.5, 15.5, 16.5, 17.5, 18.5, 19.5], abs=1e-2)
    place = {f"u-{k}": Waypoint(end_of(ruling, f"u-{k}")) for k in range(2, 7)}
    again = judge(table, replace(action, place=place))
    assert again.legal, again.findings
    assert "u" in again.after.memory.out_of_coherency


def test_the_place_of_the_leader_is_not_to_be_chosen():
    ruling = judge(table_of(THREE), replace(TOWARDS_E1, place={"u-1": Waypoint((11.0, 10.0))}))
    assert ruling.clauses == ("action.unavailable",)
    assert judge(table_of(THREE), replace(TOWARDS_E1, place={"e1": Waypoint((11.0, 10.0))})).clauses == ("action.unavailable",)


@given(st.integers(0, 10**9), st.sampled_from(["towards", "away"]), st.floats(0.0, 8.0))
def test_what_the_game_arranges_may_be_placed_by_hand(seed, name, distance):
    _, table, action = crowded(seed, name, distance)
    ruling = judge(table, action)
    if not ruling.legal:
        return
    leader = direct_leader(table, action)[0].id
    place = {m.id: Waypoint(m.standing.at) for m in ruling.after.models_of(ruling.after.units["u"]) if m.id != leader}
    again = judge(table, replace(action, place=place))
    assert again.legal, again.findings
    assert {m.id: m.place for m in again.after.models.values()} == {m.id: m.place for m in ruling.after.models.values()}


@given(st.integers(0, 10**9), st.sampled_from(["towards", "away"]), st.floats(0.0, 8.0))
def test_no_random_spot_is_better_than_where_the_game_sets_a_model(seed, name, distance):
    rng, table, action = crowded(seed, name, distance)
    ruling = judge(table, action)
    if not ruling.legal or len(table.models_of(table.units["u"])) < 2:
        return
    leader, aim = direct_leader(table, action)
    others = {m.id: m.standing.at for m in ruling.after.models_of(ruling.after.units["u"]) if m.id != leader.id}
    x, y = ruling.after.model(leader.id).standing.at
    for _ in range(60):
        moved, angle, far = rng.choice(sorted(others)), rng.uniform(0.0, 2.0 * math.pi), rng.uniform(0.0, 3.1)
        spot = (x + far * math.cos(angle), y + far * math.sin(angle))
        more = math.dist(spot, aim.middle) - math.dist(others[moved], aim.middle)
        if (more if name == "away" else -more) > 0.011:
            place = {i: Waypoint(spot if i == moved else at) for i, at in others.items()}
            assert not judge(table, replace(action, place=place)).legal


# direct.edge


def test_the_edge_stops_the_base_and_it_does_not_slide():
    # Middles on a line of slope 1: from (3, 2) the base meets the near edge after 1.5 in down and as much to the left.
    ruling = judge(table_of([(3.0, 2.0)], enemies=[(6.0, 5.0)]), DirectMove("away", "u", "e1", 9.0, is_unit=True))
    assert ruling.cost == pytest.approx(1.5 * math.sqrt(2.0))
    assert end_of(ruling) == pytest.approx((1.5, 0.5))
    assert ruling.clauses == ("direct.edge",)


def test_after_the_way_round_something_the_edge_stops_it_too():
    ruling = judge(table_of([(31.0, 10.0)], [post(x=35.0)], enemies=[(25.0, 10.0)]), DirectMove("away", "u", "e1", 20.0, True))
    assert ruling.cost == pytest.approx(way_round_post(0.5) + 3.0, abs=1e-5)  # from 36.5 to 39.5
    assert ruling.clauses == ("direct.line", "direct.edge")  # a tied way round, then the edge


# The action


def test_the_choice_and_the_places_are_read_and_written():
    data = {
        "action": "towards", "unit": "u", "target": "e1", "distance": 3.0, "leader": "u-1", "way": "left",
        "place": {"u-2": [1.0, 2.0]},
    }
    assert as_data(parse_action(data)) == data
    assert parse_action(data | {"way": ["left", "right"]}).way == ("left", "right")
    assert as_data(parse_action(data | {"way": ["left", "right"]}))["way"] == ["left", "right"]
    plain = {"action": "away", "unit": "u", "target": [1.0, 2.0], "distance": 3.0}
    assert as_data(parse_action(plain)) == plain


@pytest.mark.parametrize("way", ["up", 1, ["left", "up"], {"left": True}])
def test_a_way_that_is_no_side_is_refused(way):
    with pytest.raises(ActionError, match="left"):
        parse_action({"action": "towards", "unit": "u", "target": "e1", "distance": 3.0, "way": way})


@pytest.mark.parametrize("key", ["way", "place", "leader"])
def test_a_single_model_goes_straight_and_has_nothing_to_choose(key):
    value = {"way": "left", "place": {}, "leader": "a"}[key]
    with pytest.raises(ActionError, match="unknown key"):
        parse_action({"action": "towards", "model": "a", "target": "b", "distance": 3.0, key: value})


# What always holds


def crowded(seed, name, distance, count=4):
    rng, table = random_table(seed, count=count)
    from tests.rules.test_leader import free_leader

    placed = []
    for k in range(count):
        for _ in range(30):
            at = free_leader(rng, table.with_models(placed))
            near = not placed or (at is not None and math.dist(at, placed[0].standing.at) < 4.0)
            if at is not None and near:
                model = table.model(f"u-{k + 1}")
                from rules.arranging import set_at

                placed.append(set_at(table.with_models(placed), model, Waypoint(at)))
                break
    target = (rng.uniform(2, 38), rng.uniform(2, 28)) if rng.random() < 0.5 else f"e{rng.randint(1, 4)}"
    return rng, table.with_models(placed), DirectMove(name, "u", target, distance, is_unit=True)


@given(
    st.integers(0, 10**9), st.floats(0.0, 2.0 * math.pi), st.floats(0.1, 30.0),
    st.lists(st.sampled_from(["left", "right"]), max_size=2),
)
def test_no_course_runs_into_anything(seed, angle, distance, sides):
    _, table, _ = crowded(seed, "towards", 1.0, count=1)
    if not table.models_of(table.units["u"]):
        return
    leader = table.model("u-1")
    course = course_of(table, "u", leader, (math.cos(angle), math.sin(angle)), distance, sides)
    obstacles = obstacles_of(table, "u", leader)
    for a, b in zip(course.points, course.points[1:], strict=False):
        for piece in (p for o in obstacles for p in o.pieces):
            if math.dist(a, b) > 1e-6:
                assert closer_than(Leg(a, b), Shape(((0.0, 0.0),)), piece, leader.base.radius - 5e-6) is None
    written = math.fsum(math.dist(a, b) for a, b in zip(course.points, course.points[1:], strict=False))
    assert written == pytest.approx(course.length, abs=2e-3)
    assert course.length <= distance + 1e-9
    for bend in course.bends:
        assert bend.least >= math.dist(bend.start, bend.end) - 1e-9


@given(st.integers(0, 10**9), st.floats(0.0, 2.0 * math.pi), st.floats(0.1, 30.0))
def test_no_way_round_is_missed_that_is_shorter_than_both_sides(seed, angle, distance):
    from rules.direct_ways import ways_round

    _, table, _ = crowded(seed, "towards", 1.0, count=1)
    if not table.models_of(table.units["u"]):
        return
    leader = table.model("u-1")
    course = course_of(table, "u", leader, (math.cos(angle), math.sin(angle)), distance)
    for bend in course.bends:
        freely = ways_round(table.size, bend.start, leader.base.radius, obstacles_of(table, "u", leader)).distance_to(bend.end)
        assert bend.least == pytest.approx(freely, abs=1e-6)


@given(st.integers(0, 10**9), st.floats(0.1, 15.0), st.sampled_from(["left", "right"]))
def test_in_a_mirror_left_is_right(seed, distance, side):
    _, table, action = crowded(seed, "towards", distance, count=1)
    if not table.models_of(table.units["u"]):
        return
    other = "right" if side == "left" else "left"
    here = judge(table, replace(action, way=(side,) * 9))
    there = judge(mirrored(table), replace(mirrored_action(action), way=(other,) * 9))
    assert here.clauses == there.clauses
    assert here.cost == pytest.approx(there.cost)
    if here.after is not None:
        x, y = end_of(here)
        assert end_of(there) == pytest.approx((40.0 - x, y), abs=2e-3)


@given(st.integers(0, 10**9), st.floats(0.0, 15.0), st.floats(-math.pi, math.pi), st.sampled_from(["towards", "away"]))
def test_turning_the_board_changes_nothing(seed, distance, angle, name):
    _, table, action = crowded(seed, name, distance, count=3)
    rulings = []
    for turn in (0.0, angle):
        turned, to = turned_table(table, turn)
        target = action.target if isinstance(action.target, str) else to(action.target)
        rulings.append((judge(turned, replace(action, target=target, way=("left",) * 9)), to))
    (here, to_here), (there, to_there) = rulings
    assert here.clauses == there.clauses
    assert here.cost == pytest.approx(there.cost)
    if here.after is not None and table.models_of(table.units["u"]):
        leader = direct_leader(table, action)[0].id
        # As far from where every corner of the table was turned to.
        for corner in ((0.0, 0.0), (40.0, 0.0)):
            apart = math.dist(end_of(here, leader), to_here(corner)), math.dist(end_of(there, leader), to_there(corner))
            assert apart[0] == pytest.approx(apart[1], abs=2e-3)


def mirrored(table):
    from physics.regions import Footprint
    from rules.terrain import Terrain

    def ring(points):
        return tuple((40.0 - x, y) for x, y in reversed(points))

    def footprint(f):
        return Footprint(tuple(replace(p, points=ring(p.points)) for p in f.pieces), tuple(ring(r) for r in f.rings))

    features = tuple(replace(f, footprint=footprint(f.footprint)) for f in table.terrain.features)
    models = [
        m.placed(replace(m.place, at=(40.0 - m.place.at[0], m.place.at[1]))) for m in table.models.values() if m.place
    ]
    return replace(table, terrain=Terrain(features)).with_models(models)


def mirrored_action(action):
    target = action.target
    return action if isinstance(target, str) else replace(action, target=(40.0 - target[0], target[1]))


def test_clearances_of_touching_ends_are_nought():
    """That a way round ends where it may: it touches what it goes round, and no more."""
    ruling = judge(table_of([(5.0, 10.0)], [post()]), replace(TOWARDS_E1, distance=5.0))
    model = ruling.after.model("u-1")
    (piece,) = obstacles_of(ruling.after, "u", model)[0].pieces
    assert clearance(model.footprint, piece) == pytest.approx(0.0, abs=1e-3)
