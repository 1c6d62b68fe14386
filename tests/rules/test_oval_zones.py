"""Zones of bases of many corners, cut by walls: nearly round ovals agree with discs, and none takes long."""

import random
import time

import pytest

from physics.carried import ShortestLine
from physics.contact import nearest
from physics.shapes import Shape, oval
from physics.sweep import Leg
from rules.boards import read_board
from rules.proximity import zone_times

GRAZING = 1e-3
"""An oval strays from its true outline by 2.5e-7 in; where a line grazes a round post that moves the time by its root."""
BOARD = """
format = 1
title = "Oval by a wall"
ruleset = "skirmish"
[table]
size = [20, 12]
[[side]]
name = "A"
[[side]]
name = "B"
[[terrain]]
id = "house"
kind = "block"
rect = [{x}, {y}, 1.2, 0.4]
angle = {angle}
height = 3
climbable = false
[[terrain]]
id = "post"
kind = "block"
circle = [{px}, 6.9, 0.15]
height = 3
climbable = false
[[unit]]
id = "guard"
side = "B"
base = {base}
move = 6
at = [10, 5.5]
[[unit]]
id = "dog"
side = "A"
base = {mover}
move = 9
at = [3, 2]
"""


def times(seed: int, base: str, mover: str) -> list[float]:
    chance = random.Random(seed)
    where = {k: round(chance.uniform(a, b), 3) for k, a, b in (("x", 9, 10.3), ("y", 6.3, 6.5), ("angle", -20, 20), ("px", 10, 12))}
    table = read_board(BOARD.format(**where, base=base, mover=mover), "oval.toml").table
    leg = Leg((chance.uniform(5, 9), chance.uniform(6.8, 7.5)), (chance.uniform(11, 15), chance.uniform(6.8, 7.5)))
    return [t for span in zone_times(table, leg, table.model("dog").outline, table.model("guard")) for t in span]


@pytest.mark.parametrize("seed", range(12))
def test_a_nearly_round_oval_is_seen_when_a_disc_is(seed):
    expected = times(seed, "25.4", "25.4")
    assert times(seed, "25.4", "[25.4, 25.4000001]") == pytest.approx(expected, abs=GRAZING)
    assert times(seed, "[25.4, 25.4000001]", "25.4") == pytest.approx(expected, abs=GRAZING)


@pytest.mark.parametrize("seed", range(3))
def test_two_nearly_round_ovals_too(seed):
    assert times(seed, "[25.4, 25.4000001]", "[25.4, 25.4000001]") == pytest.approx(times(seed, "25.4", "25.4"), abs=GRAZING)


def test_two_ovals_by_a_wall_do_not_take_long():
    times(1, "[42, 25]", "[42, 25]")
    start = time.process_time()
    times(2, "[42, 25]", "[42, 25]")
    assert time.process_time() - start < 3.0


@pytest.mark.parametrize("seed", range(5))
def test_the_shortest_line_is_as_long_as_the_clearance(seed):
    chance = random.Random(seed)
    one, other = oval(1.0, 1.6), oval(0.9, 1.4).moved((chance.uniform(2, 4), chance.uniform(-3, 3)))
    line = nearest(one, other)
    assert ((line.there[0] - line.here[0]) ** 2 + (line.there[1] - line.here[1]) ** 2) ** 0.5 == pytest.approx(line.clearance)


def test_parallel_sides_and_overlaps_have_a_line_too():
    square = Shape(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
    line = ShortestLine(square, square)
    apart, here, there = line.at((3.0, 0.0))
    assert apart == there[0] - here[0] == pytest.approx(1.0)
    apart, here, there = line.at((1.5, 0.0))
    assert apart == there[0] - here[0] == pytest.approx(-0.5)
