"""Evidence of kind 1: reply trees."""

import random
import unittest

from base import Base, check
from shows import open_tree, tree
from small_games import Tic, board, solved, tic, true_claim
from writer import HOLDS, WINS


class Trees(Base):
    def root(self, cells, evidence, claim=(0, WINS, 0)):
        return tic([], [[0, evidence]], [claim], board(cells))

    def test_one_move(self):
        self.verified(self.root("XX.OO....", tree(("p", 2), None)))
        for nodes in ([("p", 2)], [("o", 2, []), None, ("p", 2)]):      # a move must have a node after it, needed or not
            self.rejected(self.root("XX.OO....", open_tree(*nodes)), "malformed", "section 0")
        self.rejected(self.root("XX.OO....", tree(("p", 5), None)), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(("p", 0), None)), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(("o", 0, []))), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(None)), "evidence-fails", "section 0")

    def test_replies(self):
        # O to move; X has 0, 2, 6 and completions 1 and 4.
        both = tree(("o", 1, [[1, 2]]), ("p", 1), ("p", 4))         # default: 1; after O 1: node 2
        self.verified(self.root("X.XO..XO.", both))
        self.rejected(self.root("X.XO..XO.", tree(("o", 1, []), ("p", 1))), "evidence-fails")
        self.rejected(self.root("X.XO..XO.", tree(("o", 0, [[1, 1]]), ("p", 4))), "evidence-fails")
        every = tree(("o", 0, [[1, 1], [4, 2], [5, 2], [8, 2]]), ("p", 4), ("p", 1))
        self.verified(self.root("X.XO..XO.", every))
        # names that are no moves do not matter
        self.verified(self.root("X.XO..XO.", tree(("o", 1, [[0, 1], [1, 2], [77, 1]]), ("p", 1), ("p", 4))))
        # the node for the wrong side
        self.rejected(self.root("X.XO..XO.", tree(("p", 1), None)), "evidence-fails")

    def test_default_on_every_reply(self):
        """A default that answers some replies and not the others."""
        # X plays 4 and then 8, which O may take.
        self.rejected(self.root("XO.......", tree(("p", 4), ("o", 1, []), ("p", 8))), "evidence-fails")
        fork = tree(("p", 4), ("o", 1, [[8, 2]]), ("p", 8), ("p", 6), ("o", 1, [[3, 2]]), ("p", 3), ("p", 2))
        self.verified(self.root("XO.......", fork))
        # A drawn board with the opponent "to move": he has no reply, and yet X has not won.
        full = board("XOXXOOO.X")
        self.rejected(tic([], [[0, tree(("o", 1, []), ("o", 0, []))]], [(1, WINS, 0)], full), "evidence-fails")
        full = board("XXOOOXX.O")
        self.rejected(tic([], [[0, tree(("p", 7), ("o", 0, []))]], [(0, WINS, 0)], full), "evidence-fails")
        self.verified(tic([], [[0, tree(("p", 7), ("o", 0, []))]], [(0, HOLDS, 0)], full))

    def test_against_brute_force(self):
        """Trees grown at random: whatever is accepted is true."""
        value, _, children = solved("tic")
        positions = [pos for pos in value if children[pos] and pos.count(0) <= 5]
        rng = random.Random(11)
        accepted = 0
        for _ in range(2000):
            pos = rng.choice(positions)
            claim = (rng.randrange(2), rng.randrange(2), 0)
            nodes = []
            side = Tic.mover(pos) == claim[0]
            length = rng.randrange(1, 7)
            for i in range(length):
                left = length - i - 1
                if side == (i % 2 == 0):
                    nodes.append(("p", rng.choice([c for c in range(9) if pos[c] == 0])))
                else:
                    nodes.append(("o", min(1, left), [[c, rng.randrange(1, left + 1)] for c in range(9) if left and rng.random() < .3]))
            last, code = check(self.root("".join(".XO"[c] for c in pos), tree(*nodes), claim).bytes())
            if code == 0:
                accepted += 1
                self.assertTrue(true_claim(value[pos], *claim[:2]))
        self.assertGreater(accepted, 100)


if __name__ == "__main__":
    unittest.main()
