"""Checkers, as it is played in English."""

import functools
import math

from ..reject import Reject
from .game import DRAW, GAMES, LEGAL, Game


class Checkers(Game):
    """A position is its encoding: the dark squares (0 empty, 1 black man, 2 black king, 3 white man, 4 white king), and who is to move."""
    players = ("black", "white")
    maps = 2
    swaps = (1,)
    repeats = True

    def __init__(self, size, rows):
        full = size // 2 - 1
        self.name = f"checkers:size={size},rows={rows if rows < full else 'full'}"
        self.size, self.row = size, size // 2
        self.squares = size * self.row
        self.most = rows * self.row
        self.start = bytes((1,)) * self.most + bytes(self.squares - 2 * self.most) + bytes((3,)) * self.most + bytes(1)
        self.title = (self.name, "a draw", 1)
        # Dark squares by column and row from the top, and what is beside them: down left, down right, up left, up right.
        dark = [(column, row) for row in range(size) for column in range(size) if (column + row) % 2]
        number = {place: at for at, place in enumerate(dark)}
        self.beside = [[number.get((column + dc, row + dr)) for dc, dr in ((-1, 1), (1, 1), (-1, -1), (1, -1))]
                       for column, row in dark]
        sides = [(pieces, men) for pieces in range(1, self.most + 1) for men in range(pieces + 1)]
        pairs = [(a, b) for a in sides for b in sides if a >= b and a[0] + b[0] <= (6 if size == 8 else 8)]
        pairs.sort(key=lambda p: (p[0][0] + p[1][0], p[0][1] + p[1][1], p))
        self.layer_list = [None] + pairs
        self.layer_numbers = {pair: layer for layer, pair in enumerate(pairs, 1)}
        self.layers = len(self.layer_list)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)

    def to_move(self, pos):
        return pos[-1]

    def pieces(self, pos, player):
        return [s for s in range(self.squares) if pos[s] and (pos[s] - 1) // 2 == player]

    def last_row(self, player, square):
        return square < self.row if player else square >= self.squares - self.row

    def decode(self, code):
        pos = bytes(code)
        if len(pos) != self.squares + 1 or any(b > 4 for b in pos[:-1]) or pos[-1] > 1:
            raise Reject("bad-position", "not the squares and a side")
        if any(len(self.pieces(pos, player)) > self.most for player in (0, 1)):
            raise Reject("bad-position", "too many pieces")
        if any(pos[s] == 2 * player + 1 and self.last_row(player, s) for player in (0, 1) for s in range(self.squares)):
            raise Reject("bad-position", "a man on its last row")
        if not self.pieces(pos, 1 - pos[-1]):
            raise Reject("bad-position", "nobody has moved")
        return pos

    def encode(self, pos):
        return pos

    def all_legal(self, pos):
        """Every legal move with the position after it."""
        mover, found = pos[-1], []
        foes = (3 - 2 * mover, 4 - 2 * mover)

        def ways(piece):
            return range(4) if piece % 2 == 0 else range(2 * mover, 2 * mover + 2)

        def settle(board, at, piece):
            board[at] = 2 * mover + 2 if self.last_row(mover, at) else piece
            board[-1] = 1 - mover
            return bytes(board)

        for origin in self.pieces(pos, mover):
            piece = pos[origin]
            lifted = bytearray(pos)
            lifted[origin] = 0
            # What is under way: where the piece is, its path, and the board without the piece and what it jumped over. (That
            # no piece is jumped over twice follows: one that is gone is no foe; and no jump ends where one stood.)
            open_jumps = [(origin, 1, bytes(lifted))]
            while open_jumps:
                at, path, board = open_jumps.pop()
                on = []
                for way in ways(piece):
                    over = self.beside[at][way]
                    to = None if over is None else self.beside[over][way]
                    if to is not None and board[over] in foes and not board[to]:
                        after = bytearray(board)
                        after[over] = 0
                        on.append((to, 4 * path + way, bytes(after)))
                if path > 1 and (not on or piece % 2 and self.last_row(mover, at)):
                    found.append((64 * path + 32 + origin, settle(bytearray(board), at, piece)))
                else:
                    open_jumps += on
        if not found:
            for origin in self.pieces(pos, mover):
                for way in ways(pos[origin]):
                    to = self.beside[origin][way]
                    if to is not None and not pos[to]:
                        board = bytearray(pos)
                        board[origin] = 0
                        found.append((64 * (4 + way) + origin, settle(board, to, pos[origin])))
        return dict(sorted(found))

    def moves(self, pos):
        return list(self.legal(pos))

    def play(self, pos, mv):
        return self.legal(pos)[mv]

    def outcome(self, pos):
        return None if self.legal(pos) else 1 - pos[-1]

    def image(self, pos, m):
        if m == 0:
            return pos
        return bytes((0, 3, 4, 1, 2)[b] for b in reversed(pos[:-1])) + bytes((1 - pos[-1],))

    def conversion_class(self, pos):
        total = 2 * self.most * (self.size + 1)
        for s in range(self.squares):
            if pos[s]:
                gone = s // self.row
                total += (0, gone, self.size, self.size - 1 - gone, self.size)[pos[s]] - (self.size + 1)
        return total

    def endless(self, number):
        return DRAW, 0

    def text(self, pos):
        if pos == self.start:
            return "start"
        lists = [",".join(("" if pos[s] % 2 else "K") + str(s + 1) for s in self.pieces(pos, player)) for player in (1, 0)]
        return f"{'BW'[pos[-1]]}:W{lists[0]}:B{lists[1]}"

    # Tables

    def orientations(self, layer):
        one, other = self.layer_list[layer]
        return [(one, other), (other, one)] if one != other else [(one, other)]

    def blocks(self, own, other):
        """For each number of the mover's men on its first row, the ways of everything that is counted."""
        (pieces, men), (others, other_men), kings = own, other, self.squares - own[1] - other[1]
        return [(math.comb(self.row, j), math.comb(self.squares - 2 * self.row, men - j),
                 math.comb(self.squares - self.row - (men - j), other_men), math.comb(kings, pieces - men),
                 math.comb(kings - (pieces - men), others - other_men)) for j in range(min(men, self.row) + 1)]

    def numbers(self, own, other):
        return sum(math.prod(ways) for ways in self.blocks(own, other))

    def indices(self, layer):
        return sum(self.numbers(*pair) for pair in self.orientations(layer)) if layer else 1

    def index(self, pos):
        """The layer and the index there."""
        if not self.pieces(pos, pos[-1]):
            return 0, 0
        pos = self.image(pos, pos[-1])
        men, kings, other_men, other_kings = ([s for s in range(self.squares) if pos[s] == kind] for kind in (1, 2, 3, 4))
        own, other = (len(men) + len(kings), len(men)), (len(other_men) + len(other_kings), len(other_men))
        layer = self.layer_numbers.get((max(own, other), min(own, other)))
        if layer is None:
            return None
        index = 0 if own >= other else self.numbers(other, own)
        behind = [s for s in men if s >= self.row]
        blocks = self.blocks(own, other)
        on_row = len(men) - len(behind)
        index += sum(math.prod(ways) for ways in blocks[:on_row])
        inside, later = 0, range(self.row, self.squares)
        parts = ([s for s in men if s < self.row], range(self.row), ()), (behind, later, ()), (other_men, later, men), \
            (kings, range(self.squares), men + other_men), (other_kings, range(self.squares), men + other_men + kings)
        for ways, (chosen, cells, barred) in zip(blocks[on_row], parts):
            free = [s for s in cells if s not in barred]
            inside = inside * ways + sum(math.comb(free.index(s), k) for k, s in enumerate(chosen, 1))
        return layer, index + inside

    def worth(self, pos, value):
        """Outcome and score, which there is none of, if the table has this value; and moves, which nobody counts."""
        mover = pos[-1]
        return (DRAW if value == 0 else mover if value > 0 else 1 - mover, 0), 0


for size in (4, 6, 8):
    for rows in range(1, size // 2):
        GAMES[f"checkers:size={size},rows={rows if rows < size // 2 - 1 else 'full'}"] = functools.partial(Checkers, size, rows)
