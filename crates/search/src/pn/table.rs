//! The table of transpositions: from a state to its node.
//!
//! Linear hashing (Litwin 1980): every insertion splits one bucket, so the table never rehashes as a
//! whole and never needs twice its memory for a moment. Buckets are chains through the nodes
//! themselves: 4 bytes for the link, 2 for a tag and, at one bucket a node, 4 for the head. A hash
//! only finds the bucket; the caller compares whole states.
//!
//! The tag holds bits 12 to 27 of the hash. Those below the number of buckets decide which half of
//! a bucket that is split a node goes to, those above tell most other nodes of a bucket apart, so
//! that neither needs a look at the state, which is nearly always a cache miss.
//!
//! Tried and dropped: chains without tags (2 bytes less, and the table took 60 % of the time of a
//! search whose evaluation costs nothing). On paper: open addressing with node numbers in the
//! slots. It needs 4.6 to 9.1 bytes a node, depending on when it doubled last, and three times its
//! size while it does.

use super::arena::NONE;
use super::chunked::{CHUNK, Chunked};

/// The lowest hash bit in a tag: the logarithm of the least number of buckets.
const TAG_SHIFT: u32 = CHUNK.trailing_zeros();
/// The number of buckets up to which tags decide every split.
const TAG_BUCKETS: usize = CHUNK << 16;

/// What a node holds for its chain; halves keep the size at 6 bytes.
#[derive(Clone, Copy, Default)]
struct Link {
    next: [u16; 2],
    tag: u16,
}

impl Link {
    #[inline]
    fn new(next: u32, tag: u16) -> Link {
        Link { next: [next as u16, (next >> 16) as u16], tag }
    }

    #[inline]
    fn next(self) -> u32 {
        u32::from(self.next[0]) | (u32::from(self.next[1]) << 16)
    }
}

/// Chains of nodes by hash.
pub(super) struct Table {
    heads: Chunked<u32>,
    links: Chunked<Link>,
    nodes: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        let mut heads = Chunked::new();
        (0..CHUNK).for_each(|_| heads.push(NONE));
        Table { heads, links: Chunked::new(), nodes: 0 }
    }

    #[inline]
    fn tag(hash: u64) -> u16 {
        (hash >> TAG_SHIFT) as u16
    }

    /// The bucket of a hash among `buckets`.
    #[inline]
    fn bucket(hash: u64, buckets: usize) -> u32 {
        let mask = buckets.next_power_of_two() - 1;
        let bucket = hash as usize & mask;
        if bucket < buckets { bucket as u32 } else { (bucket & (mask >> 1)) as u32 }
    }

    /// The first node in the bucket of `hash`. Asked for many hashes in a row, the processor fetches
    /// them side by side.
    #[inline]
    pub(super) fn head(&self, hash: u64) -> u32 {
        self.heads.get(Table::bucket(hash, self.heads.len()))
    }

    /// The node in the bucket of `hash` that `is_it`.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.find_from(self.head(hash), hash, is_it)
    }

    /// The same for a bucket whose [`Table::head`] is known.
    #[inline]
    pub(super) fn find_from(
        &self,
        head: u32,
        hash: u64,
        is_it: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut node = head;
        let tag = Table::tag(hash);
        while node != NONE {
            let link = self.links.get(node);
            if link.tag == tag && is_it(node) {
                return Some(node);
            }
            node = link.next();
        }
        None
    }

    /// Enters a node; `hash_of` tells the hash of every node in the table.
    pub(super) fn insert(&mut self, node: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        while self.links.len() <= node as usize {
            self.links.push(Link::default());
        }
        self.nodes += 1;
        if self.nodes > self.heads.len() {
            self.split(hash_of);
        }
        let bucket = Table::bucket(hash, self.heads.len());
        *self.links.get_mut(node) = Link::new(self.heads.get(bucket), Table::tag(hash));
        *self.heads.get_mut(bucket) = node;
    }

    /// Adds one bucket and moves to it those nodes of its buddy that now belong there.
    fn split(&mut self, hash_of: impl Fn(u32) -> u64) {
        let new = self.heads.len() as u32;
        self.heads.push(NONE);
        let buckets = self.heads.len();
        let buddy = new & (buckets.next_power_of_two() as u32 / 2 - 1);
        let (mut kept, mut moved) = (NONE, NONE);
        let mut node = self.heads.get(buddy);
        while node != NONE {
            let link = self.links.get(node);
            let hash = match buckets <= TAG_BUCKETS {
                true => (u64::from(link.tag) << TAG_SHIFT) | (u64::from(buddy) % CHUNK as u64),
                false => hash_of(node),
            };
            let chain = match Table::bucket(hash, buckets) == new {
                true => &mut moved,
                false => &mut kept,
            };
            *self.links.get_mut(node) = Link::new(*chain, link.tag);
            *chain = node;
            node = link.next();
        }
        *self.heads.get_mut(buddy) = kept;
        *self.heads.get_mut(new) = moved;
    }

    /// Bytes held when `more` nodes have been entered and node numbers go to `nodes`.
    pub(super) fn bytes_with(&self, more: usize, nodes: usize) -> u64 {
        let heads = self.heads.len().max(self.nodes + more);
        let links = if more == 0 { self.links.len() } else { nodes };
        Chunked::<u32>::bytes_at(heads) + Chunked::<Link>::bytes_at(links)
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
