//! How much of a long comparison a test makes.

/// The variable of the environment that asks for whole comparisons.
pub const WHOLE: &str = "QUOD_WHOLE";

/// Whether comparisons are made whole, as before a release.
pub fn whole() -> bool {
    std::env::var_os(WHOLE).is_some()
}

/// A fifth of so many, at least one; all of them where [`whole`] comparisons are made.
pub fn share(all: usize) -> usize {
    if whole() { all } else { all.div_ceil(5) }
}
