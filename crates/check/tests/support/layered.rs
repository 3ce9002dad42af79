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
    pub infinite_play: Outcome,
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
        Some(self)
    }

    fn perpetual(&self) -> Option<&dyn Perpetual<u32>> {
        self.checks.is_some().then_some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<u32>> {
        Some(self)
    }
}

impl Cyclic<u32> for Layered {
    fn class(&self, _pos: &u32) -> u64 {
        0
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        self.infinite_play
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
        let layer = self.layer_of(*pos);
        Some((layer, u64::from(*pos) - self.cuts[layer as usize]))
    }

    fn unrank(&self, layer: u32, index: u64) -> Option<u32> {
        Some((self.cuts[layer as usize] + index) as u32)
    }

    fn distance(&self) -> Distance {
        self.distance
    }
}

impl Perpetual<u32> for Layered {
    fn in_check(&self, pos: &u32) -> bool {
        self.checks.iter().flatten().any(|it| it == pos)
    }
}
