"""Boards written back: the position as it stands, with the author's comments and order (`board_text`)."""

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from physics.ranks import block_places
from physics.shapes import MM_PER_INCH
from rules.boards import BoardError, board_text, load_board, read_board
from rules.table import Model, Place, Table
from tests.rules.test_board_fuzz import WHOLE
from tests.rules.test_boards_read import HEAD, MAN

ROOT = Path(__file__).parent.parent.parent
BOARDS = sorted([*(ROOT / "levels").rglob("*.toml"), *(ROOT.parent / "shared" / "cases").rglob("*.toml")])
BOARDS = [p for p in BOARDS if p.parent.name != "rulesets"]


def moved(table: Table, model_id: str, at: tuple[float, float], on: str | None = None) -> Table:
    """The table with a model set elsewhere, whatever the rules say."""
    surface, elevation = table.terrain.surface_at(at, on)
    model = table.models[model_id]
    facing = model.place.facing if model.place is not None else math.pi / 2.0
    return table.with_models([model.placed(Place(at, surface, elevation, facing))])


def fallen(table: Table, *names: str) -> Table:
    return table.with_models(replace(table.models[n], is_alive=False, place=None) for n in names)


def assert_same_place(one: Model, other: Model) -> None:
    assert (one.place is None) == (other.place is None)
    if one.place is not None and other.place is not None:
        assert one.place.at == pytest.approx(other.place.at, abs=1e-9)
        assert one.place.facing == pytest.approx(other.place.facing, abs=1e-9)
        assert (one.place.on, one.place.elevation) == (other.place.on, other.place.elevation)
    assert replace(one, place=None) == replace(other, place=None)


def read_again(table: Table, source: str | None) -> Table:
    """The table of the board that was written; its living models stand as they stood."""
    again = read_board(board_text(table, source), "again.toml").table
    living = {m.id for m in table.models.values() if m.is_alive}
    assert set(again.models) == living
    for name in living:
        assert_same_place(again.models[name], table.models[name])
    return again


@pytest.mark.parametrize("path", BOARDS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_board_that_did_not_change_is_written_as_it_was(path: Path) -> None:
    board = load_board(path)
    assert board_text(board.table, board.source) == board.source


@pytest.mark.parametrize("path", BOARDS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_board_written_without_a_source_is_the_same_table(path: Path) -> None:
    table = load_board(path).table
    again = read_again(table, None)
    for name in ("size", "title", "summary", "ruleset", "terrain", "units", "markers", "auras", "parameters", "game", "turn"):
        assert getattr(again, name) == getattr(table, name), name
    for one, other in zip(again.sides, table.sides, strict=True):
        assert replace(one, deploy=None) == replace(other, deploy=None)
        for p, q in zip(one.deploy or (), other.deploy or (), strict=True):
            assert p == pytest.approx(q, abs=1e-6)


SOURCE = HEAD + """
# the shed is in the middle
[[terrain]]
id = "shed"     # tarred
kind = "block"
rect = [10, 8, 6, 4]
height = 3

# the one who leads
[[unit]]
id = "boss"
side = "Reds"
base = 32       # a big one
at = [4, 4]     # by the gate
move = 6

# his gang
[[unit]]
id = "gang"
side = "Reds"
base = 25
move = 5
models = [[8, 3], [10, 3], [12, 3]]

# for later
[[unit]]
id = "late"
side = "Blues"
base = 25
move = 5

# a question
[[expect]]
fact = { alive = "boss" }
equals = true
"""


def test_a_move_changes_one_line_and_drops_the_questions() -> None:
    table = moved(read_board(SOURCE, "x").table, "boss", (4.5, 6.25))
    expected = SOURCE.replace("at = [4, 4] ", "at = [4.5, 6.25] ")
    expected = expected[: expected.index("\n# a question")]
    assert board_text(table, SOURCE) == expected
    assert "[[expect]]" in board_text(table, SOURCE, keep_expectations=True)
    read_again(table, SOURCE)


def test_a_unit_of_which_nobody_is_left_goes_with_its_comment() -> None:
    text = board_text(fallen(read_board(SOURCE, "x").table, "boss"), SOURCE)
    assert "boss" not in text
    assert "the one who leads" not in text
    assert "# his gang" in text


def test_who_is_left_of_a_unit_keeps_his_name() -> None:
    table = fallen(read_board(SOURCE, "x").table, "gang-2")
    again = read_again(table, SOURCE)
    assert again.units["gang"].models == ("gang-1", "gang-3")


def test_the_last_of_a_list_can_fall_without_further_change() -> None:
    text = board_text(fallen(read_board(SOURCE, "x").table, "gang-3"), SOURCE)
    assert "models = [[8, 3], [10, 3]]" in text


def test_who_comes_from_reserve_has_a_place() -> None:
    again = read_again(moved(read_board(SOURCE, "x").table, "late", (20.0, 20.0)), SOURCE)
    assert again.models["late"].place is not None


def test_a_surface_is_said_where_the_place_alone_does_not_say_it() -> None:
    deck = '[[terrain]]\nid = "deck"\nkind = "block"\nrect = [20, 2, 6, 4]\nbottom = 2.8\nheight = 0.2\n'
    source = SOURCE.replace("# a question", deck + "# a question")
    table = moved(read_board(source, "x").table, "boss", (22.0, 4.0), "deck")
    again = read_again(table, source)
    assert again.models["boss"].elevation == 3.0
    assert 'on = "deck"' in board_text(table, source)
    back = moved(again, "boss", (4.0, 4.0))
    assert 'on = "deck"' not in board_text(back, board_text(table, source))


def test_a_formation_is_written_with_its_new_pose_and_count() -> None:
    board = read_board(WHOLE, "x")
    unit = board.table.units["block"]
    assert unit.formation is not None
    pose = replace(unit.formation, at=(9.0, 15.5), facing=math.radians(200.0), files=2)
    side = 20.0 / MM_PER_INCH
    places = block_places(pose.at, pose.facing, 2, 5, side, side)
    standing = [
        replace(m, place=replace(m.standing, at=p, facing=pose.facing))
        for m, p in zip((board.table.models[i] for i in unit.models[:5]), places, strict=True)
    ]
    table = fallen(board.table.with_models(standing), *unit.models[5:])
    table = replace(table, units={**table.units, "block": replace(unit, formation=pose)})
    assert "formation = { files = 2, count = 5, at = [9, 15.5], facing = 200 }" in board_text(table, WHOLE)
    read_again(table, WHOLE)


def test_an_effect_of_a_unit_that_is_gone_goes_too() -> None:
    assert "[[aura]]" not in board_text(fallen(read_board(WHOLE, "x").table, "boss"), WHOLE)


def test_lists_interleaved_by_the_author_stay_interleaved() -> None:
    source = HEAD + MAN.format("a") + "at = [2, 2]\n" + (
        '[[marker]]\nid = "m"\nat = [9, 9]\nbase = 40\n' + MAN.format("b") + "at = [5, 5]\n"
    )
    text = board_text(moved(read_board(source, "x").table, "a", (2.5, 2.0)), source)
    assert text == source.replace("at = [2, 2]", "at = [2.5, 2]")


def test_units_on_one_line_are_written_as_tables() -> None:
    source = 'unit = [{ id = "a", side = "Reds", move = 6, base = 32, at = [2, 2], charge = 9 }]\n' + HEAD
    again = read_again(moved(read_board(source, "x").table, "a", (3.0, 3.0)), source)
    assert again.models["a"].charge == 9.0


def test_text_that_looks_like_a_heading_is_text() -> None:
    source = HEAD.replace("[table]", 'summary = """\n[[unit]]\nid = "no"\n"""\n[table]') + MAN.format("a") + "at = [\n2,\n2]\n"
    text = board_text(moved(read_board(source, "x").table, "a", (3.0, 3.0)), source)
    assert '[[unit]]\nid = "no"\n"""' in text
    assert "at = [3, 3]" in text


def test_changed_terrain_and_a_new_marker_are_written_too() -> None:
    board = read_board(WHOLE, "x")
    terrain = tuple(replace(f, height=1.5) if f.id == "shed" else f for f in board.table.terrain.features if f.id != "post")
    marker = replace(board.table.markers[0], id="second", at=(16.0, 14.0))
    table = replace(
        board.table, terrain=replace(board.table.terrain, features=terrain), markers=(*board.table.markers, marker),
        title="New", size=(31.0, 22.0),
    )
    again = read_again(table, WHOLE)
    assert again.terrain == table.terrain
    assert again.markers == table.markers
    assert (again.title, again.size) == ("New", (31.0, 22.0))
    assert "angle = 15" in board_text(table, WHOLE)


@pytest.mark.parametrize("path", BOARDS[::3], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_any_position_comes_back_from_its_board(path: Path) -> None:
    board = load_board(path)
    rng = random.Random(path.stem)
    for _ in range(3):
        table = _shaken(board.table, rng)
        if _can_stand(table, board.source):
            read_again(table, board.source)


def _can_stand(table: Table, source: str) -> bool:
    """Whether the models were not shaken into each other or off the table: then their board is refused, for that."""
    text = board_text(table, source)
    try:
        read_board(text, "shaken.toml")
    except BoardError as error:
        reasons = ("expected a base clear", "expected the whole base", "expected room")
        others = [p for p in error.problems if not p.says.startswith(reasons)]
        if others:
            raise
        return False
    return True


def _shaken(table: Table, rng: random.Random) -> Table:
    """Some models a little aside, some fallen, some turned; ranked blocks keep their ranks."""
    for model in list(table.models.values()):
        if table.units[model.unit].formation is not None or model.place is None:
            continue
        if rng.random() < 0.25:
            table = fallen(table, model.id)
        elif rng.random() < 0.5:
            at = (model.place.at[0] + rng.uniform(-0.01, 0.01), model.place.at[1] + rng.uniform(-0.01, 0.01))
            on = model.place.on if model.place.on in table.terrain and table.terrain.feature(model.place.on).is_solid else None
            surface, elevation = table.terrain.surface_at(at, on)
            place = Place(at, surface, elevation, rng.choice((model.place.facing, rng.uniform(-3.0, 3.0))))
            table = table.with_models([model.placed(place)])
    return table
