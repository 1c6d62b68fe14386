"""The expectations of a board file: what is asked, and the answer that is right. Every id in them is known."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.actions import (
    Action,
    ActionError,
    Addition,
    BlockMove,
    Casualty,
    DirectMove,
    LeaderMove,
    ModelMove,
    Reform,
    Separate,
    Setting,
    SquadMove,
    Target,
    Waypoint,
    parse_action,
)
from rules.board_errors import Problem
from rules.board_schema import BUILT_IN, ExpectPart
from rules.board_values import FAR, is_number, is_number_in
from rules.rulesets import RULESETS
from rules.table import Table
from rules.terrain import GROUND

Answer = float | bool | str


@dataclass(frozen=True)
class Expectation:
    """A question to a board as written: an attempt to judge or a fact to ask, after some actions; what is right.

    `ruling`, `cost` and `equals` are None where the board does not say.
    """

    name: str
    after: tuple[Action, ...] = ()
    attempt: Action | None = None
    fact: Mapping[str, Any] | None = None
    ruling: Literal["legal", "illegal"] | None = None
    cost: float | None = None
    because: tuple[str, ...] = ()
    equals: Answer | None = None
    in_turn: bool = False


def expectations_of(parts: list[ExpectPart], table: Table) -> tuple[tuple[Expectation, ...], list[Problem]]:
    """The expectations of a board and what is wrong with them."""
    found: list[Expectation] = []
    problems: list[Problem] = []
    clauses = known_clauses()
    for k, part in enumerate(parts):
        reader = _Reader(table, f"expect[{k}]", problems)
        after = tuple(a for i, data in enumerate(part.after) if (a := reader.action(data, f"after[{i}]")) is not None)
        attempt = reader.action(part.attempt, "try") if part.attempt is not None else None
        if part.fact is not None:
            reader.fact(part.fact)
        reader.answer(part)
        reader.clauses(part.because, clauses)
        ruling: Any = part.ruling
        found.append(Expectation(
            part.name or f"expectation {k + 1}", after, attempt, part.fact, ruling, part.cost, tuple(part.because),
            part.equals, part.in_turn,
        ))
    return tuple(found), problems


def known_clauses() -> frozenset[str] | None:
    """The clauses of all rulesets, or None while not all five are declared."""
    if any(name not in RULESETS for name in BUILT_IN):
        return None
    return frozenset(clause.id for ruleset in RULESETS.values() for clause in ruleset.clauses)


class _Reader:
    """Reads one expectation; what is wrong goes to the list of problems."""

    def __init__(self, table: Table, where: str, problems: list[Problem]) -> None:
        self.table, self.where, self.problems = table, where, problems
        self.movers = {*table.models, *table.units}
        self.targets = {*self.movers, *(m.id for m in table.markers)}

    def add(self, key: str, says: str) -> None:
        """Notes what would be right at a key."""
        self.problems.append(Problem(f"{self.where}.{key}" if key else self.where, says))

    def action(self, data: Mapping[str, Any], key: str) -> Action | None:
        """The action, when it can be read."""
        try:
            action = parse_action(data)
        except ActionError as error:
            self.add(f"{key}.{error.where}" if error.where else key, error.message)
            return None
        for place, name in _named_movers(action):
            self._known(f"{key}.{place}", name, self.movers, "a model or unit")
        target = _target(action)
        if isinstance(target, str):
            self._known(f"{key}.target", target, self.targets, "a model, unit or marker")
        for place, waypoint in _waypoints(action):
            if waypoint.on is not None and waypoint.on != GROUND and waypoint.on not in self.table.terrain:
                self.add(f"{key}.{place}.on", f'expected the id of a feature, or "ground"; there is no "{waypoint.on}"')
        if isinstance(action, Addition):
            self._expect_added(action)
        return action

    def _expect_added(self, action: Addition) -> None:
        """Models that are added bear the next numbers of their unit: questions may name them."""
        unit = self.table.units.get(action.unit)
        if unit is not None:
            added = {f"{unit.id}-{k}" for k in range(1, len(unit.models) + len(action.place) + 1)}
            self.movers |= added
            self.targets |= added

    def _known(self, key: str, name: object, known: set[str], what: str) -> None:
        if not isinstance(name, str):
            self.add(key, f"expected the id of {what}")
        elif name not in known:
            self.add(key, f'expected the id of {what}; there is no "{name}"')

    def fact(self, fact: Mapping[str, Any]) -> None:
        """Checks the form of a fact and the ids in it."""
        if len(fact) != 1 or next(iter(fact)) not in _FACTS:
            self.add("fact", f"expected one of {', '.join(_FACTS)}")
            return
        name, value = next(iter(fact.items()))
        _FACTS[name](self, f"fact.{name}", value)

    def pair(self, key: str, value: Any) -> None:
        """Two pieces or points."""
        if not isinstance(value, list) or len(value) != 2:
            self.add(key, "expected [a, b]: ids of models, units or markers, or points")
            return
        self.piece(f"{key}[0]", value[0])
        self.piece(f"{key}[1]", value[1])

    def pair_within(self, key: str, value: Any) -> None:
        """Two pieces or points, and inches."""
        if not isinstance(value, list) or len(value) != 3:
            self.add(key, "expected [a, b, inches]: a and b are ids of models, units or markers, or points")
            return
        self.piece(f"{key}[0]", value[0])
        self.piece(f"{key}[1]", value[1])
        if not is_number_in(value[2], 0.0, FAR):
            self.add(f"{key}[2]", f"expected a number from 0 to {FAR:g}")

    def piece(self, key: str, value: Any) -> None:
        """A model, unit, marker or point."""
        if isinstance(value, list):
            if len(value) != 2 or not all(is_number_in(v, -FAR, FAR) for v in value):
                self.add(key, "expected two numbers")
            return
        self._known(key, value, self.targets, "a model, unit or marker")

    def mover_pair(self, key: str, value: Any) -> None:
        """Two models or units."""
        if not isinstance(value, list) or len(value) != 2:
            self.add(key, "expected [a, b]: ids of models or units")
            return
        self.mover(f"{key}[0]", value[0])
        self.mover(f"{key}[1]", value[1])

    def mover(self, key: str, value: Any) -> None:
        """A model or unit."""
        self._known(key, value, self.movers, "a model or unit")

    def unit(self, key: str, value: Any) -> None:
        """A unit."""
        self._known(key, value, set(self.table.units), "a unit")

    def marker(self, key: str, value: Any) -> None:
        """A marker."""
        self._known(key, value, {m.id for m in self.table.markers}, "a marker")

    def aura_and_unit(self, key: str, value: Any) -> None:
        """An aura and a unit."""
        if not isinstance(value, list) or len(value) != 2:
            self.add(key, "expected [aura, unit]")
            return
        self._known(f"{key}[0]", value[0], {a.id for a in self.table.auras}, "an aura")
        self.unit(f"{key}[1]", value[1])

    def spot(self, key: str, value: Any) -> None:
        """A model or unit, where it is to end, and on what."""
        if not isinstance(value, dict) or ("model" in value) == ("unit" in value) or "at" not in value:
            self.add(key, "expected { model or unit, at, on }")
            return
        for unknown in value.keys() - {"model", "unit", "at", "on"}:
            self.add(f"{key}.{unknown}", "unknown key; expected one of model, unit, at, on")
        mover = "model" if "model" in value else "unit"
        self.mover(f"{key}.{mover}", value[mover])
        if not isinstance(value["at"], list):
            self.add(f"{key}.at", "expected two numbers")
        else:
            self.piece(f"{key}.at", value["at"])
        on = value.get("on", GROUND)
        if not isinstance(on, str) or (on != GROUND and on not in self.table.terrain):
            self.add(f"{key}.on", 'expected the id of a feature, or "ground"')

    def answer(self, part: ExpectPart) -> None:
        """Checks what a fact is compared with."""
        value = part.equals
        if "equals" not in part.model_fields_set or isinstance(value, bool | str):
            return
        if not is_number(value) or not is_number_in(value, -1e6, 1e6):
            self.add("equals", "expected a number, true or false, or a text")

    def clauses(self, because: list[str], known: frozenset[str] | None) -> None:
        """Checks that clauses named as reasons exist."""
        for k, clause in enumerate(because):
            if known is not None and clause not in known:
                self.add(f"because[{k}]", f'expected the id of a clause; there is no "{clause}"')


_FACTS: dict[str, Callable[[_Reader, str, Any], None]] = {
    "distance": _Reader.pair,
    "within": _Reader.pair_within,
    "wholly_within": _Reader.pair_within,
    "engaged": _Reader.mover_pair,
    "in_proximity": _Reader.mover_pair,
    "elevation": _Reader.piece,
    "coherent": _Reader.unit,
    "controls": _Reader.marker,
    "reachable": _Reader.spot,
    "route": _Reader.spot,
    "alive": _Reader.mover,
    "affected": _Reader.aura_and_unit,
}
FACT_NAMES = tuple(_FACTS)


def _named_movers(action: Action) -> Iterator[tuple[str, str]]:
    """The models and units that an action names as its own, with their keys."""
    match action:
        case Casualty() | ModelMove():
            yield "model", action.model
        case DirectMove():
            yield "unit" if action.is_unit else "model", action.mover
            if action.leader is not None:
                yield "leader", action.leader
            yield from ((f"place.{name}", name) for name in action.place)
        case LeaderMove() | Setting():
            yield "unit", action.unit
            if action.leader is not None:
                yield "leader", action.leader
            yield from ((f"place.{name}", name) for name in action.place)
        case SquadMove():
            yield "unit", action.unit
            yield from ((f"paths.{name}", name) for name in action.paths)
        case Addition() | BlockMove() | Reform() | Separate():
            yield "unit", action.unit


def _target(action: Action) -> Target | None:
    return action.target if isinstance(action, DirectMove | LeaderMove | BlockMove) else None


def _waypoints(action: Action) -> Iterator[tuple[str, Waypoint]]:
    """The waypoints of an action, with their keys."""
    if isinstance(action, ModelMove | LeaderMove):
        yield from ((f"path[{k}]", w) for k, w in enumerate(action.path))
    if isinstance(action, LeaderMove | Setting | DirectMove):
        yield from ((f"place.{name}", w) for name, w in action.place.items())
    if isinstance(action, SquadMove):
        for name, path in action.paths.items():
            yield from ((f"paths.{name}[{k}]", w) for k, w in enumerate(path))
    if isinstance(action, Addition):
        yield from ((f"place[{k}]", w) for k, w in enumerate(action.place))
