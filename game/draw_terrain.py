"""Terrain seen from above: the higher, the lighter, with a shadow; pits, ladders, slopes and doors by their signs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame
import shapely

from game import fonts
from game.camera import Camera
from game.draw_shapes import (
    Pixel,
    blit_middle,
    box_of,
    draw_arrow_head,
    draw_cross,
    draw_hatched,
    draw_stroke,
)
from game.palette import (
    DOOR,
    INK,
    LADDER,
    PAPER,
    PIT,
    PIT_LINES,
    SOLID,
    SOLID_LINES,
    WALL_TONE,
    Colour,
    mix,
    tone_of_height,
)
from physics.vectors import Point, lerp
from rules.terrain import Feature, Opening, Terrain

SUN: Point = (0.45, -0.65)
"""The way that a shadow falls, in inches on the table for each inch of height, before it is shortened."""
SHADOW = (8, 12, 14, 105)
MIDDLE_TONE = 0.55
WALKWAY_ALPHA = 148


@dataclass(frozen=True)
class Outline:
    """A feature in pixels: filled pieces, edge rings, and discs as (middle, radius)."""

    pieces: tuple[tuple[Pixel, ...], ...]
    rings: tuple[tuple[Pixel, ...], ...]
    discs: tuple[tuple[Pixel, float], ...]

    def moved(self, dx: float, dy: float) -> "Outline":
        """The same, carried along by pixels."""
        return Outline(
            tuple(tuple((x + dx, y + dy) for x, y in piece) for piece in self.pieces),
            tuple(tuple((x + dx, y + dy) for x, y in ring) for ring in self.rings),
            tuple(((x + dx, y + dy), r) for (x, y), r in self.discs),
        )

    @property
    def all_rings(self) -> list[tuple[Pixel, ...]]:
        """Its edges as points, discs among them."""
        return [*self.rings, *self.pieces[len(self.pieces) - len(self.discs) :]] if self.discs else list(self.rings)


def outline_of(feature: Feature, camera: Camera) -> Outline:
    """A feature's footprint in pixels."""
    flat, round_pieces, discs = [], [], []
    for piece in feature.footprint.pieces:
        ring = tuple(camera.to_screen(p) for p in piece.outline(0.25 / camera.scale))
        if piece.is_disc:
            round_pieces.append(ring)
            discs.append((camera.to_screen(piece.points[0]), piece.radius * camera.scale))
        else:
            flat.append(ring)
    rings = tuple(tuple(camera.to_screen(p) for p in ring) for ring in feature.footprint.rings)
    return Outline((*flat, *round_pieces), rings, tuple(discs))


def is_seen(feature: Feature, camera: Camera, margin: float = 2.0) -> bool:
    """Whether a feature, with its shadow, may be in the view."""
    left, bottom, right, top = feature.footprint.box
    x, y = camera.to_screen((left - margin, top + margin))
    x2, y2 = camera.to_screen((right + margin, bottom - margin))
    return camera.view.colliderect(pygame.Rect(int(x), int(y), int(x2 - x) + 1, int(y2 - y) + 1))


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
            _draw_pit(surface, camera, feature)
    solid = sorted((f for f in seen if f.is_solid), key=lambda f: f.top if f.kind != "impassable" else 0.0)
    for feature in solid:
        _draw_shadow(surface, camera, feature, outline_of(feature, camera))
        draw_feature(surface, camera, feature)
    for feature in seen:
        if feature.kind == "ladder":
            _draw_ladder(surface, camera, feature)
    for feature in seen:
        if feature.kind != "ladder":
            _draw_number(surface, camera, feature)


def draw_feature(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """Draws one solid feature with its signs, without its shadow and number."""
    outline = outline_of(feature, camera)
    if feature.kind == "impassable":
        _fill(surface, SOLID, outline)
        draw_hatched(surface, SOLID_LINES, outline.all_rings, 10.0, 2, crossed=True)
        _draw_edge(surface, INK, outline, 3)
        return
    tone = tone_of_height(feature.top)
    if feature.kind == "wall":
        tone = mix(WALL_TONE, tone, MIDDLE_TONE)
    _fill(surface, tone, outline)
    if feature.kind == "slope":
        _draw_slope(surface, camera, feature)
    _draw_edge(surface, mix(tone, INK, 0.78), outline, 2)
    if feature.kind in ("block", "slope"):
        _draw_sides(surface, camera, feature, outline, tone)
    for opening in feature.openings:
        _draw_door(surface, camera, opening)


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
    _draw_edge(picture, INK, moved, 3)
    for ring in moved.all_rings:  # an inner line says: a deck, with room below
        _draw_inner_line(picture, PAPER, ring)
    _draw_number(picture, shifted, feature)
    return picture, box


def _draw_inner_line(surface: pygame.Surface, colour: Colour, ring: Sequence[Pixel]) -> None:
    area = shapely.Polygon(ring).buffer(-4.0, join_style="mitre")
    for part in shapely.get_parts(area).tolist():
        if not part.is_empty and part.area > 20.0:
            draw_stroke(surface, colour, list(part.exterior.coords)[:-1], 1, True)


def _fill(surface: pygame.Surface, colour: Colour, outline: Outline) -> None:
    for piece in outline.pieces:
        pygame.draw.polygon(surface, colour, piece)


def _draw_edge(surface: pygame.Surface, colour: Colour, outline: Outline, width: int) -> None:
    for ring in outline.rings:
        draw_stroke(surface, colour, ring, width, True)
    for at, radius in outline.discs:
        pygame.draw.aacircle(surface, colour, at, radius + width / 2.0, width)


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


def _draw_slope(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """Treads across the way up, from dark to light, and an arrow that points up."""
    if feature.slope is None:
        return
    low, high = feature.slope
    length = math.dist(low, high)
    ux, uy = (high[0] - low[0]) / length, (high[1] - low[1]) / length
    area = feature.footprint.area
    steps = max(4, min(60, round(length * max(2.0, min(5.0, camera.scale / 9.0)))))
    for k in range(steps):
        band = _band(area, low, (ux, uy), length * k / steps, length * (k + 1) / steps)
        tone = tone_of_height(feature.bottom + feature.height * (k + 0.5) / steps)
        for ring in band:
            pixels = [camera.to_screen(p) for p in ring]
            pygame.draw.polygon(surface, tone, pixels)
    for k in range(1, steps):
        at = (low[0] + ux * length * k / steps, low[1] + uy * length * k / steps)
        _draw_tread(surface, camera, feature, at, (ux, uy), mix(tone_of_height(feature.height * k / steps), INK, 0.32))
    tail, tip = camera.to_screen(lerp(low, high, 0.08)), camera.to_screen(lerp(low, high, 0.52))
    size = min(16.0, math.dist(tail, tip) * 0.5)
    draw_stroke(surface, INK, [tail, tip], 2)
    draw_arrow_head(surface, INK, tip, (tip[0] - tail[0], tip[1] - tail[1]), size)


def _band(area: shapely.Geometry, low: Point, along: Point, start: float, end: float) -> list[list[Point]]:
    far = 200.0
    sx, sy = -along[1] * far, along[0] * far
    a = (low[0] + along[0] * start, low[1] + along[1] * start)
    b = (low[0] + along[0] * end, low[1] + along[1] * end)
    strip = shapely.Polygon(
        [(a[0] + sx, a[1] + sy), (a[0] - sx, a[1] - sy), (b[0] - sx, b[1] - sy), (b[0] + sx, b[1] + sy)]
    )
    parts = shapely.get_parts(area.intersection(strip)).tolist()
    return [[(float(x), float(y)) for x, y in part.exterior.coords] for part in parts if part.geom_type == "Polygon"]


def _draw_tread(
    surface: pygame.Surface, camera: Camera, feature: Feature, at: Point, along: Point, colour: Colour
) -> None:
    far = 200.0
    line = shapely.LineString(
        [(at[0] - along[1] * far, at[1] + along[0] * far), (at[0] + along[1] * far, at[1] - along[0] * far)]
    )
    for part in shapely.get_parts(feature.footprint.area.intersection(line)).tolist():
        if part.geom_type == "LineString":
            a, b = part.coords[0], part.coords[-1]
            pygame.draw.aaline(surface, colour, camera.to_screen((a[0], a[1])), camera.to_screen((b[0], b[1])))


def _draw_pit(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    outline = outline_of(feature, camera)
    _fill(surface, PIT, outline)
    draw_hatched(surface, PIT_LINES, outline.all_rings, 8.0, 1)
    _draw_edge(surface, mix(PIT_LINES, PAPER, 0.35), outline, 3)
    _draw_edge(surface, INK, outline, 1)


def _draw_ladder(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """Two rails along its line and rungs between them, on both sides of the edge that it hangs on."""
    if len(feature.line) < 2:
        return
    a, b = camera.to_screen(feature.line[0]), camera.to_screen(feature.line[1])
    size = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    half = max(5.0, camera.scale * 0.16)
    nx, ny = -uy * half, ux * half
    rails = [[(a[0] + ux * 2 + s * nx * 1.0, a[1] + uy * 2 + s * ny) for s in (-1, 1)]]
    rails.append([(b[0] - ux * 2 + s * nx, b[1] - uy * 2 + s * ny) for s in (-1, 1)])
    count = 3
    rungs = []
    for k in range(count):
        s = (k + 0.5) / count * 2.0 - 1.0
        rungs.append([(a[0] + nx * s, a[1] + ny * s), (b[0] + nx * s, b[1] + ny * s)])
    for width, colour in ((5, INK), (2, LADDER)):
        for line in (*rails, *rungs):
            draw_stroke(surface, colour, line, width)


def _draw_door(surface: pygame.Surface, camera: Camera, opening: Opening) -> None:
    """Jambs at both ends; between them a dotted sill where one can pass, a barred line where not."""
    a, b = camera.to_screen(opening.ends[0]), camera.to_screen(opening.ends[1])
    size = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    half = max(5.0, camera.scale * 0.16)
    nx, ny = -uy * half, ux * half
    jambs = [[(p[0] - nx, p[1] - ny), (p[0] + nx, p[1] + ny)] for p in (a, b)]
    middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
    for width, colour in ((6, INK), (3, DOOR)):
        for jamb in jambs:
            draw_stroke(surface, colour, jamb, width)
        if opening.passable:
            for s in (-0.45, 0.45):
                draw_stroke(
                    surface, colour, [(a[0] + nx * s, a[1] + ny * s), (b[0] + nx * s, b[1] + ny * s)], width - 2
                )
        else:
            draw_stroke(surface, colour, [a, b], width)
    if not opening.passable:
        draw_cross(surface, DOOR, middle, min(half, 6.0), 2)
    if opening.access_point:
        blit_middle(surface, fonts.pill("⇅", 13, INK, DOOR, 255), middle)


def _middle(feature: Feature) -> Point:
    """A point well inside its footprint; on a slope near its upper end, clear of the arrow."""
    if feature.slope is not None:
        return lerp(feature.slope[0], feature.slope[1], 0.8)
    area = feature.footprint.area
    spot = area.centroid if area.contains(area.centroid) else area.representative_point()
    return (float(spot.x), float(spot.y))


def _numbers(feature: Feature) -> str:
    """What is written on it: its top in inches; from where to where when there is room below; a pit's depth."""
    if feature.kind == "gap":
        return "▼ no bottom" if feature.depth is None else f"▼ {feature.depth:g}″"
    if feature.kind == "impassable":
        return "no entry"
    if feature.bottom > 0.0:
        return f"{feature.bottom:g}–{feature.top:g}″"
    return f"{feature.top:g}″"


def _draw_number(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    left, bottom, right, top = feature.footprint.box
    words = _numbers(feature)
    picture = fonts.halo(words, 13 if camera.scale > 16.0 else 12)
    room = max(right - left, top - bottom) * camera.scale
    if room < picture.get_width() + 4:
        return
    blit_middle(surface, picture, camera.to_screen(_middle(feature)))
