//! The board of a conversation: stones put down by either colour, and taken back.

use quod_engine::Pos;
use quod_game::{Game, Move, Player};
use quod_rules::{Hex, HexPosition};
use quod_solve::AnyGame;

use super::Open;

/// How controllers and records write an exchange.
pub const EXCHANGE: &str = "swap-pieces";

/// The game with its positions so far.
pub struct Table {
    /// The game, with the exchange if White may make it.
    game: AnyGame,
    /// The same rules by themselves.
    rules: Hex,
    /// The positions before each move, the first first, and the one on the board.
    positions: Vec<HexPosition>,
    /// The moves between them, as records write them.
    moves: Vec<(Player, String)>,
}

/// The colour of a word, in full or its first letter.
pub fn colour(word: &str) -> Result<Player, String> {
    match word.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(Player::First),
        "white" | "w" => Ok(Player::Second),
        _ => Err(format!("expected black or white, got \"{word}\"")),
    }
}

impl Table {
    /// An empty board.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn new(open: &Open<'_>, [width, height]: [usize; 2], swap: bool) -> Result<Table, String> {
        // Where White may exchange, only square boards are.
        let swap = swap && width == height;
        let rules = Hex::new(width, height, swap).map_err(|error| error.to_string())?;
        let game = open(&rules.name()).map_err(|error| error.to_string())?;
        let positions = vec![rules.start()];
        Ok(Table { game, rules, positions, moves: Vec::new() })
    }

    /// The same stones under another table's rules.
    pub fn with_rules_of(&self, other: Table) -> Table {
        Table { positions: self.positions.clone(), moves: self.moves.clone(), ..other }
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Its rules.
    pub fn rules(&self) -> &Hex {
        &self.rules
    }

    /// The position on the board.
    pub fn here(&self) -> HexPosition {
        self.positions.last().copied().unwrap_or(self.rules.start())
    }

    /// The positions before it.
    pub fn earlier(&self) -> Vec<Pos> {
        let before = self.positions.len().saturating_sub(1);
        self.positions[..before].iter().map(|&pos| Pos::new(pos)).collect()
    }

    /// The position with this player to move.
    ///
    /// # Errors
    /// If the game is over.
    pub fn with_mover(&self, player: Player) -> Result<HexPosition, String> {
        let mut pos = self.here();
        pos.to_move = player;
        match self.winner() {
            Some(winner) => {
                let winner = self.rules.player_names()[winner.index()];
                Err(format!("the game is over: {winner} has won"))
            }
            None => Ok(pos),
        }
    }

    /// Who has won, if somebody has.
    pub fn winner(&self) -> Option<Player> {
        self.rules.outcome(&self.here()).and_then(|outcome| outcome.winner)
    }

    /// Puts a stone down: `black a1`.
    ///
    /// # Errors
    /// If the game is over, or the cell is none or not empty.
    pub fn play(&mut self, player: Player, word: &str) -> Result<(), String> {
        let pos = self.with_mover(player)?;
        let mv = self.rules.parse_move(&pos, word).map_err(|error| error.to_string())?;
        self.make(&pos, mv);
        Ok(())
    }

    /// Makes a legal move.
    pub fn make(&mut self, pos: &HexPosition, mv: Move) {
        let name = match mv == self.rules.exchange() {
            true => EXCHANGE.to_string(),
            false => self.rules.move_text(pos, mv),
        };
        self.moves.push((pos.to_move, name));
        self.positions.push(self.rules.play(pos, mv));
    }

    /// Makes Black's one stone a white one, mirrored, whether or not the variant has the exchange: the controller knows
    /// what was agreed.
    ///
    /// # Errors
    /// If this is no place for it.
    pub fn exchange(&mut self, player: Player) -> Result<(), String> {
        let pos = self.with_mover(player)?;
        let [width, height] = self.rules.board.extent();
        let swapping = Hex::new(width, height, true)
            .map_err(|_| "expected a board with as many columns as rows".to_string())?;
        let mv = swapping.exchange();
        if !swapping.legal_moves(&pos).contains(&mv) {
            return Err("expected White's answer to the first stone".to_string());
        }
        self.moves.push((player, EXCHANGE.to_string()));
        self.positions.push(swapping.play(&pos, mv));
        Ok(())
    }

    /// The moves so far as a record in SGF.
    pub fn record(&self) -> String {
        quod_notation::hex_record(self.rules.board.extent(), &self.moves)
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.moves.pop().is_some() && self.positions.pop().is_some()
    }
}
