"""Othello."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .board import square_map
from .game import DRAW, GAMES, LEGAL, Game


class Othello(Game):
    """A position is (black, white, mover): the sets of squares with discs of either, and who is to move. In a set the square
    (row, column) is bit size * row + column, rows from the top."""
    players = ("black", "white")
    maps = 8
    cost = 60
    has_scores = True
    weight = 100

    def __init__(self, size, empty):
        self.name = f"othello:size={size},empty={empty}"
        self.size, self.winner_takes = size, empty == "winner"
        self.area = size * size
        self.full = (1 << self.area) - 1
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        # For each square and axis: the squares beyond it in one direction and in the other, the nearest first.
        self.axes = [[(self.beyond(s, dr, dc), self.beyond(s, -dr, -dc)) for dr, dc in steps] for s in range(self.area)]
        low, high = size // 2 - 1, size // 2
        black, white = ((low, high), (high, low)), ((low, low), (high, high))
        self.start = (*(sum(1 << size * r + c for r, c in squares) for squares in (black, white)), 0)
        points = [divmod(s, size) for s in range(self.area)]
        self.map_tables = [[size * r + c for r, c in (square_map(m, p, size - 1) for p in points)] for m in range(8)]
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)

    def beyond(self, square, dr, dc):
        row, column = divmod(square, self.size)
        cells = []
        while 0 <= row + dr < self.size and 0 <= column + dc < self.size:
            row, column = row + dr, column + dc
            cells.append(self.size * row + column)
        return cells

    def decode(self, code):
        number = int.from_bytes(code[:-1], "little")
        if len(code) != self.area // 4 + 1 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        values = [number >> 2 * s & 3 for s in range(self.area)]
        if 3 in values:
            raise Reject("bad-position", "a square of no kind")
        black, white = (sum(1 << s for s in range(self.area) if values[s] == who) for who in (1, 2))
        if (self.start[0] | self.start[1]) & ~(black | white):
            raise Reject("bad-position", "a square of the centre is empty")
        return black, white, code[-1]

    def encode(self, pos):
        number = sum(who << 2 * s for who, discs in zip((1, 2), pos) for s in bits_of(discs))
        return number.to_bytes(self.area // 4, "little") + bytes((pos[2],))

    def to_move(self, pos):
        return pos[2]

    def turned(self, mine, theirs, square):
        """The discs that turn if the owner of `mine` puts one on an empty square."""
        turned = 0
        for axis in self.axes[square]:
            for cells in axis:
                run = 0
                for cell in cells:
                    if mine >> cell & 1:
                        turned |= run
                    if not theirs >> cell & 1:
                        break
                    run |= 1 << cell
        return turned

    def all_legal(self, mine, theirs):
        """The squares where the owner of `mine` may put a disc."""
        return [s for s in bits_of(self.full & ~(mine | theirs)) if self.turned(mine, theirs, s)]

    def moves(self, pos):
        mine, theirs = pos[pos[2]], pos[1 - pos[2]]
        squares = self.legal(mine, theirs)
        if squares:
            return squares
        return [self.area] if self.legal(theirs, mine) else []      # a pass, or the end

    def play(self, pos, square):
        if square == self.area:
            return pos[0], pos[1], 1 - pos[2]
        mine, theirs = pos[pos[2]], pos[1 - pos[2]]
        turned = self.turned(mine, theirs, square)
        mine, theirs = mine | turned | 1 << square, theirs & ~turned
        return (theirs, mine, 0) if pos[2] else (mine, theirs, 1)

    def ended(self, score):
        return DRAW if score == 0 else 0 if score > 0 else 1

    def outcome(self, pos):
        return None if self.moves(pos) else self.ended(self.score(pos))

    def score(self, pos):
        black, white = pos[0].bit_count(), pos[1].bit_count()
        if self.winner_takes and black != white:
            return self.area - 2 * white if black > white else 2 * black - self.area
        return black - white

    def safe(self, mine, occupied):
        """How many discs of one colour are found stable: along each axis the line is full, or beside the disc, on one side,
        the board ends or is a disc of that colour that was found before."""
        found, last = 0, None
        while found != last:
            last = found
            for s in bits_of(mine & ~found):
                if all(all(occupied >> c & 1 for c in one + other)
                       or any(not side or last >> side[0] & 1 for side in (one, other))
                       for one, other in self.axes[s]):
                    found |= 1 << s
        return found.bit_count()

    def decided(self, pos, claim):
        """Whoever has k stable discs ends with k squares at least, and the other with no more than the rest."""
        def agreed(black, white):
            ends = {claim.fulfilled(self.ended(score), score) for score in (2 * black - self.area, self.area - 2 * white)}
            return ends.pop() if len(ends) == 1 else None
        if agreed(pos[0].bit_count(), pos[1].bit_count()) is None:      # not even if all discs were stable
            return None
        occupied = pos[0] | pos[1]
        return agreed(self.safe(pos[0], occupied), self.safe(pos[1], occupied))

    def image(self, pos, m):
        table = self.map_tables[m]
        return (*(sum(1 << table[s] for s in bits_of(discs)) for discs in pos[:2]), pos[2])

    def text(self, pos):
        if pos == self.start:
            return "start"
        board = "".join("X" if pos[0] >> s & 1 else "O" if pos[1] >> s & 1 else "-" for s in range(self.area))
        return board + " " + "XO"[pos[2]]


for size, empty in itertools.product((4, 6, 8), ("nobody", "winner")):
    GAMES[f"othello:size={size},empty={empty}"] = functools.partial(Othello, size, empty)
