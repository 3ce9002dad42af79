//! Walking through a certificate: from moves to entry, orientation and evidence.
//!
//! One walker serves `show`, `play`, the explorer and engines. It knows the real position, and for it
//! what in the certificate shows it: an entry (whose position is the real one's image under some
//! symmetry), evidence (turned into the real frame), or nothing, when somebody left the proof. A move
//! that left it may come back to a position that has an entry; the walker finds that entry again.

mod evidence;
mod positions;
mod skim;
mod solution;
mod tree;
mod zone;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use quod_cert::{
    Body, Evidence, Instruction, Packed, Place, Proof, Reason, Reject, ReplyBy, Shown, TreeNode,
};
use quod_engine::{OpenGame, Played, Pos};
use quod_game::{Claim, Move, NotationError, Outcome, Player};

use crate::build::inverse;
use crate::connection::{Carrier, Joining};
use crate::evidence::{exhaustive_move, mapped_evidence, strategy_move};
use crate::{Row, Scene, SceneMove, Shows, TreePage};
use evidence::{after_tree, next_threat};
use positions::Positions;
use solution::Solution;
use tree::Outline;
use zone::Elsewhere;

pub use positions::entry_positions;

/// How many entries are prepared for searches at once: a millisecond's work or less.
const INDEXED_AT_ONCE: usize = 1 << 10;

/// What shows the position that the walk has arrived at. Evidence is shared by all positions of a line.
#[derive(Clone, Debug)]
enum Support {
    /// Over or decided.
    Settled,
    /// The entry with this index.
    Entry(usize),
    /// Threats still to be played, in the real frame.
    Threats(Arc<[u32]>),
    /// A reply tree in the real frame, at this node.
    Tree(Arc<[TreeNode]>, usize),
    /// A positional strategy in the real frame, after this move of the opponent.
    Strategy(Arc<[Instruction]>, Option<Move>),
    /// An exhaustive search of so many plies.
    Exhaustive(u8),
    /// A solution tree in its own frame.
    Solution(Solution),
    /// A connection in the real frame.
    Connection(Joining),
    /// The value in a table; it says nothing of how to play.
    Table,
    /// What shows a position with some of the opponent's stones elsewhere.
    Elsewhere(Box<Elsewhere>),
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
            Support::Exhaustive(_) => Shows::Exhaustive,
            Support::Solution(_) => Shows::SolutionTree,
            Support::Connection(_) => Shows::Connection,
            Support::Table => Shows::Table,
            Support::Elsewhere(it) => it.shows(),
            Support::Gone => Shows::Nothing,
        }
    }

    /// Whether evidence shows the position, which then needs no entry any more.
    fn is_evidence(&self) -> bool {
        match self {
            Support::Threats(_) | Support::Tree(..) | Support::Strategy(..) => true,
            Support::Exhaustive(_) | Support::Solution(_) | Support::Connection(_) => true,
            Support::Elsewhere(it) => it.support.is_evidence(),
            Support::Settled | Support::Entry(_) | Support::Table | Support::Gone => false,
        }
    }
}

/// A walk through a certificate from its root, or a game from a position without any proof. Such a game
/// is over when a position is there for the third time, as if play went on for ever.
///
/// A section's proof is also a tree, each entry below the first that leads to it, written as a list of
/// rows in depth-first order; a further link to an entry is a row of its own, without a subtree.
///
/// The certificate should have been checked. Of another one the walk may be nonsense, or panic.
pub struct Walk {
    game: OpenGame,
    proof: Option<Opened>,
    section: usize,
    /// The section's claim, of the root.
    claim: Claim,
    /// The positions since the root and what shows them.
    path: Vec<(Pos, Support)>,
    /// The moves since the root.
    moves: Vec<Move>,
    /// The last answer of [`Walk::turned`]: all moves of a position ask the same.
    last: RefCell<Option<Arc<Turned>>>,
    /// Each section's tree as rows, made when first asked for.
    outlines: Vec<OnceCell<Outline>>,
}

struct Opened {
    certificate: Arc<Packed>,
    root: Pos,
    positions: Positions,
}

/// An entry decoded, and the symmetry that maps its position onto one on the way.
struct Turned {
    pos: Pos,
    entry: usize,
    back: u16,
    body: Body,
}

/// Bytes of the index of positions for each entry, and of a position that is kept.
const INDEXED: u64 = 12;

/// The most bytes that a walk through this certificate takes, the certificate included.
pub fn most_bytes(certificate: &Packed) -> u64 {
    let (stream, entries) =
        (certificate.stream_bytes().unwrap_or(0), certificate.n_entries() as u64);
    let outlines = certificate.head().sections.len() as u64 * Outline::most_bytes(stream, entries);
    stream + entries * (INDEXED + 8) + outlines
}

impl Walk {
    /// The bytes that it takes once all its sections' trees are made, the certificate included.
    pub fn bytes(&self) -> u64 {
        let Some(proof) = &self.proof else { return 0 };
        let stream = proof.certificate.stream_bytes().unwrap_or(0);
        let outlines = self.outlines.iter().filter_map(OnceCell::get).map(Outline::bytes);
        stream + proof.certificate.n_entries() as u64 * (INDEXED + 8) + outlines.sum::<u64>()
    }

    /// A walk that begins at the certificate's root, along its first section.
    ///
    /// # Errors
    /// If the root is no position of the game. The certificate should have been checked.
    pub fn new(game: &OpenGame, certificate: Arc<Packed>) -> Result<Walk, Reject> {
        let head = certificate.head();
        let bad = |_| Reject::new(Reason::BadPosition, Place::Header, "no position of the game");
        let root = game.decode(&head.root).map_err(bad)?;
        let claim = head.claims[head.sections[0].claim as usize];
        let path = vec![(root.clone(), Support::Gone)];
        let outlines = head.sections.iter().map(|_| OnceCell::new()).collect();
        let positions = Positions::new(game.clone(), Arc::clone(&certificate));
        let proof = Some(Opened { certificate, root, positions });
        let (game, last) = (game.clone(), RefCell::new(None));
        let moves = Vec::new();
        let mut walk = Walk { game, proof, section: 0, claim, path, moves, last, outlines };
        walk.choose_section(0);
        Ok(walk)
    }

    /// A walk without a proof.
    pub fn without_proof(game: &OpenGame, root: Pos) -> Walk {
        let claim = Claim::wins(Player::First);
        let (path, last) = (vec![(root, Support::Gone)], RefCell::new(None));
        Walk {
            game: game.clone(),
            proof: None,
            section: 0,
            claim,
            path,
            moves: Vec::new(),
            last,
            outlines: Vec::new(),
        }
    }

    /// How the game ended, if it is over; without a proof, by the third time of a position as well.
    fn ended(&self) -> Option<Outcome> {
        let pos = &self.here().0;
        let endless = || {
            let cyclic = self.game.cyclic().filter(|_| self.proof.is_none())?;
            let times = self.path.iter().filter(|(earlier, _)| earlier == pos).count();
            (times >= 3).then(|| cyclic.infinite_play(cyclic.class(pos)))
        };
        self.game.outcome(pos).or_else(endless)
    }

    /// The position arrived at.
    pub fn position(&self) -> &Pos {
        &self.here().0
    }

    /// What is left of the claim at the position arrived at.
    pub fn claim_here(&self) -> Claim {
        let before = &self.path[..self.path.len() - 1];
        let before = if self.claim.counts_moves() { before } else { &[] };
        before.iter().fold(self.claim, |claim, (pos, _)| claim.after(self.game.to_move(pos)))
    }

    fn here(&self) -> &(Pos, Support) {
        self.path.last().expect("the root is always there")
    }

    /// An entry, turned so that its position is this one.
    fn turned(&self, pos: &Pos, entry: usize) -> Option<Arc<Turned>> {
        if let Some(last) = &*self.last.borrow()
            && last.entry == entry
            && last.pos == *pos
        {
            return Some(Arc::clone(last));
        }
        let proof = self.proof.as_ref()?;
        let back = inverse(&self.game, pos, &proof.positions.of(entry));
        let body = proof.certificate.entry(entry).into_owned().body;
        let turned = Arc::new(Turned { pos: pos.clone(), entry, back, body });
        *self.last.borrow_mut() = Some(Arc::clone(&turned));
        Some(turned)
    }

    /// A move of an entry's frame in the real one.
    fn real(&self, back: u16, mv: Move) -> Move {
        self.game.symmetric().map_or(mv, |it| it.map_move(back, mv))
    }

    /// The move that the proof plays here, if the prover is to move.
    pub fn proof_move(&self) -> Option<Move> {
        let (pos, support) = self.here();
        self.provers_turn_at(pos)?.then(|| self.chosen(pos, support, &self.claim_here()))?
    }

    /// The move that this plays, with the prover to move and so much of the claim left.
    fn chosen(&self, pos: &Pos, support: &Support, claim: &Claim) -> Option<Move> {
        match support {
            Support::Entry(entry) => {
                let turned = self.turned(pos, *entry)?;
                let Body::Move { mv, .. } = turned.body else { return None };
                Some(self.real(turned.back, mv))
            }
            Support::Threats(cells) => {
                let lines = self.game.lines()?;
                next_threat(lines, pos, claim.prover(), cells)
            }
            Support::Tree(nodes, at) => match &nodes[*at] {
                TreeNode::Move(mv) => Some(*mv),
                _ => None,
            },
            Support::Strategy(list, last) => strategy_move(&self.game, list, claim, pos, *last),
            Support::Exhaustive(plies) => exhaustive_move(&self.game, *plies, claim, pos),
            Support::Solution(tree) => tree.chosen(&self.game),
            Support::Connection(it) => it.chosen(&self.game),
            Support::Elsewhere(it) => self.chosen(&it.pos, &it.support, claim),
            Support::Settled | Support::Table | Support::Gone => None,
        }
    }

    /// The position after `mv` and what shows it, unless the whole proof has to be asked. The prover's
    /// `mv` is what the proof plays. `claim` is what is left to be shown after the move.
    fn followed(
        &self,
        pos: &Pos,
        support: &Support,
        provers: bool,
        mv: Move,
        claim: &Claim,
    ) -> (Pos, Option<Support>) {
        let next = self.game.play(pos, mv);
        let shown = match (self.game.settled(&next, claim), support) {
            (Some(as_claimed), _) => {
                Some(if as_claimed { Support::Settled } else { Support::Gone })
            }
            (None, Support::Entry(entry)) => self.after_entry(*entry, pos, mv),
            (None, Support::Threats(cells)) => Some(Support::Threats(Arc::clone(cells))),
            (None, Support::Tree(nodes, at)) => after_tree(nodes, *at, mv),
            (None, Support::Strategy(list, _)) => {
                Some(Support::Strategy(Arc::clone(list), (!provers).then_some(mv)))
            }
            (None, Support::Exhaustive(plies)) => plies.checked_sub(1).map(Support::Exhaustive),
            (None, Support::Solution(tree)) => tree.after(&self.game, mv).map(Support::Solution),
            (None, Support::Connection(it)) => {
                let next = if provers { it.played() } else { it.replied(&self.game, mv) };
                Some(Support::Connection(next))
            }
            (None, Support::Elsewhere(it)) => self.elsewhere_after(it, provers, mv, claim),
            (None, Support::Settled | Support::Table | Support::Gone) => None,
        };
        (next, shown)
    }

    /// What shows the position after `mv`; the whole proof is asked if `mv` leaves it. `own` is
    /// [`Walk::proof_move`].
    fn support_after(&self, own: Option<Move>, mv: Move) -> (Pos, Support) {
        let (pos, support) = self.here();
        let provers = self.provers_turn_at(pos) == Some(true);
        let support = if provers && own != Some(mv) { &Support::Gone } else { support };
        let left = self.claim_here().after(self.game.to_move(pos));
        let (next, shown) = self.followed(pos, support, provers, mv, &left);
        let shown = shown.or_else(|| self.find(&next, &left)).unwrap_or(Support::Gone);
        (next, shown)
    }

    /// The entry for a position that was reached in another way, where `left` is left of the claim: one
    /// whose position is an image of this. Each of the images is looked for, so that no entry need be turned
    /// to make the index.
    fn find(&self, pos: &Pos, left: &Claim) -> Option<Support> {
        let proof = self.proof.as_ref()?;
        let claims = &proof.certificate.head().claims;
        let fits = |claim: u32| claims.get(claim as usize).is_some_and(|it| it.implies(left));
        let entry_at = |image: &Pos| proof.positions.find(image, &fits).map(Support::Entry);
        entry_at(pos).or_else(|| {
            let symmetric = self.game.symmetric()?;
            let maps = (1..symmetric.order()).filter(|&map| !symmetric.swaps_players(map));
            maps.into_iter().find_map(|map| entry_at(&symmetric.map(map, pos)))
        })
    }

    fn after_entry(&self, entry: usize, pos: &Pos, mv: Move) -> Option<Support> {
        let turned = self.turned(pos, entry)?;
        let back = turned.back;
        match &turned.body {
            Body::Move { shown, .. } => self.support_of(shown, back, Some((entry, mv))),
            Body::Replies { items, default, named } => {
                let answer = named.iter().find(|it| self.real(back, it.mv) == mv);
                let item = match answer.map(|it| &it.by) {
                    Some(ReplyBy::Entry(link)) => return Some(Support::Entry(link.entry as usize)),
                    Some(ReplyBy::Item(item)) => *item,
                    None => (*default)?,
                };
                if let Evidence::Zone(reply) = items[item as usize] {
                    let by = named.iter().find(|it| it.mv == reply)?.by;
                    let ReplyBy::Entry(link) = by else { return None };
                    let reply = self.real(back, reply);
                    let (pos, entry) = (self.game.play(pos, reply), link.entry as usize);
                    let there = Elsewhere::new(pos, Support::Entry(entry), reply, mv);
                    return Some(Support::Elsewhere(Box::new(there)));
                }
                self.evident(&items[item as usize], back, Some(mv), Some((entry, mv)))
            }
        }
    }

    /// What shows the position after a move in an entry's; `back` turns the entry's frame into the real one.
    fn support_of(
        &self,
        shown: &Shown,
        back: u16,
        after: Option<(usize, Move)>,
    ) -> Option<Support> {
        match shown {
            Shown::Settled => Some(Support::Settled),
            Shown::Entry(link) => Some(Support::Entry(link.entry as usize)),
            Shown::Evidence(evidence) => self.evident(evidence, back, None, after),
        }
    }

    /// Evidence for the position after a move in an entry's, both in the real frame, or for the root.
    fn evident(
        &self,
        evidence: &Evidence,
        back: u16,
        reply: Option<Move>,
        after: Option<(usize, Move)>,
    ) -> Option<Support> {
        if let Evidence::SolutionTree(choices) = evidence {
            return self.solution(choices, back, after).map(Support::Solution);
        }
        match mapped_evidence(&self.game, back, evidence.clone(), None).ok()? {
            Evidence::LineThreats(cells) => Some(Support::Threats(cells.into())),
            Evidence::ReplyTree(nodes) => Some(Support::Tree(nodes.into(), 0)),
            Evidence::Strategy(list) => Some(Support::Strategy(list.into(), reply)),
            Evidence::Exhaustive(plies) => Some(Support::Exhaustive(plies)),
            Evidence::TableValue(_) => Some(Support::Table),
            Evidence::Connection(it) => Some(Support::Connection(Joining::new(*it))),
            Evidence::SolutionTree(_) | Evidence::Zone(_) | Evidence::Unknown(_) => None,
        }
    }

    /// A solution tree, from where it begins.
    fn solution(
        &self,
        choices: &[u8],
        back: u16,
        after: Option<(usize, Move)>,
    ) -> Option<Solution> {
        let proof = self.proof.as_ref()?;
        let Some((entry, mv)) = after else {
            return Some(Solution::new(choices, self.claim, proof.root.clone(), back));
        };
        let pos = proof.positions.of(entry);
        let legal = self.game.legal_moves(&pos);
        let own = legal.into_iter().find(|&own| self.real(back, own) == mv)?;
        let claim = proof.certificate.entry(entry).claim;
        let claim = *proof.certificate.head().claims.get(claim as usize)?;
        Some(Solution::new(choices, claim, self.game.play(&pos, own), back))
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
                        |mv: &&Move| matches!(self.support_after(None, **mv).1, Support::Entry(_));
                    moves.iter().find(entry).or(moves.first()).copied()
                }
                None => None,
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            // If the prover is to move, it is the proof's.
            let next = self.support_after(Some(mv), mv);
            self.path.push(next);
        }
        self.path.truncate(depth);
        line
    }

    /// `None` where the game is over.
    fn provers_turn_at(&self, pos: &Pos) -> Option<bool> {
        match self.game.outcome(pos) {
            Some(_) => None,
            None => Some(self.game.to_move(pos) == self.claim.prover()),
        }
    }

    /// Moves from a position on, as they are told.
    fn told(&self, pos: &Pos, moves: &[Move]) -> Vec<Played> {
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
        let game = &self.game;
        let outcome = self.ended();
        let provers = self.provers_turn_at(pos);
        let proof_move = self.proof_move();
        let legal = if outcome.is_some() { Vec::new() } else { game.legal_moves(pos) };
        let left = self.claim_here();
        let moves = legal.into_iter().map(|mv| {
            let follows = !matches!(support, Support::Gone) && provers == Some(false);
            let wanted = match details {
                true => self.proof.is_some(),
                false => follows || proof_move == Some(mv),
            };
            let after = wanted.then(|| self.support_after(proof_move, mv));
            let refutation = after.as_ref().filter(|after| details && after.1.is_evidence());
            SceneMove {
                text: game.move_text(pos, mv),
                code: mv.0,
                refutation: refutation.map(|after| {
                    let left = left.after(game.to_move(pos));
                    self.told(&after.0, &self.play_out(after, left))
                }),
                support: after.map(|after| after.1.shows()),
            }
        });
        let moves = moves.collect();
        let sequence = self.play_out(here, left);
        Scene {
            position: game.position_text(pos),
            pos: pos.clone(),
            last_move: self.moves.last().copied(),
            picture: game.picture(pos, &[]),
            to_move: outcome.is_none().then(|| game.to_move(pos)),
            outcome,
            players: game.player_names(),
            claim: self.claim,
            claim_text: self.claim.text_at(&**game, &self.path[0].0),
            moves_left: left.moves_left(),
            support: support.shows(),
            moves,
            proof_move: proof_move.map(|mv| game.move_text(pos, mv)),
            numbered: (!sequence.is_empty()).then(|| game.picture(pos, &sequence)),
            sequence: self.told(pos, &sequence),
            carriers: self.carriers(),
        }
    }
}

impl Walk {
    /// The position arrived at.
    pub fn scene(&self) -> Scene {
        self.look(false)
    }

    /// The same with more about each move, for more work.
    pub fn detailed(&self) -> Scene {
        self.look(true)
    }

    /// A line along the proof from here, at most so long: the prover's moves are the proof's, the
    /// opponent's lead to an entry where one does (there is more to say), else are the first legal.
    pub fn line(&mut self, most: usize) -> Vec<Played> {
        let moves = self.line_moves(most);
        self.told(&self.here().0, &moves)
    }

    /// Does a millisecond's work, for want of anything else to do, that the first look-up in the whole
    /// proof would otherwise have to do; whether some is left.
    pub fn prepare(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.positions.index_some(INDEXED_AT_ONCE))
    }

    /// Where a connection shows the position arrived at: the patterns that are still to be completed. Each
    /// joins its stones and borders if the prover answers within its cells.
    pub fn carriers(&self) -> Vec<Carrier> {
        match &self.here().1 {
            Support::Connection(it) => it.carriers(&self.game, self.claim_here().prover()),
            _ => Vec::new(),
        }
    }

    /// The entry for the position arrived at, looked up in the whole proof.
    pub fn find_here(&self) -> Option<usize> {
        match self.find(&self.here().0, &self.claim_here()) {
            Some(Support::Entry(entry)) => Some(entry),
            _ => None,
        }
    }

    /// Number of rows of the section's tree; 0 without a proof.
    pub fn rows(&self) -> usize {
        self.outline().map_or(0, Outline::len)
    }

    /// So many rows from `offset` on; fewer at the end.
    pub fn page(&self, offset: usize, limit: usize) -> Vec<Row> {
        self.rows_at(offset..offset.saturating_add(limit))
    }

    /// Rows directly below a row; none if there is no such row.
    pub fn children(&self, row: usize, offset: usize, limit: usize) -> TreePage {
        self.children_of(row, offset, limit)
    }

    /// The moves from the root to a row.
    pub fn way_to(&self, row: usize) -> Vec<Played> {
        self.told(&self.path[0].0, &self.moves_to(row))
    }

    /// The row in which an entry has its subtree.
    pub fn row_of(&self, entry: usize) -> Option<usize> {
        self.outline()?.row_of(entry)
    }

    /// How many rows of the section's tree are shown how; all entries together as `Entry(0)`, those that
    /// only lead to another row as `Nothing`.
    pub fn counts(&self) -> Vec<(Shows, usize)> {
        self.outline().map_or(Vec::new(), Outline::counts)
    }

    /// Plays a legal move, whoever is to move.
    ///
    /// # Errors
    /// If the text is no legal move.
    pub fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(&self.here().0, text)?;
        self.go(mv);
        Ok(())
    }

    /// Plays the legal move of this code, whoever is to move.
    ///
    /// # Errors
    /// If there is no legal move of this code.
    pub fn play_move(&mut self, mv: Move) -> Result<(), NotationError> {
        if !self.game.legal_moves(&self.here().0).contains(&mv) {
            return Err(NotationError::new("move", "the code of a legal move", mv.0.to_string()));
        }
        self.go(mv);
        Ok(())
    }

    fn go(&mut self, mv: Move) {
        let next = self.support_after(self.proof_move(), mv);
        self.path.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back; false at the root.
    pub fn back(&mut self) -> bool {
        let inside = self.path.len() > 1;
        if inside {
            self.path.pop();
            self.moves.pop();
        }
        inside
    }

    /// Chooses the section (claim) that the walk follows; false if there is no such section.
    pub fn choose_section(&mut self, section: usize) -> bool {
        let Some(proof) = &self.proof else { return false };
        let head = proof.certificate.head();
        let Some(it) = head.sections.get(section) else { return false };
        self.section = section;
        self.claim = head.claims[it.claim as usize];
        let support = self.support_of(&it.shown, 0, None).unwrap_or(Support::Gone);
        self.path = vec![(proof.root.clone(), support)];
        self.moves.clear();
        true
    }
}
