"""Work divided into jobs: the loop between a foreman and a crew, and checkpoints on disk.

Nothing here knows who does the jobs. `quod.ray` has a crew of Ray actors.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ._quod import Foreman, Game, SolveError, job_effort


@dataclass(frozen=True)
class Done:
    """A result came, or what a worker sent for one."""

    number: int
    worker: str
    result: bytes


@dataclass(frozen=True)
class Lost:
    """A job will not come back."""

    number: int
    worker: str
    why: str


Event = Done | Lost


class Crew(Protocol):
    """Brings jobs to workers and results back."""

    def free(self) -> int:
        """How many jobs it takes now."""

    def submit(self, number: int, position: str, job: bytes) -> str:
        """Takes a job; returns the name of its worker."""

    def next(self, seconds: float) -> list[Event]:
        """What happened, after at most so many seconds. Raises NoWorkers if nothing will happen any more."""

    def refused(self, worker: str, why: str) -> list[Event]:
        """A result of this worker was refused; returns the jobs that are lost if it goes."""


class NoWorkers(RuntimeError):
    """Nobody is left who could do a job."""


class NoAnswer(RuntimeError):
    """The tree has no room, or no leaf, for a job that could find the answer."""


def foreman(
    game: Game,
    position: str,
    claim: str,
    *,
    engine: str = "dfpn",
    budget: int = 10_000,
    part: int = 16,
    memory: int = 1 << 30,
    job_memory: int = 1 << 28,
    known: int = 32,
) -> Foreman:
    """A foreman with nothing but the root.

    A job may take `budget` nodes, or the `part`-th part of all nodes so far if that is more: sixteen times the
    number of workers is a good part. `memory` is for the tree and `job_memory` for a worker's table, in bytes. A job is told the last `known` positions that are solved.
    """
    return Foreman(
        game,
        position,
        claim,
        engine,
        budget=budget,
        part=part,
        memory=memory,
        job_memory=job_memory,
        known=known,
    )


class Checkpoints:
    """A foreman's state in a directory, written whole or not at all."""

    NAME = "foreman.quodwork"

    def __init__(self, directory: str | os.PathLike[str], every: float = 5.0) -> None:
        self.file = Path(directory) / self.NAME
        self.every = every
        self.written = time.monotonic()

    def restore(self, foreman: Foreman) -> bool:
        """Goes on from what is there; whether there is something. Raises SolveError, which names the file, if it is damaged or of another job."""
        try:
            saved = self.file.read_bytes()
        except FileNotFoundError:
            return False
        try:
            foreman.restore(saved)
        except SolveError as error:
            raise SolveError(f"{self.file}: expected a checkpoint of this job, got {error}; remove it to begin anew") from error
        return True

    def save(self, foreman: Foreman) -> None:
        """Writes the state now."""
        saved = foreman.save()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_suffix(f".{os.getpid()}.part")
        with open(beside, "wb") as out:
            out.write(saved)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, self.file)
        self.written = time.monotonic()

    def save_if_due(self, foreman: Foreman) -> None:
        """Writes the state if the last is old enough."""
        if time.monotonic() - self.written >= self.every:
            self.save(foreman)


@dataclass
class Spent:
    """Where time went, in seconds; `searched` is what workers say, the rest are processor seconds of the driver."""

    searched: float = 0.0
    nodes: int = 0
    checked: float = 0.0
    made: float = 0.0
    saved: float = 0.0


def work_off(
    foreman: Foreman,
    crew: Crew,
    *,
    workers: int,
    checkpoints: Checkpoints | None = None,
    seen: Callable[[Event, str, str | None], object] | None = None,
    spent: Spent | None = None,
    wait: float = 1.0,
    longest: float = 5.0,
    look: Callable[[], object] | None = None,
) -> None:
    """Works until there is an answer.

    `look` is called at least every `wait` seconds, between two events. By what workers say of their speed, no job is made longer than `longest` seconds for what was done before it.
    `seen` hears of every event: what became of a result (`used`, `stale`, `refused`; `lost` for a job), and why.
    Raises NoAnswer, and NoWorkers from the crew.
    """
    spent = spent or Spent()
    clock = time.thread_time
    foreman.prepare(workers)
    while not foreman.is_done:
        began = clock()
        while crew.free() > 0:
            job = foreman.job()
            if job is None:
                break
            number, position, data = job
            foreman.given_to(number, crew.submit(number, position, data))
        spent.made += clock() - began
        if foreman.is_done:
            break
        if look is not None:
            look()
        if foreman.out == 0 and crew.free() > 0:
            raise NoAnswer("no leaf of the tree is worth a job")
        events = crew.next(wait)
        began = clock()
        while events:
            event = events.pop(0)
            if isinstance(event, Done):
                became, why = foreman.take(event.number, event.worker, event.result)
                effort = job_effort(event.result)
                if effort is not None and became != "refused":
                    spent.nodes += effort[0]
                    spent.searched += effort[1]
                    if spent.searched > 0:
                        foreman.limit(int(longest * spent.nodes / spent.searched))
                if became == "refused":
                    events += crew.refused(event.worker, why or "")
            else:
                foreman.lost(event.number)
                became, why = "lost", event.why
            if seen is not None:
                seen(event, became, why)
        # (A worker that is at such a job is not disturbed: its result comes too late and is not counted.)
        foreman.idle()
        spent.checked += clock() - began
        if checkpoints is not None:
            began = clock()
            checkpoints.save_if_due(foreman)
            spent.saved += clock() - began
    if checkpoints is not None:
        checkpoints.save(foreman)
    if foreman.solved is None:
        raise NoAnswer("the tree has no room for more: give it more memory, or jobs more nodes")
