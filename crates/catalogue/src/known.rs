//! What is known of a game's start, for whoever begins a search that takes long or does not end.

/// What is known of the value at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Quod has a proof: the value in words, and how the proof is had.
    Proved(&'static str, &'static str),
    /// Others have published this value. Quod has no proof of it.
    Published(&'static str, &'static str),
    /// Nobody knows it.
    Open,
}

/// A game and what is known of its start.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The game's full name.
    pub game: &'static str,
    /// Its value.
    pub value: Value,
    /// What to expect of a search from there, or what to ask in its place.
    pub search: &'static str,
}

const fn proved(
    game: &'static str,
    value: &'static str,
    by: &'static str,
    search: &'static str,
) -> Known {
    Known { game, value: Value::Proved(value, by), search }
}

const fn published(
    game: &'static str,
    value: &'static str,
    by: &'static str,
    search: &'static str,
) -> Known {
    Known { game, value: Value::Published(value, by), search }
}

const fn open(game: &'static str, search: &'static str) -> Known {
    Known { game, value: Value::Open, search }
}

const ENDLESS: &str =
    "this search is not expected to end; a smaller board, or --position with what was played, may";
const MATES: &str =
    "this search is not expected to end; --position FEN with --claim mate finds mates";

/// All that is known, where a search from the start takes more than some seconds.
pub const KNOWN: &[Known] = &[
    proved(
        "connect-four:width=7,height=6",
        "the first player wins",
        "proofs/connect-four.quod",
        "this search takes half a minute",
    ),
    proved(
        "gomoku:size=15,rule=freestyle,opening=free",
        "Black wins",
        "proofs/gomoku-freestyle.quod",
        "the search that found it takes an hour: --claim black-wins --engine threats --threads 2 --memory 12G",
    ),
    proved(
        "gomoku:size=15,rule=standard,opening=free",
        "Black wins",
        "proofs/gomoku-standard.quod",
        "the search that found it takes two hours: --claim black-wins --engine threats --threads 2 --memory 12G",
    ),
    proved(
        "gomoku:size=14,rule=freestyle,opening=free",
        "Black wins",
        "proofs/gomoku-freestyle-14.quod",
        "docs/results/gomoku.md says how it was found",
    ),
    proved(
        "gomoku:size=14,rule=standard,opening=free",
        "Black wins",
        "proofs/gomoku-standard-14.quod",
        "docs/results/gomoku.md says how it was found",
    ),
    proved(
        "gomoku:size=13,rule=freestyle,opening=free",
        "Black wins",
        "proofs/gomoku-freestyle-13.quod",
        "docs/results/gomoku.md says how it was found",
    ),
    published(
        "gomoku:size=15,rule=renju,opening=free",
        "Black wins",
        "Wágner and Virág 2001",
        "this search is not expected to end; 33 of White's 35 first replies have proofs in proofs/, and docs/results/gomoku.md describes them",
    ),
    proved(
        "hex:width=8,height=8,swap=off",
        "Black wins",
        "proofs/hex-8x8.quod",
        "this search takes about a minute",
    ),
    published(
        "hex:width=9,height=9,swap=off",
        "Black wins",
        "the second player cannot win, since an extra stone never harms",
        ENDLESS,
    ),
    published(
        "hex:width=10,height=10,swap=off",
        "Black wins",
        "the second player cannot win, since an extra stone never harms",
        ENDLESS,
    ),
    published(
        "hex:width=11,height=11,swap=off",
        "Black wins",
        "the second player cannot win, since an extra stone never harms; no winning first move is known",
        ENDLESS,
    ),
    proved(
        "othello:size=6,empty=nobody",
        "White wins by 4 discs",
        "proofs/othello-6x6.quod",
        "the search that found it takes hours: --claim score --memory 6G",
    ),
    published("othello:size=8,empty=nobody", "a draw", "Takizawa 2023", ENDLESS),
    published("checkers:size=8,rows=full", "a draw", "Schaeffer and others 2007", ENDLESS),
    published(
        "awari:grand-slam=allowed,rest=opponent,worth=game",
        "a draw",
        "Romein and Bal 2002, by nearly the same rules",
        "this search is not expected to end; `quod table build awari` makes endgame tables",
    ),
    proved(
        "nine-mens-morris:men=9,flying=on",
        "a draw",
        "tables: `quod table build nine-mens-morris`",
        "this search is not expected to end without --tables",
    ),
    proved(
        "six-mens-morris:men=6,flying=on",
        "a draw",
        "tables: `quod table build six-mens-morris`",
        "this search is not expected to end without --tables",
    ),
    open("chess:fifty=off", MATES),
    open("chess:fifty=on", MATES),
    published(
        "antichess",
        "White wins, by e3",
        "Watkins 2016",
        "this search is not expected to end; proofs/ has refutations of 1.d3, 1.d4 and 1.e4",
    ),
    open("giveaway", MATES),
    open("losers", MATES),
    open("lasker-morris:men=10,flying=on", ENDLESS),
    open("amazons:width=10,height=10", ENDLESS),
    open("breakthrough:width=8,height=8", ENDLESS),
    open("lines-of-action:size=8,simultaneous=draw", ENDLESS),
    published(
        "domineering:width=8,height=8",
        "the first player wins",
        "Breuker, Uiterwijk and van den Herik 2000",
        "this search may take hours and its certificate much memory",
    ),
];

/// Whole games with proofs that ship, as people call them: the game, its value, and the file in `proofs/`. The
/// ones that are
/// opened soonest stand first.
pub const SHIPPED: &[[&str; 3]] = &[
    ["Qubic (4×4×4)", "the first player wins", "qubic.quod"],
    ["Connect Four 7×6", "the first player wins", "connect-four.quod"],
    ["Hex 8×8", "Black wins", "hex-8x8.quod"],
    ["Go-Moku 15×15, freestyle", "Black wins", "gomoku-freestyle.quod"],
    ["Go-Moku 15×15, standard", "Black wins", "gomoku-standard.quod"],
    ["Othello 6×6", "White wins by 4 discs", "othello-6x6.quod"],
];

/// What is known of the start of the game with this full name.
pub fn known(game: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|it| it.game == game)
}

impl Known {
    /// In a line.
    pub fn told(&self) -> String {
        let Known { value, search, .. } = self;
        match value {
            Value::Proved(value, by) => format!("known: {value} ({by}); {search}"),
            Value::Published(value, by) => {
                format!("published, and not proved here: {value} ({by}); {search}")
            }
            Value::Open => format!("nobody has solved this position; {search}"),
        }
    }
}
