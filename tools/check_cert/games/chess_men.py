"""The men of chess, and how they go."""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
MEN = " PNBRQK  pnbrqk"         # a man as a letter: White's are 1 to 6, Black's 9 to 14, and 0 is an empty square
ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def chess_rays(steps, most):
    """For each square the squares in each of these directions, the nearest first; none of them empty."""
    rays = []
    for square in range(64):
        row, column = divmod(square, 8)
        ways = [[8 * (row + i * up) + column + i * right for i in range(1, most + 1)
                 if 0 <= row + i * up < 8 and 0 <= column + i * right < 8] for right, up in steps]
        rays.append([way for way in ways if way])
    return rays
