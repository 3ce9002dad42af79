//! Sets of squares, a bit a square: where discs may be put, and discs that no play can turn.

use quod_game::Player;

use super::{DIRECTIONS, Othello, OthelloPosition};

/// For each square and direction the squares beyond it, the nearest first.
pub(super) fn rays(size: usize) -> Vec<[Vec<usize>; 8]> {
    let ray = |square: usize, (down, right): (isize, isize)| {
        let (row, column) = ((square / size) as isize, (square % size) as isize);
        let inside = 0..size as isize;
        (1..inside.end)
            .map(|far| (row + far * down, column + far * right))
            .take_while(|(row, column)| inside.contains(row) && inside.contains(column))
            .map(|(row, column)| size * row as usize + column as usize)
            .collect()
    };
    (0..size * size).map(|square| DIRECTIONS.map(|way| ray(square, way))).collect()
}

/// For each direction the squares with another one beyond them.
pub(super) fn inner(rays: &[[Vec<usize>; 8]]) -> [u64; 8] {
    std::array::from_fn(|way| {
        let inner = (0..rays.len()).filter(|&square| !rays[square][way].is_empty());
        inner.fold(0, |set, square| set | 1 << square)
    })
}

/// For each of the four axes its lines. Each is the ray of the square at its one end. (The axis of direction `d` is that of
/// `7 − d`.)
pub(super) fn lines(rays: &[[Vec<usize>; 8]]) -> [Vec<u64>; 4] {
    std::array::from_fn(|way| {
        let ends = (0..rays.len()).filter(|&square| rays[square][7 - way].is_empty());
        ends.map(|end| rays[end][way].iter().fold(1 << end, |set, square| set | 1 << square))
            .collect()
    })
}

impl Othello {
    /// The squares whose neighbour in this direction is in a set. (What the turned word has at squares without such a
    /// neighbour is none.)
    pub(super) fn beside(&self, set: u64, way: usize) -> u64 {
        set.rotate_right(self.steps[way]) & self.inner[way]
    }

    /// The empty squares from which in this direction there are discs of the opponent and behind them one of the player's.
    fn playable_along(&self, way: usize, pos: &OthelloPosition, player: Player) -> u64 {
        let [own, other] = [player, player.other()].map(|player| pos.discs[player.index()]);
        let mut enclosed = self.beside(own, way) & other;
        for _ in 3..self.size {
            enclosed |= self.beside(enclosed, way) & other;
        }
        self.beside(enclosed, way) & !(own | other)
    }

    /// The squares where a player may put a disc.
    pub(super) fn playable(&self, pos: &OthelloPosition, player: Player) -> u64 {
        (0..DIRECTIONS.len()).fold(0, |set, way| set | self.playable_along(way, pos, player))
    }

    /// Whether there is one.
    pub(super) fn can_play(&self, pos: &OthelloPosition, player: Player) -> bool {
        (0..DIRECTIONS.len()).any(|way| self.playable_along(way, pos, player) != 0)
    }

    /// Each player's stable discs, Black's first.
    ///
    /// A disc is found stable if along each of the four axes through it (a) no square of the line is empty,
    /// or (b) on one side of it the board ends, or (c) on one side of it is a disc of the same colour that
    /// was found stable before. Such a disc is never turned. For take the first move that turns any of
    /// them, and of those that it turns the one that was found first. It is turned along some axis, so the
    /// line had an empty square, where the move was made, and on both sides of the disc, right beside it,
    /// are squares with a disc that is turned too, the move's own disc, or a disc of the mover's colour. So
    /// neither (a) nor (b) holds along this axis, and the neighbour of (c), which has the colour of the
    /// disc and thus not the mover's, was turned as well, though it was found before: a contradiction.
    pub(super) fn stable(&self, pos: &OthelloPosition) -> [u64; 2] {
        let occupied = pos.discs[0] | pos.discs[1];
        let full = self.lines.each_ref().map(|lines| {
            let full = lines.iter().filter(|&line| occupied & line == *line);
            full.fold(0, |set, line| set | line)
        });
        pos.discs.map(|discs| {
            let mut stable = 0;
            loop {
                let safe_beside = |way: usize| self.beside(stable, way) | !self.inner[way];
                let held = (0..4).map(|way| full[way] | safe_beside(way) | safe_beside(7 - way));
                let found = held.fold(discs, |found, held| found & held);
                if found == stable {
                    break stable;
                }
                stable = found;
            }
        })
    }
}
