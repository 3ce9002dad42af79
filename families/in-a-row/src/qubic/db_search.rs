//! Winning threat sequences by dependency-based search (Allis 1994, section 4.3).
//!
//! **The model.** A threat and its forced reply are one *meta-move*, an operator: on a line with
//! two stones of the attacker and two empty cubes it turns one of these into the attacker's and the
//! other into the defender's. A goal is a line with three stones of the attacker and an empty cube;
//! since every meta-move blocks its own line, such a line is a double threat. The framework
//! ([`quod_depend`]) knows attributes only, so three properties of the whole board are hooks:
//!
//! * *Defender four*: sets of meta-moves that fill a line of the defender are forbidden, in any
//!   order.
//! * *Open defender three*: before a meta-move or goal is applied, each three of the defender with
//!   its fourth cube empty must be answered by the move itself or by another meta-move that the
//!   search joins in (the extended meta-operator).
//! * *Closed defender three*: an order must exist in which each three was answered at once. The
//!   thesis looks at one order, chosen at random, and loses some wins; here every order is tried
//!   until one will do, with the sets of cubes found hopeless noted.
//!
//! **Why it is complete.** Take a shortest winning sequence S, and for each meta-move k in it the
//! least set C(k) that holds k and with every member those it depends on, and in which each three
//! that is open before k is answered. S needs the answers too, before k or with it, so C(k) is part
//! of S up to k. Played in the order of S, C(k) is valid: a three open at some time in it either is
//! still open before k, which C(k) excludes, or is answered when S answers it, which is at once. So
//! the hooks reject none of these sets. By induction along S the search makes a node for each: the
//! merge of the nodes of those k depends on, mended until nothing is open. What the reply to the
//! last threat opens does not matter. Sets with the same cubes are one node (*transpositions*): of
//! the hooks and of the last step, which looks for an order of cubes, not of operators, only cubes
//! matter. A merge counts as possible if the cubes do not clash, so that it does not matter which
//! set of operators a node stands for. Tests compare it with exhaustive search, both ways.
//!
//! **Cost, and why the solver uses [`super::ThreatSearch`].** Nodes and time a search (one thread,
//! release build):
//!
//! | positions | wins | depth first | dependency-based | its combinations |
//! |---|---|---|---|---|
//! | 4,357 from a proof of the empty board | 1,760 | 36 nodes, 5.3 µs | 22 nodes, 23 µs | 1.8 |
//! | 24,000 at random, 6 to 40 stones | 13,934 | 7 nodes, 0.9 µs | 20 nodes, 12 µs | 0.3 |
//!
//! It makes fewer nodes where it counts, but a node here is an operator found by sets of
//! attributes, merged, judged and stored; there it is some word operations on the stack. Sleeping
//! threats and a table of lost positions already take from depth first search the permutations that
//! this search never makes.
//!
//! **What was needed.** Combinations of two nodes lose 1 of the 13,934 wins in the second set and
//! none in the first; without joining in answers, 96 and 69 are lost. **Tried and dropped:**
//! answers joined in at goals only, when all nodes are there. Then nodes are made for sets that no
//! order can save: more than 3,000 in 4 of 100 random positions, and often more than 30,000.
//! Distinct sets of operators as nodes, without transpositions: hardly more nodes in most
//! positions, but two such sets may clash where their cubes do not.

use std::sync::LazyLock;

use quod_depend::{
    AttributeSet, Counts, DbSearch as Search, Domain, Judgement, NodeType, Operator, OperatorId,
    Operators, Status,
};

use super::board::{Board, cells_of, cubes, places, through};
use super::lines::LINES;
use super::sequence::Sequence;

/// A state: the attacker's cubes, the defender's, the empty ones, 64 attributes each.
type Cubes = AttributeSet<3>;

/// One meta-move: a line with two stones of the attacker, the cube he takes, the forced reply.
#[derive(Clone, Copy, Debug)]
struct Threat {
    place: u8,
    cube: u8,
    reply: u8,
}

/// The operators, which know no position, and what they mean.
struct Threats {
    table: Operators<3>,
    /// By operator; for goals, the line, and its empty cube twice.
    threats: Vec<Threat>,
}

static THREATS: LazyLock<Threats> = LazyLock::new(|| {
    let mut threats = Vec::new();
    let mut operators = Vec::new();
    let mut goals = Vec::new();
    for (place, &line) in (0..).zip(&LINES) {
        for cube in cubes(line) {
            for reply in cubes(line & !(1 << cube)) {
                let (x, y) = (1 << cube, 1 << reply);
                operators.push(Operator {
                    precondition: AttributeSet([line & !x & !y, 0, x | y]),
                    delete: AttributeSet([0, 0, x | y]),
                    add: AttributeSet([x, y, 0]),
                });
                threats.push(Threat { place, cube: cube as u8, reply: reply as u8 });
            }
        }
    }
    for (place, &line) in (0..).zip(&LINES) {
        for cube in cubes(line) {
            goals.push(AttributeSet([line & !(1 << cube), 0, 1 << cube]));
            threats.push(Threat { place, cube: cube as u8, reply: cube as u8 });
        }
    }
    let table = Operators::new(operators, goals).expect("threats delete empty cubes they need");
    Threats { table, threats }
});

/// The operator that takes one empty cube of a line and leaves the other to the defender.
fn operator(place: usize, cube: u64, reply: u64) -> OperatorId {
    let rank = |of: u64, among: u64| (among & (of - 1)).count_ones();
    OperatorId(place as u32 * 12 + rank(cube, LINES[place]) * 3 + rank(reply, LINES[place] & !cube))
}

/// A dependency-based search for winning threat sequences.
pub struct DbSearch {
    search: Search<3>,
    position: Position,
    total: Counts,
}

impl Default for DbSearch {
    fn default() -> DbSearch {
        let position = Position::default();
        DbSearch { search: Search::new(&position), position, total: Counts::default() }
    }
}

impl DbSearch {
    /// What all searches did together; the most partners of any.
    pub fn counts(&self) -> Counts {
        self.total
    }

    /// A sequence that wins for the attacker, who is to move; `None` if there is none.
    pub fn search(&mut self, board: &Board) -> Option<Sequence> {
        self.position.moves.clear();
        let found = match self.position.start(board) {
            Start::Won => true,
            Start::Lost => false,
            Start::Open => self.run(),
        };
        found.then(|| sequence(board, &self.position.moves))
    }

    fn run(&mut self) -> bool {
        if self.position.board.attacker_pairs() == 0 {
            return false;
        }
        self.search.restart(&self.position);
        let found =
            matches!(self.search.step(&mut self.position, u64::MAX, &mut ()), Status::Solved(_));
        let (total, counts) = (&mut self.total, self.search.counts());
        total.dependency_nodes += counts.dependency_nodes;
        total.combination_nodes += counts.combination_nodes;
        total.goals += counts.goals;
        total.mending += counts.mending;
        total.wide += counts.wide;
        total.mended += counts.mended;
        total.levels += counts.levels;
        total.partners = total.partners.max(counts.partners);
        found
    }
}

/// The sequence with these moves, which win on this board.
fn sequence(board: &Board, moves: &[u8]) -> Sequence {
    let mut sequence = Sequence::EMPTY;
    sequence.len = moves.len() as u8;
    sequence.moves[..moves.len()].copy_from_slice(moves);
    let mut board = *board;
    for &cube in moves {
        let cube = u32::from(cube);
        let fills = board.attacker_wins();
        let threats = cells_of(board.attacker_pairs() & through(cube), board.empty());
        sequence.cells |= 1 << cube;
        if fills >> cube & 1 == 0 {
            sequence.cells |= threats;
        }
        board.attack(cube);
        cubes(threats & board.empty()).take(1).for_each(|reply| board.defend(reply));
    }
    sequence
}

enum Start {
    Won,
    Lost,
    Open,
}

/// The domain: a position in which nobody has a three.
#[derive(Default)]
struct Position {
    board: Board,
    /// The moves before the search began; after it, all moves of the sequence found.
    moves: Vec<u8>,
    /// Attacks and replies left after which no order wins, for the goal being judged.
    hopeless: Vec<(u64, u64)>,
}

impl Position {
    /// Plays what is forced: where the defender has a three the attacker has no choice.
    fn start(&mut self, board: &Board) -> Start {
        self.board = *board;
        let wins = board.attacker_wins();
        if wins != 0 {
            self.moves.push(wins.trailing_zeros() as u8);
            return Start::Won;
        }
        loop {
            let must = self.board.defender_wins();
            if must == 0 {
                return Start::Open;
            }
            if must & (must - 1) != 0 {
                return Start::Lost;
            }
            let cube = must.trailing_zeros();
            let pairs = self.board.attacker_pairs() & through(cube);
            let replies = cells_of(pairs, self.board.empty()) & !must;
            if replies == 0 {
                return Start::Lost;
            }
            self.moves.push(cube as u8);
            if replies & (replies - 1) != 0 {
                return Start::Won;
            }
            self.board.attack(cube);
            self.board.defend(replies.trailing_zeros());
        }
    }

    /// The fourth cubes of the first open defender three, for each way in which the sequence with
    /// these cubes may end: some cube of the goal's line is taken last, and the reply to it, which
    /// is never played, is on a line with it that is otherwise the attacker's. Also whether some
    /// way has no open three.
    fn open_threes(&self, attacks: u64, replies: u64, line: u64) -> (u64, bool) {
        let (mut needs, mut closed) = (0, false);
        let attacker = self.board.attacker | attacks;
        let mut all = self.board;
        cubes(attacks).for_each(|cube| all.attack(cube));
        for cube in cubes(attacks & line) {
            let lines = through(cube) & all.a3 & !self.board.d1;
            for reply in cubes(cells_of(lines, replies & !attacker)) {
                let mut board = all;
                cubes(replies & !(1 << reply)).for_each(|cube| board.defend(cube));
                match board.defender_wins() {
                    0 => closed = true,
                    open => needs |= open & open.wrapping_neg(),
                }
            }
        }
        (needs, closed)
    }

    /// Judges a threat made after these attacks and replies.
    fn judge_threat(&mut self, threat: Threat, attacks: u64, replies: u64) -> Judgement<3> {
        let mut board = self.board;
        cubes(attacks).for_each(|cube| board.attack(cube));
        cubes(replies).for_each(|cube| board.defend(cube));
        // 1. Open threes that the threat does not answer.
        let open = board.defender_wins() & !(1 << threat.cube);
        if open != 0 {
            return Judgement::Needs(AttributeSet([open & open.wrapping_neg(), 0, 0]));
        }
        // 2. Without new threes, any order will do.
        if board.d3 & !self.board.d3 == 0 {
            return Judgement::Accept;
        }
        let (before, start) = (self.moves.len(), self.board);
        let (attacks, replies) = (attacks | 1 << threat.cube, replies | 1 << threat.reply);
        self.hopeless.clear();
        let ordered = self.arrange(&start, 0, attacks, replies, false);
        self.moves.truncate(before);
        if ordered { Judgement::Accept } else { Judgement::Reject }
    }

    /// Orders the cubes in `left` so that each is a threat when it is taken, is answered in
    /// `replies`, and each defender three is answered at once; `must` is the cube of such a three.
    /// Ends with the first double threat.
    fn arrange(&mut self, board: &Board, must: u64, left: u64, replies: u64, wins: bool) -> bool {
        if self.hopeless.contains(&(left, replies)) {
            return false;
        }
        let pairs = board.attacker_pairs();
        for cube in cubes(if must == 0 { left } else { left & must }) {
            let cells = cells_of(pairs & through(cube), board.empty()) & !(1 << cube);
            if cells & cells.wrapping_sub(1) != 0 {
                self.moves.push(cube as u8);
                return true;
            }
            if cells & replies == 0 {
                continue;
            }
            let rest = left & !(1 << cube);
            if rest == 0 && !wins {
                // What this leaves open is for others to answer, perhaps long before.
                return true;
            }
            let reply = cells.trailing_zeros();
            let mut next = *board;
            next.attack(cube);
            let threes = next.defender_pairs() & through(reply);
            next.defend(reply);
            let must = cells_of(threes, next.empty());
            if must & must.wrapping_sub(1) != 0 {
                continue;
            }
            self.moves.push(cube as u8);
            if self.arrange(&next, must, rest, replies & !cells, wins) {
                return true;
            }
            self.moves.pop();
        }
        self.hopeless.push((left, replies));
        false
    }
}

impl Domain<3> for Position {
    fn operators(&self) -> &Operators<3> {
        &THREATS.table
    }

    fn initial(&self) -> Cubes {
        AttributeSet([self.board.attacker, self.board.defender, self.board.empty()])
    }

    fn initial_operators(&self, into: &mut Vec<OperatorId>) {
        for place in places(self.board.attacker_pairs()) {
            let pair = LINES[place] & self.board.empty();
            let lower = pair & pair.wrapping_neg();
            into.push(operator(place, lower, pair ^ lower));
            into.push(operator(place, pair ^ lower, lower));
        }
    }

    fn transpositions(&self) -> bool {
        true
    }

    /// Each cube belongs to one side, each attack has its reply, and there is no defender four.
    fn permits(&mut self, _: NodeType, key: Option<OperatorId>, state: &Cubes) -> bool {
        let [attacker, defender, _] = state.0;
        let fours = |lines: u128| places(lines).any(|place| LINES[place] & !defender == 0);
        if let Some(key) = key {
            return !fours(through(u32::from(THREATS.threats[key.index()].reply)));
        }
        attacker & defender == 0
            && (attacker & !self.board.attacker).count_ones()
                == (defender & !self.board.defender).count_ones()
            && LINES.iter().all(|line| line & !defender != 0)
    }

    fn judge(&mut self, next: OperatorId, state: &Cubes, _: &mut Vec<OperatorId>) -> Judgement<3> {
        let threat = THREATS.threats[next.index()];
        let attacks = state.0[0] & !self.board.attacker;
        let replies = state.0[1] & !self.board.defender;
        if !THREATS.table.is_goal(next) {
            return self.judge_threat(threat, attacks, replies);
        }
        let line = LINES[usize::from(threat.place)];
        let (needs, closed) = self.open_threes(attacks, replies, line);
        let start = self.board;
        self.hopeless.clear();
        if closed && self.arrange(&start, 0, attacks, replies, true) {
            return Judgement::Accept;
        }
        match needs {
            0 => Judgement::Reject,
            _ => Judgement::Needs(AttributeSet([needs, 0, 0])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::testing::{completions, plain, random_position};
    use crate::qubic::{ThreatSearch, refutes};
    use quod_game::testkit::Rng;
    use std::collections::HashMap;

    /// Positions with 6 to 40 stones, from either side; every fourth dense with pairs of both.
    fn varied(n: usize) -> Vec<(u64, u64)> {
        let mut random = Rng::new(4);
        let mut positions = Vec::new();
        while positions.len() < n {
            let stones = 6 + random.below(35) as u32;
            let attacker = stones / 2 + random.below(2) as u32;
            let mut position = random_position(&mut random, attacker, stones - attacker);
            if positions.len() % 4 == 0 {
                for _ in 0..8 {
                    let other = random_position(&mut random, attacker, stones - attacker);
                    let pairs = |(a, d): (u64, u64)| {
                        let board = Board::new(a, d);
                        board.attacker_pairs().count_ones() + board.defender_pairs().count_ones()
                    };
                    if pairs(other) > pairs(position) {
                        position = other;
                    }
                }
            }
            if completions(position.0, position.1) == 0 {
                positions.push(position);
            }
        }
        positions
    }

    #[test]
    fn db_search_finds_exactly_the_wins_of_plain_exhaustive_search() {
        let (mut db, mut threats) = (DbSearch::default(), ThreatSearch::default());
        let mut wins = 0;
        for (a, d) in varied(12_000).into_iter().flat_map(|(a, d)| [(a, d), (d, a)]) {
            let board = Board::new(a, d);
            let found = db.search(&board);
            let expected = plain(a, d, &mut HashMap::new());
            assert_eq!(found.is_some(), expected, "{a:#x} {d:#x}");
            assert_eq!(threats.search(&board).is_some(), expected, "{a:#x} {d:#x}");
            if let Some(sequence) = found {
                assert!(refutes(&sequence, &board), "{a:#x} {d:#x}");
                wins += 1;
            }
        }
        let counts = db.counts();
        assert!((10_000..20_000).contains(&wins), "{wins} wins say little");
        // The general cases occur: three nodes or more, and answers joined in.
        assert!(counts.wide > 500 && counts.partners > 3 && counts.mended > 500, "{counts:?}");
    }

    #[test]
    fn stones_where_a_sequence_is_not_concerned_change_nothing() {
        let mut db = DbSearch::default();
        for (a, d) in varied(1_000) {
            let board = Board::new(a, d);
            let Some(found) = db.search(&board) else { continue };
            for cube in cubes(board.empty() & !found.concerns(&board)) {
                assert!(refutes(&found, &board.with_defence(cube)), "{a:#x} {d:#x} {cube}");
            }
        }
    }

    #[test]
    fn what_is_forced_at_the_start_is_played_first() {
        // The defender has a three on 0 1 2 3; 3 answers it and makes a threat on 3 7 11 15.
        let row = 1 | 1 << 1 | 1 << 2;
        let column = 1 << 7 | 1 << 11;
        let mut db = DbSearch::default();
        assert!(db.search(&Board::new(column, row)).is_none());
        // Another pair through 3, the layers' column 3 19 35 51, makes the threat double.
        let found = db.search(&Board::new(column | 1 << 19 | 1 << 35, row)).expect("a win");
        assert_eq!(found.moves(), [3]);
        // Two threes cannot be answered.
        assert!(db.search(&Board::new(column, row | 1 << 4 | 1 << 8)).is_none());
    }
}
