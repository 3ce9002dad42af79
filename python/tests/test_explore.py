"""The explorer on a divided search, with a crew that needs no Ray."""

import json
import urllib.request

import pytest

import quod
from quod._crew import Done, NoAnswer, foreman, work_off
from quod._quod import Explorer, Workbench
from quod.ray import _Watch

GAME = "connect-four:width=4,height=4"
CLAIM = "first-player-wins"


class Slow:
    """One bench that does a job a call; `paused` is what a pool would be told."""

    def __init__(self):
        self.bench, self.jobs, self.seconds = Workbench(1, 1 << 20), [], []

    def free(self):
        return 2 - len(self.jobs)

    def submit(self, number, position, job):
        self.jobs.append((number, job))
        return "bench"

    def next(self, seconds):
        number, job = self.jobs.pop(0)
        return [Done(number, "bench", self.bench.run(job))]

    def refused(self, worker, why):
        raise AssertionError(why)

    def paused(self, seconds):
        self.seconds.append(seconds)


def begun():
    boss = foreman(quod.open(GAME), "start", CLAIM, budget=100, job_memory=1 << 20)
    explorer = Explorer(quod.open(GAME), "start", CLAIM, "dfpn", 1 << 20)
    return boss, explorer


def asked(explorer, path, post=False):
    data = b"{}" if post else None
    request = urllib.request.Request(explorer.url + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def test_the_page_shows_the_tree_and_in_the_end_the_answer():
    boss, explorer = begun()
    (search,) = asked(explorer, "api/searches")["searches"]
    crew, seen = Slow(), []
    watch = _Watch(explorer, boss, crew)

    def look():
        watch.look()
        if not seen and boss.counts["used"] >= 20:
            # (The snapshot is from the look before, or from this one.)
            seen.append(asked(explorer, f"api/searches/{search['id']}")["snapshot"])
            watch.look()
            seen.append(asked(explorer, f"api/searches/{search['id']}")["snapshot"])

    work_off(boss, crew, workers=1, look=look)
    snapshot = seen[1]
    assert snapshot["state"] == "running" and snapshot["phase"] == CLAIM and snapshot["nodes"] > 0
    assert {it["name"] for it in snapshot["details"]} >= {"jobs", "jobs out", "jobs lost"}
    # (Of two moves that are mirror images the tree has one.)
    assert len(snapshot["top"]["children"]) == 2 and snapshot["stored"] > 4 and sum(snapshot["depths"]) > 4
    assert all(child["move"]["text"] for child in snapshot["top"]["children"])
    data, holds, _ = boss.whole()
    explorer.finish(boss, holds, data)
    done = asked(explorer, f"api/searches/{search['id']}")
    assert done["state"] == "done"
    answer = done["snapshot"]["answer"]
    assert answer["answer"] == "disproved" and answer["verified"] and answer["certificate_bytes"] == len(data)
    proof = asked(explorer, f"api/searches/{search['id']}/proof", post=True)
    assert proof["game"].startswith("connect-four")


def test_a_search_is_stopped_from_the_page():
    boss, explorer = begun()
    (search,) = asked(explorer, "api/searches")["searches"]
    crew = Slow()
    watch = _Watch(explorer, boss, crew)
    stopped = []

    def look():
        if not stopped and boss.counts["used"] >= 5:
            stopped.append(asked(explorer, f"api/searches/{search['id']}/stop", post=True))
        watch.look()

    with pytest.raises(NoAnswer) as caught:
        work_off(boss, crew, workers=1, look=look)
    explorer.finish(boss, reason=str(caught.value))
    answer = asked(explorer, f"api/searches/{search['id']}")["snapshot"]["answer"]
    assert (answer["answer"], answer["reason"], answer["verified"]) == ("unknown", "stopped in the explorer", False)
