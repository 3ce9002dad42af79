//! What a study of champions found, as text, JSON and CSV.

use quod_study::champions::{Candidate, Expected, Figures, Judged, Measures, STEP, Share};
use quod_study::record::Record;
use serde_json::{Value, json};

use super::asked::Bound;
use crate::output::csv_line;
use crate::progress::grouped;

/// A move with the game that it is of.
pub struct Played<'r> {
    pub record: &'r Record,
    pub judged: Judged,
}

/// All that was found.
pub struct Report<'r> {
    pub engine: &'r str,
    pub bound: Bound,
    pub from: u32,
    pub games: usize,
    pub figures: &'r Figures,
    pub moves: &'r [Played<'r>],
    pub interrupted: bool,
}

/// The columns of the CSV.
const COLUMNS: [&str; 19] = [
    "game",
    "line",
    "white",
    "black",
    "number",
    "side",
    "player",
    "move",
    "played",
    "played_eval",
    "best",
    "best_eval",
    "second",
    "second_eval",
    "depth",
    "error",
    "counts",
    "blunder",
    "complexity",
];

/// What is expected is marked if less of the other distribution is covered.
const WELL_COVERED: f64 = 0.9;

/// Pawns of centipawns.
fn pawns(centipawns: i32) -> Value {
    json!(f64::from(centipawns) / 100.0)
}

/// Four digits behind the point.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn pawns_mean(share: &Share) -> Option<f64> {
    share.mean().map(|it| rounded(it / 100.0))
}

fn number(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |it| format!("{it:.4}"))
}

fn percent(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |it| format!("{:.1}%", 100.0 * it))
}

/// Behind what is expected: the player's own moves say little about such positions.
fn mark(it: Expected) -> &'static str {
    if it.covered < WELL_COVERED { "*" } else { "" }
}

fn error(it: Option<Expected>) -> String {
    it.map_or("-".to_string(), |it| format!("{:.4}{}", it.value / 100.0, mark(it)))
}

fn best(it: Option<Expected>) -> String {
    it.map_or("-".to_string(), |it| format!("{:.1}%{}", 100.0 * it.value, mark(it)))
}

impl Report<'_> {
    /// Positions that were searched less deep than was asked.
    pub fn shallow(&self) -> usize {
        let Bound::Depth(depth) = self.bound else { return 0 };
        self.moves.iter().filter(|it| it.judged.look.depth < depth).count()
    }

    /// The last line, for scripts.
    pub fn last_line(&self) -> String {
        if self.interrupted {
            return "s UNKNOWN interrupted\n".to_string();
        }
        let (moves, players) = (self.moves.len(), self.figures.players().count());
        format!("s STUDIED champions {} games {moves} moves {players} players\n", self.games)
    }

    /// What people read.
    pub fn text(&self) -> String {
        let bound = match self.bound {
            Bound::Depth(depth) => format!("depth {depth}"),
            Bound::Nodes(nodes) => format!("{} nodes", grouped(nodes)),
        };
        let mut text = format!("engine       {}, {bound}\n", self.engine);
        text += &format!("games        {}, from move {}\n", self.games, self.from);
        let left_out = self.figures.all().left_out;
        text += &format!(
            "moves        {}, of them {} in decided positions, left out\n",
            grouped(self.moves.len() as u64),
            grouped(left_out)
        );
        if let (games, Some(rho)) = self.figures.correlation() {
            text += &format!(
                "correlation  {rho:.2} of results with differences of errors, {games} games\n"
            );
        }
        let heads = [
            "player",
            "moves",
            "mean error",
            "blunders",
            "best",
            "complexity",
            "exp. error",
            "exp. best",
        ];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        let all = ("all", self.figures.all());
        rows.extend(self.figures.players().chain([all]).map(|(name, it)| self.row(name, it)));
        text += &format!("\n{}", table(&rows));
        let styles = self.styles();
        if styles.len() > 1 {
            text += "\nexpected error in the positions of\n";
            text += &table(&styles);
        }
        if text.contains('*') {
            text += "* of little weight: of the positions that are meant, less than nine tenths are like some that the player met\n";
        }
        text
    }

    fn row(&self, name: &str, it: &Measures) -> Vec<String> {
        let all = self.figures.all();
        vec![
            name.to_string(),
            it.errors.moves.to_string(),
            number(pawns_mean(&it.errors)),
            percent(it.blunders.mean()),
            percent(it.best.mean()),
            number(pawns_mean(&it.complexity)),
            error(Figures::expected_error(it, all)),
            best(Figures::expected_best(it, all)),
        ]
    }

    /// The error expected of each player, a row, in positions like those of each other, a column.
    fn styles(&self) -> Vec<Vec<String>> {
        let known = |it: &(&str, &Measures)| it.1.complexity.moves > 0;
        let players: Vec<(&str, &Measures)> = self.figures.players().filter(known).collect();
        if players.len() < 2 {
            return Vec::new();
        }
        let heads = players.iter().map(|it| it.0.to_string());
        let mut rows = vec![["player".to_string()].into_iter().chain(heads).collect::<Vec<_>>()];
        for (name, own) in &players {
            let cell = |style: &(&str, &Measures)| error(Figures::expected_error(own, style.1));
            rows.push([name.to_string()].into_iter().chain(players.iter().map(cell)).collect());
        }
        rows
    }

    /// One object.
    pub fn json(&self) -> Value {
        let (depth, nodes) = match self.bound {
            Bound::Depth(depth) => (Some(depth), None),
            Bound::Nodes(nodes) => (None, Some(nodes)),
        };
        let (games, rho) = self.figures.correlation();
        let players: Vec<Value> =
            self.figures.players().map(|(name, it)| self.player_json(name, it)).collect();
        json!({
            "study": "champions",
            "engine": self.engine,
            "depth": depth,
            "nodes": nodes,
            "from": self.from,
            "games": self.games,
            "moves": self.moves.len(),
            "shallow": self.shallow(),
            "interrupted": self.interrupted,
            "correlation": {"games": games, "spearman": rho.map(rounded)},
            "all": self.player_json("all", self.figures.all()),
            "players": players,
        })
    }

    fn player_json(&self, name: &str, it: &Measures) -> Value {
        let all = self.figures.all();
        let of_pawns = |it: Expected| json!({"value": rounded(it.value / 100.0), "covered": rounded(it.covered)});
        let of_shares =
            |it: Expected| json!({"value": rounded(it.value), "covered": rounded(it.covered)});
        let styles: serde_json::Map<String, Value> = (self.figures.players())
            .map(|(style, other)| {
                let expected = Figures::expected_error(it, other).map(of_pawns);
                (style.to_string(), expected.unwrap_or_default())
            })
            .collect();
        let begins = |interval: u32| pawns(interval as i32 * STEP);
        let by_complexity: Vec<Value> = (it.errors_by_complexity.iter())
            .map(|(at, share)| {
                json!({"from": begins(*at), "moves": share.moves, "mean_error": pawns_mean(share)})
            })
            .collect();
        let by_gap: Vec<Value> = (it.best_by_gap.iter())
            .map(|(at, share)| {
                json!({"from": begins(*at), "moves": share.moves, "best": share.mean().map(rounded)})
            })
            .collect();
        json!({
            "name": name,
            "moves": it.errors.moves,
            "left_out": it.left_out,
            "mean_error": pawns_mean(&it.errors),
            "blunders": it.blunders.mean().map(rounded),
            "best_moves": it.best.mean().map(rounded),
            "complexity": pawns_mean(&it.complexity),
            "expected_error": Figures::expected_error(it, all).map(of_pawns),
            "expected_best_moves": Figures::expected_best(it, all).map(of_shares),
            "expected_error_by_style": styles,
            "error_by_complexity": by_complexity,
            "best_moves_by_difference": by_gap,
        })
    }

    /// Every move that was judged, a line each.
    pub fn csv(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for Played { record, judged } in self.moves {
            let second = judged.look.second.as_ref();
            let mv = |it: &Candidate| json!(it.mv);
            let cells = [
                json!(judged.game + 1),
                json!(record.line),
                json!(record.names[0]),
                json!(record.names[1]),
                json!(judged.number),
                json!(["white", "black"][judged.mover.index()]),
                json!(record.names[judged.mover.index()]),
                json!(judged.text),
                mv(&judged.played),
                pawns(judged.played.eval),
                mv(&judged.look.best),
                pawns(judged.look.best.eval),
                second.map(mv).unwrap_or_default(),
                second.map(|it| pawns(it.eval)).unwrap_or_default(),
                json!(judged.look.depth),
                pawns(judged.error()),
                json!(judged.counts()),
                json!(judged.is_blunder()),
                judged.complexity.map(pawns).unwrap_or_default(),
            ];
            text += &format!("{}\n", csv_line(&cells));
        }
        text
    }
}

/// Columns as wide as they need to be: the first to the left, the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|it| it[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        text += &format!("{:<width$}", row[0], width = widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            text += &format!("  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}
