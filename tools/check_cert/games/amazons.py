"""The Game of the Amazons."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import GAMES
from .sided import SidedGame


class Amazons(SidedGame):
    """A position is (white, black, burnt, mover)."""
    players = ("white", "black")
    weight = 30

    def __init__(self, width, height):
        self.set_up("amazons", width, height, range(8) if width == height else (0, 2, 4, 6))
        x, y = (width - 1) // 3, (height - 1) // 3
        white = {(0, x), (0, width - 1 - x)} | ({(y, 0), (y, width - 1)} if min(width, height) >= 7 else set())
        self.start = (sum(1 << width * row + column for row, column in white),
                      sum(1 << width * (height - 1 - row) + column for row, column in white), 0, 0)
        self.rays = [[self.ray(*divmod(cell, width), up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
                     for cell in range(self.area)]

    def ray(self, row, column, up, right):
        cells, row, column = [], row + up, column + right
        while 0 <= row < self.height and 0 <= column < self.width:
            cells.append(self.width * row + column)
            row, column = row + up, column + right
        return cells

    def decode(self, code):
        pos = white, black, burnt, _ = self.read(code, 3)
        if white & black or (white | black) & burnt or not all(1 <= men.bit_count() <= 4 for men in (white, black)):
            raise Reject("bad-position", "two things on a cell, or not from one to four amazons")
        return pos

    def reach(self, cell, in_the_way):
        for ray in self.rays[cell]:
            for at in ray:
                if in_the_way >> at & 1:
                    break
                yield at

    def shots(self, pos):
        in_the_way = pos[0] | pos[1] | pos[2]
        for origin in bits_of(pos[pos[3]]):
            for to in self.reach(origin, in_the_way):
                for burnt in self.reach(to, in_the_way & ~(1 << origin)):
                    yield (origin * self.area + to) * self.area + burnt

    def moves(self, pos):
        return sorted(self.shots(pos))

    def outcome(self, pos):
        return None if next(self.shots(pos), None) is not None else 1 - pos[3]

    def play(self, pos, mv):
        origin, to, burnt = mv // self.area ** 2, mv // self.area % self.area, mv % self.area
        amazons = list(pos[:2])
        amazons[pos[3]] ^= 1 << origin | 1 << to
        return (*amazons, pos[2] | 1 << burnt, 1 - pos[3])

    def drawn(self, pos):
        letters = ["x" if pos[0] >> c & 1 else "o" if pos[1] >> c & 1 else ".#"[pos[2] >> c & 1] for c in range(self.area)]
        rows = ["".join(letters[self.width * row:self.width * (row + 1)]) for row in range(self.height)]
        return "/".join(reversed(rows))


for width, height in itertools.product(range(3, 11), repeat=2):
    GAMES[f"amazons:width={width},height={height}"] = functools.partial(Amazons, width, height)
