"""What must hold of every ruling, whatever the board: see DESIGN.md, Exactness."""

import math
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.vectors import lerp
from rules.actions import Action, Casualty, DirectMove, End, ModelMove, Waypoint
from rules.proximity import in_reach, in_zone
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Table
from rules.terrain import Feature, Terrain
from tests.rules.motions import Motion, moved_action, moved_table
from tests.rules.oracle import Oracle, Sample, base_at
from tests.rules.random_tables import random_case, seeds, with_move
from tests.rules.tables import offences, rule

HEIGHTS = pytest.mark.parametrize("has_heights", [False, True], ids=["flat", "heights"])
AT_THE_END = {"base.fit", "base.overlap", "positioning.overhang", "gap.crossing", "terrain.blocked"}
"""What a way back can break only because it ends where the model was set up at random."""


def assert_same_ruling(one: Ruling, other: Ruling) -> None:
    assert one.legal == other.legal
    assert offences(one) == offences(other)
    assert one.cost == pytest.approx(other.cost, abs=1e-5)


def start_is_sound(table: Table, ruling: Ruling) -> bool:
    """Once a path runs through terrain (a base set up inside a rock, say), what else it breaks may hang on a hair."""
    return "terrain.blocked" not in ruling.clauses


# -- rigid motions -----------------------------------------------------------------------------------------------------


@HEIGHTS
@given(seed=seeds(), turn=st.floats(-math.pi, math.pi), x=st.floats(-5.0, 5.0), mirrored=st.booleans())
def test_turning_shifting_and_mirroring_change_nothing(
    has_heights: bool, seed: int, turn: float, x: float, mirrored: bool
) -> None:
    table, action = random_case(seed, has_heights)
    home, away = Motion(0.0, (50.0, 50.0)), Motion(turn, (60.0 + x, 60.0), mirrored)
    one = rule(moved_table(table, home), moved_action(action, home))
    other = rule(moved_table(table, away), moved_action(action, away))
    if start_is_sound(table, one) and start_is_sound(table, other):
        assert_same_ruling(one, other)
    else:
        assert one.legal == other.legal


# -- splitting ---------------------------------------------------------------------------------------------------------


@HEIGHTS
@given(seed=seeds(), share=st.floats(0.01, 0.99), leg=st.integers(0, 5))
def test_splitting_a_leg_changes_nothing(has_heights: bool, seed: int, share: float, leg: int) -> None:
    table, action = random_case(seed, has_heights)
    corners = [table.model("mover").standing.at, *(w.at for w in action.path)]
    k = leg % len(action.path)
    middle = Waypoint(lerp(corners[k], corners[k + 1], share))
    split = replace(action, path=(*action.path[:k], middle, *action.path[k:]))
    assert_same_ruling(rule(table, action), rule(table, split))


# -- what a legal move leaves behind -----------------------------------------------------------------------------------


@HEIGHTS
@given(seed=seeds())
def test_legal_move_leaves_a_sound_position(has_heights: bool, seed: int) -> None:
    table, action = random_case(seed, has_heights)
    ruling = rule(table, action)
    if not ruling.legal:
        return
    assert ruling.after is not None
    mover = ruling.after.model("mover")
    place = mover.standing
    oracle = Oracle(ruling.after, ModelMove("move", "mover", (Waypoint(place.at),)))
    oracle.samples = [Sample(place.at, 0, place.elevation, place.on)]
    oracle._end()
    oracle._edge()
    assert not {clause for clause, is_broken in oracle.verdict.broken.items() if is_broken is True}


@HEIGHTS
@given(seed=seeds())
def test_legal_move_costs_no_more_than_move_and_no_less_than_its_length(has_heights: bool, seed: int) -> None:
    table, action = random_case(seed, has_heights)
    ruling = rule(table, action)
    if ruling.legal:
        corners = [table.model("mover").standing.at, *(w.at for w in action.path)]
        across = sum(math.dist(a, b) for a, b in pairwise(corners))
        assert across - 1e-9 <= ruling.cost <= table.model("mover").move + 1e-6
        assert ruling.cost == pytest.approx(sum(item.counted for item in ruling.items))


@HEIGHTS
@given(seed=seeds())
def test_legal_move_ends_in_no_zone_that_it_did_not_begin_in(has_heights: bool, seed: int) -> None:
    table, action = random_case(seed, has_heights)
    ruling = rule(table, action)
    if not ruling.legal:
        return
    assert ruling.after is not None
    mover = ruling.after.model("mover")
    for enemy in ruling.after.standing:
        if in_zone(ruling.after, mover, enemy):
            assert in_reach(table, table.model("mover"), enemy)


# -- monotony ----------------------------------------------------------------------------------------------------------


@HEIGHTS
@given(seed=seeds(), more=st.floats(0.0, 30.0))
def test_a_longer_move_never_makes_a_legal_move_illegal(has_heights: bool, seed: int, more: float) -> None:
    table, action = random_case(seed, has_heights)
    if rule(table, action).legal:
        assert rule(with_move(table, table.model("mover").move + more), action).legal


def is_in_the_way_only(feature: Feature) -> bool:
    """Terrain that nobody stands on or climbs (a climbable fence may be the way up to a roof beside it)."""
    if feature.kind in ("ladder", "gap"):
        return feature.kind == "gap"
    return feature.kind == "impassable" or not (feature.standable or feature.climbable)


@HEIGHTS
@given(seed=seeds(), which=st.integers(0, 20))
def test_taking_away_what_only_blocks_never_makes_a_legal_move_illegal(has_heights: bool, seed: int, which: int) -> None:
    table, action = random_case(seed, has_heights)
    loose = [f for f in table.terrain.features if is_in_the_way_only(f)]
    if not loose or not rule(table, action).legal:
        return
    gone = loose[which % len(loose)]
    bare = replace(table, terrain=Terrain(tuple(f for f in table.terrain.features if f is not gone)))
    # A wall that is gone hides nobody any more: zones may be entered that it cut.
    assert offences(rule(bare, action)) <= {"proximity.enter"}


# -- reversing ---------------------------------------------------------------------------------------------------------


@HEIGHTS
@given(seed=seeds())
def test_a_free_path_reversed_costs_the_same(has_heights: bool, seed: int) -> None:
    table, action = random_case(seed, has_heights)
    alone = replace(table, models={"mover": replace(table.model("mover"), move=60.0)})
    there = rule(alone, action)
    if not there.legal or any(item.kind in ("climb", "drop") for item in there.items):
        return
    assert there.after is not None
    start = table.model("mover").standing
    back = rule(there.after, replace(action, path=(*action.path[-2::-1], Waypoint(start.at, start.on))))
    assert back.cost == pytest.approx(there.cost, abs=1e-6)
    assert offences(back) <= AT_THE_END


# -- any action at all -------------------------------------------------------------------------------------------------

NAMES = st.sampled_from(("mover", "friend", "enemy-2", "f0", "f1", "nobody", "", "ground"))
NUMBERS = st.one_of(st.floats(-50.0, 50.0), st.sampled_from((0.0, 1e-9, 1e6, -1e6)))
POINTS = st.tuples(NUMBERS, NUMBERS)


@st.composite
def actions(draw: Any) -> Action:
    """Any action: unknown ids, empty paths, repeated waypoints, legs of no length, points far off the table."""
    kind = draw(st.sampled_from(("move", "back_off", "towards", "away", "casualty", "end")))
    if kind in ("move", "back_off"):
        points = draw(st.lists(st.tuples(POINTS, st.one_of(st.none(), NAMES)), max_size=4))
        path = [Waypoint(at, on) for at, on in points]
        if path and draw(st.booleans()):
            path.insert(draw(st.integers(0, len(path))), path[-1])
        return ModelMove(kind, draw(NAMES), tuple(path))
    if kind in ("towards", "away"):
        return DirectMove(kind, draw(NAMES), draw(st.one_of(NAMES, POINTS)), draw(NUMBERS))
    return Casualty(draw(NAMES)) if kind == "casualty" else End()


@HEIGHTS
@given(seed=seeds(), action=actions(), in_turn=st.booleans())
def test_judge_never_raises_and_never_changes_the_table(
    has_heights: bool, seed: int, action: Action, in_turn: bool
) -> None:
    table, _ = random_case(seed, has_heights)
    ruling = judge(table, action, in_turn)
    assert table == random_case(seed, has_heights)[0]
    assert ruling.legal == (ruling.after is not None)
    assert ruling.legal or ruling.findings
    assert ruling.cost is None or math.isfinite(ruling.cost)


@HEIGHTS
@given(seed=seeds())
def test_judging_twice_gives_the_same_ruling(has_heights: bool, seed: int) -> None:
    table, action = random_case(seed, has_heights)
    assert rule(table, action) == rule(table, action)


@given(seed=seeds())
def test_engagement_is_mutual_and_its_clause_can_be_seen_from_the_bases(seed: int) -> None:
    from rules.engagement import engaged

    table, _ = random_case(seed, True)
    rng = random.Random(seed)
    one, other = rng.sample(list(table.models.values()), 2)
    assert engaged(table, one, other) == engaged(table, other, one)
    if engaged(table, one, other):
        assert base_at(one, one.standing.at).distance(base_at(other, other.standing.at)) < 1e-3
