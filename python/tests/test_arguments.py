"""What `quod-ray` says of wrong arguments, before any Ray is started."""

import socket

import pytest

import quod
from quod._crew import Checkpoints, foreman
from quod.ray import _reached, main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--workers", "0"], "argument --workers: expected a whole number from 1 on, got 0"),
        (["--workers", "-1"], "argument --workers: expected a whole number from 1 on, got -1"),
        (["--threads", "0"], "argument --threads: expected a whole number from 1 on, got 0"),
        (["--memory", "1G"], "argument --memory: expected a whole number from 1 on, got 1G"),
        (["--patience", "soon"], "argument --patience: expected a number of seconds, got soon"),
        (["--engine", "nosuch"], "--engine: expected one of "),
    ],
)
def test_what_is_wrong_is_said_at_once_in_one_line(words, told, capsys):
    asked = ["solve", "tic-tac-toe", "--claim", "X-wins", *words]
    try:
        code = main(asked)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert told in last and last.startswith("quod-ray")


def test_a_cluster_that_is_not_there_is_named():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ConnectionError, match=f"expected a cluster at 127.0.0.1:{port}"):
        _reached(f"127.0.0.1:{port}")
    for wrong in ("nowhere", "host:", "host:port"):
        with pytest.raises(ConnectionError, match="expected local or HOST:PORT"):
            _reached(wrong)


def test_a_damaged_checkpoint_is_named(tmp_path):
    boss = foreman(quod.open("tic-tac-toe"), "start", "X-wins")
    kept = Checkpoints(tmp_path)
    kept.save(boss)
    kept.file.write_bytes(kept.file.read_bytes()[:40])
    with pytest.raises(quod.SolveError, match=f"{kept.NAME}: expected a checkpoint of this job"):
        kept.restore(boss)
