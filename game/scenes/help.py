"""Keys and rules: a list on the left, the words on the right."""

from __future__ import annotations

import pygame
import pygame_gui
from pygame_gui.elements import UISelectionList

from game.commands import ACTIONS, CARRYING, MOUSE, OVERLAYS, TABLE, Command
from game.gui import html
from game.palette import SURROUND
from game.scenes.scene import Change, Pop, Scene
from rules.rules_text import clause_words
from rules.ruleset import Clause
from rules.rulesets import ruleset_of
from rules.table import Table

KEYS = "Keys and mouse"
ALL = "All rules"
NUMBERS = "Numbers of this table"
LINK = "#8ccdf5"


class HelpScene(Scene):
    """What the keys do, and each clause that the referee can cite."""

    def __init__(self, table: Table, clause: str | None = None) -> None:
        self.table = table
        self.ruleset = ruleset_of(table)
        self.chosen = clause if clause is not None and self.ruleset.clause(clause) is not None else KEYS

    def build(self) -> None:
        """The list, the words, and a way back."""
        wide, high = self.desk.size
        pad = self.px(16)
        title = pygame.Rect(pad, pad, wide - 2 * pad - self.px(160), self.px(34))
        self.add_label(title, f"Keys and rules: {self.ruleset.title}", "@heading")
        self.add_button(pygame.Rect(wide - pad - self.px(150), pad, self.px(150), self.px(34)), "Back  [Esc]", Pop, "@main")
        top = pad + self.px(44)
        left = min(self.px(340), wide * 2 // 5)
        self.topics = [KEYS, ALL, NUMBERS, *(c.id for c in self.ruleset.clauses)]
        self.labels = {self._label(topic): topic for topic in self.topics}
        rect = pygame.Rect(pad, top, left, high - top - pad)
        self.list = UISelectionList(rect, list(self.labels), self.gui, default_selection=self._label(self.chosen))
        right = pygame.Rect(2 * pad + left, top, wide - left - 3 * pad, high - top - pad)
        self.words = self.add_text(right, self.words_of(self.chosen))

    def _label(self, topic: str) -> str:
        clause = self.ruleset.clause(topic)
        return clause.title if clause is not None else topic

    def on_event(self, event: pygame.event.Event) -> Change | None:
        """A topic chosen in the list is shown."""
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION and event.ui_element is self.list:
            self.show(self.labels.get(event.text, KEYS))
        return super().on_event(event)

    def show(self, topic: str) -> None:
        """Shows the words of a topic."""
        self.chosen = topic
        self.words.set_text(self.words_of(topic))

    def on_link(self, target: str) -> Change | None:
        """A clause named in the words is shown."""
        self.show(target.removeprefix("clause:"))
        return None

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """F1 and Esc go back; up and down choose; the wheel and the page keys scroll."""
        if event.type != pygame.KEYDOWN:
            return None
        if event.key in (pygame.K_ESCAPE, pygame.K_F1):
            return Pop()
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            step = 1 if event.key == pygame.K_DOWN else -1
            here = self.topics.index(self.chosen)
            self.chosen = self.topics[max(0, min(len(self.topics) - 1, here + step))]
            self.resize()
        return None

    def words_of(self, topic: str) -> str:
        """The words of a topic, marked up for a text box."""
        if topic == KEYS:
            return self._keys()
        if topic == NUMBERS:
            return self._numbers()
        if topic == ALL:
            return "<br><br>".join(self._clause(c, 16) for c in self.ruleset.clauses)
        clause = self.ruleset.clause(topic)
        return self._clause(clause, 19) if clause is not None else ""

    def _clause(self, clause: Clause, size: int) -> str:
        title = self.sized(f"<b>{html(clause.title)}</b>", size)
        return f"{title}  <font color=#aab3bc>{clause.id}</font><br>{self.sized(html(words_in_force(clause, self.table)), 16)}"

    def _keys(self) -> str:
        groups: tuple[tuple[str, tuple[Command, ...]], ...] = (
            ("A model in hand", CARRYING), ("Actions", ACTIONS), ("The table", TABLE), ("Shown on the table", OVERLAYS),
        )
        parts = [self.sized("<b>Mouse and digits</b>", 19)]
        parts += [self._key(keys, words) for keys, words in MOUSE]
        for title, commands in groups:
            parts += ["", self.sized(f"<b>{title}</b>", 19)]
            parts += [self._key(c.shown, c.words) for c in commands]
        return "<br>".join(parts)

    def _key(self, keys: str, words: str) -> str:
        return self.sized(f"<b><font color={LINK}>{html(keys)}</font></b>   {html(words)}", 16)

    def _numbers(self) -> str:
        parts = [self.sized("<b>The numbers that this table is played by</b>", 19)]
        for parameter in self.ruleset.parameters:
            value = self.table.parameters.get(parameter.name, parameter.default)
            is_changed = "" if value == parameter.default else f" (house rule; usually {shown(parameter.default)})"
            parts.append(f"<b>{parameter.name} = {shown(value)} {parameter.unit}</b>{is_changed}<br>{html(parameter.words)}<br>")
        return "<br>".join(parts)

    def draw(self, surface: pygame.Surface) -> None:
        """Covers the window."""
        surface.fill(SURROUND)
        self.gui.draw_ui(surface)


def words_in_force(clause: Clause, table: Table) -> str:
    """The words of a clause with this table's numbers in them."""
    return clause_words(clause, {**ruleset_of(table).defaults, **table.parameters})


def shown(value: float | bool) -> str:
    """A number, or yes or no, in words."""
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value:g}"
