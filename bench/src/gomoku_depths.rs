//! The thesis's Table 5.1 from certificates: positions by depth, each once up to symmetry, and the deepest line.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use quod_cert::{PositionCode, Proof, read_packed};
use quod_game::{Game, Move, Player};
use quod_rules::{InARow, InARowPosition, Variant};
use quod_search::canonical;

/// Table 5.1, freestyle and standard, by depth from the empty board.
const TABLE_5_1: [[u64; 2]; 36] = [
    [1, 1],
    [1, 1],
    [35, 35],
    [35, 35],
    [7227, 7242],
    [6824, 7251],
    [20859, 22749],
    [20239, 21078],
    [20686, 22056],
    [20550, 21898],
    [8959, 10015],
    [8637, 9570],
    [5246, 6015],
    [4778, 5492],
    [2999, 3663],
    [2647, 3282],
    [2173, 2810],
    [1811, 2392],
    [1351, 1885],
    [1094, 1590],
    [710, 1125],
    [594, 954],
    [408, 641],
    [327, 506],
    [193, 296],
    [154, 241],
    [85, 159],
    [74, 128],
    [40, 67],
    [35, 54],
    [7, 19],
    [7, 18],
    [1, 8],
    [1, 6],
    [1, 1],
    [1, 1],
];

/// The entries of one certificate: positions, and from which entry each was written.
struct Entries {
    positions: Vec<InARowPosition>,
    from: Vec<Option<usize>>,
}

fn entries(game: &InARow, proof: &dyn Proof) -> Result<Entries> {
    let mut all = Entries { positions: Vec::new(), from: Vec::new() };
    for at in 0..proof.n_entries() {
        let entry = proof.entry(at);
        let (position, from) = match &entry.position {
            PositionCode::Whole(encoding) => (game.decode(encoding)?, None),
            PositionCode::Derived { from, mv, map } => {
                let parent = all.positions.get(*from as usize).context("an earlier entry")?;
                let child = game.play(parent, *mv);
                let symmetric = game.symmetric().context("a board with symmetries")?;
                (symmetric.map(*map, &child), Some(*from as usize))
            }
        };
        all.positions.push(position);
        all.from.push(from);
    }
    Ok(all)
}

/// Stones on the board.
fn depth(game: &InARow, pos: &InARowPosition) -> usize {
    let lines = game.lines().expect("a game of lines");
    (0..lines.cells()).filter(|&cell| lines.stone(pos, cell as u16).is_some()).count()
}

/// The board, the stones that the deepest line added numbered in their order.
fn drawing(game: &InARow, line: &[InARowPosition]) -> String {
    let lines = game.lines().expect("a game of lines");
    let stone = |pos: &InARowPosition, cell: usize| lines.stone(pos, cell as u16);
    let last = &line[line.len() - 1];
    let mut text = String::new();
    for row in (0..game.height).rev() {
        for cell in row * game.width..(row + 1) * game.width {
            let sign = match (stone(last, cell), stone(&line[0], cell)) {
                (None, _) => "·".to_string(),
                (Some(Player::First), Some(_)) => "X".to_string(),
                (Some(Player::Second), Some(_)) => "O".to_string(),
                _ => line.iter().take_while(|it| stone(it, cell).is_none()).count().to_string(),
            };
            text += &format!("{sign:>3}");
        }
        text += "\n";
    }
    text
}

/// A line of play to the deepest entry: every move leads from an entry to one of the prover's or the opponent's, all in the
/// frame of the first.
fn deepest(game: &InARow, all: &Entries, to: usize) -> Result<Vec<InARowPosition>> {
    let mut chain = vec![to];
    while let Some(from) = all.from[chain[chain.len() - 1]] {
        chain.push(from);
    }
    chain.reverse();
    let mut line = vec![all.positions[chain[0]]];
    for &at in &chain[1..] {
        let last = line[line.len() - 1];
        let target = canonical(game, &all.positions[at]).0;
        let leads = |mv: &Move| canonical(game, &game.play(&last, *mv)).0 == target;
        let mv = game.legal_moves(&last).into_iter().find(leads).context("a move")?;
        line.push(game.play(&last, mv));
    }
    Ok(line)
}

/// Prints the table of the certificates, which are of one game, and the deepest line.
pub fn print(files: &[PathBuf]) -> Result<()> {
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut best: Option<(usize, Vec<InARowPosition>)> = None;
    let mut name = String::new();
    let mut game = None;
    for file in files {
        let proof = read_packed(&fs::read(file)?)?;
        let head = proof.head();
        ensure!(
            name.is_empty() || name == head.game,
            "{}: another game, {}",
            file.display(),
            head.game
        );
        name = head.game.clone();
        let game = game.insert(InARow::variant(Variant::parse(&name)?)?);
        let all = entries(game, &proof)?;
        let mut deepest_here = (0, 0);
        for (at, pos) in all.positions.iter().enumerate() {
            let least = canonical(game, pos).0;
            if seen.insert(game.encoding(&least)) {
                let depth = depth(game, pos);
                *counts.entry(depth).or_default() += 1;
                deepest_here = deepest_here.max((depth, at));
            }
        }
        if best.as_ref().is_none_or(|(depth, _)| deepest_here.0 > *depth) {
            best = Some((deepest_here.0, deepest(game, &all, deepest_here.1)?));
        }
    }
    let game = game.context("expected certificates")?;
    println!("| depth | thesis, freestyle | thesis, standard | here |\n|---|---|---|---|");
    let deepest = counts.keys().copied().max().unwrap_or(0).max(TABLE_5_1.len() - 1);
    for at in 0..=deepest {
        let [free, standard] = TABLE_5_1
            .get(at)
            .map_or(["–".to_string(), "–".to_string()], |row| row.map(|it| it.to_string()));
        println!("| {at} | {free} | {standard} | {} |", counts.get(&at).copied().unwrap_or(0));
    }
    let total = |column: usize| TABLE_5_1.iter().map(|row| row[column]).sum::<u64>();
    println!("| total | {} | {} | {} |", total(0), total(1), counts.values().sum::<u64>());
    if let Some((depth, line)) = best {
        println!("\nThe deepest line, to {depth} stones:\n\n{}", drawing(&game, &line));
    }
    Ok(())
}
