"""Names of files in the window: the end of a long path is seen, nothing is hyphenated, folders are a button away."""

import pygame
import pytest

from game.gui import show_end
from game.saving import boards_folder
from game.scenes.dialogs import Message, NameFile
from game.scenes.title import TitleScene
from rules.saves import saves_folder
from tests.game.stage import Stage


@pytest.fixture
def deep(tmp_path, monkeypatch):
    folder = tmp_path / "a-folder-with-a-long-name-so-that-nobody-sees-its-end" / "another-one-below-it-that-is-as-long" / "saves"
    monkeypatch.setenv("TABLE_SAVES", str(folder))
    return folder


def is_end_seen(field):
    """Whether the text of a field is scrolled so far that its last letter is inside."""
    inside = field.rect.width - 2 * field.padding[0]
    wide = field.font.get_rect(field.get_text()).width
    return wide > inside and wide - field.start_text_offset <= inside


def test_the_name_of_the_file_is_seen_where_a_game_is_saved(deep):
    stage = Stage()
    stage.key(pygame.K_s, pygame.KMOD_CTRL)
    assert isinstance(stage.top, NameFile)
    assert is_end_seen(stage.top.field)
    stage.frame(5)
    assert is_end_seen(stage.top.field)


def test_what_was_saved_is_told_by_its_name_and_then_its_folder_without_hyphens(deep):
    stage = Stage()
    stage.key(pygame.K_s, pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, Message)
    name, folder = stage.top.words.split("\n")
    assert (deep / name).is_file()
    assert folder == f"in {deep}"
    boxes = [e for e in stage.top.gui.get_root_container().elements if hasattr(e, "html_text")]
    (box,) = [b for b in boxes if name in b.html_text]
    drawn = "".join(chunk.text for row in box.text_box_layout.layout_rows for chunk in row.items if hasattr(chunk, "text"))
    assert str(deep) in drawn.replace(" ", "")


def test_saved_games_and_boards_are_a_button_away_where_a_file_is_opened(deep):
    stage = Stage()
    stage.carry("scout", (8, 8))
    stage.key(pygame.K_b, pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    title = Stage(TitleScene())
    title.click_button("Open")
    for words, folder in (("Saved games", saves_folder()), ("Saved boards", boards_folder())):
        title.click_button(words)
        assert title.top.dialog.current_directory_path == str(folder)
        title.frame(2)
        assert is_end_seen(title.top.dialog.file_path_text_line)
    title.key(pygame.K_ESCAPE)
    assert not title.top.dialog.alive()


def test_a_folder_that_is_not_there_yet_can_not_be_gone_to(deep):
    title = Stage(TitleScene())
    title.click_button("Open")
    button = next(b for b in title.top._presses if b.text == "Saved boards")
    assert not button.is_enabled


def test_a_short_name_is_not_scrolled():
    stage = Stage()
    stage.key(pygame.K_s, pygame.KMOD_CTRL)
    stage.top.field.set_text("a.json")
    show_end(stage.top.field)
    assert stage.top.field.start_text_offset == 0
