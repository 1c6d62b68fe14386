"""The strip below the table: the elevation profile while there is a path, else what can be done now."""

from __future__ import annotations

import pygame

from game import fonts
from game.block_words import block_hints
from game.led_aim import LedAim
from game.palette import SURROUND, YELLOW, Colour
from game.play import Play
from game.profile_view import draw_profile
from game.ruler import named

QUIET: Colour = (170, 179, 188)
SIZE = 14
BETWEEN = "   ·   "


def draw_strip(surface: pygame.Surface, rect: pygame.Rect, play: Play) -> None:
    """Draws the strip into a rectangle."""
    pygame.draw.rect(surface, SURROUND, rect)
    told = play.telling
    top = rect.y
    if play.ruler is not None:
        top = _draw_line(surface, rect, top, _ruler_line(play), YELLOW)
    if told is not None and len(told.ruling.profile) > 1 and not told.no_way:
        below = pygame.Rect(rect.x + fonts.scaled(4), top + 2, rect.w - fonts.scaled(8), rect.bottom - top - 4)
        draw_profile(surface, below, told.ruling)
        return
    for words in wrapped(hints(play), rect.w - fonts.scaled(24)):
        top = _draw_line(surface, rect, top, words, QUIET)


def _draw_line(surface: pygame.Surface, rect: pygame.Rect, top: int, words: str, colour: Colour) -> int:
    picture = fonts.text(words, SIZE, colour)
    shown = pygame.Rect(0, 0, rect.w - fonts.scaled(16), picture.get_height())
    surface.blit(picture, (rect.x + fonts.scaled(12), top + fonts.scaled(6)), shown)
    return top + fonts.scaled(24)


def wrapped(parts: tuple[str, ...], width: int) -> list[str]:
    """The parts joined to lines that are no wider than so many pixels."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{BETWEEN}{part}" if lines else part
        if lines and fonts.font(SIZE).size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _ruler_line(play: Play) -> str:
    ruler = play.ruler
    assert ruler is not None
    if not ruler.is_started:
        return "Ruler: click what to measure from   (R puts it away)"
    line = ruler.line(play.table)
    words = line[2] if line is not None else "not on the table"
    pin = "click to measure from another" if ruler.is_pinned else "click to keep it"
    return f"Ruler: {named(ruler.start)} to {named(ruler.end)}: {words}   ({pin} · R puts it away)"


def hints(play: Play) -> tuple[str, ...]:
    """What can be done now, one thing each."""
    if play.carry is not None:
        put = "let the button go" if play.carry.is_dragged else "click"
        return (
            f"Put down: {put}",
            "Waypoint: Space or right click", "Take one back: Backspace",
            "Let go: Esc",
            "Exact inches: 1 to 9", "Surface: PageUp, PageDown",
            "Find the way: Shift", "Not held at a limit: Alt", "Nearest legal spot: N",
        )
    if play.units is not None:
        return tuple(play.units.advice.split(" · "))
    of_ranks = block_hints(play)
    if of_ranks:
        return of_ranks
    if play.aim is not None and play.aim.is_fixed:
        ways = ("The other way: W, or click it", "Another leader: L") if isinstance(play.aim, LedAim) else ()
        return (
            "Distance: move the pointer, type it, or + and -", "Do it: click or Enter", *ways,
            "Another target: Backspace", "Let go: Esc",
        )
    if play.aim is not None:
        return ("Point at a model, a marker or a spot, and click it", "Let go: Esc")
    view = ("Ruler: R", "Zoom: wheel", "Move the view: middle drag, arrows", "Whole table: F", "Keys and rules: F1")
    if play.selected is not None:
        return ("Drag the model, or click it again, to carry it", "1 to 9: that many exact inches", "Next model: Tab", *view)
    return ("Drag a model to move it", "Click: select", "Tab: the next that may act", "E: end", *view)
