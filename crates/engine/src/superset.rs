//! Sets that hold every position that play can reach, whose size is known and of which random members can
//! be drawn: what the state-space complexity of a game is estimated with (Allis 1994, section 6.2.4).
//!
//! Allis's example is tic-tac-toe: every square is empty, a cross or a nought, which makes 3⁹ boards. He
//! draws some of them at random, tests which are legal, and multiplies the fraction by the size.
//!
//! [`Placements`] is the superset of the games in which stones are put on cells in turn and stay there.
//! [`Indexed`] is that of a game with a perfect index. Neither says which members are legal: that is the
//! business of whoever draws them, by the rules alone. A superset only tells where a member may come from
//! ([`Superset::before`]), which the rules then confirm or refute.

use std::sync::Arc;

use quod_game::Move;
use quod_search::Random;

use crate::{OpenGame, Pos};

/// A member of a superset, as bytes of the superset's own.
pub type Member = Vec<u8>;

/// A set that holds every position that play can reach from the start.
pub trait Superset: Send + Sync {
    /// What its members are, in words that follow "of": `boards with …`.
    fn about(&self) -> String;

    /// The decimal logarithm of its size.
    fn size_log10(&self) -> f64;

    /// A member, each as likely as any other.
    fn draw(&self, random: &mut Random) -> Member;

    /// The position that a member is; nothing if it can be seen at once that no play reaches it.
    fn position(&self, member: &Member) -> Option<Pos>;

    /// Appends members from which a move may lead to this one; `true` if these are all of them.
    fn before(&self, member: &Member, out: &mut Vec<Member>) -> bool;
}

/// Boards on which `n` stones lie, half of them the first player's, for every number `n`: a byte a cell, 0
/// if it is empty, else 1 or 2 for the player.
pub struct Placements {
    /// The board of the start.
    start: Member,
    /// The cells that are empty at the start, column by column if stones fall, the lowest first.
    cells: Vec<usize>,
    /// How many cells a column has, if stones fall; else nothing.
    height: Option<usize>,
    /// The position with these stones.
    position: Box<dyn Fn(&Member) -> Pos + Send + Sync>,
    /// The logarithm of the number of boards for each number of stones.
    weights: Vec<f64>,
    /// `columns[c][n]`: the ways in which `n` stones fill the first `c` columns, if stones fall.
    columns: Vec<Vec<f64>>,
}

impl Placements {
    /// The boards of a game whose moves' codes are cells, and in which playing moves in any order puts the
    /// stones on the board. `start` has a byte for each cell.
    pub fn of_moves(game: &OpenGame, start: Member) -> Placements {
        let (game, before) = (game.clone(), start.clone());
        let position = move |member: &Member| {
            let put = |player: u8| {
                let here = move |&cell: &usize| member[cell] == player;
                (0..member.len()).filter(here).filter(|&cell| before[cell] == 0)
            };
            let mut second = put(2);
            let mut pos = game.start();
            for cell in put(1) {
                pos = game.play(&pos, Move(cell as u32));
                if let Some(cell) = second.next() {
                    pos = game.play(&pos, Move(cell as u32));
                }
            }
            pos
        };
        Placements::new(start, None, position)
    }

    /// The boards of a game in which stones fall to the bottom of columns with so many cells each, the
    /// cells numbered column by column from the bottom.
    pub fn of_columns(
        columns: usize,
        height: usize,
        position: impl Fn(&Member) -> Pos + Send + Sync + 'static,
    ) -> Placements {
        Placements::new(vec![0; columns * height], Some(height), position)
    }

    fn new(
        start: Member,
        height: Option<usize>,
        position: impl Fn(&Member) -> Pos + Send + Sync + 'static,
    ) -> Placements {
        let cells: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] == 0).collect();
        let all = cells.len();
        let columns = height.map_or(Vec::new(), |height| filled(all / height, height));
        let mut factorials = vec![0.0];
        for n in 1..=all {
            factorials.push(factorials[n - 1] + (n as f64).ln());
        }
        let ways = |n: usize, k: usize| factorials[n] - factorials[k] - factorials[n - k];
        let places = |stones: usize| match columns.last() {
            Some(filled) => filled[stones].ln(),
            None => ways(all, stones),
        };
        let weights = (0..=all).map(|it| places(it) + ways(it, it / 2)).collect();
        Placements { start, cells, height, position: Box::new(position), weights, columns }
    }

    /// The number of stones of a random member.
    fn stones(&self, random: &mut Random) -> usize {
        chosen(&self.weights, random)
    }

    /// Random cells for so many stones.
    fn places(&self, stones: usize, random: &mut Random) -> Vec<usize> {
        let Some(height) = self.height else {
            let mut cells = self.cells.clone();
            shuffle(&mut cells, stones, random);
            cells.truncate(stones);
            return cells;
        };
        let (mut left, mut cells) = (stones, Vec::new());
        for column in (0..self.columns.len() - 1).rev() {
            // The column's share of the stones, by the ways that the columns before it have for the rest.
            let ways = |it: usize| left.checked_sub(it).and_then(|it| self.columns[column].get(it));
            let weights: Vec<f64> =
                (0..=height).map(|it| ways(it).map_or(f64::NEG_INFINITY, |it| it.ln())).collect();
            let here = chosen(&weights, random);
            cells.extend((0..here).map(|row| height * column + row));
            left -= here;
        }
        cells
    }
}

/// In how many ways `n` stones fill the first `c` of some columns, by `c` and `n`.
fn filled(columns: usize, height: usize) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    for column in 0..columns {
        let mut next = vec![0.0; height * (column + 1) + 1];
        for (stones, ways) in all[column].iter().enumerate() {
            (0..=height).for_each(|here| next[stones + here] += ways);
        }
        all.push(next);
    }
    all
}

/// A place of a list, as likely as its weight says; the weights are given by their logarithms.
fn chosen(weights: &[f64], random: &mut Random) -> usize {
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = weights.iter().map(|it| (it - most).exp()).collect();
    let mut left = random.unit() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    weights.iter().rposition(|&it| it > 0.0).unwrap_or_default()
}

/// Brings a random choice of the elements to the front, in random order.
fn shuffle(list: &mut [usize], front: usize, random: &mut Random) {
    for at in 0..front {
        let other = at + random.below(list.len() - at);
        list.swap(at, other);
    }
}

/// The decimal logarithm of a sum of numbers given by their natural logarithms.
fn sum_log10(logarithms: &[f64]) -> f64 {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logarithms.iter().map(|it| (it - most).exp()).sum();
    (most + sum.ln()) / std::f64::consts::LN_10
}

impl Superset for Placements {
    fn about(&self) -> String {
        let fall = if self.height.is_some() { ", no stone above an empty cell" } else { "" };
        format!("boards with as many stones of both players or one more of the first{fall}")
    }

    fn size_log10(&self) -> f64 {
        sum_log10(&self.weights)
    }

    fn draw(&self, random: &mut Random) -> Member {
        let stones = self.stones(random);
        let mut cells = self.places(stones, random);
        shuffle(&mut cells, stones, random);
        let mut member = self.start.clone();
        for (at, cell) in cells.into_iter().enumerate() {
            member[cell] = if at < stones.div_ceil(2) { 1 } else { 2 };
        }
        member
    }

    fn position(&self, member: &Member) -> Option<Pos> {
        Some((self.position)(member))
    }

    fn before(&self, member: &Member, out: &mut Vec<Member>) -> bool {
        let count = self.cells.iter().filter(|&&cell| member[cell] != 0).count();
        let last = if count % 2 == 1 { 1 } else { 2 };
        for &cell in self.cells.iter().filter(|&&cell| member[cell] == last) {
            let covered = self
                .height
                .is_some_and(|height| cell % height + 1 < height && member[cell + 1] != 0);
            if !covered {
                let mut before = member.clone();
                before[cell] = 0;
                out.push(before);
            }
        }
        true
    }
}

/// What a game's perfect index holds. Where a position came from is not told: positions may share an index.
pub struct Indexed {
    game: OpenGame,
    sizes: Vec<u64>,
}

impl Indexed {
    /// The index of a game, if it has one that covers the start: tables of few men cover no more than endings.
    pub fn of(game: &OpenGame) -> Option<Arc<dyn Superset>> {
        let ranked = game.ranked()?;
        ranked.rank(&game.start())?;
        let sizes = (0..ranked.layers()).map(|it| ranked.size(it)).collect();
        Some(Arc::new(Indexed { game: game.clone(), sizes }))
    }
}

impl Superset for Indexed {
    fn about(&self) -> String {
        "entries of the game's perfect index, each is one position, or several that have one value in the tables"
            .to_string()
    }

    fn size_log10(&self) -> f64 {
        self.sizes.iter().map(|&it| it as f64).sum::<f64>().log10()
    }

    fn draw(&self, random: &mut Random) -> Member {
        let mut index = random.below(self.sizes.iter().sum::<u64>() as usize) as u64;
        let mut layer = 0;
        while index >= self.sizes[layer] {
            index -= self.sizes[layer];
            layer += 1;
        }
        [&(layer as u32).to_le_bytes()[..], &index.to_le_bytes()[..]].concat()
    }

    fn position(&self, member: &Member) -> Option<Pos> {
        let (layer, index) = member.split_first_chunk()?;
        let index = u64::from_le_bytes(index.try_into().ok()?);
        self.game.ranked()?.unrank(u32::from_le_bytes(*layer), index)
    }

    fn before(&self, _member: &Member, _out: &mut Vec<Member>) -> bool {
        false
    }
}
