//! Who wins after each move of a position: one search after another, each with all that those before it found.

use std::collections::VecDeque;
use std::sync::Arc;

use quod_cert::{Certificate, Connection, Evidence, Section, Shown};
use quod_game::{Claim, Connective, Game, Move, Player};
use quod_proof::write_certificate;
use quod_rules::{Hex, HexPosition};

use crate::certificate::evidence;
use crate::engine::{self, ground, position};
use crate::mask::Mask;
use crate::search::{Search, Won};

/// A search that goes from one position to another, on a board of any size.
trait Searches: Send {
    fn turn_to(&mut self, game: &Hex, pos: &HexPosition);
    fn step(&mut self, visits: u64) -> Option<Won>;
    fn connection(&self, won: Won) -> Connection;
    fn visits(&self) -> u64;
    fn bytes(&self) -> u64;
}

impl<B: Mask> Searches for Search<B> {
    fn turn_to(&mut self, game: &Hex, pos: &HexPosition) {
        Search::turn_to(self, position(game, pos));
    }

    fn step(&mut self, visits: u64) -> Option<Won> {
        Search::step(self, visits)
    }

    fn connection(&self, won: Won) -> Connection {
        evidence(&self.ground, won.winner, &self.store, &self.ways[won.way as usize])
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    fn bytes(&self) -> u64 {
        Search::bytes(self)
    }
}

/// A move and who wins after it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Who wins after it.
    pub winner: Player,
    /// A certificate about the position after the move, not yet checked; none if the move ends the game.
    pub certificate: Option<Vec<u8>>,
}

/// Finds who wins after each move of a position.
pub struct MoveValues {
    game: Arc<Hex>,
    pos: HexPosition,
    search: Box<dyn Searches>,
    left: VecDeque<Move>,
    /// Whether the search is at the first move that is left.
    is_turned: bool,
}

impl MoveValues {
    /// The moves of a position from which stones are all that comes.
    ///
    /// # Errors
    /// If the board has more than 128 cells or a single row, or colours may still be exchanged.
    pub fn new(game: Hex, pos: HexPosition) -> Result<MoveValues, String> {
        let cells = game.places().len();
        if !engine::serves(&game) {
            let most = engine::MOST_CELLS;
            return Err(format!(
                "expected two rows and columns, and at most {most} cells, got {cells}"
            ));
        }
        if !game.only_cells(&pos) {
            return Err("expected a position in which nobody can swap any more".to_string());
        }
        let left = game.legal_moves(&pos).into();
        let search: Box<dyn Searches> = match cells {
            ..=64 => Box::new(Search::<u64>::new(ground(&game), position(&game, &pos))),
            _ => Box::new(Search::<u128>::new(ground(&game), position(&game, &pos))),
        };
        Ok(MoveValues { game: Arc::new(game), pos, search, left, is_turned: false })
    }

    /// The moves of which nothing is known yet.
    pub fn left(&self) -> impl Iterator<Item = Move> + '_ {
        self.left.iter().copied()
    }

    /// Positions looked at so far.
    pub fn visits(&self) -> u64 {
        self.search.visits()
    }

    /// About how many bytes are in use.
    pub fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    /// Searches on by at most so many positions; a move's value as soon as it is known.
    pub fn step(&mut self, visits: u64) -> Option<MoveValue> {
        let mv = *self.left.front()?;
        let after = self.game.play(&self.pos, mv);
        if let Some(winner) = self.game.outcome(&after).and_then(|it| it.winner) {
            self.left.pop_front();
            return Some(MoveValue { mv, winner, certificate: None });
        }
        if !std::mem::replace(&mut self.is_turned, true) {
            self.search.turn_to(&self.game, &after);
        }
        let won = self.search.step(visits)?;
        (self.is_turned, _) = (false, self.left.pop_front());
        let winner = Player::BOTH[won.winner];
        let connection = self.search.connection(won);
        let certificate = certificate(&self.game, &after, winner, connection);
        Some(MoveValue { mv, winner, certificate: Some(write_certificate(&certificate)) })
    }
}

/// The certificate that a player wins from a position, by connections alone.
pub(crate) fn certificate(
    game: &Hex,
    pos: &HexPosition,
    winner: Player,
    connection: Connection,
) -> Certificate {
    let shown = Shown::Evidence(Evidence::Connection(Box::new(connection)));
    Certificate {
        game: game.name(),
        root: game.encoding(pos),
        claims: vec![Claim::wins(winner)],
        sections: vec![Section { claim: 0, shown }],
        remark: String::new(),
        entries: Vec::new(),
        tables: Vec::new(),
    }
}
