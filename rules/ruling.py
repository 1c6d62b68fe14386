"""The referee's answer: a Ruling, its Findings, the evidence that shows each, and what the move costs item by item."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from physics.vectors import Point

if TYPE_CHECKING:
    from rules.table import Table

Role = Literal["offence", "measure", "limit", "block", "note"]
"""offence: what is wrong; measure: what was measured; limit: how far would be right; block: what is in the way."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the table."""

    at: Point
    role: Role = "offence"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A segment on the table, inches."""

    start: Point
    end: Point
    role: Role = "measure"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle on the table, inches."""

    at: Point
    radius: float
    role: Role = "limit"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon on the table: a zone, a base where it does not fit, a piece of terrain."""

    points: tuple[Point, ...]
    role: Role = "offence"
    label: str = ""


Evidence = Spot | Line | Ring | Area


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason: its clause, one plain sentence, the measured value and the limit (or None), and its evidence.

    `along` is the inches of the path after which it happens, so that findings can be put in order; `pieces` names
    the models, features and markers that it is about.
    """

    clause: str
    says: str
    measured: float | None = None
    limit: float | None = None
    evidence: tuple[Evidence, ...] = ()
    along: float = 0.0
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CostItem:
    """One thing on a path: inches across, a climb, a drop, a step, a slope, a gap. `counted` inches go into the cost."""

    kind: Literal["across", "climb", "drop", "step", "slope", "gap"]
    counted: float
    along: float
    at: Point
    elevation_from: float = 0.0
    elevation_to: float = 0.0
    is_refused: bool = False
    piece: str = ""


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """A point of the elevation profile: inches along the path, and the elevation of the surface there (inches)."""

    along: float
    elevation: float
    at: Point


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether an action is legal, what it costs (inches), why, and the Table after it (only of a legal one).

    `cost` is that of the whole action, also of a refused one where it can be told; `allowance` what it may cost.
    """

    legal: bool
    cost: float | None = None
    findings: tuple[Finding, ...] = ()
    after: Table | None = None
    allowance: float | None = None
    items: tuple[CostItem, ...] = ()
    profile: tuple[ProfilePoint, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of its findings, in order, each once."""
        return tuple(dict.fromkeys(f.clause for f in self.findings))


def without_repeats(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in order, the first of each clause and pieces."""
    seen: dict[tuple[str, tuple[str, ...]], Finding] = {}
    for finding in findings:
        seen.setdefault((finding.clause, finding.pieces), finding)
    return list(seen.values())
