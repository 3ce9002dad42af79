//! `quod check`: does a certificate prove what it states?

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use quod_catalogue::Registry;
use quod_cert::{Packed, Place, Proof, Reason, Reject};
use quod_check::{assuming, understand};
use quod_engine::tables::{TableDirectory, Verification};
use quod_hex::Verdict;
use quod_report::{CheckReport, RejectReport};
use quod_solve::{AnyGame, Checked};
use quod_tables::Extent;

use crate::files::{self, Judged};
use crate::imported::{Imported, Made, Unfit};
use crate::output::{check_writable, emit, tell, write_whole};
use crate::progress::grouped;
use crate::{autotree, dictionary, puzzle, table, usage, weakc4, yang};

/// On what an answer rests that only the reader of autotrees gives.
const READER: &str = "autotrees";

/// Check a certificate by the rules of its game alone, or a plan by the rules of its puzzle
///
/// Exit code: 0 verified; 1 anything wrong with the file's bytes or content; 2 usage, or the file cannot
/// be read. The last line of standard output is for scripts: `s VERIFIED GAME CLAIM POSITION` or
/// `s REJECTED REASON at PLACE`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The certificate, or the plan of a puzzle
    #[arg(value_name = "FILE.quod", required_unless_present_any = ["dictionary", "yang", "autotree", "weakc4"])]
    pub file: Option<PathBuf>,

    /// Reject a certificate of another game or variant
    #[arg(long, value_name = "G")]
    pub game: Option<String>,

    /// Reject a certificate of another position
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Reject a certificate of another claim; `value` accepts whatever settles who wins, `score` the score, `mate` in
    /// how many moves a side wins
    #[arg(long, value_name = "C")]
    pub claim: Option<String>,

    /// The tables that the certificate may rest on (see `quod table`); what is accepted then is said to
    /// assume that they are right
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// Verify the tables first that the certificate rests on, so that nothing is assumed
    #[arg(long, requires = "tables")]
    pub verify_tables: bool,

    /// The most threads to use; all processors unless it is given
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Instead of a certificate, read Patashnik's dictionary of moves for Qubic, complete it to one, and
    /// check that
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub dictionary: Option<PathBuf>,

    /// Instead of a certificate, read a file of Jing Yang's patterns for Hex, make a certificate of it,
    /// and check that; every wrong line is named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "dictionary"])]
    pub yang: Option<PathBuf>,

    /// Instead of a certificate, read a strategy for Hex as an autotree, judge it, make a certificate of
    /// it if evidence can say it, and check that; every wrong line is named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "dictionary", "yang"])]
    pub autotree: Option<PathBuf>,

    /// Instead of a certificate, read WeakC4's solution of Connect Four, make a certificate of it, and check
    /// that; the directory must contain the files of diagrams and of branches, both `.json` or both `.txt`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "dictionary", "yang", "autotree"])]
    pub weakc4: Option<PathBuf>,

    /// Where to write the certificate made from another program's proof, once it is accepted
    #[arg(long, value_name = "FILE.quod", conflicts_with = "file")]
    pub out: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// What came of a check, as it is told.
enum Outcome {
    Verified(Checked),
    /// An autotree that is right, and of which no certificate could be made.
    Judged(Box<Verdict>),
    Rejected {
        reason: &'static str,
        place: String,
        detail: String,
    },
}

impl From<Judged<Checked>> for Outcome {
    fn from(judged: Judged<Checked>) -> Outcome {
        match judged {
            Ok(checked) => Outcome::Verified(checked),
            Err(reject) => Outcome::Rejected {
                reason: reject.reason.word(),
                place: reject.place.to_string(),
                detail: reject.detail,
            },
        }
    }
}

/// Runs the command.
///
/// # Errors
/// If the file cannot be read or what is asked for cannot be understood.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    if let Some(path) = args.file.as_deref().filter(|it| puzzle::is_plan(it)) {
        return puzzle::check(path, args, began);
    }
    let asked = args.game.as_ref().map(|name| registry.open(name)).transpose()?;
    let asked = asked.as_ref();
    let mut text = String::new();
    if let Some(out) = &args.out {
        check_writable(out)?;
    }
    let imported = match (&args.dictionary, &args.yang, &args.autotree, &args.weakc4) {
        (Some(path), ..) => Some(dictionary::import(path)?),
        (_, Some(path), ..) => Some(yang::import(path)?),
        (_, _, Some(path), _) => Some(autotree::import(path)?),
        (.., Some(path)) => Some(weakc4::import(path)?),
        _ => None,
    };
    let outcome = match (imported, &args.file) {
        (Some(Ok(Imported { counts, made })), _) => {
            text = counts;
            match made {
                Made::Certificate(certificate, bytes) => {
                    let judged = judge(registry, &certificate, asked, args)?;
                    if let (Ok(_), Some(out)) = (&judged, &args.out) {
                        write_whole(out, |file| Ok(file.write_all(&bytes)?))?;
                    }
                    judged.into()
                }
                Made::Judged(_) if args.out.is_some() => {
                    return Err(anyhow!(
                        "--out: expected a strategy that evidence can say, got none"
                    ));
                }
                Made::Judged(verdict) => require(registry, *verdict, asked, args)?,
            }
        }
        (Some(Err(Unfit { reason, place, detail })), _) => {
            Outcome::Rejected { reason, place, detail }
        }
        (None, file) => match files::read(file.as_deref().unwrap_or(Path::new("")))? {
            Ok(certificate) => judge(registry, &certificate, asked, args)?.into(),
            Err(reject) => Err(reject).into(),
        },
    };
    let seconds = began.elapsed().as_secs_f64();
    let code = match &outcome {
        Outcome::Verified(checked) => {
            let verified = &checked.verified;
            let [entries, work] = [verified.entries as u64, verified.work].map(grouped);
            text += &format!("{entries} entries, {work} units of work, {seconds:.3} s\n");
            text += &format!("evidence: {}\n", verified.evidence());
            text += &format!("{}\n", last_line(checked));
            0
        }
        Outcome::Judged(verdict) => {
            text += &format!("no certificate; judged by the reader of autotrees, {seconds:.3} s\n");
            let Verdict { game, claim, position, .. } = &**verdict;
            text +=
                &format!("s VERIFIED {game} {claim} {position}{}\n", assuming(&[READER.into()]));
            0
        }
        Outcome::Rejected { reason, place, detail } => {
            let (first, more) = detail.split_once('\n').unwrap_or((detail, ""));
            files::explain_at(place, reason, first);
            more.lines().for_each(tell);
            text += &format!("s REJECTED {reason} at {place}\n");
            1
        }
    };
    emit(&if args.json {
        format!("{}\n", serde_json::to_string(&outcome.report(seconds))?)
    } else {
        text
    })?;
    Ok(ExitCode::from(code))
}

/// The last line for a verified certificate.
pub fn last_line(checked: &Checked) -> String {
    format!("s VERIFIED {}{}", checked.statement, assuming(&checked.verified.assumes))
}

/// Rejects what an autotree says if something else was asked for.
fn require(
    registry: &Registry,
    verdict: Verdict,
    asked: Option<&AnyGame>,
    args: &Args,
) -> anyhow::Result<Outcome> {
    let own = registry.open(&verdict.game)?;
    let game = asked.unwrap_or(&own);
    let position = args.position.as_ref().map(|it| game.position(it)).transpose()?;
    let same =
        |asked: Option<&String>, own: &str| asked.is_none_or(|it| it == own || it == "value");
    if game.name() == verdict.game
        && position.is_none_or(|it| it == verdict.position)
        && same(args.claim.as_ref(), &verdict.claim)
    {
        return Ok(Outcome::Judged(Box::new(verdict)));
    }
    let Verdict { game, claim, position, .. } = verdict;
    let reject = Reject::new(
        Reason::OtherStatement,
        Place::Header,
        format!("this states {game} {claim} {position}"),
    );
    Ok(Err(reject).into())
}

fn judge(
    registry: &Registry,
    certificate: &Packed,
    asked: Option<&AnyGame>,
    args: &Args,
) -> anyhow::Result<Judged<Checked>> {
    // What was asked for must make sense in the game asked for, whatever the file says.
    let own = match files::game_of(registry, certificate) {
        Ok(own) => own,
        Err(reject) => return Ok(Err(reject)),
    };
    let game = asked.unwrap_or(&own);
    if let Some(position) = &args.position {
        game.position(position)?;
    }
    if let Some(claim) = &args.claim {
        understand(&**game.rules(), claim)?;
    }
    if let Err(reject) = files::require_game(game, &own) {
        return Ok(Err(reject));
    }
    let (position, claim) = (args.position.as_deref(), args.claim.as_deref());
    let mut tables = table::given(args.tables.as_deref())?;
    if let (Some(tables), true) = (&mut tables, args.verify_tables) {
        verify(&own, certificate, tables)?;
    }
    let tables = tables.as_ref();
    let judged = files::check(&own, certificate, position, claim, tables, args.threads);
    Ok(files::hinted(judged, tables))
}

/// Verifies all layers that the certificate names, by the rules of its game.
fn verify(game: &AnyGame, certificate: &Packed, tables: &mut TableDirectory) -> anyhow::Result<()> {
    let Some(work) = game.tables() else { return Ok(()) };
    // The digest of a layer stands for those that it rests on.
    let named: Vec<u32> = certificate.head().tables.iter().map(|it| it.layer).collect();
    if !named.is_empty() {
        let directory = tables.directory().clone();
        let threads = files::processors();
        let asked = Verification { threads, ..Verification::of(Extent::For(named)) };
        let mut told = |layer, positions| {
            tell(&format!("layer {layer}: {} values shown", grouped(positions)));
        };
        let digests = work.verify(&directory, &asked, &mut told)?;
        digests.into_iter().for_each(|digest| tables.trust(digest));
    }
    Ok(())
}

impl Outcome {
    /// The JSON object.
    fn report(&self, seconds: f64) -> CheckReport {
        match self {
            Outcome::Verified(checked) => CheckReport::new(Ok(checked), seconds),
            Outcome::Judged(verdict) => {
                let Verdict { game, claim, position, .. } = &**verdict;
                CheckReport::read([game, claim, position], READER, seconds)
            }
            Outcome::Rejected { reason, place, detail } => {
                let (reason, at) = ((*reason).to_string(), place.clone());
                CheckReport::rejected(RejectReport { reason, at, detail: detail.clone() }, seconds)
            }
        }
    }
}
