"""The check of a certificate: its sections, and the bodies of its entries, each by what it says shows its claim."""

from .checking import PLAYED
from .claims import NEVER, mates
from .entries import Entries
from .evidence.connection import Connections
from .evidence.exhaustive import Searches
from .evidence.line_threats import LineThreats
from .evidence.positional_strategy import PositionalStrategies
from .evidence.relevance_zone import Marks, RelevanceZones
from .evidence.reply_tree import ReplyTrees
from .evidence.solution_tree import SolutionTrees
from .evidence.table_value import TableValues
from .grammar import read_body, read_evidence
from .reader import Reader
from .reject import Reject


class Certificate(Entries, ReplyTrees, LineThreats, TableValues, PositionalStrategies, Searches, SolutionTrees, Connections,
                  RelevanceZones):
    """The whole check. What it says of each kind of evidence is a class of its own, of which it is made."""

    def check(self, entries=None):
        """All sections, and the entries named (all of them if none are)."""
        for number, (claim, shown) in enumerate(self.sections):
            self.place = f"section {number}"
            self.check_shown(self.claims[claim], self.root, shown)
        order = range(len(self.bodies)) if entries is None else entries
        if self.reader.any_zone and entries is None:
            # Links go forward where no position repeats: so from the last entry to the first each zone is known when it is asked for.
            self.zones, order = [0] * len(self.bodies), reversed(order)
        for index in order:
            self.place = f"entry {index}"
            self.check_entry(index)

    def check_entry(self, index):
        game, pos, claim = self.game, self.positions[index], self.claims[self.entry_claims[index]]
        moves = [] if game.to_move(pos) == claim.prover else game.moves(pos)
        r = Reader(self.reader.data, self.bodies[index], self.reader.end)
        body = read_body(r, game, len(moves) or None)
        if (body[0] == 0) != (game.to_move(pos) == claim.prover):
            raise Reject("wrong-side", "the body is for the other side to move")
        claim = claim.after(game.to_move(pos))
        if self.zones is not None:
            self.marks = Marks(game, pos, claim.prover, self.spend)
        if body[0] == 0:
            _, mv, shown = body
            if not game.is_legal(pos, mv):
                raise Reject("illegal-move", f"move {mv}")
            self.check_shown(claim, self.play(pos, mv), shown, index)
            if self.marks is not None:
                self.note_move(index, pos, claim, mv, shown)
            return
        _, items, default, named = body
        legal = set(moves)
        for mv in named:
            if mv not in legal:
                raise Reject("illegal-move", f"move {mv} is named")
        settled, children, lacks = self.after_moves(claim, pos, moves)
        read = {}           # by number, the items that something refers to
        together = {}       # by number, those that hold line threats: the replies that each serves
        answered = {}       # by the reply that an item of kind 8 names: the replies that it serves, as a set
        for mv in moves:
            if mv in named:
                if mv in settled:
                    raise Reject("idle-name", f"after move {mv} the game is over or decided")
                shown = named[mv]
            elif settled.get(mv):
                continue
            elif not default:
                raise Reject("missing-reply", f"move {mv}")
            elif mv in settled:
                raise Reject("evidence-fails", f"move {mv} settles the claim as false")
            else:
                shown = default
            item = shown if isinstance(shown, int) else None
            if item is not None:
                if item not in read:
                    read[item] = read_evidence(Reader(r.data, items[item - 1], r.end), game)
                shown = read[item]
            if shown[0] == "evidence" and shown[1] == 2:
                together.setdefault(item, []).append(mv)
            elif shown[0] == "evidence" and shown[1] == 8:
                self.check_answered(claim, pos, shown[2], named)
                answered[shown[2]] = answered.get(shown[2], 0) | 1 << mv
            else:
                child = children[mv] if mv in children else game.play(pos, mv)
                self.check_shown(claim, child, shown, index, mv)
        for item, replies in together.items():
            if not self.threats_after(claim, pos, lacks, read[item][2], replies):
                raise Reject("evidence-fails", f"line threats, in position {game.text(pos)}")
        if self.marks is not None:
            self.note_replies(index, pos, claim, named, answered)

    def after_moves(self, claim, pos, moves):
        """What comes of an opponent's moves: {move: whether the claim holds} for those after which that is settled; positions
        after moves; in a game of lines also what the players lack before, the mover first. There `settled_moves` says by sets
        of cells what comes of all moves, and few positions are needed."""
        game = self.game
        if game.rows is None:
            children = {mv: self.play(pos, mv) for mv in moves}
            settled = {mv: self.settled(claim, child) for mv, child in children.items()}
            return {mv: holds for mv, holds in settled.items() if holds is not None}, children, None
        self.spend(len(moves) * (game.weight + PLAYED))
        lacks = self.lacks(pos, game.to_move(pos))
        return game.settled_moves(pos, lacks[0], claim), {}, lacks

    def check_shown(self, claim, pos, shown, index=None, reply=None):
        """That the claim holds in the position, as `shown` says; index is the entry that says so, None for a section;
        reply is the opponent's move that led there, if the entry is one of his."""
        if shown[0] == "settled":
            if self.settled(claim, pos) is not True:
                raise Reject("not-settled", "the game is not over or decided as claimed")
        elif shown[0] == "entry":
            self.check_link(claim, pos, shown[1], shown[2], index)
        else:
            _, kind, data = shown
            if kind == 8:
                raise Reject("evidence-fails", "a relevance zone elsewhere than after a reply")
            if self.marks is not None and kind != 2:
                self.marks.all_cells()
            if kind == 4:
                if claim.goal >= 6:
                    raise Reject("evidence-trait", "strategies do not speak of claims that count moves")
                holds = self.positional_strategy(claim, pos, data, reply)
            elif kind == 3:
                holds = self.table_value(claim, pos, data)
            else:
                holds = {1: self.reply_tree, 2: self.line_threats, 5: self.exhaustive, 6: self.solution_tree,
                         7: self.connection}[kind](claim, pos, data)
            if not holds:
                raise Reject("evidence-fails", f"in position {self.game.text(pos)}")

    def check_link(self, claim, pos, delta, m, index):
        target = delta if index is None else index + delta
        if not 0 <= target < len(self.positions):
            raise Reject("no-such-entry", f"entry {target}")
        if self.image(pos, m) != self.positions[target]:
            raise Reject("link-mismatch", f"entry {target} has another position than {self.game.text(pos)}")
        player = 1 - claim.player if m in self.game.swaps else claim.player
        if not self.claims[self.entry_claims[target]].implies(player, claim.goal, claim.n):
            raise Reject("claim-mismatch", f"entry {target} has another claim")
        if index is not None and delta <= 0:
            parent_class = self.game.conversion_class(self.positions[index])
            if parent_class is None or parent_class != self.game.conversion_class(pos) \
                    or not claim.fulfilled_at(self.game, self.game.endless(parent_class), NEVER):
                raise Reject("backward-link", f"to entry {target}")

    def statement(self):
        """Game, claim and position as they are printed."""
        over = self.game.outcome(self.root) is not None
        mover = 0 if over else self.game.to_move(self.root)
        claim = self.claims[self.sections[0][0]]
        if len(self.sections) == 1:
            claim = claim.text(self.game, mover, over)
        elif claim.goal == 1:
            claim = "value=draw"
        elif claim.goal >= 6:
            moves = claim.n + claim.goal - 6
            claim = f"{mates(self.game.players[claim.player], claim.player == mover, over)}={moves}"
        else:
            claim = f"score={claim.n if claim.player == mover else -claim.n}"
        return self.game.name, claim, self.game.text(self.root)
