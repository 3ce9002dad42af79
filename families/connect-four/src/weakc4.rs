//! Somebody else's proof: WeakC4, a solution of Connect Four by a tree and *steady-state diagrams*.
//!
//! The solution has two files. One gives, for positions with the first player to move, the column to play in, or a
//! diagram. The other has the diagrams: for every empty cell how urgent it is. By a diagram the first player wins where it
//! can, else blocks where the opponent could win, else plays the most urgent cell, of those that no other cell to be played in
//! equals. Such a diagram is a positional strategy: `win, block, ranks`.
//!
//! Both forms of the files are read: the older text, in which letters say how urgent a cell is and stones stand in the
//! diagram, and JSON, in which digits say it and the other file names diagrams by their place. Nothing of it is believed:
//! the certificate is judged by the checker like any other.

mod text;

use hashbrown::HashMap;
use quod_cert::{Evidence, Instruction};
use quod_check::rank;
use quod_engine::{OpenGame, Pos, Refutations, SolveError, Step, Strategy};
use quod_game::{Claim, Game, Move, Player, Symmetric};
use quod_proof::{Builder, set_rank, write_certificate};
use quod_rules::{ConnectFour, ConnectFourPosition};

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
/// The number of the reflection.
const MIRROR: u16 = 1;

/// What the solution says where the first player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// Play in this column, from 0.
    Column(u32),
    /// Follow this diagram to the end.
    Diagram([u8; 32]),
}

type Advices = HashMap<ConnectFourPosition, Advice, foldhash::fast::FixedState>;

/// A solution, read and made into a certificate.
#[derive(Clone, Debug)]
pub struct WeakC4 {
    /// Positions with a column to play in.
    pub branches: u64,
    /// Positions with a diagram.
    pub diagrams: u64,
    /// The certificate's bytes, not yet checked.
    pub certificate: Vec<u8>,
}

/// Reads the text of both files, diagrams and branches. The certificate says that the first player wins in the position of the
/// shortest branch, which is the empty board in a whole solution.
///
/// # Errors
/// If the files are in neither form, or a position that can be reached has no advice.
pub fn import_weakc4(diagrams: &str, branches: &str) -> Result<WeakC4, SolveError> {
    let game = ConnectFour::new(WIDTH, HEIGHT).expect("the usual board");
    let read = text::read(&game, diagrams, branches)?;
    let root = read.iter().min_by_key(|(pos, _)| count(pos)).map(|(pos, _)| *pos);
    let root = root.ok_or_else(|| failed("the files say nothing"))?;
    let is_column = |it: &&(ConnectFourPosition, Advice)| matches!(it.1, Advice::Column(_));
    let columns = read.iter().filter(is_column).count();
    let mut completion = Completion { game: &game, advices: Advices::default() };
    // (What stands first counts, and a reflection only where nothing is said of the position itself.)
    for &(pos, advice) in read.iter().rev() {
        completion.advices.insert(game.map(MIRROR, &pos), advice_mirrored(&game, advice));
    }
    completion.advices.extend(read.iter().rev().copied());
    let open = OpenGame::new(game.clone());
    let root = Pos::new(root);
    let mut builder = Builder::new(&open, &root, "imported from WeakC4's files", u64::MAX);
    builder.section(Claim::wins(Player::First), &mut completion)?;
    Ok(WeakC4 {
        branches: columns as u64,
        diagrams: (read.len() - columns) as u64,
        certificate: write_certificate(&builder.finish()),
    })
}

fn failed(what: &str) -> SolveError {
    SolveError::Strategy(what.to_string())
}

fn count(pos: &ConnectFourPosition) -> u32 {
    pos.stones.iter().map(|it| it.count_ones()).sum()
}

fn advice_mirrored(game: &ConnectFour, advice: Advice) -> Advice {
    match advice {
        Advice::Column(column) => Advice::Column(WIDTH - 1 - column),
        Advice::Diagram(ranks) => {
            let mut mirrored = [0; 32];
            for mv in (0..WIDTH * HEIGHT).map(Move) {
                set_rank(&mut mirrored, game.map_move(MIRROR, mv), rank(&ranks, mv).unwrap_or(0));
            }
            Advice::Diagram(mirrored)
        }
    }
}

/// The solution as a strategy.
struct Completion<'g> {
    game: &'g ConnectFour,
    advices: Advices,
}

impl Completion<'_> {
    fn advice(&self, pos: &ConnectFourPosition) -> Option<Step> {
        Some(match *self.advices.get(pos)? {
            Advice::Diagram(ranks) => Step::Evidence(steady(ranks)),
            Advice::Column(column) => {
                let moves = self.game.legal_moves(pos);
                Step::Move(moves.into_iter().find(|mv| mv.0 / HEIGHT == column)?)
            }
        })
    }

    fn wins_at_once(&self, pos: &ConnectFourPosition) -> bool {
        let claim = Claim::wins(Player::First);
        let moves = self.game.legal_moves(pos);
        moves.iter().any(|&mv| self.game.settled(&self.game.play(pos, mv), &claim) == Some(true))
    }

    fn missing(&self, pos: &ConnectFourPosition) -> SolveError {
        failed(&format!("nothing is said of the position {}", self.game.position_text(pos)))
    }
}

fn steady(ranks: [u8; 32]) -> Evidence {
    Evidence::Strategy(vec![Instruction::Win, Instruction::Block, Instruction::Ranks(ranks)])
}

impl Strategy for Completion<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let pos = pos.of::<ConnectFour>();
        match self.advice(pos) {
            Some(step) => Ok(step),
            None if self.wins_at_once(pos) => {
                Ok(Step::Evidence(Evidence::Strategy(vec![Instruction::Win])))
            }
            None => Err(self.missing(pos)),
        }
    }

    fn refute(&mut self, _pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let mut refutations = Refutations { items: Vec::new(), by: vec![None; replies.len()] };
        for (by, (_, pos)) in refutations.by.iter_mut().zip(replies) {
            if let Step::Evidence(item) = self.step(pos)? {
                let known = refutations.items.iter().position(|it| *it == item);
                *by = Some(known.unwrap_or(refutations.items.len()));
                if known.is_none() {
                    refutations.items.push(item);
                }
            }
        }
        Ok(refutations)
    }
}

#[cfg(test)]
mod tests;
