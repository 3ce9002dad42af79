//! `quod proof`: certificates made into other certificates. What comes out is checked like anybody's
//! file before it gets its name.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use quod_catalogue::Registry;
use quod_cert::{Packed, Proof, read_packed};
use quod_engine::SolveError;
use quod_proof::write_certificate;

use crate::check::last_line;
use crate::output::{check_writable, emit, tell, write_whole};
use crate::progress::grouped;
use crate::{files, table};

/// Merge certificates, make one smaller, list its moves, or write it as an autotree
///
/// Exit code: 0 written; 1 a certificate is rejected, or they do not prove it together; 2 usage,
/// or a certificate rests on tables that are not there.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Make one certificate of several of the same game
    Join(Join),
    /// Make a certificate smaller, leaving out what its statement does not need
    Shrink(Shrink),
    /// List the prover's moves as lines POSITION: MOVE, which `quod solve --hints` takes
    Moves(Moves),
    /// Write a win in Hex that is shown by connections as an autotree, which `quod check --autotree` takes
    Autotree(Autotree),
}

/// Options of `join`.
#[derive(Debug, clap::Args)]
pub struct Join {
    /// The certificates
    #[arg(value_name = "FILE.quod", required = true)]
    files: Vec<PathBuf>,

    /// Where to write the new certificate
    #[arg(long, value_name = "FILE.quod")]
    out: PathBuf,

    /// The position that the new certificate is to be about; without it, that of the first
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,

    /// The claim that the new certificate is to prove; without it, that of the first
    #[arg(long, value_name = "C")]
    claim: Option<String>,

    /// The tables that the certificates may rest on (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Options of `shrink`.
#[derive(Debug, clap::Args)]
pub struct Shrink {
    /// The certificate
    #[arg(value_name = "FILE.quod")]
    file: PathBuf,

    /// Where to write the smaller one; may be the same file
    #[arg(long, value_name = "FILE.quod")]
    out: PathBuf,

    /// Do not answer replies as others by relevance zones (evidence of kind 8), which checkers from before and the proved
    /// one do not know
    #[arg(long)]
    no_zones: bool,

    /// The tables that the certificate may rest on (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Options of `moves`.
#[derive(Debug, clap::Args)]
pub struct Moves {
    /// The certificate
    #[arg(value_name = "FILE.quod")]
    file: PathBuf,

    /// Another game of stones in a row, such as `gomoku:size=13`: write the moves for its board, as far as stones and move
    /// lie on it when the middles of the boards meet
    #[arg(long, value_name = "GAME")]
    onto: Option<String>,

    /// The tables that the certificate may rest on (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Options of `autotree`.
#[derive(Debug, clap::Args)]
pub struct Autotree {
    /// The certificate
    #[arg(value_name = "FILE.quod")]
    file: PathBuf,

    /// Where to write the autotree; without it, to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// If files cannot be read or written, or position or claim cannot be understood.
pub fn run(registry: &Registry, command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Join(it) => join(registry, it, false),
        Command::Moves(it) => moves(registry, it),
        Command::Autotree(it) => autotree(registry, it),
        Command::Shrink(Shrink { file, out, no_zones, tables }) => {
            let (files, out, tables) = (vec![file.clone()], out.clone(), tables.clone());
            let args = Join { files, out, position: None, claim: None, tables };
            join(registry, &args, !no_zones)
        }
    }
}

fn join(registry: &Registry, args: &Join, by_zones: bool) -> anyhow::Result<ExitCode> {
    let (out, position, claim) = (&args.out, args.position.as_deref(), args.claim.as_deref());
    check_writable(out)?;
    let tables = table::given(args.tables.as_deref())?;
    let tables = tables.as_ref();
    let shelf = files::shelf(tables);
    let mut parts: Vec<Packed> = Vec::new();
    let mut text = String::new();
    for file in &args.files {
        let certificate = match files::verified(registry, file, tables)? {
            Ok((certificate, _)) => certificate,
            Err(reject) => return rejected(file, &reject),
        };
        let game = &certificate.head().game;
        if let Some(first) = parts.first().map(|it| &it.head().game)
            && first != game
        {
            let file = file.display();
            return Err(anyhow!("{file}: expected a certificate of {first}, got {game}"));
        }
        let bytes = std::fs::metadata(file).map_or(0, |it| it.len());
        text += &size("before", certificate.n_entries(), bytes, file);
        parts.push(certificate);
    }
    let game = registry.open(&parts[0].head().game)?;
    let joined = game.join(&parts, position, claim, shelf).and_then(|joined| {
        let smaller = if by_zones { game.by_zones(&joined, shelf)? } else { None };
        Ok(smaller.unwrap_or(joined))
    });
    let joined = match joined {
        Ok(joined) => joined,
        Err(error @ SolveError::Notation(_)) => return Err(error.into()),
        Err(error) => {
            tell(&format!("error: {error}"));
            return Ok(ExitCode::from(1));
        }
    };
    let bytes = write_certificate(&joined);
    // What was built in memory is believed no more than a stranger's file.
    let again = read_packed(&bytes[..])
        .map_err(|error| anyhow!("the new certificate: expected to be readable, got: {error}"))?;
    let checked = match files::check(&game, &again, position, claim, tables, None) {
        Ok(checked) => checked,
        Err(reject) => return files::reject(&reject),
    };
    write_whole(out, |file| Ok(file.write_all(&bytes)?))?;
    text += &size("after", again.n_entries(), bytes.len() as u64, out);
    emit(&format!("{text}{}\n", last_line(&checked)))?;
    Ok(ExitCode::SUCCESS)
}

fn moves(registry: &Registry, args: &Moves) -> anyhow::Result<ExitCode> {
    let tables = table::given(args.tables.as_deref())?;
    let (certificate, game) = match files::verified(registry, &args.file, tables.as_ref())? {
        Ok(verified) => verified,
        Err(reject) => return rejected(&args.file, &reject),
    };
    let mut text = Vec::new();
    game.proof_moves(&certificate, &mut text)?;
    let text = String::from_utf8(text)?;
    match &args.onto {
        Some(onto) => emit(&quod_in_a_row::moves_onto(&text, &certificate.head().game, onto)?)?,
        None => emit(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn autotree(registry: &Registry, args: &Autotree) -> anyhow::Result<ExitCode> {
    if let Some(out) = &args.out {
        check_writable(out)?;
    }
    let (certificate, _) = match files::verified(registry, &args.file, None)? {
        Ok(verified) => verified,
        Err(reject) => return rejected(&args.file, &reject),
    };
    let tree = quod_hex::autotree_of(certificate.head())
        .map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let text = tree.to_string();
    match &args.out {
        Some(out) => write_whole(out, |file| Ok(file.write_all(text.as_bytes())?))?,
        None => emit(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn rejected(file: &Path, reject: &quod_cert::Reject) -> anyhow::Result<ExitCode> {
    tell(&format!("{}:", file.display()));
    files::reject(reject)
}

fn size(when: &str, entries: usize, bytes: u64, file: &Path) -> String {
    let [entries, bytes] = [entries as u64, bytes].map(grouped);
    format!("{when:<6}  {entries} entries, {bytes} bytes, {}\n", file.display())
}
