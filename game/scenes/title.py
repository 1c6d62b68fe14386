"""The title: choose a board by its ruleset, go on with the saved game, open a file, set what is set for good."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton, UISelectionList
from pygame_gui.windows import UIFileDialog

from game.camera import Camera
from game.gui import html, show_end
from game.palette import SURROUND
from game.saving import OpeningError, any_game, boards_folder, new_game, saved_game
from game.scenes.dialogs import ENTER, Message
from game.scenes.play import PlayScene
from game.scenes.scene import Change, Push, Quit, Replace, Scene
from game.session import Session
from game.settings import WORD_SIZES
from game.shelf import LEVELS, Entry, boards_on_shelf
from game.table_view import Show, TableView
from rules.board_errors import BoardError
from rules.boards import load_board
from rules.rulesets import find_ruleset
from rules.saves import newest_save, saves_folder
from rules.table import Table

LONGEST = 46
"""Letters of a title that fit into the list."""


class TitleScene(Scene):
    """What the game opens with."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble
        self.entries = boards_on_shelf()
        self.chosen: Entry | None = self.entries[0] if self.entries else None
        self.table: Table | None = None
        self.problem = ""
        self.view = TableView()
        self.dialog: UIFileDialog | None = None
        self._path_shown = ""
        self.save, self.save_words = newest()
        self._look()

    # Widgets

    def build(self) -> None:
        """The list on the left, the board chosen on the right, the rest below."""
        wide, high = self.desk.size
        pad = self.px(20)
        self.add_label(pygame.Rect(pad, pad - self.px(6), wide - 2 * pad, self.px(46)), "Movement Table", "@title")
        below = pygame.Rect(pad, pad + self.px(36), wide - 2 * pad, self.px(24))
        self.add_label(below, "Carry the models; the referee says what the rules say.", "@quiet")
        top, bottom = pad + self.px(68), high - pad - self.px(104)
        left = min(self.px(380), wide // 3)
        self._add_list(pygame.Rect(pad, top, left, bottom - top))
        right = pygame.Rect(2 * pad + left, top, wide - left - 3 * pad, bottom - top)
        words = self.px(112)
        self.picture = pygame.Rect(right.x, right.y, right.w, right.h - words - self.px(8))
        self.words = self.add_text(pygame.Rect(right.x, right.bottom - words, right.w, words), self._words())
        self._add_buttons(pygame.Rect(pad, high - pad - self.px(94), wide - 2 * pad, self.px(94)), left)

    def _add_list(self, rect: pygame.Rect) -> None:
        items: list[tuple[str, str]] = []
        self.labels: dict[str, Entry] = {}
        ruleset = ""
        for entry in self.entries:
            if entry.ruleset != ruleset:
                ruleset = entry.ruleset
                known = find_ruleset(ruleset)
                items.append((known.title.upper() if known is not None else ruleset.upper(), "#heading"))
            label = self._fresh_label(entry.title)
            self.labels[label] = entry
            items.append((label, "#board"))
        chosen = next(((label, "#board") for label, e in self.labels.items() if e is self.chosen), None)
        self.list = UISelectionList(
            rect, list(items), self.gui, default_selection=chosen, allow_double_clicks=True, object_id=ObjectID("#shelf")
        )

    def _fresh_label(self, title: str) -> str:
        title = title if len(title) <= LONGEST else title[: LONGEST - 1].rstrip() + "…"
        label, number = title, 2
        while label in self.labels:
            label, number = f"{title} ({number})", number + 1
        return label

    def _add_buttons(self, rect: pygame.Rect, left: int) -> None:
        gap, row = self.px(10), self.px(42)
        right = rect.x + left + self.px(20)
        play = pygame.Rect(right, rect.y, rect.right - right, row)
        self.play_button = self.add_button(play, "Play this board  [Enter]", self.play_chosen, "@main")
        self._allow_play()
        settings = self.desk.settings
        pause = "Pass-the-seat pause: on" if settings.pass_the_seat else "Pass-the-seat pause: off"
        below, third = rect.y + row + gap, (rect.right - right - 2 * gap) // 3
        if self.save is not None:
            go_on = pygame.Rect(rect.x, rect.y, left, row)
            self.add_button(go_on, "Go on with the saved game  [G]", self.go_on, "@offer", self.save_words)
            self.add_label(pygame.Rect(rect.x, below, left, row), self.save_words, "@quiet")
        tip = "Covers the table whenever the other side's turn comes"
        self.add_button(pygame.Rect(right, below, third, row), pause, self.switch_pause, "", tip)
        words = pygame.Rect(right + third + gap, below, third, row)
        self.add_button(words, f"Size of words: {settings.word_size:g}", self.next_word_size)
        half = (third - gap) // 2
        self.add_button(pygame.Rect(right + 2 * (third + gap), below, half, row), "Open…", self.open_file)
        self.add_button(pygame.Rect(right + 2 * (third + gap) + half + gap, below, half, row), "Quit", Quit)

    def _words(self) -> str:
        """The chosen board's title and summary, or what is wrong with it."""
        if self.chosen is None:
            return f"There are no boards under {html(str(LEVELS))}. Open one by its file."
        if self.problem:
            return f"<font color=#ff9d6b><b>This board can't be played.</b></font><br>{html(self.problem)}"
        assert self.table is not None
        game = self.table.game
        length = f"{game.rounds} rounds" if game is not None else "sandbox, no turns"
        size = f"{self.table.size[0]:g} × {self.table.size[1]:g}″ · {length} · {', '.join(s.name for s in self.table.sides)}"
        title = self.sized(f"<b>{html(self.table.title)}</b>", 19)
        return f"{title}<br><font color=#aab3bc>{html(size)}</font><br>{html(self.table.summary)}"

    # Choosing

    def _look(self) -> None:
        """Reads the chosen board, for its picture or its problem."""
        self.table, self.problem = None, ""
        if self.chosen is None:
            return
        try:
            self.table = load_board(self.chosen.file).table
        except BoardError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = f"{self.chosen.file}: {error.strerror or error}"

    def choose(self, entry: Entry) -> None:
        """Shows a board."""
        self.chosen = entry
        self._look()
        self.words.set_text(self._words())
        self._allow_play()

    def _allow_play(self) -> None:
        """Only a board without problems can be played."""
        if self.table is None:
            self.play_button.disable()
        else:
            self.play_button.enable()

    def on_event(self, event: pygame.event.Event) -> Change | None:
        """A board chosen in the list is shown; a double click plays it; a file picked is opened."""
        if event.type == pygame_gui.UI_SELECTION_LIST_NEW_SELECTION and event.ui_element is self.list:
            if event.text in self.labels:
                self.choose(self.labels[event.text])
        elif event.type == pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION and event.text in self.labels:
            self.choose(self.labels[event.text])
            return self.play_chosen()
        elif event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            return self.open_path(Path(event.text))
        return super().on_event(event)

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Enter plays, G goes on, the arrows choose."""
        if event.type != pygame.KEYDOWN:
            return None
        if self.dialog is not None and self.dialog.alive():
            if event.key == pygame.K_ESCAPE:
                self.dialog.kill()
            return None
        if event.key in ENTER:
            return self.play_chosen()
        if event.key == pygame.K_g and self.save is not None:
            return self.go_on()
        if event.key in (pygame.K_UP, pygame.K_DOWN) and self.chosen is not None:
            step = 1 if event.key == pygame.K_DOWN else -1
            here = self.entries.index(self.chosen)
            self.chosen = self.entries[max(0, min(len(self.entries) - 1, here + step))]
            self._look()
            self.resize()
        return None

    # What the buttons do

    def play_chosen(self) -> Change | None:
        """Plays the chosen board from its start."""
        if self.chosen is None or self.table is None:
            return None
        return self._entered(opened(new_game, self.chosen.file))

    def go_on(self) -> Change | None:
        """Goes on with the game that was saved last."""
        return self._entered(opened(saved_game, self.save)) if self.save is not None else None

    def open_path(self, path: Path) -> Change | None:
        """Opens a board or a saved game."""
        return self._entered(opened(any_game, path))

    @staticmethod
    def _entered(game: Session | str) -> Change:
        if isinstance(game, str):
            return Push(Message("This can't be opened", game))
        return Replace(PlayScene(game))

    def open_file(self, folder: Path = LEVELS) -> Change | None:
        """Asks for a file, beginning in a folder; the folders where files usually are can be gone to by a button each."""
        if self.dialog is not None and self.dialog.alive():
            self.dialog.kill()
        rect = pygame.Rect(0, 0, min(self.px(680), self.desk.size[0] - 40), min(self.px(520), self.desk.size[1] - 40))
        rect.center = (self.desk.size[0] // 2, self.desk.size[1] // 2)
        self.dialog = UIFileDialog(
            rect, self.gui, "Open a board (.toml) or a saved game (.json)", {".toml", ".json"}, str(folder),
            allow_existing_files_only=True,
        )
        self.dialog.delete_button.hide()  # files are opened here, not thrown away
        self._add_places(self.dialog)
        self._path_shown = ""
        return None

    def _add_places(self, dialog: UIFileDialog) -> None:
        left = 106
        for words, folder in (("Levels", LEVELS), ("Saved games", saves_folder()), ("Saved boards", boards_folder())):
            wide = self.px(20 + 8 * len(words))
            button = UIButton(pygame.Rect(left, 8, wide, 26), words, self.gui, container=dialog, tool_tip_text=str(folder))
            self._presses[button] = partial(self.open_file, folder)
            if not folder.is_dir():
                button.disable()
            left += wide + 6

    def switch_pause(self) -> Change | None:
        """Switches the pause between two turns on or off."""
        settings = self.desk.settings
        self.desk.settings = replace(settings, pass_the_seat=not settings.pass_the_seat).saved()
        self.resize()
        return None

    def next_word_size(self) -> Change | None:
        """Makes all words larger; after the largest come the smallest."""
        settings = self.desk.settings
        size = WORD_SIZES[(WORD_SIZES.index(settings.word_size) + 1) % len(WORD_SIZES)]
        self.desk.settings = replace(settings, word_size=size).saved()
        self.resize()
        return None

    def update(self, seconds: float) -> Change | None:
        """Says what was wrong with what the game was to open with."""
        if self.trouble:
            words, self.trouble = self.trouble, ""
            return Push(Message("This can't be opened", words))
        change = super().update(seconds)
        if self.dialog is not None and self.dialog.alive():
            field = self.dialog.file_path_text_line
            if field.get_text() != self._path_shown and not field.is_focused:
                self._path_shown = field.get_text()
                show_end(field)
        return change

    def draw(self, surface: pygame.Surface) -> None:
        """The board chosen, as the game draws it, and the widgets."""
        surface.fill(SURROUND)
        pygame.draw.rect(surface, (18, 20, 24), self.picture)
        if self.table is not None:
            self.view.draw(surface, Camera(self.picture, self.table.size), self.table, Show())
        self.gui.draw_ui(surface)


def opened(how: Callable[[Path], Session], path: Path) -> Session | str:
    """The game of a file, or why it can't be opened."""
    try:
        return how(path)
    except OpeningError as error:
        return str(error)


def newest() -> tuple[Path | None, str]:
    """The game saved last, and its title, round and time in words."""
    file = newest_save()
    if file is None:
        return None, ""
    when = time.strftime("%d %b, %H:%M", time.localtime(file.stat().st_mtime))
    try:
        table = saved_game(file).table
    except OpeningError:
        return file, f"{file.name}, {when}: damaged"
    round_words = f"round {table.turn.round}" if table.game is not None else "sandbox"
    return file, f"{table.title}, {round_words}, {when}"


def first_scene(board: Path | None, save: Path | None) -> Scene:
    """The scene that the game opens with: a board, a saved game, or the title (which says what went wrong)."""
    file = save if save is not None else board
    if file is None:
        return TitleScene()
    game = opened(saved_game if save is not None else new_game, file)
    return TitleScene(game) if isinstance(game, str) else PlayScene(game)
