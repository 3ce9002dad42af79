//! `quod explore`: the web explorer on this machine.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};

use anyhow::{Context, anyhow};
use quod_catalogue::{Registry, SHIPPED};
use quod_explorer::{Options, Shelved};

use crate::beside::start;
use crate::output::{emit, tell};
use crate::{puzzle, table, usage};

/// Open the web explorer: walk a proof, watch a search, play, in the browser
///
/// Prints the address of the page and serves it until Ctrl-C. A check that takes long goes on, and the
/// page says how it ends. Exit code: 0 ended; 1 the certificate is rejected at once; 2 usage, or the
/// port is taken.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A certificate to open
    #[arg(value_name = "FILE.quod")]
    file: Option<PathBuf>,

    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value = "8765", value_parser = usage::port)]
    port: u16,

    /// Listen on this address instead of this machine alone; then the page needs the token that is printed
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,

    /// The tables that proofs and searches may rest on (see `quod table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Bound on the memory of all searches and open proofs together, at least 32M
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = usage::memory,
          allow_hyphen_values = true)]
    memory: u64,
}

/// Runs the command.
///
/// # Errors
/// If the file cannot be read, or the address not be listened on.
pub fn run(registry: &Arc<Registry>, args: &Args) -> anyhow::Result<ExitCode> {
    let certificate = match &args.file {
        None => None,
        Some(path) => {
            if !path.exists() {
                puzzle::refuse_name(&registry.names(), &path.to_string_lossy())?;
            }
            Some(std::fs::read(path).map_err(|error| {
                anyhow!("{}: expected a readable file, got: {error}", path.display())
            })?)
        }
    };
    let tables = table::given(args.tables.as_deref())?;
    // Before the address is told: whoever reads it may end us at once.
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        // The second Ctrl-C finds nobody waiting.
        let _ = stop.send(());
    })
    .context("Ctrl-C: expected to listen to it, got")?;
    let options = Options {
        host: args.host.clone(),
        port: args.port,
        memory: args.memory,
        tables,
        shelf: shelf(),
        ..Options::default()
    };
    let explorer = start(registry, &options)?;
    if let Some(bytes) = certificate
        && let Err(reason) = explorer.open(bytes)
    {
        tell(&reason);
        return Ok(ExitCode::from(1));
    }
    emit(&format!("{}\n", explorer.url()))?;
    stopped.recv().context("Ctrl-C: expected to hear of it, got")?;
    Ok(ExitCode::SUCCESS)
}

/// The proofs that ship, where they lie beside this program or where it was called: a clone has
/// them in a folder above what it built.
fn shelf() -> Vec<Shelved> {
    let here = std::env::current_dir().into_iter();
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().skip(1).map(Path::to_path_buf);
    let folders: Vec<PathBuf> = here.chain(above).map(|it| it.join("proofs")).collect();
    let found = |[title, value, name]: &[&str; 3]| {
        let file = folders.iter().map(|it| it.join(name)).find(|it| it.is_file())?;
        let bytes = file.metadata().ok()?.len();
        Some(Shelved { title: title.to_string(), value: value.to_string(), file, bytes })
    };
    SHIPPED.iter().filter_map(found).collect()
}
