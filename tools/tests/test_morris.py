"""The rules of morris with mills."""

import random
import unittest

from base import check_cert
from plays import check_counts_of_moves


class MorrisWithMills(unittest.TestCase):
    """Six men's, nine men's and Lasker's morris: the counts of moves, what is allowed, symmetries and the index."""

    def play(self, game, rng, plies):
        pos = game.start
        for _ in range(plies):
            moves = game.moves(pos)
            if not moves:
                break
            pos = game.play(pos, rng.choice(moves))
        return pos

    def test_counts_of_moves(self):
        games = check_counts_of_moves(self, lambda name: "-morris:men" in name, 4)
        self.assertGreater(games, 4)

    def test_names_texts_and_encodings(self):
        nine = check_cert.find_game("nine-mens-morris:men=9,flying=on")
        self.assertEqual(nine.text(nine.start), "start")
        pos = nine.play(nine.play(nine.start, 0), 13)
        self.assertEqual(nine.text(pos), "x../.../.../....../.../.o./...:8,8:x")
        for name in ("nine-mens-morris", "nine-mens-morris:men=10,flying=on", "six-mens-morris:flying=on,men=6",
                     "lasker-morris:men=2,flying=on", "lasker-morris:men=10,flying=yes"):
            self.assertIsNone(check_cert.find_game(name), name)
        men = bytes((1, 1, 1, 2, 2, 2)) + bytes(18)
        good = [men + bytes((0, 0, 0)), men + bytes((0, 0, 1)), men + bytes((3, 3, 0)), men + bytes((3, 4, 1)), nine.start]
        bad = [b"", men, men + bytes((0, 0, 2)), men + bytes((1, 0, 0)), men + bytes((3, 3, 1)), men + bytes((7, 7, 0)),
               bytes((3,)) + men[1:] + bytes(3), bytes(27), bytes((1, 0, 0)) + men[3:] + bytes(3),
               bytes((1, 1, 0)) + men[3:] + bytes((0, 0, 1))]
        for code in good:
            self.assertEqual(nine.encode(nine.decode(code)), code)
        for code in bad:
            self.assertRaises(check_cert.Reject, nine.decode, code)

    def test_mills_and_jumps(self):
        nine = check_cert.find_game("nine-mens-morris:men=9,flying=on")
        off = check_cert.find_game("nine-mens-morris:men=9,flying=off")
        board = bytearray(27)
        for point, man in ((0, 1), (1, 1), (9, 1), (4, 2), (5, 2), (6, 2)):
            board[point] = man
        pos = bytes(board)
        self.assertEqual((len(nine.moves(pos)), len(off.moves(pos))), (3 * 18 + 2 * 2, 5))
        taken = {mv // 1024 - 1 for mv in nine.moves(pos) if mv >= 1024}
        self.assertEqual(taken, {4, 5, 6})
        board[3] = 2
        self.assertEqual({mv // 1024 - 1 for mv in nine.moves(bytes(board)) if mv >= 1024}, {3})

    def test_images_have_one_index(self):
        rng = random.Random(6)
        for name in ("six-mens-morris:men=6,flying=on", "six-mens-morris:men=4,flying=off", "nine-mens-morris:men=3,flying=on",
                     "lasker-morris:men=3,flying=off"):
            game = check_cert.find_game(name)
            for _ in range(10):
                pos = self.play(game, rng, rng.randrange(30))
                layer, index = game.index(pos)
                self.assertLess(index, game.indices(layer))
                moved = sorted(game.index(game.play(pos, mv)) for mv in game.moves(pos))
                for m in range(game.maps):
                    image = game.image(pos, m)
                    self.assertEqual(game.index(image), (layer, index), name)
                    self.assertEqual(sorted(game.index(game.play(image, mv)) for mv in game.moves(image)), moved)
                    self.assertEqual(game.conversion_class(image), game.conversion_class(pos))
                self.assertTrue(all(to <= layer for to, _ in moved))


if __name__ == "__main__":
    unittest.main()
