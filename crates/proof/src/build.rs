//! The certificate's second pass: from a strategy to entries.
//!
//! A search answers; it keeps no proof. This pass walks the strategy that the search found, on the
//! trusted rules: at the prover's positions it asks for evidence or one move, at the opponent's it
//! asks which replies evidence refutes and follows all others. What is followed becomes an entry, one
//! for each canonical position.
//!
//! Entries are written in reverse depth-first post-order. Then every link goes forward but those that
//! close a cycle, and a cycle lies in one conversion class; whether that class excuses it is the
//! checker's question. A position is written as the move that first led to it, a few bytes.
//!
//! While the walk goes on, an entry is the bytes that the format gives it, with nodes for indices: a
//! large proof takes little more than its file and the positions met. The walk counts what it takes and
//! gives up where that is more than it was given.
//!
//! Under a claim that counts moves the walk goes over positions that know how many are left ([`Counted`]),
//! and so does the strategy. A position that was shown to be won in fewer moves needs no entry for more.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{HashMap, HashTable};
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, Packed, PositionCode, Proof, ReplyBy, Section,
    Shown, parse_entry,
};
use quod_engine::{Counted, OpenGame, Pos, Refutations, SolveError, Step, Strategy};
use quod_game::{Claim, Goal, Move};

use crate::evidence::mapped_evidence;
use crate::writer::write_entry;

/// Builds a certificate section by section.
pub struct Builder {
    game: OpenGame,
    root: Pos,
    proof: Built,
    /// The most bytes that a walk may take.
    memory: u64,
    positions: u64,
}

/// How far a walk is.
#[derive(Clone, Copy, Debug)]
pub struct PassProgress {
    /// Entries written.
    pub entries: u64,
    /// Positions that the rules were asked about.
    pub positions: u64,
    /// Bytes that the walk takes.
    pub bytes: u64,
}

/// Positions walked between two reports: where threats are searched for again, some tenths of a second. For rules that are
/// slower than those of usual weight there are fewer.
const REPORT_EVERY: u64 = 256;
const USUAL_WEIGHT: u64 = 10;

/// A certificate as it was built: its entries are told in the order of the file from where the walks
/// left them.
pub struct Built {
    head: Certificate,
    parts: Vec<Part>,
}

/// What one walk wrote.
struct Part {
    /// Index of its first entry.
    base: u32,
    /// The entries, with numbers of nodes for indices.
    bytes: Vec<u8>,
    /// Where each node's entry begins in the bytes.
    starts: Vec<u32>,
    /// The nodes in the order of their entries.
    order: Vec<u32>,
    /// Each node's place in that order.
    places: Vec<u32>,
}

impl Built {
    /// With the tables that its evidence rests on.
    pub fn with_tables(self, tables: Vec<quod_cert::NamedTable>) -> Built {
        Built { head: Certificate { tables, ..self.head }, ..self }
    }
}

impl Proof for Built {
    fn head(&self) -> &Certificate {
        &self.head
    }

    fn n_entries(&self) -> usize {
        self.parts.last().map_or(0, |part| part.base as usize + part.order.len())
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        let part = self.parts.partition_point(|part| part.base as usize <= at) - 1;
        let part = &self.parts[part];
        let node = part.order[at - part.base as usize] as usize;
        let bytes = &part.bytes[part.starts[node] as usize..];
        let entry = parse_entry(bytes, node, self.head.claims.len());
        let mut entry = entry.expect("what was written is read again");
        for_each_index(&mut entry, |index| *index = part.base + part.places[*index as usize]);
        Cow::Owned(entry)
    }
}

/// How a node was first met, until its entry is written.
struct Met {
    /// The node that led here, [`NONE`] for the root, by which move and map.
    parent: u32,
    by: Move,
    map: u16,
    /// The prover's move, if he is to move.
    mv: Option<Move>,
}

const NONE: u32 = u32::MAX;

/// How a strategy goes on in a position: by evidence, by a move, or, where the opponent is to move,
/// by an answer to every reply.
fn plan_of(
    game: &OpenGame,
    claim: Claim,
    pos: &Pos,
    strategy: &mut dyn Strategy,
) -> Result<(Option<Evidence>, Option<Move>), SolveError> {
    if game.to_move(pos) != claim.prover() {
        return Ok((strategy.evidence(pos)?, None));
    }
    Ok(match strategy.step(pos)? {
        Step::Evidence(evidence) => (Some(evidence), None),
        Step::Move(mv) => (None, Some(mv)),
    })
}

impl Builder {
    /// A certificate about `root` without any section yet, by walks that take at most so many bytes.
    pub fn new(game: &OpenGame, root: &Pos, remark: &str, memory: u64) -> Builder {
        let head = Certificate {
            game: game.name(),
            root: game.encoding(root),
            claims: Vec::new(),
            sections: Vec::new(),
            remark: remark.to_string(),
            entries: Vec::new(),
            tables: Vec::new(),
        };
        let proof = Built { head, parts: Vec::new() };
        Builder { game: game.clone(), root: root.clone(), proof, memory, positions: 0 }
    }

    /// Adds the section that shows `claim` by `strategy`. Under a claim that counts moves the strategy speaks of
    /// positions of [`Counted`].
    ///
    /// # Errors
    /// If the strategy cannot say how it goes on; [`SolveError::Memory`] if the proof is too large.
    pub fn section(&mut self, claim: Claim, strategy: &mut dyn Strategy) -> Result<(), SolveError> {
        self.section_while(claim, strategy, &mut |_| true)
    }

    /// Like [`Builder::section`], as long as `goes_on`, which is told now and then how far the walk is, says true.
    ///
    /// # Errors
    /// As [`Builder::section`]; [`SolveError::Stopped`] if it is not to go on.
    pub fn section_while(
        &mut self,
        claim: Claim,
        strategy: &mut dyn Strategy,
        goes_on: &mut dyn FnMut(&PassProgress) -> bool,
    ) -> Result<(), SolveError> {
        let index = index_in(&mut self.proof.head.claims, &claim);
        let shown = match self.game.settled(&self.root, &claim) {
            Some(true) => Shown::Settled,
            Some(false) => return Err(SolveError::Strategy("the root refutes the claim".into())),
            None => self.show_root(claim, index, strategy, goes_on)?,
        };
        self.proof.head.sections.push(Section { claim: index, shown });
        Ok(())
    }

    fn show_root(
        &mut self,
        claim: Claim,
        index: u32,
        strategy: &mut dyn Strategy,
        goes_on: &mut dyn FnMut(&PassProgress) -> bool,
    ) -> Result<Shown, SolveError> {
        let counted = Counted::stated(&self.root, &claim);
        let game = if claim.counts_moves() { Counted::open(&self.game) } else { self.game.clone() };
        let counts_moves = counted.is_some();
        let (root, claim) = counted.unwrap_or_else(|| (self.root.clone(), claim));
        let (pos, map) = strategy.canonical(&game, &root);
        let (evidence, mv) = plan_of(&game, claim, &pos, strategy)?;
        if let Some(evidence) = evidence {
            let back = inverse(&game, &root, &pos);
            let shown = Some((&claim, &pos));
            return Ok(Shown::Evidence(mapped_evidence(&game, back, evidence, shown)?));
        }
        let base = self.proof.n_entries() as u32;
        let mut walk = Pass {
            game: &game,
            claim,
            claims: &mut self.proof.head.claims,
            index,
            counts_moves,
            memory: self.memory,
            nodes: Vec::new(),
            starts: Vec::new(),
            met: HashMap::default(),
            ids: HashTable::new(),
            hasher: foldhash::fast::FixedState::default(),
            bytes: Vec::new(),
            positions: 0,
            written: 0,
            goes_on,
        };
        let order = walk.run(pos, mv, strategy);
        self.positions += walk.positions;
        let order = order?;
        (walk.nodes, walk.ids) = (Vec::new(), HashTable::new());
        let mut places = vec![0; order.len()];
        for (place, &node) in order.iter().enumerate() {
            places[node as usize] = place as u32;
        }
        self.proof.parts.push(Part { base, bytes: walk.bytes, starts: walk.starts, order, places });
        Ok(Shown::Entry(Link { entry: base, map }))
    }

    /// Positions that the rules were asked about so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The certificate with the sections so far.
    pub fn finish(self) -> Built {
        self.proof
    }
}

/// The indices of entries that an entry names.
fn for_each_index(entry: &mut Entry, mut change: impl FnMut(&mut u32)) {
    if let PositionCode::Derived { from, .. } = &mut entry.position {
        change(from);
    }
    for_each_link(&mut entry.body, |link| change(&mut link.entry));
}

pub(crate) fn for_each_link(body: &mut Body, mut change: impl FnMut(&mut Link)) {
    match body {
        Body::Move { shown: Shown::Entry(link), .. } => change(link),
        Body::Move { .. } => {}
        Body::Replies { named, .. } => {
            for it in named {
                if let ReplyBy::Entry(link) = &mut it.by {
                    change(link);
                }
            }
        }
    }
}

/// A symmetry that maps `to` back onto `from`, where some symmetry maps `from` onto `to`.
pub(crate) fn inverse(game: &OpenGame, from: &Pos, to: &Pos) -> u16 {
    let Some(symmetric) = game.symmetric() else { return 0 };
    (0..symmetric.order())
        .find(|&map| symmetric.map(map, to) == *from)
        .expect("symmetries form a group")
}

/// One depth-first walk along a strategy.
struct Pass<'w> {
    game: &'w OpenGame,
    claim: Claim,
    /// The claims that entries name: that with this index, and those with fewer moves left.
    claims: &'w mut Vec<Claim>,
    index: u32,
    counts_moves: bool,
    /// The most bytes to take.
    memory: u64,
    /// The nodes' positions: those of the strategy's graph that become entries.
    nodes: Vec<Pos>,
    /// Where each node's entry begins in the bytes; [`NONE`] until the walk comes there.
    starts: Vec<u32>,
    met: HashMap<u32, Met, foldhash::fast::FixedState>,
    /// The nodes by their positions.
    ids: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
    /// The entries written so far.
    bytes: Vec<u8>,
    /// Positions played, for the count of nodes.
    positions: u64,
    /// Entries written.
    written: u64,
    goes_on: &'w mut dyn FnMut(&PassProgress) -> bool,
}

impl Pass<'_> {
    /// Walks everything the strategy reaches from `root`; returns the nodes in reverse post-order.
    ///
    /// A node's parent (the one that first named it) is on the stack until the node is done, so it
    /// comes before it in the order, and the node's position can be derived from the parent's.
    fn run(
        &mut self,
        root: Pos,
        mv: Option<Move>,
        strategy: &mut dyn Strategy,
    ) -> Result<Vec<u32>, SolveError> {
        self.add(root, Met { parent: NONE, by: Move(0), map: 0, mv });
        let mut order = Vec::new();
        let mut stack = vec![(0, self.expand(0, strategy)?)];
        while let Some((node, children)) = stack.last_mut() {
            let Some(child) = children.pop() else {
                order.push(*node);
                stack.pop();
                continue;
            };
            if self.starts[child as usize] == NONE {
                stack.push((child, self.expand(child, strategy)?));
            }
        }
        order.reverse();
        Ok(order)
    }

    /// Adds a node for a position that has none.
    fn add(&mut self, pos: Pos, met: Met) -> u32 {
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        let id = nodes.len() as u32;
        let hash = |pos: &Pos| hasher.hash_one(pos);
        self.ids.insert_unique(hash(&pos), id, |&it| hash(&nodes[it as usize]));
        self.nodes.push(pos);
        self.starts.push(NONE);
        self.met.insert(id, met);
        id
    }

    /// The node of a position.
    fn find(&self, pos: &Pos) -> Option<u32> {
        let same = |id: &u32| self.nodes[*id as usize] == *pos;
        self.ids.find(self.hasher.hash_one(pos), same).copied()
    }

    /// The node of a position that the prover wins with fewer moves than it has here. A link there goes
    /// forward: on the way to this position there are only positions with as many moves left, or more.
    fn find_sooner(&self, pos: &Pos) -> Option<u32> {
        if !self.counts_moves || self.claim.goal != Goal::Wins {
            return None;
        }
        Counted::sooner(pos).find_map(|sooner| self.find(&sooner))
    }

    /// Bytes taken, with the order of the nodes.
    fn taken(&self) -> u64 {
        let node = size_of::<Pos>() + 2 * size_of::<u32>();
        let met = size_of::<(u32, Met)>() + 1;
        let indices = self.ids.capacity() * 6 + self.met.capacity() * met;
        (self.nodes.len() * node + indices + self.bytes.len()) as u64
    }

    /// Writes a node's entry and returns the nodes that it links to.
    fn expand(&mut self, node: u32, strategy: &mut dyn Strategy) -> Result<Vec<u32>, SolveError> {
        let walked =
            PassProgress { entries: self.written, positions: self.positions, bytes: self.taken() };
        if walked.bytes > self.memory || self.bytes.len() > NONE as usize / 2 {
            return Err(SolveError::Memory);
        }
        let weight = u64::from(self.game.weight()).max(USUAL_WEIGHT);
        let every = (REPORT_EVERY * USUAL_WEIGHT / weight).max(1);
        if self.written.is_multiple_of(every) && !(self.goes_on)(&walked) {
            return Err(SolveError::Stopped);
        }
        let pos = self.nodes[node as usize].clone();
        let Met { parent, by, map, mv } = self.met.remove(&node).expect("met and not yet walked");
        let position = match parent {
            NONE if self.counts_moves => {
                PositionCode::Whole(self.game.encoding(&pos)[Counted::OWN_BYTES..].to_vec())
            }
            NONE => PositionCode::Whole(self.game.encoding(&pos)),
            from => PositionCode::Derived { from, mv: by, map },
        };
        let body = match mv {
            Some(mv) => self.expand_prover(node, &pos, mv, strategy)?,
            None => self.expand_opponent(node, &pos, strategy)?,
        };
        let claim = match self.counts_moves {
            true => index_in(self.claims, &Counted::claim(&pos, &self.claim)),
            false => self.index,
        };
        let mut entry = Entry { claim, position, body };
        let mut children = Vec::new();
        for_each_link(&mut entry.body, |link| children.push(link.entry));
        self.starts[node as usize] = self.bytes.len() as u32;
        write_entry(&mut self.bytes, &entry, node as usize);
        self.written += 1;
        Ok(children)
    }

    fn expand_prover(
        &mut self,
        node: u32,
        pos: &Pos,
        mv: Move,
        strategy: &mut dyn Strategy,
    ) -> Result<Body, SolveError> {
        let child = self.game.play(pos, mv);
        self.positions += 1;
        let shown = match self.game.settled(&child, &self.claim) {
            Some(true) => Shown::Settled,
            Some(false) => return Err(SolveError::Strategy("a move refutes the claim".into())),
            None => self.show(node, mv, &child, strategy)?,
        };
        Ok(Body::Move { mv, shown })
    }

    /// Shows an unsettled child of the prover's move or of a reply that nothing has refuted yet.
    fn show(
        &mut self,
        node: u32,
        mv: Move,
        child: &Pos,
        strategy: &mut dyn Strategy,
    ) -> Result<Shown, SolveError> {
        let (pos, map) = strategy.canonical(self.game, child);
        if let Some(entry) = self.find(&pos).or_else(|| self.find_sooner(&pos)) {
            return Ok(Shown::Entry(Link { entry, map }));
        }
        let (evidence, own_move) = plan_of(self.game, self.claim, &pos, strategy)?;
        if let Some(evidence) = evidence {
            let back = inverse(self.game, child, &pos);
            let shown = Some((&self.claim, &pos));
            return Ok(Shown::Evidence(mapped_evidence(self.game, back, evidence, shown)?));
        }
        let entry = self.add(pos, Met { parent: node, by: mv, map, mv: own_move });
        Ok(Shown::Entry(Link { entry, map }))
    }

    fn expand_opponent(
        &mut self,
        node: u32,
        pos: &Pos,
        strategy: &mut dyn Strategy,
    ) -> Result<Body, SolveError> {
        let mut replies = Vec::new();
        let legal = self.game.legal_moves(pos);
        if !legal.is_sorted_by(|one, next| one < next) {
            let (name, pos) = (self.game.name(), self.game.position_text(pos));
            let fault =
                "lists the moves in no ascending order, or one of them twice, in the position";
            return Err(SolveError::Rules(format!("{name} {fault} {pos}")));
        }
        for mv in legal {
            let child = self.game.play(pos, mv);
            self.positions += 1;
            match self.game.settled(&child, &self.claim) {
                Some(true) => {}
                Some(false) => {
                    return Err(SolveError::Strategy("a reply refutes the claim".into()));
                }
                None => replies.push((mv, child)),
            }
        }
        let Refutations { mut items, mut by } = strategy.refute(pos, &replies)?;
        by.resize(replies.len(), None);
        let mut named = Vec::new();
        for (at, (mv, child)) in replies.iter().enumerate() {
            if by[at].is_some() {
                continue;
            }
            match self.show(node, *mv, child, strategy)? {
                Shown::Entry(link) => named.push(Named { mv: *mv, by: ReplyBy::Entry(link) }),
                Shown::Evidence(evidence) => {
                    let item = items.iter().position(|it| *it == evidence);
                    by[at] = Some(item.unwrap_or_else(|| {
                        items.push(evidence);
                        items.len() - 1
                    }));
                }
                Shown::Settled => unreachable!("settled replies were left out"),
            }
        }
        let default = most_used(&by, items.len());
        for (at, (mv, _)) in replies.iter().enumerate() {
            if let Some(item) = by[at].filter(|item| Some(*item) != default) {
                named.push(Named { mv: *mv, by: ReplyBy::Item(item as u32) });
            }
        }
        named.sort_by_key(|it| it.mv);
        Ok(Body::Replies { items, default: default.map(|item| item as u32), named })
    }
}

/// The item that refutes the most replies: it becomes the default.
fn most_used(by: &[Option<usize>], n_items: usize) -> Option<usize> {
    let uses = |item: &usize| by.iter().filter(|it| **it == Some(*item)).count();
    (0..n_items).max_by_key(|item| (uses(item), usize::MAX - item)).filter(|item| uses(item) > 0)
}

/// One certificate with the sections of several about the same root. Of two lists of tables one begins with the other.
pub struct Merged {
    head: Certificate,
    /// Each with the index of its first entry and with its claims' new indices.
    parts: Vec<(usize, Vec<u32>, Packed)>,
}

impl Merged {
    /// Puts the sections of the parts together, in order.
    ///
    /// # Panics
    /// If there are no parts.
    pub fn new(parts: Vec<Packed>) -> Merged {
        let mut merged = Merged { head: parts[0].head().clone(), parts: Vec::new() };
        merged.head.sections.clear();
        for part in parts {
            let (base, head) = (merged.n_entries(), part.head());
            if merged.head.tables.len() < head.tables.len() {
                merged.head.tables.clone_from(&head.tables);
            }
            let index = |it| index_in(&mut merged.head.claims, it);
            let claims: Vec<u32> = head.claims.iter().map(index).collect();
            for mut section in head.sections.iter().cloned() {
                if let Shown::Entry(link) = &mut section.shown {
                    link.entry += base as u32;
                }
                section.claim = claims[section.claim as usize];
                merged.head.sections.push(section);
            }
            merged.parts.push((base, claims, part));
        }
        merged
    }
}

impl Proof for Merged {
    fn head(&self) -> &Certificate {
        &self.head
    }

    fn n_entries(&self) -> usize {
        self.parts.last().map_or(0, |(base, _, part)| base + part.n_entries())
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        let (base, claims, part) =
            &self.parts[self.parts.partition_point(|(base, _, _)| *base <= at) - 1];
        let mut entry = part.entry(at - base).into_owned();
        entry.claim = claims[entry.claim as usize];
        for_each_index(&mut entry, |index| *index += *base as u32);
        Cow::Owned(entry)
    }
}

/// The index of an item in a list, to which it is added if it is not there.
pub(crate) fn index_in<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) -> u32 {
    let at = list.iter().position(|it| it == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    });
    at as u32
}
