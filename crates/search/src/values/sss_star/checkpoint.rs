//! SSS* as bytes, and as a [`TableSearch`]. Checkpoints are checked for damage that would make the search
//! panic, not for truth. All integers are little-endian words.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::Move;

use super::{Node, SssOptions, SssStar};
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::dfpn::Table;
use crate::values::checkpoint::{evaluation_of, evaluation_word, read_value, value_word};
use crate::values::table_search::{Refused, TableSearch};
use crate::{Effort, Space, Verdict};

const MAGIC: [u8; 8] = *b"QUODSS\x00\x01";

fn options_word(options: SssOptions) -> u64 {
    u64::from(options.deepening) << 1 | u64::from(options.ordered)
}

impl<S: Space> SssStar<S> {
    fn read<R: Read>(
        &mut self,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<()> {
        expect_magic(from, MAGIC)?;
        if read_word(from)? != options_word(self.options) {
            return Err(bad("made with other options"));
        }
        let started = self.space.effort();
        self.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (self.expansions, self.stored) = (read_word(from)?, read_word(from)?);
        self.ending = value_of(read_word(from)?)?;
        (self.depth, self.largest) = (read_number(from)?, read_word(from)?);
        self.value = read_value(from)?;
        self.nodes.clear();
        self.open.clear();
        self.steps = 0;
        for _ in 0..read_word(from)? {
            let state = read_state(from)?;
            let (mv, parent) = (Move(read_number(from)?), read_number(from)?);
            let (first, count) = (read_number(from)?, read_number(from)?);
            let closed = read_word(from)? != 0;
            let told = evaluation_of(read_word(from)?)?;
            self.nodes.push(Node { state, mv, parent, first, count, closed, told });
        }
        if !self.fits() {
            return Err(bad("damaged"));
        }
        for _ in 0..read_word(from)? {
            let (node, merit) = (read_number(from)?, read_value(from)?);
            let solved = read_word(from)? != 0;
            if node as usize >= self.nodes.len() {
                return Err(bad("no such node"));
            }
            self.put(node, solved, merit);
        }
        match self.open.is_empty() && self.ending.is_none() {
            true => Err(bad("nothing is open")),
            false => Ok(()),
        }
    }

    /// Whether the nodes make a tree: children are later than their parent, which knows them.
    fn fits(&self) -> bool {
        let root = self.nodes.first().is_some_and(|it| it.state == self.space.root());
        let mut next = 1;
        let mut own = true;
        // Children stand in the order in which their parents were expanded; each has one place.
        for (at, node) in (0_u64..).zip(&self.nodes).skip(1) {
            let parent = self.nodes.get(node.parent as usize);
            own &= u64::from(node.parent) < at;
            own &= parent.is_some_and(|it| {
                let first = u64::from(it.first);
                (first..first + u64::from(it.count)).contains(&at)
            });
            next = next.max(at + 1);
        }
        let ends = self.nodes.iter().all(|it| u64::from(it.first) + u64::from(it.count) <= next);
        root && own && ends
    }
}

impl<S: Space> TableSearch<S> for SssStar<S> {
    type Options = SssOptions;

    fn own_share(memory: u64, _options: SssOptions) -> u64 {
        memory / 2
    }

    fn new(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: SssOptions,
    ) -> Result<SssStar<S>, Refused> {
        SssStar::begin(space, table, memory, options)
    }

    fn step(&mut self, budget: u64) -> Verdict {
        self.advance_by(budget)
    }

    fn space(&self) -> &S {
        &self.space
    }

    fn table(&self) -> &Arc<Table> {
        &self.table
    }

    fn effort(&self) -> Effort {
        Effort { expansions: self.expansions, ..self.effort_before + self.space.effort() }
    }

    fn own_bytes(&self) -> u64 {
        self.bytes()
    }

    fn line(&self) -> Vec<S::State> {
        let mut line = Vec::new();
        let mut at = self.open.first().map_or(0, |it| it.node);
        while at > 0 {
            line.push(self.nodes[at as usize].state.clone());
            at = self.nodes[at as usize].parent;
        }
        line.reverse();
        line
    }

    fn largest(&self) -> u64 {
        self.largest
    }

    fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        let effort = self.effort();
        put_words(out, &[options_word(self.options)])?;
        put_words(out, &[effort.nodes, effort.evaluations, effort.expansions, self.stored])?;
        put_words(out, &[code(self.ending), self.depth.into(), self.largest])?;
        put_words(out, &[value_word(self.value), self.nodes.len() as u64])?;
        for it in &self.nodes {
            write_state(&it.state, out)?;
            put_words(out, &[it.mv.0, it.parent, it.first, it.count].map(u64::from))?;
            put_words(out, &[u64::from(it.closed), evaluation_word(it.told)])?;
        }
        put_words(out, &[self.open.len() as u64])?;
        for it in &self.open {
            put_words(out, &[it.node.into(), value_word(-it.loss), u64::from(it.solved)])?;
        }
        Ok(())
    }

    fn restore<R: Read>(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: SssOptions,
        from: &mut R,
        read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<SssStar<S>> {
        let mut search = SssStar::begin(space, table, memory, options)?;
        search.read(from, read_state)?;
        Ok(search)
    }
}
