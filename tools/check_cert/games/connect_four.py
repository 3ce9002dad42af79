"""Connect Four, and Score Four, which is Connect Four on pegs."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import DRAW, GAMES, Game


class ConnectFour(Game):
    """A position is (first, second), the sets of cells with stones of either. In a set column c has the bits from
    c * (height + 1) on, the lowest cell first, and one that is always 0 on top, so that no line goes from column to column."""
    players = ("first-player", "second-player")
    maps = 2
    has_scores = True
    stacked = True
    weight = 1

    def __init__(self, width, height):
        self.name = f"connect-four:width={width},height={height}"
        self.width, self.height = width, height
        self.bottom = sum(1 << c * (height + 1) for c in range(width))      # the lowest cells
        self.full = self.bottom * ((1 << height) - 1)
        self.start = (0, 0)

    def bit(self, cell):
        column, row = divmod(cell, self.height)
        return 1 << column * (self.height + 1) + row

    def stones_in(self, pos, column):
        """How many stones a column has, and the first player's among them as a set of rows."""
        shift, rows = column * (self.height + 1), (1 << self.height) - 1
        first, both = (x >> shift & rows for x in (pos[0], pos[0] | pos[1]))
        return both.bit_count(), first

    def has_line(self, cells):
        """Four in a column, along either diagonal, or in a row."""
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = cells & cells >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def decode(self, code):
        bits = self.width * (self.height + 1)
        number = int.from_bytes(code, "little")
        if len(code) != (bits + 7) // 8 or number >> bits:
            raise Reject("bad-position", "not the length of an encoding")
        first = second = 0
        for column in range(self.width):
            shift = column * (self.height + 1)
            cells = number >> shift & (2 << self.height) - 1
            if cells == 0:
                raise Reject("bad-position", "a column without its mark")
            mark = 1 << cells.bit_length() - 1
            first |= cells - mark << shift
            second |= mark - 1 - (cells - mark) << shift
        pos = (first, second)
        surplus = first.bit_count() - second.bit_count()
        if surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        lines = [self.has_line(stones) for stones in pos]
        if lines[0] and surplus == 0 or lines[1] and surplus == 1:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        for stones in (stones for stones, line in zip(pos, lines) if line):
            tops = ((first | second) + self.bottom) >> 1    # the mark of each column, moved to the stone below it
            if all(self.has_line(stones & ~(1 << top)) for top in bits_of(tops & (first | second))):
                raise Reject("bad-position", "no topmost stone has made all the lines")
        return pos

    def encode(self, pos):
        number = pos[0] | (pos[0] | pos[1]) + self.bottom
        return number.to_bytes((self.width * (self.height + 1) + 7) // 8, "little")

    def to_move(self, pos):
        return (pos[0] | pos[1]).bit_count() & 1

    def outcome(self, pos):
        last = 1 - self.to_move(pos)
        if self.has_line(pos[last]):
            return last
        return DRAW if pos[0] | pos[1] == self.full else None

    def score(self, pos):
        winner = self.outcome(pos)
        if winner == DRAW:
            return 0
        score = self.width * self.height // 2 + 1 - pos[winner].bit_count()
        return -score if winner else score

    def can_win(self, pos, player):
        return self.has_line(self.full & ~pos[1 - player])

    def best_score(self, pos, player):
        return self.width * self.height // 2 - pos[player].bit_count() if self.can_win(pos, player) else 0

    def decided(self, pos, claim):
        player, other = claim.player, 1 - claim.player
        if claim.goal == 0:
            return None if self.can_win(pos, player) else False
        if claim.goal == 1:
            return None if self.can_win(pos, other) else True
        most, least = self.best_score(pos, player), -self.best_score(pos, other)
        if claim.goal == 2:
            return False if most < claim.n else True if least >= claim.n else None
        return True if most <= claim.n else False if least > claim.n else None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        free = (pos[0] | pos[1]) + self.bottom & self.full
        return [bit - bit // (self.height + 1) for bit in bits_of(free)]

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | self.bit(cell))
        return (pos[0] | self.bit(cell), pos[1])

    def above(self, cell):
        return cell + 1 if (cell + 1) % self.height else None

    def image(self, pos, m):
        if m == 0:
            return pos
        step = self.height + 1
        rows = (1 << step) - 1
        return tuple(sum((x >> c * step & rows) << (self.width - 1 - c) * step for c in range(self.width)) for x in pos)

    def text(self, pos):
        if pos == self.start:
            return "start"
        columns = (self.stones_in(pos, column) for column in range(self.width))
        return "/".join("".join("ox"[first >> row & 1] for row in range(stones)) for stones, first in columns)


class ScoreFour(ConnectFour):
    """A position is (first, second), the sets of cells with balls of either. Cell pegs * layer + width * row + column."""
    has_scores = False
    score = Game.score
    weight = 10

    def __init__(self, width, depth, height, k):
        self.name = f"score-four:width={width},depth={depth},height={height},k={k}"
        self.width, self.depth, self.height = width, depth, height
        self.pegs = width * depth
        self.full = (1 << self.pegs * height) - 1
        self.start = (0, 0)
        self.maps = 8 if width == depth else 4
        self.lines = []
        cells = itertools.product(range(height), range(depth), range(width))
        steps = [s for s in itertools.product((-1, 0, 1), repeat=3) if s > (0, 0, 0)]
        for (layer, row, column), (up, back, right) in itertools.product(cells, steps):
            line = [(layer + n * up, row + n * back, column + n * right) for n in range(k)]
            if all(0 <= a < height and 0 <= b < depth and 0 <= c < width for a, b, c in line):
                self.lines.append(sum(1 << self.pegs * a + width * b + c for a, b, c in line))

    def has_line(self, balls):
        return any(line & ~balls == 0 for line in self.lines)

    def stack(self, pos, peg):
        """Who has each ball of a peg, from the bottom."""
        owners = []
        for cell in range(peg, self.pegs * self.height, self.pegs):
            if (pos[0] | pos[1]) >> cell & 1:
                owners.append(pos[1] >> cell & 1)
        return owners

    def decode(self, code):
        step = self.height + 1
        bits = self.pegs * step
        number = int.from_bytes(code, "little")
        if len(code) != (bits + 7) // 8 or number >> bits:
            raise Reject("bad-position", "not the length of an encoding")
        balls, tops = [0, 0], []
        for peg in range(self.pegs):
            held = number >> peg * step & (1 << step) - 1
            if held == 0:
                raise Reject("bad-position", "a peg without its mark")
            count = held.bit_length() - 1
            for layer in range(count):
                balls[1 - (held >> layer & 1)] |= 1 << self.pegs * layer + peg
            if count:
                tops.append(1 << self.pegs * (count - 1) + peg)
        surplus = balls[0].bit_count() - balls[1].bit_count()
        if surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of balls do not fit")
        filled = [self.has_line(own) for own in balls]
        if filled[0] and surplus == 0 or filled[1] and surplus == 1:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        for own in (own for own, line in zip(balls, filled) if line):
            if all(self.has_line(own & ~top) for top in tops):
                raise Reject("bad-position", "no topmost ball has made all the lines")
        return tuple(balls)

    def encode(self, pos):
        step, number = self.height + 1, 0
        for peg in range(self.pegs):
            owners = self.stack(pos, peg)
            held = sum(1 << layer for layer, owner in enumerate(owners) if owner == 0) | 1 << len(owners)
            number |= held << peg * step
        return number.to_bytes((self.pegs * step + 7) // 8, "little")

    def decided(self, pos, claim):
        if claim.goal == 0:
            return None if self.has_line(self.full & ~pos[1 - claim.player]) else False
        if claim.goal == 1:
            return None if self.has_line(self.full & ~pos[claim.player]) else True
        return None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        stacks = (len(self.stack(pos, peg)) for peg in range(self.pegs))
        return sorted(self.pegs * balls + peg for peg, balls in enumerate(stacks) if balls < self.height)

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | 1 << cell)
        return (pos[0] | 1 << cell, pos[1])

    def above(self, cell):
        return cell + self.pegs if cell + self.pegs < self.pegs * self.height else None

    def image(self, pos, m):
        def mapped(cell):
            layer, peg = divmod(cell, self.pegs)
            row, column = divmod(peg, self.width)
            number = m if self.maps == 8 else 2 * m
            if number & 1:
                row, column = column, row
            if number & 2:
                row = self.depth - 1 - row
            if number & 4:
                column = self.width - 1 - column
            return self.pegs * layer + self.width * row + column
        return tuple(sum(1 << mapped(cell) for cell in bits_of(balls)) for balls in pos)

    def text(self, pos):
        if pos == self.start:
            return "start"
        return "/".join("".join("xo"[owner] for owner in self.stack(pos, peg)) for peg in range(self.pegs))


for width, height in itertools.product(range(1, 33), repeat=2):
    if width * (height + 1) <= 128:
        GAMES[f"connect-four:width={width},height={height}"] = functools.partial(ConnectFour, width, height)
for width, depth, height, k in itertools.product(range(1, 9), range(1, 9), range(1, 9), range(2, 9)):
    if width * depth * height <= 64:
        name = f"score-four:width={width},depth={depth},height={height},k={k}"
        GAMES[name] = functools.partial(ScoreFour, width, depth, height, k)
