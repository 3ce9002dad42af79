"""Evidence of kind 2: line threats."""

import random
import unittest

from base import Base, check_cert
from check_cert.evidence import positional_strategy
from rules_in_a_row import Row
from shows import threats
from small_games import DRAW, board, solved, tic
from writer import HOLDS, WINS, Cert, two_sets


class LineThreats(Base):
    def root(self, cells, evidence, claim=(0, WINS, 0)):
        return tic([], [[0, evidence]], [claim], board(cells))

    def test_tic_tac_toe(self):
        self.verified(self.root("XX.OO....", threats()))                     # fill the line
        self.verified(self.root("XX.OO....", threats(8, 7, 0)))              # cells left over
        self.rejected(self.root("XX.OO....", threats(9)), "evidence-fails")  # ... but not on the board
        self.verified(self.root("XX.OO....", threats(), (0, HOLDS, 0)))
        self.rejected(self.root("XX.OO....", threats(), (1, HOLDS, 0)), "evidence-fails")
        # X: 0, O: 1. 4 threatens 8; O at 8; 6 threatens 2 and 3.
        self.verified(self.root("XO.......", threats(4, 6)))
        self.verified(self.root("XO.......", threats(0, 4, 0, 4, 6)))        # own cells are skipped
        self.rejected(self.root("XO.......", threats(4)), "evidence-fails")  # the list ends
        self.rejected(self.root("XO.......", threats(4, 8)), "evidence-fails")   # taken by the forced reply
        self.rejected(self.root("XO.......", threats(5, 6)), "evidence-fails")   # no threat
        self.rejected(self.root("XO.......", threats(1, 4, 6)), "evidence-fails")
        # O to move
        self.verified(self.root("X.XO..XO.", threats()))                     # two completions
        self.rejected(self.root("X.XOO.X..", threats()), "evidence-fails")   # but O fills a line
        self.rejected(self.root("X........", threats(4, 6)), "evidence-fails")   # nothing forced
        self.verified(self.root("XO..X....", threats(6)))                    # one completion: O 8, then 6
        # the forced reply is itself a threat: X 8 makes O play 5, and then O threatens 3
        self.rejected(self.root("..X.O....", threats(8, 0)), "evidence-fails")
        # over at the start
        self.rejected(self.root("XXXOO....", threats()), "evidence-fails")
        self.rejected(self.root("XXOOOXXXO", threats(), (0, HOLDS, 0)), "evidence-fails")

    def test_all_positions_against_brute_force(self):
        value, _, children = solved("tic")
        game = check_cert.games.TicTacToe()
        rng = random.Random(2)
        accepted = 0
        for pos in value:
            if not children[pos]:
                continue
            theirs = game.decode(bytes(pos))
            certificate = check_cert.Certificate(b"")
            certificate.game = game
            for player in (0, 1):
                for _ in range(3):
                    cells = [rng.randrange(9) for _ in range(rng.randrange(5))]
                    if certificate.line_threats(check_cert.Claim(player, WINS), theirs, cells):
                        accepted += 1
                        self.assertEqual(value[pos], player)
        self.assertGreater(accepted, 1000)

    @staticmethod
    def rows(rule, black, white, evidence, claim=(0, WINS, 0)):
        """On a board of 9x9; the cells are given as a1 to i9."""
        cells = [["abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1) for name in names.split()] for names in (black, white)]
        name = f"gomoku:size=9,rule={rule},opening=free"
        game = Row(name, 9, 9, 5, rule == "standard")
        code = game.encode(tuple(0 if c in cells[0] else 1 if c in cells[1] else -1 for c in range(81)))
        return Cert(name, code, [list(claim)], [[0, evidence]], [])

    def test_free_replies(self):
        cell = lambda name: "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)
        for rule in ("freestyle", "standard"):
            # Two threes that cross, White to move; then Black, with one stone less.
            self.verified(self.rows(rule, "d5 e5 f5 d4 d3", "a9 c9 e9 i1", threats()))
            self.verified(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats(cell("f5"))))
            self.rejected(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats()), "evidence-fails")
            self.rejected(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats(cell("h5"))), "evidence-fails")
            # A single three can be stopped.
            self.rejected(self.rows(rule, "d5 e5 f5 a1", "a9 c9 e9", threats()), "evidence-fails")
            # White has a three of his own with room for a four, and then a five.
            self.rejected(self.rows(rule, "d5 e5 f5 d4 d3", "f9 g9 h9 i1", threats()), "evidence-fails")
            # Closed at one end it gives him a four, and nothing after it.
            self.verified(self.rows(rule, "d5 e5 f5 d4 d3 d9", "e9 f9 g9 i1 a1", threats()))
        # After e2 the stone on f2 makes six with that on g2: by `standard` only a2 fills a line.
        longer = ("b2 c2 d2 g2", "a9 c9 e9 g8", threats(cell("e2")))
        self.verified(self.rows("freestyle", *longer))
        self.rejected(self.rows("standard", *longer), "evidence-fails")

    def test_forbidden_moves(self):
        """What Black may not play he does not win with; White may play it."""
        cell = lambda name: "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)
        for mine, theirs, planned, fine in (
                ("d5 e5 d4 d3", "a9 c9 e9 i1", "f5", True),                     # a three that crosses none
                ("d5 e5 d4 d3", "a9 c9 e9 i1", "d2", True),
                ("e5 f5 d4 d3", "a9 c9 e9 i1", "d5", False),                    # two threes
                ("c5 d5 e5 f3 f4", "b5 a9 c9 e9 i1", "f5 f6", True),            # a four and a three
                ("c5 d5 e5 f2 f3 f4", "b5 f1 a9 c9 e9 i1", "f5", False),        # two fours
                ("a1 c1 d1 g1", "a9 c9 e9 i9", "e1", False)):                   # and in one line
            planned = threats(*map(cell, planned.split()))
            self.verified(self.rows("renju", theirs + " g8", mine, planned, (1, WINS, 0)))
            cert = self.rows("renju", mine, theirs, planned)
            if fine:
                self.verified(cert)
            else:
                self.rejected(cert, "evidence-fails", "section 0")
        # Two threes are on the board already; they become fours on free cells.
        self.verified(self.rows("renju", "d5 e5 f5 d4 d3", "a9 c9 e9 i1", threats()))
        # A row of six wins for White alone.
        mine, theirs, planned = "b2 c2 d2 g2", "a9 c9 e9 g8", threats(cell("e2"))
        self.rejected(self.rows("renju", mine, theirs, planned), "evidence-fails")
        self.verified(self.rows("renju", theirs + " i5", mine, planned, (1, WINS, 0)))
        # Black's d1 would make six, so it is no threat that White must answer.
        six = ("a1 b1 c1 e1 f1", "c3 d3 e3 h9", threats(cell("f3")), (1, WINS, 0))
        self.verified(self.rows("renju", *six))
        self.rejected(self.rows("freestyle", *six), "evidence-fails")
        # White must be stopped on f5, where Black would make two threes.
        stop = ("g5 h5 e4 d3", "f6 f7 f8 f9", threats())
        self.verified(self.rows("standard", *stop))
        self.rejected(self.rows("renju", *stop), "evidence-fails")

    def test_pairs_where_moves_are_forbidden(self):
        """On 5x5 each line can have a pair of its own. That is no proof for Black, who may not be able to answer."""
        numbers = [11, 1, 8, 1, 12, 6, 2, 2, 9, 10, 3, 7, 0, 9, 3, 6, 7, 4, 4, 10, 12, 5, 8, 5, 11]
        pairs = [(positional_strategy.PAIR, [c for c in range(25) if numbers[c] == pair]) for pair in range(1, 13)] + [(positional_strategy.ANY, None)]
        for rule in ("freestyle", "standard", "renju"):
            certificate = check_cert.Certificate(b"")
            certificate.game = check_cert.find_game(f"gomoku:size=5,rule={rule},opening=free")
            self.assertTrue(certificate.pairs_hold(check_cert.Claim(1, HOLDS), (0, 0), pairs))
            self.assertEqual(certificate.pairs_hold(check_cert.Claim(0, HOLDS), (1 << 12, 0), pairs), rule != "renju")

    def test_free_replies_against_brute_force(self):
        rng = random.Random(4)
        for width, height, k, rule in ((5, 4, 3, "freestyle"), (5, 4, 3, "standard"), (5, 5, 4, "freestyle"), (5, 5, 4, "standard")):
            game = check_cert.find_game(f"mnk:width={width},height={height},k={k},rule={rule}")
            certificate = check_cert.Certificate(b"")
            certificate.game = game
            value, accepted = {}, 0

            def solve(pos):
                if pos not in value:
                    outcome, mover = game.outcome(pos), game.to_move(pos)
                    best = outcome
                    if outcome is None:
                        ends = [solve(game.play(pos, mv)) for mv in game.moves(pos)]
                        best = mover if mover in ends else DRAW if DRAW in ends else 1 - mover
                    value[pos] = best
                return value[pos]

            while accepted < 60:
                pos = game.start
                while game.outcome(pos) is None and len(game.moves(pos)) > 9:
                    pos = game.play(pos, rng.choice(game.moves(pos)))
                for player in (0, 1) if game.outcome(pos) is None else ():
                    for _ in range(10):
                        cells = [rng.randrange(width * height) for _ in range(rng.randrange(4))]
                        if certificate.line_threats(check_cert.Claim(player, WINS), pos, cells):
                            accepted += 1
                            self.assertEqual(solve(pos), player)

    def qubic(self, first, second, evidence, claim=(0, WINS, 0)):
        return Cert("qubic", two_sets(first, second), [list(claim)], [[0, evidence]], [])

    def test_qubic(self):
        self.verified(self.qubic((0, 1, 2), (21, 26, 38), threats()), "qubic first-player-wins 1a4 2b3 1b4 2c2 1c4 3c3")
        # A fork: 3 lies on 0 1 2 3 and on 3 7 11 15.
        self.verified(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3)), "qubic first-player-wins 1a4 2b3 1b4 2c2 1d3 3c3 1d2 3b2")
        self.verified(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3, 63), (0, HOLDS, 0)))
        self.rejected(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3, 64)), "evidence-fails")
        self.rejected(self.qubic((0, 1, 7, 11), (2, 26, 38, 41), threats(3, 15)), "evidence-fails")
        self.rejected(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(5)), "evidence-fails")
        # Two steps: 2 makes 3 be taken; then 34 lies on 2 18 34 50 and on 32 33 34 35.
        self.verified(self.qubic((0, 1, 18, 32, 33), (5, 10, 25, 44, 63), threats(2, 34)))
        # The same, but 3 is a threat of its own, with 7 and 11, and 34 does not stop it.
        self.rejected(self.qubic((0, 1, 18, 32, 33), (7, 11, 25, 44, 63), threats(2, 34)), "evidence-fails", "section 0")
        # The opponent is to move: he fills a line; he is lost.
        self.rejected(self.qubic((0, 1, 2, 16), (60, 61, 62), threats()), "evidence-fails")
        self.verified(self.qubic((0, 1, 7, 11, 3), (21, 26, 38, 41), threats()))
        # For the second player.
        self.verified(self.qubic((21, 26, 38, 41, 63), (0, 1, 7, 11), threats(3), (1, WINS, 0)), "qubic second-player-wins 2b3 1a4 2c2 1b4 3c3 1d3 3b2 1d2 4d1")
        self.rejected(self.qubic((21, 26, 38, 41, 63), (0, 1, 7, 11), threats(3), (0, HOLDS, 0)), "evidence-fails")

    def test_qubic_replies(self):
        """An entry with a default item, replayed after each of 50-odd replies."""
        first, second = (0, 1, 7, 11, 3), (21, 26, 38, 41)
        entry = [0, ["whole", two_sets(first, second)], ["replies", [threats()], 1, []]]
        cert = Cert("qubic", two_sets(first, second), [[0, 0, 0]], [[0, ["entry", 0, 0]]], [entry])
        self.verified(cert)
        # One completion only: the default does not answer the reply that takes it.
        first, second = (0, 1, 2, 28), (21, 26, 38)
        entry[1][1] = cert.root = two_sets(first, second)
        self.rejected(cert, "evidence-fails", "entry 0")


if __name__ == "__main__":
    unittest.main()
