//! A game with its types hidden: what everything above the rules and below the binaries speaks of.
//!
//! [`OpenGame`] is a [`Game`] whose positions are [`Pos`]. Searches, the second pass, walks and sessions
//! are written over it and compiled once, and so is the checker, but for games with large certificates
//! ([`OpenGame::with_own_checker`]). Who believes `quod check` believes that this file hands on what the rules say; the
//! program `quod-check` has no hidden types in it.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use quod_cert::{Proof, Reject, TableFile};
use quod_check::{Help, LayerValues, Limits, Source, TableFault, Tables, Verified};
use quod_game::{
    Border, Claim, Connective, Cyclic, Distance, Game, LineGame, Move, NotationError, NullMove,
    Outcome, Perpetual, Player, Ranked, Stacked, Symmetric, TableTitle, Unmove,
};

use crate::Pos;

/// A game's rules, and the checker for this game.
pub trait AnyRules: Game<Position = Pos> {
    /// [`quod_check::check_with`] for this game.
    ///
    /// # Errors
    /// The checker's rejection.
    fn check(
        &self,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject>;

    /// [`quod_check::verify_distances`] for this game.
    ///
    /// # Errors
    /// What is wrong with the table.
    fn verify_table(
        &self,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault>;
}

/// A game with its types hidden. Cheap to clone.
#[derive(Clone)]
pub struct OpenGame(Arc<dyn AnyRules>);

impl OpenGame {
    /// Hides a game's types. Its certificates are checked by the checker that is compiled once for all games.
    pub fn new<G: Game<Position: 'static> + 'static>(game: G) -> OpenGame {
        OpenGame::shared(Arc::new(game))
    }

    /// Hides the types of a game that others hold as well.
    pub fn shared<G: Game<Position: 'static> + 'static>(game: Arc<G>) -> OpenGame {
        OpenGame(Arc::new(Erased::<G, ForAll>(game, PhantomData)))
    }

    /// The same, with a checker that is compiled for this game: faster, and a quarter of a megabyte of code. For
    /// games with large certificates or tables.
    pub fn with_own_checker<G: Game<Position: 'static> + 'static>(game: Arc<G>) -> OpenGame {
        OpenGame(Arc::new(Erased::<G, Own>(game, PhantomData)))
    }

    /// The game of rules whose types are hidden already: for games that change what others do.
    pub fn of_rules(rules: Arc<dyn AnyRules>) -> OpenGame {
        OpenGame(rules)
    }

    /// Who is to move at a root; the first player where the game is over, for want of anybody.
    pub fn mover_at(&self, root: &Pos) -> Player {
        match self.outcome(root) {
            None => self.to_move(root),
            Some(_) => Player::First,
        }
    }
}

impl Deref for OpenGame {
    type Target = dyn AnyRules;

    fn deref(&self) -> &(dyn AnyRules + 'static) {
        &*self.0
    }
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// By which copy of the checker a game's certificates are checked. A type and not a number: the compiler makes the copies
/// that some type asks for.
trait CheckedBy<G: Game<Position: 'static>>: Send + Sync + 'static {
    /// [`AnyRules::check`].
    fn check(
        game: &Erased<G, Self>,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject>
    where
        Self: Sized;

    /// [`AnyRules::verify_table`].
    fn verify_table(
        game: &Erased<G, Self>,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault>
    where
        Self: Sized;
}

/// By a copy for this game.
struct Own;

/// By the copy for games of hidden types.
struct ForAll;

impl<G: Game<Position: 'static> + 'static> CheckedBy<G> for Own {
    fn check(
        game: &Erased<G, Own>,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject> {
        quod_check::check_with(&*game.0, certificate, limits, tables)
    }

    fn verify_table(
        game: &Erased<G, Own>,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault> {
        quod_check::verify_distances(&*game.0, table, distance, lower, digests, help)
    }
}

impl<G: Game<Position: 'static> + 'static> CheckedBy<G> for ForAll {
    fn check(
        game: &Erased<G, ForAll>,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject> {
        check_hidden(game, certificate, limits, tables)
    }

    fn verify_table(
        game: &Erased<G, ForAll>,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault> {
        verify_hidden(game, table, distance, lower, digests, help)
    }
}

// What is not generic is compiled here, once; a generic function is compiled again in every crate that calls it.

fn check_hidden(
    game: &dyn AnyRules,
    certificate: &dyn Proof,
    limits: &Limits,
    tables: &dyn Tables,
) -> Result<Verified, Reject> {
    quod_check::check_with(game, certificate, limits, tables)
}

fn verify_hidden(
    game: &dyn AnyRules,
    table: &mut TableFile<Box<dyn Source>>,
    distance: Distance,
    lower: &mut Vec<LayerValues>,
    digests: &mut Vec<[u8; 32]>,
    help: Help<'_>,
) -> Result<(), TableFault> {
    quod_check::verify_distances(game, table, distance, lower, digests, help)
}

/// A game as one of hidden types.
struct Erased<G, C>(Arc<G>, PhantomData<C>);

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Erased<G, C> {
    fn cyclic_power(&self) -> &dyn Cyclic<G::Position> {
        self.0.cyclic().expect("handed out only where there is one")
    }

    fn lines_power(&self) -> &dyn LineGame<G::Position> {
        self.0.lines().expect("handed out only where there is one")
    }

    fn connective_power(&self) -> &dyn Connective<G::Position> {
        self.0.connective().expect("handed out only where there is one")
    }

    fn ranked_power(&self) -> &dyn Ranked<G::Position> {
        self.0.ranked().expect("handed out only where there is one")
    }

    fn symmetric_power(&self) -> &dyn Symmetric<G::Position> {
        self.0.symmetric().expect("handed out only where there is one")
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> AnyRules for Erased<G, C> {
    fn check(
        &self,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject> {
        C::check(self, certificate, limits, tables)
    }

    fn verify_table(
        &self,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault> {
        C::verify_table(self, table, distance, lower, digests, help)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Game for Erased<G, C> {
    type Position = Pos;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> Pos {
        Pos::new(self.0.start())
    }

    fn to_move(&self, pos: &Pos) -> Player {
        self.0.to_move(pos.of::<G>())
    }

    fn outcome(&self, pos: &Pos) -> Option<Outcome> {
        self.0.outcome(pos.of::<G>())
    }

    fn moves(&self, pos: &Pos, moves: &mut Vec<Move>) {
        self.0.moves(pos.of::<G>(), moves);
    }

    fn play(&self, pos: &Pos, mv: Move) -> Pos {
        Pos::new(self.0.play(pos.of::<G>(), mv))
    }

    fn encode(&self, pos: &Pos, out: &mut Vec<u8>) {
        self.0.encode(pos.of::<G>(), out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Pos, NotationError> {
        self.0.decode(bytes).map(Pos::new)
    }

    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    fn weight(&self) -> u32 {
        self.0.weight()
    }

    fn notation(&self) -> &'static str {
        self.0.notation()
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
        self.0.has_mates()
    }

    fn only_own_moves_win(&self) -> bool {
        self.0.only_own_moves_win()
    }

    fn decided(&self, pos: &Pos, claim: &Claim) -> Option<bool> {
        self.0.decided(pos.of::<G>(), claim)
    }

    fn move_text(&self, pos: &Pos, mv: Move) -> String {
        self.0.move_text(pos.of::<G>(), mv)
    }

    fn parse_move(&self, pos: &Pos, text: &str) -> Result<Move, NotationError> {
        self.0.parse_move(pos.of::<G>(), text)
    }

    fn position_text(&self, pos: &Pos) -> String {
        self.0.position_text(pos.of::<G>())
    }

    fn parse_position(&self, text: &str) -> Result<Pos, NotationError> {
        // What people and programs keep of games says the same as the game's own notation.
        quod_notation::position(&*self.0, text).map(Pos::new)
    }

    fn picture(&self, pos: &Pos, numbered: &[Move]) -> String {
        self.0.picture(pos.of::<G>(), numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<Pos>> {
        self.0.symmetric().map(|_| self as &dyn Symmetric<Pos>)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<Pos>> {
        self.0.cyclic().map(|_| self as &dyn Cyclic<Pos>)
    }

    fn perpetual(&self) -> Option<&dyn Perpetual<Pos>> {
        self.0.perpetual().map(|_| self as &dyn Perpetual<Pos>)
    }

    fn lines(&self) -> Option<&dyn LineGame<Pos>> {
        self.0.lines().map(|_| self as &dyn LineGame<Pos>)
    }

    fn connective(&self) -> Option<&dyn Connective<Pos>> {
        self.0.connective().map(|_| self as &dyn Connective<Pos>)
    }

    fn stacked(&self) -> Option<&dyn Stacked<Pos>> {
        self.0.stacked().map(|_| self as &dyn Stacked<Pos>)
    }

    fn ranked(&self) -> Option<&dyn Ranked<Pos>> {
        self.0.ranked().map(|_| self as &dyn Ranked<Pos>)
    }

    fn null_move(&self) -> Option<&dyn NullMove<Pos>> {
        self.0.null_move().map(|_| self as &dyn NullMove<Pos>)
    }

    fn unmove(&self) -> Option<&dyn Unmove<Pos>> {
        self.0.unmove().map(|_| self as &dyn Unmove<Pos>)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Symmetric<Pos> for Erased<G, C> {
    fn order(&self) -> u16 {
        self.symmetric_power().order()
    }

    fn map(&self, map: u16, pos: &Pos) -> Pos {
        Pos::new(self.symmetric_power().map(map, pos.of::<G>()))
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        self.symmetric_power().map_move(map, mv)
    }

    fn swaps_players(&self, map: u16) -> bool {
        self.symmetric_power().swaps_players(map)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Cyclic<Pos> for Erased<G, C> {
    fn class(&self, pos: &Pos) -> u64 {
        self.cyclic_power().class(pos.of::<G>())
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.cyclic_power().infinite_play(class)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> LineGame<Pos> for Erased<G, C> {
    fn cells(&self) -> usize {
        self.lines_power().cells()
    }

    fn lines(&self) -> &[Vec<u16>] {
        self.lines_power().lines()
    }

    fn border(&self, player: Player, line: usize) -> &[u16] {
        self.lines_power().border(player, line)
    }

    fn forbids(&self, player: Player) -> bool {
        self.lines_power().forbids(player)
    }

    fn is_free(&self, player: Player, cell: u16, stone: &dyn Fn(u16) -> Option<Player>) -> bool {
        self.lines_power().is_free(player, cell, stone)
    }

    fn stone(&self, pos: &Pos, cell: u16) -> Option<Player> {
        self.lines_power().stone(pos.of::<G>(), cell)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Connective<Pos> for Erased<G, C> {
    fn places(&self) -> &[(i16, i16)] {
        self.connective_power().places()
    }

    fn borders(&self, player: Player) -> &[Border] {
        self.connective_power().borders(player)
    }

    fn stone_on(&self, pos: &Pos, cell: u16) -> Option<Player> {
        self.connective_power().stone_on(pos.of::<G>(), cell)
    }

    fn only_cells(&self, pos: &Pos) -> bool {
        self.connective_power().only_cells(pos.of::<G>())
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Perpetual<Pos> for Erased<G, C> {
    fn in_check(&self, pos: &Pos) -> bool {
        self.0.perpetual().is_some_and(|it| it.in_check(pos.of::<G>()))
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> NullMove<Pos> for Erased<G, C> {
    fn exchanged(&self, pos: &Pos) -> Pos {
        let power = self.0.null_move().expect("handed out only where there is one");
        Pos::new(power.exchanged(pos.of::<G>()))
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Stacked<Pos> for Erased<G, C> {
    fn above(&self, mv: Move) -> Option<Move> {
        self.0.stacked().and_then(|it| it.above(mv))
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Ranked<Pos> for Erased<G, C> {
    fn layers(&self) -> u32 {
        self.ranked_power().layers()
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        self.ranked_power().rests_on(layer, lower)
    }

    fn size(&self, layer: u32) -> u64 {
        self.ranked_power().size(layer)
    }

    fn rank(&self, pos: &Pos) -> Option<(u32, u64)> {
        self.ranked_power().rank(pos.of::<G>())
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<Pos> {
        self.ranked_power().unrank(layer, index).map(Pos::new)
    }

    fn title(&self) -> Option<TableTitle> {
        self.ranked_power().title()
    }

    fn distance(&self) -> Distance {
        self.ranked_power().distance()
    }

    fn worth(&self, pos: &Pos, value: i32) -> Option<Outcome> {
        self.ranked_power().worth(pos.of::<G>(), value)
    }
}

impl<G: Game<Position: 'static> + 'static, C: CheckedBy<G>> Unmove<Pos> for Erased<G, C> {
    fn unmoves(&self, pos: &Pos, out: &mut Vec<Pos>) {
        let mut before = Vec::new();
        if let Some(power) = self.0.unmove() {
            power.unmoves(pos.of::<G>(), &mut before);
        }
        out.extend(before.into_iter().map(Pos::new));
    }
}
