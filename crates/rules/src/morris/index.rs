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

/// The layers of a game.
#[derive(Clone, Debug)]
pub struct Layers {
    /// What the side to move has in the positions of each layer, and what the other has: once or twice, in the order of their
    /// numbers. Layer 0 has nothing of that.
    orientations: Vec<Vec<[MorrisSide; 2]>>,
    /// The layer of an orientation and whether it is the layer's second, at its [`slot`].
    places: Vec<Option<(u32, bool)>>,
}

/// More than any number of men.
const MEN: usize = 11;

/// A place for what the players have.
fn slot(sides: [MorrisSide; 2]) -> usize {
    sides.iter().fold(0, |at, it| (at * MEN + usize::from(it.hand)) * MEN + usize::from(it.board))
}

impl Layers {
    /// Of a game with so many men.
    pub fn new(men: u8, moves_early: bool) -> Layers {
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
        // Either side may be to move; but where men are placed in turn it is who has more in hand.
        let either =
            |[one, other]: [MorrisSide; 2]| one != other && (moves_early || one.hand == other.hand);
        let none = MorrisSide { hand: 0, board: 0 };
        let mut orientations = vec![vec![[none; 2]]];
        let mut places = vec![None; MEN.pow(4)];
        for (layer, [one, other]) in (1..).zip(layers) {
            places[slot([one, other])] = Some((layer, false));
            let mut both = vec![[one, other]];
            if either([one, other]) {
                places[slot([other, one])] = Some((layer, true));
                both.push([other, one]);
            }
            orientations.push(both);
        }
        Layers { orientations, places }
    }

    /// The layer of the positions in which the side to move has the first and the other the second, and whether the layer has
    /// others before them.
    fn place(&self, sides: [MorrisSide; 2]) -> Option<(u32, bool)> {
        *self.places.get(slot(sides))?
    }
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

/// The sets of points that are the least of their images under the symmetries.
#[derive(Debug)]
pub struct LeastSets {
    /// For each number of points the sets, ascending.
    sets: Vec<Vec<Points>>,
    /// For each set `32·place + map`: the place of its least image among those sets, and a map that leads there. 16 more if
    /// others lead there too.
    images: Vec<u32>,
}

/// Where no image is known.
const UNSEEN: u32 = u32::MAX;

/// The least image of a set.
struct LeastImage {
    /// Its place among the least sets of as many points.
    place: u64,
    /// A map that leads there.
    map: u16,
    /// Whether other maps lead there too.
    several: bool,
}

impl LeastSets {
    /// Those of up to so many points.
    fn new(board: &MorrisBoard, most: u8) -> LeastSets {
        let mut sets = vec![Vec::new(); usize::from(most) + 1];
        let mut images = vec![UNSEEN; 1 << board.points()];
        let maps: Vec<[u16; 2]> =
            (0..MorrisBoard::MAPS).map(|map| [map, board.inverse(map)]).collect();
        for set in 0..=board.all() {
            let Some(sets) = sets.get_mut(set.count_ones() as usize) else { continue };
            // A smaller image would have been here before.
            if images[set as usize] != UNSEEN {
                continue;
            }
            let place = sets.len() as u32;
            sets.push(set);
            for &[map, back] in &maps {
                let image = board.map_set(map, set);
                let entry = &mut images[image as usize];
                *entry = match *entry {
                    UNSEEN => 32 * place + u32::from(back),
                    seen => seen | 16,
                };
            }
        }
        LeastSets { sets, images }
    }

    /// How many there are of so many points.
    fn len(&self, men: u8) -> u64 {
        self.sets[usize::from(men)].len() as u64
    }

    /// The least image of a set of no more points than these are for.
    fn image(&self, set: Points) -> Option<LeastImage> {
        let entry = *self.images.get(set as usize)?;
        let (place, map) = ((entry / 32).into(), (entry % 16) as u16);
        (entry != UNSEEN).then_some(LeastImage { place, map, several: entry & 16 != 0 })
    }
}

impl Morris {
    /// The sets of points that are the least of their images.
    fn least(&self) -> &LeastSets {
        self.least.get_or_init(|| LeastSets::new(&self.board, self.men))
    }

    /// What the side to move has in the positions of a layer, and what the other has: once or twice, in the order of their
    /// numbers. Layer 0 has nothing of that.
    pub fn orientations(&self, layer: u32) -> &[[MorrisSide; 2]] {
        &self.layers.orientations[layer as usize]
    }

    /// The numbers of positions in which the players have so many men on the board.
    fn numbers(&self, [own, other]: [MorrisSide; 2]) -> u64 {
        self.least().len(own.board) * self.others([own, other])
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
    let (mut set, mut nth) = (0, u32::from(men));
    let mut place = points - barred.count_ones();
    for point in (0..points).rev().filter(|point| barred >> point & 1 == 0) {
        place -= 1;
        let below = choose(place, nth);
        if nth > 0 && below <= number {
            (number, nth) = (number - below, nth - 1);
            set |= 1 << point;
        }
    }
    set
}

impl Ranked<MillPosition> for Morris {
    fn layers(&self) -> u32 {
        self.layers.orientations.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        match layer {
            0 => 1,
            _ => self.orientations(layer).iter().map(|it| self.numbers(*it)).sum(),
        }
    }

    fn rank(&self, pos: &MillPosition) -> Option<(u32, u64)> {
        if pos.total(pos.to_move) < 3 {
            return Some((0, 0));
        }
        let players = [pos.to_move, pos.to_move.other()];
        let sides = players.map(|player| self.side(pos, player));
        let (layer, second) = self.layers.place(sides)?;
        let first = if second { self.numbers([sides[1], sides[0]]) } else { 0 };
        let [own, other] = players.map(|it| pos.on_board(it));
        let least = self.least();
        let image = least.image(own)?;
        let to = self.board.map_set(image.map, own);
        let mut others = self.board.map_set(image.map, other);
        if image.several {
            let leads_there = |map: &u16| self.board.map_set(*map, own) == to;
            let maps = (0..MorrisBoard::MAPS).filter(leads_there);
            others = maps.map(|map| self.board.map_set(map, other)).min()?;
        }
        Some((layer, first + image.place * self.others(sides) + number(others, to)))
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
        for &sides in self.orientations(layer) {
            let numbers = self.numbers(sides);
            if left >= numbers {
                left -= numbers;
                continue;
            }
            let [mover, waiting] = sides;
            let (place, left) = (left / self.others(sides), left % self.others(sides));
            let men = self.least().sets[usize::from(mover.board)][place as usize];
            let points = self.board.points();
            let others = set_of(left, waiting.board, men, points);
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
