"""How units hang together, drawn: links, missing ones and what cuts them, rings, narrow gaps, neighbours, groups, auras."""

from __future__ import annotations

import math

import pygame

from game import fonts
from game.camera import Camera
from game.draw_evidence import draw_labels, draw_ticks, label_spot
from game.draw_shapes import (
    Pixel,
    blit_middle,
    circle_points,
    draw_cased,
    draw_cross,
    draw_dashed,
    draw_hatched,
    fill_tint,
)
from game.hanging import Hanging
from game.palette import BADGE, INK, LEGAL, OFFENCE, SKY, YELLOW, Colour


def draw_hanging_below(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> None:
    """What lies under the ghosts: areas of auras, groups, rings, narrow gaps, links."""
    for corners, words in hanging.areas:
        points = [camera.to_screen(p) for p in corners]
        fill_tint(surface, (*SKY, 40), [points])
        draw_dashed(surface, SKY, points, 3, True, 10, 6)
        _words_above(surface, points, words, SKY)
    for rings, words in hanging.groups:
        pixels = [[camera.to_screen(p) for p in ring] for ring in rings]
        draw_hatched(surface, OFFENCE, pixels, 12.0, 1)
        for ring in pixels:
            draw_dashed(surface, OFFENCE, ring, 2, True, 8, 5)
        _words_above(surface, pixels[0], words, OFFENCE)
    for k, (at, radius, words) in enumerate(hanging.rings):
        points = circle_points(camera.to_screen(at), radius * camera.scale)
        draw_dashed(surface, YELLOW, points, 2, True, 9, 6)
        x, y = camera.to_screen(at)
        blit_middle(surface, fonts.pill(words, 11, INK, YELLOW, 235), (x, y + (1 if k % 2 == 0 else -1) * radius * camera.scale))
    _draw_gaps(surface, camera, hanging)
    for corners, words in hanging.blocks:
        _draw_block(surface, [camera.to_screen(p) for p in corners], words)
    for start, end in hanging.links:
        _draw_link(surface, camera.to_screen(start), camera.to_screen(end))


def _draw_gaps(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> None:
    labels: list[tuple[str, Pixel, Colour]] = []
    for start, end, width, needed in hanging.gaps:
        a, b = camera.to_screen(start), camera.to_screen(end)
        draw_dashed(surface, SKY, [a, b], 3, False, 4, 3)
        draw_ticks(surface, SKY, a, b)
        if math.dist(a, b) > 10:
            draw_cross(surface, SKY, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), 4, 2)
        labels.append((f"{width:.2f}″, needs {needed:g}″", label_spot(a, b), SKY))
    taken: list[pygame.Rect] = []
    for words, (x, y), colour in labels:
        picture = fonts.pill(words, 11, INK, colour, 235)
        box = picture.get_rect(center=(round(x), round(y)))
        if box.collidelist(taken) < 0:
            taken.append(box)
            surface.blit(picture, box)


def _draw_block(surface: pygame.Surface, points: list[Pixel], words: str) -> None:
    if len(points) > 2:
        fill_tint(surface, (*OFFENCE, 60), [points])
    draw_cased(surface, OFFENCE, points, 3, len(points) > 2)
    if words:
        _words_above(surface, points, f"in the way: {words}", OFFENCE)


def _draw_link(surface: pygame.Surface, a: Pixel, b: Pixel) -> None:
    if math.dist(a, b) >= 3.0:
        draw_cased(surface, LEGAL, [a, b], 2)
    else:
        pygame.draw.aacircle(surface, INK, a, 5)
        pygame.draw.aacircle(surface, LEGAL, a, 3.5)


def draw_hanging_above(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> None:
    """What lies over the ghosts: missing links, how many neighbours each model has, answers to an aura."""
    for start, end, words in hanging.cuts:
        a, b = camera.to_screen(start), camera.to_screen(end)
        draw_dashed(surface, OFFENCE, [a, b], 4, False, 8, 5)
        draw_cross(surface, OFFENCE, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), 8, 4)
        draw_labels(surface, camera, [(words, label_spot(a, b), OFFENCE)])
    for at, words, is_enough in hanging.tallies:
        ground = LEGAL if is_enough else OFFENCE
        x, y = camera.to_screen(at)
        blit_middle(surface, fonts.pill(words if is_enough else f"✕ {words}", 12, INK, ground, 245, INK), (x, y + 13))
    for at, words, is_reached in hanging.notes:
        ground = LEGAL if is_reached else BADGE
        x, y = camera.to_screen(at)
        blit_middle(surface, fonts.pill(words, 12, INK, ground, 245), (x, y - 34))


def _words_above(surface: pygame.Surface, points: list[Pixel], words: str, ground: Colour) -> None:
    x, top = sum(p[0] for p in points) / len(points), min(p[1] for p in points)
    blit_middle(surface, fonts.pill(words, 12, INK, ground, 245, INK), (x, top - 10))
