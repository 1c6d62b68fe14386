"""The table in play: the table on the left, the panel on the right, the elevation profile below."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame_gui.elements import UIButton

from game.asking import kind_of
from game.camera import Camera
from game.commands import BUTTON_WORDS, OVERLAYS, commands_of, digit_of, keys_of, tip_of
from game.eye import Eye
from game.layout import layout_of, split
from game.panel import Panel
from game.play import Play
from game.pointer import Pointer
from game.reform_dialog import ReformDialog
from game.scenes.deeds import Deeds
from game.scenes.dialogs import Confirm
from game.scenes.end import EndScene
from game.scenes.help import HelpScene
from game.scenes.pass_seat import PassSeat
from game.scenes.scene import Change, Push, Scene
from game.session import Session
from game.strip import draw_strip
from game.table_view import TableView
from game.unit_play import learn_keywords, next_leader, start_setting
from rules.actions import ACTION_NAMES
from rules.rulesets import ruleset_of
from rules.table import Turn

TOOLS = (("fit", "Fit"), ("ruler", "Ruler"))
HELD_KEYS = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LALT, pygame.K_RALT, pygame.K_LCTRL, pygame.K_RCTRL)
"""Keys that change how a model is carried while they are held."""
HIDDEN_OVERLAYS = {
    "skirmish": ("links", "gaps"), "leader": ("zones", "reach", "contours"), "squad": ("zones", "gaps", "reach", "contours"),
    "blocks": ("zones", "links", "gaps", "reach", "contours"),
}
"""Overlays that show nothing in a kind of ruleset."""
FILES = (("rules", "Rules"), ("save_as", "Save as…"), ("save_board", "As board…"), ("leave", "Title"))


class PlayScene(Scene):
    """A game being played."""

    def __init__(self, session: Session) -> None:
        self.play = Play(session)
        self.view = TableView()
        self.camera: Camera | None = None
        self.turn: Turn = session.table.turn
        learn_keywords(session.table)
        self._deeds = Deeds(self)

    def build(self) -> None:
        """The tools above the table and the panel beside it."""
        layout = layout_of(self.desk.size, self.desk.scale, len(self._tools()))
        if self.camera is None:
            self.camera = Camera(layout.table, self.play.table.size)
            self.eye = Eye(self.camera)
        self.camera.view = layout.table
        self.pointer = Pointer(self.play, self.camera)
        self.layout = layout
        self._toggles: dict[str, UIButton] = {}
        self._add_tools(layout.tools.inflate(-self.px(8), -self.px(8)), layout.tool_rows)
        self.panel = Panel(self, layout.panel, self.play, self.run)
        self.dialog = ReformDialog(self, self.play, layout.table.topleft, self._press("accept"), self._press("escape"))

    def _tools(self) -> list[tuple[str, str]]:
        """The tools above the table: their names and the words on their buttons."""
        hidden = HIDDEN_OVERLAYS[kind_of(self.play.table)]
        shown = [c.name for c in OVERLAYS if c.name not in hidden]
        auras = [("aura", "Auras")] if self.play.table.auras else []
        return [*TOOLS, *((name, BUTTON_WORDS[name]) for name in shown), *auras, *FILES]

    def _add_tools(self, rect: pygame.Rect, rows: int) -> None:
        tools = self._tools()
        cells = split(rect, -(-len(tools) // rows), rows, self.px(4))
        for (name, words), cell in zip(tools, cells, strict=False):
            key = keys_of(name).split(",")[0]
            label = f"{words} {key}".strip() if len(key) < 3 else words
            press = self._press_overlay(name) if name in BUTTON_WORDS else self._press(name)
            self._toggles[name] = self.add_button(cell, label, press, "@tool", tip_of(name))

    def _press_overlay(self, name: str) -> Callable[[], Change | None]:
        """An overlay's button shows or hides it, whatever is in hand; its key may mean something else then."""
        return lambda: self.play.toggle(name)

    def _press(self, name: str) -> Callable[[], Change | None]:
        return lambda: self.run(name)

    # Events

    def on_event(self, event: pygame.event.Event) -> Change | None:
        """Answers one event; what ends a drag is never lost to a widget that the pointer is over."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self.pointer.let_go()
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pointer.is_dragging:
            self.gui.process_events(event)
            self.pointer.on_up(event.pos)
            return self._after()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.play.hand is None:
            unit = self.panel.reserve_at(event.pos)
            if unit is not None:
                start_setting(self.play, "deploy", unit, is_dragged=True)
        if self.dialog.on_event(event):
            return None
        self.eye.on_event(event)
        return super().on_event(event)

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Answers keys and the mouse on the table."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in HELD_KEYS:
            self.pointer.on_view()
            return None
        if event.type == pygame.KEYDOWN:
            return self._on_key(event)
        if event.type == pygame.MOUSEMOTION and not self.eye.is_dragging:
            self.pointer.on_motion(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and self.layout.table.collidepoint(event.pos):
            if event.button == 1:
                self.pointer.on_down(event.pos)
            elif event.button == 3:
                return self.run("waypoint")
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.pointer.on_up(event.pos)
        return self._after()

    def _on_key(self, event: pygame.event.Event) -> Change | None:
        if self.dialog.is_typing and event.key not in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER):
            return None
        digit = digit_of(event)
        if digit is not None and self.pointer.on_digit(digit):
            return None
        actions = ruleset_of(self.play.table).judges
        names = [n for n in commands_of(event) if n in actions or n not in ACTION_NAMES]
        return self.run(names[0]) if names else None

    def on_link(self, target: str) -> Change | None:
        """A clause opens its words; an action of the history shows its ruling."""
        kind, _, name = target.partition(":")
        if kind == "clause":
            return Push(HelpScene(self.play.table, name))
        if kind == "action" and name.isdigit():
            self.play.tell_again(int(name))
        return None

    def run(self, name: str) -> Change | None:
        """Does what a key or button of that name stands for."""
        if name == "links" and next_leader(self.play):
            return None
        if name in BUTTON_WORDS:
            self.play.toggle(name)
        elif name in ruleset_of(self.play.table).judges:
            return self._start(name)
        elif name in self._deeds.by_name:
            change = self._deeds.by_name[name]()
            return change if change is not None else self._after()
        return None

    def _start(self, name: str) -> Change | None:
        table = self.play.table
        turn = table.turn
        phases = ruleset_of(table).phases
        if name == "end" and table.game is not None and turn.acting is None and not turn.is_over and not phases:
            words = f"Nobody of {turn.side} is acting. End here, and let all of its models that are left pass this round?"
            return Push(Confirm("End the round for this side", words, "Let them pass", lambda: self._do("end")))
        return self._do(name)

    def _do(self, name: str) -> Change | None:
        self.play.start_action(name)
        return self._after()

    # Going on

    def _after(self) -> Change | None:
        """What follows when the turn has moved on: the end, the pause, or nothing."""
        turn = self.play.table.turn
        before, self.turn = self.turn, turn
        if turn is not before:
            self.panel.update(1.0)  # it is seen below what may come on top
        if turn.is_over and not before.is_over:
            return Push(EndScene(self.play.session))
        if self.desk.settings.pass_the_seat and turn.side != before.side and self.play.table.game is not None:
            return Push(PassSeat(self.play.table))
        return None

    def update(self, seconds: float) -> Change | None:
        """Moves the view, judges what is in hand once, and lets the panel say so."""
        if self.eye.update(seconds):
            self.pointer.on_view()
        self.play.update(seconds)
        self.dialog.update()
        self.panel.update(seconds)
        for name, button in self._toggles.items():
            is_on = name in self.play.overlays or (name == "ruler" and self.play.ruler is not None)
            if is_on != button.is_selected:
                (button.select if is_on else button.unselect)()
        return super().update(seconds)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the table, the strip and the panel."""
        assert self.camera is not None
        surface.fill((27, 30, 34))
        self.view.draw(surface, self.camera, self.play.table, self.play.show())
        draw_strip(surface, self.layout.strip, self.play)
        self.panel.draw(surface)
        self.gui.draw_ui(surface)

