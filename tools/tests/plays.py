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
            sequences, positions = (list(map(int, lines[at + n].split()[1:plies + 1])) for n in (1, 3))
            layer = {game.start: 1}
            for n_sequences, n_positions in zip(sequences, positions):
                test.assertEqual((sum(layer.values()), len(layer)), (n_sequences, n_positions), name)
                after = {}
                for pos, n in layer.items():
                    for mv in game.moves(pos):
                        nxt = game.play(pos, mv)
                        after[nxt] = after.get(nxt, 0) + n
                layer = after
    return met
