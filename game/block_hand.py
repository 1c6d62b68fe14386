"""A ranked unit in hand: a front corner is pulled to wheel, the rest of it to advance; each release adds a step."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

from game.hand import Hand
from physics.contact import clearance
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import BlockMove, Step
from rules.blocks import Block, block_of
from rules.charging_blocks import Face, faces
from rules.holding_blocks import held_step, hindrances, snapped_step
from rules.manoeuvres import March, march_of
from rules.referee import judge
from rules.ruling import Finding, Ruling
from rules.table import Table

WHEEL = 5.0
FINE_WHEEL = 1.0
"""Degrees that one press of a key wheels."""
MOVES = ("move", "charge", "failed_charge", "flee", "pursue")
LEAST = 0.02
"""Inches: what is pulled less than this is no step."""
DEGREES, INCHES = 0.1, 0.01
"""What a pulled wheel or advance is rounded to before it is held at a limit."""

Pull = Literal["left", "right", "front"]


class BlockHand(Hand):
    """A ranked unit in hand: the steps given so far, the one being pulled, and the target that it goes for."""

    no_way_of_it = "Shift finds no way for a ranked unit: it wheels and advances"

    def __init__(self, table: Table, model_id: str, name: str = "move") -> None:
        super().__init__(table, model_id)
        self.name: Any = name if name in MOVES else "move"
        self.steps: list[Step] = []
        self.target: str | None = None
        self.faces: tuple[Face, ...] = ()
        self.pull: Pull | None = None
        self.exact: float | None = None
        self.beyond: Finding | None = None
        self.is_dragged = False
        self._start: Point = self.pointer
        self._turned = 0.0
        block = block_of(table, table.unit_of(self.model))
        assert block is not None, f"{self.model.unit} stands in no ranks"
        self.block: Block = block

    # The move as it stands

    def _move(self, steps: tuple[Step, ...]) -> BlockMove:
        return BlockMove(self.name, self.model.unit, steps, self.target)

    @property
    def march(self) -> March:
        """The way of the steps kept so far, without the one being pulled."""
        return march_of(self.block, self.steps)

    @property
    def shown(self) -> March:
        """The way of the whole move as it is judged now."""
        steps = self.action.steps if isinstance(self.action, BlockMove) else tuple(self.steps)
        return march_of(self.block, steps)

    def wish(self) -> BlockMove | None:
        """The move of all steps and the one being pulled, which is held at its last legal inch or degree."""
        self.is_held = False
        step = self._pulled()
        if step is None:
            return self._move(tuple(self.steps)) if self.steps else None
        if not self.is_free:
            step = self._held(step)
        return self._move((*self.steps, step))

    def _held(self, step: Step) -> Step:
        before = self._move(tuple(self.steps))
        if self.exact is None:
            met = snapped_step(self.table, before, step)
            if met is not None:
                return met
        held, beyond = held_step(self.table, before, step)
        self.is_held = bool(beyond)
        self.beyond = min(beyond, key=_is_aside) if beyond else None
        self.held_because = self.beyond.says if self.beyond is not None else ""
        return held

    def _pulled(self) -> Step | None:
        if self.pull is None:
            return None
        if self.pull == "front":
            ahead = self.exact if self.exact is not None else _rounded(self._ahead(), INCHES)
            return Step(advance=ahead) if ahead > LEAST else None
        side: Literal["left", "right"] = "right" if self.pull == "left" else "left"
        degrees = self._degrees(side) if self.exact is not None else _rounded(math.degrees(self._turned), DEGREES)
        return Step(wheel=side, degrees=degrees) if degrees > 1e-9 else None

    def _degrees(self, side: Literal["left", "right"]) -> float:
        """Degrees of a wheel that costs the exact inches asked for."""
        whole = march_of(self.march.end, (Step(wheel=side, degrees=1.0),)).cost
        return (self.exact or 0.0) / whole

    def _ahead(self) -> float:
        facing = self.march.end.pose.facing
        dx, dy = self.pointer[0] - self._start[0], self.pointer[1] - self._start[1]
        return max(0.0, dx * math.cos(facing) + dy * math.sin(facing))

    def judge(self) -> None:
        """Judges what is wished; it is held at a limit by itself, so that nothing is offered."""
        if self.is_stale:
            self.is_stale = False
            self.action = self.wish()
            self.ruling = judge(self.table, self.action) if self.action is not None else None

    @property
    def has_gone(self) -> bool:
        """Whether there is anything to be done."""
        return self.action is not None

    # Pulling

    def grip_at(self, at: Point, reach: float) -> Pull | None:
        """What lies under a point of the unit where it would stand: a front corner, the rest of it, or nothing."""
        block = self.march.end
        near = min(reach, 0.3 * block.width)
        for side in ("left", "right"):
            if math.dist(at, block.corner(side)) <= near:
                return "left" if side == "left" else "right"
        apart = min(clearance(Shape((at,)), piece) for piece in block.outline)
        return "front" if apart <= near * 0.7 else None

    def press(self, at: Point, reach: float) -> bool:
        """The button went down: takes hold of a corner or the front under the pointer, or of a target; whether any."""
        grip = self.grip_at(at, reach)
        if grip is not None:
            self.take(grip, at)
            self.is_dragged = self.pull is not None
        return self.pull is not None

    def take(self, grip: Pull, at: Point) -> None:
        """From here on a corner or the front follows the pointer; not while it is not known whom to charge."""
        if self.wants_target:
            return
        self.pull, self.pointer, self._start = grip, at, at
        self._turned = 0.0
        self.exact = None
        self.is_stale = True

    def touch(self, pointer: Point, is_free: bool = False) -> None:
        """The pointer moved: what is pulled follows; a wheel goes on past half a circle."""
        if self.pull in ("left", "right") and pointer != self.pointer:
            pivot = self.march.end.corner("right" if self.pull == "left" else "left")
            sign = -1.0 if self.pull == "left" else 1.0
            self._turned += sign * _angle_between(pivot, self.pointer, pointer)
            self._turned = max(-1.0, min(2.0 * math.pi, self._turned))
        if self.pull is None:
            self.pointer = pointer
        else:
            super().touch(pointer, is_free)

    def release(self) -> bool:
        """What was pulled becomes a step as it is held now; whether there was one. A pull that is refused is no step."""
        self.is_stale = True
        self.judge()
        action = self.action
        kept = self.pull is not None and isinstance(action, BlockMove) and len(action.steps) > len(self.steps)
        if kept and isinstance(action, BlockMove) and _is_worth(action.steps[-1]) and not self._is_refused(action):
            self._keep(action.steps[-1])
        self.pull, self.exact, self.is_dragged = None, None, False
        self.is_stale = True
        return kept

    def _is_refused(self, action: BlockMove) -> bool:
        """Whether a step that was pulled freely past a limit is not to be kept."""
        return bool(hindrances(self.table, action))

    def _keep(self, step: Step) -> None:
        """Adds a step; more of the same kind makes one larger step."""
        last = self.steps[-1] if self.steps else None
        if last is not None and step.wheel is not None and last.wheel == step.wheel:
            self.steps[-1] = replace(last, degrees=last.degrees + step.degrees)
        elif last is not None and step.wheel is None and last.wheel is None:
            self.steps[-1] = replace(last, advance=(last.advance or 0.0) + (step.advance or 0.0))
        else:
            self.steps.append(step)

    # Keys

    def set_waypoint(self) -> bool:
        """Keeps what is pulled as a step, and goes on pulling from there; whether there was one."""
        grip, dragged = self.pull, self.is_dragged
        kept = self.release()
        if grip is not None:
            self.take(grip, self.pointer)
            self.is_dragged = dragged
        return kept

    def wheel(self, side: str, degrees: float) -> None:
        """Wheels about the front corner on a side by a key, as far as it is legal; the other side takes some back."""
        self.release()
        last = self.steps[-1] if self.steps else None
        if last is not None and last.wheel is not None and last.wheel != side:
            self.steps.pop()
            if last.degrees - degrees > 1e-9:
                self.steps.append(replace(last, degrees=last.degrees - degrees))
        else:
            self._give(Step(wheel="left" if side == "left" else "right", degrees=degrees))

    def _give(self, step: Step) -> None:
        if self.wants_target:
            return
        held = self._held(step)
        if _is_worth(held):
            self._keep(held)
        self.is_stale = True

    def go_exactly(self, inches: float) -> None:
        """Pulls exactly so many inches (of arc, in a wheel), the same again lets loose; pulling nothing, it advances so many."""
        if self.pull is None:
            self._give(Step(advance=inches))
        else:
            self.exact = None if self.exact == inches else inches
        self.is_stale = True

    def take_back_waypoint(self) -> bool:
        """Takes back what is pulled, else the last step, else the target; whether there was anything."""
        self.is_stale = True
        if self.exact is not None or self.pull is not None:
            self.exact, self.pull, self.is_dragged = None, None, False
            return True
        if self.steps:
            self.steps.pop()
            return True
        had = self.target is not None
        self.target, self.faces = None, ()
        return had

    # The target

    @property
    def wants_target(self) -> bool:
        """Whether it goes for somebody, and nobody was chosen yet."""
        return self.name == "charge" and self.target is None

    def aim_at(self, unit_id: str) -> bool:
        """Goes for a unit; whether that is another one than before."""
        unit = self.table.units[unit_id]
        if self.name == "move" or unit.side == self.block.unit.side or unit_id == self.target:
            return False
        self.target, self.is_stale = unit_id, True
        self.faces = faces(self.table, self.model.unit, unit_id) if self.name == "charge" else ()
        return True

    def face_at(self, at: Point, reach: float) -> Face | None:
        """The reachable face of the target near a point."""
        close = [(_off(at, f.line), k) for k, f in enumerate(self.faces) if f.charge is not None]
        near = [(apart, k) for apart, k in close if apart <= reach]
        return self.faces[min(near)[1]] if near else None

    def go_for(self, face: Face) -> None:
        """Takes the steps that were found for a face of the target."""
        if face.charge is not None:
            self.steps = list(face.charge.steps)
            self.pull, self.is_dragged, self.exact = None, False, None
            self.is_stale = True

    def lines(self) -> list[tuple[str, float, bool]]:
        """Each step in words, its inches, and whether they are paid."""
        ruling: Ruling | None = self.ruling
        if ruling is not None and ruling.items:
            ways = {k: s.inches for k, s in enumerate(self.shown.stages)}
            return [
                (i.piece, ways.get(k, i.counted), i.counted > 0.0 or ways.get(k, 0.0) == 0.0)
                for k, i in enumerate(ruling.items)
            ]
        return [(s.words, s.inches, True) for s in self.shown.stages]


def _is_aside(finding: Finding) -> bool:
    """Whether a finding only explains another."""
    return finding.clause in ("wheel.cost", "measure.point")


def _is_worth(step: Step) -> bool:
    """Whether a step is more than the nothing that is left of one held at its very start."""
    return (step.advance or 0.0) > 1e-3 if step.wheel is None else step.degrees > 1e-2


def _rounded(value: float, to: float) -> float:
    return round(round(value / to) * to, 6)


def _angle_between(pivot: Point, a: Point, b: Point) -> float:
    """Radians from one point to another about a pivot, anticlockwise positive, the shorter way."""
    turned = math.atan2(b[1] - pivot[1], b[0] - pivot[0]) - math.atan2(a[1] - pivot[1], a[0] - pivot[0])
    return math.remainder(turned, 2.0 * math.pi)


def _off(at: Point, line: tuple[Point, Point]) -> float:
    return clearance(Shape((at,)), Shape(line))


def words_of(steps: tuple[Step, ...]) -> str:
    """The steps in words."""
    parts = [f"advance {s.advance:.2f}″" if s.wheel is None else f"wheel {s.wheel} {s.degrees:.1f}°" for s in steps]
    return ", ".join(parts)
