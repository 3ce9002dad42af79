"""Breakthrough."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import GAMES
from .sided import SidedGame


class Breakthrough(SidedGame):
    """A position is (white, black, mover)."""
    players = ("white", "black")

    def __init__(self, width, height):
        self.set_up("breakthrough", width, height, (0, 4))
        rows = (1 << 2 * width) - 1
        self.goals = (((1 << width) - 1) << width * (height - 1), (1 << width) - 1)
        self.start = (rows, rows << width * (height - 2), 0)

    def has_won(self, pos, player):
        return bool(pos[player] & self.goals[player]) or not pos[1 - player]

    def decode(self, code):
        pos = self.read(code, 2)
        mover = pos[2]
        if pos[0] & pos[1] or max(pos[0].bit_count(), pos[1].bit_count()) > 2 * self.width:
            raise Reject("bad-position", "two men on a cell, or too many men")
        if self.has_won(pos, mover) or not pos[1 - mover]:
            raise Reject("bad-position", "the side to move has won, or the other has no men")
        return pos

    def outcome(self, pos):
        return 1 - pos[2] if self.has_won(pos, 1 - pos[2]) else None

    def moves(self, pos):
        own, other, found = pos[pos[2]], pos[1 - pos[2]], []
        step = -self.width if pos[2] else self.width
        for cell in bits_of(own):
            column = cell % self.width
            for aside in (-1, 0, 1):
                to = cell + step + aside
                if 0 <= column + aside < self.width and not own >> to & 1 and (aside or not other >> to & 1):
                    found.append(64 * cell + to)
        return found

    def play(self, pos, mv):
        own, other, to = pos[pos[2]] & ~(1 << mv // 64) | 1 << mv % 64, pos[1 - pos[2]] & ~(1 << mv % 64), 1 - pos[2]
        return (other, own, to) if pos[2] else (own, other, to)


for width, height in itertools.product(range(2, 9), range(4, 9)):
    GAMES[f"breakthrough:width={width},height={height}"] = functools.partial(Breakthrough, width, height)
