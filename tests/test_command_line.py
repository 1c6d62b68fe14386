"""The command line as a process: what it prints, where, and the exit status. No display is there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
GOOD = """\
format = 1
title = "Alley mouth"
ruleset = "skirmish"
[table]
size = [20, 14]
[[side]]
name = "Reds"
[[unit]]
id = "ada"
side = "Reds"
base = 25.4
move = 6
at = [3, 3]
[[expect]]
name = "Four across"
try = { action = "move", model = "ada", path = [[7, 3]] }
ruling = "legal"
cost = 4
[[expect]]
name = "Told"
try = { action = "move", model = "ada", path = [[7, 6]] }
"""
FAILING = GOOD + """
[[expect]]
name = "Too far"
try = { action = "move", model = "ada", path = [[13, 3]] }
ruling = "legal"
[[expect]]
name = "Where it stands"
fact = { distance = ["ada", [3, 5]] }
equals = 2
"""
BAD = GOOD.replace("at = [3, 3]", 'at = [3, "x"]')


def table(*arguments: object, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `python main.py ...` does in a folder, with no display."""
    env = {key: value for key, value in os.environ.items() if key not in SCREENS} | environment
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *map(str, arguments)], cwd=folder, env=env, capture_output=True,
        text=True, encoding="utf-8", timeout=60, stdin=subprocess.DEVNULL, check=False,
    )


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder of boards: one that holds, one that fails, one that can't be read, and a ruleset beside them."""
    for name, text in {
        "good.toml": GOOD, "deep/down/failing.toml": FAILING, "deep/bad.toml": BAD, "rulesets/own.toml": "x = 1",
        "notes.txt": "no board", ".hidden/bad.toml": BAD,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_check_tells_a_line_for_a_board_that_holds(boards: Path) -> None:
    done = table("check", "good.toml", folder=boards)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "good.toml: Alley mouth (skirmish): 1 held, 1 only reported"
    assert done.stdout.splitlines()[-1] == "1 board: 1 expectations held, 0 failed"
    assert done.stderr == ""


def test_check_tells_what_was_expected_found_and_why(boards: Path) -> None:
    done = table("check", "deep/down/failing.toml", folder=boards)
    assert done.returncode == 1
    assert "  FAILED    Too far: expected legal, found illegal" in done.stdout
    assert "move.distance: " in done.stdout
    assert "  FAILED    Where it stands: expected 2.0000, found 1.5000" in done.stdout


def test_check_goes_on_past_a_bad_file_and_says_where_it_is_wrong(boards: Path) -> None:
    done = table("check", ".", "nowhere", folder=boards)
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("deep/bad.toml: unit[0].at")]
    assert [line for line in lines if line.startswith("good.toml: Alley mouth")]
    assert [line for line in lines if line.startswith("deep/down/failing.toml: Alley mouth")]
    assert "nowhere: there is no such file or folder" in lines
    assert not [line for line in lines if "own.toml" in line or ".hidden" in line or "notes" in line]
    assert lines[-1] == "4 boards, 2 could not be read: 2 expectations held, 2 failed"
    assert "Traceback" not in done.stdout + done.stderr


def test_check_json_is_one_object_and_nothing_else(boards: Path) -> None:
    done = table("check", "--json", "good.toml", "deep", folder=boards)
    assert done.returncode == 2
    data: dict[str, Any] = json.loads(done.stdout)
    assert {key: data[key] for key in ("passed", "failed", "errors")} == {"passed": 2, "failed": 2, "errors": 1}
    good, bad, failing = data["boards"]
    assert list(good) == ["file", "title", "ruleset", "error", "expectations"]
    assert [b["file"] for b in data["boards"]] == ["good.toml", "deep/bad.toml", "deep/down/failing.toml"]
    assert good["error"] is None
    assert good["expectations"][0] == {
        "name": "Four across", "passed": True, "ruling": "legal", "cost": 4.0, "value": None, "because": [],
    }
    assert good["expectations"][1]["passed"] is None
    assert bad["error"].startswith("unit[0].at")
    assert bad["title"] is None
    assert bad["expectations"] == []
    far = failing["expectations"][2]
    assert far["ruling"] == "illegal"
    assert far["because"][0]["clause"] == "move.distance"
    assert list(far["because"][0]) == ["clause", "says", "measured", "limit"]
    assert failing["expectations"][3]["value"] == 1.5


def test_a_title_plays_no_tricks_on_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "trick.toml").write_text(GOOD.replace("Alley mouth", r"\u001b[31mred\ngood.toml: 9 held"))
    lines = table("check", "trick.toml", folder=tmp_path).stdout.splitlines()
    assert lines[0] == r"trick.toml: \x1b[31mred\ngood.toml: 9 held (skirmish): 1 held, 1 only reported"


def test_a_folder_without_boards_is_said_to_be_one(tmp_path: Path) -> None:
    done = table("check", ".", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ".: there are no boards in this folder\n"


def test_check_reads_each_file_once(boards: Path) -> None:
    assert table("check", "good.toml", "good.toml", folder=boards).stdout.splitlines()[-1].startswith("1 board:")


def test_check_of_a_file_that_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(bytes(range(256)))
    (tmp_path / "empty.toml").touch()
    done = table("check", tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["play", "none.toml"], ["play", "none.json"], ["render", "none.toml", "-o", "out.png"], ["rules", "chess"],
     ["rules", "skirmish", "chess"], ["edit"], ["edit", "good.toml"], ["play", "deep/bad.toml"], ["play", "good.toml"], []],
    ids=" ".join,
)
def test_what_can_not_be_done_is_a_sentence_and_status_2(boards: Path, arguments: list[str]) -> None:
    done = table(*arguments, folder=boards)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize("arguments", [["frob"], ["check"], ["play"], ["render", "x.toml"], ["check", "--frob", "x"]], ids=" ".join)
def test_wrong_arguments_are_status_2(arguments: list[str]) -> None:
    done = table(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")


def test_rules_prints_every_clause_and_parameter() -> None:
    from rules.rulesets import RULESETS

    done = table("rules")
    assert done.returncode == 0
    for ruleset in RULESETS.values():
        for clause in ruleset.clauses:
            assert f"{clause.id}: {clause.title}" in done.stdout
        for parameter in ruleset.parameters:
            assert f"◆ {parameter.name} = " in done.stdout
    assert "{" not in done.stdout


def test_rules_prints_one_clause_with_its_parameters() -> None:
    done = table("rules", "skirmish", "proximity.enter")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "proximity.enter: Proximity"
    assert "◆ proximity.radius = 1 in" in done.stdout
    assert "drop" not in done.stdout


@pytest.mark.parametrize(
    ("written", "meant"),
    [("proximity", "proximity.enter"), ("climb", "climb.surface or climb.cost or climb.free"), ("crossing", "gap.crossing"),
     ("proximty.enter", "proximity.enter")],
)
def test_a_clause_half_written_is_answered_with_those_that_are_meant(written: str, meant: str) -> None:
    done = table("rules", "skirmish", written)
    assert done.returncode == 2
    assert done.stderr == f"There is no clause {written} in skirmish. Did you mean {meant}?\n"


@pytest.mark.parametrize("arguments", [["check", ""], ["render", "", "-o", "x.png"], ["play", " "]], ids=str)
def test_an_empty_path_does_not_stand_for_the_present_folder(arguments: list[str], tmp_path: Path) -> None:
    done = table(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert "expected the name of a file or folder, found an empty one" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["check", "good.toml"], ["check", "good.toml", "--json"], ["rules"]], ids=" ".join)
def test_an_output_that_can_not_be_written_is_a_sentence(boards: Path, arguments: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, str(ROOT / "main.py"), *arguments]
        done = subprocess.run(command, cwd=boards, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "The output could not be written: No space left on device.\n"


def test_rules_prints_an_authors_own_ruleset(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    text = 'title = "Wide"\nbased_on = "skirmish"\n[rules]\n"proximity.radius" = 1.5\n'
    (tmp_path / "rulesets" / "wide.toml").write_text(text)
    done = table("rules", "wide", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("wide: Wide\n")
    assert "◆ proximity.radius = 1.5 in" in done.stdout


def test_check_and_rules_load_no_window_library(boards: Path) -> None:
    code = (
        "import sys; from game.command_line import run; run(sys.argv[1:]); "
        "sys.exit('pygame' in sys.modules or 'pygame_gui' in sys.modules)"
    )
    for arguments in (["check", str(boards / "good.toml")], ["rules"]):
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", code, *arguments], env=env, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_reader_that_leaves_early_is_no_fault(boards: Path) -> None:
    command = f"'{sys.executable}' '{ROOT / 'main.py'}' rules | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_words_that_the_terminal_has_no_signs_for_are_no_fault() -> None:
    done = table("rules", "skirmish", "proximity.enter", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "\\u25c6 proximity.radius" in done.stdout
