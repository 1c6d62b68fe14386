"""Small scenes on top of another: a message, a question, a name for a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from pygame_gui.elements import UITextEntryLine

from game.gui import html, show_end
from game.palette import PAPER, SURROUND
from game.scenes.scene import Change, Pop, Press, Push, Scene

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Dialog(Scene):
    """A box in the middle of the window, over a darkened scene."""

    is_see_through = True
    wide, high = 560, 230

    def build(self) -> None:
        """The box, its title and its words; its kinds add the rest."""
        wide, high = min(self.px(self.wide), self.desk.size[0] - 20), min(self.px(self.high), self.desk.size[1] - 20)
        self.box = pygame.Rect(0, 0, wide, high)
        self.box.center = (self.desk.size[0] // 2, self.desk.size[1] // 2)
        self.inside = self.box.inflate(-self.px(28), -self.px(24))

    def add_title(self, words: str) -> None:
        """The title, at the top of the box."""
        self.add_label(pygame.Rect(self.inside.x, self.inside.y, self.inside.w, self.px(30)), words, "@heading")

    def add_words(self, words: str, high: int) -> None:
        """The words under the title."""
        lines = html(words).replace("\n", "<br>")
        self.add_text(pygame.Rect(self.inside.x, self.inside.y + self.px(38), self.inside.w, high), lines)

    def add_choices(self, choices: list[tuple[str, Press, str]]) -> None:
        """Buttons at the bottom of the box, from the right."""
        right = self.inside.right
        for words, press, look in choices:
            wide = self.px(max(110, 22 + 9 * len(words)))
            self.add_button(pygame.Rect(right - wide, self.inside.bottom - self.px(36), wide, self.px(36)), words, press, look)
            right -= wide + self.px(8)

    def draw(self, surface: pygame.Surface) -> None:
        """Darkens what is below and draws the box."""
        shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        shade.fill((0, 0, 0, 150))
        surface.blit(shade, (0, 0))
        pygame.draw.rect(surface, SURROUND, self.box, border_radius=self.px(8))
        pygame.draw.rect(surface, PAPER, self.box, 2, border_radius=self.px(8))
        self.gui.draw_ui(surface)


class Message(Dialog):
    """Says something; any of Enter, Space, Esc or the button closes it."""

    high = 260

    def __init__(self, title: str, words: str) -> None:
        self.title = title
        self.words = words

    def build(self) -> None:
        """The words and one button."""
        super().build()
        self.add_title(self.title)
        self.add_words(self.words, self.inside.h - self.px(84))
        self.add_choices([("Close  [Enter]", Pop, "@main")])

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Closes on a key."""
        if event.type == pygame.KEYDOWN and event.key in (*ENTER, pygame.K_SPACE, pygame.K_ESCAPE):
            return Pop()
        return None


class Confirm(Dialog):
    """Asks before something is done: Enter does it, Esc does not."""

    def __init__(self, title: str, words: str, yes: str, then: Callable[[], Change | None]) -> None:
        self.title = title
        self.words = words
        self.yes = yes
        self.then = then

    def build(self) -> None:
        """The question and two buttons."""
        super().build()
        self.add_title(self.title)
        self.add_words(self.words, self.inside.h - self.px(84))
        self.add_choices([(f"{self.yes}  [Enter]", lambda: Pop(self.then), "@main"), ("No  [Esc]", Pop, "")])

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Enter says yes, Esc says no."""
        if event.type != pygame.KEYDOWN:
            return None
        if event.key in ENTER:
            return Pop(self.then)
        return Pop() if event.key == pygame.K_ESCAPE else None


class NameFile(Dialog):
    """Asks for a file's name and writes it; never over another file without asking."""

    high = 250

    def __init__(self, title: str, file: Path, write: Callable[[Path], str]) -> None:
        self.title = title
        self.file = file
        self.suffix = file.suffix
        self.write = write
        self.trouble = ""

    def build(self) -> None:
        """A field for the name, and what is wrong with it."""
        super().build()
        self.add_title(self.title)
        line = pygame.Rect(self.inside.x, self.inside.y + self.px(44), self.inside.w, self.px(38))
        self.field = UITextEntryLine(line, self.gui, initial_text=str(self.file))
        self.gui.set_focus_set(self.field)
        show_end(self.field)
        below = pygame.Rect(self.inside.x, line.bottom + self.px(4), self.inside.w, self.px(56))
        self.says = self.add_text(below, html(self.trouble) or "The whole name of the file, with its folder.")
        self.add_choices([("Save  [Enter]", self.save, "@main"), ("Cancel  [Esc]", Pop, "")])

    def on_event(self, event: pygame.event.Event) -> Change | None:
        """Enter saves, Esc does not; all else is typed into the field."""
        if event.type == pygame.KEYDOWN and event.key in ENTER:
            return self.save()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return Pop()
        change = super().on_event(event)
        self.file = Path(self.field.get_text())
        return change

    def save(self) -> Change | None:
        """Writes the file, or asks first when there is one of that name."""
        name = self.field.get_text().strip()
        if not name:
            self.say("A file needs a name.")
            return None
        file = Path(name).expanduser()
        if file.suffix != self.suffix:
            file = file.with_name(file.name + self.suffix)
        if file.is_dir():
            self.say(f"{file} is a folder.")
            return None
        if file.exists():
            words = f"There is a file {file} already. Write over it?"
            return Push(Confirm("Write over it?", words, "Write over", lambda: self.written(file)))
        return self.written(file)

    def written(self, file: Path) -> Change | None:
        """Writes the file; stays, and says why, when that did not work."""
        trouble = self.write(file)
        if trouble:
            self.say(trouble)
            return None
        whole = file.absolute()
        return Pop(lambda: Push(Message("Saved", f"{whole.name}\nin {whole.parent}")))

    def say(self, words: str) -> None:
        """Says what is wrong."""
        self.trouble = words
        self.says.set_text(html(words))
