//! Games whose type is forgotten: checker and cheat are compiled once for all of them.

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use quod_game::{
    Border, Claim, Connective, Cyclic, Distance, Game, LineGame, Move, NotationError, Outcome,
    Perpetual, Player, Ranked, Stacked, Symmetric, TableTitle,
};

/// A game of any type.
pub type AnyGame = dyn Game<Position = Pos>;

/// A position of such a game: two are equal if their encodings are, as games promise.
#[derive(Clone)]
pub struct Pos {
    code: Vec<u8>,
    inner: Arc<dyn Any + Send + Sync>,
}

impl PartialEq for Pos {
    fn eq(&self, other: &Pos) -> bool {
        self.code == other.code
    }
}

impl Eq for Pos {}

impl Hash for Pos {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl Debug for Pos {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.code)
    }
}

struct Typed<G>(G, More);

/// What a game is said to have beside what it has.
#[derive(Clone, Copy, Default)]
pub struct More {
    /// Its players count moves.
    pub mates: bool,
    /// Its positions could repeat, though they never do: one class, and endless play is a draw.
    pub repeats: bool,
}

/// The game with its type forgotten.
pub fn erased<G: Game + 'static>(game: G) -> Box<AnyGame> {
    with_more(game, More::default())
}

/// The same, with something more.
pub fn with_more<G: Game + 'static>(game: G, more: More) -> Box<AnyGame> {
    Box::new(Typed(game, more))
}

impl<G: Game + 'static> Typed<G> {
    fn put(&self, pos: G::Position) -> Pos {
        Pos { code: self.0.encoding(&pos), inner: Arc::new(pos) }
    }

    fn get<'p>(&self, pos: &'p Pos) -> &'p G::Position {
        pos.inner.downcast_ref().expect("a position of this game")
    }
}

impl<G: Game + 'static> Game for Typed<G> {
    type Position = Pos;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> Pos {
        self.put(self.0.start())
    }

    fn to_move(&self, pos: &Pos) -> Player {
        self.0.to_move(self.get(pos))
    }

    fn outcome(&self, pos: &Pos) -> Option<Outcome> {
        self.0.outcome(self.get(pos))
    }

    fn moves(&self, pos: &Pos, moves: &mut Vec<Move>) {
        self.0.moves(self.get(pos), moves);
    }

    fn play(&self, pos: &Pos, mv: Move) -> Pos {
        self.put(self.0.play(self.get(pos), mv))
    }

    fn encode(&self, pos: &Pos, out: &mut Vec<u8>) {
        out.extend(&pos.code);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Pos, NotationError> {
        Ok(self.put(self.0.decode(bytes)?))
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.0.player_names()
    }

    fn has_scores(&self) -> bool {
        self.0.has_scores()
    }

    fn has_captures(&self) -> bool {
        self.0.has_captures()
    }

    fn has_mates(&self) -> bool {
        self.0.has_mates() || self.1.mates
    }

    fn only_own_moves_win(&self) -> bool {
        self.0.only_own_moves_win()
    }

    fn decided(&self, pos: &Pos, claim: &Claim) -> Option<bool> {
        self.0.decided(self.get(pos), claim)
    }

    fn move_text(&self, pos: &Pos, mv: Move) -> String {
        self.0.move_text(self.get(pos), mv)
    }

    fn position_text(&self, pos: &Pos) -> String {
        self.0.position_text(self.get(pos))
    }

    fn parse_position(&self, text: &str) -> Result<Pos, NotationError> {
        Ok(self.put(self.0.parse_position(text)?))
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<Pos>> {
        self.0.symmetric().is_some().then_some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<Pos>> {
        (self.0.cyclic().is_some() || self.1.repeats).then_some(self)
    }

    fn perpetual(&self) -> Option<&dyn Perpetual<Pos>> {
        self.0.perpetual().is_some().then_some(self)
    }

    fn lines(&self) -> Option<&dyn LineGame<Pos>> {
        self.0.lines().is_some().then_some(self)
    }

    fn connective(&self) -> Option<&dyn Connective<Pos>> {
        self.0.connective().is_some().then_some(self)
    }

    fn stacked(&self) -> Option<&dyn Stacked<Pos>> {
        self.0.stacked().is_some().then_some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<Pos>> {
        self.0.ranked().is_some().then_some(self)
    }
}

/// What `Typed` hands out, it has.
const HAS: &str = "asked only where the game has it";

impl<G: Game + 'static> Symmetric<Pos> for Typed<G> {
    fn order(&self) -> u16 {
        self.0.symmetric().expect(HAS).order()
    }

    fn map(&self, map: u16, pos: &Pos) -> Pos {
        self.put(self.0.symmetric().expect(HAS).map(map, self.get(pos)))
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        self.0.symmetric().expect(HAS).map_move(map, mv)
    }

    fn swaps_players(&self, map: u16) -> bool {
        self.0.symmetric().expect(HAS).swaps_players(map)
    }
}

impl<G: Game + 'static> Cyclic<Pos> for Typed<G> {
    fn class(&self, pos: &Pos) -> u64 {
        self.0.cyclic().map_or(0, |it| it.class(self.get(pos)))
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.0.cyclic().map_or(Outcome::DRAW, |it| it.infinite_play(class))
    }
}

impl<G: Game + 'static> Perpetual<Pos> for Typed<G> {
    fn in_check(&self, pos: &Pos) -> bool {
        self.0.perpetual().expect(HAS).in_check(self.get(pos))
    }
}

impl<G: Game + 'static> LineGame<Pos> for Typed<G> {
    fn cells(&self) -> usize {
        self.0.lines().expect(HAS).cells()
    }

    fn lines(&self) -> &[Vec<u16>] {
        self.0.lines().expect(HAS).lines()
    }

    fn border(&self, player: Player, line: usize) -> &[u16] {
        self.0.lines().expect(HAS).border(player, line)
    }

    fn forbids(&self, player: Player) -> bool {
        self.0.lines().expect(HAS).forbids(player)
    }

    fn is_free(&self, player: Player, cell: u16, stone: &dyn Fn(u16) -> Option<Player>) -> bool {
        self.0.lines().expect(HAS).is_free(player, cell, stone)
    }

    fn stone(&self, pos: &Pos, cell: u16) -> Option<Player> {
        self.0.lines().expect(HAS).stone(self.get(pos), cell)
    }
}

impl<G: Game + 'static> Connective<Pos> for Typed<G> {
    fn places(&self) -> &[(i16, i16)] {
        self.0.connective().expect(HAS).places()
    }

    fn borders(&self, player: Player) -> &[Border] {
        self.0.connective().expect(HAS).borders(player)
    }

    fn stone_on(&self, pos: &Pos, cell: u16) -> Option<Player> {
        self.0.connective().expect(HAS).stone_on(self.get(pos), cell)
    }

    fn only_cells(&self, pos: &Pos) -> bool {
        self.0.connective().expect(HAS).only_cells(self.get(pos))
    }
}

impl<G: Game + 'static> Stacked<Pos> for Typed<G> {
    fn above(&self, mv: Move) -> Option<Move> {
        self.0.stacked().expect(HAS).above(mv)
    }
}

impl<G: Game + 'static> Ranked<Pos> for Typed<G> {
    fn layers(&self) -> u32 {
        self.0.ranked().expect(HAS).layers()
    }

    fn size(&self, layer: u32) -> u64 {
        self.0.ranked().expect(HAS).size(layer)
    }

    fn rank(&self, pos: &Pos) -> Option<(u32, u64)> {
        self.0.ranked().expect(HAS).rank(self.get(pos))
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.0.ranked().expect(HAS).rests_on(layer, lower)
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<Pos> {
        Some(self.put(self.0.ranked().expect(HAS).unrank(layer, index)?))
    }

    fn title(&self) -> Option<TableTitle> {
        self.0.ranked().expect(HAS).title()
    }

    fn distance(&self) -> Distance {
        self.0.ranked().expect(HAS).distance()
    }

    fn worth(&self, pos: &Pos, value: i32) -> Option<Outcome> {
        self.0.ranked().expect(HAS).worth(self.get(pos), value)
    }
}
