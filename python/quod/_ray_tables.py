"""Tables built on a cluster of Ray's: `quod-ray table build GAME --layers N --dir DIR --workers N`.

Ray starts the workers where processors are free, says when one is dead, and brings each the driver's address and a key;
then the worker connects to the driver, and batches go over that connection (`quod._parts`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ._crew import NoWorkers
from ._games import open as open_game
from ._parts import END, Closed, Division, Door, Hand, NotBuilt, attend, knock
from ._quod import DividedBuild, crew_version


STILLBORN = 10
"""After so many workers in a row that died before they came, nobody is hired any more."""


class TableActor:
    """What runs on a node."""

    def about(self) -> dict[str, Any]:
        """Version and node."""
        ray = importlib.import_module("ray")
        return {"version": crew_version(), "node": ray.util.get_node_ip_address(), "pid": os.getpid()}

    def attend(self, host: str, port: int, key: bytes, number: int, threads: int) -> tuple[int, float]:
        """Works for the driver there until that is done or gone; returns questions and processor seconds."""
        return attend(knock(host, port, key, number), threads), time.process_time()


class RayHands:
    """Workers that Ray starts, each with so many threads and as many processors."""

    def __init__(
        self,
        ray: Any,
        size: int,
        *,
        threads: int = 1,
        patience: float = 120.0,
        say: Callable[[str], object] = lambda text: None,
        actor: type = TableActor,
    ) -> None:
        self.ray, self.size, self.threads, self.patience, self.say = ray, size, threads, patience, say
        self.made = ray.remote(num_cpus=threads, max_restarts=0, max_task_retries=0)(actor)
        self.door = Door(ray.util.get_node_ip_address())
        # In the order of parts; None where somebody is missing.
        self.places: list[Hand | None] = [None] * size
        self.actors: dict[str, tuple[Any, Any]] = {}
        self.pids: dict[str, int] = {}
        self.hired = self.stillborn = 0
        self.gone = 0

    def all(self) -> list[Hand]:
        while missing := [at for at, hand in enumerate(self.places) if hand is None]:
            self._hire(missing)
        return [hand for hand in self.places if hand is not None]

    def _hire(self, places: list[int]) -> None:
        """Hires somebody for each place, and waits until they are there."""
        waiting: dict[int, tuple[int, Any, Any]] = {}
        for at in places:
            self.hired += 1
            actor = self.made.remote()
            waiting[self.hired] = (at, actor, actor.about.remote())
        began, told = time.monotonic(), False
        for number, (_, actor, about) in list(waiting.items()):
            try:
                found = self.ray.get(about, timeout=max(0.1, began + self.patience - time.monotonic()))
            except self.ray.exceptions.GetTimeoutError as error:
                raise NoWorkers(f"no processors for {len(waiting)} workers within {self.patience:.0f} s") from error
            except self.ray.exceptions.RayError as error:
                del waiting[number]
                self._stillborn(f"worker {number} did not start: {str(error).strip().splitlines()[-1]}")
                continue
            if found["version"] != crew_version():
                raise NoWorkers(
                    f"worker {number} on {found['node']} has {found['version']}, the driver {crew_version()}"
                )
            place = (self.door.host, self.door.port, self.door.key, number, self.threads)
            waiting[number] = (*waiting[number][:2], (found, actor.attend.remote(*place)))
        while waiting:
            came = self.door.next(1.0)
            if came is not None and came[0] in waiting:
                at, actor, (found, ends) = waiting.pop(came[0])
                hand = Hand(f"worker {came[0]} on {found['node']}", came[1])
                self.places[at], self.actors[hand.name] = hand, (actor, ends)
                self.pids[hand.name], self.stillborn = found["pid"], 0
                continue
            for number, (_, _, (found, ends)) in list(waiting.items()):
                if self.ray.wait([ends], timeout=0)[0]:
                    del waiting[number]
                    self._stillborn(f"worker {number} on {found['node']} died before it came")
            if time.monotonic() - began > self.patience:
                raise NoWorkers(f"workers did not come within {self.patience:.0f} s")

    def _stillborn(self, why: str) -> None:
        """A worker died before it came. The next may come, but not for ever."""
        self.say(why)
        self.stillborn += 1
        if self.stillborn > STILLBORN:
            raise NoWorkers(f"{STILLBORN} workers in a row died before they came, the last: {why}")

    def alive(self, hand: Hand) -> bool:
        _, ends = self.actors[hand.name]
        return not self.ray.wait([ends], timeout=0)[0]

    def lost(self, hand: Hand, why: str) -> None:
        self.gone += 1
        hand.wire.close()
        actor, _ = self.actors.pop(hand.name)
        self.ray.kill(actor, no_restart=True)
        self.places[self.places.index(hand)] = None

    def end(self) -> dict[str, float]:
        """Ends all workers; returns the processor seconds of each."""
        seconds: dict[str, float] = {}
        for hand in [it for it in self.places if it is not None]:
            actor, ends = self.actors[hand.name]
            try:
                hand.wire.send(END)
                seconds[hand.name] = self.ray.get(ends, timeout=30)[1]
            except (Closed, self.ray.exceptions.GetTimeoutError, self.ray.exceptions.RayError):
                # It is gone; what it spent is not known.
                pass
            hand.wire.close()
            self.ray.kill(actor, no_restart=True)
        self.places = [None] * self.size
        self.door.close()
        return seconds


def table_build(arguments: argparse.Namespace, connected: Any) -> int:
    """The command `quod-ray table build`; returns the exit code."""
    game = open_game(arguments.game)
    build = DividedBuild(game, arguments.dir, arguments.layers, 1)
    say: Callable[[str], object] = (lambda text: None) if arguments.quiet else _say
    with connected(arguments.address, arguments.workers * arguments.threads) as ray:
        hands = RayHands(ray, arguments.workers, threads=arguments.threads, say=say)
        hands.all()
        division = Division(
            game.name,
            build,
            hands,
            arguments.workers,
            least=arguments.least,
            every=arguments.every if arguments.checkpoint else None,
            patience=arguments.patience,
            say=say,
        )
        began, cpu = time.monotonic(), time.process_time()
        try:
            division.run()
        except NotBuilt as error:
            print(f"quod-ray: {error}", file=sys.stderr)
            return 1
        finally:
            seconds, driver = time.monotonic() - began, time.process_time() - cpu
            spent = hands.end()
    if arguments.json:
        told = {
            "game": build.title,
            "last_layer": build.last_layer,
            "built": [it["layer"] for it in build.events() if it["event"] == "finished"],
            "workers": arguments.workers,
            "workers_gone": hands.gone,
            "seconds": round(seconds, 3),
            "driver_seconds": round(driver, 3),
            "worker_seconds": {name: round(it, 3) for name, it in spent.items()},
            "divided": [{**asdict(it), "seconds": round(it.seconds, 3)} for it in division.layers],
        }
        print(json.dumps(told))
    else:
        print(f"s BUILT {build.title} layers 0 to {build.last_layer} in {arguments.dir}")
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr)
