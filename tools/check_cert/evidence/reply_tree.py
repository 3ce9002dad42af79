"""Evidence of kind 1: a tree of replies, replayed from a position (section 4.1)."""

import array
import functools

from ..checking import Checking
from ..memory import size_of
from ..reader import Reader
from ..reject import malformed


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
