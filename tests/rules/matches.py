"""A small game for tests of matches and saved games: two sides of two models, four rounds, a crate between them."""

from rules.actions import Action, Casualty, End, ModelMove, Waypoint, parse_action
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

UNITS = """\
format = 1
title = "Two units"
ruleset = "{ruleset}"

[table]
size = [30, 22]

[game]
rounds = 3

[[side]]
name = "Reds"
deploy = {{ rect = [0, 0, 30, 5] }}

[[side]]
name = "Blues"

[[terrain]]
id = "rock"
kind = "impassable"
circle = [24, 11, 2]

[[unit]]
id = "red"
side = "Reds"
{red}

[[unit]]
id = "blue"
side = "Blues"
{blue}

[[unit]]
id = "late"
side = "Reds"
base = 25.4
move = 6

[[marker]]
id = "cache"
at = [15, 11]
base = 25.4
kind = "mission"
"""
DISCS, BLOCKS = "move = 6\nbase = 25.4", "move = 6\nbase = { rect = [25.4, 25.4] }"
LOOSE = {
    "red": f"{DISCS}\nmodels = [[10, 6], [11.5, 6], [13, 6]]",
    "blue": f"{DISCS}\nmodels = [[10, 16], [11.5, 16], [13, 16]]",
}
RANKED = {
    "red": f"{BLOCKS}\nformation = {{ files = 3, count = 5, at = [10, 7], facing = 90 }}",
    "blue": f"{BLOCKS}\nformation = {{ files = 3, count = 5, at = [10, 14], facing = 270 }}",
}
DEEDS: dict[str, list[dict[str, object]]] = {
    "leader": [
        {"action": "move", "unit": "red", "leader": "red-2", "path": [[11.5, 8]],
         "place": {"red-1": [10, 8], "red-3": [13, 8]}},
        {"action": "casualty", "model": "blue-3"},
        {"action": "end"},
        {"action": "deploy", "unit": "late", "leader": "late", "place": {"late": [4, 2]}},
    ],
    "squad": [
        {"action": "move", "unit": "red", "paths": {"red-1": [[10, 8]], "red-2": [[11.5, 8]], "red-3": [[13, 8]]}},
        {"action": "end"},
        {"action": "casualty", "model": "blue-3"},
    ],
    "regiment": [
        {"action": "move", "unit": "red", "steps": [{"advance": 2}, {"wheel": "right", "degrees": 10}]},
        {"action": "end"},
        {"action": "casualty", "model": "blue-5"},
    ],
    "ranks": [
        {"action": "move", "unit": "red", "steps": [{"advance": 2}, {"wheel": "right", "degrees": 10}]},
        {"action": "end"},
        {"action": "reform", "unit": "blue", "files": 4, "at": [10, 14], "facing": 270},
    ],
}


def match_of(ruleset: str) -> Match:
    """A match of some actions in any of the five rulesets."""
    if ruleset == "skirmish":
        return long_match()
    pieces = LOOSE if ruleset in ("leader", "squad") else RANKED
    match = small_match(UNITS.format(ruleset=ruleset, **pieces))
    return played(match, *map(parse_action, DEEDS[ruleset]))
