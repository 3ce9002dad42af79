"""Dots and Boxes."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import DRAW, GAMES, Game


class DotsAndBoxes(Game):
    """A position is (the lines drawn, the first player's boxes less the second's, mover)."""
    players = ("first-player", "second-player")
    has_scores = True
    start = (0, 0, 0)

    def __init__(self, width, height):
        self.name = f"dots-and-boxes:width={width},height={height}"
        self.ends = [((c, r), (c + 1, r)) for r in range(height + 1) for c in range(width)]
        self.ends += [((c, r), (c, r + 1)) for r in range(height) for c in range(width + 1)]
        number = {ends: line for line, ends in enumerate(self.ends)}
        self.full = (1 << len(self.ends)) - 1
        self.boxes = []
        for r in range(height):
            for c in range(width):
                sides = (((c, r), (c + 1, r)), ((c, r + 1), (c + 1, r + 1)), ((c, r), (c, r + 1)), ((c + 1, r), (c + 1, r + 1)))
                self.boxes.append(sum(1 << number[ends] for ends in sides))

        def moved(m, dot):
            column, row = dot
            if m & 1:
                column, row = row, column
            return (width - column if m & 4 else column), (height - row if m & 2 else row)

        maps = range(8) if width == height else (0, 2, 4, 6)
        self.maps = len(maps)
        self.map_tables = [[number[tuple(sorted((moved(m, a), moved(m, b)), key=lambda dot: dot[::-1]))] for a, b in self.ends]
                           for m in maps]

    def complete(self, drawn):
        return sum(not box & ~drawn for box in self.boxes)

    def decode(self, code):
        length = (len(self.ends) + 7) // 8
        if len(code) != length + 2 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        drawn, lead = int.from_bytes(code[:length], "little"), int.from_bytes(code[length:length + 1], "little", signed=True)
        complete = self.complete(drawn)
        if drawn & ~self.full or abs(lead) > complete or (lead - complete) % 2:
            raise Reject("bad-position", "a line that is not on the board, or a lead that the boxes do not give")
        return drawn, lead, code[-1]

    def encode(self, pos):
        return pos[0].to_bytes((len(self.ends) + 7) // 8, "little") + pos[1].to_bytes(1, "little", signed=True) + bytes((pos[2],))

    def to_move(self, pos):
        return pos[2]

    def moves(self, pos):
        return bits_of(self.full & ~pos[0])

    def play(self, pos, line):
        drawn = pos[0] | 1 << line
        boxes = self.complete(drawn) - self.complete(pos[0])
        return (drawn, pos[1] + (-boxes if pos[2] else boxes), pos[2]) if boxes else (drawn, pos[1], 1 - pos[2])

    def ended(self, score):
        return DRAW if score == 0 else 0 if score > 0 else 1

    def outcome(self, pos):
        return self.ended(pos[1]) if pos[0] == self.full else None

    def score(self, pos):
        return pos[1]

    def decided(self, pos, claim):
        rest = len(self.boxes) - self.complete(pos[0])
        ends = {claim.fulfilled(self.ended(score), score) for score in (pos[1] - rest, pos[1] + rest)}
        return ends.pop() if len(ends) == 1 else None

    def image(self, pos, m):
        table = self.map_tables[m]
        return sum(1 << table[line] for line in bits_of(pos[0])), pos[1], pos[2]

    def text(self, pos):
        if pos == self.start:
            return "start"
        lines = ("".join(f"{'abcdef'[c]}{r + 1}" for c, r in self.ends[line]) for line in bits_of(pos[0]))
        return f"{','.join(lines)}:{pos[1]}:{pos[2] + 1}"


for width, height in itertools.product(range(1, 6), repeat=2):
    GAMES[f"dots-and-boxes:width={width},height={height}"] = functools.partial(DotsAndBoxes, width, height)
