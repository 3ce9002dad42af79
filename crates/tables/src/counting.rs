//! Tables whose values say how far a win is, from boards that only know who wins.
//!
//! A family's fast boards find the best value of the moves that leave a layer, by what the lower tables say. Where those
//! count moves the best move is the same: of two wins the nearer has the larger value, and of two losses the farther. So
//! all that is left to do is to write the best value as that of the position before.

use quod_game::{Distance, MOST_VALUE, TableTitle};

use crate::{Leads, Retrograde, Share};

/// The value that boards give to a win, and turned round to a loss, that no lower table says: the game is over.
const OVER: i8 = 1;

/// A game whose tables say how far a win is; `R` leads to boards for which a win is worth 1. With [`Distance::Unsaid`] it is
/// the game itself.
pub struct Counting<R> {
    boards: R,
    distance: Distance,
}

impl<R: Leads> Counting<R> {
    /// Of these boards. Values of theirs must not count moves already, unless nothing is to be said.
    pub fn new(boards: R, distance: Distance) -> Counting<R> {
        Counting { boards, distance }
    }

    /// The best of what leaves a layer, as the boards found it in lower values that count moves.
    fn counted(&self, best: i8) -> i8 {
        match (self.distance, best) {
            (Distance::Unsaid, _) | (_, 0) => best,
            // No move is left, and the opponent has won.
            (_, value) if value == -OVER => -MOST_VALUE,
            // A move after which the opponent has lost, and the game is over.
            (_, OVER) => self.distance.leaving(-MOST_VALUE),
            (distance, value) => distance.leaving(-value),
        }
    }
}

impl<R: Leads> Retrograde for Counting<R> {
    type Layer = <R::Target as Retrograde>::Layer;
    type Cursor = <R::Target as Retrograde>::Cursor;

    fn description(&self) -> TableTitle {
        self.boards.description().counting(self.distance)
    }

    fn counts_moves(&self) -> bool {
        self.distance != Distance::Unsaid || self.boards.counts_moves()
    }

    fn layers(&self) -> u32 {
        self.boards.layers()
    }

    fn size(&self, layer: u32) -> u64 {
        self.boards.size(layer)
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.boards.rests_on(layer, lower)
    }

    fn layer(&self, layer: u32) -> Self::Layer {
        self.boards.layer(layer)
    }

    fn cuts(&self, layer: &Self::Layer, size: u64, parts: u32) -> Vec<u64> {
        self.boards.cuts(layer, size, parts)
    }

    fn parts(&self, layer: &Self::Layer) -> u64 {
        self.boards.parts(layer)
    }

    fn open(
        &self,
        layer: &Self::Layer,
        part: u64,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        self.boards.open(layer, part, lower, |index, best, inner| {
            put(index, best.map(|it| self.counted(it)), inner);
        })
    }

    fn open_share(
        &self,
        layer: &Self::Layer,
        part: u64,
        share: &Share,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        self.boards.open_share(layer, part, share, lower, |index, best, inner| {
            put(index, best.map(|it| self.counted(it)), inner);
        })
    }

    fn cursor(&self, layer: &Self::Layer) -> Self::Cursor {
        self.boards.cursor(layer)
    }

    #[inline]
    fn key(&self, layer: &Self::Layer, cursor: &mut Self::Cursor, index: u64) -> u64 {
        self.boards.key(layer, cursor, index)
    }

    #[inline]
    fn unmoves(
        &self,
        layer: &Self::Layer,
        cursor: &mut Self::Cursor,
        key: u64,
        each: impl FnMut(u64, u64),
    ) {
        self.boards.unmoves(layer, cursor, key, each);
    }

    #[inline]
    fn key_of_trace(&self, layer: &Self::Layer, trace: u64) -> u64 {
        self.boards.key_of_trace(layer, trace)
    }

    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        self.boards.looked_up(lower, finished, last)
    }

    fn in_files(&self, layer: &Self::Layer, values: Vec<i8>) -> Vec<i8> {
        self.boards.in_files(layer, values)
    }

    fn infinite_play(&self, layer: &Self::Layer, index: u64) -> i8 {
        self.boards.infinite_play(layer, index)
    }
}
