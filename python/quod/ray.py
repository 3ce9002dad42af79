"""Work on a cluster of Ray's: `quod-ray solve GAME --claim CLAIM --address ADDRESS|local --workers N`, and
`quod-ray table build GAME --dir DIR --workers N`, which is in `quod._ray_tables`.

A worker is an actor around a `Workbench`. It is not trusted: the driver checks every proof that it sends. Ray brings
bytes from the one to the other, and nothing is believed by Ray's word. The pool is our own: every wait has a
time-out, a worker has few jobs in flight, a worker that is gone is replaced, and results do not go through Ray's
object store. The driver's state is a checkpoint file.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import secrets
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from ._core import Certificate
from ._crew import Checkpoints, Done, Event, Lost, NoAnswer, NoWorkers, Spent, foreman, work_off
from ._games import engines
from ._games import open as open_game
from ._quod import Explorer, Foreman, Game, NotationError, SolveError, Workbench, crew_version
from ._ray_tables import table_build

PIECE = 90_000
"""The most bytes of a value: Ray sends values of less than 100 kB with the answer, and keeps larger ones on the node."""
MOST_PIECES = 4096
"""The most values that a result may be cut into; a worker that says more is not believed."""


FRUITLESS = 50
"""After so many workers that left in a row, without a result from anybody, nobody is hired any more."""


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise SystemExit("quod-ray needs Ray: pip install 'quod[ray]'") from error


def pieces(result: bytes) -> list[bytes]:
    """A result as values that are small enough."""
    return [result[at : at + PIECE] for at in range(0, len(result), PIECE)] or [b""]


class Worker:
    """What runs on a node: a bench with one table, and so many threads."""

    def __init__(self, threads: int, memory: int) -> None:
        self.bench = Workbench(threads, memory)
        self.kept: dict[int, list[bytes]] = {}
        self.jobs = 0

    def about(self) -> dict[str, Any]:
        """Version, node, process, and the processor's seconds so far."""
        node = _ray().util.get_node_ip_address()
        seconds = time.process_time()
        return {"version": crew_version(), "node": node, "pid": os.getpid(), "seconds": seconds}

    def run(self, job: bytes) -> bytes | tuple[int, int]:
        """Does a job. Returns the result, or under which number `rest` has it and in how many pieces."""
        return self.answer(self.bench.run(job))

    def answer(self, result: bytes) -> bytes | tuple[int, int]:
        """A result as `run` returns it."""
        self.jobs += 1
        cut = pieces(result)
        if len(cut) == 1:
            return cut[0]
        self.kept[self.jobs] = cut
        return self.jobs, len(cut)

    def rest(self, number: int) -> list[bytes]:
        """A large result, once: so many values as `run` said."""
        return self.kept.pop(number)


def actors(threads: int = 1, memory: int = 1 << 28, worker: type = Worker) -> Callable[[], Any]:
    """Makes actors that take so many processors each. An actor that dies is not restarted: the pool replaces it."""
    ray = _ray()
    # A large result is fetched while the next job is at work: so there is a second thread.
    groups = {"rest": 1}
    made = ray.remote(num_cpus=threads, max_restarts=0, max_task_retries=0, concurrency_groups=groups)(worker)
    # (Nobody reads the cluster's records of single jobs.)
    made = made.options(enable_task_events=False)
    return lambda: made.remote(threads, memory)


@dataclass
class _Flight:
    number: int
    position: str
    refs: list[Any]
    since: float


@dataclass
class _Member:
    name: str
    actor: Any
    greeting: Any
    since: float
    about: dict[str, Any] | None = None
    flights: list[_Flight] = field(default_factory=list)
    faults: int = 0


class Pool:
    """Actors of Ray's as a crew.

    `make` starts an actor. A worker has at most `flight` jobs: one at work, others that wait. If the job at work
    takes longer than `patience` seconds (or ten times the longest so far), the worker is taken for lost. A worker
    with `faults` results refused, or of another version, is dismissed and not replaced.
    """

    def __init__(
        self,
        size: int,
        make: Callable[[], Any],
        *,
        flight: int = 2,
        patience: float = 120.0,
        faults: int = 3,
        say: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.ray = _ray()
        self.make, self.flight, self.patience, self.faults, self.say = make, flight, patience, faults, say
        self.members: list[_Member] = []
        self.hired = 0
        self.longest = 0.0
        self.somebody = time.monotonic()
        self.dismissed: dict[str, str] = {}
        self.gone = 0
        self.fruitless = 0
        for _ in range(size):
            self._hire()

    def _hire(self) -> None:
        self.hired += 1
        actor = self.make()
        member = _Member(f"worker {self.hired}", actor, actor.about.remote(), time.monotonic())
        self.members.append(member)

    def working(self) -> list[_Member]:
        """Workers that are there."""
        return [it for it in self.members if it.about is not None]

    def free(self) -> int:
        return sum(max(0, self.flight - len(it.flights)) for it in self.working())

    def submit(self, number: int, position: str, job: bytes) -> str:
        member = min(self.working(), key=lambda it: len(it.flights))
        member.flights.append(_Flight(number, position, [member.actor.run.remote(job)], time.monotonic()))
        return member.name

    def next(self, seconds: float) -> list[Event]:
        waiting: dict[Any, tuple[_Member, _Flight | None]] = {}
        for it in self.members:
            if it.about is None:
                waiting[it.greeting] = (it, None)
            waiting.update({flight.refs[0]: (it, flight) for flight in it.flights})
        if not waiting:
            reasons = "; ".join(f"{name}: {why}" for name, why in self.dismissed.items())
            raise NoWorkers(f"no worker is left ({reasons})")
        refs = list(waiting)
        ready, _ = self.ray.wait(refs, num_returns=1, timeout=seconds, fetch_local=False)
        events: list[Event] = []
        for ref in ready:
            member, flight = waiting[ref]
            if member in self.members:
                events += self._greet(member) if flight is None else self._land(member, flight)
        return events + self._overdue()

    def refused(self, worker: str, why: str) -> list[Event]:
        for member in self.members:
            if member.name == worker:
                member.faults += 1
                if member.faults >= self.faults:
                    return self._part(member, f"{self.faults} results refused, the last: {why}", replace=False)
        return []

    def _greet(self, member: _Member) -> list[Event]:
        try:
            about = self.ray.get(member.greeting, timeout=self.patience)
            version, node = str(about["version"]), str(about["node"])
        except Exception as error:
            return self._part(member, f"did not start: {_first_line(error)}", replace=True)
        member.name = f"{member.name} on {node}"
        if version != crew_version():
            why = f"another version: it has {version}, the driver {crew_version()}"
            return self._part(member, why, replace=False)
        member.about = about
        self.somebody = time.monotonic()
        return []

    def _land(self, member: _Member, flight: _Flight) -> list[Event]:
        now = time.monotonic()
        try:
            parts = self.ray.get(flight.refs, timeout=self.patience)
            if len(parts) == 1 and (rest := _large(parts[0])) is not None:
                number, count = rest
                fetch = member.actor.rest.options(num_returns=count, concurrency_group="rest")
                flight.refs = fetch.remote(number)
                return []
        except Exception as error:
            return self._part(member, _first_line(error), replace=True)
        member.flights.remove(flight)
        # (What is no bytes is no result: the foreman refuses it.)
        result = b"".join(it for it in parts if isinstance(it, bytes))
        self.longest = max(self.longest, now - flight.since)
        for other in member.flights:
            # What waited behind it begins now.
            other.since = max(other.since, now)
        self.somebody, self.fruitless = now, 0
        return [Done(flight.number, member.name, result)]

    def _overdue(self) -> list[Event]:
        now = time.monotonic()
        patience = max(self.patience, 10 * self.longest)
        events: list[Event] = []
        for member in list(self.members):
            if member.flights and now - member.flights[0].since > patience:
                events += self._part(member, f"no result for {patience:.0f} s", replace=True)
        if not self.working() and now - self.somebody > patience:
            raise NoWorkers(f"no worker for {patience:.0f} s")
        return events

    def _part(self, member: _Member, why: str, *, replace: bool) -> list[Event]:
        """Parts with a worker; its jobs are lost."""
        self.members.remove(member)
        self.say(f"{member.name}: {why}")
        try:
            self.ray.kill(member.actor, no_restart=True)
        except Exception:
            # It is gone already, and so is its node, perhaps.
            pass
        if replace:
            self.gone += 1
            self.fruitless += 1
            if self.fruitless > FRUITLESS:
                raise NoWorkers(f"{FRUITLESS} workers left and none brought a result, the last: {why}")
            self._hire()
        else:
            self.dismissed[member.name] = why
        return [Lost(flight.number, member.name, why) for flight in member.flights]

    def examined(self) -> dict[str, str]:
        """The position that each worker examines."""
        return {it.name: it.flights[0].position if it.flights else "-" for it in self.working()}

    def paused(self, seconds: float) -> None:
        """Nobody looked at results for so long: that is nobody's fault."""
        self.somebody += seconds
        for flight in (flight for it in self.members for flight in it.flights):
            flight.since += seconds

    def processor_seconds(self, seconds: float = 10.0) -> float:
        """Processor seconds of the workers' processes, as they say."""
        asked = [it.actor.about.remote() for it in self.working()]
        return sum(float(it["seconds"]) for it in self.ray.get(asked, timeout=seconds))

    def end(self) -> None:
        """Ends all workers."""
        for member in self.members:
            self.ray.kill(member.actor, no_restart=True)
        self.members = []


def _large(answer: object) -> tuple[int, int] | None:
    """Under which number a worker keeps its result, and in how many pieces."""
    match answer:
        case (int(number), int(count)) if 2 <= count <= MOST_PIECES:
            return number, count
    return None


def _first_line(error: BaseException) -> str:
    text = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {text[0]}"


@contextmanager
def connected(address: str, processors: int) -> Iterator[Any]:
    """A connection to a cluster; `local` starts a Ray of its own with so many processors, and ends it.

    Ray's servers listen on every interface, whatever address they are given. So the own Ray asks everybody for a
    token that only this process and its children know. When all went well, the own Ray's folder of logs is removed;
    otherwise it may tell why.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # (What is wrong is said here; Ray would write pages about a node that went.)
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    # (The same for what nodes report: Ray prints that among our answers, whatever `log_to_driver` says.)
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")
    if address != "local":
        _reached(address)
    if address != "local" and os.environ.get("RAY_AUTH_MODE") != "token":
        print(
            "warning: this cluster does not require a token; whoever reaches its ports runs programs on it "
            "(docs/guide/cluster.md)",
            file=sys.stderr,
        )
    if address == "local" and os.environ.get("RAY_AUTH_MODE") != "token":
        if "ray" in sys.modules:
            # Ray looks once, when it is imported.
            raise RuntimeError("set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN before Ray is imported")
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    ray = _ray()
    folder = None
    try:
        with _begun(address), _hushed():
            session = _init(ray, address, processors)
        yield ray
        folder = session
    finally:
        ray.shutdown()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _reached(address: str) -> None:
    """Raises ConnectionError if nobody listens at HOST:PORT: Ray would try for minutes, and say nothing."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ConnectionError(f"--address: expected local or HOST:PORT, got {address}")
    try:
        socket.create_connection((host, int(port)), 5.0).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"--address: expected a cluster at {address}, got {_first_line(error)}") from error


@contextmanager
def _begun(address: str) -> Iterator[None]:
    """Says in a line why Ray could not begin."""
    try:
        yield
    except Exception as error:
        hint = "" if address == "local" else " (a wrong token looks like this as well)"
        raise ConnectionError(f"Ray at {address}: {_first_line(error)}{hint}") from error


@contextmanager
def _hushed() -> Iterator[None]:
    """Keeps away what Ray's library writes to the standard error by itself.

    While it begins, it tells there which level its log has, and no setting of Python's reaches that. Who set another
    level wants to read it.
    """
    try:
        kept = os.dup(2) if os.environ["RAY_BACKEND_LOG_LEVEL"] == "fatal" else None
    except OSError:
        # There is no standard error.
        kept = None
    if kept is None:
        yield
        return
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _init(ray: Any, address: str, processors: int) -> str | None:
    """Starts a Ray of its own, or connects to the one at the address; returns the own one's folder."""
    if address != "local":
        # On a machine with several nodes, the driver goes to the one at the cluster's own address.
        host = address.rsplit(":", 1)[0]
        place = host if host.startswith("127.") else None
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", _node_ip_address=place)
        return None
    place = "127.0.0.2" if sys.platform == "linux" else None
    # By this word it looks for no cluster, not even for one that died on this machine.
    context = ray.init(
        address="local",
        num_cpus=processors,
        include_dashboard=False,
        object_store_memory=100_000_000,
        log_to_driver=False,
        logging_level="ERROR",
        _node_ip_address=place,
    )
    return str(context.address_info["session_dir"])


class _Watch:
    """The explorer on the search, with what it wants: a pause, or an end."""

    def __init__(self, explorer: Explorer, foreman: Foreman, pool: Pool) -> None:
        self.explorer, self.foreman, self.pool = explorer, foreman, pool

    def look(self) -> None:
        """Shows how the search gets on; waits in a pause. Raises NoAnswer if the search should stop."""
        began = time.monotonic()
        go_on = self.explorer.look(self.foreman)
        if (seconds := time.monotonic() - began) > 1.0:
            self.pool.paused(seconds)
        if not go_on:
            raise NoAnswer("stopped in the explorer")


class _Report:
    """A line about the work, about once a second."""

    def __init__(self, foreman: Foreman, pool: Pool, workers: int, spent: Spent, quiet: bool) -> None:
        self.foreman, self.pool, self.workers, self.spent = foreman, pool, workers, spent
        self.began = self.told = time.monotonic()
        self.cpu = time.process_time()
        self.first = foreman.counts["used"]
        self.examined = self.began
        self.bar = None if quiet else _bar()

    def figures(self) -> dict[str, Any]:
        seconds = max(time.monotonic() - self.began, 1e-9)
        counts = self.foreman.counts
        return {
            **counts,
            "seconds": round(seconds, 3),
            "jobs_a_second": round((counts["used"] - self.first) / seconds, 2),
            "efficiency": round(self.spent.searched / seconds / self.workers, 3),
            "workers": len(self.pool.working()),
            "workers_gone": self.pool.gone,
            "workers_dismissed": self.pool.dismissed,
            "liars": dict(self.foreman.liars),
            "searched_seconds": round(self.spent.searched, 3),
            "searched_nodes": self.spent.nodes,
            "checking_seconds": round(self.spent.checked, 3),
            "making_seconds": round(self.spent.made, 3),
            "saving_seconds": round(self.spent.saved, 3),
            "driver_seconds": round(time.process_time() - self.cpu, 3),
        }

    def seen(self, event: Event, became: str, why: str | None) -> None:
        if became == "refused":
            self.say(f"{event.worker}: job {event.number} refused: {why}")
        self.tell()

    def tell(self) -> None:
        now = time.monotonic()
        if self.bar is None or now - self.told < 1.0:
            return
        self.told = now
        it = self.figures()
        proof, disproof = self.foreman.numbers
        self.bar.n = it["used"]
        self.bar.set_description_str(f"numbers {proof} {disproof}", False)
        self.bar.set_postfix_str(
            f"{it['workers']}/{self.workers} workers, efficiency {it['efficiency']:.0%}, "
            f"{it['nodes']:,} nodes, {it['lost']} lost, {it['refused']} refused"
        )
        if now - self.examined > 10:
            self.examined = now
            for name, position in self.pool.examined().items():
                self.say(f"{name}: {position}")

    def say(self, text: str) -> None:
        if self.bar is not None:
            self.bar.write(text)

    def end(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _bar() -> Any:
    try:
        tqdm = importlib.import_module("tqdm").tqdm
    except ImportError:
        return None
    # (Nothing where nobody looks.)
    return tqdm(unit=" jobs", file=sys.stderr, disable=None)


def _known_engine(game: Game, engine: str) -> None:
    """Raises NotationError if the game has no such engine: every worker would refuse every job."""
    names = [it.name for it in engines(game) if it.name != "auto"]
    if engine.partition(":")[0] not in names:
        raise NotationError(f"--engine: expected one of {', '.join(names)}, got {engine}")


def solve(arguments: argparse.Namespace) -> int:
    """The command `quod-ray solve`; returns the exit code."""
    game = open_game(arguments.game)
    _known_engine(game, arguments.engine)
    position = str(game.position(arguments.position))
    boss = foreman(
        game,
        position,
        arguments.claim,
        engine=arguments.engine,
        budget=arguments.budget,
        part=arguments.part or 16 * arguments.workers,
        memory=arguments.memory << 20,
        job_memory=arguments.job_memory << 20,
    )
    checkpoints = Checkpoints(arguments.checkpoint, arguments.every) if arguments.checkpoint else None
    if checkpoints is not None and checkpoints.restore(boss):
        print(f"going on after {boss.counts['used']} jobs", file=sys.stderr)
    processors = arguments.workers * arguments.threads
    spent = Spent()
    explorer = None
    if arguments.explore:
        explorer = Explorer(game, position, arguments.claim, arguments.engine, arguments.memory << 20)
        print(f"explore: {explorer.url}", file=sys.stderr, flush=True)
    with connected(arguments.address, processors):
        say: list[Callable[[str], object]] = [lambda text: print(text, file=sys.stderr)]
        make = actors(arguments.threads, arguments.job_memory << 20)
        pool = Pool(
            arguments.workers,
            make,
            flight=arguments.flight,
            patience=arguments.patience,
            say=lambda text: say[0](text),
        )
        report = _Report(boss, pool, processors, spent, arguments.quiet)
        if report.bar is not None:
            say[0] = report.say
        watch = None if explorer is None else _Watch(explorer, boss, pool)
        try:
            work_off(
                boss,
                pool,
                workers=arguments.workers,
                checkpoints=checkpoints,
                seen=report.seen,
                spent=spent,
                longest=arguments.longest,
                wait=1.0 if watch is None else 0.1,
                look=None if watch is None else watch.look,
            )
        except (KeyboardInterrupt, NoAnswer) as error:
            if checkpoints is not None:
                checkpoints.save(boss)
            if explorer is not None:
                explorer.finish(boss, reason=str(error) or "interrupted")
            raise
        finally:
            figures = report.figures()
            report.end()
    began = time.process_time()
    data, holds, again = boss.whole()
    certificate = Certificate.from_bytes(data)
    checked = certificate.check(position=position, claim=arguments.claim if holds else None)
    if explorer is not None:
        explorer.finish(boss, holds, data)
    figures |= {"whole_seconds": round(time.process_time() - began, 3), "root_searched_again": again}
    if arguments.out:
        certificate.save(arguments.out)
    if arguments.json:
        told = {
            "game": game.name,
            "position": position,
            "claim": arguments.claim,
            "answer": "proved" if holds else "disproved",
            "certificate_claim": checked.claim,
            "entries": checked.entries,
            **figures,
        }
        print(json.dumps(told))
    else:
        print(f"{'PROVED' if holds else 'DISPROVED'} {game.name} {arguments.claim} {position}")
        print(f"s {checked}")
        for name, number in boss.liars:
            print(f"{name} sent {number} results that were refused")
    if explorer is not None:
        # The page stays until Ctrl-C, as that of `quod solve --explore` does.
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
    return 0


def _at_least(least: int) -> Callable[[str], int]:
    """Reads a whole number that is not smaller than this."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) < 1 << 31:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} on, got {text}")
        return int(text)

    return number


def _seconds(text: str) -> float:
    """Reads a number of seconds, 0 or more."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text}")
    return seconds


def parser() -> argparse.ArgumentParser:
    """The arguments of `quod-ray`."""
    outer = argparse.ArgumentParser(prog="quod-ray", description="Proofs and tables by many workers.")
    inner = outer.add_subparsers(dest="command", required=True)
    it = inner.add_parser("solve", help="settle a claim about a position, and certify it")
    it.add_argument("game", help="a game with its keys, such as connect-four:width=7,height=6")
    it.add_argument("--position", default="start", help="a position in the game's notation")
    it.add_argument("--claim", required=True, help="such as first-player-wins")
    it.add_argument("--engine", default="dfpn", help="the engine that does the jobs, with its options")
    it.add_argument("--address", default="local", help="HOST:PORT of a cluster, or local: one of its own")
    it.add_argument("--workers", type=_at_least(1), default=1, help="how many workers, each with one table")
    it.add_argument("--threads", type=_at_least(1), default=1, help="threads, and processors, of a worker")
    it.add_argument("--budget", type=_at_least(1), default=10_000, help="nodes of a job, at least")
    it.add_argument("--part", type=_at_least(1), help="a job may take this part of all nodes so far (16 for each worker)")
    it.add_argument("--longest", type=_seconds, default=5.0, metavar="SECONDS", help="no job is made longer than this")
    it.add_argument("--memory", type=_at_least(1), default=1024, metavar="MIB", help="memory of the tree")
    it.add_argument("--job-memory", type=_at_least(1), default=256, metavar="MIB", help="memory of a worker")
    it.add_argument("--flight", type=int, default=2, choices=[1, 2, 3], help="jobs that a worker has at once")
    it.add_argument("--patience", type=_seconds, default=120.0, metavar="SECONDS", help="how long a job may take")
    it.add_argument("--checkpoint", metavar="DIR", help="where the state is kept")
    it.add_argument("--every", type=_seconds, default=5.0, metavar="SECONDS", help="how often the state is kept")
    it.add_argument("--out", metavar="FILE", help="where the certificate goes")
    it.add_argument("--json", action="store_true", help="one JSON object with all figures")
    it.add_argument("--quiet", action="store_true", help="no progress")
    it.add_argument("--explore", action="store_true", help="watch the search in the browser; the page stays until Ctrl-C")
    it.set_defaults(run=solve)
    tables = inner.add_parser("table", help="endgame tables").add_subparsers(dest="table", required=True)
    it = tables.add_parser("build", help="build a game's tables; what is there is kept")
    it.add_argument("game", help="a game with tables, such as awari")
    it.add_argument("--dir", required=True, metavar="DIR", help="the directory of the tables")
    it.add_argument("--layers", type=_at_least(0), metavar="N", help="the highest layer; all if nothing is said")
    it.add_argument("--address", default="local", help="HOST:PORT of a cluster, or local: one of its own")
    it.add_argument("--workers", type=_at_least(1), default=1, help="how many workers, each with one part of a layer")
    it.add_argument("--threads", type=_at_least(1), default=1, help="threads, and processors, of a worker")
    it.add_argument(
        "--least", type=_at_least(1), default=1 << 18, metavar="POSITIONS", help="the driver works out smaller layers alone"
    )
    it.add_argument("--checkpoint", action="store_true", help="keep the parts' states in DIR while a layer is at work")
    it.add_argument("--every", type=_seconds, default=60.0, metavar="SECONDS", help="how often they are kept")
    it.add_argument("--patience", type=_seconds, default=600.0, metavar="SECONDS", help="how long an answer may take")
    it.add_argument("--json", action="store_true", help="one JSON object with all figures")
    it.add_argument("--quiet", action="store_true", help="no progress")
    it.set_defaults(run=lambda arguments: table_build(arguments, connected))
    return outer


def main(argv: list[str] | None = None) -> int:
    """The program `quod-ray`. Exit codes: 0 an answer, 1 none, 2 wrong use, 130 interrupted."""
    arguments = parser().parse_args(argv)
    try:
        run: Callable[[argparse.Namespace], int] = arguments.run
        return run(arguments)
    except (NotationError, SolveError) as error:
        print(f"quod-ray: {error}", file=sys.stderr)
        return 2
    except (NoAnswer, NoWorkers, ConnectionError) as error:
        print(f"quod-ray: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
