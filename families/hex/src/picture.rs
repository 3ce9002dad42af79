//! Hex and Y: stones on hexagons, rows from the top.

use quod_board::{BoardPicture, Border, Cell, Shape, Step, stone, told};
use quod_game::{Connective, Move, Player};
use quod_proof::lattice::{touches, written};
use quod_rules::{Hex, HexBoard, HexPosition};

/// A position. The cells stand in the order of their numbers.
pub fn picture(game: &Hex, pos: &HexPosition) -> BoardPicture {
    let [columns, rows] = game.board.extent().map(|it| it as u32);
    let mut picture = BoardPicture::grid(Shape::Hexagons, columns, rows, 1);
    picture.rows = (1..=rows).map(|row| row.to_string()).collect();
    let place = |&(column, row): &(i16, i16)| Cell::at(column as u32, row as u32, 0);
    picture.cells = game.places().iter().map(place).collect();
    picture.name_cells();
    for (number, cell) in picture.cells.iter_mut().enumerate() {
        cell.content = pos.stone(number).map(stone);
    }
    picture.borders = borders(game);
    told(game, pos, step, picture)
}

/// The borders with the sides of hexagons that lie on each: [`Border::sides`].
fn borders(game: &Hex) -> Vec<Border> {
    const TOP: [u8; 2] = [5, 0];
    const LEFT: [u8; 2] = [3, 4];
    let sides: &[(&str, [u8; 2])] = match game.board {
        HexBoard::Rhombus { .. } => {
            &[("top", TOP), ("bottom", [2, 3]), ("left", LEFT), ("right", [0, 1])]
        }
        HexBoard::Triangle { .. } => &[("left", LEFT), ("top", TOP), ("right", [1, 2])],
    };
    let all = |player: Player| game.borders(player).iter().map(move |border| (player, border));
    let owned: Vec<_> = match game.board {
        HexBoard::Rhombus { .. } => Player::BOTH.into_iter().flat_map(all).collect(),
        // They are both players'.
        HexBoard::Triangle { .. } => all(Player::First).collect(),
    };
    let triangle = matches!(game.board, HexBoard::Triangle { .. });
    let border =
        |((player, border), (name, sides)): ((Player, &quod_game::Border), &(&str, [u8; 2]))| {
            let on = |&cell: &usize| touches(game.places()[cell].into(), written(border));
            Border {
                name: (*name).to_string(),
                players: if triangle { vec![0, 1] } else { vec![player.index() as u8] },
                cells: (0..game.places().len()).filter(on).collect(),
                sides: sides.to_vec(),
            }
        };
    owned.into_iter().zip(sides).map(border).collect()
}

/// Where a move is made: on its cell; an exchange has no place.
pub fn step(game: &Hex, mv: Move) -> Step {
    let to = (mv != game.exchange()).then_some(mv.0 as usize);
    Step { code: mv.0, to, ..Step::default() }
}
