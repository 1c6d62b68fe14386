"""The signs that features bear: treads and an arrow on slopes, rungs, jambs, slanted lines in pits, and their inches."""

import math

import pygame
import shapely

from game import fonts
from game.camera import Camera
from game.draw_outlines import draw_edge, fill_outline, outline_of
from game.draw_shapes import blit_middle, draw_arrow_head, draw_cross, draw_hatched, draw_stroke
from game.palette import DOOR, INK, LADDER, PAPER, PIT, PIT_LINES, Colour, mix, tone_of_height
from physics.vectors import Point, lerp
from rules.terrain import Feature, Opening


def draw_slope(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
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


def draw_pit(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """A pit: dark, with slanted lines."""
    outline = outline_of(feature, camera)
    fill_outline(surface, PIT, outline)
    draw_hatched(surface, PIT_LINES, outline.all_rings, 8.0, 1)
    draw_edge(surface, mix(PIT_LINES, PAPER, 0.35), outline, 3)
    draw_edge(surface, INK, outline, 1)


def draw_ladder(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
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


def draw_door(surface: pygame.Surface, camera: Camera, opening: Opening) -> None:
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


def draw_number(surface: pygame.Surface, camera: Camera, feature: Feature) -> None:
    """Writes a feature's number on it, where there is room."""
    left, bottom, right, top = feature.footprint.box
    words = _numbers(feature)
    picture = fonts.halo(words, 13 if camera.scale > 16.0 else 12)
    room = max(right - left, top - bottom) * camera.scale
    if room < picture.get_width() + 4:
        return
    blit_middle(surface, picture, camera.to_screen(_middle(feature)))
