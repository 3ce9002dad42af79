//! Tracing, for people who look for where the time of a job goes: with `QUOD_LOG=info` the spans of sessions
//! are told on standard error as they close, with the time that was spent in them.

use anyhow::bail;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;

const VARIABLE: &str = "QUOD_LOG";

/// Tells spans from now on, if the environment asks for it.
///
/// # Errors
/// If the variable says nothing that is understood.
pub fn begin() -> anyhow::Result<()> {
    match std::env::var(VARIABLE).as_deref() {
        Err(_) | Ok("" | "off") => {}
        Ok("info") => tracing_subscriber::fmt()
            .with_max_level(LevelFilter::INFO)
            .with_span_events(FmtSpan::CLOSE)
            .with_ansi(false)
            .with_writer(std::io::stderr)
            .init(),
        Ok(other) => bail!("{VARIABLE}: expected off or info, got {other}"),
    }
    Ok(())
}
