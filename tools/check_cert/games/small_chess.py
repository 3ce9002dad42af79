"""Small chess: three files, and three ranks or four."""

import functools
import itertools
import math
import re

from ..reject import Reject
from ..sets import bits_of
from .chess import Chess
from .chess_men import BISHOP, BISHOP_STEPS, KING, KNIGHT, KNIGHT_STEPS, MEN, PAWN, QUEEN, ROOK, ROOK_STEPS
from .game import DRAW, GAMES, LEGAL, Game


class SmallChess(Game):
    """Chess on three files and three ranks, or four.

    A position is (men, mover): a byte a square, a man as in Chess, squares from a1 by ranks; and who is to move.
    """
    players = ("white", "black")
    maps = 1
    repeats = has_mates = only_own_moves_win = True
    weight = 20

    def __init__(self, height):
        self.name, self.height = f"small-chess:height={height}", height
        self.last = (height - 1, 0)                             # the rank on which a player's pawn becomes something else
        first = bytes((KING, QUEEN, ROOK))
        pawns = [bytes([man] * 3) for man in (PAWN, PAWN + 8)] if height == 4 else [bytes(3)]
        self.start = (first + b"".join(pawns) + bytes(man + 8 for man in first), 0)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)
        if height == 3:
            self.title, self.layers = (self.name, "a draw", 1), 8

    def decode(self, code):
        if len(code) != 3 * self.height + 1 or code[-1] > 1:
            raise Reject("bad-position", "not a byte a square and the side to move")
        men, mover = bytes(code[:-1]), code[-1]
        if any(man and not (man < 15 and 1 <= man & 7 <= 6) for man in men):
            raise Reject("bad-position", "a man of no kind")
        if any(man & 7 == PAWN and square // 3 == self.last[man >> 3] for square, man in enumerate(men)):
            raise Reject("bad-position", "a pawn on its last rank")
        if any(men.count(KING + 8 * player) != 1 for player in (0, 1)):
            raise Reject("bad-position", "not one king of each side")
        if self.in_check(men, 1 - mover):
            raise Reject("bad-position", "a check to the side that has just moved")
        return men, mover

    def encode(self, pos):
        return pos[0] + bytes([pos[1]])

    def text(self, pos):
        if pos == self.start:
            return "start"
        ranks = ["".join(MEN[man] for man in pos[0][3 * rank:3 * rank + 3]) for rank in range(self.height - 1, -1, -1)]
        return re.sub(" +", lambda gap: str(len(gap[0])), "/".join(ranks)) + " " + "wb"[pos[1]]

    def ray(self, men, square, step, most):
        """The squares from a square in a direction, the nearest first, to the first man."""
        file, rank = square % 3 + step[0], square // 3 + step[1]
        while most > 0 and 0 <= file < 3 and 0 <= rank < self.height:
            to = 3 * rank + file
            yield to
            if men[to]:
                return
            file, rank, most = file + step[0], rank + step[1], most - 1

    def attacked_from(self, men, square):
        """The squares that the man on a square attacks."""
        up = -1 if men[square] >> 3 else 1
        steps, most = {PAWN: (((-1, up), (1, up)), 1), KNIGHT: (KNIGHT_STEPS, 1), BISHOP: (BISHOP_STEPS, 4), ROOK: (ROOK_STEPS, 4),
                       QUEEN: (ROOK_STEPS + BISHOP_STEPS, 4), KING: (ROOK_STEPS + BISHOP_STEPS, 1)}[men[square] & 7]
        return [to for step in steps for to in self.ray(men, square, step, most)]

    def in_check(self, men, player):
        king = men.index(KING + 8 * player)
        return any(man and man >> 3 != player and king in self.attacked_from(men, square) for square, man in enumerate(men))

    def all_legal(self, pos):
        men, mover = pos
        moves = []
        for at, man in enumerate(men):
            if not man or man >> 3 != mover:
                continue
            targets = [to for to in self.attacked_from(men, at) if not men[to] or men[to] >> 3 != mover]
            if man & 7 == PAWN:
                step = at + (-3 if mover else 3)
                targets = [to for to in targets if men[to]] + ([step] if not men[step] else [])
            for to in targets:
                becomes = range(1, 5) if man & 7 == PAWN and to // 3 == self.last[mover] else (0,)
                moves += [128 * at + 8 * to + kind for kind in becomes]
        return sorted(mv for mv in moves if not self.in_check(self.play(pos, mv)[0], mover))

    def to_move(self, pos):
        return pos[1]

    def moves(self, pos):
        return list(self.legal(pos))

    def play(self, pos, mv):
        men, mover = bytearray(pos[0]), pos[1]
        at, to, kind = mv >> 7, mv >> 3 & 15, mv & 7
        men[to], men[at] = kind + 1 + 8 * mover if kind else men[at], 0
        return bytes(men), 1 - mover

    def outcome(self, pos):
        if self.legal(pos):
            return None
        return 1 - pos[1] if self.in_check(*pos) else DRAW

    def conversion_class(self, pos):
        pawns = [(square // 3, man >> 3) for square, man in enumerate(pos[0]) if man & 7 == PAWN]
        steps = sum(self.height - 1 - rank if player else rank for rank, player in pawns)
        men = 3 * self.height - pos[0].count(0)
        return ((12 - men) * 256 + 12 - len(pawns)) * 256 + steps

    def endless(self, conversion_class):
        return DRAW, 0

    # -- tables

    def digits(self, square):
        return 10 if square // 3 == 1 else 9

    @functools.cached_property
    def row_list(self):
        """For each layer the first number of each row, by the kings' squares and the set of the others, and how many numbers there are."""
        rows, sizes = [{} for _ in range(8)], [0] * 8
        for kings in itertools.product(range(9), repeat=2):
            apart = max(abs(kings[0] // 3 - kings[1] // 3), abs(kings[0] % 3 - kings[1] % 3)) > 1
            if not apart or tuple(self.image(king) for king in kings) < kings:
                continue
            for others in range(512):
                squares = bits_of(others)
                if not set(squares) & set(kings):
                    layer = len(squares)
                    rows[layer][kings, others] = sizes[layer]
                    sizes[layer] += math.prod(map(self.digits, squares))
        return rows, sizes

    def image(self, square):
        return square // 3 * 3 + 2 - square % 3

    def indices(self, layer):
        return self.row_list[1][layer]

    def index(self, pos):
        men, mover = pos
        if mover:
            men = bytes(man ^ 8 if man else 0 for first in (6, 3, 0) for man in men[first:first + 3])
        numbers = [self.number(men), self.number(bytes(men[self.image(square)] for square in range(9)))]
        layer = 9 - men.count(0) - 2
        return layer, min(number for number in numbers if number is not None)

    def number(self, men):
        kings, others, number = (men.index(KING), men.index(KING + 8)), 0, 0
        for square, man in enumerate(men):
            if not man or man & 7 == KING:
                continue
            others |= 1 << square
            digit = 2 * ((man & 7) - KNIGHT) + (man >> 3)
            if man & 7 == PAWN:
                digit = 9 if man >> 3 and square // 3 == 1 else 8
            number = number * self.digits(square) + digit
        first = self.row_list[0][others.bit_count()].get((kings, others))
        return None if first is None else first + number

    worth = Chess.worth


for height in (3, 4):
    GAMES[f"small-chess:height={height}"] = functools.partial(SmallChess, height)
