//! Engine `victor`: depth-first proof-number search over VICTOR's nine rules ([`crate::victor`]).

use std::sync::Arc;

use quod_engine::general::{dfpn_options, start_dfpn_in};
use quod_engine::{Aim, Engine, SolveError};
use quod_rules::ConnectFour;

use super::space::FourSpace;
use crate::Grid;
use crate::victor::Victor;

/// The engine's name.
const NAME: &str = "victor";

/// The search as an engine.
pub(super) fn engine(game: Arc<ConnectFour>) -> Engine {
    let about = "dfpn over the nine rules of VICTOR (Allis 1988): lines that one side can spoil";
    let grid = Grid::new(game.width(), game.height());
    let served = FourSpace::serves(&game) && Victor::serves(grid);
    Engine::new(NAME, about, move |start| {
        let game = Arc::clone(&game);
        let open = move |aim: &Aim| Box::new(FourSpace::with_rules(&game, aim)) as _;
        start_dfpn_in(&start, Arc::new(open))
    })
    .with_options(dfpn_options())
    .serving(move |offer, _claim| match served {
        true => Ok(()),
        false => Err(SolveError::Engine {
            expected: "for victor a board of at most 128 lines".to_string(),
            got: format!("victor for {}", offer.game.name()),
        }),
    })
}
