"""The rules of Othello."""

import itertools
import random
import unittest

from base import Base, check_cert
from plays import Plays
from shows import tree
from writer import Cert


class Flip:
    """Othello as lists of squares: a board is a tuple of 0, 1 (black) and 2 (white), row by row from the top."""

    def __init__(self, size, empty):
        self.name, self.size, self.empty = f"othello:size={size},empty={empty}", size, empty
        board = [0] * (size * size)
        low, high = size // 2 - 1, size // 2
        for row, column, disc in ((low, high, 1), (high, low, 1), (low, low, 2), (high, high, 2)):
            board[size * row + column] = disc
        self.start = (tuple(board), 1)

    def put(self, board, square, disc):
        """The board after a disc, or None if it encloses nothing."""
        if board[square]:
            return None
        after = list(board)
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            row, column = divmod(square, self.size)
            path = []
            while (down, right) != (0, 0):
                row, column = row + down, column + right
                if not (0 <= row < self.size and 0 <= column < self.size) or not board[self.size * row + column]:
                    break
                if board[self.size * row + column] == disc:
                    for cell in path:
                        after[cell] = disc
                    break
                path.append(self.size * row + column)
        if after == list(board):
            return None
        after[square] = disc
        return tuple(after)

    def children(self, pos):
        board, disc = pos
        def put(who):
            boards = {square: self.put(board, square, who) for square in range(len(board))}
            return {square: (after, 3 - who) for square, after in boards.items() if after}
        return put(disc) or ({len(board): (board, 3 - disc)} if put(3 - disc) else {})

    def mover(self, pos):
        return pos[1] - 1

    def score(self, pos):
        black, white, none = (pos[0].count(disc) for disc in (1, 2, 0))
        if self.empty == "winner":
            black, white = black + none * (black > white), white + none * (white > black)
        return black - white

    def outcome(self, pos):
        if self.children(pos):
            return None
        score = self.score(pos)
        return check_cert.DRAW if score == 0 else int(score < 0)

    def encode(self, pos):
        board = pos[0]
        return bytes(board[i] + 4 * board[i + 1] + 16 * board[i + 2] + 64 * board[i + 3] for i in range(0, len(board), 4)) \
            + bytes([pos[1] - 1])

    def text(self, pos):
        return "start" if pos == self.start else "".join("-XO"[disc] for disc in pos[0]) + " " + "-XO"[pos[1]]


class Othello(Plays, Base):
    def test_against_the_rules_here(self):
        rng = random.Random(12)
        for size, empty, times in ((4, "nobody", 30), (4, "winner", 30), (6, "nobody", 4), (8, "winner", 2)):
            for theirs, pos, their in self.plays(Flip(size, empty), rng, times):
                if theirs.outcome(their) is not None:
                    self.assertEqual(theirs.score(their), Flip(size, empty).score(pos))
                for m in range(8):
                    image = theirs.image(their, m)
                    self.assertEqual(sum(theirs.image(theirs.start, m)[:2]), sum(theirs.start[:2]))
                    table = theirs.map_tables[m] + [size * size]
                    moves = theirs.moves(their)
                    self.assertEqual(theirs.moves(image), sorted(table[mv] for mv in moves))
                    for mv in moves[:2]:
                        self.assertEqual(theirs.play(image, table[mv]), theirs.image(theirs.play(their, mv), m))
        self.assertIsNone(check_cert.find_game("othello"))
        self.assertIsNone(check_cert.find_game("othello:size=5,empty=nobody"))

    def test_decided(self):
        """Against everything that can still happen on a small board, from positions in the middle of games."""
        for empty in ("nobody", "winner"):
            game, rng, futures = Flip(4, empty), random.Random(5), {}
            theirs = check_cert.find_game(game.name)

            def future(pos):
                if pos not in futures:
                    ends = [future(child) for child in game.children(pos).values()]
                    futures[pos] = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else (game.score(pos),) * 2
                return futures[pos]

            decided = 0
            for _, pos, their in self.plays(game, rng, 15):
                if sum(map(bool, pos[0])) < 10 or theirs.outcome(their) is not None:
                    continue
                low, high = future(pos)
                for player, goal, n in [*itertools.product((0, 1), (2, 3), range(-16, 17)), *itertools.product((0, 1), (0, 1), (0,))]:
                    claim = check_cert.Claim(player, goal, n)
                    found = theirs.decided(their, claim)
                    if found is not None:
                        decided += 1
                        ends = [claim.fulfilled(check_cert.DRAW if s == 0 else int(s < 0), s) for s in (low, high)]
                        self.assertEqual(ends, [found] * 2, (pos, player, goal, n))
            self.assertGreater(decided, 1000)

    def test_positions(self):
        game = check_cert.find_game("othello:size=4,empty=nobody")
        for bad in (b"", bytes([0, 24, 36, 0]), bytes([0, 24, 36, 0, 2]), bytes([3, 24, 36, 0, 0]), bytes([0, 8, 36, 0, 0])):
            with self.assertRaises(check_cert.Reject):
                game.decode(bad)

    def test_scores_and_a_pass(self):
        """Black passes, then White fills the last square."""
        name = "othello:size=4,empty=nobody"
        game = check_cert.find_game(name)
        text = "OXXO" "OXXO" "OXXO" "OOO-"
        board = sum((0, 1, 2)["-XO".index(disc)] << 2 * square for square, disc in enumerate(text))
        root = board.to_bytes(4, "little") + b"\0"
        self.assertEqual(game.moves(game.decode(root)), [16])
        passed = game.play(game.decode(root), 16)
        self.assertEqual(game.moves(passed), [15])
        played = game.play(passed, 15)
        self.assertEqual((game.moves(played), game.score(played)), ([], -8))
        # Four black discs on full lines are stable, so that one half is decided; White's move shows the other.
        white = tree(("o", 1, []), ("p", 15), None)
        self.verified(Cert(name, root, [[0, 2, -8], [0, 3, -8]], [[0, ["settled"]], [1, white]], []), f"{name} score=-8 {text} X")
        self.rejected(Cert(name, root, [[0, 2, -7]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(name, root, [[0, 3, -8]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(name, root, [[0, 3, -9]], [[0, white]], []), "evidence-fails")
        self.rejected(Cert(name, root, [[0, 3, -8]], [[0, tree(("p", 16), ("p", 15), None)]], []), "evidence-fails")


if __name__ == "__main__":
    unittest.main()
