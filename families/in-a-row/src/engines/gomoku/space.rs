//! Go-Moku as an AND/OR space in which threats do the work (Allis 1994, section 5.4).
//!
//! What a move or a reply is worth is said by [`Analyst`]; this file puts it into the search's words and
//! keeps what was found, since depth-first search comes back to a node many times.
//!
//! **Moves withheld.** The prover gets his moves a *page* at a time, and one more child, the next page: an OR node of the
//! same stones. Whoever reads a solution goes through it. It costs [`PAGE`] times what the best move of the page costs.
//!
//! **Numbers.** The proof number of a position with the opponent to move is the number of replies left, at [`LEFT`]
//! each, or of all replies if nothing is threatened; of one with the prover to move [`PER_MOVE`] for each of his stones.
//! On fifteen replies to 1.h8 g7 2.i7, 10 million nodes each at most: twelve proved, at 38 million nodes together. With a
//! cost that grows with the square of the depth five are; with [`Sums::Weak`] in place of sums eleven; with a page at
//! twice the cost twelve, at 43 million.
//!
//! [`Sums::Weak`]: quod_search::dfpn::Sums

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::gomoku::{Analyst, Board, Cells, Completions, Keys, Outlook, Symmetries, order, weight};
use hashbrown::HashMap;
use quod_game::{Move, Player};
use quod_rules::Rule;
use quod_search::dfpn::Table;
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// Added to the proof number for each of the prover's stones from the third on.
const PER_MOVE: u32 = 2;
/// Added to it for each reply left but one.
const LEFT: u32 = 2;
/// How much dearer the next page is than the best move of this one, as a multiple and in addition.
const PAGE: [u32; 2] = [4, 3];

/// A position in canonical form, and from which move on the prover has his choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub stones: [Cells; 2],
    pub key: u64,
    pub page: u16,
}

impl State {
    /// Stones on the board.
    pub fn count(&self) -> u32 {
        self.stones.iter().map(|it| it.iter().count() as u32).sum()
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        if self.count().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// A number that hardly any other state has.
    pub fn number(&self) -> u64 {
        self.key ^ u64::from(self.page).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (self.page, self.stones) == (other.page, other.stones)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.number());
    }
}

/// The code that stands where no move is made, from a page to the next.
pub(super) const NO_MOVE: Move = Move(1 << 16);

/// A child as it is kept: the move, or where the next page begins, and the numbers.
#[derive(Clone, Copy, Debug)]
struct Kept {
    cell: u16,
    is_page: bool,
    /// `None` if it must be evaluated.
    evaluation: Option<Evaluation>,
}

#[derive(Clone, Debug)]
enum Expanded {
    Lost,
    Won,
    Open(Arc<[Kept]>),
}

/// Parts of the memory, each behind a lock.
const SHARDS: usize = 64;

/// A part: what was found, and its bytes.
type Shard = (HashMap<u64, Expanded, foldhash::fast::FixedState>, usize);

/// What expansions found, shared by workers; forgotten part by part when there is too much of it.
pub(super) struct Memory {
    shards: Vec<Mutex<Shard>>,
    most: usize,
}

impl Memory {
    /// A memory of about so many bytes.
    pub fn new(bytes: u64) -> Memory {
        Memory {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: bytes as usize / SHARDS,
        }
    }

    fn shard(&self, number: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(number >> 58) as usize % SHARDS];
        shard.lock().expect("nobody panics here")
    }

    fn get(&self, number: u64) -> Option<Expanded> {
        self.shard(number).0.get(&number).cloned()
    }

    fn keep(&self, number: u64, expanded: Expanded) {
        let list = match &expanded {
            Expanded::Open(list) => size_of_val(&**list) + 16,
            _ => 0,
        };
        let mut shard = self.shard(number);
        let (map, bytes) = &mut *shard;
        if *bytes > self.most {
            map.clear();
            *bytes = 0;
        }
        if map.insert(number, expanded).is_none() {
            // (A table that grows is up to half empty.)
            *bytes += list + 2 * size_of::<(u64, Expanded)>();
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let bytes = |shard: &Mutex<Shard>| shard.lock().expect("nobody panics here").1 as u64;
        self.shards.iter().map(bytes).sum()
    }
}

/// Moves to be tried before others, by the key of the position, in its frame.
#[derive(Default)]
pub(super) struct Hints(HashMap<u64, Vec<u16>, foldhash::fast::FixedState>);

impl Hints {
    /// Of positions, each with a cell.
    pub fn new(size: usize, hints: impl Iterator<Item = ([Cells; 2], u16)>) -> Hints {
        let symmetries = Symmetries::of(size);
        let mut map = Hints::default();
        for (stones, cell) in hints {
            let (key, symmetry) = symmetries.keys(&stones).least();
            map.0.entry(key).or_default().push(symmetries.image(symmetry, cell));
        }
        map
    }

    fn of(&self, state: &State) -> &[u16] {
        self.0.get(&state.key).map_or(&[], Vec::as_slice)
    }
}

/// The space of "the prover wins".
pub(super) struct ThreatSpace {
    root: State,
    prover: Player,
    pub analyst: Analyst,
    symmetries: &'static Symmetries,
    empty: Board,
    memory: Arc<Memory>,
    hints: Arc<Hints>,
    expansions: u64,
}

impl ThreatSpace {
    /// The space at these stones.
    pub fn new(
        size: usize,
        rule: Rule,
        stones: &[Cells; 2],
        prover: Player,
        memory: Arc<Memory>,
    ) -> ThreatSpace {
        let symmetries = Symmetries::of(size);
        let empty = Board::new(size, rule);
        // (What is won by traps alone could not be written as line threats.)
        let empty = if prover == Player::First { empty } else { empty.without_traps() };
        ThreatSpace {
            root: canonical(symmetries, stones).0,
            prover,
            analyst: Analyst::of(rule),
            symmetries,
            empty,
            memory,
            hints: Arc::default(),
            expansions: 0,
        }
    }

    /// The same with hints. (To be given before the memory holds anything.)
    pub fn with_hints(self, hints: Arc<Hints>) -> ThreatSpace {
        ThreatSpace { hints, ..self }
    }

    /// The position's state, and the symmetry that leads to it.
    pub fn state_of(&self, stones: &[Cells; 2]) -> (State, usize) {
        canonical(self.symmetries, stones)
    }

    pub fn symmetries(&self) -> &'static Symmetries {
        self.symmetries
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Whether the prover's first moves here are hints.
    pub fn is_hinted(&self, state: &State) -> bool {
        state.page == 0 && !self.hints.of(state).is_empty()
    }

    /// The stones on a board.
    fn board(&self, state: &State) -> Board {
        self.board_with(&state.stones)
    }

    /// A board with these stones.
    pub fn board_with(&self, stones: &[Cells; 2]) -> Board {
        let mut board = self.empty.clone();
        for player in Player::BOTH {
            stones[player.index()].iter().for_each(|cell| board.put(player, cell));
        }
        board
    }

    fn child(&self, state: &State, keys: Keys, cell: u16) -> (State, usize) {
        let player = state.mover();
        let (key, symmetry) = self.symmetries.with(keys, player, cell).least();
        let mut stones = state.stones;
        stones[player.index()].add(cell);
        let stones = stones.map(|it| self.symmetries.image_of(symmetry, &it));
        (State { stones, key, page: 0 }, symmetry)
    }

    /// Of the prover's moves, hints first and then the most promising, the first after which the position is known to be
    /// proved; in the frame of the state.
    pub fn proved_move(&self, state: &State, table: &Table) -> Option<u16> {
        let keys = self.symmetries.keys(&state.stones);
        let order = order(&self.board(state), self.prover, self.hints.of(state));
        let leads = |&cell: &u16| table.is_proved(self.child(state, keys, cell).0.number());
        order.into_iter().find(leads)
    }

    /// The move that leads from a position to another, in the first one's frame, and the symmetry from there to the other's.
    fn frame_after(&self, before: &State, after: &State) -> Option<(u16, usize)> {
        let keys = self.symmetries.keys(&before.stones);
        self.board(before).empty().find_map(|cell| {
            let (key, symmetry) = self.symmetries.with(keys, before.mover(), cell).least();
            (key == after.key).then_some((cell, symmetry))
        })
    }

    /// The move that is known to win after a reply, in the frame of the position before it.
    pub fn answer(&self, before: &State, after: &State, table: &Table) -> Option<u16> {
        let cell = self.proved_move(after, table)?;
        let (_, symmetry) = self.frame_after(before, after)?;
        Some(self.symmetries.origin(symmetry, cell))
    }

    /// Moves in the frame of the position before a reply, with something of each: after it, the numbers of the states that
    /// they lead to.
    pub fn after_reply<T: Copy>(
        &self,
        before: &State,
        after: &State,
        moves: &[(u16, T)],
    ) -> Vec<(u64, T)> {
        let Some((reply, symmetry)) = self.frame_after(before, after) else { return Vec::new() };
        let keys = self.symmetries.keys(&after.stones);
        let number = |cell| {
            let cell = self.symmetries.image(symmetry, cell);
            self.child(after, keys, cell).0.number()
        };
        let free = moves.iter().filter(|it| it.0 != reply);
        free.map(|&(cell, it)| (number(cell), it)).collect()
    }

    /// The move that leads from a position to another, in the first one's frame.
    pub fn reply_to(&self, from: &State, to: &State) -> Option<u16> {
        Some(self.frame_after(from, to)?.0)
    }

    /// What a position with the prover to move, or with one reply left, costs after so many stones.
    fn cost(&self, stones: u32) -> u32 {
        1 + PER_MOVE * (stones.saturating_sub(4) / 2)
    }

    fn evaluation(&self, outlook: &Outlook, stones: u32) -> Evaluation {
        let cost = self.cost(stones);
        let proof = match outlook {
            Outlook::Won => return Evaluation::Proved,
            Outlook::Lost => return Evaluation::Disproved,
            Outlook::Quiet => cost + (self.empty.size() * self.empty.size()) as u32 - stones,
            Outlook::Four => cost,
            Outlook::Threat(left, _) => cost + LEFT * (left - 1),
        };
        Evaluation::Unknown(Numbers::new(proof, 1))
    }

    fn expand_or(&mut self, state: &State) -> Expanded {
        let (stones, keys) = (state.count(), self.symmetries.keys(&state.stones));
        let mut board = self.board(state);
        let from = usize::from(state.page);
        let first = self.hints.of(state);
        let (moves, next) = self.analyst.prover_moves(&mut board, self.prover, first, from);
        let mut kept = Vec::new();
        for (cell, outlook) in &moves {
            let evaluation = Some(self.evaluation(outlook, stones + 1));
            kept.push(Kept { cell: *cell, is_page: false, evaluation });
            if let Outlook::Threat(_, Some(left)) = outlook {
                // What counting found is the child's expansion.
                let (child, symmetry) = self.child(state, keys, *cell);
                let image = |cell: &u16| self.symmetries.image(symmetry, *cell);
                let left = left.iter().map(image).collect();
                let expanded = self.replies(&self.board(&child), left, stones + 2);
                self.memory.keep(child.number(), expanded);
            }
        }
        if let Some(next) = next {
            let proof = |it: &Kept| Some(it.evaluation?.numbers().proof.get());
            let best = kept.iter().filter_map(proof).min().unwrap_or(self.cost(stones + 1));
            let cost = best.saturating_mul(1 + PAGE[0]).saturating_add(PAGE[1]);
            let evaluation = Some(Evaluation::Unknown(Numbers::new(cost, 1)));
            kept.push(Kept { cell: next as u16, is_page: true, evaluation });
        }
        Expanded::Open(kept.into())
    }

    fn expand_and(&mut self, state: &State) -> Expanded {
        let mut board = self.board(state);
        match board.completions(self.prover) {
            Completions::Many(_) => return Expanded::Won,
            Completions::One(cell) => {
                let forced = Kept { cell, is_page: false, evaluation: None };
                return Expanded::Open(Arc::new([forced]));
            }
            Completions::None => {}
        }
        let answer = self.analyst.replies(&mut board, self.prover);
        match answer.lost {
            true => Expanded::Lost,
            false => self.replies(&board, answer.left, state.count() + 1),
        }
    }

    /// Replies as children, those first that build and block most.
    fn replies(&self, board: &Board, left: Vec<u16>, stones: u32) -> Expanded {
        let weights = |cell: u16| {
            -weight(board, self.prover, cell) - weight(board, self.prover.other(), cell)
        };
        let mut order: Vec<(i32, u16)> =
            left.into_iter().map(|cell| (weights(cell), cell)).collect();
        order.sort_unstable();
        let evaluation = Some(Evaluation::Unknown(Numbers::new(self.cost(stones), 1)));
        let kept = |(_, cell)| Kept { cell, is_page: false, evaluation };
        Expanded::Open(order.into_iter().map(kept).collect())
    }
}

fn canonical(symmetries: &Symmetries, stones: &[Cells; 2]) -> (State, usize) {
    let (key, symmetry) = symmetries.keys(stones).least();
    let stones = stones.map(|it| symmetries.image_of(symmetry, &it));
    (State { stones, key, page: 0 }, symmetry)
}

impl Space for ThreatSpace {
    type State = State;

    fn root(&self) -> State {
        self.root
    }

    fn key(&self, state: &State) -> u64 {
        state.number()
    }

    fn node_type(&self, state: &State) -> NodeType {
        if state.mover() == self.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, state: &State, _depth: u32) -> Evaluation {
        let mut board = self.board(state);
        if self.node_type(state) == NodeType::And {
            let outlook = self.analyst.opponent_to_move(&mut board, self.prover);
            return self.evaluation(&outlook, state.count());
        }
        if self.analyst.sequence(&mut board, self.prover).is_some() {
            return Evaluation::Proved;
        }
        match board.completions(self.prover.other()) {
            Completions::Many(_) => Evaluation::Disproved,
            _ => Evaluation::Unknown(Numbers::new(self.cost(state.count()), 1)),
        }
    }

    fn expand(&mut self, state: &State, _depth: u32, children: &mut Children<State>) {
        let number = state.number();
        let expanded = self.memory.get(number).unwrap_or_else(|| {
            self.expansions += 1;
            let expanded = match self.node_type(state) {
                NodeType::Or => self.expand_or(state),
                NodeType::And => self.expand_and(state),
            };
            self.memory.keep(number, expanded.clone());
            expanded
        });
        let list = match expanded {
            Expanded::Lost => return children.settle(false),
            Expanded::Won => return children.settle(true),
            Expanded::Open(list) => list,
        };
        let keys = self.symmetries.keys(&state.stones);
        for &Kept { cell, is_page, evaluation } in list.iter() {
            match is_page {
                true => children.push(NO_MOVE, State { page: cell, ..*state }, evaluation),
                false => {
                    let child = self.child(state, keys, cell).0;
                    children.push(Move(cell.into()), child, evaluation);
                }
            }
        }
    }

    /// Not all moves that lose at once are refuted by threats, so a disproof says nothing.
    fn restricted(&self) -> bool {
        true
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.analyst.nodes() + self.expansions,
            evaluations: self.analyst.searches(),
            ..Effort::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use quod_search::dfpn::Replacement;

    use super::super::simulation::with;
    use super::*;

    #[test]
    fn what_wins_after_one_reply_is_found_after_another() {
        const SIZE: u16 = 9;
        let cell = |column: u16, row: u16| row * SIZE + column;
        let stones = with(&[Cells::default(); 2], Player::First, cell(4, 4));
        let stones = with(&with(&stones, Player::First, cell(4, 3)), Player::Second, cell(0, 0));
        let memory = Arc::new(Memory::new(1 << 20));
        let space = ThreatSpace::new(SIZE.into(), Rule::Freestyle, &stones, Player::First, memory);
        let (before, symmetry) = space.state_of(&stones);
        let after = |reply| space.state_of(&with(&stones, Player::Second, reply)).0;
        let moved = |reply, own| {
            let stones = with(&with(&stones, Player::Second, reply), Player::First, own);
            space.state_of(&stones).0.number()
        };
        let (known, own) = (cell(8, 0), cell(3, 5));
        let table = Table::with_bytes(1 << 16, Replacement::Effort);
        assert_eq!(space.answer(&before, &after(known), &table), None);
        table.learn(&[moved(known, own)]);
        let found = space.answer(&before, &after(known), &table).unwrap();
        assert_eq!(space.symmetries.origin(symmetry, found), own);
        for reply in [cell(0, 8), cell(7, 2), cell(8, 8), cell(3, 4)] {
            let numbers = space.after_reply(&before, &after(reply), &[(found, 7)]);
            assert_eq!(numbers, [(moved(reply, own), 7)]);
        }
        // The reply is on the cell.
        assert_eq!(space.after_reply(&before, &after(own), &[(found, 7)]), []);
    }
}
