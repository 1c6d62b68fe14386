"""Units: the coherency of 30 models among 120 beside plain networkx, and twelve models arranged among 40 features.

Run it: python -m tests.benchmarks units. Medians of processor time; the figures wanted are those of the
issues: under 1 ms, and under 50 ms.
"""

import random
import statistics
from collections.abc import Callable
from dataclasses import replace

import networkx as nx

from physics.contact import clearance
from rules.actions import Setting, Waypoint
from rules.arranging import set_at
from rules.neighbours import neighbours_of
from rules.positioning import end_findings
from rules.referee import judge
from rules.table import Model, Place, Table, Unit
from tests.benchmarks.page import Row, interleaved, section, timed, versions
from tests.rules.tables import block, box
from tests.rules.unit_tables import unit_table


def crowd() -> Table:
    """A unit of thirty among three others of thirty."""
    rng = random.Random(4)
    table = unit_table("squad", [(rng.uniform(6, 18), rng.uniform(6, 18)) for _ in range(30)], size=(60.0, 44.0))
    models: dict[str, Model] = dict(table.models)
    units = dict(table.units)
    for name, x in (("v", 25.0), ("w", 35.0), ("x", 45.0)):
        ids = tuple(f"{name}-{k}" for k in range(30))
        units[name] = Unit(name, "Blues", ids)
        for i in ids:
            place = Place((x + rng.uniform(0, 8), rng.uniform(4, 40)))
            models[i] = replace(table.model("u-1"), id=i, unit=name, place=place)
    return replace(table, units=units, models=models)


def by_networkx(models: list[Model]) -> bool:
    """The same verdict as a graph of all pairs."""
    graph = nx.Graph()
    graph.add_nodes_from(m.id for m in models)
    for k, one in enumerate(models):
        for other in models[k + 1 :]:
            if clearance(one.footprint, other.footprint) <= 2.0 and abs(one.elevation - other.elevation) <= 5.0:
                graph.add_edge(one.id, other.id)
    return min(d for _, d in graph.degree) >= 2 and nx.is_connected(graph)


def arranging() -> list[float]:
    """Milliseconds to arrange twelve models round leaders all over a table of 40 features."""
    rng = random.Random(8)
    features = [
        block(
            f"f{k}",
            box(rng.uniform(1, 40), rng.uniform(1, 56), rng.uniform(1, 4), rng.uniform(1, 4), rng.uniform(0, 90)),
            3.0,
            climbable=False,
            standable=False,
        )
        for k in range(40)
    ]
    table = unit_table("leader", [None] * 12, features, size=(44.0, 60.0))
    times: list[float] = []
    while len(times) < 25:
        at = (rng.uniform(2, 42), rng.uniform(2, 58))
        if end_findings(table, set_at(table, table.model("u-1"), Waypoint(at)), 0.0):
            continue
        action = Setting("place", "u", {"u-1": Waypoint(at)}, "u-1")
        times.append(timed(lambda action=action: judge(table, action)))  # type: ignore[misc]
    return times


def report(rounds: int) -> str:
    """The section of docs/performance.md."""
    table = crowd()
    models = table.models_of(table.units["u"])
    calls: dict[str, Callable[[], object]] = {
        "ours": lambda: [neighbours_of(table, models) for _ in range(10)],
        "networkx": lambda: by_networkx(models),
    }
    ms = interleaved(calls, 5 * rounds)
    ours, theirs = ms["ours"] / 10.0, ms["networkx"]
    times = arranging()
    work = "coherency of 30 models among 120"
    rows = [
        Row(work, "ours", f"{ours:.3f} ms", ours / theirs, "under 1 ms"),
        Row(work, "networkx", f"{theirs:.3f} ms", 1.0),
        Row("12 models arranged among 40 features", "ours", f"{statistics.median(times):.1f} ms", None, "under 50 ms",
            f"slowest of {len(times)}: {max(times):.0f} ms"),
    ]  # fmt: skip
    return section("Units", f"`bench_units.py`, {versions('numpy', 'shapely', 'networkx')}.", rows)
