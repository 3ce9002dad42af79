"""Evidence of the kinds that tests write down, from the format documents."""

from writer import branches, several, u


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
