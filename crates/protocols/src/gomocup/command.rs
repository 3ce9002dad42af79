//! What a line says, as far as the protocol goes.

/// Column and row, numbered from 0.
pub type Place = (usize, usize);

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a board of so many columns and rows: `START` or `RECTSTART`.
    Start(usize, usize),
    /// The same board, empty.
    Restart,
    /// The brain makes the first move.
    Begin,
    /// The other's move.
    Turn(Place),
    /// The brain's own move, imposed.
    Play(Place),
    /// A stone is taken off.
    TakeBack(Place),
    /// A position follows.
    Board,
    /// The stones of an opening by swap2 follow.
    Swap2Board,
    /// The end of either.
    Done,
    /// Something to know: a key and its value.
    Info(String, String),
    /// Who are you?
    About,
    /// Stop.
    End,
    /// A word of the protocol with something else behind it than what belongs there, which is said here.
    Bad(&'static str),
    /// No word of the protocol.
    Unknown,
}

/// Two numbers with a comma between them.
pub fn place(text: &str) -> Option<Place> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Two numbers with blanks or a comma between them.
fn extent(text: &str) -> Option<(usize, usize)> {
    let numbers: Result<Vec<usize>, _> =
        text.split([' ', '\t', ',']).filter(|it| !it.is_empty()).map(str::parse).collect();
    match numbers.ok()?[..] {
        [width, height] => Some((width, height)),
        _ => None,
    }
}

/// Reads a line, in capitals or not.
pub fn read(line: &str) -> Command {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let at =
        |make: fn(Place) -> Command, expected| place(rest).map_or(Command::Bad(expected), make);
    let bare = |command: Command, expected| match rest {
        "" => command,
        _ => Command::Bad(expected),
    };
    match word.to_ascii_uppercase().as_str() {
        // Yixin and those who follow it send columns and rows here too.
        "START" => match rest.parse().map(|size| (size, size)).ok().or_else(|| extent(rest)) {
            Some((width, height)) => Command::Start(width, height),
            None => Command::Bad("expected START size"),
        },
        "RECTSTART" => {
            at(|(width, height)| Command::Start(width, height), "expected RECTSTART width,height")
        }
        "RESTART" => bare(Command::Restart, "expected RESTART alone"),
        "BEGIN" => bare(Command::Begin, "expected BEGIN alone"),
        "TURN" => at(Command::Turn, "expected TURN x,y"),
        "PLAY" => at(Command::Play, "expected PLAY x,y"),
        "TAKEBACK" => at(Command::TakeBack, "expected TAKEBACK x,y"),
        "BOARD" => bare(Command::Board, "expected BOARD alone"),
        "SWAP2BOARD" => bare(Command::Swap2Board, "expected SWAP2BOARD alone"),
        "DONE" => bare(Command::Done, "expected DONE alone"),
        "INFO" => {
            let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Command::Info(key.to_ascii_lowercase(), value.trim().to_string())
        }
        "ABOUT" => Command::About,
        "END" => Command::End,
        _ => Command::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read() {
        for (line, command) in [
            ("START 20", Command::Start(20, 20)),
            ("start 15 15", Command::Start(15, 15)),
            ("START 15,15", Command::Start(15, 15)),
            ("start 5 6", Command::Start(5, 6)),
            ("rectstart 10, 12", Command::Start(10, 12)),
            ("RESTART", Command::Restart),
            ("Begin", Command::Begin),
            ("TURN 3,4", Command::Turn((3, 4))),
            ("TURN   3 , 4", Command::Turn((3, 4))),
            ("PLAY 0,19", Command::Play((0, 19))),
            ("TAKEBACK 1,2", Command::TakeBack((1, 2))),
            ("BOARD", Command::Board),
            ("SWAP2BOARD", Command::Swap2Board),
            ("DONE", Command::Done),
            ("ABOUT", Command::About),
            ("END", Command::End),
            ("INFO rule 1", Command::Info("rule".into(), "1".into())),
            ("INFO folder C:\\a b", Command::Info("folder".into(), "C:\\a b".into())),
            ("INFO", Command::Info(String::new(), String::new())),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }

    #[test]
    fn halves_of_lines_are_bad_or_unknown() {
        for line in [
            "START",
            "START x",
            "START -5",
            "START 5 5 5",
            "START 5 x",
            "RECTSTART 20",
            "TURN",
            "TURN 7",
            "TURN 7,",
            "TURN ,7",
            "TURN 7,7,1",
            "TURN a,b",
            "TURN -1,2",
            "TURN 99999999999999999999,1",
            "PLAY",
            "TAKEBACK 1",
            "BEGIN 1",
            "BOARD 1",
            "DONE 1",
            "RESTART x",
            "SWAP2BOARD 1,1",
        ] {
            assert!(matches!(read(line), Command::Bad(_)), "{line}");
        }
        for line in ["TU", "RN 7,7", "7,7", "7,7,1", "HELLO", "SUGGEST 1,1", "\u{fffd}"] {
            assert_eq!(read(line), Command::Unknown, "{line}");
        }
    }
}
