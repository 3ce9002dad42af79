"""Games of OpenSpiel: value, effort and speed, each proof checked again from its bytes.

    python openspiel.py [NAME ...]
"""

import sys
import time

import pyspiel

import quod

NAMES = sys.argv[1:] or [
    "tic_tac_toe",
    "breakthrough(rows=5,columns=5)",
    "clobber(rows=4,columns=4)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
]

print("OpenSpiel", pyspiel.__version__)
for name in NAMES:
    began = time.process_time()
    answer = quod.solve(quod.from_openspiel(name), engine="alphabeta", memory=2 << 30)
    seconds = time.process_time() - began
    if answer.certificate is None:
        print(name, answer)
        continue
    began = time.process_time()
    checked = quod.Certificate.from_bytes(answer.certificate.bytes, quod.from_openspiel(name)).check()
    print(
        f"{name}: {answer.value}, {answer.effort.nodes:,} nodes in {seconds:.2f} s of the processor "
        f"({answer.effort.nodes / seconds / 1000:.0f} thousand a second), {checked.entries:,} entries, "
        f"{len(answer.certificate.bytes):,} bytes, checked in {time.process_time() - began:.2f} s"
    )
