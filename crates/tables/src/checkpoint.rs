//! Checkpoints of a long layer: its state between two thresholds, when nothing is under way.
//!
//! A checkpoint is for the program that wrote it and nobody else. It begins with what it belongs to
//! (format, game, layer, digests below), and one that belongs to something else, or was damaged, is
//! passed over: the layer begins anew, and no result depends on it.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use quod_cert::Sha256;

use crate::layer::{LayerWork, put_states, states_of};
use crate::{Error, Leads, Store};
use quod_game::TableTitle;

fn file_name(name: &str) -> String {
    format!("{name}.checkpoint")
}

/// What a checkpoint belongs to; `share` is nothing where it has the whole layer.
pub(crate) fn header(
    description: &TableTitle,
    layer: u32,
    share: &str,
    lower: &[[u8; 32]],
) -> [u8; 32] {
    let mut sha = Sha256::default();
    sha.update(format!("quod table checkpoint 2 {description:?} {layer}{share}").as_bytes());
    sha.update(lower.as_flattened());
    sha.finish()
}

/// Writes the state of a layer whose threshold is about to begin.
pub(crate) fn save<R: Leads>(
    store: &impl Store,
    name: &str,
    header: &[u8; 32],
    work: &LayerWork<R>,
) -> Result<(), Error> {
    let name = file_name(name);
    let written = store.write(&name, &mut |out| write(out, header, work));
    written.map_err(|error| Error::Write { file: store.place(&name), error })
}

/// Writes the state of a layer, or of a share of it, whose threshold is about to begin.
pub(crate) fn write<R: Leads>(
    out: &mut dyn Write,
    header: &[u8; 32],
    work: &LayerWork<R>,
) -> io::Result<()> {
    let mut sum = Sum::default();
    let mut put = |bytes: &[u8]| {
        sum.add(bytes);
        out.write_all(bytes)
    };
    put(header)?;
    put(&(work.threshold as u64).to_le_bytes())?;
    for seeds in &work.seeds {
        put(&seeds.load(Relaxed).to_le_bytes())?;
    }
    let mut bytes = Vec::with_capacity(1 << 16);
    for states in work.state.chunks(1 << 15) {
        bytes.clear();
        put_states(states, &mut bytes);
        put(&bytes)?;
    }
    out.write_all(&sum.0.to_le_bytes())
}

/// Takes up the checkpoint that belongs to this, if there is one and it is whole.
pub(crate) fn load<R: Leads>(
    store: &impl Store,
    name: &str,
    header: &[u8; 32],
    work: &mut LayerWork<R>,
) -> Result<bool, Error> {
    let name = file_name(name);
    let bad = |error: io::Error| Error::Bad { file: store.place(&name), error: error.into() };
    let Some(mut source) = store.open(&name).map_err(bad)? else { return Ok(false) };
    match read(&mut source, header, work) {
        Ok(Some(threshold)) => {
            work.resume(threshold);
            Ok(true)
        }
        Ok(None) => Ok(false),
        // Too short: not whole, so passed over like one that belongs to something else.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(bad(error)),
    }
}

/// Fills in the state and returns the threshold; what is filled in by a checkpoint that is not
/// whole is overwritten when the layer is opened.
pub(crate) fn read<R: Leads>(
    source: &mut dyn Read,
    header: &[u8; 32],
    work: &mut LayerWork<R>,
) -> io::Result<Option<i8>> {
    let mut sum = Sum::default();
    let mut start = [0; 40];
    source.read_exact(&mut start)?;
    sum.add(&start[..32]);
    sum.add(&start[32..]);
    if start[..32] != header[..] {
        return Ok(None);
    }
    let mut word = [0; 8];
    let mut seeds = [0; 128];
    for seeds in &mut seeds {
        source.read_exact(&mut word)?;
        sum.add(&word);
        *seeds = u64::from_le_bytes(word);
    }
    let mut bytes = vec![0; 1 << 16];
    for states in work.state.chunks(1 << 15) {
        let bytes = &mut bytes[..2 * states.len()];
        source.read_exact(bytes)?;
        sum.add(bytes);
        states.iter().zip(states_of(bytes)).for_each(|(state, read)| state.store(read, Relaxed));
    }
    source.read_exact(&mut word)?;
    if u64::from_le_bytes(word) != sum.0 {
        return Ok(None);
    }
    work.seeds.iter().zip(seeds).for_each(|(to, from)| to.store(from, Relaxed));
    Ok(i8::try_from(start[32]).ok().filter(|&threshold| threshold > 0))
}

/// Removes the checkpoints of a layer.
pub(crate) fn remove(store: &impl Store, name: &str) -> Result<(), Error> {
    [file_name(name), parts_name(name)].into_iter().try_for_each(|name| {
        store.remove(&name).map_err(|error| Error::Write { file: store.place(&name), error })
    })
}

fn parts_name(name: &str) -> String {
    format!("{name}.parts.checkpoint")
}

/// Writes the states of all parts of a layer: the header, and each state after its length.
pub(crate) fn save_parts(
    store: &impl Store,
    name: &str,
    header: &[u8; 32],
    parts: &[Vec<u8>],
) -> Result<(), Error> {
    let name = parts_name(name);
    let written = store.write(&name, &mut |out| {
        out.write_all(header)?;
        parts.iter().try_for_each(|part| {
            out.write_all(&(part.len() as u64).to_le_bytes())?;
            out.write_all(part)
        })
    });
    written.map_err(|error| Error::Write { file: store.place(&name), error })
}

/// The states of so many parts that belong to this, if they are there. (Whether each is whole its own sum says.)
pub(crate) fn load_parts(
    store: &impl Store,
    name: &str,
    header: &[u8; 32],
    parts: usize,
) -> Result<Option<Vec<Vec<u8>>>, Error> {
    let name = parts_name(name);
    let bad = |error: io::Error| Error::Bad { file: store.place(&name), error: error.into() };
    let Some(mut source) = store.open(&name).map_err(bad)? else { return Ok(None) };
    let mut read = || -> io::Result<Vec<Vec<u8>>> {
        let mut word = [0; 8];
        let mut found = [0; 32];
        source.read_exact(&mut found)?;
        let mut all = Vec::new();
        for _ in 0..if found == *header { parts } else { 0 } {
            source.read_exact(&mut word)?;
            let (mut part, length) = (Vec::new(), u64::from_le_bytes(word));
            if source.by_ref().take(length).read_to_end(&mut part)? as u64 != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            all.push(part);
        }
        Ok(all)
    };
    match read() {
        Ok(all) => Ok(Some(all).filter(|all| all.len() == parts)),
        // Too short: not whole, so passed over like one that belongs to something else.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(bad(error)),
    }
}

/// The quick checksum of some bytes.
pub(crate) fn sum(bytes: &[u8]) -> u64 {
    let mut sum = Sum::default();
    sum.add(bytes);
    sum.0
}

/// A quick checksum, by words, against damage. (SHA-256 would take longer than the layer's thresholds.)
#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
    }
}
