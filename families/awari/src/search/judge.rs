//! Awari as the general player sees it: the lead, captures as loud moves, endgames from tables.
//!
//! A win is a win, as in the thesis: a lead that the rest of the stones cannot change is worth as much as any
//! other. A position that repeats splits what is left, so the lead decides.

use std::sync::Arc;

use quod_engine::tables::OpenTables;
use quod_engine::{GameJudge, Judges, Pos};
use quod_game::{Move, Player};
use quod_rules::Awari;
use quod_search::playing::{Judge, LOSS, Unrest, WIN, Worth};
use quod_search::{TableValues, Words};

use super::Node;
use crate::{Board, Endgames, index};

/// A stone in estimates.
const STONE: i32 = 100;

/// Values read from tables as they are asked for. What cannot be read counts as nothing, and is told
/// after the move.
struct Files(Option<Arc<OpenTables>>);

impl Endgames for Files {
    fn most_stones(&self) -> u32 {
        self.0.as_ref().map_or(0, |it| it.last_layer())
    }

    fn value(&self, board: &Board) -> i8 {
        let value = |tables: &Arc<OpenTables>| tables.value(board.stones(), index::rank(board));
        self.0.as_ref().and_then(value).unwrap_or(0)
    }
}

/// States are nodes whose prover is South.
struct AwariJudge {
    endgames: Files,
}

/// Judges of the thesis's rules.
pub(crate) fn judges() -> Judges {
    Judges::Words2(Arc::new(|tables: Option<&Arc<OpenTables>>| {
        Box::new(AwariJudge { endgames: Files(tables.cloned()) })
    }))
}

/// What a final difference is worth.
fn result(difference: i32) -> i32 {
    match difference.signum() {
        1 => WIN,
        -1 => LOSS,
        _ => 0,
    }
}

impl Judge for AwariJudge {
    type State = Words<2>;

    fn worth(&mut self, &Words(words): &Words<2>) -> Worth {
        let node = Node::of_words(words);
        let (lead, stones) = (node.own_lead(), node.stones() as i32);
        if lead.abs() > stones {
            return Worth::Known(result(lead));
        }
        match node.known_difference(&self.endgames) {
            Some(difference) => Worth::Known(result(difference)),
            None => Worth::Estimate(STONE * lead),
        }
    }

    fn moves(&mut self, &Words(words): &Words<2>, moves: &mut Vec<(Move, Words<2>)>) {
        let node = Node::of_words(words);
        let side = Player::BOTH[usize::from(!node.prover)];
        let mut successors = node.board.successors();
        successors.captures_first();
        let after = successors
            .as_slice()
            .iter()
            .map(|it| (Node::move_of(it.pit, side), Words(node.after(it).to_words())));
        moves.extend(after);
    }

    fn unrest(&mut self, &Words(words): &Words<2>) -> Unrest {
        let successors = Node::of_words(words).board.successors();
        match successors.as_slice().iter().any(|it| it.captured > 0) {
            true => Unrest::Loud,
            false => Unrest::Quiet,
        }
    }

    fn is_loud(&mut self, state: &Words<2>, _mv: Move, next: &Words<2>) -> bool {
        Node::of_words(next.0).stones() < Node::of_words(state.0).stones()
    }

    fn margin(&self) -> i32 {
        2 * STONE
    }

    fn same_class(&self, earlier: &Words<2>, state: &Words<2>) -> bool {
        Node::of_words(earlier.0).is_in_class_of(&Node::of_words(state.0))
    }

    fn infinite_play(&self, state: &Words<2>) -> i32 {
        result(Node::of_words(state.0).own_lead())
    }
}

impl GameJudge for AwariJudge {
    fn state_of(&self, pos: &Pos) -> Words<2> {
        Words(Node::new(pos.of::<Awari>(), Player::First).to_words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::OpenGame;
    use quod_game::testkit::Rng;
    use quod_rules::{GrandSlam, Rest};

    #[test]
    fn the_judge_follows_the_rules() {
        let (grand_slam, rest, worth) =
            (GrandSlam::Allowed, Rest::Opponent, quod_rules::Worth::Game);
        let game = OpenGame::new(Awari { grand_slam, rest, worth });
        let Judges::Words2(judges) = judges() else { panic!("words") };
        let (mut judge, mut rng, mut known) = (judges(None), Rng::new(5), 0);
        for _ in 0..30 {
            let mut pos = game.start();
            for _ in 0..200 {
                if let Some(outcome) = game.outcome(&pos) {
                    let first = if outcome.winner.is_none() { 0 } else { WIN };
                    let state = judge.state_of(&pos);
                    // (Whoever is to move where nobody is.)
                    assert!(matches!(judge.worth(&state), Worth::Known(it) if it.abs() == first));
                    known += 1;
                    break;
                }
                let (state, legal) = (judge.state_of(&pos), game.legal_moves(&pos));
                let mut moves = Vec::new();
                judge.moves(&state, &mut moves);
                assert_eq!(moves.len(), legal.len());
                for (mv, next) in &moves {
                    assert!(legal.contains(mv));
                    assert_eq!(judge.state_of(&game.play(&pos, *mv)), *next);
                }
                pos = game.play(&pos, legal[rng.below(legal.len())]);
            }
        }
        assert!(known > 10, "{known}");
    }
}
