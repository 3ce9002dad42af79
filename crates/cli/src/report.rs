//! How an answer is told: for people, for scripts (`s …`), and as JSON.

use quod_report::{AnswerReport, MoveValue, SoundReport};
use quod_search::Effort;
use quod_solve::{Answer, MoveAnswer, Soundness, Verdict};

use crate::progress::grouped;

/// An answer with what only the command line knows of it.
pub struct Report<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// Work on everything that was asked, the moves' values included.
    pub effort: Effort,
    /// What every legal move leads to; `None` if not asked for.
    pub moves: Option<&'a [MoveAnswer]>,
    /// Whether a problem has one solution; `None` if not asked for.
    pub sound: Option<&'a Soundness>,
    /// The attacker's moves as Japanese notation writes them.
    pub japanese: &'a [String],
    /// The command that builds tables which would settle what is unknown.
    pub tables: Option<&'a str>,
    /// Seconds since the command began.
    pub seconds: f64,
    /// Threads that worked.
    pub threads: u64,
    /// Highest private resident memory in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
}

impl Report<'_> {
    /// The last line of standard output.
    pub fn last_line(&self) -> String {
        let answer = self.answer;
        let reason = || answer.reason.as_ref().map_or("unexplained", |it| it.word());
        let word = match answer.verdict {
            Verdict::Unknown => return format!("s UNKNOWN {}", reason()),
            Verdict::Unverified => return format!("s UNVERIFIED {}", reason()),
            Verdict::Proved => "PROVED",
            Verdict::Disproved => "DISPROVED",
        };
        format!(
            "s {word} {} {} {}{}",
            answer.game,
            answer.claim(),
            answer.position,
            self.assuming()
        )
    }

    fn assuming(&self) -> String {
        quod_check::assuming(&self.answer.assumes)
    }

    /// The lines for people, the last line not included.
    pub fn text(&self) -> String {
        let answer = self.answer;
        let mut lines = Vec::new();
        let mut line = |name: &str, value: String| lines.push(format!("{name:<12} {value}"));
        line("game", answer.game.clone());
        line("position", answer.position.clone());
        line("question", answer.question.clone());
        line("answer", answer.verdict.word().to_string());
        if let Some(reason) = &answer.reason {
            line("because", reason.to_string());
        }
        if let Some(command) = self.tables {
            line("tables", command.to_string());
        }
        if let Some(value) = answer.value_text() {
            line("value", value);
        }
        if let Some(score) = answer.score {
            line("score", score.to_string());
        }
        if let Some(bounds) = answer.bounds.filter(|_| answer.statement.is_none()) {
            let [least, most] = bounds.map(|it| it.map_or("?".to_string(), |it| it.to_string()));
            line("bounds", format!("{least} to {most}{}", self.assuming()));
        }
        if let (Verdict::Unknown, Some(statement)) = (answer.verdict, &answer.statement) {
            line("proved", statement.claim.clone());
        }
        if let Some(moves) = answer.refuted {
            line("refuted", format!("{}<={moves}, by the search alone", answer.question));
        }
        if let Some(best) = &answer.best_move {
            line("best move", best.clone());
        }
        if !answer.pv.is_empty() {
            let (before, again) = answer.pv.split_at(answer.pv_repeats.unwrap_or(answer.pv.len()));
            let again = match (again, before) {
                ([], _) => None,
                (_, []) => Some(format!("{}, again and again", again.join(" "))),
                _ => Some(format!("then {}, again and again", again.join(" "))),
            };
            let before = (!before.is_empty()).then(|| before.join(" "));
            line("line", before.into_iter().chain(again).collect::<Vec<_>>().join(", "));
        }
        let [nodes, expansions, evaluations] =
            [self.effort.nodes, self.effort.expansions, self.effort.evaluations].map(grouped);
        line("work", format!("{nodes} nodes, {expansions} expansions, {evaluations} evaluations"));
        line("time", format!("{:.3} s, engine {}", self.seconds, answer.engine));
        if let Some(bytes) = self.peak_memory {
            line("memory", format!("{} MB", bytes.div_ceil(1 << 20)));
        }
        if let Some(bytes) = &answer.certificate {
            let path = self.certificate.as_deref().unwrap_or("not written (--out FILE)");
            let [bytes, entries] = [bytes.len(), answer.entries].map(|it| grouped(it as u64));
            line("certificate", format!("{bytes} bytes, {entries} entries, {path}"));
        }
        if let Some(moves) = self.moves {
            let width = moves.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0);
            for MoveAnswer { mv, value } in moves {
                let value =
                    value.as_ref().map_or("unknown".to_string(), quod_solve::MoveValue::text);
                line("move", format!("{mv:<width$}  {value}"));
            }
        }
        if let Some(sound) = self.sound {
            lines.extend(told(sound, self.japanese));
        }
        lines.join("\n") + "\n"
    }

    /// The JSON object.
    pub fn json(&self) -> AnswerReport {
        let moves = self.moves.map(|moves| {
            let told = moves.iter().cloned();
            told.map(|MoveAnswer { mv, value }| MoveValue {
                mv,
                score: match value {
                    Some(quod_solve::MoveValue::Score(score)) => Some(score),
                    _ => None,
                },
                value: value.map(|it| it.text()),
            })
            .collect()
        });
        AnswerReport {
            moves,
            sound: self.sound.map(SoundReport::of),
            tables: self.tables.map(str::to_string),
            nodes: self.effort.nodes,
            expansions: self.effort.expansions,
            evaluations: self.effort.evaluations,
            threads: self.threads,
            peak_memory_bytes: self.peak_memory,
            certificate: self.certificate.clone(),
            ..AnswerReport::new(self.answer, self.seconds)
        }
    }
}

/// What is told of a problem's solutions, with the words that composers use in Japanese.
fn told(sound: &Soundness, japanese: &[String]) -> Vec<String> {
    let line = |name: &str, value: String| format!("{name:<12} {value}");
    let mut lines = vec![line("sound", sound.verdict().text().to_string())];
    for (at, step) in sound.steps.iter().enumerate() {
        let place = |mv: &MoveAnswer| format!("move {}, {} instead of {}", at + 1, mv.mv, step.mv);
        let Some(last) = step.moves.checked_sub(1) else { continue };
        for mv in step.as_soon() {
            match last {
                0 => lines.push(line("other end", format!("{} (最終手余詰)", place(mv)))),
                _ => lines.push(line("cook", format!("{} (余詰)", place(mv)))),
            }
        }
        if last > 0 {
            let later = step.later();
            let told = later.map(|(mv, moves)| format!("{}: mate {moves} (余詰)", place(mv)));
            lines.extend(told.map(|it| line("longer", it)));
            lines.extend(step.open().map(|mv| line("not settled", place(mv))));
        }
    }
    if !sound.left.is_empty() {
        let left: Vec<String> =
            sound.left.iter().map(|(name, count)| format!("{count} {name}")).collect();
        lines.push(line("left in hand", format!("{} (駒余り)", left.join(", "))));
    }
    if !japanese.is_empty() {
        lines.push(line("attacker", japanese.join(" ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use quod_engine::Reason;
    use quod_game::Player;
    use quod_solve::Value;

    use super::*;

    fn answer() -> Answer {
        Answer {
            game: "nim".to_string(),
            position: "start".to_string(),
            asked: quod_solve::Question::Value,
            question: "value".to_string(),
            verdict: Verdict::Proved,
            verified: true,
            reason: None,
            players: ["first-player", "second-player"],
            value: Some(Value(None)),
            mate: None,
            score: None,
            bounds: None,
            refuted: None,
            best_move: None,
            pv: Vec::new(),
            pv_repeats: None,
            engine: "pn".to_string(),
            effort: Effort::default(),
            largest_tree: 0,
            threads: 1,
            assumes: Vec::new(),
            statement: None,
            certificate: None,
            refused: None,
            entries: 0,
        }
    }

    fn last_line(answer: &Answer) -> String {
        let report = Report {
            answer,
            effort: Effort::default(),
            moves: None,
            sound: None,
            japanese: &[],
            tables: None,
            seconds: 0.0,
            threads: 1,
            peak_memory: None,
            certificate: None,
        };
        report.last_line()
    }

    #[test]
    fn the_last_line_says_what_was_proved_and_on_what_it_rests() {
        let mut it = answer();
        assert_eq!(last_line(&it), "s PROVED nim value=draw start");
        it.value = Some(Value(Some(Player::First)));
        assert_eq!(last_line(&it), "s PROVED nim first-player-wins start");
        it.verdict = Verdict::Disproved;
        it.asked = quod_solve::Question::Claim(quod_game::Claim::wins(Player::Second));
        it.question = "second-player-wins".to_string();
        it.assumes = vec!["table nim 01ab".to_string()];
        assert_eq!(
            last_line(&it),
            "s DISPROVED nim second-player-wins start assuming table nim 01ab"
        );
        it.verdict = Verdict::Unknown;
        it.reason = Some(Reason::Nodes);
        assert_eq!(last_line(&it), "s UNKNOWN nodes");
        // What was not checked is no value: the line says why there is none.
        it.verdict = Verdict::Unverified;
        it.reason = Some(Reason::Certificate("missing-reply at entry 3".to_string()));
        assert_eq!(last_line(&it), "s UNVERIFIED missing-reply at entry 3");
    }
}
