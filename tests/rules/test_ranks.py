"""The `ranks` ruleset, clause by clause, and what holds on any board of it."""

import math
import random
from dataclasses import replace

import pytest

from physics.regions import polygon_footprint
from physics.vectors import distance
from rules.actions import BlockMove, Casualty, End, Reform, Separate, Step
from rules.blocks import block_of, inches_between, outline_of
from rules.referee import judge
from rules.separation import offered_separations, too_near
from rules.table import Base, Game
from rules.terrain import Feature
from tests.rules.block_tables import (
    after,
    ahead,
    apart,
    block_table,
    go,
    left,
    lone,
    moved_blocks,
    moved_steps,
    random_blocks,
    random_steps,
    ranked,
    reform,
    refused,
    right,
    sampled_least,
    separate,
)
from tests.rules.motions import Motion
from tests.rules.tables import INCH, block, box

MM20 = (20.0, 20.0)


def one(files: int = 5, count: int = 20, **keys):
    return block_table("ranks", [ranked("a", "Reds", (20.0, 20.0), files, count, base=(INCH, INCH), **keys)])


def test_a_move_is_the_sum_of_its_advances_and_arcs():
    ruling = go(one(), "a", left(30), ahead(2), right(15))
    assert ruling.legal
    assert ruling.cost == pytest.approx(5 * math.radians(30) + 2 + 5 * math.radians(15))
    assert [round(i.counted, 3) for i in ruling.items] == [2.618, 2.0, 1.309]


def test_wheel_cost_of_a_square_is_its_front_corner():
    assert go(one(4, 16), "a", left(30)).cost == pytest.approx(4 * math.radians(30))


def test_wheel_cost_of_a_deep_unit_is_its_rear_corner():
    assert go(one(2, 8), "a", left(30)).cost == pytest.approx(math.hypot(2, 4) * math.radians(30))


def test_wheel_cost_of_a_deep_unit_with_a_short_last_rank_is_its_furthest_corner():
    # Three wide; of the fourth rank one model in the middle: its far corner is 2 across and 4 back; the third rank's 3 and 3.
    assert go(one(3, 10), "a", left(30)).cost == pytest.approx(math.hypot(2, 4) * math.radians(30))


def test_a_wheel_turns_about_a_front_corner():
    table = after(go(one(), "a", right(40)))
    block = block_of(table, table.units["a"])
    assert block.corner("right") == pytest.approx((22.5, 20.0))
    assert block.pose.facing == pytest.approx(math.radians(50))


def test_wheel_backward_and_advances_backwards():
    assert refused(go(one(), "a", right(-5))) == {"wheel.backward"}
    assert refused(go(one(), "a", ahead(-1))) == {"action.unavailable"}


def test_a_wheel_of_340_degrees_is_checked_all_round():
    # The post stands an inch and a half to the left of the pivot, where only the far side of the turn comes.
    post = ranked("post", "Reds", (16.0, 21.0), 1, 1, base=(INCH, INCH))
    giants = ranked("a", "Reds", (20.0, 20.0), 5, 5, base=(INCH, INCH), move=40)
    assert refused(go(block_table("ranks", [giants, post]), "a", left(340))) == {"manoeuvre.spacing"}
    assert go(block_table("ranks", [giants]), "a", left(340)).cost == pytest.approx(5 * math.radians(340))


def test_measure_point_is_told_where_the_depth_was_forgotten():
    assert refused(go(one(), "a", ahead(12))) == {"move.distance", "measure.point"}
    assert refused(go(one(), "a", ahead(11))) == {"move.distance"}


def test_manoeuvre_double_is_the_same_for_a_wheel_cut_in_two():
    # 5 × 4 models of an inch: the furthest middle is hypot(4.5, 3.5) = 5.70 from the corner; 16 in are 160.8 degrees.
    foe = ranked("foe", "Blues", (40.0, 30.0))
    table = block_table("ranks", [ranked("a", "Reds", (20.0, 20.0), 5, 20, base=(INCH, INCH), charge=50), foe])
    for steps in ((left(165),), (left(80), left(85))):
        assert "manoeuvre.double" in go(table, "a", *steps, name="charge", target="foe").clauses
    assert "manoeuvre.double" not in go(table, "a", left(80), ahead(1), left(85), name="charge", target="foe").clauses


def test_wheel_free_only_in_a_charge():
    # After a quarter turn to the left the front is 5 wide on the line x = 17.5, from 20 to 25; the foe's side is 3 off.
    foe = ranked("foe", "Blues", (14.5, 22.5), 1, 1, facing_deg=0, base=(INCH, INCH))
    table = block_table("ranks", [ranked("a", "Reds", (20.0, 20.0), 5, 10, base=(INCH, INCH), move=8, charge=3.5), foe])
    ruling = go(table, "a", left(90), ahead(3), name="charge", target="foe")
    assert ruling.legal
    assert ruling.cost == pytest.approx(3.0)
    assert "wheel.free" in ruling.clauses
    assert "move.distance" in go(table, "a", left(90), ahead(3), name="failed_charge", target="foe").clauses


def test_spacing_inch_exactly_an_inch_is_allowed():
    table = block_table("ranks", [ranked("a", "Reds", (10, 10)), ranked("b", "Blues", (10, 16))])
    assert go(table, "a", ahead(3)).legal
    ruling = go(table, "a", ahead(3.5))
    assert refused(ruling) == {"spacing.inch"}
    (finding,) = ruling.findings
    assert finding.measured == pytest.approx(0.5, abs=1e-6)
    assert finding.along == pytest.approx(3.0, abs=1e-5)


def test_the_notch_of_a_short_last_rank_is_room():
    # Behind the wide front ranks of `b` stands a corner that only a full last rank would come near.
    b = ranked("b", "Blues", (10.0, 10.0), 5, 11, base=(INCH, INCH))
    post = ranked("post", "Blues", (12.6, 6.5), 1, 1, base=(INCH, INCH))
    table = block_table("ranks", [b, post])
    assert apart(table, "b", "post") == pytest.approx(math.hypot(0, 1.5))


def test_spacing_of_discs_and_ovals():
    for base in (Base("disc", 2 * INCH, 2 * INCH), Base("oval", 2 * INCH, INCH)):
        table = block_table("ranks", [ranked("a", "Reds", (10, 10)), lone("post", "Blues", (10, 14), base)])
        room = 4 - base.depth_mm / INCH / 2 - 1
        assert go(table, "a", ahead(room - 1e-5)).legal
        assert refused(go(table, "a", ahead(room + 1e-4))) == {"spacing.inch"}


def test_a_model_on_a_disc_wheels_and_advances():
    table = block_table("ranks", [lone("hero", "Reds", (10, 10), Base("disc", 2 * INCH, 2 * INCH))])
    ruling = go(table, "hero", left(90), ahead(1))
    assert ruling.cost == pytest.approx(2 * math.pi / 2 + 1)
    # The corner (9, 11) is the pivot: the middle turns to (10, 12) and goes on to the left.
    assert after(ruling).model("hero").standing.at == pytest.approx((9.0, 12.0))


def test_who_starts_too_near_may_only_leave():
    table = block_table("ranks", [ranked("a", "Reds", (10, 10)), ranked("b", "Blues", (10, 7.5))])
    assert go(table, "a", ahead(2)).legal
    assert refused(go(table, "a", ahead(0.3))) == {"spacing.inch"}
    assert "spacing.inch" in go(table, "b", ahead(0.2)).clauses


def test_spacing_charge_touches_nobody_else_and_ends_in_contact():
    a, foe = ranked("a", "Reds", (10, 10)), ranked("foe", "Blues", (10, 16), facing_deg=270)
    friend = ranked("friend", "Reds", (14.0, 13.0))
    assert go(block_table("ranks", [a, foe]), "a", ahead(6), name="charge", target="foe").legal
    assert refused(go(block_table("ranks", [a, foe]), "a", ahead(5.9), name="charge", target="foe")) == {"spacing.charge"}
    assert "spacing.charge" in go(block_table("ranks", [a, foe]), "a", ahead(6.1), name="charge", target="foe").clauses
    assert "spacing.charge" in go(block_table("ranks", [a, foe, friend]), "a", ahead(6), name="charge", target="foe").clauses
    near = ranked("friend", "Reds", (14.05, 13.0))
    assert go(block_table("ranks", [a, foe, near]), "a", ahead(6), name="charge", target="foe").legal


def test_a_charge_needs_an_enemy_for_a_target():
    table = block_table("ranks", [ranked("a", "Reds", (10, 10)), ranked("b", "Reds", (10, 16))])
    assert refused(go(table, "a", ahead(4), name="charge", target="b")) == {"action.unavailable"}
    assert refused(go(table, "a", ahead(4), name="charge", target="nobody")) == {"action.unavailable"}
    assert refused(go(table, "a", ahead(4), name="charge")) == {"action.unavailable"}


def fought():
    a, foe = ranked("a", "Reds", (10, 10)), ranked("foe", "Blues", (10, 16), facing_deg=270)
    others = [ranked("by", "Reds", (14.4, 15)), ranked("far", "Blues", (30, 30)), ranked("left", "Blues", (5.7, 17.0))]
    table = block_table("ranks", [a, foe, *others], game=Game(3, "Reds"))
    return after(go(table, "a", ahead(6), name="charge", target="foe", in_turn=True))


def test_combat_contact_is_touching():
    table = fought()
    assert apart(table, "a", "foe") == pytest.approx(0.0, abs=1e-9)
    assert {c.unit for c in too_near(table)} == {"by", "left"}


def test_combat_separate_holds_the_turn():
    table = fought()
    for action in (BlockMove("move", "far", (ahead(1),)), End()):
        assert judge(table, action).clauses[0] == "combat.separate"
    for action in offered_separations(table):
        ruling = judge(table, action)
        assert ruling.legal
        assert ruling.cost == 0.0
        table = after(ruling)
    assert not too_near(table)
    assert judge(table, End()).legal


def test_combat_separate_offers_the_shortest_move():
    offered = {s.unit: s.by for s in offered_separations(fought())}
    assert offered["by"] == pytest.approx((0.6, 0.0), abs=1e-6)
    assert offered["left"] == pytest.approx((-0.7, 0.0), abs=1e-6)


def test_combat_separate_is_to_an_inch_no_less_and_no_more():
    table = fought()
    assert separate(table, "by", (0.6, 0.0)).legal
    assert refused(separate(table, "by", (0.59, 0.0))) == {"combat.separate"}
    assert refused(separate(table, "by", (0.8, 0.0))) == {"combat.separate"}
    assert refused(separate(table, "far", (1.0, 0.0))) == {"action.unavailable"}


def test_combat_separate_does_not_hold_the_turn_for_want_of_room():
    # `by`, 4 in wide, stands half an inch beside the fight. A rock at its left leaves it from 1.6 on, so that its right
    # side is at 5.6 or more, not at 5. Below the fight another rock leaves it no room, above it the table's edge.
    rocks = [
        Feature(name, "impassable", polygon_footprint(corners), climbable=False)
        for name, corners in (("left", box(0, 0, 0.6, 9)), ("below", box(2, 0, 8, 0.2)))
    ]
    pieces = [ranked("a", "Reds", (8, 2.5)), ranked("foe", "Blues", (8, 5), facing_deg=270)]
    by = ranked("by", "Blues", (3.5, 5.5), 1, 1, base=(4 * INCH, 2 * INCH))
    fight = after(go(block_table("ranks", [*pieces, by], rocks, size=(12, 9)), "a", ahead(2.5), name="charge", target="foe"))
    assert [case.unit for case in too_near(fight)] == ["by"]
    assert offered_separations(fight) == []
    assert judge(fight, End()).legal
    free = after(go(block_table("ranks", [*pieces, by], rocks[1:], size=(12, 9)), "a", ahead(2.5), name="charge", target="foe"))
    assert offered_separations(free)[0].by == pytest.approx((-0.5, 0.0), abs=1e-6)
    assert refused(judge(free, End())) == {"combat.separate"}


def test_separations_are_legal_on_random_boards():
    rng = random.Random(5)
    count = 0
    for _ in range(60):
        table = random_blocks(rng, "ranks", 7, 22.0, room=0.05)
        a, b = ranked("p", "Reds", (11.0, 11.0)), ranked("q", "Blues", (11.0, 11.0), facing_deg=270)
        free = {u.id for u in table.units.values() if min(apart_of(table, u, p) for p in (a, b)) > 0.01}
        pieces = [(table.units[i], table.models_of(table.units[i])) for i in free]
        crowded = block_table("ranks", [*pieces, a, b], table.terrain.features, size=table.size)
        for action in offered_separations(crowded):
            count += 1
            ruling = judge(crowded, action, in_turn=False)
            assert ruling.legal, (action, ruling.findings)
    assert count > 20


def apart_of(table, unit, piece):
    other = block_table("ranks", [piece])
    return inches_between(outline_of(table, unit), outline_of(other, piece[0]))


def test_reform_shares_out_the_places():
    table = block_table("ranks", [ranked("a", "Reds", (30, 20), 5, 20, base=(INCH, INCH), move=4)])
    turned = after(reform(table, "a", 5, (30.0, 16.0), 270))
    assert all(distance(turned.model(i).standing.at, table.model(i).standing.at) < 1e-9 for i in table.units["a"].models)
    assert turned.units["a"].formation.facing == pytest.approx(math.radians(270))
    assert refused(reform(table, "a", 21, (30.0, 20.0))) == {"reform"}


def test_reform_keeps_its_inch_and_the_edge_and_terrain():
    rock = Feature("rock", "impassable", polygon_footprint(box(30, 25, 2, 2)), climbable=False)
    house = block("house", box(24, 16, 3, 3), 3.0)
    table = block_table("ranks", [ranked("a", "Reds", (30, 20)), ranked("b", "Blues", (36, 20))], [rock, house])
    assert refused(reform(table, "a", 2, (31.5, 20))) == {"manoeuvre.spacing"}
    assert refused(reform(table, "a", 2, (30, 24.5))) == {"manoeuvre.spacing"}
    assert "base.overlap" in refused(reform(table, "a", 2, (35, 20)))
    assert refused(reform(table, "a", 2, (27, 19))) == {"base.fit"}
    edge = block_table("ranks", [ranked("a", "Reds", (30, 3))])
    assert refused(reform(edge, "a", 2, (30, 1.5))) == {"table.edge"}


def test_casualties_come_off_the_last_rank():
    table = after(judge(one(5, 8), Casualty("a-2"), in_turn=False))
    block_ = block_of(table, table.units["a"])
    assert not table.model("a-2").is_alive
    assert [m.id for m in block_.models] == ["a-1", "a-8", "a-3", "a-4", "a-5", "a-6", "a-7"]
    # Two are left in the second rank, centred: at 19.5 and 20.5.
    assert table.model("a-6").standing.at == pytest.approx((19.5, 18.5))
    assert table.model("a-8").standing.at == pytest.approx((18.5 + 0.5, 19.5))
    for name in ("a-1", "a-3", "a-4", "a-5", "a-6", "a-7", "a-8"):
        table = after(judge(table, Casualty(name), in_turn=False))
    assert not outline_of(table, table.units["a"])
    assert refused(go(table, "a", ahead(1))) == {"action.unavailable"}


def test_terrain_blocked_by_what_is_too_high():
    for height, clauses in ((1.0, set()), (1.01, {"terrain.blocked"})):
        table = block_table("ranks", [ranked("a", "Reds", (10, 10))], [block("wall", box(9, 12, 2, 1), height)])
        assert refused(go(table, "a", ahead(7))) == clauses


def test_turn_order_charges_come_first_and_each_unit_acts_once():
    pieces = [ranked("a", "Reds", (10, 10)), ranked("b", "Reds", (20, 10)), ranked("foe", "Blues", (20, 16))]
    table = block_table("ranks", pieces, game=Game(2, "Reds"))
    assert refused(go(table, "foe", ahead(1), in_turn=True)) == {"turn.order"}
    moved = after(go(table, "a", ahead(1), in_turn=True))
    assert moved.turn.phase == "moves"
    assert refused(go(moved, "a", ahead(1), in_turn=True)) == {"turn.order"}
    assert refused(go(moved, "b", ahead(4), name="charge", target="foe", in_turn=True)) == {"turn.order"}
    charged = after(go(table, "b", ahead(4), name="charge", target="foe", in_turn=True))
    charged = after(judge(charged, End()))
    assert charged.turn.phase == "moves"
    assert refused(go(charged, "b", ahead(1), in_turn=True)) >= {"turn.order"}
    blues = after(judge(charged, End()))
    assert (blues.turn.side, blues.turn.phase) == ("Blues", "charges")
    second = after(judge(after(judge(blues, End())), End()))
    assert (second.turn.round, second.turn.side, second.turn.acted) == (2, "Reds", {})


@pytest.mark.parametrize("seed", range(3))
def test_an_oracle_in_small_steps_agrees(seed):
    rng = random.Random(seed)
    tally = {"near": 0, "free": 0}
    for _ in range(25):
        table = random_blocks(rng, "ranks")
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        ruling = go(table, unit, *steps)
        is_near = bool({"spacing.inch", "manoeuvre.spacing"} & set(ruling.clauses))
        least = sampled_least(table, unit, steps)
        if least < 1.0 - 1e-6:
            assert is_near, (seed, unit, steps, least)
        elif is_near:
            measured = min(f.measured for f in ruling.findings if f.clause in ("spacing.inch", "manoeuvre.spacing"))
            assert measured > least - 0.08, (seed, unit, steps, least, measured)
        tally["near" if is_near else "free"] += 1
    assert min(tally.values()) > 2


@pytest.mark.parametrize("seed", range(2))
def test_motions_of_the_whole_board_change_nothing(seed):
    rng = random.Random(seed + 50)
    for _ in range(15):
        table = replace(random_blocks(rng, "ranks"), size=(200.0, 200.0))
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        first = go(table, unit, *steps)
        for mirrored in (False, True):
            motion = Motion(rng.uniform(-3, 3), (100.0, 100.0), mirrored)
            other = go(moved_blocks(table, motion), unit, *moved_steps(steps, motion))
            assert (other.legal, other.clauses) == (first.legal, first.clauses) or "table.edge" in first.clauses
            assert other.cost == pytest.approx(first.cost, abs=1e-9)


def test_cutting_a_step_in_two_changes_nothing():
    rng = random.Random(77)
    for _ in range(40):
        table = random_blocks(rng, "ranks")
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        cut = tuple(half for s in steps for half in halves(s, rng.uniform(0.1, 0.9)))
        whole, parts = go(table, unit, *steps), go(table, unit, *cut)
        assert whole.legal == parts.legal
        assert set(whole.clauses) == set(parts.clauses)
        assert parts.cost == pytest.approx(whole.cost, abs=1e-9)


def halves(step: Step, part: float) -> tuple[Step, Step]:
    if step.wheel is None:
        return replace(step, advance=step.advance * part), replace(step, advance=step.advance * (1 - part))
    return replace(step, degrees=step.degrees * part), replace(step, degrees=step.degrees * (1 - part))


def test_a_legal_move_leaves_a_table_that_keeps_its_inch():
    rng = random.Random(8)
    for _ in range(40):
        table = random_blocks(rng, "ranks")
        unit = rng.choice(list(table.units))
        ruling = go(table, unit, *random_steps(rng))
        if ruling.after is not None:
            assert all(apart(ruling.after, unit, u) >= 1.0 - 1e-6 for u in table.units if u != unit)
            assert all(0 <= v <= 26 for s in outline_of(ruling.after, ruling.after.units[unit]) for v in s.box)


def test_a_longer_move_makes_nothing_illegal():
    rng = random.Random(9)
    for _ in range(25):
        table = random_blocks(rng, "ranks")
        unit, steps = rng.choice(list(table.units)), random_steps(rng)
        longer = table.with_models([replace(m, move=m.move + 3) for m in table.models.values()])
        if go(table, unit, *steps).legal:
            assert go(longer, unit, *steps).legal


def test_separate_carries_the_whole_block():
    table = after(judge(fought(), Separate("by", (0.6, 0.0))))
    block_ = block_of(table, table.units["by"])
    assert block_.pose.at == pytest.approx((15.0, 15.0))
    for model, place in zip(block_.models, block_.places, strict=True):
        assert model.standing.at == pytest.approx(place)


@pytest.mark.parametrize("ruleset", ["ranks", "regiment"])
def test_no_action_raises(ruleset):
    rng = random.Random(3)
    for _ in range(40):
        table = random_blocks(rng, ruleset, 4, 24.0, room=rng.choice((1.0, 0.02)))
        for _ in range(6):
            unit, target = rng.choice(list(table.units)), rng.choice([*table.units, None, "nobody", (1.0, 2.0)])
            steps = [ahead(rng.uniform(-2, 9)), left(rng.uniform(-20, 800)), right(0), ahead(0), right(rng.uniform(0, 90))]
            name = rng.choice(("move", "charge", "failed_charge", "flee", "pursue"))
            action = rng.choice((
                BlockMove(name, unit, tuple(rng.sample(steps, rng.randint(0, 4))), target),
                Reform(unit, rng.randint(1, 9), (rng.uniform(0, 24), rng.uniform(0, 24)), rng.uniform(-500, 500)),
                Separate(unit, (rng.uniform(-1, 1), rng.uniform(-1, 1))),
                Casualty(rng.choice(list(table.models))),
            ))  # fmt: skip
            table = judge(table, action).after or table
