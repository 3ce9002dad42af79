//! Optional powers: what some games can do and others cannot, each a trait of its own.
//!
//! A game hands a power out through the accessor of [`crate::Game`] that bears its name. A search or
//! the checker asks for the power and says so if the game lacks it; nothing here panics for want of
//! a power.

use crate::{Move, Outcome, Player};

/// Symmetries: maps of positions onto positions that commute with the rules. Trusted.
///
/// Map 0 is the identity. For every map `m` and position `p` of the game, legal moves of `map(m, p)`
/// are the images of those of `p`, playing commutes with mapping, outcomes, settledness and infinite
/// play agree, with the players' names exchanged where [`Symmetric::swaps_players`] says so, and a
/// move stays in its conversion class if and only if its image does (the class's number may change).
pub trait Symmetric<P> {
    /// How many maps there are, the identity included; they form a group.
    fn order(&self) -> u16;

    /// The image of a position. `map < order()`.
    fn map(&self, map: u16, pos: &P) -> P;

    /// The image of a move. `map < order()`.
    fn map_move(&self, map: u16, mv: Move) -> Move;

    /// Whether the map exchanges the players' names.
    fn swaps_players(&self, _map: u16) -> bool {
        false
    }
}

/// A game whose positions can repeat: conversion classes and the outcome of infinite play. Trusted.
///
/// (Allis 1994, definition 6.1.) Classes are numbers with their natural order: a move stays in its
/// class or goes to a strictly greater one. Play that never ends stays in one class from some point
/// on and has that class's outcome ([`Perpetual`] knows one exception). Where the variant says "the k-th
/// occurrence ends the game with outcome X", X must be the outcome given here. A rule that looks at more
/// than positions and classes has its history in the position, or there is no such variant (section 12 of
/// `docs/trust.md`).
pub trait Cyclic<P> {
    /// The conversion class of a position.
    fn class(&self, pos: &P) -> u64;

    /// The outcome of infinite play inside a class.
    fn infinite_play(&self, class: u64) -> Outcome;
}

/// Perpetual check, in a game whose positions can repeat, whose players alternate and that has no scores.
/// Trusted.
///
/// In play that never ends a player *checks for ever* if from some point on he leaves the opponent in
/// check with every move. If exactly one player does, he has lost ([`Outcome::win`] of the other), whatever
/// [`Cyclic::infinite_play`] says. Where the variant says "the k-th occurrence of a position ends the game",
/// the moves between the first occurrence and this one count. Symmetries keep checks.
pub trait Perpetual<P> {
    /// Whether the side to move is in check: then the move that led here gave it.
    fn in_check(&self, pos: &P) -> bool;
}

/// A game of lines: the side to move puts a stone on an empty cell, stones never move or
/// vanish, and the first player who fills a line wins at once. Trusted.
///
/// A player has filled a line if he has stones on all its cells and none on what is its border for him.
///
/// The move code of a cell is its number. A full board without a filled line is a draw. Every empty cell is a
/// legal move, but to a player to whom the game [forbids](LineGame::forbids) moves those alone that are not
/// forbidden: he may always fill a line, and he has lost where he is to move and may not. Nothing else
/// ends the game and nothing else is a move; players alternate.
pub trait LineGame<P> {
    /// The number of cells, at most 65,535; cells are `0..cells()`.
    fn cells(&self) -> usize;

    /// All lines, each a list of different cells.
    fn lines(&self) -> &[Vec<u16>];

    /// The border of a line for a player, given by its place in the list: different cells, none of the line.
    /// With a stone of his on one of them his line is too long.
    fn border(&self, _player: Player, _line: usize) -> &[u16] {
        &[]
    }

    /// Whether some moves to empty cells may be forbidden to the player.
    fn forbids(&self, _player: Player) -> bool {
        false
    }

    /// Whether the player may play on an empty cell, and still may whatever stones of the other player come to
    /// other cells; `false` says nothing. It depends on no more than the stones on the lines through the cell and
    /// on their borders for the player.
    fn is_free(&self, _player: Player, _cell: u16, _stone: &dyn Fn(u16) -> Option<Player>) -> bool {
        true
    }

    /// The stone on a cell.
    fn stone(&self, pos: &P, cell: u16) -> Option<Player>;
}

/// A border of a board of hexagons: a straight row of cells touches it, and no others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Border {
    /// What all cells that touch it have in common: 0 the column, 1 the row, 2 the sum of both.
    pub axis: u8,
    /// The column, row or sum.
    pub at: i16,
}

/// A game of joining borders on a board of hexagons, such as Hex and Y. Trusted.
///
/// Each player owns some borders of the board, and the first whose stones join all of them wins at once:
/// one chain of neighbouring stones touches each of them. Where [`Connective::only_cells`] says so, from here
/// on the legal moves are the empty cells, stones never move or vanish, players alternate and nothing
/// else ends the game. However the board is filled, not both players join all their borders.
pub trait Connective<P> {
    /// Where the cells lie, at most 65,535 different places: the column and the row of each, by its number, which is the code of the
    /// move to it. The neighbours of (c, r) are (c ± 1, r), (c, r ± 1), (c + 1, r − 1) and (c − 1, r + 1).
    fn places(&self) -> &[(i16, i16)];

    /// The player's borders, from 2 to 8.
    fn borders(&self, player: Player) -> &[Border];

    /// The stone on a cell.
    fn stone_on(&self, pos: &P, cell: u16) -> Option<Player>;

    /// Whether every move of every play from here takes an empty cell. (Not where an exchange of colours may still come.)
    fn only_cells(&self, pos: &P) -> bool;
}

/// A game of columns: a move's code is a cell, played once; the legal moves after it are those before
/// without it, and with the cell above, unless the game is over. Trusted.
pub trait Stacked<P> {
    /// The cell above a cell; `None` above the highest of a column.
    fn above(&self, mv: Move) -> Option<Move>;
}

/// What the header of a table says of the game it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTitle {
    /// The game with all variant keys.
    pub game: String,
    /// What infinite play is worth, in words; another rule, other words.
    pub infinite_play: String,
    /// The version of the index.
    pub index_version: u32,
}

impl TableTitle {
    /// The title of tables of the same positions whose values say how far a win is as well.
    #[must_use]
    pub fn counting(mut self, distance: Distance) -> TableTitle {
        if let Some(name) = distance.name() {
            self.infinite_play += "; values count moves to ";
            self.infinite_play += name;
        }
        self
    }
}

/// How far a win is, as the values of tables say it beside who wins. Moves are the winner's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Distance {
    /// They do not say it.
    #[default]
    Unsaid,
    /// So many moves until the game is over: distance to mate.
    ToMate,
    /// So many moves until play leaves the layer, won: distance to conversion. The winner hurries, the loser delays.
    ToConversion,
}

impl Distance {
    /// The name; `None` where nothing is said.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Distance::Unsaid => None,
            Distance::ToMate => Some("mate"),
            Distance::ToConversion => Some("conversion"),
        }
    }

    /// What a move is worth that leaves its layer for a position with this value.
    pub fn leaving(self, value: i8) -> i8 {
        match self {
            Distance::Unsaid => -value,
            Distance::ToMate => value_before(value),
            Distance::ToConversion => value_before(MOST_VALUE * value.signum()),
        }
    }
}

/// The value of a position that is won and over, where values count moves.
pub const MOST_VALUE: i8 = 127;

/// What a move is worth that leads to a position with this value, where values count moves: a win is one
/// move farther away for the winner who makes a move.
pub fn value_before(value: i8) -> i8 {
    if value < 0 { -(value + 1) } else { -value }
}

/// A perfect index of positions, layer by layer, for tables. Trusted where a table is evidence.
///
/// `rank` gives back every index whose `unrank` is a position; a move stays in its layer or goes to a
/// lower one. Positions may share an index if they differ in nothing but what [`Ranked::worth`] tells,
/// such as where a symmetry of the game leads from one to the other: then `unrank` gives one of them.
pub trait Ranked<P> {
    /// Number of layers.
    fn layers(&self) -> u32;

    /// Number of indices of a layer.
    fn size(&self, layer: u32) -> u64;

    /// Layer and index of a position; `None` if the index does not cover it.
    fn rank(&self, pos: &P) -> Option<(u32, u64)>;

    /// Whether the table of a layer rests on that of a lower one: whether moves, one or more, may lead there. Its file
    /// names the digests of just these.
    fn rests_on(&self, _layer: u32, _lower: u32) -> bool {
        true
    }

    /// The position with this index; `None` for an index that no position has.
    fn unrank(&self, layer: u32, index: u64) -> Option<P>;

    /// What the tables say of themselves that [`Ranked::worth`] understands: those and no others. It may
    /// be the title of another game with the same moves, whose values tell this one's. `None` if tables
    /// tell nothing of this game.
    fn title(&self) -> Option<TableTitle> {
        None
    }

    /// What values say beside who wins. Where they count moves, in a game without scores, a value is [`MOST_VALUE`] less the moves
    /// of the winner's own if the side to move wins, the negative of that if it loses, 0 for a draw. Who is
    /// mated has −127, who mates with one move 126, who is mated after any move −126.
    fn distance(&self) -> Distance {
        Distance::Unsaid
    }

    /// How best play of both sides from a position ends if its index has this value in a table: the game
    /// says what its tables' values are. A claim holds at the position if and only if it holds at that
    /// outcome. `None` if the game's tables tell no outcomes.
    fn worth(&self, _pos: &P, _value: i32) -> Option<Outcome> {
        None
    }
}

/// The null move: a board on which either side could be the one to move. Searches alone ask for it.
///
/// Only for a game in which players alternate and whose rules, but for who begins, are the same for both.
/// There a pass and an exchange of all colours come to the same: the same player is to move again, and owns
/// what was the other's. So no position has to say who is to move.
pub trait NullMove<P> {
    /// The position with the colours of everything exchanged; the side to move stays. Exchanged twice a
    /// position is itself. `pos` is not over; the image need not be one that play can reach, but
    /// moves, outcomes and exchanges from there follow the rules.
    fn exchanged(&self, pos: &P) -> P;
}

/// Moves backwards.
pub trait Unmove<P> {
    /// Appends every position from which one legal move leads to `pos`, each once, in no particular
    /// order. Positions that no play reaches may be among them.
    fn unmoves(&self, pos: &P, out: &mut Vec<P>);
}
