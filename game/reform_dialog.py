"""The panel of a reform, over the table's corner: files with + and -, facing in typed degrees, do it or let go."""

from __future__ import annotations

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UILabel, UIPanel, UITextEntryLine

from game.play import Play
from game.reform_hand import ReformHand
from game.scenes.scene import Change, Press, Scene


class ReformDialog:
    """Opens while a reform is in hand, and closes with it."""

    wide, high = 300, 162

    def __init__(self, scene: Scene, play: Play, corner: tuple[int, int], do: Press, let_go: Press) -> None:
        self._scene, self._play, self._corner, self._do, self._let_go = scene, play, corner, do, let_go
        self._panel: UIPanel | None = None
        self._hand: ReformHand | None = None
        self._said = ""
        self._buttons: list[UIButton] = []

    @property
    def hand(self) -> ReformHand | None:
        """The reform in hand, if there is one."""
        return self._play.hand if isinstance(self._play.hand, ReformHand) else None

    def update(self) -> None:
        """Opens or closes the panel, and shows what has changed by dragging."""
        if self.hand is not self._hand:
            self.close()
            self._hand = self.hand
            if self._hand is not None:
                self._open()
        if self._hand is not None:
            self._say(self._hand)

    def close(self) -> None:
        """Takes the panel away."""
        if self._panel is not None:
            self._scene.gui.set_focus_set(None)
            for button in self._buttons:
                self._scene._presses.pop(button, None)
            self._panel.kill()
        self._panel, self._hand, self._buttons = None, None, []

    def _open(self) -> None:
        px, gui = self._scene.px, self._scene.gui
        rect = pygame.Rect(self._corner[0] + px(10), self._corner[1] + px(10), px(self.wide), px(self.high))
        self._panel = UIPanel(rect, manager=gui, starting_height=10)
        row, gap, wide = px(32), px(8), px(self.wide) - px(24)
        top = px(6)
        self._label(pygame.Rect(gap, top, wide, px(26)), "Reform", "@heading")
        top += px(32)
        self._label(pygame.Rect(gap, top, px(60), row), "Files")
        self._add(pygame.Rect(px(76), top, px(40), row), "−", self._widen(-1), "One file less [-]")
        self._files = self._label(pygame.Rect(px(118), top, px(112), row), "")
        self._add(pygame.Rect(px(234), top, px(40), row), "+", self._widen(1), "One file more [+]")
        top += row + px(6)
        self._label(pygame.Rect(gap, top, px(60), row), "Facing")
        self._facing = UITextEntryLine(pygame.Rect(px(76), top, px(96), row), gui, container=self._panel)
        self._facing.set_allowed_characters([*"0123456789.-"])
        self._label(pygame.Rect(px(174), top, px(100), row), "degrees")
        top += row + px(8)
        half = (wide - gap) // 2
        self._add(pygame.Rect(gap, top, half, row), "Do it  [Enter]", self._do, "Sets the unit up anew as it is shown", "@main")
        self._add(pygame.Rect(2 * gap + half, top, half, row), "Let go  [Esc]", self._let_go, "Leaves the unit as it stands")
        self._said = ""

    def _label(self, rect: pygame.Rect, words: str, look: str = "") -> UILabel:
        object_id = ObjectID(class_id=look) if look else None
        return UILabel(rect, words, self._scene.gui, container=self._panel, object_id=object_id)

    def _add(self, rect: pygame.Rect, words: str, press: Press, tip: str, look: str = "@tool") -> None:
        button = UIButton(
            rect, words, self._scene.gui, container=self._panel, tool_tip_text=tip, object_id=ObjectID(class_id=look)
        )
        self._scene._presses[button] = press
        self._buttons.append(button)

    def _widen(self, files: int) -> Press:
        def press() -> Change | None:
            if self.hand is not None:
                self.hand.widen(files)
            return None

        return press

    def _say(self, hand: ReformHand) -> None:
        shown = hand.shown
        ranks = -(-hand.block.count // shown.files)
        said = f"{shown.files} × {ranks} deep"
        if said != self._files.text:
            self._files.set_text(said)
        facing = f"{shown.facing_deg:.1f}"
        if facing != self._said and not self._facing.is_focused:
            self._said = facing
            self._facing.set_text(facing)

    def on_event(self, event: pygame.event.Event) -> bool:
        """Takes typed degrees as they are typed; whether the event was its own."""
        hand = self.hand
        if hand is None or self._panel is None or getattr(event, "ui_element", None) is not self._facing:
            return False
        if event.type in (pygame_gui.UI_TEXT_ENTRY_CHANGED, pygame_gui.UI_TEXT_ENTRY_FINISHED):
            degrees = _number(event.text)
            if degrees is not None:
                hand.face(degrees)
            if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
                self._scene.gui.set_focus_set(None)
                self._said = ""
        return True

    @property
    def is_typing(self) -> bool:
        """Whether degrees are being typed: keys are not commands then."""
        return self._panel is not None and bool(self._facing.is_focused)


def _number(words: str) -> float | None:
    try:
        value = float(words)
    except ValueError:
        return None
    return value if -3600.0 <= value <= 3600.0 else None
