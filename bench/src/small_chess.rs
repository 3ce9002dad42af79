//! What the tables of small chess hold, by the number of men: positions, won, drawn and lost, the longest mates, and how many
//! placements of men on the board that makes, whoever is to move.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use quod_cert::TableFile;
use quod_check::LayerValues;
use quod_chess::tables::{SmallMen, SmallTables};
use quod_game::{Game, MOST_VALUE};
use quod_rules::SmallChess;
use quod_tables::{Retrograde, file_name};

/// Mates of the greatest length that are shown.
const SHOWN: usize = 4;

/// The men with the board mapped: bit 0 exchanges left and right, bit 1 up and down, bit 2 files and ranks.
fn mapped(men: &SmallMen, map: u8) -> SmallMen {
    let mut image = [0; 9];
    for (at, man) in men.iter().enumerate() {
        let (mut file, mut rank) = (at % 3, at / 3);
        if map & 1 == 1 {
            file = 2 - file;
        }
        if map & 2 == 2 {
            rank = 2 - rank;
        }
        let to = if map & 4 == 4 { 3 * file + rank } else { 3 * rank + file };
        image[to] = *man;
    }
    image
}

/// The counts of one layer.
#[derive(Default)]
struct Counts {
    positions: u64,
    won_drawn_lost: [u64; 3],
    /// One of each set of positions that symmetries make the same, those that turn the board over too where no pawn stands.
    unique: u64,
    /// Placements with either side to move.
    placements: u64,
    longest: i8,
    mates: Vec<u32>,
}

/// Reads the tables of a directory and tells of each layer.
pub fn print(directory: &Path) -> Result<()> {
    let (tables, game) = (SmallTables::default(), SmallChess { height: 3 });
    let ranked = game.ranked().context("three ranks have tables")?;
    println!(
        "| men | positions | won | drawn | lost | by all symmetries | placements | longest mate | how many |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut sums = [0; 6];
    let mut shown = Vec::new();
    for layer in 0..tables.layers() {
        let counts = count(&tables, layer, directory)?;
        let [won, drawn, lost] = counts.won_drawn_lost;
        let row = [counts.positions, won, drawn, lost, counts.unique, counts.placements];
        sums.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        let row = row.map(|it| it.to_string()).join(" | ");
        println!("| {} | {row} | {} | {} |", layer + 2, counts.longest, counts.mates.len());
        for &index in counts.mates.iter().take(SHOWN) {
            let pos = ranked.unrank(layer, index.into()).context("it is a position")?;
            shown.push(format!("mate in {}: {}", counts.longest, game.position_text(&pos)));
        }
    }
    println!("| all | {} | | |", sums.map(|it| it.to_string()).join(" | "));
    shown.iter().for_each(|line| println!("{line}"));
    Ok(())
}

fn count(tables: &SmallTables, layer: u32, directory: &Path) -> Result<Counts> {
    let path = directory.join(file_name("small-chess", layer));
    let file = File::open(&path).with_context(|| path.display().to_string())?;
    let mut table = TableFile::open(BufReader::new(file))?;
    let values = LayerValues::read(&mut table)?;
    let mut counts = Counts::default();
    for (index, value) in (0..tables.size(layer) as u32).zip(values.iter()) {
        let Some(men) = tables.place(layer, index) else { continue };
        counts.positions += 1;
        counts.won_drawn_lost[usize::from(value <= 0) + usize::from(value < 0)] += 1;
        let maps = if men.iter().any(|man| man & 7 == 1) { 2 } else { 8 };
        counts.placements += if mapped(&men, 1) == men { 2 } else { 4 };
        // Of the two images of left and right the index takes one; of the others the least is counted.
        let least = (0..maps).map(|map| mapped(&men, map)).min();
        counts.unique += u64::from(least == Some(men.min(mapped(&men, 1))));
        if value > 0 && MOST_VALUE - value > counts.longest {
            (counts.longest, counts.mates) = (MOST_VALUE - value, Vec::new());
        }
        if value > 0 && MOST_VALUE - value == counts.longest {
            counts.mates.push(index);
        }
    }
    Ok(counts)
}
