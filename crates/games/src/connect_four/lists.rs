//! Positional strategies as evidence: lists of rules of thumb, found and played out.
//!
//! A certificate's positional strategy is a list of instructions; wherever the prover is to move he
//! follows the first that gives a legal move. The static evaluator's plans are such lists: *win*, then
//! the pairs, then *above*. This file turns plans into lists, looks for longer ones, and plays every
//! list out against all replies before it is handed on: nothing rests on the evaluator's theorems.

use super::board::Geo;
use super::evaluate::{Achieved, Evaluator, FollowUp};

/// One rule of thumb; cells are single bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// A move that settles the claim.
    Win,
    /// The cell above the opponent's last.
    Above,
    /// This cell.
    Play(u64),
    /// If the opponent took the first cell, the second.
    Reply(u64, u64),
    /// If the opponent took one of the cells, the other.
    Pair(u64, u64),
    /// Any cell, the lowest code first.
    Any,
}

/// What the prover claims, with the latest or earliest stone that it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// He wins with his stone of this number, counted from the beginning of the game, or before.
    WinsBy(u32),
    /// The opponent does not win with a stone of his before this number.
    HoldsUntil(u32),
}

/// The stones, seen from the prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The prover's.
    pub own: u64,
    /// The opponent's.
    pub opp: u64,
}

impl Stones {
    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> u64 {
        self.own | self.opp
    }
    /// After the opponent's move.
    #[inline(always)]
    pub fn reply(&self, cell: u64) -> Stones {
        Stones { own: self.own, opp: self.opp | cell }
    }
    /// After the prover's move.
    #[inline(always)]
    pub fn answer(&self, cell: u64) -> Stones {
        Stones { own: self.own | cell, opp: self.opp }
    }
}

/// The bits of a set, lowest first.
#[inline(always)]
pub fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set & set.wrapping_neg();
        set ^= cell;
        Some(cell)
    })
}

/// Whether the claim is settled in a position without a four.
#[inline(always)]
pub fn settled<const W: usize, const H: usize>(s: Stones, goal: Goal) -> Option<bool> {
    let empty = Geo::<W, H>::BOARD & !s.all();
    match goal {
        Goal::WinsBy(last) => {
            let late = s.own.count_ones() >= last;
            (late || !Geo::<W, H>::has_four(s.own | empty)).then_some(false)
        }
        Goal::HoldsUntil(first) => {
            let late = s.opp.count_ones() + 1 >= first;
            (late || !Geo::<W, H>::has_four(s.opp | empty)).then_some(true)
        }
    }
}

/// The prover's moves that settle the claim at once.
#[inline(always)]
pub fn settling<const W: usize, const H: usize>(s: Stones, goal: Goal) -> u64 {
    let play = Geo::<W, H>::playable(s.all());
    let mut out = Geo::<W, H>::winning_cells(s.own, s.all()) & play;
    if matches!(goal, Goal::HoldsUntil(_)) && out == 0 {
        for cell in cells(play) {
            if settled::<W, H>(s.answer(cell), goal) == Some(true) {
                out |= cell;
            }
        }
    }
    out
}

/// The prover's moves that do not lose at once, by bit tests.
pub fn sensible<const W: usize, const H: usize>(s: Stones) -> u64 {
    let all = s.all();
    let play = Geo::<W, H>::playable(all);
    let his = Geo::<W, H>::winning_cells(s.opp, all);
    let forced = his & play;
    match forced.count_ones() {
        0 => play & !(his >> 1),
        1 => forced & !(his >> 1),
        _ => 0,
    }
}

/// The list for the mirror image of the board.
pub fn mirrored_list<const W: usize, const H: usize>(list: &[Instruction]) -> Vec<Instruction> {
    let m = Geo::<W, H>::mirror;
    let mirrored = |it: &Instruction| match *it {
        Instruction::Play(a) => Instruction::Play(m(a)),
        Instruction::Reply(a, b) => Instruction::Reply(m(a), m(b)),
        Instruction::Pair(a, b) => Instruction::Pair(m(a), m(b)),
        other => other,
    };
    list.iter().map(mirrored).collect()
}

/// Plays lists out, as the checker does. Remembers the positions it has gone through in the list under test.
pub struct PlayOut<const W: usize, const H: usize> {
    seen: Vec<(u64, u32)>,
    stamp: u32,
    /// Moves of either side in the current play-out.
    pub moves: u64,
    cap: u64,
    /// All moves ever.
    pub total: u64,
    /// The instructions that gave a move, a bit each.
    used: u64,
}

impl<const W: usize, const H: usize> Default for PlayOut<W, H> {
    fn default() -> Self {
        PlayOut { seen: vec![(0, 0); 1 << 16], stamp: 0, moves: 0, cap: 0, total: 0, used: 0 }
    }
}

impl<const W: usize, const H: usize> PlayOut<W, H> {
    /// Forgets the positions gone through: another list, or another start.
    pub fn begin(&mut self, cap: u64) {
        self.stamp += 1;
        self.total += self.moves;
        self.moves = 0;
        self.cap = cap;
        self.used = 0;
    }

    /// The moves that it takes to show the position (opponent to move) by the list, if it does.
    pub fn shows(&mut self, s: Stones, list: &[Instruction], goal: Goal, cap: u64) -> Option<u64> {
        self.begin(cap);
        self.opponents(s, list, goal).then_some(self.moves)
    }

    /// The same with the prover to move.
    pub fn shows_after(
        &mut self,
        s: Stones,
        list: &[Instruction],
        goal: Goal,
        cap: u64,
    ) -> Option<u64> {
        self.begin(cap);
        self.provers(s, 0, list, goal).then_some(self.moves)
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

    /// Remembers the position; whether it is new.
    #[inline(always)]
    fn enter(&mut self, s: Stones) -> bool {
        let key = s.own.wrapping_add(s.all()).wrapping_add(Geo::<W, H>::BOTTOM);
        let mask = self.seen.len() - 1;
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        for _ in 0..8 {
            let e = self.seen[at];
            if e.1 != self.stamp {
                self.seen[at] = (key, self.stamp);
                return true;
            }
            if e.0 == key {
                return false;
            }
            at = (at + 1) & mask;
        }
        true
    }

    /// The opponent is to move, neither side has a four.
    pub fn opponents(&mut self, s: Stones, list: &[Instruction], goal: Goal) -> bool {
        if let Some(settled) = settled::<W, H>(s, goal) {
            return settled;
        }
        let all = s.all();
        let play = Geo::<W, H>::playable(all);
        if play == 0 {
            return matches!(goal, Goal::HoldsUntil(_));
        }
        if Geo::<W, H>::winning_cells(s.opp, all) & play != 0 {
            return false;
        }
        if !self.enter(s) {
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
        if let Some(settled) = settled::<W, H>(s, goal) {
            return settled;
        }
        let all = s.all();
        let play = Geo::<W, H>::playable(all);
        if play == 0 {
            return matches!(goal, Goal::HoldsUntil(_));
        }
        let mut mv = 0;
        for (at, instruction) in list.iter().enumerate() {
            mv = play
                & match *instruction {
                    Instruction::Win => {
                        let w = settling::<W, H>(s, goal);
                        if w != 0 {
                            self.moves += 1;
                            self.used |= 1 << (at & 63);
                            return true;
                        }
                        0
                    }
                    Instruction::Above => (last << 1) & Geo::<W, H>::BOARD,
                    Instruction::Play(cell) => cell,
                    Instruction::Reply(a, b) => {
                        if last == a {
                            b
                        } else {
                            0
                        }
                    }
                    Instruction::Pair(a, b) => {
                        if last == a {
                            b
                        } else if last == b {
                            a
                        } else {
                            0
                        }
                    }
                    Instruction::Any => play & play.wrapping_neg(),
                };
            if mv != 0 {
                self.used |= 1 << (at & 63);
                break;
            }
        }
        if mv == 0 {
            return false;
        }
        self.moves += 1;
        let next = s.answer(mv);
        if Geo::<W, H>::winning_cells(s.own, all) & mv != 0 {
            return true;
        }
        self.opponents(next, list, goal)
    }
}

/// The list of a plan.
pub fn list_of(plan: &FollowUp) -> Vec<Instruction> {
    let mut list = vec![Instruction::Win];
    for pair in &plan.sync[..plan.syncs] {
        let a = pair & pair.wrapping_neg();
        list.push(Instruction::Pair(a, pair & !a));
    }
    list.push(Instruction::Above);
    list
}

/// Bytes of a list in the file: kind, length, count, instructions.
pub fn bytes(list: &[Instruction]) -> u32 {
    3 + list
        .iter()
        .map(|it| match it {
            Instruction::Win | Instruction::Above | Instruction::Any => 1,
            Instruction::Play(_) => 2,
            Instruction::Reply(..) | Instruction::Pair(..) => 3,
        })
        .sum::<u32>()
}

/// About how many moves follow-up takes: positions are told apart by the pairs taken in each column.
fn estimate<const W: usize, const H: usize>(all: u64) -> u64 {
    let mut positions = 1;
    let mut column = Geo::<W, H>::COLUMN;
    for _ in 0..W {
        positions *= 1 + u64::from((column & !all).count_ones()) / 2;
        column <<= H + 1;
    }
    positions * 4
}

/// Looks for lists that show a position.
pub struct Finder<const W: usize, const H: usize> {
    /// The most moves of a plan's play-out, by its estimate.
    pub most: u64,
    /// Forced moves of the opponent followed ahead.
    pub forced: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl<const W: usize, const H: usize> Default for Finder<W, H> {
    /// Play-outs of 20,000 moves, four forced moves ahead.
    fn default() -> Self {
        Finder { most: 20_000, forced: 4, nodes: 0 }
    }
}

impl<const W: usize, const H: usize> Finder<W, H> {
    /// A list that shows the position (opponent to move, no four) by the evaluator's theorems, and an
    /// estimate of its play-out's moves.
    pub fn find(&mut self, s: Stones, goal: Goal) -> Option<(Vec<Instruction>, u64)> {
        self.chain(s, goal, self.forced)
    }

    fn chain(&mut self, s: Stones, goal: Goal, depth: u32) -> Option<(Vec<Instruction>, u64)> {
        self.nodes += 1;
        // Too late for a win with the next stone, however many threats there are.
        if matches!(goal, Goal::WinsBy(last) if s.own.count_ones() >= last) {
            return None;
        }
        let all = s.all();
        let play = Geo::<W, H>::playable(all);
        if Geo::<W, H>::winning_cells(s.opp, all) & play != 0 {
            return None;
        }
        let wins = Geo::<W, H>::winning_cells(s.own, all);
        let direct = wins & play;
        if direct & direct.wrapping_sub(1) != 0 || wins & (direct << 1) != 0 {
            let list = vec![Instruction::Win];
            return Some((list, 14));
        }
        let mut plan = FollowUp::NONE;
        let stones = s.own.count_ones() + s.opp.count_ones();
        if let Goal::HoldsUntil(first) = goal {
            plan.late = first.saturating_sub(s.opp.count_ones());
        }
        let claim = Evaluator::<W, H>::follow_up(s.opp, s.own, &mut plan);
        let enough = match (claim, goal) {
            (Achieved::Nothing, _) | (Achieved::Holds, Goal::WinsBy(_)) => false,
            (Achieved::Delays { .. }, Goal::WinsBy(_)) => false,
            (Achieved::Delays { stones }, Goal::HoldsUntil(first)) => {
                s.opp.count_ones() + stones >= first
            }
            (_, Goal::HoldsUntil(_)) => true,
            (Achieved::Wins { slack }, Goal::WinsBy(last)) => {
                // The number of the latest stone that wins.
                let left = (W * H) as u32 - slack - stones;
                s.own.count_ones() + left / 2 <= last
            }
        };
        if enough {
            let list = list_of(&plan);
            // By the evaluator's theorems the list shows the position; the play-out comes when the
            // list is used.
            let m = estimate::<W, H>(all);
            if m <= self.most {
                return Some((list, m));
            }
        }
        if direct == 0 || depth == 0 {
            return None;
        }
        // The opponent must block; every answer is tried.
        let next = s.reply(direct);
        for cell in cells(sensible::<W, H>(next)) {
            let after = next.answer(cell);
            if let Some((list, m)) = self.chain(after, goal, depth - 1) {
                let mut longer = vec![Instruction::Win, Instruction::Play(cell)];
                longer.extend_from_slice(&list[1..]);
                return Some((longer, m + 16));
            }
        }
        None
    }
}
