//! Tests of λ-search: against its definition and the truth on small boards of k in a row, and against the
//! oracle on random graphs with null moves that mean nothing.

use std::collections::HashMap;

use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Player};

use super::*;
use crate::testing::{TestSpace, acyclic_space_of};

/// k in a row on a small board. Stones are bits; who is to move follows from their number.
#[derive(Clone)]
struct Row {
    cells: u32,
    lines: Vec<u16>,
    root: [u16; 2],
    /// Of whom it is claimed that he wins.
    prover: usize,
    effort: Effort,
}

impl Row {
    fn new(width: i32, height: i32, k: i32) -> Row {
        let mut lines = Vec::new();
        for (x, y, (dx, dy)) in (0..width * height).flat_map(|at| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (at % width, at / width, step))
        }) {
            let (x_end, y_end) = (x + dx * (k - 1), y + dy * (k - 1));
            if (0..width).contains(&x_end) && (0..height).contains(&y_end) {
                lines.push((0..k).map(|n| 1 << (x + n * dx + width * (y + n * dy))).sum());
            }
        }
        let cells = (width * height) as u32;
        Row { cells, lines, root: [0; 2], prover: 0, effort: Effort::default() }
    }

    /// The same board at another position, for a claim about a player.
    fn at(&self, root: [u16; 2], prover: usize) -> Row {
        Row { root, prover, ..self.clone() }
    }

    fn has_line(&self, stones: u16) -> bool {
        self.lines.iter().any(|line| line & !stones == 0)
    }

    fn empty(&self, board: [u16; 2]) -> impl Iterator<Item = u32> + use<> {
        let occupied = board[0] | board[1];
        (0..self.cells).filter(move |cell| occupied >> cell & 1 == 0)
    }
}

fn mover(board: [u16; 2]) -> usize {
    (board[0] | board[1]).count_ones() as usize % 2
}

fn with(mut board: [u16; 2], player: usize, cell: u32) -> [u16; 2] {
    board[player] |= 1 << cell;
    board
}

impl Space for Row {
    type State = [u16; 2];

    fn root(&self) -> [u16; 2] {
        self.root
    }

    fn node_type(&self, state: &[u16; 2]) -> NodeType {
        if mover(*state) == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &[u16; 2], _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        let winner = (0..2).find(|&player| self.has_line(state[player]));
        match winner {
            Some(player) => Evaluation::of_solved(player == self.prover),
            None if self.empty(*state).next().is_none() => Evaluation::Disproved,
            None => Evaluation::Unknown(Numbers::ONE),
        }
    }

    fn expand(&mut self, state: &[u16; 2], _depth: u32, children: &mut Children<[u16; 2]>) {
        self.effort.nodes += 1;
        for cell in self.empty(*state) {
            children.push(Move(cell), with(*state, mover(*state), cell), None);
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn null_move(&self, state: &[u16; 2]) -> Option<[u16; 2]> {
        Some([state[1], state[0]])
    }
}

/// Thomsen's definitions as they stand, on a board where it is said who is to move. Stones are those of
/// the attacker and of the defender.
struct Definition<'r> {
    row: &'r Row,
    known: HashMap<([u16; 2], u32), bool>,
}

impl Definition<'_> {
    /// Whether the attacker, who is to move, has a λⁱ win for some i up to the order.
    fn wins(&mut self, board: [u16; 2], order: u32) -> bool {
        if let Some(&known) = self.known.get(&(board, order)) {
            return known;
        }
        let moves: Vec<_> = self.row.empty(board).map(|cell| with(board, 0, cell)).collect();
        let wins = moves.into_iter().any(|next| {
            // A pass of the defender leaves the attacker to move.
            self.row.has_line(next[0])
                || order > 0
                    && (self.wins(board, order - 1)
                        || self.wins(next, order - 1) && self.every_reply_loses(next, order))
        });
        self.known.insert((board, order), wins);
        wins
    }

    fn every_reply_loses(&mut self, board: [u16; 2], order: u32) -> bool {
        let replies: Vec<_> = self.row.empty(board).map(|cell| with(board, 1, cell)).collect();
        let loses = |it: [u16; 2]| !self.row.has_line(it[1]) && self.wins(it, order);
        !replies.is_empty() && replies.into_iter().all(loses)
    }
}

/// Whether the side to move wins, by trying everything.
fn truth(row: &Row, board: [u16; 2], known: &mut HashMap<[u16; 2], i8>) -> i8 {
    let (own, other) = (mover(board), 1 - mover(board));
    if row.has_line(board[other]) {
        return -1;
    }
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let values = row.empty(board).map(|cell| -truth(row, with(board, own, cell), known));
    let value = values.max().unwrap_or(0);
    known.insert(board, value);
    value
}

/// For every position of a board that goes on: λ-search finds what the definition says, and nothing else.
/// Returns how many positions the side to move wins, and by what order at most.
fn compare(row: &Row, orders: u32) -> (usize, Vec<usize>) {
    let mut values = HashMap::new();
    truth(row, [0; 2], &mut values);
    let mut definition = Definition { row, known: HashMap::new() };
    let (mut wins, mut found) = (0, vec![0; orders as usize + 1]);
    for (&board, &value) in &values {
        let prover = mover(board);
        let attacker = [board[prover], board[1 - prover]];
        wins += usize::from(value > 0);
        for order in 0..=orders {
            let expected = definition.wins(attacker, order);
            assert!(value > 0 || !expected, "{board:?} {order}");
            let options = LambdaOptions { order, limit: u64::MAX };
            let (own, mirror) = (row.at(board, prover), row.at(board, 1 - prover));
            let mut space = LambdaSpace::new(own, mirror, options);
            let mv = space.winning_move(&board);
            assert_eq!(mv.is_some(), expected, "{board:?} {order}");
            if let Some((_, next)) = mv {
                let after = values.get(&next).copied().unwrap_or(-1);
                assert_eq!(after, -1, "{board:?} to {next:?}, {order}");
            }
            let mut search = PnSearch::new(space, Options::default());
            let verdict = search.step(u64::MAX, &mut ());
            assert_eq!(verdict == Verdict::Proved, expected, "{board:?} {order}");
            assert_ne!(verdict, Verdict::Disproved);
            found[order as usize] += usize::from(expected);
        }
    }
    println!(
        "{} positions, {wins} won for the side to move, found by order: {found:?}",
        values.len()
    );
    (wins, found)
}

#[test]
fn every_position_of_three_in_a_row_is_as_the_definition_says() {
    let (wins, found) = compare(&Row::new(3, 3, 3), 2);
    assert!(wins > 2000 && found[0] < found[1] && found[1] < found[2], "{wins} {found:?}");
    assert_eq!(found[2], wins);
}

#[test]
fn every_position_of_a_longer_board_is_as_the_definition_says() {
    let (wins, found) = compare(&Row::new(5, 2, 3), 1);
    assert!(wins > 1000 && found[0] < found[1], "{wins} {found:?}");
}

/// The worked example of `docs/algorithms/lambda-search.md`: a quiet move that wins by threats of order 2.
#[test]
fn the_worked_example() {
    let row = Row::new(3, 3, 3);
    let (own, other) = (1 << 1 | 1 << 3, 1 << 2 | 1 << 5);
    let board = [own, other];
    let win = |order: u32, board: [u16; 2], prover: usize| {
        let options = LambdaOptions { order, limit: 100 };
        let spaces = [row.at(board, prover), row.at(board, 1 - prover)];
        let [own, mirror] = spaces;
        LambdaSpace::new(own, mirror, options).winning_move(&board).map(|(mv, _)| mv)
    };
    assert_eq!([0, 1, 2].map(|order| win(order, board, 0)), [None, None, Some(Move(8))]);
    // After a pass there is a win by direct threats, not at once; colours are exchanged.
    let passed = [other, own | 1 << 8];
    assert_eq!(win(0, passed, 1), None);
    assert!(win(1, passed, 1).is_some());
    // And after every reply.
    for reply in [0, 4, 6, 7] {
        assert!(win(1, [own | 1 << 8, other | 1 << reply], 0).is_some());
    }
}

/// A space with null moves to states that have nothing to do with where they come from.
struct Astray<'g> {
    inner: TestSpace<'g>,
    size: u16,
    over: Vec<bool>,
}

impl<'g> Astray<'g> {
    fn new(game: &'g Explicit, claim: Claim) -> Astray<'g> {
        let size = game.len() as u16;
        let over = (0..size).map(|state| game.outcome(&state).is_some()).collect();
        Astray { inner: acyclic_space_of(game, claim, 0), size, over }
    }
}

impl Space for Astray<'_> {
    type State = u16;

    fn root(&self) -> u16 {
        self.inner.root()
    }

    fn node_type(&self, state: &u16) -> NodeType {
        self.inner.node_type(state)
    }

    fn evaluate(&mut self, state: &u16, depth: u32) -> Evaluation {
        self.inner.evaluate(state, depth)
    }

    fn expand(&mut self, state: &u16, depth: u32, children: &mut Children<u16>) {
        self.inner.expand(state, depth, children);
    }

    fn effort(&self) -> Effort {
        self.inner.effort()
    }

    fn null_move(&self, state: &u16) -> Option<u16> {
        let next = (state.wrapping_mul(31) ^ 5) % self.size;
        (!self.over[next as usize]).then_some(next)
    }
}

/// So many graphs: what is proved is true, whatever the null moves are.
fn agree(seed: u64, rounds: usize) {
    let mut rng = Rng::new(seed);
    let (mut proved, mut unknown, mut missed) = (0, 0, 0);
    for round in 0..rounds {
        let (nodes, most_moves) = [(20, 4), (40, 3), (15, 9), (60, 2)][round % 4];
        let shape = Shape { nodes, most_moves, backward: 0, ..Shape::default() };
        let game = Explicit::random(&shape, &mut rng);
        let player = Player::BOTH[rng.below(2)];
        let options =
            LambdaOptions { order: rng.below(4) as u32, limit: [2, 20, 1000][rng.below(3)] };
        let [own, mirror] = [player, player.other()].map(|it| Astray::new(&game, Claim::wins(it)));
        let mut search = PnSearch::new(LambdaSpace::new(own, mirror, options), Options::default());
        let verdict = search.step(u64::MAX, &mut ());
        let claim = Claim::wins(player);
        let holds = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        match verdict {
            Verdict::Proved => {
                assert!(holds, "{options:?} {claim:?} {game:?}");
                proved += 1;
            }
            Verdict::Disproved => panic!("a disproof says nothing"),
            Verdict::Unknown(_) => {
                unknown += 1;
                missed += usize::from(holds);
            }
        }
    }
    println!("{proved} proved, {unknown} unknown, of which {missed} hold");
    assert!(proved > rounds / 5, "{proved}");
}

#[test]
fn what_is_proved_holds_whatever_the_null_moves() {
    agree(601, 10_000);
}

#[test]
fn very_many_graphs_are_solved_rightly_or_not_at_all() {
    agree(602, 100_000);
}
