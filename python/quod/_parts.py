"""Layers of tables worked out by several workers: messages over sockets, a worker's loop, and the driver's rounds.

Nothing here knows who starts the workers; `quod._ray_tables` has Ray do it. A message is bytes after their length, and
what they say is the native half's matter (`python/src/parts.rs`). The driver asks and workers answer: in each round
it has all answers before it sends what they hold for each other, so neither side ever waits for the other to read.

Batches do not go through calls of Ray's: a layer takes hundreds of rounds, a round by calls takes 1.5 ms and more, and one by
sockets a tenth of that (bench/runs/2026-11-25-ray-tables.md).
"""

from __future__ import annotations

import hmac
import os
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from ._quod import DividedBuild, TableWorker

KEY = 32
"""Bytes of a key, of a challenge, and of the proof that somebody knows the key."""
STILL = 600.0
"""Seconds that a message may stand still on its way."""
MOST = 1 << 36
"""The most bytes of a message, from somebody who knows the key."""
GREETING = 1 << 10
"""The most bytes of a message from somebody who has not shown that yet."""
FRUITLESS = 20
"""After so many workers lost in a row, with no threshold finished by anybody, the build ends."""


class Closed(ConnectionError):
    """The other end is gone."""


class Wire:
    """Messages over a socket. One that has begun may stand still for `still` seconds."""

    def __init__(self, end: socket.socket, still: float = STILL) -> None:
        self.still = still
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.end = end

    def send(self, message: bytes) -> None:
        """Sends a message. Raises Closed, also if it stands still for too long."""
        self.end.settimeout(self.still)
        head = struct.pack("<Q", len(message))
        pieces = [head + message] if len(message) < 1 << 16 else [head, message]
        try:
            for piece in pieces:
                rest = memoryview(piece)
                while rest:
                    rest = rest[self.end.send(rest) :]
        except OSError as error:
            raise Closed(f"cannot send: {error}") from error

    def receive(self, seconds: float | None = None, most: int = MOST) -> bytes | None:
        """The next message, of at most so many bytes; None if it did not begin within so many seconds. Raises Closed."""
        self.end.settimeout(seconds)
        try:
            first = self.end.recv(8)
        except TimeoutError:
            return None
        except OSError as error:
            raise Closed(str(error)) from error
        if not first:
            raise Closed("the connection was closed")
        (length,) = struct.unpack("<Q", first + self._exactly(8 - len(first)))
        if length > most:
            raise Closed(f"a message of {length} bytes, at most {most} were expected")
        return self._exactly(length)

    def _exactly(self, length: int) -> bytes:
        """So many bytes."""
        self.end.settimeout(self.still)
        whole = bytearray(length)
        view, at = memoryview(whole), 0
        while at < length:
            try:
                n = self.end.recv_into(view[at:])
            except OSError as error:
                raise Closed(str(error)) from error
            if n == 0:
                raise Closed("the connection was closed within a message")
            at += n
        return bytes(whole)

    def close(self) -> None:
        self.end.close()


def _shown(key: bytes, who: bytes, number: int, *challenges: bytes) -> bytes:
    """What shows that somebody knows the key, without telling it."""
    return hmac.digest(key, b"".join([who, struct.pack("<I", number), *challenges]), "sha256")


def knock(host: str, port: int, key: bytes, number: int) -> Wire:
    """A worker's connection to its driver. Raises Closed if that is not somebody who knows the key."""
    wire = Wire(socket.create_connection((host, port), timeout=60.0))
    try:
        challenge = wire.receive(60.0, GREETING) or b""
        own = os.urandom(KEY)
        wire.send(struct.pack("<I", number) + own + _shown(key, b"worker", number, challenge, own))
        answer = wire.receive(60.0, GREETING) or b""
        if not hmac.compare_digest(answer, _shown(key, b"driver", number, challenge, own)):
            raise Closed("the driver does not know the key")
    except BaseException:
        wire.close()
        raise
    return wire


class Door:
    """Where workers connect. Who does not show within five seconds that it knows the key is sent away."""

    def __init__(self, host: str) -> None:
        self.key = os.urandom(KEY)
        self.listener = socket.create_server((host, 0))
        self.host, self.port = self.listener.getsockname()[:2]

    def next(self, seconds: float) -> tuple[int, Wire] | None:
        """The number and the connection of a worker; None if none came within so many seconds, or a stranger did."""
        self.listener.settimeout(seconds)
        try:
            end, _ = self.listener.accept()
        except TimeoutError:
            return None
        wire = Wire(end, 5.0)
        try:
            challenge = os.urandom(KEY)
            wire.send(challenge)
            answer = wire.receive(5.0, GREETING) or b""
            if len(answer) == 4 + 2 * KEY:
                (number,), own, shown = struct.unpack("<I", answer[:4]), answer[4 : 4 + KEY], answer[4 + KEY :]
                if hmac.compare_digest(shown, _shown(self.key, b"worker", number, challenge, own)):
                    wire.send(_shown(self.key, b"driver", number, challenge, own))
                    wire.still = STILL
                    return number, wire
        except Closed:
            pass
        wire.close()
        return None

    def close(self) -> None:
        self.listener.close()


END = b"E"
"""The question that has no answer: the build is over."""


def attend(wire: Wire, threads: int = 1) -> int:
    """A worker's loop: answers until the driver is done or gone. Returns how many questions there were."""
    worker, n = TableWorker(threads), 0
    try:
        while (question := wire.receive()) != END:
            assert question is not None
            wire.send(worker.answer(question))
            n += 1
    except Closed:
        pass
    wire.close()
    return n


@dataclass
class Hand:
    """A worker as the driver has it."""

    name: str
    wire: Wire
    owed: int = 0
    """Questions whose answer has not been read."""
    lower: int | None = None
    """How many lower layers it has; None before it knows the game."""


class HandLost(Exception):
    """A worker is gone, or does not answer."""

    def __init__(self, hand: Hand, why: str) -> None:
        super().__init__(f"{hand.name}: {why}")
        self.hand, self.why = hand, why


class Hands(Protocol):
    """Workers, as many as there are parts."""

    def all(self) -> list[Hand]:
        """All of them; those that are missing are hired. Raises NoWorkers if they cannot be had."""

    def alive(self, hand: Hand) -> bool:
        """Whether nobody says that it is dead."""

    def lost(self, hand: Hand, why: str) -> None:
        """Takes a worker off the list."""


class NotBuilt(RuntimeError):
    """A layer that cannot be built, with what a worker says of it."""


@dataclass
class Layer:
    """What a layer took."""

    layer: int
    positions: int = 0
    seconds: float = 0.0
    rounds: int = 0
    routed: int = 0
    """Bytes of batches."""
    checkpoints: int = 0
    restarts: int = 0
    restored: int = 0
    """Of the restarts, those from a checkpoint."""


@dataclass
class Division:
    """The driver of a build: layers with at least `least` positions are divided, the driver works out the others.

    With `every` the states of all parts are kept in the build's directory, between two thresholds, if the last are
    so many seconds old. A worker that does not answer for `patience` seconds is taken for lost. `seen` hears of every
    layer that was divided, and of checkpoints and losses in words.
    """

    game: str
    build: DividedBuild
    hands: Hands
    parts: int
    least: int = 1 << 18
    every: float | None = None
    patience: float = 600.0
    say: Callable[[str], object] = lambda text: None
    threshold: Callable[[int, int], object] = lambda layer, threshold: None
    """Hears of each threshold before it begins."""
    layers: list[Layer] = field(default_factory=list)
    attempt: int = 0
    saved_at: float = 0.0
    fruitless: int = 0

    def run(self) -> None:
        """Builds all. Raises NotBuilt, SolveError, OSError, and NoWorkers from the crew."""
        self.saved_at = time.monotonic()
        layer = self.build.next(self.least)
        begun = False
        while layer is not None:
            began = time.monotonic()
            self.layers.append(Layer(layer))
            values = self._layer(layer, begun)
            self.build.join(values)
            # The next layer's parts are opened while this one's file is written.
            following = self.build.finished
            begun = following <= self.build.last_layer and self._begins(following)
            self.build.write()
            done = self.layers[-1]
            done.positions, done.seconds = sum(map(len, values)), time.monotonic() - began
            self.say(
                f"layer {layer}: {done.positions:,} positions, {done.seconds:.1f} s, {done.rounds} rounds, "
                f"{done.routed:,} bytes, {done.restarts} restarts"
            )
            layer = self.build.next(self.least)
            begun = begun and layer == following

    def _begins(self, layer: int) -> bool:
        """Has all parts of a layer opened; whether nobody was lost."""
        try:
            self._begin(layer, None)
        except HandLost as lost:
            self._lose(lost)
            return False
        return True

    def _lose(self, lost: HandLost) -> None:
        self.say(str(lost))
        self.fruitless += 1
        self.hands.lost(lost.hand, lost.why)
        if self.fruitless > FRUITLESS:
            raise NotBuilt(f"{FRUITLESS} workers were lost and no threshold was finished, the last: {lost}")

    def _kept(self) -> list[bytes] | None:
        return None if self.every is None else self.build.saved(self.parts)

    def _layer(self, layer: int, begun: bool) -> list[bytes]:
        """Works a layer out; returns the values of each part."""
        kept = None if begun else self._kept()
        while True:
            try:
                if not begun:
                    self._begin(layer, kept)
                begun = False
                values = self._rounds(layer)
            except HandLost as lost:
                self._lose(lost)
                self.layers[-1].restarts += 1
                kept = self._kept()
                self.layers[-1].restored += kept is not None
                continue
            if values is not None:
                return values
            self.say(f"layer {layer}: what was kept is damaged; it begins anew")
            kept = None

    def _begin(self, layer: int, kept: list[bytes] | None) -> None:
        """Asks all parts to begin; their answers are left for `_rounds`."""
        self.attempt += 1
        hands = self.hands.all()
        for hand in hands:
            # What was asked before somebody was lost has no meaning any more.
            while hand.owed:
                self._answer(hand)
            if hand.lower is None:
                self._ask(hand, b"G" + self.game.encode())
                hand.lower = 0
        for lower in range(min(hand.lower or 0 for hand in hands), layer):
            values = self.build.values(lower)
            assert values is not None
            for hand in hands:
                if hand.lower == lower:
                    self._ask(hand, b"L" + values)
                    hand.lower = lower + 1
        for hand in hands:
            while hand.owed:
                self._known(hand, b"k")
        for part, hand in enumerate(hands):
            which = struct.pack("<5I", layer, part, self.parts, self.attempt, self.build.last_layer)
            self._ask(hand, b"O" + which if kept is None else b"R" + which + kept[part])

    def _rounds(self, layer: int) -> list[bytes] | None:
        """Goes on until the layer is done; None if a state was none."""
        hands, figures = self.hands.all(), self.layers[-1]
        answers = [self._answer(hand) for hand in hands]
        if any(answer[:1] == b"n" for answer in answers):
            return None
        while True:
            kinds = {answer[:1] for answer in answers}
            if kinds == {b"d"}:
                return self._all(hands, b"V", b"v")
            if kinds == {b"t"}:
                self.fruitless = 0
                (threshold,) = {answer[1] for answer in answers}
                if self.every is not None and time.monotonic() - self.saved_at >= self.every:
                    self.build.save(self._all(hands, b"S", b"s"))
                    self.saved_at = time.monotonic()
                    figures.checkpoints += 1
                self.threshold(layer, threshold)
                questions = [b"A"] * len(hands)
            elif kinds == {b"x"}:
                questions = routed(answers)
                figures.rounds += 1
                figures.routed += sum(map(len, questions))
            else:
                raise NotBuilt(f"layer {layer}: the parts are not in the same place")
            for hand, question in zip(hands, questions, strict=True):
                self._ask(hand, question)
            answers = [self._answer(hand) for hand in hands]

    def _all(self, hands: list[Hand], question: bytes, kind: bytes) -> list[bytes]:
        """Asks all the same; returns the answers without their kind."""
        for hand in hands:
            self._ask(hand, question)
        return [self._known(hand, kind) for hand in hands]

    def _known(self, hand: Hand, kind: bytes) -> bytes:
        answer = self._answer(hand)
        if answer[:1] != kind:
            raise NotBuilt(f"{hand.name}: an answer of another kind: {answer[:1]!r}")
        return answer[1:]

    def _ask(self, hand: Hand, question: bytes) -> None:
        try:
            hand.wire.send(question)
        except Closed as error:
            raise HandLost(hand, str(error)) from error
        hand.owed += 1

    def _answer(self, hand: Hand) -> bytes:
        """The next answer."""
        began = time.monotonic()
        try:
            while (answer := hand.wire.receive(1.0)) is None:
                if not self.hands.alive(hand):
                    raise HandLost(hand, "it is dead")
                if time.monotonic() - began > self.patience:
                    raise HandLost(hand, f"no answer for {self.patience:.0f} s")
        except Closed as error:
            raise HandLost(hand, str(error)) from error
        hand.owed -= 1
        if answer[:1] == b"e":
            raise NotBuilt(f"{hand.name}: {answer[1:].decode(errors='replace')}")
        return answer


def routed(answers: list[bytes]) -> list[bytes]:
    """What each part is to be told next, of what all say to each."""
    told: list[list[Any]] = [[b"A"] for _ in answers]
    for answer in answers:
        view, at = memoryview(answer), 1
        for to in told:
            end = at + 4 + int.from_bytes(view[at : at + 4], "little")
            to.append(view[at:end])
            at = end
        if at != len(answer):
            raise NotBuilt("the batches of a part are cut")
    return [b"".join(it) for it in told]
