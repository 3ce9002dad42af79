//! The specialised dependency-based search finds a potential winning sequence exactly where the framework does, given
//! the thesis's operators (section 5.3.2) on a small board.

use quod_depend::{
    AttributeSet, DbSearch, Domain, NodeType, Operator, OperatorId, Operators, Status,
};
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_in_a_row::gomoku::{Board, Completions, Settings, ThreatSearch};
use quod_rules::Rule;

use super::{gomoku, random_position};

const SIZE: usize = 7;
/// Attacker, defender, empty: a bit a cell each, in a word each.
type Cells = AttributeSet<3>;

fn set(cells: &[usize]) -> u64 {
    cells.iter().fold(0, |set, &cell| set | 1 << cell)
}

/// All lines of so many cells.
fn lines(k: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for cell in 0..SIZE * SIZE {
        let (column, row) = (cell % SIZE, cell / SIZE);
        let (right, up, left) = (column + k <= SIZE, row + k <= SIZE, column + 1 >= k);
        for (fits, step) in
            [(right, 1), (up, SIZE), (right && up, SIZE + 1), (left && up, SIZE - 1)]
        {
            if fits {
                lines.push((0..k).map(|n| cell + n * step).collect());
            }
        }
    }
    lines
}

/// Needs the attacker on `own` and the other cells empty; he takes `cell`, the defender `replies`.
fn operator(own: &[usize], empty: &[usize], cell: usize, replies: &[usize]) -> Operator<3> {
    Operator {
        precondition: AttributeSet([set(own), 0, set(empty)]),
        delete: AttributeSet([0, 0, set(replies) | 1 << cell]),
        add: AttributeSet([1 << cell, set(replies), 0]),
    }
}

/// Fours, broken threes and threes with two replies and with three; fives and straight fours as goals.
fn production() -> Operators<3> {
    let (mut operators, mut goals) = (Vec::new(), Vec::new());
    let without = |line: &[usize], out: &[usize]| -> Vec<usize> {
        line.iter().copied().filter(|cell| !out.contains(cell)).collect()
    };
    for five in lines(5) {
        for &cell in &five {
            goals.push(AttributeSet([set(&without(&five, &[cell])), 0, 1 << cell]));
            for reply in without(&five, &[cell]) {
                let own = without(&five, &[cell, reply]);
                operators.push(operator(&own, &[cell, reply], cell, &[reply]));
            }
        }
    }
    for six in lines(6) {
        let (ends, inner) = ([six[0], six[5]], &six[1..5]);
        for &cell in inner {
            let straight = without(inner, &[cell]);
            goals.push(AttributeSet([set(&straight), 0, set(&[ends[0], ends[1], cell])]));
            for reply in without(inner, &[cell]) {
                let own = without(inner, &[cell, reply]);
                let replies = [ends[0], reply, ends[1]];
                operators.push(operator(&own, &[ends[0], ends[1], cell, reply], cell, &replies));
            }
        }
    }
    for seven in lines(7) {
        for &cell in &seven[2..5] {
            let own = without(&seven[2..5], &[cell]);
            let empty = [seven[0], seven[1], seven[5], seven[6], cell];
            operators.push(operator(&own, &empty, cell, &[seven[1], seven[5]]));
        }
    }
    Operators::new(operators, goals).expect("threats delete empty cells they need")
}

/// Sets of operators are merged by their stones: those with the same stones are one node.
struct Stones<'a> {
    table: &'a Operators<3>,
    initial: Cells,
}

impl Domain<3> for Stones<'_> {
    fn operators(&self) -> &Operators<3> {
        self.table
    }

    fn initial(&self) -> Cells {
        self.initial
    }

    fn transpositions(&self) -> bool {
        true
    }

    fn permits(&mut self, _: NodeType, _: Option<OperatorId>, state: &Cells) -> bool {
        state.0[0] & state.0[1] == 0
    }
}

#[test]
fn potential_sequences_are_those_of_the_framework() {
    let (game, table) = (gomoku(SIZE, Rule::Freestyle), production());
    let mut rng = Rng::new(5);
    let settings = Settings {
        confirm: false,
        category_reduction: false,
        four_nodes: 0,
        nodes: u64::MAX,
        levels: u32::MAX,
        ..Settings::default()
    };
    let (mut wins, mut losses) = (0, 0);
    for restricted_threes in [true, false] {
        let mut search = ThreatSearch::new(Settings { restricted_threes, ..settings });
        for _ in 0..600 {
            let stones = 4 + rng.below(16);
            let pos = random_position(&game, stones, &mut rng);
            let mut board = Board::set_up(&game, &pos);
            let player = game.to_move(&pos);
            // The framework knows nothing of the defender's fives, so neither side may have a four.
            let quiet = |it| board.completions(it) == Completions::None;
            if !Player::BOTH.into_iter().all(quiet) || board.has_three(player) {
                continue;
            }
            let cells = |of: Option<Player>| {
                let here = |&cell: &usize| game.stone(&pos, cell) == of;
                set(&(0..SIZE * SIZE).filter(here).collect::<Vec<_>>())
            };
            let initial: Cells =
                AttributeSet([cells(Some(player)), cells(Some(player.other())), cells(None)]);
            let mut domain = Stones { table: &table, initial };
            let mut framework = DbSearch::new(&domain);
            let found = match framework.step(&mut domain, 20_000, &mut ()) {
                Status::Solved(_) => true,
                Status::Exhausted => false,
                _ => continue,
            };
            let ours = search.vct(&mut board, player).is_some();
            assert_eq!(ours, found, "{}", game.picture(&pos, &[]));
            *if found { &mut wins } else { &mut losses } += 1;
        }
    }
    assert!(wins > 100 && losses > 100, "{wins} {losses}");
}
