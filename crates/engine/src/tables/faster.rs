//! Faster ways of building a game's tables than by its plain rules.

use std::sync::Arc;

use quod_game::Distance;
use quod_tables::{
    Builder, Counting, Directory, Error, Options, Part, PartFrom, PartOf, Retrograde, Steps,
};

use super::{TableBuild, TablePart};
use crate::SolveError;

/// A way of building a game's tables that is faster than by the plain rules, to the same bytes.
#[derive(Clone)]
pub struct Faster {
    pub(super) layers: u32,
    pub(super) reorders: bool,
    pub(super) positions: Option<Arc<dyn Fn(u32) -> u64 + Send + Sync>>,
    pub(super) looked_up: Arc<LookedUp>,
    pub(super) build: Arc<BeginBuild>,
    pub(super) part: Arc<BeginPart>,
    pub(super) steps: Arc<WorkOut>,
}

impl Faster {
    /// For so many layers; `boards` has what can build up to a layer.
    pub fn new<R>(layers: u32, boards: impl Fn(u32) -> Arc<R> + Send + Sync + 'static) -> Faster
    where
        R: Retrograde<Layer: Send> + Send + 'static,
    {
        let boards = Arc::new(boards);
        let all = Arc::clone(&boards);
        let build = move |directory: Directory, options: Options, distance| {
            let boards = counting(all(options.extent.last()), distance);
            Ok(Box::new(Builder::new(boards, directory, options)?) as _)
        };
        let some = Arc::clone(&boards);
        let looked_up = move |lower, finished, last| some(last).looked_up(lower, finished, last);
        let again = Arc::clone(&boards);
        let steps = move |layer, last, distance, lower: &[Vec<i8>], threads| {
            quod_tables::steps(counting(again(last), distance), layer, lower, threads)
        };
        let part = move |last: u32, distance, of: PartOf, from: PartFrom<'_>| {
            begin_part(counting(boards(last.max(of.layer)), distance), of, from)
        };
        Faster {
            layers,
            reorders: false,
            positions: None,
            looked_up: Arc::new(looked_up),
            build: Arc::new(build),
            part: Arc::new(part),
            steps: Arc::new(steps),
        }
    }

    /// Where the positions of a layer at work are in another order than in files, so that its values are there twice for a while.
    #[must_use]
    pub fn reordering(mut self) -> Faster {
        self.reorders = true;
        self
    }

    /// Where not every index of a layer has a position: how many have.
    #[must_use]
    pub fn counting(mut self, positions: impl Fn(u32) -> u64 + Send + Sync + 'static) -> Faster {
        self.positions = Some(Arc::new(positions));
        self
    }
}

/// Begins to build tables in a directory, or goes on.
pub(super) type BeginBuild =
    dyn Fn(Directory, Options, Distance) -> Result<Box<dyn TableBuild>, SolveError> + Send + Sync;

/// As [`Retrograde::looked_up`].
pub(super) type LookedUp = dyn Fn(u32, u32, u32) -> bool + Send + Sync;

/// Begins a part of a layer, or goes on.
pub(super) type BeginPart = dyn Fn(u32, Distance, PartOf, PartFrom<'_>) -> Result<Option<Box<dyn TablePart>>, SolveError>
    + Send
    + Sync;

/// As [`quod_tables::steps`], of a layer and the highest that will be wanted.
pub(super) type WorkOut =
    dyn Fn(u32, u32, Distance, &[Vec<i8>], usize) -> Result<Steps, Error> + Send + Sync;

fn counting<R>(boards: Arc<R>, distance: Distance) -> Arc<Counting<Arc<R>>>
where
    R: Retrograde + Send,
{
    Arc::new(Counting::new(boards, distance))
}

pub(super) fn begin_part<R>(
    game: Arc<R>,
    of: PartOf,
    from: PartFrom<'_>,
) -> Result<Option<Box<dyn TablePart>>, SolveError>
where
    R: Retrograde<Layer: Send> + Send + 'static,
{
    Ok(Part::begin(game, of, from)?.map(|part| Box::new(part) as _))
}
