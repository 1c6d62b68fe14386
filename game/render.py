"""A board as a picture, with no window: the table, its title, and a legend of what is shown."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # a picture needs no screen

import pygame

from game import fonts
from game.camera import Camera
from game.draw_models import draw_side_sign
from game.draw_shapes import draw_dashed, draw_hatched
from game.palette import (
    DOOR,
    GREEN,
    INK,
    LADDER,
    LEGAL,
    PAPER,
    PIT,
    PIT_LINES,
    SKY,
    SOLID,
    SOLID_LINES,
    SURROUND,
    YELLOW,
    Colour,
    tone_of_height,
)
from game.reaching import ReachShown, shown_of
from game.table_view import OVERLAYS, Show, TableView
from rules.boards import load_board
from rules.reach import reach
from rules.table import Table

LEAST_SIZE, MOST_SIZE = 200, 8000
"""Pixels of a picture's sides."""
TITLE_PX, LEGEND_PX = 46, 34
WITH_MODEL = ("reach", "distances")
"""The overlays that are of one model, named after a colon."""

Sign = Callable[[pygame.Surface, pygame.Rect], None]


class RenderError(ValueError):
    """A picture that can't be made: the message says what is wrong and what would be right."""


def render_board(path: Path, out: Path, show: Sequence[str] = (), size: tuple[int, int] = (1600, 1000)) -> None:
    """Draws a board file into a picture file (PNG)."""
    if out.suffix.lower() != ".png":
        raise RenderError(f"{out}: expected a name that ends in .png")
    picture = render_table(load_board(path).table, show, size)
    try:
        pygame.image.save(picture, str(out))
    except (OSError, pygame.error) as error:
        raise RenderError(f"{out}: can't be written: {error}") from error


def render_table(table: Table, show: Sequence[str] = (), size: tuple[int, int] = (1600, 1000)) -> pygame.Surface:
    """A Table as a picture, with its title above and its legend below."""
    if not all(LEAST_SIZE <= side <= MOST_SIZE for side in size):
        raise RenderError(f"size: expected {LEAST_SIZE} to {MOST_SIZE} pixels a side, found {size[0]}x{size[1]}")
    names = parse_show(table, show)
    fonts.start()
    surface = pygame.Surface(size)
    surface.fill(SURROUND)
    entries = legend_entries(table, frozenset(names))
    rows = _rows(entries, size[0])
    strip = LEGEND_PX * len(rows)
    view = pygame.Rect(0, TITLE_PX, size[0], max(50, size[1] - TITLE_PX - strip))
    chosen = names.get("distances") or names.get("reach")
    shown = Show(
        selected=chosen or None,
        overlays=frozenset(names),
        reach=_reach(table, names["reach"], "contours" in names) if "reach" in names else None,
    )
    TableView().draw(surface, Camera(view, table.size), table, shown)
    _draw_title(surface, table)
    _draw_legend(surface, pygame.Rect(0, size[1] - strip, size[0], strip), rows)
    return surface


def _reach(table: Table, model_id: str, with_inches: bool) -> ReachShown:
    """Where a model can end its move, with the lines on which it ends engaged, and those of inches if they are wanted."""
    if "proximity.radius" not in table.parameters:
        raise RenderError(
            f"--show reach:{model_id}: reach is known of single models (skirmish), not in {table.ruleset}"
        )
    return list(shown_of(reach(table, model_id), with_inches))[-1]


def parse_show(table: Table, show: Sequence[str]) -> dict[str, str]:
    """The overlays named, each with the model after its colon ("" without one); RenderError for an unknown one."""
    names: dict[str, str] = {}
    for word in (part.strip() for text in show for part in text.split(",")):
        name, _, model = word.partition(":")
        if not word:
            continue
        if name not in OVERLAYS or (model and name not in WITH_MODEL):
            known = ", ".join(f"{n}:MODEL" if n == "reach" else n for n in OVERLAYS)
            raise RenderError(f"--show {word}: no such overlay; known are {known}")
        if name == "reach" and not model:
            raise RenderError("--show reach: expected the model or unit whose reach it is, as in reach:boss")
        if name == "distances" and not model:
            model = table.standing[0].id if table.standing else ""
        if model and model not in table.models and model not in table.units:
            raise RenderError(f"--show {word}: the board has no model {model}")
        if model in table.units and model not in table.models:
            model = next((m.id for m in table.models_of(table.units[model])), "")
        if name in WITH_MODEL and table.standing and not (model and table.models[model].is_on_table):
            raise RenderError(f"--show {word}: nobody to show it for stands on the table")
        names[name] = model
    if "contours" in names and "reach" not in names:
        raise RenderError("--show contours: expected reach:MODEL beside it, whose inches they are")
    return names


def legend_entries(table: Table, names: frozenset[str]) -> list[tuple[Sign, str]]:
    """What the legend explains: the sides, the kinds of terrain that are there, the overlays shown."""
    entries: list[tuple[Sign, str]] = [
        (lambda surface, box, k=k: draw_side_sign(surface, box.center, box.h / 2.0, table, k), side.name)  # type: ignore[misc]
        for k, side in enumerate(table.sides)
    ]
    kinds = {f.kind for f in table.terrain.features}
    terrain: list[tuple[str, Sign, str]] = [
        ("block", _plain(tone_of_height(3.0)), "top in inches"),
        ("gap", _hatched(PIT, PIT_LINES), "pit"),
        ("impassable", _hatched(SOLID, SOLID_LINES, crossed=True), "impassable"),
        ("ladder", _plain(LADDER), "ladder"),
    ]
    entries += [(sign, words) for kind, sign, words in terrain if kind in kinds]
    if any(f.openings for f in table.terrain.features):
        entries.append((_plain(DOOR), "opening"))
    if "proximity.radius" not in table.parameters:
        names -= {"zones"}
    overlays: list[tuple[str, Sign, str]] = [
        ("zones", _dashed(SKY), "zone: the edge is outside it"),
        ("engagement", _plain(YELLOW), "engaged"),
        ("distances", _plain(INK), "base to base, seen from above"),
        ("links", _plain(LEGAL), "links, base to base"),
        ("gaps", _plain(SKY), "narrow ways"),
        ("reach", _hatched(GREEN, LEGAL), "where its middle can end"),
        ("contours", _plain(LEGAL), "inches of the way there"),
        ("elevations", _plain((255, 236, 179)), "▲ inches above the ground"),
    ]
    return entries + [(sign, words) for name, sign, words in overlays if name in names]


def _plain(colour: Colour) -> Sign:
    def draw(surface: pygame.Surface, box: pygame.Rect) -> None:
        pygame.draw.rect(surface, colour, box, border_radius=3)
        pygame.draw.rect(surface, PAPER, box, 1, border_radius=3)

    return draw


def _hatched(ground: Colour, lines: Colour, crossed: bool = False) -> Sign:
    def draw(surface: pygame.Surface, box: pygame.Rect) -> None:
        pygame.draw.rect(surface, ground, box)
        ring = [box.topleft, box.topright, box.bottomright, box.bottomleft]
        draw_hatched(surface, lines, [ring], 6.0, 1, crossed)
        pygame.draw.rect(surface, PAPER, box, 1)

    return draw


def _dashed(colour: Colour) -> Sign:
    def draw(surface: pygame.Surface, box: pygame.Rect) -> None:
        ring = [box.topleft, box.topright, box.bottomright, box.bottomleft]
        draw_dashed(surface, colour, ring, 2, True, 4, 3, None)

    return draw


def _rows(entries: list[tuple[Sign, str]], width: int) -> list[list[tuple[Sign, str]]]:
    """The entries in as many rows as the width asks for."""
    rows: list[list[tuple[Sign, str]]] = [[]]
    x = 16
    for sign, words in entries:
        wide = 52 + fonts.text(words, 14).get_width()
        if x + wide > width and rows[-1]:
            rows.append([])
            x = 16
        rows[-1].append((sign, words))
        x += wide
    return rows


def _draw_title(surface: pygame.Surface, table: Table) -> None:
    strip = pygame.Rect(0, 0, surface.get_width(), TITLE_PX)
    surface.fill((18, 20, 23), strip)
    title = fonts.text(table.title, 22, PAPER, True)
    surface.blit(title, title.get_rect(midleft=(16, strip.centery)))
    x = 16 + title.get_width() + 18
    name = fonts.text(table.ruleset, 15, SKY)
    surface.blit(name, name.get_rect(midleft=(x, strip.centery + 3)))
    x += name.get_width() + 18
    room = strip.w - x - 12
    if table.summary and room > 120:
        words = fonts.font(13).render(table.summary, True, (186, 192, 196), None, room)
        surface.blit(words, (x, max(4, strip.centery - words.get_height() // 2)))


def _draw_legend(surface: pygame.Surface, strip: pygame.Rect, rows: list[list[tuple[Sign, str]]]) -> None:
    surface.fill((18, 20, 23), strip)
    for k, row in enumerate(rows):
        x, y = 16, strip.y + LEGEND_PX * k + LEGEND_PX // 2
        for sign, words in row:
            sign(surface, pygame.Rect(x, y - 9, 22, 18))
            line = fonts.text(words, 14)
            surface.blit(line, line.get_rect(midleft=(x + 30, y)))
            x += 52 + line.get_width()
