//! Spaces of random games for this crate's tests. They are boxed, so that the tests of every search
//! also hold spaces whose type is not known.

use std::sync::Arc;

use quod_game::testkit::Explicit;
use quod_game::{Claim, Game, Move};

use crate::{Children, Effort, Evaluation, GameSpace, Initialisation, NodeType, Numbers, Space};

pub(crate) type TestSpace<'g> = Box<dyn Space<State = u16> + Send + 'g>;

/// A space of the game, initialised by one of the usual ways (0 to 3), or by numbers of which each
/// position has its own.
pub(crate) fn space_of<'g>(game: &'g Explicit, claim: Claim, initial: usize) -> TestSpace<'g> {
    let space = GameSpace::new(game, &game.start(), claim);
    match initial {
        0 => Box::new(space),
        1 => Box::new(space.initialised(Initialisation::Moves)),
        2 => Box::new(space.initialised(Initialisation::Depth([1, 1, 0]))),
        3 => Box::new(space.initialised(Initialisation::Depth([1, 2, 1]))),
        _ => Box::new(Uneven(space)),
    }
}

/// The same of a game whose graph has no cycles: the space says so, too. (These games always hand out
/// what a cyclic game has.)
pub(crate) fn acyclic_space_of<'g>(
    game: &'g Explicit,
    claim: Claim,
    initial: usize,
) -> TestSpace<'g> {
    Box::new(Acyclic(space_of(game, claim, initial)))
}

struct Acyclic<'g>(TestSpace<'g>);

impl Space for Acyclic<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.0.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.0.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        self.0.evaluate(state, depth)
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.0.expand(state, depth, children);
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}

/// Initial numbers are the position's own number and the depth.
struct Uneven<'g>(GameSpace<&'g Explicit>);

impl Space for Uneven<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.0.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.0.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        match self.0.evaluate(state, depth) {
            Evaluation::Unknown(_) => {
                Evaluation::Unknown(Numbers::new(u32::from(*state) + 1, depth + 1))
            }
            known => known,
        }
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.0.expand(state, depth, children);
    }

    fn cyclic(&self) -> bool {
        self.0.cyclic()
    }

    fn class(&self, state: &u16) -> u64 {
        self.0.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.0.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.0.effort()
    }
}

/// A root of the prover's with so many moves, each a loss after one more move but for the last, which
/// wins at once.
pub(crate) struct Wide {
    pub moves: u32,
    pub effort: Effort,
}

impl Space for Wide {
    type State = u32;

    fn root(&self) -> u32 {
        0
    }

    fn node_type(&self, state: &u32) -> NodeType {
        if *state == 0 { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &u32, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        match *state == self.moves {
            true => Evaluation::Proved,
            false if *state > self.moves => Evaluation::Disproved,
            false => Evaluation::Unknown(Numbers::ONE),
        }
    }

    fn expand(&mut self, state: &u32, _depth: u32, children: &mut Children<u32>) {
        self.effort.nodes += 1;
        let own = match *state {
            0 => 1..=self.moves,
            _ => self.moves + 1..=self.moves + 1,
        };
        own.for_each(|child| children.push(Move(child), child, None));
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

#[test]
fn a_state_with_very_many_children_gets_an_answer_from_every_search() {
    use crate::dfpn::{Replacement, Table, Team, Worker};
    use crate::values::{self, TableSearch};
    use crate::{FixedPoint, Pn2Options, Pn2Search, Verdict, Why, boolean, dfpn, pn};

    let table = || Arc::new(Table::with_entries(1 << 10, Replacement::Effort));
    for (moves, verdict) in [(65_535, Verdict::Proved), (65_536, Verdict::Unknown(Why::Breadth))] {
        let space = || Wide { moves, effort: Effort::default() };
        let mut search = pn::PnSearch::new(space(), pn::Options::default());
        assert_eq!(search.step(u64::MAX, &mut ()), verdict);
        assert_eq!(search.step(u64::MAX, &mut ()), verdict);
        let mut search = Pn2Search::new(space(), Pn2Options::default());
        assert_eq!(search.step(u64::MAX, &mut ()), verdict);
        let mut search = Worker::new(space(), Team::new(table(), 1), dfpn::Options::default());
        assert_eq!(search.step(u64::MAX, &mut ()), Verdict::Proved);
        let options = boolean::Options::default();
        let search = boolean::BooleanSearch::new(space(), table(), options);
        let mut search = search.expect("an acyclic space");
        assert_eq!(search.step(u64::MAX, &mut ()), Verdict::Proved);
        let rule = values::BStar::new(values::Plan::Depths, 1);
        let search = values::Growing::new(space(), table(), 1 << 30, rule);
        assert_eq!(search.expect("an acyclic space").step(u64::MAX), Verdict::Proved);
        let rule = values::Conspiracy::new(values::ValueSet::Five);
        let search = values::Growing::new(space(), table(), 1 << 30, rule);
        assert_eq!(search.expect("an acyclic space").step(u64::MAX), Verdict::Proved);
        assert_eq!(FixedPoint::new(space(), 1 << 30).step(u64::MAX), Verdict::Proved);
    }
}
