"""What every scene is, and what a scene can ask to change: another on top, itself away, another instead, or the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UILabel, UITextBox

from game import fonts
from game.gui import open_gui, sized
from game.settings import Settings


@dataclass(frozen=True)
class Push:
    """Puts a scene on top of this one."""

    scene: Scene


@dataclass(frozen=True)
class Pop:
    """Takes this scene away; `then` is asked afterwards, in the name of the scene below."""

    then: Callable[[], Change | None] | None = None


@dataclass(frozen=True)
class Replace:
    """Takes all scenes away and puts one in their place."""

    scene: Scene


@dataclass(frozen=True)
class Quit:
    """Ends the program."""


Change = Push | Pop | Replace | Quit
Press = Callable[[], Change | None]


@dataclass
class Desk:
    """What all scenes share: the settings and the window's size in pixels."""

    size: tuple[int, int]
    settings: Settings = field(default_factory=Settings)

    @property
    def scale(self) -> float:
        """How much larger than usual words and widgets are."""
        return self.settings.word_size


class Scene:
    """One thing on screen. Widgets are made anew by `build` whenever the window's size changes."""

    is_see_through = False
    desk: Desk
    gui: pygame_gui.UIManager

    def open(self, desk: Desk) -> None:
        """Takes its place on the screen."""
        self.desk = desk
        fonts.use_scale(desk.scale)
        self.gui = open_gui(desk.size, desk.scale)
        self._presses: dict[UIButton, Press] = {}
        self.build()

    def build(self) -> None:
        """Makes its widgets for the window's present size."""

    def close(self) -> None:
        """Leaves the screen: a field that is typed into lets go of the keyboard."""
        self.gui.set_focus_set(None)

    def resize(self) -> None:
        """Fits itself to the window's new size (and to the size of words)."""
        self.open(self.desk)

    def on_event(self, event: pygame.event.Event) -> Change | None:
        """Answers one event: the widgets first, then what is left of it."""
        is_taken = self.gui.process_events(event)
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._presses:
            return self._presses[event.ui_element]()
        if event.type == pygame_gui.UI_TEXT_BOX_LINK_CLICKED:
            return self.on_link(event.link_target)
        return None if is_taken else self.on_input(event)

    def on_input(self, _event: pygame.event.Event) -> Change | None:
        """Answers an event that no widget took."""
        return None

    def on_link(self, _target: str) -> Change | None:
        """Answers a click on a link in a text box."""
        return None

    def update(self, seconds: float) -> Change | None:
        """Goes on by some seconds, once a frame, after the frame's events."""
        self.gui.update(seconds)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draws itself on the whole window."""
        self.gui.draw_ui(surface)

    def px(self, length: float) -> int:
        """A length in pixels at the size of words in use."""
        return round(length * self.desk.scale)

    def add_button(
        self, rect: pygame.Rect, words: str, press: Press, look: str = "", tip: str | None = None,
    ) -> UIButton:
        """A button that does something when it is pressed."""
        object_id = ObjectID(class_id=look) if look else None
        button = UIButton(rect, words, self.gui, tool_tip_text=tip, object_id=object_id)
        self._presses[button] = press
        return button

    def add_label(self, rect: pygame.Rect, words: str, look: str = "") -> UILabel:
        """A line of words."""
        return UILabel(rect, words, self.gui, object_id=ObjectID(class_id=look) if look else None)

    def add_text(self, rect: pygame.Rect, words: str = "") -> UITextBox:
        """A box of words that scrolls when they are too many; a name that is too long is cut without a hyphen."""
        return UITextBox(words, rect, self.gui, allow_split_dashes=False)

    def sized(self, words: str, points: int) -> str:
        """Words for a text box at another size than its usual one."""
        return sized(words, points, self.desk.scale)
