//! The checker: does a certificate prove what it states?
//!
//! It gets the rules of one game and a decoded certificate, and follows sections 3 and 4 of
//! `docs/formats/certificate.md` to the letter. It searches nothing and believes nothing: every
//! position is decoded or played by the rules, every link compared by encoding, every evidence
//! replayed. It knows kinds of evidence and no game by name. `docs/trust.md` shows why what it
//! accepts is true.
//!
//! Trusted, so written to be read in one sitting: this file has the two passes over the entries,
//! `evidence` reply trees, `threats` line threats, `statement` what the certificate says. No
//! recursion, no threads; hostile input meets [`Limits`].
#![forbid(unsafe_code)]

mod evidence;
mod statement;
mod threats;

use std::collections::HashSet;

use quod_cert::{
    Body, Certificate, Entry, Link, Place, PositionCode, Reason, Reject, ReplyBy, Shown,
};
use quod_game::{Claim, Game, Move};

pub use statement::{Statement, require, statement};

/// What a check may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most positions that may be played.
    pub work: u64,
}

impl Default for Limits {
    /// Minutes, not hours, in a game with quick rules.
    fn default() -> Limits {
        Limits { work: 4_000_000_000 }
    }
}

/// What a successful check has to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of entries.
    pub entries: usize,
    /// The number of positions played.
    pub work: u64,
    /// What the proof rests on besides the rules; empty as long as no kind of evidence names a table.
    pub assumes: Vec<String>,
}

/// Checks a decoded certificate against the rules of its game. If it returns `Ok`, what
/// [`statement`] says is true.
///
/// # Errors
/// The first reason found to reject it. `work-limit` says nothing about the claim, and neither does
/// any other: a bad proof may be of a true statement.
pub fn check<G: Game>(
    game: &G,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<Verified, Reject> {
    let (root, claims) = statement::header(game, certificate)?;
    let mut checker = Checker {
        game,
        entries: Vec::with_capacity(certificate.entries.len()),
        board: game.lines().map(|lines| threats::Board::new(lines.cells(), lines.lines())),
        place: Place::Header,
        work: 0,
        limit: limits.work,
    };
    // Pass 1: every entry gets its claim and its position.
    let mut seen = HashSet::new();
    for (at, entry) in certificate.entries.iter().enumerate() {
        checker.place = Place::Entry(at);
        let (claim, pos) = checker.resolve(&certificate.claims, entry)?;
        if !seen.insert((claim, game.encoding(&pos))) {
            return checker.reject(Reason::DuplicateEntry, "an earlier entry says the same");
        }
        checker.entries.push((claim, pos));
    }
    drop(seen);
    // Pass 2: every entry is shown, and the root.
    for (at, entry) in certificate.entries.iter().enumerate() {
        checker.place = Place::Entry(at);
        checker.body(at, &entry.body)?;
    }
    for (at, (section, claim)) in certificate.sections.iter().zip(claims).enumerate() {
        checker.place = Place::Section(at);
        checker.shown(&claim, &root, &section.shown, None)?;
    }
    let Checker { entries, work, .. } = checker;
    Ok(Verified { entries: entries.len(), work, assumes: Vec::new() })
}

/// One check under way.
struct Checker<'c, G: Game> {
    game: &'c G,
    /// Claim and position of the entries that pass 1 has seen, not settled and with a move to make.
    entries: Vec<(Claim, G::Position)>,
    board: Option<threats::Board<'c>>,
    /// What is being checked, for [`Checker::reject`].
    place: Place,
    work: u64,
    limit: u64,
}

impl<G: Game> Checker<'_, G> {
    fn reject<T>(&self, reason: Reason, detail: impl Into<String>) -> Result<T, Reject> {
        Err(Reject::new(reason, self.place, detail))
    }

    fn spend(&mut self, positions: u64) -> Result<(), Reject> {
        self.work += positions;
        match self.work > self.limit {
            true => self.reject(Reason::WorkLimit, format!("{} positions", self.limit)),
            false => Ok(()),
        }
    }

    /// Plays a legal move, and holds the rules to the order of conversion classes.
    fn play(&mut self, pos: &G::Position, mv: Move) -> Result<G::Position, Reject> {
        self.spend(1)?;
        let next = self.game.play(pos, mv);
        match self.game.cyclic() {
            Some(cyclic) if cyclic.class(&next) < cyclic.class(pos) => {
                self.reject(Reason::ClassOrder, format!("by move {}", mv.0))
            }
            _ => Ok(next),
        }
    }

    /// The image of a position under a symmetry, and whether that exchanges the players.
    fn image(&self, pos: &G::Position, map: u16) -> Result<(G::Position, bool), Reject> {
        match self.game.symmetric() {
            _ if map == 0 => Ok((pos.clone(), false)),
            Some(it) if map < it.order() => Ok((it.map(map, pos), it.swaps_players(map))),
            _ => self.reject(Reason::NoSuchMap, format!("map {map}")),
        }
    }

    /// Pass 1: the claim and the position of the next entry.
    fn resolve(&mut self, claims: &[Claim], entry: &Entry) -> Result<(Claim, G::Position), Reject> {
        let Some(&claim) = claims.get(entry.claim as usize) else {
            return self.reject(Reason::Malformed, "no such claim");
        };
        let pos = match entry.position {
            PositionCode::Whole(ref bytes) => match self.game.decode(bytes) {
                Ok(pos) => pos,
                Err(error) => return self.reject(Reason::BadPosition, error.to_string()),
            },
            PositionCode::Derived { from, mv, map } => match self.entries.get(from as usize) {
                Some((_, before)) if self.game.legal_moves(before).contains(&mv) => {
                    let next = self.play(&before.clone(), mv)?;
                    self.image(&next, map)?.0
                }
                _ => {
                    return self.reject(Reason::BadPosition, format!("entry {from}, move {}", mv.0));
                }
            },
        };
        if self.game.settled(&pos, &claim).is_some() || self.game.legal_moves(&pos).is_empty() {
            return self.reject(Reason::SettledEntry, self.game.position_text(&pos));
        }
        Ok((claim, pos))
    }

    /// Pass 2: shows entry `own`.
    fn body(&mut self, own: usize, body: &Body) -> Result<(), Reject> {
        let (claim, pos) = self.entries[own].clone();
        let provers_move = self.game.to_move(&pos) == claim.prover();
        let legal = self.game.legal_moves(&pos);
        match body {
            Body::Move { mv, shown } if provers_move => {
                if !legal.contains(mv) {
                    return self.reject(Reason::IllegalMove, format!("move {}", mv.0));
                }
                let child = self.play(&pos, *mv)?;
                self.shown(&claim, &child, shown, Some(own))
            }
            Body::Replies { items, default, named } if !provers_move => {
                for item in items {
                    self.admit(item, &claim)?;
                }
                if let Some(it) = named.iter().find(|it| !legal.contains(&it.mv)) {
                    return self.reject(Reason::IllegalMove, format!("named reply {}", it.mv.0));
                }
                let mut named = named.iter().peekable();
                for &mv in &legal {
                    let child = self.play(&pos, mv)?;
                    let settled = self.game.settled(&child, &claim);
                    let by = match named.next_if(|it| it.mv == mv) {
                        Some(_) if settled.is_some() => {
                            return self.reject(Reason::IdleName, format!("reply {}", mv.0));
                        }
                        Some(it) => Some(it.by),
                        None if settled == Some(true) => continue,
                        None => default.map(ReplyBy::Item),
                    };
                    match by {
                        Some(ReplyBy::Entry(link)) => self.link(&claim, &child, link, Some(own))?,
                        Some(ReplyBy::Item(at)) => match items.get(at as usize) {
                            Some(item) => self.evidence(item, &claim, &child)?,
                            None => return self.reject(Reason::Malformed, "no such item"),
                        },
                        None => {
                            let text = self.game.move_text(&pos, mv);
                            return self.reject(Reason::MissingReply, format!("reply {text}"));
                        }
                    }
                }
                match named.next() {
                    Some(_) => self.reject(Reason::Malformed, "named replies do not ascend"),
                    None => Ok(()),
                }
            }
            _ => self.reject(Reason::WrongSide, self.game.position_text(&pos)),
        }
    }

    /// Shows that `claim` holds in `child`, reached from the entry `parent` (none for a section).
    fn shown(
        &mut self,
        claim: &Claim,
        child: &G::Position,
        shown: &Shown,
        parent: Option<usize>,
    ) -> Result<(), Reject> {
        match shown {
            Shown::Entry(link) => self.link(claim, child, *link, parent),
            Shown::Evidence(evidence) => self.evidence(evidence, claim, child),
            Shown::Settled => match self.game.settled(child, claim) {
                Some(true) => Ok(()),
                _ => self.reject(Reason::NotSettled, self.game.position_text(child)),
            },
        }
    }

    fn link(
        &self,
        claim: &Claim,
        child: &G::Position,
        link: Link,
        parent: Option<usize>,
    ) -> Result<(), Reject> {
        let Link { entry, map } = link;
        let Some((its_claim, its_pos)) = self.entries.get(entry as usize) else {
            return self.reject(Reason::NoSuchEntry, format!("entry {entry}"));
        };
        let (image, swap) = self.image(child, map)?;
        if self.game.encoding(&image) != self.game.encoding(its_pos) {
            let text = self.game.position_text(child);
            return self.reject(Reason::LinkMismatch, format!("{text} is not at entry {entry}"));
        }
        if claim.mapped(swap) != *its_claim {
            return self.reject(Reason::ClaimMismatch, format!("entry {entry}"));
        }
        // Where no order forbids a cycle, going round for ever must be what is claimed. The classes
        // are those of the move as played: a map may lead to another class.
        if let Some(own) = parent.filter(|&own| entry as usize <= own) {
            let before = &self.entries[own].1;
            let excused = self.game.cyclic().is_some_and(|cyclic| {
                let class = cyclic.class(before);
                class == cyclic.class(child) && claim.holds_at(&cyclic.infinite_play(class))
            });
            if !excused {
                return self.reject(Reason::BackwardLink, format!("to entry {entry}"));
            }
        }
        Ok(())
    }
}
