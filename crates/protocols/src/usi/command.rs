//! What a line says, as far as the protocol goes.

use crate::words::{self, quoted};

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Usi,
    /// Answer as soon as you can.
    IsReady,
    /// The next position is of another game.
    NewGame,
    /// Sets an option.
    SetOption { name: String, value: String },
    /// A position, `None` for the start of a game of shogi, and moves from there.
    Position { sfen: Option<String>, moves: Vec<String> },
    /// A position that is none, and what is wrong with it.
    NoPosition(String),
    /// Searches for a mate; without a number of milliseconds until there is an answer.
    Mate(Option<u64>),
    /// The same with something else than a number, which is said here.
    NoMate(String),
    /// Asks for a move.
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

/// What the search for a move is bounded by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds for the move.
    pub move_time: Option<u64>,
    /// Milliseconds left to Black and White.
    pub left: [Option<u64>; 2],
    /// Milliseconds that each move adds.
    pub more: [u64; 2],
    /// Milliseconds for each move when the others are used up.
    pub byoyomi: Option<u64>,
    /// On until `stop`.
    pub infinite: bool,
    /// What was passed over.
    pub problems: Vec<String>,
}

/// Whether a line ends the search at work.
pub fn is_stop(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("stop" | "ponderhit" | "gameover"))
}

/// Reads a line.
pub fn read(line: &str) -> Command {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "usinewgame" => Command::NewGame,
        "setoption" => match words::option(rest) {
            Ok((name, value)) => Command::SetOption { name, value },
            Err(problem) => Command::Bad(problem),
        },
        "position" => position(rest),
        "go" => match rest.strip_prefix("mate") {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                mate(rest.trim())
            }
            _ => Command::Go(go(rest)),
        },
        "stop" | "ponderhit" | "gameover" => Command::Nothing,
        "quit" => Command::Quit,
        _ => Command::Unknown,
    }
}

fn position(rest: &str) -> Command {
    let (from, moves) = rest.split_once("moves").unwrap_or((rest, ""));
    let moves = moves.split_whitespace().map(str::to_string).collect();
    match from.trim().split_once(char::is_whitespace) {
        None if from.trim() == "startpos" => Command::Position { sfen: None, moves },
        Some(("sfen", sfen)) => Command::Position { sfen: Some(sfen.trim().to_string()), moves },
        _ => {
            let got = quoted(rest);
            let expected = "expected position sfen SFEN, then moves …";
            Command::NoPosition(format!("{expected}, got {got}"))
        }
    }
}

fn mate(rest: &str) -> Command {
    match rest {
        "" | "infinite" => Command::Mate(None),
        _ => match rest.parse::<i128>() {
            Ok(time) => Command::Mate(Some(time.clamp(0, u64::MAX.into()) as u64)),
            Err(_) => {
                let got = quoted(rest);
                Command::NoMate(format!("expected go mate MILLISECONDS or infinite, got {got}"))
            }
        },
    }
}

fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" | "ponder" => {
                go.infinite = true;
                continue;
            }
            "depth" | "nodes" | "movetime" | "btime" | "wtime" | "binc" | "winc" | "byoyomi" => {}
            _ => {
                go.problems.push(format!("expected a bound of go, got {}", quoted(word)));
                continue;
            }
        }
        let text = words.next_if(|it| it.parse::<i128>().is_ok());
        let Some(number) = text.and_then(|it| it.parse::<i128>().ok()) else {
            let got = words.peek().map_or("nothing".to_string(), |it| quoted(it));
            go.problems.push(format!("expected a number behind {word}, got {got}"));
            continue;
        };
        // Interfaces send what is left even when it is less than nothing.
        let value = number.clamp(0, u64::MAX.into()) as u64;
        match word {
            "depth" | "nodes" if number < 1 => {
                go.problems.push(format!("expected {word} of at least 1, got {number}"));
            }
            "depth" => go.depth = Some(value.min(1000) as u32),
            "nodes" => go.nodes = Some(value),
            "movetime" => go.move_time = Some(value),
            "btime" => go.left[0] = Some(value),
            "wtime" => go.left[1] = Some(value),
            "binc" => go.more[0] = value,
            "winc" => go.more[1] = value,
            _ => go.byoyomi = Some(value),
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
        let position = |sfen: Option<&str>, moves: &[&str]| Command::Position {
            sfen: sfen.map(str::to_string),
            moves: moves.iter().map(|it| it.to_string()).collect(),
        };
        for (line, command) in [
            ("usi", Command::Usi),
            ("isready", Command::IsReady),
            ("usinewgame", Command::NewGame),
            ("setoption name USI_Hash value 32", set("USI_Hash", "32")),
            ("setoption name ProofFile value /a b/c", set("ProofFile", "/a b/c")),
            ("position startpos moves 7g7f", position(None, &["7g7f"])),
            ("position sfen 9/9 b - 1", position(Some("9/9 b - 1"), &[])),
            ("position sfen 9/9 b G 1 moves G*1b", position(Some("9/9 b G 1"), &["G*1b"])),
            ("go mate", Command::Mate(None)),
            ("go mate infinite", Command::Mate(None)),
            ("go mate 5000", Command::Mate(Some(5000))),
            ("go mate -1", Command::Mate(Some(0))),
            ("go", Command::Go(Go::default())),
            ("stop", Command::Nothing),
            ("gameover win", Command::Nothing),
            ("quit", Command::Quit),
            ("uci", Command::Unknown),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
        for line in ["setoption", "setoption USI_Hash 3"] {
            assert!(matches!(read(line), Command::Bad(_)), "{line}");
        }
        for line in ["position", "position 7g7f", "position sfen"] {
            assert!(matches!(read(line), Command::NoPosition(_)), "{line}");
        }
        for line in
            ["go mate x", "go mate 5 6", "go mate 99999999999999999999999999999999999999999"]
        {
            assert!(matches!(read(line), Command::NoMate(_)), "{line}");
        }
    }

    #[test]
    fn clocks_are_read_and_other_words_passed_over() {
        let go = |line: &str| match read(line) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        };
        let clocks = go("go btime 1000 wtime -5 byoyomi 300 binc 10 winc 0");
        assert_eq!((clocks.left, clocks.more), ([Some(1000), Some(0)], [10, 0]));
        assert_eq!(clocks.byoyomi, Some(300));
        let bounds = go("go depth 4 nodes 5000 movetime 20 infinite");
        assert_eq!((bounds.depth, bounds.nodes, bounds.move_time), (Some(4), Some(5000), Some(20)));
        assert!(bounds.infinite && bounds.problems.is_empty());
        for bad in ["go depth 0", "go nodes -3", "go btime", "go byoyomi x", "go away", "go mates"]
        {
            assert!(!go(bad).problems.is_empty(), "{bad}");
            assert_eq!(Go { problems: vec![], ..go(bad) }, Go::default(), "{bad}");
        }
    }
}
