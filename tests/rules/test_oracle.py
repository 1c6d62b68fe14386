"""The judge against the slow referee of tests/rules/oracle.py, on random boards, flat and stacked.

They must agree wherever the decision does not hang on less than a step of 1/64 in.
"""

from dataclasses import replace

import pytest
from hypothesis import given

from rules.actions import ModelMove, Waypoint
from rules.table import Table
from tests.rules.oracle import STEP, Verdict, ask
from tests.rules.random_tables import random_case, seeds
from tests.rules.tables import block, box, move, offences, piece, rule, table_of, wall


def unnamed_case(seed: int, has_heights: bool) -> tuple[Table, ModelMove]:
    """A random case whose waypoints name no surface, which is all that the oracle knows."""
    table, action = random_case(seed, has_heights)
    return table, replace(action, path=tuple(Waypoint(w.at) for w in action.path))


def assert_same_clauses(table: Table, action: ModelMove, verdict: Verdict) -> None:
    found = offences(rule(table, action))
    broken = {clause for clause, is_broken in verdict.broken.items() if is_broken is True}
    kept = {clause for clause, is_broken in verdict.broken.items() if is_broken is False}
    assert broken <= found
    assert not found & kept


@given(seeds())
def test_judge_agrees_clause_by_clause_on_the_flat(seed: int) -> None:
    table, action = unnamed_case(seed, has_heights=False)
    verdict = ask(table, action)
    if verdict is None:
        return
    if verdict.cost is None:  # the centre itself ran into something: the oracle went no further
        assert "terrain.blocked" in offences(rule(table, action))
        return
    assert rule(table, action).cost == pytest.approx(verdict.cost, abs=1e-6)
    assert_same_clauses(table, action, verdict)


@given(seeds())
def test_judge_agrees_on_legality_and_cost_over_stacked_terrain(seed: int) -> None:
    table, action = unnamed_case(seed, has_heights=True)
    verdict = ask(table, action)
    if verdict is None or verdict.is_legal is None:
        return
    ruling = rule(table, action)
    assert ruling.legal == verdict.is_legal
    if ruling.legal:
        assert ruling.cost == pytest.approx(verdict.cost, abs=STEP)


# -- the oracle itself is no use if it always shrugs ------------------------------------------------------------------


def test_oracle_decides_most_cases() -> None:
    decided = sum(v is not None and v.is_legal is not None for v in (ask(*unnamed_case(s, True)) for s in range(60)))
    assert decided >= 45


def test_oracle_knows_six_across_and_two_up() -> None:
    shed = block("shed", box(10.0, 4.0, 4.0, 4.0), 2.0)
    table = table_of([shed], [piece("boss", "Reds", (6.0, 6.0), move=8.5)])
    verdict = ask(table, move("boss", (12.0, 6.0)))
    assert verdict is not None
    assert verdict.is_legal is True
    assert verdict.cost == pytest.approx(8.0)


def test_oracle_knows_a_deep_drop_ends_the_move() -> None:
    tower = block("tower", box(4.0, 4.0, 4.0, 4.0), 6.0, climbable=False)
    table = table_of([tower], [piece("boss", "Reds", (7.0, 6.0), agility=5.0, move=8.0)])
    verdict = ask(table, move("boss", (12.0, 6.0)))
    assert verdict is not None
    assert verdict.broken["drop.ends"] is True


def test_oracle_knows_a_wall_hides_a_zone() -> None:
    fence = wall("fence", ((8.0, 0.0), (8.0, 12.0)), 2.0)
    pieces = [piece("boss", "Reds", (9.25, 3.0)), piece("guard", "Blues", (6.75, 6.0))]
    verdict = ask(table_of([fence], pieces), move("boss", (9.25, 9.0)))
    assert verdict is not None
    assert verdict.broken["proximity.enter"] is False
    verdict = ask(table_of([], pieces), move("boss", (9.25, 9.0)))
    assert verdict is not None
    assert verdict.broken["proximity.enter"] is True
