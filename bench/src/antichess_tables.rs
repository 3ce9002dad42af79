//! Tables of antichess and giveaway: time, size and counts by ending.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use quod_cert::TableFile;
use quod_check::{Help, LayerValues, verify_table};
use quod_chess::tables::AntichessTables;
use quod_game::{Game, MOST_VALUE};
use quod_rules::{ANTICHESS_ENDINGS, Chess, ChessEnding, ChessGame, Man};
use quod_tables::{
    Builder, Directory, Event, Extent, Options, ReadSeek, Retrograde, Store, Tables, file_name,
};

use crate::measure::process_seconds;

/// Builds layers in a directory, or a temporary one, and counts what they say.
pub fn print(
    giveaway: bool,
    extent: Option<Extent>,
    threads: usize,
    directory: Option<PathBuf>,
    verify: &[u32],
) -> Result<()> {
    let game = if giveaway { ChessGame::Giveaway } else { ChessGame::Antichess };
    let game = Chess { game, fifty: false };
    let tables = AntichessTables::new(&game).context("it has tables")?;
    let extent = extent.unwrap_or(Extent::UpTo(tables.layers() - 1));
    let temporary = tempfile::tempdir()?;
    let store = Directory::new(directory.unwrap_or_else(|| temporary.path().to_path_buf()))?;
    let (start, busy_from) = (Instant::now(), process_seconds());
    let options = Options { threads, ..Options::of(game.name(), extent) };
    let mut builder = Builder::new(&tables, store.clone(), options)?;
    let (mut since, mut busy_since) = (start, busy_from);
    println!("layer ending     indices   seconds  processor s      bytes");
    let mut tell = |event| {
        if let Event::Finished { layer, size, bytes, .. } = event {
            let (seconds, busy) = (since.elapsed().as_secs_f64(), process_seconds() - busy_since);
            let name = name(&ANTICHESS_ENDINGS[layer as usize]);
            println!("{layer:5} {name:6} {size:11} {seconds:9.2} {busy:12.2} {bytes:10}");
        }
        if !matches!(event, Event::Threshold { .. }) {
            (since, busy_since) = (Instant::now(), process_seconds());
        }
    };
    while !builder.step(1 << 30, &mut tell)? {}
    drop(builder);
    let (seconds, busy) = (start.elapsed().as_secs_f64(), process_seconds() - busy_from);
    println!("built in {seconds:.1} s, {busy:.1} s of the processor, {threads} threads");
    count(&tables, &store, &game.name())?;
    verify.iter().try_for_each(|&layer| derive(&game, &tables, &store, layer))
}

/// Has the checker derive a layer again from the plain rules and the tables of the layers that it rests on.
fn derive(game: &Chess, tables: &AntichessTables, store: &Directory, layer: u32) -> Result<()> {
    let open = |layer| -> Result<TableFile<Box<dyn ReadSeek>>> {
        let file = store.open(&file_name(&game.name(), layer))?;
        Ok(TableFile::open(file.context("it was built")?)?)
    };
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    for below in 0..layer {
        let (mut values, mut digest) = (LayerValues::default(), [0; 32]);
        if tables.rests_on(layer, below) {
            let mut table = open(below)?;
            values = LayerValues::read(&mut table)?;
            digest = table.digest();
        }
        lower.push(values);
        digests.push(digest);
    }
    let busy = process_seconds();
    verify_table(game, &mut open(layer)?, &mut lower, &mut digests, Help::default())?;
    let (name, busy) = (name(&ANTICHESS_ENDINGS[layer as usize]), process_seconds() - busy);
    println!("layer {layer} {name}: derived again, equal, {busy:.1} s of the processor");
    Ok(())
}

/// `KQvR`.
fn name(ending: &ChessEnding) -> String {
    let letter = |man: &Man| match man {
        Man::Pawn => 'P',
        Man::Knight => 'N',
        Man::Bishop => 'B',
        Man::Rook => 'R',
        Man::Queen => 'Q',
        Man::King => 'K',
    };
    let side = |men: &Vec<Man>| men.iter().map(letter).collect::<String>();
    format!("{}v{}", side(&ending[0]), side(&ending[1]))
}

/// Positions won, drawn and lost by the number of men and of pawns, and the longest wins.
fn count(tables: &AntichessTables, store: &Directory, name_of: &str) -> Result<()> {
    let mut open = Tables::open_all(tables, store, name_of, usize::MAX)?;
    let mut groups: Vec<([usize; 2], [u64; 7], i8, String)> = Vec::new();
    for layer in (0..open.layers()).filter(|it| open.has(*it)).collect::<Vec<_>>() {
        let ending = &ANTICHESS_ENDINGS[layer as usize];
        let men = ending.concat();
        let key = [men.len(), men.iter().filter(|it| **it == Man::Pawn).count()];
        let stats = open.stats(layer)?;
        let [won, drawn, lost] = stats.win_draw_loss();
        let (indices, positions) = (tables.size(layer), tables.positions(layer));
        let drawn = drawn - (indices - positions);
        let row = [1, indices, positions, won, drawn, lost, stats.bytes];
        let longest = stats.histogram.iter().filter(|it| it.0 > 0).map(|it| MOST_VALUE - it.0);
        let longest = longest.max().unwrap_or(0);
        if groups.last().is_none_or(|it| it.0 != key) {
            groups.push((key, [0; 7], 0, String::new()));
        }
        let last = groups.last_mut().context("there is one")?;
        last.1.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
        if longest > last.2 {
            (last.2, last.3) = (longest, name(ending));
        }
    }
    println!("men pawns  layers indices positions won drawn lost bytes  longest win");
    let mut all = [0; 7];
    for ([men, pawns], row, longest, ending) in &groups {
        println!("{men} {pawns}  {row:?}  {longest} {ending}");
        all.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
    }
    println!("all  {all:?}");
    Ok(())
}
