"""Everything has room in windows of any size and with words of any size: no widget of the panel lies over another."""

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.scenes.title import first_scene
from game.settings import Settings
from tests.game.stage import Stage

LEVELS = Path(__file__).resolve().parents[2] / "levels"
BOARDS = (
    "skirmish/00-low-tide.toml", "leader/00-the-mill-race.toml", "squad/00-the-terraces.toml", "regiment/00-mill-race.toml",
    "ranks/00-three-fords.toml",
)


@pytest.mark.parametrize(("size", "words"), [((960, 600), 1.0), ((960, 600), 1.25), ((1280, 800), 1.0), ((1920, 1080), 2.0)])
@pytest.mark.parametrize("board", BOARDS)
def test_no_widget_of_the_panel_lies_over_another_and_the_ruling_has_room(board, size, words):
    stage = Stage(first_scene(LEVELS / board, None), size, Settings(word_size=words))
    panel = stage.scene.panel
    panel._offer(True, False)  # the green button needs room too
    shown = [
        panel.unit, panel.ruling, panel.offer, panel.history, panel.undo, panel.redo, panel.reset,
        *panel.actions.values(), *panel.reserves.values(),
    ]
    boxes = [widget.rect for widget in shown] + [panel.banner]
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.colliderect(b)]
    assert all(panel.rect.contains(box) for box in boxes)
    assert panel.ruling.rect.h >= 2 * round(18 * words)


@pytest.mark.parametrize("board", BOARDS)
def test_the_words_of_buttons_fit_on_them(board):
    stage = Stage(first_scene(LEVELS / board, None), (1280, 800))
    for button in stage.scene._presses:
        wide = button.font.get_rect(button.text).width
        assert wide <= button.rect.w, button.text


def test_all_tools_stand_in_one_row_of_the_usual_window():
    for board in BOARDS:
        stage = Stage(first_scene(LEVELS / board, None), (1280, 800))
        assert stage.scene.layout.tool_rows == 1
        pygame.event.clear()
