//! A small game with something more: scores, or classes although no position of it repeats.

use quod_game::{Claim, Connective, Cyclic, Game, LineGame, Move, NotationError, Outcome, Player};

/// A game, and what it is said to have beside what it has.
pub struct More<G: Game> {
    pub game: G,
    /// What the first player scores where the game is over.
    pub score: Option<fn(&G::Position) -> i32>,
    /// What endless play would be worth: all positions are of one class then.
    pub endless: Option<Outcome>,
}

impl<G: Game> More<G> {
    /// A game with scores.
    pub fn scored(game: G, score: fn(&G::Position) -> i32) -> More<G> {
        More { game, score: Some(score), endless: None }
    }

    /// A game of one class.
    pub fn repeating(game: G, endless: Outcome) -> More<G> {
        More { game, score: None, endless: Some(endless) }
    }
}

impl<G: Game> Game for More<G> {
    type Position = G::Position;

    fn name(&self) -> String {
        self.game.name()
    }

    fn weight(&self) -> u32 {
        self.game.weight()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn to_move(&self, pos: &G::Position) -> Player {
        self.game.to_move(pos)
    }

    fn outcome(&self, pos: &G::Position) -> Option<Outcome> {
        let end = self.game.outcome(pos)?;
        Some(Outcome { score: self.score.map_or(end.score, |score| score(pos)), ..end })
    }

    fn moves(&self, pos: &G::Position, moves: &mut Vec<Move>) {
        self.game.moves(pos, moves);
    }

    fn play(&self, pos: &G::Position, mv: Move) -> G::Position {
        self.game.play(pos, mv)
    }

    fn encode(&self, pos: &G::Position, out: &mut Vec<u8>) {
        self.game.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<G::Position, NotationError> {
        self.game.decode(bytes)
    }

    fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    fn decided(&self, pos: &G::Position, claim: &Claim) -> Option<bool> {
        self.game.decided(pos, claim)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<G::Position>> {
        self.endless.is_some().then_some(self)
    }

    fn lines(&self) -> Option<&dyn LineGame<G::Position>> {
        self.game.lines()
    }

    fn connective(&self) -> Option<&dyn Connective<G::Position>> {
        self.game.connective()
    }
}

impl<G: Game> Cyclic<G::Position> for More<G> {
    fn class(&self, _pos: &G::Position) -> u64 {
        0
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        self.endless.unwrap_or(Outcome::DRAW)
    }
}
