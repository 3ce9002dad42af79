//! placeholder
/// x
pub struct DbSearch;
