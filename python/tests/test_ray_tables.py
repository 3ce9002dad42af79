"""Tables on a real Ray, in small form: two nodes on loopback, workers and nodes that are killed."""

import importlib.util
import json
import os
import signal
import subprocess
import sys

import pytest

import quod

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)
if sys.platform != "linux":
    pytest.skip("the addresses 127.0.0.2 and 127.0.0.3 are there on Linux alone", allow_module_level=True)

from loopback import HEAD, OTHER, Loopback, kill_and_wait
from quod._crew import NoWorkers
from quod._parts import Division
from quod._quod import DividedBuild
from quod._ray_tables import RayHands, TableActor
from quod.ray import connected

pytestmark = pytest.mark.filterwarnings("default")

LAYERS = 8


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The files that one machine writes."""
    place = tmp_path_factory.mktemp("whole")
    quod.Tables(quod.open("awari"), place).build(LAYERS)
    return files(place)


@pytest.fixture(scope="module")
def cluster():
    """Two nodes, one processor each."""
    it = Loopback(port=7393)
    yield it
    it.end()


@pytest.fixture
def ray(cluster):
    """A driver's connection to them."""
    with connected(cluster.address, 2) as ray:
        yield ray


def files(place):
    return {it.name: it.read_bytes() for it in place.iterdir()}


def built(ray, place, threshold, patience=60.0):
    """Builds all with a checkpoint at every threshold; returns the division and the hands."""
    build = DividedBuild(quod.open("awari"), place, LAYERS)
    hands = RayHands(ray, 2, patience=patience)
    hands.all()
    it = Division("awari", build, hands, 2, least=1000, every=0.0, threshold=lambda *at: threshold(hands, *at))
    it.run()
    spent = hands.end()
    assert len(spent) == 2
    return it, hands


def test_two_nodes_write_the_files_of_one_machine_and_a_worker_is_killed(ray, tmp_path, whole):
    nodes, killed = set(), []

    def threshold(hands, layer, threshold):
        nodes.update(hand.name.rsplit(" ", 1)[1] for hand in hands.all())
        if layer == LAYERS and threshold <= 4 and not killed:
            killed.append(hands.pids[hands.all()[1].name])
            os.kill(killed[0], signal.SIGKILL)

    it, hands = built(ray, tmp_path, threshold)
    assert files(tmp_path) == whole and nodes == {HEAD, OTHER}
    assert killed and hands.gone == 1 and it.layers[-1].restarts == it.layers[-1].restored == 1


def test_a_node_that_is_killed_is_replaced(ray, cluster, tmp_path, whole):
    killed = []

    def threshold(hands, layer, threshold):
        if layer == LAYERS and threshold <= 4 and not killed:
            there = next(hand for hand in hands.all() if hand.name.endswith(OTHER))
            killed.append(there.name)
            kill_and_wait(cluster.raylet(), hands.pids[there.name])
            cluster.other.wait(30)
            cluster.add()

    it, hands = built(ray, tmp_path, threshold)
    assert files(tmp_path) == whole
    assert killed and hands.gone == 1 and it.layers[-1].restored == 1


def test_another_version_is_refused_with_both_named(ray):
    class Old(TableActor):
        def about(self):
            return {**super().about(), "version": "form 0, Quod 0.0.1"}

    hands = RayHands(ray, 1, actor=Old)
    with pytest.raises(NoWorkers) as caught:
        hands.all()
    hands.end()
    assert "form 0, Quod 0.0.1" in str(caught.value)


def test_workers_that_cannot_start_are_given_up(ray):
    class Unable(TableActor):
        def about(self):
            raise RuntimeError("no such library")

    hands = RayHands(ray, 1, actor=Unable)
    with pytest.raises(NoWorkers) as caught:
        hands.all()
    hands.end()
    assert "no such library" in str(caught.value)


def test_more_workers_than_processors_are_not_waited_for_for_ever(ray):
    hands = RayHands(ray, 3, patience=3.0)
    with pytest.raises(NoWorkers) as caught:
        hands.all()
    hands.end()
    assert "3 s" in str(caught.value)


def test_the_command_starts_a_ray_of_its_own(tmp_path, whole):
    command = [sys.executable, "-m", "quod.ray", "table", "build", "awari", "--layers", str(LAYERS), "--json", "--quiet"]
    options = ["--dir", str(tmp_path), "--workers", "2", "--least", "1000", "--checkpoint", "--every", "0"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert files(tmp_path) == whole and told["built"] == list(range(LAYERS + 1))
    assert [it["layer"] for it in told["divided"]] == [4, 5, 6, 7, 8]
    assert all(it["checkpoints"] > 0 and it["rounds"] > 0 for it in told["divided"])
