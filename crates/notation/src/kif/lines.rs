//! Records in the forms KIF and KI2 of Kakinoki's programs, line by line.
//!
//! Lines of the form `key：value` come first, and the board as a picture among them: a row is `|v香 ・ 歩…|一`, a small v before
//! White's men. In KIF a line has one move behind its number; in KI2 the moves stand one behind another, each behind
//! `▲` or `△`. Reading ends with the main line, before the first variation (`変化：5手`).
//!
//! Lines that begin with `#`, `*` or `&` say nothing, nor do keys that speak neither of hands nor of a handicap.

use quod_game::{NotationError, Player};

use super::men::{Man, Men, square};
use super::moves::{self, Written};
use super::names;
use super::start::{Hand, Start};
use super::{end_word, wrong};

/// The handicaps, each with the squares of the men that White goes without, as file and row.
const HANDICAPS: [(&str, &[(usize, usize)]); 16] = [
    ("平手", &[]),
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    ("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("左七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
    ("右七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
    ("八枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

/// What is in the place of a handicap where the board is drawn.
const DRAWN: [&str; 2] = ["その他", "詰将棋"];

/// Whose hand it is: a player's, or that of a side whose colour is said elsewhere.
#[derive(Clone, Copy)]
enum Holder {
    Player(Player),
    Attacker,
    Defender,
}

#[derive(Default)]
struct Lines {
    men: Vec<[Option<Man>; 9]>,
    /// The men that a handicap leaves.
    handicap: Option<(Men, Player)>,
    to_move: Option<Player>,
    hands: Vec<(usize, Holder, Hand)>,
    moves: Vec<Written>,
}

/// The position with which a record begins, and the moves of its main line.
pub(super) fn read(text: &str) -> Result<(Men, Player, Vec<Written>), NotationError> {
    let mut lines = Lines::default();
    for (at, line) in text.lines().enumerate() {
        if !lines.line(at + 1, line.trim())? {
            break;
        }
    }
    lines.record()
}

impl Lines {
    /// Whether the main line goes on behind this line.
    fn line(&mut self, at: usize, line: &str) -> Result<bool, NotationError> {
        if line.is_empty()
            || line.starts_with(['#', '＃', '*', '＊', '&', '+'])
            || line.starts_with("手数")
        {
            return Ok(true);
        }
        if line.starts_with(['|', '｜']) {
            self.men.push(row(at, line, self.men.len())?);
            return Ok(true);
        }
        if line.starts_with("変化") || line.starts_with("まで") || end_word(line) {
            return Ok(false);
        }
        if line.chars().next().and_then(names::side_of).is_some() {
            return self.several(at, line);
        }
        if names::digit(line.chars().next().unwrap_or(' ')).is_some() {
            let behind = line.trim_start_matches(|it| names::digit(it).is_some()).trim_start();
            // Files above the board.
            if behind.chars().all(|it| names::digit(it).is_some() || it.is_whitespace()) {
                return Ok(true);
            }
            if end_word(behind) {
                return Ok(false);
            }
            self.moves.push(moves::read(at, behind)?);
            return Ok(true);
        }
        match line {
            "先手番" | "下手番" => self.to_move = Some(Player::First),
            "後手番" | "上手番" => self.to_move = Some(Player::Second),
            _ => {
                let expected =
                    "a header with ：, a row |…| of the board, a move, or a remark behind *";
                let (key, value) = line
                    .split_once(['：', ':'])
                    .ok_or_else(|| wrong(at, expected, format!("\"{line}\"")))?;
                self.header(at, key.trim(), value.trim())?;
            }
        }
        Ok(true)
    }

    /// Moves one behind another, each behind the sign of its side.
    fn several(&mut self, at: usize, line: &str) -> Result<bool, NotationError> {
        let (mut rest, ends) = match line.split_once("まで") {
            Some((moves, _)) => (moves.trim(), true),
            None => (line, false),
        };
        while let Some(sign) = rest.chars().next() {
            let behind = &rest[sign.len_utf8()..];
            let end = behind.find(|it| names::side_of(it).is_some());
            let end = end.map_or(rest.len(), |end| end + sign.len_utf8());
            let text = rest[..end].trim();
            if end_word(behind[..end - sign.len_utf8()].trim()) {
                return Ok(false);
            }
            self.moves.push(moves::read(at, text)?);
            rest = &rest[end..];
        }
        Ok(!ends)
    }

    fn header(&mut self, at: usize, key: &str, value: &str) -> Result<(), NotationError> {
        if key == "手合割" {
            return self.handicap(at, value);
        }
        if key == "手番" {
            self.to_move = Some(match value {
                "先手" | "下手" => Player::First,
                "後手" | "上手" => Player::Second,
                _ => return Err(wrong(at, "先手 or 後手", format!("\"{value}\""))),
            });
            return Ok(());
        }
        let held = ["の持駒", "の持ち駒", "持駒", "持ち駒"];
        let Some(name) = held.iter().find_map(|it| key.strip_suffix(it)) else {
            // A hand that is not understood would be filled from the set.
            if key.contains('駒') {
                let expected = "a key such as 先手の持駒 or 後手の持駒";
                return Err(wrong(at, expected, format!("\"{key}\"")));
            }
            return Ok(());
        };
        let holder = match name.trim() {
            "先手" | "下手" => Holder::Player(Player::First),
            "後手" | "上手" => Holder::Player(Player::Second),
            "攻方" | "攻め方" => Holder::Attacker,
            "玉方" | "受方" | "受け方" => Holder::Defender,
            _ => {
                let expected = "the hand of 先手, 後手, 下手, 上手, 攻方 or 玉方";
                return Err(wrong(at, expected, format!("\"{key}\"")));
            }
        };
        self.hands.push((at, holder, hand(at, value)?));
        Ok(())
    }

    fn handicap(&mut self, at: usize, value: &str) -> Result<(), NotationError> {
        if DRAWN.contains(&value) {
            return Ok(());
        }
        let found = HANDICAPS.iter().find(|it| it.0 == value);
        let (name, without) = found.ok_or_else(|| {
            let names: Vec<&str> = HANDICAPS.iter().map(|it| it.0).chain(DRAWN).collect();
            wrong(at, &format!("one of {}", names.join(" ")), format!("\"{value}\""))
        })?;
        let mut men = Men::start();
        for at in without.iter().filter_map(|&(file, row)| square(file, row)) {
            men.squares[at] = None;
        }
        let first = if *name == "平手" { Player::First } else { Player::Second };
        self.handicap = Some((men, first));
        Ok(())
    }

    fn record(self) -> Result<(Men, Player, Vec<Written>), NotationError> {
        let Lines { men: rows, handicap, to_move, hands, moves } = self;
        let said = to_move.or_else(|| moves.first().and_then(|it| it.player));
        let drawn = match (rows.len(), &handicap) {
            (9, _) => true,
            (0, Some(_)) => false,
            (many, _) => {
                let expected = "9 rows of a board as |v香v桂 ・ … 歩|一, or 手合割：平手";
                return Err(NotationError::new("game record", expected, format!("{many} rows")));
            }
        };
        let mut start = match handicap.filter(|_| !drawn) {
            // Men that White goes without are in no hand.
            Some((men, first)) => Start {
                men,
                to_move: said.unwrap_or(first),
                hands: [Some(Hand::default()), Some(Hand::default())],
            },
            None => {
                let mut men = Men::none();
                men.squares.iter_mut().zip(rows.concat()).for_each(|(at, man)| *at = man);
                Start { men, to_move: said.unwrap_or(Player::First), hands: [None, None] }
            }
        };
        let mut told = [None; 2];
        for (at, holder, hand) in hands {
            let player = match holder {
                Holder::Player(player) => player,
                Holder::Attacker => start.to_move,
                Holder::Defender => start.to_move.other(),
            };
            if let Some(line) = told[player.index()].replace(at) {
                let side = ["Black", "White"][player.index()];
                let expected = format!("one line for the hand of {side}");
                return Err(wrong(at, &expected, format!("another, after line {line}")));
            }
            start.hands[player.index()] = Some(hand);
        }
        let to_move = start.to_move;
        Ok((start.filled()?, to_move, moves))
    }
}

/// A row of the board, from its first to its last `|`, and the number of the row behind it.
fn row(at: usize, line: &str, before: usize) -> Result<[Option<Man>; 9], NotationError> {
    let mut parts = line.split(['|', '｜']).skip(1);
    let (cells, label) = (parts.next().unwrap_or(""), parts.next().unwrap_or("").trim());
    if before >= 9 {
        return Err(wrong(at, "9 rows of the board", "another"));
    }
    let (numeral, digit) = (names::NUMERALS[before].to_string(), (before + 1).to_string());
    if !label.is_empty() && label != numeral && label != digit {
        let expected = format!("row {numeral} of the board");
        return Err(wrong(at, &expected, format!("\"{label}\" behind it")));
    }
    let (mut men, mut many, mut player, mut rest) = ([None; 9], 0, None, cells);
    while let Some(letter) = rest.chars().next() {
        let behind = &rest[letter.len_utf8()..];
        let bad = || {
            let expected =
                "9 squares, each ・ or one of 歩香桂銀金角飛玉と杏圭全馬竜, v before White's";
            wrong(at, expected, format!("\"{letter}\" in \"{cells}\""))
        };
        let put = match letter {
            _ if letter.is_whitespace() => None,
            'v' | 'V' | 'ｖ' | '^' if player.is_none() => {
                player = Some(if letter == '^' { Player::First } else { Player::Second });
                None
            }
            '・' | '･' | '.' if player.is_none() => Some((None, behind)),
            _ => {
                let (kind, promoted, behind) = names::named(rest).ok_or_else(bad)?;
                let player = player.take().unwrap_or(Player::First);
                Some((Some(Man { player, kind, promoted }), behind))
            }
        };
        rest = behind;
        if let Some((man, behind)) = put {
            men.get_mut(many).map(|it| *it = man).unwrap_or_default();
            many += 1;
            rest = behind;
        }
    }
    if many != 9 || player.is_some() {
        return Err(wrong(at, "9 squares in a row", format!("{many} in \"{cells}\"")));
    }
    Ok(men)
}

/// What is in hand: `飛二 金 歩十八`, `なし`, or `残り全部` for all that is left of the set.
fn hand(at: usize, value: &str) -> Result<Hand, NotationError> {
    let mut hand = Hand::default();
    if value.starts_with('残') {
        hand.rest = true;
        return Ok(hand);
    }
    let mut rest = if value == "なし" { "" } else { value };
    while !rest.is_empty() {
        let bad = || {
            let expected = "men in hand such as 飛二 金 歩十八, at most 18 of a kind, or なし";
            wrong(at, expected, format!("\"{value}\""))
        };
        let held = names::named(rest).filter(|it| it.0 < super::men::KING && !it.1);
        let (kind, _, behind) = held.ok_or_else(bad)?;
        let (many, behind) = names::many(behind).ok_or_else(bad)?;
        let sum = hand.men[kind].saturating_add(many);
        hand.men[kind] = Some(sum).filter(|_| many > 0 && sum <= 18).ok_or_else(bad)?;
        rest = behind.trim_start();
    }
    Ok(hand)
}
