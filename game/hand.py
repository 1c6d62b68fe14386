"""What is in hand: a model on its way, the action that would take it there, and the ruling on it, once a frame."""

from __future__ import annotations

import math

from game.asking import end_of, ghosts_of, path_of
from physics.vectors import Point
from rules.actions import Action
from rules.nearest_legal import nearest_legal
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table

HOLD = 0.3
"""Inches beyond the last legal spot within which the ghost is held at it."""
STILL = 0.02
"""Inches: a path shorter than this is no move."""

NOT_BY_PLACE = ("turn.order", "engagement.held", "action.unavailable", "action.unknown")
"""Clauses that no other place would satisfy."""


class Hand:
    """A model in hand. Its kinds say what the player wishes; what is wished is judged, and held at a limit near by."""

    def __init__(self, table: Table, model_id: str) -> None:
        self.table = table
        self.model: Model = table.model(model_id)
        self.pointer: Point = self.model.standing.at
        self.is_free = False
        self.is_stale = True
        self.is_held = False
        self.held_because = ""
        self.action: Action | None = None
        self.ruling: Ruling | None = None
        self.nearest: Action | None = None
        self.nearest_place: Place | None = None

    def wish(self) -> Action | None:
        """The action that the pointer asks for, or None while nothing is asked for."""
        raise NotImplementedError

    def judge(self) -> None:
        """Judges what is wished, once for all that has changed since the last time."""
        if not self.is_stale:
            return
        self.is_stale = False
        self.is_held = False
        self.nearest = self.nearest_place = None
        self.action = self.wish()
        self.ruling = judge(self.table, self.action) if self.action is not None else None
        if self.action is None or self.ruling is None or self.ruling.legal:
            return
        self.nearest = nearest_worth_offering(self.table, self.action, self.ruling)
        if self.nearest is not None and not self.is_free:
            self._hold(self.action, self.nearest)
        self.nearest_place = place_offered(self.table, self.nearest)

    def _hold(self, wished: Action, offered: Action) -> None:
        """Takes the last legal spot instead of what is wished when it is near enough."""
        if math.dist(end_of(self.table, wished), end_of(self.table, offered)) > HOLD or not self.may_hold(offered):
            return
        ruling = judge(self.table, offered)
        if ruling.legal:
            self.held_because = self.ruling.findings[0].says if self.ruling is not None and self.ruling.findings else ""
            self.action, self.ruling, self.nearest, self.is_held = offered, ruling, None, True

    def may_hold(self, _offered: Action) -> bool:
        """Whether an action on offer is of the kind that the ghost may be held at."""
        return True

    def touch(self, pointer: Point, is_free: bool = False) -> None:
        """The pointer is at a point of the table; free: not to be held at a limit."""
        if pointer != self.pointer or is_free != self.is_free:
            self.pointer, self.is_free, self.is_stale = pointer, is_free, True

    @property
    def has_gone(self) -> bool:
        """Whether the action would take the model anywhere."""
        if self.action is None:
            return False
        return any(math.dist(p, self.model.standing.at) > STILL for p in path_of(self.table, self.action)[1:])


def nearest_worth_offering(table: Table, action: Action, refused: Ruling) -> Action | None:
    """The nearest legal action of the same kind; None where there is none that goes anywhere, or it is not its turn."""
    if any(f.clause in NOT_BY_PLACE for f in refused.findings):
        return None
    offered = nearest_legal(table, action, refused)
    if offered is None or offered == action:
        return None
    path = path_of(table, offered)
    return offered if any(math.dist(p, path[0]) > STILL for p in path[1:]) else None


def place_offered(table: Table, offered: Action | None) -> Place | None:
    """Where an action on offer would leave its model, or None."""
    ghosts = ghosts_of(table, offered, judge(table, offered)) if offered is not None else ()
    return ghosts[0][1] if ghosts else None
