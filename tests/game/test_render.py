"""Headless pictures: every board draws, unknown overlays are refused with a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.profile_view import cost_words, draw_profile, item_words, sums
from game.render import RenderError, parse_show, render_board, render_table
from rules.ruling import CostItem, Ruling
from tests.game.tables import crowded_table
from tests.game.test_table_view import full_ruling, simple_table

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "levels", ROOT / "tests" / "boards", ROOT.parent / "shared" / "cases")
BOARDS = sorted(path for folder in FOLDERS for path in folder.glob("**/*.toml") if "bad" not in path.parts)
ALL = ["zones,engagement,elevations,links,gaps", "distances"]


@pytest.mark.parametrize("board", BOARDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_board_draws_a_frame(board: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    render_board(board, out, ALL, (640, 480))
    picture = pygame.image.load(out)
    assert picture.get_size() == (640, 480)
    assert len({tuple(picture.get_at((x, 240))) for x in range(0, 640, 4)}) > 3


def test_a_crowded_table_draws_at_any_size() -> None:
    for size in ((200, 200), (900, 1400)):
        assert render_table(crowded_table(80, 120), ALL, size).get_size() == size


@pytest.mark.parametrize("word", ["zone", "reach", "reach:nobody", "zones:hero", "distances:nobody", "Zones"])
def test_unknown_overlays_are_refused_with_a_sentence(word: str) -> None:
    with pytest.raises(RenderError, match="--show") as refused:
        parse_show(simple_table(), [word])
    assert str(refused.value).count("\n") == 0


def test_the_refusal_lists_what_is_known() -> None:
    with pytest.raises(RenderError, match=r"zones, engagement, distances, elevations, reach:MODEL, contours, links, gaps"):
        parse_show(simple_table(), ["hats"])


def test_overlays_may_come_together_or_apart() -> None:
    assert parse_show(simple_table(), ["zones, reach:hero", "links"]) == {"zones": "", "reach": "hero", "links": ""}
    assert parse_show(simple_table(), ["", "distances"]) == {"distances": "hero"}


def test_reach_is_drawn_where_the_model_can_end() -> None:
    table = simple_table()
    plain, shown = render_table(table, (), (900, 700)), render_table(table, ["reach:hero"], (900, 700))
    differing = (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(shown)).any(axis=2)
    assert 0.02 < differing.mean() < 0.8


def test_the_inches_of_a_reach_are_drawn_beside_it_and_not_without_it() -> None:
    table = simple_table()
    plain, shown = render_table(table, ["reach:hero"], (900, 700)), render_table(table, ["reach:hero,contours"], (900, 700))
    differing = (pygame.surfarray.array3d(plain) != pygame.surfarray.array3d(shown)).any(axis=2)
    assert 0.001 < differing.mean() < 0.2
    with pytest.raises(RenderError, match="expected reach:MODEL beside it"):
        render_table(table, ["contours"], (900, 700))


def test_absurd_sizes_and_places_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match="pixels a side"):
        render_table(simple_table(), (), (0, 100))
    with pytest.raises(RenderError, match="written"):
        render_board(BOARDS[0], tmp_path / "nowhere" / "x.png", (), (300, 300))


def test_it_needs_no_screen(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    out = tmp_path / "a.png"
    call = f"render_board(Path({str(BOARDS[0])!r}), Path({str(out)!r}))"
    code = f"from pathlib import Path; from game.render import render_board; {call}"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, timeout=60)
    assert pygame.image.load(out).get_size() == (1600, 1000)


@pytest.mark.parametrize("legal", [True, False])
def test_a_profile_is_drawn_in_its_rectangle(legal: bool) -> None:
    surface = pygame.Surface((800, 200))
    surface.fill((1, 2, 3))
    draw_profile(surface, pygame.Rect(10, 10, 700, 150), full_ruling(legal))
    assert tuple(surface.get_at((400, 85)))[:3] != (1, 2, 3)
    assert tuple(surface.get_at((5, 85)))[:3] == (1, 2, 3)
    assert tuple(surface.get_at((400, 180)))[:3] == (1, 2, 3)


@pytest.mark.parametrize("rect", [(0, 0, 800, 200), (0, 0, 40, 10), (0, 0, 1, 1)])
def test_a_profile_of_nothing_is_drawn_too(rect: tuple[int, int, int, int]) -> None:
    draw_profile(pygame.Surface((800, 200)), pygame.Rect(rect), Ruling(True))


def test_a_cost_just_over_the_allowance_is_not_rounded_into_it() -> None:
    assert cost_words(Ruling(False, 8.002, allowance=8.0)) == "8.002 / 8″"
    assert cost_words(Ruling(True, 8.0, allowance=8.0)) == "8.00 / 8″"
    assert cost_words(Ruling(False)) == ""
    assert cost_words(Ruling(True, 0.0)) == ""  # set up with no way to pay for
    assert cost_words(Ruling(True, 0.0, allowance=8.0)) == "0.00 / 8″"


def test_the_sum_names_what_counts_and_what_was_refused() -> None:
    assert sums(full_ruling(True)) == [("across", 4.0), ("climb", 3.0)]
    assert sums(full_ruling(False)) == [("across", 4.0), ("climb ✕", 3.0)]
    assert item_words(CostItem("drop", 0.0, 1.0, (0, 0), 3.0, 0.0)) == "▼ drop 3.00″ free"
