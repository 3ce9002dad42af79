//! Visiting a node: expanding it into a frame.
//!
//! Keys of all children come first, each with a prefetch of its bucket, so that the memory's delays
//! overlap. Then each child is looked at once: the same state as an earlier sibling (under symmetry),
//! a repetition of the path, solved by what expanding told, known to the table, or new and then
//! evaluated. A child that solves the node unconditionally ends this and stays alone; children whose
//! solution does not solve the node are left out, but for those that rest on the path.

use super::entry::effort_of;
use super::entry::narrow;
use super::frame::{Frame, Slot, solved_for, turned};
use super::path::{Rests, extended};
use super::search::Worker;
use crate::{Child, Evaluation, NodeType, Observer, Space};

impl<S: Space> Worker<S> {
    /// Makes the frame of a state, a child of the top frame or the root.
    pub(super) fn visit<O: Observer<S::State>>(
        &mut self,
        state: S::State,
        key: u64,
        most: (u32, u32),
        visited: bool,
        observer: &mut O,
    ) {
        let known = self.team.table().get(key);
        let node_type = self.space.node_type(&state);
        let depth = self.frames.len() as u32;
        let (most_one, most_all) = turned(node_type, most);
        let mut frame = Frame {
            key,
            node_type,
            most_one,
            most_all,
            first: self.slots.len() as u32,
            chosen: 0,
            settled: None,
            began: self.expansions,
            reexpanded: self.reexpansions,
            effort: known.map_or(0, |entry| effort_of(entry.effort)),
            marked: false,
            class: 0,
            infinite_play: false,
            distance: 0,
            prefix: 0,
            state,
        };
        self.expansions += 1;
        self.reexpansions += u64::from(visited || known.is_some());
        if self.cyclic {
            self.place(&mut frame);
        }
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(&frame.state, depth, &mut children);
        frame.settled = children.settled();
        self.frames.push(frame);
        if self.team.is_shared() {
            self.mark_if_large();
        }
        if self.frames[depth as usize].settled.is_none() {
            self.keys.clear();
            for child in &children.list {
                let key = self.space.key(&child.state);
                self.team.table().prefetch(key);
                self.keys.push(key);
            }
            self.enter_children(node_type, &children.list, depth + 1);
        }
        self.children = children;
        let frame = &self.frames[depth as usize];
        observer.expanded(&frame.state, self.slots.len() - frame.first as usize);
        if self.expansions.is_multiple_of(O::INTERVAL) {
            observer.progress(&self.progress());
        }
    }

    /// In a cyclic space: where the frame stands in its class.
    pub(super) fn place(&mut self, frame: &mut Frame<S::State>) {
        frame.class = self.space.class(&frame.state);
        frame.infinite_play = self.space.infinite_play(frame.class);
        match self.frames.last() {
            Some(parent) if parent.class == frame.class => {
                frame.distance = parent.distance + 1;
                frame.prefix = extended(parent.prefix, frame.key);
            }
            _ => frame.prefix = extended(0, frame.key),
        }
        self.filter.add(frame.key);
    }

    fn enter_children(&mut self, node_type: NodeType, list: &[Child<S::State>], depth: u32) {
        let first = self.slots.len();
        self.siblings.begin_with_keys(list.len());
        for index in 0..list.len() {
            if self.siblings.repeats(&self.keys, list, index) {
                continue;
            }
            let child = &list[index];
            let key = self.keys[index];
            let mut rests = Rests::NOTHING;
            let (one, all) = match child.evaluation {
                Some(Evaluation::Proved) => solved_for(node_type, true),
                Some(Evaluation::Disproved) => solved_for(node_type, false),
                told => {
                    if self.cyclic
                        && let Some((value, on)) = self.rested(&child.state, key)
                    {
                        rests = on;
                        solved_for(node_type, value)
                    } else {
                        self.lookups += 1;
                        let numbers = match self.team.table().get(key) {
                            Some(entry) => (entry.proof, entry.disproof),
                            None => {
                                let evaluation = match told {
                                    Some(evaluation) => evaluation,
                                    None => self.space.evaluate(&child.state, depth),
                                };
                                let numbers = evaluation.numbers();
                                (narrow(numbers.proof), narrow(numbers.disproof))
                            }
                        };
                        turned(node_type, numbers)
                    }
                }
            };
            if all == 0 && rests.is_nothing() {
                continue;
            }
            let solves = one == 0 && rests.is_nothing();
            if solves {
                self.slots.truncate(first);
            }
            let (mv, state) = (child.mv, child.state.clone());
            self.slots.push(Slot { key, state, mv, one, all, high: 0, stale: 0 });
            if self.cyclic {
                self.rests.truncate(self.slots.len() - 1);
                self.rests.push(rests);
            }
            if solves {
                break;
            }
        }
    }

    /// In a cyclic space: the value of a child of the top frame that repeats an ancestor, or has a
    /// conditional result on this path, and on what it rests.
    fn rested(&self, state: &S::State, key: u64) -> Option<(bool, Rests)> {
        let top = self.frames.last().expect("children have a parent");
        if self.space.class(state) != top.class {
            return None;
        }
        if self.filter.may_have(key) {
            let in_class = top.distance as usize + 1;
            let repeated = self.frames.iter().rev().take(in_class);
            let mut repeated = repeated.filter(|frame| frame.key == key && frame.state == *state);
            if let Some(ancestor) = repeated.next() {
                return Some((top.infinite_play, Rests::on(ancestor.distance)));
            }
        }
        let rests = self.conditional(key)?;
        Some((top.infinite_play, rests))
    }

    /// A conditional result that holds for a child of the top frame.
    fn conditional(&self, key: u64) -> Option<Rests> {
        let top = self.frames.last()?;
        let start = self.frames.len() - 1 - top.distance as usize;
        self.cache.find(key, |distance| {
            let holder = (distance <= top.distance).then(|| start + distance as usize)?;
            Some(self.frames[holder].prefix)
        })
    }

    /// Looks for a conditional result of an open child of the top frame.
    pub(super) fn find_conditional(&mut self, at: usize) {
        let top = self.frames.last().expect("children have a parent");
        let slot = &self.slots[at];
        if self.space.class(&slot.state) != top.class {
            return;
        }
        if let Some(rests) = self.conditional(slot.key) {
            let (one, all) = solved_for(top.node_type, top.infinite_play);
            let slot = &mut self.slots[at];
            (slot.one, slot.all) = (one, all);
            self.rests[at] = rests;
        }
    }
}
