//! What Connect Four offers: alpha-beta over the fast twin on the boards that it serves, and every
//! engine for any game, over a twin where the board has at most 64 bits.

mod cover;
mod good_moves;
mod minimax;
mod minimise;
mod prover;
mod refine;
mod space;
mod strategy;
mod vertices;
mod victor;

use std::sync::Arc;

use quod_engine::tables::by_enumeration;
use quod_engine::{
    Aim, Board, Carryover, Choice, Engine, EngineSpec, Offer, OpenGame, OptionSpec, Placements,
    Pos, Prover, SolveError, Spaces, Task, drawn,
};
use quod_game::Claim;
use quod_rules::{ConnectFour, ConnectFourPosition};

use self::minimax::{BOARDS, serves};
use self::minimise::{Tuning, Walk};
use self::prover::FourProver;
use self::space::FourSpace;
use self::victor::VictorEngine;
use crate::{Compiled, Grid, judge, picture};

/// The most cells of a board with tables: every position is held in memory.
const MOST_TABLED: u32 = 16;

/// The engine's name.
const ALPHA_BETA: &str = "alphabeta";

/// How positions are drawn: what a program needs that shows Connect Four and searches nothing.
pub fn board(game: &Arc<ConnectFour>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of Connect Four offers.
pub fn offer(game: ConnectFour) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let cells = game.width() * game.height();
    let auto = if serves(game.width(), game.height()) { ALPHA_BETA } else { "dfpn" };
    let mut offer = Offer::of_rules(open.clone())
        .with_superset(boards(&game))
        .with_board(board(&game))
        .with_engines(vec![
            Arc::new(AlphaBetaEngine(Arc::clone(&game))),
            Arc::new(VictorEngine(Arc::clone(&game))),
        ])
        .with_auto(&[auto]);
    offer.tables = (cells <= MOST_TABLED).then(|| {
        let stones = |pos: &Pos| {
            let stones = pos.of::<ConnectFour>().stones;
            (stones[0] | stones[1]).count_ones()
        };
        by_enumeration(&open, move |pos| cells - stones(pos))
    });
    if FourSpace::serves(&game) {
        offer.judges = Some(judge::judges(&game));
        let open = move |aim: &Aim| Box::new(FourSpace::open(&game, aim)) as _;
        offer.space = Spaces::Words2(Arc::new(open));
    }
    offer
}

/// All ways to fill the columns with as many stones of both, or one more of the first player's.
fn boards(game: &ConnectFour) -> Placements {
    let [width, height] = [game.width() as usize, game.height() as usize];
    Placements::of_columns(width, height, move |member| {
        let mut stones = [0; 2];
        for (cell, &player) in member.iter().enumerate().filter(|it| *it.1 != 0) {
            stones[usize::from(player) - 1] |=
                1u128 << (cell / height * (height + 1) + cell % height);
        }
        Pos::new(ConnectFourPosition { stones })
    })
}

const PROOF: Choice<(f32, Walk)> = Choice {
    name: "proof",
    about: "What a small certificate may cost, as a multiple of the search.",
    values: &[
        ("quick", (0.0, Walk::Bytes)),
        ("fair", (2.0, Walk::Bytes)),
        ("small", (10.0, Walk::Bytes)),
        ("refined", (10.0, Walk::Refined)),
        ("smallest", (40.0, Walk::Refined)),
        ("covering", (100.0, Walk::Covering)),
    ],
};

/// Alpha-beta as an engine.
struct AlphaBetaEngine(Arc<ConnectFour>);

impl Engine for AlphaBetaEngine {
    fn name(&self) -> &'static str {
        ALPHA_BETA
    }

    fn about(&self) -> &'static str {
        "alpha-beta with null windows over follow-up and threats; boards of up to 42 cells that the literature solves"
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![PROOF.spec()]
    }

    fn serves(&self, offer: &Offer, _claim: &Claim) -> Result<(), SolveError> {
        match serves(self.0.width(), self.0.height()) {
            true => Ok(()),
            false => Err(SolveError::Engine {
                expected: format!("for alphabeta a board whose key it can hold: {BOARDS}"),
                got: format!("alphabeta for {}", offer.game.name()),
            }),
        }
    }

    fn start(
        &self,
        _offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let (effort, walk) = PROOF.take(&mut spec)?;
        let tuning = Tuning::new(effort, walk);
        spec.finish(&self.options())?;
        let game = Arc::clone(&self.0);
        // Only the board that everybody plays has code of its own. (The twenty others with code of
        // their own, too: 6x5 in nine tenths of its time, 9x4 in three quarters, for a minute more
        // of building.)
        Ok(match (game.width(), game.height()) {
            (7, 6) => Box::new(FourProver::new(Compiled::<7, 6>, game, task, tuning, carried)?),
            (width, height) => {
                let grid = Grid::new(width, height);
                Box::new(FourProver::new(grid, game, task, tuning, carried)?)
            }
        })
    }
}
