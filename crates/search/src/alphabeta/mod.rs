//! Alpha-beta with null windows over a table (Knuth and Moore 1975; Plaat et al. 1996 for windows).
//!
//! **The problem.** Where a good static evaluation bounds the score of most positions, best-first
//! search pays for its bookkeeping and gets little for it. **The idea.** Ask one yes-or-no question,
//! "is the score above α?", depth first. A position that answers it is left at once; what was learnt
//! is a bound, kept in a [`BoundTable`]; exact scores come from several questions over the same table
//! ([`ScoreSearch`]).
//!
//! At a node: static bounds first; then the children's entries are fetched, and meanwhile the game
//! tries what takes longer ([`NullWindow::look_before`]); then all children are looked up, since one of
//! them may already answer ("enhanced transposition cutoff", Plaat et al. 1996); then the game may say
//! something of single children ([`NullWindow::look`]); what is left is searched in the order of the game. A move to
//! which there is one answer only is searched as two at once. (On Connect Four: 29.2 M nodes for
//! 25.5 M with forced answers played; 19.3 M for 18.2 M with the look after the table instead of
//! before; 18.2 M for 17.1 M with static answers stored.)
//!
//! **Invariants.** Scores are for the side to move. A bound in the table is true of
//! its key's position. The stack of frames is all that a search needs beside the table, so it stops
//! and goes on between any two nodes; how a budget is divided into steps changes nothing. The game is
//! acyclic. Several searches may share the table; with one alone every run is the same.
//!
//! **Cost.** 8 bytes an entry.
//!
//! **Dropped.** A child is not looked up again when its turn comes: of 6.3 million times on Connect
//! Four 800 found anything that the search of its siblings had left. The history heuristic: on Connect
//! Four it costs three times the nodes (185 M for 61 M); static order is better there.

mod score;
mod share;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::bytes::{put_words, read_word};
use crate::{Marks, Minimax};

pub use score::ScoreSearch;
pub use table::{BoundTable, Bounds, SCORES};

/// A move of a position: where it leads and how good it looks.
#[derive(Clone, Copy, Debug)]
pub struct Successor<T> {
    /// The position after it.
    pub state: T,
    /// The greater, the earlier it is searched.
    pub order: i32,
    /// The move has one answer only and that is played, too: the same side is to move again.
    pub answered: bool,
}

/// A game as alpha-beta with null windows sees it: no cycles, scores in [`SCORES`], bounds of the
/// score before anything is searched.
///
/// The search asks [`NullWindow::expand`], which knows the question, and not [`Minimax::worth`] and
/// [`Minimax::moves`]; they must say the same of the score.
pub trait NullWindow: Minimax {
    /// Bounds of the score of a position, as far as they are of use with the question whether it is
    /// above `alpha`; if they do not answer it, the moves worth searching. `looked`: the position
    /// was given to [`NullWindow::look`] with this question before. Moves may be left out if the position's score is that
    /// of another.
    fn expand(
        &mut self,
        state: &Self::State,
        alpha: i32,
        looked: bool,
        moves: &mut Vec<Successor<Self::State>>,
    ) -> Bounds;

    /// An upper bound of the score of a position whose moves were shown, that was not given to
    /// [`NullWindow::look`]: what takes longer to find, while the table's entries of the moves are fetched.
    fn look_before(&mut self, state: &Self::State, alpha: i32) -> i32;

    /// A lower bound of the score, for the side that has just moved there, of a position that is the
    /// result of an unanswered move; `None` if it is not worth an evaluation to find out whether that is above
    /// `alpha`.
    fn look(&mut self, child: &Self::State, alpha: i32) -> Option<i32>;

    /// The key of a position: equal only for positions with equal scores.
    fn key(&self, state: &Self::State) -> u64;

    /// Keys are below 2 to this.
    fn key_bits(&self) -> u32;

    /// The bits of a key that most moves leave as they are.
    fn steady(&self) -> u64;

    /// Bounds of the score of a position before anything is looked at, a tight pair if that is cheap.
    fn limits(&self, state: &Self::State) -> Bounds;

    /// The search goes on after a move and its only answer: one position more was met on the way.
    fn passed(&mut self);

    /// Positions on which rules or an evaluator ran.
    fn nodes(&self) -> u64;

    /// Positions whose moves were generated.
    fn expansions(&self) -> u64;
}

/// A node on the stack.
#[derive(Clone, Copy)]
struct Frame {
    key: u64,
    alpha: i32,
    known: Bounds,
    best: i32,
    /// Whether the child being searched has the same side to move.
    answered: bool,
    /// Places of its moves on the stack of moves: the next, and their beginning and end.
    next: u32,
    first: u32,
    end: u32,
    /// Nodes before it was opened.
    nodes: u64,
}

/// A child on the stack of moves.
#[derive(Clone, Copy)]
struct Waiting<T> {
    state: T,
    key: u64,
    order: i32,
    answered: bool,
    looked: bool,
    known: Bounds,
}

/// Bounds of a child's score as the parent sees it.
#[inline(always)]
fn as_parent(known: Bounds, answered: bool) -> Bounds {
    match answered {
        true => known,
        false => Bounds { low: -known.high, high: -known.low },
    }
}

/// One search over a table, for one question at a time.
pub struct AlphaBeta<M: NullWindow> {
    game: M,
    table: Arc<BoundTable>,
    frames: Vec<Frame>,
    waiting: Vec<Waiting<M::State>>,
    moves: Vec<Successor<M::State>>,
    /// Where the searches are that share the table.
    marks: Arc<Marks>,
    /// Nodes opened; every so many of them the search looks at what others found.
    opened: u32,
    /// Nodes closed since this search last made the table grow.
    closed: u64,
    answer: Option<i32>,
}

impl<M: NullWindow> AlphaBeta<M> {
    /// A search without a question yet, alone at its table.
    pub fn new(game: M, table: Arc<BoundTable>) -> AlphaBeta<M> {
        AlphaBeta::sharing(game, table, Arc::new(Marks::new(1)))
    }

    /// One of several searches that share a table and their marks, and are asked the same questions.
    pub fn sharing(game: M, table: Arc<BoundTable>, marks: Arc<Marks>) -> AlphaBeta<M> {
        let (frames, waiting, moves) = (Vec::new(), Vec::new(), Vec::new());
        let (opened, closed, answer) = (0, 0, None);
        AlphaBeta { game, table, frames, waiting, moves, marks, opened, closed, answer }
    }

    /// Begins to ask whether the score of a position is above `alpha`.
    pub fn ask(&mut self, root: &M::State, alpha: i32) {
        self.rest();
        let known = self.game.limits(root);
        let key = self.game.key(root);
        self.answer = self.open(root, key, alpha, known, false);
    }

    /// Searches on until the question is answered or about `budget` more nodes are counted. The
    /// answer is a bound of the score: above α a lower bound, else an upper bound.
    pub fn step(&mut self, budget: u64) -> Option<i32> {
        let until = self.game.nodes().saturating_add(budget);
        let mut value: Option<i32> = None;
        while self.answer.is_none() {
            let frame = self.frames.last_mut().expect("an open question has a frame");
            // 1. A child came back.
            if let Some(child) = value.take() {
                frame.best = frame.best.max(if frame.answered { child } else { -child });
            }
            // 2. The node is answered, or has no child left.
            if frame.best > frame.alpha || frame.next == frame.end {
                let closed = self.close();
                match self.frames.is_empty() {
                    true => self.answer = Some(closed),
                    false => value = Some(closed),
                }
                continue;
            }
            // 3. The next child.
            if self.game.nodes() >= until {
                return None;
            }
            if self.marks.is_shared() {
                self.opened = self.opened.wrapping_add(1);
                if self.opened.is_multiple_of(share::LOOK_UP)
                    && let Some(found) = self.look_up()
                {
                    match self.frames.is_empty() {
                        true => self.answer = Some(found),
                        false => value = Some(found),
                    }
                    continue;
                }
                if self.frames.len() <= share::DEPTH && !self.choose() {
                    continue;
                }
            }
            let frame = self.frames.last_mut().expect("it is still there");
            let Frame { alpha, next, .. } = *frame;
            let child = self.waiting[next as usize];
            frame.next += 1;
            frame.answered = child.answered;
            if child.answered {
                self.game.passed();
            }
            let window = if child.answered { alpha } else { -alpha - 1 };
            value = self.open(&child.state, child.key, window, child.known, child.looked);
        }
        self.answer
    }

    /// Looks at a position: its value if that answers the question, else it becomes a frame.
    fn open(
        &mut self,
        state: &M::State,
        key: u64,
        alpha: i32,
        known: Bounds,
        looked: bool,
    ) -> Option<i32> {
        let nodes = self.game.nodes();
        // 1. Static bounds.
        self.moves.clear();
        let told = self.game.expand(state, alpha, looked, &mut self.moves);
        let mut known = Bounds { low: known.low.max(told.low), high: known.high.min(told.high) };
        if let Some(answer) = answer_of(known, alpha) {
            self.table.store(key, known, 0);
            return Some(answer);
        }
        // 2. Fetch what the table may know of the children.
        let first = self.waiting.len();
        for mv in &self.moves {
            let key = self.game.key(&mv.state);
            self.table.prefetch(key);
            let Successor { state, order, answered } = *mv;
            let known = Bounds { low: *SCORES.start(), high: *SCORES.end() };
            self.waiting.push(Waiting { state, key, order, answered, looked: false, known });
        }
        // 3. What the game finds while they come.
        if !looked {
            known.high = known.high.min(self.game.look_before(state, alpha));
            if known.high <= alpha {
                self.table.store(key, known, 0);
                self.waiting.truncate(first);
                return Some(known.high);
            }
        }
        // 4. An answer, or a child less; the others by insertion, best first.
        let mut best = *SCORES.start();
        let mut end = first;
        for at in first..self.waiting.len() {
            let mut child = self.waiting[at];
            if let Some(found) = self.table.get(child.key) {
                let seen = as_parent(found, child.answered);
                if seen.low > alpha {
                    let value = seen.low.min(known.high);
                    let news = Bounds { low: value.max(known.low), high: known.high };
                    self.table.store(key, news, 0);
                    self.waiting.truncate(first);
                    return Some(value);
                }
                if seen.high <= alpha {
                    best = best.max(seen.high);
                    continue;
                }
                child.known = found;
            }
            let mut place = end;
            while place > first && self.waiting[place - 1].order < child.order {
                self.waiting[place] = self.waiting[place - 1];
                place -= 1;
            }
            self.waiting[place] = child;
            end += 1;
        }
        self.waiting.truncate(end);
        // 5. What the game says of single children.
        for child in self.waiting[first..].iter_mut().filter(|child| !child.answered) {
            let Some(bound) = self.game.look(&child.state, alpha) else { continue };
            child.looked = true;
            known.low = known.low.max(bound);
            if bound > alpha {
                self.table.store(key, known, 0);
                self.waiting.truncate(first);
                return Some(bound.min(known.high));
            }
        }
        let (first, end) = (first as u32, end as u32);
        let answered = false;
        let next = first;
        self.frames.push(Frame { key, alpha, known, best, answered, next, first, end, nodes });
        if self.frames.len() <= share::DEPTH {
            self.marks.enter(key);
        }
        None
    }

    /// Takes the last frame away, stores what was learnt and returns it.
    fn close(&mut self) -> i32 {
        let frame = self.pop();
        let Frame { key, alpha, known, best, .. } = frame;
        let best = best.clamp(known.low, known.high);
        // (A restored frame may have been opened before the game began to count.)
        let work = 64 - self.game.nodes().wrapping_sub(frame.nodes).leading_zeros();
        let news = match best > alpha {
            true => Bounds { low: best, high: known.high },
            false => Bounds { low: known.low, high: best },
        };
        self.table.store(key, news, work);
        self.closed += 1;
        if self.table.turn(self.closed) {
            self.closed = 0;
        }
        best
    }

    /// The game.
    pub fn game(&self) -> &M {
        &self.game
    }

    /// The game, to set what it is asked with.
    pub fn game_mut(&mut self) -> &mut M {
        &mut self.game
    }

    /// The table.
    pub fn table(&self) -> &Arc<BoundTable> {
        &self.table
    }

    /// The positions on the way from the question's root to the one being examined.
    pub fn line(&self) -> impl Iterator<Item = M::State> + '_ {
        let chosen = self.frames.iter().filter(|frame| frame.next > frame.first);
        chosen.map(|frame| self.waiting[frame.next as usize - 1].state)
    }

    /// Writes the stack; `write_state` writes one position. The table is saved by itself.
    ///
    /// # Errors
    /// What the writer says.
    pub fn save<W: Write + ?Sized>(
        &self,
        out: &mut W,
        mut write_state: impl FnMut(&M::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let answer = self.answer.map_or(i64::MAX, i64::from) as u64;
        put_words(
            out,
            &[answer, self.closed, self.frames.len() as u64, self.waiting.len() as u64],
        )?;
        // Nodes are written as a distance: a resumed game counts from 0.
        let nodes = self.game.nodes();
        for it in &self.frames {
            let places = u64::from(it.first) << 32 | u64::from(it.end);
            let scores = u64::from(it.next) << 32 | u64::from(it.alpha as u32);
            let known = pack(it.known) << 32 | u64::from(it.best as u32);
            let nodes = nodes.wrapping_sub(it.nodes) << 1 | u64::from(it.answered);
            put_words(out, &[it.key, places, scores, known, nodes])?;
        }
        for it in &self.waiting {
            write_state(&it.state, out)?;
            let order = u64::from(it.order as u32) << 32 | pack(it.known);
            let flags = u64::from(it.answered) << 1 | u64::from(it.looked);
            put_words(out, &[it.key, order, flags])?;
        }
        Ok(())
    }

    /// Reads what [`AlphaBeta::save`] wrote.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes do not fit.
    pub fn restore<R: Read + ?Sized>(
        &mut self,
        from: &mut R,
        mut read_state: impl FnMut(&mut R) -> io::Result<M::State>,
    ) -> io::Result<()> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "the saved search does not fit");
        let answer = read_word(from)?;
        self.answer = (answer != i64::MAX as u64).then_some(answer as i32);
        self.closed = read_word(from)?;
        let (frames, waiting) = (read_word(from)?, read_word(from)?);
        self.rest();
        for _ in 0..frames {
            let mut words = [0; 5];
            for word in &mut words {
                *word = read_word(from)?;
            }
            let [key, places, scores, known, nodes] = words;
            let frame = Frame {
                key,
                alpha: scores as i32,
                known: unpack(known >> 32),
                best: known as i32,
                next: (scores >> 32) as u32,
                first: (places >> 32) as u32,
                end: places as u32,
                answered: nodes & 1 == 1,
                nodes: self.game.nodes().wrapping_sub(nodes >> 1),
            };
            let ordered = frame.first <= frame.next && frame.next <= frame.end;
            if !ordered || u64::from(frame.end) > waiting {
                return Err(bad());
            }
            self.frames.push(frame);
            if self.frames.len() <= share::DEPTH {
                self.marks.enter(key);
            }
        }
        for _ in 0..waiting {
            let state = read_state(from)?;
            let (key, order, flags) = (read_word(from)?, read_word(from)?, read_word(from)?);
            let (known, order) = (unpack(order & 0xffff_ffff), (order >> 32) as i32);
            let (answered, looked) = (flags & 2 != 0, flags & 1 != 0);
            self.waiting.push(Waiting { state, key, order, answered, looked, known });
        }
        match self.answer.is_none() && self.frames.is_empty() {
            true => Err(bad()),
            false => Ok(()),
        }
    }
}

/// The bound that answers whether a score is above `alpha`.
#[inline(always)]
fn answer_of(known: Bounds, alpha: i32) -> Option<i32> {
    match known {
        Bounds { low, .. } if low > alpha => Some(low),
        Bounds { high, .. } if high <= alpha => Some(high),
        _ => None,
    }
}

/// Writes every entry of a table.
///
/// # Errors
/// What the writer says.
pub fn save_table<W: Write + ?Sized>(table: &BoundTable, out: &mut W) -> io::Result<()> {
    put_words(out, &[u64::from(table.bits()), table.raw().count() as u64])?;
    for (place, word) in table.raw() {
        put_words(out, &[place, word])?;
    }
    Ok(())
}

/// Reads what [`save_table`] wrote into a table of the same size.
///
/// # Errors
/// What the reader says, and `InvalidData` if the table is smaller.
pub fn restore_table<R: Read + ?Sized>(table: &BoundTable, from: &mut R) -> io::Result<()> {
    let refused = || io::Error::new(io::ErrorKind::InvalidData, "the saved table is larger");
    if !u32::try_from(read_word(from)?).is_ok_and(|bits| table.set_bits(bits)) {
        return Err(refused());
    }
    for _ in 0..read_word(from)? {
        let (place, word) = (read_word(from)?, read_word(from)?);
        if !table.set_raw(place, word) {
            return Err(refused());
        }
    }
    Ok(())
}

fn pack(known: Bounds) -> u64 {
    u64::from(known.low as u16) << 16 | u64::from(known.high as u16)
}

fn unpack(word: u64) -> Bounds {
    Bounds { low: i32::from((word >> 16) as u16 as i16), high: i32::from(word as u16 as i16) }
}
