//! The twin as the space of any claim, for the engines that serve every game.
//!
//! A state is a position's least image under the eight maps, in two words: Black's men and White's if Black is to move, else
//! all men and Black's. Sets that share a cell tell the second from the first, since Black has a man.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, Pos};
use quod_game::{Cyclic, Outcome, Player};
use quod_rules::{LinesOfAction, LinesPosition};
use quod_search::{Children, Effort, Evaluation, Initialisation, NodeType, Space, Words};

use crate::ground::Ground;

/// A position as a state.
type State = Words<2>;

/// One claim about one position.
pub(crate) struct LinesSpace {
    game: Arc<LinesOfAction>,
    ground: Arc<Ground>,
    root: State,
    prover: Player,
    /// Whether the claim holds if Black wins, if White does, and if nobody does.
    holds: [bool; 3],
    init: Initialisation,
    effort: Effort,
}

impl LinesSpace {
    /// The space of a claim.
    pub(crate) fn open(game: &Arc<LinesOfAction>, ground: &Arc<Ground>, aim: &Aim) -> LinesSpace {
        let ends = [Outcome::win(Player::First), Outcome::win(Player::Second), Outcome::DRAW];
        let mut space = LinesSpace {
            game: Arc::clone(game),
            ground: Arc::clone(ground),
            root: Words([0; 2]),
            prover: aim.claim.prover(),
            holds: ends.map(|outcome| aim.claim.holds_at(&outcome)),
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state(aim.root.of::<LinesOfAction>());
        space
    }

    fn state(&self, pos: &LinesPosition) -> State {
        let [black, white] = self.ground.least(pos.men);
        Words(match pos.to_move {
            Player::First => [black, white],
            Player::Second => [black | white, black],
        })
    }

    fn position(&self, state: &State) -> LinesPosition {
        let [one, other] = state.0;
        match one & other {
            0 => LinesPosition { men: [one, other], to_move: Player::First },
            _ => LinesPosition { men: [other, one & !other], to_move: Player::Second },
        }
    }

    /// How the game ended: the place in `holds`.
    fn end(&self, pos: &LinesPosition) -> Option<usize> {
        let (mover, last) = (pos.to_move.index(), pos.to_move.other().index());
        let [its, other] = [mover, last].map(|it| self.ground.is_one_group(pos.men[it]));
        match (its, other) {
            (false, false) => None,
            (true, false) => Some(mover),
            (true, true) if !self.game.mover_wins => Some(2),
            _ => Some(last),
        }
    }
}

impl Space for LinesSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn node_type(&self, state: &State) -> NodeType {
        if self.position(state).to_move == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &State, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let pos = self.position(state);
        let moves = || {
            let mut moves = 0;
            self.ground.moves(&pos, |_, _| moves += 1);
            moves
        };
        match self.end(&pos) {
            Some(end) => Evaluation::of_solved(self.holds[end]),
            None => Evaluation::Unknown(self.init.numbers(self.node_type(state), moves, depth)),
        }
    }

    fn expand(&mut self, state: &State, _depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let pos = self.position(state);
        self.ground.moves(&pos, |mv, after| children.push(mv, self.state(&after), None));
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, state: &State) -> u64 {
        self.game.class(&self.position(state))
    }

    fn infinite_play(&self, _class: u64) -> bool {
        self.holds[2]
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl Bridge for LinesSpace {
    fn state_of(&self, pos: &Pos) -> State {
        self.state(pos.of::<LinesOfAction>())
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
    use quod_game::{Claim, Game, Goal, Symmetric};

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let (mut rng, mut ended) = (Rng::new(7), 0);
        for play in 0..60 {
            let game = Arc::new(LinesOfAction::new(4 + play % 5, play % 2 == 1).unwrap());
            let ground = Arc::new(Ground::new(&game));
            let open = OpenGame::shared(Arc::clone(&game));
            let goal = [Goal::Wins, Goal::DoesNotLose][play % 2];
            let claim = Claim { player: Player::BOTH[play / 2 % 2], goal };
            let mut pos = game.start();
            let aim = Aim { root: Pos::new(pos), claim, init: Initialisation::Moves, tables: None };
            let mut space = LinesSpace::open(&game, &ground, &aim);
            for _ in 0..80 {
                let state = space.state_of(&Pos::new(pos));
                let image = game.map(rng.below(8) as u16, &pos);
                assert_eq!(space.state_of(&Pos::new(image)), state);
                let told = space.evaluate(&state, 0).numbers().solved();
                assert_eq!(told, game.settled(&pos, &claim), "{}", game.position_text(&pos));
                if told.is_some() {
                    ended += 1;
                    break;
                }
                let or = space.node_type(&state) == NodeType::Or;
                assert_eq!(or, pos.to_move == claim.prover());
                let moves = game.legal_moves(&pos);
                let mut children = Children::default();
                space.expand(&state, 0, &mut children);
                let mut found: Vec<State> = children.as_slice().iter().map(|it| it.state).collect();
                let mut after: Vec<State> =
                    moves.iter().map(|&mv| space.state(&game.play(&pos, mv))).collect();
                found.sort_by_key(|it| it.0);
                after.sort_by_key(|it| it.0);
                assert!(found == after, "{}", game.position_text(&pos));
                let child = &children.as_slice()[rng.below(moves.len())];
                let hidden = Pos::new(pos);
                let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
                let next = game.play(&pos, mv);
                let same = game.class(&next) == game.class(&pos);
                assert_eq!(space.class(&child.state) == space.class(&state), same);
                pos = next;
            }
        }
        assert!(ended > 20, "{ended}");
    }
}
