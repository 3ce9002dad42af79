//! What an engine tells while it searches: the best lines by depth.

use std::collections::BTreeMap;

/// An engine's opinion, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many moves; of the other side, if negative or 0.
    Mate(i32),
}

/// The first move of a line, and what the engine thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move by its squares.
    pub mv: String,
    /// Its score.
    pub score: Score,
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// By depth in plies the best line, then the second-best, and so on as far as the engine tells. What was told last
    /// of a depth counts; scores that are only bounds do not.
    depths: BTreeMap<u32, BTreeMap<u32, Line>>,
}

impl Analysis {
    /// The depths of which so many lines are known, with these.
    pub fn depths(&self, lines: usize) -> impl Iterator<Item = (u32, Vec<&Line>)> {
        let known =
            move |ranks: &BTreeMap<u32, Line>| (1..=lines as u32).all(|it| ranks.contains_key(&it));
        let all = self.depths.iter().filter(move |it| known(it.1));
        all.map(move |(depth, ranks)| (*depth, ranks.values().take(lines).collect()))
    }

    /// The best line of the deepest look.
    pub fn deepest(&self) -> Option<&Line> {
        self.depths(1).last().map(|it| it.1[0])
    }

    /// Takes in a line of the engine's; what is no line of moves is passed over.
    ///
    /// # Errors
    /// The first move, if it is not legal.
    pub(super) fn hear(&mut self, line: &str, legal: &[String]) -> Result<(), String> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return Ok(());
        }
        let (mut depth, mut rank, mut score, mut mv) = (None, 1, None, None);
        while let Some(word) = words.next() {
            match word {
                "string" => return Ok(()),
                "depth" => depth = words.next().and_then(|it| it.parse::<u32>().ok()),
                "multipv" => rank = words.next().and_then(|it| it.parse().ok()).unwrap_or(0),
                "lowerbound" | "upperbound" => return Ok(()),
                "score" => {
                    let (kind, number) = (words.next(), words.next());
                    let number = number.and_then(|it| it.parse::<i32>().ok());
                    score = match (kind, number) {
                        (Some("cp"), Some(it)) => Some(Score::Centipawns(it)),
                        (Some("mate"), Some(it)) => Some(Score::Mate(it)),
                        _ => None,
                    };
                }
                "pv" => {
                    mv = words.next().map(str::to_lowercase);
                    break;
                }
                _ => {}
            }
        }
        let (Some(depth), Some(score), Some(mv)) = (depth, score, mv) else { return Ok(()) };
        if !legal.contains(&mv) {
            return Err(mv);
        }
        // A hostile engine could name depths and ranks without end.
        if depth <= 1000 && (1..=256).contains(&rank) {
            self.depths.entry(depth).or_default().insert(rank, Line { mv, score });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_by_depth_and_rank_and_bounds_are_not() {
        let legal: Vec<String> = ["e2e4", "d2d4", "a7a8q"].map(String::from).to_vec();
        let mut analysis = Analysis::default();
        for line in [
            "info depth 1 score cp 20 pv e2e4",
            "info depth 2 seldepth 4 multipv 1 score cp 31 wdl 1 2 3 nodes 5 pv e2e4 e7e5",
            "info depth 2 multipv 2 score mate -3 pv D2D4",
            "info depth 2 multipv 1 score cp 30 pv e2e4",
            "info depth 3 multipv 1 score cp 99 lowerbound pv d2d4",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info string depth 9 score cp 1 pv e2e4",
            "info depth 4 score cp x pv e2e4",
            "info depth 5000 score cp 1 pv e2e4",
            "info depth 3 multipv 2 score cp 1 pv a7a8Q",
            "hello",
        ] {
            assert_eq!(analysis.hear(line, &legal), Ok(()), "{line}");
        }
        let line = |mv: &str, score: Score| Line { mv: mv.to_string(), score };
        let (best, second) = (line("e2e4", Score::Centipawns(30)), line("d2d4", Score::Mate(-3)));
        assert_eq!(analysis.depths(2).collect::<Vec<_>>(), [(2, vec![&best, &second])]);
        assert_eq!(analysis.depths(1).map(|it| it.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(analysis.deepest(), Some(&best));
        let illegal = analysis.hear("info depth 6 score cp 1 pv e2e5", &legal);
        assert_eq!(illegal, Err("e2e5".to_string()));
    }
}
