"""A small game for tests of matches and saved games: two sides of two models, four rounds, a crate between them."""

from rules.actions import Action, Casualty, End, ModelMove, Waypoint
from rules.boards import Board, read_board
from rules.match import Match, act, start_match

SOURCE = """\
# The author's own words.
format = 1
title = "Over the crate"
ruleset = "skirmish"

[table]
size = [20, 14]

[game]
rounds = 4

[[side]]
name = "Reds"

[[side]]
name = "Blues"

[[terrain]]
id = "crate"
kind = "block"
rect = [9, 5, 2, 4]
height = 2

[[unit]]
id = "ada"
side = "Reds"
base = 25.4
move = 6
at = [3, 3]

[[unit]]
id = "ben"
side = "Reds"
base = 25.4
move = 6
at = [3, 11]

[[unit]]
id = "cid"
side = "Blues"
base = 25.4
move = 6
at = [17, 3]

[[unit]]
id = "dot"
side = "Blues"
base = 25.4
move = 6
at = [17, 11]
"""
SANDBOX = SOURCE.replace("[game]\nrounds = 4\n", "")
TWO_MOVES = SOURCE + '\n[rules]\n"turn.moves" = 2\n'


def small_board(source: str = SOURCE) -> Board:
    return read_board(source, "small.toml")


def small_match(source: str = SOURCE) -> Match:
    return start_match(small_board(source))


def move(model: str, *points: tuple[float, float]) -> ModelMove:
    return ModelMove("move", model, tuple(Waypoint(at) for at in points))


ROUND = (move("ada", (5, 3)), move("cid", (15, 3)), move("ben", (5, 11), (5, 9)), move("dot", (15, 11)))
"""One whole round; every action is legal."""


def played(match: Match, *actions: Action) -> Match:
    """The match after some actions, each of which has to be legal."""
    for action in actions:
        match, ruling = act(match, action)
        assert ruling.legal, (action, ruling.findings)
    return match


def long_match() -> Match:
    """A match of a round, a casualty, and an activation given up."""
    return played(small_match(), *ROUND, Casualty("ben"), move("ada", (7, 3)), End())
