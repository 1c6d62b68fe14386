"""Words on the table: clear of one another, of what is in hand and of what they speak of; none leaves the view."""

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game import draw_names, table_view
from game.labels import Label, box_round, draw_labels, find_place
from game.palette import SKY, YELLOW
from game.scenes.title import first_scene
from tests.game.stage import Stage

ROOT = Path(__file__).resolve().parents[2]
VIEW = pygame.Rect(0, 0, 600, 400)


@pytest.fixture
def surface():
    pygame.display.init()
    return pygame.Surface(VIEW.size)


def test_words_that_want_the_same_place_stand_beside_one_another(surface):
    labels = [Label(f"{k}.00 in", (300, 200), YELLOW, (300, 200)) for k in range(12)]
    boxes = draw_labels(surface, VIEW, labels)
    assert len(boxes) == 12
    assert not any(a.colliderect(b) for a, b in combinations(boxes, 2))


def test_the_heavier_words_have_the_place_that_both_want(surface):
    light, heavy = Label("light", (300, 200), SKY, weight=1), Label("heavy", (300, 200), SKY, weight=9)
    first, second = draw_labels(surface, VIEW, [light, heavy])
    assert first.center == (300, 200)
    assert first.size == heavy.picture.get_size()
    assert second.center != (300, 200)


def test_words_keep_clear_of_a_piece_where_there_is_room(surface):
    piece = box_round((300, 200), 30)
    (box,) = draw_labels(surface, VIEW, [Label("nearest legal", (300, 200), SKY, (300, 200))], [piece])
    assert not box.colliderect(piece)


def test_words_rather_cover_a_piece_than_other_words(surface):
    everywhere = [VIEW]
    boxes = draw_labels(surface, VIEW, [Label("one", (9, 9), SKY, (9, 9)), Label("two", (9, 9), SKY, (9, 9))], everywhere)
    assert not boxes[0].colliderect(boxes[1])


def test_words_stay_inside_the_view(surface):
    (box,) = draw_labels(surface, VIEW, [Label("a long word at the edge", (598, 398), SKY)])
    assert VIEW.contains(box)


def test_words_of_what_is_out_of_view_are_not_written(surface):
    assert draw_labels(surface, VIEW, [Label("far", (2000, 2000), SKY)]) == []


def test_spare_words_are_left_out_and_fixed_ones_stay(surface):
    taken = [box_round((300, 200), 40)]
    assert find_place(VIEW, Label("spare", (300, 200), SKY, is_spare=True), taken) is None
    fixed = find_place(VIEW, Label("fixed", (300, 200), SKY, is_fixed=True), taken)
    assert fixed is not None
    assert fixed.center == (300, 200)


def test_words_in_a_tight_alley_lie_neither_over_one_another_nor_over_the_ghost(monkeypatch):
    stage = Stage(first_scene(ROOT / "levels" / "skirmish" / "12-salt-alley.toml", None))
    found = []
    monkeypatch.setattr(table_view, "draw_labels", lambda *what: found.append((what[2], draw_labels(*what))) or found[-1][1])
    stage.drag("wick", (14, 9))
    labels, boxes = found[-1]
    words = {label.words for label in labels}
    assert {"nearest legal", "mudlark", "0.48 in", "enters here", "10.43 / 8″  ✕"} <= words
    assert not any(a.colliderect(b) for a, b in combinations(boxes, 2))
    ghost = stage.px((14, 9))
    assert not any(box.collidepoint(ghost) for box in boxes)


def test_the_name_of_a_unit_keeps_off_the_bases_of_the_one_behind_it():
    stage = Stage(first_scene(ROOT / "levels" / "ranks" / "03-stand-apart.toml", None))
    table, camera = stage.scene.play.table, stage.scene.camera
    taken: list[pygame.Rect] = []
    for unit in table.units.values():
        draw_names._draw_unit_name(stage.surface, camera, table, unit, False, taken)
    bases = [draw_names.box_of(draw_names._corners(camera, m)) for m in table.standing]
    assert len(taken) == 6
    assert not any(box.colliderect(base) for box in taken for base in bases)
    assert not any(a.colliderect(b) for a, b in combinations(taken, 2))
