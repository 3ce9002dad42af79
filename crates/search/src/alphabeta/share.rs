//! Several searches on one question: how they divide the work.
//!
//! **The problem.** Searches that share a table and follow the same order do the same, and what one has just
//! found the other cannot use. **The idea** (ABDADA, Weill 1996). A child is left alone while another search is at
//! it, as long as there is one where nobody is; if there is none, one helps below the first that is left. Who
//! is where is told by [`crate::Marks`]. When a child's turn comes it is looked up again: another search may
//! have answered it. And every [`LOOK_UP`] nodes a search asks the table about its whole path, and leaves what has
//! been answered meanwhile.
//!
//! **Where to divide.** With a null window half of the nodes need all their children and the others need one
//! (Knuth and Moore's types). Where all are needed, dividing them wastes nothing, and the sooner the better. Where
//! one is needed, a brother searched at the same time is wasted as soon as that one is found, and near the root
//! he is large. So there all go to the same child. Which nodes are which is not known before the answer; [`needs_one`]
//! guesses. (Connect Four's 19.8 M nodes become 20.2 M with two searches; 24.3 M if every node is divided but for its
//! first child, 33 M if the first as well, and 39 M if each search follows an order of its own.)
//!
//! Only the upper [`DEPTH`] nodes of a path take part. Below, searches are too short to be worth a message.
//!
//! **Right.** Every bound in the table is true of its position, whoever stored it; marks and guesses change
//! the order alone.

use super::{AlphaBeta, Frame, NullWindow, answer_of, as_parent};

/// Nodes of a path that are marked.
pub(super) const DEPTH: usize = 14;
/// Nodes between two looks at the path. (Tests have small games.)
pub(super) const LOOK_UP: u32 = if cfg!(test) { 4 } else { 1024 };

/// Whether the last node of a path is taken for one that needs one child only. The root is, until a child of
/// it has failed. Below, the sides take turns (they are told apart by the sign of α, which changes with the side to
/// move), and a node of which two children have failed is taken for one that needs them all, whatever is above it.
fn needs_one(path: &[Frame]) -> bool {
    let mut one = true;
    let mut above = path.first();
    for (at, frame) in path.iter().enumerate() {
        one ^= above.is_some_and(|it| (it.alpha < 0) != (frame.alpha < 0));
        let being_searched = u32::from(at + 1 < path.len());
        let failed = frame.next - frame.first - being_searched;
        one &= failed < if at == 0 { 1 } else { 2 };
        above = Some(frame);
    }
    one
}

impl<M: NullWindow> AlphaBeta<M> {
    /// Takes the last frame away.
    pub(super) fn pop(&mut self) -> Frame {
        if self.frames.len() <= DEPTH
            && let Some(frame) = self.frames.last()
        {
            self.marks.leave(frame.key);
        }
        let frame = self.frames.pop().expect("a node to close");
        self.waiting.truncate(frame.first as usize);
        frame
    }

    /// Gives the question up.
    pub fn rest(&mut self) {
        while !self.frames.is_empty() {
            self.pop();
        }
        self.waiting.clear();
    }

    /// Leaves the topmost node of the path that the table answers, and says its value.
    pub(super) fn look_up(&mut self) -> Option<i32> {
        let found = self.frames.iter().take(DEPTH).enumerate().find_map(|(at, frame)| {
            let value = answer_of(self.table.get(frame.key)?, frame.alpha)?;
            Some((at, value))
        });
        let (at, value) = found?;
        while self.frames.len() > at {
            self.pop();
        }
        Some(value)
    }

    /// Brings the child to be searched next to the place of the next. Children that others have answered are
    /// done with; `false` if the node may be answered by that.
    pub(super) fn choose(&mut self) -> bool {
        let together = needs_one(&self.frames);
        let frame = self.frames.last_mut().expect("a node with children left");
        let mut free = None;
        for at in frame.next..frame.end {
            let child = self.waiting[at as usize];
            if let Some(known) = self.table.get(child.key) {
                let seen = as_parent(known, child.answered);
                self.waiting[at as usize].known = known;
                if seen.low > frame.alpha {
                    frame.best = frame.best.max(seen.low);
                    return false;
                }
                if seen.high <= frame.alpha {
                    frame.best = frame.best.max(seen.high);
                    self.waiting[frame.next as usize..=at as usize].rotate_right(1);
                    frame.next += 1;
                    // (Places up to here have moved up by one.)
                    free = free.map(|it: u32| it + 1);
                    continue;
                }
            }
            if free.is_none() && (together || self.marks.busy(child.key) == 0) {
                free = Some(at);
            }
        }
        if frame.next == frame.end {
            return false;
        }
        let chosen = free.unwrap_or(frame.next) as usize;
        self.waiting[frame.next as usize..=chosen].rotate_right(1);
        true
    }
}
