"""The rules of Hex and Y."""

import random
import unittest

from base import Base, check_cert
from plays import Plays
from rules_hex_and_y import Borders


class HexAndY(Plays, Base):
    def connection_games(self):
        for width, height, swap in ((1, 1, "on"), (2, 2, "on"), (3, 3, "off"), (3, 3, "on"), (4, 2, "off"), (1, 5, "off"),
                                    (5, 4, "off"), (14, 13, "off")):
            yield Borders(f"hex:width={width},height={height},swap={swap}", width, height, swap=swap == "on")
        for size in (2, 3, 5, 8):
            yield Borders(f"y:size={size}", size, size, triangle=True)

    def test_hex_and_y(self):
        rng = random.Random(17)
        for game in self.connection_games():
            small = len(game.cells) < 30
            for theirs, pos, their in self.plays(game, rng, 6 if small else 1):
                cells = len(game.cells)
                square = game.width == game.height and not game.triangle and not game.swap
                self.assertEqual((theirs.maps, theirs.swaps), (6 if game.triangle else 4 if square else 2, (2, 3) if square else ()))
                for m in range(theirs.maps if small else 0):
                    image = theirs.image(their, m)
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
                    won = theirs.outcome(their)
                    self.assertEqual(theirs.outcome(image), 1 - won if m in theirs.swaps and won is not None else won)
                    for mv in theirs.moves(their):
                        to = cells if mv == cells else theirs.map_tables[m][mv]
                        self.assertEqual(theirs.play(image, to), theirs.image(theirs.play(their, mv), m))
        square = check_cert.find_game("hex:width=4,height=4,swap=off")
        corner = square.play(square.start, 1)
        self.assertEqual(square.text(corner), "black:b1 white-to-move")
        self.assertEqual([square.text(square.image(corner, m)) for m in (1, 2, 3)],
                         ["black:c4 white-to-move", "white:a2 black-to-move", "white:d3 black-to-move"])
        triangle = check_cert.find_game("y:size=4")
        self.assertEqual([table[1] for table in triangle.map_tables], [1, 8, 4, 7, 6, 2])
        for name in ("hex", "y", "hex:width=15,height=15,swap=off", "hex:width=3,height=4,swap=on", "y:size=1", "y:size=15"):
            self.assertIsNone(check_cert.find_game(name))

    def test_hex_and_y_positions(self):
        """Any numbers of stones are allowed if the game goes on or one stone has ended it."""
        rng = random.Random(18)
        for game in self.connection_games():
            theirs = check_cert.find_game(game.name)
            for _ in range(300 if len(game.cells) < 30 else 5):
                density = rng.random()
                stones = tuple((*cell, rng.randrange(2)) for cell in game.cells if rng.random() < density)
                pos = (game.ordered(stones), rng.randrange(2))
                last = 1 - pos[1]
                fine = not game.joined(stones, pos[1])
                if fine and game.joined(stones, last):
                    own = [stone for stone in stones if stone[2] == last]
                    fine = any(not game.joined(tuple(it for it in stones if it != stone), last) for stone in own)
                if fine:
                    self.assertEqual(theirs.outcome(theirs.decode(game.encode(pos))), game.outcome(pos))
                else:
                    with self.assertRaises(check_cert.Reject):
                        theirs.decode(game.encode(pos))
        board = check_cert.find_game("hex:width=3,height=3,swap=off")
        board.decode(bytes([1, 0, 0, 1]))
        for bad in (b"", bytes([1, 0, 0]), bytes([1, 0, 0, 0, 0]), bytes([3, 0, 0, 0]), bytes([1, 0, 4, 0]), bytes([1, 0, 0, 2])):
            with self.assertRaises(check_cert.Reject):
                board.decode(bad)


if __name__ == "__main__":
    unittest.main()
