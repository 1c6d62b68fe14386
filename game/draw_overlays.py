"""The overlays, each shown on demand: zones, engagement, distances, links, gaps. What they show, rules/ says."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pygame
import shapely

from game import fonts
from game.camera import Camera
from game.draw_evidence import label_spot
from game.draw_geometry import distances_from
from game.draw_models import side_colour
from game.draw_shapes import (
    Pixel,
    Strokes,
    blit_middle,
    box_of,
    dashes,
    draw_cased,
    draw_dashed,
    draw_dashes,
    draw_stroke,
    fill_tint,
    hatch,
)
from game.labels import Label, draw_labels
from game.palette import INK, LEGAL, MAT, OFFENCE, SKY, YELLOW, Colour, mix, vivid
from physics.contact import Nearest
from rules.table import Model, Place, Table

Zones = Iterable[tuple[int, list[shapely.Polygon]]]
"""For each side, by its number, the areas that its zones cover."""


def draw_zones(surface: pygame.Surface, camera: Camera, table: Table, zones: Zones) -> None:
    """The zones of all models, joined by side: tinted, with a dashed edge."""
    for number, areas in zones:
        colour = vivid(side_colour(table, table.sides[number].name))
        faint = mix(MAT, colour, 0.55)
        slant = math.pi / 4.0 if number % 2 == 0 else -math.pi / 4.0
        for area in areas:
            rings, slanted, edge = _zone_strokes(area, camera, camera.key, slant)
            if not camera.view.colliderect(box_of(rings[0])):
                continue
            tint_with_holes(surface, (*colour, 58), rings)
            for a, b in slanted:
                pygame.draw.aaline(surface, faint, a, b, 1)
            draw_dashes(surface, colour, edge, 2)


@lru_cache(maxsize=512)
def _zone_strokes(
    area: shapely.Polygon, camera: Camera, _key: tuple[float, ...], slant: float
) -> tuple[list[list[Pixel]], Strokes, Strokes]:
    """The rings of a zone, its hatching and the dashes of its edge: kept, for a zone is drawn again when a model is picked up."""
    rings = rings_of(area, camera)
    edge = [dash for ring in rings for dash in dashes(ring, 9.0, 6.0, True)]
    return rings, hatch(rings, 14.0, slant, camera.view), edge


def draw_engagement(surface: pygame.Surface, camera: Camera, pairs: Iterable[tuple[Model, Model, Nearest]]) -> None:
    """Crossed swords between engaged models, with the word."""
    for one, other, met in pairs:
        at = camera.to_screen(((met.here[0] + met.there[0]) / 2.0, (met.here[1] + met.there[1]) / 2.0))
        if not camera.view.inflate(80, 80).collidepoint(at):
            continue
        draw_cased(surface, YELLOW, [camera.to_screen(one.standing.at), camera.to_screen(other.standing.at)], 2)
        pygame.draw.aacircle(surface, INK, at, 13)
        pygame.draw.aacircle(surface, YELLOW, at, 11.5)
        _draw_swords(surface, at, 7.0)
        blit_middle(surface, fonts.pill("engaged", 11, INK, YELLOW, 240), (at[0], at[1] - 21))


def _draw_swords(surface: pygame.Surface, at: Pixel, size: float) -> None:
    x, y = at
    for way in (-1, 1):
        draw_stroke(surface, INK, [(x - way * size, y + size), (x + way * size, y - size)], 2)
        grip = (x - way * size * 0.45, y + size * 0.45)
        draw_stroke(surface, INK, [(grip[0] - way * 3, grip[1] - 3), (grip[0] + way * 3, grip[1] + 3)], 2)


def draw_distances(surface: pygame.Surface, camera: Camera, table: Table, model: Model, place: Place) -> None:
    """From one model, or its ghost, to each other one: the shortest line base to base."""
    for met, colour in _distances(camera, table, model, place):
        pygame.draw.aaline(surface, mix(INK, colour, 0.8), camera.to_screen(met.here), camera.to_screen(met.there))


def draw_distance_numbers(
    surface: pygame.Surface, camera: Camera, table: Table, model: Model, place: Place, taken: list[pygame.Rect]
) -> None:
    """The inches of those lines, where no other words stand."""
    for met, colour in _distances(camera, table, model, place):
        _draw_distance(surface, camera, max(0.0, met.clearance), met, colour, taken)


_last_lines: list[Any] = []
"""What the lines of distances were asked of last, and they: their numbers are drawn later than they."""


def _distances(camera: Camera, table: Table, model: Model, place: Place) -> list[tuple[Nearest, Colour]]:
    """The lines whose numbers would be in view, nearest first, each in the colour of the other's side."""
    of = (table, model.id, place, camera.key)
    if _last_lines and _last_lines[0][0] is table and _last_lines[0][1:] == of[1:]:
        return _last_lines[1]
    near = camera.view.inflate(60, 60)
    sides = {unit.id: unit.side for unit in table.units.values()}
    colours = {side.name: vivid(side_colour(table, side.name)) for side in table.sides}
    found = distances_from(table, model, place)
    lines = [(met, colours[sides[m.unit]]) for met, m in found if near.collidepoint(camera.to_screen(met.there))]
    _last_lines[:] = [of, lines]
    return lines


def _draw_distance(
    surface: pygame.Surface, camera: Camera, inches: float, met: Nearest, colour: Colour, taken: list[pygame.Rect]
) -> None:
    """The number stands near the far end of its line; those that would cover a nearer one's are left out."""
    a, b = camera.to_screen(met.here), camera.to_screen(met.there)
    if not camera.view.collidepoint(b):
        return
    size = math.dist(a, b)
    back = min(size / 2.0, 26.0) / size if size > 0.0 else 0.0
    at = (b[0] + (a[0] - b[0]) * back, b[1] + (a[1] - b[1]) * back - (16.0 if size < 8.0 else 0.0))
    middle = pygame.Rect(round(at[0]), round(at[1]), 1, 1)
    if middle.collidelist(taken) >= 0:
        return
    words = f"{inches:.2f}″"
    box = fonts.number_box(words, 12, at)
    if box.inflate(-2, -2).collidelist(taken) >= 0:
        return
    taken.append(box)
    fonts.draw_number(surface, words, 12, box, colour)


def draw_links(surface: pygame.Surface, camera: Camera, table: Table, lines: Iterable[Nearest]) -> None:
    """How the models of each unit hang together: the nearest neighbour lines that join them, with inches where long."""
    limit = _link_length(table)
    labels: list[Label] = []
    for met in lines:
        a, b = camera.to_screen(met.here), camera.to_screen(met.there)
        inches = max(0.0, met.clearance)
        if limit is not None and inches > limit + 1e-6:
            draw_dashed(surface, OFFENCE, [a, b], 3, False, 8, 6)
            labels.append(Label(f"{inches:.2f}″", label_spot(a, b), OFFENCE, ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)))
        elif math.dist(a, b) >= 3.0:
            draw_cased(surface, LEGAL, [a, b], 2)
        else:
            pygame.draw.aacircle(surface, INK, a, 5)
            pygame.draw.aacircle(surface, LEGAL, a, 3.5)
    draw_labels(surface, camera.view, labels)


def _link_length(table: Table) -> float | None:
    return table.number("coherency.horizontal") if "coherency.horizontal" in table.parameters else None


def draw_gaps(surface: pygame.Surface, camera: Camera, lines: Iterable[Nearest]) -> None:
    """The narrow ways between features, with their width: thinner than one inch is dotted."""
    labels: list[Label] = []
    for met in lines:
        a, b = camera.to_screen(met.here), camera.to_screen(met.there)
        if not camera.view.inflate(100, 100).collidepoint(a):
            continue
        if met.clearance < 1.0 - 1e-6:
            draw_dashed(surface, SKY, [a, b], 3, False, 4, 3)
        else:
            draw_cased(surface, SKY, [a, b], 2)
        labels.append(Label(f"{met.clearance:.2f}″", ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), SKY))
    draw_labels(surface, camera.view, labels)


def rings_of(polygon: shapely.Polygon, camera: Camera) -> list[list[Pixel]]:
    """The outer ring and then the holes, in pixels."""
    rings = (polygon.exterior, *polygon.interiors)
    return [[camera.to_screen((x, y)) for x, y in ring.coords[:-1]] for ring in rings]


def tint_with_holes(surface: pygame.Surface, tint: tuple[int, int, int, int], rings: list[list[Pixel]]) -> None:
    """Fills the outer ring with a colour that lets through what is below, its holes left out."""
    if len(rings) == 1:
        fill_tint(surface, tint, rings)
        return
    box = box_of(rings[0], 1).clip(surface.get_clip())
    if box.w <= 0 or box.h <= 0:
        return
    layer = pygame.Surface(box.size, pygame.SRCALPHA)
    for ring, colour in ((rings[0], tint), *((hole, (0, 0, 0, 0)) for hole in rings[1:])):
        pygame.draw.polygon(layer, colour, [(x - box.x, y - box.y) for x, y in ring])
    surface.blit(layer, box)
