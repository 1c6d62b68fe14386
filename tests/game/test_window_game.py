"""A whole hotseat game through the window: rounds, scoring, undo, saving and going on, the end."""

import pygame
import pytest

from game.scenes.dialogs import Confirm, Message, NameFile
from game.scenes.end import EndScene
from game.scenes.pass_seat import PassSeat
from game.scenes.play import PlayScene
from game.scenes.title import TitleScene, first_scene
from game.settings import Settings
from game.words import ruling_words
from rules.saves import newest_save, read_save
from tests.game.stage import Stage

ROUND_ONE = (
    ("scout", (10, 7)), ("rat", (18, 11)), ("boss", (5, 7)), ("ogre", (18, 3)), ("tank", (3, 10.5)), ("grub", (13.3, 3)),
)
ROUND_TWO = (
    ("scout", (10, 6.7)), ("rat", (17, 9)), ("boss", (8, 7)), ("ogre", (20, 4)), ("tank", (3, 9)), ("grub", (13.3, 2)),
)


@pytest.fixture
def stage() -> Stage:
    return Stage()


def play_round(stage: Stage, moves: tuple) -> None:
    for model_id, to in moves:
        before = len(stage.scene.play.session.match.actions)
        stage.carry(model_id, to)
        told = stage.scene.play.told
        assert len(stage.scene.play.session.match.actions) == before + 1, (model_id, told.ruling.findings)


def test_two_rounds_are_played_scored_and_ended(stage):
    play = stage.scene.play
    play_round(stage, ROUND_ONE)
    assert play.table.turn.round == 2
    assert play.table.scores.get("Wardens") == 1
    play_round(stage, ROUND_TWO)
    assert play.table.turn.is_over
    assert play.table.scores.get("Wardens") == 2
    assert isinstance(stage.top, EndScene)
    assert stage.top.verdict() == "Won by Wardens."
    stage.key(pygame.K_RETURN)
    assert stage.top is stage.scene
    stage.carry("scout", (10, 6))
    assert play.told.ruling.clauses == ("turn.order",)


def test_play_again_starts_the_same_board(stage):
    play_round(stage, ROUND_ONE)
    play_round(stage, ROUND_TWO)
    old = stage.scene.play.session.file
    stage.click_button("Play again")
    assert stage.scene.play.table.turn.round == 1
    assert stage.scene.play.session.match.actions == ()
    assert stage.scene.play.session.file != old


def test_every_action_is_saved_and_the_title_goes_on_with_it(stage):
    play_round(stage, ROUND_ONE[:3])
    kept = stage.scene.play.table
    file = newest_save()
    assert file == stage.scene.play.session.file
    assert read_save(file).actions == stage.scene.play.session.match.actions
    again = Stage(TitleScene())
    assert again.top.save == file
    assert "The salvage yard, round 1" in again.top.save_words
    again.key(pygame.K_g)
    assert again.scene.play.table.models == kept.models
    assert again.scene.play.table.turn == kept.turn
    assert again.scene.play.session.file == file


def test_undo_goes_back_into_the_turn_before_at_once_and_says_what_it_took_back(stage):
    stage.carry("boss", (5, 6))
    assert stage.scene.play.table.turn.side == "Scavengers"
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert stage.top is stage.scene
    assert stage.middle("boss") == (3, 5)
    assert stage.scene.play.table.turn.side == "Wardens"
    assert stage.scene.play.note.startswith("Taken back: boss moved 2.2")
    assert "Ctrl+Y makes it again" in ruling_words(stage.scene.play)
    stage.key(pygame.K_y, pygame.KMOD_CTRL)
    assert stage.middle("boss") == pytest.approx((5, 6), abs=0.05)
    assert stage.top is stage.scene


def test_undo_asks_where_the_other_player_has_sat_down(stage):
    stage.desk.settings = Settings(pass_the_seat=True)
    stage.carry("boss", (5, 6))
    stage.press_until_table()  # the seat is passed to the Scavengers
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert isinstance(stage.top, Confirm)
    stage.key(pygame.K_ESCAPE)
    assert len(stage.scene.play.session.match.actions) == 1
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    assert stage.middle("boss") == (3, 5)
    assert stage.scene.play.table.turn.side == "Wardens"


def test_undo_is_saved_too(stage):
    stage.carry("boss", (5, 6))
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert read_save(newest_save()).actions == ()


def test_undo_with_a_model_in_hand_only_lets_go(stage):
    stage.carry("boss", (5, 6))
    stage.drag("rat", (19, 11))
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert stage.scene.play.hand is None
    assert len(stage.scene.play.session.match.actions) == 1


def test_the_pause_covers_the_table_when_the_seat_passes():
    stage = Stage(settings=Settings(pass_the_seat=True))
    stage.carry("boss", (5, 6))
    assert isinstance(stage.top, PassSeat)
    stage.key(pygame.K_RETURN)
    assert stage.top is stage.scene


def test_ending_with_nobody_acting_is_asked_first(stage):
    stage.key(pygame.K_e)
    assert isinstance(stage.top, Confirm)
    stage.key(pygame.K_RETURN)
    assert stage.scene.play.table.turn.side == "Scavengers"


def test_tab_selects_those_who_may_act(stage):
    seen = []
    for _ in range(4):
        stage.key(pygame.K_TAB)
        seen.append(stage.scene.play.selected)
    assert seen == ["boss", "scout", "tank", "boss"]
    stage.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert stage.scene.play.selected == "tank"


def test_a_casualty_leaves_the_table_and_undo_brings_it_back(stage):
    stage.click(stage.px((20, 4)))
    stage.key(pygame.K_x)
    assert not stage.scene.play.table.model("ogre").is_alive
    stage.key(pygame.K_z, pygame.KMOD_CTRL)
    assert stage.scene.play.table.model("ogre").is_alive


def test_a_save_that_is_damaged_is_told_and_kept(saves):
    saves.mkdir()
    broken = saves / "broken.json"
    broken.write_text("{ not json")
    stage = Stage(first_scene(None, broken))
    assert isinstance(stage.top, Message)
    assert "broken.json" in stage.top.words
    assert broken.read_text() == "{ not json"


def test_save_as_writes_a_copy_and_asks_before_writing_over(stage, saves):
    stage.carry("boss", (5, 6))
    stage.key(pygame.K_s, pygame.KMOD_CTRL)
    assert isinstance(stage.top, NameFile)
    stage.key(pygame.K_RETURN)
    assert (saves / "The-salvage-yard.json").exists()
    stage.key(pygame.K_RETURN)
    stage.key(pygame.K_s, pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, Confirm)
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, NameFile)


def test_a_position_is_kept_as_a_board_and_played(stage, saves):
    stage.carry("boss", (5, 6))
    stage.key(pygame.K_b, pygame.KMOD_CTRL)
    stage.key(pygame.K_RETURN)
    file = saves / "boards" / "The-salvage-yard.toml"
    again = Stage(first_scene(file, None))
    assert isinstance(again.top, PlayScene)
    assert again.middle("boss") == pytest.approx(stage.middle("boss"))


def test_leaving_asks_and_goes_to_the_title(stage):
    stage.key(pygame.K_ESCAPE)
    assert isinstance(stage.top, Confirm)
    stage.key(pygame.K_RETURN)
    assert isinstance(stage.top, TitleScene)


def test_a_folder_that_can_t_be_written_is_told_and_the_game_goes_on(stage, monkeypatch):
    stage.scene.play.session.file = stage.scene.play.session.file.parent / "a\0b.json"
    from game import session
    from rules.saves import SaveError

    def refuse(path, match):
        raise SaveError(path, "", "the game could not be saved: No space left on device")

    monkeypatch.setattr(session, "write_save", refuse)
    stage.carry("boss", (5, 6))
    assert stage.middle("boss") == pytest.approx((5, 6), abs=0.05)
    stage.frame(10)
    assert "could not be saved" in stage.scene.panel.ruling.html_text
