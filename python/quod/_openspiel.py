"""Games of OpenSpiel, by OpenSpiel's own rules."""

from __future__ import annotations

from typing import Any

from ._games import _foreign
from ._quod import Game, NotationError

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

    def __init__(self, game: Any, by_text: bool) -> None:
        self._game = game
        self.summary = f"OpenSpiel's {game.get_type().long_name}"
        if by_text:
            self.key = self._text_key

    def start(self) -> Any:
        return self._game.new_initial_state()

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
        state = self.start()
        for at in range(0, len(data), 4):
            action = int.from_bytes(data[at : at + 4], "little")
            if state.is_terminal() or action not in state.legal_actions():
                raise ValueError(f"action {at // 4 + 1}: expected a legal one, got {action}")
            state.apply_action(action)
        return state

    def _text_key(self, state: Any) -> bytes:
        return f"{state.current_player()}{state.legal_actions()}{state}".encode()

    def move_text(self, state: Any, move: int) -> str:
        text: str = state.action_to_string(state.current_player(), move)
        return "_".join(text.split())

    def position_text(self, state: Any) -> str:
        moves, at = [], self.start()
        for action in state.history():
            moves.append(self.move_text(at, action))
            at.apply_action(action)
        return " ".join(moves) or "start"

    def picture(self, state: Any) -> str:
        return str(state).rstrip("\n")


def from_openspiel(game: Any, key: str | None = None) -> Game:
    """A sequential game of perfect information for two players from OpenSpiel, such as `breakthrough(rows=5,columns=5)`.

    `game` is a name with parameters or a game that `pyspiel` has loaded; `pip install open_spiel` provides pyspiel.

    `key` says what tells positions apart. `history`: the actions since the start, so that no two ways to a position
    are seen to meet; that is right in every game and slow. `text`: the side to move, the legal actions and what
    OpenSpiel writes for a state; that is faster and assumes that they decide all that may follow, and answers say so.
    Without it: `text` in games of which this is known (breakthrough, clobber, connect_four, dots_and_boxes, hex,
    mnk, tic_tac_toe), else `history`.

    A win is a positive return; by how much is left aside. Answers say whose rules they rest on, with OpenSpiel's
    version. Raises NotationError for games of another kind, ImportError without pyspiel.
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
    apart = "" if key == "history" else ",key=text"
    return _foreign(_Rules(loaded, key == "text"), f"openspiel:{loaded}{apart}", whose)
