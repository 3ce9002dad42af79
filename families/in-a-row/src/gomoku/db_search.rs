//! Winning threat sequences of fours and threes by dependency-based search (Allis 1994, section 5.3).
//!
//! **The model.** A threat with all its replies is one meta-move. A node is a meta-move with all those it
//! depends on. The *dependency stage* tries at a node the threats that use the node's last stone; the
//! *combination stage* looks for lines on which the last stones of two, three or four nodes together
//! make a threat or a goal that none of them makes alone. A goal is a five or a straight four for the
//! taking. Extra stones of the defender never help the attacker in freestyle, so a goal means that the sequence
//! wins against every choice among the replies, except for what the defender does elsewhere; each *potential*
//! sequence is therefore played against every defence ([`super::confirm`]).
//!
//! **Why not through the framework.** `quod-depend` asks of each operator whether its attributes are
//! present. Here a board recounts four lines when a stone is put, and all threats through a cell are read off four lines,
//! so a node costs a few stones. Partners are found from what a window lacks. On boards of 7 by 7
//! tests compare which positions have a potential sequence with the framework on the thesis's own operators.
//!
//! **Numbers that decided.** On 1,000 mid-game positions, both sides: 11 nodes a search; combinations find
//! 11 of 156 wins and take half the time; a search ends after four failed sequences, not the thesis's ten,
//! which loses 2 wins and takes two thirds of the time; without category reduction twice the nodes and
//! fewer wins, because more sequences fail first; without restricted threes four times the nodes.
//!
//! **Incomplete by nature.** All replies at once may give the defender what no single one would; a
//! position may need other moves after other replies; and the order in which independent threats are
//! played is the one in which they were found. `docs/algorithms/threat-sequences.md` says how often.

use quod_game::Player;

use super::Cells;
use super::Settings;
use super::board::{Board, Completions};
use super::confirm::Confirmation;
use super::geometry::Place;
use super::sequence::Sequence;
use super::threats::{Threat, fours, threes};
use crate::cells::{bits, mixed};

const NONE: u32 = u32::MAX;
const SEEN_BITS: u32 = 10;

/// A meta-move with those it depends on, or a combination of two to four nodes.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The last move; of a combination none.
    cell: Option<u16>,
    parents: [u32; 4],
    attacks: Cells,
    replies: Cells,
    /// The next node with the same last move.
    next: u32,
}

/// What one search came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Meta-moves applied and combinations made.
    pub nodes: u64,
    /// Combinations among them.
    pub combinations: u64,
    /// Potential sequences found.
    pub potential: u64,
}

/// A dependency-based search.
#[derive(Debug)]
pub(super) struct DbSearch {
    nodes: Vec<Node>,
    /// By cell, the first node with it as its last move that may be a partner.
    keyed: Vec<u32>,
    /// By line, those cells as bits.
    keys: Vec<u32>,
    threats: Vec<Threat>,
    order: Vec<u16>,
    gathered: Vec<u32>,
    seen: Box<[u64]>,
    calls: u64,
    root: Board,
    attacker: Player,
    settings: Settings,
    failures: u32,
    left: u64,
    found: Option<Sequence>,
    pub total: Counts,
}

impl DbSearch {
    pub fn new(settings: Settings) -> DbSearch {
        DbSearch {
            nodes: Vec::new(),
            keyed: Vec::new(),
            keys: Vec::new(),
            threats: Vec::new(),
            order: Vec::new(),
            gathered: Vec::new(),
            seen: vec![0; 1 << SEEN_BITS].into_boxed_slice(),
            calls: 0,
            root: Board::new(5, quod_rules::Rule::Freestyle),
            attacker: Player::First,
            settings,
            failures: 0,
            left: 0,
            found: None,
            total: Counts::default(),
        }
    }

    /// A winning sequence for the attacker, to move, who has no five or straight four for the
    /// taking.
    pub fn search(&mut self, board: &mut Board, attacker: Player) -> Option<Sequence> {
        self.start(board, attacker);
        // 1. The first level: everything at the root.
        let reduced = self.settings.category_reduction && board.has_three(attacker.other());
        for line in 0..board.geometry.lines.len() {
            self.collect(board, line, 0, !reduced);
        }
        self.keep_in_time(board, 0);
        self.apply_all(board, NONE, 0);
        // 2. Further levels: combine, and see what they make possible.
        let mut level = 0;
        for _ in 1..self.settings.levels {
            let end = self.nodes.len();
            if level == end || self.over() {
                break;
            }
            for node in level..end {
                self.combine(board, node as u32);
                if self.over() {
                    break;
                }
            }
            level = end;
        }
        self.found.take()
    }

    fn start(&mut self, board: &Board, attacker: Player) {
        self.root.clone_from(board);
        self.attacker = attacker;
        self.nodes.clear();
        self.threats.clear();
        self.keyed.clear();
        self.keyed.resize(board.geometry.places.len(), NONE);
        self.keys.clear();
        self.keys.resize(board.geometry.lines.len(), 0);
        self.calls += 1;
        self.failures = 0;
        self.left = self.settings.nodes;
        self.found = None;
    }

    fn over(&self) -> bool {
        self.found.is_some() || self.left == 0 || self.failures >= self.settings.refutations
    }

    /// Adds the threats on a line that use all stones in `with`.
    fn collect(&mut self, board: &Board, line: usize, with: u32, also_threes: bool) {
        let (attacker, restricted) = (self.attacker, self.settings.restricted_threes);
        if !board.has_twos_or_threes(attacker, line) {
            return;
        }
        fours(board, attacker, line, with, &mut self.threats);
        if also_threes {
            threes(board, attacker, line, with, restricted, &mut self.threats);
        }
    }

    /// Applies the collected threats from `first` on at a node, and forgets them.
    fn apply_all(&mut self, board: &mut Board, parent: u32, first: usize) {
        let mut at = first;
        while at < self.threats.len() && !self.over() {
            self.apply(board, parent, self.threats[at]);
            at += 1;
        }
        self.threats.truncate(first);
    }

    /// The dependency stage at one threat: the node it makes, and everything that depends on it.
    fn apply(&mut self, board: &mut Board, parent: u32, threat: Threat) {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if !board.is_free(attacker, threat.cell) || !self.is_new(board, threat) {
            return;
        }
        board.put(attacker, threat.cell);
        threat.replies().iter().for_each(|&cell| board.put(defender, cell));
        let id = self.add(parent, threat);
        if self.is_goal(board, threat.cell) {
            self.try_to_confirm(id);
        } else {
            let first = self.threats.len();
            self.collect_through(board, threat.cell);
            self.apply_all(board, id, first);
        }
        threat.replies().iter().for_each(|_| board.take_back());
        board.take_back();
    }

    /// Whether the stones with this threat, and its move as the last, have not been a node before.
    fn is_new(&mut self, board: &Board, threat: Threat) -> bool {
        let replies = threat.replies().iter().map(|&cell| mixed(self.attacker.other(), cell));
        let key = replies.fold(board.key() ^ mixed(self.attacker, threat.cell), |a, b| a ^ b);
        let number = self.calls << 9 | u64::from(threat.cell);
        let key = key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (key >> (64 - SEEN_BITS)) as usize;
        std::mem::replace(&mut self.seen[slot], key) != key
    }

    fn add(&mut self, parent: u32, threat: Threat) -> u32 {
        let (mut attacks, mut replies) = match self.nodes.get(parent as usize) {
            Some(parent) => (parent.attacks, parent.replies),
            None => Default::default(),
        };
        attacks.add(threat.cell);
        threat.replies().iter().for_each(|&cell| replies.add(cell));
        self.push(Node {
            cell: Some(threat.cell),
            parents: [parent, NONE, NONE, NONE],
            attacks,
            replies,
            next: NONE,
        })
    }

    fn push(&mut self, node: Node) -> u32 {
        self.total.nodes += 1;
        self.left = self.left.saturating_sub(1);
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Whether the last stone makes a five or a straight four possible with all replies played.
    fn is_goal(&self, board: &Board, cell: u16) -> bool {
        board.geometry.places[usize::from(cell)].into_iter().any(|Place { line, .. }| {
            let line = usize::from(line);
            board.windows(self.attacker, line, 4) != 0
                || board.straight_four_on(self.attacker, line).is_some()
        })
    }

    /// The threats that use the stone on this cell, and that the defender leaves time for.
    fn collect_through(&mut self, board: &Board, cell: u16) {
        let first = self.threats.len();
        let reduced = self.settings.category_reduction && board.has_three(self.attacker.other());
        for Place { line, at, .. } in board.geometry.places[usize::from(cell)] {
            self.collect(board, line.into(), 1 << at, !reduced);
        }
        self.keep_in_time(board, first);
    }

    /// Drops of the collected threats from `first` on those that leave the defender a five.
    fn keep_in_time(&mut self, board: &Board, first: usize) {
        let must = match board.completions(self.attacker.other()) {
            Completions::None => return,
            _ if !self.settings.confirm => return,
            Completions::One(cell) => Some(cell),
            Completions::Many(_) => None,
        };
        let mut kept = first;
        for at in first..self.threats.len() {
            if Some(self.threats[at].cell) == must {
                self.threats.swap(kept, at);
                kept += 1;
            }
        }
        self.threats.truncate(kept);
    }

    /// The combination stage for one node as the youngest partner.
    fn combine(&mut self, board: &mut Board, id: u32) {
        let node = self.nodes[id as usize];
        let Some(cell) = node.cell else { return };
        let places = board.geometry.places[usize::from(cell)];
        for Place { line, at, .. } in places {
            let near = if at < 4 { 511 >> (4 - at) } else { 511 << (at - 4) };
            let others = self.keys[usize::from(line)] & near & !(1 << at);
            if others != 0 {
                self.join(
                    board,
                    line.into(),
                    1 << at,
                    others,
                    Node { parents: [id, NONE, NONE, NONE], ..node },
                    1,
                );
            }
            if self.over() {
                return;
            }
        }
        self.nodes[id as usize].next = self.keyed[usize::from(cell)];
        self.keyed[usize::from(cell)] = id;
        places.iter().for_each(|place| self.keys[usize::from(place.line)] |= 1 << place.at);
    }

    /// Joins to `joint`, so many nodes with last moves `with` on a line, nodes with a move in
    /// `others`.
    fn join(
        &mut self,
        board: &mut Board,
        line: usize,
        with: u32,
        mut others: u32,
        joint: Node,
        partners: usize,
    ) {
        let free = self.root.geometry.windows[line];
        let defended = self.root.on_line(self.attacker.other(), line);
        while others != 0 {
            let bit = others & others.wrapping_neg();
            others ^= bit;
            let with = with | bit;
            // All in a window that is free of the defender.
            let mut span = (32 - with.leading_zeros()).saturating_sub(5)..=with.trailing_zeros();
            if !span.any(|at| free >> at & 1 == 1 && 31 << at & defended == 0) {
                continue;
            }
            let cell = self.root.geometry.lines[line][bit.trailing_zeros() as usize];
            let mut partner = self.keyed[usize::from(cell)];
            while partner != NONE {
                let other = &self.nodes[partner as usize];
                let next = other.next;
                if let Some(mut joined) = merge(&joint, other) {
                    joined.parents[partners] = partner;
                    self.realise(board, line, with, &joined);
                    if partners < 3 && !self.over() {
                        self.join(board, line, with, others, joined, partners + 1);
                    }
                    if self.over() {
                        return;
                    }
                }
                partner = next;
            }
        }
    }

    /// What a combination makes possible on the line on which its partners meet.
    fn realise(&mut self, board: &mut Board, line: usize, with: u32, joint: &Node) {
        // 1. Look at the line first: most combinations make nothing possible.
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let mut more = [0, 0];
        for (at, &cell) in self.root.geometry.lines[line].iter().enumerate() {
            more[0] |= u32::from(joint.attacks.has(cell)) << at;
            more[1] |= u32::from(joint.replies.has(cell)) << at;
        }
        let [two, three, four] = self.root.windows_with(attacker, line, more);
        let own = self.root.on_line(attacker, line) | more[0];
        let holding = |windows: u32| bits(u64::from(windows)).any(|at| with & !(31 << at) == 0);
        let threes = two & two >> 1 & !own;
        if !holding(four) && !holding(three) && !holding(threes) {
            return;
        }
        let id = self.push(*joint);
        self.total.combinations += 1;
        if holding(four) || holding(three & three >> 1 & !own) {
            return self.try_to_confirm(id);
        }
        // 2. Put the stones and apply the threats.
        joint.attacks.iter().for_each(|cell| board.put(attacker, cell));
        joint.replies.iter().for_each(|cell| board.put(defender, cell));
        let first = self.threats.len();
        self.collect(board, line, with, true);
        self.keep_in_time(board, first);
        self.apply_all(board, id, first);
        joint.attacks.iter().chain(joint.replies.iter()).for_each(|_| board.take_back());
    }

    /// A goal was reached: plays the sequence against every defence.
    fn try_to_confirm(&mut self, id: u32) {
        // Where moves are forbidden, a four may come last where a three may not.
        let mut nodes = std::mem::take(&mut self.gathered);
        let stands = [false, true].into_iter().any(|turned| {
            nodes.clear();
            self.gather(id, turned, &mut nodes);
            !self.root.forbids(self.attacker) || self.is_allowed(id, &nodes)
        });
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        for cell in nodes.iter().filter_map(|&it| self.nodes[it as usize].cell) {
            if !order.contains(&cell) {
                order.push(cell);
            }
        }
        self.gathered = nodes;
        if stands {
            self.confirm(&order);
        }
        self.order = order;
    }

    /// Plays a potential sequence against every defence.
    fn confirm(&mut self, order: &[u16]) {
        self.total.potential += 1;
        if self.settings.confirm {
            let mut confirmation =
                Confirmation::new(&mut self.root, self.attacker, order, self.settings.steps);
            if confirmation.holds() {
                let (touched, defended) = (confirmation.touched, confirmation.defended);
                let moves = order.to_vec();
                self.found = Some(Sequence { attacker: self.attacker, moves, touched, defended });
            } else {
                self.failures += 1;
            }
        } else {
            let (touched, defended) = Default::default();
            let moves = order.to_vec();
            self.found = Some(Sequence { attacker: self.attacker, moves, touched, defended });
        }
    }

    /// Where moves are forbidden: whether the attacker may play the moves of a node, gathered in this order, if his fours alone are answered,
    /// and make his goal once all replies are on the board. Of the replies to a three he gets one, and hardly one of them
    /// allows what is forbidden without it, so sequences that would fail are left out here. (On 4,136 positions that leaves 627
    /// wins to be found in place of 491, and of 514 if all replies are put down.)
    fn is_allowed(&mut self, id: u32, nodes: &[u32]) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let (board, mut put, mut allowed) = (&mut self.root, 0, true);
        for &node in nodes {
            let Node { cell: Some(cell), parents: [parent, ..], replies, .. } =
                self.nodes[node as usize]
            else {
                continue;
            };
            if board.is_empty(cell) {
                allowed = board.is_free(attacker, cell);
                if !allowed {
                    break;
                }
                board.put(attacker, cell);
                put += 1;
            }
            let before = self.nodes.get(parent as usize).map_or(Cells::default(), |it| it.replies);
            let mut own = replies.iter().filter(|&it| !before.has(it));
            if let (Some(reply), None) = (own.next(), own.next())
                && board.is_empty(reply)
            {
                board.put(defender, reply);
                put += 1;
            }
        }
        for reply in self.nodes[id as usize].replies.iter() {
            if board.is_empty(reply) {
                board.put(defender, reply);
                put += 1;
            }
        }
        let goal = board.has_four(attacker) || board.straight_four(attacker).is_some();
        (0..put).for_each(|_| board.take_back());
        allowed && goal
    }

    /// A node and all that it depends on, each after those it depends on; of several the last ones first if `turned`.
    fn gather(&self, id: u32, turned: bool, nodes: &mut Vec<u32>) {
        let Some(node) = self.nodes.get(id as usize) else { return };
        let mut parents = node.parents;
        if turned {
            parents.reverse();
        }
        parents.iter().for_each(|&parent| self.gather(parent, turned, nodes));
        if !nodes.contains(&id) {
            nodes.push(id);
        }
    }
}

/// The stones of two nodes together, unless they clash or one contains the other.
fn merge(one: &Node, other: &Node) -> Option<Node> {
    if one.attacks.meets(&other.replies)
        || one.replies.meets(&other.attacks)
        || one.attacks.within(&other.attacks)
        || other.attacks.within(&one.attacks)
    {
        return None;
    }
    let (attacks, replies) = (one.attacks.or(&other.attacks), one.replies.or(&other.replies));
    Some(Node { cell: None, attacks, replies, next: NONE, ..*one })
}
