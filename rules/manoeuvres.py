"""The steps of a ranked unit's move, what they cost, and how far its models go in a manoeuvre. Inches and radians.

Clauses wheel.cost, wheel.backward, wheel.free, manoeuvre.double, move.distance, measure.point, reform.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from physics.ranks import block_point, bottleneck_assignment
from physics.tolerance import is_more, is_same
from physics.vectors import Point
from physics.wheel import Motion, Shift, Wheel
from rules.actions import Reform, Step
from rules.blocks import Block
from rules.ruling import Area, CostItem, Evidence, Finding, Line, Ring, Spot
from rules.table import Formation


@dataclass(frozen=True)
class Stage:
    """One step under way: the motion from the block at its start, its inches of way and how many of them are paid."""

    step: Step
    motion: Motion
    block: Block
    inches: float
    paid: float
    along: float

    @property
    def end(self) -> Block:
        """The block after it."""
        return self.block_at(1.0)

    def block_at(self, t: float) -> Block:
        """The block at a fraction of the step."""
        pose = self.block.pose
        if isinstance(self.motion, Shift):
            dx, dy = self.motion.by
            return self.block.posed(replace(pose, at=(pose.at[0] + dx * t, pose.at[1] + dy * t)))
        turned = self.motion.turned(pose.at, t)
        return self.block.posed(replace(pose, at=turned, facing=pose.facing + self.motion.angle * t))

    def cut(self, t: float) -> "Stage":
        """The step broken off at a fraction of it."""
        if isinstance(self.motion, Shift):
            motion: Motion = Shift((self.motion.by[0] * t, self.motion.by[1] * t))
            step = replace(self.step, advance=(self.step.advance or 0.0) * t)
        else:
            motion = Wheel(self.motion.pivot, self.motion.angle * t)
            step = replace(self.step, degrees=self.step.degrees * t)
        return replace(self, step=step, motion=motion, inches=self.inches * t, paid=self.paid * t)

    @property
    def words(self) -> str:
        """The step as the panel lists it."""
        if self.step.wheel is None:
            return f"advance {self.inches:.2f} in"
        return f"wheel {self.step.wheel} {self.step.degrees:g}°"

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """A rectangle round all that the block passes over."""
        return self.motion.box(self.block.outline)


@dataclass(frozen=True)
class March:
    """All steps of a move, one after the other. A moment of it is the number of a stage and the fraction of it."""

    block: Block
    stages: tuple[Stage, ...]

    @property
    def cost(self) -> float:
        """Inches that are paid."""
        return math.fsum(s.paid for s in self.stages)

    @property
    def end(self) -> Block:
        """The block where the move ends."""
        return self.stages[-1].end if self.stages else self.block

    def block_at(self, moment: float) -> Block:
        """The block at a moment."""
        if not self.stages:
            return self.block
        k = min(int(moment), len(self.stages) - 1)
        return self.stages[k].block_at(moment - k)

    def along(self, moment: float) -> float:
        """Inches of way gone at a moment."""
        if not self.stages:
            return 0.0
        k = min(int(moment), len(self.stages) - 1)
        return self.stages[k].along + self.stages[k].inches * (moment - k)

    def cut(self, moment: float) -> "March":
        """The move broken off at a moment."""
        k = int(moment)
        if k >= len(self.stages):
            return self
        part = (self.stages[k].cut(moment - k),) if moment > k else ()
        return March(self.block, (*self.stages[:k], *part))

    @property
    def items(self) -> tuple[CostItem, ...]:
        """The inches that each step costs."""
        return tuple(CostItem("across", s.paid, s.along, s.block.pose.at, piece=s.words) for s in self.stages)


def march_of(block: Block, steps: Sequence[Step], wheels_are_free: bool = False) -> March:
    """The move that some steps make of a block."""
    stages: list[Stage] = []
    along = 0.0
    for step in steps:
        stage = _stage(block, step, along, wheels_are_free)
        stages.append(stage)
        along += stage.inches
        block = stage.end
    return March(stages[0].block if stages else block, tuple(stages))


def _stage(block: Block, step: Step, along: float, wheels_are_free: bool) -> Stage:
    if step.wheel is None:
        inches = step.advance or 0.0
        cos, sin = math.cos(block.pose.facing), math.sin(block.pose.facing)
        return Stage(step, Shift((cos * inches, sin * inches)), block, abs(inches), abs(inches), along)
    angle = math.radians(step.degrees) * (1.0 if step.wheel == "left" else -1.0)
    pivot = block.corner(step.wheel)
    arc = abs(angle) * wheel_radius(block, pivot)
    return Stage(step, Wheel(pivot, angle), block, arc, 0.0 if wheels_are_free else arc, along)


def wheel_radius(block: Block, pivot: Point) -> float:
    """wheel.cost: inches from the pivot to the outer front corner or, in a block deeper than wide, its furthest corner."""
    if not is_more(block.length, block.width):
        return block.width
    if block.base.kind != "rect":
        return math.hypot(block.width, block.length)
    return max(math.dist(pivot, p) for shape in block.outline for p in shape.points)


def step_findings(march: March) -> list[Finding]:
    """wheel.backward, and advances that do not go ahead."""
    name = march.block.unit.id
    findings = []
    for stage in march.stages:
        step = stage.step
        shown = tuple(_ghost(stage.block))
        if step.wheel is not None and step.degrees < 0.0:
            says = f"{name} would wheel {-step.degrees:g}° backwards: no wheel goes backwards"
            findings.append(Finding("wheel.backward", says, step.degrees, 0.0, shown, stage.along, (name,)))
        elif step.wheel is None and (step.advance or 0.0) < 0.0:
            says = f"{name} would go {-(step.advance or 0.0):g} in backwards: an advance goes straight ahead"
            findings.append(Finding("action.unavailable", says, step.advance, 0.0, shown, stage.along, (name,)))
    return findings


def distance_findings(march: March, allowance: float) -> list[Finding]:
    """move.distance: the move costs more than its allowance. measure.point: it forgets the depth of the unit."""
    block, cost = march.block, march.cost
    if not is_more(cost, allowance):
        return []
    name = block.unit.id
    says = f"{name} would move {cost:.2f} in; it has {allowance:g}"
    shown: tuple[Evidence, ...] = (Spot(_spent_at(march, allowance), "limit", f"{allowance:g} in"),)
    findings = [Finding("move.distance", says, cost, allowance, shown, march.along(len(march.stages)), (name,))]
    wheels = [s for s in march.stages if s.step.wheel is not None and s.paid > 0.0]
    if wheels:
        findings.append(_wheel_finding(wheels, cost, allowance))
    if abs(cost - block.length - allowance) < 0.01:
        says = (
            f"measured from the front of {name} to its rear this would be {allowance:g} in: "
            f"front to front it is {block.length:.2f} in more, the depth of the unit"
        )
        line = Line(march.end.pose.at, _rear(march.end), "measure", f"{block.length:.2f} in")
        findings.append(Finding("measure.point", says, cost, allowance, (line,), findings[0].along, (name,)))
    return findings


def _wheel_finding(wheels: list[Stage], cost: float, allowance: float) -> Finding:
    """wheel.cost: what the wheels have in a move that is too long, and the circles of the corners that are paid for."""
    name = wheels[0].block.unit.id
    arcs = math.fsum(s.paid for s in wheels)
    which = "rear" if is_more(wheels[0].block.length, wheels[0].block.width) else "front"
    says = f"{arcs:.2f} in of that are wheels: a wheel costs the arc of the outer {which} corner of {name}"
    shown = tuple(
        Ring(s.motion.pivot, wheel_radius(s.block, s.motion.pivot), "measure", f"{s.paid:.2f} in")
        for s in wheels
        if isinstance(s.motion, Wheel)
    )
    return Finding("wheel.cost", says, cost, allowance, shown, wheels[-1].along + wheels[-1].inches, (name,))


def _rear(block: Block) -> Point:
    return block_point(block.pose.at, block.pose.facing, 0.0, -block.length)


def _spent_at(march: March, allowance: float) -> Point:
    """The middle of the front edge where the allowance is spent."""
    spent = 0.0
    for stage in march.stages:
        if spent + stage.paid >= allowance and stage.paid > 0.0:
            return stage.block_at((allowance - spent) / stage.paid).pose.at
        spent += stage.paid
    return march.end.pose.at


def double_findings(march: March, factor: float) -> list[Finding]:
    """manoeuvre.double in wheels: the middle of a base goes further along its arc than factor × Move.

    Wheels that follow each other about the same corner are one manoeuvre: to cut a wheel in two changes nothing.
    """
    findings: list[Finding] = []
    run: list[Stage] = []
    for stage in march.stages:
        if run and stage.step.wheel != run[-1].step.wheel:
            findings += _double_in_wheel(run, factor)
            run = []
        if stage.step.wheel is not None:
            run.append(stage)
    return findings + (_double_in_wheel(run, factor) if run else [])


def _double_in_wheel(run: list[Stage], factor: float) -> list[Finding]:
    block, motion = run[0].block, run[0].motion
    assert isinstance(motion, Wheel)
    far, k = max((math.dist(motion.pivot, p), k) for k, p in enumerate(block.places))
    turn = math.fsum(abs(s.motion.angle) for s in run if isinstance(s.motion, Wheel))
    limit = factor * block.move
    if not is_more(turn * far, limit):
        return []
    name, model = block.unit.id, block.models[k]
    says = f"{model.id} would go {turn * far:.2f} in round in this wheel; no model's middle goes further than {limit:g}"
    shown: tuple[Evidence, ...] = (
        Ring(motion.pivot, far, "measure", f"{turn * far:.2f} in"), Spot(motion.pivot, "note"), Spot(block.places[k])
    )
    return [Finding("manoeuvre.double", says, turn * far, limit, shown, run[0].along, (name, model.id))]


def free_notes(march: March) -> list[Finding]:
    """wheel.free, as notes on a charge: what its wheels would have cost."""
    name = march.block.unit.id
    return [
        Finding("wheel.free", f"{s.words.capitalize()} is free in a charge: it would cost {s.inches:.2f} in",
                s.inches, None, (), s.along, (name,))
        for s in march.stages
        if s.step.wheel is not None and not is_same(s.inches, 0.0)
    ]


def reformed(block: Block, action: Reform, factor: float) -> tuple[Block, float, list[Finding]]:
    """The block set up anew, inches of its models' longest way, and what is wrong with it (reform, manoeuvre.double).

    Every model takes the place that it is assigned, so that the longest way is as short as it can be.
    """
    name = block.unit.id
    pose = Formation(action.files, action.at, math.radians(action.facing_deg))
    if action.files > block.count:
        says = f"{name} has {block.count} models: they can't stand {action.files} wide"
        return block, 0.0, [Finding("reform", says, action.files, block.count, (), 0.0, (name,))]
    new = block.posed(pose)
    starts, ends = [m.standing.at for m in block.models], new.places
    found = bottleneck_assignment(starts, ends)
    order = sorted(range(block.count), key=lambda k: found.ends[k])
    new = replace(new, models=tuple(block.models[k] for k in order))
    limit = factor * block.move
    if not is_more(found.longest, limit):
        return new, found.longest, []
    model = block.models[found.worst]
    says = (
        f"{model.id} would go {found.longest:.2f} in, however the places are shared out; "
        f"no model's middle goes further than {limit:g}"
    )
    way = Line(starts[found.worst], ends[found.ends[found.worst]], "measure", f"{found.longest:.2f} in")
    shown: tuple[Evidence, ...] = (way, Ring(starts[found.worst], limit, "limit"), *_ghost(new))
    return new, found.longest, [Finding("manoeuvre.double", says, found.longest, limit, shown, 0.0, (name, model.id))]


def _ghost(block: Block) -> list[Area]:
    return [Area(tuple(s.outline(0.01)), "note") for s in block.outline]
