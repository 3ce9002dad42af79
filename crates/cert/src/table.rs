//! Tables: the value of every position of one layer of a game, read block by block.
//!
//! `docs/formats/table.md` is the specification. A table file holds a header, blocks of values written
//! with one canonical prefix code, a directory of the blocks, and the SHA-256 of all that. The
//! header names the game, the rule of infinite play, the version of the index and the digests of all
//! lower layers, so the digest of the highest layer stands for all of them.
//!
//! Nothing is mapped and nothing believed: the header and the directory are read when a table is
//! opened, a block when it is asked for, each against its CRC-32; [`TableFile::check_digest`] reads
//! everything.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use quod_game::TableTitle;

use crate::{Sha256, crc32};

/// The first eight bytes of a table file.
pub const TABLE_MAGIC: [u8; 8] = *b"QTAB\r\n\x1a\n";
/// The version of the table format that this crate reads.
pub const TABLE_VERSION: u16 = 1;
/// The most bits of a code word.
pub const MOST_CODE_BITS: usize = 12;
/// The most positions of a block.
pub const MOST_BLOCK_POSITIONS: u32 = 1 << 16;
/// The largest header.
const MOST_HEADER: u64 = 1 << 20;

/// What a table says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHeader {
    /// The game, its rule of infinite play and the version of the index.
    pub title: TableTitle,
    /// The layer.
    pub layer: u32,
    /// The number of indices.
    pub size: u64,
    /// Positions of a block; the last one may have fewer.
    pub block: u32,
    /// The least value that the code can write.
    pub least: i8,
    /// The lengths of the code words of the values from `least` on; 0 for values that do not occur.
    pub lengths: Vec<u8>,
    /// The digests of the layers below, from layer 0.
    pub lower: Vec<[u8; 32]>,
}

/// Why bytes are no table.
#[derive(Debug)]
pub enum TableError {
    /// They cannot be read.
    Io(io::Error),
    /// The magic is missing.
    NotATable,
    /// Another version of the format.
    Version(u16),
    /// The file is not as long as it says.
    Length {
        /// What it should be, at least.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// A checksum fails, or something is not as the format demands.
    Damaged {
        /// The byte where the damaged part begins.
        at: u64,
        /// What is damaged.
        what: &'static str,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => error.fmt(f),
            TableError::NotATable => write!(f, "byte 0: not a table file, the magic is missing"),
            TableError::Version(found) => {
                write!(f, "byte 8: version {TABLE_VERSION} of the format expected, {found} found")
            }
            TableError::Length { expected, found } => {
                write!(f, "byte {found}: the file ends, {expected} bytes expected")
            }
            TableError::Damaged { at, what } => write!(f, "byte {at}: {what} is damaged"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

type Opened<T = ()> = Result<T, TableError>;

fn damaged<T>(at: u64, what: &'static str) -> Opened<T> {
    Err(TableError::Damaged { at, what })
}

/// An open table.
#[derive(Debug)]
pub struct TableFile<R> {
    file: Bounded<R>,
    header: TableHeader,
    /// The place of each block in the file, its length and its CRC-32.
    blocks: Vec<(u64, u64, u32)>,
    words: Vec<(i8, u8)>,
    digest: [u8; 32],
}

impl<R: Read + Seek> TableFile<R> {
    /// Reads header and directory.
    ///
    /// # Errors
    /// If they are missing, damaged, of another version, or do not fit the length of the file.
    pub fn open(mut source: R) -> Opened<TableFile<R>> {
        let length = source.seek(SeekFrom::End(0))?;
        let mut file = Bounded { source, length };
        if length < 8 || file.read(0, 8)? != TABLE_MAGIC {
            return Err(TableError::NotATable);
        }
        let start = file.read(8, 8)?;
        let (version, n) = (little(&start[..2]) as u16, little(&start[4..]));
        if version != TABLE_VERSION {
            return Err(TableError::Version(version));
        }
        if n > MOST_HEADER || start[2..4] != [0, 0] {
            return damaged(10, "the header's length");
        }
        let bytes = file.guarded(16, n, "the header")?;
        let header = parse_header(&bytes).map_or_else(|| damaged(16, "the header"), Ok)?;
        let words = code(header.least, &header.lengths);
        let words = words.map_or_else(|| damaged(16, "the header's code"), Ok)?;
        // The directory stands before the digest at the end of the file.
        let n_blocks = header.size.div_ceil(u64::from(header.block));
        let mut offset = 20 + n;
        let tail = n_blocks.saturating_mul(8).saturating_add(4 + 32);
        let expected = tail.saturating_add(offset);
        if length < expected {
            return Err(TableError::Length { expected, found: length });
        }
        let directory_at = length - tail;
        let directory = file.guarded(directory_at, 8 * n_blocks, "the directory of blocks")?;
        let mut blocks = Vec::with_capacity(n_blocks as usize);
        for pair in directory.chunks_exact(8) {
            let length = little(&pair[..4]);
            blocks.push((offset, length, little(&pair[4..]) as u32));
            offset += length;
        }
        if offset != directory_at {
            return damaged(directory_at, "the directory of blocks");
        }
        let digest = file.read(length - 32, 32)?;
        let digest = digest.try_into().or_else(|_| damaged(length - 32, "the digest"))?;
        Ok(TableFile { file, header, blocks, words, digest })
    }

    /// What the table says of itself.
    pub fn header(&self) -> &TableHeader {
        &self.header
    }

    /// The digest at the end of the file; [`TableFile::check_digest`] compares it with the bytes.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.file.length
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The values of a block, for the indices from `at * block` on.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&mut self, at: usize) -> Opened<Vec<i8>> {
        let (offset, length, crc) = self.blocks[at];
        let bytes = self.file.read(offset, length)?;
        let first = at as u64 * u64::from(self.header.block);
        let n = (self.header.size - first).min(u64::from(self.header.block));
        let intact = crc32(&bytes) == crc;
        let values = decode(&self.words, &bytes, n as usize).filter(|_| intact);
        values.map_or_else(|| damaged(offset, "a block"), Ok)
    }

    /// Compares the digest with all the bytes before it.
    ///
    /// # Errors
    /// If they cannot be read or do not agree.
    pub fn check_digest(&mut self) -> Opened {
        let mut sha = Sha256::default();
        let end = self.file.length - 32;
        for at in (0..end).step_by(1 << 16) {
            sha.update(&self.file.read(at, (end - at).min(1 << 16))?);
        }
        if sha.finish() == self.digest { Ok(()) } else { damaged(0, "the file (SHA-256)") }
    }
}

/// A source of known length.
#[derive(Debug)]
struct Bounded<R> {
    source: R,
    length: u64,
}

impl<R: Read + Seek> Bounded<R> {
    /// So many bytes from one on. Where they should end is compared with the length before memory is
    /// set aside.
    fn read(&mut self, at: u64, n: u64) -> Opened<Vec<u8>> {
        let expected = at.saturating_add(n);
        if expected > self.length {
            return Err(TableError::Length { expected, found: self.length });
        }
        let mut bytes = vec![0; n as usize];
        self.source.seek(SeekFrom::Start(at))?;
        self.source.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// So many bytes, after which stands their CRC-32.
    fn guarded(&mut self, at: u64, n: u64, what: &'static str) -> Opened<Vec<u8>> {
        let mut bytes = self.read(at, n.saturating_add(4))?;
        let crc = little(&bytes.split_off(n as usize)) as u32;
        if crc32(&bytes) == crc { Ok(bytes) } else { damaged(at, what) }
    }
}

/// The number that these bytes write, the lowest first.
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn parse_header(mut bytes: &[u8]) -> Option<TableHeader> {
    let it = &mut bytes;
    let header = TableHeader {
        title: TableTitle {
            game: text(it)?,
            infinite_play: text(it)?,
            index_version: number(it, 4)? as u32,
        },
        layer: number(it, 4)? as u32,
        size: number(it, 8)?,
        block: number(it, 4)? as u32,
        least: number(it, 1)? as u8 as i8,
        lengths: number(it, 2).and_then(|n| it.split_off(..n as usize))?.to_vec(),
        lower: it.chunks_exact(32).map(|it| it.try_into().ok()).collect::<Option<_>>()?,
    };
    let fits = (1..=MOST_BLOCK_POSITIONS).contains(&header.block);
    (fits && it.len() == 32 * header.layer as usize).then_some(header)
}

fn number(bytes: &mut &[u8], n: usize) -> Option<u64> {
    bytes.split_off(..n).map(little)
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    let n = number(bytes, 2)? as usize;
    String::from_utf8(bytes.split_off(..n)?.to_vec()).ok()
}

/// The canonical prefix code with these lengths: for every [`MOST_CODE_BITS`] bits the value whose word
/// they begin with, and the word's length; length 0 where no word begins like that. Shorter words stand
/// first, among equals lower values first, each word the least number that no word before it begins.
/// `None` if there is no such code.
fn code(least: i8, lengths: &[u8]) -> Option<Vec<(i8, u8)>> {
    let mut words = vec![(0, 0); 1 << MOST_CODE_BITS];
    let mut next = 0;
    for bits in 1..=MOST_CODE_BITS {
        for (at, _) in lengths.iter().enumerate().filter(|(_, of)| usize::from(**of) == bits) {
            let value = i8::try_from(i64::from(least) + at as i64).ok()?;
            let end = next + (1 << (MOST_CODE_BITS - bits));
            words.get_mut(next..end)?.fill((value, bits as u8));
            next = end;
        }
    }
    let fits = lengths.iter().all(|&bits| usize::from(bits) <= MOST_CODE_BITS);
    fits.then_some(words)
}

/// The first `n` values in a code; `None` if the bytes are more or fewer than theirs.
fn decode(words: &[(i8, u8)], bytes: &[u8], n: usize) -> Option<Vec<i8>> {
    let mut values = Vec::with_capacity(n);
    let (mut rest, mut held, mut n_held, mut used) = (bytes.iter(), 0u64, 0, 0);
    for _ in 0..n {
        while n_held < MOST_CODE_BITS {
            // Zeros beyond the end; words that need them use more bits than there are.
            held = held << 8 | u64::from(*rest.next().unwrap_or(&0));
            n_held += 8;
        }
        let window = (held >> (n_held - MOST_CODE_BITS)) as usize % (1 << MOST_CODE_BITS);
        let (value, bits) = words[window];
        if bits == 0 {
            return None;
        }
        n_held -= usize::from(bits);
        used += usize::from(bits);
        values.push(value);
    }
    (used.div_ceil(8) == bytes.len()).then_some(values)
}
