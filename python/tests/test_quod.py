"""Games, positions, answers and certificates of Quod's own games."""

import copy
import dataclasses
import io
import json
import multiprocessing
import pathlib
import pickle
import signal
import threading
import time
import warnings

import pytest

import quod

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def small():
    """Connect Four on a small board, solved."""
    return quod.solve(quod.open("connect-four:width=4,height=4"))


def test_games_are_those_of_the_program():
    names = quod.games()
    assert {"tic-tac-toe", "connect-four", "qubic", "awari"} <= set(names)
    for name in names:
        game = quod.open(name)
        report = quod.game_report(game)
        assert report["family"] == name
        assert report["claims"][0] == "value"
        assert game.position(str(game.start)) == game.start


def test_an_unknown_game_is_an_error_with_its_parts():
    with pytest.raises(quod.NotationError) as caught:
        quod.open("tic-tac-toad")
    assert caught.value.got and caught.value.expected
    assert isinstance(caught.value, ValueError)
    with pytest.raises(quod.NotationError, match="width"):
        quod.open("connect-four:width=99")


def test_positions_are_values():
    game = quod.open("tic-tac-toe")
    start = game.start
    assert start.player == quod.FIRST and start.result is None
    assert start.moves() and len(start.moves()) == len(start.move_codes()) == 9
    one, other = start.moves()[:2]
    third = start.moves()[8]
    ways = [start.play(one).play(third).play(other), start.play(other).play(third).play(one)]
    assert ways[0] == ways[1] and hash(ways[0]) == hash(ways[1]) and ways[0].key == ways[1].key
    assert ways[0] != start and len({start, *ways}) == 2
    assert start.play(start.move_codes()[0]) == start.play(one)
    assert quod.open("tic-tac-toe").start == start
    assert quod.open("three-mens-morris").start != start
    assert game.position(str(ways[0])) == ways[0]
    assert start.state is None
    for wrong in ["nowhere", 99, -1]:
        with pytest.raises((quod.NotationError, OverflowError, TypeError)):
            start.play(wrong)


def test_the_end_of_a_game_is_told():
    at = quod.open("tic-tac-toe").start
    for code in [0, 3, 1, 4, 2]:
        at = at.play(code)
    assert at.result == (quod.FIRST, 0, (0, 0))
    assert at.player is None and at.moves() == []


def test_boards_are_drawn_from_the_same_data():
    at = quod.open("connect-four").start.play("4")
    assert at.svg == at._repr_svg_() and at.svg.startswith("<svg") and at.svg.endswith("</svg>")
    board = json.loads(at.board())
    assert len(board["cells"]) == 42
    assert len(at.picture.splitlines()) > 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tic-tac-toe", "draw"),
        ("connect-four:width=4,height=4", "draw"),
        ("connect-four:width=5,height=4", "draw"),
        ("mnk:width=4,height=3,k=3", "black-wins"),
    ],
)
def test_values_are_the_known_ones_and_proved(name, value):
    answer = quod.solve(quod.open(name))
    assert answer.verdict == "proved" and answer.verified and answer.value == value
    checked = answer.certificate.check()
    assert checked.entries == len(answer.certificate)
    assert checked.rules == answer.rules == "Quod's"
    assert str(checked).startswith(f"VERIFIED {answer.game.name} {answer.claim} start")


def test_a_claim_is_settled_and_effort_repeats(small):
    game = small.game
    first = game.start.players[0]
    answers = [quod.solve(game, f"{first}-wins") for _ in range(2)]
    assert {it.verdict for it in answers} == {"disproved"}
    assert answers[0].effort.nodes == answers[1].effort.nodes > 100
    assert answers[0].certificate.bytes == answers[1].certificate.bytes
    assert answers[0].line and answers[0].effort.threads == 1


def test_all_moves_have_values():
    at = quod.open("tic-tac-toe").start.play("b2")
    answer = quod.solve(at, all_moves=True)
    assert set(answer.moves) == set(at.moves())
    assert set(answer.moves.values()) == {"draw", f"{at.players[0]}-wins"}
    assert quod.value(at) == at.value() == "draw" and at.value(nodes=1) is None


def test_budgets_end_in_unknown_and_not_in_errors():
    game = quod.open("connect-four")
    answer = quod.solve(game, nodes=1000)
    assert (answer.verdict, answer.reason, answer.value) == ("unknown", "nodes", None)
    assert answer.certificate is None and not answer.verified
    answer = quod.solve(game, seconds=0.0)
    assert (answer.verdict, answer.reason) == ("unknown", "time")
    assert quod.value(game, nodes=10) is None


@pytest.mark.parametrize(
    "options",
    [
        {"engine": "none-such"},
        {"engine": "pn:none-such=1"},
        {"claim": "everybody-wins"},
        {"nodes": 0},
        {"threads": 0},
        {"seconds": -1.0},
    ],
)
def test_jobs_without_sense_are_errors(options):
    with pytest.raises(quod.NotationError):
        quod.solve(quod.open("tic-tac-toe"), **options)


def test_certificates_are_saved_loaded_and_refused(small, tmp_path):
    path = tmp_path / "proof.quod"
    small.certificate.save(path)
    loaded = quod.Certificate.load(path)
    assert loaded.bytes == small.certificate.bytes == path.read_bytes()
    assert (loaded.claim, loaded.game, loaded.position) == (small.claim, small.game, small.game.start)
    loaded.check(position="start", claim="value")
    with pytest.raises(quod.Rejected) as caught:
        loaded.check(claim=f"{small.game.start.players[0]}-wins")
    assert caught.value.reason == "other-statement"
    for at in range(0, len(loaded.bytes), max(1, len(loaded.bytes) // 40)):
        damaged = bytearray(loaded.bytes)
        damaged[at] ^= 1
        with pytest.raises(quod.Rejected) as caught:
            quod.Certificate.from_bytes(bytes(damaged)).check()
        assert caught.value.reason and caught.value.place
    with pytest.raises(OSError):
        quod.Certificate.load(tmp_path / "none")
    with pytest.raises(OSError):
        loaded.save(tmp_path / "none" / "proof.quod")
    with pytest.raises(quod.Rejected):
        quod.Certificate.from_bytes(loaded.bytes, quod.open("tic-tac-toe"))


def test_shipped_certificates_pass():
    for path in sorted((ROOT / "golden" / "certificates").glob("*connect-four*.quod")):
        assert "VERIFIED connect-four" in str(quod.Certificate.load(path).check())


def test_a_walk_follows_the_proof(small):
    walk = small.certificate.walk()
    assert walk.position == small.game.start and walk.section(1) and walk.section(0)
    assert walk.line() and not walk.back()
    steps = 0
    while walk.position.player is not None and walk.shown_by.startswith("entry"):
        moves = [move for move, shown in walk.moves() if shown is not None]
        walk.play(walk.proof_move or moves[0])
        steps += 1
    assert steps > 2 and walk.back()
    with pytest.raises(quod.NotationError):
        walk.play("z9")


def test_proofs_become_graphs(small, tmp_path):
    networkx = pytest.importorskip("networkx")
    certificate = small.certificate
    records = list(certificate.records())
    assert [it["entry"] for it in records] == list(range(len(certificate)))
    assert {it["kind"] for it in records} == {"move", "replies"}
    for it in records:
        assert all(edge.get("entry", -1) < len(records) for edge in it["edges"])
    graph = certificate.to_networkx()
    assert len(graph) == len(certificate) and networkx.is_directed_acyclic_graph(graph)
    assert graph.number_of_edges() == sum("entry" in edge for it in records for edge in it["edges"])
    path = tmp_path / "proof.jsonl"
    assert certificate.to_json_lines(path) == len(records)
    assert [json.loads(line) for line in path.read_text().splitlines()] == records
    assert len(list(certificate.records(5))) == 5
    dot = certificate.to_dot(5)
    assert dot.startswith("digraph") and dot.count("shape=box") >= 2 and dot.endswith("}")
    assert certificate.dump().startswith("game connect-four")


def test_progress_is_told_and_can_end_a_search():
    game = quod.open("connect-four")
    told = []

    def enough(progress):
        told.append(progress)
        return len(told) < 3

    answer = quod.solve(game, progress=enough, nodes=50_000_000)
    assert (answer.verdict, answer.reason) == ("unknown", "interrupted")
    assert len(told) == 3 and told[2].nodes > told[0].nodes > 0
    assert told[0].phase.endswith("-wins")


def test_a_bar_of_tqdm_counts_nodes():
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(file=io.StringIO()) as bar:
        answer = quod.solve(quod.open("connect-four:width=4,height=4"), progress=bar)
        assert bar.n == answer.effort.nodes


def test_true_is_a_bar_of_ones_own(capfd):
    pytest.importorskip("tqdm")
    with warnings.catch_warnings():
        # tqdm says so where a notebook lacks its widgets.
        warnings.simplefilter("ignore")
        assert quod.solve(quod.open("tic-tac-toe"), progress=True).value == "draw"
    assert "nodes" in capfd.readouterr().err


def test_what_progress_raises_is_raised():
    def fail(_):
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        quod.solve(quod.open("connect-four"), progress=fail, nodes=50_000_000)


def test_ctrl_c_is_heard():
    def press(_):
        signal.raise_signal(signal.SIGINT)

    # (Whoever is started in the background by a shell may have been told to ignore it.)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            quod.solve(quod.open("connect-four"), progress=press, nodes=500_000_000)
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_interpreter_is_free_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())

    other = threading.Thread(target=tick)

    def told(_):
        # Whoever watches is called from the search: the other thread has run since the last time.
        seen.append(len(ticks))
        return len(seen) < 4

    seen = []
    other.start()
    try:
        quod.solve(quod.open("connect-four"), progress=told, nodes=500_000_000)
    finally:
        done.set()
        other.join()
    assert seen == sorted(set(seen)) and len(seen) == 4


def test_engines_are_data():
    all_engines = quod.engines(quod.open("connect-four"))
    assert all_engines[0].name == "auto"
    options = [option for engine in all_engines for option in engine.options]
    assert len(options) > 5
    for option in options:
        assert option.about and (option.words is None) != (option.range is None)
        if option.words is not None:
            assert option.words[0] == option.default
    assert pickle.loads(pickle.dumps(all_engines)) == all_engines


def test_engines_are_compared():
    game = quod.open("connect-four:width=4,height=4")
    positions = [game.start, game.start.play("1")]
    rows = quod.compare(positions, ["pn", "alphabeta"])
    assert len(rows) == 4 and all(row["verified"] for row in rows)
    assert len({row["value"] for row in rows if row["position"] == "start"}) == 1
    pandas = pytest.importorskip("pandas")
    frame = quod.compare(game, ["pn", "alphabeta"], frame="pandas", nodes=10**7)
    assert isinstance(frame, pandas.DataFrame) and list(frame["engine"]) == ["pn", "alphabeta"]
    with pytest.raises(ValueError):
        quod.compare(game, ["pn"], frame="paper")


def test_tables_are_built_probed_verified_and_solve(tmp_path):
    game = quod.open("awari")
    tables = quod.Tables(game, tmp_path / "tables")
    told = []
    assert tables.build(4, progress=told.append) == 4
    assert [it["layer"] for it in told if it["event"] == "finished"] == [0, 1, 2, 3, 4]
    layers = tables.layers()
    assert [it.layer for it in layers] == [0, 1, 2, 3, 4]
    assert all(it.wins + it.draws + it.losses == it.positions for it in layers)
    assert [it.sha256 for it in layers] == tables.verify()
    with pytest.raises(quod.SolveError):
        quod.Tables(quod.open("tic-tac-toe"), tmp_path).probe("start")
    with pytest.raises(OSError):
        quod.Tables(game, tmp_path / "none").layers()
    with pytest.raises(quod.SolveError):
        tables.build(4, memory=1)


def test_puzzles_are_asked_as_games_are():
    puzzle = quod.open("eight-puzzle")
    assert isinstance(puzzle, quod.Puzzle) and puzzle.name.startswith("eight-puzzle")
    at = puzzle.position("1 2 3 4 5 6 0 7 8")
    answer = quod.solve(puzzle, at=at)
    assert (answer.verdict, answer.value, answer.line) == ("proved", "2", ["7", "8"])
    assert answer.certificate is None and "eight-puzzle" in answer.plan
    assert pickle.loads(pickle.dumps(puzzle)).name == puzzle.name
    budget = quod.solve("fifteen-puzzle", at="14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0", nodes=2000)
    assert (budget.verdict, budget.reason, budget.plan) == ("unknown", "nodes", None)
    assert quod.solve("double-letter", at="aabdcbbdcaa").value == "a b c e"
    with pytest.raises(quod.NotationError):
        quod.solve(puzzle, "score")


def test_a_game_is_solved_by_its_name():
    assert quod.solve("tic-tac-toe").value == "draw"
    assert quod.solve("noughts-and-crosses", at="b2 a1").position != "start"
    with pytest.raises(ValueError):
        quod.solve(quod.open("tic-tac-toe").start, at="b2")


def test_what_people_meet_is_pickled_and_copied():
    game = quod.open("tic-tac-toe")
    at = game.start.play("b2")
    answer = quod.solve(at)
    for it in (game, at, answer.certificate):
        assert pickle.loads(pickle.dumps(it)) == it
        assert copy.deepcopy(it) == it
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.certificate.check().claim == answer.claim
    assert dataclasses.asdict(answer)["value"] == "draw"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(quod.value, [at]) == ["draw"]


def test_names_and_numbers_are_taken_as_people_write_them():
    assert quod.engines("qubic") and quod.game_report("qubic")["family"] == "qubic"
    rows = quod.compare("tic-tac-toe", "dfpn", nodes=1e4)
    assert [row["engine"] for row in rows] == ["dfpn"]
    at = quod.open("tic-tac-toe").start
    assert quod.compare(at, ["pn"], nodes=10_000)[0]["value"] == "draw"
    assert quod.solve(at).certificate.check(position=at).claim == "value=draw"
    for wrong in ({"nodes": 1.5}, {"memory": "1G"}, {"memory": -5}, {"nodes": 1 << 70}, {"threads": None}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            quod.solve(at, **wrong)
    with pytest.raises(TypeError, match="claim"):
        quod.solve(at, None)
    with pytest.raises(TypeError, match="progress"):
        quod.solve(at, progress="yes")
    with pytest.raises(TypeError, match="a game or its name"):
        quod.engines(5)
    with pytest.raises(quod.NotationError):
        at.play(-1)
