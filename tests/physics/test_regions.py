"""Footprints: convex pieces that make up the outline, walls with mitres, openings and courtyards."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point as PlanPoint
from shapely.geometry import Polygon

from physics.regions import (
    Footprint,
    area_of,
    circle_footprint,
    convex_pieces,
    is_convex,
    polygon_footprint,
    wall_footprint,
)
from physics.shapes import disc
from physics.vectors import Point

L_SHAPE = ((0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0))
CROSS = (
    (2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (6.0, 2.0), (6.0, 4.0), (4.0, 4.0), (4.0, 6.0), (2.0, 6.0), (2.0, 4.0), (0.0, 4.0),
    (0.0, 2.0), (2.0, 2.0),
)
COMB = ((0.0, 0.0), (9.0, 0.0), (9.0, 4.0), (7.0, 1.0), (5.0, 4.0), (4.0, 1.0), (2.0, 4.0), (1.0, 1.0), (0.0, 4.0))


def assert_pieces_make_up(footprint: Footprint, outline: shapely.Geometry) -> None:
    pieces = [Polygon(piece.points) for piece in footprint.pieces]
    assert all(is_convex(piece.points) for piece in footprint.pieces)
    assert shapely.union_all(pieces).symmetric_difference(outline).area < 1e-9
    assert math.fsum(piece.area for piece in pieces) == pytest.approx(outline.area, abs=1e-9)  # no two overlap


@pytest.mark.parametrize("ring", [L_SHAPE, CROSS, COMB], ids=["L", "cross", "comb"])
def test_concave_outline_is_made_up_of_its_pieces(ring: tuple[Point, ...]) -> None:
    assert_pieces_make_up(polygon_footprint(ring), Polygon(ring))
    assert_pieces_make_up(polygon_footprint(ring[::-1]), Polygon(ring))


def test_an_l_is_two_pieces() -> None:
    assert len(convex_pieces(L_SHAPE)) == 2


def test_a_convex_outline_is_one_piece() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert len(polygon_footprint(square).pieces) == 1


@given(st.lists(st.floats(0.3, 4.0), min_size=5, max_size=14))
def test_any_star_is_made_up_of_its_pieces(spokes: list[float]) -> None:
    turns = [2.0 * math.pi * k / len(spokes) for k in range(len(spokes))]
    ring = tuple((r * math.cos(t), r * math.sin(t)) for r, t in zip(spokes, turns, strict=True))
    assert_pieces_make_up(polygon_footprint(ring), Polygon(ring))


def test_edges_go_round_the_outline_once() -> None:
    edges = polygon_footprint(L_SHAPE).edges
    assert len(edges) == 6
    assert math.fsum(math.dist(a, b) for a, b in edges) == pytest.approx(24.0)


def test_a_disc_has_one_piece_and_no_edges() -> None:
    footprint = circle_footprint((3.0, 4.0), 2.0)
    assert footprint.edges == ()
    assert footprint.box == (1.0, 2.0, 5.0, 6.0)
    assert footprint.area.area == pytest.approx(4.0 * math.pi, abs=1e-3)


def test_straight_wall_is_a_flat_ended_rectangle() -> None:
    wall = wall_footprint(((0.0, 0.0), (4.0, 0.0)), 0.5)
    assert wall.box == pytest.approx((0.0, -0.25, 4.0, 0.25))
    assert_pieces_make_up(wall, shapely.box(0.0, -0.25, 4.0, 0.25))


def test_corner_of_a_wall_is_mitred() -> None:
    """An L of two 4 in walls half an inch thick: its outer corner is a square one, at (4.25, -0.25)."""
    wall = wall_footprint(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0)), 0.5)
    expected = Polygon([(0.0, -0.25), (4.25, -0.25), (4.25, 4.0), (3.75, 4.0), (3.75, 0.25), (0.0, 0.25)])
    assert_pieces_make_up(wall, expected)


def test_opening_cuts_a_wall_through() -> None:
    wall = wall_footprint(((0.0, 0.0), (6.0, 0.0)), 0.5, (((2.0, 0.0), (3.5, 0.0)),))
    expected = shapely.union_all([shapely.box(0.0, -0.25, 2.0, 0.25), shapely.box(3.5, -0.25, 6.0, 0.25)])
    assert_pieces_make_up(wall, expected)
    assert len(wall.rings) == 2


def test_closed_wall_keeps_its_courtyard() -> None:
    ring = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0), (0.0, 0.0))
    wall = wall_footprint(ring, 0.5)
    court = shapely.box(0.25, 0.25, 5.75, 5.75)
    assert wall.area.intersection(court).area < 1e-9
    assert not any(Polygon(piece.points).buffer(-1e-9).intersects(PlanPoint(3.0, 3.0)) for piece in wall.pieces)
    assert wall.area.area == pytest.approx(6.5**2 - 5.5**2, abs=1e-6)  # the corner where the line closes is mitred too
    assert math.fsum(Polygon(piece.points).area for piece in wall.pieces) == pytest.approx(12.0, abs=1e-6)


def test_halves_of_a_disc_are_equal() -> None:
    area = area_of(disc(0.63, (2.0, 2.0)))
    assert area.intersection(shapely.box(2.0, -9.0, 9.0, 9.0)).area / area.area == pytest.approx(0.5, abs=1e-9)
