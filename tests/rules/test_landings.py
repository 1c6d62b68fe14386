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
