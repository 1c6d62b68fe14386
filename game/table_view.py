"""The table on screen: what is to be shown beside the Table itself, and the drawing of it in kept layers.

Three layers: the ground (mat and terrain) is drawn when the camera or the terrain changes; the still picture (models,
overlays, names) when the Table or what is shown of it changes; the rest (ghosts, path, evidence) each frame.
"""

from dataclasses import dataclass

import pygame

from game.block_play import BlockShow
from game.camera import Camera
from game.draw_blocks import draw_blocks, draw_grips
from game.draw_evidence import draw_ruling
from game.draw_layers import Layers
from game.draw_models import draw_base
from game.draw_motion import (
    draw_base_rim,
    draw_flash,
    draw_ghost,
    draw_hovered,
    draw_nearest,
    draw_path,
    draw_ruler,
    draw_selected,
)
from game.draw_overlays import draw_distance_numbers, draw_distances
from game.draw_reach import draw_waiting
from game.draw_ties import draw_ties
from game.draw_units import draw_hanging_above, draw_hanging_below
from game.draw_words import ghost_words, kept_clear, nearest_words, way_words
from game.hanging import Hanging
from game.labels import draw_labels
from game.palette import YELLOW
from game.reaching import ReachShown
from physics.vectors import Point
from rules.ruling import Ruling
from rules.table import Base, Model, Place, Table

OVERLAYS = ("zones", "engagement", "distances", "elevations", "reach", "contours", "links", "gaps")
"""The names of the overlays."""
RANKED_ALPHA = 190
"""How strongly the models of a ranked unit in hand are drawn where they would stand."""


@dataclass(frozen=True)
class Ghost:
    """A model in hand, where it would stand; `is_legal` is None while nobody has judged it."""

    model_id: str
    place: Place
    is_legal: bool | None = None
    model: Model | None = None


@dataclass(frozen=True)
class Show:
    """What is drawn beside the Table. `flash`: 1 falling to 0, for the offending pieces.

    `said`: what stands beside the ghost in place of its cost. `waited`: seconds that the reach has been in the making, 0
    when nothing of it is to come.
    """

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
    reach: ReachShown | None = None
    waited: float = 0.0
    sought: float = 0.0
    hangings: tuple[Hanging, ...] = ()
    chosen: frozenset[str] = frozenset()
    mates: frozenset[str] = frozenset()
    block: BlockShow | None = None
    is_in_hand: bool = False
    said: str = ""
    offer: str = "nearest legal"
    way_offered: tuple[Point, ...] = ()


class TableView:
    """Draws a Table. Keeps the layers that did not change."""

    def __init__(self) -> None:
        self._layers = Layers()

    @property
    def ground_count(self) -> int:
        """How often the ground was drawn: it rises only when the camera, the terrain or the size change."""
        return self._layers.ground_count

    @property
    def still_count(self) -> int:
        """How often the still picture was drawn."""
        return self._layers.still_count

    def draw(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        """Draws the whole view."""
        before = surface.get_clip()
        surface.set_clip(camera.view.clip(before))
        self._layers.draw(surface, camera, table, show)
        self._draw_moving(surface, camera, table, show)
        surface.set_clip(before)

    def _draw_moving(self, surface: pygame.Surface, camera: Camera, table: Table, show: Show) -> None:
        models = table.models
        selected = models.get(show.selected) if show.selected else None
        ghosts = [(m, g) for g in show.ghosts if (m := models.get(g.model_id, g.model)) is not None]
        labels = [label for hanging in show.hangings for label in draw_hanging_below(surface, camera, hanging)]
        _draw_rims(surface, camera, table, show, selected, ghosts)
        labels += draw_ties(surface, camera, table)
        if selected is not None and selected.is_on_table:
            labels += draw_waiting(surface, camera, selected.base, selected.standing, show.waited, "working out its reach …")
        if ghosts and show.sought > 0.0:
            model, ghost = ghosts[0]
            words = "looking for the nearest legal spot …"
            labels += draw_waiting(surface, camera, model.base, ghost.place, show.sought, words)
        _draw_ghosts(surface, camera, table, show, ghosts)
        measured = _measured_from(show, selected, ghosts)
        if measured is not None:
            draw_distances(surface, camera, table, *measured)
        nearest = _nearest_shown(show, selected, ghosts)
        if nearest is not None:
            draw_nearest(surface, camera, *nearest, show.way_offered)
            labels.append(nearest_words(camera, *nearest, show.offer))
        labels += draw_blocks(surface, camera, table, show.block) if show.block is not None else []
        if show.ruling is not None:
            pieces = [p for f in show.ruling.findings for p in f.pieces]
            draw_flash(surface, camera, table, pieces, show.flash, {g.model_id: g.place for _, g in ghosts})
            labels += draw_ruling(surface, camera, show.ruling)
        for hanging in show.hangings:
            labels += draw_hanging_above(surface, camera, hanging)
        if show.block is not None:
            draw_grips(surface, camera, show.block)
        # Of a unit the first bears the words for all.
        for model, ghost in () if _is_in_ranks(show) else ghosts[:1]:
            labels += ghost_words(camera, table, model, ghost.place, show.ruling, _is_legal(show), show.said)
        if show.ruling is not None and show.path:
            labels += way_words(camera, show.ruling)
        if show.ruler is not None:
            labels.append(draw_ruler(surface, camera, show.ruler))
        clear = kept_clear(camera, table, [(m, g.place) for m, g in ghosts], nearest, show.ruling) if labels else []
        taken = draw_labels(surface, camera.view, labels, clear)
        if measured is not None:
            draw_distance_numbers(surface, camera, table, *measured, taken)


def _draw_rims(
    surface: pygame.Surface,
    camera: Camera,
    table: Table,
    show: Show,
    selected: Model | None,
    ghosts: list[tuple[Model, Ghost]],
) -> None:
    """Rims round what is selected, its mates, the chosen few and what the pointer is over; the path in hand."""
    models = table.models
    for mate in sorted(show.mates & models.keys()):
        if models[mate].is_on_table and mate not in show.chosen:
            draw_base_rim(surface, camera, YELLOW, models[mate].base, models[mate].standing, 1)
    for chosen in sorted(show.chosen & models.keys()):
        if models[chosen].is_on_table:
            draw_hovered(surface, camera, models[chosen].base, models[chosen].standing)
    if show.path:
        carrier = ghosts[0][0] if ghosts else selected
        width = 2.0 * carrier.base.radius if carrier is not None else 0.0
        draw_path(surface, camera, show.path, width, _is_legal(show))
    if selected is not None and selected.is_on_table and show.block is None:
        draw_selected(surface, camera, selected.base, selected.standing)
    hovered = models.get(show.hovered) if show.hovered else None
    if hovered is not None and hovered.is_on_table and hovered is not selected:
        draw_hovered(surface, camera, hovered.base, hovered.standing)


def _draw_ghosts(
    surface: pygame.Surface, camera: Camera, table: Table, show: Show, ghosts: list[tuple[Model, Ghost]]
) -> None:
    for model, ghost in ghosts:
        if _is_in_ranks(show):
            draw_base(surface, camera, table, model, ghost.place, RANKED_ALPHA)
        else:
            draw_ghost(surface, camera, table, model, ghost.place, ghost.is_legal)


def _is_in_ranks(show: Show) -> bool:
    """Whether what is in hand is a ranked unit."""
    return show.block is not None and show.block.hand is not None


def _measured_from(
    show: Show, selected: Model | None, ghosts: list[tuple[Model, Ghost]]
) -> tuple[Model, Place] | None:
    """What the distances are measured from: the ghost while it is carried, else the model selected where it stands."""
    if "distances" not in show.overlays:
        return None
    if ghosts and show.is_in_hand:
        return ghosts[0][0], ghosts[0][1].place
    return (selected, selected.standing) if selected is not None and selected.is_on_table else None


def _nearest_shown(
    show: Show, selected: Model | None, ghosts: list[tuple[Model, Ghost]]
) -> tuple[Base, Place] | None:
    """The base and place of the nearest legal spot that is on offer."""
    model = ghosts[0][0] if ghosts else selected
    return (model.base, show.nearest) if model is not None and show.nearest is not None else None


def _is_legal(show: Show) -> bool | None:
    """Whether what is in hand is legal, as far as it was judged."""
    if show.ruling is not None:
        return show.ruling.legal
    return show.ghosts[0].is_legal if show.ghosts else None
