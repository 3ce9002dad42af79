"""Games of k in a row: Go-Moku by its rules but renju's, and m,n,k-games."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of, set_of
from .board import rows_text, square_map
from .game import GAMES
from .lines import LineGame


class RowGame(LineGame):
    """The first k stones in a row win; exactly k by the rule `standard`. With the professional opening it is no game of lines,
    since not every empty cell may be taken."""
    players = ("black", "white")
    DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, name, width, height, k, rule, professional=False):
        self.name, self.width, self.height, self.k, self.exactly = name, width, height, k, rule == "standard"
        points = [(r, c) for r in range(height) for c in range(width)]
        # For each direction, how much higher the number of the next cell is, and the cells that have a next one.
        self.steps = [(dr * width + dc, set_of(self.number(r, c) for r, c in points if self.inside(r + dr, c + dc)))
                      for dr, dc in self.DIRECTIONS]
        if width == height:
            images = [[square_map(m, p, width - 1) for p in points] for m in range(8)]
        else:
            images = [[(height - 1 - r if m & 1 else r, width - 1 - c if m & 2 else c) for r, c in points]
                      for m in range(4)]
        rows = sorted({row for point in points for row in self.rows_from(*point)})
        self.set_up(width * height, rows, [[self.number(*p) for p in image] for image in images])
        self.professional = professional
        if professional:
            self.rows = None
            around = lambda n: range(width // 2 - n, width // 2 + n + 1)
            self.centre, self.three, self.five = (set_of(self.number(r, c) for r in around(n) for c in around(n)) for n in range(3))

    def number(self, row, column):
        return self.width * row + column

    def inside(self, row, column):
        return 0 <= row < self.height and 0 <= column < self.width

    def rows_from(self, row, column):
        """The lines that begin on a cell, each with its border."""
        for dr, dc in self.DIRECTIONS:
            line, border = [], []
            for n in range(-1, self.k + 1):
                r, c = row + n * dr, column + n * dc
                if self.inside(r, c):
                    (line if 0 <= n < self.k else border).append(self.number(r, c))
            if len(line) == self.k:
                yield set_of(line), set_of(border) if self.exactly else 0

    def has_row(self, stones, exactly=False):
        """Whether the set holds k cells in a row, and not more if `exactly`."""
        for step, inside in self.steps:
            starts = stones
            for _ in range(self.k - 1):
                starts = stones & starts >> step & inside
            if exactly and starts:
                longer = stones & starts >> step & inside           # starts of k + 1
                starts &= ~longer & ~((stones & inside) << step)    # and those with one more cell before them
            if starts:
                return True
        return False

    def won(self, stones):
        return self.has_row(stones, self.exactly)

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        empty = self.full & ~(pos[0] | pos[1])
        if self.professional:
            ply = (pos[0] | pos[1]).bit_count()
            if ply < 3:
                empty &= (self.centre, self.three, ~self.five)[ply]
        return bits_of(empty)

    def is_legal(self, pos, mv):
        return mv in self.moves(pos) if self.professional else super().is_legal(pos, mv)

    def winner_of(self, claim):
        """Who wins if somebody does, for the claim to hold or to fail."""
        return claim.player if claim.goal == 0 else 1 - claim.player

    def decided(self, pos, claim):
        """A player who has no room for a row any more does not win."""
        if claim.goal > 1:
            return None
        room = self.full & ~pos[1 - self.winner_of(claim)]
        return None if self.has_row(room) else claim.goal == 1

    def telling(self, pos, claim):
        """Nothing if the stone is the winner's own. Another one must be on any row that there is room for."""
        winner = self.winner_of(claim)
        if self.decided(pos, claim) is None and self.to_move(pos) == winner:
            return 0
        return next((line for line in self.lines if not line & pos[1 - winner]), self.full)

    def read(self, code):
        """The sets of stones of an encoding."""
        number = int.from_bytes(code, "little")
        if len(code) != (self.cells + 3) // 4 or number >> 2 * self.cells:
            raise Reject("bad-position", "not the length of an encoding")
        values = [number >> 2 * c & 3 for c in range(self.cells)]
        if 3 in values:
            raise Reject("bad-position", "a cell of no kind")
        return tuple(set_of(c for c in range(self.cells) if values[c] == who) for who in (1, 2))

    def decode(self, code):
        pos = self.read(code)
        black, white = pos
        if black.bit_count() - white.bit_count() not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        if self.professional and (black and not black & self.centre or white and not white & self.three
                                  or black.bit_count() > 1 and not black & ~self.five):
            raise Reject("bad-position", "not the professional opening")
        mover = self.to_move(pos)
        if self.lines_of[mover].won(pos[mover]):
            raise Reject("bad-position", "the side to move has won")
        last, won = pos[1 - mover], self.lines_of[1 - mover].won
        if won(last) and all(won(last & ~(1 << c)) for c in bits_of(last)):
            raise Reject("bad-position", "no single stone has won")
        return pos

    def encode(self, pos):
        number = sum(who << 2 * c for who, stones in zip((1, 2), pos) for c in bits_of(stones))
        return number.to_bytes((self.cells + 3) // 4, "little")

    def text(self, pos):
        return "start" if pos == self.start else rows_text(self.width, self.height, pos)


for size in range(5, 21):
    for rule, opening in (("freestyle", "free"), ("freestyle", "professional"), ("standard", "free"), ("standard", "professional")):
        name = f"gomoku:size={size},rule={rule},opening={opening}"
        if opening == "professional":
            if size >= 7 and size % 2:
                GAMES[name] = functools.partial(RowGame, name, size, size, 5, rule, True)
        else:
            GAMES[name] = functools.partial(RowGame, name, size, size, 5, rule)
for width, height, k in itertools.product(range(1, 21), repeat=3):
    for rule in ("freestyle", "standard"):
        name = f"mnk:width={width},height={height},k={k},rule={rule}"
        GAMES[name] = functools.partial(RowGame, name, width, height, k, rule)
