"""Jobs on a real Ray, in small form: two nodes on loopback, workers and nodes that are killed, workers that lie."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import quod

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("the addresses 127.0.0.2 and 127.0.0.3 are there on Linux alone", allow_module_level=True)

from loopback import HEAD, OTHER, Loopback, children, kill_and_wait
from quod._crew import NoWorkers, foreman, work_off
from quod._quod import crew_version
from quod.ray import PIECE, Pool, Worker, actors, connected, pieces

pytestmark = pytest.mark.filterwarnings("default")

GAME = "connect-four:width=5,height=4"
CLAIM = "first-player-wins"
MEMORY = 1 << 22


@pytest.fixture(scope="module")
def cluster():
    """Two nodes, one processor each."""
    it = Loopback()
    yield it
    it.end()


@pytest.fixture
def ray(cluster):
    """A driver's connection to them."""
    with connected(cluster.address, 2) as ray:
        yield ray


def boss(budget=2000):
    return foreman(quod.open(GAME), "start", CLAIM, budget=budget, job_memory=MEMORY)


def settle(it, pool, seen=None, workers=2):
    work_off(it, pool, workers=workers, seen=seen)
    data, holds, _ = it.whole()
    assert not holds
    checked = quod.Certificate.from_bytes(data).check(position="start", claim="second-player-does-not-lose")
    pool.end()
    return checked


def all_there(pool, workers=2):
    """Waits until so many workers are there."""
    for _ in range(60):
        if len(pool.working()) == workers:
            return
        assert pool.next(1.0) == []
    raise AssertionError(f"{len(pool.working())} of {workers} workers came")


def test_results_are_cut_so_that_ray_keeps_none():
    for size in [0, 1, PIECE, PIECE + 1, 3 * PIECE + 5]:
        whole = bytes(at % 251 for at in range(size))
        worker = Worker(1, MEMORY)
        answer = worker.answer(whole)
        if size <= PIECE:
            assert answer == whole and not worker.kept
        else:
            number, count = answer
            cut = worker.rest(number)
            assert len(cut) == count and b"".join(cut) == whole == b"".join(pieces(whole))
            assert all(len(it) <= PIECE for it in cut) and not worker.kept


def test_two_nodes_work_and_one_is_killed_at_its_work(ray):
    pool = Pool(2, actors(1, MEMORY))
    all_there(pool)
    assert {it.about["node"] for it in pool.working()} == {HEAD, OTHER}
    victim = pool.working()[0]
    it, by = boss(), {}

    def seen(event, became, why):
        by[event.worker] = by.get(event.worker, 0) + 1
        if it.counts["used"] == 20 and victim.about["pid"]:
            os.kill(victim.about["pid"], signal.SIGKILL)
            victim.about["pid"] = 0

    settle(it, pool, seen)
    # Two jobs were in flight at most: one at work, one that waited.
    assert pool.gone == 1 and 0 < it.counts["lost"] <= 2
    assert it.counts["refused"] == 0 and len(by) >= 2


def test_a_liar_is_named_and_dismissed(ray):
    class Liar(Worker):
        def run(self, job):
            result = super().run(job)
            lies = [result, b"", 7, (1, 5000), (99, 3), result[:-1] if isinstance(result, bytes) else b"cut"]
            return lies[self.jobs % 6]

    made = []

    def make():
        made.append(actors(1, MEMORY, Worker if made else Liar)())
        return made[-1]

    pool = Pool(2, make, faults=3)
    all_there(pool)
    it = boss()
    settle(it, pool)
    (name, number), = it.liars
    assert name.startswith("worker 1 on") and number >= 3
    assert list(pool.dismissed) == [name]


def test_another_version_is_refused_with_both_named(ray):
    class Old(Worker):
        def about(self):
            return {**super().about(), "version": "form 0, Quod 0.0.1"}

    pool = Pool(1, actors(1, MEMORY, Old))
    with pytest.raises(NoWorkers) as caught:
        work_off(boss(), pool, workers=1)
    assert "form 0, Quod 0.0.1" in str(caught.value) and crew_version() in str(caught.value)


def test_a_node_that_is_killed_is_done_without(ray, cluster):
    pool = Pool(2, actors(1, MEMORY))
    all_there(pool)
    it, gone = boss(), []

    def seen(event, became, why):
        if it.counts["used"] == 20 and not gone:
            gone.append(cluster.raylet())
            kill_and_wait(gone[0], there["pid"])

    there = next(it.about for it in pool.working() if it.about["node"] == OTHER)
    settle(it, pool, seen)
    assert gone and pool.gone == 1 and 0 < it.counts["lost"] <= 2 and it.counts["refused"] == 0
    cluster.other.wait(30)
    cluster.add()


def command(*more):
    return subprocess.Popen(
        [sys.executable, "-m", "quod.ray", "solve", GAME, "--claim", CLAIM, "--json", "--quiet", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_driver_that_is_killed_goes_on_from_its_checkpoint(cluster, tmp_path):
    kept = tmp_path / "kept"
    arguments = [
        *("--address", cluster.address, "--workers", "2", "--job-memory", "4"),
        *("--budget", "2000", "--every", "0", "--checkpoint", str(kept), "--out", str(tmp_path / "whole.quod")),
    ]
    first = command(*arguments)
    while not kept.exists() or not list(kept.glob("*.quodwork")):
        assert first.poll() is None, first.communicate()
        os.sched_yield()
    first.kill()
    first.communicate()
    second = command(*arguments)
    said, error = second.communicate(timeout=90)
    assert second.returncode == 0, error
    assert "going on after" in error
    told = json.loads(said)
    assert told["answer"] == "disproved" and told["liars"] == {}
    checked = quod.Certificate.load(tmp_path / "whole.quod").check(claim="second-player-does-not-lose")
    assert checked.entries == told["entries"]


@pytest.fixture
def rays_folder(monkeypatch):
    """Where Ray keeps its files. (A socket's path has at most 107 bytes, which pytest's own folders exceed.)"""
    with tempfile.TemporaryDirectory(prefix="qr", dir="/tmp", ignore_cleanup_errors=True) as place:
        monkeypatch.setenv("RAY_TMPDIR", place)
        yield Path(place) / "ray"


def test_a_cluster_that_died_on_this_machine_is_not_looked_for(rays_folder):
    # Ray remembers the last cluster here, and finds it by no word at all.
    rays_folder.mkdir()
    (rays_folder / "ray_current_cluster").write_text("127.0.0.5:6399")
    process = command("--workers", "1", "--job-memory", "4", "--budget", "2000")
    said, error = process.communicate(timeout=90)
    assert process.returncode == 0, error
    assert json.loads(said)["answer"] == "disproved"


def test_a_ray_of_its_own_is_ended_and_cleared_away_and_says_nothing_itself(rays_folder):
    process = command("--workers", "1", "--job-memory", "4", "--budget", "300")
    while not (workers := [pid for pid, name in children(process.pid) if name.startswith("ray::Worker")]):
        assert process.poll() is None, process.communicate()
        os.sched_yield()
    os.kill(workers[0], signal.SIGKILL)
    said, error = process.communicate(timeout=90)
    assert process.returncode == 0, error
    told = json.loads(said)
    assert told["answer"] == "disproved" and told["workers_gone"] == 1
    # All that is said is our own line about the worker.
    (line,) = error.splitlines()
    assert line.startswith("worker 1")
    assert list(rays_folder.glob("session_2*")) == []
