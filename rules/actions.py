"""What a player asks for: one small frozen class for each kind of action, the same in the window, in a board's
expectations and in a saved game. `parse_action` reads the table of BOARDS.md; `as_data` writes it again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from physics.vectors import Point

Target = str | Point
"""The id of a model, unit or marker, or a point."""
WaySide = Literal["left", "right"]
"""On which side of its line a leader goes round what is in the way, as it sees it when it looks where it goes."""


class ActionError(ValueError):
    """An action that can't be read: `where` is the key's place in it, the message what would be right."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A corner of a path: a point, and the surface meant there ("ground", a feature's id, or None)."""

    at: Point
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Casualty:
    """A model is removed."""

    model: str
    name: str = "casualty"


@dataclass(frozen=True, slots=True)
class End:
    """The activation or phase ends."""

    name: str = "end"


@dataclass(frozen=True, slots=True)
class ModelMove:
    """skirmish: `move` or `back_off` of one model along a path."""

    name: Literal["move", "back_off"]
    model: str
    path: tuple[Waypoint, ...]


@dataclass(frozen=True)
class DirectMove:
    """`towards` or `away`: of a model (skirmish) or a unit (leader), in one straight line, some inches.

    Of a unit, `way` is the side chosen at each obstacle that is gone round, in order, `leader` the model chosen of
    those with the shortest way, and `place` where the others are set; what is left out the game chooses.
    """

    name: Literal["towards", "away"]
    mover: str
    target: Target
    distance: float
    is_unit: bool = False
    leader: str | None = None
    way: tuple[WaySide, ...] = ()
    place: Mapping[str, Waypoint] = field(default_factory=dict)


@dataclass(frozen=True)
class LeaderMove:
    """leader: the Leading Model goes along a path, then the others are set (`place`)."""

    name: Literal["move", "run", "charge", "disengage", "close_ranks"]
    unit: str
    leader: str
    path: tuple[Waypoint, ...]
    place: Mapping[str, Waypoint]
    target: Target | None = None


@dataclass(frozen=True)
class Setting:
    """`deploy`, `place`, `summon`: the models of a unit are set with no path; a leader where the ruleset has one."""

    name: Literal["deploy", "place", "summon"]
    unit: str
    place: Mapping[str, Waypoint]
    leader: str | None = None


@dataclass(frozen=True)
class SquadMove:
    """squad: every model named goes along its own path; what is left out stays."""

    name: Literal["move", "charge", "fight_move"]
    unit: str
    paths: Mapping[str, tuple[Waypoint, ...]]


@dataclass(frozen=True, slots=True)
class Addition:
    """squad: models are added to a unit at these places."""

    unit: str
    place: tuple[Waypoint, ...]
    name: str = "add"


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a ranked unit's move: an advance in inches, or a wheel to a side by degrees."""

    advance: float | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class BlockMove:
    """regiment, ranks: a ranked unit wheels and advances."""

    name: Literal["move", "charge", "failed_charge", "flee", "pursue"]
    unit: str
    steps: tuple[Step, ...]
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Reform:
    """regiment, ranks: a ranked unit is set up anew; `at` is the middle of its front edge, facing in degrees."""

    unit: str
    files: int
    at: Point
    facing_deg: float
    name: str = "reform"


@dataclass(frozen=True, slots=True)
class Separate:
    """ranks: a unit too near a fight is moved by a vector, in inches."""

    unit: str
    by: Point
    name: str = "separate"


Action = (
    Casualty
    | End
    | ModelMove
    | DirectMove
    | LeaderMove
    | Setting
    | SquadMove
    | Addition
    | BlockMove
    | Reform
    | Separate
)

Data = Mapping[str, Any]


class _Reader:
    """Reads the keys of one action's table, and knows which were never asked for."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.seen = {"action"}

    def has(self, key: str) -> bool:
        return key in self.data

    def text(self, key: str) -> str:
        value = self._value(key, "a string")
        if not isinstance(value, str):
            raise ActionError(key, "expected a string")
        return value

    def number(self, key: str) -> float:
        return _number(self._value(key, "a number"), key)

    def whole(self, key: str) -> int:
        value = self._value(key, "a whole number")
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 600:
            raise ActionError(key, "expected a whole number from 1 to 600")
        return value

    def point(self, key: str) -> Point:
        return _point(self._value(key, "two numbers"), key)

    def path(self, key: str) -> tuple[Waypoint, ...]:
        return _path(self._value(key, "a list of waypoints"), key)

    def target(self, key: str) -> Target:
        value = self._value(key, "an id or a point")
        return value if isinstance(value, str) else _point(value, key)

    def places(self, key: str) -> dict[str, Waypoint]:
        value = self._table(key)
        return {str(k): parse_waypoint(v, f"{key}.{k}") for k, v in value.items()}

    def paths(self, key: str) -> dict[str, tuple[Waypoint, ...]]:
        value = self._table(key)
        return {str(k): _path(v, f"{key}.{k}") for k, v in value.items()}

    def sides(self, key: str) -> tuple[WaySide, ...]:
        value = self._value(key, '"left" or "right"')
        sides = value if isinstance(value, list | tuple) else [value]
        if not all(side in ("left", "right") for side in sides) or len(sides) > 100:
            raise ActionError(key, 'expected "left", "right", or a list of them')
        return tuple(sides)

    def steps(self, key: str) -> tuple[Step, ...]:
        value = self._value(key, "a list of steps")
        if not isinstance(value, list | tuple):
            raise ActionError(key, "expected a list of steps")
        return tuple(_step(v, f"{key}[{k}]") for k, v in enumerate(value))

    def _table(self, key: str) -> Data:
        value = self._value(key, "a table")
        if not isinstance(value, Mapping):
            raise ActionError(key, "expected a table of model ids")
        return value

    def _value(self, key: str, what: str) -> Any:
        self.seen.add(key)
        if key not in self.data:
            raise ActionError(key, f"is missing: expected {what}")
        return self.data[key]

    def finish(self) -> None:
        for key in self.data:
            if key not in self.seen:
                known = ", ".join(sorted(self.seen))
                raise ActionError(str(key), f"unknown key; this action takes {known}")


LARGEST = 10_000.0
"""Inches (or degrees) beyond which a number in an action can't be meant."""


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        raise ActionError(where, f"expected a number from -{LARGEST:g} to {LARGEST:g}")
    return float(value)


def _point(value: Any, where: str) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ActionError(where, "expected two numbers")
    return (_number(value[0], f"{where}[0]"), _number(value[1], f"{where}[1]"))


def parse_waypoint(value: Any, where: str = "at") -> Waypoint:
    """A waypoint as boards write it: `[x, y]` or `{ at, on }`; ActionError says what is wrong at `where`."""
    if isinstance(value, Mapping):
        for key in value:
            if key not in ("at", "on"):
                raise ActionError(f"{where}.{key}", "unknown key; a waypoint takes at, on")
        if "at" not in value:
            raise ActionError(f"{where}.at", "is missing: expected two numbers")
        on = value.get("on")
        if on is not None and not isinstance(on, str):
            raise ActionError(f"{where}.on", "expected the id of a feature, or ground")
        return Waypoint(_point(value["at"], f"{where}.at"), on)
    return Waypoint(_point(value, where))


def _path(value: Any, where: str) -> tuple[Waypoint, ...]:
    if not isinstance(value, list | tuple):
        raise ActionError(where, "expected a list of waypoints")
    if len(value) > 500:
        raise ActionError(where, f"expected at most 500 waypoints, found {len(value)}")
    return tuple(parse_waypoint(v, f"{where}[{k}]") for k, v in enumerate(value))


def _step(value: Any, where: str) -> Step:
    if not isinstance(value, Mapping):
        raise ActionError(where, "expected { advance = inches } or { wheel = side, degrees = angle }")
    keys = {str(k) for k in value}
    if keys == {"advance"}:
        return Step(advance=_number(value["advance"], f"{where}.advance"))
    if keys == {"wheel", "degrees"}:
        side = value["wheel"]
        if side not in ("left", "right"):
            raise ActionError(f"{where}.wheel", 'expected "left" or "right"')
        return Step(wheel=side, degrees=_number(value["degrees"], f"{where}.degrees"))
    raise ActionError(where, "expected { advance = inches } or { wheel = side, degrees = angle }")


def _read_move(name: Any, r: _Reader) -> Action:
    """`move` and `charge` exist in several rulesets and are told apart by their keys."""
    if r.has("model"):
        return ModelMove(name, r.text("model"), r.path("path"))
    if r.has("steps"):
        return _read_block_move(name, r)
    if r.has("paths"):
        return SquadMove(name, r.text("unit"), r.paths("paths"))
    if r.has("leader"):
        return _read_leader_move(name, r)
    if name == "move":
        return ModelMove(name, r.text("model"), r.path("path"))
    return SquadMove(name, r.text("unit"), r.paths("paths"))


def _read_leader_move(name: Any, r: _Reader) -> Action:
    place = r.places("place") if r.has("place") else {}
    target = r.target("target") if r.has("target") else None
    return LeaderMove(name, r.text("unit"), r.text("leader"), r.path("path"), place, target)


def _read_block_move(name: Any, r: _Reader) -> Action:
    target = r.target("target") if r.has("target") else None
    return BlockMove(name, r.text("unit"), r.steps("steps"), target)


def _read_setting(name: Any, r: _Reader) -> Action:
    leader = r.text("leader") if r.has("leader") else None
    return Setting(name, r.text("unit"), r.places("place") if r.has("place") else {}, leader)


def _read_direct(name: Any, r: _Reader) -> Action:
    is_unit = r.has("unit")
    mover = r.text("unit" if is_unit else "model")
    target, distance = r.target("target"), r.number("distance")
    if not is_unit:
        return DirectMove(name, mover, target, distance)
    leader = r.text("leader") if r.has("leader") else None
    way = r.sides("way") if r.has("way") else ()
    return DirectMove(name, mover, target, distance, True, leader, way, r.places("place") if r.has("place") else {})


_READERS: dict[str, Callable[[Any, _Reader], Action]] = {
    "casualty": lambda _, r: Casualty(r.text("model")),
    "end": lambda _name, _reader: End(),
    "move": _read_move,
    "charge": _read_move,
    "back_off": lambda name, r: ModelMove(name, r.text("model"), r.path("path")),
    "towards": _read_direct,
    "away": _read_direct,
    "run": _read_leader_move,
    "disengage": _read_leader_move,
    "close_ranks": _read_leader_move,
    "deploy": _read_setting,
    "place": _read_setting,
    "summon": _read_setting,
    "fight_move": lambda name, r: SquadMove(name, r.text("unit"), r.paths("paths")),
    "add": lambda _, r: Addition(r.text("unit"), _path(r._value("place", "a list of places"), "place")),
    "failed_charge": _read_block_move,
    "flee": _read_block_move,
    "pursue": _read_block_move,
    "reform": lambda _, r: Reform(r.text("unit"), r.whole("files"), r.point("at"), r.number("facing")),
    "separate": lambda _, r: Separate(r.text("unit"), r.point("by")),
}
ACTION_NAMES = tuple(_READERS)


def parse_action(data: object) -> Action:
    """The action that a table of a board or a saved game stands for; ActionError says what is wrong and where."""
    if not isinstance(data, Mapping):
        raise ActionError("", "expected a table with the key action")
    name = data.get("action")
    if not isinstance(name, str) or name not in _READERS:
        raise ActionError("action", f"expected one of {', '.join(ACTION_NAMES)}")
    reader = _Reader(data)
    action = _READERS[name](name, reader)
    reader.finish()
    return action


def _waypoint_data(waypoint: Waypoint) -> object:
    at = list(waypoint.at)
    return at if waypoint.on is None else {"at": at, "on": waypoint.on}


def _step_data(step: Step) -> dict[str, object]:
    return {"advance": step.advance} if step.wheel is None else {"wheel": step.wheel, "degrees": step.degrees}


def _target_data(target: Target | None) -> dict[str, object]:
    return {} if target is None else {"target": target if isinstance(target, str) else list(target)}


def _choice_data(action: DirectMove) -> dict[str, object]:
    """What a player chose of a direct move; nothing where the game chooses."""
    way = action.way[0] if len(action.way) == 1 else list(action.way)
    place = {k: _waypoint_data(w) for k, w in action.place.items()}
    leader: dict[str, object] = {} if action.leader is None else {"leader": action.leader}
    return leader | ({"way": way} if action.way else {}) | ({"place": place} if place else {})


def as_data(action: Action) -> dict[str, Any]:
    """The action as the plain table that `parse_action` reads."""
    head: dict[str, Any] = {"action": action.name}
    match action:
        case Casualty():
            return head | {"model": action.model}
        case End():
            return head
        case ModelMove():
            return head | {"model": action.model, "path": [_waypoint_data(w) for w in action.path]}
        case DirectMove():
            mover = {"unit" if action.is_unit else "model": action.mover}
            return head | mover | _target_data(action.target) | {"distance": action.distance} | _choice_data(action)
        case LeaderMove():
            data = {"unit": action.unit, "leader": action.leader, "path": [_waypoint_data(w) for w in action.path]}
            place = {"place": {k: _waypoint_data(w) for k, w in action.place.items()}}
            return head | data | place | _target_data(action.target)
        case Setting():
            leader = {} if action.leader is None else {"leader": action.leader}
            return (
                head
                | {"unit": action.unit}
                | leader
                | {"place": {k: _waypoint_data(w) for k, w in action.place.items()}}
            )
        case SquadMove():
            paths = {k: [_waypoint_data(w) for w in path] for k, path in action.paths.items()}
            return head | {"unit": action.unit, "paths": paths}
        case Addition():
            return head | {"unit": action.unit, "place": [_waypoint_data(w) for w in action.place]}
        case BlockMove():
            return (
                head
                | {"unit": action.unit, "steps": [_step_data(s) for s in action.steps]}
                | _target_data(action.target)
            )
        case Reform():
            return head | {
                "unit": action.unit,
                "files": action.files,
                "at": list(action.at),
                "facing": action.facing_deg,
            }
        case Separate():
            return head | {"unit": action.unit, "by": list(action.by)}
