"""The rules of tsume-shogi, and how soon it mates."""

import os
import re
import unittest

from base import SHARED, Base, check_cert
from plays import check_counts_of_moves
from shows import tree
from writer import Cert, u

VOID, COUNT = (check_cert.find_game(f"tsume:interpose={it}") for it in ("void", "count"))
START = "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1"


def board(game, rows, hands):
    """The men and the hands of the first and the third field of a text."""
    held = [[0] * 7, [0] * 7]
    for number, letter in re.findall(r"(\d*)([A-Za-z])", hands):
        held[letter.islower()]["PLNSGBR".index(letter.upper())] = int(number or 1)
    return game.read_rows(rows), tuple(map(tuple, held))


def code(game, text):
    """The encoding of a text, whether it is a position or not. The defender's hand is what is left if it is empty, as the page has it."""
    rows, side, held, *words = text.split()
    waits = words[words.index("waits") + 1:] if "waits" in words else []
    men, hands = board(game, rows, held)
    mover = "bw".index(side)
    attacker = 1 - mover if "defends" in words else mover
    if not any(hands[1 - attacker]) and "empty-handed" not in words:
        rest = tuple(most - had for most, had in zip(game.IN_SET, game.counted((men, hands))))
        rest = tuple(max(number, 0) for number in rest)
        hands = (hands[0], rest) if attacker == 0 else (rest, hands[1])
    return game.encode((men, hands, mover, attacker, tuple(number(it) for it in waits)))


def number(written):
    """The code of a move as USI writes it."""
    def square(name):
        return 9 * "abcdefghi".index(name[1]) + 9 - int(name[0])

    behind, _, mv = written.rpartition("x")
    at = 81 + "PLNSGBR".index(mv[0]) if mv[1] == "*" else square(mv[:2])
    return 16384 * int(behind or 0) + square(mv[2:4]) + 81 * at + 7128 * mv.endswith("+")


def position(game, text):
    return game.decode(code(game, text))


def moves(game, text):
    return {game.written(mv) for mv in game.moves(position(game, text))}


class Mates:
    """Whether the attacker mates within so many of its moves, by trying all."""

    def __init__(self, game):
        self.game, self.known, self.last = game, {}, {}

    def mates(self, pos, n):
        if (pos, n) not in self.known:
            self.known[pos, n] = self.tried(pos, n)
        return self.known[pos, n]

    def tried(self, pos, n):
        attacks = self.game.to_move(pos) == pos[3]
        if attacks and n == 0:
            return False
        # What decided it with fewer moves decides it most often again.
        legal = sorted(self.game.moves(pos), key=lambda mv: mv != self.last.get(pos))
        for mv in legal:
            if self.mates(self.game.play(pos, mv), n - attacks) == attacks:
                self.last[pos] = mv
                return attacks
        return not attacks


class Tsume(Base):
    def test_counts_of_moves(self):
        self.assertEqual(check_counts_of_moves(self, lambda name: name.startswith("tsume:"), 4), 2)

    def test_numbers_of_moves_of_shogi_as_published(self):
        """From the beginning of a game, in the position with the most moves, and in one that programs are tested with."""
        def count(men, player, plies):
            legal = VOID.safe(men, player)
            return len(legal) if plies == 1 else sum(count(VOID.moved(men, player, mv), 1 - player, plies - 1) for mv in legal)

        for text, numbers in (("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -", (30, 900)),
                              ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p", (593,)),
                              ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg", (207,))):
            rows, side, hands = text.split()
            for plies, wanted in enumerate(numbers, 1):
                self.assertEqual(count(board(VOID, rows, hands), "bw".index(side), plies), wanted, text)

    def test_moves_by_hand(self):
        """All legal moves of small positions, or some that are legal and some that are not."""
        for text, legal, illegal in (
                # Promotion: where it must, and where it may, or may not.
                ("4k4/9/3P5/9/9/9/9/9/9 b -", "6c6b+", "6c6b"),                 # not promoted it gives no check
                ("4k4/3P5/9/9/9/9/9/9/9 b -", "6b6a+", "6b6a"),
                ("4k4/9/9/4N4/9/9/9/9/9 b -", "5d4b+ 5d6b+", "5d4b 5d6b"),
                ("4k4/9/9/9/4N4/9/9/9/9 b -", "5e4c 5e6c", "5e4c+ 5e6c+"),      # promoted it gives none
                ("4k4/9/9/9/9/9/p8/9/9 w - 1 defends", "9g9h 9g9h+", ""),
                ("4k4/9/9/9/9/9/9/p8/9 w - 1 defends", "9h9i+", "9h9i"),
                ("4k4/9/9/9/9/l8/9/9/9 w - 1 defends", "9f9g 9f9g+ 9f9h 9f9h+ 9f9i+", "9f9i"),
                # Where golds and silvers strike, of either player.
                ("9/9/9/9/9/4k4/9/9/9 b G", "G*5g G*4g G*6g G*4f G*6f G*5e", "G*4e G*6e"),
                ("9/9/9/9/9/4k4/9/9/9 b S", "S*5g S*4g S*6g S*4e S*6e", "S*4f S*6f S*5e"),
                ("9/9/9/9/9/4K4/9/9/9 w g", "G*5e G*4e G*6e G*4f G*6f G*5g", "G*4g G*6g"),
                # Drops: not where the man could never move, and no second pawn on a file.
                ("9/k8/9/9/9/9/9/9/9 b 2P2L2N", "P*9c L*9c L*9i N*8d", "P*9a L*9a N*8b"),
                ("4k4/9/9/9/9/l8/9/9/9 w - 1 defends", "P*8h L*8h N*8g", "P*8i L*8i N*8h N*8i"),
                ("9/k8/9/9/9/P8/9/9/9 b P", "", "P*9c"),
                ("9/k8/9/9/9/+P8/9/9/9 b P", "P*9c", ""),
                ("9/k8/9/9/9/p8/9/9/9 b P", "P*9c", ""),
                # A pawn that is dropped may not mate; one that goes may, and one that can be taken or that leaves a way out.
                ("7nk/9/8G/9/9/9/9/9/9 b P", "", "P*1b"),
                ("7nk/9/7G1/9/9/9/9/9/9 b P", "", "P*1b"),
                ("7nk/9/7GP/9/9/9/9/9/9 b -", "1c1b 1c1b+", ""),
                ("8k/9/7G1/9/9/9/9/9/9 b P", "P*1b", ""),
                ("7gk/9/7G1/9/9/9/9/9/9 b P", "P*1b", ""),
                # A line that opens; two checks at once, against which only the king goes.
                ("4k4/9/9/4N4/9/9/9/9/4R4 b -", "5d4b+ 5d6b+", "5d4b"),
                ("4k4/9/9/9/4S4/9/9/9/4R4 b -", "5e4d 5e6d 5e4f 5e6f", "5e5d"),
                ("4k4/9/9/3N5/4N4/9/9/9/4R4 b -", "5e4c 5e6c+", "6d7b+"),
                ("3gk4/9/3N5/9/9/9/9/9/4R4 w g 1 defends", "5a4a 5a4b 5a6b", "G*5b 6a5a 5a5b 6a6b"),
                # The attacker's king: a man that is pinned, and a check that must be answered with a check.
                ("4k4/9/9/9/9/4r4/9/4G4/4K4 b G", "G*5b G*4b G*6b", ""),
                ("4r4/9/9/9/9/3k5/9/4G4/4K4 b -", "5h5g", "5h6g"),
                ("4k4/9/4P4/9/9/9/9/9/r3K4 b G", "", "5c5b+ G*5b"),
                ("9/9/9/9/9/3k5/9/9/r3K4 b 2GL", "L*6i", "L*6h L*6g G*6g G*5g G*6i"),
        ):
            for game in (VOID, COUNT):
                found = moves(game, text if text.count(" ") > 2 else text + " 1")
                self.assertLessEqual(set(legal.split()), found, text)
                self.assertFalse(found & set(illegal.split()), text)

    def test_ends(self):
        """Mate, a defender that cannot move though it is not in check, and an attacker without a check."""
        for text, outcome in (("4k4/4G4/4P4/9/9/9/9/9/9 w - 1 defends", 0), ("4k4/4G4/9/9/9/9/9/9/9 w - 1 defends", None),
                              ("4k4/9/9/9/9/9/9/9/9 b -", 2), ("8k/6G2/7P1/9/9/9/9/9/9 w - 1 defends", None),
                              ("8k/6+R2/8P/9/9/9/9/9/9 w - 1 defends empty-handed", 0),
                              ("9/9/9/9/9/9/9/4g4/4K4 b - 1 defends", None), ("9/9/9/9/9/9/4p4/4g4/4K4 b - 1 defends", 1)):
            for game in (VOID, COUNT):
                self.assertEqual(game.outcome(position(game, text)), outcome, text)

    def test_drops_that_are_taken_back(self):
        first = "8k/9/9/8R/9/9/9/9/9 w Gg 1 defends"
        self.assertEqual(moves(COUNT, first), {"1a2a", "1a2b", "G*1b", "G*1c"})
        self.assertEqual(moves(VOID, first), {"1a2a", "1a2b", "G*1b", "G*1c"})
        # 1d1c and 1d1c+ take the gold. What is said to the first is said to its end before anything is said to the second.
        for said, then in (("G*1c", "1a2a 1a2b G*1b"), ("G*1c 1a2a", "1a2a G*1b"), ("G*1c G*1b", "1a1b 1a2a"),
                           ("G*1c G*1b 1a2a", "1a1b"), ("G*1c G*1b 1a2a 1a1b", "1a2a G*1b"),
                           ("G*1c G*1b 1a2a 1a1b G*1b", "1a1b"), ("G*1b", "1a1b 1a2a"), ("G*1b 1a1b", "1a1b")):
            text = f"{first} waits {said}"
            pos = position(VOID, text)
            self.assertEqual((VOID.to_move(pos), moves(VOID, text), VOID.text(pos)), (1, set(then.split()), text))
        # Behind the first move the drop stands; behind the second and the third what was said there is played, the rook on 1c.
        text = f"{first} waits G*1c 1a2b 1a2a"
        pos = position(VOID, text)
        self.assertEqual(VOID.to_move(pos), 0)
        self.assertEqual(VOID.text(pos), text)
        found = moves(VOID, text)
        self.assertTrue({"1d1c", "1d1c+", "G*2a", "G*2b", "1xG*2c", "1x1c2c+", "1x1c1b+", "2xG*2b", "2x1c2c", "2xG*1b"} <= found, found)
        self.assertFalse({"1x1d1c", "G*1c", "2xG*2a", "3xG*2b"} & found, found)
        self.assertEqual({mv[0] for mv in found if "x" in mv}, {"1", "2"})
        after = VOID.play(pos, number("2x1c2c"))
        self.assertEqual(VOID.text(after), "7k1/9/7+R1/9/9/9/9/9/9 w Gg 1 defends")
        after = VOID.play(pos, number("1d1c"))
        self.assertEqual(VOID.text(after), "8k/9/8R/9/9/9/9/9/9 w 2G 1 defends empty-handed")
        # A lance that takes and is promoted gives check only beside the king. A man that is pinned takes nothing back.
        for text, mv, ways in (("4k4/9/9/9/9/9/9/9/4L4 w g 1 defends", "G*5h", 1), ("4k4/9/9/9/9/9/9/9/4L4 w g 1 defends", "G*5c", 1),
                               ("4k4/9/9/9/9/9/9/9/4L4 w g 1 defends", "G*5b", 2),
                               ("4k4/9/9/9/4R4/1r7/9/9/7K1 w g 1 defends", "G*5c", 2),
                               ("4k4/9/9/9/1r2R2K1/9/9/9/9 w g 1 defends", "G*5c", 0)):
            pos = VOID.play(position(VOID, text), number(mv))
            self.assertEqual((len(VOID.told(pos)[1]) if pos[4] else 0, bool(pos[4])), (ways, ways > 0), (text, mv))

    def test_a_drop_that_is_no_answer(self):
        """Without it this is a mate: after taking back the defender has no move."""
        text = "7lk/9/7GR/9/9/9/9/9/9 w g 1 defends"
        self.assertEqual(moves(COUNT, text), {"G*1b"})
        self.assertEqual((moves(VOID, text), VOID.outcome(position(VOID, text))), (set(), 0))

    def test_what_is_no_position(self):
        first = "8k/9/9/8R/9/9/9/9/9 w Gg 1 defends waits "
        lone, waiting = code(VOID, "4k4/9/9/9/9/9/9/9/9 b -"), code(VOID, first + "G*1c G*1b 1a2a")

        def put(old, at, *new):
            return old[:at] + bytes(new) + old[at + len(new):]

        self.assertEqual((len(lone), lone[0], lone[1], lone[12], len(waiting), waiting[0]), (19, 0, 16, 23, 26, 13))
        self.assertEqual(VOID.text(VOID.decode(lone)), "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1")
        self.assertEqual(VOID.encode(VOID.decode(waiting)), waiting)
        for wrong in (b"", lone[:11], lone[:-1], lone + b"\0", put(lone, 0, 2), put(lone, 0, 3), put(lone, 0, 4), put(put(lone, 1, 0), 11, 2),
                      put(lone, 12, 31), put(lone, 12, 55), put(lone, 15, lone[15] | 32), put(lone, 18, lone[18] | 128),
                      put(put(lone, 1, 17) + b"\0", 12, 12, 23, *lone[13:]), put(put(lone, 1, 17) + b"\0", 12, 16 + 15, 23, *lone[13:]),
                      put(waiting, 0, 12), put(waiting, 0, 15), put(waiting, 0, 9), waiting[:-2], waiting + b"\0\0",
                      *(code(VOID, first + said) for said in ("1a2a", "G*1d", "G*1c 1a1b", "G*1c G*1c", "G*1c 1a2a 1a2a 1d1b",
                                                              "G*1c 1a2a 1a2a 1a2a")),
                      code(VOID, "7lk/9/7GR/9/9/9/9/9/9 w g 1 defends waits G*1b")):
            with self.assertRaises(check_cert.Reject, msg=wrong):
                VOID.decode(wrong)
        with self.assertRaises(check_cert.Reject):
            COUNT.decode(waiting)
        bad = ["4k4/9/9/9/9/9/9/9/4k4 b -", "9/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/3KK4 b -", "P3k4/9/9/9/9/9/9/9/9 b -",
               "L3k4/9/9/9/9/9/9/9/9 b -", "4k4/N8/9/9/9/9/9/9/9 b -", "4k4/9/9/9/9/9/9/n8/9 b -", "4k4/9/9/9/9/9/9/9/p8 b -",
               "4k4/9/9/9/9/9/9/9/9 b 19P", "4k4/9/9/9/9/9/9/9/9 b 3R", "4k4/1+B7/9/9/9/9/9/9/9 b 2B", "4k4/9/9/9/9/9/9/9/9 b 3G2g",
               "4k4/9/9/9/9/9/9/9/4R4 b -", "4r4/9/9/9/4K4/9/9/9/k8 w - 1 defends",
               "4k4/3GG4/9/9/9/9/9/9/9 w - 1 defends", "4k4/4G4/3N5/9/9/9/9/9/9 w - 1 defends", "4k4/4R4/3N5/9/9/9/9/9/9 w - 1 defends",
               "4k4/9/3N5/9/B7R/9/9/9/4R4 w - 1 defends"]
        good = ["4k4/9/9/9/9/9/9/9/9 b 18P", "4k4/9/PPP6/P8/9/9/9/9/9 b -", "4k4/4G4/9/9/B8/9/9/9/9 w - 1 defends", "9/9/9/9/4k4/9/9/4r4/4K4 b G"]
        for text in bad:
            with self.assertRaises(check_cert.Reject, msg=text):
                position(VOID, text)
        for text in good:
            position(VOID, text)

    def test_either_player_attacks(self):
        """A position that is turned round, its men given to the other player, has the same moves, turned round."""
        def turned(game, pos):
            men, hands, mover, attacker, waits = pos
            swapped = bytes(man if man == game.EMPTY else man ^ 16 for man in reversed(men))
            return swapped, hands[::-1], 1 - mover, 1 - attacker, tuple(map(turned_move, waits))

        def turned_move(mv):
            behind, mv = divmod(mv, 16384)
            p, mv = divmod(mv, 7128)
            at, to = divmod(mv, 81)
            return 16384 * behind + 7128 * p + 81 * (at if at > 80 else 80 - at) + 80 - to

        for game in (VOID, COUNT):
            layer = {game.start}
            for _ in range(3):
                after = set()
                for pos in sorted(layer)[::5]:
                    other = turned(game, pos)
                    self.assertEqual(game.decode(game.encode(other)), other)
                    self.assertEqual((game.to_move(other), len(game.text(other)) > 40), (1 - game.to_move(pos), True))
                    self.assertEqual(game.moves(other), sorted(map(turned_move, game.moves(pos))), game.text(pos))
                    for mv in game.moves(pos):
                        after.add(game.play(pos, mv))
                        self.assertEqual(game.play(other, turned_move(mv)), turned(game, game.play(pos, mv)))
                layer = after

    def test_texts(self):
        self.assertEqual((VOID.text(VOID.start), position(VOID, START)), ("start", VOID.start))
        for text in ("4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1", "4k4/9/9/9/9/9/9/9/9 b - 1 empty-handed", "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
                     "9/9/9/9/1r2R2K1/9/9/4k4/9 w BG3Pb2gs 1 defends", "9/9/9/9/4K4/9/9/9/9 w Rr 1"):
            self.assertEqual(VOID.text(position(VOID, text)), text)

    def test_certificates(self):
        """A mate by a taking back that is none by the other rule; who never wins; and a mate in two by trying all."""
        void, count = VOID.name, COUNT.name
        text = "7lk/7p1/6R2/7N1/9/9/9/9/9 b r2b4g4s3n3l17p 1"
        root, check, take = code(VOID, text), number("3c1c"), number("1c1b")
        one, two = tree(("p", check)), tree(("p", check), ("o", 1, []), ("p", take))
        self.verified(Cert(void, root, [[0, 6, 1]], [[0, one]], []), f"{void} mate<=1 {text}")
        self.verified(Cert(void, root, [[0, 7, 0], [0, 6, 1]], [[0, ["settled"]], [1, one]], []), f"{void} mate=1 {text}")
        self.rejected(Cert(count, root, [[0, 6, 1]], [[0, one]], []), "evidence-fails")
        self.rejected(Cert(count, root, [[0, 6, 1]], [[0, two]], []), "evidence-fails")
        self.verified(Cert(count, root, [[0, 6, 2]], [[0, two]], []), f"{count} mate<=2 {text}")
        self.verified(Cert(count, root, [[0, 7, 1]], [[0, ["evidence", 5, u(2)]]], []), f"{count} mate>1 {text}")
        for claim, words in (([0, 1, 0], "black-does-not-lose"), ([1, 7, 9], "mated>9")):
            self.verified(Cert(void, root, [claim], [[0, ["settled"]]], []), f"{void} {words} {text}")
        for claim in ([1, 0, 0], [1, 6, 9], [0, 0, 0], [1, 1, 0]):
            self.rejected(Cert(void, root, [claim], [[0, ["settled"]]], []), "not-settled")
        start = VOID.encode(VOID.start)
        self.verified(Cert(void, start, [[0, 6, 2]], [[0, ["evidence", 5, u(9)]]], []), f"{void} mate<=2 start")
        self.rejected(Cert(count, start, [[0, 6, 2]], [[0, ["evidence", 5, u(3)]]], []), "evidence-fails")

    def test_interpositions(self):
        """Published problems whose lengths depend on the rule, the short ones."""
        path = os.path.join(SHARED, "shogi", "interpositions.tsv")
        if not os.path.isfile(path):
            self.skipTest("no ../shared/data/shogi/interpositions.tsv beside the project")
        solved = 0
        with open(path, encoding="utf-8") as file:
            lines = [line.split("\t") for line in file if not line.startswith("#")]
        for text, counted, void, _ in lines:
            for game, plies in ((COUNT, counted), (VOID, void)):
                if plies in ("1", "3"):
                    mates, pos, most = Mates(game), position(game, text), (int(plies) + 1) // 2
                    self.assertEqual([mates.mates(pos, n) for n in range(most + 1)], [False] * most + [True], (game.name, text))
                    solved += 1
        self.assertGreater(solved, 4)


if __name__ == "__main__":
    unittest.main()
