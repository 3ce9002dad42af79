//! One certificate out of several, or a smaller one out of one.
//!
//! The entries of all parts are a library: what is shown of which canonical position. A strategy that
//! looks things up in it is walked again by the second pass, so whatever the root does not need falls
//! away, positions equal under symmetry become one entry, and evidence that does for its neighbours
//! is shared. Where the library knows several moves for the prover, the one with the smaller proof is
//! taken. A root that no part has as an entry is reached by playing on until all lines end in entries.
//!
//! Sizes are computed in rounds from what is shown without entries upwards, so following smaller
//! sizes cannot run in circles; inside a class where play may go on for ever the parts' own moves are
//! kept.

use std::cell::RefCell;

use hashbrown::HashMap;
use quod_cert::{Body, Evidence, NamedTable, Packed, Proof, ReplyBy, Shown, parse_packed};
use quod_check::{Limits, Tables};
use quod_engine::{Counted, OpenGame, Pos, Refutations, SolveError, Step, Strategy};
use quod_game::{Claim, Goal, Move};
use quod_search::canonical;

use crate::build::{Builder, index_in};
use crate::evidence::mapped_evidence;
use crate::walk::entry_positions;
use crate::{Question, write_certificate, write_stream};

/// One entry of the library, in the frame of its canonical position.
enum Known {
    Move(Move),
    Evidence(Evidence),
    /// Evidence by reply, and the evidence for all others.
    Replies {
        items: Vec<Evidence>,
        by: HashMap<Move, usize>,
        default: Option<usize>,
        entries: Vec<Move>,
    },
}

/// Where a move leads.
#[derive(Clone, Copy)]
enum To {
    Settled,
    /// The state with this number.
    State(usize),
}

/// What the size of a state's proof depends on.
struct Links {
    /// Its own size.
    own: u64,
    /// Whether all count, or the smallest.
    all: bool,
    /// Moves, and where they lead; `None` for what nothing shows.
    list: Vec<(Move, Option<To>)>,
}

impl Links {
    fn each(&self, sizes: &[u64]) -> impl Iterator<Item = (u64, Move)> {
        self.list.iter().map(|&(mv, to)| match to {
            Some(To::Settled) => (0, mv),
            Some(To::State(at)) => (sizes[at], mv),
            None => (u64::MAX, mv),
        })
    }

    fn best(&self, sizes: &[u64]) -> Option<(u64, Move)> {
        self.each(sizes).min()
    }

    /// The size; `u64::MAX` while it is not known.
    fn size(&self, sizes: &[u64]) -> u64 {
        let below = match self.all {
            true => self.each(sizes).fold(0, |sum, (size, _)| u64::saturating_add(sum, size)),
            false => self.best(sizes).map_or(u64::MAX, |(size, _)| size),
        };
        below.saturating_add(self.own)
    }
}

/// What the parts show of one claim. Of one that counts moves they show it in positions that know how many are
/// left ([`Counted`]).
struct Library<'g> {
    game: OpenGame,
    claim: Claim,
    counts_moves: bool,
    known: HashMap<Pos, Known, foldhash::fast::FixedState>,
    shelf: &'g RefCell<Shelf>,
    /// The plain game, and what is asked where no part has a position.
    above: Option<(OpenGame, Box<Above<'g>>)>,
}

/// What is known of a position that no part has.
pub enum Found {
    /// The prover's move.
    Move(Move),
    /// A certificate of the claim at the position.
    Part(Box<Packed>),
}

/// Tells how to go on where no part has a position.
type Above<'a> = dyn FnMut(&Pos) -> Result<Found, SolveError> + 'a;

/// The tables that the parts name. Evidence in the library counts them all; what the new certificate
/// names are those that are asked for, in that order.
#[derive(Default)]
struct Shelf {
    all: Vec<NamedTable>,
    named: Vec<NamedTable>,
}

impl Shelf {
    /// A part's evidence as the library keeps it.
    fn kept(&mut self, evidence: &Evidence, tables: &[NamedTable]) -> Evidence {
        match evidence {
            Evidence::TableValue(at) => {
                Evidence::TableValue(index_in(&mut self.all, &tables[*at as usize]))
            }
            other => other.clone(),
        }
    }

    /// Evidence of the library as the new certificate has it.
    fn handed_out(&mut self, evidence: &Evidence) -> Evidence {
        match evidence {
            Evidence::TableValue(at) => {
                Evidence::TableValue(index_in(&mut self.named, &self.all[*at as usize]))
            }
            other => other.clone(),
        }
    }
}

/// Builds the certificate for a root and a question from the parts.
///
/// # Errors
/// If a part is rejected, or they do not prove it together.
pub fn join(
    game: &OpenGame,
    parts: &[Packed],
    position: Option<&str>,
    claim: Option<&str>,
    tables: &dyn Tables,
) -> Result<Packed, SolveError> {
    for part in parts {
        game.check(part, &Limits::default(), tables)
            .map_err(|reject| SolveError::Strategy(format!("a part is rejected: {reject}")))?;
    }
    let root = match position {
        Some(text) => game.parse_position(text)?,
        None => game.decode(&parts[0].head().root)?,
    };
    let mover = game.mover_at(&root);
    let claims = match claim {
        None => {
            let mut claims = Vec::new();
            for part in parts.iter().map(Proof::head) {
                for section in &part.sections {
                    let claim = part.claims[section.claim as usize];
                    if !claims.contains(&claim) {
                        claims.push(claim);
                    }
                }
            }
            claims
        }
        Some(text) => match Question::parse(game, mover, text)? {
            Question::Claim(claim) => vec![claim],
            _ => value_claims(parts),
        },
    };
    let mut builder = Builder::new(game, &root, "quod proof", u64::MAX);
    let shelf = RefCell::new(Shelf::default());
    for claim in claims {
        builder.section(claim, &mut Library::of(game, parts, claim, &shelf)?)?;
    }
    let rejected = |reject| SolveError::Strategy(format!("the joined proof is rejected: {reject}"));
    let joined = builder.finish().with_tables(shelf.into_inner().named);
    let joined = parse_packed(write_stream(&joined)).map_err(rejected)?;
    game.check(&joined, &Limits::default(), tables).map_err(rejected)?;
    Ok(joined)
}

/// Builds the certificate of a claim at a root from parts, and from what `above` tells of positions in which the prover
/// is to move and that no part has. Parts are taken as they are: nobody checks them here, and the whole may turn out
/// to be none.
///
/// # Errors
/// What `above` says, and if something is lacking all the same.
pub fn assemble(
    game: &OpenGame,
    parts: &[Packed],
    root: &Pos,
    claim: Claim,
    above: &mut Above<'_>,
) -> Result<Vec<u8>, SolveError> {
    let mut builder = Builder::new(game, root, "quod, from jobs", u64::MAX);
    let shelf = RefCell::new(Shelf::default());
    {
        let mut library = Library::of(game, parts, claim, &shelf)?;
        library.above = Some((game.clone(), Box::new(&mut *above)));
        builder.section(claim, &mut library)?;
    }
    Ok(write_certificate(&builder.finish().with_tables(shelf.into_inner().named)))
}

/// The claims that together give the value, as far as the parts have them.
fn value_claims(parts: &[Packed]) -> Vec<Claim> {
    let has = |claim: &Claim| parts.iter().any(|part| part.head().claims.contains(claim));
    for player in quod_game::Player::BOTH {
        if has(&Claim::wins(player)) {
            return vec![Claim::wins(player)];
        }
    }
    quod_game::Player::BOTH.map(Claim::does_not_lose).to_vec()
}

impl<'g> Library<'g> {
    /// What the parts say about one claim.
    fn of(
        game: &OpenGame,
        parts: &[Packed],
        claim: Claim,
        shelf: &'g RefCell<Shelf>,
    ) -> Result<Library<'g>, SolveError> {
        let counts_moves = claim.counts_moves();
        let open = if counts_moves { Counted::open(game) } else { game.clone() };
        let plain = Counted::stated(&game.start(), &claim).map_or(claim, |(_, plain)| plain);
        let known = HashMap::default();
        let above = None;
        let mut library = Library { game: open, claim: plain, counts_moves, known, shelf, above };
        for part in parts {
            library.learn_part(game, part)?;
        }
        library.measure();
        Ok(library)
    }

    /// A position as the library keeps it, if what is claimed of it is the claim.
    fn kept(&self, pos: &Pos, its: Claim) -> Option<Pos> {
        match Counted::stated(pos, &its) {
            Some((counted, its)) => (self.counts_moves && its == self.claim).then_some(counted),
            None => (!self.counts_moves && its == self.claim).then(|| pos.clone()),
        }
    }

    /// What a part of the plain game says about the claim.
    fn learn_part(&mut self, game: &OpenGame, part: &Packed) -> Result<(), SolveError> {
        let positions = entry_positions(game, part)?;
        let head = part.head();
        for (at, pos) in positions.iter().enumerate() {
            let entry = part.entry(at);
            if let Some(pos) = self.kept(pos, head.claims[entry.claim as usize]) {
                self.learn(&pos, &entry.body, &head.tables)?;
            }
        }
        for section in &head.sections {
            if let Shown::Evidence(evidence) = &section.shown
                && let Some(root) =
                    self.kept(&game.decode(&head.root)?, head.claims[section.claim as usize])
            {
                self.learn_evidence(&root, evidence, &head.tables)?;
            }
        }
        Ok(())
    }

    /// What is known of a position, or of the same one with fewer moves left.
    fn at(&self, pos: &Pos) -> Option<&Known> {
        let sooner = self.counts_moves && self.claim.goal == Goal::Wins;
        let sooner = || sooner.then(|| Counted::sooner(pos))?.find_map(|it| self.known.get(&it));
        self.known.get(pos).or_else(sooner)
    }

    fn learn(&mut self, pos: &Pos, body: &Body, tables: &[NamedTable]) -> Result<(), SolveError> {
        let game = self.game.clone();
        let (state, map) = canonical(&*game, pos);
        let image = |mv: Move| game.symmetric().map_or(mv, |symmetric| symmetric.map_move(map, mv));
        let body = match body {
            Body::Move { mv, shown } => {
                if let Shown::Evidence(evidence) = shown {
                    let child = self.game.play(pos, *mv);
                    self.learn_evidence(&child, evidence, tables)?;
                }
                Known::Move(image(*mv))
            }
            Body::Replies { items, default, named } => {
                let kept = items.iter().map(|it| self.shelf.borrow_mut().kept(it, tables));
                let turned = kept.map(|it| mapped_evidence(&self.game, map, it, None));
                let items = turned.collect::<Result<Vec<Evidence>, _>>()?;
                let mut by = HashMap::default();
                let mut entries = Vec::new();
                for it in named {
                    match it.by {
                        ReplyBy::Item(item) => {
                            by.insert(image(it.mv), item as usize);
                        }
                        ReplyBy::Entry(_) => entries.push(image(it.mv)),
                    }
                }
                let default = default.map(|item| item as usize);
                Known::Replies { items, by, default, entries }
            }
        };
        self.known.entry(state).or_insert(body);
        Ok(())
    }

    fn learn_evidence(
        &mut self,
        pos: &Pos,
        evidence: &Evidence,
        tables: &[NamedTable],
    ) -> Result<(), SolveError> {
        let (state, map) = canonical(&*self.game, pos);
        let evidence = self.shelf.borrow_mut().kept(evidence, tables);
        let body =
            Known::Evidence(mapped_evidence(&self.game, map, evidence, Some((&self.claim, pos)))?);
        self.known.entry(state).or_insert(body);
        Ok(())
    }

    /// Sizes of proofs, in rounds until nothing gets smaller; the prover's move becomes the one that
    /// leads to the smallest. A size counts shared parts every time.
    fn measure(&mut self) {
        let states: Vec<Pos> = self.known.keys().cloned().collect();
        let places = states.iter().enumerate().map(|(at, state)| (state, at)).collect();
        // (To find where moves lead costs more than all else, so that is done once.)
        let links: Vec<Links> = states.iter().map(|state| self.links(state, &places)).collect();
        let mut sizes = vec![u64::MAX; states.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (at, links) in links.iter().enumerate() {
                let size = links.size(&sizes);
                changed |= size < sizes[at];
                sizes[at] = size.min(sizes[at]);
            }
        }
        for (at, links) in links.iter().enumerate() {
            if sizes[at] < u64::MAX
                && let Some(Known::Move(mv)) = self.known.get_mut(&states[at])
                && let Some((_, best)) = links.best(&sizes)
            {
                *mv = best;
            }
        }
    }

    /// Where the moves of a state lead that matter: all of the prover's, the opponent's that evidence does not
    /// answer.
    fn links(&self, state: &Pos, places: &HashMap<&Pos, usize>) -> Links {
        let link = |mv: &Move| {
            let child = self.game.play(state, *mv);
            let to = match self.game.settled(&child, &self.claim) {
                Some(true) => Some(To::Settled),
                Some(false) => None,
                None => places.get(&canonical(&*self.game, &child).0).copied().map(To::State),
            };
            (*mv, to)
        };
        match &self.known[state] {
            Known::Evidence(_) => Links { own: 1, all: true, list: Vec::new() },
            Known::Move(_) => {
                let moves = self.game.legal_moves(state);
                let list = moves.iter().map(link).filter(|(_, to)| to.is_some()).collect();
                Links { own: 1, all: false, list }
            }
            Known::Replies { items, entries, .. } => {
                let list = entries.iter().map(link).collect();
                Links { own: 1 + items.len() as u64, all: true, list }
            }
        }
    }

    /// Whether everything the prover needs after `mv` is in the library.
    fn covers(&self, pos: &Pos, mv: Move) -> bool {
        let child = self.game.play(pos, mv);
        match self.game.settled(&child, &self.claim) {
            Some(holds) => holds,
            None if self.at(&canonical(&*self.game, &child).0).is_some() => true,
            None if self.game.to_move(&child) == self.claim.prover() => false,
            None => self.game.legal_moves(&child).into_iter().all(|reply| {
                let next = self.game.play(&child, reply);
                match self.game.settled(&next, &self.claim) {
                    Some(holds) => holds,
                    None => self.at(&canonical(&*self.game, &next).0).is_some(),
                }
            }),
        }
    }
}

impl Strategy for Library<'_> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        match self.at(pos) {
            Some(Known::Move(mv)) => return Ok(Step::Move(*mv)),
            Some(Known::Evidence(evidence)) => {
                return Ok(Step::Evidence(self.shelf.borrow_mut().handed_out(evidence)));
            }
            _ => {}
        }
        if let Some((game, mut above)) = self.above.take() {
            let found = above(pos)?;
            let step = match found {
                Found::Move(mv) => Ok(Step::Move(mv)),
                Found::Part(part) => {
                    self.learn_part(&game, &part)?;
                    self.step(pos)
                }
            };
            self.above = Some((game, above));
            return step;
        }
        let moves = self.game.legal_moves(pos);
        moves.into_iter().find(|&mv| self.covers(pos, mv)).map(Step::Move).ok_or_else(|| {
            let text = self.game.position_text(pos);
            SolveError::Strategy(format!("no part proves the position {text}"))
        })
    }

    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        Ok(match self.at(pos) {
            Some(Known::Evidence(evidence)) => Some(self.shelf.borrow_mut().handed_out(evidence)),
            _ => None,
        })
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let Some(Known::Replies { items, by, default, entries }) = self.at(pos) else {
            return Ok(Refutations::default());
        };
        let item = |mv: &Move| match entries.contains(mv) {
            true => None,
            false => by.get(mv).copied().or(*default),
        };
        let by = replies.iter().map(|(mv, _)| item(mv)).collect();
        let items = items.iter().map(|it| self.shelf.borrow_mut().handed_out(it)).collect();
        Ok(Refutations { items, by })
    }
}
