//! The second pass over a solved threat search: one move for the prover, threat sequences against the
//! opponent's replies.
//!
//! The search kept nodes and numbers, no evidence. So the sequences against the replies are searched
//! for again where the certificate needs them, 4,000 positions of 50,000. Of all sequences that
//! turn up, a few that together refute all replies are chosen greedily, the most useful first: that
//! halves what the certificate spends on evidence.

use crate::qubic::{Board, Sequence, canonical};
use quod_cert::Evidence;
use quod_game::Move;
use quod_rules::Qubic;
use quod_search::pn::{PnSearch, Solution};

use super::space::{State, ThreatSpace};
use super::{ThreatProver, position, sides};
use quod_engine::{OpenGame, Pos, Refutations, SolveError, Step, Strategy, Task};

/// The strategy of a proved search; what it does not hold is searched for again.
pub(super) struct ThreatStrategy<'p> {
    pub(super) prover: &'p mut ThreatProver,
    pub(super) solution: Option<Solution>,
    pub(super) others: Vec<(PnSearch<ThreatSpace>, Solution)>,
}

/// The move of a solution in a state, through nodes of withheld moves.
fn known(search: &PnSearch<ThreatSpace>, solution: &Solution, state: State) -> Option<Move> {
    let mut state = state;
    loop {
        let (mv, next) = solution.get(search, &state)?.best?;
        if next.withheld() == 0 {
            return Some(mv);
        }
        state = next;
    }
}

fn line_threats(sequence: &Sequence) -> Evidence {
    Evidence::LineThreats(sequence.moves().iter().map(|&cube| cube.into()).collect())
}

impl ThreatStrategy<'_> {
    fn board(&self, pos: &Pos) -> Board {
        let (prover, opponent) = sides(pos.of::<Qubic>(), self.prover.task.claim.prover());
        Board::new(prover, opponent)
    }

    fn known(&self, state: State) -> Option<Move> {
        let main = self.solution.as_ref().map(|solution| (&self.prover.search, solution));
        let others = self.others.iter().map(|(search, solution)| (search, solution));
        main.into_iter().chain(others).find_map(|(search, solution)| known(search, solution, state))
    }

    /// Solves a position that the search keeps nothing about.
    fn search_again(&mut self, pos: &Pos) -> Result<(), SolveError> {
        let prover = &mut *self.prover;
        let task = Task { root: pos.clone(), ..prover.task.clone() };
        let mut again = ThreatProver::new(&prover.game, &task);
        again.search.step(u64::MAX, &mut ());
        prover.again = prover.again + again.search.effort();
        let solution = again.search.solution().filter(Solution::is_proof).ok_or_else(|| {
            SolveError::Strategy("a position could not be solved again".to_string())
        })?;
        self.others.push((again.search, solution));
        Ok(())
    }
}

impl Strategy for ThreatStrategy<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let board = self.board(pos);
        if let Some(sequence) = self.prover.search.space_mut().analyst.threats(&board) {
            return Ok(Step::Evidence(line_threats(&sequence)));
        }
        let state = State::of((board.attacker, board.defender));
        if self.known(state).is_none() {
            self.search_again(pos)?;
        }
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        self.known(state).map(Step::Move).ok_or_else(unknown)
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let board = self.board(pos);
        let analyst = &mut self.prover.search.space_mut().analyst;
        let sequences = match board.attacker_wins() {
            // One cube fills a line: it refutes every reply but the block.
            0 => analyst.replies(&board).sequences,
            _ => analyst.threats(&board).into_iter().collect(),
        };
        let mut refuted: Vec<Vec<bool>> = Vec::with_capacity(sequences.len());
        for sequence in &sequences {
            let against =
                |(mv, _): &(Move, Pos)| analyst.refutes(sequence, &board.with_defence(mv.0));
            refuted.push(replies.iter().map(against).collect());
        }
        let (chosen, by) = cover(&refuted, replies.len());
        let items = chosen.iter().map(|&at| line_threats(&sequences[at])).collect();
        Ok(Refutations { items, by })
    }

    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        let side = self.prover.search.space().prover();
        let (prover, opponent) = sides(pos.of::<Qubic>(), side);
        let (form, map) = canonical(prover, opponent);
        (Pos::new(position(form, side)), map)
    }
}

/// Rows that together have every column that any row has, the most useful first, and for each column
/// which of them to take.
fn cover(rows: &[Vec<bool>], columns: usize) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut chosen = Vec::new();
    let mut by = vec![None; columns];
    loop {
        let gain = |at: &usize| (0..columns).filter(|&c| by[c].is_none() && rows[*at][c]).count();
        let best = (0..rows.len()).max_by_key(|at| (gain(at), usize::MAX - at));
        let Some(best) = best.filter(|at| gain(at) > 0) else { return (chosen, by) };
        for column in 0..columns {
            if by[column].is_none() && rows[best][column] {
                by[column] = Some(chosen.len());
            }
        }
        chosen.push(best);
    }
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn cover_takes_the_most_useful_row_first_and_leaves_what_no_row_has() {
        let rows = [vec![true, false, false, false], vec![true, true, false, false]];
        assert_eq!(cover(&rows, 4), (vec![1], vec![Some(0), Some(0), None, None]));
        let rows = [vec![true, true, false], vec![false, false, true]];
        assert_eq!(cover(&rows, 3), (vec![0, 1], vec![Some(0), Some(0), Some(1)]));
    }
}
