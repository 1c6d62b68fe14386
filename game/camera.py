"""The camera: which part of the table is on screen, and how large. y goes up on the table and down on the screen."""

import pygame

from physics.vectors import Point

MARGIN_PX = 26.0
"""Pixels left free round the table when it is fitted to the view."""
CLOSEST = 220.0
"""Pixels per inch at the closest zoom: a 32 mm base is then some 280 pixels wide."""
FURTHEST = 0.6
"""The furthest zoom, as a part of the scale at which the whole table fits."""


class Camera:
    """Turns inches on the table into pixels of the view, and back."""

    def __init__(self, view: pygame.Rect, table_size: tuple[float, float]) -> None:
        self._view = pygame.Rect(view)
        self.table_size = table_size
        self.scale = 1.0
        self.centre: Point = (0.0, 0.0)
        self.offset = (0.0, 0.0)
        """Pixels by which a picture of a part of the view is shifted; nought for the window."""
        self._is_fitted = True
        self.fit()

    @property
    def view(self) -> pygame.Rect:
        """The part of the window that shows the table, pixels."""
        return self._view

    @view.setter
    def view(self, view: pygame.Rect) -> None:
        """Fits the table again, unless the player chose a zoom or a place."""
        self._view = pygame.Rect(view)
        if self._is_fitted:
            self.fit()
        else:
            self._zoom_to(self.scale)

    @property
    def key(self) -> tuple[float, ...]:
        """What a picture depends on: two cameras of the same key show the same."""
        return (*self._view, self.scale, *self.centre, *self.offset, *self.table_size)

    def fit(self) -> None:
        """Shows the whole table."""
        self.scale = self._fitting_scale()
        self.centre = (self.table_size[0] / 2.0, self.table_size[1] / 2.0)
        self._is_fitted = True

    def to_screen(self, point: Point) -> tuple[float, float]:
        """The pixels of a point on the table (inches)."""
        return (
            self.offset[0] + self._view.x + self._view.w / 2.0 + (point[0] - self.centre[0]) * self.scale,
            self.offset[1] + self._view.y + self._view.h / 2.0 - (point[1] - self.centre[1]) * self.scale,
        )

    def to_table(self, px: tuple[float, float]) -> Point:
        """The point on the table (inches) under a pixel."""
        return (
            self.centre[0] + (px[0] - self.offset[0] - self._view.x - self._view.w / 2.0) / self.scale,
            self.centre[1] - (px[1] - self.offset[1] - self._view.y - self._view.h / 2.0) / self.scale,
        )

    def zoom_at(self, px: tuple[float, float], factor: float) -> None:
        """Zooms in (factor above 1) or out; what is under the pixel stays there while the table's edge lets it."""
        before = self.to_table(px)
        self._zoom_to(self.scale * factor)
        after = self.to_table(px)
        self._centre_at((self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1]))
        self._is_fitted = False

    def pan(self, dx_px: float, dy_px: float) -> None:
        """Carries the picture along by pixels: to the right and down is positive."""
        self._centre_at((self.centre[0] - dx_px / self.scale, self.centre[1] + dy_px / self.scale))
        self._is_fitted = False

    def look_at(self, point: Point) -> None:
        """Puts a point of the table in the middle of the view."""
        self._centre_at(point)
        self._is_fitted = False

    def _fitting_scale(self) -> float:
        margin = min(MARGIN_PX, self._view.w / 10.0, self._view.h / 10.0)
        across = (self._view.w - 2.0 * margin) / max(self.table_size[0], 1e-6)
        up = (self._view.h - 2.0 * margin) / max(self.table_size[1], 1e-6)
        return min(CLOSEST, max(1e-3, min(across, up)))

    def _zoom_to(self, scale: float) -> None:
        self.scale = min(CLOSEST, max(self._fitting_scale() * FURTHEST, scale))
        self._centre_at(self.centre)

    def _centre_at(self, point: Point) -> None:
        """The middle of the view never leaves the table, so that the table can't be lost."""
        width, depth = self.table_size
        self.centre = (min(width, max(0.0, point[0])), min(depth, max(0.0, point[1])))
