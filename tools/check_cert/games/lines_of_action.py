"""Lines of Action."""

import functools
import itertools

from ..reject import Reject
from ..sets import bits_of
from .game import DRAW, GAMES, LEGAL
from .sided import SidedGame


class LinesOfAction(SidedGame):
    """A position is (black, white, mover)."""
    players = ("black", "white")
    repeats = True
    passing = 4096

    def __init__(self, size, simultaneous):
        self.set_up("lines-of-action", size, size, range(8))
        self.name = f"lines-of-action:size={size},simultaneous={simultaneous}"
        self.draws = simultaneous == "draw"
        inner = range(1, size - 1)
        rows = sum(1 << c | 1 << size * (size - 1) + c for c in inner)
        self.start = (rows, sum(1 << size * r | 1 << size * r + size - 1 for r in inner), 0)
        self.joined = functools.lru_cache(maxsize=16 * LEGAL)(self.hangs_together)

    def decode(self, code):
        pos = self.read(code, 2)
        if pos[0] & pos[1] or not all(1 <= men.bit_count() <= 2 * (self.width - 2) for men in pos[:2]):
            raise Reject("bad-position", "two men on a cell, or not the right number of men")
        return pos

    def ways(self, cell):
        """The cells from this one to the edge, in the eight directions."""
        row, column = divmod(cell, self.width)
        for down in (-1, 0, 1):
            for aside in (-1, 0, 1):
                if down or aside:
                    way, r, c = [], row + down, column + aside
                    while 0 <= r < self.width and 0 <= c < self.width:
                        way.append(self.width * r + c)
                        r, c = r + down, c + aside
                    yield (down, aside), way

    def hangs_together(self, men):
        cells = bits_of(men)
        reached, fresh = {cells[0]}, [cells[0]]
        while fresh:
            for _, way in self.ways(fresh.pop()):
                if way and men >> way[0] & 1 and way[0] not in reached:
                    reached.add(way[0])
                    fresh.append(way[0])
        return len(reached) == len(cells)

    def outcome(self, pos):
        mover, last = self.joined(pos[pos[2]]), self.joined(pos[1 - pos[2]])
        if mover and last:
            return DRAW if self.draws else 1 - pos[2]
        return pos[2] if mover else 1 - pos[2] if last else None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        own, other, found = pos[pos[2]], pos[1 - pos[2]], []
        for cell in bits_of(own):
            ways = dict(self.ways(cell))
            for (down, aside), way in ways.items():
                n = 1 + sum((own | other) >> c & 1 for c in way + ways[-down, -aside])
                if n <= len(way) and not any(other >> c & 1 for c in way[:n - 1]) and not own >> way[n - 1] & 1:
                    found.append(64 * cell + way[n - 1])
        return sorted(found) or [self.passing]

    def play(self, pos, mv):
        if mv == self.passing:
            return pos[0], pos[1], 1 - pos[2]
        own, other, to = pos[pos[2]] & ~(1 << mv // 64) | 1 << mv % 64, pos[1 - pos[2]] & ~(1 << mv % 64), 1 - pos[2]
        return (other, own, to) if pos[2] else (own, other, to)

    def conversion_class(self, pos):
        return 4 * (self.width - 2) - (pos[0] | pos[1]).bit_count()

    def endless(self, number):
        return DRAW, 0


for size, simultaneous in itertools.product(range(4, 9), ("draw", "mover")):
    GAMES[f"lines-of-action:size={size},simultaneous={simultaneous}"] = functools.partial(LinesOfAction, size, simultaneous)
