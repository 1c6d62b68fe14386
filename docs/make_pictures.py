"""Makes the pictures of the README by driving the real window: `python -m docs.make_pictures`. Needs no display."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["TABLE_SAVES"] = tempfile.mkdtemp()  # no saved game of this machine's user is shown, or touched

import pygame

from game.scenes.play import PlayScene
from game.scenes.scene import Scene
from game.scenes.title import first_scene
from tests.game.stage import Stage

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
SIZE = (1280, 800)


def stage_of(board: str) -> Stage:
    """The window open on a board of levels/skirmish, or on the title screen."""
    scene: Scene = first_scene(ROOT / "levels" / "skirmish" / f"{board}.toml" if board else None, None)
    return Stage(scene, SIZE)


def keep(stage: Stage, name: str) -> None:
    """Lets the window settle, with what is worked out beside the game, and keeps its picture."""
    if any(isinstance(scene, PlayScene) for scene in stage.stack.scenes):
        stage.rest()
    stage.frame(90)
    pygame.image.save(stage.surface, IMAGES / f"{name}.png")


def main() -> None:
    """All pictures, one after the other."""
    IMAGES.mkdir(exist_ok=True)
    keep(stage_of(""), "title")

    stage = stage_of("07-the-night-watch")
    stage.key(pygame.K_z)
    stage.key(pygame.K_o)  # the reach, which is shown from the start, would hide the zones
    stage.drag("wick", (7.5, 7.4))
    stage.rest()
    at = stage.px((13, 7.2))
    stage.move(at)
    stage.up(at)
    keep(stage, "refused")

    stage = stage_of("27-roof-chase")
    stage.key(pygame.K_h)
    stage.drag("thief", (10, 7), (20, 7))
    keep(stage, "roof-chase")

    stage = stage_of("00-low-tide")
    stage.key(pygame.K_z)
    stage.drag("wick", (15, 5), (15, 8))
    keep(stage, "low-tide")


if __name__ == "__main__":
    main()
