#!/usr/bin/env python3
"""Compares Quod's tables of chess with three men to Gaviota's, position by position.

An outside oracle, and no part of Quod: python-chess (`pip install chess`) reads Gaviota's tables, such as those of
Debian's package gaviotatb (folder gtb4). Usage: compare_gaviota.py QUOD_DIRECTORY GAVIOTA_DIRECTORY

Every index of layers 1 to 5 is turned into a position, by the description in docs/formats/games.md, and the moves
to mate of both are compared. Prints the number of positions of each ending, and exits with 1 at a difference.
"""

import sys

import chess
import chess.gaviota

ENDINGS = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.PAWN]


def values(path):
    """The values of a table file (docs/formats/table.md)."""
    data = open(path, "rb").read()
    little = lambda at, n: int.from_bytes(data[at : at + n], "little")
    at, header_end = 16, 16 + little(12, 4)
    for _ in range(2):
        at += 2 + little(at, 2)
    size, block = little(at + 8, 8), little(at + 16, 4)
    least, n_lengths = little(at + 20, 1), little(at + 21, 2)
    least -= 256 if least > 127 else 0
    lengths = data[at + 23 : at + 23 + n_lengths]
    words, word = {}, 0
    for bits in range(1, 13):
        for place, length in enumerate(lengths):
            if length == bits:
                words[bits, word >> (12 - bits)] = least + place
                word += 1 << (12 - bits)
    n_blocks = -(-size // block)
    directory = len(data) - 36 - 8 * n_blocks
    at, all_values = header_end + 4, []
    for number in range(n_blocks):
        length = little(directory + 8 * number, 4)
        left, bits, word = min(block, size - block * number), 0, 0
        for byte in data[at : at + length]:
            for shift in range(7, -1, -1):
                word, bits = word << 1 | byte >> shift & 1, bits + 1
                if left and (bits, word) in words:
                    all_values.append(words[bits, word])
                    left, bits, word = left - 1, 0, 0
        at += length
    assert len(all_values) == size
    return all_values


def kings(pawns):
    """The pairs of kings' squares in their order."""
    for white in chess.SQUARES:
        for black in chess.SQUARES:
            file, rank = white % 8, white // 8
            if file > 3 or chess.square_distance(white, black) < 2:
                continue
            if pawns or rank < file or rank == file and black // 8 <= black % 8:
                yield white, black


def main(quod, gaviota):
    tables = chess.gaviota.open_tablebase(gaviota)
    wrong = 0
    for layer, man in enumerate(ENDINGS, 1):
        pawns = man == chess.PAWN
        table = iter(values(f"{quod}/chess-{layer:02}.qtab"))
        compared = skipped = 0
        for turn in (chess.WHITE, chess.BLACK):
            for white, black in kings(pawns):
                for at in range(8, 56) if pawns else chess.SQUARES:
                    value = next(table)
                    board = chess.Board(None)
                    board.turn = turn
                    board.set_piece_at(at, chess.Piece(man, chess.WHITE))
                    board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
                    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
                    diagonal = not pawns and white % 9 == 0 and black % 9 == 0
                    double = diagonal and at // 8 > at % 8
                    if at in (white, black) or double or board.was_into_check():
                        assert value == 0, (layer, board.fen(), value)
                        skipped += 1
                        continue
                    plies = tables.probe_dtm(board)
                    ours = 2 * (127 - value) - 1 if value > 0 else -2 * (127 + value) if value else 0
                    if ours != plies or (value == -127) != board.is_checkmate():
                        print("different:", board.fen(), "ours", ours, "Gaviota's", plies)
                        wrong += 1
                    compared += 1
        assert next(table, None) is None
        print(f"K{chess.piece_symbol(man).upper()}K: {compared} positions compared, {skipped} indices without one")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
