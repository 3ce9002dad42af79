//! An index by enumeration: for games small enough to hold every position in memory.

use std::collections::HashMap;
use std::hash::Hash;

use quod_game::{Game, Ranked, Unmove};

/// Every position that can be reached, numbered layer by layer in the order of encodings, and where
/// each can be reached from.
#[derive(Clone)]
pub struct Enumeration<P> {
    layers: Vec<Vec<P>>,
    numbers: HashMap<P, (u32, u64)>,
    before: HashMap<P, Vec<P>>,
}

impl<P: Clone + Eq + Hash> Enumeration<P> {
    /// All that can be reached from a position. `layer_of` says in which layer a position is; moves
    /// never lead to a higher one.
    pub fn new<G: Game<Position = P> + ?Sized>(
        game: &G,
        root: &P,
        layer_of: impl Fn(&P) -> u32,
    ) -> Self {
        let mut before: HashMap<P, Vec<P>> = HashMap::from([(root.clone(), Vec::new())]);
        let mut open = vec![root.clone()];
        let mut layers: Vec<Vec<P>> = Vec::new();
        while let Some(pos) = open.pop() {
            for mv in game.legal_moves(&pos) {
                let next = game.play(&pos, mv);
                let from = before.entry(next.clone()).or_insert_with(|| {
                    open.push(next);
                    Vec::new()
                });
                if !from.contains(&pos) {
                    from.push(pos.clone());
                }
            }
            let layer = layer_of(&pos) as usize;
            layers.resize_with(layers.len().max(layer + 1), Vec::new);
            layers[layer].push(pos);
        }
        layers.iter_mut().for_each(|layer| layer.sort_by_cached_key(|pos| game.encoding(pos)));
        let numbers = (0..).zip(&layers).flat_map(|(layer, positions)| {
            (0..).zip(positions).map(move |(index, pos)| (pos.clone(), (layer, index)))
        });
        let numbers = numbers.collect();
        Enumeration { layers, numbers, before }
    }
}

impl<P: Clone + Eq + Hash> Ranked<P> for Enumeration<P> {
    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn size(&self, layer: u32) -> u64 {
        self.layers[layer as usize].len() as u64
    }

    fn rank(&self, pos: &P) -> Option<(u32, u64)> {
        self.numbers.get(pos).copied()
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<P> {
        self.layers.get(layer as usize)?.get(index as usize).cloned()
    }
}

impl<P: Clone + Eq + Hash> Unmove<P> for Enumeration<P> {
    fn unmoves(&self, pos: &P, out: &mut Vec<P>) {
        out.extend(self.before.get(pos).into_iter().flatten().cloned());
    }
}
