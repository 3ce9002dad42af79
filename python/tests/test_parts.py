"""Tables built by several workers, without Ray: threads that come over real sockets."""

import itertools
import socket
import threading

import pytest

import quod
from quod._parts import Closed, Division, Door, Hand, NotBuilt, Wire, attend, knock, routed
from quod._quod import DividedBuild

LAYERS = 8


class Threads:
    """Hands that are threads of this process."""

    def __init__(self, size):
        self.size, self.door, self.here = size, Door("127.0.0.1"), []
        self.numbers, self.threads, self.gone = itertools.count(), [], []

    def all(self):
        while len(self.here) < self.size:
            number = next(self.numbers)
            place = (self.door.host, self.door.port, self.door.key, number)
            self.threads.append(threading.Thread(target=lambda: attend(knock(*place))))
            self.threads[-1].start()
            came, wire = self.door.next(30.0)
            assert came == number
            self.here.insert(number % self.size, Hand(f"thread {number}", wire))
        return list(self.here)

    def alive(self, hand):
        return True

    def lost(self, hand, why):
        hand.wire.close()
        self.here.remove(hand)
        self.gone.append((hand.name, why))

    def end(self):
        for hand in self.here:
            hand.wire.close()
        for thread in self.threads:
            thread.join(30)
        self.door.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The files that one machine writes."""
    place = tmp_path_factory.mktemp("whole")
    quod.Tables(quod.open("awari"), place).build(LAYERS)
    return {it.name: it.read_bytes() for it in place.iterdir()}


def files(place):
    return {it.name: it.read_bytes() for it in place.iterdir()}


def divided(place, hands, parts=2, **options):
    build = DividedBuild(quod.open("awari"), place, LAYERS)
    return Division("awari", build, hands, parts, least=2, **options)


def test_parts_write_the_files_of_one_machine(tmp_path, whole):
    for parts in [1, 2, 3]:
        hands = Threads(parts)
        it = divided(tmp_path / str(parts), hands, parts)
        it.run()
        hands.end()
        assert files(tmp_path / str(parts)) == whole
        assert [layer.layer for layer in it.layers] == list(range(1, LAYERS + 1)) and not hands.gone
        assert (it.layers[-1].routed > 10_000) == (parts > 1)


def test_what_is_there_is_kept(tmp_path, whole):
    for name, data in whole.items():
        if name != "awari-05.qtab":
            (tmp_path / name).write_bytes(data)
    hands = Threads(2)
    it = divided(tmp_path, hands)
    it.run()
    hands.end()
    assert files(tmp_path) == whole and [layer.layer for layer in it.layers] == [5]


@pytest.mark.parametrize("every", [0.0, None])
def test_a_worker_that_is_lost_is_replaced_and_its_part_restored(tmp_path, whole, every):
    hands = Threads(2)
    lost = []

    def threshold(layer, threshold):
        if layer == LAYERS and threshold <= 4 and not lost:
            # Its connection breaks while the others are at this threshold.
            lost.append(threshold)
            hands.here[1].wire.end.shutdown(socket.SHUT_RDWR)

    it = divided(tmp_path, hands, every=every, threshold=threshold)
    it.run()
    hands.end()
    assert files(tmp_path) == whole and lost and [name for name, _ in hands.gone] == ["thread 1"]
    assert it.layers[-1].restarts == 1 and it.layers[-1].restored == (every is not None)


class Enough(Exception):
    pass


def stopped(place):
    """A build that was stopped within the last layer: its checkpoint, and the threshold that comes next."""
    hands, reached = Threads(2), []

    def threshold(layer, threshold):
        if layer == LAYERS and threshold <= 3:
            reached.append(threshold)
            raise Enough

    with pytest.raises(Enough):
        divided(place, hands, every=0.0, threshold=threshold).run()
    hands.end()
    return place / "awari.parts.checkpoint", reached[0]


def test_a_driver_that_was_stopped_goes_on_from_its_checkpoint(tmp_path, whole):
    kept, reached = stopped(tmp_path)
    assert kept.exists()
    hands, began = Threads(2), []
    it = divided(tmp_path, hands, every=1e9, threshold=lambda layer, threshold: began.append((layer, threshold)))
    it.run()
    hands.end()
    assert files(tmp_path) == whole and began[0] == (LAYERS, reached)


def test_a_checkpoint_that_is_damaged_or_of_more_parts_is_passed_over(tmp_path, whole):
    kept, _ = stopped(tmp_path)
    good = kept.read_bytes()
    damaged = bytearray(good)
    damaged[len(good) // 2] ^= 1
    for data, parts in [(bytes(damaged), 2), (good[:-9], 2), (good, 3), (b"", 2)]:
        (tmp_path / f"awari-0{LAYERS}.qtab").unlink(missing_ok=True)
        kept.write_bytes(data)
        hands, began = Threads(parts), []
        it = divided(tmp_path, hands, parts, every=1e9, threshold=lambda layer, threshold: began.append(threshold))
        it.run()
        hands.end()
        assert files(tmp_path) == whole and began[0] > 3


def test_who_does_not_know_the_key_is_sent_away():
    door = Door("127.0.0.1")
    came = []
    thread = threading.Thread(target=lambda: came.append(door.next(30.0)))
    thread.start()
    with pytest.raises(Closed):
        knock(door.host, door.port, bytes(32), 1)
    thread.join(30)
    # Some words, and the length of a message that would fill any memory.
    for said in [(9).to_bytes(8, "little") + b"let me in", (1 << 60).to_bytes(8, "little")]:
        thread = threading.Thread(target=lambda: came.append(door.next(30.0)))
        thread.start()
        stranger = Wire(socket.create_connection((door.host, door.port)))
        assert len(stranger.receive(30.0)) == 32
        stranger.end.sendall(said)
        with pytest.raises(Closed):
            stranger.receive(30.0)
        thread.join(30)
        stranger.close()
    door.close()
    assert came == [None, None, None]


def test_a_driver_that_does_not_know_the_key_gets_no_worker():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host, port = listener.getsockname()
        caught = []

        def knocks():
            with pytest.raises(Closed) as it:
                knock(host, port, bytes(32), 1)
            caught.append(str(it.value))

        thread = threading.Thread(target=knocks)
        thread.start()
        wire = Wire(listener.accept()[0])
        wire.send(bytes(32))
        wire.receive(30.0)
        wire.send(bytes(32))
        thread.join(30)
        wire.close()
        assert caught == ["the driver does not know the key"]


def test_what_cannot_be_built_is_said(tmp_path):
    with pytest.raises(quod.SolveError):
        DividedBuild(quod.open("awari"), tmp_path, 99)
    with pytest.raises(quod.SolveError):
        DividedBuild(quod.open("qubic"), tmp_path, 1)
    hands = Threads(1)
    it = divided(tmp_path, hands, 1)
    it.game = "awari:grand-slam=nonsense"
    with pytest.raises(NotBuilt) as caught:
        it.run()
    hands.end()
    assert "grand-slam" in str(caught.value)
    with pytest.raises(NotBuilt):
        routed([b"x\x01\x00\x00\x00a", b"x"])
