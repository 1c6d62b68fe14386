"""The pause between two players at one machine: it covers the table until the next one sits down."""

from __future__ import annotations

import pygame

from game import fonts
from game.draw_models import draw_side_sign, side_colour, side_number
from game.palette import ink_on
from game.scenes.scene import Change, Pop, Scene
from rules.table import Table


class PassSeat(Scene):
    """Whose turn comes, in that side's colour and with its mark, over the whole window."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def build(self) -> None:
        """One button."""
        rect = pygame.Rect(0, 0, self.px(340), self.px(60))
        rect.center = (self.desk.size[0] // 2, self.desk.size[1] * 4 // 5)
        self.add_button(rect, "Ready  [Enter or Space]", Pop, "@main")

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Goes on at a key."""
        is_ready = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        return Pop() if is_ready else None

    def draw(self, surface: pygame.Surface) -> None:
        """Covers the window."""
        side = self.table.turn.side
        colour = side_colour(self.table, side)
        ink = ink_on(colour)
        surface.fill(colour)
        wide, high = surface.get_size()
        draw_side_sign(surface, (wide / 2, high * 0.29), high / 6, self.table, side_number(self.table, side))
        size = 64
        while size > 20 and fonts.font(size, True).size(side)[0] > wide - 40:
            size -= 4
        for words, points, part in ((side, size, 0.55), (f"Round {self.table.turn.round}: your turn", 26, 0.66)):
            picture = fonts.text(words, points, ink, points == size)
            surface.blit(picture, picture.get_rect(center=(wide // 2, round(high * part))))
        self.gui.draw_ui(surface)
