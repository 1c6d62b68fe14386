"""Tricky cases with heights, each worked out by hand. Bases are 2 in across (a radius of an inch) unless they say so."""

import math

import pytest

from rules.engagement import engaged
from rules.proximity import in_zone
from rules.ruling import Ruling
from rules.table import Table
from tests.rules.tables import (
    INCH,
    block,
    box,
    gap,
    ladder,
    move,
    offences,
    piece,
    rule,
    slope,
    table_of,
    tower,
    wall,
)


def kinds(ruling: Ruling) -> list[tuple[str, float]]:
    """What happens on the way, and the inches counted for it."""
    return [(item.kind, round(item.counted, 6)) for item in ruling.items if item.kind != "across"]


# -- up ----------------------------------------------------------------------------------------------------------------


def test_six_across_and_two_up_cost_eight() -> None:
    table = table_of([block("shed", box(10.0, 2.0, 6.0, 6.0), 2.0)], [piece("boss", "Reds", (6.0, 5.0), move=8.0)])
    ruling = rule(table, move("boss", (12.0, 5.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(8.0)
    assert kinds(ruling) == [("climb", 2.0)]
    climb = next(item for item in ruling.items if item.kind == "climb")
    assert climb.along == pytest.approx(4.0, abs=1e-6)
    assert climb.at == pytest.approx((10.0, 5.0), abs=1e-6)


def test_up_and_over_a_wall_pays_both_ways() -> None:
    """A wall of 3 in: 4 in across, 3 up, 3 down, since nobody stands on it and it is climbed down."""
    table = table_of([wall("wall", ((8.0, 0.0), (8.0, 10.0)), 3.0)], [piece("boss", "Reds", (6.0, 5.0), move=10.0)])
    ruling = rule(table, move("boss", (10.0, 5.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(10.0)
    assert kinds(ruling) == [("climb", 3.0), ("climb", 3.0)]


def stairs_beside(height: float) -> Table:
    """Stairs that rise 2 in over 4, beside others from the same line that rise so high; the mover is 2 in from them."""
    stairs = slope("stairs", box(4.0, 2.0, 4.0, 4.0), (4.0, 4.0), (8.0, 4.0), 2.0)
    beside = slope("beside", box(4.0, 6.0, 4.0, 4.0), (4.0, 8.0), (8.0, 8.0), height)
    return table_of([stairs, beside], [piece("boss", "Reds", (2.0, 5.7), base=INCH, move=8.0)])


def test_stairs_beside_stairs_are_in_the_way_only_where_they_are_an_inch_above_the_feet() -> None:
    """The base reaches 0.4 in ahead along the edge, 0.3 in aside: x + 0.4 is more than x / 2 + 1 from x = 1.2 on."""
    ruling = rule(stairs_beside(4.0), move("boss", (7.5, 5.7)))
    assert offences(ruling) == {"terrain.blocked", "base.fit"}
    assert ruling.findings[0].along == pytest.approx(2.0 + 1.2, abs=1e-5)


def test_stairs_beside_stairs_as_steep_are_in_nobodys_way() -> None:
    """The base reaches 0.4 in ahead, where the others are 0.2 in higher than under its middle."""
    ruling = rule(stairs_beside(2.0), move("boss", (7.5, 5.7)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(5.5)


def test_crates_stacked_are_climbed_one_by_one() -> None:
    """Crates of 1.5 in, the second on the first, set back 2 in: 1.5 + 1.5 up."""
    crates = [block("low", box(8.0, 2.0, 8.0, 6.0), 1.5), block("high", box(10.5, 2.0, 5.5, 6.0), 1.5, bottom=1.5)]
    table = table_of(crates, [piece("boss", "Reds", (6.0, 5.0), move=10.0)])
    ruling = rule(table, move("boss", (12.0, 5.0, "high")))
    assert ruling.legal
    assert ruling.cost == pytest.approx(6.0 + 3.0)
    assert kinds(ruling) == [("climb", 1.5), ("climb", 1.5)]
    assert ruling.after is not None
    assert ruling.after.model("boss").elevation == 3.0


def test_flush_crates_are_climbed_in_one_go() -> None:
    """Two crates with the same edge: the side reaches from the ground to the upper top by way of the lower one."""
    crates = [block("low", box(8.0, 2.0, 6.0, 6.0), 1.5), block("high", box(8.0, 2.0, 6.0, 6.0), 1.5, bottom=1.5)]
    table = table_of(crates, [piece("boss", "Reds", (6.0, 5.0), move=10.0)])
    ruling = rule(table, move("boss", (10.0, 5.0, "high")))
    assert ruling.legal
    assert ruling.cost == pytest.approx(4.0 + 3.0)


def test_steps_just_under_an_inch_are_free_and_one_of_an_inch_is_not() -> None:
    for height, cost in ((0.999, 4.0), (1.0, 5.0), (1.5, 5.5)):
        table = table_of([block("kerb", box(8.0, 2.0, 6.0, 6.0), height)], [piece("boss", "Reds", (6.0, 5.0))])
        ruling = rule(table, move("boss", (10.0, 5.0)))
        assert ruling.legal
        assert ruling.cost == pytest.approx(cost)


def test_an_obstacle_of_exactly_an_inch_is_free_when_crossed() -> None:
    for height, cost in ((1.0, 5.0), (1.001, 5.0 + 2 * 1.001)):
        fence = wall("fence", ((8.0, 0.0), (8.0, 10.0)), height)
        table = table_of([fence], [piece("boss", "Reds", (6.0, 5.0), move=9.0)])
        ruling = rule(table, move("boss", (11.0, 5.0)))
        assert ruling.legal
        assert ruling.cost == pytest.approx(cost)


def test_an_obstacle_of_an_inch_with_a_slope_up_to_it_is_free_both_ways() -> None:
    """A ramp from 0 at x = 8 to 1 in at x = 12. Over its high end, and off its side where it is half an inch high.

    Up exactly an inch and down half, or up half and down exactly an inch: nothing is counted either way, Agility or not.
    """
    ramp = slope("ramp", box(8.0, 2.0, 4.0, 6.0), (8.0, 5.0), (12.0, 5.0), 1.0)
    there = ((13.5, 5.0), (10.0, 5.0), (10.0, 1.0))
    for path in (there, there[::-1]):
        table = table_of([ramp], [piece("boss", "Reds", path[0], agility=0.0, move=8.0)])
        ruling = rule(table, move("boss", *path[1:]))
        assert ruling.legal
        assert ruling.cost == pytest.approx(3.5 + 4.0)


def test_an_inch_that_cannot_be_climbed_may_be_crossed_but_not_kept() -> None:
    plinth = block("plinth", box(8.0, 2.0, 3.0, 6.0), 1.0, climbable=False)
    table = table_of([plinth], [piece("boss", "Reds", (6.0, 5.0), move=9.0)])
    assert rule(table, move("boss", (13.0, 5.0))).cost == pytest.approx(7.0)
    assert offences(rule(table, move("boss", (9.5, 5.0)))) == {"climb.surface"}


def test_a_stair_of_small_steps_is_free_however_high() -> None:
    steps = [block(f"s{k}", box(8.0 + k, 2.0, 12.0 - k, 6.0), 0.75 * (k + 1)) for k in range(4)]
    table = table_of(steps, [piece("boss", "Reds", (6.0, 5.0), move=9.0)])
    ruling = rule(table, move("boss", (14.0, 5.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(8.0)
    assert ruling.after is not None
    assert ruling.after.model("boss").elevation == pytest.approx(3.0)


def test_a_steep_slope_is_free_both_ways() -> None:
    """4 in up over 1 in across: a staircase. On top lies a roof of 4 in."""
    features = [
        slope("stairs", box(8.0, 2.0, 1.0, 6.0), (8.0, 5.0), (9.0, 5.0), 4.0), block("roof", box(9.0, 2.0, 6.0, 6.0), 4.0),
    ]
    table = table_of(features, [piece("boss", "Reds", (6.0, 5.0), move=8.0)])
    ruling = rule(table, move("boss", (10.5, 5.0), (9.9, 3.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(4.5 + math.hypot(0.6, 2.0))
    down = rule(table_of(features, [piece("boss", "Reds", (12.0, 5.0))]), move("boss", (6.0, 5.0)))
    assert down.legal
    assert down.cost == pytest.approx(6.0)


def test_the_high_side_of_a_slope_is_climbed() -> None:
    """Coming from the side at x = 10, where the ramp is 2 in high: 2 in up."""
    ramp = slope("ramp", box(6.0, 2.0, 4.0, 6.0), (6.0, 5.0), (10.0, 5.0), 2.0)
    table = table_of([ramp], [piece("boss", "Reds", (12.0, 5.0), move=8.0)])
    ruling = rule(table, move("boss", (9.0, 5.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(3.0 + 2.0)
    assert ruling.after is not None
    assert ruling.after.model("boss").elevation == pytest.approx(1.5)


def test_a_ladder_is_within_reach_or_not() -> None:
    """A ladder from y = 4.9 to 5.1 on the side at x = 8, reach 0.5: the base, an inch, may pass 1.5 in to the side."""
    features = [block("roof", box(8.0, 0.0, 8.0, 12.0), 3.0, climbable=False), ladder("rungs", ((8.0, 4.9), (8.0, 5.1)))]
    for y, expected in ((6.599, set()), (6.601, {"climb.surface"})):
        table = table_of(features, [piece("boss", "Reds", (6.0, y), move=7.0)])
        assert offences(rule(table, move("boss", (10.0, y)))) >= expected
        assert rule(table, move("boss", (10.0, y))).legal == (not expected)


def test_under_a_deck_there_is_nothing_to_climb() -> None:
    deck = block("deck", box(8.0, 2.0, 6.0, 6.0), 0.25, bottom=2.75)
    table = table_of([deck], [piece("boss", "Reds", (6.0, 5.0), move=9.0)])
    assert rule(table, move("boss", (11.0, 5.0))).cost == 5.0  # passes under it
    assert offences(rule(table, move("boss", (11.0, 5.0, "deck")))) == {"climb.surface"}
    tall = table_of([deck], [piece("boss", "Reds", (6.0, 5.0), height=2.76)])
    assert offences(rule(tall, move("boss", (11.0, 5.0)))) >= {"terrain.blocked"}
    exact = table_of([deck], [piece("boss", "Reds", (6.0, 5.0), height=2.75)])
    assert rule(exact, move("boss", (11.0, 5.0))).legal


# -- along -------------------------------------------------------------------------------------------------------------


def test_walking_along_the_seam_of_two_roofs() -> None:
    roofs = [block("west", box(4.0, 2.0, 4.0, 10.0), 3.0), block("east", box(8.0, 2.0, 4.0, 10.0), 3.0)]
    table = table_of(roofs, [piece("boss", "Reds", (8.0, 4.0))])
    ruling = rule(table, move("boss", (8.0, 10.0)))
    assert ruling.legal
    assert ruling.cost == 6.0
    assert kinds(ruling) == []


def test_walking_along_the_edge_of_a_roof_over_its_very_edge() -> None:
    """Half the base hangs over all the way: legal on the way, exactly half is too much at the end."""
    table = table_of([block("roof", box(4.0, 2.0, 8.0, 10.0), 3.0)], [piece("boss", "Reds", (5.0, 4.0))])
    ruling = rule(table, move("boss", (4.0, 5.0), (4.0, 7.0), (5.0, 8.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(2.0 + 2.0 * math.sqrt(2.0))
    assert offences(rule(table, move("boss", (4.0, 5.0)))) == {"positioning.overhang"}
    assert rule(table, move("boss", (4.001, 5.0))).legal


def test_a_leg_that_starts_on_an_edge() -> None:
    """From the edge outwards is a way down, from it inwards a walk."""
    table = table_of([block("roof", box(4.0, 2.0, 8.0, 10.0), 2.0)], [piece("boss", "Reds", (12.0, 6.0), agility=3.0)])
    assert table.model("boss").elevation == 2.0
    out = rule(table, move("boss", (14.0, 6.0)))
    assert out.legal
    assert out.cost == 2.0
    assert kinds(out) == [("drop", 0.0)]
    inwards = rule(table, move("boss", (10.0, 6.0)))
    assert inwards.legal
    assert kinds(inwards) == []


def test_overhang_at_a_corner_is_by_area() -> None:
    """With its middle d inside both edges of a corner, a disc of radius 1 covers the quadrant by 1/4 + …; the share on the
    roof for d = 0.2 is (π/4 + 2·d·… ) worked out as the area of the disc with x > -d and y > -d.

    Area = ∫∫ = π/4 + 2·A(d) + d², where A(d) = ½(d√(1-d²) + asin d) is the strip from 0 to d over a quarter turn.
    """
    def share(d: float) -> float:
        strip = 0.5 * (d * math.sqrt(1.0 - d * d) + math.asin(d))
        return (math.pi / 4.0 + 2.0 * strip + d * d) / math.pi

    low, high = 0.0, 1.0
    for _ in range(60):  # the d at which exactly half is on the roof
        middle = (low + high) / 2.0
        low, high = (middle, high) if share(middle) < 0.5 else (low, middle)
    for d, expected in ((low + 1e-3, set()), (low - 1e-3, {"positioning.overhang"})):
        table = table_of([block("roof", box(4.0, 4.0, 8.0, 8.0), 3.0)], [piece("boss", "Reds", (6.0, 6.0))])
        assert offences(rule(table, move("boss", (4.0 + d, 4.0 + d)))) == expected


def test_the_air_between_two_roofs_is_a_gap() -> None:
    for width, expected in ((1.999, set()), (2.001, {"gap.crossing", "drop.ends"})):
        roofs = [
            block("west", box(2.0, 2.0, 6.0, 8.0), 6.0, climbable=False),
            block("east", box(8.0 + width, 2.0, 6.0, 8.0), 6.0, climbable=False),
        ]
        table = table_of(roofs, [piece("boss", "Reds", (7.0, 6.0), agility=3.0)])
        ruling = rule(table, move("boss", (11.5, 6.0)))
        assert ruling.legal == (not expected)
        if not expected:
            assert ruling.cost == pytest.approx(4.5)
            assert kinds(ruling) == [("gap", 0.0)]


def test_a_courtyard_in_a_roof_is_fallen_into() -> None:
    """A standable closed wall 3 in high and 2 in thick round a yard: its walk is a roof with a courtyard."""
    ring = ((4.0, 4.0), (14.0, 4.0), (14.0, 14.0), (4.0, 14.0), (4.0, 4.0))
    walk = wall("walk", ring, 3.0, thickness=2.0, standable=True)
    table = table_of([walk], [piece("boss", "Reds", (4.0, 8.0), on="walk", agility=3.0, move=9.0)])
    assert rule(table, move("boss", (4.0, 12.0))).cost == 4.0
    across = rule(table, move("boss", (9.0, 8.0)))
    assert across.legal
    assert kinds(across) == [("drop", 0.0)]
    assert across.after is not None
    assert across.after.model("boss").elevation == 0.0
    back = rule(table, move("boss", (9.0, 8.0), (9.0, 6.5)))
    assert back.cost == pytest.approx(6.5)


# -- down --------------------------------------------------------------------------------------------------------------


def test_a_drop_of_exactly_agility_goes_on() -> None:
    for height, expected in ((3.0, set()), (3.001, {"drop.ends"})):
        table = table_of(
            [block("roof", box(2.0, 2.0, 6.0, 8.0), height, climbable=False)], [piece("boss", "Reds", (7.0, 6.0), agility=3.0)]
        )
        assert offences(rule(table, move("boss", (12.0, 6.0)))) == expected


def test_a_drop_of_six_with_agility_five_ends_the_move_after_two_inches() -> None:
    """The roof's edge is an inch away, and the base of 2 in lands clear of it an inch further: 2 in, and no more."""
    roof = block("roof", box(2.0, 2.0, 6.0, 8.0), 6.0, climbable=False)
    table = table_of([roof], [piece("boss", "Reds", (7.0, 6.0), agility=5.0)])
    ruling = rule(table, move("boss", (9.0, 6.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(2.0)
    assert ruling.clauses == ("drop.ends",)
    assert offences(rule(table, move("boss", (9.0, 6.0), (10.0, 6.0)))) == {"drop.ends"}
    assert "base.fit" in offences(rule(table, move("boss", (8.9, 6.0))))


def test_a_deep_way_down_is_climbed_and_paid_where_the_path_goes_on() -> None:
    roof = block("roof", box(2.0, 2.0, 6.0, 8.0), 4.0)
    table = table_of([roof], [piece("boss", "Reds", (7.0, 6.0), agility=3.0, move=8.0)])
    ruling = rule(table, move("boss", (11.0, 6.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(8.0)
    assert kinds(ruling) == [("climb", 4.0)]
    assert "drop.ends" in offences(rule(table, move("boss", (11.01, 6.0))))


def test_a_drop_onto_a_ledge_and_from_it() -> None:
    """From 5 in down to a ledge of 3 in, and from there to the ground: drops of 2 and 3, both within Agility 3."""
    features = [
        block("roof", box(2.0, 2.0, 4.0, 8.0), 5.0, climbable=False), block("ledge", box(6.0, 2.0, 3.0, 8.0), 3.0, climbable=False),
    ]
    table = table_of(features, [piece("boss", "Reds", (5.0, 6.0), agility=3.0, move=7.0)])
    onto = rule(table, move("boss", (7.5, 6.0)))
    assert onto.legal
    assert onto.after is not None
    assert onto.after.model("boss").standing.on == "ledge"
    assert kinds(onto) == [("drop", 0.0)]
    past = rule(table, move("boss", (12.0, 6.0)))
    assert past.legal
    assert past.cost == pytest.approx(7.0)
    assert kinds(past) == [("drop", 0.0), ("drop", 0.0)]


def test_a_ledge_too_narrow_to_land_on_is_passed() -> None:
    """A ledge half an inch wide under a roof of 5 in: beside the roof a base of 2 in has its middle past the ledge."""
    features = [
        block("roof", box(2.0, 2.0, 4.0, 8.0), 5.0, climbable=False), block("ledge", box(6.0, 2.0, 0.5, 8.0), 3.0, climbable=False),
    ]
    table = table_of(features, [piece("boss", "Reds", (5.0, 6.0), agility=5.0, move=7.0)])
    ruling = rule(table, move("boss", (9.0, 6.0)))
    assert ruling.legal
    assert ruling.after is not None
    assert ruling.after.model("boss").elevation == 0.0


def test_a_drop_never_onto_an_enemy() -> None:
    """The landing at the foot of the roof is where the foe stands."""
    roof = block("roof", box(2.0, 2.0, 6.0, 8.0), 2.0)
    table = table_of([roof], [piece("boss", "Reds", (7.0, 6.0)), piece("foe", "Blues", (9.5, 6.0))])
    assert {"base.overlap", "enemy.base"} <= offences(rule(table, move("boss", (9.0, 6.0))))


def test_counted_drops_cost_their_height_and_may_pass_the_allowance() -> None:
    roof = block("roof", box(2.0, 2.0, 6.0, 8.0), 6.0, climbable=False)
    table = table_of([roof], [piece("boss", "Reds", (7.0, 6.0), agility=3.0, move=4.0)], parameters={"drop.counted": True})
    ruling = rule(table, move("boss", (9.0, 6.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(8.0)


# -- between levels ----------------------------------------------------------------------------------------------------


def test_engaged_up_to_two_inches_and_to_the_lower_ones_top() -> None:
    for height, model_height, expected in ((2.0, 2.0, True), (2.001, 3.0, False), (1.5, 1.25, False), (1.25, 1.25, True)):
        roof = block("roof", box(2.0, 2.0, 4.0, 8.0), height)
        pieces = [piece("foe", "Blues", (5.0, 6.0)), piece("boss", "Reds", (7.0, 6.0), height=model_height)]
        table = table_of([roof], pieces)
        assert engaged(table, table.model("boss"), table.model("foe")) == expected


def test_a_wide_deck_passes_over_a_zone_more_than_two_inches_down() -> None:
    for height, expected in ((2.001, set()), (2.0, {"proximity.enter"})):
        deck = block("deck", box(2.0, 2.0, 12.0, 4.0), 0.25, bottom=height - 0.25)
        pieces = [piece("boss", "Reds", (4.0, 4.0), on="deck", move=7.0), piece("foe", "Blues", (7.0, 7.25))]
        table = table_of([deck], pieces)
        assert offences(rule(table, move("boss", (10.0, 4.6, "deck")))) == expected


def test_a_model_on_a_roof_is_hidden_from_one_at_its_foot_by_the_roof_itself() -> None:
    """The block starts at the foe's surface and is as tall as it is: the shortest line crosses it."""
    roof = block("roof", box(2.0, 2.0, 6.0, 8.0), 2.0)
    inside, overhanging = piece("boss", "Reds", (6.9, 6.0)), piece("boss", "Reds", (7.1, 6.0))
    foe = piece("foe", "Blues", (9.5, 6.0))
    table = table_of([roof], [inside, foe])  # its edge at 7.9, inside the roof's
    assert not in_zone(table, table.model("boss"), table.model("foe"))
    table = table_of([roof], [overhanging, foe])  # its edge at 8.1, over the air: nothing in between
    assert in_zone(table, table.model("boss"), table.model("foe"))


def test_two_models_one_above_the_other() -> None:
    deck = block("deck", box(2.0, 2.0, 8.0, 8.0), 0.25, bottom=1.5)
    pieces = [piece("boss", "Reds", (12.0, 6.0)), piece("pal", "Reds", (6.0, 6.0), on="deck")]
    assert rule(table_of([deck], pieces), move("boss", (6.0, 6.0))).legal  # 1.25 in tall, under the deck at 1.5
    low = block("deck", box(2.0, 2.0, 8.0, 8.0), 0.25, bottom=1.0)
    assert offences(rule(table_of([low], pieces), move("boss", (6.0, 6.0)))) >= {"base.fit", "terrain.blocked"}


def test_a_bridge_carries_over_a_chasm() -> None:
    features = [gap("chasm", box(6.0, 0.0, 5.0, 12.0)), block("bridge", box(5.0, 4.0, 7.0, 2.0), 0.25)]
    table = table_of(features, [piece("boss", "Reds", (4.0, 5.0), move=9.0)])
    assert rule(table, move("boss", (13.0, 5.0))).legal
    assert rule(table, move("boss", (8.5, 5.0))).legal
    assert offences(rule(table, move("boss", (4.0, 7.5), (8.5, 7.5)))) == {"gap.crossing"}


def test_a_surface_named_that_cannot_be_stood_on() -> None:
    features = [wall("fence", ((8.0, 0.0), (8.0, 12.0)), 2.0), block("hedge", box(10.0, 2.0, 6.0, 6.0), 2.0, standable=False)]
    table = table_of(features, [piece("boss", "Reds", (6.0, 5.0), move=20.0)])
    for end in ((8.0, 5.0, "fence"), (13.0, 5.0, "hedge")):
        ruling = rule(table, move("boss", end))
        assert "positioning.overhang" in offences(ruling)
        assert ruling.cost is not None
        assert math.isfinite(ruling.cost)


def test_a_waypoint_on_top_of_a_fence_is_only_passed() -> None:
    """On the way over it, saying that it is on the fence changes nothing: a climb of 2 in up and 2 in down."""
    table = table_of([wall("fence", ((8.0, 0.0), (8.0, 12.0)), 2.0)], [piece("boss", "Reds", (6.0, 5.0), move=9.0)])
    plain, named = rule(table, move("boss", (11.0, 5.0))), rule(table, move("boss", (8.0, 5.0, "fence"), (11.0, 5.0)))
    assert plain.legal
    assert named.legal
    assert plain.cost == pytest.approx(9.0)
    assert named.cost == pytest.approx(9.0)


def test_a_low_crate_named_from_afar_is_no_place_to_stand() -> None:
    table = table_of([block("crate", box(10.0, 4.0, 2.0, 2.0), 0.5)], [piece("boss", "Reds", (5.0, 5.0), move=9.0)])
    assert rule(table, move("boss", (11.0, 5.0, "crate"))).legal
    assert offences(rule(table, move("boss", (7.0, 5.0, "crate")))) == {"positioning.overhang"}


def test_a_round_tower_is_climbed_on_any_side() -> None:
    table = table_of([tower("keep", (8.0, 6.0), 2.0, 2.0)], [piece("boss", "Reds", (5.0, 3.0), move=9.0)])
    ruling = rule(table, move("boss", (8.0, 6.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(math.hypot(3.0, 3.0) + 2.0)
    climb = next(item for item in ruling.items if item.kind == "climb")
    assert climb.along == pytest.approx(math.hypot(3.0, 3.0) - 2.0, abs=1e-6)


def test_a_rectangle_climbs_with_its_whole_side_against_the_wall() -> None:
    cart = piece("boss", "Reds", (6.0, 6.0), base={"rect": (2 * INCH, INCH)}, facing_deg=0.0)
    table = table_of([block("shed", box(8.0, 2.0, 6.0, 8.0), 2.0)], [cart])
    ruling = rule(table, move("boss", (9.0, 6.0)))
    assert ruling.legal
    assert ruling.cost == pytest.approx(5.0)
    beside = block("rock", box(8.0, 6.5, 6.0, 4.0), 4.0, climbable=False)  # its corner is in the way of the cart's side
    table = table_of([block("shed", box(8.0, 2.0, 6.0, 4.5), 2.0), beside], [cart])
    assert offences(rule(table, move("boss", (9.0, 6.0)))) >= {"terrain.blocked"}


@pytest.mark.parametrize("top", [2.99, 3.0, 3.01, 3.5, 3.99, 4.0, 4.01, 5.0])
def test_a_parapet_round_a_roof_is_climbed_in_over(top: float) -> None:
    # The roof is 3 in high; the parapet stands on the ground an eighth inside its edge. Up to an inch above the roof it
    # is stepped over, and the climb is 3; higher it is climbed itself: up to its top and down to the roof.
    roof, parapet = block("roof", box(8, 2, 8, 8), 3.0), wall("parapet", ((8.25, 2), (8.25, 10)), top)
    table = table_of([roof, parapet], [piece("a", "Reds", (5, 6), base=INCH, move=20, agility=0)])
    ruling = rule(table, move("a", (11, 6)))
    assert ruling.legal, ruling.findings
    over = 2.0 * (top - 3.0) if top > 4.0 + 1e-9 else 0.0
    assert ruling.cost == pytest.approx(6.0 + 3.0 + over)
