"""What is in hand: a model on its way, the action that would take it there, and the ruling on it, once a frame."""

from __future__ import annotations

import math

from physics.vectors import Point
from rules.actions import Action, DirectMove, ModelMove, Target
from rules.nearest_legal import nearest_legal
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table

HOLD = 0.3
"""Inches beyond the last legal spot within which the ghost is held at it."""
STILL = 0.02
"""Inches: a path shorter than this is no move."""


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
    if any(f.clause in ("turn.order", "engagement.held", "action.unavailable") for f in refused.findings):
        return None
    offered = nearest_legal(table, action, refused)
    if offered is None or offered == action:
        return None
    path = path_of(table, offered)
    return offered if any(math.dist(p, path[0]) > STILL for p in path[1:]) else None


def place_offered(table: Table, offered: Action | None) -> Place | None:
    """Where an action on offer would leave its model, or None."""
    return place_after(table, offered, judge(table, offered)) if offered is not None else None


def mover_of(action: Action) -> str | None:
    """The id of the model that an action moves, or None."""
    if isinstance(action, ModelMove):
        return action.model
    return action.mover if isinstance(action, DirectMove) else None


def path_of(table: Table, action: Action) -> tuple[Point, ...]:
    """The corners of the path of an action of one model, its start first; empty for actions without one."""
    mover = mover_of(action)
    model = table.models.get(mover) if mover is not None else None
    if model is None or model.place is None:
        return ()
    if isinstance(action, ModelMove):
        return (model.place.at, *(w.at for w in action.path))
    assert isinstance(action, DirectMove)
    return (model.place.at, direct_end(table, model, action))


def end_of(table: Table, action: Action) -> Point:
    """Where the path of an action ends."""
    return path_of(table, action)[-1]


def place_after(table: Table, action: Action, ruling: Ruling) -> Place | None:
    """Where the model of an action would stand: as ruled when it is legal, else where its path ends."""
    mover = mover_of(action)
    if mover is None or mover not in table.models or table.models[mover].place is None:
        return None
    if ruling.after is not None:
        return ruling.after.models[mover].place
    on = action.path[-1].on if isinstance(action, ModelMove) and action.path else None
    end = end_of(table, action)
    if isinstance(action, ModelMove) and not action.path:
        return table.model(mover).standing
    surface, elevation = table.terrain.surface_at(end, on)
    return Place(end, surface, elevation, table.model(mover).standing.facing)


def middle_of(table: Table, target: Target) -> Point | None:
    """The middle of a model, a unit's first model or a marker, or the point itself; None when it is not there."""
    if not isinstance(target, str):
        return target
    model = table.models.get(target)
    if model is None and target in table.units:
        model = next(iter(table.models_of(table.units[target])), None)
    if model is not None:
        return model.place.at if model.place is not None else None
    marker = table.marker(target)
    return marker.at if marker is not None else None


def direct_way(table: Table, model: Model, name: str, target: Target) -> Point | None:
    """The direction, one inch long, in which a model goes directly towards or away from a target."""
    middle = middle_of(table, target)
    if middle is None:
        return None
    (ax, ay), (bx, by) = model.standing.at, middle
    far = math.hypot(bx - ax, by - ay)
    if far < 1e-9:
        return None
    sign = 1.0 if name == "towards" else -1.0
    return (sign * (bx - ax) / far, sign * (by - ay) / far)


def direct_end(table: Table, model: Model, action: DirectMove) -> Point:
    """Where the middle of a model would be after going directly so many inches."""
    x, y = model.standing.at
    way = direct_way(table, model, action.name, action.target) or (0.0, 0.0)
    return (x + way[0] * action.distance, y + way[1] * action.distance)
