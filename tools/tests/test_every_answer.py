"""Streams changed in their numbers and bytes: every answer is one line."""

import collections
import io
import os
import random
import tempfile
import unittest
import unittest.mock

from base import GOLDEN, Base, check_cert
from check_cert.container import read_container
from connections import BOTH_WAYS, BRIDGE, SECOND_ROW, THIRD_ROW, connection_cert, connection_position
from rules_chess import Board
from rules_relevance_zone import two_completions
from shows import ANY, WIN, play, strategy, tree
from writer import HOLDS, WINS, Cert, WithTables, blob, container, table, u


class Tokens:
    """A certificate's stream as the numbers and bytes that a reader meets in it, to be changed one by one: lengths of what
    encloses them are made right again."""

    def __init__(self, stream, tables=None):
        found, parts = {}, {}

        class Watched(check_cert.Reader):
            def u(self):
                at = self.at
                value = super().u()
                found[at] = self.at, value
                return value

            def part(self):
                at = self.at
                part = super().part()
                parts[at] = part.at, part.end
                return part

        with unittest.mock.patch.object(check_cert.checking, "Reader", Watched), \
                unittest.mock.patch.object(check_cert.reader, "Reader", Watched):
            try:
                check_cert.Certificate(stream, tables=tables).read()
            except check_cert.Reject:
                pass
        # (number | bytes, None) or (None, end of the part that begins here)
        self.tokens, at = [], 0
        while at < len(stream):
            if at in found:
                end, value = found[at]
                self.tokens.append((at, None, parts[at][1]) if at in parts else (at, value, None))
            else:
                end = next((i for i in range(at + 1, len(stream)) if i in found), len(stream))
                self.tokens.append((at, stream[at:end], None))
            at = end
        self.length = len(stream)

    def changed(self, rng):
        """The stream with some tokens changed."""
        tokens = list(self.tokens)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            at = rng.randrange(len(tokens))
            start, value, end = tokens[at]
            if end is not None:
                continue
            if isinstance(value, bytes):
                raw = bytearray(value or bytes(1))
                kind = rng.randrange(4)
                if kind == 0:
                    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
                elif kind == 1:
                    raw[rng.randrange(len(raw))] = rng.randrange(256)
                elif kind == 2:
                    del raw[rng.randrange(len(raw)):]
                else:
                    a, b = rng.randrange(len(raw)), rng.randrange(len(raw))
                    raw[a], raw[b] = raw[b], raw[a]
                tokens[at] = start, bytes(raw), None
            elif rng.random() < 0.1:
                other = rng.choice(tokens)
                tokens[at] = (start, other[1], None) if other[2] is None else tokens[at]
            elif rng.random() < 0.1:
                tokens[at] = start, b"", None
            else:
                number = rng.choice((0, 1, 2, 3, 7, 8, value ^ 1, value + 1, max(value - 1, 0), 2 * value, rng.randrange(20), rng.randrange(300),
                                     rng.choice((255, 256, 2**16, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64))))
                tokens[at] = start, number, None
        out, ends = [b""], []
        for start, value, end in tokens:
            while ends and start >= ends[-1]:
                ends.pop()
                part = out.pop()
                out[-1] += blob(part)
            if end is not None:
                ends.append(end)
                out.append(b"")
            else:
                out[-1] += value if isinstance(value, bytes) else u(value)
        while ends:
            ends.pop()
            part = out.pop()
            out[-1] += blob(part)
        return out[0]


class EveryAnswer(Base):
    """Whatever a file says, the answer is one line, and no mistake of the program's own."""
    CERTIFICATES = os.path.join(GOLDEN, "certificates")

    def answer(self, data, **options):
        lines, code = check_cert.check_file(io.BytesIO(data), **options)
        self.assertTrue(lines[-1].startswith("s VERIFIED " if code == 0 else "s REJECTED "), lines)
        self.assertIn(code, (0, 1))
        self.assertEqual([line for line in lines if line.startswith("s ")], lines[-1:])
        return lines[-1]

    def originals(self):
        for name in sorted(os.listdir(self.CERTIFICATES)):
            if name.endswith(".quod"):
                with open(os.path.join(self.CERTIFICATES, name), "rb") as file:
                    yield read_container(file)
        for name, fen, claim, evidence in (
                ("chess:fifty=off", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", [0, 6, 1], tree(("p", 3 + 64 * 59))),
                ("antichess", "8/8/8/8/8/r7/2P5/8 w - -", [0, 6, 1], ["evidence", 5, u(2)]),
                ("losers", "7k/8/8/8/8/r7/2P5/7K w - -", [0, 6, 1], ["evidence", 6, bytes(2)])):
            yield Cert(name, Board(name, fen).encode(Board(name, fen).start), [claim], [[0, evidence]], []).stream()
        yield two_completions().stream()
        game, pos = connection_position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        yield connection_cert(game, pos, [SECOND_ROW, BRIDGE, THIRD_ROW], BOTH_WAYS).stream()
        for name in ("connect-four:width=4,height=4", "othello:size=4,empty=nobody", "checkers:size=4,rows=full", "amazons:width=3,height=3",
                     "lines-of-action:size=4,simultaneous=draw", "dots-and-boxes:width=1,height=2", "atari-go:size=3,start=empty",
                     "breakthrough:width=2,height=4", "domineering:width=3,height=3", "clobber:width=3,height=2", "score-four:width=2,depth=2,height=2,k=2",
                     "small-chess:height=3", "gomoku:size=6,rule=renju,opening=free", "six-mens-morris:men=3,flying=on", "y:size=3",
                     "awari:grand-slam=allowed,rest=opponent,worth=to-come"):
            game = check_cert.find_game(name)
            item, moves = ["evidence", 5, u(2)], game.moves(game.start)
            entries = [[0, ["whole", game.encode(game.start)], ["move", moves[0], ["entry", 1, 0]]],
                       [0, ["derived", 1, moves[0], 0], ["replies", [item, strategy(WIN, play(moves[-1]), ANY), tree(("o", 1, []), None)], 1, []]]]
            if game.repeats:
                del entries[1][2][1][1]
            yield Cert(name, game.encode(game.start), [[0, WINS, 0], [1, HOLDS, 0]], [[0, ["entry", 0, 0]]], entries).stream()

    def mutants(self, seed, rounds):
        rng, counts = random.Random(seed), collections.Counter()
        for stream in self.originals():
            tokens = Tokens(stream)
            self.assertEqual(Tokens(stream).tokens, tokens.tokens)
            for _ in range(rounds):
                last = self.answer(container(tokens.changed(rng)), work=20_000, tables=os.path.join(self.CERTIFICATES, "tables"))
                counts[last.split()[1] if last.startswith("s VERIFIED") else last.split()[2]] += 1
        return counts

    def test_mutants_of_all_kinds(self):
        counts = self.mutants(3, 100)
        self.assertGreater(counts["VERIFIED"], 100)
        for reason in ("malformed", "bad-position", "unknown-game", "evidence-fails", "link-mismatch", "no-such-entry", "illegal-move", "wrong-side",
                       "no-such-map", "work-limit", "unknown-evidence", "unknown-claim", "evidence-trait", "table-unavailable"):
            self.assertGreater(counts[reason], 0, reason)

    def test_positions_without_a_layer(self):
        """A table cannot speak of a position that is in none of its game's layers; nor need it exist to be refused."""
        for name in ("checkers:size=8,rows=full", "six-mens-morris:men=6,flying=on", "antichess"):
            game = check_cert.find_game(name)
            cert = WithTables(name, game.encode(game.start), [[0, WINS, 0]], [[0, ["evidence", 3, u(0)]]], [])
            title, layer = game.title[0], 0
            data = table(title, layer, [0] * game.indices(layer), [], words=game.title[1], met=True)
            cert.tables = [(title, layer, data[-32:])]
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, title.split(":")[0] + "-00.qtab"), "wb") as file:
                    file.write(data)
                self.rejected(cert, "evidence-fails", "section 0", tables=folder)
                self.rejected(cert, "table-unavailable", "header")

    def test_a_mistake_of_the_program_is_no_answer_about_the_certificate(self):
        def broken(self):
            raise KeyError("a mistake")
        data = Cert("tic-tac-toe", bytes(9), [[0, HOLDS, 0]], [[0, ["settled"]]], []).bytes()
        with unittest.mock.patch.object(check_cert.Certificate, "read", broken):
            lines, code = check_cert.check_file(io.BytesIO(data))
        self.assertEqual((lines[-1], code), ("s UNKNOWN internal at header", 3))


if __name__ == "__main__":
    unittest.main()
