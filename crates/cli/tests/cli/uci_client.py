"""Drives `quod engine uci` with python-chess, which is no part of this project, and checks what it says."""

import sys

import chess
import chess.engine
import chess.variant

engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "engine", "uci"])
assert engine.id["name"].startswith("Quod "), engine.id


def mate(board, moves, score):
    """Asks for a mate, and plays its line to the end."""
    info = engine.analyse(board, chess.engine.Limit(mate=moves))
    assert info["score"].relative == chess.engine.Mate(score), info
    after = board.copy()
    for move in info["pv"]:
        assert move in after.legal_moves, (after, move)
        after.push(move)
    assert after.is_game_over(), after


mate(chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), 3, 2)
mate(chess.Board("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1"), 2, -1)
mate(chess.Board("4rkr1/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1", chess960=True), 1, 1)
mate(chess.variant.AntichessBoard("8/8/8/8/8/2r5/8/R7 w - - 0 1"), 3, 2)
mate(chess.variant.GiveawayBoard("8/8/8/8/8/2r5/8/R7 w - - 0 1"), 3, 2)

for board in [chess.Board(), chess.variant.AntichessBoard(), chess.Board.from_chess960_pos(0)]:
    for _ in range(6):
        board.push(engine.play(board, chess.engine.Limit(nodes=60)).move)
    assert len(board.move_stack) == 6

engine.quit()
print("played")
