//! The positions that the walk for a small proof knows, with their bytes counted.
//!
//! [`Vertices::collect`] gives up those that nothing leads to any more: complete vertices lead to the
//! one answer that they keep. Places are used again; numbers of reached vertices stay.

use std::ops::{Index, IndexMut};

use crate::Geometry;
use crate::lists::Stones;
use crate::merge::List;
use hashbrown::HashMap;

use super::minimise::key;

/// How the prover may answer a reply.
pub(super) enum Answer {
    AtOnce,
    /// Moves after which a list shows the rest: the cheapest first.
    Lists(Vec<(u64, List)>),
    /// Good moves, and whether others have been looked for.
    Moves(Vec<(u64, u32)>, bool),
    /// Once the vertex is complete: the cheapest of the moves, and the cells of all.
    Move(u64, u32, u64),
}

/// A position of the opponent.
pub(super) struct Vertex {
    pub stones: Stones,
    /// Bytes of the proof, known or estimated.
    pub value: f32,
    /// All below the cheapest moves is expanded.
    pub complete: bool,
    /// A list that shows the whole.
    pub list: Option<List>,
    /// Empty before the expansion.
    pub replies: Vec<(u64, Answer)>,
}

impl Vertex {
    /// Bytes, with the vertex's place in the index and half as much again for how vectors grow.
    pub fn weight(&self) -> usize {
        const OWN: usize = (size_of::<Vertex>() + 2 * size_of::<(u64, u32)>()) * 3 / 2;
        let answers = self.replies.iter().map(|(_, answer)| match answer {
            Answer::Lists(lists) => {
                let heap: usize = lists.iter().map(|it| it.1.whole.heap()).sum();
                16 + heap + lists.capacity() * size_of::<(u64, List)>()
            }
            Answer::Moves(moves, _) => 16 + moves.capacity() * size_of::<(u64, u32)>(),
            Answer::AtOnce | Answer::Move(..) => 0,
        });
        let list = self.list.as_ref().map_or(0, |it| it.whole.heap());
        OWN + list + answers.sum::<usize>() + self.replies.capacity() * size_of::<(u64, Answer)>()
    }

    /// The vertices that its replies may lead to.
    pub fn children(&self) -> impl Iterator<Item = u32> + '_ {
        self.replies.iter().flat_map(|(_, answer)| {
            let (moves, chosen) = match answer {
                Answer::Moves(moves, _) => (moves.as_slice(), None),
                Answer::Move(_, child, _) => (&[][..], Some(*child)),
                Answer::AtOnce | Answer::Lists(_) => (&[][..], None),
            };
            moves.iter().map(|it| it.1).chain(chosen)
        })
    }
}

/// All vertices, by number.
pub(super) struct Vertices<G> {
    geo: G,
    index: HashMap<u64, u32>,
    vertices: Vec<Vertex>,
    /// Places of vertices that were given up.
    free: Vec<u32>,
    /// What all of them may weigh in the end, in bytes, and what they should; what they weigh, and when the
    /// unreached are given up.
    most: usize,
    memory: usize,
    weight: usize,
    collect_at: usize,
}

impl<G: Geometry> Vertices<G> {
    /// None yet.
    pub fn new(geo: G, memory: usize) -> Self {
        let (index, vertices, free) = (HashMap::new(), Vec::new(), Vec::new());
        let (most, memory) = (memory, memory / 3 * 2);
        Vertices { geo, index, vertices, free, most, memory, weight: 0, collect_at: memory }
    }

    /// The number of a position's vertex; a new one has this value.
    pub fn vertex(&mut self, stones: Stones, value: f32) -> u32 {
        let at = self.free.last().copied().unwrap_or(self.vertices.len() as u32);
        let found = *self.index.entry(key(self.geo, stones)).or_insert(at);
        if found == at {
            let vertex = Vertex { stones, value, complete: false, list: None, replies: vec![] };
            self.weight += vertex.weight();
            match self.free.pop() {
                Some(place) => self.vertices[place as usize] = vertex,
                None => self.vertices.push(vertex),
            }
        }
        found
    }

    /// Changes a vertex and keeps count of its bytes.
    pub fn change(&mut self, at: u32, change: impl FnOnce(&mut Vertex)) {
        let vertex = &mut self.vertices[at as usize];
        self.weight -= vertex.weight();
        change(vertex);
        self.weight += vertex.weight();
    }

    /// Whether it is time to collect.
    pub fn full(&self) -> bool {
        self.weight > self.collect_at
    }

    /// Whether they weigh more than they may.
    pub fn too_heavy(&self) -> bool {
        self.weight > self.most
    }

    /// Gives up the vertices that no root leads to; whether a quarter of the memory is free then.
    pub fn collect(&mut self, roots: &[u32]) -> bool {
        let mut reached = vec![false; self.vertices.len()];
        let mut open = roots.to_vec();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at as usize], true) {
                open.extend(self[at].children());
            }
        }
        self.free.iter().for_each(|&at| reached[at as usize] = true);
        for at in (0..reached.len()).filter(|&at| !reached[at]) {
            let vertex = &mut self.vertices[at];
            self.index.remove(&key(self.geo, vertex.stones));
            self.weight -= vertex.weight();
            (vertex.replies, vertex.list) = (Vec::new(), None);
            self.free.push(at as u32);
        }
        self.collect_at = self.memory.max(self.weight + self.weight / 8);
        self.weight <= self.memory / 4 * 3
    }
}

impl<G> Index<u32> for Vertices<G> {
    type Output = Vertex;
    fn index(&self, at: u32) -> &Vertex {
        &self.vertices[at as usize]
    }
}

impl<G> IndexMut<u32> for Vertices<G> {
    fn index_mut(&mut self, at: u32) -> &mut Vertex {
        &mut self.vertices[at as usize]
    }
}
