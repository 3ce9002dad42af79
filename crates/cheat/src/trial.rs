//! Trials: false statements about random small positions, each with a certificate by a liar, and what the checker says.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quod_cert::{Body, Certificate, Evidence, EvidenceKind, Place, Reason, Reject, Shown};
use quod_check::{Limits, Tables, check_with, statement};
use quod_game::testkit::Rng;
use quod_game::{Claim, Goal};

use crate::belief::Beliefs;
use crate::catalogue::{open, random_claim, random_position};
use crate::erased::{AnyGame, Pos};
use crate::found::Found;
use crate::lies::{Liar, Trick};
use crate::support::mutate;
use crate::truth::{World, opposite};

/// How hard the cheat tries.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random positions of each variant of a game.
    pub positions: usize,
    /// Random claims at each position.
    pub claims: usize,
    /// Certificates for each false statement and trick.
    pub tries: usize,
    /// Positions of a world.
    pub world: usize,
    /// The work that a check may take.
    pub work: u64,
}

/// A false statement that was accepted, or a check that broke down.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game, the claim and the position, for people.
    pub statement: String,
    /// By what it was found.
    pub trick: String,
    /// The certificate.
    pub cert: Certificate,
}

/// What was tried and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// False statements with a certificate that was checked, by game.
    pub games: BTreeMap<String, u64>,
    /// The same, by the kinds of evidence in the certificate.
    pub kinds: BTreeMap<EvidenceKind, u64>,
    /// The same, by trick.
    pub tricks: BTreeMap<Trick, u64>,
    /// Positions at which a claim and its opposite were both tried to be believed.
    pub pairs: u64,
    /// True statements with a plain certificate, and how many of these were accepted.
    pub honest: [u64; 2],
    /// Positions where something true cannot be shown by plain entries, though nothing after them is unknown.
    pub unprovable: u64,
    /// False statements that were accepted.
    pub accepted: Vec<Finding>,
    /// Certificates on which the checker broke down.
    pub panics: Vec<Finding>,
    /// Sets of right tables, those of them that were verified, sets of wrong ones, and those that were.
    pub tables: [u64; 4],
    /// Conditions that were seen to be needed.
    pub found: Found,
}

impl Tally {
    /// All false statements that were tried.
    pub fn tried(&self) -> u64 {
        self.games.values().sum()
    }

    /// Adds what another run found.
    pub fn add(&mut self, other: Tally) {
        other.games.into_iter().for_each(|(it, n)| *self.games.entry(it).or_default() += n);
        other.kinds.into_iter().for_each(|(it, n)| *self.kinds.entry(it).or_default() += n);
        other.tricks.into_iter().for_each(|(it, n)| *self.tricks.entry(it).or_default() += n);
        self.pairs += other.pairs;
        self.unprovable += other.unprovable;
        (0..2).for_each(|at| self.honest[at] += other.honest[at]);
        self.accepted.extend(other.accepted);
        self.panics.extend(other.panics);
        (0..4).for_each(|at| self.tables[at] += other.tables[at]);
        self.found.add(other.found);
    }
}

/// The kinds of evidence in a certificate, used or not.
pub fn kinds_in(cert: &Certificate) -> Vec<EvidenceKind> {
    let mut all: Vec<&Evidence> = Vec::new();
    let shown = |it: &Shown| match it {
        Shown::Evidence(it) => it.kind(),
        _ => None,
    };
    let mut kinds: Vec<EvidenceKind> =
        cert.sections.iter().filter_map(|it| shown(&it.shown)).collect();
    for entry in &cert.entries {
        match &entry.body {
            Body::Move { shown: it, .. } => kinds.extend(shown(it)),
            Body::Replies { items, .. } => all.extend(items),
        }
    }
    kinds.extend(all.into_iter().filter_map(|it| it.kind()));
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Tries to have false statements about one game accepted.
pub struct Trials<'a> {
    /// The rules.
    pub game: &'a AnyGame,
    /// The name under which it is counted.
    pub family: String,
    /// How hard.
    pub effort: Effort,
    /// Tricks to choose from.
    pub tricks: &'a [Trick],
    /// Tables that certificates may name: their values are right.
    pub tables: &'a dyn Tables,
    /// How certificates name them.
    pub named: Vec<quod_cert::NamedTable>,
    /// What was found.
    pub tally: Tally,
}

impl<'a> Trials<'a> {
    /// No trial yet.
    pub fn new(game: &'a AnyGame, effort: Effort, tricks: &'a [Trick]) -> Trials<'a> {
        let name = game.name();
        let family = name.split(':').next().unwrap_or_default().to_string();
        let (named, tally) = Default::default();
        Trials { game, family, effort, tricks, tables: &(), named, tally }
    }

    /// Trials at so many random positions.
    pub fn run(&mut self, rng: &mut Rng) {
        for _ in 0..self.effort.positions {
            let root = random_position(self.game, rng);
            self.at(&root, rng);
        }
    }

    /// Trials at a position.
    pub fn at(&mut self, root: &Pos, rng: &mut Rng) {
        let mut world = World::new(self.game, std::slice::from_ref(root), self.effort.world);
        let mut beliefs = Beliefs::default();
        for _ in 0..self.effort.claims {
            let claim = random_claim(self.game, rng);
            let Some(other) = opposite(&claim).filter(|it| it.exists_in(self.game)) else {
                continue;
            };
            self.compare(&mut world, &mut beliefs, [claim, other], rng);
            self.halves(&mut world, &mut beliefs, &claim, rng);
            let Some(truth) = world.truth(&claim).at(0) else { continue };
            let (right, wrong) = if truth { (claim, other) } else { (other, claim) };
            self.honest(&world, &mut beliefs, &right, rng);
            for _ in 0..self.effort.tries {
                self.cheat(&world, &mut beliefs, &wrong, &right, rng);
            }
        }
    }

    /// Compares what is believed with what is true, at every position of the world.
    fn compare(
        &mut self,
        world: &mut World<'_>,
        beliefs: &mut Beliefs,
        claims: [Claim; 2],
        rng: &mut Rng,
    ) {
        let both = claims.map(|it| beliefs.of(world, &it, false));
        let truths = claims.map(|it| world.truth(&it));
        let mut worst = Vec::new();
        for at in 0..world.positions.len() {
            self.tally.pairs += 1;
            for (claim, (belief, truth)) in claims.iter().zip(both.iter().zip(&truths)) {
                if belief.holds[at] && truth.at(at) == Some(false) {
                    worst.push((*claim, at));
                } else if !belief.holds[at] && truth.at(at) == Some(true) {
                    self.tally.unprovable += 1;
                }
            }
            if both.iter().all(|it| it.holds[at]) {
                worst.push((claims[0], at));
                worst.push((claims[1], at));
            }
        }
        for (claim, at) in worst.into_iter().take(20) {
            let cert = Liar::new(world, beliefs, Trick::Settled, rng).prove(&[claim], at, &[]);
            if let (Some(cert), Some(false)) = (cert, world.truth(&claim).at(at)) {
                self.check(Trick::Settled, &claim, &world.positions[at], cert);
            }
        }
    }

    /// Two true claims that are said to meet in one value, which is false; and a claim that no game has.
    fn halves(
        &mut self,
        world: &mut World<'_>,
        beliefs: &mut Beliefs,
        claim: &Claim,
        rng: &mut Rng,
    ) {
        let (player, other) = (claim.player, claim.player.other());
        let said = |player, goal| Claim { player, goal };
        let k = rng.below(5) as i32 - 2;
        // Both claims, and what the value that they would make says beside.
        let (a, b, value) = match claim.goal {
            Goal::Wins => return,
            Goal::DoesNotLose => (*claim, *claim, said(other, Goal::DoesNotLose)),
            Goal::ScoreAtLeast(n) if rng.chance(1, 2) => {
                (*claim, said(other, Goal::ScoreAtMost(n)), said(player, Goal::ScoreAtMost(n)))
            }
            Goal::ScoreAtLeast(n) => {
                (*claim, said(player, Goal::ScoreAtMost(n + k)), said(player, Goal::ScoreAtMost(n)))
            }
            Goal::WinsWithin(n) if rng.chance(1, 2) => {
                let not_yet = Goal::DoesNotWinWithin(n - 1);
                (*claim, said(other, not_yet), said(player, not_yet))
            }
            Goal::WinsWithin(n) => {
                let not_yet = said(player, Goal::DoesNotWinWithin(n - 1));
                (*claim, said(player, Goal::DoesNotWinWithin(n + k)), not_yet)
            }
            _ => return,
        };
        let known = |world: &mut World<'_>, it: &Claim| world.truth(it).at(0);
        let right = [a, b].iter().all(|it| known(world, it) == Some(true));
        if right && known(world, &value) == Some(false) {
            let made = Liar::new(world, beliefs, Trick::Settled, rng).prove(&[a, b], 0, &[]);
            if let Some(cert) = made {
                self.check_of(Trick::Settled, &a, &world.positions[0], cert, true);
            }
        }
        let early = said(player, Goal::WinsWithin(-1));
        if known(world, &early) == Some(false) {
            let made = Liar::new(world, beliefs, Trick::Settled, rng).prove(&[early], 0, &[]);
            if let Some(cert) = made {
                self.check(Trick::Settled, &early, &world.positions[0], cert);
            }
        }
    }

    /// Proves what is true by plain entries.
    fn honest(&mut self, world: &World<'_>, beliefs: &mut Beliefs, claim: &Claim, rng: &mut Rng) {
        if !beliefs.of(world, claim, false).holds[0] {
            return;
        }
        let cert = Liar::new(world, beliefs, Trick::Settled, rng).prove(&[*claim], 0, &[]);
        if let Some(cert) = cert {
            self.tally.honest[0] += 1;
            self.tally.honest[1] += u64::from(self.accepts(&cert) == Some(true));
        }
    }

    /// Tries to have a false claim of the root accepted.
    fn cheat(
        &mut self,
        world: &World<'_>,
        beliefs: &mut Beliefs,
        wrong: &Claim,
        right: &Claim,
        rng: &mut Rng,
    ) {
        let trick = self.tricks[rng.below(self.tricks.len())];
        let tables =
            if trick == Trick::Evidence(EvidenceKind::TableValue) { &self.named[..] } else { &[] };
        // Now and then beside a true one: the two halves of a value.
        let both = [*wrong, *right];
        let claims = if rng.chance(1, 16) { &both[..] } else { &both[..1] };
        let Some(mut cert) = Liar::new(world, beliefs, trick, rng).prove(claims, 0, tables) else {
            return;
        };
        let mutations = [0, 0, 0, 1][rng.below(4)];
        for _ in 0..mutations {
            mutate(self.game, &mut cert, rng);
        }
        // (What is stated must still be what is false.)
        let stated = cert.sections.iter().filter_map(|it| cert.claims.get(it.claim as usize));
        let same = cert.root == self.game.encoding(&world.positions[0]);
        if same && stated.into_iter().any(|it| it == wrong) {
            self.check(trick, wrong, &world.positions[0], cert);
        }
    }

    /// Checks a certificate of a false statement.
    fn check(&mut self, trick: Trick, claim: &Claim, root: &Pos, cert: Certificate) {
        self.check_of(trick, claim, root, cert, false);
    }

    /// The same; or each of its claims is true, and false is only the value that they are said to make together.
    fn check_of(
        &mut self,
        trick: Trick,
        claim: &Claim,
        root: &Pos,
        cert: Certificate,
        of_value: bool,
    ) {
        *self.tally.games.entry(self.family.clone()).or_default() += 1;
        *self.tally.tricks.entry(trick).or_default() += 1;
        for kind in kinds_in(&cert) {
            *self.tally.kinds.entry(kind).or_default() += 1;
        }
        Found::begin();
        let accepted = self.accepts(&cert);
        if accepted == Some(false) {
            let by = format!("{}, {trick:?}", self.family);
            let (game, tables, limits) = (self.game, self.tables, self.limits());
            self.tally.found.look(&by, || {
                check_with(game, &cert, &limits, tables)?;
                let said = statement(game, &cert)?.claim;
                let is_value = said.contains('=') && !said.contains(['<', '>']);
                let detail = "one of its claims, which is true";
                let other = Reject::new(Reason::OtherStatement, Place::Header, detail);
                if of_value && !is_value { Err(other) } else { Ok(()) }
            });
            return;
        }
        let game = self.game;
        let mover = game.outcome(root).map_or_else(|| game.to_move(root), |_| claim.player);
        let claim = claim.text(game, mover);
        let statement = format!("{} {claim} {}", game.name(), game.position_text(root));
        let finding = Finding { statement, trick: format!("{trick:?}"), cert };
        match accepted {
            Some(_) => self.tally.accepted.push(finding),
            None => self.tally.panics.push(finding),
        }
    }

    fn limits(&self) -> Limits {
        Limits { work: self.effort.work, ..Limits::default() }
    }

    /// Whether the checker accepts; `None` if it broke down.
    fn accepts(&self, cert: &Certificate) -> Option<bool> {
        let limits = self.limits();
        let check = || check_with(self.game, cert, &limits, self.tables).is_ok();
        catch_unwind(AssertUnwindSafe(check)).ok()
    }
}

/// Trials of a game of the catalogue, by its full name. The same seed gives the same trials.
pub fn trials_of(name: &str, effort: Effort, tricks: &[Trick], seed: u64) -> Tally {
    let game = open(name);
    let mut trials = Trials::new(&*game, effort, tricks);
    trials.run(&mut Rng::new(seed));
    trials.tally
}
