//! How moves and positions of Awari are written and drawn.

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::{Awari, AwariPosition, HOUSES, Worth, row};
use crate::board_text::no_move;

/// The houses' names in the order of sowing.
const NAMES: &[u8; HOUSES] = b"ABCDEFabcdef";

fn house_name(house: usize) -> char {
    char::from(NAMES[house])
}

impl Awari {
    /// The house and the stones sown, then `x` and the stones captured if there are any.
    pub(super) fn write_move(&self, pos: &AwariPosition, mv: Move) -> String {
        let house = mv.0 as usize;
        let mover = pos.to_move.index();
        let captured = self.play(pos, mv).captured[mover] - pos.captured[mover];
        let taken = if captured > 0 { format!("x{captured}") } else { String::new() };
        format!("{}{}{taken}", house_name(house), pos.houses[house])
    }

    /// Reads what [`Awari::write_move`] writes, with or without the numbers: the house alone says which
    /// move it is, but a number that stands there must be right.
    pub(super) fn read_move(&self, pos: &AwariPosition, text: &str) -> Result<Move, NotationError> {
        let moves = self.legal_moves(pos);
        let texts: Vec<String> = moves.iter().map(|&mv| self.write_move(pos, mv)).collect();
        let means = |full: &String| {
            let without_capture = full.split('x').next();
            *full == text || without_capture == Some(text) || full[..1] == *text
        };
        texts.iter().position(means).map(|at| moves[at]).ok_or_else(|| no_move(&texts, text))
    }

    /// Both rows in the order of sowing, the stones captured, the side to move.
    pub(super) fn write_position(&self, pos: &AwariPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let [south, north] = Player::BOTH.map(|player| {
            let houses: Vec<String> = pos.houses[row(player)].iter().map(u8::to_string).collect();
            houses.join(",")
        });
        let [by_south, by_north] = pos.captured;
        let side = self.player_names()[pos.to_move.index()];
        format!("{south}/{north}/{by_south}:{by_north}/{side}")
    }

    /// All notations: `start`, moves, what [`Awari::write_position`] writes (without the captured
    /// stones there are none, which only a position worth stones to come allows), `=` and the encoding.
    pub(super) fn read_position(&self, text: &str) -> Result<AwariPosition, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let (south, north, captured, side) = match parts[..] {
            [_] => return parse_moves(self, text),
            [south, north, side] if self.worth == Worth::ToCome => (south, north, "0:0", side),
            [south, north, captured, side] => (south, north, captured, side),
            _ => {
                let expected = "South's houses/North's houses/captured by South:by North/side";
                return Err(NotationError::new("position", expected, format!("\"{text}\"")));
            }
        };
        let mut pos = self.start();
        pos.houses[row(Player::First)].copy_from_slice(&read_row("South's houses", south)?);
        pos.houses[row(Player::Second)].copy_from_slice(&read_row("North's houses", north)?);
        pos.captured = read_counts("position, captured", captured, ':')?;
        let sides = self.player_names();
        let side = sides.iter().position(|name| *name == side).ok_or_else(|| {
            let expected = format!("{} or {}", sides[0], sides[1]);
            NotationError::new("position, side to move", expected, format!("\"{side}\""))
        })?;
        pos.to_move = Player::BOTH[side];
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The board as South sees it, each player's captured stones at his right hand; the numbers of
    /// numbered moves beside the names of their houses.
    pub(super) fn draw(&self, pos: &AwariPosition, numbered: &[Move]) -> String {
        let name = |house: usize| {
            let at = numbered.iter().position(|mv| mv.0 as usize == house);
            let number = at.map_or(String::new(), |at| format!("{}:", at + 1));
            format!("{number}{}", house_name(house))
        };
        let stones = |house: usize| pos.houses[house].to_string();
        let line = |houses: &mut dyn Iterator<Item = usize>, cell: &dyn Fn(usize) -> String| {
            houses.map(|house| format!("{:>5}", cell(house))).collect::<String>()
        };
        let [by_south, by_north] = pos.captured;
        let lines = [
            format!("     {}", line(&mut row(Player::Second).rev(), &name)),
            format!("     {}", line(&mut row(Player::Second).rev(), &stones)),
            format!("{by_north:>5}{:30}{by_south:>5}", ""),
            format!("     {}", line(&mut row(Player::First), &stones)),
            format!("     {}", line(&mut row(Player::First), &name)),
            format!("{} to move", self.player_names()[pos.to_move.index()]),
        ];
        lines.join("\n")
    }
}

fn read_row(place: &str, text: &str) -> Result<[u8; HOUSES / 2], NotationError> {
    read_counts(&format!("position, {place}"), text, ',')
}

/// `N` numbers from 0 to 48 with a mark between them.
fn read_counts<const N: usize>(
    place: &str,
    text: &str,
    mark: char,
) -> Result<[u8; N], NotationError> {
    let digits = |word: &str| word.bytes().all(|it| it.is_ascii_digit());
    let count = |word: &str| word.parse().ok().filter(|&count| count <= 48 && digits(word));
    let counts: Option<Vec<u8>> = text.split(mark).map(count).collect();
    counts.and_then(|counts| counts.try_into().ok()).ok_or_else(|| {
        let expected = format!("{N} numbers from 0 to 48, {mark} between them");
        NotationError::new(place, expected, format!("\"{text}\""))
    })
}
