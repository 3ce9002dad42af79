"""Go-Moku by the rules of renju, which forbid moves to Black."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of, set_of
from .game import GAMES
from .in_a_row import RowGame


class Renju(RowGame):
    """White wins with five stones in a row or more, Black with exactly five, and some moves are forbidden to Black. The game
    itself has Black's borders."""
    restricted = 0
    weight = 20
    MOST = 1 << 17          # windows of which is remembered what a stone makes there

    def __init__(self, name, size):
        super().__init__(name, size, size, 5, "standard")
        self.lines_of = (self, RowGame(name, size, size, 5, "freestyle"))
        self.around = [self.reach_of(lines) for lines in self.through]  # by cell: where what a black stone on it makes can lie
        # By cell, for each direction: the cells up to five steps away and itself, in order, with None for those off the board.
        self.windows = [[[self.number(r + n * dr, c + n * dc) if self.inside(r + n * dr, c + n * dc) else None for n in range(-5, 6)]
                         for dr, dc in self.DIRECTIONS] for r in range(size) for c in range(size)]
        # The same as sets without the cell itself, and what is remembered by what stands there; `results` has each answer once.
        self.seen = [[(set_of(it for it in window if it not in (None, cell)), {}) for window in windows]
                     for cell, windows in enumerate(self.windows)]
        self.remembered, self.results = 0, {}

    # -- what is forbidden

    def made_in(self, cell, direction, black, empty):
        """What a black stone on an empty cell makes in a direction: whether a row of exactly five, whether a longer one, how
        many fours, and the cells on which one more stone would make a row of four that two cells complete (a three, if that
        stone is not forbidden). The sets are of cells of the window, without the cell itself."""
        window = self.windows[cell][direction]
        stone = [n == 5 or it is not None and black >> it & 1 == 1 for n, it in enumerate(window)]
        free = [n != 5 and it is not None and empty >> it & 1 == 1 for n, it in enumerate(window)]
        low = high = 5
        while low > 0 and stone[low - 1]:
            low -= 1
        while high < 10 and stone[high + 1]:
            high += 1
        row, fours, stretches = high - low + 1, set(), []
        for at in range(1, 6):              # five cells, that one more stone would fill, with no stone at either end
            five = range(at, at + 5)
            if sum(stone[n] for n in five) == 4 and any(free[n] for n in five) and not stone[at - 1] and not stone[at + 5]:
                fours.add(tuple(n for n in five if stone[n]))
        for at in range(2, 6):              # four cells; they and the empty ones next to them have no stone at either end
            four = range(at, at + 4)
            if sum(stone[n] for n in four) == 3 and free[at - 1] and free[at + 4] and not stone[at - 2] and not stone[at + 5]:
                stretches += [window[n] for n in four if free[n]]
        return row == 5, row > 5, len(fours), tuple(stretches)

    def made(self, black, empty, cell):
        makes = []
        for direction, (seen, known) in enumerate(self.seen[cell]):
            key = (black & seen) << self.cells | empty & seen
            result = known.get(key)
            if result is None:
                if self.remembered == self.MOST:
                    self.remembered = 0
                    for _, some in itertools.chain.from_iterable(self.seen):
                        some.clear()
                self.remembered += 1
                result = self.made_in(cell, direction, black & seen, empty & seen)
                result = known[key] = self.results.setdefault(result, result)
            makes.append(result)
        return makes

    def possible_threes(self, black, empty, cell):
        """For each direction in which a move of Black's may make threes the cells that stretch them to fours; none if it makes
        a row of five. None instead of a list if it is forbidden already for a long row or for fours."""
        if (black & self.around[cell]).bit_count() < 4:
            return []               # two fours, or threes in two directions, or six in a row, need four more stones
        fives, longer, fours, stretches = zip(*self.made(black, empty, cell))
        if any(fives):
            return []
        return None if any(longer) or sum(fours) > 1 else [cells for cells in stretches if cells]

    def is_free(self, black, empty, cell):
        """Whether Black may play on an empty cell whatever stones White gets elsewhere."""
        threes = self.possible_threes(black, empty, cell)
        return threes is not None and len(threes) < 2

    def is_forbidden(self, black, empty, cell):
        threes = self.possible_threes(black, empty, cell)
        if threes is None or len(threes) < 2:
            return threes is None
        black, empty = black | 1 << cell, empty & ~(1 << cell)
        return sum(any(self.stretches(black, empty, to) for to in cells) for cells in threes) > 1

    def stretches(self, black, empty, cell):
        """Whether a move of Black's is one that may follow a three: not forbidden, nor a five in another direction."""
        return not any(five for five, *_ in self.made(black, empty, cell)) and not self.is_forbidden(black, empty, cell)

    # -- the rules

    def outcome(self, pos):
        over = super().outcome(pos)
        if over is None and self.to_move(pos) == 0:
            empty = self.full & ~(pos[0] | pos[1])
            over = 1 if all(self.is_forbidden(pos[0], empty, cell) for cell in bits_of(empty)) else None
        return over

    def moves(self, pos):
        moves, empty = super().moves(pos), self.full & ~(pos[0] | pos[1])
        return moves if self.to_move(pos) else [cell for cell in moves if not self.is_forbidden(pos[0], empty, cell)]

    def is_legal(self, pos, mv):
        return super().is_legal(pos, mv) and \
            (self.to_move(pos) == 1 or not self.is_forbidden(pos[0], self.full & ~(pos[0] | pos[1]), mv))

    def settled_moves(self, pos, lacks, claim):
        settled, empty = super().settled_moves(pos, lacks, claim), self.full & ~(pos[0] | pos[1])
        if self.to_move(pos) == 1:
            # Of two cells that are free for Black White leaves him one.
            free = (cell for cell in bits_of(empty) if self.is_free(pos[0], empty, cell))
            if len(list(itertools.islice(free, 2))) < 2:
                for cell in bits_of(empty):
                    if self.outcome(self.play(pos, cell)) == 1:
                        settled.setdefault(cell, claim.fulfilled(1))
        return settled

    def decided(self, pos, claim):
        return None

    def telling(self, pos, claim):
        return 0

    def decode(self, code):
        pos = super().decode(code)
        black = pos[0]
        if self.has_longer(black) and not (self.won(black) and any(
                not self.won(rest) and not self.has_longer(rest) for rest in (black & ~(1 << c) for c in bits_of(black)))):
            raise Reject("bad-position", "a row of Black's that is too long")
        return pos

    def has_longer(self, black):
        return any(black & line == line and black & border for line, border in self.rows)


for size in range(5, 21):
    name = f"gomoku:size={size},rule=renju,opening=free"
    GAMES[name] = functools.partial(Renju, name, size)
