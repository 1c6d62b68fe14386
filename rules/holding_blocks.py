"""How far a ranked unit can go in a step, or be put in a reform, before something is wrong (regiment, ranks). Inches."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from physics.tolerance import TOLERANCE
from physics.vectors import lerp
from rules.actions import BlockMove, Reform, Step
from rules.blocks import Block, block_of
from rules.manoeuvres import march_of
from rules.referee import judge
from rules.ruling import Finding
from rules.table import Table

SNAP = 0.4
"""Inches short of its target at which a charge is drawn into contact."""
_GRAIN = 0.3
"""Inches between the lengths of a step that are tried where no finding tells the last legal one."""
_TRIES, _TRIES_REFORM = 24, 4
_FINE, _FINE_REFORM = 1e-8, 1e-4
"""Inches to which the last legal part is found where no finding tells it."""
_LITTLE = 1e-4
"""Inches beyond the last legal one, at which the reason for it is asked."""


def hindrances(table: Table, action: BlockMove) -> list[Finding]:
    """What is wrong with a move but whose turn it is, and that a charge has not come to its target yet."""
    ruling = judge(table, action, in_turn=False)
    return [] if ruling.legal else [f for f in ruling.findings if not is_unmet(action, f)]


def is_unmet(action: BlockMove, finding: Finding) -> bool:
    """Whether a finding only says that a charge has not come into contact with its target."""
    if action.name != "charge" or finding.clause not in ("spacing.contact", "spacing.charge"):
        return False
    return finding.measured is not None and finding.measured > TOLERANCE


def held_step(table: Table, before: BlockMove, step: Step) -> tuple[Step, list[Finding]]:
    """The longest part of a step after those of a move that is legal, and what is in the way of the rest of it.

    What is in the way is what a little more would meet. The step as it is, and nothing, where it is legal whole, or
    where what comes before it is wrong already.
    """
    found = hindrances(table, replace(before, steps=(*before.steps, step)))
    if not found or (before.steps and hindrances(table, before)):
        return step, []

    def is_free(t: float) -> bool:
        return not hindrances(table, replace(before, steps=(*before.steps, part_of(step, t))))

    inches = _inches(table, before, step)
    t = _last_free(is_free, _guesses(table, before, step, found), inches)
    just_beyond = part_of(step, min(1.0, t + _LITTLE / max(inches, _LITTLE)))
    return part_of(step, t), _first_met(found, hindrances(table, replace(before, steps=(*before.steps, just_beyond))))


def _first_met(found: Sequence[Finding], near: Sequence[Finding]) -> list[Finding]:
    """Of all that is wrong with what is wished, that which a little beyond the limit is wrong already."""
    first = {(f.clause, f.pieces) for f in near}
    return [f for f in found if (f.clause, f.pieces) in first] or list(near or found)


def part_of(step: Step, t: float) -> Step:
    """A fraction of a step."""
    if step.wheel is None:
        return replace(step, advance=(step.advance or 0.0) * t)
    return replace(step, degrees=step.degrees * t)


def snapped_step(table: Table, before: BlockMove, step: Step) -> Step | None:
    """The advance that brings a charge into contact when it is all but there; None when it is not."""
    if before.name != "charge" or step.wheel is not None:
        return None
    longer, _ = held_step(table, before, replace(step, advance=(step.advance or 0.0) + SNAP))
    is_there = judge(table, replace(before, steps=(*before.steps, longer)), in_turn=False).legal
    return longer if is_there else None


def _inches(table: Table, before: BlockMove, step: Step) -> float:
    block = block_of(table, table.units[before.unit])
    assert block is not None, "only a ranked unit takes steps"
    return march_of(block, (*before.steps, step)).stages[-1].inches


def _guesses(table: Table, before: BlockMove, step: Step, found: Iterable[Finding]) -> list[float]:
    """The fractions of a step at which its findings begin or its allowance is spent, the largest first."""
    block = block_of(table, table.units[before.unit])
    assert block is not None, "only a ranked unit takes steps"
    stage = march_of(block, (*before.steps, step), _wheels_are_free(table, before)).stages[-1]
    spent = math.fsum(s.paid for s in march_of(block, before.steps, _wheels_are_free(table, before)).stages)
    guesses = []
    for f in found:
        if f.clause == "move.distance" and f.limit is not None and stage.paid > 0.0:
            guesses.append((f.limit - spent) / stage.paid)
        elif f.clause == "manoeuvre.double" and f.limit is not None and f.measured and not before.steps:
            guesses.append(f.limit / f.measured)
        elif stage.inches > 0.0:
            met = TOLERANCE if before.name == "charge" and f.measured == 0.0 else 0.0  # contact is found a little inside it
            guesses.append((f.along - met - stage.along) / stage.inches)
    return sorted((g for g in guesses if 0.0 < g < 1.0), reverse=True)


def _wheels_are_free(table: Table, action: BlockMove) -> bool:
    return action.name == "charge" and "spacing.end" not in table.parameters


def _last_free(
    is_free: Callable[[float], bool], guesses: list[float], inches: float, fine: float = _FINE, tries: int = _TRIES
) -> float:
    """The largest fraction below 1 that is free, as near as halving tells it; 0 where none is."""
    for guess in guesses:
        if is_free(guess) and not is_free(min(1.0, guess + _LITTLE / max(inches, _LITTLE))):
            return guess
    count = max(4, min(tries, math.ceil(inches / _GRAIN)))
    high = 1.0
    for k in range(count - 1, -1, -1):
        low = k / count
        if low == 0.0 or is_free(low):
            return _halved(is_free, low, high, fine / max(inches, 1.0))
        high = low
    return 0.0


def _halved(is_free: Callable[[float], bool], low: float, high: float, fine: float) -> float:
    """The last free fraction between a free one and one that is not."""
    while high - low > fine:
        middle = (low + high) / 2.0
        if is_free(middle):
            low = middle
        else:
            high = middle
    return low


def held_reform(table: Table, start: Reform, wished: Reform) -> tuple[Reform, list[Finding]]:
    """The reform nearest to what is wished, on the straight way to it from a legal one; and what is wrong beyond.

    What is wished itself, and nothing, when it is legal.
    """
    ruling = judge(table, wished, in_turn=False)
    if ruling.legal or start.files != wished.files:
        return wished, []

    def is_free(t: float) -> bool:
        return judge(table, _between(start, wished, t), in_turn=False).legal

    way = math.dist(start.at, wished.at) + abs(_turn(start, wished)) * 0.05
    t = _last_free(is_free, [], way, _FINE_REFORM, _TRIES_REFORM)
    beyond = judge(table, _between(start, wished, min(1.0, t + _LITTLE / max(way, _LITTLE))), in_turn=False)
    return _between(start, wished, t), _first_met(ruling.findings, beyond.findings)


def _between(start: Reform, wished: Reform, t: float) -> Reform:
    return replace(wished, at=lerp(start.at, wished.at, t), facing_deg=start.facing_deg + _turn(start, wished) * t)


def _turn(start: Reform, wished: Reform) -> float:
    """Degrees from one facing to another, the shorter way round."""
    return (wished.facing_deg - start.facing_deg + 180.0) % 360.0 - 180.0


def present_reform(block: Block) -> Reform:
    """The reform that leaves a unit as it stands."""
    return Reform(block.unit.id, block.files, block.pose.at, math.degrees(block.pose.facing) % 360.0)
