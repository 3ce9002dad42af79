//! A twin as the space of any claim, for games of pieces: two players, a winner or none, and play that may never end.
//!
//! A family that has fast rules of such a game says how a position fits two words, what the moves are and how a game has ended;
//! the rest is here, once. Where the job's tables know a position the twin may tell its value as an end.

use std::cell::OnceCell;
use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_game::{Cyclic, Game, Move, Outcome, Player};
use quod_search::{
    Children, Effort, Evaluation, Initialisation, NodeType, Space, TableValues, Words,
};

use crate::{Aim, Bridge, Pos};

/// The position of a twin's game.
type PositionOf<T> = <<T as Twin>::Rules as Game>::Position;

/// The fast rules of one game on one board. The game has no scores, and play that never ends is a draw.
pub trait Twin: Send + Sync + 'static {
    /// The plain rules.
    type Rules: Game<Position: 'static> + Cyclic<PositionOf<Self>> + 'static;

    /// Whether moves that lead to the same state are one child of it, as where the same men are taken in another order.
    const MERGES: bool = false;

    /// The plain rules.
    fn rules(&self) -> &Self::Rules;

    /// A position in two words; images of it under the symmetries of the rules may have the same.
    fn state(&self, pos: &PositionOf<Self>) -> Words<2>;

    /// A position with this state.
    fn position(&self, state: &Words<2>) -> PositionOf<Self>;

    /// Calls `each` with the code of every move and the position after it. Only asked where the game is not over, or has ended
    /// for want of a move.
    fn each_move(&self, pos: &PositionOf<Self>, each: impl FnMut(Move, PositionOf<Self>));

    /// Who has won, if the game is over or `tables` know its end: nobody in a draw. `moves` counts the moves, when asked.
    fn ended(
        &self,
        pos: &PositionOf<Self>,
        moves: impl Fn() -> u32,
        tables: Option<&dyn TableValues>,
    ) -> Option<Option<Player>>;
}

/// One claim about one position of a twin's game.
pub struct TwinSpace<T> {
    twin: Arc<T>,
    tables: Option<Arc<dyn TableValues>>,
    root: Words<2>,
    prover: Player,
    /// Whether the claim holds if the first player wins, if the second does, and if nobody does.
    holds: [bool; 3],
    init: Initialisation,
    effort: Effort,
}

impl<T: Twin> TwinSpace<T> {
    /// The space of a claim.
    pub fn open(twin: &Arc<T>, aim: &Aim) -> TwinSpace<T> {
        let ends = [Outcome::win(Player::First), Outcome::win(Player::Second), Outcome::DRAW];
        TwinSpace {
            twin: Arc::clone(twin),
            tables: aim.tables.clone(),
            root: twin.state(aim.root.of::<T::Rules>()),
            prover: aim.claim.prover(),
            holds: ends.map(|outcome| aim.claim.holds_at(&outcome)),
            init: aim.init,
            effort: Effort::default(),
        }
    }
}

impl<T: Twin> Space for TwinSpace<T> {
    type State = Words<2>;

    fn root(&self) -> Words<2> {
        self.root
    }

    fn node_type(&self, state: &Words<2>) -> NodeType {
        let mover = self.twin.rules().to_move(&self.twin.position(state));
        if mover == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &Words<2>, depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        let (pos, counted) = (self.twin.position(state), OnceCell::new());
        let moves = || {
            *counted.get_or_init(|| {
                let mut moves = 0;
                self.twin.each_move(&pos, |_, _| moves += 1);
                moves
            })
        };
        match self.twin.ended(&pos, moves, self.tables.as_deref()) {
            Some(winner) => Evaluation::of_solved(self.holds[winner.map_or(2, Player::index)]),
            None => Evaluation::Unknown(self.init.numbers(self.node_type(state), moves, depth)),
        }
    }

    fn expand(&mut self, state: &Words<2>, _depth: u32, children: &mut Children<Words<2>>) {
        self.effort.nodes += 1;
        self.twin.each_move(&self.twin.position(state), |mv, after| {
            let after = self.twin.state(&after);
            if !T::MERGES || children.as_slice().iter().all(|it| it.state != after) {
                children.push(mv, after, None);
            }
        });
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, state: &Words<2>) -> u64 {
        self.twin.rules().class(&self.twin.position(state))
    }

    fn infinite_play(&self, _class: u64) -> bool {
        self.holds[2]
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<T: Twin> Bridge for TwinSpace<T> {
    fn state_of(&self, pos: &Pos) -> Words<2> {
        self.twin.state(pos.of::<T::Rules>())
    }

    fn write_state(&self, state: &Words<2>, out: &mut dyn Write) -> io::Result<()> {
        state.write(out)
    }

    fn read_state(&self, from: &mut dyn Read) -> io::Result<Words<2>> {
        Words::read(from)
    }
}

/// The tests that every twin takes.
#[cfg(feature = "testkit")]
pub mod testkit {
    use std::sync::Arc;

    use quod_game::testkit::Rng;
    use quod_game::{Claim, Cyclic, Game, Goal, Move, Player};
    use quod_search::{Children, Initialisation, NodeType, Space};

    use super::{PositionOf, Twin, TwinSpace};
    use crate::{Aim, Bridge, OpenGame, Pos};

    /// Twin and rules in lockstep, in so many random plays of at most `plies` moves each: symmetries, ends, who is to move, moves with
    /// their codes, children, classes. `rules` are those of the twin; `canonical` says whether a position and its images have one state.
    /// Returns how many plays ended.
    ///
    /// # Panics
    /// Where they differ.
    pub fn lockstep<T: Twin>(
        rules: Arc<T::Rules>,
        twin: &Arc<T>,
        canonical: bool,
        rng: &mut Rng,
        [plays, plies]: [usize; 2],
    ) -> usize {
        let (game, open) = (&*rules, OpenGame::shared(Arc::clone(&rules)));
        let mut ended = 0;
        for play in 0..plays {
            let goal = [Goal::Wins, Goal::DoesNotLose][play % 2];
            let claim = Claim { player: Player::BOTH[play / 2 % 2], goal };
            let mut pos = game.start();
            let root = Pos::new(pos.clone());
            let aim = Aim { root, claim, init: Initialisation::Moves, tables: None };
            let mut space = TwinSpace::open(twin, &aim);
            for _ in 0..plies {
                let hidden = Pos::new(pos.clone());
                let state = space.state_of(&hidden);
                let text = game.position_text(&pos);
                assert_eq!(twin.state(&twin.position(&state)), state, "{text}");
                if canonical {
                    let symmetric = game.symmetric().expect("it has symmetries");
                    let map = rng.below(symmetric.order().into()) as u16;
                    assert_eq!(twin.state(&symmetric.map(map, &pos)), state, "{text}");
                } else {
                    assert_eq!(twin.position(&state), pos, "{text}");
                }
                let told = space.evaluate(&state, 0).numbers().solved();
                assert_eq!(told, game.settled(&pos, &claim), "{text}");
                if told.is_some() {
                    ended += 1;
                    break;
                }
                let or = space.node_type(&state) == NodeType::Or;
                assert_eq!(or, game.to_move(&pos) == claim.prover());
                let mut fast: Vec<(Move, PositionOf<T>)> = Vec::new();
                twin.each_move(&pos, |mv, after| fast.push((mv, after)));
                fast.sort_by_key(|it| it.0);
                let moves = game.legal_moves(&pos);
                let plain: Vec<_> = moves.iter().map(|&mv| (mv, game.play(&pos, mv))).collect();
                assert!(fast == plain, "{text}: {fast:?}");
                let mut children = Children::default();
                space.expand(&state, 0, &mut children);
                let sorted = |mut states: Vec<[u64; 2]>| {
                    states.sort_unstable();
                    if T::MERGES {
                        states.dedup();
                    }
                    states
                };
                let children = children.as_slice();
                let found = sorted(children.iter().map(|it| it.state.0).collect());
                let after = sorted(plain.iter().map(|it| twin.state(&it.1).0).collect());
                assert!(found == after && found.len() == children.len(), "{text}");
                let child = &children[rng.below(children.len())];
                let mv = space.real_move(&open, &hidden, &(child.mv, child.state)).unwrap();
                let next = game.play(&pos, mv);
                let same = game.class(&next) == game.class(&pos);
                assert_eq!(space.class(&child.state) == space.class(&state), same);
                pos = next;
            }
        }
        ended
    }
}
