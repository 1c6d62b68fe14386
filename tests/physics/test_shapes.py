"""Outlines: the oval's error, Minkowski differences against brute force, areas."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from physics.contact import depth_of_point
from physics.regions import is_convex
from physics.shapes import Shape, difference, disc, oval, polygon, rectangle
from tests.physics.random_shapes import HULLS, POINTS, RECTANGLES, SHAPES, SIZES, core


@pytest.mark.parametrize(("front_mm", "depth_mm"), [(35.0, 60.0), (60.0, 35.0), (105.0, 170.0), (25.0, 25.4), (20.0, 120.0)])
def test_oval_outline_misses_the_true_oval_by_less_than_a_millionth(front_mm: float, depth_mm: float) -> None:
    front, depth = front_mm / 25.4, depth_mm / 25.4
    corners = np.asarray(oval(front, depth).points)
    a, b = depth / 2.0, front / 2.0
    middles = (corners + np.roll(corners, -1, axis=0)) / 2.0
    for points in (corners, middles):  # an edge is furthest off at its ends, outside, and at its middle, inside
        value = (points[:, 0] / a) ** 2 + (points[:, 1] / b) ** 2 - 1.0
        gradient = 2.0 * np.hypot(points[:, 0] / a**2, points[:, 1] / b**2)
        assert np.max(np.abs(value / gradient)) < 1e-6


def test_oval_reaches_as_far_as_its_axes() -> None:
    left, bottom, right, top = oval(2.0, 3.0).box
    assert (left, bottom, right, top) == pytest.approx((-1.5, -1.0, 1.5, 1.0), abs=1e-6)


def test_oval_of_equal_axes_is_a_disc() -> None:
    assert oval(2.0, 2.0) == disc(1.0)


def test_rectangle_looks_along_x() -> None:
    assert rectangle(1.0, 2.0).box == (-1.0, -0.5, 1.0, 0.5)


@given(SHAPES)
def test_corners_go_anticlockwise(shape: Shape) -> None:
    assert len(shape.points) < 3 or is_convex(shape.points)


def test_polygon_takes_corners_in_either_order() -> None:
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert polygon(square).points == square
    assert set(polygon(square[::-1]).points) == set(square)
    assert is_convex(polygon(square[::-1]).points)


@given(SHAPES, SHAPES, POINTS)
def test_difference_holds_the_places_where_the_two_meet(obstacle: Shape, mover: Shape, at: tuple[float, float]) -> None:
    merged = difference(obstacle, mover)
    depth = depth_of_point(at, merged.points)[0] - merged.radius
    apart = float(core(mover.moved(at)).distance(core(obstacle))) - obstacle.radius - mover.radius
    if depth > 1e-9 or apart > 1e-9:
        assert depth == pytest.approx(apart, abs=1e-9)
    else:
        assert depth <= 1e-9


@given(st.one_of(HULLS, RECTANGLES), st.one_of(HULLS, RECTANGLES))
def test_difference_of_polygons_is_the_hull_of_all_differences_of_corners(obstacle: Shape, mover: Shape) -> None:
    merged = Polygon(difference(obstacle, mover).points)
    pairs = [(p[0] - q[0], p[1] - q[1]) for p in obstacle.points for q in mover.points]
    hull = shapely.MultiPoint(pairs).convex_hull
    assert merged.symmetric_difference(hull).area < 1e-7


@given(SHAPES, SIZES)
def test_outline_strays_from_the_arcs_by_no_more_than_the_chord(shape: Shape, grow: float) -> None:
    grown = shape.grown(grow)
    for point in grown.outline(1e-3):
        assert depth_of_point(point, grown.points)[0] == pytest.approx(grown.radius, abs=1e-9)
    area = Polygon(grown.outline(1e-3))
    assert area.is_valid
    exact = core(shape).buffer(grown.radius, quad_segs=200)
    assert area.symmetric_difference(exact).area < 2e-3 * exact.length


def test_discs_halves_are_equal() -> None:
    outline = Polygon(disc(0.63, (1.0, 2.0)).outline(2e-7))
    for turn in (0.0, 0.4, math.pi / 2.0):
        half = Polygon([(1.0, 2.0), (9.0, 2.0), (9.0, 9.0), (-7.0, 9.0), (-7.0, 2.0)])
        turned = shapely.affinity.rotate(half, turn, origin=(1.0, 2.0), use_radians=True)
        assert outline.intersection(turned).area / outline.area == pytest.approx(0.5, abs=1e-6)
