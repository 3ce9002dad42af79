"""The rules of Connect Four once more."""

import itertools

from small_games import DRAW


class Drop:
    """Connect Four once more: a position is a tuple of columns, each a tuple of players from the bottom."""

    def __init__(self, width, height):
        self.name = f"connect-four:width={width},height={height}"
        self.width, self.height = width, height
        self.start = ((),) * width

    def mover(self, pos):
        return sum(map(len, pos)) % 2

    def at(self, pos, column, row):
        return pos[column][row] if 0 <= column < self.width and 0 <= row < len(pos[column]) else None

    def winner(self, pos):
        for column, row in itertools.product(range(self.width), range(self.height)):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                four = {self.at(pos, column + i * dx, row + i * dy) for i in range(4)}
                if len(four) == 1 and None not in four:
                    return four.pop()
        return None

    def outcome(self, pos):
        winner = self.winner(pos)
        if winner is not None:
            return winner
        return DRAW if sum(map(len, pos)) == self.width * self.height else None

    def children(self, pos):
        if self.outcome(pos) is not None:
            return {}
        return {c * self.height + len(pos[c]): pos[:c] + (pos[c] + (self.mover(pos),),) + pos[c + 1:]
                for c in range(self.width) if len(pos[c]) < self.height}

    def score(self, pos):
        """The first player's."""
        winner = self.winner(pos)
        if winner is None:
            return 0
        stones = sum(column.count(winner) for column in pos)
        return (self.width * self.height // 2 + 1 - stones) * (1 if winner == 0 else -1)

    def encode(self, pos):
        bits = "".join("".join("10"[p] for p in column) + "1" + "0" * (self.height - len(column)) for column in pos)
        return int(bits[::-1], 2).to_bytes((len(bits) + 7) // 8, "little")

    def text(self, pos):
        return "start" if pos == self.start else "/".join("".join("xo"[p] for p in column) for column in pos)

    def map(self, pos):
        return pos[::-1]
