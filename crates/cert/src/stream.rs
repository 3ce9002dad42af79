//! The stream: from numbers to the types of a certificate (sections 2 to 4 of the format document).
//!
//! A cursor over a slice; one function a rule of the grammar. Every count is compared with the bytes
//! that are left before a vector of that size is made, since every counted item takes a byte or more.

use std::collections::HashSet;

use quod_game::{Claim, Goal, Move, Player};

use crate::{
    Body, Certificate, Entry, Evidence, Link, Named, Place, PositionCode, Reason, Reject, ReplyBy,
    Section, Shown, TreeNode,
};

/// Decodes a stream.
///
/// # Errors
/// If it breaks the grammar (`malformed`), names an entry that does not exist (`no-such-entry`) or
/// has sections that no value has (`sections-do-not-meet` is the checker's business, not this one's).
pub fn parse_stream(stream: &[u8]) -> Result<Certificate, Reject> {
    let mut cursor = Cursor { bytes: stream, place: Place::Header };
    let game = cursor.text()?;
    let root = cursor.bytes()?;
    let n_claims = cursor.count()?;
    let claims = (0..n_claims).map(|_| cursor.claim()).collect::<Result<Vec<_>, _>>()?;
    let different: HashSet<_> = claims.iter().collect();
    let n_sections = cursor.count()?;
    if claims.is_empty() || different.len() < n_claims || !(1..=2).contains(&n_sections) {
        return cursor.malformed("a claim or more, none twice, and one or two sections");
    }
    let mut sections = Vec::with_capacity(n_sections);
    for at in 0..n_sections {
        cursor.place = Place::Section(at);
        let claim = cursor.below(claims.len())?;
        sections.push(Section { claim, shown: cursor.shown(0)? });
    }
    cursor.place = Place::Header;
    let remark = cursor.text()?;
    let n_entries = cursor.count()?;
    let mut entries = Vec::new();
    for at in 0..n_entries {
        cursor.place = Place::Entry(at);
        entries.push(cursor.entry(at, claims.len())?);
    }
    if !cursor.bytes.is_empty() {
        return cursor.malformed("bytes after the last entry");
    }
    Ok(Certificate { game, root, claims, sections, remark, entries })
}

struct Cursor<'s> {
    bytes: &'s [u8],
    place: Place,
}

impl Cursor<'_> {
    fn malformed<T>(&self, detail: &str) -> Result<T, Reject> {
        Err(Reject::new(Reason::Malformed, self.place, detail))
    }

    fn unsigned(&mut self) -> Result<u64, Reject> {
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

    fn signed(&mut self) -> Result<i64, Reject> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A count of items of at least a byte each.
    fn count(&mut self) -> Result<usize, Reject> {
        let value = self.unsigned()?;
        if value > self.bytes.len() as u64 {
            return self.malformed("a count larger than what is left");
        }
        Ok(value as usize)
    }

    /// An index below `bound`.
    fn below(&mut self, bound: usize) -> Result<u32, Reject> {
        let value = self.unsigned()?;
        if value >= bound as u64 || value > u64::from(u32::MAX) {
            return self.malformed("an index that nothing has");
        }
        Ok(value as u32)
    }

    fn bytes(&mut self) -> Result<Vec<u8>, Reject> {
        let n = self.count()?;
        let (head, tail) = self.bytes.split_at(n);
        self.bytes = tail;
        Ok(head.to_vec())
    }

    fn text(&mut self) -> Result<String, Reject> {
        let bytes = self.bytes()?;
        String::from_utf8(bytes).or_else(|_| self.malformed("text that is not UTF-8"))
    }

    fn claim(&mut self) -> Result<Claim, Reject> {
        let player = match self.unsigned()? {
            0 => Player::First,
            1 => Player::Second,
            _ => return self.malformed("player 0 or 1 expected"),
        };
        let goal = self.unsigned()?;
        let Ok(n) = i32::try_from(self.signed()?) else {
            return self.malformed("a claim's number is out of range");
        };
        let goal = match goal {
            0 | 1 if n != 0 => return self.malformed("a number where none belongs"),
            0 => Goal::Wins,
            1 => Goal::DoesNotLose,
            2 => Goal::ScoreAtLeast(n),
            3 => Goal::ScoreAtMost(n),
            4 => Goal::CapturesAtLeast(n),
            5 => Goal::CapturesLessThan(n),
            _ => return self.malformed("goal 0 to 5 expected"),
        };
        Ok(Claim { player, goal })
    }

    fn mv(&mut self) -> Result<Move, Reject> {
        match u32::try_from(self.unsigned()?) {
            Ok(code) => Ok(Move(code)),
            Err(_) => self.malformed("a move's code is out of range"),
        }
    }

    fn map(&mut self) -> Result<u16, Reject> {
        match u16::try_from(self.unsigned()?) {
            Ok(map) => Ok(map),
            Err(_) => self.malformed("a symmetry's number is out of range"),
        }
    }

    fn link(&mut self, own: usize) -> Result<Link, Reject> {
        let entry = (own as i64).checked_add(self.signed()?).map(u32::try_from);
        let map = self.map()?;
        match entry {
            Some(Ok(entry)) => Ok(Link { entry, map }),
            _ => Err(Reject::new(Reason::NoSuchEntry, self.place, "a link out of the file")),
        }
    }

    fn shown(&mut self, own: usize) -> Result<Shown, Reject> {
        match self.unsigned()? {
            0 => Ok(Shown::Settled),
            1 => Ok(Shown::Entry(self.link(own)?)),
            2 => Ok(Shown::Evidence(self.evidence()?)),
            _ => self.malformed("settled, entry or evidence expected"),
        }
    }

    fn entry(&mut self, own: usize, n_claims: usize) -> Result<Entry, Reject> {
        let claim = self.below(n_claims)?;
        let position = match self.unsigned()? {
            0 => PositionCode::Whole(self.bytes()?),
            1 => {
                let back = self.unsigned()?;
                if back == 0 || back > own as u64 {
                    return self.malformed("a position derived from no earlier entry");
                }
                let (mv, map) = (self.mv()?, self.map()?);
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

    fn replies(&mut self, own: usize) -> Result<Body, Reject> {
        let n_items = self.count()?;
        let items = (0..n_items).map(|_| self.evidence()).collect::<Result<_, _>>()?;
        let default = self.below(n_items + 1)?.checked_sub(1);
        let mut named: Vec<Named> = Vec::new();
        for _ in 0..self.count()? {
            let mv = self.next_code(named.last().map(|it| it.mv))?;
            let by = match self.below(n_items + 1)? {
                0 => ReplyBy::Entry(self.link(own)?),
                item => ReplyBy::Item(item - 1),
            };
            named.push(Named { mv, by });
        }
        Ok(Body::Replies { items, default, named })
    }

    /// A move's code, written as the distance from the previous one.
    fn next_code(&mut self, previous: Option<Move>) -> Result<Move, Reject> {
        let Move(skip) = self.mv()?;
        let code = match previous {
            None => Some(skip),
            Some(Move(before)) => before.checked_add(1).and_then(|next| next.checked_add(skip)),
        };
        match code {
            Some(code) => Ok(Move(code)),
            None => self.malformed("a move's code is out of range"),
        }
    }

    fn evidence(&mut self) -> Result<Evidence, Reject> {
        let kind = self.unsigned()?;
        let n = self.count()?;
        let (payload, rest) = self.bytes.split_at(n);
        let mut inner = Cursor { bytes: payload, place: self.place };
        let evidence = match kind {
            1 => inner.reply_tree()?,
            2 => inner.line_threats()?,
            _ => {
                inner.bytes = &[];
                Evidence::Unknown(kind)
            }
        };
        if !inner.bytes.is_empty() {
            return self.malformed("evidence with bytes left over");
        }
        self.bytes = rest;
        Ok(evidence)
    }

    fn line_threats(&mut self) -> Result<Evidence, Reject> {
        let cells = (0..self.count()?).map(|_| Ok(self.mv()?.0));
        Ok(Evidence::LineThreats(cells.collect::<Result<_, _>>()?))
    }

    fn reply_tree(&mut self) -> Result<Evidence, Reject> {
        let n_nodes = self.count()?;
        let mut nodes = Vec::new();
        for own in 0..n_nodes {
            nodes.push(match self.unsigned()? {
                0 => TreeNode::End,
                1 if own + 1 < n_nodes => TreeNode::Move(self.mv()?),
                2 => {
                    // Nodes own + 1 … n_nodes − 1 exist: distances below n_nodes − own.
                    let default = self.below(n_nodes - own)?;
                    let mut named: Vec<(Move, u32)> = Vec::new();
                    for _ in 0..self.count()? {
                        let mv = self.next_code(named.last().map(|it| it.0))?;
                        match self.below(n_nodes - own)? {
                            0 => return self.malformed("a branch to its own node"),
                            child => named.push((mv, own as u32 + child)),
                        }
                    }
                    let default = (default > 0).then(|| own as u32 + default);
                    TreeNode::Replies { default, named }
                }
                _ => return self.malformed("a node of a reply tree expected"),
            });
        }
        if nodes.is_empty() {
            return self.malformed("a reply tree without nodes");
        }
        Ok(Evidence::ReplyTree(nodes))
    }
}
