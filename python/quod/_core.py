"""Solving: questions, answers and certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, Union, cast

from . import _quod
from ._quod import Game, Position, Puzzle, Walk

Path = Union[str, "os.PathLike[str]"]

FIRST, SECOND, DRAW = 0, 1, -1
"""The player who opens a game, the other one, and nobody: what `to_move` and `outcome` of own rules return."""

QUOD_RULES = "Quod's"
USER_RULES = "the user's"

# What rules from elsewhere say of themselves, as attributes of the object, which lives no longer than its games: whose
# they are, and, where they read no position back but the start, the game that begins at a position.
WHOSE, BEGINNING_AT = "_quod_whose", "_quod_beginning_at"


def rules_of(game: Game) -> str:
    """Whose rules these are: what a proof about this game rests on."""
    if not game.user_rules:
        return QUOD_RULES
    return str(getattr(game.rules, WHOSE, USER_RULES))


def _game_again(name: str, rules: Any) -> Game:
    """A game that was pickled or copied."""
    return cast(Game, _quod.open(name)) if rules is None else _quod.of_rules(rules, name)


def _position_again(game: Game, key: bytes) -> Position:
    """A position that was pickled or copied."""
    return game.position(f"={key.hex()}")


def opened(game: Game | str) -> Game:
    """The game, or the one of this name. Raises NotationError, and TypeError for anything else."""
    if isinstance(game, str):
        game = _quod.open(game)
    if not isinstance(game, Game):
        raise TypeError(f"game: expected a game or its name, got {game!r}")
    return game


@dataclass(frozen=True)
class Progress:
    """Where a search stands, as a progress callback is told about ten times a second."""

    phase: str
    """The claim that is searched, `certificate` while it is built, or `check`."""
    nodes: int
    """Positions on which rules or an evaluator ran so far."""
    expansions: int
    """Positions whose moves were generated so far."""
    evaluations: int
    """Calls of the evaluation so far."""
    memory: int
    """Bytes of the search's structures."""
    line: list[str]
    """The moves of the line being examined."""
    entries: int | None
    """Entries of the certificate so far, while it is built."""
    numbers: tuple[str, str] | None
    """Proof and disproof number of the root, where the engine has them; `inf` for infinity."""


class Bar(Protocol):
    """A progress bar as tqdm has them."""

    n: float

    def update(self, n: float = ...) -> object: ...
    def set_description_str(self, desc: str, refresh: bool = ...) -> object: ...
    def close(self) -> object: ...


Watch = Union[bool, None, Bar, Callable[[Progress], object]]


class _Tell:
    """Tells a bar or a callback."""

    def __init__(self, watch: Watch, nodes: int | None) -> None:
        self.bar: Bar | None = None
        self.own = False
        self.call: Callable[[Progress], object] | None = None
        if watch is True:
            self.bar = _own_bar(nodes)
            self.own = self.bar is not None
        elif watch is not None and hasattr(watch, "update"):
            self.bar = cast(Bar, watch)
        elif callable(watch):
            self.call = watch
        elif watch not in (None, False):
            raise TypeError(f"progress: expected True, a bar with tqdm's methods or a function, got {watch!r}")

    def __call__(self, told: dict[str, Any]) -> object:
        progress = Progress(**told)
        if self.call is not None:
            return self.call(progress)
        self.to(progress.nodes, progress.phase)
        return None

    def to(self, nodes: int, phase: str) -> None:
        if self.bar is not None:
            known = phase in ("certificate", "check", "done")
            self.bar.set_description_str(phase if known else f"trying to prove {phase}", False)
            self.bar.update(nodes - self.bar.n)

    def look(self) -> Callable[[dict[str, Any]], object] | None:
        return self if self.bar is not None or self.call is not None else None

    def end(self) -> None:
        if self.own and self.bar is not None:
            self.bar.close()


def _own_bar(nodes: int | None) -> Bar | None:
    """A bar of tqdm's, in a notebook or a terminal; none where tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return cast(Bar, tqdm(total=nodes, unit=" nodes", unit_scale=True))


@dataclass(frozen=True)
class Effort:
    """What an answer cost. The same job with one thread costs the same on every machine, but for seconds."""

    nodes: int
    """Positions on which rules or an evaluator ran, the second pass included."""
    expansions: int
    """Positions whose moves were generated in the main search."""
    evaluations: int
    """Calls of the evaluation."""
    largest_tree: int
    """The most nodes that one search held at once; 0 if none holds any."""
    threads: int
    """The most threads that worked at once."""
    seconds: float
    """Seconds of the clock, to the millisecond."""


@dataclass(frozen=True)
class Checked:
    """What the checker says of a certificate that passed."""

    game: str
    position: str
    claim: str
    rules: str
    """Whose rules it was checked by: `Quod's`, `the user's`, or those of OpenSpiel with its version."""
    assumes: list[str]
    """What it rests on besides the rules: tables by name and digest."""
    entries: int
    work: int
    """Moves played by the checker."""
    evidence: list[str]
    """Kinds of evidence that showed something, besides moves and entries."""
    seconds: float

    def __str__(self) -> str:
        assuming = f" assuming {', '.join(self.assumes)}" if self.assumes else ""
        return f"VERIFIED {self.game} {self.claim} {self.position}{assuming} (rules: {self.rules})"


class Certificate:
    """A proof that anybody can check by the rules of its game alone.

    Of a game of Quod's own the program `quod check` says the same, and so does `tools/check_cert.py`.
    """

    def __init__(self, native: _quod.Certificate) -> None:
        self._native = native

    @staticmethod
    def from_bytes(data: bytes, game: Game | None = None) -> Certificate:
        """Reads a certificate. A game with rules in Python must be given. Raises Rejected."""
        return Certificate(_quod.Certificate.from_bytes(data, game))

    @staticmethod
    def load(path: Path, game: Game | None = None) -> Certificate:
        """Reads a file. Raises OSError, and Rejected if its bytes are no certificate."""
        with open(path, "rb") as file:
            return Certificate.from_bytes(file.read(), game)

    def save(self, path: Path) -> None:
        """Writes a file, whole or not at all. Raises OSError."""
        self._native.save(path)

    @property
    def bytes(self) -> bytes:
        """The bytes of the file."""
        return self._native.bytes

    @property
    def game(self) -> Game:
        """The game."""
        return self._native.game

    @property
    def position(self) -> Position:
        """The position that it is about."""
        return self._native.root

    @property
    def claim(self) -> str:
        """What it claims of the position, be it right or not: `first-player-wins`, `value=draw`, `score=3`."""
        return self._native.statement()[1]

    @property
    def remark(self) -> str:
        """How it was made, as its maker says. Nobody checks this."""
        return self._native.remark

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._native)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self.bytes == other.bytes and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        return Certificate.from_bytes, (self.bytes, self.game if self.game.user_rules else None)

    def __repr__(self) -> str:
        position, claim = self._native.statement()
        return f"<quod certificate: {self.game.name} {claim} {position}, {len(self)} entries>"

    def check(
        self,
        position: Position | str | None = None,
        claim: str | None = None,
        tables: Path | None = None,
        verify_tables: bool = False,
    ) -> Checked:
        """Checks it by the rules of its game alone.

        With `position` or `claim`, only if it states just that. `tables` is a directory of tables that it may rest
        on; the result then assumes that they are right, unless `verify_tables` derives them again. Raises Rejected.
        """
        at = None if position is None else str(position)
        told = json.loads(self._native.check(at, claim, tables, verify_tables))
        names = ("game", "position", "claim", "assumes", "entries", "work", "evidence", "seconds")
        return Checked(rules=rules_of(self.game), **{name: told[name] for name in names})

    def walk(self) -> Walk:
        """A walk through it from its root; it is checked before, if it was not. Raises Rejected."""
        return self._native.walk()

    def dump(self) -> str:
        """All entries as text, in a form that diffs well."""
        return self._native.dump()

    def records(self, most: int = 1 << 62) -> Iterator[dict[str, Any]]:
        """The first `most` entries as dictionaries.

        `entry` (its number, from 0), `position`, `to_move`, `claim`, `kind` (`move`: the prover plays; `replies`:
        the opponent does), `others` (the kind of evidence against replies that `edges` does not name, or None), and
        `edges`: a list of dictionaries with `move` and one of `entry` (with the number `map` of a symmetry),
        `settled` or `evidence`.
        """
        return (json.loads(line) for line in self._native.records(most))

    def to_json_lines(self, path: Path) -> int:
        """Writes `records()` to a file, a JSON object a line; returns how many."""
        lines = self._native.records(1 << 62)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return len(lines)

    def to_networkx(self, most: int = 1 << 62) -> Any:
        """The first `most` entries as a `networkx.MultiDiGraph`; networkx must be installed.

        A node is an entry's number, with the attributes `position`, `to_move`, `claim`, `kind` and `others`; an
        edge has `move` and `map`. Moves to positions without an entry stand in the node's attribute `shown`.
        """
        import networkx

        graph = networkx.MultiDiGraph(game=self.game.name, claim=self.claim)
        for it in self.records(most):
            edges = it.pop("edges")
            shown = {edge["move"]: edge.get("evidence", "settled") for edge in edges if "entry" not in edge}
            graph.add_node(it.pop("entry"), shown=shown, **it)
        for it in self.records(most):
            for edge in it["edges"]:
                if edge.get("entry", most) < most:
                    graph.add_edge(it["entry"], edge["entry"], move=edge["move"], map=edge["map"])
        return graph

    def to_dot(self, most: int = 200) -> str:
        """The first `most` entries as a graph in the language of Graphviz."""
        lines = ["digraph proof {", "  node [fontname=monospace, shape=box];"]
        for it in self.records(most):
            shape = "box" if it["kind"] == "move" else "ellipse"
            lines.append(f"  {it['entry']} [label={_quoted(it['position'])}, shape={shape}];")
            for at, edge in enumerate(it["edges"]):
                target = edge.get("entry")
                if target is None:
                    target = f"leaf_{it['entry']}_{at}"
                    label = _quoted(edge.get("evidence", "settled"))
                    lines.append(f"  {target} [label={label}, shape=plaintext];")
                elif target >= most:
                    continue
                lines.append(f"  {it['entry']} -> {target} [label={_quoted(edge['move'])}];")
        return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@dataclass(frozen=True, repr=False)
class Answer:
    """The answer to a question about a position."""

    game: Game | Puzzle
    position: str
    """The position in the game's notation."""
    claim: str
    """The claim that was answered; for `value` and `score` what was found: `first-player-wins`, `score=3`, of a puzzle `plan=18`."""
    verdict: str
    """`proved` or `disproved` only if a certificate of it passed the checker; else `unverified` or `unknown`, with the reason."""
    verified: bool
    """Whether a certificate of it passed the checker."""
    value: str | None
    """Who wins, `NAME-wins` or `draw`; `mate N`, `mated N` or `no mate` if that was asked; of a puzzle the length of a shortest plan,
    or the letters that a word can become; None if it is not known."""
    score: int | None
    """The exact score for the side to move, in points; if it was asked and is known."""
    bounds: tuple[int | None, int | None] | None
    """The least and the greatest score that it can be, if it was asked and is not known."""
    best_move: str | None
    """A move that keeps what was proved for the side to move."""
    line: list[str]
    """Moves along the proof."""
    reason: str | None
    """Why the answer is unknown or unverified: `nodes`, `time`, `memory`, `interrupted`, ..."""
    engine: str
    """The engine that worked, with `auto` replaced by what it took."""
    effort: Effort
    rules: str
    """Whose rules: `Quod's`, `the user's`, or those of OpenSpiel with its version."""
    assumes: list[str]
    """What the proof rests on besides the rules: tables by name and digest."""
    certificate: Certificate | None
    """What shows the answer about a game."""
    plan: str | None = None
    """The plan of a puzzle as a text that `quod check` replays; its moves are `line`."""
    moves: dict[str, str | None] | None = None
    """With `all_moves=True`, the value after each legal move, each verified; None where it is not known."""

    def __str__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.verdict.upper()} {self.game.name} {self.claim} {self.position}{why} (rules: {self.rules})"

    def __repr__(self) -> str:
        return f"<quod answer: {self}>"


@dataclass(frozen=True)
class _Job:
    position: str
    claim: str
    engine: str
    memory: int
    nodes: int | None
    seconds: float | None
    threads: int
    table_entries: int | None
    tables: Path | None
    hints: str

    def __post_init__(self) -> None:
        for name in ("nodes", "memory", "threads", "table_entries"):
            object.__setattr__(self, name, _count(name, getattr(self, name)))
        for name in ("position", "claim", "engine", "hints"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name}: expected text, got {getattr(self, name)!r}")


def _count(name: str, value: Any) -> int | None:
    """A budget as a whole number; floats that are whole, as NumPy and `1e6` give them, are taken."""
    if value is None and name in ("nodes", "table_entries"):
        return None
    if not isinstance(value, (str, bytes, bool)):
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            number = -1
        if number == value and 0 <= number < 1 << 63:
            return number
    raise ValueError(f"{name}: expected a whole number, got {value!r}")


def solve(
    position: Position | Game | Puzzle | str,
    claim: str = "value",
    *,
    at: str | None = None,
    engine: str = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 1 << 30,
    threads: int = 1,
    tables: Path | None = None,
    hints: str = "",
    table_entries: int | None = None,
    all_moves: bool = False,
    progress: Watch = None,
) -> Answer:
    """Finds the value of a position, or settles a claim about it.

    `position` may be a game: its start is meant. It may also be a puzzle, or a name as `quod.open` takes it, with `at` for the
    position; then `value` is all that can be asked of a puzzle. `claim` is `value`, `score` (in games with scores), or a claim
    such as `first-player-wins`; `game_report(game)["claims"]` lists the forms. `engine` is NAME or
    NAME:OPTION=VALUE,...; see `engines`.

    Budgets: `nodes` (positions, at least 1), `seconds` (of the clock), `memory` (bytes of the search and the
    proof; in games with rules in Python their objects come on top). An answer that a budget cut short is
    `unknown` and no error. `all_moves` asks for the value after every legal move as well, each with the same
    budgets.

    `progress` is True for a bar of tqdm's (nothing is shown where tqdm is not installed), a bar of one's own
    with tqdm's methods, or a function that gets a `Progress` about ten times a second; if it returns False the
    search ends. The interpreter's lock is released meanwhile, and Ctrl-C raises KeyboardInterrupt within some
    hundredths of a second (the check of a long certificate is not interrupted).

    Raises NotationError for a claim, engine or option that there is not, SolveError for a job that cannot be
    worked on, OSError for tables that cannot be read, and whatever rules in Python or `progress` raise.
    """
    asked: Position | Game | Puzzle = _quod.open(position) if isinstance(position, str) else position
    if isinstance(asked, Position) and at is not None:
        raise ValueError("at: expected no position beside a position")
    if isinstance(asked, Game):
        asked = asked.start if at is None else asked.position(at)
    root: Position | None = None
    if isinstance(asked, Puzzle):
        if all_moves:
            raise ValueError("all_moves: expected a game of two players, got a puzzle")
        subject: Game | Puzzle = asked
        text = at or "start"
    else:
        root = _root(asked)
        subject, text = root.game, str(root)
    tell = _Tell(progress, nodes)

    job = _Job(text, claim, engine, memory, nodes, seconds, threads, table_entries, tables, hints)
    try:
        answer = _answer(subject, subject.solve(job, tell.look()))
        tell.to(answer.effort.nodes, "done")
        if root is None or not all_moves:
            return answer
        values: dict[str, str | None] = {}
        for move in root.moves():
            after = solve(
                root.play(move),
                engine=engine,
                nodes=nodes,
                seconds=seconds,
                memory=memory,
                threads=threads,
                tables=tables,
                hints=hints,
                table_entries=table_entries,
                progress=tell.call or tell.bar,
            )
            values[move] = after.value if after.verified else None
        return replace(answer, moves=values)
    finally:
        tell.end()


def _root(position: Position) -> Position:
    """The position as one that its game reads back."""
    beginning_at: Callable[[Position], Game] | None = getattr(position.game.rules, BEGINNING_AT, None)
    if beginning_at is None or position == position.game.start:
        return position
    return beginning_at(position).start


def _value(told: Any) -> str | None:
    """A value as text: of a puzzle it is the number of moves, or a list of letters."""
    if told is None or isinstance(told, str):
        return told
    return " ".join(told) if isinstance(told, list) else str(told)


def _answer(game: Game | Puzzle, said: dict[str, Any]) -> Answer:
    it = json.loads(said["report"])
    effort = Effort(
        nodes=it["nodes"],
        expansions=it["expansions"],
        evaluations=it["evaluations"],
        largest_tree=said["largest_tree"],
        threads=it["threads"],
        seconds=it["seconds"],
    )
    data = said["evidence"]
    certificate = None
    if isinstance(game, Game) and data is not None:
        certificate = Certificate.from_bytes(data, game if game.user_rules else None)
    return Answer(
        game=game,
        position=it["position"],
        claim=it["claim"],
        verdict=it["answer"],
        verified=it["verified"],
        value=_value(it["value"]),
        score=it["score"],
        bounds=None if it["bounds"] is None else (it["bounds"][0], it["bounds"][1]),
        best_move=it["best_move"],
        line=it["pv"],
        reason=it["reason"],
        engine=it["engine"],
        effort=effort,
        rules=rules_of(game) if isinstance(game, Game) else QUOD_RULES,
        assumes=it["assumes"],
        certificate=certificate,
        plan=data.decode() if isinstance(game, Puzzle) and data is not None else None,
    )


def value(position: Position | Game | Puzzle | str, **options: Any) -> str | None:
    """Who wins, `NAME-wins` or `draw`; None if the budgets were too small. Options are those of `solve`."""
    answer = solve(position, "value", **options)
    return answer.value if answer.verified else None
