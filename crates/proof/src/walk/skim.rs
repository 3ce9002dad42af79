//! An entry read as it is written: which position it has, and where its edges lead.
//!
//! Who opens a proof goes through all its entries, and decoding one makes a list for each piece of its
//! evidence. Here evidence is skipped but for its kind, and nothing is made. Every entry was decoded
//! once when the certificate was read, so the numbers are where the grammar wants them.

use quod_cert::{Evidence, Packed, Shown};
use quod_game::Move;

/// No row, no entry.
pub(super) const NONE: u32 = u32::MAX;

/// What a row of a proof's tree stands for, or what an edge leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Entry,
    Link,
    Settled,
    LineThreats,
    ReplyTree,
    Strategy,
    Exhaustive,
    SolutionTree,
    Connection,
    Table,
    Zone,
}

/// An edge out of an entry or a section.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// Which one of the entry's: 0 for a move of the prover; the place of a named reply; the place of
    /// an item of evidence, counted on from the named replies.
    pub number: u32,
    pub kind: Kind,
    /// The entry that it leads to, or [`NONE`].
    pub entry: u32,
}

impl Edge {
    /// How a root is shown.
    pub(super) fn of_section(shown: &Shown) -> Edge {
        let (kind, entry) = match shown {
            Shown::Settled => (Kind::Settled, NONE),
            Shown::Entry(link) => (Kind::Entry, link.entry),
            Shown::Evidence(evidence) => (kind_of(evidence), NONE),
        };
        Edge { number: 0, kind, entry }
    }
}

fn kind_of(evidence: &Evidence) -> Kind {
    match evidence {
        Evidence::LineThreats(_) => Kind::LineThreats,
        Evidence::ReplyTree(_) => Kind::ReplyTree,
        Evidence::Strategy(_) => Kind::Strategy,
        Evidence::Exhaustive(_) => Kind::Exhaustive,
        Evidence::SolutionTree(_) => Kind::SolutionTree,
        Evidence::Connection(_) => Kind::Connection,
        Evidence::Zone(_) => Kind::Zone,
        // A checked certificate has no kind that is not known.
        Evidence::TableValue(_) | Evidence::Unknown(_) => Kind::Table,
    }
}

/// Which position an entry has.
pub(super) enum Origin<'s> {
    /// The one of this encoding.
    Whole(&'s [u8]),
    /// The image under `map` of the one after `mv` from an earlier entry's.
    Derived { from: usize, mv: Move, map: u16 },
}

/// The claim of an entry, by index, and its position.
pub(super) fn head(certificate: &Packed, own: usize) -> (u32, Origin<'_>) {
    Skim { bytes: certificate.entry_bytes(own), own }.head()
}

/// Adds the edges out of an entry, in the order of their numbers. Replies that evidence answers have
/// none of their own, only numbers.
pub(super) fn edges(certificate: &Packed, own: usize, edges: &mut Vec<Edge>) {
    let mut skim = Skim { bytes: certificate.entry_bytes(own), own };
    skim.head();
    if skim.number() == 0 {
        skim.number();
        let (kind, entry) = skim.shown();
        return edges.push(Edge { number: 0, kind, entry });
    }
    let n_items = skim.number();
    let mut items = Skim { ..skim };
    for _ in 0..n_items {
        skim.evidence();
    }
    skim.number();
    let n_named = skim.number() as u32;
    for number in 0..n_named {
        skim.number();
        if skim.number() == 0 {
            edges.push(Edge { number, kind: Kind::Entry, entry: skim.link() });
        }
    }
    for item in 0..n_items as u32 {
        edges.push(Edge { number: n_named + item, kind: items.evidence(), entry: NONE });
    }
}

/// The bytes from somewhere in an entry on.
struct Skim<'s> {
    bytes: &'s [u8],
    own: usize,
}

impl<'s> Skim<'s> {
    fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.take(1)[0];
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }

    fn take(&mut self, n: u64) -> &'s [u8] {
        let (taken, rest) = self.bytes.split_at(n as usize);
        self.bytes = rest;
        taken
    }

    fn head(&mut self) -> (u32, Origin<'s>) {
        let claim = self.number() as u32;
        let origin = match self.number() {
            0 => {
                let n = self.number();
                Origin::Whole(self.take(n))
            }
            _ => {
                let from = self.own - self.number() as usize;
                Origin::Derived { from, mv: Move(self.number() as u32), map: self.number() as u16 }
            }
        };
        (claim, origin)
    }

    fn shown(&mut self) -> (Kind, u32) {
        match self.number() {
            0 => (Kind::Settled, NONE),
            1 => (Kind::Entry, self.link()),
            _ => (self.evidence(), NONE),
        }
    }

    /// The entry that a link leads to.
    fn link(&mut self) -> u32 {
        let delta = self.number();
        self.number();
        (self.own as i64 + ((delta >> 1) as i64 ^ -((delta & 1) as i64))) as u32
    }

    fn evidence(&mut self) -> Kind {
        let kind = self.number();
        let n = self.number();
        self.take(n);
        match kind {
            1 => Kind::ReplyTree,
            2 => Kind::LineThreats,
            4 => Kind::Strategy,
            5 => Kind::Exhaustive,
            6 => Kind::SolutionTree,
            7 => Kind::Connection,
            8 => Kind::Zone,
            _ => Kind::Table,
        }
    }
}

#[cfg(test)]
mod tests {
    use quod_cert::{Body, PositionCode, Proof, ReplyBy, read_packed};

    use super::*;

    fn decoded_edges(certificate: &Packed, own: usize) -> Vec<(u32, Kind, u32)> {
        let at_end = |edge: Edge, number| (number, edge.kind, edge.entry);
        match &certificate.entry(own).body {
            Body::Move { shown, .. } => vec![at_end(Edge::of_section(shown), 0)],
            Body::Replies { items, named, .. } => {
                let links = (0..).zip(named).filter_map(|(number, it)| match it.by {
                    ReplyBy::Entry(link) => Some((number, Kind::Entry, link.entry)),
                    ReplyBy::Item(_) => None,
                });
                let items = (named.len() as u32..).zip(items);
                links.chain(items.map(|(number, it)| (number, kind_of(it), NONE))).collect()
            }
        }
    }

    #[test]
    fn skimming_an_entry_agrees_with_decoding_it() {
        let files: [&[u8]; 4] = [
            include_bytes!("../../../../proofs/qubic.quod"),
            include_bytes!("../../../../golden/certificates/version-1-awari.quod"),
            include_bytes!("../../../../golden/certificates/version-1-connect-four.quod"),
            include_bytes!("../../../../golden/certificates/version-1-morris.quod"),
        ];
        for file in files {
            let certificate = read_packed(file).unwrap();
            for own in 0..certificate.n_entries() {
                let entry = certificate.entry(own);
                let (claim, origin) = head(&certificate, own);
                assert_eq!(claim, entry.claim);
                match (&entry.position, origin) {
                    (PositionCode::Whole(code), Origin::Whole(bytes)) => assert_eq!(code, bytes),
                    (&PositionCode::Derived { from, mv, map }, origin) => {
                        let Origin::Derived { from: at, mv: by, map: under } = origin else {
                            panic!("entry {own} is derived");
                        };
                        assert_eq!((at, by, under), (from as usize, mv, map));
                    }
                    _ => panic!("entry {own} is whole"),
                }
                let mut found = Vec::new();
                edges(&certificate, own, &mut found);
                let found: Vec<_> = found.iter().map(|it| (it.number, it.kind, it.entry)).collect();
                assert!(found == decoded_edges(&certificate, own), "entry {own}");
            }
        }
    }
}
