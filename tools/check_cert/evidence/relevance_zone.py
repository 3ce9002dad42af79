"""Evidence of kind 8: a reply is answered as another one is, since it is outside the other's zone (section 4.8).

The zone of an entry is what it and its evidence mark, and the zones of the entries that it links to.
"""

from ..checking import Checking
from ..memory import size_of
from ..reject import Reject
from ..sets import bits_of, set_union, single_bit
from .line_threats import THREAT


class Marks:
    """The cells that an entry and its evidence mark: its zone, but for what its links and replies add (section 4.8).

    A play that stands for many replies marks what the play after each of them would. It differs from them by one stone of the
    opponent's, so a cell that it would mark is marked by all of them but the one on that very cell: not at all if that is the
    only one. And the opponent lacks one cell less of the lines through the reply."""

    def __init__(self, game, pos, prover, spend=lambda steps: None):
        """What it looks at is told to `spend`."""
        self.game, self.their_lines, self.spend = game, game.lines_of[1 - prover], spend
        self.restricted = prover == game.restricted
        self.old = pos[1 - prover]      # the opponent's stones in the entry's own position
        self.cells = 0

    def all_cells(self):
        self.cells = self.game.full

    def put(self, cells, covers=0):
        """Marks empty cells; `covers` are the replies that the play stands for, if it does."""
        self.cells |= cells & ~covers if single_bit(covers) else cells

    def move(self, mine, cell):
        """A move of the prover's to a cell, or what it needs: to be free even where none of the opponent's stones helps."""
        self.cells |= 1 << cell
        if self.restricted:
            new = self.game.around[cell] & self.old & ~self.cells
            if new and not self.game.is_free(mine, self.game.full & ~mine, cell):
                self.cells |= new

    def lines(self, opened, most, empty, covers=0, among=-1):
        """The lines open to the opponent of which he lacks at most so many cells."""
        few = set_union(opened[:most + 1]) & among
        if few:
            self.put(self.their_lines.cells_of(few) & empty, covers)
            self.cells |= self.their_lines.borders_of(few) & self.old
        if covers and most + 1 < len(opened):       # of these he lacks one cell less after some of the replies
            more = opened[most + 1] & among
            self.spend(more.bit_count())
            for j in bits_of(more):
                line, border = self.their_lines.rows[j]
                gap = line & empty
                if gap & covers:
                    self.put(gap, gap & covers)
                    self.cells |= border & self.old

    def forks(self, lacks, mine, empty, covers=0):
        """All forks of the prover's. A reply on one of their cells leaves only those without it."""
        middles, cells = self.game.forks(lacks, empty)
        if covers and not covers & ~cells:
            self.spend(THREAT * covers.bit_count())
            for reply in bits_of(covers):
                self.forks(self.game.with_other(lacks, reply), mine, empty & ~(1 << reply))
            return
        self.cells |= cells
        if self.restricted:
            for cell in bits_of(middles):
                self.move(mine, cell)

    def open_now(self, play):
        """What is open to the opponent. Where there are no borders he lacks it."""
        return play.their_open or (0,) + play.their_lacks

    def begin(self, play):
        """Marks where a play begins; the play, to be gone on with."""
        if self.their_lines.bordered:
            play = play._replace(their_open=self.their_lines.open_lines(play.theirs, play.mine))
        empty = self.game.full & ~(play.mine | play.theirs)
        self.lines(self.open_now(play), 2, empty, play.covers)
        return play


class RelevanceZones(Checking):
    """Checks evidence of kind 8, and notes every entry's zone. Every number of an entry is in range by then."""

    def check_answered(self, claim, pos, other, named):
        """That a reply may be answered as another one, but for the zone of the entry that answers that one."""
        self.spend(1)
        if claim.goal > 1 or self.game.restricted == 1 - claim.prover:
            raise Reject("evidence-trait", "a relevance zone where the opponent may not play all cells, or for another claim")
        if not isinstance(named.get(other), tuple):
            raise Reject("evidence-fails", f"answered as {other}, in position {self.game.text(pos)}")

    def note_move(self, index, pos, claim, mv, shown):
        """The zone of an entry where the prover is to move; what evidence marks after his move has been marked."""
        marks, mine = self.marks, pos[claim.prover]
        empty = self.game.full & ~(pos[0] | pos[1])
        if marks.restricted and not self.game.is_free(mine, empty, mv):
            marks.all_cells()
        marks.move(mine, mv)
        below = self.zone_below(index, shown) if shown[0] == "entry" else 0
        self.note_zone(index, marks.cells | below)

    def note_replies(self, index, pos, claim, named, answered):
        """The same where the opponent is to move; and that where a reply is answered as another one neither is in the zone of that
        one's entry."""
        marks, (mine, theirs) = self.marks, self.sides(pos, claim.prover)
        opened = marks.their_lines.open_lines(theirs, mine)
        marks.lines(opened, 2, self.game.full & ~(mine | theirs))
        lines = set_union(opened)
        for other, replies in answered.items():
            self.spend(lines.bit_count())
            marks.put(1 << other | self.game.beside(replies, lines))
        zone = marks.cells
        for mv, shown in named.items():
            if isinstance(shown, tuple):
                below = self.zone_below(index, shown)
                if mv in answered and below & (answered[mv] | 1 << mv):
                    raise Reject("evidence-fails", f"a reply answered as {mv} is in the zone of entry {index + shown[1]}")
                zone |= below & ~(1 << mv)
        self.note_zone(index, zone)

    def zone_below(self, index, link):
        """The cells whose images are in the zone of the entry that a link names."""
        self.spend(1)
        return self.game.turned_back(self.zones[index + link[1]], link[2])

    def note_zone(self, index, zone):
        self.hold(size_of(zone))
        self.zones[index] = zone
