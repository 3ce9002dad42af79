//! Depth-first proof-number search on a stack, so that it can stop after any node.

use hashbrown::HashMap;
use quod_game::Move;
use quod_search::OutOfMemory;

use crate::hands::Hands;
use crate::stages::{Stages, UNIT};
use crate::table::{Asked, Numbers, SOLVED, Table};
use crate::{Defence, MateGame};

/// Moves left that no move takes from: a win in any number of moves is asked for.
pub const FOREVER: u16 = u16::MAX - 1;

/// What is left after a move that takes so many.
pub(crate) fn left_after(left: u16, counts: u16) -> u16 {
    if left == FOREVER { FOREVER } else { left - counts }
}

/// A position, with the moves that the attacker has left there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node<B> {
    /// The position.
    pub board: B,
    /// The moves left, or [`FOREVER`].
    pub left: u16,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing yet.
    Nothing,
    /// The attacker wins in time.
    Won,
    /// It does not.
    NotWon,
    /// It does not by the moves that the search was restricted to.
    NotWonSo,
}

/// What the table knows a position by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    hash: u64,
    /// The attacker's hand.
    hand: u32,
}

/// Where in the stack positions of one board are, with the attacker's hand; the last is the latest.
type Places = Vec<(u32, usize)>;

struct Child {
    mv: Move,
    key: Key,
    numbers: Numbers,
    /// The proof number that its position begins with.
    rank: u32,
    /// The moves that it takes from those left.
    counts: u16,
    /// If it is not won because play comes back to a position of the line to it: where in the line, else [`NOWHERE`].
    back_to: usize,
    /// Replies that are much alike have one number, all others have [`ALONE`].
    alike: u8,
}

/// Of a child that is not won whatever the line to it.
const NOWHERE: usize = usize::MAX;
/// Of what is not won on one line: on others it is looked at late. With a number beyond all others the search gave up on
/// positions that many lines come back to, and the mate of 117 plies took half as many nodes again.
const PUT_OFF: Numbers = Numbers::of(10, 1);
/// Of a child that is like no other.
const ALONE: u8 = ALIKE as u8;
/// How many sorts of replies that are alike a position may have.
const ALIKE: usize = 8;

struct Frame<B> {
    node: Node<B>,
    key: Key,
    attackers: bool,
    children: Vec<Child>,
    /// What the position is worth if the game is over there.
    over: Option<Numbers>,
    /// The thresholds at which the search leaves the node.
    most: Numbers,
    /// The child below which the search is.
    at: usize,
    /// Nodes when the frame was opened.
    began: u64,
}

/// Moves that refuted others lately, by the moves left.
struct Killers([Move; Killers::MOST]);

impl Killers {
    const MOST: usize = 64;

    fn of(&mut self, left: u16) -> &mut Move {
        &mut self.0[usize::from(left).min(Killers::MOST - 1)]
    }
}

/// A search for one attacker, with a table that holds whatever was asked of it.
pub struct MateSearch<L: MateGame> {
    laws: L,
    hands: Hands,
    attacker: usize,
    table: Table,
    nodes: u64,
    expansions: u64,
    stack: Vec<Frame<L::Board>>,
    /// Where in the stack a position is, if the question has no number of moves.
    line: HashMap<u64, Places>,
    root: Node<L::Board>,
    /// The most moves of the attacker's that a position is expanded to; all without a number.
    width: Option<usize>,
    stages: Stages,
    /// The nodes of a unit of the stages.
    unit: u64,
    killers: Killers,
    /// Of the last question that was won: within how many moves.
    within: u16,
    /// The last mate.
    mate: Option<Move>,
    /// Lists to be used again.
    lists: Vec<Vec<Child>>,
    moves: Vec<Move>,
    below: Vec<Move>,
    next: Vec<(L::Board, Key, Option<Numbers>)>,
}

/// The stages of a question. Restricted trees take half of the nodes from the longest problems and find none of them.
fn stages_of(left: u16, unit: u64, nodes: u64) -> Stages {
    if left == FOREVER { Stages::all() } else { Stages::new(unit, nodes) }
}

/// The number of a sort of replies, whose sorts so far are these; that of no other reply if there are too many.
fn numbered(sorts: &mut [Option<u16>; ALIKE], sort: u16) -> u8 {
    let free_or_own = |it: &Option<u16>| it.is_none_or(|it| it == sort);
    sorts.iter().position(free_or_own).map_or(ALONE, |at| {
        sorts[at] = Some(sort);
        at as u8
    })
}

/// A sum of numbers of which none is [`SOLVED`], or that does not matter.
fn add(a: u32, b: u32) -> u32 {
    (a + b).min(SOLVED - 1)
}

impl<L: MateGame> MateSearch<L> {
    /// A search at a root, with a table of so many entries.
    ///
    /// # Errors
    /// If the system refuses the table's memory.
    pub fn new(
        laws: L,
        attacker: usize,
        board: L::Board,
        left: u16,
        entries: u64,
    ) -> Result<MateSearch<L>, OutOfMemory> {
        let hands = Hands::new(laws.guards());
        Ok(MateSearch {
            laws,
            hands,
            attacker,
            table: Table::new(entries, hands)?,
            nodes: 0,
            expansions: 0,
            stack: Vec::new(),
            line: HashMap::new(),
            root: Node { board, left },
            width: None,
            stages: stages_of(left, UNIT, 0),
            unit: UNIT,
            killers: Killers([Move(0); Killers::MOST]),
            within: 0,
            mate: None,
            lists: Vec::new(),
            moves: Vec::new(),
            below: Vec::new(),
            next: Vec::new(),
        })
    }

    /// The same search with so many of the attacker's moves at most.
    #[must_use]
    pub fn restricted(self, width: Option<usize>) -> MateSearch<L> {
        MateSearch { width, ..self }
    }

    /// The same search with restricted stages that begin after so many nodes and not a million.
    #[must_use]
    pub fn in_turns(self, unit: u64) -> MateSearch<L> {
        MateSearch { unit, stages: stages_of(self.root.left, unit, self.nodes), ..self }
    }

    /// The most moves of the attacker's that are looked at in a position; `None` for all.
    pub fn width(&self) -> Option<usize> {
        self.width
    }

    /// Asks another question of the same attacker.
    pub fn ask(&mut self, board: L::Board, left: u16) {
        self.root = Node { board, left };
        self.stages = stages_of(left, self.unit, self.nodes);
        self.stack.clear();
        self.line.clear();
    }

    /// Asks with stages of the caller's.
    pub(super) fn ask_in(&mut self, board: L::Board, left: u16, stages: Stages) {
        self.ask(board, left);
        self.stages = stages;
    }

    /// Where the stages stand.
    pub(super) fn stages(&self) -> Stages {
        self.stages
    }

    /// Positions looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions whose moves were generated in the tree.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// The rules.
    pub fn laws(&self) -> &L {
        &self.laws
    }

    /// 0 if White attacks, 1 if Black does.
    pub fn attacker(&self) -> usize {
        self.attacker
    }

    /// What the table is asked. Its numbers count from one: 0 moves within which a side wins say there that none is known.
    /// Where a side can win by the other's move, 0 moves is a number like others, so all are one greater there.
    fn asked(&self, key: Key, left: u16) -> Asked {
        let Key { hash, hand } = key;
        Asked { key: hash, hand, left: left + self.more(), stage: self.stages.mark() }
    }

    fn key(&self, board: &L::Board) -> Key {
        Key { hash: self.laws.hash(board), hand: self.laws.hand(board) }
    }

    /// By how much numbers in the table are greater.
    fn more(&self) -> u16 {
        u16::from(!self.laws.only_own_moves_win())
    }

    /// What the table says.
    fn told(&self, asked: &Asked) -> Option<Numbers> {
        let numbers = self.table.numbers(asked)?;
        let within = numbers.within.saturating_sub(self.more());
        Some(Numbers { within, ..numbers })
    }

    /// The numbers of the root, as the table has them.
    pub fn numbers(&self) -> Numbers {
        let asked = self.asked(self.key(&self.root.board), self.root.left);
        self.told(&asked).unwrap_or(Numbers::UNSOLVED)
    }

    /// Of the last question that was won: within how many moves, by the tree that showed it; not more than asked.
    pub fn within(&self) -> u16 {
        self.within
    }

    /// The moves from the root to where the search is.
    pub fn line(&self) -> Vec<Move> {
        let below = self.stack.iter().rev().skip(1).rev();
        below.map(|frame| frame.children[frame.at].mv).collect()
    }

    /// The same as far as it is a line by the rules: where the search plays another game it may leave that line, with a move
    /// that the rules do not have there.
    pub fn line_by_rules(&self) -> Vec<Move> {
        let mut board = self.root.board.clone();
        let mut line = self.line();
        let known = line.iter().take_while(|&&mv| {
            let is_legal = self.laws.legal_by_rules(&board).contains(&mv);
            if is_legal {
                board = self.laws.play_by_rules(&board, mv);
            }
            is_legal
        });
        let length = known.count();
        line.truncate(length);
        line
    }

    /// Searches on until so many more nodes were looked at, or to the end.
    pub fn step(&mut self, nodes: u64) -> Found {
        let end = self.nodes.saturating_add(nodes);
        loop {
            let Some(numbers) = self.in_stage(end) else { return Found::Nothing };
            let won = numbers.and_then(Numbers::solved);
            match won {
                Some(true) => {
                    self.within = numbers.map_or(0, |it| it.within);
                    return Found::Won;
                }
                Some(false) if self.width.is_some() => return Found::NotWonSo,
                Some(false) if self.stages.width().is_none() => return Found::NotWon,
                _ => {
                    self.close();
                    self.stages.next(won.is_some(), self.nodes);
                }
            }
        }
    }

    /// Leaves all frames; what they know goes to the table.
    pub(super) fn close(&mut self) {
        while let Some(frame) = self.stack.pop() {
            let (numbers, _, _) = frame.judged();
            self.leave(&frame, numbers, Move(0));
            self.lists.push(frame.children);
        }
    }

    /// Writes down what a frame that was popped knows. If that holds on this line alone, it says where in the line play
    /// comes back to: then the table is told to put the position off.
    fn leave(&mut self, frame: &Frame<L::Board>, numbers: Numbers, best: Move) -> usize {
        if let Some(places) = self.line.get_mut(&frame.key.hash) {
            places.pop();
            if places.is_empty() {
                self.line.remove(&frame.key.hash);
            }
        }
        let back_to = match numbers.disproof {
            0 => frame.back_to(),
            _ => NOWHERE,
        };
        // Play that comes back to the position itself never ends, whatever the line to it.
        let own = back_to >= self.stack.len();
        self.put(frame, if own { numbers } else { PUT_OFF }, best);
        if own { NOWHERE } else { back_to }
    }

    fn enter(&mut self, frame: Frame<L::Board>) {
        if frame.node.left == FOREVER {
            let place = (frame.key.hand, self.stack.len());
            self.line.entry(frame.key.hash).or_default().push(place);
        }
        self.stack.push(frame);
    }

    /// Where in the line a position is; [`NOWHERE`] if it is not there. With the board of one before and a hand that is no
    /// larger, the attacker has won nothing: what it wins from here it wins sooner from there.
    fn back_to(&self, key: Key) -> usize {
        let Some(places) = self.line.get(&key.hash) else { return NOWHERE };
        let mut own = places.iter().rev().filter(|it| self.hands.at_least(it.0, key.hand));
        own.next().map_or(NOWHERE, |it| it.1)
    }

    fn put(&mut self, frame: &Frame<L::Board>, numbers: Numbers, best: Move) {
        let asked = self.asked(frame.key, frame.node.left);
        let within = numbers.within + self.more();
        let numbers = Numbers { within, ..numbers };
        self.table.put(&asked, numbers, best, self.nodes - frame.began);
    }

    /// Searches in this stage: what it found, `Some(None)` if its nodes are used up, `None` if the step is over.
    fn in_stage(&mut self, end: u64) -> Option<Option<Numbers>> {
        if self.stack.is_empty() {
            let (node, key) = (self.root.clone(), self.key(&self.root.board));
            let asked = self.asked(key, node.left);
            let known = self.told(&asked).filter(|it| it.solved().is_some());
            let numbers = known.unwrap_or_else(|| self.evaluated(&node));
            if numbers.solved().is_some() {
                return Some(Some(numbers));
            }
            let most = Numbers::of(SOLVED, SOLVED);
            let frame = self.opened(node, key, most);
            self.enter(frame);
        }
        while let Some(frame) = self.stack.last_mut() {
            let (numbers, best, second) = frame.judged();
            let Numbers { proof, disproof, .. } = numbers;
            if proof < frame.most.proof && disproof < frame.most.disproof {
                if self.nodes >= end {
                    return None;
                }
                if self.width.is_none() && self.nodes >= self.stages.end {
                    return Some(None);
                }
                frame.at = best;
                let most = frame.below(numbers, second);
                let Child { mv, key, counts, .. } = frame.children[best];
                let left = left_after(frame.node.left, counts);
                let node = Node { board: self.laws.play(&frame.node.board, mv), left };
                let frame = self.opened(node, key, most);
                self.enter(frame);
                continue;
            }
            let Some(frame) = self.stack.pop() else { break };
            let mv = frame.children.get(best).map_or(Move(0), |it| it.mv);
            let numbers = match numbers.proof {
                0 => Numbers { hand: self.hand_to_win(&frame, best), ..numbers },
                _ => numbers,
            };
            let back_to = self.leave(&frame, numbers, mv);
            if !frame.attackers && numbers.disproof == 0 {
                *self.killers.of(frame.node.left) = mv;
            }
            self.lists.push(frame.children);
            match (self.stack.last_mut(), numbers.solved()) {
                (Some(parent), _) => {
                    let child = &mut parent.children[parent.at];
                    (child.numbers, child.back_to) = (numbers, back_to);
                }
                (None, Some(_)) => return Some(Some(numbers)),
                (None, None) => break,
            }
        }
        None
    }

    /// What a position is worth before it is expanded. The attacker's with one move left is solved here, where only own
    /// moves win.
    fn evaluated(&mut self, node: &Node<L::Board>) -> Numbers {
        let Node { board, left } = node;
        self.nodes += 1;
        if self.laws.mover(board) == self.attacker {
            let over = match self.laws.only_own_moves_win() {
                true => self.laws.is_drawn(board).then_some(None),
                false => self.laws.outcome(board),
            };
            if let Some(winner) = over {
                return Numbers::settled(winner == Some(self.attacker));
            }
            return match *left {
                0 => Numbers::NOT,
                1 => {
                    let mate = self.laws.mates_at_once(board, self.mate, &mut self.below);
                    self.mate = mate.or(self.mate);
                    match mate {
                        Some(mv) => Numbers::won(1, self.hand_to_mate(board, mv)),
                        None if self.laws.only_own_moves_win()
                            && !self.laws.may_go_uncounted(board) =>
                        {
                            Numbers::NOT
                        }
                        None => Numbers::UNSOLVED,
                    }
                }
                FOREVER => {
                    self.laws.legal_into(board, &mut self.below);
                    let checks = self.below.len() as u32;
                    if checks == 0 {
                        return Numbers::NOT;
                    }
                    let mate = self.laws.mates_at_once(board, self.mate, &mut self.below);
                    self.mate = mate.or(self.mate);
                    match mate {
                        Some(mv) => Numbers::won(1, self.hand_to_mate(board, mv)),
                        None => Numbers::of(1, checks),
                    }
                }
                _ => Numbers::UNSOLVED,
            };
        }
        match self.laws.defence(board, self.attacker) {
            Defence::Won => Numbers::won(0, self.laws.kept(board)),
            Defence::Over => Numbers::NOT,
            Defence::Replies(_) if *left == 0 && self.laws.only_own_moves_win() => Numbers::NOT,
            Defence::Replies(n) => Numbers::of(n, 1),
        }
    }

    /// The hand with which the attacker mates by a move.
    fn hand_to_mate(&self, board: &L::Board, mv: Move) -> u32 {
        if !self.hands.any() {
            return 0;
        }
        let after = self.laws.kept(&self.laws.play(board, mv));
        self.laws.needed_for(board, mv, after)
    }

    /// A hand with which the attacker wins the position of a frame as it does with its own: enough for its best move, or
    /// for what it has against each reply.
    fn hand_to_win(&self, frame: &Frame<L::Board>, best: usize) -> u32 {
        if !self.hands.any() || frame.over.is_some() {
            return frame.key.hand;
        }
        let board = &frame.node.board;
        if frame.attackers {
            let Child { mv, numbers, .. } = frame.children[best];
            return self.laws.needed_for(board, mv, numbers.hand);
        }
        let replies = frame.children.iter().map(|it| it.numbers.hand);
        replies.fold(self.laws.kept(board), |all, hand| self.hands.union(all, hand))
    }

    /// A frame with its children, each with the numbers that the table knows or its evaluation.
    fn opened(&mut self, node: Node<L::Board>, key: Key, most: Numbers) -> Frame<L::Board> {
        let attackers = self.laws.mover(&node.board) == self.attacker;
        self.expansions += 1;
        let began = self.nodes;
        let counts = |laws: &L, mv: Move| u16::from(attackers && laws.counts(&node.board, mv));
        let mut children = self.lists.pop().unwrap_or_default();
        children.clear();
        let mut moves = std::mem::take(&mut self.moves);
        self.laws.legal_into(&node.board, &mut moves);
        if !attackers {
            // What refuted another move of the attacker's, or this with fewer moves left, may refute this.
            let killer = *self.killers.of(node.left);
            for first in [Some(killer), self.table.best(key.hash, key.hand)].into_iter().flatten() {
                if let Some(at) = moves.iter().position(|&mv| mv == first) {
                    moves.swap(0, at);
                }
            }
        }
        let few = self.width.or(self.stages.width()).filter(|_| attackers);
        let seen = attackers || node.left > 1 || !self.laws.only_own_moves_win();
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        if seen {
            // All look-ups one after the other, so that the memory works on several at once.
            next.extend(moves.iter().map(|&mv| {
                let board = self.laws.play(&node.board, mv);
                let key = self.key(&board);
                (board, key, None)
            }));
            for ((_, key, known), &mv) in next.iter_mut().zip(&moves) {
                *known =
                    self.told(&self.asked(*key, left_after(node.left, counts(&self.laws, mv))));
            }
        }
        let mut sorts = [None; ALIKE];
        for (at, &mv) in moves.iter().enumerate() {
            let unseen = || (self.laws.play(&node.board, mv), Key { hash: 0, hand: 0 }, None);
            let (board, mut key, known) = next.get(at).cloned().unwrap_or_else(unseen);
            let counts = counts(&self.laws, mv);
            let next = Node { board, left: left_after(node.left, counts) };
            let solved = known.is_some_and(|it| it.solved().is_some());
            let back_to = if solved { NOWHERE } else { self.back_to(key) };
            let known = if back_to == NOWHERE { known } else { Some(Numbers::NOT) };
            let numbers = match known {
                Some(numbers) if few.is_none() || numbers.solved() == Some(true) => numbers,
                _ => self.evaluated(&next),
            };
            let rank = numbers.proof;
            let numbers = known.unwrap_or(numbers);
            if !seen && numbers.solved().is_none() {
                key = self.key(&next.board);
            }
            let sort = self.laws.alike(mv).filter(|_| !attackers);
            let alike = sort.map_or(ALONE, |sort| numbered(&mut sorts, sort));
            children.push(Child { mv, key, numbers, rank, counts, back_to, alike });
            // One child that settles the node is enough.
            if numbers.solved() == Some(attackers) {
                break;
            }
        }
        (self.moves, self.next) = (moves, next);
        if let Some(width) = few {
            children.sort_by_key(|it| it.rank);
            children.truncate(width);
        }
        // Moves tell that a game is over, and a draw or a win may be there though there are moves.
        let over = match children.is_empty() || !self.laws.only_own_moves_win() {
            true => self.laws.outcome(&node.board),
            false => None,
        };
        let over = over.map(|winner| Numbers::settled(winner == Some(self.attacker)));
        Frame { node, key, attackers, children, over, most, at: 0, began }
    }

    /// Solves a position to the end and says whether the attacker wins there.
    pub fn solve(&mut self, board: L::Board, left: u16) -> bool {
        self.ask(board, left);
        loop {
            match self.step(u64::MAX) {
                Found::Nothing => {}
                found => return found == Found::Won,
            }
        }
    }

    /// What the table says of a position with so many moves left, where it says something final.
    pub fn known(&self, board: &L::Board, left: u16) -> Option<bool> {
        let asked = Asked { stage: 0, ..self.asked(self.key(board), left) };
        self.told(&asked)?.solved()
    }

    /// Within how many moves the table knows a position to be won.
    pub fn won_within(&self, board: &L::Board) -> Option<u16> {
        let asked = Asked { stage: 0, ..self.asked(self.key(board), FOREVER) };
        self.told(&asked).filter(|it| it.solved() == Some(true)).map(|it| it.within)
    }

    /// The move that the table has for a position.
    pub fn best(&self, board: &L::Board) -> Option<Move> {
        let Key { hash, hand } = self.key(board);
        self.table.best(hash, hand)
    }
}

impl<B> Frame<B> {
    /// Of a position that is not won: where in the line play comes back to. One reply that does not is enough for the
    /// defender.
    fn back_to(&self) -> usize {
        let not = self.children.iter().filter(|it| it.numbers.disproof == 0);
        let places = not.map(|it| it.back_to);
        match self.attackers {
            true => places.min().unwrap_or(NOWHERE),
            false => places.max().unwrap_or(NOWHERE),
        }
    }

    /// The numbers, the child to follow, and the second-best of the numbers that it was chosen by.
    fn judged(&self) -> (Numbers, usize, u32) {
        if let Some(numbers) = self.over {
            return (numbers, 0, SOLVED);
        }
        let (mut least, mut second, mut best, mut sum) = (SOLVED, SOLVED, 0, 0);
        let mut alike = [0; ALIKE];
        let mut longest = 0;
        for (at, child) in self.children.iter().enumerate() {
            let Numbers { proof, disproof, within, .. } = child.numbers;
            longest = longest.max(within);
            let (own, other) = if self.attackers { (proof, disproof) } else { (disproof, proof) };
            if own < least {
                (second, least, best) = (least, own, at);
            } else {
                second = second.min(own);
            }
            match alike.get_mut(usize::from(child.alike)) {
                Some(most) if other > *most => {
                    sum = add(sum, other - *most);
                    *most = other;
                }
                Some(_) => {}
                None => sum = add(sum, other),
            }
        }
        if least == 0 {
            sum = SOLVED;
        }
        let numbers = match self.attackers {
            true if least == 0 => {
                let Child { numbers, counts, .. } = self.children[best];
                Numbers::won(numbers.within + counts, 0)
            }
            true => Numbers::of(least, sum),
            false if sum == 0 => Numbers::won(longest, 0),
            false => Numbers::of(sum, least),
        };
        (numbers, best, second)
    }

    /// The thresholds of the child to follow.
    fn below(&self, numbers: Numbers, second: u32) -> Numbers {
        let Child { numbers: mut own, alike, .. } = self.children[self.at];
        let most = self.most;
        if alike != ALONE {
            // Of those alike the hardest is in the sum.
            let like = self.children.iter().filter(|it| it.alike == alike);
            own.proof = like.map(|it| it.numbers.proof).max().unwrap_or(own.proof);
        }
        let widened = second.saturating_add(second / 4 + 1).min(SOLVED);
        let rest = |most: u32, sum: u32, own: u32| (most - sum).saturating_add(own).min(SOLVED);
        match self.attackers {
            true => Numbers::of(
                most.proof.min(widened),
                rest(most.disproof, numbers.disproof, own.disproof),
            ),
            false => {
                Numbers::of(rest(most.proof, numbers.proof, own.proof), most.disproof.min(widened))
            }
        }
    }
}
