"""Moving a ranked unit: it advances as far as the pointer is ahead of it, and wheels about a front corner by keys."""

from __future__ import annotations

import math
from typing import Any

from game.hand import Hand
from physics.vectors import Point
from rules.actions import BlockMove, Step, Target
from rules.blocks import Block, block_of
from rules.manoeuvres import march_of
from rules.table import Table

WHEEL = 5.0
FINE_WHEEL = 1.0
"""Degrees that one press of a key wheels."""
MOVES = ("move", "charge", "failed_charge", "flee", "pursue")


class Drill(Hand):
    """A ranked unit in hand: the steps given so far, and the advance that the pointer asks for after them."""

    def __init__(self, table: Table, model_id: str, name: str = "move") -> None:
        super().__init__(table, model_id)
        self.name: Any = name if name in MOVES else "move"
        self.steps: list[Step] = []
        self.exact: float | None = None
        self.is_dragged = False
        self._base: Point = self.pointer

    @property
    def block(self) -> Block | None:
        """The unit as it stands."""
        return block_of(self.table, self.table.unit_of(self.model))

    def grip(self, at: Point) -> None:
        """The pointer took hold here: the advance is measured from it."""
        self._base = self.pointer = at

    @property
    def advance(self) -> float:
        """Inches that the pointer has been moved ahead, in the direction that the unit faces after its steps."""
        if self.exact is not None:
            return self.exact
        block = self.block
        if block is None:
            return 0.0
        facing = march_of(block, self.steps).end.pose.facing
        dx, dy = self.pointer[0] - self._base[0], self.pointer[1] - self._base[1]
        return max(0.0, dx * math.cos(facing) + dy * math.sin(facing))

    def wish(self) -> BlockMove | None:
        """The move of all steps and the advance."""
        if self.block is None:
            return None
        inches = self.advance
        steps = (*self.steps, Step(advance=inches)) if inches > 1e-9 else tuple(self.steps)
        return BlockMove(self.name, self.model.unit, steps, self._target()) if steps else None

    def _target(self) -> Target | None:
        """Of all moves but the ordinary one: the enemy unit nearest to the pointer."""
        enemies = [m for m in self.table.standing if self.table.are_enemies(m, self.model)]
        if self.name == "move" or not enemies:
            return None
        return min(enemies, key=lambda m: math.dist(m.standing.at, self.pointer)).unit

    def set_waypoint(self) -> bool:
        """Keeps the advance as a step, so that a wheel can follow; whether there was one."""
        inches = self.advance
        if inches <= 1e-9:
            return False
        self.steps.append(Step(advance=inches))
        self.exact = None
        self._base = self.pointer
        self.is_stale = True
        return True

    def wheel(self, side: str, degrees: float) -> None:
        """Wheels about the front corner on a side; more of the same makes one larger wheel, the other side less."""
        self.set_waypoint()
        last = self.steps[-1] if self.steps else None
        turned = degrees
        if last is not None and last.wheel is not None:
            self.steps.pop()
            turned = last.degrees + (degrees if last.wheel == side else -degrees)
            side = last.wheel
        if turned > 1e-9:
            self.steps.append(Step(wheel="left" if side == "left" else "right", degrees=turned))
        self.is_stale = True

    def take_back_waypoint(self) -> bool:
        """Takes back the exact inches, else the last step; whether there was one."""
        self.is_stale = True
        if self.exact is not None:
            self.exact = None
            return True
        self._base = self.pointer
        if self.steps:
            self.steps.pop()
            return True
        return False

    def go_exactly(self, inches: float) -> None:
        """Advances exactly so many inches; the same again lets loose."""
        self.exact = None if self.exact == inches else inches
        self.is_stale = True


def words_of(steps: tuple[Step, ...]) -> str:
    """The steps in words."""
    parts = [f"advance {s.advance:.2f}″" if s.advance is not None else f"wheel {s.wheel} {s.degrees:g}°" for s in steps]
    return ", ".join(parts)
