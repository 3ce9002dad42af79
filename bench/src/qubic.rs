//! Qubic: the thesis's chapter 4 and Patashnik's dictionary, measured.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use quod_catalogue::Registry;
use quod_cert::{Body, Certificate, PositionCode, read_certificate};
use quod_check::Limits;
use quod_game::{Game, Move, Player};
use quod_in_a_row::import_dictionary;
use quod_rules::{Qubic, QubicPosition};
use quod_search::canonical;

use crate::measure::{Run, expect_proved, job, peak_megabytes, solve};

/// The thesis's Table 4.1: positions of the solution with the first player to move, by depth.
const TABLE_4_1: &[u64] = &[1, 12, 195, 2000, 1426, 1074, 772, 573, 345, 142, 62, 36, 8, 4, 4];
/// Table 4.2: strategic moves by depth, Patashnik's and the thesis's.
const TABLE_4_2: [&[u64]; 2] =
    [&[1, 12, 195, 1448, 788, 309, 110, 51, 15, 0], &[1, 12, 195, 1960, 668, 248, 113, 41, 14, 2]];

/// Solves the empty board and prints the tables.
pub fn empty_board() -> Result<()> {
    let game = Registry::builtin().open("qubic")?;
    let run = solve(&game, &job("start", "value", "auto"))?;
    expect_proved(&run.answer)?;
    report(&run);
    let certificate = read_certificate(run.answer.certificate.as_deref().unwrap_or_default())?;
    print_tables(&certificate)
}

fn report(run: &Run) {
    let effort = run.answer.effort;
    println!("{}", run.answer.statement.as_ref().map_or(String::new(), ToString::to_string));
    println!(
        "{:.2} s, {} nodes, {} expansions, {} evaluations, peak {:?} MB",
        run.seconds,
        effort.nodes,
        effort.expansions,
        effort.evaluations,
        peak_megabytes()
    );
    let bytes = run.answer.certificate.as_ref().map_or(0, Vec::len);
    println!("certificate: {bytes} bytes, {} entries", run.answer.entries);
}

/// Positions with the first player to move by depth, and those of them where he is not forced to
/// block.
fn count_by_depth(certificate: &Certificate) -> Result<(BTreeMap<u32, u64>, BTreeMap<u32, u64>)> {
    let game = Qubic::new();
    let mut positions: Vec<QubicPosition> = Vec::new();
    let (mut all, mut strategic) = (BTreeMap::new(), BTreeMap::new());
    for entry in &certificate.entries {
        let pos = match &entry.position {
            PositionCode::Whole(encoding) => game.decode(encoding)?,
            PositionCode::Derived { from, mv, map } => {
                let child = game.play(&positions[*from as usize], *mv);
                match game.symmetric() {
                    Some(symmetric) => symmetric.map(*map, &child),
                    None => child,
                }
            }
        };
        positions.push(pos);
        if matches!(entry.body, Body::Move { .. }) {
            let depth = pos.cubes[0].count_ones() + pos.cubes[1].count_ones();
            *all.entry(depth).or_insert(0) += 1;
            if !opponent_threatens(&game, &pos) {
                *strategic.entry(depth).or_insert(0) += 1;
            }
        }
    }
    Ok((all, strategic))
}

/// Whether the second player would fill a line if it were his turn.
fn opponent_threatens(game: &Qubic, pos: &QubicPosition) -> bool {
    let empty = (0..64).filter(|cube| (pos.cubes[0] | pos.cubes[1]) >> cube & 1 == 0);
    empty.into_iter().any(|cube| {
        let next = QubicPosition { cubes: [pos.cubes[0], pos.cubes[1] | 1 << cube] };
        game.outcome(&next).is_some_and(|outcome| outcome.winner == Some(Player::Second))
    })
}

fn print_tables(certificate: &Certificate) -> Result<()> {
    let (all, strategic) = count_by_depth(certificate)?;
    let depths = all.keys().copied().max().unwrap_or(0).max(28);
    println!("\n| depth | thesis 4.1 | Quod | Patashnik 4.2 | thesis 4.2 | Quod, not forced |");
    println!("|---|---|---|---|---|---|");
    let of = |table: &[u64], at: usize| table.get(at).map_or("–".to_string(), u64::to_string);
    for at in 0..=depths as usize / 2 {
        let depth = 2 * at as u32;
        println!(
            "| {depth} | {} | {} | {} | {} | {} |",
            of(TABLE_4_1, at),
            all.get(&depth).copied().unwrap_or(0),
            of(TABLE_4_2[0], at),
            of(TABLE_4_2[1], at),
            strategic.get(&depth).copied().unwrap_or(0)
        );
    }
    println!(
        "| total | {} | {} | {} | {} | {} |",
        TABLE_4_1.iter().sum::<u64>(),
        all.values().sum::<u64>(),
        TABLE_4_2[0].iter().sum::<u64>(),
        TABLE_4_2[1].iter().sum::<u64>(),
        strategic.values().sum::<u64>()
    );
    Ok(())
}

/// The seven three-ply positions of the thesis's §4.5.1 and of Patashnik: two cubes of the first
/// player, then the reply.
const THREE_PLY: [[u32; 3]; 7] =
    [[0, 3, 12], [0, 3, 20], [0, 3, 21], [0, 3, 24], [0, 3, 60], [0, 3, 61], [0, 12, 1]];

/// The 195 distinct positions after one more reply, in the order of their first appearance.
fn four_ply() -> Vec<QubicPosition> {
    let game = Qubic::new();
    let mut positions = Vec::new();
    for [first, second, reply] in THREE_PLY {
        let moves = [first, reply, second];
        let pos = moves.iter().fold(game.start(), |pos, &cube| game.play(&pos, Move(cube)));
        for mv in game.legal_moves(&pos) {
            let state = canonical(&game, &game.play(&pos, mv)).0;
            if !positions.contains(&state) {
                positions.push(state);
            }
        }
    }
    positions
}

/// Solves each of the 195 positions on its own and prints totals beside the thesis's.
pub fn four_ply_positions() -> Result<()> {
    let positions = four_ply();
    if positions.len() != 195 {
        bail!("195 positions expected, {} found", positions.len());
    }
    let game = Registry::builtin().open("qubic")?;
    let rules = Qubic::new();
    let start = Instant::now();
    let mut runs = Vec::new();
    for pos in &positions {
        let text = rules.position_text(pos);
        let run = solve(&game, &job(&text, "first-player-wins", "auto"))?;
        expect_proved(&run.answer)?;
        runs.push((text, run));
    }
    let seconds = start.elapsed().as_secs_f64();
    let total = |count: fn(&Run) -> u64| runs.iter().map(|(_, run)| count(run)).sum::<u64>();
    let bytes = runs.iter().map(|(_, run)| run.answer.certificate.as_ref().map_or(0, Vec::len));
    println!("195 positions proved and checked in {seconds:.2} s");
    println!("| | thesis | Quod |\n|---|---|---|");
    println!(
        "| expansions (thesis: pn-search nodes) | 2.0 M | {} |",
        total(|run| run.answer.effort.expansions)
    );
    println!("| evaluations | 4.4 M | {} |", total(|run| run.answer.effort.evaluations));
    println!("| nodes, all counted | – | {} |", total(|run| run.answer.effort.nodes));
    println!("| seconds | 55,700 (28 MIPS) | {seconds:.2} |");
    println!("| bytes of certificates | – | {} |", bytes.sum::<usize>());
    runs.sort_by_key(|(_, run)| std::cmp::Reverse(run.answer.effort.nodes));
    println!("\nhardest:");
    for (text, run) in runs.iter().take(5) {
        let effort = run.answer.effort;
        println!(
            "  {text}: {} nodes, {} expansions, {} evaluations, {:.2} s",
            effort.nodes, effort.expansions, effort.evaluations, run.seconds
        );
    }
    println!("peak {:?} MB", peak_megabytes());
    Ok(())
}

/// Completes Patashnik's dictionary and checks what comes of it.
pub fn dictionary(path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let start = Instant::now();
    let dictionary = import_dictionary(&text)?;
    let built = start.elapsed().as_secs_f64();
    let bytes = dictionary.certificate;
    let certificate = read_certificate(bytes.as_slice())?;
    let game = Registry::builtin().open("qubic")?;
    let checked = game.check(&certificate, None, None, &Limits::default())?;
    let all = start.elapsed().as_secs_f64();
    println!("{}", checked.statement);
    println!("completed {built:.2} s, checked {all:.2} s, peak {:?} MB", peak_megabytes());
    println!("certificate: {} bytes, {} entries", bytes.len(), certificate.entries.len());
    println!(
        "first-player positions: {} strategic of {} lines, {} forced, {} won by threats",
        dictionary.strategic, dictionary.lines, dictionary.forced, dictionary.leaves
    );
    Ok(())
}
