"""The table view draws what it says, where it says, and draws the still things once. Runs without a screen."""

import math

import pygame
import pytest
import shapely

from game.camera import Camera
from game.draw_terrain import overhead
from game.palette import PIT, SURROUND, from_hex
from game.reaching import ReachShown
from game.table_view import OVERLAYS, Ghost, Show, TableView
from physics.regions import polygon_footprint
from rules.ruling import Area, CostItem, Finding, Line, ProfilePoint, Ring, Ruling, Spot
from rules.table import Base, Marker, Place, Table
from rules.terrain import Feature, Terrain
from tests.game.tables import block, crowded_table, rectangle, single, table_of

SIZE = (900, 700)
BLUE, RED = from_hex("#0072B2"), from_hex("#D55E00")


def simple_table() -> Table:
    pit = Feature("pit", "gap", polygon_footprint(rectangle(14, 2, 4, 4)))
    terrain = Terrain((block("shed", 4, 8, 6, 4, 3.0), pit, block("deck", 12, 10, 6, 5, 0.2, 2.8)))
    base = Base("disc", 60, 60)
    pieces = [
        single("hero", "Wardens", (3.0, 3.0), terrain, base),
        single("foe", "Raiders", (7.0, 3.0), terrain, base),
        single("below", "Raiders", (15.0, 12.5), terrain, base, "ground"),
    ]
    return table_of((24.0, 18.0), terrain, pieces, (Marker("cache", (20.0, 4.0), 40, "mission"),))


def drawn(table: Table, show: Show | None = None, view: TableView | None = None) -> tuple[pygame.Surface, Camera]:
    surface = pygame.Surface(SIZE)
    camera = Camera(surface.get_rect(), table.size)
    (view or TableView()).draw(surface, camera, table, show or Show())
    return surface, camera


def colour_at(surface: pygame.Surface, camera: Camera, at: tuple[float, float]) -> tuple[int, int, int]:
    x, y = camera.to_screen(at)
    return tuple(surface.get_at((round(x), round(y))))[:3]  # type: ignore[return-value]


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    return math.dist(one, other)


def test_bases_bear_their_sides_colours() -> None:
    surface, camera = drawn(simple_table())
    assert apart(colour_at(surface, camera, (3.0 + 0.8, 3.0)), BLUE) < 40
    assert apart(colour_at(surface, camera, (7.0 + 0.8, 3.0)), RED) < 40


def test_a_base_is_true_to_size() -> None:
    surface, camera = drawn(simple_table())
    inside, outside = 30.0 / 25.4 - 0.1, 30.0 / 25.4 + 0.1
    mat = colour_at(surface, camera, (3.0 - outside, 3.0))
    assert apart(colour_at(surface, camera, (3.0 - inside, 3.0)), mat) > 60
    assert max(mat) < 130


def test_sides_differ_by_more_than_colour() -> None:
    surface, camera = drawn(simple_table())
    grey = pygame.transform.grayscale(surface)
    half = round(1.0 * camera.scale)
    cuts = []
    for at in ((3.0, 3.0), (7.0, 3.0)):
        x, y = camera.to_screen(at)
        cut = grey.subsurface(pygame.Rect(round(x) - half, round(y) - half, 2 * half, 2 * half))
        values = pygame.surfarray.array3d(cut)[:, :, 0].astype(int)
        cuts.append(abs(values - values.mean()) > 50)
    assert (cuts[0] != cuts[1]).mean() > 0.03


def test_higher_terrain_is_lighter_and_pits_are_dark() -> None:
    surface, camera = drawn(simple_table())
    assert sum(colour_at(surface, camera, (5.0, 9.0))) > sum(colour_at(surface, camera, (11.3, 6.0))) + 150
    pit = [colour_at(surface, camera, (15.0 + k * 0.13, 3.0)) for k in range(12)]
    assert min(apart(c, PIT) for c in pit) < 12


def test_round_the_table_lies_the_surround() -> None:
    surface, _ = drawn(simple_table())
    assert tuple(surface.get_at((1, 1)))[:3] == SURROUND


def test_a_model_under_a_deck_shows_through_it() -> None:
    table = simple_table()
    with_model, camera = drawn(table)
    gone = table.with_models([table.model("below").placed(None)])
    without, _ = drawn(gone)
    at = (15.0 + 0.7, 12.5 + 0.3)
    assert apart(colour_at(with_model, camera, at), colour_at(without, camera, at)) > 25


def test_decks_are_overhead_and_crates_on_blocks_are_not() -> None:
    terrain = Terrain(
        (block("shed", 0, 0, 4, 4, 3.0), block("crate", 1, 1, 1, 1, 1.0, 3.0), block("deck", 8, 0, 4, 4, 0.2, 2.8))
    )
    assert [f.id for f in overhead(terrain)] == ["deck"]


def test_casualties_and_reserves_are_not_drawn() -> None:
    table = simple_table()
    empty, camera = drawn(table.with_models([table.model("hero").placed(None)]))
    assert apart(colour_at(empty, camera, (3.8, 3.0)), BLUE) > 60


def test_what_does_not_change_is_drawn_once() -> None:
    table, view, surface = simple_table(), TableView(), pygame.Surface(SIZE)
    camera = Camera(surface.get_rect(), table.size)
    for step in range(5):
        ghost = Ghost("hero", Place((4.0 + step, 5.0)), True)
        view.draw(surface, camera, table, Show("hero", None, (ghost,), ((3.0, 3.0), ghost.place.at)))
    assert (view.ground_count, view.still_count) == (1, 1)
    moved = table.with_models([table.model("hero").placed(Place((6.0, 6.0)))])
    view.draw(surface, camera, moved, Show())
    assert (view.ground_count, view.still_count) == (1, 2)
    camera.zoom_at((450, 350), 2.0)
    view.draw(surface, camera, moved, Show())
    assert (view.ground_count, view.still_count) == (2, 3)


def test_panning_carries_the_kept_picture_along() -> None:
    table, view, surface = simple_table(), TableView(), pygame.Surface(SIZE)
    camera = Camera(surface.get_rect(), table.size)
    camera.zoom_at((450, 350), 2.0)
    view.draw(surface, camera, table, Show())
    for _ in range(20):
        camera.pan(7, -5)
        view.draw(surface, camera, table, Show())
    assert view.ground_count == 2  # once for the view, once wider when the pan began
    fresh = pygame.Surface(SIZE)
    TableView().draw(fresh, camera, table, Show())
    inside = pygame.Rect(60, 60, SIZE[0] - 120, SIZE[1] - 120)  # near its edge the one knows words that the other cut
    kept, new = (pygame.surfarray.array3d(s.subsurface(inside)).astype(int) for s in (surface, fresh))
    assert (abs(kept - new).max(axis=2) > 40).mean() < 0.02  # hatching keeps its phase, and shadows theirs


def test_a_kept_picture_is_the_same_as_a_new_one() -> None:
    table, view = crowded_table(20, 30), TableView()
    show = Show("m3", overlays=frozenset(OVERLAYS))
    drawn(table, Show(), view)
    moved = table.with_models([table.model("m3").placed(Place((22.0, 12.0)))])
    drawn(moved, show, view)
    again, _ = drawn(table, show, view)
    fresh, _ = drawn(table, show)
    differing = (pygame.surfarray.array3d(again) != pygame.surfarray.array3d(fresh)).any(axis=2).sum()
    assert differing < 20  # pygame's smooth lines now and then differ by a pixel at their ends


def test_it_draws_only_in_its_view() -> None:
    table, surface = simple_table(), pygame.Surface((1000, 700))
    surface.fill((1, 2, 3))
    camera = Camera(pygame.Rect(100, 50, 600, 500), table.size)
    camera.zoom_at((400, 300), 3.0)
    TableView().draw(
        surface, camera, table, Show("hero", "foe", overlays=frozenset(OVERLAYS), ruler=((0, 0), (24, 18), ""))
    )
    for spot in ((50, 300), (99, 300), (705, 300), (400, 20), (400, 560), (999, 699)):
        assert tuple(surface.get_at(spot))[:3] == (1, 2, 3)


@pytest.mark.parametrize("overlay", ["zones", "distances", "elevations", "gaps"])
def test_each_overlay_shows_something(overlay: str) -> None:
    table = simple_table()
    plain, _ = drawn(table, Show("hero"))
    shown, _ = drawn(table, Show("hero", overlays=frozenset({overlay})))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(shown, "RGB")


def test_engagement_and_links_show_something() -> None:
    table = simple_table()
    near = table.with_models([table.model("foe").placed(Place((3.0 + 60 / 25.4, 3.0)))])
    plain, camera = drawn(near)
    shown, _ = drawn(near, Show(overlays=frozenset({"engagement"})))
    at = (3.0 + 30 / 25.4, 3.0 + 0.2)
    assert colour_at(plain, camera, at) != colour_at(shown, camera, at)


def full_ruling(legal: bool) -> Ruling:
    evidence = tuple(
        piece
        for role in ("offence", "measure", "limit", "block", "note")
        for piece in (
            Spot((5, 5), role, "spot"),
            Line((5, 5), (9, 9), role),
            Line((5, 5), (5, 5), role, "0.00″"),
            Ring((8, 6), 2.0, role, "ring"),
            Area(((1, 1), (4, 1), (4, 4)), role, "area"),
            Area(((1, 1),), role),
        )
    )
    finding = Finding("proximity.enter", "says", 0.6, 1.0, evidence, 2.0, ("hero", "shed", "cache", "nothing"))
    items = (CostItem("across", 4.0, 0.0, (3, 3)), CostItem("climb", 3.0, 2.0, (4, 8), 0.0, 3.0, not legal))
    profile = (
        ProfilePoint(0, 0, (3, 3)),
        ProfilePoint(2, 0, (4, 8)),
        ProfilePoint(2, 3, (4, 8)),
        ProfilePoint(4, 3, (6, 10)),
    )
    return Ruling(legal, 7.0, (finding,), None, 6.0, items, profile)


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize("zoom", [0.5, 1.0, 20.0])
def test_everything_in_hand_can_be_drawn(legal: bool, zoom: float) -> None:
    table, surface = simple_table(), pygame.Surface(SIZE)
    camera = Camera(surface.get_rect(), table.size)
    camera.zoom_at((450, 350), zoom)
    ghosts = (
        Ghost("hero", Place((5, 9), "shed", 3.0), legal),
        Ghost("foe", Place((15, 12)), None),
        Ghost("gone", Place((1, 1))),
    )
    show = Show(
        "hero",
        "foe",
        ghosts,
        ((3, 3), (3, 3), (4, 8), (6, 10)),
        full_ruling(legal),
        Place((9, 9)),
        frozenset(OVERLAYS),
        ((1, 1), (1, 1), ""),
        ((1, 1), (2, 2)),
        0.5,
        ReachShown(
            "hero",
            {"ground": shapely.Polygon([(1, 1), (9, 1), (9, 9)]), "shed": shapely.Polygon()},
            engaging={"foe": shapely.MultiLineString([[(14, 11), (15, 11), (15, 11)]])},
            inches=((1, shapely.LineString([(2, 1), (2, 9)])), (2, shapely.MultiLineString([[(3, 1), (3, 2)], [(4, 1), (4, 9)]]))),
        ),
        1.0,
    )
    TableView().draw(surface, camera, table, show)


def test_the_offence_is_marked_where_it_is() -> None:
    table = simple_table()
    ruling = Ruling(False, 3.0, (Finding("x", "says", evidence=(Spot((11.0, 4.0)),)),))
    plain, camera = drawn(table)
    shown, _ = drawn(table, Show(ruling=ruling))
    assert colour_at(plain, camera, (11.0, 4.0)) != colour_at(shown, camera, (11.0, 4.0))
    assert colour_at(plain, camera, (11.0, 6.5)) == colour_at(shown, camera, (11.0, 6.5))


def test_a_table_with_nothing_on_it() -> None:
    drawn(table_of((6.0, 4.0), Terrain(), []), Show("nobody", "nobody", overlays=frozenset(OVERLAYS)))
