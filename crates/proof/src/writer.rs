//! Writes certificates: the other half of `quod-cert`, kept out of the trusted code.
//!
//! A wrong byte here costs an answer, never a false proof: every certificate is read back and checked
//! before anybody is told of it.

use quod_cert::{
    Body, Connection, END_MARK, Entry, Evidence, Hexagon, Instruction, Link, MAGIC, MOST_BLOCK,
    PositionCode, Proof, ReplyBy, Sha256, Shown, Start, TreeNode, VERSION, Way, crc32,
};
use quod_game::{Claim, Goal, Move};

/// The bytes of a certificate file. The same certificate gives the same bytes.
pub fn write_certificate(certificate: &dyn Proof) -> Vec<u8> {
    let stream = write_stream(certificate);
    let mut file = Vec::with_capacity(stream.len() + 100);
    file.extend(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend([0, 0]);
    for block in stream.chunks(MOST_BLOCK as usize) {
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(crc32(block).to_le_bytes());
        file.extend(block);
    }
    file.extend(END_MARK);
    let mut sha = Sha256::default();
    sha.update(&file);
    file.extend(sha.finish());
    file
}

/// The stream inside the container (section 3 of the format document).
pub fn write_stream(proof: &dyn Proof) -> Vec<u8> {
    let certificate = proof.head();
    let mut out = Out(Vec::new());
    out.bytes(certificate.game.as_bytes());
    out.bytes(&certificate.root);
    out.count(certificate.claims.len());
    certificate.claims.iter().for_each(|claim| out.claim(claim));
    out.count(certificate.sections.len());
    for section in &certificate.sections {
        out.unsigned(section.claim.into());
        out.shown(&section.shown, 0);
    }
    out.bytes(certificate.remark.as_bytes());
    out.count(proof.n_entries());
    for own in 0..proof.n_entries() {
        out.entry(&proof.entry(own), own);
    }
    if !certificate.tables.is_empty() {
        out.count(certificate.tables.len());
        for table in &certificate.tables {
            out.bytes(table.game.as_bytes());
            out.unsigned(table.layer.into());
            out.0.extend(table.digest);
        }
    }
    out.0
}

/// Adds what the entry with index `own` is in a stream.
pub(crate) fn write_entry(bytes: &mut Vec<u8>, entry: &Entry, own: usize) {
    let mut out = Out(std::mem::take(bytes));
    out.entry(entry, own);
    *bytes = out.0;
}

struct Out(Vec<u8>);

impl Out {
    fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn signed(&mut self, value: i64) {
        self.unsigned(((value << 1) ^ (value >> 63)) as u64);
    }

    fn count(&mut self, count: usize) {
        self.unsigned(count as u64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }

    fn claim(&mut self, claim: &Claim) {
        let (goal, n) = match claim.goal {
            Goal::Wins => (0, 0),
            Goal::DoesNotLose => (1, 0),
            Goal::ScoreAtLeast(n) => (2, n),
            Goal::ScoreAtMost(n) => (3, n),
            Goal::CapturesAtLeast(n) => (4, n),
            Goal::CapturesLessThan(n) => (5, n),
            Goal::WinsWithin(n) => (6, n),
            Goal::DoesNotWinWithin(n) => (7, n),
        };
        self.count(claim.player.index());
        self.unsigned(goal);
        self.signed(n.into());
    }

    fn link(&mut self, link: &Link, own: usize) {
        self.signed(i64::from(link.entry) - own as i64);
        self.unsigned(link.map.into());
    }

    fn shown(&mut self, shown: &Shown, own: usize) {
        match shown {
            Shown::Settled => self.unsigned(0),
            Shown::Entry(link) => {
                self.unsigned(1);
                self.link(link, own);
            }
            Shown::Evidence(evidence) => {
                self.unsigned(2);
                self.evidence(evidence);
            }
        }
    }

    fn entry(&mut self, entry: &Entry, own: usize) {
        self.unsigned(entry.claim.into());
        match &entry.position {
            PositionCode::Whole(encoding) => {
                self.unsigned(0);
                self.bytes(encoding);
            }
            PositionCode::Derived { from, mv, map } => {
                self.unsigned(1);
                self.unsigned(own as u64 - u64::from(*from));
                self.unsigned(mv.0.into());
                self.unsigned((*map).into());
            }
        }
        match &entry.body {
            Body::Move { mv, shown } => {
                self.unsigned(0);
                self.unsigned(mv.0.into());
                self.shown(shown, own);
            }
            Body::Replies { items, default, named } => {
                self.unsigned(1);
                self.count(items.len());
                items.iter().for_each(|item| self.evidence(item));
                self.unsigned(default.map_or(0, |item| u64::from(item) + 1));
                self.count(named.len());
                let mut next = 0;
                for it in named {
                    self.skip(it.mv, &mut next);
                    match &it.by {
                        ReplyBy::Entry(link) => {
                            self.unsigned(0);
                            self.link(link, own);
                        }
                        ReplyBy::Item(item) => self.unsigned(u64::from(*item) + 1),
                    }
                }
            }
        }
    }

    /// A move's code as its distance from the least code possible.
    fn skip(&mut self, mv: Move, next: &mut u32) {
        self.unsigned((mv.0 - *next).into());
        *next = mv.0.saturating_add(1);
    }

    fn evidence(&mut self, evidence: &Evidence) {
        let mut inner = Out(Vec::new());
        let kind = match evidence {
            Evidence::ReplyTree(nodes) => {
                inner.count(nodes.len());
                for (own, node) in nodes.iter().enumerate() {
                    inner.tree_node(node, own as u32);
                }
                1
            }
            Evidence::LineThreats(cells) => {
                inner.count(cells.len());
                cells.iter().for_each(|&cell| inner.unsigned(cell.into()));
                2
            }
            Evidence::TableValue(table) => {
                inner.unsigned((*table).into());
                3
            }
            Evidence::Strategy(list) => {
                inner.count(list.len());
                list.iter().for_each(|instruction| inner.instruction(instruction));
                4
            }
            Evidence::Exhaustive(plies) => {
                inner.unsigned((*plies).into());
                5
            }
            Evidence::SolutionTree(choices) => {
                inner.0.extend_from_slice(choices);
                6
            }
            Evidence::Connection(it) => {
                inner.connection(it);
                7
            }
            Evidence::Zone(reply) => {
                inner.unsigned(reply.0.into());
                8
            }
            Evidence::Unknown(kind) => *kind,
        };
        self.unsigned(kind);
        self.bytes(&inner.0);
    }

    fn connection(&mut self, it: &Connection) {
        self.count(it.lemmas.len());
        for (own, lemma) in it.lemmas.iter().enumerate() {
            self.count(lemma.cells.len());
            lemma.cells.iter().for_each(|&cell| self.hexagon(cell));
            self.count(lemma.borders.len());
            for &(axis, at) in &lemma.borders {
                self.unsigned(axis.into());
                self.signed(at.into());
            }
            self.count(lemma.joins.len());
            lemma.joins.iter().flatten().for_each(|&class| self.unsigned(class.into()));
            self.count(lemma.ways.len());
            lemma.ways.iter().for_each(|way| self.way(way, own));
        }
        self.way(&it.root, it.lemmas.len());
    }

    /// A way of the pattern with index `own`.
    fn way(&mut self, way: &Way, own: usize) {
        let (tag, cells): (u64, &[Hexagon]) = match &way.start {
            Start::Nothing => (0, &[]),
            Start::Key(key) => (1, &[*key]),
            Start::Captured(a, b) => (2, &[*a, *b]),
        };
        self.unsigned(tag);
        cells.iter().for_each(|&cell| self.hexagon(cell));
        self.count(way.parts.len());
        for part in &way.parts {
            self.count(own - 1 - part.lemma as usize);
            self.unsigned(part.turn.into());
            self.hexagon(part.by);
        }
    }

    fn hexagon(&mut self, cell: Hexagon) {
        cell.iter().for_each(|&it| self.signed(it.into()));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let (tag, moves): (u64, &[Move]) = match instruction {
            Instruction::Win => (0, &[]),
            Instruction::Above => (1, &[]),
            Instruction::Play(mv) => (2, &[*mv]),
            Instruction::Reply(to, mv) => (3, &[*to, *mv]),
            Instruction::Pair(a, b) => (4, &[*a, *b]),
            Instruction::Any => (5, &[]),
            Instruction::Block => (6, &[]),
            Instruction::Ranks(ranks) => {
                self.unsigned(7);
                let n = ranks.iter().rposition(|&it| it != 0).map_or(0, |last| last + 1);
                return self.bytes(&ranks[..n]);
            }
        };
        self.unsigned(tag);
        moves.iter().for_each(|mv| self.unsigned(mv.0.into()));
    }

    fn tree_node(&mut self, node: &TreeNode, own: u32) {
        match node {
            TreeNode::End => self.unsigned(0),
            TreeNode::Move(mv) => {
                self.unsigned(1);
                self.unsigned(mv.0.into());
            }
            TreeNode::Replies { default, named } => {
                self.unsigned(2);
                self.unsigned(default.map_or(0, |child| u64::from(child - own)));
                self.count(named.len());
                let mut next = 0;
                for (mv, child) in named {
                    self.skip(*mv, &mut next);
                    self.unsigned(u64::from(child - own));
                }
            }
        }
    }
}
