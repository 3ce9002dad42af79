//! Words for the moves of a proof: motifs, and what a short exact search adds.
//!
//! A certificate says that the moves of the proof win; a tutor says what they do. Three things are found by search
//! over the twin of the rules: that no other move wins within as many moves, what the move threatens, and zugzwang.
//! Each search is exact, and is given up after [`MOST`] positions: then nothing is said.

use std::sync::Arc;

use quod_engine::{Pos, Tutor};
use quod_game::{Claim, Game, Goal, Move, Player};
use quod_rules::{Chess, ChessGame, ChessPosition, Man};

use crate::board::{Board, Laws};
use crate::mate::{Defence, defence, mates_at_once};
use crate::motifs::{Motif, motifs};

/// The most positions of one search.
const MOST: u32 = 300_000;

/// A threat is looked for within so many moves, and another winning move where so many or one more are left.
const THREAT: u32 = 2;

/// The tutor of one of the games.
pub(crate) struct ChessTutor(pub Arc<Chess>);

/// A search without memory for a win within so many moves.
struct Search {
    laws: Laws,
    attacker: usize,
    /// How many positions may still be looked at.
    budget: u32,
    moves: Vec<Move>,
}

impl Search {
    fn new(game: &Chess, attacker: Player) -> Search {
        let laws = Laws::of(game);
        Search { laws, attacker: attacker.index(), budget: MOST, moves: Vec::new() }
    }

    /// Whether the attacker, who is to move, wins within so many moves; nothing if the budget is used up.
    fn wins(&mut self, board: &Board, left: u32) -> Option<bool> {
        if let Some(winner) = board.outcome(&self.laws) {
            return Some(winner == Some(self.attacker));
        }
        self.budget = self.budget.checked_sub(1)?;
        match left {
            0 => Some(false),
            1 if self.laws.chess => {
                Some(mates_at_once(&self.laws, board, None, &mut self.moves).is_some())
            }
            _ => {
                for mv in board.legal_moves(&self.laws) {
                    if self.holds(&board.play(&self.laws, mv), left - 1)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
        }
    }

    /// Whether the defender, who is to move, loses whatever it plays.
    fn holds(&mut self, board: &Board, left: u32) -> Option<bool> {
        match defence(&self.laws, board, self.attacker) {
            Defence::Won => return Some(true),
            Defence::Over => return Some(false),
            Defence::Replies(_) if left == 0 && self.laws.chess => return Some(false),
            Defence::Replies(_) => {}
        }
        self.budget = self.budget.checked_sub(1)?;
        for mv in board.legal_moves(&self.laws) {
            if !self.wins(&board.play(&self.laws, mv), left)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn man_name(man: Man) -> &'static str {
    match man {
        Man::Pawn => "pawn",
        Man::Knight => "knight",
        Man::Bishop => "bishop",
        Man::Rook => "rook",
        Man::Queen => "queen",
        Man::King => "king",
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |it| it.to_uppercase().chain(letters).collect())
}

fn moves_text(number: u32) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

impl ChessTutor {
    fn name(&self, player: Player) -> &'static str {
        self.0.player_names()[player.index()]
    }

    /// What a win is called: in chess it is a mate.
    fn win(&self) -> &'static str {
        if self.0.game == ChessGame::Chess { "mate" } else { "win" }
    }

    fn said(&self, after: &ChessPosition, motif: Motif) -> String {
        let name = motif.name();
        match motif {
            Motif::Pin(at) => {
                let man = after.men[usize::from(at)].map_or("man", |(_, man)| man_name(man));
                let file = char::from(b'a' + at % 8);
                format!("the {man} on {file}{} is pinned", at / 8 + 1)
            }
            Motif::Promotion(man) | Motif::Underpromotion(man) => {
                format!("{name} to a {}", man_name(man))
            }
            Motif::Capture(man) | Motif::Sacrifice(man) => {
                let article = if motif == Motif::Capture(man) { "a" } else { "the" };
                format!("{name} of {article} {}", man_name(man))
            }
            Motif::KingDriven => "only the king can answer".to_string(),
            Motif::OneReply => "leaves one reply".to_string(),
            Motif::StalemateAvoided => "avoids stalemate".to_string(),
            _ => name.to_string(),
        }
    }

    /// Whether no other move wins within so many moves.
    fn is_only(&self, pos: &ChessPosition, own: Move, within: u32) -> bool {
        let mut search = Search::new(&self.0, pos.to_move);
        let board = Board::of(pos);
        let others = board.legal_moves(&search.laws).into_iter().filter(|&mv| mv != own);
        within <= THREAT + 1
            && others
                .map(|mv| board.play(&search.laws, mv))
                .collect::<Vec<_>>()
                .into_iter()
                .all(|next| search.holds(&next, within - 1) == Some(false))
    }

    /// The fewest moves within which the side that has just moved would mate if the other passed, as far as the
    /// limit; 0 if there is no such mate, nothing if the question makes no sense or was not answered.
    fn threat(&self, after: &ChessPosition, limit: u32) -> Option<u32> {
        let attacker = after.to_move.other();
        if self.0.game != ChessGame::Chess || self.0.in_check(after, after.to_move) {
            return None;
        }
        let passed = ChessPosition { to_move: attacker, en_passant: None, ..after.clone() };
        let (board, mut search) = (Board::of(&passed), Search::new(&self.0, attacker));
        for left in 1..=limit {
            if search.wins(&board, left)? {
                return Some(left);
            }
        }
        Some(0)
    }
}

impl Tutor for ChessTutor {
    fn claim(&self, claim: &Claim) -> String {
        let (player, other) = (self.name(claim.player), self.name(claim.player.other()));
        let (player, win) = (capital(player), self.win());
        match claim.goal {
            Goal::WinsWithin(n) => {
                let fewer = if n > 1 { " or fewer" } else { "" };
                let forced = format!("Forced {win} in {}{fewer}", moves_text(n.unsigned_abs()));
                format!("{forced}: {player} {win}s, whatever {other} plays.")
            }
            Goal::DoesNotWinWithin(n) => {
                let within = moves_text(n.unsigned_abs());
                format!(
                    "{player} has no forced {win} within {within}: {other} always has an answer."
                )
            }
            Goal::DoesNotLose => format!("{player} does not lose, whatever {other} plays."),
            _ => format!("{player} wins, whatever {other} plays."),
        }
    }

    fn motifs(&self, pos: &Pos, mv: Move) -> Vec<String> {
        let pos = pos.of::<Chess>();
        let after = self.0.play(pos, mv);
        let mut found = motifs(&self.0, pos, mv);
        // What says more makes what says less needless.
        let mates = found.iter().any(|it| matches!(it, Motif::SmotheredMate | Motif::BackRankMate));
        found.retain(|it| !(mates && *it == Motif::Mate));
        let mate = mates || found.contains(&Motif::Mate);
        found.retain(|it| !(mate && *it == Motif::Check));
        found.into_iter().map(|motif| self.said(&after, motif)).collect()
    }

    fn remarks(&self, pos: &Pos, mv: Move, claim: &Claim) -> Vec<String> {
        let pos = pos.of::<Chess>();
        let mut said = Vec::new();
        if self.0.legal_moves(pos).len() == 1 {
            said.push("It is the only legal move.".to_string());
        }
        let within = match claim.goal {
            Goal::WinsWithin(within) if within > 0 => within.unsigned_abs(),
            _ => return said,
        };
        if said.is_empty() && self.is_only(pos, mv, within) {
            let win = self.win();
            said.push(format!(
                "No other move {win}s within {}: each was tried.",
                moves_text(within)
            ));
        }
        let after = self.0.play(pos, mv);
        let left = within - 1;
        if self.0.outcome(&after).is_some() || left == 0 {
            return said;
        }
        let quiet = motifs(&self.0, pos, mv).contains(&Motif::Quiet);
        let defender = self.name(after.to_move);
        match self.threat(&after, left.min(THREAT)) {
            Some(0) if left <= THREAT && quiet => said.push(format!(
                "Zugzwang: if {defender} could pass, there would be no mate within {}; \
                 every move loses.",
                moves_text(left)
            )),
            Some(0) | None => {}
            Some(moves) => said.push(format!("It threatens mate in {moves}.")),
        }
        said
    }
}
