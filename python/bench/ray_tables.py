"""Awari's tables on two nodes of Ray on this machine, against one node and against one process without Ray.

    python python/bench/ray_tables.py --layers 15 --runs 5

The package must be installed, and Ray. Each run builds all layers three times into new directories, and compares all
files. A machine has other work, so the ways take turns, and the least time of each says most.
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
from quod._parts import Division
from quod._quod import DividedBuild
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


def files(place):
    return {it.name: it.read_bytes() for it in pathlib.Path(place).iterdir()}


def main():
    it = argparse.ArgumentParser()
    it.add_argument("--layers", type=int, default=15)
    it.add_argument("--runs", type=int, default=3)
    it.add_argument("--least", type=int, default=1 << 20)
    it = it.parse_args()
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
