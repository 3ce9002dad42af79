//! What moves are worth, each by itself: `go searchmoves`, and several lines by the option `MultiPV`.
//!
//! A search of the position says what its best move is worth and nothing of the others. So each move is asked
//! about in the position after it: whether the side that played it wins from there, or the other one, each within so
//! many moves. These are claims with certificates of their own. Moves of which nothing is proved are ordered by the
//! player's estimates of the positions after them.
//!
//! A move that ends the game, or after which replies without a choice end it, is worth what the rules say.

use std::cmp::Reverse;
use std::time::Instant;

use quod_engine::{Chosen, Control, Limits, Means, PlayParts, Pos, SolveError, Source};
use quod_game::Move;

use super::hunt::{CERTAIN, FIRST, GROWS, Hunt, NODES, Proved, Settled};

/// Bytes of the player's table; it begins anew for every move and every depth.
const TABLE: u64 = 4 << 20;
/// Replies without a choice that are played out before a position is estimated.
const MOST_FORCED: usize = 40;
/// The greatest depth of estimates.
const DEEPEST: u32 = 64;

/// What a move is worth to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// It wins within so many moves, this one included.
    Mate(u32),
    /// The other side wins within so many of its own.
    Mated(u32),
    /// Hundredths of a pawn.
    Estimate(i32),
    Unknown,
}

impl Worth {
    /// The greater, the better.
    fn rank(self) -> (u8, Reverse<u32>, i64) {
        match self {
            Worth::Mate(moves) => (3, Reverse(moves), 0),
            Worth::Estimate(score) => (2, Reverse(0), score.into()),
            Worth::Unknown => (1, Reverse(0), 0),
            Worth::Mated(moves) => (0, Reverse(0), moves.into()),
        }
    }

    /// As the protocol writes it.
    fn score(self) -> Option<String> {
        match self {
            Worth::Mate(moves) => Some(format!("mate {moves}")),
            Worth::Mated(moves) => Some(format!("mate -{moves}")),
            Worth::Estimate(score) => Some(format!("cp {}", score.clamp(-CERTAIN, CERTAIN))),
            Worth::Unknown => None,
        }
    }

    fn is_proved(self) -> bool {
        matches!(self, Worth::Mate(_) | Worth::Mated(_))
    }
}

/// A move that is searched.
struct Candidate {
    /// The position after it.
    after: Pos,
    worth: Worth,
    /// The move and what follows.
    line: Vec<Move>,
    depth: u32,
    /// The most moves within which the side that plays it, and the other, were seen not to win.
    refuted: [u32; 2],
    /// Whether nothing about it is left to find.
    decided: bool,
    proof: Option<Proved>,
}

impl Candidate {
    /// In how many moves which side wins.
    fn win(&self) -> Option<(usize, u32)> {
        match self.worth {
            Worth::Mate(moves) => Some((0, moves)),
            Worth::Mated(moves) => Some((1, moves)),
            _ => None,
        }
    }

    /// Whether a win within so many moves of a side, 0 for the one that plays the move, is worth a question.
    fn is_open(&self, side: usize, moves: u32) -> bool {
        !self.decided && self.win().is_none() && self.refuted[side] < moves
    }
}

impl Hunt<'_, '_> {
    /// The best of these moves; each is asked about by itself, and the best are told, as many as the user wants.
    pub fn best_of(
        &mut self,
        moves: &[Move],
        end: Option<Instant>,
    ) -> Result<Option<Move>, SolveError> {
        self.deadline = end;
        let mut all: Vec<Candidate> = moves.iter().map(|mv| self.candidate(*mv)).collect();
        match self.go.mate {
            Some(moves) => self.ask_each(&mut all, moves)?,
            None => {
                let (moves, most) = self.share(end);
                self.climb_each(&mut all, moves, most)?;
            }
        }
        self.deadline = end;
        self.estimate_each(&mut all)?;
        sort(&mut all);
        let told = self.told_lines(&all);
        for it in &mut all[..told] {
            self.shorten_line(it)?;
        }
        sort(&mut all);
        self.tell_lines(&all);
        for (at, it) in all[..told].iter().enumerate() {
            self.tell_proof(at, it);
        }
        if let Some(proof) = all.first().and_then(|it| it.proof.as_ref()) {
            self.keep(proof);
        }
        Ok(all.first().and_then(|it| it.line.first().copied()))
    }

    fn candidate(&self, mv: Move) -> Candidate {
        let rules = self.table.game().rules();
        let mover = rules.mover_at(self.table.here());
        let after = rules.play(self.table.here(), mv);
        let worth = rules.outcome(&after).map(|end| match end.winner {
            None => Worth::Estimate(0),
            Some(winner) if winner == mover => Worth::Mate(1),
            // It wins without a move of its own; the protocol counts from one.
            Some(_) => Worth::Mated(1),
        });
        Candidate {
            after,
            worth: worth.unwrap_or(Worth::Unknown),
            line: vec![mv],
            depth: 1,
            refuted: [0; 2],
            decided: worth.is_some(),
            proof: None,
        }
    }

    /// How many lines are told.
    fn told_lines(&self, all: &[Candidate]) -> usize {
        self.options.lines.min(all.len())
    }

    /// Asks of one move whether a side wins within so many moves.
    fn settle_one(
        &mut self,
        it: &mut Candidate,
        side: usize,
        moves: u32,
        nodes: u64,
    ) -> Result<(), SolveError> {
        // After the move it is the other side's turn, and of the winner's moves one is gone.
        let (left, mated) = if side == 0 { (moves - 1, true) } else { (moves, false) };
        match self.settle(&it.after, left, mated, nodes)? {
            Settled::Open => {}
            Settled::Refuted => it.refuted[side] = it.refuted[side].max(moves),
            Settled::Proved(proof) => {
                it.worth = if side == 0 { Worth::Mate(moves) } else { Worth::Mated(moves) };
                it.line.truncate(1);
                it.line.extend(&proof.line);
                it.depth = 2 * moves - u32::from(side == 0);
                it.proof = Some(proof);
            }
        }
        Ok(())
    }

    /// Whether as many moves were proved to win as are told.
    fn has_enough(&self, all: &[Candidate]) -> bool {
        let won = all.iter().filter(|it| matches!(it.worth, Worth::Mate(_))).count();
        won >= self.told_lines(all)
    }

    /// One more move each time, for both sides after every move, with few nodes for each and no more than so many
    /// together.
    fn climb_each(
        &mut self,
        all: &mut [Candidate],
        moves: u32,
        most: u64,
    ) -> Result<(), SolveError> {
        let end = self.nodes.saturating_add(most);
        for n in 1..=moves {
            for side in 0..2 {
                for it in &mut *all {
                    let left = end.saturating_sub(self.nodes);
                    if left == 0 || self.over() {
                        return Ok(());
                    }
                    if it.is_open(side, n) && it.refuted[side] == n - 1 {
                        self.settle_one(it, side, n, FIRST.min(left))?;
                    }
                }
                if self.has_enough(all) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// A win within so many moves, of either side after every move; short ones first, then the number that was
    /// asked for
    /// with more and more nodes.
    fn ask_each(&mut self, all: &mut [Candidate], moves: u32) -> Result<(), SolveError> {
        self.climb_each(all, moves, u64::MAX)?;
        let mut nodes = GROWS * FIRST;
        while !self.has_enough(all) && self.left() > 0 && !self.over() {
            let mut open = false;
            for it in &mut *all {
                for side in 0..2 {
                    if it.is_open(side, moves) {
                        open = true;
                        self.settle_one(it, side, moves, nodes)?;
                    }
                }
            }
            if !open {
                break;
            }
            nodes = nodes.saturating_mul(GROWS);
        }
        let none = |it: &Candidate| {
            it.win().is_none() && (it.decided || it.refuted.iter().all(|it| *it >= moves))
        };
        if all.iter().all(none) {
            let these = if self.go.search_moves.is_some() { " by these moves" } else { "" };
            self.talk.tell(&format!("proved: no mate in {moves}{these}, for neither side"));
        }
        Ok(())
    }

    /// Tries for fewer moves, with about as many nodes for each try as the proof took.
    fn shorten_line(&mut self, it: &mut Candidate) -> Result<(), SolveError> {
        while let (Some((side, moves)), Some(proof)) = (it.win(), &it.proof) {
            if moves - 1 <= it.refuted[side] {
                break;
            }
            let nodes = (2 * proof.nodes).max(FIRST);
            self.settle_one(it, side, moves - 1, nodes)?;
            if it.win() == Some((side, moves)) {
                break;
            }
        }
        Ok(())
    }

    /// Estimates the positions after the moves of which nothing is proved, deeper each time.
    fn estimate_each(&mut self, all: &mut [Candidate]) -> Result<(), SolveError> {
        let open = all.iter().filter(|it| !it.worth.is_proved() && !it.decided).count() as u64;
        if open == 0 || self.has_enough(all) {
            return Ok(());
        }
        self.talk.tell("not all is proved: score cp is the general player's, an estimate");
        let exact = PlayParts { exact: false, ..PlayParts::default() };
        let memory = self.options.memory.min(TABLE);
        let means = Means { parts: exact, ..Means::of_memory(memory) };
        let mut player = self.table.game().player(&means)?;
        let bounded = self.deadline.is_some() || self.go.infinite || self.go.depth.is_some();
        let most = match self.go.nodes {
            Some(_) => self.left().max(open),
            None if bounded => u64::MAX,
            None => NODES[usize::from(self.go.mate.is_some())].max(open),
        };
        let end = self.nodes.saturating_add(most);
        let earlier: Vec<Pos> =
            self.table.earlier().iter().chain([self.table.here()]).cloned().collect();
        // The move itself is the first ply.
        let deepest = self.go.depth.map_or(DEEPEST, |it| it.saturating_sub(1).clamp(1, DEEPEST));
        for depth in 1..=deepest {
            let mut left = open;
            for it in all.iter_mut().filter(|it| !it.worth.is_proved() && !it.decided) {
                // At least each of them is looked at.
                let nodes = (end.saturating_sub(self.nodes) / left).max(1);
                left -= 1;
                if depth > 1 && self.over() {
                    break;
                }
                let limits = Limits { nodes: Some(nodes), depth: Some(depth) };
                self.estimate(it, &mut *player, &earlier, limits)?;
            }
            sort(all);
            self.tell_lines(all);
            let decided = all.iter().all(|it| it.worth.is_proved() || it.decided);
            if decided || self.over() || self.nodes >= end {
                break;
            }
        }
        Ok(())
    }

    /// Estimates the position after a move.
    fn estimate(
        &mut self,
        it: &mut Candidate,
        player: &mut dyn quod_engine::Player,
        earlier: &[Pos],
        limits: Limits,
    ) -> Result<(), SolveError> {
        let rules = self.table.game().rules();
        let mover = rules.mover_at(self.table.here());
        let mut line = vec![it.line[0]];
        let mut pos = it.after.clone();
        // A player does not look at what has no choice.
        while let ([mv], true) = (rules.legal_moves(&pos).as_slice(), line.len() < MOST_FORCED) {
            pos = rules.play(&pos, *mv);
            line.push(*mv);
            if let Some(end) = rules.outcome(&pos) {
                let won = |winner| if winner == mover { CERTAIN } else { -CERTAIN };
                it.worth = Worth::Estimate(end.winner.map_or(0, won));
                (it.line, it.decided) = (line, true);
                it.depth = it.line.len() as u32;
                return Ok(());
            }
        }
        let mut ear = Ear { hunt: self };
        let chosen = player.choose(&pos, earlier, limits, &mut ear)?;
        let Some(chosen) = chosen else { return Ok(()) };
        self.nodes += chosen.nodes;
        let depth = chosen.depth + 1;
        // What was cut short before its first depth says nothing, and a smaller depth than before no more.
        let deep_enough = it.worth == Worth::Unknown || depth >= it.depth;
        if chosen.source == Source::Guess || !deep_enough {
            return Ok(());
        }
        let theirs = rules.to_move(&pos) != mover;
        it.worth = Worth::Estimate(if theirs { -chosen.score } else { chosen.score });
        line.push(chosen.mv);
        (it.line, it.depth) = (line, depth);
        Ok(())
    }

    /// Tells the best lines, which come first. All have one depth, since programs put together what has: that of the
    /// deepest look at any move.
    fn tell_lines(&mut self, all: &[Candidate]) {
        let effort = self.effort(0);
        let depth = all.iter().map(|it| it.depth).max().unwrap_or(0);
        for (at, it) in all.iter().take(self.told_lines(all)).enumerate() {
            let Some(score) = it.worth.score() else { continue };
            let pv = self.table.write_line(&it.line, self.options.chess960);
            let number = at + 1;
            self.talk.say(&format!(
                "info depth {depth} multipv {number} {effort} score {score} pv {pv}"
            ));
        }
    }

    /// Says how much of a line's score is proved.
    fn tell_proof(&mut self, at: usize, it: &Candidate) {
        let (Some((side, moves)), Some(score)) = (it.win(), it.worth.score()) else { return };
        let line =
            if self.options.lines > 1 { format!("line {}, ", at + 1) } else { String::new() };
        let shortest = it.decided || moves - 1 <= it.refuted[side];
        let how = if shortest { "and none is shorter" } else { "a shorter one may exist" };
        self.talk.tell(&format!("{line}proved, {how}: {score}"));
    }
}

/// The best first; of equal ones that which was first before.
fn sort(all: &mut [Candidate]) {
    all.sort_by_key(|it| Reverse(it.worth.rank()));
}

/// A control that hears what comes and tells nothing.
struct Ear<'h, 't, 'o> {
    hunt: &'h mut Hunt<'t, 'o>,
}

impl Control for Ear<'_, '_, '_> {
    fn stop(&mut self) -> bool {
        self.hunt.over()
    }

    fn found(&mut self, _chosen: &Chosen) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_come_first_and_losses_last() {
        let mut all = [
            Worth::Mated(1),
            Worth::Estimate(-900),
            Worth::Mate(3),
            Worth::Unknown,
            Worth::Mated(4),
            Worth::Mate(1),
            Worth::Estimate(20),
        ];
        all.sort_by_key(|it| Reverse(it.rank()));
        let scores: Vec<String> = all.iter().filter_map(|it| it.score()).collect();
        assert_eq!(scores, ["mate 1", "mate 3", "cp 20", "cp -900", "mate -4", "mate -1"]);
    }
}
