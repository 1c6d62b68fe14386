"""Arranging led units where room is scarce: against random searches, grids, and figures worked out by hand."""

import math
import random
from dataclasses import replace

import pytest

from rules.actions import Setting, Waypoint
from rules.arranging import set_at
from rules.coherence import linked_models
from rules.links import Linking
from rules.positioning import edge_finding, end_findings
from rules.referee import judge
from tests.rules.crowds import PLACES, is_legal_and_whole, planted_crowd, random_crowd, solid
from tests.rules.motions import Motion, moved_table
from tests.rules.tables import INCH, box
from tests.rules.unit_tables import unit_table

SEEDS = 20
"""Crowds tried of each kind."""


def is_set_whole(crowd) -> bool:
    ruling = judge(crowd.table, Setting("place", "u", {"u-1": Waypoint(crowd.leader)}, "u-1"))
    if ruling.after is None or "u" in ruling.after.memory.out_of_coherency:
        return False
    return all(ruling.after.model(i).is_on_table for i in crowd.found)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_where_a_random_search_sets_a_crowd_whole_the_game_does_too(seed: int) -> None:
    crowd = random_crowd(seed)
    if crowd is None or len(crowd.found) < 2 or not is_legal_and_whole(crowd):
        return
    assert is_set_whole(crowd), PLACES[seed % len(PLACES)].__name__


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_an_arrangement_planted_among_posts_is_found_or_another(seed: int) -> None:
    crowd = planted_crowd(seed)
    if crowd is None or len(crowd.found) < 2 or not is_legal_and_whole(crowd):
        return
    assert is_set_whole(crowd)


def dead_end(length: float, count: int, leader_y: float, wide: float = 1.1):
    """A blind alley from y = 10 up, 1.1 in wide, for bases of an inch."""
    walls = [
        solid("west", box(19.0, 10.0, 1.0, length)), solid("east", box(20.0 + wide, 10.0, 1.0, length)),
        solid("end", box(19.0, 10.0 + length, wide + 2.0, 0.5)),
    ]
    table = unit_table("leader", [None] * count, walls, base_mm=INCH, size=(40.0, 30.0))
    return judge(table, Setting("place", "u", {"u-1": Waypoint((20.0 + wide / 2.0, leader_y))}, "u-1"))


def test_the_far_end_of_an_alley_is_filled_too() -> None:
    # The leader is 3 in from the end: with its own, 3 bases fit beyond it, and three before it, none to spare.
    ruling = dead_end(length=8.0, count=6, leader_y=15.5)
    assert ruling.legal, ruling.findings
    assert "u" not in ruling.after.memory.out_of_coherency
    # The end is at 18, the leader's edge at 16: two bases go between them, three go before it (3 in from its edge).
    beyond = [m for m in ruling.after.standing if m.standing.at[1] > 15.9]
    assert len(beyond) == 2


def test_one_more_than_an_alley_holds_is_out_and_nobody_is_lost() -> None:
    ruling = dead_end(length=8.0, count=7, leader_y=15.5)
    assert ruling.legal, ruling.findings
    assert "u" in ruling.after.memory.out_of_coherency
    assert all(m.is_on_table for m in ruling.after.models.values())
    # Packed against the leader: 15.5 - 4 is the nearest that the fourth of them can stand, in a straight alley; in
    # one 0.1 in wider than a base they stand in a zigzag, each sqrt(1 - 0.01) on.
    lowest = min(m.standing.at[1] for m in ruling.after.standing if m.unit == "u")
    assert lowest == pytest.approx(15.5 - 4.0 * 0.99**0.5, abs=0.0205)


def overfull(seed: int, more: int = 3):
    """A crowd with more models than a search found room for, and the ruling on setting it; None where there is none."""
    crowd = random_crowd(seed)
    if crowd is None:
        return None
    table = crowd.table
    last = table.model(list(crowd.found)[-1])
    extra = {f"u-9{k}": replace(last, id=f"u-9{k}", place=None) for k in range(more)}
    unit = replace(table.units["u"], models=(*table.units["u"].models, *extra))
    table = replace(table, models={**table.models, **extra}, units={**table.units, "u": unit})
    return table, judge(table, Setting("place", "u", {"u-1": Waypoint(crowd.leader)}, "u-1"))


def placed_by_hand(after):
    return {m.id: Waypoint(m.standing.at) for m in after.standing if m.unit == "u"}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_the_game_sets_is_legal_by_hand_though_some_are_out_or_lost(seed: int) -> None:
    case = overfull(seed)
    if case is None:
        return
    _, ruling = case
    assert ruling.legal, ruling.findings
    again = judge(ruling.after, Setting("place", "u", placed_by_hand(ruling.after), "u-1"))
    assert again.legal, again.findings
    assert ("u" in again.after.memory.out_of_coherency) == ("u" in ruling.after.memory.out_of_coherency)


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_a_casualty_has_no_spot_and_one_that_is_out_none_nearer(seed: int) -> None:
    case = overfull(seed)
    if case is None:
        return
    _, ruling = case
    table, leader = ruling.after, ruling.after.model("u-1")
    for name in table.units["u"].models:
        model = table.model(name)
        without = Linking(table.with_models([replace(model, place=None)]), "u", leader)
        linked = linked_models(without)
        if model.is_on_table and without.is_wholly_within(model):
            continue
        # A grid of 0.1 in as far as the model stands (or, where it is lost, well past all walls): each spot by itself.
        reach = math.dist(model.standing.at, leader.standing.at) - 1e-6 if model.is_on_table else 8.0
        alive = replace(model, is_alive=True)
        needs = len(Linking(table, "u", leader).linked())
        for at in grid_round(leader.standing.at, reach, 0.1):
            there = set_at(table, alive, Waypoint(at))
            if stands_free(without.table, there) and without.is_linked_at(there, linked):
                assert len(Linking(table.with_models([there]), "u", leader).linked()) < needs, (name, at)


def grid_round(middle, reach: float, step: float):
    count = int(reach / step)
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            if math.hypot(i, j) * step < reach:
                yield middle[0] + i * step, middle[1] + j * step


def stands_free(table, model) -> bool:
    return not edge_finding(table, model, model.standing.at, 0.0) and not end_findings(table, model, 0.0)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_hanging_back_where_a_nearer_spot_is_free_is_refused(seed: int) -> None:
    case = overfull(seed)
    if case is None or "u" not in case[1].after.memory.out_of_coherency:
        return
    rng, table = random.Random(seed), case[1].after
    leader = table.model("u-1")
    linking = Linking(table, "u", leader)
    for model in [m for m in linking.models if not linking.is_wholly_within(m)]:
        x, y = model.standing.at
        for _ in range(40):
            at = (x + rng.uniform(-0.4, 0.4), y + rng.uniform(-0.4, 0.4))
            there = set_at(table, model, Waypoint(at))
            further = math.dist(at, leader.standing.at) - math.dist((x, y), leader.standing.at)
            moved = table.with_models([there])
            if abs(further - 0.01) < 1e-4 or not stands_free(moved, there):
                continue
            if len(Linking(moved, "u", leader).linked()) < len(linking.models):
                continue
            hand = {**placed_by_hand(table), model.id: Waypoint(at)}
            ruling = judge(table, Setting("place", "u", hand, "u-1"))
            assert ruling.legal == (further <= 0.01), (model.id, at, further, ruling.findings)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_turning_mirroring_and_shifting_changes_no_verdict(seed: int) -> None:
    case = overfull(seed, more=seed % 4)
    if case is None or PLACES[seed % len(PLACES)].__name__ == "corner":
        return
    table, ruling = case
    at = ruling.after.model("u-1").standing.at
    for motion in (Motion(math.pi / 2.0, (60.0, 10.0)), Motion(0.0, (80.0, 20.0), is_mirrored=True), Motion(1.0, (50.0, 20.0))):
        place = {"u-1": Waypoint(motion.point(at))}
        moved = judge(moved_table(table, motion), Setting("place", "u", place, "u-1"))
        assert moved.legal == ruling.legal
        assert tally(moved.after) == tally(ruling.after), motion


def tally(table) -> tuple[int, int]:
    """How many of a unit are lost, and how many stand out of coherency."""
    linking = Linking(table, "u", table.model("u-1"))
    lost = sum(not table.model(i).is_on_table for i in table.units["u"].models)
    return lost, sum(not linking.is_wholly_within(m) for m in linking.models if m.id != "u-1")


def test_the_same_board_is_always_set_the_same_way() -> None:
    (_, one), (_, other) = overfull(12), overfull(12)
    assert placed_by_hand(one.after) == placed_by_hand(other.after)


def deployed(zone, leader, count: int, features=(), bases: float | list[float] = INCH):
    """The ruling on deploying a unit in a zone of its side, its leader at a spot."""
    table = unit_table("leader", [None] * count, list(features), base_mm=bases, size=(40.0, 30.0))
    reds, blues = table.sides
    table = replace(table, sides=(replace(reds, deploy=zone), blues))
    return judge(table, Setting("deploy", "u", {"u-1": Waypoint(leader)}, "u-1"))


@pytest.mark.parametrize("leader", [(0.5, 0.5), (10.0, 3.5), (20.0, 3.4), (39.5, 0.5)])
def test_a_unit_is_deployed_within_its_zone_though_its_leader_is_near_the_edge(leader) -> None:
    ruling = deployed(box(0.0, 0.0, 40.0, 4.0), leader, 8)
    assert ruling.legal, ruling.findings
    assert all(m.standing.at[1] <= 3.5 + 1e-6 for m in ruling.after.standing if m.unit == "u")


def test_a_zone_just_as_deep_as_a_base_is_filled_in_a_row() -> None:
    # 1 in deep: centres at y = 0.5, next to each other at 1 in: three on either side reach 3.5 in from the edge of the leader.
    ruling = deployed(box(0.0, 0.0, 40.0, 1.0), (20.0, 0.5), 7)
    assert ruling.legal, ruling.findings
    assert sorted(m.standing.at[0] for m in ruling.after.standing) == pytest.approx([17, 18, 19, 20, 21, 22, 23], abs=1e-4)


def test_a_zone_that_turns_inwards_is_kept_to() -> None:
    # An L: the leader in its inner corner's arm, where a ring about it would reach out over the corner at (10, 4).
    corners = ((0.0, 0.0), (20.0, 0.0), (20.0, 4.0), (10.0, 4.0), (10.0, 12.0), (0.0, 12.0))
    ruling = deployed(corners, (9.5, 4.6), 6)
    assert ruling.legal, ruling.findings


def test_a_zone_too_small_for_a_unit_refuses_it_and_loses_nobody() -> None:
    ruling = deployed(box(0.0, 0.0, 2.0, 1.0), (0.5, 0.5), 4)
    assert not ruling.legal
    assert {f.clause for f in ruling.findings} == {"deploy.zone"}
