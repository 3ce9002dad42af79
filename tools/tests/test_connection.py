"""Evidence of kind 7: connections."""

import random
import unittest

from base import Base, check_cert
from connections import BOTH_WAYS, BRIDGE, SECOND_ROW, THIRD_ROW, connection, connection_cert, connection_position
from writer import WINS, Cert


class Connections(Base):
    def test_true(self):
        for name, first, second, mover, root, player in (
                ("hex:width=3,height=3,swap=off", [(1, 1)], [], 1, BOTH_WAYS, 0),
                ("hex:width=3,height=3,swap=off", [], [], 0, ([(1, 1)], BOTH_WAYS[1]), 0),
                ("hex:width=3,height=3,swap=off", [], [(1, 1)], 0, ([], [(0, 2, (1, 1)), (0, 8, (1, 1))]), 1),
                ("hex:width=5,height=5,swap=off", [(2, 2)], [], 1, ([], [(2, 0, (2, 2)), (2, 6, (2, 2))]), 0),
                ("y:size=2", [], [], 0, ([(0, 0)], [(0, 7, (0, 0))]), 0)):
            game, pos = connection_position(name, first, second, mover)
            self.verified(connection_cert(game, pos, [SECOND_ROW, BRIDGE, THIRD_ROW], root, player))

    def test_false(self):
        name = "hex:width=3,height=3,swap=off"
        lemmas = [SECOND_ROW, BRIDGE, THIRD_ROW]
        captured = ([(0, 0)], [(1, 1)], [[0, 0]], [([(0, 1), (-1, 1)], [])])
        game, pos = connection_position(name, [(1, 1)], [], 1)
        self.verified(connection_cert(game, pos, [captured], BOTH_WAYS))
        changes = (
            ("no way of a lemma", SECOND_ROW[:3] + (SECOND_ROW[3][:1],)),
            ("no way of a lemma", SECOND_ROW[:3] + ([],)),
            ("not join", SECOND_ROW[:3] + ([([], [])],)),
            ("not join", SECOND_ROW[:2] + ([], [([], [])])),
            ("twice", ([(0, 1), (0, 1)],) + SECOND_ROW[1:2] + ([[0, 0, 0]], [([], [])])),
            ("captured", SECOND_ROW[:3] + ([([(0, 1), (1, 0)], [])],)),
            ("captured", SECOND_ROW[:3] + ([([(0, 1), (5, 5)], [])],)),
            ("meet", SECOND_ROW[:3] + ([([(0, 0)], [])],)))
        for reason, lemma in changes:
            with self.assertRaises(check_cert.Reject) as caught:
                check = check_cert.Certificate(connection_cert(game, pos, [lemma], BOTH_WAYS).stream())
                check.read()
                check.check()
            self.assertEqual(caught.exception.reason, "evidence-fails")
            self.assertIn(reason, caught.exception.detail)
        for first, second, mover, root, player in (
                ([(1, 1)], [(1, 2)], 1, BOTH_WAYS, 0), ([], [], 1, ([(1, 1)], BOTH_WAYS[1]), 0),
                ([(1, 1)], [(1, 0)], 1, ([], BOTH_WAYS[1][:1]), 0), ([(1, 1)], [], 1, BOTH_WAYS, 1),
                ([], [(1, 1)], 0, BOTH_WAYS, 0), ([(1, 1)], [], 1, ([(0, 2), (1, 2)], BOTH_WAYS[1][1:]), 0)):
            game, pos = connection_position(name, first, second, mover)
            self.rejected(connection_cert(game, pos, lemmas, root, player), "evidence-fails")
        swap, pos = connection_position("hex:width=3,height=3,swap=on", [(1, 1)], [], 1)
        self.rejected(connection_cert(swap, pos, lemmas, BOTH_WAYS), "evidence-fails")
        # Corners touch the sides of a triangle in pairs: two chains, or three.
        for corners in ([(0, 0), (0, 2)], [(0, 0), (0, 2), (2, 0)]):
            game, pos = connection_position("y:size=3", corners, [(1, 0), (0, 1)], 1)
            self.rejected(connection_cert(game, pos, [], ([], [])), "evidence-fails")
        other = Cert("tic-tac-toe", bytes(9), [(0, WINS, 0)], [(0, connection([], ([], [])))], [])
        self.rejected(other, "evidence-trait")
        game, pos = connection_position(name, [(1, 1)], [], 1)
        for lemma in (([], [], [], []), ([(1001, 0)],) + SECOND_ROW[1:], SECOND_ROW[:2] + ([[0, 2]],) + SECOND_ROW[3:],
                      SECOND_ROW[:1] + ([(3, 1)],) + SECOND_ROW[2:]):
            self.rejected(connection_cert(game, pos, [lemma], BOTH_WAYS), "malformed")

    def wins(self, game, pos, player, known):
        if pos not in known:
            winner, below = game.outcome(pos), game.children(pos).values()
            mine = pos[1] == player
            known[pos] = winner == player if winner is not None else any(self.wins(game, it, player, known) == mine for it in below) == mine
        return known[pos]

    def test_random_roots_against_brute_force(self):
        rng, found = random.Random(31), [0, 0]
        lemmas = [SECOND_ROW, BRIDGE, THIRD_ROW]
        for _ in range(9000):
            size = rng.randrange(2, 4)
            name = rng.choice([f"hex:width={size},height={size},swap=off", f"hex:width={size + 1},height={size},swap=off", f"y:size={size}"])
            cells = [(c, r) for r in range(4) for c in range(4)]
            game, pos = connection_position(name, [], [], 0)
            own = [cell for cell in cells if cell in game.cells and rng.random() < 0.3]
            his = [cell for cell in game.cells if cell not in own and rng.random() < 0.2]
            player = rng.randrange(2)
            game, pos = connection_position(name, *((own, his) if player == 0 else (his, own)), rng.randrange(2))
            if game.outcome(pos) is not None or not own:
                continue
            keys = [[], []] + [[cell] for cell in game.cells if cell not in own + his and pos[1] == player]
            key = rng.choice(keys)
            parts = [(0, rng.randrange(12), rng.choice(own + key)) for _ in range(rng.randrange(1, 4))]
            if rng.random() < 0.3:
                parts[0] = (1, rng.randrange(12), parts[0][2])
            data = connection_cert(game, pos, lemmas, (key, parts), player).stream()
            check = check_cert.Certificate(data)
            try:
                check.read()
                check.check()
            except check_cert.Reject as reject:
                self.assertEqual(reject.reason, "evidence-fails")
                found[0] += 1
                continue
            self.assertTrue(self.wins(game, pos, player, {}), (name, pos, player, key, parts))
            found[1] += 1
        self.assertGreater(min(found), 20)


if __name__ == "__main__":
    unittest.main()
