//! The moves of one set of men, whatever the opponent has.

use quod_rules::MorrisSide;

use crate::Ground;
use crate::ground::each;
use crate::layer::Terms;

/// A move.
pub(crate) struct Step {
    /// The point that it leads to, as a set.
    pub to: u32,
    /// The mover's men after it.
    pub own: u32,
}

/// The moves of a set of men: which of them can be made depends on where the opponent's are not.
pub(crate) struct Row {
    /// How many men can go to each point without closing a mill, in binary: bit `n` of the number of each point.
    quiet: [u32; 3],
    /// Men moved that close a mill.
    pub closing: Vec<Step>,
    /// Men placed that close none.
    pub placed: Vec<Step>,
    /// Men placed that close a mill.
    pub placed_closing: Vec<Step>,
}

impl Row {
    pub fn new(ground: &Ground, terms: Terms, own: MorrisSide, other: MorrisSide, set: u32) -> Row {
        let mut row = Row {
            quiet: [0; 3],
            closing: Vec::new(),
            placed: Vec::new(),
            placed_closing: Vec::new(),
        };
        let free = ground.all & !set;
        // Where there is no man to take a mill takes none.
        let closes = |set: u32, to: u32| other.board > 0 && ground.in_mill(set, to);
        for from in each(if terms.may_move(own) { set } else { 0 }) {
            let near = if terms.jump(own) { free } else { ground.neighbours[from as usize] & free };
            for to in each(near) {
                let moved = set & !(1 << from) | 1 << to;
                match closes(moved, to) {
                    true => row.closing.push(Step { to: 1 << to, own: moved }),
                    false => row.count(1 << to),
                }
            }
        }
        for to in each(if own.hand > 0 { free } else { 0 }) {
            let step = Step { to: 1 << to, own: set | 1 << to };
            let list = if closes(step.own, to) { &mut row.placed_closing } else { &mut row.placed };
            list.push(step);
        }
        row
    }

    fn count(&mut self, to: u32) {
        let mut carry = to;
        for bit in &mut self.quiet {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }

    /// How many moves that stay in the layer there are against these men.
    #[inline(always)]
    pub fn quiet(&self, other: u32) -> u8 {
        let [one, two, four] = self.quiet.map(|bit| (bit & !other).count_ones());
        (one + 2 * two + 4 * four) as u8
    }
}
