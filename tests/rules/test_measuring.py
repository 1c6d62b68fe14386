"""The tape measure: edge to edge, seen from above. Expected values by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contact import clearance
from physics.shapes import Shape, disc, oval, rectangle
from physics.vectors import lerp
from rules import furthest
from rules.boards import read_board
from rules.measuring import (
    MeasureError,
    distance,
    furthest_distance,
    furthest_from,
    nearest_points,
    wholly_within,
    within,
)
from rules.table import Table

SOURCE = """
format = 1
title = "Measures"
ruleset = "skirmish"
[table]
size = [30, 20]
[[side]]
name = "Reds"
[[terrain]]
id = "tower"
kind = "block"
rect = [13, 10, 4, 4]
height = 6
[[unit]]
id = "one"
side = "Reds"
move = 5
base = 50.8
at = [5, 5]
[[unit]]
id = "file"
side = "Reds"
move = 5
base = 25.4
models = [[10, 5], [13, 5], [16, 5]]
[[unit]]
id = "tall"
side = "Reds"
move = 5
base = 25.4
at = [15, 12]
[[unit]]
id = "shield"
side = "Reds"
move = 5
base = { rect = [50.8, 25.4] }
at = [5, 12]
[[unit]]
id = "later"
side = "Reds"
move = 5
base = 25.4
[[marker]]
id = "flag"
base = 25.4
at = [5, 9]
"""


@pytest.fixture(scope="module")
def table() -> Table:
    return read_board(SOURCE, "measures.toml").table


def test_between_discs_edges_count(table: Table) -> None:
    assert distance(table, "one", "file-1") == pytest.approx(5 - 1 - 0.5)


def test_touching_and_overlap_are_nought(table: Table) -> None:
    assert distance(table, "one", (5.0, 6.0)) == 0.0
    assert distance(table, "one", (5.0, 5.2)) == 0.0
    assert distance(table, "one", "one") == 0.0


def test_height_counts_for_nothing(table: Table) -> None:
    assert table.model("tall").elevation == 6
    assert distance(table, "tall", (15.0, 5.0)) == pytest.approx(6.5)


def test_a_marker_is_measured_to_its_edge(table: Table) -> None:
    assert distance(table, "one", "flag") == pytest.approx(4 - 1 - 0.5)


def test_a_unit_is_as_near_as_its_nearest_model(table: Table) -> None:
    assert distance(table, "one", "file") == distance(table, "one", "file-1")
    assert distance(table, "file", (16.0, 7.0)) == pytest.approx(1.5)


def test_a_rectangle_is_measured_to_its_side_and_corner(table: Table) -> None:
    # it looks up the table: two inches of front along x, one of depth along y
    assert distance(table, "shield", "flag") == pytest.approx(3 - 0.5 - 0.5)
    assert distance(table, "shield", (9.0, 16.5)) == pytest.approx(5.0)  # from its corner (6, 12.5): 3, 4, 5


def test_within_takes_the_limit_itself(table: Table) -> None:
    assert within(table, "one", "file", 3.5)
    assert not within(table, "one", "file", 3.499)


def test_wholly_within_asks_for_the_furthest_point(table: Table) -> None:
    assert furthest_distance(table, "one", "file-1") == pytest.approx(5 + 1 - 0.5)
    assert wholly_within(table, "one", "file-1", 5.5)
    assert not wholly_within(table, "one", "file-1", 5.499)


def test_wholly_within_asks_for_every_model_of_a_unit(table: Table) -> None:
    assert furthest_distance(table, "file", "one") == pytest.approx(11 + 0.5 - 1)


def test_wholly_within_of_a_rectangle_asks_for_its_corners(table: Table) -> None:
    assert furthest_distance(table, "shield", (2.0, 8.5)) == pytest.approx(math.hypot(4.0, 4.0))


def test_wholly_within_oneself_is_nought(table: Table) -> None:
    assert furthest_distance(table, "one", "one") == 0.0


def test_the_nearest_points_are_on_the_edges(table: Table) -> None:
    found = nearest_points(table, "one", "file")
    assert found.here == pytest.approx((6, 5))
    assert found.there == pytest.approx((9.5, 5))


@pytest.mark.parametrize("name", ["later", "nobody"])
def test_what_is_not_there_can_not_be_measured(table: Table, name: str) -> None:
    with pytest.raises(MeasureError, match=name):
        distance(table, "one", name)


def test_the_dead_measure_nothing(table: Table) -> None:
    dead = table.with_models([replace(table.model("file-1"), is_alive=False, place=None)])
    with pytest.raises(MeasureError, match="casualty"):
        distance(dead, "one", "file-1")
    assert distance(dead, "one", "file") == pytest.approx(8 - 1 - 0.5)


def test_a_base_between_two_models_is_as_far_as_the_middle_between_them() -> None:
    # points of the disc on the middle line are furthest: its top, 1.5 across and 1 up from either middle
    found = furthest_from(disc(1.0), [disc(0.5, (1.5, 0.0)), disc(0.5, (-1.5, 0.0))])
    assert found == pytest.approx(math.hypot(1.5, 1.0) - 0.5, abs=1e-6)


def test_a_base_among_four_models_is_furthest_in_its_middle() -> None:
    round_it = [disc(0.5, (1.5 * x, 1.5 * y)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    assert furthest_from(disc(1.0), round_it) == pytest.approx(1.0, abs=1e-6)


def _spots(shape: Shape) -> list[tuple[float, float]]:
    """Points all over a shape that is about the origin, at most a tenth of an inch or so from any other of its points."""
    rim = shape.outline(1e-3)
    edge = [lerp(a, b, k / 24) for a, b in zip(rim, rim[1:] + rim[:1], strict=True) for k in range(24 if len(rim) < 9 else 1)]
    return [(x * k / 10, y * k / 10) for x, y in edge for k in range(11)]


@given(
    st.sampled_from([disc(0.6), disc(1.3), rectangle(2.0, 1.0), rectangle(1.0, 3.0).turned(0.4)]),
    st.lists(st.tuples(st.floats(-6, 6), st.floats(-6, 6), st.floats(0.2, 1.5)), min_size=1, max_size=5),
)
def test_no_point_of_a_base_is_further_than_its_furthest(shape: Shape, places) -> None:
    others = [disc(radius, (x, y)) for x, y, radius in places]
    spots = np.array(_spots(shape))
    sampled = max(0.0, np.min([np.hypot(*(spots - o.points[0]).T) - o.radius for o in others], axis=0).max())
    found = furthest_from(shape, others)
    assert sampled <= found + 1e-6
    assert found <= sampled + 0.15  # the samples lie closer together than that


def test_an_oval_is_furthest_at_the_end_of_its_long_axis_and_few_of_its_corners_are_asked(monkeypatch) -> None:
    # half of 60 mm to the left of its middle, and 2 in more than a disc of half an inch's own radius
    asked = []
    real = furthest.depth_in
    monkeypatch.setattr(furthest, "depth_in", lambda *what: asked.append(what) or real(*what))
    found = furthest_from(oval(35 / 25.4, 60 / 25.4), [disc(0.5, (3.0, 0.0))])
    assert found == pytest.approx(3.0 + 30 / 25.4 - 0.5, abs=1e-6)
    assert len(asked) < 100


def test_an_oval_between_two_ovals_is_furthest_across_the_middle() -> None:
    # by symmetry on the line in the middle between them, at the far end of its long axis: between two corners of it
    beside = [oval(0.2, 1.0).moved((x, 1.0)) for x in (-2.5, 2.5)]
    found = furthest_from(oval(2.0, 1.0), beside)
    assert found == pytest.approx(math.hypot(2.0, 2.0), abs=2e-2)
    assert found == pytest.approx(clearance(Shape(((0.0, -1.0),)), beside[0]), abs=1e-6)


def test_the_furthest_point_among_several_is_found_in_few_steps(monkeypatch) -> None:
    asked = []
    real = furthest._bounds
    monkeypatch.setattr(furthest, "_bounds", lambda *what: asked.append(what) or real(*what))
    furthest_from(disc(1.0), [disc(0.5, (1.5, 0.0)), disc(0.5, (-1.5, 0.1)), disc(0.4, (0.2, 3.0))])
    assert len(asked) < 600  # thousands of squares were needed


def test_an_oval_is_wholly_within_nothing_of_itself_and_that_is_known_at_once(monkeypatch) -> None:
    asked = []
    real = furthest.depth_in
    monkeypatch.setattr(furthest, "depth_in", lambda *what: asked.append(what) or real(*what))
    shape = oval(42 / 25.4, 25 / 25.4)
    assert furthest_from(shape, [shape]) == 0.0
    assert len(asked) < 10
