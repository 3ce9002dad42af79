//! Random explicit game graphs: small worlds with known answers.
//!
//! A position is the number of a node. Nodes go by side to move, not by alternation; moves may lead
//! back, across (transpositions) and into later conversion classes; each class has its own outcome
//! of infinite play. With [`Shape::mirrored`] the graph is laid out twice with the players' names
//! exchanged in the second copy and moves crossing over between the copies, so that exchanging the
//! copies is a symmetry that swaps the players.

use super::Rng;
use crate::{Cyclic, Game, Move, NotationError, Outcome, Player, Symmetric};

/// What the random graphs look like.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Number of nodes, at least 1 (before mirroring).
    pub nodes: usize,
    /// Most moves a node has.
    pub most_moves: usize,
    /// Number of conversion classes, at least 1.
    pub classes: usize,
    /// Out of 16: how often a move may lead to any node of its class, backwards included. 0 makes
    /// the graph acyclic.
    pub backward: usize,
    /// Out of 16: how often a node is terminal.
    pub terminal: usize,
    /// Whether to lay the graph out twice, see the module's text.
    pub mirrored: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { nodes: 12, most_moves: 3, classes: 2, backward: 8, terminal: 3, mirrored: false }
    }
}

#[derive(Clone, Debug)]
struct Node {
    to_move: Player,
    class: u64,
    outcome: Option<Outcome>,
    children: Vec<u16>,
}

/// A game given as a graph. Node 0 is the start.
#[derive(Clone, Debug)]
pub struct Explicit {
    nodes: Vec<Node>,
    infinite_play: Vec<Outcome>,
    mirrored: bool,
}

impl Explicit {
    /// A random graph of the given shape.
    pub fn random(shape: &Shape, rng: &mut Rng) -> Explicit {
        let n = shape.nodes;
        let mut classes: Vec<u64> = (0..n).map(|_| rng.below(shape.classes) as u64).collect();
        classes.sort_unstable();
        let infinite_play = (0..shape.classes).map(|_| random_outcome(rng)).collect();
        let mut nodes: Vec<Node> = Vec::with_capacity(n);
        for at in 0..n {
            let opens = at == 0 || rng.chance(1, 2);
            let to_move = if opens { Player::First } else { Player::Second };
            let mut children: Vec<u16> = Vec::new();
            let terminal = at > 0 && rng.chance(shape.terminal, 16);
            let first_of_class =
                classes.iter().position(|&class| class == classes[at]).unwrap_or(0);
            for _ in 0..if terminal { 0 } else { 1 + rng.below(shape.most_moves) } {
                let backward = rng.chance(shape.backward, 16);
                let from = if backward { first_of_class } else { at + 1 };
                if from < n {
                    let child = (from + rng.below(n - from)) as u16;
                    if !children.contains(&child) {
                        children.push(child);
                    }
                }
            }
            let outcome = children.is_empty().then(|| random_outcome(rng));
            nodes.push(Node { to_move, class: classes[at], outcome, children });
        }
        let mut game = Explicit { nodes, infinite_play, mirrored: shape.mirrored };
        if shape.mirrored {
            game.mirror(rng);
        }
        game
    }

    /// Lays out the second copy: node `i + n` is node `i` with the players exchanged.
    fn mirror(&mut self, rng: &mut Rng) {
        // Infinite play depends on the class alone, and both copies share the classes: only a draw
        // is the same for both.
        self.infinite_play.fill(Outcome::DRAW);
        let n = self.nodes.len() as u16;
        for node in &mut self.nodes {
            for child in &mut node.children {
                if rng.chance(1, 3) {
                    *child += n;
                }
            }
        }
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let children =
                node.children.iter().map(|&c| if c < n { c + n } else { c - n }).collect();
            self.nodes.push(Node {
                to_move: node.to_move.other(),
                class: node.class,
                outcome: node.outcome.map(|outcome| outcome.swapped()),
                children,
            });
        }
    }

    /// The number of nodes, reachable or not.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The graph with the moves into `node` taken out where a position keeps another move; `None`
    /// if nothing changed. Repeating this shrinks a counter-example.
    pub fn without(&self, node: u16) -> Option<Explicit> {
        let mut smaller = self.clone();
        let mut changed = false;
        for it in &mut smaller.nodes {
            if it.children.len() > 1 && it.children.contains(&node) {
                it.children.retain(|&child| child != node);
                changed = true;
            }
        }
        (changed && !self.mirrored).then_some(smaller)
    }
}

impl Outcome {
    /// The same outcome with the players' names exchanged.
    pub(crate) fn swapped(&self) -> Outcome {
        Outcome {
            winner: self.winner.map(Player::other),
            score: -self.score,
            captures: [self.captures[1], self.captures[0]],
            moves: self.moves,
        }
    }
}

fn random_outcome(rng: &mut Rng) -> Outcome {
    let score = rng.below(5) as i32 - 2;
    let winner = match score.signum() {
        1 => Some(Player::First),
        -1 => Some(Player::Second),
        _ => None,
    };
    Outcome { winner, score, captures: [score.max(0), (-score).max(0)], moves: 0 }
}

impl Game for Explicit {
    type Position = u16;

    fn name(&self) -> String {
        format!("explicit:nodes={}", self.nodes.len())
    }

    fn start(&self) -> u16 {
        0
    }

    fn to_move(&self, pos: &u16) -> Player {
        self.nodes[*pos as usize].to_move
    }

    fn outcome(&self, pos: &u16) -> Option<Outcome> {
        self.nodes[*pos as usize].outcome
    }

    // A move's code is its place in the list of children; mirroring keeps the places.
    fn moves(&self, pos: &u16, moves: &mut Vec<Move>) {
        moves.extend((0..self.nodes[*pos as usize].children.len()).map(|at| Move(at as u32)));
    }

    fn play(&self, pos: &u16, mv: Move) -> u16 {
        self.nodes[*pos as usize].children[mv.0 as usize]
    }

    fn encode(&self, pos: &u16, out: &mut Vec<u8>) {
        out.extend(pos.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Result<u16, NotationError> {
        match bytes.try_into().map(u16::from_le_bytes) {
            Ok(node) if (node as usize) < self.nodes.len() => Ok(node),
            _ => Err(NotationError::new("encoding", "a node", format!("{bytes:?}"))),
        }
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn has_captures(&self) -> bool {
        true
    }

    fn has_mates(&self) -> bool {
        true
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<u16>> {
        self.mirrored.then_some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u16>> {
        Some(self)
    }
}

impl Symmetric<u16> for Explicit {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &u16) -> u16 {
        let half = (self.nodes.len() / 2) as u16;
        match map {
            0 => *pos,
            _ => (pos + half) % (2 * half),
        }
    }

    fn map_move(&self, _map: u16, mv: Move) -> Move {
        mv
    }

    fn swaps_players(&self, map: u16) -> bool {
        map == 1
    }
}

impl Cyclic<u16> for Explicit {
    fn class(&self, pos: &u16) -> u64 {
        self.nodes[*pos as usize].class
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.infinite_play[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::conformance;

    #[test]
    fn random_graphs_conform() {
        let mut rng = Rng::new(3);
        for mirrored in [false, true] {
            for _ in 0..200 {
                let shape = Shape { mirrored, ..Shape::default() };
                conformance(&Explicit::random(&shape, &mut rng), 5, 7);
            }
        }
    }
}
