"""Terrain seen from above: the higher, the lighter, with a shadow; pits, ladders, slopes and doors by their signs."""

import math
from collections.abc import Sequence

import pygame
import shapely

from game.camera import Camera
from game.draw_outlines import Outline, draw_edge, fill_outline, is_seen, outline_of
from game.draw_shapes import Pixel, box_of, draw_hatched, draw_stroke
from game.draw_terrain_signs import draw_door, draw_ladder, draw_number, draw_pit, draw_slope
from game.palette import INK, PAPER, SOLID, SOLID_LINES, WALL_TONE, Colour, mix, tone_of_height
from physics.vectors import Point
from rules.terrain import Feature, Terrain

SUN: Point = (0.45, -0.65)
"""The way that a shadow falls, in inches on the table for each inch of height, before it is shortened."""
SHADOW = (8, 12, 14, 105)
MIDDLE_TONE = 0.55
WALKWAY_ALPHA = 148


def overhead(terrain: Terrain) -> tuple[Feature, ...]:
    """The features with room below them (walkways, and what stands on those), lowest first."""
    below: list[Feature] = [f for f in terrain.features if f.is_solid and f.bottom <= 0.0 and f.kind != "impassable"]
    found: list[Feature] = []
    for feature in sorted(
        (f for f in terrain.features if f.is_solid and f.kind != "impassable" and f.bottom > 0.0),
        key=lambda f: f.bottom,
    ):
        bearing = [f.footprint.area for f in below if abs(f.top - feature.bottom) < 0.1]
        free = feature.footprint.area.difference(shapely.union_all(bearing)).area if bearing else math.inf
        if free > 0.05 * feature.footprint.area.area:
            found.append(feature)
        else:
            below.append(feature)
    return tuple(found)


def draw_ground_terrain(surface: pygame.Surface, camera: Camera, features: Sequence[Feature]) -> None:
    """Draws features from the lowest to the highest: pits, then what stands, then ladders and doors."""
    seen = [f for f in features if is_seen(f, camera)]
    for feature in seen:
        if feature.kind == "gap":
            draw_pit(surface, camera, feature)
    solid = sorted((f for f in seen if f.is_solid), key=lambda f: f.top if f.kind != "impassable" else 0.0)
    for feature in solid:
        _draw_shadow(surface, camera, feature, outline_of(feature, camera))
        draw_feature(surface, camera, feature)
    for feature in seen:
        if feature.kind == "ladder":
            draw_ladder(surface, camera, feature)
    for feature in seen:
        if feature.kind != "ladder":
            draw_number(surface, camera, feature)


def draw_feature(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """Draws one solid feature with its signs, without its shadow and number."""
    outline = outline_of(feature, camera)
    if feature.kind == "impassable":
        fill_outline(surface, SOLID, outline)
        draw_hatched(surface, SOLID_LINES, outline.all_rings, 10.0, 2, crossed=True)
        draw_edge(surface, INK, outline, 3)
        return
    tone = tone_of_height(feature.top)
    if feature.kind == "wall":
        tone = mix(WALL_TONE, tone, MIDDLE_TONE)
    fill_outline(surface, tone, outline)
    if feature.kind == "slope":
        draw_slope(surface, camera, feature)
    draw_edge(surface, mix(tone, INK, 0.78), outline, 2)
    if feature.kind in ("block", "slope"):
        _draw_sides(surface, camera, feature, outline, tone)
    for opening in feature.openings:
        draw_door(surface, camera, opening)


def draw_walkway_shadows(surface: pygame.Surface, camera: Camera, features: Sequence[Feature]) -> None:
    """The shadows that features with room below them throw on the ground."""
    for feature in features:
        if is_seen(feature, camera):
            _draw_shadow(surface, camera, feature, outline_of(feature, camera))


def walkway_picture(camera: Camera, feature: Feature) -> tuple[pygame.Surface, pygame.Rect] | None:
    """A feature with room below as a picture that lets through what is below it, and where it belongs; None off view."""
    outline = outline_of(feature, camera)
    box = box_of([p for piece in outline.pieces for p in piece], 34).clip(camera.view)  # with room for its number
    if box.w <= 0 or box.h <= 0:
        return None
    whole = pygame.Surface(box.size, pygame.SRCALPHA)
    shifted = Camera(camera.view, camera.table_size)
    shifted.scale, shifted.centre = camera.scale, camera.centre
    shifted.offset = (-box.x, -box.y)
    draw_feature(whole, shifted, feature)
    whole.set_alpha(WALKWAY_ALPHA)
    picture = pygame.Surface(box.size, pygame.SRCALPHA)
    picture.blit(whole, (0, 0))
    moved = outline.moved(-box.x, -box.y)
    draw_edge(picture, INK, moved, 3)
    for ring in moved.all_rings:  # an inner line says: a deck, with room below
        _draw_inner_line(picture, PAPER, ring)
    draw_number(picture, shifted, feature)
    return picture, box


def _draw_inner_line(surface: pygame.Surface, colour: Colour, ring: Sequence[Pixel]) -> None:
    area = shapely.Polygon(ring).buffer(-4.0, join_style="mitre")
    for part in shapely.get_parts(area).tolist():
        if not part.is_empty and part.area > 20.0:
            draw_stroke(surface, colour, list(part.exterior.coords)[:-1], 1, True)


def _draw_shadow(surface: pygame.Surface, camera: Camera, feature: Feature, outline: Outline) -> None:
    """The footprint carried along the sun's way, drawn small and stretched: that makes its edge soft."""
    rise = 3.0 if feature.kind == "impassable" else feature.top - max(0.0, feature.bottom) * 0.35
    far = 0.3 * math.log1p(max(0.0, rise)) * camera.scale
    if far < 1.0:
        return
    dx, dy = SUN[0] * far, -SUN[1] * far
    box = box_of([p for piece in outline.pieces for p in piece], far + 10).clip(camera.view)
    if box.w < 2 or box.h < 2:
        return
    shrink = max(4.0, min(8.0, far / 3.0))
    small = pygame.Surface((max(2, math.ceil(box.w / shrink)), max(2, math.ceil(box.h / shrink))), pygame.SRCALPHA)
    for piece in outline.pieces:
        ring = [((x - box.x) / shrink, (y - box.y) / shrink) for x, y in piece]
        fallen = [(x + dx / shrink, y + dy / shrink) for x, y in ring]
        pygame.draw.polygon(small, SHADOW, ring)
        for k in range(len(ring)):
            pygame.draw.polygon(small, SHADOW, (ring[k - 1], ring[k], fallen[k], fallen[k - 1]))
    large = (round(small.get_width() * shrink), round(small.get_height() * shrink))
    surface.blit(pygame.transform.smoothscale(pygame.transform.box_blur(small, 1), large), box)


def _draw_sides(surface: pygame.Surface, camera: Camera, feature: Feature, outline: Outline, tone: Colour) -> None:
    """A light edge on the sunny sides; short strokes along the sides that can be climbed."""
    light = mix(tone, (255, 255, 255), 0.55)
    left, bottom, right, top = feature.footprint.box
    is_thin = min(right - left, top - bottom) * camera.scale < 16.0
    has_holds = feature.kind == "block" and feature.climbable and feature.height >= 1.0 and camera.scale > 14.0
    for ring in outline.rings:
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            size = math.dist(a, b)
            if size < 6.0:
                continue
            ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
            nx, ny = uy, -ux  # rings run anticlockwise on the table, so clockwise's other side on screen is inside
            if nx * 0.5 + ny * 0.8 > 0.1:
                inset = [(p[0] + nx * 2.2, p[1] + ny * 2.2) for p in (a, b)]
                draw_stroke(surface, light, inset, 1)
            if has_holds and not is_thin:
                _draw_holds(surface, mix(tone, INK, 0.5), a, (ux, uy), (nx, ny), size)


def _draw_holds(surface: pygame.Surface, colour: Colour, a: Pixel, along: Pixel, inward: Pixel, size: float) -> None:
    count = int((size - 8.0) // 12.0)
    first = (size - count * 12.0) / 2.0
    for k in range(count + 1):
        x, y = a[0] + along[0] * (first + 12.0 * k), a[1] + along[1] * (first + 12.0 * k)
        pygame.draw.aaline(surface, colour, (x, y), (x + inward[0] * 6.0, y + inward[1] * 6.0))
