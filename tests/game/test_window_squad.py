"""A squad through the window: carried whole, one or a few; confirmed or refused whole; deployed, added to; auras; phases."""

import math
from pathlib import Path

import pygame
import pytest

from game.scenes.title import first_scene
from game.squad_hand import Mustering, SquadHand
from game.unit_play import learn_keywords
from rules.auras import is_same_word
from tests.game.stage import Stage

BOARD = Path(__file__).with_name("squad.toml")


@pytest.fixture
def stage() -> Stage:
    yield Stage(first_scene(BOARD, None))
    pygame.key.set_mods(0)


def spots(stage: Stage, unit: str) -> dict:
    table = stage.scene.play.table
    return {m.id: m.standing.at for m in table.models_of(table.units[unit])}


def drag(stage: Stage, start: tuple, end: tuple, mod: int = 0) -> None:
    pygame.key.set_mods(mod)
    stage.move(stage.px(start))
    stage.down(stage.px(start))
    stage.move(stage.px(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)))
    stage.move(stage.px(end))
    pygame.key.set_mods(0)
    stage.up(stage.px(end))


def test_a_drag_carries_the_whole_unit_and_enter_makes_the_move(stage):
    before = spots(stage, "line")
    drag(stage, (10, 4), (12, 6))
    hand = stage.scene.play.hand
    assert isinstance(hand, SquadHand)
    assert not stage.scene.play.session.match.actions
    stage.key(pygame.K_RETURN)
    after = spots(stage, "line")
    assert all(math.dist((after[i][0] - before[i][0], after[i][1] - before[i][1]), (2, 2)) < 0.06 for i in before)


def test_models_that_hit_something_stop_at_their_own_limit(stage):
    drag(stage, (10, 4), (10, 9))
    paths = stage.scene.play.hand.paths
    assert paths["line-3"][-1].at[1] == pytest.approx(7.5, abs=0.01)
    assert paths["line-1"][-1].at[1] == pytest.approx(9, abs=0.05)
    assert paths["line-4"][-1].at[1] == pytest.approx(9, abs=0.05)


def test_ctrl_drag_carries_one_model_and_the_rest_stay(stage):
    drag(stage, (4, 4), (4, 5), pygame.KMOD_CTRL)
    assert set(stage.scene.play.hand.paths) == {"line-1"}
    stage.key(pygame.K_RETURN)
    assert spots(stage, "line")["line-2"] == (6, 4)
    assert math.dist(spots(stage, "line")["line-1"], (4, 5)) < 0.05


def test_shift_click_chooses_a_few_that_go_together(stage):
    stage.click(stage.px((4, 4)))
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    stage.click(stage.px((6, 4)))
    stage.click(stage.px((4, 4)))
    pygame.key.set_mods(0)
    assert stage.scene.play.chosen == {"line-1", "line-2"}
    drag(stage, (4, 4), (4, 4.8))
    assert set(stage.scene.play.hand.paths) == {"line-1", "line-2"}


def test_a_move_that_breaks_the_unit_is_not_made_and_says_who(stage):
    before = stage.scene.play.table
    drag(stage, (4, 4), (1, 5), pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    play = stage.scene.play
    assert play.table is before
    assert isinstance(play.hand, SquadHand)
    assert "coherency.move" in play.telling.ruling.clauses
    stage.frame(10)
    assert "line-1" in stage.scene.panel.ruling.html_text
    hanging = play.show().hangings[-1]
    assert len(hanging.groups) == 2
    assert ("0/1", False) in [(words, enough) for _, words, enough in hanging.tallies]
    stage.key(pygame.K_ESCAPE)
    assert play.hand is None
    assert play.table is before


def test_what_was_put_down_can_be_taken_up_again(stage):
    drag(stage, (4, 4), (4, 5), pygame.KMOD_CTRL)
    drag(stage, (4, 5), (4, 3), pygame.KMOD_CTRL)
    hand = stage.scene.play.hand
    assert [w.at for w in hand.paths["line-1"]] == [pytest.approx((4, 3), abs=0.06)]
    stage.key(pygame.K_BACKSPACE)
    assert hand.paths == {}


def test_a_waypoint_is_one_for_all_that_go(stage):
    stage.move(stage.px((10, 4)))
    stage.down(stage.px((10, 4)))
    stage.move(stage.px((11, 4)))
    stage.key(pygame.K_SPACE)
    stage.move(stage.px((11, 6)))
    stage.up(stage.px((11, 6)))
    assert {len(path) for path in stage.scene.play.hand.paths.values()} == {2}
    assert stage.scene.play.telling.ruling.cost == pytest.approx(3.0, abs=0.1)


def test_a_unit_of_one_is_moved_by_letting_go(stage):
    stage.carry("chief", (14, 6))
    assert stage.scene.play.hand is None
    assert math.dist(stage.middle("chief"), (14, 6)) < 0.05


def test_e_ends_the_phase(stage):
    assert stage.scene.play.table.turn.phase == "movement"
    stage.key(pygame.K_e)
    stage.press_until_table()
    assert stage.scene.play.table.turn.phase == "charge"


def test_a_reserve_is_set_as_a_block_corrected_and_confirmed(stage):
    stage.move(stage.px((20, 3)))
    stage.key(pygame.K_p)
    hand = stage.scene.play.hand
    assert isinstance(hand, Mustering)
    stage.click(stage.px((20, 3)))
    assert len(hand.set) == 3
    drag(stage, hand.set[2], (hand.set[2][0], hand.set[2][1] - 0.3))
    stage.key(pygame.K_RETURN)
    assert len(spots(stage, "late")) == 3


def test_models_are_added_one_click_each(stage):
    stage.click(stage.px((10, 4)))
    stage.key(pygame.K_s)
    stage.click(stage.px((10, 5.5)))
    stage.move(stage.px((25, 17)))
    assert "setup.coherency" in stage.scene.play.telling.ruling.clauses
    assert {g.model_id for g in stage.scene.play.show().ghosts} == {"line+1", "line+2"}
    stage.frame(3)
    stage.key(pygame.K_RETURN)
    assert len(spots(stage, "line")) == 5


def test_the_words_of_auras_are_learnt_beside_the_game_before_one_is_shown(stage):
    is_same_word.cache_clear()
    thread = learn_keywords(stage.scene.play.table)
    assert thread is not None
    thread.join(30)
    assert not thread.is_alive()
    known = is_same_word.cache_info()
    assert known.currsize > 0
    stage.key(pygame.K_y)
    assert is_same_word.cache_info().misses == known.misses  # nothing is left to be learnt


def test_an_aura_is_chosen_drawn_and_answered(stage):
    stage.key(pygame.K_y)
    stage.frame(10)
    assert stage.scene.play.aura == "shout"
    text = stage.scene.panel.ruling.html_text
    assert "reached</font> <b>line" in text
    assert "does not bear SOLDIERS" in text
    assert stage.scene.play.show().hangings[0].areas
    stage.key(pygame.K_y)
    assert stage.scene.play.aura is None
