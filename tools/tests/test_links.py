"""Links within a class of positions."""

import copy
import itertools
import unittest

from base import Base
from small_games import DRAW, Morris, decoded, full_certificate, mapped, solved, true_claim
from writer import HOLDS, WINS, Cert


class Backward(Base):
    """Three men's morris: links within a class."""
    KEY = ("any", "no-centre")

    def links(self, cert):
        for own, entry in enumerate(cert.entries):
            for what in [entry[2][2]] if entry[2][0] == "move" else [w for _, w in entry[2][3]]:
                if what[0] == "entry":
                    yield own, what

    def test_excused(self):
        """'Does not lose': links go both ways among the positions with six men."""
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            value = solved(key)[0][Morris.start]
            player = 0 if value in (0, DRAW) else 1
            cert = full_certificate(key, claims=[(player, HOLDS)])
            self.verified(cert, f"{cert.game} first-player-does-not-lose start")
            if any(what[1] <= 0 for _, what in self.links(cert)):
                break
        else:
            self.fail("no backward links at all")

    def test_not_excused_in_an_earlier_class(self):
        """Reversed, the links from class to class go backward."""
        cert = full_certificate(("adjacent", "no-centre"), claims=[(0, HOLDS)]) \
            if true_claim(solved(("adjacent", "no-centre"))[0][Morris.start], 0, HOLDS) else None
        self.assertIsNotNone(cert)
        n = len(cert.entries)
        cert.entries.reverse()
        for _, what in self.links(cert):
            what[1] = -what[1]
        cert.sections[0][1][1] = n - 1 - cert.sections[0][1][1]
        self.rejected(cert, "backward-link")

    @staticmethod
    def cycle(key, goal):
        """Two or more positions, six men, value a draw, each the prover's (first player's) or the opponent's: all positions in which the
        first player does not lose, claimed under `goal` all the same. Nothing leaves the set but wins of the first player."""
        game = Morris(*key)
        value, _, children = solved(key)
        inside = [pos for pos in value if pos[:9].count(0) == 3 and children[pos] and value[pos] != 1]
        place = {pos: i for i, pos in enumerate(inside)}
        entries = []
        for own, pos in enumerate(inside):
            shown = lambda c: ["settled"] if game.outcome(c) is not None else ["entry", place[c] - own, 0]
            if pos[9] == 0:
                mv, child = next((mv, c) for mv, c in children[pos].items() if value[c] != 1)
                body = ["move", mv, shown(child)]
            else:
                named = [[mv, shown(c)] for mv, c in sorted(children[pos].items())]
                body = ["replies", [], 0, [n for n in named if n[1] != ["settled"]]]
            entries.append([0, ["whole", bytes(pos)], body])
        drawn = next(i for i, pos in enumerate(inside) if value[pos] == DRAW)
        return Cert(game.name, bytes(inside[drawn]), [[0, goal, 0]], [[0, ["entry", drawn, 0]]], entries)

    def test_refused_under_wins(self):
        for key in itertools.product(("adjacent", "any"), ("free",)):
            if DRAW not in [v for pos, v in solved(key)[0].items() if pos[:9].count(0) == 3]:
                continue
            self.verified(self.cycle(key, HOLDS))
            self.rejected(self.cycle(key, WINS), "backward-link")
            return
        self.fail("no drawn positions")

    def test_to_itself_through_a_map(self):
        """delta 0: a position that is the image of its own successor is as good as any other of its class, and no win."""
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            cert = self.cycle(key, HOLDS)
            entries = decoded(cert)
            game = Morris(*key)
            for own, entry in enumerate(cert.entries):
                # a prover's entry: is there a two-step way back under a map? Take any link and send it where its image stands.
                for m in range(8):
                    if entry[2][0] == "move" and entry[2][2][0] == "entry":
                        child = game.children(entries[own][1])[entry[2][1]]
                        image = mapped(child, m)
                        target = next((i for i, (_, p) in enumerate(entries) if p == image), None)
                        if target is not None and target < own:
                            changed = copy.deepcopy(cert)
                            changed.entries[own][2][2] = ["entry", target - own, m]
                            self.verified(changed)
                            return


if __name__ == "__main__":
    unittest.main()
