"""The cheap answer to "does less than half of the base hang over?" is never wrong: it errs only towards asking exactly."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from physics.shapes import Shape, polygon
from rules.positioning import _most_cut_off
from rules.table import Base, Model, Place
from tests.physics.random_shapes import HULLS, RECTANGLES

SQUARE = polygon(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)))


def test_a_disc_inside_is_cut_off_by_nothing() -> None:
    assert _most_cut_off((2.0, 2.0), 1.0, SQUARE) == 0.0
    assert _most_cut_off((1.0, 2.0), 1.0, SQUARE) == 0.0  # it touches the edge from inside


def test_a_disc_half_its_radius_from_an_edge() -> None:
    """The segment beyond a chord at half the radius: (π/3 - √3/4) / π of the disc."""
    expected = (math.pi / 3.0 - math.sqrt(3.0) / 4.0) / math.pi
    assert _most_cut_off((0.5, 2.0), 1.0, SQUARE) == pytest.approx(expected, abs=1e-12)
    assert _most_cut_off((0.5, 0.5), 1.0, SQUARE) == pytest.approx(2.0 * expected, abs=1e-12)  # what both cut counts twice


def test_a_middle_on_the_edge_or_outside_is_left_to_the_exact_question() -> None:
    assert _most_cut_off((0.0, 2.0), 1.0, SQUARE) == 1.0
    assert _most_cut_off((-0.2, 2.0), 1.0, SQUARE) == 1.0


@given(st.one_of(HULLS, RECTANGLES), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(0.3, 2.0))
def test_no_more_hangs_over_than_it_says(piece: Shape, dx: float, dy: float, radius: float) -> None:
    xs, ys = zip(*piece.points, strict=True)
    at = (sum(xs) / len(xs) + dx, sum(ys) / len(ys) + dy)
    base = Point(at).buffer(radius, quad_segs=64)
    over = base.difference(Polygon(piece.points)).area / base.area
    assert over <= _most_cut_off(at, radius, Shape(piece.points)) + 1e-3


def test_a_model_placed_elsewhere_is_the_same_model() -> None:
    base = Base("oval", 60.0, 35.0)
    model = Model("m", "u", base, 1.5, 6.0, 4.0, 3, 12.0, True, Place((1.0, 2.0), "shed", 3.0, 0.5), False)
    there = Place((7.0, 8.0))
    assert model.placed(there) == replace(model, place=there)
    assert model.placed(None) == replace(model, place=None)
