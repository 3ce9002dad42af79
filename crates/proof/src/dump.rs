//! A certificate as text: one entry a line, in a form that diffs well.
//!
//! Positions and moves are written in the game's own notation, entries by their index, maps by their
//! number (`~7`, left out for the identity).

use std::io::Write;

use quod_cert::{Body, Evidence, Instruction, Link, Named, Proof, ReplyBy, Shown, TreeNode};
use quod_check::rank;
use quod_engine::{OpenGame, SolveError};
use quod_game::Move;

use crate::connection;
use crate::walk::entry_positions;

/// Writes the whole certificate.
///
/// # Errors
/// If its entries have no positions, or nothing can be written.
pub fn dump(game: &OpenGame, proof: &dyn Proof, out: &mut dyn Write) -> Result<(), SolveError> {
    let certificate = proof.head();
    let root = game.decode(&certificate.root)?;
    let positions = entry_positions(game, proof)?;
    writeln!(out, "game {}", certificate.game)?;
    writeln!(out, "root {}", game.position_text(&root))?;
    writeln!(out, "remark {}", certificate.remark.replace('\n', " "))?;
    for (at, table) in certificate.tables.iter().enumerate() {
        let digest: String = table.digest.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(out, "table {at}: layers 0 to {} of {:?}, {digest}", table.layer, table.game)?;
    }
    for section in &certificate.sections {
        let claim = certificate.claims[section.claim as usize].text_at(&**game, &root);
        writeln!(out, "section {claim}: {}", shown_text(&section.shown))?;
    }
    for (at, pos) in positions.iter().enumerate() {
        let entry = proof.entry(at);
        let claim = certificate.claims[entry.claim as usize].text_at(&**game, &root);
        write!(out, "entry {at} {claim} [{}]", game.position_text(pos))?;
        match &entry.body {
            Body::Move { mv, shown } => {
                let shown = shown_text(shown);
                writeln!(out, " plays {}: {shown}", game.move_text(pos, *mv))?;
            }
            Body::Replies { items, default, named } => {
                writeln!(out, " replies")?;
                for (number, item) in items.iter().enumerate() {
                    writeln!(out, "  item {number}: {}", evidence_text(item))?;
                }
                for it in named {
                    writeln!(out, "  {}: {}", game.move_text(pos, it.mv), named_text(it))?;
                }
                if let Some(item) = default {
                    writeln!(out, "  others: item {item}")?;
                }
            }
        }
    }
    Ok(())
}

fn link_text(link: &Link) -> String {
    match link.map {
        0 => format!("entry {}", link.entry),
        map => format!("entry {} ~{map}", link.entry),
    }
}

fn named_text(named: &Named) -> String {
    match &named.by {
        ReplyBy::Entry(link) => link_text(link),
        ReplyBy::Item(item) => format!("item {item}"),
    }
}

fn shown_text(shown: &Shown) -> String {
    match shown {
        Shown::Settled => "settled".to_string(),
        Shown::Entry(link) => link_text(link),
        Shown::Evidence(evidence) => evidence_text(evidence),
    }
}

/// Cells of line threats and moves of trees and strategies are written as move codes: they belong to positions that
/// differ from reply to reply.
fn evidence_text(evidence: &Evidence) -> String {
    let code = |mv: &Move| mv.0.to_string();
    match evidence {
        Evidence::LineThreats(cells) => {
            let cells: Vec<String> = cells.iter().map(u32::to_string).collect();
            format!("threats {}", cells.join(" ")).trim_end().to_string()
        }
        Evidence::ReplyTree(nodes) => {
            let nodes = nodes.iter().map(|node| match node {
                TreeNode::End => "end".to_string(),
                TreeNode::Move(mv) => format!("play {}", code(mv)),
                TreeNode::Replies { default, named } => {
                    let mut parts: Vec<String> =
                        named.iter().map(|(mv, child)| format!("{}:{child}", code(mv))).collect();
                    parts.extend(default.map(|child| format!("*:{child}")));
                    format!("({})", parts.join(" "))
                }
            });
            format!("tree {}", nodes.collect::<Vec<String>>().join(" "))
        }
        Evidence::Strategy(list) => {
            let instructions = list.iter().map(|instruction| match instruction {
                Instruction::Win => "win".to_string(),
                Instruction::Above => "above".to_string(),
                Instruction::Play(mv) => code(mv),
                Instruction::Reply(to, mv) => format!("{}>{}", code(to), code(mv)),
                Instruction::Pair(a, b) => format!("{}-{}", code(a), code(b)),
                Instruction::Any => "any".to_string(),
                Instruction::Block => "block".to_string(),
                Instruction::Ranks(ranks) => {
                    let ranked = (0..64).filter_map(|mv| Some((rank(ranks, Move(mv))?, Move(mv))));
                    let words: Vec<String> =
                        ranked.map(|(rank, mv)| format!("{}:{rank}", code(&mv))).collect();
                    format!("ranks({})", words.join(" "))
                }
            });
            let words: Vec<String> = instructions.collect();
            format!("strategy {}", words.join(" ")).trim_end().to_string()
        }
        Evidence::TableValue(table) => format!("table {table}"),
        Evidence::Exhaustive(plies) => format!("exhaustive {plies}"),
        Evidence::SolutionTree(choices) => {
            let digits: String = choices.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("solution tree {digits}").trim_end().to_string()
        }
        Evidence::Connection(it) => connection::text(it),
        Evidence::Zone(reply) => format!("as {}", code(reply)),
        Evidence::Unknown(kind) => format!("unknown kind {kind}"),
    }
}
