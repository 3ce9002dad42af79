"""The index of the tables of chess and antichess: positions with few men, and their numbers."""

import collections
import itertools
import math

from .chess_men import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK


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
