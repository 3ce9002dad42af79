//! The longest line of a proof: the winner plays as the proof does, the other side holds out as long as it can.

use hashbrown::HashMap;
use quod_engine::{OpenGame, Pos};
use quod_game::{Move, Player};
use quod_proof::Walk;

/// Moves that are tried before the search for the longest line is given up.
const MOST_WORK: u32 = 4000;

struct Longest<'s> {
    rules: &'s OpenGame,
    walk: Walk,
    winner: Player,
    /// The longest line from positions with so many of the winner's moves left.
    known: HashMap<(Pos, u32), Vec<Move>>,
    work: u32,
    go_on: &'s mut dyn FnMut() -> bool,
}

/// The longest line from the root of a walk along a win of `winner` within so many moves; `None` if the proof is too
/// large to see it, leads somewhere without moves (a table), or `go_on` says no.
pub fn longest(
    rules: &OpenGame,
    walk: Walk,
    root: &Pos,
    winner: Player,
    moves: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<Move>> {
    let mut search = Longest { rules, walk, winner, known: HashMap::new(), work: MOST_WORK, go_on };
    search.from(root, moves)
}

impl Longest<'_> {
    fn from(&mut self, pos: &Pos, left: u32) -> Option<Vec<Move>> {
        if self.rules.outcome(pos).is_some() {
            return Some(Vec::new());
        }
        let key = (pos.clone(), left);
        if let Some(line) = self.known.get(&key) {
            return Some(line.clone());
        }
        let mut best = Vec::new();
        if self.rules.to_move(pos) == self.winner {
            let mv = self.walk.proof_move()?;
            best = self.after(pos, mv, left.checked_sub(1)?)?;
        } else {
            for mv in self.rules.legal_moves(pos) {
                let line = self.after(pos, mv, left)?;
                if line.len() > best.len() {
                    best = line;
                }
                // It cannot be longer.
                if best.len() == 2 * left as usize {
                    break;
                }
            }
        }
        self.known.insert(key, best.clone());
        Some(best)
    }

    /// A move with the longest line behind it.
    fn after(&mut self, pos: &Pos, mv: Move, left: u32) -> Option<Vec<Move>> {
        self.work = self.work.checked_sub(1)?;
        if !(self.go_on)() {
            return None;
        }
        self.walk.play_move(mv).ok()?;
        let line = self.from(&self.rules.play(pos, mv), left);
        self.walk.back();
        line.map(|line| [&[mv], line.as_slice()].concat())
    }
}
