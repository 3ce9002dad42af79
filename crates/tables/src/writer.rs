//! The writer of the table format (`docs/formats/table.md`).

use std::io::{self, Write};
use std::sync::Mutex;

use quod_cert::{Sha256, TABLE_MAGIC, TABLE_VERSION, TableHeader, crc32};

use crate::huffman::{code_lengths, code_words};
use crate::parallel::share;
use quod_game::TableTitle;

/// Positions of a block: a few kilobytes to read and some ten microseconds to decode.
pub(crate) const BLOCK: u32 = 1 << 12;
/// Blocks encoded before they are written.
const BATCH: usize = 1 << 10;

/// A table to be written.
pub(crate) struct Table<'t> {
    pub description: &'t TableTitle,
    pub layer: u32,
    pub lower: &'t [[u8; 32]],
    pub values: &'t [i8],
    /// How often each value occurs, from −128 on.
    pub counts: &'t [u64],
    pub threads: usize,
}

impl Table<'_> {
    /// Writes the table and returns its digest.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<[u8; 32]> {
        let first = self.counts.iter().position(|&n| n > 0).unwrap_or(0);
        let end = self.counts.iter().rposition(|&n| n > 0).map_or(first, |last| last + 1);
        let lengths = code_lengths(&self.counts[first..end]);
        let encoder = Encoder { first, words: code_words(&lengths), lengths: &lengths };
        let mut out = Digesting { out, sha: Sha256::default() };
        let header = header_bytes(&TableHeader {
            title: self.description.clone(),
            layer: self.layer,
            size: self.values.len() as u64,
            block: BLOCK,
            least: (first as i16 - 128) as i8,
            lengths: lengths.clone(),
            lower: self.lower.to_vec(),
        });
        let mut start = TABLE_MAGIC.to_vec();
        start.extend(TABLE_VERSION.to_le_bytes());
        start.extend([0; 2]);
        start.extend((header.len() as u32).to_le_bytes());
        out.write(&start)?;
        out.write(&header)?;
        out.write(&crc32(&header).to_le_bytes())?;
        let mut directory = Vec::new();
        for batch in self.values.chunks(BLOCK as usize * BATCH) {
            for bytes in encoder.blocks(batch, self.threads) {
                directory.extend((bytes.0.len() as u32).to_le_bytes());
                directory.extend(bytes.1.to_le_bytes());
                out.write(&bytes.0)?;
            }
        }
        out.write(&directory)?;
        out.write(&crc32(&directory).to_le_bytes())?;
        let digest = out.sha.finish();
        out.out.write_all(&digest)?;
        Ok(digest)
    }
}

struct Digesting<'o> {
    out: &'o mut dyn Write,
    sha: Sha256,
}

impl Digesting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sha.update(bytes);
        self.out.write_all(bytes)
    }
}

fn header_bytes(header: &TableHeader) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in [&header.title.game, &header.title.infinite_play] {
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend(header.title.index_version.to_le_bytes());
    bytes.extend(header.layer.to_le_bytes());
    bytes.extend(header.size.to_le_bytes());
    bytes.extend(header.block.to_le_bytes());
    bytes.extend(header.least.to_le_bytes());
    bytes.extend((header.lengths.len() as u16).to_le_bytes());
    bytes.extend(&header.lengths);
    bytes.extend(header.lower.iter().flatten());
    bytes
}

struct Encoder<'l> {
    /// The symbol of the first word; symbols are values plus 128.
    first: usize,
    words: Vec<u16>,
    lengths: &'l [u8],
}

impl Encoder<'_> {
    /// The blocks of these values, each with its CRC-32.
    fn blocks(&self, values: &[i8], threads: usize) -> Vec<(Vec<u8>, u32)> {
        let chunks: Vec<&[i8]> = values.chunks(BLOCK as usize).collect();
        let blocks: Vec<Mutex<(Vec<u8>, u32)>> = chunks.iter().map(|_| Mutex::default()).collect();
        share(
            threads,
            &mut (0..chunks.len() as u64),
            u64::MAX,
            || (),
            |(), part| {
                let bytes = self.block(chunks[part as usize]);
                let crc = crc32(&bytes);
                *blocks[part as usize].lock().expect("no thread panics") = (bytes, crc);
                0
            },
        );
        blocks.into_iter().map(|it| it.into_inner().expect("no thread panics")).collect()
    }

    fn block(&self, values: &[i8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(values.len());
        let (mut held, mut n_held) = (0u64, 0);
        for &value in values {
            let symbol = (i16::from(value) + 128) as usize - self.first;
            held = held << self.lengths[symbol] | u64::from(self.words[symbol]);
            n_held += self.lengths[symbol];
            while n_held >= 8 {
                n_held -= 8;
                bytes.push((held >> n_held) as u8);
            }
        }
        if n_held > 0 {
            bytes.push((held << (8 - n_held)) as u8);
        }
        bytes
    }
}
