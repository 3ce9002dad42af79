//! `cargo run -p quod-check --example worst_files -- DIRECTORY [BYTES]`: writes the certificates that cost a checker most, as far
//! as is known, each padded to about so many bytes.
//!
//! None of them proves anything. Each makes the checker work until it has done as much as a file of that size may ask
//! for, so the time that it takes is what the bounds of section 5 of the format document promise.
#![allow(missing_docs)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::fs;
use std::path::PathBuf;

use quod_cert::{
    Body, Connection, Entry, Evidence, Hexagon, Instruction, Lemma, Named, Part, PositionCode,
    ReplyBy, Shown, Start, TreeNode, Way,
};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Move, Player};
use quod_rules::{Variant, Visitor, open_variant};

/// Every game on a large board, and on a small one where positions come back often.
const GAMES: &[&str] = &[
    "qubic",
    "score-four",
    "nine-mens-morris",
    "lasker-morris",
    "connect-four:width=10,height=10",
    "connect-four",
    "atari-go:size=7",
    "gomoku:size=20",
    "gomoku:rule=renju",
    "mnk:width=7,height=7,k=5",
    "hex:width=14,height=14",
    "hex:width=5,height=5",
    "y:size=10",
    "awari",
    "othello",
    "othello:size=6",
    "domineering:width=10,height=10",
    "clobber:width=10,height=10",
    "breakthrough",
    "amazons:width=10,height=10",
    "dots-and-boxes:width=3,height=3",
    "lines-of-action",
    "checkers",
    "chess",
    "antichess",
    "giveaway",
    "losers",
    "small-chess",
];

struct Worst {
    name: String,
    directory: PathBuf,
    bytes: usize,
}

impl Worst {
    /// Writes one file: an entry that asks for the evidence, and one after it that is never looked at.
    fn save<G: Game>(
        &self,
        game: &G,
        kind: &str,
        (root, claim): (&G::Position, Claim),
        items: Vec<Evidence>,
    ) -> std::io::Result<()> {
        let legal = game.legal_moves(root);
        let body = if game.to_move(root) == claim.prover() {
            Body::Move { mv: legal[0], shown: Shown::Evidence(items[0].clone()) }
        } else {
            let n = items.len() as u32;
            let named = (0..n.min(legal.len() as u32))
                .map(|at| Named { mv: legal[at as usize], by: ReplyBy::Item(at) })
                .collect();
            Body::Replies { items, default: Some(0), named }
        };
        let entry = |pos: &G::Position, body| Entry {
            claim: 0,
            position: PositionCode::Whole(game.encoding(pos)),
            body,
        };
        let mut cert = support::by_evidence(game, claim, root, Evidence::Exhaustive(1));
        cert.entries.push(entry(root, body));
        let after = legal.iter().map(|&mv| game.play(root, mv));
        let open = after.into_iter().find(|it| game.settled(it, &claim).is_none());
        let room = self.bytes.checked_sub(support::write(&cert).len() + 100);
        if let (Some(next), Some(room)) = (open, room) {
            let items = vec![Evidence::ReplyTree(vec![TreeNode::End; room])];
            cert.entries
                .push(entry(&next, Body::Replies { items, default: Some(0), named: vec![] }));
        }
        let name = self.name.replace([':', ',', '='], "-");
        fs::write(self.directory.join(format!("{name}--{kind}.quod")), support::write(&cert))
    }
}

impl Visitor for Worst {
    type Output = std::io::Result<()>;

    fn visit<G: Game + 'static>(self, game: G) -> std::io::Result<()> {
        let mut rng = Rng::new(1);
        for (depth, at) in [(0, "start"), (6, "early"), (20, "middle")] {
            let mut root = game.start();
            for _ in 0..depth {
                let legal = game.legal_moves(&root);
                let next = game.play(&root, legal[rng.below(legal.len())]);
                if game.outcome(&next).is_some() {
                    break;
                }
                root = next;
            }
            for player in Player::BOTH {
                let claim = Claim::wins(player);
                if game.settled(&root, &claim).is_some() {
                    continue;
                }
                let whose = if game.to_move(&root) == player { "own" } else { "others" };
                let save = |kind: &str, evidence: Vec<Evidence>| {
                    self.save(&game, &format!("{kind}-{at}-{whose}"), (&root, claim), evidence)
                };
                for plies in [3, 5, 40] {
                    save(&format!("search{plies}"), vec![Evidence::Exhaustive(plies)])?;
                }
                save("list-any", vec![Evidence::Strategy(vec![Instruction::Any])])?;
                save(
                    "list-wins",
                    vec![Evidence::Strategy(vec![Instruction::Win, Instruction::Any])],
                )?;
                let long = if self.bytes < 1_000 { 60 } else { self.bytes / 4 };
                save("list-long", vec![Evidence::Strategy(vec![Instruction::Win; long])])?;
                save("tree", vec![Evidence::SolutionTree(vec![0b01_10_01_00; self.bytes / 2])])?;
                if game.lines().is_some() {
                    threats(&game, &root, &save, self.bytes)?;
                }
                if game.connective().is_some() {
                    save("joins", vec![Evidence::Connection(Box::new(joins(self.bytes)))])?;
                }
            }
        }
        Ok(())
    }
}

/// Sequences of threats for all replies, which are long and force nothing; then the same where zones are wanted.
fn threats<G: Game>(
    game: &G,
    root: &G::Position,
    save: &dyn Fn(&str, Vec<Evidence>) -> std::io::Result<()>,
    bytes: usize,
) -> std::io::Result<()> {
    let cells: Vec<u32> = game.legal_moves(root).iter().map(|it| it.0).collect();
    if cells.is_empty() {
        return Ok(());
    }
    let list: Vec<u32> = cells.iter().copied().cycle().take(bytes / 4).collect();
    save("threats", vec![Evidence::LineThreats(list)])?;
    let items = (0..cells.len().min(bytes / 40 + 1)).map(|at| {
        let cells = cells[at..].iter().chain(&cells[..at]);
        Evidence::LineThreats(cells.copied().take(12).collect())
    });
    let mut items: Vec<Evidence> = items.collect();
    save("threats-many", items.clone())?;
    items.push(Evidence::Zone(Move(cells[0])));
    save("threats-zones", items)
}

/// Lemmas with as many joins as seven ends can have, and ways that name them again and again.
fn joins(bytes: usize) -> Connection {
    let joins = (0..128u32).map(|set| (0..7).map(|at| (set >> at & 1) as u8).collect());
    let joins: Vec<Vec<u8>> = joins.filter(|join: &Vec<u8>| join[0] == 0).collect();
    let part = Part { lemma: 0, turn: 0, by: [0, 0] };
    let way = |parts: usize| Way { start: Start::Nothing, parts: vec![part; parts] };
    let row: Vec<Hexagon> = (0..7).map(|it| [it, 0]).collect();
    let lemma = |ways| Lemma { cells: row.clone(), borders: vec![], joins: joins.clone(), ways };
    let parts = (bytes / 8).max(4);
    Connection { lemmas: vec![lemma(vec![way(0)]), lemma(vec![way(parts)])], root: way(parts) }
}

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let directory = PathBuf::from(words.next().unwrap_or_else(|| "worst-files".to_string()));
    let bytes = words.next().and_then(|it| it.parse().ok()).unwrap_or(200);
    fs::create_dir_all(&directory)?;
    for name in GAMES {
        let variant = Variant::parse(name).expect("a variant of the catalogue");
        let worst = Worst { name: name.to_string(), directory: directory.clone(), bytes };
        open_variant(variant, worst).expect("its rules")?;
    }
    Ok(())
}
