//! Walking through a certificate: from moves to entry, orientation and evidence.
//!
//! One walker serves `show`, `play`, the explorer and engines. It knows the real position, and for it
//! what in the certificate shows it: an entry (whose position is the real one's image under some
//! symmetry), evidence (turned into the real frame), or nothing, when somebody left the proof. A move
//! that left it may come back to a position that has an entry; the walker finds that entry again.

mod evidence;
mod tree;

use std::cell::{OnceCell, RefCell};

use hashbrown::HashMap;
use quod_cert::{
    Body, Evidence, Instruction, Packed, Place, PositionCode, Proof, Reason, Reject, ReplyBy,
    Shown, TreeNode,
};
use quod_game::{Claim, Game, Move, NotationError, Player};
use quod_search::canonical;

use crate::build::inverse;
use crate::evidence::{mapped_evidence, strategy_move};
use crate::{Played, Row, Scene, SceneMove, Shows, TreePage, Walk};
use evidence::{after_tree, next_threat};
use tree::Outline;

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
    fn shows(&self) -> Shows {
        match self {
            Support::Settled => Shows::Settled,
            Support::Entry(entry) => Shows::Entry(*entry),
            Support::Threats(_) => Shows::LineThreats,
            Support::Tree(..) => Shows::ReplyTree,
            Support::Strategy(..) => Shows::Strategy,
            Support::Table => Shows::Table,
            Support::Gone => Shows::Nothing,
        }
    }

    /// Whether evidence shows the position, which then needs no entry any more.
    fn is_evidence(&self) -> bool {
        matches!(self, Support::Threats(_) | Support::Tree(..) | Support::Strategy(..))
    }
}

/// A walk through a certificate, or without one through a game.
pub struct ProofWalk<'g, G: Game> {
    game: &'g G,
    proof: Option<Opened<G::Position>>,
    section: usize,
    claim: Claim,
    /// The positions since the root and what shows them.
    path: Vec<(G::Position, Support)>,
    /// The last answer of [`ProofWalk::back_from`]: all moves of a position ask the same.
    turned: RefCell<Option<(G::Position, usize, u16)>>,
    /// Each section's tree as rows, made when first asked for.
    outlines: Vec<OnceCell<Outline>>,
}

struct Opened<P> {
    certificate: Packed,
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
    pub fn new(game: &'g G, certificate: Packed) -> Result<ProofWalk<'g, G>, Reject> {
        let bad = |place| Reject::new(Reason::BadPosition, place, "no position of the game");
        let head = certificate.head();
        let root = game.decode(&head.root).map_err(|_| bad(Place::Header))?;
        let positions = entry_positions(game, &certificate)?;
        let claim = head.claims[head.sections[0].claim as usize];
        let path = vec![(root.clone(), Support::Gone)];
        let outlines = head.sections.iter().map(|_| OnceCell::new()).collect();
        let proof = Some(Opened { certificate, root, positions, index: OnceCell::new() });
        let turned = RefCell::new(None);
        let mut walk = ProofWalk { game, proof, section: 0, claim, path, turned, outlines };
        walk.choose_section(0);
        Ok(walk)
    }

    /// A walk without a proof.
    pub fn without_proof(game: &'g G, root: G::Position) -> ProofWalk<'g, G> {
        let claim = Claim::wins(Player::First);
        let (path, turned) = (vec![(root, Support::Gone)], RefCell::new(None));
        ProofWalk { game, proof: None, section: 0, claim, path, turned, outlines: Vec::new() }
    }

    fn here(&self) -> &(G::Position, Support) {
        self.path.last().expect("the root is always there")
    }

    /// The symmetry that maps an entry's position onto this one.
    fn back_from(&self, pos: &G::Position, entry: usize) -> u16 {
        if let Some((of, at, map)) = &*self.turned.borrow()
            && *at == entry
            && of == pos
        {
            return *map;
        }
        let Some(proof) = &self.proof else { return 0 };
        let map = inverse(self.game, pos, &proof.positions[entry]);
        *self.turned.borrow_mut() = Some((pos.clone(), entry, map));
        map
    }

    /// The move that the proof plays here, if the prover is to move.
    pub fn proof_move(&self) -> Option<Move> {
        let (pos, support) = self.here();
        self.proof_move_at(pos, support)
    }

    fn proof_move_at(&self, pos: &G::Position, support: &Support) -> Option<Move> {
        if self.provers_turn_at(pos) != Some(true) {
            return None;
        }
        match support {
            Support::Entry(entry) => {
                let proof = self.proof.as_ref()?;
                let Body::Move { mv, .. } = proof.certificate.entry(*entry).body else {
                    return None;
                };
                let back = self.back_from(pos, *entry);
                Some(self.game.symmetric().map_or(mv, |it| it.map_move(back, mv)))
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

    /// What shows the position after `mv`, if it need not be looked up in the whole proof.
    fn followed(
        &self,
        (pos, support): &(G::Position, Support),
        mv: Move,
    ) -> (G::Position, Support) {
        let next = self.game.play(pos, mv);
        if self.game.settled(&next, &self.claim) == Some(true) {
            return (next, Support::Settled);
        }
        let provers = self.provers_turn_at(pos) == Some(true);
        if self.game.outcome(&next).is_some()
            || provers && self.proof_move_at(pos, support) != Some(mv)
        {
            return (next, Support::Gone);
        }
        let shown = match support {
            Support::Entry(entry) => self.after_entry(*entry, pos, mv),
            Support::Threats(cells) => Some(Support::Threats(cells.clone())),
            Support::Tree(nodes, at) => after_tree(nodes, *at, mv),
            Support::Strategy(list, _) => {
                Some(Support::Strategy(list.clone(), (!provers).then_some(mv)))
            }
            Support::Settled | Support::Table | Support::Gone => None,
        };
        (next, shown.unwrap_or(Support::Gone))
    }

    /// What shows the position after `mv`; the whole proof is asked if `mv` leaves it.
    fn support_after(&self, mv: Move) -> (G::Position, Support) {
        let (next, shown) = self.followed(self.here(), mv);
        match shown {
            Support::Gone if self.game.outcome(&next).is_none() => {
                let found = self.find(&next).unwrap_or(Support::Gone);
                (next, found)
            }
            shown => (next, shown),
        }
    }

    /// The entry for a position that was reached in another way.
    fn find(&self, pos: &G::Position) -> Option<Support> {
        let proof = self.proof.as_ref()?;
        let claim = proof.certificate.head().sections[self.section].claim;
        let key = (claim, canonical(self.game, pos).0);
        let index = proof.index.get_or_init(|| {
            let key = |(at, pos)| (proof.certificate.entry(at).claim, canonical(self.game, pos).0);
            proof.positions.iter().enumerate().map(key).zip(0..).collect()
        });
        index.get(&key).map(|&entry| Support::Entry(entry))
    }

    fn after_entry(&self, entry: usize, pos: &G::Position, mv: Move) -> Option<Support> {
        let proof = self.proof.as_ref()?;
        let back = self.back_from(pos, entry);
        match &proof.certificate.entry(entry).body {
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
    fn line_moves(&mut self, most: usize) -> Vec<Move> {
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
            line.push(mv);
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

    /// Moves from a position on, as they are told.
    fn told(&self, pos: &G::Position, moves: &[Move]) -> Vec<Played> {
        let mut pos = pos.clone();
        let moves = moves.iter().map(|&mv| {
            let by = self.game.to_move(&pos).index();
            let played = Played { text: self.game.move_text(&pos, mv), code: mv.0, by };
            pos = self.game.play(&pos, mv);
            played
        });
        moves.collect()
    }

    /// The position arrived at. `details` looks further: what shows the positions after the prover's
    /// other moves, and how evidence goes on after each move.
    fn look(&self, details: bool) -> Scene {
        let here = self.here();
        let (pos, support) = here;
        let game = self.game;
        let names = game.player_names();
        let root = &self.path[0].0;
        let mover = if game.outcome(root).is_none() { game.to_move(root) } else { Player::First };
        let outcome = game.outcome(pos);
        let provers = self.provers_turn_at(pos);
        let proof_move = self.proof_move();
        let moves = game.legal_moves(pos).into_iter().map(|mv| {
            let follows = !matches!(support, Support::Gone) && provers == Some(false);
            let wanted = match details {
                true => self.proof.is_some(),
                false => follows || proof_move == Some(mv),
            };
            let after = wanted.then(|| self.support_after(mv));
            let refutation = after.as_ref().filter(|after| details && after.1.is_evidence());
            SceneMove {
                text: game.move_text(pos, mv),
                code: mv.0,
                refutation: refutation.map(|after| self.told(&after.0, &self.play_out(after))),
                support: after.map(|after| after.1.shows()),
            }
        });
        let moves = moves.collect();
        let sequence = self.play_out(here);
        Scene {
            position: game.position_text(pos),
            encoding: game.encoding(pos),
            picture: game.picture(pos, &[]),
            to_move: outcome.is_none().then(|| names[game.to_move(pos).index()].to_string()),
            outcome: outcome.map(|outcome| match outcome.winner {
                Some(player) => format!("{}-wins", names[player.index()]),
                None => "draw".to_string(),
            }),
            claim: self.claim.text(game, mover),
            prover: names[self.claim.prover().index()].to_string(),
            support: support.shows(),
            moves,
            proof_move: proof_move.map(|mv| game.move_text(pos, mv)),
            numbered: (!sequence.is_empty()).then(|| game.picture(pos, &sequence)),
            sequence: self.told(pos, &sequence),
        }
    }
}

/// The positions of all entries.
pub(crate) fn entry_positions<G: Game>(
    game: &G,
    certificate: &dyn Proof,
) -> Result<Vec<G::Position>, Reject> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(certificate.n_entries());
    for at in 0..certificate.n_entries() {
        let bad = || Reject::new(Reason::BadPosition, Place::Entry(at), "no position of the game");
        let pos = match &certificate.entry(at).position {
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
        self.look(false)
    }

    fn detailed(&self) -> Scene {
        self.look(true)
    }

    fn line(&mut self, most: usize) -> Vec<Played> {
        let moves = self.line_moves(most);
        self.told(&self.here().0, &moves)
    }

    fn find_here(&self) -> Option<usize> {
        match self.find(&self.here().0) {
            Some(Support::Entry(entry)) => Some(entry),
            _ => None,
        }
    }

    fn rows(&self) -> usize {
        self.outline().map_or(0, Outline::len)
    }

    fn page(&self, offset: usize, limit: usize) -> Vec<Row> {
        self.rows_at(offset..offset.saturating_add(limit))
    }

    fn children(&self, row: usize, offset: usize, limit: usize) -> TreePage {
        self.children_of(row, offset, limit)
    }

    fn way_to(&self, row: usize) -> Vec<Played> {
        self.told(&self.path[0].0, &self.moves_to(row))
    }

    fn row_of(&self, entry: usize) -> Option<usize> {
        self.outline()?.row_of(entry)
    }

    fn counts(&self) -> Vec<(Shows, usize)> {
        self.outline().map_or(Vec::new(), Outline::counts)
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
        let head = proof.certificate.head();
        let Some(it) = head.sections.get(section) else { return false };
        self.section = section;
        self.claim = head.claims[it.claim as usize];
        let support = self.support_of(&it.shown, 0).unwrap_or(Support::Gone);
        self.path = vec![(proof.root.clone(), support)];
        true
    }
}
