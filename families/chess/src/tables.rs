//! Tables of chess with up to four men and of some endings with five, of antichess, and of small chess: the moves to mate of every position, by retrograde analysis.
//!
//! The index is that of the rules (`quod_rules::CHESS_ENDINGS`), worked out here on squares in a row instead of
//! boards: [`Endings`] numbers positions and undoes moves, and `quod_tables` spreads the values.

mod antichess;
mod men;
mod numbers;
mod small;

use std::sync::{Arc, LazyLock};

use quod_engine::OpenGame;
use quod_engine::tables::{Faster, TableWork, by_index};
use quod_game::{Game, MOST_VALUE, TableTitle, value_before};
use quod_rules::{Chess, ChessGame};
use quod_tables::Retrograde;

pub use antichess::{AntichessTables, Free};
pub use men::{Few, Placed};
pub use numbers::{Ending, Endings};
pub use small::{SmallMen, SmallTables};

/// Indices of a part.
const PART: u64 = 1 << 14;

/// Chess with few men as retrograde analysis wants it.
#[derive(Default)]
pub struct ChessTables(Endings);

/// A layer being worked out: its number and its ending.
pub struct Layer(u32, Ending);

/// The tables of one of the games, built in the fast way, if it has some.
pub fn tables(game: &Chess, open: &OpenGame) -> Option<Arc<dyn TableWork>> {
    let game = *game;
    match game.game {
        ChessGame::Antichess | ChessGame::Giveaway => {
            let make = move || AntichessTables::new(&game).expect("it is one of the two");
            by(open, make, AntichessTables::positions)
        }
        _ => by(open, ChessTables::default, ChessTables::positions),
    }
}

/// The tables of small chess, if its board has some.
pub fn small_tables(open: &OpenGame) -> Option<Arc<dyn TableWork>> {
    by(open, SmallTables::default, SmallTables::positions)
}

/// The tables by boards that are made when they are first needed.
fn by<R>(
    open: &OpenGame,
    make: impl Fn() -> R + Send + Sync + 'static,
    positions: impl Fn(&R, u32) -> u64 + Send + Sync + 'static,
) -> Option<Arc<dyn TableWork>>
where
    R: Retrograde<Layer: Send> + Send + 'static,
{
    let layers = open.ranked()?.layers();
    let made = Arc::new(LazyLock::new(move || Arc::new(make())));
    let counted = Arc::clone(&made);
    let faster = Faster::new(layers, move |_| Arc::clone(&**made));
    by_index(open, faster.counting(move |layer| positions(&counted, layer)))
}

impl ChessTables {
    /// How many indices of a layer have a position.
    fn positions(&self, layer: u32) -> u64 {
        let ending = &self.0.endings[layer as usize];
        (0..ending.size).filter(|index| self.0.place(ending, *index).is_some()).count() as u64
    }
}

impl Retrograde for ChessTables {
    type Layer = Layer;
    type Cursor = Vec<u32>;

    fn description(&self) -> TableTitle {
        let game = Chess { game: ChessGame::Chess, fifty: false };
        let title = game.ranked().and_then(|it| it.title());
        title.expect("chess has tables")
    }

    fn counts_moves(&self) -> bool {
        true
    }

    fn layers(&self) -> u32 {
        self.0.endings.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        self.0.endings[layer as usize].size.into()
    }

    fn layer(&self, layer: u32) -> Layer {
        Layer(layer, self.0.endings[layer as usize].clone())
    }

    fn parts(&self, layer: &Layer) -> u64 {
        u64::from(layer.1.size).div_ceil(PART)
    }

    fn open(
        &self,
        layer: &Layer,
        part: u64,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        let mut moves = Moves::new(layer.0, lower);
        for index in PART * part..u64::from(layer.1.size).min(PART * (part + 1)) {
            let Some(pos) = self.0.place(&layer.1, index as u32) else {
                put(index, Some(0), 0);
                continue;
            };
            // Most positions need no numbers of the positions that their moves lead to, only how many there are.
            let mut best = None;
            let quiet = pos.count_quiet(|next| {
                let (to, index) = self.0.locate(&next);
                best = best.max(Some(value_before(lower[to as usize][index as usize])));
            });
            if let Some(quiet) = quiet {
                // No check was given, so who has no move is stalemated.
                put(index, if quiet == 0 { best.or(Some(0)) } else { best }, quiet);
                continue;
            }
            let without = || if pos.in_check(pos.to_move) { -MOST_VALUE } else { 0 };
            moves.begin();
            pos.each_move(|next| moves.leads(self.0.locate(&next)));
            let (best, inner) = moves.end(without);
            put(index, best, inner);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &Layer) -> Vec<u32> {
        Vec::new()
    }

    fn key(&self, _layer: &Layer, _cursor: &mut Vec<u32>, index: u64) -> u64 {
        index
    }

    fn unmoves(&self, layer: &Layer, before: &mut Vec<u32>, key: u64, each: impl FnMut(u64, u64)) {
        before.clear();
        let Some(pos) = self.0.place(&layer.1, key as u32) else { return };
        pos.each_unmove(|earlier| before.push(self.0.locate(&earlier).1));
        once_each(before, each);
    }
}

/// What the moves of a position of a layer lead to, by the index.
struct Moves<'l> {
    layer: u32,
    lower: &'l [Vec<i8>],
    /// Those within the layer.
    inner: Vec<u32>,
    all: usize,
    /// The best value by a move to a lower layer.
    best: Option<i8>,
}

impl<'l> Moves<'l> {
    fn new(layer: u32, lower: &'l [Vec<i8>]) -> Moves<'l> {
        Moves { layer, lower, inner: Vec::new(), all: 0, best: None }
    }

    /// Another position.
    fn begin(&mut self) {
        self.inner.clear();
        (self.all, self.best) = (0, None);
    }

    /// A move to a layer and index.
    fn leads(&mut self, (to, index): (u32, u32)) {
        self.all += 1;
        if to == self.layer {
            self.inner.push(index);
        } else {
            self.best = self.best.max(Some(value_before(self.lower[to as usize][index as usize])));
        }
    }

    /// The best value so far, without any move that of the end of the game, and how many positions of the layer the
    /// moves lead to.
    fn end(&mut self, without_moves: impl FnOnce() -> i8) -> (Option<i8>, u8) {
        if self.all == 0 {
            self.best = Some(without_moves());
        }
        self.inner.sort_unstable();
        self.inner.dedup();
        (self.best, self.inner.len() as u8)
    }
}

/// Hands on each index once: positions that a symmetry makes the same are one position, and have one move here.
fn once_each(indices: &mut Vec<u32>, mut each: impl FnMut(u64, u64)) {
    indices.sort_unstable();
    indices.dedup();
    indices.iter().for_each(|&index| each(index.into(), index.into()));
}
