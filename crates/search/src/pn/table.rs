//! The table of transpositions: from a state to its node.
//!
//! Linear hashing (Litwin 1980): every insertion splits one bucket, so the table never rehashes as a
//! whole and never needs twice its memory for a moment. Buckets are chains through the nodes
//! themselves: 4 bytes for the link and, at one bucket a node, 4 for the head. A hash only finds the
//! bucket; the caller compares whole states.
//!
//! Tried on paper and dropped: open addressing with node numbers in the slots. It needs 4.6 to 9.1
//! bytes a node, depending on when it doubled last, and three times its size while it does.

use super::arena::NONE;
use super::chunked::{CHUNK, Chunked};

/// Chains of nodes by hash.
pub(super) struct Table {
    heads: Chunked<u32>,
    next: Chunked<u32>,
    nodes: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        let mut heads = Chunked::new();
        (0..CHUNK).for_each(|_| heads.push(NONE));
        Table { heads, next: Chunked::new(), nodes: 0 }
    }

    /// The bucket of a hash among `buckets`.
    #[inline]
    fn bucket(hash: u64, buckets: usize) -> u32 {
        let mask = buckets.next_power_of_two() - 1;
        let bucket = hash as usize & mask;
        if bucket < buckets { bucket as u32 } else { (bucket & (mask >> 1)) as u32 }
    }

    /// The node in the bucket of `hash` that `is_it`.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mut node = self.heads.get(Table::bucket(hash, self.heads.len()));
        while node != NONE {
            if is_it(node) {
                return Some(node);
            }
            node = self.next.get(node);
        }
        None
    }

    /// Enters a node; `hash_of` tells the hash of every node in the table.
    pub(super) fn insert(&mut self, node: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        while self.next.len() <= node as usize {
            self.next.push(NONE);
        }
        self.nodes += 1;
        if self.nodes > self.heads.len() {
            self.split(hash_of);
        }
        let bucket = Table::bucket(hash, self.heads.len());
        *self.next.get_mut(node) = self.heads.get(bucket);
        *self.heads.get_mut(bucket) = node;
    }

    /// Adds one bucket and moves to it those nodes of its buddy that now belong there.
    fn split(&mut self, hash_of: impl Fn(u32) -> u64) {
        let new = self.heads.len() as u32;
        self.heads.push(NONE);
        let buckets = self.heads.len();
        let buddy = new & (buckets.next_power_of_two() as u32 / 2 - 1);
        let mut node = self.heads.get(buddy);
        *self.heads.get_mut(buddy) = NONE;
        while node != NONE {
            let next = self.next.get(node);
            let bucket = Table::bucket(hash_of(node), buckets);
            *self.next.get_mut(node) = self.heads.get(bucket);
            *self.heads.get_mut(bucket) = node;
            node = next;
        }
    }

    /// Bytes held when `more` nodes have been entered and node numbers go to `nodes`.
    pub(super) fn bytes_with(&self, more: usize, nodes: usize) -> u64 {
        let heads = self.heads.len().max(self.nodes + more);
        let links = if more == 0 { self.next.len() } else { nodes };
        Chunked::<u32>::bytes_at(heads) + Chunked::<u32>::bytes_at(links)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash_of;

    #[test]
    fn every_node_entered_is_found_while_the_table_grows() {
        let mut table = Table::new();
        let hash = |node: u32| hash_of(&(node / 2));
        for node in 0..20_000 {
            table.insert(node, hash(node), hash);
            if node % 97 == 0 {
                for old in (0..=node).step_by(61) {
                    assert_eq!(table.find(hash(old), |it| it == old), Some(old));
                }
            }
        }
        assert_eq!(table.find(hash(40_002), |it| it == 40_002), None);
    }
}
