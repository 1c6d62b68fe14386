"""What the keys and buttons of a game in play do, each by the name of its command."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.block_hand import FINE_WHEEL, WHEEL
from game.led_aim import LedAim
from game.scenes.dialogs import Confirm
from game.scenes.filing import ask_for_board, ask_for_save
from game.scenes.help import HelpScene
from game.scenes.scene import Change, Push, Replace
from game.squad_hand import SquadHand
from game.unit_play import next_aura

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

Deed = Callable[[], Change | None]


class Deeds:
    """What can be done by keys and buttons on a scene of play."""

    def __init__(self, scene: PlayScene) -> None:
        self.scene = scene
        self.play = scene.play
        self.by_name: dict[str, Deed] = self._by_name()

    def _by_name(self) -> dict[str, Deed]:
        play = self.play
        return {
            "waypoint": self._silent(self._waypoint),
            "aura": self._silent(lambda: next_aura(play)),
            "back": self._silent(self._back),
            "higher": self._silent(lambda: play.carry is not None and play.carry.choose_surface(1)),
            "lower": self._silent(lambda: play.carry is not None and play.carry.choose_surface(-1)),
            "wheel_left": lambda: self._wheel("left", WHEEL),
            "wheel_right": lambda: self._wheel("right", WHEEL),
            "wheel_left_little": lambda: self._wheel("left", FINE_WHEEL),
            "wheel_right_little": lambda: self._wheel("right", FINE_WHEEL),
            "way": self._silent(lambda: isinstance(play.hand, LedAim) and play.hand.choose_other_way()),
            "alone": self._silent(lambda: isinstance(play.hand, SquadHand) and play.hand.switch_who()),
            "longer": lambda: self._lengthen(0.5),
            "shorter": lambda: self._lengthen(-0.5),
            "nearest": self._silent(play.take_offered),
            "accept": self._silent(lambda: play.take_offered() if play.offered is not None else self.scene.pointer.accept()),
            "escape": self._escape,
            "next": lambda: self._next(1),
            "previous": lambda: self._next(-1),
            "undo": self._undo,
            "redo": self._silent(play.redo),
            "reset": self._silent(play.reset_activation),
            "ruler": self._silent(play.toggle_ruler),
            "offence": self._offence,
            "fit": self._fit,
            "rules": lambda: Push(HelpScene(play.table)),
            "save_as": lambda: Push(ask_for_save(play.session)),
            "save_board": lambda: Push(ask_for_board(play.session)),
            "leave": self._leave,
        }

    @staticmethod
    def _silent(deed: Callable[[], object]) -> Callable[[], Change | None]:
        def run() -> None:
            deed()

        return run

    def _wheel(self, side: str, degrees: float) -> Change | None:
        if self.play.block is not None:
            self.play.block.wheel(side, degrees)
        elif self.play.reform is not None:
            self.play.reform.turn(degrees if side == "left" else -degrees)
        return None

    def _lengthen(self, inches: float) -> Change | None:
        if self.play.aim is not None:
            self.play.aim.lengthen(inches)
        elif self.play.reform is not None:
            self.play.reform.widen(1 if inches > 0.0 else -1)
        return None

    def _fit(self) -> Change | None:
        if self.scene.camera is not None:
            self.scene.camera.fit()
            self.scene.pointer.on_view()
        return None

    def _waypoint(self) -> bool:
        hand = self.play.hand
        if isinstance(hand, SquadHand):
            return hand.set_waypoint()
        return self.play.carried is not None and self.play.carried.set_waypoint()

    def _back(self) -> bool:
        carried, aim = self.play.carried, self.play.aim
        if self.play.units is not None:
            return self.play.units.step_back()
        if self.play.reform is not None:
            return self.play.reform.take_back()
        if carried is not None:
            return carried.take_back_waypoint()
        return aim.untype() if aim is not None else False

    def _escape(self) -> Change | None:
        play = self.play
        if play.let_go():
            self.scene.pointer.let_go()
        elif play.ruler is not None:
            play.ruler = None
        elif play.told is not None or play.selected is not None:
            play.select(None)
        else:
            return self._leave()
        return None

    def _next(self, step: int) -> Change | None:
        if self.play.hand is None:
            chosen = self.play.select_next(step)
            model = self.play.table.models.get(chosen) if chosen is not None else None
            camera = self.scene.camera
            if model is not None and camera is not None and not camera.view.collidepoint(camera.to_screen(model.standing.at)):
                camera.look_at(model.standing.at)
        return None

    def _offence(self) -> Change | None:
        spot = self.play.next_offence()
        if spot is not None and self.scene.camera is not None and not self.scene.pointer.is_dragging:
            self.scene.camera.look_at(spot)
        return None

    def _undo(self) -> Change | None:
        """Takes back the last action; it is asked first only where the other player sits down again for it."""
        play = self.play
        if play.hand is not None:
            return self._escape()
        match = play.session.match
        side = match.tables[-2].turn.side if match.actions else play.table.turn.side
        if side == play.table.turn.side or not self.scene.desk.settings.pass_the_seat:
            return self._undone()
        words = f"The last action was made in the turn of {side}, which has ended. Take it back, and pass the seat to {side} again?"
        return Push(Confirm("Back into the turn before", words, "Take it back", self._undone))

    def _undone(self) -> Change | None:
        self.play.undo()
        self.scene.turn = self.play.table.turn  # nobody is asked to sit down for a turn that was left
        return None

    def _leave(self) -> Change | None:
        from game.scenes.title import TitleScene

        is_begun = bool(self.play.session.match.actions)
        saved = "The game is saved: the title offers to go on with it." if is_begun else "Nothing has been done yet."
        return Push(Confirm("To the title", saved, "To the title", lambda: Replace(TitleScene())))
