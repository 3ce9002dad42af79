"""Numbers, texts and parts, as they stand in a stream (section 2)."""

from .reject import malformed


class Reader:
    """A cursor over a part of the stream."""

    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, end
        self.most_table = -1        # the highest place in the list of tables that evidence named
        self.any_zone = False       # whether there was an item of kind 8

    def u(self):
        data, at, end = self.data, self.at, self.end
        if at >= end:
            raise malformed("a number is cut off")
        byte = data[at]
        value, shift = byte & 127, 7
        at += 1
        while byte > 127:
            if at >= end or shift > 63:
                raise malformed("a number is cut off or has more than ten bytes")
            byte = data[at]
            value |= (byte & 127) << shift
            shift += 7
            at += 1
            if byte == 0:
                raise malformed("a number is not written in the fewest bytes")
        if value >> 64:
            raise malformed("a number does not fit 64 bits")
        self.at = at
        return value

    def z(self):
        value = self.u()
        return -(value + 1 >> 1) if value & 1 else value >> 1

    def move(self, least=0):
        """The code of a move; with `least`, given as the distance from there."""
        code = least + self.u()
        if code >> 32:
            raise malformed("the code of a move does not fit 32 bits")
        return code

    def count(self):
        number = self.u()
        if number > self.end - self.at:
            raise malformed("a count or length beyond the end")
        return number

    def rest(self):
        """All bytes that are left."""
        data, self.at = self.data[self.at:self.end], self.end
        return data

    def part(self):
        """`bytes`, as a reader of its own."""
        length = self.count()
        self.at += length
        return Reader(self.data, self.at - length, self.at)

    def bytes(self):
        part = self.part()
        return self.data[part.at:part.end]

    def text(self):
        try:
            return self.bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise malformed("a text is not UTF-8") from None

    def tag(self, tags):
        tag = self.u()
        if tag >= tags:
            raise malformed("unknown tag")
        return tag

    def finish(self):
        if self.at != self.end:
            raise malformed("bytes left over")
