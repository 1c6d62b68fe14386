"""Where a selected model can end, worked out beside the game so that no frame waits for it: first the areas, then the
lines on which it ends engaged, then, when they are asked for, a line for each inch."""

from __future__ import annotations

import math
import time
import traceback
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache

import shapely

from rules.reach import Reach, reach
from rules.reach_ends import Name
from rules.table import Table

CRACK = 2e-4
"""Inches of cracks in an area that are no border: what is got to by two ways, beside each other."""
_WORKER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reach")
KEPT = 8
"""How many reaches are remembered: going back and forth between models, or undoing, shows them at once."""
HIDDEN = 0.04
"""Inches of the reach's own edge within which the line of an inch is not drawn: there it is that edge."""


@dataclass(frozen=True, eq=False)
class ReachShown:
    """What is drawn of a reach, as far as it is known: areas, landings and lines of contact by surface or enemy, inch lines."""

    model: str
    areas: Mapping[str, shapely.Geometry]
    landings: Mapping[str, shapely.Geometry] = field(default_factory=dict)
    engaging: Mapping[str, shapely.Geometry] = field(default_factory=dict)
    inches: tuple[tuple[int, shapely.Geometry], ...] = ()
    has_contacts: bool = False

    def off(self, at: tuple[float, float]) -> float:
        """Inches from a point to the areas; infinite where there is none."""
        spot = shapely.Point(at)
        return min((area.distance(spot) for area in self.areas.values() if not area.is_empty), default=math.inf)

    def off_contact(self, at: tuple[float, float]) -> float:
        """Inches from a point to the nearest line of contact; infinite where there is none."""
        spot = shapely.Point(at)
        return min((line.distance(spot) for line in self.engaging.values()), default=math.inf)

    def nearest_to(self, at: tuple[float, float], inside: float) -> list[tuple[tuple[float, float], str]]:
        """The point of each surface's area, so many inches inside it, that is nearest to a point; the nearest first."""
        spot = shapely.Point(at)
        found = []
        for on, inner in _shrunk(self, inside):
            near = shapely.shortest_line(inner, spot).coords[0]
            found.append((math.dist(near, at), (near[0], near[1]), on))
        return [(near, on) for _, near, on in sorted(found)]


@lru_cache(maxsize=8)
def _shrunk(shown: ReachShown, inside: float) -> list[tuple[str, shapely.Geometry]]:
    """The areas less so many inches of their edges: kept while a model is dragged, for which they are asked each frame."""
    shrunk = [(on, area.buffer(-inside)) for on, area in shown.areas.items()]
    return [(on, inner) for on, inner in shrunk if not inner.is_empty]


def shown_of(found: Reach, with_inches: bool) -> Iterator[ReachShown]:
    """A reach as it becomes known, each time with more of it."""
    shown = ReachShown(found.model, found.areas, found.landings)
    yield shown
    shown = replace(shown, engaging=found.engaging, has_contacts=True)
    yield shown
    if with_inches:
        yield replace(shown, inches=inch_lines(found))


def inch_lines(found: Reach) -> tuple[tuple[int, shapely.Geometry], ...]:
    """For each whole inch below the allowance the lines up to which it costs at most so much, on all surfaces."""
    edges = {on: area.boundary.buffer(HIDDEN) for on, area in found.areas.items()}
    lines = []
    for inch in range(1, math.ceil(found.allowance - 1e-9)):
        parts = [
            area.boundary.difference(edges[on]).intersection(found.areas[on])
            for on, part in found.contour(float(inch)).items() if on in edges
            for area in [part.buffer(CRACK, join_style="mitre").buffer(-CRACK, join_style="mitre")]
        ]
        line = shapely.line_merge(shapely.union_all(parts)) if parts else shapely.LineString()
        if not line.is_empty:
            lines.append((inch, line))
    return tuple(lines)


@dataclass(eq=False)
class Question:
    """Whose reach is wanted on which Table, and the answer as far as it is there."""

    table: Table
    model: str
    name: Name | None
    with_inches: bool
    answer: ReachShown | None = None
    work: Future[None] | None = None
    is_wanted: bool = True
    asked: float = field(default_factory=time.monotonic)

    @property
    def key(self) -> tuple[int, str, Name | None, bool]:
        """What makes it another question than one before."""
        return (id(self.table), self.model, self.name, self.with_inches)

    @property
    def is_busy(self) -> bool:
        """Whether more of the answer is to come."""
        return self.work is not None and not self.work.done()

    def find(self) -> None:
        """Works the answer out, on a copy: a Pymunk space may be asked by one thread at a time, and a copy has its own."""
        try:
            copy = replace(self.table, terrain=replace(self.table.terrain))
            for shown in shown_of(reach(copy, self.model, self.name), self.with_inches):
                self.answer = shown
                if not self.is_wanted:
                    return
        except Exception as fault:  # a fault in what is only shaded is told, and ends no game
            traceback.print_exception(fault)


class Reaching:
    """The reach that is wanted now. What was worked out lately is kept."""

    def __init__(self) -> None:
        self._now: Question | None = None
        self._kept: OrderedDict[tuple[int, str, Name | None, bool], Question] = OrderedDict()

    def of(self, table: Table, model_id: str | None, name: Name | None = None, with_inches: bool = False) -> ReachShown | None:
        """The reach of a model on a table as far as it is known; None while nothing is (or there is no model)."""
        if model_id is None or not table.model(model_id).is_on_table:
            self._leave()
            self._now = None
            return None
        if self._now is None or self._now.key != (id(table), model_id, name, with_inches):
            self._leave()
            self._now = self._asked(Question(table, model_id, name, with_inches))
        return self._now.answer

    def _leave(self) -> None:
        """What is no longer wanted is not begun, or not gone on with."""
        now = self._now
        if now is not None and now.is_busy:
            now.is_wanted = False
            self._kept.pop(now.key, None)
            if now.work is not None:
                now.work.cancel()

    def _asked(self, question: Question) -> Question:
        kept = self._kept.get(question.key)
        if kept is not None:
            self._kept.move_to_end(question.key)
            return kept
        without = self._kept.get((id(question.table), question.model, question.name, False))
        question.answer = without.answer if without is not None else None
        question.work = _WORKER.submit(question.find)
        self._kept[question.key] = question  # it holds its table, so that no other can be mistaken for it
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return question

    @property
    def waited(self) -> float:
        """Seconds since the reach that is still being worked out was asked for; 0 when it is known, or none is wanted."""
        now = self._now
        return time.monotonic() - now.asked if now is not None and now.is_busy else 0.0

    @property
    def is_busy(self) -> bool:
        """Whether more of the reach that is wanted is to come."""
        return self._now is not None and self._now.is_busy
