"""The fonts that are shipped, and text drawn once and kept: plain, with a halo, or in a pill. Sizes in pixels."""

from functools import lru_cache
from pathlib import Path

import pygame

from game.palette import INK, PAPER, Colour

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "fonts"
REGULAR = FOLDER / "DejaVuSansCondensed.ttf"
BOLD = FOLDER / "DejaVuSansCondensed-Bold.ttf"
_scale = [1.0]


def use_scale(scale: float) -> None:
    """Makes all text larger by a factor, for screens of high density."""
    if scale != _scale[0]:
        _scale[0] = scale
        for kept in (_text, _halo, _pill, _blank, _number_size):
            kept.cache_clear()


def start() -> None:
    """Makes the fonts ready; again after pygame was shut down, since fonts do not outlive that."""
    if not pygame.font.get_init():
        pygame.font.init()
        for kept in (_font, _text, _halo, _pill, _blank, _number_size):
            kept.cache_clear()


def scaled(size: float) -> int:
    """A length in pixels at the scale in use."""
    return max(1, round(size * _scale[0]))


def font(size: int, bold: bool = False) -> pygame.font.Font:
    """The shipped font in a size (pixels before the scale in use)."""
    start()
    return _font(scaled(size), bold)


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> pygame.font.Font:
    return pygame.font.Font(BOLD if bold else REGULAR, size)


def text(words: str, size: int = 13, colour: Colour = PAPER, bold: bool = False) -> pygame.Surface:
    """The words on a transparent surface. Kept: not to be drawn on."""
    return _text(words, size, colour, bold)


@lru_cache(maxsize=2048)
def _text(words: str, size: int, colour: Colour, bold: bool) -> pygame.Surface:
    return font(size, bold).render(words, True, colour)


def halo(words: str, size: int = 13, colour: Colour = PAPER, around: Colour = INK, bold: bool = True) -> pygame.Surface:
    """The words with a rim of another colour, to be read on anything."""
    return _halo(words, size, colour, around, bold)


@lru_cache(maxsize=1024)
def _halo(words: str, size: int, colour: Colour, around: Colour, bold: bool) -> pygame.Surface:
    front, back = text(words, size, colour, bold), text(words, size, around, bold)
    rim = max(1, scaled(size) // 9)
    surface = pygame.Surface((front.get_width() + 2 * rim, front.get_height() + 2 * rim), pygame.SRCALPHA)
    for dx in range(2 * rim + 1):
        for dy in range(2 * rim + 1):
            if (dx - rim) ** 2 + (dy - rim) ** 2 <= rim * rim + 1:
                surface.blit(back, (dx, dy))
    surface.blit(front, (rim, rim))
    return surface


def pill(
    words: str,
    size: int = 13,
    colour: Colour = PAPER,
    ground: Colour = INK,
    alpha: int = 225,
    rim: Colour | None = None,
) -> pygame.Surface:
    """The words on a rounded ground, with a rim where one is named."""
    return _pill(words, size, colour, ground, alpha, rim)


@lru_cache(maxsize=2048)
def _pill(words: str, size: int, colour: Colour, ground: Colour, alpha: int, rim: Colour | None) -> pygame.Surface:
    front = text(words, size, colour, True)
    pad = _pad(size)
    width, height = front.get_width() + 2 * pad, front.get_height() + 2
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    box = surface.get_rect()
    radius = height // 2
    if rim is not None:
        pygame.draw.rect(surface, (*rim, 255), box, border_radius=radius)
        box = box.inflate(-3, -3)
    pygame.draw.rect(surface, (*ground, alpha), box, border_radius=radius)
    surface.blit(front, (pad, 1))
    return surface


def number_box(words: str, size: int, middle: tuple[float, float]) -> pygame.Rect:
    """The rectangle that `draw_number` covers."""
    box = pygame.Rect((0, 0), _number_size(words, size))
    box.center = (round(middle[0]), round(middle[1]))
    return box


@lru_cache(maxsize=8192)
def _number_size(words: str, size: int) -> tuple[int, int]:
    glyphs = [text(sign, size, PAPER, True) for sign in words]
    return (sum(g.get_width() for g in glyphs) + 2 * _pad(size), glyphs[0].get_height() + 2)


def draw_number(surface: pygame.Surface, words: str, size: int, box: pygame.Rect, rim: Colour) -> None:
    """A number in a dark pill, set from kept signs: numbers that change each frame are not worth keeping whole."""
    surface.blit(_blank(box.size, rim), box)
    x = box.x + _pad(size)
    for sign in words:
        glyph = text(sign, size, PAPER, True)
        surface.blit(glyph, (x, box.y + 1))
        x += glyph.get_width()


@lru_cache(maxsize=256)
def _blank(box_size: tuple[int, int], rim: Colour) -> pygame.Surface:
    """An empty dark pill."""
    surface = pygame.Surface(box_size, pygame.SRCALPHA)
    box = surface.get_rect()
    pygame.draw.rect(surface, (*rim, 255), box, border_radius=box.h // 2)
    pygame.draw.rect(surface, (*INK, 240), box.inflate(-3, -3), border_radius=box.h // 2)
    return surface


def _pad(size: int) -> int:
    return max(4, round(scaled(size) * 0.45))
