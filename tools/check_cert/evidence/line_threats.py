"""Evidence of kind 2: cells to be played in order, each a threat to fill a line (section 4.2)."""

import collections

from ..checking import Checking
from ..sets import bits_of, set_of, single_bit

THREAT = 12                 # for a step of line threats, and for each cell of the list
REJECTED, WON, PUT, CHOICE = range(4)
# A play of line threats that is still to be shown: the stones and what is lacking of lines, of the claim's player and of his
# opponent; whether it is his turn; how many cells of the list are behind; whether the opponent has had a free reply; and the
# replies for each of which it stands, though their stones are not on the board: none if it stands for itself. Last, if the play
# is marked and there are borders, what is open to the opponent.
Play = collections.namedtuple("Play", "mine theirs my_lacks their_lacks my_turn taken chosen covers their_open", defaults=(None,))


class Asked:
    """What a step of line threats asks, for a player to whom moves are forbidden: which cells are free. `around` are the cells
    on which a stone of the opponent's could free one that is not."""

    def __init__(self, game, mine, empty):
        self.game, self.mine, self.empty, self.around = game, mine, empty, 0

    def free(self, cell):
        free = self.game.is_free(self.mine, self.empty, cell)
        if not free:
            self.around |= self.game.around[cell]
        return free


class LineThreats(Checking):
    """Checks evidence of kind 2."""

    def line_threats(self, claim, pos, cells):
        """Does the claim's player win from here by playing these cells in order, whatever the opponent does?"""
        game, prover = self.game, claim.player
        play = Play(*self.sides(pos, prover), *self.lacks(pos, prover), game.to_move(pos) == prover, 0, False, 0)
        if self.marks is not None:
            play = self.marks.begin(play)
        return game.outcome(pos) is None and self.threats(play, cells, prover)

    def lacks(self, pos, player):
        """What a player lacks, and his opponent."""
        mine, theirs = self.sides(pos, player)
        return self.game.lines_of[player].lacks(mine, theirs), self.game.lines_of[1 - player].lacks(theirs, mine)

    def threats_after(self, claim, pos, lacks, cells, replies):
        """The same after each of these replies of the opponent's, who is to move. `lacks` is what he lacks before, and what the
        claim's player lacks. One replay stands for all the replies (docs/trust.md, section 6)."""
        game, prover = self.game, 1 - self.game.to_move(pos)
        mine, theirs = self.sides(pos, prover)
        covers, empty = set_of(replies), game.full & ~(mine | theirs)
        if single_bit(empty) or covers & game.cells_of(lacks[0][0]):
            return False            # after a reply the board is full, or the opponent has filled a line
        play = Play(mine, theirs, lacks[1], lacks[0], True, 0, False, covers)
        after = self.after_reply(game.lines_of[1 - prover], play, replies[0]) if len(replies) == 1 else play
        if self.marks is not None:
            after = self.marks.begin(after)
        return self.threats(after, cells, prover)

    @staticmethod
    def after_reply(lines, play, cell, covers=0):
        """A play with one more stone of the opponent's, from where it is the claim's player's turn; with the opponent's lines."""
        return play._replace(theirs=play.theirs | 1 << cell, my_lacks=lines.with_other(play.my_lacks, cell),
                             their_lacks=lines.with_own(play.their_lacks, cell), covers=covers,
                             their_open=play.their_open and lines.opened(play.their_open, cell))

    def threats(self, play, cells, prover):
        """Are this play and all that come of it won? (Section 4.2. Where it says that a full board rejects: nobody lacks a cell of a line there,
        and no cell of the list is empty.)"""
        game, my_lines, their_lines = self.game, self.game.lines_of[prover], self.game.lines_of[1 - prover]
        restricted, asked, free, marks = prover == game.restricted, None, None, self.marks
        if cells and max(cells) >= game.cells:
            return False
        count, full, cells_of = len(cells), game.full, game.cells_of
        todo = [(play, (), play.covers)]    # a play, stones of the opponent's to be added, and what it stands for then
        while todo:
            play, replies, covers = todo.pop()
            for cell in replies:
                play = self.after_reply(their_lines, play, cell, covers)
            mine, theirs, my_lacks, their_lacks, my_turn, taken, chosen, covers, their_open = play
            self.spend(THREAT * (1 + count - taken))
            while True:
                self.spend(THREAT)
                # 1. The step: what comes next, and the cells that it is for.
                empty = full & ~(mine | theirs)
                i_fill = cells_of(my_lacks[0]) & empty if my_lacks[0] else 0
                they_fill = cells_of(their_lacks[0]) & empty if their_lacks[0] else 0
                step = REJECTED
                if restricted:
                    asked = Asked(game, mine, empty)
                    free = asked.free
                if my_turn:                                     # A
                    if i_fill:
                        step, stones = WON, i_fill & -i_fill
                    elif they_fill:
                        stones = they_fill & -they_fill
                        if free is None or free(stones.bit_length() - 1):
                            step = PUT
                    elif chosen and (stones := game.fork(my_lacks, empty, free)):
                        step = WON
                    else:
                        while taken < count and mine >> cells[taken] & 1:
                            taken += 1
                        if taken < count and empty >> cells[taken] & 1 and (free is None or free(cells[taken])):
                            step, stones = PUT, 1 << cells[taken]
                elif not they_fill:                             # B
                    if not i_fill:
                        if stones := game.fork(my_lacks, empty, free):
                            step = CHOICE
                    elif single_bit(i_fill):
                        step, stones = PUT, i_fill
                    else:
                        two = i_fill & (i_fill - 1)
                        step, stones = WON, i_fill & -i_fill | two & -two
                # 2. Replies on which the step could turn get a play of their own.
                if covers:
                    touched = their_lines.reach_of(their_lacks[0] | (their_lacks[1] if game.length > 1 else 0))
                    if step != REJECTED:
                        touched |= stones
                    if asked is not None:
                        touched |= asked.around
                    here = Play(mine, theirs, my_lacks, their_lacks, my_turn, taken, chosen, 0, their_open)
                    todo += [(here, (cell,), 0) for cell in bits_of(covers & touched)]
                    covers &= ~touched
                    if not covers:
                        break
                # 3. The step is taken.
                if step == REJECTED:
                    return False
                if marks is not None:
                    if i_fill:
                        marks.put(i_fill, covers)                           # A1, B2, B3
                    elif step == PUT:
                        marks.move(mine, stones.bit_length() - 1)           # A2, A4
                    else:
                        marks.forks(my_lacks, mine, empty, covers)          # A3, B4
                if step == WON:
                    break
                if step == CHOICE:
                    here = Play(mine, theirs, my_lacks, their_lacks, True, taken, True, covers, their_open)
                    if marks is not None:       # and so what is to be marked after each of the replies is marked here
                        marks.lines(marks.open_now(here), 3, empty, covers)
                    replies = stones | cells_of(their_lacks[1]) & empty
                    todo += [(here, (cell,), covers) for cell in bits_of(replies)]
                    todo += [(here, (by, cell), 0) for cell, by in self.enabled(here, empty) if not replies >> cell & 1]
                    break
                cell = stones.bit_length() - 1
                if my_turn:
                    mine |= stones
                    my_lacks, their_lacks = my_lines.with_own(my_lacks, cell), my_lines.with_other(their_lacks, cell)
                else:
                    theirs |= stones
                    my_lacks, their_lacks = their_lines.with_other(my_lacks, cell), their_lines.with_own(their_lacks, cell)
                if marks is not None:
                    if their_open:
                        their_open = their_lines.with_other(their_open, cell) if my_turn else their_lines.opened(their_open, cell)
                    if not my_turn:     # of the lines that the stone borders he lacks as much as before
                        marks.lines(their_open or (0,) + their_lacks, 2, empty & ~stones, covers, their_lines.through[cell])
                my_turn = not my_turn
        return True

    def enabled(self, play, empty):
        """Cells that are one of two the opponent lacks of a line once he has a stone on another, one of those that the play
        stands for; each with that one. Of two that enable each other one will do."""
        pairs = set()
        if play.covers and self.game.length > 2:
            for j in bits_of(play.their_lacks[2]):
                three = self.game.lines[j] & empty
                for by in bits_of(three & play.covers):
                    pairs.update((cell, by) for cell in bits_of(three) if cell > by or cell < by and not play.covers >> cell & 1)
        return sorted(pairs)
