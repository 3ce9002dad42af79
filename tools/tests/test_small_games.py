"""The rules of tic-tac-toe, Qubic and three men's morris."""

import random
import unittest

from base import Base, check_cert
from check_cert.sets import bits_of
from small_games import Morris, Tic, board, mapped, mapped_cell, solved
from writer import Cert


class Rules(Base):
    def test_lines_and_symmetries(self):
        for game, n_lines, n_maps in ((check_cert.games.TicTacToe(), 8, 8), (check_cert.games.Qubic(), 76, 192)):
            self.assertEqual(len(game.lines), n_lines)
            lines = set(game.lines)
            tables = {tuple(table) for table in game.map_tables}
            self.assertEqual(len(tables), n_maps)
            self.assertEqual(game.map_tables[0], list(range(game.cells)))
            for table in tables:
                self.assertEqual({sum(1 << table[c] for c in bits_of(line)) for line in lines}, lines)
        for m in range(8):
            self.assertEqual(check_cert.games.TicTacToe().map_tables[m], [mapped_cell(m, c) for c in range(9)])
        # Qubic by hand: k=1, f=1 (flip the layer), p=1 (swap row and column)
        # (1,2,3) -> T_1 -> (0,3,2) -> flip layer -> (3,3,2) -> order 0,2,1 -> (3,2,3)
        self.assertEqual(check_cert.games.Qubic().map_tables[32 + 4 + 1][16 + 8 + 3], 48 + 8 + 3)
        # p=3 is 120: new coordinate 0 is the row, 1 the column, 2 the layer
        self.assertEqual(check_cert.games.Qubic().map_tables[3 * 32][16 + 8 + 3], 32 + 12 + 1)

    def test_qubic_lines_one_by_one(self):
        game = check_cert.games.Qubic()
        cells = lambda *cs: sum(1 << c for c in cs)
        for line in ((0, 1, 2, 3), (0, 4, 8, 12), (0, 16, 32, 48), (0, 5, 10, 15), (3, 6, 9, 12), (0, 20, 40, 60), (0, 17, 34, 51),
                     (0, 21, 42, 63), (3, 22, 41, 60), (12, 25, 38, 51), (15, 26, 37, 48)):
            self.assertIn(cells(*line), game.lines)
        self.assertNotIn(cells(1, 2, 3, 4), game.lines)

    def test_incremental_line_positions(self):
        rng = random.Random(5)
        for game in (check_cert.games.TicTacToe(), check_cert.games.Qubic()):
            for _ in range(60):
                pos = game.start
                while game.outcome(pos) is None:
                    pos = game.play(pos, rng.choice(game.moves(pos)))
                    self.assertEqual(pos, game.decode(game.encode(pos)))
                self.assertEqual(game.moves(pos), [])

    def test_against_the_rules_here(self):
        for key in ("tic", ("adjacent", "free"), ("any", "no-centre")):
            game = Tic if key == "tic" else Morris(*key)
            theirs = check_cert.find_game(game.name)
            for number, (pos, children) in enumerate(solved(key)[2].items()):
                if number % 7 and key != "tic":
                    continue
                p = theirs.decode(bytes(pos))
                self.assertEqual(theirs.outcome(p), game.outcome(pos))
                self.assertEqual(theirs.to_move(p) if children else 0, game.mover(pos) if children else 0)
                self.assertEqual({mv: tuple(theirs.encode(theirs.play(p, mv))) for mv in theirs.moves(p)}, children)
                m = number % 8
                self.assertEqual(tuple(theirs.encode(theirs.image(p, m))), mapped(pos, m))

    def test_position_texts(self):
        game = check_cert.games.TicTacToe()
        for cells, text in ((".........", "start"), ("X...O...X", "a3 b2 c1"), ("XXXOO....", "b3 a2 c3 b2 a3"), ("OX.XOX..O", "b3 b2 a2 c1 c2 a3"),
                            ("XXXXOOXOO", "b3 b2 c3 c2 a2 b1 a1 c1 a3"), ("XXOOOXXXO", "a3 c3 b3 a2 c2 b2 a1 c1 b1")):
            self.assertEqual(game.text(game.decode(board(cells))), text)
        qubic = check_cert.games.Qubic()
        for cube, name in ((0, "1a4"), (12, "1a1"), (21, "2b3"), (51, "4d4"), (63, "4d1")):
            self.assertEqual(qubic.text(qubic.play(qubic.start, cube)), name)
        morris = check_cert.games.ThreeMensMorris("any", "free")
        self.assertEqual(morris.text(morris.decode(bytes(10))), "start")
        self.assertEqual(morris.text(morris.decode(bytes([1, 0, 0, 0, 2, 0, 0, 0, 1, 1]))), "1...2...1/2")

    def test_bad_positions(self):
        bad_tic = [b"", bytes(8), bytes(10), b"\3" + bytes(8), board("O........"), board("XX......."), board("XXX.OO.O."),
                   board("OOO.XX.XX"), board("XXXOOO...")]
        stones = lambda *sets: b"".join(sum(1 << c for c in cells).to_bytes(8, "little") for cells in sets)
        bad_qubic = [b"", bytes(15), bytes(17), stones((), (0,)), stones((0,), (0,)), stones((0, 1), ()),
                     stones((0, 1, 2, 3), (4, 5, 6, 8)), stones((0, 1, 2, 4, 5), (16, 17, 18, 19)),
                     stones((0, 1, 2, 3, 4, 5, 6, 7), (16, 17, 18, 20, 21, 22, 24))]
        men = lambda text: bytes(".12".index(c) for c in text[:9]) + bytes([int(text[10]) - 1])
        bad_morris = [b"", bytes(9), bytes(9) + b"\1", bytes(9) + b"\2", b"\3" + bytes(9), men("12......./2"), men("1111222../1"),
                      men("111222.../1"), men("111.2.2.2/1"), men("111.2.2../1")]
        for name, bad in (("tic-tac-toe", bad_tic), ("qubic", bad_qubic), ("three-mens-morris:moves=any,opening=free", bad_morris),
                          ("three-mens-morris:moves=any,opening=no-centre", [men("....1..../2")])):
            for code in bad:
                self.rejected(Cert(name, code, [[0, 0, 0]], [[0, ["settled"]]], []), "bad-position", "header")
        qubic = check_cert.games.Qubic()
        qubic.decode(stones((0, 1, 2, 3, 4, 8, 12), (16, 17, 18, 20, 21, 22)))     # two lines through cube 0

    def test_unknown_games(self):
        for name in ("", "tic-tac-toe ", "Qubic", "three-mens-morris", "three-mens-morris:opening=free,moves=any", "chess",
                     "chess:fifty=no", "antichess:fifty=off", "shogi"):
            self.rejected(Cert(name, bytes(9), [[0, 0, 0]], [[0, ["settled"]]], []), "unknown-game", "header")


if __name__ == "__main__":
    unittest.main()
