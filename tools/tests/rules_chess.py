"""The rules of chess and its kin, and of small chess, once more."""

import re

from base import check_cert


class Board:
    """Chess and its kin as a FEN says it: the board is 64 letters from a8 to h1 (`.` for an empty square), the mover `w` or `b`,
    rights a set of (letter of the right, square of the rook), then the square in passing, and the clock. Squares are pairs
    (file, rank) from 0."""
    WAYS = {"r": [(1, 0), (-1, 0), (0, 1), (0, -1)], "b": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
            "n": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]}
    WAYS["q"] = WAYS["k"] = WAYS["r"] + WAYS["b"]
    FULL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

    def __init__(self, name, fen=FULL):
        self.name, self.family, self.fifty = name, name.split(":")[0], name.endswith("=on")
        self.checks = self.family in ("chess", "losers")
        board, mover, rights, passing, *clock = fen.split()
        board = "".join("." * int(c) if c.isdigit() else c for c in board if c != "/")
        squares = {(i % 8, 7 - i // 8): c for i, c in enumerate(board) if c != "."}
        held = set()
        for right in rights.replace("-", "") if self.checks else "":
            rank = 7 if right.islower() else 0
            king = next(x for (x, y), man in squares.items() if man == ("k" if rank else "K"))
            rooks = sorted(x for (x, y), man in squares.items() if y == rank and man == ("r" if rank else "R"))
            file = {"k": rooks[-1], "q": rooks[0]}.get(right.lower(), "abcdefgh".find(right.lower()))
            held.add((("k" if file > king else "q") if rank else ("K" if file > king else "Q"), file))
        passing = None if passing == "-" else ("abcdefgh".index(passing[0]), int(passing[1]) - 1)
        self.start = (frozenset(squares.items()), mover, frozenset(held), passing, int(clock[0]) if clock and self.fifty else 0)

    def mover(self, pos):
        return "wb".index(pos[1])

    def own(self, man, mover):
        return man is not None and man.isupper() == (mover == "w")

    def reach(self, squares, at, man):
        """Squares that the man attacks."""
        x, y = at
        if man in "Pp":
            found = [(x + d, y + (1 if man == "P" else -1)) for d in (-1, 1)]
        else:
            found = []
            for dx, dy in self.WAYS[man.lower()]:
                for i in range(1, 8 if man in "rbqRBQ" else 2):
                    found.append((x + i * dx, y + i * dy))
                    if found[-1] in squares:
                        break
        return [it for it in found if 0 <= it[0] < 8 and 0 <= it[1] < 8]

    def attacked(self, squares, by):
        return {to for at, man in squares.items() if self.own(man, by) for to in self.reach(squares, at, man)}

    def safe(self, squares, mover):
        king = "K" if mover == "w" else "k"
        other = "b" if mover == "w" else "w"
        return not self.checks or not any(squares.get(at) == king for at in self.attacked(squares, other))

    def passes(self, squares, at, behind, passed):
        """Whether a pawn on `at` may capture the pawn that has just come to `passed`, on the square behind it."""
        man, mover = squares[at], "b" if squares[passed] == "P" else "w"
        if man != ("p" if mover == "b" else "P") or behind not in self.reach(squares, at, man):
            return False
        return self.safe({k: v for k, v in squares.items() if k not in (at, passed)} | {behind: man}, mover)

    def every(self, pos):
        """{code: (position after, whether it captures)} of all moves that leave no check."""
        squares, mover, rights, passing, clock = dict(pos[0]), *pos[1:]
        other, up, home = ("b", 1, 0) if mover == "w" else ("w", -1, 7)
        found = {}

        def put(at, to, after, takes, kind=0, code_to=None, double=None):
            if not self.safe(after, mover):
                return
            man = squares[at]
            kept = {(right, file) for right, file in rights
                    if not (right.isupper() == (mover == "w") and man in "Kk")
                    and (file, 0 if right.isupper() else 7) not in (at, to)}
            quiet = man not in "Pp" and not takes
            child = (frozenset(after.items()), other, frozenset(kept), double, clock + 1 if self.fifty and quiet else 0)
            if double is not None and not any(self.passes(after, frm, double, to) for frm in after):
                child = child[:3] + (None,) + child[4:]
            to = code_to or to
            found[at[0] + 8 * at[1] + 64 * (to[0] + 8 * to[1]) + 4096 * kind] = child, takes

        for at, man in squares.items():
            if not self.own(man, mover):
                continue
            targets = [to for to in self.reach(squares, at, man) if not self.own(squares.get(to), mover)]
            if man not in "Pp":
                for to in targets:
                    put(at, to, {k: v for k, v in squares.items() if k != at} | {to: man}, to in squares)
                continue
            targets = [to for to in targets if to in squares or to == passing]
            one, two = (at[0], at[1] + up), (at[0], at[1] + 2 * up)
            if one not in squares:
                targets.append(one)
                if at[1] == home + up and two not in squares:
                    targets.append(two)
            for to in targets:
                after = {k: v for k, v in squares.items() if k != at}
                if to == passing:
                    del after[to[0], to[1] - up]
                takes = to[0] != at[0]
                double = one if to == two and self.family != "giveaway" else None
                if to[1] != 7 - home:
                    put(at, to, after | {to: man}, takes, double=double)
                else:
                    for kind, letter in enumerate("nbrq" + "k" * (not self.checks), 1):
                        put(at, to, after | {to: letter.upper() if mover == "w" else letter}, takes, kind)
        for right, file in rights:
            if right.isupper() == (mover == "w"):
                king = next(at for at, man in squares.items() if man == ("K" if mover == "w" else "k"))
                rook, goal = (file, home), ((6, home) if right in "Kk" else (2, home))
                beside = (5, home) if right in "Kk" else (3, home)
                rest = {k: v for k, v in squares.items() if k not in (king, rook)}
                way = lambda a, b: [(x, home) for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1)]
                if not any(it in rest for it in way(king, goal) + way(rook, beside)) \
                        and not set(way(king, goal)) & self.attacked(squares, other):
                    put(king, goal, rest | {goal: squares[king], beside: squares[rook]}, False, code_to=rook)
        return found

    def lines(self, pos):
        """The positions after each move, whether a draw has ended the game or not."""
        found = self.every(pos)
        if self.family != "chess" and any(takes for _, takes in found.values()):
            found = {mv: it for mv, it in found.items() if it[1]}
        return {mv: child for mv, (child, _) in found.items()}

    def count(self, pos, depth):
        lines = self.lines(pos)
        return len(lines) if depth == 1 else sum(self.count(child, depth - 1) for child in lines.values())

    def children(self, pos):
        return self.lines(pos) if self.outcome(pos) is None else {}

    def outcome(self, pos):
        squares, mover = dict(pos[0]), self.mover(pos)
        if self.family == "losers":
            for player, letters in enumerate(("KQRBNP", "kqrbnp")):
                if sum(man in letters for man in squares.values()) == 1:
                    return player
        if not self.lines(pos):
            if self.family != "chess":
                return mover
            return check_cert.DRAW if self.safe(squares, pos[1]) else 1 - mover
        others = sorted((man.lower(), sum(at) % 2) for at, man in squares.items() if man not in "Kk")
        dead = all(man in "bn" for man, _ in others) and len(others) < 2 or len(others) > 1 and set(others) in ({("b", 0)}, {("b", 1)})
        return check_cert.DRAW if pos[4] == 100 or dead and self.family == "chess" else None

    def encode(self, pos):
        squares, mover, rights, passing, clock = dict(pos[0]), *pos[1:]
        order = [(x, y) for y in range(8) for x in range(8)]
        occupied = "".join("1" if at in squares else "0" for at in order)
        out = int(occupied[::-1], 2).to_bytes(8, "little")
        men = [" PNBRQK  pnbrqk".index(squares[at]) for at in order if at in squares]
        out += bytes(int(f"{b:x}{a:x}", 16) for a, b in zip(men[::2], men[1::2] + [0]))
        rights = dict(rights)
        state, files = self.mover(pos), b""
        for bit, right in enumerate("QKqk", 1):
            if right in rights:
                state, files = state + 2 ** bit, files + bytes([rights[right]])
        if passing:
            state, files = state + 32, files + bytes([passing[0]])
        return out + bytes([state]) + files + (bytes([clock]) if self.fifty else b"")

    def text(self, pos):
        if pos == Board(self.name).start:
            return "start"
        squares, mover, rights, passing, clock = dict(pos[0]), *pos[1:]
        board = "/".join("".join(squares.get((x, y), "1") for x in range(8)) for y in range(7, -1, -1))
        board = re.sub("1+", lambda ones: str(len(ones[0])), board)
        letters = ""
        for right in "KQkq":
            for file in [file for it, file in rights if it == right]:
                rank, rook = (0, "R") if right.isupper() else (7, "r")
                farther = range(file + 1, 8) if right in "Kk" else range(file)
                plain = not any(squares.get((x, rank)) == rook for x in farther)
                letters += right if plain else "ABCDEFGH"[file] if rank == 0 else "abcdefgh"[file]
        passing = "abcdefgh"[passing[0]] + str(passing[1] + 1) if passing else "-"
        return f"{board} {mover} {letters or '-'} {passing}" + (f" {clock} 1" if self.fifty else "")


class SmallBoard:
    """Chess on three files: the board is a string of squares from a1 by ranks (`.` for an empty one), and the mover `w` or `b`."""
    WAYS = Board.WAYS

    def __init__(self, height):
        self.name, self.height = f"small-chess:height={height}", height

    def mover(self, pos):
        return "wb".index(pos[1])

    def strikes(self, squares, at):
        """The squares that the man on a square attacks."""
        man, file, rank = squares[at], at % 3, at // 3
        ways = [(x, 1 if man == "P" else -1) for x in (-1, 1)] if man in "Pp" else self.WAYS[man.lower()]
        for dx, dy in ways:
            for i in range(1, 5 if man in "rbqRBQ" else 2):
                x, y = file + i * dx, rank + i * dy
                if not (0 <= x < 3 and 0 <= y < self.height):
                    break
                yield 3 * y + x
                if squares[3 * y + x] != ".":
                    break

    def checked(self, squares, mover):
        own = str.isupper if mover == "w" else str.islower
        king = squares.index("K" if mover == "w" else "k")
        return any(man != "." and not own(man) and king in self.strikes(squares, at) for at, man in enumerate(squares))

    def children(self, pos):
        squares, mover = pos
        own, other, found = str.isupper if mover == "w" else str.islower, "b" if mover == "w" else "w", {}
        up, last = (3, self.height - 1) if mover == "w" else (-3, 0)
        for at, man in enumerate(squares):
            if man == "." or not own(man):
                continue
            targets = [to for to in self.strikes(squares, at) if not own(squares[to])]
            if man in "Pp":
                targets = [to for to in targets if squares[to] != "."] + [at + up] * (squares[at + up] == ".")
            for to in targets:
                grows = man in "Pp" and to // 3 == last
                for kind, letter in enumerate("nbrq", 1) if grows else [(0, man)]:
                    after = list(squares)
                    after[at], after[to] = ".", letter.upper() if mover == "w" else letter.lower()
                    if not self.checked(after, mover):
                        found[128 * at + 8 * to + kind] = "".join(after), other
        return found

    def outcome(self, pos):
        if self.children(pos):
            return None
        return 1 - self.mover(pos) if self.checked(*pos) else check_cert.DRAW

    def encode(self, pos):
        return bytes(".PNBRQK  pnbrqk".index(man) for man in pos[0]) + bytes([self.mover(pos)])

    @property
    def start(self):
        return self.position

    def set_up(self, text):
        ranks, mover = text.split()
        squares = "".join("." * int(c) if c.isdigit() else c for c in "".join(reversed(ranks.split("/"))))
        self.position = squares, mover
