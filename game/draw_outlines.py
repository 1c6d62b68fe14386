"""A feature's footprint in pixels, to be filled and edged."""

from dataclasses import dataclass

import pygame

from game.camera import Camera
from game.draw_shapes import Pixel, draw_stroke
from game.palette import Colour
from rules.terrain import Feature


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


def fill_outline(surface: pygame.Surface, colour: Colour, outline: Outline) -> None:
    """Fills an outline with a colour."""
    for piece in outline.pieces:
        pygame.draw.polygon(surface, colour, piece)


def draw_edge(surface: pygame.Surface, colour: Colour, outline: Outline, width: int) -> None:
    """Draws the edge of an outline."""
    for ring in outline.rings:
        draw_stroke(surface, colour, ring, width, True)
    for at, radius in outline.discs:
        pygame.draw.aacircle(surface, colour, at, radius + width / 2.0, width)
