"""A squad in hand: the whole of it, one model or a chosen few follow the pointer; the rest stay; Enter makes the move."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

from game.surfaces import chosen_surface
from game.unit_hand import UnitHand, place_at
from physics.vectors import Point
from rules.actions import Action, Addition, Setting, SquadMove, Waypoint
from rules.holding import held
from rules.table import Model, Place, Table

Who = Literal["all", "one", "chosen"]
STILL = 0.02
"""Inches: a path shorter than this is no move."""


class SquadHand(UnitHand):
    """The models of a squad on their ways; each goes its own path, and what meets something stops at its own limit."""

    no_way_of_it = "Shift finds no way for a squad: set corners with Space (Shift+click chooses a few)"
    advice = (
        "Drag: whole unit · Ctrl+drag or I: one model · Shift+click: chosen few · Space: waypoint · "
        "Backspace: takes it back · Enter: makes the move · Esc: all back"
    )

    def __init__(self, table: Table, model: Model, at: Point, name: str, who: Who, chosen: frozenset[str]) -> None:
        super().__init__(table, model.unit, model, at)
        self.name: Any = name
        self.who: Who = who
        self.chosen = chosen
        self.paths: dict[str, tuple[Waypoint, ...]] = {}
        self.legs: list[Point] = []
        self.exact: float | None = None
        self.grab(model.id, at)

    @property
    def shift(self) -> Point:
        """How far what is grabbed has gone: as the pointer has, or the exact inches on in its direction."""
        dx, dy = super().shift
        if self.exact is None:
            return (dx, dy)
        x, y = self.legs[-1] if self.legs else (0.0, 0.0)
        far = math.hypot(dx - x, dy - y)
        way = ((dx - x) / far, (dy - y) / far) if far > 1e-9 else (0.0, 1.0)
        return (x + way[0] * self.exact, y + way[1] * self.exact)

    def go_exactly(self, inches: float) -> None:
        """Holds what is grabbed that many inches on in the pointer's direction; the same again lets it loose."""
        self.exact = None if self.exact == inches else inches
        self.is_stale = True

    def _set_of(self, model_id: str, alone: bool) -> tuple[str, ...]:
        """The models that go with one that is grabbed, that one first."""
        ids = [m.id for m in self.table.models_of(self.table.units[self.unit])]
        if alone or self.who == "one":
            ids = [model_id]
        elif model_id in self.chosen:
            ids = [i for i in ids if i in self.chosen]
        return (model_id, *(i for i in ids if i != model_id))

    def grab(self, model_id: str, at: Point, alone: bool = False) -> None:
        """A model, and those that go with it, follow the pointer from here on."""
        super().grab(model_id, at)
        self.model = self.table.model(model_id)
        self.grabbed = self._set_of(model_id, alone)
        self.legs = []
        self.exact = None

    def press(self, at: Point, slop: float, alone: bool = False, choosing: bool = False) -> bool:
        """Grabs what is under the pointer; choosing: takes it among the chosen few or out of them."""
        model_id = self.model_at(at, slop) if choosing and not self.grabbed else None
        if model_id is not None:
            self.chosen ^= {model_id}
            return True
        return super().press(at, slop, alone)

    def switch_who(self) -> bool:
        """Carries one model instead of all, or all again; whether it is one now."""
        self.who = "all" if self.who == "one" else "one"
        if self.grabbed:
            self.grabbed = self._set_of(self.grabbed[0], False)
        self.is_stale = True
        return self.who == "one"

    def _from(self, model_id: str) -> tuple[tuple[Waypoint, ...], Point]:
        """The waypoints of a model that stay, and the end that is moved on when it is grabbed."""
        path = self.paths.get(model_id, ())
        return path[:-1], path[-1].at if path else self.table.model(model_id).standing.at

    def _path(self, model_id: str) -> tuple[Waypoint, ...]:
        kept, (x, y) = self._from(model_id)
        start = self.table.model(model_id)
        path, elevation = list(kept), start.elevation
        for dx, dy in (*self.legs, self.shift):
            at = (x + dx, y + dy)
            on = chosen_surface(self.table.terrain, at, elevation, self.choice)
            elevation = self.table.terrain.surface_at(at, on)[1]
            path.append(Waypoint(at, on))
        return tuple(path) if _goes(start.standing.at, path) else ()

    def wish(self) -> Action | None:
        """The whole unit's move as it stands now; None while nobody goes anywhere."""
        paths = dict(self.paths) | {i: self._path(i) for i in self.grabbed}
        paths = {i: path for i, path in paths.items() if path}
        if not paths:
            return None
        action = SquadMove(self.name, self.unit, paths)
        if self.grabbed and not self.is_free:
            action = held(self.table, action)
            action = replace(action, paths={i: path for i, path in action.paths.items() if path})
        return action if action.paths else None

    def places(self) -> dict[str, Place]:
        """Where the models stand now."""
        paths = self.action.paths if isinstance(self.action, SquadMove) else self.paths
        found = {}
        for model in self.table.models_of(self.table.units[self.unit]):
            path = paths.get(model.id)
            found[model.id] = place_at(self.table, model, path[-1].at, path[-1].on) if path else model.standing
        return found

    def set_waypoint(self) -> bool:
        """Sets a corner of the way of what is grabbed; whether anything is."""
        if not self.grabbed or math.hypot(*self.shift) < STILL:
            return False
        self.legs.append(self.shift)
        self.exact = None
        self.is_stale = True
        return True

    def step_back(self) -> bool:
        """Takes back the last corner, else what the models put down so far have gone; whether there was anything."""
        self.is_stale = True
        if self.legs:
            self.legs.pop()
            return True
        had = bool(self.paths)
        self.paths, self.grabbed, self.is_dragged = {}, (), False
        return had

    def release(self) -> None:
        """What was grabbed stays where it is now, at its own limit."""
        self.is_stale = True
        self.judge()
        if isinstance(self.action, SquadMove):
            self.paths = {**self.paths, **{i: self.action.paths.get(i, ()) for i in self.grabbed}}
        super().release()

    def confirms_at_once(self) -> bool:
        """A squad of one model has nothing to wait for."""
        return len(self.table.models_of(self.table.units[self.unit])) == 1


def _goes(start: Point, path: list[Waypoint]) -> bool:
    return any(math.dist(start, w.at) > STILL for w in path)


class Mustering(UnitHand):
    """Squad models set up: a unit from reserve as a block under the pointer, or models added one click at a time."""

    advice = "Click: sets them there · drag: corrects one · Backspace: takes one back · Enter: does it · Esc: lets go"

    def __init__(self, table: Table, unit_id: str, name: str, at: Point) -> None:
        unit = table.units[unit_id]
        self.waiting = [i for i in unit.models if table.model(i).is_alive and table.model(i).place is None]
        model = table.model(self.waiting[0] if self.waiting else unit.models[0])
        super().__init__(table, unit_id, model, at)
        self.name = name
        self.set: list[Point] = []
        self.is_waiting = True
        self.files = max(1, math.ceil(math.sqrt(len(self.waiting))))

    def _block(self) -> list[Point]:
        """Where the models of a block stand: an inch apart, its middle under the pointer."""
        step = 2.0 * max(self.table.model(i).base.radius for i in self.waiting) + 0.5
        x, y = self.pointer
        count, rows = len(self.waiting), -(-len(self.waiting) // self.files)
        spots = []
        for k in range(count):
            row, file = divmod(k, self.files)
            across = min(self.files, count - row * self.files)
            spots.append((x + (file - (across - 1) / 2.0) * step, y - (row - (rows - 1) / 2.0) * step))
        return spots

    def spots(self) -> list[Point]:
        """Where the models are set, or would be now."""
        if self.grabbed:
            k = int(self.grabbed[0])
            moved = (self.set[k][0] + self.shift[0], self.set[k][1] + self.shift[1])
            return [*self.set[:k], moved, *self.set[k + 1 :]]
        if not self.is_waiting:
            return list(self.set)
        return self._block() if self.name == "deploy" else [*self.set, self.pointer]

    def _waypoints(self) -> list[Waypoint]:
        terrain = self.table.terrain
        return [Waypoint(at, chosen_surface(terrain, at, 0.0, self.choice)) for at in self.spots()]

    def wish(self) -> Action | None:
        """The unit deployed, or models added, where they are shown."""
        waypoints = self._waypoints()
        if not waypoints:
            return None
        if self.name == "deploy":
            return Setting("deploy", self.unit, dict(zip(self.waiting, waypoints, strict=True)))
        return Addition(self.unit, tuple(waypoints))

    def places(self) -> dict[str, Place]:
        """Where each would stand, by its number in the order they are set."""
        return {str(k): place_at(self.table, self.model, w.at, w.on) for k, w in enumerate(self._waypoints())}

    def model_at(self, at: Point, slop: float) -> str | None:
        """The number of the model set under a point."""
        near = [(math.dist(at, spot), k) for k, spot in enumerate(self.set)]
        close = [pair for pair in near if pair[0] <= self.model.base.radius + slop]
        return str(min(close)[1]) if close else None

    def press(self, at: Point, slop: float, alone: bool = False, _choosing: bool = False) -> bool:
        """Sets what waits under the pointer; else grabs one that was set, to correct it."""
        hit = self.model_at(at, slop)
        if self.is_waiting and (hit is None or self.name == "deploy"):
            self.pointer = at
            self.set = self.spots()
            self.is_waiting = self.name != "deploy"
            self.is_stale = True
            return True
        if hit is not None:
            self.is_waiting = False
        return super().press(at, slop, alone)

    def release(self) -> None:
        """What was grabbed stays where it is now; a block that was dragged from the list is set."""
        if self.grabbed:
            self.set = self.spots()
        elif self.is_waiting and self.name == "deploy":
            self.set, self.is_waiting = self.spots(), False
        super().release()

    def step_back(self) -> bool:
        """Takes back the model set last, or the whole block; whether there was one."""
        had = bool(self.set)
        self.set = [] if self.name == "deploy" else self.set[:-1]
        self.is_waiting = self.is_stale = True
        self.grabbed = ()
        return had

    def add_waits(self) -> None:
        """No further model is wished: what is set is all that is added."""
        if self.name == "add" and self.set:
            self.is_waiting, self.is_stale = False, True

    def widen(self, files: int) -> None:
        """Makes the block wider or deeper."""
        self.files = max(1, min(len(self.waiting) or 1, self.files + files))
        self.is_stale = True
