//! What a search's tree looks like from outside: its upper part with numbers, and how deep it is.
//!
//! Taken between two steps, when somebody looks; the search itself does nothing for it. The cost does
//! not depend on the size of the tree: at most [`MOST_NODES`] nodes of its upper part, and the depth of
//! [`SAMPLE`] nodes taken evenly.

use quod_game::Move;
use quod_search::pn::{NodeView, PnSearch};
use quod_search::{JobLevel, LevelView, NodeType, Numbers, Space};

use crate::bridge::{Bridge, Shape, real_line};
use crate::{OpenGame, Played, Pos, Snapshot};

/// Nodes of the upper part.
const MOST_NODES: usize = 64;
/// How far down it goes.
const MOST_DEPTH: usize = 4;
/// Children shown of one node.
const MOST_CHILDREN: usize = 24;
/// Nodes whose depth is looked at.
const SAMPLE: u64 = 20_000;

/// A search's tree. `M` is how moves are told.
#[derive(Clone, Debug)]
pub struct Sight<M> {
    /// Nodes in memory.
    pub stored: u64,
    /// Nodes whose depth was looked at.
    pub sampled: u64,
    /// How many of those are how many moves from the root.
    pub depths: Vec<u64>,
    /// The upper part: the root with its children, and below the most proving of them again.
    pub top: SeenNode<M>,
}

/// A node of the upper part.
#[derive(Clone, Debug)]
pub struct SeenNode<M> {
    /// The move that leads here; none for the root.
    pub mv: Option<M>,
    /// Who is to move; `None` if it is not expanded.
    pub node_type: Option<NodeType>,
    /// Proof and disproof number.
    pub numbers: Numbers,
    /// The children shown.
    pub children: Vec<SeenNode<M>>,
    /// How many children are not shown.
    pub more: usize,
}

impl Sight<Move> {
    /// The same with moves as they are told.
    pub fn told(self, game: &OpenGame, root: &Pos) -> Sight<Played> {
        let Sight { stored, sampled, depths, top } = self;
        Sight { stored, sampled, depths, top: told(game, root, top) }
    }
}

/// Not deeper than [`MOST_DEPTH`].
fn told(game: &OpenGame, parent: &Pos, node: SeenNode<Move>) -> SeenNode<Played> {
    let mv = node.mv.map(|mv| Played {
        text: game.move_text(parent, mv),
        code: mv.0,
        by: game.to_move(parent).index(),
    });
    let pos = node.mv.map_or_else(|| parent.clone(), |mv| game.play(parent, mv));
    let children = node.children.into_iter().map(|child| told(game, &pos, child)).collect();
    SeenNode { mv, node_type: node.node_type, numbers: node.numbers, children, more: node.more }
}

/// Where a proof-number search over the states of a bridge stands, with so many bytes in use.
pub(crate) fn snapshot_of<S, T>(
    game: &OpenGame,
    root: &Pos,
    space: &dyn Bridge<State = S>,
    search: &PnSearch<T>,
    memory: u64,
) -> Snapshot
where
    S: Shape,
    T: Space<State = S>,
{
    let line = search.most_proving_line();
    let states = line.iter().map(|(_, state)| state);
    let line = real_line(space, game, root, states);
    Snapshot { numbers: Some(search.root_numbers()), memory, line }
}

/// The tree of a proof-number search over the states of a bridge.
pub(crate) fn sight_of<S, T>(
    game: &OpenGame,
    root: &Pos,
    space: &dyn Bridge<State = S>,
    search: &PnSearch<T>,
) -> Sight<Move>
where
    S: Shape,
    T: Space<State = S>,
{
    let (depths, sampled) = search.depths(SAMPLE);
    let mut left = MOST_NODES;
    let top = Looker { game, space }.seen(search.root(), root, None, MOST_DEPTH, &mut left);
    Sight { stored: search.stored(), sampled, depths, top }
}

/// The tree of a first level over the states of a bridge.
pub fn sight_of_level<S, T>(
    game: &OpenGame,
    root: &Pos,
    space: &dyn Bridge<State = S>,
    level: &JobLevel<T>,
) -> Sight<Move>
where
    S: Shape,
    T: Space<State = S>,
{
    let (depths, sampled) = level.depths(SAMPLE);
    let mut left = MOST_NODES;
    let top = Looker { game, space }.seen(level.root(), root, None, MOST_DEPTH, &mut left);
    Sight { stored: level.stored(), sampled, depths, top }
}

/// A node of some search's tree.
trait Seen<S> {
    fn state(&self) -> &S;
    fn numbers(&self) -> Numbers;
    fn node_type(&self) -> Option<NodeType>;
    fn children(&self) -> Vec<Self>
    where
        Self: Sized;
}

impl<S, T: Space<State = S>> Seen<S> for NodeView<'_, T> {
    fn state(&self) -> &S {
        NodeView::state(self)
    }

    fn numbers(&self) -> Numbers {
        NodeView::numbers(self)
    }

    fn node_type(&self) -> Option<NodeType> {
        NodeView::node_type(self)
    }

    fn children(&self) -> Vec<Self> {
        NodeView::children(self).map(|(_, child)| child).collect()
    }
}

impl<S, T: Space<State = S>> Seen<S> for LevelView<'_, T> {
    fn state(&self) -> &S {
        LevelView::state(self)
    }

    fn numbers(&self) -> Numbers {
        LevelView::numbers(self)
    }

    fn node_type(&self) -> Option<NodeType> {
        LevelView::node_type(self)
    }

    fn children(&self) -> Vec<Self> {
        LevelView::children(self).collect()
    }
}

struct Looker<'l, S> {
    game: &'l OpenGame,
    space: &'l dyn Bridge<State = S>,
}

impl<S: Shape> Looker<'_, S> {
    fn seen(
        &self,
        node: impl Seen<S>,
        pos: &Pos,
        mv: Option<Move>,
        depth: usize,
        left: &mut usize,
    ) -> SeenNode<Move> {
        let node_type = node.node_type();
        let (numbers, all) = (node.numbers(), node.children());
        let most_proving = all.iter().enumerate().min_by_key(|(at, child)| {
            let Numbers { proof, disproof } = child.numbers();
            (if node_type == Some(NodeType::And) { disproof } else { proof }, *at)
        });
        let most_proving = most_proving.map(|(at, _)| at);
        // What the positions after the legal moves are in the search, to find the moves' real names.
        let after: Vec<(Move, Pos, S)> = match depth {
            0 => Vec::new(),
            _ => self.game.legal_moves(pos).into_iter().map(|mv| self.after(pos, mv)).collect(),
        };
        let (mut children, mut more) = (Vec::new(), 0);
        for (at, child) in all.into_iter().enumerate() {
            let real = after.iter().find(|(_, _, state)| state == child.state());
            let wanted = children.len() < MOST_CHILDREN || Some(at) == most_proving;
            match real {
                Some((mv, next, _)) if wanted && *left > 0 => {
                    *left -= 1;
                    let deeper = if Some(at) == most_proving { depth - 1 } else { 0 };
                    children.push(self.seen(child, next, Some(*mv), deeper, left));
                }
                _ => more += 1,
            }
        }
        SeenNode { mv, node_type, numbers, children, more }
    }

    fn after(&self, pos: &Pos, mv: Move) -> (Move, Pos, S) {
        let next = self.game.play(pos, mv);
        let state = self.space.state_of(&next);
        (mv, next, state)
    }
}
