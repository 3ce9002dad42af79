//! Boards as data.
//!
//! A [`BoardPicture`] says all that is needed to show a position and to play on it: the shape of the
//! board, what stands on each cell and how the cell is called, marks, what the players hold, and which
//! click means which move. Whoever draws it knows no game: [`BoardPicture::text`] writes it for a
//! terminal, [`BoardPicture::svg`] for a file, and the explorer's `board.js` for a browser. So a new
//! game is drawn everywhere as soon as it makes a picture.
//!
//! Written as JSON a picture is what `docs/formats/board.md` describes. Words of people are not in it
//! but for names that the game gives: players, pieces, coordinates.
#![forbid(unsafe_code)]

mod game;
mod picture;
mod svg;
mod text;

pub use game::{dots, from_bottom, stone, told};
pub use picture::{
    BoardPicture, Border, Cell, Content, Hand, Held, Order, Piece, Region, Shape, Step, Style,
};
pub use svg::svg_of_text;
