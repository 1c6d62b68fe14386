"""Saved games of these tests go to a folder of their own."""

from pathlib import Path

import pytest

from game import searching


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("TABLE_SAVES", str(folder))
    return folder


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames wait for what is offered, however slow the machine is; tests of a search beside the game set that anew."""
    for name in ("MOVING", "RESTING", "DROPPED"):
        monkeypatch.setattr(searching, name, 20.0)
