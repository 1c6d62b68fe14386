"""Thousands of spoiled saves (SAVE_FUZZ of them): a SaveError or a Match, never anything else, never late."""

import json
import os
import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.match import Match
from rules.rulesets import RULESETS
from rules.saves import SaveError, checksum, read_save, save_text
from tests.rules.matches import match_of

COUNT = int(os.environ.get("SAVE_FUZZ", "150"))
SECONDS = 1.0
"""No spoiled save may keep a player waiting longer."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 1e308, -0.0, 10**30, "", "ada", "cid", "\0", "é", [], [[]], {}, {"action": "end"},
    [1, 2], [1e9, 1], "ground", "crate", "red", "blue", "blue-1", "late", {"red-1": [9, 9]}, {"advance": 3}, 0.5,
)


@cache
def text_of(ruleset: str) -> str:
    return save_text(match_of(ruleset))


def spoiled_bytes(chance: random.Random, text: bytes) -> bytes:
    """The text with some bytes changed, cut out, or doubled."""
    for _ in range(chance.randint(1, 8)):
        at, width = chance.randrange(len(text)), chance.randint(0, 12)
        middle = chance.choice([b"", bytes(chance.randrange(256) for _ in range(width)), text[at : at + width] * 2])
        text = text[:at] + middle + text[at + width :] or b"{"
    return text


def spoiled_data(chance: random.Random, data: Any) -> Any:
    """The data with one value somewhere in it changed, left out, or doubled."""
    if chance.random() < 0.12 or not isinstance(data, dict | list) or not data:
        return chance.choice((*ODD, chance.uniform(-30, 30)))
    if isinstance(data, dict):
        key = chance.choice(list(data))
        deed = chance.random()
        if deed < 0.1:
            return {k: v for k, v in data.items() if k != key}
        if deed < 0.15:
            return {**data, "other": 1}
        return {**data, key: spoiled_data(chance, data[key])}
    at = chance.randrange(len(data))
    deed = chance.random()
    if deed < 0.1:
        return data[:at] + data[at + 1 :]
    if deed < 0.2:
        return data[:at] + [data[at]] * chance.randint(2, 40) + data[at:]
    return [*data[:at], spoiled_data(chance, data[at]), *data[at + 1 :]]


def spoiled_board(chance: random.Random, source: str) -> str:
    """The board's text with a number, a word or a line changed."""
    lines = source.splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        key, equals, _ = lines[at].partition(" = ")
        value = chance.choice(["0", "-1", "1e9", "nan", "[1, 2]", "[[3, 3]]", '"ada"', "true", "{}", "12.7", "500", "2"])
        lines[at] = chance.choice([f"{key}{equals}{value}", "", lines[chance.randrange(len(lines))], lines[at] + " #"])
    return "\n".join(lines)


def spoiled_save(chance: random.Random) -> bytes:
    """A spoiled save: its bytes, or (with a checksum that fits) its data, its actions or its board."""
    text = text_of(chance.choice(list(RULESETS)))
    kind = chance.random()
    if kind < 0.25:
        return spoiled_bytes(chance, text.encode())
    data = json.loads(text)
    if kind < 0.45:
        data = spoiled_data(chance, data)
    elif kind < 0.75:
        data["actions"] = spoiled_data(chance, data["actions"])
    else:
        data["board"] = spoiled_board(chance, data["board"])
    if isinstance(data, dict):
        data["checksum"] = checksum(data)
    return json.dumps(data).encode()


@pytest.mark.parametrize("seed", range(COUNT))
def test_a_spoiled_save_is_refused_or_read(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    content = spoiled_save(random.Random(seed))
    path.write_bytes(content)
    start = time.perf_counter()
    found = read_or_refusal(path)
    assert time.perf_counter() - start < SECONDS
    assert isinstance(found, Match) or (str(found).startswith(f"{path}: ") and "\n" not in str(found))
    assert path.read_bytes() == content


def read_or_refusal(path: Path) -> Match | SaveError:
    try:
        return read_save(path)
    except SaveError as error:
        return error
