"""The rules of chess, antichess, giveaway and losers, and mates."""

import collections
import itertools
import random
import unittest

from base import Base, check_cert
from plays import Plays
from rules_chess import Board
from shows import tree
from writer import Cert, u


class Chess(Plays, Base):
    NAMES = ("chess:fifty=off", "chess:fifty=on", "antichess", "giveaway", "losers")
    MOVES = [   # of the Chess Programming Wiki ("Perft results", "Chess960 perft results"), and of antichess as programs count
        ("chess:fifty=off", Board.FULL, (20, 400)),
        ("chess:fifty=off", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2039)),
        ("chess:fifty=off", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2812)),
        ("chess:fifty=off", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", (6, 264, 9467)),
        ("chess:fifty=off", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1486)),
        ("chess:fifty=off", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", (46, 2079)),
        ("chess:fifty=off", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", (21, 528)),
        ("antichess", Board.FULL, (20, 400, 8067)),
    ]

    def test_numbers_of_moves_as_published(self):
        def count(game, pos, depth):
            moves = game.legal(pos)
            return len(moves) if depth == 1 else sum(count(game, game.play(pos, mv), depth - 1) for mv in moves)

        for name, fen, counts in self.MOVES:
            ours, theirs = Board(name, fen), check_cert.find_game(name)
            pos = theirs.decode(ours.encode(ours.start))
            for depth, number in enumerate(counts, 1):
                self.assertEqual(count(theirs, pos, depth), number, (fen, depth))
                if number < 100:
                    self.assertEqual(ours.count(ours.start, depth), number, (fen, depth))

    def test_against_the_rules_here(self):
        rng, ends = random.Random(14), collections.Counter()
        fens = [fen for _, fen, _ in self.MOVES] + ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", "rrk3r1/p7/8/8/8/8/7P/1R3KRR w BGbg -",
                                                   "8/8/4k3/8/8/3BK3/8/8 w - -", "7k/8/8/8/8/8/5Q2/K7 w - - 96 1"]
        for name in self.NAMES:
            for fen in fens:
                for theirs, pos, their in itertools.islice(self.plays(Board(name, fen), rng, 1), 16):
                    ends[name, theirs.outcome(their)] += 1
                    here = theirs.conversion_class(their)
                    for mv in theirs.moves(their):
                        self.assertGreaterEqual(theirs.conversion_class(theirs.play(their, mv)), here)
        self.assertGreater(sum(number for (_, outcome), number in ends.items() if outcome is None), 400)
        self.assertGreater(sum(number for (_, outcome), number in ends.items() if outcome is not None), 3)

    def test_ends(self):
        """Who has won in chess and in losers; 2 is a draw."""
        for fen, chess, losers in (
                ("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, 1), ("k7/8/1Q6/8/8/8/p7/K7 b - -", 2, 1), ("R5k1/6pp/8/8/8/8/8/K7 b - -", None, None),
                ("7k/8/8/8/8/8/8/KQ6 w - -", None, 1), ("7k/8/8/8/8/8/8/KB6 w - -", 2, 1), ("7k/8/8/8/8/8/8/K1N5 b - -", 2, 1),
                ("6bk/8/8/8/8/8/8/KB6 w - -", 2, None), ("5b1k/8/8/8/8/8/8/KB6 w - -", None, None), ("7k/8/8/8/8/8/8/KNN5 w - -", None, 1),
                ("7k/7n/8/8/8/8/8/KN6 w - -", None, None), ("7k/8/8/8/8/8/8/K7 w - -", 2, 0)):
            for name, wanted in (("chess:fifty=off", chess), ("losers", losers)):
                ours, theirs = Board(name, fen), check_cert.find_game(name)
                self.assertEqual(theirs.outcome(theirs.decode(ours.encode(ours.start))), wanted, (name, fen))
        for name in ("antichess", "giveaway"):
            theirs = check_cert.find_game(name)
            for fen, wanted in (("8/8/8/8/8/p7/P7/8 w - -", 0), ("8/8/8/8/8/8/8/7r w - -", 0), ("8/8/8/8/8/8/8/K6r w - -", None)):
                self.assertEqual(theirs.outcome(theirs.decode(Board(name, fen).encode(Board(name, fen).start))), wanted)

    def test_bad_positions(self):
        def code(fen, name="chess:fifty=off"):
            return Board(name, fen).encode(Board(name, fen).start)

        lone = code("7k/8/8/8/8/8/8/K7 w - -")
        rook = code("7k/8/8/8/8/8/8/K1R5 w - -")
        tail = lambda fen, *bytes_: code(fen)[:-1] + bytes(bytes_)
        passing = code("7k/8/8/3pP3/8/8/8/K7 w - d6")
        check_cert.find_game("chess:fifty=off").decode(passing)
        bad = [b"", lone[:8], lone[:-1], lone + b"\0", lone[:-1] + b"\x40", lone[:8] + b"\x06\x00", lone[:8] + b"\xe7\x00",
               lone[:8] + b"\x66\x00", rook[:-2] + b"\x1e\x00", code("8/8/8/8/8/8/8/K7 w - -"), code("kk6/8/8/8/8/8/8/K7 w - -"),
               code("7k/8/8/8/8/8/8/K6R w - -"), code("P6k/8/8/8/8/8/8/K7 w - -"), code("7k/8/8/8/8/8/8/K6p w - -"),
               tail("7k/8/8/8/8/8/8/K7 w - -", 2, 0), tail("7k/8/8/8/8/8/8/K1R5 w - -", 2, 2), tail("7k/8/8/8/8/8/8/K1R5 w - -", 4, 8),
               tail("7k/8/8/8/8/8/8/K1R5 w - -", 4), tail("7k/8/8/8/8/8/K7/2R5 w - -", 4, 2), tail("7k/8/8/8/8/8/8/K1r5 b - -", 5, 2),
               passing[:-1] + b"\x04", code("7k/8/3n4/3pP3/8/8/8/K7 w - d6"), code("7k/3n4/8/3pP3/8/8/8/K7 w - d6"),
               code("7k/8/8/3p4/8/8/8/K7 w - d6"), code("8/8/8/K2pP2r/8/8/8/7k w - d6")]
        for number, bytes_ in enumerate(bad):
            with self.assertRaises(check_cert.Reject, msg=number):
                check_cert.find_game("chess:fifty=off").decode(bytes_)
        fifty = check_cert.find_game("chess:fifty=on")
        clocked = code("7k/8/8/8/8/8/8/K7 w - - 100 1", "chess:fifty=on")
        self.assertEqual(fifty.outcome(fifty.decode(clocked)), check_cert.DRAW)
        for bytes_ in (lone, clocked[:-1] + b"\x65"):
            with self.assertRaises(check_cert.Reject):
                fifty.decode(bytes_)
        # Without checks any men are a position; castling there is not, nor is capture in passing in giveaway.
        for name in ("antichess", "giveaway"):
            game = check_cert.find_game(name)
            for fen in ("8/8/8/8/8/8/8/8 w - -", "kk6/8/8/8/8/8/8/K6r w - -"):
                game.decode(code(fen))
            with self.assertRaises(check_cert.Reject):
                game.decode(tail("7k/8/8/8/8/8/8/K1R5 w - -", 4, 2))
        check_cert.find_game("antichess").decode(passing)
        with self.assertRaises(check_cert.Reject):
            check_cert.find_game("giveaway").decode(passing)

    def test_mates(self):
        """Mate in one and in two by hand, and what is no mate in time."""
        name = "chess:fifty=off"
        fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - -"
        root = Board(name, fen).encode(Board(name, fen).start)
        mate = tree(("p", 3 + 64 * 59))
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, mate]], []), f"{name} mate<=1 {fen}")
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 5, u(1)]]], []), f"{name} mate<=1 {fen}")
        self.verified(Cert(name, root, [[0, 7, 0], [0, 6, 1]], [[0, ["settled"]], [1, mate]], []), f"{name} mate=1 {fen}")
        self.rejected(Cert(name, root, [[0, 6, 1]], [[0, tree(("p", 3 + 64 * 51))]], []), "evidence-fails")
        self.rejected(Cert(name, root, [[0, 7, 1]], [[0, ["evidence", 5, u(1)]]], []), "evidence-fails")
        self.rejected(Cert("losers", root, [[0, 6, 1]], [[0, mate]], []), "evidence-fails")
        # Morphy's problem: 1.Ra6 and mate by the rook or the pawn. The choice is the place of the move in the order of codes.
        fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"
        game, board = check_cert.find_game(name), Board(name, fen)
        root, bits = board.encode(board.start), ""

        def walk(pos, moves):
            nonlocal bits
            if game.outcome(pos) is not None:
                return game.outcome(pos) == 0
            legal = game.moves(pos)
            if pos[1] == 0:
                for number, mv in enumerate(legal):
                    before, size = bits, (len(legal) - 1).bit_length()
                    bits += format(number, f"0{size}b")[::-1]
                    if moves and walk(game.play(pos, mv), moves - 1):
                        return True
                    bits = before
                return False
            return all([walk(game.play(pos, mv), moves) for mv in legal])

        self.assertFalse(walk(game.decode(root), 1))
        bits = ""
        self.assertTrue(walk(game.decode(root), 2))
        choices = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
        self.verified(Cert(name, root, [[0, 6, 2]], [[0, ["evidence", 6, choices]]], []), f"{name} mate<=2 {fen}")
        self.rejected(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 6, choices]]], []), "evidence-fails")
        for flipped in range(len(bits)):
            changed = bytearray(choices)
            changed[flipped // 8] ^= 1 << flipped % 8
            self.rejected(Cert(name, root, [[0, 6, 2]], [[0, ["evidence", 6, bytes(changed)]]], []), "evidence-fails")


if __name__ == "__main__":
    unittest.main()
