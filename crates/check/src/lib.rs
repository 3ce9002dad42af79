//! The checker: does a certificate prove what it states?
//!
//! It gets the rules of one game and a decoded certificate, and follows sections 3 and 4 of
//! `docs/formats/certificate.md` to the letter. It searches nothing and believes nothing: every
//! position is decoded or played by the rules, every link compared by encoding, every evidence
//! replayed. It knows kinds of evidence and no game by name. `docs/trust.md` shows why what it
//! accepts is true.
//!
//! Trusted, so written to be read in one sitting: this file has the two passes over the entries,
//! `cycles` links that do not go forward, `statement` what a certificate says, `mixing` a hash. Each kind
//! of evidence is a file of `evidence`, and need be read only for certificates that use it
//! ([`Verified::kinds`]). No recursion; hostile input meets [`Limits`]. Threads only where `parts` shares out what
//! shows the entries, each of which is shown by itself.
#![forbid(unsafe_code)]

mod advisory;
#[cfg(feature = "bent")]
pub mod bent;
mod cycles;
mod evidence;
pub mod manual;
mod mixing;
mod parts;
mod statement;
mod tables;
pub mod threats;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::hash::BuildHasher;
use std::mem::needs_drop;
use std::sync::Arc;

use quod_cert::{
    Body, Entry, Evidence, EvidenceKind, Link, Named, Place, PositionCode, Proof, Reason, Reject,
    ReplyBy, Shown,
};
use quod_game::{Claim, Game, LineGame, Move};

use cycles::Rounds;
use evidence::line_threats::Board;
use evidence::table_value::Shelf;
use evidence::zone::Zones;
use mixing::Mixing;

pub use advisory::advised;
pub use evidence::strategy::{instructed, rank};
pub use evidence::table_value::{Source, Tables};
pub use statement::{Statement, require, statement, understand};
pub use tables::{Help, LayerValues, NO_STEP, TableFault, verify_distances, verify_table};

/// What a check may cost. What exceeds it is rejected with [`Reason::WorkLimit`].
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most work, as section 5 of the format document counts it: a move played is as much as
    /// [`Game::weight`] says.
    pub work: u64,
    /// The most bytes that may be set aside: for each entry its claim, its position and its zone, for positions
    /// while evidence is replayed, and 36 for each byte of the entry that is checked. What a position keeps
    /// outside itself counts as its encoding's length.
    ///
    /// Each thread may set aside so much for its entry.
    pub memory: u64,
    /// How many threads there may be, the caller's included. Any number of them says the same, but that bounds may be
    /// met elsewhere: each thread counts for itself until it ends.
    pub threads: usize,
}

/// The work that every certificate may take, and what each byte of its stream adds to that.
const LEAST_WORK: u64 = 20_000_000;
const WORK_A_BYTE: u64 = 1_000;
/// The work of keeping a position that was played.
const PLAYED: usize = 3;
/// The memory that every certificate may take, and what each byte of its stream adds to that. With the stream, where
/// its entries begin, and the program, that makes 64 MB and 40 bytes for each byte of the file.
const LEAST_MEMORY: u64 = 44_000_000;
const MEMORY_A_BYTE: u64 = 37;
/// The most memory that a byte of an entry takes, decoded: an instruction that is written in one.
const DECODED: u64 = 36;

impl Default for Limits {
    /// Half an hour of one thread; as much memory as the file may take.
    fn default() -> Limits {
        Limits { work: 40_000_000_000, memory: u64::MAX, threads: 1 }
    }
}

impl Limits {
    /// The most for this certificate: a small file is not worth minutes. One that was never in a file
    /// has no size.
    fn of(&self, cert: &dyn Proof) -> Limits {
        let Some(bytes) = cert.stream_bytes() else { return *self };
        let allowed = |least: u64, more: u64| least.saturating_add(bytes.saturating_mul(more));
        Limits {
            work: self.work.min(allowed(LEAST_WORK, WORK_A_BYTE)),
            memory: self.memory.min(allowed(LEAST_MEMORY, MEMORY_A_BYTE)),
            threads: self.threads,
        }
    }
}

/// What a successful check has to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of entries.
    pub entries: usize,
    /// The work done, counted as [`Limits`] does.
    pub work: u64,
    /// The kinds of evidence that showed something, in ascending order: who believes the rules of the
    /// game, the two passes and these believes the certificate.
    pub kinds: Vec<EvidenceKind>,
    /// What the proof rests on besides the rules: tables that nobody verified, by name and digest.
    pub assumes: Vec<String>,
}

impl Verified {
    /// The kinds of evidence as an answer tells them: `reply trees, line threats`, or `none`.
    pub fn evidence(&self) -> String {
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.word()).collect();
        if kinds.is_empty() { "none".to_string() } else { kinds.join(", ") }
    }
}

/// How the last line of an answer ends: what it rests on (section 5 of the format document).
pub fn assuming(assumes: &[String]) -> String {
    if assumes.is_empty() { String::new() } else { format!(" assuming {}", assumes.join(", ")) }
}

type Checked<T = ()> = Result<T, Reject>;

/// Whether a test has switched this condition off, which has failed: never, without the feature `bent`.
#[inline(always)]
fn is_off(_condition: &'static str) -> bool {
    #[cfg(feature = "bent")]
    return bent::is_off(_condition);
    #[cfg(not(feature = "bent"))]
    false
}

/// The index of the entry from which something is shown; none for a section.
type Own = Option<usize>;

/// Checks a decoded certificate against the rules of its game. If it returns `Ok`, what
/// [`statement()`] says of the certificate is true.
///
/// # Errors
/// The first reason found to reject it. That says nothing about the claim: a true statement may have
/// a bad proof.
pub fn check<G: Game + ?Sized>(game: &G, cert: &dyn Proof, limits: &Limits) -> Checked<Verified> {
    check_with(game, cert, limits, &())
}

/// [`check`] with tables at hand. What it accepts is true if the tables are right that
/// [`Verified::assumes`] names, and all below them.
///
/// # Errors
/// As [`check`].
pub fn check_with<G: Game + ?Sized>(
    game: &G,
    cert: &dyn Proof,
    limits: &Limits,
    tables: &dyn Tables,
) -> Checked<Verified> {
    zoned(game, cert, limits, tables, false).map(|it| it.0)
}

/// [`check_with`], and the zones of all entries, or of those that evidence needs.
fn zoned<G: Game + ?Sized>(
    game: &G,
    cert: &dyn Proof,
    limits: &Limits,
    tables: &dyn Tables,
    all_zones: bool,
) -> Checked<(Verified, Zones)> {
    let head = cert.head();
    let (root, claims) = statement::header(game, head)?;
    let Limits { work, memory, threads } = limits.of(cert);
    let work = Work { done: 0, most: work };
    let memory = Memory { kept: DECODED * cert.head_bytes(), decoded: 0, most: memory };
    let mut checker = Checker::new(game, Zones::asked(all_zones), work, memory);
    let assumes = checker.find_tables(&head.tables, tables)?;
    checker.resolve_all(cert)?;
    checker.make_room_for_zones()?;
    checker.bodies(cert, threads)?;
    checker.memory.decoded = 0;
    checker.settle_zones(cert)?;
    for (at, (section, claim)) in head.sections.iter().zip(claims).enumerate() {
        checker.place = Place::Section(at);
        checker.shown(&claim, &root, &section.shown, None)?;
    }
    checker.perpetual_checks()?;
    let Checker { entries, kinds, work, zones, .. } = checker;
    let kinds = kinds.into_iter().collect();
    Ok((Verified { entries: entries.len(), work: work.done, kinds, assumes }, zones))
}

/// The bytes of solution trees in a body.
fn choices_in(body: &Body) -> u64 {
    let of = |it: &Evidence| match it {
        Evidence::SolutionTree(choices) => choices.len() as u64,
        _ => 0,
    };
    match body {
        Body::Move { shown: Shown::Evidence(it), .. } => of(it),
        Body::Move { .. } => 0,
        Body::Replies { items, .. } => items.iter().map(of).sum(),
    }
}

/// Work done, and the most that may be.
#[derive(Clone, Copy)]
struct Work {
    done: u64,
    most: u64,
}

/// Bytes that are set aside until the end, for the entry that is being checked, and the most that may be.
#[derive(Clone, Copy)]
struct Memory {
    kept: u64,
    decoded: u64,
    most: u64,
}

/// One check under way.
struct Checker<'c, G: Game + ?Sized> {
    game: &'c G,
    /// Claims and positions of entries, in order; none settled, all with a move to make.
    entries: Arc<Vec<(Claim, G::Position)>>,
    /// Where line threats are replayed, in a game of lines.
    board: Option<Board<'c, G::Position>>,
    /// The tables that the certificate names.
    shelves: Vec<Shelf<'c>>,
    /// The kinds of evidence met so far.
    kinds: BTreeSet<EvidenceKind>,
    /// Links in a game of perpetual check.
    rounds: Rounds,
    /// On which cells entries turn, where that is asked.
    zones: Zones,
    /// What is being checked, for rejections.
    place: Place,
    /// How entries are hashed, and positions while a strategy is played out.
    mixing: Mixing,
    work: Work,
    /// The work of a move.
    weight: usize,
    memory: Memory,
}

impl<'c, G: Game + ?Sized> Checker<'c, G> {
    /// With no entries yet.
    fn new(game: &'c G, zones: Zones, work: Work, memory: Memory) -> Checker<'c, G> {
        let fits = |it: &&dyn LineGame<G::Position>| it.cells() <= usize::from(u16::MAX);
        Checker {
            game,
            entries: Arc::default(),
            board: game.lines().filter(fits).map(Board::new),
            shelves: Vec::new(),
            kinds: BTreeSet::new(),
            rounds: Rounds::default(),
            zones,
            place: Place::Header,
            mixing: Mixing::drawn(),
            work,
            weight: game.weight() as usize,
            memory,
        }
    }
}

impl<G: Game + ?Sized> Checker<'_, G> {
    fn reject<T>(&self, reason: Reason, detail: impl Display) -> Checked<T> {
        Err(Reject::new(reason, self.place, detail.to_string()))
    }

    fn ensure(&self, holds: bool, reason: Reason, detail: impl Display) -> Checked {
        if holds { Ok(()) } else { self.reject(reason, detail) }
    }

    /// Asks a condition on which the truth of the statement rests, by its name.
    fn asks(
        &self,
        name: &'static str,
        holds: bool,
        reason: Reason,
        detail: impl Display,
    ) -> Checked {
        self.ensure(holds || is_off(name), reason, detail)
    }

    fn spend(&mut self, work: usize) -> Checked {
        self.work.done = self.work.done.saturating_add(work as u64);
        self.ensure(self.work.done <= self.work.most, Reason::WorkLimit, self.work.most)
    }

    /// Whether so many bytes more may be set aside for a while.
    fn afford(&self, bytes: u64) -> Checked {
        let Memory { kept, decoded, most } = self.memory;
        let all = kept.saturating_add(decoded).saturating_add(bytes);
        let detail = format_args!("{all} bytes of memory, {most} are the most");
        self.ensure(all <= most, Reason::WorkLimit, detail)
    }

    /// Sets so many bytes more aside until the end.
    fn keep(&mut self, bytes: u64) -> Checked {
        self.memory.kept = self.memory.kept.saturating_add(bytes);
        self.afford(0)
    }

    /// What a position takes outside itself.
    fn outside(&self, pos: &G::Position) -> u64 {
        if needs_drop::<G::Position>() { self.game.encoding(pos).len() as u64 } else { 0 }
    }

    /// An entry, decoded.
    fn read<'e>(&mut self, cert: &'e dyn Proof, at: usize) -> Checked<Cow<'e, Entry>> {
        let size = cert.entry_size(at);
        self.memory.decoded = DECODED * size;
        self.afford(0)?;
        let entry = cert.entry(at);
        // Choices stay as they are written, and may be most of a file.
        self.memory.decoded -= (DECODED - 1) * choices_in(&entry.body).min(size);
        Ok(entry)
    }

    /// Plays a legal move, and holds the rules to the order of conversion classes.
    fn play(&mut self, pos: &G::Position, mv: Move) -> Checked<G::Position> {
        self.spend(PLAYED + self.weight)?;
        let next = self.game.play(pos, mv);
        let ordered = self.game.cyclic().is_none_or(|it| it.class(&next) >= it.class(pos));
        self.asks("rules.classes", ordered, Reason::ClassOrder, format_args!("move {}", mv.0))?;
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

    /// Pass 1: every entry gets its claim and its position. Which came before is looked up in a table of
    /// indices, half of them free at least, by a hash that no file can foresee.
    fn resolve_all(&mut self, cert: &dyn Proof) -> Checked {
        let n = cert.n_entries();
        let n_places = (2 * n).next_power_of_two();
        let places_bytes = (n_places * size_of::<u32>()) as u64;
        self.keep(places_bytes + n as u64 * size_of::<(Claim, G::Position)>() as u64)?;
        let mut entries = Vec::new();
        entries.reserve_exact(n);
        self.entries = Arc::new(entries);
        let mut places = vec![u32::MAX; n_places];
        for at in 0..n {
            self.place = Place::Entry(at);
            let entry = self.read(cert, at)?;
            self.want_zones(at, n, &entry.body);
            let (claim, pos) = self.resolve(&cert.head().claims, &entry)?;
            let code = self.game.encoding(&pos);
            self.keep(self.outside(&pos))?;
            let mut place = self.mixing.hash_one((claim, &code)) as usize % n_places;
            while let Some((known, before)) = self.entries.get(places[place] as usize) {
                let new = *known != claim || self.game.encoding(before) != code;
                let detail = "an earlier entry says the same";
                self.asks("entry.new", new, Reason::DuplicateEntry, detail)?;
                place = (place + 1) % n_places;
            }
            places[place] = at as u32;
            // (Nobody else has them yet, so none is copied.)
            Arc::make_mut(&mut self.entries).push((claim, pos));
        }
        self.memory.kept -= places_bytes;
        Ok(())
    }

    /// The claim and the position of the next entry.
    fn resolve(&mut self, claims: &[Claim], entry: &Entry) -> Checked<(Claim, G::Position)> {
        let Some(&claim) = claims.get(entry.claim as usize) else {
            return self.reject(Reason::Malformed, "no such claim");
        };
        let pos = match &entry.position {
            PositionCode::Whole(bytes) => {
                self.spend(self.weight)?;
                self.game.decode(bytes).or_else(|error| self.reject(Reason::BadPosition, error))?
            }
            &PositionCode::Derived { from, mv, map } => {
                let Some((_, before)) = self.entries.get(from as usize).cloned() else {
                    return self.reject(Reason::Malformed, "derived from no earlier entry");
                };
                let legal = self.game.legal_moves(&before).contains(&mv);
                let detail = format_args!("move {}", mv.0);
                self.asks("entry.legal", legal, Reason::BadPosition, detail)?;
                let next = self.play(&before, mv)?;
                self.image(&next, map)?.0
            }
        };
        let open = self.game.settled(&pos, &claim).is_none();
        let open = open && !self.game.legal_moves(&pos).is_empty();
        self.asks("entry.open", open, Reason::SettledEntry, "nothing is left to show")?;
        Ok((claim, pos))
    }

    /// Pass 2: shows entry `own`.
    fn body(&mut self, own: usize, body: &Body) -> Checked {
        let (claim, pos) = self.entries[own].clone();
        let provers_move = self.game.to_move(&pos) == claim.prover();
        let fits = provers_move == matches!(body, Body::Move { .. });
        self.asks("body.side", fits, Reason::WrongSide, "the other player is to move")?;
        let claim = claim.after(self.game.to_move(&pos));
        let legal = self.game.legal_moves(&pos);
        let (items, default, named) = match body {
            Body::Replies { items, default, named } => (items, default, named),
            Body::Move { mv, shown } => {
                self.asks("body.legal", legal.contains(mv), Reason::IllegalMove, mv.0)?;
                let child = self.play(&pos, *mv)?;
                return self.shown(&claim, &child, shown, Some(own));
            }
        };
        items.iter().try_for_each(|item| self.admit(item, &claim))?;
        let mut open = vec![Vec::new(); items.len()];
        let known = |it: &Named| {
            let is_legal = legal.binary_search(&it.mv).is_ok();
            self.asks("named.legal", is_legal, Reason::IllegalMove, it.mv.0)
        };
        named.iter().try_for_each(known)?;
        let mut named = named.iter().peekable();
        for &mv in &legal {
            let child = self.play(&pos, mv)?;
            let settled = self.game.settled(&child, &claim);
            let by = match named.next_if(|it| it.mv == mv) {
                Some(it) => {
                    self.asks("named.open", settled.is_none(), Reason::IdleName, mv.0)?;
                    Some(it.by)
                }
                None if settled == Some(true) => continue,
                None => default.map(ReplyBy::Item),
            };
            // (Not as claimed, that is: nothing shows such a reply.)
            let unsettled = settled.and(by).is_none();
            self.asks("replies.not-lost", unsettled, Reason::EvidenceFails, mv.0)?;
            match by {
                Some(ReplyBy::Entry(link)) => self.link(&claim, &child, link, Some(own))?,
                Some(ReplyBy::Item(at)) => match open.get_mut(at as usize) {
                    Some(open) => {
                        // (So that positions are not moved about.)
                        open.reserve(legal.len() - open.len());
                        open.push((child, Some(mv)));
                    }
                    None => return self.reject(Reason::Malformed, "no such item"),
                },
                None => {
                    let detail = self.game.move_text(&pos, mv);
                    self.asks("replies.all", false, Reason::MissingReply, detail)?;
                }
            }
        }
        let all_met = named.next().is_none();
        self.asks("named.ascend", all_met, Reason::Malformed, "named replies do not ascend")?;
        items.iter().zip(open).try_for_each(|(item, open)| self.evidence(item, &claim, open))
    }

    /// Shows that `claim` holds in `child`, reached by a move from entry `own`.
    fn shown(&mut self, claim: &Claim, child: &G::Position, by: &Shown, own: Own) -> Checked {
        match by {
            Shown::Entry(link) => self.link(claim, child, *link, own),
            Shown::Evidence(it) => self.evidence(it, claim, vec![(child.clone(), None)]),
            Shown::Settled => {
                let settled = self.game.settled(child, claim) == Some(true);
                let detail = self.game.position_text(child);
                self.asks("shown.settled", settled, Reason::NotSettled, detail)
            }
        }
    }

    fn link(&mut self, claim: &Claim, child: &G::Position, link: Link, own: Own) -> Checked {
        let Link { entry, map } = link;
        self.spend(1)?;
        let Some((its_claim, its_pos)) = self.entries.get(entry as usize) else {
            return self.reject(Reason::NoSuchEntry, entry);
        };
        let (image, swap) = self.image(child, map)?;
        let same = self.game.encoding(&image) == self.game.encoding(its_pos);
        self.asks("link.position", same, Reason::LinkMismatch, format_args!("entry {entry}"))?;
        let follows = its_claim.implies(&claim.mapped(swap));
        self.asks("link.claim", follows, Reason::ClaimMismatch, format_args!("entry {entry}"))?;
        own.map_or(Ok(()), |own| self.ordered(own, entry as usize, claim, child))
    }
}
