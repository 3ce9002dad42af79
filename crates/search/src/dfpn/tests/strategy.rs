//! Strategies from tables that have forgotten most of the proof.

use std::collections::HashMap;

use quod_game::testkit::Oracle;

use super::super::{Choice, CyclicStrategy, Strategy};
use super::*;
use crate::{Children, Effort, Evaluation, FixedPoint, NodeType, Space, canonical};

/// A game in which one side plays by a strategy: what is left to the other side.
struct Played<'g> {
    space: TestSpace<'g>,
    proved: bool,
    choices: HashMap<u16, u16>,
}

impl Space for Played<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.space.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.space.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        self.space.evaluate(state, depth)
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.space.expand(state, depth, children);
        if self.node_type(state).is_solved_by(self.proved) {
            let choice = self.choices[state];
            children.list.retain(|child| child.state == choice);
        }
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, state: &u16) -> u64 {
        self.space.class(state)
    }

    fn infinite_play(&self, class: u64) -> bool {
        self.space.infinite_play(class)
    }

    fn effort(&self) -> Effort {
        self.space.effort()
    }
}

#[test]
fn a_strategy_for_a_cyclic_graph_makes_progress() {
    let mut rng = Rng::new(71);
    let (claims, shapes) = (claims(), shapes());
    for round in 0..3000 {
        let game = Explicit::random(&shapes[round % shapes.len()], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let (options, table) = (any_options(&mut rng), any_table(&mut rng));
        let mut worker = Worker::new(space_of(&game, claim, 0), Team::new(table, 1), options);
        let proved = answer_of(worker.step(u64::MAX, &mut ())).expect("it always answers");
        let strategy = CyclicStrategy::new(&mut worker, proved, 1 << 20).expect("it fits");
        let choices = (0..game.len() as u16).filter_map(|state| match strategy.choose(&state)? {
            Choice::Move(_, child) => Some((state, *child)),
            Choice::Settled => None,
        });
        let choices = choices.collect();
        let played = Played { space: space_of(&game, claim, 0), proved, choices };
        let answer = answer_of(FixedPoint::new(played, 1 << 20).step(u64::MAX));
        assert_eq!(answer, Some(proved), "{claim:?} {game:?}");
    }
}

#[test]
fn a_strategy_for_an_acyclic_graph_keeps_the_value() {
    let mut rng = Rng::new(72);
    let (claims, shapes) = (claims(), shapes());
    for round in 0..1000 {
        let game = Explicit::random(&shapes[round % 2], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let (options, table) = (any_options(&mut rng), any_table(&mut rng));
        let truth = Oracle::new(&game, &0, &claim);
        let mut worker = Worker::new(space_of(&game, claim, 0), Team::new(table, 1), options);
        let proved = answer_of(worker.step(u64::MAX, &mut ())).expect("it always answers");
        let mut strategy = Strategy::new(&mut worker, proved);
        let mut pending = vec![strategy.space().root()];
        let mut seen = pending.clone();
        while let Some(pos) = pending.pop() {
            assert_eq!(truth.holds(&pos), proved);
            if game.settled(&pos, &claim).is_some() {
                continue;
            }
            let children = match strategy.space().node_type(&pos).is_solved_by(proved) {
                true => match strategy.choose(&pos).expect("nothing contradicts") {
                    Choice::Move(_, child) => vec![child],
                    Choice::Settled => Vec::new(),
                },
                false => {
                    let moves = game.legal_moves(&pos).into_iter();
                    moves.map(|mv| canonical(&game, &game.play(&pos, mv)).0).collect()
                }
            };
            for child in children {
                if !seen.contains(&child) {
                    seen.push(child);
                    pending.push(child);
                }
            }
        }
    }
}

/// A second worker may have told the table what a state is worth without the moves that show it.
#[test]
fn a_strategy_has_a_move_where_others_know_only_the_value() {
    let mut rng = Rng::new(73);
    let (claims, shapes) = (claims(), shapes());
    let mut asked = 0;
    for round in 0..1000 {
        let game = Explicit::random(&shapes[round % 2], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let truth = Oracle::new(&game, &0, &claim);
        let space = space_of(&game, claim, 0);
        let root = space.root();
        if !truth.holds(&root) || !space.node_type(&root).is_solved_by(true) {
            continue;
        }
        if game.settled(&root, &claim).is_some() {
            continue;
        }
        let team = Team::new(any_table(&mut rng), 2);
        team.table().learn(&[space.key(&root)]);
        let mut worker = Worker::new(space, team, any_options(&mut rng));
        let choice = Strategy::new(&mut worker, true).choose(&root);
        let Ok(Choice::Move(_, child)) = choice else { panic!("{choice:?} {claim:?} {game:?}") };
        assert!(truth.holds(&child));
        asked += 1;
    }
    assert!(asked > 100, "{asked}");
}
