"""From the text of a board file to plain data and its shape: size, encoding, TOML, then the schema.

tomllib reads the text: it is much quicker than tomlkit, which is only needed to write a board back.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rules.board_errors import BoardError, Problem
from rules.board_values import Value

MOST_BYTES = 2_000_000
MOST_DEPTH = 16
"""Tables and lists inside one another: a path in an action in a list of a table is at 7."""
MOST_KEY_PARTS = 32
"""Parts of a dotted key. tomllib takes a time that grows with their square."""

_KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"""(?<![\w"'-]){_KEY_PART}(?:[ \t]*+\.[ \t]*+{_KEY_PART}){{{MOST_KEY_PARTS}}}""")
_AT_LINE = re.compile(r"(.*) \(at (line \d+, column \d+|end of document)\)", re.DOTALL)

PartT = TypeVar("PartT", bound=BaseModel)


def read_text(path: Path, name: str) -> str:
    """The text of a file; BoardError when there is none, it is too long, or no UTF-8."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device read without end
            raise BoardError(name, [Problem("", "expected a file, not a folder, pipe or device")])
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file of that name can be opened"
        raise BoardError(name, [Problem("", f"expected a file that can be read: {reason}")]) from None
    if len(raw) > MOST_BYTES:
        raise _too_long(name)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BoardError(name, [Problem(f"line {line}", "expected text in UTF-8")]) from None


def _too_long(name: str) -> BoardError:
    return BoardError(name, [Problem("", f"expected a file of at most {MOST_BYTES // 1_000_000} MB")])


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The plain data of a TOML text; BoardError with line and column when it is none."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise _too_long(name)
    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        line = text.count("\n", 0, long_key.start()) + 1
        raise BoardError(name, [Problem(f"line {line}", f"expected a key of at most {MOST_KEY_PARTS} parts")])
    too_deep = Problem("", f"expected at most {MOST_DEPTH} tables and lists inside one another")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BoardError(name, [too_deep]) from None
    except ValueError as error:  # TOMLDecodeError, or an integer too long to be one
        raise BoardError(name, [_syntax_problem(str(error))]) from None
    if _is_deeper(data, MOST_DEPTH):
        raise BoardError(name, [too_deep])
    return data


def _syntax_problem(message: str) -> Problem:
    found = _AT_LINE.fullmatch(message)
    if found is None:
        return Problem("", "expected TOML: a number has too many digits")
    says = found[1][:1].lower() + found[1][1:]
    return Problem(found[2], f"expected TOML: {says[:300]}")


def _is_deeper(data: object, most: int) -> bool:
    """Whether tables and lists lie deeper inside one another than `most`."""
    level: list[Any] = [data]
    for _ in range(most + 1):
        level = [child for item in level for child in _children(item)]
        if not level:
            return False
    return True


def _children(item: Any) -> Iterator[Any]:
    inside = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
    return (child for child in inside if isinstance(child, dict | list))


def shape_of(part: type[PartT], data: dict[str, Any], name: str) -> PartT:
    """The data as the schema's model; BoardError with every place where its shape is wrong."""
    try:
        return part.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=True, include_input=True)
        raise BoardError(name, [_problem(part, detail) for detail in details]) from None


def _problem(part: type[BaseModel], detail: ErrorDetails) -> Problem:
    where, owner = _walk(part, detail["loc"])
    return Problem(place_of(where), _words(detail, where, owner))


def place_of(where: Sequence[str | int]) -> str:
    """A key's place in a file: unit[2].models[0].at."""
    place = ""
    for step in where:
        if isinstance(step, int):
            place += f"[{step}]"
        else:
            key = step if re.fullmatch(r"[\w-]{1,80}", step) else repr(step[:80])
            place += f".{key}" if place else key
    return place


def _walk(part: type[BaseModel], loc: Sequence[str | int]) -> tuple[list[str | int], type[BaseModel] | None]:
    """The place without pydantic's tags, and the model that the last key belongs to."""
    where: list[str | int] = []
    owner: type[BaseModel] | None = part
    choices: tuple[type[BaseModel], ...] = (part,)
    last_owner: type[BaseModel] | None = None
    for step in loc:
        tagged = next((c for c in choices if len(choices) > 1 and step == _tag(c)), None)
        if tagged is not None:
            choices = (tagged,)
            continue
        where.append(step)
        if isinstance(step, int):
            continue
        owner = choices[0] if len(choices) == 1 else None
        last_owner = owner
        if step == "[key]" or owner is None:
            continue
        field = next((f for n, f in owner.model_fields.items() if (f.alias or n) == step), None)
        choices = tuple(_parts_in(field.annotation)) if field is not None else ()
    return [w for w in where if w != "[key]"], last_owner


def _tag(part: type[BaseModel]) -> str | None:
    field = part.model_fields.get("kind")
    return str(get_args(field.annotation)[0]) if field is not None and get_args(field.annotation) else None


def _parts_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _parts_in(inner)


def _words(detail: ErrorDetails, where: list[str | int], owner: type[BaseModel] | None) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "expected":
            return detail["msg"]
        case "missing":
            return f"is missing: expected {_expected_of(owner, where)}"
        case "extra_forbidden":
            return _unknown_key(owner, str(where[-1]))
        case "union_tag_not_found":
            return 'expected a kind: kind = "block", "wall", "slope", "ladder", "gap" or "impassable"'
        case "union_tag_invalid":
            return "expected a kind of terrain: block, wall, slope, ladder, gap or impassable"
        case "too_long":
            return f"expected at most {context.get('max_length')} {_noun(where)}, found {context.get('actual_length')}"
        case "too_short":
            return f"expected at least {context.get('min_length')} {_noun(where)}, found {context.get('actual_length')}"
        case "literal_error":
            return f"expected {context.get('expected')}"
        case "list_type":
            return f"expected {_list_words(where)}"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "expected a table"
    return "expected another value"


_NOUNS = {
    "polygon": "corners", "line": "points", "terrain": "features", "unit": "units", "side": "sides", "marker": "markers",
    "aura": "auras", "expect": "expectations", "opening": "openings", "model": "models", "models": "models",
    "keywords": "keywords", "after": "actions", "because": "clauses", "rules": "parameters",
}


def _noun(where: list[str | int]) -> str:
    """What a list has too many or too few of."""
    return _NOUNS.get(str(where[-1]), "entries") if where else "entries"


_LISTS_OF_TABLES = ("side", "terrain", "unit", "marker", "aura", "expect", "opening", "model")


def _list_words(where: list[str | int]) -> str:
    key = where[-1] if where else ""
    if key in _LISTS_OF_TABLES:
        dotted = ".".join(str(w) for w in where if isinstance(w, str))
        return f"a list of tables, each headed [[{dotted}]]"
    return "a list"


def _unknown_key(owner: type[BaseModel] | None, key: str) -> str:
    if owner is None:
        return "unknown key"
    known = [field.alias or name for name, field in owner.model_fields.items()]
    near = difflib.get_close_matches(key[:80], known, 1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"unknown key{hint}; expected one of {', '.join(known)}"


def _expected_of(owner: type[BaseModel] | None, where: list[str | int]) -> str:
    if owner is None or not where:
        return "a value"
    field = next((f for n, f in owner.model_fields.items() if (f.alias or n) == where[-1]), None)
    if field is None:
        return "a value"
    value = next((m for m in field.metadata if isinstance(m, Value)), None)
    return value.words if value is not None else f"{field.description}"
