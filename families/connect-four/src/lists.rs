//! Positional strategies as evidence: lists of rules of thumb, found and played out.
//!
//! A certificate's positional strategy is a list of instructions; wherever the prover is to move he
//! follows the first that gives a legal move. The static evaluator's plans are such lists: *win*, then
//! the pairs, then *above*. This file turns plans into lists, looks for longer ones, and plays every
//! list out against all replies before it is handed on: nothing rests on the evaluator's theorems.

use super::board::Geometry;
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
    /// The lowest cell where the opponent threatens a four.
    Block,
    /// The cell of this set if only one of them can be played in: with others that follow it, a rank of `ranks`.
    Lone(u64),
}

impl Instruction {
    /// The legal move that it gives after the opponent's `last`, of these cells to play in, or 0. (For a move that settles the claim
    /// see [`settling`].)
    #[inline(always)]
    pub fn gives(self, geo: impl Geometry, s: Stones, play: u64, last: u64) -> u64 {
        play & match self {
            Instruction::Win => 0,
            Instruction::Block if play & (play - 1) == 0 => 0,
            Instruction::Block => {
                let threats = geo.winning_cells(s.opp, s.all()) & play;
                threats & threats.wrapping_neg()
            }
            Instruction::Lone(set) if (play & set) & (play & set).wrapping_sub(1) == 0 => set,
            Instruction::Lone(_) => 0,
            Instruction::Above => (last << 1) & geo.board(),
            Instruction::Play(cell) => cell,
            Instruction::Reply(a, b) if last == a => b,
            Instruction::Pair(a, b) if last == a => b,
            Instruction::Pair(a, b) if last == b => a,
            Instruction::Reply(..) | Instruction::Pair(..) => 0,
            Instruction::Any => play & play.wrapping_neg(),
        }
    }
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
pub fn settled(geo: impl Geometry, s: Stones, goal: Goal) -> Option<bool> {
    let empty = geo.board() & !s.all();
    match goal {
        Goal::WinsBy(last) => {
            let late = s.own.count_ones() >= last;
            (late || !geo.has_four(s.own | empty)).then_some(false)
        }
        Goal::HoldsUntil(first) => {
            let late = s.opp.count_ones() + 1 >= first;
            (late || !geo.has_four(s.opp | empty)).then_some(true)
        }
    }
}

/// The prover's moves that settle the claim at once.
#[inline(always)]
pub fn settling(geo: impl Geometry, s: Stones, goal: Goal) -> u64 {
    let play = geo.playable(s.all());
    let mut out = geo.winning_cells(s.own, s.all()) & play;
    if matches!(goal, Goal::HoldsUntil(_)) && out == 0 {
        for cell in cells(play) {
            if settled(geo, s.answer(cell), goal) == Some(true) {
                out |= cell;
            }
        }
    }
    out
}

/// The prover's moves that do not lose at once, by bit tests.
pub fn sensible(geo: impl Geometry, s: Stones) -> u64 {
    let all = s.all();
    let play = geo.playable(all);
    let his = geo.winning_cells(s.opp, all);
    let forced = his & play;
    match forced.count_ones() {
        0 => play & !(his >> 1),
        1 => forced & !(his >> 1),
        _ => 0,
    }
}

/// The list for the mirror image of the board.
pub fn mirrored_list(geo: impl Geometry, list: &[Instruction]) -> Vec<Instruction> {
    let m = |cells| geo.mirror(cells);
    let mirrored = |it: &Instruction| match *it {
        Instruction::Play(a) => Instruction::Play(m(a)),
        Instruction::Reply(a, b) => Instruction::Reply(m(a), m(b)),
        Instruction::Pair(a, b) => Instruction::Pair(m(a), m(b)),
        Instruction::Lone(set) => Instruction::Lone(m(set)),
        other => other,
    };
    list.iter().map(mirrored).collect()
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

/// A list in few bytes, for keeping: a byte for an instruction, and one more for a second cell, eight for a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packed(Box<[u8]>);

impl Packed {
    const WIN: u8 = 64;
    const ABOVE: u8 = 65;
    const ANY: u8 = 66;
    const BLOCK: u8 = 67;
    const LONE: u8 = 68;
    /// Added to a cell's number; a pair begins with the number itself.
    const PLAY: u8 = 128;
    const REPLY: u8 = 192;

    /// Packs a list.
    pub fn new(list: &[Instruction]) -> Packed {
        let at = |cell: u64| cell.trailing_zeros() as u8;
        let mut out = Vec::with_capacity(2 * list.len());
        for it in list {
            match *it {
                Instruction::Win => out.push(Self::WIN),
                Instruction::Above => out.push(Self::ABOVE),
                Instruction::Any => out.push(Self::ANY),
                Instruction::Block => out.push(Self::BLOCK),
                Instruction::Lone(set) => {
                    out.push(Self::LONE);
                    out.extend(set.to_le_bytes());
                }
                Instruction::Play(a) => out.push(Self::PLAY | at(a)),
                Instruction::Reply(a, b) => out.extend([Self::REPLY | at(a), at(b)]),
                Instruction::Pair(a, b) => out.extend([at(a), at(b)]),
            }
        }
        Packed(out.into_boxed_slice())
    }

    /// The list.
    pub fn list(&self) -> Vec<Instruction> {
        let mut codes = self.0.iter().copied();
        let mut list = Vec::with_capacity(self.0.len());
        while let Some(code) = codes.next() {
            let a = 1 << (code & 63);
            let mut second = || 1 << codes.next().unwrap_or_default();
            list.push(match code {
                Self::WIN => Instruction::Win,
                Self::ABOVE => Instruction::Above,
                Self::ANY => Instruction::Any,
                Self::BLOCK => Instruction::Block,
                Self::LONE => Instruction::Lone((0..8).fold(0, |set, at| {
                    set | u64::from(codes.next().unwrap_or_default()) << (8 * at)
                })),
                Self::REPLY.. => Instruction::Reply(a, second()),
                Self::PLAY.. => Instruction::Play(a),
                _ => Instruction::Pair(a, second()),
            });
        }
        list
    }

    /// Bytes on the heap, with what a small allocation costs beside.
    pub fn heap(&self) -> usize {
        (self.0.len() + 8).next_multiple_of(16).max(32)
    }
}

/// Sets that follow one another without a cell in common are the ranks of one instruction: how many of the sets at the beginning.
pub fn ranked(list: &[Instruction]) -> usize {
    const MOST: usize = 15;
    let mut all = 0;
    let disjoint = |it: &&Instruction| match **it {
        Instruction::Lone(set) if all & set == 0 => {
            all |= set;
            true
        }
        _ => false,
    };
    list.iter().take(MOST).take_while(disjoint).count()
}

/// Bytes of a list in the file: kind, length, count, instructions.
pub fn bytes(geo: impl Geometry, list: &[Instruction]) -> u32 {
    let mut sum = 3;
    let mut at = 0;
    while at < list.len() {
        let ranks = ranked(&list[at..]);
        sum += match list[at] {
            Instruction::Lone(_) => {
                let sets = list[at..at + ranks].iter();
                let last =
                    sets.map(|it| if let Instruction::Lone(set) = it { *set } else { 0 }).max();
                2 + last
                    .filter(|set| *set != 0)
                    .map_or(0, |set| geo.number(1 << (63 - set.leading_zeros())) / 2 + 1)
            }
            Instruction::Play(_) => 2,
            Instruction::Reply(..) | Instruction::Pair(..) => 3,
            _ => 1,
        };
        at += ranks.max(1);
    }
    sum
}

/// About how many moves follow-up takes: positions are told apart by the pairs taken in each column.
fn estimate(geo: impl Geometry, all: u64) -> u64 {
    let mut positions = 1;
    let mut column = geo.column();
    for _ in 0..geo.width() {
        positions *= 1 + u64::from((column & !all).count_ones()) / 2;
        column <<= geo.height() + 1;
    }
    positions * 4
}

/// Looks for lists that show a position.
pub struct Finder<G> {
    geo: G,
    /// The most moves of a plan's play-out, by its estimate.
    pub most: u64,
    /// Forced moves of the opponent followed ahead.
    pub forced: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl<G: Geometry> Finder<G> {
    /// Play-outs of 20,000 moves, four forced moves ahead.
    pub fn new(geo: G) -> Self {
        Finder { geo, most: 20_000, forced: 4, nodes: 0 }
    }

    /// A list that shows the position (opponent to move, no four) by the evaluator's theorems.
    pub fn find(&mut self, s: Stones, goal: Goal) -> Option<Vec<Instruction>> {
        self.chain(s, goal, self.forced)
    }

    fn chain(&mut self, s: Stones, goal: Goal, depth: u32) -> Option<Vec<Instruction>> {
        self.nodes += 1;
        // Too late for a win with the next stone, however many threats there are.
        if matches!(goal, Goal::WinsBy(last) if s.own.count_ones() >= last) {
            return None;
        }
        let all = s.all();
        let play = self.geo.playable(all);
        if self.geo.winning_cells(s.opp, all) & play != 0 {
            return None;
        }
        let wins = self.geo.winning_cells(s.own, all);
        let direct = wins & play;
        if direct & direct.wrapping_sub(1) != 0 || wins & (direct << 1) != 0 {
            return Some(vec![Instruction::Win]);
        }
        let mut plan = FollowUp::NONE;
        let stones = s.own.count_ones() + s.opp.count_ones();
        if let Goal::HoldsUntil(first) = goal {
            plan.late = first.saturating_sub(s.opp.count_ones());
        }
        let claim = Evaluator(self.geo).follow_up(s.opp, s.own, &mut plan);
        let enough = match (claim, goal) {
            (Achieved::Nothing, _) | (Achieved::Holds, Goal::WinsBy(_)) => false,
            (Achieved::Delays { .. }, Goal::WinsBy(_)) => false,
            (Achieved::Delays { stones }, Goal::HoldsUntil(first)) => {
                s.opp.count_ones() + stones >= first
            }
            (_, Goal::HoldsUntil(_)) => true,
            (Achieved::Wins { slack }, Goal::WinsBy(last)) => {
                // The number of the latest stone that wins.
                let left = self.geo.cells() - slack - stones;
                s.own.count_ones() + left / 2 <= last
            }
        };
        if enough {
            // By the evaluator's theorems the list shows the position; the play-out comes when the
            // list is used.
            if estimate(self.geo, all) <= self.most {
                return Some(list_of(&plan));
            }
        }
        if direct == 0 || depth == 0 {
            return None;
        }
        // The opponent must block; every answer is tried.
        let next = s.reply(direct);
        for cell in cells(sensible(self.geo, next)) {
            let after = next.answer(cell);
            if let Some(list) = self.chain(after, goal, depth - 1) {
                let mut longer = vec![Instruction::Win, Instruction::Play(cell)];
                longer.extend_from_slice(&list[1..]);
                return Some(longer);
            }
        }
        None
    }
}
