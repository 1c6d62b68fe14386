"""What is in hand: ghosts, the path drawn so far, the path last taken, the ruler, rings for what is chosen."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pygame

from game import fonts
from game.camera import Camera
from game.draw_evidence import draw_ticks, label_spot
from game.draw_models import base_points, draw_base
from game.draw_shapes import (
    Pixel,
    blit_middle,
    circle_points,
    draw_arrow_head,
    draw_cased,
    draw_cross,
    draw_dashed,
    draw_hatched,
    draw_ring,
    fill_tint,
)
from game.labels import Label
from game.palette import INK, LEGAL, OFFENCE, PAPER, SKY, YELLOW, Colour
from physics.vectors import Point
from rules.table import Base, Model, Place, Table

DOTS_PX = 12
"""Pixels between the dots of a path at the least."""
WORDS_PX = 34
"""Pixels between the inches written at its corners at the least."""


def draw_last_path(surface: pygame.Surface, camera: Camera, path: Sequence[Point]) -> None:
    """The path that was taken last, faint."""
    if len(path) < 2:
        return
    points = [camera.to_screen(p) for p in path]
    draw_dashed(surface, (196, 203, 196), points, 2, False, 3, 7, None)
    pygame.draw.aacircle(surface, (196, 203, 196), points[0], 4, 2)


def draw_path(
    surface: pygame.Surface, camera: Camera, path: Sequence[Point], width: float, is_legal: bool | None
) -> None:
    """The path in hand: as wide a band as the base, a line, a dot for each waypoint with the inches so far."""
    if len(path) < 2:
        return
    points = [camera.to_screen(p) for p in path]
    colour = {True: LEGAL, False: OFFENCE, None: PAPER}[is_legal]
    _draw_band(surface, points, width * camera.scale, colour)
    if is_legal is False:
        draw_dashed(surface, colour, points, 3, False, 10, 5)
    else:
        draw_cased(surface, colour, points, 3)
    a, b = points[-2], points[-1]
    if math.dist(a, b) > 24:
        middle = (a[0] + (b[0] - a[0]) * 0.55, a[1] + (b[1] - a[1]) * 0.55)
        draw_arrow_head(surface, colour, middle, (b[0] - a[0], b[1] - a[1]), 11)
    _draw_corners(surface, path, points, colour)


def _draw_corners(surface: pygame.Surface, path: Sequence[Point], points: Sequence[Pixel], colour: Colour) -> None:
    """A dot for each corner with the inches so far; of many close together (the way round something) only some."""
    gone = [0.0]
    for a, b in pairwise(path):
        gone.append(gone[-1] + math.dist(a, b))
    dots, words = [points[0], points[-1]], [points[-1]]
    for k, at in enumerate(points[1:-1], start=1):
        if min(math.dist(at, other) for other in dots) < DOTS_PX:
            continue
        dots.append(at)
        if min(math.dist(at, other) for other in words) >= WORDS_PX:
            words.append(at)
            blit_middle(surface, fonts.halo(f"{gone[k]:.2f}″", 12), (at[0], at[1] - 15))
    for at in dots:
        pygame.draw.aacircle(surface, INK, at, 5.5)
        pygame.draw.aacircle(surface, colour, at, 3.5)


def _draw_band(surface: pygame.Surface, points: Sequence[Pixel], width: float, colour: Colour) -> None:
    rings = []
    half = width / 2.0
    for a, b in pairwise(points):
        size = math.dist(a, b)
        if size > 0.5:
            nx, ny = -(b[1] - a[1]) / size * half, (b[0] - a[0]) / size * half
            rings.append(
                [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
            )
    rings.extend(circle_points(p, half) for p in points)
    fill_tint(surface, (*colour, 46), rings)


def draw_base_rim(
    surface: pygame.Surface,
    camera: Camera,
    colour: Colour,
    base: Base,
    place: Place,
    width: int,
) -> None:
    """A line round a base, with a dark rim."""
    if base.is_disc:
        draw_ring(surface, colour, camera.to_screen(place.at), base.radius * camera.scale + 1, width)
    else:
        draw_cased(surface, colour, base_points(base, place, camera), width, True)


def draw_ghost(
    surface: pygame.Surface, camera: Camera, table: Table, model: Model, place: Place, is_legal: bool | None
) -> None:
    """A model in hand where it would stand: a whole rim when that is legal, a broken one with a cross when not."""
    draw_base(surface, camera, table, model, place, 205)
    ring = base_points(model.base, place, camera)
    if is_legal is None:
        draw_dashed(surface, PAPER, ring, 2, True, 4, 4)
    elif is_legal:
        draw_base_rim(surface, camera, LEGAL, model.base, place, 3)
    else:
        draw_hatched(surface, OFFENCE, [ring], 7.0, 2)
        draw_dashed(surface, OFFENCE, ring, 4, True, 10, 5)
        draw_cross(surface, OFFENCE, camera.to_screen(place.at), max(6.0, model.base.radius * camera.scale * 0.45), 4)


def draw_nearest(
    surface: pygame.Surface, camera: Camera, base: Base, place: Place, way: Sequence[Point] = ()
) -> None:
    """The nearest legal spot, offered: an outline in dashes, and the way there where that has corners."""
    if len(way) > 1:
        draw_dashed(surface, SKY, [camera.to_screen(p) for p in way], 2, False, 6, 5)
    ring = base_points(base, place, camera)
    fill_tint(surface, (*SKY, 70), [ring])
    draw_dashed(surface, SKY, ring, 3, True, 6, 4)


def draw_selected(surface: pygame.Surface, camera: Camera, base: Base, place: Place) -> None:
    """Brackets round what is selected, and a bright rim."""
    draw_base_rim(surface, camera, YELLOW, base, place, 2)
    x, y = camera.to_screen(place.at)
    reach = base.radius * camera.scale + 7
    arm = max(6.0, reach * 0.35)
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = (x + sx * reach, y + sy * reach)
            draw_cased(
                surface, YELLOW, [(corner[0] - sx * arm, corner[1]), corner, (corner[0], corner[1] - sy * arm)], 3
            )


def draw_hovered(surface: pygame.Surface, camera: Camera, base: Base, place: Place) -> None:
    """A thin bright rim round what the pointer is over."""
    draw_base_rim(surface, camera, PAPER, base, place, 3)


def draw_flash(
    surface: pygame.Surface, camera: Camera, table: Table, pieces: Sequence[str], flash: float, ghosts: Mapping[str, Place]
) -> None:
    """Makes the offending pieces flash, those in hand as ghosts: a wide rim that grows and fades (flash: 1 falling to 0)."""
    if flash <= 0.0:
        return
    grow = 4.0 + 18.0 * (1.0 - flash)
    layer_alpha = round(255 * min(1.0, flash * 1.4))
    for piece in pieces:
        model, marker = table.models.get(piece), table.marker(piece)
        place = ghosts.get(piece, model.place if model is not None else None)
        if model is not None and place is not None:
            at, radius = camera.to_screen(place.at), model.base.radius * camera.scale
            _flash_ring(surface, at, radius + grow, layer_alpha)
        elif marker is not None:
            _flash_ring(surface, camera.to_screen(marker.at), marker.shape.radius * camera.scale + grow, layer_alpha)
        elif piece in table.terrain:
            outlines = [p.outline(0.25 / camera.scale) for p in table.terrain.feature(piece).footprint.pieces]
            rings = [[camera.to_screen(p) for p in ring] for ring in outlines]
            fill_tint(surface, (*OFFENCE, round(150 * flash)), rings)


def _flash_ring(surface: pygame.Surface, at: Pixel, radius: float, alpha: int) -> None:
    half = math.ceil(radius + 6)
    layer = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    pygame.draw.aacircle(layer, (*OFFENCE, alpha), (half, half), radius + 3, 6)
    blit_middle(surface, layer, at)


def draw_ruler(surface: pygame.Surface, camera: Camera, ruler: tuple[Point, Point, str]) -> Label:
    """A measure from point to point; its words."""
    a, b = camera.to_screen(ruler[0]), camera.to_screen(ruler[1])
    draw_cased(surface, YELLOW, [a, b], 3)
    draw_ticks(surface, YELLOW, a, b, 9)
    words = ruler[2] or f"{math.dist(ruler[0], ruler[1]):.2f}″"
    return Label(words, label_spot(a, b), YELLOW, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), 10)
