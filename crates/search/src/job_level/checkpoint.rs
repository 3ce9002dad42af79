//! The first level as bytes, and the leaves that are out.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::Move;

use super::{JobLevel, JobLevelOptions, Leaf, Node, ROOT, flag};
use crate::bytes::{bad, put_words, read_word};
use crate::dfpn::Table;
use crate::{Effort, Numbers, ProofNumber, Space, Verdict, Why};

const MISFIT: &str = "the level of jobs does not fit";

impl<S: Space> JobLevel<S> {
    /// Writes this level, without the table; `write_state` writes one state. Leaves that are out are saved by
    /// whoever has them ([`JobLevel::save_leaf`]).
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let Effort { nodes, evaluations, .. } = self.effort();
        let ended = u64::from(self.ending == Some(Verdict::Unknown(Why::Memory)));
        put_words(out, &[nodes, evaluations, self.expansions, self.jobs, self.spent, ended])?;
        put_words(out, &[self.nodes.len() as u64])?;
        for node in &self.nodes {
            write_state(&node.state, out)?;
            let numbers = u64::from(node.numbers.disproof.get()) << 32;
            put_words(
                out,
                &[numbers | u64::from(node.numbers.proof.get()), node.flags, node.work],
            )?;
            put_words(out, &[node.children.len() as u64, node.parents.len() as u64])?;
            for (mv, child) in &node.children {
                put_words(out, &[u64::from(mv.0) << 32 | u64::from(*child)])?;
            }
            for parent in &node.parents {
                put_words(out, &[u64::from(*parent)])?;
            }
        }
        Ok(())
    }

    /// Reads what [`JobLevel::save`] wrote for the same space and options.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes do not fit.
    pub fn restore<R: Read>(
        space: S,
        options: JobLevelOptions,
        table: Option<Arc<Table>>,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<JobLevel<S>> {
        let mut level = JobLevel::empty(space, options, table);
        let started = level.space.effort();
        level.effort_before = Effort {
            nodes: read_word(from)?.wrapping_sub(started.nodes),
            evaluations: read_word(from)?.wrapping_sub(started.evaluations),
            ..Effort::default()
        };
        (level.expansions, level.jobs) = (read_word(from)?, read_word(from)?);
        level.spent = read_word(from)?;
        let full = read_word(from)? != 0;
        let count = u32::try_from(read_word(from)?).map_err(|_| bad(MISFIT))?;
        for _ in 0..count {
            let state = read_state(from)?;
            let (numbers, flags, work) = (read_word(from)?, read_word(from)?, read_word(from)?);
            let numbers = Numbers {
                proof: ProofNumber::from_bits(numbers as u32),
                disproof: ProofNumber::from_bits((numbers >> 32) as u32),
            };
            let id = level.add(state, numbers, flags & flag::SHARED != 0);
            let (children, parents) = (read_word(from)?, read_word(from)?);
            let node = &mut level.nodes[id as usize];
            (node.flags, node.work) = (flags, work);
            for _ in 0..children {
                let word = read_word(from)?;
                node.children.push((Move((word >> 32) as u32), word as u32));
            }
            for _ in 0..parents {
                node.parents.push(read_word(from)? as u32);
            }
            level.edges += children;
        }
        let fits = |node: &Node<S::State>| {
            let children = node.children.iter().map(|(_, child)| child);
            children.chain(&node.parents).all(|&id| id < count)
        };
        let is_root = level.nodes.first().is_some_and(|root| root.state == level.space.root());
        if !is_root || !level.nodes.iter().all(fits) {
            return Err(bad(MISFIT));
        }
        level.conclude();
        if full {
            level.ending = Some(Verdict::Unknown(Why::Memory));
        }
        Ok(level)
    }

    /// Writes a leaf that is out.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save_leaf<W: Write + ?Sized>(leaf: &Leaf<S::State>, out: &mut W) -> io::Result<()> {
        let limits = [leaf.limits.proof, leaf.limits.disproof].map(|it| u64::from(it.get()));
        put_words(out, &[limits[0], limits[1], leaf.path.len() as u64])?;
        leaf.path.iter().try_for_each(|&node| put_words(out, &[u64::from(node)]))
    }

    /// Reads what [`JobLevel::save_leaf`] wrote, for a level restored from the same bytes; the leaf is out
    /// again.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes do not fit.
    pub fn restore_leaf<R: Read + ?Sized>(&mut self, from: &mut R) -> io::Result<Leaf<S::State>> {
        let mut limit = || Ok::<_, io::Error>(read_limit(read_word(from)?));
        let limits = Numbers { proof: limit()?, disproof: limit()? };
        let mut path = Vec::new();
        for _ in 0..read_word(from)? {
            path.push(u32::try_from(read_word(from)?).map_err(|_| bad(MISFIT))?);
        }
        if path.first() != Some(&ROOT) || path.iter().any(|&it| it as usize >= self.nodes.len()) {
            return Err(bad(MISFIT));
        }
        let line = self.line_of(&path);
        if line.len() + 1 != path.len() {
            return Err(bad(MISFIT));
        }
        path.iter().for_each(|&node| self.nodes[node as usize].busy += 1);
        Ok(Leaf { line, limits, path })
    }
}

fn read_limit(word: u64) -> ProofNumber {
    match u32::try_from(word) {
        Ok(number) if number < u32::MAX => ProofNumber::new(number),
        _ => ProofNumber::INFINITY,
    }
}
