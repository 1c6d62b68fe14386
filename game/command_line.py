"""The command line: play, edit, check, render, rules. Only play and render load the window's libraries."""

import argparse
import difflib
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.ruleset import Ruleset

Command = Callable[[argparse.Namespace], int]
OK, REFUSED = 0, 2


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit status: 0 when all went well."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    asked = build_parser().parse_args(arguments)
    command: Command = asked.command
    try:
        status = command(asked)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        _leave_output()
        return OK
    except OSError as error:
        if error.filename is not None:  # of a file, and no trouble of the output: a fault
            raise
        _leave_output()
        return _refuse(f"The output could not be written: {error.strerror or error}.")
    except KeyboardInterrupt:
        return 130
    return status


def _leave_output() -> None:
    """Sends what is still to be written nowhere, so that leaving does not stumble over it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(prog="main.py", description="A table for miniature wargames whose rules are enforced.")
    parser.set_defaults(command=play, board=None)
    commands = parser.add_subparsers(metavar="COMMAND")
    one = commands.add_parser("play", help="open a board or a saved game")
    one.add_argument("board", type=_path, metavar="BOARD", help="a board (.toml) or a saved game")
    one.set_defaults(command=play)
    one = commands.add_parser("edit", help="open the board editor")
    one.add_argument("board", type=_path, metavar="BOARD", nargs="?")
    one.set_defaults(command=edit)
    one = commands.add_parser("check", help="check the expectations of boards, without a display")
    one.add_argument("paths", type=_path, metavar="PATH", nargs="+", help="board files, or folders of them")
    one.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    one.set_defaults(command=check)
    one = commands.add_parser("render", help="draw a board to a picture, without a display")
    one.add_argument("board", type=_path, metavar="BOARD", help="a board (.toml)")
    one.add_argument("-o", dest="out", type=_path, metavar="OUT.png", required=True)
    one.add_argument("--show", type=_list, default=[], metavar="LIST", help="what to show, as in reach:boss,contours,zones")
    one.add_argument("--size", type=_size, default=(1600, 1000), metavar="WxH", help="pixels, as in 1600x1000")
    one.set_defaults(command=render)
    one = commands.add_parser("rules", help="print the rules that are enforced, with each parameter")
    one.add_argument("ruleset", nargs="?", metavar="RULESET")
    one.add_argument("clause", nargs="?", metavar="CLAUSE")
    one.set_defaults(command=rules)
    return parser


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _path(text: str) -> Path:
    """A path; one of no letters would mean the present folder, which nobody who writes it means."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected the name of a file or folder, found an empty one")
    return Path(text)


def _size(text: str) -> tuple[int, int]:
    wide, cross, high = text.lower().partition("x")
    if not (cross and wide.isascii() and wide.isdigit() and high.isascii() and high.isdigit()):
        raise argparse.ArgumentTypeError("expected width x height in pixels, as in 1600x1000")
    return int(wide[:9]), int(high[:9])


def play(asked: argparse.Namespace) -> int:
    """Opens the window: on a board, a saved game, or the title screen."""
    is_board = asked.board is not None and is_board_file(asked.board)
    if asked.board is not None and (problem := _problem_with(asked.board, is_board)):
        return _refuse(problem)
    if not has_display() or not _can_open_display():
        return _refuse("There is no display to open a window on; check, render and rules work without one.")
    from game.window import run as run_window

    return run_window(asked.board if is_board else None, None if is_board else asked.board)


def edit(_asked: argparse.Namespace) -> int:
    """Opens the board editor, once there is one."""
    return _refuse("The board editor is not there yet; boards are text files, which any text editor can change.")


def check(asked: argparse.Namespace) -> int:
    """Checks boards, and tells what came of it in words or as JSON."""
    from rules.check import check_paths, find_boards, problem_lines, report_data, report_lines, status_of, summary_line

    for path in asked.paths:
        if not find_boards(path):
            print(f"{path}: there are no boards in this folder", file=sys.stderr)
    checks = []
    for one in check_paths(asked.paths):
        checks.append(one)
        for line in problem_lines(one) if asked.json else report_lines(one):
            print(_plain(line), file=sys.stderr if asked.json else sys.stdout)
    print(json.dumps(report_data(checks), ensure_ascii=False, allow_nan=False) if asked.json else summary_line(checks))
    return status_of(checks)


def render(asked: argparse.Namespace) -> int:
    """Draws a board to a picture."""
    if problem := _problem_with(asked.board, is_board=True):
        return _refuse(problem)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    _quiet_pygame()
    from game.render import RenderError, render_board

    try:
        render_board(asked.board, asked.out, asked.show, asked.size)
    except RenderError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename or asked.out}: {error.strerror or error}")
    return OK


def rules(asked: argparse.Namespace) -> int:
    """Prints all rulesets, one, or one clause of it."""
    from rules.author_rulesets import author_ruleset_names
    from rules.board_errors import BoardError
    from rules.rules_text import clause_text, ruleset_text
    from rules.rulesets import RULESETS

    if asked.ruleset is None:
        print("\n\n\n".join(ruleset_text(ruleset) for ruleset in RULESETS.values()))
        return OK
    try:
        ruleset = _ruleset(asked.ruleset)
    except BoardError as error:
        return _refuse(str(error))
    if ruleset is None:
        known = ", ".join([*RULESETS, *author_ruleset_names(Path())])
        return _refuse(f"There is no ruleset {asked.ruleset}; there are {known}.")
    if asked.clause is None:
        print(ruleset_text(ruleset))
        return OK
    clause = ruleset.clause(asked.clause)
    if clause is None:
        ids = [c.id for c in ruleset.clauses]
        return _refuse(f"There is no clause {asked.clause} in {ruleset.name}{_alike(asked.clause, ids)}")
    print(clause_text(ruleset, clause))
    return OK


def _alike(wanted: str, ids: Sequence[str]) -> str:
    """The ids that were probably meant: those that begin so, bear the words, or are written alike; else all there are."""
    words = wanted.lower()
    found = [i for i in ids if i.startswith(words)] or [i for i in ids if words in i]
    found = found or difflib.get_close_matches(words, ids, 3, 0.6)
    return f". Did you mean {' or '.join(found)}?" if found and words else f"; there are {', '.join(ids)}."


def _ruleset(name: str) -> "Ruleset | None":
    """The ruleset of that name, built in or an author's own (of the project or the present folder), or None."""
    from rules.author_rulesets import find_author_ruleset
    from rules.rules_text import as_ruleset
    from rules.rulesets import find_ruleset

    ruleset = find_ruleset(name)
    if ruleset is not None:
        return ruleset
    author = find_author_ruleset(name, Path())
    base = find_ruleset(author.based_on) if author is not None else None
    return as_ruleset(author, base) if author is not None and base is not None else None


def is_board_file(path: Path) -> bool:
    """Whether a path names a board; anything else is taken for a saved game."""
    return path.suffix.lower() == ".toml"


def has_display() -> bool:
    """Whether a window can be opened: a screen is there, or SDL was told which driver to use."""
    if os.environ.get("SDL_VIDEODRIVER") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _can_open_display() -> bool:
    """Whether the screen that the surroundings name can really be opened (without one, SDL draws off screen)."""
    _quiet_pygame()
    import pygame

    try:
        pygame.display.init()
    except pygame.error:
        return False
    return bool(os.environ.get("SDL_VIDEODRIVER")) or pygame.display.get_driver() not in ("offscreen", "dummy")


def _problem_with(path: Path, is_board: bool) -> str | None:
    """What keeps a board or a saved game from being opened, or None."""
    from rules.board_errors import BoardError
    from rules.boards import load_board
    from rules.saves import SaveError, read_save

    try:
        if not path.exists():
            return f"{path}: there is no such file"
        if is_board:
            load_board(path)
        else:
            read_save(path)
    except (BoardError, SaveError) as error:
        return str(error)
    except OSError as error:
        return f"{path}: the file could not be read: {error.strerror or error}"
    return None


def _quiet_pygame() -> None:
    """Keeps pygame from greeting on standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _plain(line: str) -> str:
    """A line without control characters, which a stranger's title could play tricks on the terminal with."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cf") else repr(c)[1:-1] for c in line)


def _refuse(sentences: str) -> int:
    for sentence in sentences.split("\n"):
        print(_plain(sentence), file=sys.stderr)
    return REFUSED
