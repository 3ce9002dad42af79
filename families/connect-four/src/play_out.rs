//! Plays positional strategies out as the checker does: against every reply, until the claim is settled.
//!
//! Positions gone through are remembered for the list under test, also from one reply to the next where
//! an item of a certificate serves several ([`PlayOut::serves`]). Each play-out notes which instructions
//! gave a move, and whether any other would have done where `win` did: what is left out by that goes the
//! same way, so it needs no second play-out.

use super::board::Geometry;
use super::lists::{Goal, Instruction, Stones, cells, settled, settling};

/// Positions gone through in a play-out, in a table that forgets where it has no room.
pub(crate) struct Seen {
    /// Key, stamp of the play-out, and how much failed below.
    entries: Vec<(u64, u32, f32)>,
    stamp: u32,
}

/// What is known of a position in a play-out.
pub(crate) enum Sight {
    /// It is new; its place.
    New(usize),
    /// It has been gone through, and so much failed.
    Known(f32),
    /// There is no room for it.
    NoRoom,
}

impl Seen {
    const ENTRIES: usize = 1 << 16;

    /// None.
    pub(crate) fn new() -> Seen {
        Seen { entries: vec![(0, 0, 0.0); Self::ENTRIES], stamp: 1 }
    }

    /// Forgets all of them.
    pub(crate) fn forget(&mut self) {
        match self.stamp.checked_add(1) {
            Some(stamp) => self.stamp = stamp,
            None => *self = Seen::new(),
        }
    }

    /// Remembers the position; whether it is new.
    #[inline(always)]
    pub(crate) fn enter(&mut self, geo: impl Geometry, s: Stones) -> bool {
        !matches!(self.look(geo, s), Sight::Known(_))
    }

    /// Remembers the position, as if nothing failed below.
    #[inline(always)]
    pub(crate) fn look(&mut self, geo: impl Geometry, s: Stones) -> Sight {
        let key = s.own.wrapping_add(s.all()).wrapping_add(geo.bottom());
        let first = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize;
        for at in first..first + 8 {
            let at = at & (Self::ENTRIES - 1);
            let entry = &mut self.entries[at];
            if entry.1 != self.stamp {
                *entry = (key, self.stamp, 0.0);
                return Sight::New(at);
            }
            if entry.0 == key {
                return Sight::Known(entry.2);
            }
        }
        Sight::NoRoom
    }

    /// Notes how much failed below a position, by its place.
    pub(crate) fn note(&mut self, at: usize, failed: f32) {
        self.entries[at].2 = failed;
    }
}

/// Plays lists out, as the checker does. Remembers the positions it has gone through in the list under test.
pub struct PlayOut<G> {
    /// The board.
    pub geo: G,
    seen: Seen,
    /// Moves of either side in the current play-out.
    pub moves: u64,
    cap: u64,
    /// All moves ever.
    pub total: u64,
    /// The instructions that gave a move, a bit each.
    used: u64,
    /// Those that would have settled the claim where `win` did.
    instead: u64,
    /// Somewhere no other instruction would have done what `win` did.
    win_needed: bool,
}

impl<G: Geometry> PlayOut<G> {
    /// One that has gone through nothing.
    pub fn new(geo: G) -> Self {
        let (moves, cap, total) = (0, 0, 0);
        PlayOut {
            geo,
            seen: Seen::new(),
            moves,
            cap,
            total,
            used: 0,
            instead: 0,
            win_needed: false,
        }
    }

    /// Forgets the positions gone through: another list, or another start.
    pub fn begin(&mut self, cap: u64) {
        self.seen.forget();
        self.total += self.moves;
        self.moves = 0;
        self.cap = cap;
        (self.used, self.instead, self.win_needed) = (0, 0, false);
    }

    /// Whether the list shows the position (opponent to move) in so many moves.
    pub fn shows(&mut self, s: Stones, list: &[Instruction], goal: Goal, cap: u64) -> bool {
        self.begin(cap);
        self.opponents(s, list, goal)
    }

    /// The list without the instructions that gave no move in the last play-out, which therefore
    /// goes the same way without them.
    pub fn trimmed(&self, list: &[Instruction]) -> Vec<Instruction> {
        if list.len() > 64 {
            return list.to_vec();
        }
        let used = |at: usize| at == 0 || self.used >> at & 1 == 1;
        (0..list.len()).filter(|&at| used(at)).map(|at| list[at]).collect()
    }

    /// The same without `win`, where the rest settles the claim in the same places: for `win` the
    /// checker tries every move in every position. (Where the prover could win, `block` blocks or not: such a list keeps it.)
    pub fn spared(&self, list: &[Instruction]) -> Vec<Instruction> {
        let needed = self.win_needed || list.contains(&Instruction::Block);
        if list.len() > 64 || list[0] != Instruction::Win || needed {
            return self.trimmed(list);
        }
        let used = self.used | self.instead;
        (1..list.len()).filter(|&at| used >> at & 1 == 1).map(|at| list[at]).collect()
    }

    /// Goes on after a success with another position and the same list: what was gone through holds
    /// there too, and the moves and the instructions used add up. A failure leaves no trace.
    pub fn serves(&mut self, s: Stones, last: u64, list: &[Instruction], goal: Goal) -> bool {
        self.attempt(|out| out.provers(s, last, list, goal))
    }

    /// The same with the opponent to move.
    pub fn goes_on(&mut self, s: Stones, list: &[Instruction], goal: Goal) -> bool {
        self.attempt(|out| out.opponents(s, list, goal))
    }

    fn attempt(&mut self, play: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = (self.moves, self.used, self.instead, self.win_needed);
        let holds = play(self);
        if !holds {
            // The positions entered on the way do not hold.
            self.seen.forget();
            self.total += self.moves - before.0;
            (self.moves, self.used, self.instead, self.win_needed) = before;
        }
        holds
    }

    /// The opponent is to move, neither side has a four.
    ///
    /// Only an opponent's stone can take the last line from a player, and only the one that the
    /// goal speaks of comes too late: of what [`settled`] asks, either side's move changes one half.
    pub fn opponents(&mut self, s: Stones, list: &[Instruction], goal: Goal) -> bool {
        match goal {
            Goal::WinsBy(last) if s.own.count_ones() >= last => return false,
            Goal::HoldsUntil(_) if settled(self.geo, s, goal) == Some(true) => return true,
            _ => {}
        }
        let all = s.all();
        let play = self.geo.playable(all);
        if play == 0 {
            return matches!(goal, Goal::HoldsUntil(_));
        }
        if self.geo.winning_cells(s.opp, all) & play != 0 {
            return false;
        }
        if !self.seen.enter(self.geo, s) {
            return true;
        }
        for reply in cells(play) {
            self.moves += 1;
            if self.moves > self.cap || !self.provers(s.reply(reply), reply, list, goal) {
                return false;
            }
        }
        true
    }

    /// The prover is to move, neither side has a four.
    pub fn provers(&mut self, s: Stones, last: u64, list: &[Instruction], goal: Goal) -> bool {
        match goal {
            Goal::WinsBy(_) if settled(self.geo, s, goal) == Some(false) => return false,
            Goal::HoldsUntil(first) if s.opp.count_ones() + 1 >= first => return true,
            _ => {}
        }
        let all = s.all();
        let play = self.geo.playable(all);
        if play == 0 {
            return matches!(goal, Goal::HoldsUntil(_));
        }
        let (mut mv, mut wins, mut given) = (0, 0, 0);
        for (at, instruction) in list.iter().enumerate() {
            if *instruction == Instruction::Win {
                wins = settling(self.geo, s, goal);
                if wins != 0 {
                    self.used |= 1 << (at & 63);
                }
            }
            mv = instruction.gives(self.geo, s, play, last);
            if mv != 0 {
                given = 1 << (at & 63);
                break;
            }
        }
        if wins != 0 {
            self.moves += 1;
            match mv & wins {
                0 => self.win_needed = true,
                _ => self.instead |= given,
            }
            return true;
        }
        self.used |= given;
        if mv == 0 {
            return false;
        }
        self.moves += 1;
        let next = s.answer(mv);
        if self.geo.winning_cells(s.own, all) & mv != 0 {
            return true;
        }
        self.opponents(next, list, goal)
    }
}
