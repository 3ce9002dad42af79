"""Chess, and antichess, giveaway and losers: games with its men in which captures are forced."""

import functools
import re

from ..reject import Reject
from ..sets import bits_of, set_of
from .chess_men import BISHOP, BISHOP_STEPS, KING, KNIGHT, KNIGHT_STEPS, MEN, PAWN, QUEEN, ROOK, ROOK_STEPS, chess_rays
from .few_men import FewMen, antichess_endings, chess_endings
from .game import DRAW, GAMES, LEGAL, Game


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
