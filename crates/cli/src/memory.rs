//! What the process takes: private resident memory, from the kernel's books.
//!
//! `--memory` bounds the private resident memory of the whole process: anonymous pages, not those of
//! the program's file, which the system shares and drops at will. Linux tells the current amount as
//! `RssAnon` and the highest total as `VmHWM`; elsewhere both are unknown and reported as null.

/// Memory that is neither the search's structures nor taken when the search begins: the lines being
/// printed, the certificate's bytes, the allocator's slack. A sixteenth of the bound, at most this.
const MOST_RESERVE: u64 = 64 << 20;
/// What the memory taken when the search begins is rounded up to; several times what that usually is.
const ROUNDING: u64 = 4 << 20;

/// What `/proc/self/status` says, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Status {
    anonymous: u64,
    file: u64,
    shared: u64,
    highest: u64,
}

fn parse(status: &str) -> Option<Status> {
    let field = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    };
    Some(Status {
        anonymous: field("RssAnon")?,
        file: field("RssFile")?,
        shared: field("RssShmem")?,
        highest: field("VmHWM")?,
    })
}

/// What this machine has, in bytes; `None` where the system does not tell.
pub fn of_machine() -> Option<u64> {
    total(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

fn status() -> Option<Status> {
    parse(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// Private resident memory now, in bytes; `None` where the system does not tell.
pub fn private() -> Option<u64> {
    Some(status()?.anonymous)
}

/// Highest private resident memory so far. The highest total less the file pages of now: those only
/// ever grow in a short-lived program, so this is never more than the truth by much.
pub fn peak_private() -> Option<u64> {
    let it = status()?;
    Some(it.anonymous.max(it.highest.saturating_sub(it.file + it.shared)))
}

/// Has the kernel forget the peak: from now on [`peak_private`] tells that of what follows. Where it
/// cannot forget, the peak stays that of the whole process.
pub fn forget_peak() {
    // Linux resets `VmHWM` to the present size when 5 is written here (proc(5), since 4.0).
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// What of a bound is left for the search's structures, measured before the search begins.
///
/// The measure is rounded up: a page more or less must not change what a search does, or the same
/// command would not take the same nodes every time.
pub fn share_of(bound: u64) -> u64 {
    left(bound, private().unwrap_or(0))
}

fn left(bound: u64, base: u64) -> u64 {
    let base = base.max(1).next_multiple_of(ROUNDING);
    bound.saturating_sub(base).saturating_sub((bound / 16).min(MOST_RESERVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_read_in_bytes() {
        let text = "Name:\tquod\nVmHWM:\t    5120 kB\nRssAnon:\t    1024 kB\nRssFile:\t 2048 kB\nRssShmem:\t 0 kB\n";
        let expected = Status { anonymous: 1 << 20, file: 2 << 20, shared: 0, highest: 5 << 20 };
        assert_eq!(parse(text), Some(expected));
        assert_eq!(parse("Name:\tquod\n"), None);
        assert_eq!(total("MemTotal:       24000 kB\nMemFree: 1 kB\n"), Some(24_000 << 10));
        assert_eq!(total(""), None);
    }

    #[test]
    fn the_share_leaves_room_for_the_rest() {
        assert_eq!(left(32 << 20, 2 << 20), 26 << 20);
        assert_eq!(left(32 << 20, 4096), 26 << 20);
        assert_eq!(left(4 << 30, 0), (4 << 30) - MOST_RESERVE - ROUNDING);
        assert_eq!(left(1, 2), 0);
    }
}
