//! The stream: from numbers to the types of a certificate (sections 2 to 4 of the format document).
//!
//! A cursor over a slice; one function a rule of the grammar. Every count is compared with the bytes
//! that are left before a vector of that size is made, since every counted item takes a byte or more.

use std::collections::HashSet;

use quod_game::{Claim, Goal, Move, Player};

use crate::{
    Body, Certificate, Entry, Evidence, EvidenceKind, Link, Named, NamedTable, Packed, Place,
    PositionCode, Reason, Reject, ReplyBy, Section, Shown,
};

/// Decodes a stream but keeps its entries as they are written: every entry is decoded once here.
///
/// # Errors
/// If it breaks the grammar (`malformed`) or names an entry that does not exist (`no-such-entry`). That
/// sections meet is the checker's business, not this one's.
pub fn parse_packed(stream: Vec<u8>) -> Result<Packed, Reject> {
    let mut cursor = Cursor { bytes: &stream, place: Place::Header };
    let game = cursor.text()?;
    let root = cursor.slice()?.to_vec();
    let claims = cursor.list(|it, _| it.claim())?;
    let different: HashSet<_> = claims.iter().collect();
    if claims.is_empty() || different.len() < claims.len() {
        return cursor.malformed("a claim or more expected, none twice");
    }
    let sections = cursor.list(|it, at| {
        it.place = Place::Section(at);
        Ok(Section { claim: it.below(claims.len())?, shown: it.shown(0)? })
    })?;
    cursor.place = Place::Header;
    if !(1..=2).contains(&sections.len()) {
        return cursor.malformed("one or two sections expected");
    }
    let remark = cursor.text()?;
    let starts = cursor.list(|it, at| {
        let start = (stream.len() - it.bytes.len()) as u32;
        it.place = Place::Entry(at);
        it.entry(at, claims.len()).map(|_| start)
    })?;
    cursor.place = Place::Header;
    // Nothing is written where there are none.
    let mut tables = Vec::new();
    if !cursor.bytes.is_empty() {
        tables = cursor.list(|it, _| it.table())?;
        if tables.is_empty() || !cursor.bytes.is_empty() {
            return cursor.malformed("bytes after the last entry or table");
        }
    }
    let head = Certificate { game, root, claims, sections, remark, entries: Vec::new(), tables };
    Ok(Packed { head, stream, starts })
}

/// Decodes the entry with index `own` at the head of `bytes`, in a certificate with so many claims.
///
/// # Errors
/// As [`parse_packed`].
pub fn parse_entry(bytes: &[u8], own: usize, n_claims: usize) -> Result<Entry, Reject> {
    Cursor { bytes, place: Place::Entry(own) }.entry(own, n_claims)
}

pub(crate) type Parsed<T> = Result<T, Reject>;

pub(crate) struct Cursor<'s> {
    bytes: &'s [u8],
    place: Place,
}

impl<'s> Cursor<'s> {
    pub(crate) fn malformed<T>(&self, detail: &str) -> Parsed<T> {
        Err(Reject::new(Reason::Malformed, self.place, detail))
    }

    pub(crate) fn unsigned(&mut self) -> Parsed<u64> {
        let mut value = 0u64;
        for (at, &byte) in self.bytes.iter().take(10).enumerate() {
            let group = u64::from(byte & 0x7f);
            if at == 9 && group > 1 {
                return self.malformed("a number of more than 64 bits");
            }
            value |= group << (7 * at);
            if byte < 0x80 {
                if byte == 0 && at > 0 {
                    return self.malformed("a number not written in the fewest bytes");
                }
                self.bytes = &self.bytes[at + 1..];
                return Ok(value);
            }
        }
        self.malformed("a number without end")
    }

    pub(crate) fn signed(&mut self) -> Parsed<i64> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A count of items of at least a byte each.
    pub(crate) fn count(&mut self) -> Parsed<usize> {
        let value = self.unsigned()?;
        if value > self.bytes.len() as u64 {
            return self.malformed("a count larger than what is left");
        }
        Ok(value as usize)
    }

    /// A count and as many items, each read by `item`, which is told its number.
    pub(crate) fn list<T>(
        &mut self,
        item: impl FnMut(&mut Self, usize) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let n = self.count()?;
        self.items(n, item)
    }

    /// So many items, each read by `item`, which is told its number.
    pub(crate) fn items<T>(
        &mut self,
        n: usize,
        mut item: impl FnMut(&mut Self, usize) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        // A list that only says it is long gets no room for what never comes, and none more than it needs.
        let mut list = Vec::new();
        for at in 0..n {
            if list.len() == list.capacity() {
                list.reserve_exact((n - at).min(at.max(1 << 10)));
            }
            list.push(item(self, at)?);
        }
        Ok(list)
    }

    /// An index below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> Parsed<u32> {
        let value = self.unsigned()?;
        if value >= bound as u64 || value > u64::from(u32::MAX) {
            return self.malformed("an index that nothing has");
        }
        Ok(value as u32)
    }

    pub(crate) fn slice(&mut self) -> Parsed<&'s [u8]> {
        let n = self.count()?;
        let (head, tail) = self.bytes.split_at(n);
        self.bytes = tail;
        Ok(head)
    }

    fn text(&mut self) -> Parsed<String> {
        let bytes = self.slice()?.to_vec();
        String::from_utf8(bytes).or_else(|_| self.malformed("text that is not UTF-8"))
    }

    fn claim(&mut self) -> Parsed<Claim> {
        let player = Player::BOTH[self.below(2)? as usize];
        let goal = self.unsigned()?;
        let n = i32::try_from(self.signed()?);
        let n = n.or_else(|_| self.malformed("a claim's number is out of range"))?;
        let goal = match goal {
            0 | 1 if n != 0 => return self.malformed("a number where none belongs"),
            0 => Goal::Wins,
            1 => Goal::DoesNotLose,
            2 => Goal::ScoreAtLeast(n),
            3 => Goal::ScoreAtMost(n),
            4 => Goal::CapturesAtLeast(n),
            5 => Goal::CapturesLessThan(n),
            6 => Goal::WinsWithin(n),
            7 => Goal::DoesNotWinWithin(n),
            _ => return self.malformed("goal 0 to 7 expected"),
        };
        Ok(Claim { player, goal })
    }

    /// A number that fits the type.
    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Parsed<T> {
        T::try_from(self.unsigned()?).or_else(|_| self.malformed("a code or map out of range"))
    }

    pub(crate) fn mv(&mut self) -> Parsed<Move> {
        Ok(Move(self.small()?))
    }

    fn link(&mut self, own: usize) -> Parsed<Link> {
        let entry = (own as i64).checked_add(self.signed()?).map(u32::try_from);
        let map = self.small()?;
        match entry {
            Some(Ok(entry)) => Ok(Link { entry, map }),
            _ => Err(Reject::new(Reason::NoSuchEntry, self.place, "a link out of the file")),
        }
    }

    fn shown(&mut self, own: usize) -> Parsed<Shown> {
        match self.unsigned()? {
            0 => Ok(Shown::Settled),
            1 => Ok(Shown::Entry(self.link(own)?)),
            2 => Ok(Shown::Evidence(self.evidence()?)),
            _ => self.malformed("settled, entry or evidence expected"),
        }
    }

    fn entry(&mut self, own: usize, n_claims: usize) -> Parsed<Entry> {
        let claim = self.below(n_claims)?;
        let position = match self.unsigned()? {
            0 => PositionCode::Whole(self.slice()?.to_vec()),
            1 => {
                let back = self.unsigned()?;
                if back == 0 || back > own as u64 {
                    return self.malformed("a position derived from no earlier entry");
                }
                let (mv, map) = (self.mv()?, self.small()?);
                PositionCode::Derived { from: (own as u64 - back) as u32, mv, map }
            }
            _ => return self.malformed("a whole or a derived position expected"),
        };
        let body = match self.unsigned()? {
            0 => Body::Move { mv: self.mv()?, shown: self.shown(own)? },
            1 => self.replies(own)?,
            _ => return self.malformed("a move or replies expected"),
        };
        Ok(Entry { claim, position, body })
    }

    fn replies(&mut self, own: usize) -> Parsed<Body> {
        let items = self.list(|it, _| it.evidence())?;
        let default = self.below(items.len() + 1)?.checked_sub(1);
        let mut least = 0;
        let named = self.list(|it, _| {
            let mv = it.next_code(&mut least)?;
            let by = match it.below(items.len() + 1)? {
                0 => ReplyBy::Entry(it.link(own)?),
                item => ReplyBy::Item(item - 1),
            };
            Ok(Named { mv, by })
        })?;
        Ok(Body::Replies { items, default, named })
    }

    /// A move's code, written as the distance from the least one that may stand here.
    pub(crate) fn next_code(&mut self, least: &mut u64) -> Parsed<Move> {
        let code = u64::from(self.small::<u32>()?) + *least;
        *least = code + 1;
        u32::try_from(code).map(Move).or_else(|_| self.malformed("a move's code is out of range"))
    }

    fn evidence(&mut self) -> Parsed<Evidence> {
        let kind = self.unsigned()?;
        let mut inner = Cursor { bytes: self.slice()?, place: self.place };
        let evidence = match EvidenceKind::of_number(kind) {
            Some(EvidenceKind::ReplyTree) => inner.reply_tree()?,
            Some(EvidenceKind::LineThreats) => {
                Evidence::LineThreats(inner.list(|it, _| it.small())?)
            }
            Some(EvidenceKind::TableValue) => Evidence::TableValue(inner.small()?),
            Some(EvidenceKind::Strategy) => {
                Evidence::Strategy(inner.list(|it, _| it.instruction())?)
            }
            Some(EvidenceKind::Exhaustive) => Evidence::Exhaustive(inner.small()?),
            Some(EvidenceKind::SolutionTree) => {
                Evidence::SolutionTree(std::mem::take(&mut inner.bytes).to_vec())
            }
            Some(EvidenceKind::Connection) => Evidence::Connection(Box::new(inner.connection()?)),
            Some(EvidenceKind::Zone) => Evidence::Zone(inner.mv()?),
            None => {
                inner.bytes = &[];
                Evidence::Unknown(kind)
            }
        };
        if !inner.bytes.is_empty() {
            return self.malformed("evidence with bytes left over");
        }
        Ok(evidence)
    }

    fn table(&mut self) -> Parsed<NamedTable> {
        let (game, layer) = (self.text()?, self.small()?);
        let Some((&digest, rest)) = self.bytes.split_first_chunk() else {
            return self.malformed("a digest of 32 bytes expected");
        };
        self.bytes = rest;
        Ok(NamedTable { game, layer, digest })
    }
}
