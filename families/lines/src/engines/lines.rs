//! What m,n,k games offer: depth-first search in which pairings count, or any engine.

mod space;

use std::sync::Arc;

use quod_engine::general::{DfpnOptions, DfpnProver};
use quod_engine::{
    Aim, Carryover, Engine, EngineSpec, Offer, OpenGame, OptionSpec, Placements, Prover,
    SolveError, Task,
};
use quod_game::{Claim, Game};
use quod_rules::InARow;

use self::space::LineSpace;
use crate::in_a_row_picture;
use crate::line_game::allows_every_move;

/// The engine's name.
const NAME: &str = "lines";
/// What `auto` is in a game of lines.
pub(super) const AUTO: &str = "lines:init=moves";

/// What an m,n,k game offers.
pub fn offer(game: InARow) -> Offer {
    let auto = auto_of(&game);
    let game = Arc::new(game);
    let offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)));
    let boards = boards(&game, &offer);
    offer
        .with_board(in_a_row_picture::board(&game))
        .with_engines(vec![Arc::new(Lines)])
        .with_auto(&[auto])
        .with_superset(boards)
}

/// All boards with as many stones of both, or one more of Black's.
pub(super) fn boards(game: &InARow, offer: &Offer) -> Placements {
    Placements::of_moves(&offer.game, vec![0; game.width * game.height])
}

/// What `auto` stands for: the engine of this family, where no move is forbidden.
pub(super) fn auto_of(game: &InARow) -> &'static str {
    let served = Game::lines(game).is_some_and(allows_every_move);
    if served { AUTO } else { quod_engine::general::PN }
}

/// Depth-first proof-number search in a [`LineSpace`] as an engine.
pub(super) struct Lines;

impl Engine for Lines {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "dfpn in games of lines, with forced moves and pairings"
    }

    fn options(&self) -> Vec<OptionSpec> {
        DfpnOptions::specs()
    }

    fn serves(&self, offer: &Offer, claim: &Claim) -> Result<(), SolveError> {
        match LineSpace::<7>::serves(&offer.game, claim) {
            true => Ok(()),
            false => Err(SolveError::Engine {
                expected: "vct or pn where moves are forbidden or restricted".to_string(),
                got: NAME.to_string(),
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
        Ok(if LineSpace::<1>::serves(&offer.game, &task.claim) {
            Box::new(prover::<1>(offer, task, options)?)
        } else if LineSpace::<2>::serves(&offer.game, &task.claim) {
            Box::new(prover::<2>(offer, task, options)?)
        } else {
            Box::new(prover::<7>(offer, task, options)?)
        })
    }
}

/// The search on boards of up to 64 `W` cells.
fn prover<const W: usize>(
    offer: &Offer,
    task: &Task,
    options: DfpnOptions,
) -> Result<DfpnProver<space::State<W>>, SolveError> {
    let game = offer.game.clone();
    let open = move |aim: &Aim| Box::new(LineSpace::<W>::open(&game, aim)) as _;
    DfpnProver::new(&offer.game, task, Arc::new(open), options)
}
