//! Where effort goes while the board is still empty: a tree of the first moves above the searches.
//!
//! **The problem.** With few stones a position has two hundred replies and nothing that tells moves apart. Sums of proof
//! numbers are all alike there, so that one search from the start tries every move a little, or follows one for ever.
//! **The idea.** Count work. A *leaf* is a position with the prover to move that a search looks at for a *slice* of
//! nodes, each time for as many as it took before. What is left to do there is expected to be what was done so far, or
//! what a search's proof number suggests, or at least a first guess; at an opponent's node it is the most of any reply
//! and a part of the others', at a prover's the least, though not much less than what was done there. So
//! * the prover's move is the one that is expected to take the least work: one that begins well is gone through with, and
//!   one that meets a reply which takes long is left for the next best;
//! * the opponent's reply is the one with the largest square of what is expected for what was spent on it: hard ones first
//!   (close to the stones, in line with them), and none for long before the others were tried; but a part of the time goes
//!   to the easiest, which tell how many hard ones there are, and which moves win after most of them: those come first;
//! * a leaf that has taken much, or would, becomes a node with leaves of its own.
//!
//! Several workers take different leaves: a reply somebody works on waits. All searches share one table, so nothing is
//! lost when a leaf becomes a node.

use std::sync::Arc;

use hashbrown::HashMap;
use quod_search::dfpn::Table;
use quod_search::{Children, Evaluation, NodeType, Numbers, Space};

use super::model::Model;
use super::space::{NO_MOVE, State, ThreatSpace};

/// Work that has no end.
const ENDLESS: u64 = u64::MAX;
/// Where there are fewer stones every position is a node.
const FEW: u32 = 4;

/// A node or leaf.
struct Node {
    state: State,
    prover_moves: bool,
    /// How much dearer moves on the next page are.
    next_page: u64,
    /// The children of a node; a leaf has none.
    children: Option<Vec<u32>>,
    parents: Vec<u32>,
    /// The first guess.
    guess: u64,
    /// Nodes spent on it as a leaf, and below it.
    spent: u64,
    total: u64,
    work: u64,
    /// How many are at work here or below.
    busy: u32,
    /// At an opponent's node the moves that win after replies, in this node's frame, and after how many of them.
    answers: Vec<(u16, u64)>,
}

impl Node {
    /// The work at a child, as it compares with that at other moves of the prover's.
    fn as_move(&self, child: &Node) -> u64 {
        match child.state.page > self.state.page {
            true => child.work.saturating_mul(self.next_page),
            false => child.work,
        }
    }
}

/// A leaf to be searched.
pub(super) struct Job {
    path: Vec<u32>,
    pub state: State,
    /// So many nodes.
    pub slice: u64,
    /// Of a reply that nobody has looked at: the position before it, and after other replies that are proved.
    pub like: Option<(State, Vec<State>)>,
}

/// The tree.
pub(super) struct Frontier {
    /// What is expected of moves and replies.
    model: Model,
    table: Arc<Table>,
    nodes: Vec<Node>,
    ids: HashMap<u64, u32, foldhash::fast::FixedState>,
    /// Numbers of the nodes and leaves that were proved.
    proved: Vec<u64>,
    /// Replies proved since the moves that win after them were last counted: a node and its child.
    fresh: Vec<(u32, u32)>,
}

impl Frontier {
    /// A tree of nothing but its root, over the table of the searches.
    pub fn new(root: State, prover_moves: bool, table: Arc<Table>) -> Frontier {
        let (nodes, ids, proved, fresh) = Default::default();
        let model = Model::FIFTEEN;
        let mut frontier = Frontier { model, table, nodes, ids, proved, fresh };
        frontier.add(root, prover_moves, model.near[0]);
        frontier
    }

    fn add(&mut self, state: State, prover_moves: bool, guess: u64) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.ids.entry(state.number()).or_insert(next);
        if id == next {
            self.nodes.push(Node {
                state,
                prover_moves,
                next_page: self.model.page,
                children: None,
                parents: Vec::new(),
                guess,
                spent: 0,
                total: 0,
                work: guess,
                busy: 0,
                answers: Vec::new(),
            });
        }
        id
    }

    fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// Whether the root is proved, or lost; `None` while neither is known.
    pub fn answer(&self) -> Option<bool> {
        match self.nodes[0].work {
            0 => Some(true),
            ENDLESS => Some(false),
            _ => None,
        }
    }

    /// Bytes in use, nearly.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * (size_of::<Node>() + 24)) as u64
    }

    /// Makes a node of a leaf; the opponent's positions below it become nodes at once, since what the replies there
    /// are expected to take, and how many are proved already, says more than one number.
    fn expand(&mut self, id: u32, space: &mut ThreatSpace) {
        let opened = self.expand_one(id, space);
        for child in opened {
            let node = self.node(child);
            if !node.prover_moves && node.children.is_none() && !matches!(node.work, 0 | ENDLESS) {
                self.expand_one(child, space);
            }
        }
    }

    /// Makes a node of a leaf and returns its children.
    fn expand_one(&mut self, id: u32, space: &mut ThreatSpace) -> Vec<u32> {
        let Node { state, prover_moves, .. } = self.nodes[id as usize];
        let mut children = Children::default();
        space.expand(&state, 0, &mut children);
        let list = children.as_slice();
        let many = list.len() > 60;
        let mut ids = Vec::new();
        let mut best = ENDLESS;
        for (at, child) in list.iter().enumerate() {
            let proof = match child.evaluation {
                Some(evaluation) => evaluation.numbers().proof.get(),
                None => 1,
            };
            let told = match child.evaluation {
                Some(Evaluation::Proved) => Some(0),
                Some(Evaluation::Disproved) => Some(ENDLESS),
                // (A leaf's search came by most of what is below it.)
                _ => self.table.numbers(child.state.number()).map(|it| self.model.left_by(it)),
            };
            let at_first = match many {
                _ if child.mv == NO_MOVE => best.min(self.model.near[0].pow(2)),
                _ if prover_moves => self.model.unit * u64::from(proof),
                true => self.model.first_guess(state.count(), at),
                false => self.model.unit,
            };
            let guess = told.unwrap_or(at_first);
            best = best.min(guess);
            let moves = space.node_type(&child.state) == NodeType::Or;
            let child = self.add(child.state, moves, guess);
            if !ids.contains(&child) {
                ids.push(child);
                let node = &mut self.nodes[child as usize];
                node.parents.push(id);
                if node.work == 0 {
                    self.fresh.push((id, child));
                }
            }
        }
        if let Some(proved) = children.settled() {
            self.nodes[id as usize].guess = if proved { 0 } else { ENDLESS };
        } else {
            let node = &mut self.nodes[id as usize];
            node.children = Some(ids.clone());
            node.next_page =
                if space.is_hinted(&state) { self.model.hint } else { self.model.page };
        }
        self.refresh(id);
        ids
    }

    /// What is expected to be left to do.
    fn expected(&self, node: &Node) -> u64 {
        let Some(children) = &node.children else {
            return if node.guess == 0 { 0 } else { node.guess.max(node.spent) };
        };
        let children = children.iter().map(|&child| self.node(child));
        match node.prover_moves {
            true => match children.map(|it| node.as_move(it)).min().unwrap_or(ENDLESS) {
                known @ (0 | ENDLESS) => known,
                least if node.state.count() < FEW => least.max(node.total / self.model.tried_first),
                least => least.max(node.total / self.model.tried),
            },
            false => {
                let (most, all) = children
                    .map(|it| it.work)
                    .fold((0, 0_u64), |(most, all), it| (most.max(it), all.saturating_add(it)));
                if most == ENDLESS { ENDLESS } else { most + (all - most) / self.model.shared }
            }
        }
    }

    /// Works a node's expectation out again, and those of all above it that change.
    fn refresh(&mut self, id: u32) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let work = self.expected(self.node(id));
            let node = &mut self.nodes[id as usize];
            if node.work != work {
                node.work = work;
                if work == 0 {
                    let number = node.state.number();
                    self.table.learn(&[number]);
                    self.proved.push(number);
                    self.fresh.extend(node.parents.iter().map(|&parent| (parent, id)));
                }
                open.extend_from_slice(&node.parents);
            }
        }
    }

    /// The part of a move's work that counts: how many replies are left, of those that tell moves apart.
    fn by_replies_left(&self, work: u64, node: &Node) -> u64 {
        let (most, more) = (self.model.left, self.model.left_more);
        let many = node.children.as_ref().filter(|it| !node.prover_moves && it.len() > most);
        let Some(replies) = many else { return work };
        let left = replies.iter().filter(|&&id| self.node(id).work > 0).take(most).count();
        work / (more + most as u64) * (more + left as u64)
    }

    /// What the replies to a move that was followed far enough are expected to take, but for the hardest; `None` for
    /// other moves.
    fn others(&self, node: &Node) -> Option<u64> {
        let replies = node.children.as_ref().filter(|_| !node.prover_moves)?;
        if node.total <= self.model.measured || node.work == ENDLESS {
            return None;
        }
        let replies = replies.iter().map(|&id| self.node(id));
        let hardest = replies.clone().max_by_key(|it| it.work)?;
        let whole = |it: &Node| it.work.saturating_add(it.total);
        let all = replies.map(whole).fold(0, u64::saturating_add);
        Some(all - whole(hardest))
    }

    /// [`Frontier::others`] of a node's moves, where they are ranked by it.
    fn ranking(&self, node: &Node) -> Vec<u64> {
        let moves = node.children.iter().flatten().filter(|_| node.state.count() < FEW);
        moves.filter_map(|&id| self.others(self.node(id))).collect()
    }

    /// Counts the moves that win after replies which were proved since.
    fn count_answers(&mut self, space: &ThreatSpace) {
        for (parent, reply) in std::mem::take(&mut self.fresh) {
            let (before, after) = (self.node(parent), self.node(reply));
            if before.prover_moves || !after.prover_moves {
                continue;
            }
            let Some(cell) = space.answer(&before.state, &after.state, &self.table) else {
                continue;
            };
            let answers = &mut self.nodes[parent as usize].answers;
            match answers.iter_mut().find(|it| it.0 == cell) {
                Some((_, times)) => *times += 1,
                None => answers.push((cell, 1)),
            }
        }
    }

    /// Moves that win after other replies, as numbers of the positions that they lead to from the end of this path, and after
    /// how many.
    fn known_answers(&self, path: &[u32], space: &ThreatSpace) -> Vec<(u64, u64)> {
        let mut up = path.iter().rev().map(|&id| self.node(id));
        let Some(node) = up.next() else { return Vec::new() };
        // (Pages of the prover's lie between.)
        let before = up.find(|it| !it.prover_moves);
        let before = before.filter(|it| it.state.count() + 1 >= FEW && !it.answers.is_empty());
        let moves = |it: &Node| space.after_reply(&it.state, &node.state, &it.answers);
        before.map(moves).unwrap_or_default()
    }

    /// The work at a move of the prover's, as it compares with that at others, which have this ranking.
    fn cost(&self, node: &Node, child: &Node, ranking: &[u64]) -> u64 {
        let work = self.by_replies_left(node.as_move(child), child);
        if ranking.is_empty() {
            return work;
        }
        let Some(own) = self.others(child) else { return work };
        self.model.by_rank(work, ranking.iter().filter(|&&it| it < own).count())
    }

    /// Whether less than their part was spent on replies that are proved, so that the easiest of those left comes next.
    fn is_easys_turn(&self, node: &Node) -> bool {
        let stones = node.state.count() + 1;
        if stones < FEW || node.total < self.model.easy_from[usize::from(stones > FEW)] {
            return false;
        }
        let proved = node.children.iter().flatten().map(|&id| self.node(id));
        let spent: u64 = proved.filter(|it| it.work == 0).map(|it| it.total).sum();
        spent.saturating_mul(self.model.easy) < node.total
    }

    /// Of the moves on the empty board the one in the middle, as long as it is not lost: in the time that one takes all
    /// others look cheaper.
    fn first_move(&self, moves: &[u32]) -> Option<u32> {
        moves.iter().copied().find(|&id| self.node(id).work < ENDLESS)
    }

    /// The move of the prover's to be followed next at the end of this path, of those that are open.
    fn next_move(&self, path: &[u32], open: &[u32], space: &ThreatSpace) -> Option<u32> {
        let node = self.node(*path.last()?);
        if node.state.count() == 0 {
            let followed = self.first_move(node.children.as_ref()?);
            return open.iter().copied().find(|&id| Some(id) == followed);
        }
        let ranking = self.ranking(node);
        let answers = self.known_answers(path, space);
        let most = answers.iter().map(|it| it.1).max().unwrap_or(0);
        open.iter().copied().min_by_key(|&id| {
            let it = self.node(id);
            let known = answers.iter().find(|(number, _)| *number == it.state.number());
            let work = self.cost(node, it, &ranking);
            let work = self.model.by_answers(work, known.map_or(0, |it| it.1), most);
            work.saturating_add(work / 5 * u64::from(it.busy))
        })
    }

    /// The opponent's reply to be looked at next, of those that are open.
    fn next_reply(&self, node: &Node, open: &[u32]) -> Option<u32> {
        if node.state.count() + 1 == FEW {
            let nearest = node.children.iter().flatten().take(self.model.probed);
            let unseen = |it: &Node| it.children.is_none() && it.total == 0;
            let probed = nearest.copied().find(|&id| open.contains(&id) && unseen(self.node(id)));
            if probed.is_some() {
                return probed;
            }
        }
        // (Of equal ones the last: a reply that is known to be hard stands first.)
        let open = open.iter().copied().rev();
        if self.is_easys_turn(node) {
            let free = open.clone().filter(|&id| self.node(id).busy == 0);
            let easiest = free.min_by_key(|&id| self.node(id).work);
            if easiest.is_some() {
                return easiest;
            }
        }
        let urgency = |it: &Node| {
            let spent = u128::from(it.total + self.model.slice) * (1 + u128::from(it.busy));
            (u128::from(it.work).pow(2) << 16) / spent
        };
        open.max_by_key(|&id| urgency(self.node(id)))
    }

    /// The leaf to be searched next, which is then marked; `None` if there is none that nobody is at, or the
    /// root is solved.
    pub fn choose(&mut self, space: &mut ThreatSpace) -> Option<Job> {
        let mut path = vec![0];
        // Nodes below which somebody is at every leaf worth a visit.
        let mut full = Vec::new();
        self.count_answers(space);
        while self.answer().is_none() {
            let id = *path.last()?;
            if self.table.is_proved(self.node(id).state.number()) {
                // By a search elsewhere.
                let node = &mut self.nodes[id as usize];
                (node.guess, node.children) = (0, None);
                self.refresh(id);
                path.truncate(1);
                continue;
            }
            let node = self.node(id);
            let Some(children) = &node.children else {
                let small = node.work < self.model.large
                    && node.state.page == 0
                    && node.state.count() >= FEW;
                if node.prover_moves && small && path.len() > 1 {
                    let (state, slice) = (node.state, node.spent.max(self.model.slice));
                    let like = path.iter().nth_back(1).and_then(|&it| self.like(it, id));
                    path.iter().for_each(|&id| self.nodes[id as usize].busy += 1);
                    return Some(Job { path, state, slice, like });
                }
                self.expand(id, space);
                path.truncate(1);
                continue;
            };
            let open = |&id: &u32| {
                let it = self.node(id);
                let solved = matches!(it.work, 0 | ENDLESS);
                let free = it.children.is_some() || it.busy == 0;
                !solved && free && !full.contains(&id)
            };
            let open: Vec<u32> = children.iter().copied().filter(open).collect();
            let next = match node.prover_moves {
                true => self.next_move(&path, &open, space),
                false => self.next_reply(node, &open),
            };
            match next {
                Some(next) => path.push(next),
                None => {
                    full.push(id);
                    path.pop();
                }
            }
        }
        None
    }

    /// The position before a reply that nobody has looked at, and those after other replies that are proved.
    fn like(&self, parent: u32, leaf: u32) -> Option<(State, Vec<State>)> {
        let (node, leaf) = (self.node(parent), self.node(leaf));
        let replies = node.children.as_ref().filter(|_| !node.prover_moves && leaf.total == 0)?;
        // (Far from the stones, so that they mattered least: the last ones.)
        let proved = replies.iter().rev().map(|&id| self.node(id)).filter(|it| it.work == 0);
        let proved =
            proved.filter(|it| it.prover_moves).take(self.model.similar).map(|it| it.state);
        Some((node.state, proved.collect()))
    }

    /// Takes note of what came of a leaf: its numbers.
    pub fn finish(&mut self, job: &Job, spent: u64, numbers: Numbers) {
        for &id in &job.path {
            let node = &mut self.nodes[id as usize];
            node.busy -= 1;
            node.total += spent;
        }
        let Some(&leaf) = job.path.last() else { return };
        let node = &mut self.nodes[leaf as usize];
        node.spent += spent;
        node.guess = self.model.left_by(numbers);
        job.path.iter().rev().for_each(|&id| self.refresh(id));
    }

    /// The states on the way to a leaf that is being searched, the root not among them.
    pub fn line(&self) -> Vec<State> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(children) = &self.node(at).children {
            let busy = children.iter().copied().max_by_key(|&id| self.node(id).busy);
            let Some(next) = busy.filter(|&id| self.node(id).busy > 0) else { break };
            line.push(self.node(next).state);
            at = next;
        }
        line
    }

    /// Of the opponent's first replies, how many are proved, and all.
    pub fn first_replies(&self) -> Option<[usize; 2]> {
        let mut at = self.node(0);
        while at.prover_moves {
            let children = at.children.iter().flatten().map(|&id| self.node(id));
            at = match at.state.count() {
                0 => self.node(self.first_move(at.children.as_ref()?)?),
                _ => children.min_by_key(|it| it.work)?,
            };
        }
        let replies = at.children.as_ref()?;
        let proved = replies.iter().filter(|&&id| self.node(id).work == 0).count();
        Some([proved, replies.len()])
    }

    /// Numbers of the nodes and leaves that were proved.
    pub fn proved(&self) -> &[u64] {
        &self.proved
    }

    /// What is worth saving: nodes, and leaves that were searched.
    pub fn save(&self) -> Vec<(u64, [u64; 4])> {
        let searched = self.nodes.iter().filter(|it| it.total > 0 || it.children.is_some());
        let record = |it: &Node| {
            let is_node = u64::from(it.children.is_some());
            (it.state.number(), [is_node, it.guess, it.spent, it.total])
        };
        searched.map(record).collect()
    }

    /// Takes note of what the table has learnt meanwhile.
    pub fn take_note(&mut self) {
        for at in 0..self.nodes.len() {
            let node = &mut self.nodes[at];
            if node.work > 0 && self.table.is_proved(node.state.number()) {
                (node.guess, node.children) = (0, None);
                self.refresh(at as u32);
            }
        }
    }

    /// Makes the tree again that was saved, below the root.
    pub fn restore(&mut self, saved: &[(u64, [u64; 4])], space: &mut ThreatSpace) {
        let saved: HashMap<u64, [u64; 4]> = saved.iter().copied().collect();
        let mut at = 0;
        while at < self.nodes.len() {
            let node = &mut self.nodes[at];
            if let Some(&[is_node, guess, spent, total]) = saved.get(&node.state.number()) {
                (node.guess, node.spent, node.total) = (guess, spent, total);
                match is_node == 1 && node.children.is_none() {
                    true => self.expand(at as u32, space),
                    false => self.refresh(at as u32),
                }
            }
            at += 1;
        }
    }
}
