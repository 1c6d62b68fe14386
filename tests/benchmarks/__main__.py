"""Runs the benchmarks and writes docs/performance.md: all of them, or those named.

    python -m tests.benchmarks [ways heights routes sweep frame rulings units blocks] [--rounds 9] [--peers PYTHON]

Those of ways are run by the peers' Python, which may have packages that the project's cannot have beside its own.
"""

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.page import ORDER, put

OF_WAYS = ("ways", "heights", "routes")
"""The parts of bench_ways.py, which is run as a process of its own."""
HERE = Path(__file__).parent


def main() -> int:
    """Runs what is named, one after another; 1 when one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(ORDER[1:])}; none: all")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured")
    parser.add_argument("--peers", default=os.environ.get("PEERS", sys.executable), help="the Python that has the peers")
    asked = parser.parse_args()
    unknown = sorted(set(asked.names) - set(ORDER[1:]))
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(ORDER[1:])}")
    names = asked.names or ORDER[1:]
    failed = False
    ways = [n for n in OF_WAYS if n in names]
    if ways:
        command = [asked.peers, str(HERE / "bench_ways.py"), *ways, "--rounds", str(asked.rounds)]
        failed |= subprocess.run(command, cwd=HERE.parents[1], check=False).returncode != 0
    for name in (n for n in ORDER[1:] if n in names and n not in OF_WAYS):
        text = importlib.import_module(f"tests.benchmarks.bench_{name}").report(asked.rounds)
        print(text, flush=True)
        put(name, text)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
