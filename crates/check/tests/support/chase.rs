//! Games of perpetual check as small graphs, and what is true of them, by counting repetitions.

use quod_cert::{Body, Certificate, Entry, Link, Named, PositionCode, ReplyBy, Section, Shown};
use quod_game::testkit::Rng;
use quod_game::{Claim, Cyclic, Game, Goal, Move, NotationError, Outcome, Perpetual, Player};

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

/// A position: whether its side to move is in check, how the game ended, where moves lead. Players
/// alternate: the first player moves at even numbers.
#[derive(Clone, Debug)]
pub struct ChaseNode {
    pub in_check: bool,
    pub class: u64,
    pub outcome: Option<Outcome>,
    pub children: Vec<u8>,
}

/// A game of perpetual check as a graph, and what infinite play is worth in each class.
#[derive(Clone, Debug)]
pub struct Chase {
    pub nodes: Vec<ChaseNode>,
    pub infinite_play: Vec<Outcome>,
}

fn any_outcome(rng: &mut Rng) -> Outcome {
    [Outcome::DRAW, Outcome::win(FIRST), Outcome::win(SECOND)][rng.below(3)]
}

impl Chase {
    /// One class, and infinite play is a draw: which positions are in check, and their moves.
    pub fn new<const N: usize>(nodes: [(bool, &[u8]); N]) -> Chase {
        let node = |(in_check, children): (bool, &[u8])| ChaseNode {
            in_check,
            class: 0,
            outcome: children.is_empty().then_some(Outcome::DRAW),
            children: children.to_vec(),
        };
        Chase { nodes: nodes.into_iter().map(node).collect(), infinite_play: vec![Outcome::DRAW] }
    }

    /// A random game of so many positions.
    pub fn random(n: usize, rng: &mut Rng) -> Chase {
        // Later positions are of the later class, if there are two.
        let later = if rng.chance(1, 3) { rng.below(n) } else { n };
        let checks = rng.below(4);
        let node = |at: usize, rng: &mut Rng| {
            let reached = |to: usize| to % 2 != at % 2 && (to >= later || at < later);
            let mut children: Vec<u8> =
                (0..n).filter(|&to| reached(to)).map(|to| to as u8).collect();
            while children.len() > 1 + rng.below(3) {
                children.remove(rng.below(children.len()));
            }
            if at > 0 && rng.chance(1, 8) {
                children.clear();
            }
            let outcome = children.is_empty().then(|| any_outcome(rng));
            let (in_check, class) = (rng.chance(checks, 4), u64::from(at >= later));
            ChaseNode { in_check, class, outcome, children }
        };
        let nodes = (0..n).map(|at| node(at, rng)).collect();
        Chase { nodes, infinite_play: vec![any_outcome(rng), any_outcome(rng)] }
    }

    /// Whether the claim, that a player wins or does not lose, can be forced if the `k`-th occurrence of a position ends the
    /// game. `path` are the positions so far.
    pub fn counted(&self, path: &mut Vec<u8>, claim: &Claim, k: usize) -> bool {
        let at = path[path.len() - 1];
        let holds = |outcome: &Outcome| match claim.goal {
            Goal::Wins => outcome.winner == Some(claim.player),
            _ => outcome.winner != Some(claim.player.other()),
        };
        if let Some(outcome) = self.outcome(&at) {
            return holds(&outcome);
        }
        if path.iter().filter(|&&it| it == at).count() == k {
            let first = path.iter().position(|&it| it == at).expect("it occurred");
            // Whether each move of a player that led to one of these gave check.
            let checks = |player: Player| {
                let mut after = path[first + 1..].iter().filter(|&it| self.to_move(it) != player);
                after.all(|&it| self.nodes[usize::from(it)].in_check)
            };
            let outcome = match [checks(FIRST), checks(SECOND)] {
                [true, false] => Outcome::win(SECOND),
                [false, true] => Outcome::win(FIRST),
                _ => self.infinite_play(self.class(&at)),
            };
            return holds(&outcome);
        }
        let mine = self.to_move(&at) == claim.player;
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

    /// A certificate that follows a strategy, its entries in a given order of positions.
    pub fn certificate(
        &self,
        root: u8,
        claim: Claim,
        strategy: &[u8],
        order: &[u8],
    ) -> Certificate {
        let link = |to: u8| Link {
            entry: order.iter().position(|&it| it == to).expect("an entry") as u32,
            map: 0,
        };
        let shown = |to: u8| match self.settled(&to, &claim) {
            Some(_) => Shown::Settled,
            None => Shown::Entry(link(to)),
        };
        let entry = |&pos: &u8| {
            let chosen = strategy[usize::from(pos)];
            let open = |to: &&u8| self.settled(to, &claim).is_none();
            let by = |to: &u8| Named { mv: Move((*to).into()), by: ReplyBy::Entry(link(*to)) };
            let body = if chosen == u8::MAX {
                let named = self.nodes[usize::from(pos)].children.iter().filter(open).map(by);
                Body::Replies { items: Vec::new(), default: None, named: named.collect() }
            } else {
                Body::Move { mv: Move(chosen.into()), shown: shown(chosen) }
            };
            Entry { claim: 0, position: PositionCode::Whole(vec![pos]), body }
        };
        Certificate {
            game: self.name(),
            root: vec![root],
            claims: vec![claim],
            sections: vec![Section { claim: 0, shown: shown(root) }],
            remark: String::new(),
            entries: order.iter().map(entry).collect(),
            tables: Vec::new(),
        }
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
        match *bytes {
            [pos] if usize::from(pos) < self.nodes.len() => Ok(pos),
            _ => Err(NotationError::new("encoding", "a node", format!("{bytes:?}"))),
        }
    }

    fn has_captures(&self) -> bool {
        true
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
