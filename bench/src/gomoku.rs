//! Go-Moku's threat searches on a committed set of mid-game positions.
//!
//! `bench/suite/gomoku/midgame.txt` has 1,000 positions of 15 by 15 as the moves that lead there, one a
//! line. A simple player made them against itself: it adds up the open windows of five cells through a
//! cell by their stones and, of the best five cells, takes the best or, one time in four, another. The first
//! three stones are put at random near the centre, and each game is cut at a random move from the
//! eighth to the fortieth.

use std::collections::HashSet;

use anyhow::Result;
use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::{Board, Settings, ThreatSearch, Threats, plain_vcf, plain_vct, replay};
use quod_rules::{InARow, InARowPosition, Rule};

use crate::measure::thread_seconds;

const SIZE: usize = 15;
/// How many threes a win of plain exhaustive search may have in a row of play, and its positions.
const THREES: u32 = 2;
const BUDGET: u64 = 3_000;
const SET: &str = include_str!("../suite/gomoku/midgame.txt");

fn game(rule: Rule) -> InARow {
    InARow::gomoku(SIZE, rule, false).expect("15 rows")
}

/// All lines of five cells.
fn windows() -> Vec<[usize; 5]> {
    let mut windows = Vec::new();
    for cell in 0..SIZE * SIZE {
        let (column, row) = (cell % SIZE, cell / SIZE);
        let right = column + 4 < SIZE;
        let (up, left) = (row + 4 < SIZE, column >= 4);
        for (fits, step) in
            [(right, 1), (up, SIZE), (right && up, SIZE + 1), (left && up, SIZE - 1)]
        {
            if fits {
                windows.push(std::array::from_fn(|n| cell + n * step));
            }
        }
    }
    windows
}

/// The simple player's move.
fn simple_move(game: &InARow, pos: &InARowPosition, windows: &[[usize; 5]], rng: &mut Rng) -> Move {
    let mover = game.to_move(pos);
    let stones: Vec<_> = (0..SIZE * SIZE).map(|cell| game.stone(pos, cell)).collect();
    let mut scores = vec![0u64; SIZE * SIZE];
    for window in windows {
        let count =
            |player: Player| window.iter().filter(|&&it| stones[it] == Some(player)).count();
        let score = match (count(mover), count(mover.other())) {
            (own, 0) => [1, 12, 90, 600, 100_000][own],
            (0, other) => [0, 10, 70, 500, 20_000][other],
            _ => 0,
        };
        window.iter().for_each(|&cell| scores[cell] += score);
    }
    let mut cells: Vec<usize> = (0..SIZE * SIZE).filter(|&it| stones[it].is_none()).collect();
    cells.sort_by_key(|&cell| std::cmp::Reverse(scores[cell]));
    let forced = scores[cells[0]] > 20_000;
    let choice = if !forced && rng.below(4) == 0 { rng.below(5.min(cells.len())) } else { 0 };
    Move(cells[choice] as u32)
}

/// The set, made anew.
fn positions(number: usize, seed: u64) -> Vec<String> {
    let (game, windows, mut rng) = (game(Rule::Freestyle), windows(), Rng::new(seed));
    let (mut lines, mut seen) = (Vec::new(), HashSet::new());
    while lines.len() < number {
        let last = 8 + rng.below(33);
        let (mut pos, mut moves) = (game.start(), Vec::new());
        while moves.len() < last && game.outcome(&pos).is_none() {
            let mv = if moves.len() < 3 {
                let cell = (5 + rng.below(5)) * SIZE + 5 + rng.below(5);
                if game.stone(&pos, cell).is_some() {
                    continue;
                }
                Move(cell as u32)
            } else {
                simple_move(&game, &pos, &windows, &mut rng)
            };
            moves.push(game.move_text(&pos, mv));
            pos = game.play(&pos, mv);
        }
        if game.outcome(&pos).is_none() && seen.insert(game.encoding(&pos)) {
            lines.push(moves.join(" "));
        }
    }
    lines
}

/// Prints the set.
pub fn set() -> Result<()> {
    positions(1_000, 1).iter().for_each(|line| println!("{line}"));
    Ok(())
}

/// Threat searches of both sides on the set: how many a second, with what nodes and wins.
pub fn threats(rule: Rule) -> Result<()> {
    let game = game(rule);
    let roots: Vec<InARowPosition> =
        SET.lines().map(|line| game.parse_position(line)).collect::<Result<_, _>>()?;
    let mut boards: Vec<Board> = roots.iter().map(|pos| Board::set_up(&game, pos)).collect();
    let standard = Settings::default();
    for (name, threats, settings) in [
        ("fours", Threats::Fours, standard),
        ("fours and threes", Threats::FoursAndThrees, standard),
        ("without combinations", Threats::FoursAndThrees, Settings { levels: 1, ..standard }),
        ("two levels", Threats::FoursAndThrees, Settings { levels: 2, ..standard }),
        (
            "without category reduction",
            Threats::FoursAndThrees,
            Settings { category_reduction: false, ..standard },
        ),
        (
            "without global refutation",
            Threats::FoursAndThrees,
            Settings { refutations: u32::MAX, ..standard },
        ),
        ("ten refutations", Threats::FoursAndThrees, Settings { refutations: 10, ..standard }),
        ("all threes", Threats::FoursAndThrees, Settings { restricted_threes: false, ..standard }),
    ] {
        let mut search = ThreatSearch::new(settings);
        let (mut searches, mut wins) = (0u32, Vec::new());
        let before = thread_seconds();
        for round in 0..5 {
            for (at, (pos, board)) in roots.iter().zip(&mut boards).enumerate() {
                for player in Player::BOTH {
                    searches += 1;
                    let found = search.search(board, player, threats);
                    if round == 0 && game.to_move(pos) == player {
                        wins.extend(found.map(|it| (at, it)));
                    }
                }
            }
        }
        let seconds = thread_seconds() - before;
        let stands = wins.iter().filter(|(at, found)| {
            let moves: Vec<Move> = found.moves().iter().map(|&it| Move(it.into())).collect();
            replay(&game, &roots[*at], &moves).is_ok()
        });
        let each = |count: u64| count as f64 / f64::from(searches);
        let counts = search.counts();
        println!(
            "{name}: {:.0} searches a second; each {:.2} nodes of fours, {:.2} of dependency-based search \
             ({:.2} combinations, {:.3} potential sequences); {} of 1,000 won for the side to move, \
             {} stand on the plain rules",
            f64::from(searches) / seconds,
            each(search.four_nodes()),
            each(counts.nodes),
            each(counts.combinations),
            each(counts.potential),
            wins.len(),
            stands.count(),
        );
    }
    misses(&game, &roots, &mut boards)
}

/// What plain exhaustive search finds for the side to move, and the searches do not.
fn misses(game: &InARow, roots: &[InARowPosition], boards: &mut [Board]) -> Result<()> {
    let mut search = ThreatSearch::default();
    let [mut fours, mut found, mut missed, mut without, mut open] = [0; 5];
    for (pos, board) in roots.iter().zip(boards) {
        let player = game.to_move(pos);
        let exact = search.vcf(board, player).is_some() == plain_vcf(board, player);
        fours += u32::from(!exact);
        let wins = search.vct(board, player).is_some();
        match plain_vct(board, player, THREES, BUDGET) {
            Some(true) => *if wins { &mut found } else { &mut missed } += 1,
            Some(false) => without += 1,
            None => open += 1,
        }
    }
    println!(
        "against plain exhaustive search: {fours} searches for fours differ; of wins with at most {THREES} \
         threes in a row of play {found} are found and {missed} missed; {without} positions have none; \
         {open} were given up after {BUDGET} positions"
    );
    Ok(())
}
