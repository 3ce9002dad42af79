"""The games, a family a file, which puts its games into GAMES. A new family is a new file and a line here."""

import functools

from .game import GAMES

# A family a line.
from .amazons import Amazons
from .atari_go import AtariGo
from .awari import Awari
from .breakthrough import Breakthrough
from .checkers import Checkers
from .chess import Chess
from .clobber import Clobber
from .connect_four import ConnectFour, ScoreFour
from .cubes import Qubic, TicTacToe
from .domineering import Domineering
from .dots_and_boxes import DotsAndBoxes
from .hex_and_y import Y, Hex
from .in_a_row import RowGame
from .lines_of_action import LinesOfAction
from .morris import Morris
from .nim import Nim
from .othello import Othello
from .renju import Renju
from .small_chess import SmallChess
from .three_mens_morris import ThreeMensMorris
from .tsume import Tsume


@functools.lru_cache(maxsize=16)
def find_game(name):
    """The rules for a game's full name, or None."""
    return GAMES[name]() if name in GAMES else None
