"""Models and markers: bases true to size, each side with its colour and its own mark, names that keep their size."""

import math
from functools import lru_cache

import pygame

from game import fonts
from game.camera import Camera
from game.draw_geometry import thinned
from game.draw_shapes import Pixel, blit_middle, draw_dashed, draw_stroke
from game.palette import GREEN, INK, ORANGE, PAPER, SKY, Colour, from_hex, ink_on, mix
from physics.shapes import MM_PER_INCH
from rules.table import Base, Marker, Model, Place, Table

LABELS_FROM = 8.0
"""Pixels per inch from which models bear their names."""


def side_number(table: Table, side: str) -> int:
    """The place of a side in the board's list, from 0: it decides the side's mark."""
    return next((k for k, s in enumerate(table.sides) if s.name == side), 0)


def side_colour(table: Table, side: str) -> Colour:
    """The colour of a side."""
    return from_hex(table.side(side).colour)


def base_points(base: Base, place: Place, camera: Camera) -> list[Pixel]:
    """The edge of a base in a place, in pixels."""
    return [camera.to_screen(p) for p in thinned(base, place.facing).moved(place.at).outline(0.15 / camera.scale)]


def draw_model(surface: pygame.Surface, camera: Camera, table: Table, model: Model, alpha: int = 255) -> None:
    """Draws one model's base where it stands, without its name."""
    draw_base(surface, camera, table, model, model.standing, alpha)


def draw_base(
    surface: pygame.Surface, camera: Camera, table: Table, model: Model, place: Place, alpha: int = 255
) -> None:
    """Draws a model's base in any place."""
    at = camera.to_screen(place.at)
    reach = model.base.radius * camera.scale + 12
    if not camera.view.inflate(2 * reach, 2 * reach).collidepoint(at):
        return
    side = table.side_of(model)
    facing = 0.0 if model.base.is_disc else round(place.facing, 3)
    picture = _base_picture(
        model.base, facing, round(camera.scale, 3), side_colour(table, side), side_number(table, side), model.flying
    )
    if alpha < 255:
        picture = picture.copy()
        picture.set_alpha(alpha)
    blit_middle(surface, picture, at)


@lru_cache(maxsize=512)
def _base_picture(base: Base, facing: float, scale: float, colour: Colour, number: int, flying: bool) -> pygame.Surface:
    """A base with its rim, colour, mark and facing, drawn large and made smaller so that all edges are smooth."""
    radius_px = base.radius * scale
    fine = 4 if radius_px < 90 else 2 if radius_px < 300 else 1
    pad = 4 + radius_px * 0.12
    half = math.ceil(radius_px + pad)
    large = pygame.Surface((2 * half * fine, 2 * half * fine), pygame.SRCALPHA)
    large.fill((*INK, 0))
    middle = half * fine
    unit = scale * fine
    ring = [(middle + x * unit, middle - y * unit) for x, y in thinned(base, facing).outline(0.15 / unit)]
    drop = radius_px * 0.09 * fine
    _fill(large, (0, 0, 0, 90), [(x + drop * 0.7, y + drop) for x, y in ring])
    _fill(large, INK, ring)
    rim = max(1.2 * fine, 0.1 * radius_px * fine)
    _fill(
        large, mix(colour, PAPER, 0.72), _shrunk(ring, middle, 1.0 - max(1.1 * fine, rim * 0.45) / (radius_px * fine))
    )
    inner = 1.0 - (rim * 1.6) / (radius_px * fine)
    _fill(large, colour, _shrunk(ring, middle, inner))
    _fill(large, mix(colour, PAPER, 0.13), _shrunk(ring, middle, inner * 0.78))
    if not base.is_disc:
        _draw_facing(large, base, facing, middle, unit, ink_on(colour))
    short = min(base.front_mm, base.depth_mm) / 2.0 / MM_PER_INCH * unit
    _draw_mark(large, number, (middle, middle), short * (0.44 if base.is_disc else 0.36), ink_on(colour))
    _draw_rim_mark(large, number, ring, middle, max(fine * 1.2, rim * 0.45))
    if flying:
        draw_dashed(large, PAPER, _shrunk(ring, middle, 0.7), fine, True, 4 * fine, 3 * fine, None)
    return pygame.transform.smoothscale(large, (2 * half, 2 * half)) if fine > 1 else large


def _fill(surface: pygame.Surface, colour: tuple[int, ...], ring: list[Pixel]) -> None:
    pygame.draw.polygon(surface, colour, ring)


def _shrunk(ring: list[Pixel], middle: float, part: float) -> list[Pixel]:
    return [(middle + (x - middle) * part, middle + (y - middle) * part) for x, y in ring]


def _draw_facing(surface: pygame.Surface, base: Base, facing: float, middle: float, unit: float, ink: Colour) -> None:
    """A wedge inside the front edge."""
    depth = base.depth_mm / 2.0 / MM_PER_INCH * unit
    wide = min(base.front_mm, base.depth_mm) / 2.0 / MM_PER_INCH * unit * 0.4
    cos, sin = math.cos(facing), -math.sin(facing)
    tip, back = depth * 0.88, depth * 0.88 - wide * 0.7
    points = [(tip, 0.0), (back, wide), (back, -wide)]
    _fill(surface, ink, [(middle + x * cos - y * sin, middle + x * sin + y * cos) for x, y in points])


def _draw_mark(surface: pygame.Surface, number: int, at: Pixel, size: float, ink: Colour) -> None:
    """The side's mark: a diamond, a triangle, a square, a cross, a star, a ring."""
    x, y = at
    corners = {0: (4, 0.0), 1: (3, -math.pi / 2.0), 2: (4, math.pi / 4.0)}
    kind = number % 6
    if kind in corners:
        count, turn = corners[kind]
        large = size * (1.18 if count == 3 else 1.0)
        _fill(
            surface,
            ink,
            [
                (
                    x + large * math.cos(turn + 2 * math.pi * k / count),
                    y + large * math.sin(turn + 2 * math.pi * k / count),
                )
                for k in range(count)
            ],
        )
    elif kind == 3:
        thick = max(2, round(size * 0.5))
        pygame.draw.line(surface, ink, (x - size, y), (x + size, y), thick)
        pygame.draw.line(surface, ink, (x, y - size), (x, y + size), thick)
    elif kind == 4:
        _fill(
            surface,
            ink,
            [
                (
                    x + size * (1.15 if k % 2 == 0 else 0.5) * math.sin(math.pi * k / 5),
                    y - size * (1.15 if k % 2 == 0 else 0.5) * math.cos(math.pi * k / 5),
                )
                for k in range(10)
            ],
        )
    else:
        pygame.draw.circle(surface, ink, at, size, max(2, round(size * 0.42)))


def _draw_rim_mark(surface: pygame.Surface, number: int, ring: list[Pixel], middle: float, width: float) -> None:
    """The first side's rim is plain; each other side's is cut by so many dark notches."""
    if number == 0:
        return
    notches = (4, 8, 12, 3, 6)[(number - 1) % 5]
    for k in range(notches):
        x, y = ring[(len(ring) * k) // notches]
        towards = (middle + (x - middle) * 0.82, middle + (y - middle) * 0.82)
        pygame.draw.line(surface, INK, (x, y), towards, max(1, round(width * 1.3)))


def draw_side_sign(surface: pygame.Surface, at: Pixel, radius: float, table: Table, number: int) -> None:
    """A small base in a side's colour with its mark, as legends and panels show it."""
    base = Base("disc", 2.0 * MM_PER_INCH, 2.0 * MM_PER_INCH)
    colour = from_hex(table.sides[number].colour)
    blit_middle(surface, _base_picture(base, 0.0, radius, colour, number, False), at)


def height_words(elevation: float) -> str:
    """An elevation as it is written beside a model: up, down or level, and its inches."""
    sign = "▲" if elevation > 0.005 else "▼" if elevation < -0.005 else "●"
    return f"{sign}{abs(round(elevation, 2)):g}″"


def draw_marker(
    surface: pygame.Surface, camera: Camera, marker: Marker, holder: Colour | None, holder_number: int
) -> None:
    """Draws a marker by its kind: mission a flag, search a question mark, objective a target; its holder's rim."""
    at = camera.to_screen(marker.at)
    radius = marker.base_mm / 2.0 / MM_PER_INCH * camera.scale
    if not camera.view.inflate(4 * radius + 60, 4 * radius + 60).collidepoint(at):
        return
    tone = {"mission": ORANGE, "search": SKY, "objective": GREEN}.get(marker.kind, (168, 168, 160))
    pygame.draw.aacircle(surface, INK, at, radius + 1)
    pygame.draw.aacircle(surface, mix(tone, PAPER, 0.35), at, max(1.0, radius - 1))
    if holder is not None:
        pygame.draw.aacircle(surface, holder, at, radius - 1, max(3, round(radius * 0.2)))
    else:
        pygame.draw.aacircle(surface, tone, at, radius - 1, max(2, round(radius * 0.12)))
    _draw_sign(surface, marker.kind, at, radius * 0.5)
    if camera.scale >= LABELS_FROM:
        blit_middle(surface, fonts.halo(marker.id, 11, mix(tone, PAPER, 0.6)), (at[0], at[1] + radius + 9))
    if holder is not None:
        spot = (at[0] + radius * 0.8, at[1] - radius * 0.8)
        pygame.draw.aacircle(surface, INK, spot, 8)
        pygame.draw.aacircle(surface, holder, spot, 7)
        _draw_mark(surface, holder_number, spot, 4.0, ink_on(holder))


def _draw_sign(surface: pygame.Surface, kind: str, at: Pixel, size: float) -> None:
    x, y = at
    if kind == "mission":
        pole = x - size * 0.5
        pygame.draw.polygon(surface, INK, [(pole, y - size), (x + size * 0.9, y - size * 0.45), (pole, y + size * 0.1)])
        draw_stroke(surface, INK, [(pole, y - size), (pole, y + size)], max(2, size * 0.22))
    elif kind == "search":
        size_px = max(9, min(40, round(size * 1.7)))
        blit_middle(surface, fonts.text("?", size_px, INK, True), at)
    elif kind == "objective":
        pygame.draw.aacircle(surface, INK, at, size, max(2, round(size * 0.25)))
        pygame.draw.aacircle(surface, INK, at, max(1.5, size * 0.35))
    else:
        pygame.draw.aacircle(surface, INK, at, max(1.5, size * 0.45))
