"""The layers of the table that are kept from frame to frame: the ground, and the still picture on top of it.

While a player pans, both are drawn wider than the view, so that the picture can be carried along without being drawn anew.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.camera import Camera
from game.draw_geometry import OverlayGeometry
from game.draw_mat import draw_mat
from game.draw_models import draw_marker, draw_model, side_colour, side_number
from game.draw_motion import draw_last_path
from game.draw_names import draw_names
from game.draw_overlays import draw_engagement, draw_gaps, draw_links, draw_zones
from game.draw_reach import draw_reach
from game.draw_terrain import draw_ground_terrain, draw_walkway_shadows, overhead, walkway_picture
from game.draw_terrain_signs import draw_ladder
from physics.contact import Nearest
from rules.table import Table
from rules.terrain import Feature, Terrain

if TYPE_CHECKING:
    from game.reaching import ReachShown
    from game.table_view import Show

PAN_MARGIN: Final = 288
"""Pixels on each side by which the layers are wider than the view once a player pans."""
IN_HAND_ALPHA: Final = 120
"""How strongly a model that is being carried still shows where it stands."""
SAME_GAP: Final = 1.0
"""Inches between the middles of two lines within which they are taken to cross the same gap."""
DRAWN_EACH_FRAME: Final = frozenset({"distances"})
"""The overlays that follow what is carried, so that nothing of them is kept."""


class Layers:
    """The kept layers of one view."""

    def __init__(self) -> None:
        self._camera: Camera | None = None
        self._margin = 0
        self._ground: pygame.Surface | None = None
        self._ground_of: tuple[Any, ...] = ()
        self._still: pygame.Surface | None = None
        self._still_of: tuple[Any, ...] = ()
        self._walkways: list[tuple[Feature, pygame.Surface, pygame.Rect]] = []
        self._overhead: tuple[Terrain | None, tuple[Feature, ...]] = (None, ())
        self._geometry = OverlayGeometry()
        self._reach: tuple[Table, ReachShown] | None = None
        self.ground_count = 0
        self.still_count = 0

    def draw(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        """Puts the still picture into the camera's view, drawn anew where something of it changed."""
        wide, spot = self._frame(camera)
        picture = self._still_picture(wide, table, show)
        surface.blit(picture, camera.view, pygame.Rect(spot, camera.view.size))

    def _frame(self, camera: Camera) -> tuple[Camera, tuple[int, int]]:
        """The camera of the kept layers, and the pixel in them where the view's corner lies."""
        kept = self._camera
        size = (camera.view.w + 2 * self._margin, camera.view.h + 2 * self._margin)
        is_like = kept is not None and kept.scale == camera.scale and kept.view.size == size
        if kept is not None and is_like and kept.table_size == camera.table_size:
            x = self._margin + round((camera.centre[0] - kept.centre[0]) * camera.scale)
            y = self._margin - round((camera.centre[1] - kept.centre[1]) * camera.scale)
            if 0 <= x <= 2 * self._margin and 0 <= y <= 2 * self._margin:
                return kept, (x, y)
            self._margin = PAN_MARGIN
        else:
            self._margin = 0
        view = pygame.Rect(0, 0, camera.view.w + 2 * self._margin, camera.view.h + 2 * self._margin)
        self._camera = Camera(view, camera.table_size)
        self._camera.scale, self._camera.centre = camera.scale, camera.centre
        return self._camera, (self._margin, self._margin)

    def _still_picture(self, camera: Camera, table: Table, show: Show) -> pygame.Surface:
        ground = self._ground_picture(camera, table)
        show = replace(show, reach=self._reach_to_draw(table, show))
        in_hand = frozenset(g.model_id for g in show.ghosts)
        overlays = show.overlays - DRAWN_EACH_FRAME
        marked = tuple(h.gaps for h in show.hangings) if "gaps" in overlays else ()
        depends_on = (ground, self.ground_count, table, show.reach, overlays, show.selected, in_hand, show.last_path, marked)
        if self._still is None or not _is_same(self._still_of, depends_on):
            self._still = _fitting(self._still, camera.view.size)
            self._still.blit(ground, (0, 0))
            self._draw_below(self._still, camera, table, show)
            self._draw_models(self._still, camera, table, overlays, in_hand)
            self._draw_words(self._still, camera, table, show, in_hand)
            self._still_of = depends_on
            self.still_count += 1
        return self._still

    def _reach_to_draw(self, table: Table, show: Show) -> ReachShown | None:
        """The reach to be drawn: while the last of it is still to come, what is drawn of it already, so as to draw it once."""
        before = self._reach
        is_same = before is not None and show.reach is not None and before[0] is table and before[1].model == show.reach.model
        if show.reach is None:
            self._reach = None
        elif not is_same or show.waited <= 0.0:
            self._reach = (table, show.reach)
        return self._reach[1] if self._reach is not None else None

    def _draw_below(self, picture: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        """What lies on the ground, under the models."""
        if show.reach is not None and show.overlays & {"reach", "contours"}:
            draw_reach(picture, camera, show.reach)
        draw_last_path(picture, camera, show.last_path)
        for marker in table.markers:
            holder = self._geometry.holders(table)[marker.id]
            colour = None if holder is None else side_colour(table, holder)
            draw_marker(picture, camera, marker, colour, 0 if holder is None else side_number(table, holder))

    def _draw_models(
        self, picture: pygame.Surface, camera: Camera, table: Table, overlays: frozenset[str], in_hand: frozenset[str]
    ) -> None:
        """Models below walkways, walkways, zones, the other models: so a model under a deck shows through it."""
        waiting = sorted(table.standing, key=lambda m: m.elevation)
        for feature, walkway, box in self._walkways:
            above = []
            for model in waiting:
                reach = model.base.radius * camera.scale
                x, y = camera.to_screen(model.standing.at)
                is_below = model.elevation < feature.bottom - 1e-6
                if is_below and box.inflate(2 * reach, 2 * reach).collidepoint(x, y):
                    draw_model(picture, camera, table, model, IN_HAND_ALPHA if model.id in in_hand else 255)
                else:
                    above.append(model)
            waiting = above
            picture.blit(walkway, box)
        for ladder in table.terrain.ladders if self._walkways else ():
            draw_ladder(picture, camera, ladder)  # again, over the deck that it leads up to
        if "zones" in overlays:
            draw_zones(picture, camera, table, self._geometry.zones(table))
        for model in waiting:
            draw_model(picture, camera, table, model, IN_HAND_ALPHA if model.id in in_hand else 255)

    def _draw_words(
        self, picture: pygame.Surface, camera: Camera, table: Table, show: Show, in_hand: frozenset[str]
    ) -> None:
        """What is written over the models, and the overlays whose words belong there."""
        if "gaps" in show.overlays:
            draw_gaps(picture, camera, _unmarked(self._geometry.gaps(table), show))
        if "links" in show.overlays:
            draw_links(picture, camera, table, self._geometry.links(table))
        draw_names(picture, camera, table, show.selected, in_hand, "elevations" in show.overlays)
        if "engagement" in show.overlays:
            draw_engagement(picture, camera, self._geometry.engaged(table))

    def _ground_picture(self, camera: Camera, table: Table) -> pygame.Surface:
        depends_on = (camera, table.terrain, table.size, table.sides)
        if self._ground is None or not _is_same(self._ground_of, depends_on):
            if self._overhead[0] is not table.terrain:
                self._overhead = (table.terrain, overhead(table.terrain))
            above = self._overhead[1]
            hidden = {id(f) for f in above}
            self._ground = _fitting(self._ground, camera.view.size)
            draw_mat(self._ground, camera, table)
            draw_ground_terrain(self._ground, camera, [f for f in table.terrain.features if id(f) not in hidden])
            draw_walkway_shadows(self._ground, camera, above)
            pictures = [(f, walkway_picture(camera, f)) for f in above]
            self._walkways = [(f, *made) for f, made in pictures if made is not None]
            self._ground_of = depends_on
            self.ground_count += 1
        return self._ground


def _unmarked(lines: list[Nearest], show: Show) -> list[Nearest]:
    """The narrow ways that are not marked already as too narrow for what is in hand or selected."""
    marked = [((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0) for hanging in show.hangings for a, b, *_ in hanging.gaps]
    middles = [((n.here[0] + n.there[0]) / 2.0, (n.here[1] + n.there[1]) / 2.0) for n in lines]
    return [n for n, middle in zip(lines, middles, strict=True) if all(math.dist(middle, m) > SAME_GAP for m in marked)]


def _fitting(surface: pygame.Surface | None, size: tuple[int, int]) -> pygame.Surface:
    """The surface itself when it has the size, else a new one."""
    return surface if surface is not None and surface.get_size() == size else pygame.Surface(size)


def _is_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the same things: Tables and terrain by identity, for they are large and never change."""
    if len(one) != len(other):
        return False
    plain = (str, int, float, tuple, frozenset, type(None))
    return all(a is b or (isinstance(a, plain) and a == b) for a, b in zip(one, other, strict=True))
