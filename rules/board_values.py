"""The single values of a board file: numbers, points, texts, bases. Each is read in one way and says what it expects."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from physics.vectors import Point
from rules.table import Base

FAR = 1000.0
"""Inches beyond which no place on or beside a table can be meant."""
MOST_MM = 1000.0
"""Millimetres beyond which no base can be meant."""
LEAST = 0.01
"""Inches (or mm) below which no width, height or radius can be meant."""


def is_number(value: object) -> bool:
    """Whether a value is a number: true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_number_in(value: Any, least: float, most: float) -> bool:
    """Whether a value is a number from least to most: no bool, no NaN."""
    return is_number(value) and bool(least <= value <= most)


def _refused(words: str) -> PydanticCustomError:
    return PydanticCustomError("expected", "{words}", {"words": f"expected {words}"})


@dataclass(frozen=True)
class Value:
    """How one kind of value is read; the words say what is expected."""

    @property
    def words(self) -> str:
        """What is expected, to follow "expected"."""
        raise NotImplementedError

    def accept(self, value: Any) -> Any:
        """The value as the program uses it; PydanticCustomError when it is not what was expected."""
        raise NotImplementedError

    def json(self) -> JsonSchemaValue:
        """The JSON schema of the value."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.accept)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return self.json()


@dataclass(frozen=True)
class NumberValue(Value):
    """A number within bounds."""

    least: float
    most: float

    @property
    def words(self) -> str:
        """What is expected."""
        return f"a number from {self.least:g} to {self.most:g}"

    def accept(self, value: Any) -> float:
        """The number as a float."""
        if not is_number_in(value, self.least, self.most):
            raise _refused(self.words)
        return float(value)

    def json(self) -> JsonSchemaValue:
        """A number with its bounds."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class WholeValue(Value):
    """A whole number within bounds."""

    least: int
    most: int

    @property
    def words(self) -> str:
        """What is expected."""
        return f"a whole number from {self.least} to {self.most}" if self.least < self.most else f"{self.least}"

    def accept(self, value: Any) -> int:
        """The whole number."""
        if not is_number_in(value, self.least, self.most) or not isinstance(value, int):
            raise _refused(self.words)
        return int(value)

    def json(self) -> JsonSchemaValue:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class SwitchValue(Value):
    """True or false."""

    @property
    def words(self) -> str:
        """What is expected."""
        return "true or false"

    def accept(self, value: Any) -> bool:
        """The bool."""
        if not isinstance(value, bool):
            raise _refused(self.words)
        return value

    def json(self) -> JsonSchemaValue:
        """A boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class TextValue(Value):
    """A text of at most some characters; of an id or a name, one line that is not blank."""

    most: int
    is_name: bool = False

    @property
    def words(self) -> str:
        """What is expected."""
        kind = "a name" if self.is_name else "a text"
        return f"{kind} of at most {self.most} characters, in quotes"

    def accept(self, value: Any) -> str:
        """The text."""
        if not isinstance(value, str) or len(value) > self.most:
            raise _refused(self.words)
        if self.is_name and (not value.strip() or value != value.strip() or not value.isprintable()):
            raise _refused(f"{self.words}, without line breaks or blanks at its ends")
        return value

    def json(self) -> JsonSchemaValue:
        """A string of a greatest length."""
        return {"type": "string", "maxLength": self.most} | ({"minLength": 1} if self.is_name else {})


@dataclass(frozen=True)
class ChoiceValue(Value):
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is expected."""
        return "one of " + ", ".join(f'"{c}"' for c in self.choices)

    def accept(self, value: Any) -> str:
        """The word."""
        if not isinstance(value, str) or value not in self.choices:
            raise _refused(self.words)
        return value

    def json(self) -> JsonSchemaValue:
        """An enumeration."""
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True)
class ColourValue(Value):
    """A colour as #RRGGBB."""

    @property
    def words(self) -> str:
        """What is expected."""
        return 'a colour as "#RRGGBB", such as "#0072B2"'

    def accept(self, value: Any) -> str:
        """The colour in capitals."""
        is_hex = isinstance(value, str) and len(value) == 7 and value[0] == "#"
        if not is_hex or not all(c in "0123456789abcdefABCDEF" for c in value[1:]):
            raise _refused(self.words)
        return str(value).upper()

    def json(self) -> JsonSchemaValue:
        """A string of that pattern."""
        return {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}


@dataclass(frozen=True)
class NumbersValue(Value):
    """A list of as many numbers as there are bounds."""

    bounds: tuple[tuple[float, float], ...]
    what: str

    @property
    def words(self) -> str:
        """What is expected."""
        return self.what

    def accept(self, value: Any) -> tuple[float, ...]:
        """The numbers as floats."""
        if not isinstance(value, list | tuple) or len(value) != len(self.bounds) or not all(map(is_number, value)):
            raise _refused(self.what)
        for number, (least, most) in zip(value, self.bounds, strict=True):
            if not is_number_in(number, least, most):
                raise _refused(f"{self.what}; {number:.6g} is not from {least:g} to {most:g}" if _is_short(number) else self.what)
        return tuple(float(v) for v in value)

    def json(self) -> JsonSchemaValue:
        """An array of so many numbers, each with its bounds."""
        numbers = [{"type": "number", "minimum": a, "maximum": b} for a, b in self.bounds]
        return {"type": "array", "prefixItems": numbers, "minItems": len(numbers), "maxItems": len(numbers)}


def _is_short(number: float) -> bool:
    """Whether a number can be printed as it stands (an integer of a thousand digits can't become a float)."""
    return abs(number) < 1e300 or isinstance(number, float)


@dataclass(frozen=True)
class BaseValue(Value):
    """A base in millimetres: a disc, an oval or a rectangle."""

    @property
    def words(self) -> str:
        """What is expected."""
        return "mm from 1 to 1000: a diameter, [front, depth] of an oval, or { rect = [front, depth] }"

    def accept(self, value: Any) -> Base:
        """The base."""
        if _is_mm(value):
            return Base("disc", float(value), float(value))
        if isinstance(value, dict):
            if list(value) == ["rect"] and _are_two_mm(value["rect"]):
                return Base("rect", float(value["rect"][0]), float(value["rect"][1]))
        elif _are_two_mm(value):
            return Base("oval", float(value[0]), float(value[1]))
        raise _refused(self.words)

    def json(self) -> JsonSchemaValue:
        """A number, two numbers, or a table with `rect`."""
        one = {"type": "number", "minimum": 1, "maximum": MOST_MM}
        two = {"type": "array", "prefixItems": [one, one], "minItems": 2, "maxItems": 2}
        rect = {"type": "object", "properties": {"rect": two}, "required": ["rect"], "additionalProperties": False}
        return {"anyOf": [one, two, rect]}


def _is_mm(value: Any) -> bool:
    return is_number_in(value, 1.0, MOST_MM)


def _are_two_mm(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_mm, value))


_PLACE = (-FAR, FAR)
_SIZE = (LEAST, FAR)

Length = Annotated[float, NumberValue(0.0, FAR)]
Size = Annotated[float, NumberValue(LEAST, FAR)]
Coordinate = Annotated[float, NumberValue(-FAR, FAR)]
Degrees = Annotated[float, NumberValue(-3600.0, 3600.0)]
Millimetres = Annotated[float, NumberValue(1.0, MOST_MM)]
Switch = Annotated[bool, SwitchValue()]
Name = Annotated[str, TextValue(80, is_name=True)]
Text = Annotated[str, TextValue(4000)]
Colour = Annotated[str, ColourValue()]
Place = Annotated[Point, NumbersValue((_PLACE, _PLACE), "two numbers")]
Rect = Annotated[
    tuple[float, float, float, float],
    NumbersValue((_PLACE, _PLACE, _SIZE, _SIZE), "four numbers: x and y of the lower left corner, width, depth"),
]
Circle = Annotated[
    tuple[float, float, float], NumbersValue((_PLACE, _PLACE, _SIZE), "three numbers: x and y of the middle, radius")
]
TableSize = Annotated[Point, NumbersValue(((1.0, FAR), (1.0, FAR)), "two numbers: the table's width and depth, inches")]
BaseSize = Annotated[Base, BaseValue()]
