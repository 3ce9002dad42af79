"""Evidence of kind 4: a list of instructions, of which the first that gives a legal move is followed (section 4.3)."""

import array

from ..checking import Checking
from ..claims import Claim
from ..reject import malformed
from ..sets import bits_of, set_union, single_bit

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
