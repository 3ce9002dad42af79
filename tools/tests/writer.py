"""A writer of certificates and tables, from the format documents."""

import hashlib
import zlib

WINS, HOLDS = 0, 1          # goals
END_MARK = bytes([0xE4, 0x9D, 0x3A, 0x7C, 0x15, 0xB2, 0xF6, 0x08])


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


class WithTables(Cert):
    """A certificate with a list of tables at its end."""
    tables = []

    def stream(self):
        return super().stream() + (several([blob(g.encode()) + u(layer) + digest for g, layer, digest in self.tables]))


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


def two_sets(first, second):
    """Two sets of cells, as Qubic has them."""
    return b"".join(sum(1 << c for c in cells).to_bytes(8, "little") for cells in (first, second))
