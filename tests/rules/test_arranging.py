"""Arranging led units where room is scarce: against random searches, grids, and figures worked out by hand."""

import pytest

from rules.actions import Setting, Waypoint
from rules.referee import judge
from tests.rules.crowds import PLACES, is_legal_and_whole, planted_crowd, random_crowd, solid
from tests.rules.tables import INCH, box
from tests.rules.unit_tables import unit_table

SEEDS = 24
"""Crowds tried of each kind; hundreds more were when this was written."""


def is_set_whole(crowd) -> bool:
    ruling = judge(crowd.table, Setting("place", "u", {"u-1": Waypoint(crowd.leader)}, "u-1"))
    if ruling.after is None or "u" in ruling.after.memory.out_of_coherency:
        return False
    return all(ruling.after.model(i).is_on_table for i in crowd.found)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_where_a_random_search_sets_a_crowd_whole_the_game_does_too(seed: int) -> None:
    crowd = random_crowd(seed)
    if crowd is None or len(crowd.found) < 2 or not is_legal_and_whole(crowd):
        return
    assert is_set_whole(crowd), PLACES[seed % len(PLACES)].__name__


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_an_arrangement_planted_among_posts_is_found_or_another(seed: int) -> None:
    crowd = planted_crowd(seed)
    if crowd is None or len(crowd.found) < 2 or not is_legal_and_whole(crowd):
        return
    assert is_set_whole(crowd)


def dead_end(length: float, count: int, leader_y: float, wide: float = 1.1):
    """A blind alley from y = 10 up, 1.1 in wide, for bases of an inch."""
    walls = [
        solid("west", box(19.0, 10.0, 1.0, length)), solid("east", box(20.0 + wide, 10.0, 1.0, length)),
        solid("end", box(19.0, 10.0 + length, wide + 2.0, 0.5)),
    ]
    table = unit_table("leader", [None] * count, walls, base_mm=INCH, size=(40.0, 30.0))
    return judge(table, Setting("place", "u", {"u-1": Waypoint((20.0 + wide / 2.0, leader_y))}, "u-1"))


def test_the_far_end_of_an_alley_is_filled_too() -> None:
    # The leader is 3 in from the end: with its own, 3 bases fit beyond it, and three before it, none to spare.
    ruling = dead_end(length=8.0, count=6, leader_y=15.5)
    assert ruling.legal, ruling.findings
    assert "u" not in ruling.after.memory.out_of_coherency
    # The end is at 18, the leader's edge at 16: two bases go between them, three go before it (3 in from its edge).
    beyond = [m for m in ruling.after.standing if m.standing.at[1] > 15.9]
    assert len(beyond) == 2


def test_one_more_than_an_alley_holds_is_out_and_nobody_is_lost() -> None:
    ruling = dead_end(length=8.0, count=7, leader_y=15.5)
    assert ruling.legal, ruling.findings
    assert "u" in ruling.after.memory.out_of_coherency
    assert all(m.is_on_table for m in ruling.after.models.values())
    # Packed against the leader: 15.5 - 4 is the nearest that the fourth of them can stand, in a straight alley; in
    # one 0.1 in wider than a base they stand in a zigzag, each sqrt(1 - 0.01) on.
    lowest = min(m.standing.at[1] for m in ruling.after.standing if m.unit == "u")
    assert lowest == pytest.approx(15.5 - 4.0 * 0.99**0.5, abs=0.0205)
