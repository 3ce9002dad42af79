//! What rules promise, by name.
//!
//! A certificate is as good as the rules that it is checked by. What the proofs of `docs/trust.md` ask of the
//! rules stands here as a list, a name for each promise; section 19 of that page says which claim, kind of
//! evidence, map or power needs which. The conformance suite asks each of them by its name, and counts how
//! often: a promise that no test asks is how false claims about antichess came to be accepted.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// A promise: its name, and what is promised.
pub type Promise = (&'static str, &'static str);

/// Promises that every game makes.
pub const OF_EVERY_GAME: &[Promise] = &[
    ("start", "the start is written `start`, and the first player opens"),
    ("names", "the players have different names, each a word"),
    ("claims", "a claim that the game has reads back from its text, another one is refused"),
    (
        "encoding",
        "a position has one encoding, an encoding one position, and what decodes is canonical",
    ),
    ("position-texts", "a position's text is one line, and reads back"),
    ("move-texts", "a move's text reads back as that move"),
    ("end-before-moves", "a position has an outcome or a move, and not both"),
    ("moves-ascend", "moves are different and ascend"),
    ("no-way-back", "without conversion classes no play comes back to a position"),
    ("decided", "what is decided stays so to the end of every play"),
];

/// Promises that go with something that only some games have.
pub const OF_SOME_GAMES: &[Promise] = &[
    ("only-own-moves-win", "who wins made the last move, where the game says so"),
    ("classes-ascend", "no move leads to an earlier conversion class"),
    (
        "perpetual",
        "where there is perpetual check there are classes, no scores, and players alternate",
    ),
    (
        "maps",
        "map 0 changes nothing; outcomes, moves, who is to move and playing commute with all maps",
    ),
    ("maps-group", "two maps, one after the other, are a map, and each can be undone"),
    ("maps-infinite-play", "infinite play commutes with maps"),
    ("maps-classes", "a move stays in its class if and only if its image does"),
    ("maps-checks", "checks commute with maps"),
    ("maps-settled", "what is settled commutes with maps"),
    ("lines", "a line's cells and those of its borders exist and are different"),
    ("lines-win", "the game is won when a line is filled, or nothing is allowed, and then at once"),
    ("lines-draw", "a drawn board is full"),
    ("lines-moves", "moves are the empty cells, or those of them that are not forbidden"),
    ("lines-free", "who is free to play on a cell may, whatever other stones the opponent has"),
    ("lines-stones", "a move places one stone, and no stone moves"),
    ("lines-alternate", "in a game of lines players alternate"),
    (
        "borders",
        "cells lie in different places, and each player has 2 to 8 borders that cells touch",
    ),
    (
        "joined-wins",
        "who has joined its borders has won, never both, and nothing else ends the game",
    ),
    (
        "only-cells",
        "moves are the empty cells from here on, a move places a stone, players alternate",
    ),
    ("columns", "a move opens the cell above it and nothing else"),
    ("index", "an index stands for a position, and a position for its index"),
    ("index-worth", "positions share an index only where the index says what they are worth"),
    ("layers-fall", "a move stays in its layer, or goes to a lower one on which it rests"),
    ("layers-gain", "a move that stays in its layer changes nothing of what a player has"),
    ("null-move", "an exchange of colours is one; searches alone ask it"),
    ("unmove", "a move is undone, and an unmove done again; tables are built by it, not verified"),
];

thread_local! {
    static ASKED: RefCell<BTreeMap<&'static str, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts that a promise was asked.
pub(super) fn ask(name: &'static str) {
    ASKED.with_borrow_mut(|asked| *asked.entry(name).or_default() += 1);
}

/// How often this thread has asked each promise since it last took the counts.
pub fn take_asked() -> BTreeMap<&'static str, u64> {
    ASKED.take()
}

/// Asks whether a promise is kept.
macro_rules! keeps {
    ($name:literal, $holds:expr, $($what:tt)+) => {{
        $crate::testkit::promises::ask($name);
        assert!($holds, "promise {}: {}", $name, format_args!($($what)+));
    }};
}

/// Asks whether a promise is kept by which two things are equal.
macro_rules! keeps_eq {
    ($name:literal, $left:expr, $right:expr, $($what:tt)+) => {{
        $crate::testkit::promises::ask($name);
        assert_eq!($left, $right, "promise {}: {}", $name, format_args!($($what)+));
    }};
}

/// Asks whether a promise is kept by which two things differ.
macro_rules! keeps_ne {
    ($name:literal, $left:expr, $right:expr, $($what:tt)+) => {{
        $crate::testkit::promises::ask($name);
        assert_ne!($left, $right, "promise {}: {}", $name, format_args!($($what)+));
    }};
}

pub(super) use {keeps, keeps_eq, keeps_ne};
