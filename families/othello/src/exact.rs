//! The score, exactly or against one number, by one question after the other.
//!
//! Where the score is unknown the first question is at a guess; each answer is a bound, and the next
//! question is asked right beside it (Plaat et al. 1996: MTD(f)). The questions share a table, so a second
//! one costs a fraction of the first.

use std::io::{self, Read, Write};

use quod_search::OutOfMemory;

use crate::board::Board;
use crate::endgame::Endgame;
use crate::score::Rest;
use crate::table::NO_MOVE;
use crate::words::{read_word, write_word};

/// What is asked of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What it is; looked for at this guess first.
    Score(i32),
    /// Whether it is above this.
    Above(i32),
}

/// A search for the score of one position.
pub struct Exact<const N: usize> {
    search: Endgame<N>,
    root: Board<N>,
    low: i32,
    high: i32,
    question: Question,
}

impl<const N: usize> Exact<N> {
    /// The search for the score of a position for its side to move; the table has 2 to the `bits` entries.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn new(
        root: Board<N>,
        rest: Rest,
        question: Question,
        bits: u32,
    ) -> Result<Exact<N>, OutOfMemory> {
        let (search, area) = (Endgame::new(bits, rest)?, Board::<N>::AREA);
        let mut exact = Exact { search, root, low: -area, high: area, question };
        exact.ask(question);
        Ok(exact)
    }

    /// Asks something else of the same position; what is known stays.
    pub fn ask(&mut self, question: Question) {
        self.question = question;
        if self.answered() {
            return;
        }
        let alpha = match question {
            Question::Score(guess) => guess.clamp(self.low + 1, self.high) - 1,
            Question::Above(alpha) => alpha,
        };
        self.search.ask(self.root, alpha);
    }

    /// Whether the question is answered.
    fn answered(&self) -> bool {
        match self.question {
            Question::Score(_) => self.low == self.high,
            Question::Above(alpha) => self.low > alpha || self.high <= alpha,
        }
    }

    /// Searches on until the question is answered or about `budget` more positions are counted. The answer
    /// is the score, or a bound that answers the question.
    pub fn step(&mut self, budget: u64) -> Option<i32> {
        let until = self.nodes().saturating_add(budget);
        while !self.answered() {
            let left = until.saturating_sub(self.nodes());
            let answer = self.search.step(left)?;
            let above = answer > self.search.alpha();
            match above {
                true => self.low = self.low.max(answer),
                false => self.high = self.high.min(answer),
            }
            if !self.answered() {
                // After a lower bound the question is whether there is more, after an upper one whether that is
                // reached.
                self.search.ask(self.root, if above { self.low } else { self.high - 1 });
            }
        }
        match self.question {
            Question::Above(alpha) if self.low <= alpha => Some(self.high),
            _ => Some(self.low),
        }
    }

    /// The bounds known so far.
    pub fn bounds(&self) -> (i32, i32) {
        (self.low, self.high)
    }

    /// A move of the position searched that has its score, once that is known; `None` for a pass, or if the
    /// table has forgotten the position or never met it, as it does not near the end.
    pub fn best(&self) -> Option<u32> {
        let known = self.search.known(&self.root)?;
        let oriented = crate::endgame::oriented(self.root) == self.root;
        (oriented && known.best != NO_MOVE).then_some(u32::from(known.best))
    }

    /// Positions met so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The search, for questions about other positions; what was asked is to be asked again after them.
    pub fn search(&mut self) -> &mut Endgame<N> {
        &mut self.search
    }

    /// The positions on the line that is searched.
    pub fn line(&self) -> impl Iterator<Item = Board<N>> + '_ {
        self.search.line()
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    /// Writes the state of the search.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        write_word(out, i64::from(self.low) as u64)?;
        write_word(out, i64::from(self.high) as u64)?;
        self.search.save(out)
    }

    /// Reads what was written, into a search for the same.
    ///
    /// # Errors
    /// If the bytes are of no such search.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.low = read_word(from)? as i32;
        self.high = read_word(from)? as i32;
        self.search.restore(from)
    }
}
