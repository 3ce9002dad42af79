//! What the report says around its tables.

use std::fmt::Write as _;

use super::report::{Summary, grouped, groups, mean};
use super::results::FIRST;
use super::searches::{ALL, FOUR};
use super::thesis;

/// What was done, and how.
pub fn introduction(summary: &Summary) -> String {
    let (selected, candidates) = (summary.rows.len(), summary.candidates);
    let wins = summary.rows.iter().filter(|row| row.wins).count();
    let mut text = format!(
        "# Awari: proof-number search and alpha-beta on positions of games\n\n\
The experiment of Allis 1994, §2.4, done again by `cargo run --release -p quod-bench -- awari`. The claim is \
\"the side to move wins\"; a draw counts as a loss. All boards with at most 17 stones are known from tables.\n\n\
**Positions.** 24 games of Quod's player with three settings, each pair of settings three times with each \
side, each setting twice against itself, four random plies first, no book \
(`bench/suite/awari/games.txt`). Of all unique positions those of finished games and those with at \
most 17 stones are left out; {candidates} stay (`bench/suite/awari/positions.txt`). Selected are the {selected} \
that one of the thesis's four algorithms solves with {} nodes ({wins} of them wins). Who fails tries again: \
the proof-number searches with 20 million nodes, alpha-beta until it has visited {} million positions. The \
thesis selects 337 of 1,103 by the same rule, fixed before anything was measured, and gives alpha-beta a quarter \
billion counted nodes. A position that stays unsolved counts with the nodes spent on it: a lower bound, in \
favour of alpha-beta, as in the thesis.\n\n\
**Counts.** As in §2.4.5: of iteration i of alpha-beta only the positions at depth i; of proof-number search \
all nodes created. Beside it all positions that alpha-beta visits in all iterations. For pn² and df-pn every \
child of every expansion counts, again when it is created again.\n\n\
**Algorithms.** The four as §2.4.4 has them, without any improvement; pn² and df-pn 1+ε (ε = 1/4) begin with \
stones as stones pn does, df-pn with a table of a quarter million entries. The thesis does not say how its \
searches treat repetitions. Here a position that repeats one of its own line is terminal and worth the \
lead, for every algorithm; what rests on that enters no transposition table.\n",
        grouped(FIRST),
        grouped(summary.given_up),
    );
    if summary.done_stones < 48 {
        let _ = write!(
            text,
            "\n**Unfinished.** Positions with more than {} stones have not been through all searches and are \
left out of what follows.\n",
            summary.done_stones
        );
    }
    text
}

fn agrees(agrees: bool) -> &'static str {
    if agrees { "Agrees." } else { "Does not agree." }
}

/// What agrees with the thesis and what does not.
pub fn comparison(summary: &Summary) -> String {
    let mut text = String::from("## What agrees and what does not\n\n");
    let mut say = |claim: &str, ours: String, holds: bool| {
        let _ = writeln!(text, "* *{claim}* {} {ours}", agrees(holds));
    };
    // 1. Totals.
    let [alpha_beta, transposition, basic, ..] = summary.ratios;
    let beyond = |at: usize| format!("{} {}", FOUR[at].name(), summary.ratios[at]);
    say(
        "Both proof-number searches outperform both alpha-beta searches clearly, 128.8 and 68.0 to 1 in all.",
        format!(
            "To stones pn's total: {}, {}. Of the positions {} and {} stayed unsolved, so both factors are lower bounds.",
            beyond(0),
            beyond(1),
            summary.unsolved(0),
            summary.unsolved(1)
        ),
        alpha_beta.low > 1.0 && transposition.low > 1.0,
    );
    say(
        "The table gains about a factor 2 (1.9).",
        format!("Ours gains {:.1}.", alpha_beta.value / transposition.value),
        alpha_beta.value / transposition.value > 1.5,
    );
    say(
        "Stones as initial numbers gain about a factor 2 (1.5 in all).",
        format!("Ours: {basic}."),
        basic.low > 1.0,
    );
    // 2. Halves.
    let [easy, hard] = summary.best;
    let both = |it: [f64; 4]| [it[0] + it[1], it[2] + it[3]];
    let [easy_counts, hard_counts] = [both(easy), both(hard)];
    say(
        "On easy positions there is hardly any difference: alpha-beta is best 84 times, proof-number search 85 times.",
        format!("Ours: {:.1} and {:.1}.", easy_counts[0], easy_counts[1]),
        (0.7..1.4).contains(&(easy_counts[0] / easy_counts[1])),
    );
    say(
        "On hard positions proof-number search is best 146 times, alpha-beta 22 times.",
        format!("Ours: {:.1} and {:.1}.", hard_counts[1], hard_counts[0]),
        hard_counts[1] > 2.0 * hard_counts[0],
    );
    let hard_pairs = summary.pairs[1];
    say(
        "On hard positions alpha-beta without table never beats the one with a table.",
        format!("Ours: {} times, and {} times it loses.", hard_pairs[0][1], hard_pairs[1][0]),
        hard_pairs[0][1] * 20 < hard_pairs[1][0],
    );
    say(
        "On hard positions stones pn beats basic pn 126 to 42.",
        format!("Ours: {} to {}.", hard_pairs[3][2], hard_pairs[2][3]),
        hard_pairs[3][2] > hard_pairs[2][3],
    );
    // 3. Memory.
    let halved = |at: usize| {
        let sum = |list: &dyn Fn(usize) -> u64| (0..summary.rows.len()).map(list).sum::<u64>();
        let rows = &summary.rows;
        sum(&|it| rows[it].nodes[at]) as f64 / sum(&|it| rows[it].size[at]) as f64
    };
    say(
        "Removing solved subtrees halves the memory (2.0 for basic pn, 2.2 for stones pn).",
        format!("Nodes created for each held at most: {:.1} and {:.1}.", halved(2), halved(3)),
        halved(3) > 1.5,
    );
    // 4. Growth.
    let gains = gains(summary);
    say(
        "The gain grows with the size of the problem (Figure 2.13).",
        format!(
            "Mean nodes of alpha-beta with a table for each of stones pn, by group of Table 2.14: {}.",
            gains.iter().map(|it| format!("{it:.1}")).collect::<Vec<_>>().join(", ")
        ),
        gains.first() < gains.last(),
    );
    let averages = [2, 3].map(|it| total(summary, it, 0) / summary.rows.len() as u64);
    let most = [0, 1].map(|it| total(summary, it, QUARTER_BILLION) / total(summary, 3, 0));
    let _ = writeln!(
        text,
        "\n**How far alpha-beta's factors compare.** The set is about as hard as the thesis's, if the easy half \
ends near 3,200 nodes (ours at {}) and if the proof-number searches need what they needed there: {} and {} \
nodes on average, 83,723 and 56,136 in the thesis. But alpha-beta was given up after {} million positions visited, \
where the thesis went on to a quarter billion counted, and {} and {} positions unsolved that way weigh the \
more in its totals. Under the thesis's limit the two factors would lie between those of Table 2.12 and {} \
and {}, which they would be if every one of these used it up. `quod-bench awari run DIRECTORY MILLIONS` goes on \
with a higher limit. The limit also hides what the table gains: most of both totals is searches that used it up. On \
easy positions, which no limit touches, alpha-beta with a table is best more often than in the thesis; how the \
thesis broke ties and ordered equal moves is not known.",
        grouped(summary.easy_limit),
        grouped(averages[0]),
        grouped(averages[1]),
        summary.given_up,
        summary.unsolved(0),
        summary.unsolved(1),
        grouped(most[0]),
        grouped(most[1]),
    );
    let others = [4, 5].map(|at| format!("{} {}", ALL[at].name(), summary.ratios[at]));
    let _ = writeln!(
        text,
        "\nThe thesis says of pn² that it needs about three times the nodes of pn. Here, to stones pn's total: {}.\n\n\
Counted plainly, with every position of every iteration, alpha-beta's factors are {} and with a table {}: \
many of the positions it visits are above the depth of the iteration, known or searched before. \
The thesis's count leaves them out and favours alpha-beta.\n\n\
Intervals are 95 % intervals of a bootstrap over blocks of 25 neighbouring positions. The thesis's \
factors have none; its totals of {:.1} and {:.1} rest on the hardest positions alone, as ours do, and totals \
of so skewed numbers move by factors from one set to the next. The geometric means in Table 2.12 do not.\n",
        others.join(", "),
        summary.visited[0],
        summary.visited[1],
        thesis::FACTORS[0],
        thesis::FACTORS[1],
    );
    text
}

/// The most counted nodes that the thesis gave alpha-beta.
const QUARTER_BILLION: u64 = 250_000_000;

/// An algorithm's nodes over all positions, where unsolved ones have at least so many.
fn total(summary: &Summary, algorithm: usize, unsolved: u64) -> u64 {
    let nodes = summary.rows.iter().map(|row| match row.solved[algorithm] {
        true => row.nodes[algorithm],
        false => row.nodes[algorithm].max(unsolved),
    });
    nodes.sum()
}

/// How many nodes alpha-beta with a table needs for one of stones pn, by group of all four.
fn gains(summary: &Summary) -> Vec<f64> {
    let groups = groups(&summary.rows, None);
    let filled = groups.iter().filter(|rows| !rows.is_empty());
    filled.map(|rows| mean(rows, 1) / mean(rows, 3)).collect()
}
