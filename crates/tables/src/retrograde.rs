//! What retrograde analysis asks of a game.

use std::ops::Deref;

use crate::Share;
use quod_game::TableTitle;

/// A game laid out in layers, each with a perfect index.
///
/// A move stays in its layer or leads to a lower one. The value of a position is the difference that
/// the side to move reaches from there on; the players alternate. Values passed here are
/// **relative**: less what infinite play in that layer is worth to the same side. Then infinite play is
/// worth 0 to both, a move within the layer turns the sign, and what does not come out in finitely many moves
/// is 0. (Games where infinite play is worth nothing see no difference.)
///
/// Besides its index a position has a **key**, another number below the layer's size. Moves are undone in
/// the order of keys: a game chooses them so that positions with neighbouring keys have
/// neighbouring predecessors. The index itself will do.
pub trait Retrograde: Sync {
    /// What serves one layer.
    type Layer: Sync;
    /// A place in the order of keys or indices, for what is known of the neighbourhood.
    type Cursor;

    /// For the headers of tables.
    fn description(&self) -> TableTitle;

    /// Whether values count moves, as [`quod_game::Ranked::distance`] says. Infinite play is then worth 0, and what
    /// leaves a layer comes to [`Retrograde::open`] as [`quod_game::value_before`] has it.
    fn counts_moves(&self) -> bool {
        false
    }

    /// The number of layers.
    fn layers(&self) -> u32;

    /// The number of indices of a layer, below 2³².
    fn size(&self, layer: u32) -> u64;

    /// Whether the table of a layer rests on that of a lower one, as [`quod_game::Ranked::rests_on`] says. A layer is
    /// opened without the values of the others.
    fn rests_on(&self, _layer: u32, _lower: u32) -> bool {
        true
    }

    /// Makes ready for a layer.
    fn layer(&self, layer: u32) -> Self::Layer;

    /// Where the indices of a layer of this size are cut for so many workers: ascending numbers, one more than there
    /// are workers, from 0 to the size. Where moves seldom lead from one piece to another little has to be told.
    fn cuts(&self, layer: &Self::Layer, size: u64, parts: u32) -> Vec<u64> {
        let _ = layer;
        (0..=parts).map(|part| size * u64::from(part) / u64::from(parts)).collect()
    }

    /// In how many parts the layer is opened.
    fn parts(&self, layer: &Self::Layer) -> u64;

    /// Hands each position of a part to `put`, all parts together every index once: the best relative
    /// value of the moves that leave the layer, or of an end of the game, if there is such a thing;
    /// and the number of different positions of the layer that moves lead to, below 128. (A game may count
    /// moves instead, if [`Retrograde::unmoves`] does too.) `lower` has the values, not relative, of each lower layer that
    /// this one rests on. An index without a position gets `Some(0)` and no moves, or is left
    /// out.
    ///
    /// # Errors
    /// If the game's rules break what is said above, in words for people.
    fn open(
        &self,
        layer: &Self::Layer,
        part: u64,
        lower: &[Vec<i8>],
        put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String>;

    /// Like [`Retrograde::open`], of those positions of the part that belong to a share of the layer. A game in
    /// which most of the work can be left out for the others should say how.
    ///
    /// # Errors
    /// As [`Retrograde::open`].
    fn open_share(
        &self,
        layer: &Self::Layer,
        part: u64,
        share: &Share,
        lower: &[Vec<i8>],
        mut put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        self.open(layer, part, lower, |index, best, inner| {
            if share.owns(index) {
                put(index, best, inner);
            }
        })
    }

    /// A cursor, for [`Retrograde::key`] or for [`Retrograde::unmoves`].
    fn cursor(&self, layer: &Self::Layer) -> Self::Cursor;

    /// The key of the position with this index.
    fn key(&self, layer: &Self::Layer, cursor: &mut Self::Cursor, index: u64) -> u64;

    /// Calls `each` with the index and the trace of each position of the layer that has a legal move to the
    /// one with this key, once for each time the move was counted in [`Retrograde::open`].
    fn unmoves(
        &self,
        layer: &Self::Layer,
        cursor: &mut Self::Cursor,
        key: u64,
        each: impl FnMut(u64, u64),
    );

    /// The key of a position with this trace. A trace is whatever of a position is at hand when a move to it is undone. It is the key
    /// itself, unless that takes time: only of few positions met that way is the key needed.
    fn key_of_trace(&self, layer: &Self::Layer, trace: u64) -> u64 {
        let _ = layer;
        trace
    }

    /// Whether any layer above `finished`, up to `last`, looks up values of `lower` when it is opened. Values that no layer looks
    /// up any more leave the memory; the table stays.
    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        let _ = (lower, finished, last);
        true
    }

    /// Values in the order of the indices above, put into the order in which files have them. A game may number
    /// the positions of a layer at work in another way, for the workers that share it.
    fn in_files(&self, layer: &Self::Layer, values: Vec<i8>) -> Vec<i8> {
        let _ = layer;
        values
    }

    /// What infinite play is worth to the side to move, in the position with this index.
    fn infinite_play(&self, layer: &Self::Layer, index: u64) -> i8 {
        let _ = (layer, index);
        0
    }
}

/// What leads to a [`Retrograde`]: `&G` where it is borrowed, `Arc<G>` where a build owns its share of it.
pub trait Leads: Deref<Target: Retrograde> + Clone + Sync {}
impl<R: Deref<Target: Retrograde> + Clone + Sync> Leads for R {}
