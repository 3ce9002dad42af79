"""Morris with mills: six men's, nine men's, and Lasker's."""

import functools
import itertools
import math

from ..reject import Reject
from ..sets import bits_of, set_of
from .game import DRAW, GAMES, LEGAL, Game


class Morris(Game):
    """Morris with mills. A position is its encoding: the points (0 empty, 1 white, 2 black), the men in hand of both, and who is to move."""
    players = ("white", "black")
    maps = 16
    repeats = True

    def __init__(self, family, men, flying):
        self.name = f"{family}-morris:men={men},flying={flying}"
        self.men, self.flying, self.early = men, flying == "on", family == "lasker"
        self.rings = 2 if family == "six-mens" else 3
        self.points = points = 8 * self.rings
        self.start = bytes(points) + bytes((men, men, 0))
        self.title = (self.name, "a draw", 1)
        self.all = tuple(range(points))
        # A line runs along a side of a ring from corner to corner, or in from the middle of an outer side.
        lines = [[8 * r + (2 * side + step) % 8 for step in range(3)] for r in range(self.rings) for side in range(4)]
        spokes = [[8 * r + 2 * side + 1 for r in range(self.rings)] for side in range(4)]
        pairs = {frozenset(pair) for line in lines + spokes for pair in zip(line, line[1:])}
        self.beside = [[q for q in self.all if frozenset((p, q)) in pairs] for p in self.all]
        self.mills = [line for line in lines + spokes if len(line) == 3]
        self.through = [[mill for mill in self.mills if p in mill] for p in self.all]
        self.map_tables = [[self.map_point(m, p) for p in self.all] for m in range(16)]
        self.places = [self.place(p) for p in self.all]
        sides = [(hand, board) for hand in range(men + 1) for board in range(max(0, 3 - hand), men - hand + 1)]
        pairs = [(a, b) for a in sides for b in sides if a >= b and (self.early or a[0] - b[0] < 2)]
        pairs.sort(key=lambda p: (p[0][0] + p[1][0], p[0][1] + p[1][1], p))
        self.layer_list = [None] + pairs
        self.layer_numbers = {pair: layer for layer, pair in enumerate(pairs, 1)}
        self.layers = len(self.layer_list)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)
        self.least = functools.cache(self.least_sets)

    def map_point(self, m, point):
        ring, place = divmod(point, 8)
        if m & 4:
            place = -place
        if m & 8:
            ring = self.rings - 1 - ring
        return 8 * ring + (place + 2 * (m % 4)) % 8

    def place(self, point):
        """Column and row, from 0 at the lower left."""
        ring, place = divmod(point, 8)
        column, row = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))[place]
        return self.rings + (self.rings - ring) * column, self.rings + (self.rings - ring) * row

    def hand(self, pos, player):
        return pos[self.points + player]

    def total(self, pos, player):
        return self.hand(pos, player) + pos[:self.points].count(player + 1)

    def to_move(self, pos):
        return pos[-1]

    def decode(self, code):
        pos = bytes(code)
        if len(pos) != self.points + 3 or any(b > 2 for b in pos[:self.points]) or pos[-1] > 1:
            raise Reject("bad-position", "not the points, two hands and a side")
        mover = pos[-1]
        totals, hands = [[f(pos, player) for player in (0, 1)] for f in (self.total, self.hand)]
        if max(totals) > self.men:
            raise Reject("bad-position", "too many men")
        if not self.early and any(hands) and hands[1] - hands[0] != mover:
            raise Reject("bad-position", "men are not placed in turn")
        if totals[mover] < 2 or totals[1 - mover] < 3:
            raise Reject("bad-position", "too few men")
        return pos

    def encode(self, pos):
        return pos

    def in_mill(self, board, point):
        return any(board[a] == board[b] == board[c] for a, b, c in self.through[point])

    def all_legal(self, pos):
        mover, board = pos[-1], pos[:self.points]
        own, other = mover + 1, 2 - mover
        victims = [p for p in self.all if board[p] == other]
        victims = [p for p in victims if not self.in_mill(board, p)] or victims
        men = [p for p in self.all if board[p] == own]
        hand = self.hand(pos, mover)
        origins = ([None] if hand else []) + (men if self.early or not hand else [])
        found = []
        for origin in origins:
            jumps = origin is None or self.flying and len(men) == 3 and not hand
            for to in self.all if jumps else self.beside[origin]:
                if board[to]:
                    continue
                after = bytearray(board)
                if origin is not None:
                    after[origin] = 0
                after[to] = own
                base = to + 32 * (0 if origin is None else origin + 1)
                taken = [1024 * (p + 1) for p in victims] if self.in_mill(after, to) else []
                found += [base + it for it in taken or [0]]
        return tuple(sorted(found))

    def moves(self, pos):
        return [] if min(self.total(pos, 0), self.total(pos, 1)) < 3 else self.legal(pos)

    def play(self, pos, mv):
        taken, origin, to = mv // 1024, mv // 32 % 32, mv % 32
        after, mover = bytearray(pos), pos[-1]
        if origin:
            after[origin - 1] = 0
        else:
            after[self.points + mover] -= 1
        after[to] = mover + 1
        if taken:
            after[taken - 1] = 0
        after[-1] = 1 - mover
        return bytes(after)

    def outcome(self, pos):
        for player in (0, 1):
            if self.total(pos, player) < 3:
                return 1 - player
        return None if self.legal(pos) else 1 - pos[-1]

    def image(self, pos, m):
        after = bytearray(pos)
        for point, goes_to in enumerate(self.map_tables[m]):
            after[goes_to] = pos[point]
        return bytes(after)

    def conversion_class(self, pos):
        return 4 * self.men - sum(self.total(pos, player) + self.hand(pos, player) for player in (0, 1))

    def endless(self, number):
        return DRAW, 0

    def text(self, pos):
        if pos == self.start:
            return "start"
        size = 2 * self.rings + 1
        at = {place: ".xo"[man] for place, man in zip(self.places, pos)}
        rows = ("".join(at.get((column, row), "") for column in range(size)) for row in range(size - 1, -1, -1))
        return f"{'/'.join(rows)}:{self.hand(pos, 0)},{self.hand(pos, 1)}:{'xo'[pos[-1]]}"

    # Tables

    def least_sets(self, men):
        """The sets of so many points that no map sends to a lesser one, each with its place among them."""
        found = []
        for points in itertools.combinations(self.all, men):
            number = set_of(points)
            if all(set_of(table[p] for p in points) >= number for table in self.map_tables[1:]):
                found.append(number)
        return {number: place for place, number in enumerate(sorted(found))}

    def orientations(self, layer):
        one, other = self.layer_list[layer]
        twice = one != other and (self.early or one[0] == other[0])
        return [(one, other), (other, one)] if twice else [(one, other)]

    def numbers(self, own, other):
        return len(self.least(own[1])) * math.comb(self.points - own[1], other[1])

    def indices(self, layer):
        return sum(self.numbers(*pair) for pair in self.orientations(layer)) if layer else 1

    def index(self, pos):
        """The layer and the index there."""
        mover = pos[-1]
        if self.total(pos, mover) < 3:
            return 0, 0
        men = [[p for p in self.all if pos[p] == player + 1] for player in (mover, 1 - mover)]
        own, other = ((self.hand(pos, player), len(it)) for player, it in zip((mover, 1 - mover), men))
        layer = self.layer_numbers.get((max(own, other), min(own, other)))
        if layer is None:
            return None
        number = 0
        for pair in self.orientations(layer):
            if pair == (own, other):
                break
            number += self.numbers(*pair)
        first, second = min(tuple(set_of(table[p] for p in it) for it in men) for table in self.map_tables)
        free = [p for p in self.all if not first >> p & 1]
        chosen = sum(math.comb(free.index(p), k) for k, p in enumerate(bits_of(second), 1))
        return layer, number + self.least(own[1])[first] * math.comb(len(free), other[1]) + chosen

    def worth(self, pos, value):
        """Outcome and score, which there is none of, if the table has this value; and moves, which nobody counts."""
        mover = pos[-1]
        return (DRAW if value == 0 else mover if value > 0 else 1 - mover, 0), 0


for family, most in (("six-mens", 6), ("nine-mens", 9), ("lasker", 10)):
    for men, flying in itertools.product(range(3, most + 1), ("on", "off")):
        GAMES[f"{family}-morris:men={men},flying={flying}"] = functools.partial(Morris, family, men, flying)
