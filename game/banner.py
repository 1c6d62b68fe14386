"""Whose turn it is, to be read from across the table: the side's colour, its mark, its name, the round, the scores."""

from __future__ import annotations

import pygame

from game import fonts
from game.draw_models import draw_side_sign, side_colour, side_number
from game.palette import INK, PAPER, SURROUND, Colour, ink_on, mix
from rules.table import Table
from rules.turns import can_act

QUIET: Colour = (190, 198, 206)


def draw_banner(surface: pygame.Surface, rect: pygame.Rect, table: Table) -> None:
    """Draws the banner into a rectangle."""
    side = table.turn.side
    if table.game is None or not side:
        pygame.draw.rect(surface, SURROUND, rect)
        _draw_words(surface, rect, "Sandbox", "No turns: move whatever you like.", PAPER, QUIET)
        return
    if table.turn.is_over:
        pygame.draw.rect(surface, INK, rect)
        _draw_words(surface, rect, "Game over", scores_in_words(table), PAPER, QUIET)
        return
    colour = side_colour(table, side)
    ink = ink_on(colour)
    pygame.draw.rect(surface, colour, rect)
    block = pygame.Rect(rect.x, rect.y, rect.h, rect.h)
    pygame.draw.rect(surface, mix(colour, INK if ink == PAPER else PAPER, 0.3), block)
    draw_side_sign(surface, block.center, rect.h * 0.36, table, side_number(table, side))
    words = pygame.Rect(block.right, rect.y, rect.right - block.right, rect.h)
    _draw_words(surface, words, side, turn_in_words(table), ink, ink)


def _draw_words(surface: pygame.Surface, rect: pygame.Rect, large: str, small: str, ink: Colour, quiet: Colour) -> None:
    """A large line and smaller ones below it, in the middle of the rectangle's height."""
    pad = fonts.scaled(12)
    lines = [_fitting(line, rect.w - 2 * pad, 15, quiet, False) for line in small.splitlines()]
    size, left = 34, rect.h - sum(line.get_height() for line in lines)
    while size > 15 and fonts.font(size, True).get_height() > left:
        size -= 1
    pictures = [_fitting(large, rect.w - 2 * pad, size, ink, True), *lines]
    top = rect.y + (rect.h - sum(p.get_height() for p in pictures)) // 2
    for picture in pictures:
        surface.blit(picture, (rect.x + pad, top))
        top += picture.get_height()


def _fitting(words: str, width: int, size: int, ink: Colour, bold: bool) -> pygame.Surface:
    """The words in the largest size, up to `size`, at which they fit; cut off only at the smallest."""
    while size > 11 and fonts.font(size, bold).size(words)[0] > width:
        size -= 1
    while len(words) > 2 and fonts.font(size, bold).size(words)[0] > width:
        words = words[:-2].rstrip() + "…"
    return fonts.text(words, size, ink, bold)


def turn_in_words(table: Table) -> str:
    """The round, who is still to act, and the scores."""
    assert table.game is not None
    turn = table.turn
    if turn.acting is not None:
        who = f"{turn.acting} is acting"
    else:
        left = sum(1 for unit in table.units.values() if can_act(table, unit.id))
        who = f"{left} still to act"
    phase = f" · {turn.phase}" if turn.phase else ""
    words = f"Round {turn.round} of {table.game.rounds}{phase} · {who}"
    if table.markers or any(table.scores.values()):
        words += "\n" + scores_in_words(table)
    return words


def scores_in_words(table: Table) -> str:
    """The score of each side, in the board's order."""
    return " – ".join(f"{side.name} {table.scores.get(side.name, 0)}" for side in table.sides)
