"""The page of results, docs/performance.md: a section for each benchmark, made again one by one, and what was wanted.

Imports nothing of the project, so that peers in a place of their own can write to it too.
"""

import datetime
import importlib.metadata
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
ORDER = ("wanted", "ways", "heights", "routes", "sweep", "frame", "rulings", "units", "blocks")
"""The sections in the order of the page."""
HEAD = "| work | by | measured | ratio | wanted | error |\n| --- | --- | --- | --- | --- | --- |"
INTRO = """# Performance

Processor time, medians, methods interleaved in one process; machines differ, so ratios are what counts. The whole page
is written by `python -m tests.benchmarks`, a part of it by `python -m tests.benchmarks heights frame` and so on; peers
that need packages of their own are asked by another Python: `--peers /tmp/peers/bin/python` (see `bench_ways.py`).
"""


@dataclass(frozen=True)
class Row:
    """One measured thing: its unit is in `measured`; `ratio` is to the peer; `wanted` is empty where nothing was."""

    work: str
    by: str
    measured: str
    ratio: float | None = None
    wanted: str = ""
    error: str = ""

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:.3g}" if self.ratio < 0.1 else f"{self.ratio:.2f}"
        return f"| {self.work} | {self.by} | {self.measured} | {ratio} | {self.wanted} | {self.error} |"


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of processor time of one call."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1e3


def interleaved(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median milliseconds of each, one after another in each round, after one to warm up."""
    for call in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(timed(call))
    return {name: statistics.median(t) for name, t in times.items()}


def for_each(ask: Callable[[Any], object], asked: Sequence[Any]) -> Callable[[], None]:
    """A call that asks about each and keeps no answer: answers kept make the collector's work part of what is measured."""
    def call() -> None:
        for one in asked:
            ask(one)

    return call


def versions(*packages: str) -> str:
    """Today's date, the Python and these packages' versions, as words."""
    def version(package: str) -> str:
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return "not installed"

    made = [datetime.date.today().isoformat(), f"Python {platform.python_version()}"]
    return ", ".join([*made, *(f"{p} {version(p)}" for p in packages)])


def section(title: str, about: str, rows: Sequence[Row]) -> str:
    """A section of the page."""
    return "\n".join([f"## {title}", "", about, "", HEAD, *(str(row) for row in rows), ""])


def put(name: str, text: str, page: Path = PAGE) -> None:
    """Puts a section in its place on the page, and makes the table of what was wanted again; other sections stay."""
    sections = _sections(page.read_text() if page.exists() else "")
    sections[name] = text
    sections["wanted"] = _wanted(sections)
    page.parent.mkdir(exist_ok=True)
    parts = [f"<!-- {n}: begin -->\n{sections[n].strip()}\n<!-- {n}: end -->\n" for n in ORDER if n in sections]
    page.write_text("\n".join([INTRO, *parts]))


def _sections(text: str) -> dict[str, str]:
    found = {}
    for name in ORDER:
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        if begin in text and end in text:
            found[name] = text.split(begin, 1)[1].split(end, 1)[0]
    return found


def _wanted(sections: dict[str, str]) -> str:
    """The rows of all sections for which something was wanted."""
    lines = [line for name in ORDER[1:] for line in sections.get(name, "").splitlines() if line.startswith("| ")]
    rows = [line for line in lines if line.split("|")[5].strip() not in ("", "wanted", "---")]
    return "\n".join(["## What was wanted", "", HEAD, *rows])
