//! Engine `victor`: depth-first proof-number search over VICTOR's nine rules ([`crate::victor`]).

use std::sync::Arc;

use quod_engine::general::{DfpnOptions, DfpnProver};
use quod_engine::{
    Aim, Carryover, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task,
};
use quod_game::Claim;
use quod_rules::ConnectFour;

use super::space::FourSpace;
use crate::Grid;
use crate::victor::Victor;

/// The engine's name.
const NAME: &str = "victor";

/// The search as an engine.
pub(super) struct VictorEngine(pub Arc<ConnectFour>);

impl Engine for VictorEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "dfpn over the nine rules of VICTOR (Allis 1988): lines that one side can spoil"
    }

    fn options(&self) -> Vec<OptionSpec> {
        DfpnOptions::specs()
    }

    fn serves(&self, offer: &Offer, _claim: &Claim) -> Result<(), SolveError> {
        let grid = Grid::new(self.0.width(), self.0.height());
        match FourSpace::serves(&self.0) && Victor::serves(grid) {
            true => Ok(()),
            false => Err(SolveError::Engine {
                expected: "for victor a board of at most 128 lines".to_string(),
                got: format!("victor for {}", offer.game.name()),
            }),
        }
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let options = DfpnOptions::read(spec)?;
        let game = Arc::clone(&self.0);
        let open = move |aim: &Aim| Box::new(FourSpace::with_rules(&game, aim)) as _;
        Ok(Box::new(DfpnProver::new(&offer.game, task, Arc::new(open), options)?))
    }
}
