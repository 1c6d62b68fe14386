"""Walls left out of a zone's question: none of them can hide the owner at any moment of the leg."""

import math

from hypothesis import given
from hypothesis import strategies as st

from physics.shapes import Shape, disc
from physics.sweep import point_inside
from physics.tolerance import TOLERANCE
from physics.vectors import lerp
from rules.proximity import _are_parted, _comes_by, _is_beside
from tests.physics.random_shapes import DISCS, HULLS, POINTS, RECTANGLES

BOX = Shape(((2.0, -1.0), (3.0, -1.0), (3.0, 1.0), (2.0, 1.0)))


def test_a_wall_across_the_line_is_kept() -> None:
    assert not _is_beside(((0.0, 0.0), (5.0, 0.0), (5.0, 3.0)), BOX)


def test_a_wall_that_the_line_only_comes_to_is_kept() -> None:
    """The lines from the origin to (5, 2.5) and beyond pass its corner (2, 1) exactly."""
    assert not _is_beside(((0.0, 0.0), (5.0, 2.5), (5.0, 9.0)), BOX)


def test_a_wall_beside_the_lines_is_left_out_though_their_box_holds_it() -> None:
    assert _is_beside(((0.0, 0.0), (5.0, 2.6), (5.0, 9.0)), BOX)
    assert _is_beside(((0.0, 0.0), (4.0, 9.0), (-3.0, 9.0)), BOX)
    assert _is_beside(((0.0, 0.0), (1.9, 0.5), (1.9, -0.5)), BOX)


def test_a_round_wall_is_as_wide_as_it_is() -> None:
    fan = ((0.0, 0.0), (5.0, 0.0), (5.0, -3.0))
    assert not _is_beside(fan, disc(1.0, (2.5, 1.0)))
    assert _is_beside(fan, disc(1.0, (2.5, 1.001)))


def test_a_leg_of_no_length_parts_nothing() -> None:
    assert not _are_parted((1.0, 1.0), (1.0, 1.0), ((0.0, 0.0),), BOX.points, 0.0)
    assert not _is_beside(((0.0, 0.0), (5.0, 0.0), (5.0, 0.0)), BOX)


@given(POINTS, POINTS, POINTS, st.one_of(HULLS, RECTANGLES, DISCS))
def test_what_is_left_out_is_crossed_by_none_of_the_lines(
    owner: tuple[float, float], a: tuple[float, float], b: tuple[float, float], piece: Shape
) -> None:
    if not _is_beside((owner, a, b), piece):
        return
    for k in range(33):
        there = lerp(a, b, k / 32.0)
        assert point_inside(owner, there, piece.points, piece.radius + TOLERANCE) is None


@given(POINTS, POINTS, POINTS, POINTS, st.floats(0.2, 2.0))
def test_an_edge_left_out_is_reached_by_no_end_of_a_line(
    a: tuple[float, float], b: tuple[float, float], p: tuple[float, float], q: tuple[float, float], radius: float
) -> None:
    d = (b[0] - a[0], b[1] - a[1])
    if _comes_by((p, q), (0.0, 0.0), a, d, radius, (0.25, 0.75)):
        return
    for k in range(17):
        middle = lerp(a, b, 0.25 + k / 32.0)
        for j in range(9):
            assert math.dist(middle, lerp(p, q, j / 8.0)) > radius
