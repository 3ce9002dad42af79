//! What tsume-shogi offers: the search for mates, and a board of squares, Black below, with both hands beside it.

use std::sync::Arc;

use quod_board::{BoardPicture, Content, Hand, Held, Piece, Shape, Step, told};
use quod_engine::{Board, Offer, OpenGame, drawn};
use quod_game::{Move, Player};
use quod_rules::{ShogiKind, ShogiMan, Tsume, TsumePosition};

use crate::board::Laws;

/// How positions are drawn.
pub fn board(game: &Arc<Tsume>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// The engines that serve every game, and the search for mates.
pub fn offer(game: Tsume) -> Offer {
    let (laws, game) = (Laws { void: game.void }, Arc::new(game));
    let mut offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)))
        .with_engines(vec![quod_mates::engine(laws)])
        .with_auto(&[quod_mates::NAME])
        .with_auto_counted(&[quod_mates::NAME])
        .with_board(board(&game));
    offer.protocols = vec!["usi"];
    offer.one_solution = true;
    offer
}

/// As in SFEN: Black's capital, White's small.
fn letter(player: Player, kind: ShogiKind) -> String {
    let letter = char::from(b"PLNSGBRK"[kind as usize]);
    if player == Player::First { letter.to_string() } else { letter.to_lowercase().to_string() }
}

fn piece(man: ShogiMan) -> Content {
    let [sign, word] = if man.promoted { ["+", "promoted "] } else { ["", ""] };
    Content::Piece(Piece {
        player: man.player.index() as u8,
        letter: format!("{sign}{}", letter(man.player, man.kind)),
        name: format!("{word}{}", man.kind.name()),
        figure: None,
    })
}

/// A position. A drop that may be taken back is shown; the answers that wait are not.
fn picture(game: &Tsume, pos: &TsumePosition) -> BoardPicture {
    let shown = game.shown(pos);
    let mut picture = BoardPicture::grid(Shape::Squares, 9, 9, 1);
    picture.columns = (1..=9).rev().map(|file| file.to_string()).collect();
    picture.rows = ('a'..='i').map(String::from).collect();
    picture.name_cells();
    for (cell, man) in picture.cells.iter_mut().zip(shown.men) {
        cell.content = man.map(piece);
    }
    picture.hands = Vec::from(Player::BOTH.map(|player| {
        let held = |(kind, count): (ShogiKind, u8)| Held {
            letter: letter(player, kind),
            name: kind.name().to_string(),
            count: count.into(),
        };
        let pieces = ShogiKind::ALL.into_iter().zip(shown.hands[player.index()]).map(held);
        Hand { player: player.index() as u8, pieces: pieces.collect(), seeds: None }
    }));
    told(game, pos, step, picture)
}

/// From a square, or from the hand, to a square.
fn step(game: &Tsume, mv: Move) -> Step {
    let (from, to) = game.from_and_to(mv);
    let (from, drop) = (from.ok(), from.err().map(|kind| kind as usize));
    Step { code: mv.0, to: Some(to), from, drop, ..Step::default() }
}
