"""The rules of Nim, and who wins."""

import functools
import operator
import unittest

from base import Base, check_cert


class Rules(Base):
    def test_who_wins_is_what_the_sum_without_carry_says(self):
        """Bouton's theorem; under misère play it differs where no heap has two objects."""
        for last in ("wins", "loses"):
            game = check_cert.find_game(f"nim:heaps=3,first=3,step=1,last={last}")

            @functools.lru_cache(maxsize=None)
            def mover_wins(pos):
                end = game.outcome(pos)
                if end is not None:
                    return end == pos[1]
                return any(not mover_wins(game.play(pos, mv)) for mv in game.moves(pos))

            positions = {game.start}
            new = [game.start]
            while new:
                pos = new.pop()
                after = {game.play(pos, mv) for mv in game.moves(pos)} - positions
                positions |= after
                new += after
            self.assertEqual(len(positions), 232)
            for pos in positions:
                total = functools.reduce(operator.xor, pos[0])
                single = max(pos[0]) < 2
                self.assertEqual(mover_wins(pos), (total != 0) != (single and last == "loses"), pos)
                self.assertEqual(game.decode(game.encode(pos)), pos)

    def test_what_is_no_position(self):
        game = check_cert.find_game("nim:heaps=2,first=1,step=1,last=wins")
        for code in (b"", b"\x01\x02", b"\x01\x03\x00", b"\x01\x02\x02", b"\x01\x02\x00\x00"):
            with self.assertRaises(check_cert.Reject):
                game.decode(code)
        self.assertEqual(game.text(game.play(game.start, 16)), "1,0:2")


if __name__ == "__main__":
    unittest.main()
