"""A model is carried through the window by posted events: what is dropped, what is refused, what stays."""

import math

import pygame
import pytest

from game.carry import Carry
from tests.game.stage import Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_a_click_selects_and_a_second_click_picks_up_and_a_third_puts_down(stage):
    stage.click(stage.px((3, 5)))
    assert stage.scene.play.selected == "boss"
    assert stage.scene.play.hand is None
    stage.click(stage.px((3, 5)))
    assert isinstance(stage.scene.play.hand, Carry)
    stage.click(stage.px((5, 6)))
    assert stage.scene.play.hand is None
    assert math.dist(stage.middle("boss"), (5, 6)) < 0.05


def test_a_legal_drop_moves_the_model_and_passes_the_turn(stage):
    stage.carry("boss", (5, 6))
    assert math.dist(stage.middle("boss"), (5, 6)) < 0.05
    assert stage.scene.play.table.turn.side == "Scavengers"
    assert stage.scene.play.told.how == "done"


def test_an_illegal_drop_changes_nothing_and_keeps_the_reason(stage):
    before = stage.scene.play.table
    stage.carry("scout", (10.5, 5))
    play = stage.scene.play
    assert play.table is before
    assert play.told.how == "refused"
    assert "proximity.enter" in play.told.ruling.clauses
    stage.frame(30)
    assert "Proximity" in stage.scene.panel.ruling.html_text
    assert "clause:proximity.enter" in stage.scene.panel.ruling.html_text


def test_the_nearest_legal_spot_is_offered_and_one_key_takes_it(stage):
    stage.carry("scout", (10.5, 5))
    offered = stage.scene.play.told.nearest_place
    assert offered is not None
    stage.key(pygame.K_n)
    assert stage.middle("scout") == pytest.approx(offered.at)


def test_enter_takes_the_offer_too(stage):
    stage.carry("scout", (10.5, 5))
    stage.key(pygame.K_RETURN)
    assert len(stage.scene.play.session.match.actions) == 1


def test_the_button_of_the_offer_takes_it(stage):
    stage.carry("scout", (10.5, 5))
    stage.frame(10)
    stage.click_button("Nearest legal spot")
    assert len(stage.scene.play.session.match.actions) == 1


def test_space_sets_a_waypoint_and_backspace_takes_it_back(stage):
    stage.drag("boss", (4, 7))
    stage.key(pygame.K_SPACE)
    assert [w.at for w in stage.scene.play.carry.corners] == [pytest.approx((4, 7), abs=0.05)]
    stage.move(stage.px((5, 6)))
    told = stage.scene.play.telling
    assert told.ruling.cost == pytest.approx(math.hypot(1, 2) + math.hypot(1, 1), abs=0.1)
    stage.key(pygame.K_BACKSPACE)
    assert stage.scene.play.carry.corners == []
    assert stage.scene.play.telling.ruling.cost == pytest.approx(math.hypot(2, 1), abs=0.1)


def test_right_click_sets_a_waypoint_that_the_drop_keeps(stage):
    at = stage.drag("boss", (4, 7))
    stage.down(at, 3)
    stage.up(at, 3)
    end = stage.px((5, 6))
    stage.move(end)
    stage.up(end)
    assert len(stage.scene.play.session.match.actions[-1].path) == 2


def test_escape_lets_go(stage):
    before = stage.scene.play.table
    at = stage.drag("boss", (5, 6))
    stage.key(pygame.K_ESCAPE)
    stage.up(at)
    assert stage.scene.play.hand is None
    assert stage.scene.play.table is before


def test_a_drop_outside_the_table_view_lets_go_and_says_so(stage):
    before = stage.scene.play.table
    stage.drag("boss", (5, 6))
    stage.move((1200, 500))
    stage.up((1200, 500))
    assert stage.scene.play.table is before
    assert "where it was" in stage.scene.play.note


def test_the_grip_is_kept_so_that_picking_up_moves_nothing(stage):
    stage.click(stage.px((3.3, 5.2)))
    stage.click(stage.px((3.3, 5.2)))
    assert stage.scene.play.carry.spot == pytest.approx((3, 5), abs=1e-6)


def test_a_digit_goes_that_many_exact_inches(stage):
    stage.drag("boss", (3, 9))
    stage.key(pygame.K_4)
    end = stage.px((3, 8))
    stage.move(end)
    stage.up(end)
    x, y = stage.middle("boss")
    assert math.dist((x, y), (3, 5)) == pytest.approx(4.0, abs=1e-6)


def test_a_digit_picks_the_selected_model_up(stage):
    stage.click(stage.px((3, 5)))
    stage.move(stage.px((3, 12)))
    stage.key(pygame.K_3)
    assert stage.scene.play.carry.exact == 3.0
    stage.key(pygame.K_RETURN)
    assert math.dist(stage.middle("boss"), (3, 5)) == pytest.approx(3.0, abs=1e-6)


def test_the_ghost_is_held_at_the_allowance(stage):
    end = stage.drag("boss", (3, 5 - 0.1), (9.2, 5.9))
    play = stage.scene.play
    assert play.carry.is_held
    assert play.telling.ruling.legal
    assert play.telling.ruling.cost == pytest.approx(6.0, abs=1e-3)
    stage.up(end)
    assert len(play.session.match.actions) == 1


def test_far_beyond_the_allowance_it_is_refused(stage):
    stage.carry("boss", (10, 1.5))
    assert "move.distance" in stage.scene.play.told.ruling.clauses
    assert stage.middle("boss") == (3, 5)


def test_page_down_chooses_the_ground_under_the_walkway(stage):
    stage.drag("rat", (15, 11))
    carry = stage.scene.play.carry
    assert stage.scene.play.telling.ghost.on == "ground"
    stage.key(pygame.K_PAGEUP)
    assert carry.choice == "walkway"
    assert stage.scene.play.telling.ghost.on == "walkway"
    stage.key(pygame.K_PAGEDOWN)
    assert stage.scene.play.telling.ghost.on == "ground"


def test_an_engaged_model_backs_off_by_itself(stage):
    stage.carry("scout", (10.5, 5))
    stage.key(pygame.K_n)
    assert stage.scene.play.table.turn.side == "Scavengers"
    stage.drag("grub", (13, 8))
    assert stage.scene.play.carry.name == "back_off"
    stage.frame(10)
    assert "Backing off" in stage.scene.panel.ruling.html_text


def test_out_of_turn_is_refused_with_its_reason(stage):
    stage.carry("rat", (19, 11))
    assert stage.scene.play.told.ruling.clauses[0] == "turn.order"
    assert stage.middle("rat") == (20, 12)


def test_many_motions_in_a_frame_are_one_ruling(stage, monkeypatch):
    import game.hand as hand

    count = []
    honest = hand.judge
    monkeypatch.setattr(hand, "judge", lambda *a: count.append(1) or honest(*a))
    stage.drag("boss", (4, 6))
    count.clear()
    for k in range(20):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=stage.px((4 + k / 20, 6)), rel=(0, 0), buttons=(1, 0, 0)))
    stage.frame()
    assert len(count) == 1


def test_losing_the_keyboard_drops_nothing_and_lets_the_arrows_go(stage):
    stage.drag("boss", (5, 6))
    stage.post(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode="")
    assert stage.scene.eye.held
    stage.post(pygame.WINDOWFOCUSLOST)
    assert not stage.scene.eye.held
    assert stage.scene.play.carry is not None
    assert not stage.scene.play.carry.is_dragged
    centre = stage.scene.camera.centre
    stage.frame(5)
    assert stage.scene.camera.centre == centre


def test_a_model_that_is_removed_while_the_button_is_held_on_it_is_not_picked_up(stage):
    at = stage.px(stage.middle("boss"))
    stage.click(at)
    stage.key(pygame.K_ESCAPE)
    stage.click(at)
    stage.scene.play.hand = None
    stage.down(at)
    stage.key(pygame.K_x)
    stage.move((at[0] + 60, at[1]))
    assert stage.scene.play.hand is None
    assert not stage.scene.play.table.model("boss").is_on_table
