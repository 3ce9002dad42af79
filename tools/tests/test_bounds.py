"""Memory and work that a check may take, and files made to take more."""

import itertools
import os
import random
import time
import tracemalloc
import unittest

from base import ATTACKS, Base, check, check_cert
from connections import BOTH_WAYS, SECOND_ROW, connection_cert, connection_position
from rules_relevance_zone import two_completions
from shows import threats, tree
from small_games import DRAW, solved
from writer import HOLDS, WINS, Cert, two_sets, u


class Bounds(Base):
    """What a check may take: 64 MB and 40 bytes for each byte of the file, and work that is counted."""

    def measured(self, data, room=64_000_000, **options):
        """The last line; and that no more memory was taken than is allowed, or than so much and what the file's bytes allow."""
        tracemalloc.start()
        try:
            last, _ = check(data, **options)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        self.assertLess(peak, room + 40 * len(data), last)
        return last

    def root(self, name, evidence, claim=(0, WINS, 0), pos=None):
        game = check_cert.find_game(name)
        return Cert(name, game.encode(pos or game.start), [list(claim)], [[0, evidence]], []).bytes()

    def test_joins(self):
        """A lemma may have many joins and be named many times: nothing of them is kept, and alike ones are refused."""
        game, pos = connection_position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        cells = [(c, 0) for c in range(6)]
        joins = sorted({tuple(map(it.index, it)) for it in itertools.product(range(6), repeat=6)})
        many = (cells, [], joins, [([], [])])
        cert = connection_cert(game, pos, [many, (cells, [], [[0] * 6], [([], [(0, 0, (0, 0))] * 500)])], BOTH_WAYS)
        self.assertIn(self.measured(cert.bytes()).split()[2], ("evidence-fails", "work-limit"))
        for alike in (([0, 0], [0, 0]), ([0, 1], [1, 0]), ([0, 0], [1, 1])):
            cert = connection_cert(game, pos, [(SECOND_ROW[0], SECOND_ROW[1], list(alike), SECOND_ROW[3])], BOTH_WAYS)
            self.rejected(cert, "malformed", "section 0")
        cert = connection_cert(game, pos, [(SECOND_ROW[0], SECOND_ROW[1], [[0, 1], [0, 0]], SECOND_ROW[3])], BOTH_WAYS)
        self.rejected(cert, "evidence-fails", "section 0")

    def test_a_lemma_names_only_lemmas_before_it(self):
        game, pos = connection_position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        for before in (1, 2, 2**31, 2**62):
            part = [(-before, 0, (1, 1))]
            for lemmas, root in (([SECOND_ROW[:3] + ([([(0, 1)], part)],)], BOTH_WAYS), ([], ([], part))):
                self.rejected(connection_cert(game, pos, lemmas, root), "malformed", "section 0")

    def test_items(self):
        """Ten thousand items of kind 8, none of which is asked for; and as many that are."""
        zone = ["evidence", 8, u(3)]
        last = self.measured(two_completions(items=[zone] * 10_000).bytes())
        self.assertTrue(last.startswith("s VERIFIED"), last)
        moves = [0] * 100_000
        cert = two_completions(items=[["evidence", 6, b""]] * 100_000 + [threats(*moves)])
        self.measured(cert.bytes())

    def test_entries(self):
        """Entries as short as they can be, all different."""
        name = "mnk:width=20,height=20,k=9,rule=freestyle"
        game = check_cert.find_game(name)
        entries = [[0, ["whole", game.encode(game.start)], ["replies", [], 0, []]]]
        entries += [[0, ["derived", 1, mv, 0], ["replies", [], 0, []]] for mv in range(100)]
        for number in range(200):       # of each row of a hundred entries the next by a stone in a cell of its own
            entries += [[0, ["derived", 100, 100 + number, 0], ["replies", [], 0, []]]] * 100
        last = self.measured(Cert(name, game.encode(game.start), [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries).bytes())
        self.assertTrue(last.startswith("s REJECTED"), last)

    def test_long_lists(self):
        """Long lists of claims, nodes, instructions and choices: what is read takes no more than its bytes allow."""
        drop = "connect-four:width=4,height=4"
        game = check_cert.find_game(drop)
        claims = [[number % 2, 2 + number // 2 % 2, number // 4] for number in range(20_000)]
        data = Cert(drop, game.encode(game.start), claims, [[0, ["settled"]]], []).bytes()
        check(data)        # sets up the rules
        self.assertEqual(self.measured(data, 1_000_000), "s REJECTED not-settled at section 0")
        size, room = 60_000, 1_000_000
        for evidence in (["evidence", 1, u(size) + bytes(size)], ["evidence", 1, u(size // 3) + bytes((2, 0, 0)) * (size // 3)],
                         ["evidence", 1, u(size // 5) + bytes((2, 0, 1, 0, 1)) * (size // 5 - 1) + bytes((2, 0, 0))],
                         ["evidence", 4, u(size) + bytes(size)], ["evidence", 4, u(size // 2) + bytes((2, 1)) * (size // 2)],
                         ["evidence", 4, u(size // 3) + bytes((7, 1, 9)) * (size // 3)], ["evidence", 6, bytes(size)]):
            self.assertIn(self.measured(self.root(drop, evidence), room).split()[2], ("malformed", "evidence-fails", "work-limit"))

    def test_deep_plays(self):
        """Plays that go on for long, in games of many moves."""
        rng = random.Random(5)
        for name, evidence in (("chess:fifty=off", ["evidence", 6, rng.randbytes(20_000)]), ("amazons:width=10,height=10", ["evidence", 5, u(90)]),
                               ("awari:grand-slam=allowed,rest=opponent,worth=game", ["evidence", 6, rng.randbytes(9_000)])):
            last = self.measured(self.root(name, evidence), work=1_500_000)
            self.assertIn(last.split()[2], ("work-limit", "evidence-fails"), name)

    def test_a_remark_buys_no_work(self):
        cert = Cert("tic-tac-toe", bytes(9), [[0, HOLDS, 0]], [[0, ["evidence", 5, u(9)]]], [], remark=" " * 100_000)
        limits = []
        for remark in ("", " " * 100_000):
            cert.remark = remark
            checked = check_cert.Certificate(cert.stream())
            checked.read()
            limits.append((checked.most_work, checked.most_held))
        self.assertLess(limits[1][0] - limits[0][0], 5_000)
        self.assertLess(limits[1][1] - limits[0][1], 100)

    def test_the_files_of_the_attack(self):
        if not os.path.isdir(ATTACKS):
            self.skipTest("no ../shared/data/attacks beside the project")
        for name, reason in (("joins-2000-1000", "malformed"), ("kind-8-items-10000", "wrong-side"), ("checkers-kind-3-no-table", "table-unavailable")):
            with open(os.path.join(ATTACKS, name + ".quod"), "rb") as file:
                self.assertTrue(self.measured(file.read()).startswith(f"s REJECTED {reason} at "), name)


class Hostile(Base):
    def test_work_in_trees(self):
        """First threatens 3 and 12, and a tree lets him wait twice before he takes one of them: small to write, long to replay."""
        first, second = (0, 1, 2, 4, 8), (5, 6, 9, 10)
        nodes = []
        for wait in (63, 62):
            # At an opponent's node: 3 and 12 are answered at once (3 and 1 nodes on), so is a reply that takes a waiting move.
            nodes += [("o", 4, [[3, 1], [12, 3]] + [[c, 3] for c in range(62, wait + 1)]), ("p", 12), None, ("p", 3), ("p", wait)]
        nodes += [("o", 3, [[3, 1]]), ("p", 12), None, ("p", 3)]
        cert = Cert("qubic", two_sets(first, second), [[0, 0, 0]], [[0, tree(*nodes)]], [])
        self.assertLess(len(cert.bytes()), 250)
        start = time.time()
        self.rejected(cert, "work-limit", "section 0", work=5_000)
        self.assertLess(time.time() - start, 2)
        nodes = nodes[-4:]
        cert.sections[0][1] = tree(*nodes)
        self.verified(cert)

    def test_work_in_threats(self):
        # cells over and over
        cells = [0] * 50_000
        first = sum(1 << c for c in (0, 1, 7, 11, 3)).to_bytes(8, "little")
        second = sum(1 << c for c in (21, 26, 38, 41)).to_bytes(8, "little")
        entry = [0, ["whole", first + second], ["replies", [threats(*cells)], 1, []]]
        cert = Cert("qubic", first + second, [[0, 0, 0]], [[0, ["entry", 0, 0]]], [entry])
        self.verified(cert)
        self.rejected(cert, "work-limit", "entry 0", work=200_000)

    def test_deep(self):
        """A tree of a hundred thousand nodes in a game that can go on for ever."""
        value, _, children = solved(("any", "free"))
        pos = next(p for p in value if p[:9].count(0) == 3 and value[p] == DRAW or p[:9].count(0) == 3 and children[p])
        nodes = [None] * 100_000
        cert = Cert("three-mens-morris:moves=any,opening=free", bytes(pos), [[0, 1, 0]], [[0, tree(*nodes)]], [])
        self.rejected(cert, "evidence-fails", "section 0")


if __name__ == "__main__":
    unittest.main()
