"""Quod: solve positions of two-player games of perfect information, and check the proofs.

    >>> import quod
    >>> game = quod.open("connect-four:width=4,height=4")
    >>> answer = quod.solve(game)
    >>> print(answer.value, answer.certificate.check())
    draw VERIFIED connect-four:width=4,height=4 value=draw start (rules: Quod's)
"""

from ._core import (
    DRAW,
    FIRST,
    SECOND,
    Answer,
    Certificate,
    Checked,
    Effort,
    Progress,
    solve,
    value,
)
from ._games import (
    Engine,
    Layer,
    Option,
    Probe,
    Tables,
    compare,
    engines,
    from_rules,
    game_report,
    games,
    open,
)
from ._openspiel import from_openspiel
from ._quod import VERSION as __version__
from ._quod import Game, NotationError, Position, Puzzle, Rejected, SolveError, Walk

__all__ = [
    "DRAW",
    "FIRST",
    "SECOND",
    "Answer",
    "Certificate",
    "Checked",
    "Effort",
    "Engine",
    "Game",
    "Layer",
    "NotationError",
    "Option",
    "Position",
    "Probe",
    "Progress",
    "Puzzle",
    "Rejected",
    "SolveError",
    "Tables",
    "Walk",
    "__version__",
    "compare",
    "engines",
    "from_openspiel",
    "from_rules",
    "game_report",
    "games",
    "open",
    "solve",
    "value",
]
