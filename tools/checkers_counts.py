#!/usr/bin/env python3
"""How many positions of checkers are won, drawn and lost, by material, with a checksum.

    quod table stats checkers --dir DIR --layers N --json | python3 tools/checkers_counts.py [--markdown]

reads the counts of tables and writes a line for each layer: what the two sides have, whoever has which, and how many of the
positions the side to move wins, draws and loses. A side is its men and its kings, `2+1` for two men and a king. Colours do not
count, since half a turn of the board exchanges them, so each position stands for two: with either side to move.

Behind the lines with so many pieces stands their SHA-256: that of these lines, as they are, each with its line feed. Who has counted
the same positions can write the same lines and compare one number. `--markdown` makes rows of tables instead, with the same sums.
"""

import hashlib
import json
import sys

from check_cert import find_game


def side(pieces, men):
    return f"{men}+{pieces - men}"


def main():
    markdown = "--markdown" in sys.argv[1:]
    told = json.load(sys.stdin)
    game = find_game(told["game"])
    groups = {}
    for layer in told["layers"]:
        if layer["layer"] == 0:
            continue
        one, other = game.layer_list[layer["layer"]]
        counts = [layer["wins"], layer["draws"], layer["losses"]]
        groups.setdefault(one[0] + other[0], []).append((layer["layer"], side(*one), side(*other), counts))
    for pieces, layers in groups.items():
        lines = "".join(f"{one} {other} {counts[0]} {counts[1]} {counts[2]}\n" for _, one, other, counts in layers)
        total = [sum(counts[at] for *_, counts in layers) for at in range(3)]
        digest = hashlib.sha256(lines.encode()).hexdigest()
        if markdown:
            for layer, one, other, counts in layers:
                print(f"| {layer} | {one} | {other} | " + " | ".join(f"{n:,}" for n in [sum(counts)] + counts) + " |")
            print(f"| {layers[0][0]} to {layers[-1][0]} | together | | " + " | ".join(f"{n:,}" for n in [sum(total)] + total) + " |")
        else:
            print(lines, end="")
        print(f"{pieces} pieces: {sum(total):,} positions, {total[0]:,} won, {total[1]:,} drawn, {total[2]:,} lost, SHA-256 {digest}")


if __name__ == "__main__":
    main()
