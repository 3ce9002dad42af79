//! Engine `enumeration` for Dots and Boxes: the value of every set of lines, counted back from the full board.
//!
//! **The idea** (D. Wilson, "Dots-and-Boxes analysis", 2002; J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012): how many
//! boxes more than the other player the side to move still gets depends on the lines drawn alone, and not on who drew them or has what. A set
//! of lines as a number is below all sets that hold it. So going down through the numbers every value is known when it is
//! asked for, and the places asked for move through memory in order.
//!
//! **Cost.** A byte for each set of the lines that are open at the root, `2^n` of them, and `n/2` looks each on average.
//! The proof is a solution tree: a move that completes a box where such a move keeps the claim, else the move of the best value.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_engine::general::solution_tree;
use quod_engine::{
    Carryover, Engine, OpenGame, Pos, Prover, Snapshot, SolveError, Status, Step, Strategy, Task,
};
use quod_game::{Claim, Game, Move, Outcome, Player};
use quod_rules::{DotsAndBoxes, DotsAndBoxesPosition};
use quod_search::Effort;

/// The engine's name.
pub(crate) const NAME: &str = "enumeration";

/// Sets of a step: some tens of milliseconds.
const STRIDE: u64 = 1 << 20;

/// The enumeration as an engine.
pub(crate) fn engine(game: Arc<DotsAndBoxes>) -> Engine {
    let about =
        "the value of every set of lines, from the full board back, in a byte each; exact scores";
    Engine::new(NAME, about, move |mut start| {
        let (game, task) = (Arc::clone(&game), start.task.clone());
        let sets = match start.take() {
            Some(sets) => sets,
            None => Sets::new(&game, task.root.of::<DotsAndBoxes>(), task.memory)?,
        };
        let begun = sets.from;
        Ok(Box::new(Enumerating { game, task, sets, begun }))
    })
}

/// The sets of lines that hold a root's, and the values of those that were reached.
struct Sets {
    /// The lines that are open at the root, ascending; a set is a number with a bit for each that is drawn.
    open: Vec<u32>,
    /// For each open line the open sides of the boxes beside it that are not complete.
    boxes: Vec<Vec<u64>>,
    /// How many boxes more than the other player the side to move still gets.
    values: Vec<i8>,
    /// Sets from this number on have their values.
    from: u64,
}

impl Sets {
    fn new(
        game: &DotsAndBoxes,
        root: &DotsAndBoxesPosition,
        memory: u64,
    ) -> Result<Sets, SolveError> {
        let lines = 0..game.ends().len() as u32;
        let open: Vec<u32> = lines.filter(|line| root.drawn >> line & 1 == 0).collect();
        let needed = 1_u64.checked_shl(open.len() as u32).filter(|&it| it <= memory);
        let Some(needed) = needed.filter(|&it| usize::try_from(it).is_ok()) else {
            return Err(SolveError::Engine {
                expected: format!("for enumeration 2^{} bytes of memory", open.len()),
                got: format!("{memory} bytes (--memory)"),
            });
        };
        let sides = |set: &u64| {
            let within = |&at: &usize| set >> open[at] & 1 == 1;
            (0..open.len()).filter(within).fold(0, |sides, at| sides | 1 << at)
        };
        let all: Vec<u64> = game.boxes().iter().map(sides).collect();
        let beside = |at: usize| all.iter().copied().filter(|it| it >> at & 1 == 1).collect();
        let boxes = (0..open.len()).map(beside).collect();
        // The full board has its value, 0.
        Ok(Sets { open, boxes, values: vec![0; needed as usize], from: needed - 1 })
    }

    /// Boxes that are complete with a line, and were not without it.
    #[inline]
    fn completed(&self, set: u64, line: usize) -> i8 {
        let set = set | 1 << line;
        self.boxes[line].iter().map(|sides| i8::from(set & sides == *sides)).sum()
    }

    /// What a line is worth to the player who draws it.
    #[inline]
    fn worth(&self, set: u64, line: usize) -> i8 {
        let after = self.values[(set | 1 << line) as usize];
        match self.completed(set, line) {
            0 => -after,
            boxes => boxes + after,
        }
    }

    /// Goes down through at most so many sets.
    fn step(&mut self, sets: u64) {
        let end = self.from - sets.min(self.from);
        let full = self.values.len() as u64 - 1;
        while self.from > end {
            let set = self.from - 1;
            let mut best = i8::MIN;
            let mut rest = full & !set;
            while rest != 0 {
                best = best.max(self.worth(set, rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
            self.values[set as usize] = best;
            self.from = set;
        }
    }

    fn set_of(&self, pos: &DotsAndBoxesPosition) -> u64 {
        let drawn = |&at: &usize| pos.drawn >> self.open[at] & 1 == 1;
        (0..self.open.len()).filter(drawn).fold(0, |set, at| set | 1 << at)
    }

    /// The first player's score in the end.
    fn score(&self, pos: &DotsAndBoxesPosition) -> i32 {
        let rest = i32::from(self.values[self.set_of(pos) as usize]);
        pos.lead + if pos.to_move == Player::First { rest } else { -rest }
    }
}

/// How a game ends with this score.
fn ended(score: i32) -> Outcome {
    let winner = match score {
        0 => None,
        1.. => Some(Player::First),
        _ => Some(Player::Second),
    };
    Outcome { winner, score, ..Outcome::DRAW }
}

struct Enumerating {
    game: Arc<DotsAndBoxes>,
    task: Task,
    sets: Sets,
    /// The lowest set that had its value before this search, which may go on with the sets of another.
    begun: u64,
}

impl Enumerating {
    fn root_score(&self) -> i32 {
        self.sets.score(self.task.root.of::<DotsAndBoxes>())
    }

    fn holds(&self) -> bool {
        self.task.claim.holds_at(&ended(self.root_score()))
    }
}

impl Prover for Enumerating {
    fn step(&mut self, nodes: u64) -> Status {
        self.sets.step(nodes);
        match self.sets.from {
            0 if self.holds() => Status::Proved,
            0 => Status::Disproved,
            _ => Status::Running,
        }
    }

    fn stride(&self) -> u64 {
        STRIDE
    }

    fn effort(&self) -> Effort {
        let nodes = self.begun - self.sets.from;
        Effort { nodes, evaluations: nodes, ..Effort::default() }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { numbers: None, memory: self.sets.values.len() as u64, line: Vec::new() }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        out.write_all(&self.sets.from.to_le_bytes())?;
        for part in self.sets.values[self.sets.from as usize..].chunks(1 << 16) {
            let bytes: Vec<u8> = part.iter().map(|value| *value as u8).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let mut word = [0; 8];
        from.read_exact(&mut word).map_err(refused)?;
        let first = u64::from_le_bytes(word);
        if first >= self.sets.values.len() as u64 {
            return Err(SolveError::Checkpoint("a set that is none".to_string()));
        }
        for part in self.sets.values[first as usize..].chunks_mut(1 << 16) {
            let mut bytes = vec![0; part.len()];
            from.read_exact(&mut bytes).map_err(refused)?;
            part.iter_mut().zip(bytes).for_each(|(value, byte)| *value = byte as i8);
        }
        self.sets.from = first;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let claim = match self.holds() {
            true => self.task.claim,
            false => self.task.claim.complement(),
        };
        Box::new(Keeping { of: self, claim })
    }

    fn score(&self) -> Option<i32> {
        let root = self.task.root.of::<DotsAndBoxes>();
        let sign = if root.to_move == Player::First { 1 } else { -1 };
        (self.task.exact && self.sets.from == 0).then(|| sign * self.root_score())
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new(self.sets))
    }
}

/// Moves that keep a claim.
struct Keeping<'e> {
    of: &'e Enumerating,
    claim: Claim,
}

impl Keeping<'_> {
    fn choose(&self, pos: &Pos) -> Result<Move, SolveError> {
        let (game, sets) = (&self.of.game, &self.of.sets);
        let pos = pos.of::<DotsAndBoxes>();
        let keeps = |mv: &Move| {
            let next = game.play(pos, *mv);
            let own = next.to_move == pos.to_move;
            let score = sets.score(&next);
            let good = if pos.to_move == Player::First { score } else { -score };
            self.claim.holds_at(&ended(score)).then_some((own, good))
        };
        let moves = game.legal_moves(pos);
        let best = moves.into_iter().filter_map(|mv| Some((keeps(&mv)?, mv))).max();
        let lost = || SolveError::Strategy("no line keeps the claim".to_string());
        best.map(|it| it.1).ok_or_else(lost)
    }
}

impl Strategy for Keeping<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let tree = self.evidence(pos)?;
        tree.map(Step::Evidence).ok_or_else(|| SolveError::Strategy("no tree".to_string()))
    }

    fn evidence(&mut self, pos: &Pos) -> Result<Option<quod_cert::Evidence>, SolveError> {
        let open = OpenGame::shared(Arc::clone(&self.of.game));
        let memory = self.of.task.memory;
        solution_tree(&open, &self.claim, pos, memory, &mut |pos| self.choose(pos)).map(Some)
    }

    /// A position that is shown by a tree stays as it is: a tree cannot be turned without being written anew.
    fn canonical(&self, _game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        (pos.clone(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;

    /// Values of the rest, by the plain rules.
    fn rest(game: &DotsAndBoxes, pos: &DotsAndBoxesPosition) -> i32 {
        let sign = if pos.to_move == Player::First { 1 } else { -1 };
        let moves = game.legal_moves(pos);
        let values = moves.into_iter().map(|mv| {
            let next = game.play(pos, mv);
            let own = if next.to_move == pos.to_move { 1 } else { -1 };
            sign * (next.lead - pos.lead) + own * rest(game, &next)
        });
        values.max().unwrap_or(0)
    }

    #[test]
    fn values_are_those_of_the_rules() {
        let mut rng = Rng::new(5);
        for (width, height) in [(2, 1), (1, 2), (2, 2), (3, 1)] {
            let game = DotsAndBoxes::new(width, height).unwrap();
            for _ in 0..20 {
                let mut pos = game.start();
                while game.legal_moves(&pos).len() > 7 {
                    let moves = game.legal_moves(&pos);
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
                let mut sets = Sets::new(&game, &pos, 1 << 20).unwrap();
                while sets.from > 0 {
                    sets.step(10);
                }
                assert_eq!(i32::from(sets.values[0]), rest(&game, &pos), "{pos:?}");
            }
        }
        let game = DotsAndBoxes::new(3, 3).unwrap();
        assert!(Sets::new(&game, &game.start(), (1 << 24) - 1).is_err());
    }
}
