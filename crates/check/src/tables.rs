//! Verifying tables: every value shown by the rules, from values that were shown before it.
//!
//! That entries agree with their successors proves nothing where play can cycle; whole sets of wrong
//! entries support one another. So two things are asked of each value. It is the best of what its moves lead to, by
//! the rules. And if it is not what infinite play is worth, it is *founded*: the move that reaches it, or all
//! moves if it is a loss, lead to values that come before it in an order without circles. Larger values come first;
//! among equal ones the order is that of *steps*, numbers that the caller may know from building the table. Nothing is
//! believed of them: steps that do not fit are thrown away, and what has no step is looked at again and
//! again, until what it needs has been shown. Every position is looked at once by the rules if the steps are right, and
//! a layer takes a byte a position, and two bits more if its values are but three. Section 8 of `docs/trust.md` has the proof.

use std::fmt;
use std::hint::black_box;
use std::io::{Read, Seek};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quod_cert::{TableError, TableFile};
use quod_game::{Distance, Game, MOST_VALUE, Move, Outcome, Player, Ranked, value_before};

use crate::is_off;

/// Why a table is not verified.
#[derive(Debug)]
pub enum TableFault {
    /// It cannot be read, or is damaged.
    File(TableError),
    /// The header says something else than it should.
    Header(&'static str),
    /// The game has no index, or breaks what an index promises.
    Rules(String),
    /// A value is not the best of what the moves lead to.
    Value {
        /// The index of the position.
        index: u64,
        /// The best of what the moves lead to, by the values of the table and of those below.
        expected: i64,
        /// What the table says.
        found: i8,
    },
    /// A value agrees with those that the moves lead to, and all of them rest on one another.
    Unfounded {
        /// The index of the position.
        index: u64,
        /// What the table says.
        found: i8,
    },
    /// A value says that a position is lost in 126 moves. A win one move longer would be told as a draw.
    TooLong {
        /// The index of the position.
        index: u64,
    },
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::File(error) => error.fmt(f),
            TableFault::Header(what) => write!(f, "header: {what}"),
            TableFault::Rules(what) => write!(f, "rules: {what}"),
            TableFault::Value { index, expected, found } => {
                write!(f, "index {index}: the moves lead to {expected}, the table says {found}")
            }
            TableFault::TooLong { index } => {
                write!(f, "index {index}: lost in 126 moves or more, which a value cannot express")
            }
            TableFault::Unfounded { index, found } => {
                write!(f, "index {index}: the table says {found}, and no play ever shows it")
            }
        }
    }
}

impl std::error::Error for TableFault {}

/// The values of a layer in memory: two bits each where −1, 0 and 1 are all that there is, else a byte each. None
/// of a layer
/// that was passed over, or that no layer looks up any more.
#[derive(Clone, Debug, Default)]
pub struct LayerValues {
    bytes: Vec<u8>,
    three: bool,
    len: u64,
}

impl LayerValues {
    /// The values of a table, whether they are right or not.
    ///
    /// # Errors
    /// If a block cannot be read or is damaged.
    pub fn read(table: &mut TableFile<impl Read + Seek>) -> Result<LayerValues, TableError> {
        let header = table.header();
        let most = i64::from(header.least) + header.lengths.len() as i64 - 1;
        let three = header.least >= -1 && most <= 1;
        let mut values = LayerValues { bytes: Vec::new(), three, len: 0 };
        for at in 0..table.blocks() {
            table.block(at)?.into_iter().for_each(|value| values.push(value));
        }
        Ok(values)
    }

    fn push(&mut self, value: i8) {
        let shift = 2 * (self.len % 4);
        self.len += 1;
        match self.bytes.last_mut() {
            _ if !self.three => self.bytes.push(value as u8),
            Some(last) if shift > 0 => *last |= ((value + 1) as u8) << shift,
            _ => self.bytes.push((value + 1) as u8),
        }
    }

    /// The values, by index.
    pub fn iter(&self) -> impl Iterator<Item = i8> + '_ {
        (0..).map_while(|index| self.get(index))
    }

    /// The value of an index, if there is one.
    pub fn get(&self, index: u64) -> Option<i8> {
        match self.three {
            true if index < self.len => {
                let four = self.bytes[(index / 4) as usize];
                Some((four >> (2 * (index % 4)) & 3) as i8 - 1)
            }
            true => None,
            false => self.bytes.get(index as usize).map(|&value| value as i8),
        }
    }
}

/// The step of a position that has none.
pub const NO_STEP: u8 = u8::MAX;

/// What makes verifying fast.
pub struct Help<'h> {
    /// Has a worker work on as many threads as the caller has, and comes back when all have ended. What they
    /// leave undone is done
    /// afterwards.
    pub run: &'h dyn Fn(&(dyn Fn() + Sync)),
    /// For each index of the layer a number, smaller than those of equal values that are shown by way of it, or
    /// [`NO_STEP`]. Nothing is believed of them. As good as all [`NO_STEP`] if there are not as many as indices.
    pub steps: Vec<u8>,
}

impl Default for Help<'_> {
    /// No threads of the caller's, and no steps.
    fn default() -> Self {
        Help { run: &|_| (), steps: Vec::new() }
    }
}

/// Verifies the table of the layer above `lower`, against the values of the layers below and the
/// digests of their tables, and adds its own to both. Everything is then shown for this layer that
/// was shown for those below. A layer on which this one does not rest ([`Ranked::rests_on`]) may have been passed
/// over:
/// without values, with a digest of zeros. Values that no layer above looks up may be let go.
///
/// # Errors
/// At the first thing that is not as it should be. Nothing is added then.
pub fn verify_table<G: Game + ?Sized>(
    game: &G,
    table: &mut TableFile<impl Read + Seek>,
    lower: &mut Vec<LayerValues>,
    digests: &mut Vec<[u8; 32]>,
    help: Help<'_>,
) -> Result<(), TableFault> {
    let own = game.ranked().map_or(Distance::Unsaid, |it| it.distance());
    verify_distances(game, table, own, lower, digests, help)
}

/// Like [`verify_table`], of tables whose values say this beside who wins. Where the game's own do not, these are
/// other tables,
/// with a title of their own, and no evidence.
///
/// # Errors
/// As [`verify_table`].
pub fn verify_distances<G: Game + ?Sized>(
    game: &G,
    table: &mut TableFile<impl Read + Seek>,
    distance: Distance,
    lower: &mut Vec<LayerValues>,
    digests: &mut Vec<[u8; 32]>,
    help: Help<'_>,
) -> Result<(), TableFault> {
    let layer = lower.len() as u32;
    let header = table.header();
    let rules = Rules::new(game, distance, layer)?;
    let own = rules.ranked.distance();
    let titled = match rules.ranked.title() {
        _ if distance != own && own != Distance::Unsaid => false,
        Some(title) if distance == own => header.title == title,
        Some(title) => header.title == title.counting(distance),
        None => header.title.game == game.name(),
    };
    let size = header.size;
    let mut named = digests.clone();
    for (lower, digest) in (0..).zip(&mut named) {
        if !rules.ranked.rests_on(layer, lower) {
            *digest = [0; 32];
        } else if *digest == [0; 32] && !is_off("tables.verified-below") {
            return Err(TableFault::Header("it rests on a lower table that was not verified"));
        }
    }
    let right = [
        ("tables.title", titled, "another game, rule of infinite play or index"),
        ("tables.layer", header.layer == layer, "another layer"),
        ("tables.size", size == rules.ranked.size(layer), "another number of positions"),
        ("tables.lower", header.lower == named, "it rests on other lower tables"),
    ];
    if let Some((.., what)) = right.iter().find(|(name, holds, _)| !holds && !is_off(name)) {
        return Err(TableFault::Header(what));
    }
    let digest = table.check_digest();
    digest
        .or_else(|error| if is_off("tables.digest") { Ok(()) } else { Err(error) })
        .map_err(TableFault::File)?;
    let values = LayerValues::read(table).map_err(TableFault::File)?;
    let Help { run, mut steps } = help;
    if steps.len() as u64 != size {
        steps = vec![NO_STEP; size as usize];
    }
    let known = Known { values: &values, lower: &*lower };
    // 1. Every value against those that the moves lead to; those with steps are founded.
    if !in_chunks(run, size, |range| {
        let (rules, mut scratch) = (Rules::new(game, distance, layer)?, Default::default());
        let mut fit = true;
        for index in range {
            let step = steps[index as usize];
            let before = |at: u64| steps[at as usize] < step;
            fit &= rules.shown(index, &known, &mut scratch, before)? || step == NO_STEP;
        }
        Ok(fit)
    })? && !is_off("tables.steps")
    {
        steps.fill(NO_STEP);
    }
    // 2. Those without: what they need is shown already, or will be before long.
    let (mut changed, mut scratch) = (true, Default::default());
    while changed {
        changed = false;
        for index in 0..size {
            if steps[index as usize] == NO_STEP {
                let before = |at: u64| steps[at as usize] != NO_STEP;
                if rules.shown(index, &known, &mut scratch, before)? {
                    (steps[index as usize], changed) = (0, true);
                }
            }
        }
    }
    if let Some(at) = steps.iter().position(|&step| step == NO_STEP)
        && !is_off("tables.founded")
    {
        let index = at as u64;
        return Err(TableFault::Unfounded { index, found: values.get(index).unwrap_or(0) });
    }
    lower.push(values);
    digests.push(table.digest());
    Ok(())
}

/// Does something with all numbers below `size`, wherever `run` has it done; whether it was true of all.
fn in_chunks(
    run: &dyn Fn(&(dyn Fn() + Sync)),
    size: u64,
    each: impl Fn(Range<u64>) -> Result<bool, TableFault> + Sync,
) -> Result<bool, TableFault> {
    const CHUNK: u64 = 1 << 14;
    let chunks = size.div_ceil(CHUNK);
    let (next, done, all) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Ok(true)));
    let work = || {
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= chunks {
                return;
            }
            let answer = each(CHUNK * at..size.min(CHUNK * (at + 1)));
            if !matches!(answer, Ok(true)) {
                // What is left does not matter any more.
                next.store(chunks, Relaxed);
                let mut all = all.lock().unwrap_or_else(|it| it.into_inner());
                if all.is_ok() {
                    *all = answer;
                }
            }
            done.fetch_add(1, Relaxed);
        }
    };
    run(&work);
    work();
    let all = all.into_inner().unwrap_or_else(|it| it.into_inner())?;
    // Who handed in `run` need not be believed: a worker may have begun something and not ended it.
    match !all || done.into_inner() == chunks || is_off("tables.ended") {
        true => Ok(all),
        false => Err(TableFault::Rules("a worker did not end what it began".to_string())),
    }
}

/// The rules of a game, seen from its index.
struct Rules<'g, G: Game + ?Sized> {
    game: &'g G,
    ranked: &'g dyn Ranked<G::Position>,
    distance: Distance,
    layer: u32,
}

/// The values that a table says, and those below, which were shown.
struct Known<'l> {
    values: &'l LayerValues,
    lower: &'l [LayerValues],
}

/// Room for the moves of a position, and for what they lead to, with layers and indices.
type Scratch<P> = (Vec<Move>, Vec<(P, u32, u64)>);

impl<'g, G: Game + ?Sized> Rules<'g, G> {
    fn new(game: &'g G, distance: Distance, layer: u32) -> Result<Self, TableFault> {
        match game.ranked() {
            _ if game.perpetual().is_some() && !is_off("tables.no-perpetual") => {
                Err(TableFault::Rules("tables know nothing of perpetual check".to_string()))
            }
            // What such games say of ends and of endless play is no number of moves.
            Some(_)
                if distance != Distance::Unsaid
                    && game.has_scores()
                    && !is_off("tables.no-scores") =>
            {
                Err(TableFault::Rules("a game with scores has no distances".to_string()))
            }
            Some(ranked) if layer < ranked.layers() => Ok(Rules { game, ranked, distance, layer }),
            _ => Err(TableFault::Rules(format!("the game has no index of layer {layer}"))),
        }
    }

    fn value(&self, outcome: &Outcome, player: Player) -> i64 {
        match (self.game.has_scores(), outcome.winner) {
            (true, _) => outcome.score_of(player),
            (false, None) => 0,
            (false, Some(winner)) => self.won() * (2 * i64::from(winner == player) - 1),
        }
    }

    fn counts_moves(&self) -> bool {
        self.distance != Distance::Unsaid
    }

    /// What a win at the end of the game is worth.
    fn won(&self) -> i64 {
        if self.counts_moves() { MOST_VALUE.into() } else { 1 }
    }

    /// What a player has already.
    fn had(&self, pos: &G::Position, player: Player) -> i64 {
        self.ranked.worth(pos, 0).map_or(0, |had| self.value(&had, player))
    }

    /// What an outcome is worth to the side to move beyond what it has already.
    fn to_come(&self, pos: &G::Position, outcome: &Outcome) -> i64 {
        let mover = self.game.to_move(pos);
        self.value(outcome, mover) - self.had(pos, mover)
    }

    fn infinite(&self, pos: &G::Position) -> i64 {
        let cyclic = self.game.cyclic();
        cyclic.map_or(0, |it| self.to_come(pos, &it.infinite_play(it.class(pos))))
    }

    /// Whether the value of an index is shown: it is the best of what its moves lead to, and founded on values
    /// that are
    /// larger, or as large and `before` it.
    fn shown(
        &self,
        index: u64,
        known: &Known<'_>,
        scratch: &mut Scratch<G::Position>,
        before: impl Fn(u64) -> bool,
    ) -> Result<bool, TableFault> {
        let (moves, all) = scratch;
        let found = known.values.get(index).unwrap_or(i8::MIN);
        let Some(pos) = self.ranked.unrank(self.layer, index) else {
            let wrong = TableFault::Value { index, expected: 0, found };
            return if found == 0 || is_off("tables.no-position") { Ok(true) } else { Err(wrong) };
        };
        let at = |what| TableFault::Rules(format!("{}: {what}", self.game.position_text(&pos)));
        // Values are for the side to move and less what infinite play is worth.
        let infinite = self.infinite(&pos);
        if infinite != 0 && self.counts_moves() && !is_off("tables.endless-worth") {
            return Err(at("endless play is worth something, and takes no number of moves"));
        }
        // A win that is one move farther away would be worth 0, as a draw is.
        if found == -1 && self.counts_moves() && !is_off("tables.too-long") {
            return Err(TableFault::TooLong { index });
        }
        let value = i64::from(found) - infinite;
        let (mut best, mut reached, mut founded): (Option<i64>, bool, bool) = (None, false, true);
        moves.clear();
        match self.game.outcome(&pos) {
            Some(outcome) => best = Some(self.to_come(&pos, &outcome) - infinite),
            None => self.game.moves(&pos, moves),
        }
        reached |= best == Some(value);
        // Values are at random places of the memory. To ask for all of them before the first is needed takes little more time than
        // to ask for it alone.
        all.clear();
        let mut asked = 0;
        for &mv in &*moves {
            let next = self.game.play(&pos, mv);
            let (layer, index) = self
                .ranked
                .rank(&next)
                .ok_or("a move leads to a position without an index")
                .map_err(at)?;
            let values = known.lower.get(layer as usize).unwrap_or(known.values);
            asked ^= values.get(index).unwrap_or(0);
            all.push((next, layer, index));
        }
        black_box(asked);
        for next in &*all {
            let (worth, first) =
                self.after(&pos, infinite, value, next, known, &before).map_err(at)?;
            best = best.max(Some(worth));
            reached |= first && worth == value;
            founded &= first;
            // Nothing is worth more than a win, where no score and no move is counted.
            if reached && found == 1 && !self.game.has_scores() && !self.counts_moves() {
                return Ok(true);
            }
        }
        let Some(best) = best else { return Err(at("no move, and no end")) };
        if best != value && !is_off("tables.best") {
            return Err(TableFault::Value { index, expected: best + infinite, found });
        }
        Ok(match value {
            1.. => reached,
            0 => true,
            _ => founded,
        })
    }

    /// What a move is worth to the side that makes it, less what infinite play is, and whether that comes before
    /// `value`.
    fn after(
        &self,
        pos: &G::Position,
        infinite: i64,
        value: i64,
        &(ref next, to, index): &(G::Position, u32, u64),
        known: &Known<'_>,
        before: impl Fn(u64) -> bool,
    ) -> Result<(i64, bool), &'static str> {
        if self.game.to_move(next) == self.game.to_move(pos) && !is_off("tables.alternate") {
            return Err("the players do not alternate");
        }
        if to == self.layer {
            // A value is what is to come, and in its layer it is compared with values alone.
            let mover = self.game.to_move(pos);
            if self.had(next, mover) != self.had(pos, mover) && !is_off("tables.had") {
                return Err("a move gains something and stays in its layer");
            }
            if self.infinite(next) != -infinite && !is_off("tables.one-worth") {
                return Err("infinite play is worth two things in a layer");
            }
            let Some(next) = known.values.get(index) else {
                return Err("a move leads to an index above the layer's");
            };
            let next = i64::from(next) + infinite;
            if self.counts_moves() {
                // A win comes before what is lost by as much, and after what is lost by one more.
                let first = next.abs() > value.abs() || next == -value && value < 0;
                return Ok((value_before(next as i8).into(), first));
            }
            let far = next.abs() - value.abs();
            return Ok((-next, far > 0 || far == 0 && value != 0 && before(index)));
        }
        let rests = self.ranked.rests_on(self.layer, to) || is_off("tables.rests-on");
        if to > self.layer || !rests {
            return Err("a move leads to a layer that it does not rest on");
        }
        let Some(found) = known.lower[to as usize].get(index) else {
            return Err("the value of a lower layer was let go");
        };
        let reached = match self.ranked.worth(next, found.into()) {
            _ if self.counts_moves() => self.distance.leaving(found).into(),
            Some(outcome) => self.to_come(pos, &outcome),
            None => -i64::from(found),
        };
        Ok((reached - infinite, true))
    }
}
