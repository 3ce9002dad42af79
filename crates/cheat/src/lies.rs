//! Certificates of false statements: true ones everywhere but for one kind of lie.
//!
//! A [`Liar`] shows a claim of a root as an honest prover would, by entries and the moves of a strategy, wherever the claim is believed to
//! hold there. Where it does not hold the liar goes on to a position after it, in which it does not hold either, or plays its [`Trick`].

use std::collections::HashMap;
use std::rc::Rc;

use quod_cert::{
    Body, Certificate, Entry, Evidence, EvidenceKind, Link, Named, NamedTable, PositionCode,
    ReplyBy, Section, Shown,
};
use quod_check::{Limits, check};
use quod_game::testkit::Rng;
use quod_game::{Claim, Move};

use crate::belief::Beliefs;
use crate::erased::Pos;
use crate::support::by_evidence;
use crate::truth::{Forced, World};

/// The most entries of a certificate; a liar who needs more gives up.
const MOST_ENTRIES: usize = 160;
/// The most lies in one certificate.
const MOST_LIES: usize = 30;

/// What a liar does where a claim does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trick {
    /// Nothing false: where play goes round without an end, that is taken for good.
    Round,
    /// The position is said to be settled.
    Settled,
    /// Evidence of a kind says so.
    Evidence(EvidenceKind),
    /// The prover makes a move that is not legal.
    IllegalMove,
    /// The player who is not to move moves: the prover out of turn, or nobody.
    WrongSide,
    /// Replies without an answer are passed over.
    MissingReply,
    /// Replies that lose the claim at once fall to a default item.
    LostReply,
    /// The position is said to be another one, of an entry that holds.
    OtherPosition,
    /// The claim is said to follow from another one, of an entry that holds.
    OtherClaim,
    /// A symmetry is said to lead to an entry that holds.
    WrongMap,
    /// An entry about a position where nothing is left to show.
    Over,
    /// A reply that is settled against the claim is named.
    IdleName,
    /// A link to an entry, or an item, that does not exist.
    Nowhere,
}

impl Trick {
    /// All of them.
    pub fn all() -> Vec<Trick> {
        let kinds = EvidenceKind::ALL.iter().map(|&kind| Trick::Evidence(kind));
        let others = [
            Trick::Round,
            Trick::Settled,
            Trick::IllegalMove,
            Trick::WrongSide,
            Trick::MissingReply,
            Trick::LostReply,
            Trick::OtherPosition,
            Trick::OtherClaim,
            Trick::WrongMap,
            Trick::Over,
            Trick::IdleName,
            Trick::Nowhere,
        ];
        others.into_iter().chain(kinds).collect()
    }
}

/// How a position is shown, before entries have their order.
#[derive(Clone)]
pub(crate) enum By {
    Settled,
    Evidence(Evidence),
    /// A drafted entry, the symmetry by which it is linked, and from which position.
    Entry(usize, u16, usize),
    /// An entry that does not exist.
    Nowhere,
}

pub(crate) enum Why {
    Move(Move, By),
    Replies { items: Vec<Evidence>, default: Option<u32>, named: Vec<(Move, By)> },
}

/// An entry before the entries have their order.
struct Draft {
    claim: Claim,
    pos: Pos,
    why: Option<Why>,
}

/// Makes certificates about one world, most of them false.
pub struct Liar<'w, 'g> {
    pub(crate) world: &'w World<'g>,
    pub(crate) rng: &'w mut Rng,
    beliefs: &'w mut Beliefs,
    pub(crate) trick: Trick,
    drafts: Vec<Draft>,
    /// By claim and position: the draft, and the symmetry that leads to its position.
    pub(crate) known: HashMap<(Claim, usize), (usize, u16)>,
    /// By claim and position as the draft has them.
    places: HashMap<(Claim, Pos), usize>,
    /// Drafts in the order in which all that they need was drafted.
    done: Vec<usize>,
    lies: usize,
    /// Whether the next entry is about the position itself, and no image of it.
    straight: bool,
    /// Whether the body under way is one of an image, so that evidence would speak of other moves.
    image: bool,
}

impl<'w, 'g> Liar<'w, 'g> {
    /// A liar with one trick.
    pub fn new(
        world: &'w World<'g>,
        beliefs: &'w mut Beliefs,
        trick: Trick,
        rng: &'w mut Rng,
    ) -> Liar<'w, 'g> {
        let (drafts, known, places, done) = Default::default();
        let (straight, image) = (false, false);
        Liar { world, rng, beliefs, trick, drafts, known, places, done, lies: 0, straight, image }
    }

    /// A certificate of these claims of a position of the world; `None` if the trick does not serve.
    pub fn prove(
        &mut self,
        claims: &[Claim],
        root: usize,
        tables: &[NamedTable],
    ) -> Option<Certificate> {
        self.drafts.clear();
        self.known.clear();
        self.places.clear();
        self.done.clear();
        self.lies = 0;
        (self.straight, self.image) = (false, false);
        let mut sections = Vec::new();
        for claim in claims {
            sections.push((*claim, self.show(claim, root)?));
        }
        Some(self.lay_out(sections, root, tables))
    }

    /// Where a claim is believed to hold.
    pub(crate) fn believed(&mut self, claim: &Claim) -> Rc<Forced> {
        self.beliefs.of(self.world, claim, self.trick == Trick::Round)
    }

    pub(crate) fn settled(&self, claim: &Claim, at: usize) -> Option<bool> {
        self.world.game.settled(&self.world.positions[at], claim)
    }

    /// The legal moves and where they lead.
    pub(crate) fn moves(&self, at: usize) -> Vec<(Move, usize)> {
        self.world.nodes[at].moves.clone()
    }

    pub(crate) fn pick<T: Clone>(&mut self, them: &[T]) -> Option<T> {
        (!them.is_empty()).then(|| them[self.rng.below(them.len())].clone())
    }

    pub(crate) fn show(&mut self, claim: &Claim, at: usize) -> Option<By> {
        if self.settled(claim, at) == Some(true) {
            return Some(By::Settled);
        }
        if !self.believed(claim).holds[at] {
            return self.lie(claim, at);
        }
        if !self.image
            && self.rng.chance(1, 6)
            && let Some(right) = self.right_evidence(claim, at)
        {
            return Some(By::Evidence(right));
        }
        self.entry(claim, at, Self::honest)
    }

    /// Evidence that the checker accepts by itself, so that others are met than plain entries.
    fn right_evidence(&mut self, claim: &Claim, at: usize) -> Option<Evidence> {
        let threats = self.world.game.lines().is_some() && self.rng.chance(2, 3);
        let kinds = [EvidenceKind::ReplyTree, EvidenceKind::Exhaustive, EvidenceKind::SolutionTree];
        let kind = if threats { EvidenceKind::LineThreats } else { kinds[self.rng.below(3)] };
        for _ in 0..3 {
            let evidence = self.evidence(kind, claim, at)?;
            let game = self.world.game;
            let pos = &self.world.positions[at];
            let cert = by_evidence(game, *claim, pos, evidence.clone());
            let limits = Limits { work: 20_000, ..Limits::default() };
            if check(game, &cert, &limits).is_ok() {
                return Some(evidence);
            }
        }
        None
    }

    /// An entry, new or known, with a body of this sort.
    pub(crate) fn entry(
        &mut self,
        claim: &Claim,
        at: usize,
        body: impl FnOnce(&mut Self, &Claim, usize) -> Option<Why>,
    ) -> Option<By> {
        if let Some(&(known, map)) = self.known.get(&(*claim, at)) {
            return Some(By::Entry(known, map, at));
        }
        if self.drafts.len() >= MOST_ENTRIES {
            return None;
        }
        let pos = &self.world.positions[at];
        let may_map = !std::mem::take(&mut self.straight) && self.rng.chance(1, 4);
        let symmetric = self.world.game.symmetric().filter(|_| may_map);
        let (mut map, mut here) = (0, (*claim, pos.clone()));
        if let Some(it) = symmetric {
            map = self.rng.below(it.order().into()) as u16;
            here = (claim.mapped(it.swaps_players(map)), it.map(map, pos));
        }
        if let Some(&same) = self.places.get(&here) {
            self.known.insert((*claim, at), (same, map));
            return Some(By::Entry(same, map, at));
        }
        let own = self.drafts.len();
        self.places.insert(here.clone(), own);
        self.drafts.push(Draft { claim: here.0, pos: here.1, why: None });
        self.known.insert((*claim, at), (own, map));
        let outside = std::mem::replace(&mut self.image, map > 0);
        let why = body(self, claim, at)?;
        self.image = outside;
        let why = self.mapped(map, why)?;
        self.drafts[own].why = Some(why);
        self.done.push(own);
        Some(By::Entry(own, map, at))
    }

    /// A body under a symmetry: the moves are images, and what links positions leads from image to image.
    fn mapped(&self, map: u16, why: Why) -> Option<Why> {
        let Some(it) = self.world.game.symmetric().filter(|_| map > 0) else { return Some(why) };
        // From the image of a position to where `after` takes the position itself.
        let rest = |after: u16, at: usize| {
            let pos = &self.world.positions[at];
            let (image, goal) = (it.map(map, pos), it.map(after, pos));
            let swaps = |rest: u16| it.swaps_players(rest) ^ it.swaps_players(map);
            let fits = |rest: &u16| {
                it.map(*rest, &image) == goal && swaps(*rest) == it.swaps_players(after)
            };
            (0..it.order()).find(fits)
        };
        let by = |by: By| match by {
            // (A map that does not exist stays one.)
            By::Entry(to, after, at) if after < it.order() => {
                Some(By::Entry(to, rest(after, at)?, at))
            }
            // (Evidence speaks of moves by their codes.)
            By::Evidence(_) => None,
            by => Some(by),
        };
        Some(match why {
            Why::Move(mv, how) => Why::Move(it.map_move(map, mv), by(how)?),
            Why::Replies { items, default, named } => {
                if !items.is_empty() {
                    return None;
                }
                let named =
                    named.into_iter().map(|(mv, how)| Some((it.map_move(map, mv), by(how)?)));
                let mut named: Vec<(Move, By)> = named.collect::<Option<_>>()?;
                named.sort_by_key(|it| it.0);
                Why::Replies { items, default, named }
            }
        })
    }

    /// The body of a claim that is believed to hold.
    pub(crate) fn honest(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let left = claim.after(self.world.nodes[at].mover);
        if self.world.nodes[at].mover != claim.prover() {
            return self.answers(claim, at);
        }
        let (whole, rest) = (self.believed(claim), self.believed(&left));
        let counted = left != *claim;
        let mut good = self.moves(at);
        // (What was seen before needs this position no more. If nothing was ever seen, going round will do.)
        let leads_on =
            |child: usize| counted || whole.when[at] == 0 || rest.when[child] < whole.when[at];
        good.retain(|it| rest.holds[it.1] && leads_on(it.1));
        let (mv, child) = self.pick(&good)?;
        Some(Why::Move(mv, self.show(&left, child)?))
    }

    /// Every reply is answered, as well as may be.
    pub(crate) fn answers(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let left = claim.after(self.world.nodes[at].mover);
        let mut named = Vec::new();
        let (mut items, default) = (Vec::new(), None);
        for (mv, child) in self.moves(at) {
            match self.show(&left, child)? {
                By::Settled if self.settled(&left, child) == Some(true) => {}
                By::Evidence(it) => {
                    named.push((mv, By::Evidence(it.clone())));
                    items.push(it);
                }
                by => named.push((mv, by)),
            }
        }
        items.clear();
        Some(Why::Replies { items, default, named })
    }

    /// Shows what is not believed to hold.
    pub(crate) fn lie(&mut self, claim: &Claim, at: usize) -> Option<By> {
        self.lies += 1;
        if self.lies > MOST_LIES {
            return None;
        }
        if let Some(&(known, map)) = self.known.get(&(*claim, at)) {
            return Some(By::Entry(known, map, at));
        }
        let open = self.settled(claim, at).is_none() && self.world.nodes[at].expanded;
        if open && self.rng.chance(1, 2) {
            return self.entry(claim, at, Self::further);
        }
        let trick = match self.trick {
            Trick::Round => None,
            Trick::Settled => Some(By::Settled),
            Trick::Evidence(EvidenceKind::Zone) if open => {
                self.straight = true;
                self.entry(claim, at, Self::zone)
            }
            Trick::Evidence(_) if self.image => None,
            Trick::Evidence(kind) => self.evidence(kind, claim, at).map(By::Evidence),
            Trick::OtherPosition => self.other_position(claim, at),
            Trick::OtherClaim => self.other_claim(claim, at),
            Trick::WrongMap => self.wrong_map(claim, at),
            Trick::Nowhere if self.rng.chance(1, 2) => Some(By::Nowhere),
            Trick::Over if !open => self.entry(claim, at, Self::nothing),
            _ if !open => None,
            Trick::IllegalMove => self.entry(claim, at, Self::illegal),
            Trick::WrongSide => self.entry(claim, at, Self::wrong_side),
            Trick::MissingReply | Trick::LostReply | Trick::IdleName | Trick::Nowhere => {
                self.straight = true;
                self.entry(claim, at, Self::some_answers)
            }
            Trick::Over => None,
        };
        match trick {
            None if open && !self.known.contains_key(&(*claim, at)) => {
                self.entry(claim, at, Self::further)
            }
            trick => trick,
        }
    }

    /// Goes on to what comes after.
    pub(crate) fn further(&mut self, claim: &Claim, at: usize) -> Option<Why> {
        let mover = self.world.nodes[at].mover;
        if mover != claim.prover() {
            return self.answers(claim, at);
        }
        let left = claim.after(mover);
        let moves = self.moves(at);
        let (mv, child) = self.pick(&moves)?;
        Some(Why::Move(mv, self.show(&left, child)?))
    }

    /// Gives the entries their order: what needs others comes before them, where it can.
    fn lay_out(
        &mut self,
        sections: Vec<(Claim, By)>,
        root: usize,
        tables: &[NamedTable],
    ) -> Certificate {
        let game = self.world.game;
        let mut claims: Vec<Claim> = sections.iter().map(|it| it.0).collect();
        claims.dedup();
        let mut order: Vec<usize> = self.done.iter().rev().copied().collect();
        // (Where positions could repeat, links may go back.)
        let any_order = matches!(self.trick, Trick::Round | Trick::Evidence(EvidenceKind::Zone));
        if any_order && game.cyclic().is_some() && self.rng.chance(1, 3) {
            for at in (1..order.len()).rev() {
                order.swap(at, self.rng.below(at + 1));
            }
        }
        let mut place = vec![u32::MAX; self.drafts.len()];
        order.iter().zip(0..).for_each(|(&own, at)| place[own] = at);
        let link = |to: usize, map: u16| Link { entry: place[to], map };
        let nowhere = Link { entry: order.len() as u32, map: 0 };
        let shown = |by: &By| match by {
            By::Settled => Shown::Settled,
            By::Evidence(it) => Shown::Evidence(it.clone()),
            By::Entry(to, map, _) => Shown::Entry(link(*to, *map)),
            By::Nowhere => Shown::Entry(nowhere),
        };
        let mut entries = Vec::new();
        for own in order {
            let draft = &self.drafts[own];
            let claim = claims.iter().position(|it| *it == draft.claim).unwrap_or_else(|| {
                claims.push(draft.claim);
                claims.len() - 1
            });
            let body = match draft.why.as_ref().expect("only what is done is laid out") {
                Why::Move(mv, by) => Body::Move { mv: *mv, shown: shown(by) },
                Why::Replies { items, default, named } => {
                    let mut items = items.clone();
                    let named = named.iter().map(|(mv, by)| {
                        let by = match shown(by) {
                            Shown::Entry(link) => ReplyBy::Entry(link),
                            Shown::Evidence(it) => {
                                let known = items.iter().position(|other| *other == it);
                                ReplyBy::Item(known.unwrap_or_else(|| {
                                    items.push(it);
                                    items.len() - 1
                                }) as u32)
                            }
                            // (There is no such answer to a reply.)
                            Shown::Settled => ReplyBy::Item(u32::MAX),
                        };
                        Named { mv: *mv, by }
                    });
                    let named = named.collect();
                    Body::Replies { items, default: *default, named }
                }
            };
            let position = PositionCode::Whole(game.encoding(&draft.pos));
            entries.push(Entry { claim: claim as u32, position, body });
        }
        let number = |claim: &Claim| claims.iter().position(|it| it == claim).unwrap_or(0) as u32;
        let sections = sections.iter();
        let sections = sections.map(|it| Section { claim: number(&it.0), shown: shown(&it.1) });
        Certificate {
            game: game.name(),
            root: game.encoding(&self.world.positions[root]),
            sections: sections.collect(),
            claims,
            remark: String::new(),
            entries,
            tables: tables.to_vec(),
        }
    }
}
