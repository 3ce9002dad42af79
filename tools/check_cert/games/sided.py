"""What games on a board have in common whose positions say who is to move."""

from ..reject import Reject
from ..sets import bits_of
from .board import rows_text
from .game import Game


class SidedGame(Game):
    """A game on cells width * row + column, rows from the bottom, with the side to move in the position's last place."""
    def set_up(self, family, width, height, maps):
        self.name = f"{family}:width={width},height={height}"
        self.width, self.height, self.area = width, height, width * height
        self.full = (1 << self.area) - 1
        self.left = sum(1 << width * row for row in range(height))     # the cells of the first column
        self.maps = len(maps)
        self.map_tables = [[self.map_cell(m, *divmod(c, width)) for c in range(self.area)] for m in maps]

    def map_cell(self, m, row, column):
        if m & 1:
            row, column = column, row
        if m & 2:
            row = self.height - 1 - row
        if m & 4:
            column = self.width - 1 - column
        return self.width * row + column

    def up(self, cells):
        return cells << self.width & self.full

    def right(self, cells):
        return cells << 1 & self.full & ~self.left

    def leftward(self, cells):
        return (cells & ~self.left) >> 1

    def beside(self, cells):
        return self.up(cells) | self.right(cells) | self.leftward(cells) | cells >> self.width

    def read(self, code, sets):
        length = (self.area + 7) // 8
        if len(code) != sets * length + 1 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        found = tuple(int.from_bytes(code[length * at:length * (at + 1)], "little") for at in range(sets))
        if any(cells & ~self.full for cells in found):
            raise Reject("bad-position", "a cell that is not on the board")
        return (*found, code[-1])

    def encode(self, pos):
        length = (self.area + 7) // 8
        return b"".join(cells.to_bytes(length, "little") for cells in pos[:-1]) + bytes((pos[-1],))

    def to_move(self, pos):
        return pos[-1]

    def image(self, pos, m):
        table = self.map_tables[m]
        return (*(sum(1 << table[c] for c in bits_of(cells)) for cells in pos[:-1]), pos[-1])

    def drawn(self, pos):
        return rows_text(self.width, self.height, pos)

    def text(self, pos):
        return "start" if pos == self.start else self.drawn(pos) + ":" + "xo"[pos[-1]]
