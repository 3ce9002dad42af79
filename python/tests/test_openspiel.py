"""Games of OpenSpiel: solved by its rules, and its rules against Quod's."""

import random

import pytest

import quod

pyspiel = pytest.importorskip("pyspiel")

SMALL = [
    ("tic_tac_toe", "draw"),
    ("breakthrough(rows=4,columns=4)", None),
    ("clobber(rows=4,columns=4)", "first-player-wins"),
    ("dots_and_boxes(num_rows=2,num_cols=2)", "first-player-wins"),
]


def brute_force(state, known):
    """The first player's return with best play, by OpenSpiel alone."""
    if state.is_terminal():
        return state.returns()[0]
    key = (state.current_player(), str(state))
    if key not in known:
        values = [brute_force(state.child(action), known) for action in state.legal_actions()]
        known[key] = max(values) if state.current_player() == 0 else min(values)
    return known[key]


@pytest.mark.parametrize(("name", "value"), SMALL)
def test_small_games_are_solved_and_checked(name, value):
    words = {1.0: "first-player-wins", 0.0: "draw", -1.0: "second-player-wins"}
    expected = words[brute_force(pyspiel.load_game(name).new_initial_state(), {})]
    answer = quod.solve(quod.from_openspiel(name), engine="alphabeta")
    assert answer.verified and answer.value == expected and value in (None, expected)
    assert answer.rules.startswith(f"OpenSpiel {pyspiel.__version__}'s, assuming")
    again = quod.Certificate.from_bytes(answer.certificate.bytes, quod.from_openspiel(name))
    assert str(again.check()).startswith("VERIFIED openspiel:")


def test_by_histories_nothing_is_assumed():
    game = quod.from_openspiel("tic_tac_toe", key="history")
    middle = game.position("x(1,1) o(0,0) x(0,1)")
    answer = quod.solve(middle)
    assert answer.value == "draw" and answer.rules == f"OpenSpiel {pyspiel.__version__}'s"
    assert str(middle) == "x(1,1) o(0,0) x(0,1)" and game.position(str(middle)) == middle
    assert quod.from_openspiel("oware").name == "openspiel:oware()"


def test_an_answer_about_another_position_is_about_the_game_that_begins_there():
    at = quod.from_openspiel("tic_tac_toe").start.play("x(1,1)").play("o(0,1)")
    answer = quod.solve(at, all_moves=True)
    assert answer.value == "first-player-wins" and answer.verified
    assert answer.game.name == "openspiel:tic_tac_toe(),key=text,from=4.1"
    assert "first-player-wins" in answer.moves.values() and None not in answer.moves.values()
    again = quod.from_openspiel("tic_tac_toe", moves="x(1,1) o(0,1)")
    quod.Certificate.from_bytes(answer.certificate.bytes, again).check()
    with pytest.raises(quod.NotationError):
        quod.from_openspiel("tic_tac_toe", moves="x(1,1) o(1,1)")


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_rps", "solitaire"])
def test_games_of_another_kind_are_refused(name):
    with pytest.raises(quod.NotationError):
        quod.from_openspiel(name)


def test_every_game_of_the_kind_is_searched():
    searched = 0
    for kind in pyspiel.registered_games():
        if not kind.default_loadable:
            continue
        try:
            game = quod.from_openspiel(kind.short_name)
        except quod.NotationError:
            continue
        answer = quod.solve(game, nodes=300)
        assert answer.verdict == "unknown" and answer.effort.nodes >= 300, kind.short_name
        later = game.start.play(game.start.moves()[0])
        if ",key=text" not in game.name:
            assert game.position(str(later)) == later, kind.short_name
        searched += 1
    assert searched >= 30


def told(state):
    """What a state says of itself."""
    return (state.is_terminal(), state.current_player(), tuple(state.legal_actions()), tuple(state.returns()))


@pytest.mark.parametrize(
    "name",
    [
        "breakthrough(rows=3,columns=3)",
        "clobber(rows=3,columns=3)",
        "connect_four",
        "dots_and_boxes(num_rows=2,num_cols=2)",
        "hex(board_size=3)",
        "mnk(m=3,n=3,k=3)",
        "tic_tac_toe",
    ],
)
def test_text_tells_positions_apart(name):
    """States of one key say the same, and so do those after each action."""
    rules = quod._openspiel._RulesByText(pyspiel.load_game(name))
    known, met, rng = {}, 0, random.Random(1)
    for _ in range(600):
        state = rules.start()
        while True:
            key = rules.encode(state)
            children = {} if state.is_terminal() else {
                action: rules.encode(state.child(action)) for action in state.legal_actions()
            }
            if key in known:
                met += known[key][1] != state.history()
                assert known[key][0] == (told(state), children)
            else:
                known[key] = ((told(state), children), state.history())
            if state.is_terminal():
                break
            state = state.child(rng.choice(state.legal_actions()))
    assert met > 100


def lockstep(game, spiel, action_of, games):
    """Plays at random by both rules; compares moves, turns and ends. Returns the number of positions compared."""
    rng, compared = random.Random(1), 0
    for _ in range(games):
        ours, theirs = game.start, spiel.new_initial_state()
        while True:
            compared += 1
            assert (ours.result is not None) == theirs.is_terminal()
            if ours.result is not None:
                first = {0: 1.0, 1: -1.0, -1: 0.0}[ours.result[0]]
                assert theirs.returns()[0] == first
                break
            assert ours.player == theirs.current_player()
            actions = {action_of(ours, move): move for move in ours.moves()}
            assert sorted(actions) == sorted(theirs.legal_actions())
            action = rng.choice(sorted(actions))
            ours = ours.play(actions[action])
            theirs.apply_action(action)
    return compared


def by_columns(ours, move):
    return int(move) - 1


def by_text(ours, move):
    """A cell of a square board, counted from the upper left; beyond it the pass."""
    size = 3 if ours.game.name == "tic-tac-toe" else 8
    if move == "--":
        return size * size
    column, row = "abcdefgh".index(move[0]), int(move[1]) - 1
    return size * (size - 1 - row if size == 3 else row) + column


@pytest.mark.parametrize(
    ("own", "theirs", "action_of"),
    [
        ("connect-four", "connect_four", by_columns),
        ("tic-tac-toe", "tic_tac_toe", by_text),
        ("othello", "othello", by_text),
    ],
)
def test_the_rules_of_both_agree(own, theirs, action_of):
    game, spiel = quod.open(own), pyspiel.load_game(theirs)
    assert lockstep(game, spiel, action_of, 100) > 500
