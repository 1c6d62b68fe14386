"""The table's entry: `python main.py` plays, `python main.py --help` tells what else there is."""

import sys

from game.command_line import run

if __name__ == "__main__":
    sys.exit(run())
