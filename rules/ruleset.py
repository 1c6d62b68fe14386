"""What a ruleset is: a declaration of its actions, clauses and parameters. The five stand in rules/rulesets/."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.ruling import Finding, Ruling
from rules.table import Table

if TYPE_CHECKING:
    from rules.actions import Action, BlockMove, LeaderMove, ModelMove, SquadMove

Judge = Callable[[Table, Any], Ruling]
"""Judges one kind of action, whoever's turn it is."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule that can be pointed at: its id, a short title, and its words, in which {name} is a parameter's value."""

    id: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A quantity that a board can change: its name, its default, its unit, and what it is, in one sentence."""

    name: str
    default: float | bool
    unit: str
    words: str
    least: float = 0.0
    most: float = 1000.0


@dataclass(frozen=True)
class Ruleset:
    """One published rule system as this table enforces it."""

    name: str
    title: str
    summary: str
    clauses: tuple[Clause, ...]
    parameters: tuple[Parameter, ...]
    judges: Mapping[str, Judge]
    move_kind: type[ModelMove | LeaderMove | SquadMove | BlockMove]
    turn_advance: Callable[[Table, Action], Table]
    turn_findings: Callable[[Table, Action], Finding | None]
    engaged: Callable[[Table, str, str], bool]
    coherent: Callable[[Table, str], bool] | None = None
    phases: tuple[str, ...] = ()
    action_words: Mapping[str, str] = field(default_factory=dict)

    @property
    def defaults(self) -> dict[str, float | bool]:
        """The parameters with their default values."""
        return {p.name: p.default for p in self.parameters}

    def clause(self, clause_id: str) -> Clause | None:
        """The clause of that id, or None."""
        return next((c for c in self.clauses if c.id == clause_id), None)
