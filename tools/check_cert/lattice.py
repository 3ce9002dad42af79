"""The lattice on which Hex, Y and connections lie.

A cell is one number for column and row, a border (axis, number); the axes are the column, the row, and minus their sum.
"""

STRIDE = 4096               # between cells in neighbouring columns: no column or row that is allowed reaches so far
NEIGHBOURS = (STRIDE, -STRIDE, 1, -1, STRIDE - 1, 1 - STRIDE)


def cell_at(column, row):
    return (column + STRIDE // 4) * STRIDE + row + STRIDE // 4


def coordinates(cell):
    column, row = cell // STRIDE - STRIDE // 4, cell % STRIDE - STRIDE // 4
    return column, row, -column - row


def touched(cell, borders):
    place = coordinates(cell)
    return [border for border in borders if place[border[0]] == border[1]]
