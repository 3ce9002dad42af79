"""Awari."""

import functools
import itertools
import math

from ..reject import Reject
from .game import DRAW, GAMES, LEGAL, Game


class Awari(Game):
    """A position is (houses, captured, mover): the stones in the twelve houses, what south and north have captured, and who
    is to move."""
    players = ("south", "north")
    maps = 2
    swaps = (1,)
    repeats = True
    has_scores = True
    layers = 49
    weight = 15
    start = ((4,) * 12, (0, 0), 0)

    def __init__(self, grand_slam, rest, worth):
        self.name = f"awari:grand-slam={grand_slam},rest={rest},worth={worth}"
        self.grand_slam, self.rest, self.has_captures = grand_slam, rest, worth == "game"
        self.title = (f"awari:grand-slam={grand_slam},rest={rest},worth=to-come", "0", 1)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)

    def decode(self, code):
        if len(code) != 15 or code[14] > 1:
            raise Reject("bad-position", "not fourteen numbers and a side")
        if sum(code[:14]) > 48 or self.has_captures and sum(code[:14]) < 48:
            raise Reject("bad-position", "the number of stones does not fit")
        return tuple(code[:12]), (code[12], code[13]), code[14]

    def encode(self, pos):
        return bytes((*pos[0], *pos[1], pos[2]))

    def to_move(self, pos):
        return pos[2]

    def sown(self, pos, house):
        """The position after sowing a house, and whether that is a grand slam."""
        houses, captured, mover = list(pos[0]), list(pos[1]), pos[2]
        stones, houses[house], at = houses[house], 0, house
        while stones:
            at = (at + 1) % 12
            if at != house:
                houses[at] += 1
                stones -= 1
        before, theirs = list(houses), range(6 - 6 * mover, 12 - 6 * mover)
        taken = 0
        while at in theirs and houses[at] in (2, 3):
            taken += houses[at]
            houses[at] = 0
            at -= 1
        slam = taken > 0 and not any(houses[h] for h in theirs)
        if slam and self.grand_slam == "no-capture":
            houses, taken = before, 0
        captured[mover] += taken
        return (tuple(houses), tuple(captured), 1 - mover), slam

    def all_legal(self, pos):
        every, feeding = [], []
        for house in range(6 * pos[2], 6 * pos[2] + 6):
            if pos[0][house]:
                after, slam = self.sown(pos, house)
                if slam and self.grand_slam == "forbidden":
                    continue
                every.append(house)
                if any(after[0][6 * after[2]:6 * after[2] + 6]):
                    feeding.append(house)
        return feeding or every

    def moves(self, pos):
        return self.legal(pos)

    def play(self, pos, house):
        return self.sown(pos, house)[0]

    def lead(self, pos):
        return pos[1][0] - pos[1][1]

    def ended(self, score):
        return DRAW if score == 0 else 0 if score > 0 else 1

    def outcome(self, pos):
        return None if self.legal(pos) else self.ended(self.score(pos))

    def score(self, pos):
        south, north = sum(pos[0][:6]), sum(pos[0][6:])
        everything = south + north if pos[2] == 0 else -south - north       # to the side to move
        return self.lead(pos) + {"opponent": -everything, "mover": everything, "side": south - north, "split": 0}[self.rest]

    def captures(self, score):
        return ((48 + score) // 2, (48 - score) // 2)

    def decided(self, pos, claim):
        rest = sum(pos[0])
        ends = {claim.fulfilled(self.ended(score), score, self.captures(score))
                for score in (self.lead(pos) - rest, self.lead(pos) + rest)}
        return ends.pop() if len(ends) == 1 else None

    def image(self, pos, m):
        houses, captured, mover = pos
        return (houses[6:] + houses[:6], captured[::-1], 1 - mover) if m else pos

    def conversion_class(self, pos):
        south, north = pos[1]
        return 49 * (south + north) + south

    def endless(self, number):
        both, south = divmod(number, 49)
        score = 2 * south - both
        return self.ended(score), score

    def text(self, pos):
        if pos == self.start:
            return "start"
        south, north = (",".join(map(str, half)) for half in (pos[0][:6], pos[0][6:]))
        return f"{south}/{north}/{pos[1][0]}:{pos[1][1]}/{self.players[pos[2]]}"

    # Tables

    def indices(self, layer):
        return math.comb(layer + 11, 11)

    def index(self, pos):
        """The layer and the index there."""
        houses = pos[0][6:] + pos[0][:6] if pos[2] else pos[0]
        index = below = 0
        for k in range(1, 12):
            below += houses[k - 1]
            index += math.comb(below + k - 1, k)
        return sum(houses), index

    def worth(self, pos, value):
        """Outcome and the first player's score, if the side to move gains so much from here on; and moves, which nobody counts."""
        score = self.lead(pos) + (-value if pos[2] else value)
        return (self.ended(score), score), 0


for keys in itertools.product(("allowed", "no-capture", "forbidden"), ("opponent", "mover", "side", "split"), ("game", "to-come")):
    GAMES["awari:grand-slam=%s,rest=%s,worth=%s" % keys] = functools.partial(Awari, *keys)
