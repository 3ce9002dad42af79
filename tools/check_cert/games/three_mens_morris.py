"""Three men's morris."""

import functools
import itertools

from ..reject import Reject
from .board import square_map
from .game import DRAW, GAMES, Game


class ThreeMensMorris(Game):
    """A position is its encoding: nine points (0 empty, 1 first player, 2 second), then the side to move (0, 1)."""
    players = ("first-player", "second-player")
    maps = 8
    repeats = True
    start = bytes(10)
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, moves, opening):
        self.name = f"three-mens-morris:moves={moves},opening={opening}"
        self.no_centre = opening == "no-centre"
        self.reach = [[t for t in range(9) if t != f and (moves == "any" or self.neighbours(f, t))] for f in range(9)]
        self.map_tables = [[3 * r + c for r, c in (square_map(m, divmod(p, 3)) for p in range(9))] for m in range(8)]

    @staticmethod
    def neighbours(a, b):
        """One step along a row or a column, or between the centre and a corner."""
        (row_a, column_a), (row_b, column_b) = divmod(a, 3), divmod(b, 3)
        rows, columns = abs(row_a - row_b), abs(column_a - column_b)
        return rows + columns == 1 or rows == columns == 1 and 4 in (a, b)

    def decode(self, code):
        pos = bytes(code)
        if len(pos) != 10 or any(b > 2 for b in pos[:9]) or pos[9] > 1:
            raise Reject("bad-position", "not nine points and a side")
        first, second = pos[:9].count(1), pos[:9].count(2)
        if first > 3 or second > 3 or first + second < 6 and first - second != pos[9]:
            raise Reject("bad-position", "the numbers of men do not fit")
        rows = [self.has_row(pos, player) for player in (0, 1)]
        if rows[0] and rows[1] or rows[pos[9]]:
            raise Reject("bad-position", "three in a row of a player who cannot have moved last")
        if self.no_centre and first == 1 and pos[4] == 1:
            raise Reject("bad-position", "the first man is on the centre")
        return pos

    def encode(self, pos):
        return pos

    def has_row(self, pos, player):
        man = player + 1
        return any(pos[a] == pos[b] == pos[c] == man for a, b, c in self.lines)

    def to_move(self, pos):
        return pos[9]

    def outcome(self, pos):
        other = 1 - pos[9]
        return other if self.has_row(pos, other) or not self.steps(pos) else None

    def moves(self, pos):
        return [] if self.has_row(pos, 1 - pos[9]) else self.steps(pos)

    def steps(self, pos):
        """The moves of the side to move if the game is not over by three in a row."""
        empty = [p for p in range(9) if pos[p] == 0]
        if len(empty) > 3:                          # fewer than six men: place one
            return [p for p in empty if p != 4] if self.no_centre and len(empty) == 9 else empty
        own = [p for p in range(9) if pos[p] == pos[9] + 1]
        return [9 * (f + 1) + t for f in own for t in self.reach[f] if pos[t] == 0]

    def play(self, pos, mv):
        board = bytearray(pos)
        if mv < 9:
            to = mv
        else:
            origin, to = mv // 9 - 1, mv % 9
            board[origin] = 0
        board[to] = pos[9] + 1
        board[9] = 1 - pos[9]
        return bytes(board)

    def image(self, pos, m):
        board = bytearray(pos)
        for point, goes_to in enumerate(self.map_tables[m]):
            board[goes_to] = pos[point]
        return bytes(board)

    def conversion_class(self, pos):
        return 9 - pos[:9].count(0)

    def endless(self, number):
        return DRAW, 0

    def text(self, pos):
        return "start" if pos == self.start else "".join(".12"[b] for b in pos[:9]) + "/" + "12"[pos[9]]


for keys in itertools.product(("adjacent", "any"), ("free", "no-centre")):
    GAMES["three-mens-morris:moves=%s,opening=%s" % keys] = functools.partial(ThreeMensMorris, *keys)
