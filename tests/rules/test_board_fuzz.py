"""Boards made wrong at random: each is read, or refused with a place and a reason, within a second.

BOARD_FUZZ sets how many are tried (300 unless told). A seed that fails is printed, and makes the same text again.
"""

import os
import random
import time
from collections.abc import Callable

import pytest

from rules.boards import BoardError, read_board

TRIALS = int(os.environ.get("BOARD_FUZZ", "300"))
FIRST = int(os.environ.get("BOARD_FUZZ_FIRST", "0"))
CHUNK = 50
SECONDS = 1.0
"""Of this process: what else the machine does is not the reader's fault."""

WHOLE = """
format = 1
title = "All there is"
ruleset = "skirmish"
summary = "One of everything, to be spoilt."
[table]
size = [30, 22]
[game]
rounds = 6
first = "Reds"
seed = 7
[rules]
"proximity.radius" = 1.5
[[side]]
name = "Reds"
colour = "#0072B2"
deploy = { rect = [0, 0, 30, 4], angle = 0 }
[[side]]
name = "Blues"
deploy = { polygon = [[0, 18], [30, 18], [30, 22], [0, 22]] }
[[terrain]]
id = "shed"
kind = "block"
rect = [10, 8, 6, 4]
angle = 15
height = 3
[[terrain]]
id = "ell"
kind = "block"
polygon = [[20, 3], [26, 3], [26, 5], [22, 5], [22, 7], [20, 7]]
height = 2
climbable = false
[[terrain.opening]]
at = [23, 3]
width = 1
access_point = true
[[terrain]]
id = "wall"
kind = "wall"
line = [[2, 8], [6, 8], [6, 12]]
thickness = 0.5
height = 2
[[terrain.opening]]
at = [4, 8]
width = 1.5
[[terrain]]
id = "ramp"
kind = "slope"
rect = [20, 7, 2, 4]
from = [21, 11]
to = [21, 7]
height = 2
[[terrain]]
id = "rungs"
kind = "ladder"
line = [[26, 3.5], [26, 4.5]]
reach = 0.5
[[terrain]]
id = "pit"
kind = "gap"
circle = [4, 16, 1.5]
depth = 3
[[terrain]]
id = "post"
kind = "impassable"
circle = [15, 17, 1]
[[terrain]]
id = "deck"
kind = "block"
rect = [26, 12, 3, 5]
bottom = 2.8
height = 0.2
[[unit]]
id = "boss"
side = "Reds"
move = 5
agility = 5
base = [60, 35]
height = 1.5
at = [4, 4]
[[unit]]
id = "gang"
side = "Reds"
move = 6
base = 32
keywords = ["GANG", "<CLAN>"]
choose = { CLAN = "Ash" }
models = [[8, 3], [10, 3], [12, 3]]
[[unit]]
id = "crew"
side = "Blues"
move = 6
base = 25
[[unit.model]]
id = "crew-up"
at = [27, 14]
on = "deck"
[[unit.model]]
id = "crew-down"
at = [27, 16]
on = "ground"
height = 1
[[unit.model]]
id = "crew-later"
[[unit]]
id = "block"
side = "Blues"
move = 6
base = { rect = [20, 20] }
formation = { files = 3, count = 8, at = [10, 16], facing = 270 }
[[unit]]
id = "reserve"
side = "Blues"
move = 6
base = 32
[[marker]]
id = "cache"
at = [15, 13]
base = 40
kind = "mission"
[[aura]]
id = "drill"
of = "boss"
within = 6
keyword = "GANG"
text = "Steady."
[[expect]]
name = "A step"
after = [{ action = "move", model = "boss", path = [[4, 5]] }]
try = { action = "move", model = "gang-1", path = [[8, 4], { at = [8, 5], on = "ground" }] }
ruling = "legal"
cost = 2
because = ["move.distance"]
in_turn = false
[[expect]]
name = "A distance"
fact = { distance = ["boss", [10, 10]] }
equals = 3.0
[[expect]]
fact = { route = { model = "boss", at = [4, 8], on = "ground" } }
equals = "none"
"""

VALUES = (
    "nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "0", "-1", "-0.0", "true", "false", '""', '"ground"', '"boss"',
    '"shed"', "[]", "{}", "[[]]", "[[[]]]", "[1]", "[1, 2, 3]", "[nan, inf]", "[true, false]", '["1", "2"]', "1979-05-27",
    "07:32:00", "9223372036854775807", "9" * 400, "9" * 5000, "0xffffffffffffffffffffffffffffffff", '"' + "x" * 5000 + '"',
    '"\\u0000"', '"\\u202e"', "'''\n'''", "{ rect = [1, 1] }", "{ at = [1, 1] }", "{ x = { y = { z = 1 } } }",
    "[[0, 0], [1, 0], [1, 0], [0, 0]]", "[[0, 0], [2, 2], [2, 0], [0, 2]]", "[[0, 0], [1, 0], [2, 0]]", "1000", "0.01",
    "[[0, 0], [0.0001, 0], [0, 0.0001]]", "[10, 10]", "[4, 4]", "[8, 3]", "[-1000, 1000]", '["a"]', '{ action = "end" }',
)
KEYS = (
    "at", "on", "id", "kind", "rect", "polygon", "circle", "line", "models", "model", "formation", "base", "height", "from",
    "to", "bottom", "reach", "depth", "thickness", "opening", "side", "size", "try", "fact", "after", "equals", "colour",
    "deploy", "angle", "width", "rounds", "first", "nonsense", '""', '"a.b"', "a.b.c",
)
HEADINGS = (
    "[table]", "[game]", "[rules]", "[[side]]", "[[terrain]]", "[[unit]]", "[[unit.model]]", "[[marker]]", "[[aura]]",
    "[[expect]]", "[[terrain.opening]]", "[unit]", "[side]", "[terrain]", "[[table]]", "[unit.formation]", "[a.b.c.d]", "[[",
    "[expect.try]", "[[expect.after]]",
)

Mutation = Callable[[random.Random, str], str]


def _line_of(rng: random.Random, text: str, mend: Callable[[list[str], int], None]) -> str:
    lines = text.split("\n")
    mend(lines, rng.randrange(len(lines)))
    return "\n".join(lines)


def cut(rng: random.Random, text: str) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start + rng.choice((1, 2, 5, 30, 300)) :]


def cut_off(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


def swap_lines(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


def repeat_line(rng: random.Random, text: str) -> str:
    return _line_of(rng, text, lambda lines, k: lines.insert(k, lines[k]))


def drop_line(rng: random.Random, text: str) -> str:
    return _line_of(rng, text, lambda lines, k: lines.__delitem__(k))


def wrong_value(rng: random.Random, text: str) -> str:
    def mend(lines: list[str], k: int) -> None:
        if "=" in lines[k]:
            lines[k] = lines[k].split("=", 1)[0] + "= " + rng.choice(VALUES)

    return _line_of(rng, text, mend)


def wrong_number(rng: random.Random, text: str) -> str:
    places = [k for k, c in enumerate(text) if c.isdigit()]
    if not places:
        return text
    k = rng.choice(places)
    return text[:k] + rng.choice((*VALUES[:12], "7", "12", "0.5", "-3", "1e9")) + text[k + 1 :]


def new_line(rng: random.Random, text: str) -> str:
    line = f"{rng.choice(KEYS)} = {rng.choice(VALUES)}" if rng.random() < 0.7 else rng.choice(HEADINGS)
    return _line_of(rng, text, lambda lines, k: lines.insert(k, line))


def swap_values(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    found = [k for k, line in enumerate(lines) if " = " in line]
    if len(found) < 2:
        return text
    i, j = rng.sample(found, 2)
    (a, x), (b, y) = lines[i].split(" = ", 1), lines[j].split(" = ", 1)
    lines[i], lines[j] = f"{a} = {y}", f"{b} = {x}"
    return "\n".join(lines)


def rename_key(rng: random.Random, text: str) -> str:
    def mend(lines: list[str], k: int) -> None:
        if "=" in lines[k]:
            lines[k] = f"{rng.choice(KEYS)} ={lines[k].split('=', 1)[1]}"

    return _line_of(rng, text, mend)


def noise(rng: random.Random, text: str) -> str:
    k = rng.randrange(len(text) + 1)
    junk = bytes(rng.randrange(256) for _ in range(rng.choice((1, 3, 40)))).decode("latin-1")
    return text[:k] + junk + text[k:]


def nested(rng: random.Random, text: str) -> str:
    depth = rng.choice((5, 20, 100, 450, 3000, 100_000))
    opening, closing = rng.choice((("[", "]"), ("{a=", "}"), ("{ path = [", "] }")))
    value = opening * depth + "1" + closing * rng.choice((depth, depth, 0))
    place = rng.choice(("at", "models", "try", "fact", "equals", "polygon", "nonsense"))
    return _line_of(rng, text, lambda lines, k: lines.insert(k, f"{place} = {value}"))


def long_key(rng: random.Random, text: str) -> str:
    key = ".".join([rng.choice(("a", '"a b"', "'c'"))] * rng.choice((3, 31, 200, 100_000)))
    line = rng.choice((f"{key} = 1", f"[{key}]", f"[[{key}]]", f"x = {{ {key} = 1 }}"))
    return _line_of(rng, text, lambda lines, k: lines.insert(k, line))


def many(rng: random.Random, text: str) -> str:
    count = rng.choice((30, 500, 3000))
    heading = rng.choice(("side", "unit", "terrain", "marker", "aura", "expect", "terrain.opening", "unit.model"))
    body = rng.choice(("", 'id = "x"\n', 'name = "x"\n', 'id = "x"\nside = "Reds"\nmove = 1\nbase = [60, 35]\nat = [4, 4]\n'))
    return text + f"[[{heading}]]\n{body}" * count


def long_polygon(rng: random.Random, text: str) -> str:
    count = rng.choice((10, 199, 201, 5000))
    points = ", ".join(f"[{rng.uniform(0, 30):.3f}, {rng.uniform(0, 22):.3f}]" for _ in range(count))
    kind = rng.choice(("polygon", "line"))
    return text + f'\n[[terrain]]\nid = "many"\nkind = "{"wall" if kind == "line" else "block"}"\nheight = 2\n{kind} = [{points}]\n'


MUTATIONS: tuple[Mutation, ...] = (
    cut, cut_off, swap_lines, repeat_line, drop_line, wrong_value, wrong_value, wrong_number, wrong_number, new_line,
    swap_values, rename_key, noise, nested, long_key, many, long_polygon,
)


def spoilt(seed: int) -> str:
    rng = random.Random(seed)
    text = WHOLE
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice(MUTATIONS)(rng, text)
    return text


def refusal(text: str) -> BoardError | None:
    try:
        read_board(text, "spoilt.toml")
    except BoardError as error:
        return error
    return None


def assert_read_or_refused(text: str, what: str) -> None:
    start = time.process_time()
    error = refusal(text)
    took = time.process_time() - start
    if error is not None:
        assert error.problems, what
        assert all(p.says for p in error.problems), what
        assert all(line.startswith("spoilt.toml: ") for line in str(error).split("\n")), f"{what}: {error}"
    assert took < SECONDS, f"{what} took {took:.2f} s"


def test_the_board_to_spoil_is_right() -> None:
    assert read_board(WHOLE, "whole.toml").table.models["crew-up"].elevation == 3.0


@pytest.mark.parametrize("first", range(FIRST, FIRST + TRIALS, CHUNK))
def test_a_spoilt_board_is_read_or_refused(first: int) -> None:
    for seed in range(first, min(first + CHUNK, FIRST + TRIALS)):
        assert_read_or_refused(spoilt(seed), f"seed {seed}")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 500_000, "x = " + "{a=" * 500_000, "a" + ".a" * 500_000 + " = 1", "[" + "a." * 500_000 + "a]",
        "x = " + "9" * 1_000_000, "x = 0x" + "f" * 1_000_000, "x" * 1_900_000, '"' * 1_900_000, "'" * 1_900_000,
        "#" * 1_900_000, "\n" * 1_900_000, "[[a]]\n" * 300_000, "[[unit]]\n" * 200_000, "[[unit.model]]\n" * 100_000,
        "a.b.c = 1\n" * 100_000, "x" * 3_000_000, "\x00", "\ud800", "é" * 1_500_000, "x = '''" + "\n" * 1_900_000,
        'x = "' + "\\n" * 900_000 + '"', "x = [" + "1," * 900_000 + "]", "unit = [" + "{}," * 500_000 + "]",
    ],
    ids=lambda text: f"{text[:8]!r}-{len(text)}",
)
def test_a_bomb_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(BoardError):
        read_board(text, "bomb.toml")
    assert time.process_time() - start < 4.0 * SECONDS
