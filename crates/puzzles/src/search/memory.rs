//! Bytes that a search's structures take, estimated from their sizes and never asked of the system: the
//! same job stops at the same node everywhere.

/// Whether a search recognises states that it met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// It keeps the states that it met.
    On,
    /// It keeps none: the space is searched as a tree.
    Off,
}

/// The bytes of a list of so many elements, with the slack of growing by doubling.
pub fn list<T>(length: usize) -> u64 {
    (length.next_power_of_two() * size_of::<T>()) as u64
}

/// The bytes of a hash map of so many entries: seven eighths full at most, a control byte an entry.
pub fn map<K, V>(length: usize) -> u64 {
    ((length * 8 / 7).next_power_of_two() * (size_of::<(K, V)>() + 1)) as u64
}
