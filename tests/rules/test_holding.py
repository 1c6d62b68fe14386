"""Squad moves held: each model stops at its own last legal spot, and what is held is judged legal model by model."""

from pathlib import Path

import pytest

from rules.actions import LeaderMove, SquadMove, Waypoint
from rules.boards import load_board
from rules.holding import held, held_leader, own_findings
from rules.referee import judge

GAME = Path(__file__).parent.parent / "game"
SQUADS, LED = load_board(GAME / "squad.toml").table, load_board(GAME / "led.toml").table


def moved(dx: float, dy: float, *names: str) -> SquadMove:
    ends = {i: SQUADS.model(i).standing.at for i in names}
    return SquadMove("move", "line", {i: (Waypoint((x + dx, y + dy)),) for i, (x, y) in ends.items()})


LINE = ("line-1", "line-2", "line-3", "line-4")


def test_a_move_that_meets_nothing_is_as_it_was():
    assert held(SQUADS, moved(2, 2, *LINE)) == moved(2, 2, *LINE)


def test_only_who_meets_something_stops():
    # line-3 stands at 8, 4; the tower begins at y = 8: 8 - 0.5
    action = held(SQUADS, moved(0, 5, *LINE))
    assert action.paths["line-3"][-1].at == pytest.approx((8, 7.5), abs=1e-4)
    assert [action.paths[i][-1].at[1] for i in ("line-1", "line-2", "line-4")] == [9, 9, 9]


def test_each_stops_at_its_own_allowance():
    action = held(SQUADS, moved(0, -9, "line-1"))
    assert action.paths["line-1"][-1].at[1] == pytest.approx(0.5, abs=1e-4)  # the table's edge comes before six inches
    far = held(SQUADS, moved(-3, 9, "line-1"))
    ruling = judge(SQUADS, SquadMove("move", "line", far.paths), in_turn=False)
    assert ruling.cost == pytest.approx(6.0, abs=2e-3)


@pytest.mark.parametrize("way", [(3, 0), (-3, 1), (5, 3), (0, 6), (0.7, 0), (6, 6)])
def test_what_is_held_has_no_fault_of_its_own(way):
    action = held(SQUADS, moved(*way, *LINE))
    for i in action.paths:
        assert not own_findings(SQUADS, action, SQUADS.model(i), action.paths[i])


def test_one_that_runs_into_a_mate_who_stays_stops_in_front_of_him():
    action = held(SQUADS, moved(1.7, 0, "line-1"))
    assert action.paths["line-1"][-1].at[0] == pytest.approx(5, abs=1e-2)


def test_a_leader_is_held_at_its_allowance():
    action = LeaderMove("move", "band", "band-1", (Waypoint((6, 11)),), {})
    offered = held_leader(LED, action, judge(LED, action, in_turn=False))
    assert offered is not None
    assert offered.path[-1].at == pytest.approx((6, 10), abs=1e-5)


def test_a_leader_is_held_in_front_of_what_it_would_go_through():
    action = LeaderMove("run", "band", "band-1", (Waypoint((6, 9)), Waypoint((15, 9))), {})
    offered = held_leader(LED, action, judge(LED, action, in_turn=False))
    assert offered is not None
    assert judge(LED, offered, in_turn=False).legal
