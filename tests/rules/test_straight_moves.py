"""Every straight move that the referee allows ends where reach shows it: small dense boards, spots beside all that is there."""

import math
import random

import pytest

from rules.actions import Waypoint
from rules.reach import Reach, reach
from rules.table import Table
from tests.rules.dense_tables import dense_board
from tests.rules.route_oracle import Found, legal_move, spots_of, touched
from tests.rules.test_routes_found import ALONG, BESIDE, BOARDS, apart

MOST = 120
"""Spots tried on a board."""
MISSED = {
    2: "on the rim of a round top under stairs, and half over them",
    27: "a lane just as wide as the base has no area",
    37: "a top that stairs run through",
    39: "tops that run through each other",
    40: "a lane just as wide as the base has no area",
}
"""Boards on which a straight move is known to be missed, and why: to be emptied."""


def straight_moves(table: Table, rng: random.Random) -> list[Found]:
    """The legal straight moves to some spots, also on what stands in the air."""
    model = table.model("mover")
    spots = [p for p in spots_of(table, model, 0.7, (rng.random() * 0.7, rng.random() * 0.7)) if is_near(p, table)]
    spots = rng.sample(spots, min(len(spots), MOST))
    decks = [f for f in table.terrain.features if f.is_solid and f.standable and f.bottom > 0.0 and f.kind != "impassable"]
    goals = [Waypoint(p) for p in spots] + [Waypoint(p, f.id) for p in spots for f in decks if f.is_over(p)]
    return [found for goal in goals if (found := legal_move(table, "mover", (goal,))) and not is_inside(table, found)]


def is_near(spot, table: Table) -> bool:
    model = table.model("mover")
    return math.dist(spot, model.standing.at) <= model.move


def is_inside(table: Table, found: Found) -> bool:
    """Whether it ends on a top within another feature, whose top is the one that is shown."""
    at, level = found.end.at, found.end.elevation
    over = [f for f in table.terrain.features if f.is_solid and f.is_over(at)]
    return any(f.bottom <= level + 1e-6 and f.top_at(at) > level + 1e-6 for f in over)


def off(table: Table, shown: Reach, found: Found) -> float:
    """Inches by which what is shown falls short of where a move ends, less what it may."""
    at = found.end.at
    enemies = touched(found, "mover")
    if enemies:
        return max(apart(shown.engaging.get(name), at) for name in enemies) - ALONG
    like = [f.id for f in table.terrain.features if f.is_solid and f.is_over(at) and abs(f.top_at(at) - found.end.elevation) < 1e-6]
    return min(apart(part.get(on), at) for on in (found.end.on, *like) for part in (shown.areas, shown.landings)) - BESIDE


@pytest.mark.parametrize("number", [
    pytest.param(k, marks=[pytest.mark.xfail(reason=MISSED[k], raises=AssertionError)] if k in MISSED else []) for k in BOARDS
])  # fmt: skip
def test_a_straight_move_that_is_legal_is_shown(number: int) -> None:
    rng, table = dense_board(number)
    shown = reach(table, "mover")
    wrong = [(found.path, found.end.on) for found in straight_moves(table, rng) if off(table, shown, found) > 0.0]
    assert not wrong
