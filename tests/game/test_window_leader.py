"""A led unit through the window: carried, arranged, corrected by hand, confirmed; deployed from reserve; its leader changed."""

import math
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.scenes.title import first_scene
from game.unit_hand import Correcting, Deploying
from tests.game.stage import Stage

BOARD = Path(__file__).with_name("led.toml")


@pytest.fixture
def stage() -> Stage:
    return Stage(first_scene(BOARD, None))


def spots(stage: Stage, unit: str) -> dict:
    table = stage.scene.play.table
    return {m.id: m.standing.at for m in table.models_of(table.units[unit])}


def test_the_leader_is_put_down_and_the_others_are_arranged_before_anything_is_done(stage):
    before = stage.scene.play.table
    stage.carry("band-1", (8, 8))
    assert isinstance(stage.scene.play.hand, Correcting)
    assert stage.scene.play.table is before
    assert set(stage.scene.play.hand.place) == {"band-2", "band-3"}


def test_all_ghosts_of_the_unit_are_shown_while_it_is_carried(stage):
    stage.drag("band-1", (8, 8))
    ghosts = {g.model_id for g in stage.scene.play.show().ghosts}
    assert ghosts == {"band-1", "band-2", "band-3"}
    hanging = stage.scene.play.show().hangings[-1]
    assert len(hanging.links) == 3
    assert hanging.rings


def test_ghosts_stay_with_a_refused_leader(stage):
    stage.drag("band-1", (20, 14))
    show = stage.scene.play.show()
    assert not show.ruling.legal
    assert len(show.ghosts) == 3


def test_enter_does_it_and_escape_takes_all_back(stage):
    before = spots(stage, "band")
    stage.carry("band-1", (8, 8))
    stage.key(pygame.K_ESCAPE)
    assert stage.scene.play.hand is None
    assert spots(stage, "band") == before
    stage.carry("band-1", (8, 8))
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.hand is None
    assert math.dist(spots(stage, "band")["band-1"], (8, 8)) < 0.05
    assert stage.scene.play.session.match.actions[-1].name == "move"


def test_one_of_the_others_is_corrected_by_hand_with_live_ruling(stage):
    stage.carry("band-1", (8, 8))
    hand = stage.scene.play.hand
    at = hand.place["band-2"].at
    grip, away = stage.px(at), stage.px((at[0] - 7, at[1]))
    stage.move(grip)
    stage.down(grip)
    stage.move(away)
    assert "coherency.distance" in hand.ruling.clauses
    stage.up(away)
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.hand is hand
    assert not stage.scene.play.session.match.actions
    at = hand.place["band-2"].at
    stage.move(stage.px(at))
    stage.down(stage.px(at))
    good = stage.px((6.2, 8.6))
    stage.move(good)
    assert hand.ruling.legal
    stage.up(good)
    stage.key(pygame.K_RETURN)
    assert math.dist(spots(stage, "band")["band-2"], (6.2, 8.6)) < 0.1


def test_backspace_puts_the_others_back_as_they_were_arranged(stage):
    stage.carry("band-1", (8, 8))
    hand = stage.scene.play.hand
    at = hand.place["band-2"].at
    stage.move(stage.px(at))
    stage.down(stage.px(at))
    stage.up(stage.px((at[0], at[1] - 0.7)))
    assert hand.place != hand.arranged
    stage.key(pygame.K_BACKSPACE)
    assert hand.place == hand.arranged


def test_clicking_another_model_or_l_makes_it_lead(stage):
    stage.click(stage.px((6, 4)))
    assert stage.scene.play.selected == "band-1"
    stage.click(stage.px((5, 3)))
    assert stage.scene.play.selected == "band-2"
    stage.key(pygame.K_m)
    stage.key(pygame.K_l)
    assert stage.scene.play.carry.model.id == "band-3"
    assert "links" not in stage.scene.play.overlays


def test_the_button_of_links_shows_the_rings_of_each_base_size_also_while_the_unit_is_carried(stage):
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_m)
    stage.move(stage.px((8, 8)))
    assert len(stage.scene.play.show().hangings[-1].rings) == 1
    stage.click_button("Links")
    assert stage.scene.play.carry.model.id == "band-1"
    stage.move(stage.px((8, 8)))
    rings = stage.scene.play.show().hangings[-1].rings
    # half of 25 mm and 3 in; for the middles of bases of 25 mm, which are to be wholly within, half of 25 mm less
    assert [round(radius, 3) for _, radius, _ in rings] == [round(12.5 / 25.4 + 3.0, 3), 3.0]


def test_a_run_goes_twice_as_far(stage):
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_j)
    stage.move(stage.px((6, 14)))
    assert stage.scene.play.telling.ruling.allowance == 12.0
    assert stage.scene.play.telling.ruling.legal


def test_ranks_are_closed_without_the_leader_going_anywhere(stage):
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_k)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.scene.play.hand, Correcting)
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.session.match.actions[-1].name == "close_ranks"


def test_a_narrow_gap_is_marked_with_its_width_and_the_width_needed(stage):
    stage.drag("band-1", (12, 6))
    gaps = stage.scene.play.show().hangings[-1].gaps
    assert [(round(width, 2), needed) for *_, width, needed in gaps] == [(0.8, 1.0)]
    stage.frame(10)


def test_the_leader_is_held_at_its_allowance(stage):
    end = stage.drag("band-1", (6, 10.1))
    assert stage.scene.play.telling.ruling.legal
    assert stage.scene.play.telling.ruling.cost == pytest.approx(6.0, abs=1e-3)
    stage.up(end)


def test_a_reserve_is_dragged_from_the_panel_into_its_zone_and_arranged(stage):
    start = stage.scene.panel.reserves["late"].rect.center
    stage.move(start)
    stage.down(start)
    assert isinstance(stage.scene.play.hand, Deploying)
    stage.move(stage.px((15, 10)))
    assert "deploy.zone" in stage.scene.play.telling.ruling.clauses
    end = stage.px((15, 3))
    stage.move(end)
    stage.up(end)
    assert isinstance(stage.scene.play.hand, Correcting)
    stage.key(pygame.K_RETURN)
    assert len(spots(stage, "late")) == 2
    stage.frame(10)
    assert not stage.scene.panel.reserves["late"].is_enabled


def test_l_lets_another_model_lead_a_unit_that_is_deployed(stage):
    stage.key(pygame.K_p)
    stage.move(stage.px((15, 3)))
    stage.key(pygame.K_l)
    assert stage.scene.play.telling.action.leader == "late-2"
    stage.click(stage.px((15, 3)))
    stage.key(pygame.K_RETURN)
    assert math.dist(spots(stage, "late")["late-2"], (15, 3)) < 0.05
    assert stage.scene.play.session.match.actions[-1].leader == "late-2"


def test_towards_takes_a_target_and_goes_as_far_as_is_asked(stage):
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_t)
    stage.click(stage.px((6, 14)))
    stage.key(pygame.K_3)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.scene.play.hand, Correcting)  # the others may be corrected first
    stage.key(pygame.K_RETURN)
    done = stage.scene.play.session.match.actions[-1]
    assert (done.name, done.mover, done.distance) == ("towards", "band", 3.0)


def test_out_of_coherency_is_shown_on_the_table_and_in_the_panel(stage):
    play = stage.scene.play
    memory = replace(play.table.memory, out_of_coherency=frozenset({"band"}))
    match = replace(play.session.match, tables=(replace(play.table, memory=memory),))
    play.session.match = match
    stage.click(stage.px((6, 4)))
    stage.frame(10)
    assert "Out of Coherency" in stage.scene.panel.unit.html_text
    assert any("Out of Coherency" in words for h in play.show().hangings for _, words in h.groups)


def test_the_button_does_what_is_set_and_is_there_only_while_that_is_legal(stage):
    stage.carry("band-1", (8, 8))
    hand, panel = stage.scene.play.hand, stage.scene.panel
    stage.frame(10)
    assert panel.confirm.visible
    at = hand.place["band-2"].at
    stage.move(stage.px(at))
    stage.down(stage.px(at))
    stage.up(stage.px((at[0] - 7, at[1])))
    stage.frame(10)
    assert not panel.confirm.visible
    stage.key(pygame.K_BACKSPACE)
    stage.frame(10)
    stage.click_button("Do it")
    assert stage.scene.play.session.match.actions[-1].name == "move"
    stage.frame(10)
    assert not panel.confirm.visible


def test_of_a_unit_only_who_stands_wrong_is_marked_not_its_leader(stage):
    stage.carry("band-1", (8, 8))
    hand = stage.scene.play.hand
    at = hand.place["band-2"].at
    stage.move(stage.px(at))
    stage.down(stage.px(at))
    stage.move(stage.px((at[0] - 7, at[1])))
    marks = {g.model_id: g.is_legal for g in stage.scene.play.show().ghosts}
    assert marks == {"band-1": None, "band-2": False, "band-3": None}


def test_a_unit_of_one_has_no_ring_to_keep_within(stage):
    from game.hanging import led_hanging

    table = stage.scene.play.table
    alone = table.with_models([replace(table.model(i), is_alive=False, place=None) for i in ("band-2", "band-3")])
    assert led_hanging(table, "band", "band-1").rings
    assert led_hanging(alone, "band", "band-1").rings == ()


def test_a_charge_that_is_led_onto_its_target_ends_in_contact_with_it(stage):
    stage.scene.play.session.match = replace(
        stage.scene.play.session.match,
        tables=(stage.scene.play.table.with_models([
            replace(m, place=replace(m.standing, at=(m.standing.at[0] - 8.0, m.standing.at[1] - 6.0)))
            for m in stage.scene.play.table.models_of(stage.scene.play.table.units["foes"])
        ]),),
    )
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_c)
    # foes-1 stands at (12, 9) now; from middle to middle half of 25 mm and half of 32 mm
    contact = 28.5 / 25.4
    for at in ((11.3, 8.2), (11.8, 8.9), (12.0 - contact * 0.6 - 0.1, 9.0 - contact * 0.8 - 0.1)):
        stage.move(stage.px(at))
        told = stage.scene.play.telling
        assert math.dist(told.action.path[-1].at, (12, 9)) == pytest.approx(contact, abs=1e-6)
        assert told.action.target == "foes"
        assert told.ruling.legal
    stage.move(stage.px((11.0, 7.0)))
    assert "charge.contact" in stage.scene.play.telling.ruling.clauses


def test_what_a_unit_can_not_do_now_is_greyed_out(stage):
    stage.click(stage.px((6, 4)))
    stage.frame(10)
    able = {name: button.is_enabled for name, button in stage.scene.panel.actions.items()}
    assert able["move"]
    assert able["charge"]
    assert not able["disengage"]  # nobody is near
    stage.click(stage.px((1, 12)))
    stage.frame(10)
    assert all(button.is_enabled for button in stage.scene.panel.actions.values())


def test_a_model_outside_the_ring_bears_how_far_its_base_reaches(stage):
    stage.carry("band-1", (8, 8))
    hand = stage.scene.play.hand
    at = hand.place["band-2"].at
    stage.move(stage.px(at))
    stage.down(stage.px(at))
    stage.move(stage.px((at[0] - 7, at[1])))
    hanging = stage.scene.play.show().hangings[-1]
    # from the leader's edge to the far edge of a base as large as its own: as far as their middles are apart
    apart = math.dist(hand.places()["band-1"].at, hand.places()["band-2"].at)
    assert [words for _, words, _ in hanging.notes] == [f"reaches {apart:.2f}″"]


def test_a_unit_in_hand_is_let_go_when_one_of_it_is_removed(stage):
    stage.click(stage.px(spots(stage, "band")["band-1"]))
    stage.key(pygame.K_y)  # set anew: it follows the pointer
    stage.move(stage.px((8, 8)))
    assert isinstance(stage.scene.play.hand, Deploying)
    stage.key(pygame.K_x)
    stage.frame(2)
    assert stage.scene.play.hand is None
    assert set(spots(stage, "band")) == {"band-2", "band-3"}


def test_where_a_refused_unit_would_stand_is_found_once_and_not_round_a_leader_that_cannot_stand_there(stage, monkeypatch):
    from game import hanging

    arranged = []
    real = hanging.set_unit
    monkeypatch.setattr(hanging, "set_unit", lambda *what: arranged.append(what) or real(*what))
    stage.drag("band-1", (20, 14))  # far too far, over free ground
    stage.rest()
    assert arranged
    arranged.clear()
    stage.frame(5)
    assert arranged == []
    before = spots(stage, "band")
    end = (-0.2, before["band-1"][1])
    stage.move(stage.px(end))  # half over the table's edge
    stage.frame(5)
    assert arranged == []
    ghosts = {g.model_id: g.place.at for g in stage.scene.play.show().ghosts}
    assert set(ghosts) == set(before)
    for i, (x, y) in before.items():
        apart = (x - before["band-1"][0], y - before["band-1"][1])
        assert ghosts[i] == pytest.approx((ghosts["band-1"][0] + apart[0], ghosts["band-1"][1] + apart[1]))
