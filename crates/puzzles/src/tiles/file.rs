//! The file of a pattern database: a header, the groups' tables, a check sum.
//!
//! ```text
//! 8 bytes   QUODPAT1
//! 1 byte    columns of the board
//! 1 byte    rows
//! 1 byte    number of groups
//! a group   1 byte its size, then its tiles, a byte each
//! tables    group by group, a byte a placement, in the order of the placements' numbers (`rank.rs`)
//! 4 bytes   CRC-32 of all that stands before it, low byte first
//! ```

use std::fmt;

use quod_cert::crc32;

use super::rank::placements;
use super::{Partition, Tiles};

const MAGIC: &[u8] = b"QUODPAT1";

/// Why bytes are no pattern database of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin as one.
    Magic,
    /// They are that of another board, of so many columns and rows.
    Board(u8, u8),
    /// The groups are none of the board's partitions.
    Groups,
    /// So many bytes were expected, and so many are there.
    Length(usize, usize),
    /// The check sum is another.
    Sum,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Magic => {
                write!(
                    f,
                    "expected a pattern database, which begins with QUODPAT1, got other bytes"
                )
            }
            FileError::Board(width, height) => {
                write!(
                    f,
                    "expected the pattern database of this puzzle, got that of a board of {width}×{height}"
                )
            }
            FileError::Groups => write!(f, "expected groups of tiles that Quod knows, got others"),
            FileError::Length(expected, got) => write!(f, "expected {expected} bytes, got {got}"),
            FileError::Sum => {
                write!(f, "expected bytes that fit their check sum, got damaged ones")
            }
        }
    }
}

impl std::error::Error for FileError {}

/// What stands before the tables.
pub(super) fn header(tiles: Tiles, partition: Partition) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([tiles.width as u8, tiles.height as u8, partition.groups.len() as u8]);
    for group in partition.groups {
        bytes.push(group.len() as u8);
        bytes.extend(*group);
    }
    bytes
}

/// The length of the whole file.
pub(super) fn length(tiles: Tiles, partition: Partition) -> usize {
    let tables = partition.groups.iter().map(|it| placements(tiles.cells(), it.len()));
    header(tiles, partition).len() + tables.sum::<usize>() + 4
}

/// Appends the check sum.
pub(super) fn seal(bytes: &mut Vec<u8>) {
    let sum = crc32(bytes);
    bytes.extend(sum.to_le_bytes());
}

/// The partition of a file's tables, if the file is whole and belongs to this board.
pub(super) fn check(tiles: Tiles, bytes: &[u8]) -> Result<Partition, FileError> {
    let Some([width, height]) = bytes.strip_prefix(MAGIC).and_then(|it| it.first_chunk()) else {
        return Err(FileError::Magic);
    };
    if (usize::from(*width), usize::from(*height)) != (tiles.width, tiles.height) {
        return Err(FileError::Board(*width, *height));
    }
    let known = Partition::of(tiles).iter();
    let mut same = known.filter(|it| bytes.starts_with(&header(tiles, **it)));
    let partition = *same.next().ok_or(FileError::Groups)?;
    let expected = length(tiles, partition);
    if bytes.len() != expected {
        return Err(FileError::Length(expected, bytes.len()));
    }
    let (content, sum) = bytes.split_at(expected - 4);
    if crc32(content).to_le_bytes() != sum {
        return Err(FileError::Sum);
    }
    Ok(partition)
}
