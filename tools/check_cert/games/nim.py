"""Nim."""

import functools
import itertools

from ..reject import Reject
from .game import GAMES, Game


class Nim(Game):
    """A position is (the sizes of the heaps, mover)."""
    players = ("first-player", "second-player")
    maps = 1

    def __init__(self, heaps, first, step, last):
        self.name = f"nim:heaps={heaps},first={first},step={step},last={last}"
        self.start = tuple(first + step * heap for heap in range(heaps)), 0
        self.most = self.start[0][-1]
        self.last_wins = last == "wins"

    def decode(self, code):
        if len(code) != len(self.start[0]) + 1 or code[-1] > 1 or max(code[:-1]) > self.most:
            raise Reject("bad-position", "not the sizes of the heaps and a side to move")
        return tuple(code[:-1]), code[-1]

    def encode(self, pos):
        return bytes((*pos[0], pos[1]))

    def to_move(self, pos):
        return pos[1]

    def outcome(self, pos):
        if any(pos[0]):
            return None
        return 1 - pos[1] if self.last_wins else pos[1]

    def moves(self, pos):
        return [16 * heap + left for heap, size in enumerate(pos[0]) for left in range(size)]

    def play(self, pos, mv):
        heaps = list(pos[0])
        heaps[mv // 16] = mv % 16
        return tuple(heaps), 1 - pos[1]

    def image(self, pos, m):
        return pos

    def text(self, pos):
        return "start" if pos == self.start else f"{','.join(map(str, pos[0]))}:{pos[1] + 1}"


for keys in itertools.product(range(1, 7), range(1, 6), range(3), ("wins", "loses")):
    GAMES["nim:heaps=%s,first=%s,step=%s,last=%s" % keys] = functools.partial(Nim, *keys)
