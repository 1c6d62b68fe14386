"""A ranked unit that is set up anew: its ghost is dragged, turned by a knob before its front, and made wider or deeper."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

from game.hand import Hand
from physics.contact import clearance
from physics.ranks import block_point
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import Action, Reform
from rules.blocks import Block, block_of
from rules.holding_blocks import held_reform, present_reform
from rules.manoeuvres import reformed
from rules.referee import judge
from rules.table import Formation, Table

KNOB = 2.6
"""How many grips before its front edge the knob stands that turns the ghost."""
NOT_BY_PLACE = ("turn.order", "combat.separate")
"""Clauses that no other place would mend."""
Grip = Literal["turn", "place"]


class ReformHand(Hand):
    """A reform as it is wished: files, place and facing."""

    def __init__(self, table: Table, model_id: str) -> None:
        super().__init__(table, model_id)
        self.name = "reform"
        block = block_of(table, table.unit_of(self.model))
        self.is_loose = block is None
        if block is None:  # a loose unit reforms into ranks: it starts as one file where its first model stands
            models = tuple(table.models_of(table.unit_of(self.model)))
            place = models[0].standing
            block = Block(table.unit_of(self.model), models, Formation(min(5, len(models)), place.at, place.facing))
        self.block = block
        self.wished = present_reform(block)
        self.first = self.wished
        self.pull: Grip | None = None
        self.is_dragged = False
        self._start: Point = self.pointer
        self._from = self.wished
        self._legal: Reform | None = None
        self._ways: tuple[Reform | None, list[tuple[Point, Point]]] = (None, [])

    # What is wished

    def wish(self) -> Action | None:
        """The reform; while it is dragged it is held where it is legal last."""
        self.is_held = False
        wished = self._pulled()
        if self.pull is not None and self._legal is not None and not self.is_free:
            wished, beyond = held_reform(self.table, self._legal, wished)
            self.is_held, self.held_because = bool(beyond), beyond[0].says if beyond else ""
        return wished if self.has_changed(wished) else None

    def _pulled(self) -> Reform:
        if self.pull == "place":
            dx, dy = self.pointer[0] - self._start[0], self.pointer[1] - self._start[1]
            x, y = self._from.at
            return replace(self._from, at=(round(x + dx, 2), round(y + dy, 2)))
        if self.pull == "turn":
            return self._turned()
        return self.wished

    def _turned(self) -> Reform:
        """The ghost turned about its middle, so that its knob points at the pointer."""
        middle = self._middle(self._from)
        if math.dist(middle, self.pointer) < 1e-6:
            return self._from
        degrees = math.degrees(math.atan2(self.pointer[1] - middle[1], self.pointer[0] - middle[0]))
        return self._about_middle(round(degrees, 1))

    def _about_middle(self, degrees: float) -> Reform:
        facing = math.radians(degrees)
        at = block_point(self._middle(self._from), facing, 0.0, self._block_of(self._from).length / 2.0)
        return replace(self._from, at=at, facing_deg=degrees % 360.0)

    def _middle(self, reform: Reform) -> Point:
        block = self._block_of(reform)
        return block_point(block.pose.at, block.pose.facing, 0.0, -block.length / 2.0)

    def _block_of(self, reform: Reform) -> Block:
        return self.block.posed(Formation(reform.files, reform.at, math.radians(reform.facing_deg)))

    def has_changed(self, reform: Reform) -> bool:
        """Whether a reform leaves anything but the unit as it stands."""
        first = self.first
        if self.is_loose:
            return True
        turn = abs((reform.facing_deg - first.facing_deg + 180.0) % 360.0 - 180.0)
        return reform.files != first.files or math.dist(reform.at, first.at) > 1e-6 or turn > 1e-6

    def judge(self) -> None:
        """Judges what is wished; it is held by itself, so that nothing is offered."""
        if not self.is_stale:
            return
        self.is_stale = False
        self.action = self.wish()
        self.ruling = judge(self.table, self.action) if self.action is not None else None
        now = self.action if isinstance(self.action, Reform) else self.first
        if self.ruling is None or all(f.clause in NOT_BY_PLACE for f in self.ruling.findings):
            self._legal = now

    @property
    def has_gone(self) -> bool:
        """Whether there is anything to be done."""
        return self.action is not None

    @property
    def shown(self) -> Reform:
        """The reform as it is judged now."""
        return self.action if isinstance(self.action, Reform) else self.wished

    @property
    def ghost(self) -> Block:
        """The unit as it would stand."""
        return self._block_of(self.shown)

    def ways(self) -> list[tuple[Point, Point]]:
        """Where each model goes, in straight lines; the longest first."""
        shown = self.shown
        if self._ways[0] != shown:
            new, _, _ = reformed(self.block, shown, self.table.number("manoeuvre.factor"))
            ways = [(m.standing.at, at) for m, at in zip(new.models, new.places, strict=True)]
            self._ways = (shown, sorted(ways, key=lambda way: -math.dist(*way)))
        return self._ways[1]

    # Pulling

    def knob(self, reach: float) -> Point:
        """Where the knob stands that turns the ghost."""
        return block_point(self.ghost.pose.at, self.ghost.pose.facing, 0.0, KNOB * reach)

    def press(self, at: Point, reach: float) -> bool:
        """The button went down: takes hold of the knob or the ghost; whether either lies there."""
        grip: Grip | None = None
        if math.dist(at, self.knob(reach)) <= reach:
            grip = "turn"
        elif min(clearance(Shape((at,)), piece) for piece in self.ghost.outline) <= reach * 0.5:
            grip = "place"
        if grip is not None:
            self.pull, self._start, self.pointer, self._from, self.is_dragged = grip, at, at, self.shown, True
            self.is_stale = True
        return grip is not None

    def touch(self, pointer: Point, is_free: bool = False) -> None:
        """The pointer moved: what is held of the ghost follows."""
        if self.pull is None:
            self.pointer = pointer
        else:
            super().touch(pointer, is_free)

    def release(self) -> bool:
        """The ghost stays where it is held now; whether anything was pulled."""
        self.judge()
        had = self.pull is not None
        if had:
            self.wished = self.shown if self.action is not None else self.first
        self.pull, self.is_dragged, self.is_stale = None, False, True
        return had

    # Buttons

    def widen(self, files: int) -> None:
        """So many files more, or fewer; the middle of its front stays."""
        self.release()
        wanted = max(1, min(self.block.count, self.wished.files + files))
        self.wished = replace(self.wished, files=wanted)
        self._legal, self.is_stale = None, True

    def face(self, degrees: float) -> None:
        """Faces a direction that was typed, turned about its middle."""
        self.release()
        self._from = self.wished
        self.wished = self._about_middle(degrees)
        self.is_stale = True

    def turn(self, degrees: float) -> None:
        """Turns by some degrees, to the left positive."""
        self.face(round(self.wished.facing_deg + degrees, 1))

    def take_back(self) -> bool:
        """Back to how the unit stands; whether that changes anything."""
        changes = self.wished != self.first or self.pull is not None
        self.pull, self.is_dragged = None, False
        self.wished, self._legal, self.is_stale = self.first, None, True
        return changes
