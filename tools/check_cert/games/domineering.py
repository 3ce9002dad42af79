"""Domineering."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .board import rows_text
from .game import GAMES, LEGAL
from .sided import SidedGame


class Domineering(SidedGame):
    """A position is (the free cells that a domino can still cover, mover)."""
    players = ("vertical", "horizontal")

    def __init__(self, width, height):
        self.weight = 3 * width * height + 10
        self.set_up("domineering", width, height, (0, 2, 4, 6))
        self.start = (self.of_use(self.full), 0)
        self.judged = functools.lru_cache(maxsize=16 * LEGAL)(self.judge)

    def of_use(self, free):
        return free & self.beside(free)

    def dominoes(self, free, player):
        """The lower or left cells of a player's dominoes."""
        return free & self.leftward(free) if player else free & free >> self.width

    def decode(self, code):
        pos = self.read(code, 1)
        if self.of_use(pos[0]) != pos[0]:
            raise Reject("bad-position", "a cell that no domino can cover")
        return pos

    def outcome(self, pos):
        return None if self.dominoes(*pos) else 1 - pos[1]

    def moves(self, pos):
        return [2 * cell + pos[1] for cell in bits_of(self.dominoes(*pos))]

    def play(self, pos, mv):
        domino = 1 << mv // 2
        domino |= domino << (1 if mv & 1 else self.width)
        return self.of_use(pos[0] & ~domino), 1 - pos[1]

    def runs(self, cells, player):
        """How long the rows of neighbouring cells are, along the player's dominoes."""
        lengths = []
        for line in range(self.height if player else self.width):
            run = 0
            for at in range(self.width if player else self.height):
                if cells >> (self.width * line + at if player else self.width * at + line) & 1:
                    run += 1
                else:
                    lengths.append(run)
                    run = 0
            lengths.append(run)
        return lengths

    def reach(self, free, player):
        low = self.dominoes(free, player)
        return low | (self.right(low) if player else self.up(low))

    def judge(self, pos):
        """Who wins however both go on, or None."""
        reach = [self.reach(pos[0], player) for player in (0, 1)]
        for player in (0, 1):
            least = sum((n + 1) // 3 for n in self.runs(reach[player] & ~reach[1 - player], player))
            most = sum(n // 2 for n in self.runs(reach[1 - player], 1 - player))
            if least + (pos[1] != player) > most:
                return player
        return None

    def decided(self, pos, claim):
        winner = self.judged(pos)
        return None if winner is None else claim.fulfilled(winner, 0)

    def drawn(self, pos):
        return rows_text(self.width, self.height, (self.full & ~pos[0], 0))


for width, height in itertools.product(range(1, 11), repeat=2):
    GAMES[f"domineering:width={width},height={height}"] = functools.partial(Domineering, width, height)
