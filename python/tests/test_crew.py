"""The loop between a foreman and a crew, with a crew that needs no Ray."""

import random

import pytest

import quod
from quod._crew import Checkpoints, Done, Lost, NoAnswer, foreman, work_off
from quod._quod import Workbench, crew_version, job_effort

GAME = "connect-four:width=4,height=4"
CLAIM = "first-player-wins"


class Plain:
    """Benches of this process. `spoil` makes another result of one, or None: the job is lost."""

    def __init__(self, workers, spoil=lambda number, worker, result: result):
        self.benches = {f"bench {at}": Workbench(1, 1 << 20) for at in range(workers)}
        self.jobs = []
        self.spoil = spoil
        self.lied = []

    def free(self):
        return 2 * len(self.benches) - len(self.jobs)

    def submit(self, number, position, job):
        worker = f"bench {number % len(self.benches)}"
        self.jobs.append((number, worker, job))
        return worker

    def next(self, seconds):
        if not self.jobs:
            return []
        number, worker, job = self.jobs.pop(0)
        result = self.spoil(number, worker, self.benches[worker].run(job))
        return [Lost(number, worker, "spoilt") if result is None else Done(number, worker, result)]

    def refused(self, worker, why):
        self.lied.append((worker, why))
        return []


def boss(claim=CLAIM, **options):
    return foreman(quod.open(GAME), "start", claim, **{"budget": 100, "job_memory": 1 << 20, **options})


def certified(it):
    data, holds, _ = it.whole()
    checked = quod.Certificate.from_bytes(data).check(position="start")
    return holds, checked.claim


def test_an_answer_is_what_the_ordinary_search_says():
    for claim in [CLAIM, "second-player-wins", "first-player-does-not-lose"]:
        it = boss(claim)
        crew = Plain(3)
        work_off(it, crew, workers=3)
        holds, said = certified(it)
        answer = quod.solve(quod.open(GAME), claim)
        assert holds == (answer.verdict == "proved")
        assert (said == claim) == holds
        assert it.counts["parts"] > 5 and not crew.lied and it.solved == holds


def test_lost_jobs_go_out_again():
    chance = random.Random(7)
    it = boss()
    work_off(it, Plain(2, lambda number, worker, result: result if chance.random() < 0.7 else None), workers=2)
    assert certified(it) == (False, "second-player-does-not-lose")
    assert it.counts["lost"] > 10


def liar(kinds=4):
    """Spoils every third result of bench 1: cut, of another game, of another job, or no message at all."""
    chance = random.Random(3)
    foreign = foreman(quod.open("tic-tac-toe"), "start", "X-wins", budget=1000)
    _, _, job = foreign.job()
    foreign = Workbench(1, 1 << 20).run(job)
    kept = []
    told = [0] * kinds

    def spoil(number, worker, result):
        kept.append(result)
        if worker != "bench 1" or chance.random() > 0.3:
            return result
        kind = chance.randrange(kinds)
        told[kind] += 1
        return [result[:-1], foreign, kept[0], b""][kind]

    return spoil, told


def test_lies_are_refused_and_the_liar_is_named():
    spoil, told = liar()
    it = boss(budget=50)
    crew = Plain(2, spoil)
    work_off(it, crew, workers=2)
    assert certified(it) == (False, "second-player-does-not-lose")
    assert all(told)
    (name, number), = it.liars
    assert name == "bench 1" and number == len(crew.lied) == it.counts["refused"] > 3


def test_a_checkpoint_is_whole_and_of_one_job(tmp_path):
    kept = Checkpoints(tmp_path, every=0.0)
    it = boss()
    assert not kept.restore(it)

    class Enough(Exception):
        pass

    def seen(event, became, why):
        if it.counts["used"] == 20:
            raise Enough

    with pytest.raises(Enough):
        work_off(it, Plain(2), workers=2, checkpoints=kept, seen=seen)
    again = boss()
    assert kept.restore(again)
    assert again.counts["used"] == 19 and again.out == 0
    work_off(again, Plain(1), workers=1, checkpoints=kept)
    assert certified(again) == (False, "second-player-does-not-lose")
    # Solved, it is solved at once.
    third = boss()
    assert kept.restore(third) and third.is_done
    assert [it.name for it in tmp_path.iterdir()] == [Checkpoints.NAME]
    with pytest.raises(quod.SolveError):
        kept.restore(boss("second-player-wins"))
    kept.file.write_bytes(kept.file.read_bytes()[:-1])
    with pytest.raises(quod.SolveError):
        kept.restore(boss())


def test_what_cannot_be_divided_is_refused():
    with pytest.raises(quod.NotationError):
        foreman(quod.open("chess"), "start", "mate<=2")
    with pytest.raises(quod.NotationError):
        foreman(quod.open(GAME), "nowhere", CLAIM)
    with pytest.raises(NoAnswer):
        work_off(boss(memory=4096), Plain(1), workers=1)


def test_messages_are_of_one_version():
    it = boss()
    number, position, job = it.job()
    assert position and crew_version().endswith(quod.__version__)
    other = bytearray(job)
    other[8] += 1
    answer = Workbench().run(bytes(other))
    became, why = it.take(number, "old", answer)
    assert became == "refused"
    # Both versions are named.
    assert f"form {job[8]}" in why and f"form {other[8]}" in why
    assert job_effort(answer)[0] == 0
    assert job_effort(b"nothing") is None
