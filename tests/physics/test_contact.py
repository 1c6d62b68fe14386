"""Clearance, nearest points and furthest points, by hand and against Shapely."""

import math

import pytest
import shapely
from hypothesis import given

from physics.contact import clearance, furthest, nearest, segments_cross
from physics.shapes import Shape, disc, oval, polygon, rectangle
from tests.physics.random_shapes import DISCS, OVALS, SHAPES, apart, core

SQUARE = polygon(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)))


def test_discs_touching() -> None:
    assert clearance(disc(1.0), disc(0.5, (1.5, 0.0))) == 0.0


def test_sign_does_not_hang_on_the_order() -> None:
    """Pymunk's does (trap 2): a disc 0.1 in inside a box, asked both ways."""
    inside = disc(0.5, (2.4, 1.0))
    assert clearance(inside, SQUARE) == pytest.approx(-0.1)
    assert clearance(SQUARE, inside) == pytest.approx(-0.1)


def test_disc_off_a_corner() -> None:
    assert clearance(disc(1.0, (5.0, 6.0)), SQUARE) == pytest.approx(4.0)  # 3, 4, 5


def test_overlap_of_squares_is_the_least_push_apart() -> None:
    assert clearance(SQUARE, SQUARE.moved((1.75, 0.5))) == pytest.approx(-0.25)


def test_squares_corner_to_corner() -> None:
    assert clearance(SQUARE, SQUARE.moved((5.0, 6.0))) == pytest.approx(5.0)


def test_oval_end_on_and_broadside() -> None:
    long = oval(1.0, 3.0)
    assert clearance(long, disc(0.5, (3.0, 0.0))) == pytest.approx(1.0, abs=1e-6)
    assert clearance(long, disc(0.5, (0.0, 3.0))) == pytest.approx(2.0, abs=1e-6)


def test_parallel_sides_are_measured_in_the_middle() -> None:
    found = nearest(SQUARE, SQUARE.moved((3.0, 1.0)))  # facing sides overlap from y = 1 to 2
    assert found.clearance == pytest.approx(1.0)
    assert found.here == pytest.approx((2.0, 1.5))
    assert found.there == pytest.approx((3.0, 1.5))


def test_wholly_within_is_the_furthest_point() -> None:
    """A 2 in disc whose near edge is 1 in away is wholly within 3 in and no less."""
    assert furthest(disc(1.0, (3.0, 0.0)), disc(1.0)) == pytest.approx(3.0)
    assert furthest(rectangle(1.0, 2.0).moved((4.0, 0.0)), disc(1.0)) == pytest.approx(math.hypot(5.0, 0.5) - 1.0)


def test_crossing_segments() -> None:
    assert segments_cross((0.0, 0.0), (4.0, 0.0), (1.0, -1.0), (1.0, 1.0)) == pytest.approx(0.25)
    assert segments_cross((0.0, 0.0), (4.0, 0.0), (5.0, -1.0), (5.0, 1.0)) is None
    assert segments_cross((0.0, 0.0), (4.0, 0.0), (0.0, 1.0), (4.0, 1.0)) is None


@given(SHAPES, SHAPES)
def test_clearance_is_the_distance_of_shapely(one: Shape, other: Shape) -> None:
    exact = apart(one, other)
    if exact > 0.0 and core(one).distance(core(other)) > 0.0:
        assert clearance(one, other) == pytest.approx(exact, abs=1e-9)
    else:
        assert clearance(one, other) <= 1e-9


@given(SHAPES, SHAPES)
def test_clearance_is_the_same_both_ways(one: Shape, other: Shape) -> None:
    assert clearance(one, other) == pytest.approx(clearance(other, one), abs=1e-9)


@given(OVALS, DISCS)
def test_clearance_of_an_oval(one: Shape, other: Shape) -> None:
    exact = apart(one, other)
    assert clearance(one, other) == pytest.approx(exact, abs=1e-9) if exact > 0.0 else clearance(one, other) <= 0.0


@given(SHAPES, SHAPES)
def test_pushing_by_the_clearance_makes_the_two_touch(one: Shape, other: Shape) -> None:
    """Depth is the least way out: moved apart along the line of the nearest points by it, they touch."""
    found = nearest(one, other)
    if found.clearance > 1e-6:
        step = (found.here[0] - found.there[0], found.here[1] - found.there[1])
        assert math.hypot(*step) == pytest.approx(found.clearance, abs=1e-8)
        assert clearance(one, other.moved(step)) == pytest.approx(0.0, abs=1e-7)


@given(SHAPES, SHAPES)
def test_furthest_is_the_furthest_corner(one: Shape, other: Shape) -> None:
    outline = shapely.MultiPoint(one.outline(1e-5))
    far = max(float(p.distance(core(other))) for p in outline.geoms) - other.radius
    assert furthest(one, other) >= max(0.0, far) - 1e-9
