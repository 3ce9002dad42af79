"""The rules of Go-Moku, m,n,k-games and renju once more."""

import itertools

from base import check_cert


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
