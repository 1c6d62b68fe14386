"""The mouse on the table: a click selects, a second click picks up, a drag carries, a click or letting go puts down."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game import fonts
from game.asking import kind_of
from game.block_play import GRIP_PX, grip_of_selected, press_block, release_block
from game.camera import Camera
from game.led_aim import LedAim
from game.play import Play
from game.squad_hand import Mustering, SquadHand
from game.unit_hand import Deploying, UnitHand
from physics.vectors import Point

DRAG_PX = 5
"""Pixels that the pointer moves with the button down before it is a drag and no click."""
SLOP_PX = 6
"""Pixels beside a base at which a click still means its model."""

Pixel = tuple[int, int]


@dataclass(frozen=True)
class Press:
    """Where the button went down on a model, and whether the model was selected before."""

    model_id: str
    at_px: Pixel
    at: Point
    was_selected: bool


class Pointer:
    """Turns the mouse and typed digits into what happens to models."""

    def __init__(self, play: Play, camera: Camera) -> None:
        self.play = play
        self.camera = camera
        self.press: Press | None = None
        self._last_px: Pixel | None = None

    @property
    def is_dragging(self) -> bool:
        """Whether a model is carried with the button down."""
        held = self.play.carried or self.play.units or self.play.reform
        return held is not None and held.is_dragged

    def on_motion(self, px: Pixel) -> None:
        """The pointer moved."""
        self._last_px = px
        self.play.grip = fonts.scaled(GRIP_PX) / self.camera.scale
        press = self.press
        if press is not None and self.play.hand is None and math.dist(press.at_px, px) > DRAG_PX:
            self.press = None
            self.play.alone = _is_held(pygame.KMOD_CTRL)
            self.play.pick_up(press.model_id, press.at, is_dragged=True)
        self.on_view()

    def on_view(self) -> None:
        """What is under the pointer changed, because it moved or the view did."""
        if self._last_px is not None:
            mods = pygame.key.get_mods()
            if self.play.hand is not None:
                self.play.hand.route_round(bool(mods & pygame.KMOD_SHIFT))
            lets_loose = pygame.KMOD_ALT | (0 if self.play.units is not None else pygame.KMOD_CTRL)
            is_free = bool(mods & lets_loose)
            self.play.point_at(self.camera.to_table(self._last_px), is_free)

    def on_down(self, px: Pixel) -> None:
        """The left button went down on the table."""
        self.on_motion(px)
        at = self.camera.to_table(px)
        units = self.play.units
        if units is not None and not isinstance(units, Deploying):
            slop = SLOP_PX / self.camera.scale
            units.press(at, slop, _is_held(pygame.KMOD_CTRL), _is_held(pygame.KMOD_SHIFT))
        elif self.play.block is not None or self.play.reform is not None:
            press_block(self.play, at, self.play.grip)
        elif isinstance(self.play.hand, LedAim) and self.play.hand.choose_way_at(at, 2.0 * SLOP_PX / self.camera.scale):
            return
        elif self.play.hand is not None:
            self.accept()
        elif self.play.ruler is not None:
            self.play.ruler.click(self.play.what_is_at(at))
        else:
            model = self.play.model_at(at, SLOP_PX / self.camera.scale)
            if (model is None or self.play.model_at(at) is None) and self.play.is_offered_at(at):
                self.play.take_offered()
                return
            if model is not None and self._is_choosing and self.play.choose(model.id):
                return
            if model is None:
                model = grip_of_selected(self.play, at, self.play.grip)
            was_selected = model is not None and model.id == self.play.selected
            if not was_selected:
                self.play.select(model.id if model is not None else None)
            self.press = Press(model.id, px, at, was_selected) if model is not None else None

    def on_up(self, px: Pixel) -> None:
        """The left button came up: what was dragged is dropped, a second click on a model picks it up."""
        self.on_motion(px)
        press, self.press = self.press, None
        units = self.play.units
        if units is not None:
            self._let_unit_go(units, px)
        elif self.play.block is not None or self.play.reform is not None:
            release_block(self.play, self.camera.view.collidepoint(px))
        elif self.is_dragging:
            if self.camera.view.collidepoint(px):
                self.play.drop()
            else:
                self.play.let_go()
                self.play.note = "Let go outside the table: the model is where it was."
        elif press is not None and press.was_selected and self.play.hand is None:
            self.play.pick_up(press.model_id, press.at)

    @property
    def _is_choosing(self) -> bool:
        return _is_held(pygame.KMOD_SHIFT) and kind_of(self.play.table) == "squad"

    def _let_unit_go(self, units: UnitHand, px: Pixel) -> None:
        """Of a unit in hand what was dragged stays where it is now; the unit waits for Enter."""
        if not units.is_dragged:
            return
        is_inside = self.camera.view.collidepoint(px)
        if not is_inside and isinstance(units, Deploying | Mustering):
            units.is_dragged = False
            return
        units.release()
        if isinstance(units, Deploying) or units.confirms_at_once():
            self.play.drop()

    def accept(self) -> None:
        """Drops what is in hand; of what goes directly, the target is fixed first."""
        aim = self.play.aim
        if aim is not None and not aim.is_fixed:
            aim.fix()
        else:
            self.play.drop()

    def on_digit(self, digit: str) -> bool:
        """A digit: exact inches for what is carried (or is picked up now), a distance for what goes directly."""
        if self.play.aim is not None:
            self.play.aim.type(digit)
            return True
        if not digit.isdigit() or digit == "0":
            return False
        if self.play.hand is None and self.play.selected is not None:
            self.play.start_action("move")
        if isinstance(self.play.hand, SquadHand):
            self.play.hand.go_exactly(float(digit))
            return True
        if self.play.carried is None:
            return False
        self.play.carried.go_exactly(float(digit))
        return True

    def let_go(self) -> None:
        """The window lost the keyboard: a drag goes on as a carry without the button, so that nothing is dropped."""
        self.press = None
        held = self.play.carried or self.play.units or self.play.reform
        if held is not None:
            held.is_dragged = False


def _is_held(key: int) -> bool:
    return bool(pygame.key.get_mods() & key)
