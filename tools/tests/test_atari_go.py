"""The rules of Atari Go."""

import itertools
import random
import unittest

from base import Base, check_cert
from plays import Plays


class Capture:
    """Atari Go once more: a position is a tuple of letters '.', 'x', 'o', point by point."""

    def __init__(self, size, crosscut):
        self.name = f"atari-go:size={size},start={'crosscut' if crosscut else 'empty'}"
        self.size = size
        cells = ["."] * size * size
        if crosscut:
            h = size // 2
            for row, column, who in ((h - 1, h - 1, "x"), (h, h, "x"), (h - 1, h, "o"), (h, h - 1, "o")):
                cells[size * row + column] = who
        self.start = tuple(cells)

    def mover(self, pos):
        return (self.size ** 2 - pos.count(".")) % 2

    def beside(self, p):
        row, column = divmod(p, self.size)
        steps = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        return [self.size * r + c for r, c in steps if 0 <= r < self.size and 0 <= c < self.size]

    def captured(self, pos, who):
        seen = set()
        for p in range(len(pos)):
            if pos[p] == who and p not in seen:
                group, todo, free = {p}, [p], False
                while todo:
                    for q in self.beside(todo.pop()):
                        free |= pos[q] == "."
                        if pos[q] == who and q not in group:
                            group.add(q)
                            todo.append(q)
                seen |= group
                if not free:
                    return True
        return False

    def children(self, pos):
        mine, theirs = "xo"[self.mover(pos)], "ox"[self.mover(pos)]
        if self.captured(pos, mine):
            return {}
        out = {}
        for p in range(len(pos)):
            if pos[p] == ".":
                child = pos[:p] + (mine,) + pos[p + 1:]
                if self.captured(child, theirs) or not self.captured(child, mine):
                    out[p] = child
        return out

    def outcome(self, pos):
        return None if self.children(pos) else 1 - self.mover(pos)

    def encode(self, pos):
        number = sum(".xo".index(who) << 2 * p for p, who in enumerate(pos))
        return number.to_bytes((len(pos) + 3) // 4, "little")

    def text(self, pos):
        if pos == self.start:
            return "start"
        rows = ["".join(pos[r * self.size:(r + 1) * self.size]) for r in reversed(range(self.size))]
        return "/".join("".join(str(len(list(run))) if who == "." else "".join(run) for who, run in itertools.groupby(row))
                        for row in rows)


class AtariGo(Plays, Base):
    def test_atari_go(self):
        rng = random.Random(13)
        for size, crosscut in ((2, False), (3, False), (4, False), (4, True), (5, False), (6, True)):
            game = Capture(size, crosscut)
            for theirs, pos, their in self.plays(game, rng, 8):
                images = {theirs.image(their, m) for m in range(theirs.maps)}
                self.assertEqual(theirs.maps, 4 if crosscut else 8)
                for image in images:
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
                    self.assertEqual(theirs.outcome(image), game.outcome(pos))
        start = check_cert.find_game("atari-go:size=6,start=crosscut")
        self.assertEqual(start.text(start.play(start.start, 0)), "6/6/2ox2/2xo2/6/x5")
        for m in range(4):
            self.assertEqual(start.image(start.start, m), start.start)
        empty = check_cert.find_game("atari-go:size=2,start=empty")
        for bad in (b"\x03", b"\x02", b"\x05", b"", b"\0\0"):
            with self.assertRaises(check_cert.Reject):
                empty.decode(bad)
        # A stone of White's in the corner, captured by two of Black's.
        three = check_cert.find_game("atari-go:size=3,start=empty")
        self.assertEqual(three.outcome(three.decode(bytes([0b01000110, 0, 0]))), 0)
        for bad in (bytes([0b01000110, 2, 0]), bytes([0b10001001, 2, 0])):
            with self.assertRaises(check_cert.Reject):
                three.decode(bad)


if __name__ == "__main__":
    unittest.main()
