"""Evidence of kind 6: the prover's choices, in the order in which positions are met (section 4.6)."""

import array

from ..checking import Checking
from ..memory import Numbers, size_of

MOST_TREE_PLIES = 10_000    # of a line of a solution tree
DONE = object()             # what comes after the last of several moves


class Remembered:
    """A set of byte strings."""

    def __init__(self):
        self.numbers, self.bytes, self.ends = Numbers(), bytearray(), array.array("Q", [0])

    def same(self, key):
        return lambda number: self.bytes[self.ends[number]:self.ends[number + 1]] == key

    def __contains__(self, key):
        return self.numbers.find(hash(key), self.same(key))[0]

    def add(self, key):
        """What it takes in memory; nothing if it was there."""
        if not self.numbers.add(hash(key), self.same(key)):
            return 0
        self.bytes += key
        self.ends.append(len(self.bytes))
        return len(key) * 9 // 8 + Numbers.SIZE + 9


class SolutionTrees(Checking):
    """Checks evidence of kind 6."""

    def solution_tree(self, claim, pos, data):
        """Is the claim shown by the choices in these bytes, in the order in which they are met?"""
        game, taken, remembered, held = self.game, 0, Remembered(), self.held
        line = [(iter((None,)), pos, claim, None, 0)]   # moves to be gone through from a position, what is left after them, its key
        while line:
            below, pos, claim, own, size = line[-1]
            mv = next(below, DONE)
            if mv is DONE:
                if own is not None:
                    self.hold(remembered.add(own))
                self.hold(-size)
                line.pop()
                continue
            pos = pos if mv is None else self.play(pos, mv)
            settled = self.settled(claim, pos)
            if settled is not None:
                if not settled:
                    return False
                continue
            moves, own = game.moves(pos), None
            if not moves or len(line) > MOST_TREE_PLIES:
                return False
            if game.to_move(pos) == claim.prover and len(moves) > 1:
                own = claim.n.to_bytes(4, "little", signed=True) + game.encode(pos)
                if own in remembered:
                    continue
                choice = 0
                for bit in range((len(moves) - 1).bit_length()):
                    if taken >= 8 * len(data):
                        return False
                    choice |= (data[taken // 8] >> taken % 8 & 1) << bit
                    taken += 1
                if choice >= len(moves):
                    return False
                moves = [moves[choice]]
            size = size_of(pos) + 4 * len(moves) + 500
            self.hold(size)
            line.append((iter(array.array("I", moves)), pos, claim.after(game.to_move(pos)), own, size))
        self.hold(held - self.held)
        return -(-taken // 8) == len(data) and (taken % 8 == 0 or data[-1] >> taken % 8 == 0)
