//! Saving a best-first search as bytes, and taking it up again.
//!
//! A resumed search does exactly what the uninterrupted one does, under the same space and options. A
//! checkpoint is a private file of one version of the program, not evidence: it is checked for damage
//! that would make the search panic, not for truth. All integers are little-endian.

use std::io::{self, Read, Write};

use quod_game::Move;

use super::graph::{Node, Value};
use super::{BestFirst, Options, Rule};
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::{Effort, Space};

const MAGIC: [u8; 8] = *b"QUODBF\x00\x01";

fn rule_words(rule: Rule) -> [u64; 4] {
    match rule {
        Rule::Size => [0; 4],
        Rule::Work(it) => [it.count.into(), it.length.into(), it.from_depth.into(), it.seed],
    }
}

impl<S: Space> BestFirst<S> {
    /// Writes the search, between steps; `write_state` writes one state.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        put_words(out, &rule_words(self.options.rule))?;
        let effort = self.effort();
        put_words(out, &[effort.nodes, effort.evaluations, effort.expansions])?;
        put_words(out, &[self.graph.nodes.len() as u64, self.graph.edges.len() as u64])?;
        for (node, state) in self.graph.nodes.iter().zip(&self.graph.states) {
            write_state(state, out)?;
            let value = node.value;
            put_words(out, &[value.proof.to_bits(), value.disproof.to_bits(), code(value.solved)])?;
            put_words(out, &[value.done.into(), node.expanded.into()])?;
            let numbers = [value.games, value.wins, node.first, node.count];
            put_words(out, &numbers.map(u64::from))?;
        }
        for (mv, child) in &self.graph.edges {
            put_words(out, &[mv.0.into(), (*child).into()])?;
        }
        Ok(())
    }

    /// Reads what [`BestFirst::save`] wrote. Space and options must be those of the saved search;
    /// `read_state` reads one state.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no checkpoint of such a search.
    pub fn restore<R: Read>(
        space: S,
        options: Options,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<BestFirst<S>> {
        expect_magic(from, MAGIC)?;
        for word in rule_words(options.rule) {
            if read_word(from)? != word {
                return Err(bad("made with other options"));
            }
        }
        let started = space.effort();
        let root = space.root();
        let mut it = BestFirst::empty(space, options).map_err(|_| bad("of a cyclic space"))?;
        it.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        it.expansions = read_word(from)?;
        let (nodes, edges) = (read_word(from)?, read_word(from)?);
        for _ in 0..nodes {
            let state = read_state(from)?;
            if it.graph.find(&state).is_some() {
                return Err(bad("a state is there twice"));
            }
            let node = read_node(from)?;
            let at = it.graph.add(state, node.value);
            it.graph.nodes[at as usize] = node;
        }
        for _ in 0..edges {
            it.graph.edges.push((Move(read_number(from)?), read_number(from)?));
        }
        let inside = |node: &Node| u64::from(node.first) + u64::from(node.count) <= edges;
        let fits = it.graph.nodes.iter().all(inside)
            && it.graph.edges.iter().all(|&(_, child)| u64::from(child) < nodes)
            && it.graph.states.first() == Some(&root);
        if !fits {
            return Err(bad("damaged"));
        }
        it.conclude();
        Ok(it)
    }
}

fn read_node(from: &mut impl Read) -> io::Result<Node> {
    let (proof, disproof) = (f64::from_bits(read_word(from)?), f64::from_bits(read_word(from)?));
    let solved = value_of(read_word(from)?)?;
    let (done, expanded) = (read_word(from)? != 0, read_word(from)? != 0);
    let (games, wins) = (read_number(from)?, read_number(from)?);
    let (first, count) = (read_number(from)?, read_number(from)?);
    let value = Value { proof, disproof, solved, done, games, wins };
    Ok(Node { value, first, count, expanded, parent: 0 })
}
