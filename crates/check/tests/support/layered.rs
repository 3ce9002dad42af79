//! A small game with an index in layers, given move by move.

use quod_game::{Cyclic, Distance, Game, Move, NotationError, Outcome, Perpetual, Player, Ranked};

/// A game by its moves. Position 0 is the start.
#[derive(Clone)]
pub struct Layered {
    pub name: &'static str,
    /// Where the moves of each position lead.
    pub moves: Vec<Vec<u32>>,
    pub outcomes: Vec<Option<Outcome>>,
    /// Who is to move.
    pub movers: Vec<Player>,
    /// The first position of each layer, and the number of positions.
    pub cuts: Vec<u64>,
    /// What infinite play is worth in each conversion class; nothing if no position comes back.
    pub infinite_play: Vec<Outcome>,
    /// The class of each position, 0 where none is said.
    pub classes: Vec<u64>,
    /// What the first player has at each position; nothing if the index says nothing of that.
    pub had: Vec<i32>,
    /// Positions that share the index of an earlier one.
    pub shared: Vec<(u32, u32)>,
    pub has_scores: bool,
    pub distance: Distance,
    /// Layers that have moves to layers on which they should not rest, by what the index says.
    pub apart: Vec<(u32, u32)>,
    /// In a game of perpetual check, the positions in which the side to move is in check.
    pub checks: Option<Vec<u32>>,
}

impl Layered {
    fn layer_of(&self, pos: u32) -> u32 {
        self.cuts.iter().take_while(|cut| **cut <= u64::from(pos)).count() as u32 - 1
    }
}

impl Game for Layered {
    type Position = u32;

    fn name(&self) -> String {
        self.name.to_string()
    }

    fn start(&self) -> u32 {
        0
    }

    fn to_move(&self, pos: &u32) -> Player {
        self.movers[*pos as usize]
    }

    fn outcome(&self, pos: &u32) -> Option<Outcome> {
        self.outcomes[*pos as usize]
    }

    fn has_scores(&self) -> bool {
        self.has_scores
    }

    fn moves(&self, pos: &u32, moves: &mut Vec<Move>) {
        moves.extend(self.moves[*pos as usize].iter().map(|&to| Move(to)));
    }

    fn play(&self, _pos: &u32, mv: Move) -> u32 {
        mv.0
    }

    fn encode(&self, pos: &u32, out: &mut Vec<u8>) {
        out.extend(pos.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Result<u32, NotationError> {
        Ok(bytes[0].into())
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u32>> {
        (!self.infinite_play.is_empty()).then_some(self)
    }

    fn perpetual(&self) -> Option<&dyn Perpetual<u32>> {
        self.checks.is_some().then_some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<u32>> {
        Some(self)
    }
}

impl Cyclic<u32> for Layered {
    fn class(&self, pos: &u32) -> u64 {
        self.classes.get(*pos as usize).copied().unwrap_or(0)
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.infinite_play[class as usize]
    }
}

impl Ranked<u32> for Layered {
    fn layers(&self) -> u32 {
        self.cuts.len() as u32 - 1
    }

    fn size(&self, layer: u32) -> u64 {
        self.cuts[layer as usize + 1] - self.cuts[layer as usize]
    }

    fn rests_on(&self, layer: u32, lower: u32) -> bool {
        !self.apart.contains(&(layer, lower))
    }

    fn rank(&self, pos: &u32) -> Option<(u32, u64)> {
        let shared = self.shared.iter().find(|it| it.0 == *pos);
        let pos = shared.map_or(*pos, |it| it.1);
        let layer = self.layer_of(pos);
        Some((layer, u64::from(pos) - self.cuts[layer as usize]))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<u32> {
        Some((self.cuts[layer as usize] + index) as u32)
    }

    fn distance(&self) -> Distance {
        self.distance
    }

    /// What is had, and the value to the side to move as a score, or as who wins.
    fn worth(&self, pos: &u32, value: i32) -> Option<Outcome> {
        let had = *self.had.get(*pos as usize)?;
        let own = if self.to_move(pos) == Player::First { value } else { -value };
        match (self.has_scores, own) {
            (true, _) => Some(Outcome { score: had + own, ..Outcome::DRAW }),
            (false, 0) => Some(Outcome::DRAW),
            (false, 1..) => Some(Outcome::win(Player::First)),
            (false, _) => Some(Outcome::win(Player::Second)),
        }
    }
}

impl Perpetual<u32> for Layered {
    fn in_check(&self, pos: &u32) -> bool {
        self.checks.iter().flatten().any(|it| it == pos)
    }
}
