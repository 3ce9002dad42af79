"""Squares and their symmetries, and boards as they are printed."""

import re


def square_map(m, point, last=2):
    """The symmetries of the square whose rows and columns are numbered from 0 to `last`."""
    row, column = point
    if m & 1:
        row, column = column, row
    if m & 2:
        row = last - row
    if m & 4:
        column = last - column
    return row, column


def rows_text(width, height, stones):
    """The rows from the top, with numbers for empty cells side by side."""
    rows = []
    for row in range(height - 1, -1, -1):
        cells = range(width * row, width * (row + 1))
        line = "".join("x" if stones[0] >> c & 1 else "o" if stones[1] >> c & 1 else "." for c in cells)
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots.group())), line))
    return "/".join(rows)
