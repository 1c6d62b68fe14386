"""How near a ranked unit may come to others on its way, at every moment of it, and where it ends. Inches.

Clauses spacing.during, spacing.end, spacing.contact, spacing.kept, spacing.uncontrolled (regiment) and spacing.inch,
spacing.charge, manoeuvre.spacing (ranks).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from physics.sweep import Interval
from physics.tolerance import is_closer, is_within
from rules.approaches import (
    Approach,
    contact_finding,
    contact_span,
    end_finding,
    leaving_until,
    near_finding,
    part_after,
    remembered,
)
from rules.manoeuvres import March
from rules.ruling import Area, Evidence, Finding, Line
from rules.table import Table


def spacing_findings(table: Table, near: Sequence[Approach]) -> list[Finding]:
    """spacing.contact, spacing.during and spacing.end for a move that is wholly its owner's."""
    during, end = table.number("spacing.during"), table.number("spacing.end")
    findings: list[Finding] = []
    for approach in near:
        excused = remembered(table, approach.march.block.unit.id)
        until = approach.near_until(end) if approach.id in excused else 0.0
        too_near = approach.not_more_than(during)
        if too_near:
            findings += _during_findings(approach, too_near, until, during)
        if until < inf and approach.ends_near(end):
            findings.append(end_finding("spacing.end", approach, end, f"more than {end:g} in is asked"))
    return findings


def _during_findings(approach: Approach, too_near: list[Interval], until: float, during: float) -> list[Finding]:
    findings = []
    touch = contact_span(approach)
    if touch is not None:
        findings.append(contact_finding("spacing.contact", approach, touch))
    since = max(until, leaving_until(approach, during, too_near))
    span = part_after(too_near, since)
    if span is not None:
        words = f"on its way it stays more than {during:g} in off"
        findings.append(near_finding("spacing.during", approach, span, during, words))
    return findings


def charge_contact_findings(near: Sequence[Approach], target: str, clause: str) -> list[Finding]:
    """A charge ends in contact with its target. In regiment it may touch friends, in ranks it touches nobody else."""
    side = near[0].march.block.unit.side if near else ""
    findings = []
    for approach in near:
        is_target = approach.id == target
        may_touch = is_target or (clause == "spacing.contact" and approach.neighbour.side == side)
        span = contact_span(approach, may_touch)
        if span is not None:
            findings.append(contact_finding(clause, approach, span))
        if is_target and span is None and not is_within(approach.end, 0.0):
            words = "a charge ends in contact with its target"
            findings.append(end_finding(clause, approach, 0.0, words))
    return findings


def stopped(
    table: Table, march: March, near: Sequence[Approach], solid: Sequence[Approach]
) -> tuple[March, Finding | None]:
    """spacing.uncontrolled: the move broken off a little short of the first thing that it would run into.

    `solid` is terrain that may be touched, but not passed through.
    """
    first: tuple[Interval, Approach] | None = None
    for approach in [*near, *solid]:
        span = contact_span(approach, may_touch=approach in solid)
        if span is not None and (first is None or span[0] < first[0][0]):
            first = (span, approach)
    if first is None:
        return march, None
    (moment, _), approach = first
    short = table.number("spacing.stop")
    spans = [a for a, b in approach.below(short) if a <= moment <= b + 1e-12]
    stop = spans[0] if spans and not is_within(approach.start, 0.0) else moment
    says = f"{march.block.unit.id} would run into {approach.id}: it stops {short:g} in short of it"
    cut = march.cut(stop)
    line = approach.line_at(stop)
    shown: tuple[Evidence, ...] = (
        Line(line.here, line.there, "measure", f"{max(0.0, line.clearance):.2f} in"),
        *(Area(tuple(s.outline(0.01)), "note") for s in approach.march.block_at(moment).outline),
    )
    pieces = (march.block.unit.id, approach.id)
    note = Finding("spacing.uncontrolled", says, line.clearance, short, shown, march.along(stop), pieces)
    return cut, note


def kept_notes(table: Table, near: Sequence[Approach]) -> list[Finding]:
    """spacing.kept, as a note: what the unit was excused from on its way."""
    end = table.number("spacing.end")
    notes = []
    for approach in near:
        unit = approach.march.block.unit
        if approach.id in remembered(table, unit.id) and is_within(approach.start, end):
            apart = max(0.0, approach.start)
            says = f"{unit.id} and {approach.id} were left {apart:.2f} in apart, and are excused until once apart"
            line = approach.line_at(0.0)
            shown = (Line(line.here, line.there, "note"),)
            notes.append(Finding("spacing.kept", says, approach.start, end, shown, 0.0, (unit.id, approach.id)))
    return notes


def uncontrolled_notes(table: Table, near: Sequence[Approach], but: str | None) -> list[Finding]:
    """spacing.uncontrolled, as a note: whom a move that is not wholly its owner's ends near."""
    end = table.number("spacing.end")
    close = (a for a in near if a.id != but and a.ends_near(end))
    return [replace(end_finding("spacing.uncontrolled", a, end, "both are excused until once apart"), along=0.0) for a in close]


def with_memory(table: Table, after: Table, near: Sequence[Approach], is_uncontrolled: bool) -> Table:
    """spacing.kept: the Table after a move, with those left near remembered and those once apart forgotten."""
    end = after.number("spacing.end")
    pairs = set(table.memory.close_pairs)
    for approach in near:
        pair = frozenset((approach.march.block.unit.id, approach.id))
        if pair in pairs and approach.near_until(end) < inf:
            pairs.discard(pair)
        if is_uncontrolled and approach.ends_near(end):
            pairs.add(pair)
    return replace(after, memory=replace(after.memory, close_pairs=frozenset(pairs)))


def inch_findings(table: Table, near: Sequence[Approach]) -> list[Finding]:
    """spacing.inch for advances and manoeuvre.spacing for wheels: every moment at which a unit is too near another."""
    limit = table.number("spacing")
    findings = []
    for approach in near:
        too_near = approach.closer_than(limit)
        since = leaving_until(approach, limit, too_near)
        for k, stage in enumerate(approach.march.stages):
            part = part_after(too_near, max(since, float(k)))
            if part is not None and part[0] < k + 1.0:
                part = (part[0], min(part[1], k + 1.0))
                clause = "spacing.inch" if stage.step.wheel is None else "manoeuvre.spacing"
                findings.append(near_finding(clause, approach, part, limit, f"no closer than {limit:g} in is allowed"))
    return findings


def reform_findings(table: Table, near: Sequence[Approach], is_regiment: bool) -> list[Finding]:
    """Where a reform sets a unit up: spacing.contact and spacing.end in regiment, manoeuvre.spacing in ranks."""
    if not is_regiment:
        limit = table.number("spacing")
        words = f"no closer than {limit:g} in is allowed"
        return [end_finding("manoeuvre.spacing", a, limit, words) for a in near if is_closer(a.end, limit)]
    touching = [a for a in near if is_within(a.end, 0.0)]
    return [end_finding("spacing.contact", a, 0.0, "no contact is allowed") for a in touching] + spacing_findings(table, near)
