//! Reads a file of and/or trees (`docs/formats/autotree.md`).
//!
//! A file is a list of expressions in parentheses: the board first, then the patterns. `//` begins a comment
//! that goes on to the end of the line.

use super::{And, Autotree, Border, Call, Cell, End, Group, Kind, MOST_SIDE, Pattern};
use crate::wrong_line::WrongLine;

/// The most brackets within one another.
const MOST_NESTED: usize = 500;

/// A sign of the file: a bracket, or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    line: usize,
    text: String,
}

/// An end by its name on a board, or what would have been right.
fn end(text: &str, columns: u16, rows: u16) -> Option<End> {
    if let Some(border) = Border::ALL.into_iter().find(|it| it.name() == text) {
        return Some(End::Border(border));
    }
    let (column, row) = cell_name(text)?;
    (column < columns && (1..=rows).contains(&row))
        .then(|| End::Cell(Cell::new(column, row - 1, columns)))
}

/// Column from 0 and row from 1 of a word that has the form of a cell: a letter and a number.
fn cell_name(text: &str) -> Option<(u16, u16)> {
    let (first, rest) = text.split_at_checked(1)?;
    let letter = first.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| (u16::from(letter - b'a'), rest.parse().unwrap_or(u16::MAX)))
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// The last line.
    end: usize,
    columns: u16,
    rows: u16,
}

type Read<T> = Result<T, WrongLine>;

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |it| &it.text)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |it| it.line)
    }

    /// What stands here is wrong.
    fn wrong<T>(&self, expected: impl Into<String>) -> Read<T> {
        let got = self.tokens.get(self.at).map(|it| it.text.chars().take(40).collect::<String>());
        let got = got.map_or("the end".to_string(), |it| format!("\"{it}\""));
        Err(WrongLine::new(self.line(), expected, got))
    }

    /// The next sign, which is this bracket.
    fn take(&mut self, bracket: &str, what: &str) -> Read<usize> {
        if self.peek() != bracket {
            return self.wrong(format!("\"{bracket}\", {what}"));
        }
        self.at += 1;
        Ok(self.tokens[self.at - 1].line)
    }

    fn is_word(&self) -> bool {
        !matches!(self.peek(), "" | "(" | ")" | "[" | "]")
    }

    fn word(&mut self, what: &str) -> Read<String> {
        if !self.is_word() {
            return self.wrong(what);
        }
        self.at += 1;
        Ok(self.tokens[self.at - 1].text.clone())
    }

    fn side(&mut self, what: &str) -> Read<u16> {
        match self.peek().parse() {
            Ok(side @ 1..=MOST_SIDE) => {
                self.at += 1;
                Ok(side)
            }
            _ => self.wrong(format!("{what}, from 1 to {MOST_SIDE}")),
        }
    }

    /// `(board COLUMNS ROWS)`.
    fn board(&mut self) -> Read<()> {
        self.take("(", "the board: (board COLUMNS ROWS)")?;
        if self.peek() != "board" {
            return self.wrong("the board first: (board COLUMNS ROWS)");
        }
        self.at += 1;
        self.columns = self.side("how many columns the board has")?;
        self.rows = self.side("how many rows the board has")?;
        self.take(")", "the end of the board")?;
        Ok(())
    }

    fn last_cell(&self) -> String {
        Cell::new(self.columns - 1, self.rows - 1, self.columns).name(self.columns)
    }

    /// The next word as an end.
    fn end(&mut self) -> Read<End> {
        match end(self.peek(), self.columns, self.rows) {
            Some(end) => {
                self.at += 1;
                Ok(end)
            }
            None => self.wrong(format!(
                "a cell of the board, a1 to {}, or a border, TL, BR, TR or BL",
                self.last_cell()
            )),
        }
    }

    fn cell(&mut self) -> Read<Cell> {
        match end(self.peek(), self.columns, self.rows) {
            Some(End::Cell(cell)) => {
                self.at += 1;
                Ok(cell)
            }
            _ => self.wrong(format!("a cell of the board, a1 to {}", self.last_cell())),
        }
    }

    /// A list in parentheses.
    fn list<T>(&mut self, what: &str, item: impl Fn(&mut Reader) -> Read<T>) -> Read<Vec<T>> {
        self.take("(", what)?;
        let mut all = Vec::new();
        while self.peek() != ")" {
            all.push(item(self)?);
        }
        self.at += 1;
        Ok(all)
    }

    fn pattern(&mut self) -> Read<Pattern> {
        self.take("(", "a pattern")?;
        let line = self.line();
        let name = self.word("the name of a pattern")?;
        if end(&name, MOST_SIDE, MOST_SIDE).is_some() || cell_name(&name).is_some() {
            self.at -= 1;
            return self.wrong("the name of a pattern, which looks like no cell or border");
        }
        let claims = self.list("the connections: ((END END) …)", |it| {
            it.take("(", "a connection: (END END)")?;
            let ends = [it.end()?, it.end()?];
            it.take(")", "the end of a connection of two ends")?;
            Ok(ends)
        })?;
        let empty = self.list("the cells that must be empty", Reader::cell)?;
        let played = self.list("the stones and borders that are there", Reader::end)?;
        let body_line = self.line();
        let body = match self.peek() {
            "(" => self.and(0)?,
            "[" => And { line: body_line, key: None, groups: self.groups(0)? },
            _ => return self.wrong("\"[\" or \"(\", the tree of the pattern"),
        };
        self.take(")", "the end of the pattern")?;
        Ok(Pattern { line, name, claims, empty, played, body })
    }

    /// Groups up to a parenthesis that closes.
    fn groups(&mut self, depth: usize) -> Read<Vec<Group>> {
        let mut groups = Vec::new();
        while self.peek() != ")" {
            groups.push(self.group(depth)?);
        }
        Ok(groups)
    }

    /// `(CELL GROUP …)`.
    fn and(&mut self, depth: usize) -> Read<And> {
        if depth > MOST_NESTED {
            return self.wrong(format!("at most {MOST_NESTED} brackets within one another"));
        }
        let line = self.take("(", "an answer: (CELL …)")?;
        let key = Some(self.cell()?);
        let groups = self.groups(depth + 1)?;
        self.at += 1;
        Ok(And { line, key, groups })
    }

    /// `[(…) …]`: answers, or a pattern.
    fn group(&mut self, depth: usize) -> Read<Group> {
        let line = self.take("[", "answers to the opponent's move: [(CELL …) …]")?;
        let second = self.tokens.get(self.at + 1).map_or("", |it| &it.text);
        let calls = self.peek() == "(" && cell_name(second).is_none();
        let kind = if calls {
            self.at += 1;
            let pattern = self.word("a cell or the name of a pattern")?;
            let cells = self.list("the cells that must be empty", Reader::cell)?;
            let played = self.list("the stones and borders that are there", Reader::end)?;
            self.take(")", "the end of a call")?;
            Kind::Call(Call { pattern, cells, played })
        } else {
            let mut answers = Vec::new();
            while self.peek() != "]" {
                answers.push(self.and(depth + 1)?);
            }
            Kind::Or(answers)
        };
        self.take("]", if calls { "a pattern alone in its brackets" } else { "" })?;
        Ok(Group { line, kind })
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let plain = content.split("//").next().unwrap_or("");
        let mut word = String::new();
        for letter in plain.chars().chain([' ']) {
            let bracket = "()[]".contains(letter);
            if !bracket && !letter.is_whitespace() {
                word.push(letter);
                continue;
            }
            if !word.is_empty() {
                all.push(Token { line, text: std::mem::take(&mut word) });
            }
            if bracket {
                all.push(Token { line, text: letter.to_string() });
            }
        }
    }
    all
}

/// Reads a file.
///
/// # Errors
/// All expressions that are wrong, each with its first wrong line. After one the reader goes on with the next line
/// that begins with a parenthesis.
pub fn read(text: &str) -> Result<Autotree, Vec<WrongLine>> {
    let starts: Vec<usize> =
        (1..).zip(text.lines()).filter(|it| it.1.starts_with('(')).map(|it| it.0).collect();
    let end = text.lines().count().max(1);
    let mut it = Reader { tokens: tokens(text), at: 0, end, columns: 1, rows: 1 };
    it.board().map_err(|error| vec![error])?;
    let (mut wrong, mut patterns) = (Vec::new(), Vec::new());
    while it.at < it.tokens.len() {
        match it.pattern() {
            Ok(pattern) => patterns.push(pattern),
            Err(error) => {
                let next = starts.iter().copied().find(|&start| start > error.line);
                it.at = next.map_or(it.tokens.len(), |next| {
                    it.tokens.partition_point(|token| token.line < next)
                });
                wrong.push(error);
            }
        }
    }
    if patterns.is_empty() && wrong.is_empty() {
        wrong.push(WrongLine::new(end, "a pattern", "the end"));
    }
    match wrong.is_empty() {
        true => Ok(Autotree { columns: it.columns, rows: it.rows, patterns }),
        false => Err(wrong),
    }
}
