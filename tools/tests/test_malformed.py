"""Streams that are not of the grammar."""

import random
import unittest

from base import Base, check
from shows import threats, tree
from small_games import board, tic
from writer import blob, container, u, z


class Malformed(Base):
    def header(self, game=b"tic-tac-toe", root=bytes(9), claims=u(1) + bytes(3), sections=u(1) + u(0) + u(0), remark=b"",
               entries=u(0)):
        return container(blob(game) + blob(root) + claims + sections + blob(remark) + entries)

    def test_header(self):
        root = board("XXXOO....")
        self.verified(self.header(root=root))
        self.verified(self.header(root=root, remark="ü".encode()))
        for game in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80"):
            self.rejected(self.header(game=game), "malformed", "header")
        self.rejected(self.header(remark=b"\xff"), "malformed", "header")
        for claims in (u(0), u(1) + u(2) + u(0) + z(0), u(1) + u(0) + u(8) + z(0), u(1) + u(0) + u(0) + z(1), u(2**63) + bytes(3),
                       u(2) + bytes(6), u(1) + u(0) + u(2) + z(2**31), u(1) + u(0) + u(2) + z(-2**31 - 1)):
            self.rejected(self.header(claims=claims), "malformed", "header")
        for goal in (2, 3, 4, 5, 6, 7):
            self.rejected(self.header(claims=u(1) + u(0) + u(goal) + z(-2**31)), "unknown-claim", "header")
        for sections in (u(0), u(3) + bytes(6)):
            self.rejected(self.header(sections=sections), "malformed", "header")
        for sections in (u(1) + u(1) + u(0), u(1) + u(0) + u(3)):
            self.rejected(self.header(sections=sections), "malformed", "section 0")
        self.rejected(self.header(root=root, entries=u(0) + b"\0"), "malformed", "entry 0")
        self.rejected(self.header(root=root, entries=u(2**40)), "malformed", "entry 0")
        self.rejected(self.header(root=root, entries=b""), "malformed", "entry 0")

    def test_entries(self):
        prover = board("XX.OO....")
        self.verified(tic([[0, ["whole", prover], ["move", 2, ["settled"]]]]), "tic-tac-toe X-wins a3 a2 b3 b2")
        for body in (u(2), u(0) + u(2**32) + u(0), u(0) + u(2) + u(3), u(1) + u(0) + u(1) + u(0), u(1) + u(2**63) + bytes(9),
                     u(1) + u(0) + u(0) + u(2**63) + bytes(9), u(1) + u(0) + u(0) + u(1) + u(0) + u(1),
                     u(1) + u(0) + u(0) + u(2) + u(2**32 - 1) + u(0) + z(1) + u(0) + u(0) + u(0) + z(1) + u(0), u(0) + u(2)):
            entry = u(0) + u(0) + blob(prover) + body
            stream = (blob(b"tic-tac-toe") + blob(prover) + u(1) + bytes(3) + u(1) + u(0) + u(1) + z(0) + u(0) + blob(b"") + u(1) + entry)
            self.rejected(container(stream), "malformed", "entry 0")

    def test_claim_of_an_entry(self):
        self.rejected(tic([[1, ["whole", board("XX.OO....")], ["move", 2, ["settled"]]]]), "malformed", "entry 0")

    def test_trees(self):
        for payload in (u(0), u(2) + u(0), u(1) + u(3), u(1) + u(0) + u(0), u(1) + u(2) + u(1) + u(0), u(1) + u(1) + u(2**32),
                        u(2**50), u(2) + u(2) + u(0) + u(1) + u(0) + u(0) + u(0), u(2) + u(2) + u(0) + u(1) + u(0) + u(2) + u(0)):
            cert = tic([], [[0, ["evidence", 1, payload]]], root=board("XX.OO...."))
            self.rejected(cert, "malformed", "section 0")

    def test_threats(self):
        for payload in (b"", u(1), u(2) + u(0), u(0) + u(0), u(2**60)):
            cert = tic([], [[0, ["evidence", 2, payload]]], root=board("XX.OO...."))
            self.rejected(cert, "malformed", "section 0")

    def test_random_bytes(self):
        rng = random.Random(3)
        good = tic([[0, ["whole", board("XO.......")], ["move", 4, ["entry", 1, 0]]],
                    [0, ["derived", 1, 4, 0], ["replies", [tree(("p", 8)), threats(6)], 1, [[8, ["item", 2]]]]]]).stream()
        for _ in range(1000):
            stream = bytearray(good)
            for _ in range(rng.choice((1, 1, 2, 5))):
                at = rng.randrange(len(stream))
                if rng.random() < .2:
                    del stream[at:at + rng.randrange(1, 9)]
                elif rng.random() < .3:
                    stream[at:at] = rng.randbytes(rng.randrange(1, 9))
                else:
                    stream[at] = rng.choice((0, 1, 2, 127, 128, 255, rng.randrange(256)))
            check(container(bytes(stream)))     # anything but an exception
            check(container(rng.randbytes(rng.randrange(50))))
            check(b"QUOD\r\n\x1a\n" + rng.randbytes(rng.randrange(60)))
        for start in (blob(b"tic-tac-toe") + blob(bytes(9)), blob(b"qubic") + blob(bytes(16)),
                      blob(b"three-mens-morris:moves=any,opening=free") + blob(bytes(10))):
            for _ in range(300):
                tail = bytes(rng.choice((0, 0, 1, 1, 2, 3, 9, rng.randrange(256))) for _ in range(rng.randrange(60)))
                check(container(start + tail))


if __name__ == "__main__":
    unittest.main()
