//! Checkers as retrograde analysis wants it.

use std::sync::Arc;

use quod_game::{Game, Ranked, TableTitle};
use quod_rules::Checkers;
use quod_tables::Retrograde;

use crate::layer::Layer;
use crate::numbers::{Cursor, Numbers};

/// Checkers by layers.
pub struct CheckersTables {
    title: TableTitle,
    numbers: Arc<Numbers>,
    /// For each layer the lower ones that it rests on.
    rests_on: Vec<Vec<bool>>,
}

impl CheckersTables {
    /// Of these rules.
    pub fn new(rules: &Checkers) -> CheckersTables {
        let title = rules.ranked().and_then(|it| it.title()).expect("checkers has tables");
        let lower = |layer: u32| (0..layer).map(|lower| rules.rests_on(layer, lower)).collect();
        let rests_on = (0..rules.layers()).map(lower).collect();
        CheckersTables { title, numbers: Arc::new(Numbers::new(rules)), rests_on }
    }

    /// Positions by number.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }
}

impl Retrograde for CheckersTables {
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

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.rests_on[layer as usize][lower as usize]
    }

    fn layer(&self, layer: u32) -> Layer {
        Layer::new(Arc::clone(&self.numbers), layer)
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
    fn key(&self, _layer: &Layer, _cursor: &mut Cursor, index: u64) -> u64 {
        index
    }

    #[inline]
    fn unmoves(
        &self,
        layer: &Layer,
        cursor: &mut Cursor,
        key: u64,
        mut each: impl FnMut(u64, u64),
    ) {
        layer.unmoves(cursor, key, |number| each(number, number));
    }

    fn looked_up(&self, lower: u32, finished: u32, last: u32) -> bool {
        (finished + 1..=last).any(|layer| self.rests_on[layer as usize][lower as usize])
    }
}
