"""What a stream says before anything is checked: its header, and of every entry all but its body (section 3)."""

import array
import itertools

from .checking import Checking
from .claims import Claims
from .games import find_game
from .grammar import read_body, read_shown
from .memory import Numbers, size_of
from .reject import Reject, malformed
from .tables import Shelf

MOST_MOVES = 10_000         # that a claim counts


class Entries(Checking):
    """Reads `game`, `root`, `claims`, `sections`, and of each entry `positions`, `entry_claims` and `bodies`."""

    def read(self):
        r = self.reader
        self.game = find_game(r.text())
        if self.game is None:
            raise Reject("unknown-game", "no rules for this game")
        self.root = self.game.decode(r.bytes())
        self.claims = self.read_claims(r)
        self.sections = []
        n_sections = r.u()
        if n_sections not in (1, 2):
            raise malformed("neither one section nor two")
        for number in range(n_sections):
            self.place = f"section {number}"
            self.sections.append((self.read_claim_index(r), read_shown(r, self.game)))
        if n_sections == 2:
            pair = [self.claims[index] for index, _ in self.sections]
            goals, same_player = [claim.goal for claim in pair], pair[0].player == pair[1].player
            draw = goals == [1, 1] and not same_player
            score = sorted(goals) == [2, 3] and same_player and pair[0].n == pair[1].n
            mate = sorted(goals) == [6, 7] and same_player and \
                sum(claim.n if claim.goal == 6 else -claim.n for claim in pair) == 1
            if not draw and not score and not mate:
                raise Reject("sections-do-not-meet", "not the two halves of one value")
        self.place = "header"
        start = r.at
        r.text()    # the remark: hearsay, never printed, and it buys no work
        self.set_limits(r.end - (r.at - start))
        self.read_entries(r)

    def read_claims(self, r):
        claims = array.array("q")
        for _ in range(r.count()):
            player, goal, n = r.tag(2), r.tag(8), r.z()
            if goal < 2 and n != 0 or not -2**31 <= n < 2**31:
                raise malformed("a claim's number is out of range")
            has = (self.game.has_scores, self.game.has_captures, self.game.has_mates and 0 <= n <= MOST_MOVES)
            if goal >= 2 and not has[goal // 2 - 1]:
                raise Reject("unknown-claim", "the game has no such thing")
            claims.append(n << 4 | goal << 1 | player)
        if not claims:
            raise malformed("no claims")
        if any(a == b for a, b in itertools.pairwise(sorted(claims))):
            raise malformed("a claim stands twice")
        return Claims(claims)

    def read_claim_index(self, r):
        index = r.u()
        if index >= len(self.claims):
            raise malformed("no such claim")
        return index

    def read_entries(self, r):
        self.place = "entry 0"
        n_entries = r.count()
        # Of each entry; a body as its place in the stream.
        self.positions, self.entry_claims, self.bodies = [], array.array("I"), array.array("I")
        known = Numbers()
        for index in range(n_entries):
            self.place = f"entry {index}"
            claim = self.read_claim_index(r)
            pos = self.read_position(r, index)
            self.spend(self.game.weight)
            if self.settled(self.claims[claim], pos) is not None or not self.game.can_move(pos):
                raise Reject("settled-entry", "the game is over or decided in an entry's position")
            if not known.add(hash((claim, self.game.encode(pos))),
                             lambda number: self.entry_claims[number] == claim and self.positions[number] == pos):
                raise Reject("duplicate-entry", "the same claim and position twice")
            self.hold(size_of(pos) + Numbers.SIZE + 20)
            self.positions.append(pos)
            self.entry_claims.append(claim)
            self.bodies.append(r.at)
            read_body(r, self.game)     # for the grammar; read again when it is checked
        self.place = f"entry {n_entries}"
        self.tables = self.read_tables(r)
        r.finish()

    def read_tables(self, r):
        """The list of tables at the end of the stream; every file must be there, used or not."""
        named = []
        if r.at < r.end:
            for _ in range(r.count()):
                game, layer = r.text(), r.u()
                if layer >> 32 or r.end - r.at < 32:
                    raise malformed("a table that is cut off, or of a layer too high")
                r.at += 32
                named.append((game, layer, r.data[r.at - 32:r.at]))
            if not named:
                raise malformed("a list of no tables")
            r.finish()
        if r.most_table >= len(named):
            raise malformed("no such table")
        self.place = "header"
        for game, layer, _ in named:
            if self.game.title is None or game != self.game.title[0] or layer >= self.game.layers:
                raise Reject("evidence-trait", "tables that the game does not have")
        opened = {}
        return [Shelf(self.game, self.directory, layer, digest, opened) for _, layer, digest in named]

    def read_position(self, r, index):
        if r.tag(2) == 0:
            return self.game.decode(r.bytes())
        back, mv, m = r.u(), r.move(), r.u()
        if back == 0:
            raise malformed("a position derived from itself")
        if back > index:
            raise Reject("no-such-entry", "a derivation from before the first entry")
        parent = self.positions[index - back]
        if not self.game.is_legal(parent, mv):
            raise Reject("bad-position", "a derivation by a move that is not legal")
        pos = self.play(parent, mv)
        return self.image(pos, m)
