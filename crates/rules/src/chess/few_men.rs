//! Antichess and giveaway of up to three men by number: the index of their tables, which count the moves to the end.
//!
//! Layer 0 is all positions in which a side has no men. They have two numbers: 0 if the side to move has won, as
//! it cannot move, and 1 otherwise. With number 1 every move leads to number 0, for the other side has nothing
//! to move with.
//!
//! Each further layer is an ending: White's men and Black's, kings among them. White has more men, or as many and at
//! least as much; a position in which it is the other way is taken with the sides exchanged, and so is a position
//! of equal sides with Black to move. Layers are ordered by the number of men, then by that of pawns, so captures
//! and promotions lead to lower layers.
//!
//! A number has these digits, the first the highest: who is to move (not between equal sides); then White's and
//! Black's men, each kind as the number of its set of squares. A pawn that may be captured in passing stands, for the
//! index, on the eighth rank of its file, where no pawn can be: such positions have places of their own. Without pawns
//! the eight symmetries of the board make one position, with pawns the two of left and right: the least of their
//! numbers is the index.

use std::cmp::Reverse;
use std::sync::LazyLock;

use quod_game::{Game, Outcome, Player, Ranked, TableTitle};

use super::index::{Kind, choose, kinds_on, maps, title, with_sets, worth};
use super::{Chess, ChessEnding, ChessGame, ChessPosition, ChessSquare, Man};

/// The ending of each layer; that of layer 0 is empty.
pub static ANTICHESS_ENDINGS: LazyLock<Vec<ChessEnding>> = LazyLock::new(|| {
    let from_light = Man::ALL;
    let mut all = vec![[vec![], vec![]]];
    for &white in &from_light {
        for &black in from_light.iter().filter(|it| **it <= white) {
            all.push([vec![white], vec![black]]);
        }
        for &second in from_light.iter().filter(|it| **it <= white) {
            all.extend(from_light.iter().map(|&black| [vec![white, second], vec![black]]));
        }
    }
    let pawns = |it: &ChessEnding| it.iter().flatten().filter(|man| **man == Man::Pawn).count();
    all.sort_by_key(|it| (it.iter().map(Vec::len).sum::<usize>(), pawns(it)));
    all
});

/// The kinds of an ending. Any man may stand on any square, but for pawns on the first rank.
fn kinds(ending: &ChessEnding) -> Vec<Kind> {
    kinds_on(ending, |_, man| if man == Man::Pawn { (8, 56) } else { (0, 64) })
}

/// How many numbers there are with one side to move.
fn numbers(ending: &ChessEnding) -> u64 {
    kinds(ending).iter().map(Kind::ways).product()
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
        if white.len() + black.len() > 3 {
            return None;
        }
        if white.is_empty() || black.is_empty() {
            return Some((0, u64::from(self.0.outcome(pos).is_none())));
        }
        let known = |ending: &ChessEnding| ANTICHESS_ENDINGS.iter().position(|it| it == ending);
        let straight = known(&[white.clone(), black.clone()]);
        let exchanged = straight.is_none() || white == black && pos.to_move == Player::Second;
        let layer = straight.or_else(|| known(&[black, white]))?;
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
        let least = maps(ending).map(|map| with_sets(0, &kinds(ending), map, &sets)).min()?;
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
        for kind in kinds(ending).iter().rev() {
            let mut left = number % kind.ways();
            number /= kind.ways();
            for n in (1..=kind.n).rev() {
                let place = (0..kind.squares).rev().find(|&at| choose(at, n) <= left)?;
                left -= choose(place, n);
                let mut at = kind.first + place as ChessSquare;
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

    fn title(&self) -> Option<TableTitle> {
        title(&self.0)
    }

    fn counts_moves(&self) -> bool {
        true
    }

    fn worth(&self, pos: &ChessPosition, value: i32) -> Option<Outcome> {
        worth(pos, value)
    }
}
