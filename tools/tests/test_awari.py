"""The rules of awari, and evidence of kind 3: values in tables."""

import itertools
import os
import random
import tempfile
import unittest

from base import Base, check, check_cert
from writer import Cert, WithTables, table, u

AWARI = "awari:grand-slam=allowed,rest=opponent,worth=game"
TO_COME = AWARI.replace("worth=game", "worth=to-come")


def sow(houses, house):
    """The houses after sowing one of them, and where the last stone fell; by rounds instead of stones."""
    order = [(house + 1 + i) % 12 for i in range(11)]
    rounds, rest = divmod(houses[house], 11)
    after = list(houses)
    after[house] = 0
    for i, h in enumerate(order):
        after[h] += rounds + (i < rest)
    return after, order[rest - 1]


def awari_moves(pos, grand_slam):
    """The legal moves with the positions after them."""
    houses, captured, mover = pos
    found = []
    for house in range(12):
        if house // 6 != mover or not houses[house]:
            continue
        after, last = sow(houses, house)
        kept, taken = list(after), 0
        for h in range(last, -1, -1):
            if h // 6 == mover or last // 6 == mover or after[h] not in (2, 3):
                break
            taken, kept[h] = taken + after[h], 0
        theirs = sum(kept[h] for h in range(12) if h // 6 != mover)
        if taken and not theirs and grand_slam != "allowed":
            if grand_slam == "forbidden":
                continue
            kept, taken = after, 0
            theirs = sum(after[h] for h in range(12) if h // 6 != mover)
        gained = (captured[0] + taken * (mover == 0), captured[1] + taken * (mover == 1))
        found.append((theirs, house, (tuple(kept), gained, 1 - mover)))
    return {house: next for theirs, house, next in found if theirs or not any(it[0] for it in found)}


class Awari(Base):
    def test_against_the_rules_here(self):
        rests = {"opponent": lambda n, s: -n if s == 0 else n, "mover": lambda n, s: n if s == 0 else -n, "split": lambda n, s: 0}
        for grand_slam, rest in itertools.product(("allowed", "no-capture", "forbidden"), ("opponent", "mover", "side", "split")):
            game = check_cert.find_game(AWARI.replace("allowed", grand_slam).replace("opponent", rest))
            draws = random.Random(9)
            for _ in range(25):
                pos = game.start if draws.random() < 0.1 else self.random_position(draws)
                for _ in range(40):
                    expected = awari_moves(pos, grand_slam)
                    self.assertEqual({mv: game.play(pos, mv) for mv in game.moves(pos)}, expected)
                    self.assertEqual(game.decode(game.encode(pos)), pos)
                    turned = game.image(pos, 1)
                    self.assertEqual(game.image(turned, 1), pos)
                    self.assertEqual([(mv + 6) % 12 for mv in game.moves(pos)], game.moves(turned))
                    if not expected:
                        gained = sum(pos[0][:6]) - sum(pos[0][6:]) if rest == "side" else rests[rest](sum(pos[0]), pos[2])
                        self.assertEqual(game.score(pos), pos[1][0] - pos[1][1] + gained)
                        break
                    pos = expected[draws.choice(sorted(expected))]

    @staticmethod
    def random_position(draws):
        houses, stones = [0] * 12, draws.randrange(1, 48)
        for _ in range(stones):
            houses[draws.randrange(12)] += 1
        south = draws.randrange(49 - stones)
        return tuple(houses), (south, 48 - stones - south), draws.randrange(2)

    def test_index_and_names(self):
        game = check_cert.find_game(TO_COME)
        for stones in range(4):
            boards = [c for c in itertools.product(range(stones + 1), repeat=12) if sum(c) == stones] if stones < 3 else []
            seen = {game.index((board, (0, 0), 0)) for board in boards}
            self.assertEqual(seen, {(stones, i) for i in range(len(boards))})
        self.assertEqual(game.indices(3), 364)
        for keys in itertools.product(("allowed", "no-capture", "forbidden"), ("opponent", "mover", "side", "split"), ("game", "to-come")):
            self.assertEqual(check_cert.find_game("awari:grand-slam=%s,rest=%s,worth=%s" % keys).title[0],
                             "awari:grand-slam=%s,rest=%s,worth=to-come" % keys[:2])
        code = bytes((0, 1, 0, 2, 0, 1, 1, 0, 0, 0, 1, 0, 22, 20, 0))
        game = check_cert.find_game(AWARI)
        self.assertEqual(game.text(game.decode(code)), "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south")
        self.rejected(Cert(AWARI, bytes(15), [[0, 0, 0]], [[0, ["settled"]]], []), "bad-position")

    def test_captures_and_scores(self):
        # Who is to move cannot; the other has the four stones left: 20 and 28.
        over = bytes((0,) * 6 + (1, 1, 1, 1, 0, 0) + (20, 24, 0))
        for claim, statement in (([1, 4, 28], "north-captures>=28"), ([0, 5, 21], "captures<21"),
                                 ([0, 3, -8], "score<=-8"), ([1, 0, 0], "north-wins")):
            cert = Cert(AWARI, over, [claim], [[0, ["settled"]]], [])
            # At a position that is over the first player counts as the side to move.
            self.verified(cert, f"{AWARI} {statement} 0,0,0,0,0,0/1,1,1,1,0,0/20:24/south")
        self.rejected(Cert(AWARI, over, [[1, 4, 29]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(TO_COME, over, [[1, 4, 28]], [[0, ["settled"]]], []), "unknown-claim")

    def test_a_link_through_the_map_exchanges_the_players(self):
        # A single stone walks; the position after D1 is another's image only with the other's claim.
        def pos(house, mover):
            return bytes([*(int(h == house) for h in range(12)), 23, 24, mover])
        cert = Cert(AWARI, pos(3, 0), [[0, 3, -1], [1, 3, -1]], [[0, ["entry", 0, 0]]],
                    [[0, ["whole", pos(3, 0)], ["replies", [], 0, []]]])
        self.rejected(cert, "missing-reply")
        mapped = bytes([*pos(3, 0)[6:12], *pos(3, 0)[:6], 24, 23, 1])
        cert.root = mapped
        cert.sections = [[1, ["entry", 0, 1]]]
        self.rejected(cert, "missing-reply", "entry 0")
        cert.sections = [[0, ["entry", 0, 1]]]
        self.rejected(cert, "claim-mismatch", "section 0")

    def test_table_values(self):
        game, draws = check_cert.find_game(TO_COME), random.Random(4)
        values = [[draws.randrange(-layer, layer + 1) for _ in range(game.indices(layer))] for layer in range(4)]
        with tempfile.TemporaryDirectory() as folder:
            digests = []
            for layer in range(4):
                data = table(TO_COME, layer, values[layer], digests)
                digests.append(data[-32:])
                with open(os.path.join(folder, f"awari-{layer:02}.qtab"), "wb") as file:
                    file.write(data)
            for _ in range(60):
                layer, lead, mover = draws.randrange(1, 4), draws.randrange(5), draws.randrange(2)
                houses = [0] * 12
                for _ in range(layer):
                    houses[draws.randrange(12)] += 1
                south = (48 - layer - lead) // 2
                root = bytes([*houses, south, 48 - layer - south, mover])
                if not awari_moves(check_cert.find_game(AWARI).decode(root), "allowed"):
                    continue        # the game is over, and no table is asked
                own = houses[6 * mover:] + houses[:6 * mover]
                value = values[layer][game.index((tuple(own), (0, 0), 0))[1]]
                score = 2 * south - 48 + layer + (-value if mover else value)
                n = score + draws.randrange(-1, 2)
                cert = WithTables(AWARI, root, [[0, 2, n]], [[0, ["evidence", 3, u(0)]]], [])
                cert.tables = [(TO_COME, 3, digests[3])]
                if score >= n:
                    last, code = check(cert.bytes(), tables=folder)
                    self.assertEqual(code, 0, last)
                    self.assertTrue(last.endswith(f" assuming awari-03 {digests[3].hex()}"), last)
                else:
                    self.rejected(cert, "evidence-fails", "section 0", tables=folder)
            cert.root, cert.claims = bytes((1, 1, 0, 1, *(0,) * 8, 22, 23, 0)), [[0, 2, 0]]
            cert.sections = [[0, ["evidence", 3, u(0)]]]
            for tables, reason in (([], "malformed"), ([(TO_COME, 3, digests[2])], "table-unavailable"),
                                   ([(AWARI, 3, digests[3])], "evidence-trait"), ([(TO_COME, 49, digests[3])], "evidence-trait"),
                                   ([(TO_COME, 4, digests[3])], "table-unavailable"),
                                   ([(TO_COME, 0, digests[0])], "evidence-fails")):
                cert.tables = tables
                self.rejected(cert, reason, tables=folder)
            cert.tables = [(TO_COME, 3, digests[3])]
            self.rejected(cert, "table-unavailable")
            cert.sections = [[0, ["evidence", 3, u(1)]]]
            self.rejected(cert, "malformed", tables=folder)
            cert.sections = [[0, ["evidence", 3, u(0)]]]
            path = os.path.join(folder, "awari-03.qtab")
            with open(path, "rb") as file:
                whole = file.read()
            for at in draws.sample(range(len(whole)), 80):
                with open(path, "wb") as file:
                    file.write(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1:])
                self.rejected(cert, "table-unavailable", tables=folder)
                with open(path, "wb") as file:
                    file.write(whole[:at])
                self.rejected(cert, "table-unavailable", tables=folder)


if __name__ == "__main__":
    unittest.main()
