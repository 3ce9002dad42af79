"""Random plays of the checker's rules and of others side by side, and the counts of moves in golden/perft.txt."""

import os

from base import GOLDEN, check_cert


class Plays:
    """A test of a game's rules against `game`, the rules once more."""

    def plays(self, game, rng, times):
        theirs = check_cert.find_game(game.name)
        for _ in range(times):
            pos, their = game.start, theirs.decode(game.encode(game.start))
            while True:
                self.assertEqual(theirs.to_move(their), game.mover(pos))
                self.assertEqual(theirs.outcome(their), game.outcome(pos))
                self.assertEqual(theirs.encode(their), game.encode(pos))
                self.assertEqual(theirs.decode(game.encode(pos)), their)
                self.assertEqual(theirs.text(their), game.text(pos))
                children = game.children(pos)
                self.assertEqual(theirs.moves(their), sorted(children))
                yield theirs, pos, their
                if not children:
                    break
                mv = rng.choice(sorted(children))
                pos, their = children[mv], theirs.play(their, mv)


def check_counts_of_moves(test, is_one, plies):
    """Compares what golden/perft.txt counts, to so many plies, for the games whose names `is_one` accepts: how many games these are."""
    with open(os.path.join(GOLDEN, "perft.txt"), encoding="utf-8") as file:
        lines = [line.rstrip() for line in file]
    met = 0
    for at, name in enumerate(lines):
        if is_one(name):
            game, met = check_cert.find_game(name), met + 1
            rows = [lines[at + n].split() for n in (1, 2, 3)]
            test.assertEqual([row[0] for row in rows], ["sequences", "ended", "positions"], name)
            layer = {game.start: 1}
            for ply in range(1, min(plies, len(rows[0]) - 1) + 1):
                ended = sum(n for pos, n in layer.items() if game.outcome(pos) is not None)
                test.assertEqual((sum(layer.values()), ended, len(layer)), tuple(int(row[ply]) for row in rows), name)
                after = {}
                for pos, n in layer.items():
                    for mv in game.moves(pos):
                        nxt = game.play(pos, mv)
                        after[nxt] = after.get(nxt, 0) + n
                layer = after
    return met
