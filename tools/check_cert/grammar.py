"""The grammar of what shows a claim (sections 3 and 4): entries' bodies, and evidence of all kinds.

What these functions return is the grammar as tuples:

    shown     ("settled",)  |  ("entry", delta, map)  |  ("evidence", kind, data)
    body      (0, mv, shown)  |  (1, items, default, named)     items: places in the stream, for `read_evidence`;
                                                                default and the values of `named`: "entry" shown, or k for item k - 1
    evidence  kind 1: data is a reader and for each node its place in the stream, for `read_node`
              kind 2: data is an array of cells
              kind 3: data is a place in the list of tables
              kind 4: data is the instructions
              kind 5: data is a number of plies
              kind 6: data is the bytes of the choices
              kind 7: data is a place in the stream, for `read_lemma` and `read_way`
              kind 8: data is the move of the other reply

Every entry is read twice: for its grammar, where nothing is kept, and to be checked. So a file asks for no more memory than
its longest entry does, and of that entry no more than what is not named by a place.
"""

import array

from .evidence.connection import read_lemma, read_way
from .evidence.exhaustive import MOST_PLIES
from .evidence.positional_strategy import ABOVE, read_positional_strategy
from .evidence.reply_tree import read_reply_tree
from .reject import Reject, malformed


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
