//! The explorer's server, alone or beside another command.

use std::sync::Arc;

use anyhow::anyhow;
use quod_catalogue::Registry;
use quod_explorer::Options;
pub use quod_explorer::{Explorer, Watch};

use crate::output::tell;

/// An explorer beside another command, on any free port; its address is told on standard error.
///
/// # Errors
/// If nothing can be listened on.
pub fn beside(registry: &Arc<Registry>) -> anyhow::Result<Explorer> {
    let explorer = start(registry, &Options::default())?;
    tell(&format!("explore: {}", explorer.url()));
    Ok(explorer)
}

/// Starts the server.
///
/// # Errors
/// If the address cannot be listened on.
pub fn start(registry: &Arc<Registry>, options: &Options) -> anyhow::Result<Explorer> {
    Explorer::start(Arc::clone(registry), options).map_err(|error| {
        let Options { host, port, .. } = options;
        anyhow!(
            "{host}:{port}: expected an address to listen on (--port 0 takes any), got: {error}"
        )
    })
}
