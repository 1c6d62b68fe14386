"""The `regiment` ruleset, clause by clause: spacing kept, lowered, broken and remembered."""

import math
import random
from dataclasses import replace

import pytest

from physics.regions import polygon_footprint
from rules.actions import Casualty, End, Separate
from rules.blocks import block_of, inches_between, outline_of
from rules.manoeuvres import march_of
from rules.referee import judge
from rules.table import Game, Memory
from rules.terrain import Feature
from tests.rules.block_tables import (
    after,
    ahead,
    apart,
    block_table,
    go,
    left,
    moved_blocks,
    moved_steps,
    random_blocks,
    random_steps,
    ranked,
    reform,
    refused,
    right,
    sampled_least,
)
from tests.rules.motions import Motion
from tests.rules.tables import INCH, block, box


def rock(x, y, width, depth):
    return Feature("rock", "impassable", polygon_footprint(box(x, y, width, depth)), climbable=False)


def pair(gap, **keys):
    """Two units of 4 × 2 in, one behind the other, `gap` inches apart."""
    return block_table("regiment", [ranked("a", "Reds", (10, 10), **keys), ranked("b", "Reds", (10, 12 + gap))])


def test_spacing_end_is_more_than_an_inch():
    assert refused(go(pair(4.0), "a", ahead(3))) == {"spacing.end"}
    assert go(pair(4.0), "a", ahead(2.999)).legal


def test_spacing_during_is_more_than_half_an_inch():
    # A post beside the way, from 12.5 on: the block's side is at 12.
    for x, clauses in ((12.5, {"spacing.during"}), (12.501, set())):
        table = block_table("regiment", [ranked("a", "Reds", (10, 10))], [rock(x, 13, 2, 1)])
        ruling = go(table, "a", ahead(8))
        assert refused(ruling) == clauses
        if clauses:
            (finding,) = ruling.findings
            assert finding.measured == pytest.approx(0.5, abs=1e-6)
            assert finding.along == pytest.approx(3.0, abs=0.01)


def test_spacing_contact_even_for_a_moment():
    # In half a turn to the left about (8, 10) the rear corner, √20 from it, passes its highest point at (8, 10 + √20).
    top = 10 + math.sqrt(20)
    for off, is_contact in ((0.0, True), (1e-5, False)):
        table = block_table("regiment", [ranked("a", "Reds", (10, 10), move=20)], [rock(7.9, top + off, 0.2, 1)])
        ruling = go(table, "a", left(180))
        assert refused(ruling) == {"spacing.during"} | ({"spacing.contact"} if is_contact else set())


def test_every_broken_clause_is_told():
    clauses = refused(go(pair(7.0), "a", ahead(8.5)))
    assert clauses >= {"spacing.contact", "spacing.during", "spacing.end", "base.overlap", "move.distance"}


@pytest.mark.parametrize("name", ["failed_charge", "flee", "pursue"])
def test_spacing_uncontrolled_stops_a_hundredth_short(name):
    ruling = go(pair(4.0), "a", ahead(6), left(20), name=name)
    assert ruling.legal
    assert ruling.cost == pytest.approx(3.99, abs=1e-6)
    assert ruling.clauses == ("spacing.uncontrolled",)
    assert apart(after(ruling), "a", "b") == pytest.approx(0.01, abs=1e-6)


def test_spacing_uncontrolled_stops_in_a_wheel():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10)), ranked("b", "Blues", (10, 15.0), 2, 2)])
    ruling = go(table, "a", left(80), name="flee")
    stopped = after(ruling)
    assert apart(stopped, "a", "b") == pytest.approx(0.01, abs=1e-6)
    # The right corner, 4 in from the pivot (8, 10), is 0.01 short of the line y = 13.
    assert ruling.cost == pytest.approx(4 * math.asin(2.99 / 4), abs=1e-5)


def test_spacing_uncontrolled_stops_short_of_a_house_too():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10))], [block("house", box(9, 14, 2, 2), 3.0)])
    assert go(table, "a", ahead(6), name="flee").cost == pytest.approx(3.99, abs=1e-6)
    assert refused(go(table, "a", ahead(6))) == {"terrain.blocked", "base.fit"}
    assert go(table, "a", ahead(4)).legal


def test_spacing_uncontrolled_may_pass_at_any_distance():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10))], [rock(12.004, 13, 2, 1)])
    ruling = go(table, "a", ahead(9), name="flee")
    assert ruling.legal
    assert ruling.cost == 9
    assert after(ruling).memory.close_pairs == frozenset()


def test_spacing_stop_is_a_parameter():
    table = replace(pair(4.0), parameters={**pair(4.0).parameters, "spacing.stop": 0.25})
    assert go(table, "a", ahead(6), name="flee").cost == pytest.approx(3.75, abs=1e-6)


def test_a_charge_ends_in_contact_and_may_touch_friends():
    pieces = [ranked("a", "Reds", (10, 10)), ranked("foe", "Blues", (10, 16), 4, 4, facing_deg=270)]
    friend = ranked("friend", "Reds", (14, 14))
    table = block_table("regiment", [*pieces, friend])
    assert go(table, "a", ahead(6), name="charge", target="foe").legal
    assert refused(go(table, "a", ahead(5.5), name="charge", target="foe")) == {"spacing.contact"}
    enemy = ranked("other", "Blues", (14, 14))
    assert refused(go(block_table("regiment", [*pieces, enemy]), "a", ahead(6), name="charge", target="foe")) == {"spacing.contact"}


def test_who_stands_in_contact_may_leave_it():
    pieces = [ranked("a", "Reds", (10, 10)), ranked("foe", "Blues", (10, 16), facing_deg=270)]
    table = after(go(block_table("regiment", pieces), "a", ahead(6), name="charge", target="foe"))
    turned = after(reform_away(table))
    assert apart(turned, "a", "foe") == pytest.approx(0.5)
    assert go(turned, "foe", ahead(0.4)).legal
    # Straight out of contact: the rear of the one is against the rear of the other.
    backs = block_table("regiment", [ranked("p", "Reds", (10, 12)), ranked("q", "Blues", (10, 8), facing_deg=270)])
    close = replace(backs, memory=Memory(close_pairs=frozenset({frozenset({"p", "q"})})))
    assert apart(close, "p", "q") == pytest.approx(0.0, abs=1e-12)
    assert go(close, "p", ahead(3), name="flee").cost == 3
    assert go(close, "p", ahead(0.5)).legal
    assert go(close, "q", left(20), ahead(3), name="pursue").legal


def reform_away(table):
    return reform(table, "a", 2, (10, 13.5), 270)


def left_close(gap=0.3):
    """`a` has failed to charge, and stands `gap` behind `b`."""
    return after(go(pair(2.0), "a", ahead(2.0 - gap), name="failed_charge"))


def test_spacing_kept_excuses_both_until_they_are_apart():
    table = left_close()
    assert table.memory.close_pairs == {frozenset({"a", "b"})}
    nearer = go(table, "a", ahead(0.2))
    assert nearer.legal
    assert nearer.clauses == ("spacing.kept",)
    assert go(table, "b", ahead(0.5)).legal
    assert refused(go(table, "a", ahead(0.3))) == {"spacing.contact"}
    exactly = after(go(table, "b", ahead(0.7)))
    assert exactly.memory.close_pairs == table.memory.close_pairs
    gone = after(go(table, "b", ahead(0.7001)))
    assert gone.memory.close_pairs == frozenset()
    assert refused(go(gone, "a", ahead(0.6))) == {"spacing.end", "spacing.during"}


def test_spacing_kept_ends_in_the_midst_of_a_move():
    # `b` stands 0.6 to the left of `a`. About its right corner, (12, 10), the rear corner of `a` swings to √20 from
    # there, 0.13 from `b`, and away; after a whole turn it comes by once more, and is not excused any longer.
    table = block_table("regiment", [ranked("a", "Reds", (10, 10), move=40), ranked("b", "Reds", (5.4, 10))])
    close = replace(table, memory=Memory(close_pairs=frozenset({frozenset({"a", "b"})})))
    assert go(close, "a", right(20)).legal
    assert go(close, "a", right(180)).legal
    assert refused(go(close, "a", right(390))) == {"spacing.during", "spacing.end"}
    assert refused(go(close, "a", right(180), right(210))) == {"spacing.during", "spacing.end"}
    during = next(f for f in go(close, "a", right(390)).findings if f.clause == "spacing.during")
    assert during.measured == pytest.approx(12 - math.sqrt(20) - 7.4, abs=1e-6)


def test_spacing_kept_excuses_towards_each_other_alone():
    table = left_close()
    with_third = block_table("regiment", [
        (table.units[i], table.models_of(table.units[i])) for i in ("a", "b")
    ] + [ranked("c", "Blues", (10, 18))])  # fmt: skip
    with_third = replace(with_third, memory=table.memory)
    # b's front is at 14, c's rear at 16.
    assert go(with_third, "b", ahead(0.9)).legal
    assert refused(go(with_third, "b", ahead(1.2))) == {"spacing.end"}


def test_spacing_kept_holds_over_several_turns():
    pieces = [ranked("a", "Reds", (10, 10)), ranked("b", "Reds", (10, 14)), ranked("foe", "Blues", (40, 30))]
    table = block_table("regiment", pieces, game=Game(4, "Reds"))
    table = after(go(table, "a", ahead(1.5), name="failed_charge", in_turn=True))
    for _ in range(4):
        table = after(judge(table, End()))
    assert table.turn.round == 2
    assert table.memory.close_pairs
    assert go(table, "b", ahead(0.3), in_turn=True).legal


def test_spacing_kept_of_terrain_too():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10))], [rock(8, 13, 4, 2)])
    stopped = after(go(table, "a", ahead(5), name="pursue"))
    assert stopped.memory.close_pairs == {frozenset({"a", "rock"})}
    assert reform(stopped, "a", 2, (10, 12.5)).legal
    gone = after(reform(stopped, "a", 2, (10, 11)))
    assert gone.memory.close_pairs == frozenset()


def test_a_casualty_can_end_an_excuse():
    # `a` is 4 deep, to y = 6.5; `b` comes to 6, half an inch off. Without its second rank `a` ends at 8.5.
    table = block_table("regiment", [ranked("a", "Reds", (10, 10.5), 2, 4), ranked("b", "Reds", (10, 4))])
    near = after(go(table, "b", ahead(2), name="flee"))
    assert near.memory.close_pairs
    for name in ("a-4", "a-3"):
        near = after(judge(near, Casualty(name), in_turn=False))
    assert near.memory.close_pairs == frozenset()


def test_a_reform_needs_more_than_an_inch_and_twice_its_move():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10)), ranked("b", "Reds", (10, 16))])
    assert refused(reform(table, "a", 1, (10, 13))) == {"spacing.end"}
    assert refused(reform(table, "a", 1, (10, 14))) == {"spacing.contact", "spacing.end"}
    assert refused(reform(table, "a", 2, (27, 10))) == {"manoeuvre.double"}


def test_nobody_is_moved_apart():
    assert refused(judge(left_close(), Separate("a", (1.0, 0.0)), in_turn=False)) == {"action.unavailable"}


def test_a_wheel_is_paid_for_in_a_charge_too():
    # A quarter turn of a front of 2 in, then 3 in ahead.
    foe = ranked("foe", "Blues", (15.0, 21.0), 1, 1, facing_deg=0)
    table = block_table("regiment", [ranked("a", "Reds", (20.0, 20.0), 2, 2, base=(INCH, INCH)), foe])
    ruling = go(table, "a", left(90), ahead(4), name="charge", target="foe")
    assert ruling.legal
    assert ruling.cost == pytest.approx(math.pi + 4)


def test_terrain_that_can_be_walked_over_asks_no_spacing():
    table = block_table("regiment", [ranked("a", "Reds", (10, 10))], [block("wall", box(9, 12, 2, 0.5), 1.0)])
    assert go(table, "a", ahead(8)).legal


@pytest.mark.parametrize("seed", range(3))
def test_an_oracle_in_small_steps_agrees(seed):
    rng = random.Random(seed + 20)
    tally = {"near": 0, "free": 0}
    for _ in range(25):
        table = random_blocks(rng, "regiment")
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        clauses = go(table, unit, *steps).clauses
        least = sampled_least(table, unit, steps)
        if least <= 0.5:
            assert "spacing.during" in clauses, (seed, unit, steps, least)
        if least <= 0.0:
            assert "spacing.contact" in clauses
        if least > 0.56:
            assert "spacing.during" not in clauses
        ended = march_of(block_of(table, table.units[unit]), steps).end
        others = [outline_of(table, u) for u in table.units.values() if u.id != unit]
        end = min(inches_between(ended.outline, o) for o in [*others, *(f.footprint.pieces for f in table.terrain.features)])
        assert ("spacing.end" in clauses) == (end <= 1.0 + 1e-6)
        tally["near" if "spacing.during" in clauses else "free"] += 1
    assert min(tally.values()) > 2


def test_what_is_stopped_has_touched_nothing_and_is_remembered():
    rng = random.Random(33)
    stops = 0
    for _ in range(60):
        table = random_blocks(rng, "regiment", 8, 24.0)
        unit = rng.choice(list(table.units))
        ruling = go(table, unit, *random_steps(rng), ahead(6), name="flee")
        if not ruling.legal or "would run into" not in " ".join(f.says for f in ruling.findings):
            continue
        stops += 1
        others = [u for u in table.units if u != unit]
        near = [u for u in others if apart(ruling.after, unit, u) <= 1.0 + 1e-6]
        assert all(apart(ruling.after, unit, u) > 1e-6 for u in others)
        assert {frozenset({unit, u}) for u in near} <= ruling.after.memory.close_pairs
        names = [f.pieces[1] for f in ruling.findings if "would run into" in f.says]
        if names[0] in table.units:
            assert apart(ruling.after, unit, names[0]) == pytest.approx(0.01, abs=1e-6)
    assert stops > 5


def test_mirrored_boards_agree():
    rng = random.Random(44)
    for _ in range(15):
        table = replace(random_blocks(rng, "regiment"), size=(200.0, 200.0))
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        name = rng.choice(("move", "flee"))
        motion = Motion(rng.uniform(-3, 3), (100.0, 100.0), True)
        first = go(table, unit, *steps, name=name)
        other = go(moved_blocks(table, motion), unit, *moved_steps(steps, motion), name=name)
        if "table.edge" not in first.clauses:
            assert (other.legal, other.clauses) == (first.legal, first.clauses)
            assert other.cost == pytest.approx(first.cost, abs=1e-7)
