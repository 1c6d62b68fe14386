"""The lines on which a drop deeper than a model's Agility ends its move (drop.ends)."""

import pytest
import shapely

from rules.actions import ModelMove, Waypoint
from rules.reach import reach, route_cost
from rules.referee import judge
from rules.table import Table
from tests.rules.tables import INCH, block, box, piece, table_of

ROOF = block("roof", box(6.0, 3.0, 4.0, 4.0), 4.0, climbable=False)


def high(move: float = 6.0, agility: float = 1.0, *others: object) -> Table:
    mover = piece("mover", "Reds", (8.0, 5.0), move=move, agility=agility, base=INCH)
    return table_of([ROOF], [mover, *others], size=(20.0, 12.0))  # type: ignore[list-item]


def test_the_landing_is_half_a_base_from_the_edge_all_round() -> None:
    line = reach(high(), "mover").landings["ground"]
    for at in ((10.5, 5.0), (5.5, 4.2), (8.0, 7.5), (10.0 + 0.5 * 0.6, 7.0 + 0.5 * 0.8)):
        assert line.distance(shapely.Point(at)) == pytest.approx(0.0, abs=0.005), at
    # Four sides of 4 in and a circle of half an inch: 16 + pi.
    assert line.length == pytest.approx(19.14, abs=0.05)


def test_where_the_line_is_a_move_ends_and_beside_it_none_does() -> None:
    table = high()
    assert route_cost(table, "mover", Waypoint((10.5, 5.0))) == pytest.approx(2.5)
    assert judge(table, ModelMove("move", "mover", (Waypoint((10.5, 5.0)),)), in_turn=False).legal
    assert not judge(table, ModelMove("move", "mover", (Waypoint((10.6, 5.0)),)), in_turn=False).legal
    assert "ground" not in {on for on, area in reach(table, "mover").areas.items() if not area.is_empty}


def test_only_as_far_as_the_allowance_goes() -> None:
    """2.6 in from the middle of the roof: the grown edge 2.5 in off is crossed up to sqrt(2.6^2 - 2.5^2) = 0.714 aside."""
    line = reach(high(move=2.6), "mover").landings["ground"]
    assert line.distance(shapely.Point(10.5, 5.70)) <= 0.01
    assert line.distance(shapely.Point(10.5, 5.80)) >= 0.05


def test_an_enemy_at_the_foot_keeps_its_zone_free() -> None:
    guard = piece("guard", "Blues", (11.5, 5.0), base=INCH)
    line = reach(high(6.0, 1.0, guard), "mover").landings["ground"]
    # The zone of 1 in: 2 in between middles, 1 in off the line: sqrt(3) = 1.732 aside of the guard.
    assert line.distance(shapely.Point(10.5, 5.0)) >= 1.70
    assert line.distance(shapely.Point(10.5, 6.76)) <= 0.02


def test_within_agility_there_is_no_such_line() -> None:
    assert not reach(high(agility=4.0), "mover").landings


@pytest.mark.parametrize(("height", "bottom", "agility"), [(0.25, 3.75, 1.0), (1.0, 0.0, 0.0)])
def test_what_is_not_in_the_way_below_is_landed_clear_of_too(height: float, bottom: float, agility: float) -> None:
    """A deck, under which there is room, and a top of exactly an inch: round both the line is half a base off as well."""
    deck = block("roof", box(6.0, 3.0, 4.0, 4.0), height, bottom, climbable=False)
    mover = piece("mover", "Reds", (8.0, 5.0), on="roof", move=6.0, agility=agility, base=INCH)
    line = reach(table_of([deck], [mover], size=(20.0, 12.0)), "mover").landings["ground"]
    assert line.length == pytest.approx(19.14, abs=0.05)
    for at in ((10.5, 5.0), (5.5, 4.2), (8.0, 7.5), (10.0 + 0.5 * 0.6, 7.0 + 0.5 * 0.8)):
        assert line.distance(shapely.Point(at)) == pytest.approx(0.0, abs=0.005), at


def test_a_roof_that_can_be_climbed_ends_the_move_of_whom_the_climb_is_too_dear() -> None:
    """2 in across to the edge and 4 in down come to more than 6: but it may let itself drop, half an inch off the edge."""
    roof = block("roof", box(6.0, 3.0, 4.0, 4.0), 4.0)
    mover = piece("mover", "Reds", (8.0, 5.0), move=6.0, agility=1.0, base=INCH)
    table = table_of([roof], [mover], size=(20.0, 12.0))
    assert judge(table, ModelMove("move", "mover", (Waypoint((10.5, 5.0)),)), in_turn=False).legal
    assert reach(table, "mover").landings["ground"].distance(shapely.Point(10.5, 5.0)) <= 0.005


def test_a_base_lands_on_a_roof_on_its_way_down() -> None:
    """Off 3 in with Agility 1, half an inch from a roof of 2 in: it comes down there, an inch, and may walk on."""
    high_roof, low_roof = block("high", box(2.0, 2.0, 3.0, 3.0), 3.0), block("low", box(5.25, 2.0, 4.0, 3.0), 2.0)
    mover = piece("mover", "Reds", (4.0, 3.5), move=6.0, agility=1.0, base=INCH)
    table = table_of([high_roof, low_roof], [mover], size=(12.0, 8.0))
    ruling = judge(table, ModelMove("move", "mover", (Waypoint((7.5, 3.5)),)), in_turn=False)
    assert ruling.legal, ruling.findings
    assert ruling.cost == pytest.approx(3.5)
    assert reach(table, "mover").areas["low"].contains(shapely.Point(7.5, 3.5))
