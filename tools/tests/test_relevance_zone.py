"""Evidence of kind 8: relevance zones."""

import collections
import io
import itertools
import random
import unittest
import unittest.mock

from base import Base, check, check_cert
from check_cert.evidence.relevance_zone import Marks
from check_cert.sets import bits_of, set_of, set_union
from rules_line_threats import some_game
from rules_relevance_zone import AnyLines, Prover, Zone, two_completions
from shows import threats
from writer import HOLDS, WINS, Cert, u


class RelevanceZones(Base):
    GAMES = ("tic-tac-toe", "mnk:width=4,height=4,k=3,rule=standard", "mnk:width=5,height=3,k=3,rule=freestyle",
             "mnk:width=5,height=4,k=4,rule=freestyle", "mnk:width=7,height=3,k=3,rule=standard", "mnk:width=5,height=5,k=4,rule=standard",
             "mnk:width=6,height=1,k=3,rule=standard", "gomoku:size=5,rule=renju,opening=free")

    @staticmethod
    def any_lines(rng):
        """Lines that leave room."""
        cells, length, rows = rng.randrange(7, 15), rng.randrange(2, 5), []
        for _ in range(rng.randrange(2, 9)):
            some = rng.sample(range(cells), length + rng.choice((0, 0, 1, 2)))
            rows.append(tuple(set_of(part) for part in (some[:length], some[length:])))
        return AnyLines(rng, cells, rows, rng.choice((None, None, 0, 1)))

    @staticmethod
    def read(game, data):
        """What a certificate's own zones are, and the answer."""
        seen = []

        class Watched(check_cert.Certificate):
            def check_entry(self, index):
                super().check_entry(index)
                if index == 0 and self.zones is not None:
                    seen.append(self)

        with unittest.mock.patch.object(check_cert.entries, "find_game", lambda name: game), \
                unittest.mock.patch.object(check_cert.command, "Certificate", Watched):
            last, _ = check(data)
        return last, seen

    def run_on(self, game, rng, counts, empty=8):
        pos = game.start
        while game.outcome(pos) is None and game.cells - (pos[0] | pos[1]).bit_count() > empty:
            pos = game.play(pos, rng.choice(game.moves(pos)))
        for player, goal in itertools.product((0, 1), (WINS, HOLDS)) if game.outcome(pos) is None else ():
            claim = check_cert.Claim(player, goal)
            prover = Prover(game, claim, rng, self)
            for start in [pos] + [game.play(pos, mv) for mv in rng.sample(game.moves(pos), min(3, len(game.moves(pos))))]:
                if prover.certificate.settled(claim, start) is None:
                    prover.entry(start)
            counts.update(prover.counts)
            if not prover.entries:
                continue
            last = len(prover.entries) - 1
            used = any(item[1] == 8 for _, body in prover.entries if body[0] == "replies" for item in body[1])
            answer, seen = self.read(game, prover.cert(last).bytes())
            self.assertTrue(answer.startswith("s VERIFIED"), answer)
            self.assertEqual(len(seen), used)
            if used:
                self.assertEqual(seen[0].zones[::-1], prover.zones)
                counts["zones"] += len(prover.zones)
                counts["empty"] += sum(zone != game.full for zone in prover.zones)
            refused = [number for number, (_, body) in enumerate(prover.entries) if body[0] == "replies" and body[4]]
            for wrong in rng.sample(refused, min(3, len(refused))):
                answer, _ = self.read(game, prover.cert(last, wrong).bytes())
                reason = "evidence-trait" if game.restricted == 1 - player else "evidence-fails"
                self.assertEqual(answer, f"s REJECTED {reason} at entry {last - wrong}")
                counts["refused"] += 1

    def test_by_hand(self):
        made, zone = two_completions, lambda mv: ["evidence", 8, u(mv)]
        good = made()
        self.verified(good)
        self.verified(made(item=u(5)))      # Black's 8
        self.verified(made(items=(zone(9), zone(14), zone(2**32 - 1))))         # nothing refers to these
        self.rejected(made(item=u(9)), "evidence-fails", "entry 0")             # a reply that is not named,
        self.rejected(made(item=u(14)), "evidence-fails", "entry 0")            # or none at all,
        self.rejected(made(item=u(9), items=(threats(),), shown=[[9, ["item", 2]]]), "evidence-fails", "entry 0")  # or not by an entry
        self.rejected(made(items=(zone(9),), shown=[[9, ["item", 2]]]), "evidence-fails", "entry 0")
        self.rejected(made(named=(3, 8)), "evidence-fails", "entry 0")          # 5 is in the zone
        # White's 2 fills a line. It is not in the zone, since Black wins before; and yet White has won.
        self.rejected(made(white=(0, 1)), "evidence-fails", "entry 0")
        self.rejected(made(white=(0, 1), default=0, shown=[[mv, ["item", 1]] for mv in (2, 4, 9, 10, 11, 12, 13)]), "idle-name", "entry 0")
        for payload in (b"", u(2**32), u(3) + u(3)):
            self.rejected(made(item=payload), "malformed", "entry 0")
            self.rejected(made(items=(["evidence", 8, payload],)), "malformed", "entry 0")
        # where no reply leads
        self.rejected(Cert(good.game, good.root, good.claims, [[0, zone(3)]], good.entries), "evidence-fails", "section 0")
        move = [0, ["whole", bytes(4)], ["move", 7, zone(3)]]
        self.rejected(Cert(good.game, bytes(4), good.claims, [[0, ["entry", 0, 0]]], [move]), "evidence-fails", "entry 0")
        # games that are not of lines
        for name in ("gomoku:size=7,rule=standard,opening=professional", "connect-four:width=7,height=6"):
            game = check_cert.find_game(name)
            self.rejected(Cert(name, game.encode(game.start), [[0, WINS, 0]], [[0, zone(3)]], []), "evidence-trait", "section 0")
        # In renju Black may not play all cells: as White's opponent he is not answered so.
        name = "gomoku:size=5,rule=renju,opening=free"
        game = check_cert.find_game(name)
        pos = (set_of((0, 2, 4, 11)), set_of((5, 6, 7, 8)))
        entries = [[0, ["whole", game.encode(pos)], ["replies", [zone(1)], 1, [[1, ["entry", 1, 0]]]]],
                   [0, ["derived", 1, 1, 0], ["move", 9, ["settled"]]]]
        self.rejected(Cert(name, game.encode(pos), [[1, WINS, 0]], [[0, ["entry", 0, 0]]], entries), "evidence-trait", "entry 0")
        lines, _ = check_cert.check_file(io.BytesIO(good.bytes()), sample=2)
        self.assertIn("and no zones", lines[-2])

    def test_replies_on_cells_of_forks(self):
        """Three threes: a reply on a cell of one of them leaves the others, and what is left of its own."""
        game = check_cert.find_game("gomoku:size=9,rule=freestyle,opening=free")
        cells = lambda names: set_of("abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1) for name in names.split())
        pos = cells("d5 e5 f5 d2 e2 f2 d8 e8 f8"), cells("a9 c9 i7 i9 a7 a1 c3 g6")
        planned, zone = bits_of(cells("i4")), Zone(game, 0, random.Random(1))
        certificate, claim = check_cert.Certificate(b"", 10**9), check_cert.Claim(0, WINS)
        certificate.game = game
        replies = bits_of(cells("b5 c5 g5 h5 b2 c2 g2 h2 c8 h8 a4 a5"))
        marks = {mv: zone.threats(pos[1], pos[0], pos[1] | 1 << mv, True, planned) for mv in replies}
        self.assertGreater(len(set(marks.values())), 6)
        for some in itertools.chain.from_iterable(itertools.combinations(replies, n) for n in (1, 2, 3)):
            certificate.marks = Marks(game, pos, 0)
            self.assertTrue(certificate.threats_after(claim, pos, certificate.lacks(pos, 1), planned, list(some)))
            self.assertEqual(certificate.marks.cells, set_union(marks[mv] for mv in some), some)

    def test_marks_of_replies_served_together(self):
        """What the replies served together mark is what the replay after each of them marks."""
        self.marks_served_together(7, 120)

    def marks_served_together(self, seed, rounds):
        rng, counted = random.Random(seed), 0
        renju = check_cert.find_game("gomoku:size=7,rule=renju,opening=free")
        for number in range(rounds):
            game, pos = some_game(rng), (0, 0)
            if number % 5 == 0:
                game, player, n = renju, rng.randrange(3) // 2, rng.randrange(5, 10)
                crowd = rng.sample([7 * r + c for r in range(1, 6) for c in range(1, 6)], 2 * n - 1 + player)
                pos = set_of(crowd[:n]), set_of(crowd[n:])
                pos = pos if player == 0 else pos[::-1]
                if any(game.lines_of[who].won(pos[who]) for who in (0, 1)) or game.outcome(pos) is not None:
                    continue
            else:
                for _ in range(rng.randrange(game.cells - 2)):
                    if game.outcome(pos) is None:
                        last, pos = pos, game.play(pos, rng.choice(game.moves(pos)))
                if game.outcome(pos) is not None:
                    pos = last
            claim, moves = check_cert.Claim(1 - game.to_move(pos), WINS), game.moves(pos)
            zone, (theirs, mine) = Zone(game, claim.player, rng), pos if game.to_move(pos) == 0 else pos[::-1]
            certificate = check_cert.Certificate(b"", 10**9)
            certificate.game = game
            lacks = certificate.lacks(pos, game.to_move(pos))
            for _ in range(4):
                planned = [rng.choice(moves) for _ in range(rng.randrange(5))]
                marks = {mv: zone.threats(theirs, mine, theirs | 1 << mv, True, planned)
                         for mv in moves if game.outcome(game.play(pos, mv)) is None}
                good = [mv for mv, it in marks.items() if it is not None]
                near = [mv for mv in good if any(marks[other] >> mv & 1 for other in good)]
                parts = [good] + [rng.sample(part, rng.randrange(1, len(part) + 1)) for part in (good, good, near, near) if part]
                for some in map(sorted, parts):
                    certificate.marks = Marks(game, pos, claim.prover)
                    if some:
                        self.assertTrue(certificate.threats_after(claim, pos, lacks, planned, some))
                        self.assertEqual(certificate.marks.cells, set_union(marks[mv] for mv in some))
                        counted += len(some) > 1
        self.assertGreater(counted, 2 * rounds // 3)

    def test_random_proofs(self):
        counts = self.random_proofs(5, 20)
        self.assertGreater(counts["answered"], 300)
        self.assertGreater(counts["refused"], 100)
        self.assertGreater(counts["refutations"], 300)

    def random_proofs(self, seed, rounds):
        rng, counts = random.Random(seed), collections.Counter()
        for number in range(rounds):
            self.run_on(self.any_lines(rng), rng, counts)
            if number % 3 == 0:
                game = check_cert.find_game(rng.choice(self.GAMES))
                self.run_on(game, rng, counts, 6 if game.restricted is not None else 8)
        return counts


if __name__ == "__main__":
    unittest.main()
