"""Two nodes of Ray on this machine, at 127.0.0.2 and 127.0.0.3, for tests and measurements."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What every process of such a cluster is told: a token that nobody else knows, and that a dead node is noticed soon.
SOON = {
    "RAY_AUTH_MODE": "token",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_health_check_period_ms": "300",
    "RAY_health_check_timeout_ms": "500",
    "RAY_health_check_failure_threshold": "5",
}
HEAD, OTHER = "127.0.0.2", "127.0.0.3"


def children(pid):
    """Processes below a process, with their names."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                name, rest = (place / "stat").read_text().rsplit(")", 1)
            except OSError:
                continue
            if int(rest.split()[1]) == pid:
                below = int(place.name)
                found += [(below, name.split("(", 1)[1]), *children(below)]
    return found


def kill_and_wait(pid, below):
    """Kills a process, and waits for a process below it, which ends when it sees that."""
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 60
    while Path(f"/proc/{below}").exists():
        if time.monotonic() > end:
            raise RuntimeError(f"process {below} is still there")
        time.sleep(0.05)


def start():
    """The program `ray` of this environment."""
    return Path(sys.executable).with_name("ray")


class Loopback:
    """A cluster. It is ended by the process numbers of what it started."""

    def __init__(self, port=7391, processors=1):
        self.address = f"{HEAD}:{port}"
        self.place = tempfile.TemporaryDirectory(prefix="qr", dir="/tmp", ignore_cleanup_errors=True)
        # (Ray reads this once, when it is imported; so this process has it too, from now on.)
        os.environ.update(SOON)
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        self.processors = processors
        head = ["--head", f"--port={port}", "--include-dashboard=false", "--disable-usage-stats"]
        self.head = self._node(HEAD, [*head, f"--temp-dir={self.place.name}"])
        self.other = None
        self.add()

    def _node(self, place, arguments):
        log = open(Path(self.place.name) / f"{place}-{time.monotonic_ns()}.txt", "wb")
        size = [f"--num-cpus={self.processors}", "--object-store-memory=100000000"]
        command = [start(), "start", f"--node-ip-address={place}", *size, "--block", *arguments]
        with log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        end = time.monotonic() + 60
        while "To terminate" not in (text := Path(log.name).read_text()):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"no node at {place}: {text}")
            time.sleep(0.1)
        return process

    def add(self):
        """Starts the second node, anew if it is gone."""
        self.other = self._node(OTHER, [f"--address={self.address}"])

    def raylet(self):
        """The process of the second node."""
        return next(pid for pid, name in children(self.other.pid) if name == "raylet")

    def end(self):
        for node in (self.other, self.head):
            below = [pid for pid, _ in children(node.pid)]
            node.terminate()
            try:
                node.wait(20)
            except subprocess.TimeoutExpired:
                node.kill()
                node.wait()
            for pid in below:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self.place.cleanup()
