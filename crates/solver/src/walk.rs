//! Walking through a certificate: from moves to entry, orientation and evidence.
//!
//! One walker serves `show`, `play`, the explorer and engines. It knows the real position, and for it
//! what in the certificate shows it: an entry (whose position is the real one's image under some
//! symmetry), evidence (turned into the real frame), or nothing, when somebody left the proof. A move
//! that left it may come back to a position that has an entry; the walker finds that entry again.

use std::cell::OnceCell;

use hashbrown::HashMap;
use quod_cert::{
    Body, Certificate, Evidence, Instruction, Place, PositionCode, Reason, Reject, ReplyBy, Shown,
    TreeNode,
};
use quod_game::{Claim, Game, LineGame, Move, NotationError, Player};
use quod_search::canonical;

use crate::build::inverse;
use crate::evidence::{mapped_evidence, strategy_move};
use crate::{Scene, SceneMove, Walk};

/// What shows the position that the walk has arrived at.
#[derive(Clone, Debug)]
enum Support {
    /// Over or decided.
    Settled,
    /// The entry with this index.
    Entry(usize),
    /// Threats still to be played, in the real frame.
    Threats(Vec<u32>),
    /// A reply tree in the real frame, at this node.
    Tree(Vec<TreeNode>, usize),
    /// A positional strategy in the real frame, after this move of the opponent.
    Strategy(Vec<Instruction>, Option<Move>),
    /// The value in a table; it says nothing of how to play.
    Table,
    /// Nothing: somebody left the proof, or there is none.
    Gone,
}

impl Support {
    fn text(&self) -> String {
        match self {
            Support::Settled => "settled".to_string(),
            Support::Entry(entry) => format!("entry {entry}"),
            Support::Threats(_) => "line threats".to_string(),
            Support::Tree(..) => "reply tree".to_string(),
            Support::Strategy(..) => "positional strategy".to_string(),
            Support::Table => "table value".to_string(),
            Support::Gone => "not in the proof".to_string(),
        }
    }
}

/// A walk through a certificate, or without one through a game.
pub struct ProofWalk<'g, G: Game> {
    game: &'g G,
    proof: Option<Proof<G::Position>>,
    section: usize,
    claim: Claim,
    /// The positions since the root and what shows them.
    path: Vec<(G::Position, Support)>,
}

struct Proof<P> {
    certificate: Certificate,
    root: P,
    positions: Vec<P>,
    /// Entries by claim and canonical position, made when somebody first leaves the proof.
    index: OnceCell<HashMap<(u32, P), usize, foldhash::fast::FixedState>>,
}

impl<'g, G: Game> ProofWalk<'g, G> {
    /// A walk that begins at the certificate's root, along its first section.
    ///
    /// # Errors
    /// If a position of the certificate cannot be made. The certificate should have been checked.
    pub fn new(game: &'g G, certificate: Certificate) -> Result<ProofWalk<'g, G>, Reject> {
        let bad = |place| Reject::new(Reason::BadPosition, place, "no position of the game");
        let root = game.decode(&certificate.root).map_err(|_| bad(Place::Header))?;
        let positions = entry_positions(game, &certificate)?;
        let claim = certificate.claims[certificate.sections[0].claim as usize];
        let path = vec![(root.clone(), Support::Gone)];
        let proof = Some(Proof { certificate, root, positions, index: OnceCell::new() });
        let mut walk = ProofWalk { game, proof, section: 0, claim, path };
        walk.choose_section(0);
        Ok(walk)
    }

    /// A walk without a proof.
    pub fn without_proof(game: &'g G, root: G::Position) -> ProofWalk<'g, G> {
        let claim = Claim::wins(Player::First);
        ProofWalk { game, proof: None, section: 0, claim, path: vec![(root, Support::Gone)] }
    }

    fn here(&self) -> &(G::Position, Support) {
        self.path.last().expect("the root is always there")
    }

    fn provers_turn(&self) -> bool {
        self.game.to_move(&self.here().0) == self.claim.prover()
    }

    /// The move that the proof plays here, if the prover is to move.
    pub fn proof_move(&self) -> Option<Move> {
        let (pos, support) = self.here();
        if self.game.outcome(pos).is_some() || !self.provers_turn() {
            return None;
        }
        match support {
            Support::Entry(entry) => {
                let proof = self.proof.as_ref()?;
                let Body::Move { mv, .. } = &proof.certificate.entries[*entry].body else {
                    return None;
                };
                let back = inverse(self.game, pos, &proof.positions[*entry]);
                Some(self.game.symmetric().map_or(*mv, |it| it.map_move(back, *mv)))
            }
            Support::Threats(cells) => {
                let lines = self.game.lines()?;
                next_threat(lines, pos, self.claim.prover(), cells)
            }
            Support::Tree(nodes, at) => match &nodes[*at] {
                TreeNode::Move(mv) => Some(*mv),
                _ => None,
            },
            Support::Strategy(list, last) => {
                strategy_move(self.game, list, &self.claim, pos, *last)
            }
            Support::Settled | Support::Table | Support::Gone => None,
        }
    }

    /// What shows the position after `mv`.
    fn support_after(&self, mv: Move) -> (G::Position, Support) {
        let (pos, support) = self.here();
        let next = self.game.play(pos, mv);
        if self.game.settled(&next, &self.claim) == Some(true) {
            return (next, Support::Settled);
        }
        if self.game.outcome(&next).is_some() {
            return (next, Support::Gone);
        }
        let followed = !self.provers_turn() || self.proof_move() == Some(mv);
        let shown = match support {
            Support::Entry(entry) if followed => self.after_entry(*entry, pos, mv),
            Support::Threats(cells) if followed => Some(Support::Threats(cells.clone())),
            Support::Tree(nodes, at) if followed => after_tree(nodes, *at, mv),
            Support::Strategy(list, _) if followed => {
                Some(Support::Strategy(list.clone(), (!self.provers_turn()).then_some(mv)))
            }
            _ => None,
        };
        let shown = shown.or_else(|| self.find(&next)).unwrap_or(Support::Gone);
        (next, shown)
    }

    /// The entry for a position that was reached in another way.
    fn find(&self, pos: &G::Position) -> Option<Support> {
        let proof = self.proof.as_ref()?;
        let claim = proof.certificate.sections[self.section].claim;
        let key = (claim, canonical(self.game, pos).0);
        let index = proof.index.get_or_init(|| {
            let claims = proof.certificate.entries.iter().map(|entry| entry.claim);
            let states = proof.positions.iter().map(|pos| canonical(self.game, pos).0);
            claims.zip(states).zip(0..).collect()
        });
        index.get(&key).map(|&entry| Support::Entry(entry))
    }

    fn after_entry(&self, entry: usize, pos: &G::Position, mv: Move) -> Option<Support> {
        let proof = self.proof.as_ref()?;
        let frame = &proof.positions[entry];
        let back = inverse(self.game, pos, frame);
        match &proof.certificate.entries[entry].body {
            Body::Move { shown, .. } => self.support_of(shown, back),
            Body::Replies { items, default, named } => {
                let image =
                    |mv| self.game.symmetric().map_or(mv, |symmetric| symmetric.map_move(back, mv));
                let item = match named.iter().find(|it| image(it.mv) == mv).map(|it| &it.by) {
                    Some(ReplyBy::Entry(link)) => return Some(Support::Entry(link.entry as usize)),
                    Some(ReplyBy::Item(item)) => *item,
                    None => (*default)?,
                };
                self.evident(&items[item as usize], back, Some(mv))
            }
        }
    }

    fn support_of(&self, shown: &Shown, back: u16) -> Option<Support> {
        match shown {
            Shown::Settled => Some(Support::Settled),
            Shown::Entry(link) => Some(Support::Entry(link.entry as usize)),
            Shown::Evidence(evidence) => self.evident(evidence, back, None),
        }
    }

    fn evident(&self, evidence: &Evidence, back: u16, reply: Option<Move>) -> Option<Support> {
        match mapped_evidence(self.game, back, evidence.clone()).ok()? {
            Evidence::LineThreats(cells) => Some(Support::Threats(cells)),
            Evidence::ReplyTree(nodes) => Some(Support::Tree(nodes, 0)),
            Evidence::Strategy(list) => Some(Support::Strategy(list, reply)),
            Evidence::TableValue(_) => Some(Support::Table),
            Evidence::Unknown(_) => None,
        }
    }

    /// A line along the proof from here, at most so long: the prover's moves are the proof's, the
    /// opponent's lead to an entry where one does (there is more to say), else are the first legal.
    pub fn line(&mut self, most: usize) -> Vec<String> {
        let depth = self.path.len();
        let mut line = Vec::new();
        while line.len() < most {
            let pos = self.here().0.clone();
            let moves = self.game.legal_moves(&pos);
            let mv = match self.provers_turn_at(&pos) {
                Some(true) => self.proof_move(),
                Some(false) => {
                    let entry =
                        |mv: &&Move| matches!(self.support_after(**mv).1, Support::Entry(_));
                    moves.iter().find(entry).or(moves.first()).copied()
                }
                None => None,
            };
            let Some(mv) = mv else { break };
            line.push(self.game.move_text(&pos, mv));
            let next = self.support_after(mv);
            self.path.push(next);
        }
        self.path.truncate(depth);
        line
    }

    /// `None` where the game is over.
    fn provers_turn_at(&self, pos: &G::Position) -> Option<bool> {
        match self.game.outcome(pos) {
            Some(_) => None,
            None => Some(self.game.to_move(pos) == self.claim.prover()),
        }
    }

    /// The threats still to come and the forced replies, taken in turn, if threats show this
    /// position and the prover is to move.
    fn sequence(&self) -> Vec<Move> {
        let (pos, support) = self.here();
        let (Support::Threats(cells), Some(lines)) = (support, self.game.lines()) else {
            return Vec::new();
        };
        let prover = self.claim.prover();
        let mut pos = pos.clone();
        let mut sequence = Vec::new();
        while self.game.outcome(&pos).is_none() {
            let mv = match self.game.to_move(&pos) == prover {
                true => next_threat(lines, &pos, prover, cells),
                false => completion(lines, &pos, prover),
            };
            let Some(mv) = mv else { break };
            sequence.push(mv);
            pos = self.game.play(&pos, mv);
        }
        sequence
    }
}

fn after_tree(nodes: &[TreeNode], at: usize, mv: Move) -> Option<Support> {
    let next = match &nodes[at] {
        TreeNode::End => None,
        TreeNode::Move(_) => Some(at + 1),
        TreeNode::Replies { default, named } => {
            let child = named.iter().find(|it| it.0 == mv).map(|it| it.1).or(*default);
            child.map(|it| it as usize)
        }
    };
    next.map(|at| Support::Tree(nodes.to_vec(), at))
}

/// The attacker's next move: he fills a line if he can, else plays the first planned cell that is not
/// his already.
fn next_threat<P>(
    lines: &dyn LineGame<P>,
    pos: &P,
    attacker: Player,
    cells: &[u32],
) -> Option<Move> {
    let own = Some(attacker);
    let planned = || cells.iter().find(|&&cell| lines.stone(pos, cell as u16) != own);
    completion(lines, pos, attacker).or_else(|| planned().map(|&cell| Move(cell)))
}

/// The least empty cell on which `player` completes a line.
fn completion<P>(lines: &dyn LineGame<P>, pos: &P, player: Player) -> Option<Move> {
    let completes = |cell: u16| {
        lines.lines().iter().any(|line| {
            let own = |&at: &u16| at == cell || lines.stone(pos, at) == Some(player);
            line.contains(&cell) && line.iter().all(own)
        })
    };
    (0..lines.cells() as u16)
        .find(|&cell| lines.stone(pos, cell).is_none() && completes(cell))
        .map(|cell| Move(cell.into()))
}

/// The positions of all entries.
pub(crate) fn entry_positions<G: Game>(
    game: &G,
    certificate: &Certificate,
) -> Result<Vec<G::Position>, Reject> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(certificate.entries.len());
    for (at, entry) in certificate.entries.iter().enumerate() {
        let bad = || Reject::new(Reason::BadPosition, Place::Entry(at), "no position of the game");
        let pos = match &entry.position {
            PositionCode::Whole(encoding) => game.decode(encoding).map_err(|_| bad())?,
            PositionCode::Derived { from, mv, map } => {
                let parent = positions.get(*from as usize).ok_or_else(bad)?;
                if !game.legal_moves(parent).contains(mv) {
                    return Err(bad());
                }
                let child = game.play(parent, *mv);
                match game.symmetric() {
                    Some(symmetric) if *map < symmetric.order() => symmetric.map(*map, &child),
                    None if *map == 0 => child,
                    _ => return Err(bad()),
                }
            }
        };
        positions.push(pos);
    }
    Ok(positions)
}

impl<G: Game> Walk for ProofWalk<'_, G> {
    fn scene(&self) -> Scene {
        let (pos, support) = self.here();
        let game = self.game;
        let names = game.player_names();
        let root = &self.path[0].0;
        let mover = if game.outcome(root).is_none() { game.to_move(root) } else { Player::First };
        let outcome = game.outcome(pos);
        let provers = self.provers_turn_at(pos);
        let moves = game.legal_moves(pos).into_iter().map(|mv| {
            let after = (provers == Some(false) && !matches!(support, Support::Gone))
                .then(|| self.support_after(mv).1.text());
            SceneMove { text: game.move_text(pos, mv), support: after }
        });
        let sequence = self.sequence();
        Scene {
            position: game.position_text(pos),
            picture: game.picture(pos, &[]),
            to_move: outcome.is_none().then(|| names[game.to_move(pos).index()].to_string()),
            outcome: outcome.map(|outcome| match outcome.winner {
                Some(player) => format!("{}-wins", names[player.index()]),
                None => "draw".to_string(),
            }),
            claim: self.claim.text(game, mover),
            prover: names[self.claim.prover().index()].to_string(),
            support: support.text(),
            moves: moves.collect(),
            proof_move: self.proof_move().map(|mv| game.move_text(pos, mv)),
            numbered: (!sequence.is_empty()).then(|| game.picture(pos, &sequence)),
            sequence: sequence.iter().map(|&mv| game.move_text(pos, mv)).collect(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(&self.here().0, text)?;
        let next = self.support_after(mv);
        self.path.push(next);
        Ok(())
    }

    fn back(&mut self) -> bool {
        let inside = self.path.len() > 1;
        if inside {
            self.path.pop();
        }
        inside
    }

    fn choose_section(&mut self, section: usize) -> bool {
        let Some(proof) = &self.proof else { return false };
        let Some(it) = proof.certificate.sections.get(section) else { return false };
        self.section = section;
        self.claim = proof.certificate.claims[it.claim as usize];
        let support = self.support_of(&it.shown, 0).unwrap_or(Support::Gone);
        self.path = vec![(proof.root.clone(), support)];
        true
    }
}
