"""A led unit going directly: its leader is the one with the shortest way, and the player chooses where ways are equal."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from game.aim import Aim
from physics.contact import clearance
from physics.shapes import Shape
from physics.vectors import Point
from rules.actions import DirectMove, Target, WaySide
from rules.direct_aims import apart, direct_leader, leaders_of
from rules.direct_ways import Bend
from rules.leader_direct import Plan, plan_of
from rules.measuring import Measured
from rules.table import Table

OTHER: dict[WaySide, WaySide] = {"left": "right", "right": "left"}


class LedAim(Aim):
    """A unit about to go directly; `way` are the sides chosen at what is in the way, `leader` who is to lead."""

    way: tuple[WaySide, ...] = ()
    leader: str | None = None

    def __init__(self, table: Table, model_id: str, name: Literal["towards", "away"]) -> None:
        super().__init__(table, model_id, name)
        self.selected = model_id

    def judge(self) -> None:
        """Judges what is wished; the model in hand is the one that leads."""
        super().judge()
        found = direct_leader(self.table, self.action) if isinstance(self.action, DirectMove) else None
        if found is not None:
            self.model = found[0]

    def wish(self) -> DirectMove | None:
        """The move of the unit along its line, once there is a target."""
        if self.target is None:
            return None
        action = DirectMove(self.name, self.model.unit, self.target, self.distance, True, None, self.way)
        found = direct_leader(self.table, action)
        if found is None or math.dist(found[0].standing.at, found[1].middle) < 1e-9:
            return None
        return self._led(action)

    def _led(self, action: DirectMove) -> DirectMove:
        """The action led by whom the player chose (or selected), where that one has as short a way as the first."""
        able = leaders_of(self.table, action)
        wanted = self.leader if self.leader in able else self.selected
        return replace(action, leader=wanted) if wanted in able[1:] else action

    def target_of(self, what: Measured) -> Target | None:
        """What is aimed at where the pointer is: of a model its whole unit, but not the unit's own."""
        model = self.table.models.get(what) if isinstance(what, str) else None
        if model is None:
            return what
        return model.unit if model.unit != self.model.unit else None

    def fix(self) -> bool:
        """Keeps the target; the ghost starts where it touches that, or after the whole Move."""
        if not super().fix():
            return False
        plan = self._plan()
        if plan is not None and self.name == "towards" and plan.aim.name in self.table.models:
            self.set_distance(min(self.distance, apart(plan.leader, plan.aim)))
        return True

    def aim_at(self, target: Target | None) -> None:
        """Looks at a target; what was chosen about another is forgotten."""
        if not self.is_fixed and target != self.target:
            self.way, self.leader = (), None
        super().aim_at(target)

    def heading(self) -> Point | None:
        """The direction, one inch long, of the line of its leader."""
        action = self.wish()
        found = direct_leader(self.table, action) if action is not None else None
        if found is None:
            return None
        (ax, ay), (bx, by) = found[0].standing.at, found[1].middle
        far = math.hypot(bx - ax, by - ay) * (1.0 if self.name == "towards" else -1.0)
        return ((bx - ax) / far, (by - ay) / far)

    def _plan(self) -> Plan | None:
        action = self.wish()
        return plan_of(self.table, action) if action is not None else None

    @property
    def choices(self) -> list[str]:
        """What is left to the player: of equally short ways one, of models as near the one that leads."""
        plan, action = self._plan(), self.wish()
        if plan is None or action is None:
            return []
        able = leaders_of(self.table, action)
        told = [f"{plan.leader.id} leads; {', '.join(i for i in able if i != plan.leader.id)} may (L)."] if len(able) > 1 else []
        return told + (["Two ways are equally short: W, or a click on the other, takes it."] if self._tied(plan) else [])

    @staticmethod
    def _tied(plan: Plan | None) -> list[int]:
        return [k for k, bend in enumerate(plan.course.bends) if bend.is_tied] if plan is not None else []

    def choose_other_way(self) -> bool:
        """Goes round the last thing in the way that both ways are as short round on the other side; whether there is one."""
        plan = self._plan()
        tied = self._tied(plan)
        return self._turn(plan, tied[-1]) if tied else False

    def choose_way_at(self, at: Point, slop: float) -> bool:
        """Goes round on the side of the way that is drawn at a point, if that is the other of two; whether it is."""
        plan = self._plan()
        for k, bend in enumerate(plan.course.bends if plan is not None else ()):
            if bend.is_tied and _is_on(bend, OTHER[bend.side], at, slop) and not _is_on(bend, bend.side, at, slop):
                return self._turn(plan, k)
        return False

    def _turn(self, plan: Plan | None, which: int) -> bool:
        bends = plan.course.bends if plan is not None else ()
        sides = [bend.side for bend in bends]
        sides[which] = OTHER[sides[which]]
        self.way, self.is_stale = tuple(sides), True
        return True

    def choose_next_leader(self) -> bool:
        """The next of the models with an equally short way leads; whether there is another."""
        action = self.wish()
        able = leaders_of(self.table, action) if action is not None else []
        if action is None or len(able) < 2:
            return False
        now = action.leader or able[0]
        self.leader, self.way, self.is_stale = able[(able.index(now) + 1) % len(able)], (), True
        return True


def _is_on(bend: Bend, side: WaySide, at: Point, slop: float) -> bool:
    """Whether a point lies on the way round on a side, to within some inches."""
    corners = (bend.start, *bend.routes[side])
    return any(clearance(Shape((at,)), Shape((a, b))) <= slop for a, b in pairwise(corners) if a != b)
