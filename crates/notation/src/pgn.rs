//! Games of chess in PGN (portable game notation, import format of Edwards's standard of 1994).
//!
//! A file is a row of games: tags such as `[White "Anderssen, Adolf"]`, then the moves in short algebraic notation
//! and a result. Read are the tags and the moves of the main line, as they are written: which moves are legal, and
//! what they mean, the rules say. Passed over are comments (`{…}`, and from `;` to the end of a line), variations in
//! brackets, numeric glyphs (`$1`), move numbers, signs like `!?`, and lines that begin with `%`.
//!
//! Old files are in Latin-1: bytes that are no UTF-8 are read so.
//!
//! Games of other kinds are kept in the same way, and some write moves as bare numbers, which chess only knows as move
//! numbers: see `Words`.

use quod_game::NotationError;

/// One game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Names and values, as they stand.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, each with its line in the file.
    pub moves: Vec<(String, usize)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, if it is said behind the moves.
    pub result: Option<String>,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// The results that end a game's moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The games of a file, in order. A game that cannot be read is an error in its place, and reading goes on at the
/// next line that begins with `[Event `.
pub fn read(bytes: &[u8]) -> Vec<Result<PgnGame, NotationError>> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|it| char::from(*it)).collect(),
    };
    let mut reader = Reader::new(&text, Words::default());
    let mut games = Vec::new();
    loop {
        match reader.game() {
            Ok(game) if game.is_empty() => return games,
            Ok(game) => games.push(Ok(game)),
            Err(error) => {
                games.push(Err(error));
                reader.skip_to_event();
            }
        }
    }
}

/// The first game of a text; an empty one if it has none.
pub(crate) fn first(text: &str, words: Words) -> Result<PgnGame, NotationError> {
    Reader::new(text, words).game()
}

/// Which words are moves where chess reads something else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    /// A number without a full stop is a move.
    pub(crate) numbers: bool,
    /// `1-0` and `0-1` are moves.
    pub(crate) results: bool,
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    line: usize,
    words: Words,
}

impl Reader {
    fn new(text: &str, words: Words) -> Reader {
        let chars = text.trim_start_matches('\u{feff}').chars().collect();
        Reader { chars, at: 0, line: 1, words }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let it = self.peek()?;
        self.at += 1;
        self.line += usize::from(it == '\n');
        Some(it)
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || matches!(self.chars[self.at - 1], '\n' | '\r')
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|it| it != '\n') {}
    }

    fn skip_to_event(&mut self) {
        let event: Vec<char> = "[Event ".chars().collect();
        while self.at < self.chars.len() {
            self.skip_line();
            if self.chars[self.at..].starts_with(&event) {
                return;
            }
        }
    }

    /// Tags and moves up to a result, to the tags of another game, or to the end; an empty game at the end.
    fn game(&mut self) -> Result<PgnGame, NotationError> {
        let mut game = PgnGame::default();
        // The lines on which open variations began.
        let mut variations: Vec<usize> = Vec::new();
        while let Some(next) = self.peek() {
            let line = self.line;
            if next.is_whitespace() {
                self.next();
                continue;
            }
            if next == '%' && self.begins_line() {
                self.skip_line();
                continue;
            }
            if next == '[' && variations.is_empty() && !game.moves.is_empty() {
                return Ok(game);
            }
            if game.is_empty() {
                game.line = line;
            }
            match next {
                ';' => self.skip_line(),
                '{' => self.comment()?,
                '[' if variations.is_empty() => {
                    let tag = self.tag()?;
                    game.tags.push(tag);
                }
                '(' => {
                    variations.push(line);
                    self.next();
                }
                ')' => {
                    self.next();
                    variations.pop().ok_or_else(|| wrong(line, "a move or a result", ")"))?;
                }
                '[' | ']' | '}' => return Err(wrong(line, "a move or a result", next)),
                _ => {
                    let word = self.word();
                    let Some(word) = self.words.meant(&word) else { continue };
                    if !variations.is_empty() {
                        continue;
                    }
                    if self.words.are_result(word) {
                        game.result = Some(word.to_string());
                        return Ok(game);
                    }
                    game.moves.push((word.to_string(), line));
                }
            }
        }
        match variations.first() {
            Some(line) => Err(wrong(*line, "a variation that ends", "none that does")),
            None => Ok(game),
        }
    }

    fn comment(&mut self) -> Result<(), NotationError> {
        let line = self.line;
        while let Some(it) = self.next() {
            if it == '}' {
                return Ok(());
            }
        }
        Err(wrong(line, "a comment that ends", "none that does"))
    }

    /// `[Name "Value"]`; in the value a backslash stands before a quote or another backslash.
    fn tag(&mut self) -> Result<(String, String), NotationError> {
        let line = self.line;
        let bad = || wrong(line, "a tag [Name \"Value\"]", "something else");
        self.next();
        let mut name = String::new();
        while self.peek().is_some_and(|it| it != '"' && it != '\n' && it != ']') {
            name.extend(self.next());
        }
        let mut value = String::new();
        if self.next() != Some('"') || name.trim().is_empty() {
            return Err(bad());
        }
        loop {
            match self.next().filter(|it| *it != '\n').ok_or_else(bad)? {
                '"' => break,
                '\\' => value.extend(self.next()),
                it => value.push(it),
            }
        }
        while self.peek().is_some_and(|it| it == ' ' || it == '\t') {
            self.next();
        }
        if self.next() != Some(']') {
            return Err(bad());
        }
        Ok((name.trim().to_string(), value))
    }

    /// Up to a space or something that begins another thing.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while self.peek().is_some_and(|it| !it.is_whitespace() && !"{};()[]".contains(it)) {
            word.extend(self.next());
        }
        word
    }
}

impl Words {
    /// The word without a move number before it; `None` if nothing is left that says anything.
    fn meant(self, word: &str) -> Option<&str> {
        if RESULTS.contains(&word) {
            return Some(word);
        }
        let behind = word.trim_start_matches(|it: char| it.is_ascii_digit());
        // `0-0` begins with a digit and is a move.
        let word = match behind.starts_with(['.', '…']) || behind.is_empty() && !self.numbers {
            true => behind.trim_start_matches(['.', '…']),
            false => word,
        };
        let says_nothing =
            word.starts_with('$') || word == "e.p." || word.chars().all(|it| "!?".contains(it));
        (!says_nothing).then_some(word)
    }

    fn are_result(self, word: &str) -> bool {
        RESULTS.contains(&word) && !(self.results && matches!(word, "1-0" | "0-1"))
    }
}

fn wrong(line: usize, expected: &str, got: impl ToString) -> NotationError {
    NotationError::new(format!("line {line}"), expected, got.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(game: &PgnGame) -> Vec<&str> {
        game.moves.iter().map(|it| it.0.as_str()).collect()
    }

    #[test]
    fn tags_and_the_main_line_are_read_and_the_rest_is_passed_over() {
        let text = "\u{feff}% a remark\n[Event \"A \\\"match\\\"\"]\n[White \"Müller\"]\n\n\
            1.e4 {best (by test) [%clk 0:01]} e5 $1 2. Nf3!? (2. f4 exf4 (2... d5 {x)}) 3. Bc4) 2... Nc6\n\
            ; to the end of the line 3. Bb5\n3 O-O ! 3… 0-0 e.p. 1/2-1/2\n";
        let games = read(text.as_bytes());
        let [Ok(game)] = &games[..] else { panic!("{games:?}") };
        assert_eq!((game.line, game.tag("Event")), (2, Some("A \"match\"")));
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("Müller"), None));
        assert_eq!(words(game), ["e4", "e5", "Nf3!?", "Nc6", "O-O", "0-0"]);
        assert_eq!((game.moves[4].1, game.result.as_deref()), (7, Some("1/2-1/2")));
    }

    #[test]
    fn games_end_at_a_result_or_before_the_tags_of_another() {
        let text = "1. e4 *\n1. d4 d5\n[Event \"b\"]\n[Site \"c\"]\n\n1-0\n[Event \"d\"]\n1. c4\n";
        let games: Vec<PgnGame> = read(text.as_bytes()).into_iter().map(Result::unwrap).collect();
        let found: Vec<(usize, usize, Vec<&str>, Option<&str>)> = (games.iter())
            .map(|it| (it.line, it.tags.len(), words(it), it.result.as_deref()))
            .collect();
        let expected = [
            (1, 0, vec!["e4"], Some("*")),
            (2, 0, vec!["d4", "d5"], None),
            (3, 2, vec![], Some("1-0")),
            (7, 1, vec!["c4"], None),
        ];
        assert_eq!(found, expected);
        assert!(read(b" \n ").is_empty());
    }

    #[test]
    fn latin_1_is_read_where_a_file_is_no_utf_8() {
        let games = read(b"[White \"M\xfcller\"]\n1. e4 *");
        assert_eq!(games[0].as_ref().unwrap().tag("White"), Some("Müller"));
    }

    #[test]
    fn a_game_that_cannot_be_read_names_its_line_and_the_next_one_is_read() {
        for (bad, line, expected) in [
            ("1. e4 {never ends", 1, "a comment that ends"),
            ("1. e4\n(1. d4", 2, "a variation that ends"),
            ("1. e4 )", 1, "a move or a result"),
            ("1. e4\n}", 2, "a move or a result"),
            ("1. e4 (d4 [x", 1, "a move or a result"),
            ("[White", 1, "a tag [Name \"Value\"]"),
            ("[White \"a\nb\"]", 1, "a tag [Name \"Value\"]"),
            ("[\"a\"]", 1, "a tag [Name \"Value\"]"),
            ("[White \"a\" b]", 1, "a tag [Name \"Value\"]"),
        ] {
            let error = read(bad.as_bytes())[0].clone().unwrap_err().to_string();
            assert!(error.contains(&format!("line {line}")) && error.contains(expected), "{error}");
        }
        let games = read(b"[Event \"a\"]\n1. e4 ) e5\n1-0\n\n[Event \"b\"]\n1. d4 0-1\n");
        assert!(games[0].is_err());
        assert_eq!(words(games[1].as_ref().unwrap()), ["d4"]);
        assert_eq!(games.len(), 2);
    }
}
