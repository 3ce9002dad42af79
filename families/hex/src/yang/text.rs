//! Reads the lines of a file of patterns.
//!
//! A line is a word and numbers; commas, quotes and empty lines mean nothing.
//! `#BOARDSIZE n` may come first (9 if it does not). Then, for each pattern, `RN` its number, `BT` the number of
//! its branches, and for each branch `BN` its number from 0, `WM` how many replies and which, `BM` the
//! answer, `ND` the number of parts, `PS` the patterns of the parts unless there are none, and `PP` for
//! each part its pattern and the cells here that are cells 1, 2, … of that pattern.

use crate::wrong_line::WrongLine;

/// The lines of a file, sorted.
pub struct YangFile {
    /// Rows and columns of the board.
    pub side: i16,
    /// The patterns in the order of the file.
    pub patterns: Vec<Pattern>,
    /// How many lines there are.
    pub lines: usize,
}

/// A pattern: how every reply on its cells is answered.
pub struct Pattern {
    /// Where it begins.
    pub line: usize,
    /// Its number.
    pub number: u32,
    /// Its branches.
    pub branches: Vec<Branch>,
}

/// Replies with the same answer.
#[derive(Clone)]
pub struct Branch {
    /// Where the replies stand.
    pub line: usize,
    /// The replies, cells of the pattern from 1.
    pub replies: Vec<u16>,
    /// The answer.
    pub answer: u16,
    /// The patterns into which the rest falls apart.
    pub parts: Vec<Call>,
}

/// A pattern that stands in another.
#[derive(Clone)]
pub struct Call {
    /// Where it stands.
    pub line: usize,
    /// Its number.
    pub number: u32,
    /// For each of its cells the cell of the pattern that calls.
    pub cells: Vec<u16>,
}

/// A line that means something.
struct Line {
    number: usize,
    word: String,
    values: Vec<u32>,
}

impl Line {
    fn wrong(&self, expected: impl Into<String>) -> WrongLine {
        let values: Vec<String> = self.values.iter().take(20).map(u32::to_string).collect();
        let more = if self.values.len() > 20 { " …" } else { "" };
        WrongLine::new(
            self.number,
            expected,
            format!("\"{} {}{more}\"", self.word, values.join(" ")),
        )
    }

    /// The numbers as cells of a pattern.
    fn cells(&self, values: &[u32]) -> Result<Vec<u16>, WrongLine> {
        let cell = |&it: &u32| u16::try_from(it).ok().filter(|&it| it > 0);
        let cells: Option<Vec<u16>> = values.iter().map(cell).collect();
        cells.ok_or_else(|| self.wrong("numbers of cells, from 1"))
    }
}

/// The lines, one after the other.
struct Lines {
    all: Vec<Line>,
    at: usize,
    end: usize,
}

impl Lines {
    fn peek(&self) -> Option<&Line> {
        self.all.get(self.at)
    }

    /// The next line, which begins with this word.
    fn take(&mut self, word: &str, what: &str) -> Result<&Line, WrongLine> {
        let expected = || format!("{word}, {what}");
        let Some(line) = self.all.get(self.at) else {
            return Err(WrongLine::new(self.end, expected(), "the end"));
        };
        if line.word != word {
            return Err(line.wrong(expected()));
        }
        self.at += 1;
        Ok(line)
    }

    /// The next line, which has this word and one number.
    fn number(&mut self, word: &str, what: &str) -> Result<(usize, u32), WrongLine> {
        let line = self.take(word, what)?;
        match line.values[..] {
            [value] => Ok((line.number, value)),
            _ => Err(line.wrong(format!("{word} and {what}"))),
        }
    }

    fn pattern(&mut self) -> Result<Pattern, WrongLine> {
        let (line, number) = self.number("RN", "the number of a pattern")?;
        let (_, count) = self.number("BT", "how many branches there are")?;
        let mut branches = Vec::new();
        for at in 0..count {
            let what = format!("branch {at} of {count} of pattern {number}");
            let (line, own) = self.number("BN", &what)?;
            if own != at {
                return Err(WrongLine::new(line, format!("BN {at}"), format!("\"BN {own}\"")));
            }
            branches.push(self.branch()?);
        }
        Ok(Pattern { line, number, branches })
    }

    fn branch(&mut self) -> Result<Branch, WrongLine> {
        let line = self.take("WM", "the opponent's replies")?;
        let replies = match line.values.split_first() {
            Some((&count, cells)) if count as usize == cells.len() => line.cells(cells)?,
            _ => return Err(line.wrong(format!("WM, {}", counted(&line.values)))),
        };
        let at = line.number;
        let line = self.take("BM", "the answer")?;
        let answer = match line.cells(&line.values)?[..] {
            [answer] => answer,
            _ => return Err(line.wrong("BM and one cell")),
        };
        let (_, count) = self.number("ND", "how many parts there are")?;
        let mut numbers = Vec::new();
        if count > 0 || self.peek().is_some_and(|it| it.word == "PS") {
            let line = self.take("PS", "the patterns of the parts")?;
            if line.values.len() != count as usize {
                return Err(line.wrong(format!("PS and {count} numbers of patterns, as ND says")));
            }
            numbers.clone_from(&line.values);
        }
        let part = |&number: &u32| {
            let line = self.take("PP", &format!("where pattern {number} stands"))?;
            match line.values.split_first() {
                Some((&own, cells)) if own == number => {
                    Ok(Call { line: line.number, number, cells: line.cells(cells)? })
                }
                _ => Err(line.wrong(format!("PP {number} and cells, as PS says"))),
            }
        };
        let parts = numbers.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Branch { line: at, replies, answer, parts })
    }
}

/// What a line of replies should hold, by what it holds.
fn counted(values: &[u32]) -> String {
    match values {
        [] => "how many replies there are, and these".to_string(),
        [count, cells @ ..] => format!("{count} replies (there are {})", cells.len()),
    }
}

/// Reads a file.
///
/// # Errors
/// All lines that are wrong; after one the reader goes on with the next pattern.
pub fn read(text: &str) -> Result<YangFile, Vec<WrongLine>> {
    let (mut wrong, mut side, mut all) = (Vec::new(), 9, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.replace(['"', ','], " ");
        let mut words = plain.split_whitespace();
        let Some(word) = words.next() else { continue };
        let values: Option<Vec<u32>> = words.map(|it| it.parse().ok()).collect();
        let got = || format!("\"{}\"", line.chars().take(60).collect::<String>());
        let Some(values) = values else {
            wrong.push(WrongLine::new(number, "a word and numbers", got()));
            continue;
        };
        if word != "#BOARDSIZE" {
            all.push(Line { number, word: word.to_string(), values });
            continue;
        }
        match values[..] {
            [value @ (3 | 5 | 7 | 9 | 11)] if all.is_empty() => side = value as i16,
            _ => wrong.push(WrongLine::new(number, "an odd board from 3 to 11, once", got())),
        }
    }
    let lines = text.lines().count();
    let mut rest = Lines { all, at: 0, end: lines.max(1) };
    let mut patterns = Vec::new();
    while rest.peek().is_some() {
        match rest.pattern() {
            Ok(pattern) => patterns.push(pattern),
            Err(error) => {
                wrong.push(error);
                let next = rest.all[rest.at..].iter().skip(1).position(|it| it.word == "RN");
                rest.at = next.map_or(rest.all.len(), |it| rest.at + 1 + it);
            }
        }
    }
    match wrong.is_empty() {
        true => Ok(YangFile { side, patterns, lines: lines.max(1) }),
        false => Err(wrong),
    }
}
