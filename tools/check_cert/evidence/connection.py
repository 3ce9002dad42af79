"""Evidence of kind 7: lemmas about cells and borders that are joined whatever the opponent does (section 4.7)."""

import array
import itertools

from ..checking import Checking
from ..lattice import STRIDE, cell_at
from ..reader import Reader
from ..reject import Reject, malformed
from .chains import chains_of, classes_of, replaces, with_chain

MOST_COORDINATE = 1_000     # of a cell or a border of a connection
KEPT = 64                   # work for each cell that a lemma of a connection needs empty
CELL_SIZE = 100             # bytes that a cell takes in a set


def read_lemma(r, own):
    """Its ends, its joins (for each end a byte), and its ways, which name lemmas before its own number."""
    cells = [read_cell(r) for _ in range(r.count())]
    borders = [(r.tag(3), read_coordinate(r)) for _ in range(r.count())]
    ends = len(cells) + len(borders)
    if not 1 <= ends <= 255:
        raise malformed("a lemma of no ends, or of too many")
    joins = [read_join(r, ends) for _ in range(r.count())]
    if len(set(joins)) < len(joins):
        raise malformed("two joins of a lemma that are alike")
    return cells, borders, joins, [read_way(r, own) for _ in range(r.count())]


def read_join(r, ends):
    """The class of each end; classes are numbered as they come, so joins that put the same together are the same."""
    numbers = {}
    return bytes([numbers.setdefault(r.tag(ends), len(numbers)) for _ in range(ends)])


def read_way(r, own):
    tag = r.tag(3)
    cells = tuple([read_cell(r) for _ in range(tag)])
    return tag, cells, tuple([(own - 1 - r.tag(own), r.tag(12), (read_coordinate(r), read_coordinate(r))) for _ in range(r.count())])


def read_cell(r):
    return cell_at(read_coordinate(r), read_coordinate(r))


def read_coordinate(r):
    number = r.z()
    if abs(number) > MOST_COORDINATE:
        raise malformed("a cell or a border too far away")
    return number


class Placing:
    """Where a part puts the cells and the borders of its lemma."""
    ORDERS = list(itertools.permutations(range(3)))

    def __init__(self, turn, by):
        order, sign = self.ORDERS[turn % 6], 1 if turn < 6 else -1
        self.sign, self.step = sign, (*by, -by[0] - by[1])
        # Coordinates are sums of column and row, each with 1, 0 or -1.
        sums = [[sign * it for it in ((1, 0), (0, 1), (-1, -1))[order[axis]]] for axis in (0, 1)]
        (self.cc, self.cr), (self.rc, self.rr) = sums
        self.axes = {source: axis for axis, source in enumerate(order)}

    def cells(self, cells):
        """The images of cells, in their order; a rejection if one comes to lie too far away."""
        placed, (down, along, _) = [], self.step
        for cell in cells:
            c, r = cell // STRIDE - STRIDE // 4, cell % STRIDE - STRIDE // 4
            column, row = self.cc * c + self.cr * r + down, self.rc * c + self.rr * r + along
            if not (-MOST_COORDINATE <= column <= MOST_COORDINATE and -MOST_COORDINATE <= row <= MOST_COORDINATE):
                raise Reject("evidence-fails", "a part that comes to lie too far away")
            placed.append(cell_at(column, row))
        return placed

    def borders(self, borders):
        return [(self.axes[axis], self.sign * number + self.step[self.axes[axis]]) for axis, number in borders]


class Connections(Checking):
    """Checks evidence of kind 7."""

    def connection(self, claim, pos, place):
        """Do the lemmas hold, and does the root join all borders of the claim's player?"""
        game, r = self.game, Reader(self.reader.data, place, self.reader.end)
        sides = game.sides[claim.player]
        if claim.goal > 1 or len(sides) < 2:
            raise Reject("evidence-trait", "connections show wins, by two borders or more")
        # A path from one border to another needs no third; a chain that is to touch three is no path.
        conducts = len(sides) == 2
        if self.derived[0] != (place, conducts):    # of several replies all have the same lemmas
            self.hold(-self.derived[2])
            held, known = self.held, []
            for own in range(r.count()):
                known.append(self.lemma(read_lemma(r, own), known, conducts))
            self.derived = (place, conducts), (known, r.at), self.held - held
        settled = self.settled(claim, pos)
        if settled is not None:
            return settled
        self.spend(len(game.places))
        known, r.at = self.derived[1]
        root = read_way(r, len(known))
        own = [cell_at(*place) for cell, place in enumerate(game.places) if pos[claim.player] >> cell & 1]
        empty = {cell_at(*place) for cell, place in enumerate(game.places) if not (pos[0] | pos[1]) >> cell & 1}
        if not game.only_cells(pos) or root[0] > (game.to_move(pos) == claim.player):
            return False
        together = bytes(range(1, len(own) + 1)) + bytes(len(sides))
        return self.way((own, sides, [together]), root, known, conducts) <= empty

    def lemma(self, lemma, known, conducts):
        """Its ends, its joins and its carrier; or a rejection."""
        cells, borders, joins, ways = lemma
        ends = len(cells) + len(borders)
        self.spend(ends * (len(joins) + 1))
        self.hold(300 + 8 * ends + (64 + ends) * len(joins))
        if len({*cells, *borders}) < ends:
            raise Reject("evidence-fails", "an end stands twice in a lemma")
        carrier, common, size = set(), None, 0
        for way in ways:
            needed = self.way(lemma[:3], way, known, conducts)
            common = needed if common is None else common & needed
            self.hold(CELL_SIZE * len(needed))
            size += CELL_SIZE * len(needed)
            carrier |= needed
        keyed = [way[0] == 1 for way in ways]
        if not (len(ways) == 1 and not keyed[0] or len(ways) > 1 and all(keyed) and not common):
            raise Reject("evidence-fails", "a reply that no way of a lemma answers")
        self.spend(KEPT * len(carrier))
        self.hold(4 * len(carrier) - size)
        return tuple(cells), tuple(borders), tuple(joins), array.array("I", carrier)

    def way(self, lemma, way, known, conducts):
        """The carrier of a way that makes one of the joins of its lemma come true; or a rejection."""
        (cells, borders, joins), (tag, own, parts), held = lemma, way, self.held
        needed = set(own)
        if len(needed) < len(own) or not needed.isdisjoint(cells):
            raise Reject("evidence-fails", "a key or captured cells and stones that meet")
        # What is joined, each with its bit: the ends in their order, and the stones that the way adds.
        number = {it: bit for bit, it in enumerate([*cells, *borders, *own])}
        n = len(cells) + len(borders)
        border_bits = (1 << n) - (1 << len(cells))
        meet = (1 << len(number)) - 1 & ~(0 if conducts else border_bits)
        chosen, ends = [], 1        # the joins of each part, and the bits of its ends
        for at, turn, by in parts:
            its_cells, its_borders, its_joins, its_carrier = known[at]
            self.spend(len(its_cells) + len(its_borders) + len(its_carrier))
            self.hold(CELL_SIZE * (len(its_cells) + len(its_borders) + len(its_carrier) + 1))
            placing = Placing(turn, by)
            there = [number.get(it) for it in placing.cells(its_cells) + placing.borders(its_borders)]
            if None in there:
                raise Reject("evidence-fails", "a part whose stones or borders are not there")
            before = len(needed)
            needed.update(placing.cells(its_carrier))
            if len(needed) < before + len(its_carrier):
                raise Reject("evidence-fails", "parts of a way that meet")
            chosen.append((its_joins, [1 << bit for bit in there]))
            ends += len(there)
        if not needed.isdisjoint(cells):
            raise Reject("evidence-fails", "parts of a way and stones that meet")
        if tag == 2:
            (a, b), around = own, needed.union(cells)
            self.spend(KEPT * (n + 1))
            if not replaces(b, a, around, set(cells), borders, conducts) or not replaces(a, b, around, set(cells), borders, conducts):
                raise Reject("evidence-fails", "a captured cell that the other does not replace")
        self.check_joins(joins, chosen, chains_of([*cells, *own], number, borders, meet), meet, (n + len(own) + 1) * ends)
        self.hold(held - self.held)
        return needed

    def check_joins(self, joins, chosen, chains, meet, work):
        """That for every choice of a join of each part one of these joins comes true, besides these chains; a choice takes so
        much work."""
        bits = [1 << end for end in range(len(joins[0]) if joins else 0)]
        # Parts with one join leave no choice.
        for its_joins, its_bits in chosen:
            if len(its_joins) == 1:
                for chain in classes_of(its_joins[0], its_bits):
                    chains = with_chain(chains, chain, meet)
        chosen = [it for it in chosen if len(it[0]) != 1]
        for choice in itertools.product(*[its_joins for its_joins, _ in chosen]):
            self.spend(work)
            joined = chains
            for join, (_, its_bits) in zip(choice, chosen):
                for chain in classes_of(join, its_bits):
                    joined = with_chain(joined, chain, meet)
            for join in joins:
                self.spend(len(bits))
                if all(any(chain & ~one == 0 for one in joined) for chain in classes_of(join, bits)):
                    break
            else:
                raise Reject("evidence-fails", "a way that does not join what it should")
