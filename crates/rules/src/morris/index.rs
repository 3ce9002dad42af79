//! Positions of morris by number.
//!
//! A move never changes who has how many men on the board and in hand but by placing or taking one. So a **layer**
//! is a pair of such numbers of men, whoever is to move: layers in which fewer men are in hand come first, then those with fewer
//! men on the board. Colours are of no account, only who is to move, and symmetries are not either. Layer 0 has one number
//! for all positions in which the side to move has fewer than three men and has lost.

use quod_game::{Game, Outcome, Player, Ranked, TableTitle};

use super::board::{Points, bits};
use super::{MillPosition, Morris, MorrisBoard};

/// The men that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MorrisSide {
    /// In hand.
    pub hand: u8,
    /// On the board.
    pub board: u8,
}

/// The layers of a game with so many men; in each the greater side comes first. Layer 0 stands for nothing.
pub fn layers(men: u8, moves_early: bool) -> Vec<[MorrisSide; 2]> {
    let sides = |hand: u8| {
        let least = 3u8.saturating_sub(hand);
        (least..=men - hand).map(move |board| MorrisSide { hand, board })
    };
    let all: Vec<MorrisSide> = (0..=men).flat_map(sides).collect();
    let mut layers: Vec<[MorrisSide; 2]> = Vec::new();
    for &one in &all {
        let fits = |other: &MorrisSide| moves_early || one.hand - other.hand <= 1;
        layers.extend(all.iter().filter(|it| **it <= one && fits(it)).map(|&it| [one, it]));
    }
    layers.sort_by_key(|it| {
        let [one, other] = *it;
        (one.hand + other.hand, one.board + other.board, *it)
    });
    let none = MorrisSide { hand: 0, board: 0 };
    [vec![[none; 2]], layers].concat()
}

/// Ways to choose `k` of `n`, at `[n][k]`: of 24 points up to 10.
const WAYS: [[u64; 11]; 25] = {
    let mut ways = [[0; 11]; 25];
    let mut n = 0;
    while n < 25 {
        ways[n][0] = 1;
        let mut k = 1;
        while k < 11 && n > 0 {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// Ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u64 {
    WAYS[n as usize][k as usize]
}

/// The sets of so many points that are the least of their images.
#[derive(Clone, Debug)]
pub struct LeastSets {
    /// Ascending.
    sets: Vec<Points>,
    /// How many are less than `4096·n`, at `[n]`.
    below: Vec<u32>,
}

impl LeastSets {
    fn len(&self) -> u64 {
        self.sets.len() as u64
    }

    /// The number of a set among them, if it is one.
    fn place(&self, set: Points) -> Option<u64> {
        let near = set as usize >> 12;
        let (first, end) = (self.below[near] as usize, self.below[near + 1] as usize);
        let place = self.sets[first..end].binary_search(&set).ok()?;
        Some((first + place) as u64)
    }
}

impl Morris {
    /// The sets of so many points that are the least of their images.
    pub(super) fn least(&self, men: u8) -> &LeastSets {
        self.least[usize::from(men)].get_or_init(|| {
            let image = |set| (1..MorrisBoard::MAPS).map(move |map| self.board.map_set(map, set));
            let chosen = |set: &Points| set.count_ones() == men.into();
            let sets = (0..=self.board.all()).filter(chosen);
            let sets: Vec<Points> =
                sets.filter(|&set| image(set).all(|image| image >= set)).collect();
            let less = |n: u32| sets.partition_point(|&set| set < 4096 * n) as u32;
            LeastSets { below: (0..=4096).map(less).collect(), sets }
        })
    }

    /// What the side to move has in the positions of a layer, and what the other has: once or twice, in the order of their
    /// numbers. Layer 0 has nothing of that.
    pub fn orientations(&self, layer: u32) -> Vec<[MorrisSide; 2]> {
        let [one, other] = self.layers[layer as usize];
        let both = one != other && self.both_move([one, other]);
        if both { vec![[one, other], [other, one]] } else { vec![[one, other]] }
    }

    /// Whether either side may be to move: where men are placed in turn it is who has more in hand.
    fn both_move(&self, [one, other]: [MorrisSide; 2]) -> bool {
        self.moves_early || one.hand == other.hand
    }

    /// The numbers of positions in which the players have so many men on the board.
    fn numbers(&self, [own, other]: [MorrisSide; 2]) -> u64 {
        self.least(own.board).len() * self.others([own, other])
    }

    /// In how many ways the other player's men can stand among the side to move's.
    fn others(&self, [own, other]: [MorrisSide; 2]) -> u64 {
        choose(self.board.points() - u32::from(own.board), other.board.into())
    }

    fn side(&self, pos: &MillPosition, player: Player) -> MorrisSide {
        MorrisSide { hand: pos.in_hand(player), board: pos.on_board(player).count_ones() as u8 }
    }
}

/// The number of a set among all sets of as many of the points that are not `barred`: they are in the order of the
/// numbers that they are.
fn number(set: Points, barred: Points) -> u64 {
    let place = |point: u32| point - (barred & ((1 << point) - 1)).count_ones();
    bits(set).zip(1..).map(|(point, nth)| choose(place(point), nth)).sum()
}

/// The set of `men` points with this number.
fn set_of(mut number: u64, men: u8, barred: Points, points: u32) -> Points {
    let free: Vec<u32> = (0..points).filter(|point| barred >> point & 1 == 0).collect();
    let mut set = 0;
    for nth in (1..=u32::from(men)).rev() {
        let below = |place: &u32| choose(*place, nth) <= number;
        let place = (0..free.len() as u32).rev().find(below).unwrap_or(0);
        number -= choose(place, nth);
        set |= 1 << free[place as usize];
    }
    set
}

impl Ranked<MillPosition> for Morris {
    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        match layer {
            0 => 1,
            _ => self.orientations(layer).into_iter().map(|it| self.numbers(it)).sum(),
        }
    }

    fn rank(&self, pos: &MillPosition) -> Option<(u32, u64)> {
        if pos.total(pos.to_move) < 3 {
            return Some((0, 0));
        }
        let players = [pos.to_move, pos.to_move.other()];
        let sides = players.map(|player| self.side(pos, player));
        let [own, other] = sides;
        let greater = [own.max(other), own.min(other)];
        let layer = self.layers.iter().position(|it| *it == greater)? as u32;
        // Where both may be to move, the greater side comes first.
        let turned = sides != greater && self.both_move(sides);
        let first = if turned { self.numbers(greater) } else { 0 };
        let [own, other] = players.map(|it| pos.on_board(it));
        let image = |map| self.board.map_set(map, own);
        let least = (0..MorrisBoard::MAPS).map(image).min()?;
        let leads_there = |map: &u16| image(*map) == least;
        let others = (0..MorrisBoard::MAPS).filter(leads_there);
        let other = others.map(|map| self.board.map_set(map, other)).min()?;
        let at = self.least(sides[0].board).place(least)?;
        Some((layer, first + at * self.others(sides) + number(other, least)))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<MillPosition> {
        if layer == 0 {
            return (index == 0).then_some(MillPosition {
                men: [0b11, 0b11100],
                hand: [0; 2],
                to_move: Player::First,
            });
        }
        let mut left = index;
        for sides in self.orientations(layer) {
            let numbers = self.numbers(sides);
            if left >= numbers {
                left -= numbers;
                continue;
            }
            let [mover, waiting] = sides;
            let men = *self.least(mover.board).sets.get((left / self.others(sides)) as usize)?;
            let points = self.board.points();
            let others = set_of(left % self.others(sides), waiting.board, men, points);
            let mut pos = MillPosition {
                men: [men, others],
                hand: [mover.hand, waiting.hand],
                to_move: Player::First,
            };
            // White has placed a man more when Black is to place one.
            if !self.moves_early && mover.hand > waiting.hand {
                pos.men.swap(0, 1);
                pos.hand.swap(0, 1);
                pos.to_move = Player::Second;
            }
            // A set that symmetries leave as it is gives several numbers to one position.
            return (self.rank(&pos) == Some((layer, index))).then_some(pos);
        }
        None
    }

    fn title(&self) -> Option<TableTitle> {
        let infinite_play = "a draw".to_string();
        Some(TableTitle { game: self.name(), infinite_play, index_version: 1 })
    }

    /// 1 if the side to move wins, −1 if it loses, 0 for a draw.
    fn worth(&self, pos: &MillPosition, value: i32) -> Option<Outcome> {
        Some(match value {
            0 => Outcome::DRAW,
            1.. => Outcome::win(pos.to_move),
            _ => Outcome::win(pos.to_move.other()),
        })
    }
}
