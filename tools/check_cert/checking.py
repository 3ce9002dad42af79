"""What every part of a check goes by: the game's moves and ends, and the work and memory that they take (section 5)."""

from .reader import Reader
from .reject import Reject

LEAST_WORK = 20_000_000     # what every certificate may take (section 5 of the format)
WORK_A_BYTE = 1_000         # what each byte of its stream adds, but for the remark
MOST_WORK = 40_000_000_000  # and what none may take
LEAST_HELD = 24_000_000     # bytes that entries, evidence and what is remembered of it may take in memory
HELD_A_BYTE = 24            # and what each byte of the stream adds
PLAYED = 3                  # work for a position that is played, besides the game's weight


class Checking:
    """The check of a certificate's stream. `place` is where the work is, for the rejection."""

    def __init__(self, stream, most_work=None, tables=None):
        """`tables` is the directory of the tables that it may rest on."""
        self.directory = tables
        self.reader = Reader(stream, 0, len(stream))
        self.work_given = most_work
        self.work = self.held = 0
        self.set_limits(len(stream))
        self.place = "header"
        self.marks = self.zones = None      # of the entry that is being checked, and of all, if zones are asked for
        self.derived = None, None, 0        # the connection whose lemmas were derived last, what they say, and what that takes

    def set_limits(self, size):
        self.most_held = LEAST_HELD + HELD_A_BYTE * size
        self.most_work = min(MOST_WORK, LEAST_WORK + WORK_A_BYTE * size) if self.work_given is None else self.work_given

    def spend(self, steps):
        self.work += steps
        if self.work > self.most_work:
            raise Reject("work-limit", f"more work than {self.most_work}")

    def hold(self, size):
        """Tells that so many bytes of memory are taken, or given back."""
        self.held += size
        if self.held > self.most_held:
            raise Reject("work-limit", f"more memory than {self.most_held} bytes")

    def image(self, pos, m):
        if m >= self.game.maps:
            raise Reject("no-such-map", "the game does not have this symmetry")
        return self.game.image(pos, m) if m else pos

    def play(self, pos, mv):
        """The position after a legal move."""
        self.spend(self.game.weight + PLAYED)
        child = self.game.play(pos, mv)
        old = self.game.conversion_class(pos)
        if old is not None and self.game.conversion_class(child) < old:
            raise Reject("class-order", "a move into an earlier class")
        return child

    def settled(self, claim, pos):
        """Whether the claim holds, if the game is over or decided; else None."""
        game = self.game
        outcome = game.outcome(pos)
        if outcome is not None:
            return claim.fulfilled_at(game, (outcome, game.score(pos)))
        # No move is left to a player that has to make one to win: it is to move, or the other's move cannot make it win.
        if claim.goal >= 6 and claim.n == 0 and (game.only_own_moves_win or game.to_move(pos) == claim.player):
            return claim.goal == 7
        return game.decided(pos, claim)

    def sides(self, pos, player):
        return pos[player], pos[1 - player]
