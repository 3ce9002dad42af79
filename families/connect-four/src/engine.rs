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
    Aim, Board, Choice, Engine, Offer, OpenGame, Placements, Pos, SolveError, Spaces, drawn,
};
use quod_rules::{ConnectFour, ConnectFourPosition};

use self::minimax::{BOARDS, serves};
use self::minimise::Walk;
use self::prover::FourProver;
use self::space::FourSpace;
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
    let open = OpenGame::with_own_checker(Arc::clone(&game));
    let cells = game.width() * game.height();
    let auto = if serves(game.width(), game.height()) { ALPHA_BETA } else { "dfpn" };
    let mut offer = Offer::of_rules(open.clone())
        .with_superset(boards(&game))
        .with_board(board(&game))
        .with_engines(vec![alpha_beta(Arc::clone(&game)), victor::engine(Arc::clone(&game))])
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
fn alpha_beta(game: Arc<ConnectFour>) -> Engine {
    let about = "alpha-beta with null windows over follow-up and threats; boards of up to 42 cells that the literature solves";
    let (width, height) = (game.width(), game.height());
    Engine::new(ALPHA_BETA, about, move |start| {
        let game = Arc::clone(&game);
        // Only the board that everybody plays has code of its own. (The twenty others with code of
        // their own, too: 6x5 in nine tenths of its time, 9x4 in three quarters, for a minute more
        // of building.)
        Ok(match (width, height) {
            (7, 6) => Box::new(FourProver::new(Compiled::<7, 6>, game, start)?),
            _ => Box::new(FourProver::new(Grid::new(width, height), game, start)?),
        })
    })
    .with_options([PROOF.spec()])
    .serving(move |offer, _claim| match serves(width, height) {
        true => Ok(()),
        false => Err(SolveError::Engine {
            expected: format!("for alphabeta a board whose key it can hold: {BOARDS}"),
            got: format!("alphabeta for {}", offer.game.name()),
        }),
    })
}
