//! Morris as retrograde analysis wants it.

use std::sync::Arc;

use quod_game::{Game, TableTitle};
use quod_rules::Morris;
use quod_tables::Retrograde;

use crate::Numbers;
use crate::layer::{Cursor, Layer, Terms};

/// A game of morris by layers.
pub struct MorrisTables {
    title: TableTitle,
    numbers: Arc<Numbers>,
    terms: Terms,
    /// The layers that each layer looks up.
    reads: Vec<Vec<u32>>,
}

impl MorrisTables {
    /// Of these rules.
    pub fn new(rules: &Morris) -> MorrisTables {
        let title = rules.ranked().and_then(|it| it.title()).expect("morris has tables");
        let terms = Terms { flying: rules.flying, moves_early: rules.moves_early };
        let numbers = Arc::new(Numbers::new(rules));
        let reads = |layer| Layer::new(Arc::clone(&numbers), terms, layer).reads();
        let reads = (0..numbers.layers()).map(reads).collect();
        MorrisTables { title, numbers, terms, reads }
    }

    /// Positions by number.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }
}

impl Retrograde for MorrisTables {
    type Layer = Layer;
    type Cursor = Cursor;

    fn description(&self) -> TableTitle {
        self.title.clone()
    }

    fn layers(&self) -> u32 {
        self.numbers.layers()
    }

    fn size(&self, layer: u32) -> u64 {
        self.numbers.size(layer)
    }

    fn layer(&self, layer: u32) -> Layer {
        Layer::new(Arc::clone(&self.numbers), self.terms, layer)
    }

    fn parts(&self, layer: &Layer) -> u64 {
        layer.parts()
    }

    fn open(
        &self,
        layer: &Layer,
        part: u64,
        lower: &[Vec<i8>],
        put: impl FnMut(u64, Option<i8>, u8),
    ) -> Result<(), String> {
        layer.open(part, lower, put);
        Ok(())
    }

    fn cursor(&self, _layer: &Layer) -> Cursor {
        Cursor::default()
    }

    #[inline]
    fn key(&self, layer: &Layer, cursor: &mut Cursor, index: u64) -> u64 {
        layer.key(cursor, index)
    }

    #[inline]
    fn unmoves(&self, layer: &Layer, cursor: &mut Cursor, key: u64, each: impl FnMut(u64, u64)) {
        layer.unmoves(cursor, key, each);
    }

    #[inline]
    fn key_of_trace(&self, layer: &Layer, trace: u64) -> u64 {
        layer.key_of_trace(trace)
    }

    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        // What is over has one value, which boards know and plain rules look up.
        lower == 0 || (finished + 1..=last).any(|layer| self.reads[layer as usize].contains(&lower))
    }
}
