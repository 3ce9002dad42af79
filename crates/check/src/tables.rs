//! Verifying tables: the least fixed point derived again, by the rules and nothing else.
//!
//! That entries agree with their successors proves nothing where play can cycle; whole sets of wrong
//! entries support one another. So nothing of a table is used to derive the values it should hold. From
//! the largest value down to 1, a position is won by that much if a move out of the layer is worth
//! it or a move leads to a position lost by it or more; lost if every move leads to one won by it or more
//! and none out of the layer is worth more. Each is decided by what was decided before, never by
//! itself; this is repeated until nothing changes, and what is never decided is what infinite play
//! is worth. Where values count moves ([`Ranked::counts_moves`]), a move to a position lost by one more than
//! that makes a win of that much; all else is the same. Plain and slow: some microseconds a position.

use std::fmt;
use std::io::{Read, Seek};

use quod_cert::{TableError, TableFile};
use quod_game::{Game, MOST_VALUE, Outcome, Player, Ranked, value_before};

/// Why a table is not verified.
#[derive(Debug)]
pub enum TableFault {
    /// It cannot be read, or is damaged.
    File(TableError),
    /// The header says something else than it should.
    Header(&'static str),
    /// The game has no index, or breaks what an index promises.
    Rules(String),
    /// A value is wrong.
    Value {
        /// The index of the position.
        index: u64,
        /// What it is worth.
        expected: i64,
        /// What the table says.
        found: i8,
    },
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFault::File(error) => error.fmt(f),
            TableFault::Header(what) => write!(f, "header: {what}"),
            TableFault::Rules(what) => write!(f, "rules: {what}"),
            TableFault::Value { index, expected, found } => {
                write!(f, "index {index}: {expected} derived, the table says {found}")
            }
        }
    }
}

impl std::error::Error for TableFault {}

/// Verifies the table of the layer above `lower`, against the values of the layers below and the
/// digests of their tables, and adds its own to both. Everything is then shown for this layer that
/// was shown for those below. A layer on which this one does not rest ([`Ranked::rests_on`]) may have been passed over:
/// without values, with a digest of zeros.
///
/// # Errors
/// At the first thing that is not as it should be. Nothing is added then.
pub fn verify_table<G: Game + ?Sized>(
    game: &G,
    table: &mut TableFile<impl Read + Seek>,
    lower: &mut Vec<Vec<i8>>,
    digests: &mut Vec<[u8; 32]>,
) -> Result<(), TableFault> {
    let layer = lower.len() as u32;
    let header = table.header();
    let rules = Rules::new(game, layer)?;
    let titled = match rules.ranked.title() {
        Some(title) => header.title == title,
        None => header.title.game == game.name(),
    };
    let mut named = digests.clone();
    for (lower, digest) in (0..).zip(&mut named) {
        if !rules.ranked.rests_on(layer, lower) {
            *digest = [0; 32];
        } else if *digest == [0; 32] {
            return Err(TableFault::Header("it rests on a lower table that was not verified"));
        }
    }
    let right = [
        (titled, "another game, rule of infinite play or index"),
        (header.layer == layer, "another layer"),
        (header.size == rules.ranked.size(layer), "another number of positions"),
        (header.lower == named, "it rests on other lower tables"),
    ];
    if let Some((_, what)) = right.iter().find(|(holds, _)| !holds) {
        return Err(TableFault::Header(what));
    }
    table.check_digest().map_err(TableFault::File)?;
    let mut values = Vec::new();
    for at in 0..table.blocks() {
        values.extend(table.block(at).map_err(TableFault::File)?);
    }
    let derived = rules.derive(lower)?;
    for (index, (&found, &expected)) in (0..).zip(values.iter().zip(&derived)) {
        if i64::from(found) != expected {
            return Err(TableFault::Value { index, expected, found });
        }
    }
    lower.push(values);
    digests.push(table.digest());
    Ok(())
}

/// The rules of a game, seen from its index.
struct Rules<'g, G: Game + ?Sized> {
    game: &'g G,
    ranked: &'g dyn Ranked<G::Position>,
    layer: u32,
}

/// What is known of a position. Values are for the side to move and less what infinite play is worth.
struct Entry {
    /// The best of the moves that leave the layer, or the end of the game.
    leaving: Option<i64>,
    /// Where the moves lead that stay in it.
    inner: Vec<u32>,
    /// What infinite play is worth.
    infinite: i64,
    value: Option<i64>,
}

impl<'g, G: Game + ?Sized> Rules<'g, G> {
    fn new(game: &'g G, layer: u32) -> Result<Self, TableFault> {
        match game.ranked() {
            _ if game.perpetual().is_some() => {
                Err(TableFault::Rules("tables know nothing of perpetual check".to_string()))
            }
            Some(ranked) if layer < ranked.layers() => Ok(Rules { game, ranked, layer }),
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

    /// What a win at the end of the game is worth.
    fn won(&self) -> i64 {
        if self.ranked.counts_moves() { MOST_VALUE.into() } else { 1 }
    }

    /// What an outcome is worth to the side to move beyond what it has already.
    fn to_come(&self, pos: &G::Position, outcome: &Outcome) -> i64 {
        let mover = self.game.to_move(pos);
        let had = self.ranked.worth(pos, 0).map_or(0, |had| self.value(&had, mover));
        self.value(outcome, mover) - had
    }

    fn infinite(&self, pos: &G::Position) -> i64 {
        let cyclic = self.game.cyclic();
        cyclic.map_or(0, |it| self.to_come(pos, &it.infinite_play(it.class(pos))))
    }

    fn entry(&self, pos: &G::Position, lower: &[Vec<i8>]) -> Result<Entry, String> {
        let infinite = self.infinite(pos);
        let mut entry = Entry { leaving: None, inner: Vec::new(), infinite, value: None };
        if let Some(outcome) = self.game.outcome(pos) {
            entry.leaving = Some(self.to_come(pos, &outcome) - infinite);
        }
        for mv in self.game.legal_moves(pos) {
            let next = self.game.play(pos, mv);
            if self.game.to_move(&next) == self.game.to_move(pos) {
                return Err("the players do not alternate".to_string());
            }
            match self.ranked.rank(&next) {
                Some((to, index)) if to == self.layer => {
                    if self.infinite(&next) != -infinite {
                        return Err("infinite play is worth two things in a layer".to_string());
                    }
                    entry.inner.push(index as u32);
                }
                Some((to, index)) if to < self.layer && self.ranked.rests_on(self.layer, to) => {
                    let value = lower[to as usize][index as usize];
                    let reached = match self.ranked.worth(&next, value.into()) {
                        _ if self.ranked.counts_moves() => value_before(value).into(),
                        Some(outcome) => self.to_come(pos, &outcome),
                        None => -i64::from(value),
                    };
                    entry.leaving = entry.leaving.max(Some(reached - infinite));
                }
                _ => return Err("a move leads to a layer that it does not rest on".to_string()),
            }
        }
        Ok(entry)
    }

    /// The value of every index of the layer; 0 where there is no position.
    fn derive(&self, lower: &[Vec<i8>]) -> Result<Vec<i64>, TableFault> {
        let entry = |index| match self.ranked.unrank(self.layer, index) {
            Some(pos) => self.entry(&pos, lower).map_err(|what| {
                TableFault::Rules(format!("{}: {what}", self.game.position_text(&pos)))
            }),
            None => Ok(Entry { leaving: Some(0), inner: Vec::new(), infinite: 0, value: None }),
        };
        let mut entries: Vec<Entry> =
            (0..self.ranked.size(self.layer)).map(entry).collect::<Result<_, _>>()?;
        let most = entries.iter().filter_map(|it| it.leaving).map(i64::abs).max().unwrap_or(0);
        let farther = i64::from(self.ranked.counts_moves());
        for threshold in (1..=most).rev() {
            let mut changed = true;
            while changed {
                changed = false;
                for at in 0..entries.len() {
                    let Entry { leaving, inner, value: None, .. } = &entries[at] else { continue };
                    let of = |at: &u32| entries[*at as usize].value;
                    let won = leaving.is_some_and(|it| it >= threshold)
                        || inner
                            .iter()
                            .any(|at| of(at).is_some_and(|it| it <= -threshold - farther));
                    let lost = leaving.is_none_or(|it| it <= -threshold)
                        && inner.iter().all(|at| of(at).is_some_and(|it| it >= threshold));
                    if won || lost {
                        entries[at].value = Some(if won { threshold } else { -threshold });
                        changed = true;
                    }
                }
            }
        }
        Ok(entries.iter().map(|it| it.value.unwrap_or(0) + it.infinite).collect())
    }
}
