"""What is proved: a claim about a position, and a list of claims."""

from .games.game import DRAW

NEVER = float("inf")        # moves till the end of endless play


class Claim:
    """`player` wins (goal 0), does not lose (1), has a score of at least n (2) or at most n (3), captures at least n (4) or
    less (5), wins with at most n moves of its own (6) or does not (7). The prover is who has to see to it."""

    __slots__ = ("player", "goal", "n", "prover")

    def __init__(self, player, goal, n=0):
        self.player, self.goal, self.n = player, goal, n
        self.prover = 1 - player if goal in (3, 5, 7) else player

    def after(self, mover):
        """What is left to be shown after a move of the mover's: goals 6 and 7 count the player's moves."""
        counts = self.goal >= 6 and mover == self.player
        return Claim(self.player, self.goal, max(self.n - 1, 0)) if counts else self

    def implies(self, player, goal, n):
        """Whether a position in which this claim holds is one in which that claim does."""
        enough = self.n <= n if goal == 6 else self.n >= n if goal == 7 else self.n == n
        return (self.player, self.goal) == (player, goal) and enough

    def fulfilled(self, outcome, first_score=0, captures=(0, 0), moves=0):
        """Whether an end fulfils it that comes after so many moves of the winner's."""
        score = -first_score if self.player else first_score
        taken = captures[self.player]
        return (outcome == self.player, outcome in (self.player, DRAW), score >= self.n, score <= self.n,
                taken >= self.n, taken < self.n,
                outcome == self.player and moves <= self.n, outcome != self.player or moves > self.n)[self.goal]

    def fulfilled_at(self, game, end, moves=0):
        """The same for an outcome with the first player's score."""
        return self.fulfilled(*end, game.captures(end[1]), moves)

    def text(self, game, mover, over=False):
        """As it is printed; where the game is over at the root, nobody is to move, and who mates is named."""
        name = game.players[self.player]
        if self.goal < 2:
            return name + ("-wins", "-does-not-lose")[self.goal]
        if self.goal >= 6:
            return mates(name, self.player == mover, over) + ("<=", ">")[self.goal - 6] + str(self.n)
        return ("" if self.player == mover else name + "-") + \
            ("score>=", "score<=", "captures>=", "captures<")[self.goal - 2] + str(self.n)


def mates(name, to_move, over):
    """The word for a win that is counted in moves."""
    return name + "-mates" if over else "mate" if to_move else "mated"


class Claims:
    """A list of claims, each in eight bytes."""

    def __init__(self, codes):
        self.codes = codes

    def __len__(self):
        return len(self.codes)

    def __getitem__(self, index):
        code = self.codes[index]
        return Claim(code & 1, code >> 1 & 7, code >> 4)
