"""The widgets' look: pygame_gui with the shipped fonts, at the size of words in use."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame_gui
from pygame_gui.elements import UITextEntryLine

from game.fonts import BOLD, REGULAR

THEME = Path(__file__).resolve().parent / "theme.json"
FONT_NAME = "table"
TEXT_SIZES = (12, 13, 14, 16, 19, 24)
"""The sizes (pixels before scaling) that words in text boxes come in."""


def scaled_theme(scale: float) -> dict[str, Any]:
    """The theme with every size in it multiplied, and the paths of the shipped fonts filled in."""
    theme: dict[str, Any] = json.loads(THEME.read_text(encoding="utf-8"))
    for look in theme.values():
        misc, font = look.get("misc", {}), look.get("font")
        for key in ("list_item_height", "rect_width"):
            if key in misc:
                misc[key] = str(round(int(misc[key]) * scale))
        if font is not None:
            font["name"] = FONT_NAME
            font["size"] = str(round(int(font.get("size", "14")) * scale))
            font["regular_path"] = font["italic_path"] = str(REGULAR)
            font["bold_path"] = font["bold_italic_path"] = str(BOLD)
    return theme


@lru_cache(maxsize=1)
def _file_of_theme(scale: float) -> str:
    return json.dumps(scaled_theme(scale))


def open_gui(size: tuple[int, int], scale: float) -> pygame_gui.UIManager:
    """A manager of widgets for a window of that size in pixels."""
    gui = pygame_gui.UIManager(size, json.loads(_file_of_theme(scale)), enable_live_theme_updates=False)
    fonts = gui.ui_theme.get_font_dictionary()
    for points in TEXT_SIZES:
        for is_bold in (False, True):
            pixels = round(points * scale)
            if not fonts.check_font_preloaded(fonts.create_font_id(pixels, FONT_NAME, is_bold, False, True)):
                fonts.preload_font(pixels, FONT_NAME, is_bold, False)
    return gui


def html(words: str) -> str:
    """Words from a board or a file, made safe to stand in a text box, where < and & mean something."""
    return plain(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain(words: str) -> str:
    """The words without what no font can draw: a null character is an error in pygame's fonts."""
    return "".join(c if c.isprintable() or c in "\n\t" else "�" for c in words)


def sized(words: str, points: int, scale: float) -> str:
    """Words in a text box at one of TEXT_SIZES, before scaling."""
    return f"<font pixel_size={round(points * scale)}>{words}</font>"


def show_end(field: UITextEntryLine) -> None:
    """Puts the cursor behind the last letter of a field, so that of a long path its end is seen: the file's name."""
    field.edit_position = len(field.get_text())
    room = field.rect.width - 2 * (field.padding[0] + field.border_width["left"] + field.shadow_width) - 2
    wide = field.font.get_rect(field.get_text()).width if field.font is not None else 0
    field.start_text_offset = max(0, wide - room)
    field.cursor_has_moved_recently = True
    field.rebuild()


def is_typing(gui: pygame_gui.UIManager) -> bool:
    """Whether a field to type in has the keyboard."""
    focused = gui.focused_set or ()
    return any(isinstance(e, UITextEntryLine) for e in focused)
