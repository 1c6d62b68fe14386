"""Strokes and fills that pygame lacks: dashes, hatching, cased lines, polygons that let through what is below. Pixels."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pygame

from game.palette import INK, Colour

Pixel = tuple[float, float]
Strokes = list[tuple[Pixel, Pixel]]
Tint = tuple[int, int, int, int]


def box_of(points: Iterable[Pixel], margin: float = 0.0) -> pygame.Rect:
    """The least whole rectangle round points, grown by a margin."""
    xs, ys = zip(*points, strict=True)
    left, top = math.floor(min(xs) - margin), math.floor(min(ys) - margin)
    return pygame.Rect(left, top, math.ceil(max(xs) + margin) - left + 1, math.ceil(max(ys) + margin) - top + 1)


def draw_stroke(
    surface: pygame.Surface, colour: Colour, points: Sequence[Pixel], width: float = 1, closed: bool = False
) -> None:
    """A line through points with smooth edges and pointed corners."""
    if width < 1.5:
        if len(points) > 1:
            pygame.draw.aalines(surface, colour, closed, points)
        return
    sides = _ribbon(points, width / 2.0, closed)
    if sides is None:
        return
    left, right = sides
    last = len(left) if closed else len(left) - 1
    for k in range(last):
        n = (k + 1) % len(left)
        pygame.draw.polygon(surface, colour, (left[k], left[n], right[n], right[k]))
    pygame.draw.aalines(surface, colour, closed, left)
    pygame.draw.aalines(surface, colour, closed, right)
    if not closed:
        pygame.draw.aaline(surface, colour, left[0], right[0])
        pygame.draw.aaline(surface, colour, left[-1], right[-1])


def _ribbon(points: Sequence[Pixel], half: float, closed: bool) -> tuple[list[Pixel], list[Pixel]] | None:
    """The two sides of a thick line; None when it has no length. Sharp corners are cut off."""
    kept = [p for p, q in zip(points, [*points[1:], points[0]], strict=True) if math.dist(p, q) > 0.05]
    if not closed and (not kept or kept[-1] is not points[-1]):
        kept.append(points[-1])
    if len(kept) < 2:
        return None
    normals = []
    for (ax, ay), (bx, by) in pairwise([*kept, kept[0]]):
        size = math.hypot(bx - ax, by - ay) or 1.0
        normals.append(((ay - by) / size, (bx - ax) / size))
    if not closed:
        normals[-1] = normals[-2]
    before = [normals[-1] if closed else normals[0], *normals[:-1]]
    left, right = [], []
    for (x, y), (nx, ny), (mx, my) in zip(kept, normals, before, strict=True):
        sx, sy = nx + mx, ny + my
        long = 2.0 / max(sx * sx + sy * sy, 0.6) * (half - 0.5)
        left.append((x + sx * long, y + sy * long))
        right.append((x - sx * long, y - sy * long))
    return left, right


def draw_cased(
    surface: pygame.Surface,
    colour: Colour,
    points: Sequence[Pixel],
    width: float = 2,
    closed: bool = False,
    casing: Colour = INK,
) -> None:
    """A line with a dark rim on both sides, to be seen on anything."""
    draw_stroke(surface, casing, points, width + 3, closed)
    draw_stroke(surface, colour, points, width, closed)


def dashes(
    points: Sequence[Pixel], dash: float, space: float, closed: bool = False, start: float = 0.0
) -> list[tuple[Pixel, Pixel]]:
    """The dashes of a line through points; the pattern goes on round its corners."""
    ends = [*points, points[0]] if closed else list(points)
    found: list[tuple[Pixel, Pixel]] = []
    period = dash + space
    at = start % period
    for a, b in pairwise(ends):
        size = math.dist(a, b)
        if size <= 0.0:
            continue
        ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
        gone = -at
        while gone < size:
            low, high = max(0.0, gone), min(size, gone + dash)
            if high > low:
                found.append(((a[0] + ux * low, a[1] + uy * low), (a[0] + ux * high, a[1] + uy * high)))
            gone += period
        at = (at + size) % period
    return found


def draw_dashed(
    surface: pygame.Surface,
    colour: Colour,
    points: Sequence[Pixel],
    width: float = 2,
    closed: bool = False,
    dash: float = 8.0,
    space: float = 6.0,
    casing: Colour | None = INK,
) -> None:
    """A dashed line through points, with a dark rim unless `casing` is None."""
    if pygame.Rect(surface.get_clip()).inflate(80, 80).colliderect(box_of(points)):
        draw_dashes(surface, colour, dashes(points, dash, space, closed), width, casing)


def draw_dashes(
    surface: pygame.Surface, colour: Colour, strokes: Strokes, width: float = 2, casing: Colour | None = INK
) -> None:
    """The dashes of a line, with a dark rim unless `casing` is None."""
    thick = max(1, round(width))
    clip = pygame.Rect(surface.get_clip()).inflate(80, 80)
    found = [(a, b) for a, b in strokes if clip.collidepoint(a) or clip.collidepoint(b)]
    if casing is not None:
        for a, b in found:
            pygame.draw.aaline(surface, casing, a, b, thick + 3)
    for a, b in found:
        pygame.draw.aaline(surface, colour, a, b, thick)


def circle_points(at: Pixel, radius: float) -> list[Pixel]:
    """A circle as points, off by less than a sixth of a pixel."""
    steps = max(16, min(360, round(math.pi * math.sqrt(max(1.0, radius) * 3.0))))
    turns = (2.0 * math.pi * k / steps for k in range(steps))
    return [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns]


def draw_ring(
    surface: pygame.Surface, colour: Colour, at: Pixel, radius: float, width: float = 2, casing: Colour | None = INK
) -> None:
    """A circle's edge with smooth rims, its middle line at the radius."""
    thick = max(1, round(width))
    if casing is not None:
        pygame.draw.aacircle(surface, casing, at, radius + thick / 2.0 + 1.5, thick + 3)
    pygame.draw.aacircle(surface, colour, at, radius + thick / 2.0, thick)


def hatch(
    rings: Sequence[Sequence[Pixel]], spacing: float, angle: float = math.pi / 4.0, clip: pygame.Rect | None = None
) -> list[tuple[Pixel, Pixel]]:
    """Parallel lines that fill an outline of one or more rings (holes stay free). They keep still on the screen."""
    cos, sin = math.cos(angle), math.sin(angle)
    turned = np.array([[cos, sin], [-sin, cos]])
    starts = [np.asarray(ring, float) @ turned.T for ring in rings if len(ring) > 2]
    if not starts:
        return []
    a = np.concatenate(starts)
    b = np.concatenate([np.roll(ring, -1, axis=0) for ring in starts])
    low, high = float(a[:, 1].min()), float(a[:, 1].max())
    if clip is not None:
        corners = np.array([clip.topleft, clip.topright, clip.bottomleft, clip.bottomright], float) @ turned.T
        low, high = max(low, float(corners[:, 1].min())), min(high, float(corners[:, 1].max()))
    found: list[tuple[Pixel, Pixel]] = []
    for row in np.arange(math.ceil(low / spacing), math.floor(high / spacing) + 1) * spacing:
        is_met = (a[:, 1] > row) != (b[:, 1] > row)
        p, q = a[is_met], b[is_met]
        xs = np.sort(p[:, 0] + (row - p[:, 1]) / (q[:, 1] - p[:, 1]) * (q[:, 0] - p[:, 0]))
        for x, y in zip(xs[::2].tolist(), xs[1::2].tolist(), strict=False):
            found.append(((x * cos - row * sin, x * sin + row * cos), (y * cos - row * sin, y * sin + row * cos)))
    return found


def draw_hatched(
    surface: pygame.Surface,
    colour: Colour,
    rings: Sequence[Sequence[Pixel]],
    spacing: float = 9.0,
    width: int = 1,
    crossed: bool = False,
    angle: float = math.pi / 4.0,
) -> None:
    """Fills an outline with slanted lines, crossed where asked."""
    clip = surface.get_clip()
    angles = (angle, angle + math.pi / 2.0) if crossed else (angle,)
    for turn in angles:
        for a, b in hatch(rings, spacing, turn, clip):
            pygame.draw.aaline(surface, colour, a, b, width)


def fill_tint(surface: pygame.Surface, tint: Tint, rings: Sequence[Sequence[Pixel]]) -> None:
    """Fills convex or simple rings with a colour that lets through what is below; where rings overlap it does so once."""
    box = box_of([p for ring in rings for p in ring], 1).clip(surface.get_clip())
    if box.w <= 0 or box.h <= 0:
        return
    layer = pygame.Surface(box.size, pygame.SRCALPHA)
    for ring in rings:
        if len(ring) > 2:
            pygame.draw.polygon(layer, tint, [(x - box.x, y - box.y) for x, y in ring])
    surface.blit(layer, box)


def draw_cross(surface: pygame.Surface, colour: Colour, at: Pixel, size: float, width: int = 3) -> None:
    """A cross mark, `size` pixels from its middle to its tips, with a dark rim."""
    x, y = at
    for thick, shade in ((width + 3, INK), (width, colour)):
        pygame.draw.aaline(surface, shade, (x - size, y - size), (x + size, y + size), thick)
        pygame.draw.aaline(surface, shade, (x - size, y + size), (x + size, y - size), thick)


def draw_arrow_head(surface: pygame.Surface, colour: Colour, tip: Pixel, towards: Pixel, size: float) -> None:
    """A filled arrow head at a tip; `towards` is its direction."""
    long = math.hypot(*towards) or 1.0
    ux, uy = towards[0] / long * size, towards[1] / long * size
    points = [
        tip,
        (tip[0] - ux - uy * 0.55, tip[1] - uy + ux * 0.55),
        (tip[0] - ux + uy * 0.55, tip[1] - uy - ux * 0.55),
    ]
    pygame.draw.polygon(surface, colour, points)
    draw_stroke(surface, colour, points, 1, True)


def blit_middle(surface: pygame.Surface, picture: pygame.Surface, at: Pixel) -> pygame.Rect:
    """Puts a picture with its middle at a pixel; the rectangle that it covers."""
    box = picture.get_rect(center=(round(at[0]), round(at[1])))
    surface.blit(picture, box)
    return box
