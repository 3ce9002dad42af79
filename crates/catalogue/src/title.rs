//! What people call a game: *Go-Moku 15×15, freestyle* for `gomoku:size=15,rule=freestyle,opening=free`.

use quod_rules::FAMILIES;

/// Names that are more than their words with hyphens.
const TITLES: &[(&str, &str)] = &[
    ("atari-go", "Atari Go"),
    ("connect-four", "Connect Four"),
    ("dots-and-boxes", "Dots and Boxes"),
    ("gomoku", "Go-Moku"),
    ("lasker-morris", "Lasker's morris"),
    ("lines-of-action", "Lines of Action"),
    ("mnk", "In a row"),
    ("nine-mens-morris", "Nine men's morris"),
    ("score-four", "Score Four"),
    ("six-mens-morris", "Six men's morris"),
    ("three-mens-morris", "Three men's morris"),
    ("tic-tac-toe", "Tic-tac-toe"),
];

/// Keys whose values say what game it is, also where they are the usual ones.
const ALWAYS: &[&str] = &["rule"];

/// A game's full name in words: what it is called, its size, and what is unusual about it. A name that is none of Quod's stays as
/// it is.
pub fn title(full: &str) -> String {
    let (name, keys) = full.split_once(':').unwrap_or((full, ""));
    let Some(family) = FAMILIES.iter().find(|it| it.name == name) else {
        return full.to_string();
    };
    let known = TITLES.iter().find(|(it, _)| *it == name);
    let mut title = known.map_or_else(|| capitalised(name), |(_, title)| (*title).to_string());
    let pairs: Vec<(&str, &str)> = keys.split(',').filter_map(|it| it.split_once('=')).collect();
    let of = |key: &str| pairs.iter().find(|(it, _)| *it == key).map(|(_, value)| *value);
    let sides: Vec<&str> = ["width", "depth", "height"].into_iter().filter_map(of).collect();
    match (of("size"), sides.len()) {
        (Some(size), _) if name != "y" => title += &format!(" {size}×{size}"),
        (Some(size), _) => title += &format!(" of {size} rows"),
        (None, 2 | 3) => title += &format!(" {}", sides.join("×")),
        (None, 1) => title += &format!(" of {} rows", sides[0]),
        (None, _) => {}
    }
    let rest = pairs.iter().filter(|(key, _)| !["size", "width", "depth", "height"].contains(key));
    for (key, value) in rest {
        let spec = family.keys.iter().find(|it| it.key == *key);
        let usual = spec.is_some_and(|it| it.default == *value) && !ALWAYS.contains(key);
        let words = value.replace('-', " ");
        match spec.map(|it| it.values.words().is_empty()) {
            _ if *key == "k" => title += &format!(", {value} in a row"),
            _ if usual => {}
            // A number needs its name, and so do words like `on`.
            Some(true) => title += &format!(", {key} {value}"),
            _ if ALWAYS.contains(key) => title += &format!(", {words}"),
            _ => title += &format!(", {} {words}", key.replace('-', " ")),
        }
    }
    title
}

fn capitalised(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_titles_in_words() {
        for (name, expected) in [
            ("gomoku:size=15,rule=freestyle,opening=free", "Go-Moku 15×15, freestyle"),
            ("gomoku:size=15,rule=renju,opening=free", "Go-Moku 15×15, renju"),
            ("connect-four:width=7,height=6", "Connect Four 7×6"),
            ("hex:width=8,height=8,swap=off", "Hex 8×8"),
            ("hex:width=8,height=8,swap=on", "Hex 8×8, swap on"),
            ("score-four:width=4,depth=4,height=4,k=4", "Score Four 4×4×4, 4 in a row"),
            ("mnk:width=7,height=7,k=5,rule=freestyle", "In a row 7×7, 5 in a row, freestyle"),
            ("y:size=5", "Y of 5 rows"),
            ("small-chess:height=4", "Small chess of 4 rows"),
            ("nim:heaps=3,first=3,step=1,last=wins", "Nim, heaps 3, first 3, step 1"),
            (
                "three-mens-morris:moves=any,opening=no-centre",
                "Three men's morris, moves any, opening no centre",
            ),
            ("tic-tac-toe", "Tic-tac-toe"),
            ("user:mine", "user:mine"),
        ] {
            assert_eq!(title(name), expected);
        }
    }
}
