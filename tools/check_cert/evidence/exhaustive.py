"""Evidence of kind 5: a number of plies within which playing out all lines shows the claim (section 4.5)."""

from ..checking import Checking
from ..memory import size_of

MOST_PLIES = 255            # of an exhaustive search


class Searches(Checking):
    """Checks evidence of kind 5."""

    def exhaustive(self, claim, pos, plies):
        """Is the claim shown by playing out all lines of at most so many plies?"""
        settled = self.settled(claim, pos)
        return settled if settled is not None else self.holds_within(claim, pos, plies, 0, {})

    def holds_within(self, claim, pos, plies, depth, killers):
        """The same for a position that is not settled; `killers` has the move that last decided a position at each depth."""
        game = self.game
        if plies == 0:
            return False
        provers_move, below = game.to_move(pos) == claim.prover, []
        claim = claim.after(game.to_move(pos))
        moves = game.moves(pos)
        for mv in moves:
            child = self.play(pos, mv)
            settled = self.settled(claim, child)
            if settled is None:
                below.append((mv, child))
            elif settled == provers_move:
                return settled
        if not moves or not below or plies == 1:
            return bool(moves) and not below and not provers_move
        below.sort(key=lambda it: (it[0] == killers.get(depth), it[0]), reverse=True)
        size = len(below) * (size_of(below[0][1]) + 100)
        self.hold(size)
        for mv, child in below:
            if self.holds_within(claim, child, plies - 1, depth + 1, killers) == provers_move:
                killers[depth] = mv
                break
        else:
            provers_move = not provers_move
        self.hold(-size)
        return provers_move
