"""The rules of checkers."""

import random
import unittest

from base import check_cert
from plays import check_counts_of_moves


class EnglishCheckers(unittest.TestCase):
    """Checkers: the counts of moves, what jumps, what is allowed, the turned board and the index."""

    def position(self, text, game):
        """The position of a text as `text` writes it."""
        side, white, black = text.split(":")
        board = bytearray(game.squares)
        for pieces, man in ((white[1:], 3), (black[1:], 1)):
            for piece in filter(None, pieces.split(",")):
                board[int(piece.strip("K")) - 1] = man + piece.startswith("K")
        pos = game.decode(bytes(board) + bytes(("BW".index(side),)))
        self.assertEqual(game.text(pos), text)
        return pos

    def test_counts_of_moves(self):
        games = check_counts_of_moves(self, lambda name: name.startswith("checkers:"), 7)
        self.assertGreater(games, 3)

    def test_jumps(self):
        game = check_cert.find_game("checkers:size=8,rows=full")
        for text, after in (
                ("B:W18,30:B1,15", ["W:W30:B1,22"]),
                ("B:W18,19,26:B15", ["W:W18,26:B24", "W:W19:BK31"]),
                ("B:W26,27:B22", ["W:W27:BK31"]),
                ("B:W26,27:BK22", ["W:W:BK24"]),
                ("B:W7,8,15,16:BK3", ["W:W:BK3", "W:W:BK3"]),
                ("W:W15:B1", ["B:W10:B1", "B:W11:B1"]),
                ("W:W12:B3,8", []),
                ("B:W32:B", [])):
            pos = self.position(text, game)
            self.assertEqual(sorted(game.text(game.play(pos, mv)) for mv in game.moves(pos)), after)
            self.assertEqual(game.outcome(pos), None if after else 1 - game.to_move(pos))

    def test_names_and_encodings(self):
        for name in ("checkers", "checkers:size=8", "checkers:size=8,rows=3", "checkers:size=4,rows=1", "checkers:rows=full,size=8"):
            self.assertIsNone(check_cert.find_game(name), name)
        game = check_cert.find_game("checkers:size=4,rows=full")
        self.assertEqual(game.text(game.start), "start")
        self.assertEqual(game.decode(game.encode(game.start)), game.start)
        for code in ("", "00", "000000000000000000", "050000000003000000", "010000000000030002", "030000000000000100",
                     "000000000000010300", "010101000000000300", "010000000000000000"):
            self.assertRaises(check_cert.Reject, game.decode, bytes.fromhex(code))

    def test_turned_boards_have_one_index(self):
        rng = random.Random(6)
        for name in ("checkers:size=8,rows=full", "checkers:size=6,rows=full", "checkers:size=4,rows=full", "checkers:size=8,rows=1"):
            game = check_cert.find_game(name)
            for _ in range(30):
                layer = rng.randrange(1, game.layers)
                sides = rng.choice(game.orientations(layer))
                board = bytearray(game.squares)
                for player, (pieces, men) in enumerate(sides):
                    for at in range(pieces):
                        free = [s for s in range(game.squares) if not board[s]
                                and (at >= men or not game.last_row(player, s))]
                        board[rng.choice(free)] = 2 * player + 1 + (at >= men)
                pos = game.decode(bytes(board) + b"\0")
                found, index = game.index(pos)
                self.assertEqual(found, layer)
                self.assertLess(index, game.indices(layer))
                image = game.image(pos, 1)
                self.assertEqual(game.index(image), (layer, index), name)
                self.assertEqual(game.conversion_class(image), game.conversion_class(pos))
                moved = sorted(game.index(game.play(pos, mv)) for mv in game.moves(pos))
                self.assertEqual(sorted(game.index(game.play(image, mv)) for mv in game.moves(image)), moved)
                self.assertTrue(all(to <= layer for to, _ in moved))


if __name__ == "__main__":
    unittest.main()
