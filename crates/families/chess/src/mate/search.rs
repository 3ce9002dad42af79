//! Depth-first proof-number search on a stack, so that it can stop after any node.

use quod_game::Move;

use super::position::{Defence, defence, mates_at_once};
use super::table::{Numbers, SOLVED, Table};
use crate::board::{Board, Laws};

/// A position, with the moves that the attacker has left there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The position.
    pub board: Board,
    /// The moves left.
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

struct Child {
    mv: Move,
    node: Node,
    key: u64,
    numbers: Numbers,
}

struct Frame {
    node: Node,
    key: u64,
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

/// A search for one attacker, with a table that holds whatever was asked of it.
pub struct MateSearch {
    laws: Laws,
    attacker: usize,
    table: Table,
    nodes: u64,
    expansions: u64,
    stack: Vec<Frame>,
    root: Node,
    /// The most moves of the attacker's that a position is expanded to; all without a number.
    width: Option<usize>,
}

/// A sum of numbers of which none is [`SOLVED`], or that does not matter.
fn add(a: u32, b: u32) -> u32 {
    (a + b).min(SOLVED - 1)
}

impl MateSearch {
    /// A search at a root, with a table of so many entries.
    pub fn new(laws: Laws, attacker: usize, board: Board, left: u16, entries: u64) -> MateSearch {
        MateSearch {
            laws,
            attacker,
            table: Table::new(entries),
            nodes: 0,
            expansions: 0,
            stack: Vec::new(),
            root: Node { board, left },
            width: None,
        }
    }

    /// The same search with so many of the attacker's moves at most.
    #[must_use]
    pub fn restricted(self, width: Option<usize>) -> MateSearch {
        MateSearch { width, ..self }
    }

    /// The most moves of the attacker's that are looked at in a position; `None` for all.
    pub fn width(&self) -> Option<usize> {
        self.width
    }

    /// Asks another question of the same attacker.
    pub fn ask(&mut self, board: Board, left: u16) {
        self.root = Node { board, left };
        self.stack.clear();
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
    pub fn laws(&self) -> &Laws {
        &self.laws
    }

    /// 0 if White attacks, 1 if Black does.
    pub fn attacker(&self) -> usize {
        self.attacker
    }

    /// The numbers of the root, as the table has them.
    pub fn numbers(&self) -> Numbers {
        let known = self.table.numbers(self.root.board.hash(), self.root.left);
        known.unwrap_or(UNSOLVED)
    }

    /// The moves from the root to where the search is.
    pub fn line(&self) -> Vec<Move> {
        let below = self.stack.iter().rev().skip(1).rev();
        below.map(|frame| frame.children[frame.at].mv).collect()
    }

    /// Searches on until so many more nodes were looked at, or to the end.
    pub fn step(&mut self, nodes: u64) -> Found {
        let end = self.nodes.saturating_add(nodes);
        if self.stack.is_empty() {
            let (node, key) = (self.root, self.root.board.hash());
            let known = self.table.numbers(key, node.left).filter(|it| it.solved().is_some());
            let numbers = known.unwrap_or_else(|| self.evaluated(&node));
            if let Some(won) = numbers.solved() {
                return self.answer(won);
            }
            let most = Numbers { proof: SOLVED, disproof: SOLVED };
            let frame = self.opened(node, key, most);
            self.stack.push(frame);
        }
        while let Some(frame) = self.stack.last_mut() {
            let (numbers, best, second) = frame.judged();
            let Numbers { proof, disproof } = numbers;
            if proof < frame.most.proof && disproof < frame.most.disproof {
                if self.nodes >= end {
                    return Found::Nothing;
                }
                frame.at = best;
                let most = frame.below(numbers, second);
                let Child { node, key, .. } = frame.children[best];
                let frame = self.opened(node, key, most);
                self.stack.push(frame);
                continue;
            }
            let Some(frame) = self.stack.pop() else { break };
            let mv = frame.children.get(best).map_or(Move(0), |it| it.mv);
            self.table.put(frame.key, frame.node.left, numbers, mv, self.nodes - frame.began);
            match (self.stack.last_mut(), numbers.solved()) {
                (Some(parent), _) => parent.children[parent.at].numbers = numbers,
                (None, Some(won)) => return self.answer(won),
                (None, None) => break,
            }
        }
        Found::Nothing
    }

    fn answer(&mut self, won: bool) -> Found {
        match (won, self.width) {
            (true, _) => Found::Won,
            (false, None) => Found::NotWon,
            (false, Some(_)) => Found::NotWonSo,
        }
    }

    /// What a position is worth before it is expanded. The attacker's with one move left is solved here.
    fn evaluated(&mut self, node: &Node) -> Numbers {
        let Node { board, left } = node;
        if board.mover() == self.attacker {
            match left {
                0 => {
                    let won = board.outcome(&self.laws) == Some(Some(self.attacker));
                    return if won { Numbers::WON } else { Numbers::NOT };
                }
                1 => {
                    let over = board.outcome(&self.laws);
                    if let Some(winner) = over {
                        let won = winner == Some(self.attacker);
                        return if won { Numbers::WON } else { Numbers::NOT };
                    }
                    let won = mates_at_once(&self.laws, board, &mut self.nodes).is_some();
                    return if won { Numbers::WON } else { Numbers::NOT };
                }
                _ => {
                    self.nodes += 1;
                    let drawn = self.laws.chess && board.is_drawn(&self.laws);
                    return if drawn { Numbers::NOT } else { UNSOLVED };
                }
            }
        }
        self.nodes += 1;
        match defence(&self.laws, board, self.attacker, *left == 0) {
            Defence::Won => Numbers::WON,
            Defence::Over => Numbers::NOT,
            Defence::Replies(_) if *left == 0 => Numbers::NOT,
            Defence::Replies(n) => Numbers { proof: n, disproof: 1 },
        }
    }

    /// A frame with its children, each with the numbers that the table knows or its evaluation.
    fn opened(&mut self, node: Node, key: u64, most: Numbers) -> Frame {
        let attackers = node.board.mover() == self.attacker;
        self.expansions += 1;
        let began = self.nodes;
        let left = node.left - u16::from(attackers);
        let mut children: Vec<Child> = Vec::new();
        for mv in node.board.legal_moves(&self.laws) {
            let next = Node { board: node.board.play(&self.laws, mv), left };
            let key = next.board.hash();
            let numbers = match self.table.numbers(key, left) {
                Some(numbers) => numbers,
                None => {
                    let numbers = self.evaluated(&next);
                    if numbers.solved().is_some() {
                        self.table.put(key, left, numbers, Move(0), 1);
                    }
                    numbers
                }
            };
            children.push(Child { mv, node: next, key, numbers });
            // One child that settles the node is enough.
            if numbers.solved() == Some(attackers) {
                break;
            }
        }
        if let Some(width) = self.width.filter(|_| attackers) {
            children.sort_by_key(|it| it.numbers.proof);
            children.truncate(width);
        }
        // Moves tell that a game is over, and a draw or a win may be there though there are moves.
        let over = match children.is_empty() || !self.laws.chess {
            true => node.board.outcome(&self.laws),
            false => None,
        };
        let over = over.map(|winner| match winner == Some(self.attacker) {
            true => Numbers::WON,
            false => Numbers::NOT,
        });
        Frame { node, key, attackers, children, over, most, at: 0, began }
    }

    /// Solves a position to the end and says whether the attacker wins there.
    pub fn solve(&mut self, board: Board, left: u16) -> bool {
        self.ask(board, left);
        loop {
            match self.step(u64::MAX) {
                Found::Nothing => {}
                found => return found == Found::Won,
            }
        }
    }

    /// What the table says of a position with so many moves left, where it says something final.
    pub fn known(&self, board: &Board, left: u16) -> Option<bool> {
        self.table.numbers(board.hash(), left)?.solved()
    }

    /// The move that the table has for a position.
    pub fn best(&self, board: &Board) -> Option<Move> {
        self.table.get(board.hash()).map(|entry| entry.best).filter(|mv| mv.0 != 0)
    }
}

/// What nothing is known of.
const UNSOLVED: Numbers = Numbers { proof: 1, disproof: 1 };

impl Frame {
    /// The numbers, the child to follow, and the second-best of the numbers that it was chosen by.
    fn judged(&self) -> (Numbers, usize, u32) {
        if let Some(numbers) = self.over {
            return (numbers, 0, SOLVED);
        }
        let (mut least, mut second, mut best, mut sum) = (SOLVED, SOLVED, 0, 0);
        for (at, child) in self.children.iter().enumerate() {
            let Numbers { proof, disproof } = child.numbers;
            let (own, other) = if self.attackers { (proof, disproof) } else { (disproof, proof) };
            if own < least {
                (second, least, best) = (least, own, at);
            } else {
                second = second.min(own);
            }
            sum = add(sum, other);
        }
        if least == 0 {
            sum = SOLVED;
        }
        let numbers = match self.attackers {
            true => Numbers { proof: least, disproof: sum },
            false => Numbers { proof: sum, disproof: least },
        };
        (numbers, best, second)
    }

    /// The thresholds of the child to follow.
    fn below(&self, numbers: Numbers, second: u32) -> Numbers {
        let (own, most) = (self.children[self.at].numbers, self.most);
        let widened = second.saturating_add(second / 4 + 1).min(SOLVED);
        let rest = |most: u32, sum: u32, own: u32| (most - sum).saturating_add(own).min(SOLVED);
        match self.attackers {
            true => Numbers {
                proof: most.proof.min(widened),
                disproof: rest(most.disproof, numbers.disproof, own.disproof),
            },
            false => Numbers {
                proof: rest(most.proof, numbers.proof, own.proof),
                disproof: most.disproof.min(widened),
            },
        }
    }
}
