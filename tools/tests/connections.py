"""Lemmas for connections, and certificates of Hex and Y that rest on them."""

import re

from rules_hex_and_y import Borders
from writer import WINS, Cert, several, u, z


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


def connection_cert(game, pos, lemmas, root, player=0):
    return Cert(game.name, game.encode(pos), [(player, WINS, 0)], [(0, connection(lemmas, root))], [])


def connection_position(name, first, second, mover):
    """The rules of a game, and its position with stones on these cells."""
    width, height = (int(x) for x in re.findall("=([0-9]+)", name + "=0=0")[:2])
    triangle = name.startswith("y")
    game = Borders(name, width, width if triangle else height, triangle, "swap=on" in name)
    stones = [(c, r, who) for who, cells in enumerate((first, second)) for c, r in cells]
    return game, (game.ordered(stones), mover)
