//! Numbers from random play (Saito, Chaslot, Uiterwijk and van den Herik 2007).
//!
//! **The problem.** A frontier node begins with 1 and 1, so proof-number search is blind there.
//! **The idea.** Play on at random a few times. Where the claim often came true a proof is near and a
//! disproof far: with N playouts of which N⁺ made the claim true, the disproof number is N⁺/(N+1), or a
//! small number if N⁺ = 0, and the proof number is 1 minus that. [`PlayedOut`] is a space that says so
//! of its frontier nodes; the search above it stays what it is.
//!
//! Numbers here are integers, so all are multiplied by 2·(N+1): a leaf that is not played out has that
//! many for each 1, one without a success gets 2N+1 and 1, and one with N⁺ > 0 gets 2·(N+1−N⁺) and 2·N⁺.
//!
//! **Invariants.** Playouts never say that a state is solved, and no number is 0: that is left to rules
//! and evaluation. The moves of a playout follow from the state, the seed and the playout's number, so a
//! state gets the same numbers whenever it is asked, on every machine.
//!
//! **Cost.** N times the length of a playout for each evaluated node, counted as nodes. Near the root,
//! where every node is expanded anyway, that is wasted: [`PlayoutOptions::from_depth`].

use crate::hash::mixed;
use crate::{Children, Effort, Evaluation, NodeType, Numbers, Random, Space};

/// How to play out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutOptions {
    /// Playouts of a node; positive.
    pub count: u32,
    /// The most moves of a playout. One that is undecided then counts as not fulfilling the claim.
    pub length: u32,
    /// Nodes less than this deep are not played out.
    pub from_depth: u32,
    /// Begins the random numbers.
    pub seed: u64,
}

impl Default for PlayoutOptions {
    /// The fastest settings of the paper, but for the depth, which it takes from the board: 3 playouts of
    /// up to 10 moves, from depth 3.
    fn default() -> PlayoutOptions {
        PlayoutOptions { count: 3, length: 10, from_depth: 3, seed: 1 }
    }
}

/// Plays out states of a space.
pub(crate) struct Player<T> {
    options: PlayoutOptions,
    children: Children<T>,
}

impl<T: Clone> Player<T> {
    pub fn new(options: PlayoutOptions) -> Player<T> {
        Player { options, children: Children::default() }
    }

    pub fn options(&self) -> &PlayoutOptions {
        &self.options
    }

    /// In how many playouts of an unsolved state the claim came true.
    pub fn successes<S: Space<State = T>>(&mut self, space: &mut S, state: &T, depth: u32) -> u32 {
        let begin = mixed(space.key(state) ^ mixed(self.options.seed));
        let mut successes = 0;
        for number in 0..self.options.count {
            let random = Random::from_state(begin ^ mixed(number.into()));
            successes += u32::from(self.play(space, state.clone(), depth, random));
        }
        successes
    }

    fn play<S: Space<State = T>>(
        &mut self,
        space: &mut S,
        mut state: T,
        depth: u32,
        mut random: Random,
    ) -> bool {
        for moves in 0..self.options.length {
            self.children.clear();
            space.expand(&state, depth + moves, &mut self.children);
            if let Some(proved) = self.children.settled() {
                return proved;
            }
            let count = self.children.list.len();
            if count == 0 {
                return space.node_type(&state) == NodeType::And;
            }
            let child = self.children.list.swap_remove(random.below(count));
            let told = child.evaluation;
            let told = told.unwrap_or_else(|| space.evaluate(&child.state, depth + moves + 1));
            if let Some(proved) = told.numbers().solved() {
                return proved;
            }
            state = child.state;
        }
        false
    }
}

/// A space whose frontier nodes have numbers from playouts.
pub struct PlayedOut<S: Space> {
    space: S,
    player: Player<S::State>,
}

impl<S: Space> PlayedOut<S> {
    /// The space with playouts.
    pub fn new(space: S, options: PlayoutOptions) -> PlayedOut<S> {
        PlayedOut { space, player: Player::new(options) }
    }

    /// The space without playouts.
    pub fn inner(&self) -> &S {
        &self.space
    }

    /// The space without playouts.
    pub fn inner_mut(&mut self) -> &mut S {
        &mut self.space
    }

    fn played_out(&mut self, state: &S::State, depth: u32, before: Numbers) -> Numbers {
        let PlayoutOptions { count, from_depth, .. } = *self.player.options();
        let unit = count.saturating_add(1).saturating_mul(2);
        if depth < from_depth {
            return scaled(before, unit);
        }
        let successes = self.player.successes(&mut self.space, state, depth);
        let disproof = (2 * successes).max(1);
        Numbers::new(unit - disproof, disproof)
    }
}

fn scaled(numbers: Numbers, unit: u32) -> Numbers {
    let times = |number: u32| number.saturating_mul(unit);
    Numbers::new(times(numbers.proof.get()), times(numbers.disproof.get()))
}

impl<S: Space> Space for PlayedOut<S> {
    type State = S::State;

    fn root(&self) -> S::State {
        self.space.root()
    }

    fn node_type(&self, state: &S::State) -> NodeType {
        self.space.node_type(state)
    }

    fn key(&self, state: &S::State) -> u64 {
        self.space.key(state)
    }

    fn evaluate(&mut self, state: &S::State, depth: u32) -> Evaluation {
        match self.space.evaluate(state, depth) {
            Evaluation::Unknown(numbers) => {
                Evaluation::Unknown(self.played_out(state, depth, numbers))
            }
            known => known,
        }
    }

    /// Numbers that expanding told are told in the same units.
    fn expand(&mut self, state: &S::State, depth: u32, children: &mut Children<S::State>) {
        self.space.expand(state, depth, children);
        for child in &mut children.list {
            if let Some(Evaluation::Unknown(numbers)) = child.evaluation {
                let numbers = self.played_out(&child.state, depth + 1, numbers);
                child.evaluation = Some(Evaluation::Unknown(numbers));
            }
        }
    }

    fn unevaluated(&self, state: &S::State, depth: u32) -> Numbers {
        let unit = self.player.options().count.saturating_add(1).saturating_mul(2);
        scaled(self.space.unevaluated(state, depth), unit)
    }

    fn restricted(&self) -> bool {
        self.space.restricted()
    }

    fn cyclic(&self) -> bool {
        self.space.cyclic()
    }

    fn class(&self, state: &S::State) -> u64 {
        self.space.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.space.infinite_play(class)
    }

    fn met_again(&mut self, state: &S::State) {
        self.space.met_again(state);
    }

    fn effort(&self) -> Effort {
        self.space.effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pn::{Options, PnSearch};
    use crate::testing::{TestSpace, space_of};
    use crate::{ProofNumber, Verdict};
    use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
    use quod_game::{Claim, Game, Move, Player};

    fn options(rng: &mut Rng) -> PlayoutOptions {
        PlayoutOptions {
            count: 1 + rng.below(6) as u32,
            length: 1 + rng.below(12) as u32,
            from_depth: rng.below(4) as u32,
            seed: rng.below(1000) as u64,
        }
    }

    fn shape(round: usize) -> Shape {
        let backward = if round.is_multiple_of(3) { Shape::default().backward } else { 0 };
        Shape { nodes: 10 + round % 40, backward, ..Shape::default() }
    }

    /// Answers of proof-number search with playouts on so many random graphs.
    fn compare(seed: u64, rounds: usize) {
        let mut rng = Rng::new(seed);
        let mut answers = [0_usize; 3];
        for round in 0..rounds {
            let game = Explicit::random(&shape(round), &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
            let space: TestSpace<'_> = space_of(&game, claim, rng.below(5));
            let space = PlayedOut::new(space, options(&mut rng));
            let verdict = PnSearch::new(space, Options::default()).step(200_000, &mut ());
            match verdict {
                Verdict::Proved => assert!(truth, "{claim:?} {game:?}"),
                Verdict::Disproved => assert!(!truth, "{claim:?} {game:?}"),
                Verdict::Unknown(_) => answers[2] += 1,
            }
            answers[usize::from(truth)] += 1;
        }
        println!("{rounds} graphs: {} true, {} unknown", answers[1], answers[2]);
        assert!(answers[2] * 50 < rounds, "{answers:?}");
    }

    #[test]
    fn no_answer_contradicts_the_oracle() {
        compare(91, 10_000);
    }

    #[test]
    fn no_answer_contradicts_the_oracle_on_very_many_graphs() {
        compare(92, 100_000);
    }

    /// The prover to move, a winning move and a losing one below each of the opponent's two replies.
    struct Coin;

    impl Space for Coin {
        type State = u8;

        fn root(&self) -> u8 {
            0
        }

        fn node_type(&self, state: &u8) -> NodeType {
            if *state == 0 { NodeType::And } else { NodeType::Or }
        }

        fn evaluate(&mut self, state: &u8, _depth: u32) -> Evaluation {
            match state {
                0..=2 => Evaluation::Unknown(Numbers::new(1, 3)),
                _ => Evaluation::of_solved(*state == 3),
            }
        }

        fn expand(&mut self, state: &u8, _depth: u32, children: &mut Children<u8>) {
            let both = if *state == 0 { [1, 2] } else { [3, 4] };
            both.into_iter().for_each(|child| children.push(Move(child.into()), child, None));
        }

        fn effort(&self) -> Effort {
            Effort::default()
        }
    }

    /// The worked example of `docs/algorithms/mc-pn.md`.
    #[test]
    fn numbers_follow_the_share_of_successes() {
        let numbers_at = |state: u8, depth, options| {
            PlayedOut::new(Coin, options).evaluate(&state, depth).numbers()
        };
        let options = PlayoutOptions { count: 3, length: 10, from_depth: 1, seed: 7 };
        let numbers = numbers_at(0, 1, options);
        let successes = numbers.disproof.get() / 2;
        assert_eq!(successes, 2, "of three playouts with this seed");
        assert_eq!(numbers, Numbers::new(4, 4));
        // Not deep enough: the space's own numbers, in units of 2·(3+1).
        assert_eq!(numbers_at(0, 0, options), Numbers::new(8, 24));
        // Cut off after one move, nothing is decided and nothing counts as a success.
        let cut = PlayoutOptions { length: 1, ..options };
        assert_eq!(numbers_at(0, 1, cut), Numbers::new(7, 1));
        // What is solved stays so.
        assert_eq!(numbers_at(3, 1, options), Numbers::PROVED);
    }

    #[test]
    fn playouts_depend_on_state_and_seed_alone_and_never_solve() {
        let mut rng = Rng::new(93);
        let mut differ = 0;
        for round in 0..300 {
            let game = Explicit::random(&shape(round), &mut rng);
            let claim = Claim::wins(Player::BOTH[round % 2]);
            let options = options(&mut rng);
            let other = PlayoutOptions { seed: options.seed + 1, ..options };
            let evaluate = |options: PlayoutOptions, again: bool| {
                let mut space = PlayedOut::new(space_of(&game, claim, 0), options);
                if again {
                    (0..game.len() as u16).for_each(|state| _ = space.evaluate(&state, 9));
                }
                let states = 0..game.len() as u16;
                states.map(|state| space.evaluate(&state, 9).numbers()).collect::<Vec<_>>()
            };
            let numbers = evaluate(options, false);
            assert_eq!(numbers, evaluate(options, true));
            differ += usize::from(numbers != evaluate(other, false));
            let mut plain = space_of(&game, claim, 0);
            for (state, told) in numbers.iter().enumerate() {
                let solved = plain.evaluate(&(state as u16), 9).numbers().solved();
                assert_eq!(told.solved(), solved);
                let both = [told.proof, told.disproof];
                let fits = |it: &ProofNumber| (1..=2 * options.count + 1).contains(&it.get());
                assert!(solved.is_some() || both.iter().all(fits), "{told:?}");
            }
        }
        assert!(differ > 100, "{differ}");
    }
}
