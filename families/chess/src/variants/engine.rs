//! Proof-number searches over the bit boards, under their general names.

use std::sync::Arc;

use quod_engine::general;
use quod_engine::{Aim, Begun, Engine, OpenSpace, Start};
use quod_rules::Chess;

use super::ForcedSpace;
use crate::board::Board;

/// What `auto` is: the graph held in memory, where memory lasts, and then the table.
pub(crate) const AUTO: [&str; 2] = ["pn:init=moves", "dfpn:init=moves"];

/// The engines that there are over boards.
pub(crate) fn engines(game: Chess) -> [Engine; 2] {
    [
        over_boards(game, general::pn(), general::start_pn_in),
        over_boards(game, general::dfpn(), general::start_dfpn_in),
    ]
}

/// A general engine that searches boards. `begin` begins it there.
fn over_boards(
    game: Chess,
    general: Engine,
    begin: fn(&Start<'_>, OpenSpace<Board>) -> Begun,
) -> Engine {
    let (name, about, options) = (general.name, general.about, general.options.clone());
    Engine::new(name, about, move |start| match start.offer.counts_moves {
        // Positions that count moves are not the twin's.
        true => general.begin(start),
        false => {
            let open = move |aim: &Aim| Box::new(ForcedSpace::open(&game, aim)) as _;
            begin(&start, Arc::new(open))
        }
    })
    .with_options(options)
}
