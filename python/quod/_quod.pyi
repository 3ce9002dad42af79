"""The native half of the package; what people use stands in `quod` itself."""

import os
from collections.abc import Callable
from typing import Any, final

VERSION: str

class NotationError(ValueError):
    """Text that says no game, position, move, claim, engine or option.

    It has the form "PLACE: expected EXPECTED, got GOT".
    """

    place: str
    expected: str
    got: str

class SolveError(RuntimeError):
    """A job that cannot be worked on, or tables that cannot be used."""

class Rejected(ValueError):
    """A certificate that proves nothing.

    `reason` is a word of section 5 of docs/formats/certificate.md, such as `truncated`; `place` says where, such
    as `entry 4711`; `detail` says what was found there.
    """

    reason: str
    place: str
    detail: str

def games() -> list[str]: ...
def open(name: str) -> Any: ...
def of_rules(rules: object, name: str) -> Game: ...
def crew_version() -> str:
    """What must be the same at a driver and its workers."""

def job_effort(result: bytes) -> tuple[int, float] | None:
    """Nodes and seconds that a result says it took; None if it is no result. Nobody checks it."""

@final
class Workbench:
    """Does jobs, and keeps one table between them, with so many threads and at most so many bytes."""

    def __new__(cls, threads: int = 1, memory: int = 268435456) -> Workbench: ...
    def run(self, job: bytes) -> bytes:
        """Does a job; whatever is wrong with it is said in the result. The interpreter's lock is released."""

@final
class Foreman:
    """Holds the tree of a claim, makes jobs, and counts results that pass the checker."""

    def __new__(
        cls,
        game: Game,
        position: str,
        claim: str,
        engine: str,
        *,
        budget: int,
        part: int,
        memory: int,
        job_memory: int,
        known: int,
    ) -> Foreman: ...
    def prepare(self, workers: int) -> None:
        """Makes the tree large enough for so many workers."""

    def limit(self, nodes: int) -> None:
        """From now on no job gets more nodes than this for what was done before it."""

    @property
    def is_done(self) -> bool:
        """Whether there is an answer, or no room for one."""

    @property
    def solved(self) -> bool | None:
        """Whether the claim holds, once that is known."""

    def job(self) -> tuple[int, str, bytes] | None:
        """A job: its number, the position that it is about, its bytes. None if no leaf is worth a job now."""

    def given_to(self, number: int, worker: str) -> None:
        """A worker has the job."""

    def take(self, number: int, worker: str, result: bytes) -> tuple[str, str | None]:
        """What a worker sent: `used`, `stale` or `refused`, and why it was refused."""

    def lost(self, number: int) -> None:
        """The job will not come back; it goes out again under another number."""

    def idle(self) -> list[int]:
        """Jobs that are out and whose results nobody needs any more; they are free now."""

    @property
    def out(self) -> int:
        """How many jobs are out."""

    @property
    def numbers(self) -> tuple[str, str]:
        """The root's proof and disproof number."""

    @property
    def counts(self) -> dict[str, int]:
        """`jobs`, `used`, `stale`, `refused`, `lost`, `parts`, `part_bytes`, `check_work`, `tree` and `nodes`."""

    @property
    def liars(self) -> list[tuple[str, int]]:
        """Workers whose results were refused, and how many were."""

    def save(self) -> bytes:
        """All that is known, without the jobs that are out."""

    def restore(self, bytes: bytes) -> None:
        """Goes on from what `save` wrote. Raises SolveError."""

    def whole(self) -> tuple[bytes, bool, bool]:
        """A certificate that the checker has passed, whether it shows the claim (or its complement), and whether
        the root was searched once more. Raises SolveError."""

@final
class Game:
    """An open game: one variant, all its keys fixed. Immutable."""

    @property
    def name(self) -> str:
        """The game with all its keys: `connect-four:width=7,height=6`."""

    @property
    def user_rules(self) -> bool:
        """Whether the rules are written in Python, the user's or OpenSpiel's."""

    @property
    def rules(self) -> Any:
        """The object with the rules; None if they are Quod's."""

    @property
    def start(self) -> Position:
        """The starting position."""

    def position(self, text: str) -> Position:
        """Reads a position in the game's own notation.

        `start`, moves from the start separated by spaces, and `=` with an encoding in hexadecimal are understood
        in every game. Raises NotationError.
        """

    def report(self) -> str: ...
    def solve(self, job: object, look: Callable[[dict[str, Any]], object] | None) -> dict[str, Any]: ...
    def table_build(
        self,
        directory: str | os.PathLike[str],
        layers: int | None,
        threads: int,
        memory: int,
        look: Callable[[dict[str, Any]], object] | None,
    ) -> int: ...
    def table_stats(self, directory: str | os.PathLike[str], layers: int | None) -> str: ...
    def table_probe(self, directory: str | os.PathLike[str], position: str) -> str: ...
    def table_verify(self, directory: str | os.PathLike[str], layers: int | None) -> list[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Puzzle:
    """An open puzzle of one agent: one variant, all its keys fixed. Immutable."""

    @property
    def name(self) -> str:
        """The name with all keys."""
    @property
    def notation(self) -> str:
        """How positions are written."""
    def position(self, text: str) -> str:
        """A position as it is written in full. Raises NotationError."""
    def solve(self, job: object, look: object) -> dict[str, Any]: ...

@final
class Position:
    """A position of a game. Immutable: `play` returns another one.

    Equal positions are equal and hash alike, so positions can be keys of dictionaries. `str(position)` is the
    position in the game's notation, which `Game.position` reads back.
    """

    @property
    def game(self) -> Game:
        """The game."""

    def moves(self) -> list[str]:
        """The legal moves as they are written; none if the game is over."""

    def move_codes(self) -> list[int]:
        """The legal moves as numbers from 0 to 2**32 - 1, ascending, in the order of `moves()`."""

    def play(self, mv: str | int) -> Position:
        """The position after a legal move, given by its text or its number. Raises NotationError."""

    @property
    def player(self) -> int | None:
        """Whose turn it is: 0 for the player who opens the game, 1 for the other, None if it is over."""

    @property
    def players(self) -> list[str]:
        """The names of the two players."""

    @property
    def result(self) -> tuple[int, int, tuple[int, int]] | None:
        """How the game ended, None while it goes on.

        The winner (0, 1, or -1 for a draw), the score of player 0 (in points; 0 in games without scores), and
        what each player captured.
        """

    @property
    def key(self) -> bytes:
        """The canonical encoding: equal positions have equal keys, and keys never change between versions."""

    @property
    def state(self) -> Any:
        """In a game with rules in Python, their own object for this position; else None."""

    def value(self, **options: Any) -> str | None:
        """Who wins, `NAME-wins` or `draw`, proved; None if the budgets were too small. Options are those of `solve`."""

    @property
    def picture(self) -> str:
        """A picture in text, several lines."""

    @property
    def svg(self) -> str:
        """The board as an SVG document; the text in letters of one width where a game has no board."""

    def board(self) -> str | None:
        """The board as data, in JSON (docs/formats/board.md); None where a game has no board."""

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Explorer:
    """The explorer's server on a search that a foreman leads; it ends when this is dropped."""

    def __new__(
        cls, game: Game, position: str, claim: str, engine: str, memory: int, port: int = 0
    ) -> Explorer: ...
    @property
    def url(self) -> str: ...
    def look(self, foreman: Foreman) -> bool: ...
    def finish(
        self,
        foreman: Foreman,
        holds: bool | None = None,
        certificate: bytes | None = None,
        reason: str | None = None,
    ) -> None: ...

@final
class TableWorker:
    """Works on one part of a layer: a question is bytes, and so is its answer."""

    def __new__(cls, threads: int = 1) -> TableWorker: ...
    def answer(self, question: bytes) -> bytes: ...

@final
class DividedBuild:
    """The layers of a build that are finished, and their files; the next layer is others' work."""

    def __new__(
        cls, game: Game, path: str | os.PathLike[str], layers: int | None = None, threads: int = 1
    ) -> DividedBuild: ...
    @property
    def title(self) -> str: ...
    @property
    def last_layer(self) -> int: ...
    @property
    def finished(self) -> int: ...
    def next(self, least: int) -> int | None: ...
    def values(self, layer: int) -> bytes | None: ...
    def join(self, parts: list[bytes]) -> None: ...
    def write(self) -> None: ...
    def save(self, parts: list[bytes]) -> None: ...
    def saved(self, parts: int) -> list[bytes] | None: ...
    def events(self) -> list[dict[str, Any]]: ...

@final
class Certificate:
    @staticmethod
    def from_bytes(bytes: bytes, game: Game | None = None) -> Certificate: ...
    @property
    def bytes(self) -> bytes: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def remark(self) -> str: ...
    def __len__(self) -> int: ...
    def statement(self) -> tuple[str, str]: ...
    @property
    def root(self) -> Position: ...
    def check(
        self,
        position: str | None,
        claim: str | None,
        tables: str | os.PathLike[str] | None,
        verify_tables: bool,
    ) -> str: ...
    def walk(self) -> Walk: ...
    def dump(self) -> str: ...
    def records(self, most: int) -> list[str]: ...

@final
class Walk:
    """A walk through a certificate that passed the checker, from its root."""

    @property
    def position(self) -> Position:
        """Where the walk is."""

    @property
    def proof_move(self) -> str | None:
        """The move that the proof plays here; None if it is the other side's turn or the proof has ended."""

    @property
    def claim(self) -> str:
        """The claim that is shown."""

    @property
    def shown_by(self) -> str:
        """What shows this position: `entry 17`, `settled`, a kind of evidence, or `not in the proof`."""

    def moves(self) -> list[tuple[str, str | None]]:
        """The legal moves, each with what shows the position after it; None where the proof says nothing."""

    def play(self, mv: str) -> None:
        """Plays a legal move, of the proof or not. Raises NotationError."""

    def back(self) -> bool:
        """Takes the last move back; False at the root."""

    def section(self, number: int) -> bool:
        """Begins again at the root along another section: a draw has sections 0 and 1. False if there is none."""

    def line(self, most: int = 200) -> list[str]:
        """A line along the proof from here, of at most so many moves."""
