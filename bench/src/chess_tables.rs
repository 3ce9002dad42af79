//! Tables of chess with up to four men and of some endings of five: time and size by ending, the longest mates against the literature, random
//! positions against the plain rules, and mates from an EPD file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use quod_chess::tables::ChessTables;
use quod_game::testkit::Rng;
use quod_game::{Game, MOST_VALUE, Outcome, Ranked, value_before};
use quod_rules::{CHESS_ENDINGS, Chess, ChessEnding, ChessGame, ChessPosition, Man};
use quod_tables::{Builder, Directory, Event, Options, Retrograde, Tables};

use crate::measure::process_seconds;

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };

/// The longest mates of the literature: of White, and of Black where it has anything.
const KNOWN: [(&str, u8); 8] = [
    ("KQK", 10),
    ("KRK", 16),
    ("KPK", 28),
    ("KBBK", 19),
    ("KBNK", 33),
    ("KQKR", 35),
    ("KRKB", 29),
    ("KRKN", 40),
];

/// Builds layers up to one in a directory, or a temporary one, and tests them.
pub fn print(
    last_layer: Option<u32>,
    threads: usize,
    directory: Option<PathBuf>,
    epd: Option<&Path>,
) -> Result<()> {
    let game = ChessTables::default();
    let last = last_layer.unwrap_or(game.layers() - 1).min(game.layers() - 1);
    let temporary = tempfile::tempdir()?;
    let path = directory.unwrap_or_else(|| temporary.path().to_path_buf());
    let store = Directory::new(path)?;
    build(&game, last, threads, &store)?;
    let mut tables = Tables::open(&game, &store, "chess", last, usize::MAX)?;
    longest(&mut tables)?;
    agree_with_the_rules(&mut tables)?;
    epd.map_or(Ok(()), |path| mates(&mut tables, path))
}

/// `KQKR`.
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
    format!("K{}K{}", side(&ending[0]), side(&ending[1]))
}

fn build(game: &ChessTables, last: u32, threads: usize, store: &Directory) -> Result<()> {
    let (start, busy_from) = (Instant::now(), process_seconds());
    let mut builder =
        Builder::new(game, store.clone(), Options { threads, ..Options::new("chess", last) })?;
    let (mut since, mut busy_since, mut positions, mut all_bytes) = (start, busy_from, 0, 0);
    println!("layer ending     indices   seconds  processor s      bytes");
    let mut tell = |event| {
        if let Event::Finished { layer, size, bytes, .. } = event {
            let (seconds, busy) = (since.elapsed().as_secs_f64(), process_seconds() - busy_since);
            let name = name(&CHESS_ENDINGS[layer as usize]);
            println!("{layer:5} {name:6} {size:11} {seconds:9.2} {busy:12.2} {bytes:10}");
            (positions, all_bytes) = (positions + size, all_bytes + bytes);
            (since, busy_since) = (Instant::now(), process_seconds());
        }
    };
    while !builder.step(1 << 30, &mut tell)? {}
    let (seconds, busy) = (start.elapsed().as_secs_f64(), process_seconds() - busy_from);
    println!("all          {positions:11} {seconds:9.2} {busy:12.2} {all_bytes:10}");
    println!("{threads} threads");
    Ok(())
}

/// The longest mates, in moves of the winner's.
fn longest(tables: &mut Tables) -> Result<()> {
    println!("layer ending  mates in  is mated in        won      lost     drawn or none");
    for layer in 0..tables.layers() {
        let stats = tables.stats(layer)?;
        let moves = |sign: i8| {
            let values = stats.histogram.iter().filter(|it| it.0.signum() == sign);
            values.map(|it| MOST_VALUE - it.0.abs()).max()
        };
        let text = |moves: Option<i8>| moves.map_or("-".to_string(), |it| it.to_string());
        let (wins, losses, name) = (moves(1), moves(-1), name(&CHESS_ENDINGS[layer as usize]));
        let [won, drawn, lost] = stats.win_draw_loss();
        println!(
            "{layer:5} {name:6} {:>9} {:>12} {won:10} {lost:9} {drawn:9}",
            text(wins),
            text(losses)
        );
        if let Some((_, known)) = KNOWN.iter().find(|it| it.0 == name) {
            let found = wins.max(losses);
            ensure!(found == Some(*known as i8), "{name}: {found:?}, {known} in the literature");
        }
    }
    println!("the longest mates agree with those known");
    Ok(())
}

fn value(tables: &mut Tables, pos: &ChessPosition) -> Result<i8> {
    let (layer, index) = CHESS.rank(pos).context("of an ending with tables")?;
    Ok(tables.probe(layer, index)?)
}

/// Each value is that of the best move by the plain rules, on random positions of every ending.
fn agree_with_the_rules(tables: &mut Tables) -> Result<()> {
    let (mut rng, mut positions) = (Rng::new(26), 0);
    for layer in 0..tables.layers() {
        let mut left = 5_000;
        while left > 0 {
            left -= 1;
            let index = rng.below(CHESS.size(layer) as usize) as u64;
            let Some(pos) = CHESS.unrank(layer, index) else { continue };
            let expected = match CHESS.outcome(&pos) {
                Some(Outcome { winner: None, .. }) => 0,
                Some(_) => -MOST_VALUE,
                None => {
                    let mut best = i8::MIN;
                    for mv in CHESS.legal_moves(&pos) {
                        best = best.max(value_before(value(tables, &CHESS.play(&pos, mv))?));
                    }
                    best
                }
            };
            let found = value(tables, &pos)?;
            let text = CHESS.position_text(&pos);
            ensure!(found == expected, "{text}: {found}, by the rules {expected}");
            positions += 1;
        }
    }
    println!("{positions} random positions agree with their moves by the plain rules");
    Ok(())
}

/// How many mates of a file the tables hold, and whether they are as long as the file says.
fn mates(tables: &mut Tables, path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let (mut all, mut covered, mut equal) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        all += 1;
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let number = line.split('#').nth(1).context("bm #N")?.trim_end_matches([';', ' ']);
        let said: i32 = number.parse()?;
        let pos = CHESS.parse_position(&fen.join(" "))?;
        let Some((layer, index)) = CHESS.rank(&pos).filter(|it| it.0 < tables.layers()) else {
            continue;
        };
        covered += 1;
        let value = i32::from(tables.probe(layer, index)?);
        let found = value.signum() * (i32::from(MOST_VALUE) - value.abs());
        equal += usize::from(found == said);
        if found != said {
            println!("{}: {found}, the file says {said}", fen.join(" "));
        }
    }
    println!("{all} mates, {covered} of them covered, {equal} of these as long as the file says");
    Ok(())
}
