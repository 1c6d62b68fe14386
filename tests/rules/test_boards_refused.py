"""What is wrong with a board is told by place, with what would be right (BOARDS, "Bad input")."""

import os
from pathlib import Path

import pytest

from rules.boards import BoardError, load_board, read_board
from tests.rules.test_boards_read import HEAD, MAN

BLOCK = '[[terrain]]\nid = "b"\nkind = "block"\n'
SHED = BLOCK + "rect = [10, 8, 6, 4]\nheight = 3\n"
WALL = '[[terrain]]\nid = "w"\nkind = "wall"\nline = [[2, 8], [12, 8]]\nheight = 2\n'
ONE = MAN.format("one") + "at = [4, 4]\n"
TWO = MAN.format("two")


def says(text: str) -> list[str]:
    with pytest.raises(BoardError) as caught:
        read_board(text, "levels/x.toml")
    return str(caught.value).split("\n")


def problems(text: str) -> list[str]:
    return [line.removeprefix("levels/x.toml: ") for line in says(HEAD + text)]


def test_a_line_has_file_place_and_what_would_be_right() -> None:
    assert says(HEAD + MAN.format("one") + "at = [4]\n") == ["levels/x.toml: unit[0].at: expected two numbers"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MAN.format("one") + "at = [4, nan]\n", "unit[0].at: expected two numbers; nan is not from -1000 to 1000"),
        (MAN.format("one") + "at = [4, inf]\n", "unit[0].at: expected two numbers; inf is not from -1000 to 1000"),
        (MAN.format("one") + "at = [4, true]\n", "unit[0].at: expected two numbers"),
        (MAN.format("one") + "at = [4, 1e9]\n", "unit[0].at: expected two numbers; 1e+09 is not from -1000 to 1000"),
        (MAN.format("one") + "models = [[4, 4], [6]]\n", "unit[0].models[1]: expected two numbers"),
        (MAN.format("one") + "[[unit.model]]\nat = 4\n", "unit[0].model[0].at: expected two numbers"),
        (MAN.format("one").replace("32", "0"), "unit[0].base: expected mm from 1 to 1000: a diameter, [front, depth] of an oval, "
         "or { rect = [front, depth] }"),
        (MAN.format("one") + "height = 0\n", "unit[0].height: expected a number from 0.01 to 1000"),
        (MAN.format("one") + "flying = 1\n", "unit[0].flying: expected true or false"),
        (MAN.format("one") + "size = 1.5\n", "unit[0].size: expected a whole number from 0 to 100"),
        (MAN.format("one").replace("move = 6\n", ""), "unit[0].move: is missing: expected inches"),
        (MAN.format("one").replace("Reds", "Greens"), 'unit[0].side: expected the name of a side: "Blues", "Reds"'),
        (ONE + "models = [[5, 5]]\n", "unit[0]: expected at most one of at, models, model, formation; found at and models"),
        (ONE + 'on = "shed"\n', 'unit[0].on: expected the id of a feature, or "ground"; there is no "shed"'),
        (SHED + ONE + 'on = "b"\n', 'unit[0].on: expected the id of the feature under the middle of the base; "b" is not'),
        (WALL + MAN.format("one") + 'at = [4, 8]\non = "w"\n', 'unit[0].on: expected a feature that can be stood on; "w" can\'t'),
        (ONE + ONE, 'unit[1].id: expected a name of its own: another unit is "one" (unit[0].id)'),
        (SHED + SHED, 'terrain[1].id: expected a name of its own: another feature is "b" (terrain[0].id)'),
        (ONE + '[[marker]]\nid = "one"\nat = [9, 9]\nbase = 40\n',
         'marker[0].id: expected a name of its own: a model or unit is "one"'),
        (ONE + TWO + '[[unit.model]]\nid = "one"\nat = [9, 9]\n',
         'unit[1]: expected other ids: its model "one" is also of unit "one"'),
        (ONE + TWO + "at = [5, 4]\n", "unit[1].at: expected a base clear of others: two overlaps one"),
        (MAN.format("one") + "at = [0.5, 4]\n",
         "unit[0].at: expected the whole base on the table: one hangs 0.13 in over the table's edge"),
        (SHED + MAN.format("one") + "at = [9.8, 9]\n", "unit[0].at: expected room for the base: one stands in b"),
        (MAN.format("one") + "formation = { files = 2, count = 4, at = [9, 9] }\n",
         "unit[0].base: expected { rect = [front, depth] }: a formation is of rectangles"),
        (BLOCK + "polygon = [[0, 0], [2, 2]]\nheight = 1\n", "terrain[0].polygon: expected at least 3 corners, found 2"),
        (BLOCK + "polygon = [[0, 0], [2, 2], [0, 0]]\nheight = 1\n",
         "terrain[0].polygon: expected at least 3 different corners, found 2"),
        (BLOCK + "polygon = [[0, 0], [2, 2], [2, 0], [0, 2]]\nheight = 1\n",
         "terrain[0].polygon: expected edges that neither cross nor touch one another"),
        (BLOCK + "rect = [0, 0, 0, 2]\nheight = 1\n", "terrain[0].rect: expected four numbers: x and y of the lower left corner, "
         "width, depth; 0 is not from 0.01 to 1000"),
        (BLOCK + "height = 1\n", "terrain[0]: expected exactly one of rect, polygon, circle; found none of them"),
        (BLOCK + "rect = [0, 0, 1, 1]\n", "terrain[0].height: is missing: expected a number from 0.01 to 1000"),
        (BLOCK.replace("block", "tree") + "height = 1\n",
         "terrain[0]: expected a kind of terrain: block, wall, slope, ladder, gap or impassable"),
        (SHED.replace("height", "heigth"), "terrain[0].height: is missing: expected a number from 0.01 to 1000"),
        ('[[terrain]]\nid = "r"\nkind = "slope"\nrect = [0, 0, 2, 4]\nheight = 2\nfrom = [1, 1]\nto = [1, 1]\n',
         "terrain[0].to: expected a point at least 0.1 in from `from`"),
        (SHED + '[[terrain]]\nid = "l"\nkind = "ladder"\nline = [[3, 3], [4, 3]]\n',
         "terrain[1].line: expected two points on an edge of one feature, to 0.1 in"),
        (WALL + "[[terrain.opening]]\nat = [5, 9]\nwidth = 1\n",
         "terrain[0].opening[0].at: expected a point on the feature's line; this one is 1 in off it"),
        (WALL + "[[terrain.opening]]\nat = [2.2, 8]\nwidth = 1\n",
         "terrain[0].opening[0].width: expected an opening that fits on its straight stretch of line"),
        (SHED + "[[terrain.opening]]\nat = [13, 10]\nwidth = 1\n",
         "terrain[0].opening[0].at: expected a point on the feature's edge; this one is 2 in off it"),
        ('[rules]\n"proximity.radius" = true\n', 'rules."proximity.radius": expected a number from 0 to 1000'),
        ('[rules]\n"drop.counted" = 1\n', 'rules."drop.counted": expected true or false'),
        ('[game]\nrounds = 6\nfirst = "Greens"\n', "game.first: expected the name of a side: Reds, Blues"),
        ("[game]\nrounds = 0\n", "game.rounds: expected a whole number from 1 to 1000"),
        (ONE + '[[aura]]\nid = "a"\nof = "two"\nwithin = 6\nkeyword = "X"\n',
         'aura[0].of: expected the id of a unit; there is no "two"'),
        ('[unit]\nid = "x"\n', "unit: expected a list of tables, each headed [[unit]]"),
        ('[[expect]]\nfact = { distance = ["one", [1, 1]] }\n',
         'expect[0].fact.distance[0]: expected the id of a model, unit or marker; there is no "one"'),
        ("[[expect]]\nfact = { length = 3 }\n", "expect[0].fact: expected one of distance, within, wholly_within, engaged, "
         "in_proximity, elevation, coherent, controls, reachable, route, alive, affected"),
        (ONE + '[[expect]]\ntry = { action = "move", model = "one", path = [[1]] }\n',
         "expect[0].try.path[0]: expected two numbers"),
        (ONE + '[[expect]]\nafter = [{ action = "move", model = "no", path = [[1, 1]] }]\ntry = { action = "end" }\n',
         'expect[0].after[0].model: expected the id of a model or unit; there is no "no"'),
        (ONE + '[[expect]]\ntry = { action = "move", model = "one", path = [{ at = [1, 1], on = "roof" }] }\n',
         'expect[0].try.path[0].on: expected the id of a feature, or "ground"; there is no "roof"'),
        (ONE + '[[expect]]\ntry = { action = "end" }\nequals = 3\n', "expect[0]: expected equals only beside `fact`"),
        (ONE + '[[expect]]\ntry = { action = "end" }\nbecause = ["no.such"]\n',
         'expect[0].because[0]: expected the id of a clause; there is no "no.such"'),
        ("[[expect]]\nname = \"x\"\n", "expect[0]: expected exactly one of try, fact; found none of them"),
        ('[[side]]\nname = "Reds"\n', 'side[2].name: expected a name of its own: another side is "Reds" (side[0].name)'),
    ],
)
def test_refused(text: str, expected: str) -> None:
    assert expected in problems(text)


def test_an_unknown_key_names_its_likeliest_meaning() -> None:
    (line,) = problems(ONE + "agilty = 5\n")
    assert line.startswith("unit[0].agilty: unknown key (did you mean agility?); expected one of id, side, base, ")


def test_an_unknown_parameter_is_answered_with_all_there_are() -> None:
    (line,) = problems('[rules]\n"proximity.width" = 1.5\n')
    assert line.startswith('rules."proximity.width": expected a parameter of skirmish: ')
    assert "proximity.radius" in line


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = problems(SHED.replace("[10, 8, 6, 4]", "[10, 8, 6]") + MAN.format("one") + 'at = [4]\ncolor = "red"\n')
    assert [line.split(": ")[0] for line in found] == ["terrain[0].rect", "unit[0].at", "unit[0].color"]


def test_sides_places_and_questions_are_told_together() -> None:
    wrong = MAN.format("one").replace("Reds", "Greens") + "at = [4, 4]\n" + TWO + "at = [4.5, 4]\n"
    found = problems(wrong + '[[expect]]\nfact = { alive = "three" }\n')
    assert [line.split(": ")[0] for line in found] == ["unit[0].side", "unit[1].at", "expect[0].fact.alive"]


def test_more_than_a_hundred_problems_are_counted() -> None:
    found = problems("".join(f'[[marker]]\nid = "m{k}"\nat = [4]\nbase = 40\n' for k in range(150)))
    assert len(found) == 101
    assert found[-1] == "and 50 more things are wrong"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('format = 1\ntitle = "x\n', "line 2, column 11: expected TOML: illegal character"),
        ("format = 1\nformat = 1\n", "line 2, column 11: expected TOML: cannot overwrite a value"),
        ("x = [", "end of document: expected TOML: invalid value"),
        ("a" + ".a" * 50 + " = 1", "line 1: expected a key of at most 32 parts"),
        ("x = " + "[" * 400 + "]" * 400, "expected at most 16 tables and lists inside one another"),
        ("x = " + "9" * 5000, "expected TOML: a number has too many digits"),
        ("#" * 2_000_001, "expected a file of at most 2 MB"),
    ],
)
def test_what_is_no_toml_is_refused(text: str, expected: str) -> None:
    assert says(text)[0].startswith(f"levels/x.toml: {expected}")


def many(head: str, count: int, body: str) -> str:
    return "".join(f'[[{head}]]\nid = "x{k}"\n{body}' for k in range(count))


def test_more_than_400_features_600_models_or_200_corners_are_refused() -> None:
    block = 'kind = "block"\nrect = [1, 1, 1, 1]\nheight = 1\n'
    assert problems(many("terrain", 401, block)) == ["terrain: expected at most 400 features, found 401"]
    man = 'side = "Reds"\nmove = 6\nbase = 32\n'
    assert problems(many("unit", 2, man + f"models = {[[2, 2]] * 301}\n")) == ["unit: expected at most 600 models, found 602"]
    ring = [[k, (k * k) % 7] for k in range(201)]
    assert problems(BLOCK + f"polygon = {ring}\nheight = 1\n") == ["terrain[0].polygon: expected at most 200 corners, found 201"]


def test_what_touches_is_fine() -> None:
    # 32 mm bases side by side, one against the shed, one against the table's edge
    inch = 32 / 25.4
    text = SHED + MAN.format("a") + f"at = [{10 - inch / 2:.9f}, 9]\n" + MAN.format("b") + f"at = [{10 - inch * 1.5:.9f}, 9]\n"
    read_board(HEAD + text + MAN.format("c") + f"at = [{inch / 2:.9f}, 4]\n", "x")


def test_models_may_stand_over_one_another_on_decks() -> None:
    deck = BLOCK + "rect = [10, 8, 6, 4]\nbottom = {0}\nheight = 0.2\n"
    text = MAN.format("low") + "at = [13, 10]\n" + MAN.format("high") + 'at = [13, 10]\non = "b"\n'
    read_board(HEAD + deck.format(2.8) + text, "x")
    # a deck of 1.2 is below a head of 1.25
    assert "unit[1].at: expected a base clear of others: high overlaps low" in problems(deck.format(1.0) + text)


def test_ovals_overlap_by_their_true_outline() -> None:
    oval = TWO.replace("32", "[50.8, 25.4]")
    side_by_side = oval + "models = [[8, 8], [{0}, 8]]\nfacing = 90\n"
    read_board(HEAD + side_by_side.format(10.0), "x")
    assert problems(side_by_side.format(9.999)) == ["unit[0].models[1]: expected a base clear of others: two-2 overlaps two-1"]
    read_board(HEAD + side_by_side.format(9.0).replace("facing = 90", "facing = 0"), "x")


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    for path, raw in ((tmp_path / "none.toml", None), (tmp_path, None), (tmp_path / "raw.toml", b"format = 1\n\xff\xfe")):
        if raw is not None:
            path.write_bytes(raw)
        with pytest.raises(BoardError) as caught:
            load_board(path)
        assert caught.value.file == str(path)
    assert str(caught.value) == f"{path}: line 2: expected text in UTF-8"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    with pytest.raises(BoardError, match="expected a file, not a folder, pipe or device"):
        load_board(path)


@pytest.mark.parametrize("value", ["true", "1.0", '"1"', "2", "0", "[]", "1979-05-27"])
def test_the_format_is_1(value: str) -> None:
    assert says(HEAD.replace("format = 1", f"format = {value}")) == ["levels/x.toml: format: expected 1"]


def test_a_byte_order_mark_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.encode())
    assert load_board(path).table.title == "bom"


def test_what_a_stranger_wrote_stays_on_one_line() -> None:
    (line,) = problems('[[expect]]\nfact = { alive = "a\\nb' + "x" * 1000 + '" }\n')
    assert line.startswith('expect[0].fact.alive: expected the id of a model or unit; there is no "a\\nbxxx')
    assert len(line) < 600
