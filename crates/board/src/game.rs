//! What pictures of different games have in common.

use quod_game::{Game, Move, Player};

use crate::{BoardPicture, Content, Step};

/// What every family fills in the same way: names, who is to move, how the legal moves are made.
pub fn told<G: Game>(
    game: &G,
    pos: &G::Position,
    step: impl Fn(&G, Move) -> Step,
    mut picture: BoardPicture,
) -> BoardPicture {
    picture.players = game.player_names().map(str::to_string);
    let over = game.outcome(pos).is_some();
    picture.to_move = (!over).then(|| game.to_move(pos).index() as u8);
    picture.moves = game.legal_moves(pos).into_iter().map(|mv| step(game, mv)).collect();
    picture
}

/// A player's stone as content.
pub fn stone(player: Player) -> Content {
    Content::Stone(player.index() as u8)
}

/// The place in reading order of cell `width·row + column`, rows from the bottom.
pub fn from_bottom(width: usize, height: usize, cell: usize) -> usize {
    width * (height.saturating_sub(1 + cell / width)) + cell % width
}

/// The middle of a square board of an odd size from 7, and from 13 on the four points around it.
pub fn dots(width: usize, height: usize) -> Vec<usize> {
    if width != height || width < 7 || width.is_multiple_of(2) {
        return Vec::new();
    }
    let at = |column: usize, row: usize| width * row + column;
    let mut dots = vec![at(width / 2, height / 2)];
    if width >= 13 {
        let ends = [3, width - 4];
        dots.extend(ends.iter().flat_map(|&row| ends.map(|column| at(column, row))));
    }
    dots
}
