"""Tic-tac-toe and Qubic: rows on a square and on a cube."""

import itertools

from ..reject import Reject
from ..sets import bits_of, set_of
from .board import square_map
from .game import GAMES
from .lines import LineGame


class CubeGame(LineGame):
    """A board of size^dimensions cells, its lines all rows of `size` cells."""

    def __init__(self, name, players, size, dimensions, maps):
        self.name, self.players, self.size, self.dimensions = name, players, size, dimensions
        tables = [[self.number(self.map_point(m, p)) for p in self.points()] for m in range(maps)]
        self.set_up(size ** dimensions, [(line, 0) for line in self.all_lines()], tables)

    def points(self):
        """The coordinates of all cells, in the order of their numbers."""
        return itertools.product(range(self.size), repeat=self.dimensions)

    def number(self, point):
        cell = 0
        for x in point:
            cell = cell * self.size + x
        return cell

    def all_lines(self):
        """Every row of `size` cells in a straight line: one step changes each coordinate by -1, 0 or 1."""
        lines = set()
        for point in self.points():
            for step in itertools.product((-1, 0, 1), repeat=self.dimensions):
                row = [tuple(x + i * d for x, d in zip(point, step)) for i in range(self.size)]
                if any(step) and all(0 <= x < self.size for x in row[-1]):
                    lines.add(set_of(self.number(p) for p in row))
        return sorted(lines)

    def map_point(self, m, point):
        raise NotImplementedError

    def from_stones(self, first, second):
        """A position, of stones that the rules allow."""
        surplus = first.bit_count() - second.bit_count()
        if first & second or surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        common = [self.common_cells(first), self.common_cells(second)]
        if common[surplus] != self.full:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        if not common[1 - surplus]:
            raise Reject("bad-position", "no single cell fills all the lines that are filled")
        return first, second

    def common_cells(self, stones):
        """The cells that lie on all lines that these stones fill: all cells if they fill none."""
        common = self.full
        for line in self.lines:
            if line & stones == line:
                common &= line
        return common

    def text(self, pos):
        if pos == self.start:
            return "start"
        lists, winner = [bits_of(stones) for stones in pos], self.outcome(pos)
        if winner in (0, 1):
            last = bits_of(self.common_cells(pos[winner]))[0]
            lists[winner].remove(last)
            lists[winner].append(last)
        turns = itertools.zip_longest(*lists)
        return " ".join(self.cell_text(cell) for turn in turns for cell in turn if cell is not None)

    def cell_text(self, cell):
        """A cell as players write it: in a cube the layer from 1; the column's letter; the row from 1 at the bottom."""
        above, column = divmod(cell, self.size)
        layer, row = divmod(above, self.size)
        return (str(layer + 1) if self.dimensions == 3 else "") + "abcd"[column] + str(self.size - row)

    def spelled(self, text):
        numbers = {str(cell): self.cell_text(cell) for cell in range(self.cells)}
        return " ".join(numbers.get(word, word) for word in text.split(" "))


class TicTacToe(CubeGame):
    def __init__(self):
        super().__init__("tic-tac-toe", ("X", "O"), 3, 2, 8)

    def map_point(self, m, point):
        return square_map(m, point)

    def decode(self, code):
        if len(code) != 9 or any(b > 2 for b in code):
            raise Reject("bad-position", "not nine cells")
        return self.from_stones(*(sum(1 << c for c in range(9) if code[c] == who) for who in (1, 2)))

    def encode(self, pos):
        first, second = pos
        return bytes((first >> c & 1) + 2 * (second >> c & 1) for c in range(9))


class Qubic(CubeGame):
    SCRAMBLES = ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3), (2, 0, 3, 1))
    AXES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))

    def __init__(self):
        super().__init__("qubic", ("first-player", "second-player"), 4, 3, 192)

    def map_point(self, m, point):
        scramble, flips, axes = self.SCRAMBLES[m % 4], m // 4 % 8, self.AXES[m // 32]
        x = [scramble[v] for v in point]
        x = [3 - v if flips >> i & 1 else v for i, v in enumerate(x)]
        return tuple(x[axes[i]] for i in range(3))

    def decode(self, code):
        if len(code) != 16:
            raise Reject("bad-position", "not 16 bytes")
        return self.from_stones(int.from_bytes(code[:8], "little"), int.from_bytes(code[8:], "little"))

    def encode(self, pos):
        return b"".join(stones.to_bytes(8, "little") for stones in pos)


GAMES["tic-tac-toe"] = TicTacToe
GAMES["qubic"] = Qubic
