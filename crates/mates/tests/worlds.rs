//! The search against brute force on small worlds: random graphs with transpositions and cycles.

use quod_engine::Pos;
use quod_game::Move;
use quod_game::testkit::{Rng, share};
use quod_mates::{Defence, FOREVER, Found, MateGame, MateSearch, Narrowing};

/// A position of a graph: the attacker is to move where the number is even. A side without moves has lost if it is the defender;
/// the attacker without moves has not won.
#[derive(Clone, Debug)]
struct World {
    /// The positions after each position's moves.
    after: Vec<Vec<u32>>,
    /// Bits of a position that its hash keeps: with few of them many share a bucket of the table.
    keep: u64,
}

impl World {
    fn random(rng: &mut Rng) -> World {
        let half = 2 + rng.below(60);
        let (most, ends) = (1 + rng.below(3), 2 + rng.below(10));
        let side = |rng: &mut Rng, other: u32| {
            let count = if rng.chance(1, 2 + ends) { 0 } else { 1 + rng.below(most) };
            let mut next: Vec<u32> =
                (0..count).map(|_| 2 * rng.below(half) as u32 + other).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        let after = (0..2 * half).map(|at| side(rng, 1 - at as u32 % 2)).collect();
        let keep = if rng.chance(1, 2) { u64::MAX } else { !0xfff };
        World { after, keep }
    }

    /// Within how many moves the attacker wins each position, if it does, by retrograde analysis.
    fn truth(&self) -> Vec<Option<u16>> {
        let mut within: Vec<Option<u16>> = vec![None; self.after.len()];
        for round in 0..=self.after.len() as u16 {
            for at in (0..self.after.len()).filter(|at| at % 2 == 1) {
                let below = self.after[at].iter().map(|&next| within[next as usize]);
                let all: Option<Vec<u16>> = below.collect();
                if let Some(all) = all.filter(|_| within[at].is_none()) {
                    within[at] = Some(all.into_iter().max().unwrap_or(0));
                }
            }
            for at in (0..self.after.len()).filter(|at| at % 2 == 0) {
                let below = self.after[at].iter().filter_map(|&next| within[next as usize]);
                if let Some(least) = below.min().filter(|it| *it == round && within[at].is_none()) {
                    within[at] = Some(least + 1);
                }
            }
        }
        within
    }
}

impl MateGame for World {
    type Board = u32;

    fn board(&self, pos: &Pos) -> u32 {
        unreachable!("there are no rules: {pos:?}")
    }

    fn only_own_moves_win(&self) -> bool {
        true
    }

    fn mover(&self, board: &u32) -> usize {
        *board as usize % 2
    }

    fn hash(&self, board: &u32) -> u64 {
        (u64::from(*board) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) & self.keep
            | u64::from(*board) << 3
    }

    fn legal_into(&self, board: &u32, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.after[*board as usize].iter().map(|&next| Move(next + 1)));
    }

    fn play(&self, _board: &u32, mv: Move) -> u32 {
        mv.0 - 1
    }

    fn outcome(&self, board: &u32) -> Option<Option<usize>> {
        let over = self.after[*board as usize].is_empty();
        over.then_some((*board % 2 == 1).then_some(0))
    }

    fn is_drawn(&self, board: &u32) -> bool {
        self.after[*board as usize].is_empty()
    }

    fn defence(&self, board: &u32, _attacker: usize) -> Defence {
        match self.after[*board as usize].len() {
            0 => Defence::Won,
            replies => Defence::Replies(replies as u32),
        }
    }

    fn mates_at_once(
        &self,
        board: &u32,
        _first: Option<Move>,
        moves: &mut Vec<Move>,
    ) -> Option<Move> {
        self.legal_into(board, moves);
        moves.iter().copied().find(|mv| self.after[mv.0 as usize - 1].is_empty())
    }

    fn mobility(&self, board: &u32) -> u32 {
        self.after[*board as usize].len() as u32
    }
}

#[test]
fn wins_in_any_number_of_moves_are_those_of_retrograde_analysis() {
    let mut rng = Rng::new(1);
    let (mut won, mut not, mut long) = (0, 0, 0);
    for case in 0..share(4_000) {
        let world = World::random(&mut rng);
        let truth = world.truth();
        let mut search = MateSearch::new(world.clone(), 0, 0, FOREVER, 1 << 10).expect("memory");
        // One table serves all roots: what holds on one line alone must not stay in it.
        for _ in 0..6 {
            let root = 2 * rng.below(world.after.len() / 2) as u32;
            search.ask(root, FOREVER);
            let mut steps = 0;
            let found = loop {
                match search.step(1 + rng.below(40) as u64) {
                    Found::Nothing => steps += 1,
                    found => break found,
                }
                assert!(steps < 100_000, "case {case}: {root} in {world:?}");
            };
            let told = (found == Found::Won).then(|| search.within());
            let at = truth[root as usize];
            assert_eq!(told.is_some(), at.is_some(), "case {case}: {root} in {world:?}");
            if let (Some(told), Some(at)) = (told, at) {
                assert!(told >= at, "case {case}: {root} in {world:?}");
                long += usize::from(at > 3);
                won += 1;
            } else {
                not += 1;
            }
            let known = search.known(&root, FOREVER);
            assert!(known.is_none_or(|it| it == at.is_some()), "case {case}: {root}");
        }
    }
    println!("won {won}, of these in more than three moves {long}, not won {not}");
    assert!(won > share(4_000) && not > share(4_000) && long > share(200), "{won} {not} {long}");
}

#[test]
fn the_soonest_win_is_that_of_retrograde_analysis() {
    let mut rng = Rng::new(2);
    let (mut won, mut not, mut never) = (0, 0, 0);
    for case in 0..share(4_000) {
        let world = World::random(&mut rng);
        let at = world.truth()[0];
        let mut search = MateSearch::new(world.clone(), 0, 0, 1, 1 << 10).expect("memory");
        let mut narrowing =
            Narrowing::new(0, 200).of_any_number(true).in_turns(1 + rng.below(20) as u64);
        let found = narrowing.step(&mut search, 10_000_000);
        assert_ne!(found, Found::Nothing, "case {case}: {world:?}");
        assert_eq!(narrowing.soonest(), at, "case {case}: {world:?}");
        won += usize::from(at.is_some());
        not += usize::from(at.is_none());
        // (Otherwise each number up to the most was ruled out by itself.)
        never += usize::from(narrowing.never());
    }
    println!("won {won}, not won {not}, and told so at once {never}");
    assert!(won > share(1_000) && not > share(1_000) && never > share(20), "{won} {not} {never}");
}
