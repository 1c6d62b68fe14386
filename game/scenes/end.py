"""The end of a game: the scores, and where to go from here."""

from __future__ import annotations

import pygame

from game import fonts
from game.draw_models import draw_side_sign, side_colour, side_number
from game.palette import PAPER, ink_on
from game.saving import played_again
from game.scenes.dialogs import ENTER, Dialog
from game.scenes.scene import Change, Pop, Replace
from game.session import Session


class EndScene(Dialog):
    """Scores by side, the number of rounds, and three ways on."""

    wide = 640

    def __init__(self, session: Session) -> None:
        self.session = session
        self.high = 190 + 58 * len(session.table.sides)

    def build(self) -> None:
        """The title and the buttons; the scores are drawn."""
        super().build()
        self.add_title(f"The game is over after {self.session.table.turn.round} rounds")
        self.add_label(
            pygame.Rect(self.inside.x, self.inside.y + self.px(32), self.inside.w, self.px(26)), self.verdict(), "@quiet"
        )
        self.add_choices(
            [("Look at the table  [Enter]", Pop, "@main"), ("Play again", self.again, ""), ("Title", self.title, "")]
        )

    def verdict(self) -> str:
        """Who won, in words."""
        scores = self.session.table.scores
        best = max((scores.get(s.name, 0) for s in self.session.table.sides), default=0)
        first = [s.name for s in self.session.table.sides if scores.get(s.name, 0) == best]
        return f"Won by {first[0]}." if len(first) == 1 else f"A draw: {' and '.join(first)}."

    def again(self) -> Change:
        """The same board from its start."""
        from game.scenes.play import PlayScene

        return Replace(PlayScene(played_again(self.session)))

    def title(self) -> Change:
        """To the title."""
        from game.scenes.title import TitleScene

        return Replace(TitleScene())

    def on_input(self, event: pygame.event.Event) -> Change | None:
        """Enter or Esc looks at the table."""
        is_key = event.type == pygame.KEYDOWN and event.key in (*ENTER, pygame.K_ESCAPE)
        return Pop() if is_key else None

    def draw(self, surface: pygame.Surface) -> None:
        """The box and a bar for each side."""
        super().draw(surface)
        table = self.session.table
        top = self.inside.y + self.px(68)
        for side in table.sides:
            colour = side_colour(table, side.name)
            bar = pygame.Rect(self.inside.x, top, self.inside.w, self.px(50))
            pygame.draw.rect(surface, colour, bar, border_radius=self.px(4))
            ink = ink_on(colour)
            draw_side_sign(surface, (bar.x + bar.h / 2, bar.centery), bar.h * 0.36, table, side_number(table, side.name))
            name = fonts.text(side.name, 22, ink, True)
            score = fonts.text(str(table.scores.get(side.name, 0)), 30, ink, True)
            surface.blit(name, name.get_rect(midleft=(bar.x + bar.h + self.px(4), bar.centery)))
            surface.blit(score, score.get_rect(midright=(bar.right - self.px(16), bar.centery)))
            pygame.draw.rect(surface, PAPER, bar, 1, border_radius=self.px(4))
            top += self.px(58)
