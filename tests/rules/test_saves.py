"""Saved games: written and read, and every way in which a file can be wrong."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from rules.actions import Casualty
from rules.boards import load_board
from rules.match import Match, start_match, undo
from rules.rulesets import RULESETS
from rules.saves import MOST_BYTES, SaveError, checksum, newest_save, read_save, save_text, saves_folder, write_save
from tests.rules.matches import ROUND, SOURCE, long_match, match_of, played, small_match


def written(folder: Path, match: Match) -> Path:
    path = folder / "game.json"
    write_save(path, match)
    return path


def forged(folder: Path, **changes: Any) -> Path:
    """A save in which some keys are changed (None: left out) and the checksum fits again."""
    data = {**json.loads(save_text(long_match())), **changes}
    data = {key: value for key, value in data.items() if value is not None}
    data["checksum"] = changes.get("checksum") or checksum(data)
    path = folder / "forged.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_a_match_comes_back_the_same(tmp_path: Path, ruleset: str) -> None:
    match = match_of(ruleset)
    back = read_save(written(tmp_path, match))
    assert back.actions == match.actions
    assert back.board_source == match.board_source
    assert back.tables == match.tables


def test_what_was_undone_is_not_saved(tmp_path: Path) -> None:
    match = undo(long_match())
    back = read_save(written(tmp_path, match))
    assert back.table == match.table
    assert back.undone == ()


def test_a_save_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    written(tmp_path, small_match())
    path = written(tmp_path, long_match())
    assert read_save(path).actions == long_match().actions
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_save_makes_its_folder(tmp_path: Path) -> None:
    assert written(tmp_path / "deep" / "down", small_match()).is_file()


def test_a_save_that_can_not_be_written_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    (tmp_path / "game.json" / "full").touch()
    with pytest.raises(SaveError, match=r"game\.json: the game could not be saved"):
        write_save(tmp_path / "game.json", small_match())
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "expected a saved game in JSON"),
        (b"format = 1", "expected a saved game in JSON"),
        (b"\xff\xfe\x00", "expected a saved game in JSON"),
        (b"[1, 2]", "one JSON object"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
        (b'{"format": NaN}', "NaN is no number"),
        (b'{"format": ' + b"9" * 6000 + b"}", "expected a saved game in JSON"),
        (b'{"format": 1}', "title: is missing"),
    ],
    ids=["empty", "a board", "not text", "a list", "deep list", "deep object", "nan", "long number", "bare"],
)
def test_what_is_no_saved_game_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=says) as caught:
        read_save(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == content


def test_a_half_written_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, long_match())
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(SaveError, match="damaged"):
        read_save(path)


def test_a_changed_file_is_refused_by_its_checksum(tmp_path: Path) -> None:
    path = written(tmp_path, long_match())
    path.write_text(path.read_text().replace("Over the crate", "Under the crate", 1))
    with pytest.raises(SaveError, match="checksum: does not fit"):
        read_save(path)


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="format: expected 1, found 2"):
        read_save(forged(tmp_path, format=2))


def test_an_action_that_is_now_illegal_is_named_with_its_reason(tmp_path: Path) -> None:
    far = {"action": "move", "model": "cid", "path": [[8, 3]]}
    data = json.loads(save_text(long_match()))["actions"]
    with pytest.raises(SaveError, match=r"actions\[1\]: move is now illegal because of move\.distance"):
        read_save(forged(tmp_path, actions=[data[0], far, *data[2:]]))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"actions": {}}, "actions"),
        ({"actions": [3]}, r"actions\[0\]"),
        ({"actions": [{"action": "dance"}]}, r"actions\[0\]\.action"),
        ({"actions": [{"action": "move", "model": "ada", "path": [[1, "x"]]}]}, r"actions\[0\]\.path\[0\]\[1\]"),
        ({"actions": [{"action": "move", "model": "zoe", "path": [[4, 3]]}]}, r"actions\[0\]"),
        ({"actions": [{"action": "end"}] * 20_001}, "actions"),
        ({"board": SOURCE.replace("base = 25.4", "base = -1", 1)}, r"board: unit\[0\]"),
        ({"board": "not a board"}, "board"),
        ({"board": 5}, "board"),
        ({"board_file": "\0"}, ""),
        ({"turn": {"round": 3}}, "turn"),
        ({"turn": None}, "turn"),
        ({"format": True}, "format"),
        ({"extra": 1}, "extra"),
        ({"checksum": "0"}, "checksum"),
    ],
)
def test_wrong_content_is_refused_with_its_place(tmp_path: Path, changes: dict[str, Any], where: str) -> None:
    path = forged(tmp_path, **changes)
    if changes == {"board_file": "\0"}:
        assert read_save(path).actions == long_match().actions  # only a folder to look for rulesets in
        return
    with pytest.raises(SaveError, match=f"^{path}: {where}"):
        read_save(path)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(SaveError, match="expected at most"):
        read_save(path)


def test_a_folder_a_device_and_nothing_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/zero"), tmp_path / "none.json", Path("nul\0.json")):
        with pytest.raises(SaveError):
            read_save(path)


def test_the_folder_of_saves_is_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLE_SAVES", str(tmp_path))
    assert saves_folder() == tmp_path
    monkeypatch.delenv("TABLE_SAVES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert saves_folder() == tmp_path / "movement-table" / "saves"


def test_the_newest_save_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLE_SAVES", str(tmp_path / "saves"))
    assert newest_save() is None
    for number, name in enumerate(["b.json", "a.json", ".c.json.1.part"]):
        path = tmp_path / "saves" / name
        write_save(path, small_match())
        os.utime(path, (1000 + number, 1000 + number))
    found = newest_save()
    assert found is not None
    assert found.name == "a.json"


def test_a_casualty_stays_one(tmp_path: Path) -> None:
    back = read_save(written(tmp_path, long_match()))
    assert Casualty("ben") in back.actions
    assert not back.table.model("ben").is_alive
    assert back.actions[: len(ROUND)] == ROUND


def test_a_game_by_an_authors_ruleset_comes_back_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "boards" / "rulesets").mkdir(parents=True)
    (tmp_path / "boards" / "rulesets" / "wide.toml").write_text('based_on = "skirmish"\n[rules]\n"proximity.radius" = 1.5\n')
    board = tmp_path / "boards" / "wide.toml"
    board.write_text(SOURCE.replace('ruleset = "skirmish"', 'ruleset = "wide"'))
    match = played(start_match(load_board(board)), *ROUND)
    assert match.table.number("proximity.radius") == 1.5
    assert read_save(written(tmp_path / "saves", match)).table == match.table


def test_a_game_whose_ruleset_is_gone_says_so(tmp_path: Path) -> None:
    board = SOURCE.replace('ruleset = "skirmish"', 'ruleset = "wide"')
    with pytest.raises(SaveError, match="board: ruleset: expected one of skirmish"):
        read_save(forged(tmp_path, board=board))
