"""What a ruling shows on the table: where the rule is broken, what was measured, how far would be right, what is in the way.

Each role has its own form besides its colour: offences are hatched and crossed, measures end in ticks and bear their
inches, limits are dashed, what blocks has a thick edge with dots, notes are dotted.
"""

import math

import pygame

from game.camera import Camera
from game.draw_shapes import (
    Pixel,
    circle_points,
    draw_cased,
    draw_cross,
    draw_dashed,
    draw_hatched,
    draw_ring,
    fill_tint,
)
from game.labels import Label
from game.palette import INK, OFFENCE, ORANGE, PAPER, SKY, YELLOW, Colour
from rules.ruling import Area, Evidence, Line, Ring, Role, Ruling, Spot

ROLE_COLOURS: dict[Role, Colour] = {
    "offence": OFFENCE,
    "measure": PAPER,
    "limit": YELLOW,
    "block": ORANGE,
    "note": SKY,
}
WEIGHTS: dict[Role, int] = {"measure": 8, "offence": 7, "block": 6, "limit": 5, "note": 4}
"""Whose words are placed first: what was measured, then what is wrong."""


def draw_ruling(surface: pygame.Surface, camera: Camera, ruling: Ruling) -> list[Label]:
    """Draws the evidence of all findings: areas first, then rings and lines, then spots; the words that belong to them."""
    evidence = list(dict.fromkeys(e for finding in ruling.findings for e in finding.evidence))
    order = (Area, Ring, Line, Spot)
    labels: list[Label] = []
    for kind in order:
        for piece in evidence:
            if isinstance(piece, kind):
                labels.extend(draw_piece(surface, camera, piece))
    said: dict[tuple[str, Colour], Label] = {}
    for label in labels:
        said.setdefault((label.words, label.ground), label)  # what several findings speak of is named once
    return list(said.values())


def draw_piece(surface: pygame.Surface, camera: Camera, piece: Evidence) -> list[Label]:
    """Draws one piece of evidence; the labels that are to be written over everything."""
    colour = ROLE_COLOURS[piece.role]
    match piece:
        case Spot():
            return _draw_spot(surface, camera, piece, colour)
        case Line():
            return _draw_line(surface, camera, piece, colour)
        case Ring():
            return _draw_ring_piece(surface, camera, piece, colour)
        case Area():
            return _draw_area(surface, camera, piece, colour)


def _draw_spot(surface: pygame.Surface, camera: Camera, spot: Spot, colour: Colour) -> list[Label]:
    at = camera.to_screen(spot.at)
    if spot.role == "offence":
        draw_cross(surface, colour, at, 8, 4)
    elif spot.role == "note":
        draw_ring(surface, colour, at, 5, 2)
    else:
        pygame.draw.aacircle(surface, INK, at, 6.5)
        pygame.draw.aacircle(surface, colour, at, 4.5)
    return [Label(spot.label, (at[0], at[1] + 21), colour, at, WEIGHTS[spot.role])] if spot.label else []


def _draw_line(surface: pygame.Surface, camera: Camera, line: Line, colour: Colour) -> list[Label]:
    a, b = camera.to_screen(line.start), camera.to_screen(line.end)
    size = math.dist(a, b)
    label = line.label
    if line.role == "measure" and not label:
        label = f"{math.dist(line.start, line.end):.2f}″"
    if size >= 1.0:
        if line.role in ("limit", "note"):
            draw_dashed(surface, colour, [a, b], 2, False, 7, 5)
        else:
            width = {"block": 5, "offence": 4}.get(line.role, 2)
            draw_cased(surface, colour, [a, b], width, casing=PAPER if line.role == "offence" else INK)
        if line.role == "measure":
            draw_ticks(surface, colour, a, b)
    if line.role == "offence":
        draw_cross(surface, colour, b, 7, 4)
    if not label:
        return []
    middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)
    return [Label(label, label_spot(a, b), colour, middle, WEIGHTS[line.role])]


def label_spot(a: Pixel, b: Pixel) -> Pixel:
    """Where the words of a line stand: beside its middle, off it by a line of text."""
    x, y = (a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0
    size = math.dist(a, b)
    if size < 1.0:
        return (x, y - 22)
    nx, ny = (b[1] - a[1]) / size, -(b[0] - a[0]) / size
    if ny > 0.0 or (ny == 0.0 and nx < 0.0):
        nx, ny = -nx, -ny
    return (x + nx * 30, y + ny * 18)


def draw_ticks(surface: pygame.Surface, colour: Colour, a: Pixel, b: Pixel, half: float = 6.0) -> None:
    """Short strokes across both ends of a measure."""
    size = math.dist(a, b) or 1.0
    nx, ny = -(b[1] - a[1]) / size * half, (b[0] - a[0]) / size * half
    for p in (a, b):
        draw_cased(surface, colour, [(p[0] - nx, p[1] - ny), (p[0] + nx, p[1] + ny)], 2)


def _draw_ring_piece(
    surface: pygame.Surface, camera: Camera, ring: Ring, colour: Colour
) -> list[Label]:
    at, radius = camera.to_screen(ring.at), ring.radius * camera.scale
    points = circle_points(at, max(1.0, radius))
    if ring.role == "offence":
        draw_hatched(surface, colour, [points], 8.0, 2)
        draw_ring(surface, colour, at, radius, 3, PAPER)
    elif ring.role in ("limit", "note"):
        draw_dashed(surface, colour, points, 2, True, 8, 6)
    else:
        draw_ring(surface, colour, at, radius, 3)
    top = (at[0], at[1] - radius)
    return [Label(ring.label, (top[0], top[1] - 12), colour, top, WEIGHTS[ring.role])] if ring.label else []


def _draw_area(surface: pygame.Surface, camera: Camera, area: Area, colour: Colour) -> list[Label]:
    points = [camera.to_screen(p) for p in area.points]
    if len(points) < 3:
        return []
    if area.role == "offence":
        fill_tint(surface, (*colour, 60), [points])
        draw_hatched(surface, colour, [points], 8.0, 2)
        draw_cased(surface, colour, points, 3, True, PAPER)
    elif area.role in ("limit", "note"):
        fill_tint(surface, (*colour, 26), [points])
        draw_dashed(surface, colour, points, 2, True)
    else:
        draw_cased(surface, colour, points, 4, True)
    x, top = sum(p[0] for p in points) / len(points), min(p[1] for p in points)
    return [Label(area.label, (x, top - 12), colour, (x, top), WEIGHTS[area.role])] if area.label else []
