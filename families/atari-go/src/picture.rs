//! Atari Go: stones on crossings; groups that the next move may capture are marked.

use quod_board::{BoardPicture, Content, Shape, Step, dots, from_bottom, stone, told};
use quod_game::Move;
use quod_rules::{AtariGo, AtariGoPosition};

/// The letters of columns; as on every Go board there is no I.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

/// A position. A stone whose group has one liberty or none has the number as its count.
pub fn picture(game: &AtariGo, pos: &AtariGoPosition) -> BoardPicture {
    let size = game.size;
    let mut picture = BoardPicture::grid(Shape::Crossings, size as u32, size as u32, 1);
    picture.columns = COLUMNS.chars().take(size).map(String::from).collect();
    picture.name_cells();
    picture.dots = dots(size, size);
    for point in 0..size * size {
        let cell = &mut picture.cells[from_bottom(size, size, point)];
        cell.content = pos.stone(point).map(stone);
    }
    let mut seen = vec![false; size * size];
    for at in 0..size * size {
        let player = picture.cells[at].content.as_ref().and_then(Content::player);
        if let Some(player) = player.filter(|_| !seen[at]) {
            let (group, liberties) = group(&picture, at, player);
            for at in group {
                seen[at] = true;
                picture.cells[at].count = (liberties < 2).then_some(liberties);
            }
        }
    }
    told(game, pos, step, picture)
}

/// The group of a player's stone on `cell`, and how many liberties it has.
fn group(picture: &BoardPicture, cell: usize, player: u8) -> (Vec<usize>, u32) {
    let size = picture.columns.len();
    let (mut group, mut free) = (vec![cell], Vec::new());
    let mut next = 0;
    while let Some(&at) = group.get(next) {
        next += 1;
        let beside = [
            (at % size > 0).then(|| at - 1),
            (at % size + 1 < size).then_some(at + 1),
            at.checked_sub(size),
            (at + size < size * size).then_some(at + size),
        ];
        for neighbour in beside.into_iter().flatten() {
            match picture.cells[neighbour].content.as_ref().and_then(Content::player) {
                None if !free.contains(&neighbour) => free.push(neighbour),
                Some(owner) if owner == player && !group.contains(&neighbour) => {
                    group.push(neighbour);
                }
                _ => {}
            }
        }
    }
    (group, free.len() as u32)
}

/// Where a move is made: the code is the point, rows from the bottom.
pub fn step(game: &AtariGo, mv: Move) -> Step {
    let to = from_bottom(game.size, game.size, mv.0 as usize);
    Step { code: mv.0, to: Some(to), ..Step::default() }
}
