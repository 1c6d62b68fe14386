"""The camera: pixels to inches and back, zoom at the pointer, and the table that can't be lost."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.camera import CLOSEST, Camera

VIEW = pygame.Rect(40, 20, 900, 700)
INCHES = st.floats(-5.0, 80.0, allow_nan=False)


@given(INCHES, INCHES, st.floats(0.2, 8.0), st.floats(-400, 400), st.floats(-400, 400))
def test_there_and_back(x: float, y: float, zoom: float, dx: float, dy: float) -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    camera.zoom_at((300, 200), zoom)
    camera.pan(dx, dy)
    assert camera.to_table(camera.to_screen((x, y))) == pytest.approx((x, y), abs=1e-9)


def test_fitted_shows_all_four_corners_with_y_up() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    for corner in ((0, 0), (44, 0), (44, 60), (0, 60)):
        assert VIEW.collidepoint(camera.to_screen(corner))
    assert camera.to_screen((22.0, 30.0)) == pytest.approx(VIEW.center)
    assert camera.to_screen((0.0, 60.0))[1] < camera.to_screen((0.0, 0.0))[1]


def test_an_inch_is_scale_pixels() -> None:
    camera = Camera(VIEW, (30.0, 22.0))
    a, b = camera.to_screen((3.0, 4.0)), camera.to_screen((4.0, 4.0))
    assert b[0] - a[0] == pytest.approx(camera.scale)


def test_zoom_keeps_what_is_under_the_pointer() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    pixel = (500.0, 300.0)
    before = camera.to_table(pixel)
    camera.zoom_at(pixel, 3.0)
    assert camera.to_table(pixel) == pytest.approx(before)
    camera.zoom_at(pixel, 1.0 / 3.0)
    assert camera.to_table(pixel) == pytest.approx(before)


def test_zoom_has_ends() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    fitting = camera.scale
    camera.zoom_at(VIEW.center, 1e9)
    assert camera.scale == CLOSEST
    camera.zoom_at(VIEW.center, 1e-9)
    assert 0.3 * fitting < camera.scale < fitting


def test_pan_carries_the_picture_with_the_pointer() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    camera.zoom_at(VIEW.center, 4.0)
    x, y = camera.to_screen((22.0, 30.0))
    camera.pan(30, -12)
    assert camera.to_screen((22.0, 30.0)) == pytest.approx((x + 30, y - 12))


def test_the_table_cannot_be_lost() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    camera.pan(1e7, -1e7)
    assert 0.0 <= camera.centre[0] <= 44.0
    assert 0.0 <= camera.centre[1] <= 60.0


def test_resizing_fits_again_unless_the_player_zoomed() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    camera.view = pygame.Rect(0, 0, 1800, 1400)
    assert camera.scale > Camera(VIEW, (44.0, 60.0)).scale
    camera.zoom_at((900, 700), 3.0)
    scale = camera.scale
    camera.view = pygame.Rect(0, 0, 1000, 800)
    assert camera.scale == scale


def test_look_at_puts_a_point_in_the_middle() -> None:
    camera = Camera(VIEW, (44.0, 60.0))
    camera.look_at((10.0, 12.0))
    assert camera.to_screen((10.0, 12.0)) == pytest.approx(VIEW.center)
