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

use hashbrown::HashMap;
use quod_cert::{
    Body, Certificate, Entry, Evidence, Link, Named, PositionCode, ReplyBy, Section, Shown,
};
use quod_game::{Claim, Game, Move};
use quod_search::canonical;

use crate::SolveError;
use crate::evidence::mapped_evidence;

/// What the prover does where he is to move.
#[derive(Clone, Debug)]
pub enum Step {
    /// Evidence shows the claim from here.
    Evidence(Evidence),
    /// He plays this, and the position after it is settled, evident or an entry.
    Move(Move),
}

/// How the opponent's replies in one position are refuted by evidence.
#[derive(Clone, Debug, Default)]
pub struct Refutations {
    /// The evidence.
    pub items: Vec<Evidence>,
    /// For each reply, in the order of the legal moves, the item that refutes it; `None` asks for an
    /// entry. May be shorter than the list of replies.
    pub by: Vec<Option<usize>>,
}

/// A strategy that makes a claim true: what the second pass follows.
///
/// Positions handed in are canonical, lawful, unsettled under the claim, and such that the strategy
/// itself led to them. A strategy may search again where it has forgotten; it counts that work.
pub trait Strategy<G: Game> {
    /// What the prover does in `pos`, where he is to move.
    ///
    /// # Errors
    /// If the strategy does not know, which means that the search's answer cannot be certified.
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError>;

    /// Evidence that shows the claim in `pos`, where the opponent is to move, if the strategy has some.
    ///
    /// # Errors
    /// As [`Strategy::step`].
    fn evidence(&mut self, pos: &G::Position) -> Result<Option<Evidence>, SolveError> {
        let _ = pos;
        Ok(None)
    }

    /// Evidence against the opponent's replies in `pos`; `replies` are all legal moves that lead to
    /// unsettled positions, with these.
    ///
    /// # Errors
    /// As [`Strategy::step`].
    fn refute(
        &mut self,
        pos: &G::Position,
        replies: &[(Move, G::Position)],
    ) -> Result<Refutations, SolveError> {
        let _ = (pos, replies);
        Ok(Refutations::default())
    }

    /// The canonical form of a position and the symmetry that leads there. Whoever has a faster way
    /// than [`quod_search::canonical`] may choose another representative of the orbit; any choice is
    /// sound, since links compare positions under the map that they name.
    fn canonical(&self, game: &G, pos: &G::Position) -> (G::Position, u16) {
        canonical(game, pos)
    }
}

/// Builds a certificate section by section.
pub struct Builder<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    certificate: Certificate,
    positions: u64,
}

/// A position of the strategy's graph, to become an entry.
struct Node<P> {
    pos: P,
    /// The node, the move and the map that first led here; `None` for the root.
    from: Option<(u32, Move, u16)>,
    /// The prover's move, if he is to move.
    mv: Option<Move>,
    /// What is written; links are by node number. `None` until the walk comes here.
    body: Option<Body>,
}

/// How a strategy goes on in a position: by evidence, by a move, or, where the opponent is to move,
/// by an answer to every reply.
fn plan_of<G: Game>(
    game: &G,
    claim: Claim,
    pos: &G::Position,
    strategy: &mut dyn Strategy<G>,
) -> Result<(Option<Evidence>, Option<Move>), SolveError> {
    if game.to_move(pos) != claim.prover() {
        return Ok((strategy.evidence(pos)?, None));
    }
    Ok(match strategy.step(pos)? {
        Step::Evidence(evidence) => (Some(evidence), None),
        Step::Move(mv) => (None, Some(mv)),
    })
}

impl<'g, G: Game> Builder<'g, G> {
    /// A certificate about `root` without any section yet.
    pub fn new(game: &'g G, root: &G::Position, remark: &str) -> Builder<'g, G> {
        let certificate = Certificate {
            game: game.name(),
            root: game.encoding(root),
            claims: Vec::new(),
            sections: Vec::new(),
            remark: remark.to_string(),
            entries: Vec::new(),
            tables: Vec::new(),
        };
        Builder { game, root: root.clone(), certificate, positions: 0 }
    }

    /// Adds the section that shows `claim` by `strategy`.
    ///
    /// # Errors
    /// If the strategy cannot say how it goes on.
    pub fn section(
        &mut self,
        claim: Claim,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<(), SolveError> {
        let index = self.certificate.claims.len() as u32;
        self.certificate.claims.push(claim);
        let shown = match self.game.settled(&self.root, &claim) {
            Some(true) => Shown::Settled,
            Some(false) => return Err(SolveError::Strategy("the root refutes the claim".into())),
            None => self.show_root(claim, index, strategy)?,
        };
        self.certificate.sections.push(Section { claim: index, shown });
        Ok(())
    }

    fn show_root(
        &mut self,
        claim: Claim,
        index: u32,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<Shown, SolveError> {
        let (pos, map) = strategy.canonical(self.game, &self.root);
        let (evidence, mv) = plan_of(self.game, claim, &pos, strategy)?;
        if let Some(evidence) = evidence {
            let back = inverse(self.game, &self.root, &pos);
            return Ok(Shown::Evidence(mapped_evidence(self.game, back, evidence)?));
        }
        let mut walk = Walk {
            game: self.game,
            claim,
            nodes: Vec::new(),
            ids: HashMap::default(),
            positions: 0,
        };
        let order = walk.run(pos, mv, strategy);
        self.positions += walk.positions;
        let order = order?;
        let base = self.certificate.entries.len() as u32;
        let mut places = vec![0; walk.nodes.len()];
        for (place, &node) in order.iter().enumerate() {
            places[node as usize] = base + place as u32;
        }
        for &node in &order {
            let node = &mut walk.nodes[node as usize];
            let position = match node.from {
                None => PositionCode::Whole(self.game.encoding(&node.pos)),
                Some((parent, mv, map)) => {
                    PositionCode::Derived { from: places[parent as usize], mv, map }
                }
            };
            let mut body = node.body.take().expect("every node of the order was walked");
            for_each_link(&mut body, |link| link.entry = places[link.entry as usize]);
            self.certificate.entries.push(Entry { claim: index, position, body });
        }
        Ok(Shown::Entry(Link { entry: base, map }))
    }

    /// Positions that the rules were asked about so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The certificate with the sections so far.
    pub fn finish(self) -> Certificate {
        self.certificate
    }
}

fn for_each_link(body: &mut Body, mut change: impl FnMut(&mut Link)) {
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
pub(crate) fn inverse<G: Game>(game: &G, from: &G::Position, to: &G::Position) -> u16 {
    let Some(symmetric) = game.symmetric() else { return 0 };
    (0..symmetric.order())
        .find(|&map| symmetric.map(map, to) == *from)
        .expect("symmetries form a group")
}

/// One depth-first walk along a strategy.
struct Walk<'g, G: Game> {
    game: &'g G,
    claim: Claim,
    nodes: Vec<Node<G::Position>>,
    ids: HashMap<G::Position, u32, foldhash::fast::FixedState>,
    /// Positions played, for the count of nodes.
    positions: u64,
}

impl<G: Game> Walk<'_, G> {
    /// Walks everything the strategy reaches from `root`; returns the nodes in reverse post-order.
    ///
    /// A node's parent (the one that first named it) is on the stack until the node is done, so it
    /// comes before it in the order, and the node's position can be derived from the parent's.
    fn run(
        &mut self,
        root: G::Position,
        mv: Option<Move>,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<Vec<u32>, SolveError> {
        self.ids.insert(root.clone(), 0);
        self.nodes.push(Node { pos: root, from: None, mv, body: None });
        let mut order = Vec::new();
        let mut stack = vec![(0, self.expand(0, strategy)?)];
        while let Some((node, children)) = stack.last_mut() {
            let Some(child) = children.pop() else {
                order.push(*node);
                stack.pop();
                continue;
            };
            if self.nodes[child as usize].body.is_none() {
                stack.push((child, self.expand(child, strategy)?));
            }
        }
        order.reverse();
        Ok(order)
    }

    /// Writes a node's body and returns the nodes that it links to.
    fn expand(
        &mut self,
        node: u32,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<Vec<u32>, SolveError> {
        let pos = self.nodes[node as usize].pos.clone();
        let mut body = match self.nodes[node as usize].mv {
            Some(mv) => self.expand_prover(node, &pos, mv, strategy)?,
            None => self.expand_opponent(node, &pos, strategy)?,
        };
        let mut children = Vec::new();
        for_each_link(&mut body, |link| children.push(link.entry));
        self.nodes[node as usize].body = Some(body);
        Ok(children)
    }

    fn expand_prover(
        &mut self,
        node: u32,
        pos: &G::Position,
        mv: Move,
        strategy: &mut dyn Strategy<G>,
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
        child: &G::Position,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<Shown, SolveError> {
        let (pos, map) = strategy.canonical(self.game, child);
        if let Some(&entry) = self.ids.get(&pos) {
            return Ok(Shown::Entry(Link { entry, map }));
        }
        let (evidence, own_move) = plan_of(self.game, self.claim, &pos, strategy)?;
        if let Some(evidence) = evidence {
            let back = inverse(self.game, child, &pos);
            return Ok(Shown::Evidence(mapped_evidence(self.game, back, evidence)?));
        }
        let entry = self.nodes.len() as u32;
        self.ids.insert(pos.clone(), entry);
        self.nodes.push(Node { pos, from: Some((node, mv, map)), mv: own_move, body: None });
        Ok(Shown::Entry(Link { entry, map }))
    }

    fn expand_opponent(
        &mut self,
        node: u32,
        pos: &G::Position,
        strategy: &mut dyn Strategy<G>,
    ) -> Result<Body, SolveError> {
        let mut replies = Vec::new();
        for mv in self.game.legal_moves(pos) {
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

/// One certificate with the sections of several about the same root, made with the same tables.
pub(crate) fn merge_sections(parts: Vec<Certificate>) -> Certificate {
    let mut parts = parts.into_iter();
    let mut merged = parts.next().expect("a part at least");
    for part in parts {
        if merged.tables.is_empty() {
            merged.tables = part.tables;
        }
        let base = merged.entries.len() as u32;
        let claims: Vec<u32> = part.claims.iter().map(|it| claim_index(&mut merged, it)).collect();
        for Section { claim, mut shown } in part.sections {
            if let Shown::Entry(link) = &mut shown {
                link.entry += base;
            }
            merged.sections.push(Section { claim: claims[claim as usize], shown });
        }
        for mut entry in part.entries {
            entry.claim = claims[entry.claim as usize];
            if let PositionCode::Derived { from, .. } = &mut entry.position {
                *from += base;
            }
            for_each_link(&mut entry.body, |link| link.entry += base);
            merged.entries.push(entry);
        }
    }
    merged
}

fn claim_index(certificate: &mut Certificate, claim: &Claim) -> u32 {
    let known = certificate.claims.iter().position(|it| it == claim);
    known.unwrap_or_else(|| {
        certificate.claims.push(*claim);
        certificate.claims.len() - 1
    }) as u32
}
