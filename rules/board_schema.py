"""The format of a board file as pydantic models: every key, its type, its default, and one sentence about it.

The JSON schema for editors and the tables of docs/boards.md come from here. What depends on other parts of the file
(ids, surfaces, room to stand) is checked by the other rules/board_*.py.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from rules.board_values import (
    BaseSize,
    ChoiceValue,
    Circle,
    Colour,
    Coordinate,
    Degrees,
    Length,
    Millimetres,
    Name,
    Place,
    Rect,
    Size,
    Switch,
    TableSize,
    Text,
    WholeValue,
)

MOST_FEATURES = 400
MOST_MODELS = 600
MOST_CORNERS = 200
BUILT_IN = ("skirmish", "leader", "squad", "regiment", "ranks")
"""The names of the five rulesets."""

Kind = Annotated[str, ChoiceValue(("mission", "search", "objective", "plain"))]
Verdict = Annotated[str, ChoiceValue(("legal", "illegal"))]
SizeClass = Annotated[int, WholeValue(0, 100)]
Files = Annotated[int, WholeValue(1, MOST_MODELS)]
Rounds = Annotated[int, WholeValue(1, 1000)]
Seed = Annotated[int, WholeValue(-(2**63), 2**63 - 1)]
Keywords = Annotated[list[Name], Field(max_length=100)]
Corners = Annotated[list[Place], Field(min_length=3, max_length=MOST_CORNERS)]


def _exactly_one(model: BaseModel, keys: tuple[str, ...], or_none: bool = False) -> None:
    """Refuses a table that has not exactly one of some keys (or none, where that means something)."""
    aliases = {(field.alias or name): name for name, field in type(model).model_fields.items()}
    found = [k for k in keys if aliases[k] in model.model_fields_set]
    if len(found) == 1 or (or_none and not found):
        return
    has = "found " + " and ".join(found) if found else "found none of them"
    words = f"expected {'at most' if or_none else 'exactly'} one of {', '.join(keys)}; {has}"
    raise PydanticCustomError("expected", "{words}", {"words": words})


class Part(BaseModel):
    """A table of a board file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class TablePart(Part):
    """The table that the board lies on."""

    size: TableSize = Field(description="width (x) and depth (y), inches")


class GamePart(Part):
    """How long a game is. Without it the board is a sandbox: no rounds, no score."""

    rounds: Rounds = Field(description="how many rounds are played")
    first: Name | None = Field(default=None, description="the side that starts; left out, the first side listed")
    seed: Seed = Field(default=0, description="for dice, where a ruleset rolls any")


class DeployPart(Part):
    """A deployment zone: one of rect, polygon, circle."""

    rect: Rect | None = Field(default=None, description="x and y of the lower left corner, width, depth")
    angle: Degrees = Field(default=0.0, description="turns the rect about its centre, degrees anticlockwise")
    polygon: Corners | None = Field(default=None, description="the corners, in either order")
    circle: Circle | None = Field(default=None, description="x and y of the middle, radius")

    @model_validator(mode="after")
    def _one_outline(self) -> Self:
        _exactly_one(self, ("rect", "polygon", "circle"))
        return self


class SidePart(Part):
    """A player's army."""

    name: Name = Field(description="the side's name, which units refer to")
    colour: Colour | None = Field(default=None, description="left out, one of eight that the colour-blind can tell apart")
    deploy: DeployPart | None = Field(default=None, description="the deployment zone")


class OpeningPart(Part):
    """A door, arch or breach in a wall, or a stretch of a block's edge."""

    at: Place = Field(description="its middle, on the wall's line or the block's edge (to 0.1 in)")
    width: Size = Field(description="how wide it is, inches; it fits on its straight stretch of line or edge")
    passable: Switch = Field(default=True, description="whether models pass through it")
    access_point: Switch = Field(default=False, description="whether it leads in or up")


Openings = Annotated[list[OpeningPart], Field(max_length=50)]


class FeaturePart(Part):
    """What all terrain has."""

    id: Name = Field(description="the feature's name, which `on` refers to")


class OutlinePart(FeaturePart):
    """A feature with an outline: one of rect, polygon, circle."""

    rect: Rect | None = Field(default=None, description="x and y of the lower left corner, width, depth")
    angle: Degrees = Field(default=0.0, description="turns the rect about its centre, degrees anticlockwise")
    polygon: Corners | None = Field(default=None, description="3 to 200 corners, in either order, no edge crossing another")
    circle: Circle | None = Field(default=None, description="x and y of the middle, radius")

    @model_validator(mode="after")
    def _one_outline(self) -> Self:
        _exactly_one(self, ("rect", "polygon", "circle"))
        return self


class BlockPart(OutlinePart):
    """A building, crate, rock or deck."""

    kind: Literal["block"] = Field(description="block")
    bottom: Coordinate = Field(default=0.0, description="where it begins, inches above the ground")
    height: Size = Field(description="from its bottom to its top, inches")
    climbable: Switch = Field(default=True, description="whether its sides can be climbed")
    standable: Switch = Field(default=True, description="whether its top can be stood on")
    opening: Openings = Field(default_factory=list, description="stretches of its edge where one goes in or up")


class WallPart(FeaturePart):
    """A wall, fence or hedge along a line."""

    kind: Literal["wall"] = Field(description="wall")
    line: Annotated[list[Place], Field(min_length=2, max_length=MOST_CORNERS)] = Field(
        description="2 to 200 points; a closed or bent line is fine"
    )
    thickness: Size = Field(default=0.25, description="half of it to either side of the line, inches")
    bottom: Coordinate = Field(default=0.0, description="where it begins, inches above the ground")
    height: Size = Field(description="from its bottom to its top, inches")
    climbable: Switch = Field(default=True, description="whether its sides can be climbed")
    standable: Switch = Field(default=False, description="whether its top can be stood on")
    opening: Openings = Field(default_factory=list, description="doors, arches and breaches")


class SlopePart(OutlinePart):
    """A ramp or stairs: its elevation is never counted."""

    kind: Literal["slope"] = Field(description="slope")
    low: Place = Field(alias="from", description="a point where its top is at its bottom")
    high: Place = Field(alias="to", description="a point where its top is at its height")
    bottom: Coordinate = Field(default=0.0, description="where it begins, inches above the ground")
    height: Size = Field(description="from its bottom to its highest, inches")
    climbable: Switch = Field(default=True, description="whether its sides can be climbed")
    standable: Switch = Field(default=True, description="whether its top can be stood on")


class LadderPart(FeaturePart):
    """A thing to climb where the side itself is not climbable."""

    kind: Literal["ladder"] = Field(description="ladder")
    line: Annotated[list[Place], Field(min_length=2, max_length=2)] = Field(
        description="two points on a feature's edge (to 0.1 in)"
    )
    reach: Length = Field(default=0.5, description="how near to it the base must pass, inches")


class GapPart(OutlinePart):
    """A pit, chasm or canal in the ground."""

    kind: Literal["gap"] = Field(description="gap")
    depth: Size | None = Field(default=None, description="inches to its floor; left out, it is bottomless")


class ImpassablePart(OutlinePart):
    """What nothing enters, at any height."""

    kind: Literal["impassable"] = Field(description="impassable")
    bottom: Coordinate = Field(default=0.0, description="only drawn: nothing enters it, at any height")
    height: Length = Field(default=0.0, description="only drawn: nothing enters it, at any height")


TerrainPart = Annotated[
    BlockPart | WallPart | SlopePart | LadderPart | GapPart | ImpassablePart, Field(discriminator="kind")
]


class ModelPart(Part):
    """One model of a unit, with what it has otherwise than its unit."""

    id: Name | None = Field(default=None, description="left out: the unit's id, a hyphen and its number")
    at: Place | None = Field(default=None, description="the middle of its base; left out, the model is in reserve")
    on: Name | None = Field(default=None, description='the feature that it stands on, or "ground"')
    base: BaseSize | None = Field(default=None, description="instead of the unit's")
    height: Size | None = Field(default=None, description="instead of the unit's")
    move: Length | None = Field(default=None, description="instead of the unit's")
    agility: Length | None = Field(default=None, description="instead of the unit's")
    size: SizeClass | None = Field(default=None, description="instead of the unit's")
    flying: Switch | None = Field(default=None, description="instead of the unit's")
    charge: Length | None = Field(default=None, description="instead of the unit's")
    facing: Degrees | None = Field(default=None, description="instead of the unit's")
    keywords: Keywords = Field(default_factory=list, description="besides the unit's; the whole unit bears them")

    @model_validator(mode="after")
    def _on_goes_with_at(self) -> Self:
        _needs_at(self.on, self.at)
        return self


class FormationPart(Part):
    """A ranked block: rank after rank behind its front edge, an incomplete last rank centred."""

    files: Files = Field(description="models side by side")
    count: Files = Field(description="models in all")
    at: Place = Field(description="the middle of the block's front edge")
    facing: Degrees | None = Field(default=None, description="where it looks, degrees; left out, the unit's facing")


class UnitPart(Part):
    """Models that act together: where they stand is given by one of at, models, model, formation; else in reserve."""

    id: Name = Field(description="the unit's name")
    side: Name = Field(description="the name of its side")
    base: BaseSize | None = Field(
        default=None, description="what its models stand on, millimetres; needed unless each model has its own"
    )
    height: Size = Field(default=1.25, description="how tall its models are, inches")
    move: Length | None = Field(default=None, description="inches of an ordinary move; needed unless each model has its own")
    agility: Length = Field(default=0.0, description="the deepest drop after which a model goes on, inches")
    size: SizeClass = Field(default=1, description="size class, where the ruleset has one")
    flying: Switch = Field(default=False, description="whether it flies")
    charge: Length | None = Field(default=None, description="inches of a charge; left out, twice move")
    keywords: Keywords = Field(default_factory=list, description="what effects name")
    choose: Annotated[dict[Name, Name], Field(max_length=100)] = Field(
        default_factory=dict, description="what its keywords in angle brackets stand for"
    )
    facing: Degrees = Field(default=90.0, description="where its models look, degrees anticlockwise from +x")
    at: Place | None = Field(default=None, description="one model, bearing the unit's id")
    on: Name | None = Field(default=None, description="beside `at`: the feature that it stands on, or \"ground\"")
    models: Annotated[list[Place], Field(min_length=1, max_length=MOST_MODELS)] | None = Field(
        default=None, description="models ID-1, ID-2, … in order"
    )
    model: Annotated[list[ModelPart], Field(min_length=1, max_length=MOST_MODELS)] | None = Field(
        default=None, description="one table for each model"
    )
    formation: FormationPart | None = Field(default=None, description="a ranked block")

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        _exactly_one(self, ("at", "models", "model", "formation"), or_none=True)
        _needs_at(self.on, self.at)
        return self


def _needs_at(on: str | None, at: object) -> None:
    if on is not None and at is None:
        raise PydanticCustomError("expected", "{words}", {"words": "expected `at` beside `on`"})


class MarkerPart(Part):
    """A marker on the table, a disc."""

    id: Name = Field(description="the marker's name")
    at: Place = Field(description="its middle")
    base: Millimetres = Field(description="its diameter, millimetres")
    kind: Kind = Field(default="plain", description="mission markers are controlled and contested")


class AuraPart(Part):
    """An effect that reaches the units bearing a keyword."""

    id: Name = Field(description="the effect's name")
    of: Name = Field(description="the unit that it comes from")
    within: Length | None = Field(default=None, description="it reaches units with any part within so many inches")
    wholly_within: Length | None = Field(default=None, description="it reaches units with every part within so many inches")
    keyword: Name = Field(description="which units it names")
    text: Text = Field(default="", description="what it does, in words")

    @model_validator(mode="after")
    def _one_distance(self) -> Self:
        _exactly_one(self, ("within", "wholly_within"))
        return self


class ExpectPart(Part):
    """A question to the board as written, and the answer that is right."""

    name: Text = Field(default="", description="what it shows, in a sentence; left out, its number")
    after: Annotated[list[dict[str, Any]], Field(max_length=200)] = Field(
        default_factory=list, description="actions done first; each must be legal"
    )
    attempt: dict[str, Any] | None = Field(default=None, alias="try", description="the action to be judged")
    fact: dict[str, Any] | None = Field(default=None, description="the question to be answered")
    ruling: Verdict | None = Field(default=None, description="left out, it is only reported")
    cost: Length | None = Field(default=None, description="inches, to 0.001")
    because: Annotated[list[Name], Field(max_length=100)] = Field(
        default_factory=list, description="clauses that must be among the findings"
    )
    equals: Any = Field(default=None, description="the fact's value: a number (to 0.001), true or false, or a text")
    in_turn: Switch = Field(default=False, description="whether turn order is judged too")

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        _exactly_one(self, ("try", "fact"))
        wrong = ("ruling", "cost", "because") if self.attempt is None else ("equals",)
        found = [k for k in wrong if k in self.model_fields_set]
        if found:
            other = "try" if self.attempt is None else "fact"
            words = f"expected {' and '.join(found)} only beside `{other}`"
            raise PydanticCustomError("expected", "{words}", {"words": words})
        return self


class BoardPart(Part):
    """A whole board file."""

    format: Annotated[int, WholeValue(1, 1)] = Field(description="the version of this format: 1")
    title: Text = Field(default="", description="the board's title; left out, the file's name")
    ruleset: Name = Field(description="skirmish, leader, squad, regiment, ranks, or an author's own")
    summary: Text = Field(default="", description="one sentence on what the board shows")
    table: TablePart = Field(description="the table")
    game: GamePart | None = Field(default=None, description="rounds and who starts; without it the board is a sandbox")
    rules: Annotated[dict[Name, Any], Field(max_length=200)] = Field(
        default_factory=dict, description="house rules: any parameter of the ruleset, by its own name"
    )
    side: Annotated[list[SidePart], Field(min_length=1, max_length=20)] = Field(description="the armies, in order")
    terrain: Annotated[list[TerrainPart], Field(max_length=MOST_FEATURES)] = Field(
        default_factory=list, description="the features"
    )
    unit: Annotated[list[UnitPart], Field(max_length=MOST_MODELS)] = Field(default_factory=list, description="the units")
    marker: Annotated[list[MarkerPart], Field(max_length=400)] = Field(default_factory=list, description="the markers")
    aura: Annotated[list[AuraPart], Field(max_length=400)] = Field(default_factory=list, description="the effects")
    expect: Annotated[list[ExpectPart], Field(max_length=2000)] = Field(
        default_factory=list, description="the questions"
    )
