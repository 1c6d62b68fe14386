"""What a board file makes: bases, places, surfaces, formations, turns, parameters (BOARDS)."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from physics.ranks import block_places
from rules.actions import ACTION_NAMES, ModelMove
from rules.board_expectations import FACT_NAMES
from rules.board_json_schema import schema_text
from rules.board_keys import PARTS, key_table
from rules.boards import BoardError, load_board, read_board
from rules.expectations import check_board
from rules.table import Base, Table, Turn
from tests.rules.test_board_fuzz import WHOLE

ROOT = Path(__file__).parent.parent.parent
CASES = ROOT.parent / "shared" / "cases"
HEAD = 'format = 1\nruleset = "skirmish"\n[table]\nsize = [30, 22]\n[[side]]\nname = "Reds"\n[[side]]\nname = "Blues"\n'
MAN = '[[unit]]\nid = "{0}"\nside = "Reds"\nmove = 6\nbase = 32\n'


def table_of(text: str, head: str = HEAD) -> Table:
    return read_board(head + text, "here.toml").table


def test_a_disc_an_oval_and_a_rectangle_take_millimetres() -> None:
    table = table_of(
        MAN.format("disc") + "at = [2, 2]\n"
        + MAN.format("oval").replace("32", "[60, 35]") + "at = [8, 8]\n"
        + MAN.format("rect").replace("32", "{ rect = [25, 50] }") + "at = [14, 14]\n"
    )
    bases = [table.models[m].base for m in ("disc", "oval", "rect")]
    assert bases == [Base("disc", 32.0, 32.0), Base("oval", 60.0, 35.0), Base("rect", 25.0, 50.0)]


def test_what_is_left_out_has_its_default() -> None:
    table = table_of(MAN.format("man") + "at = [2, 3]\n")
    man = table.models["man"]
    assert (man.height, man.agility, man.size, man.flying, man.charge) == (1.25, 0.0, 1, False, 12.0)
    assert man.standing.facing == math.pi / 2.0
    assert table.title == "here"
    assert table.game is None
    assert table.turn == Turn()
    assert [s.colour for s in table.sides] == ["#0072B2", "#D55E00"]


def test_an_own_move_doubles_into_an_own_charge() -> None:
    table = table_of(MAN.format("men") + '[[unit.model]]\nid = "a"\nat = [2, 2]\nmove = 4\n[[unit.model]]\nat = [5, 5]\n')
    assert (table.models["a"].charge, table.models["men-2"].charge) == (8.0, 12.0)


def test_units_stand_in_all_four_ways_or_in_reserve() -> None:
    table = read_board(WHOLE, "whole.toml").table
    assert table.units["boss"].models == ("boss",)
    assert table.units["gang"].models == ("gang-1", "gang-2", "gang-3")
    assert table.units["crew"].models == ("crew-up", "crew-down", "crew-later")
    assert len(table.units["block"].models) == 8
    assert table.models["crew-later"].place is None
    assert table.models["reserve"].place is None


def test_on_stands_a_model_on_a_deck_or_under_it() -> None:
    models = read_board(WHOLE, "whole.toml").table.models
    assert (models["crew-up"].standing.on, models["crew-up"].elevation) == ("deck", 3.0)
    assert (models["crew-down"].standing.on, models["crew-down"].elevation) == ("ground", 0.0)


def test_without_on_a_model_stands_on_the_top_under_its_middle() -> None:
    shed = '[[terrain]]\nid = "shed"\nkind = "block"\nrect = [10, 8, 6, 4]\nheight = 3\n'
    table = table_of(shed + MAN.format("up") + "at = [13, 10]\n" + MAN.format("down") + "at = [5, 5]\n")
    assert (table.models["up"].standing.on, table.models["up"].elevation) == ("shed", 3.0)
    assert table.models["down"].standing.on == "ground"


def test_a_model_in_a_pit_stands_on_its_floor() -> None:
    pit = '[[terrain]]\nid = "pit"\nkind = "gap"\ncircle = [10, 10, 2]\ndepth = 3\n'
    assert table_of(pit + MAN.format("man") + "at = [10, 10]\n").models["man"].elevation == -3.0


def test_an_incomplete_last_rank_is_centred() -> None:
    # files of 1 in, looking up: the front rank from -2 to 2, then two men half an inch to either side
    places = block_places((0.0, 0.0), math.pi / 2.0, 5, 7, 1.0, 2.0)
    expected = [(-2, -1), (-1, -1), (0, -1), (1, -1), (2, -1), (-0.5, -3), (0.5, -3)]
    assert [(round(x, 12), round(y, 12)) for x, y in places] == expected


def test_files_count_from_the_blocks_own_left() -> None:
    # looking down the table, its left is to the right of the picture; looking along +x, it is up
    down = block_places((0.0, 0.0), -math.pi / 2.0, 2, 2, 1.0, 1.0)
    along = block_places((0.0, 0.0), 0.0, 2, 2, 1.0, 1.0)
    assert [tuple(round(v, 12) for v in p) for p in down] == [(0.5, 0.5), (-0.5, 0.5)]
    assert [tuple(round(v, 12) for v in p) for p in along] == [(-0.5, 0.5), (-0.5, -0.5)]


def test_a_rect_turns_about_its_centre() -> None:
    block = '[[terrain]]\nid = "b"\nkind = "block"\nrect = [4, 4, 6, 2]\nangle = 90\nheight = 2\n'
    box = table_of(block).terrain.feature("b").footprint.box
    assert box == pytest.approx((6.0, 2.0, 8.0, 8.0))


def test_only_a_passable_opening_cuts_its_wall() -> None:
    wall = '[[terrain]]\nid = "w"\nkind = "wall"\nline = [[2, 8], [12, 8]]\nheight = 2\n'
    door = "[[terrain.opening]]\nat = [7, 8]\nwidth = 2\n"
    assert len(table_of(wall + door).terrain.feature("w").footprint.pieces) == 2
    assert len(table_of(wall + door + "passable = false\n").terrain.feature("w").footprint.pieces) == 1
    assert table_of(wall + door).terrain.feature("w").openings[0].ends == ((6.0, 8.0), (8.0, 8.0))


def test_an_opening_on_a_round_tower_ends_on_its_edge() -> None:
    tower = '[[terrain]]\nid = "t"\nkind = "block"\ncircle = [10, 10, 3]\nheight = 2\n'
    door = "[[terrain.opening]]\nat = [13, 10]\nwidth = 2\n"
    ends = table_of(tower + door).terrain.feature("t").openings[0].ends
    assert [math.dist(p, (10.0, 10.0)) for p in ends] == pytest.approx([3.0, 3.0])
    assert math.dist(*ends) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("ruleset", "phase"), [("skirmish", ""), ("leader", ""), ("squad", "movement"), ("regiment", "charges"), ("ranks", "charges")]
)
def test_a_game_starts_with_its_first_side_and_phase(ruleset: str, phase: str) -> None:
    head = HEAD.replace("skirmish", ruleset)
    table = table_of("[game]\nrounds = 4\n", head)
    assert table.turn == Turn(1, "Reds", phase)
    assert table_of('[game]\nrounds = 4\nfirst = "Blues"\n', head).turn.side == "Blues"


@pytest.mark.parametrize("rules", ['"proximity.radius" = 1.5', "proximity.radius = 1.5", 'proximity = { "radius" = 1.5 }'])
def test_house_rules_change_a_parameter(rules: str) -> None:
    parameters = table_of(f"[rules]\n{rules}\n").parameters
    assert parameters["proximity.radius"] == 1.5
    assert parameters["proximity.height"] == 2.0


def test_expectations_are_read_with_their_actions() -> None:
    step, distance, route = read_board(WHOLE, "whole.toml").expectations
    assert isinstance(step.attempt, ModelMove)
    assert (step.ruling, step.cost, step.because, step.in_turn) == ("legal", 2.0, ("move.distance",), False)
    assert len(step.after) == 1
    assert distance.fact == {"distance": ["boss", [10, 10]]}
    assert (distance.equals, route.equals, route.name) == (3.0, "none", "expectation 3")


def test_a_model_that_is_added_can_be_asked_for() -> None:
    text = MAN.format("men") + "models = [[2, 2], [4, 2]]\n" + (
        '[[expect]]\nafter = [{ action = "add", unit = "men", place = [[6, 2]] }]\nfact = { alive = "men-3" }\n'
    )
    assert len(read_board(HEAD.replace("skirmish", "squad") + text, "x").expectations) == 1


@pytest.mark.skipif(not CASES.is_dir(), reason="../shared/cases is not there")
@pytest.mark.parametrize("path", sorted(CASES.rglob("*.toml")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_shared_board_is_read(path: Path) -> None:
    board = load_board(path)
    assert board.source == path.read_text(encoding="utf-8")
    assert board.table.ruleset == path.parent.name


def test_the_sample_has_one_of_everything() -> None:
    table = load_board(ROOT / "levels" / "sample" / "everything.toml").table
    assert {f.kind for f in table.terrain.features} == {"block", "wall", "slope", "ladder", "gap", "impassable"}
    assert {m.base.kind for m in table.models.values()} == {"disc", "oval", "rect"}
    assert any(f.openings for f in table.terrain.features)
    assert table.markers
    assert table.auras
    assert table.game is not None


def test_the_schema_for_editors_is_up_to_date() -> None:
    path = ROOT / "docs" / "board.schema.json"
    assert path.read_text(encoding="utf-8") == schema_text(), "run: python -m rules.board_json_schema > docs/board.schema.json"


AUTHOR = """
title = "Long arms"
based_on = "skirmish"
summary = "Zones reach further."
[rules]
"proximity.radius" = 2
[words]
"proximity.enter" = "Keep two inches away."
"""


def test_an_authors_ruleset_changes_the_one_it_is_based_on(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "long-arms.toml").write_text(AUTHOR)
    path = tmp_path / "board.toml"
    path.write_text(HEAD.replace("skirmish", "long-arms") + '[rules]\n"proximity.height" = 3\n')
    board = load_board(path)
    assert (board.ruleset, board.table.ruleset) == ("long-arms", "skirmish")
    assert board.table.parameters["proximity.radius"] == 2.0
    assert board.table.parameters["proximity.height"] == 3.0
    assert board.author_ruleset is not None
    assert board.author_ruleset.words == {"proximity.enter": "Keep two inches away."}
    assert replace(board.author_ruleset, title="") != board.author_ruleset


@pytest.mark.parametrize("name", ["../long-arms", "rulesets/long-arms", "/etc/passwd", "Long", "", "a" * 60, "..", "none-such"])
def test_a_ruleset_is_a_name_and_never_a_path(tmp_path: Path, name: str) -> None:
    (tmp_path / "long-arms.toml").write_text(AUTHOR)
    path = tmp_path / "boards" / "board.toml"
    path.parent.mkdir()
    path.write_text(HEAD.replace("skirmish", name))
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert caught.value.problems[0].where == "ruleset"


def test_what_is_wrong_with_an_authors_ruleset_is_told(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    file = tmp_path / "rulesets" / "odd.toml"
    file.write_text(AUTHOR.replace('"proximity.radius" = 2', '"proximity.width" = 2\n"drop.counted" = 1'))
    with pytest.raises(BoardError) as caught:
        read_board(HEAD.replace("skirmish", "odd"), "x.toml", tmp_path)
    says = [str(p) for p in caught.value.problems]
    assert says[0].startswith(f'ruleset: in {file}: rules."proximity.width": expected a parameter of skirmish: ')
    assert says[1] == f'ruleset: in {file}: rules."drop.counted": expected true or false'


@pytest.mark.parametrize("part", PARTS)
def test_the_tables_of_keys_in_the_docs_are_up_to_date(part: str) -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    assert key_table(part) in page, "run: python -m rules.board_keys"


def test_the_examples_in_the_docs_are_right() -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    examples = [part.split("```", 1)[0] for part in page.split("```toml\n")[1:]]
    questions = next(e for e in examples if "Four inches aside" in e)
    outcomes = check_board(read_board(examples[0] + questions, "small.toml"))
    assert [o.passed for o in outcomes] == [True, True, True]
    for example in examples[1:]:
        if "[[terrain]]" in example and "kind" in example and "ladder" not in example:
            assert table_of(example).terrain.features


def test_the_format_page_names_every_action_and_fact() -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    assert [name for name in (*ACTION_NAMES, *FACT_NAMES) if f"`{name}`" not in page and f"{{ {name} = " not in page] == []
