//! Evaluation by a small proof-number search: the second level of PDS-PN (Winands, Uiterwijk and van den
//! Herik 2003).
//!
//! **The problem.** A depth-first search over a table has little memory and much to do again; a best-first
//! search expands few nodes and keeps them all. **The idea.** Two levels: the first goes depth first over
//! a table, and evaluates a state by a proof-number search of bounded size, whose tree is thrown away.
//! The state begins with the numbers that the small search left at its root, or solved.
//!
//! [`SearchedBelow`] is a space whose evaluation is such a search. Any search can stand above it;
//! PDS-PN has [`crate::dfpn::Worker`] with [`crate::dfpn::Rule::Pds`].
//!
//! In the paper the small search grows with the first level. Here its size is fixed: then what a state is
//! worth depends on the state alone, so a search that is interrupted and resumed does the same work.
//!
//! **Invariants.** A value from the second level is the value of a root without history. In a cyclic space
//! it shares no states inside a conversion class ([`Graph::Conversions`]), so it is exact.
//!
//! **Cost.** Memory for one small tree; its nodes and evaluations are counted.

use crate::pn::{Graph, Options, PnSearch};
use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// Why the space is there.
const PRESENT: &str = "a search gives the space back";

/// A space in which states are evaluated by a search.
pub struct SearchedBelow<S: Space> {
    /// Always there, but while a search below has it.
    space: Option<S>,
    /// Nodes that a search may hold.
    size: u64,
    options: Options,
}

impl<S: Space> SearchedBelow<S> {
    /// The space with searches of so many nodes, in about so many bytes.
    pub fn new(space: S, size: u64, memory_limit: u64) -> SearchedBelow<S> {
        let graph = if space.cyclic() { Graph::Conversions } else { Graph::Full };
        SearchedBelow {
            options: Options { graph, memory_limit, ..Options::default() },
            space: Some(space),
            size,
        }
    }

    /// The space with its own evaluation.
    pub fn inner(&self) -> &S {
        self.space.as_ref().expect(PRESENT)
    }

    /// The space with its own evaluation.
    pub fn inner_mut(&mut self) -> &mut S {
        self.space.as_mut().expect(PRESENT)
    }

    fn search(&mut self, state: &S::State) -> Numbers {
        // The search has the space itself, not a reference to it: so it is compiled once with the searches
        // that have no second level.
        let space = self.space.take().expect(PRESENT);
        let mut search = PnSearch::rooted(space, state.clone(), self.options);
        // A step's budget counts nodes looked at, of which every stored one is at least one.
        while !search.verdict().is_final() && search.stored() < self.size {
            let before = search.effort();
            search.step(self.size - search.stored(), &mut ());
            if search.effort() == before {
                break; // Its memory is full.
            }
        }
        let numbers = search.root_numbers();
        self.space = Some(search.into_space());
        numbers
    }
}

impl<S: Space> Space for SearchedBelow<S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.inner().root()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.inner().node_type(state)
    }

    fn key(&self, state: &S::State) -> u64 {
        self.inner().key(state)
    }

    fn evaluate(&mut self, state: &S::State, _depth: u32) -> Evaluation {
        let numbers = self.search(state);
        match numbers.solved() {
            Some(proved) => Evaluation::of_solved(proved),
            None => Evaluation::Unknown(numbers),
        }
    }

    /// Of what expanding tells, only solutions are taken over: what is open is searched when it is asked
    /// for.
    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        self.inner_mut().expand(state, depth, children);
        for child in &mut children.list {
            child.evaluation = child.evaluation.filter(|told| told.numbers().solved().is_some());
        }
    }

    fn restricted(&self) -> bool {
        self.inner().restricted()
    }

    fn cyclic(&self) -> bool {
        self.inner().cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.inner().class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.inner().infinite_play(class)
    }

    fn met_again(&mut self, state: &S::State) {
        self.inner_mut().met_again(state);
    }

    fn effort(&self) -> Effort {
        self.inner().effort()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dfpn::{self, Replacement, Rule, Strategy, Table, Team, Worker};
    use crate::testing::{acyclic_space_of, space_of};
    use crate::{Verdict, Why};
    use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
    use quod_game::{Claim, Game, Player};

    const PDS: dfpn::Options =
        dfpn::Options { rule: Rule::Pds, epsilon: (1, 16), sums: crate::pn::Sums::Sum };

    fn team(entries: u64) -> Arc<Team> {
        Team::new(Arc::new(Table::with_entries(entries, Replacement::Effort)), 1)
    }

    /// Answers of PDS-PN on so many random graphs, a third of them with cycles.
    fn compare(seed: u64, rounds: usize) {
        let mut rng = Rng::new(seed);
        let (mut answers, mut searched) = ([0_usize; 2], 0);
        for round in 0..rounds {
            let backward = if round.is_multiple_of(3) { Shape::default().backward } else { 0 };
            let shape = Shape { nodes: 10 + round % 40, backward, ..Shape::default() };
            let game = Explicit::random(&shape, &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
            let size = [1, 3, 10][rng.below(3)];
            let space = SearchedBelow::new(space_of(&game, claim, rng.below(5)), size, 1 << 20);
            let entries = [4, 16, 1 << 10][rng.below(3)];
            let mut search = Worker::new(space, team(entries), PDS);
            let verdict = search.step(500_000, &mut ());
            let expected = if truth { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(verdict, expected, "{size} {entries} {claim:?} {game:?}");
            answers[usize::from(truth)] += 1;
            searched += usize::from(search.effort().expansions > 0);
        }
        println!("{rounds} graphs: {answers:?} false and true, {searched} beyond the evaluation");
        assert!(answers.iter().all(|&count| count > rounds / 5) && searched > rounds / 3);
    }

    #[test]
    fn every_graph_is_solved_rightly() {
        compare(94, 10_000);
    }

    #[test]
    fn very_many_graphs_are_solved_rightly() {
        compare(95, 100_000);
    }

    /// The worked example of `docs/algorithms/pds-pn.md`.
    #[test]
    fn a_state_begins_with_what_a_small_search_makes_of_it() {
        let wide = |moves| crate::testing::Wide { moves, effort: Effort::default() };
        // One node: the root's own numbers.
        let mut space = SearchedBelow::new(wide(5), 1, 1 << 20);
        assert_eq!(space.evaluate(&0, 0), Evaluation::Unknown(Numbers::ONE));
        // Two nodes: the root was expanded, and its fifth move wins at once.
        let mut space = SearchedBelow::new(wide(5), 2, 1 << 20);
        assert_eq!(space.evaluate(&0, 0), Evaluation::Proved);
        assert_eq!(space.evaluate(&3, 1), Evaluation::Disproved);
    }

    /// A worker over the plain space finds the moves that the small searches kept to themselves.
    #[test]
    fn a_worker_over_the_plain_space_finds_the_strategy() {
        let mut rng = Rng::new(96);
        let mut followed = 0;
        for round in 0..500 {
            let shape = Shape { nodes: 30, backward: 0, ..Shape::default() };
            let game = Explicit::random(&shape, &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let team = team(64);
            let space = SearchedBelow::new(acyclic_space_of(&game, claim, 0), 10, 1 << 20);
            let mut search = Worker::new(space, Arc::clone(&team), PDS);
            let verdict = search.step(u64::MAX, &mut ());
            assert!(verdict != Verdict::Unknown(Why::Nodes));
            let truth = Oracle::new(&game, &game.start(), &claim);
            let proved = verdict == Verdict::Proved;
            let team = Team::new(Arc::clone(team.table()), 1);
            let mut plain = Worker::new(acyclic_space_of(&game, claim, 0), team, PDS);
            let mut strategy = Strategy::new(&mut plain, proved);
            let mut pos = strategy.space().root();
            while game.settled(&pos, &claim).is_none() {
                assert_eq!(truth.holds(&pos), proved);
                let solves = strategy.space().node_type(&pos).is_solved_by(proved);
                pos = match solves {
                    true => match strategy.choose(&pos).expect("nothing contradicts") {
                        dfpn::Choice::Move(_, child) => child,
                        dfpn::Choice::Settled => panic!("the rules did not settle it"),
                    },
                    false => match game.legal_moves(&pos).first() {
                        Some(mv) => game.play(&pos, *mv),
                        None => break,
                    },
                };
                followed += 1;
            }
        }
        assert!(followed > 500, "{followed}");
    }
}
