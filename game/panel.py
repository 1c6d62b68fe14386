"""The panel on the right: whose turn, the unit, its actions, the ruling in words, the history."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame_gui.elements import UIButton, UITextBox

from game import fonts
from game.asking import kind_of
from game.banner import draw_banner
from game.commands import keys_of
from game.layout import split
from game.offering import unavailable
from game.palette import SURROUND
from game.play import Play
from game.scenes.scene import Change, Scene
from game.unit_hand import reserves
from game.words import history_words, ruling_words, unit_words
from rules.rulesets import ruleset_of
from rules.ruling import Ruling
from rules.table import Table

LOW = 640
"""Pixels before scaling: a panel lower than this has a low banner and one line of history, so that the ruling has room."""
BUTTON_SIZE = 13
"""The size of the words on a button (pixels before scaling), as the theme has it."""
REFRESH_SECONDS = 0.06
"""Setting a text box anew costs milliseconds: while something is carried it is done so often, and at once when it is dropped."""

MOST_MOVING = 2
"""Findings that are told while what is in hand is moved: more would have to scroll, and setting them takes 10 ms."""

SHORT_WORDS = {"casualty": "Casualty", "failed_charge": "Failed", "end": "End", "towards": "Towards", "away": "Away"}
"""What stands on the buttons where there are many."""

Run = Callable[[str], Change | None]


class Panel:
    """The widgets of the panel, and what they say of a game in play."""

    def __init__(self, scene: Scene, rect: pygame.Rect, play: Play, run: Run) -> None:
        self.rect = rect
        self._play = play
        self._run = run
        self._scene = scene
        self._said: dict[UITextBox, str] = {}
        self._waited = 0.0
        self._ruling: Ruling | None = None
        self._greyed: tuple[Table, str | None] | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        """From top to bottom: banner, unit, actions, ruling, offer, history, back and forth."""
        px, gap = self._scene.px, self._scene.px(6)
        inside = self.rect.inflate(-2 * px(8), 0)
        is_low = self.rect.h < px(LOW)
        self.banner = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, px(64 if is_low else 92))
        top = self.banner.bottom + gap
        unit = px(72 if is_low else 106 if kind_of(self._play.table) == "squad" else 88)
        self.unit = self._scene.add_text(pygame.Rect(inside.x, top, inside.w, unit))
        top += unit + gap
        top = self._add_reserves(inside, top)
        names = list(ruleset_of(self._play.table).action_words)
        columns = 2 if len(names) <= 6 else 3
        rows = -(-len(names) // columns)
        row = px(29 if is_low else 34)
        self._add_actions(pygame.Rect(inside.x, top, inside.w, rows * row - gap), names, columns, rows)
        top += rows * row + gap - px(6)
        low = self.rect.bottom - px(8) - px(30)
        self._add_back_and_forth(pygame.Rect(inside.x, low, inside.w, px(30)))
        history = px(24) if is_low else max(px(56), min(px(150), (low - top) // 4))
        self.history = self._scene.add_text(pygame.Rect(inside.x, low - gap - history, inside.w, history))
        offer = low - 2 * gap - history - px(32)
        tip = "Puts the model where the green outline is drawn"
        below = pygame.Rect(inside.x, offer, inside.w, px(32))
        self.offer = self._button(below, "Nearest legal spot", "nearest", "@offer", tip)
        self.confirm = self._button(below, "Do it", "accept", "@offer", "Does the whole of what is in hand as it stands now")
        self._with_offer = pygame.Rect(inside.x, top, inside.w, offer - gap - top)
        self._without_offer = pygame.Rect(inside.x, top, inside.w, low - 2 * gap - history - top)
        self.ruling = self._scene.add_text(self._without_offer)
        self.offer.hide()
        self.confirm.hide()

    def _button(self, rect: pygame.Rect, words: str, command: str, look: str = "", tip: str | None = None) -> UIButton:
        keys = keys_of(command)
        label = f"{words}  [{keys}]" if keys else words
        if fonts.font(BUTTON_SIZE).size(label)[0] > rect.w - self._scene.px(6):
            label, tip = words, f"{tip or words}  [{keys}]"
        return self._scene.add_button(rect, label, lambda: self._run(command), look, tip)

    def _add_actions(self, rect: pygame.Rect, names: list[str], columns: int, rows: int) -> None:
        words = ruleset_of(self._play.table).action_words
        short = SHORT_WORDS if columns > 2 else {}
        if columns > 2 and ruleset_of(self._play.table).phases:
            short = {**short, "end": "End phase"}
        cells = split(rect, columns, rows, self._scene.px(5))
        self.actions = {
            name: self._button(cell, short.get(name, words[name]), name, "@tool", words[name])
            for name, cell in zip(names, cells, strict=False)
        }

    def _add_reserves(self, inside: pygame.Rect, top: int) -> int:
        """A button for each unit that waits in reserve at the start: press or drag it. Where the next widget begins."""
        table = self._play.session.match.first
        names = reserves(table) if {"deploy", "summon"} & set(ruleset_of(table).action_words) else []
        self.reserves: dict[str, UIButton] = {}
        if not names:
            return top
        px = self._scene.px
        columns = min(2, len(names))
        rows = -(-len(names) // columns)
        rect = pygame.Rect(inside.x, top, inside.w, rows * px(32) - px(4))
        for name, cell in zip(names, split(rect, columns, rows, px(4)), strict=False):
            count = len(table.units[name].models)
            label = f"{name}: {count} in reserve"
            tip = f"Drag onto the table to deploy ({table.units[name].side})"
            self.reserves[name] = self._scene.add_button(cell, label, lambda: None, "@tool", tip)
        return rect.bottom + px(6)

    def reserve_at(self, px: tuple[int, int]) -> str | None:
        """The unit in reserve whose button is under a pixel."""
        return next((n for n, b in self.reserves.items() if b.is_enabled and b.rect.collidepoint(px)), None)

    def _add_back_and_forth(self, rect: pygame.Rect) -> None:
        undo, redo, reset = split(rect, 3, 1, self._scene.px(5))
        self.undo = self._button(undo, "Undo", "undo", "@tool", "Takes back the last action")
        self.redo = self._button(redo, "Redo", "redo", "@tool", "Makes again what was taken back")
        self.reset = self._button(reset, "Reset", "reset", "@tool", "Takes back all of this activation")

    def update(self, seconds: float) -> None:
        """Says anew what has changed."""
        play = self._play
        self._waited += seconds
        if play.hand is not None and self._waited < REFRESH_SECONDS:
            return
        self._waited = 0.0
        self._offer(play.offered is not None, play.waits_for_enter)
        self._say(self.unit, unit_words(play))
        self._say(self.ruling, ruling_words(play, MOST_MOVING if self._is_moving() else None))
        if play.hand is None:
            self._say(self.history, history_words(play))
        waiting = set(reserves(play.table)) if self.reserves else set()
        for name, button in self.reserves.items():
            self._enable(button, name in waiting)
        self._grey_out()
        for name, button in self.actions.items():
            is_chosen = play.hand is not None and name == getattr(play.hand, "name", "")
            if is_chosen != button.is_selected:
                (button.select if is_chosen else button.unselect)()
        self._enable(self.undo, bool(play.session.match.actions))
        self._enable(self.redo, bool(play.session.match.undone))
        self._enable(self.reset, bool(play.session.match.actions))

    def _grey_out(self) -> None:
        """Greys out what the model selected can't do now; asked anew only when it or the table changes."""
        table, selected = self._play.table, self._play.selected
        if self._greyed is None or self._greyed[0] is not table or self._greyed[1] != selected:
            self._greyed = (table, selected)
            away = unavailable(table, selected)
            for name, button in self.actions.items():
                self._enable(button, name not in away)

    def _is_moving(self) -> bool:
        """Whether what is in hand has another ruling than when the words were last set."""
        ruling = self._play.hand.ruling if self._play.hand is not None else None
        before, self._ruling = self._ruling, ruling
        return ruling is not None and ruling is not before

    def _say(self, box: UITextBox, words: str) -> None:
        if self._said.get(box) != words:
            self._said[box] = words
            box.set_text(words)

    def _offer(self, is_offered: bool, is_set: bool) -> None:
        """Shows the button that takes the nearest spot, or the one that does what is set; the words make room for it."""
        wanted = {self.offer: is_offered, self.confirm: is_set and not is_offered}
        has_room = any(wanted.values()) or self._play.hand is not None  # it comes and goes while a model is dragged
        rect = self._with_offer if has_room else self._without_offer
        if self.ruling.relative_rect.size != rect.size:
            self.ruling.set_dimensions(rect.size)
        for button, is_shown in wanted.items():
            if is_shown != bool(button.visible):
                (button.show if is_shown else button.hide)()

    @staticmethod
    def _enable(button: UIButton, is_able: bool) -> None:
        if is_able and not button.is_enabled:
            button.enable()
        elif not is_able and button.is_enabled:
            button.disable()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws what is below the widgets: the panel's ground and the banner."""
        pygame.draw.rect(surface, SURROUND, self.rect)
        draw_banner(surface, self.banner, self._play.table)
