"""Games written in Python: solved, certified and checked by their own rules."""

import functools
import threading

import pytest

import quod
from nim import Nim, Walk


def brute_force(rules, pos):
    """The winner with best play, by the rules alone; only for play that ends."""

    @functools.cache
    def winner(pos):
        outcome = rules.outcome(pos)
        if outcome is not None:
            return outcome
        mover = rules.to_move(pos)
        values = {winner(rules.play(pos, move)) for move in rules.moves(pos)}
        order = (mover, quod.DRAW, 1 - mover)
        return next(it for it in order if it in values)

    return winner(pos)


def test_nim_is_solved_certified_and_checked():
    game = quod.from_rules(Nim())
    assert game.name == "user:nim" and game.user_rules
    answer = quod.solve(game)
    assert answer.value == "left-wins" and answer.verified
    assert answer.rules == "the user's" and "(rules: the user's)" in str(answer)
    checked = answer.certificate.check()
    assert checked.rules == "the user's"
    # Another process has the bytes and the rules.
    again = quod.from_rules(Nim())
    assert "VERIFIED user:nim left-wins" in str(quod.Certificate.from_bytes(answer.certificate.bytes, again).check())
    with pytest.raises(quod.NotationError):
        quod.Certificate.from_bytes(answer.certificate.bytes)


def test_every_engine_says_what_brute_force_says():
    rules = Nim()
    game = quod.from_rules(rules)
    names = [it.name for it in quod.engines(game)]
    answers = 0
    at = game.start
    for move in ["a-1", "b-4", "c-2", "a-2"]:
        expected = f"{game.start.players[brute_force(rules, at.state)]}-wins"
        for engine in names:
            try:
                answer = quod.solve(at, engine=engine, nodes=200_000)
            except quod.NotationError:
                continue
            if answer.verdict != "unknown":
                assert (answer.value, answer.verified) == (expected, True), engine
                answers += 1
        at = at.play(move)
    assert answers > 4 * 10


def test_certificates_of_other_rules_are_rejected():
    class Misere(Nim):
        def outcome(self, pos):
            return None if any(pos[:3]) else pos[3]

    class Shorter(Nim):
        def moves(self, pos):
            return super().moves(pos)[:-1] or super().moves(pos)

    proof = quod.solve(quod.from_rules(Nim())).certificate.bytes
    for rules in [Misere(), Shorter()]:
        with pytest.raises(quod.Rejected):
            quod.Certificate.from_bytes(proof, quod.from_rules(rules)).check()


def test_positions_that_repeat():
    game = quod.from_rules(Walk())
    assert quod.game_report(game)["cyclic"]
    answer = quod.solve(game)
    assert answer.value == "draw" and answer.verified
    near = game.start.play("1").play("1")
    assert quod.solve(near).value == "first-player-wins"


def test_threads_ask_the_rules_too():
    answer = quod.solve(quod.from_rules(Nim()), engine="dfpn", threads=2)
    assert answer.value == "left-wins" and answer.verified


def test_other_threads_may_ask_of_the_same_positions():
    game = quod.from_rules(Nim())
    done, asked = threading.Event(), []

    def ask():
        walk = answer.certificate.walk()
        while not done.is_set():
            asked.append((len(game.start.moves()), len(walk.moves())))

    answer = quod.solve(game)
    others = [threading.Thread(target=ask) for _ in range(3)]
    for it in others:
        it.start()
    try:
        for engine in ["pn", "dfpn", "alphabeta"]:
            assert quod.solve(game, engine=engine).value == "left-wins"
    finally:
        done.set()
        for it in others:
            it.join()
    assert set(asked) == {(12, 12)}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["outcome", "to_move", "moves", "play", "encode"])
def test_what_rules_raise_is_raised(method, threads, capfd):
    calls = [0]

    def fail(self, *arguments):
        calls[0] += 1
        if calls[0] > 40:
            raise ZeroDivisionError("in the rules")
        return getattr(Nim, method)(self, *arguments)

    game = quod.from_rules(type("Bad", (Nim,), {method: fail})())
    with pytest.raises(ZeroDivisionError, match="in the rules"):
        quod.solve(game, engine="dfpn", threads=threads)
    if threads == 1:
        assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("moves", []),
        ("moves", [1, 1]),
        ("moves", ["a"]),
        ("moves", [-1]),
        ("moves", [2**32]),
        ("to_move", 2),
        ("outcome", "x"),
        ("outcome", 3),
        ("encode", "text"),
    ],
)
def test_nonsense_is_no_proof(method, said):
    kept = getattr(Nim, method)
    # At the start the rules make sense; after the first move they do not.
    nonsense = {method: lambda self, pos: kept(self, pos) if pos[:3] == (3, 4, 5) else said}
    game = quod.from_rules(type("Bad", (Nim,), nonsense)())
    with pytest.raises((ValueError, TypeError)):
        quod.solve(game)


def test_rules_without_a_method_are_refused():
    with pytest.raises(AttributeError, match="to_move"):
        quod.from_rules(type("Half", (), {"start": lambda self: 0, "encode": lambda self, pos: b"0"})())
    with pytest.raises(ValueError):
        quod.from_rules(Nim(), name="two words")


def test_bytes_that_are_no_position_are_refused():
    game = quod.from_rules(Nim())
    assert game.position("=03040500") == game.start
    with pytest.raises(quod.NotationError, match="no heaps"):
        game.position("=ff040500")


def test_scores_of_own_games():
    class Take(Nim):
        """Who takes more matches; the score is the difference."""

        name = "take"
        has_scores = True

        def start(self):
            return (2, 1, 0, 0, 0)

        def to_move(self, pos):
            return pos[3]

        def outcome(self, pos):
            score = pos[4] - 100 if pos[4] else 0
            return None if any(pos[:3]) else ((score < 0) if score else quod.DRAW, score)

        def play(self, pos, move):
            taken = move % 16
            heaps = list(pos[:3])
            heaps[move // 16] -= taken
            score = (pos[4] or 100) + (taken if pos[3] == quod.FIRST else -taken)
            return (*heaps, 1 - pos[3], score)

        def decode(self, data):
            return tuple(data)

    answer = quod.solve(quod.from_rules(Take()), "score")
    assert answer.score == 1 and answer.verified


class Round:
    """Ten positions in a round, and no rule for play without end."""

    def start(self):
        return (5, 0)

    def outcome(self, pos):
        return None

    def to_move(self, pos):
        return pos[1]

    def moves(self, pos):
        return [1, 2, 3]

    def play(self, pos, move):
        return ((pos[0] + move) % 10 or 1, 1 - pos[1])

    def encode(self, pos):
        return bytes(pos)

    def decode(self, text):
        return tuple(text)


def test_a_game_that_repeats_positions_without_a_rule_is_refused():
    for engine in ["auto", "pn", "dfpn", "fixed-point"]:
        with pytest.raises(quod.SolveError, match="no rule for endless play"):
            quod.solve(quod.from_rules(Round()), engine=engine, memory=1 << 26, nodes=20_000)
