"""Jobs on two nodes of Ray on this machine: the rate of work, nodes against one search alone, and kills.

    python python/bench/cluster.py rate --game connect-four:width=7,height=6 --budget 500000 --seconds 10
    python python/bench/cluster.py nodes --game connect-four:width=6,height=5 --budget 500000
    python python/bench/cluster.py kills --runs 20

The package must be installed, and Ray. A machine has other work: processor seconds say more than the clock.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
from loopback import OTHER, SOON, Loopback, children, kill_and_wait

os.environ.update(SOON)

import quod
from quod._crew import Spent, foreman, work_off
from quod._quod import Workbench, job_effort
from quod.ray import Pool, actors, connected


class Enough(Exception):
    """The time is over."""


def boss(it, workers=2):
    made = {"engine": it.engine, "budget": it.budget, "part": it.part or 16 * workers}
    return foreman(quod.open(it.game), it.position, it.claim, job_memory=it.table << 20, **made)


def alone(it, results):
    """One process that does the jobs of a foreman of its own, and nothing else counts: what a worker could do."""
    made, bench = boss(it), Workbench(1, it.table << 20)
    made.prepare(2)
    nodes = working = 0
    began = time.monotonic()
    while time.monotonic() - began < it.seconds and (job := made.job()):
        cpu = time.process_time()
        result = bench.run(job[2])
        working += time.process_time() - cpu
        nodes += job_effort(result)[0]
        made.take(job[0], "alone", result)
    results.put((nodes, working, time.monotonic() - began))


def apart(it):
    """Two independent processes at once: nodes a second of the clock, nodes a processor second."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    both = [context.Process(target=alone, args=(it, results)) for _ in range(2)]
    for process in both:
        process.start()
    told = [results.get() for _ in both]
    for process in both:
        process.join()
    return sum(n / s for n, _, s in told), sum(n for n, _, _ in told) / sum(c for _, c, _ in told)


def ticks(pids):
    """Processor seconds of processes."""
    total = 0
    for pid in pids:
        try:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def together(it, cluster, apart_cpu):
    """The same by two workers of a pool."""
    pool = Pool(2, actors(1, it.table << 20))
    while len(pool.working()) < 2:
        pool.next(1.0)
    made, spent = boss(it), Spent()
    system = [pid for node in (cluster.head, cluster.other) for pid, name in children(node.pid) if not name.startswith("ray::Worker")]
    rays, cpu, driver = ticks(system), pool.processor_seconds(), time.process_time()
    began = time.monotonic()

    def seen(event, became, why):
        if time.monotonic() - began >= it.seconds:
            raise Enough

    try:
        work_off(made, pool, workers=2, seen=seen, spent=spent)
    except Enough:
        pass
    seconds = time.monotonic() - began
    driver, rays = time.process_time() - driver, ticks(system) - rays
    cpu = pool.processor_seconds(60) - cpu
    pool.end()
    used = made.counts["used"]
    searching = spent.nodes / apart_cpu
    return {
        "rate": spent.nodes / seconds,
        # What two processes would need for the same nodes, by what is needed here all told.
        "of_processor_seconds": searching / (cpu + driver + rays),
        "nodes_a_processor_second": spent.nodes / cpu,
        "job_ms": 1e3 * spent.searched / used,
        "job_cpu_ms": 1e3 * cpu / used,
        "driver_ms_a_job": 1e3 * driver / used,
        "checking_ms_a_job": 1e3 * spent.checked / used,
        "ray_ms_a_job": 1e3 * rays / used,
        "parts": made.counts["parts"],
        "jobs": used,
        "efficiency": spent.searched / seconds / 2,
    }


def rate(it):
    cluster = Loopback()
    try:
        with connected(cluster.address, 2):
            ratios, shares = [], []
            for _ in range(it.runs):
                clock, processor = apart(it)
                pool = together(it, cluster, processor)
                ratios.append(pool["rate"] / clock)
                shares.append(pool["of_processor_seconds"])
                print(json.dumps({"apart": clock, "apart_cpu": processor, **pool, "ratio": ratios[-1]}), flush=True)
            clock, share = statistics.median(ratios), statistics.median(shares)
            print(f"medians of {it.runs}: {clock:.3f} of two processes' rate, {share:.3f} by processor seconds")
    finally:
        cluster.end()


def nodes(it):
    answer = quod.solve(quod.open(it.game).position(it.position), it.claim, engine=it.engine, memory=it.table << 20)
    print(f"alone: {answer.verdict}, {answer.effort.nodes} nodes, {answer.effort.seconds} s", flush=True)
    for flight in (1, 2):
        made, bench, queue = boss(it, 1), Workbench(1, it.table << 20), []
        made.prepare(1)
        while not made.is_done:
            while len(queue) < flight and (job := made.job()):
                queue.append(job)
            number, _, data = queue.pop(0)
            made.take(number, "bench", bench.run(data))
            made.idle()
        made.whole()
        ratio = made.counts["nodes"] / answer.effort.nodes
        print(f"one worker, {flight} in flight: {made.counts} nodes ratio {ratio:.3f}", flush=True)


def kills(it):
    cluster = Loopback()
    lost = {}
    try:
        for what in set(it.kill) & {"worker", "raylet"}:
            lost[what] = []
            for run in range(it.runs):
                with connected(cluster.address, 2):
                    lost[what].append(killed(it, cluster, what, 5 + 7 * run))
                if what == "raylet":
                    cluster.other.wait(60)
                    cluster.add()
            print(what, it.runs, "runs, jobs lost:", sorted(lost[what]), flush=True)
        again = []
        for run in range(it.runs if "driver" in it.kill else 0):
            again.append(driver_killed(it, cluster, run))
        print("driver", len(again), "runs, jobs kept at the restart:", sorted(again), flush=True)
    finally:
        cluster.end()


def killed(it, cluster, what, after):
    """One run with one kill; jobs lost."""
    pool = Pool(2, actors(1, it.table << 20))
    while len(pool.working()) < 2:
        pool.next(1.0)
    made, gone = boss(it), []

    def seen(event, became, why):
        if made.counts["used"] >= after and not gone:
            about = [it.about for it in pool.working() if it.about["node"] == OTHER or what == "worker"][-1]
            gone.append(about["pid"])
            kill_and_wait(cluster.raylet() if what == "raylet" else about["pid"], about["pid"])

    work_off(made, pool, workers=2, seen=seen)
    data, holds, _ = made.whole()
    quod.Certificate.from_bytes(data).check(position=it.position)
    pool.end()
    assert gone and not holds and not made.liars
    return made.counts["lost"]


def driver_killed(it, cluster, run):
    """A driver killed after some checkpoints, and another that ends its work; jobs that it did not have to do."""
    with tempfile.TemporaryDirectory() as place:
        kept = pathlib.Path(place) / "kept"
        command = [sys.executable, "-m", "quod.ray", "solve", it.game, "--claim", it.claim, "--json", "--quiet"]
        command += ["--address", cluster.address, "--workers", "2", "--budget", str(it.budget)]
        command += ["--checkpoint", str(kept), "--every", "0.1", "--job-memory", str(it.table)]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while first.poll() is None and not list(kept.glob("*.quodwork")):
            time.sleep(0.01)
        time.sleep(0.03 * run)
        first.kill()
        first.wait()
        second = subprocess.run(command, capture_output=True, text=True, timeout=200)
        told = json.loads(second.stdout)
        assert told["answer"] == "disproved", second.stderr
        return int(second.stderr.split("going on after ")[1].split()[0])


def main():
    it = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    it.add_argument("what", choices=["rate", "nodes", "kills"])
    it.add_argument("--game", default="connect-four:width=5,height=4")
    it.add_argument("--position", default="start")
    it.add_argument("--claim", default="first-player-wins")
    it.add_argument("--engine", default="dfpn")
    it.add_argument("--budget", type=int, default=2000)
    it.add_argument("--part", type=int)
    it.add_argument("--table", type=int, default=64, help="MiB of a worker's table")
    it.add_argument("--seconds", type=float, default=10)
    it.add_argument("--kill", nargs="+", default=["worker", "raylet", "driver"], choices=["worker", "raylet", "driver"])
    it.add_argument("--runs", type=int, default=3)
    arguments = it.parse_args()
    {"rate": rate, "nodes": nodes, "kills": kills}[arguments.what](arguments)


if __name__ == "__main__":
    main()
