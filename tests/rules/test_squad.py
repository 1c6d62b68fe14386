"""Units held together by neighbours, against a brute force that knows nothing of the code."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.actions import Addition, Setting, SquadMove, Waypoint
from rules.auras import is_same_word
from rules.neighbours import is_coherent, neighbours_of
from rules.referee import judge
from rules.table import Side
from tests.rules.tables import block, box
from tests.rules.unit_tables import unit_table

FLOORS = (block("mezzanine", box(12, 0, 8, 30), 4.0), block("attic", box(26, 0, 8, 30), 5.5))


def brute_force(models) -> tuple[list[int], int]:
    """How many neighbours each model has, and how many groups there are, by definition."""

    def near(a, b):
        apart = math.dist(a.place.at, b.place.at) - (a.base.front_mm + b.base.front_mm) / 2 / 25.4
        return apart <= 2.0 + 1e-6 and abs(a.elevation - b.elevation) <= 5.0 + 1e-6

    counts = [sum(near(a, b) for b in models if b is not a) for a in models]
    groups = {m.id: m.id for m in models}
    for _ in models:
        for a in models:
            for b in models:
                if near(a, b):
                    groups[b.id] = groups[a.id] = min(groups[a.id], groups[b.id])
    return counts, len(set(groups.values()))


def random_unit(seed: int):
    rng = random.Random(seed)
    count = rng.randint(2, 30)
    spread = rng.uniform(2.0, 14.0)
    middle = (rng.uniform(5, 35), rng.uniform(8, 22))
    at = [(middle[0] + rng.uniform(-spread, spread), middle[1] + rng.uniform(-spread, spread)) for _ in range(count)]
    mm = [rng.choice((25.0, 28.5, 32.0, 40.0, 60.0)) for _ in range(count)]
    return unit_table("squad", at, FLOORS, base_mm=mm)


@given(st.integers(0, 10**9))
def test_coherency_is_what_counting_says(seed: int) -> None:
    table = random_unit(seed)
    models = table.models_of(table.units["u"])
    counts, groups = brute_force(models)
    found = neighbours_of(table, models)
    assert [len(near) for near in found.near] == counts
    assert len(found.groups) == groups
    needed = 2 if len(models) >= 6 else 1
    assert is_coherent(table, "u") == (min(counts) >= needed and groups == 1)


@given(st.integers(0, 10**9))
def test_a_refused_move_changes_nothing(seed: int) -> None:
    table = random_unit(seed)
    rng = random.Random(seed)
    paths = {m.id: (Waypoint((m.place.at[0] + rng.uniform(-8, 8), m.place.at[1] + rng.uniform(-8, 8))),) for m in table.standing}
    before = dict(table.models)
    ruling = judge(table, SquadMove("move", "u", paths))
    assert dict(table.models) == before
    assert ruling.legal == (ruling.after is not None)
    if ruling.after is not None:
        assert is_coherent(ruling.after, "u")


def test_the_worst_offender_is_named_with_its_inches() -> None:
    table = unit_table("squad", [(5, 5), (8, 5), (11, 5)])
    paths = {"u-3": (Waypoint((14.0, 5.0)),)}
    ruling = judge(table, SquadMove("move", "u", paths))
    finding = next(f for f in ruling.findings if f.clause == "coherency.neighbours")
    # 6 between the middles of u-2 and u-3, less a base of 32 mm.
    assert finding.measured == pytest.approx(6.0 - 32.0 / 25.4)
    assert "u-3" in finding.says
    assert "coherency.move" in ruling.clauses


def test_a_path_over_what_can_be_stood_on_climbs_and_pays() -> None:
    table = unit_table("squad", [(8.0, 10.0)], [block("stage", box(10, 6, 8, 8), 2.0)])
    ruling = judge(table, SquadMove("move", "u", {"u-1": (Waypoint((12.0, 10.0)),)}))
    assert ruling.legal
    assert ruling.cost == pytest.approx(6.0)  # 4 across and 2 up


def test_left_out_though_there_is_room_is_refused() -> None:
    table = unit_table("squad", [None, None])
    sides = (Side("Reds", "#D55E00", box(6, 4, 2.6, 1.3)), table.sides[1])
    table = type(table)(**{**vars_of(table), "sides": sides})
    ruling = judge(table, Setting("deploy", "u", {"u-1": Waypoint((6.63, 4.65))}))
    assert ruling.clauses == ("setup.destroyed",)
    # Not in the middle of the zone: then less than a base is left on both sides, and the other is destroyed.
    ruling = judge(table, Setting("deploy", "u", {"u-1": Waypoint((7.3, 4.65))}))
    assert ruling.legal
    assert not ruling.after.model("u-2").is_alive


def vars_of(table):
    names = table.__dataclass_fields__
    return {name: getattr(table, name) for name in names}


@given(st.integers(0, 10**6))
def test_a_model_declared_destroyed_has_no_place_on_a_fine_grid(seed: int) -> None:
    rng = random.Random(seed)
    width, depth = rng.uniform(1.3, 4.5), rng.uniform(1.3, 2.4)
    r = 16.0 / 25.4
    first = (6.0 + r + rng.uniform(0.0, width - 2 * r), 4.0 + r + rng.uniform(0.0, depth - 2 * r))
    table = unit_table("squad", [None, None])
    sides = (Side("Reds", "#D55E00", box(6, 4, width, depth)), table.sides[1])
    table = type(table)(**{**vars_of(table), "sides": sides})
    ruling = judge(table, Setting("deploy", "u", {"u-1": Waypoint(first)}))
    steps = 60
    is_room = any(
        math.dist(first, (6.0 + r + (width - 2 * r) * i / steps, 4.0 + r + (depth - 2 * r) * j / steps)) >= 2 * r
        for i in range(steps + 1)
        for j in range(steps + 1)
    )
    if is_room:
        assert not ruling.legal
    else:
        # The corners of the zone are on the grid, and are furthest from the first model: there is no room at all.
        assert ruling.legal
        assert "setup.destroyed" in ruling.clauses


def test_models_are_added_with_new_names() -> None:
    table = unit_table("squad", [(5, 5), (7, 5)])
    ruling = judge(table, Addition("u", (Waypoint((9.0, 5.0)), Waypoint((11.0, 5.0)))))
    assert ruling.legal
    assert ruling.after.units["u"].models == ("u-1", "u-2", "u-3", "u-4")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [("SOLDIERS", "Soldier", True), ("wolf", "WOLVES", True), ("SOLDIER", "SOLDIERY", False), ("Ash Guard", "ASH GUARDS", True)],
)
def test_a_keyword_is_the_same_word_whatever_its_number(one: str, other: str, is_same: bool) -> None:
    assert is_same_word(one, other) is is_same
