"""Mission markers: who controls them, and what a round scores (clause coherency.marker)."""

from dataclasses import replace

from physics.contact import clearance
from physics.tolerance import is_within
from rules.table import Marker, Table


def counts_by_side(table: Table, marker: Marker) -> dict[str, int]:
    """How many models of each side are within range of a marker; those Out of Coherency do not count."""
    limit = float(table.parameters.get("marker.range", 1.0))
    counts = dict.fromkeys((s.name for s in table.sides), 0)
    shape = marker.shape
    for model in table.standing:
        if model.unit in table.memory.out_of_coherency:
            continue
        if is_within(clearance(model.footprint, shape), limit):
            counts[table.side_of(model)] += 1
    return counts


def controller(table: Table, marker: Marker) -> str | None:
    """The side with more models within range of a marker than any other, or None."""
    counts = sorted(counts_by_side(table, marker).items(), key=lambda c: -c[1])
    if not counts or counts[0][1] == 0 or (len(counts) > 1 and counts[1][1] == counts[0][1]):
        return None
    return counts[0][0]


def score_round(table: Table) -> Table:
    """The Table with a point for each mission marker to the side that controls it."""
    scores = {s.name: table.scores.get(s.name, 0) for s in table.sides}
    for marker in table.markers:
        side = controller(table, marker) if marker.kind == "mission" else None
        if side is not None:
            scores[side] += 1
    return replace(table, scores=scores)
