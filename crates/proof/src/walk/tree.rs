//! A section's proof as a tree: a list of rows in depth-first order.
//!
//! Entries form a graph in which every entry may be linked from many. Each stands once with its
//! subtree, below the first link that a depth-first walk meets; every further link is a row of its own
//! that names the other one. Evidence is a row as well, one for all replies it answers. As a row knows
//! how many rows are below it, whoever shows the tree can skip and fetch any part of it, of a million
//! rows as of ten.
//!
//! The list is made once, from the certificate as it is written: 24 bytes a row. Positions and the moves of the
//! real frame (entries are stored in frames of their own) are found when rows are asked for, along the
//! way from the root, which neighbouring rows share.

use std::ops::Range;

use quod_cert::{Body, Packed, Proof, ReplyBy};
use quod_engine::{Played, Pos};
use quod_game::{Claim, Move};

use super::Walk;
use super::skim::{Edge, Kind, NONE, edges};
use crate::{Row, Shows, TreePage};

/// Moves of a row that are listed.
const LISTED: usize = 12;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// The entry, of an entry or a link.
    entry: u32,
    /// Which of the parent's edges leads here; see [`Edge::number`].
    edge: u32,
    below: u32,
    /// Entries in the subtree.
    entries: u32,
    depth: u16,
    kind: Kind,
}

/// A section's rows.
pub(super) struct Outline {
    nodes: Vec<Node>,
    /// The row of each entry's subtree.
    rows: Vec<u32>,
}

impl Outline {
    fn new(certificate: &Packed, section: usize) -> Outline {
        let n = certificate.n_entries();
        // A list that grows by copying has been in memory twice; room that is not used costs none.
        let mut outline = Outline { nodes: Vec::with_capacity(n), rows: vec![NONE; n] };
        // The edges of the entries on the way, and the rows of these, each with its first edge and the
        // next one to follow.
        let (mut left, mut way) = (Vec::new(), Vec::new());
        let root = Edge::of_section(&certificate.head().sections[section].shown);
        let mut new = outline.add(NONE, 0, &root);
        loop {
            let Node { entry, kind, depth, .. } = outline.nodes[new as usize];
            if kind == Kind::Entry {
                way.push((new, depth.saturating_add(1), left.len(), left.len()));
                edges(certificate, entry as usize, &mut left);
            }
            new = loop {
                let Some((row, depth, first, next)) = way.last_mut() else { return outline };
                if let Some(edge) = left.get(*next) {
                    *next += 1;
                    break outline.add(*row, *depth, edge);
                }
                outline.close(*row);
                left.truncate(*first);
                way.pop();
            };
        }
    }

    fn add(&mut self, parent: u32, depth: u16, edge: &Edge) -> u32 {
        let &Edge { number: edge, mut kind, entry } = edge;
        let row = self.nodes.len() as u32;
        let first = kind == Kind::Entry && self.rows[entry as usize] == NONE;
        if first {
            self.rows[entry as usize] = row;
        } else if kind == Kind::Entry {
            kind = Kind::Link;
        }
        let entries = u32::from(first);
        self.nodes.push(Node { parent, entry, edge, below: 0, entries, depth, kind });
        row
    }

    /// Nothing is added below a row any more.
    fn close(&mut self, row: u32) {
        let Node { parent, entries, .. } = self.nodes[row as usize];
        self.nodes[row as usize].below = self.nodes.len() as u32 - row - 1;
        if parent != NONE {
            self.nodes[parent as usize].entries += entries;
        }
    }

    /// The most bytes that one can take: an edge takes two bytes of the stream at least.
    pub(super) fn most_bytes(stream: u64, entries: u64) -> u64 {
        (stream / 2 + 1) * size_of::<Node>() as u64 + entries * size_of::<u32>() as u64
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>() + self.rows.len() * size_of::<u32>()) as u64
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The row of an entry's subtree.
    pub(super) fn row_of(&self, entry: usize) -> Option<usize> {
        self.rows.get(entry).filter(|&&row| row != NONE).map(|&row| row as usize)
    }

    /// The rows directly below a row.
    fn below(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let end = row + self.nodes[row].below as usize;
        let first = (row < end).then_some(row + 1);
        std::iter::successors(first, move |&at| {
            let next = at + self.nodes[at].below as usize + 1;
            (next <= end).then_some(next)
        })
    }

    fn shows(&self, row: usize) -> Shows {
        let node = &self.nodes[row];
        match node.kind {
            Kind::Entry | Kind::Link => Shows::Entry(node.entry as usize),
            Kind::Settled => Shows::Settled,
            Kind::LineThreats => Shows::LineThreats,
            Kind::ReplyTree => Shows::ReplyTree,
            Kind::Strategy => Shows::Strategy,
            Kind::Exhaustive => Shows::Exhaustive,
            Kind::SolutionTree => Shows::SolutionTree,
            Kind::Connection => Shows::Connection,
            Kind::Table => Shows::Table,
            Kind::Zone => Shows::Zone,
        }
    }

    /// Rows by what they stand for; see [`crate::Walk::counts`].
    pub(super) fn counts(&self) -> Vec<(Shows, usize)> {
        const KINDS: [(Kind, Shows); 11] = [
            (Kind::Entry, Shows::Entry(0)),
            (Kind::Link, Shows::Nothing),
            (Kind::LineThreats, Shows::LineThreats),
            (Kind::ReplyTree, Shows::ReplyTree),
            (Kind::Strategy, Shows::Strategy),
            (Kind::Exhaustive, Shows::Exhaustive),
            (Kind::SolutionTree, Shows::SolutionTree),
            (Kind::Connection, Shows::Connection),
            (Kind::Table, Shows::Table),
            (Kind::Zone, Shows::Zone),
            (Kind::Settled, Shows::Settled),
        ];
        let mut counts = [0; KINDS.len()];
        self.nodes.iter().for_each(|node| counts[node.kind as usize] += 1);
        KINDS.map(|(kind, shows)| (shows, counts[kind as usize])).to_vec()
    }
}

impl Walk {
    /// The rows of the section that the walk follows.
    pub(super) fn outline(&self) -> Option<&Outline> {
        let certificate = &self.proof.as_ref()?.certificate;
        let outline = self.outlines.get(self.section)?;
        Some(outline.get_or_init(|| Outline::new(certificate, self.section)))
    }

    /// The rows in a range of the list.
    pub(super) fn rows_at(&self, range: Range<usize>) -> Vec<Row> {
        let Some(outline) = self.outline() else { return Vec::new() };
        let mut trail = Trail::new(self, outline);
        (range.start..range.end.min(outline.len())).map(|row| trail.row(row)).collect()
    }

    pub(super) fn children_of(&self, row: usize, offset: usize, limit: usize) -> TreePage {
        let Some(outline) = self.outline().filter(|outline| row < outline.len()) else {
            return TreePage { total: 0, rows: Vec::new() };
        };
        let mut trail = Trail::new(self, outline);
        let rows = outline.below(row).skip(offset).take(limit).map(|at| trail.row(at)).collect();
        TreePage { total: outline.below(row).count(), rows }
    }

    /// The moves from the root to a row; evidence for several replies is reached by the first of them.
    pub(super) fn moves_to(&self, row: usize) -> Vec<Move> {
        let Some(outline) = self.outline().filter(|outline| row < outline.len()) else {
            return Vec::new();
        };
        let mut trail = Trail::new(self, outline);
        trail.go_to(row);
        trail.way.iter().filter_map(|step| step.mv).collect()
    }

    /// The moves that an edge of an entry stands for, in the frame of `pos`, where so much of the claim is
    /// left; whether they are all that no other edge names.
    fn edge_moves(
        &self,
        (pos, claim): (&Pos, &Claim),
        entry: u32,
        number: u32,
    ) -> (Vec<Move>, bool) {
        let Some(turned) = self.turned(pos, entry as usize) else { return (Vec::new(), false) };
        let real = |mv| self.real(turned.back, mv);
        match &turned.body {
            Body::Move { mv, .. } => (vec![real(*mv)], false),
            Body::Replies { default, named, .. } => {
                let Some(item) = (number as usize).checked_sub(named.len()) else {
                    return (vec![real(named[number as usize].mv)], false);
                };
                let item = item as u32;
                let mine = named.iter().filter(|it| it.by == ReplyBy::Item(item));
                let mut moves: Vec<Move> = mine.map(|it| real(it.mv)).collect();
                let others = *default == Some(item);
                if others {
                    let left = claim.after(self.game.to_move(pos));
                    let answered: Vec<Move> = named.iter().map(|it| real(it.mv)).collect();
                    let open = |mv: &Move| {
                        let next = self.game.play(pos, *mv);
                        !answered.contains(mv) && self.game.settled(&next, &left) != Some(true)
                    };
                    moves.extend(self.game.legal_moves(pos).into_iter().filter(open));
                }
                (moves, others)
            }
        }
    }
}

/// A row on the way from the root.
struct Step {
    row: usize,
    mv: Option<Move>,
    pos: Pos,
    /// What is left of the claim.
    claim: Claim,
}

/// The way to the last row asked for.
struct Trail<'w> {
    walk: &'w Walk,
    outline: &'w Outline,
    way: Vec<Step>,
}

impl<'w> Trail<'w> {
    fn new(walk: &'w Walk, outline: &'w Outline) -> Self {
        let root = Step { row: 0, mv: None, pos: walk.path[0].0.clone(), claim: walk.claim };
        Trail { walk, outline, way: vec![root] }
    }

    /// Makes the way end at this row.
    fn go_to(&mut self, row: usize) {
        let on_way = |at: usize, way: &[Step]| way.binary_search_by_key(&at, |it| it.row).ok();
        let mut missing = Vec::new();
        let mut at = row;
        let kept = loop {
            match on_way(at, &self.way) {
                Some(place) => break place,
                None => missing.push(at),
            }
            at = self.outline.nodes[at].parent as usize;
        };
        self.way.truncate(kept + 1);
        for at in missing.into_iter().rev() {
            let moves = self.moves(at).0;
            let (Step { pos, claim, .. }, game) = (self.last(), &self.walk.game);
            let (pos, claim) = match moves.first() {
                Some(&mv) => (game.play(pos, mv), claim.after(game.to_move(pos))),
                None => (pos.clone(), *claim),
            };
            self.way.push(Step { row: at, mv: moves.first().copied(), pos, claim });
        }
    }

    fn last(&self) -> &Step {
        self.way.last().expect("the root stays")
    }

    /// The moves of a row whose parent is the last of the way.
    fn moves(&self, row: usize) -> (Vec<Move>, bool) {
        let parent = self.last();
        let entry = self.outline.nodes[parent.row].entry;
        let here = (&parent.pos, &parent.claim);
        self.walk.edge_moves(here, entry, self.outline.nodes[row].edge)
    }

    fn row(&mut self, row: usize) -> Row {
        let node = self.outline.nodes[row];
        let parent = (node.parent != NONE).then_some(node.parent as usize);
        let mut moves = (Vec::new(), false);
        let mut played: Vec<Played> = Vec::new();
        if let Some(parent) = parent {
            self.go_to(parent);
            moves = self.moves(row);
            let pos = &self.last().pos;
            let listed = moves.0.iter().take(LISTED);
            played = listed.flat_map(|&mv| self.walk.told(pos, &[mv])).collect();
        }
        self.go_to(row);
        let (Step { pos, claim, .. }, game) = (self.last(), &self.walk.game);
        let settled = node.kind == Kind::Settled || game.settled(pos, claim) == Some(true);
        Row {
            row,
            parent,
            depth: node.depth.into(),
            shows: self.outline.shows(row),
            link: match node.kind {
                Kind::Link => self.outline.row_of(node.entry as usize),
                _ => None,
            },
            moves: played,
            replies: moves.0.len(),
            others: moves.1,
            to_move: (!settled && game.outcome(pos).is_none()).then(|| game.to_move(pos).index()),
            below: node.below as usize,
            entries: node.entries as usize,
            children: self.outline.below(row).count(),
        }
    }
}
