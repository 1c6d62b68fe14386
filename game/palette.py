"""The colours of the table. No meaning hangs on colour alone: each has a shape, hatching or words beside it."""

import colorsys

Colour = tuple[int, int, int]

# Okabe and Ito's colours, told apart by people with any kind of colour vision.
ORANGE: Colour = (230, 159, 0)
SKY: Colour = (86, 180, 233)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
BLUE: Colour = (0, 114, 178)
VERMILLION: Colour = (213, 94, 0)
PURPLE: Colour = (204, 121, 167)
BLACK: Colour = (0, 0, 0)

SIDE_COLOURS: tuple[Colour, ...] = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY)
"""The sides' colours in the order in which a board lists them, where it names none."""

SURROUND: Colour = (27, 30, 34)
MAT: Colour = (98, 107, 98)
MAT_EDGE: Colour = (22, 25, 24)
GRID: Colour = (226, 236, 222)
INK: Colour = (24, 27, 30)
PAPER: Colour = (247, 246, 240)
LOW_TONE: Colour = (139, 131, 113)
HIGH_TONE: Colour = (236, 229, 212)
WALL_TONE: Colour = (112, 96, 82)
PIT: Colour = (30, 31, 36)
PIT_LINES: Colour = (84, 88, 98)
SOLID: Colour = (58, 54, 58)
SOLID_LINES: Colour = (128, 118, 118)
LADDER: Colour = (245, 196, 92)
DOOR: Colour = (245, 196, 92)
LEGAL: Colour = (96, 226, 176)
OFFENCE: Colour = (255, 106, 30)

BADGE: Colour = (255, 236, 179)

HIGHEST = 8.0
"""Inches at which a feature has the lightest tone."""


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """The colour at a part (0 to 1) of the way from one to the other."""
    part = min(1.0, max(0.0, part))
    return (
        round(one[0] + (other[0] - one[0]) * part),
        round(one[1] + (other[1] - one[1]) * part),
        round(one[2] + (other[2] - one[2]) * part),
    )


def from_hex(text: str, default: Colour = SKY) -> Colour:
    """The colour of #RRGGBB; the default where the text is none."""
    digits = text.removeprefix("#")
    try:
        value = int(digits, 16)
    except ValueError:
        return default
    if len(digits) != 6:
        return default
    return (value >> 16 & 255, value >> 8 & 255, value & 255)


def tone_of_height(top: float) -> Colour:
    """The tone of a surface so many inches above the ground: the higher, the lighter."""
    return mix(LOW_TONE, HIGH_TONE, (max(0.0, top) / HIGHEST) ** 0.6)


def lightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 1."""
    r, g, b = (c / 255.0 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ink_on(colour: Colour) -> Colour:
    """Dark or light, whichever is read better on a colour."""
    return INK if lightness(colour) > 0.42 else PAPER


def vivid(colour: Colour) -> Colour:
    """The same hue, light enough to stand out on the mat."""
    h, lum, s = colorsys.rgb_to_hls(*(c / 255.0 for c in colour))
    r, g, b = colorsys.hls_to_rgb(h, max(lum, 0.62), s)
    return (round(r * 255), round(g * 255), round(b * 255))
