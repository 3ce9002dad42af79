//! Holds checkers to each other: the same mutants of certificates of every kind are put to all of them.
//!
//! The checker of this library is asked first. Each other checker is a program that reads names of files from
//! its standard input, a line each, and prints a certificate's last line for each. A checker is asked about
//! mutants of a certificate only if it accepts the certificate itself, since it may not know the game or the
//! kind of evidence. Where two checkers differ and no line of the list of excused differences speaks of it, the
//! mutant is left in the directory and the program fails. Mutants that cost the first checker too much work for
//! the slowest one are left out, and counted.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use quod_catalogue::Registry;
use quod_cert::{Certificate, EvidenceKind, read_certificate};
use quod_check::Limits;
use quod_engine::tables::TableDirectory;
use quod_game::testkit::Rng;
use quod_proof::mutants::mutate;
use quod_proof::write_certificate;
use quod_solve::{Job, Phase};
use quod_tables::Directory;

/// What is asked, and of whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Asked {
    /// How many mutants.
    #[arg(long, default_value_t = 1000)]
    mutants: usize,
    /// A checker: a name, `=`, and the command that reads names of files; may be given several times.
    #[arg(long = "checker", value_name = "NAME=COMMAND")]
    checkers: Vec<String>,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Work beyond which a mutant is left out, in positions that the first checker plays.
    #[arg(long, default_value_t = 20_000)]
    work: u64,
    /// Where mutants are written, and those left on which checkers differ.
    #[arg(long, value_name = "DIR", default_value = "target/mutants")]
    directory: PathBuf,
}

/// Positions whose proofs are small, of all games, and the engine that proves them.
const POSITIONS: &[(&str, &str, &str, &str)] = &[
    ("tic-tac-toe", "start", "value", "auto"),
    ("tic-tac-toe", "0 4 8", "value", "auto"),
    ("three-mens-morris", "start", "value", "auto"),
    ("three-mens-morris:opening=no-centre", "start", "value", "auto"),
    ("qubic", "0 3 12 22 15 37", "value", "auto"),
    ("connect-four:width=4,height=4", "1122334", "value", "auto"),
    ("connect-four:width=4,height=4", "start", "value", "auto"),
    ("atari-go:size=2", "start", "value", "auto"),
    ("atari-go:size=3", "B2 A1 C1", "value", "auto"),
    ("awari", "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south", "value", "auto"),
    (
        "awari:grand-slam=forbidden,rest=side",
        "0,0,0,1,0,1/1,0,0,0,1,0/23:21/north",
        "value",
        "auto",
    ),
    ("mnk:width=4,height=3,k=3", "start", "value", "auto"),
    ("mnk:width=4,height=3,k=3,rule=standard", "b2 a1", "value", "auto"),
    ("mnk:width=4,height=4,k=4", "start", "value", "auto"),
    ("mnk:width=5,height=4,k=4", "start", "value", "auto"),
    ("mnk:width=6,height=4,k=5,rule=standard", "start", "value", "auto"),
    (
        "gomoku:size=7,rule=standard,opening=professional",
        "d4 c3 a1 c4 b1 c5 a2 c6 b2",
        "value",
        "auto",
    ),
    ("gomoku:size=9", "e6 a1 f6 a9 g4 i1 g5 i9", "black-wins", "vct"),
    ("gomoku:size=9,rule=standard", "f3 d5 e5 d4 d6 b8 e6 e4 f4 c7 g3 h2", "black-wins", "vct"),
    ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "mate<=1", "mate"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate<=2", "mate"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "mate>1", "pn"),
    ("chess:fifty=on", "7k/8/5K2/8/8/8/8/6R1 w - - 97 1", "white-wins", "pn"),
    ("losers", "7k/8/8/8/8/8/1p6/B3K3 w - -", "black-wins", "pn"),
    ("antichess", "8/8/8/8/8/p7/8/1N6 w - -", "value", "pn"),
    ("antichess", "8/P7/8/8/8/8/8/7k w - -", "mate<=2", "mate"),
];

/// Certificates that stand in files.
const FILES: &[&str] = &[
    "golden/certificates/version-1-awari.quod",
    "golden/certificates/version-1-connect-four.quod",
    "golden/certificates/version-1-diagrams.quod",
    "golden/certificates/version-1-hex.quod",
    "golden/certificates/version-1-pairings.quod",
    "golden/certificates/version-1-tic-tac-toe.quod",
];
const TABLES: &str = "golden/certificates/tables";

/// Differences that are known, with their reasons: checker, what the first one says, what the other says.
const EXCUSED: &str = include_str!("../suite/excused-differences.tsv");

/// Makes the mutants and asks; fails at a difference without an excuse.
pub(crate) fn run(asked: &Asked) -> Result<()> {
    fs::create_dir_all(&asked.directory)?;
    let file = asked.directory.join("mutant.quod");
    let tables = TableDirectory::new(Directory::new(Path::new(TABLES))?);
    let registry = Registry::builtin();
    let mut others =
        asked.checkers.iter().map(|it| Other::begin(it)).collect::<Result<Vec<Other>>>()?;
    let seeds = seeds(&registry)?;
    let mut rng = Rng::new(asked.seed);
    let (mut made, mut accepted, mut too_large, mut different) = (0, 0, 0, 0);
    let mut kinds = BTreeMap::new();
    for (number, seed) in seeds.iter().enumerate() {
        let game = registry.open(&seed.game)?;
        fs::write(&file, write_certificate(seed))?;
        let mut knows = Vec::new();
        for other in &mut others {
            knows.push(other.says(&file)?.starts_with("s VERIFIED "));
        }
        let here =
            asked.mutants * (number + 1) / seeds.len() - asked.mutants * number / seeds.len();
        for _ in 0..here {
            let mut mutant = seed.clone();
            for _ in 0..1 + rng.below(2) {
                mutate(&mut mutant, &mut |n| rng.below(n));
            }
            let bytes = write_certificate(&mutant);
            let limits = Limits { work: asked.work, ..Limits::default() };
            let ours = match read_certificate(&bytes[..])
                .and_then(|read| game.check_with(&read, None, None, &limits, &tables))
            {
                Ok(checked) => {
                    for kind in checked.verified.kinds {
                        *kinds.entry(kind).or_insert(0) += 1;
                    }
                    "accepted"
                }
                Err(reject) => reject.reason.word(),
            };
            if ours == "work-limit" {
                too_large += 1;
                continue;
            }
            made += 1;
            accepted += usize::from(ours == "accepted");
            fs::write(&file, &bytes)?;
            for (other, _) in others.iter_mut().zip(&knows).filter(|(_, knows)| **knows) {
                let line = other.says(&file)?;
                let theirs = if line.starts_with("s VERIFIED ") { "accepted" } else { "rejected" };
                other.asked += 1;
                if (theirs == "accepted") == (ours == "accepted") {
                    continue;
                }
                if excuse(&other.name, ours, theirs).is_some() {
                    *other.excused.entry(ours.to_string()).or_default() += 1;
                    continue;
                }
                different += 1;
                let kept = asked.directory.join(format!("{}-{different}.quod", other.name));
                fs::copy(&file, &kept)?;
                println!("{}: {ours} here, {line}: {}", other.name, kept.display());
            }
        }
    }
    println!("mutants            {made}, accepted {accepted}; left out for their work {too_large}");
    let told: Vec<String> = EvidenceKind::ALL
        .iter()
        .map(|kind| format!("{} {}", kind.word(), kinds.get(kind).unwrap_or(&0)))
        .collect();
    println!("evidence accepted  {}", told.join(", "));
    for other in &others {
        println!("{:<18} asked {}, excused {:?}", other.name, other.asked, other.excused);
    }
    ensure!(different == 0, "{different} differences without an excuse");
    Ok(())
}

/// The certificates that are changed.
fn seeds(registry: &Registry) -> Result<Vec<Certificate>> {
    let mut seeds = Vec::new();
    for (name, position, claim, engine) in POSITIONS {
        let job = Job {
            position: position.to_string(),
            question: claim.to_string(),
            engine: engine.to_string(),
            memory: 1 << 28,
            ..Job::default()
        };
        let mut session = registry.open(name)?.solve(&job)?;
        while session.step(u64::MAX)? == Phase::Running {}
        let bytes = session.answer().certificate;
        let bytes = bytes.with_context(|| format!("{name} {position}: no certificate"))?;
        seeds.push(read_certificate(&bytes[..]).map_err(|it| anyhow::anyhow!("{it}"))?);
    }
    for file in FILES {
        let bytes = fs::read(file).with_context(|| file.to_string())?;
        seeds.push(read_certificate(&bytes[..]).map_err(|it| anyhow::anyhow!("{it}"))?);
    }
    Ok(seeds)
}

/// Why a checker may differ, if the list has it.
fn excuse(checker: &str, ours: &str, theirs: &str) -> Option<&'static str> {
    EXCUSED.lines().skip(1).find_map(|line| {
        let mut cells = line.split('\t');
        let fits = [checker, ours, theirs].iter().all(|it| cells.next() == Some(it));
        cells.next().filter(|_| fits)
    })
}

/// Another checker, that runs as long as it is asked.
struct Other {
    name: String,
    child: Child,
    names: ChildStdin,
    lines: BufReader<ChildStdout>,
    asked: usize,
    excused: BTreeMap<String, usize>,
}

impl Other {
    fn begin(said: &str) -> Result<Other> {
        let (name, command) = said.split_once('=').context("a checker is NAME=COMMAND")?;
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().context("a checker without a command")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| command.to_string())?;
        let names = child.stdin.take().context("a standard input")?;
        let lines = BufReader::new(child.stdout.take().context("a standard output")?);
        let (asked, excused) = (0, BTreeMap::new());
        Ok(Other { name: name.to_string(), child, names, lines, asked, excused })
    }

    /// What it says of a file.
    fn says(&mut self, file: &Path) -> Result<String> {
        writeln!(self.names, "{}", file.display())?;
        self.names.flush()?;
        let mut line = String::new();
        self.lines.read_line(&mut line)?;
        ensure!(line.starts_with("s "), "{}: {line:?} of {}", self.name, file.display());
        Ok(line.trim_end().to_string())
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to be done about a failure here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
