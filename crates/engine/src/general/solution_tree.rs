//! A strategy as a solution tree, evidence of kind 6: nothing but the choices, in the order in which a checker asks for
//! them (section 4.6 of the format document).
//!
//! **The problem.** An entry takes some ten bytes and more for every reply that needs a link; a choice takes a few bits. But a tree
//! knows no symmetries, so it pays where few positions are images of others. **The idea.** Walk as the checker does. Where
//! the prover has a choice, take a move that settles the claim; else one that leads where the tree has been; else ask the strategy.
//! **Cost.** Every position of the tree is met on the plain rules once for each move that leads there; its encoding is kept.

use hashbrown::HashSet;
use quod_cert::Evidence;
use quod_game::{Claim, Move};

use crate::{ChoiceWriter, OpenGame, Pos, SolveError};

/// Bytes of an encoding in a set, beside its own.
const KEPT: u64 = 48;

/// Chooses a move that keeps the claim.
type Choose<'c> = &'c mut dyn FnMut(&Pos) -> Result<Move, SolveError>;

struct Walk<'w> {
    game: &'w OpenGame,
    claim: &'w Claim,
    choose: Choose<'w>,
    /// Positions with a choice that are shown.
    shown: HashSet<Box<[u8]>>,
    /// Positions without a choice that are shown.
    answered: HashSet<Box<[u8]>>,
    written: ChoiceWriter,
    bytes: u64,
    most: u64,
}

/// The tree of a claim that holds in a position, by moves that keep it; no line repeats a position.
///
/// # Errors
/// If no move keeps the claim; [`SolveError::Memory`] if the walk takes more than so many bytes.
pub fn solution_tree(
    game: &OpenGame,
    claim: &Claim,
    root: &Pos,
    most: u64,
    choose: &mut dyn FnMut(&Pos) -> Result<Move, SolveError>,
) -> Result<Evidence, SolveError> {
    let mut walk = Walk {
        game,
        claim,
        choose,
        shown: HashSet::new(),
        answered: HashSet::new(),
        written: ChoiceWriter::default(),
        bytes: 0,
        most,
    };
    walk.show(root)?;
    Ok(Evidence::SolutionTree(walk.written.into_bytes()))
}

impl Walk<'_> {
    fn keep(&mut self, code: &[u8]) -> Result<(), SolveError> {
        self.bytes += KEPT + code.len() as u64;
        if self.bytes > self.most { Err(SolveError::Memory) } else { Ok(()) }
    }

    fn show(&mut self, pos: &Pos) -> Result<(), SolveError> {
        if self.game.settled(pos, self.claim).is_some() {
            return Ok(());
        }
        let moves = self.game.legal_moves(pos);
        let provers = self.game.to_move(pos) == self.claim.prover();
        let code = self.game.encoding(pos).into_boxed_slice();
        if !provers || moves.len() == 1 {
            // A checker goes through these again, and there is nothing new to choose.
            if self.answered.contains(&code) {
                return Ok(());
            }
            for mv in moves {
                self.show(&self.game.play(pos, mv))?;
            }
            self.keep(&code)?;
            self.answered.insert(code);
            return Ok(());
        }
        if self.shown.contains(&code) {
            return Ok(());
        }
        let mv = self.best(pos, &moves)?;
        let place = moves.iter().position(|it| *it == mv).ok_or_else(super::no_move)?;
        self.written.push(place, moves.len());
        self.show(&self.game.play(pos, mv))?;
        self.keep(&code)?;
        self.shown.insert(code);
        Ok(())
    }

    fn best(&mut self, pos: &Pos, moves: &[Move]) -> Result<Move, SolveError> {
        let (mut known, mut code) = (None, Vec::new());
        for &mv in moves {
            let next = self.game.play(pos, mv);
            match self.game.settled(&next, self.claim) {
                Some(true) => return Ok(mv),
                Some(false) => {}
                None if known.is_none() => {
                    code.clear();
                    self.game.encode(&next, &mut code);
                    known = self.answered.contains(code.as_slice()).then_some(mv);
                }
                None => {}
            }
        }
        known.map_or_else(|| (self.choose)(pos), Ok)
    }
}
