//! Rush Hour: vehicles that move along their own line only, and a red car that wants to leave.
//!
//! The board has 6×6 cells. A car covers two cells in line, a truck three. A vehicle moves forwards and
//! backwards over empty cells. The red car, a horizontal car, leaves at the right: the goal is that it
//! stands at the right edge. A board may have cells that are walls, as Fogleman's list of boards has (2018).
//!
//! With `step=square` a move is one vehicle by one cell, as Collette, Raskin and Servais count (2006);
//! with `step=slide` a move is one vehicle by any distance, as players count.

pub mod census;

use quod_board::BoardPicture;
use quod_game::NotationError;
use quod_variant::{Family, KeySpec, Values, Variant};

use crate::any::board_of_texts;
use crate::engines::Described;
use crate::{AnyHeuristic, Heuristic, NEVER, Puzzle};

/// The family.
pub const FAMILY: Family = Family {
    name: "rush-hour",
    summary: "move cars and trucks along their lines until the red car leaves at the right; 6×6",
    keys: &[KeySpec {
        key: "step",
        values: Values::Words(&[
            ("square", "a move is one vehicle by one cell"),
            ("slide", "a move is one vehicle by any distance"),
        ]),
        default: "square",
        about: "What a move is.",
    }],
    examples: &["rush-hour:step=slide"],
};

/// Rows and columns.
const SIDE: usize = 6;
/// A cell without vehicle.
const EMPTY: u8 = b'.';
/// A cell that no vehicle can enter.
const WALL: u8 = b'x';

/// The hardest position by squares: 93 moves.
const START: &str = "GGGCIBEHHCIBE.AAIBFFD....MD.LL.MKKJJ";

/// The puzzle.
#[derive(Clone, Copy, Debug)]
pub struct RushHour {
    slide: bool,
}

/// A position: the letter of the vehicle on each cell, row by row; else empty or a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board([u8; SIDE * SIDE]);

/// A move: a vehicle, and by how many cells it goes to the right or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    vehicle: u8,
    by: i8,
}

/// A vehicle on a board: its first cell, how many it covers, and the way from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vehicle {
    name: u8,
    first: usize,
    length: usize,
    stride: usize,
}

impl Vehicle {
    fn horizontal(self) -> bool {
        self.stride == 1
    }

    /// Its first cell's place in its line, from 0.
    fn place(self) -> usize {
        if self.horizontal() { self.first % SIDE } else { self.first / SIDE }
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |it| self.first + it * self.stride)
    }

    /// How far it can go to the left or up, and to the right or down.
    fn room(self, board: &Board) -> [usize; 2] {
        let free = |cell: usize| board.0[cell] == EMPTY;
        let after = SIDE - self.place() - self.length;
        let last = self.first + (self.length - 1) * self.stride;
        [
            (1..=self.place()).take_while(|it| free(self.first - it * self.stride)).count(),
            (1..=after).take_while(|it| free(last + it * self.stride)).count(),
        ]
    }
}

impl Board {
    /// The vehicles, by their first cells.
    fn vehicles(&self) -> Vec<Vehicle> {
        let mut vehicles: Vec<Vehicle> = Vec::new();
        for (cell, &name) in self.0.iter().enumerate().filter(|it| it.1.is_ascii_uppercase()) {
            match vehicles.iter_mut().find(|it| it.name == name) {
                Some(it) => {
                    it.stride = if it.length == 1 { cell - it.first } else { it.stride };
                    it.length += 1;
                }
                None => vehicles.push(Vehicle { name, first: cell, length: 1, stride: 1 }),
            }
        }
        vehicles
    }

    /// The letter of the red car: X where there is one, otherwise A.
    fn red(&self) -> u8 {
        if self.0.contains(&b'X') { b'X' } else { b'A' }
    }

    /// The red car's last cell.
    fn nose(&self) -> usize {
        let red = self.red();
        self.0.iter().rposition(|&it| it == red).unwrap_or_default()
    }

    /// The vehicles between the red car and the right edge, and how many cells that is.
    fn ahead(&self) -> (Vec<u8>, usize) {
        let nose = self.nose();
        let edge = nose / SIDE * SIDE + SIDE - 1;
        let names = self.0[nose + 1..=edge].iter().filter(|&&it| it != EMPTY);
        (names.copied().collect(), edge - nose)
    }

    /// A wall before the red car, or a vehicle that stands there in the same row: neither can ever pass the other.
    fn wall(&self) -> Option<u8> {
        let row = self.nose() / SIDE * SIDE;
        let (ahead, _) = self.ahead();
        let in_row = |name: &u8| self.0[row..row + SIDE].iter().filter(|it| *it == name).count();
        ahead.into_iter().find(|name| *name == WALL || in_row(name) > 1)
    }
}

impl RushHour {
    /// The puzzle with these keys.
    ///
    /// # Errors
    /// If a key or a value does not exist.
    pub fn new(mut variant: Variant) -> Result<RushHour, NotationError> {
        let slide = variant.take_word(&FAMILY.keys[0], &[false, true])?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(RushHour { slide })
    }
}

impl Puzzle for RushHour {
    type State = Board;
    type Move = Move;

    fn is_goal(&self, board: &Board) -> bool {
        board.nose() % SIDE == SIDE - 1
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        for vehicle in board.vehicles() {
            let most = if self.slide { SIDE } else { 1 };
            let [back, forth] = vehicle.room(board).map(|it| it.min(most) as i8);
            let name = vehicle.name;
            moves.extend((1..=back).map(|by| Move { vehicle: name, by: -by }));
            moves.extend((1..=forth).map(|by| Move { vehicle: name, by }));
        }
    }

    fn play(&self, board: &Board, mv: Move) -> Board {
        let mut after = *board;
        if let Some(vehicle) = board.vehicles().into_iter().find(|it| it.name == mv.vehicle) {
            vehicle.cells().for_each(|cell| after.0[cell] = EMPTY);
            let first = vehicle.first as isize + isize::from(mv.by) * vehicle.stride as isize;
            let moved = Vehicle { first: first as usize, ..vehicle };
            moved.cells().for_each(|cell| after.0[cell] = vehicle.name);
        }
        after
    }

    fn undo(&self, mv: Move) -> Option<Move> {
        Some(Move { by: -mv.by, ..mv })
    }
}

impl Described for RushHour {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn name(&self) -> String {
        FAMILY.full_name(&[if self.slide { &"slide" } else { &"square" }])
    }

    fn notation(&self) -> &'static str {
        "36 cells row by row: a capital letter for each vehicle, `.` or `o` where none is, `x` for a wall; the red car is X, or A where there is no X: `GGGCIBEHHCIBE.AAIBFFD....MD.LL.MKKJJ`, which is `start`; a move is a vehicle and how far it goes, to the right or down with `+`, to the left or up with `-`: `B+1`"
    }

    fn read(&self, text: &str) -> Result<Board, NotationError> {
        let text = if text.trim() == "start" { START } else { text };
        let cells = cells(text);
        if cells.len() != SIDE * SIDE {
            let got = format!("{} characters", cells.len());
            return Err(NotationError::new("position", "36 characters", got));
        }
        let mut board = Board([EMPTY; SIDE * SIDE]);
        for (cell, letter) in cells.into_iter().enumerate() {
            board.0[cell] = match letter {
                'A'..='Z' => letter as u8,
                '.' | 'o' => EMPTY,
                'x' => WALL,
                _ => {
                    let place = format!("position, cell {}", cell + 1);
                    let got = format!("{letter:?}");
                    return Err(NotationError::new(place, "A to Z, `.`, `o` or `x`", got));
                }
            };
        }
        whole(&board)?;
        Ok(board)
    }

    fn write(&self, board: &Board) -> String {
        board.0.iter().map(|&it| char::from(it)).collect()
    }

    fn move_text(&self, _: &Board, mv: Move) -> String {
        format!("{}{:+}", char::from(mv.vehicle), mv.by)
    }

    fn picture(&self, board: &Board) -> BoardPicture {
        let sign = |&it: &u8| match it {
            EMPTY => String::new(),
            WALL => "#".to_string(),
            vehicle => char::from(vehicle).to_string(),
        };
        board_of_texts(SIDE, &board.0.iter().map(sign).collect::<Vec<String>>())
    }

    fn hopeless(&self, board: &Board) -> Option<String> {
        let (red, wall) = (char::from(board.red()), board.wall()?);
        if wall == WALL {
            return Some(format!(
                "a wall stands before {red} in the same row, and {red} cannot leave the row"
            ));
        }
        let wall = char::from(wall);
        Some(format!("{wall} stands before {red} in the same row, and neither can leave the row"))
    }

    fn heuristics(&self) -> &'static [&'static str] {
        &["blockers"]
    }

    fn heuristic(&self, _: &str) -> Option<AnyHeuristic<Board>> {
        Some(Box::new(Blockers { slide: self.slide }))
    }

    fn auto(&self) -> &'static str {
        "a-star"
    }

    /// The sweep counts moves by one cell.
    fn sweeps(&self) -> bool {
        !self.slide
    }
}

/// The cells of a text. The rows may stand apart: as words, with `/` between them, or in brackets and quotes. In a line of a
/// list the board stands between two numbers, its moves and how many positions can be reached from it.
fn cells(text: &str) -> Vec<char> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rows = match words[..] {
        [moves, board, reached] if [moves, reached].iter().all(|it| it.parse::<u64>().is_ok()) => {
            board.to_string()
        }
        _ => words.concat(),
    };
    rows.chars().filter(|it| !"/,;\"'[](){}".contains(*it)).collect()
}

/// Checks that every letter is a vehicle and that there is a red car.
fn whole(board: &Board) -> Result<(), NotationError> {
    let bad = |name: u8, expected: &str, got: String| {
        let place = format!("position, vehicle {}", char::from(name));
        Err(NotationError::new(place, expected, got))
    };
    let vehicles = board.vehicles();
    for vehicle in &vehicles {
        let cells = board.0.iter().filter(|&&it| it == vehicle.name).count();
        if !(2..=3).contains(&cells) {
            return bad(vehicle.name, "2 or 3 cells", cells.to_string());
        }
        let straight = vehicle.stride == 1 || vehicle.stride == SIDE;
        let inside = straight && vehicle.place() + vehicle.length <= SIDE;
        if !inside || vehicle.cells().any(|cell| board.0[cell] != vehicle.name) {
            return bad(vehicle.name, "cells in one line", "others".to_string());
        }
    }
    match vehicles.iter().find(|it| it.name == board.red()) {
        None => Err(NotationError::new("position", "a red car, X or A", "none")),
        Some(red) if !red.horizontal() || red.length != 2 => {
            bad(red.name, "the red car, 2 cells in a row", "others".to_string())
        }
        Some(_) => Ok(()),
    }
}

/// What stands between the red car and the edge has to move, each vehicle once at least, and the red car
/// has to go there.
struct Blockers {
    slide: bool,
}

impl Heuristic<Board> for Blockers {
    fn estimate(&self, board: &Board) -> u32 {
        if board.wall().is_some() {
            return NEVER;
        }
        let (ahead, distance) = board.ahead();
        let own = if self.slide { distance.min(1) } else { distance };
        (ahead.len() + own) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(moves: &[Move]) -> Vec<String> {
        let board = Board([EMPTY; SIDE * SIDE]);
        moves.iter().map(|&mv| RushHour { slide: false }.move_text(&board, mv)).collect()
    }

    #[test]
    fn vehicles_move_along_their_lines() {
        // The red car, a truck before it, a car below.
        let text = "ooooBo..XXBo....Bo....CC............";
        let game = RushHour { slide: false };
        let board = game.read(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        assert_eq!(told(&moves), ["X-1", "C-1"]);
        assert_eq!(board.0[10], b'B');
        assert_eq!(game.write(&board), text.replace('o', "."));
        let slide = RushHour { slide: true };
        moves.clear();
        slide.moves(&board, &mut moves);
        assert_eq!(told(&moves), ["X-1", "X-2", "C-1", "C-2", "C-3", "C-4"]);
        let after = slide.play(&board, moves[5]);
        assert_eq!(slide.write(&after), "....B...XXB.....B.CC................");
        moves.clear();
        slide.moves(&after, &mut moves);
        assert_eq!(told(&moves), ["B+1", "B+2", "B+3", "X-1", "X-2", "C+1", "C+2", "C+3", "C+4"]);
        assert_eq!(Blockers { slide: false }.estimate(&board), 3);
        assert_eq!(Blockers { slide: true }.estimate(&board), 2);
        assert!(!game.is_goal(&board) && game.hopeless(&board).is_none());
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let error = |text: &str| RushHour { slide: false }.read(text).unwrap_err().to_string();
        let board = |rows: [&str; 2]| rows.concat() + &".".repeat(24);
        assert_eq!(error("AA"), "position: expected 36 characters, got 2 characters");
        let letter = error(&board(["AA..y.", "......"]));
        assert_eq!(letter, "position, cell 5: expected A to Z, `.`, `o` or `x`, got 'y'");
        assert_eq!(
            error(&board(["XX....", "a longer title ..."])),
            "position: expected 36 characters, got 45 characters"
        );
        let one = error(&board(["AA..B.", "......"]));
        assert_eq!(one, "position, vehicle B: expected 2 or 3 cells, got 1");
        let bent = "position, vehicle B: expected cells in one line, got others";
        assert_eq!(error(&board(["AA..B.", ".....B"])), bent);
        assert_eq!(error(&board(["AA...B", "B....."])), bent);
        assert_eq!(error(&board(["AAB.B.", "......"])), bent);
        assert_eq!(error(&board(["AABB..", "..B..."])), bent);
        assert_eq!(
            error(&board(["BB....", "......"])),
            "position: expected a red car, X or A, got none"
        );
        let red = error(&board(["A.....", "A....."]));
        assert_eq!(red, "position, vehicle A: expected the red car, 2 cells in a row, got others");
    }

    #[test]
    fn walls_stand_where_they_are() {
        let game = RushHour { slide: true };
        // The car below has a wall before it, the truck at the right one above.
        let text = "oooooxXXoooBoooooBoooooBCCoxooDoooEE";
        let error = game.read(text).unwrap_err().to_string();
        assert!(error.contains("vehicle D"), "{error}");
        let text = text.replace('D', "o");
        let board = game.read(&text).unwrap();
        assert_eq!(game.write(&board), text.replace('o', "."));
        assert_eq!(game.read(&game.write(&board)), Ok(board));
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        let told = told(&moves);
        assert_eq!(told, ["X+1", "X+2", "X+3", "B+1", "C+1", "E-1", "E-2", "E-3", "E-4"]);
        assert!(game.hopeless(&board).is_none());
        let closed = game.read(&("XXo.x.".to_string() + &".".repeat(30))).unwrap();
        assert!(game.hopeless(&closed).is_some_and(|why| why.starts_with("a wall")));
        assert_eq!(Blockers { slide: true }.estimate(&closed), NEVER);
    }

    #[test]
    fn boards_are_read_as_lists_of_boards_write_them() {
        let game = RushHour { slide: true };
        let board = game.read(START).unwrap();
        let rows: Vec<&str> = (0..6).map(|row| &START[6 * row..6 * row + 6]).collect();
        for text in [
            format!(" {START}\n"),
            format!("93 {START} 1234"),
            rows.join("\n"),
            rows.join("/"),
            format!("[\"{}\"]", rows.join("\", \"")),
        ] {
            assert_eq!(game.read(&text), Ok(board), "{text}");
        }
    }

    #[test]
    fn a_vehicle_in_the_same_row_is_a_wall() {
        let game = RushHour { slide: false };
        let board = game.read(&("XX.BB.".to_string() + &".".repeat(30))).unwrap();
        let why = "B stands before X in the same row, and neither can leave the row";
        assert_eq!(game.hopeless(&board).as_deref(), Some(why));
        assert_eq!(Blockers { slide: false }.estimate(&board), NEVER);
    }
}
