//! What chess and its variants offer.

use std::sync::Arc;

use quod_engine::{Board, Offer, OpenGame, Pos, Record, drawn};
use quod_game::Player;
use quod_rules::{Chess, ChessGame, ChessPosition, Man};

use crate::board::Laws;
use crate::judge::MenEstimate;
use crate::tutor::ChessTutor;
use crate::{picture, tables, variants};

/// How positions are drawn: what a program needs that shows a game and searches nothing.
pub fn board(game: &Arc<Chess>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What one of the games offers.
pub fn offer(game: Chess) -> Offer {
    let (kind, game) = (game.game, Arc::new(game));
    let open = OpenGame::shared(Arc::clone(&game));
    let (mut engines, forced) =
        (vec![quod_mates::engine(Laws::of(&game))], kind != ChessGame::Chess);
    if forced {
        engines.extend(variants::engines(*game));
    }
    let mut offer = Offer::of_rules(open.clone())
        .with_estimate(Arc::new(MenEstimate::new(&game)))
        .with_engines(engines)
        .with_auto_counted(&[quod_mates::NAME])
        .with_board(board(&game));
    if forced {
        offer = offer.with_auto(&variants::AUTO);
    }
    offer.tables = tables::tables(&game, &open);
    offer.tutor = Some(Arc::new(ChessTutor(game)));
    let variant = match kind {
        ChessGame::Chess => |pos: &Pos| chess_variant(pos.of::<Chess>()),
        ChessGame::Antichess => |_: &Pos| "Antichess",
        ChessGame::Giveaway => |_: &Pos| "Giveaway",
        ChessGame::Losers => |_: &Pos| "Losers",
    };
    offer.pgn = Some(Record { variant, game_type: None });
    offer
}

/// Readers take castling from other than the usual squares for a move of Chess960 alone.
fn chess_variant(pos: &ChessPosition) -> &'static str {
    let usual = Player::BOTH.into_iter().all(|player| {
        let rights = pos.castling[player.index()];
        let king = if player == Player::First { 4 } else { 60 };
        let rooks =
            rights[0].is_none_or(|file| file == 0) && rights[1].is_none_or(|file| file == 7);
        rights == [None; 2] || rooks && pos.men[king] == Some((player, Man::King))
    });
    if usual { "Standard" } else { "Chess960" }
}
