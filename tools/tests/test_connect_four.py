"""The rules of Connect Four, and claims about scores."""

import random
import unittest

from base import Base, check_cert
from plays import Plays
from rules_connect_four import Drop
from shows import WIN, strategy
from writer import HOLDS, Cert


class ConnectFour(Plays, Base):
    def test_connect_four(self):
        rng = random.Random(11)
        for size in ((7, 6), (4, 4), (3, 5), (1, 6), (6, 1), (10, 11)):
            game = Drop(*size)
            for theirs, pos, their in self.plays(game, rng, 6):
                if game.outcome(pos) is not None:
                    self.assertEqual(theirs.score(their), game.score(pos))
                self.assertEqual(theirs.encode(theirs.image(their, 1)), game.encode(game.map(pos)))
                self.assertEqual(theirs.image(their, 0), their)
        self.assertIsNone(check_cert.find_game("connect-four"))
        self.assertIsNone(check_cert.find_game("connect-four:width=12,height=10"))

    def test_connect_four_decided(self):
        """Against everything that can still happen on a small board."""
        game = Drop(4, 3)
        theirs = check_cert.find_game(game.name)
        futures = {}

        def future(pos):
            if pos not in futures:
                children = game.children(pos)
                ends = [future(child) for child in children.values()]
                futures[pos] = frozenset().union(*ends) if children else frozenset([(game.outcome(pos), game.score(pos))])
            return futures[pos]

        future(game.start)
        rng, count = random.Random(12), 0
        for pos in rng.sample(sorted(futures), 3000):
            if not game.children(pos):
                continue
            their = theirs.decode(game.encode(pos))
            for player, goal, n in [(p, g, n) for p in (0, 1) for g in range(4) for n in ((0,) if g < 2 else range(-3, 4))]:
                claim = check_cert.Claim(player, goal, n)
                decided = theirs.decided(their, claim)
                if decided is not None:
                    count += 1
                    self.assertEqual({claim.fulfilled(*end) for end in futures[pos]}, {decided})
        self.assertGreater(count, 1000)

    def test_connect_four_positions(self):
        game = check_cert.find_game("connect-four:width=7,height=6")
        code = lambda *columns: sum(c << 7 * i for i, c in enumerate(columns)).to_bytes(7, "little")
        self.assertEqual(game.decode(code(*[1] * 7)), game.start)
        for bad in (code(1, 1, 1, 0, 1, 1, 1), code(3, 3, 1, 1, 1, 1, 1), b"", bytes(7), b"\xff" * 7, code(*[1] * 7) + b"\0",
                    code(0b101111, 0b100, 1, 1, 1, 1, 1),           # play goes on after four in a column
                    code(0b11111, 0b11111, 0b1000, 0b1000, 0b100, 1, 1)):      # two lines that no stone has made together
            with self.assertRaises(check_cert.Reject):
                game.decode(bad)
        self.assertEqual(game.text(game.decode(code(0b11111, 0b1000, 1, 1, 1, 1, 1))), "xxxx/ooo/////")

    def test_scores(self):
        """The first player has filled a column with his fourth stone; before and after the move that does it."""
        game = Drop(4, 4)
        over, before = ((0, 0, 0, 0), (1, 1, 1), (), ()), ((0, 0, 0), (1, 1, 1), (), ())
        settled = lambda pos, *claims: Cert(game.name, game.encode(pos), claims, [[i, ["settled"]] for i in range(len(claims))], [])
        self.verified(settled(over, [0, 2, 5], [0, 3, 5]), f"{game.name} score=5 xxxx/ooo//")
        self.verified(settled(over, [1, 2, -5], [1, 3, -5]), f"{game.name} score=5 xxxx/ooo//")
        self.verified(settled(over, [1, 3, -4]), f"{game.name} second-player-score<=-4 xxxx/ooo//")
        for claims, reason in (([[0, 2, 6]], "not-settled"), ([[1, 2, -4]], "not-settled"), ([[0, 4, 0]], "unknown-claim"),
                               ([[0, 2, 5], [0, 3, 6]], "sections-do-not-meet"), ([[0, 2, 5], [1, 3, 5]], "sections-do-not-meet"),
                               ([[0, 2, 5], [1, HOLDS, 0]], "sections-do-not-meet")):
            self.rejected(settled(over, *claims), reason)
        # "At most 5" is decided before: there is no quicker win. Its prover is the second player.
        both = Cert(game.name, game.encode(before), [[0, 2, 5], [0, 3, 5]], [[0, strategy(WIN)], [1, ["settled"]]], [])
        self.verified(both, f"{game.name} score=5 xxx/ooo//")
        entry = [1, ["whole", game.encode(before)], ["move", 3, ["settled"]]]
        self.rejected(Cert(game.name, game.encode(before), both.claims, both.sections, [entry]), "settled-entry", "entry 0")
        entry[0] = 0
        self.verified(Cert(game.name, game.encode(before), [[0, 2, 5]], [[0, ["entry", 0, 0]]], [entry]))
        self.rejected(Cert(game.name, game.encode(before), [[1, 3, -5]], [[0, ["entry", 0, 0]]], [entry[:2] + [["replies", [], 0, []]]]),
                      "wrong-side", "entry 0")


if __name__ == "__main__":
    unittest.main()
