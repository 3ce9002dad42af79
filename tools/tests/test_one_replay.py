"""One replay of line threats for many replies."""

import itertools
import os
import random
import re
import unittest

from base import GOLDEN, Base, check_cert
from check_cert.sets import set_of
from rules_in_a_row import Renju
from rules_line_threats import some_game, wins_by_threats
from writer import HOLDS, WINS


class OneReplayForManyReplies(Base):
    """What trust.md, section 6, says of replies served together, against the replay after each reply alone."""

    @staticmethod
    def served(game, pos, planned, replies, certificate=check_cert.Certificate):
        certificate = certificate(b"", 10**9)
        certificate.game = game
        lacks = certificate.lacks(pos, game.to_move(pos))
        return certificate.threats_after(check_cert.Claim(1 - game.to_move(pos), WINS), pos, lacks, planned, replies)

    @staticmethod
    def alone(game, pos, planned, reply):
        own, other = pos if game.to_move(pos) == 0 else pos[::-1]
        after, player = game.play(pos, reply), 1 - game.to_move(pos)
        rows = game.lines_of[player].rows, game.lines_of[1 - player].rows

        def free(mine, theirs, cell):
            if player != game.restricted:
                return True
            if isinstance(game, check_cert.games.Renju):
                stones = tuple(0 if mine >> c & 1 else 1 if theirs >> c & 1 else -1 for c in range(game.cells))
                return Renju(game.width).free(stones, cell)
            return game.is_free(mine, game.full & ~(mine | theirs), cell)

        return game.outcome(after) is None and wins_by_threats(rows, game.cells, other, own | 1 << reply, True, planned, free)

    def test_served_together_are_those_served_alone(self):
        rng = random.Random(12)
        together = spoiled = 0
        for _ in range(500):
            game = some_game(rng)
            pos = game.start
            for _ in range(rng.randrange(game.cells - 2)):
                if game.outcome(pos) is None:
                    last, pos = pos, game.play(pos, rng.choice(game.moves(pos)))
            if game.outcome(pos) is not None:
                pos = last
            empty = game.moves(pos)
            for _ in range(6):
                planned = [rng.choice(empty) for _ in range(rng.randrange(5))]
                good = [reply for reply in empty if self.alone(game, pos, planned, reply)]
                bad = [reply for reply in empty if reply not in good]
                for reply in rng.sample(empty, min(3, len(empty))):
                    self.assertEqual(self.served(game, pos, planned, [reply]), reply in good)
                if len(good) > 1:
                    self.assertTrue(self.served(game, pos, planned, good))
                    together += 1
                    for reply in bad:
                        self.assertFalse(self.served(game, pos, planned, sorted(good + [reply])))
                        spoiled += 1
        self.assertGreater(together, 200)
        self.assertGreater(spoiled, 1000)

    def test_replies_together_by_renju(self):
        """The same with stones in a crowd, for both players; without the replies that could free a cell, not all are served."""
        rng, counted, refused = random.Random(20), [0, 0], 0
        game = check_cert.find_game("gomoku:size=8,rule=renju,opening=free")
        unwary = check_cert.games.Renju(game.name, 8)
        unwary.around = [0] * game.cells
        unwary.is_free = game.is_free
        middle = [8 * r + c for r in range(1, 7) for c in range(1, 7)]
        while min(counted) < 40 or not refused:
            player, n = rng.randrange(2), rng.randrange(5, 10)
            mine = rng.sample(middle, n)
            theirs = rng.sample([c for c in range(64) if c not in mine], n - 1 + player)
            stones = set_of(mine), set_of(theirs)
            pos = stones if player == 0 else stones[::-1]
            if any(game.lines_of[who].won(pos[who]) for who in (0, 1)) or game.outcome(pos) is not None:
                continue
            moves, near = game.moves(pos), [c for c in middle if c not in mine + theirs]
            for _ in range(3):
                planned = [rng.choice(near) for _ in range(rng.randrange(1, 4))]
                if not any(self.served(game, pos, planned, [reply]) for reply in rng.sample(moves, 3)):
                    continue
                good = [reply for reply in moves if self.alone(game, pos, planned, reply)]
                if len(good) > 1:
                    self.assertTrue(self.served(game, pos, planned, good))
                    refused += not self.served(unwary, pos, planned, good)
                    counted[player] += 1
                for reply in moves:
                    if reply not in good:
                        self.assertFalse(self.served(game, pos, planned, sorted(good + [reply])))

    def test_each_condition_is_needed(self):
        """A checker without the condition accepts what ours does not."""
        class WithoutBorders(check_cert.games.RowGame):
            def reach_of(self, lines):
                return self.cells_of(lines)

        class WithoutEnabled(check_cert.Certificate):
            def enabled(self, play, empty):
                return []

        seen = set()
        path = os.path.join(GOLDEN, "certificates/one-reply-fails.txt")
        with open(path, encoding="ascii") as file:
            entries = [line.split() for line in file if not line.startswith("#")]
        for condition, rule, position, planned, reply in entries:
            name = f"gomoku:size=9,rule={rule},opening=free"
            game, planned, reply = check_cert.find_game(name), [int(c) for c in planned.split(",")], int(reply)
            rows = [re.sub(r"\d+", lambda dots: "." * int(dots.group()), row) for row in position.split("/")][::-1]
            pos = tuple(set_of(i for i, c in enumerate("".join(rows)) if c == man) for man in "xo")
            self.assertEqual(game.text(game.decode(game.encode(pos))), position)
            good = [cell for cell in game.moves(pos) if self.alone(game, pos, planned, cell)]
            self.assertGreater(len(good), 7)
            self.assertNotIn(reply, good)
            replies = sorted(good + [reply])
            self.assertTrue(self.served(game, pos, planned, good))
            self.assertFalse(self.served(game, pos, planned, replies))
            if condition == "border":
                self.assertTrue(self.served(WithoutBorders(name, 9, 9, 5, rule), pos, planned, replies))
            else:
                self.assertTrue(self.served(game, pos, planned, replies, WithoutEnabled))
            seen.add((condition, rule))
        self.assertEqual(seen, {("border", "standard"), ("enabled", "freestyle"), ("enabled", "standard")})
        self.assertEqual(len(entries), 41)

    def test_what_comes_of_all_moves(self):
        rng = random.Random(3)
        counted = [0, 0]
        for number in range(400):
            game = check_cert.find_game(("tic-tac-toe", "mnk:width=4,height=4,k=4,rule=standard", "mnk:width=5,height=3,k=3,rule=freestyle",
                                         "mnk:width=6,height=4,k=5,rule=standard", "mnk:width=3,height=3,k=1,rule=standard",
                                         "gomoku:size=5,rule=renju,opening=free")[number % 6])
            certificate = check_cert.Certificate(b"", 10**9)
            certificate.game = game
            pos = game.start
            while game.outcome(pos) is None:
                for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                    claim = check_cert.Claim(player, goal)
                    if game.decided(pos, claim) is None:
                        each = {mv: certificate.settled(claim, game.play(pos, mv)) for mv in game.moves(pos)}
                        found = game.settled_moves(pos, certificate.lacks(pos, game.to_move(pos))[0], claim)
                        self.assertEqual(found, {mv: holds for mv, holds in each.items() if holds is not None})
                        for holds in found.values():
                            counted[holds] += 1
                pos = game.play(pos, rng.choice(game.moves(pos)))
        self.assertGreater(min(counted), 300)


if __name__ == "__main__":
    unittest.main()
