"""Tsume-shogi: problems of shogi, in which one side gives check with every move until it mates."""

import functools
import re

from ..reject import Reject
from ..sets import bits_of, set_of
from .game import DRAW, GAMES, LEGAL, Game


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
