"""Where a model can end and the way there, in the window: the shading, its inches, Shift, what is offered and taken."""

import math
import threading
from pathlib import Path

import pygame
import pytest
import shapely

from game import reaching
from game.scenes.title import first_scene
from game.strip import hints
from game.words import ruling_words
from rules.engagement import engaged_with
from tests.game.stage import Stage

ROOT = Path(__file__).resolve().parents[2]
SKIRMISH = ROOT / "levels" / "skirmish"
LED = Path(__file__).with_name("led.toml")


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def shift(monkeypatch):
    """Holds Shift from when it is called with True, and lets it go with False."""
    held = [0]
    monkeypatch.setattr(pygame.key, "get_mods", lambda: held[0])

    def hold(stage, is_held=True):
        held[0] = pygame.KMOD_SHIFT if is_held else 0
        stage.key(pygame.K_LSHIFT)

    return hold


def board(name):
    return Stage(first_scene(SKIRMISH / name, None))


# The shading


def test_the_reach_is_shaded_before_and_after_a_move_each_time_of_the_table_as_it_is(stage):
    stage.click(stage.px((8, 5)))
    stage.rest()
    # the scout's base is 25 mm: 12.5 / 25.4 = 0.492 in from the near edge at least
    before = stage.scene.play.show().reach.areas["ground"]
    assert before.bounds[1] == pytest.approx(12.5 / 25.4, abs=0.02)
    assert before.contains(shapely.Point(8, 8))
    stage.carry("scout", (8, 8))
    assert stage.scene.play.show().reach is None
    stage.click(stage.px((12, 5)))  # grub, whose turn it is now
    stage.rest()
    found = stage.scene.play.show().reach
    assert found.model == "grub"
    # the scout stands at (8, 8): grub comes no nearer to its base than 1 in (its own is 32 mm), unless into contact
    assert not found.areas["ground"].contains(shapely.Point(8 + 1.9, 8))
    assert found.areas["ground"].contains(shapely.Point(8 + 2.3, 8))


def test_what_is_carried_is_shaded_as_what_is_selected(stage):
    stage.click(stage.px((8, 5)))
    stage.rest()
    shown = stage.scene.play.show().reach
    stage.drag("scout", (9, 6.5))
    assert stage.scene.play.show().reach is shown


def test_the_lines_on_which_it_ends_engaged_are_known_too(stage):
    stage.click(stage.px((8, 5)))
    stage.rest()
    lines = stage.scene.play.show().reach.engaging["grub"]
    # from middle to middle half of 25 mm and half of 32 mm
    assert all(math.dist(p, (12, 5)) == pytest.approx(28.5 / 25.4, abs=1e-3) for line in lines.geoms for p in line.coords)


def test_shift_o_shows_a_line_for_each_inch_with_its_number(stage):
    stage.click(stage.px((3, 5)))  # the boss: Move 6
    stage.rest()
    assert stage.scene.play.show().reach.inches == ()
    stage.key(pygame.K_o, pygame.KMOD_SHIFT)
    stage.rest()
    lines = dict(stage.scene.play.show().reach.inches)
    assert list(lines) == [1, 2, 3, 4, 5]
    # upwards nothing is in the way: there the line of 3 in is 3 in off
    up = lines[3].intersection(shapely.LineString([(3, 5), (3, 12)]))
    assert up.y == pytest.approx(8.0, abs=0.02)
    stage.key(pygame.K_o, pygame.KMOD_SHIFT)
    assert stage.scene.play.show().reach.inches == ()


def test_the_frame_goes_on_while_the_reach_is_worked_out_and_that_is_said(stage, monkeypatch):
    gate = threading.Event()
    real = reaching.reach
    monkeypatch.setattr(reaching, "reach", lambda *what: gate.wait(20) and real(*what))
    stage.click(stage.px((8, 5)))
    stage.frame(5)
    assert stage.scene.play.reaching.is_busy
    pygame.time.wait(200)
    stage.frame()
    show = stage.scene.play.show()
    assert show.reach is None
    assert show.waited > 0.15
    gate.set()
    stage.rest()
    assert stage.scene.play.show().waited == 0.0
    assert stage.scene.play.show().reach is not None


def test_what_was_worked_out_is_not_worked_out_again(stage, monkeypatch):
    asked = []
    real = reaching.reach
    monkeypatch.setattr(reaching, "reach", lambda *what: asked.append(what[1]) or real(*what))
    for at in ((8, 5), (3, 5), (8, 5)):
        stage.click(stage.px(at))
        stage.rest()
    assert asked == ["scout", "boss"]


def test_nothing_is_shaded_for_what_goes_straight_at_a_target(stage):
    stage.click(stage.px((8, 5)))
    stage.rest()
    stage.key(pygame.K_t)
    assert stage.scene.play.show().reach is None
    stage.key(pygame.K_ESCAPE)
    assert stage.scene.play.show().reach is not None


def test_an_engaged_model_is_shaded_where_it_may_back_off_to_and_nothing_for_a_move(stage):
    scene = board("09-prised-apart.toml")
    table = scene.scene.play.table
    model = next(m for m in table.standing if engaged_with(table, m))
    scene.click(scene.px(model.standing.at))
    scene.rest()
    shown = scene.scene.play.show().reach
    foe = engaged_with(table, model)[0]
    apart = foe.base.radius + model.base.radius + table.number("proximity.radius")
    assert shown is not None
    assert shown.engaging == {}
    assert all(part.distance(shapely.Point(foe.standing.at)) > apart - 0.02 for part in shown.areas.values())
    scene.key(pygame.K_m)
    assert scene.scene.play.carry.usual == "back_off"
    scene.scene.play.carry_as("move")
    scene.frame()
    assert scene.scene.play.show().reach is None


def test_an_engaged_model_can_back_off_and_not_move_and_a_back_off_too_short_is_offered_a_spot():
    scene = board("09-prised-apart.toml")
    table = scene.scene.play.table
    model = next(m for m in table.standing if engaged_with(table, m))
    foe = engaged_with(table, model)[0]
    scene.click(scene.px(model.standing.at))
    scene.frame(10)
    able = {name: button.is_enabled for name, button in scene.scene.panel.actions.items()}
    assert (able["move"], able["back_off"]) == (False, True)
    scene.rest()
    (x, y), (fx, fy) = model.standing.at, foe.standing.at
    size = math.dist((x, y), (fx, fy))
    scene.drag(model.id, (x + (y - fy) / size * 0.3, y - (x - fx) / size * 0.3))  # aside, still in contact or zone
    told = scene.scene.play.telling
    assert told.action.name == "back_off"
    assert told.ruling.legal or told.nearest is not None


# The way


def test_shift_says_that_there_is_no_way_instead_of_going_straight(shift):
    stage = board("12-salt-alley.toml")
    stage.click(stage.px(stage.middle("wick")))
    stage.rest()
    stage.drag("wick", (20, 8))
    straight = stage.scene.play.show()
    assert straight.path
    assert straight.said == ""
    shift(stage)
    show = stage.scene.play.show()
    assert show.said == "No way there within 8″"
    assert show.path == ()
    assert show.ruling.findings == ()
    assert "No way there within 8″." in ruling_words(stage.scene.play)
    shift(stage, False)
    assert stage.scene.play.show().path


def test_dropped_where_there_is_no_way_it_is_said_again_and_the_nearest_spot_is_taken_by_a_click(shift):
    stage = board("12-salt-alley.toml")
    stage.click(stage.px(stage.middle("wick")))
    stage.rest()
    shift(stage)
    end = stage.drag("wick", (20, 8))
    stage.up(end)
    told = stage.scene.play.told
    assert told.how == "refused"
    assert told.no_way == "No way there within 8″"
    spot = told.nearest_place.at
    assert stage.scene.play.show().offer == "nearest legal"
    shift(stage, False)
    stage.click(stage.px(spot))
    assert stage.middle("wick") == pytest.approx(spot, abs=1e-6)
    assert stage.scene.play.told.how == "done"


def test_with_shift_the_ghost_holds_at_the_edge_of_the_reach(shift):
    stage = board("12-salt-alley.toml")
    stage.click(stage.px(stage.middle("wick")))
    stage.rest()
    shift(stage)
    stage.drag("wick", (11.6 + 8.0 + 0.2, 2.5))  # it has 8 in, and only a friend is in between
    told = stage.scene.play.telling
    assert stage.scene.play.carry.is_held
    assert told.ruling.legal
    assert told.no_way == ""
    assert told.ruling.cost == pytest.approx(8.0, abs=0.05)
    stage.move(stage.px((11.6 + 8.0 + 0.6, 2.5)))
    assert stage.scene.play.telling.no_way == "No way there within 8″"


def test_shift_leads_on_from_the_corners_that_were_set(stage, shift):
    stage.drag("scout", (8, 7))
    stage.key(pygame.K_SPACE)
    shift(stage)
    stage.move(stage.px((13.6, 7.2)))
    told = stage.scene.play.telling
    assert told.action.path[0].at == pytest.approx((8, 7), abs=0.05)
    if told.ruling.legal:
        assert told.ruling.cost <= 7.0
    else:
        assert "left" in told.no_way
    stage.move(stage.px((10, 8)))
    told = stage.scene.play.telling
    assert told.ruling.legal
    assert told.ruling.cost == pytest.approx(2.0 + math.dist((8, 7), (10, 8)), abs=0.05)


def test_shift_finds_the_way_of_a_led_unit(shift):
    stage = Stage(first_scene(LED, None))
    shift(stage)
    stage.drag("band-1", (9.8, 4))
    told = stage.scene.play.telling
    assert told.ruling.legal
    assert told.action.leader == "band-1"
    stage.move(stage.px((6, 10.2)))  # 6.2 in off: held at its 6
    assert stage.scene.play.telling.ruling.cost == pytest.approx(6.0, abs=1e-3)
    stage.move(stage.px((6, 11)))
    told = stage.scene.play.telling
    assert told.no_way == "No way there within 6″"
    assert told.nearest_place.at == pytest.approx((6, 10), abs=0.05)
    stage.key(pygame.K_ESCAPE)
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_j)
    stage.move(stage.px((12.5, 11)))  # straight, 9.55 in, the crate's corner at (12, 10) would be 0.35 in off its middle
    run = stage.scene.play.telling
    assert (run.action.name, run.ruling.legal) == ("run", True)
    assert len(run.action.path) > 1
    assert 9.55 < run.ruling.cost < 9.9
    stage.key(pygame.K_ESCAPE)
    stage.click(stage.px((6, 4)))
    stage.key(pygame.K_c)
    stage.move(stage.px((9, 9)))
    assert stage.scene.play.telling.no_way == "Shift finds the way of a move, not to charge: set corners with Space"


WALL = """
format = 1
title = "A wall"
ruleset = "skirmish"
[table]
size = [12, 10]
[[side]]
name = "Wardens"
[[side]]
name = "Raiders"
[[terrain]]
id = "wall"
kind = "wall"
line = [[3, 5], [11, 5]]
height = 3
climbable = false
[[unit]]
id = "wick"
side = "Wardens"
base = 25.4
move = 8
at = [4, 4]
"""


def test_after_a_straight_path_into_a_wall_the_spot_is_offered_by_the_way_round_it(tmp_path):
    file = tmp_path / "wall.toml"
    file.write_text(WALL)
    stage = Stage(first_scene(file, None))
    stage.click(stage.px((4, 4)))
    stage.rest()
    end = stage.drag("wick", (4, 7))
    wished = stage.scene.play.telling.action.path[-1].at
    assert "terrain.blocked" in stage.scene.play.telling.ruling.clauses
    assert stage.scene.play.telling.nearest.path[-1].at == pytest.approx(wished, abs=0.03)
    show = stage.scene.play.show()
    assert show.offer == "legal by this way"
    assert show.way_offered[0] == (4, 4)
    assert len(show.way_offered) > 2
    stage.up(end)
    stage.key(pygame.K_RETURN)
    told = stage.scene.play.told
    assert told.how == "done"
    # round the wall's end, half of its base from it: a tangent of 1.231, an arc of 0.619, 0.25 along the end of the wall,
    # an arc of 0.364 and a tangent of 2.065
    assert told.ruling.cost == pytest.approx(4.53, abs=0.06)


def test_the_nearest_spot_is_found_for_what_is_carried_also_while_the_reach_is_not_shaded(tmp_path):
    file = tmp_path / "wall.toml"
    file.write_text(WALL)
    stage = Stage(first_scene(file, None))
    stage.key(pygame.K_o)
    stage.click(stage.px((4, 4)))
    assert stage.scene.play.show().reach is None
    stage.drag("wick", (4, 7))
    stage.rest()
    assert stage.scene.play.show().offer == "legal by this way"
    assert stage.scene.play.show().waited == 0.0


def test_far_from_everything_that_is_legal_nothing_is_looked_for_on_the_path(stage, monkeypatch):
    from game import hand

    stage.click(stage.px((3, 5)))
    stage.rest()
    asked = []
    real = hand.nearest_worth_offering
    monkeypatch.setattr(hand, "nearest_worth_offering", lambda *what: asked.append(what) or real(*what))
    stage.drag("boss", (11.5, 8))  # 9.01 in off over free ground, and it has 6
    offered = stage.scene.play.telling.nearest
    assert asked == []
    assert math.dist(offered.path[-1].at, (3, 5)) == pytest.approx(6.0, abs=0.03)
    assert offered.path[-1].at == pytest.approx((3 + 8.5 * 6 / 9.01, 5 + 3 * 6 / 9.01), abs=0.15)
    stage.move(stage.px((3 + 8.5 * 6.2 / 9.01, 5 + 3 * 6.2 / 9.01)))  # 0.2 in too far: it is held on the path
    assert asked
    assert stage.scene.play.carry.is_held
    assert stage.scene.play.telling.ruling.cost == pytest.approx(6.0, abs=1e-3)


def test_a_straight_path_is_not_held_beyond_a_wall(tmp_path):
    file = tmp_path / "wall.toml"
    file.write_text(WALL)
    stage = Stage(first_scene(file, None))
    stage.click(stage.px((4, 4)))
    stage.rest()
    stage.drag("wick", (4, 5.8))  # a way round leads there, but the straight one is what was asked for
    assert not stage.scene.play.carry.is_held
    stage.move(stage.px((4, 4.6)))
    assert stage.scene.play.carry.is_held
    # its middle half a base from the wall, whose near face is at 5 - 0.125
    assert stage.scene.play.telling.ruling.cost == pytest.approx(0.375, abs=1e-3)


def test_the_surfaces_of_a_way_are_written_beside_it(shift, monkeypatch):
    from game import table_view

    found = []
    real = table_view.draw_labels
    monkeypatch.setattr(table_view, "draw_labels", lambda *what: found.append({label.words for label in what[2]}) or real(*what))
    stage = board("27-roof-chase.toml")
    shift(stage)
    stage.drag("thief", (13, 7))
    assert {"▲3.00″ bakery", "▲0.60″ chandlery", "▲3.6″ chandlery"} <= found[-1]


def test_distances_are_measured_from_the_ghost_in_hand_and_after_a_refusal_from_where_the_model_stands(monkeypatch):
    from game import table_view

    asked = []
    real = table_view.draw_distances
    monkeypatch.setattr(table_view, "draw_distances", lambda *what: asked.append(what[3:]) or real(*what))
    stage = board("12-salt-alley.toml")
    stage.key(pygame.K_d)
    end = stage.drag("wick", (14, 9))
    assert asked[-1][1].at == pytest.approx((14, 9), abs=0.05)
    stage.up(end)
    assert stage.scene.play.told.how == "refused"
    model, place = asked[-1]
    assert (model.id, place.at) == ("wick", stage.middle("wick"))


def test_it_is_told_with_whom_a_move_ends_engaged():
    stage = board("12-salt-alley.toml")
    stage.drag("wick", (11.6, 5.7))
    assert "Ends engaged with <b>mudlark</b>." in ruling_words(stage.scene.play)
    stage.move(stage.px((11.6, 4.0)))
    assert "Ends engaged" not in ruling_words(stage.scene.play)


def test_of_a_squad_and_of_ranks_it_is_said_that_no_way_is_found(shift):
    for file, words in (("squad/00-the-terraces.toml", "a squad"), ("ranks/00-three-fords.toml", "a ranked unit")):
        stage = Stage(first_scene(ROOT / "levels" / file, None))
        play = stage.scene.play
        stage.key(pygame.K_TAB)
        x, y = play.table.model(play.selected).standing.at
        stage.drag(play.selected, (x, y + 1))
        shift(stage)
        assert words in ruling_words(play)
        shift(stage, False)
        assert words not in ruling_words(play)


def test_what_can_be_done_names_shift_only_where_a_way_is_found(stage):
    stage.drag("scout", (8, 6))
    assert any("Shift" in hint for hint in hints(stage.scene.play))


@pytest.mark.parametrize("name", ["nearest_worth_offering", "nearest_by_reach"])
def test_a_slow_offer_waits_until_the_pointer_rests(stage, monkeypatch, name):
    from game import hand

    if name == "nearest_worth_offering":  # along the path it is looked for only while the reach is not known
        monkeypatch.setattr(hand.Hand, "know", lambda *_: None)
    stage.click(stage.px((3, 5)))
    stage.rest()
    stage.drag("boss", (3, 14))
    monkeypatch.setattr(hand, "SLOW", -1.0)
    monkeypatch.setattr(hand, "SLOW_ROUND", -1.0)
    asked = []
    real = getattr(hand, name)
    monkeypatch.setattr(hand, name, lambda *what: asked.append(what) or real(*what))
    for k in range(5):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=stage.px((3 + k / 5, 14)), rel=(0, 0), buttons=(0, 0, 0)))
        stage.frame()
    assert asked == []
    assert stage.scene.play.telling.nearest is None
    stage.frame()
    assert len(asked) == 1
    assert stage.scene.play.telling.nearest is not None
    stage.frame()
    assert len(asked) == 1


def test_the_frame_goes_on_while_an_offer_is_looked_for_and_it_is_made_after_the_drop(stage, monkeypatch):
    from game import hand, searching

    monkeypatch.setattr(hand.Hand, "know", lambda *_: None)  # as long as the reach is not known it is looked for on the path
    for name in ("MOVING", "RESTING", "DROPPED"):
        monkeypatch.setattr(searching, name, 0.01)
    gate = threading.Event()
    real = hand.nearest_worth_offering
    monkeypatch.setattr(hand, "nearest_worth_offering", lambda *what: gate.wait(20) and real(*what))
    end = stage.drag("boss", (3, 14))
    stage.frame(5)
    assert stage.scene.play.hand.nearest is None
    assert stage.scene.play.show().sought > 0.0
    stage.up(end)
    told = stage.scene.play.told
    assert (told.how, told.nearest) == ("refused", None)
    stage.frame(5)
    assert stage.scene.play.show().sought > 0.0
    gate.set()
    stage.rest()
    told = stage.scene.play.told
    assert (told.how, told.nearest is not None) == ("refused", True)
    assert stage.scene.play.show().sought == 0.0
    stage.key(pygame.K_RETURN)  # and Enter takes it
    assert stage.middle("boss") == told.nearest.path[-1].at


def test_an_offer_that_comes_late_is_not_made_to_what_was_told_since(stage, monkeypatch):
    from game import hand, searching

    monkeypatch.setattr(hand.Hand, "know", lambda *_: None)
    for name in ("MOVING", "RESTING", "DROPPED"):
        monkeypatch.setattr(searching, name, 0.01)
    gate = threading.Event()
    real = hand.nearest_worth_offering
    monkeypatch.setattr(hand, "nearest_worth_offering", lambda *what: gate.wait(20) and real(*what))
    stage.up(stage.drag("boss", (3, 14)))
    stage.carry("boss", (3, 8))  # three inches on: that is legal
    assert stage.scene.play.told.how == "done"
    gate.set()
    stage.rest()
    assert stage.scene.play.told.how == "done"
    assert stage.scene.play.late is None
