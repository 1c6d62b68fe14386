"""Saved games of these tests go to a folder of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("TABLE_SAVES", str(folder))
    return folder
