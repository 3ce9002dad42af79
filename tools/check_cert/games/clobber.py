"""Clobber."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import GAMES
from .sided import SidedGame


class Clobber(SidedGame):
    """A position is (black, white, mover), without stones of groups that have one colour."""
    players = ("black", "white")

    def __init__(self, width, height):
        self.weight = 3 * width * height + 10
        self.set_up("clobber", width, height, range(8) if width == height else (0, 2, 4, 6))
        even = sum(1 << c for c in range(self.area) if sum(divmod(c, width)) % 2 == 0)
        self.start = (*self.of_use(even, self.full & ~even), 0)
        self.steps = (-width, -1, 1, width)

    def of_use(self, black, white):
        group, occupied = black & self.beside(white) | white & self.beside(black), black | white
        while True:
            grown = group | self.beside(group) & occupied
            if grown == group:
                return black & group, white & group
            group = grown

    def decode(self, code):
        pos = self.read(code, 2)
        if pos[0] & pos[1] or self.of_use(*pos[:2]) != pos[:2]:
            raise Reject("bad-position", "two stones on a cell, or a group of one colour")
        return pos

    def moves(self, pos):
        own, other = pos[pos[2]], pos[1 - pos[2]]
        ways = (self.up(other) & own, self.right(other) & own, self.leftward(other) & own, other >> self.width & own)
        return sorted(4 * cell + way for way, cells in enumerate(ways) for cell in bits_of(cells))

    def outcome(self, pos):
        return None if pos[pos[2]] & self.beside(pos[1 - pos[2]]) else 1 - pos[2]

    def play(self, pos, mv):
        origin = mv // 4
        target = 1 << origin + self.steps[mv % 4]
        own, other = pos[pos[2]] & ~(1 << origin) | target, pos[1 - pos[2]] & ~target
        return (*self.of_use(*((other, own) if pos[2] else (own, other))), 1 - pos[2])


for width, height in itertools.product(range(1, 11), repeat=2):
    GAMES[f"clobber:width={width},height={height}"] = functools.partial(Clobber, width, height)
