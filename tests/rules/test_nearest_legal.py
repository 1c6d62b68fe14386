"""The nearest legal spot: what it offers is judged legal, and where the answer can be worked out it is the right one."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import DirectMove, ModelMove
from rules.nearest_legal import hold, nearest_legal
from rules.referee import judge
from tests.rules.random_tables import random_case
from tests.rules.tables import INCH, back_off, block, box, move, piece, rule, table_of


def near(action: ModelMove | None) -> tuple[float, float]:
    assert action is not None
    return action.path[-1].at


def test_too_far_is_held_at_the_allowance() -> None:
    table = table_of([], [piece("a", "Reds", (5, 5), move=4)])
    assert near(nearest_legal(table, move("a", (15, 5)))) == pytest.approx((9.0, 5.0), abs=1e-5)


def test_into_a_zone_is_held_at_its_edge() -> None:
    table = table_of([], [piece("a", "Reds", (5, 5), base=INCH, move=8), piece("e", "Blues", (10, 5), base=INCH)])
    # Bases of an inch: two inches between the middles are an inch between the edges.
    assert near(nearest_legal(table, move("a", (8.3, 5)))) == pytest.approx((8.0, 5.0), abs=1e-5)


def test_nearly_in_contact_snaps_to_contact() -> None:
    table = table_of([], [piece("a", "Reds", (5, 5), base=INCH, move=8), piece("e", "Blues", (10, 5), base=INCH)])
    spot = near(nearest_legal(table, move("a", (8.9, 5))))
    assert spot == pytest.approx((9.0, 5.0), abs=1e-6)


def test_onto_an_enemy_s_base_it_is_pushed_out_into_contact() -> None:
    table = table_of([], [piece("a", "Reds", (5, 5), base=INCH, move=8), piece("e", "Blues", (10, 5), base=INCH)])
    # half an inch from the enemy's middle in the direction (-0.8, 0.6): an inch from it they touch
    assert near(nearest_legal(table, move("a", (9.6, 5.3)))) == pytest.approx((9.2, 5.6), abs=1e-6)


def test_inside_a_house_it_is_held_at_the_wall() -> None:
    table = table_of([block("house", box(8, 2, 4, 6), 3.0, climbable=False)], [piece("a", "Reds", (5, 5), base=INCH, move=8)])
    assert near(nearest_legal(table, move("a", (7.8, 5)))) == pytest.approx((7.5, 5.0), abs=1e-5)


def test_a_back_off_that_stays_in_the_zone_is_taken_out_of_it() -> None:
    table = table_of([], [piece("a", "Reds", (9, 5), base=INCH, move=8), piece("e", "Blues", (10, 5), base=INCH)])
    assert near(nearest_legal(table, back_off("a", (8.5, 5)))) == pytest.approx((8.0, 5.0), abs=1e-5)


def test_a_direct_move_is_shortened() -> None:
    table = table_of([block("house", box(8, 2, 4, 6), 3.0, climbable=False)], [piece("a", "Reds", (5, 5), base=INCH, move=6)])
    found = nearest_legal(table, DirectMove("towards", "a", (20.0, 5.0), 6.0))
    assert isinstance(found, DirectMove)
    assert found.distance == pytest.approx(2.5, abs=1e-4)


def test_a_legal_action_is_its_own_nearest() -> None:
    table = table_of([], [piece("a", "Reds", (5, 5), move=4)])
    action = move("a", (7, 5))
    assert nearest_legal(table, action) is action


@given(st.integers(0, 10**9), st.booleans())
def test_whatever_is_offered_is_legal(seed: int, has_heights: bool) -> None:
    table, action = random_case(seed, has_heights)
    ruling = rule(table, action)
    offered = nearest_legal(table, action, ruling)
    held = hold(table, action, ruling)
    for found in (offered, held):
        if found is not None:
            assert judge(table, found, in_turn=False).legal
    if offered is not None and held is not None and not ruling.legal:
        want = action.path[-1].at
        assert math.dist(near(offered), want) <= math.dist(near(held), want) + 1e-6


def test_findings_stand_in_the_order_of_the_path() -> None:
    # From 5: the house (a base of an inch) is met at 2.5, the zone of e at 13 - 5 = 8 less 2 = 6 in, 9 in run out last.
    house = block("house", box(8, 2, 1, 6), 3.0, climbable=False)
    table = table_of([house], [piece("a", "Reds", (5, 5), base=INCH, move=9), piece("e", "Blues", (13, 5.5), base=INCH)])
    ruling = rule(table, move("a", (20, 5)))
    assert ruling.clauses[0] == "terrain.blocked"
    assert ruling.findings[0].along == pytest.approx(2.5, abs=1e-5)
    assert [f.along for f in ruling.findings] == sorted(f.along for f in ruling.findings)
    assert next(f for f in ruling.findings if f.clause == "move.distance").along == pytest.approx(9.0)
