//! Chess of up to four men by number, and ten endings of five: the index of its tables, which count the moves to
//! mate.
//!
//! A layer is an ending: what stands on the board beside the kings. White has at least as much as Black; a
//! position in which it is the other way is taken with the sides exchanged, and so is a position of equal sides
//! with Black to move. Layers are ordered by the number of men, then by that of pawns, so captures and
//! promotions lead to lower layers. Of the endings of five men there are KBPKB and KRPKR and those to which they
//! lead; others would follow with higher numbers. Without pawns the eight symmetries of the board make one position, with
//! pawns the two of left and right: the least of their numbers is the index.
//!
//! A number has these digits, the first the highest: who is to move (not between equal sides); the place of the
//! two kings in the list of pairs of squares; then White's and Black's men, each kind as the number of its set of
//! squares. A pawn that may be captured in passing stands, for the index, on the eighth rank of its file, where no
//! pawn can be: such positions have places of their own. Positions with rights to castle have none.

use std::sync::LazyLock;

use quod_game::{Distance, Game, MOST_VALUE, Outcome, Player, Ranked, TableTitle};

use super::{Chess, ChessPosition, ChessSquare, Man};

/// What each side has beside its king, the weightiest first.
pub type ChessEnding = [Vec<Man>; 2];

/// From light to heavy as the index has it.
const WEIGHTS: [Man; 5] = [Man::Pawn, Man::Knight, Man::Bishop, Man::Rook, Man::Queen];

/// The ending of each layer.
pub static CHESS_ENDINGS: LazyLock<Vec<ChessEnding>> = LazyLock::new(|| {
    let mut all = vec![[vec![], vec![]]];
    for (at, one) in WEIGHTS.into_iter().enumerate() {
        all.push([vec![one], vec![]]);
        for &two in &WEIGHTS[..=at] {
            all.push([vec![one, two], vec![]]);
            all.push([vec![one], vec![two]]);
        }
    }
    let pawns = |side: &Vec<Man>| side.iter().filter(|man| **man == Man::Pawn).count();
    all.sort_by_key(|[white, black]| (white.len() + black.len(), pawns(white) + pawns(black)));
    for piece in [Man::Bishop, Man::Rook] {
        for other in [Man::Knight, Man::Bishop, Man::Rook, Man::Queen, Man::Pawn] {
            all.push([vec![piece.max(other), piece.min(other)], vec![piece]]);
        }
    }
    all
});

/// The pairs of squares of White's and Black's king, without pawns and with: the first square in the corner a1,
/// d1, d4, and then, if it is on the diagonal, the second not above it; or the first square on the files a to d.
static KINGS: LazyLock<[Vec<[ChessSquare; 2]>; 2]> = LazyLock::new(|| {
    let mut lists = [vec![], vec![]];
    for (white, black) in (0..64u8).flat_map(|white| (0..64).map(move |black| (white, black))) {
        let [(file, rank), (other_file, other_rank)] = [white, black].map(|at| (at % 8, at / 8));
        if file > 3 || file.abs_diff(other_file).max(rank.abs_diff(other_rank)) < 2 {
            continue;
        }
        lists[1].push([white, black]);
        if rank < file || rank == file && other_rank <= other_file {
            lists[0].push([white, black]);
        }
    }
    lists
});

/// The square where a symmetry of the board leads: bit 0 exchanges left and right, bit 1 up and down, bit 2 files
/// and ranks.
pub(super) fn mapped(map: u8, at: ChessSquare) -> ChessSquare {
    let at = at ^ if map & 1 == 1 { 7 } else { 0 } ^ if map & 2 == 2 { 56 } else { 0 };
    if map & 4 == 4 { at % 8 * 8 + at / 8 } else { at }
}

/// The number of ways to choose so many of some things.
pub(super) fn choose(of: u64, n: u64) -> u64 {
    (0..n).fold(1, |ways, at| ways * of.saturating_sub(at) / (at + 1))
}

/// Men of a kind on one side.
pub(super) struct Kind {
    pub player: Player,
    pub man: Man,
    pub n: u64,
    /// The first square that one may stand on, and how many there are.
    pub first: ChessSquare,
    pub squares: u64,
}

impl Kind {
    /// How many ways they may stand.
    pub fn ways(&self) -> u64 {
        choose(self.squares, self.n)
    }

    /// The squares of the set with this number, the greatest first.
    pub fn set(&self, number: u64) -> Vec<ChessSquare> {
        let mut left = number;
        let square = |n| {
            let place = (0..self.squares).rev().find(|&at| choose(at, n) <= left).unwrap_or(0);
            left -= choose(place, n);
            self.first + place as ChessSquare
        };
        (1..=self.n).rev().map(square).collect()
    }
}

/// The kinds of an ending, White's first. `squares` says the first square that a man may stand on, and how many there
/// are.
pub(super) fn kinds_on(
    ending: &ChessEnding,
    squares: impl Fn(Player, Man) -> (ChessSquare, u64),
) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (player, &man) in Player::BOTH
        .into_iter()
        .zip(ending)
        .flat_map(|(it, men)| men.iter().map(move |man| (it, man)))
    {
        match kinds.last_mut() {
            Some(last) if last.player == player && last.man == man => last.n += 1,
            _ => {
                let (first, squares) = squares(player, man);
                kinds.push(Kind { player, man, n: 1, first, squares });
            }
        }
    }
    kinds
}

fn kinds(ending: &ChessEnding) -> Vec<Kind> {
    let passing = ending[0] == [Man::Pawn];
    kinds_on(ending, |player, man| match man {
        Man::Pawn if passing && player == Player::Second => (8, 56),
        Man::Pawn => (8, 48),
        _ => (0, 64),
    })
}

/// The digits of men's sets of squares under one symmetry, after a number. `sets` has the squares of each kind.
pub(super) fn with_sets(number: u64, kinds: &[Kind], map: u8, sets: &[Vec<ChessSquare>]) -> u64 {
    kinds.iter().zip(sets).fold(number, |number, (kind, set)| {
        let mut places: Vec<u64> =
            set.iter().map(|&at| u64::from(mapped(map, at) - kind.first)).collect();
        places.sort_unstable();
        let place: u64 = (1..).zip(&places).map(|(n, &at)| choose(at, n)).sum();
        number * kind.ways() + place
    })
}

fn has_pawns(ending: &ChessEnding) -> bool {
    ending.iter().flatten().any(|man| *man == Man::Pawn)
}

/// The symmetries of an ending.
pub(super) fn maps(ending: &ChessEnding) -> std::ops::Range<u8> {
    if has_pawns(ending) { 0..2 } else { 0..8 }
}

fn kings_of(ending: &ChessEnding) -> &'static [[ChessSquare; 2]] {
    &KINGS[usize::from(has_pawns(ending))]
}

/// The number of kings' and men's squares under one symmetry, if it leads the kings to a pair of the list. `sets` has
/// the squares of each kind.
fn number(
    ending: &ChessEnding,
    map: u8,
    kings: [ChessSquare; 2],
    sets: &[Vec<ChessSquare>],
) -> Option<u64> {
    let pair = kings_of(ending).binary_search(&kings.map(|at| mapped(map, at))).ok()?;
    Some(with_sets(pair as u64, &kinds(ending), map, sets))
}

/// How many numbers there are with one side to move.
fn numbers(ending: &ChessEnding) -> u64 {
    let ways = kinds(ending).iter().map(Kind::ways).product::<u64>();
    kings_of(ending).len() as u64 * ways
}

/// What stands on the board beside the kings, as [`CHESS_ENDINGS`] writes it.
fn ending_of(pos: &ChessPosition) -> ChessEnding {
    Player::BOTH.map(|player| {
        let men =
            WEIGHTS.into_iter().rev().flat_map(|man| pos.squares(player, man).map(move |_| man));
        men.collect()
    })
}

impl Ranked<ChessPosition> for Chess {
    fn layers(&self) -> u32 {
        CHESS_ENDINGS.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        let ending = &CHESS_ENDINGS[layer as usize];
        numbers(ending) * if ending[0] == ending[1] { 1 } else { 2 }
    }

    fn rank(&self, pos: &ChessPosition) -> Option<(u32, u64)> {
        if pos.castling != [[None; 2]; 2] || pos.men.iter().flatten().count() > 5 {
            return None;
        }
        let [white, black] = ending_of(pos);
        let known = |ending: &ChessEnding| CHESS_ENDINGS.iter().position(|it| it == ending);
        let straight = known(&[white.clone(), black.clone()]);
        let exchanged = straight.is_none() || white == black && pos.to_move == Player::Second;
        let layer = straight.or_else(|| known(&[black, white]))?;
        let ending = &CHESS_ENDINGS[layer];
        // The players as the index has them.
        let was = |player: Player| if exchanged { player.other() } else { player };
        let seen = |at: ChessSquare| if exchanged { at ^ 56 } else { at };
        let place = |at: ChessSquare| match pos.en_passant {
            Some(passed) if passed.abs_diff(at) == 8 => seen(at) % 8 + 56,
            _ => seen(at),
        };
        let mut kings = [0; 2];
        for player in Player::BOTH {
            kings[player.index()] = seen(pos.squares(was(player), Man::King).next()?);
        }
        let sets: Vec<Vec<ChessSquare>> = (kinds(ending).iter())
            .map(|kind| {
                let squares = pos.squares(was(kind.player), kind.man);
                let passes = kind.squares == 56;
                squares.map(|at| if passes { place(at) } else { seen(at) }).collect()
            })
            .collect();
        let least = maps(ending).filter_map(|map| number(ending, map, kings, &sets)).min()?;
        let second = pos.to_move != was(Player::First);
        Some((layer as u32, least + if second { numbers(ending) } else { 0 }))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<ChessPosition> {
        let ending = CHESS_ENDINGS.get(layer as usize)?;
        if index >= self.size(layer) {
            return None;
        }
        let mut number = index % numbers(ending);
        let to_move = Player::BOTH[usize::from(index >= numbers(ending))];
        let (men, castling) = ([None; 64], [[None; 2]; 2]);
        let (mut placed, mut en_passant) = (Vec::new(), None);
        for kind in kinds(ending).iter().rev() {
            let set = kind.set(number % kind.ways());
            number /= kind.ways();
            for mut at in set {
                if at >= 56 && kind.man == Man::Pawn {
                    // Black's pawn has just gone two steps, and White is to move.
                    en_passant = Some(at % 8 + 40);
                    at = at % 8 + 32;
                }
                placed.push((at, (kind.player, kind.man)));
            }
        }
        let kings = kings_of(ending)[number as usize];
        placed.extend([0, 1].map(|side| (kings[side], (Player::BOTH[side], Man::King))));
        let mut pos = ChessPosition { men, to_move, castling, en_passant, clock: 0 };
        for (at, man) in placed {
            if pos.men[usize::from(at)].replace(man).is_some() {
                return None;
            }
        }
        let lawful = self.lawful(&pos).is_ok();
        (lawful && self.rank(&pos) == Some((layer, index))).then_some(pos)
    }

    fn title(&self) -> Option<TableTitle> {
        title(self)
    }

    fn distance(&self) -> Distance {
        Distance::ToMate
    }

    fn worth(&self, pos: &ChessPosition, value: i32) -> Option<Outcome> {
        worth(pos.to_move, value)
    }
}

/// The title of a game's tables.
pub(super) fn title(game: &Chess) -> Option<TableTitle> {
    let infinite_play = "a draw".to_string();
    Some(TableTitle { game: game.name(), infinite_play, index_version: 1 })
}

/// What a value says: the winner and in how many moves, or a draw.
pub(crate) fn worth(to_move: Player, value: i32) -> Option<Outcome> {
    let winner = if value > 0 { to_move } else { to_move.other() };
    Some(match value {
        0 => Outcome::DRAW,
        _ => Outcome { moves: i32::from(MOST_VALUE) - value.abs(), ..Outcome::win(winner) },
    })
}
