//! Restricted trees: the attacker is given few moves at times.
//!
//! A mate found with few moves is a mate. That there is none by these moves says nothing of others. So stages take
//! turns: all moves; the few that leave the fewest replies; some more; all moves again, with four times the nodes,
//! and so on. A short mate is found before the first restricted stage begins. Long mates in which the attacker has
//! to choose among few moves are found by the restricted stages alone.

/// The stages of a round: the most moves of the attacker's, if there is such a number, and nodes in units.
const ROUND: [(Option<u8>, u64); 3] = [(None, 1), (Some(5), 1), (Some(12), 2)];
/// The nodes of a unit.
pub(super) const UNIT: u64 = 1_000_000;
/// How much longer a round is than the last.
const GROWTH: u64 = 4;

/// Where the stages stand.
#[derive(Clone, Copy, Debug)]
pub struct Stages {
    at: usize,
    /// The nodes of a unit in this round.
    unit: u64,
    /// Stages in which there is no mate.
    refuted: [bool; ROUND.len()],
    /// The nodes at which this stage ends.
    pub end: u64,
}

impl Stages {
    /// The stages of a question, begun at so many nodes; a unit of the first round has `unit`.
    pub fn new(unit: u64, nodes: u64) -> Stages {
        let end = nodes.saturating_add(unit * ROUND[0].1);
        Stages { at: 0, unit, refuted: [false; ROUND.len()], end }
    }

    /// One stage of all moves that never ends.
    pub fn all() -> Stages {
        Stages { at: 0, unit: 0, refuted: [false; ROUND.len()], end: u64::MAX }
    }

    /// Goes on to the next stage; with `refuted` there is no mate by the moves of this.
    pub fn next(&mut self, refuted: bool, nodes: u64) {
        self.refuted[self.at] |= refuted;
        loop {
            self.at += 1;
            if self.at == ROUND.len() {
                (self.at, self.unit) = (0, self.unit.saturating_mul(GROWTH));
            }
            if self.at == 0 || !self.refuted[self.at] {
                break;
            }
        }
        self.end = nodes.saturating_add(ROUND[self.at].1.saturating_mul(self.unit));
    }

    /// The most moves of the attacker's in this stage; `None` for all.
    pub fn width(&self) -> Option<usize> {
        ROUND[self.at].0.map(usize::from)
    }

    /// The stage's mark in the table: 0 for all moves.
    pub fn mark(&self) -> u8 {
        ROUND[self.at].0.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_take_turns_and_a_refuted_one_is_left_out() {
        let mut stages = Stages::new(10, 0);
        let mut seen = Vec::new();
        for round in 0..6 {
            seen.push((stages.mark(), stages.end));
            let end = stages.end;
            stages.next(round == 1, end);
        }
        assert_eq!(seen, [(0, 10), (5, 20), (12, 40), (0, 80), (12, 160), (0, 320)]);
    }
}
