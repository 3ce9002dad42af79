//! Verifying a game's tables by the checker's code, layer by layer.

use quod_cert::TableFile;
use quod_check::{Help, LayerValues, Source, TableFault};
use quod_tables::{Directory, Error, Extent, Steps, Store, file_name};

use super::{Indexed, TableWork, Work};
use crate::SolveError;
use crate::workers::run_all;

/// What is to be verified of some tables.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The layers.
    pub extent: Extent,
    /// The layers below this one are taken as they are: an earlier run has verified them.
    pub from: u32,
    /// Threads to work on.
    pub threads: usize,
}

impl Verification {
    /// All of some layers, on one thread.
    pub fn of(extent: Extent) -> Verification {
        Verification { extent, from: 0, threads: 1 }
    }
}

/// As [`TableWork::verify`].
pub(super) fn verify<I: Indexed>(
    work: &Work<I>,
    directory: &Directory,
    asked: &Verification,
    tell: &mut dyn FnMut(u32, u64),
) -> Result<Vec<[u8; 32]>, SolveError> {
    let Verification { extent, from, threads } = asked;
    // Of another game, missing or cut short: that is no wrong value.
    let last = extent.last();
    let open = work.open(directory, Some(last))?;
    let missing =
        |it: &u32| matches!(extent, Extent::For(layers) if layers.contains(it)) && !open.has(*it);
    if let Some(layer) = (0..last).find(missing) {
        let file = directory.place(&file_name(&work.name(), layer));
        return Err(Error::Missing { file }.into());
    }
    let name = work.name();
    let (mut lower, mut digests) = (Vec::new(), Vec::new());
    // The values once more, as those have them who work out in which order they can be shown.
    let mut worked_out: Vec<Vec<i8>> = Vec::new();
    for layer in 0..=last {
        for (below, values) in (0..layer).zip(&mut worked_out) {
            if !values.is_empty() && !work.looked_up(below, layer - 1, last) {
                *values = Vec::new();
                lower[below as usize] = LayerValues::default();
            }
        }
        if !open.has(layer) || !work.wants(extent, layer) {
            // No layer that is verified rests on it.
            lower.push(LayerValues::default());
            worked_out.push(Vec::new());
            digests.push([0; 32]);
            continue;
        }
        let file_name = file_name(&name, layer);
        let file = directory.place(&file_name);
        let bad = |error| Error::Bad { file: file.clone(), error };
        let Some(source) = directory.open(&file_name).map_err(|it| bad(it.into()))? else {
            return Err(Error::Missing { file }.into());
        };
        let source: Box<dyn Source> = Box::new(source);
        let mut table = TableFile::open(source).map_err(bad)?;
        let positions = table.header().size;
        if layer < *from {
            table.check_digest().map_err(bad)?;
            let known = LayerValues::read(&mut table).map_err(bad)?;
            worked_out.push(known.iter().collect());
            lower.push(known);
            digests.push(table.digest());
            continue;
        }
        let Steps { values, steps } = match &work.faster {
            None => quod_tables::steps(work.retrograde.clone(), layer, &worked_out, *threads)?,
            Some(faster) => (faster.steps)(layer, last, work.beyond(), &worked_out, *threads)?,
        };
        worked_out.push(values);
        let on_all = |work: &(dyn Fn() + Sync)| {
            run_all(&mut vec![(); *threads], |()| work());
        };
        let help = Help { run: &on_all, steps };
        match work.game.verify_table(&mut table, work.distance(), &mut lower, &mut digests, help) {
            Err(TableFault::File(error)) => return Err(bad(error).into()),
            Err(fault) => return Err(SolveError::TableFault { file, fault }),
            Ok(()) => tell(layer, positions),
        }
    }
    let verified = digests.into_iter().skip(*from as usize);
    Ok(verified.filter(|it| *it != [0; 32]).collect())
}
