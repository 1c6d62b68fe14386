"""Where a move can end, drawn under the models: areas by surface, lines of contact and of landings, lines of inches."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame
import shapely

from game import fonts
from game.camera import Camera
from game.draw_geometry import seamless
from game.draw_overlays import rings_of, tint_with_holes
from game.draw_shapes import Pixel, draw_cased, draw_dashed, draw_ring, draw_stroke
from game.labels import Label
from game.palette import GREEN, INK, LEGAL, PAPER, YELLOW
from game.reaching import ReachShown
from rules.table import Base, Place
from rules.terrain import GROUND

TOOTH_PX, TEETH_PX = 9.0, 8.0
"""How long the strokes of a line of contact are, and how far apart."""
NUMBERED_PX = 34.0
"""Pixels of a line of inches from which on it bears its number."""
LANDING_WORDS = "the drop ends it here"
PATIENCE = 0.15
"""Seconds of waiting before it is said that something is being worked out: what is sooner there needs no word."""


def draw_reach(surface: pygame.Surface, camera: Camera, reach: ReachShown) -> None:
    """Areas tinted, with an edge, dotted above the ground; lines of contact hatched; lines of inches with their numbers."""
    for on, area in reach.areas.items():
        for part in seamless(_polygons(area)):
            rings = rings_of(part, camera)
            tint_with_holes(surface, (*GREEN, 72), rings)
            for ring in rings:
                if on == GROUND:
                    draw_stroke(surface, LEGAL, ring, 2, True)
                else:
                    draw_dashed(surface, LEGAL, ring, 2, True, 3, 4)
    taken: list[pygame.Rect] = []
    _draw_landings(surface, [p for line in reach.landings.values() for p in _lines(line, camera)], taken)
    for _, lines in reach.inches:
        for pixels in _lines(lines, camera):
            draw_stroke(surface, INK, pixels, 2)
            draw_stroke(surface, LEGAL, pixels, 1)
    for inch, lines in reach.inches:
        for pixels in _lines(lines, camera):
            _draw_number(surface, f"{inch}″", pixels, taken)
    for line in reach.engaging.values():
        for pixels in _lines(line, camera):
            _draw_contact(surface, pixels)


def _draw_landings(surface: pygame.Surface, lines: Sequence[Sequence[Pixel]], taken: list[pygame.Rect]) -> None:
    """The lines on which a deep drop ends the move: thick, and the longest of them named."""
    for pixels in lines:
        draw_cased(surface, GREEN, pixels, 4)
    longest = max(lines, key=_size, default=())
    picture = fonts.halo(LANDING_WORDS, 12, PAPER)
    if _size(longest) > picture.get_width() / 2.0:
        x, y = _spaced(longest, _size(longest))[0]
        taken.append(picture.get_rect(center=(round(x), round(y))))
        surface.blit(picture, taken[-1])


def _size(pixels: Sequence[Pixel]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(pixels))


def _draw_contact(surface: pygame.Surface, pixels: Sequence[Pixel]) -> None:
    """A line on which the move ends engaged: bright, with slanting strokes across it."""
    for x, y in _spaced(pixels, TEETH_PX):
        half = TOOTH_PX / 2.0
        draw_stroke(surface, INK, [(x - half, y + half), (x + half, y - half)], 4)
        draw_stroke(surface, YELLOW, [(x - half, y + half), (x + half, y - half)], 2)
    draw_cased(surface, YELLOW, pixels, 2)


def _spaced(pixels: Sequence[Pixel], step: float) -> list[Pixel]:
    """Points along a line, so many pixels apart, the first half a step from its start."""
    found, left = [], step / 2.0
    for (ax, ay), (bx, by) in pairwise(pixels):
        size = math.hypot(bx - ax, by - ay)
        while left <= size:
            found.append((ax + (bx - ax) * left / size, ay + (by - ay) * left / size))
            left += step
        left -= size
    return found


def _draw_number(surface: pygame.Surface, words: str, pixels: Sequence[Pixel], taken: list[pygame.Rect]) -> None:
    """The number of a line of inches at its middle, where it is long enough and no other number stands."""
    size = _size(pixels)
    middle = _spaced(pixels, size)
    if size < NUMBERED_PX or not middle:
        return
    picture = fonts.halo(words, 13, PAPER)
    box = picture.get_rect(center=(round(middle[0][0]), round(middle[0][1])))
    if box.collidelist(taken) < 0:
        taken.append(box)
        surface.blit(picture, box)


def _lines(lines: shapely.Geometry, camera: Camera) -> list[list[Pixel]]:
    parts = [p for p in shapely.get_parts(lines).tolist() if isinstance(p, shapely.LineString) and not p.is_empty]
    return [[camera.to_screen((x, y)) for x, y in part.coords] for part in parts]


def _polygons(area: shapely.Geometry) -> list[shapely.Polygon]:
    return [p for p in shapely.get_parts(area).tolist() if isinstance(p, shapely.Polygon) and not p.is_empty]


def draw_waiting(surface: pygame.Surface, camera: Camera, base: Base, place: Place, waited: float, words: str) -> list[Label]:
    """Three dots that go round a model while something about it is worked out, and the words that say so."""
    if waited < PATIENCE:
        return []
    x, y = camera.to_screen(place.at)
    reach = base.radius * camera.scale + 14.0
    for k in range(3):
        angle = 4.0 * waited + k * 0.5
        spot = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        pygame.draw.aacircle(surface, INK, spot, 5.5)
        pygame.draw.aacircle(surface, LEGAL, spot, 4.0)
    draw_ring(surface, LEGAL, (x, y), reach, 1)
    return [Label(words, (x, y + reach + 12.0), LEGAL, (x, y + reach), 3, 12)]
