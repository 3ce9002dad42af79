//! λ-search (Thomsen 2000): a space in which the prover has nothing but threats.
//!
//! **The problem.** Who attacks has many moves, and most of them threaten nothing. **The idea.** Ask of a move what
//! would follow if the opponent *passed*. A λ⁰ win is a move that wins at once. A λⁿ move is one after which,
//! if the opponent passes, the prover has a λⁱ win with i < n. A λⁿ win is a win in the tree in which
//! the prover makes λⁿ moves alone, or wins at once. So λ¹ is a sequence of direct threats, and in λ² each
//! move threatens such a sequence.
//!
//! **The space.** [`LambdaSpace`] is the space of a claim with the prover's other moves taken away, so any
//! search serves. What it says of a state where the prover is to move is that of the inner space, and
//! *proved* if he has a λⁱ win there with i < n. Opponents' replies against which he has one drop out:
//! Thomsen's defender has the rest, his λⁿ moves.
//!
//! **The null move** comes from [`Space::null_move`]: it leads to a state of the *mirrored* space, that of the
//! same claim about the other player. There the prover's stones have the other colour, and it is his turn. A
//! null move below one leads back.
//!
//! **What it rests on.** Nothing, for a win: every reply of the opponent is looked into, or answered by a win of a
//! lower order, in which again all replies are. The null move chooses the prover's moves and answers
//! nothing. That no λⁿ win is found says nothing of the game, and the space is
//! [`Space::restricted`]. Where a pass is never better than the best move, a prover who wins at all
//! has a λⁿ win for some n, as no pass helps against his good move. In a game with zugzwang (Connect Four,
//! endings of Othello) there may be none, and such games offer no null move.
//!
//! **Searches within.** Whether there is a win of a lower order is found by proof-number search, which is given
//! up after [`LambdaOptions::limit`] expansions. The limit counts expansions of that search alone, so what is
//! said of a state depends on the state alone. Nothing is remembered from one to the next: counts are
//! the same wherever a search was interrupted.
//!
//! **When it is asked what a move threatens.** When the state after it is evaluated, which says *disproved* where
//! it is no threat. So a search with delayed evaluation asks one move at a time, which searches
//! within do.
//!
//! **Cost.** At order 1 the evaluation of a move plays all moves after the opponent's pass. Each order more makes
//! a search of that.

#[cfg(test)]
mod tests;

use quod_game::Move;

use crate::pn::{EvaluationTime, Options, PnSearch};
use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space, Verdict};

/// The settings of a [`LambdaSpace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LambdaOptions {
    /// n: of which order the prover's threats are at most.
    pub order: u32,
    /// Expansions after which a search for a win of a lower order is given up.
    pub limit: u64,
}

/// A space in which the prover has nothing but threats. See the module's text.
pub struct LambdaSpace<S: Space> {
    own: S,
    mirror: S,
    options: LambdaOptions,
}

impl<S: Space> LambdaSpace<S> {
    /// The threats of the prover of `own`. `mirror` is the space of the same claim about the other player.
    pub fn new(own: S, mirror: S, options: LambdaOptions) -> LambdaSpace<S> {
        LambdaSpace { own, mirror, options }
    }

    /// The space with all moves.
    pub fn inner(&self) -> &S {
        &self.own
    }

    /// The space with all moves.
    pub fn inner_mut(&mut self) -> &mut S {
        &mut self.own
    }

    fn threats(&mut self, root: S::State, order: u32) -> Threats<'_, S> {
        let LambdaSpace { own, mirror, options } = self;
        Threats { own, mirror, order, limit: options.limit, root }
    }

    /// The move of the prover that begins his win of the lowest order, with the state that it leads to; within
    /// the limit.
    pub fn winning_move(&mut self, state: &S::State) -> Option<(Move, S::State)> {
        let order = self.options.order;
        winning_move(&mut self.threats(state.clone(), order))
    }
}

impl<S: Space> Space for LambdaSpace<S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.own.root()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.own.node_type(state)
    }

    fn key(&self, state: &S::State) -> u64 {
        self.own.key(state)
    }

    fn evaluate(&mut self, state: &S::State, depth: u32) -> Evaluation {
        let (order, told) = (self.options.order, self.own.evaluate(state, depth));
        // (Nobody has moved to the root, so there it is not asked what a move threatens.)
        let open = matches!(told, Evaluation::Unknown(_));
        if open && self.node_type(state) == NodeType::And && *state == self.own.root() {
            return told;
        }
        self.threats(state.clone(), order).judged(state, told, depth)
    }

    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        let order = self.options.order;
        self.threats(state.clone(), order).expand(state, depth, children);
    }

    fn unevaluated(&self, state: &S::State, depth: u32) -> Numbers {
        self.own.unevaluated(state, depth)
    }

    fn restricted(&self) -> bool {
        true
    }

    fn cyclic(&self) -> bool {
        self.own.cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.own.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.own.infinite_play(class)
    }

    fn met_again(&mut self, state: &S::State) {
        self.own.met_again(state);
    }

    fn effort(&self) -> Effort {
        self.own.effort() + self.mirror.effort()
    }
}

/// The space of threats of one order, of either player: for a null move the two change places.
struct Threats<'s, S: Space> {
    own: &'s mut S,
    mirror: &'s mut S,
    order: u32,
    limit: u64,
    root: S::State,
}

impl<S: Space> Threats<'_, S> {
    /// The space of a lower order, at another root.
    fn lower(&mut self, root: S::State) -> Threats<'_, S> {
        let Threats { own, mirror, order, limit, .. } = self;
        Threats { own, mirror, order: *order - 1, limit: *limit, root }
    }

    /// The same after a null move.
    fn passed(&mut self, root: S::State) -> Threats<'_, S> {
        let Threats { own, mirror, order, limit, .. } = self;
        Threats { own: mirror, mirror: own, order: *order - 1, limit: *limit, root }
    }

    /// Whether a move to this state, where the opponent is to move, is a λⁿ move.
    fn is_threat(&mut self, state: &S::State, depth: u32) -> bool {
        let next = self.own.null_move(state).filter(|_| self.order > 0);
        let Some(next) = next else { return false };
        match self.mirror.evaluate(&next, depth + 1).numbers().solved() {
            Some(proved) => proved,
            None => winning_move(&mut self.passed(next)).is_some(),
        }
    }

    /// What is said of a state whose evaluation in the inner space is this: proved where the prover has a win
    /// of a lower order, disproved where he has just made a move that is no threat.
    fn judged(&mut self, state: &S::State, told: Evaluation, depth: u32) -> Evaluation {
        if told.numbers().solved().is_some() {
            return told;
        }
        match self.own.node_type(state) {
            NodeType::Or if self.order > 0 => {
                match winning_move(&mut self.lower(state.clone())).is_some() {
                    true => Evaluation::Proved,
                    false => told,
                }
            }
            NodeType::And if !self.is_threat(state, depth) => Evaluation::Disproved,
            _ => told,
        }
    }

    /// All children; what they threaten is found when they are looked at, replies are judged at once.
    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        self.own.expand(state, depth, children);
        let own_move = self.own.node_type(state) == NodeType::Or;
        for child in &mut children.list {
            let solved = child.evaluation.and_then(|told| told.numbers().solved());
            child.evaluation = match (solved, own_move) {
                (Some(_), _) => child.evaluation,
                (None, true) => None,
                (None, false) => {
                    let told = child.evaluation;
                    let told = told.unwrap_or_else(|| self.own.evaluate(&child.state, depth + 1));
                    Some(self.judged(&child.state, told, depth + 1))
                }
            };
        }
    }
}

/// The move that begins a λⁿ win of the prover, who is to move at the root, for the order of the space; the
/// root is not solved by itself.
fn winning_move<S: Space>(threats: &mut Threats<'_, S>) -> Option<(Move, S::State)> {
    if threats.order == 0 {
        return immediate(threats);
    }
    let root = threats.root.clone();
    let lower = winning_move(&mut threats.lower(root.clone()));
    if lower.is_some() {
        return lower;
    }
    let limit = threats.limit;
    let options = Options { evaluation: EvaluationTime::Delayed, ..Options::default() };
    let mut search = PnSearch::new(threats, options);
    while !search.verdict().is_final() && search.effort().expansions < limit {
        let before = search.effort();
        search.step(1, &mut ());
        if search.effort() == before {
            break; // Its memory is full.
        }
    }
    let solution = search.solution().filter(|_| search.verdict() == Verdict::Proved)?;
    solution.get(&search, &root)?.best
}

/// A λ⁰ win: a move that makes the claim true at once.
fn immediate<S: Space>(threats: &mut Threats<'_, S>) -> Option<(Move, S::State)> {
    let mut children = Children::default();
    let root = threats.root.clone();
    threats.own.expand(&root, 0, &mut children);
    let own = &mut *threats.own;
    let won = children.list.into_iter().find(|child| {
        let told = child.evaluation.unwrap_or_else(|| own.evaluate(&child.state, 1));
        told == Evaluation::Proved
    });
    won.map(|child| (child.mv, child.state))
}

impl<S: Space> Space for &mut Threats<'_, S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.root.clone()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.own.node_type(state)
    }

    fn key(&self, state: &S::State) -> u64 {
        self.own.key(state)
    }

    fn evaluate(&mut self, state: &S::State, depth: u32) -> Evaluation {
        let told = self.own.evaluate(state, depth);
        // (Lower orders were asked about the root before this search began.)
        if *state == self.root { told } else { self.judged(state, told, depth) }
    }

    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        Threats::expand(self, state, depth, children);
    }

    fn restricted(&self) -> bool {
        true
    }

    fn effort(&self) -> Effort {
        self.own.effort() + self.mirror.effort()
    }
}
