"""What the rules of a game are, and the list of the games.

The class of a game has these methods:

  decode(bytes)   the position of an encoding, or Reject bad-position        encode(pos)     its encoding
  to_move(pos)    0 the first player, 1 the second                          outcome(pos)    None, 0, 1 or DRAW
  moves(pos)      the codes of all legal moves (none if the game is over)   play(pos, mv)   the position after a legal move
  image(pos, m)   the position under symmetry m, 0 <= m < maps              text(pos)       how it is printed
  conversion_class(pos)  None in a game where no position repeats; else a number that no move may make smaller
  endless(class)  the outcome and the first player's score of a play that never leaves a class

and name, players, start (a position), maps, and swaps (those maps that exchange the players). Positions are plain values,
one for each encoding: two are equal if and only if their encodings are.
"""

DRAW = 2                    # an outcome is None (not over), 0 or 1 (that player has won) or DRAW
LEGAL = 2_048               # positions of which the rules remember what is legal there
GAMES = {}                  # by the full name of a game: what makes its rules. Each family's file puts its own games in


class Game:
    """What most games are."""
    repeats = False         # whether a position can come again
    has_scores = False
    has_captures = False
    has_mates = False
    only_own_moves_win = False   # whether no move ends the game with a win for the player that did not make it
    weight = 10             # what a move counts as work
    stacked = False
    swaps = ()
    title = None            # of a game with tables: what their headers say of game, infinite play and index
    layers = 0              # of a game with tables: how many layers there are
    rows = None             # of a game of lines: every line, and its border: cells that must not be its owner's for it to count
    restricted = None       # of a game of lines: the player to whom it forbids moves, and `is_free` says to which cells it never does
    sides = None            # of a game of joining borders: for each player the borders (axis, number) that a chain must touch

    def is_legal(self, pos, mv):
        return mv in self.moves(pos)

    def can_move(self, pos):
        return bool(self.moves(pos))

    def conversion_class(self, pos):
        return None

    def score(self, pos):
        """The first player's score, if the game is over."""
        return 0

    def captures(self, score):
        """What each player has captured in the end, by the first player's score."""
        return (0, 0)

    def decided(self, pos, claim):
        """Whether the claim holds, if that is decided before the game is over; else None."""
        return None

    def above(self, mv):
        """In a game of stacked cells the move on top of a move, or None."""
        return None

    def spelled(self, text):
        """The text of a position with cells named as `text` names them, where it may have their numbers instead."""
        return text
