//! Six men's morris, nine men's morris and Lasker's: games of mills on rings of eight points.
//!
//! Each player, White first, has some men in hand. A turn puts a man from the hand on an empty point or, once
//! the hand is empty, moves a man along a line of the board to a neighbouring empty point. In Lasker's
//! game a turn may move a man while there are men in hand, too. A player with three men on the board and none in hand may
//! move to any empty point (`flying=on`). Three men of a colour on a side of a ring, or in the middle of the same side of
//! all three rings, are a **mill**. Who closes a mill, or two at once, takes one of the opponent's men off the board: one that is in no
//! mill, or any if all are in mills. A player with fewer than three men in all has lost, and so has
//! a player to move without a legal move. Play that never ends is a draw. (The rules are those of Gasser 1996, and
//! of Lasker 1931 for `lasker-morris`.)
//!
//! The board has three rings, that of six men's morris two. Points are numbered ring by ring, the outer one
//! first, clockwise from the upper left corner: `8·ring + place`. A set of points is a number with their bits.
//! The code of a move is `1024·(taken + 1) + 32·(from + 1) + to`, with 0 for a man taken or a point left if there is none.

mod board;
mod encoding;
mod index;
mod notation;
mod unmove;

use std::sync::{Arc, OnceLock};

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked, Symmetric, Unmove};

pub use board::MorrisBoard;
pub use index::MorrisSide;

use crate::{Family, KeySpec, Values, Variant};
use board::{Points, bits};
use index::{Layers, LeastSets};

const FLYING: KeySpec = KeySpec {
    key: "flying",
    values: Values::Words(&[
        ("on", "a player with three men, all on the board, moves to any empty point"),
        ("off", "men only ever move along the lines"),
    ]),
    default: "on",
    about: "Whether three men may jump.",
};

const fn men(most: u32, default: &'static str) -> KeySpec {
    let values = Values::Number { least: 3, most };
    KeySpec { key: "men", values, default, about: "The men that each player has." }
}

/// What lists say of six men's morris.
pub(crate) const SIX: Family = Family {
    name: "six-mens-morris",
    summary: "mills on two rings of eight points, with six men each; positions can repeat",
    keys: &[men(6, "6"), FLYING],
    examples: &["six-mens-morris:flying=off", "six-mens-morris:men=5"],
};

/// What lists say of nine men's morris.
pub(crate) const NINE: Family = Family {
    name: "nine-mens-morris",
    summary: "mills on three rings of eight points, with nine men each; positions can repeat",
    keys: &[men(9, "9"), FLYING],
    examples: &["nine-mens-morris:men=4"],
};

/// What lists say of Lasker's game.
pub(crate) const LASKER: Family = Family {
    name: "lasker-morris",
    summary: "nine men's morris with ten men each, where men move while others are in hand",
    keys: &[men(10, "10"), FLYING],
    examples: &["lasker-morris:men=4"],
};

/// Six men's morris, nine men's or Lasker's.
#[derive(Clone, Debug)]
pub struct Morris {
    family: &'static Family,
    /// The board.
    pub board: MorrisBoard,
    /// The men that each player has at the start, from 3 to 10.
    pub men: u8,
    /// Whether three men may jump.
    pub flying: bool,
    /// Whether men may move while others are in hand.
    pub moves_early: bool,
    /// The layers of positions that have numbers.
    layers: Layers,
    /// The sets of points that are the least of their images; the game's copies share them.
    least: Arc<OnceLock<LeastSets>>,
}

/// The men on the board and in hand, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MillPosition {
    /// White's points and Black's, as sets.
    pub men: [u32; 2],
    /// The men in hand.
    pub hand: [u8; 2],
    /// Who is to move; when the game is over, who would be.
    pub to_move: Player,
}

impl MillPosition {
    fn on_board(&self, player: Player) -> Points {
        self.men[player.index()]
    }

    fn occupied(&self) -> Points {
        self.men[0] | self.men[1]
    }

    fn in_hand(&self, player: Player) -> u8 {
        self.hand[player.index()]
    }

    /// The player's men in all.
    fn total(&self, player: Player) -> u32 {
        self.on_board(player).count_ones() + u32::from(self.in_hand(player))
    }
}

/// A move in its parts.
#[derive(Clone, Copy)]
struct Turn {
    /// Where the man comes from, if not from the hand.
    from: Option<u32>,
    to: u32,
    taken: Option<u32>,
}

impl Turn {
    fn code(self) -> Move {
        let place = |point: Option<u32>| point.map_or(0, |point| point + 1);
        Move(1024 * place(self.taken) + 32 * place(self.from) + self.to)
    }

    fn of(mv: Move) -> Turn {
        let [from, taken] = [mv.0 / 32 % 32, mv.0 / 1024].map(|place| place.checked_sub(1));
        Turn { from, to: mv.0 % 32, taken }
    }
}

impl Morris {
    /// The game that a variant's name and keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Morris, NotationError> {
        let families = [&SIX, &NINE, &LASKER];
        let family = families.into_iter().find(|it| it.name == variant.name).unwrap_or(&NINE);
        let men = variant.take_number(&family.keys[0])? as u8;
        let flying = variant.take_word(&FLYING, &[true, false])?;
        variant.finish(&family.all_keys())?;
        let board = MorrisBoard::new(if family.name == SIX.name { 2 } else { 3 });
        let moves_early = family.name == LASKER.name;
        let (layers, least) = (Layers::new(men, moves_early), Arc::default());
        Ok(Morris { family, board, men, flying, moves_early, layers, least })
    }

    /// Where a man may go from a point, or `None` from the hand; empty points.
    fn destinations(&self, pos: &MillPosition, from: Option<u32>) -> Points {
        let own = pos.on_board(pos.to_move);
        let jumps = self.flying && own.count_ones() == 3 && pos.in_hand(pos.to_move) == 0;
        let reached = match from {
            Some(from) if !jumps => self.board.neighbours(from),
            _ => self.board.all(),
        };
        reached & !pos.occupied()
    }

    /// The men of `whose` that may be taken: those in no mill, or all if there are none.
    fn may_be_taken(&self, whose: Points) -> Points {
        let free = bits(whose).filter(|&point| !self.board.in_mill(whose, point));
        match free.fold(0, |set, point| set | 1 << point) {
            0 => whose,
            free => free,
        }
    }

    /// Where a man may come from: `None` is the hand.
    fn origins(&self, pos: &MillPosition) -> impl Iterator<Item = Option<u32>> {
        let hand = pos.in_hand(pos.to_move) > 0;
        let men = if hand && !self.moves_early { 0 } else { pos.on_board(pos.to_move) };
        hand.then_some(None).into_iter().chain(bits(men).map(Some))
    }

    /// Whether the men on the board and in hand allow a move.
    fn can_move(&self, pos: &MillPosition) -> bool {
        self.origins(pos).any(|from| self.destinations(pos, from) != 0)
    }

    /// All moves that they allow, in no order.
    fn turns(&self, pos: &MillPosition, mut each: impl FnMut(Turn)) {
        let (own, other) = (pos.on_board(pos.to_move), pos.on_board(pos.to_move.other()));
        for from in self.origins(pos) {
            for to in bits(self.destinations(pos, from)) {
                let moved = own & !from.map_or(0, |from| 1 << from) | 1 << to;
                if self.board.in_mill(moved, to) && other != 0 {
                    let taken = bits(self.may_be_taken(other));
                    taken.for_each(|it| each(Turn { from, to, taken: Some(it) }));
                } else {
                    each(Turn { from, to, taken: None });
                }
            }
        }
    }
}

impl Game for Morris {
    type Position = MillPosition;

    fn name(&self) -> String {
        self.family.full_name(&[&self.men, &FLYING.word((!self.flying).into())])
    }

    fn summary(&self) -> &'static str {
        self.family.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the points in rows from the top, `.`, `x` (White) or `o` (Black), `/` between rows, then `:`, the men in hand of White and Black, `:` and the side to move: `x../.o./.../....../.../.../...:8,8:x`; or the moves from the start, a man placed as its point, a man moved as `a1-a4`, with `x` and the point of the man who is taken: `d2 f4 d6-d7xf4`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn start(&self) -> MillPosition {
        MillPosition { men: [0; 2], hand: [self.men; 2], to_move: Player::First }
    }

    fn to_move(&self, pos: &MillPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &MillPosition) -> Option<Outcome> {
        let few = Player::BOTH.into_iter().find(|&player| pos.total(player) < 3);
        let lost = few.or_else(|| (!self.can_move(pos)).then_some(pos.to_move));
        lost.map(|player| Outcome::win(player.other()))
    }

    fn moves(&self, pos: &MillPosition, moves: &mut Vec<Move>) {
        self.turns(pos, |turn| moves.push(turn.code()));
        moves.sort_unstable();
    }

    fn play(&self, pos: &MillPosition, mv: Move) -> MillPosition {
        let Turn { from, to, taken } = Turn::of(mv);
        let (own, other) = (pos.to_move.index(), pos.to_move.other().index());
        let mut next = *pos;
        match from {
            Some(from) => next.men[own] &= !(1 << from),
            None => next.hand[own] -= 1,
        }
        next.men[own] |= 1 << to;
        if let Some(taken) = taken {
            next.men[other] &= !(1 << taken);
        }
        next.to_move = pos.to_move.other();
        next
    }

    fn encode(&self, pos: &MillPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<MillPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos).map(|()| pos)
    }

    fn move_text(&self, _pos: &MillPosition, mv: Move) -> String {
        self.write_move(mv)
    }

    fn position_text(&self, pos: &MillPosition) -> String {
        self.write_position(pos)
    }

    fn parse_position(&self, text: &str) -> Result<MillPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &MillPosition, numbered: &[Move]) -> String {
        self.draw(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<MillPosition>> {
        Some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<MillPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<MillPosition>> {
        Some(self)
    }

    fn unmove(&self) -> Option<&dyn Unmove<MillPosition>> {
        Some(self)
    }
}

impl Symmetric<MillPosition> for Morris {
    fn order(&self) -> u16 {
        MorrisBoard::MAPS
    }

    fn map(&self, map: u16, pos: &MillPosition) -> MillPosition {
        MillPosition { men: pos.men.map(|set| self.board.map_set(map, set)), ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let Turn { from, to, taken } = Turn::of(mv);
        let image = |point| self.board.map(map, point);
        Turn { from: from.map(image), to: image(to), taken: taken.map(image) }.code()
    }
}

impl Cyclic<MillPosition> for Morris {
    /// A man placed or taken makes it greater: a man in hand counts two, a man on the board one.
    fn class(&self, pos: &MillPosition) -> u64 {
        let left = |player| pos.total(player) + u32::from(pos.in_hand(player));
        u64::from(4 * u32::from(self.men) - left(Player::First) - left(Player::Second))
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}

#[cfg(test)]
mod tests;
