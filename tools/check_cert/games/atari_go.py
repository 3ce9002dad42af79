"""Atari Go: who captures first wins."""

import functools

from ..reject import Reject
from ..sets import bits_of
from .board import rows_text, square_map
from .game import GAMES, LEGAL, Game


class AtariGo(Game):
    """A position is (black, white), the sets of points with stones of either."""
    players = ("black", "white")
    weight = 110

    def __init__(self, size, crosscut):
        self.name = f"atari-go:size={size},start={'crosscut' if crosscut else 'empty'}"
        self.size = size
        self.full = (1 << size * size) - 1
        self.left = sum(1 << size * row for row in range(size))     # the points of the first column
        self.start = (0, 0)
        if crosscut:
            low, high = size // 2 - 1, size // 2
            black, white = ((low, low), (high, high)), ((low, high), (high, low))
            self.start = tuple(sum(1 << size * r + c for r, c in points) for points in (black, white))
        points = [divmod(p, size) for p in range(size * size)]
        images = [[size * r + c for r, c in (square_map(m, p, size - 1) for p in points)] for m in range(8)]
        self.map_tables = [images[m] for m in ((0, 1, 6, 7) if crosscut else range(8))]
        self.maps = len(self.map_tables)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)

    def captured(self, stones, other):
        """The stones whose groups have no liberty."""
        alive, found = 0, self.full & ~(stones | other)
        while found:
            beside = found >> self.size | found << self.size | found >> 1 & ~(self.left << self.size - 1) \
                | found << 1 & ~self.left
            found = beside & stones & ~alive
            alive |= found
        return stones & ~alive

    def decode(self, code):
        count = self.size * self.size
        number = int.from_bytes(code, "little")
        if len(code) != (count + 3) // 4 or number >> 2 * count:
            raise Reject("bad-position", "not the length of an encoding")
        values = [number >> 2 * p & 3 for p in range(count)]
        if 3 in values:
            raise Reject("bad-position", "a point of no kind")
        pos = tuple(sum(1 << p for p in range(count) if values[p] == who) for who in (1, 2))
        if pos[0].bit_count() - pos[1].bit_count() not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        if any(first & ~now for first, now in zip(self.start, pos)):
            raise Reject("bad-position", "a stone of the crosscut is missing")
        mover = self.to_move(pos)
        mine, theirs = pos[mover], pos[1 - mover]
        if self.captured(mine, theirs):
            for last in bits_of(theirs & ~self.start[1 - mover]):
                before = theirs & ~(1 << last)
                if not self.captured(mine, before) and not self.captured(before, mine):
                    break
            else:
                raise Reject("bad-position", "no single stone has captured")
        elif self.captured(theirs, mine):
            raise Reject("bad-position", "stones without liberties of the player who moved last")
        return pos

    def encode(self, pos):
        number = sum(who << 2 * p for who, stones in zip((1, 2), pos) for p in bits_of(stones))
        return number.to_bytes((self.size * self.size + 3) // 4, "little")

    def to_move(self, pos):
        return (pos[0] | pos[1]).bit_count() & 1

    def outcome(self, pos):
        return None if self.legal(pos) else 1 - self.to_move(pos)

    def moves(self, pos):
        return self.legal(pos)

    def all_legal(self, pos):
        """The legal moves; none if stones of the side to move are captured."""
        mover = self.to_move(pos)
        mine, theirs = pos[mover], pos[1 - mover]
        if self.captured(mine, theirs):
            return []
        empty = bits_of(self.full & ~(mine | theirs))
        return [p for p in empty if self.captured(theirs, mine | 1 << p) or not self.captured(mine | 1 << p, theirs)]

    def play(self, pos, point):
        if self.to_move(pos):
            return (pos[0], pos[1] | 1 << point)
        return (pos[0] | 1 << point, pos[1])

    def image(self, pos, m):
        table = self.map_tables[m]
        return tuple(sum(1 << table[p] for p in bits_of(stones)) for stones in pos)

    def text(self, pos):
        if pos == self.start:
            return "start"
        return rows_text(self.size, self.size, pos)


for size in range(2, 20):
    GAMES[f"atari-go:size={size},start=empty"] = functools.partial(AtariGo, size, False)
    if size >= 4 and size % 2 == 0:
        GAMES[f"atari-go:size={size},start=crosscut"] = functools.partial(AtariGo, size, True)
