//! Morris: rings of eight points, joined along their sides and in the middles of these.

use quod_board::{BoardPicture, Cell, Hand, Held, Shape, Step, stone, told};
use quod_game::{Move, Player};
use quod_rules::{MillPosition, Morris};

/// A position. The cells stand in the order of the points' numbers.
pub fn picture(game: &Morris, pos: &MillPosition) -> BoardPicture {
    let board = &game.board;
    let size = board.size();
    let mut picture = BoardPicture::grid(Shape::Crossings, size, size, 1);
    let cell = |point: u32| {
        let (column, row) = board.place(point);
        let mut cell = Cell::at(column, size - 1 - row, 0);
        cell.label = board.name(point);
        cell.content = Player::BOTH
            .into_iter()
            .find(|player| pos.men[player.index()] >> point & 1 == 1)
            .map(stone);
        cell
    };
    picture.cells = (0..board.points()).map(cell).collect();
    let beside = |point: u32| {
        let higher = move |other: &u32| *other > point;
        let all =
            (0..board.points()).filter(move |other| board.neighbours(point) >> other & 1 == 1);
        all.filter(higher).map(move |other| [point as usize, other as usize])
    };
    picture.lines = (0..board.points()).flat_map(beside).collect();
    let hand = |player: Player| {
        let count = pos.hand[player.index()].into();
        let men = Held { letter: "●".to_string(), name: "man".to_string(), count };
        let pieces = if count > 0 { vec![men] } else { Vec::new() };
        Hand { player: player.index() as u8, pieces, seeds: None }
    };
    picture.hands = Player::BOTH.map(hand).to_vec();
    told(game, pos, step, picture)
}

/// Where a move is made. Moves that take different men are made by the same clicks.
pub fn step(_game: &Morris, mv: Move) -> Step {
    let from = (mv.0 / 32 % 32).checked_sub(1).map(|point| point as usize);
    Step { code: mv.0, to: Some((mv.0 % 32) as usize), from, ..Step::default() }
}
