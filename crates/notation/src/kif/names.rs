//! Men, numbers and squares in Japanese letters.

use quod_game::Player;

use super::men::{KING, Man, square};

/// What the letters say of a man: its kind, and whether it is promoted. The longer names come first.
const NAMES: [(&str, usize, bool); 19] = [
    ("成香", 1, true),
    ("成桂", 2, true),
    ("成銀", 3, true),
    ("歩", 0, false),
    ("香", 1, false),
    ("桂", 2, false),
    ("銀", 3, false),
    ("金", 4, false),
    ("角", 5, false),
    ("飛", 6, false),
    ("玉", KING, false),
    ("王", KING, false),
    ("と", 0, true),
    ("杏", 1, true),
    ("圭", 2, true),
    ("全", 3, true),
    ("馬", 5, true),
    ("竜", 6, true),
    ("龍", 6, true),
];

/// The digits from 1 to 9 as numbers of rows and of men.
pub(super) const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The digits from 1 to 9 as numbers of files.
pub(super) const WIDE: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The man that the text begins with, its kind and whether it is promoted, and what stands behind it.
pub(super) fn named(text: &str) -> Option<(usize, bool, &str)> {
    let name = |&(name, kind, promoted): &(&str, usize, bool)| {
        text.strip_prefix(name).map(|behind| (kind, promoted, behind))
    };
    NAMES.iter().find_map(name)
}

/// The name of a man in a move.
pub(super) fn name(man: Man) -> &'static str {
    let find = |it: &&(&str, usize, bool)| (it.1, it.2) == (man.kind, man.promoted);
    NAMES.iter().find(find).map_or("", |it| it.0)
}

/// The letter of a man on a drawn board.
pub(super) fn letter(man: Man) -> &'static str {
    match (man.kind, man.promoted) {
        (1, true) => "杏",
        (2, true) => "圭",
        (3, true) => "全",
        _ => name(man),
    }
}

/// The digit from 0 to 9 that a letter is, of whatever width.
pub(super) fn digit(letter: char) -> Option<usize> {
    let wide = |it: char| (it as usize).checked_sub('０' as usize).filter(|digit| *digit < 10);
    letter.to_digit(10).map(|it| it as usize).or_else(|| wide(letter))
}

/// The digit from 1 to 9, in Japanese letters too.
fn numeral(letter: char) -> Option<usize> {
    let letters = NUMERALS.iter().position(|it| *it == letter).map(|at| at + 1);
    letters.or_else(|| digit(letter)).filter(|digit| *digit > 0)
}

/// The square that the text begins with, `３二`, and what stands behind it.
pub(super) fn square_before(text: &str) -> Option<(usize, &str)> {
    let mut letters = text.chars();
    let at = square(letters.next().and_then(digit)?, letters.next().and_then(numeral)?)?;
    Some((at, letters.as_str()))
}

/// A number of men below 100, `十八` or `18`; 1 if the text does not begin with a number. And what stands behind it.
pub(super) fn many(text: &str) -> Option<(u8, &str)> {
    let is_number = |it: char| it == '十' || numeral(it).is_some() || digit(it) == Some(0);
    let behind = text.trim_start_matches(is_number);
    let number: Vec<char> = text[..text.len() - behind.len()].chars().collect();
    let many = match number.iter().position(|it| *it == '十') {
        None if number.is_empty() => 1,
        None if number.len() > 2 => return None,
        None => {
            let digits = number.iter().map(|&it| numeral(it).unwrap_or(0));
            digits.fold(0, |sum, digit| 10 * sum + digit)
        }
        Some(at) => {
            let part = |part: &[char], none: usize| match part {
                [] => Some(none),
                [one] => numeral(*one),
                _ => None,
            };
            10 * part(&number[..at], 1)? + part(&number[at + 1..], 0)?
        }
    };
    Some((many as u8, behind))
}

/// A number of men in Japanese letters; nothing for one.
pub(super) fn many_text(many: u8) -> String {
    let many = usize::from(many);
    let digit = |digit: usize| NUMERALS[digit - 1].to_string();
    match many {
        0 | 1 => String::new(),
        2..10 => digit(many),
        10 => "十".to_string(),
        _ => format!("十{}", digit(many - 10)),
    }
}

/// Whose moves the sign stands before.
pub(super) fn side_of(sign: char) -> Option<Player> {
    match sign {
        '▲' | '☗' | '▼' => Some(Player::First),
        '△' | '☖' | '▽' => Some(Player::Second),
        _ => None,
    }
}

/// The sign before a side's moves.
pub(super) fn sign(player: Player) -> char {
    if player == Player::First { '▲' } else { '△' }
}

/// Whether a letter is one of Japanese texts, or stands before moves in them.
pub(super) fn is_japanese(letter: char) -> bool {
    side_of(letter).is_some() || matches!(letter, '\u{3041}'..='\u{9fff}' | '\u{ff01}'..='\u{ffef}')
}
