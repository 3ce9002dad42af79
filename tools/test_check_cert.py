"""Tests of check_cert.py: `python3 tools/test_check_cert.py`.

Everything a test needs is built here from the format documents: a writer of certificates, the rules of tic-tac-toe and
three men's morris once more, brute-force solvers, and certificates made from what they say.
"""

import collections
import copy
import functools
import hashlib
import io
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc
import unittest
import unittest.mock
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_cert  # noqa: E402

WINS, HOLDS = 0, 1          # goals
END_MARK = bytes([0xE4, 0x9D, 0x3A, 0x7C, 0x15, 0xB2, 0xF6, 0x08])


# A writer

def u(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def z(value):
    return u(2 * value if value >= 0 else -2 * value - 1)


def blob(data):
    return u(len(data)) + data


def several(items):
    return u(len(items)) + b"".join(items)


def container(stream, cut=1 << 20, version=1, reserved=0):
    out = b"QUOD\r\n\x1a\n" + version.to_bytes(2, "little") + reserved.to_bytes(2, "little")
    for i in range(0, len(stream), cut):
        block = stream[i:i + cut]
        out += len(block).to_bytes(4, "little") + zlib.crc32(block).to_bytes(4, "little") + block
    out += END_MARK
    return out + hashlib.sha256(out).digest()


# The parts of a certificate, as mutable lists:
#   shown ["settled"] | ["entry", delta, map] | ["evidence", kind, payload bytes]
#   position ["whole", bytes] | ["derived", back, mv, map]
#   body ["move", mv, shown] | ["replies", items, default, [[code, ["entry", delta, map] | ["item", k]]]]
def show(shown):
    if shown[0] == "settled":
        return u(0)
    if shown[0] == "entry":
        return u(1) + z(shown[1]) + u(shown[2])
    return u(2) + u(shown[1]) + blob(shown[2])


def branches(named, write):
    out, expected = [], 0
    for code, what in named:
        out.append(u(code - expected) + write(what))
        expected = code + 1
    return several(out)


def entry_bytes(entry):
    claim, position, body = entry
    out = u(claim)
    if position[0] == "whole":
        out += u(0) + blob(position[1])
    else:
        out += u(1) + b"".join(map(u, position[1:]))
    if body[0] == "move":
        return out + u(0) + u(body[1]) + show(body[2])
    _, items, default, named = body
    out += u(1) + several([u(kind) + blob(payload) for _, kind, payload in items]) + u(default)
    return out + branches(named, lambda w: u(0) + z(w[1]) + u(w[2]) if w[0] == "entry" else u(w[1]))


class Cert:
    def __init__(self, game, root, claims, sections, entries, remark="made by hand"):
        self.game, self.root, self.claims, self.sections = game, root, claims, sections
        self.entries, self.remark = entries, remark

    def stream(self):
        return (blob(self.game.encode()) + blob(self.root)
                + several([u(player) + u(goal) + z(n) for player, goal, n in self.claims])
                + several([u(claim) + show(shown) for claim, shown in self.sections])
                + blob(self.remark.encode()) + several([entry_bytes(e) for e in self.entries]))

    def bytes(self, **options):
        return container(self.stream(), **options)


def tree(*nodes):
    """Kind 1: None | ("p", mv) | ("o", default, [[code, child]]); an end follows a last node "p"."""
    if nodes[-1:] and nodes[-1] and nodes[-1][0] == "p":
        nodes += (None,)
    return open_tree(*nodes)


def open_tree(*nodes):
    """The same, just as it is given."""
    out = []
    for node in nodes:
        if node is None:
            out.append(u(0))
        elif node[0] == "p":
            out.append(u(1) + u(node[1]))
        else:
            out.append(u(2) + u(node[1]) + branches(node[2], u))
    return ["evidence", 1, several(out)]


def threats(*cells):
    return ["evidence", 2, several([u(c) for c in cells])]


WIN, ABOVE, ANY, BLOCK = (0,), (1,), (5,), (6,)


def play(mv):
    return (2, mv)


def reply(to, mv):
    return (3, to, mv)


def pair(a, b):
    return (4, a, b)


def strategy(*instructions):
    """Kind 4: a tag and moves each."""
    return ["evidence", 4, several([b"".join(map(u, it)) for it in instructions])]


def check(data, **options):
    """The last line, and the exit code."""
    lines, code = check_cert.check_file(io.BytesIO(data), **options)
    return lines[-1], code


# The rules once more

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



class Base(unittest.TestCase):
    def verified(self, cert, statement=None, **options):
        data = cert if isinstance(cert, bytes) else cert.bytes()
        last, code = check(data, **options)
        self.assertTrue(last.startswith("s VERIFIED "), last)
        self.assertEqual(code, 0)
        if statement:
            self.assertEqual(last, "s VERIFIED " + statement)

    def rejected(self, cert, reason, place=None, **options):
        data = cert if isinstance(cert, bytes) else cert.bytes()
        last, code = check(data, **options)
        self.assertTrue(last.startswith(f"s REJECTED {reason} at "), f"{last}, not {reason}")
        self.assertEqual(code, 1)
        if place:
            self.assertEqual(last, f"s REJECTED {reason} at {place}")


class Rules(Base):
    def test_lines_and_symmetries(self):
        for game, n_lines, n_maps in ((check_cert.TicTacToe(), 8, 8), (check_cert.Qubic(), 76, 192)):
            self.assertEqual(len(game.lines), n_lines)
            lines = set(game.lines)
            tables = {tuple(table) for table in game.map_tables}
            self.assertEqual(len(tables), n_maps)
            self.assertEqual(game.map_tables[0], list(range(game.cells)))
            for table in tables:
                self.assertEqual({sum(1 << table[c] for c in check_cert.bits_of(line)) for line in lines}, lines)
        for m in range(8):
            self.assertEqual(check_cert.TicTacToe().map_tables[m], [mapped_cell(m, c) for c in range(9)])
        # Qubic by hand: k=1, f=1 (flip the layer), p=1 (swap row and column)
        # (1,2,3) -> T_1 -> (0,3,2) -> flip layer -> (3,3,2) -> order 0,2,1 -> (3,2,3)
        self.assertEqual(check_cert.Qubic().map_tables[32 + 4 + 1][16 + 8 + 3], 48 + 8 + 3)
        # p=3 is 120: new coordinate 0 is the row, 1 the column, 2 the layer
        self.assertEqual(check_cert.Qubic().map_tables[3 * 32][16 + 8 + 3], 32 + 12 + 1)

    def test_qubic_lines_one_by_one(self):
        game = check_cert.Qubic()
        cells = lambda *cs: sum(1 << c for c in cs)
        for line in ((0, 1, 2, 3), (0, 4, 8, 12), (0, 16, 32, 48), (0, 5, 10, 15), (3, 6, 9, 12), (0, 20, 40, 60), (0, 17, 34, 51),
                     (0, 21, 42, 63), (3, 22, 41, 60), (12, 25, 38, 51), (15, 26, 37, 48)):
            self.assertIn(cells(*line), game.lines)
        self.assertNotIn(cells(1, 2, 3, 4), game.lines)

    def test_incremental_line_positions(self):
        rng = random.Random(5)
        for game in (check_cert.TicTacToe(), check_cert.Qubic()):
            for _ in range(60):
                pos = game.start
                while game.outcome(pos) is None:
                    pos = game.play(pos, rng.choice(game.moves(pos)))
                    self.assertEqual(pos, game.decode(game.encode(pos)))
                self.assertEqual(game.moves(pos), [])

    def test_against_the_rules_here(self):
        for key in ("tic", ("adjacent", "free"), ("any", "no-centre")):
            game = Tic if key == "tic" else Morris(*key)
            theirs = check_cert.find_game(game.name)
            for number, (pos, children) in enumerate(solved(key)[2].items()):
                if number % 7 and key != "tic":
                    continue
                p = theirs.decode(bytes(pos))
                self.assertEqual(theirs.outcome(p), game.outcome(pos))
                self.assertEqual(theirs.to_move(p) if children else 0, game.mover(pos) if children else 0)
                self.assertEqual({mv: tuple(theirs.encode(theirs.play(p, mv))) for mv in theirs.moves(p)}, children)
                m = number % 8
                self.assertEqual(tuple(theirs.encode(theirs.image(p, m))), mapped(pos, m))

    def test_position_texts(self):
        game = check_cert.TicTacToe()
        for cells, text in ((".........", "start"), ("X...O...X", "a3 b2 c1"), ("XXXOO....", "b3 a2 c3 b2 a3"), ("OX.XOX..O", "b3 b2 a2 c1 c2 a3"),
                            ("XXXXOOXOO", "b3 b2 c3 c2 a2 b1 a1 c1 a3"), ("XXOOOXXXO", "a3 c3 b3 a2 c2 b2 a1 c1 b1")):
            self.assertEqual(game.text(game.decode(board(cells))), text)
        qubic = check_cert.Qubic()
        for cube, name in ((0, "1a4"), (12, "1a1"), (21, "2b3"), (51, "4d4"), (63, "4d1")):
            self.assertEqual(qubic.text(qubic.play(qubic.start, cube)), name)
        morris = check_cert.ThreeMensMorris("any", "free")
        self.assertEqual(morris.text(morris.decode(bytes(10))), "start")
        self.assertEqual(morris.text(morris.decode(bytes([1, 0, 0, 0, 2, 0, 0, 0, 1, 1]))), "1...2...1/2")

    def test_bad_positions(self):
        bad_tic = [b"", bytes(8), bytes(10), b"\3" + bytes(8), board("O........"), board("XX......."), board("XXX.OO.O."),
                   board("OOO.XX.XX"), board("XXXOOO...")]
        stones = lambda *sets: b"".join(sum(1 << c for c in cells).to_bytes(8, "little") for cells in sets)
        bad_qubic = [b"", bytes(15), bytes(17), stones((), (0,)), stones((0,), (0,)), stones((0, 1), ()),
                     stones((0, 1, 2, 3), (4, 5, 6, 8)), stones((0, 1, 2, 4, 5), (16, 17, 18, 19)),
                     stones((0, 1, 2, 3, 4, 5, 6, 7), (16, 17, 18, 20, 21, 22, 24))]
        men = lambda text: bytes(".12".index(c) for c in text[:9]) + bytes([int(text[10]) - 1])
        bad_morris = [b"", bytes(9), bytes(9) + b"\1", bytes(9) + b"\2", b"\3" + bytes(9), men("12......./2"), men("1111222../1"),
                      men("111222.../1"), men("111.2.2.2/1"), men("111.2.2../1")]
        for name, bad in (("tic-tac-toe", bad_tic), ("qubic", bad_qubic), ("three-mens-morris:moves=any,opening=free", bad_morris),
                          ("three-mens-morris:moves=any,opening=no-centre", [men("....1..../2")])):
            for code in bad:
                self.rejected(Cert(name, code, [[0, 0, 0]], [[0, ["settled"]]], []), "bad-position", "header")
        qubic = check_cert.Qubic()
        qubic.decode(stones((0, 1, 2, 3, 4, 8, 12), (16, 17, 18, 20, 21, 22)))     # two lines through cube 0

    def test_unknown_games(self):
        for name in ("", "tic-tac-toe ", "Qubic", "three-mens-morris", "three-mens-morris:opening=free,moves=any", "chess",
                     "chess:fifty=no", "antichess:fifty=off", "shogi"):
            self.rejected(Cert(name, bytes(9), [[0, 0, 0]], [[0, ["settled"]]], []), "unknown-game", "header")


class Whole(Base):
    def test_tic_tac_toe_is_a_draw(self):
        for symmetric, derive in itertools.product((False, True), repeat=2):
            cert = full_certificate("tic", symmetric=symmetric, derive=derive)
            self.verified(cert, "tic-tac-toe value=draw start")
            self.verified(cert.bytes(cut=7))
            self.verified(cert, game="tic-tac-toe", claim="value=draw", position="start")
            if derive:
                self.assertGreater(sum(e[1][0] == "derived" for e in cert.entries), len(cert.entries) // 2)
        single = full_certificate("tic", claims=[(1, HOLDS)])
        self.verified(single, "tic-tac-toe O-does-not-lose start")

    def test_morris(self):
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            cert = full_certificate(key)
            name = f"three-mens-morris:moves={key[0]},opening={key[1]}"
            value = solved(key)[0][Morris.start]
            claim = {0: "first-player-wins", 1: "second-player-wins", DRAW: "value=draw"}[value]
            self.verified(cert, f"{name} {claim} start")

    def test_other_statement(self):
        cert = full_certificate("tic")
        self.rejected(cert, "other-statement", "header", game="qubic")
        self.rejected(cert, "other-statement", "header", claim="X-wins")
        self.rejected(cert, "other-statement", "header", position="4")

    def test_sample(self):
        cert = full_certificate("tic")
        last, code = check(cert.bytes(), sample=5, seed=1)
        self.assertEqual((last, code), ("s SAMPLED tic-tac-toe value=draw start", 0))
        lines, _ = check_cert.check_file(io.BytesIO(cert.bytes()), sample=5, seed=1)
        self.assertIn("NOT A PROOF", "\n".join(lines))
        cert.entries[3][2] = ["move", 99, ["settled"]]
        answers = {check(cert.bytes(), sample=60, seed=s)[1] for s in range(25)}
        self.assertEqual(answers, {0, 1})

    def test_work_limit(self):
        cert = full_certificate("tic")
        self.rejected(cert, "work-limit", work=100)

    def test_settled_roots(self):
        cert = lambda root, claim, shown: Cert("tic-tac-toe", board(root), [claim], [[0, shown]], [])
        self.verified(cert("XXXOO....", [0, WINS, 0], ["settled"]), "tic-tac-toe X-wins b3 a2 c3 b2 a3")
        self.verified(cert("XXXOO....", [0, HOLDS, 0], ["settled"]), "tic-tac-toe X-does-not-lose b3 a2 c3 b2 a3")
        for position in ("b3 a2 c3 b2 a3", "1 3 2 4 0"):
            self.verified(cert("XXXOO....", [0, WINS, 0], ["settled"]), position=position)
        self.rejected(cert("XXXOO....", [0, WINS, 0], ["settled"]), "other-statement", "header", position="1 3 2 4 8")
        self.verified(cert("XXXOO....", [0, HOLDS, 0], tree(None)))
        self.rejected(cert("XXXOO....", [1, HOLDS, 0], ["settled"]), "not-settled", "section 0")
        self.rejected(cert("XXOOOXXXO", [0, WINS, 0], ["settled"]), "not-settled", "section 0")
        self.verified(cert("XXOOOXXXO", [0, HOLDS, 0], ["settled"]))
        # A drawn board is not won because its loser has no reply.
        for node in (None, ("o", 0, []), ("p", 0)):
            self.rejected(cert("XXOOOXXXO", [0, WINS, 0], tree(node)), "evidence-fails", "section 0")

    def test_command(self):
        program = check_cert.__file__
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.quod")
            with open(path, "wb") as file:
                file.write(full_certificate("tic").bytes())
            run = lambda *a: subprocess.run([sys.executable, program, *a], capture_output=True, text=True)
            answer = run(path)
            self.assertEqual((answer.returncode, answer.stdout.splitlines()[-1]), (0, "s VERIFIED tic-tac-toe value=draw start"))
            self.assertEqual(run(path, "--claim", "O-wins").returncode, 1)
            self.assertEqual(run(path, "--sample", "3", "--seed", "4").returncode, 0)
            self.assertEqual(run(path, "--sample", "-3").returncode, 2)
            self.assertEqual(run(path + "x").returncode, 2)
            self.assertEqual(run(folder).returncode, 2)
            self.assertEqual(run().returncode, 2)
            self.assertEqual(run(program).stdout.splitlines()[-1], "s REJECTED not-a-certificate at byte 0")


class Container(Base):
    def setUp(self):
        self.data = full_certificate("tic", claims=[(1, HOLDS)]).bytes(cut=1000)

    def test_reasons(self):
        data = self.data
        self.rejected(b"", "not-a-certificate", "byte 0")
        self.rejected(b"x" + data[1:], "not-a-certificate", "byte 0")
        self.rejected(container(b"x", version=2), "version", "byte 8")
        self.rejected(container(b"x", reserved=1), "version", "byte 8")
        self.rejected(data + b"\0", "end-mark", f"byte {len(data)}")
        self.rejected(data[:-40] + b"\0" * 8 + data[-32:], "end-mark", f"byte {len(data) - 40}")
        self.rejected(data[:12] + bytes(4) + data[12:], "end-mark", "byte 12")
        self.rejected(data[:12] + (2**20 + 1).to_bytes(4, "little") + data[16:], "end-mark", "byte 12")
        self.rejected(data[:12] + b"\xff" * 4 + data[16:], "end-mark", "byte 12")
        self.rejected(data[:-1] + bytes([data[-1] ^ 1]), "checksum", f"byte {len(data) - 32}")
        flipped = bytearray(data)
        flipped[500] ^= 1
        self.rejected(bytes(flipped), "checksum", "byte 12")
        self.rejected(container(b""), "malformed", "header")

    def test_every_truncation(self):
        for size in range(8, len(self.data)):
            self.rejected(self.data[:size], "truncated", f"byte {size}")

    def test_every_byte_flipped(self):
        rng = random.Random(1)
        for i in range(len(self.data)):
            flipped = bytearray(self.data)
            flipped[i] ^= 1 << rng.randrange(8)
            self.assertEqual(check(bytes(flipped))[1], 1)

    def test_no_large_read(self):
        class File(io.BytesIO):
            def read(self, size):
                assert 0 <= size <= 1 << 20
                return super().read(size)
        lines, _ = check_cert.check_file(File(self.data))
        self.assertIn("VERIFIED", lines[-1])


class Numbers(Base):
    def test_u(self):
        read = lambda data: check_cert.Reader(data, 0, len(data)).u()
        for value in (0, 1, 127, 128, 300, 2**32, 2**63, 2**64 - 1):
            self.assertEqual(read(u(value)), value)
        for data in (b"", b"\x80", b"\x80\0", b"\xff\x80\0", u(2**64), b"\x80" * 10 + b"\1", b"\xff" * 100, u(2**70)):
            with self.assertRaises(check_cert.Reject):
                read(data)
        for value in (0, -1, 1, -2, 2, 2**63 - 1, -2**63):
            data = z(value)
            self.assertEqual(check_cert.Reader(data, 0, len(data)).z(), value)


class Malformed(Base):
    def header(self, game=b"tic-tac-toe", root=bytes(9), claims=u(1) + bytes(3), sections=u(1) + u(0) + u(0), remark=b"",
               entries=u(0)):
        return container(blob(game) + blob(root) + claims + sections + blob(remark) + entries)

    def test_header(self):
        root = board("XXXOO....")
        self.verified(self.header(root=root))
        self.verified(self.header(root=root, remark="ü".encode()))
        for game in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80"):
            self.rejected(self.header(game=game), "malformed", "header")
        self.rejected(self.header(remark=b"\xff"), "malformed", "header")
        for claims in (u(0), u(1) + u(2) + u(0) + z(0), u(1) + u(0) + u(8) + z(0), u(1) + u(0) + u(0) + z(1), u(2**63) + bytes(3),
                       u(2) + bytes(6), u(1) + u(0) + u(2) + z(2**31), u(1) + u(0) + u(2) + z(-2**31 - 1)):
            self.rejected(self.header(claims=claims), "malformed", "header")
        for goal in (2, 3, 4, 5, 6, 7):
            self.rejected(self.header(claims=u(1) + u(0) + u(goal) + z(-2**31)), "unknown-claim", "header")
        for sections in (u(0), u(3) + bytes(6)):
            self.rejected(self.header(sections=sections), "malformed", "header")
        for sections in (u(1) + u(1) + u(0), u(1) + u(0) + u(3)):
            self.rejected(self.header(sections=sections), "malformed", "section 0")
        self.rejected(self.header(root=root, entries=u(0) + b"\0"), "malformed", "entry 0")
        self.rejected(self.header(root=root, entries=u(2**40)), "malformed", "entry 0")
        self.rejected(self.header(root=root, entries=b""), "malformed", "entry 0")

    def test_entries(self):
        prover = board("XX.OO....")
        self.verified(tic([[0, ["whole", prover], ["move", 2, ["settled"]]]]), "tic-tac-toe X-wins a3 a2 b3 b2")
        for body in (u(2), u(0) + u(2**32) + u(0), u(0) + u(2) + u(3), u(1) + u(0) + u(1) + u(0), u(1) + u(2**63) + bytes(9),
                     u(1) + u(0) + u(0) + u(2**63) + bytes(9), u(1) + u(0) + u(0) + u(1) + u(0) + u(1),
                     u(1) + u(0) + u(0) + u(2) + u(2**32 - 1) + u(0) + z(1) + u(0) + u(0) + u(0) + z(1) + u(0), u(0) + u(2)):
            entry = u(0) + u(0) + blob(prover) + body
            stream = (blob(b"tic-tac-toe") + blob(prover) + u(1) + bytes(3) + u(1) + u(0) + u(1) + z(0) + u(0) + blob(b"") + u(1) + entry)
            self.rejected(container(stream), "malformed", "entry 0")

    def test_claim_of_an_entry(self):
        self.rejected(tic([[1, ["whole", board("XX.OO....")], ["move", 2, ["settled"]]]]), "malformed", "entry 0")

    def test_trees(self):
        for payload in (u(0), u(2) + u(0), u(1) + u(3), u(1) + u(0) + u(0), u(1) + u(2) + u(1) + u(0), u(1) + u(1) + u(2**32),
                        u(2**50), u(2) + u(2) + u(0) + u(1) + u(0) + u(0) + u(0), u(2) + u(2) + u(0) + u(1) + u(0) + u(2) + u(0)):
            cert = tic([], [[0, ["evidence", 1, payload]]], root=board("XX.OO...."))
            self.rejected(cert, "malformed", "section 0")

    def test_threats(self):
        for payload in (b"", u(1), u(2) + u(0), u(0) + u(0), u(2**60)):
            cert = tic([], [[0, ["evidence", 2, payload]]], root=board("XX.OO...."))
            self.rejected(cert, "malformed", "section 0")

    def test_random_bytes(self):
        rng = random.Random(3)
        good = tic([[0, ["whole", board("XO.......")], ["move", 4, ["entry", 1, 0]]],
                    [0, ["derived", 1, 4, 0], ["replies", [tree(("p", 8)), threats(6)], 1, [[8, ["item", 2]]]]]]).stream()
        for _ in range(1000):
            stream = bytearray(good)
            for _ in range(rng.choice((1, 1, 2, 5))):
                at = rng.randrange(len(stream))
                if rng.random() < .2:
                    del stream[at:at + rng.randrange(1, 9)]
                elif rng.random() < .3:
                    stream[at:at] = rng.randbytes(rng.randrange(1, 9))
                else:
                    stream[at] = rng.choice((0, 1, 2, 127, 128, 255, rng.randrange(256)))
            check(container(bytes(stream)))     # anything but an exception
            check(container(rng.randbytes(rng.randrange(50))))
            check(b"QUOD\r\n\x1a\n" + rng.randbytes(rng.randrange(60)))
        for start in (blob(b"tic-tac-toe") + blob(bytes(9)), blob(b"qubic") + blob(bytes(16)),
                      blob(b"three-mens-morris:moves=any,opening=free") + blob(bytes(10))):
            for _ in range(300):
                tail = bytes(rng.choice((0, 0, 1, 1, 2, 3, 9, rng.randrange(256))) for _ in range(rng.randrange(60)))
                check(container(start + tail))


class Reasons(Base):
    """One smallest certificate for each reason of the stream."""
    XWINS = (0, WINS, 0)

    def test_sections_do_not_meet(self):
        both = [["settled"]] * 2
        won = board("XXXOO....")
        for claims in (((0, WINS, 0), (0, HOLDS, 0)), ((0, WINS, 0), (1, HOLDS, 0)), ((0, WINS, 0), (1, WINS, 0))):
            self.rejected(tic([], [[i, s] for i, s in enumerate(both)], claims, won), "sections-do-not-meet", "section 1")
        self.rejected(tic([], [[0, ["settled"]], [0, ["settled"]]], [(0, HOLDS, 0)], won), "sections-do-not-meet", "section 1")

    def test_settled_entry(self):
        for cells in ("XXXOO....", "XXOOOXXXO", "OOOXX.X.."):
            for body in (["replies", [], 0, []], ["move", 8, ["settled"]]):
                cert = tic([[0, ["whole", board(cells)], body]])
                self.rejected(cert, "settled-entry", "entry 0")

    def test_duplicate_entry(self):
        entry = [0, ["whole", board("XX.OO....")], ["move", 2, ["settled"]]]
        self.rejected(tic([entry, copy.deepcopy(entry)]), "duplicate-entry", "entry 1")
        self.verified(tic([entry, [1] + entry[1:]], claims=[(0, WINS, 0), (0, HOLDS, 0)]))
        # The same position under two names: written whole, and derived.
        before = [0, ["whole", board("XX.O.....")], ["replies", [], 0, [[c, ["entry", 1, 0]] for c in range(2, 9) if c != 3]]]
        self.rejected(tic([entry, before, [0, ["derived", 1, 4, 0], entry[2]]]), "duplicate-entry", "entry 2")

    def test_wrong_side(self):
        self.rejected(tic([[0, ["whole", board("XX.OO....")], ["replies", [], 0, []]]]), "wrong-side", "entry 0")
        self.rejected(tic([[0, ["whole", board("XX.O.....")], ["move", 2, ["settled"]]]]), "wrong-side", "entry 0")

    def test_illegal_move(self):
        for mv in (0, 3, 9, 64, 2**32 - 1):
            self.rejected(tic([[0, ["whole", board("XX.OO....")], ["move", mv, ["settled"]]]]), "illegal-move", "entry 0")
            named = [[2, ["entry", 0, 0]], [mv, ["entry", 0, 0]]]
            named.sort()
            self.rejected(tic([[0, ["whole", board("XX.O.....")], ["replies", [], 0, named]]]), "illegal-move", "entry 0")

    def double(self, named=(), items=(), default=0):
        """O is to move, and X threatens 1 and 4: every reply loses."""
        return tic([[0, ["whole", board("X.XO..XO.")], ["replies", list(items), default, [list(n) for n in named]]]])

    def test_missing_reply(self):
        self.rejected(self.double(), "missing-reply", "entry 0")
        self.verified(self.double(items=[threats()], default=1), "tic-tac-toe X-wins a3 a2 c3 b1 a1")
        item = ["item", 1]
        self.verified(self.double(named=[[c, item] for c in (1, 4, 5, 8)], items=[threats()]))
        for left_out in (1, 4, 5, 8):
            self.rejected(self.double(named=[[c, item] for c in (1, 4, 5, 8) if c != left_out], items=[threats()]),
                          "missing-reply", "entry 0")
        # a reply that wins for the opponent is missing, too
        self.rejected(tic([[0, ["whole", board("XX.OO.X..")], ["replies", [], 0, []]]]), "missing-reply", "entry 0")

    def test_not_settled(self):
        self.rejected(tic([[0, ["whole", board("XX.OO....")], ["move", 5, ["settled"]]]]), "not-settled", "entry 0")
        cert = tic([[0, ["whole", board("XXOOOXX.O")], ["move", 7, ["settled"]]]])
        self.rejected(cert, "not-settled", "entry 0")
        cert.claims = [[0, HOLDS, 0]]
        self.verified(cert)

    def test_no_such_entry(self):
        cert = tic([[0, ["whole", board("XX.OO....")], ["move", 5, ["entry", 1, 0]]]])
        self.rejected(cert, "no-such-entry", "entry 0")
        cert.entries[0][2][2][1] = -1
        self.rejected(cert, "no-such-entry", "entry 0")
        cert.entries[0][2][2] = ["settled"]
        for delta in (1, -1, 2**62, -2**62):
            cert.sections[0][1][1] = delta
            self.rejected(cert, "no-such-entry", "section 0")
        cert = tic([[0, ["derived", 1, 0, 0], ["move", 2, ["settled"]]]], root=bytes(9))
        self.rejected(cert, "no-such-entry", "entry 0")

    def test_bad_derivation(self):
        entry = [0, ["whole", board("XX.O.....")], ["replies", [], 0, []]]
        for mv in (0, 9, 99):
            self.rejected(tic([entry, [0, ["derived", 1, mv, 0], ["move", 2, ["settled"]]]]), "bad-position", "entry 1")
        self.rejected(tic([entry, [0, ["derived", 0, 2, 0], ["move", 2, ["settled"]]]]), "malformed", "entry 1")
        self.rejected(tic([[0, ["whole", bytes(3)], ["move", 2, ["settled"]]]], root=bytes(9)), "bad-position", "entry 0")

    def test_no_such_map(self):
        entry = [0, ["whole", board("XX.O.....")], ["replies", [], 0, []]]
        self.rejected(tic([entry, [0, ["derived", 1, 4, 8], ["move", 2, ["settled"]]]]), "no-such-map", "entry 1")
        cert = tic([entry])
        cert.sections[0][1][2] = 8
        self.rejected(cert, "no-such-map", "section 0")
        cert.sections[0][1][2] = 2**64 - 1
        self.rejected(cert, "no-such-map", "section 0")

    def test_link_mismatch(self):
        a, b = board("XX.OO...."), board("X.XOO....")
        cert = tic([[0, ["whole", a], ["move", 2, ["settled"]]], [0, ["whole", b], ["move", 1, ["settled"]]]])
        self.verified(cert)
        cert.sections[0][1][1] = 1
        self.rejected(cert, "link-mismatch", "section 0")
        cert = tic([[0, ["whole", a], ["move", 2, ["settled"]]]], root=mapped_board("XX.OO....", 1))
        self.rejected(cert, "link-mismatch", "section 0")
        cert.sections[0][1][2] = 1
        self.verified(cert)

    def test_claim_mismatch(self):
        a = board("XX.OO....")
        cert = tic([[1, ["whole", a], ["move", 2, ["settled"]]]], claims=[(0, WINS, 0), (0, HOLDS, 0)])
        self.rejected(cert, "claim-mismatch", "section 0")
        # from one section into the other
        cert = full_certificate("tic")
        first = next(e for e in cert.entries if e[0] == 0 and e[2][0] == "move" and e[2][2][0] == "entry")
        own = cert.entries.index(first)
        position = decoded(cert)[own + first[2][2][1]][1]
        for other, (claim, pos) in enumerate(decoded(cert)):
            if claim == (1, HOLDS) and pos == position:
                first[2][2][1] = other - own
                self.rejected(cert, "claim-mismatch", f"entry {own}")
                return
        self.fail("no such position")

    def test_backward_link(self):
        cert = full_certificate("tic", claims=[(1, HOLDS)])
        flipped = copy.deepcopy(cert)
        n = len(cert.entries)
        flipped.entries.reverse()
        flipped.sections[0][1][1] = n - 1
        for entry in flipped.entries:
            if entry[2][0] == "move":
                links = [entry[2][2]]
            else:
                links = [what for _, what in entry[2][3]]
            for link in links:
                if link[0] == "entry":
                    link[1] = -link[1]
        self.rejected(flipped, "backward-link")

    def test_idle_name(self):
        # X has the last cell, which makes a draw: nothing is left for a name to show.
        last = board("XOXXOOO.X")
        cert = tic([[0, ["whole", last], ["replies", [tree(None)], 0, [[7, ["item", 1]]]]]], claims=[(1, HOLDS, 0)])
        self.rejected(cert, "idle-name", "entry 0")
        cert.entries[0][2] = ["replies", [], 0, []]
        self.verified(cert, "tic-tac-toe O-does-not-lose a3 b3 c3 b2 a2 c2 c1 a1")
        # The same if the reply ends the game against the claim: O fills 0 1 2.
        cert = tic([[0, ["whole", board(".OOX...XX")], ["replies", [threats()], 1, [[0, ["item", 1]]]]]])
        self.rejected(cert, "idle-name", "entry 0")
        cert.entries[0][2][3] = []
        self.rejected(cert, "evidence-fails", "entry 0")

    def test_evidence_kinds(self):
        root = board("XX.OO....")
        for kind in (0, 3, 9, 2**40):
            self.rejected(tic([], [[0, ["evidence", kind, b""]]], root=root), "unknown-evidence", "section 0")
            # an item that nothing names is read, too
            entry = [0, ["whole", board("X.XO..XO.")], ["replies", [threats(), ["evidence", kind, b""]], 1, []]]
            self.rejected(tic([entry]), "unknown-evidence", "entry 0")
        name = "three-mens-morris:moves=any,opening=free"
        self.rejected(Cert(name, bytes(10), [[0, 0, 0]], [[0, threats()]], []), "evidence-trait", "section 0")
        self.rejected(Cert(name, bytes(10), [[0, 0, 0]], [[0, ["evidence", 8, u(0)]]], []), "evidence-trait", "section 0")

    def test_class_order(self):
        """Only an error in the rules can do this, so make one."""
        class Wrong(check_cert.ThreeMensMorris):
            def conversion_class(self, pos):
                return pos[:9].count(0)
        original = check_cert.find_game
        check_cert.find_game = lambda name: Wrong("adjacent", "free")
        try:
            self.rejected(full_certificate(("adjacent", "free")), "class-order")
        finally:
            check_cert.find_game = original


def mapped_board(text, m):
    return bytes(mapped(tuple(board(text)), m))


class Trees(Base):
    def root(self, cells, evidence, claim=(0, WINS, 0)):
        return tic([], [[0, evidence]], [claim], board(cells))

    def test_one_move(self):
        self.verified(self.root("XX.OO....", tree(("p", 2), None)))
        for nodes in ([("p", 2)], [("o", 2, []), None, ("p", 2)]):      # a move must have a node after it, needed or not
            self.rejected(self.root("XX.OO....", open_tree(*nodes)), "malformed", "section 0")
        self.rejected(self.root("XX.OO....", tree(("p", 5), None)), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(("p", 0), None)), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(("o", 0, []))), "evidence-fails", "section 0")
        self.rejected(self.root("XX.OO....", tree(None)), "evidence-fails", "section 0")

    def test_replies(self):
        # O to move; X has 0, 2, 6 and completions 1 and 4.
        both = tree(("o", 1, [[1, 2]]), ("p", 1), ("p", 4))         # default: 1; after O 1: node 2
        self.verified(self.root("X.XO..XO.", both))
        self.rejected(self.root("X.XO..XO.", tree(("o", 1, []), ("p", 1))), "evidence-fails")
        self.rejected(self.root("X.XO..XO.", tree(("o", 0, [[1, 1]]), ("p", 4))), "evidence-fails")
        every = tree(("o", 0, [[1, 1], [4, 2], [5, 2], [8, 2]]), ("p", 4), ("p", 1))
        self.verified(self.root("X.XO..XO.", every))
        # names that are no moves do not matter
        self.verified(self.root("X.XO..XO.", tree(("o", 1, [[0, 1], [1, 2], [77, 1]]), ("p", 1), ("p", 4))))
        # the node for the wrong side
        self.rejected(self.root("X.XO..XO.", tree(("p", 1), None)), "evidence-fails")

    def test_default_on_every_reply(self):
        """A default that answers some replies and not the others."""
        # X plays 4 and then 8, which O may take.
        self.rejected(self.root("XO.......", tree(("p", 4), ("o", 1, []), ("p", 8))), "evidence-fails")
        fork = tree(("p", 4), ("o", 1, [[8, 2]]), ("p", 8), ("p", 6), ("o", 1, [[3, 2]]), ("p", 3), ("p", 2))
        self.verified(self.root("XO.......", fork))
        # A drawn board with the opponent "to move": he has no reply, and yet X has not won.
        full = board("XOXXOOO.X")
        self.rejected(tic([], [[0, tree(("o", 1, []), ("o", 0, []))]], [(1, WINS, 0)], full), "evidence-fails")
        full = board("XXOOOXX.O")
        self.rejected(tic([], [[0, tree(("p", 7), ("o", 0, []))]], [(0, WINS, 0)], full), "evidence-fails")
        self.verified(tic([], [[0, tree(("p", 7), ("o", 0, []))]], [(0, HOLDS, 0)], full))

    def test_against_brute_force(self):
        """Trees grown at random: whatever is accepted is true."""
        value, _, children = solved("tic")
        positions = [pos for pos in value if children[pos] and pos.count(0) <= 5]
        rng = random.Random(11)
        accepted = 0
        for _ in range(2000):
            pos = rng.choice(positions)
            claim = (rng.randrange(2), rng.randrange(2), 0)
            nodes = []
            side = Tic.mover(pos) == claim[0]
            length = rng.randrange(1, 7)
            for i in range(length):
                left = length - i - 1
                if side == (i % 2 == 0):
                    nodes.append(("p", rng.choice([c for c in range(9) if pos[c] == 0])))
                else:
                    nodes.append(("o", min(1, left), [[c, rng.randrange(1, left + 1)] for c in range(9) if left and rng.random() < .3]))
            last, code = check(self.root("".join(".XO"[c] for c in pos), tree(*nodes), claim).bytes())
            if code == 0:
                accepted += 1
                self.assertTrue(true_claim(value[pos], *claim[:2]))
        self.assertGreater(accepted, 100)


class LineThreats(Base):
    def root(self, cells, evidence, claim=(0, WINS, 0)):
        return tic([], [[0, evidence]], [claim], board(cells))

    def test_tic_tac_toe(self):
        self.verified(self.root("XX.OO....", threats()))                     # fill the line
        self.verified(self.root("XX.OO....", threats(8, 7, 0)))              # cells left over
        self.rejected(self.root("XX.OO....", threats(9)), "evidence-fails")  # ... but not on the board
        self.verified(self.root("XX.OO....", threats(), (0, HOLDS, 0)))
        self.rejected(self.root("XX.OO....", threats(), (1, HOLDS, 0)), "evidence-fails")
        # X: 0, O: 1. 4 threatens 8; O at 8; 6 threatens 2 and 3.
        self.verified(self.root("XO.......", threats(4, 6)))
        self.verified(self.root("XO.......", threats(0, 4, 0, 4, 6)))        # own cells are skipped
        self.rejected(self.root("XO.......", threats(4)), "evidence-fails")  # the list ends
        self.rejected(self.root("XO.......", threats(4, 8)), "evidence-fails")   # taken by the forced reply
        self.rejected(self.root("XO.......", threats(5, 6)), "evidence-fails")   # no threat
        self.rejected(self.root("XO.......", threats(1, 4, 6)), "evidence-fails")
        # O to move
        self.verified(self.root("X.XO..XO.", threats()))                     # two completions
        self.rejected(self.root("X.XOO.X..", threats()), "evidence-fails")   # but O fills a line
        self.rejected(self.root("X........", threats(4, 6)), "evidence-fails")   # nothing forced
        self.verified(self.root("XO..X....", threats(6)))                    # one completion: O 8, then 6
        # the forced reply is itself a threat: X 8 makes O play 5, and then O threatens 3
        self.rejected(self.root("..X.O....", threats(8, 0)), "evidence-fails")
        # over at the start
        self.rejected(self.root("XXXOO....", threats()), "evidence-fails")
        self.rejected(self.root("XXOOOXXXO", threats(), (0, HOLDS, 0)), "evidence-fails")

    def test_all_positions_against_brute_force(self):
        value, _, children = solved("tic")
        game = check_cert.TicTacToe()
        rng = random.Random(2)
        accepted = 0
        for pos in value:
            if not children[pos]:
                continue
            theirs = game.decode(bytes(pos))
            certificate = check_cert.Certificate(b"")
            certificate.game = game
            for player in (0, 1):
                for _ in range(3):
                    cells = [rng.randrange(9) for _ in range(rng.randrange(5))]
                    if certificate.line_threats(check_cert.Claim(player, WINS), theirs, cells):
                        accepted += 1
                        self.assertEqual(value[pos], player)
        self.assertGreater(accepted, 1000)

    @staticmethod
    def rows(rule, black, white, evidence, claim=(0, WINS, 0)):
        """On a board of 9x9; the cells are given as a1 to i9."""
        cells = [["abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1) for name in names.split()] for names in (black, white)]
        name = f"gomoku:size=9,rule={rule},opening=free"
        game = Row(name, 9, 9, 5, rule == "standard")
        code = game.encode(tuple(0 if c in cells[0] else 1 if c in cells[1] else -1 for c in range(81)))
        return Cert(name, code, [list(claim)], [[0, evidence]], [])

    def test_free_replies(self):
        cell = lambda name: "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)
        for rule in ("freestyle", "standard"):
            # Two threes that cross, White to move; then Black, with one stone less.
            self.verified(self.rows(rule, "d5 e5 f5 d4 d3", "a9 c9 e9 i1", threats()))
            self.verified(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats(cell("f5"))))
            self.rejected(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats()), "evidence-fails")
            self.rejected(self.rows(rule, "d5 e5 d4 d3", "a9 c9 e9 i1", threats(cell("h5"))), "evidence-fails")
            # A single three can be stopped.
            self.rejected(self.rows(rule, "d5 e5 f5 a1", "a9 c9 e9", threats()), "evidence-fails")
            # White has a three of his own with room for a four, and then a five.
            self.rejected(self.rows(rule, "d5 e5 f5 d4 d3", "f9 g9 h9 i1", threats()), "evidence-fails")
            # Closed at one end it gives him a four, and nothing after it.
            self.verified(self.rows(rule, "d5 e5 f5 d4 d3 d9", "e9 f9 g9 i1 a1", threats()))
        # After e2 the stone on f2 makes six with that on g2: by `standard` only a2 fills a line.
        longer = ("b2 c2 d2 g2", "a9 c9 e9 g8", threats(cell("e2")))
        self.verified(self.rows("freestyle", *longer))
        self.rejected(self.rows("standard", *longer), "evidence-fails")

    def test_forbidden_moves(self):
        """What Black may not play he does not win with; White may play it."""
        cell = lambda name: "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)
        for mine, theirs, planned, fine in (
                ("d5 e5 d4 d3", "a9 c9 e9 i1", "f5", True),                     # a three that crosses none
                ("d5 e5 d4 d3", "a9 c9 e9 i1", "d2", True),
                ("e5 f5 d4 d3", "a9 c9 e9 i1", "d5", False),                    # two threes
                ("c5 d5 e5 f3 f4", "b5 a9 c9 e9 i1", "f5 f6", True),            # a four and a three
                ("c5 d5 e5 f2 f3 f4", "b5 f1 a9 c9 e9 i1", "f5", False),        # two fours
                ("a1 c1 d1 g1", "a9 c9 e9 i9", "e1", False)):                   # and in one line
            planned = threats(*map(cell, planned.split()))
            self.verified(self.rows("renju", theirs + " g8", mine, planned, (1, WINS, 0)))
            cert = self.rows("renju", mine, theirs, planned)
            if fine:
                self.verified(cert)
            else:
                self.rejected(cert, "evidence-fails", "section 0")
        # Two threes are on the board already; they become fours on free cells.
        self.verified(self.rows("renju", "d5 e5 f5 d4 d3", "a9 c9 e9 i1", threats()))
        # A row of six wins for White alone.
        mine, theirs, planned = "b2 c2 d2 g2", "a9 c9 e9 g8", threats(cell("e2"))
        self.rejected(self.rows("renju", mine, theirs, planned), "evidence-fails")
        self.verified(self.rows("renju", theirs + " i5", mine, planned, (1, WINS, 0)))
        # Black's d1 would make six, so it is no threat that White must answer.
        six = ("a1 b1 c1 e1 f1", "c3 d3 e3 h9", threats(cell("f3")), (1, WINS, 0))
        self.verified(self.rows("renju", *six))
        self.rejected(self.rows("freestyle", *six), "evidence-fails")
        # White must be stopped on f5, where Black would make two threes.
        stop = ("g5 h5 e4 d3", "f6 f7 f8 f9", threats())
        self.verified(self.rows("standard", *stop))
        self.rejected(self.rows("renju", *stop), "evidence-fails")

    def test_pairs_where_moves_are_forbidden(self):
        """On 5x5 each line can have a pair of its own. That is no proof for Black, who may not be able to answer."""
        numbers = [11, 1, 8, 1, 12, 6, 2, 2, 9, 10, 3, 7, 0, 9, 3, 6, 7, 4, 4, 10, 12, 5, 8, 5, 11]
        pairs = [(check_cert.PAIR, [c for c in range(25) if numbers[c] == pair]) for pair in range(1, 13)] + [(check_cert.ANY, None)]
        for rule in ("freestyle", "standard", "renju"):
            certificate = check_cert.Certificate(b"")
            certificate.game = check_cert.find_game(f"gomoku:size=5,rule={rule},opening=free")
            self.assertTrue(certificate.pairs_hold(check_cert.Claim(1, HOLDS), (0, 0), pairs))
            self.assertEqual(certificate.pairs_hold(check_cert.Claim(0, HOLDS), (1 << 12, 0), pairs), rule != "renju")

    def test_free_replies_against_brute_force(self):
        rng = random.Random(4)
        for width, height, k, rule in ((5, 4, 3, "freestyle"), (5, 4, 3, "standard"), (5, 5, 4, "freestyle"), (5, 5, 4, "standard")):
            game = check_cert.find_game(f"mnk:width={width},height={height},k={k},rule={rule}")
            certificate = check_cert.Certificate(b"")
            certificate.game = game
            value, accepted = {}, 0

            def solve(pos):
                if pos not in value:
                    outcome, mover = game.outcome(pos), game.to_move(pos)
                    best = outcome
                    if outcome is None:
                        ends = [solve(game.play(pos, mv)) for mv in game.moves(pos)]
                        best = mover if mover in ends else DRAW if DRAW in ends else 1 - mover
                    value[pos] = best
                return value[pos]

            while accepted < 60:
                pos = game.start
                while game.outcome(pos) is None and len(game.moves(pos)) > 9:
                    pos = game.play(pos, rng.choice(game.moves(pos)))
                for player in (0, 1) if game.outcome(pos) is None else ():
                    for _ in range(10):
                        cells = [rng.randrange(width * height) for _ in range(rng.randrange(4))]
                        if certificate.line_threats(check_cert.Claim(player, WINS), pos, cells):
                            accepted += 1
                            self.assertEqual(solve(pos), player)

    @staticmethod
    def stones(first, second):
        return b"".join(sum(1 << c for c in cells).to_bytes(8, "little") for cells in (first, second))

    def qubic(self, first, second, evidence, claim=(0, WINS, 0)):
        return Cert("qubic", self.stones(first, second), [list(claim)], [[0, evidence]], [])

    def test_qubic(self):
        self.verified(self.qubic((0, 1, 2), (21, 26, 38), threats()), "qubic first-player-wins 1a4 2b3 1b4 2c2 1c4 3c3")
        # A fork: 3 lies on 0 1 2 3 and on 3 7 11 15.
        self.verified(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3)), "qubic first-player-wins 1a4 2b3 1b4 2c2 1d3 3c3 1d2 3b2")
        self.verified(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3, 63), (0, HOLDS, 0)))
        self.rejected(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(3, 64)), "evidence-fails")
        self.rejected(self.qubic((0, 1, 7, 11), (2, 26, 38, 41), threats(3, 15)), "evidence-fails")
        self.rejected(self.qubic((0, 1, 7, 11), (21, 26, 38, 41), threats(5)), "evidence-fails")
        # Two steps: 2 makes 3 be taken; then 34 lies on 2 18 34 50 and on 32 33 34 35.
        self.verified(self.qubic((0, 1, 18, 32, 33), (5, 10, 25, 44, 63), threats(2, 34)))
        # The same, but 3 is a threat of its own, with 7 and 11, and 34 does not stop it.
        self.rejected(self.qubic((0, 1, 18, 32, 33), (7, 11, 25, 44, 63), threats(2, 34)), "evidence-fails", "section 0")
        # The opponent is to move: he fills a line; he is lost.
        self.rejected(self.qubic((0, 1, 2, 16), (60, 61, 62), threats()), "evidence-fails")
        self.verified(self.qubic((0, 1, 7, 11, 3), (21, 26, 38, 41), threats()))
        # For the second player.
        self.verified(self.qubic((21, 26, 38, 41, 63), (0, 1, 7, 11), threats(3), (1, WINS, 0)), "qubic second-player-wins 2b3 1a4 2c2 1b4 3c3 1d3 3b2 1d2 4d1")
        self.rejected(self.qubic((21, 26, 38, 41, 63), (0, 1, 7, 11), threats(3), (0, HOLDS, 0)), "evidence-fails")

    def test_qubic_replies(self):
        """An entry with a default item, replayed after each of 50-odd replies."""
        first, second = (0, 1, 7, 11, 3), (21, 26, 38, 41)
        entry = [0, ["whole", self.stones(first, second)], ["replies", [threats()], 1, []]]
        cert = Cert("qubic", self.stones(first, second), [[0, 0, 0]], [[0, ["entry", 0, 0]]], [entry])
        self.verified(cert)
        # One completion only: the default does not answer the reply that takes it.
        first, second = (0, 1, 2, 28), (21, 26, 38)
        entry[1][1] = cert.root = self.stones(first, second)
        self.rejected(cert, "evidence-fails", "entry 0")


class Backward(Base):
    """Three men's morris: links within a class."""
    KEY = ("any", "no-centre")

    def links(self, cert):
        for own, entry in enumerate(cert.entries):
            for what in [entry[2][2]] if entry[2][0] == "move" else [w for _, w in entry[2][3]]:
                if what[0] == "entry":
                    yield own, what

    def test_excused(self):
        """'Does not lose': links go both ways among the positions with six men."""
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            value = solved(key)[0][Morris.start]
            player = 0 if value in (0, DRAW) else 1
            cert = full_certificate(key, claims=[(player, HOLDS)])
            self.verified(cert, f"{cert.game} first-player-does-not-lose start")
            if any(what[1] <= 0 for _, what in self.links(cert)):
                break
        else:
            self.fail("no backward links at all")

    def test_not_excused_in_an_earlier_class(self):
        """Reversed, the links from class to class go backward."""
        cert = full_certificate(("adjacent", "no-centre"), claims=[(0, HOLDS)]) \
            if true_claim(solved(("adjacent", "no-centre"))[0][Morris.start], 0, HOLDS) else None
        self.assertIsNotNone(cert)
        n = len(cert.entries)
        cert.entries.reverse()
        for _, what in self.links(cert):
            what[1] = -what[1]
        cert.sections[0][1][1] = n - 1 - cert.sections[0][1][1]
        self.rejected(cert, "backward-link")

    @staticmethod
    def cycle(key, goal):
        """Two or more positions, six men, value a draw, each the prover's (first player's) or the opponent's: all positions in which the
        first player does not lose, claimed under `goal` all the same. Nothing leaves the set but wins of the first player."""
        game = Morris(*key)
        value, _, children = solved(key)
        inside = [pos for pos in value if pos[:9].count(0) == 3 and children[pos] and value[pos] != 1]
        place = {pos: i for i, pos in enumerate(inside)}
        entries = []
        for own, pos in enumerate(inside):
            shown = lambda c: ["settled"] if game.outcome(c) is not None else ["entry", place[c] - own, 0]
            if pos[9] == 0:
                mv, child = next((mv, c) for mv, c in children[pos].items() if value[c] != 1)
                body = ["move", mv, shown(child)]
            else:
                named = [[mv, shown(c)] for mv, c in sorted(children[pos].items())]
                body = ["replies", [], 0, [n for n in named if n[1] != ["settled"]]]
            entries.append([0, ["whole", bytes(pos)], body])
        drawn = next(i for i, pos in enumerate(inside) if value[pos] == DRAW)
        return Cert(game.name, bytes(inside[drawn]), [[0, goal, 0]], [[0, ["entry", drawn, 0]]], entries)

    def test_refused_under_wins(self):
        for key in itertools.product(("adjacent", "any"), ("free",)):
            if DRAW not in [v for pos, v in solved(key)[0].items() if pos[:9].count(0) == 3]:
                continue
            self.verified(self.cycle(key, HOLDS))
            self.rejected(self.cycle(key, WINS), "backward-link")
            return
        self.fail("no drawn positions")

    def test_to_itself_through_a_map(self):
        """delta 0: a position that is the image of its own successor is as good as any other of its class, and no win."""
        for key in itertools.product(("adjacent", "any"), ("free", "no-centre")):
            cert = self.cycle(key, HOLDS)
            entries = decoded(cert)
            game = Morris(*key)
            for own, entry in enumerate(cert.entries):
                # a prover's entry: is there a two-step way back under a map? Take any link and send it where its image stands.
                for m in range(8):
                    if entry[2][0] == "move" and entry[2][2][0] == "entry":
                        child = game.children(entries[own][1])[entry[2][1]]
                        image = mapped(child, m)
                        target = next((i for i, (_, p) in enumerate(entries) if p == image), None)
                        if target is not None and target < own:
                            changed = copy.deepcopy(cert)
                            changed.entries[own][2][2] = ["entry", target - own, m]
                            self.verified(changed)
                            return


class Drop:
    """Connect Four once more: a position is a tuple of columns, each a tuple of players from the bottom."""

    def __init__(self, width, height):
        self.name = f"connect-four:width={width},height={height}"
        self.width, self.height = width, height
        self.start = ((),) * width

    def mover(self, pos):
        return sum(map(len, pos)) % 2

    def at(self, pos, column, row):
        return pos[column][row] if 0 <= column < self.width and 0 <= row < len(pos[column]) else None

    def winner(self, pos):
        for column, row in itertools.product(range(self.width), range(self.height)):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                four = {self.at(pos, column + i * dx, row + i * dy) for i in range(4)}
                if len(four) == 1 and None not in four:
                    return four.pop()
        return None

    def outcome(self, pos):
        winner = self.winner(pos)
        if winner is not None:
            return winner
        return DRAW if sum(map(len, pos)) == self.width * self.height else None

    def children(self, pos):
        if self.outcome(pos) is not None:
            return {}
        return {c * self.height + len(pos[c]): pos[:c] + (pos[c] + (self.mover(pos),),) + pos[c + 1:]
                for c in range(self.width) if len(pos[c]) < self.height}

    def score(self, pos):
        """The first player's."""
        winner = self.winner(pos)
        if winner is None:
            return 0
        stones = sum(column.count(winner) for column in pos)
        return (self.width * self.height // 2 + 1 - stones) * (1 if winner == 0 else -1)

    def encode(self, pos):
        bits = "".join("".join("10"[p] for p in column) + "1" + "0" * (self.height - len(column)) for column in pos)
        return int(bits[::-1], 2).to_bytes((len(bits) + 7) // 8, "little")

    def text(self, pos):
        return "start" if pos == self.start else "/".join("".join("xo"[p] for p in column) for column in pos)

    def map(self, pos):
        return pos[::-1]


class Capture:
    """Atari Go once more: a position is a tuple of letters '.', 'x', 'o', point by point."""

    def __init__(self, size, crosscut):
        self.name = f"atari-go:size={size},start={'crosscut' if crosscut else 'empty'}"
        self.size = size
        cells = ["."] * size * size
        if crosscut:
            h = size // 2
            for row, column, who in ((h - 1, h - 1, "x"), (h, h, "x"), (h - 1, h, "o"), (h, h - 1, "o")):
                cells[size * row + column] = who
        self.start = tuple(cells)

    def mover(self, pos):
        return (self.size ** 2 - pos.count(".")) % 2

    def beside(self, p):
        row, column = divmod(p, self.size)
        steps = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        return [self.size * r + c for r, c in steps if 0 <= r < self.size and 0 <= c < self.size]

    def captured(self, pos, who):
        seen = set()
        for p in range(len(pos)):
            if pos[p] == who and p not in seen:
                group, todo, free = {p}, [p], False
                while todo:
                    for q in self.beside(todo.pop()):
                        free |= pos[q] == "."
                        if pos[q] == who and q not in group:
                            group.add(q)
                            todo.append(q)
                seen |= group
                if not free:
                    return True
        return False

    def children(self, pos):
        mine, theirs = "xo"[self.mover(pos)], "ox"[self.mover(pos)]
        if self.captured(pos, mine):
            return {}
        out = {}
        for p in range(len(pos)):
            if pos[p] == ".":
                child = pos[:p] + (mine,) + pos[p + 1:]
                if self.captured(child, theirs) or not self.captured(child, mine):
                    out[p] = child
        return out

    def outcome(self, pos):
        return None if self.children(pos) else 1 - self.mover(pos)

    def encode(self, pos):
        number = sum(".xo".index(who) << 2 * p for p, who in enumerate(pos))
        return number.to_bytes((len(pos) + 3) // 4, "little")

    def text(self, pos):
        if pos == self.start:
            return "start"
        rows = ["".join(pos[r * self.size:(r + 1) * self.size]) for r in reversed(range(self.size))]
        return "/".join("".join(str(len(list(run))) if who == "." else "".join(run) for who, run in itertools.groupby(row))
                        for row in rows)


class Row:
    """k in a row, cell by cell. A position is a tuple of -1, 0 and 1."""

    def __init__(self, name, width, height, k, exactly, professional=False):
        self.name, self.width, self.height, self.k, self.exactly = name, width, height, k, exactly
        self.professional = professional
        self.start = (-1,) * (width * height)

    def mover(self, pos):
        return sum(stone >= 0 for stone in pos) % 2

    def at(self, pos, row, column):
        on_board = 0 <= row < self.height and 0 <= column < self.width
        return pos[self.width * row + column] if on_board else None

    def outcome(self, pos):
        for row, column in itertools.product(range(self.height), range(self.width)):
            who = self.at(pos, row, column)
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if who != -1 and self.at(pos, row - dr, column - dc) != who:
                    length = 1
                    while self.at(pos, row + length * dr, column + length * dc) == who:
                        length += 1
                    if self.wins(who, length):
                        return who
        return None if -1 in pos else check_cert.DRAW

    def wins(self, who, length):
        return length == self.k or length > self.k and not self.exactly

    def allowed(self, pos, cell):
        away = max(abs(x - self.width // 2) for x in divmod(cell, self.width))
        ply = sum(stone >= 0 for stone in pos)
        return not self.professional or ply > 2 or (away == 0, away == 1, away > 2)[ply]

    def children(self, pos):
        if self.outcome(pos) is not None:
            return {}
        cells = [c for c, stone in enumerate(pos) if stone == -1 and self.allowed(pos, c)]
        return {c: pos[:c] + (self.mover(pos),) + pos[c + 1:] for c in cells}

    def encode(self, pos):
        padded = pos + (-1,) * (-len(pos) % 4)
        return bytes(sum(padded[i + j] + 1 << 2 * j for j in range(4)) for i in range(0, len(pos), 4))

    def text(self, pos):
        if pos == self.start:
            return "start"
        rows = [pos[i:i + self.width] for i in range(0, len(pos), self.width)]
        return "/".join("".join(str(len(list(run))) if who == -1 else "xo"[who] * len(list(run))
                                for who, run in itertools.groupby(row)) for row in reversed(rows))


class Renju(Row):
    """The same by renju: stones are put down and taken away again, and rows counted, as the definitions say."""

    def __init__(self, size):
        super().__init__(f"gomoku:size={size},rule=renju,opening=free", size, size, 5, False)

    def wins(self, who, length):
        return length == 5 or length > 5 and who == 1

    def outcome(self, pos):
        over = super().outcome(pos)
        return 1 if over is None and self.mover(pos) == 0 and not self.black_moves(pos) else over

    def black_moves(self, pos):
        return [c for c, stone in enumerate(pos) if stone == -1 and not self.forbidden(pos, c)]

    def allowed(self, pos, cell):
        return self.mover(pos) == 1 or not self.forbidden(pos, cell)

    def line(self, cell, direction):
        """The cells of the board in a line, from end to end."""
        (row, column), (dr, dc) = divmod(cell, self.width), direction
        points = [(row + n * dr, column + n * dc) for n in range(-self.width, self.width)]
        return [self.width * r + c for r, c in points if 0 <= r < self.width and 0 <= c < self.width]

    def row(self, pos, cell, line):
        """The black row in this line in which the cell is."""
        for black, run in itertools.groupby(line, key=lambda c: pos[c] == 0):
            run = list(run)
            if black and cell in run:
                return run
        return []

    def with_black(self, pos, cell):
        return pos[:cell] + (0,) + pos[cell + 1:]

    def lines(self, cell):
        return [self.line(cell, direction) for direction in ((0, 1), (1, 0), (1, 1), (1, -1))]

    def makes(self, pos, cell):
        """The lengths of the rows in which a black stone is, its fours, and for each line the cells with the first property
        of a three."""
        pos, lengths, fours, stretches = self.with_black(pos, cell), [], set(), []
        for line in self.lines(cell):
            lengths.append(len(self.row(pos, cell, line)))
            stretches.append([])
            for q in line:
                if pos[q] != -1:
                    continue
                then = self.with_black(pos, q)
                row = self.row(then, q, line)
                if cell in row and len(row) == 5:
                    fours.add(frozenset(row) - {q})
                if cell in row and len(row) == 4:
                    ends = [line[n] for n in (line.index(row[0]) - 1, line.index(row[-1]) + 1) if 0 <= n < len(line)]
                    if len(ends) == 2 and all(then[e] == -1 and len(self.row(self.with_black(then, e), e, line)) == 5 for e in ends):
                        stretches[-1].append(q)
        return lengths, fours, stretches

    def forbidden(self, pos, cell):
        lengths, fours, stretches = self.makes(pos, cell)
        if 5 in lengths:
            return False
        if max(lengths) > 5 or len(fours) > 1:
            return True
        then = self.with_black(pos, cell)
        threes = [any(5 not in self.makes(then, q)[0] and not self.forbidden(then, q) for q in cells) for cells in stretches if cells]
        return sum(threes) > 1

    def free(self, pos, cell):
        lengths, fours, stretches = self.makes(pos, cell)
        return 5 in lengths or max(lengths) < 6 and len(fours) < 2 and sum(map(bool, stretches)) < 2


class Borders:
    """Hex and Y, cell by cell. A position is (stones, side to move); stones is a tuple of (column, row, player), sorted by row."""

    def __init__(self, name, width, height, triangle=False, swap=False):
        self.name, self.width, self.height, self.triangle, self.swap = name, width, height, triangle, swap
        self.cells = [(c, r) for r in range(height) for c in range(width) if not triangle or c + r < width]
        self.start = ((), 0)

    def mover(self, pos):
        return pos[1]

    def joined(self, stones, player):
        """Labels of chains, made equal over every pair of neighbours until nothing changes."""
        label = {(c, r): number for number, (c, r, who) in enumerate(stones) if who == player}
        changed = True
        while changed:
            changed = False
            for (c, r), (d, s) in itertools.permutations(label, 2):
                beside = abs(c - d) <= 1 and abs(r - s) <= 1 and c - d != r - s
                if beside and label[c, r] > label[d, s]:
                    label[c, r] = label[d, s]
                    changed = True
        chains = [[cell for cell in label if label[cell] == number] for number in set(label.values())]
        if self.triangle:
            ends = [lambda c, r: c == 0, lambda c, r: r == 0, lambda c, r: c + r == self.width - 1]
        elif player == 0:
            ends = [lambda c, r: r == 0, lambda c, r: r == self.height - 1]
        else:
            ends = [lambda c, r: c == 0, lambda c, r: c == self.width - 1]
        return any(all(any(end(*cell) for cell in chain) for end in ends) for chain in chains)

    def outcome(self, pos):
        return next((who for who in (0, 1) if self.joined(pos[0], who)), None)

    def children(self, pos):
        if self.outcome(pos) is not None:
            return {}
        stones, mover = pos
        taken = {(c, r) for c, r, _ in stones}
        out = {}
        for number, (c, r) in enumerate(self.cells):
            if (c, r) not in taken:
                out[number] = (self.ordered(stones + ((c, r, mover),)), 1 - mover)
        if self.swap and mover == 1 and [who for _, _, who in stones] == [0]:
            out[len(self.cells)] = (((stones[0][1], stones[0][0], 1),), 0)
        return out

    def ordered(self, stones):
        return tuple(sorted(stones, key=lambda stone: (stone[1], stone[0])))

    def encode(self, pos):
        kinds = {(c, r): who + 1 for c, r, who in pos[0]}
        values = [kinds.get(cell, 0) for cell in self.cells] + [0] * (-len(self.cells) % 4)
        groups = [values[at:at + 4] for at in range(0, len(values), 4)]
        return bytes([a + 4 * b + 16 * c + 64 * d for a, b, c, d in groups] + [pos[1]])

    def text(self, pos):
        if pos == self.start:
            return "start"
        lists = [",".join("abcdefghijklmn"[c] + str(r + 1) for c, r, who in pos[0] if who == player) for player in (0, 1)]
        words = [f"{name}:{cells}" for name, cells in zip(("black", "white"), lists) if cells]
        return " ".join(words + [("black", "white")[pos[1]] + "-to-move"])


class MorrisWithMills(unittest.TestCase):
    """Six men's, nine men's and Lasker's morris: the counts of moves, what is allowed, symmetries and the index."""

    def play(self, game, rng, plies):
        pos = game.start
        for _ in range(plies):
            moves = game.moves(pos)
            if not moves:
                break
            pos = game.play(pos, rng.choice(moves))
        return pos

    def test_counts_of_moves(self):
        with open(os.path.join(os.path.dirname(__file__), "..", "golden", "perft.txt"), encoding="utf-8") as file:
            lines = [line.rstrip() for line in file]
        met = 0
        for at, name in enumerate(lines):
            if "-morris:men" in name:
                game, met = check_cert.find_game(name), met + 1
                sequences, positions = (list(map(int, lines[at + n].split()[1:5])) for n in (1, 3))
                layer = {game.start: 1}
                for n_sequences, n_positions in zip(sequences, positions):
                    self.assertEqual((sum(layer.values()), len(layer)), (n_sequences, n_positions), name)
                    after = {}
                    for pos, n in layer.items():
                        for mv in game.moves(pos):
                            nxt = game.play(pos, mv)
                            after[nxt] = after.get(nxt, 0) + n
                    layer = after
        self.assertGreater(met, 4)

    def test_names_texts_and_encodings(self):
        nine = check_cert.find_game("nine-mens-morris:men=9,flying=on")
        self.assertEqual(nine.text(nine.start), "start")
        pos = nine.play(nine.play(nine.start, 0), 13)
        self.assertEqual(nine.text(pos), "x../.../.../....../.../.o./...:8,8:x")
        for name in ("nine-mens-morris", "nine-mens-morris:men=10,flying=on", "six-mens-morris:flying=on,men=6",
                     "lasker-morris:men=2,flying=on", "lasker-morris:men=10,flying=yes"):
            self.assertIsNone(check_cert.find_game(name), name)
        men = bytes((1, 1, 1, 2, 2, 2)) + bytes(18)
        good = [men + bytes((0, 0, 0)), men + bytes((0, 0, 1)), men + bytes((3, 3, 0)), men + bytes((3, 4, 1)), nine.start]
        bad = [b"", men, men + bytes((0, 0, 2)), men + bytes((1, 0, 0)), men + bytes((3, 3, 1)), men + bytes((7, 7, 0)),
               bytes((3,)) + men[1:] + bytes(3), bytes(27), bytes((1, 0, 0)) + men[3:] + bytes(3),
               bytes((1, 1, 0)) + men[3:] + bytes((0, 0, 1))]
        for code in good:
            self.assertEqual(nine.encode(nine.decode(code)), code)
        for code in bad:
            self.assertRaises(check_cert.Reject, nine.decode, code)

    def test_mills_and_jumps(self):
        nine = check_cert.find_game("nine-mens-morris:men=9,flying=on")
        off = check_cert.find_game("nine-mens-morris:men=9,flying=off")
        board = bytearray(27)
        for point, man in ((0, 1), (1, 1), (9, 1), (4, 2), (5, 2), (6, 2)):
            board[point] = man
        pos = bytes(board)
        self.assertEqual((len(nine.moves(pos)), len(off.moves(pos))), (3 * 18 + 2 * 2, 5))
        taken = {mv // 1024 - 1 for mv in nine.moves(pos) if mv >= 1024}
        self.assertEqual(taken, {4, 5, 6})
        board[3] = 2
        self.assertEqual({mv // 1024 - 1 for mv in nine.moves(bytes(board)) if mv >= 1024}, {3})

    def test_images_have_one_index(self):
        rng = random.Random(6)
        for name in ("six-mens-morris:men=6,flying=on", "six-mens-morris:men=4,flying=off", "nine-mens-morris:men=3,flying=on",
                     "lasker-morris:men=3,flying=off"):
            game = check_cert.find_game(name)
            for _ in range(10):
                pos = self.play(game, rng, rng.randrange(30))
                layer, index = game.index(pos)
                self.assertLess(index, game.indices(layer))
                moved = sorted(game.index(game.play(pos, mv)) for mv in game.moves(pos))
                for m in range(game.maps):
                    image = game.image(pos, m)
                    self.assertEqual(game.index(image), (layer, index), name)
                    self.assertEqual(sorted(game.index(game.play(image, mv)) for mv in game.moves(image)), moved)
                    self.assertEqual(game.conversion_class(image), game.conversion_class(pos))
                self.assertTrue(all(to <= layer for to, _ in moved))


class EnglishCheckers(unittest.TestCase):
    """Checkers: the counts of moves, what jumps, what is allowed, the turned board and the index."""

    def position(self, text, game):
        """The position of a text as `text` writes it."""
        side, white, black = text.split(":")
        board = bytearray(game.squares)
        for pieces, man in ((white[1:], 3), (black[1:], 1)):
            for piece in filter(None, pieces.split(",")):
                board[int(piece.strip("K")) - 1] = man + piece.startswith("K")
        pos = game.decode(bytes(board) + bytes(("BW".index(side),)))
        self.assertEqual(game.text(pos), text)
        return pos

    def test_counts_of_moves(self):
        with open(os.path.join(os.path.dirname(__file__), "..", "golden", "perft.txt"), encoding="utf-8") as file:
            lines = [line.rstrip() for line in file]
        met = 0
        for at, name in enumerate(lines):
            if name.startswith("checkers:"):
                game, met = check_cert.find_game(name), met + 1
                sequences, positions = (list(map(int, lines[at + n].split()[1:8])) for n in (1, 3))
                layer = {game.start: 1}
                for n_sequences, n_positions in zip(sequences, positions):
                    self.assertEqual((sum(layer.values()), len(layer)), (n_sequences, n_positions), name)
                    after = {}
                    for pos, n in layer.items():
                        for mv in game.moves(pos):
                            nxt = game.play(pos, mv)
                            after[nxt] = after.get(nxt, 0) + n
                    layer = after
        self.assertGreater(met, 3)

    def test_jumps(self):
        game = check_cert.find_game("checkers:size=8,rows=full")
        for text, after in (
                ("B:W18,30:B1,15", ["W:W30:B1,22"]),
                ("B:W18,19,26:B15", ["W:W18,26:B24", "W:W19:BK31"]),
                ("B:W26,27:B22", ["W:W27:BK31"]),
                ("B:W26,27:BK22", ["W:W:BK24"]),
                ("B:W7,8,15,16:BK3", ["W:W:BK3", "W:W:BK3"]),
                ("W:W15:B1", ["B:W10:B1", "B:W11:B1"]),
                ("W:W12:B3,8", []),
                ("B:W32:B", [])):
            pos = self.position(text, game)
            self.assertEqual(sorted(game.text(game.play(pos, mv)) for mv in game.moves(pos)), after)
            self.assertEqual(game.outcome(pos), None if after else 1 - game.to_move(pos))

    def test_names_and_encodings(self):
        for name in ("checkers", "checkers:size=8", "checkers:size=8,rows=3", "checkers:size=4,rows=1", "checkers:rows=full,size=8"):
            self.assertIsNone(check_cert.find_game(name), name)
        game = check_cert.find_game("checkers:size=4,rows=full")
        self.assertEqual(game.text(game.start), "start")
        self.assertEqual(game.decode(game.encode(game.start)), game.start)
        for code in ("", "00", "000000000000000000", "050000000003000000", "010000000000030002", "030000000000000100",
                     "000000000000010300", "010101000000000300", "010000000000000000"):
            self.assertRaises(check_cert.Reject, game.decode, bytes.fromhex(code))

    def test_turned_boards_have_one_index(self):
        rng = random.Random(6)
        for name in ("checkers:size=8,rows=full", "checkers:size=6,rows=full", "checkers:size=4,rows=full", "checkers:size=8,rows=1"):
            game = check_cert.find_game(name)
            for _ in range(30):
                layer = rng.randrange(1, game.layers)
                sides = rng.choice(game.orientations(layer))
                board = bytearray(game.squares)
                for player, (pieces, men) in enumerate(sides):
                    for at in range(pieces):
                        free = [s for s in range(game.squares) if not board[s]
                                and (at >= men or not game.last_row(player, s))]
                        board[rng.choice(free)] = 2 * player + 1 + (at >= men)
                pos = game.decode(bytes(board) + b"\0")
                found, index = game.index(pos)
                self.assertEqual(found, layer)
                self.assertLess(index, game.indices(layer))
                image = game.image(pos, 1)
                self.assertEqual(game.index(image), (layer, index), name)
                self.assertEqual(game.conversion_class(image), game.conversion_class(pos))
                moved = sorted(game.index(game.play(pos, mv)) for mv in game.moves(pos))
                self.assertEqual(sorted(game.index(game.play(image, mv)) for mv in game.moves(image)), moved)
                self.assertTrue(all(to <= layer for to, _ in moved))


class Stones(Base):
    """Connect Four, Atari Go, k in a row, Hex and Y against the rules above."""

    def plays(self, game, rng, times):
        theirs = check_cert.find_game(game.name)
        for _ in range(times):
            pos, their = game.start, theirs.decode(game.encode(game.start))
            while True:
                self.assertEqual(theirs.to_move(their), game.mover(pos))
                self.assertEqual(theirs.outcome(their), game.outcome(pos))
                self.assertEqual(theirs.encode(their), game.encode(pos))
                self.assertEqual(theirs.decode(game.encode(pos)), their)
                self.assertEqual(theirs.text(their), game.text(pos))
                children = game.children(pos)
                self.assertEqual(theirs.moves(their), sorted(children))
                yield theirs, pos, their
                if not children:
                    break
                mv = rng.choice(sorted(children))
                pos, their = children[mv], theirs.play(their, mv)

    def test_connect_four(self):
        rng = random.Random(11)
        for size in ((7, 6), (4, 4), (3, 5), (1, 6), (6, 1), (10, 11)):
            game = Drop(*size)
            for theirs, pos, their in self.plays(game, rng, 6):
                if game.outcome(pos) is not None:
                    self.assertEqual(theirs.score(their), game.score(pos))
                self.assertEqual(theirs.encode(theirs.image(their, 1)), game.encode(game.map(pos)))
                self.assertEqual(theirs.image(their, 0), their)
        self.assertIsNone(check_cert.find_game("connect-four"))
        self.assertIsNone(check_cert.find_game("connect-four:width=12,height=10"))

    def test_connect_four_decided(self):
        """Against everything that can still happen on a small board."""
        game = Drop(4, 3)
        theirs = check_cert.find_game(game.name)
        futures = {}

        def future(pos):
            if pos not in futures:
                children = game.children(pos)
                ends = [future(child) for child in children.values()]
                futures[pos] = frozenset().union(*ends) if children else frozenset([(game.outcome(pos), game.score(pos))])
            return futures[pos]

        future(game.start)
        rng, count = random.Random(12), 0
        for pos in rng.sample(sorted(futures), 3000):
            if not game.children(pos):
                continue
            their = theirs.decode(game.encode(pos))
            for player, goal, n in [(p, g, n) for p in (0, 1) for g in range(4) for n in ((0,) if g < 2 else range(-3, 4))]:
                claim = check_cert.Claim(player, goal, n)
                decided = theirs.decided(their, claim)
                if decided is not None:
                    count += 1
                    self.assertEqual({claim.fulfilled(*end) for end in futures[pos]}, {decided})
        self.assertGreater(count, 1000)

    def test_connect_four_positions(self):
        game = check_cert.find_game("connect-four:width=7,height=6")
        code = lambda *columns: sum(c << 7 * i for i, c in enumerate(columns)).to_bytes(7, "little")
        self.assertEqual(game.decode(code(*[1] * 7)), game.start)
        for bad in (code(1, 1, 1, 0, 1, 1, 1), code(3, 3, 1, 1, 1, 1, 1), b"", bytes(7), b"\xff" * 7, code(*[1] * 7) + b"\0",
                    code(0b101111, 0b100, 1, 1, 1, 1, 1),           # play goes on after four in a column
                    code(0b11111, 0b11111, 0b1000, 0b1000, 0b100, 1, 1)):      # two lines that no stone has made together
            with self.assertRaises(check_cert.Reject):
                game.decode(bad)
        self.assertEqual(game.text(game.decode(code(0b11111, 0b1000, 1, 1, 1, 1, 1))), "xxxx/ooo/////")

    def test_atari_go(self):
        rng = random.Random(13)
        for size, crosscut in ((2, False), (3, False), (4, False), (4, True), (5, False), (6, True)):
            game = Capture(size, crosscut)
            for theirs, pos, their in self.plays(game, rng, 8):
                images = {theirs.image(their, m) for m in range(theirs.maps)}
                self.assertEqual(theirs.maps, 4 if crosscut else 8)
                for image in images:
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
                    self.assertEqual(theirs.outcome(image), game.outcome(pos))
        start = check_cert.find_game("atari-go:size=6,start=crosscut")
        self.assertEqual(start.text(start.play(start.start, 0)), "6/6/2ox2/2xo2/6/x5")
        for m in range(4):
            self.assertEqual(start.image(start.start, m), start.start)
        empty = check_cert.find_game("atari-go:size=2,start=empty")
        for bad in (b"\x03", b"\x02", b"\x05", b"", b"\0\0"):
            with self.assertRaises(check_cert.Reject):
                empty.decode(bad)
        # A stone of White's in the corner, captured by two of Black's.
        three = check_cert.find_game("atari-go:size=3,start=empty")
        self.assertEqual(three.outcome(three.decode(bytes([0b01000110, 0, 0]))), 0)
        for bad in (bytes([0b01000110, 2, 0]), bytes([0b10001001, 2, 0])):
            with self.assertRaises(check_cert.Reject):
                three.decode(bad)

    def connection_games(self):
        for width, height, swap in ((1, 1, "on"), (2, 2, "on"), (3, 3, "off"), (3, 3, "on"), (4, 2, "off"), (1, 5, "off"),
                                    (5, 4, "off"), (14, 13, "off")):
            yield Borders(f"hex:width={width},height={height},swap={swap}", width, height, swap=swap == "on")
        for size in (2, 3, 5, 8):
            yield Borders(f"y:size={size}", size, size, triangle=True)

    def test_hex_and_y(self):
        rng = random.Random(17)
        for game in self.connection_games():
            small = len(game.cells) < 30
            for theirs, pos, their in self.plays(game, rng, 6 if small else 1):
                cells = len(game.cells)
                square = game.width == game.height and not game.triangle and not game.swap
                self.assertEqual((theirs.maps, theirs.swaps), (6 if game.triangle else 4 if square else 2, (2, 3) if square else ()))
                for m in range(theirs.maps if small else 0):
                    image = theirs.image(their, m)
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
                    won = theirs.outcome(their)
                    self.assertEqual(theirs.outcome(image), 1 - won if m in theirs.swaps and won is not None else won)
                    for mv in theirs.moves(their):
                        to = cells if mv == cells else theirs.map_tables[m][mv]
                        self.assertEqual(theirs.play(image, to), theirs.image(theirs.play(their, mv), m))
        square = check_cert.find_game("hex:width=4,height=4,swap=off")
        corner = square.play(square.start, 1)
        self.assertEqual(square.text(corner), "black:b1 white-to-move")
        self.assertEqual([square.text(square.image(corner, m)) for m in (1, 2, 3)],
                         ["black:c4 white-to-move", "white:a2 black-to-move", "white:d3 black-to-move"])
        triangle = check_cert.find_game("y:size=4")
        self.assertEqual([table[1] for table in triangle.map_tables], [1, 8, 4, 7, 6, 2])
        for name in ("hex", "y", "hex:width=15,height=15,swap=off", "hex:width=3,height=4,swap=on", "y:size=1", "y:size=15"):
            self.assertIsNone(check_cert.find_game(name))

    def test_hex_and_y_positions(self):
        """Any numbers of stones are allowed if the game goes on or one stone has ended it."""
        rng = random.Random(18)
        for game in self.connection_games():
            theirs = check_cert.find_game(game.name)
            for _ in range(300 if len(game.cells) < 30 else 5):
                density = rng.random()
                stones = tuple((*cell, rng.randrange(2)) for cell in game.cells if rng.random() < density)
                pos = (game.ordered(stones), rng.randrange(2))
                last = 1 - pos[1]
                fine = not game.joined(stones, pos[1])
                if fine and game.joined(stones, last):
                    own = [stone for stone in stones if stone[2] == last]
                    fine = any(not game.joined(tuple(it for it in stones if it != stone), last) for stone in own)
                if fine:
                    self.assertEqual(theirs.outcome(theirs.decode(game.encode(pos))), game.outcome(pos))
                else:
                    with self.assertRaises(check_cert.Reject):
                        theirs.decode(game.encode(pos))
        board = check_cert.find_game("hex:width=3,height=3,swap=off")
        board.decode(bytes([1, 0, 0, 1]))
        for bad in (b"", bytes([1, 0, 0]), bytes([1, 0, 0, 0, 0]), bytes([3, 0, 0, 0]), bytes([1, 0, 4, 0]), bytes([1, 0, 0, 2])):
            with self.assertRaises(check_cert.Reject):
                board.decode(bad)

    def test_in_a_row(self):
        rng = random.Random(14)
        for width, height, k, rule in ((3, 3, 3, "freestyle"), (4, 3, 3, "standard"), (7, 2, 2, "freestyle"), (9, 1, 2, "standard"),
                                       (3, 3, 1, "freestyle"), (5, 5, 6, "freestyle"), (6, 7, 4, "standard"), (20, 20, 5, "freestyle")):
            game = Row(f"mnk:width={width},height={height},k={k},rule={rule}", width, height, k, rule == "standard")
            for theirs, pos, their in self.plays(game, rng, 5 if width < 20 else 1):
                self.assertEqual(theirs.maps, 8 if width == height else 4)
                images = {theirs.image(their, m) for m in range(theirs.maps)}
                self.assertEqual({theirs.outcome(image) for image in images}, {game.outcome(pos)})
                for image in images:
                    self.assertEqual(theirs.decode(theirs.encode(image)), image)
        for rule in ("freestyle", "standard"):
            for opening in ("free", "professional"):
                name = f"gomoku:size=7,rule={rule},opening={opening}"
                game = Row(name, 7, 7, 5, rule == "standard", opening == "professional")
                for _ in self.plays(game, rng, 2):
                    pass
                lines = check_cert.find_game(name).rows is not None
                self.assertEqual(lines, opening == "free")
        for size in (5, 6, 8):
            for theirs, pos, their in self.plays(Renju(size), rng, 1):
                self.assertIsNotNone(theirs.rows)
                for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                    self.assertIsNone(theirs.decided(their, check_cert.Claim(player, goal)))
        for name in ("gomoku", "gomoku:size=15,rule=renju,opening=professional", "gomoku:size=8,rule=freestyle,opening=professional",
                     "mnk:width=5,height=5,k=5,rule=renju", "mnk:width=21,height=3,k=3,rule=freestyle"):
            self.assertIsNone(check_cert.find_game(name))

    def test_in_a_row_positions(self):
        """Exactly what can be reached is allowed in freestyle; what is decided stays so."""
        for width, height, k, rule in ((4, 2, 2, "freestyle"), (3, 3, 3, "freestyle"), (7, 1, 2, "standard")):
            game = Row(f"mnk:width={width},height={height},k={k},rule={rule}", width, height, k, rule == "standard")
            theirs = check_cert.find_game(game.name)
            futures = {}

            def future(pos):
                if pos not in futures:
                    ends = [future(child) for child in game.children(pos).values()]
                    futures[pos] = frozenset().union(*ends) if ends else frozenset([game.outcome(pos)])
                return futures[pos]

            future(game.start)
            for stones in itertools.product((-1, 0, 1), repeat=width * height):
                try:
                    their = theirs.decode(game.encode(stones))
                except check_cert.Reject:
                    self.assertNotIn(stones, futures)
                    continue
                if rule == "freestyle":
                    self.assertIn(stones, futures)
                for player, goal in itertools.product((0, 1), (0, 1)):
                    claim = check_cert.Claim(player, goal)
                    decided = theirs.decided(their, claim)
                    if decided is not None and stones in futures and game.outcome(stones) is None:
                        self.assertEqual({claim.fulfilled(end) for end in futures[stones]}, {decided})
            for bad in (b"", b"\xff" * 3, bytes(9)):
                with self.assertRaises(check_cert.Reject):
                    theirs.decode(bad)

    @staticmethod
    def diagram(rows):
        """A square board of rows with a space between them, from the top: its size, the stones, and the cell marked with *."""
        rows = rows.split()
        cells = "".join(reversed(rows))
        return len(rows), tuple(".xo".index(c.replace("*", ".")) - 1 for c in cells), cells.find("*")

    def test_forbidden_moves(self):
        line = lambda row: row.ljust(9, ".") + 8 * " ........."
        for rows, forbidden, free in (
                # Two threes: side by side, with gaps; one that White stops, one at the edge.
                ("......... ......... ....x.... ....x.... ..xx*.... ......... ......... ......... .........", True, False),
                ("......... ......... .x....... ......... ...x..... ....*x.x. ......... ......... .........", True, False),
                ("......... ......... ....x.... ....x.... .oxx*.... ......... ......... ......... .........", False, True),
                ("......... ......... ....x.... ....x.... xx..*.... ......... ......... ......... .........", False, True),
                # The cell right of the move, on which its three must be stretched, would make a row of six; of five; of three.
                ("......... .....x... .....x... ....xx... ....*.xx. ....xx... .....x... ......... .........", False, False),
                ("......... ......... .....x... ....xx... ....*.xx. ....xx... .....x... ......... .........", False, False),
                ("......... ......... .....o... ....xx... ....*.xx. ....xx... .....o... ......... .........", True, False),
                # Two fours: in two lines; in one line, in three ways; one four with two ends; a four and a three.
                ("....x.... ....x.... ....x.... ......... .xxx*.... ......... ......... ......... .........", True, False),
                (line("x.xx*.x"), True, False), (line("xx.*x.xx"), True, False), (line("xxx.*.xxx"), True, False),
                (line("..xx*x."), False, True), (line("x.xx*ox"), False, True), (line("x.xx*.xx"), False, True),
                ("......... ......... ....x.... ....x.... oxxx*.... ......... ......... ......... .........", False, True),
                # Rows of six or more; a row of five, with one of six, and with two fours.
                (line("xxx*xx"), True, False), (line("xxx*xxx"), True, False), (line("ooxx*xxxo"), True, False),
                (line("xxx*x"), False, True), (line("xxx.*xx"), False, True),
                ("....x.... ....x.... ....x.... ....x.... .xxx*xx.. ......... ......... ......... .........", False, True),
                ("x...x...x .x..x..x. ..x.x.x.. ......... .xxx*x... ......... ......... ......... .........", False, True)):
            size, pos, cell = self.diagram(rows)
            game, theirs = Renju(size), check_cert.find_game(f"gomoku:size={size},rule=renju,opening=free")
            black, spaces = (check_cert.set_of(c for c in range(size * size) if pos[c] == who) for who in (0, -1))
            self.assertEqual((game.forbidden(pos, cell), game.free(pos, cell)), (forbidden, free), rows)
            for m in range(8):
                own, other, at = (theirs.image((stones, 0), m)[0] for stones in (black, spaces, 1 << cell))
                at = at.bit_length() - 1
                self.assertEqual((theirs.is_forbidden(own, other, at), theirs.is_free(own, other, at)), (forbidden, free), rows)

    def test_forbidden_moves_on_any_board(self):
        rng, counted, freed = random.Random(19), collections.Counter(), 0
        for number in range(250):
            size = rng.choice((6, 7, 8))
            game, theirs = Renju(size), check_cert.find_game(f"gomoku:size={size},rule=renju,opening=free")
            middle = [size * r + c for r in range(size) for c in range(size) if rng.random() < .3 or 0 < r < 6 and 0 < c < 6]
            chosen = rng.sample(middle, rng.randrange(8, 20))
            n = rng.randrange(len(chosen) // 3)
            pos = tuple(-1 if c not in chosen else int(c in chosen[:n]) for c in range(size * size))
            black, spaces = (check_cert.set_of(c for c in range(size * size) if pos[c] == who) for who in (0, -1))
            cells = [c for c in range(size * size) if pos[c] == -1]
            for cell in cells:
                forbidden, free = theirs.is_forbidden(black, spaces, cell), theirs.is_free(black, spaces, cell)
                self.assertEqual((forbidden, free), (game.forbidden(pos, cell), game.free(pos, cell)))
                counted[forbidden, free] += 1
                # What is promised: what is free stays so, and only stones on the lines and borders count.
                whites = check_cert.set_of(c for c in cells if c != cell and rng.random() < .3)
                if free:
                    self.assertTrue(theirs.is_free(black, spaces & ~whites, cell))
                else:
                    self.assertFalse(theirs.is_free(black, spaces & ~(whites & ~theirs.around[cell]), cell))
                    freed += theirs.is_free(black, spaces & ~whites, cell)
        self.assertEqual(set(counted), {(False, True), (True, False), (False, False)})
        self.assertGreater(min(counted.values()), 50)
        self.assertGreater(freed, 50)

    def test_black_without_a_move(self):
        """Each of four cells would make two fours, with the two next to it."""
        size, pos, _ = self.diagram("ooxooo .xxx.o xxooxo xoooxx xooxxo .xxx.o")
        game, theirs = Renju(size), check_cert.find_game("gomoku:size=6,rule=renju,opening=free")
        self.assertEqual((game.mover(pos), game.black_moves(pos), game.outcome(pos)), (0, [], 1))
        their = theirs.decode(game.encode(pos))
        self.assertEqual((theirs.outcome(their), theirs.moves(their), theirs.can_move(their)), (1, [], False))
        settled = lambda pos, claim: Cert(game.name, game.encode(pos), [list(claim)], [[0, ["settled"]]], [])
        self.verified(settled(pos, (1, WINS, 0)))
        self.rejected(settled(pos, (0, HOLDS, 0)), "not-settled", "section 0")
        # A stone of White's less: after it comes back the game is over; after any other of his moves Black has one.
        white = [c for c, stone in enumerate(pos) if stone == 1]
        for last in white:
            before = pos[:last] + (-1,) + pos[last + 1:]
            if game.outcome(before) is not None:
                continue
            their = theirs.decode(game.encode(before))
            for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                claim = check_cert.Claim(player, goal)
                settled, _, _ = self.replay(theirs).after_moves(claim, their, theirs.moves(their))
                ends = {c: game.outcome(child) for c, child in game.children(before).items()}
                self.assertEqual(settled, {c: claim.fulfilled(end) for c, end in ends.items() if end is not None})
                self.assertIn(last, settled)
            cert = lambda mv, shown: Cert(game.name, game.encode(before), [[1, WINS, 0]], [[0, ["entry", 0, 0]]],
                                          [[0, ["whole", game.encode(before)], ["move", mv, shown]]])
            self.verified(cert(last, ["settled"]))
            # No evidence shows anything for Black of a game that is over.
            self.rejected(Cert(game.name, game.encode(pos), [[0, WINS, 0]], [[0, threats(*range(36))]], []), "evidence-fails")

    @staticmethod
    def replay(game):
        certificate = check_cert.Certificate(b"", 10**9)
        certificate.game = game
        return certificate

    def test_renju_positions(self):
        """Black may have no row of six but with a five, and one stone must have made both."""
        theirs = check_cert.find_game("gomoku:size=9,rule=renju,opening=free")
        row = lambda first, *others: " ".join([first, *others] + ["........."] * (8 - len(others)))
        for rows, fine in ((row("xxxxx.o.o", "o.o......"), True), (row("xxxxx.o.o", "o.o.o...."), False),
                           (row("xxxxxx.o.", "o.o.o.o.o"), False), (row("xxxxxx.o.", "o.o.o.o.."), False),
                           (row("ooooo....", "x.x.x.x.x"), True), (row("oooooo...", "x.x.x.x.x", "x........"), True),
                           (row("ooooo....", "x.x.x.x.x", "x........"), False),
                           (row("xxxxxx...", *["..x......"] * 4, "o.o.o.o.o", "o.o.o.o.."), True),
                           (row("xxxxxx...", *["x........"] * 4, "o.o.o.o.o", "o.o.o.o.."), False),
                           (row("xxxxxx...", *["......x.."] * 5, "o.o.o.o.o", "o.o.o.o.o"), False),
                           (row("ooooooooo", "x.x.x.x.x", "x.x.x.x.."), True)):
            _, pos, _ = self.diagram(rows)
            if fine:
                theirs.decode(Renju(9).encode(pos))
            else:
                with self.assertRaises(check_cert.Reject):
                    theirs.decode(Renju(9).encode(pos))

    def test_scores(self):
        """The first player has filled a column with his fourth stone; before and after the move that does it."""
        game = Drop(4, 4)
        over, before = ((0, 0, 0, 0), (1, 1, 1), (), ()), ((0, 0, 0), (1, 1, 1), (), ())
        settled = lambda pos, *claims: Cert(game.name, game.encode(pos), claims, [[i, ["settled"]] for i in range(len(claims))], [])
        self.verified(settled(over, [0, 2, 5], [0, 3, 5]), f"{game.name} score=5 xxxx/ooo//")
        self.verified(settled(over, [1, 2, -5], [1, 3, -5]), f"{game.name} score=5 xxxx/ooo//")
        self.verified(settled(over, [1, 3, -4]), f"{game.name} second-player-score<=-4 xxxx/ooo//")
        for claims, reason in (([[0, 2, 6]], "not-settled"), ([[1, 2, -4]], "not-settled"), ([[0, 4, 0]], "unknown-claim"),
                               ([[0, 2, 5], [0, 3, 6]], "sections-do-not-meet"), ([[0, 2, 5], [1, 3, 5]], "sections-do-not-meet"),
                               ([[0, 2, 5], [1, HOLDS, 0]], "sections-do-not-meet")):
            self.rejected(settled(over, *claims), reason)
        # "At most 5" is decided before: there is no quicker win. Its prover is the second player.
        both = Cert(game.name, game.encode(before), [[0, 2, 5], [0, 3, 5]], [[0, strategy(WIN)], [1, ["settled"]]], [])
        self.verified(both, f"{game.name} score=5 xxx/ooo//")
        entry = [1, ["whole", game.encode(before)], ["move", 3, ["settled"]]]
        self.rejected(Cert(game.name, game.encode(before), both.claims, both.sections, [entry]), "settled-entry", "entry 0")
        entry[0] = 0
        self.verified(Cert(game.name, game.encode(before), [[0, 2, 5]], [[0, ["entry", 0, 0]]], [entry]))
        self.rejected(Cert(game.name, game.encode(before), [[1, 3, -5]], [[0, ["entry", 0, 0]]], [entry[:2] + [["replies", [], 0, []]]]),
                      "wrong-side", "entry 0")


class Flip:
    """Othello as lists of squares: a board is a tuple of 0, 1 (black) and 2 (white), row by row from the top."""

    def __init__(self, size, empty):
        self.name, self.size, self.empty = f"othello:size={size},empty={empty}", size, empty
        board = [0] * (size * size)
        low, high = size // 2 - 1, size // 2
        for row, column, disc in ((low, high, 1), (high, low, 1), (low, low, 2), (high, high, 2)):
            board[size * row + column] = disc
        self.start = (tuple(board), 1)

    def put(self, board, square, disc):
        """The board after a disc, or None if it encloses nothing."""
        if board[square]:
            return None
        after = list(board)
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            row, column = divmod(square, self.size)
            path = []
            while (down, right) != (0, 0):
                row, column = row + down, column + right
                if not (0 <= row < self.size and 0 <= column < self.size) or not board[self.size * row + column]:
                    break
                if board[self.size * row + column] == disc:
                    for cell in path:
                        after[cell] = disc
                    break
                path.append(self.size * row + column)
        if after == list(board):
            return None
        after[square] = disc
        return tuple(after)

    def children(self, pos):
        board, disc = pos
        def put(who):
            boards = {square: self.put(board, square, who) for square in range(len(board))}
            return {square: (after, 3 - who) for square, after in boards.items() if after}
        return put(disc) or ({len(board): (board, 3 - disc)} if put(3 - disc) else {})

    def mover(self, pos):
        return pos[1] - 1

    def score(self, pos):
        black, white, none = (pos[0].count(disc) for disc in (1, 2, 0))
        if self.empty == "winner":
            black, white = black + none * (black > white), white + none * (white > black)
        return black - white

    def outcome(self, pos):
        if self.children(pos):
            return None
        score = self.score(pos)
        return check_cert.DRAW if score == 0 else int(score < 0)

    def encode(self, pos):
        board = pos[0]
        return bytes(board[i] + 4 * board[i + 1] + 16 * board[i + 2] + 64 * board[i + 3] for i in range(0, len(board), 4)) \
            + bytes([pos[1] - 1])

    def text(self, pos):
        return "start" if pos == self.start else "".join("-XO"[disc] for disc in pos[0]) + " " + "-XO"[pos[1]]


def connection(lemmas, root):
    """Kind 7: a lemma is (cells, borders, joins, ways), a way (start: a list of none, one or two cells; parts), a part
    (lemma, turn, by)."""
    def pair(cell):
        return z(cell[0]) + z(cell[1])

    def way(way, own):
        start, parts = way
        return u(len(start)) + b"".join(map(pair, start)) + several([u(own - 1 - at) + u(turn) + pair(by) for at, turn, by in parts])

    out = []
    for own, (cells, borders, joins, ways) in enumerate(lemmas):
        out.append(several([pair(cell) for cell in cells]) + several([u(axis) + z(at) for axis, at in borders])
                   + several([b"".join(map(u, join)) for join in joins]) + several([way(it, own) for it in ways]))
    return ["evidence", 7, several(out) + way(root, len(lemmas))]


SECOND_ROW = ([(0, 0)], [(1, 1)], [[0, 0]], [([(0, 1)], []), ([(-1, 1)], [])])
BRIDGE = ([(0, 0), (1, 1)], [], [[0, 0]], [([(1, 0)], []), ([(0, 1)], [])])
THIRD_ROW = ([(0, 0)], [(1, 2)], [[0, 0]], [([(0, 1)], [(0, 0, (0, 1))]), ([(-1, 1)], [(0, 0, (-1, 1))]),
                                            ([(1, 1)], [(1, 0, (0, 0)), (0, 0, (1, 1))])])
BOTH_WAYS = ([], [(0, 0, (1, 1)), (0, 6, (1, 1))])      # from b2 to the border below, and above, on 3x3


class Connections(Base):
    def cert(self, game, pos, lemmas, root, player=0):
        return Cert(game.name, game.encode(pos), [(player, WINS, 0)], [(0, connection(lemmas, root))], [])

    def position(self, name, first, second, mover):
        """The rules above, and a position with stones on these cells."""
        width, height = (int(x) for x in re.findall("=([0-9]+)", name + "=0=0")[:2])
        triangle = name.startswith("y")
        game = Borders(name, width, width if triangle else height, triangle, "swap=on" in name)
        stones = [(c, r, who) for who, cells in enumerate((first, second)) for c, r in cells]
        return game, (game.ordered(stones), mover)

    def test_true(self):
        for name, first, second, mover, root, player in (
                ("hex:width=3,height=3,swap=off", [(1, 1)], [], 1, BOTH_WAYS, 0),
                ("hex:width=3,height=3,swap=off", [], [], 0, ([(1, 1)], BOTH_WAYS[1]), 0),
                ("hex:width=3,height=3,swap=off", [], [(1, 1)], 0, ([], [(0, 2, (1, 1)), (0, 8, (1, 1))]), 1),
                ("hex:width=5,height=5,swap=off", [(2, 2)], [], 1, ([], [(2, 0, (2, 2)), (2, 6, (2, 2))]), 0),
                ("y:size=2", [], [], 0, ([(0, 0)], [(0, 7, (0, 0))]), 0)):
            game, pos = self.position(name, first, second, mover)
            self.verified(self.cert(game, pos, [SECOND_ROW, BRIDGE, THIRD_ROW], root, player))

    def test_false(self):
        name = "hex:width=3,height=3,swap=off"
        lemmas = [SECOND_ROW, BRIDGE, THIRD_ROW]
        captured = ([(0, 0)], [(1, 1)], [[0, 0]], [([(0, 1), (-1, 1)], [])])
        game, pos = self.position(name, [(1, 1)], [], 1)
        self.verified(self.cert(game, pos, [captured], BOTH_WAYS))
        changes = (
            ("no way of a lemma", SECOND_ROW[:3] + (SECOND_ROW[3][:1],)),
            ("no way of a lemma", SECOND_ROW[:3] + ([],)),
            ("not join", SECOND_ROW[:3] + ([([], [])],)),
            ("not join", SECOND_ROW[:2] + ([], [([], [])])),
            ("twice", ([(0, 1), (0, 1)],) + SECOND_ROW[1:2] + ([[0, 0, 0]], [([], [])])),
            ("captured", SECOND_ROW[:3] + ([([(0, 1), (1, 0)], [])],)),
            ("captured", SECOND_ROW[:3] + ([([(0, 1), (5, 5)], [])],)),
            ("meet", SECOND_ROW[:3] + ([([(0, 0)], [])],)))
        for reason, lemma in changes:
            with self.assertRaises(check_cert.Reject) as caught:
                check = check_cert.Certificate(self.cert(game, pos, [lemma], BOTH_WAYS).stream())
                check.read()
                check.check()
            self.assertEqual(caught.exception.reason, "evidence-fails")
            self.assertIn(reason, caught.exception.detail)
        for first, second, mover, root, player in (
                ([(1, 1)], [(1, 2)], 1, BOTH_WAYS, 0), ([], [], 1, ([(1, 1)], BOTH_WAYS[1]), 0),
                ([(1, 1)], [(1, 0)], 1, ([], BOTH_WAYS[1][:1]), 0), ([(1, 1)], [], 1, BOTH_WAYS, 1),
                ([], [(1, 1)], 0, BOTH_WAYS, 0), ([(1, 1)], [], 1, ([(0, 2), (1, 2)], BOTH_WAYS[1][1:]), 0)):
            game, pos = self.position(name, first, second, mover)
            self.rejected(self.cert(game, pos, lemmas, root, player), "evidence-fails")
        swap, pos = self.position("hex:width=3,height=3,swap=on", [(1, 1)], [], 1)
        self.rejected(self.cert(swap, pos, lemmas, BOTH_WAYS), "evidence-fails")
        # Corners touch the sides of a triangle in pairs: two chains, or three.
        for corners in ([(0, 0), (0, 2)], [(0, 0), (0, 2), (2, 0)]):
            game, pos = self.position("y:size=3", corners, [(1, 0), (0, 1)], 1)
            self.rejected(self.cert(game, pos, [], ([], [])), "evidence-fails")
        other = Cert("tic-tac-toe", bytes(9), [(0, WINS, 0)], [(0, connection([], ([], [])))], [])
        self.rejected(other, "evidence-trait")
        game, pos = self.position(name, [(1, 1)], [], 1)
        for lemma in (([], [], [], []), ([(1001, 0)],) + SECOND_ROW[1:], SECOND_ROW[:2] + ([[0, 2]],) + SECOND_ROW[3:],
                      SECOND_ROW[:1] + ([(3, 1)],) + SECOND_ROW[2:]):
            self.rejected(self.cert(game, pos, [lemma], BOTH_WAYS), "malformed")

    def wins(self, game, pos, player, known):
        if pos not in known:
            winner, below = game.outcome(pos), game.children(pos).values()
            mine = pos[1] == player
            known[pos] = winner == player if winner is not None else any(self.wins(game, it, player, known) == mine for it in below) == mine
        return known[pos]

    def test_random_roots_against_brute_force(self):
        rng, found = random.Random(31), [0, 0]
        lemmas = [SECOND_ROW, BRIDGE, THIRD_ROW]
        for _ in range(9000):
            size = rng.randrange(2, 4)
            name = rng.choice([f"hex:width={size},height={size},swap=off", f"hex:width={size + 1},height={size},swap=off", f"y:size={size}"])
            cells = [(c, r) for r in range(4) for c in range(4)]
            game, pos = self.position(name, [], [], 0)
            own = [cell for cell in cells if cell in game.cells and rng.random() < 0.3]
            his = [cell for cell in game.cells if cell not in own and rng.random() < 0.2]
            player = rng.randrange(2)
            game, pos = self.position(name, *((own, his) if player == 0 else (his, own)), rng.randrange(2))
            if game.outcome(pos) is not None or not own:
                continue
            keys = [[], []] + [[cell] for cell in game.cells if cell not in own + his and pos[1] == player]
            key = rng.choice(keys)
            parts = [(0, rng.randrange(12), rng.choice(own + key)) for _ in range(rng.randrange(1, 4))]
            if rng.random() < 0.3:
                parts[0] = (1, rng.randrange(12), parts[0][2])
            data = self.cert(game, pos, lemmas, (key, parts), player).stream()
            check = check_cert.Certificate(data)
            try:
                check.read()
                check.check()
            except check_cert.Reject as reject:
                self.assertEqual(reject.reason, "evidence-fails")
                found[0] += 1
                continue
            self.assertTrue(self.wins(game, pos, player, {}), (name, pos, player, key, parts))
            found[1] += 1
        self.assertGreater(min(found), 20)


class Othello(Base):
    plays = Stones.plays

    def test_against_the_rules_here(self):
        rng = random.Random(12)
        for size, empty, times in ((4, "nobody", 30), (4, "winner", 30), (6, "nobody", 4), (8, "winner", 2)):
            for theirs, pos, their in self.plays(Flip(size, empty), rng, times):
                if theirs.outcome(their) is not None:
                    self.assertEqual(theirs.score(their), Flip(size, empty).score(pos))
                for m in range(8):
                    image = theirs.image(their, m)
                    self.assertEqual(sum(theirs.image(theirs.start, m)[:2]), sum(theirs.start[:2]))
                    table = theirs.map_tables[m] + [size * size]
                    moves = theirs.moves(their)
                    self.assertEqual(theirs.moves(image), sorted(table[mv] for mv in moves))
                    for mv in moves[:2]:
                        self.assertEqual(theirs.play(image, table[mv]), theirs.image(theirs.play(their, mv), m))
        self.assertIsNone(check_cert.find_game("othello"))
        self.assertIsNone(check_cert.find_game("othello:size=5,empty=nobody"))

    def test_decided(self):
        """Against everything that can still happen on a small board, from positions in the middle of games."""
        for empty in ("nobody", "winner"):
            game, rng, futures = Flip(4, empty), random.Random(5), {}
            theirs = check_cert.find_game(game.name)

            def future(pos):
                if pos not in futures:
                    ends = [future(child) for child in game.children(pos).values()]
                    futures[pos] = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else (game.score(pos),) * 2
                return futures[pos]

            decided = 0
            for _, pos, their in self.plays(game, rng, 15):
                if sum(map(bool, pos[0])) < 10 or theirs.outcome(their) is not None:
                    continue
                low, high = future(pos)
                for player, goal, n in [*itertools.product((0, 1), (2, 3), range(-16, 17)), *itertools.product((0, 1), (0, 1), (0,))]:
                    claim = check_cert.Claim(player, goal, n)
                    found = theirs.decided(their, claim)
                    if found is not None:
                        decided += 1
                        ends = [claim.fulfilled(check_cert.DRAW if s == 0 else int(s < 0), s) for s in (low, high)]
                        self.assertEqual(ends, [found] * 2, (pos, player, goal, n))
            self.assertGreater(decided, 1000)

    def test_positions(self):
        game = check_cert.find_game("othello:size=4,empty=nobody")
        for bad in (b"", bytes([0, 24, 36, 0]), bytes([0, 24, 36, 0, 2]), bytes([3, 24, 36, 0, 0]), bytes([0, 8, 36, 0, 0])):
            with self.assertRaises(check_cert.Reject):
                game.decode(bad)

    def test_scores_and_a_pass(self):
        """Black passes, then White fills the last square."""
        name = "othello:size=4,empty=nobody"
        game = check_cert.find_game(name)
        text = "OXXO" "OXXO" "OXXO" "OOO-"
        board = sum((0, 1, 2)["-XO".index(disc)] << 2 * square for square, disc in enumerate(text))
        root = board.to_bytes(4, "little") + b"\0"
        self.assertEqual(game.moves(game.decode(root)), [16])
        passed = game.play(game.decode(root), 16)
        self.assertEqual(game.moves(passed), [15])
        played = game.play(passed, 15)
        self.assertEqual((game.moves(played), game.score(played)), ([], -8))
        # Four black discs on full lines are stable, so that one half is decided; White's move shows the other.
        white = tree(("o", 1, []), ("p", 15), None)
        self.verified(Cert(name, root, [[0, 2, -8], [0, 3, -8]], [[0, ["settled"]], [1, white]], []), f"{name} score=-8 {text} X")
        self.rejected(Cert(name, root, [[0, 2, -7]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(name, root, [[0, 3, -8]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(name, root, [[0, 3, -9]], [[0, white]], []), "evidence-fails")
        self.rejected(Cert(name, root, [[0, 3, -8]], [[0, tree(("p", 16), ("p", 15), None)]], []), "evidence-fails")


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


class Chess(Base):
    plays = Stones.plays
    NAMES = ("chess:fifty=off", "chess:fifty=on", "antichess", "giveaway", "losers")
    MOVES = [   # of the Chess Programming Wiki ("Perft results", "Chess960 perft results"), and of antichess as programs count
        ("chess:fifty=off", Board.FULL, (20, 400)),
        ("chess:fifty=off", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2039)),
        ("chess:fifty=off", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2812)),
        ("chess:fifty=off", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", (6, 264, 9467)),
        ("chess:fifty=off", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1486)),
        ("chess:fifty=off", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", (46, 2079)),
        ("chess:fifty=off", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", (21, 528)),
        ("antichess", Board.FULL, (20, 400, 8067)),
    ]

    def test_numbers_of_moves_as_published(self):
        def count(game, pos, depth):
            moves = game.legal(pos)
            return len(moves) if depth == 1 else sum(count(game, game.play(pos, mv), depth - 1) for mv in moves)

        for name, fen, counts in self.MOVES:
            ours, theirs = Board(name, fen), check_cert.find_game(name)
            pos = theirs.decode(ours.encode(ours.start))
            for depth, number in enumerate(counts, 1):
                self.assertEqual(count(theirs, pos, depth), number, (fen, depth))
                if number < 100:
                    self.assertEqual(ours.count(ours.start, depth), number, (fen, depth))

    def test_against_the_rules_here(self):
        rng, ends = random.Random(14), collections.Counter()
        fens = [fen for _, fen, _ in self.MOVES] + ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", "rrk3r1/p7/8/8/8/8/7P/1R3KRR w BGbg -",
                                                   "8/8/4k3/8/8/3BK3/8/8 w - -", "7k/8/8/8/8/8/5Q2/K7 w - - 96 1"]
        for name in self.NAMES:
            for fen in fens:
                for theirs, pos, their in itertools.islice(self.plays(Board(name, fen), rng, 1), 16):
                    ends[name, theirs.outcome(their)] += 1
                    here = theirs.conversion_class(their)
                    for mv in theirs.moves(their):
                        self.assertGreaterEqual(theirs.conversion_class(theirs.play(their, mv)), here)
        self.assertGreater(sum(number for (_, outcome), number in ends.items() if outcome is None), 400)
        self.assertGreater(sum(number for (_, outcome), number in ends.items() if outcome is not None), 3)

    def test_ends(self):
        """Who has won in chess and in losers; 2 is a draw."""
        for fen, chess, losers in (
                ("R5k1/5ppp/8/8/8/8/8/K7 b - -", 0, 1), ("k7/8/1Q6/8/8/8/p7/K7 b - -", 2, 1), ("R5k1/6pp/8/8/8/8/8/K7 b - -", None, None),
                ("7k/8/8/8/8/8/8/KQ6 w - -", None, 1), ("7k/8/8/8/8/8/8/KB6 w - -", 2, 1), ("7k/8/8/8/8/8/8/K1N5 b - -", 2, 1),
                ("6bk/8/8/8/8/8/8/KB6 w - -", 2, None), ("5b1k/8/8/8/8/8/8/KB6 w - -", None, None), ("7k/8/8/8/8/8/8/KNN5 w - -", None, 1),
                ("7k/7n/8/8/8/8/8/KN6 w - -", None, None), ("7k/8/8/8/8/8/8/K7 w - -", 2, 0)):
            for name, wanted in (("chess:fifty=off", chess), ("losers", losers)):
                ours, theirs = Board(name, fen), check_cert.find_game(name)
                self.assertEqual(theirs.outcome(theirs.decode(ours.encode(ours.start))), wanted, (name, fen))
        for name in ("antichess", "giveaway"):
            theirs = check_cert.find_game(name)
            for fen, wanted in (("8/8/8/8/8/p7/P7/8 w - -", 0), ("8/8/8/8/8/8/8/7r w - -", 0), ("8/8/8/8/8/8/8/K6r w - -", None)):
                self.assertEqual(theirs.outcome(theirs.decode(Board(name, fen).encode(Board(name, fen).start))), wanted)

    def test_bad_positions(self):
        def code(fen, name="chess:fifty=off"):
            return Board(name, fen).encode(Board(name, fen).start)

        lone = code("7k/8/8/8/8/8/8/K7 w - -")
        rook = code("7k/8/8/8/8/8/8/K1R5 w - -")
        tail = lambda fen, *bytes_: code(fen)[:-1] + bytes(bytes_)
        passing = code("7k/8/8/3pP3/8/8/8/K7 w - d6")
        check_cert.find_game("chess:fifty=off").decode(passing)
        bad = [b"", lone[:8], lone[:-1], lone + b"\0", lone[:-1] + b"\x40", lone[:8] + b"\x06\x00", lone[:8] + b"\xe7\x00",
               lone[:8] + b"\x66\x00", rook[:-2] + b"\x1e\x00", code("8/8/8/8/8/8/8/K7 w - -"), code("kk6/8/8/8/8/8/8/K7 w - -"),
               code("7k/8/8/8/8/8/8/K6R w - -"), code("P6k/8/8/8/8/8/8/K7 w - -"), code("7k/8/8/8/8/8/8/K6p w - -"),
               tail("7k/8/8/8/8/8/8/K7 w - -", 2, 0), tail("7k/8/8/8/8/8/8/K1R5 w - -", 2, 2), tail("7k/8/8/8/8/8/8/K1R5 w - -", 4, 8),
               tail("7k/8/8/8/8/8/8/K1R5 w - -", 4), tail("7k/8/8/8/8/8/K7/2R5 w - -", 4, 2), tail("7k/8/8/8/8/8/8/K1r5 b - -", 5, 2),
               passing[:-1] + b"\x04", code("7k/8/3n4/3pP3/8/8/8/K7 w - d6"), code("7k/3n4/8/3pP3/8/8/8/K7 w - d6"),
               code("7k/8/8/3p4/8/8/8/K7 w - d6"), code("8/8/8/K2pP2r/8/8/8/7k w - d6")]
        for number, bytes_ in enumerate(bad):
            with self.assertRaises(check_cert.Reject, msg=number):
                check_cert.find_game("chess:fifty=off").decode(bytes_)
        fifty = check_cert.find_game("chess:fifty=on")
        clocked = code("7k/8/8/8/8/8/8/K7 w - - 100 1", "chess:fifty=on")
        self.assertEqual(fifty.outcome(fifty.decode(clocked)), check_cert.DRAW)
        for bytes_ in (lone, clocked[:-1] + b"\x65"):
            with self.assertRaises(check_cert.Reject):
                fifty.decode(bytes_)
        # Without checks any men are a position; castling there is not, nor is capture in passing in giveaway.
        for name in ("antichess", "giveaway"):
            game = check_cert.find_game(name)
            for fen in ("8/8/8/8/8/8/8/8 w - -", "kk6/8/8/8/8/8/8/K6r w - -"):
                game.decode(code(fen))
            with self.assertRaises(check_cert.Reject):
                game.decode(tail("7k/8/8/8/8/8/8/K1R5 w - -", 4, 2))
        check_cert.find_game("antichess").decode(passing)
        with self.assertRaises(check_cert.Reject):
            check_cert.find_game("giveaway").decode(passing)

    def test_mates(self):
        """Mate in one and in two by hand, and what is no mate in time."""
        name = "chess:fifty=off"
        fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - -"
        root = Board(name, fen).encode(Board(name, fen).start)
        mate = tree(("p", 3 + 64 * 59))
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, mate]], []), f"{name} mate<=1 {fen}")
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 5, u(1)]]], []), f"{name} mate<=1 {fen}")
        self.verified(Cert(name, root, [[0, 7, 0], [0, 6, 1]], [[0, ["settled"]], [1, mate]], []), f"{name} mate=1 {fen}")
        self.rejected(Cert(name, root, [[0, 6, 1]], [[0, tree(("p", 3 + 64 * 51))]], []), "evidence-fails")
        self.rejected(Cert(name, root, [[0, 7, 1]], [[0, ["evidence", 5, u(1)]]], []), "evidence-fails")
        self.rejected(Cert("losers", root, [[0, 6, 1]], [[0, mate]], []), "evidence-fails")
        # Morphy's problem: 1.Ra6 and mate by the rook or the pawn. The choice is the place of the move in the order of codes.
        fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"
        game, board = check_cert.find_game(name), Board(name, fen)
        root, bits = board.encode(board.start), ""

        def walk(pos, moves):
            nonlocal bits
            if game.outcome(pos) is not None:
                return game.outcome(pos) == 0
            legal = game.moves(pos)
            if pos[1] == 0:
                for number, mv in enumerate(legal):
                    before, size = bits, (len(legal) - 1).bit_length()
                    bits += format(number, f"0{size}b")[::-1]
                    if moves and walk(game.play(pos, mv), moves - 1):
                        return True
                    bits = before
                return False
            return all([walk(game.play(pos, mv), moves) for mv in legal])

        self.assertFalse(walk(game.decode(root), 1))
        bits = ""
        self.assertTrue(walk(game.decode(root), 2))
        choices = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
        self.verified(Cert(name, root, [[0, 6, 2]], [[0, ["evidence", 6, choices]]], []), f"{name} mate<=2 {fen}")
        self.rejected(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 6, choices]]], []), "evidence-fails")
        for flipped in range(len(bits)):
            changed = bytearray(choices)
            changed[flipped // 8] ^= 1 << flipped % 8
            self.rejected(Cert(name, root, [[0, 6, 2]], [[0, ["evidence", 6, bytes(changed)]]], []), "evidence-fails")


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


class MovesCounted(Base):
    """Claims that count moves, where a player can win by the other's move and where not (section 3, "What is left of a claim")."""
    FORCED = {"antichess": ("8/8/8/8/8/8/r7/B7 b - -", "8/8/8/8/8/r7/2P5/8 w - -"),
              "giveaway": ("8/8/8/8/8/8/r7/B7 b - -", "8/8/8/8/8/r7/2P5/8 w - -"),
              "losers": ("7k/8/8/8/8/8/r7/B6K b - -", "7k/8/8/8/8/r7/2P5/7K w - -")}
    TAKES, PUSHES, THEN_TAKES = 8 + 64 * 0, 10 + 64 * 18, 16 + 64 * 18      # Ra2xa1, c2-c3, Ra3xc3

    def test_a_win_by_the_other_players_move(self):
        """Black has to take White's last man, and White has won: after no move of its own, or after one."""
        for name, (now, soon) in self.FORCED.items():
            root = Board(name, now).encode(Board(name, now).start)
            takes = tree(("o", 1, []), None)
            for evidence in (["settled"], takes, ["evidence", 5, u(1)], ["evidence", 6, b""]):
                self.rejected(Cert(name, root, [[0, 7, 0]], [[0, evidence]], []), "not-settled" if evidence == ["settled"] else "evidence-fails")
            for evidence in (takes, ["evidence", 5, u(1)], ["evidence", 6, b""]):
                self.verified(Cert(name, root, [[0, 6, 0]], [[0, evidence]], []), f"{name} mated<=0 {now}")
            self.rejected(Cert(name, root, [[0, 6, 0]], [[0, ["settled"]]], []), "not-settled")
            entry = [0, ["whole", root], ["replies", [], 0, []]]
            self.verified(Cert(name, root, [[0, 6, 0]], [[0, ["entry", 0, 0]]], [entry]), f"{name} mated<=0 {now}")
            entry[2] = ["move", self.TAKES, ["settled"]]
            self.rejected(Cert(name, root, [[0, 7, 0]], [[0, ["entry", 0, 0]]], [entry]), "not-settled", "entry 0")

            root = Board(name, soon).encode(Board(name, soon).start)
            entries = [[1, ["whole", root], ["move", self.PUSHES, ["entry", 1, 0]]], [0, ["derived", 1, self.PUSHES, 0], ["replies", [], 0, []]]]
            within = [[0, 6, 0], [0, 6, 1]]
            self.verified(Cert(name, root, within, [[1, ["entry", 0, 0]]], entries), f"{name} mate<=1 {soon}")
            self.verified(Cert(name, root, [[0, 7, 0], [0, 6, 1]], [[0, ["settled"]], [1, ["evidence", 5, u(2)]]], []), f"{name} mate=1 {soon}")
            for claims, sections in (([[0, 7, 1]], [[0, ["evidence", 5, u(2)]]]),
                                     ([[0, 7, 1], [0, 6, 2]], [[0, ["evidence", 5, u(4)]], [1, ["evidence", 5, u(4)]]])):
                self.rejected(Cert(name, root, claims, sections, []), "evidence-fails", "section 0")
            entries = [[0, ["whole", root], ["replies", [], 0, [[self.PUSHES, ["entry", 1, 0]]]]],
                       [1, ["derived", 1, self.PUSHES, 0], ["move", self.THEN_TAKES, ["settled"]]]]
            cert = Cert(name, root, [[0, 7, 1], [0, 7, 0]], [[0, ["entry", 0, 0]]], entries)
            last, _ = check(cert.bytes())
            self.assertTrue(last.startswith("s REJECTED "), last)

    def test_the_files_of_the_attack(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/data/attacks")
        if not os.path.isdir(folder):
            self.skipTest("no ../shared/data/attacks beside the project")
        for name, good in (("antichess-mated-more-than-0", False), ("antichess-mate-more-than-1", False), ("antichess-mate-is-2", False),
                           ("antichess-true-mate-in-1", True)):
            with open(os.path.join(folder, name + ".quod"), "rb") as file:
                last, code = check(file.read())
            self.assertEqual(code, 0 if good else 1, (name, last))

    def test_where_only_own_moves_win(self):
        """In chess a player that has no move left does not win by the other's move: that is settled, and nothing else shows it."""
        fen = "7k/8/6K1/8/8/8/8/R7 b - -"
        name, root = "chess:fifty=off", Board("chess:fifty=off", fen).encode(Board("chess:fifty=off", fen).start)
        self.verified(Cert(name, root, [[0, 7, 0]], [[0, ["settled"]]], []), f"{name} mated>0 {fen}")
        for evidence in (tree(("o", 1, []), None), ["evidence", 5, u(3)], ["evidence", 6, b""]):
            self.rejected(Cert(name, root, [[0, 6, 0]], [[0, evidence]], []), "evidence-fails")
        self.verified(Cert(name, root, [[0, 6, 1]], [[0, ["evidence", 5, u(2)]]], []), f"{name} mated<=1 {fen}")

    def forces(self, rules, pos, player, n):
        """Whether the player wins for certain with at most n moves of its own, by playing everything out."""
        over = rules.outcome(pos)
        if over is not None:
            return over == player
        children = rules.children(pos).values()
        if rules.mover(pos) == player:
            return n > 0 and any(self.forces(rules, child, player, n - 1) for child in children)
        return all(self.forces(rules, child, player, n) for child in children)

    def some_position(self, name, rng):
        """The rules, which remember what they said, and a position with few men."""
        men = rng.sample("KkPPppNnBbRrQq", rng.randrange(2, 6))
        if name in ("antichess", "giveaway"):
            men = men[:4]
        else:
            men = ["K", "k"] + [man for man in men if man not in "Kk"][:3]
        if name.startswith("small"):
            rules = SmallBoard(rng.choice((3, 4)))
            board = men + ["."] * (3 * rules.height - len(men))
            rng.shuffle(board)
            rules.position = "".join(board), rng.choice("wb")
            rules.children = functools.cache(rules.children)
            return rules
        # Most stand close together: forced captures and mates want that.
        width = rng.choice((3, 4, 8))
        squares = rng.sample([(x, y) for x in range(width) for y in range(rng.choice((3, 4, 8)))], len(men))
        rules = Board(name)
        rules.start = (frozenset(zip(squares, men)), rng.choice("wb"), frozenset(), None, 0)
        rules.lines = functools.cache(rules.lines)
        return rules

    def entries(self, rules, player, goal, n):
        """Entries of a proof of a claim that is true and not settled; claim number i of the proof has the number i."""
        todo, bodies = [(n, rules.start)], {}
        while todo:
            left, pos = here = todo.pop()
            if here in bodies:
                continue
            shown, after = {}, left - (rules.mover(pos) == player)
            for mv, child in rules.children(pos).items():
                if self.forces(rules, child, player, after) == (goal == 6):
                    shown[mv] = None if self.over(rules, child, player, after) else (after, child)
            if (rules.mover(pos) == player) == (goal == 6):     # the prover is to move, and one move is enough
                mv = min(shown, key=lambda mv: (shown[mv] is not None, mv))
                shown = {mv: shown[mv]}
            bodies[here] = (rules.mover(pos) == player) == (goal == 6), shown
            todo += [child for child in shown.values() if child]
        # A move of the player's leaves less of the claim, any other hands the move to the player: so links go forward.
        order = sorted(bodies, key=lambda it: (-it[0], rules.mover(it[1]) == player))
        place = {here: number for number, here in enumerate(order)}
        entries = []
        for number, here in enumerate(order):
            one, shown = bodies[here]
            links = [[mv, ["entry", place[child] - number, 0] if child else ["settled"]] for mv, child in sorted(shown.items())]
            body = ["move", *links[0]] if one else ["replies", [], 0, [link for link in links if link[1] != ["settled"]]]
            entries.append([here[0], ["whole", rules.encode(here[1])], body])
        return entries

    def over(self, rules, pos, player, n):
        own = rules.name.startswith(("chess", "small"))
        return rules.outcome(pos) is not None or n == 0 and (own or rules.mover(pos) == player)

    def counted(self, seed, rounds, most=40):
        """Random positions: every claim that is true is verified, by a search and by entries, and none that is false."""
        rng, counts = random.Random(seed), collections.Counter()
        for number in range(rounds):
            name = ("chess:fifty=off", "antichess", "giveaway", "losers", "small-chess")[number % 5]
            rules = self.some_position(name, rng)
            root, name = rules.encode(rules.start), rules.name
            game = check_cert.find_game(name)
            try:
                pos = game.decode(root)
            except check_cert.Reject:
                continue
            counts[name] += 1
            wide = max([len(rules.children(child)) for child in rules.children(rules.start).values()] or [0]) * len(rules.children(rules.start))
            for player, n in itertools.product((0, 1), (0, 1, 2) if wide < most else (0, 1) if wide < 4 * most else (0,)):
                truth = self.forces(rules, rules.start, player, n)
                for goal in (6, 7):
                    holds = truth == (goal == 6)
                    claims, search = [[player, goal, n]], ["evidence", 5, u(2 * n + 1)]
                    text = (name, game.text(pos), player, goal, n)
                    last, code = check(Cert(name, root, claims, [[0, search]], []).bytes())
                    self.assertEqual(code, 0 if holds else 1, (text, last))
                    settled = self.over(rules, rules.start, player, n)
                    last, code = check(Cert(name, root, claims, [[0, ["settled"]]], []).bytes())
                    self.assertEqual(code, 0 if settled and holds else 1, (text, last))
                    counts[goal, holds, settled] += 1
                    if holds and not settled:
                        entries = self.entries(rules, player, goal, n)
                        claims = [[player, goal, it] for it in range(n + 1)]
                        self.verified(Cert(name, root, claims, [[n, ["entry", 0, 0]]], entries))
                        counts["entries"] += len(entries)
        return counts

    def test_random_positions_against_brute_force(self):
        counts = self.counted(17, 150)
        for goal, holds, settled in itertools.product((6, 7), (True, False), (True, False)):
            self.assertGreater(counts[goal, holds, settled], 10)
        self.assertGreater(counts["entries"], 200)

    def test_no_table_is_asked_about_a_settled_position(self):
        """Not even one that says otherwise: of two kings, a mate in no moves."""
        name = "small-chess:height=3"
        rules = SmallBoard(3)
        rules.set_up("2k/3/K2 b")
        root, game = rules.encode(rules.start), check_cert.find_game(name)
        for value, within in ((-127, True), (0, False), (-2, False), (-1, None)):
            data = table(name, 0, [value] * game.indices(0), [], words="a draw", least=value, met=True)
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "small-chess-00.qtab"), "wb") as file:
                    file.write(data)
                for claim in ([0, 6, 0], [0, 7, 0], [0, 6, 1], [0, 7, 1]):
                    cert = WithTables(name, root, [claim], [[0, ["evidence", 3, u(0)]]], [])
                    cert.tables = [(name, 0, data[-32:])]
                    if within is None:          # no table has this value (games.md)
                        self.rejected(cert, "table-unavailable", "header", tables=folder)
                        continue
                    good = claim[1] == 7 if claim[2] == 0 else within == (claim[1] == 6)
                    last, code = check(cert.bytes(), tables=folder)
                    self.assertEqual(code, 0 if good else 1, (value, claim, last))


class PositionalStrategies(Base):
    def root(self, game, pos, claim, evidence):
        return Cert(game.name, game.encode(pos), [list(claim)], [[0, evidence]], [])

    def test_claimeven(self):
        game = Drop(3, 4)
        self.verified(self.root(game, game.start, (1, HOLDS, 0), strategy(ABOVE)),
                      "connect-four:width=3,height=4 second-player-does-not-lose start")
        pairs = [pair(2 * i, 2 * i + 1) for i in range(6)]
        self.verified(self.root(game, game.start, (1, HOLDS, 0), strategy(*pairs)))
        self.verified(self.root(game, game.start, (1, 2, 0), strategy(ABOVE)))
        for claim, rules in (((0, HOLDS, 0), [ABOVE]), ((1, WINS, 0), [WIN, ABOVE]), ((1, 2, 1), [WIN, ABOVE]), ((1, HOLDS, 0), []),
                             ((1, HOLDS, 0), pairs[:5]), ((1, HOLDS, 0), [reply(2 * i + 1, 2 * i) for i in range(6)])):
            self.rejected(self.root(game, game.start, claim, strategy(*rules)), "evidence-fails", "section 0")

    def test_what_is_threatened_and_what_has_a_rank(self):
        root = board("X..OO...X")               # the second player threatens cell 5
        ranks, tied = (7, 3, 0, 0, 16), (7, 3, 16, 1, 18)       # cell 5 alone; with it cells 1 and 2 of one rank, and 4, which is taken
        for rules, holds in (([WIN, BLOCK, ANY], True), ([WIN, ANY], False), ([WIN, ranks, BLOCK, ANY], True), ([BLOCK], False),
                             ([WIN, BLOCK, tied, ANY], True), ([WIN, tied, BLOCK, ANY], False)):
            cert = Cert("tic-tac-toe", root, [[0, HOLDS, 0]], [[0, strategy(*rules)]], [])
            if holds:
                self.verified(cert)
            else:
                self.rejected(cert, "evidence-fails", "section 0")

    def test_where_it_may_not_stand(self):
        tic = ["evidence", 4, strategy(WIN)[2]]
        root = board("XX.OO....")
        self.verified(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, tic]], []))
        self.rejected(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, strategy(WIN, ABOVE)]], []), "evidence-trait", "section 0")
        morris = "three-mens-morris:moves=adjacent,opening=free"
        self.rejected(Cert(morris, bytes(10), [[0, HOLDS, 0]], [[0, strategy(ANY)]], []), "evidence-trait", "section 0")
        for payload in (b"", b"\1", b"\1\x08", b"\1\7\2\1\0", b"\1\7\x21" + b"\1" * 33, b"\1\3\0", b"\1\0\0", b"\2\0", b"\1\2\xff\xff\xff\xff\x10"):
            self.rejected(Cert("tic-tac-toe", root, [[0, WINS, 0]], [[0, ["evidence", 4, payload]]], []), "malformed", "section 0")

    def test_work(self):
        game = Drop(3, 4)
        cert = self.root(game, game.start, (1, HOLDS, 0), strategy(*[reply(11, 11)] * 1000, ABOVE))
        self.verified(cert)
        self.rejected(cert, "work-limit", "section 0", work=10_000)

    def good(self, game, rules, holds, prover, pos, last):
        """The definition, with recursion and without memory."""
        children = game.children(pos)
        if not children:
            return holds(pos)
        if game.mover(pos) != prover:
            return all(self.good(game, rules, holds, prover, child, mv) for mv, child in children.items())
        for tag, *moves in rules:
            told = []
            if tag == 0:
                told = [mv for mv in sorted(children) if not game.children(children[mv]) and holds(children[mv])]
            elif tag == 1 and last is not None:
                told = [last + 1] if (last + 1) % game.height else []
            elif tag == 2:
                told = moves
            elif tag in (3, 4) and last == moves[0]:
                told = moves[1:]
            elif tag == 4 and last == moves[1]:
                told = moves[:1]
            elif tag == 5:
                told = sorted(children)
            told = [mv for mv in told if mv in children]
            if told:
                return self.good(game, rules, holds, prover, children[told[0]], None)
        return False

    def test_random_lists_against_the_definition(self):
        """Decided positions end branches early; for claims that stay open to the end both agree all the same, since what is
        decided is true of every play."""
        rng = random.Random(14)
        accepted = 0
        for number in range(1000):
            game = Drop(*((3, 4), (4, 4))[number % 2])
            cells = game.width * game.height
            pos = game.start
            while sum(map(len, pos)) < cells - 7 and game.outcome(pos) is None:
                pos = rng.choice(list(game.children(pos).values()))
            player, goal = rng.randrange(2), rng.randrange(2)
            code = lambda: rng.randrange(cells)
            rules = [rng.choice((ABOVE, play(code()), reply(code(), code()), pair(code(), code()), ANY)) for _ in range(rng.randrange(7))]
            holds = lambda end: true_claim(game.outcome(end), player, goal)
            cert = self.root(game, pos, (player, goal, 0), strategy(*rules))
            if self.good(game, rules, holds, player, pos, None):
                accepted += 1
                self.verified(cert)
            elif check(cert.bytes())[1] == 0:
                # Accepted although some play gets stuck, or ends by `win`: then only because everything was decided before.
                self.assertTrue(self.holds_anyway(game, pos, player, goal))
        self.assertGreater(accepted, 100)

    def holds_anyway(self, game, pos, player, goal):
        children = game.children(pos)
        if not children:
            return true_claim(game.outcome(pos), player, goal)
        values = [self.holds_anyway(game, child, player, goal) for child in children.values()]
        return any(values) if game.mover(pos) == player else all(values)


AWARI = "awari:grand-slam=allowed,rest=opponent,worth=game"
TO_COME = AWARI.replace("worth=game", "worth=to-come")


def sow(houses, house):
    """The houses after sowing one of them, and where the last stone fell; by rounds instead of stones."""
    order = [(house + 1 + i) % 12 for i in range(11)]
    rounds, rest = divmod(houses[house], 11)
    after = list(houses)
    after[house] = 0
    for i, h in enumerate(order):
        after[h] += rounds + (i < rest)
    return after, order[rest - 1]


def awari_moves(pos, grand_slam):
    """The legal moves with the positions after them."""
    houses, captured, mover = pos
    found = []
    for house in range(12):
        if house // 6 != mover or not houses[house]:
            continue
        after, last = sow(houses, house)
        kept, taken = list(after), 0
        for h in range(last, -1, -1):
            if h // 6 == mover or last // 6 == mover or after[h] not in (2, 3):
                break
            taken, kept[h] = taken + after[h], 0
        theirs = sum(kept[h] for h in range(12) if h // 6 != mover)
        if taken and not theirs and grand_slam != "allowed":
            if grand_slam == "forbidden":
                continue
            kept, taken = after, 0
            theirs = sum(after[h] for h in range(12) if h // 6 != mover)
        gained = (captured[0] + taken * (mover == 0), captured[1] + taken * (mover == 1))
        found.append((theirs, house, (tuple(kept), gained, 1 - mover)))
    return {house: next for theirs, house, next in found if theirs or not any(it[0] for it in found)}


def table(name, layer, values, lower, block=5, words="0", least=-6, met=False):
    """A table file: values with words of 8 bits, thirteen from the least on, or those alone that are met; infinite play in these words."""
    coded = [v for v in range(least, least + 13) if not met or v in values]
    def text(it):
        return len(it).to_bytes(2, "little") + it.encode()

    def number(it, size):
        return it.to_bytes(size, "little")

    header = (text(name) + text(words) + number(1, 4) + number(layer, 4) + number(len(values), 8) + number(block, 4)
              + bytes([least % 256]) + number(13, 2) + bytes(8 * (least + i in coded) for i in range(13)) + b"".join(lower))
    blocks = [bytes(coded.index(v) for v in values[i:i + block]) for i in range(0, len(values), block)]
    directory = b"".join(number(len(it), 4) + number(zlib.crc32(it), 4) for it in blocks)
    out = (bytes.fromhex("515441420D0A1A0A01000000") + number(len(header), 4) + header + number(zlib.crc32(header), 4)
           + b"".join(blocks) + directory + number(zlib.crc32(directory), 4))
    return out + hashlib.sha256(out).digest()


class WithTables(Cert):
    """A certificate with a list of tables at its end."""
    tables = []

    def stream(self):
        return super().stream() + (several([blob(g.encode()) + u(layer) + digest for g, layer, digest in self.tables]))


class Awari(Base):
    def test_against_the_rules_here(self):
        rests = {"opponent": lambda n, s: -n if s == 0 else n, "mover": lambda n, s: n if s == 0 else -n, "split": lambda n, s: 0}
        for grand_slam, rest in itertools.product(("allowed", "no-capture", "forbidden"), ("opponent", "mover", "side", "split")):
            game = check_cert.find_game(AWARI.replace("allowed", grand_slam).replace("opponent", rest))
            draws = random.Random(9)
            for _ in range(25):
                pos = game.start if draws.random() < 0.1 else self.random_position(draws)
                for _ in range(40):
                    expected = awari_moves(pos, grand_slam)
                    self.assertEqual({mv: game.play(pos, mv) for mv in game.moves(pos)}, expected)
                    self.assertEqual(game.decode(game.encode(pos)), pos)
                    turned = game.image(pos, 1)
                    self.assertEqual(game.image(turned, 1), pos)
                    self.assertEqual([(mv + 6) % 12 for mv in game.moves(pos)], game.moves(turned))
                    if not expected:
                        gained = sum(pos[0][:6]) - sum(pos[0][6:]) if rest == "side" else rests[rest](sum(pos[0]), pos[2])
                        self.assertEqual(game.score(pos), pos[1][0] - pos[1][1] + gained)
                        break
                    pos = expected[draws.choice(sorted(expected))]

    @staticmethod
    def random_position(draws):
        houses, stones = [0] * 12, draws.randrange(1, 48)
        for _ in range(stones):
            houses[draws.randrange(12)] += 1
        south = draws.randrange(49 - stones)
        return tuple(houses), (south, 48 - stones - south), draws.randrange(2)

    def test_index_and_names(self):
        game = check_cert.find_game(TO_COME)
        for stones in range(4):
            boards = [c for c in itertools.product(range(stones + 1), repeat=12) if sum(c) == stones] if stones < 3 else []
            seen = {game.index((board, (0, 0), 0)) for board in boards}
            self.assertEqual(seen, {(stones, i) for i in range(len(boards))})
        self.assertEqual(game.indices(3), 364)
        for keys in itertools.product(("allowed", "no-capture", "forbidden"), ("opponent", "mover", "side", "split"), ("game", "to-come")):
            self.assertEqual(check_cert.find_game("awari:grand-slam=%s,rest=%s,worth=%s" % keys).title[0],
                             "awari:grand-slam=%s,rest=%s,worth=to-come" % keys[:2])
        code = bytes((0, 1, 0, 2, 0, 1, 1, 0, 0, 0, 1, 0, 22, 20, 0))
        game = check_cert.find_game(AWARI)
        self.assertEqual(game.text(game.decode(code)), "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south")
        self.rejected(Cert(AWARI, bytes(15), [[0, 0, 0]], [[0, ["settled"]]], []), "bad-position")

    def test_captures_and_scores(self):
        # Who is to move cannot; the other has the four stones left: 20 and 28.
        over = bytes((0,) * 6 + (1, 1, 1, 1, 0, 0) + (20, 24, 0))
        for claim, statement in (([1, 4, 28], "north-captures>=28"), ([0, 5, 21], "captures<21"),
                                 ([0, 3, -8], "score<=-8"), ([1, 0, 0], "north-wins")):
            cert = Cert(AWARI, over, [claim], [[0, ["settled"]]], [])
            # At a position that is over the first player counts as the side to move.
            self.verified(cert, f"{AWARI} {statement} 0,0,0,0,0,0/1,1,1,1,0,0/20:24/south")
        self.rejected(Cert(AWARI, over, [[1, 4, 29]], [[0, ["settled"]]], []), "not-settled")
        self.rejected(Cert(TO_COME, over, [[1, 4, 28]], [[0, ["settled"]]], []), "unknown-claim")

    def test_a_link_through_the_map_exchanges_the_players(self):
        # A single stone walks; the position after D1 is another's image only with the other's claim.
        def pos(house, mover):
            return bytes([*(int(h == house) for h in range(12)), 23, 24, mover])
        cert = Cert(AWARI, pos(3, 0), [[0, 3, -1], [1, 3, -1]], [[0, ["entry", 0, 0]]],
                    [[0, ["whole", pos(3, 0)], ["replies", [], 0, []]]])
        self.rejected(cert, "missing-reply")
        mapped = bytes([*pos(3, 0)[6:12], *pos(3, 0)[:6], 24, 23, 1])
        cert.root = mapped
        cert.sections = [[1, ["entry", 0, 1]]]
        self.rejected(cert, "missing-reply", "entry 0")
        cert.sections = [[0, ["entry", 0, 1]]]
        self.rejected(cert, "claim-mismatch", "section 0")

    def test_table_values(self):
        game, draws = check_cert.find_game(TO_COME), random.Random(4)
        values = [[draws.randrange(-layer, layer + 1) for _ in range(game.indices(layer))] for layer in range(4)]
        with tempfile.TemporaryDirectory() as folder:
            digests = []
            for layer in range(4):
                data = table(TO_COME, layer, values[layer], digests)
                digests.append(data[-32:])
                with open(os.path.join(folder, f"awari-{layer:02}.qtab"), "wb") as file:
                    file.write(data)
            for _ in range(60):
                layer, lead, mover = draws.randrange(1, 4), draws.randrange(5), draws.randrange(2)
                houses = [0] * 12
                for _ in range(layer):
                    houses[draws.randrange(12)] += 1
                south = (48 - layer - lead) // 2
                root = bytes([*houses, south, 48 - layer - south, mover])
                if not awari_moves(check_cert.find_game(AWARI).decode(root), "allowed"):
                    continue        # the game is over, and no table is asked
                own = houses[6 * mover:] + houses[:6 * mover]
                value = values[layer][game.index((tuple(own), (0, 0), 0))[1]]
                score = 2 * south - 48 + layer + (-value if mover else value)
                n = score + draws.randrange(-1, 2)
                cert = WithTables(AWARI, root, [[0, 2, n]], [[0, ["evidence", 3, u(0)]]], [])
                cert.tables = [(TO_COME, 3, digests[3])]
                if score >= n:
                    last, code = check(cert.bytes(), tables=folder)
                    self.assertEqual(code, 0, last)
                    self.assertTrue(last.endswith(f" assuming awari-03 {digests[3].hex()}"), last)
                else:
                    self.rejected(cert, "evidence-fails", "section 0", tables=folder)
            cert.root, cert.claims = bytes((1, 1, 0, 1, *(0,) * 8, 22, 23, 0)), [[0, 2, 0]]
            cert.sections = [[0, ["evidence", 3, u(0)]]]
            for tables, reason in (([], "malformed"), ([(TO_COME, 3, digests[2])], "table-unavailable"),
                                   ([(AWARI, 3, digests[3])], "evidence-trait"), ([(TO_COME, 49, digests[3])], "evidence-trait"),
                                   ([(TO_COME, 4, digests[3])], "table-unavailable"),
                                   ([(TO_COME, 0, digests[0])], "evidence-fails")):
                cert.tables = tables
                self.rejected(cert, reason, tables=folder)
            cert.tables = [(TO_COME, 3, digests[3])]
            self.rejected(cert, "table-unavailable")
            cert.sections = [[0, ["evidence", 3, u(1)]]]
            self.rejected(cert, "malformed", tables=folder)
            cert.sections = [[0, ["evidence", 3, u(0)]]]
            path = os.path.join(folder, "awari-03.qtab")
            with open(path, "rb") as file:
                whole = file.read()
            for at in draws.sample(range(len(whole)), 80):
                with open(path, "wb") as file:
                    file.write(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1:])
                self.rejected(cert, "table-unavailable", tables=folder)
                with open(path, "wb") as file:
                    file.write(whole[:at])
                self.rejected(cert, "table-unavailable", tables=folder)


def lacked(rows, mine, theirs, number):
    """For each line of which a player lacks so many cells: these cells."""
    out = []
    for line, border in rows:
        gap = line & ~mine
        if not gap & theirs and not border & mine and gap.bit_count() == number:
            out.append({c for c in range(gap.bit_length()) if gap >> c & 1})
    return out


def wins_by_threats(rows, cells, mine, theirs, my_turn, planned, free, chosen=False):
    """Section 4.2 word by word, for one position that is not over: every line looked at anew at each step. `rows` has the
    player's lines and the other's; `free` says of both their stones and a cell whether that is free for the player."""
    empty = [c for c in range(cells) if not (mine | theirs) >> c & 1]
    my_ends, their_ends = (set().union(*lacked(*sides, 1)) for sides in ((rows[0], mine, theirs), (rows[1], theirs, mine)))
    pairs = lacked(rows[0], mine, theirs, 2)
    forks = [(x, a - {x}, b - {x}) for a, b in itertools.combinations(pairs, 2) for x in a & b if a != b and free(mine, theirs, x)]
    if my_turn:
        if my_ends:
            return True
        if their_ends:
            cell = min(their_ends)
        elif chosen and forks:
            return True
        else:
            planned = list(itertools.dropwhile(lambda c: mine >> c & 1, planned))
            if not planned or planned[0] not in empty:
                return False
            cell, planned = planned[0], planned[1:]
        return free(mine, theirs, cell) and len(empty) > 1 and \
            wins_by_threats(rows, cells, mine | 1 << cell, theirs, False, planned, free, chosen)
    if their_ends:
        return False
    if len(my_ends) > 1:
        return True
    if my_ends:
        replies = my_ends
    elif forks:
        x, y, z = forks[0]
        replies, chosen = {x} | y | z | set().union(*lacked(rows[1], theirs, mine, 2)), True
    else:
        return False
    return len(empty) > 1 and all(wins_by_threats(rows, cells, mine, theirs | 1 << c, True, planned, free, chosen) for c in replies)


class Forbidding(check_cert.LineGame):
    """Any lines with any borders, others for each player, and cells that one of them has not free: in a crowd of his own
    stones, by and by more, if not of the other's."""
    def __init__(self, rng, cells, rows, restricted):
        self.set_up(cells, rows, [list(range(cells))])
        self.restricted, self.most = restricted, [rng.randrange(3) for _ in range(cells)]
        white = check_cert.LineGame()
        white.set_up(cells, [(line, check_cert.set_of(rng.sample(check_cert.bits_of(border), rng.randrange(border.bit_count() + 1))))
                             for line, border in rows], self.map_tables)
        self.lines_of = (self, white)
        self.around = [self.lines_of[restricted].reach_of(lines) for lines in self.through]

    def is_free(self, mine, empty, cell):
        around = self.around[cell] & ~(1 << cell)
        return (mine & around).bit_count() - (around & ~mine & ~empty).bit_count() <= self.most[cell]


class OneReplayForManyReplies(Base):
    """What trust.md, section 6, says of replies served together, against the replay after each reply alone."""

    @staticmethod
    def served(game, pos, planned, replies, certificate=check_cert.Certificate):
        certificate = certificate(b"", 10**9)
        certificate.game = game
        lacks = certificate.lacks(pos, game.to_move(pos))
        return certificate.threats_after(check_cert.Claim(1 - game.to_move(pos), WINS), pos, lacks, planned, replies)

    @staticmethod
    def alone(game, pos, planned, reply):
        own, other = pos if game.to_move(pos) == 0 else pos[::-1]
        after, player = game.play(pos, reply), 1 - game.to_move(pos)
        rows = game.lines_of[player].rows, game.lines_of[1 - player].rows

        def free(mine, theirs, cell):
            if player != game.restricted:
                return True
            if isinstance(game, check_cert.Renju):
                stones = tuple(0 if mine >> c & 1 else 1 if theirs >> c & 1 else -1 for c in range(game.cells))
                return Renju(game.width).free(stones, cell)
            return game.is_free(mine, game.full & ~(mine | theirs), cell)

        return game.outcome(after) is None and wins_by_threats(rows, game.cells, other, own | 1 << reply, True, planned, free)

    @staticmethod
    def some_game(rng):
        """A board of rows, or any lines with any borders, with moves forbidden or without."""
        if rng.random() < .5:
            width, height, k = rng.choice(((5, 4, 3), (5, 5, 4), (6, 3, 3), (4, 4, 3)))
            return check_cert.find_game(f"mnk:width={width},height={height},k={k},rule={rng.choice(('freestyle', 'standard'))}")
        cells, length, rows = rng.randrange(8, 17), rng.randrange(2, 5), []
        for _ in range(rng.randrange(2, 12)):
            some = rng.sample(range(cells), length + rng.randrange(3))
            rows.append(tuple(check_cert.set_of(part) for part in (some[:length], some[length:])))
        if rng.random() < .5:
            return Forbidding(rng, cells, rows, rng.randrange(2))
        game = check_cert.LineGame()
        game.set_up(cells, rows, [list(range(cells))])
        return game

    def test_served_together_are_those_served_alone(self):
        rng = random.Random(12)
        together = spoiled = 0
        for _ in range(500):
            game = self.some_game(rng)
            pos = game.start
            for _ in range(rng.randrange(game.cells - 2)):
                if game.outcome(pos) is None:
                    last, pos = pos, game.play(pos, rng.choice(game.moves(pos)))
            if game.outcome(pos) is not None:
                pos = last
            empty = game.moves(pos)
            for _ in range(6):
                planned = [rng.choice(empty) for _ in range(rng.randrange(5))]
                good = [reply for reply in empty if self.alone(game, pos, planned, reply)]
                bad = [reply for reply in empty if reply not in good]
                for reply in rng.sample(empty, min(3, len(empty))):
                    self.assertEqual(self.served(game, pos, planned, [reply]), reply in good)
                if len(good) > 1:
                    self.assertTrue(self.served(game, pos, planned, good))
                    together += 1
                    for reply in bad:
                        self.assertFalse(self.served(game, pos, planned, sorted(good + [reply])))
                        spoiled += 1
        self.assertGreater(together, 200)
        self.assertGreater(spoiled, 1000)

    def test_replies_together_by_renju(self):
        """The same with stones in a crowd, for both players; without the replies that could free a cell, not all are served."""
        rng, counted, refused = random.Random(20), [0, 0], 0
        game = check_cert.find_game("gomoku:size=8,rule=renju,opening=free")
        unwary = check_cert.Renju(game.name, 8)
        unwary.around = [0] * game.cells
        unwary.is_free = game.is_free
        middle = [8 * r + c for r in range(1, 7) for c in range(1, 7)]
        while min(counted) < 40 or not refused:
            player, n = rng.randrange(2), rng.randrange(5, 10)
            mine = rng.sample(middle, n)
            theirs = rng.sample([c for c in range(64) if c not in mine], n - 1 + player)
            stones = check_cert.set_of(mine), check_cert.set_of(theirs)
            pos = stones if player == 0 else stones[::-1]
            if any(game.lines_of[who].won(pos[who]) for who in (0, 1)) or game.outcome(pos) is not None:
                continue
            moves, near = game.moves(pos), [c for c in middle if c not in mine + theirs]
            for _ in range(3):
                planned = [rng.choice(near) for _ in range(rng.randrange(1, 4))]
                if not any(self.served(game, pos, planned, [reply]) for reply in rng.sample(moves, 3)):
                    continue
                good = [reply for reply in moves if self.alone(game, pos, planned, reply)]
                if len(good) > 1:
                    self.assertTrue(self.served(game, pos, planned, good))
                    refused += not self.served(unwary, pos, planned, good)
                    counted[player] += 1
                for reply in moves:
                    if reply not in good:
                        self.assertFalse(self.served(game, pos, planned, sorted(good + [reply])))

    def test_each_condition_is_needed(self):
        """A checker without the condition accepts what ours does not."""
        class WithoutBorders(check_cert.RowGame):
            def reach_of(self, lines):
                return self.cells_of(lines)

        class WithoutEnabled(check_cert.Certificate):
            def enabled(self, play, empty):
                return []

        seen = set()
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../golden/certificates/one-reply-fails.txt")
        with open(path, encoding="ascii") as file:
            entries = [line.split() for line in file if not line.startswith("#")]
        for condition, rule, position, planned, reply in entries:
            name = f"gomoku:size=9,rule={rule},opening=free"
            game, planned, reply = check_cert.find_game(name), [int(c) for c in planned.split(",")], int(reply)
            rows = [re.sub(r"\d+", lambda dots: "." * int(dots.group()), row) for row in position.split("/")][::-1]
            pos = tuple(check_cert.set_of(i for i, c in enumerate("".join(rows)) if c == man) for man in "xo")
            self.assertEqual(game.text(game.decode(game.encode(pos))), position)
            good = [cell for cell in game.moves(pos) if self.alone(game, pos, planned, cell)]
            self.assertGreater(len(good), 7)
            self.assertNotIn(reply, good)
            replies = sorted(good + [reply])
            self.assertTrue(self.served(game, pos, planned, good))
            self.assertFalse(self.served(game, pos, planned, replies))
            if condition == "border":
                self.assertTrue(self.served(WithoutBorders(name, 9, 9, 5, rule), pos, planned, replies))
            else:
                self.assertTrue(self.served(game, pos, planned, replies, WithoutEnabled))
            seen.add((condition, rule))
        self.assertEqual(seen, {("border", "standard"), ("enabled", "freestyle"), ("enabled", "standard")})
        self.assertEqual(len(entries), 41)

    def test_what_comes_of_all_moves(self):
        rng = random.Random(3)
        counted = [0, 0]
        for number in range(400):
            game = check_cert.find_game(("tic-tac-toe", "mnk:width=4,height=4,k=4,rule=standard", "mnk:width=5,height=3,k=3,rule=freestyle",
                                         "mnk:width=6,height=4,k=5,rule=standard", "mnk:width=3,height=3,k=1,rule=standard",
                                         "gomoku:size=5,rule=renju,opening=free")[number % 6])
            certificate = check_cert.Certificate(b"", 10**9)
            certificate.game = game
            pos = game.start
            while game.outcome(pos) is None:
                for player, goal in itertools.product((0, 1), (WINS, HOLDS)):
                    claim = check_cert.Claim(player, goal)
                    if game.decided(pos, claim) is None:
                        each = {mv: certificate.settled(claim, game.play(pos, mv)) for mv in game.moves(pos)}
                        found = game.settled_moves(pos, certificate.lacks(pos, game.to_move(pos))[0], claim)
                        self.assertEqual(found, {mv: holds for mv, holds in each.items() if holds is not None})
                        for holds in found.values():
                            counted[holds] += 1
                pos = game.play(pos, rng.choice(game.moves(pos)))
        self.assertGreater(min(counted), 300)


class AnyLines(Forbidding):
    """The same as a game that can be played, perhaps with nothing forbidden: a cell that is not free is forbidden, unless the
    stone fills a line, and who may not move has lost. A position is written as Qubic's is."""
    name, players = "any-lines", ("first", "second")

    def __init__(self, rng, cells, rows, restricted):
        super().__init__(rng, cells, rows, restricted or 0)
        self.restricted = restricted

    def may(self, pos, cell):
        mover = self.to_move(pos)
        return mover != self.restricted or self.is_free(pos[mover], self.full & ~(pos[0] | pos[1]), cell) or \
            self.lines_of[mover].won(pos[mover] | 1 << cell)

    def outcome(self, pos):
        over = super().outcome(pos)
        empty = check_cert.bits_of(self.full & ~(pos[0] | pos[1]))
        return 1 - self.to_move(pos) if over is None and not any(self.may(pos, cell) for cell in empty) else over

    def moves(self, pos):
        return [cell for cell in super().moves(pos) if self.may(pos, cell)]

    def is_legal(self, pos, mv):
        return mv in self.moves(pos)

    def settled_moves(self, pos, lacks, claim):
        ends = {mv: self.outcome(self.play(pos, mv)) for mv in self.moves(pos)}
        return {mv: claim.fulfilled(end) for mv, end in ends.items() if end is not None}

    def decode(self, code):
        return int.from_bytes(code[:8], "little"), int.from_bytes(code[8:], "little")

    def encode(self, pos):
        return b"".join(stones.to_bytes(8, "little") for stones in pos)

    def text(self, pos):
        return f"{pos[0]:b}/{pos[1]:b}"


class Zone:
    """Section 4.8 word by word, for one claim of a player's: everything is looked at anew, and every reply by itself. Sets of cells
    are numbers here, too."""

    def __init__(self, game, prover, rng):
        self.game, self.prover, self.rng = game, prover, rng
        self.mine, self.theirs = (game.lines_of[who].rows for who in (prover, 1 - prover))

    def free(self, mine, theirs, cell):
        game = self.game
        if self.prover != game.restricted:
            return True
        if isinstance(game, check_cert.Renju):
            stones = tuple(0 if mine >> c & 1 else 1 if theirs >> c & 1 else -1 for c in range(game.cells))
            return Renju(game.width).free(stones, cell)
        return game.is_free(mine, game.full & ~(mine | theirs), cell)

    def open(self, mine, theirs, most, old, stone=None):
        """The marks of lines open to the opponent; only of those through this stone or bordered by it, if there is one."""
        marks = 0
        for line, border in self.theirs:
            gap = line & ~theirs
            if not line & mine and gap.bit_count() <= most and (stone is None or (line | border) >> stone & 1):
                marks |= gap | border & old
        return marks

    def needs(self, mine, cell, old):
        if self.free(mine, 0, cell):
            return 0
        return sum({c: 1 << c for line, border in self.mine if line >> cell & 1 for c in check_cert.bits_of((line | border) & old)}.values())

    def threats(self, old, mine, theirs, my_turn, planned):
        """What line threats mark that are played out from here, or None if they reject."""
        rest = self.play(old, mine, theirs, my_turn, planned, False)
        return rest if rest is None else rest | self.open(mine, theirs, 2, old)

    def play(self, old, mine, theirs, my_turn, planned, chosen):
        empty = [c for c in range(self.game.cells) if not (mine | theirs) >> c & 1]
        my_ends, their_ends = (set().union(*lacked(*sides, 1)) for sides in ((self.mine, mine, theirs), (self.theirs, theirs, mine)))
        forks = [(x, a, b) for a, b in itertools.combinations(lacked(self.mine, mine, theirs, 2), 2) for x in a & b if a != b]
        fine = [fork for fork in forks if self.free(mine, theirs, fork[0])]
        marks = check_cert.set_of(my_ends)
        if not my_ends:
            for x, a, b in forks:
                marks |= check_cert.set_of(a | b) | self.needs(mine, x, old)
        if my_turn:
            if my_ends or not their_ends and chosen and fine:
                return marks
            if their_ends:
                cell = self.rng.choice(sorted(their_ends))
            else:
                planned = list(itertools.dropwhile(lambda c: mine >> c & 1, planned))
                if not planned or planned[0] not in empty:
                    return None
                cell, planned = planned[0], planned[1:]
            if len(empty) == 1 or not self.free(mine, theirs, cell):
                return None
            rest = self.play(old, mine | 1 << cell, theirs, False, planned, chosen)
            return rest if rest is None else rest | 1 << cell | self.needs(mine, cell, old)
        if their_ends:
            return None
        if len(my_ends) > 1:
            return marks
        if my_ends:
            replies = my_ends
        elif fine:
            replies, chosen = set().union(*self.rng.choice(fine)[1:], *lacked(self.theirs, theirs, mine, 2)), True
            marks |= self.open(mine, theirs, 3, old)
        else:
            return None
        for cell in replies if len(empty) > 1 else ():
            after = theirs | 1 << cell
            rest = self.play(old, mine, after, True, planned, chosen)
            if rest is None:
                return None
            marks |= rest | self.open(mine, after, 2, old, cell)
        return marks if len(empty) > 1 else None


class Prover:
    """Makes entries for a claim from the ends of the game upwards, at random. Where the opponent is to move every reply is tried
    to be answered as another one, true or not: what section 4.8 accepts must be true."""

    def __init__(self, game, claim, rng, test):
        self.game, self.claim, self.rng, self.test = game, claim, rng, test
        self.prover, self.zone = claim.prover, Zone(game, claim.prover, rng)
        self.certificate = check_cert.Certificate(b"", 10**9)
        self.certificate.game = game
        self.values, self.known, self.entries, self.zones, self.counts = {}, {}, [], [], collections.Counter()

    def value(self, pos):
        """Whether the claim holds, by playing everything out."""
        if pos not in self.values:
            outcome, mine = self.game.outcome(pos), self.game.to_move(pos) == self.prover
            self.values[pos] = self.claim.fulfilled(outcome) if outcome is not None else \
                (any if mine else all)(self.value(self.game.play(pos, mv)) for mv in self.game.moves(pos))
        return self.values[pos]

    def planned(self, pos):
        empty = check_cert.bits_of(self.game.full & ~(pos[0] | pos[1]))
        return self.rng.sample(empty, self.rng.randrange(min(4, len(empty) + 1)))

    def entry(self, pos):
        """The number of an entry with this position, or None; they are numbered from the last."""
        if pos not in self.known:
            made = (self.move if self.game.to_move(pos) == self.prover else self.replies)(pos)
            if made is None:
                self.known[pos] = None
            else:
                body, zone = made
                self.known[pos] = len(self.entries)
                self.entries.append((pos, body))
                self.zones.append(zone)
        return self.known[pos]

    def link(self, pos):
        """A link to an entry with an image of the position, with the cells whose images are in its zone; or None."""
        m = self.rng.randrange(self.game.maps)
        target, table = self.entry(self.game.image(pos, m)), self.game.map_tables[m]
        if target is None:
            return None
        return ["entry", target, m], check_cert.set_of(c for c in range(self.game.cells) if self.zones[target] >> table[c] & 1)

    def move(self, pos):
        game, rng, mine, theirs = self.game, self.rng, pos[self.prover], pos[1 - self.prover]
        moves = game.moves(pos)
        for mv in rng.sample(moves, min(2, len(moves))):        # after a wrong move there is a reply that refutes it
            if not self.value(game.play(pos, mv)) and game.outcome(game.play(pos, mv)) is None:
                self.test.assertIsNone(self.entry(game.play(pos, mv)))
                self.counts["wrong"] += 1
        moves = [mv for mv in moves if self.value(game.play(pos, mv))]
        for mv in self.rng.sample(moves, min(2, len(moves))):
            after, shown = game.play(pos, mv), None
            zone = 1 << mv | self.zone.needs(mine, mv, theirs)
            if not self.zone.free(mine, theirs, mv):
                zone = game.full
            if self.certificate.settled(self.claim, after):
                return ["move", mv, ["settled"]], zone
            planned = self.planned(after)
            marks = self.zone.threats(theirs, mine | 1 << mv, theirs, False, planned)
            if marks is not None and self.rng.random() < .5:
                return ["move", mv, threats(*planned)], zone | marks
            if self.rng.random() < .03:
                return ["move", mv, ["evidence", 5, u(12)]], game.full
            shown = self.link(after)
            if shown is not None:
                return ["move", mv, shown[0]], zone | shown[1]
        return None

    def replies(self, pos):
        game, rng, mine, theirs = self.game, self.rng, pos[self.prover], pos[1 - self.prover]
        zone = self.zone.open(mine, theirs, 2, theirs)
        ends = {mv: self.certificate.settled(self.claim, game.play(pos, mv)) for mv in game.moves(pos)}
        if False in ends.values():
            return None
        left = {mv for mv, end in ends.items() if end is None}
        items, named, below = [], {}, {}
        if rng.random() < .6:
            planned = self.planned(pos)
            for mv in sorted(left):
                marks = self.zone.threats(theirs, mine, theirs | 1 << mv, True, planned)
                if marks is not None and rng.random() < .8:
                    items[:] = [threats(*planned)]
                    named[mv] = ["item", 1]
                    zone |= marks
                    self.counts["threats"] += 1
        left -= set(named)
        for mv in rng.sample(sorted(left), rng.randrange(len(left) + 1) if rng.random() < .8 else min(1, len(left))):
            shown = self.link(game.play(pos, mv)) if self.value(game.play(pos, mv)) else None
            if shown is not None:
                named[mv], below[mv] = shown
        restricted = game.restricted == 1 - self.prover
        refused = []
        for mv in sorted(left - set(named)):
            self.counts["refutations"] += not self.value(game.play(pos, mv)) and len(below)
            for other in rng.sample(sorted(below), len(below)):
                fine = not below[other] & (1 << mv | 1 << other) and not restricted
                if not fine:
                    refused.append((mv, other))
                    continue
                self.test.assertTrue(self.value(game.play(pos, mv)), (game.rows, pos, mv, other))
                self.counts["answered"] += 1
                item = ["evidence", 8, u(other)]
                if item not in items:
                    items.append(item)
                named[mv] = ["item", items.index(item) + 1]
                break
        for mv in sorted(left - set(named)):
            if not self.value(game.play(pos, mv)):
                return None
            shown = self.link(game.play(pos, mv))
            if shown is None:
                return None
            named[mv], below[mv] = shown
        for mv, cells in below.items():
            zone |= cells & ~(1 << mv)
        opened = [line for line, _ in self.zone.theirs if not line & mine]
        for number, item in enumerate(items, 1):
            if item[1] == 8:
                zone |= 1 << check_cert.Reader(item[2], 0, len(item[2])).u()
                for mv in (mv for mv, shown in named.items() if shown == ["item", number]):
                    zone |= check_cert.set_of(c for line in opened if line >> mv & 1 for c in check_cert.bits_of(line) if c != mv)
        return ["replies", items, 0, sorted(named.items()), refused], zone

    def cert(self, last, wrong=None):
        """A certificate of the entries up to this one. With `wrong`, in one of them a reply is answered as another against its zone."""
        entries = []
        for number in range(last, -1, -1):
            pos, body = self.entries[number]
            turned = lambda shown: ["entry", number - shown[1], shown[2]] if shown[0] == "entry" else shown
            if body[0] == "move":
                body = ["move", body[1], turned(body[2])]
            else:
                items, named = list(body[1]), {mv: turned(shown) for mv, shown in body[3]}
                if number == wrong:
                    mv, other = self.rng.choice(body[4])
                    items.append(["evidence", 8, u(other)])
                    named[mv] = ["item", len(items)]
                body = ["replies", items, 0, sorted(map(list, named.items()))]
            entries.append([0, ["whole", self.game.encode(pos)], body])
        claim = [self.claim.player, self.claim.goal, 0]
        return Cert(self.game.name, self.game.encode(self.entries[last][0]), [claim], [[0, ["entry", 0, 0]]], entries)


class RelevanceZones(Base):
    GAMES = ("tic-tac-toe", "mnk:width=4,height=4,k=3,rule=standard", "mnk:width=5,height=3,k=3,rule=freestyle",
             "mnk:width=5,height=4,k=4,rule=freestyle", "mnk:width=7,height=3,k=3,rule=standard", "mnk:width=5,height=5,k=4,rule=standard",
             "mnk:width=6,height=1,k=3,rule=standard", "gomoku:size=5,rule=renju,opening=free")

    @staticmethod
    def any_lines(rng):
        """Lines that leave room."""
        cells, length, rows = rng.randrange(7, 15), rng.randrange(2, 5), []
        for _ in range(rng.randrange(2, 9)):
            some = rng.sample(range(cells), length + rng.choice((0, 0, 1, 2)))
            rows.append(tuple(check_cert.set_of(part) for part in (some[:length], some[length:])))
        return AnyLines(rng, cells, rows, rng.choice((None, None, 0, 1)))

    @staticmethod
    def read(game, data):
        """What a certificate's own zones are, and the answer."""
        seen = []

        class Watched(check_cert.Certificate):
            def check_entry(self, index):
                super().check_entry(index)
                if index == 0 and self.zones is not None:
                    seen.append(self)

        with unittest.mock.patch.object(check_cert, "find_game", lambda name: game), \
                unittest.mock.patch.object(check_cert, "Certificate", Watched):
            last, _ = check(data)
        return last, seen

    def run_on(self, game, rng, counts, empty=8):
        pos = game.start
        while game.outcome(pos) is None and game.cells - (pos[0] | pos[1]).bit_count() > empty:
            pos = game.play(pos, rng.choice(game.moves(pos)))
        for player, goal in itertools.product((0, 1), (WINS, HOLDS)) if game.outcome(pos) is None else ():
            claim = check_cert.Claim(player, goal)
            prover = Prover(game, claim, rng, self)
            for start in [pos] + [game.play(pos, mv) for mv in rng.sample(game.moves(pos), min(3, len(game.moves(pos))))]:
                if prover.certificate.settled(claim, start) is None:
                    prover.entry(start)
            counts.update(prover.counts)
            if not prover.entries:
                continue
            last = len(prover.entries) - 1
            used = any(item[1] == 8 for _, body in prover.entries if body[0] == "replies" for item in body[1])
            answer, seen = self.read(game, prover.cert(last).bytes())
            self.assertTrue(answer.startswith("s VERIFIED"), answer)
            self.assertEqual(len(seen), used)
            if used:
                self.assertEqual(seen[0].zones[::-1], prover.zones)
                counts["zones"] += len(prover.zones)
                counts["empty"] += sum(zone != game.full for zone in prover.zones)
            refused = [number for number, (_, body) in enumerate(prover.entries) if body[0] == "replies" and body[4]]
            for wrong in rng.sample(refused, min(3, len(refused))):
                answer, _ = self.read(game, prover.cert(last, wrong).bytes())
                reason = "evidence-trait" if game.restricted == 1 - player else "evidence-fails"
                self.assertEqual(answer, f"s REJECTED {reason} at entry {last - wrong}")
                counts["refused"] += 1

    @staticmethod
    def two_completions(white=(0, 4), item=u(3), named=(3, 5, 8), items=(), shown=(), default=1):
        """White to move, Black with two completions, 5 and 8. Every reply but those named is answered as 3 is: by Black's 5."""
        name = "mnk:width=5,height=3,k=3,rule=freestyle"
        game = check_cert.find_game(name)
        code = game.encode((check_cert.set_of((6, 7, 14)), check_cert.set_of(white)))
        links = [[mv, ["entry", number, 0]] for number, mv in enumerate(named, 1)]
        entries = [[0, ["whole", code], ["replies", [["evidence", 8, item], *items], default, sorted(links + list(shown))]]]
        entries += [[0, ["derived", number, mv, 0], ["move", 8 if mv == 5 else 5, ["settled"]]] for number, mv in enumerate(named, 1)]
        return Cert(name, code, [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries)

    def test_by_hand(self):
        made, zone = self.two_completions, lambda mv: ["evidence", 8, u(mv)]
        good = made()
        self.verified(good)
        self.verified(made(item=u(5)))      # Black's 8
        self.verified(made(items=(zone(9), zone(14), zone(2**32 - 1))))         # nothing refers to these
        self.rejected(made(item=u(9)), "evidence-fails", "entry 0")             # a reply that is not named,
        self.rejected(made(item=u(14)), "evidence-fails", "entry 0")            # or none at all,
        self.rejected(made(item=u(9), items=(threats(),), shown=[[9, ["item", 2]]]), "evidence-fails", "entry 0")  # or not by an entry
        self.rejected(made(items=(zone(9),), shown=[[9, ["item", 2]]]), "evidence-fails", "entry 0")
        self.rejected(made(named=(3, 8)), "evidence-fails", "entry 0")          # 5 is in the zone
        # White's 2 fills a line. It is not in the zone, since Black wins before; and yet White has won.
        self.rejected(made(white=(0, 1)), "evidence-fails", "entry 0")
        self.rejected(made(white=(0, 1), default=0, shown=[[mv, ["item", 1]] for mv in (2, 4, 9, 10, 11, 12, 13)]), "idle-name", "entry 0")
        for payload in (b"", u(2**32), u(3) + u(3)):
            self.rejected(made(item=payload), "malformed", "entry 0")
            self.rejected(made(items=(["evidence", 8, payload],)), "malformed", "entry 0")
        # where no reply leads
        self.rejected(Cert(good.game, good.root, good.claims, [[0, zone(3)]], good.entries), "evidence-fails", "section 0")
        move = [0, ["whole", bytes(4)], ["move", 7, zone(3)]]
        self.rejected(Cert(good.game, bytes(4), good.claims, [[0, ["entry", 0, 0]]], [move]), "evidence-fails", "entry 0")
        # games that are not of lines
        for name in ("gomoku:size=7,rule=standard,opening=professional", "connect-four:width=7,height=6"):
            game = check_cert.find_game(name)
            self.rejected(Cert(name, game.encode(game.start), [[0, WINS, 0]], [[0, zone(3)]], []), "evidence-trait", "section 0")
        # In renju Black may not play all cells: as White's opponent he is not answered so.
        name = "gomoku:size=5,rule=renju,opening=free"
        game = check_cert.find_game(name)
        pos = (check_cert.set_of((0, 2, 4, 11)), check_cert.set_of((5, 6, 7, 8)))
        entries = [[0, ["whole", game.encode(pos)], ["replies", [zone(1)], 1, [[1, ["entry", 1, 0]]]]],
                   [0, ["derived", 1, 1, 0], ["move", 9, ["settled"]]]]
        self.rejected(Cert(name, game.encode(pos), [[1, WINS, 0]], [[0, ["entry", 0, 0]]], entries), "evidence-trait", "entry 0")
        lines, _ = check_cert.check_file(io.BytesIO(good.bytes()), sample=2)
        self.assertIn("and no zones", lines[-2])

    def test_replies_on_cells_of_forks(self):
        """Three threes: a reply on a cell of one of them leaves the others, and what is left of its own."""
        game = check_cert.find_game("gomoku:size=9,rule=freestyle,opening=free")
        cells = lambda names: check_cert.set_of("abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1) for name in names.split())
        pos = cells("d5 e5 f5 d2 e2 f2 d8 e8 f8"), cells("a9 c9 i7 i9 a7 a1 c3 g6")
        planned, zone = check_cert.bits_of(cells("i4")), Zone(game, 0, random.Random(1))
        certificate, claim = check_cert.Certificate(b"", 10**9), check_cert.Claim(0, WINS)
        certificate.game = game
        replies = check_cert.bits_of(cells("b5 c5 g5 h5 b2 c2 g2 h2 c8 h8 a4 a5"))
        marks = {mv: zone.threats(pos[1], pos[0], pos[1] | 1 << mv, True, planned) for mv in replies}
        self.assertGreater(len(set(marks.values())), 6)
        for some in itertools.chain.from_iterable(itertools.combinations(replies, n) for n in (1, 2, 3)):
            certificate.marks = check_cert.Marks(game, pos, 0)
            self.assertTrue(certificate.threats_after(claim, pos, certificate.lacks(pos, 1), planned, list(some)))
            self.assertEqual(certificate.marks.cells, check_cert.set_union(marks[mv] for mv in some), some)

    def test_marks_of_replies_served_together(self):
        """What the replies served together mark is what the replay after each of them marks."""
        self.marks_served_together(7, 120)

    def marks_served_together(self, seed, rounds):
        rng, counted = random.Random(seed), 0
        renju = check_cert.find_game("gomoku:size=7,rule=renju,opening=free")
        for number in range(rounds):
            game, pos = OneReplayForManyReplies.some_game(rng), (0, 0)
            if number % 5 == 0:
                game, player, n = renju, rng.randrange(3) // 2, rng.randrange(5, 10)
                crowd = rng.sample([7 * r + c for r in range(1, 6) for c in range(1, 6)], 2 * n - 1 + player)
                pos = check_cert.set_of(crowd[:n]), check_cert.set_of(crowd[n:])
                pos = pos if player == 0 else pos[::-1]
                if any(game.lines_of[who].won(pos[who]) for who in (0, 1)) or game.outcome(pos) is not None:
                    continue
            else:
                for _ in range(rng.randrange(game.cells - 2)):
                    if game.outcome(pos) is None:
                        last, pos = pos, game.play(pos, rng.choice(game.moves(pos)))
                if game.outcome(pos) is not None:
                    pos = last
            claim, moves = check_cert.Claim(1 - game.to_move(pos), WINS), game.moves(pos)
            zone, (theirs, mine) = Zone(game, claim.player, rng), pos if game.to_move(pos) == 0 else pos[::-1]
            certificate = check_cert.Certificate(b"", 10**9)
            certificate.game = game
            lacks = certificate.lacks(pos, game.to_move(pos))
            for _ in range(4):
                planned = [rng.choice(moves) for _ in range(rng.randrange(5))]
                marks = {mv: zone.threats(theirs, mine, theirs | 1 << mv, True, planned)
                         for mv in moves if game.outcome(game.play(pos, mv)) is None}
                good = [mv for mv, it in marks.items() if it is not None]
                near = [mv for mv in good if any(marks[other] >> mv & 1 for other in good)]
                parts = [good] + [rng.sample(part, rng.randrange(1, len(part) + 1)) for part in (good, good, near, near) if part]
                for some in map(sorted, parts):
                    certificate.marks = check_cert.Marks(game, pos, claim.prover)
                    if some:
                        self.assertTrue(certificate.threats_after(claim, pos, lacks, planned, some))
                        self.assertEqual(certificate.marks.cells, check_cert.set_union(marks[mv] for mv in some))
                        counted += len(some) > 1
        self.assertGreater(counted, 2 * rounds // 3)

    def test_random_proofs(self):
        counts = self.random_proofs(5, 20)
        self.assertGreater(counts["answered"], 300)
        self.assertGreater(counts["refused"], 100)
        self.assertGreater(counts["refutations"], 300)

    def random_proofs(self, seed, rounds):
        rng, counts = random.Random(seed), collections.Counter()
        for number in range(rounds):
            self.run_on(self.any_lines(rng), rng, counts)
            if number % 3 == 0:
                game = check_cert.find_game(rng.choice(self.GAMES))
                self.run_on(game, rng, counts, 6 if game.restricted is not None else 8)
        return counts


class FewLines(check_cert.RowGame):
    """Any lines of one length, with any borders. To the first player cells may be forbidden where he would lack at most two cells of
    so many lines or more, unless the second has an odd number of stones on the lines through the cell."""
    def __init__(self, cells, lines, borders=(), forbids=0):
        super().__init__("few", cells, 1, len(lines[0]), "freestyle")
        rows = [(check_cert.set_of(line), check_cert.set_of(borders[j] if j < len(borders) else ())) for j, line in enumerate(lines)]
        self.set_up(cells, rows, [list(range(cells))])
        self.forbids, self.restricted = forbids, 0 if forbids else None
        self.around = [self.reach_of(lines) for lines in self.through]

    def won(self, stones):
        return check_cert.LineGame.won(self, stones)

    def decided(self, pos, claim):
        return None

    def telling(self, pos, claim):
        return 0

    def is_free(self, mine, empty, cell):
        theirs = self.full & ~(mine | empty)
        near = sum((line & ~mine).bit_count() <= 3 for line in self.lines if line >> cell & 1 and not line & theirs)
        return near < self.forbids or self.won(mine | 1 << cell)

    def may(self, pos, cell):
        empty = self.full & ~(pos[0] | pos[1])
        free = not self.forbids or self.to_move(pos) or self.is_free(pos[0], empty, cell)
        return free or (self.around[cell] & ~(1 << cell) & pos[1]).bit_count() & 1

    def moves(self, pos):
        return [cell for cell in super().moves(pos) if self.may(pos, cell)]

    def is_legal(self, pos, mv):
        return super().is_legal(pos, mv) and self.may(pos, mv)

    def wins(self, pos, player, known):
        """Whether the player can force a win, by playing everything out; who may not move has lost."""
        outcome = self.outcome(pos)
        if outcome is not None:
            return outcome == player
        if pos not in known:
            mine = self.to_move(pos) == player
            known[pos] = any(self.wins(self.play(pos, mv), player, known) == mine for mv in self.moves(pos)) == mine
        return known[pos]


class FalseZones(Base):
    """Small boards where one reply takes the first player's win away, and is said to be answered as another one. Without what marks
    that cell the checker would believe it."""

    def refused(self, game, pos, other, served, answers, others, unmarked, named=()):
        """Reply `other` is answered by the entries `answers` (moves that lead there, and a body), `served` as that, and all others by
        the last of the items `others`. `unmarked` are methods that mark, and do nothing."""
        pos = tuple(map(check_cert.set_of, pos))
        self.assertFalse(game.wins(pos, 0, {}))
        items = [["evidence", 8, u(other)], *others]
        replies = [[served, ["item", 1]], [other, ["entry", 1, 0]], *named]
        entries = [[0, ["whole", game.encode(pos)], ["replies", items, len(items), sorted(replies)]]]
        for moves, body in answers:
            after = pos
            for mv in moves:
                after = game.play(after, mv)
            entries.append([0, ["whole", game.encode(after)], body])
        cert = Cert("few", game.encode(pos), [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries)
        with unittest.mock.patch.object(check_cert, "find_game", lambda name: game):
            self.rejected(cert, "evidence-fails", "entry 0")
            for owner, name, instead in unmarked:
                with unittest.mock.patch.object(owner, name, instead):
                    self.verified(cert)

    MARKS = check_cert.Marks
    NO_LINES = [(MARKS, "lines", lambda *rest: None)]
    NO_MOVE = [(MARKS, "move", lambda *rest: None)]

    @staticmethod
    def by(mv, evidence):
        return ["move", mv, evidence]

    @staticmethod
    def search(plies):
        return ["evidence", 5, u(plies)]

    def two_forks(self, answers, unmarked):
        lines = [(0, 1, 2), (0, 1, 3), (0, 4, 5), (0, 4, 6), (4, 7, 10)]
        self.refused(FewLines(12, lines), ((0, 11), (10,)), 8, 4, answers, [self.search(3)], unmarked)

    def test_lines_where_a_replay_begins(self):
        self.two_forks([((8,), self.by(1, threats()))], [(self.MARKS, "begin", lambda self, play: play)])

    def test_other_evidence(self):
        self.two_forks([((8,), self.by(1, self.search(2)))], [(self.MARKS, "all_cells", lambda self: None)])

    def test_lines_where_the_opponent_is_to_move_and_zones_of_entries(self):
        replies = (2, 3, 4, 5, 6, 7, 9)
        answers = [((8,), self.by(1, ["entry", 1, 0])), ((8, 1), ["replies", [], 0, [[mv, ["entry", n, 0]] for n, mv in enumerate(replies, 1)]])]
        answers += [((8, 1, mv), self.by(3 if mv == 2 else 2, ["settled"])) for mv in replies]
        below = check_cert.Certificate.zone_below
        only_first = lambda self, index, link: 0 if index == 1 else below(self, index, link)
        self.two_forks(answers, self.NO_LINES + [(check_cert.Certificate, "zone_below", only_first)])

    def test_lines_of_a_forced_stone(self):
        lines = [(0, 1, 2), (1, 3, 8), (1, 3, 9), (0, 4, 5), (0, 4, 6), (2, 4, 7)]
        self.refused(FewLines(11, lines), ((0,), ()), 10, 4, [((10,), self.by(1, threats(3)))], [self.search(5)], self.NO_LINES)

    def test_lines_after_an_idle_reply(self):
        lines = [(12, 1, 4, 6), (12, 1, 4, 7), (12, 1, 5, 6), (12, 1, 5, 7), (12, 0, 8, 10), (12, 0, 8, 11), (12, 0, 9, 10), (12, 0, 9, 11),
                 (0, 2, 3, 13)]
        named = [[mv, ["item", 2]] for mv in range(1, 8)]
        self.refused(FewLines(15, lines, [(3,)] * 4), ((12, 14), (13,)), 8, 0, [((8,), self.by(1, threats()))], [threats(0), threats(1)],
                     self.NO_LINES, named)

    def test_stones_on_borders(self):
        lines = [(2, 8, 12, 14), (0, 15, 1, 2), (0, 15, 3, 8), (1, 3, 9, 10), (1, 3, 9, 11), (0, 15, 4, 5), (0, 15, 4, 6), (0, 15, 4, 7)]
        self.refused(FewLines(16, lines, [(13,)]), ((0, 15), (14,)), 13, 4, [((13,), self.by(1, threats(3, 9)))], [threats(4)],
                     [(check_cert.LineGame, "borders_of", lambda *rest: 0)])

    def test_the_move(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 4)]
        self.refused(FewLines(6, lines), ((0,), ()), 5, 1, [((5,), self.by(1, threats()))], [self.search(3)], self.NO_MOVE)

    def test_cells_on_which_a_line_is_filled(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 4, 2), (0, 4, 5)]
        self.refused(FewLines(7, lines), ((0,), ()), 6, 2, [((6,), self.by(1, threats()))], [self.search(3)],
                     [(self.MARKS, "put", lambda *rest: None)])

    def test_cells_of_forks(self):
        lines = [(0, 1, 4, 6), (0, 1, 4, 7), (0, 1, 5, 6), (0, 1, 5, 7), (0, 4, 8, 10), (0, 4, 8, 11), (0, 4, 9, 10), (0, 4, 9, 11)]
        named = [[mv, ["item", 2]] for mv in (1, 5, 6, 7)]
        self.refused(FewLines(12, lines), ((0,), ()), 8, 4, [((8,), self.by(1, threats()))], [threats(4), threats(1)],
                     [(self.MARKS, "forks", lambda *rest: None)], named)

    def test_what_a_move_needs(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 8), (0, 1, 9), (0, 4, 5), (0, 4, 6), (0, 4, 7)]
        self.refused(FewLines(10, lines, forbids=4), ((0,), ()), 2, 4, [((2,), self.by(1, threats()))], [self.search(3)], self.NO_MOVE)

    def test_a_move_that_is_not_free(self):
        lines = [(0, 1, 2), (0, 1, 3), (0, 1, 7), (0, 1, 8), (1, 4, 9), (0, 1, 10), (0, 4, 5), (0, 4, 6)]
        self.refused(FewLines(12, lines, forbids=4), ((0, 11), (10,)), 5, 4, [((5,), self.by(1, threats()))], [self.search(3)],
                     [(self.MARKS, "all_cells", lambda self: None)])

    def test_cells_beside_replies_that_are_answered_as_another(self):
        lines = [(12, 1, 2), (12, 1, 3), (12, 4, 8), (12, 4, 9), (0, 5, 10), (0, 5, 11), (5, 6, 7), (5, 6, 13)]
        by_entry = (1, 2, 3, 4, 8, 9, 10)
        body = ["replies", [["evidence", 8, u(10)]], 1, [[mv, ["entry", n, 0]] for n, mv in enumerate(by_entry, 1)]]
        answers = [((11,), self.by(12, ["entry", 1, 0])), ((11, 12), body)]
        answers += [((11, 12, mv), self.by(4 if mv < 4 else 1, threats())) for mv in by_entry]
        self.refused(FewLines(14, lines), ((0,), ()), 11, 5, answers, [threats(12), threats(5)],
                     [(check_cert.LineGame, "beside", lambda *rest: 0)], [[10, ["item", 2]]])


class Mutations(Base):
    """Certificates changed in their structure, checksums right: what is still accepted is still true."""

    def mutate(self, cert, rng):
        cert = copy.deepcopy(cert)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            entry = rng.choice(cert.entries) if cert.entries else None
            kind = rng.randrange(11)
            if kind == 0:
                cert.claims[rng.randrange(len(cert.claims))] = [rng.randrange(2), rng.randrange(2), 0]
            elif kind == 1:
                section = rng.choice(cert.sections)
                section[rng.randrange(2)] = rng.choice((0, 1, ["settled"], ["entry", rng.randrange(len(cert.entries)), rng.randrange(8)]))
                if not (isinstance(section[0], int) and isinstance(section[1], list)):
                    section[:] = [0, ["entry", 0, 0]]
            elif kind == 2 and len(cert.sections) == 2:
                del cert.sections[rng.randrange(2)]
            elif kind == 3:
                entry[0] = rng.randrange(len(cert.claims))
            elif kind == 4:
                changed = bytearray(entry[1][1]) if entry[1][0] == "whole" else bytearray(9)
                a, b = rng.randrange(len(changed)), rng.randrange(len(changed))
                changed[a], changed[b] = changed[b], changed[a]
                entry[1] = ["whole", bytes(changed)]
            elif kind == 5:
                changed = bytearray(cert.root)
                a = rng.randrange(len(changed))
                changed[a] = rng.randrange(3)
                cert.root = bytes(changed)
            elif kind == 6 and entry[2][0] == "replies" and entry[2][3]:
                del entry[2][3][rng.randrange(len(entry[2][3]))]
            elif kind == 7:
                links = [entry[2]] if entry[2][0] == "move" else entry[2][3]
                for link in links[:1]:
                    link[-1] = ["entry", rng.choice((-1, 0, 1, 2, rng.randrange(-20, 20))), rng.randrange(8)]
            elif kind == 8 and entry[2][0] == "move":
                entry[2][1] = rng.randrange(9)
                if rng.random() < .5:
                    entry[2][2] = rng.choice((["settled"], threats(*rng.sample(range(9), 3)), tree(("o", 1, []), ("p", 1), ("o", 0, []))))
            elif kind == 9 and entry[2][0] == "replies":
                entry[2][1] = [rng.choice((threats(*rng.sample(range(9), 4)), tree(("p", rng.randrange(9)), ("o", 1, []), ("p", rng.randrange(9)))))]
                entry[2][2] = 1
                if rng.random() < .7:
                    entry[2][3] = entry[2][3][:rng.randrange(len(entry[2][3]) + 1)]
            elif kind == 10:
                a, b = rng.randrange(len(cert.entries)), rng.randrange(len(cert.entries))
                cert.entries[a], cert.entries[b] = cert.entries[b], cert.entries[a]
        return cert

    def run_on(self, cert, key, rounds, seed):
        rng = random.Random(seed)
        value = dict(solved(key)[0])
        self.verified(cert)
        accepted = 0
        for _ in range(rounds):
            mutant = self.mutate(cert, rng)
            last, code = check(mutant.bytes())
            if code:
                self.assertTrue(last.startswith("s REJECTED "))
                continue
            accepted += 1
            for (player, goal), pos in decoded(mutant) + [(tuple(mutant.claims[c][:2]), tuple(mutant.root)) for c, _ in mutant.sections]:
                if pos not in value:        # cannot be reached from the start, so was not solved
                    continue
                self.assertTrue(true_claim(value[pos], player, goal), (last, pos))
        return accepted

    def test_tic_tac_toe(self):
        total = 0
        for symmetric in (True, False):
            cert = full_certificate("tic", symmetric=symmetric)
            total += self.run_on(cert, "tic", 60 if symmetric else 3, 7)
        self.assertGreater(total, 1)
        wins = tic([[0, ["whole", board("XO.......")], ["move", 4, ["entry", 1, 0]]],
                    [0, ["whole", board("XO..X....")], ["replies", [tree(("p", 8)), threats(6)], 1, [[8, ["item", 2]]]]]])
        total = self.run_on(wins, "tic", 800, 8)
        self.assertGreater(total, 10)

    def test_morris(self):
        cert = full_certificate(("adjacent", "free"))
        self.run_on(cert, ("adjacent", "free"), 100, 9)


class Tokens:
    """A certificate's stream as the numbers and bytes that a reader meets in it, to be changed one by one: lengths of what
    encloses them are made right again."""

    def __init__(self, stream, tables=None):
        found, parts = {}, {}

        class Watched(check_cert.Reader):
            def u(self):
                at = self.at
                value = super().u()
                found[at] = self.at, value
                return value

            def part(self):
                at = self.at
                part = super().part()
                parts[at] = part.at, part.end
                return part

        with unittest.mock.patch.object(check_cert, "Reader", Watched):
            try:
                check_cert.Certificate(stream, tables=tables).read()
            except check_cert.Reject:
                pass
        # (number | bytes, None) or (None, end of the part that begins here)
        self.tokens, at = [], 0
        while at < len(stream):
            if at in found:
                end, value = found[at]
                self.tokens.append((at, None, parts[at][1]) if at in parts else (at, value, None))
            else:
                end = next((i for i in range(at + 1, len(stream)) if i in found), len(stream))
                self.tokens.append((at, stream[at:end], None))
            at = end
        self.length = len(stream)

    def changed(self, rng):
        """The stream with some tokens changed."""
        tokens = list(self.tokens)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            at = rng.randrange(len(tokens))
            start, value, end = tokens[at]
            if end is not None:
                continue
            if isinstance(value, bytes):
                raw = bytearray(value or bytes(1))
                kind = rng.randrange(4)
                if kind == 0:
                    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
                elif kind == 1:
                    raw[rng.randrange(len(raw))] = rng.randrange(256)
                elif kind == 2:
                    del raw[rng.randrange(len(raw)):]
                else:
                    a, b = rng.randrange(len(raw)), rng.randrange(len(raw))
                    raw[a], raw[b] = raw[b], raw[a]
                tokens[at] = start, bytes(raw), None
            elif rng.random() < 0.1:
                other = rng.choice(tokens)
                tokens[at] = (start, other[1], None) if other[2] is None else tokens[at]
            elif rng.random() < 0.1:
                tokens[at] = start, b"", None
            else:
                number = rng.choice((0, 1, 2, 3, 7, 8, value ^ 1, value + 1, max(value - 1, 0), 2 * value, rng.randrange(20), rng.randrange(300),
                                     rng.choice((255, 256, 2**16, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64))))
                tokens[at] = start, number, None
        out, ends = [b""], []
        for start, value, end in tokens:
            while ends and start >= ends[-1]:
                ends.pop()
                part = out.pop()
                out[-1] += blob(part)
            if end is not None:
                ends.append(end)
                out.append(b"")
            else:
                out[-1] += value if isinstance(value, bytes) else u(value)
        while ends:
            ends.pop()
            part = out.pop()
            out[-1] += blob(part)
        return out[0]


class EveryAnswer(Base):
    """Whatever a file says, the answer is one line, and no mistake of the program's own."""
    GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../golden/certificates")

    def answer(self, data, **options):
        lines, code = check_cert.check_file(io.BytesIO(data), **options)
        self.assertTrue(lines[-1].startswith("s VERIFIED " if code == 0 else "s REJECTED "), lines)
        self.assertIn(code, (0, 1))
        self.assertEqual([line for line in lines if line.startswith("s ")], lines[-1:])
        return lines[-1]

    def originals(self):
        for name in sorted(os.listdir(self.GOLDEN)):
            if name.endswith(".quod"):
                with open(os.path.join(self.GOLDEN, name), "rb") as file:
                    yield check_cert.read_container(file)
        for name, fen, claim, evidence in (
                ("chess:fifty=off", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", [0, 6, 1], tree(("p", 3 + 64 * 59))),
                ("antichess", "8/8/8/8/8/r7/2P5/8 w - -", [0, 6, 1], ["evidence", 5, u(2)]),
                ("losers", "7k/8/8/8/8/r7/2P5/7K w - -", [0, 6, 1], ["evidence", 6, bytes(2)])):
            yield Cert(name, Board(name, fen).encode(Board(name, fen).start), [claim], [[0, evidence]], []).stream()
        yield RelevanceZones.two_completions().stream()
        game, pos = Connections().position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        yield Connections().cert(game, pos, [SECOND_ROW, BRIDGE, THIRD_ROW], BOTH_WAYS).stream()
        for name in ("connect-four:width=4,height=4", "othello:size=4,empty=nobody", "checkers:size=4,rows=full", "amazons:width=3,height=3",
                     "lines-of-action:size=4,simultaneous=draw", "dots-and-boxes:width=1,height=2", "atari-go:size=3,start=empty",
                     "breakthrough:width=2,height=4", "domineering:width=3,height=3", "clobber:width=3,height=2", "score-four:width=2,depth=2,height=2,k=2",
                     "small-chess:height=3", "gomoku:size=6,rule=renju,opening=free", "six-mens-morris:men=3,flying=on", "y:size=3", TO_COME):
            game = check_cert.find_game(name)
            item, moves = ["evidence", 5, u(2)], game.moves(game.start)
            entries = [[0, ["whole", game.encode(game.start)], ["move", moves[0], ["entry", 1, 0]]],
                       [0, ["derived", 1, moves[0], 0], ["replies", [item, strategy(WIN, play(moves[-1]), ANY), tree(("o", 1, []), None)], 1, []]]]
            if game.repeats:
                del entries[1][2][1][1]
            yield Cert(name, game.encode(game.start), [[0, WINS, 0], [1, HOLDS, 0]], [[0, ["entry", 0, 0]]], entries).stream()

    def mutants(self, seed, rounds):
        rng, counts = random.Random(seed), collections.Counter()
        for stream in self.originals():
            tokens = Tokens(stream)
            self.assertEqual(Tokens(stream).tokens, tokens.tokens)
            for _ in range(rounds):
                last = self.answer(container(tokens.changed(rng)), work=20_000, tables=os.path.join(self.GOLDEN, "tables"))
                counts[last.split()[1] if last.startswith("s VERIFIED") else last.split()[2]] += 1
        return counts

    def test_mutants_of_all_kinds(self):
        counts = self.mutants(3, 100)
        self.assertGreater(counts["VERIFIED"], 100)
        for reason in ("malformed", "bad-position", "unknown-game", "evidence-fails", "link-mismatch", "no-such-entry", "illegal-move", "wrong-side",
                       "no-such-map", "work-limit", "unknown-evidence", "unknown-claim", "evidence-trait", "table-unavailable"):
            self.assertGreater(counts[reason], 0, reason)

    def test_positions_without_a_layer(self):
        """A table cannot speak of a position that is in none of its game's layers; nor need it exist to be refused."""
        for name in ("checkers:size=8,rows=full", "six-mens-morris:men=6,flying=on", "antichess"):
            game = check_cert.find_game(name)
            cert = WithTables(name, game.encode(game.start), [[0, WINS, 0]], [[0, ["evidence", 3, u(0)]]], [])
            title, layer = game.title[0], 0
            data = table(title, layer, [0] * game.indices(layer), [], words=game.title[1], met=True)
            cert.tables = [(title, layer, data[-32:])]
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, title.split(":")[0] + "-00.qtab"), "wb") as file:
                    file.write(data)
                self.rejected(cert, "evidence-fails", "section 0", tables=folder)
                self.rejected(cert, "table-unavailable", "header")

    def test_a_mistake_of_the_program_is_no_answer_about_the_certificate(self):
        def broken(self):
            raise KeyError("a mistake")
        data = Cert("tic-tac-toe", bytes(9), [[0, HOLDS, 0]], [[0, ["settled"]]], []).bytes()
        with unittest.mock.patch.object(check_cert.Certificate, "read", broken):
            lines, code = check_cert.check_file(io.BytesIO(data))
        self.assertEqual((lines[-1], code), ("s UNKNOWN internal at header", 3))


class Bounds(Base):
    """What a check may take: 64 MB and 40 bytes for each byte of the file, and work that is counted."""

    def measured(self, data, room=64_000_000, **options):
        """The last line; and that no more memory was taken than is allowed, or than so much and what the file's bytes allow."""
        tracemalloc.start()
        try:
            last, _ = check(data, **options)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        self.assertLess(peak, room + 40 * len(data), last)
        return last

    def root(self, name, evidence, claim=(0, WINS, 0), pos=None):
        game = check_cert.find_game(name)
        return Cert(name, game.encode(pos or game.start), [list(claim)], [[0, evidence]], []).bytes()

    def test_joins(self):
        """A lemma may have many joins and be named many times: nothing of them is kept, and alike ones are refused."""
        game, pos = Connections().position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        cells = [(c, 0) for c in range(6)]
        joins = sorted({tuple(map(it.index, it)) for it in itertools.product(range(6), repeat=6)})
        many = (cells, [], joins, [([], [])])
        cert = Connections().cert(game, pos, [many, (cells, [], [[0] * 6], [([], [(0, 0, (0, 0))] * 500)])], BOTH_WAYS)
        self.assertIn(self.measured(cert.bytes()).split()[2], ("evidence-fails", "work-limit"))
        for alike in (([0, 0], [0, 0]), ([0, 1], [1, 0]), ([0, 0], [1, 1])):
            cert = Connections().cert(game, pos, [(SECOND_ROW[0], SECOND_ROW[1], list(alike), SECOND_ROW[3])], BOTH_WAYS)
            self.rejected(cert, "malformed", "section 0")
        cert = Connections().cert(game, pos, [(SECOND_ROW[0], SECOND_ROW[1], [[0, 1], [0, 0]], SECOND_ROW[3])], BOTH_WAYS)
        self.rejected(cert, "evidence-fails", "section 0")

    def test_a_lemma_names_only_lemmas_before_it(self):
        game, pos = Connections().position("hex:width=3,height=3,swap=off", [(1, 1)], [], 1)
        for before in (1, 2, 2**31, 2**62):
            part = [(-before, 0, (1, 1))]
            for lemmas, root in (([SECOND_ROW[:3] + ([([(0, 1)], part)],)], BOTH_WAYS), ([], ([], part))):
                self.rejected(Connections().cert(game, pos, lemmas, root), "malformed", "section 0")

    def test_items(self):
        """Ten thousand items of kind 8, none of which is asked for; and as many that are."""
        zone = ["evidence", 8, u(3)]
        last = self.measured(RelevanceZones.two_completions(items=[zone] * 10_000).bytes())
        self.assertTrue(last.startswith("s VERIFIED"), last)
        moves = [0] * 100_000
        cert = RelevanceZones.two_completions(items=[["evidence", 6, b""]] * 100_000 + [threats(*moves)])
        self.measured(cert.bytes())

    def test_entries(self):
        """Entries as short as they can be, all different."""
        name = "mnk:width=20,height=20,k=9,rule=freestyle"
        game = check_cert.find_game(name)
        entries = [[0, ["whole", game.encode(game.start)], ["replies", [], 0, []]]]
        entries += [[0, ["derived", 1, mv, 0], ["replies", [], 0, []]] for mv in range(100)]
        for number in range(200):       # of each row of a hundred entries the next by a stone in a cell of its own
            entries += [[0, ["derived", 100, 100 + number, 0], ["replies", [], 0, []]]] * 100
        last = self.measured(Cert(name, game.encode(game.start), [[0, WINS, 0]], [[0, ["entry", 0, 0]]], entries).bytes())
        self.assertTrue(last.startswith("s REJECTED"), last)

    def test_long_lists(self):
        """Long lists of claims, nodes, instructions and choices: what is read takes no more than its bytes allow."""
        drop = "connect-four:width=4,height=4"
        game = check_cert.find_game(drop)
        claims = [[number % 2, 2 + number // 2 % 2, number // 4] for number in range(20_000)]
        data = Cert(drop, game.encode(game.start), claims, [[0, ["settled"]]], []).bytes()
        check(data)        # sets up the rules
        self.assertEqual(self.measured(data, 1_000_000), "s REJECTED not-settled at section 0")
        size, room = 60_000, 1_000_000
        for evidence in (["evidence", 1, u(size) + bytes(size)], ["evidence", 1, u(size // 3) + bytes((2, 0, 0)) * (size // 3)],
                         ["evidence", 1, u(size // 5) + bytes((2, 0, 1, 0, 1)) * (size // 5 - 1) + bytes((2, 0, 0))],
                         ["evidence", 4, u(size) + bytes(size)], ["evidence", 4, u(size // 2) + bytes((2, 1)) * (size // 2)],
                         ["evidence", 4, u(size // 3) + bytes((7, 1, 9)) * (size // 3)], ["evidence", 6, bytes(size)]):
            self.assertIn(self.measured(self.root(drop, evidence), room).split()[2], ("malformed", "evidence-fails", "work-limit"))

    def test_deep_plays(self):
        """Plays that go on for long, in games of many moves."""
        rng = random.Random(5)
        for name, evidence in (("chess:fifty=off", ["evidence", 6, rng.randbytes(20_000)]), ("amazons:width=10,height=10", ["evidence", 5, u(90)]),
                               ("awari:grand-slam=allowed,rest=opponent,worth=game", ["evidence", 6, rng.randbytes(9_000)])):
            last = self.measured(self.root(name, evidence), work=1_500_000)
            self.assertIn(last.split()[2], ("work-limit", "evidence-fails"), name)

    def test_a_remark_buys_no_work(self):
        cert = Cert("tic-tac-toe", bytes(9), [[0, HOLDS, 0]], [[0, ["evidence", 5, u(9)]]], [], remark=" " * 100_000)
        limits = []
        for remark in ("", " " * 100_000):
            cert.remark = remark
            checked = check_cert.Certificate(cert.stream())
            checked.read()
            limits.append((checked.most_work, checked.most_held))
        self.assertLess(limits[1][0] - limits[0][0], 5_000)
        self.assertLess(limits[1][1] - limits[0][1], 100)

    def test_the_files_of_the_attack(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../shared/data/attacks")
        if not os.path.isdir(folder):
            self.skipTest("no ../shared/data/attacks beside the project")
        for name, reason in (("joins-2000-1000", "malformed"), ("kind-8-items-10000", "wrong-side"), ("checkers-kind-3-no-table", "table-unavailable")):
            with open(os.path.join(folder, name + ".quod"), "rb") as file:
                self.assertTrue(self.measured(file.read()).startswith(f"s REJECTED {reason} at "), name)


class Hostile(Base):
    def test_work_in_trees(self):
        """First threatens 3 and 12, and a tree lets him wait twice before he takes one of them: small to write, long to replay."""
        first, second = (0, 1, 2, 4, 8), (5, 6, 9, 10)
        nodes = []
        for wait in (63, 62):
            # At an opponent's node: 3 and 12 are answered at once (3 and 1 nodes on), so is a reply that takes a waiting move.
            nodes += [("o", 4, [[3, 1], [12, 3]] + [[c, 3] for c in range(62, wait + 1)]), ("p", 12), None, ("p", 3), ("p", wait)]
        nodes += [("o", 3, [[3, 1]]), ("p", 12), None, ("p", 3)]
        cert = Cert("qubic", LineThreats.stones(first, second), [[0, 0, 0]], [[0, tree(*nodes)]], [])
        self.assertLess(len(cert.bytes()), 250)
        start = time.time()
        self.rejected(cert, "work-limit", "section 0", work=5_000)
        self.assertLess(time.time() - start, 2)
        nodes = nodes[-4:]
        cert.sections[0][1] = tree(*nodes)
        self.verified(cert)

    def test_work_in_threats(self):
        # cells over and over
        cells = [0] * 50_000
        first = sum(1 << c for c in (0, 1, 7, 11, 3)).to_bytes(8, "little")
        second = sum(1 << c for c in (21, 26, 38, 41)).to_bytes(8, "little")
        entry = [0, ["whole", first + second], ["replies", [threats(*cells)], 1, []]]
        cert = Cert("qubic", first + second, [[0, 0, 0]], [[0, ["entry", 0, 0]]], [entry])
        self.verified(cert)
        self.rejected(cert, "work-limit", "entry 0", work=200_000)

    def test_deep(self):
        """A tree of a hundred thousand nodes in a game that can go on for ever."""
        value, _, children = solved(("any", "free"))
        pos = next(p for p in value if p[:9].count(0) == 3 and value[p] == DRAW or p[:9].count(0) == 3 and children[p])
        nodes = [None] * 100_000
        cert = Cert("three-mens-morris:moves=any,opening=free", bytes(pos), [[0, 1, 0]], [[0, tree(*nodes)]], [])
        self.rejected(cert, "evidence-fails", "section 0")


if __name__ == "__main__":
    unittest.main()
