"""Tables of values (docs/formats/table.md): one file, and the files that one table of a certificate's list stands for."""

import array
import hashlib
import os
import zlib

from .reject import Reject


class Table:
    """A file of values, read whole and held to its digest. Raises ValueError for anything else than it should be. What a layer
    has `indices` is asked when the digest is right: in some games that takes long."""

    def __init__(self, path, title, layer, indices, digest, counts_moves):
        with open(path, "rb") as file:
            data = file.read()

        def need(holds, what):
            if not holds:
                raise ValueError(what)

        need(data[:12] == bytes.fromhex("515441420D0A1A0A01000000"), "not a table, or of another version")
        need(data[-32:] == digest, "not the table that is named")
        need(hashlib.sha256(data[:-32]).digest() == digest, "the file is damaged")
        length = int.from_bytes(data[12:16], "little")
        need(length <= 1_048_576 and 16 + length + 4 <= len(data) - 36, "the header is cut off")
        header = data[16:16 + length]
        need(zlib.crc32(header) == int.from_bytes(data[16 + length:20 + length], "little"), "the header is damaged")
        at = 0

        def take(size):
            nonlocal at
            need(at + size <= length, "the header is cut off")
            at += size
            return header[at - size:at]

        def number(size, signed=False):
            return int.from_bytes(take(size), "little", signed=signed)

        texts = [take(number(2)) for _ in range(2)]
        version, own_layer, positions, self.block = number(4), number(4), number(8), number(4)
        found = (texts, version, own_layer, positions)
        need(found == ([title[0].encode(), title[1].encode()], title[2], layer, indices(layer)), "a table of something else")
        need(1 <= self.block <= 65536, "blocks of no size")
        least = number(1, signed=True)
        lengths = take(number(2))
        self.lower = [take(32) for _ in range(layer)]
        need(at == length, "the header is too long")
        self.read_code(least, lengths)
        need(self.fits, "a code that does not fit")
        need(not counts_moves or -1 not in self.code.values(), "a win so long that one move more would be a draw")
        self.positions = positions
        blocks = -(-positions // self.block)
        end = len(data) - 36
        start = end - 8 * blocks
        need(start >= 20 + length, "the directory is cut off")
        directory = data[start:end]
        need(zlib.crc32(directory) == int.from_bytes(data[end:end + 4], "little"), "the directory is damaged")
        self.blocks, place = [], 20 + length
        for i in range(0, len(directory), 8):
            size, crc = (int.from_bytes(directory[i + j:i + j + 4], "little") for j in (0, 4))
            self.blocks.append((place, size, crc))
            place += size
        need(place == start, "the blocks do not fill their place")
        self.data = data
        self.last = None, None      # the block that was asked for last, and its values

    def read_code(self, least, lengths):
        """The canonical prefix code: from (length, word) to value."""
        self.code, word, before = {}, 0, 0
        ordered = sorted((size, i) for i, size in enumerate(lengths) if size)
        for size, i in ordered:
            word <<= size - before
            before = size
            self.code[size, word] = least + i
            word += 1
        space = sum(1 << 12 - size for size, _ in ordered if size <= 12)
        self.fits = bool(ordered) and all(size <= 12 for size, _ in ordered) and space <= 1 << 12 \
            and least + len(lengths) - 1 <= 127

    def decoded(self, number):
        """The values of a block."""
        place, size, crc = self.blocks[number]
        data = self.data[place:place + size]
        if zlib.crc32(data) != crc:
            raise ValueError("a block is damaged")
        wanted = min(self.block, self.positions - number * self.block)
        values, word, length, used = array.array("b"), 0, 0, 0
        for byte in data:
            for shift in range(7, -1, -1):
                if len(values) == wanted:
                    break
                word, length, used = word << 1 | byte >> shift & 1, length + 1, used + 1
                if (length, word) in self.code:
                    values.append(self.code[length, word])
                    word = length = 0
                elif length > 12:
                    raise ValueError("bits that begin no word")
        if len(values) < wanted or size != (used + 7) // 8:
            raise ValueError("a block is too short or too long")
        return values

    def value(self, index, spend):
        """The value of an index; what it costs is told to `spend`."""
        number = index // self.block
        spend(1)
        if self.last[0] != number:
            spend(self.block // 64)
            self.last = number, self.decoded(number)
        return self.last[1][index % self.block]


class Shelf:
    """The tables that one table of a certificate's list stands for: its layer and all below. What was opened for the list is
    in `opened`, so a table that it names twice is read once."""

    def __init__(self, game, directory, layer, digest, opened):
        self.game, self.directory, self.layer, self.digest, self.opened = game, directory, layer, digest, opened
        self.open(layer, digest)

    def open(self, layer, digest):
        if (layer, digest) in self.opened:
            return self.opened[layer, digest]
        family = self.game.title[0].split(":")[0]
        if self.directory is None:
            raise Reject("table-unavailable", f"it rests on tables of {family}: give them with --tables DIR")
        path = os.path.join(self.directory, f"{family}-{layer:02}.qtab")
        try:
            table = self.opened[layer, digest] = Table(path, self.game.title, layer, self.game.indices, digest, self.game.has_mates)
        except (OSError, ValueError) as error:
            raise Reject("table-unavailable", f"{path}: {error}") from None
        return table

    def value(self, layer, index, spend):
        """The value of an index, or None above the layer that is named."""
        if layer > self.layer:
            return None
        table = self.open(self.layer, self.digest)
        if layer < self.layer:
            table = self.open(layer, table.lower[layer])
        try:
            return table.value(index, spend)
        except ValueError as error:
            raise Reject("table-unavailable", f"layer {layer}: {error}") from None

    def text(self):
        return f"{self.game.title[0].split(':')[0]}-{self.layer:02} {self.digest.hex()}"
