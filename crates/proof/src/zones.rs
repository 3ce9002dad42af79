//! Replies answered as others: a certificate of a game of lines made smaller by relevance zones.
//!
//! With few stones on the board most of the opponent's replies are far away and change nothing, but each has
//! entries of its own. The checker tells on which cells each entry turns ([`EntryZones`], section 4.8 of the format
//! document). Where a reply and another are both outside the zone of the other's entry, it is answered as the
//! other, and its entries fall away.
//!
//! Entries are gone through from the first on, so that the largest proofs fall away first. At each that is
//! still needed the reply is kept that spares most, then the next, until none spares any. Below an entry that
//! serves others nothing is changed: its zone would grow.
//!
//! On the proofs of Go-Moku on 15×15 about a third of the entries falls away.

use hashbrown::HashMap;
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, Packed, PositionCode, Proof, ReplyBy, Shown,
    parse_packed,
};
use quod_check::threats::EntryZones;
use quod_check::{Limits, Tables};
use quod_engine::{OpenGame, Pos, SolveError};
use quod_game::{Claim, Goal, Move};

use crate::build::for_each_link;
use crate::walk::entry_positions;
use crate::write_stream;

/// The certificate with replies answered as others; `None` where that spares nothing, or the game is no game of lines.
///
/// # Errors
/// If the certificate is rejected, or what was made of it is.
pub fn by_zones(
    game: &OpenGame,
    part: &Packed,
    tables: &dyn Tables,
) -> Result<Option<Packed>, SolveError> {
    let admitted = |claim: &Claim| {
        let wins = matches!(claim.goal, Goal::Wins | Goal::DoesNotLose);
        wins && game.lines().is_some_and(|it| !it.forbids(claim.prover().other()))
    };
    let named_tables = !part.head().tables.is_empty();
    if named_tables || game.cyclic().is_some() || !part.head().claims.iter().any(admitted) {
        return Ok(None);
    }
    let rejected = |reject| SolveError::Strategy(format!("the proof is rejected: {reject}"));
    let zones = EntryZones::of(&**game, part, &Limits::default()).map_err(rejected)?;
    let positions = entry_positions(game, part)?;
    let mut sparing = Sparing { game, part, zones, positions, sizes: Vec::new() };
    sparing.measure();
    let (entries, spared) = sparing.entries(&admitted);
    if spared == 0 {
        return Ok(None);
    }
    let made = parse_packed(write_stream(&renumbered(part, entries))).map_err(rejected)?;
    game.check(&made, &Limits::default(), tables).map_err(rejected)?;
    Ok(Some(made))
}

/// How a proof is made smaller.
struct Sparing<'p> {
    game: &'p OpenGame,
    part: &'p Packed,
    zones: EntryZones,
    positions: Vec<Pos>,
    /// Entries at and below each, shared ones counted every time.
    sizes: Vec<u64>,
}

impl Sparing<'_> {
    /// Sizes, from the last entry on: links go forward.
    fn measure(&mut self) {
        self.sizes = vec![1; self.part.n_entries()];
        for own in (0..self.sizes.len()).rev() {
            let entry = self.part.entry(own);
            let below = links(&entry.body).map(|link| self.sizes[link.entry as usize]);
            self.sizes[own] = below.fold(1, u64::saturating_add);
        }
    }

    /// Whether the entry that shows one reply shows another as well.
    fn serves(&self, link: Link, reply: Move, other: Move) -> bool {
        let outside = |mv: Move| {
            let image = self.game.symmetric().map_or(mv, |it| it.map_move(link.map, mv));
            !self.zones.has(link.entry as usize, image.0 as usize)
        };
        outside(reply) && outside(other)
    }

    /// For each of the replies the other one that it is answered as, if it is.
    fn choose(&self, replies: &[(Move, Link)]) -> HashMap<Move, Move> {
        let mut chosen = HashMap::new();
        let mut open = replies.to_vec();
        // (A reply that ends the game has no entry.)
        while open.len() > 1 {
            let spares = |&(reply, link): &(Move, Link)| {
                let served =
                    open.iter().filter(|it| it.0 != reply && self.serves(link, reply, it.0));
                served.map(|it| self.sizes[it.1.entry as usize]).sum::<u64>()
            };
            let best = open.iter().map(|it| (spares(it), *it)).max_by_key(|it| it.0);
            let Some((1.., (reply, link))) = best else { break };
            open.retain(|&(other, _)| {
                let served = other != reply && self.serves(link, reply, other);
                if served {
                    chosen.insert(other, reply);
                }
                !served && other != reply
            });
        }
        chosen
    }

    /// The entries that are still needed, each with what leads there first, and how many replies are served as others.
    fn entries(&self, admitted: &dyn Fn(&Claim) -> bool) -> (Vec<Kept>, usize) {
        let n = self.part.n_entries();
        // Why an entry is needed: by the root alone, or by an entry and a move; and whether it must stay as it is.
        let mut needed: Vec<Option<Option<(usize, Move, u16)>>> = vec![None; n];
        let mut fixed = vec![false; n];
        for section in &self.part.head().sections {
            if let Shown::Entry(link) = &section.shown {
                needed[link.entry as usize] = Some(None);
            }
        }
        let (mut kept, mut spared) = (Vec::new(), 0);
        for own in 0..n {
            let Some(from) = needed[own] else { continue };
            let mut entry = self.part.entry(own).into_owned();
            let claim = self.part.head().claims[entry.claim as usize];
            let mut serving = Vec::new();
            if admitted(&claim) && !fixed[own] && !has_zones(&entry.body) {
                let chosen = self.choose(&by_entries(&entry.body));
                spared += chosen.len();
                serving.extend(chosen.values().copied());
                self.serve(&mut entry.body, &self.positions[own], &chosen);
            }
            let (stays, zoned) = (fixed[own], has_zones(&entry.body));
            let mut need = |mv: Move, link: &Link, stays: bool| {
                let at = link.entry as usize;
                needed[at].get_or_insert(Some((own, mv, link.map)));
                fixed[at] |= stays;
            };
            match &entry.body {
                Body::Move { mv, shown: Shown::Entry(link) } => need(*mv, link, stays),
                Body::Move { .. } => {}
                Body::Replies { .. } => by_entries(&entry.body).iter().for_each(|(mv, link)| {
                    // (Where zones were there before, nobody knows who serves.)
                    let serves = serving.contains(mv) || zoned && serving.is_empty();
                    need(*mv, link, stays || serves);
                }),
            }
            kept.push(Kept { own, from, entry });
        }
        (kept, spared)
    }

    /// Answers replies as others, and makes the item the default that most replies have.
    fn serve(&self, body: &mut Body, pos: &Pos, chosen: &HashMap<Move, Move>) {
        let Body::Replies { items, default, named } = body else { return };
        if chosen.is_empty() {
            return;
        }
        let mut by: HashMap<Move, ReplyBy> = named.iter().map(|it| (it.mv, it.by)).collect();
        if let Some(item) = *default {
            for mv in self.game.legal_moves(pos) {
                by.entry(mv).or_insert(ReplyBy::Item(item));
            }
        }
        let mut places: HashMap<Move, u32> = HashMap::new();
        let mut replies: Vec<(&Move, &Move)> = chosen.iter().collect();
        replies.sort_unstable();
        for (&other, &reply) in replies {
            let place = *places.entry(reply).or_insert_with(|| {
                items.push(Evidence::Zone(reply));
                items.len() as u32 - 1
            });
            by.insert(other, ReplyBy::Item(place));
        }
        let count = |item: u32| by.values().filter(|it| **it == ReplyBy::Item(item)).count();
        *default = (0..items.len() as u32).max_by_key(|item| (count(*item), u32::MAX - item));
        let unnamed = default.map(ReplyBy::Item);
        let mut list: Vec<Named> = by.into_iter().map(|(mv, by)| Named { mv, by }).collect();
        list.retain(|it| Some(it.by) != unnamed);
        list.sort_unstable_by_key(|it| it.mv);
        *named = list;
    }
}

/// An entry that stays.
struct Kept {
    own: usize,
    /// The entry from which its position comes, the move and the map; nothing for a root's.
    from: Option<(usize, Move, u16)>,
    entry: Entry,
}

fn has_zones(body: &Body) -> bool {
    let Body::Replies { items, .. } = body else { return false };
    items.iter().any(|it| matches!(it, Evidence::Zone(_)))
}

/// The replies that are named by entries.
fn by_entries(body: &Body) -> Vec<(Move, Link)> {
    let Body::Replies { named, .. } = body else { return Vec::new() };
    let entry = |it: &Named| match it.by {
        ReplyBy::Entry(link) => Some((it.mv, link)),
        ReplyBy::Item(_) => None,
    };
    named.iter().filter_map(entry).collect()
}

fn links(body: &Body) -> impl Iterator<Item = Link> {
    let own = match body {
        Body::Move { shown: Shown::Entry(link), .. } => Some(*link),
        _ => None,
    };
    own.into_iter().chain(by_entries(body).into_iter().map(|it| it.1))
}

/// The certificate with these entries alone, each derived from one that stays.
fn renumbered(part: &Packed, kept: Vec<Kept>) -> Certificate {
    let places: HashMap<usize, u32> = kept.iter().map(|it| it.own).zip(0..).collect();
    let place = |link: &mut Link| link.entry = places[&(link.entry as usize)];
    let mut head = part.head().clone();
    for section in &mut head.sections {
        if let Shown::Entry(link) = &mut section.shown {
            place(link);
        }
    }
    let entries = kept.into_iter().map(|Kept { from, mut entry, .. }| {
        for_each_link(&mut entry.body, place);
        if let Some((from, mv, map)) = from {
            entry.position = PositionCode::Derived { from: places[&from], mv, map };
        }
        entry
    });
    let entries = entries.collect();
    Certificate { entries, ..head }
}
