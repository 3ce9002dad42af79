//! Depth-first proof-number search over the bit boards, under its general name.

use std::sync::Arc;

use quod_engine::general::{self, DfpnOptions, DfpnProver};
use quod_engine::{
    Aim, Carryover, Engine, EngineSpec, Offer, OpenSpace, OptionSpec, Prover, SolveError, Task,
};
use quod_rules::Chess;

use super::ForcedSpace;
use crate::board::Board;

/// The general engine's name.
const NAME: &str = "dfpn";

/// What `auto` is: the number of moves as first numbers.
pub(crate) const AUTO: &str = "dfpn:init=moves";

/// Depth-first proof-number search over bit boards.
pub struct ForcedDfpn(pub Chess);

impl Engine for ForcedDfpn {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "depth-first proof-number search in a table of fixed size; exact where positions repeat"
    }

    fn options(&self) -> Vec<OptionSpec> {
        DfpnOptions::specs()
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
            let engines = general::engines();
            let plain = engines.iter().find(|it| it.name() == NAME).expect("a general engine");
            return plain.start(offer, task, spec, carried);
        }
        let game = self.0;
        let open: OpenSpace<Board> =
            Arc::new(move |aim: &Aim| Box::new(ForcedSpace::open(&game, aim)) as _);
        Ok(Box::new(DfpnProver::new(&offer.game, task, open, DfpnOptions::read(spec)?)?))
    }
}
