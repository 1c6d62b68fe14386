"""What binds ranked units or sets them apart, drawn: ties between those that are excused, moves away from a fight."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.camera import Camera
from game.draw_shapes import draw_arrow_head, draw_cased, draw_dashed, draw_ring, fill_tint
from game.labels import Label
from game.palette import BADGE, OFFENCE, SKY
from physics.contact import nearest
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import Separate
from rules.blocks import outline_of
from rules.table import Table


@dataclass(frozen=True)
class Tie:
    """The closest points of two that are excused towards each other, inches apart; a free spot for words beside them."""

    start: Point
    end: Point
    inches: float
    beside: Point


_ties: list[tuple[Table, tuple[Tie, ...]]] = []


def ties_of(table: Table) -> tuple[Tie, ...]:
    """The ties between all pairs that are excused towards each other."""
    if not _ties or _ties[0][0] is not table:
        pairs = sorted(sorted(pair) for pair in table.memory.close_pairs)
        _ties[:] = [(table, tuple(t for pair in pairs if len(pair) == 2 for t in [_tie(table, *pair)] if t is not None))]
    return _ties[0][1]


def _tie(table: Table, one: str, other: str) -> Tie | None:
    outlines = [_outline(table, piece) for piece in (one, other)]
    if not all(outlines):
        return None
    line = min((nearest(a, b) for a in outlines[0] for b in outlines[1]), key=lambda n: n.clearance)
    (ax, ay), (bx, by) = line.here, line.there
    size = math.dist(line.here, line.there) or 1.0
    across = ((by - ay) / size, (ax - bx) / size)
    middle = ((ax + bx) / 2.0, (ay + by) / 2.0)
    aside = [(x - middle[0]) * across[0] + (y - middle[1]) * across[1] for o in outlines for s in o for x, y in s.points]
    far = max(aside) if max(aside) <= -min(aside) else min(aside)
    return Tie(line.here, line.there, max(0.0, line.clearance), (middle[0] + across[0] * far, middle[1] + across[1] * far))


def _outline(table: Table, piece: str) -> tuple[Shape, ...]:
    if piece in table.units:
        return outline_of(table, table.units[piece])
    return table.terrain.feature(piece).footprint.pieces if piece in table.terrain else ()


def draw_ties(surface: pygame.Surface, camera: Camera, table: Table) -> list[Label]:
    """A tie between each two units that are excused towards each other: a cord with a loop at both ends; its inches."""
    labels: list[Label] = []
    for tie in ties_of(table):
        a, b = camera.to_screen(tie.start), camera.to_screen(tie.end)
        size = max(1.0, math.dist(a, b))
        ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
        ends = ((a[0] - ux * 7, a[1] - uy * 7), (b[0] + ux * 7, b[1] + uy * 7))
        draw_cased(surface, BADGE, list(ends), 3)
        for at in ends:
            draw_ring(surface, BADGE, at, 6, 3)
        middle, beside = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0), camera.to_screen(tie.beside)
        draw_dashed(surface, BADGE, [middle, beside], 1, False, 2, 4)
        side = math.copysign(1.0, beside[0] - middle[0])
        spot = (beside[0] + abs(uy) * side * 66, beside[1] + abs(ux) * 16)
        labels.append(Label(f"excused: {tie.inches:.2f}″", spot, BADGE, beside, 3))
    return labels


def draw_separation(surface: pygame.Surface, camera: Camera, table: Table, separation: Separate) -> list[Label]:
    """Where a unit too near a fight would be set apart, and the arrow there; the words that say how."""
    outline = outline_of(table, table.units[separation.unit])
    dx, dy = separation.by
    for piece in outline:
        points = [camera.to_screen(p) for p in piece.moved(separation.by).outline(0.02)]
        fill_tint(surface, (*SKY, 60), [points])
        draw_dashed(surface, SKY, points, 3, True, 7, 4)
    corners = [p for piece in outline for p in piece.points]
    x, y = sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
    a, b = camera.to_screen((x, y)), camera.to_screen((x + dx, y + dy))
    draw_cased(surface, SKY, [a, b], 4)
    draw_arrow_head(surface, SKY, b, (b[0] - a[0], b[1] - a[1]), 13)
    low = max(camera.to_screen((p[0] + dx, p[1] + dy))[1] for p in corners)
    return [Label(f"S sets {separation.unit} apart by {math.hypot(dx, dy):.2f}″", (b[0], low + 18), BADGE, (b[0], low))]


def draw_crowded(surface: pygame.Surface, camera: Camera, table: Table, unit: str) -> list[Label]:
    """A unit that stands too near a fight, with no room to be set apart."""
    labels: list[Label] = []
    for piece in outline_of(table, table.units[unit]):
        points = [camera.to_screen(p) for p in piece.outline(0.02)]
        draw_dashed(surface, OFFENCE, points, 3, True, 7, 4)
        spot = (points[0][0], points[0][1] + 16)
        labels.append(Label(f"{unit}: too near a fight, no room", spot, OFFENCE, points[0]))
    return labels[:1]
