"""The window: a stack of scenes and the loop that shows the topmost."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pygame

from game.scenes.scene import Change, Desk, Pop, Push, Quit, Replace, Scene
from game.scenes.title import first_scene
from game.settings import read_settings
from rules.saves import saves_folder

NAME = "Movement Table"
USUAL_SIZE = (1280, 800)
LEAST_SIZE = (960, 600)
FRAMES_A_SECOND = 60


class Stack:
    """The scenes, one on another; the topmost takes the events."""

    def __init__(self, desk: Desk, scene: Scene) -> None:
        self.desk = desk
        self.scenes: list[Scene] = []
        self.change(Push(scene))

    def on_event(self, event: pygame.event.Event) -> None:
        """Gives an event to the topmost scene and makes the change that it asks for."""
        if event.type == pygame.QUIT:
            self.scenes.clear()
        elif event.type == pygame.VIDEORESIZE:
            self.resize(event.size)
        elif self.scenes:
            self.change(self.scenes[-1].on_event(event))

    def update(self, seconds: float) -> None:
        """Lets the topmost scene go on by some seconds."""
        if self.scenes:
            self.change(self.scenes[-1].update(seconds))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the topmost scene, and those that can be seen through it."""
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].is_see_through:
            first -= 1
        for scene in self.scenes[max(0, first):]:
            scene.draw(surface)

    def change(self, change: Change | None) -> None:
        """Makes a change that a scene asked for, and what follows from it."""
        while change is not None:
            change = self._changed(change)

    def _changed(self, change: Change) -> Change | None:
        match change:
            case Push(scene):
                self.scenes.append(scene)
                scene.open(self.desk)
            case Pop(then):
                self.scenes.pop().close()
                return then() if then is not None else None
            case Replace(scene):
                for old in self.scenes:
                    old.close()
                self.scenes = [scene]
                scene.open(self.desk)
            case Quit():
                self.scenes.clear()
        return None

    def resize(self, size: tuple[int, int]) -> None:
        """Fits all scenes to the window's new size."""
        self.desk.size = (max(LEAST_SIZE[0], size[0]), max(LEAST_SIZE[1], size[1]))
        for scene in self.scenes:
            scene.resize()


def run(board: Path | None, save: Path | None) -> int:
    """Opens the window on a board, a saved game or the title, and plays until it is closed; the exit status."""
    pygame.display.init()
    pygame.font.init()
    surface = open_display()
    desk = Desk(surface.get_size(), read_settings(saves_folder() / "settings.cfg", usual_word_size()))
    stack = Stack(desk, first_scene(board, save))
    keep_smooth()
    clock = pygame.time.Clock()
    while stack.scenes:
        seconds = clock.tick(FRAMES_A_SECOND) / 1000.0
        for event in pygame.event.get():
            stack.on_event(event)
        stack.update(seconds)
        stack.draw(pygame.display.get_surface() or surface)
        pygame.display.flip()
    pygame.display.quit()
    return 0


def keep_smooth() -> None:
    """Keeps two things from holding up a frame: collecting what was imported for good, and what is worked out beside it."""
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(0.001)


def open_display() -> pygame.Surface:
    """The window's surface, in the screen's own pixels; never larger than the screen."""
    wide, high = pygame.display.get_desktop_sizes()[0]
    factor = usual_word_size()
    size = (min(round(USUAL_SIZE[0] * factor), wide), min(round(USUAL_SIZE[1] * factor), high))
    pygame.display.set_caption(NAME)
    return pygame.display.set_mode(size, pygame.RESIZABLE)


def usual_word_size() -> float:
    """How large words are where nobody has chosen: larger on screens of many pixels."""
    high = max((size[1] for size in pygame.display.get_desktop_sizes()), default=0)
    return 2.0 if high >= 2100 else 1.5 if high >= 1580 else 1.25 if high >= 1300 else 1.0
