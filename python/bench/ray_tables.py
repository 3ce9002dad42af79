"""Awari's tables on two nodes of Ray on this machine, against one node and against one process without Ray.

    python python/bench/ray_tables.py clock --layers 15 --runs 5
    python python/bench/ray_tables.py virtual --layers 15 --runs 5

The package must be installed, and Ray. Each run builds all layers into new directories, and compares all files. A machine
has other work, so the ways take turns, and the least time of each says most.

`virtual` needs no Ray: the workers take turns in this process, and a round takes as long as the slowest of them took of the
processor. So it says what workers with a processor each could do if messages took no time, whatever else
the machine does.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
from loopback import SOON, Loopback

os.environ.update(SOON)

import quod
from quod._parts import Division, Hand
from quod._quod import DividedBuild, TableWorker
from quod._ray_tables import RayHands
from quod.ray import connected


def divided(ray, place, layers, workers, least):
    """A build by workers that are there already; returns seconds, figures, and processor seconds."""
    build = DividedBuild(quod.open("awari"), place, layers)
    hands = RayHands(ray, workers)
    hands.all()
    it = Division("awari", build, hands, workers, least=least)
    cpu, began = time.process_time(), time.monotonic()
    it.run()
    seconds, driver = time.monotonic() - began, time.process_time() - cpu
    return seconds, it.layers, {"driver": driver, **hands.end()}


class Turns:
    """Hands in this process that work one after the other; `together` is what they would take side by side."""

    def __init__(self, size):
        self.spent = [0.0] * size
        self.together = self.busy = 0.0
        self.hands = [Hand(f"turn {at}", TurnWire(self, at)) for at in range(size)]

    def all(self):
        return self.hands

    def alive(self, hand):
        return True


class TurnWire:
    """Asks one of them; the processor's time counts when the first answer of a round is read."""

    def __init__(self, turns, at):
        self.turns, self.at = turns, at
        self.worker, self.answers = TableWorker(1), []

    def send(self, question):
        began = time.thread_time()
        self.answers.append(self.worker.answer(question))
        self.turns.spent[self.at] += time.thread_time() - began

    def receive(self, seconds):
        it = self.turns
        it.together += max(it.spent)
        it.busy += sum(it.spent)
        it.spent = [0.0] * len(it.spent)
        return self.answers.pop(0)


def in_turns(place, layers, workers, least):
    """A build in virtual time: seconds, of which the driver's, and all workers' together."""
    build = DividedBuild(quod.open("awari"), place, layers)
    turns = Turns(workers)
    it = Division("awari", build, turns, workers, least=least)
    began = time.thread_time()
    it.run()
    driver = time.thread_time() - began - turns.busy
    return {
        "seconds": round(driver + turns.together, 3),
        "driver": round(driver, 3),
        "workers": round(turns.busy, 3),
        "rounds": sum(layer.rounds for layer in it.layers),
        "bytes": sum(layer.routed for layer in it.layers),
    }


def virtual(it):
    whole = None
    for _ in range(it.runs):
        told = {}
        for workers in (1, 2, 4, 8):
            with tempfile.TemporaryDirectory() as place:
                told[workers] = in_turns(place, it.layers, workers, it.least)
                whole = whole or files(place)
                assert files(place) == whole
        told["times"] = {n: round(told[1]["seconds"] / told[n]["seconds"], 3) for n in (2, 4, 8)}
        print(json.dumps(told), flush=True)


def files(place):
    return {it.name: it.read_bytes() for it in pathlib.Path(place).iterdir()}


def main():
    it = argparse.ArgumentParser()
    it.add_argument("how", choices=["clock", "virtual"])
    it.add_argument("--layers", type=int, default=15)
    it.add_argument("--runs", type=int, default=3)
    it.add_argument("--least", type=int, default=1 << 20)
    it = it.parse_args()
    if it.how == "virtual":
        virtual(it)
    else:
        clock(it)


def clock(it):
    cluster = Loopback(port=7395)
    try:
        with connected(cluster.address, 2) as ray:
            for _ in range(it.runs):
                told = {}
                with tempfile.TemporaryDirectory() as place:
                    began, cpu = time.monotonic(), time.process_time()
                    quod.Tables(quod.open("awari"), place).build(it.layers)
                    told["alone"] = round(time.monotonic() - began, 3)
                    told["alone_cpu"] = round(time.process_time() - cpu, 3)
                    whole = files(place)
                for workers in (1, 2):
                    with tempfile.TemporaryDirectory() as place:
                        seconds, layers, spent = divided(ray, place, it.layers, workers, it.least)
                        assert files(place) == whole
                    told[f"workers_{workers}"] = round(seconds, 3)
                    told[f"cpu_{workers}"] = {name: round(cpu, 3) for name, cpu in spent.items()}
                    told[f"layers_{workers}"] = [
                        [at.layer, round(at.seconds, 3), at.rounds, at.routed] for at in layers
                    ]
                told["times"] = round(told["workers_1"] / told["workers_2"], 3)
                told["load"] = os.getloadavg()[0]
                print(json.dumps(told), flush=True)
    finally:
        cluster.end()


if __name__ == "__main__":
    main()
