"""What the README promises: its two commands, its example board, its pictures, links, files and keys."""

import re
from pathlib import Path

import pytest

from game.command_line import build_parser
from game.commands import ACTIONS, CARRYING, OVERLAYS, TABLE
from rules.boards import read_board
from rules.expectations import check_board

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAY = "python3.11 -m venv .venv && .venv/bin/pip install -q -r requirements.txt && .venv/bin/python main.py"
TEST = "python3.11 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.txt && .venv/bin/python -m pytest"


@pytest.mark.parametrize("command", [PLAY, TEST])
def test_the_command_stands_on_a_line_of_its_own(command):
    assert f"\n    {command}\n" in README


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt", "main.py"])
def test_what_the_commands_name_is_there(file):
    assert (ROOT / file).is_file()


def test_the_example_board_can_be_read_and_all_of_it_holds():
    [text] = re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    outcomes = check_board(read_board(text, "gate.toml"))
    assert [o.passed for o in outcomes] == [True, True, True]


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_a_link_or_picture_leads_somewhere(target):
    assert (ROOT / target).is_file()


@pytest.mark.parametrize("line", re.findall(r"^    \.venv/bin/python main\.py (.*)$", README, re.MULTILINE))
def test_a_command_line_is_understood(line):
    words = line.split("#")[0].split()
    asked = build_parser().parse_args(words)
    assert asked.command.__name__ == words[0]
    assert all((ROOT / w).exists() for w in words if w.startswith("levels"))


@pytest.mark.parametrize("key", ["N", "T", "A", "B", "E", "Tab", "Z", "G", "D", "H", "O", "R", "Ctrl+Z", "Ctrl+Y", "Q", "F1", "F"])
def test_a_key_does_something(key):
    shown = [part for c in (*CARRYING, *ACTIONS, *TABLE, *OVERLAYS) for part in c.shown.split(", ")]
    assert key in shown
