"""The tables of keys in docs/boards.md, from the models that read boards: `python -m rules.board_keys` prints them."""

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rules import board_schema as schema
from rules.author_rulesets import RulesetPart
from rules.board_values import Value

PARTS: dict[str, type[BaseModel]] = {
    "board": schema.BoardPart, "table": schema.TablePart, "game": schema.GamePart, "side": schema.SidePart,
    "deploy": schema.DeployPart, "block": schema.BlockPart, "wall": schema.WallPart, "slope": schema.SlopePart,
    "ladder": schema.LadderPart, "gap": schema.GapPart, "impassable": schema.ImpassablePart,
    "opening": schema.OpeningPart, "unit": schema.UnitPart, "model": schema.ModelPart,
    "formation": schema.FormationPart, "marker": schema.MarkerPart, "aura": schema.AuraPart,
    "expect": schema.ExpectPart, "ruleset": RulesetPart,
}
_TABLES: dict[type[BaseModel], str] = {part: name for name, part in PARTS.items()}


def key_table(name: str) -> str:
    """The table of the keys of one part of a board file, as Markdown."""
    rows = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for key, field in PARTS[name].model_fields.items():
        cells = (f"`{field.alias or key}`", _type_words(field), _default_words(field), field.description or "")
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def _type_words(field: FieldInfo) -> str:
    if field.annotation is Any:
        return "number, true or false, or text"
    value = next((m for m in field.metadata if isinstance(m, Value)), None)
    return _short(value) if value is not None else _annotation_words(field.annotation)


def _short(value: Value) -> str:
    """What a value is, without the length of a text and without its article."""
    return value.words.split(" of at most")[0].removeprefix("a ")


def _annotation_words(annotation: Any) -> str:
    choices = [a for a in get_args(annotation) if a is not type(None)]
    values = list(_values_in(annotation))
    if get_origin(annotation) is Literal:
        return " or ".join(f'"{c}"' if isinstance(c, str) else str(c) for c in choices)
    if _is_a(annotation, list):
        parts = [p for p in _TABLES if _mentions(annotation, p)]
        if parts:
            return "list of tables"
        return f"list, each {_short(values[0])}" if values else "list of tables"
    if _is_a(annotation, dict):
        return "table"
    return _short(values[0]) if values else "table"


def _is_a(annotation: Any, kind: type) -> bool:
    return annotation is kind or get_origin(annotation) is kind or any(
        get_origin(a) is kind or (a is not annotation and _is_a(a, kind)) for a in get_args(annotation)[:1]
    )


def _mentions(annotation: Any, part: type[BaseModel]) -> bool:
    return annotation is part or any(_mentions(a, part) for a in get_args(annotation))


def _values_in(annotation: Any) -> Iterator[Value]:
    for metadata in getattr(annotation, "__metadata__", ()):
        if isinstance(metadata, Value):
            yield metadata
    for inner in get_args(annotation):
        yield from _values_in(inner)


def _default_words(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    if field.default_factory is not None or field.default is None or field.default == "":
        return "none"
    if isinstance(field.default, bool):
        return str(field.default).lower()
    return f"`{field.default:g}`" if isinstance(field.default, int | float) else f'`"{field.default}"`'


if __name__ == "__main__":
    for part_name in PARTS:
        print(f"## {part_name}\n\n{key_table(part_name)}\n")
