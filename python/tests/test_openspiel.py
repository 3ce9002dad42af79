"""Games of OpenSpiel: solved by its rules, and its rules against Quod's."""

import functools
import random

import pytest

import quod

pyspiel = pytest.importorskip("pyspiel")

FOUR = [
    ("tic_tac_toe", "draw"),
    ("breakthrough(rows=5,columns=5)", "second-player-wins"),
    ("clobber(rows=4,columns=4)", "second-player-wins"),
    ("dots_and_boxes(num_rows=2,num_cols=2)", "second-player-wins"),
]


@pytest.mark.parametrize(("name", "value"), FOUR)
def test_small_games_are_solved_and_checked(name, value):
    answer = quod.solve(quod.from_openspiel(name))
    assert answer.verified and answer.value == value
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
    return "abcdefg".index(move)


@functools.cache
def cells(width, height, bottom_up):
    def action(ours, move):
        if move in ("pass", "-", "--"):
            return width * height
        column, row = "abcdefgh".index(move[0]), int(move[1:]) - 1
        return width * (height - 1 - row if bottom_up else row) + column

    return action


@pytest.mark.parametrize(
    ("own", "theirs", "action_of"),
    [
        ("connect-four", "connect_four", by_columns),
        ("tic-tac-toe", "tic_tac_toe", cells(3, 3, True)),
        ("othello:width=8,height=8", "othello", cells(8, 8, False)),
    ],
)
def test_the_rules_of_both_agree(own, theirs, action_of):
    game, spiel = quod.open(own), pyspiel.load_game(theirs)
    assert lockstep(game, spiel, action_of, 100) > 500
