"""A led unit going directly through the window: the way chosen, the others corrected by hand, saved and read again."""

import math
from pathlib import Path

import pygame
import pytest

from game.led_aim import LedAim
from game.scenes.title import first_scene
from game.unit_hand import Correcting
from rules.boards import read_board
from rules.saves import read_save, write_save
from tests.game.stage import Stage

BOARD = Path(__file__).with_name("drawn.toml")


@pytest.fixture
def stage() -> Stage:
    return Stage(first_scene(BOARD, None))


def aimed(stage: Stage, start=(5, 10), target=(18, 10), key=pygame.K_t, digit=pygame.K_8) -> LedAim:
    """A unit selected, its target clicked, and its inches typed."""
    stage.click(stage.px(start))
    stage.key(key)
    stage.click(stage.px(target))
    stage.key(digit)
    hand = stage.scene.play.hand
    assert isinstance(hand, LedAim)
    return hand


def way_shown(stage: Stage) -> list:
    return [p[1] for p in stage.scene.play.telling.path]


def notes(stage: Stage) -> list[str]:
    return [f.says for f in stage.scene.play.telling.ruling.findings]


def test_a_unit_is_aimed_at_by_any_of_its_models(stage):
    assert aimed(stage, target=(20, 11.5)).action.target == "foes"


def test_both_ways_are_shown_and_a_key_takes_the_other(stage):
    hand = aimed(stage)
    assert max(way_shown(stage)) > 10.9
    assert "the right is as short" in notes(stage)[0]
    other = stage.scene.play.show().ruling.findings[0].evidence
    assert min(line.start[1] for line in other) < 9.1
    stage.key(pygame.K_w)
    assert hand.action.way == ("right",)
    assert min(way_shown(stage)) < 9.1
    assert "the left is as short" in notes(stage)[0]
    stage.key(pygame.K_w)
    assert max(way_shown(stage)) > 10.9


def test_a_click_on_the_other_way_takes_it(stage):
    hand = aimed(stage)
    stage.click(stage.px((9.5, 9.0)))  # half an inch below the post: the right way runs there
    assert stage.scene.play.hand is hand
    assert hand.action.way == ("right",)
    stage.click(stage.px((9.5, 9.0)))  # on the way that is taken: a click does it
    assert isinstance(stage.scene.play.hand, Correcting)


def test_where_one_way_is_shorter_there_is_no_other_to_take(stage):
    hand = aimed(stage, start=(4, 3), target=(20, 4))
    stage.key(pygame.K_w)
    assert hand.action.way == ()


def test_it_starts_at_contact_where_the_target_is_nearer_than_its_move(stage):
    stage.click(stage.px((4, 3)))
    stage.key(pygame.K_t)
    stage.click(stage.px((4, 0.9)))
    assert stage.scene.play.telling.ruling.legal
    assert stage.scene.play.hand.distance == pytest.approx(1.1)  # 3 - 0.9 - 1


def test_another_target_forgets_the_choice(stage):
    hand = aimed(stage)
    stage.key(pygame.K_w)
    stage.key(pygame.K_BACKSPACE)  # what was typed
    stage.key(pygame.K_BACKSPACE)  # the target
    stage.move(stage.px((20, 4)))
    stage.move(stage.px((18, 10)))
    assert hand.way == ()


def test_of_two_models_as_near_l_lets_the_other_lead(stage):
    aimed(stage, start=(4, 3), target=(12, 4), digit=pygame.K_3)
    hand = stage.scene.play.hand
    assert hand.action.leader is None
    stage.key(pygame.K_l)
    assert hand.action.leader == "pair-2"
    assert stage.scene.play.telling.ruling.legal
    stage.key(pygame.K_l)
    assert hand.action.leader is None


def test_the_panel_names_the_one_that_leads_not_the_one_selected(stage):
    aimed(stage, start=(4, 8.8))
    stage.frame(10)
    assert "band-1 leads" in stage.scene.panel.unit.html_text


def test_the_model_that_is_selected_leads_where_it_may(stage):
    hand = aimed(stage, start=(4, 5), target=(12, 4), digit=pygame.K_3)
    assert hand.action.leader == "pair-2"


def corrected(stage: Stage) -> Correcting:
    aimed(stage, start=(4, 17), target=(20, 17), digit=pygame.K_3)
    stage.key(pygame.K_RETURN)
    hand = stage.scene.play.hand
    assert isinstance(hand, Correcting)
    return hand


def drag(stage: Stage, start, *ends) -> None:
    stage.move(stage.px(start))
    stage.down(stage.px(start))
    for end in ends:
        stage.move(stage.px(end))
    stage.up(stage.px(ends[-1]))


def test_the_others_change_places_by_hand_and_are_held_where_they_may_stand(stage):
    """The leader ends at (7, 17): the foremost stands at (10, 17), the next beside it."""
    hand = corrected(stage)
    assert hand.ruling.legal
    one, other = hand.place["trio-2"].at, hand.place["trio-3"].at
    assert one == pytest.approx((10.0, 17.0), abs=1e-3)
    drag(stage, one, (6.0, 18.5))  # out of the way
    assert "direct.leader" in hand.ruling.clauses
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.hand is hand  # kept in hand to be mended
    drag(stage, other, one)
    drag(stage, (6.0, 18.5), other)
    assert hand.ruling.legal, hand.ruling.findings
    stage.key(pygame.K_RETURN)
    table = stage.scene.play.table
    assert math.dist(table.model("trio-2").standing.at, other) < 0.02
    assert math.dist(table.model("trio-3").standing.at, one) < 0.02
    assert stage.scene.play.session.match.actions[-1].place["trio-3"].at == pytest.approx(one, abs=0.02)


def test_backspace_takes_the_correction_back(stage):
    hand = corrected(stage)
    drag(stage, hand.place["trio-2"].at, (6.0, 18.5))
    stage.key(pygame.K_BACKSPACE)
    assert hand.place == hand.arranged
    assert hand.ruling.legal


def test_all_ghosts_of_a_refused_correction_are_shown(stage):
    hand = corrected(stage)
    drag(stage, hand.place["trio-2"].at, (6.0, 18.5))
    show = stage.scene.play.show()
    assert {g.model_id for g in show.ghosts} == {"trio-1", "trio-2", "trio-3"}
    stage.frame(5)


def test_away_is_corrected_too(stage):
    aimed(stage, key=pygame.K_a, digit=pygame.K_2)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.scene.play.hand, Correcting)
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.session.match.actions[-1].name == "away"


def test_the_choice_and_the_places_are_saved(stage, tmp_path):
    aimed(stage)
    stage.key(pygame.K_w)
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_RETURN)
    match = stage.scene.play.session.match
    write_save(tmp_path / "a.save", match)
    again = read_save(tmp_path / "a.save")
    assert again.actions == match.actions
    assert again.actions[-1].way == ("right",)
    assert again.actions[-1].place
    assert again.table.models == match.table.models


def test_a_board_asks_for_a_way(stage):
    text = BOARD.read_text(encoding="utf-8") + """
[[expect]]
try = { action = "towards", unit = "band", target = "foes", distance = 8, way = "right", place = { "band-2" = [3, 3] } }
ruling = "illegal"
"""
    (expectation,) = read_board(text, "a.toml").expectations
    assert expectation.attempt.way == ("right",)
