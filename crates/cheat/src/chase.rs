//! Small games in which who checks for ever loses, as graphs; and what is true of them, by counting repetitions.

use quod_game::testkit::Rng;
use quod_game::{Claim, Cyclic, Game, Move, NotationError, Outcome, Perpetual, Player};

use crate::truth::{fulfils, prover};

/// A position: whether its side to move is in check, how the game ended, where moves lead.
#[derive(Clone, Debug)]
struct Node {
    in_check: bool,
    class: u64,
    outcome: Option<Outcome>,
    children: Vec<u8>,
}

/// A game of perpetual check. Players alternate: the first player moves at even numbers.
#[derive(Clone, Debug)]
pub struct Chase {
    nodes: Vec<Node>,
    infinite_play: [Outcome; 2],
}

fn any_outcome(rng: &mut Rng) -> Outcome {
    [Outcome::DRAW, Outcome::win(Player::First), Outcome::win(Player::Second)][rng.below(3)]
}

impl Chase {
    /// A random game of so many positions.
    pub fn random(n: usize, rng: &mut Rng) -> Chase {
        // Later positions are of the later class, if there are two.
        let later = if rng.chance(1, 3) { rng.below(n) } else { n };
        let checks = rng.below(4);
        let node = |at: usize, rng: &mut Rng| {
            let reached = |to: &usize| to % 2 != at % 2 && (*to >= later || at < later);
            let mut children: Vec<u8> = (0..n).filter(reached).map(|to| to as u8).collect();
            while children.len() > 1 + rng.below(3) {
                children.remove(rng.below(children.len()));
            }
            if at > 0 && rng.chance(1, 8) {
                children.clear();
            }
            let outcome = children.is_empty().then(|| any_outcome(rng));
            let (in_check, class) = (rng.chance(checks, 4), u64::from(at >= later));
            Node { in_check, class, outcome, children }
        };
        let nodes = (0..n).map(|at| node(at, rng)).collect();
        Chase { nodes, infinite_play: [any_outcome(rng), any_outcome(rng)] }
    }

    /// Whether the prover can force the claim if the `k`-th occurrence of a position ends the game. `path` are the
    /// positions so far.
    pub fn counted(&self, path: &mut Vec<u8>, claim: &Claim, k: usize) -> bool {
        let at = path[path.len() - 1];
        if let Some(outcome) = self.outcome(&at) {
            return fulfils(claim, &outcome);
        }
        if path.iter().filter(|&&it| it == at).count() == k {
            let first = path.iter().position(|&it| it == at).expect("it occurred");
            // Whether each move of a player that led to one of these gave check.
            let checks = |player: Player| {
                let mut after = path[first + 1..].iter().filter(|&it| self.to_move(it) != player);
                after.all(|&it| self.nodes[usize::from(it)].in_check)
            };
            let outcome = match Player::BOTH.map(checks) {
                [true, false] => Outcome::win(Player::Second),
                [false, true] => Outcome::win(Player::First),
                _ => self.infinite_play(self.class(&at)),
            };
            return fulfils(claim, &outcome);
        }
        let mine = self.to_move(&at) == prover(claim);
        for child in self.nodes[usize::from(at)].children.clone() {
            path.push(child);
            let holds = self.counted(path, claim, k);
            path.pop();
            if holds == mine {
                return mine;
            }
        }
        !mine
    }
}

impl Game for Chase {
    type Position = u8;

    fn name(&self) -> String {
        "chase".to_string()
    }

    fn start(&self) -> u8 {
        0
    }

    fn to_move(&self, pos: &u8) -> Player {
        Player::BOTH[usize::from(pos % 2)]
    }

    fn outcome(&self, pos: &u8) -> Option<Outcome> {
        self.nodes[usize::from(*pos)].outcome
    }

    fn moves(&self, pos: &u8, moves: &mut Vec<Move>) {
        moves.extend(self.nodes[usize::from(*pos)].children.iter().map(|&it| Move(it.into())));
    }

    fn play(&self, _pos: &u8, mv: Move) -> u8 {
        mv.0 as u8
    }

    fn encode(&self, pos: &u8, out: &mut Vec<u8>) {
        out.push(*pos);
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8, NotationError> {
        match bytes {
            &[at] if usize::from(at) < self.nodes.len() => Ok(at),
            _ => Err(NotationError::new("encoding", "a position", format!("{bytes:?}"))),
        }
    }

    fn has_mates(&self) -> bool {
        true
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<u8>> {
        Some(self)
    }

    fn perpetual(&self) -> Option<&dyn Perpetual<u8>> {
        Some(self)
    }
}

impl Cyclic<u8> for Chase {
    fn class(&self, pos: &u8) -> u64 {
        self.nodes[usize::from(*pos)].class
    }

    fn infinite_play(&self, class: u64) -> Outcome {
        self.infinite_play[class as usize]
    }
}

impl Perpetual<u8> for Chase {
    fn in_check(&self, pos: &u8) -> bool {
        self.nodes[usize::from(*pos)].in_check
    }
}
