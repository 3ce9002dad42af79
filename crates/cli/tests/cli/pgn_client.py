"""Reads a game with variations by python-chess: no error, and every line ends with the game over."""

import sys

import chess.pgn

with open(sys.argv[1], encoding="utf-8") as file:
    game = chess.pgn.read_game(file)
    if chess.pgn.read_game(file) is not None:
        sys.exit("more games than one")
if game.errors:
    sys.exit(f"errors: {game.errors}")
nodes = [game]
while nodes:
    node = nodes.pop()
    nodes.extend(node.variations)
    board = node.board()
    if not node.variations and not board.is_game_over():
        sys.exit(f"not over: {board.fen()}")
print("read")
