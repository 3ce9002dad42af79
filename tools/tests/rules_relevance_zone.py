"""Relevance zones word by word as section 4.8 says, and a prover that asks for them."""

import collections
import itertools

from base import check_cert
from check_cert.sets import bits_of, set_of
from rules_in_a_row import Renju
from rules_line_threats import Forbidding, lacked
from shows import threats
from writer import WINS, Cert, u


class AnyLines(Forbidding):
    """The same as a game that can be played, perhaps with nothing forbidden: a cell that is not free is forbidden, unless the
    stone fills a line, and who may not move has lost. A position is written as Qubic's is."""
    name, players = "any-lines", ("first", "second")

    def __init__(self, rng, cells, rows, restricted):
        super().__init__(rng, cells, rows, restricted or 0)
        self.restricted = restricted

    def may(self, pos, cell):
        mover = self.to_move(pos)
        return mover != self.restricted or self.is_free(pos[mover], self.full & ~(pos[0] | pos[1]), cell) or \
            self.lines_of[mover].won(pos[mover] | 1 << cell)

    def outcome(self, pos):
        over = super().outcome(pos)
        empty = bits_of(self.full & ~(pos[0] | pos[1]))
        return 1 - self.to_move(pos) if over is None and not any(self.may(pos, cell) for cell in empty) else over

    def moves(self, pos):
        return [cell for cell in super().moves(pos) if self.may(pos, cell)]

    def is_legal(self, pos, mv):
        return mv in self.moves(pos)

    def settled_moves(self, pos, lacks, claim):
        ends = {mv: self.outcome(self.play(pos, mv)) for mv in self.moves(pos)}
        return {mv: claim.fulfilled(end) for mv, end in ends.items() if end is not None}

    def decode(self, code):
        return int.from_bytes(code[:8], "little"), int.from_bytes(code[8:], "little")

    def encode(self, pos):
        return b"".join(stones.to_bytes(8, "little") for stones in pos)

    def text(self, pos):
        return f"{pos[0]:b}/{pos[1]:b}"


class Zone:
    """Section 4.8 word by word, for one claim of a player's: everything is looked at anew, and every reply by itself. Sets of cells
    are numbers here, too."""

    def __init__(self, game, prover, rng):
        self.game, self.prover, self.rng = game, prover, rng
        self.mine, self.theirs = (game.lines_of[who].rows for who in (prover, 1 - prover))

    def free(self, mine, theirs, cell):
        game = self.game
        if self.prover != game.restricted:
            return True
        if isinstance(game, check_cert.games.Renju):
            stones = tuple(0 if mine >> c & 1 else 1 if theirs >> c & 1 else -1 for c in range(game.cells))
            return Renju(game.width).free(stones, cell)
        return game.is_free(mine, game.full & ~(mine | theirs), cell)

    def open(self, mine, theirs, most, old, stone=None):
        """The marks of lines open to the opponent; only of those through this stone or bordered by it, if there is one."""
        marks = 0
        for line, border in self.theirs:
            gap = line & ~theirs
            if not line & mine and gap.bit_count() <= most and (stone is None or (line | border) >> stone & 1):
                marks |= gap | border & old
        return marks

    def needs(self, mine, cell, old):
        if self.free(mine, 0, cell):
            return 0
        return sum({c: 1 << c for line, border in self.mine if line >> cell & 1 for c in bits_of((line | border) & old)}.values())

    def threats(self, old, mine, theirs, my_turn, planned):
        """What line threats mark that are played out from here, or None if they reject."""
        rest = self.play(old, mine, theirs, my_turn, planned, False)
        return rest if rest is None else rest | self.open(mine, theirs, 2, old)

    def play(self, old, mine, theirs, my_turn, planned, chosen):
        empty = [c for c in range(self.game.cells) if not (mine | theirs) >> c & 1]
        my_ends, their_ends = (set().union(*lacked(*sides, 1)) for sides in ((self.mine, mine, theirs), (self.theirs, theirs, mine)))
        forks = [(x, a, b) for a, b in itertools.combinations(lacked(self.mine, mine, theirs, 2), 2) for x in a & b if a != b]
        fine = [fork for fork in forks if self.free(mine, theirs, fork[0])]
        marks = set_of(my_ends)
        if not my_ends:
            for x, a, b in forks:
                marks |= set_of(a | b) | self.needs(mine, x, old)
        if my_turn:
            if my_ends or not their_ends and chosen and fine:
                return marks
            if their_ends:
                cell = self.rng.choice(sorted(their_ends))
            else:
                planned = list(itertools.dropwhile(lambda c: mine >> c & 1, planned))
                if not planned or planned[0] not in empty:
                    return None
                cell, planned = planned[0], planned[1:]
            if len(empty) == 1 or not self.free(mine, theirs, cell):
                return None
            rest = self.play(old, mine | 1 << cell, theirs, False, planned, chosen)
            return rest if rest is None else rest | 1 << cell | self.needs(mine, cell, old)
        if their_ends:
            return None
        if len(my_ends) > 1:
            return marks
        if my_ends:
            replies = my_ends
        elif fine:
            replies, chosen = set().union(*self.rng.choice(fine)[1:], *lacked(self.theirs, theirs, mine, 2)), True
            marks |= self.open(mine, theirs, 3, old)
        else:
            return None
        for cell in replies if len(empty) > 1 else ():
            after = theirs | 1 << cell
            rest = self.play(old, mine, after, True, planned, chosen)
            if rest is None:
                return None
            marks |= rest | self.open(mine, after, 2, old, cell)
        return marks if len(empty) > 1 else None


class Prover:
    """Makes entries for a claim from the ends of the game upwards, at random. Where the opponent is to move every reply is tried
    to be answered as another one, true or not: what section 4.8 accepts must be true."""

    def __init__(self, game, claim, rng, test):
        self.game, self.claim, self.rng, self.test = game, claim, rng, test
        self.prover, self.zone = claim.prover, Zone(game, claim.prover, rng)
        self.certificate = check_cert.Certificate(b"", 10**9)
        self.certificate.game = game
        self.values, self.known, self.entries, self.zones, self.counts = {}, {}, [], [], collections.Counter()

    def value(self, pos):
        """Whether the claim holds, by playing everything out."""
        if pos not in self.values:
            outcome, mine = self.game.outcome(pos), self.game.to_move(pos) == self.prover
            self.values[pos] = self.claim.fulfilled(outcome) if outcome is not None else \
                (any if mine else all)(self.value(self.game.play(pos, mv)) for mv in self.game.moves(pos))
        return self.values[pos]

    def planned(self, pos):
        empty = bits_of(self.game.full & ~(pos[0] | pos[1]))
        return self.rng.sample(empty, self.rng.randrange(min(4, len(empty) + 1)))

    def entry(self, pos):
        """The number of an entry with this position, or None; they are numbered from the last."""
        if pos not in self.known:
            made = (self.move if self.game.to_move(pos) == self.prover else self.replies)(pos)
            if made is None:
                self.known[pos] = None
            else:
                body, zone = made
                self.known[pos] = len(self.entries)
                self.entries.append((pos, body))
                self.zones.append(zone)
        return self.known[pos]

    def link(self, pos):
        """A link to an entry with an image of the position, with the cells whose images are in its zone; or None."""
        m = self.rng.randrange(self.game.maps)
        target, table = self.entry(self.game.image(pos, m)), self.game.map_tables[m]
        if target is None:
            return None
        return ["entry", target, m], set_of(c for c in range(self.game.cells) if self.zones[target] >> table[c] & 1)

    def move(self, pos):
        game, rng, mine, theirs = self.game, self.rng, pos[self.prover], pos[1 - self.prover]
        moves = game.moves(pos)
        for mv in rng.sample(moves, min(2, len(moves))):        # after a wrong move there is a reply that refutes it
            if not self.value(game.play(pos, mv)) and game.outcome(game.play(pos, mv)) is None:
                self.test.assertIsNone(self.entry(game.play(pos, mv)))
                self.counts["wrong"] += 1
        moves = [mv for mv in moves if self.value(game.play(pos, mv))]
        for mv in self.rng.sample(moves, min(2, len(moves))):
            after, shown = game.play(pos, mv), None
            zone = 1 << mv | self.zone.needs(mine, mv, theirs)
            if not self.zone.free(mine, theirs, mv):
                zone = game.full
            if self.certificate.settled(self.claim, after):
                return ["move", mv, ["settled"]], zone
            planned = self.planned(after)
            marks = self.zone.threats(theirs, mine | 1 << mv, theirs, False, planned)
            if marks is not None and self.rng.random() < .5:
                return ["move", mv, threats(*planned)], zone | marks
            if self.rng.random() < .03:
                return ["move", mv, ["evidence", 5, u(12)]], game.full
            shown = self.link(after)
            if shown is not None:
                return ["move", mv, shown[0]], zone | shown[1]
        return None

    def replies(self, pos):
        game, rng, mine, theirs = self.game, self.rng, pos[self.prover], pos[1 - self.prover]
        zone = self.zone.open(mine, theirs, 2, theirs)
        ends = {mv: self.certificate.settled(self.claim, game.play(pos, mv)) for mv in game.moves(pos)}
        if False in ends.values():
            return None
        left = {mv for mv, end in ends.items() if end is None}
        items, named, below = [], {}, {}
        if rng.random() < .6:
            planned = self.planned(pos)
            for mv in sorted(left):
                marks = self.zone.threats(theirs, mine, theirs | 1 << mv, True, planned)
                if marks is not None and rng.random() < .8:
                    items[:] = [threats(*planned)]
                    named[mv] = ["item", 1]
                    zone |= marks
                    self.counts["threats"] += 1
        left -= set(named)
        for mv in rng.sample(sorted(left), rng.randrange(len(left) + 1) if rng.random() < .8 else min(1, len(left))):
            shown = self.link(game.play(pos, mv)) if self.value(game.play(pos, mv)) else None
            if shown is not None:
                named[mv], below[mv] = shown
        restricted = game.restricted == 1 - self.prover
        refused = []
        for mv in sorted(left - set(named)):
            self.counts["refutations"] += not self.value(game.play(pos, mv)) and len(below)
            for other in rng.sample(sorted(below), len(below)):
                fine = not below[other] & (1 << mv | 1 << other) and not restricted
                if not fine:
                    refused.append((mv, other))
                    continue
                self.test.assertTrue(self.value(game.play(pos, mv)), (game.rows, pos, mv, other))
                self.counts["answered"] += 1
                item = ["evidence", 8, u(other)]
                if item not in items:
                    items.append(item)
                named[mv] = ["item", items.index(item) + 1]
                break
        for mv in sorted(left - set(named)):
            if not self.value(game.play(pos, mv)):
                return None
            shown = self.link(game.play(pos, mv))
            if shown is None:
                return None
            named[mv], below[mv] = shown
        for mv, cells in below.items():
            zone |= cells & ~(1 << mv)
        opened = [line for line, _ in self.zone.theirs if not line & mine]
        for number, item in enumerate(items, 1):
            if item[1] == 8:
                zone |= 1 << check_cert.Reader(item[2], 0, len(item[2])).u()
                for mv in (mv for mv, shown in named.items() if shown == ["item", number]):
                    zone |= set_of(c for line in opened if line >> mv & 1 for c in bits_of(line) if c != mv)
        return ["replies", items, 0, sorted(named.items()), refused], zone

    def cert(self, last, wrong=None):
        """A certificate of the entries up to this one. With `wrong`, in one of them a reply is answered as another against its zone."""
        entries = []
        for number in range(last, -1, -1):
            pos, body = self.entries[number]
            turned = lambda shown: ["entry", number - shown[1], shown[2]] if shown[0] == "entry" else shown
            if body[0] == "move":
                body = ["move", body[1], turned(body[2])]
            else:
                items, named = list(body[1]), {mv: turned(shown) for mv, shown in body[3]}
                if number == wrong:
                    mv, other = self.rng.choice(body[4])
                    items.append(["evidence", 8, u(other)])
                    named[mv] = ["item", len(items)]
                body = ["replies", items, 0, sorted(map(list, named.items()))]
            entries.append([0, ["whole", self.game.encode(pos)], body])
        claim = [self.claim.player, self.claim.goal, 0]
        return Cert(self.game.name, self.game.encode(self.entries[last][0]), [claim], [[0, ["entry", 0, 0]]], entries)


def two_completions(white=(0, 4), item=u(3), named=(3, 5, 8), items=(), shown=(), default=1):
    """White to move, Black with two completions, 5 and 8. Every reply but those named is answered as 3 is: by Black's 5."""
    name = "mnk:width=5,height=3,k=3,rule=freestyle"
    game = check_cert.find_game(name)
    code = game.encode((set_of((6, 7, 14)), set_of(white)))
    links = [[mv, ["entry", number, 0]] for number, mv in enumerate(named, 1)]
    entries = [[0, ["whole", code], ["replies", [["evidence", 8, item], *items], default, sorted(links + list(shown))]]]
    entries += [[0, ["derived", number, mv, 0], ["move", 8 if mv == 5 else 5, ["settled"]]] for number, mv in enumerate(named, 1)]
    return Cert(name, code, [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries)
