//! Proof-number searches over the bit boards, under their general names.

use std::sync::Arc;

use quod_engine::general::{self, DfpnOptions, DfpnProver};
use quod_engine::{
    Aim, Carryover, Engine, EngineSpec, Offer, OpenSpace, OptionSpec, Prover, SolveError, Task,
};
use quod_rules::Chess;

use super::ForcedSpace;
use crate::board::Board;

/// What `auto` is: the graph held in memory, where memory lasts, and then the table.
pub(crate) const AUTO: [&str; 2] = ["pn:init=moves", "dfpn:init=moves"];

/// How a search begins over boards.
type Begin = fn(&Offer, &Task, EngineSpec, OpenSpace<Board>) -> Result<Box<dyn Prover>, SolveError>;

/// A general engine of which there is a copy for boards.
pub struct OverBoards {
    game: Chess,
    general: Arc<dyn Engine>,
    begin: Begin,
}

/// The engines that there are over boards.
pub(crate) fn engines(game: Chess) -> Vec<Arc<dyn Engine>> {
    let begins: [(&str, Begin); 2] = [(general::PN, general::start_pn_in), ("dfpn", start_dfpn)];
    let over = |general: Arc<dyn Engine>| {
        let begin = begins.iter().find(|(name, _)| *name == general.name())?.1;
        Some(Arc::new(OverBoards { game, general, begin }) as Arc<dyn Engine>)
    };
    general::engines().into_iter().filter_map(over).collect()
}

fn start_dfpn(
    offer: &Offer,
    task: &Task,
    spec: EngineSpec,
    open: OpenSpace<Board>,
) -> Result<Box<dyn Prover>, SolveError> {
    Ok(Box::new(DfpnProver::new(&offer.game, task, open, DfpnOptions::read(spec)?)?))
}

impl Engine for OverBoards {
    fn name(&self) -> &'static str {
        self.general.name()
    }

    fn about(&self) -> &'static str {
        self.general.about()
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.general.options()
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        spec: EngineSpec,
        carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        if offer.counts_moves {
            // Positions that count moves are not the twin's.
            return self.general.start(offer, task, spec, carried);
        }
        let game = self.game;
        let open = move |aim: &Aim| Box::new(ForcedSpace::open(&game, aim)) as _;
        (self.begin)(offer, task, spec, Arc::new(open))
    }
}
