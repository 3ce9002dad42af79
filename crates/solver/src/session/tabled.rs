//! A session's tables: what they know becomes evidence, whatever the search's strategy would do.

use quod_cert::Evidence;
use quod_game::{Claim, Game, Goal, Move};
use quod_search::table_outcome;

use crate::{OpenTables, Refutations, SolveError, Step, Strategy};

/// A strategy for a claim, by tables where they reach.
pub struct Tabled<'s, G> {
    pub game: &'s G,
    pub tables: &'s OpenTables,
    pub strategy: &'s mut dyn Strategy<G>,
    /// Whether a table was named.
    pub used: bool,
}

impl<G: Game> Tabled<'_, G> {
    fn known(&mut self, pos: &G::Position) -> Option<Evidence> {
        table_outcome(self.game, self.tables, pos)?;
        self.used = true;
        Some(Evidence::TableValue(0))
    }
}

impl<G: Game> Strategy<G> for Tabled<'_, G> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        match self.known(pos) {
            Some(evidence) => Ok(Step::Evidence(evidence)),
            None => self.strategy.step(pos),
        }
    }

    fn evidence(&mut self, pos: &G::Position) -> Result<Option<Evidence>, SolveError> {
        match self.known(pos) {
            Some(evidence) => Ok(Some(evidence)),
            None => self.strategy.evidence(pos),
        }
    }

    fn refute(
        &mut self,
        pos: &G::Position,
        replies: &[(Move, G::Position)],
    ) -> Result<Refutations, SolveError> {
        self.strategy.refute(pos, replies)
    }

    fn canonical(&self, game: &G, pos: &G::Position) -> (G::Position, u16) {
        self.strategy.canonical(game, pos)
    }
}

/// What the rules alone say of the score at a root for the side to move: the greatest `n` for which
/// `score>=n` is decided, and the least for which `score<=n` is.
pub fn decided_bounds<G: Game>(
    game: &G,
    root: &G::Position,
    mover: quod_game::Player,
) -> [Option<i32>; 2] {
    let settled = |n| {
        let claim = Claim { player: mover, goal: Goal::ScoreAtLeast(n) };
        game.settled(root, &claim)
    };
    // The first number in a sorted range for which it is no longer so.
    let first_not = |so: &dyn Fn(i32) -> bool| {
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if so(middle) { low = middle + 1 } else { high = middle }
        }
        low
    };
    let least = first_not(&|n| settled(n) == Some(true)) - 1;
    let most = first_not(&|n| settled(n) != Some(false)) - 1;
    [least, most].map(|bound| (-MOST..MOST - 1).contains(&bound).then_some(bound))
}

/// No game's score goes so far.
const MOST: i32 = 1 << 20;
