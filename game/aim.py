"""Going directly towards or away: first the target is chosen, then how far along the one line there is."""

from __future__ import annotations

from typing import Literal

from game.asking import direct_way
from game.hand import Hand
from physics.vectors import Point
from rules.actions import DirectMove, Target
from rules.measuring import Measured
from rules.table import Table

STEP = 0.5
FINE_STEP = 0.1


class Aim(Hand):
    """A model about to go directly towards or away from a target."""

    def __init__(self, table: Table, model_id: str, name: Literal["towards", "away"]) -> None:
        super().__init__(table, model_id)
        self.name: Literal["towards", "away"] = name
        self.target: Target | None = None
        self.is_fixed = False
        self.distance = self.model.move
        self.typed = ""
        self._pulled_from: tuple[Point, float] | None = None

    def wish(self) -> DirectMove | None:
        """The move along the line, once there is a target."""
        if self.target is None or self.heading() is None:
            return None
        return DirectMove(self.name, self.model.id, self.target, self.distance)

    def heading(self) -> Point | None:
        """The direction, one inch long, in which it goes, once there is a target."""
        return direct_way(self.table, self.model, self.name, self.target) if self.target is not None else None

    def target_of(self, what: Measured) -> Target | None:
        """What is aimed at where the pointer is: anything but itself."""
        return None if what == self.model.id else what

    def aim_at(self, target: Target | None) -> None:
        """Looks at a target, as long as none is fixed."""
        if not self.is_fixed and target != self.target:
            self.target, self.is_stale = target, True

    def fix(self) -> bool:
        """Keeps the target; whether there is one. The ghost starts at the last legal spot of the whole Move."""
        self.judge()
        if self.target is None or self.action is None:
            return False
        self.is_fixed = True
        self._pulled_from = None
        offered = self.nearest
        if isinstance(self.action, DirectMove):
            self.distance = self.action.distance
        if isinstance(offered, DirectMove):
            self.distance = offered.distance
        self.is_stale = True
        return True

    def pull_to(self, point: Point) -> None:
        """Makes the distance longer or shorter as the pointer moves along the line; not once it was typed."""
        if self.target is None or self.typed or not self.is_fixed:
            return
        if self._pulled_from is None:
            self._pulled_from = (point, self.distance)
        (x, y), distance = self._pulled_from
        way = self.heading()
        if way is not None:
            self.set_distance(distance + (point[0] - x) * way[0] + (point[1] - y) * way[1])

    def set_distance(self, inches: float) -> None:
        """Sets the distance, never below nought."""
        inches = max(0.0, min(100.0, inches))
        if inches != self.distance:
            self.distance, self.is_stale = inches, True

    def lengthen(self, inches: float) -> None:
        """Makes the distance longer or shorter, to whole steps of so many inches."""
        step = abs(inches)
        self.typed = " "
        self.set_distance(round(self.distance / step) * step + inches)

    def type(self, character: str) -> None:
        """Takes one digit or point of a distance that is typed."""
        typed = (self.typed + character).strip()
        try:
            inches = float(typed)
        except ValueError:
            return
        self.typed = typed
        self.set_distance(inches)

    def untype(self) -> bool:
        """Takes back what was typed, else the target; whether there was anything."""
        if self.typed:
            self.typed, self._pulled_from = "", None
            return True
        if self.is_fixed:
            self.is_fixed, self.is_stale = False, True
            return True
        return False
