"""Drives the real window by posted events, under SDL's dummy driver: no screen, no mouse, no keyboard."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.scenes.play import PlayScene
from game.scenes.scene import Desk, Scene
from game.scenes.title import first_scene
from game.settings import Settings
from game.window import Stack
from physics.vectors import Point

YARD = Path(__file__).with_name("yard.toml")
Pixel = tuple[int, int]


class Stage:
    """A window with a scene in it, and hands that move the mouse and press keys."""

    def __init__(self, scene: Scene | None = None, size: tuple[int, int] = (1280, 800), settings: Settings | None = None) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.event.clear()
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.desk = Desk(size, settings if settings is not None else Settings())
        self.stack = Stack(self.desk, scene if scene is not None else first_scene(YARD, None))
        self.frame()

    def frame(self, count: int = 1, seconds: float = 1 / 60) -> None:
        """Lets frames go by: events, update, drawing."""
        for _ in range(count):
            for event in pygame.event.get():
                self.stack.on_event(event)
            self.stack.update(seconds)
            self.stack.draw(self.surface)

    def rest(self, seconds: float = 20.0) -> None:
        """Lets frames go by until nothing is worked out beside the game any more."""
        self.frame()
        until = pygame.time.get_ticks() + 1000.0 * seconds
        while self.scene.play.is_busy:
            assert pygame.time.get_ticks() < until, "something is still being worked out"
            pygame.time.wait(5)
            self.frame()
        self.frame()

    def post(self, kind: int, **what: object) -> None:
        """Posts an event and lets a frame go by, and two more for what the widgets post in answer."""
        pygame.event.post(pygame.event.Event(kind, **what))
        self.frame(3)

    @property
    def top(self) -> Scene:
        """The scene on top."""
        return self.stack.scenes[-1]

    @property
    def scene(self) -> PlayScene:
        """The scene of the table, wherever it is in the stack."""
        return next(s for s in self.stack.scenes if isinstance(s, PlayScene))

    def px(self, at: Point) -> Pixel:
        """The pixel of a point of the table."""
        assert self.scene.camera is not None
        x, y = self.scene.camera.to_screen(at)
        return (round(x), round(y))

    def middle(self, model_id: str) -> Point:
        """Where a model stands."""
        return self.scene.play.table.model(model_id).standing.at

    def move(self, to: Pixel) -> None:
        """Moves the mouse."""
        self.post(pygame.MOUSEMOTION, pos=to, rel=(0, 0), buttons=(0, 0, 0))

    def down(self, at: Pixel, button: int = 1) -> None:
        """Presses a mouse button."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=button)

    def up(self, at: Pixel, button: int = 1) -> None:
        """Lets a mouse button go."""
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=button)

    def click(self, at: Pixel, button: int = 1) -> None:
        """Moves there and clicks."""
        self.move(at)
        self.down(at, button)
        self.up(at, button)

    def key(self, code: int, mod: int = 0, unicode: str = "") -> None:
        """Presses a key and lets it go."""
        self.post(pygame.KEYDOWN, key=code, mod=mod, unicode=unicode)
        self.post(pygame.KEYUP, key=code, mod=mod)

    def drag(self, model_id: str, *points: Point) -> Pixel:
        """Presses on a model and moves to each point, the last without letting go; the last pixel."""
        start = self.px(self.middle(model_id))
        self.move(start)
        self.down(start)
        at = start
        for point in points:
            at = self.px(point)
            self.move(((start[0] + at[0]) // 2, (start[1] + at[1]) // 2))
            self.move(at)
        return at

    def carry(self, model_id: str, to: Point) -> None:
        """Drags a model to a point and lets go."""
        self.up(self.drag(model_id, to))

    def click_button(self, words: str) -> None:
        """Clicks the button of the topmost scene whose words begin so."""
        button = next(b for b in self.top._presses if b.text.startswith(words))
        x, y = button.rect.center
        self.click((x, y))

    def press_until_table(self) -> None:
        """Answers questions and pauses with Enter until the table is on top."""
        for _ in range(6):
            if self.top is self.scene:
                return
            self.key(pygame.K_RETURN)
