"""The facts that a board can ask, and the outcomes of its expectations."""

from typing import Any

import pytest

from rules.actions import parse_action
from rules.boards import Board, Expectation, read_board
from rules.expectations import check_board, check_expectation, is_like
from rules.facts import FACTS, FactError, ask
from rules.measuring import MeasureError
from rules.referee import judge
from rules.table import Table

SOURCE = """
format = 1
title = "Facts"
ruleset = "skirmish"
[table]
size = [30, 20]
[[side]]
name = "Reds"
[[side]]
name = "Blues"
[[terrain]]
id = "tower"
kind = "block"
rect = [13, 10, 4, 4]
height = 6
[[unit]]
id = "ada"
side = "Reds"
move = 6
base = 25.4
at = [5, 5]
[[unit]]
id = "ben"
side = "Reds"
move = 6
base = 25.4
at = [15, 12]
[[unit]]
id = "cid"
side = "Blues"
move = 6
base = 25.4
at = [6, 5]
[[unit]]
id = "dot"
side = "Blues"
move = 6
base = 25.4
at = [15, 8.6]
[[unit]]
id = "eve"
side = "Blues"
move = 6
base = 25.4
at = [25, 5]
[[unit]]
id = "gang"
side = "Reds"
move = 6
base = 25.4
models = [[26.75, 5], [28, 12]]
[[unit]]
id = "late"
side = "Reds"
move = 6
base = 25.4
[[marker]]
id = "cache"
at = [5, 7]
base = 25.4
kind = "mission"
[[marker]]
id = "lost"
at = [20, 17]
base = 25.4
kind = "mission"
"""


@pytest.fixture(scope="module")
def board() -> Board:
    return read_board(SOURCE, "facts.toml")


@pytest.fixture(scope="module")
def table(board: Board) -> Table:
    return board.table


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ({"distance": ["ada", "cid"]}, 0.0),
        ({"distance": ["ada", [5, 9]]}, 3.5),
        ({"within": ["ada", "cache", 1]}, True),
        ({"within": ["ada", "cache", 0.99]}, False),
        ({"wholly_within": ["ada", "cache", 2]}, True),
        ({"wholly_within": ["gang", "eve", 6]}, False),
        ({"engaged": ["ada", "cid"]}, True),
        ({"engaged": ["ada", "eve"]}, False),
        ({"engaged": ["ada", "ben"]}, False),
        ({"in_proximity": ["gang", "eve"]}, True),
        ({"in_proximity": ["gang-2", "eve"]}, False),
        ({"in_proximity": ["ada", "cid"]}, False),
        ({"elevation": "ada"}, 0.0),
        ({"elevation": "ben"}, 6.0),
        ({"elevation": [14, 11]}, 6.0),
        ({"elevation": "cache"}, 0.0),
        ({"controls": "cache"}, "Reds"),
        ({"controls": "lost"}, "nobody"),
        ({"alive": "late"}, True),
        ({"alive": "gang"}, True),
        ({"engaged": ["ada", "late"]}, False),
    ],
)
def test_a_fact_has_its_value(table: Table, fact: dict[str, Any], value: object) -> None:
    found = ask(table, fact)
    assert type(found) is type(value)
    assert found == (pytest.approx(value) if isinstance(value, float) else value)


@pytest.mark.parametrize(
    "fact",
    [
        {}, {"weight": "ada"}, {"alive": "ada", "elevation": "ada"}, {"distance": ["ada"]}, {"distance": "ada"},
        {"distance": ["ada", [1, "x"]]}, {"within": ["ada", "cid", True]}, {"engaged": ["ada", "cache"]},
        {"coherent": "ada"}, {"coherent": "nobody"}, {"controls": "ada"}, {"alive": "nobody"}, {"alive": 3},
        {"reachable": "ada"}, {"reachable": {"model": "nobody", "at": [1, 1]}}, {"reachable": {"model": "ada"}},
        {"route": {"model": "ada", "at": [1, "x"]}}, {"affected": ["drill", "ada"]}, {"affected": "ada"},
    ],
    ids=str,
)
def test_a_fact_that_can_not_be_asked_says_why(table: Table, fact: dict[str, Any]) -> None:
    with pytest.raises(FactError):
        ask(table, fact)


@pytest.mark.parametrize("fact", [{"distance": ["ada", "late"]}, {"elevation": "late"}, {"elevation": "nothing"}], ids=str)
def test_what_is_not_on_the_table_can_not_be_measured(table: Table, fact: dict[str, Any]) -> None:
    with pytest.raises(MeasureError):
        ask(table, fact)


def test_different_elevations_are_no_one_elevation() -> None:
    table = read_board(SOURCE.replace("[28, 12]", "[14, 13]"), "facts.toml").table
    with pytest.raises(FactError, match="different elevations"):
        ask(table, {"elevation": "gang"})


def test_the_dead_are_engaged_with_nobody(table: Table) -> None:
    after = judge(table, parse_action({"action": "casualty", "model": "cid"})).after
    assert after is not None
    assert ask(after, {"engaged": ["ada", "cid"]}) is False
    assert ask(after, {"alive": "cid"}) is False


def test_every_fact_of_a_board_file_can_be_asked() -> None:
    from rules.board_expectations import FACT_NAMES

    assert set(FACT_NAMES) == set(FACTS)


def expectation(**keys: Any) -> Expectation:
    for key in ("attempt",):
        if key in keys:
            keys[key] = parse_action(keys[key])
    keys["after"] = tuple(map(parse_action, keys.get("after", ())))
    return Expectation("it", **keys)


EVE_MOVES = {"action": "move", "model": "eve", "path": [[25, 8]]}
EVE_LEAPS = {"action": "move", "model": "eve", "path": [[25, 15]]}


@pytest.mark.parametrize(
    ("asked", "passed"),
    [
        ({"attempt": EVE_MOVES}, None),
        ({"attempt": EVE_MOVES, "ruling": "legal"}, True),
        ({"attempt": EVE_MOVES, "ruling": "illegal"}, False),
        ({"attempt": EVE_MOVES, "cost": 3.0}, True),
        ({"attempt": EVE_MOVES, "cost": 3.001}, True),
        ({"attempt": EVE_MOVES, "cost": 3.0012}, False),
        ({"attempt": EVE_LEAPS, "because": ("move.distance",)}, True),
        ({"attempt": EVE_LEAPS, "ruling": "illegal", "because": ("move.distance", "table.edge")}, False),
        ({"attempt": EVE_MOVES, "because": ("move.distance",)}, False),
        ({"after": [EVE_MOVES], "attempt": EVE_MOVES, "ruling": "legal", "cost": 0.0}, True),
        ({"after": [EVE_LEAPS], "attempt": EVE_MOVES}, False),
        ({"fact": {"elevation": "eve"}}, None),
        ({"fact": {"elevation": "eve"}, "equals": 0}, True),
        ({"fact": {"elevation": "eve"}, "equals": False}, False),
        ({"fact": {"alive": "eve"}, "equals": True}, True),
        ({"fact": {"alive": "eve"}, "equals": 1}, False),
        ({"fact": {"controls": "lost"}, "equals": "nobody"}, True),
        ({"fact": {"distance": ["eve", "late"]}, "equals": 0}, False),
        ({"after": [EVE_MOVES], "fact": {"distance": ["eve", [25, 10]]}, "equals": 1.5}, True),
    ],
    ids=str,
)
def test_an_expectation_is_held_against_what_is_found(table: Table, asked: dict[str, Any], passed: bool | None) -> None:
    outcome = check_expectation(table, expectation(**asked))
    assert outcome.passed is passed
    assert bool(outcome.says) == (passed is False)


def test_an_illegal_action_of_after_is_named_with_its_reasons(table: Table) -> None:
    outcome = check_expectation(table, expectation(after=[EVE_MOVES, EVE_LEAPS], attempt=EVE_MOVES, ruling="legal"))
    assert outcome.says == "action 2 of after (move) is illegal"
    assert [f.clause for f in outcome.because] == ["move.distance"]
    assert outcome.ruling is None


def test_turn_order_is_judged_only_where_it_is_asked_for() -> None:
    source = SOURCE.replace("[[side]]", "[game]\nrounds = 2\n[[side]]", 1)
    table = read_board(source, "facts.toml").table
    assert check_expectation(table, expectation(attempt=EVE_MOVES, ruling="legal")).passed
    in_turn = check_expectation(table, expectation(attempt=EVE_MOVES, ruling="illegal", because=("turn.order",), in_turn=True))
    assert in_turn.passed
    after = check_expectation(table, expectation(after=[EVE_MOVES], fact={"alive": "ada"}, equals=True, in_turn=True))
    assert after.says == "action 1 of after (move) is illegal"


def test_a_fault_in_the_program_fails_one_expectation_alone(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FACTS, "alive", lambda *_: 1 // 0)
    first, second = expectation(fact={"alive": "eve"}), expectation(fact={"elevation": "eve"}, equals=0)
    outcomes = check_board(Board(board.file, board.source, board.table, (first, second), board.ruleset))
    assert [o.passed for o in outcomes] == [False, True]
    assert "ZeroDivisionError" in outcomes[0].says


def test_a_ruleset_that_is_not_there_yet_is_said_to_be(table: Table) -> None:
    from dataclasses import replace

    outcome = check_expectation(replace(table, ruleset="chess"), expectation(fact={"alive": "eve"}))
    assert outcome.says == "the ruleset chess is not there yet"


@pytest.mark.parametrize(
    ("found", "expected", "answer"),
    [(1.0, 1, True), (1.0009, 1.0, True), (1.0011, 1.0, False), (True, True, True), (True, 1, False), (0, False, False),
     ("none", "none", True), ("none", 3.0, False), (3.0, "none", False), (None, 3.0, False), (float("inf"), 3.0, False)],
)
def test_values_are_alike_to_a_thousandth(found: Any, expected: Any, answer: bool) -> None:
    assert is_like(found, expected) is answer
