"""Steps, reforms and charges of ranked units held at their last legal inch or degree."""

import math
from dataclasses import replace

import pytest

from rules.actions import BlockMove, Reform, Step
from rules.blocks import block_of
from rules.boards import read_board
from rules.charging_blocks import faces
from rules.holding_blocks import SNAP, held_reform, held_step, present_reform, snapped_step
from rules.referee import judge

UNIT = """
[[unit]]
id = "{id}"
side = "{side}"
base = {{ rect = [25.4, 25.4] }}
move = 6
charge = 10
formation = {{ files = 4, count = 8, at = [{x}, {y}], facing = {facing} }}
"""
HEAD = """
format = 1
title = "Held"
ruleset = "{ruleset}"
[table]
size = [40, 40]
[[side]]
name = "Crown"
[[side]]
name = "League"
"""


def table(ruleset="ranks", *units):
    text = HEAD.format(ruleset=ruleset)
    for name, side, x, y, facing in (("guard", "Crown", 10, 10, 90), *units):
        text += UNIT.format(id=name, side=side, x=x, y=y, facing=facing)
    return read_board(text, "held").table


def move(*steps, name="move", target=None):
    return BlockMove(name, "guard", tuple(steps), target)


def test_a_legal_step_is_not_held():
    step = Step(advance=5.0)
    assert held_step(table(), move(), step) == (step, [])


def test_an_advance_is_held_at_its_allowance():
    held, beyond = held_step(table(), move(Step(advance=2.0)), Step(advance=9.0))
    assert held.advance == pytest.approx(4.0, abs=1e-9)
    assert [f.clause for f in beyond] == ["move.distance"]


def test_a_wheel_is_held_where_its_arc_is_spent():
    held, _ = held_step(table(), move(), Step(wheel="left", degrees=200.0))
    assert math.radians(held.degrees) * 4.0 == pytest.approx(6.0, abs=1e-9)


def test_the_reason_is_what_a_little_more_would_meet():
    far = table("ranks", ("pikes", "League", 10, 18, 270))
    _, beyond = held_step(far, move(), Step(advance=8.5))
    assert [f.clause for f in beyond] == ["move.distance"]


def test_an_advance_is_held_an_inch_off_in_ranks_and_more_than_an_inch_in_regiment():
    ahead = ("pikes", "League", 10, 14, 270)
    held, _ = held_step(table("ranks", ahead), move(), Step(advance=3.7))
    assert held.advance == pytest.approx(3.0, abs=2e-6)
    held, _ = held_step(table("regiment", ahead), move(), Step(advance=3.2))
    assert held.advance == pytest.approx(3.0, abs=2e-6)
    assert judge(table("regiment", ahead), move(held)).legal


def test_a_wheel_away_from_a_parallel_neighbour_is_held_at_once():
    beside = table("ranks", ("line", "Crown", 15, 10, 90))
    held, beyond = held_step(beside, move(), Step(wheel="left", degrees=20.0))
    assert held.degrees < 0.01
    assert "manoeuvre.spacing" in [f.clause for f in beyond]
    assert held_step(beside, move(), Step(wheel="right", degrees=20.0))[1] == []


@pytest.mark.parametrize("degrees", [7.0, 33.0, 61.0, 85.0])
def test_what_is_held_is_legal_and_a_little_more_is_not(degrees):
    crowded = table("ranks", ("line", "Crown", 4, 15, 90), ("pikes", "League", 10, 17, 270))
    before = move(Step(advance=2.0))
    held, beyond = held_step(crowded, before, Step(wheel="left", degrees=degrees))
    assert judge(crowded, replace(before, steps=(*before.steps, held))).legal
    if beyond:
        more = replace(held, degrees=held.degrees + 0.01)
        assert not judge(crowded, replace(before, steps=(*before.steps, more))).legal


def test_a_charge_is_held_in_exact_contact_and_drawn_to_it_from_near():
    ahead = table("ranks", ("pikes", "League", 10, 17, 270))
    before = move(name="charge", target="pikes")
    held, _ = held_step(ahead, before, Step(advance=9.0))
    assert held.advance == pytest.approx(7.0, abs=2e-6)
    assert judge(ahead, move(held, name="charge", target="pikes")).legal
    assert snapped_step(ahead, before, Step(advance=7.0 - SNAP - 0.05)) is None
    assert snapped_step(ahead, before, Step(advance=7.0 - SNAP + 0.05)).advance == pytest.approx(7.0, abs=2e-6)


def test_a_reform_is_held_on_its_way_where_a_model_would_go_too_far():
    here = table()
    start = present_reform(block_of(here, here.units["guard"]))
    held, beyond = held_reform(here, start, replace(start, at=(30.0, 10.0)))
    assert held.at == pytest.approx((22.0, 10.0), abs=1e-3)
    assert beyond[0].clause == "manoeuvre.double"
    assert held_reform(here, start, Reform("guard", 4, (12.0, 10.0), 90.0))[1] == []


def test_every_face_that_is_offered_is_a_legal_charge_that_meets_it():
    offset = table("ranks", ("pikes", "League", 15, 17, 200))
    found = faces(offset, "guard", "pikes")
    assert [f.name for f in found] == ["front", "right", "rear", "left"]
    reached = [f for f in found if f.charge is not None]
    assert reached
    for face in reached:
        ruling = judge(offset, face.charge)
        assert ruling.legal
        assert ruling.cost == pytest.approx(face.cost)


def test_straight_ahead_the_front_is_charged_and_the_rear_can_not_be():
    found = {f.name: f for f in faces(table("ranks", ("pikes", "League", 10, 17, 270)), "guard", "pikes")}
    assert found["front"].cost == pytest.approx(7.0, abs=1e-5)
    assert found["front"].charge.steps == (Step(advance=pytest.approx(7.0, abs=1e-5)),)
    assert found["rear"].charge is None


def test_the_back_of_a_unit_is_charged_from_behind():
    found = {f.name: f for f in faces(table("ranks", ("pikes", "League", 10, 19, 90)), "guard", "pikes")}
    assert found["rear"].charge is not None
    assert found["front"].charge is None
