//! Pictures of the games in `quod-rules`, a file a family.
//!
//! Each has `picture(game, position)` and `step(game, move)`, which says where a move, legal or not, would
//! be made. [`Pictured`] is the same for a game whose type is known only when its name has been read.

pub mod atari_go;
pub mod awari;
pub mod connect_four;
pub mod in_a_row;
pub mod qubic;
pub mod three_mens_morris;
pub mod tic_tac_toe;

use std::any::Any;

use quod_game::{Game, Move, NotationError, Player};
use quod_rules::Visitor;

use crate::{BoardPicture, Content, Step};

/// A game with a board, its type forgotten.
pub struct Pictured(Box<dyn Drawn>);

trait Drawn: Send + Sync {
    fn start(&self) -> BoardPicture;
    fn decoded(&self, encoding: &[u8]) -> Result<BoardPicture, NotationError>;
    fn step(&self, mv: Move) -> Step;
}

/// A game and the two functions of its file.
struct Family<G: Game> {
    game: G,
    picture: fn(&G, &G::Position) -> BoardPicture,
    step: fn(&G, Move) -> Step,
}

impl<G: Game> Drawn for Family<G> {
    fn start(&self) -> BoardPicture {
        (self.picture)(&self.game, &self.game.start())
    }

    fn decoded(&self, encoding: &[u8]) -> Result<BoardPicture, NotationError> {
        Ok((self.picture)(&self.game, &self.game.decode(encoding)?))
    }

    fn step(&self, mv: Move) -> Step {
        (self.step)(&self.game, mv)
    }
}

impl Pictured {
    /// The game of that name, variant keys and all; none if it is no game of `quod-rules`.
    pub fn open(name: &str) -> Option<Pictured> {
        quod_rules::open(name, Opening).ok()?
    }

    /// The start.
    pub fn start(&self) -> BoardPicture {
        self.0.start()
    }

    /// The position with this canonical encoding.
    ///
    /// # Errors
    /// If it is no encoding of a position of the game.
    pub fn decoded(&self, encoding: &[u8]) -> Result<BoardPicture, NotationError> {
        self.0.decoded(encoding)
    }

    /// Where a move of that code would be made.
    pub fn step(&self, code: u32) -> Step {
        self.0.step(Move(code))
    }
}

struct Opening;

impl Visitor for Opening {
    type Output = Option<Pictured>;

    fn visit<G: Game + 'static>(self, game: G) -> Option<Pictured> {
        typed(Box::new(game), qubic::picture, qubic::step)
            .or_else(|it| typed(it, tic_tac_toe::picture, tic_tac_toe::step))
            .or_else(|it| typed(it, three_mens_morris::picture, three_mens_morris::step))
            .or_else(|it| typed(it, connect_four::picture, connect_four::step))
            .or_else(|it| typed(it, atari_go::picture, atari_go::step))
            .or_else(|it| typed(it, in_a_row::picture, in_a_row::step))
            .or_else(|it| typed(it, awari::picture, awari::step))
            .ok()
    }
}

/// The game with these functions, if it is of their type; else the game as it was.
fn typed<G: Game + 'static>(
    game: Box<dyn Any>,
    picture: fn(&G, &G::Position) -> BoardPicture,
    step: fn(&G, Move) -> Step,
) -> Result<Pictured, Box<dyn Any>> {
    game.downcast().map(|game| Pictured(Box::new(Family { game: *game, picture, step })))
}

/// What every family fills in the same way: names, who is to move, how the legal moves are made.
fn told<G: Game>(
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
fn stone(player: Player) -> Content {
    Content::Stone(player.index() as u8)
}

/// The place in reading order of cell `width·row + column`, rows from the bottom.
fn from_bottom(width: usize, height: usize, cell: usize) -> usize {
    width * (height.saturating_sub(1 + cell / width)) + cell % width
}

/// The middle of a square board of an odd size from 7, and from 13 on the four points around it.
fn dots(width: usize, height: usize) -> Vec<usize> {
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
