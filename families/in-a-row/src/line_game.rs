//! Any game of lines, seen as a fight between a *maker* who wants to fill a line and a *breaker* who wants him not to.
//!
//! In an m,n,k game on a small board the question is not whether one player wins or the other, but whether the maker gets his
//! line: the breaker is content with a draw, and a line of his own is one way to it. [`LineBoard`] says of given stones what is
//! forced, which cells still matter, and when the breaker holds what he has by a [`Pairing`].
//!
//! A cell *matters* if one of the players can still fill a line through it. A stone elsewhere is no more than a pass.

mod pairing;

use quod_game::{Game, LineGame, Move, Player};

use crate::CellSet;
use crate::cells::mixed;
pub use pairing::{Matching, Pairing};

/// A game of lines with fewer than 64 `W` cells.
#[derive(Clone, Debug)]
pub struct LineBoard<const W: usize> {
    cells: u16,
    lines: Vec<CellSet<W>>,
    /// The lines by row: those that have two cells in common, or are joined by such lines.
    rows: Vec<Vec<u16>>,
    /// Of each line; nothing in games without borders.
    borders: Vec<CellSet<W>>,
    /// By symmetry, where a cell goes. The identity is the first.
    images: Vec<Vec<u16>>,
    /// By symmetry and player, a number for a stone on the image of a cell.
    numbers: Vec<[Vec<u64>; 2]>,
}

/// The stones of both players, the first player's first.
pub type LineStones<const W: usize> = [CellSet<W>; 2];

/// What a player lacks for his next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// More than one stone.
    More,
    /// A stone on this cell.
    One(u16),
    /// A stone on one of several cells, of which these are two.
    Several([u16; 2]),
}

/// Whether a game of lines forbids nothing to either player.
pub(crate) fn allows_every_move<P>(rules: &dyn LineGame<P>) -> bool {
    !Player::BOTH.into_iter().any(|player| rules.forbids(player))
}

impl<const W: usize> LineBoard<W> {
    /// The lines of a game; `None` if it is no game of lines, forbids moves, or has too many cells for `W`.
    pub fn new<G: Game + ?Sized>(game: &G) -> Option<LineBoard<W>> {
        let rules = game.lines()?;
        let cells = rules.cells();
        if cells > 64 * W || !allows_every_move(rules) {
            return None;
        }
        let set = |list: &[u16]| {
            let mut set = CellSet::default();
            list.iter().for_each(|&cell| set.add(cell));
            set
        };
        let borders: Vec<CellSet<W>> =
            (0..rules.lines().len()).map(|line| set(rules.border(Player::First, line))).collect();
        let bordered = borders.iter().any(|it| it.count() > 0);
        let all = (0..cells as u32).map(Move);
        let images: Vec<Vec<u16>> = match game.symmetric() {
            None => vec![all.map(|mv| mv.0 as u16).collect()],
            Some(maps) => (0..maps.order())
                .filter(|&map| !maps.swaps_players(map))
                .map(|map| all.clone().map(|mv| maps.map_move(map, mv).0 as u16).collect())
                .collect(),
        };
        let numbers = images
            .iter()
            .map(|image| {
                Player::BOTH.map(|player| image.iter().map(|&it| mixed(player, it)).collect())
            })
            .collect();
        let lines: Vec<CellSet<W>> = rules.lines().iter().map(|it| set(it)).collect();
        Some(LineBoard {
            cells: cells as u16,
            rows: rows(&lines),
            lines,
            borders: if bordered { borders } else { Vec::new() },
            images,
            numbers,
        })
    }

    /// The stones of a position.
    pub fn stones<G: Game + ?Sized>(&self, game: &G, pos: &G::Position) -> LineStones<W> {
        let mut stones = LineStones::default();
        let rules = game.lines().expect("the board was made from lines");
        for cell in 0..self.cells {
            if let Some(player) = rules.stone(pos, cell) {
                stones[player.index()].add(cell);
            }
        }
        stones
    }

    /// Who is to move.
    pub fn mover(stones: &LineStones<W>) -> Player {
        Player::BOTH[usize::from(stones[0].count() > stones[1].count())]
    }

    /// The empty cells.
    pub fn empty(&self, stones: &LineStones<W>) -> CellSet<W> {
        let mut empty = CellSet::default();
        (0..self.cells).for_each(|cell| empty.add(cell));
        empty.without(&stones[0]).without(&stones[1])
    }

    /// Lines that a player can still fill, by number.
    fn live<'b>(
        &'b self,
        stones: &'b LineStones<W>,
        player: Player,
    ) -> impl Iterator<Item = usize> + 'b {
        let [own, other] = [player, player.other()].map(|it| stones[it.index()]);
        (0..self.lines.len()).filter(move |&line| {
            !self.lines[line].meets(&other)
                && self.borders.get(line).is_none_or(|border| !border.meets(&own))
        })
    }

    /// What a player lacks.
    pub fn lacks(&self, stones: &LineStones<W>, player: Player) -> Lacks {
        let own = &stones[player.index()];
        let mut lacks = Lacks::More;
        for line in self.live(stones, player) {
            let rest = self.lines[line].without(own);
            if rest.count() != 1 {
                continue;
            }
            let cell = rest.first().expect("there is one");
            lacks = match lacks {
                Lacks::More => Lacks::One(cell),
                Lacks::One(other) if other != cell => return Lacks::Several([other, cell]),
                same => same,
            };
        }
        lacks
    }

    /// How near the maker is: the sum over the lines that he can still fill, 2 to the power of his stones on each. 0 if there
    /// is none.
    pub fn nearness(&self, stones: &LineStones<W>, maker: Player) -> u64 {
        let own = &stones[maker.index()];
        self.live(stones, maker).map(|line| 1 << self.lines[line].and(own).count().min(40)).sum()
    }

    /// The empty cells that matter, those first that build and block most, with that weight. All empty cells, where a stone
    /// can stand in the way of its own player (on a border), or where none matters.
    pub fn moves(&self, stones: &LineStones<W>) -> Vec<(u32, u16)> {
        let mut weights = vec![0; usize::from(self.cells)];
        for player in Player::BOTH {
            let own = &stones[player.index()];
            for line in self.live(stones, player) {
                let rest = self.lines[line].without(own);
                let weight = 1u32 << (2 * self.lines[line].and(own).count()).min(24);
                for cell in rest.iter() {
                    let sum = &mut weights[usize::from(cell)];
                    *sum = weight.saturating_add(*sum);
                }
            }
        }
        let every = !self.borders.is_empty() || weights.iter().all(|&it| it == 0);
        let cells = self.empty(stones);
        let mut moves: Vec<(u32, u16)> = cells
            .iter()
            .map(|cell| (weights[usize::from(cell)], cell))
            .filter(|it| every || it.0 > 0)
            .collect();
        moves.sort_by_key(|&(weight, cell)| (std::cmp::Reverse(weight), cell));
        moves
    }

    /// The keys of a position under every symmetry.
    pub fn keys(&self, stones: &LineStones<W>) -> Vec<u64> {
        let key = |numbers: &[Vec<u64>; 2]| {
            let of = |player: usize| {
                let numbers = &numbers[player];
                stones[player].iter().fold(0, |key, cell| key ^ numbers[usize::from(cell)])
            };
            of(0) ^ of(1)
        };
        self.numbers.iter().map(key).collect()
    }

    /// The least key with one stone more, and the symmetry that leads there.
    pub fn least_with(&self, keys: &[u64], stone: Option<(Player, u16)>) -> (u64, usize) {
        let with = |(at, key): (usize, &u64)| {
            let more = stone
                .map_or(0, |(player, cell)| self.numbers[at][player.index()][usize::from(cell)]);
            (key ^ more, at)
        };
        keys.iter().enumerate().map(with).min().expect("the identity is a symmetry")
    }

    /// The image of stones.
    pub fn turned(&self, symmetry: usize, stones: &LineStones<W>) -> LineStones<W> {
        stones.map(|set| {
            let mut image = CellSet::default();
            set.iter().for_each(|cell| image.add(self.image(symmetry, cell)));
            image
        })
    }

    /// Where a cell goes.
    pub fn image(&self, symmetry: usize, cell: u16) -> u16 {
        self.images[symmetry][usize::from(cell)]
    }

    /// The cell that goes there.
    pub fn origin(&self, symmetry: usize, image: u16) -> u16 {
        let at = self.images[symmetry].iter().position(|&it| it == image);
        at.expect("a symmetry goes to every cell") as u16
    }
}

/// Lines by row, in their order.
fn rows<const W: usize>(lines: &[CellSet<W>]) -> Vec<Vec<u16>> {
    let mut rows: Vec<Vec<u16>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let joined = |row: &Vec<u16>| {
            row.iter().any(|&other| lines[usize::from(other)].and(line).count() >= 2)
        };
        let (with, mut rest): (Vec<_>, Vec<_>) = rows.into_iter().partition(joined);
        let mut row = with.concat();
        row.push(at as u16);
        rest.push(row);
        rows = rest;
    }
    rows
}

#[cfg(test)]
mod tests;
