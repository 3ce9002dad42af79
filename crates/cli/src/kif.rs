//! Proofs of shogi problems as records with variations in KIF, as shogi programs read them.
//!
//! The prover's moves are the proof's, and every reply stands in the record. The reply that holds out longest comes first,
//! so that the main line is what people call the solution. A proof can have more lines than anybody would read, so the
//! length is bounded; where it is cut a remark says so.

use std::cmp::Reverse;

use quod_game::NotationError;
use quod_notation::kif::{self, Branch};
use quod_proof::Walk;
use quod_solve::{AnyGame, Soundness};

/// The most moves written, and the most plies of a line.
const MOST_MOVES: usize = 5_000;
const MOST_PLIES: usize = 2_000;

/// The moves of a scene as the record has them.
struct Level {
    /// Moves that are still to be written, the first at the end.
    open: Vec<String>,
    /// Those that are, each with the plies of the longest line that begins with it.
    written: Vec<(usize, Branch)>,
}

impl Level {
    /// The branches, the longest first, and its plies.
    fn longest_first(mut self) -> (usize, Vec<Branch>) {
        self.written.sort_by_key(|(plies, _)| Reverse(*plies));
        let plies = self.written.first().map_or(0, |it| it.0);
        (plies, self.written.into_iter().map(|it| it.1).collect())
    }
}

/// The proof below where the walk stands, as one record.
///
/// # Errors
/// If the game has no such records.
pub(crate) fn written(game: &AnyGame, walk: &mut Walk) -> Result<String, NotationError> {
    let scene = walk.scene();
    let remark = format!("Proof of {}", scene.claim_text);
    let root = scene.pos.clone();
    let mut moves = 0;
    let mut line = vec![level(walk, &mut moves, 0)];
    // A mate may take a thousand plies, so the tree is walked without recursion.
    loop {
        let depth = line.len();
        let Some(top) = line.last_mut() else { break };
        let Some(mv) = top.open.pop() else {
            if depth == 1 {
                break;
            }
            let Some(done) = line.pop() else { break };
            walk.back();
            if let Some((plies, branch)) = line.last_mut().and_then(|it| it.written.last_mut()) {
                let (below, next) = done.longest_first();
                (*plies, branch.next) = (below + 1, next);
            }
            continue;
        };
        let played = walk.play(&mv).is_ok();
        let cut = moves >= MOST_MOVES || depth >= MOST_PLIES;
        let remark = if cut { "The lines below are left out." } else { "" };
        top.written.push((1, Branch { mv, remark: remark.to_string(), next: Vec::new() }));
        if played && cut {
            walk.back();
        } else if played {
            line.push(level(walk, &mut moves, depth));
        }
    }
    let branches = line.pop().map_or(Vec::new(), |it| it.longest_first().1);
    kif::written(&**game.rules(), &root, &[&remark], &branches)
}

/// The attacker's moves along the line of a problem, as Japanese notation writes them.
pub(crate) fn attackers_moves(game: &AnyGame, sound: &Soundness) -> Vec<String> {
    let rules = game.rules();
    let written = sound.steps.iter().map(|step| {
        let pos = game.parse(&step.position).ok()?;
        let mv = rules.parse_move(&pos, &step.mv).ok()?;
        kif::japanese(&**rules, &pos, mv, None).ok()
    });
    written.collect::<Option<Vec<String>>>().unwrap_or_default()
}

/// What is to be written where the walk stands.
fn level(walk: &mut Walk, moves: &mut usize, depth: usize) -> Level {
    let scene = walk.scene();
    let mut open: Vec<String> = match scene.to_move {
        // A defender who has held out for all the moves of the claim has nothing left to show.
        None => Vec::new(),
        Some(_) if scene.moves_left == Some(0) && depth > 0 => Vec::new(),
        Some(player) if player == scene.claim.prover() => scene.proof_move.into_iter().collect(),
        Some(_) => scene.moves.iter().map(|it| it.text.clone()).collect(),
    };
    *moves += open.len();
    open.reverse();
    Level { open, written: Vec::new() }
}
