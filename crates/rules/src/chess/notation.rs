//! How people write positions and moves: Forsyth-Edwards notation, short algebraic notation, and squares.

use quod_game::{Game, Move, NotationError, Player};

use super::moves::{castled, first_rank, parts};
use super::{Chess, ChessGame, ChessPosition, ChessSquare, Man};

const LETTERS: &str = "PNBRQK";

fn letter(man: Man) -> char {
    LETTERS.as_bytes()[man as usize].into()
}

/// As in FEN: White's capital, Black's small.
pub(crate) fn symbol((player, man): (Player, Man)) -> char {
    let letter = letter(man);
    if player == Player::First { letter } else { letter.to_ascii_lowercase() }
}

pub(crate) fn man_of(symbol: char) -> Option<(Player, Man)> {
    let at = LETTERS.find(symbol.to_ascii_uppercase())?;
    let player = if symbol.is_ascii_uppercase() { Player::First } else { Player::Second };
    Some((player, Man::ALL[at]))
}

fn file_letter(at: ChessSquare) -> char {
    (b'a' + at % 8).into()
}

/// `e4`.
pub(super) fn square_text(at: ChessSquare) -> String {
    format!("{}{}", file_letter(at), at / 8 + 1)
}

fn square_of(text: &str) -> Option<ChessSquare> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(8 * (rank - b'1') + file - b'a'),
        _ => None,
    }
}

impl Chess {
    /// A move by its squares, as programs write it: `e2e4`, `e7e8q`. Castling goes from the king's square to the
    /// g or c file; with `shredder` to the rook's square, as in Chess960.
    pub fn uci_text(&self, pos: &ChessPosition, mv: Move, shredder: bool) -> String {
        let (from, mut to, becomes) = parts(mv);
        if self.castles(pos, mv) && !shredder {
            to = castled(first_rank(pos.to_move), usize::from(to > from))[0];
        }
        let becomes = becomes.map(|man| letter(man).to_ascii_lowercase());
        format!(
            "{}{}{}",
            square_text(from),
            square_text(to),
            becomes.map_or(String::new(), String::from)
        )
    }

    /// A move as players write it, with `+` for check and `#` for mate.
    pub(super) fn write_move(&self, pos: &ChessPosition, mv: Move) -> String {
        let next = self.after(pos, mv);
        let check = self.in_check(&next, next.to_move);
        let mark = match check {
            true if !self.can_move(&next) => "#",
            true => "+",
            false => "",
        };
        format!("{}{mark}", self.bare_move(pos, mv, &self.all_moves(pos)))
    }

    /// The same without marks, told apart from the other legal moves.
    fn bare_move(&self, pos: &ChessPosition, mv: Move, legal: &[Move]) -> String {
        let (from, to, becomes) = parts(mv);
        if self.castles(pos, mv) {
            return if to > from { "O-O" } else { "O-O-O" }.to_string();
        }
        let man = pos.men[usize::from(from)].map_or(Man::Pawn, |(_, man)| man);
        let takes = if self.captures(pos, mv) { "x" } else { "" };
        let becomes = becomes.map_or(String::new(), |man| format!("={}", letter(man)));
        let to_text = square_text(to);
        if man == Man::Pawn {
            let file = if takes.is_empty() { String::new() } else { file_letter(from).to_string() };
            return format!("{file}{takes}{to_text}{becomes}");
        }
        let rivals: Vec<ChessSquare> = (legal.iter())
            .filter(|other| !self.castles(pos, **other))
            .map(|other| parts(*other))
            .filter(|&(at, target, _)| target == to && at != from)
            .map(|it| it.0)
            .filter(|at| pos.men[usize::from(*at)] == Some((pos.to_move, man)))
            .collect();
        let square = square_text(from);
        let origin = match &rivals[..] {
            [] => "",
            some if some.iter().all(|at| at % 8 != from % 8) => &square[..1],
            some if some.iter().all(|at| at / 8 != from / 8) => &square[1..],
            _ => &square,
        };
        format!("{}{origin}{takes}{to_text}", letter(man))
    }

    /// The legal move written so: with or without marks and `=`, `0-0` or `O-O`, or by its squares, these all in small
    /// letters or all in capitals: `B1b2` is the bishop's move, and never the one from b1.
    pub(super) fn read_move(&self, pos: &ChessPosition, text: &str) -> Result<Move, NotationError> {
        let legal = self.legal_moves(pos);
        let plain: String = text
            .chars()
            .filter(|it| !"+#!?=".contains(*it))
            .map(|it| if it == '0' { 'O' } else { it })
            .collect();
        let small = text.to_ascii_lowercase();
        let squares = text.get(..4).unwrap_or("");
        let alike = small.starts_with(squares) || squares == squares.to_ascii_uppercase();
        let fits = |mv: &Move| {
            let own = self.bare_move(pos, *mv, &legal).replace('=', "");
            let by_squares = |shredder: &bool| self.uci_text(pos, *mv, *shredder) == small;
            own == plain || alike && [false, true].iter().any(by_squares)
        };
        // Where a king's step and castling are written alike by squares, the step is meant.
        let steps = legal.iter().filter(|mv| !self.castles(pos, **mv));
        let found = steps.chain(legal.iter()).find(|mv| fits(mv));
        found.copied().ok_or_else(|| {
            let known: Vec<String> =
                legal.iter().take(12).map(|mv| self.write_move(pos, *mv)).collect();
            let more = if legal.len() > 12 { " …" } else { "" };
            let expected = match known.is_empty() {
                true => "no move, the game is over".to_string(),
                false => format!("one of {}{more} ({} moves)", known.join(" "), legal.len()),
            };
            NotationError::new("move", expected, format!("\"{text}\""))
        })
    }

    pub(super) fn write_fen(&self, pos: &ChessPosition) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let (mut row, mut gap) = (String::new(), 0);
            for man in &pos.men[8 * rank..8 * rank + 8] {
                match man {
                    None => gap += 1,
                    Some(man) => {
                        if gap > 0 {
                            row += &gap.to_string();
                        }
                        (gap, row) = (0, row + &symbol(*man).to_string());
                    }
                }
            }
            rows.push(if gap > 0 { row + &gap.to_string() } else { row });
        }
        let side = if pos.to_move == Player::First { "w" } else { "b" };
        let mut rights = String::new();
        for player in Player::BOTH {
            for side in [1, 0] {
                let Some(file) = pos.castling[player.index()][side] else { continue };
                let right = match self.outermost(pos, player, side) == Some(file) {
                    true => ['Q', 'K'][side],
                    false => file_letter(file).to_ascii_uppercase(),
                };
                rights.push(if player == Player::First {
                    right
                } else {
                    right.to_ascii_lowercase()
                });
            }
        }
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passing = pos.en_passant.map_or("-".to_string(), square_text);
        let clock = if self.fifty { format!(" {} 1", pos.clock) } else { String::new() };
        format!("{} {side} {rights} {passing}{clock}", rows.join("/"))
    }

    /// The file of the rook of the player's that stands farthest out on a side of its king.
    fn outermost(&self, pos: &ChessPosition, player: Player, side: usize) -> Option<u8> {
        let (rank, king) = (first_rank(player), pos.squares(player, Man::King).next()?);
        let beyond = |file: &u8| {
            let at = rank + file;
            let rook = pos.men[usize::from(at)] == Some((player, Man::Rook));
            rook && king / 8 == rank / 8 && (at > king) == (side == 1)
        };
        let mut rooks = (0..8).filter(beyond);
        if side == 0 { rooks.next() } else { rooks.next_back() }
    }

    /// Reads a position of four fields, with two counts behind them or the operations of EPD.
    pub(super) fn read_fen(&self, text: &str) -> Result<ChessPosition, NotationError> {
        let bad = |what: &str| NotationError::new("position", what, format!("\"{text}\""));
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, rights, passing, rest @ ..] = &fields[..] else {
            return Err(bad("a FEN: board, side to move, castling, capture in passing"));
        };
        let mut men = [None; 64];
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 8 {
            return Err(bad("eight ranks"));
        }
        for (rank, row) in rows.into_iter().rev().enumerate() {
            let mut file = 0;
            for symbol in row.chars() {
                match symbol.to_digit(10).filter(|it| (1..=8).contains(it)) {
                    Some(gap) => file += gap as usize,
                    None => {
                        let man = man_of(symbol).ok_or_else(|| bad("men and gaps from 1 to 8"))?;
                        *men[8 * rank..8 * rank + 8]
                            .get_mut(file)
                            .ok_or_else(|| bad("eight squares a rank"))? = Some(man);
                        file += 1;
                    }
                }
            }
            if file != 8 {
                return Err(bad("eight squares a rank"));
            }
        }
        let to_move = match *side {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(bad("w or b to move")),
        };
        let castling = [[None; 2]; 2];
        let mut pos = ChessPosition { men, to_move, castling, en_passant: None, clock: 0 };
        for right in rights.chars().filter(|it| *it != '-') {
            let player = if right.is_ascii_uppercase() { Player::First } else { Player::Second };
            let king = pos.squares(player, Man::King).next();
            let (side, file) = match right.to_ascii_uppercase() {
                'Q' => (0, self.outermost(&pos, player, 0)),
                'K' => (1, self.outermost(&pos, player, 1)),
                file @ 'A'..='H' => {
                    let file = file as u8 - b'A';
                    (usize::from(king.is_some_and(|king| file > king % 8)), Some(file))
                }
                _ => return Err(bad("castling as KQkq, as files, or -")),
            };
            let ready = || bad("castling only where king and rook stand ready for it");
            pos.castling[player.index()][side] = Some(file.ok_or_else(ready)?);
        }
        if *passing != "-" {
            let at = square_of(passing)
                .filter(|at| at / 8 == if to_move == Player::First { 5 } else { 2 });
            pos.en_passant = Some(at.ok_or_else(|| bad("a square behind a pawn, or -"))?);
            // People write it after every double step; it counts where a pawn can capture.
            if self.game == ChessGame::Giveaway || self.lawful(&pos).is_err() {
                pos.en_passant = None;
            }
        }
        if let [clock, ..] = rest
            && self.fifty
        {
            let clock = clock.parse().ok().filter(|it| *it <= 100);
            pos.clock = clock.ok_or_else(|| bad("a count of at most 100 plies"))?;
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The board in letters, White below.
    pub(super) fn drawn(&self, pos: &ChessPosition) -> String {
        let row = |rank: usize| {
            let men = &pos.men[8 * rank..8 * rank + 8];
            let men = men.iter().map(|man| format!(" {}", man.map_or('.', symbol)));
            format!("{}{}", rank + 1, men.collect::<String>())
        };
        let mut rows: Vec<String> = (0..8).rev().map(row).collect();
        rows.push("  a b c d e f g h".to_string());
        rows.join("\n")
    }
}
