//! A session's tables: what they know becomes evidence, whatever the search's strategy would do.

use quod_cert::{Evidence, NamedTable};
use quod_engine::tables::OpenTables;
use quod_engine::{OpenGame, Pos, Refutations, SolveError, Step, Strategy};
use quod_game::{Claim, Goal, Move};
use quod_search::table_outcome;

/// A strategy for a claim, by tables where they reach.
pub struct Tabled<'s> {
    pub game: &'s OpenGame,
    pub tables: &'s OpenTables,
    /// The tables that the certificate names so far.
    pub named: &'s mut Vec<NamedTable>,
    pub strategy: &'s mut dyn Strategy,
    /// Whether one of them was needed.
    pub used: bool,
}

impl Tabled<'_> {
    fn known(&mut self, pos: &Pos) -> Option<Evidence> {
        table_outcome(&**self.game, self.tables, pos)?;
        let ranked = self.game.ranked()?;
        let (layer, _) = ranked.rank(pos)?;
        let stands_for = |it: &NamedTable| {
            it.layer == layer || layer < it.layer && ranked.rests_on(it.layer, layer)
        };
        let table = self.named.iter().position(stands_for).unwrap_or_else(|| {
            self.named.push(self.tables.named_for(layer));
            self.named.len() - 1
        });
        self.used = true;
        Some(Evidence::TableValue(table as u32))
    }
}

impl Strategy for Tabled<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        match self.known(pos) {
            Some(evidence) => Ok(Step::Evidence(evidence)),
            None => self.strategy.step(pos),
        }
    }

    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        match self.known(pos) {
            Some(evidence) => Ok(Some(evidence)),
            None => self.strategy.evidence(pos),
        }
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        self.strategy.refute(pos, replies)
    }

    fn canonical(&self, game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        self.strategy.canonical(game, pos)
    }
}

/// What the rules alone say of the score at a root for the side to move: the greatest `n` for which
/// `score>=n` is decided, and the least for which `score<=n` is.
pub fn decided_bounds(game: &OpenGame, root: &Pos, mover: quod_game::Player) -> [Option<i32>; 2] {
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
