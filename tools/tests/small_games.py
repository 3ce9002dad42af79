"""The rules of tic-tac-toe and three men's morris once more, brute force, and certificates made from what it says."""

import functools

from writer import HOLDS, WINS, Cert

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
DRAW = 2


def row_of(board, man):
    return any(board[a] == man and board[b] == man and board[c] == man for a, b, c in ROWS)


@functools.cache
def mapped_cell(m, cell):
    row, column = cell // 3, cell % 3
    if m & 1:
        row, column = column, row
    if m & 2:
        row = 2 - row
    if m & 4:
        column = 2 - column
    return 3 * row + column


def mapped(board, m):
    out = list(board)
    for cell in range(9):
        out[mapped_cell(m, cell)] = board[cell]
    return tuple(out)


class Tic:
    """Positions are tuples of nine cells."""
    name = "tic-tac-toe"
    start = (0,) * 9
    acyclic = True

    @staticmethod
    def mover(board):
        return 0 if board.count(1) == board.count(2) else 1

    @staticmethod
    def outcome(board):
        return 0 if row_of(board, 1) else 1 if row_of(board, 2) else None if 0 in board else DRAW

    @classmethod
    def children(cls, board):
        """{code: position}"""
        if cls.outcome(board) is not None:
            return {}
        man = cls.mover(board) + 1
        return {c: board[:c] + (man,) + board[c + 1:] for c in range(9) if board[c] == 0}


class Morris:
    """Positions are tuples of nine points and the side to move."""
    start = (0,) * 10
    acyclic = False

    def __init__(self, moves, opening):
        self.name = f"three-mens-morris:moves={moves},opening={opening}"
        self.any, self.no_centre = moves == "any", opening == "no-centre"

    STEPS = {0: (1, 3, 4), 1: (0, 2, 4), 2: (1, 4, 5), 3: (0, 4, 6), 4: (0, 1, 2, 3, 5, 6, 7, 8), 5: (2, 4, 8),
             6: (3, 4, 7), 7: (4, 6, 8), 8: (4, 5, 7)}

    @staticmethod
    def mover(pos):
        return pos[9]

    def children(self, pos):
        if row_of(pos, 2 - pos[9]):
            return {}
        man = pos[9] + 1
        out = {}
        board = pos[:9]
        if board.count(0) > 3:
            for p in range(9):
                if board[p] == 0 and not (self.no_centre and board.count(0) == 9 and p == 4):
                    out[p] = board[:p] + (man,) + board[p + 1:] + (1 - pos[9],)
        else:
            for f in range(9):
                for t in range(9):
                    if board[f] == man and board[t] == 0 and (self.any or t in self.STEPS[f]):
                        new = list(board)
                        new[f], new[t] = 0, man
                        out[9 * (f + 1) + t] = tuple(new) + (1 - pos[9],)
        return out

    def outcome(self, pos):
        return None if self.children(pos) else 1 - pos[9]


def solve(game):
    """({position: value}, {position: rank}) of all that can be reached; ranks are of wins and losses: moves to the end."""
    children, todo = {}, [game.start]
    while todo:
        pos = todo.pop()
        if pos not in children:
            children[pos] = game.children(pos)
            todo.extend(children[pos].values())
    parents = {pos: [] for pos in children}
    for pos, next_ones in children.items():
        for child in next_ones.values():
            parents[child].append(pos)
    value, rank = {}, {}
    layer = []
    for pos in children:
        outcome = game.outcome(pos)
        if outcome is not None:
            value[pos], rank[pos] = outcome, 0
            layer.append(pos)
    depth = 0
    while layer:
        depth += 1
        next_layer = []
        for parent in {p for pos in layer if value[pos] != DRAW for p in parents[pos] if p not in value}:
            mover = game.mover(parent)
            values = [value.get(child) for child in children[parent].values()]
            if mover in values:
                value[parent] = mover
            elif all(v == 1 - mover for v in values):
                value[parent] = 1 - mover
            else:
                continue
            rank[parent] = depth
            next_layer.append(parent)
        layer = next_layer
    for pos in children:
        value.setdefault(pos, DRAW)
    return value, rank, children


@functools.cache
def solved(key):
    return solve(Tic if key == "tic" else Morris(*key))


def true_claim(value, player, goal):
    return value == player or goal == HOLDS and value == DRAW


def canonical(pos):
    """The least image, and a map that leads to it."""
    return min((mapped(pos, m), m) for m in range(8))


def full_certificate(key, claims=None, symmetric=True, derive=False):
    """A certificate of the start: for each claim every position that the strategy can reach."""
    game = Tic if key == "tic" else Morris(*key)
    value, rank, children = solved(key)
    if claims is None:
        root = value[game.start]
        claims = [(0, HOLDS), (1, HOLDS)] if root == DRAW else [(root, WINS)]
    fold = canonical if symmetric else lambda pos: (pos, 0)
    wanted = []         # (claim, position)
    choice = {}
    for index, (player, goal) in enumerate(claims):
        seen, todo = set(), [fold(game.start)[0]]
        while todo:
            pos = todo.pop()
            if pos in seen:
                continue
            seen.add(pos)
            assert true_claim(value[pos], player, goal)
            moves = children[pos]
            if game.mover(pos) == player:
                good = [(goal == WINS and rank.get(c, 0), mv) for mv, c in moves.items() if true_claim(value[c], player, goal)]
                choice[index, pos] = min(good)[1]
                moves = {choice[index, pos]: moves[choice[index, pos]]}
            todo.extend(fold(c)[0] for c in moves.values() if game.outcome(c) is None)
        if goal == WINS:
            order = sorted(seen, key=lambda pos: (-rank[pos], pos))
        else:
            order = sorted(seen, key=lambda pos: (9 - pos[:9].count(0), pos))
        wanted += [(index, pos) for pos in order]
    place = {pair: i for i, pair in enumerate(wanted)}
    entries = []
    for own, (index, pos) in enumerate(wanted):
        player, goal = claims[index]

        def shown(child):
            if game.outcome(child) is not None:
                return ["settled"]
            image, m = fold(child)
            return ["entry", place[index, image] - own, m]

        if game.mover(pos) == player:
            body = ["move", choice[index, pos], shown(children[pos][choice[index, pos]])]
        else:
            named = [[mv, shown(c)] for mv, c in sorted(children[pos].items())]
            body = ["replies", [], 0, [n for n in named if n[1] != ["settled"]]]
        position = ["whole", bytes(pos)]
        if derive:
            for before in range(own - 1, -1, -1):
                found = [(mv, fold(c)[1]) for mv, c in children[wanted[before][1]].items() if fold(c)[0] == pos]
                if found:
                    position = ["derived", own - before, *found[0]]
                    break
        entries.append([index, position, body])
    root, m = fold(game.start)
    sections = [[i, ["entry", place[i, root], m]] for i in range(len(claims))]
    return Cert(game.name, bytes(game.start), [[p, g, 0] for p, g in claims], sections, entries)


def board(text):
    """Nine cells of X, O and ."""
    return bytes(".XO".index(c) for c in text)


def mapped_board(text, m):
    return bytes(mapped(tuple(board(text)), m))


def tic(entries, sections=None, claims=((0, WINS, 0),), root=None):
    """A small tic-tac-toe certificate. The root is the first entry's position, unless given."""
    if root is None:
        root = entries[0][1][1]
    return Cert("tic-tac-toe", root, [list(c) for c in claims], sections or [[0, ["entry", 0, 0]]], entries)


def decoded(cert):
    """Claim and position of every entry, by the rules of this file."""
    game = Tic if cert.game == "tic-tac-toe" else Morris(*(k.split("=")[1] for k in cert.game.split(":")[1].split(",")))
    out = []
    for claim, position, _ in cert.entries:
        if position[0] == "whole":
            pos = tuple(position[1])
        else:
            _, back, mv, m = position
            pos = mapped(game.children(out[len(out) - back][1])[mv], m)
        out.append((tuple(cert.claims[claim][:2]), pos))
    return out
