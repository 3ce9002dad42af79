//! The twin of morris as the space of any claim, for the engines that serve every game.
//!
//! A state is a position's least image under the sixteen maps, in one word and an empty one: White's points, Black's, the hands and the
//! side to move. Where the job's tables know a position it is solved.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_engine::{Aim, Bridge, Pos};
use quod_game::{Cyclic, Move, Outcome, Player};
use quod_rules::{MillPosition, Morris, MorrisSide};
use quod_search::{
    Children, Effort, Evaluation, Initialisation, NodeType, Space, TableValues, Words,
};

use crate::Ground;
use crate::ground::each;
use crate::layer::Terms;
use crate::numbers::Numbers;

/// A position as a state.
type State = Words<2>;

/// One claim about one position.
pub(crate) struct MorrisSpace {
    game: Arc<Morris>,
    ground: Arc<Ground>,
    terms: Terms,
    tables: Option<(Arc<dyn TableValues>, Numbers)>,
    root: State,
    prover: Player,
    /// Whether the claim holds if White wins, if Black does, and if nobody does.
    holds: [bool; 3],
    init: Initialisation,
    effort: Effort,
}

impl MorrisSpace {
    /// The space of a claim.
    pub(crate) fn open(game: &Arc<Morris>, ground: &Arc<Ground>, aim: &Aim) -> MorrisSpace {
        let ends = [Outcome::win(Player::First), Outcome::win(Player::Second), Outcome::DRAW];
        let mut space = MorrisSpace {
            game: Arc::clone(game),
            ground: Arc::clone(ground),
            terms: Terms { flying: game.flying, moves_early: game.moves_early },
            tables: aim.tables.clone().map(|it| (it, Numbers::new(game))),
            root: Words([0; 2]),
            prover: aim.claim.prover(),
            holds: ends.map(|outcome| aim.claim.holds_at(&outcome)),
            init: aim.init,
            effort: Effort::default(),
        };
        space.root = space.state(aim.root.of::<Morris>());
        space
    }

    fn state(&self, pos: &MillPosition) -> State {
        let image = |map: usize| {
            let [white, black] = pos.men.map(|set| u64::from(self.ground.map(map, set)));
            white | black << 24
        };
        let men = (0..self.ground.n_maps()).map(image).min().unwrap_or_default();
        let [white, black] = pos.hand.map(u64::from);
        Words([men | white << 48 | black << 52 | (pos.to_move.index() as u64) << 56, 0])
    }

    fn position(&self, state: &State) -> MillPosition {
        let [word, _] = state.0;
        let set = |shift: u32| (word >> shift) as u32 & 0xff_ffff;
        let hand = |shift: u32| (word >> shift) as u8 & 15;
        MillPosition {
            men: [set(0), set(24)],
            hand: [hand(48), hand(52)],
            to_move: Player::BOTH[(word >> 56) as usize],
        }
    }

    /// Calls `each_move` with the code of every move and the position after it.
    fn moves(&self, pos: &MillPosition, mut each_move: impl FnMut(u32, MillPosition)) {
        let ground = &*self.ground;
        let (mover, waiting) = (pos.to_move.index(), pos.to_move.other().index());
        let (own, other) = (pos.men[mover], pos.men[waiting]);
        let side = side(pos, mover);
        let free = ground.all & !(own | other);
        let victims = ground.may_be_taken(other);
        let mut go = |from: Option<u32>, to: u32| {
            let mut after = *pos;
            match from {
                Some(from) => after.men[mover] &= !(1 << from),
                None => after.hand[mover] -= 1,
            }
            after.men[mover] |= 1 << to;
            after.to_move = pos.to_move.other();
            let code = 32 * from.map_or(0, |from| from + 1) + to;
            if other == 0 || !ground.in_mill(after.men[mover], to) {
                return each_move(code, after);
            }
            for taken in each(victims) {
                let mut after = after;
                after.men[waiting] &= !(1 << taken);
                each_move(1024 * (taken + 1) + code, after);
            }
        };
        if side.hand > 0 {
            each(free).for_each(|to| go(None, to));
        }
        for from in each(if self.terms.may_move(side) { own } else { 0 }) {
            let near = if self.terms.jump(side) { free } else { ground.neighbours[from as usize] };
            each(near & free).for_each(|to| go(Some(from), to));
        }
    }

    /// How the game ended, or is known by the tables to end: the place in `holds`.
    fn known(&self, pos: &MillPosition, moves: u32) -> Option<usize> {
        let sides = [0, 1].map(|player| side(pos, player));
        let lost = |player: &usize| sides[*player].hand + sides[*player].board < 3;
        let (mover, waiting) = (pos.to_move.index(), pos.to_move.other().index());
        if let Some(player) = [0, 1].into_iter().find(lost) {
            return Some(1 - player);
        } else if moves == 0 {
            return Some(waiting);
        }
        let (tables, numbers) = self.tables.as_ref()?;
        let at = numbers.orientation(sides[mover], sides[waiting])?;
        let (number, _) = numbers.number(&at, pos.men[mover], pos.men[waiting]);
        Some(match tables.value(at.layer, number)? {
            0 => 2,
            1.. => mover,
            _ => waiting,
        })
    }
}

fn side(pos: &MillPosition, player: usize) -> MorrisSide {
    MorrisSide { hand: pos.hand[player], board: pos.men[player].count_ones() as u8 }
}

impl Space for MorrisSpace {
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
        let mut moves = 0;
        self.moves(&pos, |_, _| moves += 1);
        match self.known(&pos, moves) {
            Some(end) => Evaluation::of_solved(self.holds[end]),
            None => Evaluation::Unknown(self.init.numbers(self.node_type(state), || moves, depth)),
        }
    }

    fn expand(&mut self, state: &State, _depth: u32, children: &mut Children<State>) {
        self.effort.nodes += 1;
        let pos = self.position(state);
        self.moves(&pos, |code, after| children.push(Move(code), self.state(&after), None));
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

impl Bridge for MorrisSpace {
    fn state_of(&self, pos: &Pos) -> State {
        self.state(pos.of::<Morris>())
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
    use quod_rules::Variant;

    #[test]
    fn space_and_rules_play_in_lockstep() {
        let mut rng = Rng::new(7);
        let names = [
            "six-mens-morris",
            "six-mens-morris:men=4,flying=off",
            "nine-mens-morris",
            "nine-mens-morris:men=4",
            "lasker-morris",
            "lasker-morris:men=4,flying=off",
        ];
        let mut ended = 0;
        for name in names {
            let game = Arc::new(Variant::parse(name).and_then(Morris::variant).unwrap());
            let ground = Arc::new(Ground::new(&game.board));
            let open = OpenGame::shared(Arc::clone(&game));
            for play in 0..12 {
                let goal = [Goal::Wins, Goal::DoesNotLose][play % 2];
                let claim = Claim { player: Player::BOTH[play / 2 % 2], goal };
                let mut pos = game.start();
                let aim =
                    Aim { root: Pos::new(pos), claim, init: Initialisation::Moves, tables: None };
                let mut space = MorrisSpace::open(&game, &ground, &aim);
                for _ in 0..150 {
                    let state = space.state_of(&Pos::new(pos));
                    let image = game.map(rng.below(16) as u16, &pos);
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
                    let mut found: Vec<State> =
                        children.as_slice().iter().map(|it| it.state).collect();
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
        }
        assert!(ended > 5, "{ended}");
    }
}
