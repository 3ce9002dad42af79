"""The rules of Go-Moku, m,n,k-games and renju."""

import collections
import itertools
import random
import unittest

from base import Base, check_cert
from check_cert.sets import set_of
from plays import Plays
from rules_in_a_row import Renju, Row
from shows import threats
from writer import HOLDS, WINS, Cert


class InARow(Plays, Base):
    def test_in_a_row(self):
        rng = random.Random(14)
        for width, height, k, rule in ((3, 3, 3, "freestyle"), (4, 3, 3, "standard"), (7, 2, 2, "freestyle"), (9, 1, 2, "standard"),
                                       (3, 3, 1, "freestyle"), (5, 5, 6, "freestyle"), (6, 7, 4, "standard"), (20, 20, 5, "freestyle")):
            game = Row(f"mnk:width={width},height={height},k={k},rule={rule}", width, height, k, rule == "standard")
            for theirs, pos, their in self.plays(game, rng, 5 if width < 20 else 1):
                self.assertEqual(theirs.maps, 8 if width == height else 4)
                images = {theirs.image(their, m) for m in range(theirs.maps)}
                self.assertEqual({theirs.outcome(image) for image in images}, {game.outcome(pos)})
                for image in images:
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
        for rule in ("freestyle", "standard"):
            for opening in ("free", "professional"):
                name = f"gomoku:size=7,rule={rule},opening={opening}"
                game = Row(name, 7, 7, 5, rule == "standard", opening == "professional")
                for _ in self.plays(game, rng, 2):
                    pass
                lines = check_cert.find_game(name).rows is not None
                self.assertEqual(lines, opening == "free")
        for size in (5, 6, 8):
            for theirs, pos, their in self.plays(Renju(size), rng, 1):
                self.assertIsNotNone(theirs.rows)
                for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                    self.assertIsNone(theirs.decided(their, check_cert.Claim(player, goal)))
        for name in ("gomoku", "gomoku:size=15,rule=renju,opening=professional", "gomoku:size=8,rule=freestyle,opening=professional",
                     "mnk:width=5,height=5,k=5,rule=renju", "mnk:width=21,height=3,k=3,rule=freestyle"):
            self.assertIsNone(check_cert.find_game(name))

    def test_in_a_row_positions(self):
        """Exactly what can be reached is allowed in freestyle; what is decided stays so."""
        for width, height, k, rule in ((4, 2, 2, "freestyle"), (3, 3, 3, "freestyle"), (7, 1, 2, "standard")):
            game = Row(f"mnk:width={width},height={height},k={k},rule={rule}", width, height, k, rule == "standard")
            theirs = check_cert.find_game(game.name)
            futures = {}

            def future(pos):
                if pos not in futures:
                    ends = [future(child) for child in game.children(pos).values()]
                    futures[pos] = frozenset().union(*ends) if ends else frozenset([game.outcome(pos)])
                return futures[pos]

            future(game.start)
            for stones in itertools.product((-1, 0, 1), repeat=width * height):
                try:
                    their = theirs.decode(game.encode(stones))
                except check_cert.Reject:
                    self.assertNotIn(stones, futures)
                    continue
                if rule == "freestyle":
                    self.assertIn(stones, futures)
                for player, goal in itertools.product((0, 1), (0, 1)):
                    claim = check_cert.Claim(player, goal)
                    decided = theirs.decided(their, claim)
                    if decided is not None and stones in futures and game.outcome(stones) is None:
                        self.assertEqual({claim.fulfilled(end) for end in futures[stones]}, {decided})
            for bad in (b"", b"\xff" * 3, bytes(9)):
                with self.assertRaises(check_cert.Reject):
                    theirs.decode(bad)

    @staticmethod
    def diagram(rows):
        """A square board of rows with a space between them, from the top: its size, the stones, and the cell marked with *."""
        rows = rows.split()
        cells = "".join(reversed(rows))
        return len(rows), tuple(".xo".index(c.replace("*", ".")) - 1 for c in cells), cells.find("*")

    def test_forbidden_moves(self):
        line = lambda row: row.ljust(9, ".") + 8 * " ........."
        for rows, forbidden, free in (
                # Two threes: side by side, with gaps; one that White stops, one at the edge.
                ("......... ......... ....x.... ....x.... ..xx*.... ......... ......... ......... .........", True, False),
                ("......... ......... .x....... ......... ...x..... ....*x.x. ......... ......... .........", True, False),
                ("......... ......... ....x.... ....x.... .oxx*.... ......... ......... ......... .........", False, True),
                ("......... ......... ....x.... ....x.... xx..*.... ......... ......... ......... .........", False, True),
                # The cell right of the move, on which its three must be stretched, would make a row of six; of five; of three.
                ("......... .....x... .....x... ....xx... ....*.xx. ....xx... .....x... ......... .........", False, False),
                ("......... ......... .....x... ....xx... ....*.xx. ....xx... .....x... ......... .........", False, False),
                ("......... ......... .....o... ....xx... ....*.xx. ....xx... .....o... ......... .........", True, False),
                # Two fours: in two lines; in one line, in three ways; one four with two ends; a four and a three.
                ("....x.... ....x.... ....x.... ......... .xxx*.... ......... ......... ......... .........", True, False),
                (line("x.xx*.x"), True, False), (line("xx.*x.xx"), True, False), (line("xxx.*.xxx"), True, False),
                (line("..xx*x."), False, True), (line("x.xx*ox"), False, True), (line("x.xx*.xx"), False, True),
                ("......... ......... ....x.... ....x.... oxxx*.... ......... ......... ......... .........", False, True),
                # Rows of six or more; a row of five, with one of six, and with two fours.
                (line("xxx*xx"), True, False), (line("xxx*xxx"), True, False), (line("ooxx*xxxo"), True, False),
                (line("xxx*x"), False, True), (line("xxx.*xx"), False, True),
                ("....x.... ....x.... ....x.... ....x.... .xxx*xx.. ......... ......... ......... .........", False, True),
                ("x...x...x .x..x..x. ..x.x.x.. ......... .xxx*x... ......... ......... ......... .........", False, True)):
            size, pos, cell = self.diagram(rows)
            game, theirs = Renju(size), check_cert.find_game(f"gomoku:size={size},rule=renju,opening=free")
            black, spaces = (set_of(c for c in range(size * size) if pos[c] == who) for who in (0, -1))
            self.assertEqual((game.forbidden(pos, cell), game.free(pos, cell)), (forbidden, free), rows)
            for m in range(8):
                own, other, at = (theirs.image((stones, 0), m)[0] for stones in (black, spaces, 1 << cell))
                at = at.bit_length() - 1
                self.assertEqual((theirs.is_forbidden(own, other, at), theirs.is_free(own, other, at)), (forbidden, free), rows)

    def test_forbidden_moves_on_any_board(self):
        rng, counted, freed = random.Random(19), collections.Counter(), 0
        for number in range(250):
            size = rng.choice((6, 7, 8))
            game, theirs = Renju(size), check_cert.find_game(f"gomoku:size={size},rule=renju,opening=free")
            middle = [size * r + c for r in range(size) for c in range(size) if rng.random() < .3 or 0 < r < 6 and 0 < c < 6]
            chosen = rng.sample(middle, rng.randrange(8, 20))
            n = rng.randrange(len(chosen) // 3)
            pos = tuple(-1 if c not in chosen else int(c in chosen[:n]) for c in range(size * size))
            black, spaces = (set_of(c for c in range(size * size) if pos[c] == who) for who in (0, -1))
            cells = [c for c in range(size * size) if pos[c] == -1]
            for cell in cells:
                forbidden, free = theirs.is_forbidden(black, spaces, cell), theirs.is_free(black, spaces, cell)
                self.assertEqual((forbidden, free), (game.forbidden(pos, cell), game.free(pos, cell)))
                counted[forbidden, free] += 1
                # What is promised: what is free stays so, and only stones on the lines and borders count.
                whites = set_of(c for c in cells if c != cell and rng.random() < .3)
                if free:
                    self.assertTrue(theirs.is_free(black, spaces & ~whites, cell))
                else:
                    self.assertFalse(theirs.is_free(black, spaces & ~(whites & ~theirs.around[cell]), cell))
                    freed += theirs.is_free(black, spaces & ~whites, cell)
        self.assertEqual(set(counted), {(False, True), (True, False), (False, False)})
        self.assertGreater(min(counted.values()), 50)
        self.assertGreater(freed, 50)

    def test_black_without_a_move(self):
        """Each of four cells would make two fours, with the two next to it."""
        size, pos, _ = self.diagram("ooxooo .xxx.o xxooxo xoooxx xooxxo .xxx.o")
        game, theirs = Renju(size), check_cert.find_game("gomoku:size=6,rule=renju,opening=free")
        self.assertEqual((game.mover(pos), game.black_moves(pos), game.outcome(pos)), (0, [], 1))
        their = theirs.decode(game.encode(pos))
        self.assertEqual((theirs.outcome(their), theirs.moves(their), theirs.can_move(their)), (1, [], False))
        settled = lambda pos, claim: Cert(game.name, game.encode(pos), [list(claim)], [[0, ["settled"]]], [])
        self.verified(settled(pos, (1, WINS, 0)))
        self.rejected(settled(pos, (0, HOLDS, 0)), "not-settled", "section 0")
        # A stone of White's less: after it comes back the game is over; after any other of his moves Black has one.
        white = [c for c, stone in enumerate(pos) if stone == 1]
        for last in white:
            before = pos[:last] + (-1,) + pos[last + 1:]
            if game.outcome(before) is not None:
                continue
            their = theirs.decode(game.encode(before))
            for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                claim = check_cert.Claim(player, goal)
                settled, _, _ = self.replay(theirs).after_moves(claim, their, theirs.moves(their))
                ends = {c: game.outcome(child) for c, child in game.children(before).items()}
                self.assertEqual(settled, {c: claim.fulfilled(end) for c, end in ends.items() if end is not None})
                self.assertIn(last, settled)
            cert = lambda mv, shown: Cert(game.name, game.encode(before), [[1, WINS, 0]], [[0, ["entry", 0, 0]]],
                                          [[0, ["whole", game.encode(before)], ["move", mv, shown]]])
            self.verified(cert(last, ["settled"]))
            # No evidence shows anything for Black of a game that is over.
            self.rejected(Cert(game.name, game.encode(pos), [[0, WINS, 0]], [[0, threats(*range(36))]], []), "evidence-fails")

    @staticmethod
    def replay(game):
        certificate = check_cert.Certificate(b"", 10**9)
        certificate.game = game
        return certificate

    def test_renju_positions(self):
        """Black may have no row of six but with a five, and one stone must have made both."""
        theirs = check_cert.find_game("gomoku:size=9,rule=renju,opening=free")
        row = lambda first, *others: " ".join([first, *others] + ["........."] * (8 - len(others)))
        for rows, fine in ((row("xxxxx.o.o", "o.o......"), True), (row("xxxxx.o.o", "o.o.o...."), False),
                           (row("xxxxxx.o.", "o.o.o.o.o"), False), (row("xxxxxx.o.", "o.o.o.o.."), False),
                           (row("ooooo....", "x.x.x.x.x"), True), (row("oooooo...", "x.x.x.x.x", "x........"), True),
                           (row("ooooo....", "x.x.x.x.x", "x........"), False),
                           (row("xxxxxx...", *["..x......"] * 4, "o.o.o.o.o", "o.o.o.o.."), True),
                           (row("xxxxxx...", *["x........"] * 4, "o.o.o.o.o", "o.o.o.o.."), False),
                           (row("xxxxxx...", *["......x.."] * 5, "o.o.o.o.o", "o.o.o.o.o"), False),
                           (row("ooooooooo", "x.x.x.x.x", "x.x.x.x.."), True)):
            _, pos, _ = self.diagram(rows)
            if fine:
                theirs.decode(Renju(9).encode(pos))
            else:
                with self.assertRaises(check_cert.Reject):
                    theirs.decode(Renju(9).encode(pos))


if __name__ == "__main__":
    unittest.main()
