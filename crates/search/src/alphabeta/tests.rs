//! Alpha-beta on small random games without cycles, against plain minimax.

use std::sync::Arc;

use quod_game::Move;
use quod_game::testkit::Rng;

use super::*;
use crate::minimax::{Worth, negamax};

/// A game in layers: moves lead to the next layer, answered ones two layers on. What is said of a
/// position is true, and the same every time.
#[derive(Clone)]
struct Layers {
    /// Of each node: the score for the side to move.
    scores: Vec<i32>,
    /// Nodes and whether the same side is to move there.
    moves: Vec<Vec<(u32, bool)>>,
    seed: u64,
    nodes: u64,
    expansions: u64,
}

const MOST: i32 = 6;

impl Layers {
    fn random(rng: &mut Rng) -> Layers {
        let (width, depth) = (1 + rng.below(12), 2 + rng.below(8));
        let count = width * depth;
        let mut game = Layers {
            scores: vec![0; count],
            moves: vec![Vec::new(); count],
            seed: rng.next_u64(),
            nodes: 0,
            expansions: 0,
        };
        // Node 0 is the root, in the first layer; what a node leads to is scored before it.
        for node in (0..count).rev() {
            let layer = node / width;
            let most = if layer + 1 == depth { 0 } else { rng.below(5) };
            for _ in 0..most {
                let answered = layer + 2 < depth && rng.chance(1, 4);
                let to = (layer + 1 + usize::from(answered)) * width + rng.below(width);
                game.moves[node].push((to as u32, answered));
            }
            game.scores[node] = match game.moves[node].is_empty() {
                true => rng.below(2 * MOST as usize + 1) as i32 - MOST,
                false => game.best(node),
            };
        }
        game
    }

    fn best(&self, node: usize) -> i32 {
        let value = |&(to, answered): &(u32, bool)| {
            let score = self.scores[to as usize];
            if answered { score } else { -score }
        };
        self.moves[node].iter().map(value).max().expect("a move")
    }

    /// A small number that is always the same for the same questions.
    fn drawn(&self, node: u32, alpha: i32, kind: u64) -> i32 {
        let salt = u64::from(node) << 16 | kind << 8 | (alpha + 64) as u64;
        (Rng::new(self.seed ^ salt).next_u64() % 16) as i32
    }

    fn fresh(&self) -> Layers {
        Layers { nodes: 0, expansions: 0, ..self.clone() }
    }
}

/// Marks the position between a move and its only answer.
const BETWEEN: u32 = 1 << 31;

impl Minimax for Layers {
    type State = u32;

    fn worth(&mut self, state: &u32) -> Worth {
        let own = self.moves.get(*state as usize);
        match own.is_some_and(Vec::is_empty) {
            true => Worth::Known(self.scores[*state as usize]),
            false => Worth::Estimate(0),
        }
    }

    fn moves(&mut self, state: &u32, moves: &mut Vec<(Move, u32)>) {
        if state & BETWEEN != 0 {
            return moves.push((Move(0), state & !BETWEEN));
        }
        let own = self.moves[*state as usize].iter();
        moves
            .extend(own.map(|&(to, answered)| (Move(to), to | if answered { BETWEEN } else { 0 })));
    }
}

impl NullWindow for Layers {
    fn expand(
        &mut self,
        state: &u32,
        alpha: i32,
        looked: bool,
        moves: &mut Vec<Successor<u32>>,
    ) -> Bounds {
        self.nodes += u64::from(!looked);
        let score = self.scores[*state as usize];
        let own = &self.moves[*state as usize];
        if own.is_empty() {
            return Bounds { low: score, high: score };
        }
        let low = score - self.drawn(*state, alpha, 1);
        let high = score + self.drawn(*state, alpha, 2);
        if low <= alpha && high > alpha {
            self.expansions += 1;
            for &(to, answered) in own {
                let order = self.drawn(to, 0, 3);
                moves.push(Successor { state: to, order, answered });
            }
        }
        Bounds { low: low.max(-MOST), high: high.min(MOST) }
    }

    fn look_before(&mut self, state: &u32, alpha: i32) -> i32 {
        (self.scores[*state as usize] + self.drawn(*state, alpha, 5)).min(MOST)
    }

    fn look(&mut self, child: &u32, alpha: i32) -> Option<i32> {
        let drawn = self.drawn(*child, alpha, 4);
        let worth = drawn < 8;
        self.nodes += u64::from(worth);
        worth.then(|| (-self.scores[*child as usize] - drawn).max(-MOST))
    }

    fn key(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    fn key_bits(&self) -> u32 {
        32
    }

    fn steady(&self) -> u64 {
        0
    }

    fn limits(&self, _state: &u32) -> Bounds {
        Bounds { low: -MOST, high: MOST }
    }

    fn passed(&mut self) {
        self.nodes += 1;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn expansions(&self) -> u64 {
        self.expansions
    }
}

#[test]
fn moves_and_values_are_those_of_the_scores() {
    let mut rng = Rng::new(47);
    for _ in 0..300 {
        let mut game = Layers::random(&mut rng);
        let score = game.scores[0];
        assert_eq!(negamax(&mut game, &0), score);
    }
}

fn table(rng: &mut Rng) -> Arc<BoundTable> {
    Arc::new(BoundTable::with_entries(16 << rng.below(5), 32, 0))
}

fn assert_bounds(score: i32, alpha: i32, value: i32, context: &str) {
    let right = if value > alpha { value <= score } else { value >= score };
    assert!(right, "{context}: above {alpha}? {value}, but it is {score}");
}

#[test]
fn every_window_is_answered_as_minimax_does() {
    let mut rng = Rng::new(71);
    for round in 0..3000 {
        let game = Layers::random(&mut rng);
        let workers = 1 + rng.below(2);
        let table = table(&mut rng);
        let mut search = search_of(game.clone(), Arc::clone(&table), workers);
        // The windows in any order, over one table or each over an empty one.
        let keep = rng.chance(1, 2);
        for _ in 0..12 {
            let alpha = rng.below(2 * MOST as usize) as i32 - MOST;
            if !keep {
                table.clear();
            }
            search.ask(&0, alpha);
            let value = search.step(u64::MAX).expect("no budget");
            assert_bounds(game.scores[0], alpha, value, &format!("round {round}"));
        }
        for (node, score) in game.scores.iter().enumerate() {
            let known = table.get(node as u64);
            assert!(known.is_none_or(|it| it.low <= *score && *score <= it.high), "round {round}");
        }
    }
}

#[test]
fn exact_scores_are_found() {
    let mut rng = Rng::new(72);
    for round in 0..2000 {
        let game = Layers::random(&mut rng);
        let mut search = AlphaBeta::new(game.clone(), table(&mut rng));
        let mut score = ScoreSearch::new(&search, &0);
        // Where much was spent already the questions begin with the sign.
        if rng.chance(1, 2) {
            score.spend(1 << 20);
        }
        assert_eq!(score.run(&mut search, &0), game.scores[0], "round {round}");
    }
}

/// A search, alone or as if it had company.
fn search_of(game: Layers, table: Arc<BoundTable>, workers: usize) -> AlphaBeta<Layers> {
    AlphaBeta::sharing(game, table, Arc::new(Marks::new(workers)))
}

/// An exact score in steps; with `interrupt`, everything is saved and restored into a new search from
/// time to time. The score, all nodes, and the words of the table.
fn in_steps(
    game: &Layers,
    entries: u64,
    workers: usize,
    rng: &mut Rng,
    interrupt: bool,
) -> (i32, u64, Vec<(u64, u64)>) {
    let new_table = || Arc::new(BoundTable::with_entries(entries, 32, 0));
    let mut search = search_of(game.fresh(), new_table(), workers);
    let mut score = ScoreSearch::new(&search, &0);
    let (mut before, mut asked) = (0, None);
    while let Some(alpha) = score.window() {
        if asked != Some(alpha) {
            search.ask(&0, alpha);
            asked = Some(alpha);
        }
        let from = search.game().nodes();
        let value = search.step(1 + rng.below(20) as u64);
        let spent = search.game().nodes() - from;
        match value {
            Some(value) => {
                score.learn(value, spent);
                asked = None;
            }
            None => score.spend(spent),
        }
        if interrupt && rng.chance(1, 2) {
            let mut bytes = Vec::new();
            save_table(search.table(), &mut bytes).unwrap();
            search.save(&mut bytes, |state, out| out.write_all(&state.to_le_bytes())).unwrap();
            before += search.game().nodes();
            search = search_of(game.fresh(), new_table(), workers);
            let mut from = bytes.as_slice();
            restore_table(search.table(), &mut from).unwrap();
            let state = |from: &mut &[u8]| {
                let mut word = [0; 4];
                from.read_exact(&mut word)?;
                Ok(u32::from_le_bytes(word))
            };
            search.restore(&mut from, state).unwrap();
            assert!(from.is_empty());
            score = ScoreSearch::from_words(score.to_words());
        }
    }
    let words = search.table().raw().collect();
    (score.bounds().low, before + search.game().nodes(), words)
}

#[test]
fn steps_and_checkpoints_change_nothing() {
    let mut rng = Rng::new(73);
    for round in 0..600 {
        let game = Layers::random(&mut rng);
        let (entries, workers) = (16 << rng.below(5), 1 + rng.below(2));
        let table = Arc::new(BoundTable::with_entries(entries, 32, 0));
        let mut whole = search_of(game.fresh(), table, workers);
        let score = ScoreSearch::new(&whole, &0).run(&mut whole, &0);
        let expected = (score, whole.game().nodes(), whole.table().raw().collect::<Vec<_>>());
        for interrupt in [false, true] {
            let steps = in_steps(&game, entries, workers, &mut rng, interrupt);
            let context = format!("round {round}, interrupted: {interrupt}");
            // Who has company looks around by a count that is not saved.
            match workers {
                1 => assert_eq!(steps, expected, "{context}"),
                _ => assert_eq!(steps.0, expected.0, "{context}"),
            }
        }
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let mut rng = Rng::new(74);
    let mut refused = 0;
    for _ in 0..200 {
        let game = Layers::random(&mut rng);
        let mut search = AlphaBeta::new(game.fresh(), table(&mut rng));
        search.ask(&0, game.scores[0]);
        search.step(4);
        let mut bytes = Vec::new();
        search.save(&mut bytes, |state, out| out.write_all(&state.to_le_bytes())).unwrap();
        let state = |from: &mut &[u8]| {
            let mut word = [0; 4];
            from.read_exact(&mut word)?;
            Ok(u32::from_le_bytes(word))
        };
        // Each proper part of the bytes ends too soon.
        let part = rng.below(bytes.len());
        assert!(search.restore(&mut &bytes[..part], state).is_err());
        // A frame whose moves end beyond the last. (Answer, three counts, the frame's key, its places.)
        if search.restore(&mut bytes.as_slice(), state).is_ok() && bytes[16] > 0 {
            bytes[40..44].fill(0xff);
            assert!(search.restore(&mut bytes.as_slice(), state).is_err());
            refused += 1;
        }
    }
    assert!(refused > 20);
    let (large, small) =
        (BoundTable::with_entries(1 << 10, 32, 0), BoundTable::with_entries(16, 32, 0));
    (0..1000).for_each(|key| large.store(key, Bounds { low: 0, high: 1 }, 1));
    let mut bytes = Vec::new();
    save_table(&large, &mut bytes).unwrap();
    assert!(restore_table(&small, &mut bytes.as_slice()).is_err());
}

#[test]
fn workers_that_share_a_table_agree() {
    let mut rng = Rng::new(75);
    for round in 0..600 {
        let game = Layers::random(&mut rng);
        let table = table(&mut rng);
        let marks = Arc::new(Marks::new(3));
        let alpha = rng.below(2 * MOST as usize) as i32 - MOST;
        let values: Vec<i32> = std::thread::scope(|scope| {
            let start = |_| {
                let (table, marks) = (Arc::clone(&table), Arc::clone(&marks));
                let mut search = AlphaBeta::sharing(game.clone(), table, marks);
                scope.spawn(move || {
                    search.ask(&0, alpha);
                    search.step(u64::MAX).expect("no budget")
                })
            };
            let workers = [0, 1, 2].map(start);
            workers.map(|worker| worker.join().expect("no panic")).into()
        });
        for value in values {
            assert_bounds(game.scores[0], alpha, value, &format!("round {round}"));
        }
    }
}

/// Two or three searches on one thread, each in turn for a few nodes: the same interleavings on every run.
#[test]
fn workers_that_take_turns_agree_and_share_the_work() {
    let mut rng = Rng::new(76);
    let (mut alone, mut slowest) = (0, 0);
    for round in 0..2000 {
        let game = Layers::random(&mut rng);
        let workers = 2 + rng.below(2);
        let marks = Arc::new(Marks::new(workers));
        let entries = 16 << rng.below(7);
        let table = || Arc::new(BoundTable::with_entries(entries, 32, 0));
        let alpha = rng.below(2 * MOST as usize) as i32 - MOST;
        let mut single = AlphaBeta::new(game.fresh(), table());
        single.ask(&0, alpha);
        single.step(u64::MAX);
        alone += single.game().nodes();
        let shared = table();
        let sharing = |_| AlphaBeta::sharing(game.fresh(), Arc::clone(&shared), Arc::clone(&marks));
        let mut searches: Vec<_> = (0..workers).map(sharing).collect();
        searches.iter_mut().for_each(|search| search.ask(&0, alpha));
        let value = loop {
            let at = rng.below(workers);
            if let Some(value) = searches[at].step(1 + rng.below(3) as u64) {
                break value;
            }
        };
        assert_bounds(game.scores[0], alpha, value, &format!("round {round}"));
        slowest += searches.iter().map(|search| search.game().nodes()).max().unwrap_or(0);
        // Whoever gives up takes its marks along.
        searches.iter_mut().for_each(AlphaBeta::rest);
        assert!((0..game.scores.len() as u64).all(|key| marks.busy(key) == 0));
    }
    println!("{slowest} nodes of the slowest for {alone} of one alone");
    assert!(slowest * 10 < alone * 9, "{slowest} of {alone}");
}
