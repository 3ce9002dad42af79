//! Awari: two rows of six houses, South's below, and what each player has captured.

use quod_board::{BoardPicture, Content, Hand, Shape, Step, told};
use quod_game::Move;
use quod_rules::{Awari, AwariPosition};

/// The houses' names in the order of sowing, South's first.
const NAMES: &str = "ABCDEFabcdef";

/// The place of a house: North's row, above, runs from right to left.
fn place(house: usize) -> usize {
    if house < 6 { 6 + house } else { 11 - house.min(11) }
}

/// A position.
pub fn picture(game: &Awari, pos: &AwariPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Pits, 6, 2, 1);
    picture.columns = vec![String::new(); 6];
    picture.rows = vec![String::new(); 2];
    for (house, name) in NAMES.chars().enumerate() {
        let cell = &mut picture.cells[place(house)];
        cell.label = name.to_string();
        cell.content = Some(Content::Seeds(pos.houses[house].into()));
    }
    let hand = |player: u8| Hand {
        player,
        pieces: Vec::new(),
        seeds: Some(pos.captured[usize::from(player)].into()),
    };
    picture.hands = vec![hand(0), hand(1)];
    told(game, pos, step, picture)
}

/// Where a move is made: the code is the house that is sown.
pub fn step(_game: &Awari, mv: Move) -> Step {
    Step { code: mv.0, to: Some(place(mv.0 as usize)), ..Step::default() }
}
