"""What a player has chosen for good: the pass-the-seat pause and the size of words. Kept beside the saved games."""

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

WORD_SIZES = (1.0, 1.25, 1.5, 2.0)
"""How much larger than usual words and buttons can be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices; a file that can't be read counts as none."""

    pass_the_seat: bool = False
    word_size: float = 1.0
    file: Path | None = None

    def saved(self) -> "Settings":
        """The same settings, written to their file when they have one; a disk that refuses loses no game."""
        if self.file is not None:
            data = {key: value for key, value in asdict(self).items() if key != "file"}
            with contextlib.suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
                fresh = self.file.with_name(self.file.name + ".new")
                fresh.write_text(json.dumps(data), encoding="utf-8")
                os.replace(fresh, self.file)
        return self


def read_settings(file: Path, usual_word_size: float = 1.0) -> Settings:
    """The settings of a file; the usual ones for whatever is missing or makes no sense in it."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        data = {}
    if not isinstance(data, dict):
        data = {}
    size = data.get("word_size")
    return Settings(
        pass_the_seat=data.get("pass_the_seat") is True,
        word_size=size if isinstance(size, float) and size in WORD_SIZES else usual_word_size,
        file=file,
    )
