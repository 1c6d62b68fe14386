"""The title, the rules, the tools, the ruler, going directly, resizing: each through posted events."""

import pygame
import pygame_gui
import pytest

from game.aim import Aim
from game.scenes.dialogs import Message
from game.scenes.help import HelpScene, words_in_force
from game.scenes.play import PlayScene
from game.scenes.title import TitleScene, first_scene
from game.settings import read_settings
from game.window import run
from rules.rulesets import ruleset_of
from tests.game.stage import YARD, Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    folder = tmp_path / "levels" / "skirmish"
    folder.mkdir(parents=True)
    (folder / "yard.toml").write_text(YARD.read_text())
    (folder / "zz-bad.toml").write_text('format = 1\ntitle = "Broken"\nruleset = "skirmish"\n[table]\nsize = [3, "x"]\n')
    monkeypatch.setattr("game.shelf.LEVELS", tmp_path / "levels")
    return folder


def test_the_title_lists_boards_and_plays_the_one_chosen(shelf):
    stage = Stage(TitleScene())
    assert [e.title for e in stage.top.entries] == ["The salvage yard", "Broken"]
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, PlayScene)


def test_a_bad_board_shows_its_problem_and_can_t_be_played(shelf):
    stage = Stage(TitleScene())
    stage.key(pygame.K_DOWN)
    assert "table.size" in stage.top.words.html_text
    assert not stage.top.play_button.is_enabled
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, TitleScene)


def test_a_board_is_chosen_by_a_click_in_the_list(shelf):
    stage = Stage(TitleScene())
    item = stage.top.list.item_list[2]["button_element"]
    stage.click(item.rect.center)
    assert stage.top.chosen.title == "Broken"


def test_a_title_without_boards_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("game.shelf.LEVELS", tmp_path)
    stage = Stage(TitleScene())
    assert "no boards" in stage.top.words.html_text
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, TitleScene)


def test_the_pause_is_switched_and_kept(shelf, saves):
    settings = read_settings(saves / "settings.cfg")
    stage = Stage(TitleScene(), settings=settings)
    stage.click_button("Pass-the-seat pause: off")
    assert stage.desk.settings.pass_the_seat
    assert read_settings(saves / "settings.cfg").pass_the_seat


def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path):
    file = tmp_path / "settings.cfg"
    for text in ("", "[1]", '{"word_size": 40.0, "pass_the_seat": "yes"}', "[" * 100_000):
        file.write_text(text)
        settings = read_settings(file)
        assert (settings.pass_the_seat, settings.word_size) == (False, 1.0)


def test_a_file_that_is_neither_is_told(stage, tmp_path):
    title = Stage(TitleScene())
    file = tmp_path / "x.toml"
    file.write_text("nonsense")
    title.post(pygame_gui.UI_FILE_DIALOG_PATH_PICKED, text=str(file))
    assert isinstance(title.top, Message)


def test_f1_shows_keys_and_rules_and_goes_back(stage):
    stage.key(pygame.K_F1)
    assert isinstance(stage.top, HelpScene)
    assert "Backspace" in stage.top.words.html_text
    stage.key(pygame.K_DOWN)
    words = stage.top.words.html_text
    for clause in ruleset_of(stage.scene.play.table).clauses:
        assert clause.id in words
    stage.key(pygame.K_F1)
    assert stage.top is stage.scene


def test_a_clause_s_link_opens_its_words(stage):
    stage.carry("scout", (10.5, 5))
    stage.post(pygame_gui.UI_TEXT_BOX_LINK_CLICKED, link_target="clause:proximity.enter", ui_element=stage.scene.panel.ruling)
    assert isinstance(stage.top, HelpScene)
    assert stage.top.chosen == "proximity.enter"
    assert "{" not in stage.top.words.html_text


def test_the_words_of_all_clauses_have_their_numbers(stage):
    table = stage.scene.play.table
    assert all("{" not in words_in_force(c, table) for c in ruleset_of(table).clauses)


def test_overlays_are_switched_by_key_and_button(stage):
    for code, name in ((pygame.K_z, "zones"), (pygame.K_g, "engagement"), (pygame.K_d, "distances"), (pygame.K_h, "elevations")):
        stage.key(code)
        assert name in stage.scene.play.overlays
    stage.click_button("Zones")
    assert "zones" not in stage.scene.play.overlays


def test_the_ruler_measures_base_to_base_and_disturbs_nothing(stage):
    stage.move(stage.px((3, 5)))
    stage.key(pygame.K_r)
    stage.move(stage.px((12, 5)))
    ruler = stage.scene.play.ruler
    assert (ruler.start, ruler.end) == ("boss", "grub")
    line = ruler.line(stage.scene.play.table)
    # 9 in between the middles, less half of 32 mm at either end; to the far side of grub 32 mm more
    assert "7.74″ apart" in line[2]
    assert "wholly within 9.00″" in line[2]
    stage.click(stage.px((12, 5)))
    assert ruler.is_pinned
    assert stage.scene.play.selected is None
    stage.key(pygame.K_r)
    assert stage.scene.play.ruler is None


def test_a_ruler_taken_out_over_nothing_starts_at_the_first_click(stage):
    stage.move(stage.px((6, 11)))
    stage.key(pygame.K_r)
    assert not stage.scene.play.ruler.is_started
    stage.click(stage.px((3, 5)))
    stage.move(stage.px((12, 5)))
    ruler = stage.scene.play.ruler
    assert (ruler.start, ruler.end, ruler.is_pinned) == ("boss", "grub", False)


def test_the_ruler_leaves_a_carried_model_in_hand(stage):
    stage.drag("boss", (5, 6))
    stage.key(pygame.K_r)
    stage.move(stage.px((5, 7)))
    assert stage.scene.play.ruler is not None
    assert stage.scene.play.carry is not None
    stage.up(stage.px((5, 7)))
    assert len(stage.scene.play.session.match.actions) == 1


def test_towards_is_aimed_then_measured_then_done(stage):
    stage.click(stage.px((3, 12)))
    stage.key(pygame.K_t)
    assert isinstance(stage.scene.play.hand, Aim)
    stage.move(stage.px((3, 5)))
    assert stage.scene.play.hand.target == "boss"
    stage.click(stage.px((3, 5)))
    assert stage.scene.play.hand.is_fixed
    stage.key(pygame.K_2)
    stage.key(pygame.K_RETURN)
    assert stage.middle("tank") == pytest.approx((3, 10))
    assert stage.scene.play.session.match.actions[-1].name == "towards"


def test_away_from_a_point_by_plus_and_minus(stage):
    stage.click(stage.px((3, 5)))
    stage.key(pygame.K_a)
    stage.click(stage.px((3, 1)))
    stage.key(pygame.K_2)
    stage.key(pygame.K_PLUS)
    stage.key(pygame.K_PLUS)
    stage.key(pygame.K_MINUS)
    assert stage.scene.play.aim.distance == pytest.approx(2.5)
    stage.key(pygame.K_RETURN)
    x, y = stage.middle("boss")
    assert y == pytest.approx(7.5, abs=1e-3)
    assert x == pytest.approx(3, abs=0.05)


def test_after_fixing_a_target_the_distance_follows_the_pointer_from_there(stage):
    stage.click(stage.px((3, 12)))
    stage.key(pygame.K_t)
    stage.click(stage.px((3, 5)))
    before = stage.scene.play.aim.distance
    stage.move(stage.px((3, 6)))
    assert stage.scene.play.aim.distance == pytest.approx(before - 1, abs=0.05)


def test_v_looks_at_what_is_in_the_way(stage):
    stage.carry("scout", (10.5, 5))
    stage.frame(90)
    assert stage.scene.play.flash == 0.0
    stage.key(pygame.K_v)
    assert stage.scene.play.flash > 0.0
    assert stage.scene.camera.centre != (12, 8)
    stage.key(pygame.K_f)
    assert stage.scene.camera.centre == (12, 8)


def test_the_wheel_zooms_at_the_pointer_and_a_middle_drag_pans(stage):
    spot = stage.px((6, 5))
    stage.move(spot)
    scale = stage.scene.camera.scale
    stage.post(pygame.MOUSEWHEEL, x=0, y=2, flipped=False)
    assert stage.scene.camera.scale > scale
    assert stage.px((6, 5)) == pytest.approx(spot, abs=2)
    stage.down(spot, 2)
    stage.post(pygame.MOUSEMOTION, pos=(spot[0] + 40, spot[1]), rel=(40, 0), buttons=(0, 1, 0))
    stage.up(spot, 2)
    assert stage.px((6, 5))[0] == pytest.approx(spot[0] + 40, abs=2)


def test_resizing_keeps_the_game_the_hand_and_the_selection(stage):
    stage.click(stage.px((3, 5)))
    stage.click(stage.px((3, 5)))
    for size in ((960, 600), (1900, 1000), (1280, 800), (400, 300)):
        stage.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        stage.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        assert stage.scene.play.carry is not None
        assert stage.scene.layout.panel.right == max(960, size[0])
    assert stage.scene.play.selected == "boss"


def test_closing_the_window_ends_the_loop(stage):
    stage.stack.on_event(pygame.event.Event(pygame.QUIT))
    assert stage.stack.scenes == []


def test_an_action_of_the_history_shows_its_ruling_again(stage):
    stage.carry("boss", (5, 6))
    stage.key(pygame.K_TAB)
    assert stage.scene.play.told is None
    stage.post(pygame_gui.UI_TEXT_BOX_LINK_CLICKED, link_target="action:0", ui_element=stage.scene.panel.history)
    assert stage.scene.play.told.action == stage.scene.play.session.match.actions[0]


def test_words_from_a_board_can_t_break_the_window(tmp_path):
    folder = tmp_path / "odd.toml"
    text = YARD.read_text().replace('"boss"', '"b<b>&o"').replace("The salvage", "<a href='x'>sal\\u0000v&age")
    folder.write_text(text)
    stage = Stage(first_scene(folder, None))
    if isinstance(stage.top, PlayScene):
        stage.click(stage.px((3, 5)))
        stage.frame(10)
    assert stage.stack.scenes


def test_the_loop_runs_until_the_window_is_closed():
    pygame.display.init()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert run(YARD, None) == 0
    assert not pygame.display.get_init()


def test_shift_finds_the_way_round_and_the_reach_is_shaded(stage, monkeypatch):
    stage.click(stage.px((8, 5)))
    for _ in range(200):
        if stage.scene.play.show().reach is not None:
            break
        pygame.time.wait(10)
    assert stage.scene.play.show().reach.model == "scout"
    stage.drag("scout", (9, 6.5), (13.6, 7.2))
    straight = stage.scene.play.telling
    assert not straight.ruling.legal or stage.scene.play.carry.is_held
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    stage.move(stage.px((13.6, 7.25)))
    told = stage.scene.play.telling
    assert told.ruling.legal
    assert len(told.action.path) > 1
    stage.key(pygame.K_SPACE)
    assert len(stage.scene.play.carry.corners) == len(told.action.path)
