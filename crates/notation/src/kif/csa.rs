//! Records in the form CSA of the Computer Shogi Association, version 2.2: statements in ASCII, one on a line or several with commas.
//!
//! The board is `PI`, the start of a game without the men that are named behind it (`PI82HI22KA`); or rows `P1` to `P9` of
//! nine squares of three letters; or men with squares, `P+59OU`. The square `00` is the hand, and `P-00AL` gives all
//! that is left of the set. `+` or `-` says whose move it is, `+7776FU` is a move, named by the man after it, and a
//! statement with `%` ends the moves.

use quod_game::{Game, Move, NotationError, Player};

use super::men::{Man, Men, SQUARES, Standing, file_and_row};
use super::moves::{From, Promotes, Written};
use super::start::{Hand, Start};
use super::{names, wrong};

/// The men by two letters, with their kinds and whether they are promoted.
const MEN: [(&str, usize, bool); 14] = [
    ("FU", 0, false),
    ("KY", 1, false),
    ("KE", 2, false),
    ("GI", 3, false),
    ("KI", 4, false),
    ("KA", 5, false),
    ("HI", 6, false),
    ("OU", 7, false),
    ("TO", 0, true),
    ("NY", 1, true),
    ("NK", 2, true),
    ("NG", 3, true),
    ("UM", 5, true),
    ("RY", 6, true),
];

const MAN: &str =
    "a square and a man such as 59OU, with one of FU KY KE GI KI KA HI OU TO NY NK NG UM RY";

fn man_of(letters: &str) -> Option<(usize, bool)> {
    MEN.iter().find(|it| it.0 == letters).map(|it| (it.1, it.2))
}

fn letters(man: Man) -> &'static str {
    MEN.iter().find(|it| (it.1, it.2) == (man.kind, man.promoted)).map_or("", |it| it.0)
}

fn side_of(sign: &str) -> Option<Player> {
    match sign {
        "+" => Some(Player::First),
        "-" => Some(Player::Second),
        _ => None,
    }
}

fn sign(player: Player) -> char {
    if player == Player::First { '+' } else { '-' }
}

/// Whether a text is such a record: a statement in it is a part of a board, a move, or a version.
pub(super) fn is_record(text: &str) -> bool {
    let statement = |it: &str| {
        let board = it.strip_prefix('P').is_some_and(|it| match it.split_at_checked(1) {
            Some(("I", _)) => true,
            Some(("+" | "-", rest)) => {
                rest.is_empty() || rest.starts_with(|it: char| it.is_ascii_digit())
            }
            Some((row, rest)) => {
                let cells = rest.trim_start().starts_with(['+', '-', '*']);
                row.as_bytes()[0].is_ascii_digit() && cells && !rest.contains('/')
            }
            None => false,
        });
        board || it.starts_with("V2") || it.starts_with("V3") || is_move(it)
    };
    text.lines()
        .filter(|it| !it.starts_with('\''))
        .flat_map(|it| it.split(','))
        .any(|it| statement(it.trim()))
}

/// Whether a statement is a sign, four digits and two letters.
fn is_move(statement: &str) -> bool {
    let Some((sign, rest)) = statement.split_at_checked(1) else { return false };
    let rest = rest.as_bytes();
    side_of(sign).is_some()
        && rest.len() == 6
        && rest[..4].iter().all(u8::is_ascii_digit)
        && rest[4..].iter().all(u8::is_ascii_uppercase)
}

#[derive(Default)]
struct Statements {
    men: Option<Men>,
    /// The lines of the rows `P1` to `P9`.
    rows: [Option<usize>; 9],
    hands: [Option<Hand>; 2],
    to_move: Option<Player>,
    moves: Vec<Written>,
}

/// The position with which a record begins, and its moves. A line `/` ends a game in a file of several.
pub(super) fn read(text: &str) -> Result<(Men, Player, Vec<Written>), NotationError> {
    let mut read = Statements::default();
    'lines: for (at, line) in text.lines().enumerate() {
        if line.starts_with('\'') {
            continue;
        }
        // A name or a title may have commas of its own.
        let mut named = false;
        for statement in line.split(',').map(str::trim) {
            if statement == "/" || statement.starts_with('%') {
                break 'lines;
            }
            match read.statement(at + 1, statement) {
                Some(done) => done?,
                None if named || statement.is_empty() => {}
                None if statement.starts_with(['N', '$', 'V', 'T', '\'']) => {
                    named |= statement.starts_with(['N', '$']);
                }
                None => {
                    let expected = "a statement of CSA, such as P1, P+, +, +7776FU, T12 or %TSUMI";
                    return Err(wrong(at + 1, expected, format!("\"{statement}\"")));
                }
            }
        }
    }
    read.record()
}

impl Statements {
    /// `None` if the statement is none that says something here.
    fn statement(&mut self, at: usize, statement: &str) -> Option<Result<(), NotationError>> {
        if let Some(player) = side_of(statement) {
            self.to_move = Some(player);
            return Some(Ok(()));
        }
        if is_move(statement) {
            return Some(read_move(at, statement).map(|it| self.moves.push(it)));
        }
        let (what, rest) = statement.strip_prefix('P')?.split_at_checked(1)?;
        if let Some(player) = side_of(what) {
            return Some(self.placed(at, player, rest));
        }
        match what {
            "I" => Some(self.start(at, rest)),
            _ => {
                let row = what.parse().ok().filter(|row| (1..=9).contains(row))?;
                Some(self.row(at, row, rest))
            }
        }
    }

    fn start(&mut self, at: usize, without: &str) -> Result<(), NotationError> {
        let mut men = Men::start();
        for item in items(without) {
            let there = |square: usize| men.squares[square].map(|it| (it.kind, it.promoted));
            let told = placed(item).filter(|(square, _)| square.is_some());
            let found = told.filter(|&(square, man)| square.and_then(there) == Some(man));
            let Some((Some(square), _)) = found else {
                let expected = "a man that is there when a game begins, such as 82HI";
                return Err(wrong(at, expected, format!("\"{item}\"")));
            };
            men.squares[square] = None;
        }
        if self.men.replace(men).is_some() {
            return Err(wrong(at, "one board", "PI after other men"));
        }
        // Men that are left out are in no hand, unless it is said.
        self.hands = self.hands.map(|hand| Some(hand.unwrap_or_default()));
        Ok(())
    }

    fn row(&mut self, at: usize, row: usize, cells: &str) -> Result<(), NotationError> {
        let bad = || {
            let expected = "9 squares, each * or a sign and a man, such as -KY";
            wrong(at, expected, format!("\"{cells}\""))
        };
        if let Some(line) = self.rows[row - 1].replace(at) {
            let expected = format!("P{row} once");
            return Err(wrong(at, &expected, format!("it again, after line {line}")));
        }
        let men = self.men.get_or_insert_with(Men::none);
        let (mut rest, mut column) = (cells.trim(), 0);
        while !rest.is_empty() {
            let (first, behind) = rest.split_at_checked(1).ok_or_else(bad)?;
            if column == 9 {
                return Err(bad());
            }
            rest = behind;
            if first != "*" {
                let player = side_of(first).ok_or_else(bad)?;
                let (name, behind) = rest.split_at_checked(2).ok_or_else(bad)?;
                let (kind, promoted) = man_of(name).ok_or_else(bad)?;
                let place = &mut men.squares[9 * (row - 1) + column];
                if place.replace(Man { player, kind, promoted }).is_some() {
                    return Err(wrong(at, "one man on a square", format!("two in \"{cells}\"")));
                }
                rest = behind;
            }
            column += 1;
            rest = rest.trim_start();
        }
        if column == 9 { Ok(()) } else { Err(bad()) }
    }

    /// Men on squares and in hand.
    fn placed(&mut self, at: usize, player: Player, text: &str) -> Result<(), NotationError> {
        let (hand, mut on_board) = (&mut self.hands[player.index()], Vec::new());
        if text.is_empty() {
            hand.get_or_insert_default();
        }
        let bad = |item: &str| wrong(at, MAN, format!("\"{item}\""));
        for item in items(text) {
            if item == "00AL" {
                hand.get_or_insert_default().rest = true;
                continue;
            }
            match placed(item).ok_or_else(|| bad(item))? {
                (Some(square), man) => on_board.push((item, square, man)),
                (None, (kind, false)) if kind < super::men::KING => {
                    let held = &mut hand.get_or_insert_default().men[kind];
                    *held = held.saturating_add(1);
                }
                _ => return Err(bad(item)),
            }
        }
        for (item, square, (kind, promoted)) in on_board {
            let men = self.men.get_or_insert_with(Men::none);
            if men.squares[square].replace(Man { player, kind, promoted }).is_some() {
                return Err(wrong(at, "one man on a square", format!("another, \"{item}\"")));
            }
        }
        Ok(())
    }

    fn record(self) -> Result<(Men, Player, Vec<Written>), NotationError> {
        let Statements { men, rows, hands, to_move, moves } = self;
        let many = rows.iter().flatten().count();
        let Some(men) = men.filter(|_| many == 0 || many == 9) else {
            let expected = "a board as rows P1 to P9, PI, or men such as P+59OU";
            return Err(NotationError::new("game record", expected, format!("{many} rows")));
        };
        let to_move = to_move.or_else(|| moves.first()?.player).unwrap_or(Player::First);
        Ok((Start { men, to_move, hands }.filled()?, to_move, moves))
    }
}

/// Pieces of four letters; the last may be shorter, and what is no ASCII is one piece.
fn items(text: &str) -> Vec<&str> {
    let (mut items, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        let (item, behind) = rest.split_at_checked(4).unwrap_or((rest, ""));
        items.push(item);
        rest = behind.trim_start();
    }
    items
}

type Placed = (Option<usize>, (usize, bool));

/// A square, or none for the hand, and a man.
fn placed(item: &str) -> Option<Placed> {
    let (at, man) = item.split_at_checked(2)?;
    let man = man_of(man)?;
    if at == "00" { Some((None, man)) } else { Some((Some(square_said(at)?), man)) }
}

fn square_said(text: &str) -> Option<usize> {
    names::square_before(text).filter(|it| it.1.is_empty() && text.len() == 2).map(|it| it.0)
}

fn read_move(line: usize, text: &str) -> Result<Written, NotationError> {
    let bad = || wrong(line, "a move such as +7776FU or +0032KI", format!("\"{text}\""));
    let (from, to) = (&text[1..3], square_said(&text[3..5]).ok_or_else(bad)?);
    let (kind, promoted) = man_of(&text[5..]).ok_or_else(bad)?;
    let from = match from {
        "00" => From::Hand,
        _ => From::Square(square_said(from).ok_or_else(bad)?),
    };
    Ok(Written {
        line,
        text: text.to_string(),
        player: side_of(&text[..1]),
        to: Some(to),
        kind,
        promoted,
        from,
        promotes: Promotes::AsNamed,
        words: Vec::new(),
    })
}

/// A line of moves from a position as a record in CSA.
///
/// Moves that the position's game has and CSA has not, of a drop that is taken back, are written as they are played on a board.
///
/// # Errors
/// If the game is not `tsume`, or a move is not legal where it stands.
pub fn csa<G: Game + ?Sized>(
    game: &G,
    pos: &G::Position,
    moves: &[Move],
) -> Result<String, NotationError> {
    let root = Standing::of(game, pos)?;
    let mut text = "V2.2\n".to_string();
    for (row, men) in root.men.squares.chunks(9).enumerate() {
        let cell = |man: &Option<Man>| match man {
            Some(man) => format!("{}{}", sign(man.player), letters(*man)),
            None => " * ".to_string(),
        };
        text += &format!("P{}{}\n", row + 1, men.iter().map(cell).collect::<String>());
    }
    for player in Player::BOTH {
        // The line stands there for an empty hand too: a hand that is not spoken of may be filled.
        text += &format!("P{}", sign(player));
        for (kind, many) in root.men.hands[player.index()].into_iter().enumerate().rev() {
            let man = Man { player, kind, promoted: false };
            text += &format!("00{}", letters(man)).repeat(usize::from(many));
        }
        text.push('\n');
    }
    text += &format!("{}\n", sign(root.on_board));
    let (steps, end) = super::write::line(game, pos, moves)?;
    for step in steps {
        let digits = |at: usize| {
            let (file, row) = file_and_row(at);
            format!("{file}{row}")
        };
        let from = step.from.filter(|at| *at < SQUARES).map_or("00".to_string(), digits);
        let man = Man { promoted: step.man.promoted || step.promotes, ..step.man };
        let side = sign(man.player);
        text += &format!("{side}{from}{}{}\n", digits(step.to), letters(man));
    }
    text += match end {
        Some(true) => "%TSUMI\n",
        Some(false) => "%FUZUMI\n",
        None => "%CHUDAN\n",
    };
    Ok(text)
}
