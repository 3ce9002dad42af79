"""What games have in common in which who fills a line wins."""

import functools

from ..sets import bits_of, set_union, single_bit
from .game import DRAW, Game


class LineGame(Game):
    """Players put stones on empty cells in turn; who fills a line first wins; a full board is a draw.

    A position is (first, second): the sets of cells (bit c is cell c) with stones of either.

    Sets of lines are numbers, too: bit j is the line rows[j]. All lines have equally many cells, `length`. What a player
    *lacks* is a tuple of such sets: at n - 1, for n from 1 to `length`, the lines of which he lacks n cells, that is, n cells
    are empty, all others have his stones, and none on the border has. A stone of his moves the lines through its cell one
    place down and takes out those that it borders; a stone of the other takes out those through its cell. A line that is
    taken out never comes back, since stones stay.

    What is *open* to a player is such a tuple, too: at n, for n from 0 to `length`, the lines that have no stone of the other's
    and n empty cells, whatever is on their borders.

    Where the borders are not the same for both players, lines_of[player] is a game with that player's: the lines and their
    order are the same.
    """

    def set_up(self, cells, rows, map_tables):
        """The number of cells, all lines with their borders, and for each map the cell that each cell goes to."""
        self.cells, self.rows, self.map_tables, self.lines_of = cells, rows, map_tables, (self, self)
        self.lines = [line for line, _ in rows]
        self.length = self.lines[0].bit_count() if rows else 0
        self.full, self.maps, self.start = (1 << cells) - 1, len(map_tables), (0, 0)
        self.every = every = (1 << len(rows)) - 1
        self.bordered = any(border for _, border in rows)
        through, beside = [0] * cells, [0] * cells
        for j, (line, border) in enumerate(rows):
            for cell in bits_of(line):
                through[cell] |= 1 << j
            for cell in bits_of(border):
                beside[cell] |= 1 << j
        self.through = through                                              # by cell: the lines through it,
        self.elsewhere = [every & ~lines for lines in through]              # all others,
        self.unharmed = [every & ~(a | b) for a, b in zip(through, beside)]  # and those that it does not border, either
        self.nothing = (0,) * max(self.length - 1, 0) + (every,)            # what a player lacks on an empty board
        self.places = functools.cache(lambda m: self.all_places(map_tables[m]))
        # The same for the way back: the cell that goes to each cell.
        self.places_back = functools.cache(lambda m: self.all_places(sorted(range(cells), key=map_tables[m].__getitem__)))

    # -- what players lack

    def with_own(self, lacks, cell):
        """What a player lacks after a stone of his."""
        keep, through = self.unharmed[cell], self.through[cell]
        return tuple([few & keep | more & through for few, more in zip(lacks, lacks[1:] + (0,))])

    def with_other(self, lacks, cell):
        """The same after a stone of the other's."""
        keep = self.elsewhere[cell]
        return tuple([lines & keep for lines in lacks])

    def lacks(self, mine, theirs):
        lacks = self.nothing
        for cell in bits_of(mine):
            lacks = self.with_own(lacks, cell)
        for cell in bits_of(theirs):
            lacks = self.with_other(lacks, cell)
        return lacks

    def open_lines(self, mine, theirs):
        """What is open to a player."""
        lines = (0,) * self.length + (self.every,)
        for cell in bits_of(mine):
            lines = self.opened(lines, cell)
        for cell in bits_of(theirs):
            lines = self.with_other(lines, cell)
        return lines

    def opened(self, lines, cell):
        """What is open to a player after a stone of his; after one of the other's, see `with_other`."""
        keep, through = self.elsewhere[cell], self.through[cell]
        return tuple([few & keep | more & through for few, more in zip(lines, lines[1:] + (0,))])

    def cells_of(self, lines):
        """The cells of a set of lines."""
        cells = 0
        while lines:
            low = lines & -lines
            cells |= self.lines[low.bit_length() - 1]
            lines ^= low
        return cells

    def reach_of(self, lines):
        """The same with their borders."""
        cells = 0
        while lines:
            low = lines & -lines
            line, border = self.rows[low.bit_length() - 1]
            cells |= line | border
            lines ^= low
        return cells

    def borders_of(self, lines):
        """The borders of a set of lines."""
        return set_union(self.rows[j][1] for j in bits_of(lines)) if self.bordered else 0

    def beside(self, cells, lines):
        """All cells that lie with another one, of these cells, on one of these lines."""
        found = 0
        for j in bits_of(lines):
            line = self.lines[j]
            some = line & cells
            if some:
                found |= line & ~some if single_bit(some) else line
        return found

    def forks(self, lacks, empty):
        """All cells on which a stone of a player would leave him two completions; and these cells together with the completions."""
        pairs = {self.lines[j] & empty for j in bits_of(lacks[1])} if self.length > 1 else ()
        once = middles = 0
        for pair in pairs:              # lines that lack the same two cells count as one: they leave him one completion
            middles |= once & pair
            once |= pair
        return middles, set_union([pair for pair in pairs if pair & middles])

    def fork(self, lacks, empty, free=None):
        """An empty cell on which a stone of a player would leave him two completions, and these, as one set; 0 if there is none.
        If `free` is given, only a cell of which it is true counts."""
        lines, partners = lacks[1] if self.length > 1 else 0, {}
        while lines:
            low = lines & -lines
            lines ^= low
            pair = self.lines[low.bit_length() - 1] & empty
            for cell in (pair & -pair, pair & (pair - 1)):
                other = pair ^ cell
                before = partners.setdefault(cell, other)
                if before != other and (free is None or free(cell.bit_length() - 1)):
                    return cell | other | before
        return 0

    # -- the rules

    def won(self, stones):
        return any(stones & line == line and not stones & border for line, border in self.rows)

    def to_move(self, pos):
        return (pos[0] | pos[1]).bit_count() & 1

    def outcome(self, pos):
        last = 1 - self.to_move(pos)
        if self.lines_of[last].won(pos[last]):
            return last
        return DRAW if pos[0] | pos[1] == self.full else None

    def moves(self, pos):
        return bits_of(self.full & ~(pos[0] | pos[1])) if self.outcome(pos) is None else []

    def is_legal(self, pos, mv):
        return mv < self.cells and not (pos[0] | pos[1]) >> mv & 1 and self.outcome(pos) is None

    def can_move(self, pos):
        return self.outcome(pos) is None    # then the board is not full

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | 1 << cell)
        return (pos[0] | 1 << cell, pos[1])

    def settled_moves(self, pos, lacks, claim):
        """The legal moves after which a claim of who wins is settled, and whether it holds then, from what the side to move
        lacks; of a position that is not over."""
        mover, empty = self.to_move(pos), self.full & ~(pos[0] | pos[1])
        settled = {cell: claim.fulfilled(mover) for cell in bits_of(self.cells_of(lacks[0]) & empty)}
        if single_bit(empty):
            settled.setdefault(empty.bit_length() - 1, claim.fulfilled(DRAW))
        for cell in bits_of(empty & self.telling(pos, claim)):
            holds = self.decided(self.play(pos, cell), claim)
            if holds is not None:
                settled.setdefault(cell, holds)
        return settled

    def telling(self, pos, claim):
        """The cells on which a stone of the side to move could decide the claim before the game is over."""
        return 0

    def all_places(self, table):
        """For each byte of a set of cells and each of its 256 values: the images of those cells, by the cell that each goes to."""
        places = []
        for first in range(0, self.cells, 8):
            images = [0]
            for cell in range(first, first + 8):
                bit = 1 << table[cell] if cell < self.cells else 0
                images += [image | bit for image in images]
            places.append(images)
        return places

    def image(self, pos, m):
        places = self.places(m)
        return tuple([moved(stones, places) for stones in pos])

    def turned_back(self, cells, m):
        """The cells whose images under map m are these."""
        return moved(cells, self.places_back(m)) if m else cells


def moved(cells, places):
    """The images of a set of cells, by what `all_places` says."""
    image = 0
    for place, byte in zip(places, cells.to_bytes(len(places), "little")):
        image |= place[byte]
    return image
