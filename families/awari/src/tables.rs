//! Awari's fast boards as retrograde analysis wants them.
//!
//! `quod-tables` knows no game; here the fast boards meet it.

use std::sync::Arc;

use crate::{Cursor, Halves, Layer, index};
use quod_game::Game;
use quod_game::TableTitle;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{Retrograde, Share};

/// Awari with the thesis's rules, positions worth the stones still to come: layer `n` holds the boards
/// with `n` stones.
pub struct AwariTables {
    halves: Arc<Halves>,
    last_layer: u32,
}

impl AwariTables {
    /// The most stones: indices are numbers of 32 bits.
    pub const MOST_STONES: u32 = Halves::MOST_STONES as u32;

    /// For boards of at most so many stones.
    ///
    /// # Panics
    /// If these are more than [`AwariTables::MOST_STONES`].
    pub fn new(stones: u32) -> AwariTables {
        AwariTables { halves: Arc::new(Halves::new(stones as usize)), last_layer: stones }
    }
}

impl Retrograde for AwariTables {
    type Layer = Layer;
    type Cursor = Cursor;

    fn description(&self) -> TableTitle {
        let (grand_slam, rest) = (GrandSlam::Allowed, Rest::Opponent);
        TableTitle {
            game: Awari { grand_slam, rest, worth: Worth::ToCome }.name(),
            infinite_play: "0".to_string(),
            index_version: index::VERSION,
        }
    }

    fn layers(&self) -> u32 {
        self.last_layer + 1
    }

    fn size(&self, layer: u32) -> u64 {
        index::size(layer as usize)
    }

    fn layer(&self, layer: u32) -> Layer {
        Layer::new(self.halves.clone(), layer as usize)
    }

    fn cuts(&self, layer: &Layer, _size: u64, parts: u32) -> Vec<u64> {
        layer.cuts(parts)
    }

    fn in_files(&self, layer: &Layer, values: Vec<i8>) -> Vec<i8> {
        layer.in_order_of_index(&values)
    }

    fn parts(&self, layer: &Layer) -> u64 {
        layer.parts() as u64
    }

    fn open(
        &self,
        layer: &Layer,
        part: u64,
        lower: &[Vec<i8>],
        put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        self.open_share(layer, part, &Share::whole(layer.size()), lower, put)
    }

    fn open_share(
        &self,
        layer: &Layer,
        part: u64,
        share: &Share,
        lower: &[Vec<i8>],
        put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        layer.open(part as usize, share, |stones| &lower[stones][..], put);
        Ok(())
    }

    fn cursor(&self, layer: &Layer) -> Cursor {
        layer.cursor()
    }

    #[inline]
    fn key(&self, layer: &Layer, cursor: &mut Cursor, index: u64) -> u64 {
        layer.key(cursor, index)
    }

    #[inline]
    fn unmoves(&self, layer: &Layer, cursor: &mut Cursor, key: u64, each: impl FnMut(u64, u64)) {
        layer.unmoves(cursor, key, each);
    }
}
