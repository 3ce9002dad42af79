"""The rules of Hex and Y once more."""

import itertools


class Borders:
    """Hex and Y, cell by cell. A position is (stones, side to move); stones is a tuple of (column, row, player), sorted by row."""

    def __init__(self, name, width, height, triangle=False, swap=False):
        self.name, self.width, self.height, self.triangle, self.swap = name, width, height, triangle, swap
        self.cells = [(c, r) for r in range(height) for c in range(width) if not triangle or c + r < width]
        self.start = ((), 0)

    def mover(self, pos):
        return pos[1]

    def joined(self, stones, player):
        """Labels of chains, made equal over every pair of neighbours until nothing changes."""
        label = {(c, r): number for number, (c, r, who) in enumerate(stones) if who == player}
        changed = True
        while changed:
            changed = False
            for (c, r), (d, s) in itertools.permutations(label, 2):
                beside = abs(c - d) <= 1 and abs(r - s) <= 1 and c - d != r - s
                if beside and label[c, r] > label[d, s]:
                    label[c, r] = label[d, s]
                    changed = True
        chains = [[cell for cell in label if label[cell] == number] for number in set(label.values())]
        if self.triangle:
            ends = [lambda c, r: c == 0, lambda c, r: r == 0, lambda c, r: c + r == self.width - 1]
        elif player == 0:
            ends = [lambda c, r: r == 0, lambda c, r: r == self.height - 1]
        else:
            ends = [lambda c, r: c == 0, lambda c, r: c == self.width - 1]
        return any(all(any(end(*cell) for cell in chain) for end in ends) for chain in chains)

    def outcome(self, pos):
        return next((who for who in (0, 1) if self.joined(pos[0], who)), None)

    def children(self, pos):
        if self.outcome(pos) is not None:
            return {}
        stones, mover = pos
        taken = {(c, r) for c, r, _ in stones}
        out = {}
        for number, (c, r) in enumerate(self.cells):
            if (c, r) not in taken:
                out[number] = (self.ordered(stones + ((c, r, mover),)), 1 - mover)
        if self.swap and mover == 1 and [who for _, _, who in stones] == [0]:
            out[len(self.cells)] = (((stones[0][1], stones[0][0], 1),), 0)
        return out

    def ordered(self, stones):
        return tuple(sorted(stones, key=lambda stone: (stone[1], stone[0])))

    def encode(self, pos):
        kinds = {(c, r): who + 1 for c, r, who in pos[0]}
        values = [kinds.get(cell, 0) for cell in self.cells] + [0] * (-len(self.cells) % 4)
        groups = [values[at:at + 4] for at in range(0, len(values), 4)]
        return bytes([a + 4 * b + 16 * c + 64 * d for a, b, c, d in groups] + [pos[1]])

    def text(self, pos):
        if pos == self.start:
            return "start"
        lists = [",".join("abcdefghijklmn"[c] + str(r + 1) for c, r, who in pos[0] if who == player) for player in (0, 1)]
        words = [f"{name}:{cells}" for name, cells in zip(("black", "white"), lists) if cells]
        return " ".join(words + [("black", "white")[pos[1]] + "-to-move"])
