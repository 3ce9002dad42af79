"""What marks a cell of a relevance zone is needed: without it the checker would believe what is false."""

import unittest
import unittest.mock

from base import Base, check_cert
from check_cert.evidence.relevance_zone import Marks
from check_cert.games.lines import LineGame
from check_cert.sets import set_of
from shows import threats
from writer import WINS, Cert, u


class FewLines(check_cert.games.RowGame):
    """Any lines of one length, with any borders. To the first player cells may be forbidden where he would lack at most two cells of
    so many lines or more, unless the second has an odd number of stones on the lines through the cell."""
    def __init__(self, cells, lines, borders=(), forbids=0):
        super().__init__("few", cells, 1, len(lines[0]), "freestyle")
        rows = [(set_of(line), set_of(borders[j] if j < len(borders) else ())) for j, line in enumerate(lines)]
        self.set_up(cells, rows, [list(range(cells))])
        self.forbids, self.restricted = forbids, 0 if forbids else None
        self.around = [self.reach_of(lines) for lines in self.through]

    def won(self, stones):
        return LineGame.won(self, stones)

    def decided(self, pos, claim):
        return None

    def telling(self, pos, claim):
        return 0

    def is_free(self, mine, empty, cell):
        theirs = self.full & ~(mine | empty)
        near = sum((line & ~mine).bit_count() <= 3 for line in self.lines if line >> cell & 1 and not line & theirs)
        return near < self.forbids or self.won(mine | 1 << cell)

    def may(self, pos, cell):
        empty = self.full & ~(pos[0] | pos[1])
        free = not self.forbids or self.to_move(pos) or self.is_free(pos[0], empty, cell)
        return free or (self.around[cell] & ~(1 << cell) & pos[1]).bit_count() & 1

    def moves(self, pos):
        return [cell for cell in super().moves(pos) if self.may(pos, cell)]

    def is_legal(self, pos, mv):
        return super().is_legal(pos, mv) and self.may(pos, mv)

    def wins(self, pos, player, known):
        """Whether the player can force a win, by playing everything out; who may not move has lost."""
        outcome = self.outcome(pos)
        if outcome is not None:
            return outcome == player
        if pos not in known:
            mine = self.to_move(pos) == player
            known[pos] = any(self.wins(self.play(pos, mv), player, known) == mine for mv in self.moves(pos)) == mine
        return known[pos]


class FalseZones(Base):
    """Small boards where one reply takes the first player's win away, and is said to be answered as another one. Without what marks
    that cell the checker would believe it."""

    def refused(self, game, pos, other, served, answers, others, unmarked, named=()):
        """Reply `other` is answered by the entries `answers` (moves that lead there, and a body), `served` as that, and all others by
        the last of the items `others`. `unmarked` are methods that mark, and do nothing."""
        pos = tuple(map(set_of, pos))
        self.assertFalse(game.wins(pos, 0, {}))
        items = [["evidence", 8, u(other)], *others]
        replies = [[served, ["item", 1]], [other, ["entry", 1, 0]], *named]
        entries = [[0, ["whole", game.encode(pos)], ["replies", items, len(items), sorted(replies)]]]
        for moves, body in answers:
            after = pos
            for mv in moves:
                after = game.play(after, mv)
            entries.append([0, ["whole", game.encode(after)], body])
        cert = Cert("few", game.encode(pos), [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries)
        with unittest.mock.patch.object(check_cert.entries, "find_game", lambda name: game):
            self.rejected(cert, "evidence-fails", "entry 0")
            for owner, name, instead in unmarked:
                with unittest.mock.patch.object(owner, name, instead):
                    self.verified(cert)

    MARKS = Marks
    NO_LINES = [(MARKS, "lines", lambda *rest: None)]
    NO_MOVE = [(MARKS, "move", lambda *rest: None)]

    @staticmethod
    def by(mv, evidence):
        return ["move", mv, evidence]

    @staticmethod
    def search(plies):
        return ["evidence", 5, u(plies)]

    def two_forks(self, answers, unmarked):
        lines = [(0, 1, 2), (0, 1, 3), (0, 4, 5), (0, 4, 6), (4, 7, 10)]
        self.refused(FewLines(12, lines), ((0, 11), (10,)), 8, 4, answers, [self.search(3)], unmarked)

    def test_lines_where_a_replay_begins(self):
        self.two_forks([((8,), self.by(1, threats()))], [(self.MARKS, "begin", lambda self, play: play)])

    def test_other_evidence(self):
        self.two_forks([((8,), self.by(1, self.search(2)))], [(self.MARKS, "all_cells", lambda self: None)])

    def test_lines_where_the_opponent_is_to_move_and_zones_of_entries(self):
        replies = (2, 3, 4, 5, 6, 7, 9)
        answers = [((8,), self.by(1, ["entry", 1, 0])), ((8, 1), ["replies", [], 0, [[mv, ["entry", n, 0]] for n, mv in enumerate(replies, 1)]])]
        answers += [((8, 1, mv), self.by(3 if mv == 2 else 2, ["settled"])) for mv in replies]
        below = check_cert.Certificate.zone_below
        only_first = lambda self, index, link: 0 if index == 1 else below(self, index, link)
        self.two_forks(answers, self.NO_LINES + [(check_cert.Certificate, "zone_below", only_first)])

    def test_lines_of_a_forced_stone(self):
        lines = [(0, 1, 2), (1, 3, 8), (1, 3, 9), (0, 4, 5), (0, 4, 6), (2, 4, 7)]
        self.refused(FewLines(11, lines), ((0,), ()), 10, 4, [((10,), self.by(1, threats(3)))], [self.search(5)], self.NO_LINES)

    def test_lines_after_an_idle_reply(self):
        lines = [(12, 1, 4, 6), (12, 1, 4, 7), (12, 1, 5, 6), (12, 1, 5, 7), (12, 0, 8, 10), (12, 0, 8, 11), (12, 0, 9, 10), (12, 0, 9, 11),
                 (0, 2, 3, 13)]
        named = [[mv, ["item", 2]] for mv in range(1, 8)]
        self.refused(FewLines(15, lines, [(3,)] * 4), ((12, 14), (13,)), 8, 0, [((8,), self.by(1, threats()))], [threats(0), threats(1)],
                     self.NO_LINES, named)

    def test_stones_on_borders(self):
        lines = [(2, 8, 12, 14), (0, 15, 1, 2), (0, 15, 3, 8), (1, 3, 9, 10), (1, 3, 9, 11), (0, 15, 4, 5), (0, 15, 4, 6), (0, 15, 4, 7)]
        self.refused(FewLines(16, lines, [(13,)]), ((0, 15), (14,)), 13, 4, [((13,), self.by(1, threats(3, 9)))], [threats(4)],
                     [(LineGame, "borders_of", lambda *rest: 0)])

    def test_the_move(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 4)]
        self.refused(FewLines(6, lines), ((0,), ()), 5, 1, [((5,), self.by(1, threats()))], [self.search(3)], self.NO_MOVE)

    def test_cells_on_which_a_line_is_filled(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 4, 2), (0, 4, 5)]
        self.refused(FewLines(7, lines), ((0,), ()), 6, 2, [((6,), self.by(1, threats()))], [self.search(3)],
                     [(self.MARKS, "put", lambda *rest: None)])

    def test_cells_of_forks(self):
        lines = [(0, 1, 4, 6), (0, 1, 4, 7), (0, 1, 5, 6), (0, 1, 5, 7), (0, 4, 8, 10), (0, 4, 8, 11), (0, 4, 9, 10), (0, 4, 9, 11)]
        named = [[mv, ["item", 2]] for mv in (1, 5, 6, 7)]
        self.refused(FewLines(12, lines), ((0,), ()), 8, 4, [((8,), self.by(1, threats()))], [threats(4), threats(1)],
                     [(self.MARKS, "forks", lambda *rest: None)], named)

    def test_what_a_move_needs(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 8), (0, 1, 9), (0, 4, 5), (0, 4, 6), (0, 4, 7)]
        self.refused(FewLines(10, lines, forbids=4), ((0,), ()), 2, 4, [((2,), self.by(1, threats()))], [self.search(3)], self.NO_MOVE)

    def test_a_move_that_is_not_free(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 7), (0, 1, 8), (1, 4, 9), (0, 1, 10), (0, 4, 5), (0, 4, 6)]
        self.refused(FewLines(12, lines, forbids=4), ((0, 11), (10,)), 5, 4, [((5,), self.by(1, threats()))], [self.search(3)],
                     [(self.MARKS, "all_cells", lambda self: None)])

    def test_cells_beside_replies_that_are_answered_as_another(self):
        lines = [(12, 1, 2), (12, 1, 3), (12, 4, 8), (12, 4, 9), (0, 5, 10), (0, 5, 11), (5, 6, 7), (5, 6, 13)]
        by_entry = (1, 2, 3, 4, 8, 9, 10)
        body = ["replies", [["evidence", 8, u(10)]], 1, [[mv, ["entry", n, 0]] for n, mv in enumerate(by_entry, 1)]]
        answers = [((11,), self.by(12, ["entry", 1, 0])), ((11, 12), body)]
        answers += [((11, 12, mv), self.by(4 if mv < 4 else 1, threats())) for mv in by_entry]
        self.refused(FewLines(14, lines), ((0,), ()), 11, 5, answers, [threats(12), threats(5)],
                     [(LineGame, "beside", lambda *rest: 0)], [[10, ["item", 2]]])


if __name__ == "__main__":
    unittest.main()
