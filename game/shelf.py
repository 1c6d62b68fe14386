"""The boards that there are to choose from, by ruleset; each is read whole only when it is looked at."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from game.gui import plain
from game.saving import boards_folder

LEVELS = Path(__file__).resolve().parent.parent / "levels"
MOST_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A board on the shelf: its file, the ruleset that it names, its title and summary."""

    file: Path
    ruleset: str
    title: str
    summary: str


def boards_on_shelf() -> list[Entry]:
    """All boards under levels/, then those saved from play, by ruleset, in their files' order; samples last."""
    files = [*sorted(LEVELS.glob("**/*.toml")), *sorted(boards_folder().glob("*.toml"))]
    order = {name: k for k, name in enumerate(("skirmish", "leader", "squad", "regiment", "ranks"))}
    entries = [entry_of(file) for file in files]
    return sorted(entries, key=lambda e: (order.get(e.ruleset, 99), e.ruleset, e.file.parent.name != e.ruleset))


def entry_of(file: Path) -> Entry:
    """What can be told of a board's file without checking it."""
    try:
        data = tomllib.loads(file.read_bytes()[:MOST_BYTES].decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        data = {}
    text = {key: data.get(key) for key in ("ruleset", "title", "summary")}
    words = {key: plain(value) if isinstance(value, str) else "" for key, value in text.items()}
    return Entry(file, words["ruleset"] or "broken", words["title"] or file.name, words["summary"])
