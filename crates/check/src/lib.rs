//! The checker: does a certificate prove what it states?
//!
//! It gets the rules of one game and a decoded certificate, and follows sections 3 and 4 of
//! `docs/formats/certificate.md` to the letter. It searches nothing and believes nothing: every
//! position is decoded or played by the rules, every link compared by encoding, every evidence
//! replayed. It knows kinds of evidence and no game by name. `docs/trust.md` shows why what it
//! accepts is true.
//!
//! Trusted, so written to be read in one sitting: this file has the two passes over the entries,
//! `evidence` reply trees and positional strategies, `mixing` the hash of their memory, `threats` line
//! threats, `statement` what a certificate says. No recursion, no threads; hostile input meets
//! [`Limits`].
#![forbid(unsafe_code)]

mod evidence;
mod mixing;
mod shelf;
mod statement;
mod tables;
pub mod threats;

use std::fmt::Display;
use std::hash::BuildHasher;

use quod_cert::{
    Body, Entry, Link, Named, Place, PositionCode, Proof, Reason, Reject, ReplyBy, Shown,
};
use quod_game::{Claim, Game, LineGame, Move};

pub use shelf::{Source, Tables};
pub use statement::{Statement, require, statement};
pub use tables::{TableFault, verify_table};

/// What a check may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most positions that may be played; each cell of a list of line threats counts as one,
    /// every time the list is replayed.
    pub work: u64,
}

/// The work that every certificate may take, and what each byte of its stream adds to that.
const LEAST_WORK: u64 = 4_000_000;
const WORK_A_BYTE: u64 = 1_000;

impl Default for Limits {
    /// Minutes, not hours, in a game with quick rules.
    fn default() -> Limits {
        Limits { work: 4_000_000_000 }
    }
}

impl Limits {
    /// The most work for this certificate: a small file is not worth minutes. One that was never in a file
    /// has no size.
    fn of(&self, cert: &dyn Proof) -> u64 {
        let allowed = |bytes: u64| LEAST_WORK.saturating_add(bytes.saturating_mul(WORK_A_BYTE));
        self.work.min(cert.stream_bytes().map_or(u64::MAX, allowed))
    }
}

/// What a successful check has to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of entries.
    pub entries: usize,
    /// The work done, counted as [`Limits`] does.
    pub work: u64,
    /// What the proof rests on besides the rules: tables that nobody verified, by name and digest.
    pub assumes: Vec<String>,
}

type Checked<T = ()> = Result<T, Reject>;
/// The index of the entry from which something is shown; none for a section.
type Own = Option<usize>;

/// Checks a decoded certificate against the rules of its game. If it returns `Ok`, what
/// [`statement()`] says of the certificate is true.
///
/// # Errors
/// The first reason found to reject it. That says nothing about the claim: a true statement may have
/// a bad proof.
pub fn check<G: Game>(game: &G, cert: &dyn Proof, limits: &Limits) -> Checked<Verified> {
    check_with(game, cert, limits, &())
}

/// [`check`] with tables at hand. What it accepts is true if the tables are right that
/// [`Verified::assumes`] names, and all below them.
///
/// # Errors
/// As [`check`].
pub fn check_with<G: Game>(
    game: &G,
    cert: &dyn Proof,
    limits: &Limits,
    tables: &dyn Tables,
) -> Checked<Verified> {
    let head = cert.head();
    let (root, claims) = statement::header(game, head)?;
    let fits = |it: &&dyn LineGame<G::Position>| it.cells() <= usize::from(u16::MAX);
    let board = game.lines().filter(fits).map(threats::Board::new);
    let (place, limit) = (Place::Header, limits.of(cert));
    let (entries, shelves, mixing) = (Vec::new(), Vec::new(), mixing::Mixing::drawn());
    let mut checker = Checker { game, entries, board, shelves, place, mixing, work: 0, limit };
    let assumes = checker.find_tables(&head.tables, tables)?;
    // Pass 1: every entry gets its claim and its position. Which came before is looked up in a table of
    // indices, half of them free at least, by a hash that no file can foresee.
    let n = cert.n_entries();
    let mut places = vec![u32::MAX; (2 * n).next_power_of_two()];
    for at in 0..n {
        checker.place = Place::Entry(at);
        let (claim, pos) = checker.resolve(&head.claims, &cert.entry(at))?;
        let code = game.encoding(&pos);
        let mut place = checker.mixing.hash_one((claim, &code)) as usize % places.len();
        while let Some((known, before)) = checker.entries.get(places[place] as usize) {
            let new = *known != claim || game.encoding(before) != code;
            checker.ensure(new, Reason::DuplicateEntry, "an earlier entry says the same")?;
            place = (place + 1) % places.len();
        }
        places[place] = at as u32;
        checker.entries.push((claim, pos));
    }
    drop(places);
    // Pass 2: every entry is shown, and then the root.
    for at in 0..n {
        checker.place = Place::Entry(at);
        checker.body(at, &cert.entry(at).body)?;
    }
    for (at, (section, claim)) in head.sections.iter().zip(claims).enumerate() {
        checker.place = Place::Section(at);
        checker.shown(&claim, &root, &section.shown, None)?;
    }
    Ok(Verified { entries: checker.entries.len(), work: checker.work, assumes })
}

/// One check under way.
struct Checker<'c, G: Game> {
    game: &'c G,
    /// Claims and positions of entries, in order; none settled, all with a move to make.
    entries: Vec<(Claim, G::Position)>,
    /// Where line threats are replayed, in a game of lines.
    board: Option<threats::Board<'c, G::Position>>,
    /// The tables that the certificate names.
    shelves: Vec<shelf::Shelf<'c>>,
    /// What is being checked, for rejections.
    place: Place,
    /// How positions are hashed while a strategy is played out.
    mixing: mixing::Mixing,
    work: u64,
    limit: u64,
}

impl<G: Game> Checker<'_, G> {
    fn reject<T>(&self, reason: Reason, detail: impl Display) -> Checked<T> {
        Err(Reject::new(reason, self.place, detail.to_string()))
    }

    fn ensure(&self, holds: bool, reason: Reason, detail: impl Display) -> Checked {
        if holds { Ok(()) } else { self.reject(reason, detail) }
    }

    fn spend(&mut self, work: usize) -> Checked {
        self.work += work as u64;
        self.ensure(self.work <= self.limit, Reason::WorkLimit, self.limit)
    }

    /// Plays a legal move, and holds the rules to the order of conversion classes.
    fn play(&mut self, pos: &G::Position, mv: Move) -> Checked<G::Position> {
        self.spend(1)?;
        let next = self.game.play(pos, mv);
        let ordered = self.game.cyclic().is_none_or(|it| it.class(&next) >= it.class(pos));
        self.ensure(ordered, Reason::ClassOrder, format_args!("move {}", mv.0))?;
        Ok(next)
    }

    /// The image of a position under a symmetry, and whether that exchanges the players.
    fn image(&self, pos: &G::Position, map: u16) -> Checked<(G::Position, bool)> {
        match self.game.symmetric() {
            _ if map == 0 => Ok((pos.clone(), false)),
            Some(it) if map < it.order() => Ok((it.map(map, pos), it.swaps_players(map))),
            _ => self.reject(Reason::NoSuchMap, format_args!("map {map}")),
        }
    }

    /// Pass 1: the claim and the position of the next entry.
    fn resolve(&mut self, claims: &[Claim], entry: &Entry) -> Checked<(Claim, G::Position)> {
        let Some(&claim) = claims.get(entry.claim as usize) else {
            return self.reject(Reason::Malformed, "no such claim");
        };
        let pos = match &entry.position {
            PositionCode::Whole(bytes) => {
                self.game.decode(bytes).or_else(|error| self.reject(Reason::BadPosition, error))?
            }
            &PositionCode::Derived { from, mv, map } => {
                let Some((_, before)) = self.entries.get(from as usize).cloned() else {
                    return self.reject(Reason::Malformed, "derived from no earlier entry");
                };
                let legal = self.game.legal_moves(&before).contains(&mv);
                self.ensure(legal, Reason::BadPosition, format_args!("move {}", mv.0))?;
                let next = self.play(&before, mv)?;
                self.image(&next, map)?.0
            }
        };
        let open = self.game.settled(&pos, &claim).is_none();
        let open = open && !self.game.legal_moves(&pos).is_empty();
        self.ensure(open, Reason::SettledEntry, "nothing is left to show")?;
        Ok((claim, pos))
    }

    /// Pass 2: shows entry `own`.
    fn body(&mut self, own: usize, body: &Body) -> Checked {
        let (claim, pos) = self.entries[own].clone();
        let provers_move = self.game.to_move(&pos) == claim.prover();
        let fits = provers_move == matches!(body, Body::Move { .. });
        self.ensure(fits, Reason::WrongSide, "the other player is to move")?;
        let legal = self.game.legal_moves(&pos);
        let (items, default, named) = match body {
            Body::Replies { items, default, named } => (items, default, named),
            Body::Move { mv, shown } => {
                self.ensure(legal.contains(mv), Reason::IllegalMove, mv.0)?;
                let child = self.play(&pos, *mv)?;
                return self.shown(&claim, &child, shown, Some(own));
            }
        };
        items.iter().try_for_each(|item| self.admit(item, &claim))?;
        let mut open = vec![Vec::new(); items.len()];
        let known = |it: &Named| self.ensure(legal.contains(&it.mv), Reason::IllegalMove, it.mv.0);
        named.iter().try_for_each(known)?;
        let mut named = named.iter().peekable();
        for &mv in &legal {
            let child = self.play(&pos, mv)?;
            let settled = self.game.settled(&child, &claim);
            let by = match named.next_if(|it| it.mv == mv) {
                Some(_) if settled.is_some() => return self.reject(Reason::IdleName, mv.0),
                Some(it) => Some(it.by),
                None if settled == Some(true) => continue,
                None => default.map(ReplyBy::Item),
            };
            match by {
                Some(ReplyBy::Entry(link)) => self.link(&claim, &child, link, Some(own))?,
                Some(ReplyBy::Item(at)) => match open.get_mut(at as usize) {
                    Some(open) => open.push((child, Some(mv))),
                    None => return self.reject(Reason::Malformed, "no such item"),
                },
                None => return self.reject(Reason::MissingReply, self.game.move_text(&pos, mv)),
            }
        }
        self.ensure(named.next().is_none(), Reason::Malformed, "named replies do not ascend")?;
        items.iter().zip(open).try_for_each(|(item, open)| self.evidence(item, &claim, open))
    }

    /// Shows that `claim` holds in `child`, reached by a move from entry `own`.
    fn shown(&mut self, claim: &Claim, child: &G::Position, by: &Shown, own: Own) -> Checked {
        match by {
            Shown::Entry(link) => self.link(claim, child, *link, own),
            Shown::Evidence(it) => self.evidence(it, claim, vec![(child.clone(), None)]),
            Shown::Settled => {
                let settled = self.game.settled(child, claim) == Some(true);
                self.ensure(settled, Reason::NotSettled, self.game.position_text(child))
            }
        }
    }

    fn link(&self, claim: &Claim, child: &G::Position, link: Link, own: Own) -> Checked {
        let Link { entry, map } = link;
        let Some((its_claim, its_pos)) = self.entries.get(entry as usize) else {
            return self.reject(Reason::NoSuchEntry, entry);
        };
        let (image, swap) = self.image(child, map)?;
        let same = self.game.encoding(&image) == self.game.encoding(its_pos);
        self.ensure(same, Reason::LinkMismatch, format_args!("entry {entry}"))?;
        let same = claim.mapped(swap) == *its_claim;
        self.ensure(same, Reason::ClaimMismatch, format_args!("entry {entry}"))?;
        // Where the order of entries does not forbid a cycle, going round for ever must be what is
        // claimed. The classes are those of the move as played: a map may change class.
        let forward_or_excused = own.is_none_or(|own| {
            entry as usize > own
                || self.game.cyclic().is_some_and(|it| {
                    let class = it.class(child);
                    class == it.class(&self.entries[own].1)
                        && claim.holds_at(&it.infinite_play(class))
                })
        });
        self.ensure(forward_or_excused, Reason::BackwardLink, format_args!("entry {entry}"))
    }
}
