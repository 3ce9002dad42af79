//! Figure 6.1 of Allis's thesis again: state-space and game-tree complexity of every game that Quod has.
//!
//! The thesis's figures stand in [`GAMES`], as decimal logarithms, each with the place that it is from.
//! The game-tree complexity is that of games by players that search.

use std::fs;
use std::path::Path;

use anyhow::Result;
use quod_catalogue::Registry;
use quod_plot::{Bar, Bars};
use quod_solve::complexity::{Bound, Complexity, Players, Spread, Survey, complexity};

/// A game with what the thesis says of it.
struct Row {
    game: &'static str,
    /// State-space complexity, game-tree complexity.
    thesis: [Option<f64>; 2],
}

const fn row(game: &'static str, states: Option<f64>, tree: Option<f64>) -> Row {
    Row { game, thesis: [states, tree] }
}

/// The games. Tic-tac-toe's figures are 5,478 and 9! (section 6.2.4), Qubic's are 3⁶⁴ and 64!/44!, Go-Moku's
/// 3²²⁵ and 225!/195! (section 6.3), the others' powers of ten as printed there.
const GAMES: &[Row] = &[
    row("tic-tac-toe", Some(3.739), Some(5.560)),
    row("three-mens-morris", None, None),
    row("mnk:width=4,height=4,k=4", None, None),
    row("connect-four", Some(14.0), Some(21.0)),
    row("awari", Some(12.0), Some(32.0)),
    row("othello:size=6", None, None),
    row("othello", Some(28.0), Some(58.0)),
    row("atari-go:size=6", None, None),
    row("atari-go:size=9", None, None),
    row("qubic", Some(30.0), Some(34.0)),
    row("gomoku", Some(105.0), Some(70.0)),
    row("gomoku:renju", Some(105.0), Some(70.0)),
];

/// Surveys every game and prints a table; draws it if there is a directory.
pub fn figure(survey: Survey, directory: Option<&Path>) -> Result<()> {
    let registry = Registry::builtin();
    println!(
        "| game | positions, 95 % interval | thesis | game tree, 95 % interval | thesis | random games | all games |"
    );
    println!("|---|---|--:|---|--:|---|--:|");
    let mut rows = Vec::new();
    for row in GAMES {
        let found = complexity(&registry.open(row.game)?, survey)?;
        println!("{}", line(row, &found));
        rows.push((row.game.replace(":", " "), bars(row, &found)));
    }
    if let Some(directory) = directory {
        let bars = Bars {
            title: "State-space and game-tree complexity (Allis 1994, Figure 6.1)".to_string(),
            scale: "decimal logarithm, 95 % interval".to_string(),
            legend: ["positions", "game tree", "the thesis"].map(str::to_string),
            rows,
        };
        fs::write(directory.join("complexity.svg"), bars.svg())?;
    }
    Ok(())
}

fn of(found: &Complexity, players: Players) -> Spread {
    let it = found.played.iter().find(|it| it.players == players);
    it.expect("both kinds play").tree
}

fn line(row: &Row, found: &Complexity) -> String {
    let states = &found.states;
    let positions = match (states.bound, states.estimate) {
        (Bound::Exact, _) => format!("{} exactly", states.enumerated),
        (bound, Some(estimate)) => {
            let sign = match bound {
                Bound::Upper => "≤ ",
                Bound::Lower => "≥ ",
                _ => "",
            };
            let [low, high] = [states.interval.low, states.interval.high];
            format!("{sign}10^{estimate:.3}, {low:.3} to {high:.3}")
        }
        (_, None) => format!("10^{:.2} to 10^{:.2}", states.interval.low, states.interval.high),
    };
    let spread = |it: Spread| {
        format!("10^{:.1}, {:.1} to {:.1}", it.value, it.interval.low, it.interval.high)
    };
    let thesis = row.thesis.map(|it| it.map_or("–".to_string(), |it| format!("10^{it:.0}")));
    let all = found.tree.map_or("–".to_string(), |it| format!("10^{:.1}", it.games.value));
    format!(
        "| `{}` | {positions} | {} | {} | {} | {} | {all} |",
        row.game,
        thesis[0],
        spread(of(found, Players::Searching)),
        thesis[1],
        spread(of(found, Players::Random)),
    )
}

fn bars(row: &Row, found: &Complexity) -> [Bar; 2] {
    let states = &found.states;
    let tree = of(found, Players::Searching);
    let [low, high] = [states.interval.low, states.interval.high];
    [
        Bar {
            value: states.estimate.unwrap_or(low),
            interval: [low, if high.is_finite() { high } else { low }],
            mark: row.thesis[0],
        },
        Bar {
            value: tree.value,
            interval: [tree.interval.low, tree.interval.high],
            mark: row.thesis[1],
        },
    ]
}
