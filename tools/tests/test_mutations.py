"""Certificates changed in their structure."""

import copy
import random
import unittest

from base import Base, check
from shows import threats, tree
from small_games import board, decoded, full_certificate, solved, tic, true_claim


class Mutations(Base):
    """Certificates changed in their structure, checksums right: what is still accepted is still true."""

    def mutate(self, cert, rng):
        cert = copy.deepcopy(cert)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            entry = rng.choice(cert.entries) if cert.entries else None
            kind = rng.randrange(11)
            if kind == 0:
                cert.claims[rng.randrange(len(cert.claims))] = [rng.randrange(2), rng.randrange(2), 0]
            elif kind == 1:
                section = rng.choice(cert.sections)
                section[rng.randrange(2)] = rng.choice((0, 1, ["settled"], ["entry", rng.randrange(len(cert.entries)), rng.randrange(8)]))
                if not (isinstance(section[0], int) and isinstance(section[1], list)):
                    section[:] = [0, ["entry", 0, 0]]
            elif kind == 2 and len(cert.sections) == 2:
                del cert.sections[rng.randrange(2)]
            elif kind == 3:
                entry[0] = rng.randrange(len(cert.claims))
            elif kind == 4:
                changed = bytearray(entry[1][1]) if entry[1][0] == "whole" else bytearray(9)
                a, b = rng.randrange(len(changed)), rng.randrange(len(changed))
                changed[a], changed[b] = changed[b], changed[a]
                entry[1] = ["whole", bytes(changed)]
            elif kind == 5:
                changed = bytearray(cert.root)
                a = rng.randrange(len(changed))
                changed[a] = rng.randrange(3)
                cert.root = bytes(changed)
            elif kind == 6 and entry[2][0] == "replies" and entry[2][3]:
                del entry[2][3][rng.randrange(len(entry[2][3]))]
            elif kind == 7:
                links = [entry[2]] if entry[2][0] == "move" else entry[2][3]
                for link in links[:1]:
                    link[-1] = ["entry", rng.choice((-1, 0, 1, 2, rng.randrange(-20, 20))), rng.randrange(8)]
            elif kind == 8 and entry[2][0] == "move":
                entry[2][1] = rng.randrange(9)
                if rng.random() < .5:
                    entry[2][2] = rng.choice((["settled"], threats(*rng.sample(range(9), 3)), tree(("o", 1, []), ("p", 1), ("o", 0, []))))
            elif kind == 9 and entry[2][0] == "replies":
                entry[2][1] = [rng.choice((threats(*rng.sample(range(9), 4)), tree(("p", rng.randrange(9)), ("o", 1, []), ("p", rng.randrange(9)))))]
                entry[2][2] = 1
                if rng.random() < .7:
                    entry[2][3] = entry[2][3][:rng.randrange(len(entry[2][3]) + 1)]
            elif kind == 10:
                a, b = rng.randrange(len(cert.entries)), rng.randrange(len(cert.entries))
                cert.entries[a], cert.entries[b] = cert.entries[b], cert.entries[a]
        return cert

    def run_on(self, cert, key, rounds, seed):
        rng = random.Random(seed)
        value = dict(solved(key)[0])
        self.verified(cert)
        accepted = 0
        for _ in range(rounds):
            mutant = self.mutate(cert, rng)
            last, code = check(mutant.bytes())
            if code:
                self.assertTrue(last.startswith("s REJECTED "))
                continue
            accepted += 1
            for (player, goal), pos in decoded(mutant) + [(tuple(mutant.claims[c][:2]), tuple(mutant.root)) for c, _ in mutant.sections]:
                if pos not in value:        # cannot be reached from the start, so was not solved
                    continue
                self.assertTrue(true_claim(value[pos], player, goal), (last, pos))
        return accepted

    def test_tic_tac_toe(self):
        total = 0
        for symmetric in (True, False):
            cert = full_certificate("tic", symmetric=symmetric)
            total += self.run_on(cert, "tic", 60 if symmetric else 3, 7)
        self.assertGreater(total, 1)
        wins = tic([[0, ["whole", board("XO.......")], ["move", 4, ["entry", 1, 0]]],
                    [0, ["whole", board("XO..X....")], ["replies", [tree(("p", 8)), threats(6)], 1, [[8, ["item", 2]]]]]])
        total = self.run_on(wins, "tic", 800, 8)
        self.assertGreater(total, 10)

    def test_morris(self):
        cert = full_certificate(("adjacent", "free"))
        self.run_on(cert, ("adjacent", "free"), 100, 9)


if __name__ == "__main__":
    unittest.main()
