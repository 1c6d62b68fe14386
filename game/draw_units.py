"""How units hang together, drawn: links, missing ones and what cuts them, rings, narrow gaps, neighbours, groups, auras."""

from __future__ import annotations

import math

import pygame

from game.camera import Camera
from game.draw_evidence import draw_ticks, label_spot
from game.draw_shapes import (
    Pixel,
    circle_points,
    draw_cased,
    draw_cross,
    draw_dashed,
    draw_hatched,
    fill_tint,
)
from game.hanging import Hanging
from game.labels import Label
from game.palette import BADGE, INK, LEGAL, OFFENCE, SKY, YELLOW, Colour


def draw_hanging_below(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> list[Label]:
    """What lies under the ghosts: areas of auras, groups, rings, narrow gaps, links; the words that belong to them."""
    labels = []
    for corners, words in hanging.areas:
        points = [camera.to_screen(p) for p in corners]
        fill_tint(surface, (*SKY, 40), [points])
        draw_dashed(surface, SKY, points, 3, True, 10, 6)
        labels.append(_words_above(points, words, SKY))
    for rings, words in hanging.groups:
        pixels = [[camera.to_screen(p) for p in ring] for ring in rings]
        draw_hatched(surface, OFFENCE, pixels, 12.0, 1)
        for ring in pixels:
            draw_dashed(surface, OFFENCE, ring, 2, True, 8, 5)
        labels.append(_words_above(pixels[0], words, OFFENCE))
    for k, (at, radius, words) in enumerate(hanging.rings):
        points = circle_points(camera.to_screen(at), radius * camera.scale)
        draw_dashed(surface, YELLOW, points, 2, True, 9, 6)
        x, y = camera.to_screen(at)
        spot = (x, y + (1 if k % 2 == 0 else -1) * radius * camera.scale)
        labels.append(Label(words, spot, YELLOW, spot, 2, 11))
    labels += _draw_gaps(surface, camera, hanging)
    for corners, words in hanging.blocks:
        labels += _draw_block(surface, [camera.to_screen(p) for p in corners], words)
    for start, end in hanging.links:
        _draw_link(surface, camera.to_screen(start), camera.to_screen(end))
    return labels


def _draw_gaps(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> list[Label]:
    labels: list[Label] = []
    for start, end, width, needed in hanging.gaps:
        a, b = camera.to_screen(start), camera.to_screen(end)
        draw_dashed(surface, SKY, [a, b], 3, False, 4, 3)
        draw_ticks(surface, SKY, a, b)
        if math.dist(a, b) > 10:
            draw_cross(surface, SKY, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), 4, 2)
        middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
        labels.append(Label(f"{width:.2f}″, needs {needed:g}″", label_spot(a, b), SKY, middle, 3, 11))
    return labels


def _draw_block(surface: pygame.Surface, points: list[Pixel], words: str) -> list[Label]:
    if len(points) > 2:
        fill_tint(surface, (*OFFENCE, 60), [points])
    draw_cased(surface, OFFENCE, points, 3, len(points) > 2)
    return [_words_above(points, f"in the way: {words}", OFFENCE)] if words else []


def _draw_link(surface: pygame.Surface, a: Pixel, b: Pixel) -> None:
    if math.dist(a, b) >= 3.0:
        draw_cased(surface, LEGAL, [a, b], 2)
    else:
        pygame.draw.aacircle(surface, INK, a, 5)
        pygame.draw.aacircle(surface, LEGAL, a, 3.5)


def draw_hanging_above(surface: pygame.Surface, camera: Camera, hanging: Hanging) -> list[Label]:
    """What lies over the ghosts: missing links; how many neighbours each model has, answers to an aura."""
    labels = []
    for start, end, words in hanging.cuts:
        a, b = camera.to_screen(start), camera.to_screen(end)
        middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
        draw_dashed(surface, OFFENCE, [a, b], 4, False, 8, 5)
        draw_cross(surface, OFFENCE, middle, 8, 4)
        labels.append(Label(words, label_spot(a, b), OFFENCE, middle, 7))
    for at, words, is_enough in hanging.tallies:
        x, y = camera.to_screen(at)
        ground = LEGAL if is_enough else OFFENCE
        labels.append(Label(words if is_enough else f"✕ {words}", (x, y + 13), ground, None, 10, 12, is_fixed=True))
    for at, words, is_reached in hanging.notes:
        x, y = camera.to_screen(at)
        labels.append(Label(words, (x, y - 34), LEGAL if is_reached else BADGE, (x, y), 6, 12))
    return labels


def _words_above(points: list[Pixel], words: str, ground: Colour) -> Label:
    x, top = sum(p[0] for p in points) / len(points), min(p[1] for p in points)
    return Label(words, (x, top - 10), ground, (x, top), 4, 12)
