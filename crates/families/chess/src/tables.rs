//! Tables of chess with up to four men and of some endings with five, and of antichess: the moves to mate of every position, by retrograde analysis.
//!
//! The index is that of the rules (`quod_rules::CHESS_ENDINGS`), worked out here on squares in a row instead of
//! boards: [`Endings`] numbers positions and undoes moves, and `quod_tables` spreads the values.

mod antichess;
mod men;
mod numbers;

use std::sync::Arc;

use quod_engine::tables::{Faster, TableWork, by_index};
use quod_engine::{OpenGame, SolveError};
use quod_game::{Game, MOST_VALUE, TableTitle, value_before};
use quod_rules::{Chess, ChessGame};
use quod_tables::{Builder, Directory, Options, Retrograde};

pub use antichess::{AntichessTables, Free};
pub use men::{Few, Placed};
pub use numbers::{Ending, Endings};

/// Indices of a part.
const PART: u64 = 1 << 14;

/// Chess with few men as retrograde analysis wants it.
#[derive(Default)]
pub struct ChessTables(Endings);

/// A layer being worked out: its number and its ending.
pub struct Layer(u32, Ending);

/// The tables of one of the games, built in the fast way, if it has some.
pub fn tables(game: &Chess, open: &OpenGame) -> Option<Arc<dyn TableWork>> {
    match AntichessTables::new(game) {
        Some(it) => by(open, it),
        None => by(open, ChessTables::default()),
    }
}

fn by<R>(open: &OpenGame, game: R) -> Option<Arc<dyn TableWork>>
where
    R: Retrograde<Layer: Send> + Send + 'static,
{
    let (layers, game) = (game.layers(), Arc::new(game));
    let build = move |directory: Directory, options: Options| -> Result<_, SolveError> {
        Ok(Box::new(Builder::new(Arc::clone(&game), directory, options)?) as _)
    };
    by_index(open, Faster { layers, build: Arc::new(build) })
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
        let mut inner = Vec::new();
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
            inner.clear();
            let mut moves = 0;
            pos.each_move(|next| {
                moves += 1;
                let (to, index) = self.0.locate(&next);
                if to == layer.0 {
                    inner.push(index);
                } else {
                    best = best.max(Some(value_before(lower[to as usize][index as usize])));
                }
            });
            if moves == 0 {
                best = Some(if pos.in_check(pos.to_move) { -MOST_VALUE } else { 0 });
            }
            inner.sort_unstable();
            inner.dedup();
            put(index, best, inner.len() as u8);
        }
        Ok(())
    }

    fn cursor(&self, _layer: &Layer) -> Vec<u32> {
        Vec::new()
    }

    fn key(&self, _layer: &Layer, _cursor: &mut Vec<u32>, index: u64) -> u64 {
        index
    }

    fn unmoves(
        &self,
        layer: &Layer,
        before: &mut Vec<u32>,
        key: u64,
        mut each: impl FnMut(u64, u64),
    ) {
        before.clear();
        let Some(pos) = self.0.place(&layer.1, key as u32) else { return };
        pos.each_unmove(|earlier| before.push(self.0.locate(&earlier).1));
        // Positions that a symmetry makes the same are one position, and have one move here.
        before.sort_unstable();
        before.dedup();
        before.iter().for_each(|&index| each(index.into(), index.into()));
    }
}
