//! Antichess and giveaway of up to four men by number: the index of their tables, which count the moves to the end.
//!
//! Layer 0 is all positions in which a side has no men. They have two numbers: 0 if the side to move has won, as
//! it cannot move, and 1 otherwise. With number 1 every move leads to number 0, for the other side has nothing
//! to move with.
//!
//! Each further layer is an ending: White's men and Black's, kings among them. White has more men, or as many and at
//! least as much; a position in which it is the other way is taken with the sides exchanged, and so is a position
//! of equal sides with Black to move. Layers are ordered by the number of men, then by that of pawns, so captures
//! and promotions lead to lower layers. An ending of four men rests on those of fewer men, and of the others only on
//! those that its pawns may become.
//!
//! A number has these digits, the first the highest: who is to move (not between equal sides); then White's and
//! Black's men, each kind as the number of its set of squares. A pawn that may be captured in passing stands, for the
//! index, on the eighth rank of its file, where no pawn can be: such positions have places of their own. Without pawns
//! the eight symmetries of the board make one position, with pawns the two of left and right: the least of their
//! numbers is the index.
//!
//! With four men the digit of White's heaviest kind counts only the sets that no symmetry takes to a lesser one, since
//! no other begins the least number. That leaves out nearly all numbers without a position, seven of eight without pawns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use quod_game::{Distance, Game, Outcome, Player, Ranked, TableTitle};

use super::index::{Kind, kinds_on, maps, title, with_sets, worth};
use super::{Chess, ChessEnding, ChessGame, ChessPosition, ChessSquare, Man};

/// The most men of a position with a number.
const MOST: usize = 4;

/// All sets of so many men, each the heaviest first, in ascending order.
fn sets_of(n: usize) -> Vec<Vec<Man>> {
    let mut sets = vec![vec![]];
    for _ in 0..n {
        let with = |set: &Vec<Man>, man: Man| [set.as_slice(), &[man]].concat();
        let fits = |set: &Vec<Man>, man: Man| set.last().is_none_or(|last| man <= *last);
        let longer = |set| {
            Man::ALL.into_iter().filter(move |it| fits(set, *it)).map(move |it| with(set, it))
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

/// The ending of each layer; that of layer 0 is empty.
pub static ANTICHESS_ENDINGS: LazyLock<Vec<ChessEnding>> = LazyLock::new(|| {
    let mut all = vec![[vec![], vec![]]];
    for [n, m] in [[1, 1], [2, 1], [2, 2], [3, 1]] {
        for white in sets_of(n) {
            let weighs_less = |black: &Vec<Man>| n > m || *black <= white;
            all.extend(sets_of(m).into_iter().filter(weighs_less).map(|it| [white.clone(), it]));
        }
    }
    let pawns = |it: &ChessEnding| it.iter().flatten().filter(|man| **man == Man::Pawn).count();
    all.sort_by_key(|it| (it.concat().len(), pawns(it)));
    all
});

/// The layer of each ending.
static LAYERS: LazyLock<HashMap<ChessEnding, usize>> =
    LazyLock::new(|| ANTICHESS_ENDINGS.iter().cloned().zip(0..).collect());

/// The kinds of an ending. Any man may stand on any square, but for pawns on the first rank; with four men, pawns have
/// the eighth only where both sides have some, and one may be captured in passing.
fn kinds(ending: &ChessEnding) -> Vec<Kind> {
    let both = ending.iter().all(|side| side.contains(&Man::Pawn));
    let pawns = if both || ending.concat().len() < MOST { 56 } else { 48 };
    kinds_on(ending, |_, man| if man == Man::Pawn { (8, pawns) } else { (0, 64) })
}

/// The numbers of sets of a kind, ascending, that no symmetry takes to a lesser one: by how many symmetries there are,
/// how many squares the kind has, and how many men.
static LEAST_SETS: LazyLock<BTreeMap<[u64; 3], Vec<u64>>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for [symmetries, squares] in [[8, 64], [2, 64], [2, 56], [2, 48]] {
        for n in 1..MOST as u64 {
            let first = if squares == 64 { 0 } else { 8 };
            let kind = [Kind { player: Player::First, man: Man::King, n, first, squares }];
            let least = |number: &u64| {
                let set = [kind[0].set(*number)];
                (0..symmetries).all(|map| with_sets(0, &kind, map as u8, &set) >= *number)
            };
            all.insert([symmetries, squares, n], (0..kind[0].ways()).filter(least).collect());
        }
    }
    all
});

/// Of an ending of four men the sets that its first kind may have in an index.
fn least_sets(ending: &ChessEnding) -> Option<&'static [u64]> {
    if ending.concat().len() < MOST {
        return None;
    }
    let (first, symmetries) = (kinds(ending).swap_remove(0), maps(ending).count() as u64);
    Some(&LEAST_SETS[&[symmetries, first.squares, first.n]])
}

/// The number of men's squares under one symmetry, if it makes the first kind's set one that an index may have. `sets`
/// has the squares of each kind.
fn number(ending: &ChessEnding, map: u8, sets: &[Vec<ChessSquare>]) -> Option<u64> {
    let kinds = kinds(ending);
    let Some(least) = least_sets(ending) else { return Some(with_sets(0, &kinds, map, sets)) };
    let first = with_sets(0, &kinds[..1], map, &sets[..1]);
    let place = least.binary_search(&first).ok()?;
    Some(with_sets(place as u64, &kinds[1..], map, &sets[1..]))
}

/// How many numbers there are with one side to move.
fn numbers(ending: &ChessEnding) -> u64 {
    let kinds = kinds(ending);
    let first = least_sets(ending).map_or(kinds[0].ways(), |it| it.len() as u64);
    first * kinds[1..].iter().map(Kind::ways).product::<u64>()
}

/// The index of one of the two games.
pub(super) struct FewMen(pub(super) Chess);

/// That of antichess.
pub(super) static ANTICHESS: FewMen = FewMen(Chess { game: ChessGame::Antichess, fifty: false });

/// That of giveaway.
pub(super) static GIVEAWAY: FewMen = FewMen(Chess { game: ChessGame::Giveaway, fifty: false });

impl Ranked<ChessPosition> for FewMen {
    fn layers(&self) -> u32 {
        ANTICHESS_ENDINGS.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        match &ANTICHESS_ENDINGS[layer as usize] {
            [white, _] if white.is_empty() => 2,
            [white, black] => {
                numbers(&[white.clone(), black.clone()]) * if white == black { 1 } else { 2 }
            }
        }
    }

    fn rank(&self, pos: &ChessPosition) -> Option<(u32, u64)> {
        let of = |player: Player| -> Vec<Man> {
            let men = pos.men.iter().flatten().filter(|it| it.0 == player);
            let mut men: Vec<Man> = men.map(|it| it.1).collect();
            men.sort_by_key(|it| Reverse(*it));
            men
        };
        let [white, black] = Player::BOTH.map(of);
        if white.len() + black.len() > MOST {
            return None;
        }
        if white.is_empty() || black.is_empty() {
            return Some((0, u64::from(self.0.outcome(pos).is_none())));
        }
        let straight = LAYERS.get(&[white.clone(), black.clone()]);
        let exchanged = straight.is_none() || white == black && pos.to_move == Player::Second;
        let layer = *straight.or_else(|| LAYERS.get(&[black, white]))?;
        let ending = &ANTICHESS_ENDINGS[layer];
        // The players as the index has them.
        let was = |player: Player| if exchanged { player.other() } else { player };
        let seen = |at: ChessSquare| if exchanged { at ^ 56 } else { at };
        let place = |at: ChessSquare, man: Man| match pos.en_passant {
            Some(passed) if man == Man::Pawn && passed.abs_diff(at) == 8 => at % 8 + 56,
            _ => seen(at),
        };
        let sets: Vec<Vec<ChessSquare>> = (kinds(ending).iter())
            .map(|kind| {
                let (player, man) = (was(kind.player), kind.man);
                let waits = player != pos.to_move;
                let squares = pos.squares(player, man);
                squares.map(|at| if waits { place(at, man) } else { seen(at) }).collect()
            })
            .collect();
        let least = maps(ending).filter_map(|map| number(ending, map, &sets)).min()?;
        let second = pos.to_move != was(Player::First);
        Some((layer as u32, least + if second { numbers(ending) } else { 0 }))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<ChessPosition> {
        let ending = ANTICHESS_ENDINGS.get(layer as usize)?;
        if index >= self.size(layer) {
            return None;
        }
        let (mut men, castling) = ([None; 64], [[None; 2]; 2]);
        if layer == 0 {
            men[0] = Some((Player::First, Man::King));
            let to_move = Player::BOTH[usize::from(index == 0)];
            return Some(ChessPosition { men, to_move, castling, en_passant: None, clock: 0 });
        }
        let mut number = index % numbers(ending);
        let to_move = Player::BOTH[usize::from(index >= numbers(ending))];
        let mut en_passant = None;
        for (place, kind) in kinds(ending).iter().enumerate().rev() {
            let set = match least_sets(ending).filter(|_| place == 0) {
                Some(least) => least[number as usize],
                None => number % kind.ways(),
            };
            number /= kind.ways();
            for mut at in kind.set(set) {
                if kind.man == Man::Pawn && at >= 56 {
                    // This pawn has just gone two steps, to the fourth rank as its player sees it.
                    let (passed, stands) =
                        if kind.player == Player::First { (16, 24) } else { (40, 32) };
                    if kind.player == to_move || en_passant.replace(at % 8 + passed).is_some() {
                        return None;
                    }
                    at = at % 8 + stands;
                }
                if men[usize::from(at)].replace((kind.player, kind.man)).is_some() {
                    return None;
                }
            }
        }
        let pos = ChessPosition { men, to_move, castling, en_passant, clock: 0 };
        let lawful = self.0.lawful(&pos).is_ok();
        (lawful && self.rank(&pos) == Some((layer, index))).then_some(pos)
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        let [above, below] = [layer, lower].map(|it| &ANTICHESS_ENDINGS[it as usize]);
        let n = |side: &Vec<Man>, man: Man| side.iter().filter(|it| **it == man).count();
        let becomes = |from: &Vec<Man>, to: &Vec<Man>| {
            from.len() == to.len() && Man::ALL[1..].iter().all(|it| n(from, *it) <= n(to, *it))
        };
        let pairs = |sides: [usize; 2]| (0..2).all(|it| becomes(&above[it], &below[sides[it]]));
        below[0].len() + below[1].len() < MOST || pairs([0, 1]) || pairs([1, 0])
    }

    fn title(&self) -> Option<TableTitle> {
        title(&self.0)
    }

    fn distance(&self) -> Distance {
        Distance::ToMate
    }

    fn worth(&self, pos: &ChessPosition, value: i32) -> Option<Outcome> {
        worth(pos.to_move, value)
    }
}
