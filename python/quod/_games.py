"""What there is: games, engines, tables, comparisons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import _quod
from ._core import WHOSE, Path, Watch, opened, solve
from ._quod import Game, Position


@dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    about: str
    default: str
    words: list[str] | None
    """The words that it may be, the default first; None for a number."""
    range: tuple[int, int] | None
    """The least and the greatest number; None for a word."""


@dataclass(frozen=True)
class Engine:
    """An engine of a game, as `solve(engine=...)` takes it by its name."""

    name: str
    about: str
    options: list[Option]


@dataclass(frozen=True)
class Layer:
    """A layer of a table: how many positions the side to move wins, draws and loses."""

    layer: int
    positions: int
    wins: int
    draws: int
    losses: int
    histogram: dict[int, int]
    """Values that occur, and how often; what a value means is the game's (docs/formats/table.md)."""
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Probe:
    """What tables say of a position: values for the side to move there."""

    position: str
    layer: int
    index: int
    value: int
    moves: dict[str, int]
    """The value of each legal move."""


def games() -> list[str]:
    """The names of Quod's own games."""
    return _quod.games()


def open(name: str) -> Any:
    """Opens a `Game` or a `Puzzle`: NAME, NAME:VARIANT or NAME:KEY=VALUE,... Raises NotationError."""
    return _quod.open(name)


def game_report(game: Game | str) -> dict[str, Any]:
    """All that a game offers, as `quod games NAME --json` prints it: keys, claims, notation, engines."""
    report: dict[str, Any] = json.loads(opened(game).report())
    return report


def engines(game: Game | str) -> list[Engine]:
    """The engines of a game with their options as data, `auto` first."""

    def option(it: dict[str, Any]) -> Option:
        limits = it["range"]
        within = None if limits is None else (limits[0], limits[1])
        return Option(it["name"], it["about"], it["default"], it["words"], within)

    def engine(it: dict[str, Any]) -> Engine:
        return Engine(it["name"], it["about"], [option(one) for one in it["options"]])

    return [engine(it) for it in game_report(game)["engines"]]


def from_rules(rules: Any, name: str | None = None) -> Game:
    """A game whose rules are an object of yours.

    Its methods; a position may be any object that is not changed afterwards:

    * `start()` -> position
    * `outcome(position)` -> None while the game goes on; FIRST, SECOND or DRAW; or (winner, score of FIRST)
    * `to_move(position)` -> FIRST or SECOND; not asked where there is an outcome
    * `moves(position)` -> different numbers from 0 to 2**32 - 1, at least one; not asked where there is an outcome
    * `play(position, move)` -> the position after it, a new object
    * `encode(position)` -> bytes, the same for the same position and for no other; `decode(bytes)` -> position

    They may have: `name`, `summary`, `players` (two names), `has_scores` (True: `score>=N` is a claim),
    `move_text(position, move)` -> str without spaces, `position_text(position)` -> str, `picture(position)` -> str.

    Where positions can repeat, `endless_play` is what play without end is worth (FIRST, SECOND, DRAW), and
    `class_of(position)` -> int a number that moves never make smaller (0 without it). Without `endless_play` no
    play may be without end: a search that meets a position again raises SolveError, which says which.

    What the rules say is believed: answers say `rules: the user's`. Exceptions that they raise are raised by
    whatever asked them. Raises AttributeError if a method is missing.
    """
    own = name or getattr(rules, "name", None) or type(rules).__name__.lower()
    if not isinstance(own, str) or not own or any(letter.isspace() for letter in own):
        raise ValueError(f"name: expected text without spaces, got {own!r}")
    return _quod.of_rules(rules, f"user:{own}")


def _foreign(rules: Any, name: str, whose: str) -> Game:
    """A game whose rules are somebody else's."""
    setattr(rules, WHOSE, whose)
    return _quod.of_rules(rules, name)


class Tables:
    """The tables of a game in a directory: the value of every position, layer by layer."""

    def __init__(self, game: Game, directory: Path) -> None:
        self.game = game
        self.directory = directory

    def build(
        self,
        layers: int | None = None,
        *,
        threads: int = 1,
        memory: int = 1 << 30,
        progress: Any = None,
    ) -> int:
        """Builds layers 0 to `layers`, or all; what is there is kept. Returns the highest.

        `memory` is in bytes: what needs more is refused. `progress` is a function that gets a dictionary with
        `event` (`found`, `begun`, `finished`), `layer` and `positions`. Ctrl-C raises KeyboardInterrupt, and
        the same call goes on later. Raises SolveError, OSError.
        """
        return self.game.table_build(self.directory, layers, threads, memory, progress)

    def layers(self, layers: int | None = None) -> list[Layer]:
        """Counts of layers 0 to `layers`, or of all that are there. Raises SolveError, OSError."""

        def layer(it: dict[str, Any]) -> Layer:
            return Layer(**{**it, "histogram": dict(it["histogram"])})

        return [layer(it) for it in json.loads(self.game.table_stats(self.directory, layers))]

    def probe(self, position: Position | str) -> Probe:
        """Looks a position up. Raises SolveError if the tables do not reach it, NotationError, OSError."""
        return Probe(**json.loads(self.game.table_probe(self.directory, str(position))))

    def verify(self, layers: int | None = None) -> list[str]:
        """Derives every value again by the checker's code; returns the SHA-256 of each layer. Raises SolveError."""
        return self.game.table_verify(self.directory, layers)


def compare(
    positions: Game | str | Position | Iterable[Position],
    engines: str | Sequence[str],
    claim: str = "value",
    *,
    frame: str | None = None,
    progress: Watch = None,
    **budgets: Any,
) -> Any:
    """Runs engines on the same positions, position by position in turn.

    Returns a row for each run: `position`, `engine`, `value`, `verdict`, `verified`, `reason`, `nodes`,
    `expansions`, `evaluations`, `largest_tree`, `seconds`, `certificate_bytes` (None without a certificate).
    `frame` is None for a list of dictionaries, `pandas` or `polars` for a frame of theirs, which must be
    installed. `budgets` are those of `solve`, for each run. Counts repeat exactly, seconds do not.
    """
    if isinstance(positions, (Game, str)):
        positions = opened(positions).start
    rows: list[dict[str, Any]] = []
    for position in [positions] if isinstance(positions, Position) else positions:
        for engine in [engines] if isinstance(engines, str) else engines:
            it = solve(position, claim, engine=engine, progress=progress, **budgets)
            rows.append(
                {
                    "position": it.position,
                    "engine": engine,
                    "value": it.value,
                    "verdict": it.verdict,
                    "verified": it.verified,
                    "reason": it.reason,
                    "nodes": it.effort.nodes,
                    "expansions": it.effort.expansions,
                    "evaluations": it.effort.evaluations,
                    "largest_tree": it.effort.largest_tree,
                    "seconds": it.effort.seconds,
                    "certificate_bytes": None if it.certificate is None else len(it.certificate.bytes),
                }
            )
    if frame is None:
        return rows
    if frame == "pandas":
        import pandas

        return pandas.DataFrame(rows)
    if frame == "polars":
        import polars

        return polars.DataFrame(rows)
    raise ValueError(f"frame: expected None, pandas or polars, got {frame!r}")
