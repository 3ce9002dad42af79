//! `quod games NAME --complexity`: how many positions a game has, and how large its tree is.

use quod_catalogue::Registry;
use quod_report::{ComplexityReport, PlayedReport, SpreadReport, StatesReport};
use quod_solve::complexity::{Survey, complexity};

/// The text of a game's complexities, or their JSON.
///
/// # Errors
/// If there is no such game, or a player fails.
pub fn text(registry: &Registry, name: &str, survey: Survey, json: bool) -> anyhow::Result<String> {
    let game = registry.open(name)?;
    let report = ComplexityReport::new(&game, survey, &complexity(&game, survey)?);
    Ok(if json { format!("{}\n", serde_json::to_string(&report)?) } else { print(&report) })
}

fn print(it: &ComplexityReport) -> String {
    let mut lines = vec![format!("game       {}", it.game)];
    lines.extend(states(&it.states));
    lines.extend(it.game_tree.iter().map(played));
    lines.push(match &it.whole_tree {
        Some(tree) => format!(
            "all games  {}; {} random games, Knuth's estimate",
            power(&tree.games_log10),
            tree.sample
        ),
        None => "all games  positions can repeat: not bounded".to_string(),
    });
    lines.join("\n") + "\n"
}

fn states(it: &StatesReport) -> Vec<String> {
    if let Some(exact) = it.exact {
        return vec![format!("positions  {exact}, enumerated")];
    }
    let what = match it.bound {
        "upper-bound" => ", an upper bound",
        "lower-bound" => ", a lower bound",
        _ => "",
    };
    let mut lines = vec![format!("positions  {}{what}", power(&it.log10))];
    lines.push(match &it.superset {
        Some(set) => format!(
            "           {} of {} random members reached, {} open, of 10^{:.2} {}",
            set.reached, set.members, set.open, set.size_log10, set.about
        ),
        None => "           by how often random games met each position".to_string(),
    });
    lines
}

fn played(it: &PlayedReport) -> String {
    let players = if it.players == "random" { "random moves" } else { "players that search" };
    let cut = if it.cut > 0 { format!(", {} cut off", it.cut) } else { String::new() };
    format!(
        "game tree  {}; {} games by {players}{cut}, {:.1} plies and {:.1} moves on average",
        power(&it.log10),
        it.games,
        it.length.estimate.unwrap_or_default(),
        it.branching
    )
}

/// A number given by its decimal logarithm, with its interval.
fn power(it: &SpreadReport) -> String {
    let told = |it: Option<f64>, none: &str| match it {
        Some(it) => format!("10^{it:.2}"),
        None => none.to_string(),
    };
    format!(
        "{} (95 %: {} to {})",
        told(it.estimate, "unknown"),
        told(it.low, "0"),
        told(it.high, "unknown")
    )
}
