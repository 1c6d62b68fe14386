"""Ranked units through the window, by posted events: wheels, advances, charges, reforms, moves apart, ties."""

import math
from pathlib import Path

import pygame
import pytest

from game.block_hand import BlockHand
from game.draw_ties import ties_of
from game.reform_hand import ReformHand
from game.scenes.title import first_scene
from rules.actions import BlockMove, Reform, Separate, Step
from rules.blocks import block_of
from tests.game.stage import Stage

HERE = Path(__file__).parent


@pytest.fixture
def stage() -> Stage:
    return Stage(first_scene(HERE / "parade.toml", None))


@pytest.fixture
def kept() -> Stage:
    return Stage(first_scene(HERE / "kept.toml", None))


def pull(stage: Stage, start, *points, let_go=True):
    """Presses at a point of the table, moves to others, and lets go there."""
    stage.move(stage.px(start))
    stage.down(stage.px(start))
    for point in points:
        stage.move(stage.px(point))
    if let_go:
        stage.up(stage.px(points[-1]))


def on_circle(pivot, start, degrees, parts=4):
    """Points on the way of a corner round its pivot."""
    r = math.dist(pivot, start)
    turn = math.atan2(start[1] - pivot[1], start[0] - pivot[0])
    angles = [turn + math.radians(degrees * k / parts) for k in range(1, parts + 1)]
    return [(pivot[0] + r * math.cos(angle), pivot[1] + r * math.sin(angle)) for angle in angles]


def chosen(stage: Stage, unit="guard"):
    """Selects a unit by one of its models."""
    stage.click(stage.px(stage.middle(f"{unit}-{4 if unit == 'bows' else 6}")))
    return stage.scene.play


def test_any_model_selects_the_unit_and_its_handles_are_shown(stage):
    play = chosen(stage)
    show = play.show().block
    assert show.selected.unit.id == "guard"
    assert show.may_move
    stage.frame(10)
    assert "4 wide" in stage.scene.panel.unit.html_text


def test_pulling_the_right_corner_wheels_left_about_the_left_one(stage):
    play = chosen(stage)
    pull(stage, (12, 6), *on_circle((8, 6), (12, 6), 30), let_go=False)
    step = play.block.action.steps[0]
    assert step.wheel == "left"
    assert step.degrees == pytest.approx(30, abs=1)
    assert play.block.ruling.cost == pytest.approx(math.radians(step.degrees) * 4, abs=1e-6)
    assert play.block.shown.stages[0].motion.pivot == pytest.approx((8, 6))


def test_pulling_the_left_corner_wheels_right(stage):
    play = chosen(stage)
    pull(stage, (8, 6), *on_circle((12, 6), (8, 6), -20))
    assert [s.wheel for s in play.block.steps] == ["right"]


def test_a_corner_pulled_backwards_is_no_step(stage):
    play = chosen(stage)
    pull(stage, (12, 6), *on_circle((8, 6), (12, 6), -20))
    assert play.block.steps == []


def test_each_release_adds_a_step_and_backspace_takes_them_back(stage):
    play = chosen(stage)
    pull(stage, (10, 5.5), (10, 7.5))
    pull(stage, (12, 8), *on_circle((8, 8), (12, 8), 15))
    assert len(play.block.steps) == 2
    stage.frame(10)
    words = stage.scene.panel.ruling.html_text
    assert "1. Advance" in words
    assert "2. Wheel left" in words
    stage.key(pygame.K_BACKSPACE)
    assert [s.advance for s in play.block.steps] == [pytest.approx(2.0, abs=0.06)]
    stage.key(pygame.K_BACKSPACE)
    assert play.block.steps == []
    assert isinstance(play.hand, BlockHand)


def test_enter_does_the_whole_move_and_escape_drops_it(stage):
    play = chosen(stage)
    before = play.table
    pull(stage, (10, 5.5), (10, 7.5))
    stage.key(pygame.K_ESCAPE)
    assert play.hand is None
    assert play.table is before
    pull(stage, (10, 5.5), (10, 7.5))
    stage.key(pygame.K_RETURN)
    assert play.hand is None
    assert play.told.ruling.legal
    assert block_of(play.table, play.table.units["guard"]).pose.at[1] == pytest.approx(8.0, abs=0.06)


def test_the_advance_is_held_an_inch_off_and_says_why(stage):
    play = chosen(stage)
    pull(stage, (10, 5.5), (10, 11.9), let_go=False)
    assert play.block.is_held
    assert play.block.ruling.legal
    # 0.6 in aside of the line and an inch from its corner: 0.8 in short of it, and that is 4.6 in ahead.
    assert play.block.action.steps[0].advance == pytest.approx(3.8, abs=2e-6)
    assert "line" in play.block.held_because


def test_what_was_pulled_freely_past_a_limit_is_not_kept(stage, monkeypatch):
    play = chosen(stage)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    pull(stage, (10, 5.5), (10, 14), let_go=False)
    assert not play.block.ruling.legal
    stage.up(stage.px((10, 14)))
    assert play.block.steps == []
    assert "No step was added" in play.note


def test_digits_and_keys_give_exact_steps(stage):
    play = chosen(stage)
    stage.key(pygame.K_3)
    stage.key(pygame.K_COMMA)
    stage.key(pygame.K_COMMA, pygame.KMOD_SHIFT)
    assert play.block.steps == [Step(advance=3.0), Step(wheel="left", degrees=6.0)]
    stage.key(pygame.K_PERIOD)
    assert play.block.steps[-1] == Step(wheel="left", degrees=1.0)


def test_a_charge_shows_its_faces_and_ends_in_exact_contact(stage):
    play = chosen(stage)
    stage.key(pygame.K_c)
    assert play.block.wants_target
    stage.click(stage.px(stage.middle("pikes-6")))
    assert play.block.target == "pikes"
    assert next(f.name for f in play.block.faces if f.charge is not None) == "front"
    pull(stage, (10, 5.5), (10, 12.3), let_go=False)
    assert play.block.ruling.legal
    assert play.block.action.steps[0].advance == pytest.approx(7.0, abs=2e-6)
    stage.up(stage.px((10, 12.3)))
    stage.key(pygame.K_RETURN)
    action = play.session.match.actions[-1]
    assert isinstance(action, BlockMove)
    assert (action.name, action.target) == ("charge", "pikes")


def test_clicking_a_face_charges_it(stage):
    play = chosen(stage)
    stage.key(pygame.K_c)
    stage.click(stage.px(stage.middle("pikes-6")))
    stage.click(stage.px((10, 12.95)))
    assert play.block.ruling.legal
    stage.key(pygame.K_RETURN)
    assert play.session.match.actions[-1].target == "pikes"


def test_a_charge_under_way_is_not_called_an_offence(stage):
    play = chosen(stage)
    stage.key(pygame.K_c)
    stage.click(stage.px(stage.middle("pikes-6")))
    pull(stage, (10, 5.5), (10, 8.5), let_go=False)
    stage.frame(10)
    assert "Under way" in stage.scene.panel.ruling.html_text
    assert len(play.block.action.steps) == 1


def fought(stage: Stage):
    """A table on which the guard has charged the pikes, right beside the line."""
    play = chosen(stage)
    stage.key(pygame.K_c)
    stage.click(stage.px(stage.middle("pikes-6")))
    stage.click(stage.px((10, 12.95)))
    stage.key(pygame.K_RETURN)
    return play


def test_a_unit_beside_a_fight_is_offered_a_move_apart_and_the_turn_waits_for_it(stage):
    play = fought(stage)
    assert [s.unit for s in play.show().block.separations] == ["line"]
    stage.key(pygame.K_e)
    assert play.told.how == "refused"
    assert "combat.separate" in play.told.ruling.clauses
    stage.key(pygame.K_s)
    assert isinstance(play.session.match.actions[-1], Separate)
    assert play.show().block.separations == ()
    stage.key(pygame.K_e)
    assert play.told.how == "done"
    assert play.table.turn.phase == "moves"


def test_a_reform_is_widened_dragged_and_turned(stage):
    play = chosen(stage)
    stage.key(pygame.K_k)
    assert isinstance(play.hand, ReformHand)
    stage.click_button("+")
    assert play.reform.shown.files == 5
    stage.key(pygame.K_MINUS)
    stage.key(pygame.K_MINUS)
    assert play.reform.shown.files == 3
    pull(stage, play.reform.ghost.places[0], (7.0, 4.5))
    shown = play.reform.shown
    knob = play.reform.knob(play.grip)
    pull(stage, knob, (knob[0] - 1.5, knob[1] - 0.2))
    assert shown.at != (10, 6)
    assert play.reform.shown.facing_deg > 91
    stage.key(pygame.K_RETURN)
    assert isinstance(play.session.match.actions[-1], Reform)
    assert play.table.units["guard"].formation.files == 3


def test_the_ghost_of_a_reform_is_held_where_a_model_would_go_too_far(stage):
    play = chosen(stage)
    stage.key(pygame.K_k)
    pull(stage, (9.5, 5.5), (13, 5.3), (30, 5), let_go=False)
    assert play.reform.is_held
    assert play.reform.ruling.legal
    assert math.dist(*play.reform.ways()[0]) == pytest.approx(12.0, abs=1e-3)


def test_degrees_are_typed_into_the_panel(stage):
    play = chosen(stage)
    stage.key(pygame.K_k)
    stage.frame(2)
    field = stage.scene.dialog._facing
    stage.click(field.rect.center)
    assert stage.scene.dialog.is_typing
    stage.key(pygame.K_a, pygame.KMOD_CTRL)
    for digit in "180":
        stage.post(pygame.KEYDOWN, key=ord(digit), mod=0, unicode=digit)
        stage.post(pygame.TEXTINPUT, text=digit)
    assert play.reform.shown.facing_deg == pytest.approx(180)
    assert play.reform.shown.files == 4
    stage.key(pygame.K_ESCAPE)
    assert play.hand is None
    assert play.table.units["guard"].formation.files == 4


def test_the_panel_of_a_reform_goes_away_with_it(stage):
    play = chosen(stage)
    stage.key(pygame.K_k)
    buttons = len(stage.scene._presses)
    stage.click_button("Let go")
    assert play.hand is None
    stage.frame(2)
    assert len(stage.scene._presses) == buttons - 4


def test_a_unit_out_of_turn_is_refused_with_its_reason(stage):
    play = chosen(stage, "bows")
    assert not play.show().block.may_move
    pull(stage, (30, 16.5), (30, 14))
    stage.key(pygame.K_RETURN)
    assert play.block.ruling.clauses[0] == "turn.order"
    assert play.session.match.actions == ()


def test_a_failed_charge_leaves_a_tie_that_is_drawn_until_they_part(kept):
    play = chosen(kept)
    kept.key(pygame.K_c, pygame.KMOD_SHIFT)
    assert play.block.name == "failed_charge"
    pull(kept, (10, 5.5), (10, 11.1))
    kept.key(pygame.K_RETURN)
    assert play.table.memory.close_pairs == {frozenset(("guard", "pikes"))}
    (tie,) = ties_of(play.table)
    assert tie.inches == pytest.approx(0.4, abs=0.06)
    kept.frame(10)
    kept.key(pygame.K_z, pygame.KMOD_CTRL)
    assert ties_of(play.table) == ()


def test_a_flight_that_runs_into_something_is_drawn_to_where_it_stops(kept):
    play = chosen(kept)
    kept.key(pygame.K_l)
    pull(kept, (10, 5.5), (10, 14), let_go=False)
    assert play.block.ruling.legal
    ghost = play.telling.ghosts[0][1]
    assert ghost.at[1] == pytest.approx(12.0 - 0.01 - 0.5, abs=1e-4)


def test_let_go_beside_the_table_adds_no_step(stage):
    play = chosen(stage)
    pull(stage, (10, 5.5), (10, 7), let_go=False)
    stage.move((1200, 500))
    stage.up((1200, 500))
    assert play.block.steps == []
    assert "not added" in play.note


def test_every_state_draws_on_a_small_window():
    stage = Stage(first_scene(HERE / "parade.toml", None), (900, 600))
    play = fought(stage)
    stage.key(pygame.K_s)
    chosen(stage, "line")
    stage.key(pygame.K_k)
    stage.frame(5)
    assert isinstance(play.hand, ReformHand)


def test_ending_the_phase_lets_go_of_what_is_in_hand(stage):
    play = chosen(stage)
    stage.key(pygame.K_2)
    stage.key(pygame.K_e)
    assert play.hand is None
    assert play.table.turn.phase == "moves"


def test_a_corner_is_pulled_from_outside_of_its_base(stage):
    play = chosen(stage)
    pull(stage, (12.3, 6.2), (12.25, 7), (12.1, 8))
    assert [s.wheel for s in play.block.steps] == ["left"]


def test_tab_goes_from_unit_to_unit(stage):
    play = stage.scene.play
    units = []
    for _ in range(3):
        stage.key(pygame.K_TAB)
        units.append(play.table.model(play.selected).unit)
    assert units == ["guard", "line", "guard"]


def test_a_wheel_goes_on_past_half_a_circle(stage, monkeypatch):
    play = chosen(stage)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    pull(stage, (12, 6), *on_circle((8, 6), (12, 6), 250, 10), let_go=False)
    assert play.block.action.steps[0].degrees == pytest.approx(250, abs=2)
