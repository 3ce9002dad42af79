//! The AND/OR space a search works in.
//!
//! A space is one claim about one root. Its states are *canonical*: positions that are equal under
//! the symmetries in use have one state. At an OR node the prover is to move, at an AND node the
//! opponent. The search asks a space to [`Space::evaluate`] states and to [`Space::expand`] them,
//! and keeps the graph, the numbers and the order of work to itself.
//!
//! Answers depend on the arguments alone (caches may change the time they take, never what they
//! say). The search relies on this where it resumes from saved bytes.

use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};

use quod_game::Move;

use crate::hash::hash_of;
use crate::{Numbers, Verdict};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeType {
    /// The prover: one proved child proves the node.
    Or,
    /// The opponent: one disproved child disproves the node.
    And,
}

impl NodeType {
    /// Whether one child with this value is enough to solve the node.
    #[inline]
    pub fn is_solved_by(self, proved: bool) -> bool {
        proved == (self == NodeType::Or)
    }
}

/// What is known of a state without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The claim holds here.
    Proved,
    /// The claim does not hold here. In a restricted space: not within the restriction.
    Disproved,
    /// Not known; the numbers to begin with, both positive ([`Numbers::new`] sees to it).
    Unknown(Numbers),
}

impl Evaluation {
    /// The numbers of a node with this evaluation.
    #[inline]
    pub fn numbers(self) -> Numbers {
        match self {
            Evaluation::Proved => Numbers::PROVED,
            Evaluation::Disproved => Numbers::DISPROVED,
            Evaluation::Unknown(numbers) => {
                Numbers::new(numbers.proof.get(), numbers.disproof.get())
            }
        }
    }

    /// Proved or disproved.
    pub fn of_solved(proved: bool) -> Evaluation {
        match proved {
            true => Evaluation::Proved,
            false => Evaluation::Disproved,
        }
    }
}

/// A child that [`Space::expand`] found.
#[derive(Clone, Debug)]
pub struct Child<S> {
    /// The move that leads there, in the frame of the expanded state.
    pub mv: Move,
    /// The child's state, canonical.
    pub state: S,
    /// Its evaluation, if expanding told it; else the search asks for it when it needs it.
    pub evaluation: Option<Evaluation>,
}

/// Where [`Space::expand`] puts what it finds. The order is kept: ties between children are broken
/// by it, earlier first.
#[derive(Clone, Debug)]
pub struct Children<S> {
    pub(crate) list: Vec<Child<S>>,
    pub(crate) verdict: Option<bool>,
}

impl<S> Default for Children<S> {
    fn default() -> Children<S> {
        Children { list: Vec::new(), verdict: None }
    }
}

impl<S> Children<S> {
    /// Appends a child. Of children with equal states the search keeps the first. Proof-number search
    /// gives up at a state with more than 65,535 ([`crate::Why::Breadth`]).
    pub fn push(&mut self, mv: Move, state: S, evaluation: Option<Evaluation>) {
        self.list.push(Child { mv, state, evaluation });
    }

    /// Says that the expanded state itself turned out proved or disproved; the children, if any, are
    /// then ignored.
    pub fn settle(&mut self, proved: bool) {
        self.verdict = Some(proved);
    }

    /// What [`Children::settle`] said.
    pub fn settled(&self) -> Option<bool> {
        self.verdict
    }

    /// The children so far.
    pub fn as_slice(&self) -> &[Child<S>] {
        &self.list
    }

    /// Empties it for use again.
    pub fn clear(&mut self) {
        self.list.clear();
        self.verdict = None;
    }
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions on which rules or an evaluator ran, inside evaluators as well. Budgets count these.
    pub nodes: u64,
    /// Calls of the evaluation, batches counted one by one.
    pub evaluations: u64,
    /// Nodes expanded by the search; a space leaves it 0.
    pub expansions: u64,
    /// Those of the expansions in which the search only came back to where it had been: of a node
    /// that it had expanded before. 0 for a search that keeps every node it expands.
    pub reexpansions: u64,
}

impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes.wrapping_add(other.nodes),
            evaluations: self.evaluations.wrapping_add(other.evaluations),
            expansions: self.expansions.wrapping_add(other.expansions),
            reexpansions: self.reexpansions.wrapping_add(other.reexpansions),
        }
    }
}

/// An AND/OR space: one claim about one root. See the module's text.
pub trait Space {
    /// A canonical state. 16 bytes are a good size: every node holds one.
    type State: Clone + Eq + Hash;

    /// The state that the claim is about.
    fn root(&self) -> Self::State;

    /// Who is to move. Asked only of states that were not evaluated as proved or disproved.
    fn node_type(&self, state: &Self::State) -> NodeType;

    /// A number for the state in tables that keep numbers and no states. Best one that no other state
    /// has; else a good hash, which is the default. What such a table says steers a search; see
    /// [`crate::dfpn::Table`] for what a collision can and cannot do.
    fn key(&self, state: &Self::State) -> u64 {
        hash_of(state)
    }

    /// Evaluates a state first met `depth` moves from the root.
    fn evaluate(&mut self, state: &Self::State, depth: u32) -> Evaluation;

    /// Finds the children of a state that is not solved.
    ///
    /// May evaluate children on the way, may leave out children *of an AND node* that it has itself
    /// proved and children *of an OR node* that it has itself disproved (it vouches for them and can
    /// derive the evidence again), may withhold moves from the prover if [`Space::restricted`], and
    /// may [`Children::settle`] the state itself. Without any children left an OR node is disproved
    /// and an AND node proved.
    fn expand(&mut self, state: &Self::State, depth: u32, children: &mut Children<Self::State>);

    /// The numbers of a child that is not evaluated yet (delayed evaluation).
    fn unevaluated(&self, state: &Self::State, depth: u32) -> Numbers {
        let _ = (state, depth);
        Numbers::ONE
    }

    /// Whether the prover is given fewer moves than the game gives him, so that a disproof says
    /// nothing about the game.
    fn restricted(&self) -> bool {
        false
    }

    /// Whether play may return to a state.
    fn cyclic(&self) -> bool {
        false
    }

    /// The conversion class of a state (Allis 1994, definition 6.1): a move stays in its class or
    /// goes to a greater one for good. Asked only if [`Space::cyclic`].
    fn class(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Whether infinite play inside a class fulfils the claim. Asked only if [`Space::cyclic`].
    fn infinite_play(&self, class: u64) -> bool {
        let _ = class;
        false
    }

    /// A search has met a play that comes back to this state, in a space that is not [`Space::cyclic`]: it ends with
    /// [`crate::Why::Cycle`], and the space may tell somebody.
    fn met_again(&mut self, state: &Self::State) {
        let _ = state;
    }

    /// Nodes and evaluations so far; never decreases.
    fn effort(&self) -> Effort;

    /// The state after a null move of the side to move, with the players' names exchanged: it belongs to
    /// the space of the same claim about the other player ([`crate::lambda`]). `None` where the game has no
    /// null move. Asked only of states that are not solved.
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// The search's word for a solved root of this space.
    #[doc(hidden)]
    fn verdict_of(&self, proved: bool) -> Verdict {
        match proved {
            true => Verdict::Proved,
            false if self.restricted() => Verdict::Unknown(crate::Why::Restricted),
            false => Verdict::Disproved,
        }
    }
}

/// A boxed space is the space in the box. So a search can be compiled once for
/// `Box<dyn Space<State = S> + Send>`, whatever spaces there are over `S`.
impl<T: Space + ?Sized> Space for Box<T> {
    type State = T::State;

    fn root(&self) -> T::State {
        (**self).root()
    }

    fn node_type(&self, state: &T::State) -> NodeType {
        (**self).node_type(state)
    }

    fn key(&self, state: &T::State) -> u64 {
        (**self).key(state)
    }

    fn evaluate(&mut self, state: &T::State, depth: u32) -> Evaluation {
        (**self).evaluate(state, depth)
    }

    fn expand(&mut self, state: &T::State, depth: u32, children: &mut Children<T::State>) {
        (**self).expand(state, depth, children);
    }

    fn unevaluated(&self, state: &T::State, depth: u32) -> Numbers {
        (**self).unevaluated(state, depth)
    }

    fn restricted(&self) -> bool {
        (**self).restricted()
    }

    fn cyclic(&self) -> bool {
        (**self).cyclic()
    }

    fn class(&self, state: &T::State) -> u64 {
        (**self).class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        (**self).infinite_play(class)
    }

    fn met_again(&mut self, state: &T::State) {
        (**self).met_again(state);
    }

    fn effort(&self) -> Effort {
        (**self).effort()
    }

    fn null_move(&self, state: &T::State) -> Option<T::State> {
        (**self).null_move(state)
    }

    fn verdict_of(&self, proved: bool) -> Verdict {
        (**self).verdict_of(proved)
    }
}

/// A state of so many words: the shape that states of small boards share, so that searches are compiled
/// for it once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Hash for Words<N> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl<const N: usize> Words<N> {
    /// Writes the words.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }

    /// Reads what [`Words::write`] wrote.
    ///
    /// # Errors
    /// What the reader says.
    pub fn read(from: &mut dyn Read) -> io::Result<Words<N>> {
        let mut words = [0; N];
        for word in &mut words {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        Ok(Words(words))
    }
}
