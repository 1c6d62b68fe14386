"""A unit of many models in hand: those grabbed follow the pointer, the rest stand where they were put, and only Enter
does the whole of it. `Correcting` is the arrangement of a led unit, to be changed by hand before it is confirmed."""

from __future__ import annotations

import math
from dataclasses import replace

from game.hand import HOLD, Hand
from game.surfaces import chosen_surface
from physics.contact import clearance
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import Action, DirectMove, LeaderMove, Setting, Waypoint
from rules.direct_aims import direct_leader
from rules.leader_direct import spot_held
from rules.referee import judge
from rules.ruling import Ruling
from rules.table import Model, Place, Table


class UnitHand(Hand):
    """Some models of a unit in hand; `grabbed` are those that follow the pointer now."""

    advice = "Drag a model: corrects it · Enter: does it · Esc: takes it all back"

    def __init__(self, table: Table, unit_id: str, model: Model, at: Point) -> None:
        self.table = table
        self.unit = unit_id
        self.model = model
        self.pointer = at
        self.start = at
        self.is_free = self.is_held = False
        self.is_stale = True
        self.held_because = ""
        self.action: Action | None = None
        self.ruling: Ruling | None = None
        self.nearest: Action | None = None
        self.nearest_place: Place | None = None
        self.grabbed: tuple[str, ...] = ()
        self.is_dragged = False
        self.choice: str | None = None

    def judge(self) -> None:
        """Judges what is wished; a unit is not held at a spot of one of its models, so nothing is offered."""
        if self.is_stale:
            self.is_stale = False
            self.action = self.wish()
            self.ruling = judge(self.table, self.action) if self.action is not None else None

    @property
    def has_gone(self) -> bool:
        """Whether there is anything to be done."""
        return self.action is not None

    @property
    def shift(self) -> Point:
        """How far the pointer has gone since it grabbed."""
        return (self.pointer[0] - self.start[0], self.pointer[1] - self.start[1])

    def places(self) -> dict[str, Place]:
        """Where the models of the unit would stand now."""
        raise NotImplementedError

    def model_at(self, at: Point, slop: float) -> str | None:
        """The model of the unit whose base, where it would stand now, lies under a point."""
        spot = Shape((at,))
        outlines = {i: self.table.model(i).outline.moved(p.at) for i, p in self.places().items()}
        near = [(clearance(spot, outline), i) for i, outline in outlines.items()]
        close = [pair for pair in near if pair[0] <= slop]
        return min(close)[1] if close else None

    def press(self, at: Point, slop: float, alone: bool = False, _choosing: bool = False) -> bool:
        """The button went down: what is grabbed is put down, or a model under the pointer is grabbed; whether any."""
        if self.grabbed:
            self.release()
            return False
        model_id = self.model_at(at, slop)
        if model_id is not None:
            self.grab(model_id, at, alone)
            self.is_dragged = bool(self.grabbed)
        return model_id is not None

    def grab(self, model_id: str, at: Point, _alone: bool = False) -> None:
        """A model follows the pointer from here on."""
        self.grabbed, self.start, self.pointer = (model_id,), at, at
        self.choice = None
        self.is_stale = True

    def release(self) -> None:
        """What was grabbed stays where it is now."""
        self.grabbed = ()
        self.is_dragged = False
        self.is_stale = True

    def step_back(self) -> bool:
        """Takes back the last thing put down; whether there was one."""
        return False

    def confirms_at_once(self) -> bool:
        """Whether letting go of the button does the action, with nothing left to correct."""
        return False


def place_at(table: Table, model: Model, at: Point, on: str | None) -> Place:
    """Where a model would stand at a point."""
    surface, elevation = table.terrain.surface_at(at, on)
    return Place(at, surface, elevation, model.place.facing if model.place else Place((0.0, 0.0)).facing)


class Correcting(UnitHand):
    """A led unit after its leader was put down: the others stand as the game arranged them, and can be moved by hand."""

    def __init__(self, table: Table, action: LeaderMove | Setting | DirectMove, ruling: Ruling) -> None:
        leader = _leader_of(table, action)
        self.led = action
        assert ruling.after is not None, "only a legal action is corrected"
        self.leader = ruling.after.model(leader.id)
        super().__init__(table, leader.unit, leader, self.leader.standing.at)
        models = ruling.after.models_of(ruling.after.units[leader.unit])
        self.place = {m.id: Waypoint(m.standing.at, m.standing.on) for m in models if m.id != leader.id}
        self.arranged = dict(self.place)
        self._last_held: tuple[object, Point] | None = None

    def wish(self) -> Action:
        """The action with every model where it stands now."""
        place = self._places_now()
        if isinstance(self.led, Setting) and self.leader.id in self.led.place:
            place[self.leader.id] = self.led.place[self.leader.id]
        return replace(self.led, place=place)

    def _places_now(self) -> dict[str, Waypoint]:
        if not self.grabbed:
            return dict(self.place)
        model_id = self.grabbed[0]
        was = self.place[model_id]
        at = self._held((was.at[0] + self.shift[0], was.at[1] + self.shift[1]))
        on = chosen_surface(self.table.terrain, at, self.leader.elevation, self.choice)
        return self.place | {model_id: Waypoint(at, on)}

    def _held(self, at: Point) -> Point:
        """A spot that is pointed at; of a unit going directly the one near by that is as near (or far) as it may be."""
        if not isinstance(self.led, DirectMove) or self.is_free:
            return at
        if self._last_held is None or self._last_held[0] != (at, self.grabbed):
            spot = spot_held(self.table, replace(self.led, place=self.place), self.grabbed[0], at)
            self._last_held = ((at, self.grabbed), spot if spot is not None and math.dist(spot, at) <= HOLD else at)
        return self._last_held[1]

    def places(self) -> dict[str, Place]:
        """Where the others stand now, and the leader."""
        found = {i: place_at(self.table, self.table.model(i), w.at, w.on) for i, w in self._places_now().items()}
        return found | {self.leader.id: self.leader.standing}

    def grab(self, model_id: str, at: Point, _alone: bool = False) -> None:
        """One of the others follows the pointer; the leader has gone its way already."""
        if model_id != self.leader.id:
            super().grab(model_id, at)

    def release(self) -> None:
        """The model stays where it is now."""
        self.place = self._places_now()
        super().release()

    def step_back(self) -> bool:
        """Back to how the game arranged them; whether that changes anything."""
        changes = self.place != self.arranged or bool(self.grabbed)
        self.grabbed, self.place, self.is_stale = (), dict(self.arranged), True
        return changes

    @property
    def corrected(self) -> int:
        """How many models were moved by hand since the game arranged them."""
        return sum(1 for i, w in self.place.items() if w != self.arranged[i])


def _leader_of(table: Table, action: LeaderMove | Setting | DirectMove) -> Model:
    if isinstance(action, DirectMove):
        led = direct_leader(table, action)
        assert led is not None, "only a legal action is corrected"
        return led[0]
    return table.model(action.leader or next(iter(action.place)))


class Deploying(UnitHand):
    """A led unit set from reserve (or set anew): the leader is under the pointer, the others as the game arranges them."""

    advice = "Click: sets the unit there, to be corrected · L: the next model leads · Esc: lets go"

    def __init__(self, table: Table, unit_id: str, name: str, at: Point) -> None:
        leader = next(table.model(i) for i in table.units[unit_id].models if table.model(i).is_alive)
        super().__init__(table, unit_id, leader, at)
        self.name = name
        self.grabbed = (leader.id,)

    def wish(self) -> Action:
        """The unit set with its leader under the pointer."""
        on = chosen_surface(self.table.terrain, self.pointer, 0.0, self.choice)
        return Setting(self.name, self.unit, {self.model.id: Waypoint(self.pointer, on)}, self.model.id)  # type: ignore[arg-type]

    def places(self) -> dict[str, Place]:
        """Where the leader would stand."""
        return {self.model.id: place_at(self.table, self.model, self.pointer, None)}

    def release(self) -> None:
        """It stays under the pointer until it is set."""
        self.is_dragged = False

    def choose_next_leader(self) -> None:
        """The next model of the unit leads, and stands under the pointer."""
        able = [i for i in self.table.units[self.unit].models if self.table.model(i).is_alive]
        self.model = self.table.model(able[(able.index(self.model.id) + 1) % len(able)])
        self.grabbed, self.is_stale = (self.model.id,), True

    def choose_next(self) -> None:
        """Another unit in reserve of the same side, if there is one."""
        waiting = reserves(self.table, self.table.units[self.unit].side)
        if self.unit in waiting:
            after = waiting[(waiting.index(self.unit) + 1) % len(waiting)]
            self.unit = after
            self.model = next(self.table.model(i) for i in self.table.units[after].models if self.table.model(i).is_alive)
            self.grabbed, self.is_stale = (self.model.id,), True


def reserves(table: Table, side: str | None = None) -> list[str]:
    """The units (of a side) with nobody on the table and somebody alive."""
    return [
        u.id for u in table.units.values()
        if (side is None or u.side == side)
        and not table.models_of(u) and any(table.model(i).is_alive for i in u.models)
    ]
