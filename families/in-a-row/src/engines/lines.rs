//! What m,n,k games offer: depth-first search in which pairings count, or any engine.

mod space;

use std::sync::Arc;

use quod_engine::general::{dfpn_options, start_dfpn_in};
use quod_engine::{Aim, Begun, Engine, Offer, OpenGame, Placements, SolveError, Start};
use quod_game::Game;
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
    let offer = Offer::of_rules(OpenGame::with_own_checker(Arc::clone(&game)));
    let boards = boards(&game, &offer);
    offer
        .with_board(in_a_row_picture::board(&game))
        .with_engines(vec![engine()])
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
pub(super) fn engine() -> Engine {
    let about = "dfpn in games of lines, with forced moves and pairings";
    Engine::new(NAME, about, |start| {
        let (game, claim) = (&start.offer.game, &start.task.claim);
        if LineSpace::<1>::serves(game, claim) {
            begin::<1>(&start)
        } else if LineSpace::<2>::serves(game, claim) {
            begin::<2>(&start)
        } else {
            begin::<7>(&start)
        }
    })
    .with_options(dfpn_options())
    .serving(|offer, claim| match LineSpace::<7>::serves(&offer.game, claim) {
        true => Ok(()),
        false => Err(SolveError::Engine {
            expected: "vct or pn where moves are forbidden or restricted".to_string(),
            got: NAME.to_string(),
        }),
    })
}

/// Begins the search on boards of up to 64 `W` cells.
fn begin<const W: usize>(start: &Start<'_>) -> Begun {
    let game = start.offer.game.clone();
    let open = move |aim: &Aim| Box::new(LineSpace::<W>::open(&game, aim)) as _;
    start_dfpn_in(start, Arc::new(open))
}
