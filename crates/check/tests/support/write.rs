//! A writer of certificates, from the format document alone; wasteful and plain.

use quod_cert::{
    Body, Certificate, Connection, Evidence, Hexagon, Instruction, Link, PositionCode, ReplyBy,
    Sha256, Shown, Start, TreeNode, Way, crc32,
};
use quod_game::{Goal, Move};

/// The bytes of a certificate.
pub fn write(cert: &Certificate) -> Vec<u8> {
    container(&stream(cert), 1000)
}

/// A container around a stream, cut into blocks of at most `most` bytes.
pub fn container(stream: &[u8], most: usize) -> Vec<u8> {
    let mut file = b"QUOD\r\n\x1a\n\x01\0\0\0".to_vec();
    for block in stream.chunks(most) {
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(crc32(block).to_le_bytes());
        file.extend(block);
    }
    file.extend([0xe4, 0x9d, 0x3a, 0x7c, 0x15, 0xb2, 0xf6, 0x08]);
    let mut sha = Sha256::default();
    sha.update(&file);
    file.extend(sha.finish());
    file
}

fn unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn signed(out: &mut Vec<u8>, value: i64) {
    unsigned(out, ((value << 1) ^ (value >> 63)) as u64);
}

fn bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    unsigned(out, bytes.len() as u64);
    out.extend(bytes);
}

fn link(out: &mut Vec<u8>, link: Link, own: usize) {
    signed(out, i64::from(link.entry) - own as i64);
    unsigned(out, u64::from(link.map));
}

fn shown(out: &mut Vec<u8>, shown: &Shown, own: usize) {
    match shown {
        Shown::Settled => unsigned(out, 0),
        Shown::Entry(it) => {
            unsigned(out, 1);
            link(out, *it, own);
        }
        Shown::Evidence(it) => {
            unsigned(out, 2);
            evidence(out, it);
        }
    }
}

fn stream(cert: &Certificate) -> Vec<u8> {
    let mut out = Vec::new();
    bytes(&mut out, cert.game.as_bytes());
    bytes(&mut out, &cert.root);
    unsigned(&mut out, cert.claims.len() as u64);
    for claim in &cert.claims {
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
        unsigned(&mut out, claim.player.index() as u64);
        unsigned(&mut out, goal);
        signed(&mut out, i64::from(n));
    }
    unsigned(&mut out, cert.sections.len() as u64);
    for section in &cert.sections {
        unsigned(&mut out, u64::from(section.claim));
        shown(&mut out, &section.shown, 0);
    }
    bytes(&mut out, cert.remark.as_bytes());
    unsigned(&mut out, cert.entries.len() as u64);
    for (own, entry) in cert.entries.iter().enumerate() {
        unsigned(&mut out, u64::from(entry.claim));
        match &entry.position {
            PositionCode::Whole(it) => {
                unsigned(&mut out, 0);
                bytes(&mut out, it);
            }
            PositionCode::Derived { from, mv, map } => {
                unsigned(&mut out, 1);
                unsigned(&mut out, (own as u64).wrapping_sub(u64::from(*from)));
                unsigned(&mut out, u64::from(mv.0));
                unsigned(&mut out, u64::from(*map));
            }
        }
        body(&mut out, &entry.body, own);
    }
    if !cert.tables.is_empty() {
        unsigned(&mut out, cert.tables.len() as u64);
        for table in &cert.tables {
            bytes(&mut out, table.game.as_bytes());
            unsigned(&mut out, table.layer.into());
            out.extend(table.digest);
        }
    }
    out
}

fn body(out: &mut Vec<u8>, body: &Body, own: usize) {
    match body {
        Body::Move { mv, shown: by } => {
            unsigned(out, 0);
            unsigned(out, u64::from(mv.0));
            shown(out, by, own);
        }
        Body::Replies { items, default, named } => {
            unsigned(out, 1);
            unsigned(out, items.len() as u64);
            items.iter().for_each(|item| evidence(out, item));
            unsigned(out, default.map_or(0, |item| u64::from(item) + 1));
            unsigned(out, named.len() as u64);
            let mut next = 0;
            for it in named {
                skip(out, &mut next, it.mv);
                match it.by {
                    ReplyBy::Item(item) => unsigned(out, u64::from(item) + 1),
                    ReplyBy::Entry(to) => {
                        unsigned(out, 0);
                        link(out, to, own);
                    }
                }
            }
        }
    }
}

fn skip(out: &mut Vec<u8>, next: &mut u64, mv: Move) {
    unsigned(out, u64::from(mv.0).wrapping_sub(*next));
    *next = u64::from(mv.0) + 1;
}

fn evidence(out: &mut Vec<u8>, it: &Evidence) {
    let mut payload = Vec::new();
    match it {
        Evidence::Unknown(kind) => unsigned(out, *kind),
        Evidence::LineThreats(cells) => {
            unsigned(out, 2);
            unsigned(&mut payload, cells.len() as u64);
            cells.iter().for_each(|&cell| unsigned(&mut payload, u64::from(cell)));
        }
        Evidence::TableValue(table) => {
            unsigned(out, 3);
            unsigned(&mut payload, u64::from(*table));
        }
        Evidence::Exhaustive(plies) => {
            unsigned(out, 5);
            unsigned(&mut payload, u64::from(*plies));
        }
        Evidence::Zone(reply) => {
            unsigned(out, 8);
            unsigned(&mut payload, u64::from(reply.0));
        }
        Evidence::SolutionTree(choices) => {
            unsigned(out, 6);
            payload.extend(choices);
        }
        Evidence::Connection(it) => {
            unsigned(out, 7);
            connection(&mut payload, it);
        }
        Evidence::Strategy(list) => {
            unsigned(out, 4);
            unsigned(&mut payload, list.len() as u64);
            for instruction in list {
                let (tag, moves) = match *instruction {
                    Instruction::Win => (0, vec![]),
                    Instruction::Above => (1, vec![]),
                    Instruction::Play(mv) => (2, vec![mv]),
                    Instruction::Reply(to, mv) => (3, vec![to, mv]),
                    Instruction::Pair(a, b) => (4, vec![a, b]),
                    Instruction::Any => (5, vec![]),
                    Instruction::Block => (6, vec![]),
                    Instruction::Ranks(ranks) => {
                        unsigned(&mut payload, 7);
                        let n = (0..=32).rev().find(|&n| n == 0 || ranks[n - 1] != 0);
                        bytes(&mut payload, &ranks[..n.expect("0 is one")]);
                        continue;
                    }
                };
                unsigned(&mut payload, tag);
                moves.into_iter().for_each(|mv| unsigned(&mut payload, u64::from(mv.0)));
            }
        }
        Evidence::ReplyTree(nodes) => {
            unsigned(out, 1);
            unsigned(&mut payload, nodes.len() as u64);
            for (own, node) in nodes.iter().enumerate() {
                let relative = |child: u32| u64::from(child).wrapping_sub(own as u64);
                match node {
                    TreeNode::End => unsigned(&mut payload, 0),
                    TreeNode::Move(mv) => {
                        unsigned(&mut payload, 1);
                        unsigned(&mut payload, u64::from(mv.0));
                    }
                    TreeNode::Replies { default, named } => {
                        unsigned(&mut payload, 2);
                        unsigned(&mut payload, default.map_or(0, relative));
                        unsigned(&mut payload, named.len() as u64);
                        let mut next = 0;
                        for (mv, child) in named {
                            skip(&mut payload, &mut next, *mv);
                            unsigned(&mut payload, relative(*child));
                        }
                    }
                }
            }
        }
    }
    bytes(out, &payload);
}

/// Section 4.7.
fn connection(out: &mut Vec<u8>, it: &Connection) {
    unsigned(out, it.lemmas.len() as u64);
    for (own, lemma) in it.lemmas.iter().enumerate() {
        unsigned(out, lemma.cells.len() as u64);
        lemma.cells.iter().for_each(|it| hexagon(out, it));
        unsigned(out, lemma.borders.len() as u64);
        for &(axis, at) in &lemma.borders {
            unsigned(out, axis.into());
            signed(out, at.into());
        }
        unsigned(out, lemma.joins.len() as u64);
        lemma.joins.iter().flatten().for_each(|&class| unsigned(out, class.into()));
        unsigned(out, lemma.ways.len() as u64);
        lemma.ways.iter().for_each(|it| way(out, it, own));
    }
    way(out, &it.root, it.lemmas.len());
}

fn way(out: &mut Vec<u8>, it: &Way, own: usize) {
    let (tag, cells) = match it.start {
        Start::Nothing => (0, vec![]),
        Start::Key(key) => (1, vec![key]),
        Start::Captured(a, b) => (2, vec![a, b]),
    };
    unsigned(out, tag);
    cells.iter().for_each(|it| hexagon(out, it));
    unsigned(out, it.parts.len() as u64);
    for part in &it.parts {
        unsigned(out, own as u64 - 1 - u64::from(part.lemma));
        unsigned(out, part.turn.into());
        hexagon(out, &part.by);
    }
}

fn hexagon(out: &mut Vec<u8>, cell: &Hexagon) {
    cell.iter().for_each(|&it| signed(out, it.into()));
}
