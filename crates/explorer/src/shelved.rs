//! A proof that lies in a file.

use std::path::PathBuf;

/// A proof in a file.
#[derive(Clone, Debug)]
pub struct Shelved {
    /// The game in words.
    pub title: String,
    /// What is proved of its start, in words.
    pub value: String,
    /// Where the certificate lies.
    pub file: PathBuf,
    /// The length of the file.
    pub bytes: u64,
}
