//! One layer worked out by several workers, each with a share of its positions.
//!
//! **The problem.** Two bytes a position and one processor bound what a single machine can build. **The idea.** A
//! worker has the states of its own positions alone, and undoes the moves of those that it decided. What that
//! says of other workers' positions is laid by and sent to them in batches, in **rounds**: in a round every part sends
//! one batch to every other, even if it has nothing to say. When a round brings nobody anything, the threshold is over;
//! each batch also says at which threshold its sender can begin again, so all parts go on to the same one.
//!
//! Within a threshold it has no meaning in which order positions hear of their successors: what is decided is the
//! least fixed point (`layer`). So a part goes on with its own positions before it sends anything, which saves rounds; but
//! only for a few turns as long as there is much to do, so that others do not wait for work that they could have had.
//! Where values count moves, a threshold has two rounds: after lost positions are told of, and after won ones are.
//!
//! **Faults.** A round is over for a part when it has a batch of each other part. So no part is more than a round before
//! another, and with the batches of its latest round and of the one before it can send again whatever was lost on
//! the way. A batch that comes twice, or late, or from an attempt that was given up is passed over, and one of the next
//! round is kept. Between two thresholds nothing is under way, so the states of all parts make a checkpoint
//! there. A part that died goes on from it, and so do the others: they would have to wait for it anyway.

use std::mem::{replace, take};

use crate::batch::{Head, decode, encode};
use crate::layer::{LayerWork, Told};
use crate::{Error, Leads, Retrograde, checkpoint};

/// The most parts of a layer.
const MOST_PARTS: u32 = 1 << 16;

/// Turns of lost and won positions in a round, and below how many positions a part goes on all the same.
const TURNS: u32 = 4;
const FEW: u64 = 1 << 10;

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is kept for this round or for the next.
    Kept,
    /// It was there before.
    Double,
    /// It is of a round that is over, or of another attempt or layer.
    Old,
}

/// Where a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// It has batches for the others, and waits for theirs.
    Exchange,
    /// Nothing is under way in any part, and this threshold comes next. The state may be saved.
    Threshold(i8),
    /// The values are there.
    Done,
}

/// Which round it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    /// The first, in which parts only say at which threshold they can begin.
    First,
    /// Won and lost positions are told of as long as there are any.
    Both,
    /// Lost positions are told of: those by one move more than the threshold says.
    Losses,
    /// Won positions are told of.
    Wins,
}

/// Which part of a layer, and who asks.
#[derive(Clone, Copy, Debug)]
pub struct PartOf {
    /// The layer.
    pub layer: u32,
    /// The number of the part, from 0.
    pub part: u32,
    /// The number of parts.
    pub parts: u32,
    /// The attempt: another number each time the layer is begun, or taken up from a checkpoint.
    pub attempt: u32,
    /// Threads to work on.
    pub threads: usize,
}

/// What a part begins from.
#[derive(Clone, Copy, Debug)]
pub enum PartFrom<'f> {
    /// The values of each lower layer.
    Lower(&'f [Vec<i8>]),
    /// What [`Part::save`] wrote.
    Saved(&'f [u8]),
}

/// One part of a layer, at work.
pub struct Part<R: Leads> {
    game: R,
    of: PartOf,
    work: LayerWork<R>,
    stand: Stand,
    round: Round,
    number: u32,
    /// What this part has to do with the round, as its batches say.
    own: (u64, i8),
    /// The latest round's batches, for each part, and those of the round before; nothing for this one.
    batches: [Vec<Vec<u8>>; 2],
    /// What came of this round and the next one, from each part.
    came: [Vec<Option<(Head, Told)>>; 2],
}

impl<R: Leads> Part<R> {
    /// Opens the part's positions, or takes up a state; `None` if that is of another part, or damaged.
    ///
    /// # Errors
    /// If there is no such layer or part, or the game's rules are not what they should be.
    pub fn begin(game: R, of: PartOf, from: PartFrom<'_>) -> Result<Option<Part<R>>, Error> {
        let PartOf { layer, part, parts, .. } = of;
        if layer >= game.layers() {
            return Err(Error::NoLayer { layer, layers: game.layers() });
        } else if part >= parts || parts > MOST_PARTS {
            let what = format!("part {part} of {parts}, and there are at most {MOST_PARTS}");
            return Err(Error::Batch { layer, what });
        }
        let begun = Part::new(game, of);
        match from {
            PartFrom::Lower(lower) => begun.open(lower).map(Some),
            PartFrom::Saved(saved) => Ok(begun.restored(saved)),
        }
    }

    fn open(mut self, lower: &[Vec<i8>]) -> Result<Part<R>, Error> {
        let layer = self.of.layer;
        if lower.len() < layer as usize {
            let what = format!("values of {} lower layers", lower.len());
            return Err(Error::Rules { layer, what });
        }
        self.work.open_all(lower).map_err(|what| Error::Rules { layer, what })?;
        self.send(0, i8::MAX);
        Ok(self)
    }

    fn restored(mut self, mut saved: &[u8]) -> Option<Part<R>> {
        let header = self.header();
        let threshold = checkpoint::read(&mut saved, &header, &mut self.work).ok()??;
        if self.game.counts_moves() {
            self.work.hold_losses(threshold);
        }
        self.work.threshold = threshold;
        self.stand = Stand::Threshold(threshold);
        saved.is_empty().then_some(self)
    }

    fn new(game: R, of: PartOf) -> Part<R> {
        let work = LayerWork::new(game.clone(), of.layer, (of.part, of.parts), of.threads);
        let nothing = || (0..of.parts).map(|_| None).collect();
        Part {
            game,
            of,
            work,
            stand: Stand::Exchange,
            round: Round::First,
            number: 0,
            own: (0, 0),
            batches: [Vec::new(), Vec::new()],
            came: [nothing(), nothing()],
        }
    }

    /// Where it stands.
    pub fn stand(&self) -> Stand {
        self.stand
    }

    /// The latest round's batch for another part; empty before the first round.
    pub fn batch(&self, to: u32) -> &[u8] {
        self.batches[0].get(to as usize).map_or(&[], Vec::as_slice)
    }

    /// The batch of the round before, for a part that still waits for it; empty if there was none.
    pub fn earlier(&self, to: u32) -> &[u8] {
        self.batches[1].get(to as usize).map_or(&[], Vec::as_slice)
    }

    /// The parts whose batch of this round is not there.
    pub fn missing(&self) -> impl Iterator<Item = u32> {
        let own = self.of.part;
        let waits = self.stand == Stand::Exchange;
        let came = (0..).zip(&self.came[0]);
        came.filter(move |(from, it)| waits && it.is_none() && *from != own).map(|(from, _)| from)
    }

    /// Takes a batch.
    ///
    /// # Errors
    /// If it is damaged, or says what no part can say.
    pub fn take(&mut self, batch: &[u8]) -> Result<Taken, Error> {
        let layer = self.of.layer;
        let bad = |what: &str| Error::Batch { layer, what: what.to_string() };
        let (head, told) = decode(batch).ok_or_else(|| bad("it was damaged on the way"))?;
        if (head.attempt, head.layer) != (self.of.attempt, layer) || head.round < self.number {
            return Ok(Taken::Old);
        }
        let ahead = (head.round - self.number) as usize;
        let own = |&index: &u32| u64::from(index) < self.game.size(layer) && self.owns(index);
        if head.to != self.of.part || head.from == head.to || head.from >= self.of.parts {
            return Err(bad("it is for another part"));
        } else if ahead > 1 {
            return Err(bad("it is of a round that cannot be yet"));
        } else if !told.of_losses.iter().chain(&told.of_wins).all(own) {
            return Err(bad("it has positions of another part"));
        }
        let place = &mut self.came[ahead][head.from as usize];
        if place.is_some() {
            return Ok(Taken::Double);
        }
        *place = Some((head, told));
        Ok(Taken::Kept)
    }

    fn owns(&self, index: u32) -> bool {
        self.work.share.owns(index.into())
    }

    /// Goes on: with what came in this round, or with the next threshold. Returns where it stands then.
    ///
    /// # Errors
    /// If a batch is missing, or a value is out of bounds; in the latter case the layer cannot be built.
    pub fn advance(&mut self) -> Result<Stand, Error> {
        let layer = self.of.layer;
        if self.missing().next().is_some() {
            return Err(Error::Batch { layer, what: "not all of a round are there".to_string() });
        }
        match self.stand {
            Stand::Done => {}
            Stand::Threshold(threshold) => self.go_below(threshold),
            Stand::Exchange => self.hear()?,
        }
        Ok(self.stand)
    }

    /// Begins a threshold.
    fn go_below(&mut self, threshold: i8) {
        self.stand = Stand::Exchange;
        self.work.threshold = threshold;
        if self.game.counts_moves() {
            self.round = Round::Losses;
            self.work.spread_all(true);
            self.send(0, threshold - 1);
        } else {
            self.round = Round::Both;
            self.work.seed_all(threshold);
            self.spread();
        }
    }

    /// Goes on until nothing is left to be done here, or others may have something to do meanwhile, and sends.
    fn spread(&mut self) {
        for turn in 0.. {
            let (lost, won) = self.work.held();
            let enough = self.of.parts > 1 && turn >= TURNS && lost + won > FEW;
            if lost + won == 0 || enough {
                break;
            }
            self.work.spread_all(lost > 0);
        }
        let (lost, won) = self.work.held();
        self.send(lost + won, self.work.threshold - 1);
    }

    /// Makes this round's batches of what was laid by. `held` is work that is no message.
    fn send(&mut self, held: u64, below: i8) {
        let mut away = self.work.take_away();
        let told: usize = away.iter().map(|it| it.of_losses.len() + it.of_wins.len()).sum();
        self.own = (held + told as u64, self.work.seeded(below));
        let (work, next) = self.own;
        let PartOf { attempt, layer, part: from, .. } = self.of;
        let round = self.number;
        let batch = |(to, told): (u32, &mut Told)| match to == from {
            true => Vec::new(),
            false => encode(&Head { attempt, layer, round, from, to, work, next }, told),
        };
        let batches = (0..).zip(&mut away).map(batch).collect();
        self.batches[1] = replace(&mut self.batches[0], batches);
    }

    /// Takes in what came, and goes on in the same threshold or stands before the next.
    fn hear(&mut self) -> Result<(), Error> {
        let (mut work, mut next) = self.own;
        let came = take(&mut self.came[0]);
        for (head, told) in came.iter().flatten() {
            (work, next) = (work + head.work, next.max(head.next));
            self.work.hear(&told.of_losses, true);
            self.work.hear(&told.of_wins, false);
        }
        self.came[0] = came.into_iter().map(|_| None).collect();
        self.came.swap(0, 1);
        self.number += 1;
        match self.round {
            Round::Both if work > 0 => self.spread(),
            Round::Losses => {
                self.round = Round::Wins;
                self.work.seed_all(self.work.threshold);
                self.work.spread_all(false);
                self.send(self.work.held().0, self.work.threshold - 1);
            }
            Round::Wins if work > 0 => return self.stand_before(self.work.threshold - 1),
            Round::First | Round::Both | Round::Wins => return self.stand_before(next),
        }
        Ok(())
    }

    fn stand_before(&mut self, threshold: i8) -> Result<(), Error> {
        self.work.threshold = threshold;
        self.stand = if threshold > 0 { Stand::Threshold(threshold) } else { Stand::Done };
        if threshold == 0 && self.work.held().0 > 0 {
            let what = format!("a win in more than {} moves", i8::MAX - 1);
            return Err(Error::Rules { layer: self.of.layer, what });
        }
        Ok(())
    }

    fn header(&self) -> [u8; 32] {
        let share = format!(", part {} of {}", self.of.part, self.of.parts);
        checkpoint::header(&self.game.description(), self.of.layer, &share, &[])
    }

    /// The state, for [`PartFrom`]; two bytes a position and a kilobyte. `None` while something is under way.
    pub fn save(&self) -> Option<Vec<u8>> {
        let Stand::Threshold(_) = self.stand else { return None };
        let mut saved = Vec::with_capacity(2 * self.work.state.len() + 2048);
        checkpoint::write(&mut saved, &self.header(), &self.work).ok()?;
        Some(saved)
    }

    /// The values of the part's positions in the order of their places; `None` before it is done.
    pub fn values(&self) -> Option<Vec<i8>> {
        (self.stand == Stand::Done).then(|| self.work.values().0)
    }
}
