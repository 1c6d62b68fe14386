"""The table on screen: what is to be shown beside the Table itself, and the drawing of it in kept layers.

Three layers: the ground (mat and terrain) is drawn when the camera or the terrain changes; the still picture (models,
overlays, names) when the Table or what is shown of it changes; the rest (ghosts, path, evidence) each frame.
"""

from dataclasses import dataclass
from typing import Any

import pygame

from game.camera import Camera
from game.draw_evidence import draw_ruling
from game.draw_geometry import OverlayGeometry
from game.draw_mat import draw_mat
from game.draw_models import draw_marker, draw_model, draw_names, side_colour, side_number
from game.draw_motion import (
    draw_flash,
    draw_ghost,
    draw_ghost_words,
    draw_hovered,
    draw_last_path,
    draw_nearest,
    draw_path,
    draw_ruler,
    draw_selected,
)
from game.draw_overlays import draw_distances, draw_engagement, draw_gaps, draw_links, draw_reach, draw_zones
from game.draw_terrain import draw_ground_terrain, draw_walkway_shadows, overhead, walkway_picture
from physics.vectors import Point
from rules.ruling import Ruling
from rules.table import Model, Place, Table
from rules.terrain import Feature

OVERLAYS = ("zones", "engagement", "distances", "elevations", "reach", "links", "gaps")
"""The names of the overlays."""


@dataclass(frozen=True)
class Ghost:
    """A model in hand, where it would stand; `is_legal` is None while nobody has judged it."""

    model_id: str
    place: Place
    is_legal: bool | None = None


@dataclass(frozen=True)
class Show:
    """What is drawn beside the Table. `reach`: polygons by surface; `flash`: 1 falling to 0, for the offending pieces."""

    selected: str | None = None
    hovered: str | None = None
    ghosts: tuple[Ghost, ...] = ()
    path: tuple[Point, ...] = ()
    ruling: Ruling | None = None
    nearest: Place | None = None
    overlays: frozenset[str] = frozenset()
    ruler: tuple[Point, Point, str] | None = None
    last_path: tuple[Point, ...] = ()
    flash: float = 0.0
    reach: Any = None


class TableView:
    """Draws a Table. Keeps the layers that did not change."""

    def __init__(self) -> None:
        self._ground: pygame.Surface | None = None
        self._ground_key: tuple[Any, ...] = ()
        self._still: pygame.Surface | None = None
        self._still_key: tuple[Any, ...] = ()
        self._still_of: Table | None = None
        self._still_reach: Any = None
        self._walkways: list[tuple[Feature, pygame.Surface, pygame.Rect]] = []
        self._overhead: tuple[Any, tuple[Feature, ...]] = (None, ())
        self._geometry = OverlayGeometry()
        self.ground_count = 0
        """How often the ground was drawn: it should rise only when the camera, the terrain or the size change."""
        self.still_count = 0
        """How often the still picture was drawn."""

    def draw(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        """Draws the whole view."""
        before = surface.get_clip()
        surface.set_clip(camera.view.clip(before))
        self._draw_still(surface, camera, table, show)
        self._draw_moving(surface, camera, table, show)
        surface.set_clip(before)

    def _draw_still(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        key = (
            camera.key,
            surface.get_size(),
            id(table),
            show.overlays - {"distances"},
            id(show.reach),
            show.selected,
            tuple(g.model_id for g in show.ghosts),
            show.last_path,
        )
        if (
            self._still is None
            or key != self._still_key
            or self._still_of is not table
            or self._still_reach is not show.reach
        ):
            self._still = self._still_picture(surface, camera, table, show)
            self._still_key = key
            self._still_of, self._still_reach = table, show.reach  # kept, so that their ids stay theirs
            self.still_count += 1
        surface.blit(self._still, camera.view, camera.view)

    def _still_picture(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> pygame.Surface:
        ground = self._ground_picture(surface, camera, table)
        picture = (
            self._still if self._still is not None and self._still.get_size() == ground.get_size() else ground.copy()
        )
        picture.set_clip(camera.view)
        picture.blit(ground, camera.view, camera.view)
        if "reach" in show.overlays and show.reach is not None:
            draw_reach(picture, camera, show.reach)
        if "zones" in show.overlays:
            draw_zones(picture, camera, table, self._geometry.zones(table))
        draw_last_path(picture, camera, show.last_path)
        for marker in table.markers:
            holder = self._geometry.holders(table)[marker.id]
            colour = None if holder is None else side_colour(table, holder)
            draw_marker(picture, camera, marker, colour, 0 if holder is None else side_number(table, holder))
        self._draw_models(picture, camera, table, frozenset(g.model_id for g in show.ghosts))
        self._draw_words(picture, camera, table, show)
        return picture

    def _draw_models(self, picture: pygame.Surface, camera: Camera, table: Table, in_hand: frozenset[str]) -> None:
        """Models and walkways from below to above, so that a model under a deck shows through it."""
        waiting = sorted(table.standing, key=lambda m: m.elevation)
        for feature, walkway, box in self._walkways:
            while waiting and waiting[0].elevation < feature.bottom - 1e-6:
                self._draw_one(picture, camera, table, waiting.pop(0), in_hand)
            picture.blit(walkway, box)
        for model in waiting:
            self._draw_one(picture, camera, table, model, in_hand)

    @staticmethod
    def _draw_one(picture: pygame.Surface, camera: Camera, table: Table, model: Model, in_hand: frozenset[str]) -> None:
        draw_model(picture, camera, table, model, 120 if model.id in in_hand else 255)

    def _draw_words(self, picture: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        if "gaps" in show.overlays:
            draw_gaps(picture, camera, self._geometry.gaps(table))
        if "links" in show.overlays:
            draw_links(picture, camera, table, self._geometry.links(table))
        in_hand = frozenset(g.model_id for g in show.ghosts)
        draw_names(picture, camera, table, show.selected, in_hand, "elevations" in show.overlays)
        if "engagement" in show.overlays:
            draw_engagement(picture, camera, self._geometry.engaged(table))

    def _ground_picture(self, surface: pygame.Surface, camera: Camera, table: Table) -> pygame.Surface:
        key = (camera.key, surface.get_size(), id(table.terrain), table.size, table.sides)
        if self._ground is None or key != self._ground_key or self._overhead[0] is not table.terrain:
            if self._overhead[0] is not table.terrain:
                self._overhead = (table.terrain, overhead(table.terrain))
            above = self._overhead[1]
            if self._ground is None or self._ground.get_size() != surface.get_size():
                self._ground = pygame.Surface(surface.get_size())
            self._ground.set_clip(camera.view)
            draw_mat(self._ground, camera, table)
            hidden = {id(f) for f in above}
            draw_ground_terrain(self._ground, camera, [f for f in table.terrain.features if id(f) not in hidden])
            draw_walkway_shadows(self._ground, camera, above)
            pictures = [(f, walkway_picture(camera, f)) for f in above]
            self._walkways = [(f, *made) for f, made in pictures if made is not None]
            self._ground_key = key
            self.ground_count += 1
        return self._ground

    def _draw_moving(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        models = table.models
        selected = models.get(show.selected) if show.selected else None
        hovered = models.get(show.hovered) if show.hovered else None
        ghosts = [(models[g.model_id], g) for g in show.ghosts if g.model_id in models]
        if show.path:
            carrier = ghosts[0][0] if ghosts else selected
            width = 2.0 * carrier.base.radius if carrier is not None else 0.0
            draw_path(surface, camera, show.path, width, _is_legal(show))
        if selected is not None and selected.is_on_table:
            draw_selected(surface, camera, selected.base, selected.standing)
        if hovered is not None and hovered.is_on_table and hovered is not selected:
            draw_hovered(surface, camera, hovered.base, hovered.standing)
        for model, ghost in ghosts:
            draw_ghost(surface, camera, table, model, ghost.place, ghost.is_legal)
        if "distances" in show.overlays:
            self._draw_distances(surface, camera, table, selected, ghosts)
        if show.nearest is not None and (ghosts or selected is not None):
            base = ghosts[0][0].base if ghosts else selected.base if selected else None
            if base is not None:
                draw_nearest(surface, camera, base, show.nearest)
        if show.ruling is not None:
            pieces = [p for f in show.ruling.findings for p in f.pieces]
            draw_flash(surface, camera, table, pieces, show.flash)
            draw_ruling(surface, camera, show.ruling)
        for k, (model, ghost) in enumerate(ghosts):
            draw_ghost_words(
                surface, camera, table, model, ghost.place, show.ruling if k == 0 else None, ghost.is_legal
            )
        if show.ruler is not None:
            draw_ruler(surface, camera, show.ruler)

    @staticmethod
    def _draw_distances(
        surface: pygame.Surface,
        camera: Camera,
        table: Table,
        selected: Model | None,
        ghosts: list[tuple[Model, Ghost]],
    ) -> None:
        if ghosts:
            draw_distances(surface, camera, table, ghosts[0][0], ghosts[0][1].place)
        elif selected is not None and selected.is_on_table:
            draw_distances(surface, camera, table, selected, selected.standing)


def _is_legal(show: Show) -> bool | None:
    """Whether what is in hand is legal, as far as it was judged."""
    if show.ruling is not None:
        return show.ruling.legal
    return show.ghosts[0].is_legal if show.ghosts else None
