"""Breakthrough with one row of men a side, by brute force and by rules of its own: no word of OpenSpiel's or Quod's.

    python breakthrough.py ROWS COLUMNS

A position is two sets of squares as the side to move sees them, its own men going up.
"""

import sys

ROWS, COLUMNS = map(int, sys.argv[1:])
SQUARES = ROWS * COLUMNS
known: dict[tuple[int, int], bool] = {}


def turned(men):
    """The squares as the other side sees them."""
    return int(f"{men:0{SQUARES}b}"[::-1], 2)


def wins(own, other):
    """Whether the side to move wins."""
    if (own, other) in known:
        return known[own, other]
    moves = []
    for square in range(SQUARES):
        row, column = divmod(square, COLUMNS)
        if not own >> square & 1:
            continue
        for side in (-1, 0, 1):
            target = 1 << (square + COLUMNS + side)
            if not 0 <= column + side < COLUMNS or own & target or (side == 0 and other & target):
                continue
            if row + 2 == ROWS or other == target:
                known[own, other] = True
                return True
            taken = bool(other & target)
            moves.append((not taken, -row, own & ~(1 << square) | target, other & ~target))
    # What takes comes first, then who is farthest.
    result = any(not wins(turned(rest), turned(men)) for _, _, men, rest in sorted(moves))
    known[own, other] = result
    return result


row = (1 << COLUMNS) - 1
sys.setrecursionlimit(10_000)
first = wins(row, row << COLUMNS * (ROWS - 1))
print(f"{ROWS}x{COLUMNS}: the {'first' if first else 'second'} player wins, {len(known):,} positions")
