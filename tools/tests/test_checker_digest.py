"""Which version of the checker decides about a game: `checker_digest.py`."""

import unittest

from base import check_cert
from checker_digest import CHECKER, Checker, made_by

SMALL = '''"""A checker."""
import sys
MOST = 5
GAMES = {"a": A}
for n in range(2):
    GAMES[n] = B

def helper():
    return 1

class Game:
    pass

class A(Game):
    def moves(self):
        return helper()

class B(Game):
    pass

def check(game):
    """Checks."""
    return game.moves() < MOST

def main():
    check(None)
'''


class Digests(unittest.TestCase):
    def changes(self, old, new):
        """Whether this change of the small checker changes the digests of the games A and B."""
        self.assertIn(old, SMALL)
        before, after = Checker(SMALL), Checker(SMALL.replace(old, new))
        return [before.digest(game) != after.digest(game) for game in ("A()", "B()")]

    def test_what_every_game_needs_changes_all(self):
        for old, new in (("< MOST", "<= MOST"), ("MOST = 5", "MOST = 6"), ("import sys", "import os"), ("class Game:", "class Game(X):"),
                         ("check(None)", "check(1)")):
            self.assertEqual(self.changes(old, new), [True, True], old)

    def test_what_one_game_needs_changes_that_game_alone(self):
        self.assertEqual(self.changes("return helper()", "return 2"), [True, False])
        self.assertEqual(self.changes("return 1", "return 2"), [True, False])
        self.assertEqual(self.changes("class B(Game):\n    pass", "class B(Game):\n    n = 1"), [False, True])

    def test_what_decides_nothing_changes_none(self):
        for old, new in (("Checks.", "Does so."), ("MOST = 5", "MOST = 5  # plies"), ('"""A checker."""', ""), ("range(2)", "range(3)"),
                         ("def helper", "# It helps.\ndef helper"), ("def helper", "def unused():\n    pass\n\ndef helper")):
            self.assertEqual(self.changes(old, new), [False, False], old)

    def test_a_second_definition_of_a_name_counts(self):
        self.assertEqual(self.changes("class B", "def helper():\n    return 3\n\nclass B"), [True, False])

    def test_what_a_game_is_made_with_counts(self):
        checker = Checker(SMALL)
        self.assertNotEqual(checker.digest("A(1)"), checker.digest("A(2)"))

    def test_the_checker_itself(self):
        self.assertEqual(made_by(check_cert.GAMES["hex:width=3,height=3,swap=off"]), "Hex(3, 3, 'off')")
        source = CHECKER.read_text()
        checker = Checker(source)
        games = [made_by(check_cert.GAMES[name]) for name in ("qubic", "connect-four:width=7,height=6", "chess:fifty=off")]
        digests = [checker.digest(game) for game in games]
        self.assertEqual(len(set(digests)), 3)
        # A rule of Connect Four, then a bound that holds for all.
        other = Checker(source.replace("class ConnectFour(Game):", "class ConnectFour(Game):\n    changed = True"))
        self.assertEqual([other.digest(game) for game in games][::2], digests[::2])
        self.assertNotEqual(other.digest(games[1]), digests[1])
        other = Checker(source.replace("MOST_PLIES = 255", "MOST_PLIES = 256"))
        for game, digest in zip(games, digests):
            self.assertNotEqual(other.digest(game), digest)


if __name__ == "__main__":
    unittest.main()
