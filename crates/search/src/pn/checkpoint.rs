//! Saving a search as bytes and taking it up again.
//!
//! Everything that decides what happens next is saved: nodes, edges, freed places, the path to the
//! current node, and the counters. The table of transpositions is built anew; in which order it
//! chains equal buckets makes no difference. So a resumed search does exactly what the uninterrupted
//! one does, under the same space and options. A checkpoint is a private file of one version of the
//! program, not evidence: it is checked for damage that would make the search panic, not for truth.
//!
//! All integers are little-endian. Saving happens between steps, when nothing waits for an update.

use std::io::{self, Read, Write};

use super::arena::{Links, NONE, Origin, flag};
use super::{EvaluationTime, Graph, Options, PnSearch, ROOT, Sums};
use crate::bytes::{bad, expect_magic, put_words, read_array, read_word};
use crate::hash::hash_of;
use crate::{Effort, Numbers, ProofNumber, Space, Verdict, Why};

const MAGIC: [u8; 8] = *b"QUODPN\x00\x01";

fn put32(out: &mut impl Write, word: u32) -> io::Result<()> {
    out.write_all(&word.to_le_bytes())
}

fn get8(from: &mut impl Read) -> io::Result<u8> {
    read_array(from).map(u8::from_le_bytes)
}

fn get32(from: &mut impl Read) -> io::Result<u32> {
    read_array(from).map(u32::from_le_bytes)
}

/// The options that decide what is searched, as one byte; the memory bound may change on the way.
fn options_byte(options: &Options) -> u8 {
    let graph = match options.graph {
        Graph::Tree => 0,
        Graph::Conversions => 1,
        Graph::Full => 2,
    };
    graph
        | u8::from(options.evaluation == EvaluationTime::Delayed) << 2
        | u8::from(options.sums == Sums::Weak) << 3
        | u8::from(options.remove_solved) << 4
        | u8::from(options.keep_evaluated) << 5
}

fn ending_byte(ending: Option<Verdict>) -> u8 {
    match ending {
        None => 0,
        Some(Verdict::Proved) => 1,
        Some(Verdict::Disproved) => 2,
        Some(Verdict::Unknown(Why::Repetition)) => 3,
        Some(Verdict::Unknown(Why::Breadth)) => 5,
        Some(Verdict::Unknown(_)) => 4,
    }
}

fn ending_of(byte: u8) -> io::Result<Option<Verdict>> {
    Ok(match byte {
        0 => None,
        1 => Some(Verdict::Proved),
        2 => Some(Verdict::Disproved),
        3 => Some(Verdict::Unknown(Why::Repetition)),
        4 => Some(Verdict::Unknown(Why::Restricted)),
        5 => Some(Verdict::Unknown(Why::Breadth)),
        _ => return Err(bad("unknown ending")),
    })
}

impl<S: Space> PnSearch<S> {
    /// Writes the whole search; `write_state` writes one state.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let arena = &self.arena;
        out.write_all(&MAGIC)?;
        out.write_all(&[options_byte(&self.options), ending_byte(self.ending)])?;
        let effort = self.effort();
        for count in [effort.nodes, effort.evaluations, effort.expansions] {
            put_words(out, &[count])?;
        }
        put32(out, self.path.len() as u32)?;
        for &node in &self.path {
            put32(out, node)?;
        }
        put32(out, arena.numbers.len() as u32)?;
        for node in 0..arena.numbers.len() as u32 {
            let numbers = arena.numbers.get(node);
            let links = arena.links.get(node);
            put32(out, numbers.proof.get())?;
            put32(out, numbers.disproof.get())?;
            put32(out, links.first_edge)?;
            put32(out, links.parent_edge)?;
            put32(out, u32::from(links.children) | u32::from(links.depth) << 16)?;
            out.write_all(&[arena.flags.get(node) | self.shared_bit(node)])?;
            write_state(arena.states.get(node), out)?;
        }
        put32(out, arena.child.len() as u32)?;
        for edge in 0..arena.child.len() as u32 {
            let origin = arena.origin.get(edge);
            for word in [arena.child.get(edge), arena.mv.get(edge), origin.parent, origin.next] {
                put32(out, word)?;
            }
        }
        put32(out, arena.free_nodes)?;
        put32(out, arena.freed)?;
        put_words(out, &[arena.live_edges])?;
        put32(out, arena.free_runs.len() as u32)?;
        for (&len, &first) in &arena.free_runs {
            put32(out, len)?;
            put32(out, first)?;
        }
        Ok(())
    }

    /// [`flag::QUEUED`], which no node carries between steps, tells which nodes are in the table.
    fn shared_bit(&self, node: u32) -> u8 {
        let hash = hash_of(self.arena.states.get(node));
        let shared = self.table.find(hash, |other| other == node).is_some();
        if shared { flag::QUEUED } else { 0 }
    }

    /// Reads what [`PnSearch::save`] wrote. Space and options must be those of the saved search, but
    /// for the memory bound; `read_state` reads one state.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no checkpoint of such a search.
    pub fn restore<R: Read>(
        space: S,
        options: Options,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<PnSearch<S>> {
        expect_magic(from, MAGIC)?;
        if get8(from)? != options_byte(&options) {
            return Err(bad("made with other options"));
        }
        let started = space.effort();
        let mut search = PnSearch::empty(space, options);
        search.ending = ending_of(get8(from)?)?;
        search.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        search.expansions = read_word(from)?;
        for _ in 0..get32(from)? {
            search.path.push(get32(from)?);
        }
        search.read_nodes(from, &mut read_state)?;
        search.read_edges(from)?;
        search.check()?;
        if *search.arena.states.get(ROOT) != search.space.root() {
            return Err(bad("made for another root"));
        }
        Ok(search)
    }

    fn read_nodes<R: Read>(
        &mut self,
        from: &mut R,
        read_state: &mut impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<()> {
        for node in 0..get32(from)? {
            self.arena.numbers.push(Numbers {
                proof: ProofNumber::from_bits(get32(from)?),
                disproof: ProofNumber::from_bits(get32(from)?),
            });
            let (first_edge, parent_edge, packed) = (get32(from)?, get32(from)?, get32(from)?);
            self.arena.links.push(Links {
                first_edge,
                parent_edge,
                children: packed as u16,
                depth: (packed >> 16) as u16,
            });
            let flags = get8(from)?;
            self.arena.flags.push(flags & !flag::QUEUED);
            self.arena.states.push(read_state(from)?);
            if flags & flag::QUEUED != 0 {
                let hash = hash_of(self.arena.states.get(node));
                self.enter(node, hash);
            }
        }
        Ok(())
    }

    fn read_edges<R: Read>(&mut self, from: &mut R) -> io::Result<()> {
        let arena = &mut self.arena;
        for _ in 0..get32(from)? {
            arena.child.push(get32(from)?);
            arena.mv.push(get32(from)?);
            let (parent, next) = (get32(from)?, get32(from)?);
            arena.origin.push(Origin { parent, next });
        }
        arena.free_nodes = get32(from)?;
        arena.freed = get32(from)?;
        arena.live_edges = read_word(from)?;
        for _ in 0..get32(from)? {
            let (len, first) = (get32(from)?, get32(from)?);
            arena.free_runs.insert(len, first);
        }
        Ok(())
    }

    /// Every link leads to something.
    fn check(&self) -> io::Result<()> {
        let arena = &self.arena;
        let (nodes, edges) = (arena.numbers.len() as u64, arena.child.len() as u64);
        let is_node = |node: u32| u64::from(node) < nodes;
        let is_edge = |edge: u32| edge == NONE || u64::from(edge) < edges;
        let nodes_fit = (0..nodes as u32).all(|node| {
            let links = arena.links.get(node);
            let run = u64::from(links.first_edge) + u64::from(links.children);
            (links.children == 0 || run <= edges)
                && (is_edge(links.parent_edge) || is_node(links.parent_edge))
        });
        let edges_fit = (0..edges as u32).all(|edge| {
            let (child, origin) = (arena.child.get(edge), arena.origin.get(edge));
            (is_edge(child) || is_node(child)) && is_node(origin.parent) && is_edge(origin.next)
        });
        let rest_fits = nodes > 0
            && self.path.iter().all(|&node| is_node(node))
            && (arena.free_nodes == NONE || is_node(arena.free_nodes))
            && u64::from(arena.freed) < nodes
            && arena
                .free_runs
                .iter()
                .all(|(&len, &first)| len > 0 && u64::from(first) + u64::from(len) <= edges);
        match nodes_fit && edges_fit && rest_fits {
            true => Ok(()),
            false => Err(bad("damaged")),
        }
    }
}
