//! Rounds in a graph that should have none: how a search that keeps its graph notices that play comes back to a state,
//! in a space that says it does not.
//!
//! Numbers in a round would go up for ever, a little each time. Looking for a round at each new edge would cost more
//! than the search. So updates are counted: one pass over an acyclic graph seldom computes a node more than a few times.
//! Only a pass that takes more looks whether a node is its own ancestor, and if none is it may take twice as many.

use std::collections::HashMap;

/// Counts the updates of one pass.
pub(crate) struct Patience {
    left: u64,
    next: u64,
}

impl Patience {
    /// For a pass over a graph of so many nodes.
    pub fn with(nodes: u64) -> Patience {
        let least = 4 * nodes + 64;
        Patience { left: least, next: least }
    }

    /// Counts an update: whether it is time to look for a round.
    pub fn is_over(&mut self) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.next = self.next.saturating_mul(2);
        self.left = self.next;
        true
    }
}

/// A node that is its own ancestor, if there is one among a node and those above it; `parents` lists a node's parents.
pub(crate) fn own_ancestor(start: u32, mut parents: impl FnMut(u32, &mut Vec<u32>)) -> Option<u32> {
    // Whether all above a node has been looked at; if not, it is on the way from the start.
    let mut done: HashMap<u32, bool> = HashMap::from([(start, false)]);
    let mut above = Vec::new();
    parents(start, &mut above);
    let mut way = vec![(start, above)];
    while let Some((node, open)) = way.last_mut() {
        let Some(parent) = open.pop() else {
            done.insert(*node, true);
            way.pop();
            continue;
        };
        match done.get(&parent) {
            Some(true) => {}
            Some(false) => return Some(parent),
            None => {
                done.insert(parent, false);
                let mut above = Vec::new();
                parents(parent, &mut above);
                way.push((parent, above));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_found_and_two_ways_to_a_node_are_none() {
        let of = |lists: &'static [&'static [u32]]| {
            move |node: u32, out: &mut Vec<u32>| out.extend(lists[node as usize])
        };
        // 3 has the parents 1 and 2, and both have 0.
        assert_eq!(own_ancestor(3, of(&[&[], &[0], &[0], &[1, 2]])), None);
        assert_eq!(own_ancestor(3, of(&[&[2], &[0], &[0], &[1]])), Some(0));
        assert_eq!(own_ancestor(0, of(&[&[0]])), Some(0));
    }

    #[test]
    fn patience_ends_again_and_again_ever_later() {
        let mut patience = Patience::with(0);
        let ends: Vec<u32> = (0..400).filter(|_| patience.is_over()).collect();
        assert_eq!(ends, [64, 193]);
    }
}
