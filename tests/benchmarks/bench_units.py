"""Units: the coherency of 30 models among 120 beside plain networkx, and twelve models arranged among 40 features.

Run with `python -m tests.benchmarks.bench_units`. Medians of processor time; the figures wanted are those of the
issues: under 1 ms, and under 50 ms.
"""

import random
import statistics
import time
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
from tests.rules.tables import block, box
from tests.rules.unit_tables import unit_table


def median_ms(work: Callable[[], object], rounds: int) -> float:
    """Median milliseconds of processor time."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times)


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
        times.append(median_ms(lambda action=action: judge(table, action), 1))  # type: ignore[misc]
    return times


def main() -> None:
    """Prints both figures."""
    table = crowd()
    models = table.models_of(table.units["u"])
    ours, theirs = median_ms(lambda: neighbours_of(table, models), 300), median_ms(lambda: by_networkx(models), 60)
    print(
        f"coherency of 30 among 120   {ours:.3f} ms (wanted: under 1), networkx {theirs:.3f} ms, ratio {ours / theirs:.3f}"
    )
    times = arranging()
    print(
        f"12 arranged among 40        {statistics.median(times):.1f} ms (wanted: under 50), slowest of 25: {max(times):.0f} ms"
    )


if __name__ == "__main__":
    main()
