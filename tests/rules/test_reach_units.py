"""Routes in rulesets that move units: of the leader (leader), of one model (squad); none for ranked blocks."""

import math

import pytest

from rules.actions import Waypoint
from rules.boards import read_board
from rules.reach import is_known, reach, route, route_cost
from rules.table import Table

HEAD = """
format = 1
title = "Routes"
ruleset = "{ruleset}"
[table]
size = [30, 20]
[[side]]
name = "A"
[[side]]
name = "B"
"""
HOUSE = """
[[terrain]]
id = "house"
kind = "block"
rect = [9, 6, 2, 8]
height = 4
climbable = false
"""
UNIT = """
[[unit]]
id = "{name}"
side = "{side}"
base = 25.4
move = {move}
{where}
"""


def table(ruleset: str, *parts: str) -> Table:
    return read_board(HEAD.format(ruleset=ruleset) + "".join(parts), "routes.toml").table


def unit(name: str, side: str, where: str, move: float = 12.0, more: str = "") -> str:
    return UNIT.format(name=name, side=side, where=where, move=move) + more


ROUND_HOUSE = 2.0 * math.sqrt(3.0**2 + 4.0**2 - 0.5**2) + 2.0 + 2.0 * 0.5 * math.asin(0.8)
"""From (6, 10) round the upper edge of the house to (14, 10), but for how its arcs begin; good to 0.05."""


@pytest.mark.parametrize("ruleset", ["leader", "squad"])
def test_round_a_house(ruleset: str) -> None:
    found = route_cost(table(ruleset, HOUSE, unit("one", "A", "at = [6, 10]", 13.0)), "one", Waypoint((14.0, 10.0)))
    assert found is not None
    assert found == pytest.approx(ROUND_HOUSE, abs=0.4)
    assert route_cost(table(ruleset, HOUSE, unit("one", "A", "at = [6, 10]", 11.0)), "one", Waypoint((14.0, 10.0))) is None


def test_a_leader_does_not_go_through_a_gap_that_its_size_forbids() -> None:
    """Between two houses is a gap of 2 in: enough for Size 2, too narrow for Size 3."""
    lower = HOUSE.replace("[9, 6, 2, 8]", "[9, 0, 2, 9]")
    upper = HOUSE.replace("[9, 6, 2, 8]", "[9, 11, 2, 9]").replace('"house"', '"hall"')
    small = table("leader", lower, upper, unit("one", "A", "at = [6, 10]", 10.0, "size = 2\n"))
    large = table("leader", lower, upper, unit("one", "A", "at = [6, 10]", 10.0, "size = 3\n"))
    assert route_cost(small, "one", Waypoint((14.0, 10.0))) == pytest.approx(8.0)
    assert route(large, "one", Waypoint((14.0, 10.0))) is None


def test_the_model_with_the_shortest_way_leads() -> None:
    found = route(table("leader", unit("one", "A", "models = [[4, 10], [5, 10], [4, 11]]", 6.0)), "one", Waypoint((10.0, 10.0)))
    assert found is not None
    assert found.cost == pytest.approx(5.0)


def test_a_squad_model_goes_round_an_enemy() -> None:
    boards = (unit("one", "A", "at = [6, 10]"), unit("foe", "B", "at = [10, 10]"))
    found = route_cost(table("squad", *boards), "one", Waypoint((14.0, 10.0)))
    assert found is not None
    assert 8.2 < found < 8.4


def test_the_reach_of_units_is_not_known() -> None:
    board = table("squad", unit("one", "A", "at = [6, 10]"))
    assert not is_known(board)
    with pytest.raises(ValueError, match="not known"):
        reach(board, "one")


def test_ranked_blocks_have_no_routes() -> None:
    block = unit("one", "A", "formation = { files = 2, count = 4, at = [6, 10], facing = 0 }")
    board = table("ranks", block.replace("base = 25.4", "base = { rect = [25, 25] }"))
    assert route(board, "one", Waypoint((10.0, 10.0))) is None
