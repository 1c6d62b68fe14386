"""Matches: acting, undo and redo, turns, and the words of the history."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import BlockMove, Casualty, DirectMove, End, LeaderMove, Reform, Separate, Setting
from rules.history import sentence_of
from rules.match import act, redo, reset_activation, undo, undo_crosses_turn
from rules.ruling import Ruling
from rules.table import Turn
from tests.rules.matches import ROUND, SANDBOX, TWO_MOVES, long_match, move, played, small_match


def test_a_legal_action_is_made_and_the_first_table_kept() -> None:
    match = small_match()
    after, ruling = act(match, move("ada", (5, 3)))
    assert ruling.legal
    assert after.actions == (move("ada", (5, 3)),)
    assert after.rulings == (ruling,)
    assert after.table.model("ada").standing.at == (5, 3)
    assert after.first is match.table
    assert match.table.model("ada").standing.at == (3, 3)


def test_an_illegal_action_changes_nothing() -> None:
    match = undo(played(small_match(), ROUND[0]))
    after, ruling = act(match, move("ada", (13, 3)))
    assert not ruling.legal
    assert ruling.clauses == ("move.distance",)
    assert after is match


def test_out_of_turn_is_illegal_in_a_match() -> None:
    _, ruling = act(small_match(), move("cid", (15, 3)))
    assert ruling.clauses == ("turn.order",)


def test_undo_is_the_table_before_and_redo_the_table_after() -> None:
    match = played(small_match(), *ROUND)
    back = undo(undo(match))
    assert back.table is match.tables[2]
    assert back.actions == ROUND[:2]
    again = redo(redo(back))
    assert again.table == match.table
    assert again.actions == match.actions
    assert again.undone == ()


def test_undo_gives_back_the_distance_spent() -> None:
    match = undo(played(small_match(), ROUND[0]))
    assert played(match, move("ada", (9, 3))).table.model("ada").standing.at == (9, 3)


def test_a_new_action_forgets_what_was_undone() -> None:
    match = undo(played(small_match(), ROUND[0]))
    assert played(match, move("ada", (4, 3))).undone == ()


def test_undo_and_redo_of_nothing_is_the_same_match() -> None:
    match = small_match()
    assert undo(match) is match
    assert redo(match) is match


def test_undo_crosses_a_turn_when_the_turn_has_passed() -> None:
    match = small_match()
    assert not undo_crosses_turn(match)
    assert undo_crosses_turn(played(match, ROUND[0]))


def test_undo_within_an_activation_crosses_no_turn() -> None:
    match = played(small_match(TWO_MOVES), ROUND[0])
    assert not undo_crosses_turn(match)
    assert undo_crosses_turn(played(match, move("ada", (7, 3))))


def test_undo_crosses_no_turn_in_a_sandbox() -> None:
    assert not undo_crosses_turn(played(small_match(SANDBOX), *ROUND))


def test_reset_takes_back_the_whole_activation_and_no_more() -> None:
    match = played(small_match(TWO_MOVES.replace('"turn.moves" = 2', '"turn.moves" = 3')), ROUND[0], move("ada", (7, 3)))
    reset = reset_activation(match)
    assert reset.table is match.first
    assert len(reset.undone) == 2


def test_reset_stops_at_the_turns_start() -> None:
    match = played(small_match(TWO_MOVES), ROUND[0], End(), move("cid", (15, 3)))
    assert reset_activation(match).actions == match.actions[:2]


def test_reset_leaves_the_other_sides_turn_alone() -> None:
    match = played(small_match(), ROUND[0])
    assert reset_activation(match) is match


def test_reset_takes_casualties_of_the_activation_back_too() -> None:
    match = played(small_match(TWO_MOVES), Casualty("dot"), ROUND[0], Casualty("cid"))
    assert reset_activation(match).actions == (Casualty("dot"),)


def test_reset_in_a_sandbox_takes_back_the_same_models_moves() -> None:
    match = played(small_match(SANDBOX), ROUND[1], ROUND[0], move("ada", (7, 3)))
    assert reset_activation(match).actions == (ROUND[1],)


@given(st.lists(st.sampled_from(["act", "undo", "redo", "reset"]), max_size=25), st.randoms(use_true_random=False))
def test_whatever_is_undone_is_the_same_when_redone(deeds: list[str], random) -> None:
    match = small_match()
    for deed in deeds:
        before = match
        if deed == "act":
            model = random.choice(["ada", "ben", "cid", "dot"])
            match, _ = act(match, move(model, (random.uniform(1, 19), random.uniform(1, 13))))
        elif deed == "undo":
            match = undo(match)
            assert not before.actions or redo(match).table == before.table
        elif deed == "redo":
            match = redo(match)
        else:
            match = reset_activation(match)
        assert len(match.tables) == len(match.actions) + 1 == len(match.rulings) + 1
        assert match.first is before.first
        assert played(small_match(), *match.actions).table == match.table


@pytest.mark.parametrize(
    ("action", "cost", "sentence"),
    [
        (move("Mara", (1, 1)), 5.2, "Mara moved 5.20″"),
        (DirectMove("towards", "Mara", "Tom", 3.0), 3.0, "Mara went straight towards Tom 3.00″"),
        (DirectMove("away", "Mara", (1.0, 2.5), 3.0), 2.0, "Mara went straight away from the point 1.00, 2.50 2.00″"),
        (Casualty("Mara"), None, "Mara was removed as a casualty"),
        (LeaderMove("charge", "crew", "crew-1", (), {}, "gang"), 7.126, "crew charged gang 7.13″"),
        (BlockMove("flee", "spears", ()), None, "spears fled"),
        (Reform("spears", 4, (1.0, 1.0), 90.0), 0.0, "spears reformed"),
        (Setting("deploy", "rooks", {}), 0.0, "rooks deployed"),
        (Separate("rooks", (0.0, 1.0)), None, "rooks moved apart"),
    ],
)
def test_the_history_tells_what_happened(action, cost, sentence: str) -> None:
    assert sentence_of(small_match().table, action, Ruling(True, cost)) == sentence


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (Turn(2, "Reds", acting="ada"), "ada ended its activation"),
        (Turn(2, "Reds", "charge"), "Reds ended the charge phase"),
        (Turn(2, "Reds"), "Reds passed"),
        (Turn(), "Nothing was under way to be ended"),
    ],
)
def test_the_history_tells_what_was_ended(turn: Turn, sentence: str) -> None:
    assert sentence_of(replace(small_match().table, turn=turn), End(), Ruling(True)) == sentence


def test_every_action_has_its_record() -> None:
    match = long_match()
    assert [r.action for r in match.records] == list(match.actions)
    assert match.records[0].sentence == "ada moved 2.00″"
    assert match.records[2].sentence == "ben moved 4.00″"
