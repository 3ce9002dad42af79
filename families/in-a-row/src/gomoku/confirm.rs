//! Whether a threat sequence stands against every defence (Allis 1994, section 5.3.3).
//!
//! **The problem.** A search that gives the defender all replies to a threat at once finds *potential* sequences.
//! In real play he gives one of them; or he first makes fours of his own, which must be answered and may end
//! in a five or on a cell that the sequence needs.
//!
//! **The idea.** Play the sequence against every defence. A threat of five leaves him its block, unless he
//! completes a five himself. Against a three he has the cells that stop all straight fours at once, and every four
//! of his own, answered by the forced block, after which it is his turn again with the three still on the board.
//! Every other reply loses to a straight four, to which he could only have answered with a five. Whatever he did,
//! the sequence goes on from the position as it is: where he left a five or a straight four, that is taken;
//! where he has a four, it is blocked; cells of the sequence that the attacker has already are passed by.
//!
//! In freestyle no stone harms its owner, so he gets all answers to a three at once, and a sequence is one line
//! of play but for his fours. If the answers leave him a five, the next move must win at once or take that cell of its
//! own accord: with fewer answers nothing would have forced it. By the other rules he gives one answer at a
//! time. (So in freestyle it would keep 7 wins more of 734 and take a quarter more time for a search.)
//!
//! Allis runs dependency-based searches for the defender's global defences and takes any success for a refutation;
//! here his fours are played out. The same is done on the plain rules by [`super::replay()`], which tests compare.
//!
//! A limit of steps may only reject.

use quod_game::Player;

use super::Cells;
use super::board::{Board, Completions};
use crate::cells::bits;

/// Playing one sequence against every defence.
pub(super) struct Confirmation<'a> {
    board: &'a mut Board,
    attacker: Player,
    moves: &'a [u16],
    steps: u32,
    /// Whether the defender plays all answers to a three at once.
    together: bool,
    pub touched: Cells,
    pub defended: Cells,
}

impl<'a> Confirmation<'a> {
    /// A confirmation in at most so many steps; the board comes back as it was.
    pub fn new(board: &'a mut Board, attacker: Player, moves: &'a [u16], steps: u32) -> Self {
        let (touched, defended) = (Cells::default(), Cells::default());
        let together = board.is_freestyle();
        Confirmation { board, attacker, moves, steps, together, touched, defended }
    }

    /// Whether the sequence wins, the attacker to move.
    pub fn holds(&mut self) -> bool {
        self.attack(0)
    }

    /// Puts a stone, goes on, and lifts it.
    fn with(&mut self, player: Player, cell: u16, go_on: impl FnOnce(&mut Self) -> bool) -> bool {
        self.touched.add(cell);
        if player != self.attacker {
            self.defended.add(cell);
        }
        self.board.put(player, cell);
        let holds = go_on(self);
        self.board.take_back();
        holds
    }

    /// The attacker is to move and has played the list up to `next`.
    fn attack(&mut self, next: usize) -> bool {
        match self.board.completions(self.attacker) {
            Completions::One(cell) | Completions::Many(cell) => {
                self.touched.add(cell);
                return true;
            }
            Completions::None => {}
        }
        match self.board.completions(self.attacker.other()) {
            Completions::Many(_) => return false,
            Completions::One(cell) => return self.attackers_stone(cell, next),
            Completions::None => {}
        }
        if self.answers().is_some() {
            return true;
        }
        let (next, cell) = self.planned(next);
        match cell {
            Some(cell) if self.board.is_empty(cell) => self.attackers_stone(cell, next),
            _ => false,
        }
    }

    /// The attacker plays on an empty cell, if it is certain that he may.
    fn attackers_stone(&mut self, cell: u16, next: usize) -> bool {
        let free = self.board.is_free(self.attacker, cell);
        free && self.with(self.attacker, cell, |this| this.defend(next))
    }

    /// The defender is to move.
    fn defend(&mut self, next: usize) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.steps == 0 || self.board.has_four(defender) {
            return false;
        }
        self.steps -= 1;
        match self.board.completions(attacker) {
            Completions::Many(_) => {
                self.touch_fives();
                return true;
            }
            Completions::One(cell) if self.board.is_trapped(defender, cell) => {
                self.touched.add(cell);
                return true;
            }
            Completions::One(cell) => {
                return self.with(defender, cell, |this| this.attack(next));
            }
            Completions::None => {}
        }
        let Some(answers) = self.answers() else { return false };
        let mut replies = self.fours(defender);
        if self.together {
            // 1. All answers at once, and every four.
            if !self.all_at_once(&answers, next) {
                return false;
            }
        } else {
            // 1. Every answer, and every four.
            answers.iter().flatten().for_each(|&cell| replies.add(cell));
        }
        replies.iter().all(|cell| self.with(defender, cell, |this| this.attack(next)))
    }

    /// The cells that make a four.
    fn fours(&self, player: Player) -> Cells {
        let mut fours = Cells::default();
        for line in self.board.lines_of_three(player).iter() {
            let own = self.board.on_line(player, line);
            for window in bits(u64::from(self.board.windows(player, line, 3))) {
                for at in bits(u64::from(31 << window & !own)) {
                    fours.add(self.board.geometry.lines[line][usize::from(at)]);
                }
            }
        }
        fours
    }

    /// Gives the defender all answers and goes on with the sequence. If they leave him a five, it
    /// must win at once or take that cell next by itself.
    fn all_at_once(&mut self, answers: &[Option<u16>], next: usize) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let mut count = 0;
        for &cell in answers.iter().flatten() {
            self.touched.add(cell);
            self.defended.add(cell);
            self.board.put(defender, cell);
            count += 1;
        }
        let holds = match (self.board.completions(attacker), self.board.completions(defender)) {
            (Completions::None, Completions::Many(_)) => false,
            (Completions::None, Completions::One(cell)) if self.planned(next).1 != Some(cell) => {
                false
            }
            (Completions::None, Completions::One(cell)) => {
                let next = self.planned(next).0;
                self.with(attacker, cell, |this| this.defend(next))
            }
            _ => self.attack(next),
        };
        (0..count).for_each(|_| self.board.take_back());
        holds
    }

    /// The next cell of the list that the attacker does not have, and how far the list is then played.
    fn planned(&self, next: usize) -> (usize, Option<u16>) {
        let mut rest = self.moves[next..].iter();
        let own = self.board.stones(self.attacker);
        let cell = rest.find(|&&cell| !own.has(cell)).copied();
        (self.moves.len() - rest.len(), cell)
    }

    /// The cells common to all straight fours that the attacker could make: on a defender's stone
    /// there he can make none. `None` if he can make none as it is.
    fn answers(&mut self) -> Option<[Option<u16>; 3]> {
        let mut answers: Option<[Option<u16>; 3]> = None;
        for line in self.board.lines_of_three(self.attacker).iter() {
            let own = self.board.on_line(self.attacker, line);
            let cells = &self.board.geometry.lines[line];
            for six in bits(u64::from(self.board.sixes(self.attacker, line, 3))) {
                let inner = (30 << six & !own).trailing_zeros() as usize;
                if !self.board.is_free(self.attacker, cells[inner]) {
                    continue;
                }
                let here = [usize::from(six), inner, usize::from(six) + 5].map(|at| cells[at]);
                here.iter().for_each(|&cell| self.touched.add(cell));
                answers = Some(match answers {
                    None => here.map(Some),
                    Some(old) => old.map(|it| it.filter(|cell| here.contains(cell))),
                });
            }
        }
        answers
    }

    /// Notes the cells with which the attacker would fill a five.
    fn touch_fives(&mut self) {
        for line in self.board.lines_of_four(self.attacker).iter() {
            let own = self.board.on_line(self.attacker, line);
            for window in bits(u64::from(self.board.windows(self.attacker, line, 4))) {
                let at = (31 << window & !own).trailing_zeros() as usize;
                self.touched.add(self.board.geometry.lines[line][at]);
            }
        }
    }
}
