"""Shapes carried along legs: closed forms against dense sampling, and the edges of each case by hand."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.contact import clearance
from physics.shapes import Shape, disc, oval, polygon, rectangle
from physics.sweep import Leg, closer_than, closest_approach, point_inside, union, without
from tests.physics.random_shapes import DISCS, HULLS, OVALS, POINTS, RECTANGLES, SHAPES

SQUARE = polygon(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))
LIMITS = st.sampled_from((-0.25, 0.0, 0.5, 1.0))


def at_origin(shape: Shape) -> Shape:
    """A shape about its own middle, as a mover is given."""
    xs, ys = zip(*shape.points, strict=True)
    return shape.moved((-sum(xs) / len(xs), -sum(ys) / len(ys)))


@given(st.builds(Leg, POINTS, POINTS), SHAPES.map(at_origin), SHAPES, LIMITS)
def test_closer_than_agrees_with_dense_sampling(leg: Leg, mover: Shape, obstacle: Shape, limit: float) -> None:
    if limit < 0.0:
        return  # so much depth is asked by nobody of two rounded outlines
    found = closer_than(leg, mover, obstacle, limit)
    for k in range(129):
        t = k / 128.0
        apart = clearance(mover.moved(leg.at(t)), obstacle)
        is_inside = found is not None and found[0] < t < found[1]
        if apart < limit - 1e-5:
            assert found is not None
            assert found[0] - 1e-9 <= t <= found[1] + 1e-9
        if is_inside:
            assert apart <= limit + 1e-7


@given(st.builds(Leg, POINTS, POINTS), OVALS.map(at_origin), st.one_of(DISCS, HULLS, RECTANGLES))
def test_an_oval_agrees_with_dense_sampling(leg: Leg, mover: Shape, obstacle: Shape) -> None:
    found = closer_than(leg, mover, obstacle, 1.0)
    for k in range(17):
        t = k / 16.0
        apart = clearance(mover.moved(leg.at(t)), obstacle)
        if apart < 1.0 - 1e-5:
            assert found is not None
            assert found[0] - 1e-9 <= t <= found[1] + 1e-9
        if found is not None and found[0] < t < found[1]:
            assert apart <= 1.0 + 1e-5


@given(st.builds(Leg, POINTS, POINTS), SHAPES.map(at_origin), SHAPES)
def test_closest_approach_is_the_least_of_dense_samples(leg: Leg, mover: Shape, obstacle: Shape) -> None:
    least, t = closest_approach(leg, mover, obstacle)
    assert clearance(mover.moved(leg.at(t)), obstacle) == pytest.approx(least, abs=1e-7)
    for k in range(65):
        assert least <= clearance(mover.moved(leg.at(k / 64.0)), obstacle) + 1e-6


@given(POINTS, SHAPES.map(at_origin), SHAPES)
def test_a_leg_of_no_length_asks_where_it_stands(at: tuple[float, float], mover: Shape, obstacle: Shape) -> None:
    found = closer_than(Leg(at, at), mover, obstacle)
    apart = clearance(mover.moved(at), obstacle)
    if abs(apart) > 1e-5:
        assert (found == (0.0, 1.0)) == (apart < 0.0)


def test_exact_touching_is_not_closer() -> None:
    assert closer_than(Leg((-1.0, -5.0), (-1.0, 5.0)), disc(1.0), SQUARE) is None
    assert closer_than(Leg((-5.0, 3.0), (5.0, 3.0)), disc(1.0), SQUARE) is None


def test_grazing_at_exactly_the_limit_is_not_closer() -> None:
    assert closer_than(Leg((-5.0, 3.0), (5.0, 3.0)), disc(0.0), SQUARE, 1.0) is None
    assert closer_than(Leg((-5.0, 2.999), (5.0, 2.999)), disc(0.0), SQUARE, 1.0) is not None


def test_grazing_a_corner_of_the_zone() -> None:
    """A point on the line x + y = 4 + √2 passes the corner (2, 2) at exactly an inch."""
    d = 4.0 + math.sqrt(2.0)
    assert closer_than(Leg((0.0, d), (d, 0.0)), disc(0.0), SQUARE, 1.0) is None
    d -= 1e-3
    found = closer_than(Leg((0.0, d), (d, 0.0)), disc(0.0), SQUARE, 1.0)
    assert found is not None
    assert (found[0] + found[1]) / 2.0 == pytest.approx(0.5, abs=1e-9)


def test_rectangle_sliding_along_a_side() -> None:
    """Edges on one line: a square of 1 in slides along the top of the square without overlapping it."""
    assert closer_than(Leg((-3.0, 2.5), (5.0, 2.5)), rectangle(1.0, 1.0), SQUARE) is None
    found = closer_than(Leg((-3.0, 2.4), (5.0, 2.4)), rectangle(1.0, 1.0), SQUARE)
    assert found == pytest.approx((2.5 / 8.0, 5.5 / 8.0), abs=1e-5)


def test_leaving_contact_is_not_closer() -> None:
    assert closer_than(Leg((-1.0, 1.0), (-4.0, 1.0)), disc(1.0), SQUARE) is None


def test_interval_of_a_disc_through_a_square() -> None:
    """A disc of 1 in from x = -5 to 5 at y = 1 is over the square while its centre is from -1 to 3."""
    found = closer_than(Leg((-5.0, 1.0), (5.0, 1.0)), disc(1.0), SQUARE)
    assert found == pytest.approx((0.4, 0.8), abs=1e-6)


def test_oval_through_a_slot() -> None:
    slot_side = SQUARE.moved((0.0, 0.5))  # from y = 0.5 up
    assert closer_than(Leg((-5.0, 0.0), (5.0, 0.0)), oval(1.0, 3.0), slot_side) is None
    assert closer_than(Leg((-5.0, 0.001), (5.0, 0.001)), oval(1.0, 3.0), slot_side) is not None


def test_point_inside_a_core_by_so_much() -> None:
    assert point_inside((-1.0, 1.0), (3.0, 1.0), SQUARE.points, -0.5) == pytest.approx((0.375, 0.625))


INTERVALS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda p: (min(p) / 20, max(p) / 20)), max_size=6)


@given(INTERVALS, INTERVALS)
def test_union_and_without(some: list[tuple[float, float]], cut: list[tuple[float, float]]) -> None:
    for k in range(20):
        t = (k + 0.5) / 20.0
        is_in = any(a < t < b for a, b in some)
        is_cut = any(a < t < b for a, b in cut)
        assert any(a < t < b for a, b in union(some)) == is_in
        assert any(a < t < b for a, b in without(some, cut)) == (is_in and not is_cut)
    joined = union(some)
    assert all(one[1] < other[0] for one, other in pairwise(joined))
