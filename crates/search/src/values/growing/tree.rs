//! The tree that a search grows: nodes in one vector, children beside one another and after their parent.

use crate::{NodeType, Numbers};

/// A node.
#[derive(Clone)]
pub(super) struct Node<S, V> {
    pub state: S,
    /// Of no meaning where it is solved.
    pub node_type: NodeType,
    /// The place of its parent; its own at the root.
    pub parent: u32,
    /// The places of its children; none at a leaf.
    pub first: u32,
    pub count: u32,
    pub depth: u32,
    /// What was said of it when it was made, or that it is solved.
    pub numbers: Numbers,
    pub value: V,
}

impl<S, V> Node<S, V> {
    pub fn leaf(
        state: S,
        node_type: NodeType,
        parent: u32,
        depth: u32,
        numbers: Numbers,
        value: V,
    ) -> Node<S, V> {
        Node { state, node_type, parent, first: 0, count: 0, depth, numbers, value }
    }
}

/// All nodes; the first is the root.
pub(super) struct Tree<S, V> {
    nodes: Vec<Node<S, V>>,
    /// The most that it may have.
    most: usize,
}

impl<S, V> Tree<S, V> {
    /// Bytes of a node, with what it takes to throw nodes away.
    const NODE_BYTES: u64 = (size_of::<Node<S, V>>() + size_of::<u32>()) as u64;

    /// A tree without nodes that takes at most so many bytes; what states own on the heap comes on top.
    pub fn within(bytes: u64) -> Tree<S, V> {
        let most = (bytes / Self::NODE_BYTES).clamp(1, u32::MAX.into());
        Tree { nodes: Vec::new(), most: most as usize }
    }

    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub fn node(&self, at: u32) -> &Node<S, V> {
        &self.nodes[at as usize]
    }

    pub fn node_mut(&mut self, at: u32) -> &mut Node<S, V> {
        &mut self.nodes[at as usize]
    }

    pub fn nodes(&self) -> &[Node<S, V>] {
        &self.nodes
    }

    /// The child of this place.
    pub fn child(&self, at: u32, place: usize) -> u32 {
        self.node(at).first + place as u32
    }

    /// What is known of a node's children.
    pub fn values_below(&self, at: u32) -> impl Iterator<Item = &V> + Clone {
        let Node { first, count, .. } = self.nodes[at as usize];
        self.nodes[first as usize..(first + count) as usize].iter().map(|it| &it.value)
    }

    pub fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.most
    }

    /// Whether there is so much room that it is no waste of time to throw nodes away for it.
    pub fn has_room_and_more(&self, more: usize) -> bool {
        self.has_room(more + self.most / 16)
    }

    pub fn push(&mut self, node: Node<S, V>) {
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len().clamp(64, self.most.max(64));
            let room = self.most.saturating_sub(self.nodes.len()).max(1);
            self.nodes.reserve_exact(more.min(room));
        }
        self.nodes.push(node);
    }

    pub fn truncate(&mut self, len: u32) {
        self.nodes.truncate(len as usize);
    }

    /// Makes room for reading another tree.
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Throws away what is below solved nodes, and says where the node of this place is now; it is not
    /// below one. Nodes keep their order.
    pub fn compact(&mut self, at: u32) -> u32 {
        const GONE: u32 = u32::MAX;
        // 1. New places; a node's parent comes before it.
        let mut places = vec![GONE; self.nodes.len()];
        places[0] = 0;
        let mut next = 1;
        for place in 1..self.nodes.len() {
            let parent = self.nodes[place].parent as usize;
            let Node { first, count, .. } = self.nodes[parent];
            let own = first as usize..(first + count) as usize;
            if places[parent] != GONE && own.contains(&place) {
                places[place] = next;
                next += 1;
            }
        }
        // 2. Nodes know each other by the new places.
        let mut kept = places.iter();
        for node in &mut self.nodes {
            node.parent = places[node.parent as usize];
            if node.count > 0 {
                node.first = places[node.first as usize];
            }
        }
        self.nodes.retain(|_| kept.next().is_some_and(|&place| place != GONE));
        places[at as usize]
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node<S, V>>()) as u64
    }
}
