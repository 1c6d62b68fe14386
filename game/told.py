"""A ruling to be shown: of what, how it came about, and where it takes whom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from game.asking import ghosts_of, path_of
from physics.vectors import Point
from rules.actions import Action, DirectMove
from rules.ruling import Evidence, Ruling
from rules.table import Place, Table

SAME = 0.05
"""Inches between what was wished and what is offered from which on they are two spots."""


@dataclass(frozen=True)
class Told:
    """A ruling to be shown, and whether its action is only wished, was refused, or was done."""

    action: Action
    ruling: Ruling
    how: Literal["live", "refused", "done"]
    table: Table
    nearest: Action | None = None
    nearest_place: Place | None = None
    no_way: str = ""
    """Why there is no way there, when one was asked for: then what a straight path would break is beside the point."""

    @cached_property
    def ghosts(self) -> tuple[tuple[str, Place], ...]:
        """The models that the action moves and where they would stand, the one it is measured by first."""
        return ghosts_of(self.table, self.action, self.ruling)

    @property
    def ghost(self) -> Place | None:
        """Where the model that the action is measured by would stand."""
        return self.ghosts[0][1] if self.ghosts else None

    @property
    def way_offered(self) -> tuple[Point, ...]:
        """The path of the nearest legal action, where that has corners."""
        path = path_of(self.table, self.nearest) if self.nearest is not None else ()
        return path if len(path) > 2 else ()

    @property
    def offer(self) -> str:
        """What stands beside the spot on offer: that it is the nearest, or that it is the very spot, by another way."""
        if self.nearest is None or self.nearest_place is None or not self.path:
            return "nearest legal"
        return "legal by this way" if math.dist(self.path[-1], self.nearest_place.at) < SAME else "nearest legal"

    @property
    def path(self) -> tuple[Point, ...]:
        """The path of the action."""
        if isinstance(self.action, DirectMove) and self.action.is_unit and len(self.ruling.profile) > 1:
            return tuple(p.at for p in self.ruling.profile)  # it may lead round obstacles
        return path_of(self.table, self.action)


def spot_of(evidence: tuple[Evidence, ...]) -> Point | None:
    """A point in the midst of a finding's evidence."""
    for piece in evidence:
        at = getattr(piece, "at", None)
        if at is not None:
            return (at[0], at[1])
        start, end = getattr(piece, "start", None), getattr(piece, "end", None)
        if start is not None and end is not None:
            return ((start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0)
        points = getattr(piece, "points", ())
        if points:
            return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    return None
