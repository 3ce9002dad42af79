//! Searches for winning threat sequences: fours first, then fours and threes.

use quod_game::{Game, Move, Player};
use quod_rules::{InARow, InARowPosition};

use super::board::Board;
use super::confirm::Confirmation;
use super::db_search::{Counts, DbSearch};
use super::four_search::FourSearch;
use super::replay::replay;
use super::sequence::Sequence;

/// Which threats a sequence may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// Fours only: *VCF*.
    Fours,
    /// Fours and threes: *VCT*.
    FoursAndThrees,
}

/// Limits and heuristics of a search; the limits may lose wins and never make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most nodes of a search for fours.
    pub four_nodes: u64,
    /// The most nodes of a dependency-based search.
    pub nodes: u64,
    /// Its most levels; one is a search without combinations.
    pub levels: u32,
    /// Steps of play after which a sequence counts as not confirmed.
    pub steps: u32,
    /// *Global refutation* (section 5.3.4): a search ends after so many potential sequences that failed.
    pub refutations: u32,
    /// *Category reduction* (section 5.3.4): no threes while the defender could make a straight four.
    pub category_reduction: bool,
    /// *Restricted threes* (section 5.3.4): no three with three replies where two will do.
    pub restricted_threes: bool,
    /// Whether potential sequences are played against every defence, and threats are dropped that leave him a
    /// five. Without it they prove nothing.
    pub confirm: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            four_nodes: u64::MAX,
            nodes: 2_000,
            levels: 10,
            steps: 300,
            refutations: 4,
            category_reduction: true,
            restricted_threes: true,
            confirm: true,
        }
    }
}

/// A search for winning threat sequences, with the memory it uses again.
#[derive(Debug)]
pub struct ThreatSearch {
    settings: Settings,
    fours: FourSearch,
    db: DbSearch,
}

impl Default for ThreatSearch {
    fn default() -> ThreatSearch {
        ThreatSearch::new(Settings::default())
    }
}

impl ThreatSearch {
    /// A search with these limits and heuristics.
    pub fn new(settings: Settings) -> ThreatSearch {
        ThreatSearch { settings, fours: FourSearch::default(), db: DbSearch::new(settings) }
    }

    /// The nodes of all searches for fours so far.
    pub fn four_nodes(&self) -> u64 {
        self.fours.nodes
    }

    /// What all dependency-based searches did so far.
    pub fn counts(&self) -> Counts {
        self.db.total
    }

    /// A win by fours alone for the attacker, to move; `None` if there is none. The board comes back as it was.
    pub fn vcf(&mut self, board: &mut Board, attacker: Player) -> Option<Sequence> {
        if !self.fours.search(board, attacker, self.settings.four_nodes) {
            return None;
        }
        let moves: Vec<u16> = self.fours.moves.iter().rev().copied().collect();
        let mut confirmation = Confirmation::new(board, attacker, &moves, u32::MAX);
        let holds = confirmation.holds();
        let (touched, defended) = (confirmation.touched, confirmation.defended);
        holds.then_some(Sequence { attacker, moves, touched, defended })
    }

    /// A win by fours and threes for the attacker, to move, if the search finds one: fours alone
    /// are tried first.
    pub fn vct(&mut self, board: &mut Board, attacker: Player) -> Option<Sequence> {
        self.vcf(board, attacker).or_else(|| self.db.search(board, attacker))
    }

    /// Either.
    pub fn search(
        &mut self,
        board: &mut Board,
        attacker: Player,
        threats: Threats,
    ) -> Option<Sequence> {
        match threats {
            Threats::Fours => self.vcf(board, attacker),
            Threats::FoursAndThrees => self.vct(board, attacker),
        }
    }
}

/// The moves of a winning threat sequence for the player to move in a game of Go-Moku that is not over, played
/// against every legal reply on the plain rules; `None` if none is found or it does not stand.
pub fn prove(game: &InARow, pos: &InARowPosition, threats: Threats) -> Option<Vec<Move>> {
    let (mut board, attacker) = (Board::set_up(game, pos), game.to_move(pos));
    let found = ThreatSearch::default().search(&mut board, attacker, threats)?;
    let moves: Vec<Move> = found.moves().iter().map(|&cell| Move(cell.into())).collect();
    replay(game, pos, &moves).ok().map(|()| moves)
}
