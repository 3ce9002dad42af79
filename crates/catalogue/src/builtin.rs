//! Quod's own games, a line each.
//!
//! One with plain rules and a board has a file beside this that says what it offers, the engines that serve every game, and how it is
//! drawn.

mod nim;
mod three_mens_morris;
mod tic_tac_toe;

use std::sync::Arc;

use quod_engine::{Board, Offer, OpenGame};
use quod_game::NotationError;
use quod_rules::Variant;

/// For each family the condition under which it is compiled in and the name of its feature, and for each of its games the names,
/// the rules, what it offers and its board.
macro_rules! games {
    ($($when:meta, $feature:literal {
        $($($name:literal)|+ => $rules:ident, $offer:path, $board:path;)+
    })+) => {
        /// Opens a game with all that it offers.
        pub(crate) fn open(variant: Variant) -> Result<Offer, NotationError> {
            match variant.name.as_str() {
                $($(
                    #[cfg($when)]
                    $($name)|+ => Ok($offer(quod_rules::$rules::variant(variant)?)),
                    #[cfg(not($when))]
                    $($name)|+ => Err(left_out($feature, &variant.name)),
                )+)+
                other => Err(quod_rules::unknown_game(quod_rules::GAMES, other)),
            }
        }

        /// The rules of one of Quod's own games and how its positions are drawn. A program that shows proofs and
        /// searches nothing needs no more: with [`Registry`](crate::Registry) every engine would be linked into
        /// it.
        ///
        /// # Errors
        /// If there is no such game or variant, or its family is left out.
        pub fn open_drawn(text: &str) -> Result<(OpenGame, Arc<dyn Board>), NotationError> {
            let variant = Variant::parse(text)?;
            match variant.name.as_str() {
                $($(
                    #[cfg($when)]
                    $($name)|+ => {
                        let game = Arc::new(quod_rules::$rules::variant(variant)?);
                        let board = $board(&game);
                        Ok((OpenGame::shared(game), board))
                    }
                    #[cfg(not($when))]
                    $($name)|+ => Err(left_out($feature, &variant.name)),
                )+)+
                other => Err(quod_rules::unknown_game(quod_rules::GAMES, other)),
            }
        }
    };
}

games! {
    all(), "" {
        "tic-tac-toe" => TicTacToe, tic_tac_toe::offer, tic_tac_toe::board;
        "nim" => Nim, nim::offer, nim::board;
        "three-mens-morris" => ThreeMensMorris, three_mens_morris::offer, three_mens_morris::board;
    }
    feature = "in-a-row", "in-a-row" {
        "qubic" => Qubic, quod_in_a_row::qubic_offer, quod_in_a_row::qubic_board;
        "score-four" => ScoreFour, quod_in_a_row::score_four_offer, quod_in_a_row::score_four_board;
        "gomoku" => InARow, quod_in_a_row::gomoku_offer, quod_in_a_row::in_a_row_board;
        "mnk" => InARow, quod_in_a_row::mnk_offer, quod_in_a_row::in_a_row_board;
    }
    feature = "connect-four", "connect-four" {
        "connect-four" => ConnectFour, quod_connect_four::offer, quod_connect_four::board;
    }
    feature = "hex", "hex" {
        "hex" | "y" => Hex, quod_hex::offer, quod_hex::board;
    }
    feature = "morris", "morris" {
        "six-mens-morris" | "nine-mens-morris" | "lasker-morris" => Morris, quod_morris::offer, quod_morris::board;
    }
    feature = "checkers", "checkers" {
        "checkers" => Checkers, quod_checkers::offer, quod_checkers::board;
    }
    feature = "othello", "othello" {
        "othello" => Othello, quod_othello::offer, quod_othello::board;
    }
    feature = "shogi", "shogi" {
        "tsume" => Tsume, quod_shogi::offer, quod_shogi::board;
    }
    feature = "awari", "awari" {
        "awari" => Awari, quod_awari::offer, quod_awari::board;
    }
    feature = "atari-go", "atari-go" {
        "atari-go" => AtariGo, quod_atari_go::offer, quod_atari_go::board;
    }
    feature = "lines-of-action", "lines-of-action" {
        "lines-of-action" => LinesOfAction, quod_lines_of_action::offer, quod_lines_of_action::board;
    }
    feature = "combinatorial", "combinatorial" {
        "domineering" => Domineering, quod_combinatorial::domineering_offer, quod_combinatorial::domineering_board;
        "clobber" => Clobber, quod_combinatorial::clobber_offer, quod_combinatorial::clobber_board;
        "breakthrough" => Breakthrough, quod_combinatorial::breakthrough_offer, quod_combinatorial::breakthrough_board;
        "amazons" => Amazons, quod_combinatorial::amazons_offer, quod_combinatorial::amazons_board;
        "dots-and-boxes" => DotsAndBoxes, quod_combinatorial::dots_and_boxes_offer, quod_combinatorial::dots_and_boxes_board;
    }
    feature = "chess", "chess" {
        "chess" | "antichess" | "giveaway" | "losers" => Chess, quod_chess::offer, quod_chess::board;
        "small-chess" => SmallChess, quod_chess::small_offer, quod_chess::small_board;
    }
}

/// Why a game cannot be opened whose family is left out.
#[cfg_attr(
    all(
        feature = "atari-go",
        feature = "awari",
        feature = "checkers",
        feature = "chess",
        feature = "combinatorial",
        feature = "connect-four",
        feature = "hex",
        feature = "in-a-row",
        feature = "lines-of-action",
        feature = "morris",
        feature = "othello",
        feature = "shogi"
    ),
    expect(dead_code, reason = "no family is left out")
)]
fn left_out(feature: &str, name: &str) -> NotationError {
    let expected = format!("a program built with the feature {feature}");
    NotationError::new("game", expected, format!("{name} in one built without it"))
}
