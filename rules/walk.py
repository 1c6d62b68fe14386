"""A model's path walked over the terrain's profile: where its surface changes and what that costs.

`walk` finds each climb, drop, step, slope and gap exactly where it happens (rules/walker.py); `settle` decides what
the ways down cost and whether they end the move: climb.cost, climb.free, drop, drop.ends. Heights and lengths are
inches; times are fractions of a run. A *run* is a straight part of the path: legs that go on in the same direction
are one, so that splitting a leg changes nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from physics.shapes import Shape
from physics.sweep import Interval, Leg
from physics.tolerance import TOLERANCE, is_more, is_same
from physics.vectors import Point, cross, dot, subtract
from rules.ruling import CostItem, Finding, ProfilePoint, Spot
from rules.terrain import Feature

STEP: Final = 1.0
"""Inches: differences in elevation under this, and obstacles up to it, count for nothing (climb.free, base.fit)."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Who walks: its name, its base about its own centre, its height, and whether it climbs over what it can't stand on."""

    name: str
    outline: Shape
    height: float
    over_walls: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """A corner of the path with the surface meant there: a feature's id or "ground", and whether it was named."""

    at: Point
    on: str
    elevation: float
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a run on one surface: from fraction `start` to `end`, the elevation at both (inches)."""

    run: Leg
    along: float
    start: float
    end: float
    on: str
    elevation: float
    elevation_end: float

    def level_between(self, least: float, most: float) -> Interval | None:
        """The part of it on which the elevation is at least `least` and at most `most`."""
        low, high = self.start, self.end
        rise = self.elevation_end - self.elevation
        if abs(rise) <= 1e-12 or high <= low:
            return (low, high) if least <= self.elevation <= most else None
        one = low + (least - self.elevation) / rise * (high - low)
        other = low + (most - self.elevation) / rise * (high - low)
        low, high = max(low, min(one, other)), min(high, max(one, other))
        return (low, high) if low <= high else None

    def halves(self) -> tuple["Stretch", "Stretch"]:
        """The stretch in two, at the middle of it."""
        middle, level = (self.start + self.end) / 2.0, (self.elevation + self.elevation_end) / 2.0
        return replace(self, end=middle, elevation_end=level), replace(self, start=middle, elevation=level)


@dataclass(frozen=True, slots=True)
class Descent:
    """A way down of an inch or more: item number, off what, whether it can be climbed, whether the path goes on."""

    item: int
    off: Feature | None
    can_climb: bool
    goes_on: bool


@dataclass(slots=True)
class Walk:
    """The path as walked: its stretches, its items and profile, what was found on the way, and where it ends."""

    on: str
    elevation: float
    stretches: list[Stretch] = field(default_factory=list)
    items: list[CostItem] = field(default_factory=list)
    profile: list[ProfilePoint] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    descents: list[Descent] = field(default_factory=list)
    whole_inches: dict[int, bool] = field(default_factory=dict)
    across: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """A straight part of the path, the stop at its end, and the surfaces named at corners passed on it."""

    leg: Leg
    stop: Stop
    named: tuple[str, ...] = ()


def runs_of(start: Point, stops: Sequence[Stop]) -> list[Run]:
    """The path as straight runs: legs that go on in the same direction joined, legs of no length dropped."""
    runs: list[Run] = []
    at = start
    for stop in stops:
        if math.dist(at, stop.at) <= 1e-12:
            if runs and stop.is_named:
                runs[-1] = replace(runs[-1], stop=stop)
            elif stop.is_named:
                runs.append(Run(Leg(at, stop.at), stop))
            continue
        if runs and _goes_on(runs[-1].leg, stop.at):
            last = runs[-1]
            named = (*last.named, last.stop.on) if last.stop.is_named else last.named
            runs[-1] = Run(Leg(last.leg.start, stop.at), stop, named)
        else:
            runs.append(Run(Leg(at, stop.at), stop))
        at = stop.at
    return runs


def _goes_on(leg: Leg, to: Point) -> bool:
    one, other = subtract(leg.end, leg.start), subtract(to, leg.end)
    if leg.length <= 1e-12:
        return False
    return abs(cross(one, other)) <= 1e-9 * leg.length * max(1e-3, math.hypot(*other)) and dot(one, other) > 0.0


@dataclass(frozen=True, slots=True)
class Settled:
    """What a walk costs in all, and what of that must be within the allowance (a last counted drop need not be)."""

    cost: float
    limited: float
    items: tuple[CostItem, ...]
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]


def settle(walk: Walk, name: str, agility: float, allowance: float, counts_drops: bool) -> Settled:
    """The cost of a walk with its ways down decided: climbed and paid, dropped, or dropped and over (drop.ends)."""
    items = list(walk.items)
    findings: list[Finding] = []
    notes: list[Finding] = []
    obstacles = _charge_whole_inches(walk, items, findings, name)
    descents = [d for d in walk.descents if d.item not in obstacles]
    for descent in descents:
        depth = _depth(items[descent.item])
        is_deep = is_more(depth, agility)
        if descent.off is not None and not descent.off.standable:
            items[descent.item] = _climbed(items[descent.item])
        elif counts_drops and not (is_deep and descent.goes_on and descent.can_climb):
            items[descent.item] = replace(items[descent.item], counted=depth)
        elif is_deep and descent.goes_on and descent.can_climb:
            items[descent.item] = _climbed(items[descent.item])
    cost = walk.across + math.fsum(i.counted for i in items)
    for descent in descents:
        item = items[descent.item]
        if not is_more(_depth(item), agility) or (descent.off is not None and not descent.off.standable):
            continue
        is_climbed = item.kind == "climb"
        if is_climbed and is_more(cost, allowance):
            cost -= item.counted
            item = items[descent.item] = replace(walk.items[descent.item])
            is_climbed = False
        if not is_climbed:
            (findings if descent.goes_on else notes).append(_ending_drop(item, name, agility, descent.goes_on))
    spared = _last_counted_drop(walk, items) if counts_drops else 0.0
    return Settled(cost, cost - spared, tuple(items), tuple(findings), tuple(notes))


def _depth(item: CostItem) -> float:
    return item.elevation_from - item.elevation_to


def _climbed(item: CostItem) -> CostItem:
    return replace(item, kind="climb", counted=_depth(item))


def _last_counted_drop(walk: Walk, items: list[CostItem]) -> float:
    last = walk.descents[-1] if walk.descents else None
    if last is None or last.goes_on or items[last.item].kind != "drop":
        return 0.0
    return items[last.item].counted


def _ending_drop(item: CostItem, name: str, agility: float, goes_on: bool) -> Finding:
    depth = _depth(item)
    if goes_on:
        says = f"{name} drops {depth:.2f} in, more than its Agility of {agility:g}: its move ends where it lands"
    else:
        says = (
            f"{name} lands after a drop of {depth:.2f} in, more than its Agility of {agility:g}, and its move is over"
        )
    return Finding(
        "drop.ends", says, depth, agility, (Spot(item.at, "offence" if goes_on else "note"),), item.along, (name,)
    )


def _charge_whole_inches(walk: Walk, items: list[CostItem], findings: list[Finding], name: str) -> set[int]:
    """climb.free: an obstacle of exactly an inch is walked over; a surface exactly an inch up that is kept is a climb.

    Whichever way: an inch up and then down by no more, or a smaller step up (or a slope's low end) and then an inch
    down. Returns the items that are the far sides of such obstacles.
    """
    obstacles: set[int] = set()
    heights = [
        k
        for k, i in enumerate(items)
        if i.kind not in ("across", "gap") and not is_same(i.elevation_from, i.elevation_to)
    ]
    for k, can_climb in walk.whole_inches.items():
        following = next((j for j in heights if j > k), None)
        if following is not None and -TOLERANCE <= _depth(items[following]) <= STEP + TOLERANCE:
            items[following] = replace(items[following], kind="step", counted=0.0)
            obstacles.add(following)
            continue
        items[k] = replace(items[k], kind="climb", counted=STEP, is_refused=not can_climb)
        if not can_climb:
            says = f"{name} finds nothing to climb on {items[k].piece}, which is exactly an inch up"
            evidence = (Spot(items[k].at),)
            findings.append(
                Finding("climb.surface", says, STEP, STEP, evidence, items[k].along, (name, items[k].piece))
            )
    for descent in walk.descents:
        before = next((j for j in reversed(heights) if j < descent.item), None)
        if before is None or descent.item in obstacles or not is_same(_depth(items[descent.item]), STEP):
            continue
        if -STEP - TOLERANCE <= _depth(items[before]) < 0.0 and items[before].kind != "climb":
            items[descent.item] = replace(items[descent.item], kind="step", counted=0.0)
            obstacles.add(descent.item)
    return obstacles
