//! How people write positions and moves: SFEN, the moves of the protocol USI, and a board in letters.
//!
//! An SFEN has the rows from the top, the side to move, both hands and a number that is not looked at: `8k/9/8P/9/9/9/9/9/9 b G 1`.
//! The side to move attacks. Words may follow, in this order: `defends` says that the side to move is the defender;
//! `empty-handed` that the defender has nothing in hand; `waits` stands before the moves that wait. Where an SFEN has
//! nothing in the defender's hand and does not say `empty-handed`, the defender holds all that is left of the set.

use quod_game::{Game, Move, NotationError, Player};

use super::board::{SET, SHOGI_SQUARES, ShogiBoard, ShogiKind, ShogiMan, code, dropped, parts};
use super::interpose::BEHIND;
use super::{Tsume, TsumePosition};

const LETTERS: &str = "PLNSGBRK";
const SIDES: [&str; 2] = ["b", "w"];
/// Hands are written from the rook on.
const HAND_ORDER: [usize; 7] = [6, 5, 4, 3, 2, 1, 0];

fn letter(player: Player, kind: usize) -> char {
    let letter = char::from(LETTERS.as_bytes()[kind]);
    if player == Player::First { letter } else { letter.to_ascii_lowercase() }
}

/// Whose men of which kind the letter stands for: Black's are capitals.
fn kind_of(letter: char) -> Option<(Player, usize)> {
    let player = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
    LETTERS.find(letter.to_ascii_uppercase()).map(|kind| (player, kind))
}

fn sign(man: ShogiMan) -> String {
    format!("{}{}", if man.promoted { "+" } else { "" }, letter(man.player, man.kind as usize))
}

/// A player's hand with blanks between the kinds or without, empty if there is nothing in it.
fn hand_text(board: &ShogiBoard, player: Player, between: &str) -> String {
    let held = HAND_ORDER.map(|kind| (board.hands[player.index()][kind], letter(player, kind)));
    let text = |(many, letter): (u8, char)| match many {
        0 => None,
        1 => Some(letter.to_string()),
        _ => Some(format!("{many}{letter}")),
    };
    held.into_iter().filter_map(text).collect::<Vec<String>>().join(between)
}

impl Tsume {
    /// `5e`: the file from the right, the row from the top.
    pub(super) fn square_text(&self, at: usize) -> String {
        format!("{}{}", 9 - at % 9, char::from(b'a' + (at / 9) as u8))
    }

    /// As in USI, `7g7f`, `8h2b+`, `P*5e`; if men were taken back before it, the number of the move that waits behind
    /// which it is made and an `x` stand before it: `1x2c2b`.
    pub(super) fn write_move(&self, mv: Move) -> String {
        let behind = mv.0 / BEHIND;
        let taken = if behind == 0 { String::new() } else { format!("{behind}x") };
        let mv = Move(mv.0 % BEHIND);
        let (from, to, promotes) = parts(mv);
        let from = match dropped(mv) {
            Some(kind) => format!("{}*", letter(Player::First, kind as usize)),
            None => self.square_text(from),
        };
        format!("{taken}{from}{}{}", self.square_text(to), if promotes { "+" } else { "" })
    }

    /// The code of the defender's move that is written so.
    fn code_of(&self, text: &str) -> Option<Move> {
        let square = |text: &str| (0..SHOGI_SQUARES).find(|&at| self.square_text(at) == text);
        let (text, promotes) = text.strip_suffix('+').map_or((text, false), |it| (it, true));
        let (from, to) = text.split_at_checked(2)?;
        let from = match from.strip_suffix('*') {
            Some(kind) => LETTERS[..7].find(kind).filter(|_| kind.len() == 1)? + SHOGI_SQUARES,
            None => square(from)?,
        };
        Some(code(from, square(to)?, promotes))
    }

    pub(super) fn write_sfen(&self, pos: &TsumePosition) -> String {
        let (board, defender) = (&pos.board, pos.attacker.other());
        let row = |row: &[Option<ShogiMan>]| {
            let text = |run: &[Option<ShogiMan>]| run[0].map_or(run.len().to_string(), sign);
            row.chunk_by(|a, b| a.is_none() && b.is_none()).map(text).collect::<String>()
        };
        let rows: Vec<String> = board.men.chunks(9).map(row).collect();
        let side = self.on_board(pos);
        let hands = Player::BOTH.map(|player| hand_text(board, player, "")).concat();
        let hands = if hands.is_empty() { "-" } else { &hands };
        let mut text = format!("{} {} {hands} 1", rows.join("/"), SIDES[side.index()]);
        if side == defender {
            text += " defends";
        }
        if board.hands[defender.index()] == [0; 7] && rest(board) != [0; 7] {
            text += " empty-handed";
        }
        let moves: String =
            pos.waiting.iter().map(|&mv| format!(" {}", self.write_move(mv))).collect();
        if moves.is_empty() { text } else { format!("{text} waits{moves}") }
    }

    pub(super) fn read_sfen(&self, text: &str) -> Result<TsumePosition, NotationError> {
        let text = text.strip_prefix("sfen ").unwrap_or(text);
        let bad = |place: &str, what: &str, got: &str| {
            NotationError::new(format!("position, {place}"), what, format!("\"{got}\""))
        };
        let mut words = text.split_whitespace().peekable();
        let mut word = || words.next().unwrap_or("");
        let [rows, side, hands] = [word(), word(), word()];
        let men = read_rows(rows)?;
        let to_move = Player::BOTH.into_iter().find(|it| SIDES[it.index()] == side);
        let to_move = to_move.ok_or_else(|| bad("side to move", "b or w", side))?;
        let mut board = ShogiBoard { men, hands: read_hands(hands)? };
        words.next_if(|it| it.bytes().all(|it| it.is_ascii_digit()));
        let defends = words.next_if(|it| *it == "defends").is_some();
        let attacker = if defends { to_move.other() } else { to_move };
        let hand = attacker.other().index();
        if words.next_if(|it| *it == "empty-handed").is_none() && board.hands[hand] == [0; 7] {
            board.hands[hand] = rest(&board);
        }
        let mut waiting = Vec::new();
        if words.next_if(|it| *it == "waits").is_some() {
            for word in words.by_ref() {
                let what = "a move as 7g7f, 7g7f+ or P*5e";
                waiting.push(self.code_of(word).ok_or_else(|| bad("moves that wait", what, word))?);
            }
        }
        if let Some(word) = words.next() {
            let what = "a number, then defends, empty-handed, and waits with moves, or nothing";
            return Err(bad("behind the hands", what, word));
        }
        let pos = TsumePosition { board, to_move, attacker, waiting: Vec::new() };
        self.lawful(&pos)?;
        self.said(pos, &waiting)
    }

    /// The board in letters, White's men small, with both hands and what waits.
    pub(super) fn drawn(&self, pos: &TsumePosition) -> String {
        let shown = self.shown(pos);
        let row = |(row, men): (u8, &[Option<ShogiMan>])| {
            let men = men.iter().map(|man| format!("{:>3}", man.map_or(".".to_string(), sign)));
            format!("{}  {}", men.collect::<String>(), char::from(b'a' + row))
        };
        let mut lines = vec!["  9  8  7  6  5  4  3  2  1".to_string()];
        lines.extend((0..).zip(shown.men.chunks(9)).map(row));
        for player in Player::BOTH {
            let held = hand_text(&shown, player, " ");
            let held = if held.is_empty() { "nothing" } else { &held };
            let role = if player == pos.attacker { "attacks" } else { "defends" };
            let name = self.player_names()[player.index()];
            lines.push(format!("{name} {role}, in hand: {held}"));
        }
        if !pos.waiting.is_empty() {
            let name = self.player_names()[pos.attacker.other().index()];
            let moves: Vec<String> = pos.waiting.iter().map(|&mv| self.write_move(mv)).collect();
            lines.push(format!(
                "{name} has dropped, and what it answers if that is taken back waits: {}",
                moves.join(" ")
            ));
        }
        lines.join("\n")
    }
}

/// What the board and the hands lack of the set; nothing of a kind of which they have too many.
fn rest(board: &ShogiBoard) -> [u8; 7] {
    let mut rest = SET;
    for (kind, many) in rest.iter_mut().enumerate() {
        let on_board =
            board.men.iter().flatten().filter(|man| man.kind as usize == kind).count() as u8;
        let held = board.hands.iter().fold(on_board, |sum, hand| sum.saturating_add(hand[kind]));
        *many = many.saturating_sub(held);
    }
    rest
}

fn read_rows(text: &str) -> Result<[Option<ShogiMan>; SHOGI_SQUARES], NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        let got = format!("{} in \"{text}\"", rows.len());
        return Err(NotationError::new("position", "9 rows, / between them", got));
    }
    let mut men = [None; SHOGI_SQUARES];
    for (at, (row, men)) in rows.into_iter().zip(men.chunks_mut(9)).enumerate() {
        read_row(row, men).ok_or_else(|| {
            let place = format!("position, row {} from the top", at + 1);
            let expected = "9 squares as PLNSGBRK, small for White, + before what is promoted, and gaps from 1 to 9";
            NotationError::new(place, expected, format!("\"{row}\""))
        })?;
    }
    Ok(men)
}

/// Fills in a row; `None` if the text is none.
fn read_row(text: &str, men: &mut [Option<ShogiMan>]) -> Option<()> {
    let (mut column, mut promoted) = (0, false);
    for symbol in text.chars() {
        if let Some(gap) = symbol.to_digit(10).filter(|&gap| gap > 0 && !promoted) {
            column += gap as usize;
        } else if symbol == '+' && !promoted {
            promoted = true;
        } else {
            let (player, kind) = kind_of(symbol)?;
            let kind = ShogiKind::ALL[kind];
            let promoted = std::mem::take(&mut promoted);
            if promoted && !kind.promotes() {
                return None;
            }
            *men.get_mut(column)? = Some(ShogiMan { player, kind, promoted });
            column += 1;
        }
    }
    (column == 9 && !promoted).then_some(())
}

fn read_hands(text: &str) -> Result<[[u8; 7]; 2], NotationError> {
    let bad = || {
        let expected = "- or men in hand, such as R2Gb4p: a number from 2 on, then one of PLNSGBR, small for White";
        NotationError::new("position, hands", expected, format!("\"{text}\""))
    };
    let mut hands = [[0_u8; 7]; 2];
    let mut number = String::new();
    for symbol in text.chars().filter(|_| text != "-") {
        if symbol.is_ascii_digit() {
            number.push(symbol);
            continue;
        }
        let (player, kind) = kind_of(symbol).filter(|it| it.1 < 7).ok_or_else(bad)?;
        let many = if number.is_empty() { 1 } else { number.parse().map_err(|_| bad())? };
        number.clear();
        let held = &mut hands[player.index()][kind];
        *held = held.checked_add(many).filter(|_| many > 0).ok_or_else(bad)?;
    }
    if text.is_empty() || !number.is_empty() { Err(bad()) } else { Ok(hands) }
}
