//! What a line says, as far as the protocol goes.

use crate::words::{self, quoted};

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Uci,
    /// Answer as soon as you can.
    IsReady,
    /// The next position is of another game.
    NewGame,
    /// Sets an option.
    SetOption { name: String, value: String },
    /// A position, `None` for the start, and moves from there.
    Position { fen: Option<String>, moves: Vec<String> },
    /// A position that is none, and what is wrong with it.
    NoPosition(String),
    /// Searches.
    Go(Go),
    /// Stops a search; there is none at work when this is obeyed. Or something else to pass over.
    Nothing,
    /// The end.
    Quit,
    /// A word of the protocol with something else behind it than what belongs there, which is said here.
    Bad(String),
    /// No word of the protocol.
    Unknown,
}

/// What a search is bounded by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// A mate within so many moves is looked for.
    pub mate: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds for the move.
    pub move_time: Option<u64>,
    /// Milliseconds left to White and Black.
    pub left: [Option<u64>; 2],
    /// Milliseconds that each move adds.
    pub more: [u64; 2],
    /// Moves until time is added.
    pub moves_to_go: Option<u64>,
    /// On until `stop`.
    pub infinite: bool,
    /// The moves that are searched, as they were written; `None` for all.
    pub search_moves: Option<Vec<String>>,
    /// What was passed over.
    pub problems: Vec<String>,
}

/// The most moves that a mate may be asked for in.
const MOST_MOVES: u32 = 1000;

/// Reads a line.
pub fn read(line: &str) -> Command {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => match words::option(rest) {
            Ok((name, value)) => Command::SetOption { name, value },
            Err(problem) => Command::Bad(problem),
        },
        "position" => position(rest),
        "go" => Command::Go(go(rest)),
        "stop" | "ponderhit" | "debug" | "register" => Command::Nothing,
        "quit" => Command::Quit,
        _ => Command::Unknown,
    }
}

fn position(rest: &str) -> Command {
    let (from, moves) = rest.split_once("moves").unwrap_or((rest, ""));
    let moves = moves.split_whitespace().map(str::to_string).collect();
    match from.trim().split_once(char::is_whitespace) {
        None if from.trim() == "startpos" => Command::Position { fen: None, moves },
        Some(("fen", fen)) => Command::Position { fen: Some(fen.trim().to_string()), moves },
        _ => {
            let got = quoted(rest);
            let expected = "expected position startpos or fen FEN, then moves …";
            Command::NoPosition(format!("{expected}, got {got}"))
        }
    }
}

/// Whether a word says by what a search is bounded.
fn is_bound(word: &str) -> bool {
    const WORDS: [&str; 12] = [
        "infinite",
        "ponder",
        "mate",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
    ];
    WORDS.contains(&word)
}

fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let slot = match word {
            "infinite" | "ponder" => {
                go.infinite = true;
                continue;
            }
            "mate" | "depth" | "nodes" | "movetime" | "wtime" | "btime" | "winc" | "binc"
            | "movestogo" => word,
            "searchmoves" => {
                // The moves end where the next bound begins.
                let moves = std::iter::from_fn(|| words.next_if(|it| !is_bound(it)));
                let moves: Vec<String> = moves.map(str::to_string).collect();
                match moves.is_empty() {
                    true => go.problems.push("expected moves behind searchmoves".to_string()),
                    false => go.search_moves.get_or_insert_default().extend(moves),
                }
                continue;
            }
            _ => {
                go.problems.push(format!("expected a bound of go, got {}", quoted(word)));
                continue;
            }
        };
        let text = words.next_if(|it| it.parse::<i128>().is_ok());
        let Some(number) = text.and_then(|it| it.parse::<i128>().ok()) else {
            let got = words.peek().map_or("nothing".to_string(), |it| quoted(it));
            go.problems.push(format!("expected a number behind {slot}, got {got}"));
            continue;
        };
        // Interfaces send what is left even when it is less than nothing.
        let value = number.clamp(0, u64::MAX.into()) as u64;
        match slot {
            "mate" if !(1..=i128::from(MOST_MOVES)).contains(&number) => {
                let problem = format!("expected go mate 1 to {MOST_MOVES}, got {number}");
                go.problems.push(problem);
            }
            "depth" | "nodes" if number < 1 => {
                go.problems.push(format!("expected {slot} of at least 1, got {number}"));
            }
            "mate" => go.mate = Some(value as u32),
            "depth" => go.depth = Some(value.min(1000) as u32),
            "nodes" => go.nodes = Some(value),
            "movetime" => go.move_time = Some(value),
            "wtime" => go.left[0] = Some(value),
            "btime" => go.left[1] = Some(value),
            "winc" => go.more[0] = value,
            "binc" => go.more[1] = value,
            _ => go.moves_to_go = Some(value),
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read() {
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_string(),
            value: value.to_string(),
        };
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_string),
            moves: moves.iter().map(|it| it.to_string()).collect(),
        };
        for (line, command) in [
            ("uci", Command::Uci),
            ("isready", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("setoption name Hash value 32", set("Hash", "32")),
            ("setoption name Clear Hash", set("Clear Hash", "")),
            ("setoption name ProofDir value /a b/c", set("ProofDir", "/a b/c")),
            ("position startpos", position(None, &[])),
            ("position startpos moves e2e4 e7e5", position(None, &["e2e4", "e7e5"])),
            ("position fen 8/8 w - - 0 1", position(Some("8/8 w - - 0 1"), &[])),
            ("position fen 8/8 w - - moves a1a2", position(Some("8/8 w - -"), &["a1a2"])),
            ("stop", Command::Nothing),
            ("debug on", Command::Nothing),
            ("quit", Command::Quit),
            ("hello", Command::Unknown),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
        for line in ["setoption", "setoption Hash 3"] {
            assert!(matches!(read(line), Command::Bad(_)), "{line}");
        }
        for line in ["position", "position e4", "position fen"] {
            assert!(matches!(read(line), Command::NoPosition(_)), "{line}");
        }
    }

    #[test]
    fn bounds_of_a_search_are_read_and_others_passed_over() {
        let go = |line: &str| match read(line) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        };
        assert_eq!(go("go mate 3"), Go { mate: Some(3), ..Go::default() });
        assert_eq!(go("go"), Go::default());
        let clocks = go("go wtime 1000 btime -5 winc 10 binc 0 movestogo 4");
        assert_eq!((clocks.left, clocks.more), ([Some(1000), Some(0)], [10, 0]));
        assert_eq!(clocks.moves_to_go, Some(4));
        let bounds = go("go depth 4 nodes 5000 movetime 20 infinite");
        assert_eq!((bounds.depth, bounds.nodes, bounds.move_time), (Some(4), Some(5000), Some(20)));
        assert!(bounds.infinite && bounds.problems.is_empty());
        let moves = |moves: &[&str]| Some(moves.iter().map(|it| it.to_string()).collect());
        for line in ["go searchmoves e2e4 d2d4 mate 2", "go mate 2 searchmoves e2e4 d2d4"] {
            let expected =
                Go { search_moves: moves(&["e2e4", "d2d4"]), mate: Some(2), ..Go::default() };
            assert_eq!(go(line), expected, "{line}");
        }
        for bad in [
            "go mate 0",
            "go mate 1000000000",
            "go mate",
            "go mate x",
            "go depth 0",
            "go nodes -3",
            "go away",
            "go searchmoves",
        ] {
            assert!(!go(bad).problems.is_empty(), "{bad}");
            assert_eq!(Go { problems: vec![], ..go(bad) }, Go::default(), "{bad}");
        }
    }
}
