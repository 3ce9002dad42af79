"""The program as it is called, and whole certificates."""

import io
import itertools
import os
import subprocess
import sys
import tempfile
import unittest

from base import PROGRAM, Base, check, check_cert
from shows import tree
from small_games import DRAW, Morris, board, full_certificate, solved
from writer import HOLDS, WINS, Cert


class Whole(Base):
    def test_tic_tac_toe_is_a_draw(self):
        for symmetric, derive in itertools.product((False, True), repeat=2):
            cert = full_certificate("tic", symmetric=symmetric, derive=derive)
            self.verified(cert, "tic-tac-toe value=draw start")
            self.verified(cert.bytes(cut=7))
            self.verified(cert, game="tic-tac-toe", claim="value=draw", position="start")
            if derive:
                self.assertGreater(sum(e[1][0] == "derived" for e in cert.entries), len(cert.entries) // 2)
        single = full_certificate("tic", claims=[(1, HOLDS)])
        self.verified(single, "tic-tac-toe O-does-not-lose start")

    def test_morris(self):
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            cert = full_certificate(key)
            name = f"three-mens-morris:moves={key[0]},opening={key[1]}"
            value = solved(key)[0][Morris.start]
            claim = {0: "first-player-wins", 1: "second-player-wins", DRAW: "value=draw"}[value]
            self.verified(cert, f"{name} {claim} start")

    def test_other_statement(self):
        cert = full_certificate("tic")
        self.rejected(cert, "other-statement", "header", game="qubic")
        self.rejected(cert, "other-statement", "header", claim="X-wins")
        self.rejected(cert, "other-statement", "header", position="4")

    def test_sample(self):
        cert = full_certificate("tic")
        last, code = check(cert.bytes(), sample=5, seed=1)
        self.assertEqual((last, code), ("s SAMPLED tic-tac-toe value=draw start", 0))
        lines, _ = check_cert.check_file(io.BytesIO(cert.bytes()), sample=5, seed=1)
        self.assertIn("NOT A PROOF", "\n".join(lines))
        cert.entries[3][2] = ["move", 99, ["settled"]]
        answers = {check(cert.bytes(), sample=60, seed=s)[1] for s in range(25)}
        self.assertEqual(answers, {0, 1})

    def test_work_limit(self):
        cert = full_certificate("tic")
        self.rejected(cert, "work-limit", work=100)

    def test_settled_roots(self):
        cert = lambda root, claim, shown: Cert("tic-tac-toe", board(root), [claim], [[0, shown]], [])
        self.verified(cert("XXXOO....", [0, WINS, 0], ["settled"]), "tic-tac-toe X-wins b3 a2 c3 b2 a3")
        self.verified(cert("XXXOO....", [0, HOLDS, 0], ["settled"]), "tic-tac-toe X-does-not-lose b3 a2 c3 b2 a3")
        for position in ("b3 a2 c3 b2 a3", "1 3 2 4 0"):
            self.verified(cert("XXXOO....", [0, WINS, 0], ["settled"]), position=position)
        self.rejected(cert("XXXOO....", [0, WINS, 0], ["settled"]), "other-statement", "header", position="1 3 2 4 8")
        self.verified(cert("XXXOO....", [0, HOLDS, 0], tree(None)))
        self.rejected(cert("XXXOO....", [1, HOLDS, 0], ["settled"]), "not-settled", "section 0")
        self.rejected(cert("XXOOOXXXO", [0, WINS, 0], ["settled"]), "not-settled", "section 0")
        self.verified(cert("XXOOOXXXO", [0, HOLDS, 0], ["settled"]))
        # A drawn board is not won because its loser has no reply.
        for node in (None, ("o", 0, []), ("p", 0)):
            self.rejected(cert("XXOOOXXXO", [0, WINS, 0], tree(node)), "evidence-fails", "section 0")

    def test_command(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.quod")
            with open(path, "wb") as file:
                file.write(full_certificate("tic").bytes())
            run = lambda *a: subprocess.run([sys.executable, PROGRAM, *a], capture_output=True, text=True)
            answer = run(path)
            self.assertEqual((answer.returncode, answer.stdout.splitlines()[-1]), (0, "s VERIFIED tic-tac-toe value=draw start"))
            self.assertEqual(run(path, "--claim", "O-wins").returncode, 1)
            self.assertEqual(run(path, "--sample", "3", "--seed", "4").returncode, 0)
            self.assertEqual(run(path, "--sample", "-3").returncode, 2)
            self.assertEqual(run(path + "x").returncode, 2)
            self.assertEqual(run(folder).returncode, 2)
            self.assertEqual(run().returncode, 2)
            self.assertEqual(run(PROGRAM).stdout.splitlines()[-1], "s REJECTED not-a-certificate at byte 0")


if __name__ == "__main__":
    unittest.main()
