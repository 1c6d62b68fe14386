"""Saved games: a board's text and the actions made on it, as JSON with a format number and a checksum.

Loading judges all actions again, so a saved game can't hold an impossible position. A save is written to a new file
that is then renamed over the old one, so a crash or a power cut leaves the old save or the new one, never half of it.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Final, NoReturn

from rules.actions import Action, ActionError, as_data, parse_action
from rules.board_errors import BoardError
from rules.boards import read_board
from rules.match import Match, act, start_match
from rules.table import Turn

FORMAT: Final = 1
SUFFIX: Final = ".json"
MOST_BYTES: Final = 16_000_000
"""Room for the largest board (2 MB, every character escaped) and more actions than anybody makes."""
MOST_ACTIONS: Final = 20_000
"""Far more than a game holds: 600 models in six rounds are 3,600 actions."""


class SaveError(Exception):
    """A saved game that can't be used (or written): the file, the place in it, and what would be right."""

    def __init__(self, file: Path, where: str, says: str) -> None:
        super().__init__(": ".join(part for part in (str(file), where, says) if part))
        self.file = file
        self.where = where
        self.says = says


def saves_folder() -> Path:
    """The folder of saved games: TABLE_SAVES, or movement-table/saves among the user's data."""
    chosen = os.environ.get("TABLE_SAVES")
    if chosen:
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "movement-table" / "saves"


def newest_save() -> Path | None:
    """The saved game that was written last, or None when there is none."""
    try:
        found = [(path.stat().st_mtime_ns, path) for path in saves_folder().glob(f"*{SUFFIX}") if path.is_file()]
    except OSError:
        return None
    return max(found)[1] if found else None


def write_save(path: Path, match: Match) -> None:
    """Writes a match to a file, in one step: whoever reads it finds the old save or the new one. SaveError if it can't."""
    data = save_text(match).encode()
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise SaveError(path, "", f"the game could not be saved: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """Makes the renaming last through a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def save_text(match: Match) -> str:
    """The text of the saved game: JSON, its checksum over everything else."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "title": match.first.title,
        "board_file": os.path.abspath(match.board_file) if match.board_file else "",
        "turn": _turn_data(match.table.turn),
        "board": match.board_source,
        "actions": [as_data(action) for action in match.actions],
    }
    return json.dumps({**data, "checksum": checksum(data)}, indent=1, allow_nan=False)


def checksum(data: dict[str, Any]) -> str:
    """The SHA-256 of everything in a saved game but the checksum itself."""
    rest = {key: value for key, value in data.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_save(path: Path) -> Match:
    """The match of a saved game, every action judged again. SaveError says what is wrong; the file stays as it is."""
    data = _read_object(path)
    _check_envelope(path, data)
    try:
        board = read_board(data["board"], data["board_file"], Path(data["board_file"] or path).parent)
    except BoardError as error:
        problem = error.problems[0]
        where = f"board: {problem.where}" if problem.where else "board"
        raise SaveError(path, where, problem.says) from error
    match = start_match(board)
    for number, action in enumerate(_read_actions(path, data["actions"])):
        match, ruling = act(match, action)
        if not ruling.legal:
            finding = ruling.findings[0] if ruling.findings else None
            reason = f" because of {finding.clause}: {finding.says}" if finding else ""
            raise SaveError(path, f"actions[{number}]", f"{action.name} is now illegal{reason}")
    if _turn_data(match.table.turn) != data["turn"]:
        raise SaveError(path, "turn", f"expected the turn that its actions lead to, {_turn_data(match.table.turn)}")
    return match


def _read_object(path: Path) -> dict[str, Any]:
    """The JSON object of a file."""
    try:
        if path.exists() and not path.is_file():
            raise SaveError(path, "", "expected a saved game, found a folder or a device")
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise SaveError(path, "", f"expected at most {MOST_BYTES:,} bytes, found {size:,}")
        data = json.loads(path.read_bytes().decode(), parse_constant=_refuse_constant)
    except OSError as error:
        raise SaveError(path, "", f"the file could not be read: {error.strerror or error}") from error
    except json.JSONDecodeError as error:
        says = f"expected a saved game in JSON; it is damaged, or another kind of file ({error.msg})"
        raise SaveError(path, f"line {error.lineno}", says) from error
    except RecursionError as error:
        raise SaveError(path, "", "expected a saved game; this is nested too deep to be one") from error
    except ValueError as error:
        raise SaveError(path, "", f"expected a saved game in JSON; it is damaged ({error})") from error
    if not isinstance(data, dict):
        raise SaveError(path, "", "expected a saved game: one JSON object")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _check_envelope(path: Path, data: dict[str, Any]) -> None:
    """Refuses another format, a missing or unknown key, a wrong type, and a checksum that does not fit."""
    if "format" in data and data["format"] != FORMAT:
        raise SaveError(path, "format", f"expected {FORMAT}, found {str(data['format'])[:40]}: it is of another version")
    kinds: dict[str, tuple[type, str]] = {
        "format": (int, "a whole number"), "title": (str, "a string"), "board_file": (str, "a string"),
        "turn": (dict, "an object"), "board": (str, "a board's text"), "actions": (list, "a list"),
        "checksum": (str, "a string"),
    }
    for key, (kind, words) in kinds.items():
        if key not in data:
            raise SaveError(path, key, f"is missing: expected {words}")
        if type(data[key]) is not kind:  # true is no whole number here
            raise SaveError(path, key, f"expected {words}")
    for key in data:
        if key not in kinds:
            raise SaveError(path, key[:40], f"unknown key; a saved game has {', '.join(kinds)}")
    if _checksum_of(path, data) != data["checksum"]:
        raise SaveError(path, "checksum", "does not fit the rest: the file is damaged or was changed by hand")


def _checksum_of(path: Path, data: dict[str, Any]) -> str:
    try:
        return checksum(data)
    except (RecursionError, ValueError) as error:
        raise SaveError(path, "", f"expected a saved game; this can't be one ({type(error).__name__})") from error


def _read_actions(path: Path, listed: list[Any]) -> list[Action]:
    if len(listed) > MOST_ACTIONS:
        raise SaveError(path, "actions", f"expected at most {MOST_ACTIONS:,} actions, found {len(listed):,}")
    actions = []
    for number, data in enumerate(listed):
        try:
            actions.append(parse_action(data))
        except ActionError as error:
            where = f"actions[{number}].{error.where}" if error.where else f"actions[{number}]"
            raise SaveError(path, where, error.message) from error
    return actions


def _turn_data(turn: Turn) -> dict[str, Any]:
    return {"round": turn.round, "side": turn.side, "phase": turn.phase, "is_over": turn.is_over}
