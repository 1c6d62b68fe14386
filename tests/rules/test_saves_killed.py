"""A program killed at any moment (KILL_ROUNDS times): its save always loads, and at most one action is lost."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rules.saves import read_save

ROUNDS = int(os.environ.get("KILL_ROUNDS", "5"))
ROOT = Path(__file__).parent.parent.parent
CHILD = """
import sys
from pathlib import Path
from tests.rules.matches import SANDBOX, move, small_match
from rules.match import act
from rules.saves import write_save

path, match, number = Path(sys.argv[1]), small_match(SANDBOX), 0
while True:
    number += 1
    match, ruling = act(match, move("ada", (4.0 if number % 2 else 3.0, 3.0)))
    assert ruling.legal
    write_save(path, match)
    print(number, flush=True)
    if number % 200 == 0:
        match, number = small_match(SANDBOX), 0
        write_save(path, match)
        print(0, flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a kill is asked for that can't be caught")
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_killed_program_loses_at_most_the_action_being_made(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    with child.stdout:
        told = [child.stdout.readline()]
        assert told == ["1\n"]
        time.sleep(random.Random(seed).uniform(0.0, 0.25))
        child.kill()
        told += child.stdout.readlines()
    child.wait()
    last = int([line for line in told if line.endswith("\n")][-1])
    actions = len(read_save(path).actions)
    assert actions in (last, (last + 1) % 201 if last < 200 else 0)
