//! The twin of checkers as the space of any claim, for the engines that serve every game.
//!
//! A state is the position in two words: Black's pieces and White's; the kings and the side to move. Where the job's tables know a
//! position it is solved. Captures that lead to the same position are one child.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, Pos};
use quod_game::{Cyclic, Move, Outcome, Player};
use quod_rules::{Checkers, CheckersPosition};
use quod_search::{
    Children, Effort, Evaluation, Initialisation, NodeType, Space, TableValues, Words,
};

use crate::Numbers;
use crate::ground::Pieces;

/// A position as a state.
type State = Words<2>;

/// One claim about one position.
pub(crate) struct CheckersSpace {
    game: Arc<Checkers>,
    numbers: Arc<Numbers>,
    tables: Option<Arc<dyn TableValues>>,
    root: State,
    prover: Player,
    /// Whether the claim holds if Black wins, if White does, and if nobody does.
    holds: [bool; 3],
    init: Initialisation,
    effort: Effort,
}

impl CheckersSpace {
    /// The space of a claim.
    pub(crate) fn open(game: &Arc<Checkers>, numbers: &Arc<Numbers>, aim: &Aim) -> CheckersSpace {
        let ends = [Outcome::win(Player::First), Outcome::win(Player::Second), Outcome::DRAW];
        CheckersSpace {
            game: Arc::clone(game),
            numbers: Arc::clone(numbers),
            tables: aim.tables.clone(),
            root: state(aim.root.of::<Checkers>()),
            prover: aim.claim.prover(),
            holds: ends.map(|outcome| aim.claim.holds_at(&outcome)),
            init: aim.init,
            effort: Effort::default(),
        }
    }

    /// The position after a move of the side to move, who sees it so.
    fn after(&self, pieces: &Pieces, mover: Player) -> CheckersPosition {
        let black = match mover {
            Player::First => *pieces,
            Player::Second => self.numbers.ground.swapped(pieces),
        };
        CheckersPosition { men: black.men, kings: black.kings, to_move: mover.other() }
    }

    /// Calls `each_move` with the code of every move and the position after it.
    fn moves(&self, pos: &CheckersPosition, mut each_move: impl FnMut(u32, CheckersPosition)) {
        let ground = &self.numbers.ground;
        ground.moves(&ground.seen(pos), |code, after| {
            let code = match pos.to_move {
                Player::First => code,
                Player::Second => ground.turned_code(code),
            };
            each_move(code, self.after(after, pos.to_move));
        });
    }

    /// How the game ended, or is known by the tables to end: the place in `holds`.
    fn known(&self, pos: &CheckersPosition, moves: u32) -> Option<usize> {
        let (mover, waiting) = (pos.to_move.index(), pos.to_move.other().index());
        if moves == 0 {
            return Some(waiting);
        }
        let (layer, number) = self.numbers.find(&self.numbers.ground.seen(pos))?;
        Some(match self.tables.as_ref()?.value(layer, number)? {
            0 => 2,
            1.. => mover,
            _ => waiting,
        })
    }
}

fn state(pos: &CheckersPosition) -> State {
    let [black, white] = Player::BOTH.map(|player| u64::from(pos.pieces(player)));
    let kings = u64::from(pos.kings[0] | pos.kings[1]);
    Words([black | white << 32, kings | (pos.to_move.index() as u64) << 32])
}

fn position(state: &State) -> CheckersPosition {
    let [pieces, rest] = state.0;
    let (pieces, kings) = ([pieces as u32, (pieces >> 32) as u32], rest as u32);
    CheckersPosition {
        men: pieces.map(|set| set & !kings),
        kings: pieces.map(|set| set & kings),
        to_move: Player::BOTH[(rest >> 32) as usize],
    }
}

impl Space for CheckersSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if position(state).to_move == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let pos = position(state);
        let mut moves = 0;
        self.moves(&pos, |_, _| moves += 1);
        match self.known(&pos, moves) {
            Some(end) => Evaluation::of_solved(self.holds[end]),
            None => Evaluation::Unknown(self.init.numbers(self.node_type(state), || moves, depth)),
        }
    }

    fn expand(&mut self, at: &State, _depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        self.moves(&position(at), |code, after| {
            let after = state(&after);
            if children.as_slice().iter().all(|it| it.state != after) {
                children.push(Move(code), after, None);
            }
        });
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, state: &State) -> u64 {
        self.game.class(&position(state))
    }

    fn infinite_play(&self, _class: u64) -> bool {
        self.holds[2]
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Bridge for CheckersSpace {
    fn state_of(&self, pos: &Pos) -> State {
        state(pos.of::<Checkers>())
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<State> {
        Words::read(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::OpenGame;
    use quod_game::testkit::Rng;
    use quod_game::{Claim, Game, Goal};
    use quod_rules::Variant;

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(7);
        let mut ended = 0;
        for name in ["checkers", "checkers:size=6", "checkers:size=4", "checkers:rows=1"] {
            let game = Arc::new(Variant::parse(name).and_then(Checkers::variant).unwrap());
            let numbers = Arc::new(Numbers::new(&game));
            let open = OpenGame::shared(Arc::clone(&game));
            for play in 0..40 {
                let goal = [Goal::Wins, Goal::DoesNotLose][play % 2];
                let claim = Claim { player: Player::BOTH[play / 2 % 2], goal };
                let mut pos = game.start();
                let aim =
                    Aim { root: Pos::new(pos), claim, init: Initialisation::Moves, tables: None };
                let mut space = CheckersSpace::open(&game, &numbers, &aim);
                for _ in 0..150 {
                    let at = space.state_of(&Pos::new(pos));
                    assert_eq!(position(&at), pos);
                    let told = space.evaluate(&at, 0).numbers().solved();
                    assert_eq!(told, game.settled(&pos, &claim), "{}", game.position_text(&pos));
                    if told.is_some() {
                        ended += 1;
                        break;
                    }
                    let or = space.node_type(&at) == NodeType::Or;
                    assert_eq!(or, pos.to_move == claim.prover());
                    let mut twin = Vec::new();
                    space.moves(&pos, |code, after| twin.push((Move(code), after)));
                    twin.sort_by_key(|it| it.0);
                    let moves = game.legal_moves(&pos);
                    let plain: Vec<(Move, CheckersPosition)> =
                        moves.iter().map(|&mv| (mv, game.play(&pos, mv))).collect();
                    assert_eq!(twin, plain, "{}", game.position_text(&pos));
                    let mut children = Children::default();
                    space.expand(&at, 0, &mut children);
                    let child = &children.as_slice()[rng.below(children.as_slice().len())];
                    let hidden = Pos::new(pos);
                    let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
                    let next = game.play(&pos, mv);
                    let same = game.class(&next) == game.class(&pos);
                    assert_eq!(space.class(&child.state) == space.class(&at), same);
                    pos = next;
                }
            }
        }
        assert!(ended > 20, "{ended}");
    }
}
