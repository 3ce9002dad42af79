"""Hex and Y: who joins borders wins."""

import functools
import itertools

from ..lattice import cell_at, touched
from ..reject import Reject
from ..sets import bits_of, set_of
from .game import GAMES, Game


class ConnectionGame(Game):
    """Hex and Y: a chain of a player's stones that touches all its borders wins.

    A position is (black, white, side to move): two sets of cells and 0 or 1. `around` has for each cell the set of its
    neighbours, `borders` for each player the set of cells that touch each border, `map_tables` the cell that each goes to.
    `sides` has for each player the same borders as axis (column, row, minus their sum) and number.
    """
    players = ("black", "white")
    weight = 20
    start = (0, 0, 0)

    def set_up(self, name, places, sides, maps, swaps):
        self.name, self.places, self.sides = name, places, sides
        self.cells = len(places)
        self.borders = [[set_of(cell for cell, place in enumerate(places) if touched(cell_at(*place), [side])) for side in own] for own in sides]
        self.full = (1 << self.cells) - 1
        number = {place: cell for cell, place in enumerate(places)}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        self.around = [set_of(number[p] for p in ((c + i, r + j) for i, j in steps) if p in number) for c, r in places]
        self.map_tables = [[number[place(c, r)] for c, r in places] for place in maps]
        self.maps, self.swaps = len(maps), swaps
        self.exchanges = False

    def joined(self, pos, player):
        """Whether a chain touches all borders: one that does is found from the first."""
        stones, borders = pos[player], self.borders[player]
        left = stones & borders[0]
        while left:
            chain, found = 0, left & -left
            while found:
                chain |= found
                found = functools.reduce(lambda cells, cell: cells | self.around[cell], bits_of(found), 0) & stones & ~chain
            if all(chain & border for border in borders):
                return True
            left &= ~chain
        return False

    def decode(self, code):
        length = (self.cells + 3) // 4
        number = int.from_bytes(code[:length], "little")
        if len(code) != length + 1 or number >> 2 * self.cells or code[length] > 1:
            raise Reject("bad-position", "not an encoding of these cells and a side")
        values = [number >> 2 * cell & 3 for cell in range(self.cells)]
        if 3 in values:
            raise Reject("bad-position", "a cell of no kind")
        pos = (*(set_of(cell for cell in range(self.cells) if values[cell] == who) for who in (1, 2)), code[length])
        if self.joined(pos, pos[2]):
            raise Reject("bad-position", "the side to move has joined its borders")
        last = 1 - pos[2]
        if self.joined(pos, last) and all(self.joined(self.flipped(pos, last, cell), last) for cell in bits_of(pos[last])):
            raise Reject("bad-position", "no single stone has joined the borders")
        return pos

    @staticmethod
    def flipped(pos, player, cell):
        """With one stone more of the player, or less."""
        return (pos[0] ^ 1 << cell, pos[1], pos[2]) if player == 0 else (pos[0], pos[1] ^ 1 << cell, pos[2])

    def encode(self, pos):
        number = sum(who << 2 * cell for who, stones in zip((1, 2), pos) for cell in bits_of(stones))
        return number.to_bytes((self.cells + 3) // 4, "little") + bytes([pos[2]])

    def to_move(self, pos):
        return pos[2]

    def outcome(self, pos):
        last = 1 - pos[2]
        return last if self.joined(pos, last) else None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        cells = bits_of(self.full & ~(pos[0] | pos[1]))
        return cells + [self.cells] if self.may_exchange(pos) else cells

    def only_cells(self, pos):
        """Whether every move from here on is a stone on an empty cell, and every such stone a move."""
        return not self.exchanges or pos != self.start and not self.may_exchange(pos)

    def may_exchange(self, pos):
        return self.exchanges and pos[2] == 1 and pos[1] == 0 and pos[0].bit_count() == 1

    def is_legal(self, pos, mv):
        if mv >= self.cells:
            return mv == self.cells and self.may_exchange(pos) and self.outcome(pos) is None
        return not (pos[0] | pos[1]) >> mv & 1 and self.outcome(pos) is None

    def play(self, pos, mv):
        if mv == self.cells:
            c, r = self.places[pos[0].bit_length() - 1]
            return (0, 1 << self.places.index((r, c)), 0)
        black, white, player = self.flipped(pos, pos[2], mv)
        return (black, white, 1 - player)

    def image(self, pos, m):
        table = self.map_tables[m]
        black, white = (set_of(table[cell] for cell in bits_of(stones)) for stones in pos[:2])
        return (white, black, 1 - pos[2]) if m in self.swaps else (black, white, pos[2])

    def text(self, pos):
        if pos == self.start:
            return "start"
        words = []
        for name, stones in zip(self.players, pos):
            if stones:
                cells = (self.places[cell] for cell in bits_of(stones))
                words.append(f"{name}:" + ",".join(f"{chr(97 + c)}{r + 1}" for c, r in cells))
        return " ".join(words + [f"{self.players[pos[2]]}-to-move"])


class Hex(ConnectionGame):
    def __init__(self, width, height, swap):
        name = f"hex:width={width},height={height},swap={swap}"
        places = [(c, r) for r in range(height) for c in range(width)]
        black, white = [(1, 0), (1, height - 1)], [(0, 0), (0, width - 1)]
        maps = [lambda c, r: (c, r), lambda c, r: (width - 1 - c, height - 1 - r)]
        swaps = ()
        if width == height and swap == "off":
            maps += [lambda c, r: (r, c), lambda c, r: (height - 1 - r, width - 1 - c)]
            swaps = (2, 3)
        self.set_up(name, places, (black, white), maps, swaps)
        self.exchanges = swap == "on"


class Y(ConnectionGame):
    weight = 25

    def __init__(self, size):
        places = [(c, r) for r in range(size) for c in range(size - r)]
        sides = [(0, 0), (1, 0), (2, 1 - size)]
        maps = [lambda c, r, i=i, j=j: ((x := (c, r, size - 1 - c - r))[i], x[j])
                for i, j in itertools.permutations(range(3), 2)]
        self.set_up(f"y:size={size}", places, (sides, sides), maps, ())


for width, height in itertools.product(range(1, 15), repeat=2):
    for swap in ("off", "on") if width == height else ("off",):
        GAMES[f"hex:width={width},height={height},swap={swap}"] = functools.partial(Hex, width, height, swap)
for size in range(2, 15):
    GAMES[f"y:size={size}"] = functools.partial(Y, size)
