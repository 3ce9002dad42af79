"""Claims that count moves."""

import collections
import functools
import itertools
import os
import random
import tempfile
import unittest

from base import ATTACKS, Base, check, check_cert
from rules_chess import Board, SmallBoard
from shows import tree
from writer import Cert, WithTables, table, u


class MovesCounted(Base):
    """Claims that count moves, where a player can win by the other's move and where not (section 3, "What is left of a claim")."""
    FORCED = {"antichess": ("8/8/8/8/8/8/r7/B7 b - -", "8/8/8/8/8/r7/2P5/8 w - -"),
              "giveaway": ("8/8/8/8/8/8/r7/B7 b - -", "8/8/8/8/8/r7/2P5/8 w - -"),
              "losers": ("7k/8/8/8/8/8/r7/B6K b - -", "7k/8/8/8/8/r7/2P5/7K w - -")}
    TAKES, PUSHES, THEN_TAKES = 8 + 64 * 0, 10 + 64 * 18, 16 + 64 * 18      # Ra2xa1, c2-c3, Ra3xc3

    def test_a_win_by_the_other_players_move(self):
        """Black has to take White's last man, and White has won: after no move of its own, or after one."""
        for name, (now, soon) in self.FORCED.items():
            root = Board(name, now).encode(Board(name, now).start)
            takes = tree(("o", 1, []), None)
            for evidence in (["settled"], takes, ["evidence", 5, u(1)], ["evidence", 6, b""]):
                self.rejected(Cert(name, root, [[0, 7, 0]], [[0, evidence]], []), "not-settled" if evidence == ["settled"] else "evidence-fails")
            for evidence in (takes, ["evidence", 5, u(1)], ["evidence", 6, b""]):
                self.verified(Cert(name, root, [[0, 6, 0]], [[0, evidence]], []), f"{name} mated<=0 {now}")
            self.rejected(Cert(name, root, [[0, 6, 0]], [[0, ["settled"]]], []), "not-settled")
            entry = [0, ["whole", root], ["replies", [], 0, []]]
            self.verified(Cert(name, root, [[0, 6, 0]], [[0, ["entry", 0, 0]]], [entry]), f"{name} mated<=0 {now}")
            entry[2] = ["move", self.TAKES, ["settled"]]
            self.rejected(Cert(name, root, [[0, 7, 0]], [[0, ["entry", 0, 0]]], [entry]), "not-settled", "entry 0")

            root = Board(name, soon).encode(Board(name, soon).start)
            entries = [[1, ["whole", root], ["move", self.PUSHES, ["entry", 1, 0]]], [0, ["derived", 1, self.PUSHES, 0], ["replies", [], 0, []]]]
            within = [[0, 6, 0], [0, 6, 1]]
            self.verified(Cert(name, root, within, [[1, ["entry", 0, 0]]], entries), f"{name} mate<=1 {soon}")
            self.verified(Cert(name, root, [[0, 7, 0], [0, 6, 1]], [[0, ["settled"]], [1, ["evidence", 5, u(2)]]], []), f"{name} mate=1 {soon}")
            for claims, sections in (([[0, 7, 1]], [[0, ["evidence", 5, u(2)]]]),
                                     ([[0, 7, 1], [0, 6, 2]], [[0, ["evidence", 5, u(4)]], [1, ["evidence", 5, u(4)]]])):
                self.rejected(Cert(name, root, claims, sections, []), "evidence-fails", "section 0")
            entries = [[0, ["whole", root], ["replies", [], 0, [[self.PUSHES, ["entry", 1, 0]]]]],
                       [1, ["derived", 1, self.PUSHES, 0], ["move", self.THEN_TAKES, ["settled"]]]]
            cert = Cert(name, root, [[0, 7, 1], [0, 7, 0]], [[0, ["entry", 0, 0]]], entries)
            last, _ = check(cert.bytes())
            self.assertTrue(last.startswith("s REJECTED "), last)

    def test_the_files_of_the_attack(self):
        if not os.path.isdir(ATTACKS):
            self.skipTest("no ../shared/data/attacks beside the project")
        for name, good in (("antichess-mated-more-than-0", False), ("antichess-mate-more-than-1", False), ("antichess-mate-is-2", False),
                           ("antichess-true-mate-in-1", True)):
            with open(os.path.join(ATTACKS, name + ".quod"), "rb") as file:
                last, code = check(file.read())
            self.assertEqual(code, 0 if good else 1, (name, last))

    def test_where_only_own_moves_win(self):
        """In chess a player that has no move left does not win by the other's move: that is settled, and nothing else shows it."""
        fen = "7k/8/6K1/8/8/8/8/R7 b - -"
        name, root = "chess:fifty=off", Board("chess:fifty=off", fen).encode(Board("chess:fifty=off", fen).start)
        self.verified(Cert(name, root, [[0, 7, 0]], [[0, ["settled"]]], []), f"{name} mated>0 {fen}")
        for evidence in (tree(("o", 1, []), None), ["evidence", 5, u(3)], ["evidence", 6, b""]):
            self.rejected(Cert(name, root, [[0, 6, 0]], [[0, evidence]], []), "evidence-fails")
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 5, u(2)]]], []), f"{name} mated<=1 {fen}")

    def forces(self, rules, pos, player, n):
        """Whether the player wins for certain with at most n moves of its own, by playing everything out."""
        over = rules.outcome(pos)
        if over is not None:
            return over == player
        children = rules.children(pos).values()
        if rules.mover(pos) == player:
            return n > 0 and any(self.forces(rules, child, player, n - 1) for child in children)
        return all(self.forces(rules, child, player, n) for child in children)

    def some_position(self, name, rng):
        """The rules, which remember what they said, and a position with few men."""
        men = rng.sample("KkPPppNnBbRrQq", rng.randrange(2, 6))
        if name in ("antichess", "giveaway"):
            men = men[:4]
        else:
            men = ["K", "k"] + [man for man in men if man not in "Kk"][:3]
        if name.startswith("small"):
            rules = SmallBoard(rng.choice((3, 4)))
            board = men + ["."] * (3 * rules.height - len(men))
            rng.shuffle(board)
            rules.position = "".join(board), rng.choice("wb")
            rules.children = functools.cache(rules.children)
            return rules
        # Most stand close together: forced captures and mates want that.
        width = rng.choice((3, 4, 8))
        squares = rng.sample([(x, y) for x in range(width) for y in range(rng.choice((3, 4, 8)))], len(men))
        rules = Board(name)
        rules.start = (frozenset(zip(squares, men)), rng.choice("wb"), frozenset(), None, 0)
        rules.lines = functools.cache(rules.lines)
        return rules

    def entries(self, rules, player, goal, n):
        """Entries of a proof of a claim that is true and not settled; claim number i of the proof has the number i."""
        todo, bodies = [(n, rules.start)], {}
        while todo:
            left, pos = here = todo.pop()
            if here in bodies:
                continue
            shown, after = {}, left - (rules.mover(pos) == player)
            for mv, child in rules.children(pos).items():
                if self.forces(rules, child, player, after) == (goal == 6):
                    shown[mv] = None if self.over(rules, child, player, after) else (after, child)
            if (rules.mover(pos) == player) == (goal == 6):     # the prover is to move, and one move is enough
                mv = min(shown, key=lambda mv: (shown[mv] is not None, mv))
                shown = {mv: shown[mv]}
            bodies[here] = (rules.mover(pos) == player) == (goal == 6), shown
            todo += [child for child in shown.values() if child]
        # A move of the player's leaves less of the claim, any other hands the move to the player: so links go forward.
        order = sorted(bodies, key=lambda it: (-it[0], rules.mover(it[1]) == player))
        place = {here: number for number, here in enumerate(order)}
        entries = []
        for number, here in enumerate(order):
            one, shown = bodies[here]
            links = [[mv, ["entry", place[child] - number, 0] if child else ["settled"]] for mv, child in sorted(shown.items())]
            body = ["move", *links[0]] if one else ["replies", [], 0, [link for link in links if link[1] != ["settled"]]]
            entries.append([here[0], ["whole", rules.encode(here[1])], body])
        return entries

    def over(self, rules, pos, player, n):
        own = rules.name.startswith(("chess", "small"))
        return rules.outcome(pos) is not None or n == 0 and (own or rules.mover(pos) == player)

    def counted(self, seed, rounds, most=40):
        """Random positions: every claim that is true is verified, by a search and by entries, and none that is false."""
        rng, counts = random.Random(seed), collections.Counter()
        for number in range(rounds):
            name = ("chess:fifty=off", "antichess", "giveaway", "losers", "small-chess")[number % 5]
            rules = self.some_position(name, rng)
            root, name = rules.encode(rules.start), rules.name
            game = check_cert.find_game(name)
            try:
                pos = game.decode(root)
            except check_cert.Reject:
                continue
            counts[name] += 1
            wide = max([len(rules.children(child)) for child in rules.children(rules.start).values()] or [0]) * len(rules.children(rules.start))
            for player, n in itertools.product((0, 1), (0, 1, 2) if wide < most else (0, 1) if wide < 4 * most else (0,)):
                truth = self.forces(rules, rules.start, player, n)
                for goal in (6, 7):
                    holds = truth == (goal == 6)
                    claims, search = [[player, goal, n]], ["evidence", 5, u(2 * n + 1)]
                    text = (name, game.text(pos), player, goal, n)
                    last, code = check(Cert(name, root, claims, [[0, search]], []).bytes())
                    self.assertEqual(code, 0 if holds else 1, (text, last))
                    settled = self.over(rules, rules.start, player, n)
                    last, code = check(Cert(name, root, claims, [[0, ["settled"]]], []).bytes())
                    self.assertEqual(code, 0 if settled and holds else 1, (text, last))
                    counts[goal, holds, settled] += 1
                    if holds and not settled:
                        entries = self.entries(rules, player, goal, n)
                        claims = [[player, goal, it] for it in range(n + 1)]
                        self.verified(Cert(name, root, claims, [[n, ["entry", 0, 0]]], entries))
                        counts["entries"] += len(entries)
        return counts

    def test_random_positions_against_brute_force(self):
        counts = self.counted(17, 150)
        for goal, holds, settled in itertools.product((6, 7), (True, False), (True, False)):
            self.assertGreater(counts[goal, holds, settled], 10)
        self.assertGreater(counts["entries"], 200)

    def test_no_table_is_asked_about_a_settled_position(self):
        """Not even one that says otherwise: of two kings, a mate in no moves."""
        name = "small-chess:height=3"
        rules = SmallBoard(3)
        rules.set_up("2k/3/K2 b")
        root, game = rules.encode(rules.start), check_cert.find_game(name)
        for value, within in ((-127, True), (0, False), (-2, False), (-1, None)):
            data = table(name, 0, [value] * game.indices(0), [], words="a draw", least=value, met=True)
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "small-chess-00.qtab"), "wb") as file:
                    file.write(data)
                for claim in ([0, 6, 0], [0, 7, 0], [0, 6, 1], [0, 7, 1]):
                    cert = WithTables(name, root, [claim], [[0, ["evidence", 3, u(0)]]], [])
                    cert.tables = [(name, 0, data[-32:])]
                    if within is None:          # no table has this value (games.md)
                        self.rejected(cert, "table-unavailable", "header", tables=folder)
                        continue
                    good = claim[1] == 7 if claim[2] == 0 else within == (claim[1] == 6)
                    last, code = check(cert.bytes(), tables=folder)
                    self.assertEqual(code, 0 if good else 1, (value, claim, last))


if __name__ == "__main__":
    unittest.main()
