//! In how many moves at the soonest, asked from both sides.
//!
//! Whether there is a mate within one move, two, three and so on can be asked number by number, but each answer "no"
//! takes about ten times the nodes of the last. A mate within many moves is often found long before a shorter mate is
//! ruled out. So the search takes turns. From below it rules out one move more. From above it looks for any mate
//! within [`REACH`] moves, and then for one shorter than the shortest so far. Both use one table, where a win within so
//! many moves serves every larger number, and each turn is twice as long as the last of its kind.

use crate::stages::{Stages, UNIT};
use crate::{FOREVER, Found, MateGame, MateSearch};

/// The moves within which any mate is looked for at first. Of 8 to 50 moves 16 found the most of a hundred mates of up to
/// 20 moves in a second; what the table knows of one number is lost with another, so the number does not grow soon.
const REACH: u16 = 16;
/// Nodes of the first turn.
const TURN: u64 = 1 << 14;
/// Nodes of a turn from which on any mate is looked for within twice as many moves each time.
const LONG: u64 = 1 << 22;

/// What is known of the number, and where the search for it stands.
#[derive(Debug)]
pub struct Narrowing<B> {
    board: B,
    /// Moves after which it gives up.
    most: u16,
    not_within: u16,
    within: Option<u16>,
    reach: u16,
    /// Whether a win in any number of moves is what is looked for at first.
    any_number: bool,
    /// Whether there is none.
    never: bool,
    from_above: bool,
    /// The stages of the question from above.
    stages: Stages,
    /// Nodes of this turn.
    turn: u64,
    /// The question at work and the nodes at which its turn ends.
    asked: Option<(u16, u64)>,
}

impl<B: Clone> Narrowing<B> {
    /// Of a position, up to so many moves. Nothing is known yet.
    pub fn new(board: B, most: u16) -> Narrowing<B> {
        Narrowing {
            board,
            most,
            not_within: 0,
            within: None,
            reach: REACH,
            any_number: false,
            never: false,
            from_above: false,
            stages: Stages::new(UNIT, 0),
            turn: TURN,
            asked: None,
        }
    }

    /// The same, but from above a win in any number of moves is looked for first.
    #[must_use]
    pub fn of_any_number(self, any_number: bool) -> Narrowing<B> {
        Narrowing { any_number, ..self }
    }

    /// The same with so many nodes in the first turn.
    #[must_use]
    pub fn in_turns(self, turn: u64) -> Narrowing<B> {
        Narrowing { turn: turn.max(1), ..self }
    }

    /// The fewest moves within which the attacker is known to win.
    pub fn within(&self) -> Option<u16> {
        self.within
    }

    /// The most moves within which it is known not to win.
    pub fn not_within(&self) -> u16 {
        self.not_within
    }

    /// Whether the attacker is known not to win in any number of moves.
    pub fn never(&self) -> bool {
        self.never
    }

    /// The number, once it is known.
    pub fn soonest(&self) -> Option<u16> {
        self.within.filter(|&it| it <= self.not_within + 1)
    }

    /// Searches on until so many more nodes were looked at: `Won` once the number is known, `NotWon` if it is above
    /// the most moves.
    pub fn step<L: MateGame<Board = B>>(
        &mut self,
        search: &mut MateSearch<L>,
        nodes: u64,
    ) -> Found {
        let end = search.nodes().saturating_add(nodes);
        loop {
            if self.soonest().is_some() {
                return Found::Won;
            }
            if self.never || (self.not_within >= self.most && !self.any_number) {
                return Found::NotWon;
            }
            if search.nodes() >= end {
                return Found::Nothing;
            }
            let (left, turn_ends) = *self.asked.get_or_insert_with(|| {
                let (left, stages) = match (self.from_above, self.within) {
                    (false, _) => (self.not_within + 1, Stages::all()),
                    (true, Some(within)) => (within - 1, self.stages),
                    (true, None) if self.any_number => (FOREVER, Stages::all()),
                    (true, None) => {
                        (self.reach.max(2 * self.not_within).min(self.most), self.stages)
                    }
                };
                search.ask_in(self.board.clone(), left, stages);
                (left, search.nodes().saturating_add(self.turn))
            });
            match search.step(end.min(turn_ends).saturating_sub(search.nodes())) {
                Found::Won => {
                    let within = search.within();
                    self.within = Some(self.within.map_or(within, |it| it.min(within)));
                    self.asked_anew(search);
                }
                // (Of moves that are left out nothing is known, so neither is the number.)
                Found::NotWonSo => return Found::NotWonSo,
                Found::NotWon if left == FOREVER => self.never = true,
                Found::NotWon => {
                    self.not_within = self.not_within.max(left);
                    self.asked_anew(search);
                }
                Found::Nothing if search.nodes() >= turn_ends => self.change_sides(search),
                Found::Nothing => {}
            }
        }
    }

    /// After an answer: another number is asked from the same side.
    fn asked_anew<L: MateGame<Board = B>>(&mut self, search: &MateSearch<L>) {
        self.asked = None;
        if self.from_above {
            self.stages = Stages::new(UNIT, search.nodes());
        }
        // Where there is no win at all, each number may be ruled out at once, and there are thousands of them.
        self.from_above |= self.any_number && self.within.is_none();
    }

    /// After a turn: the other side, and from below anew with twice the nodes.
    fn change_sides<L: MateGame<Board = B>>(&mut self, search: &mut MateSearch<L>) {
        search.close();
        self.asked = None;
        if self.from_above {
            self.stages = search.stages();
            self.turn = self.turn.saturating_mul(2);
            if self.within.is_none() && !self.any_number && self.turn > LONG {
                self.reach = self.reach.saturating_mul(2).min(self.most);
                self.stages = Stages::new(UNIT, search.nodes());
            }
        }
        self.from_above = !self.from_above;
    }
}
