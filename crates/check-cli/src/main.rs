//! `quod-check FILE [--game G] [--position P] [--claim C] [--tables DIR]`: does a certificate prove what it states?
//!
//! For the sceptic: this file, the rules, the reader of certificates and the checker are all there is
//! between a file and the word VERIFIED. Exit code: 0 verified; 1 anything wrong with the file's bytes
//! or content, or with a table that it rests on; 2 usage, or the file or the directory of tables cannot be
//! read.
#![forbid(unsafe_code)]

use std::fs::{self, File};
use std::io::{BufReader, Read, Write, stdout};
use std::process::ExitCode;
use std::thread::available_parallelism;

use quod_cert::{MAGIC, Packed, Place, Proof, Reason, Reject, printable, read_packed};
use quod_check::{
    Limits, Source, Tables, advised, assuming, check_with, require, statement, understand,
};
use quod_game::{Game, NotationError};
use quod_rules::{Visitor, open};

const USAGE: &str =
    "quod-check FILE [--game G] [--position P] [--claim C] [--tables DIR] [--threads N]";

/// What the command line asks for.
#[derive(Default)]
struct Asked {
    file: String,
    game: Option<String>,
    position: Option<String>,
    claim: Option<String>,
    tables: Option<String>,
    threads: Option<String>,
}

impl Asked {
    /// As many threads as are asked for; all processors if that is left open.
    fn threads(&self) -> Result<usize, Failure> {
        let Some(threads) = &self.threads else {
            return Ok(available_parallelism().map_or(1, usize::from));
        };
        threads.parse().ok().filter(|it| *it > 0).ok_or_else(|| {
            Failure::Error(format!(
                "--threads: expected a whole number of at least 1, got {threads:?}"
            ))
        })
    }
}

/// A directory with tables.
struct Directory<'a>(&'a str);

impl Tables for Directory<'_> {
    fn open(&self, game: &str, layer: u32) -> Result<(String, Box<dyn Source>), String> {
        let family = game.split(':').next().unwrap_or_default();
        let place = format!("{}/{family}-{layer:02}.qtab", self.0);
        match File::open(&place) {
            Ok(file) => Ok((place, Box::new(BufReader::new(file)))),
            Err(error) => Err(format!("{place}: expected a readable file, got: {error}")),
        }
    }
}

/// Why nothing was verified.
enum Failure {
    Rejected(Reject),
    /// The place, what was expected, what was there.
    Error(String),
}

impl From<Reject> for Failure {
    fn from(reject: Reject) -> Failure {
        Failure::Rejected(reject)
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::Error(error.to_string())
    }
}

fn main() -> ExitCode {
    let (lines, code) = match arguments().and_then(|asked| verify(&asked)) {
        Ok(lines) => (lines, 0),
        Err(Failure::Rejected(reject)) => {
            let detail = printable(&reject.detail);
            eprintln!("rejected at {}: {}: {detail}", reject.place, reject.reason.word());
            (format!("s REJECTED {reject}"), 1)
        }
        Err(Failure::Error(error)) => {
            eprintln!("error: {}", printable(&error));
            return ExitCode::from(2);
        }
    };
    match writeln!(stdout(), "{lines}") {
        Ok(()) => ExitCode::from(code),
        Err(_) => ExitCode::from(2),
    }
}

fn arguments() -> Result<Asked, Failure> {
    let bad = |got: &str| Failure::Error(format!("arguments: expected {USAGE}, got {got}"));
    let mut asked = Asked::default();
    let mut words = std::env::args_os().skip(1).map(|word| word.into_string());
    while let Some(word) = words.next() {
        let word = word.map_err(|_| bad("text that is not UTF-8"))?;
        let slot = match word.as_str() {
            "--game" => &mut asked.game,
            "--position" => &mut asked.position,
            "--claim" => &mut asked.claim,
            "--tables" => &mut asked.tables,
            "--threads" => &mut asked.threads,
            _ if asked.file.is_empty() && !word.starts_with("--") => {
                asked.file = word;
                continue;
            }
            _ => return Err(bad(&format!("{word:?}"))),
        };
        match words.next() {
            Some(Ok(value)) if slot.is_none() => *slot = Some(value),
            _ => return Err(bad(&format!("{word} twice or without a value"))),
        }
    }
    if asked.file.is_empty() { Err(bad("no file")) } else { Ok(asked) }
}

/// What is printed for a certificate that proves what it states, and what was asked for: the kinds of
/// evidence that it uses, and the last line.
fn verify(asked: &Asked) -> Result<String, Failure> {
    let threads = asked.threads()?;
    let unreadable =
        |error| Failure::Error(format!("{}: expected a readable file, got: {error}", asked.file));
    let mut file = File::open(&asked.file).map_err(unreadable)?;
    if let Some(directory) = &asked.tables {
        let unreadable = |error| {
            Failure::Error(format!("{directory}: expected a readable directory, got: {error}"))
        };
        fs::read_dir(directory).map_err(unreadable)?;
    }
    let name = asked.game.as_ref().map(|game| open(game, Name)).transpose()?;
    // What does not begin as a certificate is not read on: it might have no end.
    let mut bytes = Vec::new();
    (&mut file).take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes == MAGIC {
        file.read_to_end(&mut bytes).map_err(unreadable)?;
    }
    let certificate = read_packed(&bytes)?;
    drop(bytes);
    let own = &certificate.head().game;
    let header = |reason, detail| Reject::new(reason, Place::Header, detail);
    if let Some(name) = name
        && name != *own
    {
        let detail = format!("{name} expected, {own} found");
        return Err(header(Reason::OtherStatement, detail).into());
    }
    open(own, Check { certificate: &certificate, asked, threads })
        .map_err(|error| header(Reason::UnknownGame, error.to_string()))?
}

/// Asks for a game's full name.
struct Name;

impl Visitor for Name {
    type Output = String;

    fn visit<G: Game + 'static>(self, game: G) -> String {
        game.name()
    }
}

/// Checks a certificate by the rules of its game.
struct Check<'a> {
    certificate: &'a Packed,
    asked: &'a Asked,
    threads: usize,
}

impl Visitor for Check<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game + 'static>(self, game: G) -> Result<String, Failure> {
        let position = self.asked.position.as_deref();
        let claim = self.asked.claim.as_deref();
        position.map(|text| game.parse_position(text)).transpose()?;
        claim.map(|text| understand(&game, text)).transpose()?;
        let head = self.certificate.head();
        require(&game, head, position, claim)?;
        let directory = self.asked.tables.as_deref().map(Directory);
        let tables: &dyn Tables = directory.as_ref().map_or(&(), |it| it);
        let limits = Limits { threads: self.threads, ..Limits::default() };
        let verified = check_with(&game, self.certificate, &limits, tables)
            .map_err(|reject| advised(reject, head))?;
        let statement = statement(&game, head)?;
        let (evidence, assuming) = (verified.evidence(), assuming(&verified.assumes));
        Ok(format!("evidence: {evidence}\ns VERIFIED {statement}{assuming}"))
    }
}
