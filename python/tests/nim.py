"""Games in Python for the tests: Nim, and a game whose positions repeat."""

import quod

HEAPS = (3, 4, 5)


class Nim:
    """Take any number of matches from one heap; who takes the last one wins."""

    name = "nim"
    players = ("left", "right")

    def start(self):
        return (*HEAPS, quod.FIRST)

    def to_move(self, pos):
        return pos[3]

    def outcome(self, pos):
        return None if any(pos[:3]) else 1 - pos[3]

    def moves(self, pos):
        return [16 * heap + taken for heap in range(3) for taken in range(1, pos[heap] + 1)]

    def play(self, pos, move):
        heaps = list(pos[:3])
        heaps[move // 16] -= move % 16
        return (*heaps, 1 - pos[3])

    def encode(self, pos):
        return bytes(pos)

    def decode(self, data):
        pos = tuple(data)
        if len(pos) != 4 or any(a > b for a, b in zip(pos, (*HEAPS, 1))):
            raise ValueError("no heaps")
        return pos

    def move_text(self, pos, move):
        return f"{'abc'[move // 16]}-{move % 16}"


class Walk:
    """A piece on the squares 0 to 6, from 3; FIRST wins at 6, SECOND at 0; each moves it one square either way."""

    name = "walk"
    endless_play = quod.DRAW

    def start(self):
        return (3, quod.FIRST)

    def to_move(self, pos):
        return pos[1]

    def outcome(self, pos):
        return {0: quod.SECOND, 6: quod.FIRST}.get(pos[0])

    def moves(self, pos):
        return [0, 1]

    def play(self, pos, move):
        return (pos[0] + 2 * move - 1, 1 - pos[1])

    def encode(self, pos):
        return bytes(pos)

    def decode(self, data):
        return tuple(data)
