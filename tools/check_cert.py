#!/usr/bin/env python3
# Joined by tools/join_check_cert.py from the parts in tools/check_cert/, where changes are made.
"""Check a game certificate (*.quod), independently of the program that made it.

    check_cert.py FILE [--game G] [--position P] [--claim C] [--tables DIR] [--sample N --seed S] [--work N]

What it proves.  A certificate is a strategy written down: a list of entries "in this position this claim holds", each
shown either by one move of the prover or against every legal move of the opponent.  If this program ends with

    s VERIFIED GAME CLAIM POSITION

then CLAIM is true of POSITION in GAME, by the rules of the games: the prover's moves that the file gives are legal, every
legal reply of the opponent was played out on the board and answered, links between entries go strictly forward (or stay
in a class of positions where playing on for ever fulfils the claim), and so every play ends as claimed.  It does not
matter how the file was made.  Anything wrong ends with `s REJECTED reason at place`; that says nothing about the claim.
`s SAMPLED ...` says that only some of the entries were checked, and proves nothing.
`s UNKNOWN internal at place`, exit code 3, says that this program met a mistake of its own.

What it trusts.  Python, the rules of the games (a class each: moves, ends, symmetries, conversion classes), and
the argument above, which is written out in docs/trust.md.  CRC-32 and SHA-256 guard against damage, not against deceit.
A certificate may rest on tables of values; then the last line says `assuming` which, by the SHA-256 of their files, and
what is proved is proved if these are right. This program reads their values and does not derive them.

The format is docs/formats/certificate.md; what it leaves to the games is docs/formats/games.md, and tables are docs/formats/table.md.
It was written from these pages, chess and its kin from the documentation of the Rust rules.  It covers the games that the dictionary
`GAMES` has, a part of the program a family; all claims; and the evidence kinds 1 (reply tree), 2 (line threats), 3 (table value),
4 (positional strategy), 5 (exhaustive search), 6 (solution tree), 7 (connection) and 8 (relevance zone).

How it goes: read_container -> Certificate.read (header, then every entry: grammar, position, duplicates)
-> Certificate.check (sections, then the body of every entry; from the last to the first if evidence asks for zones).

What it takes.  Work and memory are counted where a file could ask for much (`spend` and `hold`), and refused beyond the limits
of section 5: 64 MB and 40 bytes for each byte of the file, Python itself aside. So grammar is read without keeping anything.
"""

import argparse
import array
import collections
import functools
import hashlib
import itertools
import math
import operator
import os
import random
import re
import sys
import zlib


# ---- check_cert/reject.py
# How a certificate is refused.

class Reject(Exception):
    """The certificate is refused. `place` is filled in by whoever knows it."""

    def __init__(self, reason, detail="", place=None):
        super().__init__(reason, detail)
        self.reason, self.detail, self.place = reason, detail, place


def malformed(detail):
    return Reject("malformed", detail)


# ---- check_cert/reader.py
# Numbers, texts and parts, as they stand in a stream (section 2).

class Reader:
    """A cursor over a part of the stream."""

    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, end
        self.most_table = -1        # the highest place in the list of tables that evidence named
        self.any_zone = False       # whether there was an item of kind 8

    def u(self):
        data, at, end = self.data, self.at, self.end
        if at >= end:
            raise malformed("a number is cut off")
        byte = data[at]
        value, shift = byte & 127, 7
        at += 1
        while byte > 127:
            if at >= end or shift > 63:
                raise malformed("a number is cut off or has more than ten bytes")
            byte = data[at]
            value |= (byte & 127) << shift
            shift += 7
            at += 1
            if byte == 0:
                raise malformed("a number is not written in the fewest bytes")
        if value >> 64:
            raise malformed("a number does not fit 64 bits")
        self.at = at
        return value

    def z(self):
        value = self.u()
        return -(value + 1 >> 1) if value & 1 else value >> 1

    def move(self, least=0):
        """The code of a move; with `least`, given as the distance from there."""
        code = least + self.u()
        if code >> 32:
            raise malformed("the code of a move does not fit 32 bits")
        return code

    def count(self):
        number = self.u()
        if number > self.end - self.at:
            raise malformed("a count or length beyond the end")
        return number

    def rest(self):
        """All bytes that are left."""
        data, self.at = self.data[self.at:self.end], self.end
        return data

    def part(self):
        """`bytes`, as a reader of its own."""
        length = self.count()
        self.at += length
        return Reader(self.data, self.at - length, self.at)

    def bytes(self):
        part = self.part()
        return self.data[part.at:part.end]

    def text(self):
        try:
            return self.bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise malformed("a text is not UTF-8") from None

    def tag(self, tags):
        tag = self.u()
        if tag >= tags:
            raise malformed("unknown tag")
        return tag

    def finish(self):
        if self.at != self.end:
            raise malformed("bytes left over")


# ---- check_cert/checking.py
# What every part of a check goes by: the game's moves and ends, and the work and memory that they take (section 5).

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


# ---- check_cert/games/game.py
# What the rules of a game are, and the list of the games.
#
# The class of a game has these methods:
#
#   decode(bytes)   the position of an encoding, or Reject bad-position        encode(pos)     its encoding
#   to_move(pos)    0 the first player, 1 the second                          outcome(pos)    None, 0, 1 or DRAW
#   moves(pos)      the codes of all legal moves (none if the game is over)   play(pos, mv)   the position after a legal move
#   image(pos, m)   the position under symmetry m, 0 <= m < maps              text(pos)       how it is printed
#   conversion_class(pos)  None in a game where no position repeats; else a number that no move may make smaller
#   endless(class)  the outcome and the first player's score of a play that never leaves a class
#
# and name, players, start (a position), maps, and swaps (those maps that exchange the players). Positions are plain values,
# one for each encoding: two are equal if and only if their encodings are.

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


# ---- check_cert/claims.py
# What is proved: a claim about a position, and a list of claims.

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


# ---- check_cert/sets.py
# Sets of small numbers: bit n of a number says whether n is in the set.

def single_bit(bits):
    return bits & (bits - 1) == 0


def bits_of(bits):
    """The numbers of the bits that are set, ascending."""
    cells = []
    while bits:
        low = bits & -bits
        cells.append(low.bit_length() - 1)
        bits ^= low
    return cells


def set_of(numbers):
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def set_union(sets):
    return functools.reduce(operator.or_, sets, 0)


# ---- check_cert/games/board.py
# Squares and their symmetries, and boards as they are printed.

def square_map(m, point, last=2):
    """The symmetries of the square whose rows and columns are numbered from 0 to `last`."""
    row, column = point
    if m & 1:
        row, column = column, row
    if m & 2:
        row = last - row
    if m & 4:
        column = last - column
    return row, column


def rows_text(width, height, stones):
    """The rows from the top, with numbers for empty cells side by side."""
    rows = []
    for row in range(height - 1, -1, -1):
        cells = range(width * row, width * (row + 1))
        line = "".join("x" if stones[0] >> c & 1 else "o" if stones[1] >> c & 1 else "." for c in cells)
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots.group())), line))
    return "/".join(rows)


# ---- check_cert/games/sided.py
# What games on a board have in common whose positions say who is to move.

class SidedGame(Game):
    """A game on cells width * row + column, rows from the bottom, with the side to move in the position's last place."""
    def set_up(self, family, width, height, maps):
        self.name = f"{family}:width={width},height={height}"
        self.width, self.height, self.area = width, height, width * height
        self.full = (1 << self.area) - 1
        self.left = sum(1 << width * row for row in range(height))     # the cells of the first column
        self.maps = len(maps)
        self.map_tables = [[self.map_cell(m, *divmod(c, width)) for c in range(self.area)] for m in maps]

    def map_cell(self, m, row, column):
        if m & 1:
            row, column = column, row
        if m & 2:
            row = self.height - 1 - row
        if m & 4:
            column = self.width - 1 - column
        return self.width * row + column

    def up(self, cells):
        return cells << self.width & self.full

    def right(self, cells):
        return cells << 1 & self.full & ~self.left

    def leftward(self, cells):
        return (cells & ~self.left) >> 1

    def beside(self, cells):
        return self.up(cells) | self.right(cells) | self.leftward(cells) | cells >> self.width

    def read(self, code, sets):
        length = (self.area + 7) // 8
        if len(code) != sets * length + 1 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        found = tuple(int.from_bytes(code[length * at:length * (at + 1)], "little") for at in range(sets))
        if any(cells & ~self.full for cells in found):
            raise Reject("bad-position", "a cell that is not on the board")
        return (*found, code[-1])

    def encode(self, pos):
        length = (self.area + 7) // 8
        return b"".join(cells.to_bytes(length, "little") for cells in pos[:-1]) + bytes((pos[-1],))

    def to_move(self, pos):
        return pos[-1]

    def image(self, pos, m):
        table = self.map_tables[m]
        return (*(sum(1 << table[c] for c in bits_of(cells)) for cells in pos[:-1]), pos[-1])

    def drawn(self, pos):
        return rows_text(self.width, self.height, pos)

    def text(self, pos):
        return "start" if pos == self.start else self.drawn(pos) + ":" + "xo"[pos[-1]]


# ---- check_cert/games/amazons.py
# The Game of the Amazons.

class Amazons(SidedGame):
    """A position is (white, black, burnt, mover)."""
    players = ("white", "black")
    weight = 30

    def __init__(self, width, height):
        self.set_up("amazons", width, height, range(8) if width == height else (0, 2, 4, 6))
        x, y = (width - 1) // 3, (height - 1) // 3
        white = {(0, x), (0, width - 1 - x)} | ({(y, 0), (y, width - 1)} if min(width, height) >= 7 else set())
        self.start = (sum(1 << width * row + column for row, column in white),
                      sum(1 << width * (height - 1 - row) + column for row, column in white), 0, 0)
        self.rays = [[self.ray(*divmod(cell, width), up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
                     for cell in range(self.area)]

    def ray(self, row, column, up, right):
        cells, row, column = [], row + up, column + right
        while 0 <= row < self.height and 0 <= column < self.width:
            cells.append(self.width * row + column)
            row, column = row + up, column + right
        return cells

    def decode(self, code):
        pos = white, black, burnt, _ = self.read(code, 3)
        if white & black or (white | black) & burnt or not all(1 <= men.bit_count() <= 4 for men in (white, black)):
            raise Reject("bad-position", "two things on a cell, or not from one to four amazons")
        return pos

    def reach(self, cell, in_the_way):
        for ray in self.rays[cell]:
            for at in ray:
                if in_the_way >> at & 1:
                    break
                yield at

    def shots(self, pos):
        in_the_way = pos[0] | pos[1] | pos[2]
        for origin in bits_of(pos[pos[3]]):
            for to in self.reach(origin, in_the_way):
                for burnt in self.reach(to, in_the_way & ~(1 << origin)):
                    yield (origin * self.area + to) * self.area + burnt

    def moves(self, pos):
        return sorted(self.shots(pos))

    def outcome(self, pos):
        return None if next(self.shots(pos), None) is not None else 1 - pos[3]

    def play(self, pos, mv):
        origin, to, burnt = mv // self.area ** 2, mv // self.area % self.area, mv % self.area
        amazons = list(pos[:2])
        amazons[pos[3]] ^= 1 << origin | 1 << to
        return (*amazons, pos[2] | 1 << burnt, 1 - pos[3])

    def drawn(self, pos):
        letters = ["x" if pos[0] >> c & 1 else "o" if pos[1] >> c & 1 else ".#"[pos[2] >> c & 1] for c in range(self.area)]
        rows = ["".join(letters[self.width * row:self.width * (row + 1)]) for row in range(self.height)]
        return "/".join(reversed(rows))


for width, height in itertools.product(range(3, 11), repeat=2):
    GAMES[f"amazons:width={width},height={height}"] = functools.partial(Amazons, width, height)


# ---- check_cert/games/atari_go.py
# Atari Go: who captures first wins.

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


# ---- check_cert/games/awari.py
# Awari.

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


# ---- check_cert/games/breakthrough.py
# Breakthrough.

class Breakthrough(SidedGame):
    """A position is (white, black, mover)."""
    players = ("white", "black")

    def __init__(self, width, height):
        self.set_up("breakthrough", width, height, (0, 4))
        rows = (1 << 2 * width) - 1
        self.goals = (((1 << width) - 1) << width * (height - 1), (1 << width) - 1)
        self.start = (rows, rows << width * (height - 2), 0)

    def has_won(self, pos, player):
        return bool(pos[player] & self.goals[player]) or not pos[1 - player]

    def decode(self, code):
        pos = self.read(code, 2)
        mover = pos[2]
        if pos[0] & pos[1] or max(pos[0].bit_count(), pos[1].bit_count()) > 2 * self.width:
            raise Reject("bad-position", "two men on a cell, or too many men")
        if self.has_won(pos, mover) or not pos[1 - mover]:
            raise Reject("bad-position", "the side to move has won, or the other has no men")
        return pos

    def outcome(self, pos):
        return 1 - pos[2] if self.has_won(pos, 1 - pos[2]) else None

    def moves(self, pos):
        own, other, found = pos[pos[2]], pos[1 - pos[2]], []
        step = -self.width if pos[2] else self.width
        for cell in bits_of(own):
            column = cell % self.width
            for aside in (-1, 0, 1):
                to = cell + step + aside
                if 0 <= column + aside < self.width and not own >> to & 1 and (aside or not other >> to & 1):
                    found.append(64 * cell + to)
        return found

    def play(self, pos, mv):
        own, other, to = pos[pos[2]] & ~(1 << mv // 64) | 1 << mv % 64, pos[1 - pos[2]] & ~(1 << mv % 64), 1 - pos[2]
        return (other, own, to) if pos[2] else (own, other, to)


for width, height in itertools.product(range(2, 9), range(4, 9)):
    GAMES[f"breakthrough:width={width},height={height}"] = functools.partial(Breakthrough, width, height)


# ---- check_cert/games/checkers.py
# Checkers, as it is played in English.

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


# ---- check_cert/games/chess_men.py
# The men of chess, and how they go.

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
MEN = " PNBRQK  pnbrqk"         # a man as a letter: White's are 1 to 6, Black's 9 to 14, and 0 is an empty square
ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def chess_rays(steps, most):
    """For each square the squares in each of these directions, the nearest first; none of them empty."""
    rays = []
    for square in range(64):
        row, column = divmod(square, 8)
        ways = [[8 * (row + i * up) + column + i * right for i in range(1, most + 1)
                 if 0 <= row + i * up < 8 and 0 <= column + i * right < 8] for right, up in steps]
        rays.append([way for way in ways if way])
    return rays


# ---- check_cert/games/few_men.py
# The index of the tables of chess and antichess: positions with few men, and their numbers.

def chess_endings():
    """What each layer of the tables of chess has beside the kings: White's men and Black's, the heaviest first."""
    pieces, endings = range(PAWN, KING), [((), ())]
    for man in pieces:
        endings.append(((man,), ()))
        for other in range(PAWN, man + 1):
            endings += [((man, other), ()), ((man,), (other,))]
    endings.sort(key=lambda it: (len(it[0] + it[1]), (it[0] + it[1]).count(PAWN)))
    return endings + [((max(piece, other), min(piece, other)), (piece,))
                      for piece in (BISHOP, ROOK) for other in (KNIGHT, BISHOP, ROOK, QUEEN, PAWN)]


def antichess_endings():
    """What each layer of the tables of antichess has; the first is of all positions in which a side has no men."""
    sets = [[tuple(reversed(some)) for some in itertools.combinations_with_replacement(range(PAWN, KING + 1), n)] for n in range(4)]
    endings = [((), ())]
    for n, m in ((1, 1), (2, 1), (2, 2), (3, 1)):
        endings += [(white, black) for white in sorted(sets[n]) for black in sorted(sets[m]) if n > m or black <= white]
    return sorted(endings, key=lambda it: (len(it[0] + it[1]), (it[0] + it[1]).count(PAWN)))


class FewMen:
    """The numbers of positions with few men, layer by layer; with kings, or in a game in which these are men like others."""

    def __init__(self, endings, kings):
        self.endings, self.kings = endings, kings
        self.layer_of = {ending: layer for layer, ending in enumerate(endings)}
        self.most = max(len(white + black) for white, black in endings)
        self.least_sets = {}
        pairs = [(white, black) for white in range(64) for black in range(64)
                 if white % 8 < 4 and max(abs(white // 8 - black // 8), abs(white % 8 - black % 8)) > 1]
        few = [(white, black) for white, black in pairs
               if white // 8 < white % 8 or white // 8 == white % 8 and black // 8 <= black % 8]
        self.pairs = [{pair: number for number, pair in enumerate(some)} for some in (few, pairs)]

    def kinds(self, ending):
        """Player, man, how many, and the first square and the number of squares that the index has for them."""
        for player in (0, 1):
            for man in sorted(set(ending[player]), reverse=True):
                if self.kings:
                    passes = player == 1 and ending[0] == (PAWN,)
                else:
                    passes = len(ending[0] + ending[1]) < 4 or PAWN in ending[0] and PAWN in ending[1]
                first, squares = (8, 56 if passes else 48) if man == PAWN else (0, 64)
                yield player, man, ending[player].count(man), first, squares

    def numbers(self, ending):
        kinds, ways = list(self.kinds(ending)), len(self.pairs[PAWN in ending[0] + ending[1]]) if self.kings else 1
        if (least := self.least(ending)) is not None:
            ways, kinds = len(least), kinds[1:]
        return math.prod((math.comb(squares, n) for _, _, n, _, squares in kinds), start=ways)

    def least(self, ending):
        """Without kings, of an ending of four men: the sets of the first kind that no symmetry takes to a lesser one, each
        with its place among them."""
        if self.kings or len(ending[0] + ending[1]) < 4:
            return None
        player, man, n, first, squares = next(self.kinds(ending))
        turns = 2 if PAWN in ending[0] + ending[1] else 8
        key = turns, n, first, squares
        if key not in self.least_sets:
            def number(turn, some):
                return self.of_set([turned(turn, square) - first for square in some])

            some = itertools.combinations(range(first, first + squares), n)
            numbers = ([number(turn, it) for turn in range(turns)] for it in some)
            least = sorted(them[0] for them in numbers if them[0] == min(them))
            self.least_sets[key] = {it: place for place, it in enumerate(least)}
        return self.least_sets[key]

    @staticmethod
    def of_set(places):
        return sum(math.comb(place, i + 1) for i, place in enumerate(sorted(places)))

    def size(self, layer):
        ending = self.endings[layer]
        if layer == 0 and not self.kings:
            return 2
        return self.numbers(ending) * (1 if ending[0] == ending[1] else 2)

    def index(self, men, mover, passing):
        sides = [tuple(sorted((man & 7 for man in men if man and man >> 3 == player and not (self.kings and man & 7 == KING)),
                              reverse=True)) for player in (0, 1)]
        exchanged = tuple(sides) not in self.layer_of or sides[0] == sides[1] and mover == 1
        ending = tuple(reversed(sides)) if exchanged else tuple(sides)
        layer = self.layer_of.get(ending)
        if layer is None:
            return None
        # As the index has it: kinds of men by player, and the square of each man.
        places = collections.defaultdict(list)
        for square, man in enumerate(men):
            if man:
                player, seen = man >> 3 ^ exchanged, square ^ 56 if exchanged else square
                if man & 7 == PAWN and man >> 3 != mover and passing is not None and abs(passing - square) == 8:
                    seen = 56 + square % 8
                places[player, man & 7].append(seen)
        pawns = PAWN in ending[0] + ending[1]
        least = min(number for turn in range(2 if pawns else 8)
                    if (number := self.number(ending, turn, places, self.pairs[pawns])) is not None)
        return layer, least + (self.numbers(ending) if mover != int(exchanged) else 0)

    def number(self, ending, turn, places, pairs):
        """The number under one of the symmetries, if there is one."""
        number, least = 0, self.least(ending)
        if self.kings:
            number = pairs.get((turned(turn, places[0, KING][0]), turned(turn, places[1, KING][0])))
            if number is None:
                return None
        for at, (player, man, n, first, squares) in enumerate(self.kinds(ending)):
            chosen = self.of_set(turned(turn, square) - first for square in places[player, man])
            if at == 0 and least is not None:
                number = least.get(chosen)
                if number is None:
                    return None
            else:
                number = number * math.comb(squares, n) + chosen
        return number


def turned(turn, square):
    """The square where a symmetry of the board leads."""
    square ^= (turn & 1) * 7 ^ (turn >> 1 & 1) * 56
    return square % 8 * 8 + square // 8 if turn & 4 else square


# ---- check_cert/games/chess.py
# Chess, and antichess, giveaway and losers: games with its men in which captures are forced.

class Chess(Game):
    """Chess, and three games with its men in which captures are forced.

    A position is (men, mover, rights, passing, clock): 64 bytes, a man a square, squares from a1 by ranks; who is to move; the
    files of the rooks with which White may castle to the side of the a file and to that of the h file, and Black, or None; the
    square on which a pawn may be captured in passing, or None; and, by the rule of fifty moves, the plies since the last
    capture or pawn's move, else 0.
    """
    players = ("white", "black")
    maps = 1
    repeats = has_mates = True

    RAYS = {KNIGHT: chess_rays(KNIGHT_STEPS, 1), BISHOP: chess_rays(BISHOP_STEPS, 7), ROOK: chess_rays(ROOK_STEPS, 7),
            QUEEN: chess_rays(ROOK_STEPS + BISHOP_STEPS, 7), KING: chess_rays(ROOK_STEPS + BISHOP_STEPS, 1)}
    STRIKES = [[[way[0] for way in ways] for ways in chess_rays(((-1, up), (1, up)), 1)] for up in (1, -1)]   # pawns, by player

    def __init__(self, name):
        self.name, self.family, self.fifty = name, name.split(":")[0], name.endswith("fifty=on")
        self.checks, self.only_own_moves_win = self.family in ("chess", "losers"), self.family == "chess"
        self.weight = 400 if self.family == "losers" else 200
        first = bytes((ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK))
        men = first + bytes([PAWN] * 8) + bytes(32) + bytes([PAWN + 8] * 8) + bytes(man + 8 for man in first)
        self.start = (men, 0, (0, 7, 0, 7) if self.checks else (None,) * 4, None, 0)
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)
        if self.family != "losers" and not self.fifty:
            self.few = FewMen(chess_endings(), True) if self.checks else FewMen(antichess_endings(), False)
            self.title, self.layers, self.indices = (name, "a draw", 1), len(self.few.endings), self.few.size

    # -- encodings

    def decode(self, code):
        def need(holds, what):
            if not holds:
                raise Reject("bad-position", what)

        need(len(code) >= 8, "not the eight bytes of the squares")
        squares = bits_of(int.from_bytes(code[:8], "little"))
        end = 8 + (len(squares) + 1) // 2
        need(len(code) > end, "not half a byte for each man, and the side to move")
        halves = [byte >> shift & 15 for byte in code[8:end] for shift in (0, 4)]
        need(halves[len(squares):] in ([], [0]), "half a byte too much")
        men = bytearray(64)
        for square, man in zip(squares, halves):
            need(1 <= man & 7 <= 6, "a man of no kind")
            men[square] = man
        state, files, at = code[end], [None] * 5, end + 1
        need(state < 64, "no side to move")
        for i in range(5):
            if state >> i + 1 & 1:
                need(at < len(code) and code[at] < 8, "no file")
                files[i] = code[at]
                at += 1
        need(len(code) == at + self.fifty, "not the length of an encoding")
        mover, clock = state & 1, code[at] if self.fifty else 0
        passing = None if files[4] is None else files[4] + (16 if mover else 40)
        pos = (bytes(men), mover, tuple(files[:4]), passing, clock)
        need(not any(man & 7 == PAWN for man in pos[0][:8] + pos[0][56:]), "a pawn on the first or the last rank")
        need(not self.checks or all(men.count(KING + 8 * player) == 1 for player in (0, 1)), "not one king of each side")
        need(not self.in_check(men, 1 - mover), "a check to the side that has just moved")
        for i, file in enumerate(pos[2]):
            if file is not None:
                need(self.checks, "castling in a game without it")
                player, first = i // 2, 56 * (i // 2)
                king = men.index(KING + 8 * player) - first
                need(0 <= king < 8 and men[first + file] == ROOK + 8 * player and (file > king) == (i % 2 == 1),
                     "castling where king and rook do not stand ready for it")
        if passing is not None:
            need(self.family != "giveaway", "capture in passing in a game without it")
            back = -8 if mover == 0 else 8
            need(men[passing + back] == PAWN + 8 * (1 - mover) and men[passing] == men[passing - back] == 0,
                 "no pawn that has just gone two steps")
            need(self.may_pass(pos), "a capture in passing that is not legal")
        need(clock <= 100, "a count of more than 100 plies")
        return pos

    def encode(self, pos):
        men, mover, rights, passing, clock = pos
        squares = [square for square in range(64) if men[square]]
        halves = [men[square] for square in squares] + [0]
        pairs = bytes(halves[i] | halves[i + 1] << 4 for i in range(0, len(squares), 2))
        files = [*rights, None if passing is None else passing % 8]
        state = mover | set_of(i + 1 for i, file in enumerate(files) if file is not None)
        return set_of(squares).to_bytes(8, "little") + pairs + bytes([state]) \
            + bytes(file for file in files if file is not None) + (bytes([clock]) if self.fifty else b"")

    def text(self, pos):
        if pos == self.start:
            return "start"
        men, mover, rights, passing, clock = pos
        ranks = ["".join(MEN[man] for man in men[first:first + 8]) for first in range(56, -1, -8)]
        board = re.sub(" +", lambda gap: str(len(gap[0])), "/".join(ranks))
        castling = ""
        for i in (1, 0, 3, 2):
            if rights[i] is not None:
                player, first = i // 2, 56 * (i // 2)
                king = men.index(KING + 8 * player) - first
                rooks = [file for file in range(8) if men[first + file] == ROOK + 8 * player and (file > king) == (i % 2 == 1)]
                usual = rights[i] == (rooks[-1] if i % 2 else rooks[0])
                letter = "QK"[i % 2] if usual else "ABCDEFGH"[rights[i]]
                castling += letter.lower() if player else letter
        square = "-" if passing is None else "abcdefgh"[passing % 8] + str(passing // 8 + 1)
        return f"{board} {'wb'[mover]} {castling or '-'} {square}" + (f" {clock} 1" if self.fifty else "")

    # -- how the men move

    def to_move(self, pos):
        return pos[1]

    def attacked(self, men, square, by):
        """Whether a man of this player's attacks the square."""
        side = 8 * by
        for ways, sliders in ((self.RAYS[ROOK][square], (ROOK + side, QUEEN + side)),
                              (self.RAYS[BISHOP][square], (BISHOP + side, QUEEN + side))):
            for way in ways:
                for at in way:
                    man = men[at]
                    if man:
                        if man in sliders:
                            return True
                        break
        return any(men[way[0]] == KNIGHT + side for way in self.RAYS[KNIGHT][square]) \
            or any(men[way[0]] == KING + side for way in self.RAYS[KING][square]) \
            or any(men[at] == PAWN + side for at in self.STRIKES[1 - by][square])

    def in_check(self, men, player):
        """Whether the player's king is attacked, in a game with checks."""
        return self.checks and self.attacked(men, men.index(KING + 8 * player), 1 - player)

    def open_moves(self, pos):
        """All moves, whether they leave the own king in check or not, and whether they capture or not."""
        men, mover, rights, passing, _ = pos
        side, up, last = 8 * mover, -8 if mover else 8, 0 if mover else 7
        moves = []
        for at in range(64):
            man = men[at]
            if not man or man >> 3 != mover:
                continue
            if man & 7 == PAWN:
                targets = [to for to in self.STRIKES[mover][at] if men[to] and men[to] >> 3 != mover or to == passing]
                if not men[at + up]:
                    targets.append(at + up)
                    if at // 8 == (6 if mover else 1) and not men[at + 2 * up]:
                        targets.append(at + 2 * up)
                for to in targets:
                    kinds = range(1, 5 if self.checks else 6) if to // 8 == last else (0,)
                    moves += [at + 64 * to + 4096 * kind for kind in kinds]
                continue
            for way in self.RAYS[man & 7][at]:
                for to in way:
                    if not men[to] or men[to] >> 3 != mover:
                        moves.append(at + 64 * to)
                    if men[to]:
                        break
        for i in (0, 1):
            file = rights[2 * mover + i]
            if file is not None:
                king, rook = men.index(KING + side), 56 * mover + file
                king_to, rook_to = 56 * mover + (2, 6)[i], 56 * mover + (3, 5)[i]
                way = range(min(king, king_to), max(king, king_to) + 1)
                rooks_way = range(min(rook, rook_to), max(rook, rook_to) + 1)
                if all(not men[at] or at in (king, rook) for at in (*way, *rooks_way)) \
                        and not any(self.attacked(men, at, 1 - mover) for at in way):
                    moves.append(king + 64 * rook)
        return moves

    def moved(self, pos, mv):
        """The men after a move."""
        men, mover, _, passing, _ = pos
        at, to, kind = mv & 63, mv >> 6 & 63, mv >> 12
        after, man, side = bytearray(men), men[at], 8 * mover
        after[at] = 0
        if man == KING + side and men[to] == ROOK + side:       # castling
            after[to] = 0
            first, i = 56 * mover, int(to > at)
            after[first + (2, 6)[i]], after[first + (3, 5)[i]] = man, ROOK + side
            return after
        after[to] = kind + 1 + side if kind else man
        if to == passing and man == PAWN + side:
            after[to + (8 if mover else -8)] = 0
        return after

    def is_capture(self, pos, mv):
        men, mover, _, passing, _ = pos
        at, to = mv & 63, mv >> 6 & 63
        return men[to] != 0 and men[to] >> 3 != mover or to == passing and men[at] == PAWN + 8 * mover

    def is_safe(self, pos, mv):
        return not self.checks or not self.in_check(self.moved(pos, mv), pos[1])

    def may_pass(self, pos):
        """Whether a pawn may legally capture in passing."""
        return any(mv >> 6 & 63 == pos[3] and pos[0][mv & 63] & 7 == PAWN and self.is_safe(pos, mv) for mv in self.open_moves(pos))

    def all_legal(self, pos):
        """The legal moves, though a draw may have ended the game."""
        moves = [mv for mv in self.open_moves(pos) if self.is_safe(pos, mv)]
        if self.family != "chess":
            moves = [mv for mv in moves if self.is_capture(pos, mv)] or moves
        return sorted(moves)

    # -- the rules

    def moves(self, pos):
        return list(self.legal(pos)) if self.outcome(pos) is None else []

    def play(self, pos, mv):
        men, mover, rights, _, clock = pos
        at, to = mv & 63, mv >> 6 & 63
        man = men[at] & 7
        clock = clock + 1 if self.fifty and man != PAWN and not self.is_capture(pos, mv) else 0
        kept = [None if file is None or i // 2 == mover and man == KING or 56 * (i // 2) + file in (at, to) else file
                for i, file in enumerate(rights)]
        after = bytes(self.moved(pos, mv))
        if man == PAWN and abs(at - to) == 16 and self.family != "giveaway":
            passed = (after, 1 - mover, tuple(kept), (at + to) // 2, clock)
            if self.may_pass(passed):
                return passed
        return after, 1 - mover, tuple(kept), None, clock

    def outcome(self, pos):
        men, mover, _, _, clock = pos
        if self.family == "losers":
            for player in (0, 1):
                if sum(man != 0 and man >> 3 == player for man in men) == 1:
                    return player
        if not self.legal(pos):
            if self.family != "chess":
                return mover
            return 1 - mover if self.in_check(men, mover) else DRAW
        return DRAW if clock >= 100 or self.family == "chess" and self.is_dead(men) else None

    def is_dead(self, men):
        """Whether the men that are left can mate nobody."""
        kinds = [(man & 7, (square // 8 + square) % 2) for square, man in enumerate(men) if man and man & 7 != KING]
        if any(kind not in (KNIGHT, BISHOP) for kind, _ in kinds):
            return False
        return len(kinds) < 2 or set(kinds) in ({(BISHOP, 0)}, {(BISHOP, 1)})

    def conversion_class(self, pos):
        men, _, rights, _, clock = pos
        steps = sum(square // 8 for square in range(64) if men[square] == PAWN) \
            + sum(7 - square // 8 for square in range(64) if men[square] == PAWN + 8)
        number = 0
        for part in (men.count(0), 64 - men.count(PAWN) - men.count(PAWN + 8), steps, rights.count(None), clock):
            number = number << 9 | part
        return number

    def endless(self, conversion_class):
        return DRAW, 0

    # -- tables

    def index(self, pos):
        """The layer and the index there; None of a position without."""
        if not self.checks and not all(any(man and man >> 3 == player for man in pos[0]) for player in (0, 1)):
            return (0, int(self.outcome(pos) is None)) if 64 - pos[0].count(0) <= self.few.most else None
        return None if any(file is not None for file in pos[2]) else self.few.index(*pos[:2], pos[3])

    def worth(self, pos, value):
        """Outcome and the first player's score, and how many moves of its own the winner makes."""
        return ((pos[1] if value > 0 else 1 - pos[1]) if value else DRAW, 0), 127 - abs(value)


for name in ("chess:fifty=off", "chess:fifty=on", "antichess", "giveaway", "losers"):
    GAMES[name] = functools.partial(Chess, name)


# ---- check_cert/games/clobber.py
# Clobber.

class Clobber(SidedGame):
    """A position is (black, white, mover), without stones of groups that have one colour."""
    players = ("black", "white")

    def __init__(self, width, height):
        self.weight = 3 * width * height + 10
        self.set_up("clobber", width, height, range(8) if width == height else (0, 2, 4, 6))
        even = sum(1 << c for c in range(self.area) if sum(divmod(c, width)) % 2 == 0)
        self.start = (*self.of_use(even, self.full & ~even), 0)
        self.steps = (-width, -1, 1, width)

    def of_use(self, black, white):
        group, occupied = black & self.beside(white) | white & self.beside(black), black | white
        while True:
            grown = group | self.beside(group) & occupied
            if grown == group:
                return black & group, white & group
            group = grown

    def decode(self, code):
        pos = self.read(code, 2)
        if pos[0] & pos[1] or self.of_use(*pos[:2]) != pos[:2]:
            raise Reject("bad-position", "two stones on a cell, or a group of one colour")
        return pos

    def moves(self, pos):
        own, other = pos[pos[2]], pos[1 - pos[2]]
        ways = (self.up(other) & own, self.right(other) & own, self.leftward(other) & own, other >> self.width & own)
        return sorted(4 * cell + way for way, cells in enumerate(ways) for cell in bits_of(cells))

    def outcome(self, pos):
        return None if pos[pos[2]] & self.beside(pos[1 - pos[2]]) else 1 - pos[2]

    def play(self, pos, mv):
        origin = mv // 4
        target = 1 << origin + self.steps[mv % 4]
        own, other = pos[pos[2]] & ~(1 << origin) | target, pos[1 - pos[2]] & ~target
        return (*self.of_use(*((other, own) if pos[2] else (own, other))), 1 - pos[2])


for width, height in itertools.product(range(1, 11), repeat=2):
    GAMES[f"clobber:width={width},height={height}"] = functools.partial(Clobber, width, height)


# ---- check_cert/games/connect_four.py
# Connect Four, and Score Four, which is Connect Four on pegs.

class ConnectFour(Game):
    """A position is (first, second), the sets of cells with stones of either. In a set column c has the bits from
    c * (height + 1) on, the lowest cell first, and one that is always 0 on top, so that no line goes from column to column."""
    players = ("first-player", "second-player")
    maps = 2
    has_scores = True
    stacked = True
    weight = 1

    def __init__(self, width, height):
        self.name = f"connect-four:width={width},height={height}"
        self.width, self.height = width, height
        self.bottom = sum(1 << c * (height + 1) for c in range(width))      # the lowest cells
        self.full = self.bottom * ((1 << height) - 1)
        self.start = (0, 0)

    def bit(self, cell):
        column, row = divmod(cell, self.height)
        return 1 << column * (self.height + 1) + row

    def stones_in(self, pos, column):
        """How many stones a column has, and the first player's among them as a set of rows."""
        shift, rows = column * (self.height + 1), (1 << self.height) - 1
        first, both = (x >> shift & rows for x in (pos[0], pos[0] | pos[1]))
        return both.bit_count(), first

    def has_line(self, cells):
        """Four in a column, along either diagonal, or in a row."""
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = cells & cells >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def decode(self, code):
        bits = self.width * (self.height + 1)
        number = int.from_bytes(code, "little")
        if len(code) != (bits + 7) // 8 or number >> bits:
            raise Reject("bad-position", "not the length of an encoding")
        first = second = 0
        for column in range(self.width):
            shift = column * (self.height + 1)
            cells = number >> shift & (2 << self.height) - 1
            if cells == 0:
                raise Reject("bad-position", "a column without its mark")
            mark = 1 << cells.bit_length() - 1
            first |= cells - mark << shift
            second |= mark - 1 - (cells - mark) << shift
        pos = (first, second)
        surplus = first.bit_count() - second.bit_count()
        if surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        lines = [self.has_line(stones) for stones in pos]
        if lines[0] and surplus == 0 or lines[1] and surplus == 1:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        for stones in (stones for stones, line in zip(pos, lines) if line):
            tops = ((first | second) + self.bottom) >> 1    # the mark of each column, moved to the stone below it
            if all(self.has_line(stones & ~(1 << top)) for top in bits_of(tops & (first | second))):
                raise Reject("bad-position", "no topmost stone has made all the lines")
        return pos

    def encode(self, pos):
        number = pos[0] | (pos[0] | pos[1]) + self.bottom
        return number.to_bytes((self.width * (self.height + 1) + 7) // 8, "little")

    def to_move(self, pos):
        return (pos[0] | pos[1]).bit_count() & 1

    def outcome(self, pos):
        last = 1 - self.to_move(pos)
        if self.has_line(pos[last]):
            return last
        return DRAW if pos[0] | pos[1] == self.full else None

    def score(self, pos):
        winner = self.outcome(pos)
        if winner == DRAW:
            return 0
        score = self.width * self.height // 2 + 1 - pos[winner].bit_count()
        return -score if winner else score

    def can_win(self, pos, player):
        return self.has_line(self.full & ~pos[1 - player])

    def best_score(self, pos, player):
        return self.width * self.height // 2 - pos[player].bit_count() if self.can_win(pos, player) else 0

    def decided(self, pos, claim):
        player, other = claim.player, 1 - claim.player
        if claim.goal == 0:
            return None if self.can_win(pos, player) else False
        if claim.goal == 1:
            return None if self.can_win(pos, other) else True
        most, least = self.best_score(pos, player), -self.best_score(pos, other)
        if claim.goal == 2:
            return False if most < claim.n else True if least >= claim.n else None
        return True if most <= claim.n else False if least > claim.n else None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        free = (pos[0] | pos[1]) + self.bottom & self.full
        return [bit - bit // (self.height + 1) for bit in bits_of(free)]

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | self.bit(cell))
        return (pos[0] | self.bit(cell), pos[1])

    def above(self, cell):
        return cell + 1 if (cell + 1) % self.height else None

    def image(self, pos, m):
        if m == 0:
            return pos
        step = self.height + 1
        rows = (1 << step) - 1
        return tuple(sum((x >> c * step & rows) << (self.width - 1 - c) * step for c in range(self.width)) for x in pos)

    def text(self, pos):
        if pos == self.start:
            return "start"
        columns = (self.stones_in(pos, column) for column in range(self.width))
        return "/".join("".join("ox"[first >> row & 1] for row in range(stones)) for stones, first in columns)


class ScoreFour(ConnectFour):
    """A position is (first, second), the sets of cells with balls of either. Cell pegs * layer + width * row + column."""
    has_scores = False
    score = Game.score
    weight = 10

    def __init__(self, width, depth, height, k):
        self.name = f"score-four:width={width},depth={depth},height={height},k={k}"
        self.width, self.depth, self.height = width, depth, height
        self.pegs = width * depth
        self.full = (1 << self.pegs * height) - 1
        self.start = (0, 0)
        self.maps = 8 if width == depth else 4
        self.lines = []
        cells = itertools.product(range(height), range(depth), range(width))
        steps = [s for s in itertools.product((-1, 0, 1), repeat=3) if s > (0, 0, 0)]
        for (layer, row, column), (up, back, right) in itertools.product(cells, steps):
            line = [(layer + n * up, row + n * back, column + n * right) for n in range(k)]
            if all(0 <= a < height and 0 <= b < depth and 0 <= c < width for a, b, c in line):
                self.lines.append(sum(1 << self.pegs * a + width * b + c for a, b, c in line))

    def has_line(self, balls):
        return any(line & ~balls == 0 for line in self.lines)

    def stack(self, pos, peg):
        """Who has each ball of a peg, from the bottom."""
        owners = []
        for cell in range(peg, self.pegs * self.height, self.pegs):
            if (pos[0] | pos[1]) >> cell & 1:
                owners.append(pos[1] >> cell & 1)
        return owners

    def decode(self, code):
        step = self.height + 1
        bits = self.pegs * step
        number = int.from_bytes(code, "little")
        if len(code) != (bits + 7) // 8 or number >> bits:
            raise Reject("bad-position", "not the length of an encoding")
        balls, tops = [0, 0], []
        for peg in range(self.pegs):
            held = number >> peg * step & (1 << step) - 1
            if held == 0:
                raise Reject("bad-position", "a peg without its mark")
            count = held.bit_length() - 1
            for layer in range(count):
                balls[1 - (held >> layer & 1)] |= 1 << self.pegs * layer + peg
            if count:
                tops.append(1 << self.pegs * (count - 1) + peg)
        surplus = balls[0].bit_count() - balls[1].bit_count()
        if surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of balls do not fit")
        filled = [self.has_line(own) for own in balls]
        if filled[0] and surplus == 0 or filled[1] and surplus == 1:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        for own in (own for own, line in zip(balls, filled) if line):
            if all(self.has_line(own & ~top) for top in tops):
                raise Reject("bad-position", "no topmost ball has made all the lines")
        return tuple(balls)

    def encode(self, pos):
        step, number = self.height + 1, 0
        for peg in range(self.pegs):
            owners = self.stack(pos, peg)
            held = sum(1 << layer for layer, owner in enumerate(owners) if owner == 0) | 1 << len(owners)
            number |= held << peg * step
        return number.to_bytes((self.pegs * step + 7) // 8, "little")

    def decided(self, pos, claim):
        if claim.goal == 0:
            return None if self.has_line(self.full & ~pos[1 - claim.player]) else False
        if claim.goal == 1:
            return None if self.has_line(self.full & ~pos[claim.player]) else True
        return None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        stacks = (len(self.stack(pos, peg)) for peg in range(self.pegs))
        return sorted(self.pegs * balls + peg for peg, balls in enumerate(stacks) if balls < self.height)

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | 1 << cell)
        return (pos[0] | 1 << cell, pos[1])

    def above(self, cell):
        return cell + self.pegs if cell + self.pegs < self.pegs * self.height else None

    def image(self, pos, m):
        def mapped(cell):
            layer, peg = divmod(cell, self.pegs)
            row, column = divmod(peg, self.width)
            number = m if self.maps == 8 else 2 * m
            if number & 1:
                row, column = column, row
            if number & 2:
                row = self.depth - 1 - row
            if number & 4:
                column = self.width - 1 - column
            return self.pegs * layer + self.width * row + column
        return tuple(sum(1 << mapped(cell) for cell in bits_of(balls)) for balls in pos)

    def text(self, pos):
        if pos == self.start:
            return "start"
        return "/".join("".join("xo"[owner] for owner in self.stack(pos, peg)) for peg in range(self.pegs))


for width, height in itertools.product(range(1, 33), repeat=2):
    if width * (height + 1) <= 128:
        GAMES[f"connect-four:width={width},height={height}"] = functools.partial(ConnectFour, width, height)
for width, depth, height, k in itertools.product(range(1, 9), range(1, 9), range(1, 9), range(2, 9)):
    if width * depth * height <= 64:
        name = f"score-four:width={width},depth={depth},height={height},k={k}"
        GAMES[name] = functools.partial(ScoreFour, width, depth, height, k)


# ---- check_cert/games/lines.py
# What games have in common in which who fills a line wins.

class LineGame(Game):
    """Players put stones on empty cells in turn; who fills a line first wins; a full board is a draw.

    A position is (first, second): the sets of cells (bit c is cell c) with stones of either.

    Sets of lines are numbers, too: bit j is the line rows[j]. All lines have equally many cells, `length`. What a player
    *lacks* is a tuple of such sets: at n - 1, for n from 1 to `length`, the lines of which he lacks n cells, that is, n cells
    are empty, all others have his stones, and none on the border has. A stone of his moves the lines through its cell one
    place down and takes out those that it borders; a stone of the other takes out those through its cell. A line that is
    taken out never comes back, since stones stay.

    What is *open* to a player is such a tuple, too: at n, for n from 0 to `length`, the lines that have no stone of the other's
    and n empty cells, whatever is on their borders.

    Where the borders are not the same for both players, lines_of[player] is a game with that player's: the lines and their
    order are the same.
    """

    def set_up(self, cells, rows, map_tables):
        """The number of cells, all lines with their borders, and for each map the cell that each cell goes to."""
        self.cells, self.rows, self.map_tables, self.lines_of = cells, rows, map_tables, (self, self)
        self.lines = [line for line, _ in rows]
        self.length = self.lines[0].bit_count() if rows else 0
        self.full, self.maps, self.start = (1 << cells) - 1, len(map_tables), (0, 0)
        self.every = every = (1 << len(rows)) - 1
        self.bordered = any(border for _, border in rows)
        through, beside = [0] * cells, [0] * cells
        for j, (line, border) in enumerate(rows):
            for cell in bits_of(line):
                through[cell] |= 1 << j
            for cell in bits_of(border):
                beside[cell] |= 1 << j
        self.through = through                                              # by cell: the lines through it,
        self.elsewhere = [every & ~lines for lines in through]              # all others,
        self.unharmed = [every & ~(a | b) for a, b in zip(through, beside)]  # and those that it does not border, either
        self.nothing = (0,) * max(self.length - 1, 0) + (every,)            # what a player lacks on an empty board
        self.places = functools.cache(lambda m: self.all_places(map_tables[m]))
        # The same for the way back: the cell that goes to each cell.
        self.places_back = functools.cache(lambda m: self.all_places(sorted(range(cells), key=map_tables[m].__getitem__)))

    # -- what players lack

    def with_own(self, lacks, cell):
        """What a player lacks after a stone of his."""
        keep, through = self.unharmed[cell], self.through[cell]
        return tuple([few & keep | more & through for few, more in zip(lacks, lacks[1:] + (0,))])

    def with_other(self, lacks, cell):
        """The same after a stone of the other's."""
        keep = self.elsewhere[cell]
        return tuple([lines & keep for lines in lacks])

    def lacks(self, mine, theirs):
        lacks = self.nothing
        for cell in bits_of(mine):
            lacks = self.with_own(lacks, cell)
        for cell in bits_of(theirs):
            lacks = self.with_other(lacks, cell)
        return lacks

    def open_lines(self, mine, theirs):
        """What is open to a player."""
        lines = (0,) * self.length + (self.every,)
        for cell in bits_of(mine):
            lines = self.opened(lines, cell)
        for cell in bits_of(theirs):
            lines = self.with_other(lines, cell)
        return lines

    def opened(self, lines, cell):
        """What is open to a player after a stone of his; after one of the other's, see `with_other`."""
        keep, through = self.elsewhere[cell], self.through[cell]
        return tuple([few & keep | more & through for few, more in zip(lines, lines[1:] + (0,))])

    def cells_of(self, lines):
        """The cells of a set of lines."""
        cells = 0
        while lines:
            low = lines & -lines
            cells |= self.lines[low.bit_length() - 1]
            lines ^= low
        return cells

    def reach_of(self, lines):
        """The same with their borders."""
        cells = 0
        while lines:
            low = lines & -lines
            line, border = self.rows[low.bit_length() - 1]
            cells |= line | border
            lines ^= low
        return cells

    def borders_of(self, lines):
        """The borders of a set of lines."""
        return set_union(self.rows[j][1] for j in bits_of(lines)) if self.bordered else 0

    def beside(self, cells, lines):
        """All cells that lie with another one, of these cells, on one of these lines."""
        found = 0
        for j in bits_of(lines):
            line = self.lines[j]
            some = line & cells
            if some:
                found |= line & ~some if single_bit(some) else line
        return found

    def forks(self, lacks, empty):
        """All cells on which a stone of a player would leave him two completions; and these cells together with the completions."""
        pairs = {self.lines[j] & empty for j in bits_of(lacks[1])} if self.length > 1 else ()
        once = middles = 0
        for pair in pairs:              # lines that lack the same two cells count as one: they leave him one completion
            middles |= once & pair
            once |= pair
        return middles, set_union([pair for pair in pairs if pair & middles])

    def fork(self, lacks, empty, free=None):
        """An empty cell on which a stone of a player would leave him two completions, and these, as one set; 0 if there is none.
        If `free` is given, only a cell of which it is true counts."""
        lines, partners = lacks[1] if self.length > 1 else 0, {}
        while lines:
            low = lines & -lines
            lines ^= low
            pair = self.lines[low.bit_length() - 1] & empty
            for cell in (pair & -pair, pair & (pair - 1)):
                other = pair ^ cell
                before = partners.setdefault(cell, other)
                if before != other and (free is None or free(cell.bit_length() - 1)):
                    return cell | other | before
        return 0

    # -- the rules

    def won(self, stones):
        return any(stones & line == line and not stones & border for line, border in self.rows)

    def to_move(self, pos):
        return (pos[0] | pos[1]).bit_count() & 1

    def outcome(self, pos):
        last = 1 - self.to_move(pos)
        if self.lines_of[last].won(pos[last]):
            return last
        return DRAW if pos[0] | pos[1] == self.full else None

    def moves(self, pos):
        return bits_of(self.full & ~(pos[0] | pos[1])) if self.outcome(pos) is None else []

    def is_legal(self, pos, mv):
        return mv < self.cells and not (pos[0] | pos[1]) >> mv & 1 and self.outcome(pos) is None

    def can_move(self, pos):
        return self.outcome(pos) is None    # then the board is not full

    def play(self, pos, cell):
        if self.to_move(pos):
            return (pos[0], pos[1] | 1 << cell)
        return (pos[0] | 1 << cell, pos[1])

    def settled_moves(self, pos, lacks, claim):
        """The legal moves after which a claim of who wins is settled, and whether it holds then, from what the side to move
        lacks; of a position that is not over."""
        mover, empty = self.to_move(pos), self.full & ~(pos[0] | pos[1])
        settled = {cell: claim.fulfilled(mover) for cell in bits_of(self.cells_of(lacks[0]) & empty)}
        if single_bit(empty):
            settled.setdefault(empty.bit_length() - 1, claim.fulfilled(DRAW))
        for cell in bits_of(empty & self.telling(pos, claim)):
            holds = self.decided(self.play(pos, cell), claim)
            if holds is not None:
                settled.setdefault(cell, holds)
        return settled

    def telling(self, pos, claim):
        """The cells on which a stone of the side to move could decide the claim before the game is over."""
        return 0

    def all_places(self, table):
        """For each byte of a set of cells and each of its 256 values: the images of those cells, by the cell that each goes to."""
        places = []
        for first in range(0, self.cells, 8):
            images = [0]
            for cell in range(first, first + 8):
                bit = 1 << table[cell] if cell < self.cells else 0
                images += [image | bit for image in images]
            places.append(images)
        return places

    def image(self, pos, m):
        places = self.places(m)
        return tuple([moved(stones, places) for stones in pos])

    def turned_back(self, cells, m):
        """The cells whose images under map m are these."""
        return moved(cells, self.places_back(m)) if m else cells


def moved(cells, places):
    """The images of a set of cells, by what `all_places` says."""
    image = 0
    for place, byte in zip(places, cells.to_bytes(len(places), "little")):
        image |= place[byte]
    return image


# ---- check_cert/games/cubes.py
# Tic-tac-toe and Qubic: rows on a square and on a cube.

class CubeGame(LineGame):
    """A board of size^dimensions cells, its lines all rows of `size` cells."""

    def __init__(self, name, players, size, dimensions, maps):
        self.name, self.players, self.size, self.dimensions = name, players, size, dimensions
        tables = [[self.number(self.map_point(m, p)) for p in self.points()] for m in range(maps)]
        self.set_up(size ** dimensions, [(line, 0) for line in self.all_lines()], tables)

    def points(self):
        """The coordinates of all cells, in the order of their numbers."""
        return itertools.product(range(self.size), repeat=self.dimensions)

    def number(self, point):
        cell = 0
        for x in point:
            cell = cell * self.size + x
        return cell

    def all_lines(self):
        """Every row of `size` cells in a straight line: one step changes each coordinate by -1, 0 or 1."""
        lines = set()
        for point in self.points():
            for step in itertools.product((-1, 0, 1), repeat=self.dimensions):
                row = [tuple(x + i * d for x, d in zip(point, step)) for i in range(self.size)]
                if any(step) and all(0 <= x < self.size for x in row[-1]):
                    lines.add(set_of(self.number(p) for p in row))
        return sorted(lines)

    def map_point(self, m, point):
        raise NotImplementedError

    def from_stones(self, first, second):
        """A position, of stones that the rules allow."""
        surplus = first.bit_count() - second.bit_count()
        if first & second or surplus not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        common = [self.common_cells(first), self.common_cells(second)]
        if common[surplus] != self.full:
            raise Reject("bad-position", "a line is filled by a player who has not moved last")
        if not common[1 - surplus]:
            raise Reject("bad-position", "no single cell fills all the lines that are filled")
        return first, second

    def common_cells(self, stones):
        """The cells that lie on all lines that these stones fill: all cells if they fill none."""
        common = self.full
        for line in self.lines:
            if line & stones == line:
                common &= line
        return common

    def text(self, pos):
        if pos == self.start:
            return "start"
        lists, winner = [bits_of(stones) for stones in pos], self.outcome(pos)
        if winner in (0, 1):
            last = bits_of(self.common_cells(pos[winner]))[0]
            lists[winner].remove(last)
            lists[winner].append(last)
        turns = itertools.zip_longest(*lists)
        return " ".join(self.cell_text(cell) for turn in turns for cell in turn if cell is not None)

    def cell_text(self, cell):
        """A cell as players write it: in a cube the layer from 1; the column's letter; the row from 1 at the bottom."""
        above, column = divmod(cell, self.size)
        layer, row = divmod(above, self.size)
        return (str(layer + 1) if self.dimensions == 3 else "") + "abcd"[column] + str(self.size - row)

    def spelled(self, text):
        numbers = {str(cell): self.cell_text(cell) for cell in range(self.cells)}
        return " ".join(numbers.get(word, word) for word in text.split(" "))


class TicTacToe(CubeGame):
    def __init__(self):
        super().__init__("tic-tac-toe", ("X", "O"), 3, 2, 8)

    def map_point(self, m, point):
        return square_map(m, point)

    def decode(self, code):
        if len(code) != 9 or any(b > 2 for b in code):
            raise Reject("bad-position", "not nine cells")
        return self.from_stones(*(sum(1 << c for c in range(9) if code[c] == who) for who in (1, 2)))

    def encode(self, pos):
        first, second = pos
        return bytes((first >> c & 1) + 2 * (second >> c & 1) for c in range(9))


class Qubic(CubeGame):
    SCRAMBLES = ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3), (2, 0, 3, 1))
    AXES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))

    def __init__(self):
        super().__init__("qubic", ("first-player", "second-player"), 4, 3, 192)

    def map_point(self, m, point):
        scramble, flips, axes = self.SCRAMBLES[m % 4], m // 4 % 8, self.AXES[m // 32]
        x = [scramble[v] for v in point]
        x = [3 - v if flips >> i & 1 else v for i, v in enumerate(x)]
        return tuple(x[axes[i]] for i in range(3))

    def decode(self, code):
        if len(code) != 16:
            raise Reject("bad-position", "not 16 bytes")
        return self.from_stones(int.from_bytes(code[:8], "little"), int.from_bytes(code[8:], "little"))

    def encode(self, pos):
        return b"".join(stones.to_bytes(8, "little") for stones in pos)


GAMES["tic-tac-toe"] = TicTacToe
GAMES["qubic"] = Qubic


# ---- check_cert/games/domineering.py
# Domineering.

class Domineering(SidedGame):
    """A position is (the free cells that a domino can still cover, mover)."""
    players = ("vertical", "horizontal")

    def __init__(self, width, height):
        self.weight = 3 * width * height + 10
        self.set_up("domineering", width, height, (0, 2, 4, 6))
        self.start = (self.of_use(self.full), 0)
        self.judged = functools.lru_cache(maxsize=16 * LEGAL)(self.judge)

    def of_use(self, free):
        return free & self.beside(free)

    def dominoes(self, free, player):
        """The lower or left cells of a player's dominoes."""
        return free & self.leftward(free) if player else free & free >> self.width

    def decode(self, code):
        pos = self.read(code, 1)
        if self.of_use(pos[0]) != pos[0]:
            raise Reject("bad-position", "a cell that no domino can cover")
        return pos

    def outcome(self, pos):
        return None if self.dominoes(*pos) else 1 - pos[1]

    def moves(self, pos):
        return [2 * cell + pos[1] for cell in bits_of(self.dominoes(*pos))]

    def play(self, pos, mv):
        domino = 1 << mv // 2
        domino |= domino << (1 if mv & 1 else self.width)
        return self.of_use(pos[0] & ~domino), 1 - pos[1]

    def runs(self, cells, player):
        """How long the rows of neighbouring cells are, along the player's dominoes."""
        lengths = []
        for line in range(self.height if player else self.width):
            run = 0
            for at in range(self.width if player else self.height):
                if cells >> (self.width * line + at if player else self.width * at + line) & 1:
                    run += 1
                else:
                    lengths.append(run)
                    run = 0
            lengths.append(run)
        return lengths

    def reach(self, free, player):
        low = self.dominoes(free, player)
        return low | (self.right(low) if player else self.up(low))

    def judge(self, pos):
        """Who wins however both go on, or None."""
        reach = [self.reach(pos[0], player) for player in (0, 1)]
        for player in (0, 1):
            least = sum((n + 1) // 3 for n in self.runs(reach[player] & ~reach[1 - player], player))
            most = sum(n // 2 for n in self.runs(reach[1 - player], 1 - player))
            if least + (pos[1] != player) > most:
                return player
        return None

    def decided(self, pos, claim):
        winner = self.judged(pos)
        return None if winner is None else claim.fulfilled(winner, 0)

    def drawn(self, pos):
        return rows_text(self.width, self.height, (self.full & ~pos[0], 0))


for width, height in itertools.product(range(1, 11), repeat=2):
    GAMES[f"domineering:width={width},height={height}"] = functools.partial(Domineering, width, height)


# ---- check_cert/games/dots_and_boxes.py
# Dots and Boxes.

class DotsAndBoxes(Game):
    """A position is (the lines drawn, the first player's boxes less the second's, mover)."""
    players = ("first-player", "second-player")
    has_scores = True
    start = (0, 0, 0)

    def __init__(self, width, height):
        self.name = f"dots-and-boxes:width={width},height={height}"
        self.ends = [((c, r), (c + 1, r)) for r in range(height + 1) for c in range(width)]
        self.ends += [((c, r), (c, r + 1)) for r in range(height) for c in range(width + 1)]
        number = {ends: line for line, ends in enumerate(self.ends)}
        self.full = (1 << len(self.ends)) - 1
        self.boxes = []
        for r in range(height):
            for c in range(width):
                sides = (((c, r), (c + 1, r)), ((c, r + 1), (c + 1, r + 1)), ((c, r), (c, r + 1)), ((c + 1, r), (c + 1, r + 1)))
                self.boxes.append(sum(1 << number[ends] for ends in sides))

        def moved(m, dot):
            column, row = dot
            if m & 1:
                column, row = row, column
            return (width - column if m & 4 else column), (height - row if m & 2 else row)

        maps = range(8) if width == height else (0, 2, 4, 6)
        self.maps = len(maps)
        self.map_tables = [[number[tuple(sorted((moved(m, a), moved(m, b)), key=lambda dot: dot[::-1]))] for a, b in self.ends]
                           for m in maps]

    def complete(self, drawn):
        return sum(not box & ~drawn for box in self.boxes)

    def decode(self, code):
        length = (len(self.ends) + 7) // 8
        if len(code) != length + 2 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        drawn, lead = int.from_bytes(code[:length], "little"), int.from_bytes(code[length:length + 1], "little", signed=True)
        complete = self.complete(drawn)
        if drawn & ~self.full or abs(lead) > complete or (lead - complete) % 2:
            raise Reject("bad-position", "a line that is not on the board, or a lead that the boxes do not give")
        return drawn, lead, code[-1]

    def encode(self, pos):
        return pos[0].to_bytes((len(self.ends) + 7) // 8, "little") + pos[1].to_bytes(1, "little", signed=True) + bytes((pos[2],))

    def to_move(self, pos):
        return pos[2]

    def moves(self, pos):
        return bits_of(self.full & ~pos[0])

    def play(self, pos, line):
        drawn = pos[0] | 1 << line
        boxes = self.complete(drawn) - self.complete(pos[0])
        return (drawn, pos[1] + (-boxes if pos[2] else boxes), pos[2]) if boxes else (drawn, pos[1], 1 - pos[2])

    def ended(self, score):
        return DRAW if score == 0 else 0 if score > 0 else 1

    def outcome(self, pos):
        return self.ended(pos[1]) if pos[0] == self.full else None

    def score(self, pos):
        return pos[1]

    def decided(self, pos, claim):
        rest = len(self.boxes) - self.complete(pos[0])
        ends = {claim.fulfilled(self.ended(score), score) for score in (pos[1] - rest, pos[1] + rest)}
        return ends.pop() if len(ends) == 1 else None

    def image(self, pos, m):
        table = self.map_tables[m]
        return sum(1 << table[line] for line in bits_of(pos[0])), pos[1], pos[2]

    def text(self, pos):
        if pos == self.start:
            return "start"
        lines = ("".join(f"{'abcdef'[c]}{r + 1}" for c, r in self.ends[line]) for line in bits_of(pos[0]))
        return f"{','.join(lines)}:{pos[1]}:{pos[2] + 1}"


for width, height in itertools.product(range(1, 6), repeat=2):
    GAMES[f"dots-and-boxes:width={width},height={height}"] = functools.partial(DotsAndBoxes, width, height)


# ---- check_cert/lattice.py
# The lattice on which Hex, Y and connections lie.
#
# A cell is one number for column and row, a border (axis, number); the axes are the column, the row, and minus their sum.

STRIDE = 4096               # between cells in neighbouring columns: no column or row that is allowed reaches so far
NEIGHBOURS = (STRIDE, -STRIDE, 1, -1, STRIDE - 1, 1 - STRIDE)


def cell_at(column, row):
    return (column + STRIDE // 4) * STRIDE + row + STRIDE // 4


def coordinates(cell):
    column, row = cell // STRIDE - STRIDE // 4, cell % STRIDE - STRIDE // 4
    return column, row, -column - row


def touched(cell, borders):
    place = coordinates(cell)
    return [border for border in borders if place[border[0]] == border[1]]


# ---- check_cert/games/hex_and_y.py
# Hex and Y: who joins borders wins.

class ConnectionGame(Game):
    """Hex and Y: a chain of a player's stones that touches all its borders wins.

    A position is (black, white, side to move): two sets of cells and 0 or 1. `around` has for each cell the set of its
    neighbours, `borders` for each player the set of cells that touch each border, `map_tables` the cell that each goes to.
    `sides` has for each player the same borders as axis (column, row, minus their sum) and number.
    """
    players = ("black", "white")
    weight = 20
    start = (0, 0, 0)

    def set_up(self, name, places, sides, maps, swaps):
        self.name, self.places, self.sides = name, places, sides
        self.cells = len(places)
        self.borders = [[set_of(cell for cell, place in enumerate(places) if touched(cell_at(*place), [side])) for side in own] for own in sides]
        self.full = (1 << self.cells) - 1
        number = {place: cell for cell, place in enumerate(places)}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        self.around = [set_of(number[p] for p in ((c + i, r + j) for i, j in steps) if p in number) for c, r in places]
        self.map_tables = [[number[place(c, r)] for c, r in places] for place in maps]
        self.maps, self.swaps = len(maps), swaps
        self.exchanges = False

    def joined(self, pos, player):
        """Whether a chain touches all borders: one that does is found from the first."""
        stones, borders = pos[player], self.borders[player]
        left = stones & borders[0]
        while left:
            chain, found = 0, left & -left
            while found:
                chain |= found
                found = functools.reduce(lambda cells, cell: cells | self.around[cell], bits_of(found), 0) & stones & ~chain
            if all(chain & border for border in borders):
                return True
            left &= ~chain
        return False

    def decode(self, code):
        length = (self.cells + 3) // 4
        number = int.from_bytes(code[:length], "little")
        if len(code) != length + 1 or number >> 2 * self.cells or code[length] > 1:
            raise Reject("bad-position", "not an encoding of these cells and a side")
        values = [number >> 2 * cell & 3 for cell in range(self.cells)]
        if 3 in values:
            raise Reject("bad-position", "a cell of no kind")
        pos = (*(set_of(cell for cell in range(self.cells) if values[cell] == who) for who in (1, 2)), code[length])
        if self.joined(pos, pos[2]):
            raise Reject("bad-position", "the side to move has joined its borders")
        last = 1 - pos[2]
        if self.joined(pos, last) and all(self.joined(self.flipped(pos, last, cell), last) for cell in bits_of(pos[last])):
            raise Reject("bad-position", "no single stone has joined the borders")
        return pos

    @staticmethod
    def flipped(pos, player, cell):
        """With one stone more of the player, or less."""
        return (pos[0] ^ 1 << cell, pos[1], pos[2]) if player == 0 else (pos[0], pos[1] ^ 1 << cell, pos[2])

    def encode(self, pos):
        number = sum(who << 2 * cell for who, stones in zip((1, 2), pos) for cell in bits_of(stones))
        return number.to_bytes((self.cells + 3) // 4, "little") + bytes([pos[2]])

    def to_move(self, pos):
        return pos[2]

    def outcome(self, pos):
        last = 1 - pos[2]
        return last if self.joined(pos, last) else None

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        cells = bits_of(self.full & ~(pos[0] | pos[1]))
        return cells + [self.cells] if self.may_exchange(pos) else cells

    def only_cells(self, pos):
        """Whether every move from here on is a stone on an empty cell, and every such stone a move."""
        return not self.exchanges or pos != self.start and not self.may_exchange(pos)

    def may_exchange(self, pos):
        return self.exchanges and pos[2] == 1 and pos[1] == 0 and pos[0].bit_count() == 1

    def is_legal(self, pos, mv):
        if mv >= self.cells:
            return mv == self.cells and self.may_exchange(pos) and self.outcome(pos) is None
        return not (pos[0] | pos[1]) >> mv & 1 and self.outcome(pos) is None

    def play(self, pos, mv):
        if mv == self.cells:
            c, r = self.places[pos[0].bit_length() - 1]
            return (0, 1 << self.places.index((r, c)), 0)
        black, white, player = self.flipped(pos, pos[2], mv)
        return (black, white, 1 - player)

    def image(self, pos, m):
        table = self.map_tables[m]
        black, white = (set_of(table[cell] for cell in bits_of(stones)) for stones in pos[:2])
        return (white, black, 1 - pos[2]) if m in self.swaps else (black, white, pos[2])

    def text(self, pos):
        if pos == self.start:
            return "start"
        words = []
        for name, stones in zip(self.players, pos):
            if stones:
                cells = (self.places[cell] for cell in bits_of(stones))
                words.append(f"{name}:" + ",".join(f"{chr(97 + c)}{r + 1}" for c, r in cells))
        return " ".join(words + [f"{self.players[pos[2]]}-to-move"])


class Hex(ConnectionGame):
    def __init__(self, width, height, swap):
        name = f"hex:width={width},height={height},swap={swap}"
        places = [(c, r) for r in range(height) for c in range(width)]
        black, white = [(1, 0), (1, height - 1)], [(0, 0), (0, width - 1)]
        maps = [lambda c, r: (c, r), lambda c, r: (width - 1 - c, height - 1 - r)]
        swaps = ()
        if width == height and swap == "off":
            maps += [lambda c, r: (r, c), lambda c, r: (height - 1 - r, width - 1 - c)]
            swaps = (2, 3)
        self.set_up(name, places, (black, white), maps, swaps)
        self.exchanges = swap == "on"


class Y(ConnectionGame):
    weight = 25

    def __init__(self, size):
        places = [(c, r) for r in range(size) for c in range(size - r)]
        sides = [(0, 0), (1, 0), (2, 1 - size)]
        maps = [lambda c, r, i=i, j=j: ((x := (c, r, size - 1 - c - r))[i], x[j])
                for i, j in itertools.permutations(range(3), 2)]
        self.set_up(f"y:size={size}", places, (sides, sides), maps, ())


for width, height in itertools.product(range(1, 15), repeat=2):
    for swap in ("off", "on") if width == height else ("off",):
        GAMES[f"hex:width={width},height={height},swap={swap}"] = functools.partial(Hex, width, height, swap)
for size in range(2, 15):
    GAMES[f"y:size={size}"] = functools.partial(Y, size)


# ---- check_cert/games/in_a_row.py
# Games of k in a row: Go-Moku by its rules but renju's, and m,n,k-games.

class RowGame(LineGame):
    """The first k stones in a row win; exactly k by the rule `standard`. With the professional opening it is no game of lines,
    since not every empty cell may be taken."""
    players = ("black", "white")
    DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, name, width, height, k, rule, professional=False):
        self.name, self.width, self.height, self.k, self.exactly = name, width, height, k, rule == "standard"
        points = [(r, c) for r in range(height) for c in range(width)]
        # For each direction, how much higher the number of the next cell is, and the cells that have a next one.
        self.steps = [(dr * width + dc, set_of(self.number(r, c) for r, c in points if self.inside(r + dr, c + dc)))
                      for dr, dc in self.DIRECTIONS]
        if width == height:
            images = [[square_map(m, p, width - 1) for p in points] for m in range(8)]
        else:
            images = [[(height - 1 - r if m & 1 else r, width - 1 - c if m & 2 else c) for r, c in points]
                      for m in range(4)]
        rows = sorted({row for point in points for row in self.rows_from(*point)})
        self.set_up(width * height, rows, [[self.number(*p) for p in image] for image in images])
        self.professional = professional
        if professional:
            self.rows = None
            around = lambda n: range(width // 2 - n, width // 2 + n + 1)
            self.centre, self.three, self.five = (set_of(self.number(r, c) for r in around(n) for c in around(n)) for n in range(3))

    def number(self, row, column):
        return self.width * row + column

    def inside(self, row, column):
        return 0 <= row < self.height and 0 <= column < self.width

    def rows_from(self, row, column):
        """The lines that begin on a cell, each with its border."""
        for dr, dc in self.DIRECTIONS:
            line, border = [], []
            for n in range(-1, self.k + 1):
                r, c = row + n * dr, column + n * dc
                if self.inside(r, c):
                    (line if 0 <= n < self.k else border).append(self.number(r, c))
            if len(line) == self.k:
                yield set_of(line), set_of(border) if self.exactly else 0

    def has_row(self, stones, exactly=False):
        """Whether the set holds k cells in a row, and not more if `exactly`."""
        for step, inside in self.steps:
            starts = stones
            for _ in range(self.k - 1):
                starts = stones & starts >> step & inside
            if exactly and starts:
                longer = stones & starts >> step & inside           # starts of k + 1
                starts &= ~longer & ~((stones & inside) << step)    # and those with one more cell before them
            if starts:
                return True
        return False

    def won(self, stones):
        return self.has_row(stones, self.exactly)

    def moves(self, pos):
        if self.outcome(pos) is not None:
            return []
        empty = self.full & ~(pos[0] | pos[1])
        if self.professional:
            ply = (pos[0] | pos[1]).bit_count()
            if ply < 3:
                empty &= (self.centre, self.three, ~self.five)[ply]
        return bits_of(empty)

    def is_legal(self, pos, mv):
        return mv in self.moves(pos) if self.professional else super().is_legal(pos, mv)

    def winner_of(self, claim):
        """Who wins if somebody does, for the claim to hold or to fail."""
        return claim.player if claim.goal == 0 else 1 - claim.player

    def decided(self, pos, claim):
        """A player who has no room for a row any more does not win."""
        if claim.goal > 1:
            return None
        room = self.full & ~pos[1 - self.winner_of(claim)]
        return None if self.has_row(room) else claim.goal == 1

    def telling(self, pos, claim):
        """Nothing if the stone is the winner's own. Another one must be on any row that there is room for."""
        winner = self.winner_of(claim)
        if self.decided(pos, claim) is None and self.to_move(pos) == winner:
            return 0
        return next((line for line in self.lines if not line & pos[1 - winner]), self.full)

    def read(self, code):
        """The sets of stones of an encoding."""
        number = int.from_bytes(code, "little")
        if len(code) != (self.cells + 3) // 4 or number >> 2 * self.cells:
            raise Reject("bad-position", "not the length of an encoding")
        values = [number >> 2 * c & 3 for c in range(self.cells)]
        if 3 in values:
            raise Reject("bad-position", "a cell of no kind")
        return tuple(set_of(c for c in range(self.cells) if values[c] == who) for who in (1, 2))

    def decode(self, code):
        pos = self.read(code)
        black, white = pos
        if black.bit_count() - white.bit_count() not in (0, 1):
            raise Reject("bad-position", "the numbers of stones do not fit")
        if self.professional and (black and not black & self.centre or white and not white & self.three
                                  or black.bit_count() > 1 and not black & ~self.five):
            raise Reject("bad-position", "not the professional opening")
        mover = self.to_move(pos)
        if self.lines_of[mover].won(pos[mover]):
            raise Reject("bad-position", "the side to move has won")
        last, won = pos[1 - mover], self.lines_of[1 - mover].won
        if won(last) and all(won(last & ~(1 << c)) for c in bits_of(last)):
            raise Reject("bad-position", "no single stone has won")
        return pos

    def encode(self, pos):
        number = sum(who << 2 * c for who, stones in zip((1, 2), pos) for c in bits_of(stones))
        return number.to_bytes((self.cells + 3) // 4, "little")

    def text(self, pos):
        return "start" if pos == self.start else rows_text(self.width, self.height, pos)


for size in range(5, 21):
    for rule, opening in (("freestyle", "free"), ("freestyle", "professional"), ("standard", "free"), ("standard", "professional")):
        name = f"gomoku:size={size},rule={rule},opening={opening}"
        if opening == "professional":
            if size >= 7 and size % 2:
                GAMES[name] = functools.partial(RowGame, name, size, size, 5, rule, True)
        else:
            GAMES[name] = functools.partial(RowGame, name, size, size, 5, rule)
for width, height, k in itertools.product(range(1, 21), repeat=3):
    for rule in ("freestyle", "standard"):
        name = f"mnk:width={width},height={height},k={k},rule={rule}"
        GAMES[name] = functools.partial(RowGame, name, width, height, k, rule)


# ---- check_cert/games/lines_of_action.py
# Lines of Action.

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


# ---- check_cert/games/morris.py
# Morris with mills: six men's, nine men's, and Lasker's.

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


# ---- check_cert/games/nim.py
# Nim.

class Nim(Game):
    """A position is (the sizes of the heaps, mover)."""
    players = ("first-player", "second-player")
    maps = 1

    def __init__(self, heaps, first, step, last):
        self.name = f"nim:heaps={heaps},first={first},step={step},last={last}"
        self.start = tuple(first + step * heap for heap in range(heaps)), 0
        self.most = self.start[0][-1]
        self.last_wins = last == "wins"

    def decode(self, code):
        if len(code) != len(self.start[0]) + 1 or code[-1] > 1 or max(code[:-1]) > self.most:
            raise Reject("bad-position", "not the sizes of the heaps and a side to move")
        return tuple(code[:-1]), code[-1]

    def encode(self, pos):
        return bytes((*pos[0], pos[1]))

    def to_move(self, pos):
        return pos[1]

    def outcome(self, pos):
        if any(pos[0]):
            return None
        return 1 - pos[1] if self.last_wins else pos[1]

    def moves(self, pos):
        return [16 * heap + left for heap, size in enumerate(pos[0]) for left in range(size)]

    def play(self, pos, mv):
        heaps = list(pos[0])
        heaps[mv // 16] = mv % 16
        return tuple(heaps), 1 - pos[1]

    def image(self, pos, m):
        return pos

    def text(self, pos):
        return "start" if pos == self.start else f"{','.join(map(str, pos[0]))}:{pos[1] + 1}"


for keys in itertools.product(range(1, 7), range(1, 6), range(3), ("wins", "loses")):
    GAMES["nim:heaps=%s,first=%s,step=%s,last=%s" % keys] = functools.partial(Nim, *keys)


# ---- check_cert/games/othello.py
# Othello.

class Othello(Game):
    """A position is (black, white, mover): the sets of squares with discs of either, and who is to move. In a set the square
    (row, column) is bit size * row + column, rows from the top."""
    players = ("black", "white")
    maps = 8
    cost = 60
    has_scores = True
    weight = 100

    def __init__(self, size, empty):
        self.name = f"othello:size={size},empty={empty}"
        self.size, self.winner_takes = size, empty == "winner"
        self.area = size * size
        self.full = (1 << self.area) - 1
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        # For each square and axis: the squares beyond it in one direction and in the other, the nearest first.
        self.axes = [[(self.beyond(s, dr, dc), self.beyond(s, -dr, -dc)) for dr, dc in steps] for s in range(self.area)]
        low, high = size // 2 - 1, size // 2
        black, white = ((low, high), (high, low)), ((low, low), (high, high))
        self.start = (*(sum(1 << size * r + c for r, c in squares) for squares in (black, white)), 0)
        points = [divmod(s, size) for s in range(self.area)]
        self.map_tables = [[size * r + c for r, c in (square_map(m, p, size - 1) for p in points)] for m in range(8)]
        self.legal = functools.lru_cache(maxsize=LEGAL)(self.all_legal)

    def beyond(self, square, dr, dc):
        row, column = divmod(square, self.size)
        cells = []
        while 0 <= row + dr < self.size and 0 <= column + dc < self.size:
            row, column = row + dr, column + dc
            cells.append(self.size * row + column)
        return cells

    def decode(self, code):
        number = int.from_bytes(code[:-1], "little")
        if len(code) != self.area // 4 + 1 or code[-1] > 1:
            raise Reject("bad-position", "not the length of an encoding, or no side to move")
        values = [number >> 2 * s & 3 for s in range(self.area)]
        if 3 in values:
            raise Reject("bad-position", "a square of no kind")
        black, white = (sum(1 << s for s in range(self.area) if values[s] == who) for who in (1, 2))
        if (self.start[0] | self.start[1]) & ~(black | white):
            raise Reject("bad-position", "a square of the centre is empty")
        return black, white, code[-1]

    def encode(self, pos):
        number = sum(who << 2 * s for who, discs in zip((1, 2), pos) for s in bits_of(discs))
        return number.to_bytes(self.area // 4, "little") + bytes((pos[2],))

    def to_move(self, pos):
        return pos[2]

    def turned(self, mine, theirs, square):
        """The discs that turn if the owner of `mine` puts one on an empty square."""
        turned = 0
        for axis in self.axes[square]:
            for cells in axis:
                run = 0
                for cell in cells:
                    if mine >> cell & 1:
                        turned |= run
                    if not theirs >> cell & 1:
                        break
                    run |= 1 << cell
        return turned

    def all_legal(self, mine, theirs):
        """The squares where the owner of `mine` may put a disc."""
        return [s for s in bits_of(self.full & ~(mine | theirs)) if self.turned(mine, theirs, s)]

    def moves(self, pos):
        mine, theirs = pos[pos[2]], pos[1 - pos[2]]
        squares = self.legal(mine, theirs)
        if squares:
            return squares
        return [self.area] if self.legal(theirs, mine) else []      # a pass, or the end

    def play(self, pos, square):
        if square == self.area:
            return pos[0], pos[1], 1 - pos[2]
        mine, theirs = pos[pos[2]], pos[1 - pos[2]]
        turned = self.turned(mine, theirs, square)
        mine, theirs = mine | turned | 1 << square, theirs & ~turned
        return (theirs, mine, 0) if pos[2] else (mine, theirs, 1)

    def ended(self, score):
        return DRAW if score == 0 else 0 if score > 0 else 1

    def outcome(self, pos):
        return None if self.moves(pos) else self.ended(self.score(pos))

    def score(self, pos):
        black, white = pos[0].bit_count(), pos[1].bit_count()
        if self.winner_takes and black != white:
            return self.area - 2 * white if black > white else 2 * black - self.area
        return black - white

    def safe(self, mine, occupied):
        """How many discs of one colour are found stable: along each axis the line is full, or beside the disc, on one side,
        the board ends or is a disc of that colour that was found before."""
        found, last = 0, None
        while found != last:
            last = found
            for s in bits_of(mine & ~found):
                if all(all(occupied >> c & 1 for c in one + other)
                       or any(not side or last >> side[0] & 1 for side in (one, other))
                       for one, other in self.axes[s]):
                    found |= 1 << s
        return found.bit_count()

    def decided(self, pos, claim):
        """Whoever has k stable discs ends with k squares at least, and the other with no more than the rest."""
        def agreed(black, white):
            ends = {claim.fulfilled(self.ended(score), score) for score in (2 * black - self.area, self.area - 2 * white)}
            return ends.pop() if len(ends) == 1 else None
        if agreed(pos[0].bit_count(), pos[1].bit_count()) is None:      # not even if all discs were stable
            return None
        occupied = pos[0] | pos[1]
        return agreed(self.safe(pos[0], occupied), self.safe(pos[1], occupied))

    def image(self, pos, m):
        table = self.map_tables[m]
        return (*(sum(1 << table[s] for s in bits_of(discs)) for discs in pos[:2]), pos[2])

    def text(self, pos):
        if pos == self.start:
            return "start"
        board = "".join("X" if pos[0] >> s & 1 else "O" if pos[1] >> s & 1 else "-" for s in range(self.area))
        return board + " " + "XO"[pos[2]]


for size, empty in itertools.product((4, 6, 8), ("nobody", "winner")):
    GAMES[f"othello:size={size},empty={empty}"] = functools.partial(Othello, size, empty)


# ---- check_cert/games/renju.py
# Go-Moku by the rules of renju, which forbid moves to Black.

class Renju(RowGame):
    """White wins with five stones in a row or more, Black with exactly five, and some moves are forbidden to Black. The game
    itself has Black's borders."""
    restricted = 0
    weight = 20
    MOST = 1 << 17          # windows of which is remembered what a stone makes there

    def __init__(self, name, size):
        super().__init__(name, size, size, 5, "standard")
        self.lines_of = (self, RowGame(name, size, size, 5, "freestyle"))
        self.around = [self.reach_of(lines) for lines in self.through]  # by cell: where what a black stone on it makes can lie
        # By cell, for each direction: the cells up to five steps away and itself, in order, with None for those off the board.
        self.windows = [[[self.number(r + n * dr, c + n * dc) if self.inside(r + n * dr, c + n * dc) else None for n in range(-5, 6)]
                         for dr, dc in self.DIRECTIONS] for r in range(size) for c in range(size)]
        # The same as sets without the cell itself, and what is remembered by what stands there; `results` has each answer once.
        self.seen = [[(set_of(it for it in window if it not in (None, cell)), {}) for window in windows]
                     for cell, windows in enumerate(self.windows)]
        self.remembered, self.results = 0, {}

    # -- what is forbidden

    def made_in(self, cell, direction, black, empty):
        """What a black stone on an empty cell makes in a direction: whether a row of exactly five, whether a longer one, how
        many fours, and the cells on which one more stone would make a row of four that two cells complete (a three, if that
        stone is not forbidden). The sets are of cells of the window, without the cell itself."""
        window = self.windows[cell][direction]
        stone = [n == 5 or it is not None and black >> it & 1 == 1 for n, it in enumerate(window)]
        free = [n != 5 and it is not None and empty >> it & 1 == 1 for n, it in enumerate(window)]
        low = high = 5
        while low > 0 and stone[low - 1]:
            low -= 1
        while high < 10 and stone[high + 1]:
            high += 1
        row, fours, stretches = high - low + 1, set(), []
        for at in range(1, 6):              # five cells, that one more stone would fill, with no stone at either end
            five = range(at, at + 5)
            if sum(stone[n] for n in five) == 4 and any(free[n] for n in five) and not stone[at - 1] and not stone[at + 5]:
                fours.add(tuple(n for n in five if stone[n]))
        for at in range(2, 6):              # four cells; they and the empty ones next to them have no stone at either end
            four = range(at, at + 4)
            if sum(stone[n] for n in four) == 3 and free[at - 1] and free[at + 4] and not stone[at - 2] and not stone[at + 5]:
                stretches += [window[n] for n in four if free[n]]
        return row == 5, row > 5, len(fours), tuple(stretches)

    def made(self, black, empty, cell):
        makes = []
        for direction, (seen, known) in enumerate(self.seen[cell]):
            key = (black & seen) << self.cells | empty & seen
            result = known.get(key)
            if result is None:
                if self.remembered == self.MOST:
                    self.remembered = 0
                    for _, some in itertools.chain.from_iterable(self.seen):
                        some.clear()
                self.remembered += 1
                result = self.made_in(cell, direction, black & seen, empty & seen)
                result = known[key] = self.results.setdefault(result, result)
            makes.append(result)
        return makes

    def possible_threes(self, black, empty, cell):
        """For each direction in which a move of Black's may make threes the cells that stretch them to fours; none if it makes
        a row of five. None instead of a list if it is forbidden already for a long row or for fours."""
        if (black & self.around[cell]).bit_count() < 4:
            return []               # two fours, or threes in two directions, or six in a row, need four more stones
        fives, longer, fours, stretches = zip(*self.made(black, empty, cell))
        if any(fives):
            return []
        return None if any(longer) or sum(fours) > 1 else [cells for cells in stretches if cells]

    def is_free(self, black, empty, cell):
        """Whether Black may play on an empty cell whatever stones White gets elsewhere."""
        threes = self.possible_threes(black, empty, cell)
        return threes is not None and len(threes) < 2

    def is_forbidden(self, black, empty, cell):
        threes = self.possible_threes(black, empty, cell)
        if threes is None or len(threes) < 2:
            return threes is None
        black, empty = black | 1 << cell, empty & ~(1 << cell)
        return sum(any(self.stretches(black, empty, to) for to in cells) for cells in threes) > 1

    def stretches(self, black, empty, cell):
        """Whether a move of Black's is one that may follow a three: not forbidden, nor a five in another direction."""
        return not any(five for five, *_ in self.made(black, empty, cell)) and not self.is_forbidden(black, empty, cell)

    # -- the rules

    def outcome(self, pos):
        over = super().outcome(pos)
        if over is None and self.to_move(pos) == 0:
            empty = self.full & ~(pos[0] | pos[1])
            over = 1 if all(self.is_forbidden(pos[0], empty, cell) for cell in bits_of(empty)) else None
        return over

    def moves(self, pos):
        moves, empty = super().moves(pos), self.full & ~(pos[0] | pos[1])
        return moves if self.to_move(pos) else [cell for cell in moves if not self.is_forbidden(pos[0], empty, cell)]

    def is_legal(self, pos, mv):
        return super().is_legal(pos, mv) and \
            (self.to_move(pos) == 1 or not self.is_forbidden(pos[0], self.full & ~(pos[0] | pos[1]), mv))

    def settled_moves(self, pos, lacks, claim):
        settled, empty = super().settled_moves(pos, lacks, claim), self.full & ~(pos[0] | pos[1])
        if self.to_move(pos) == 1:
            # Of two cells that are free for Black White leaves him one.
            free = (cell for cell in bits_of(empty) if self.is_free(pos[0], empty, cell))
            if len(list(itertools.islice(free, 2))) < 2:
                for cell in bits_of(empty):
                    if self.outcome(self.play(pos, cell)) == 1:
                        settled.setdefault(cell, claim.fulfilled(1))
        return settled

    def decided(self, pos, claim):
        return None

    def telling(self, pos, claim):
        return 0

    def decode(self, code):
        pos = super().decode(code)
        black = pos[0]
        if self.has_longer(black) and not (self.won(black) and any(
                not self.won(rest) and not self.has_longer(rest) for rest in (black & ~(1 << c) for c in bits_of(black)))):
            raise Reject("bad-position", "a row of Black's that is too long")
        return pos

    def has_longer(self, black):
        return any(black & line == line and black & border for line, border in self.rows)


for size in range(5, 21):
    name = f"gomoku:size={size},rule=renju,opening=free"
    GAMES[name] = functools.partial(Renju, name, size)


# ---- check_cert/games/small_chess.py
# Small chess: three files, and three ranks or four.

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


# ---- check_cert/games/three_mens_morris.py
# Three men's morris.

class ThreeMensMorris(Game):
    """A position is its encoding: nine points (0 empty, 1 first player, 2 second), then the side to move (0, 1)."""
    players = ("first-player", "second-player")
    maps = 8
    repeats = True
    start = bytes(10)
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, moves, opening):
        self.name = f"three-mens-morris:moves={moves},opening={opening}"
        self.no_centre = opening == "no-centre"
        self.reach = [[t for t in range(9) if t != f and (moves == "any" or self.neighbours(f, t))] for f in range(9)]
        self.map_tables = [[3 * r + c for r, c in (square_map(m, divmod(p, 3)) for p in range(9))] for m in range(8)]

    @staticmethod
    def neighbours(a, b):
        """One step along a row or a column, or between the centre and a corner."""
        (row_a, column_a), (row_b, column_b) = divmod(a, 3), divmod(b, 3)
        rows, columns = abs(row_a - row_b), abs(column_a - column_b)
        return rows + columns == 1 or rows == columns == 1 and 4 in (a, b)

    def decode(self, code):
        pos = bytes(code)
        if len(pos) != 10 or any(b > 2 for b in pos[:9]) or pos[9] > 1:
            raise Reject("bad-position", "not nine points and a side")
        first, second = pos[:9].count(1), pos[:9].count(2)
        if first > 3 or second > 3 or first + second < 6 and first - second != pos[9]:
            raise Reject("bad-position", "the numbers of men do not fit")
        rows = [self.has_row(pos, player) for player in (0, 1)]
        if rows[0] and rows[1] or rows[pos[9]]:
            raise Reject("bad-position", "three in a row of a player who cannot have moved last")
        if self.no_centre and first == 1 and pos[4] == 1:
            raise Reject("bad-position", "the first man is on the centre")
        return pos

    def encode(self, pos):
        return pos

    def has_row(self, pos, player):
        man = player + 1
        return any(pos[a] == pos[b] == pos[c] == man for a, b, c in self.lines)

    def to_move(self, pos):
        return pos[9]

    def outcome(self, pos):
        other = 1 - pos[9]
        return other if self.has_row(pos, other) or not self.steps(pos) else None

    def moves(self, pos):
        return [] if self.has_row(pos, 1 - pos[9]) else self.steps(pos)

    def steps(self, pos):
        """The moves of the side to move if the game is not over by three in a row."""
        empty = [p for p in range(9) if pos[p] == 0]
        if len(empty) > 3:                          # fewer than six men: place one
            return [p for p in empty if p != 4] if self.no_centre and len(empty) == 9 else empty
        own = [p for p in range(9) if pos[p] == pos[9] + 1]
        return [9 * (f + 1) + t for f in own for t in self.reach[f] if pos[t] == 0]

    def play(self, pos, mv):
        board = bytearray(pos)
        if mv < 9:
            to = mv
        else:
            origin, to = mv // 9 - 1, mv % 9
            board[origin] = 0
        board[to] = pos[9] + 1
        board[9] = 1 - pos[9]
        return bytes(board)

    def image(self, pos, m):
        board = bytearray(pos)
        for point, goes_to in enumerate(self.map_tables[m]):
            board[goes_to] = pos[point]
        return bytes(board)

    def conversion_class(self, pos):
        return 9 - pos[:9].count(0)

    def endless(self, number):
        return DRAW, 0

    def text(self, pos):
        return "start" if pos == self.start else "".join(".12"[b] for b in pos[:9]) + "/" + "12"[pos[9]]


for keys in itertools.product(("adjacent", "any"), ("free", "no-centre")):
    GAMES["three-mens-morris:moves=%s,opening=%s" % keys] = functools.partial(ThreeMensMorris, *keys)


# ---- check_cert/games/tsume.py
# Tsume-shogi: problems of shogi, in which one side gives check with every move until it mates.

class Tsume(Game):
    """Tsume-shogi; with `void` the defender says beforehand what it would answer to the taking back of a drop.

    A position is (men, hands, mover, attacker, waits): a byte a square, squares by rows from the top; for each player how many
    men of each kind are in its hand; who is to move, but the defender while moves wait; who attacks; and the moves that wait.
    A man is its kind, 8 more if it is promoted and 16 more if it is White's. Men and hands by themselves are a board.
    """
    players = ("black", "white")
    maps = 1
    repeats = has_mates = only_own_moves_win = True
    weight = 1000

    PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(8)
    PROMOTED, WHITES, EMPTY = 8, 16, 32     # a man divided by 16 is its player, and 2 is nobody
    MEN = "PLNSGBRK"
    IN_SET = (18, 4, 4, 4, 4, 2, 2)         # how many men of each kind there are
    BITS = (5, 3, 3, 3, 3, 2, 2)            # what an encoding has for these in a hand
    BEHIND = 16384                          # the attacker's code is so much more for each move that waits before the one it goes behind

    # The steps of a Black man, up and to the left first; a White man's are those with the numbers from the other end.
    STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
    SLANTWISE, STRAIGHT, AS_GOLD = (0, 2, 5, 7), (1, 3, 4, 6), (0, 1, 2, 3, 4, 6)
    # A man's steps of one square, and those that it may repeat. The knight is none of these.
    GOES = {PAWN: ((1,), ()), LANCE: ((), (1,)), SILVER: ((0, 1, 2, 5, 7), ()), GOLD: (AS_GOLD, ()),
            BISHOP: ((), SLANTWISE), ROOK: ((), STRAIGHT), KING: (tuple(range(8)), ()),
            PAWN + 8: (AS_GOLD, ()), LANCE + 8: (AS_GOLD, ()), KNIGHT + 8: (AS_GOLD, ()), SILVER + 8: (AS_GOLD, ()),
            BISHOP + 8: (STRAIGHT, SLANTWISE), ROOK + 8: (SLANTWISE, STRAIGHT)}

    def __init__(self, interpose):
        self.name, self.void = f"tsume:interpose={interpose}", interpose == "void"
        self.rays = [[self.ray(square, step) for step in self.STEPS] for square in range(81)]
        # For each man and square the ways that it goes on an empty board, and the squares on them.
        self.ways = {self.KNIGHT + 16 * player: [[way[:1] for right in (-1, 1) if (way := self.ray(square, (up, right)))]
                                                 for square in range(81)]
                     for player, up in ((0, -2), (1, 2))}
        # For each step the men that strike from one square away in that direction, and those that strike from anywhere.
        self.near, self.far = ([set() for _ in self.STEPS] for _ in range(2))
        for man, (once, again) in self.GOES.items():
            for player in (0, 1):
                def turned(number):
                    return 7 - number if player else number

                own = man + 16 * player
                self.ways[own] = [[way for number in once if (way := self.rays[square][turned(number)][:1])]
                                  + [way for number in again if (way := self.rays[square][turned(number)])]
                                  for square in range(81)]
                for number in once + again:
                    self.near[7 - turned(number)].add(own)
                for number in again:
                    self.far[7 - turned(number)].add(own)
        self.reach = {man: [set().union(*ways) for ways in lists] for man, lists in self.ways.items()}
        self.safe = functools.lru_cache(maxsize=LEGAL)(self.all_safe)
        self.checks = functools.lru_cache(maxsize=LEGAL)(self.all_checks)
        self.answers = functools.lru_cache(maxsize=LEGAL)(self.all_answers)
        self.told = functools.lru_cache(maxsize=LEGAL)(self.all_told)
        men = self.read_rows("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9")
        self.start = (men, ((0,) * 7, (15, 4, 4, 4, 4, 0, 0)), 0, 0, ())

    @staticmethod
    def ray(square, step):
        """The squares from a square in a direction, the nearest first, to the edge."""
        row, column, way = square // 9 + step[0], square % 9 + step[1], []
        while 0 <= row < 9 and 0 <= column < 9:
            way.append(9 * row + column)
            row, column = row + step[0], column + step[1]
        return way

    # -- encodings

    def decode(self, code):
        def need(holds, what):
            if not holds:
                raise Reject("bad-position", what)

        need(len(code) >= 12, "not the state and the set of squares")
        state, squares = code[0], bits_of(int.from_bytes(code[1:12], "little"))
        mover, attacker, waiting = state & 1, state >> 1 & 1, state >> 2
        need(not squares or squares[-1] < 81, "a man beside the board")
        end = 12 + len(squares)
        need(len(code) == end + 6 + 2 * waiting, "not the length of an encoding")
        men = bytearray([self.EMPTY] * 81)
        for square, man in zip(squares, code[12:end]):
            need(man < 32 and man & 15 not in (self.GOLD + self.PROMOTED, self.KING + self.PROMOTED), "a man of no kind")
            need(man & 8 or not self.is_stuck(man & 7, square, man >> 4), "a man that could never move")
            men[square] = man
        hands = []
        for at in (end, end + 3):
            number, hand = int.from_bytes(code[at:at + 3], "little"), []
            for bits in self.BITS:
                hand.append(number & (1 << bits) - 1)
                number >>= bits
            need(number == 0, "more than a hand")
            hands.append(tuple(hand))
        board = men, hands = bytes(men), tuple(hands)
        need(men.count(self.KING + 16 * (1 - attacker)) == 1, "not one king of the defender")
        need(men.count(self.KING + 16 * attacker) <= 1, "two kings of the attacker")
        need(all(had <= most for had, most in zip(self.counted(board), self.IN_SET)), "more men than there are")
        need(not self.strikers(men, 1 - mover), "a check to the side that has just moved")
        strikers = self.strikers(men, mover)
        need(len(strikers) <= 2, "a check by three men")
        need(len(strikers) < 2 or any(self.between(men, mover, at) for at in strikers), "a check by two men that no move gives")
        need(not waiting or mover != attacker, "moves wait, and the defender has said none")
        pos = men, hands, mover, attacker, ()
        for at in range(end + 6, len(code), 2):
            mv = int.from_bytes(code[at:at + 2], "little")
            need(self.to_move(pos) != attacker and mv in self.moves(pos), "a move waits that is not legal")
            pos = self.play(pos, mv)
            need(pos[4], "the first move that waits is no drop that can be taken back")
        return pos

    def encode(self, pos):
        men, hands, mover, attacker, waits = pos
        squares = [square for square in range(81) if men[square] != self.EMPTY]
        code = bytes([mover + 2 * attacker + 4 * len(waits)]) + set_of(squares).to_bytes(11, "little")
        code += bytes(men[square] for square in squares)
        for hand in hands:
            number = 0
            for had, bits in zip(reversed(hand), reversed(self.BITS)):
                number = number << bits | had
            code += number.to_bytes(3, "little")
        return code + b"".join(mv.to_bytes(2, "little") for mv in waits)

    def read_rows(self, rows):
        """The men of the first field of a position's text."""
        men = bytearray()
        for plus, letter in re.findall(r"(\+?)(\w)", rows):
            if letter.isdigit():
                men += bytes([self.EMPTY] * int(letter))
            else:
                men.append(self.MEN.index(letter.upper()) + 8 * len(plus) + 16 * letter.islower())
        return bytes(men)

    def text(self, pos):
        if pos == self.start:
            return "start"
        men, hands, mover, attacker, waits = pos
        signs = [" " if man == self.EMPTY else "+" * (man >> 3 & 1) + self.letter(man & 7, man >> 4) for man in men]
        rows = "/".join("".join(signs[first:first + 9]) for first in range(0, 81, 9))
        words = [re.sub(" +", lambda gap: str(len(gap[0])), rows), "bw"[mover]]
        words.append("".join((str(hand[kind]) if hand[kind] > 1 else "") + self.letter(kind, player)
                             for player, hand in enumerate(hands) for kind in range(6, -1, -1) if hand[kind]) or "-")
        words.append("1")
        if mover != attacker:
            words.append("defends")
        if not any(hands[1 - attacker]) and self.counted(pos[:2]) != self.IN_SET:
            words.append("empty-handed")
        if waits:
            words.append("waits")
        return " ".join(words + [self.written(mv) for mv in waits])

    def letter(self, kind, player):
        return self.MEN[kind].lower() if player else self.MEN[kind]

    def written(self, mv):
        def square(number):
            return f"{9 - number % 9}{'abcdefghi'[number // 9]}"

        behind, mv = divmod(mv, self.BEHIND)
        at, to = mv // 81 % 88, mv % 81
        begin = f"{self.MEN[at - 81]}*" if at >= 81 else square(at)
        return (f"{behind}x" if behind else "") + begin + square(to) + "+" * (mv // 7128)

    def counted(self, board):
        """How many men of each kind there are on the board and in both hands, kings left out."""
        men, hands = board
        kinds = [man & 7 for man in men if man != self.EMPTY]
        return tuple(kinds.count(kind) + hands[0][kind] + hands[1][kind] for kind in range(7))

    # -- shogi

    def is_stuck(self, kind, square, player):
        """Whether an unpromoted man could never move from there."""
        ahead = 8 - square // 9 if player else square // 9
        return ahead == 0 and kind in (self.PAWN, self.LANCE) or ahead < 2 and kind == self.KNIGHT

    def strikers(self, men, player):
        """The squares of the men that attack the player's king; none if it has no king."""
        king = men.find(self.KING + 16 * player)
        if king < 0:
            return []
        found = []
        for way, near, far in zip(self.rays[king], self.near, self.far):
            for at in way:
                man = men[at]
                if man != self.EMPTY:
                    if man >> 4 != player and man in (near if at == way[0] else far):
                        found.append(at)
                    break
        # A knight of the other player's stands where an own one would go.
        return found + [way[0] for way in self.ways[self.KNIGHT + 16 * player][king] if men[way[0]] == self.KNIGHT + 16 * (1 - player)]

    def between(self, men, player, striker):
        """The squares between a man that attacks the player's king and this king."""
        king = men.find(self.KING + 16 * player)
        way = next((way for way in self.rays[king] if striker in way), [])
        return way[:way.index(striker)] if way else []

    def steps(self, men, at):
        """All moves of the man on a square, whether they leave its own king in check or not."""
        man, player, moves = men[at], men[at] >> 4, []
        for way in self.ways[man][at]:
            for to in way:
                if men[to] >> 4 != player:
                    ahead = [8 - square // 9 if player else square // 9 for square in (at, to)]
                    can = man & 8 == 0 and man & 7 not in (self.GOLD, self.KING)
                    if man & 8 or not self.is_stuck(man & 7, to, player):
                        moves.append(to + 81 * at)
                    if can and min(ahead) < 3:
                        moves.append(to + 81 * at + 7128)
                if men[to] != self.EMPTY:
                    break
        return moves

    def drops(self, board, player):
        """All drops that do not leave the own king in check, but for the rule of the pawn that mates."""
        men, hands = board
        strikers, squares = self.strikers(men, player), range(81)
        if strikers:
            squares = self.between(men, player, strikers[0]) if len(strikers) == 1 else []
        columns = {square % 9 for square in range(81) if men[square] == self.PAWN + 16 * player}
        return [to + 81 * (81 + kind) for kind in range(7) if hands[player][kind] for to in squares
                if men[to] == self.EMPTY and not self.is_stuck(kind, to, player) and not (kind == self.PAWN and to % 9 in columns)]

    def moved(self, board, player, mv):
        """The board after a move."""
        men, hands = bytearray(board[0]), [list(hand) for hand in board[1]]
        at, to = mv // 81 % 88, mv % 81
        if at >= 81:
            men[to] = at - 81 + 16 * player
            hands[player][at - 81] -= 1
        else:
            if men[to] != self.EMPTY:
                hands[player][men[to] & 7] += 1
            men[to], men[at] = men[at] + 8 * (mv // 7128), self.EMPTY
        return bytes(men), tuple(map(tuple, hands))

    def is_mate_by_pawn(self, board, player, mv):
        """Whether a drop is one of a pawn that attacks the king, and the other player has no legal move then."""
        if mv // 81 % 88 != 81 + self.PAWN:
            return False
        king = board[0].find(self.KING + 16 * (1 - player))
        return king in self.reach[self.PAWN + 16 * player][mv % 81] and not self.safe(self.moved(board, player, mv), 1 - player)

    def all_safe(self, board, player):
        """The moves that shogi allows, whether they give check or not."""
        men = board[0]
        moves = [mv for at in range(81) if men[at] >> 4 == player for mv in self.steps(men, at)
                 if not self.strikers(self.moved(board, player, mv)[0], player)]
        return sorted(moves + [mv for mv in self.drops(board, player) if not self.is_mate_by_pawn(board, player, mv)])

    # -- problems

    def all_checks(self, board, attacker):
        """The attacker's legal moves, where the defender is not in check."""
        men = board[0]
        king = men.find(self.KING + 16 * (1 - attacker))

        def checks(mv):
            at, to = mv // 81 % 88, mv % 81
            if at >= 81 and king not in self.reach[at - 81 + 16 * attacker][to]:
                return False        # a drop opens no line
            return bool(self.strikers(self.moved(board, attacker, mv)[0], 1 - attacker))

        return [mv for mv in self.safe(board, attacker) if checks(mv)]

    def taken_back(self, board, defender, mv):
        """The boards after taking back, if the defender's legal move is a drop that can be taken back."""
        men, attacker = board[0], 1 - defender
        strikers = self.strikers(men, defender)
        if not self.void or mv // 81 % 88 < 81 or len(strikers) != 1:
            return []
        steps = self.steps(men, strikers[0])
        ways = [way for way in (mv % 81 + 81 * strikers[0] + p for p in (0, 7128)) if way in steps]
        boards = [self.moved(board, attacker, way) for way in ways]
        return [after for after in boards if not self.strikers(after[0], attacker) and self.strikers(after[0], defender)]

    def all_answers(self, board, defender):
        """The defender's legal moves."""
        return [mv for mv in self.safe(board, defender)
                if all(self.answers(way, defender) for way in self.taken_back(board, defender, mv))]

    def all_told(self, pos):
        """The boards behind the moves that wait, and those on which an answer is still to be said, the next one last."""
        defender, behind, asked = 1 - pos[3], [], [pos[:2]]
        for mv in pos[4]:
            board = asked.pop()
            behind.append(self.moved(board, defender, mv))
            asked += reversed(self.taken_back(board, defender, mv))
        return behind, asked

    def to_move(self, pos):
        return pos[3] if pos[4] and not self.told(pos)[1] else pos[2]

    def moves(self, pos):
        attacker, waits = pos[3:]
        if not waits:
            return list(self.checks(pos[:2], attacker) if pos[2] == attacker else self.answers(pos[:2], pos[2]))
        behind, asked = self.told(pos)
        if asked:
            return list(self.answers(asked[-1], 1 - attacker))
        return [self.BEHIND * n + mv for n, board in enumerate(behind) for mv in self.checks(board, attacker)]

    def play(self, pos, mv):
        men, hands, mover, attacker, waits = pos
        if self.to_move(pos) == attacker:
            behind = self.told(pos)[0] if waits else [pos[:2]]
            return *self.moved(behind[mv // self.BEHIND], attacker, mv % self.BEHIND), 1 - attacker, attacker, ()
        if waits or self.taken_back(pos[:2], mover, mv):
            return men, hands, mover, attacker, waits + (mv,)
        return *self.moved(pos[:2], mover, mv), attacker, attacker, ()

    def outcome(self, pos):
        if self.moves(pos):
            return None
        return DRAW if self.to_move(pos) == pos[3] else pos[3]

    def decided(self, pos, claim):
        """The defender never wins."""
        winner = 1 - claim.player if claim.goal == 1 else claim.player
        return None if winner == pos[3] else claim.goal in (1, 7)

    def image(self, pos, m):
        return pos

    def conversion_class(self, pos):
        return 0

    def endless(self, conversion_class):
        return DRAW, 0


for interpose in ("void", "count"):
    GAMES[f"tsume:interpose={interpose}"] = functools.partial(Tsume, interpose)


# ---- check_cert/games/__init__.py
# The games, a family a file, which puts its games into GAMES. A new family is a new file and a line here.

@functools.lru_cache(maxsize=16)
def find_game(name):
    """The rules for a game's full name, or None."""
    return GAMES[name]() if name in GAMES else None


# ---- check_cert/evidence/chains.py
# Chains of stones and borders, which connections join.
#
# What a way joins has numbers of its own, those of its stones and borders; a chain is the set of what it has and touches.

def with_chain(chains, new, meet):
    """One chain more; those that have something of `meet` in common are one."""
    apart = []
    for chain in chains:
        if chain & new & meet:
            new |= chain
        else:
            apart.append(chain)
    return apart + [new]


def chains_of(stones, number, borders, meet):
    """The chains of stones, with what they touch; `number` says which bit each stone and border has."""
    chains = []
    for cell in stones:
        chain = 1 << number[cell] | set_of(number[border] for border in touched(cell, borders))
        for step in NEIGHBOURS:
            if cell + step in number:
                chain |= 1 << number[cell + step]
        chains = with_chain(chains, chain, meet)
    return chains


def classes_of(join, bits):
    """The chains that a join asks for: for each class with two ends or more the set of their bits."""
    classes = {}
    for end, bit in zip(join, bits):
        classes[end] = classes.get(end, 0) | bit
    return [chain for chain in classes.values() if not single_bit(chain)]


def replaces(y, x, around, ends, borders, conducts):
    """Whether a stone on y joins whatever a stone on x could join of the cells around and the borders."""
    near = [x + step for step in NEIGHBOURS if x + step in around] + touched(x, borders)
    for a, b in itertools.combinations(near, 2):
        stones = ends | {y} | {it for it in (a, b) if not isinstance(it, tuple)}
        number = {it: bit for bit, it in enumerate([*stones, *borders])}
        meet = (1 << (len(number) if conducts else len(stones))) - 1
        both = 1 << number[a] | 1 << number[b]
        if not any(chain & both == both for chain in chains_of(stones, number, borders, meet)):
            return False
    return True


# ---- check_cert/evidence/connection.py
# Evidence of kind 7: lemmas about cells and borders that are joined whatever the opponent does (section 4.7).

MOST_COORDINATE = 1_000     # of a cell or a border of a connection
KEPT = 64                   # work for each cell that a lemma of a connection needs empty
CELL_SIZE = 100             # bytes that a cell takes in a set


def read_lemma(r, own):
    """Its ends, its joins (for each end a byte), and its ways, which name lemmas before its own number."""
    cells = [read_cell(r) for _ in range(r.count())]
    borders = [(r.tag(3), read_coordinate(r)) for _ in range(r.count())]
    ends = len(cells) + len(borders)
    if not 1 <= ends <= 255:
        raise malformed("a lemma of no ends, or of too many")
    joins = [read_join(r, ends) for _ in range(r.count())]
    if len(set(joins)) < len(joins):
        raise malformed("two joins of a lemma that are alike")
    return cells, borders, joins, [read_way(r, own) for _ in range(r.count())]


def read_join(r, ends):
    """The class of each end; classes are numbered as they come, so joins that put the same together are the same."""
    numbers = {}
    return bytes([numbers.setdefault(r.tag(ends), len(numbers)) for _ in range(ends)])


def read_way(r, own):
    tag = r.tag(3)
    cells = tuple([read_cell(r) for _ in range(tag)])
    return tag, cells, tuple([(own - 1 - r.tag(own), r.tag(12), (read_coordinate(r), read_coordinate(r))) for _ in range(r.count())])


def read_cell(r):
    return cell_at(read_coordinate(r), read_coordinate(r))


def read_coordinate(r):
    number = r.z()
    if abs(number) > MOST_COORDINATE:
        raise malformed("a cell or a border too far away")
    return number


class Placing:
    """Where a part puts the cells and the borders of its lemma."""
    ORDERS = list(itertools.permutations(range(3)))

    def __init__(self, turn, by):
        order, sign = self.ORDERS[turn % 6], 1 if turn < 6 else -1
        self.sign, self.step = sign, (*by, -by[0] - by[1])
        # Coordinates are sums of column and row, each with 1, 0 or -1.
        sums = [[sign * it for it in ((1, 0), (0, 1), (-1, -1))[order[axis]]] for axis in (0, 1)]
        (self.cc, self.cr), (self.rc, self.rr) = sums
        self.axes = {source: axis for axis, source in enumerate(order)}

    def cells(self, cells):
        """The images of cells, in their order; a rejection if one comes to lie too far away."""
        placed, (down, along, _) = [], self.step
        for cell in cells:
            c, r = cell // STRIDE - STRIDE // 4, cell % STRIDE - STRIDE // 4
            column, row = self.cc * c + self.cr * r + down, self.rc * c + self.rr * r + along
            if not (-MOST_COORDINATE <= column <= MOST_COORDINATE and -MOST_COORDINATE <= row <= MOST_COORDINATE):
                raise Reject("evidence-fails", "a part that comes to lie too far away")
            placed.append(cell_at(column, row))
        return placed

    def borders(self, borders):
        return [(self.axes[axis], self.sign * number + self.step[self.axes[axis]]) for axis, number in borders]


class Connections(Checking):
    """Checks evidence of kind 7."""

    def connection(self, claim, pos, place):
        """Do the lemmas hold, and does the root join all borders of the claim's player?"""
        game, r = self.game, Reader(self.reader.data, place, self.reader.end)
        sides = game.sides[claim.player]
        if claim.goal > 1 or len(sides) < 2:
            raise Reject("evidence-trait", "connections show wins, by two borders or more")
        # A path from one border to another needs no third; a chain that is to touch three is no path.
        conducts = len(sides) == 2
        if self.derived[0] != (place, conducts):    # of several replies all have the same lemmas
            self.hold(-self.derived[2])
            held, known = self.held, []
            for own in range(r.count()):
                known.append(self.lemma(read_lemma(r, own), known, conducts))
            self.derived = (place, conducts), (known, r.at), self.held - held
        settled = self.settled(claim, pos)
        if settled is not None:
            return settled
        self.spend(len(game.places))
        known, r.at = self.derived[1]
        root = read_way(r, len(known))
        own = [cell_at(*place) for cell, place in enumerate(game.places) if pos[claim.player] >> cell & 1]
        empty = {cell_at(*place) for cell, place in enumerate(game.places) if not (pos[0] | pos[1]) >> cell & 1}
        if not game.only_cells(pos) or root[0] > (game.to_move(pos) == claim.player):
            return False
        together = bytes(range(1, len(own) + 1)) + bytes(len(sides))
        return self.way((own, sides, [together]), root, known, conducts) <= empty

    def lemma(self, lemma, known, conducts):
        """Its ends, its joins and its carrier; or a rejection."""
        cells, borders, joins, ways = lemma
        ends = len(cells) + len(borders)
        self.spend(ends * (len(joins) + 1))
        self.hold(300 + 8 * ends + (64 + ends) * len(joins))
        if len({*cells, *borders}) < ends:
            raise Reject("evidence-fails", "an end stands twice in a lemma")
        carrier, common, size = set(), None, 0
        for way in ways:
            needed = self.way(lemma[:3], way, known, conducts)
            common = needed if common is None else common & needed
            self.hold(CELL_SIZE * len(needed))
            size += CELL_SIZE * len(needed)
            carrier |= needed
        keyed = [way[0] == 1 for way in ways]
        if not (len(ways) == 1 and not keyed[0] or len(ways) > 1 and all(keyed) and not common):
            raise Reject("evidence-fails", "a reply that no way of a lemma answers")
        self.spend(KEPT * len(carrier))
        self.hold(4 * len(carrier) - size)
        return tuple(cells), tuple(borders), tuple(joins), array.array("I", carrier)

    def way(self, lemma, way, known, conducts):
        """The carrier of a way that makes one of the joins of its lemma come true; or a rejection."""
        (cells, borders, joins), (tag, own, parts), held = lemma, way, self.held
        needed = set(own)
        if len(needed) < len(own) or not needed.isdisjoint(cells):
            raise Reject("evidence-fails", "a key or captured cells and stones that meet")
        # What is joined, each with its bit: the ends in their order, and the stones that the way adds.
        number = {it: bit for bit, it in enumerate([*cells, *borders, *own])}
        n = len(cells) + len(borders)
        border_bits = (1 << n) - (1 << len(cells))
        meet = (1 << len(number)) - 1 & ~(0 if conducts else border_bits)
        chosen, ends = [], 1        # the joins of each part, and the bits of its ends
        for at, turn, by in parts:
            its_cells, its_borders, its_joins, its_carrier = known[at]
            self.spend(len(its_cells) + len(its_borders) + len(its_carrier))
            self.hold(CELL_SIZE * (len(its_cells) + len(its_borders) + len(its_carrier) + 1))
            placing = Placing(turn, by)
            there = [number.get(it) for it in placing.cells(its_cells) + placing.borders(its_borders)]
            if None in there:
                raise Reject("evidence-fails", "a part whose stones or borders are not there")
            before = len(needed)
            needed.update(placing.cells(its_carrier))
            if len(needed) < before + len(its_carrier):
                raise Reject("evidence-fails", "parts of a way that meet")
            chosen.append((its_joins, [1 << bit for bit in there]))
            ends += len(there)
        if not needed.isdisjoint(cells):
            raise Reject("evidence-fails", "parts of a way and stones that meet")
        if tag == 2:
            (a, b), around = own, needed.union(cells)
            self.spend(KEPT * (n + 1))
            if not replaces(b, a, around, set(cells), borders, conducts) or not replaces(a, b, around, set(cells), borders, conducts):
                raise Reject("evidence-fails", "a captured cell that the other does not replace")
        self.check_joins(joins, chosen, chains_of([*cells, *own], number, borders, meet), meet, (n + len(own) + 1) * ends)
        self.hold(held - self.held)
        return needed

    def check_joins(self, joins, chosen, chains, meet, work):
        """That for every choice of a join of each part one of these joins comes true, besides these chains; a choice takes so
        much work."""
        bits = [1 << end for end in range(len(joins[0]) if joins else 0)]
        # Parts with one join leave no choice.
        for its_joins, its_bits in chosen:
            if len(its_joins) == 1:
                for chain in classes_of(its_joins[0], its_bits):
                    chains = with_chain(chains, chain, meet)
        chosen = [it for it in chosen if len(it[0]) != 1]
        for choice in itertools.product(*[its_joins for its_joins, _ in chosen]):
            self.spend(work)
            joined = chains
            for join, (_, its_bits) in zip(choice, chosen):
                for chain in classes_of(join, its_bits):
                    joined = with_chain(joined, chain, meet)
            for join in joins:
                self.spend(len(bits))
                if all(any(chain & ~one == 0 for one in joined) for chain in classes_of(join, bits)):
                    break
            else:
                raise Reject("evidence-fails", "a way that does not join what it should")


# ---- check_cert/memory.py
# What is remembered in few bytes, and how many they are.

def size_of(it):
    """About how many bytes a position takes in memory."""
    if isinstance(it, tuple):
        return sys.getsizeof(it) + sum(map(size_of, it))
    return 0 if it is None or it in (0, 1) else sys.getsizeof(it)


class Numbers:
    """The numbers 0, 1, 2, … in the order in which they came, each to be found by the hash of what it stands for; that is kept by
    the caller, who also compares. (Open addressing with linear probing; a third of the slots at least are free.)"""
    SIZE = 20                   # bytes that a number takes, at most

    def __init__(self):
        self.slots, self.hashes = array.array("I", bytes(256)), array.array("I")

    def find(self, hashed, same):
        """Whether there is a number with this hash for which `same` is true; if not, the slot that is free for it."""
        hashed &= 0xFFFFFFFF
        slots, hashes = self.slots, self.hashes
        at = hashed % len(slots)
        while number := slots[at]:
            if hashes[number - 1] == hashed and same(number - 1):
                return True, None
            at = (at + 1) % len(slots)
        return False, at

    def add(self, hashed, same=lambda number: False):
        """Whether the next number is added: not if there is one with this hash for which `same` is true."""
        there, at = self.find(hashed, same)
        if there:
            return False
        self.hashes.append(hashed & 0xFFFFFFFF)
        self.slots[at] = len(self.hashes)
        if 3 * len(self.hashes) > 2 * len(self.slots):
            self.slots = array.array("I", bytes(8 * len(self.slots)))
            for number, hashed in enumerate(self.hashes, 1):
                self.slots[self.find(hashed, lambda number: False)[1]] = number
        return True


# ---- check_cert/evidence/exhaustive.py
# Evidence of kind 5: a number of plies within which playing out all lines shows the claim (section 4.5).

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


# ---- check_cert/evidence/positional_strategy.py
# Evidence of kind 4: a list of instructions, of which the first that gives a legal move is followed (section 4.3).

MOST_REMEMBERED = 100_000   # positions of one play-out of a positional strategy
WIN, ABOVE, PLAY, REPLY, PAIR, ANY, BLOCK, RANKS = range(8)


class Instructions:
    """A positional strategy. Each instruction comes as its tag and two numbers, or ranks: its moves, and 0 where it has none."""

    def __init__(self):
        self.tags, self.first, self.second, self.ranks = bytearray(), array.array("I"), array.array("I"), []

    def __len__(self):
        return len(self.tags)

    def __iter__(self):
        for tag, first, second in zip(self.tags, self.first, self.second):
            yield tag, self.ranks[first] if tag == RANKS else (first, second)


def read_positional_strategy(r):
    data = Instructions()
    for _ in range(r.count()):
        tag = r.tag(8)
        first = second = 0
        if tag == RANKS:
            first = len(data.ranks)
            data.ranks.append(read_ranks(r))
        elif tag in (PLAY, REPLY, PAIR):
            first = r.move()
            second = 0 if tag == PLAY else r.move()
        data.tags.append(tag)
        data.first.append(first)
        data.second.append(second)
    return data


def read_ranks(r):
    """Ranks of moves by their codes; four bits each, the lower ones for the lower code, 0 for none."""
    packed = r.bytes()
    if len(packed) > 32 or packed[-1:] == b"\0":
        raise malformed("ranks in at most 32 bytes, the last not 0")
    return packed


def rank_of(mv, packed):
    return packed[mv // 2] >> 4 * (mv % 2) & 15 if mv < 2 * len(packed) else 0


class PositionalStrategies(Checking):
    """Checks evidence of kind 4."""

    def positional_strategy(self, claim, pos, instructions, last=None):
        """Does the prover get what is claimed against every play of the opponent, if he plays by the instructions?"""
        game = self.game
        todo = [(pos, None, last)]  # positions to go through, after a move if there is one, with the opponent's move that led there
        gone_through = set()        # positions with the opponent to move; what comes of them depends on nothing else
        while todo:
            pos, mv, last = todo.pop()
            pos = pos if mv is None else self.play(pos, mv)
            settled = self.settled(claim, pos)
            if settled is not None:
                if not settled:
                    return False
                continue
            moves = game.moves(pos)
            if game.to_move(pos) == claim.prover:
                mv = self.first_legal(claim, pos, last, instructions, moves)
                if mv is None:
                    return False
                todo.append((pos, mv, None))
            elif not moves:
                return False
            elif pos not in gone_through and not self.pairs_hold(claim, pos, instructions) \
                    and not self.pairs_join(claim, pos, instructions):
                if len(gone_through) == MOST_REMEMBERED:
                    gone_through.clear()
                gone_through.add(pos)
                todo.extend((pos, mv, mv) for mv in moves)
        return True

    def pairs_hold(self, claim, pos, instructions):
        """Does every line of a game of lines on which the prover has no stone contain a pair of empty cells, of those that the
        list begins with? The opponent, to move, then fills none if the prover answers on pairs, whatever else he plays. (A
        prover to whom moves are forbidden may not be able to.)"""
        rows = self.game.rows
        if rows is None or claim.goal != 1 or claim.prover == self.game.restricted or all(tag != ANY for tag, _ in instructions):
            return False
        self.spend(len(instructions) + len(rows))
        (own, other), named = self.sides(pos, claim.prover), self.named_pairs(instructions)
        if named is None:
            return False
        # By its first cell each pair that is empty; of two pairs none has the same.
        pairs = {pair & -pair: pair for pair in named if not pair & (own | other)}
        firsts = set_union(pairs)
        return all(line & own or any(not pairs[1 << cell] & ~line for cell in bits_of(line & firsts)) for line, border in rows)

    def pairs_join(self, claim, pos, instructions):
        """Do the pairs join the prover's two borders, as Gardner's do?

        On a rhombus w wide from border to border and w + 1 long each cell has an image in the other half: the halves are
        exchanged by a reflection and a step, in one diagonal or the other. A cell and its image must be a pair of empty
        cells, or the prover must have one of them."""
        game = self.game
        if game.sides is None or claim.goal not in (0, 1) or all(tag != ANY for tag, _ in instructions):
            return False
        self.spend(len(instructions) + game.cells)
        sides, pairs = game.sides[claim.player], self.named_pairs(instructions)
        if pairs is None or len(sides) != 2 or sides[0][0] != sides[1][0] or sides[0][0] > 1 or not game.only_cells(pos):
            return False
        across, ends = sides[0][0], sorted(number for _, number in sides)
        w, own, other = ends[1] - ends[0] + 1, pos[claim.player], pos[1 - claim.player]
        number = {(place[across] - ends[0], place[1 - across]): cell for cell, place in enumerate(game.places)}
        whole = {pair for pair in pairs if not pair & (own | other)}

        def short(c, r):
            return (w - 1 - r, w - c) if c + r < w else (w - r, w - 1 - c)

        def long(c, r):
            return (r - 1, c) if r > c else (r, c + 1)

        def secured(first, cell, image):
            a, b = (number.get((c, r + first)) for c, r in (cell, image))
            return a is not None and b is not None and (1 << a | 1 << b in whole or own >> a & 1 or own >> b & 1)

        return any(all(secured(first, (c, r), image(c, r)) for c in range(w) for r in range(w + 1))
                   for first in sorted({place[1] for place in number}) for image in (short, long))

    def named_pairs(self, instructions):
        """The pairs that the list begins with, each as a set of two cells; None if they are not of different cells of the board."""
        named, pairs = 0, []
        for tag, codes in instructions:
            if tag != PAIR:
                break
            if max(codes) >= self.game.cells:
                return None
            pair = 1 << codes[0] | 1 << codes[1]
            if single_bit(pair) or pair & named:
                return None
            named |= pair
            pairs.append(pair)
        return pairs

    def first_legal(self, claim, pos, last, instructions, moves):
        """The move of the first instruction that gives a legal one, or None."""
        self.spend(len(instructions) + len(moves))
        for tag, codes in instructions:
            mv = None
            if tag == WIN:
                mv = next((m for m in moves if self.settled(claim, self.play(pos, m))), None)
            elif tag == ABOVE and last is not None:
                mv = self.game.above(last)
            elif tag == PLAY:
                mv = codes[0]
            elif tag in (REPLY, PAIR) and codes[0] == last:
                mv = codes[1]
            elif tag == PAIR and codes[1] == last:
                mv = codes[0]
            elif tag == ANY:
                mv = moves[0] if moves else None
            elif tag == BLOCK:
                mv = next((m for m in moves if self.threatened(claim, pos, m, moves)), None)
            elif tag == RANKS:
                self.spend(len(moves))
                ranks = [rank_of(m, codes) for m in moves]
                only = {rank: m for m, rank in zip(moves, ranks) if rank and ranks.count(rank) == 1}
                mv = only[min(only)] if only else None
            if mv is not None and mv in moves:
                return mv
        return None

    def threatened(self, claim, pos, mv, moves):
        """Would the opponent win with this move after the prover's first other one?"""
        other = next((m for m in moves if m != mv), None)
        if other is None:
            return False
        after = self.play(pos, other)
        if self.game.outcome(after) is not None or mv not in self.game.moves(after):
            return False
        return self.settled(Claim(1 - claim.prover, 0, 0), self.play(after, mv)) is True


# ---- check_cert/evidence/reply_tree.py
# Evidence of kind 1: a tree of replies, replayed from a position (section 4.1).

def read_reply_tree(r):
    n_nodes = r.count()
    if n_nodes == 0:
        raise malformed("a reply tree without nodes")
    places = array.array("I")
    for own in range(n_nodes):
        places.append(r.at)
        read_node(r, own, n_nodes)
    return r, places


def read_node(r, own, n_nodes, keep=False):
    """A node of a reply tree: None | (1, mv) | (2, default, {mv: child}), children as node numbers; not kept unless asked."""
    def node_number(distance):
        if own + distance >= n_nodes:
            raise malformed("no such node")
        return own + distance

    tag = r.tag(3)
    if tag == 0:
        return None
    if tag == 1:
        node_number(1)
        return (1, r.move())
    distance = r.u()
    default = node_number(distance) if distance else None
    named, code = {}, -1
    for _ in range(r.count()):
        code = r.move(code + 1)
        distance = r.u()
        if distance == 0:
            raise malformed("a branch to its own node")
        child = node_number(distance)
        if keep:
            named[code] = child
    return (2, default, named)


class ReplyTrees(Checking):
    """Checks evidence of kind 1."""

    def reply_tree(self, claim, pos, data):
        """Does the tree, replayed from the position, end as claimed against every play of the opponent?"""
        game, (r, places) = self.game, data
        node_at = functools.lru_cache(256)(
            lambda number: read_node(Reader(r.data, places[number], r.end), number, len(places), keep=True))

        def begin(number, pos, claim):
            """What has to be gone through below a node: nothing if the position is settled; None if they do not agree."""
            settled = self.settled(claim, pos)
            if settled is not None:
                return () if settled else None
            node = None if number is None else node_at(number)
            if node is None or (node[0] == 1) != (game.to_move(pos) == claim.prover):
                return None
            left = claim.after(game.to_move(pos))
            if node[0] == 1:
                return (iter((node[1],)), number + 1, {}, pos, left, 0) if game.is_legal(pos, node[1]) else None
            self.spend(len(node[2]))
            moves = array.array("I", game.moves(pos))
            size = size_of(pos) + 4 * len(moves) + 500
            self.hold(size)
            return (iter(moves), *node[1:], pos, left, size) if moves else None

        line = [begin(0, pos, claim)]
        while line:
            if line[-1] is None:
                return False
            if not line[-1]:
                line.pop()
                continue
            below, default, named, pos, left, size = line[-1]
            mv = next(below, None)
            if mv is None:
                self.hold(-size)
                line.pop()
                continue
            if not size:        # the prover's only move: what follows takes its place
                line.pop()
            line.append(begin(named.get(mv, default), self.play(pos, mv), left))
        return True


# ---- check_cert/grammar.py
# The grammar of what shows a claim (sections 3 and 4): entries' bodies, and evidence of all kinds.
#
# What these functions return is the grammar as tuples:
#
#     shown     ("settled",)  |  ("entry", delta, map)  |  ("evidence", kind, data)
#     body      (0, mv, shown)  |  (1, items, default, named)     items: places in the stream, for `read_evidence`;
#                                                                 default and the values of `named`: "entry" shown, or k for item k - 1
#     evidence  kind 1: data is a reader and for each node its place in the stream, for `read_node`
#               kind 2: data is an array of cells
#               kind 3: data is a place in the list of tables
#               kind 4: data is the instructions
#               kind 5: data is a number of plies
#               kind 6: data is the bytes of the choices
#               kind 7: data is a place in the stream, for `read_lemma` and `read_way`
#               kind 8: data is the move of the other reply
#
# Every entry is read twice: for its grammar, where nothing is kept, and to be checked. So a file asks for no more memory than
# its longest entry does, and of that entry no more than what is not named by a place.

def read_shown(r, game):
    tag = r.tag(3)
    if tag == 0:
        return ("settled",)
    if tag == 1:
        return ("entry", r.z(), r.u())
    return read_evidence(r, game)


def read_body(r, game, most=None):
    """The body of an entry at whose position so many moves are legal; without that number only its grammar is looked at."""
    if r.tag(2) == 0:
        return (0, r.move(), read_shown(r, game))
    items = array.array("I")
    for _ in range(r.count()):
        items.append(r.at)
        if most is None:
            read_evidence(r, game)
        else:
            r.u(), r.part()
    default = r.u()
    if default > len(items):
        raise malformed("the default is no item")
    n_named, named, code = r.count(), {}, -1
    if most is not None and n_named > most:
        raise Reject("illegal-move", "more moves are named than are legal")
    for _ in range(n_named):
        code = r.move(code + 1)
        item = r.u()
        if item > len(items):
            raise malformed("no such item")
        shown = item or ("entry", r.z(), r.u())
        if most is not None:
            named[code] = shown
    return (1, items, default, named)


def read_evidence(r, game):
    kind, payload = r.u(), r.part()
    if kind == 1:
        data = read_reply_tree(payload)
    elif kind == 2:
        if game.rows is None:
            raise Reject("evidence-trait", "line threats in a game that is not one of lines")
        data = array.array("I", (payload.move() for _ in range(payload.count())))
    elif kind == 3 and game.title is not None:
        data = payload.u()
        r.most_table = max(r.most_table, data)
    elif kind == 4:
        data = read_positional_strategy(payload)
        if game.repeats:
            raise Reject("evidence-trait", "a positional strategy where positions may repeat")
        if not game.stacked and any(tag == ABOVE for tag, _ in data):
            raise Reject("evidence-trait", "'above' in a game without stacked cells")
    elif kind == 5:
        data = payload.u()
        if data > MOST_PLIES:
            raise malformed("an exhaustive search of too many plies")
    elif kind == 6:
        data = payload.rest()
    elif kind == 7:
        data, n_lemmas = payload.at, payload.count()
        for own in range(n_lemmas):
            read_lemma(payload, own)
        read_way(payload, n_lemmas)
        if game.sides is None:
            raise Reject("evidence-trait", "a connection in a game that is not one of joining borders")
    elif kind == 8:
        data, r.any_zone = payload.move(), True
        if game.rows is None or game.repeats:
            raise Reject("evidence-trait", "a relevance zone in a game that is not one of lines, or where positions may repeat")
    else:
        raise Reject("unknown-evidence", f"kind {kind}")
    payload.finish()
    return ("evidence", kind, data)


# ---- check_cert/tables.py
# Tables of values (docs/formats/table.md): one file, and the files that one table of a certificate's list stands for.

class Table:
    """A file of values, read whole and held to its digest. Raises ValueError for anything else than it should be. What a layer
    has `indices` is asked when the digest is right: in some games that takes long."""

    def __init__(self, path, title, layer, indices, digest, counts_moves):
        with open(path, "rb") as file:
            data = file.read()

        def need(holds, what):
            if not holds:
                raise ValueError(what)

        need(data[:12] == bytes.fromhex("515441420D0A1A0A01000000"), "not a table, or of another version")
        need(data[-32:] == digest, "not the table that is named")
        need(hashlib.sha256(data[:-32]).digest() == digest, "the file is damaged")
        length = int.from_bytes(data[12:16], "little")
        need(length <= 1_048_576 and 16 + length + 4 <= len(data) - 36, "the header is cut off")
        header = data[16:16 + length]
        need(zlib.crc32(header) == int.from_bytes(data[16 + length:20 + length], "little"), "the header is damaged")
        at = 0

        def take(size):
            nonlocal at
            need(at + size <= length, "the header is cut off")
            at += size
            return header[at - size:at]

        def number(size, signed=False):
            return int.from_bytes(take(size), "little", signed=signed)

        texts = [take(number(2)) for _ in range(2)]
        version, own_layer, positions, self.block = number(4), number(4), number(8), number(4)
        found = (texts, version, own_layer, positions)
        need(found == ([title[0].encode(), title[1].encode()], title[2], layer, indices(layer)), "a table of something else")
        need(1 <= self.block <= 65536, "blocks of no size")
        least = number(1, signed=True)
        lengths = take(number(2))
        self.lower = [take(32) for _ in range(layer)]
        need(at == length, "the header is too long")
        self.read_code(least, lengths)
        need(self.fits, "a code that does not fit")
        need(not counts_moves or -1 not in self.code.values(), "a win so long that one move more would be a draw")
        self.positions = positions
        blocks = -(-positions // self.block)
        end = len(data) - 36
        start = end - 8 * blocks
        need(start >= 20 + length, "the directory is cut off")
        directory = data[start:end]
        need(zlib.crc32(directory) == int.from_bytes(data[end:end + 4], "little"), "the directory is damaged")
        self.blocks, place = [], 20 + length
        for i in range(0, len(directory), 8):
            size, crc = (int.from_bytes(directory[i + j:i + j + 4], "little") for j in (0, 4))
            self.blocks.append((place, size, crc))
            place += size
        need(place == start, "the blocks do not fill their place")
        self.data = data
        self.last = None, None      # the block that was asked for last, and its values

    def read_code(self, least, lengths):
        """The canonical prefix code: from (length, word) to value."""
        self.code, word, before = {}, 0, 0
        ordered = sorted((size, i) for i, size in enumerate(lengths) if size)
        for size, i in ordered:
            word <<= size - before
            before = size
            self.code[size, word] = least + i
            word += 1
        space = sum(1 << 12 - size for size, _ in ordered if size <= 12)
        self.fits = bool(ordered) and all(size <= 12 for size, _ in ordered) and space <= 1 << 12 \
            and least + len(lengths) - 1 <= 127

    def decoded(self, number):
        """The values of a block."""
        place, size, crc = self.blocks[number]
        data = self.data[place:place + size]
        if zlib.crc32(data) != crc:
            raise ValueError("a block is damaged")
        wanted = min(self.block, self.positions - number * self.block)
        values, word, length, used = array.array("b"), 0, 0, 0
        for byte in data:
            for shift in range(7, -1, -1):
                if len(values) == wanted:
                    break
                word, length, used = word << 1 | byte >> shift & 1, length + 1, used + 1
                if (length, word) in self.code:
                    values.append(self.code[length, word])
                    word = length = 0
                elif length > 12:
                    raise ValueError("bits that begin no word")
        if len(values) < wanted or size != (used + 7) // 8:
            raise ValueError("a block is too short or too long")
        return values

    def value(self, index, spend):
        """The value of an index; what it costs is told to `spend`."""
        number = index // self.block
        spend(1)
        if self.last[0] != number:
            spend(self.block // 64)
            self.last = number, self.decoded(number)
        return self.last[1][index % self.block]


class Shelf:
    """The tables that one table of a certificate's list stands for: its layer and all below. What was opened for the list is
    in `opened`, so a table that it names twice is read once."""

    def __init__(self, game, directory, layer, digest, opened):
        self.game, self.directory, self.layer, self.digest, self.opened = game, directory, layer, digest, opened
        self.open(layer, digest)

    def open(self, layer, digest):
        if (layer, digest) in self.opened:
            return self.opened[layer, digest]
        family = self.game.title[0].split(":")[0]
        if self.directory is None:
            raise Reject("table-unavailable", f"it rests on tables of {family}: give them with --tables DIR")
        path = os.path.join(self.directory, f"{family}-{layer:02}.qtab")
        try:
            table = self.opened[layer, digest] = Table(path, self.game.title, layer, self.game.indices, digest, self.game.has_mates)
        except (OSError, ValueError) as error:
            raise Reject("table-unavailable", f"{path}: {error}") from None
        return table

    def value(self, layer, index, spend):
        """The value of an index, or None above the layer that is named."""
        if layer > self.layer:
            return None
        table = self.open(self.layer, self.digest)
        if layer < self.layer:
            table = self.open(layer, table.lower[layer])
        try:
            return table.value(index, spend)
        except ValueError as error:
            raise Reject("table-unavailable", f"layer {layer}: {error}") from None

    def text(self):
        return f"{self.game.title[0].split(':')[0]}-{self.layer:02} {self.digest.hex()}"


# ---- check_cert/entries.py
# What a stream says before anything is checked: its header, and of every entry all but its body (section 3).

MOST_MOVES = 10_000         # that a claim counts


class Entries(Checking):
    """Reads `game`, `root`, `claims`, `sections`, and of each entry `positions`, `entry_claims` and `bodies`."""

    def read(self):
        r = self.reader
        self.game = find_game(r.text())
        if self.game is None:
            raise Reject("unknown-game", "no rules for this game")
        self.root = self.game.decode(r.bytes())
        self.claims = self.read_claims(r)
        self.sections = []
        n_sections = r.u()
        if n_sections not in (1, 2):
            raise malformed("neither one section nor two")
        for number in range(n_sections):
            self.place = f"section {number}"
            self.sections.append((self.read_claim_index(r), read_shown(r, self.game)))
        if n_sections == 2:
            pair = [self.claims[index] for index, _ in self.sections]
            goals, same_player = [claim.goal for claim in pair], pair[0].player == pair[1].player
            draw = goals == [1, 1] and not same_player
            score = sorted(goals) == [2, 3] and same_player and pair[0].n == pair[1].n
            mate = sorted(goals) == [6, 7] and same_player and \
                sum(claim.n if claim.goal == 6 else -claim.n for claim in pair) == 1
            if not draw and not score and not mate:
                raise Reject("sections-do-not-meet", "not the two halves of one value")
        self.place = "header"
        start = r.at
        r.text()    # the remark: hearsay, never printed, and it buys no work
        self.set_limits(r.end - (r.at - start))
        self.read_entries(r)

    def read_claims(self, r):
        claims = array.array("q")
        for _ in range(r.count()):
            player, goal, n = r.tag(2), r.tag(8), r.z()
            if goal < 2 and n != 0 or not -2**31 <= n < 2**31:
                raise malformed("a claim's number is out of range")
            has = (self.game.has_scores, self.game.has_captures, self.game.has_mates and 0 <= n <= MOST_MOVES)
            if goal >= 2 and not has[goal // 2 - 1]:
                raise Reject("unknown-claim", "the game has no such thing")
            claims.append(n << 4 | goal << 1 | player)
        if not claims:
            raise malformed("no claims")
        if any(a == b for a, b in itertools.pairwise(sorted(claims))):
            raise malformed("a claim stands twice")
        return Claims(claims)

    def read_claim_index(self, r):
        index = r.u()
        if index >= len(self.claims):
            raise malformed("no such claim")
        return index

    def read_entries(self, r):
        self.place = "entry 0"
        n_entries = r.count()
        # Of each entry; a body as its place in the stream.
        self.positions, self.entry_claims, self.bodies = [], array.array("I"), array.array("I")
        known = Numbers()
        for index in range(n_entries):
            self.place = f"entry {index}"
            claim = self.read_claim_index(r)
            pos = self.read_position(r, index)
            self.spend(self.game.weight)
            if self.settled(self.claims[claim], pos) is not None or not self.game.can_move(pos):
                raise Reject("settled-entry", "the game is over or decided in an entry's position")
            if not known.add(hash((claim, self.game.encode(pos))),
                             lambda number: self.entry_claims[number] == claim and self.positions[number] == pos):
                raise Reject("duplicate-entry", "the same claim and position twice")
            self.hold(size_of(pos) + Numbers.SIZE + 20)
            self.positions.append(pos)
            self.entry_claims.append(claim)
            self.bodies.append(r.at)
            read_body(r, self.game)     # for the grammar; read again when it is checked
        self.place = f"entry {n_entries}"
        self.tables = self.read_tables(r)
        r.finish()

    def read_tables(self, r):
        """The list of tables at the end of the stream; every file must be there, used or not."""
        named = []
        if r.at < r.end:
            for _ in range(r.count()):
                game, layer = r.text(), r.u()
                if layer >> 32 or r.end - r.at < 32:
                    raise malformed("a table that is cut off, or of a layer too high")
                r.at += 32
                named.append((game, layer, r.data[r.at - 32:r.at]))
            if not named:
                raise malformed("a list of no tables")
            r.finish()
        if r.most_table >= len(named):
            raise malformed("no such table")
        self.place = "header"
        for game, layer, _ in named:
            if self.game.title is None or game != self.game.title[0] or layer >= self.game.layers:
                raise Reject("evidence-trait", "tables that the game does not have")
        opened = {}
        return [Shelf(self.game, self.directory, layer, digest, opened) for _, layer, digest in named]

    def read_position(self, r, index):
        if r.tag(2) == 0:
            return self.game.decode(r.bytes())
        back, mv, m = r.u(), r.move(), r.u()
        if back == 0:
            raise malformed("a position derived from itself")
        if back > index:
            raise Reject("no-such-entry", "a derivation from before the first entry")
        parent = self.positions[index - back]
        if not self.game.is_legal(parent, mv):
            raise Reject("bad-position", "a derivation by a move that is not legal")
        pos = self.play(parent, mv)
        return self.image(pos, m)


# ---- check_cert/evidence/line_threats.py
# Evidence of kind 2: cells to be played in order, each a threat to fill a line (section 4.2).

THREAT = 12                 # for a step of line threats, and for each cell of the list
REJECTED, WON, PUT, CHOICE = range(4)
# A play of line threats that is still to be shown: the stones and what is lacking of lines, of the claim's player and of his
# opponent; whether it is his turn; how many cells of the list are behind; whether the opponent has had a free reply; and the
# replies for each of which it stands, though their stones are not on the board: none if it stands for itself. Last, if the play
# is marked and there are borders, what is open to the opponent.
Play = collections.namedtuple("Play", "mine theirs my_lacks their_lacks my_turn taken chosen covers their_open", defaults=(None,))


class Asked:
    """What a step of line threats asks, for a player to whom moves are forbidden: which cells are free. `around` are the cells
    on which a stone of the opponent's could free one that is not."""

    def __init__(self, game, mine, empty):
        self.game, self.mine, self.empty, self.around = game, mine, empty, 0

    def free(self, cell):
        free = self.game.is_free(self.mine, self.empty, cell)
        if not free:
            self.around |= self.game.around[cell]
        return free


class LineThreats(Checking):
    """Checks evidence of kind 2."""

    def line_threats(self, claim, pos, cells):
        """Does the claim's player win from here by playing these cells in order, whatever the opponent does?"""
        game, prover = self.game, claim.player
        play = Play(*self.sides(pos, prover), *self.lacks(pos, prover), game.to_move(pos) == prover, 0, False, 0)
        if self.marks is not None:
            play = self.marks.begin(play)
        return game.outcome(pos) is None and self.threats(play, cells, prover)

    def lacks(self, pos, player):
        """What a player lacks, and his opponent."""
        mine, theirs = self.sides(pos, player)
        return self.game.lines_of[player].lacks(mine, theirs), self.game.lines_of[1 - player].lacks(theirs, mine)

    def threats_after(self, claim, pos, lacks, cells, replies):
        """The same after each of these replies of the opponent's, who is to move. `lacks` is what he lacks before, and what the
        claim's player lacks. One replay stands for all the replies (docs/trust.md, section 6)."""
        game, prover = self.game, 1 - self.game.to_move(pos)
        mine, theirs = self.sides(pos, prover)
        covers, empty = set_of(replies), game.full & ~(mine | theirs)
        if single_bit(empty) or covers & game.cells_of(lacks[0][0]):
            return False            # after a reply the board is full, or the opponent has filled a line
        play = Play(mine, theirs, lacks[1], lacks[0], True, 0, False, covers)
        after = self.after_reply(game.lines_of[1 - prover], play, replies[0]) if len(replies) == 1 else play
        if self.marks is not None:
            after = self.marks.begin(after)
        return self.threats(after, cells, prover)

    @staticmethod
    def after_reply(lines, play, cell, covers=0):
        """A play with one more stone of the opponent's, from where it is the claim's player's turn; with the opponent's lines."""
        return play._replace(theirs=play.theirs | 1 << cell, my_lacks=lines.with_other(play.my_lacks, cell),
                             their_lacks=lines.with_own(play.their_lacks, cell), covers=covers,
                             their_open=play.their_open and lines.opened(play.their_open, cell))

    def threats(self, play, cells, prover):
        """Are this play and all that come of it won? (Section 4.2. Where it says that a full board rejects: nobody lacks a cell of a line there,
        and no cell of the list is empty.)"""
        game, my_lines, their_lines = self.game, self.game.lines_of[prover], self.game.lines_of[1 - prover]
        restricted, asked, free, marks = prover == game.restricted, None, None, self.marks
        if cells and max(cells) >= game.cells:
            return False
        count, full, cells_of = len(cells), game.full, game.cells_of
        todo = [(play, (), play.covers)]    # a play, stones of the opponent's to be added, and what it stands for then
        while todo:
            play, replies, covers = todo.pop()
            for cell in replies:
                play = self.after_reply(their_lines, play, cell, covers)
            mine, theirs, my_lacks, their_lacks, my_turn, taken, chosen, covers, their_open = play
            self.spend(THREAT * (1 + count - taken))
            while True:
                self.spend(THREAT)
                # 1. The step: what comes next, and the cells that it is for.
                empty = full & ~(mine | theirs)
                i_fill = cells_of(my_lacks[0]) & empty if my_lacks[0] else 0
                they_fill = cells_of(their_lacks[0]) & empty if their_lacks[0] else 0
                step = REJECTED
                if restricted:
                    asked = Asked(game, mine, empty)
                    free = asked.free
                if my_turn:                                     # A
                    if i_fill:
                        step, stones = WON, i_fill & -i_fill
                    elif they_fill:
                        stones = they_fill & -they_fill
                        if free is None or free(stones.bit_length() - 1):
                            step = PUT
                    elif chosen and (stones := game.fork(my_lacks, empty, free)):
                        step = WON
                    else:
                        while taken < count and mine >> cells[taken] & 1:
                            taken += 1
                        if taken < count and empty >> cells[taken] & 1 and (free is None or free(cells[taken])):
                            step, stones = PUT, 1 << cells[taken]
                elif not they_fill:                             # B
                    if not i_fill:
                        if stones := game.fork(my_lacks, empty, free):
                            step = CHOICE
                    elif single_bit(i_fill):
                        step, stones = PUT, i_fill
                    else:
                        two = i_fill & (i_fill - 1)
                        step, stones = WON, i_fill & -i_fill | two & -two
                # 2. Replies on which the step could turn get a play of their own.
                if covers:
                    touched = their_lines.reach_of(their_lacks[0] | (their_lacks[1] if game.length > 1 else 0))
                    if step != REJECTED:
                        touched |= stones
                    if asked is not None:
                        touched |= asked.around
                    here = Play(mine, theirs, my_lacks, their_lacks, my_turn, taken, chosen, 0, their_open)
                    todo += [(here, (cell,), 0) for cell in bits_of(covers & touched)]
                    covers &= ~touched
                    if not covers:
                        break
                # 3. The step is taken.
                if step == REJECTED:
                    return False
                if marks is not None:
                    if i_fill:
                        marks.put(i_fill, covers)                           # A1, B2, B3
                    elif step == PUT:
                        marks.move(mine, stones.bit_length() - 1)           # A2, A4
                    else:
                        marks.forks(my_lacks, mine, empty, covers)          # A3, B4
                if step == WON:
                    break
                if step == CHOICE:
                    here = Play(mine, theirs, my_lacks, their_lacks, True, taken, True, covers, their_open)
                    if marks is not None:       # and so what is to be marked after each of the replies is marked here
                        marks.lines(marks.open_now(here), 3, empty, covers)
                    replies = stones | cells_of(their_lacks[1]) & empty
                    todo += [(here, (cell,), covers) for cell in bits_of(replies)]
                    todo += [(here, (by, cell), 0) for cell, by in self.enabled(here, empty) if not replies >> cell & 1]
                    break
                cell = stones.bit_length() - 1
                if my_turn:
                    mine |= stones
                    my_lacks, their_lacks = my_lines.with_own(my_lacks, cell), my_lines.with_other(their_lacks, cell)
                else:
                    theirs |= stones
                    my_lacks, their_lacks = their_lines.with_other(my_lacks, cell), their_lines.with_own(their_lacks, cell)
                if marks is not None:
                    if their_open:
                        their_open = their_lines.with_other(their_open, cell) if my_turn else their_lines.opened(their_open, cell)
                    if not my_turn:     # of the lines that the stone borders he lacks as much as before
                        marks.lines(their_open or (0,) + their_lacks, 2, empty & ~stones, covers, their_lines.through[cell])
                my_turn = not my_turn
        return True

    def enabled(self, play, empty):
        """Cells that are one of two the opponent lacks of a line once he has a stone on another, one of those that the play
        stands for; each with that one. Of two that enable each other one will do."""
        pairs = set()
        if play.covers and self.game.length > 2:
            for j in bits_of(play.their_lacks[2]):
                three = self.game.lines[j] & empty
                for by in bits_of(three & play.covers):
                    pairs.update((cell, by) for cell in bits_of(three) if cell > by or cell < by and not play.covers >> cell & 1)
        return sorted(pairs)


# ---- check_cert/evidence/relevance_zone.py
# Evidence of kind 8: a reply is answered as another one is, since it is outside the other's zone (section 4.8).
#
# The zone of an entry is what it and its evidence mark, and the zones of the entries that it links to.

class Marks:
    """The cells that an entry and its evidence mark: its zone, but for what its links and replies add (section 4.8).

    A play that stands for many replies marks what the play after each of them would. It differs from them by one stone of the
    opponent's, so a cell that it would mark is marked by all of them but the one on that very cell: not at all if that is the
    only one. And the opponent lacks one cell less of the lines through the reply."""

    def __init__(self, game, pos, prover, spend=lambda steps: None):
        """What it looks at is told to `spend`."""
        self.game, self.their_lines, self.spend = game, game.lines_of[1 - prover], spend
        self.restricted = prover == game.restricted
        self.old = pos[1 - prover]      # the opponent's stones in the entry's own position
        self.cells = 0

    def all_cells(self):
        self.cells = self.game.full

    def put(self, cells, covers=0):
        """Marks empty cells; `covers` are the replies that the play stands for, if it does."""
        self.cells |= cells & ~covers if single_bit(covers) else cells

    def move(self, mine, cell):
        """A move of the prover's to a cell, or what it needs: to be free even where none of the opponent's stones helps."""
        self.cells |= 1 << cell
        if self.restricted:
            new = self.game.around[cell] & self.old & ~self.cells
            if new and not self.game.is_free(mine, self.game.full & ~mine, cell):
                self.cells |= new

    def lines(self, opened, most, empty, covers=0, among=-1):
        """The lines open to the opponent of which he lacks at most so many cells."""
        few = set_union(opened[:most + 1]) & among
        if few:
            self.put(self.their_lines.cells_of(few) & empty, covers)
            self.cells |= self.their_lines.borders_of(few) & self.old
        if covers and most + 1 < len(opened):       # of these he lacks one cell less after some of the replies
            more = opened[most + 1] & among
            self.spend(more.bit_count())
            for j in bits_of(more):
                line, border = self.their_lines.rows[j]
                gap = line & empty
                if gap & covers:
                    self.put(gap, gap & covers)
                    self.cells |= border & self.old

    def forks(self, lacks, mine, empty, covers=0):
        """All forks of the prover's. A reply on one of their cells leaves only those without it."""
        middles, cells = self.game.forks(lacks, empty)
        if covers and not covers & ~cells:
            self.spend(THREAT * covers.bit_count())
            for reply in bits_of(covers):
                self.forks(self.game.with_other(lacks, reply), mine, empty & ~(1 << reply))
            return
        self.cells |= cells
        if self.restricted:
            for cell in bits_of(middles):
                self.move(mine, cell)

    def open_now(self, play):
        """What is open to the opponent. Where there are no borders he lacks it."""
        return play.their_open or (0,) + play.their_lacks

    def begin(self, play):
        """Marks where a play begins; the play, to be gone on with."""
        if self.their_lines.bordered:
            play = play._replace(their_open=self.their_lines.open_lines(play.theirs, play.mine))
        empty = self.game.full & ~(play.mine | play.theirs)
        self.lines(self.open_now(play), 2, empty, play.covers)
        return play


class RelevanceZones(Checking):
    """Checks evidence of kind 8, and notes every entry's zone. Every number of an entry is in range by then."""

    def check_answered(self, claim, pos, other, named):
        """That a reply may be answered as another one, but for the zone of the entry that answers that one."""
        self.spend(1)
        if claim.goal > 1 or self.game.restricted == 1 - claim.prover:
            raise Reject("evidence-trait", "a relevance zone where the opponent may not play all cells, or for another claim")
        if not isinstance(named.get(other), tuple):
            raise Reject("evidence-fails", f"answered as {other}, in position {self.game.text(pos)}")

    def note_move(self, index, pos, claim, mv, shown):
        """The zone of an entry where the prover is to move; what evidence marks after his move has been marked."""
        marks, mine = self.marks, pos[claim.prover]
        empty = self.game.full & ~(pos[0] | pos[1])
        if marks.restricted and not self.game.is_free(mine, empty, mv):
            marks.all_cells()
        marks.move(mine, mv)
        below = self.zone_below(index, shown) if shown[0] == "entry" else 0
        self.note_zone(index, marks.cells | below)

    def note_replies(self, index, pos, claim, named, answered):
        """The same where the opponent is to move; and that where a reply is answered as another one neither is in the zone of that
        one's entry."""
        marks, (mine, theirs) = self.marks, self.sides(pos, claim.prover)
        opened = marks.their_lines.open_lines(theirs, mine)
        marks.lines(opened, 2, self.game.full & ~(mine | theirs))
        lines = set_union(opened)
        for other, replies in answered.items():
            self.spend(lines.bit_count())
            marks.put(1 << other | self.game.beside(replies, lines))
        zone = marks.cells
        for mv, shown in named.items():
            if isinstance(shown, tuple):
                below = self.zone_below(index, shown)
                if mv in answered and below & (answered[mv] | 1 << mv):
                    raise Reject("evidence-fails", f"a reply answered as {mv} is in the zone of entry {index + shown[1]}")
                zone |= below & ~(1 << mv)
        self.note_zone(index, zone)

    def zone_below(self, index, link):
        """The cells whose images are in the zone of the entry that a link names."""
        self.spend(1)
        return self.game.turned_back(self.zones[index + link[1]], link[2])

    def note_zone(self, index, zone):
        self.hold(size_of(zone))
        self.zones[index] = zone


# ---- check_cert/evidence/solution_tree.py
# Evidence of kind 6: the prover's choices, in the order in which positions are met (section 4.6).

MOST_TREE_PLIES = 10_000    # of a line of a solution tree
DONE = object()             # what comes after the last of several moves


class Remembered:
    """A set of byte strings."""

    def __init__(self):
        self.numbers, self.bytes, self.ends = Numbers(), bytearray(), array.array("Q", [0])

    def same(self, key):
        return lambda number: self.bytes[self.ends[number]:self.ends[number + 1]] == key

    def __contains__(self, key):
        return self.numbers.find(hash(key), self.same(key))[0]

    def add(self, key):
        """What it takes in memory; nothing if it was there."""
        if not self.numbers.add(hash(key), self.same(key)):
            return 0
        self.bytes += key
        self.ends.append(len(self.bytes))
        return len(key) * 9 // 8 + Numbers.SIZE + 9


class SolutionTrees(Checking):
    """Checks evidence of kind 6."""

    def solution_tree(self, claim, pos, data):
        """Is the claim shown by the choices in these bytes, in the order in which they are met?"""
        game, taken, remembered, held = self.game, 0, Remembered(), self.held
        line = [(iter((None,)), pos, claim, None, 0)]   # moves to be gone through from a position, what is left after them, its key
        while line:
            below, pos, claim, own, size = line[-1]
            mv = next(below, DONE)
            if mv is DONE:
                if own is not None:
                    self.hold(remembered.add(own))
                self.hold(-size)
                line.pop()
                continue
            pos = pos if mv is None else self.play(pos, mv)
            settled = self.settled(claim, pos)
            if settled is not None:
                if not settled:
                    return False
                continue
            moves, own = game.moves(pos), None
            if not moves or len(line) > MOST_TREE_PLIES:
                return False
            if game.to_move(pos) == claim.prover and len(moves) > 1:
                own = claim.n.to_bytes(4, "little", signed=True) + game.encode(pos)
                if own in remembered:
                    continue
                choice = 0
                for bit in range((len(moves) - 1).bit_length()):
                    if taken >= 8 * len(data):
                        return False
                    choice |= (data[taken // 8] >> taken % 8 & 1) << bit
                    taken += 1
                if choice >= len(moves):
                    return False
                moves = [moves[choice]]
            size = size_of(pos) + 4 * len(moves) + 500
            self.hold(size)
            line.append((iter(array.array("I", moves)), pos, claim.after(game.to_move(pos)), own, size))
        self.hold(held - self.held)
        return -(-taken // 8) == len(data) and (taken % 8 == 0 or data[-1] >> taken % 8 == 0)


# ---- check_cert/evidence/table_value.py
# Evidence of kind 3: the value that a table has for a position (section 4.4).

class TableValues(Checking):
    """Checks evidence of kind 3."""

    def table_value(self, claim, pos, number):
        """Does the value in a table, right or wrong, show the claim? No table is asked about a settled position."""
        settled = self.settled(claim, pos)
        if settled is not None:
            return settled
        place = self.game.index(pos)
        value = None if place is None else self.tables[number].value(*place, self.spend)
        return value is not None and claim.fulfilled_at(self.game, *self.game.worth(pos, value))


# ---- check_cert/certificate.py
# The check of a certificate: its sections, and the bodies of its entries, each by what it says shows its claim.

class Certificate(Entries, ReplyTrees, LineThreats, TableValues, PositionalStrategies, Searches, SolutionTrees, Connections,
                  RelevanceZones):
    """The whole check. What it says of each kind of evidence is a class of its own, of which it is made."""

    def check(self, entries=None):
        """All sections, and the entries named (all of them if none are)."""
        for number, (claim, shown) in enumerate(self.sections):
            self.place = f"section {number}"
            self.check_shown(self.claims[claim], self.root, shown)
        order = range(len(self.bodies)) if entries is None else entries
        if self.reader.any_zone and entries is None:
            # Links go forward where no position repeats: so from the last entry to the first each zone is known when it is asked for.
            self.zones, order = [0] * len(self.bodies), reversed(order)
        for index in order:
            self.place = f"entry {index}"
            self.check_entry(index)

    def check_entry(self, index):
        game, pos, claim = self.game, self.positions[index], self.claims[self.entry_claims[index]]
        moves = [] if game.to_move(pos) == claim.prover else game.moves(pos)
        r = Reader(self.reader.data, self.bodies[index], self.reader.end)
        body = read_body(r, game, len(moves) or None)
        if (body[0] == 0) != (game.to_move(pos) == claim.prover):
            raise Reject("wrong-side", "the body is for the other side to move")
        claim = claim.after(game.to_move(pos))
        if self.zones is not None:
            self.marks = Marks(game, pos, claim.prover, self.spend)
        if body[0] == 0:
            _, mv, shown = body
            if not game.is_legal(pos, mv):
                raise Reject("illegal-move", f"move {mv}")
            self.check_shown(claim, self.play(pos, mv), shown, index)
            if self.marks is not None:
                self.note_move(index, pos, claim, mv, shown)
            return
        _, items, default, named = body
        legal = set(moves)
        for mv in named:
            if mv not in legal:
                raise Reject("illegal-move", f"move {mv} is named")
        settled, children, lacks = self.after_moves(claim, pos, moves)
        read = {}           # by number, the items that something refers to
        together = {}       # by number, those that hold line threats: the replies that each serves
        answered = {}       # by the reply that an item of kind 8 names: the replies that it serves, as a set
        for mv in moves:
            if mv in named:
                if mv in settled:
                    raise Reject("idle-name", f"after move {mv} the game is over or decided")
                shown = named[mv]
            elif settled.get(mv):
                continue
            elif not default:
                raise Reject("missing-reply", f"move {mv}")
            elif mv in settled:
                raise Reject("evidence-fails", f"move {mv} settles the claim as false")
            else:
                shown = default
            item = shown if isinstance(shown, int) else None
            if item is not None:
                if item not in read:
                    read[item] = read_evidence(Reader(r.data, items[item - 1], r.end), game)
                shown = read[item]
            if shown[0] == "evidence" and shown[1] == 2:
                together.setdefault(item, []).append(mv)
            elif shown[0] == "evidence" and shown[1] == 8:
                self.check_answered(claim, pos, shown[2], named)
                answered[shown[2]] = answered.get(shown[2], 0) | 1 << mv
            else:
                child = children[mv] if mv in children else game.play(pos, mv)
                self.check_shown(claim, child, shown, index, mv)
        for item, replies in together.items():
            if not self.threats_after(claim, pos, lacks, read[item][2], replies):
                raise Reject("evidence-fails", f"line threats, in position {game.text(pos)}")
        if self.marks is not None:
            self.note_replies(index, pos, claim, named, answered)

    def after_moves(self, claim, pos, moves):
        """What comes of an opponent's moves: {move: whether the claim holds} for those after which that is settled; positions
        after moves; in a game of lines also what the players lack before, the mover first. There `settled_moves` says by sets
        of cells what comes of all moves, and few positions are needed."""
        game = self.game
        if game.rows is None:
            children = {mv: self.play(pos, mv) for mv in moves}
            settled = {mv: self.settled(claim, child) for mv, child in children.items()}
            return {mv: holds for mv, holds in settled.items() if holds is not None}, children, None
        self.spend(len(moves) * (game.weight + PLAYED))
        lacks = self.lacks(pos, game.to_move(pos))
        return game.settled_moves(pos, lacks[0], claim), {}, lacks

    def check_shown(self, claim, pos, shown, index=None, reply=None):
        """That the claim holds in the position, as `shown` says; index is the entry that says so, None for a section;
        reply is the opponent's move that led there, if the entry is one of his."""
        if shown[0] == "settled":
            if self.settled(claim, pos) is not True:
                raise Reject("not-settled", "the game is not over or decided as claimed")
        elif shown[0] == "entry":
            self.check_link(claim, pos, shown[1], shown[2], index)
        else:
            _, kind, data = shown
            if kind == 8:
                raise Reject("evidence-fails", "a relevance zone elsewhere than after a reply")
            if self.marks is not None and kind != 2:
                self.marks.all_cells()
            if kind == 4:
                if claim.goal >= 6:
                    raise Reject("evidence-trait", "strategies do not speak of claims that count moves")
                holds = self.positional_strategy(claim, pos, data, reply)
            elif kind == 3:
                holds = self.table_value(claim, pos, data)
            else:
                holds = {1: self.reply_tree, 2: self.line_threats, 5: self.exhaustive, 6: self.solution_tree,
                         7: self.connection}[kind](claim, pos, data)
            if not holds:
                raise Reject("evidence-fails", f"in position {self.game.text(pos)}")

    def check_link(self, claim, pos, delta, m, index):
        target = delta if index is None else index + delta
        if not 0 <= target < len(self.positions):
            raise Reject("no-such-entry", f"entry {target}")
        if self.image(pos, m) != self.positions[target]:
            raise Reject("link-mismatch", f"entry {target} has another position than {self.game.text(pos)}")
        player = 1 - claim.player if m in self.game.swaps else claim.player
        if not self.claims[self.entry_claims[target]].implies(player, claim.goal, claim.n):
            raise Reject("claim-mismatch", f"entry {target} has another claim")
        if index is not None and delta <= 0:
            parent_class = self.game.conversion_class(self.positions[index])
            if parent_class is None or parent_class != self.game.conversion_class(pos) \
                    or not claim.fulfilled_at(self.game, self.game.endless(parent_class), NEVER):
                raise Reject("backward-link", f"to entry {target}")

    def statement(self):
        """Game, claim and position as they are printed."""
        over = self.game.outcome(self.root) is not None
        mover = 0 if over else self.game.to_move(self.root)
        claim = self.claims[self.sections[0][0]]
        if len(self.sections) == 1:
            claim = claim.text(self.game, mover, over)
        elif claim.goal == 1:
            claim = "value=draw"
        elif claim.goal >= 6:
            moves = claim.n + claim.goal - 6
            claim = f"{mates(self.game.players[claim.player], claim.player == mover, over)}={moves}"
        else:
            claim = f"score={claim.n if claim.player == mover else -claim.n}"
        return self.game.name, claim, self.game.text(self.root)


# ---- check_cert/container.py
# The container: what a file is besides the stream in it (section 1 of the format).

MAGIC = bytes.fromhex("51554F440D0A1A0A")
END_MARK = bytes.fromhex("E49D3A7C15B2F608")
MAX_BLOCK = 1_048_576
MAX_STREAM = 2**32 - 1


def read_container(file):
    """The stream inside a certificate. Never asks for more than a block at a time, whatever the file says."""
    digest = hashlib.sha256()
    offset = 0

    def take(size, hashed=True):
        nonlocal offset
        data = file.read(size)
        offset += len(data)
        if len(data) < size:
            raise Reject("truncated", "the file ends too early", f"byte {offset}")
        if hashed:
            digest.update(data)
        return data

    if file.read(len(MAGIC)) != MAGIC:
        raise Reject("not-a-certificate", "the magic is missing", "byte 0")
    digest.update(MAGIC)
    offset = len(MAGIC)
    head = take(4)
    if head != b"\x01\0\0\0":
        raise Reject("version", "not version 1", "byte 8")
    blocks, total = [], 0
    while True:
        start = offset
        head = take(4)
        length = int.from_bytes(head, "little")
        if not 1 <= length <= MAX_BLOCK:
            break
        crc = int.from_bytes(take(4), "little")
        payload = take(length)
        if zlib.crc32(payload) != crc:
            raise Reject("checksum", "CRC-32 of a block", f"byte {start}")
        total += length
        if total > MAX_STREAM:
            raise Reject("malformed", "the stream is too long", f"byte {start}")
        blocks.append(payload)
    if head != END_MARK[:4] or take(4) != END_MARK[4:]:
        raise Reject("end-mark", "neither a block nor the end mark", f"byte {start}")
    start = offset
    stated = take(32, hashed=False)
    if file.read(1):
        raise Reject("end-mark", "bytes after the end", f"byte {offset}")
    if stated != digest.digest():
        raise Reject("checksum", "SHA-256 of the file", f"byte {start}")
    return b"".join(blocks)


# ---- check_cert/command.py
# The program: what it is asked, and what it answers.

def check_file(file, game=None, position=None, claim=None, sample=None, seed=0, work=None, tables=None):
    """Check an open binary file. Returns the lines to print and the exit code; raises only OSError."""
    certificate = None
    lines = []
    try:
        certificate = Certificate(read_container(file), work, tables)
        certificate.read()
        total = len(certificate.bodies)
        chosen = None if sample is None else sorted(random.Random(seed).sample(range(total), min(sample, total)))
        certificate.check(chosen)
        statement = certificate.statement()
        position = position and certificate.game.spelled(position)
        for wanted, found in zip((game, claim, position), statement):
            if wanted is not None and wanted != found:
                raise Reject("other-statement", "the file states " + " ".join(statement), "header")
        lines.append(f"c {len(certificate.sections)} section(s), {total} entries, "
                     f"work {certificate.work} of at most {certificate.most_work}")
        if chosen is not None:
            lines.append(f"c ONLY A SAMPLE: {len(chosen)} of {total} entries were checked (seed {seed})"
                         f"{', and no zones' if certificate.reader.any_zone else ''}. NOT A PROOF.")
        elif not certificate.tables:
            lines.append("c rests on the rules of the game alone")
        else:
            lines.append("c rests on the rules of the game and on tables whose values were not derived here")
        assuming = " assuming " + ", ".join(it.text() for it in certificate.tables) if certificate.tables else ""
        lines.append(("s VERIFIED " if chosen is None else "s SAMPLED ") + " ".join(statement) + assuming)
        return lines, 0
    except Reject as reject:
        place = reject.place or certificate.place
        if reject.detail:
            lines.append("c " + reject.detail)
        lines.append(f"s REJECTED {reject.reason} at {place}")
    except MemoryError:
        lines.append(f"s REJECTED work-limit at {certificate.place if certificate else 'byte 0'}")
    except OSError:
        raise
    except Exception as error:      # a mistake of this program: no statement about the certificate
        lines.append(f"c {type(error).__name__}, a defect of this program: please report the file")
        lines.append(f"s UNKNOWN internal at {certificate.place if certificate else 'byte 0'}")
        return lines, 3
    return lines, 1


def natural(text):
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def check_named(name, options):
    """Checks the file of this name as the options say: the lines to print, and the exit code."""
    with open(name, "rb") as file:
        return check_file(file, options.game, options.position, options.claim,
                          options.sample, options.seed, options.work, options.tables)


def check_many(names, options):
    """Checks the files whose names stand in the lines of `names`; prints one line for each."""
    for name in names:
        lines, _ = check_named(name.rstrip("\n"), options)
        print(lines[-1], flush=True)
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check a game certificate.")
    parser.add_argument("file", metavar="FILE.quod", nargs="?")
    parser.add_argument("--many", action="store_true",
                        help="check the files named on standard input, a line each; print the last line of each")
    parser.add_argument("--game", help="reject any other game (full name, with all keys)")
    parser.add_argument("--position", help="reject any other root position, as printed")
    parser.add_argument("--claim", help="reject any other claim, as printed")
    parser.add_argument("--tables", metavar="DIR", help="the tables that the certificate may rest on")
    parser.add_argument("--sample", type=natural, metavar="N", help="check only N of the entries (no proof)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which entries --sample draws")
    parser.add_argument("--work", type=natural, metavar="N", help="give up after N steps")
    options = parser.parse_args(arguments)
    if options.many == (options.file is not None):
        parser.error("give a file, or --many")
    if options.many:
        return check_many(sys.stdin, options)
    try:
        if options.tables is not None:
            os.listdir(options.tables)
        lines, code = check_named(options.file, options)
    except OSError as error:
        print(f"check_cert.py: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return code


# ---- check_cert/__main__.py
# Where the program begins.

if __name__ == "__main__":
    sys.exit(main())
