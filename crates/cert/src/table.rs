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
const MOST_HEADER: u32 = 1 << 20;

/// What a table says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHeader {
    /// The game with all variant keys.
    pub game: String,
    /// What infinite play is worth, in words of the game's choice.
    pub infinite_play: String,
    /// The version of the index.
    pub index_version: u32,
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

impl TableHeader {
    /// Whether this is one of the tables with this title.
    pub fn is_titled(&self, title: &TableTitle) -> bool {
        let TableTitle { game, infinite_play, index_version } = title;
        (&self.game, &self.infinite_play, &self.index_version)
            == (game, infinite_play, index_version)
    }
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

/// A block's place in the file and its CRC-32.
#[derive(Clone, Copy, Debug)]
struct BlockAt {
    offset: u64,
    length: u32,
    crc: u32,
}

/// An open table.
#[derive(Debug)]
pub struct TableFile<R> {
    source: R,
    header: TableHeader,
    blocks: Vec<BlockAt>,
    decoder: Decoder,
    digest: [u8; 32],
    length: u64,
}

impl<R: Read + Seek> TableFile<R> {
    /// Reads header and directory.
    ///
    /// # Errors
    /// If they are missing, damaged, of another version, or do not fit the length of the file.
    pub fn open(mut source: R) -> Opened<TableFile<R>> {
        let length = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let mut file = Bounded { source, length };
        let mut start = [0; 16];
        if length < 8 || file.read(0, &mut start[..8])?[..] != TABLE_MAGIC {
            return Err(TableError::NotATable);
        }
        file.read(0, &mut start)?;
        let version = u16::from_le_bytes([start[8], start[9]]);
        if version != TABLE_VERSION {
            return Err(TableError::Version(version));
        }
        let n = u32::from_le_bytes([start[12], start[13], start[14], start[15]]);
        if n > MOST_HEADER || start[10..12] != [0, 0] {
            return damaged(10, "the header's length");
        }
        let bytes = file.guarded(16, u64::from(n), "the header")?;
        let header = parse_header(&bytes).map_or_else(|| damaged(16, "the header"), Ok)?;
        let decoder = Decoder::new(header.least, &header.lengths)
            .map_or_else(|| damaged(16, "the header's code"), Ok)?;
        // The directory stands before the digest at the end of the file.
        let n_blocks = header.size.div_ceil(u64::from(header.block));
        let mut offset = 20 + u64::from(n);
        let rest = n_blocks.checked_mul(8).and_then(|it| it.checked_add(4 + 32));
        let expected = rest.and_then(|rest| rest.checked_add(offset)).unwrap_or(u64::MAX);
        if length < expected {
            return Err(TableError::Length { expected, found: length });
        }
        let directory_at = length - (8 * n_blocks + 4 + 32);
        let directory = file.guarded(directory_at, 8 * n_blocks, "the directory of blocks")?;
        let mut blocks = Vec::with_capacity(n_blocks as usize);
        for pair in directory.chunks_exact(8) {
            let [length, crc] = [0, 4].map(|at| u32_at(pair, at));
            blocks.push(BlockAt { offset, length, crc });
            offset += u64::from(length);
        }
        if offset != directory_at {
            return damaged(directory_at, "the directory of blocks");
        }
        let mut digest = [0; 32];
        file.read(length - 32, &mut digest)?;
        Ok(TableFile { source: file.source, header, blocks, decoder, digest, length })
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
        self.length
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
        let BlockAt { offset, length, crc } = self.blocks[at];
        let mut file = Bounded { source: &mut self.source, length: self.length };
        let mut bytes = vec![0; length as usize];
        file.read(offset, &mut bytes)?;
        let first = at as u64 * u64::from(self.header.block);
        let n = (self.header.size - first).min(u64::from(self.header.block));
        let intact = crc32(&bytes) == crc;
        let values = self.decoder.decode(&bytes, n as usize).filter(|_| intact);
        values.map_or_else(|| damaged(offset, "a block"), Ok)
    }

    /// Compares the digest with all the bytes before it.
    ///
    /// # Errors
    /// If they cannot be read or do not agree.
    pub fn check_digest(&mut self) -> Opened {
        let mut sha = Sha256::new();
        let mut left = self.length - 32;
        let mut buffer = vec![0; 1 << 16];
        self.source.rewind()?;
        while left > 0 {
            let n = left.min(buffer.len() as u64) as usize;
            self.source.read_exact(&mut buffer[..n])?;
            sha.update(&buffer[..n]);
            left -= n as u64;
        }
        if sha.finish() == self.digest { Ok(()) } else { damaged(0, "the file (SHA-256)") }
    }
}

/// A source of known length.
struct Bounded<R> {
    source: R,
    length: u64,
}

impl<R: Read + Seek> Bounded<R> {
    /// Fills the buffer from this byte on.
    fn read<'b>(&mut self, at: u64, buffer: &'b mut [u8]) -> Opened<&'b mut [u8]> {
        let expected = at.saturating_add(buffer.len() as u64);
        if expected > self.length {
            return Err(TableError::Length { expected, found: self.length });
        }
        self.source.seek(SeekFrom::Start(at))?;
        self.source.read_exact(buffer)?;
        Ok(buffer)
    }

    /// So many bytes and the CRC-32 after them. The length is compared with the file's before memory
    /// is set aside.
    fn guarded(&mut self, at: u64, n: u64, what: &'static str) -> Opened<Vec<u8>> {
        let expected = at.saturating_add(n).saturating_add(4);
        if expected > self.length {
            return Err(TableError::Length { expected, found: self.length });
        }
        let mut bytes = vec![0; n as usize + 4];
        self.read(at, &mut bytes)?;
        let crc = u32_at(&bytes, n as usize);
        bytes.truncate(n as usize);
        if crc32(&bytes) == crc { Ok(bytes) } else { damaged(at, what) }
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn parse_header(mut bytes: &[u8]) -> Option<TableHeader> {
    let it = &mut bytes;
    let header = TableHeader {
        game: text(it)?,
        infinite_play: text(it)?,
        index_version: number(it, 4)? as u32,
        layer: number(it, 4)? as u32,
        size: number(it, 8)?,
        block: number(it, 4)? as u32,
        least: number(it, 1)? as u8 as i8,
        lengths: number(it, 2).and_then(|n| it.split_off(..n as usize))?.to_vec(),
        lower: it.chunks_exact(32).map(|it| it.try_into().ok()).collect::<Option<_>>()?,
    };
    let fits = (1..=MOST_BLOCK_POSITIONS).contains(&header.block);
    let fits = fits && it.len() == 32 * header.layer as usize;
    fits.then_some(header)
}

fn number(bytes: &mut &[u8], n: usize) -> Option<u64> {
    let digits = bytes.split_off(..n)?;
    Some(digits.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    let n = number(bytes, 2)? as usize;
    String::from_utf8(bytes.split_off(..n)?.to_vec()).ok()
}

/// A canonical prefix code: for every [`MOST_CODE_BITS`] bits the value whose word they begin with, and
/// the word's length; length 0 where no word begins like that.
#[derive(Debug)]
struct Decoder {
    words: Vec<(i8, u8)>,
}

impl Decoder {
    /// The code with these lengths: shorter words first, among equals lower values first, each word
    /// the least number that no word before it begins. `None` if there is no such code.
    fn new(least: i8, lengths: &[u8]) -> Option<Decoder> {
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
        fits.then_some(Decoder { words })
    }

    /// The first `n` values; `None` if the bytes are more or fewer than theirs.
    fn decode(&self, bytes: &[u8], n: usize) -> Option<Vec<i8>> {
        let mut values = Vec::with_capacity(n);
        let (mut rest, mut held, mut n_held, mut used) = (bytes.iter(), 0u64, 0, 0);
        for _ in 0..n {
            while n_held < MOST_CODE_BITS {
                // Zeros beyond the end; words that need them use more bits than there are.
                held = held << 8 | u64::from(*rest.next().unwrap_or(&0));
                n_held += 8;
            }
            let window = (held >> (n_held - MOST_CODE_BITS)) as usize % (1 << MOST_CODE_BITS);
            let (value, bits) = self.words[window];
            if bits == 0 {
                return None;
            }
            n_held -= usize::from(bits);
            used += usize::from(bits);
            values.push(value);
        }
        (used.div_ceil(8) == bytes.len()).then_some(values)
    }
}
