"""The table's entry: `python main.py` plays, `python main.py --help` tells what else there is."""

import os
import sys

# Before numpy is loaded: the arrays here are small, and threads only make them wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from game.command_line import run

if __name__ == "__main__":
    sys.exit(run())
