"""What is wrong with a board file, place by place: `levels/x.toml: unit[2].at: expected two numbers`."""

from dataclasses import dataclass

MOST_PROBLEMS = 100
"""Problems listed of one file; of more, only the number is told."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: the key's place in the file ("" where there is none), and what would be right."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}" if self.where else self.says


class BoardError(Exception):
    """A board file that can't be used, with everything that is wrong with it."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = shortened(problems)
        super().__init__("\n".join(f"{file}: {p}" for p in self.problems))


def shortened(problems: list[Problem]) -> list[Problem]:
    """The first hundred, each once, and the number of those left out."""
    different = list(dict.fromkeys(Problem(one_line(p.where), one_line(p.says)) for p in problems))
    more = len(different) - MOST_PROBLEMS
    if more <= 0:
        return different
    return [*different[:MOST_PROBLEMS], Problem("", f"and {more} more things are wrong")]


def one_line(text: str, most: int = 500) -> str:
    """A text on one line of at most some characters: what strangers wrote may hold line breaks, or be endless."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:most])
    return plain if len(text) <= most else f"{plain}…"
