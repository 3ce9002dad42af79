//! What the name of a game says: its family, and the values of its keys.

/// The name without its keys.
pub(crate) fn family(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

/// The value of a key, if the name has it.
pub(crate) fn value<'n>(name: &'n str, key: &str) -> Option<&'n str> {
    let keys = name.split_once(':')?.1;
    keys.split(',').filter_map(|it| it.split_once('=')).find(|it| it.0 == key).map(|it| it.1)
}

/// The number that a key has; `None` if it is no number.
pub(crate) fn number(name: &str, key: &str, default: usize) -> Option<usize> {
    value(name, key).map_or(Some(default), |it| it.parse().ok())
}
