//! `quod check`: does a certificate prove what it states?

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use quod_cert::{Certificate, Place, Reason, Reject};
use quod_check::Limits;
use quod_solver::{AnyGame, Checked, Registry};
use serde_json::json;

use crate::files::{self, Judged};
use crate::output::emit;
use crate::report::milliseconds;

/// Check a certificate by the rules of its game alone
///
/// Exit code: 0 verified; 1 anything wrong with the file's bytes or content; 2 usage, or the file cannot
/// be read. The last line of standard output is for scripts: `s VERIFIED GAME CLAIM POSITION` or
/// `s REJECTED REASON at PLACE`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The certificate
    #[arg(value_name = "FILE.quod")]
    file: PathBuf,

    /// Reject a certificate of another game or variant
    #[arg(long, value_name = "G")]
    game: Option<String>,

    /// Reject a certificate of another position
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// Reject a certificate of another claim; `value` accepts whatever settles who wins
    #[arg(long, value_name = "C")]
    claim: Option<String>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// If the file cannot be read or what is asked for cannot be understood.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let asked = args.game.as_ref().map(|name| registry.open(name)).transpose()?;
    let judged = match files::read(&args.file)? {
        Ok(certificate) => judge(registry, &certificate, asked.as_deref(), args)?,
        Err(reject) => Err(reject),
    };
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        if let Err(reject) = &judged {
            files::explain(reject);
        }
        emit(&format!("{}\n", as_json(&judged, seconds)))?;
        return Ok(ExitCode::from(if judged.is_ok() { 0 } else { 1 }));
    }
    match judged {
        Ok(checked) => {
            let verified = &checked.verified;
            let (entries, work) = (verified.entries, verified.work);
            emit(&format!(
                "{entries} entries, {work} positions played, {seconds:.3} s\n{}\n",
                last_line(&checked)
            ))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(reject) => files::reject(&reject),
    }
}

/// The last line for a verified certificate.
pub fn last_line(checked: &Checked) -> String {
    let assumes = &checked.verified.assumes;
    let assuming = match assumes.is_empty() {
        true => String::new(),
        false => format!(" assuming {}", assumes.join(", ")),
    };
    format!("s VERIFIED {}{assuming}", checked.statement)
}

fn judge(
    registry: &Registry,
    certificate: &Certificate,
    asked: Option<&dyn AnyGame>,
    args: &Args,
) -> anyhow::Result<Judged<Checked>> {
    // What was asked for must make sense in the game asked for, whatever the file says.
    let own = match files::game_of(registry, certificate) {
        Ok(own) => own,
        Err(reject) => return Ok(Err(reject)),
    };
    let game = asked.unwrap_or(own.as_ref());
    if let Some(position) = &args.position {
        game.position(position)?;
    }
    if let Some(claim) = &args.claim
        && !is_value(claim)
    {
        game.question("start", claim)?;
    }
    if game.name() != own.name() {
        let detail = format!("{} expected, {} found", game.name(), own.name());
        return Ok(Err(Reject::new(Reason::OtherStatement, Place::Header, detail)));
    }
    let (position, claim) = (args.position.as_deref(), args.claim.as_deref());
    Ok(own.check(certificate, position, claim, &Limits::default()))
}

/// Whether a text is a value as statements write it, where two claims meet.
fn is_value(text: &str) -> bool {
    text == "value=draw" || text.strip_prefix("score=").is_some_and(|n| n.parse::<i64>().is_ok())
}

fn as_json(judged: &Judged<Checked>, seconds: f64) -> serde_json::Value {
    let checked = judged.as_ref().ok();
    let statement = checked.map(|it| &it.statement);
    json!({
        "verified": judged.is_ok(),
        "game": statement.map(|it| &it.game),
        "position": statement.map(|it| &it.position),
        "claim": statement.map(|it| &it.claim),
        "assumes": checked.map_or(&[][..], |it| &it.verified.assumes),
        "entries": checked.map(|it| it.verified.entries),
        "seconds": milliseconds(seconds),
        "reject": judged.as_ref().err().map(|it| {
            json!({"reason": it.reason.word(), "at": it.place.to_string()})
        }),
    })
}
