//! A growing tree as bytes, and as a [`TableSearch`]. Checkpoints are checked for damage that would make the
//! search panic, not for truth. All integers are little-endian words.

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::{Growing, Node, Rule};
use crate::bytes::{bad, code, expect_magic, put_words, read_number, read_word, value_of};
use crate::dfpn::Table;
use crate::values::checkpoint::{evaluation_of, evaluation_word};
use crate::values::table_search::{Refused, TableSearch};
use crate::{Effort, Evaluation, NodeType, Numbers, Space, Verdict};

const MAGIC: [u8; 8] = *b"QUODGT\x00\x01";

/// Numbers as the evaluation that they are.
fn evaluation(numbers: Numbers) -> Evaluation {
    numbers.solved().map_or(Evaluation::Unknown(numbers), Evaluation::of_solved)
}

impl<S: Space, R: Rule> Growing<S, R> {
    fn read<T: Read>(
        &mut self,
        from: &mut T,
        mut read_state: impl FnMut(&mut T) -> io::Result<S::State>,
    ) -> io::Result<()> {
        expect_magic(from, MAGIC)?;
        if read_word(from)? != self.options.options_word() {
            return Err(bad("made with other options"));
        }
        if !self.rule.set_measure(read_word(from)?) {
            return Err(bad("no such measure"));
        }
        let started = self.space.effort();
        self.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (self.expansions, self.stored) = (read_word(from)?, read_word(from)?);
        self.largest = read_word(from)?;
        let ending = value_of(read_word(from)?)?;
        self.tree.clear();
        for _ in 0..read_number(from)? {
            let state = read_state(from)?;
            let [parent, first, count] =
                [read_number(from)?, read_number(from)?, read_number(from)?];
            let told = evaluation_of(read_word(from)?)?.ok_or_else(|| bad("no numbers"))?;
            let numbers = told.numbers();
            let node_type = match numbers.solved() {
                Some(_) => NodeType::Or,
                None => self.space.node_type(&state),
            };
            let at = self.tree.len();
            let depth = match at {
                0 => 0,
                _ if parent < at => self.tree.node(parent).depth + 1,
                _ => return Err(bad("a node comes before its parent")),
            };
            if !self.tree.has_room(1) {
                return Err(bad("made with more memory"));
            }
            let value = self.rule.leaf(numbers, depth);
            let node = Node::leaf(state, node_type, parent, depth, numbers, value);
            self.tree.push(Node { first, count, ..node });
        }
        if !self.fits() {
            return Err(bad("damaged"));
        }
        self.measure_again();
        self.ending = self.rule.solved(self.root_value());
        match self.ending == ending {
            true => Ok(()),
            false => Err(bad("damaged")),
        }
    }

    /// Whether the nodes make a tree of this root: children come after their parent and know it, and
    /// what is solved is a leaf.
    fn fits(&self) -> bool {
        let nodes = self.tree.nodes();
        let root = nodes.first().is_some_and(|it| it.state == self.space.root() && it.parent == 0);
        root && (0_u64..).zip(nodes).all(|(at, node)| {
            let (first, count) = (u64::from(node.first), u64::from(node.count));
            let below = nodes.get(first as usize..(first + count) as usize);
            let known = below.is_some_and(|it| it.iter().all(|it| u64::from(it.parent) == at));
            count == 0 || (first > at && known && node.numbers.solved().is_none())
        })
    }
}

impl<S: Space, R: Rule> TableSearch<S> for Growing<S, R> {
    type Options = R;

    fn own_share(memory: u64, _options: R) -> u64 {
        memory - memory / 4
    }

    fn new(space: S, table: Arc<Table>, memory: u64, options: R) -> Result<Growing<S, R>, Refused> {
        Growing::begin(space, table, memory, options)
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
        self.tree.bytes()
    }

    fn line(&self) -> Vec<S::State> {
        self.way()
    }

    fn largest(&self) -> u64 {
        self.largest
    }

    fn root_numbers(&self) -> Option<Numbers> {
        self.rule.numbers(self.root_value())
    }

    fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        let effort = self.effort();
        put_words(out, &[self.options.options_word(), self.rule.measure()])?;
        put_words(out, &[effort.nodes, effort.evaluations, effort.expansions, self.stored])?;
        put_words(out, &[self.largest, code(self.ending), self.tree.len().into()])?;
        for node in self.tree.nodes() {
            write_state(&node.state, out)?;
            put_words(out, &[node.parent, node.first, node.count].map(u64::from))?;
            put_words(out, &[evaluation_word(Some(evaluation(node.numbers)))])?;
        }
        Ok(())
    }

    fn restore<T: Read>(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: R,
        from: &mut T,
        read_state: impl FnMut(&mut T) -> io::Result<S::State>,
    ) -> io::Result<Growing<S, R>> {
        let mut search = Growing::begin(space, table, memory, options)?;
        search.read(from, read_state)?;
        Ok(search)
    }
}
