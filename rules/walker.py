"""Walks a path over the terrain: each change of surface exactly where the centre crosses the edge of a footprint.

Clauses climb.surface, climb.free, gap.crossing and terrain.blocked; what ways down cost is settled in rules/walk.py.
"""

import math
from collections.abc import Sequence
from typing import Literal

from physics.shapes import Shape
from physics.sweep import Interval, closer_than, point_inside, union, without
from physics.tolerance import TOLERANCE
from physics.vectors import Point
from rules.obstruction import Obstruction, base_evidence, blocked_finding, is_on_edge
from rules.ruling import CostItem, Finding, ProfilePoint
from rules.terrain import GROUND, Feature, Terrain
from rules.walk import STEP, Descent, Mover, Run, Stop, Stretch, Walk, runs_of


def walk(terrain: Terrain, mover: Mover, start: Stop, stops: Sequence[Stop]) -> Walk:
    """The path of a model from where it stands over its stops."""
    result = Walk(start.on, start.elevation)
    result.profile.append(ProfilePoint(0.0, start.elevation, start.at))
    runs = runs_of(start.at, stops)
    for k, run in enumerate(runs):
        _Walker(terrain, mover, result, run, is_last=k == len(runs) - 1).go()
    return result


class _Walker:
    """Walks one run; its time is a fraction of the run."""

    def __init__(self, terrain: Terrain, mover: Mover, result: Walk, run: Run, is_last: bool) -> None:
        self.terrain, self.mover, self.height, self.name = terrain, mover.outline, mover.height, mover.name
        self.result, self.run, self.leg, self.is_last = result, run, run.leg, is_last
        self.way = Obstruction(terrain, mover, run.leg)
        self.on, self.z = result.on, result.elevation
        self.since, self.since_z = 0.0, result.elevation
        self.busy_until = 0.0
        self.ignored: set[str] = set()
        self.crossed: dict[str, set[float]] = {}
        self.wide_air: tuple[float, float, str] | None = None
        self.first_stretch = len(result.stretches)
        self.wanted = self._wanted() if self.way.features or self.run.stop.on != GROUND else set()

    def go(self) -> None:
        """Walk the run from its start to its end."""
        if self.way.features:
            self._meet_edges()
        self._close_stretch(1.0)
        stretches = self.result.stretches[self.first_stretch :]
        if self.terrain.gaps:
            self._cross_gaps(stretches)
        self._reach_stop()
        for feature in self.way.features.values():
            if feature.id not in self.ignored:
                self._find_blocked(feature, stretches)
        self.result.across += self.leg.length
        self.result.on, self.result.elevation = self.on, self.z
        self.result.profile.append(ProfilePoint(self.result.across, self.z, self.leg.end))

    # -- crossing edges ----------------------------------------------------------------------------------------

    def _meet_edges(self) -> None:
        times = sorted({t for spans in self.way.over.values() for span in spans for t in span})
        joint = 1e-9 / max(self.leg.length, 1e-9)
        if self._starts_on_edge():
            after = next((t for t in times if t > joint), 1.0)
            self._change_surface(0.0, min(after / 2.0, 1e-3))
        k = 0
        while k < len(times):
            t = times[k]
            while k < len(times) and times[k] <= t + joint:
                k += 1
            after = times[k] if k < len(times) else 1.0
            if joint < t < 1.0 - joint and t >= self.busy_until - joint:
                self._change_surface(t, (t + after) / 2.0)

    def _starts_on_edge(self) -> bool:
        """Whether the run sets out from an edge: off its own surface at once, or onto another one."""
        if self.on in self.way.features and not self._is_over(self.on, 1e-9):
            return True
        if self.on in self.terrain and self.on not in self.way.features and self.terrain.feature(self.on).is_solid:
            return True
        return any(
            any(is_on_edge(self.leg.start, e) for e in self.way.features[i].footprint.edges)
            for i, spans in self.way.over.items()
            if i != self.on and spans[0][0] <= 1e-9
        )

    def _is_over(self, feature_id: str, t: float) -> bool:
        return any(low <= t <= high for low, high in self.way.over.get(feature_id, ()))

    def _over(self, t: float) -> list[Feature]:
        return [self.way.features[i] for i in self.way.over if i not in self.ignored and self._is_over(i, t)]

    def _change_surface(self, t: float, t_after: float) -> None:
        """The centre crosses an edge at time t; `t_after` is a time before the next crossing."""
        at = self.leg.at(t)
        z = self._level(t)
        here = self._over(t_after)
        for _ in range(len(here) + 1):
            above = [f for f in here if f.id not in self.ignored and f.id != self.on and self._must_climb(f, t, z)]
            if not above:
                break
            z = self._climb_up(min(above, key=lambda f: f.top_at(at)), t, z)
        self._excuse_low(t, at, z)
        on, level = self._surface_below([f for f in here if f.id not in self.ignored], at, z, t_after)
        if level > z - STEP + TOLERANCE:
            self._step(t, on, z, level)
        elif not self._cross_air(t, z):
            self._descend(t, z)

    def _excuse_low(self, t: float, at: Point, z: float) -> None:
        """What the centre passes over here is no hindrance against this edge: a low wall round a roof that it climbs."""
        near = 1e-6 / max(self.leg.length, 1e-9)
        for feature_id, spans in self.way.over.items():
            if feature_id in self.ignored or not any(abs(a - t) <= near or abs(b - t) <= near for a, b in spans):
                continue
            if self.way.features[feature_id].top_at(at) <= z + STEP + TOLERANCE:
                self._excuse(feature_id, t)

    def _must_climb(self, feature: Feature, t: float, z: float) -> bool:
        """A feature in the way of the body, or the edge of a deck that the run is to end on."""
        at = self.leg.at(t)
        if self.way.stands_in_way(feature, z, at):
            return True
        enters = any(abs(low - t) * self.leg.length <= 1e-6 for low, _ in self.way.over[feature.id])
        return enters and feature.id in self.wanted and feature.top_at(at) > z + STEP + TOLERANCE

    def _level(self, t: float) -> float:
        """The elevation of the model at a time: of the surface that it is on, under its centre."""
        feature = self.terrain.feature(self.on) if self.on in self.terrain else None
        return feature.top_at(self.leg.at(t)) if feature is not None and feature.slope is not None else self.z

    def _wanted(self) -> set[str]:
        """The surfaces that the run is to end or pass on, and those they rest on."""
        wanted = {on for on in (self.run.stop.on, *self.run.named) if on in self.terrain}
        for feature_id in tuple(wanted):
            wanted.update(f.id for f in self.terrain.resting_on(feature_id))
        return wanted

    def _surface_below(self, here: list[Feature], at: Point, z: float, t_after: float) -> tuple[str, float]:
        """The surface under the centre that a body on elevation z walks onto or comes down to."""
        tops = [
            (top, f.id)
            for f in here
            if f.standable and f.kind != "impassable" and (top := f.top_at(at)) <= z + STEP + TOLERANCE
        ]
        top, owner = max(tops, default=(-math.inf, GROUND))
        if self.on in self.terrain and self.terrain.feature(self.on).kind == "gap":
            pit = self.terrain.feature(self.on)
            if pit.is_over(self.leg.at(t_after)):
                return (owner, top) if top >= self.z else (pit.id, self.z)
        return (owner, top) if top >= 0.0 else (GROUND, 0.0)

    def _step(self, t: float, on: str, z: float, level: float) -> None:
        """Onto a surface less than an inch away in height, or exactly an inch up (charged if it is kept)."""
        if on == self.on:
            return
        self._close_stretch(t)
        self._excuse(self.on, t)
        self._excuse(on, t)
        if abs(level - z) > TOLERANCE:
            is_slope = any(i in self.terrain and self.terrain.feature(i).slope is not None for i in (self.on, on))
            if level - z >= STEP - TOLERANCE and on in self.terrain:
                can_climb = self.way.can_climb(self.terrain.feature(on), self.leg.at(t), z)
                self.result.whole_inches[len(self.result.items)] = can_climb
            self._item("slope" if is_slope else "step", 0.0, t, z, level, on if level > z else self.on)
        self._set_surface(t, on, level)

    def _climb_up(self, feature: Feature, t: float, z: float) -> float:
        """Up the side of a feature, if there is something to climb; the new elevation."""
        at = self.leg.at(t)
        top = feature.top_at(at)
        if not self.way.can_climb(feature, at, z):
            self._refuse_climb(feature, t, z)
            return z
        self._close_stretch(t)
        self._excuse(feature.id, t)
        self._item("climb", top - z, t, z, top, feature.id)
        self._set_surface(t, feature.id, top)
        return top

    def _refuse_climb(self, feature: Feature, t: float, z: float) -> None:
        """What can't be climbed: climb.surface where the run would end on it, else terrain.blocked."""
        self.ignored.add(feature.id)
        if self.wide_air is not None and self.wide_air[2] == feature.id:
            self._find_wide_air(*self.wide_air)
        at, top = self.leg.at(t), feature.top_at(self.leg.at(t))
        if feature.id not in self.wanted:
            meets = next((low for low, high in self.way.overlap(feature.id) if low <= t <= high), t)
            t = max(meets, self.since)  # where the base meets it, before the centre does
            finding = blocked_finding(self.name, feature, self.mover, self.leg.at(t), z, self.height, self._inches(t))
            self.result.findings.append(finding)
            return
        self._item("climb", top - z, t, z, top, feature.id, is_refused=True)
        self.result.profile += [ProfilePoint(self._inches(t), e, at) for e in (z, top)]
        says = f"{self.name} finds nothing to climb here to reach {feature.id}, {top - z:.2f} in up"
        self._find("climb.surface", says, t, top - z, STEP, feature)

    # -- ways down ---------------------------------------------------------------------------------------------

    def _cross_air(self, t: float, z: float) -> bool:
        """gap.crossing between decks of like elevation: whether the model steps over the air to the next one."""
        ahead = [
            (low, self.way.features[i])
            for i, spans in self.way.over.items()
            for low, _ in spans
            if low > t and i not in self.ignored and self._is_level(self.way.features[i], z, low)
        ]
        if not ahead:
            return False
        landing, onto = min(ahead, key=lambda a: a[0])
        firm = [
            p
            for f in self.way.features.values()
            if self._is_level(f, z, t) or f is onto
            for p in self.way.overlap(f.id)
        ]
        if _first_uncovered(firm, (t, landing), self.leg.length) is not None:
            self.wide_air = (t, landing, onto.id)
            return False
        self._excuse(self.on, t)
        self._item("gap", 0.0, t, z, z, onto.id)
        self._close_stretch(landing)
        self._excuse(onto.id, landing)
        level = onto.top_at(self.leg.at(landing))
        if abs(level - z) > TOLERANCE:
            self._item("step", 0.0, landing, z, level, onto.id)
        self._set_surface(landing, onto.id, level)
        self.busy_until = landing + 1e-9
        return True

    def _is_level(self, feature: Feature, z: float, t: float) -> bool:
        is_stand = feature.standable and feature.kind != "impassable"
        return is_stand and abs(feature.top_at(self.leg.at(t)) - z) < STEP - TOLERANCE

    def _descend(self, t: float, z: float) -> None:
        """Down by an inch or more: a drop or a climb, which is settled when the whole cost is known."""
        off = self.terrain.feature(self.on) if self.on in self.terrain else None
        landing, on, level = self._landing(t, z)
        clear = landing
        if off is not None:
            clear = max([landing, *(high for low, high in self.way.overlap(off.id) if low <= t + 1e-6 <= high + 2e-6)])
            self._excuse(off.id, t)
        # Overlap ends a tolerance before the bases are flush, so a path to the very foot seems to go on by that much.
        goes_on = not self.is_last or (1.0 - clear) * self.leg.length > 4.0 * TOLERANCE
        can_climb = off is not None and self.way.can_climb(off, self.leg.at(t), level)
        self._close_stretch(landing)
        self.result.descents.append(Descent(len(self.result.items), off, can_climb, goes_on))
        self._item("drop", 0.0, t, z, level, self.on)
        self._set_surface(landing, on, level)
        self.result.profile[-2:] = [ProfilePoint(self._inches(t), e, self.leg.at(t)) for e in (z, level)]
        self.busy_until = landing

    def _landing(self, t: float, z: float) -> tuple[float, str, float]:
        """Where a base that leaves an edge at time t first fits below it: the time, the surface, its elevation."""
        edges = [time for spans in self.way.over.values() for span in spans for time in span]
        ends = [high for f in self.way.features.values() for _, high in self.way.overlap(f.id)]
        landing, on, level = t, GROUND, 0.0
        for landing in [t, *sorted(min(e, 1.0) for e in (*edges, *ends) if e > t + 1e-9)]:
            after = min(1.0, landing + 1e-6)
            at = self.leg.at(after)
            on, level = self._surface_below([f for f in self._over(after) if f.id != self.on], at, z - STEP, after)
            if not self._is_in_way_at(landing, on, level, at):
                break
        return landing, on, level

    def _is_in_way_at(self, t: float, on: str, level: float, at: Point) -> bool:
        """Whether anything is in the way of the base at a time, if it stood on a surface there."""
        return any(
            low <= t + 1e-9 and high > t + 1e-9
            for f in self.way.features.values()
            if f.id != on and self.way.stands_in_way(f, level, at)
            for low, high in self.way.overlap(f.id)
        )

    def _find_wide_air(self, t: float, landing: float, onto: str) -> None:
        width, base = (landing - t) * self.leg.length, 2.0 * self.mover.reach
        says = f"{self.name} cannot step over {width:.2f} in of air to {onto} on a base of {base:.2f} in"
        self._find("gap.crossing", says, (t + landing) / 2.0, width, base, self.way.features[onto])
        self.wide_air = None

    # -- gaps in the ground ------------------------------------------------------------------------------------

    def _cross_gaps(self, stretches: list[Stretch]) -> None:
        """gap.crossing: a centre over a gap keeps less than half a base from firm ground, unless something bridges it."""
        leg = self.leg
        for gap in self.terrain.gaps:
            parts = (point_inside(leg.start, leg.end, p.points, p.radius) for p in gap.footprint.pieces)
            spans = union((p for p in parts if p), 1e-9)
            for stretch in stretches:
                if stretch.on != GROUND:
                    continue
                for low, high in spans:
                    low, high = max(low, stretch.start), min(high, stretch.end)
                    if low < high:
                        self._cross_gap(gap, (low, high))

    def _cross_gap(self, gap: Feature, span: Interval) -> None:
        off = _first_uncovered(self._firm_ground(gap), span, self.leg.length)
        self._item("gap", 0.0, (span[0] + span[1]) / 2.0, 0.0, 0.0, gap.id, is_refused=off is not None)
        if off is not None:
            base = 2.0 * self.mover.reach
            says = f"{self.name} cannot cross {gap.id}: here it is not narrower than its base of {base:.2f} in"
            self._find("gap.crossing", says, off, None, base, gap)

    def _firm_ground(self, gap: Feature) -> list[Interval]:
        """The times at which some part of the base is over the ground round a gap, or over what is level with it."""
        level = [p for f in self.way.features.values() if self._is_level(f, 0.0, 0.5) for p in self.way.overlap(f.id)]
        if gap.footprint.edges:
            rim = self.terrain.gap_rim(gap.id)
            return level + [p for a, b in rim if (p := closer_than(self.leg, self.mover, Shape((a, b))))]
        piece = gap.footprint.pieces[0]
        inner = point_inside(self.leg.start, self.leg.end, piece.points, piece.radius - self.mover.reach + TOLERANCE)
        return level + without([(0.0, 1.0)], [inner] if inner else [])

    # -- the end of the run ------------------------------------------------------------------------------------

    def _reach_stop(self) -> None:
        """The surface meant at the end of the run: reached, or what is missing."""
        stop = self.run.stop
        feature = self.terrain.feature(stop.on) if stop.on in self.terrain else None
        if stop.on == self.on or (not stop.is_named and not self.is_last):
            return
        if feature is not None and feature.is_solid and feature.id not in self.ignored:
            if abs(stop.elevation - self.z) < STEP - TOLERANCE:
                if abs(stop.elevation - self.z) > TOLERANCE:  # a step counts for nothing, but it is one
                    self._item("step", 0.0, 1.0, self.z, stop.elevation, stop.on)
                self._set_surface(1.0, stop.on, stop.elevation)
            elif stop.elevation > self.z:
                self._climb_at_end(feature)
            else:
                self._come_down(stop)
        elif self.on in self.terrain and self.terrain.feature(self.on).is_solid:
            self._come_down(stop)
        self.on, self.z = stop.on, stop.elevation

    def _climb_at_end(self, feature: Feature) -> None:
        edges = feature.footprint.edges
        if edges and not any(is_on_edge(self.leg.end, e) for e in edges):
            self._refuse_climb(feature, 1.0, self.z)
        else:
            self._climb_up(feature, 1.0, self.z)

    def _come_down(self, stop: Stop) -> None:
        """The stop is below, and the centre still over what the model is on: down only at its very edge."""
        here = self.terrain.feature(self.on)
        if here.kind == "wall" and not here.standable:
            return  # it ends inside a wall that it was climbing over, which base.fit says
        if any(is_on_edge(self.leg.end, e) for e in here.footprint.edges):
            if self.z - stop.elevation >= STEP - TOLERANCE:
                self._descend(1.0, self.z)
            return
        says = f"{self.name} cannot pass down through {self.on}, on which it walks: name the surface it is to stand on"
        self._find("terrain.blocked", says, 1.0, None, None, here)

    # -- small things ------------------------------------------------------------------------------------------

    def _find_blocked(self, feature: Feature, stretches: list[Stretch]) -> None:
        t = self.way.blocked(feature, stretches, self.crossed.get(feature.id, ()))
        if t is not None:
            z = next((s.elevation for s in stretches if s.start <= t <= s.end), self.z)
            finding = blocked_finding(self.name, feature, self.mover, self.leg.at(t), z, self.height, self._inches(t))
            self.result.findings.append(finding)

    def _excuse(self, feature_id: str, t: float) -> None:
        """The base may overlap a feature while it is against the edge that its run crosses at time t."""
        self.crossed.setdefault(feature_id, set()).add(t)

    def _close_stretch(self, t: float) -> None:
        if t > self.since or (t >= 1.0 and self.since == 0.0):
            z_end = self._level(t)
            stretch = Stretch(self.leg, self.result.across, self.since, t, self.on, self.since_z, z_end)
            self.result.stretches.append(stretch)
            self.z = z_end
        self.since, self.since_z = t, self.z

    def _set_surface(self, t: float, on: str, z: float) -> None:
        inches, at = self._inches(t), self.leg.at(t)
        self.result.profile += [ProfilePoint(inches, self._level(t), at), ProfilePoint(inches, z, at)]
        self.on, self.z = on, z
        self.since, self.since_z = t, z

    def _inches(self, t: float) -> float:
        return self.result.across + t * self.leg.length

    def _item(
        self,
        kind: Literal["climb", "drop", "step", "slope", "gap"],
        counted: float,
        t: float,
        low: float,
        high: float,
        piece: str,
        is_refused: bool = False,
    ) -> None:
        item = CostItem(kind, counted, self._inches(t), self.leg.at(t), low, high, is_refused, piece)
        self.result.items.append(item)

    def _find(
        self, clause: str, says: str, t: float, measured: float | None, limit: float | None, feature: Feature
    ) -> None:
        at = self.leg.at(t)
        evidence = base_evidence(self.mover, at, feature)
        found = Finding(clause, says, measured, limit, evidence, self._inches(t), (self.name, feature.id))
        self.result.findings.append(found)


def _first_uncovered(parts: list[Interval], span: Interval, inches: float) -> float | None:
    """The first time of a span that no part covers, or None where they cover it all."""
    left = without([span], union(parts, 1e-12 / max(inches, 1e-9)))
    return left[0][0] if left else None
