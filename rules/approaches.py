"""A ranked unit's move seen from what it comes near: when the two are how far apart, to the moment. Inches.

A moment of a move is the number of a step and the fraction of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from physics.contact import Nearest, clearance, nearest
from physics.shapes import MM_PER_INCH, Shape
from physics.sweep import Interval, union
from physics.tolerance import TOLERANCE, is_closer, is_within
from physics.wheel import Box, box_of, boxes_apart, closest, times_closer
from rules.blocks import inches_between, outline_of
from rules.manoeuvres import March
from rules.ruling import Area, Evidence, Finding, Line, Spot
from rules.table import Table, Unit


@dataclass(frozen=True)
class Neighbour:
    """What a unit keeps its distance from: another unit, or an impassable feature."""

    id: str
    outline: tuple[Shape, ...]
    side: str | None = None

    @cached_property
    def box(self) -> Box:
        """The least rectangle round it."""
        return box_of(self.outline)


class Approach:
    """A neighbour as a move comes near it: when it is nearer than so much, and how near it comes."""

    def __init__(self, march: March, neighbour: Neighbour) -> None:
        self.march, self.neighbour = march, neighbour
        self.id = neighbour.id
        self.last = float(len(march.stages))
        self._times: dict[float, list[Interval]] = {}

    @cached_property
    def start(self) -> float:
        """Signed inches apart before the move."""
        return inches_between(self.march.block.outline, self.neighbour.outline)

    @cached_property
    def end(self) -> float:
        """Signed inches apart after it."""
        return inches_between(self.march.end.outline, self.neighbour.outline)

    def ends_near(self, inches: float) -> bool:
        """Whether it ends at so many inches or nearer."""
        box = box_of(self.march.end.outline)
        return is_within(boxes_apart(box, self.neighbour.box), inches) and is_within(self.end, inches)

    def below(self, inches: float) -> list[Interval]:
        """The moments at which it is less than so many inches away (no tolerance)."""
        if inches not in self._times:
            spans = (
                (k + a, k + b)
                for k, stage in enumerate(self.march.stages)
                if boxes_apart(stage.box, self.neighbour.box) < inches or inches <= 0.0
                for a, b in times_closer(stage.motion, stage.block.outline, self.neighbour.outline, inches)
            )
            self._times[inches] = union(spans, 1e-12)
        return self._times[inches]

    def closer_than(self, inches: float) -> list[Interval]:
        """When it is closer than so many inches: exactly that is not closer."""
        return self.below(inches - TOLERANCE)

    def not_more_than(self, inches: float) -> list[Interval]:
        """When it is so many inches away or nearer."""
        return self.below(inches + TOLERANCE)

    def near_until(self, inches: float) -> float:
        """The moment until which it has stayed within so many inches from the start on; infinite when it never left."""
        spans = self.not_more_than(inches)
        if not self.march.stages:
            return inf if is_within(self.start, inches) else 0.0
        if not spans or spans[0][0] > 0.0:
            return 0.0
        return inf if spans[0][1] >= self.last else spans[0][1]

    def least(self, within: Interval) -> tuple[float, float]:
        """The least clearance in a span of moments (inches), and when."""
        found = []
        for k, stage in enumerate(self.march.stages):
            low, high = max(within[0] - k, 0.0), min(within[1] - k, 1.0)
            if low <= high:
                off, t = closest(stage.motion, stage.block.outline, self.neighbour.outline, (low, high))
                found.append((off, k + t))
        return min(found)

    def line_at(self, moment: float) -> Nearest:
        """The closest points of the unit and its neighbour at a moment."""
        pairs = [(a, b) for a in self.march.block_at(moment).outline for b in self.neighbour.outline]
        return nearest(*min(pairs, key=lambda pair: clearance(*pair)))


def approaches(table: Table, march: March, limit: float) -> list[Approach]:
    """The other units and impassable features that a move may come within some inches of, and those remembered as near."""
    unit = march.block.unit
    boxes = [s.box for s in march.stages] or [box_of(march.block.outline)]
    near = remembered(table, unit.id)
    reach = limit + 2.0 * TOLERANCE
    found = []
    for other in table.units.values():
        if other.id == unit.id or (other.id not in near and _is_far(table, other, boxes, reach)):
            continue
        outline = outline_of(table, other)
        if outline:
            found.append(Neighbour(other.id, outline, other.side))
    found += [Neighbour(f.id, f.footprint.pieces) for f in table.terrain.features if f.kind == "impassable"]
    return [Approach(march, n) for n in found if n.id in near or any(boxes_apart(b, n.box) <= reach for b in boxes)]


def _is_far(table: Table, other: Unit, boxes: Sequence[Box], reach: float) -> bool:
    """Whether a ranked unit is surely out of reach of all boxes: no model is further from its front than this."""
    pose = other.formation
    if pose is None:
        return False
    base = table.models[other.models[0]].base
    ranks = len(other.models) // pose.files + 1
    far = reach + math.hypot(pose.files * base.front_mm, ranks * base.depth_mm) / MM_PER_INCH
    return all(boxes_apart(b, (*pose.at, *pose.at)) > far for b in boxes)


def remembered(table: Table, unit_id: str) -> set[str]:
    """spacing.kept: what a unit is excused from keeping its distance to."""
    return {i for pair in table.memory.close_pairs if unit_id in pair for i in pair if i != unit_id}


def part_after(spans: Sequence[Interval], moment: float) -> Interval | None:
    """The first span, or part of one, after a moment."""
    return next(((max(a, moment), b) for a, b in spans if b > moment + 1e-12), None)


def contact_span(approach: Approach, may_touch: bool = False) -> Interval | None:
    """The first time at which a unit touches its neighbour (or, where it may touch, overlaps it), or None.

    Who starts in contact may stay in it and leave it: contact counts again once the two have been apart.
    """
    spans = approach.not_more_than(0.0)
    if not spans:
        return None
    overlap = part_after(approach.closer_than(0.0), 0.0)
    if may_touch:
        return overlap
    left = approach.near_until(0.0) if spans[0][0] <= 0.0 else 0.0
    touch = part_after(spans, left)
    return min((s for s in (overlap, touch) if s is not None), default=None)


def leaving_until(approach: Approach, inches: float, first_near: Sequence[Interval]) -> float:
    """The moment until which a unit that starts too near is only leaving: never nearer than it began, and at last away."""
    if not first_near or first_near[0][0] > 0.0 or first_near[0][1] >= approach.last:
        return 0.0
    nearer = part_after(approach.closer_than(min(approach.start, inches)), 0.0)
    left = first_near[0][1]
    return 0.0 if nearer is not None and nearer[0] < left else left


def finding(clause: str, approach: Approach, span: Interval, says: str, measured: float, worst: float, limit: float) -> Finding:
    """A finding on spacing: the block at the first moment of a span with the closest points, and how it is at the worst."""
    march = approach.march
    first = approach.line_at(span[0])
    shown: list[Evidence] = []
    if measured > TOLERANCE:
        line = approach.line_at(worst)
        shown.append(Line(line.here, line.there, "measure", f"{measured:.2f} in"))
        if first.clearance > measured + 0.01:
            shown.append(Line(first.here, first.there, "limit", f"{first.clearance:.2f} in"))
            shown += [Area(tuple(s.outline(0.01)), "note") for s in march.block_at(worst).outline]
    else:
        shown.append(Spot(first.there))
    shown += [Area(tuple(s.outline(0.01))) for s in march.block_at(span[0]).outline]
    shown += [Area(tuple(s.outline(0.01)), "block", approach.id) for s in approach.neighbour.outline]
    pieces = (march.block.unit.id, approach.id)
    return Finding(clause, says, measured, limit, tuple(shown), march.along(span[0]), pieces)


def near_finding(clause: str, approach: Approach, span: Interval, limit: float, words: str) -> Finding:
    """A finding on a span of moments at which a unit is too near its neighbour."""
    touch = part_after(approach.not_more_than(0.0), span[0])
    least, worst = (0.0, touch[0]) if touch is not None and touch[0] <= span[1] else approach.least(span)
    name = approach.march.block.unit.id
    how = f"{max(least, 0.0):.2f} in from" if least > TOLERANCE else "into contact with"
    says = f"{name} would come {how} {approach.id}{_where(approach.march, span[0])}; {words}"
    return finding(clause, approach, span, says, least, worst, limit)


def _where(march: March, moment: float) -> str:
    """In which step it begins, in words: where a move has one step, nothing is to be said."""
    if not march.stages:
        return ""
    k = min(int(moment), len(march.stages) - 1)
    stage = march.stages[k]
    t = moment - k
    if stage.step.wheel is not None:
        return f", from {abs(stage.step.degrees) * t:.1f}° of its wheel on"
    return f", from {stage.inches * t:.2f} in of its advance on"


def contact_finding(clause: str, approach: Approach, span: Interval) -> Finding:
    """spacing.contact, or spacing.charge: the unit touches or overlaps what it may not."""
    deed = "overlap" if part_after(approach.closer_than(0.0), span[0]) else "touch"
    says = f"{approach.march.block.unit.id} would {deed} {approach.id}{_where(approach.march, span[0])}"
    return finding(clause, approach, span, says, 0.0, span[0], 0.0)


def end_finding(clause: str, approach: Approach, limit: float, words: str) -> Finding:
    """A finding on where a move ends: so near to the neighbour."""
    moment = approach.last
    how = f"{approach.end:.2f} in from" if approach.end > TOLERANCE else "in contact with"
    says = f"{approach.march.block.unit.id} would end {'over' if is_closer(approach.end, 0.0) else how} {approach.id}; {words}"
    return finding(clause, approach, (moment, moment), says, approach.end, moment, limit)
