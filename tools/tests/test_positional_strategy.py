"""Evidence of kind 4: positional strategies."""

import random
import unittest

from base import Base, check
from rules_connect_four import Drop
from shows import ABOVE, ANY, BLOCK, WIN, pair, play, reply, strategy
from small_games import board, true_claim
from writer import HOLDS, WINS, Cert


class PositionalStrategies(Base):
    def root(self, game, pos, claim, evidence):
        return Cert(game.name, game.encode(pos), [list(claim)], [[0, evidence]], [])

    def test_claimeven(self):
        game = Drop(3, 4)
        self.verified(self.root(game, game.start, (1, HOLDS, 0), strategy(ABOVE)),
                      "connect-four:width=3,height=4 second-player-does-not-lose start")
        pairs = [pair(2 * i, 2 * i + 1) for i in range(6)]
        self.verified(self.root(game, game.start, (1, HOLDS, 0), strategy(*pairs)))
        self.verified(self.root(game, game.start, (1, 2, 0), strategy(ABOVE)))
        for claim, rules in (((0, HOLDS, 0), [ABOVE]), ((1, WINS, 0), [WIN, ABOVE]), ((1, 2, 1), [WIN, ABOVE]), ((1, HOLDS, 0), []),
                             ((1, HOLDS, 0), pairs[:5]), ((1, HOLDS, 0), [reply(2 * i + 1, 2 * i) for i in range(6)])):
            self.rejected(self.root(game, game.start, claim, strategy(*rules)), "evidence-fails", "section 0")

    def test_what_is_threatened_and_what_has_a_rank(self):
        root = board("X..OO...X")               # the second player threatens cell 5
        ranks, tied = (7, 3, 0, 0, 16), (7, 3, 16, 1, 18)       # cell 5 alone; with it cells 1 and 2 of one rank, and 4, which is taken
        for rules, holds in (([WIN, BLOCK, ANY], True), ([WIN, ANY], False), ([WIN, ranks, BLOCK, ANY], True), ([BLOCK], False),
                             ([WIN, BLOCK, tied, ANY], True), ([WIN, tied, BLOCK, ANY], False)):
            cert = Cert("tic-tac-toe", root, [[0, HOLDS, 0]], [[0, strategy(*rules)]], [])
            if holds:
                self.verified(cert)
            else:
                self.rejected(cert, "evidence-fails", "section 0")

    def test_where_it_may_not_stand(self):
        tic = ["evidence", 4, strategy(WIN)[2]]
        root = board("XX.OO....")
        self.verified(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, tic]], []))
        self.rejected(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, strategy(WIN, ABOVE)]], []), "evidence-trait", "section 0")
        morris = "three-mens-morris:moves=adjacent,opening=free"
        self.rejected(Cert(morris, bytes(10), [[0, HOLDS, 0]], [[0, strategy(ANY)]], []), "evidence-trait", "section 0")
        for payload in (b"", b"\1", b"\1\x08", b"\1\7\2\1\0", b"\1\7\x21" + b"\1" * 33, b"\1\3\0", b"\1\0\0", b"\2\0", b"\1\2\xff\xff\xff\xff\x10"):
            self.rejected(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, ["evidence", 4, payload]]], []), "malformed", "section 0")

    def test_work(self):
        game = Drop(3, 4)
        cert = self.root(game, game.start, (1, HOLDS, 0), strategy(*[reply(11, 11)] * 1000, ABOVE))
        self.verified(cert)
        self.rejected(cert, "work-limit", "section 0", work=10_000)

    def good(self, game, rules, holds, prover, pos, last):
        """The definition, with recursion and without memory."""
        children = game.children(pos)
        if not children:
            return holds(pos)
        if game.mover(pos) != prover:
            return all(self.good(game, rules, holds, prover, child, mv) for mv, child in children.items())
        for tag, *moves in rules:
            told = []
            if tag == 0:
                told = [mv for mv in sorted(children) if not game.children(children[mv]) and holds(children[mv])]
            elif tag == 1 and last is not None:
                told = [last + 1] if (last + 1) % game.height else []
            elif tag == 2:
                told = moves
            elif tag in (3, 4) and last == moves[0]:
                told = moves[1:]
            elif tag == 4 and last == moves[1]:
                told = moves[:1]
            elif tag == 5:
                told = sorted(children)
            told = [mv for mv in told if mv in children]
            if told:
                return self.good(game, rules, holds, prover, children[told[0]], None)
        return False

    def test_random_lists_against_the_definition(self):
        """Decided positions end branches early; for claims that stay open to the end both agree all the same, since what is
        decided is true of every play."""
        rng = random.Random(14)
        accepted = 0
        for number in range(1000):
            game = Drop(*((3, 4), (4, 4))[number % 2])
            cells = game.width * game.height
            pos = game.start
            while sum(map(len, pos)) < cells - 7 and game.outcome(pos) is None:
                pos = rng.choice(list(game.children(pos).values()))
            player, goal = rng.randrange(2), rng.randrange(2)
            code = lambda: rng.randrange(cells)
            rules = [rng.choice((ABOVE, play(code()), reply(code(), code()), pair(code(), code()), ANY)) for _ in range(rng.randrange(7))]
            holds = lambda end: true_claim(game.outcome(end), player, goal)
            cert = self.root(game, pos, (player, goal, 0), strategy(*rules))
            if self.good(game, rules, holds, player, pos, None):
                accepted += 1
                self.verified(cert)
            elif check(cert.bytes())[1] == 0:
                # Accepted although some play gets stuck, or ends by `win`: then only because everything was decided before.
                self.assertTrue(self.holds_anyway(game, pos, player, goal))
        self.assertGreater(accepted, 100)

    def holds_anyway(self, game, pos, player, goal):
        children = game.children(pos)
        if not children:
            return true_claim(game.outcome(pos), player, goal)
        values = [self.holds_anyway(game, child, player, goal) for child in children.values()]
        return any(values) if game.mover(pos) == player else all(values)


if __name__ == "__main__":
    unittest.main()
