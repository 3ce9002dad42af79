//! A layer whose states do not fit into memory: worked out piece by piece, with the states of one piece in memory and
//! those of the others on the disk.
//!
//! **The idea** is that of a layer shared by workers (`part`), with one worker that does everybody's work in turn. A piece
//! that is in memory works until none of its positions has anything more to say to another of the same piece. What they
//! say to other pieces is written to files, a file for each piece that is to hear it, and read when that piece's turn comes. A
//! piece that has nothing to hear and nothing to begin with is passed over. The threshold is over when that is all pieces.
//!
//! **Invariant.** Between two turns a piece has no frontier: what was decided has been told, or is found again by
//! its value. (Where values count moves, wins of this threshold and losses of the one before are told in the next turn.)
//!
//! **Cost.** Two bytes a position of one piece; the frontiers' quarter of a byte, of the whole layer; what is to be told, in
//! lists of bounded length. On the disk two bytes a position, and a byte or two for each move that leads from piece to piece
//! and has not been heard of. The files have no name: whatever ends the build, they are gone, and the layer begins anew.

use std::io::{self, Read, SeekFrom, Write};
use std::mem::replace;
use std::sync::atomic::Ordering::Relaxed;

use crate::batch::{Head, decode, encode};
use crate::layer::{LEAST_COUNTED, LayerWork, Told, put_states, states_of};
use crate::store::Scratch;
use crate::{Error, Leads, Retrograde, Store};

/// States read or written in one go.
const BLOCK: usize = 1 << 16;
/// Moves undone between two looks at what is to be told: at most so many.
const MOST_TOLD: u64 = 1 << 22;
/// The most pieces: each has up to three files open.
const MOST_PIECES: u64 = 256;

/// What lists of what is to be told take, in bytes: some for those that are told, and their room to grow.
fn told_bytes(size: u64) -> u64 {
    16 * told_at_once(size)
}

fn told_at_once(size: u64) -> u64 {
    (size / 16).clamp(1 << 8, MOST_TOLD)
}

/// What a layer of this size needs in one piece: states, frontiers and values, and these once more in the order of files.
pub fn in_one_piece(size: u64) -> u64 {
    4 * size
}

/// In how many pieces a layer of this size can be worked out in so much memory; `None` if in none.
pub(crate) fn pieces_for(size: u64, memory: u64) -> Option<u32> {
    let states = memory.checked_sub(size / 4 + told_bytes(size)).filter(|it| *it > 0)?;
    let pieces = (2 * size).div_ceil(states).max(2);
    (pieces <= MOST_PIECES).then_some(pieces as u32)
}

/// What a layer of this size needs when it is worked out piece by piece. `copies` is how many bytes a position takes when
/// its value is there.
pub fn least_memory(size: u64, copies: u64) -> u64 {
    // Three pieces and the frontiers are less than the values that they come to.
    copies.max(1) * size + told_bytes(size)
}

/// What rests while another piece is in memory.
#[derive(Default)]
struct Piece {
    states: Option<Box<dyn Scratch>>,
    /// How many positions have a best value out of the layer of `±v`, at `[v]`.
    seeds: Vec<u64>,
    /// What it has not heard yet of lost positions, and of won ones.
    told: [Option<Box<dyn Scratch>>; 2],
    /// Whether this threshold has begun here.
    begun: bool,
    /// Whether positions of it were decided and have not been told of: lost ones, won ones.
    holds: [bool; 2],
}

/// What all pieces do, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Open.
    Open,
    /// Tell and hear of lost and won positions, as long as there are any.
    Both,
    /// Tell of positions that are lost by one move more than the threshold says.
    Losses,
    /// Tell of positions that are won at the threshold.
    Wins,
    Done,
}

/// Numbers of [`Piece::told`] and [`Piece::holds`].
const LOSSES: usize = 0;
const WINS: usize = 1;

/// A layer at work.
pub(crate) struct Pieces<R: Leads> {
    game: R,
    number: u32,
    work: LayerWork<R>,
    pieces: Vec<Piece>,
    /// The piece in memory.
    loaded: Option<usize>,
    turn: Turn,
    /// The piece whose turn comes next.
    at: usize,
    size: u64,
    /// Whether a win takes more moves than values can say.
    too_far: bool,
}

impl<R: Leads> Pieces<R> {
    /// A layer in so many pieces.
    pub fn new(game: R, layer: u32, pieces: u32, threads: usize) -> Pieces<R> {
        let work = LayerWork::new(game.clone(), layer, (0, pieces), threads);
        let size = game.size(layer);
        Pieces {
            game,
            number: layer,
            work,
            pieces: (0..pieces).map(|_| Piece::default()).collect(),
            loaded: None,
            turn: Turn::Open,
            at: 0,
            size,
            too_far: false,
        }
    }

    /// Whether the values are there.
    pub fn done(&self) -> bool {
        self.turn == Turn::Done
    }

    /// The threshold.
    pub fn threshold(&self) -> i8 {
        self.work.threshold
    }

    /// Does the turn of one piece. Returns about how much was done.
    ///
    /// # Errors
    /// If a file cannot be written or read again, or the game breaks its promises. The layer must begin anew then.
    pub fn step(&mut self, lower: &[Vec<i8>], store: &impl Store) -> Result<u64, Error> {
        let (layer, at) = (self.number, self.at);
        let failed = |error| Error::Write { file: store.place("a layer's pieces"), error };
        let due = self.due(at);
        if due {
            self.load(at, store).map_err(failed)?;
        }
        match self.turn {
            Turn::Open => {
                self.work.open_all(lower).map_err(|what| Error::Rules { layer, what })?;
                self.pieces[at].seeds = self.work.take_seeds();
            }
            Turn::Both if due => self.tell_and_hear(store).map_err(failed)?,
            Turn::Losses if due => self.tell_of_losses(store).map_err(failed)?,
            Turn::Wins if due => self.tell_of_wins(store).map_err(failed)?,
            _ => {}
        }
        if self.too_far {
            let what = format!("a win in more than {} moves", i8::MAX - LEAST_COUNTED);
            return Err(Error::Rules { layer, what });
        }
        self.at += 1;
        if self.at == self.pieces.len() {
            self.at = 0;
            self.next_turn();
        }
        Ok(if due { self.work.state.len() as u64 } else { 1 })
    }

    /// Whether a piece has anything to do in this turn.
    fn due(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        let seeded = !piece.begun && self.seeds(at, self.work.threshold) > 0;
        let [told_losses, told_wins] = [LOSSES, WINS].map(|it| piece.told[it].is_some());
        match self.turn {
            Turn::Open => true,
            Turn::Both => told_losses || told_wins || seeded,
            Turn::Losses => piece.holds[LOSSES] || told_wins,
            Turn::Wins => piece.holds[WINS] || told_losses || seeded,
            Turn::Done => false,
        }
    }

    fn seeds(&self, at: usize, threshold: i8) -> u64 {
        self.pieces[at].seeds.get(threshold as usize).copied().unwrap_or(0)
    }

    /// After the last piece's turn.
    fn next_turn(&mut self) {
        let counts = self.game.counts_moves();
        match self.turn {
            Turn::Open => self.go_below(i8::MAX, counts),
            Turn::Losses => self.turn = Turn::Wins,
            Turn::Both if (0..self.pieces.len()).any(|at| self.due(at)) => {}
            Turn::Both | Turn::Wins => {
                let below = self.work.threshold - 1;
                self.pieces.iter_mut().for_each(|it| it.begun = false);
                self.turn = Turn::Losses;
                match counts && (0..self.pieces.len()).any(|at| self.due(at)) {
                    true => self.work.threshold = below,
                    false => self.go_below(below, counts),
                }
            }
            Turn::Done => {}
        }
    }

    /// Goes on with the greatest threshold, at most this one, that decides anything.
    fn go_below(&mut self, threshold: i8, counts: bool) {
        let seeded = |at: &i8| (0..self.pieces.len()).any(|piece| self.seeds(piece, *at) > 0);
        let next = (1..=threshold).rev().find(seeded);
        self.work.threshold = next.unwrap_or(0);
        self.turn = match next {
            None => Turn::Done,
            Some(_) if counts => Turn::Wins,
            Some(_) => Turn::Both,
        };
    }

    /// The turn of a piece where won and lost positions are told of at the same threshold.
    fn tell_and_hear(&mut self, store: &impl Store) -> io::Result<()> {
        self.begin_threshold();
        self.hear(LOSSES)?;
        self.hear(WINS)?;
        loop {
            match self.work.held() {
                (0, 0) => return Ok(()),
                (lost, _) => self.spread(lost > 0, store)?,
            }
        }
    }

    /// The turn of a piece in which its lost positions are told of, those that are lost by one move more than the threshold
    /// says.
    fn tell_of_losses(&mut self, store: &impl Store) -> io::Result<()> {
        let threshold = self.work.threshold;
        self.work.threshold = threshold + 1;
        self.work.hold(-(threshold + 1));
        let heard = self.hear(WINS);
        self.work.threshold = threshold;
        heard?;
        self.too_far |= threshold < LEAST_COUNTED && self.work.held().0 > 0;
        self.spread(true, store)?;
        self.let_go();
        Ok(())
    }

    /// The turn of a piece in which the positions that it wins at the threshold are told of.
    fn tell_of_wins(&mut self, store: &impl Store) -> io::Result<()> {
        self.work.hold(self.work.threshold);
        self.begin_threshold();
        self.hear(LOSSES)?;
        self.spread(false, store)?;
        self.let_go();
        Ok(())
    }

    /// Decides what moves out of the layer decide.
    fn begin_threshold(&mut self) {
        let threshold = self.work.threshold;
        let begun = replace(&mut self.pieces[self.at].begun, true);
        if !begun && self.seeds(self.at, threshold) > 0 {
            self.work.seed_all(threshold);
        }
    }

    /// Forgets the frontiers: what they hold is found again by its value.
    fn let_go(&mut self) {
        let (lost, won) = self.work.held();
        self.pieces[self.at].holds = [lost > 0, won > 0];
        self.work.let_go();
    }

    /// Tells of the lost positions in memory, or of the won ones.
    fn spread(&mut self, losses: bool, store: &impl Store) -> io::Result<()> {
        let budget = told_at_once(self.size);
        self.work.begin_spread(losses);
        loop {
            let more = self.work.spread_on(losses, budget);
            let all = self.work.take_away();
            let which = if losses { LOSSES } else { WINS };
            for (piece, told) in all.into_iter().enumerate().filter(|it| it.1 != Told::default()) {
                self.lay_by(piece, which, told, store)?;
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Writes down what a piece is to hear: of lost positions, or of won ones.
    fn lay_by(
        &mut self,
        to: usize,
        which: usize,
        mut told: Told,
        store: &impl Store,
    ) -> io::Result<()> {
        let (layer, to_part) = (self.number, to as u32);
        let head = Head { attempt: 0, layer, round: 0, from: 0, to: to_part, work: 0, next: 0 };
        let bytes = encode(&head, &mut told);
        let place = &mut self.pieces[to].told[which];
        let mut file = place.take().map_or_else(|| store.scratch(), Ok)?;
        file.write_all(&(bytes.len() as u64).to_le_bytes())?;
        file.write_all(&bytes)?;
        *place = Some(file);
        Ok(())
    }

    /// Hears what others had to say of lost positions, or of won ones.
    fn hear(&mut self, which: usize) -> io::Result<()> {
        let Some(mut file) = self.pieces[self.at].told[which].take() else { return Ok(()) };
        let end = file.stream_position()?;
        file.rewind()?;
        let mut at = 0;
        while at < end {
            let mut length = [0; 8];
            file.read_exact(&mut length)?;
            let length = u64::from_le_bytes(length);
            let mut bytes = Vec::new();
            Read::by_ref(&mut file).take(length).read_to_end(&mut bytes)?;
            let (_, told) = decode(&bytes).ok_or(io::ErrorKind::InvalidData)?;
            self.work.hear(&told.of_losses, true);
            self.work.hear(&told.of_wins, false);
            at += 8 + length;
        }
        Ok(())
    }

    /// Brings the states of a piece into memory, in place of those of the one that was there.
    fn load(&mut self, at: usize, store: &impl Store) -> io::Result<()> {
        if self.loaded == Some(at) {
            return Ok(());
        }
        self.put_down(store)?;
        self.work.take_up(at as u32);
        if let Some(file) = &mut self.pieces[at].states {
            file.rewind()?;
            let mut bytes = vec![0; 2 * BLOCK];
            for states in self.work.state.chunks(BLOCK) {
                let bytes = &mut bytes[..2 * states.len()];
                file.read_exact(bytes)?;
                let read = states.iter().zip(states_of(bytes));
                read.for_each(|(state, read)| state.store(read, Relaxed));
            }
        }
        self.loaded = Some(at);
        Ok(())
    }

    /// Writes the states in memory down.
    fn put_down(&mut self, store: &impl Store) -> io::Result<()> {
        let Some(at) = self.loaded else { return Ok(()) };
        let place = &mut self.pieces[at].states;
        let mut file = place.take().map_or_else(|| store.scratch(), Ok)?;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::with_capacity(2 * BLOCK);
        for states in self.work.state.chunks(BLOCK) {
            bytes.clear();
            put_states(states, &mut bytes);
            file.write_all(&bytes)?;
        }
        *place = Some(file);
        self.loaded = None;
        Ok(())
    }

    /// The values in the order of files, when all is done, and how often each occurs, from −128 on.
    ///
    /// # Errors
    /// If a file cannot be written or read again.
    pub fn values(mut self, store: &impl Store) -> Result<(Vec<i8>, Vec<u64>), Error> {
        let failed = |error| Error::Write { file: store.place("a layer's pieces"), error };
        self.put_down(store).map_err(failed)?;
        self.work.leave_memory();
        let (mut values, mut counts) = (Vec::with_capacity(self.size as usize), vec![0; 256]);
        let mut bytes = vec![0; 2 * BLOCK];
        for at in 0..self.pieces.len() {
            let Some(mut file) = self.pieces[at].states.take() else { continue };
            file.rewind().map_err(failed)?;
            let mut left = self.work.share.sibling(at as u32).range();
            while !left.is_empty() {
                let n = BLOCK.min((left.end - left.start) as usize);
                file.read_exact(&mut bytes[..2 * n]).map_err(failed)?;
                for (index, state) in left.clone().zip(states_of(&bytes[..2 * n])) {
                    let value = self.work.value(index, state);
                    counts[(i16::from(value) + 128) as usize] += 1;
                    values.push(value);
                }
                left.start += n as u64;
            }
        }
        Ok((self.game.in_files(&self.work.layer, values), counts))
    }
}
