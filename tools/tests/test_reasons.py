"""The reasons for which a stream is refused."""

import copy
import unittest
import unittest.mock

from base import Base, check_cert
from shows import threats, tree
from small_games import board, decoded, full_certificate, mapped_board, tic
from writer import HOLDS, WINS, Cert, u


class Reasons(Base):
    """One smallest certificate for each reason of the stream."""
    XWINS = (0, WINS, 0)

    def test_sections_do_not_meet(self):
        both = [["settled"]] * 2
        won = board("XXXOO....")
        for claims in (((0, WINS, 0), (0, HOLDS, 0)), ((0, WINS, 0), (1, HOLDS, 0)), ((0, WINS, 0), (1, WINS, 0))):
            self.rejected(tic([], [[i, s] for i, s in enumerate(both)], claims, won), "sections-do-not-meet", "section 1")
        self.rejected(tic([], [[0, ["settled"]], [0, ["settled"]]], [(0, HOLDS, 0)], won), "sections-do-not-meet", "section 1")

    def test_settled_entry(self):
        for cells in ("XXXOO....", "XXOOOXXXO", "OOOXX.X.."):
            for body in (["replies", [], 0, []], ["move", 8, ["settled"]]):
                cert = tic([[0, ["whole", board(cells)], body]])
                self.rejected(cert, "settled-entry", "entry 0")

    def test_duplicate_entry(self):
        entry = [0, ["whole", board("XX.OO....")], ["move", 2, ["settled"]]]
        self.rejected(tic([entry, copy.deepcopy(entry)]), "duplicate-entry", "entry 1")
        self.verified(tic([entry, [1] + entry[1:]], claims=[(0, WINS, 0), (0, HOLDS, 0)]))
        # The same position under two names: written whole, and derived.
        before = [0, ["whole", board("XX.O.....")], ["replies", [], 0, [[c, ["entry", 1, 0]] for c in range(2, 9) if c != 3]]]
        self.rejected(tic([entry, before, [0, ["derived", 1, 4, 0], entry[2]]]), "duplicate-entry", "entry 2")

    def test_wrong_side(self):
        self.rejected(tic([[0, ["whole", board("XX.OO....")], ["replies", [], 0, []]]]), "wrong-side", "entry 0")
        self.rejected(tic([[0, ["whole", board("XX.O.....")], ["move", 2, ["settled"]]]]), "wrong-side", "entry 0")

    def test_illegal_move(self):
        for mv in (0, 3, 9, 64, 2**32 - 1):
            self.rejected(tic([[0, ["whole", board("XX.OO....")], ["move", mv, ["settled"]]]]), "illegal-move", "entry 0")
            named = [[2, ["entry", 0, 0]], [mv, ["entry", 0, 0]]]
            named.sort()
            self.rejected(tic([[0, ["whole", board("XX.O.....")], ["replies", [], 0, named]]]), "illegal-move", "entry 0")

    def double(self, named=(), items=(), default=0):
        """O is to move, and X threatens 1 and 4: every reply loses."""
        return tic([[0, ["whole", board("X.XO..XO.")], ["replies", list(items), default, [list(n) for n in named]]]])

    def test_missing_reply(self):
        self.rejected(self.double(), "missing-reply", "entry 0")
        self.verified(self.double(items=[threats()], default=1), "tic-tac-toe X-wins a3 a2 c3 b1 a1")
        item = ["item", 1]
        self.verified(self.double(named=[[c, item] for c in (1, 4, 5, 8)], items=[threats()]))
        for left_out in (1, 4, 5, 8):
            self.rejected(self.double(named=[[c, item] for c in (1, 4, 5, 8) if c != left_out], items=[threats()]),
                          "missing-reply", "entry 0")
        # a reply that wins for the opponent is missing, too
        self.rejected(tic([[0, ["whole", board("XX.OO.X..")], ["replies", [], 0, []]]]), "missing-reply", "entry 0")

    def test_not_settled(self):
        self.rejected(tic([[0, ["whole", board("XX.OO....")], ["move", 5, ["settled"]]]]), "not-settled", "entry 0")
        cert = tic([[0, ["whole", board("XXOOOXX.O")], ["move", 7, ["settled"]]]])
        self.rejected(cert, "not-settled", "entry 0")
        cert.claims = [[0, HOLDS, 0]]
        self.verified(cert)

    def test_no_such_entry(self):
        cert = tic([[0, ["whole", board("XX.OO....")], ["move", 5, ["entry", 1, 0]]]])
        self.rejected(cert, "no-such-entry", "entry 0")
        cert.entries[0][2][2][1] = -1
        self.rejected(cert, "no-such-entry", "entry 0")
        cert.entries[0][2][2] = ["settled"]
        for delta in (1, -1, 2**62, -2**62):
            cert.sections[0][1][1] = delta
            self.rejected(cert, "no-such-entry", "section 0")
        cert = tic([[0, ["derived", 1, 0, 0], ["move", 2, ["settled"]]]], root=bytes(9))
        self.rejected(cert, "no-such-entry", "entry 0")

    def test_bad_derivation(self):
        entry = [0, ["whole", board("XX.O.....")], ["replies", [], 0, []]]
        for mv in (0, 9, 99):
            self.rejected(tic([entry, [0, ["derived", 1, mv, 0], ["move", 2, ["settled"]]]]), "bad-position", "entry 1")
        self.rejected(tic([entry, [0, ["derived", 0, 2, 0], ["move", 2, ["settled"]]]]), "malformed", "entry 1")
        self.rejected(tic([[0, ["whole", bytes(3)], ["move", 2, ["settled"]]]], root=bytes(9)), "bad-position", "entry 0")

    def test_no_such_map(self):
        entry = [0, ["whole", board("XX.O.....")], ["replies", [], 0, []]]
        self.rejected(tic([entry, [0, ["derived", 1, 4, 8], ["move", 2, ["settled"]]]]), "no-such-map", "entry 1")
        cert = tic([entry])
        cert.sections[0][1][2] = 8
        self.rejected(cert, "no-such-map", "section 0")
        cert.sections[0][1][2] = 2**64 - 1
        self.rejected(cert, "no-such-map", "section 0")

    def test_link_mismatch(self):
        a, b = board("XX.OO...."), board("X.XOO....")
        cert = tic([[0, ["whole", a], ["move", 2, ["settled"]]], [0, ["whole", b], ["move", 1, ["settled"]]]])
        self.verified(cert)
        cert.sections[0][1][1] = 1
        self.rejected(cert, "link-mismatch", "section 0")
        cert = tic([[0, ["whole", a], ["move", 2, ["settled"]]]], root=mapped_board("XX.OO....", 1))
        self.rejected(cert, "link-mismatch", "section 0")
        cert.sections[0][1][2] = 1
        self.verified(cert)

    def test_claim_mismatch(self):
        a = board("XX.OO....")
        cert = tic([[1, ["whole", a], ["move", 2, ["settled"]]]], claims=[(0, WINS, 0), (0, HOLDS, 0)])
        self.rejected(cert, "claim-mismatch", "section 0")
        # from one section into the other
        cert = full_certificate("tic")
        first = next(e for e in cert.entries if e[0] == 0 and e[2][0] == "move" and e[2][2][0] == "entry")
        own = cert.entries.index(first)
        position = decoded(cert)[own + first[2][2][1]][1]
        for other, (claim, pos) in enumerate(decoded(cert)):
            if claim == (1, HOLDS) and pos == position:
                first[2][2][1] = other - own
                self.rejected(cert, "claim-mismatch", f"entry {own}")
                return
        self.fail("no such position")

    def test_backward_link(self):
        cert = full_certificate("tic", claims=[(1, HOLDS)])
        flipped = copy.deepcopy(cert)
        n = len(cert.entries)
        flipped.entries.reverse()
        flipped.sections[0][1][1] = n - 1
        for entry in flipped.entries:
            if entry[2][0] == "move":
                links = [entry[2][2]]
            else:
                links = [what for _, what in entry[2][3]]
            for link in links:
                if link[0] == "entry":
                    link[1] = -link[1]
        self.rejected(flipped, "backward-link")

    def test_idle_name(self):
        # X has the last cell, which makes a draw: nothing is left for a name to show.
        last = board("XOXXOOO.X")
        cert = tic([[0, ["whole", last], ["replies", [tree(None)], 0, [[7, ["item", 1]]]]]], claims=[(1, HOLDS, 0)])
        self.rejected(cert, "idle-name", "entry 0")
        cert.entries[0][2] = ["replies", [], 0, []]
        self.verified(cert, "tic-tac-toe O-does-not-lose a3 b3 c3 b2 a2 c2 c1 a1")
        # The same if the reply ends the game against the claim: O fills 0 1 2.
        cert = tic([[0, ["whole", board(".OOX...XX")], ["replies", [threats()], 1, [[0, ["item", 1]]]]]])
        self.rejected(cert, "idle-name", "entry 0")
        cert.entries[0][2][3] = []
        self.rejected(cert, "evidence-fails", "entry 0")

    def test_evidence_kinds(self):
        root = board("XX.OO....")
        for kind in (0, 3, 9, 2**40):
            self.rejected(tic([], [[0, ["evidence", kind, b""]]], root=root), "unknown-evidence", "section 0")
            # an item that nothing names is read, too
            entry = [0, ["whole", board("X.XO..XO.")], ["replies", [threats(), ["evidence", kind, b""]], 1, []]]
            self.rejected(tic([entry]), "unknown-evidence", "entry 0")
        name = "three-mens-morris:moves=any,opening=free"
        self.rejected(Cert(name, bytes(10), [[0, 0, 0]], [[0, threats()]], []), "evidence-trait", "section 0")
        self.rejected(Cert(name, bytes(10), [[0, 0, 0]], [[0, ["evidence", 8, u(0)]]], []), "evidence-trait", "section 0")

    def test_class_order(self):
        """Only an error in the rules can do this, so make one."""
        class Wrong(check_cert.games.ThreeMensMorris):
            def conversion_class(self, pos):
                return pos[:9].count(0)
        with unittest.mock.patch.object(check_cert.entries, "find_game", lambda name: Wrong("adjacent", "free")):
            self.rejected(full_certificate(("adjacent", "free")), "class-order")


if __name__ == "__main__":
    unittest.main()
