//! The fast boards as the space of any claim, for the engines that serve every game.
//!
//! Every claim about awari asks whether the prover ends with a lead of some number at least: scores and
//! winners are leads, and in a game with 48 stones so are captures. So one [`AwariSpace`] serves them all,
//! with that number as its target. A state is the board as the side to move sees it, the lead, and
//! whether the prover is to move, in two words.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Pos};
use quod_game::{Claim, Cyclic, Player};
use quod_rules::Awari;
use quod_search::{
    Children, Effort, Evaluation, Initialisation, NodeType, Space, TableValues, Words,
};

use crate::{AwariSpace, Board, Endgames, Initial, Node, index};

/// The stones of a whole game.
const STONES: i32 = 48;

/// What a job's tables know.
#[derive(Clone)]
struct JobTables {
    tables: Option<Arc<dyn TableValues>>,
    most_stones: u32,
}

impl fmt::Debug for JobTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tables.fmt(f)
    }
}

impl JobTables {
    fn new(tables: Option<Arc<dyn TableValues>>) -> JobTables {
        let reaches =
            |&stones: &u32| tables.as_ref().is_some_and(|it| it.value(stones, 0).is_some());
        let most_stones = (1..=STONES as u32).take_while(reaches).last().unwrap_or(0);
        JobTables { tables, most_stones }
    }
}

impl Endgames for JobTables {
    fn most_stones(&self) -> u32 {
        self.most_stones
    }

    /// (A value that cannot be read counts as nothing; the session hears of the fault and ends.)
    fn value(&self, board: &Board) -> i8 {
        let value = |it: &Arc<dyn TableValues>| it.value(board.stones(), index::rank(board));
        self.tables.as_ref().and_then(value).unwrap_or(0)
    }
}

/// The least lead of the prover's at the end with which a claim holds; one more than there can be if it
/// never does.
fn target_of(game: &Awari, claim: &Claim) -> i32 {
    let holds = |lead: &i32| {
        let first = if claim.prover() == Player::First { *lead } else { -lead };
        // How a play ends with this lead, as the rules say it of play that never ends.
        let all = STONES - first.rem_euclid(2);
        let south = (first + all) / 2;
        let class = all as u64 * (STONES as u64 + 1) + south as u64;
        claim.holds_at(&game.infinite_play(class))
    };
    (-STONES..=STONES).find(holds).unwrap_or(STONES + 1)
}

/// One claim about one position.
pub(crate) struct Bridge {
    space: AwariSpace<JobTables>,
    prover: Player,
    init: Initialisation,
    children: Children<Node>,
}

impl Bridge {
    pub(crate) fn open(game: Awari, aim: &Aim) -> Bridge {
        let prover = aim.claim.prover();
        let root = Node::new(aim.root.of::<Awari>(), prover);
        let target = target_of(&game, &aim.claim);
        let space = AwariSpace::new(JobTables::new(aim.tables.clone()), root, target, Initial::One);
        Bridge { space, prover, init: aim.init, children: Children::default() }
    }
}

fn node(state: &Words<2>) -> Node {
    Node::of_words(state.0)
}

impl Space for Bridge {
    type State = Words<2>;

    fn root(&self) -> Words<2> {
        Words(self.space.root().to_words())
    }

    fn node_type(&self, state: &Words<2>) -> NodeType {
        self.space.node_type(&node(state))
    }

    fn evaluate(&mut self, state: &Words<2>, depth: u32) -> Evaluation {
        let node = node(state);
        match self.space.evaluate(&node, depth) {
            Evaluation::Unknown(_) => {
                let moves = || node.board.successors().as_slice().len() as u32;
                let numbers = self.init.numbers(self.space.node_type(&node), moves, depth);
                Evaluation::Unknown(numbers)
            }
            known => known,
        }
    }

    fn expand(&mut self, state: &Words<2>, depth: u32, children: &mut Children<Words<2>>) {
        self.children.clear();
        self.space.expand(&node(state), depth, &mut self.children);
        for child in self.children.as_slice() {
            children.push(child.mv, Words(child.state.to_words()), child.evaluation);
        }
    }

    fn cyclic(&self) -> bool {
        self.space.cyclic()
    }

    fn class(&self, state: &Words<2>) -> u64 {
        self.space.class(&node(state))
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.space.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.space.effort()
    }
}

impl quod_engine::Bridge for Bridge {
    fn state_of(&self, pos: &Pos) -> Words<2> {
        Words(Node::new(pos.of::<Awari>(), self.prover).to_words())
    }

    fn write_state(&self, state: &Words<2>, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<Words<2>> {
        Words::read(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::{Bridge as _, OpenGame};
    use quod_game::testkit::Rng;
    use quod_game::{Game, Goal};
    use quod_rules::{AwariPosition, GrandSlam, Rest, Worth};

    #[test]
    fn space_and_rules_say_the_same_of_every_claim_in_lockstep() {
        let mut rng = Rng::new(11);
        let mut settled = 0;
        for worth in [Worth::Game, Worth::ToCome] {
            let game = Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth };
            let open = OpenGame::new(game);
            let player = Player::BOTH[rng.below(2)];
            let n = rng.below(9) as i32 - 4;
            let mut goals =
                vec![Goal::Wins, Goal::DoesNotLose, Goal::ScoreAtLeast(n), Goal::ScoreAtMost(n)];
            if worth == Worth::Game {
                goals.extend([Goal::CapturesAtLeast(24 + n), Goal::CapturesLessThan(24 + n)]);
            }
            for (goal, _) in goals.into_iter().flat_map(|goal| (0..20).map(move |at| (goal, at))) {
                let claim = Claim { player, goal };
                let mut pos: AwariPosition = game.start();
                let aim = |pos: &AwariPosition| Aim {
                    root: Pos::new(*pos),
                    claim,
                    init: Initialisation::Moves,
                    tables: None,
                };
                for _ in 0..200 {
                    let mut space = Bridge::open(game, &aim(&pos));
                    let state = space.state_of(&Pos::new(pos));
                    assert_eq!(Words(node(&state).to_words()), state);
                    let told = space.evaluate(&state, 0).numbers().solved();
                    // The boards may know more than the rules say, and never less or else.
                    let by_rules = game.settled(&pos, &claim);
                    assert!(by_rules.is_none() || told == by_rules, "{claim:?} {pos:?}");
                    if by_rules.is_some() {
                        settled += 1;
                        break;
                    }
                    let mut children = Children::default();
                    space.expand(&state, 0, &mut children);
                    let moves = game.legal_moves(&pos);
                    assert_eq!(children.as_slice().len(), moves.len());
                    for child in children.as_slice() {
                        let edge = (child.mv, child.state);
                        let mv = space.real_move(&open, &Pos::new(pos), &edge).unwrap();
                        assert!(moves.contains(&mv));
                        let next = game.play(&pos, mv);
                        let same = game.class(&next) == game.class(&pos);
                        assert_eq!(space.class(&child.state) == space.class(&state), same);
                    }
                    pos = game.play(&pos, moves[rng.below(moves.len())]);
                }
            }
        }
        assert!(settled > 50, "{settled}");
    }
}
