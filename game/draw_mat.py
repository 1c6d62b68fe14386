"""The mat: its texture, its grid of inches, its edge, and the sides' deployment zones."""

import math
from functools import lru_cache

import numpy as np
import pygame

from game import fonts
from game.camera import Camera
from game.draw_shapes import blit_middle, draw_dashed, draw_hatched, fill_tint
from game.palette import GRID, MAT, MAT_EDGE, PAPER, SURROUND, from_hex, mix, vivid
from rules.table import Side, Table

TILE_PX = 256
GRID_FADES_IN = (9.0, 26.0)
"""Pixels per inch at which the lines of single inches begin to show, and show fully."""


def draw_mat(surface: pygame.Surface, camera: Camera, table: Table) -> None:
    """Draws what lies below the terrain: surround, mat, grid, deployment zones."""
    surface.fill(SURROUND, camera.view)
    left, top = camera.to_screen((0.0, table.size[1]))
    right, bottom = camera.to_screen((table.size[0], 0.0))
    mat = pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))
    _draw_shadow(surface, mat)
    seen = mat.clip(camera.view)
    if seen.w <= 0 or seen.h <= 0:
        return
    surface.fill(MAT, seen)
    _draw_texture(surface, seen, mat)
    _draw_grid(surface, camera, table, seen)
    for number, side in enumerate(table.sides):
        if side.deploy:
            _draw_deployment(surface, camera, side, number)
    pygame.draw.rect(surface, MAT_EDGE, mat.inflate(6, 6), 3, border_radius=4)


def _draw_shadow(surface: pygame.Surface, mat: pygame.Rect) -> None:
    for grow in range(14, 2, -2):
        shade = mix(SURROUND, (0, 0, 0), 0.5 * (1.0 - grow / 16.0))
        pygame.draw.rect(surface, shade, mat.inflate(grow * 2, grow * 2).move(0, 3), border_radius=grow)


@lru_cache(maxsize=1)
def _tile() -> pygame.Surface:
    """Grain and soft blotches, to be added to the mat; the same at every start."""
    random = np.random.default_rng(7)
    coarse = np.zeros((TILE_PX, TILE_PX))
    frequencies = np.fft.fftfreq(TILE_PX) * TILE_PX
    far = np.hypot(*np.meshgrid(frequencies, frequencies))
    for scale, weight in ((5.0, 1.0), (16.0, 0.7), (50.0, 0.4)):
        noise = np.fft.ifft2(np.fft.fft2(random.normal(size=(TILE_PX, TILE_PX))) * np.exp(-((far / scale) ** 2))).real
        coarse += weight * noise / noise.std()
    value = 11.0 + 3.0 * coarse + random.normal(0.0, 2.0, (TILE_PX, TILE_PX))
    grey = np.clip(value, 0, 28).astype(np.uint8)
    return pygame.surfarray.make_surface(np.repeat(grey[:, :, None], 3, axis=2))


def _draw_texture(surface: pygame.Surface, seen: pygame.Rect, mat: pygame.Rect) -> None:
    tile = _tile()
    before = surface.get_clip()
    surface.set_clip(seen.clip(before))
    first_x = mat.x + (seen.x - mat.x) // TILE_PX * TILE_PX
    first_y = mat.y + (seen.y - mat.y) // TILE_PX * TILE_PX
    for x in range(first_x, seen.right, TILE_PX):
        for y in range(first_y, seen.bottom, TILE_PX):
            surface.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_SUB)
    surface.set_clip(before)


def _draw_grid(surface: pygame.Surface, camera: Camera, table: Table, seen: pygame.Rect) -> None:
    """Lines each inch, that fade in as the camera comes nearer, and stronger ones each six."""
    least, full = GRID_FADES_IN
    fine = min(1.0, max(0.0, (camera.scale - least) / (full - least)))
    layer = pygame.Surface(seen.size, pygame.SRCALPHA)
    for axis in (0, 1):
        for inch in range(1, math.ceil(table.size[axis])):
            alpha = 34 if inch % 6 == 0 else round(20 * fine)
            if alpha == 0:
                continue
            x, y = camera.to_screen((inch, 0.0) if axis == 0 else (0.0, inch))
            tint = (*GRID, alpha)
            if axis == 0:
                pygame.draw.line(layer, tint, (round(x) - seen.x, 0), (round(x) - seen.x, seen.h))
            else:
                pygame.draw.line(layer, tint, (0, round(y) - seen.y), (seen.w, round(y) - seen.y))
    surface.blit(layer, seen)


def _draw_deployment(surface: pygame.Surface, camera: Camera, side: Side, number: int) -> None:
    colour = vivid(from_hex(side.colour))
    ring = [camera.to_screen(p) for p in side.deploy or ()]
    if len(ring) < 3:
        return
    fill_tint(surface, (*colour, 30), [ring])
    faint = mix(MAT, colour, 0.32)
    draw_hatched(surface, faint, [ring], 22.0, 1, angle=math.pi / 4.0 if number % 2 == 0 else -math.pi / 4.0)
    draw_dashed(surface, mix(MAT, colour, 0.8), ring, 2, True, 12, 7, None)
    words = fonts.halo(f"{side.name}: deployment", 12, mix(colour, PAPER, 0.4))
    left, right = min(p[0] for p in ring), max(p[0] for p in ring)
    top, bottom = min(p[1] for p in ring), max(p[1] for p in ring)
    is_far = (top + bottom) / 2.0 < camera.to_screen((0.0, camera.table_size[1] / 2.0))[1]
    outer = top + 14 if is_far else bottom - 14  # models start by the inner edge: their names would lie over the words
    if right - left > words.get_width() + 24:
        blit_middle(surface, words, (left + words.get_width() / 2.0 + 12, outer))
