"""Line threats word by word as section 4.2 says, and games of any lines."""

import itertools

from base import check_cert
from check_cert.games.lines import LineGame
from check_cert.sets import bits_of, set_of


def lacked(rows, mine, theirs, number):
    """For each line of which a player lacks so many cells: these cells."""
    out = []
    for line, border in rows:
        gap = line & ~mine
        if not gap & theirs and not border & mine and gap.bit_count() == number:
            out.append({c for c in range(gap.bit_length()) if gap >> c & 1})
    return out


def wins_by_threats(rows, cells, mine, theirs, my_turn, planned, free, chosen=False):
    """Section 4.2 word by word, for one position that is not over: every line looked at anew at each step. `rows` has the
    player's lines and the other's; `free` says of both their stones and a cell whether that is free for the player."""
    empty = [c for c in range(cells) if not (mine | theirs) >> c & 1]
    my_ends, their_ends = (set().union(*lacked(*sides, 1)) for sides in ((rows[0], mine, theirs), (rows[1], theirs, mine)))
    pairs = lacked(rows[0], mine, theirs, 2)
    forks = [(x, a - {x}, b - {x}) for a, b in itertools.combinations(pairs, 2) for x in a & b if a != b and free(mine, theirs, x)]
    if my_turn:
        if my_ends:
            return True
        if their_ends:
            cell = min(their_ends)
        elif chosen and forks:
            return True
        else:
            planned = list(itertools.dropwhile(lambda c: mine >> c & 1, planned))
            if not planned or planned[0] not in empty:
                return False
            cell, planned = planned[0], planned[1:]
        return free(mine, theirs, cell) and len(empty) > 1 and \
            wins_by_threats(rows, cells, mine | 1 << cell, theirs, False, planned, free, chosen)
    if their_ends:
        return False
    if len(my_ends) > 1:
        return True
    if my_ends:
        replies = my_ends
    elif forks:
        x, y, z = forks[0]
        replies, chosen = {x} | y | z | set().union(*lacked(rows[1], theirs, mine, 2)), True
    else:
        return False
    return len(empty) > 1 and all(wins_by_threats(rows, cells, mine, theirs | 1 << c, True, planned, free, chosen) for c in replies)


class Forbidding(LineGame):
    """Any lines with any borders, others for each player, and cells that one of them has not free: in a crowd of his own
    stones, by and by more, if not of the other's."""
    def __init__(self, rng, cells, rows, restricted):
        self.set_up(cells, rows, [list(range(cells))])
        self.restricted, self.most = restricted, [rng.randrange(3) for _ in range(cells)]
        white = LineGame()
        white.set_up(cells, [(line, set_of(rng.sample(bits_of(border), rng.randrange(border.bit_count() + 1))))
                             for line, border in rows], self.map_tables)
        self.lines_of = (self, white)
        self.around = [self.lines_of[restricted].reach_of(lines) for lines in self.through]

    def is_free(self, mine, empty, cell):
        around = self.around[cell] & ~(1 << cell)
        return (mine & around).bit_count() - (around & ~mine & ~empty).bit_count() <= self.most[cell]


def some_game(rng):
    """A board of rows, or any lines with any borders, with moves forbidden or without."""
    if rng.random() < .5:
        width, height, k = rng.choice(((5, 4, 3), (5, 5, 4), (6, 3, 3), (4, 4, 3)))
        return check_cert.find_game(f"mnk:width={width},height={height},k={k},rule={rng.choice(('freestyle', 'standard'))}")
    cells, length, rows = rng.randrange(8, 17), rng.randrange(2, 5), []
    for _ in range(rng.randrange(2, 12)):
        some = rng.sample(range(cells), length + rng.randrange(3))
        rows.append(tuple(set_of(part) for part in (some[:length], some[length:])))
    if rng.random() < .5:
        return Forbidding(rng, cells, rows, rng.randrange(2))
    game = LineGame()
    game.set_up(cells, rows, [list(range(cells))])
    return game
