"""Where things are in the window while a game is played. Pixels."""

from __future__ import annotations

from dataclasses import dataclass

import pygame


@dataclass(frozen=True, slots=True)
class Layout:
    """The tools above, the table, the strip below it, and the panel on the right."""

    tools: pygame.Rect
    table: pygame.Rect
    strip: pygame.Rect
    panel: pygame.Rect
    tool_rows: int


def layout_of(size: tuple[int, int], scale: float, tools: int = 11) -> Layout:
    """The layout of a window of that size with words of that scale and so many tools above the table."""
    wide, high = size
    panel = min(round(wide * 0.42), max(round(340 * scale), min(round(460 * scale), round(wide * 0.29))))
    left = wide - panel
    rows = 1 if left >= 75 * scale * tools else 2
    above = round(34 * scale) * rows
    strip = min(round(118 * scale), high // 5)
    return Layout(
        pygame.Rect(0, 0, left, above),
        pygame.Rect(0, above, left, high - above - strip),
        pygame.Rect(0, high - strip, left, strip),
        pygame.Rect(left, 0, panel, high),
        rows,
    )


def split(rect: pygame.Rect, columns: int, rows: int, gap: int) -> list[pygame.Rect]:
    """The rectangle cut into so many columns and rows, row after row, with gaps between and none around."""
    cells = []
    for row in range(rows):
        top = rect.y + round(row * (rect.h + gap) / rows)
        bottom = rect.y + round((row + 1) * (rect.h + gap) / rows) - gap
        for column in range(columns):
            left = rect.x + round(column * (rect.w + gap) / columns)
            right = rect.x + round((column + 1) * (rect.w + gap) / columns) - gap
            cells.append(pygame.Rect(left, top, right - left, bottom - top))
    return cells
