"""The text of a board file in sections, each with its heading, so that one can be changed and the others stay as written.

A section is a heading ([table], [[unit]], [[unit.model]] …), what stands under it, and the comments right above it.
tomlkit changes single sections; it would put interleaved lists of a whole file in another order.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import tomlkit
from tomlkit.items import InlineTable, Item

_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[\[\]{}\n]''', re.DOTALL
)
_COMMENTS_ABOVE = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """One section: its keys (none: what comes before the first heading) and its text."""

    keys: tuple[str, ...]
    text: str
    is_new: bool = False

    @cached_property
    def data(self) -> dict[str, Any]:
        """What stands under its heading, as plain data."""
        data: dict[str, Any] = _inside(tomllib.loads(self.text), self.keys)
        return data


def sections_of(text: str) -> list[Section]:
    """The sections of a TOML text, in order; their texts joined are the text."""
    starts = [0]
    keys: list[tuple[str, ...]] = [()]
    for start, heading in _headings(text):
        above = _COMMENTS_ABOVE.search(text, starts[-1], start)
        begins = above.start() if above is not None else start
        if len(starts) == 1 and begins == 0 and above is not None:
            begins = start  # the comments at the head of a file are about the file
        starts.append(begins)
        keys.append(_keys_of(heading))
    ends = [*starts[1:], len(text)]
    return [Section(k, text[a:b]) for k, a, b in zip(keys, starts, ends, strict=True)]


def _headings(text: str) -> Iterable[tuple[int, str]]:
    """Where each heading's line starts, and the line."""
    depth, line_start, is_fresh = 0, 0, True
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark == "\n":
            line_start, is_fresh = token.end(), True
            continue
        if mark == "[" and depth == 0 and is_fresh and not text[line_start : token.start()].strip():
            end = text.find("\n", token.start())
            yield line_start, text[token.start() : len(text) if end < 0 else end]
        is_fresh = False
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1


def _keys_of(heading: str) -> tuple[str, ...]:
    keys: list[str] = []
    item: Any = tomllib.loads(heading)
    while item:
        key, item = next(iter(item.items()))
        keys.append(key)
        item = item[0] if isinstance(item, list) else item
    return tuple(keys)


def _inside(data: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        data = data[key]
        data = data[0] if isinstance(data, list) else data
    return data


def edited(section: Section, changes: Mapping[str, Any]) -> Section:
    """The section with some keys set; None takes a key away. Comments and the order of keys stay."""
    document = tomlkit.parse(section.text)
    table = _inside(document, section.keys)
    for key, value in changes.items():
        if value is None:
            if key in table:
                del table[key]
        elif key in table and isinstance(table[key], InlineTable) and isinstance(value, dict):
            _set_inline(table[key], value)
        elif key not in table or table[key] != value:
            table[key] = toml_item(value)
    return replace(section, text=document.as_string())


def _set_inline(table: InlineTable, value: Mapping[str, Any]) -> None:
    for key in [k for k in table if k not in value]:
        del table[key]
    for key, inner in value.items():
        if key not in table or table[key] != inner:
            table[key] = toml_item(inner)


def new_section(heading: str, values: Mapping[str, Any]) -> Section:
    """A section that was not there before: [[unit]] and its keys. None is left out."""
    lines = [heading, *(f"{_key(k)} = {toml_item(v).as_string()}" for k, v in values.items() if v is not None)]
    return Section(_keys_of(heading), "\n".join(lines) + "\n", is_new=True)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else tomlkit.item(key).as_string()


def toml_item(value: Any) -> Item:
    """A value as TOML: tables on one line, whole numbers without a point."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table[key] = toml_item(inner)
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for inner in value:
            array.append(toml_item(inner))
        if any(isinstance(inner, Mapping) for inner in value):
            array.multiline(True)
        return array
    item: Item = tomlkit.item(neat(value))
    return item


def neat(value: Any) -> Any:
    """A whole float as an int, which reads better and means the same."""
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
    return int(value) if is_whole else value


def joined(sections: Iterable[Section]) -> str:
    """The text of all sections; those that were written anew stand between blank lines."""
    text = ""
    was_new = False
    for section in sections:
        if text and not text.endswith("\n"):
            text += "\n"
        if text and (section.is_new or was_new) and not text.endswith("\n\n") and not section.text.startswith("\n"):
            text += "\n"
        text += section.text
        was_new = section.is_new
    return text
