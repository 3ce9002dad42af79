"""Games of OpenSpiel, by OpenSpiel's own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._games import _foreign
from ._quod import Game, NotationError, Position

_TOLD_BY_TEXT = frozenset(
    {"breakthrough", "clobber", "connect_four", "dots_and_boxes", "hex", "mnk", "tic_tac_toe"}
)
"""Games in which what `str(state)` writes, the side to move and the legal actions decide all that may follow.

Each was read for this, and `python/tests/test_openspiel.py` plays them at random against it. Other games may write
the same text for states that differ in their history: chess's text says nothing of repetition, and oware ends after
1,000 moves.
"""


class _Rules:
    """A game of OpenSpiel as rules for `from_rules`."""

    players = ("first-player", "second-player")

    def __init__(self, game: Any, moves: str | Sequence[int] = ()) -> None:
        self._game = game
        self.summary = f"OpenSpiel's {game.get_type().long_name}"
        state = game.new_initial_state()
        for move in moves.split() if isinstance(moves, str) else moves:
            action = self._action(state, move)
            state.apply_action(action)
        self._begin = state

    def _action(self, state: Any, move: str | int) -> int:
        actions: list[int] = [] if state.is_terminal() else state.legal_actions()
        if isinstance(move, str):
            texts = {self.move_text(state, action): action for action in actions}
            action = texts.get(move)
        else:
            action = move if move in actions else None
        if action is None:
            raise NotationError(f"moves: expected a legal move, got {move!r} in\n{state}")
        return action

    def start(self) -> Any:
        return self._begin

    def outcome(self, state: Any) -> int | None:
        if not state.is_terminal():
            return None
        returns: float = state.returns()[0]
        if returns == 0:
            return -1
        return 0 if returns > 0 else 1

    def to_move(self, state: Any) -> int:
        player: int = state.current_player()
        return player

    def moves(self, state: Any) -> list[int]:
        actions: list[int] = state.legal_actions()
        return actions

    def play(self, state: Any, move: int) -> Any:
        return state.child(move)

    def encode(self, state: Any) -> bytes:
        # The way here: OpenSpiel reads no state of every game back, but it plays every action.
        return b"".join(action.to_bytes(4, "little") for action in state.history())

    def decode(self, data: bytes) -> Any:
        if len(data) % 4:
            raise ValueError("expected four bytes an action")
        state = self._game.new_initial_state()
        for at in range(0, len(data), 4):
            state.apply_action(self._action(state, int.from_bytes(data[at : at + 4], "little")))
        return state

    def move_text(self, state: Any, move: int) -> str:
        text: str = state.action_to_string(state.current_player(), move)
        return "_".join(text.split())

    def position_text(self, state: Any) -> str:
        moves, at = [], self._game.new_initial_state()
        for action in state.history():
            moves.append(self.move_text(at, action))
            at.apply_action(action)
        return " ".join(moves) or "start"

    def picture(self, state: Any) -> str:
        return str(state).rstrip("\n")


class _RulesByText(_Rules):
    """The same, with positions told apart by what OpenSpiel writes for them."""

    def encode(self, state: Any) -> bytes:
        return f"{state.current_player()}{state.legal_actions()}{state}".encode()

    def decode(self, data: bytes) -> Any:
        if data != self.encode(self._begin):
            raise ValueError("OpenSpiel reads no text back; expected the game's start")
        return self._begin

    def position_text(self, state: Any) -> str:
        return "=" + self.encode(state).hex()

    def _quod_beginning_at(self, position: Position) -> Game:
        """The game that begins at a position: its start is all that can be read back."""
        return from_openspiel(self._game, "text", position.state.history())


def from_openspiel(game: Any, key: str | None = None, moves: str | Sequence[int] = ()) -> Game:
    """A sequential game of perfect information for two players from OpenSpiel, such as `breakthrough(rows=5,columns=5)`.

    `game` is a name with parameters or a game that `pyspiel` has loaded; `pip install open_spiel` provides pyspiel.

    `key` says what tells positions apart. `history`: the actions since the start, so that no two ways to a position
    are seen to meet; that is right in every game and slow. `text`: the side to move, the legal actions and what
    OpenSpiel writes for a state; that is faster and assumes that they decide all that may follow, and answers say so.
    Without it: `text` in games of which this is known (breakthrough, clobber, connect_four, dots_and_boxes, hex,
    mnk, tic_tac_toe), else `history`.

    With `moves` the game begins after them: texts separated by spaces, or a list of actions. By `text` the start is
    the only position that can be read back, so an answer about another position is about the game that begins there,
    and says so in its game's name.

    A win is a positive return; by how much is left aside. Answers say whose rules they rest on, with OpenSpiel's
    version. Raises NotationError for games of another kind and for moves that are not legal, ImportError without
    pyspiel.
    """
    import pyspiel

    loaded = pyspiel.load_game(game) if isinstance(game, str) else game
    kind = loaded.get_type()
    wanted = (
        (kind.dynamics, pyspiel.GameType.Dynamics.SEQUENTIAL, "sequential"),
        (kind.chance_mode, pyspiel.GameType.ChanceMode.DETERMINISTIC, "without chance"),
        (kind.information, pyspiel.GameType.Information.PERFECT_INFORMATION, "of perfect information"),
        (kind.utility, pyspiel.GameType.Utility.ZERO_SUM, "of zero sum"),
        (loaded.num_players(), 2, "for two players"),
    )
    for found, expected, words in wanted:
        if found != expected:
            raise NotationError(f"game: expected one {words}, got {loaded}")
    if key is None:
        key = "text" if kind.short_name in _TOLD_BY_TEXT else "history"
    if key not in ("history", "text"):
        raise NotationError(f"key: expected history or text, got {key}")
    whose = f"OpenSpiel {pyspiel.__version__}'s"
    if key == "text":
        whose += ", assuming that text, side to move and legal actions tell positions apart"
    rules = (_RulesByText if key == "text" else _Rules)(loaded, moves)
    apart = "" if key == "history" else ",key=text"
    begin = ".".join(str(action) for action in rules.start().history())
    name = f"openspiel:{loaded}{apart}" + (f",from={begin}" if begin else "")
    return _foreign(rules, name, whose)
