"""What calls from Python cost: seconds of the processor, the least of several runs.

    python overhead.py
"""

import timeit

import quod


def microseconds(statement, names, number=20_000, repeat=15):
    """The least time of one run of a statement."""
    return min(timeit.repeat(statement, globals=names, number=number, repeat=repeat)) / number * 1e6


for name in ["tic-tac-toe", "connect-four", "qubic", "othello", "chess", "awari"]:
    start = quod.open(name).start
    codes = start.move_codes()
    names = {"p": start, "code": codes[len(codes) // 2], "text": start.moves()[len(codes) // 2]}
    calls = ["p.play(code)", "p.play(text)", "p.move_codes()", "p.moves()", "p.player", "hash(p)"]
    told = [f"{call} {microseconds(call, names):.2f}" for call in calls]
    print(f"{name:14}", ", ".join(told), "us")
